"""Which monsters made of a hand are worth most, all of them, and by how much does everything else fall short?

Sets of cards are bits of a number. The best total of a set is that of a monster with its lowest card and of the best rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from ..core import Rulings
from .monsters import WHOLE_TOTAL, Block, Layout, Terms, block_of, blocks_total, joined, shape_key, terms
from .parts import Part, of_parts

NEVER: Final = -(1 << 30)
"""Less than any total."""


class Best(NamedTuple):
    """The best total of a hand that is played whole, and every layout that reaches it.

    `next_total`: what no other layout passes, None if all are equally good. `tried`: the ways to group the cards,
    `buildable`: those whose groups can all be joined. `totals`: each total, the best first, with the number of layouts.
    """

    total: int
    layouts: tuple[Layout, ...]
    next_total: int | None
    tried: int
    buildable: int
    totals: tuple[tuple[int, int], ...] = ()


class Tally(NamedTuple):
    """What counts of some monsters when they are added up."""

    points: int = 0
    marks: int = 0
    whole: bool = True
    mixed: bool = False

    def with_(self, block: Block) -> Tally:
        """The same monsters and one more."""
        return Tally(
            self.points + block.points,
            self.marks + block.marks,
            self.whole and block.whole,
            self.mixed or block.mixed,
        )

    def total(self, reads: Terms) -> int:
        """What a layout with this tally is worth. Clause: value.sum, value.all-whole"""
        return blocks_total(*self, reads)


@lru_cache(maxsize=1 << 14)
def _joined(code: int, reads: Terms) -> tuple[bool, bool]:
    """`joined` for parts counted by shape key: five bits a key."""
    keys: list[int] = []
    key = 0
    while code:
        keys += [key] * (code & 31)
        code >>= 5
        key += 1
    return joined(tuple(keys), reads)


def blocks(cards: Sequence[Part], rulings: Rulings) -> list[Block | None]:
    """Every set of the cards as a monster, by its bits; None if it cannot be joined.

    Clause: value.sum, value.single-colour-whole, value.doubling, value.two-doublings, build.join-parts
    """
    reads = terms(rulings)
    size = 1 << len(cards)
    hues = {colour: 1 << place for place, colour in enumerate({part.colour for part in cards})}
    values, codes, colours, marks = [0] * size, [0] * size, [0] * size, [0] * size
    found: list[Block | None] = [None] * size
    for place, part in enumerate(cards):
        low, code, hue = 1 << place, 1 << 5 * shape_key(part, reads), hues[part.colour]
        for rest in range(low):
            bits = low | rest
            values[bits] = values[rest] + part.value
            codes[bits] = codes[rest] + code
            colours[bits] = colours[rest] | hue
            marks[bits] = marks[rest] + part.doubles
            fits, whole = _joined(codes[bits], reads)
            if not fits:
                continue
            mixed = colours[bits] & (colours[bits] - 1) != 0
            found[bits] = block_of(values[bits], marks[bits], whole, mixed, reads)
    return found


def best_total(cards: Sequence[Part], rulings: Rulings) -> int:
    """The best total of a hand that is played whole. Clause: growth.highest-wins, build.layout-free"""
    return _best_total(of_parts(cards), rulings)


@lru_cache(maxsize=1 << 14)
def _best_total(cards: tuple[Part, ...], rulings: Rulings) -> int:
    if not cards:
        return 0
    full = (1 << len(cards)) - 1
    # a rest never holds the first card
    return _programme(cards, rulings, (*range(2, full, 2), full))[full]


def best_totals(cards: Sequence[Part], rulings: Rulings) -> list[int]:
    """The best total of every set of the cards, by its bits. Clause: growth.from-kept"""
    return _programme(cards, rulings, range(1, 1 << len(cards)))


def _programme(cards: Sequence[Part], rulings: Rulings, sets: Iterable[int]) -> list[int]:
    """The best total of these sets: of all layouts; of all-whole ones and one more; under one-only with a mixed one."""
    reads = terms(rulings)
    table = blocks(cards, rulings)
    if reads.scope == WHOLE_TOTAL:
        return [max((tally.total(reads) for tally in row), default=0) for row in _tallies(table, sets)]
    points = [NEVER if block is None else block.points for block in table]
    wholes = [block.points if block is not None and block.whole else NEVER for block in table]
    mixed = [block is not None and block.mixed for block in table]
    size = len(table)
    best, whole, mixed_whole, totals = [0] * size, [0] * size, [NEVER] * size, [0] * size
    for bits in sets:
        low = bits & -bits
        some = others = bits ^ low
        most = most_whole = most_mixed = NEVER
        while True:
            block = low | some
            rest = bits ^ block
            found = points[block] + best[rest]
            if found > most:
                most = found
            found = wholes[block] + whole[rest]
            if found > most_whole:
                most_whole = found
            if reads.one_only:
                most_mixed = max(most_mixed, found if mixed[block] else wholes[block] + mixed_whole[rest])
            if not some:
                break
            some = (some - 1) & others
        best[bits], whole[bits], mixed_whole[bits] = most, most_whole, most_mixed
        totals[bits] = max(most, (most_mixed if reads.one_only else most_whole) + 1)
    return totals


def _tallies(table: Sequence[Block | None], sets: Iterable[int]) -> list[Counter[Tally]]:
    """For these sets of cards: the tallies of all layouts, and how many layouts have each."""
    found = [Counter[Tally]() for _ in table]
    found[0][Tally()] = 1
    for bits in sets:
        here = found[bits]
        for some, block in _first_monsters(bits, table):
            for tally, count in found[bits ^ some].items():
                here[tally.with_(block)] += count
    return found


def _first_monsters(bits: int, table: Sequence[Block | None]) -> Iterator[tuple[int, Block]]:
    """The monsters that the lowest card of a set can belong to."""
    low = bits & -bits
    some = others = bits ^ low
    while True:
        block = table[low | some]
        if block is not None:
            yield low | some, block
        if not some:
            return
        some = (some - 1) & others


def best_layouts(cards: Sequence[Part], rulings: Rulings) -> Best:
    """All layouts of a hand that is played whole with the best total, and the proof that no other reaches it.

    Monsters are ordered by their first card, layouts by the places of the cards in the hand.
    Clause: growth.highest-wins, build.layout-free, build.orange-pair-thirty-two, tie.rebuild
    """
    return _best_layouts(of_parts(cards), rulings)


@lru_cache(maxsize=1 << 8)
def _best_layouts(cards: tuple[Part, ...], rulings: Rulings) -> Best:
    reads = terms(rulings)
    full = (1 << len(cards)) - 1
    table = blocks(cards, rulings)
    tallies = _tallies(table, (*range(2, full, 2), full) if full else ())
    totals = Counter[int]()
    for tally, count in tallies[full].items():
        totals[tally.total(reads)] += count
    ranked = tuple(sorted(totals.items(), reverse=True))

    def split(bits: int, tally: Tally) -> Iterator[tuple[int, ...]]:
        """The layouts of a set with this tally."""
        if not bits:
            yield ()
            return
        for some, block in _first_monsters(bits, table):
            for rest in tallies[bits ^ some]:
                if rest.with_(block) == tally:
                    yield from ((some, *others) for others in split(bits ^ some, rest))

    best = ranked[0][0]
    found = sorted(
        tuple(_places(some) for some in layout)
        for tally in tallies[full]
        if tally.total(reads) == best
        for layout in split(full, tally)
    )
    layouts = tuple(tuple(tuple(cards[place] for place in some) for some in layout) for layout in found)
    return Best(
        best, layouts, ranked[1][0] if len(ranked) > 1 else None, partitions(len(cards)), totals.total(), ranked
    )


def partitions(count: int) -> int:
    """In how many ways so many cards can be grouped: 52 for five, 203, 877."""
    row = [1]
    for _ in range(count):
        following = [row[-1]]
        for number in row:
            following.append(following[-1] + number)
        row = following
    return row[0]


def _places(bits: int) -> tuple[int, ...]:
    return tuple(place for place in range(bits.bit_length()) if bits >> place & 1)


def best_subsets(
    cards: Sequence[Part], rulings: Rulings, minimum: int = 1, must: int = 0
) -> tuple[int, tuple[tuple[Part, ...], ...]]:
    """The best total when some cards may stay unplayed, and the sets of cards that reach it, smaller ones first.

    At least `minimum` cards are played, and the first `must` always.
    Clause: declare.minimum, declare.set-aside, growth.from-kept, tie.draw-one, tie.rebuild
    """
    if not 0 <= max(minimum, must) <= len(cards):
        raise ValueError(f"minimum is {minimum}, must is {must}; allowed: 0 to {len(cards)}, the number of cards")
    totals = best_totals(cards, rulings)
    optional = range(must, len(cards))
    sets = [
        (*range(must), *more)
        for count in range(max(0, minimum - must), len(optional) + 1)
        for more in combinations(optional, count)
    ]
    worth = [totals[sum(1 << place for place in some)] for some in sets]
    best = max(worth)
    return best, tuple(
        tuple(cards[place] for place in some) for some, total in zip(sets, worth, strict=True) if total == best
    )


def all_whole_counts(cards: Sequence[Part], rulings: Rulings) -> tuple[int, ...]:
    """The numbers of monsters that a layout of all cards without a free end can have; () if there is none.

    Clause: value.all-whole, value.whole-defined
    """
    table = [block if block is not None and block.whole else None for block in blocks(cards, rulings)]
    counts = [1, *[0] * (len(table) - 1)]
    """For each set of cards: the possible numbers of monsters, as bits."""
    for bits in range(1, len(table)):
        for some, _ in _first_monsters(bits, table):
            counts[bits] |= counts[bits ^ some] << 1
    return _places(counts[-1]) if cards else ()
