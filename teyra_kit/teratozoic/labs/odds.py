"""The Odds tab: what is a first hand worth, does mine win the round, when does the era change, and how do we know?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from importlib.resources import files
from random import Random
from threading import RLock
from typing import Any, Final, TypeAlias

import ipywidgets

from ...core import Event, Reason, Rulings, open_point, rulebook
from ...ui import Board, Log, RulingsPanel, columns
from ...ui.odds import ODDS_CSS, both_widths, exact, percent, pressed, seg
from ...ui.shared import Shared
from .. import packs, view
from ..bench import Bench
from ..layouts import Best, best_layouts
from ..monsters import layout_value
from ..odds import EraChange, Totals, era_change, first_hands, opponent_totals, standing
from ..parts import (
    KEY,
    NO_SET,
    PLAYERS,
    Box,
    Part,
    assumed_number,
    assumed_parts,
    common_parts,
    era_stack,
    eras_by_key,
    hand_size,
    parts_by_id,
    starter_sets,
)
from .bench import INVENTED, situated
from .counting import Counting, Outcome
from .spread import HEIGHT, Deck, counted, decks_svg, drawer_said, mean_said, ordinal, spread_svg, when

FIRST, MINE, ERA = "first", "mine", "era"
ASKED: Final = {FIRST: "A first hand", MINE: "My hand", ERA: "Era change"}
LEDES: Final = {
    FIRST: "What is a first hand worth when it is laid out at its best? Every hand there is, counted.",
    MINE: "Point at five cards. What are they worth, and will that win the round?",
    ERA: "When does the first era end, if nobody is eliminated?",
}
MATTER: Final = (
    "multicolour-doubling", "loops", "zero-end-single", "doubling-scope", "bonus-stacking", "triple-doubling",
    "unused-starters", "starter-sets", "join-geometry",
)  # fmt: skip
"""The rulings that change what hands are worth, or which hands there are."""
OF_ERAS: Final = ("era-trigger", "unused-starters")
"""Those that change when an era ends."""
MODEL: Final = "The model, not the rulebook, says: each hand that can be drawn is equally likely."
APART: Final = (
    "The model, not the rulebook, takes several opponents as independent of each other; in fact their cards come from "
    "one deck, so a good hand of one leaves less to the others. It is exact for one opponent."
)
LEAST: Final = 1
MOST: Final = 199
OWN: Final = files(__package__).joinpath("odds.css").read_text(encoding="utf-8")
HANDS: Final = {
    "sveta": ("Sveta’s", 2, ("purple", "cross"), ("PX6", "P2a", "O3b", "G1b", "G2b")),
    "andrey": ("Andrey’s", 2, ("orange", "dot"), ("O1b", "P1b", "G1c", "P1c", "OD4")),
}
"""The two hands of the example of play."""
Set: TypeAlias = tuple[str, str]


# ---------------------------------------------------------------- what is asked


@dataclass(frozen=True)
class Question:
    """All that a visitor has set up: an immutable value, so that going wrong changes nothing.

    `era`: the first one. `hand` are ids of cards, `own` is my starter set.
    """

    about: str = FIRST
    players: int = 6
    era: str = "apocalypse"
    hand: tuple[str, ...] = ()
    own: Set = ("purple", "cross")
    rulings: Rulings = field(default_factory=lambda: Rulings.defaults(KEY))
    box: Box = field(default_factory=lambda: packs.box_of(""))

    @property
    def cards(self) -> tuple[Part, ...]:
        """The cards of my hand."""
        known = parts_by_id(self.box)
        return tuple(known[id] for id in self.hand)

    @property
    def sets(self) -> Mapping[Set, tuple[Part, ...]]:
        """The starter sets of the box."""
        return starter_sets(self.box.parts)

    def under(self, rulings: Rulings, box: Box) -> Question:
        """The same under other readings or with other cards; what is not in the box is put away."""
        known, sets = parts_by_id(box), starter_sets(box.parts)
        return replace(
            self,
            rulings=situated(rulings, box.parts),
            box=box,
            hand=tuple(id for id in self.hand if id in known),
            own=self.own if self.own in sets else next(iter(sets)),
        )

    @cached_property
    def best(self) -> Best | None:
        """The best layouts of my hand; None if it is empty."""
        return best_layouts(self.cards, self.rulings) if self.hand else None

    @cached_property
    def problems(self) -> tuple[Reason, ...]:
        """Why nobody can hold this hand; () if there is an answer."""
        return tuple(self._problems()) if self.about == MINE else ()

    def _problems(self) -> Iterable[Reason]:
        card, full = eras_by_key(self.box)[self.era], hand_size()
        if len(self.hand) < full:
            missing = full - len(self.hand)
            yield Reason(
                "setup.first-hand",
                f"{len(self.hand) or 'No'} of {full} cards are chosen.",
                f"Press {counted(missing, 'more card' if self.hand else 'card')} below, or take a hand that is ready.",
            )
            return
        if self.rulings["starter-sets"] != "uniform-sets":
            yield Reason(
                "setup.starter-cards",
                "Under the reading mixed-values nobody has a whole starter set.",
                "Choose uniform-sets among the readings.",
            )
            return
        own = sum((part.colour, part.set) == self.own for part in self.cards)
        if own != card.own:
            yield Reason(
                "setup.first-hand",
                f"A first hand of the {card.name} has {card.own} of your starters; this one has {own}.",
                f"Your starters are {_set_name(self.own)}: change them, or the cards.",
            )
        other = {(part.colour, part.set) for part in self.cards if part.set != NO_SET} - {self.own}
        spare = max(0, len(self.sets) - self.players) if self.rulings["unused-starters"] == "into-common" else 0
        if len(other) > spare:
            yield Reason(
                "setup.common-deck",
                f"The hand holds starters of {counted(len(other), 'other set')}; {spare or 'none'} can be in the common deck.",
                "Put them back, or choose fewer players.",
            )

    @property
    def key(self) -> tuple[Any, ...]:
        """What a count of it depends on."""
        readings = tuple(self.rulings[id] for id in MATTER)
        mine = (frozenset(self.hand), self.own) if self.about == MINE else ()
        return self.about, self.players, self.era, mine, readings, self.box

    def count(self, progress: Any) -> Totals:
        """The best totals of all first hands, or of all that one opponent can have. ValueError if they are not counted.

        Clause: setup.first-hand, growth.highest-wins
        """
        if self.about == MINE:
            return opponent_totals(self.cards, self.own, self.rulings, self.box, self.players, self.era, progress)
        return first_hands(self.rulings, self.box, self.players, self.era, progress)


def first_eras(box: Box) -> tuple[str, ...]:
    """The eras with which the stacks begin."""
    return tuple(dict.fromkeys(era_stack(players, box)[0] for players in reversed(PLAYERS)))


def common_deck(players: int, rulings: Rulings, box: Box) -> int:
    """How many cards the common deck has before anybody draws. Clause: setup.common-deck"""
    dealt = [part for some in list(starter_sets(box.parts).values())[:players] for part in some]
    return len(common_parts(box.parts, dealt, rulings))


def decks(rulings: Rulings, box: Box) -> tuple[Deck, ...]:
    """The common deck for each number of players, under its first era."""
    return tuple(
        Deck(
            players,
            common_deck(players, rulings, box),
            players * eras_by_key(box)[era_stack(players, box)[0]].common,
            changes(players, rulings, box),
        )
        for players in PLAYERS
    )


def changes(players: int, rulings: Rulings, box: Box) -> EraChange:
    """When the first era ends for so many players. Clause: mutate.era-change"""
    card = eras_by_key(box)[era_stack(players, box)[0]]
    return era_change(common_deck(players, rulings, box), players, card.common, str(rulings["era-trigger"]))


# ---------------------------------------------------------------- in words


def short(chance: Fraction) -> str:
    """A chance for a narrow column."""
    return percent(chance).replace("under ", "&lt;\N{NO-BREAK SPACE}").replace("over ", "&gt;\N{NO-BREAK SPACE}")


def _set_name(own: Set) -> str:
    return f"{own[0]}, {own[1]}"


def _less_than_all(chance: Fraction) -> str:
    return {Fraction(0): "never", Fraction(1): "always"}.get(chance, f"in {percent(chance)} of the rounds")


def derivation(now: Question, found: Totals | None) -> tuple[Event, ...]:
    """How the answer comes about, step by step, each with its clause."""
    if now.problems:
        book = rulebook(KEY)
        return tuple(Event(why.clause, book.clauses[why.clause].text) for why in now.problems)
    if now.about == ERA:
        return tuple(_era_steps(now))
    return (*_deck_steps(now), *(_mine_steps(now, found) if now.about == MINE else _first_steps(now, found)))


def _deck_steps(now: Question) -> Iterable[Event]:
    card, deck = eras_by_key(now.box)[now.era], common_deck(now.players, now.rulings, now.box)
    yield Event(
        "setup.common-deck",
        f"The common deck of {now.players} players has {deck} cards; each has six starters besides.",
        assumed=open_point(now.rulings, "unused-starters") if now.players < PLAYERS[-1] else assumed_parts(now.box),
    )
    yield Event(
        "setup.first-hand",
        f"The {card.name} gives {counted(card.common, 'common card')} and {card.own} of the own six.",
        assumed=assumed_number(now.box, now.era, "common") or assumed_number(now.box, now.era, "own"),
    )


def _first_steps(now: Question, found: Totals | None) -> Iterable[Event]:
    yield Event("build.layout-free", "Of each hand all layouts are looked at, and the best total counts.")
    if found is None:
        return
    yield Event(
        "setup.first-hand",
        f"{found.all:,} hands, each equally likely.",
        assumed=f"{MODEL} {assumed_parts(now.box)}".strip(),
    )
    yield Event("growth.highest-wins", f"Their best totals add up to {mean_said(found)} on average.", key=True)
    yield Event("tie.draw-one", f"Two such hands are worth the same in {percent(found.tie())} of the cases: a tie.")


def _mine_steps(now: Question, found: Totals | None) -> Iterable[Event]:
    best = now.best
    assert best is not None
    yield Event("build.layout-free", f"Your best layout of {counted(best.buildable, 'layout')} is worth {best.total}.")
    if found is None:
        return
    yield Event(
        "setup.first-hand",
        f"Without your cards an opponent can have {found.all:,} hands, each weighed by how likely it is.",
        assumed=MODEL,
    )
    one = standing(best.total, 1, found)
    yield Event(
        "growth.highest-wins",
        f"One opponent stays below {best.total}: {one.alone} = {percent(one.alone)}.",
        key=True,
        assumed="The opponent is taken to play all five cards, laid out at their best.",
    )
    yield Event("tie.draw-one", f"The same total, and so a tie: {percent(one.shared)}.")
    if now.players > 2:
        yield Event(
            "growth.highest-wins",
            f"All {now.players - 1} opponents stay below it: the chance for one, multiplied {now.players - 1} times.",
            assumed=APART,
        )


def _era_steps(now: Question) -> Iterable[Event]:
    card = eras_by_key(now.box)[era_stack(now.players, now.box)[0]]
    deck = common_deck(now.players, now.rulings, now.box)
    change = changes(now.players, now.rulings, now.box)
    yield Event(
        "setup.common-deck",
        f"The common deck of {now.players} players has {deck} cards.",
        assumed=open_point(now.rulings, "unused-starters") if now.players < PLAYERS[-1] else assumed_parts(now.box),
    )
    yield Event(
        "setup.first-hand",
        f"In the {card.name} everybody draws {counted(card.common, 'common card')}: {now.players * card.common} in the set-up, as many in each round.",
        assumed=assumed_number(now.box, card.key, "common"),
    )
    yield Event("mutate.common-first", "The common cards are drawn first.")
    yield Event(
        "mutate.era-change",
        f"The deck gives out in {when(change)}: the era changes.",
        key=True,
        assumed=open_point(now.rulings, "era-trigger"),
    )
    yield Event(
        "turn.rounds-per-era",
        "This holds if nobody is eliminated before; an eliminated player draws no more, so the deck lasts longer.",
    )


# ---------------------------------------------------------------- the lab


class OddsLab:
    """The boards of the Odds tab and what happens when they are touched."""

    def __init__(self, shared: Shared | None = None, chance: Random | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.book = rulebook(KEY)
        self.chance = chance or Random()
        self.now = Question().under(self.shared.rulings, self.box)
        self.mark = 21
        self.peek = 0  # the total of an opponent that was asked for; 0: none
        self.colour = "purple"
        self.refused = ""
        self.found: dict[tuple[Any, ...], Outcome] = {}
        self.before: Totals | None = None
        self.counting: Counting | None = None
        self.far = (0, 0)
        self._alone = RLock()  # the page's own thread and that of a count take turns
        self.head = Board(css=view.css + ODDS_CSS + OWN, drawings=view.sprite())
        self.plate = Board(css_class="tk-plate to-plate oz-plate", label="The picture")
        self.work = Board(css_class="tk-panel oz-work", label="The count")
        self.tiles = Board(css_class="tk-panel oz-box", label="The box")
        self.result = Board(css_class="tk-panel to-result oz-result", label="The odds")
        self.log = Log(self.book, "Which rules say so", css_class="tk-panel to-steps oz-steps")
        self.readings = RulingsPanel(
            self.book,
            self.shared.rulings,
            only=MATTER[:6],
            title="Readings that change it",
            css_class="tk-panel oz-read",
        )
        for board in (self.head, self.plate, self.tiles):
            board.on_pick(self.pick)
        self.head.on_input(self.enter)
        self.plate.on_input(self.enter)
        self.readings.on_change(self._ruled)
        self.shared.listeners.append(self._ruled_elsewhere)
        self.shared.pack_listeners.append(self._packed)
        main = ipywidgets.VBox([self.plate, self.tiles, self.readings])
        side = ipywidgets.VBox([self.result, self.work, self.log])
        for column in (main, side):
            column.add_class("tk-col")
        for place, board in enumerate((self.plate, self.work, self.result, self.tiles, self.log, self.readings)):
            board.add_class(f"oz-o{place}")
        lab = ipywidgets.Box([main, side])
        lab.add_class("tk-lab")
        lab.add_class("oz-lab")
        self.widget = columns([lab], top=[self.head])
        self._draw("")

    @property
    def box(self) -> Box:
        """The parts and eras in force."""
        return packs.box_of(self.shared.packed)

    @property
    def outcome(self) -> Outcome | None:
        """What has been counted for the question, or why it cannot be."""
        return self.found.get(self.now.key)

    @property
    def totals(self) -> Totals | None:
        """The totals that were counted for the question."""
        return self.outcome.totals if self.outcome else None

    def open_link(self, link: str) -> None:
        """Ask what a link names: "era", or "mine:PX6.P2a.O3b.G1b.G2b"; of any other it is told that it names nothing."""
        about, _, hand = link.partition(":")
        ids = tuple(hand.split(".")) if hand else ()
        known = parts_by_id(self.now.box)
        if about not in ASKED:
            with self._alone:
                self._refuse(f"This link names nothing that is known here: “{link[:20]}”. Known: {', '.join(ASKED)}.")
            return
        self.pick(f"ask|{about}")
        if about != MINE or not ids:
            return
        with self._alone:
            if strange := next((id for id in ids if id not in known), ""):
                self._refuse(f"This link names no part “{strange[:20]}”.")
            elif len(set(ids)) < len(ids) or len(ids) > hand_size():
                self._refuse(f"This link names {len(ids)} cards. A hand holds up to {hand_size()}, each once.")
            else:
                self._become(self._owned(replace(self.now, hand=ids)), "The hand of this link.")

    # -------------------------------------------------------------------------------------------- what is touched

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "ask|mine", "players|4", "era|darkozoic", "total|21", "card|G6a", "count|" ..."""
        kind, _, value = id.partition("|")
        handler = getattr(self, f"_on_{kind}", None)
        if handler is not None:
            with self._alone:
                handler(value)

    def enter(self, id: str, value: str) -> None:
        """A total was typed."""
        text = value.strip()
        if id != "total":
            return
        with self._alone:
            if text.isascii() and text.isdigit() and len(text) < 5:
                self._on_total(text)
            else:
                self._refuse(f"A total is a whole number, not “{text[:20]}”. Type {LEAST} to {MOST}.")

    def _on_ask(self, about: str) -> None:
        if about in ASKED:
            after = replace(self.now, about=about)
            if about == MINE and not after.hand:
                after = self._ready(after, "sveta")
            self._become(after, LEDES[about])

    def _on_players(self, value: str) -> None:
        players = int(value)
        self._become(replace(self.now, players=players, era=era_stack(players, self.now.box)[0]), f"{value} players.")

    def _on_era(self, key: str) -> None:
        self._become(replace(self.now, era=key), f"{eras_by_key(self.now.box)[key].name}.")

    def _on_less(self, _: str) -> None:
        self._on_total(str(self.mark - 1))

    def _on_more(self, _: str) -> None:
        self._on_total(str(self.mark + 1))

    def _on_total(self, value: str) -> None:
        total = int(value)
        if not LEAST <= total <= MOST:
            self._refuse(f"The total cannot be {total} here. Choose {LEAST} to {MOST}.")
            return
        self.refused = ""
        if self.now.about == MINE:
            self.peek = total
            self._draw(self._opponents_at(total))
        else:
            self.mark = total
            self._draw(self._headline())

    def _on_hand(self, key: str) -> None:
        if key == "deal":
            now = self.now
            card, starters = eras_by_key(now.box)[now.era], now.sets[now.own]
            common = [part for part in now.box.parts if part.set == NO_SET]
            hand = [*self.chance.sample(starters, card.own), *self.chance.sample(common, hand_size() - card.own)]
            self._become(replace(now, hand=tuple(part.id for part in hand)), f"A hand: {view.parts_said(hand)}.")
        elif key == "none":
            self._become(replace(self.now, hand=()), "The hand is empty.")
        else:
            self._become(self._ready(self.now, key), f"{HANDS[key][0]} hand.")

    def _on_own(self, value: str) -> None:
        colour, _, mark = value.partition("|")
        self._become(replace(self.now, own=(colour, mark)), f"Your starters: {_set_name((colour, mark))}.")

    def _on_colour(self, colour: str) -> None:
        self.colour = colour
        self._draw(f"{colour.capitalize()} cards.")

    def _on_card(self, id: str) -> None:
        """A card of the box comes into my hand, or goes back."""
        now = self.now
        if id in now.hand:
            self._become(replace(now, hand=tuple(one for one in now.hand if one != id)), f"{id} goes back to the box.")
        elif len(now.hand) >= hand_size():
            self._refuse(f"A hand has {hand_size()} cards. Press one of yours first to put it back.")
        else:
            part = parts_by_id(now.box)[id]
            self._become(self._owned(replace(now, hand=(*now.hand, id))), f"{view.name_of(part)}: into your hand.")

    def _on_count(self, _: str) -> None:
        self._start()

    def _on_stop(self, _: str) -> None:
        self._halt()
        self._draw("Stopped. Nothing has changed.")

    def _ready(self, now: Question, key: str) -> Question:
        """One of the printed hands, at the printed table; without the cards that an owner's box does not have."""
        _, players, own, hand = HANDS[key]
        known = parts_by_id(now.box)
        after = replace(now, players=players, era=first_eras(now.box)[0], hand=tuple(id for id in hand if id in known))
        return replace(after, own=own) if own in now.sets else after

    def _owned(self, now: Question) -> Question:
        """With the starter set that the cards of the hand show, if they show one only."""
        shown = {(part.colour, part.set) for part in now.cards if part.set != NO_SET}
        return replace(now, own=shown.pop()) if len(shown) == 1 else now

    def _ruled(self, rulings: Rulings) -> None:
        """Other readings were chosen here: what was counted is counted anew, and stays to be seen beside."""
        with self._alone:
            before = self.totals
            self.shared.set(rulings, self._ruled_elsewhere)
            self._become(self.now.under(rulings, self.box), "")
            if before is not None and self.now.about != ERA:
                self.before = before
                if self.totals is None and self.outcome is None and not self.now.problems:
                    self._start()
                else:
                    self._draw(self._headline())

    def _ruled_elsewhere(self, rulings: Rulings) -> None:
        with self._alone:
            self._become(self.now.under(rulings, self.box), "")

    def _packed(self) -> None:
        with self._alone:
            self._become(self.now.under(self.shared.rulings, self.box), "")

    def _refuse(self, text: str) -> None:
        self.refused = text
        self._draw(text)

    def _become(self, after: Question, said: str) -> None:
        """Ask something else; if it cannot be drawn, all is as it was."""
        before = self.now, self.before, self.refused
        if after.key != self.now.key:
            self._halt()
            self.peek = 0
        if (after.about, after.players, after.era) != (self.now.about, self.now.players, self.now.era):
            self.before = None
        self.now, self.refused = after, ""
        try:
            self._draw(f"{said} {self._headline()}".strip() if said else "")
        except Exception:
            self.now, self.before, self.refused = before
            raise

    # -------------------------------------------------------------------------------------------- counting

    def _start(self) -> None:
        """Count what the question needs, beside the page."""
        now = self.now
        self._halt()

        def told(done: int, every: int) -> None:
            with self._alone:
                if self.counting is counting:
                    percent_before = _percent_done(self.far)
                    self.far = done, every
                    if _percent_done(self.far) != percent_before:
                        self.work.html = self._work()

        def ended(outcome: Outcome) -> None:
            with self._alone:
                if self.counting is counting:
                    self.counting = None
                    self.found[now.key] = outcome
                    self._draw(self._headline())

        self.counting = counting = Counting(now.count, told, ended)
        self.far = 0, 0
        self._draw("Counting.")
        counting.start()

    def _halt(self) -> None:
        if self.counting is not None:
            self.counting.stop()
        self.counting = None

    # -------------------------------------------------------------------------------------------- drawing

    def _draw(self, said: str) -> None:
        now = self.now
        head, plate, work, tiles, result = self._head(), self._plate(), self._work(), self._tiles(), self._result()
        steps = derivation(now, self.totals)
        self.head.html, self.plate.html, self.work.html, self.tiles.html, self.result.html = (
            head, plate, work, tiles, result,
        )  # fmt: skip
        self.work.css_class = f"tk-panel oz-work{' oz-shut' * (now.about == ERA)}"
        self.tiles.css_class = f"tk-panel oz-box{' oz-shut' * (now.about != MINE)}"
        self.log.show(steps, rulings=now.rulings, say=False)
        only, effects = self._effects()
        self.readings.show(rulings=self.shared.rulings, only=only, effects=effects)
        if said:
            self.plate.say = said

    def _head(self) -> str:
        now = self.now
        asked = [(f"ask|{id}", label, "", id == now.about) for id, label in ASKED.items()]
        players = [(f"players|{n}", str(n), f"{n} players", n == now.players) for n in PLAYERS]
        settings = seg("Players", "players", players)
        if now.about != ERA:
            eras = eras_by_key(now.box)
            some = dict.fromkeys((*first_eras(now.box), now.era))
            rows = [
                (f"era|{key}", f"{eras[key].name}: {eras[key].common} + {eras[key].own}",
                 f"{eras[key].name}, {eras[key].common} common and {eras[key].own} own cards", key == now.era)
                for key in some
            ]  # fmt: skip
            settings += seg("First era: common + own cards", "era", rows)
        if now.about == FIRST:
            settings += (
                '<div class="to-set oz-total"><p class="tk-small" id="oz-total">Up to which total?</p><div class="tk-step" role="group" '
                f'aria-labelledby="oz-total">{self._step("less", "−", "One less", LEAST)}<input type="text" inputmode="numeric" '
                f'maxlength="5" data-id="total" value="{self.mark}" aria-label="Up to which total, {LEAST} to {MOST}">'
                f"{self._step('more', '+', 'One more', MOST)}</div></div>"
            )
        if now.about == MINE:
            hands = [(f"hand|{key}", row[0], "", now == self._ready(now, key)) for key, row in HANDS.items()]
            hands += [("hand|deal", "Deal one", "", False), ("hand|none", "Empty", "", not now.hand)]
            settings += seg("A hand to begin with", "cases", hands)
        told = "" if now.about == MINE else self._told()
        return (
            f'<div class="tk-head to-head"><div><h1 class="tk-title">Odds</h1><p class="tk-small">{LEDES[now.about]}</p></div>'
            f"{seg('What do you want to know?', 'asked', asked)}"
            f'<div class="to-settings">{settings}</div>{told}</div>'
        )

    def _told(self) -> str:
        """What was refused, and why."""
        return f'<p class="tk-refused oz-told">{escape(self.refused)}</p>' if self.refused else ""

    def _step(self, id: str, sign: str, word: str, end: int) -> str:
        stop = ' aria-disabled="true"' if self.mark == end else ""
        return f'<button type="button" class="tk-btn" data-id="{id}|" aria-label="{word}"{stop}>{sign}</button>'

    def _assumed(self) -> str:
        return view.assumed(INVENTED, "assumed parts") if assumed_parts(self.now.box) else ""

    # the plate

    def _plate(self) -> str:
        now = self.now
        if now.about == ERA:
            pictures = both_widths(lambda width: decks_svg(decks(now.rulings, now.box), now.players, width))
            return f"{self._caption('How long the common deck lasts.', 'Each block is what a round draws.')}{pictures}{self._table()}"
        if now.about == MINE:
            return self._hand() + self._spread("What one opponent’s hand is worth", now.best.total if now.best else 0)
        card = eras_by_key(now.box)[now.era]
        caption = self._caption("Best totals of a first hand.", f"{now.players} players, {card.name}.")
        return caption + self._spread("", self.mark)

    def _caption(self, name: str, about: str) -> str:
        return f'<div class="oz-caption"><p class="tk-caption"><b>{name}</b> {about}</p>{self._assumed()}</div>'

    def _spread(self, title: str, mark: int) -> str:
        """The picture of all totals, or the room that is kept for it."""
        head = f'<h2 class="tk-h2 oz-h2">{title}</h2>' if title else ""
        if self.totals is None:
            body = self._room()
        else:
            totals, before = self.totals, self.before
            body = both_widths(lambda width: spread_svg(totals, mark, width, before))
            body += self._legend(mark, before is not None)
        return f'{head}<div class="oz-room" style="--h: {HEIGHT}">{body}</div>'

    def _legend(self, mark: int, ghost: bool) -> str:
        less = f"{mark} or less" if self.now.about == FIRST else f"up to your {mark}"
        rows = f'<span><i class="oz-key is-in"></i>{less}</span><span><i class="oz-key"></i>more</span><span><i class="oz-key is-half"></i>the middle half</span>'
        rows += '<span><i class="oz-key is-ghost"></i>under the readings before</span>' if ghost else ""
        return f'<p class="oz-legend" aria-hidden="true">{rows}</p>'

    def _room(self) -> str:
        """What stands where the picture comes: what it needs, and the button that asks for it or stops it."""
        button = ""
        if self.counting is not None:
            told = "The picture comes when all hands are through."
            button = '<button type="button" class="tk-btn" data-id="stop|">Stop</button>'
        elif self.now.problems:
            told = "The picture needs a whole hand that you can hold."
        elif self.outcome is not None:
            told = "There is no picture of what cannot be counted."
        else:
            told = "The picture comes when the hands are counted."
            what = "Count the other hands" if self.now.about == MINE else "Count every hand"
            button = f'<button type="button" class="tk-btn tk-btn--main" data-id="count|">{what}</button>'
        return f'<div class="oz-none"><p>{told}</p>{button}</div>'

    def _hand(self) -> str:
        now, best = self.now, self.now.best
        sets = [
            (f"own|{colour}|{mark}", f"{colour[0].upper()} {mark}", f"{colour}, {mark}", (colour, mark) == now.own)
            for colour, mark in now.sets
        ]
        caption = self._caption("Your hand, laid out at its best.", f"{len(now.hand)} of {hand_size()} cards.")
        if best is None:
            floor = '<p class="oz-none">No card yet. Press five below.</p>'
        else:
            layout = best.layouts[0]
            bench = Bench.of(layout, now.rulings)
            worth = layout_value(bench.layout, now.rulings)
            figures = []
            for monster, value in zip(bench.layout, worth.monsters, strict=True):
                places = bench.hung(monster, now.rulings).places
                free = sum(len(place.free) for place in places)
                figures.append(
                    view.monster_html(
                        places, view.LOOK_ONLY, view.plaque(monster, value.total, value.whole, free),
                        f"{view.monster_said(monster)}: {value.total}",
                    )
                )  # fmt: skip
            floor = "".join(figures)
        return f'{caption}<div class="oz-floor tz">{floor}</div>{seg("Your starters", "own", sets)}'

    def _table(self) -> str:
        now, readings = self.now, ("on-demand", "on-empty")
        rows = ""
        for deck in decks(now.rulings, now.box):
            era = eras_by_key(now.box)[era_stack(deck.players, now.box)[0]]
            cells = ""
            for reading in readings:
                change = changes(deck.players, now.rulings.with_("era-trigger", reading), now.box)
                cells += f"<td>round {change.round}<small>{drawer_said(change)}</small></td>"
            rows += (
                f'<tr{" class=is-key" * (deck.players == now.players)}><th scope="row">{deck.players}</th><td>{deck.cards}<small>cards</small></td>'
                f"<td>{deck.use}<small>{escape(era.name)}: {deck.players} × {era.common}</small></td>{cells}</tr>"
            )
        heads = "".join(
            f'<th scope="col">{words}{" (in force)" * (reading == now.rulings["era-trigger"])}</th>'
            for reading, words in zip(readings, ("On demand", "On empty"), strict=True)
        )
        return (
            '<table class="to-table oz-eras"><caption class="tk-hidden">When the first era ends, for each number of players '
            'and both readings</caption><thead><tr><th scope="col">Players</th><th scope="col">Deck</th>'
            f'<th scope="col">Each round</th>{heads}</tr></thead><tbody>{rows}</tbody></table>'
        )

    # the count

    def _work(self) -> str:
        """How far the count is, or what it takes."""
        bar = ""
        if self.counting is not None:
            done, every = self.far
            part = _percent_done(self.far)
            told = f"<b>Counting.</b> {done:,} of {every:,} hands" if every else "<b>Counting.</b>"
            bar = (
                '<div class="oz-track" role="progressbar" aria-label="Hands counted" aria-valuemin="0" aria-valuemax="100" '
                f'aria-valuenow="{part}"><i style="width:{part}%"></i></div>'
            )
        elif self.outcome is not None and self.outcome.totals is not None:
            told = f"<b>{self.outcome.totals.all:,} hands counted in {self.outcome.seconds:.1f} s.</b>"
            told += " " + (self._opponents_at(self.peek) or "Press a bar to read it.")
        else:
            long = "about ten seconds" if self.now.players < PLAYERS[-1] else "a few seconds"
            told = f"Each hand gets its best layout. None is guessed, none left out; it takes {long}."
        return f'<div class="oz-counting"><p>{told}</p>{bar}</div>'

    # the box

    def _tiles(self) -> str:
        now = self.now
        if now.about != MINE:
            return ""
        colours = dict.fromkeys(part.colour for part in now.box.parts)
        buttons = "".join(
            f'<button type="button" data-id="colour|{colour}" aria-pressed="{pressed(colour == self.colour)}">{view.crest(colour)}{colour.capitalize()}</button>'
            for colour in colours
        )
        rows = ""
        for title, starters in (("Starters", True), ("Others", False)):
            some = [part for part in now.box.parts if part.colour == self.colour and (part.set != NO_SET) == starters]
            tiles = "".join(view.tile_html(part, f"card|{part.id}", part.id in now.hand) for part in some)
            rows += f'<section><h3>{title}</h3><div class="mb-tiles" role="group" aria-label="{self.colour.capitalize()}, {title.lower()}" data-arrows="box">{tiles}</div></section>'
        mine = "".join(view.tile_html(part, f"card|{part.id}", True) for part in now.cards)
        hand = (
            f'<section><h3>Your hand: press to put back</h3><div class="mb-tiles" role="group" aria-label="Your hand" data-arrows="hand">{mine}</div></section>'
            if mine
            else ""
        )
        return (
            f'<div class="oz-caption"><h2 class="tk-h2">Choose your cards</h2><div class="tk-seg oz-colours" role="group" aria-label="Colour" '
            f'data-arrows="colour">{buttons}</div></div>{self._told()}{hand}{rows}'
        )

    # the answer

    def _headline(self) -> str:
        return " ".join(self._verdict())

    def _verdict(self) -> tuple[str, str]:
        """The upshot, and what it is about; or what is wrong and what to do."""
        now, totals = self.now, self.totals
        if now.about == ERA:
            card = eras_by_key(now.box)[era_stack(now.players, now.box)[0]]
            change = changes(now.players, now.rulings, now.box)
            return (
                f"{now.players} players: the {card.name} ends in {f'round {change.round}' if change.round else 'the set-up'}.",
                f"When the {ordinal(change.drawer)} drawer has {counted(change.already, 'common card')}, if nobody is eliminated.",
            )
        if now.problems:
            return now.problems[0].text, now.problems[0].fix
        if self.outcome is not None and totals is None:
            return "This cannot be counted.", f"{self.outcome.why_not}."
        best = now.best.total if now.about == MINE and now.best else 0
        if totals is None:
            if now.about == MINE:
                return f"Your best total is {best}.", "Count the other hands to see how often that wins."
            return "How good is a first hand?", "Not counted yet."
        if now.about == MINE:
            one = standing(best, 1, totals)
            return (
                f"Your {best} beats one opponent {_less_than_all(one.alone)}.",
                f"A tie {_less_than_all(one.shared)}, beaten {_less_than_all(one.beaten)}.",
            )
        chance = totals.at_most(self.mark)
        return (
            f"{percent(chance)} of the first hands are worth {self.mark} or less.",
            f"The mean is {mean_said(totals)}, the median {totals.percentile(50)}.",
        )

    def _opponents_at(self, total: int) -> str:
        if self.totals is None or not total:
            return ""
        return f"One opponent has {total} or less in {percent(self.totals.at_most(total))} of the cases."

    def _result(self) -> str:
        now = self.now
        first, second = self._verdict()
        failed = bool(now.problems) or (self.outcome is not None and self.totals is None)
        wrong = " is-not" if failed and (now.about != MINE or len(now.hand) == hand_size()) else ""
        verdict = f'<p class="tk-verdict{wrong}"><strong>{escape(first)}</strong><span>{escape(second)}</span></p>'
        if now.about == ERA or self.totals is None or now.problems:
            return verdict
        return verdict + (self._standings(self.totals) if now.about == MINE else self._figures(self.totals))

    def _figures(self, totals: Totals) -> str:
        mark = self.mark
        chances = exact(
            (
                (f"{mark} or less", totals.at_most(mark)),
                (f"just {mark}", Fraction(totals.by.get(mark, 0), totals.all)),
                ("a tie", totals.tie()),
            )
        )
        before = self.before
        rows = [("Mean", mean_said(totals), mean_said(before) if before else "")]
        for percent_ in (5, 25, 50, 75, 95, 99):
            name = {50: "Median"}.get(percent_, f"{percent_}\N{NO-BREAK SPACE}% have at most")
            rows.append((name, str(totals.percentile(percent_)), str(before.percentile(percent_)) if before else ""))
        for name, end in (("Least", min), ("Greatest", max)):
            total = end(totals.by)
            rows.append(
                (f"{name} ({counted(totals.by[total], 'hand')})", str(total), str(end(before.by)) if before else "")
            )
        was = '<th scope="col">Before</th>' if before else ""
        body = "".join(
            f'<tr><th scope="row">{name}</th><td>{now}</td>{f"<td>{then}</td>" if before else ""}</tr>'
            for name, now, then in rows
        )
        return (
            f'{chances}<table class="to-table oz-figures"><caption class="tk-hidden">The best totals of a first hand</caption>'
            f'<thead><tr><th scope="col">Of all hands</th><th scope="col">Total</th>{was}</tr></thead><tbody>{body}</tbody></table>'
        )

    def _standings(self, totals: Totals) -> str:
        now, best = self.now, self.now.best
        assert best is not None
        one = standing(best.total, 1, totals)
        chances = exact((("Highest", one.alone), ("A tie", one.shared), ("Beaten", one.beaten)))
        if now.players == 2:
            return (
                f'{chances}<p class="tk-small oz-note">Exact, if the opponent plays all five cards at their best.</p>'
            )
        rows = ""
        for opponents in range(1, now.players):
            chance = standing(best.total, opponents, totals)
            near = "" if opponents == 1 else "≈\N{NO-BREAK SPACE}"
            cells = "".join(f"<td>{near}{short(value)}</td>" for value in chance)
            rows += (
                f'<tr{" class=is-key" * (opponents == now.players - 1)}><th scope="row">{opponents}</th>{cells}</tr>'
            )
        return (
            f'{chances}<table class="to-table"><caption class="tk-hidden">The chances against so many opponents</caption><thead><tr>'
            '<th scope="col">Opponents</th><th scope="col">Highest</th><th scope="col">A tie</th><th scope="col">Beaten</th></tr></thead>'
            f'<tbody>{rows}</tbody></table><p class="tk-small oz-note">≈ {APART}</p>'
        )

    # readings

    def _effects(self) -> tuple[list[str], dict[str, tuple[str, bool]]]:
        """The readings that matter for the question, and what each does to the first hands that the rules' data is about:
        those of six players with the kit's cards and readings."""
        now, changed = self.now, self.shared.rulings.changed()
        if now.about == ERA:
            return list(OF_ERAS), {}
        less = now.players < PLAYERS[-1]
        only = [id for id in MATTER if id not in ("unused-starters", "starter-sets", "join-geometry") or id in changed]
        only += ["unused-starters"] if less and "unused-starters" not in only else []
        known = replace(Question(), rulings=now.rulings)
        if replace(now, hand=(), own=known.own) != known or set(changed) & set(MATTER):
            return only, {}
        effects: dict[str, list[str]] = {}
        for row in self.book.data["reading_impact"]:
            change = f"{row['mean_change']:+.1f}".replace("-", "\N{MINUS SIGN}")
            name = self.book.ruling(row["ruling"]).reading(row["reading"]).name
            said = f"Under “{name}” {100 * row['share']:.1f}\N{NO-BREAK SPACE}% of the hands change, by {change} on average."
            effects.setdefault(row["ruling"], []).append(said)
        return only, {id: (" ".join(said), False) for id, said in effects.items()}


def _percent_done(far: tuple[int, int]) -> int:
    done, every = far
    return 100 * done // every if every else 0


__all__ = ["OddsLab", "Question", "changes", "common_deck", "decks"]
