"""Where does each part of a monster lie, so that joined ends meet and free ends stay free?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from .creatures import DOWN, LEFT, RIGHT, UP, is_limb, native_side
from .parts import Part

Join: TypeAlias = tuple[str, str]
Cell: TypeAlias = tuple[int, int]

STEP: Final = {RIGHT: (1, 0), DOWN: (0, 1), LEFT: (-1, 0), UP: (0, -1)}
OTHER: Final = {RIGHT: LEFT, LEFT: RIGHT, UP: DOWN, DOWN: UP}
MOST_COLUMNS: Final = 5
"""How many cards a monster is wide at most, so that it can be seen on a phone."""
PATIENCE: Final = 20_000
"""Steps of a search before the parts are laid in rows."""


class Place(NamedTuple):
    """A part on the table: its cell, the sides where it is joined, each with its neighbour, and those of its free ends.

    `tied`: ends that are joined to a part that lies apart, each with that part.
    """

    part: Part
    column: int
    row: int
    joined: tuple[tuple[str, str], ...]
    free: str
    tied: tuple[tuple[str, str], ...] = ()

    @property
    def sides(self) -> str:
        """All sides with an end, clockwise from the right."""
        mine = {side for side, _ in (*self.joined, *self.tied)} | set(self.free)
        return "".join(side for side in STEP if side in mine)


def placed(parts: Sequence[Part], joins: Sequence[Join], extra: Sequence[Join] = ()) -> tuple[Place, ...]:
    """The parts of one monster, joined by a tree, each on a cell of its own; `extra`: joins that close loops.

    The longest chain lies from left to right, what branches off goes up or down.
    """
    return _placed(tuple(parts), tuple(joins), tuple(extra))


@lru_cache(maxsize=4096)
def _placed(parts: tuple[Part, ...], joins: tuple[Join, ...], extra: tuple[Join, ...]) -> tuple[Place, ...]:
    by_id = {part.id: part for part in parts}
    near: dict[str, list[str]] = {part.id: [] for part in parts}
    for one, other in joins:
        near[one].append(other)
        near[other].append(one)
    chain = _chain(parts, near)
    search = _Search(by_id, near, chain, extra)
    return search.found() or _rows(parts, near, extra)


def _chain(parts: Sequence[Part], near: Mapping[str, list[str]]) -> list[str]:
    """The longest chain, a head at its left end and a tail at its right one."""
    start = _farthest(parts[0].id, near)[-1]
    chain = _farthest(start, near)
    by_id = {part.id: (native_side(part) == LEFT, place) for place, part in enumerate(parts)}
    return chain if by_id[chain[0]] <= by_id[chain[-1]] else chain[::-1]


def _farthest(start: str, near: Mapping[str, list[str]]) -> list[str]:
    """A longest chain that begins at a part."""
    chains = [[start]]
    for chain in chains:
        chains += [[*chain, there] for there in near[chain[-1]] if there not in chain]
    return chains[-1]


class _Search:
    """Tries the sides of each part until all cells differ and each free end looks at an empty cell."""

    def __init__(
        self, parts: Mapping[str, Part], near: Mapping[str, list[str]], chain: list[str], extra: Sequence[Join]
    ) -> None:
        self.parts, self.near, self.chain, self.extra = parts, near, chain, extra
        self.order = self._edges()
        self.wide = max(MOST_COLUMNS, 1 + int(len(parts) ** 0.5))
        self.cells: dict[Cell, str] = {(0, 0): chain[0]}
        self.at: dict[str, Cell] = {chain[0]: (0, 0)}
        self.used: dict[str, dict[str, str]] = {id: {} for id in parts}
        self.steps = 0

    def _edges(self) -> list[tuple[str, str]]:
        """The joins, each from a part that lies already: first the chain, then what branches off."""
        order = list(zip(self.chain, self.chain[1:], strict=False))
        queue, seen = list(self.chain), set(self.chain)
        for here in queue:
            for there in self.near[here]:
                if there not in seen:
                    seen.add(there)
                    queue.append(there)
                    order.append((here, there))
        return order

    def found(self) -> tuple[Place, ...]:
        """The first way that fits; () if there is none, or none was found in time."""
        return next(self._lay(0), ())

    def _lay(self, number: int) -> Iterator[tuple[Place, ...]]:
        if number == len(self.order):
            yield from self._finish()
            return
        here, there = self.order[number]
        column, row = self.at[here]
        for side in self._ways(here, there):
            self.steps += 1
            if self.steps > PATIENCE:
                return
            cell = (column + STEP[side][0], row + STEP[side][1])
            if side in self.used[here] or cell in self.cells or not self._fits(cell):
                continue
            self.cells[cell], self.at[there] = there, cell
            self.used[here][side], self.used[there][OTHER[side]] = there, here
            yield from self._lay(number + 1)
            del self.cells[cell], self.at[there], self.used[here][side], self.used[there][OTHER[side]]

    def _fits(self, cell: Cell) -> bool:
        columns = [column for column, _ in self.cells] + [cell[0]]
        return max(columns) - min(columns) < self.wide

    def _ways(self, here: str, there: str) -> str:
        if here in self.chain and there in self.chain:
            return RIGHT + DOWN + LEFT + UP
        hangs = is_limb(self.parts[there])
        return DOWN + UP + RIGHT + LEFT if hangs else UP + DOWN + RIGHT + LEFT

    def _finish(self) -> Iterator[tuple[Place, ...]]:
        """Give every end that is left a side that looks at an empty cell."""
        found = []
        for id, part in self.parts.items():
            column, row = self.at[id]
            sides = [
                side
                for side in self._free_ways(id)
                if side not in self.used[id] and (column + STEP[side][0], row + STEP[side][1]) not in self.cells
            ]
            left = part.ends - len(self.near[id])
            if len(sides) < left:
                return
            ties = [other for one, other in _both(self.extra) if one == id]
            mine = sides[:left]
            tied = tuple(zip(mine[::-1], ties, strict=False))
            free = "".join(side for side in mine if side not in dict(tied))
            found.append(Place(part, column, row, tuple(self.used[id].items()), free, tied))
        yield _from_corner(found)

    def _free_ways(self, id: str) -> str:
        """The sides that an end is given, the best first."""
        part = self.parts[id]
        if part.ends == 1:
            return native_side(part) + RIGHT + LEFT + DOWN + UP
        if id == self.chain[0] and len(self.chain) > 1:
            return LEFT + UP + DOWN + RIGHT
        return RIGHT + LEFT + UP + DOWN


def _both(joins: Sequence[Join]) -> Iterator[Join]:
    for one, other in joins:
        yield one, other
        yield other, one


def _from_corner(places: Sequence[Place]) -> tuple[Place, ...]:
    left, top = min(place.column for place in places), min(place.row for place in places)
    return tuple(place._replace(column=place.column - left, row=place.row - top) for place in places)


def _rows(parts: Sequence[Part], near: Mapping[str, list[str]], extra: Sequence[Join]) -> tuple[Place, ...]:
    """Every part apart, its joins tied: for a monster that does not fit on the grid."""
    found = []
    for number, part in enumerate(parts):
        ties = [*near[part.id], *(other for one, other in _both(extra) if one == part.id)]
        sides = (RIGHT + LEFT + UP + DOWN)[: part.ends]
        tied = tuple(zip(sides, ties, strict=False))
        free = sides[len(tied) :]
        found.append(Place(part, number % MOST_COLUMNS, number // MOST_COLUMNS, (), free, tied))
    return tuple(found)
