"""Parts on a bench: which hang together, and what does joining two ends, cutting a seam, or setting a card aside do?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple
from urllib.parse import quote, unquote

from ..core import Reason, Rulings
from . import grid, monsters
from .creatures import DOWN, LEFT, RIGHT, UP
from .monsters import Layout, Monster
from .parts import Part
from .placing import OTHER, STEP, Join, Place, placed

SIDE_BITS: Final = {UP: 1, RIGHT: 2, DOWN: 4, LEFT: 8}


class Hung(NamedTuple):
    """A monster as it lies: its places, and the joins that hold it together, without those that close loops."""

    places: tuple[Place, ...]
    tree: tuple[Join, ...]


@dataclass(frozen=True, slots=True)
class Bench:
    """Cards of a hand: those that lie open and how they are joined, and those that are set aside.

    `end`: a free end that is pointed at, as its card and side; `card`: a card that is pointed at.
    """

    cards: tuple[Part, ...]
    joins: tuple[Join, ...] = ()
    aside: tuple[str, ...] = ()
    end: tuple[str, str] = ("", "")
    card: str = ""

    @classmethod
    def of(cls, layout: Layout, rulings: Rulings, hand: Sequence[Part] = ()) -> Bench:
        """The bench on which a layout lies; cards of the hand that are not in it are set aside."""
        cards = tuple(hand) or tuple(part for monster in layout for part in monster)
        joins = tuple(join for monster in layout for join in hung(monster, (), rulings).tree)
        played = {part.id for monster in layout for part in monster}
        return cls(cards, joins, tuple(part.id for part in cards if part.id not in played))

    @property
    def played(self) -> tuple[Part, ...]:
        """The cards that lie open, in the order of the hand."""
        return tuple(part for part in self.cards if part.id not in self.aside)

    def graph(self) -> Any:
        """The parts that lie open and their joins, as a networkx graph: a forest, each tree of it a monster."""
        from networkx import Graph

        forest = Graph()
        forest.add_nodes_from(part.id for part in self.played)
        forest.add_edges_from(self.joins)
        return forest

    @property
    def layout(self) -> Layout:
        """The monsters, each from its first card on. Clause: build.layout-free, build.single-card"""
        from networkx import connected_components

        order = {part.id: place for place, part in enumerate(self.cards)}
        found = sorted(sorted(order[id] for id in some) for some in connected_components(self.graph()))
        return tuple(tuple(self.cards[place] for place in some) for some in found)

    def part(self, id: str) -> Part:
        """A card of the bench; ValueError names those there are."""
        for part in self.cards:
            if part.id == id:
                return part
        raise ValueError(
            f"There is no card {id!r} on the bench; there are: {', '.join(part.id for part in self.cards)}"
        )

    def monster(self, id: str) -> Monster:
        """The monster a card belongs to."""
        return next(monster for monster in self.layout if any(part.id == id for part in monster))

    def hung(self, monster: Monster, rulings: Rulings) -> Hung:
        """A monster as it lies on this bench."""
        ids = {part.id for part in monster}
        return hung(monster, tuple(join for join in self.joins if join[0] in ids), rulings)

    # -------------------------------------------------------------------------------------------- as text

    def written(self, at: str = "") -> str:
        """What was done to the cards as text: joins, cards set aside, the end pointed at, and where (which is not read).

        >>> from .parts import parts_named
        >>> Bench(parts_named(["G6a", "G1a", "P4a"])).join("G6a", "G1a").written()
        'G6a-G1a'
        """
        joins = ".".join(f"{word(one)}-{word(other)}" for one, other in self.joins)
        aside = ".".join(map(word, self.aside))
        end = "-".join(map(word, self.end)) if self.end[0] else ""
        return f"{joins}~{aside}~{end}~{at}".rstrip("~")

    @classmethod
    def read(cls, cards: Sequence[Part], text: str, rulings: Rulings) -> Bench:
        """The bench on which that was done to the cards; ValueError says what cannot be."""
        joins, aside, end, *more = (*text.split("~"), "", "", "")
        if any(more[1:]):
            raise ValueError(f"{text!r} has too many parts; allowed: joins~aside~end")
        bench = cls(tuple(cards))
        for id in words(aside):
            if id not in {part.id for part in bench.played}:
                raise ValueError(
                    f"{id!r} cannot be set aside; on the bench lie {', '.join(p.id for p in bench.played)}"
                )
            bench = bench.set_aside(id, rulings)
        for pair in filter(None, joins.split(".")):
            one, _, other = (unquote(some) for some in pair.partition("-"))
            if not {one, other} <= {part.id for part in bench.played}:
                raise ValueError(f"{pair!r} cannot be joined: both must be cards that lie open")
            if (reason := bench.why_not_join(one, other, rulings)) is not None:
                raise ValueError(f"{pair!r} cannot be joined: {reason.text}")
            bench = bench.join(one, other)
        card, _, side = end.partition("-")
        return replace(bench, end=(unquote(card), side)) if card else bench

    # -------------------------------------------------------------------------------------------- what pointing does

    def why_not_join(self, one: str, other: str, rulings: Rulings) -> Reason | None:
        """Why two free ends cannot be joined, or None if they can. Clause: build.join-parts"""
        first, second = self.monster(one), self.monster(other)
        if first == second:
            return Reason(
                "build.join-parts",
                "Both ends are on one monster, and joins must not close a loop."
                if rulings["loops"] == "tree"
                else "Both ends are on one monster, and closing a loop here would leave an end alone.",
                "Point at a free end of another monster, or cut a seam first.",
            )
        return monsters.why_not_buildable((*first, *second), rulings)

    def join(self, one: str, other: str) -> Bench:
        """Two monsters become one. The joins stand in the order of the cards, whatever was joined first."""
        order = {part.id: place for place, part in enumerate(self.cards)}
        pairs = (*self.joins, (one, other) if order[one] < order[other] else (other, one))
        joins = tuple(sorted(pairs, key=lambda pair: (order[pair[0]], order[pair[1]])))
        return replace(self, joins=joins, end=("", ""), card="")

    def cut(self, one: str, other: str, rulings: Rulings) -> Bench:
        """A monster is cut in two at a seam; ValueError if there is no such seam."""
        monster = self.monster(one)
        tree = self.hung(monster, rulings).tree
        kept = tuple(join for join in tree if set(join) != {one, other})
        if kept == tree:
            raise ValueError(f"There is no seam between {one} and {other}; there are: {', '.join(map('-'.join, tree))}")
        return replace(self, joins=(*self._without(monster), *kept), end=("", ""), card="")

    def set_aside(self, id: str, rulings: Rulings) -> Bench:
        """A card is laid face down; what hung on it falls apart. Clause: declare.set-aside"""
        monster = self.monster(id)
        kept = tuple(join for join in self.hung(monster, rulings).tree if id not in join)
        return replace(
            self, joins=(*self._without(monster), *kept), aside=(*self.aside, self.part(id).id), end=("", ""), card=""
        )

    def take_back(self, id: str) -> Bench:
        """A card that was set aside lies open again, on its own."""
        return replace(self, aside=tuple(one for one in self.aside if one != id), end=("", ""), card="")

    def with_layout(self, layout: Layout, rulings: Rulings) -> Bench:
        """The same cards in other monsters."""
        return Bench.of(layout, rulings, self.cards)

    def _without(self, monster: Monster) -> Iterator[Join]:
        ids = {part.id for part in monster}
        return (join for join in self.joins if join[0] not in ids)


def word(id: str) -> str:
    """An id without the signs that part words of a text."""
    return quote(id, safe="*{}").replace(".", "%2E").replace("-", "%2D").replace("~", "%7E")


def words(text: str) -> tuple[str, ...]:
    """The ids of a text, which stand there as `word` writes them, with dots between them."""
    return tuple(unquote(some) for some in text.split(".") if some)


# ---------------------------------------------------------------- how a monster hangs together


@lru_cache(maxsize=4096)
def hung(monster: Monster, tree: tuple[Join, ...], rulings: Rulings) -> Hung:
    """A monster as it lies: joined as said where that leaves no end free that could be joined, else joined anew.

    ValueError if the parts are no monster. Clause: build.join-parts, value.whole-defined
    """
    if rulings["join-geometry"] == "grid-sides":
        return _on_grid(monster, rulings)
    if len(tree) < len(monster) - 1:
        tree = _spanning(monster, tree, _pairs(monster, rulings))
    extra: tuple[Join, ...] = ()
    free = {part.id: part.ends - sum(part.id in join for join in tree) for part in monster}
    if any(free.values()) and monsters.whole(monster, rulings):
        loops = _closing(free, set(map(frozenset, tree)), rulings["loops"] == "simple-graph")
        if loops is None:
            all_pairs = _pairs(monster, rulings)
            tree = _spanning(monster, (), all_pairs)
            loops = list(all_pairs)
            for join in tree:
                loops.remove(join)
        extra = tuple(loops)
    return Hung(placed(monster, tree, extra), tree)


def _pairs(monster: Monster, rulings: Rulings) -> tuple[Join, ...]:
    return tuple((monster[one].id, monster[other].id) for one, other in monsters.joins(monster, rulings))


def _spanning(monster: Monster, kept: Sequence[Join], pairs: Iterable[Join]) -> tuple[Join, ...]:
    """The joins that hold a monster together: first those that are there, then others."""
    group = {part.id: part.id for part in monster}
    found = []
    for one, other in (*kept, *pairs):
        if group[one] != group[other]:
            found.append((one, other))
            old = group[other]
            group = {id: group[one] if name == old else name for id, name in group.items()}
    return tuple(found)


def _closing(free: dict[str, int], near: set[frozenset[str]], simple: bool) -> list[Join] | None:
    """Joins that use up all free ends; None if there are none. `simple`: at most one join between two parts."""
    one = max(free, key=lambda id: free[id])
    if not free[one]:
        return []
    for other in free:
        pair = frozenset((one, other))
        if other == one or not free[other] or (simple and pair in near):
            continue
        rest = _closing(free | {one: free[one] - 1, other: free[other] - 1}, near | {pair}, simple)
        if rest is not None:
            return [(one, other), *rest]
    return None


def _on_grid(monster: Monster, rulings: Rulings) -> Hung:
    """A monster whose ends lie on sides: where two open sides touch, they are joined."""
    if (reason := monsters.why_not_buildable(monster, rulings)) is not None:
        raise ValueError(str(reason))
    parts = sorted(monster, key=lambda part: grid.side_class(part.sides))
    classes = tuple(grid.side_class(part.sides) for part in parts)
    laid = grid.placing(classes, len(parts) > 1 and monsters.whole(monster, rulings)) or ()
    cells = {(place.column, place.row): (part, place.open) for part, place in zip(parts, laid, strict=True)}
    left, top = min(place.column for place in laid), min(place.row for place in laid)
    places, pairs = [], []
    for (column, row), (part, sides) in cells.items():
        joined, free = [], ""
        for side, (dx, dy) in STEP.items():
            if not sides & SIDE_BITS[side]:
                continue
            there = cells.get((column + dx, row + dy))
            if there is not None and there[1] & SIDE_BITS[OTHER[side]]:
                joined.append((side, there[0].id))
                if side in (RIGHT, DOWN):
                    pairs.append((part.id, there[0].id))
            else:
                free += side
        places.append(Place(part, column - left, row - top, tuple(joined), free))
    return Hung(tuple(places), _spanning(monster, (), pairs))
