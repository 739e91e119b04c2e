"""The Monster bench: what is a layout worth, why, and is there a better one?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from html import escape
from importlib.resources import files
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple
from urllib.parse import unquote

from ...core import Event, Rulings, open_point, rulebook
from ...core.game import sentence
from ...core.packs import Pack
from ...core.scene import LIT, NOT
from ...ui import Board, Log, PackDesk, RulingsPanel, columns
from ...ui.clause import chip, opened
from ...ui.page import group
from ...ui.shared import Shared
from .. import packs, view
from ..bench import Bench, word, words
from ..layouts import Best, best_layouts
from ..monsters import Layout, LayoutValue, Monster, MonsterValue, Summand, layout_value
from ..parts import (
    KEY,
    NO_SET,
    Box,
    Era,
    Part,
    assumed_number,
    assumed_parts,
    eras_by_key,
    hand_size,
    has_sides,
    parts_named,
)
from ..view import CHOSEN, Mark, Pointing

OWN: Final = files(__package__).joinpath("bench.css").read_text(encoding="utf-8")
MOST: Final = 7
"""Cards on the bench: a hand of five, and two drawn in tie-breaks."""
MATTER: Final = (
    "loops", "multicolour-doubling", "doubling-scope", "zero-end-single", "bonus-stacking", "triple-doubling",
    "join-geometry",
)  # fmt: skip
"""The rulings that can change what a layout is worth."""
ALWAYS: Final = ("loops", "multicolour-doubling", "doubling-scope")
"""Those that are shown also where they change nothing."""
USED: Final = "This bench, the rounds, the Odds and new games use it"
"""Where an owner's cards count."""
INVENTED: Final = "The rulebook prints no list of parts. These fit its worked hand and its example of play; their ends are the kit’s own."


class Printed(NamedTuple):
    """A layout of the rulebook: what it is called, the hand, the monsters, and the clause that tells it."""

    key: str
    total: int
    name: str
    hand: tuple[str, ...]
    monsters: tuple[tuple[str, ...], ...]
    clause: str
    told: str


HAND: Final = ("G6a", "G1a", "O1a", "O5b", "P4a")
ANDREY: Final = ("O1b", "P1b", "G1c", "P1c", "OD4")
SVETA: Final = ("PX6", "P2a", "O3b", "G1b", "G2b")
PRINTED: Final = (
    Printed("singles", 19, "five singles", HAND, tuple((id,) for id in HAND), "build.five-singles-nineteen", "Five cards, five monsters: 19."),
    Printed("green", 27, "green pair", HAND, (HAND[:2], *((id,) for id in HAND[2:])), "build.green-pair-plus-eight", "G6a and G1a joined: 27, which is 8 more."),
    Printed("both", 32, "both pairs", HAND, (HAND[:2], HAND[2:4], HAND[4:]), "build.orange-pair-thirty-two", "O1a and O5b joined as well: 32, which is 5 more."),
    Printed("andrey", 5, "Andrey", ANDREY, (("O1b", "G1c", "P1c", "P1b"),), "example.andrey-five", "Andrey sets his orange 4 aside. Four 1s and no free end: 5."),
    Printed("sveta", 15, "Sveta", SVETA, (SVETA[:2], SVETA[2:]), "example.sveta-fifteen", "Sveta plays all five, in two monsters: 15."),
)  # fmt: skip
"""The worked hand in three steps, and the round that Andrey and Sveta play."""


# ---------------------------------------------------------------- what is worked out


def situated(rulings: Rulings, cards: Iterable[Part]) -> Rulings:
    """The readings in force, except that ends fit anyhow where it is not known of all cards on which sides they are."""
    if rulings["join-geometry"] == "grid-sides" and not all(map(has_sides, cards)):
        return rulings.with_("join-geometry", "any-ends")
    return rulings


@lru_cache(maxsize=512)
def worth(layout: Layout, rulings: Rulings) -> LayoutValue:
    """What a layout is worth, line by line."""
    return layout_value(layout, rulings)


class Gain(NamedTuple):
    """Whether there is a better layout: by how much, and what the search has looked at."""

    by: int
    best: Best


def gain(layout: Layout, rulings: Rulings) -> Gain:
    """By how much the best layout of the same cards is better. Clause: build.layout-free, growth.highest-wins"""
    cards = tuple(part for monster in layout for part in monster)
    best = best_layouts(cards, rulings)
    return Gain(best.total - worth(layout, rulings).total, best)


@dataclass(frozen=True, slots=True)
class Sight:
    """What the lab shows: the bench, the era whose minimum counts, what has happened, the picker, and an open clause."""

    bench: Bench
    era: str = "apocalypse"
    events: tuple[Event, ...] = ()
    picking: bool = False
    all_best: bool = False
    clause: str = ""
    message: tuple[str, str, str] = field(default=("", "", ""))
    """What the bench says: a sentence, its clause, and what it rests on."""


# ---------------------------------------------------------------- what can be pointed at


class OnBench(Pointing):
    """Cards, free ends and seams of the bench, each with its address."""

    def __init__(self, bench: Bench, rulings: Rulings) -> None:
        self.bench, self.rulings = bench, rulings
        trees = [bench.hung(monster, rulings).tree for monster in bench.layout]
        self.seams = {frozenset(join) for tree in trees for join in tree}

    def card(self, part: Part) -> Mark:
        """A card can be chosen, to be set aside."""
        chosen = part.id == self.bench.card
        return Mark(CHOSEN if chosen else "", f"card|{part.id}", said="chosen" if chosen else "")

    def end(self, part: Part, side: str) -> Mark:
        """A free end can be pointed at; then the ends that fit are lit."""
        id, (picked, at) = f"end|{part.id}|{side}", self.bench.end
        if not picked:
            return Mark("", id)
        if (picked, at) == (part.id, side):
            return Mark(CHOSEN, id, said="chosen")
        if self.bench.why_not_join(picked, part.id, self.rulings) is None:
            return Mark(LIT, id, said="fits")
        return Mark(NOT, id, said="does not fit")

    def seam(self, one: Part, other: Part) -> Mark:
        """A seam can be cut; one that only closes a loop goes with the others."""
        if frozenset((one.id, other.id)) not in self.seams:
            return Mark(said="closes a loop")
        return Mark("", f"cut|{one.id}|{other.id}", said="press to cut")


# ---------------------------------------------------------------- the lab


class BenchLab:
    """The boards of the Monster bench and what happens when they are touched."""

    def __init__(self, shared: Shared | None = None, chance: Random | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.book = rulebook(KEY)
        self.chance = chance or Random()
        self.sight = printed(PRINTED[2])
        self.head = Board(css=OWN)
        self.plate = Board(css=view.css, drawings=view.sprite(), css_class="tk-plate mb-plate", label="The bench")
        self.picker = Board(css_class="tk-panel mb-picker", label="Choose parts")
        self.desk = PackDesk(self.shared, packs, USED, kit_file, self._remarks)
        self.proof = Board(css_class="tk-panel mb-proof", label="Is there better?")
        self.log = Log(self.book)
        self.sheet = Board(css_class="tk-panel mb-sheet", label="Value sheet")
        self.readings = RulingsPanel(
            self.book,
            self.shared.rulings,
            only=MATTER,
            title="Readings that can change it",
            css_class="tk-panel mb-read",
        )
        for board in (self.head, self.plate, self.picker, self.proof, self.sheet):
            board.on_pick(self.pick)
        self.readings.on_change(self._ruled)
        self.shared.listeners.append(self._ruled_elsewhere)
        self.shared.pack_listeners.append(self._packed)
        under = group([self.proof, self.log])
        under.add_class("mb-under")
        self.widget = columns(
            [self.plate, self.picker, self.desk.board, under], [self.sheet, self.readings], [self.head]
        )
        self.widget.add_class("mb-lab")
        for board, place in (
            (self.sheet, "mb-o1"), (self.picker, "mb-o2"), (self.desk.board, "mb-o2"), (under, "mb-o3"), (self.readings, "mb-o4"),
        ):  # fmt: skip
            board.add_class(place)
        if self.shared.pack:
            self._packed()
        else:
            self._draw()

    @property
    def box(self) -> Box:
        """The parts and eras in force."""
        return packs.box_of(self.shared.packed)

    @property
    def rulings(self) -> Rulings:
        """The readings in force, as far as the cards on the bench can serve them."""
        return situated(self.shared.rulings, self.bench.cards)

    @property
    def bench(self) -> Bench:
        """What lies on the bench."""
        return self.sight.bench

    @property
    def era(self) -> Era:
        """The era whose minimum counts."""
        return eras_by_key(self.box)[self.sight.era]

    @property
    def value(self) -> LayoutValue:
        """What lies on the bench is worth."""
        return worth(self.bench.layout, self.rulings)

    # -------------------------------------------------------------------------------------------- what is pressed

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "end|G6a|R", "cut|G6a|G1a", "card|G6a", "slot|0", "printed|both", "best|0" ..."""
        kind, _, rest = id.partition("|")
        if not self.sight.message[1]:  # what cites no clause is said once
            self.sight = replace(self.sight, message=("", "", ""))
        handler = getattr(self, f"_on_{kind}", None)
        if handler is not None:
            handler(*rest.split("|"))

    def open_link(self, link: str) -> None:
        """Open a bench from its address, as `address` writes it, or a layout of the rulebook by its key."""
        try:
            sight = self._from(link)
        except ValueError as error:
            self._say(f"This link cannot be opened: {error}.", "")
        else:
            self._show(sight)

    def _from(self, link: str) -> Sight:
        for one in PRINTED:
            if link == one.key:
                return printed(one)
        return read_address(link, self.box, self.rulings)

    def _on_printed(self, key: str) -> None:
        chosen = next(one for one in PRINTED if one.key == key)
        sight = printed(chosen)
        self._show(replace(sight, picking=self.sight.picking), say=f"{chosen.told} {self._headline(sight)}")

    def _on_end(self, id: str, side: str) -> None:
        bench = self.bench
        picked, at = bench.end
        if not picked:
            self._put(
                replace(bench, end=(id, side), card=""),
                "Now press a lit end: any end fits any other.",
                "build.join-parts",
            )
            return
        if (picked, at) == (id, side):
            self._put(replace(bench, end=("", "")), "Nothing is chosen any more.", "")
            return
        reason = bench.why_not_join(picked, id, self.rulings)
        if reason is not None:
            loops = picked in {part.id for part in bench.monster(id)}
            why = open_point(self.rulings, "loops") if loops else ""
            self._put(replace(bench, end=("", "")), f"{reason.text} {reason.fix}", reason.clause, why)
            return
        before = self.value.total
        after = bench.join(picked, id)
        self._change(after, f"You join {picked} and {id}", "build.join-parts", before, self._why(after, id))
        self.plate.focus = f"card|{id}"

    def _why(self, after: Bench, id: str) -> tuple[str, str]:
        """What a join has brought about, in a sentence with its clause."""
        monster = after.monster(id)
        value = worth((monster,), self.rulings).monsters[0]
        doubles = any(part.doubles for part in monster)
        if value.single_colour and value.whole:
            return "One colour and no free end.", "value.single-colour-whole"
        if value.single_colour and doubles:
            return "The doubling acts on all of it, though a free end remains.", "build.doubling-without-whole"
        if value.single_colour:
            return "A free end remains, so there is no +1.", "value.whole-defined"
        if doubles and self.rulings["multicolour-doubling"] == "single-colour-only":
            return "Several colours switch the doubling off.", "variant.multicolour-doubling"
        return "Several colours earn no +1 of their own.", "value.single-colour-whole"

    def _on_cut(self, one: str, other: str) -> None:
        """Cut a seam; one that is gone already, because it was pressed twice, is let be."""
        if frozenset((one, other)) not in OnBench(self.bench, self.rulings).seams:
            return
        after = self.bench.cut(one, other, self.rulings)
        self._change(after, f"You cut {one} from {other}", "build.layout-free", self.value.total)
        self.plate.focus = f"card|{one}"

    def _on_card(self, id: str) -> None:
        if self.bench.card == id:
            self._put(replace(self.bench, card=""), "Nothing is chosen any more.", "")
        elif not self._places():
            text = f"{self.bench.part(id).id} stays: all {len(self.bench.cards)} cards must be played."
            self._put(replace(self.bench, end=("", "")), text, "declare.minimum", self._assumed_minimum())
        else:
            text = f"Press a place below to set {id} aside, or the card again to leave it."
            self._put(replace(self.bench, card=id, end=("", "")), text, "declare.set-aside")

    def _on_slot(self, number: str) -> None:
        card, bench = self.bench.card, self.bench
        if not card:
            self._put(bench, "Press a card first, then this place.", "declare.set-aside")
        elif len(bench.played) <= self.era.minimum:
            text = f"At least {self.era.minimum} cards must be played."
            self._put(replace(bench, card=""), text, "declare.minimum", self._assumed_minimum())
        else:
            after = bench.set_aside(card, self.rulings)
            self._change(after, f"You set {card} aside", "declare.set-aside", self.value.total)
            self.plate.focus = f"back|{card}"

    def _on_back(self, id: str) -> None:
        self._change(self.bench.take_back(id), f"You take {id} back", "build.single-card", self.value.total)
        self.plate.focus = f"card|{id}"

    def _on_era(self, key: str) -> None:
        era = eras_by_key(self.box)[key]
        text = f"{era.name}: at least {era.minimum} cards must be played."
        bench = replace(self.bench, card="", end=("", ""))
        for id in bench.aside[max(0, len(bench.cards) - era.minimum) :]:
            bench = bench.take_back(id)
            text += f" {id} lies open again."
        self._show(
            replace(
                self.sight,
                bench=bench,
                era=key,
                message=(text, "declare.minimum", assumed_number(self.box, key, "minimum")),
            )
        )

    def _on_best(self, number: str) -> None:
        found = gain(self.bench.layout, self.rulings).best
        layout = found.layouts[int(number)]
        after = self.bench.with_layout(layout, self.rulings)
        self._change(
            after,
            f"The best layout{'' if len(found.layouts) == 1 else f', {int(number) + 1} of {len(found.layouts)}'}",
            "build.layout-free",
            self.value.total,
        )

    def _on_all(self, _: str) -> None:
        self._show(replace(self.sight, all_best=not self.sight.all_best))

    def _on_picking(self, _: str) -> None:
        self._show(replace(self.sight, picking=not self.sight.picking))
        if self.sight.picking:
            self.picker.focus = f"part|{self.box.parts[0].id}"
        else:
            self.head.focus = "picking|"

    def _on_desk(self, _: str) -> None:
        self._show(replace(self.sight, picking=True))
        self.desk.board.focus = "pack"

    def _on_part(self, id: str) -> None:
        bench = self.bench
        if any(part.id == id for part in bench.cards):
            left = bench.set_aside(id, self.rulings) if id not in bench.aside else bench
            cards = tuple(part for part in bench.cards if part.id != id)
            aside = tuple(one for one in left.aside if one != id)
            self._hand(replace(left, cards=cards, aside=aside), f"{id} goes back to the box.")
        elif len(bench.cards) >= MOST:
            self._say(
                f"The bench holds {MOST} cards: a hand of five, and two drawn in tie-breaks. Press one to put it back.",
                "tie.draw-one",
            )
        else:
            part = next(part for part in self.box.parts if part.id == id)
            self._hand(replace(bench, cards=(*bench.cards, part)), f"{view.name_of(part)}, lies on the bench.")

    def _packed(self) -> None:
        """Other cards are in force: those of the bench that are there lie on it again, each on its own."""
        known = {part.id: part for part in self.box.parts}
        cards = tuple(known[part.id] for part in self.bench.cards if part.id in known)
        self._hand(Bench(cards), f"{len(self.box.parts)} parts are in the box.")

    def _on_deal(self, _: str) -> None:
        """A first hand of six players: one starter and four others. Clause: setup.first-hand, example.apocalypse-draw"""
        starters = [part for part in self.box.parts if part.set != NO_SET]
        common = [part for part in self.box.parts if part.set == NO_SET]
        era = eras_by_key(self.box)["apocalypse"]
        hand = [*self.chance.sample(common, min(era.common, len(common)))]
        hand += self.chance.sample(starters, min(hand_size() - len(hand), len(starters)))
        self._hand(Bench(tuple(hand)), f"A first hand: {view.parts_said(hand)}.")

    def _on_clear(self, _: str) -> None:
        self._hand(Bench(()), "The bench is empty.")

    def _on_clause(self, place: str, clause: str) -> None:
        key = f"{place}|{clause}"
        self._show(replace(self.sight, clause="" if self.sight.clause == key else key))

    def _on_close(self, place: str) -> None:
        board = self.sheet if self.sight.clause.partition("|")[0].startswith("sheet") else self.plate
        board = self.proof if self.sight.clause.startswith("proof") else board
        board.focus = f"clause|{self.sight.clause}"
        self._show(replace(self.sight, clause=""))

    # -------------------------------------------------------------------------------------------- what comes of it

    def _hand(self, bench: Bench, told: str) -> None:
        """Other cards are on the bench: the story begins anew."""
        bench = replace(bench, end=("", ""), card="")
        total = worth(bench.layout, self.rulings).total
        event = Event("build.single-card", f"{told} {_count(len(bench.played), 'card')} on the bench: {total}.")
        self._show(
            replace(self.sight, bench=bench, events=(event,), message=("", "", "")), say=f"{told} Total {total}."
        )

    def _change(self, bench: Bench, told: str, clause: str, before: int, why: tuple[str, str] = ("", "")) -> None:
        """The bench has changed: tell it, with what it brings."""
        total = worth(bench.layout, self.rulings).total
        by = signed(total - before)
        event = Event(clause, f"{told}: {total} ({by}).")
        events = (*self.sight.events, event)[-30:]
        text, cited = why
        message = (f"{by}: {text[:1].lower()}{text[1:]}" if text else f"{told}: {by}.", cited or clause, "")
        self._show(
            replace(self.sight, bench=bench, events=events, message=message), say=f"{told}. Total {total}, {by}. {text}"
        )

    def _put(self, bench: Bench, text: str, clause: str, assumed: str = "") -> None:
        """Something is chosen, or was refused: say so."""
        self._show(replace(self.sight, bench=bench, message=(text, clause, assumed)), say=text)

    def _say(self, text: str, clause: str) -> None:
        self._show(replace(self.sight, message=(text, clause, "")), say=text)

    def _ruled(self, rulings: Rulings) -> None:
        self.shared.set(rulings, self._ruled_elsewhere)
        self._rejoin()
        self.plate.say = self._headline(self.sight)

    def _ruled_elsewhere(self, rulings: Rulings) -> None:
        self.readings.show(rulings=rulings)
        self._rejoin()

    def _rejoin(self) -> None:
        """Other readings are in force: monsters that they do not allow fall apart."""
        bench = self.bench
        try:
            worth(bench.layout, self.rulings)
        except ValueError:
            bench = replace(bench, joins=())
        self._show(replace(self.sight, bench=replace(bench, end=("", ""), card=""), message=("", "", "")))

    def _show(self, sight: Sight, say: str = "") -> None:
        before, self.sight = self.sight, sight
        try:
            self._draw()
        except Exception:
            self.sight = before
            raise
        if say:
            self.plate.say = say

    def _headline(self, sight: Sight) -> str:
        monsters = "; ".join(map(view.monster_said, sight.bench.layout))
        return f"{monsters}. Total {worth(sight.bench.layout, self.rulings).total}."

    # -------------------------------------------------------------------------------------------- what is seen

    def _draw(self) -> None:
        value = self.value
        self.head.html = self._head()
        self.plate.html = self._steps(value) + self._floor(value) + self._message() + self._tray() + self._eras()
        self.picker.html = self._picker()
        self.picker.css_class = f"tk-panel mb-picker{' mb-shut' * (not self.sight.picking)}"
        desk = self.sight.picking or self.shared.pack or self.shared.refused
        self.desk.board.css_class = f"tk-panel tk-pack{'' if desk else ' mb-shut'}"
        self.sheet.html = self._sheet(value)
        self.proof.html = self._proof(value)
        self.log.show(self._events(), rulings=self.rulings, say=False)
        effects = self._effects(value)
        changed = self.shared.rulings.changed()
        only = [id for id in MATTER if effects[id][1] or id in changed or id in ALWAYS]
        self.readings.show(only=only, effects=effects)

    def _events(self) -> list[Event]:
        events = list(self.sight.events)
        return [*events[:-1], replace(events[-1], key=True)] if events else []

    def _head(self) -> str:
        link = f"#lab:{address(self.bench, self.sight.era)}"
        return (
            '<div class="tk-head"><div><h1 class="tk-title">Monster bench</h1><p class="tk-small">Join two free ends, or cut a '
            "seam. The sheet shows what each change is worth, and why.</p></div>"
            f'<div class="tk-do"><button type="button" class="tk-btn" data-id="picking|" aria-expanded="{_yes(self.sight.picking)}">'
            f"{'Put the box away' if self.sight.picking else 'Choose parts'}</button>"
            '<button type="button" class="tk-btn" data-id="deal|">Deal a hand</button>'
            '<button type="button" class="tk-btn" data-id="desk|">Use your own cards</button>'
            f'<button type="button" class="tk-btn" data-copy="{escape(link)}">Copy a link</button></div></div>'
        )

    def _steps(self, value: LayoutValue) -> str:
        now = standing(self.bench)
        groups = []
        for title, some in (("Worked hand", PRINTED[:3]), ("Andrey and Sveta", PRINTED[3:])):
            buttons = "".join(
                f'<button type="button" data-id="printed|{one.key}" aria-pressed="{_yes(standing(printed(one).bench) == now)}">'
                f"<b>{one.total}</b> {escape(one.name)}</button>"
                for one in some
            )
            groups.append(
                f'<span class="tk-seg" role="group" aria-label="{title}, layouts of the rulebook" data-arrows="{title}">{buttons}</span>'
            )
        return (
            f'<div class="mb-steps">{"".join(groups)}<span class="mb-total">{view.added(value)}<span class="tk-small">total</span>'
            f"<b>{value.total}</b></span></div>"
        )

    def _floor(self, value: LayoutValue) -> str:
        bench = self.bench
        if not bench.played:
            return '<div class="mb-floor"><p class="mb-empty">Nothing lies on the bench. Choose parts, or deal a hand.</p></div>'
        pointing = OnBench(bench, self.rulings)
        figures = []
        for monster, worth_ in zip(bench.layout, value.monsters, strict=True):
            places = bench.hung(monster, self.rulings).places
            free = sum(len(place.free) for place in places)
            plaque = view.plaque(monster, worth_.total, worth_.whole, free)
            figures.append(view.monster_html(places, pointing, plaque, f"{view.monster_said(monster)}: {worth_.total}"))
        return f'<div class="mb-floor tz" role="group" aria-label="Monsters: the arrow keys lead from ring to ring" data-arrows="floor">{"".join(figures)}</div>'

    def _message(self) -> str:
        text, clause, assumed = self.sight.message
        if not text:
            text = "Press a free end (dashed ring) to join it, a seam to cut it, a card to set it aside."
        mark = view.assumed(assumed) if assumed else ""
        return f'<div class="mb-say">{escape(text)} {mark} {self._chip("say", clause) if clause else ""}</div>'

    def _places(self) -> int:
        """How many cards may be set aside. Clause: declare.minimum, last.short-hand"""
        return max(0, len(self.bench.cards) - self.era.minimum)

    def _assumed_minimum(self) -> str:
        return assumed_number(self.box, self.sight.era, "minimum")

    def _tray(self) -> str:
        bench, slots = self.bench, []
        for number in range(max(self._places(), len(bench.aside))):
            if number < len(bench.aside):
                id = bench.aside[number]
                slots.append(
                    f'<button type="button" class="is-full" data-id="back|{escape(id)}" aria-label="{escape(id)} lies face down; take it back">{view.back_svg()}</button>'
                )
            else:
                lit = f"Set {bench.card} aside" if bench.card else "Empty place"
                slots.append(
                    f'<button type="button" class="{"is-lit" if bench.card else ""}" data-id="slot|{number}" aria-label="{escape(lit)}"></button>'
                )
        count = len(bench.aside)
        must = f"At least {self.era.minimum} must be played ({self.era.name}{', ' if self._assumed_minimum() else ''}{view.assumed(self._assumed_minimum())})."
        told = (
            f"{_count(count, 'card')} aside. Nobody can take a face-down card."
            if count
            else f"Nothing: you play all {len(bench.cards)}."
            if bench.cards
            else "Nothing."
        )
        return (
            f'<div class="mb-tray"><div class="mb-slots" role="group" aria-label="Set aside" data-arrows="slots">{"".join(slots)}</div>'
            f'<div><b>Set aside, face down</b><div class="tk-small">{told} {must} {self._chip("tray", "example.face-down-safe" if count else "declare.minimum")}</div></div></div>'
        )

    def _eras(self) -> str:
        buttons = "".join(
            f'<button type="button" data-id="era|{era.key}" aria-pressed="{_yes(era.key == self.sight.era)}">{escape(era.name)}'
            f"<small>at least {era.minimum}</small></button>"
            for era in self.box.eras
        )
        return f'<div class="mb-eras" role="group" aria-label="Era" data-arrows="eras">{buttons}</div>'

    # -------------------------------------------------------------------------------------------- the box

    def _picker(self) -> str:
        if not self.sight.picking:
            return ""
        mine = {part.id for part in self.bench.cards}
        rows = []
        for colour in dict.fromkeys(part.colour for part in self.box.parts):
            for title, starters in (("starters", True), ("others", False)):
                some = [part for part in self.box.parts if part.colour == colour and (part.set != NO_SET) == starters]
                if not some:
                    continue
                tiles = "".join(view.tile_html(part, f"part|{part.id}", part.id in mine) for part in some)
                name = f"{colour.capitalize()}, {title}"
                rows.append(
                    f'<section><h3>{view.crest(colour)}{name}</h3><div class="mb-tiles" role="group" aria-label="{name}: the arrow keys lead from part to part" data-arrows="box">{tiles}</div></section>'
                )
        count = len(mine)
        return (
            f'<div class="mb-picker-head"><h2 class="tk-h2">The box: {len(self.box.parts)} parts</h2><p class="tk-small">'
            f"{count} of at most {MOST} on the bench. Press a part to lay it there, again to put it back.</p>"
            '<button type="button" class="tk-btn" data-id="clear|">Clear the bench</button></div>'
            f'<div class="mb-box" data-arrows="box">{"".join(rows)}</div>'
        )

    def _remarks(self, pack: Pack) -> str:
        """What an owner should look at again, though it is played as it is."""
        notes = "".join(f"<li>{escape(note)}</li>" for note in packs.remarks(pack, self.shared.rulings))
        told = "<p>Look at these again; they are played as they are:</p>"
        return f'<div class="tk-notice">{told}<ul>{notes}</ul></div>' if notes else ""

    # -------------------------------------------------------------------------------------------- the sheet

    def _sheet(self, value: LayoutValue) -> str:
        layout = self.bench.layout
        mark = view.assumed(INVENTED, "assumed parts") if assumed_parts(self.box) else ""
        blocks = "".join(
            self._sum(number, monster, one)
            for number, (monster, one) in enumerate(zip(layout, value.monsters, strict=True))
        )
        return (
            f'<h2 class="tk-h2">Value sheet {mark}</h2>{blocks}{self._last_rows(value)}'
            f'<div class="mb-grand"><span>{view.sum_said(value.summands)}</span><b>{value.total}</b></div>'
        )

    def _sum(self, number: int, monster: Monster, value: MonsterValue) -> str:
        crests = "".join(map(view.crest, dict.fromkeys(part.colour for part in monster)))
        names = " + ".join(escape(part.id) for part in monster)
        where = f"sheet{number}"
        rows: list[str] = []
        for summand in value.summands:
            words, clause = worded(summand, monster, value, self.rulings)
            rows.append(
                self._row(
                    where,
                    words,
                    f"{summand.op}{summand.amount}" if rows else str(summand.amount),
                    clause,
                    summand.assumed,
                    summand.op == "×" and summand.amount == 1,
                )
            )
        if not any(summand.clause == "value.single-colour-whole" for summand in value.summands):
            bench = self.bench.hung(monster, self.rulings)
            free = sum(len(place.free) for place in bench.places)
            if value.whole:
                rows.insert(
                    1, self._row(where, "Whole, but several colours", "+0", "value.single-colour-whole", zero=True)
                )
            elif monster[0].ends == 0 and len(monster) == 1:
                why = open_point(self.rulings, "zero-end-single")
                rows.insert(
                    1,
                    self._row(
                        where, "A lone card without ends: not whole", "+0", "value.whole-defined", why, zero=True
                    ),
                )
            else:
                rows.insert(
                    1,
                    self._row(
                        where, f"{view.free_said(free).capitalize()}: not whole", "+0", "value.whole-defined", zero=True
                    ),
                )
        effects = "".join(
            f'<p class="mb-effect"><b>{escape(part.id)}</b> {escape(part.effect)}</p>'
            for part in monster
            if part.effect
        )
        return f'<section class="mb-sum"><h3>{crests}<span>{names}</span><b>{value.total}</b></h3>{"".join(rows)}{effects}</section>'

    def _last_rows(self, value: LayoutValue) -> str:
        rows = []
        for summand in value.summands[len(value.monsters) :]:
            words = sentence(summand.text)
            if summand.clause == "value.all-whole":
                words = "No free end anywhere"
            rows.append(self._row("sheet", words, f"{summand.op}{summand.amount}", summand.clause, summand.assumed))
        if not value.all_whole_bonus and value.monsters:
            if all(one.whole for one in value.monsters):
                why = open_point(self.rulings, "bonus-stacking")
                rows.append(
                    self._row(
                        "sheet", "No free end, but each monster has its +1", "+0", "value.all-whole", why, zero=True
                    )
                )
            else:
                free = sum(
                    len(place.free)
                    for monster in self.bench.layout
                    for place in self.bench.hung(monster, self.rulings).places
                )
                words = (
                    f"{view.free_said(free)} on the bench: no last +1".capitalize()
                    if free
                    else "Not all are whole: no last +1"
                )
                rows.append(self._row("sheet", words, "+0", "value.all-whole", zero=True))
        return f'<section class="mb-sum">{"".join(rows)}</section>' if rows else ""

    def _row(self, where: str, words: str, amount: str, clause: str, assumed: str = "", zero: bool = False) -> str:
        mark = f" {view.assumed(assumed)}" if assumed else ""
        return f'<div class="mb-row{" is-zero" if zero else ""}"><span>{words}{mark} {self._chip(where, clause)}</span><span class="mb-n">{amount}</span></div>'

    def _chip(self, where: str, clause: str) -> str:
        """A chip that opens its clause below itself."""
        key = f"{where}|{clause}"
        is_open = self.sight.clause == key
        panel = f"mb-{where}-{clause.replace('.', '-')}"
        body = opened(self.book, clause, panel, "close|", self.rulings) if is_open else ""
        return f'<span class="mb-cite"{" data-escape=" + chr(34) + "close|" + chr(34) if is_open else ""}>{chip(clause, f"clause|{key}", is_open, panel)}{body}</span>'

    # -------------------------------------------------------------------------------------------- is there better?

    def _proof(self, value: LayoutValue) -> str:
        head = '<h2 class="tk-h2">Is there better?</h2>'
        if not self.bench.played:
            return f'{head}<p class="tk-small">Lay cards on the bench, and every layout of them is tried.</p>'
        by, best = gain(self.bench.layout, self.rulings)
        if by:
            verdict = f'<p class="mb-verdict is-yes">Yes, by {by}: {best.total}. You have {value.total}.</p>'
        else:
            verdict = f'<p class="mb-verdict">No. {best.total} is the most.</p>'
        ways = "once" if len(best.layouts) == 1 else f"{len(best.layouts)} times"
        totals = dict(best.totals)
        rest = (
            f"the next best is {best.next_total} ({_count(totals[best.next_total], 'way')})"
            if best.next_total is not None
            else "and every layout reaches it"
        )
        tried = (
            f"{best.tried} way{'s were' if best.tried > 1 else ' was'} tried to split {_count(len(self.bench.played), 'card')}; "
            f"{best.buildable} can be built. {best.total} comes up {ways}, {rest}."
        )
        return (
            f"{head}{verdict}<p>{tried}</p>{self._chip('proof', 'build.layout-free')}"
            f"{totals_svg(best, value.total)}{self._show_best(by, best)}{self._all_best(best)}"
        )

    def _show_best(self, by: int, best: Best) -> str:
        buttons = (
            f'<button type="button" class="tk-btn tk-btn--main" data-id="best|0">Show {best.total}</button>'
            if by
            else ""
        )
        if len(best.layouts) > 1:
            word = "Put them away" if self.sight.all_best else f"All {len(best.layouts)} best layouts"
            buttons += f'<button type="button" class="tk-btn" data-id="all|" aria-expanded="{_yes(self.sight.all_best)}">{word}</button>'
        return f'<div class="tk-do">{buttons}</div>' if buttons else ""

    def _all_best(self, best: Best) -> str:
        if not self.sight.all_best or len(best.layouts) < 2:
            return ""
        now = {frozenset(part.id for part in monster) for monster in self.bench.layout}
        rows = []
        for number, layout in enumerate(best.layouts):
            here = {frozenset(part.id for part in monster) for monster in layout} == now
            words = "".join(f"<span>{' + '.join(escape(part.id) for part in monster)}</span>" for monster in layout)
            current = ' aria-current="true"' if here else ""
            rows.append(f'<li><button type="button" data-id="best|{number}"{current}>{words}</button></li>')
        return f'<ol class="mb-all" data-arrows="all best layouts">{"".join(rows)}</ol>'

    # -------------------------------------------------------------------------------------------- readings

    def _effects(self, value: LayoutValue) -> dict[str, tuple[str, bool]]:
        """Which readings change this bench, and to what."""
        found = {}
        for id in MATTER:
            said = []
            for reading in self.book.ruling(id).readings:
                if reading.id == self.rulings[id]:
                    continue
                try:
                    other = worth(self.bench.layout, self.rulings.with_(id, reading.id)).total
                    words = str(other)
                except ValueError:
                    words = "not possible with these cards"
                said += [f"Under “{reading.name}”: {words}."] if words != str(value.total) else []
            changes = any("not possible" not in one for one in said)
            found[id] = (" ".join(said), changes) if said else ("Changes nothing here.", False)
        return found


# ---------------------------------------------------------------- in words and figures


def kit_file() -> tuple[str, str, str]:
    """The kit's own cards as a file to start from: label, name, text."""
    return "Save the kit’s cards as a start", "teratozoic-cards.toml", packs.write_pack(kit_pack())


@cache
def kit_pack() -> Pack:
    """The kit's own cards as a card pack, for an owner to change."""
    data = rulebook(KEY).data
    parts = [{key: row[key] for key in row if key != "provenance"} for row in data["part"]]
    eras = [{key: row[key] for key in row if key in Era._fields} for row in data["era"]]
    return {"part": parts, "era": eras}


def printed(one: Printed) -> Sight:
    """A layout of the rulebook on the bench, with the steps that led to it."""
    hand = parts_named(one.hand)
    layout = tuple(parts_named(monster) for monster in one.monsters)
    joins = tuple(pair for monster in one.monsters for pair in pairwise(monster))
    if one.key == "sveta":
        joins = (("PX6", "P2a"), ("O3b", "G2b"), ("G2b", "G1b"))
    played = {part.id for monster in layout for part in monster}
    bench = Bench(hand, joins, tuple(id for id in one.hand if id not in played))
    story = [step for step in PRINTED if step.hand == one.hand]
    events = tuple(Event(step.clause, step.told) for step in story[: story.index(one) + 1])
    return Sight(bench, events=events)


def standing(bench: Bench) -> tuple[frozenset[frozenset[str]], frozenset[str]]:
    """What makes two benches the same: the monsters and what is set aside."""
    monsters = frozenset(frozenset(part.id for part in monster) for monster in bench.layout)
    return monsters, frozenset(bench.aside)


def address(bench: Bench, era: str) -> str:
    """A bench as the address of the lab writes it: era, cards, joins, cards set aside.

    >>> address(printed(PRINTED[1]).bench, "darkozoic")
    'darkozoic~G6a.G1a.O1a.O5b.P4a~G6a-G1a'
    """
    plain = replace(bench, end=("", ""))
    return f"{era}~{'.'.join(word(part.id) for part in bench.cards)}~{plain.written()}".rstrip("~")


def read_address(text: str, box: Box, rulings: Rulings) -> Sight:
    """The bench of an address; ValueError says what is wrong with it. Clause: build.join-parts, declare.minimum"""
    era, tilde, rest = text.partition("~")
    cards, _, done = rest.partition("~")
    if era not in eras_by_key(box):
        if not tilde and (strange := _strange(text.split("+"), box)):
            raise ValueError(f"the link names no part {strange}")
        raise ValueError(f"{era!r} is no era; there are: {', '.join(eras_by_key(box))}")
    ids = words(cards)
    if strange := _strange(ids, box):
        raise ValueError(f"the link names no part {strange}")
    if len(ids) > MOST or len(set(ids)) < len(ids):
        raise ValueError(f"it names {len(ids)} cards; allowed: up to {MOST}, each once")
    bench = Bench.read(parts_named(ids, box), done, rulings)
    minimum = min(len(ids), eras_by_key(box)[era].minimum)
    if len(bench.played) < minimum:
        raise ValueError(f"it plays {len(bench.played)} cards; allowed: at least {minimum}")
    event = Event("build.layout-free", f"This bench is worth {worth(bench.layout, rulings).total}.")
    return Sight(replace(bench, end=("", "")), era, (event,))


def _strange(names: Iterable[str], box: Box) -> str:
    """The first of these that is no part."""
    for name in names:
        try:
            parts_named([name], box)
        except ValueError:
            return unquote(name)
    return ""


def worded(summand: Summand, monster: Monster, value: MonsterValue, rulings: Rulings) -> tuple[str, str]:
    """A line of the sheet in words, and the clause that says it best."""
    if summand.clause == "value.sum":
        return f"Card{'s' if len(monster) > 1 else ''} {escape(summand.text)}", summand.clause
    if summand.clause == "value.single-colour-whole":
        return "One colour, no free end", summand.clause
    if summand.amount == 1:
        return "Doubling needs one colour", "variant.multicolour-doubling"
    word = {2: "Doubling", 4: "Two doublings"}.get(summand.amount, "Doublings")
    if summand.clause == "value.two-doublings" or not value.single_colour:
        return word, summand.clause
    if len(monster) == 1 and not value.whole:
        return f"{word} of itself", "build.single-doubling"
    if not value.whole:
        return f"{word}, even with a free end", "build.doubling-without-whole"
    if rulings["doubling-scope"] == "per-monster-bonus-inside":
        return f"{word}, the +1 too", "build.bonus-inside-doubling"
    return word, summand.clause


def _stack(x: float, y: float, step: float, count: int, is_best: bool) -> str:
    """So many layouts of one total: a dot each, or one bar where dots would be too small."""
    look = f'class="mb-dot{" is-best" * is_best}"'
    if step < 3:
        high = max(3.0, count * step)
        return f'<rect {look} x="{x - 3.5:.1f}" y="{y + 5 - high:.1f}" width="7" height="{high:.1f}"/>'
    r = min(3.7, step * 0.46)
    return "".join(f'<circle {look} cx="{x:.1f}" cy="{y - n * step:.1f}" r="{r:.2f}"/>' for n in range(count))


def totals_svg(best: Best, now: int) -> str:
    """Every layout that can be built over its total, as a dot or in a bar; the best are marked, and so is this one."""
    counts = dict(best.totals)
    low, high = min(counts), max(best.total, min(counts) + 6)
    width, most = 380, max(counts.values())
    step = min(8.0, 180 / most)
    height = max(46.0, most * step + 18)

    def x(total: int) -> float:
        return 18 + (total - low) / (high - low) * (width - 36)

    dots = "".join(_stack(x(total), height - 9, step, count, total == best.total) for total, count in best.totals)
    labels = ""
    for total in sorted(
        {low, now, best.total} | ({best.next_total} if best.next_total is not None else set()),
        key=lambda t: (t != now, t != best.total, t),
    ):
        labels += (
            f'<text class="mb-axt{" is-now" if total == now else ""}" x="{x(total):.1f}" y="{height + 14:.1f}">{total}</text>'
            if all(abs(x(total) - at) > 24 for at in _shown(labels))
            else ""
        )
    words = f"Totals of all {best.buildable} layouts that can be built, from {low} to {best.total}; yours is {now}"
    return (
        f'<svg class="mb-totals" viewBox="0 0 {width} {height + 20:.0f}" role="img" aria-label="{words}"><line class="mb-ax" x1="8" x2="{width - 8}" '
        f'y1="{height - 2:.1f}" y2="{height - 2:.1f}"/>{dots}<circle class="mb-dot is-you" cx="{x(now):.1f}" cy="{height - 9:.1f}" r="5.5"/>{labels}</svg>'
    )


def _shown(labels: str) -> Iterable[float]:
    return (float(part.split('"')[0]) for part in labels.split('x="')[1:])


def signed(amount: int) -> str:
    """A number with its sign."""
    return f"{amount:+d}".replace("-", "\N{MINUS SIGN}")


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def _yes(truth: bool) -> str:
    return str(truth).lower()


__all__ = ["BenchLab", "address", "gain", "printed", "read_address"]
