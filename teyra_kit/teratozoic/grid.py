"""How do parts with open sides lie on a square grid, so that where two touch both sides are open or both closed?

A part is its open sides as bits (N 1, E 2, S 4, W 8), a turn of it moves them round. Only the reading grid-sides asks.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import isqrt
from typing import Final, NamedTuple, TypeAlias

Cell: TypeAlias = tuple[int, int]

BITS: Final = {"N": 1, "E": 2, "S": 4, "W": 8}
STEPS: Final = ((1, 4, 0, -1), (2, 8, 1, 0), (4, 1, 0, 1), (8, 2, -1, 0))
"""For each side: its bit, the bit of the side it touches, and the way there."""


class Place(NamedTuple):
    """Where a part lies: its column and row, and which of its sides are open when it is turned so."""

    column: int
    row: int
    open: int


def turns(sides: int) -> tuple[int, ...]:
    """The different ways a part can be turned, by quarters."""
    found = [sides]
    for _ in range(3):
        sides = (sides << 1 | sides >> 3) & 15
        found.append(sides)
    return tuple(dict.fromkeys(found))


@cache
def side_class(sides: str) -> int:
    """The least of a part's turns, which stands for all of them: corner parts are 3, straight ones 5.

    Clause: card.free-end, card.no-free-end
    """
    return min(turns(sum(BITS[side] for side in sides)))


def may_close(classes: tuple[int, ...], loops: int) -> bool:
    """Whether parts could make a whole monster, as far as counting tells: so many cells of a grid touch along at most so
    many sides, a loop turns at four parts, and the four corners of all need a corner part each or a dead end for two."""
    if sum(kind.bit_count() for kind in classes) % 2 or loops < 0:
        return False
    count = len(classes)
    dead, corners, straight = classes.count(1), classes.count(3), classes.count(5)
    touching = 2 * count - 1 - isqrt(4 * count - 1)
    return loops == 0 or (count - 1 + loops <= touching and count - dead - straight >= 4 and corners + 2 * dead >= 4)


@lru_cache(maxsize=1 << 14)
def placing(classes: tuple[int, ...], whole: bool) -> tuple[Place, ...] | None:
    """A way to lay all parts down as one monster, a whole one if asked for; None if there is none.

    `classes`: side classes in rising order; places come in that order. Clause: build.join-parts, value.whole-defined
    """
    loops = sum(kind.bit_count() for kind in classes) // 2 - len(classes) + 1
    if whole and not may_close(classes, loops):
        return None
    left = {kind: classes.count(kind) for kind in classes}
    first = max(classes, key=lambda kind: (kind.bit_count(), kind))
    left[first] -= 1
    laid: dict[Cell, int] = {(0, 0): first}
    kinds: dict[Cell, int] = {(0, 0): first}
    empty: set[Cell] = set()
    """Cells that stay empty, because an open side beside them stays free."""

    def due() -> set[Cell]:
        """Cells beside an open side where something may still be laid."""
        return {
            (x + dx, y + dy)
            for (x, y), sides in laid.items()
            for bit, _, dx, dy in STEPS
            if sides & bit and (x + dx, y + dy) not in laid and (x + dx, y + dy) not in empty
        }

    def joins_at(cell: Cell, sides: int) -> int:
        """How many joins a part turned so has there; 0 if it does not fit."""
        x, y = cell
        count = 0
        for bit, other, dx, dy in STEPS:
            beside = laid.get((x + dx, y + dy))
            if beside is not None:
                if bool(sides & bit) != bool(beside & other):
                    return 0
                count += sides & bit != 0
        return count

    def lay(loops: int) -> bool:
        """Lay the rest, closing at most so many loops."""
        cells, count = due(), sum(left.values())
        if not count:
            return not (whole and cells)
        if not cells or (whole and len(cells) > count):
            return False
        cell = min(cells)
        for kind in left:
            if left[kind]:
                left[kind] -= 1
                kinds[cell] = kind
                for sides in turns(kind):
                    if 0 < (joins := joins_at(cell, sides)) <= loops + 1:
                        laid[cell] = sides
                        if lay(loops + 1 - joins):
                            return True
                        del laid[cell]
                left[kind] += 1
        if not whole:
            empty.add(cell)
            if lay(loops):
                return True
            empty.remove(cell)
        return False

    if not lay(loops if whole else 4 * len(classes)):
        return None
    found = sorted(laid, key=lambda cell: (kinds[cell], cell))
    return tuple(Place(*cell, laid[cell]) for cell in found)
