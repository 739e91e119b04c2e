"""Which parts can be joined into a monster, when is it whole, and what are monsters worth?

A monster is a tuple of parts, a layout a tuple of monsters. How parts are joined never lowers a value, so a set of parts
has one best value, and joins need not be listed.

>>> from teyra_kit.core import Rulings
>>> from teyra_kit.teratozoic.parts import parts_named
>>> pair, rulings = parts_named(["G1*{1}", "G6{1}"]), Rulings.defaults("teratozoic")
>>> [summand.op + str(summand.amount) for summand in monster_value(pair, rulings).summands]
['+7', '+1', '×2']
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, repeat
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from ..core import Reason, Rulings, open_point
from .grid import placing, side_class
from .parts import Part, check_rulings, colours, has_sides, of_parts

Monster: TypeAlias = tuple[Part, ...]
Layout: TypeAlias = tuple[Monster, ...]
Key = TypeVar("Key")
Value = TypeVar("Value")

INSIDE: Final = "per-monster-bonus-inside"
OUTSIDE: Final = "per-monster-bonus-outside"
WHOLE_TOTAL: Final = "whole-total"
MOST_KNOWN: Final = 1 << 14
"""More than this is not remembered."""
MOST_SHAPES: Final = 16
"""More than any shape key."""
LOOPED: Final = 9
"""On the grid no monster of more parts than this is looked for that closes a loop: more than any hand has, but a final
monster might. Without loops every number of parts is laid in a row, dead ends beside it, corners like stairs behind it."""


class Terms(NamedTuple):
    """The readings that decide how parts join and what monsters are worth."""

    loops: str
    grid: bool
    zero_end_whole: bool
    scope: str
    any_colours: bool
    linear: bool
    one_only: bool
    effects: bool


@lru_cache(maxsize=256)
def terms(rulings: Rulings) -> Terms:
    """The readings in force that decide about monsters. ValueError if they are no rulings of Teratozoic."""
    check_rulings(rulings)
    return Terms(
        loops=str(rulings["loops"]),
        grid=rulings["join-geometry"] == "grid-sides",
        zero_end_whole=rulings["zero-end-single"] == "whole",
        scope=str(rulings["doubling-scope"]),
        any_colours=rulings["multicolour-doubling"] == "any-monster",
        linear=rulings["triple-doubling"] == "linear",
        one_only=rulings["bonus-stacking"] == "one-only",
        effects=rulings["advanced-effects"] == "owner-effects",
    )


# ---------------------------------------------------------------- joining


def shape_key(part: Part, reads: Terms) -> int:
    """All that counts when a part is joined: how many ends it has, or on the grid which sides are open, turned anyhow.

    Clause: card.free-end, card.no-free-end
    """
    if not reads.grid:
        return part.ends
    if not has_sides(part):
        raise ValueError(
            f"join-geometry is 'grid-sides', but the sides of {part.id} are not known; allowed: parts with sides, "
            "or the reading 'any-ends'"
        )
    return side_class(part.sides)


@lru_cache(maxsize=1 << 14)
def joined(keys: tuple[int, ...], reads: Terms) -> tuple[bool, bool]:
    """Can parts with these rising shape keys be joined into one monster, and into a whole one?

    Clause: build.join-parts, build.single-card, value.whole-defined
    """
    if len(keys) == 1:
        return True, keys[0] == 0 and reads.zero_end_whole
    ends = [key.bit_count() for key in keys] if reads.grid else keys
    if min(ends) == 0 or sum(ends) < 2 * (len(ends) - 1):
        return False, False
    closed = closes(keys, reads)
    return closed or not reads.grid or placing(keys, False) is not None, closed


def closes(keys: tuple[int, ...], reads: Terms) -> bool:
    """Can two or more parts with ends, given by their rising shape keys, be joined so that none is left?

    Clause: value.whole-defined
    """
    ends = [key.bit_count() for key in keys] if reads.grid else keys
    if sum(ends) <= 2 * (len(ends) - 1):
        return sum(ends) == 2 * (len(ends) - 1)
    if reads.grid:
        return len(keys) <= LOOPED and placing(keys, True) is not None
    if reads.loops == "tree":
        return False
    if reads.loops == "multigraph":
        return sum(ends) % 2 == 0 and 2 * max(ends) <= sum(ends)
    return graphical(ends)


def graphical(ends: Sequence[int]) -> bool:
    """Can each part use all its ends with at most one join between two parts? (Erdős and Gallai's condition)"""
    falling = sorted(ends, reverse=True)
    return sum(falling) % 2 == 0 and all(
        sum(falling[:most]) <= most * (most - 1) + sum(min(end, most) for end in falling[most:])
        for most in range(1, len(falling) + 1)
    )


def _joined(monster: Sequence[Part], reads: Terms) -> tuple[bool, bool]:
    if not monster:
        raise ValueError("The monster has no part; needed: at least one")
    return joined(tuple(sorted(shape_key(part, reads) for part in monster)), reads)


def buildable(monster: Monster, rulings: Rulings) -> bool:
    """Can these parts be one monster? Clause: build.join-parts, build.single-card, card.no-free-end"""
    return _joined(of_parts(monster, "monster"), terms(rulings))[0]


def whole(monster: Monster, rulings: Rulings) -> bool:
    """Can these parts be joined into one monster without a free end? Clause: value.whole-defined"""
    return _joined(of_parts(monster, "monster"), terms(rulings))[1]


def single_colour(monster: Iterable[Part]) -> bool:
    """Are all parts of one colour? Clause: card.colour"""
    return len({part.colour for part in monster}) == 1


def why_not_buildable(monster: Monster, rulings: Rulings) -> Reason | None:
    """Why these parts are no monster, or None if they are one. Clause: build.join-parts, card.no-free-end"""
    if buildable(monster, rulings):
        return None
    names = ", ".join(part.id for part in monster)
    for part in monster:
        if part.ends == 0:
            return Reason(
                "card.no-free-end", f"{part.id} has no free end and joins nothing.", f"Play {part.id} on its own."
            )
    ends, joins = sum(part.ends for part in monster), len(monster) - 1
    if ends < 2 * joins:
        need = f"{joins} joins need {2 * joins} ends"
        return Reason(
            "build.join-parts", f"{names}: {need}, and these parts have {ends}.", "Split them into several monsters."
        )
    return Reason(
        "build.join-parts", f"{names} do not fit together on the grid in any turn.", "Split them into several monsters."
    )


def joins(monster: Monster, rulings: Rulings) -> tuple[tuple[int, int], ...]:
    """Joins that make one monster of these parts, as pairs of places in it; with no free end if it can be whole.

    For parts whose ends lie on sides see `grid.placing`. ValueError if the parts are no monster. Clause: build.join-parts
    """
    if (reason := why_not_buildable(monster, rulings)) is not None:
        raise ValueError(str(reason))
    free = [part.ends for part in monster]
    found = []
    if whole(monster, rulings):
        while any(free):
            least = min((place for place, ends in enumerate(free) if ends), key=lambda place: free[place])
            rest = free[least]
            free[least] = 0
            done: set[int] = set()
            for _ in range(rest):
                other = max(
                    (place for place in range(len(free)) if terms(rulings).loops == "multigraph" or place not in done),
                    key=lambda place: free[place],
                )
                free[other] -= 1
                done.add(other)
                found.append((min(least, other), max(least, other)))
        return tuple(found)
    order = sorted(range(len(free)), key=lambda place: -free[place])
    for count, place in enumerate(order[1:], 1):
        other = next(at for at in order[:count] if free[at])
        free[other] -= 1
        free[place] -= 1
        found.append((min(place, other), max(place, other)))
    return tuple(found)


# ---------------------------------------------------------------- value


class Summand(NamedTuple):
    """One line of the value sheet: what is added, or what the sum so far is multiplied by."""

    clause: str
    text: str
    amount: int
    assumed: str = ""
    op: str = "+"


class MonsterValue(NamedTuple):
    """What a monster is worth, line by line. `effects`: texts of its A cards, which nobody has carried out.

    In the reading whole-total the marks act on all monsters together, and `total` is the monster's part before that.
    """

    total: int
    whole: bool
    single_colour: bool
    summands: tuple[Summand, ...]
    effects: tuple[str, ...] = ()


class LayoutValue(NamedTuple):
    """What all monsters of a player are worth together, line by line."""

    total: int
    monsters: tuple[MonsterValue, ...]
    all_whole_bonus: int
    summands: tuple[Summand, ...]
    effects: tuple[str, ...] = ()


def multiplier(marks: int, linear: bool = False) -> int:
    """What so many doubling marks multiply by. Clause: value.doubling, value.two-doublings"""
    return (2 * marks or 1) if linear else 1 << marks


def marks_of(monster: Iterable[Part], reads: Terms) -> int:
    """How many doubling marks of a monster act. Clause: value.doubling, variant.multicolour-doubling"""
    parts = tuple(monster)
    return sum(part.doubles for part in parts) if reads.any_colours or single_colour(parts) else 0


def worked_out(summands: Iterable[Summand]) -> int:
    """The result of the lines of a value sheet, from the first to the last."""
    total = 0
    for summand in summands:
        total = total * summand.amount if summand.op == "×" else total + summand.amount
    return total


def monster_value(monster: Monster, rulings: Rulings) -> MonsterValue:
    """What a monster is worth. ValueError if these parts cannot be joined.

    Clause: value.sum, value.single-colour-whole, value.doubling, value.two-doublings, build.single-doubling,
    build.bonus-inside-doubling, build.doubling-without-whole
    """
    reads = terms(rulings)
    if (reason := why_not_buildable(monster, rulings)) is not None:
        raise ValueError(str(reason))
    one_colour, no_free_end = single_colour(monster), _joined(monster, reads)[1]
    lines = [Summand("value.sum", " + ".join(str(part.value) for part in monster), sum(part.value for part in monster))]
    bonus = [_bonus(monster, rulings)] if one_colour and no_free_end else []
    doubling = [] if reads.scope == WHOLE_TOTAL else _doubling(monster, bool(bonus), rulings)
    lines += [*doubling, *bonus] if reads.scope == OUTSIDE else [*bonus, *doubling]
    effects = tuple(part.effect for part in monster if part.effect) if reads.effects else ()
    return MonsterValue(worked_out(lines), no_free_end, one_colour, tuple(lines), effects)


def _bonus(monster: Monster, rulings: Rulings) -> Summand:
    """Clause: value.single-colour-whole"""
    looped = rulings["join-geometry"] == "any-ends" and sum(part.ends for part in monster) > 2 * (len(monster) - 1)
    ruling = "zero-end-single" if len(monster) == 1 else "loops" if looped else ""
    return Summand(
        "value.single-colour-whole", "one colour and no free end", 1, open_point(rulings, ruling) if ruling else ""
    )


def _doubling(monster: Monster, bonus: bool, rulings: Rulings) -> list[Summand]:
    """Clause: value.doubling, value.two-doublings, variant.multicolour-doubling"""
    reads = terms(rulings)
    marks, acting = sum(part.doubles for part in monster), marks_of(monster, reads)
    if not marks:
        return []
    mixed = not single_colour(monster)
    open_points = [
        ruling
        for ruling, decides in (
            ("multicolour-doubling", mixed),
            ("doubling-scope", bonus),
            ("triple-doubling", acting > 2),
        )
        if decides
    ]
    text = f"{marks} doubling mark{'s' * (marks > 1)}"
    if not acting:
        text += " without effect: several colours"
    return [
        Summand(
            "value.two-doublings" if acting > 1 else "value.doubling",
            text,
            multiplier(acting, reads.linear),
            " ".join(open_point(rulings, ruling) for ruling in open_points),
            "×",
        )
    ]


def layout_value(layout: Layout, rulings: Rulings) -> LayoutValue:
    """What a player's monsters are worth together. ValueError if one of them cannot be joined.

    Clause: value.sum, value.all-whole, value.doubling, growth.announce-total
    """
    reads = terms(rulings)
    values = tuple(monster_value(monster, rulings) for monster in layout)
    lines = [
        Summand("value.sum", ", ".join(part.id for part in monster), value.total)
        for monster, value in zip(layout, values, strict=True)
    ]
    if reads.scope == WHOLE_TOTAL:
        marks = sum(marks_of(monster, reads) for monster in layout)
        if marks:
            clause = "value.two-doublings" if marks > 1 else "value.doubling"
            text = f"{marks} doubling mark{'s' * (marks > 1)} on everything"
            lines.append(
                Summand(clause, text, multiplier(marks, reads.linear), open_point(rulings, "doubling-scope"), "×")
            )
    bonus = all_whole_bonus(values, reads)
    if bonus:
        stacked = all(value.single_colour for value in values)
        assumed = open_point(rulings, "bonus-stacking") if stacked else ""
        lines.append(Summand("value.all-whole", "nothing has a free end", bonus, assumed))
    effects = tuple(text for value in values for text in value.effects)
    return LayoutValue(worked_out(lines), values, bonus, tuple(lines), effects)


def layout_total(layout: Layout, rulings: Rulings) -> int:
    """What `layout_value` comes to, without its lines, for monsters that are known to be buildable.

    Clause: growth.announce-total, value.sum, value.single-colour-whole, value.doubling, value.all-whole
    """
    reads = terms(rulings)
    codes = {part: part_code(part, reads) for monster in layout for part in monster}
    return coded_total(layout, worth_of(codes, reads))


class Block(NamedTuple):
    """Some cards as one monster: what it adds, the marks that act on the whole total, is it whole, of several colours?"""

    points: int
    marks: int
    whole: bool
    mixed: bool


def block_of(value: int, marks: int, closed: bool, mixed: bool, reads: Terms) -> Block:
    """A monster by the sum of its values and all its marks.

    Clause: value.single-colour-whole, value.doubling, value.two-doublings, variant.multicolour-doubling
    """
    bonus = closed and not mixed
    acting = marks if reads.any_colours or not mixed else 0
    if reads.scope == WHOLE_TOTAL:
        return Block(value + bonus, acting, closed, mixed)
    times = multiplier(acting, reads.linear)
    return Block(value * times + bonus if reads.scope == OUTSIDE else (value + bonus) * times, 0, closed, mixed)


def blocks_total(points: int, marks: int, all_whole: bool, mixed: bool, reads: Terms) -> int:
    """What blocks come to whose points and marks add up to these. `mixed`: one of them is of several colours.

    Clause: value.sum, value.all-whole
    """
    bonus = all_whole and points > 0 and (mixed or not reads.one_only)
    return (points * multiplier(marks, reads.linear) if marks else points) + bonus


@lru_cache(maxsize=1 << 10)
def part_code(part: Part, reads: Terms) -> int:
    """A part as a number. Those of its parts add up to the code of a monster, which holds the sum of their values in two
    bytes, how many doubling marks there are in one, and how many parts of each colour and of each shape in one each.

    Clause: card.value, card.colour, card.free-end
    """
    hues = [*colours().values()]
    colour, shape = 3 + hues.index(part.colour), 3 + len(hues) + shape_key(part, reads)
    return part.value | part.doubles << 16 | 1 << 8 * colour | 1 << 8 * shape


def coded_block(code: int, reads: Terms) -> int:
    """The monster with a code, known to be buildable, as a number. Those of its blocks add up to the number of a layout,
    which holds how many have free ends, how many are of several colours and their marks in a byte each, and their points.

    Clause: value.sum, value.whole-defined, card.colour
    """
    low, high, marks, *counts = code.to_bytes(3 + len(colours()) + MOST_SHAPES, "little")
    hues, shapes = counts[: len(colours())], counts[len(colours()) :]
    keys = tuple(chain.from_iterable(map(repeat, range(MOST_SHAPES), shapes)))
    block = block_of(low | high << 8, marks, joined(keys, reads)[1], sum(map(bool, hues)) > 1, reads)
    return (not block.whole) | block.mixed << 8 | block.marks << 16 | block.points << 24


def added_up(number: int, reads: Terms) -> int:
    """What a layout with this number is worth. Clause: value.sum, value.all-whole"""
    return blocks_total(number >> 24, number >> 16 & 255, not number & 255, number >> 8 & 255 > 0, reads)


class Known(dict[Key, Value]):
    """What a function finds under some readings, remembered without an order; all is dropped before it is too much."""

    def __init__(self, find: Callable[[Key, Terms], Value], reads: Terms) -> None:
        super().__init__()
        self.find, self.reads = find, reads

    def __missing__(self, key: Key) -> Value:
        """Find it, and remember it."""
        if len(self) == MOST_KNOWN:
            self.clear()
        found = self[key] = self.find(key, self.reads)
        return found


class Worth(NamedTuple):
    """What cards are worth under some readings: their codes, the numbers of monsters by code, the totals of layouts by
    number."""

    codes: Mapping[Any, int]
    blocks: Known[int, int]
    totals: Known[int, int]


def worth_of(codes: Mapping[Any, int], reads: Terms) -> Worth:
    """What cards with these codes are worth."""
    return Worth(codes, *_known(reads))


@lru_cache(maxsize=64)
def _known(reads: Terms) -> tuple[Known[int, int], Known[int, int]]:
    return Known(coded_block, reads), Known(added_up, reads)


def coded_total(layout: Iterable[Iterable[Any]], worth: Worth) -> int:
    """What buildable monsters are worth together, by the codes of their parts. Clause: growth.announce-total"""
    codes, blocks, totals = worth
    number = 0
    for monster in layout:
        code = 0
        for card in monster:
            code += codes[card]
        number += blocks[code]
    return totals[number]


def all_whole_bonus(values: Sequence[MonsterValue], reads: Terms) -> int:
    """1 if none of a player's monsters has a free end, else 0. Clause: value.all-whole"""
    if not values or not all(value.whole for value in values):
        return 0
    return int(not reads.one_only or not all(value.single_colour for value in values))
