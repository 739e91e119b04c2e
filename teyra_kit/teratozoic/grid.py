"""How do parts with open sides lie on a square grid, so that where two touch both sides are open or both closed?

A part is its open sides as bits (N 1, E 2, S 4, W 8), a turn of it moves them round. Only the reading grid-sides asks.
"""

from __future__ import annotations

from functools import cache, lru_cache
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


@lru_cache(maxsize=1 << 14)
def placing(classes: tuple[int, ...], whole: bool) -> tuple[Place, ...] | None:
    """A way to lay all parts down as one monster, a whole one if asked for; None if there is none.

    `classes`: side classes in rising order; places come in that order. Clause: build.join-parts, value.whole-defined
    """
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

    def fits(cell: Cell, sides: int) -> bool:
        x, y = cell
        return all(
            (x + dx, y + dy) not in laid or bool(sides & bit) == bool(laid[x + dx, y + dy] & other)
            for bit, other, dx, dy in STEPS
        )

    def lay() -> bool:
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
                    if fits(cell, sides):
                        laid[cell] = sides
                        if lay():
                            return True
                        del laid[cell]
                left[kind] += 1
        if not whole:
            empty.add(cell)
            if lay():
                return True
            empty.remove(cell)
        return False

    if not lay():
        return None
    found = sorted(laid, key=lambda cell: (kinds[cell], cell))
    return tuple(Place(*cell, laid[cell]) for cell in found)
