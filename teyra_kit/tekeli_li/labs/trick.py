"""The Trick lab: lay any trick, and see who takes it and by which rule."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from html import escape

from ...core import Event, Reason, Rulings, rulebook
from ...core.examples import Example
from ...ui import Board, Log, RulingsPanel, columns
from ...ui.clause import chip, opened
from ...ui.shared import Shared
from .. import view
from ..cards import KEY, KINDS, Card, Faction, cards, copies_in_play
from ..examples import examples
from ..game import why_not_setup
from ..tricks import Rules, join, letter, must_follow, tell_trick
from .shared import STYLE

SHOWN = {
    "ex-1": "1",
    "ex-2": "2",
    "ex-3": "3",
    "ex-4": "4",
    "ex-5": "5",
    "ex-6": "6",
    "ex-7": "7",
    "ex-8": "8",
    "ex-lead": "Lead",
    "ex-eight-cards": "8 cards",
}
FILLED = {
    "ex-2": {"C": "red-6"},
    "ex-7": {"B": "black-5", "C": "white-2"},
    "ex-8": {"B": "blue-2", "D": "blue-4"},
    "ex-lead": {"D": "red-5"},
}
"""Which of the cards that fit an open place is laid there; every one of them gives the same result."""
IN_LAB = {
    "event-continuation": "Matters when Fire 3 or Air 3 lies",
    "last-trick-test": "Matters when an extra round would use the last cards",
    "event-stacking": "Matters when both event cards prolong a trick",
    "second-round-leader": "Matters when a trick goes on",
    "second-round-follow": "Matters when a trick goes on: it decides which cards may be laid",
    "trick-span": "Matters when a trick goes on",
    "cancel-span": "Matters when copies lie in different rounds",
    "variant-eligibility": "Matters for the variant with 3 or 4 players",
}
MORE = 5


# ---------------------------------------------------------------- what lies in the lab


@dataclass(frozen=True)
class Situation:
    """All that a visitor has set up: an immutable value, so that going wrong changes nothing.

    `cards` are in order of play, None where none lies; those beyond the end of the trick rest until it goes on again.
    `left`: the cards each hand holds after the first round. `picked`: the place the tray is for.
    """

    players: int = 4
    cards: tuple[Card | None, ...] = (None,) * 4
    rulings: Rulings = field(default_factory=lambda: Rulings.defaults(KEY))
    variant: bool = False
    left: int = MORE
    leader: int = 0
    picked: int = 0
    faction: Faction = Faction.BLUE
    example: str = ""

    @cached_property
    def rules(self) -> Rules:
        """The readings in force."""
        return Rules.of(self.players, self.variant, self.rulings)

    @cached_property
    def read(self) -> view.Reading:
        """What lies, judged by the engine."""
        return view.read_trick(self.leader, self.cards, self.rules, self.left)

    @cached_property
    def rounds(self) -> int:
        """How many rounds are shown."""
        read = self.read
        return len(read.rounds) + (not read.over)

    @cached_property
    def shown(self) -> tuple[Card | None, ...]:
        """A card or None for each place shown."""
        size = self.rounds * self.players
        return (*self.cards, *(None,) * size)[:size]

    @property
    def verdict(self) -> tuple[str, str]:
        """The upshot."""
        headline, detail = view.verdict(self.leader, self.cards, self.rules, self.left)
        gaps = len(self.read.laid) < len([card for card in self.shown if card is not None])
        return headline, detail + (" What lies after the gap waits." if gaps else "")

    @property
    def events(self) -> tuple[Event, ...]:
        """The story so far."""
        laid = self.read.laid
        rounds = max(1, len(laid) // self.players)
        return tell_trick(self.leader, laid, self.rules, max(0, self.left - rounds + 1))

    def seat(self, place: int) -> int | None:
        """Who plays at a place; None if that is not settled yet."""
        row, column = divmod(place, self.players)
        return self._rows[row][column].seat if row < len(self._rows) else None

    @cached_property
    def _rows(self) -> tuple[tuple[view.Spot, ...], ...]:
        return view.spots(self.leader, self.cards, self.rules, self.left)

    def who(self, place: int) -> str:
        """The letter of the seat that plays at a place."""
        seat = self.seat(place)
        return "?" if seat is None else letter(seat)

    # -------------------------------------------------------------------------------------------- changing it

    def copies_left(self, card: Card) -> int:
        """Copies that do not lie elsewhere in the trick."""
        others = [other for place, other in enumerate(self.shown) if place != self.picked]
        return copies_in_play(self.players)[card] - others.count(card)

    def why_not(self, card: Card) -> Reason | None:
        """Why a card cannot be laid at the picked place; None if it can."""
        there = copies_in_play(self.players)[card]
        element = card.faction.element
        if not there:
            others = [str(n) for n in (3, 4, 5, 6) if copies_in_play(n)[card]]
            return Reason(
                f"setup.deck-{self.players}",
                f"{card} stays in the box with {self.players} players.",
                f"It is in the deck for {join(others, 'or')} players.",
            )
        if self.copies_left(card) < 1:
            holders = [self.who(place) for place, other in enumerate(self.shown) if other is card]
            what = f"The only {card} lies" if there == 1 else f"All {there} copies of {card} lie"
            return Reason(
                f"contents.{element.lower()}-cards",
                f"{what} in this trick, before {join(dict.fromkeys(holders))}.",
                "Take one back first, or choose another card.",
            )
        return self._why_not_revoke(card)

    def _why_not_revoke(self, card: Card) -> Reason | None:
        laid = list(self.shown)
        laid[self.picked] = card
        lead = laid[0].faction if laid[0] is not None else None
        seat, follow = self.seat(self.picked), self.rules.follow
        if lead is None or seat is None:
            return None
        own = [place for place in range(len(laid)) if laid[place] is not None and self.seat(place) == seat]
        for place in own:
            other = laid[place]
            assert other is not None
            round, column = divmod(place, self.players)
            if other.faction is lead or not must_follow(round + 1, not column and bool(round), follow):
                continue
            later = next((p for p in own if p > place and laid[p].faction is lead), None)  # type: ignore[union-attr]
            if later is not None:
                who = letter(seat)
                return Reason(
                    "follow.must",
                    f"{who} plays {other} in round {round + 1}, so {who} had no {lead} then, "
                    f"and cannot play {laid[later]} in round {later // self.players + 1}.",
                    f"Lay a card that is not {lead}, or change {who}’s other card.",
                )
        return None

    def lay(self, card: Card) -> Situation:
        """The card at the picked place; the next empty place is picked then."""
        was_empty = self.shown[self.picked] is None
        laid = list(self.shown)
        laid[self.picked] = card
        after = replace(self, cards=tuple(laid), example="")
        if was_empty:
            empty = [place for place, other in enumerate(after.shown) if other is None]
            later = [place for place in empty if place > self.picked] or empty
            after = replace(after, picked=later[0] if later else self.picked)
        return after._fit()

    def take_back(self) -> Situation:
        """Nothing at the picked place; if nothing lies there, the last card laid goes."""
        place = self.picked
        if self.shown[place] is None:
            laid = [n for n, card in enumerate(self.shown) if card is not None]
            if not laid:
                return self
            place = laid[-1]
        rest = list(self.shown)
        rest[place] = None
        return replace(self, cards=tuple(rest), picked=place, example="")._fit()

    def clear(self) -> Situation:
        """An empty trick."""
        return replace(self, cards=(None,) * self.players, picked=0, leader=0, example="")

    def seated(self, players: int) -> tuple[Situation, str]:
        """Another number of players, with what still fits; and what had to go."""
        there, kept, gone = copies_in_play(players), [], []
        used: Counter[Card] = Counter()
        for place, card in enumerate(self.shown):
            if card is not None and place < min(players, self.players) and used[card] < there[card]:
                used[card] += 1
                kept.append(card)
            else:
                if card is not None:
                    gone.append(f"{self.who(place)}’s {card}")
                kept.append(None)  # type: ignore[arg-type]
        laid = (*kept[: min(players, self.players)], *(None,) * players)[:players]
        said = [f"{players} players."]
        if gone:
            said.append(f"Taken off: {join(gone)}.")
        variant = self.variant
        if variant and why_not_setup(players, True, self.rulings):
            variant = False
            said.append("The variant is off: it is for 5 or 6 players.")
        leader = self.leader if self.leader < players else 0
        after = replace(self, players=players, cards=laid, variant=variant, leader=leader, example="")
        empty = [place for place, card in enumerate(after.shown) if card is None]
        return replace(after, picked=empty[0] if empty else 0)._fit(), " ".join(said)

    def under(self, rulings: Rulings) -> Situation:
        """The same cards under other rulings."""
        variant = self.variant
        if variant and not self.example and why_not_setup(self.players, True, rulings):
            variant = False
        return replace(self, rulings=rulings, variant=variant)._fit()

    def _fit(self) -> Situation:
        size = len(self.shown)
        picked = self.picked if self.picked < size else 0
        return replace(self, picked=picked)

    # -------------------------------------------------------------------------------------------- readings

    def _signature(self, rulings: Rulings) -> object:
        other = replace(self, rulings=rulings)
        read = other.read
        judged = read.judged
        blocked: object = ()
        if len(read.rounds) and not read.over:
            picked = replace(other, picked=min(len(read.laid), len(other.shown) - 1))
            blocked = tuple(card.id for card in KINDS if picked.why_not(card))
        if judged is None:
            return blocked
        taken = tuple((r.taker, r.taken) for r in read.rounds if r.taker is not None)
        values = judged.values if read.over else ()
        return len(read.laid), taken, values, judged.next_leader, read.next, blocked

    def effects(self) -> dict[str, tuple[str, bool]]:
        """Of each ruling in the lab: what it does here, and whether another reading would change this trick."""
        found = {}
        for id, when in IN_LAB.items():
            ruling = rulebook(KEY).ruling(id)
            ends = {self._signature(self.rulings.with_(id, reading.id)) for reading in ruling.readings}
            changes = len(ends) > 1
            found[id] = ("Changes this trick" if changes else when, changes)
        if self.players < 5:
            found["variant-eligibility"] = ("Decides whether the variant can be chosen here", False)
        return found

    # -------------------------------------------------------------------------------------------- examples

    def assumed(self) -> dict[int, str]:
        """Places of an example whose card is not printed, with the reason."""
        example = examples().get(self.example)
        if example is None:
            return {}
        certainty: Mapping[str, str] = example.given.get("card_certainty", {})
        found = {}
        for place, (seat, _) in enumerate(example.given["plays"][: self.players]):
            card = self.cards[place]
            sure = certainty.get(seat, "open")
            if sure == "reconstructed":
                found[place] = f"The rulebook’s picture of {seat}’s card cannot be read; {card} fits its text."
            elif sure == "inferred":
                found[place] = f"{seat}’s card is not readable, but {card} follows from what the rulebook says."
            elif sure == "open":
                found[place] = f"The rulebook does not give {seat}’s card. This kit lays {card}."
        if not certainty:
            found = {
                place: f"{self.who(place)}’s card is chosen by this kit: the rulebook prints only the number of cards."
                for place in range(len(self.shown))
            }
        return found


def load(id: str, rulings: Rulings | None = None) -> Situation:
    """A worked example as a situation; open places are filled with cards that fit."""
    example = examples()[id]
    given = example.given
    fill: Mapping[str, str] = FILLED.get(id, {})
    laid = cards(fill.get(seat) or given["any"][seat][0] if card == "?" else card for seat, card in given["plays"])
    rounds = len(laid) // given["players"]
    sure = [given.get("card_certainty", {}).get(seat, "") for seat, _ in given["plays"]]
    open_place = next((sure.index(kind) for kind in ("open", "reconstructed", "inferred") if kind in sure), 0)
    return Situation(
        players=given["players"],
        cards=laid,
        rulings=rulings if rulings is not None else Rulings.defaults(KEY),
        variant=given.get("variant", False),
        left=given["cards_left"] + rounds - 1,
        leader="ABCDEF".index(given["leader"]),
        picked=open_place,
        faction=laid[open_place].faction,
        example=id,
    )._fit()


def in_elements(text: str) -> str:
    """The rulebook's colours in the words of the cards: 'blue 8' is Water 8."""
    elements = {faction.value: faction.element for faction in Faction}
    swapped = re.sub(r"\b(red|black|blue|white)\b", lambda m: elements[m[1]], text, flags=re.IGNORECASE)
    return swapped.replace("'", "’")


# ---------------------------------------------------------------- the Trick lab


class TrickLab:
    """The boards of the Trick lab and what happens when they are touched."""

    def __init__(self, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.now = load("ex-5", self.shared.rulings)
        self.refused: Reason | None = None
        self.open = ""
        book = rulebook(KEY)
        self.head = Board(css=view.css + STYLE, drawings=view.sprite())
        self.plate = Board(css_class="tk-plate", label="The trick")
        self.tray = Board(css_class="tk-panel", label="Cards to lay")
        self.log = Log(book)
        self.panel = RulingsPanel(book, self.now.rulings, only=["event-continuation"])
        for board in (self.head, self.plate, self.tray):
            board.on_pick(self.pick)
        self.panel.on_change(self._ruled)
        self.shared.listeners.append(self._ruled_elsewhere)
        self.widget = columns([self.plate, self.tray], [self.log, self.panel], [self.head])
        self._draw("")

    # -------------------------------------------------------------------------------------------- what is touched

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "place|0", "card|blue-7", "example|ex-1", "players|5" ..."""
        kind, _, value = id.partition("|")
        now = self.now
        if kind == "clause":
            self.open = "" if self.open == value else value
            self._draw("")
            return
        if kind == "close":
            (self.head if self._is_about_setup() else self.tray).focus = f"clause|{self.open}"
            self.open = ""
            self._draw("")
            return
        if kind == "place":
            place = int(value)
            card = now.shown[place]
            after = replace(now, picked=place, faction=card.faction if card is not None else now.faction)
            self._become(after, f"Choose {now.who(place)}’s card below.")
        elif kind == "faction":
            self._become(replace(now, faction=Faction(value)), f"{Faction(value)} cards.")
        elif kind == "card":
            card = Card(value)
            reason = now.why_not(card)
            if reason is not None:
                self._refuse(reason)
            else:
                self._become(now.lay(card), f"{now.who(now.picked)} plays {view.card_spoken(card)}.")
        elif kind == "back":
            self._become(now.take_back(), "Taken back.")
        elif kind == "clear":
            self._become(now.clear(), "The table is empty.")
            self.tray.focus = f"card|{self.now.faction.value}-1"
        elif kind == "example":
            after = load(value, now.rulings) if value else replace(now, example="")
            title = examples()[value].title if value else "Your own trick"
            self._become(after, f"{title}.")
        elif kind == "players":
            self._become(*now.seated(int(value)))
        elif kind == "left":
            self._become(replace(now, left=int(value), example="")._fit(), "")
        elif kind == "variant":
            reasons = () if now.variant else why_not_setup(now.players, True, now.rulings)
            if reasons:
                self._refuse(reasons[0])
            else:
                on = not now.variant
                self._become(replace(now, variant=on, example="")._fit(), f"The variant is {'on' if on else 'off'}.")

    def _ruled(self, rulings: Rulings) -> None:
        self._become(self.now.under(rulings), "")
        self.shared.set(rulings, self._ruled_elsewhere)

    def _ruled_elsewhere(self, rulings: Rulings) -> None:
        self._become(self.now.under(rulings), "")

    def _become(self, after: Situation, said: str) -> None:
        before = self.now, self.refused, self.open
        self.now, self.refused, self.open = after, None, ""
        try:
            self._draw(said)
        except Exception:
            self.now, self.refused, self.open = before
            self._draw("")
            raise

    def _refuse(self, reason: Reason) -> None:
        self.refused, self.open = reason, ""
        self._draw(f"{reason.text} {reason.fix}")

    # -------------------------------------------------------------------------------------------- drawing

    def _draw(self, said: str) -> None:
        now, effects = self.now, self.now.effects()
        head, plate, tray = self._head(), self._plate(), self._tray()
        changing = [id for id, (_, yes) in effects.items() if yes]
        only = list(dict.fromkeys(["event-continuation", *changing]))
        if now.players < 5 and (self.refused is not None and self.refused.clause == "variant.three-four-basic"):
            only.append("variant-eligibility")
        count = len(changing)
        total = len(rulebook(KEY).rulings)
        if not now.read.rounds:
            lede = "Once a round is complete, you see here which open rulings change it."
        elif count:
            lede = (
                f"{count} of the {total} open rulings change{'s' if count == 1 else ''} this trick. "
                "Switch one and watch the table."
            )
        else:
            lede = f"None of the {total} open rulings changes this trick."
        self.head.html, self.plate.html, self.tray.html = head, plate, tray
        self.log.show(now.events, now.verdict, now.rulings, say=self.refused is None and bool(said))
        self.panel.show(rulings=now.rulings, only=only, effects=effects, lede=lede)
        if said:
            self.tray.say = said

    def _head(self) -> str:
        now = self.now
        buttons = []
        for id, label in SHOWN.items():
            name = f"Example {label}" if label.isdigit() else f"Example: {label}"
            buttons.append(_button(f"example|{id}", label, now.example == id, f"{name}: {examples()[id].title}"))
        buttons.append(_button("example|", "My own", not now.example))
        players = "".join(_button(f"players|{n}", str(n), now.players == n, f"{n} players") for n in (3, 4, 5, 6))
        lefts = [(0, "none", "no more cards: the last trick"), (1, "1", "1 more card"), (MORE, "more", "more cards")]
        chosen = min(now.left, 2)
        left = "".join(
            _button(f"left|{n}", text, chosen == min(n, 2), f"Each hand holds {say}") for n, text, say in lefts
        )
        off = ' aria-disabled="true"' if not now.variant and why_not_setup(now.players, True, now.rulings) else ""
        variant = (
            '<button type="button" class="tk-btn tl-toggle" data-id="variant" '
            f'aria-pressed="{_bool(now.variant)}"{off}>'
            f"<span>Variant<i> for 5 or 6</i></span><b>{'on' if now.variant else 'off'}</b></button>"
        )
        return (
            f'<div class="tl-head"><div><h1 class="tk-title">Trick lab</h1>'
            '<p class="tk-small">Lay cards. See who takes them, and which rule says so.</p></div>'
            '<div class="tl-examples"><p class="tk-small" id="tl-ex">Examples from the rulebook</p>'
            '<div class="tk-seg" role="group" aria-labelledby="tl-ex" '
            f'data-arrows="examples">{"".join(buttons)}</div></div>'
            '<div class="tl-settings"><div class="tl-set"><span id="tl-p">Players</span>'
            f'<div class="tk-seg" role="group" aria-labelledby="tl-p" data-arrows="players">{players}</div></div>'
            f"{variant}"
            '<div class="tl-set"><span id="tl-l">Left in each hand</span>'
            f'<div class="tk-seg" role="group" aria-labelledby="tl-l" data-arrows="left">{left}</div></div></div>'
            f"{self._refusal() if self._is_about_setup() else ''}</div>"
        )

    def _plate(self) -> str:
        now = self.now
        example = examples().get(now.example)
        if example is not None:
            title, about = _caption(example)
        else:
            title = "Your own trick."
            about = f"{now.players} players, {letter(now.leader)} leads{', variant' if now.variant else ''}."
        lead = now.read.laid[0].faction if now.read.laid else None
        sign = f"{view.emblem(lead)} <strong>{lead}</strong>" if lead else "<strong>none yet</strong>"
        trick = view.trick_html(
            now.leader, now.shown, now.rules, now.left, now.picked, now.assumed(), ids=True, alone=False
        )
        headline, detail = now.verdict
        return (
            f'<div class="tl-plate-head"><p class="tk-caption"><b>{escape(title)}</b> {escape(about)}</p>'
            f'<p class="tl-lead">Lead faction {sign}</p></div>{trick}'
            f'<p class="tk-verdict tl-phone" aria-hidden="true"><strong>{escape(headline)}</strong>'
            f"<span>{escape(detail)}</span></p>"
        )

    def _tray(self) -> str:
        now = self.now
        who, card_now = now.who(now.picked), now.shown[now.picked]
        nth = f", round {now.picked // now.players + 1}" if now.rounds > 1 else ""
        title = f"{'Change' if card_now else 'Choose'} {who}’s card{nth}"
        factions = "".join(
            _button(f"faction|{f.value}", f"{view.emblem(f)}{f}", f is now.faction, html=True) for f in Faction
        )
        picks = "".join(self._pick(card) for card in KINDS if card.faction is now.faction)
        any_laid = any(now.shown)
        off = "" if any_laid else ' aria-disabled="true"'
        return (
            f'<div class="tl-tray-head"><h2 class="tk-h2" id="tl-tray">{title}</h2>'
            f'<div class="tk-seg" role="group" aria-label="Faction" data-arrows="faction">{factions}</div>'
            f'<div class="tl-undo"><button type="button" class="tk-btn" data-id="back"{off}>Take back</button>'
            f'<button type="button" class="tk-btn" data-id="clear"{off}>Clear</button></div></div>'
            f'<div class="tl-tray" role="group" aria-labelledby="tl-tray" data-arrows="tray">{picks}</div>'
            f'<div class="tl-say">{self._tray_say()}</div>'
        )

    def _pick(self, card: Card) -> str:
        now = self.now
        there, left = copies_in_play(now.players)[card], now.copies_left(card)
        here, refused = now.shown[now.picked] is card, now.why_not(card) is not None
        state = "is-now" if here else "is-gone" if refused else "is-lit"
        pips = "".join(f'<i class="{"is-left" if n < left else ""}"></i>' for n in range(there))
        foot = "<b>on the table</b>" if here else pips if there else "<b>not in play</b>"
        copies = "on the table" if here else f"{left} of {there} left" if there else "not in this deck"
        say = escape(f"{view.card_spoken(card)}, {copies}" + (", cannot be laid" if refused else ""))
        disabled = ' aria-disabled="true"' if refused else ""
        return (
            f'<button type="button" class="tl-pick {state}" data-id="card|{card.id}" aria-pressed="{_bool(here)}" '
            f'aria-label="{say}"{disabled}>{view.card_svg(card)}<span class="tl-pips">{foot}</span></button>'
        )

    def _is_about_setup(self) -> bool:
        return self.refused is not None and self.refused.clause.startswith("variant.")

    def _refusal(self) -> str:
        reason = self.refused
        if reason is None:
            return ""
        is_open = self.open == reason.clause
        escaping = ' data-escape="close|"' if is_open else ""
        body = opened(rulebook(KEY), reason.clause, "tl-clause", "close|", self.now.rulings) if is_open else ""
        return (
            f'<div class="tl-refused"{escaping}><p><strong>{escape(reason.text)}</strong> {escape(reason.fix)}</p>'
            f"{chip(reason.clause, f'clause|{reason.clause}', is_open, 'tl-clause')}{body}</div>"
        )

    def _tray_say(self) -> str:
        now = self.now
        if self.refused is not None and not self._is_about_setup():
            return self._refusal()
        assumed = now.assumed().get(now.picked)
        example = examples().get(now.example)
        if assumed and example is not None:
            note = in_elements(example.note)
            return (
                f'<p class="tk-small"><span class="tk-assumed">assumed</span> {escape(assumed)}</p>'
                f'<details class="tl-note"><summary>How sure is this example?</summary><p>{escape(note)}</p></details>'
            )
        return (
            '<p class="tk-small">Dots show how many copies are left. '
            "Choose a place on the table to lay or change its card.</p>"
        )


def _caption(example: Example) -> tuple[str, str]:
    label = SHOWN[example.id]
    title = f"Example {label}." if label.isdigit() else "Lead example." if label == "Lead" else "Eight cards."
    return title, f"{in_elements(example.title)}."


def _bool(value: bool) -> str:
    return str(value).lower()


def _button(id: str, label: str, pressed: bool, name: str = "", html: bool = False) -> str:
    said = f' aria-label="{escape(in_elements(name))}"' if name else ""
    inner = label if html else escape(label)
    return f'<button type="button" data-id="{id}" aria-pressed="{_bool(pressed)}"{said}>{inner}</button>'
