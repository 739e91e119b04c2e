"""What happens next: set-up, the four phases of a round, draws, the end; task by task, until somebody has to decide.

What waits is data: `ask` is the question that is open, `agenda` what is still to be done (the last is next). Decisions
that fall at the same time are asked seat by seat and lie hidden in `commits` until the last of them is made.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from itertools import chain, combinations, compress
from operator import itemgetter
from typing import Any, Final, Protocol, TypeAlias

from ..core import Event, Readings, Rulings, Seat, open_point
from . import packs
from .endgame import best_endgame, final_cards, winners
from .monsters import (
    Known,
    Terms,
    Worth,
    coded_total,
    joined,
    layout_value,
    part_code,
    shape_key,
    terms,
    worth_of,
)
from .moves import (
    SECRETS,
    AnyMove,
    Cards,
    DealStarters,
    FirstPlayer,
    Grow,
    HoldBack,
    Keep,
    Layout,
    PlayAll,
    Rebuild,
    SetAside,
    ShuffleCommon,
    ShuffleOwn,
    Take,
    TakeSet,
    cards_said,
    layout_said,
    letter,
)
from .parts import (
    NO_SET,
    Box,
    Era,
    Part,
    assumed_number,
    assumed_parts,
    common_parts,
    era_stack,
    eras_by_key,
    hand_size,
    parts_by_id,
    parts_in_play,
    starter_sets,
)

UNKNOWN: Final = "?"
"""A card that a seat may not see, or a decision that is made and not shown yet."""
NOBODY: Final = -1
ALL, NOT_ALL = "all", "not all"
IN_TURN: Final = frozenset(("declare", *SECRETS))
"""Questions that are asked of one player after the other."""


@lru_cache(maxsize=64)
def readings(rulings: Rulings) -> Readings:
    """The reading of every ruling in force."""
    return Readings(rulings)


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the game. `eras`: the keys of the stack, the first on top; `pack`: a card pack as JSON.

    Clause: setup.era-stack-order, variant.without-advanced, variant.remove-colour
    """

    players: int
    eras: tuple[str, ...]
    without_advanced: bool
    without_colour: str
    rulings: Rulings
    pack: str = ""
    reads: Readings = field(init=False, repr=False, compare=False)
    terms: Terms = field(init=False, repr=False, compare=False)
    box: Box = field(init=False, repr=False, compare=False)
    stack: tuple[Era, ...] = field(init=False, repr=False, compare=False)
    parts: Mapping[str, Part] = field(init=False, repr=False, compare=False)
    hand: int = field(init=False, repr=False, compare=False)
    in_play: tuple[Part, ...] = field(init=False, repr=False, compare=False)
    sets: Mapping[tuple[str, str], tuple[Part, ...]] = field(init=False, repr=False, compare=False)
    shapes: Mapping[str, int] = field(init=False, repr=False, compare=False)
    splits: Known[tuple[int, ...], Split] = field(init=False, repr=False, compare=False)
    noted: frozenset[str] = field(init=False, repr=False, compare=False)
    worth: Worth = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        box = packs.box_of(self.pack)
        in_play = parts_in_play(box, self.rulings, self.without_advanced, self.without_colour)
        derived: dict[str, Any] = {
            "reads": readings(self.rulings),
            "terms": terms(self.rulings),
            "box": box,
            "stack": tuple(eras_by_key(box)[key] for key in self.eras),
            "parts": parts_by_id(box),
            "hand": hand_size(),
            "in_play": in_play,
            "sets": starter_sets(in_play),
            "shapes": _shapes(box, terms(self.rulings)),
            "noted": _noted(readings(self.rulings)),
            "worth": _worth(box, terms(self.rulings)),
            "splits": _known_splits(terms(self.rulings)),
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return Setup, tuple(getattr(self, one.name) for one in fields(self) if one.init)


def _noted(reads: Mapping[str, Any]) -> frozenset[str]:
    """Questions whose answers are only noted before the next one is asked. Clause: growth.simultaneous, reproduce.keep"""
    return (IN_TURN | {"take"}) - ({"keep"} if reads["keep-order"] == "turn-order-open" else set())


@lru_cache(maxsize=64)
def _shapes(box: Box, reads: Terms) -> Mapping[str, int]:
    return {part.id: shape_key(part, reads) for part in box.parts}


@lru_cache(maxsize=64)
def _worth(box: Box, reads: Terms) -> Worth:
    return worth_of({part.id: part_code(part, reads) for part in box.parts}, reads)


@dataclass(frozen=True, slots=True)
class Task:
    """Something that is still to be done. `common`, `own`: cards of that kind drawn so far; `turned`: the last era has
    begun in this draw; `begun`: the draw has."""

    do: str
    seat: Seat = NOBODY
    common: int = 0
    own: int = 0
    turned: bool = False
    begun: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that is open: what is asked, whom (NOBODY: chance), and whose cards or why."""

    what: str
    seat: Seat = NOBODY
    whose: Seat = NOBODY
    why: str = ""


Next: TypeAlias = Task | Ask
"""What is next: something to do, or a question that will be open."""


@cache
def todo(do: str, seat: Seat = NOBODY) -> Task:
    """The one task of doing this for a player."""
    return Task(do, seat)


@cache
def question(what: str, seat: Seat = NOBODY, whose: Seat = NOBODY, why: str = "") -> Ask:
    """The one question of this kind to a player."""
    return Ask(what, seat, whose, why)


@cache
def each(what: str, seats: tuple[Seat, ...], after: str, whose: Seat = NOBODY) -> tuple[Next, ...]:
    """Doing this for each of these players, or asking each of them, and a task after it; the last is next."""
    one: Callable[[str, Seat], Next] = question if what in IN_TURN else todo
    return (todo(after, whose), *[one(what, seat) for seat in reversed(seats)])


# ---------------------------------------------------------------- rules as functions


@cache
def clockwise(first: Seat, out: tuple[bool, ...]) -> tuple[Seat, ...]:
    """The turn order from a seat, without those who are out. Clause: growth.winner-goes-first, mutate.draw-five"""
    return tuple([seat for seat in (*range(first, len(out)), *range(first)) if not out[seat]])


@cache
def groupings(things: int) -> tuple[tuple[int, ...], ...]:
    """Every way to put so many things into groups, all apart first: for each thing the number of its group."""
    rows: list[tuple[int, ...]] = [()]
    for _ in range(things):
        rows = [(*row, group) for row in rows for group in range(max(row, default=-1) + 1, -1, -1)]
    return tuple(rows)


@cache
def _grouped_bits(things: int) -> tuple[tuple[int, ...], ...]:
    """The groups of each grouping as bits of a number."""
    found = []
    for row in groupings(things):
        groups = [0] * things
        for place, group in enumerate(row):
            groups[group] |= 1 << place
        found.append(tuple(filter(None, groups)))
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def ways(shapes: tuple[int, ...], reads: Terms) -> tuple[tuple[int, ...], ...]:
    """Every way to split parts of these rising shapes into monsters that can be built: for each part its monster.

    Clause: build.single-card, build.join-parts, build.layout-free
    """
    count = len(shapes)
    sets: list[tuple[int, ...]] = [()]
    for shape in shapes:
        sets += [(*some, shape) for some in sets]
    misfits = {bits for bits, some in enumerate(sets) if some and not joined(some, reads)[0]}
    return tuple(compress(groupings(count), map(misfits.isdisjoint, _grouped_bits(count))))


Pick: TypeAlias = Callable[[tuple[Any, ...]], tuple[Any, ...]]
"""Takes what lies at its places out of a pile."""


def _picks(cards: int, sizes: range) -> tuple[Pick, ...]:
    """Every choice of so many among a number of cards, smaller choices first."""
    return tuple([_pick(places) for size in sizes for places in combinations(range(cards), size)])


def _pick(places: tuple[int, ...]) -> Pick:
    """Takes what lies at these places; an itemgetter gives the bare item for one place and cannot take none."""
    if len(places) == 1:
        return itemgetter(slice(places[0], places[0] + 1))
    return itemgetter(*places) if places else itemgetter(slice(0))


Split: TypeAlias = tuple[Pick, tuple[tuple[int, ...], ...]]
"""What puts a row in the order of some parts, and the rows: the ways to split these parts when their shapes rise."""


def sorted_ways(shapes: tuple[int, ...], reads: Terms) -> Split:
    """The ways to split parts of these shapes, in any order. Clause: build.layout-free"""
    rising = sorted(range(len(shapes)), key=shapes.__getitem__)
    return _pick(tuple(sorted(rising, key=rising.__getitem__))), ways(tuple(sorted(shapes)), reads)


@lru_cache(maxsize=64)
def _known_splits(reads: Terms) -> Known[tuple[int, ...], Split]:
    return Known(sorted_ways, reads)


@lru_cache(maxsize=1 << 14)
def _group_picks(groups: tuple[int, ...]) -> tuple[Pick, ...]:
    """What takes the cards of each group out of a hand, in the order of their first cards."""
    places = range(len(groups))
    return tuple([_pick(tuple([at for at in places if groups[at] == group])) for group in dict.fromkeys(groups)])


def grouped(cards: Cards, groups: tuple[int, ...]) -> Layout:
    """Cards by their groups; they stand in a monster, and monsters in the layout, as in the hand."""
    return tuple([pick(cards) for pick in _group_picks(groups)])


def set_aside_limit(minimum: int, hand: int) -> int:
    """How many cards may be put aside at most. Clause: declare.minimum, declare.set-aside"""
    return max(0, hand - minimum)


def fewest_to_play(minimum: int, last: bool, reads: Mapping[str, Any]) -> int:
    """With how few cards in hand a player still plays a round. Clause: last.short-hand"""
    return max(1, minimum) if last and reads["short-hand-minimum"] == "sits-out" else 1


def goes_on(able: int, players: int, last: bool, reads: Mapping[str, Any]) -> bool:
    """Is another round played, if so many of the players left are able to? Clause: last.while-players-can-play"""
    needed = {"anyone": 1, "two-players": 2, "everyone": players}[reads["able-to-play"]] if last else 1
    return able >= max(1, needed)


def after_declarations(
    order: Sequence[Seat], said: Sequence[str], aside: Sequence[Cards]
) -> tuple[str, tuple[Next, ...]]:
    """The phase when all have spoken, and its tasks, the last next: words-first players put cards aside, then all grow.

    Clause: declare.set-aside, growth.simultaneous
    """
    playing = tuple([seat for seat in order if said[seat]])
    silent = tuple([seat for seat in playing if said[seat] == NOT_ALL and not aside[seat]])
    if silent:
        return "aside", (todo("declared"), *each("aside", silent, "put-aside"))
    return "grow", each("grow", playing, "reveal")


def pick_numbers(number: int, available: int, duty: str) -> range:
    """How many cards may be picked where the card says `number`. Clause: reproduce.must-take"""
    most = min(number, available)
    return range(0 if duty == "may" else most, most + 1)


@cache
def aside_picks(minimum: int, hand: int) -> tuple[Pick, ...]:
    """What may be put aside of a hand of so many cards, nothing first. Clause: declare.minimum, declare.set-aside"""
    return _picks(hand, range(set_aside_limit(minimum, hand) + 1))


@cache
def picks(number: int, available: int, duty: str) -> tuple[Pick, ...]:
    """What may be picked of so many cards where the card says `number`. Clause: reproduce.must-take"""
    return _picks(available, pick_numbers(number, available, duty))


def safe_picks(played: Sequence[int], own: Sequence[int], keep: int) -> tuple[int, ...]:
    """How many played cards of each player can be taken so that enough are left to keep.

    Clause: reproduce.winner-takes, reproduce.keep
    """
    return tuple(min(cards, max(0, have - keep)) for cards, have in zip(played, own, strict=True))


def leaves_enough(picks: Sequence[int], safe: Sequence[int]) -> bool:
    """Does a pick spare the owners, as far as other cards are left to pick? `picks`: taken from each player.

    Clause: reproduce.winner-takes
    """
    if sum(picks) <= sum(safe):
        return all(taken <= spare for taken, spare in zip(picks, safe, strict=True))
    return all(taken >= spare for taken, spare in zip(picks, safe, strict=True))


def drawers(
    tied: Sequence[Seat], decks: Sequence[Sequence[Any]], discards: Sequence[Sequence[Any]], last: bool, reading: str
) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Who of the tied can draw a card, and who stays in the tie-break. `reading`: of tie-empty-deck.

    Clause: tie.draw-one
    """
    remakes = reading == "reshuffle" and not last
    able = tuple([seat for seat in tied if decks[seat] or (remakes and discards[seat])])
    return able, able if able and reading == "drops-out" else tuple(tied)


class Holding(Protocol):
    """What players have in a round: a table, or one that a move is carried out on."""

    @property
    def aside(self) -> Sequence[Cards]:
        """Cards set aside, by seat."""

    @property
    def spare(self) -> Sequence[Cards]:
        """Tie cards that were not used, by seat."""

    @property
    def layouts(self) -> Sequence[Layout]:
        """Monsters on the table, by seat."""

    @property
    def setup(self) -> Setup:
        """What was agreed."""


def own_cards(table: Holding, seat: Seat) -> Cards:
    """What a player can keep from: played, set aside, unused tie cards. Clause: reproduce.keep, tie.draw-one"""
    return (*chain.from_iterable(table.layouts[seat]), *table.aside[seat], *table.spare[seat])


def rebuild_cards(table: Holding, seat: Seat) -> tuple[Cards, Cards]:
    """What a tied player must use, and what may be used. Clause: tie.rebuild"""
    more = table.aside[seat] if table.setup.reads["tie-set-aside"] == "may-return" else ()
    return cards_of(table.layouts[seat]), (*table.spare[seat], *more)


def without(cards: Iterable[str], gone: Container[str]) -> Cards:
    """Cards that are left when a few are gone."""
    return tuple([card for card in cards if card not in gone])


def left_of(layout: Layout, gone: Sequence[str]) -> Layout:
    """Monsters that are left when a few cards are gone."""
    return tuple(filter(None, [without(monster, gone) for monster in layout]))


def taken_from(layouts: tuple[Layout, ...], cards: Cards) -> tuple[Layout, ...]:
    """What is left of all layouts when cards are taken. Clause: reproduce.winner-takes"""
    taken = set(cards)
    return tuple(
        [layout if taken.isdisjoint(chain.from_iterable(layout)) else left_of(layout, cards) for layout in layouts]
    )


def keeping(
    number: int,
    order: Iterable[Seat],
    said: Sequence[str],
    layouts: Sequence[Layout],
    aside: Sequence[Cards],
    spare: Sequence[Cards],
) -> tuple[Next, ...]:
    """What is next when each who has played and has own cards left keeps so many of them. Clause: reproduce.keep"""
    asked = [seat for seat in order if said[seat] and (layouts[seat] or aside[seat] or spare[seat])] if number else []
    return each("keep", tuple(asked), "kept")


def cards_of(layout: Iterable[Cards]) -> Cards:
    """The cards of a layout, or of other piles."""
    return tuple(chain.from_iterable(layout))


def at(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """The values with another one at a place."""
    changed = [*values]
    changed[place] = value
    return tuple(changed)


# ---------------------------------------------------------------- the table while a move is carried out


class Flow:
    """A table while a move is carried out. It is thrown away as soon as the new table is there."""

    __slots__ = (
        "agenda", "aside", "ask", "changing", "commits", "common", "decks", "discard", "discards", "ended", "era",
        "finals", "hands", "last", "layouts", "log", "order", "out", "phase", "reads", "round", "said", "scores",
        "secret", "setup", "spare", "tied", "totals", "winner", "winners",
    )  # fmt: skip

    setup: Setup
    round: int
    phase: str
    era: int
    changing: bool
    last: bool
    order: tuple[Seat, ...]
    out: tuple[bool, ...]
    common: Cards
    discard: Cards
    decks: list[Cards]
    discards: list[Cards]
    hands: list[Cards]
    aside: tuple[Cards, ...]
    spare: tuple[Cards, ...]
    layouts: tuple[Layout, ...]
    totals: tuple[int, ...]
    said: tuple[str, ...]
    commits: tuple[Any, ...]
    tied: tuple[Seat, ...]
    winner: Seat
    secret: frozenset[str]
    ended: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    finals: tuple[Layout, ...]
    agenda: list[Next]
    ask: Ask | None
    log: list[Event] | None

    def __init__(self, table: Iterable[Any], telling: bool = False) -> None:
        """`table`: its fields, in their order."""
        (
            self.setup, self.round, self.phase, self.era, self.changing, self.last, self.order, self.out, self.common,
            self.discard, decks, discards, hands, self.aside, self.spare, self.layouts, self.totals, self.said,
            self.commits, self.tied, self.winner, self.secret, self.ended, self.winners, self.scores, self.finals,
            agenda, self.ask,
        ) = table  # fmt: skip
        self.decks, self.discards, self.hands, self.agenda = [*decks], [*discards], [*hands], [*agenda]
        self.reads = self.setup.reads
        self.log = [] if telling else None

    def freeze(self) -> tuple[Any, ...]:
        """The fields of the table, in their order."""
        return (
            self.setup, self.round, self.phase, self.era, self.changing, self.last, self.order, self.out, self.common,
            self.discard, tuple(self.decks), tuple(self.discards), tuple(self.hands), self.aside, self.spare,
            self.layouts, self.totals, self.said, self.commits, self.tied, self.winner, self.secret, self.ended,
            self.winners, self.scores, self.finals, tuple(self.agenda), self.ask,
        )  # fmt: skip

    # -------------------------------------------------------------------------------------------- running

    def run(self) -> None:
        """Carry on until somebody has to decide, or the game is over."""
        agenda = self.agenda
        while self.ask is None and agenda:
            task = agenda.pop()
            if isinstance(task, Ask):
                self.ask = task
            else:
                DOING[task.do](self, task)

    def apply(self, move: AnyMove) -> None:
        """Carry out what was decided, and what follows from it."""
        ask = self.ask
        assert ask is not None
        self.ask = None
        if self.log is not None and self.phase == "setup":
            self._tell_box(ask)
        APPLY[ask.what](self, ask, move)
        self.run()

    def then(self, *tasks: Next) -> None:
        """What is to be done next, in this order."""
        self.agenda.extend(reversed(tasks))

    def tell(
        self,
        clause: str,
        text: str,
        *values: Any,
        key: bool = False,
        rests: str = "",
        assumed: str = "",
        seat: Seat | None = None,
    ) -> None:
        """Say what happens and which clause makes it happen; `rests`: the ruling it rests on; `seat`: who alone hears."""
        if self.log is not None:
            why = " ".join(filter(None, (open_point(self.setup.rulings, rests) if rests else "", assumed)))
            self.log.append(Event(clause, text.format(*values), key, why, seat))

    # -------------------------------------------------------------------------------------------- looking

    @property
    def numbers(self) -> Era:
        """The era card in force. Clause: era-card.minimum, era-card.draw, era-card.players"""
        return self.setup.stack[self.era]

    @property
    def in_last_era(self) -> bool:
        """Has the last era begun? Clause: mutate.last-era-old-numbers"""
        return self.era == len(self.setup.stack) - 1

    def number(self, name: str, era: Era | None = None) -> str:
        """What to say where a number of the era card decides something. Clause: era-card.numbers-unprinted"""
        return "" if self.log is None else assumed_number(self.setup.box, (era or self.numbers).key, name)

    def playing(self) -> tuple[Seat, ...]:
        """Who plays the round that begins, in turn order. Clause: last.short-hand, build.five-in-hand"""
        hands, fewest = self.hands, fewest_to_play(self.numbers.minimum, self.last, self.reads)
        return tuple([seat for seat in self.order if len(hands[seat]) >= fewest])

    # -------------------------------------------------------------------------------------------- set-up

    def do_setup(self, task: Task) -> None:
        """The order of the set-up; sets that are chosen need a first player before.

        Clause: setup.starter-cards, setup.own-deck, setup.common-deck, setup.first-player, setup.first-hand
        """
        seats = range(self.setup.players)
        shuffles = [todo("shuffle-own", seat) for seat in seats]
        if self.reads["starter-assignment"] == "by-choice":
            self.then(todo("first"), todo("pick-sets"), *shuffles, todo("shuffle-common"), todo("first-draws"))
        else:
            self.then(todo("deal"), *shuffles, todo("shuffle-common"), todo("first"), todo("first-draws"))

    def _tell_box(self, ask: Ask) -> None:
        """With the first move of a game: what is played with. Clause: setup.era-stack-order, setup.era-labels,
        setup.era-removal, variant.without-advanced, variant.remove-colour, variant.fewer-eras, variant.more-eras"""
        setup = self.setup
        if any(self.decks) or (ask.what == "set" and self.reads["first-player-method"] == "random-seat"):
            return
        names = ", ".join(era.name for era in setup.stack)
        labelled = era_stack(setup.players, setup.box)
        more = len(setup.eras) - len(labelled)
        clause = "variant.fewer-eras" if more < 0 else "variant.more-eras" if more else "setup.era-stack-order"
        rests = "" if setup.eras == labelled else "era-choice"
        self.tell(clause, "The eras, the first on top: {}.", names, rests=rests)
        if setup.without_advanced:
            self.tell("variant.without-advanced", "The parts marked A stay in the box.", rests="advanced-effects")
        if setup.without_colour:
            self.tell(
                "variant.remove-colour", "The {} parts stay in the box.", setup.without_colour, rests="colour-removal"
            )
        if self.reads["multicolour-doubling"] == "any-monster":
            text = "Doubling marks act in monsters of several colours, too."
            self.tell("variant.multicolour-doubling", text, rests="multicolour-doubling")

    def do_deal(self, task: Task) -> None:
        """Clause: setup.starter-cards"""
        self.ask = question("deal")

    def on_deal(self, ask: Ask, move: DealStarters) -> None:
        """Clause: setup.starter-cards, setup.own-deck"""
        self.decks = [*move.sets]
        if self.log is not None:
            text, assumed = "Each player gets six starters.", assumed_parts(self.setup.box)
            self.tell("setup.starter-cards", text, rests="starter-sets", assumed=assumed)
            for seat, cards in enumerate(move.sets):
                self.tell("setup.starter-cards", "{} gets {}.", letter(seat), cards_said(cards), seat=seat)
        self.all_dealt()

    def do_pick_sets(self, task: Task) -> None:
        """Clause: setup.starter-cards"""
        self.agenda += each("pick-set", self.order, "all-dealt")

    def do_pick_set(self, task: Task) -> None:
        """Clause: setup.starter-cards"""
        self.ask = question("set", task.seat)

    def on_set(self, ask: Ask, move: TakeSet) -> None:
        """Clause: setup.starter-cards"""
        chosen = self.setup.sets[move.colour, move.mark]
        self.decks[ask.seat] = tuple(part.id for part in chosen)
        self.common = without(self.common, self.decks[ask.seat])
        self.tell(
            "setup.starter-cards", "{} takes the {} {} set.", letter(ask.seat), move.colour, move.mark,
            rests="starter-assignment", assumed=assumed_parts(self.setup.box),
        )  # fmt: skip

    def do_all_dealt(self, task: Task) -> None:
        """Clause: setup.common-deck"""
        self.all_dealt()

    def all_dealt(self) -> None:
        """What is left becomes the common deck, with or without the starters nobody got.

        Clause: setup.common-deck, goal.new-parts
        """
        known = self.setup.parts
        dealt = [known[card] for deck in self.decks for card in deck]
        self.common = tuple([part.id for part in common_parts(self.setup.in_play, dealt, self.setup.rulings)])
        if self.log is not None:
            unused = sum(part.set != NO_SET for part in self.setup.in_play) - len(dealt)
            text, rests = "The other {} parts are the common deck.", "unused-starters" if unused else ""
            self.tell("setup.common-deck", text, len(self.common), rests=rests)

    def do_first(self, task: Task) -> None:
        """Clause: setup.first-player"""
        if self.reads["first-player-method"] == "seat-zero":
            self.starts_with(min(self.order))
            self.tell("setup.first-player", "{} goes first.", letter(self.order[0]), rests="first-player-method")
        else:
            self.ask = question("first")

    def on_first(self, ask: Ask, move: FirstPlayer) -> None:
        """Clause: setup.first-player"""
        self.starts_with(move.seat)
        self.tell("setup.first-player", "{} goes first.", letter(move.seat), rests="first-player-method")

    def starts_with(self, seat: Seat) -> None:
        """Clockwise from this seat, without those who are out. Clause: growth.winner-goes-first, mutate.draw-five"""
        self.order = clockwise(seat, self.out)

    # -------------------------------------------------------------------------------------------- shuffling

    def do_shuffle_own(self, task: Task) -> None:
        """Clause: setup.own-deck"""
        self.shuffle_own(task.seat, "setup")

    def do_shuffle_common(self, task: Task) -> None:
        """Clause: setup.common-deck"""
        self.shuffle_common("setup")

    def shuffle_own(self, seat: Seat, why: str) -> None:
        """A player's deck and discard pile become one new deck: by chance, if that matters. Clause: mutate.own-reshuffle"""
        ask = question("shuffle", NOBODY, seat, why)
        cards = (*self.decks[seat], *self.discards[seat])
        if len(cards) > 1:
            self.ask = ask
        elif cards:
            self.on_shuffle(ask, ShuffleOwn(seat, cards))

    def on_shuffle(self, ask: Ask, move: ShuffleOwn) -> None:
        """Clause: setup.own-deck, mutate.own-reshuffle, last.final-shuffle, last.hand-stays-out, tie.draw-one"""
        seat, new = ask.whose, len(self.discards[ask.whose])
        self.decks[seat], self.discards[seat] = move.cards, ()
        if self.secret:
            self.secret = self.secret.difference(move.cards)
        if self.log is None:
            return
        who, count = letter(seat), len(move.cards)
        if ask.why == "setup":
            self.tell("setup.own-deck", "{}’s {} starters are shuffled: the own deck.", who, count)
        elif ask.why == "last":
            text = "{} shuffles the own discard pile into the own deck for the last time: {} cards."
            self.tell("last.final-shuffle", text, who, count)
            if self.hands[seat]:
                text = "The {} cards in {}’s hand stay out of it."
                self.tell("last.hand-stays-out", text, len(self.hands[seat]), who)
        elif ask.why == "tie":
            text = "{}’s own deck is empty: the {} cards of the own discard pile are shuffled."
            self.tell("tie.draw-one", text, who, new, rests="tie-empty-deck")
        else:
            text = "{}’s own deck is empty: the {} cards of the own discard pile become the new one."
            self.tell("mutate.own-reshuffle", text, who, new, rests="own-reshuffle")

    def shuffle_common(self, why: str) -> None:
        """The common deck, or the common discard pile, is a new common deck: by chance, if that matters.

        Clause: setup.common-deck, mutate.new-common-deck
        """
        ask = question("common", NOBODY, NOBODY, why)
        cards = (*self.common, *self.discard)
        if len(cards) > 1:
            self.ask = ask
        else:
            self.on_common(ask, ShuffleCommon(cards))

    def on_common(self, ask: Ask, move: ShuffleCommon) -> None:
        """Clause: setup.common-deck, mutate.new-common-deck"""
        self.common, self.discard = move.cards, ()
        if ask.why == "setup":
            self.tell("setup.common-deck", "The {} cards of the common deck are shuffled.", len(move.cards))
        else:
            text = "The {} cards of the common discard pile are shuffled: the new common deck."
            self.tell("mutate.new-common-deck", text, len(move.cards))

    # -------------------------------------------------------------------------------------------- drawing

    def do_first_draws(self, task: Task) -> None:
        """Clause: setup.first-hand"""
        text = "From {} clockwise each player draws five cards."
        self.tell("setup.first-hand", text, letter(self.order[0]))
        self.draws()

    def draws(self) -> None:
        """Everybody draws, in turn order. Clause: mutate.draw-five, setup.first-hand"""
        self.phase = "mutate" if self.round else "setup"
        self.agenda += each("draw", self.order, "drawn", self.order[0])

    def do_draws(self, task: Task) -> None:
        """Clause: mutate.draw-five"""
        self.draws()

    def by_old_numbers(self, turned: bool) -> bool:
        """When the last era has begun: does a draw still go by the numbers before it? `turned`: it began in this very draw.

        Clause: mutate.last-era-old-numbers, era-card.draw
        """
        return turned or bool(self.reads["changeover-scope"] == "all-later-drawers")

    def era_can_change(self) -> bool:
        """Is there a next era, and a pile to make its common deck from? Clause: mutate.era-change, mutate.new-common-deck"""
        return not self.in_last_era and bool(self.discard)

    def do_draw(self, task: Task) -> None:
        """One player's draw, from where it was left: common cards first, then own ones, then the limit of five.

        Clause: mutate.draw-five, mutate.common-first, mutate.era-change, mutate.elimination
        """
        if not task.begun and self.log is None and self.simple_draw(task.seat):
            return
        seat, common, own, setup, reads = task.seat, task.common, task.own, self.setup, self.reads
        if not task.begun and reads["elimination"] == "holdings-short" and self.holdings_short(seat):
            self.eliminate(seat)
            return
        numbers = setup.stack[self.era - 1 if self.changing and self.by_old_numbers(task.turned) else self.era]
        hand, deck, missing, size = self.hands[seat], self.common, False, setup.hand
        room, wanted = size - len(hand), numbers.common - common
        if wanted > room:
            wanted = room
        if wanted > 0:
            taken = deck[:wanted]
            self.common, hand, common = deck[wanted:], hand + taken, common + len(taken)
            if taken and self.log is not None:
                self.tell_drawn("common", seat, taken, numbers)
            if len(deck) <= wanted:
                self.hands[seat] = hand
                missing = len(deck) < wanted
                emptied = bool(deck) and reads["era-trigger"] == "on-empty"
                if (missing or emptied) and self.era_can_change():
                    self.change_era(task, common)
                    return
        deck, wanted = self.decks[seat], size - len(hand)
        fewer = missing and reads["no-common-cards"] == "draw-fewer"
        if fewer:
            wanted = min(wanted, numbers.own - own)
        taken = deck[:wanted] if wanted > 0 else ()
        self.decks[seat], self.hands[seat] = deck[len(taken) :], hand + taken
        if taken and self.log is not None:
            self.tell_drawn("own", seat, taken, numbers)
        if missing and not own and self.log is not None:
            text = "There is no common card to draw."
            self.tell("mutate.new-common-deck", text, rests="no-common-cards")
        if len(deck) <= wanted:
            self.deck_ends(seat, common, own + len(taken), task.turned, len(deck) < wanted, fewer)

    def simple_draw(self, seat: Seat) -> bool:
        """A draw into an empty hand that uses up no pile, in short; False if it is no such draw.

        Clause: mutate.draw-five, mutate.common-first
        """
        setup, common, deck = self.setup, self.common, self.decks[seat]
        first = setup.stack[self.era].common
        rest = setup.hand - first
        if not (0 <= first < len(common) and 0 <= rest < len(deck)) or self.hands[seat] or self.changing:
            return False
        if self.reads["elimination"] == "holdings-short":
            return False
        self.hands[seat] = common[:first] + deck[:rest]
        self.common, self.decks[seat] = common[first:], deck[rest:]
        return True

    def holdings_short(self, seat: Seat) -> bool:
        """Has a player fewer than five own cards before the draw? Clause: mutate.elimination"""
        return self.may_eliminate() and len(self.decks[seat]) + len(self.discards[seat]) < self.setup.hand

    def may_eliminate(self) -> bool:
        """Is anybody eliminated now? Clause: mutate.elimination, last.short-hand, mutate.last-era-old-numbers"""
        if self.last:
            return False
        return not (self.in_last_era and self.reads["elimination-at-changeover"] == "no-elimination")

    def tell_drawn(self, pile: str, seat: Seat, cards: Sequence[str], era: Era) -> None:
        """Clause: mutate.draw-five, mutate.common-first, setup.first-hand"""
        clause = "mutate.draw-five" if self.round else "setup.first-hand"
        if pile == "common" and self.round:
            clause = "mutate.common-first"
        text = "{} draws {} {} card{}."
        self.tell(clause, text, letter(seat), len(cards), pile, "s" * (len(cards) != 1), assumed=self.number(pile, era))
        self.tell(clause, "{} draws {}.", letter(seat), cards_said(cards), seat=seat)

    def change_era(self, task: Task, drawn: int) -> None:
        """The next era begins in the middle of a draw, which is gone on with by its numbers.

        Clause: mutate.era-change, mutate.new-common-deck, mutate.rest-by-new-card, mutate.last-era-old-numbers,
        turn.rounds-per-era
        """
        self.era += 1
        self.changing = self.in_last_era
        if self.log is not None:
            self.tell(
                "mutate.era-change", "The common deck is empty: the {} begins.", self.numbers.name, key=True,
                rests="era-trigger",
            )  # fmt: skip
            if self.changing:
                text = "The draw is finished by the numbers of the {}."
                before = self.setup.stack[self.era - 1].name
                self.tell("mutate.last-era-old-numbers", text, before, rests="changeover-scope")
            else:
                text = "{} goes on drawing by its numbers: {} common, {} own."
                numbers = self.numbers
                self.tell(
                    "mutate.rest-by-new-card", text, letter(task.seat), numbers.common, numbers.own,
                    rests="era-change-remaining", assumed=self.number("common"),
                )  # fmt: skip
        afresh = self.reads["era-change-remaining"] == "rest-by-new-card" and not self.changing
        self.then(Task("draw", task.seat, 0 if afresh else drawn, task.own, task.turned or self.changing, True))
        self.shuffle_common("era")

    def deck_ends(self, seat: Seat, common: int, own: int, turned: bool, short: bool, fewer: bool) -> None:
        """An own deck is used up: it is made anew and the draw goes on, or the player may be out. `short`: cards are
        missing, `fewer`: they may be. Clause: mutate.own-reshuffle, mutate.elimination, last.short-hand"""
        emptied = own > 0 and self.reads["own-reshuffle"] == "when-emptied"
        if (short or emptied) and self.discards[seat] and not self.last:
            self.then(Task("draw", seat, common, own, turned, True))
            self.shuffle_own(seat, "draw")
            return
        if short and self.log is not None and self.last:
            text = "{}’s own deck is used up: {} cards in hand."
            self.tell("last.short-hand", text, letter(seat), len(self.hands[seat]))
        if short and not fewer and self.may_eliminate():
            self.eliminate(seat)

    def eliminate(self, seat: Seat) -> None:
        """A player is out, and all own cards go to the common discard pile.

        Clause: mutate.elimination, mutate.elimination-discard, mutate.draw-five
        """
        gone = (*self.hands[seat], *self.decks[seat], *self.discards[seat])
        self.discard += gone
        self.hands[seat] = self.decks[seat] = self.discards[seat] = ()
        self.secret = self.secret.difference(gone)
        self.out = at(self.out, seat, True)
        first = self.order[0] == seat
        self.order = tuple([who for who in self.order if who != seat])
        if self.log is not None:
            text = "{} cannot have five cards and is eliminated."
            self.tell("mutate.elimination", text, letter(seat), key=True, rests="elimination")
            text = "{}’s {} own cards go to the common discard pile."
            self.tell("mutate.elimination-discard", text, letter(seat), len(gone))
            if first and len(self.order) > 1 and self.reads["first-player-out"] == "next-clockwise":
                text = "{} becomes first player."
                self.tell("mutate.draw-five", text, letter(self.order[0]), rests="first-player-out")
        if len(self.order) == 1 and self.reads["last-survivor"] == "wins-at-once":
            self.agenda.clear()
            self.finish("mutate.elimination")

    def do_drawn(self, task: Task) -> None:
        """After the draw: the last shuffle if the last era has begun, and a first player if there is none.

        Clause: last.final-shuffle, mutate.last-era-old-numbers, mutate.draw-five
        """
        tasks = []
        if self.changing:
            self.changing, self.last = False, True
            text = "All have drawn: the rules of the {} apply."
            self.tell("mutate.last-era-old-numbers", text, self.numbers.name)
            tasks += [todo("last-shuffle", seat) for seat in self.order]
        if self.order and self.out[task.seat] and self.reads["first-player-out"] == "choose-again":
            tasks.append(todo("first"))
        self.then(*tasks, todo("round"))

    def do_last_shuffle(self, task: Task) -> None:
        """Clause: last.final-shuffle, last.hand-stays-out"""
        self.shuffle_own(task.seat, "last")

    # -------------------------------------------------------------------------------------------- Declaration

    def stands_still(self) -> bool:
        """Is one player left, with all cards there are, who gets each of them back? Then no era can ever change.

        Clause: mutate.elimination, mutate.era-change
        """
        if len(self.order) > 1 or self.common or self.discard or self.in_last_era:
            return False
        return self.numbers.winner_takes + self.numbers.keep >= self.setup.hand

    def do_round(self, task: Task) -> None:
        """A round, or the end. Clause: turn.four-phases, turn.rounds-per-era, last.while-players-can-play"""
        if self.stands_still():
            text = "{} alone is left and no common card is: the last era can never begin."
            self.tell("mutate.era-change", text, letter(self.order[0]), rests="last-survivor")
            self.then(todo("final"))
            return
        playing = self.playing()
        if not goes_on(len(playing), len(self.order), self.last, self.reads):
            text = "Nobody is left who can play." if not playing else "Not enough players are left who can play."
            self.tell("last.while-players-can-play", text, rests="able-to-play")
            self.then(todo("final"))
            return
        players = self.setup.players
        self.round += 1
        self.phase, self.winner, self.tied = "declare", NOBODY, ()
        self.totals, self.said = (-1,) * players, ("",) * players
        if self.log is not None:
            self.tell("turn.four-phases", "Round {} begins, in the {}.", self.round, self.numbers.name)
            for seat in self.order:
                if seat not in playing:
                    text = "{} does not play: {} cards in hand."
                    rests = "short-hand-minimum" if self.hands[seat] else "able-to-play"
                    self.tell("last.short-hand", text, letter(seat), len(self.hands[seat]), rests=rests)
        self.agenda += each("declare", playing, "declared")

    def on_declare(self, ask: Ask, move: PlayAll | HoldBack | SetAside) -> None:
        """Clause: declare.in-order, declare.all-or-not, declare.set-aside"""
        seat = ask.seat
        self.said = at(self.said, seat, ALL if isinstance(move, PlayAll) else NOT_ALL)
        if self.log is not None:
            told = "plays all cards" if isinstance(move, PlayAll) else "does not play all cards"
            self.tell("declare.all-or-not", "{} declares: {}.", letter(seat), told, rests="declaration-binding")
        if isinstance(move, SetAside):
            self.put_aside(seat, move.cards)

    def put_aside(self, seat: Seat, cards: Cards) -> None:
        """Clause: declare.set-aside, declare.minimum"""
        self.hands[seat] = without(self.hands[seat], cards)
        self.aside = at(self.aside, seat, self.aside[seat] + cards)
        if self.log is not None:
            text, count = "{} puts {} card{} aside, face down.", len(cards)
            everybody = self.reads["set-aside-count"] == "public"
            rests = "declaration-timing"
            if everybody:
                self.tell("declare.set-aside", text, letter(seat), count, "s" * (count != 1), rests=rests)
            else:
                self.tell("declare.set-aside", "{} puts cards aside, face down.", letter(seat), rests="set-aside-count")
            text = "{} sets aside {}."
            self.tell("declare.set-aside", text, letter(seat), cards_said(cards), seat=seat)
            text = "{} cards are left to play; the minimum is {}."
            left = len(self.hands[seat])
            self.tell(
                "declare.minimum", text, left, self.numbers.minimum, assumed=self.number("minimum"),
                seat=None if everybody else seat,
            )  # fmt: skip

    def do_declared(self, task: Task) -> None:
        """All have spoken: words-first players now put cards aside; then all grow.

        Clause: declare.set-aside, growth.simultaneous
        """
        self.phase, tasks = after_declarations(self.order, self.said, self.aside)
        self.agenda += tasks

    def on_commit(self, ask: Ask, move: SetAside | Grow | Rebuild) -> None:
        """It lies hidden until all have decided. Clause: growth.simultaneous, declare.set-aside, tie.rebuild"""
        self.commits = at(self.commits, ask.seat, SECRETS[ask.what](move))
        if self.log is not None:
            clause = {"aside": "declare.set-aside", "grow": "growth.simultaneous", "rebuild": "tie.rebuild"}[ask.what]
            self.tell(clause, "{} has decided.", letter(ask.seat))
            self.tell(clause, "{}.", move, seat=ask.seat)

    def do_put_aside(self, task: Task) -> None:
        """Clause: declare.set-aside"""
        chosen = self.all_commits()
        for seat, cards in enumerate(chosen):
            if cards is not None:
                self.put_aside(seat, cards)

    def all_commits(self) -> tuple[Any, ...]:
        """What was decided in secret is shown now. Clause: growth.simultaneous, declare.set-aside, tie.rebuild"""
        commits, self.commits = self.commits, (None,) * len(self.commits)
        return commits

    # -------------------------------------------------------------------------------------------- Growth

    def do_reveal(self, task: Task) -> None:
        """All monsters are laid open and valued. Clause: growth.simultaneous, growth.from-kept, growth.announce-total"""
        playing, built, layouts = self.playing_now(), self.all_commits(), [*self.layouts]
        loose = self.reads["declaration-binding"] != "binding"
        for seat in playing:
            layouts[seat], hand, self.hands[seat] = built[seat], self.hands[seat], ()
            if loose:
                self.aside = at(self.aside, seat, self.aside[seat] + without(hand, cards_of(built[seat])))
        self.layouts = tuple(layouts)
        self.valued(playing)

    def do_value(self, task: Task) -> None:
        """Clause: growth.announce-total"""
        self.valued(self.playing_now())

    def valued(self, playing: tuple[Seat, ...]) -> None:
        """Clause: growth.announce-total, growth.highest-wins"""
        worth, layouts, totals = self.setup.worth, self.layouts, [*self.totals]
        for seat in playing:
            totals[seat] = coded_total(layouts[seat], worth)
            if self.log is not None:
                self._tell_value(seat, "growth.simultaneous", "lays out")
        self.totals = tuple(totals)
        self.contest(playing)

    def _tell_value(self, seat: Seat, clause: str, verb: str) -> None:
        """A total, summand by summand. Clause: growth.announce-total, value.sum, value.all-whole"""
        known = self.setup.parts
        layout = tuple([tuple([known[card] for card in monster]) for monster in self.layouts[seat]])
        who, valued = letter(seat), layout_value(layout, self.setup.rulings)
        self.tell(clause, "{} {} {}.", who, verb, layout_said(self.layouts[seat]))
        for monster, ids in zip(valued.monsters, self.layouts[seat], strict=True):
            for line in monster.summands:
                text = "{}, {}: {} ({}{})."
                self.tell(line.clause, text, who, "+".join(ids), line.text, line.op, line.amount, assumed=line.assumed)
        for line in valued.summands[len(valued.monsters) :]:
            self.tell(line.clause, "{}: {} ({}{}).", who, line.text, line.op, line.amount, assumed=line.assumed)
        for effect in valued.effects:
            text = "A card says: {} Nobody has carried it out, so the total is unchecked."
            self.tell("variant.without-advanced", text, effect, rests="advanced-effects")
        self.tell("growth.announce-total", "{} announces {}.", who, valued.total, assumed=assumed_parts(self.setup.box))

    def contest(self, contenders: tuple[Seat, ...]) -> None:
        """The highest total wins, or those who share it try to break the tie. Clause: growth.highest-wins, tie.repeat"""
        totals = self.totals
        best = max(map(totals.__getitem__, contenders))
        leading = tuple([seat for seat in contenders if totals[seat] == best])
        if len(leading) == 1:
            self.win(leading[0])
            return
        again, self.phase, self.tied = bool(self.tied), "tie", leading
        if self.log is not None:
            clause = "tie.repeat" if again else "tie.draw-one"
            text = "{} are tied at {}."
            self.tell(clause, text, cards_said([letter(seat) for seat in leading]), best, key=True)
        self.then(todo("tie"))

    # -------------------------------------------------------------------------------------------- ties

    def do_tie(self, task: Task) -> None:
        """Each tied player draws an own card and may rebuild. Clause: tie.draw-one, tie.rebuild, tie.repeat"""
        able, staying = drawers(self.tied, self.decks, self.discards, self.last, self.reads["tie-empty-deck"])
        if not able:
            self.unbreakable()
            return
        if self.log is not None:
            self._tell_empty_decks(able, staying)
        self.tied = staying
        self.agenda += each("rebuild", able, "rebuilt")
        self.then(*[todo("tie-draw", seat) for seat in able])

    def _tell_empty_decks(self, able: Sequence[Seat], staying: Sequence[Seat]) -> None:
        """Clause: tie.draw-one"""
        for seat in self.tied:
            if seat not in staying:
                text = "{}’s own deck is empty: {} leaves the tie-break."
                self.tell("tie.draw-one", text, letter(seat), letter(seat), rests="tie-empty-deck")
            elif seat not in able:
                text = "{} has no card to draw and keeps the total of {}."
                self.tell("tie.draw-one", text, letter(seat), self.totals[seat], rests="tie-empty-deck")

    def do_tie_draw(self, task: Task) -> None:
        """Clause: tie.draw-one"""
        seat = task.seat
        if not self.decks[seat]:
            self.then(task)
            self.shuffle_own(seat, "tie")
            return
        card, self.decks[seat] = self.decks[seat][0], self.decks[seat][1:]
        self.spare = at(self.spare, seat, (*self.spare[seat], card))
        if self.log is not None:
            self.tell("tie.draw-one", "{} draws 1 own card.", letter(seat))
            self.tell("tie.draw-one", "It is {}.", card, seat=seat)
        remade = self.reads["own-reshuffle"] == "when-emptied" and self.reads["tie-empty-deck"] == "reshuffle"
        if remade and not self.decks[seat] and self.discards[seat] and not self.last:
            self.shuffle_own(seat, "emptied")

    def do_rebuilt(self, task: Task) -> None:
        """The new monsters are laid open and valued. Clause: tie.rebuild, tie.repeat"""
        built = self.all_commits()
        for seat in self.tied:
            if built[seat] is None:
                continue
            used = cards_of(built[seat])
            self.layouts = at(self.layouts, seat, built[seat])
            self.spare = at(self.spare, seat, without(self.spare[seat], used))
            self.aside = at(self.aside, seat, without(self.aside[seat], used))
            self.totals = at(self.totals, seat, coded_total(built[seat], self.setup.worth))
            if self.log is not None:
                self._tell_value(seat, "tie.rebuild", "rebuilds:")
        self.contest(self.tied)

    def unbreakable(self) -> None:
        """No tied player can draw. Clause: tie.repeat"""
        if self.reads["tie-unbreakable"] == "turn-order":
            text = "Nobody can draw any more: {} comes first in turn order."
            self.tell("tie.repeat", text, letter(self.tied[0]), rests="tie-unbreakable")
            self.win(self.tied[0])
            return
        self.tell("tie.repeat", "Nobody can draw any more: nobody wins the round.", rests="tie-unbreakable")
        self.after_tie()
        self.keeps()

    # -------------------------------------------------------------------------------------------- Reproduction

    def win(self, seat: Seat) -> None:
        """The winner of the round goes first from now on. Clause: growth.highest-wins, growth.winner-goes-first"""
        self.winner = seat
        if self.log is not None:
            self.tell(
                "growth.highest-wins", "{} wins the round with {}.", letter(seat), self.totals[seat], key=True,
                assumed=assumed_parts(self.setup.box),
            )  # fmt: skip
            self.tell("growth.winner-goes-first", "{} is first player now.", letter(seat))
        self.after_tie()
        self.starts_with(seat)
        if self.numbers.winner_takes:
            self.phase = "take"
            self.ask = question("take", seat)
        else:
            self.keeps()

    def after_tie(self) -> None:
        """Where unused tie cards go. Clause: tie.draw-one"""
        if self.reads["tie-drawn-card"] != "under-deck":
            return
        for seat in self.tied_ever():
            self.decks[seat] += self.spare[seat]
            text = "{}’s unused card{} go{} under the own deck."
            many = len(self.spare[seat]) != 1
            self.tell("tie.draw-one", text, letter(seat), "s" * many, "" if many else "es", rests="tie-drawn-card")
        self.spare = ((),) * len(self.spare)

    def tied_ever(self) -> list[Seat]:
        """Who has drawn a tie card that was not used. Clause: tie.draw-one"""
        return [seat for seat, cards in enumerate(self.spare) if cards]

    def on_take(self, ask: Ask, move: Take) -> None:
        """Clause: reproduce.winner-takes, reproduce.must-take, reproduce.from-outcome"""
        seat = ask.seat
        self.discards[seat] += move.cards
        self.layouts = taken_from(self.layouts, move.cards)
        if self.log is not None:
            self.tell(
                "reproduce.winner-takes", "{} takes {}.", letter(seat), cards_said(move.cards),
                rests="" if len(move.cards) == self.numbers.winner_takes else "keep-duty",
                assumed=self.number("winner_takes"),
            )  # fmt: skip
            self.tell("reproduce.from-outcome", "It lies on {}’s own discard pile now.", letter(seat))
        self.keeps()

    def keeps(self) -> None:
        """Each player keeps own cards. Clause: reproduce.keep, reproduce.must-take"""
        self.phase = "keep"
        self.agenda += keeping(self.numbers.keep, self.order, self.said, self.layouts, self.aside, self.spare)

    def do_keeps(self, task: Task) -> None:
        """Clause: reproduce.keep"""
        self.keeps()

    def playing_now(self) -> tuple[Seat, ...]:
        """Who has played in this round, in turn order. Clause: reproduce.keep"""
        return tuple(filter(self.said.__getitem__, self.order))

    def on_keep(self, ask: Ask, move: Keep) -> None:
        """Hidden until all have chosen, or open at once. Clause: reproduce.keep"""
        seat, cards = ask.seat, move.cards
        if self.reads["keep-order"] == "turn-order-open":
            self.discards[seat] += cards
            self._tell_kept(seat, cards, ())
            self.layouts = at(self.layouts, seat, left_of(self.layouts[seat], cards))
            self.aside = at(self.aside, seat, without(self.aside[seat], cards))
            self.spare = at(self.spare, seat, without(self.spare[seat], cards))
            return
        self.commits = at(self.commits, seat, cards)
        if self.log is not None:
            self.tell("reproduce.keep", "{} has decided.", letter(ask.seat), rests="keep-order")
            self.tell("reproduce.keep", "{}.", move, seat=ask.seat)

    def _tell_kept(self, seat: Seat, cards: Cards, hidden: Cards) -> None:
        """Clause: reproduce.keep, reproduce.must-take"""
        if self.log is None:
            return
        shown = without(cards, hidden)
        said = cards_said(shown) if shown or not hidden else ""
        more = f"{len(hidden)} face-down card{'s' * (len(hidden) != 1)}" if hidden else ""
        text = "{} keeps {}."
        self.tell(
            "reproduce.keep", text, letter(seat), " and ".join(filter(None, (said, more))),
            rests="keep-duty" if len(cards) != self.numbers.keep else "", assumed=self.number("keep"),
        )  # fmt: skip
        if hidden:
            self.tell("reproduce.keep", "{} keeps {}.", letter(seat), cards_said(cards), seat=seat)

    def _tell_all_kept(self, playing: Iterable[Seat], commits: Sequence[Cards | None], kept: set[str]) -> None:
        """Clause: reproduce.keep, mutate.discard-rest"""
        for seat in playing:
            if (cards := commits[seat]) is not None:
                self._tell_kept(seat, cards, without(cards, cards_of(self.layouts[seat])))
        for seat in playing:
            if rest := without(own_cards(self, seat), kept):
                self.tell("mutate.discard-rest", "{} discards {}.", letter(seat), cards_said(rest))

    def do_kept(self, task: Task) -> None:
        """What was chosen at the same time is kept; all else is discarded. Clause: reproduce.keep, mutate.discard-rest"""
        playing, commits, discards, players = self.playing_now(), self.all_commits(), self.discards, self.setup.players
        kept = set(chain.from_iterable(filter(None, commits)))
        for seat in playing:
            discards[seat] += commits[seat] or ()
        if self.log is not None:
            self._tell_all_kept(playing, commits, kept)
        covered = (*chain.from_iterable(self.aside), *chain.from_iterable(self.spare))
        if not kept.isdisjoint(covered):
            self.secret |= kept.intersection(covered)
        rest = [card for seat in playing for card in own_cards(self, seat) if card not in kept]
        self.discard = (*self.discard, *rest)
        self.layouts = self.aside = self.spare = ((),) * players
        self.draws()

    # -------------------------------------------------------------------------------------------- the end

    def do_final(self, task: Task) -> None:
        """Clause: end.three-monsters, end.count-cards, end.highest-wins"""
        self.finish("end.highest-wins")

    def finish(self, clause: str) -> None:
        """The final monsters, as many cards as possible, and who wins. A lone survivor has won already.

        Clause: end.three-monsters, end.count-cards, end.highest-wins, end.tie-unused, end.values-ignored,
        goal.strongest-wins, goal.own-parts
        """
        players, known = self.setup.players, self.setup.parts
        self.phase, self.ended = "over", clause
        scores, leftovers = [0] * players, [0] * players
        finals: list[Layout] = [()] * players
        for seat in self.order:
            hand, deck, kept = [
                [known[card] for card in pile[seat]] for pile in (self.hands, self.decks, self.discards)
            ]
            found = best_endgame(final_cards(hand, deck, kept, self.setup.rulings), self.setup.rulings)
            scores[seat], leftovers[seat] = found.score, found.leftover_monsters
            finals[seat] = tuple([tuple([part.id for part in monster]) for monster in found.monsters])
            if self.log is not None:
                self._tell_final(seat, finals[seat], found.score)
        self.scores, self.finals = tuple(scores), tuple(finals)
        if clause == "mutate.elimination":
            self.winners = self.order
            text = "Only {} is left and wins the game."
            self.tell(clause, text, letter(self.order[0]), key=True, rests="last-survivor")
            return
        rows = {seat: (scores[seat], leftovers[seat]) for seat in sorted(self.order)}
        self.winners = winners(rows, self.order, self.setup.rulings) if rows else ()
        if self.log is not None:
            self._tell_winners(rows)

    def _tell_final(self, seat: Seat, monsters: Layout, score: int) -> None:
        """Clause: end.three-monsters, end.count-cards, end.values-ignored, goal.strongest-wins"""
        said = layout_said(monsters) or "no monster"
        self.tell("end.three-monsters", "{} builds {}.", letter(seat), said, rests="all-their-cards")
        if self.reads["winning-criterion"] == "card-count":
            text = "{} uses {} cards."
            self.tell("end.count-cards", text, letter(seat), score, rests="winning-criterion")
        else:
            text = "The cards {} uses are worth {}."
            self.tell("goal.strongest-wins", text, letter(seat), score, rests="winning-criterion")

    def _tell_winners(self, rows: Mapping[Seat, tuple[int, int]]) -> None:
        """Clause: end.highest-wins, end.tie-unused, end.values-ignored"""
        if self.reads["winning-criterion"] == "card-count":
            self.tell("end.values-ignored", "Card values do not count.")
        if not rows:
            self.tell("end.highest-wins", "Nobody is left: there is no winner.", rests="last-survivor")
            return
        best = max(score for score, _ in rows.values())
        level = [seat for seat, (score, _) in rows.items() if score == best]
        if len(level) > 1:
            said = ", ".join(f"{letter(seat)} {rows[seat][1]}" for seat in level)
            text = "Tied at {}: further monsters from unused cards: {}."
            self.tell("end.tie-unused", text, best, said, rests="endgame-tie-layout")
        who = cards_said([letter(seat) for seat in self.winners])
        most = max(more for score, more in rows.values() if score == best)
        even = sum(row == (best, most) for row in rows.values()) > 1
        verb = "win" if len(self.winners) > 1 else "wins"
        rests = "endgame-still-tied" if even else ""
        self.tell("end.highest-wins", "{} {} the game.", who, verb, key=True, rests=rests)


DOING: Final[Mapping[str, Callable[[Flow, Task], None]]] = {
    "setup": Flow.do_setup,
    "deal": Flow.do_deal,
    "pick-sets": Flow.do_pick_sets,
    "pick-set": Flow.do_pick_set,
    "all-dealt": Flow.do_all_dealt,
    "shuffle-own": Flow.do_shuffle_own,
    "shuffle-common": Flow.do_shuffle_common,
    "first": Flow.do_first,
    "first-draws": Flow.do_first_draws,
    "draws": Flow.do_draws,
    "draw": Flow.do_draw,
    "drawn": Flow.do_drawn,
    "last-shuffle": Flow.do_last_shuffle,
    "round": Flow.do_round,
    "declared": Flow.do_declared,
    "put-aside": Flow.do_put_aside,
    "reveal": Flow.do_reveal,
    "value": Flow.do_value,
    "tie": Flow.do_tie,
    "tie-draw": Flow.do_tie_draw,
    "rebuilt": Flow.do_rebuilt,
    "keeps": Flow.do_keeps,
    "kept": Flow.do_kept,
    "final": Flow.do_final,
}
APPLY: Final[Mapping[str, Callable[[Flow, Ask, Any], None]]] = {
    "deal": Flow.on_deal,
    "first": Flow.on_first,
    "shuffle": Flow.on_shuffle,
    "common": Flow.on_common,
    "set": Flow.on_set,
    "declare": Flow.on_declare,
    "aside": Flow.on_commit,
    "grow": Flow.on_commit,
    "rebuild": Flow.on_commit,
    "take": Flow.on_take,
    "keep": Flow.on_keep,
}
