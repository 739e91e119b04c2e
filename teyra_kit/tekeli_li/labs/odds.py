"""The Odds tab: will the card I lead be cancelled, will I take the trick, and how do we know?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from importlib.resources import files
from math import ceil, comb
from typing import TYPE_CHECKING

import ipywidgets

from ...core import Event, Reason, Rulings, rulebook
from ...ui import Board, Log, columns
from ...ui.odds import (
    BAD,
    GAME,
    INK,
    INK_2,
    LINE,
    ODDS_CSS,
    Sheet,
    both_widths,
    chart_room,
    exact,
    over,
    percent,
    picture,
    pressed,
    seg,
)
from ...ui.shared import Shared
from .. import view
from ..cards import KEY, Card, Faction, cards, deck, hand_size
from ..examples import examples
from ..odds import Followers, LeadOdds, lead_breakdown, lead_odds
from ..tricks import join
from .shared import STYLE
from .trick import in_elements

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CASES = {
    "odds-4p-first-lead": "4 players",
    "odds-4p-two-sevens": "Two 7s",
    "odds-3p": "3 players",
    "odds-6p": "6 players",
    "odds-late-void": "Late",
}
ZONES = {"mine": "In my hand", "others": "With the others", "gone": "Gone"}
MOVES = {
    "mine": ("Take or lead", "Press a card to take it into your hand. Press one of yours to lead it."),
    "others": ("To the others", "Press a card to give it to the others."),
    "gone": ("Gone", "Press a card that has been played. Press it again if it was a mistake."),
}
MODEL = "The model, not the rulebook, says this."
OWN = files(__package__).joinpath("odds.css").read_text(encoding="utf-8")


# ---------------------------------------------------------------- what is asked


@dataclass(frozen=True)
class Question:
    """All that a visitor has set up: an immutable value, so that going wrong changes nothing.

    `hand`: cards in each hand before the lead. `void`: opponents known to be without the faction. `mine` and `gone` are
    cards of the faction; the rest of them are with the others.
    """

    players: int = 4
    hand: int = 12
    void: int = 0
    faction: Faction = Faction.BLUE
    mine: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    lead: Card | None = None
    example: str = ""

    @property
    def pack(self) -> tuple[Card, ...]:
        """The cards of the faction in this deck."""
        return tuple(card for card in deck(self.players) if card.faction is self.faction)

    @property
    def others(self) -> tuple[Card, ...]:
        """The cards of the faction that lie in the opponents' hands."""
        return _less(self.pack, self.mine + self.gone)

    @property
    def opponents(self) -> int:
        """Opponents who may hold the faction."""
        return self.players - 1 - self.void

    def zone(self, name: str) -> tuple[Card, ...]:
        """The cards that are "mine", with the "others", or "gone"."""
        return {"mine": self.mine, "others": self.others, "gone": self.gone}[name]

    # -------------------------------------------------------------------------------------------- the answer

    @cached_property
    def problems(self) -> tuple[Reason, ...]:
        """Why no table can look like this, or why nothing can be led; () if there is an answer."""
        return tuple(self._problems())

    def _problems(self) -> Iterable[Reason]:
        f, most = self.faction, hand_size(self.players)
        held, away, gone = len(self.mine), len(self.others), len(self.gone)
        if not held:
            yield Reason("lead.any-card", f"You hold no {f} yet.", f"Take the {f} cards of your hand: press them.")
        if held > self.hand:
            yield Reason(
                "setup.equal-deal",
                f"You hold {_count(f, held)}, but each hand has {self.hand}.",
                f"Give {held - self.hand} back, or choose {held} cards in each hand.",
            )
        played = self.players * (most - self.hand)
        if gone > played:
            yield Reason(
                "turn.tricks-until-empty",
                f"{_count(f, gone)} cannot be gone: with {self.hand} in each hand, "
                + (f"only {played} cards have been played." if played else "nothing has been played yet."),
                f"Choose {most - ceil(gone / self.players)} cards in each hand or fewer, or take some back from Gone.",
            )
        room = self.opponents * self.hand
        if away > room:
            fits = ceil(away / self.opponents) if self.opponents else most + 1
            ways = [f"choose {fits} cards in each hand"] if fits <= most else []
            ways += ["choose fewer opponents without it"] if self.void else []
            hands = f"{self.opponents} hand{'s' * (self.opponents != 1)} of {self.hand}"
            yield Reason(
                "follow.void-free" if self.void else "setup.equal-deal",
                f"{_count(f, away)} are with the others, but "
                + (
                    f"their {hands} {'has' if self.opponents == 1 else 'have'} room for {room}."
                    if room
                    else f"no opponent can hold {f}."
                ),
                f"Take {away - room} more or mark them as gone{''.join(f', or {way}' for way in ways)}.",
            )

    @cached_property
    def rows(self) -> tuple[Followers, ...]:
        """What may come of the lead, for 0, 1, 2 ... opponents who follow."""
        assert self.lead is not None
        return lead_breakdown(self.lead, self.others, self.opponents, self.hand)

    @cached_property
    def odds(self) -> LeadOdds:
        """The chances of the led card."""
        assert self.lead is not None
        return self.odds_of(self.lead)

    def odds_of(self, lead: Card) -> LeadOdds:
        """The chances if this card of my hand is led."""
        return lead_odds(lead, self.others, self.opponents, self.hand)

    @property
    def verdict(self) -> tuple[str, str]:
        """The upshot: about cancelling, about taking; or what is wrong and what to do."""
        if self.problems:
            return self.problems[0].text, self.problems[0].fix
        cancelled, takes, _ = self.odds
        return (
            f"Cancelled in {percent(cancelled)} of the deals." if cancelled else "Never cancelled.",
            f"You take it in {percent(takes)}." if takes else "You never take it.",
        )

    # -------------------------------------------------------------------------------------------- changing it

    def move(self, card: Card, source: str, target: str) -> Question:
        """One copy of a card from one zone to another."""
        if card not in self.zone(source):
            raise ValueError(f"There is no {card} {ZONES[source].lower()}")
        zones = {"mine": self.mine, "gone": self.gone}
        if source in zones:
            zones[source] = _less(zones[source], (card,))
        if target in zones:
            zones[target] = tuple(sorted((*zones[target], card)))
        return replace(self, mine=zones["mine"], gone=zones["gone"], example="")._led()

    def about(self, players: int, faction: Faction) -> tuple[Question, str]:
        """The same numbers for another table or faction, with what still fits; and what had to go."""
        after = replace(self, players=players, faction=faction, mine=(), gone=(), example="")
        left, lost = Counter(after.pack), []
        kept: dict[str, list[Card]] = {"mine": [], "gone": []}
        for zone, held in kept.items():
            for old in self.zone(zone):
                card = Card(f"{faction.value}-{old.number}")
                if left[card]:
                    left[card] -= 1
                    held.append(card)
                else:
                    lost.append(str(card))
        most = hand_size(players)
        full = self.hand == hand_size(self.players)
        after = replace(
            after,
            mine=tuple(kept["mine"]),
            gone=tuple(kept["gone"]),
            hand=most if full else min(self.hand, most),
            void=min(self.void, players - 1),
            lead=Card(f"{faction.value}-{self.lead.number}") if self.lead else None,
        )
        return after._led(), f"Not in this deck: {join(lost)}." if lost else ""

    def _led(self) -> Question:
        """The same with a lead that I hold: the old one, or my greatest card."""
        return self if self.lead in self.mine else replace(self, lead=max(self.mine, default=None))


def load(id: str) -> Question:
    """A worked case as a question."""
    given = examples()[id].given
    lead, mine = Card(given["lead"]), tuple(sorted(cards(given["my_cards_of_faction"])))
    now = Question(given["players"], given["hand"], given["void_opponents"], lead.faction, mine, (), lead, id)
    return replace(now, gone=_less(now.others, cards(given["unseen_of_faction"])))


def _less(some: Iterable[Card], less: Iterable[Card]) -> tuple[Card, ...]:
    left = Counter(some)
    left.subtract(less)
    return tuple(sorted(left.elements()))


# ---------------------------------------------------------------- in words


def _count(faction: Faction, count: int) -> str:
    return f"{count} {faction} card{'s' * (count != 1)}"


def derivation(now: Question) -> tuple[Event, ...]:
    """How the chances come about, step by step, each with its clause."""
    if now.problems:
        book = rulebook(KEY)
        return tuple(Event(why.clause, book.clauses[why.clause].text) for why in now.problems)
    assert now.lead is not None
    f, lead, away, hands = now.faction, now.lead, now.others, now.opponents
    cancelled, takes, followers = now.odds
    likeliest = max(followers, key=lambda m: followers[m])
    row = now.rows[likeliest]
    when = f"If {likeliest} follow{'s' * (likeliest == 1)}"
    copies = away.count(lead)
    gone = f", {len(now.gone)} {'is' if len(now.gone) == 1 else 'are'} gone" if now.gone else ""
    rest = join(card.number for card in away)
    steps = [
        Event(
            f"setup.deck-{now.players}",
            f"Of the {len(now.pack)} {f} cards in the deck you hold {len(now.mine)}{gone}. "
            + (f"With the others: {rest}." if away else "None is with the others."),
        ),
        Event(
            "follow.must", f"An opponent who holds {f} must play it. Only {f} can cancel or beat your {lead.number}."
        ),
    ]
    if now.void:
        steps.append(
            Event("follow.void-free", f"{now.void} without {f} can play anything but {f}. {hands} may have to follow.")
        )
    if not away:
        return (*steps, Event("take.greatest", f"Nobody can follow. Your {lead} is the only {f}: you take.", key=True))
    places = hands * now.hand
    steps += [
        Event(
            "setup.equal-deal",
            f"The {len(away)} lie in {hands} hand{'s' * (hands != 1)} of {now.hand}: {comb(places, len(away)):,} splits. "
            f"The model, not the rulebook, says: each is equally likely. So {likeliest} follow{'s' * (likeliest == 1)} in {percent(row.chance)}.",
            assumed=f"{MODEL} How the others have played may tell more; it leaves that out.",
        ),
        Event(
            "follow.choice",
            f"Who follows may choose. The model, not the rulebook, says: one of their {f} cards, at random. {when}, "
            f"each of the {_sets(row.sets)} of {likeliest} out of {len(away)} is equally likely.",
            assumed=f"{MODEL} Real players choose with a purpose.",
        ),
    ]
    if copies:
        steps.append(
            Event("cancel.pair", f"One other {lead} cancels yours. {when}: {row.cancelled} of {_sets(row.sets)}.")
        )
    if copies > 1:
        steps.append(
            Event(
                "cancel.last-two-of-three",
                f"Two others cancel each other, and yours stands. {when}: {row.saved} of {_sets(row.sets)}.",
            )
        )
    added = "chance times share, added over the table’s rows, is"
    steps += [
        Event("cancel.pair", f"Cancelled: {added} {cancelled} = {percent(cancelled)}.", key=True)
        if copies
        else Event("cancel.pair", f"No other {lead} is with the others: nothing can cancel it.", key=True),
        Event(
            "take.greatest",
            f"You take if yours stands and no greater {f} stands. {when}: {row.greatest} of {_sets(row.sets)}.",
        ),
    ]
    if any(each.all_zero for each in now.rows):
        steps.append(
            Event(
                "take.all-zero-leader",
                f"If all cancel, the leader takes: you. {when}: {row.all_zero} of {_sets(row.sets)}.",
            )
        )
    return (
        *steps,
        Event("take.greatest", f"You take: {added} {takes} = {percent(takes)}.", key=True),
        Event(
            "events.long-trip",
            "The model knows one round only: an event card that prolongs the trick is left out.",
            assumed=f"{MODEL} An extra round depends on all the cards of all hands.",
        ),
    )


def _sets(count: int) -> str:
    return f"{count:,} set{'s' * (count != 1)}"


# ---------------------------------------------------------------- the chart


LEFT, RIGHT, TOP, ROW, FOOT = 56, 58, 34, 50, 26


def chart_height(rows: int) -> int:
    """The height of a chart of so many cards."""
    return TOP + rows * ROW + FOOT


def chart_svg(leads: Mapping[Card, LeadOdds], led: Card | None, figure: Figure, width: int) -> str:
    """For each card that can be led: the chances to be cancelled and to take, as bars; drawn with `figure`."""
    height, span = chart_height(len(leads)), width - LEFT - RIGHT

    def draw(sheet: Sheet) -> None:
        sheet.bar(LEFT, 5, 22, 12, BAD, hatched=True)
        sheet.write(LEFT + 30, 12, "cancelled")
        sheet.bar(LEFT + 116, 5, 22, 12, GAME, hatched=False)
        sheet.write(LEFT + 146, 12, "you take")
        for quarter in range(5):
            x = LEFT + span * quarter / 4
            sheet.block(x - 0.5, TOP - 6, 1, height - FOOT - TOP + 6, color=LINE if quarter else INK, linewidth=0)
            sheet.write(x, height - 11, f"{25 * quarter} %", INK_2, ha="center")
        for place, (card, (cancelled, takes, _)) in enumerate(leads.items()):
            y = TOP + place * ROW
            sheet.write(LEFT - 14, y + 19, str(card.number), size=24, ha="right", family="serif")
            if card is led:
                sheet.write(0, y + 20, "led", INK_2, fontweight="bold")
            for top, chance, ink in ((y + 2, cancelled, BAD), (y + 21, takes, GAME)):
                if chance:
                    sheet.bar(LEFT, top, span * float(chance), 15, ink, hatched=ink == BAD)
                sheet.write(LEFT + span * float(chance) + 7, top + 8, percent(chance) if chance else "never")

    told = " ".join(f"{card}: {_spoken(odds)}." for card, odds in leads.items())
    return picture(figure, width, height, draw, f"Bar chart, for each card you could lead. {told}")


def _spoken(odds: LeadOdds) -> str:
    cancelled = f"cancelled in {percent(odds.cancelled)}" if odds.cancelled else "never cancelled"
    return f"{cancelled}, you take in {percent(odds.takes)}" if odds.takes else f"{cancelled}, you never take"


# ---------------------------------------------------------------- the Odds lab


class OddsLab:
    """The boards of the Odds tab and what happens when they are touched."""

    def __init__(self, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.now = load("odds-4p-first-lead")
        self.past: tuple[Question, ...] = ()
        self.move = "mine"
        self.charted = False
        self._figure: Figure | None = None
        self._drawn: tuple[Question | None, str] = (None, "")
        self.head = Board(css=view.css + STYLE + ODDS_CSS + OWN, drawings=view.sprite())
        self.plate = Board(css_class="tk-plate to-plate", label="Where each card lies")
        self.result = Board(css_class="tk-panel to-result", label="The odds")
        self.log = Log(rulebook(KEY), "Which rules say so", css_class="tk-panel to-steps")
        self.chart = Board(css_class="tk-plate to-chart", label="Chart of all your leads")
        for board in (self.head, self.plate, self.chart):
            board.on_pick(self.pick)
        self.shared.listeners.append(self._ruled_elsewhere)
        side = ipywidgets.VBox([self.result, self.log])
        side.add_class("tk-col")
        lab = ipywidgets.Box([self.plate, side, self.chart])
        lab.add_class("tk-lab")
        lab.add_class("to-lab")
        self.widget = columns([lab], top=[self.head])
        self._draw("")

    # -------------------------------------------------------------------------------------------- what is touched

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "case|odds-3p", "players|5", "hand|4", "card|others|blue-7" ..."""
        kind, _, value = id.partition("|")
        now = self.now
        if kind == "case":
            said = f"{in_elements(examples()[value].title)}." if value else "Your own hand."
            after = load(value) if value else replace(now, example="")
            self._show(after, (*self.past, now) if after != now else self.past, said=said)
        elif kind == "players":
            after, lost = now.about(int(value), now.faction)
            self._become(after, f"{value} players. {lost}")
        elif kind == "faction":
            after, lost = now.about(now.players, Faction(value))
            self._become(after, f"{after.faction} cards. {lost}")
        elif kind == "hand":
            self._become(replace(now, hand=int(value), example=""), f"{value} in each hand.")
        elif kind == "void":
            self._become(replace(now, void=int(value), example=""), f"{value} known to have no {now.faction}.")
        elif kind == "move":
            self._show(move=value, said=MOVES[value][1])
        elif kind == "card":
            zone, _, card = value.partition("|")
            self._press(zone, Card(card))
        elif kind == "clear":
            self._become(replace(now, mine=(), gone=(), lead=None, example=""), "All cards are with the others.")
        elif kind == "back" and self.past:
            self._show(self.past[-1], self.past[:-1], said="Taken back.")
        elif kind == "chart":
            self._show(charted=not self.charted, said="The chart is drawn." if not self.charted else "Put away.")

    def _press(self, zone: str, card: Card) -> None:
        """Move a card where cards go now; what is there already is led, or comes back."""
        now = self.now
        if zone != self.move:
            after = now.move(card, zone, self.move)
            self._become(after, f"{card}: {ZONES[self.move].lower()}.")
            near = min(after.zone(zone), key=lambda other: abs(other.number - card.number), default=None)
            self.plate.focus = f"card|{zone}|{near.id}" if near else f"card|{self.move}|{card.id}"
        elif zone == "mine":
            self._become(replace(now, lead=card, example=""), f"You lead {card}.")
        elif zone == "gone":
            self._become(now.move(card, "gone", "others"), f"{card}: with the others.")
        else:
            self.plate.say = f"{card} is with the others already. To take it, choose {MOVES['mine'][0]} first."

    def _ruled_elsewhere(self, _rulings: Rulings) -> None:
        self._draw("")

    def _become(self, after: Question, said: str) -> None:
        if replace(after, example=self.now.example) == self.now:
            self._show(said=said)
        else:
            self._show(after, (*self.past, self.now), said=said)

    def _show(
        self,
        now: Question | None = None,
        past: tuple[Question, ...] | None = None,
        *,
        move: str = "",
        charted: bool | None = None,
        said: str = "",
    ) -> None:
        """Take over what is given and draw; if that fails, all is as it was."""
        before = self.now, self.past, self.move, self.charted
        self.now = now or self.now
        self.past = self.past if past is None else past
        self.move = move or self.move
        self.charted = self.charted if charted is None else charted
        try:
            self._draw(said if move or charted is not None else " ".join([said.strip(), *self.now.verdict]))
        except Exception:
            self.now, self.past, self.move, self.charted = before
            raise

    # -------------------------------------------------------------------------------------------- drawing

    def _draw(self, said: str) -> None:
        head, plate, result, chart = self._head(), self._plate(), self._result(), self._chart()
        steps = derivation(self.now)
        self.head.html, self.plate.html, self.result.html, self.chart.html = head, plate, result, chart
        self.log.show(steps, rulings=self.shared.rulings, say=False)
        if said:
            self.plate.say = said

    def _head(self) -> str:
        now = self.now
        named = {id: in_elements(examples()[id].title) for id in CASES}
        cases = [(f"case|{id}", label, f"{label}: {named[id]}", now.example == id) for id, label in CASES.items()]
        cases.append(("case|", "My own", "", not now.example))
        players = [(f"players|{n}", str(n), f"{n} players", n == now.players) for n in (3, 4, 5, 6)]
        hand = [(f"hand|{n}", str(n), f"{n} in each hand", n == now.hand) for n in range(1, hand_size(now.players) + 1)]
        void = [(f"void|{n}", str(n), f"{n} opponents", n == now.void) for n in range(now.players)]
        return (
            f'<div class="tl-head to-head"><div><h1 class="tk-title">Odds</h1>'
            '<p class="tk-small">Lay your hand and lead a card. Will it be cancelled, will you take?</p></div>'
            f"{seg('Worked cases of this kit', 'cases', cases)}"
            f'<div class="to-settings">{seg("Players", "players", players)}'
            f"{seg('Cards in each hand, your lead included', 'hand', hand)}"
            f"{seg(f'Opponents known to have no {now.faction}', 'void', void)}</div></div>"
        )

    def _plate(self) -> str:
        now = self.now
        example = examples().get(now.example)
        title = f"Case: {CASES[now.example]}." if example else "Your own hand."
        about = f"{in_elements(example.title)}." if example else f"{now.players} players, {now.hand} cards each."
        factions = "".join(
            f'<button type="button" data-id="faction|{f.value}" aria-pressed="{pressed(f is now.faction)}">'
            f"{view.emblem(f)}{f}</button>"
            for f in Faction
        )
        moves = [(f"move|{id}", label, "", id == self.move) for id, (label, _) in MOVES.items()]
        off = ("" if self.past else ' aria-disabled="true"', "" if now.mine or now.gone else ' aria-disabled="true"')
        return (
            f'<div class="to-plate-head"><p class="tk-caption"><b>{escape(title)}</b> {escape(about)}</p>'
            f'<div class="tk-seg to-factions" role="group" aria-label="Faction" data-arrows="faction">{factions}</div>'
            '<div class="tl-undo"><button type="button" class="tk-btn" data-id="back"'
            f'{off[0]}>Take back</button><button type="button" class="tk-btn" data-id="clear"{off[1]}>Clear</button></div>'
            f"{seg('A pressed card goes', 'move', moves)}"
            f'<p class="tk-small to-hint">{MOVES[self.move][1]}</p></div>'
            f'<div class="to-zones" data-arrows="cards">{"".join(map(self._zone, ZONES))}</div>'
        )

    def _zone(self, zone: str) -> str:
        now = self.now
        held = Counter(now.zone(zone))
        spots = []
        for number in range(1, 9):
            card = Card(f"{now.faction.value}-{number}")
            spots.append(self._card(zone, card, held[card]) if held[card] else '<i class="to-spot"></i>')
        count = len(now.zone(zone))
        note = {
            "mine": f"{count} of {now.hand} cards",
            "others": f"{count} in {now.opponents} hand{'s' * (now.opponents != 1)}",
            "gone": f"{count} played",
        }[zone]
        return (
            f'<section class="to-zone" aria-label="{ZONES[zone]}, {note}"><p class="to-where"><b>{ZONES[zone]}</b>'
            f'<span>{note}</span></p><div class="to-cards{"" if held else " is-empty"}">{"".join(spots)}</div></section>'
        )

    def _card(self, zone: str, card: Card, count: int) -> str:
        led = zone == "mine" and card is self.now.lead
        copies = f"{count} copies" if count > 1 else ""
        foot = ", ".join(filter(None, ["<b>led</b>" if led else "", f"×{count}" if count > 1 else ""]))
        say = ", ".join(filter(None, [str(card), copies, ZONES[zone].lower(), "led" if led else ""]))
        return (
            f'<button type="button" class="to-card{" is-led" if led else ""}" data-id="card|{zone}|{card.id}" '
            f'aria-label="{say}"{" aria-current=true" if led else ""}>{view.card_svg(card)}<span>{foot}</span></button>'
        )

    def _result(self) -> str:
        now = self.now
        first, second = now.verdict
        if now.problems:
            kind = " is-not" if now.mine else ""
            return f'<p class="tk-verdict{kind}"><strong>{escape(first)}</strong><span>{escape(second)}</span></p>'
        cancelled, takes, _ = now.odds
        rows = "".join(
            f'<tr><th scope="row">{m}</th><td>{percent(row.chance)}<small>{over(row.chance)}</small></td>'
            + "".join(f"<td>{n:,}<small>of {row.sets:,}</small></td>" for n in (row.cancelled, row.takes))
            + "</tr>"
            if row.chance
            else f'<tr class="is-never"><th scope="row">{m}</th><td>never</td><td>–</td><td>–</td></tr>'
            for m, row in enumerate(now.rows)
        )
        return (
            f'<p class="tk-verdict"><strong>{escape(first)}</strong> <strong>{escape(second)}</strong>'
            f"<span>You lead {now.lead}. {MODEL}</span></p>"
            f"{exact((('Cancelled', cancelled), ('You take', takes)))}"
            '<table class="to-table"><caption class="tk-hidden">How many opponents follow, how likely that is, and in how '
            "many of the sets of cards they may show the lead is cancelled or takes</caption><thead><tr>"
            '<th scope="col">Follow</th><th scope="col">Chance</th><th scope="col">Cancelled</th>'
            f'<th scope="col">You take</th></tr></thead><tbody>{rows}</tbody></table>'
        )

    def _chart(self) -> str:
        now = self.now
        held = sorted(set(now.mine)) if not now.problems else []
        pictures = f'<p class="tk-small">{"The chart appears here." if held else "A chart needs an answer above."}</p>'
        if self.charted and held:
            from matplotlib.figure import Figure

            self._figure = figure = self._figure or Figure()
            if self._drawn[0] != now:
                leads = {card: now.odds_of(card) for card in held}
                self._drawn = now, both_widths(lambda width: chart_svg(leads, now.lead, figure, width))
            pictures = self._drawn[1]
        height = chart_height(max(1, len(held)))
        return chart_room("Which of your cards to lead?", self.charted, height, pictures)
