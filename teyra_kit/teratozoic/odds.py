"""How good is a hand to be expected, how likely does mine win the round, and when does the era change?

Best totals of all hands are found at once: the subset programme of `layouts`, with a row of numbers, one for each hand,
in place of every number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ..core import Rulings
from .monsters import INSIDE, WHOLE_TOTAL, Terms, joined, multiplier, shape_key, terms
from .parts import (
    NO_SET,
    PLAYERS,
    Box,
    Era,
    Part,
    colours,
    common_parts,
    era_stack,
    eras_by_key,
    kit_box,
    starter_sets,
)

if TYPE_CHECKING:
    import numpy

    Numbers: TypeAlias = numpy.ndarray[Any, Any]

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many hands are done, and of how many."""
NEVER: Final = -(1 << 20)
"""Less than any total, also when several are added or multiplied."""


class Totals(NamedTuple):
    """How many of the equally likely hands have each best total; the totals are in order."""

    by: Mapping[int, int]

    @property
    def all(self) -> int:
        """How many hands there are."""
        return sum(self.by.values())

    @property
    def mean(self) -> Fraction:
        """The average best total."""
        return Fraction(sum(total * count for total, count in self.by.items()), self.all)

    def at_most(self, total: int) -> Fraction:
        """The chance of a best total of at most so much."""
        return Fraction(sum(count for found, count in self.by.items() if found <= total), self.all)

    def below(self, total: int) -> Fraction:
        """The chance of a best total of less than so much."""
        return self.at_most(total - 1)

    def percentile(self, percent: int) -> int:
        """The least total that so many of a hundred hands do not pass."""
        return next(total for total in self.by if 100 * self.at_most(total) >= percent)

    def tie(self) -> Fraction:
        """The chance that two independent hands have the same best total. Clause: tie.draw-one"""
        return Fraction(sum(count * count for count in self.by.values()), self.all**2)


def hand_totals(
    own: Sequence[Part],
    own_draw: int,
    common: Sequence[Part],
    common_draw: int,
    rulings: Rulings,
    progress: Progress | None = None,
) -> Totals:
    """The best totals of all hands of so many own and so many common cards. Clause: growth.highest-wins, setup.first-hand

    ValueError if so many cannot be drawn.
    """
    for name, draw, cards in (("own_draw", own_draw, own), ("common_draw", common_draw, common)):
        if not 0 <= draw <= len(cards):
            raise ValueError(f"{name} is {draw}; allowed: 0 to {len(cards)}")
    deal = _Deal(_faces(combinations(own, own_draw)), tuple(common), (0,) * len(common), 0, 0)
    return _totals([deal], common_draw, rulings, progress)


def first_hands(
    rulings: Rulings,
    box: Box | None = None,
    players: int = PLAYERS[-1],
    era: str = "",
    progress: Progress | None = None,
) -> Totals:
    """The best totals of all hands that a player can draw first, each as often as it is likely.

    `era`: the first one for so many players if none is named. If the three colours are alike, the hands of one colour's
    starters stand for all. Clause: setup.first-hand, setup.common-deck, growth.highest-wins
    """
    box, card = _first_era(box, players, era)
    sets = starter_sets(box.parts)
    unused = _unused(len(sets) - players, rulings)
    mine = [key for key in sets if not _alike(box) or key[0] == next(iter(sets))[0]]
    common = [part for part in box.parts if part.set == NO_SET]
    if rulings["starter-sets"] == "mixed-values":
        if unused:
            raise ValueError(
                "starter-sets is 'mixed-values' and unused starters are in the common deck; allowed: 6 players, "
                "unused-starters 'box', or starter-sets 'uniform-sets'"
            )
        starters = [part for some in sets.values() for part in some]
        hands = [some for some in combinations(starters, card.own) if len({part.value for part in some}) == card.own]
        return _totals([_Deal(_faces(hands), tuple(common), (0,) * len(common), 0, 0)], card.common, rulings, progress)
    return _totals(
        [_deal([sets[key]], card.own, common, _others(sets, key), unused) for key in mine],
        card.common,
        rulings,
        progress,
    )


def opponent_totals(
    hand: Sequence[Part],
    my_set: tuple[str, str],
    rulings: Rulings,
    box: Box | None = None,
    players: int = PLAYERS[-1],
    era: str = "",
    progress: Progress | None = None,
) -> Totals:
    """The best totals of all first hands that one opponent can have when I hold this first hand and this starter set.

    Cards of other starter sets in my hand came from the common deck, so nobody has these sets.
    Clause: setup.first-hand, setup.common-deck, growth.highest-wins
    """
    box, card = _first_era(box, players, era)
    sets = starter_sets(box.parts)
    if my_set not in sets:
        raise ValueError(f"my_set is {my_set!r}; allowed: {', '.join(map(str, sets))}")
    if rulings["starter-sets"] != "uniform-sets":
        raise ValueError(f"starter-sets is {rulings['starter-sets']!r}; allowed here: 'uniform-sets'")
    drawn = {part.id for part in hand}
    shown = {(part.colour, part.set) for part in hand if part.set != NO_SET} - {my_set}
    most = _unused(len(sets) - players, rulings)
    if len(shown) > most:
        raise ValueError(f"hand holds starters of {len(shown)} other sets; allowed: {most}, as many as nobody has")
    unused = most - len(shown)
    sets = {key: tuple(part for part in some if part.id not in drawn) for key, some in sets.items() if key != my_set}
    common = [part for part in box.parts if part.id not in drawn and part.set == NO_SET]
    common += [part for key in shown for part in sets[key]]
    return _totals(
        [
            _deal(
                [sets[key]], card.own, common, {k: some for k, some in sets.items() if k not in (key, *shown)}, unused
            )
            for key in sets
            if key not in shown
        ],
        card.common,
        rulings,
        progress,
    )


class Standing(NamedTuple):
    """The chances of a total against opponents: it is the highest alone, it is the highest with others, it is beaten."""

    alone: Fraction
    shared: Fraction
    beaten: Fraction


def standing(total: int, opponents: int, totals: Totals) -> Standing:
    """The chances of a total in a round, if each opponent has one of these totals and plays everything.

    Exact for one opponent. Several are taken as if their hands did not depend on each other, though they are drawn from
    the same deck. Clause: growth.highest-wins, tie.draw-one
    """
    if opponents < 0:
        raise ValueError(f"opponents is {opponents}; allowed: a whole number from 0 up")
    alone, not_beaten = totals.below(total) ** opponents, totals.at_most(total) ** opponents
    return Standing(alone, not_beaten - alone, 1 - not_beaten)


class Impact(NamedTuple):
    """How much a switched reading does: of all hands, those whose best total changes, and the mean change of these."""

    all: int
    hands: int
    mean_change: Fraction

    @property
    def share(self) -> Fraction:
        """Which part of the hands changes."""
        return Fraction(self.hands, self.all)


def reading_impact(
    rulings: Rulings, other: Rulings, box: Box | None = None, progress: Progress | None = None
) -> Impact:
    """What other readings do to the best totals of the first hands of six players.

    Clause: setup.first-hand, growth.highest-wins
    """
    box, card = _first_era(box, PLAYERS[-1], "")
    sets = starter_sets(box.parts)
    common = [part for part in box.parts if part.set == NO_SET]
    own = [part for key, some in sets.items() if not _alike(box) or key[0] == next(iter(sets))[0] for part in some]
    deal = _faces(combinations(own, card.own))
    every = sum(deal.values()) * comb(len(common), card.common)
    done = hands = change = 0
    for places in _drawn(len(common), card.common):
        rows = zip(_best_totals(common, deal, places, rulings), _best_totals(common, deal, places, other), strict=True)
        for (hand, before), (_, after) in rows:
            times = deal[hand]
            hands += times * int((before != after).sum())
            change += times * int((after - before).sum())
            done += times * places.shape[1]
        if progress is not None:
            progress(done, every)
    return Impact(every, hands, Fraction(change, hands) if hands else Fraction(0))


# ---------------------------------------------------------------- when the era changes


class EraChange(NamedTuple):
    """The draw in which the common deck gives out: in the Mutation of this round (0: in the setup), when the drawer of
    this number in turn order has drawn so many common cards already."""

    round: int
    drawer: int
    already: int


def era_change(common_deck: int, players: int, common: int, reading: str = "on-demand") -> EraChange:
    """When the era changes for the first time, if nobody is eliminated: the setup and each full Mutation use the same
    number of common cards. Clause: mutate.era-change, turn.rounds-per-era, setup.common-deck"""
    if common_deck < 1 or players < 1 or common < 1:
        raise ValueError(
            f"common_deck is {common_deck}, players is {players}, common is {common}; allowed: whole numbers from 1 up"
        )
    at_once = reading == "on-empty" and common_deck > players * common
    before = common_deck - at_once
    draw, rest = divmod(before, players * common)
    drawer, already = divmod(rest, common)
    return EraChange(draw, drawer + 1, already + at_once)


def first_era_change(players: int, rulings: Rulings, box: Box | None = None, era: str = "") -> EraChange:
    """When the first era ends with all cards of a box, counted from the setup.

    Clause: mutate.era-change, turn.rounds-per-era, setup.common-deck
    """
    box, card = _first_era(box, players, era)
    dealt = [part for some in list(starter_sets(box.parts).values())[:players] for part in some]
    deck = common_parts(box.parts, dealt, rulings)
    return era_change(len(deck), players, card.common, str(rulings["era-trigger"]))


# ---------------------------------------------------------------- what can be drawn


class _Deal(NamedTuple):
    """What a hand is drawn from: own cards that are drawn together, with how often they count, and common cards.

    Of each common card: the number of the starter set it belongs to if that might not be in the common deck, else 0. Of
    `sets` such sets `unused` are in it, any as likely as others.
    """

    own: Mapping[tuple[Part, ...], int]
    common: tuple[Part, ...]
    set_of: tuple[int, ...]
    sets: int
    unused: int


def _first_era(box: Box | None, players: int, era: str) -> tuple[Box, Era]:
    found = kit_box() if box is None else box
    eras, stack = eras_by_key(found), era_stack(players, found)
    if era and era not in eras:
        raise ValueError(f"era is {era!r}; allowed: {', '.join(eras)}")
    return found, eras[era or stack[0]]


def _unused(left: int, rulings: Rulings) -> int:
    """How many of the starter sets that are left are in the common deck. Clause: setup.common-deck"""
    return max(0, left) if rulings["unused-starters"] == "into-common" else 0


def _alike(box: Box) -> bool:
    """Are the colours copies of each other?"""
    faces = [
        Counter(part._replace(id="", colour="") for part in box.parts if part.colour == colour)
        for colour in colours().values()
    ]
    return all(some == faces[0] for some in faces)


def _others(sets: Mapping[tuple[str, str], tuple[Part, ...]], mine: tuple[str, str]) -> dict[Any, tuple[Part, ...]]:
    return {key: some for key, some in sets.items() if key != mine}


def _faces(hands: Iterable[Sequence[Part]]) -> Counter[tuple[Part, ...]]:
    """Hands of cards, counted with all that are worth the same."""
    return Counter(tuple(map(_face, hand)) for hand in hands)


def _face(part: Part) -> Part:
    """All of a card that its worth depends on."""
    return part._replace(id="", advanced=False, set=NO_SET, effect="")


def _deal(
    own: Sequence[Sequence[Part]],
    own_draw: int,
    common: Sequence[Part],
    sets: Mapping[Any, tuple[Part, ...]],
    unused: int,
) -> _Deal:
    """A hand of one of these own decks, if some of these other starter sets may be in the common deck."""
    hands = _faces(hand for deck in own for hand in combinations(deck, own_draw))
    more = [(part, number) for number, some in enumerate(sets.values(), 1) for part in some] if unused else []
    cards = (*common, *(part for part, _ in more))
    return _Deal(hands, cards, (*(0 for _ in common), *(number for _, number in more)), len(sets), unused)


def _totals(deals: Sequence[_Deal], draw: int, rulings: Rulings, progress: Progress | None = None) -> Totals:
    """The totals of several deals. Hands that show the same faces are looked at once, and count as often as they are drawn."""
    import numpy

    faces = tuple(dict.fromkeys(_face(card) for deal in deals for card in deal.common))
    owns = tuple(dict.fromkeys(own for deal in deals for own in deal.own))
    every = sum(sum(deal.own.values()) * comb(len(deal.common), draw) for deal in deals)
    cards = [_sorted(deal, faces) for deal in deals]
    found = Counter[int]()
    done = 0
    for first in range(len(faces) if draw else 1):
        hands = [_hands_from(first, some, deal, draw, len(faces)) for some, deal in zip(cards, deals, strict=True)]
        codes = numpy.unique(numpy.concatenate([some for some, _ in hands]))
        ways = [numpy.bincount(numpy.searchsorted(codes, some), times, len(codes)) for some, times in hands]
        places = numpy.array([codes // len(faces) ** place % len(faces) for place in range(draw)], dtype=numpy.int64)
        for own, totals in _best_totals(faces, owns, places.reshape(draw, len(codes)), rulings):
            often = sum(deal.own.get(own, 0) * some for deal, some in zip(deals, ways, strict=True))
            for total, count in enumerate(numpy.bincount(totals, often)):
                if count:
                    found[total] += int(count)
            done += sum(deal.own.get(own, 0) * len(some) for deal, (some, _) in zip(deals, hands, strict=True))
            if progress is not None:
                progress(done, every)
    return Totals(dict(sorted(found.items())))


def _sorted(deal: _Deal, faces: Sequence[Part]) -> tuple[Numbers, Numbers]:
    """The common cards of a deal by their faces: the number of each face, and of the starter set it belongs to."""
    import numpy

    number = {face: place for place, face in enumerate(faces)}
    rows = sorted(zip((number[_face(card)] for card in deal.common), deal.set_of, strict=True))
    columns = numpy.array(rows, dtype=numpy.int64).reshape(len(rows), 2)
    return columns[:, 0], columns[:, 1]


def _hands_from(
    first: int, cards: tuple[Numbers, Numbers], deal: _Deal, draw: int, faces: int
) -> tuple[Numbers, Numbers]:
    """All ways to draw whose lowest face is this one: the faces as one number, and how often the drawn cards are there."""
    import numpy

    numbers, set_of = cards
    none = numpy.zeros((draw, 0), dtype=numpy.int64)
    places = numpy.concatenate([none, *_drawn(len(numbers), draw, numpy.flatnonzero(numbers == first))], axis=1)
    codes = sum(
        (numbers[row] * faces**place for place, row in enumerate(places)),
        numpy.zeros(places.shape[1], dtype=numpy.int64),
    )
    likely = [comb(deal.sets - sets, deal.unused - sets) if sets <= deal.unused else 0 for sets in range(draw + 1)]
    return codes, numpy.array(likely)[_number_of_sets(set_of, places)]


def _number_of_sets(set_of: Numbers, places: Numbers) -> Numbers:
    """How many starter sets the cards of each hand come from that might not be there."""
    import numpy

    bits = numpy.bitwise_or.reduce(numpy.where(set_of > 0, 1 << set_of, 0)[places], axis=0)
    found: Numbers = numpy.zeros_like(bits)
    for number in range(1, int(set_of.max(initial=0)) + 1):
        found += bits >> number & 1
    return found


def _drawn(cards: int, draw: int, firsts: Iterable[int] | None = None) -> Iterator[Numbers]:
    """All ways to draw, a row of places for each drawn card; those with the same first card together.

    `firsts`: the first cards that are asked for, all if not given.
    """
    import numpy

    if draw == 0:
        yield numpy.zeros((0, 1), dtype=numpy.int64)
        return
    rest = _ways_to_draw(cards, draw - 1)
    for first in range(cards - draw + 1) if firsts is None else firsts:
        later = rest[:, rest.shape[1] - comb(max(0, cards - 1 - first), draw - 1) :]
        yield numpy.vstack((numpy.full((1, later.shape[1]), first), later))


@lru_cache(maxsize=1)
def _ways_to_draw(cards: int, draw: int) -> Numbers:
    """All ways to draw, those with later cards last."""
    import numpy

    every = numpy.fromiter(chain.from_iterable(combinations(range(cards), draw)), numpy.int64, comb(cards, draw) * draw)
    return every.reshape(comb(cards, draw), draw).T


# ---------------------------------------------------------------- many hands at once


class _Rules(NamedTuple):
    """The readings, and tables by the sum of the shapes of some cards: can they be joined, and to a whole monster?

    A card of the shape with number i adds `radix` to the power of i to that sum. `marks`: so many numbers of marks are
    told apart, one if they act on single monsters.
    """

    reads: Terms
    shapes: Mapping[int, int]
    radix: int
    fits: Numbers
    closed: Numbers
    marks: int


class _Cards(NamedTuple):
    """What some cards of each hand add up to."""

    value: Numbers
    shape: Numbers
    hues: Numbers
    doubles: Numbers


class _Block(NamedTuple):
    """Some cards of each hand as one monster; NEVER where they are none, or no whole one. See `monsters.Block`."""

    points: Numbers
    whole: Numbers
    marks: Numbers
    mixed: Numbers


class _Best(NamedTuple):
    """The most points that some cards of each hand make, by the marks that act on everything: in any layout, in one
    without a free end, in one with a mixed monster besides."""

    any: list[Numbers]
    whole: list[Numbers]
    mixed: list[Numbers]


class _Hands(NamedTuple):
    """Many hands at once: what is known of every set of their cards, by its bits. The last card is the highest bit."""

    sums: list[_Cards]
    blocks: list[_Block | None]
    best: list[_Best]


def _rules(cards: Iterable[Part], size: int, rulings: Rulings) -> _Rules:
    import numpy

    reads = terms(rulings)
    keys = sorted({shape_key(card, reads) for card in cards})
    radix = size + 1
    fits = numpy.zeros(radix ** len(keys), dtype=bool)
    closed = numpy.zeros_like(fits)
    for count in range(1, size + 1):
        for some in combinations_with_replacement(range(len(keys)), count):
            code = sum(radix**place for place in some)
            fits[code], closed[code] = joined(tuple(keys[place] for place in some), reads)
    marks = size + 1 if reads.scope == WHOLE_TOTAL else 1
    return _Rules(reads, {key: place for place, key in enumerate(keys)}, radix, fits, closed, marks)


def _columns(cards: Sequence[Part], rules: _Rules) -> _Cards:
    """Cards as numbers."""
    import numpy

    hues = {colour: 1 << place for place, colour in enumerate(colours().values())}
    rows = [
        (card.value, rules.radix ** rules.shapes[shape_key(card, rules.reads)], hues[card.colour], card.doubles)
        for card in cards
    ]
    return _Cards(*(numpy.array(column, dtype=numpy.int32) for column in zip(*rows, strict=True)))


def _no_cards(rules: _Rules) -> _Hands:
    import numpy

    zero, never = numpy.zeros(1, dtype=numpy.int32), numpy.full(1, NEVER, dtype=numpy.int32)
    nothing = [zero, *[never] * (rules.marks - 1)]
    return _Hands([_Cards(zero, zero, zero, zero)], [None], [_Best(nothing, nothing, [never] * rules.marks)])


def _with_card(hands: _Hands, card: _Cards, rules: _Rules, last: bool = False) -> _Hands:
    """The hands with one more card each; if it is the last one only the whole hand needs a best layout."""
    high = len(hands.sums)
    sums = [
        _Cards(some.value + card.value, some.shape + card.shape, some.hues | card.hues, some.doubles + card.doubles)
        for some in hands.sums
    ]
    blocks = [_block(some, rules) for some in sums]
    best = [
        _best([(blocks[some], hands.best[rest ^ some]) for some in range(high) if some & rest == some], rules)
        for rest in (range(high - 1, high) if last else range(high))
    ]
    return _Hands([*hands.sums, *sums], [*hands.blocks, *blocks], [*hands.best, *best])


def _block(cards: _Cards, rules: _Rules) -> _Block:
    """Clause: value.sum, value.single-colour-whole, value.doubling, value.two-doublings"""
    import numpy

    reads = rules.reads
    fits, closed = rules.fits[cards.shape], rules.closed[cards.shape]
    mixed = cards.hues & (cards.hues - 1) != 0
    bonus = closed & ~mixed
    marks = cards.doubles if reads.any_colours else numpy.where(mixed, 0, cards.doubles)
    if reads.scope == WHOLE_TOTAL:
        points = cards.value + bonus
    else:
        times = numpy.array([multiplier(count, reads.linear) for count in range(rules.radix)], dtype=numpy.int32)[marks]
        points = (cards.value + bonus) * times if reads.scope == INSIDE else cards.value * times + bonus
    points = numpy.where(fits, points, NEVER)
    return _Block(points, numpy.where(closed, points, NEVER), marks, mixed)


def _best(splits: Sequence[tuple[_Block, _Best]], rules: _Rules) -> _Best:
    """The best of all ways to make one monster and something of the rest."""
    import numpy

    def most(options: Iterable[list[Numbers]]) -> list[Numbers]:
        found: list[Numbers] = []
        for option in options:
            found = [numpy.maximum(one, other) for one, other in zip(found, option, strict=True)] if found else option
        return found

    def added(points: Numbers, marks: Numbers, rest: list[Numbers]) -> list[Numbers]:
        if rules.marks == 1:
            return [points + rest[0]]
        parts = [numpy.where(marks == count, points, NEVER) for count in range(rules.marks)]
        return [
            numpy.maximum.reduce(
                numpy.broadcast_arrays(*(parts[count] + rest[all - count] for count in range(all + 1)))
            )
            for all in range(rules.marks)
        ]

    return _Best(
        most(added(block.points, block.marks, rest.any) for block, rest in splits),
        most(added(block.whole, block.marks, rest.whole) for block, rest in splits),
        most(
            option
            for block, rest in splits
            for option in (
                added(numpy.where(block.mixed, block.whole, NEVER), block.marks, rest.whole),
                added(block.whole, block.marks, rest.mixed),
            )
        )
        if rules.reads.one_only
        else [],
    )


def _totals_of(best: _Best, rules: _Rules) -> Numbers:
    """Clause: value.all-whole, value.doubling"""
    import numpy

    closed = best.mixed if rules.reads.one_only else best.whole
    totals: Numbers = best.any[0]
    for marks in range(rules.marks):
        times = multiplier(marks, rules.reads.linear)
        totals = numpy.maximum(totals, numpy.maximum(best.any[marks] * times, closed[marks] * times + 1))
    return totals


def _best_totals(
    common: Sequence[Part], owns: Iterable[tuple[Part, ...]], places: Numbers, rulings: Rulings
) -> Iterator[tuple[tuple[Part, ...], Numbers]]:
    """For each kind of own cards: the best totals with the common cards at these places.

    What is best of the common cards alone is found once for all own cards.
    """
    import numpy

    owns = tuple(owns)
    size = len(places) + len(owns[0])
    rules = _rules([*common, *(card for hand in owns for card in hand)], size, rulings)
    hands = _no_cards(rules)
    if len(places):
        faces = _columns(common, rules)
        for number, row in enumerate(places, 1):
            hands = _with_card(hands, _Cards(*(column[row] for column in faces)), rules, number == size)
    for own in owns:
        full = hands
        for number, card in enumerate(own, len(places) + 1):
            full = _with_card(full, _columns([card], rules), rules, number == size)
        yield own, numpy.broadcast_to(_totals_of(full.best[-1], rules), places.shape[1:])
