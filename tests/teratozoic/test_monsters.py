"""Are monsters joined, whole and valued as every reading says? Compared with all ways to join their ends."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from random import Random

import pytest

from teyra_kit.core import Rulings
from teyra_kit.teratozoic import monsters
from teyra_kit.teratozoic.grid import BITS, STEPS, placing, side_class, turns
from teyra_kit.teratozoic.monsters import (
    Known,
    Worth,
    added_up,
    buildable,
    coded_block,
    coded_total,
    joined,
    joins,
    layout_total,
    layout_value,
    monster_value,
    multiplier,
    part_code,
    terms,
    whole,
    why_not_buildable,
    worked_out,
)
from teyra_kit.teratozoic.parts import KEY, Part, kit_box, parts_named, read_part

from .brute import NO_RULINGS, closable, joinings, total

DEFAULTS = Rulings.defaults(KEY)
LOOPS = ("tree", "multigraph", "simple-graph")
GRID = DEFAULTS.with_("join-geometry", "grid-sides")


def layout(*monsters):
    return tuple(parts_named(monster) for monster in monsters)


def with_ends(ends):
    return tuple(read_part(f"G2{{{end}}}") for end in ends)


WORKED = (
    layout(["G1*{1}"], ["G6{1}"], ["O1*{1}"], ["O5{2}"], ["P4{1}"]),
    layout(["G1*{1}", "G6{1}"], ["O1*{1}"], ["O5{2}"], ["P4{1}"]),
    layout(["G1*{1}", "G6{1}"], ["O1*{1}", "O5{2}"], ["P4{1}"]),
)


@pytest.mark.clause("build.join-parts", "value.whole-defined", "build.single-card", "card.no-free-end")
@pytest.mark.parametrize("loops", LOOPS)
def test_joining_agrees_with_every_way_to_join(loops):
    rulings = DEFAULTS.with_("loops", loops)
    for count in range(2, 5):
        for ends in combinations_with_replacement(range(5), count):
            monster = with_ends(ends)
            assert (buildable(monster, rulings), whole(monster, rulings)) == joinings(ends, loops), ends
    for count in range(2, 8):
        for ends in combinations_with_replacement(range(1, 5), count):
            assert whole(with_ends(ends), rulings) == closable(ends, loops), ends


@pytest.mark.clause("build.join-parts")
@pytest.mark.parametrize("loops", LOOPS)
def test_the_joins_shown_make_one_monster_and_a_whole_one_if_there_is_one(loops):
    rulings = DEFAULTS.with_("loops", loops)
    for count in range(1, 7):
        for ends in combinations_with_replacement(range(5), count):
            monster = with_ends(ends)
            if not buildable(monster, rulings):
                with pytest.raises(ValueError, match=r"Split them|on its own"):
                    joins(monster, rulings)
                continue
            found = joins(monster, rulings)
            used = Counter(place for pair in found for place in pair)
            assert all(a < b for a, b in found)
            assert all(used[place] <= end for place, end in enumerate(ends))
            assert loops == "multigraph" or len(set(found)) == len(found)
            assert loops != "tree" or len(found) == count - 1
            groups = list(range(count))
            for a, b in found:
                groups = [groups[b] if group == groups[a] else group for group in groups]
            assert len(set(groups)) == 1, ends
            assert not whole(monster, rulings) or all(used[place] == end for place, end in enumerate(ends)), ends


@pytest.mark.clause("build.join-parts", "card.no-free-end")
def test_what_cannot_be_joined_is_refused_with_the_reason():
    reason = why_not_buildable(parts_named(["G1b", "G2a", "G3a"]), DEFAULTS)
    assert reason.clause == "build.join-parts"
    assert str(reason).startswith("G1b, G2a, G3a: 2 joins need 4 ends, and these parts have 3.")
    reason = why_not_buildable(parts_named(["G2d", "G3a"]), DEFAULTS)
    assert reason.clause == "card.no-free-end" and "G2d" in reason.text
    assert why_not_buildable(parts_named(["G2d"]), DEFAULTS) is None
    with pytest.raises(ValueError, match=r"2 joins need 4 ends"):
        monster_value(parts_named(["G1b", "G2a", "G3a"]), DEFAULTS)
    with pytest.raises(ValueError, match="The monster has no part"):
        monster_value((), DEFAULTS)


@pytest.mark.clause(
    "build.five-singles-nineteen",
    "build.green-pair-plus-eight",
    "build.orange-pair-thirty-two",
    "build.bonus-inside-doubling",
    "build.doubling-without-whole",
    "build.single-doubling",
)
@pytest.mark.parametrize(
    ("scope", "totals"),
    [
        ("per-monster-bonus-inside", [19, 27, 32]),
        ("per-monster-bonus-outside", [19, 26, 31]),
        ("whole-total", [68, 72, 72]),
    ],
)
def test_the_worked_hand(scope, totals):
    rulings = DEFAULTS.with_("doubling-scope", scope)
    assert [layout_value(some, rulings).total for some in WORKED] == totals


@pytest.mark.clause("value.sum", "value.single-colour-whole", "value.doubling", "value.two-doublings")
def test_the_value_sheet_has_its_lines_in_order():
    sheet = monster_value(parts_named(["G1*{1}", "G6{1}"]), DEFAULTS).summands
    assert [(line.clause, line.op, line.amount) for line in sheet] == [
        ("value.sum", "+", 7),
        ("value.single-colour-whole", "+", 1),
        ("value.doubling", "×", 2),
    ]
    assert "doubling-scope" in sheet[2].assumed
    outside = DEFAULTS.with_("doubling-scope", "per-monster-bonus-outside")
    lines = monster_value(parts_named(["G1a", "GX1"]), outside).summands
    assert [(line.clause, line.amount) for line in lines] == [
        ("value.sum", 2),
        ("value.two-doublings", 4),
        ("value.single-colour-whole", 1),
    ]


@pytest.mark.clause("value.doubling", "variant.multicolour-doubling")
def test_marks_of_a_mixed_monster_act_in_the_variant_only():
    mixed = parts_named(["G1*{1}", "O6{1}"])
    plain = monster_value(mixed, DEFAULTS)
    assert (plain.total, plain.single_colour, plain.whole) == (7, False, True)
    assert plain.summands[1].amount == 1 and "several colours" in plain.summands[1].text
    assert monster_value(mixed, DEFAULTS.with_("multicolour-doubling", "any-monster")).total == 14
    assert "multicolour-doubling" in plain.summands[1].assumed


@pytest.mark.clause("value.two-doublings")
def test_three_marks():
    three = layout(["G1a", "G2c", "GX1"])
    assert layout_value(three, DEFAULTS).total == 41
    assert layout_value(three, DEFAULTS.with_("triple-doubling", "linear")).total == 31
    assert [multiplier(marks) for marks in range(4)] == [1, 2, 4, 8]
    assert [multiplier(marks, linear=True) for marks in range(4)] == [1, 2, 4, 6]


@pytest.mark.clause("value.all-whole", "value.single-colour-whole")
def test_both_bonuses_and_a_card_without_ends():
    pair, single = layout(["G4a", "G6a"]), layout(["G2d"])
    assert layout_value(pair, DEFAULTS).total == 12
    assert layout_value(pair, DEFAULTS.with_("bonus-stacking", "one-only")).total == 11
    assert layout_value(single, DEFAULTS).total == 4
    assert layout_value(single, DEFAULTS.with_("zero-end-single", "not-whole")).total == 2
    assert layout_value(single, DEFAULTS.with_("bonus-stacking", "one-only")).total == 3
    assert layout_value((), DEFAULTS).total == 0
    lines = layout_value(pair, DEFAULTS).summands
    assert lines[-1].clause == "value.all-whole" and "bonus-stacking" in lines[-1].assumed
    mixed = layout_value(layout(["O1b", "G1c", "P1c", "P1b"]), DEFAULTS)
    assert mixed.total == 5 and mixed.summands[-1].assumed == ""


@pytest.mark.clause("value.single-colour-whole", "build.join-parts")
def test_a_bonus_that_only_a_loop_earns_says_so():
    pair, loops = parts_named(["G2b", "G3b"]), DEFAULTS.with_("loops", "multigraph")
    assert monster_value(pair, DEFAULTS).total == 5
    assert monster_value(pair, loops).total == 6
    assert "loops" in monster_value(pair, loops).summands[1].assumed
    assert monster_value(parts_named(["G4a", "G6a"]), loops).summands[1].assumed == ""


def test_sheets_work_out_to_the_total_and_agree_with_the_plain_rules():
    rng, book = Random(5), dict.fromkeys(NO_RULINGS, DEFAULTS)
    readings = {
        "loops": LOOPS,
        "zero-end-single": ("whole", "not-whole"),
        "doubling-scope": ("per-monster-bonus-inside", "per-monster-bonus-outside", "whole-total"),
        "multicolour-doubling": ("single-colour-only", "any-monster"),
        "triple-doubling": ("powers-of-two", "linear"),
        "bonus-stacking": ("both", "one-only"),
    }
    assert set(readings) < set(book)
    checked = 0
    for _ in range(4000):
        reads = {id: rng.choice(some) for id, some in readings.items()}
        rulings = Rulings.of(KEY, reads)
        cards = rng.sample(kit_box().parts, 5)
        groups = [rng.randrange(4) for _ in cards]
        monsters = tuple(
            tuple(card for card, group in zip(cards, groups, strict=True) if group == which) for which in set(groups)
        )
        worth = total(monsters, NO_RULINGS | reads)
        if worth is None:
            with pytest.raises(ValueError, match=r"Split them|on its own"):
                layout_value(monsters, rulings)
            continue
        checked += 1
        found = layout_value(monsters, rulings)
        assert found.total == worth == worked_out(found.summands) == layout_total(monsters, rulings)
        assert all(value.total == worked_out(value.summands) for value in found.monsters)
    assert checked > 1000


def test_remembered_monsters_are_dropped_before_there_are_too_many(monkeypatch):
    monkeypatch.setattr(monsters, "MOST_KNOWN", 3)
    reads, parts = terms(DEFAULTS), kit_box().parts
    worth = Worth({part: part_code(part, reads) for part in parts}, Known(coded_block, reads), Known(added_up, reads))
    for part in parts:
        assert coded_total([[part]], worth) == layout_value(((part,),), DEFAULTS).total
        assert len(worth.blocks) <= 3


@pytest.mark.clause("variant.without-advanced")
def test_a_text_of_an_owners_card_is_shown_and_not_carried_out():
    card = Part("Z4", "green", 4, 1, False, True, effect="(owner's text)")
    monsters = ((card, *parts_named(["G6a"])),)
    plain = layout_value(monsters, DEFAULTS)
    shown = layout_value(monsters, DEFAULTS.with_("advanced-effects", "owner-effects"))
    assert plain.total == shown.total == 12
    assert plain.effects == () and shown.effects == ("(owner's text)",)


# ---------------------------------------------------------------- sides on a grid


@pytest.mark.clause("build.join-parts", "card.free-end", "card.no-free-end")
@pytest.mark.parametrize(
    ("parts", "is_whole"),
    [
        (["G1{NE}"] * 4, True),
        (["G1{NS}"] * 4, False),
        (["G1{NE}"] * 2, False),
        (["G1{N}", "G2{S}"], True),
        (["G1{N}", "G2{NS}", "G3{W}"], True),
        (["G1{NESW}", *["G2{N}"] * 4], True),
        (["G1{NES}"] * 2 + ["G2{NE}"] * 4, True),
        (["G1{NES}"] * 3 + ["G2{N}"], False),
        (["G1{0}"], True),
    ],
)
def test_monsters_on_the_grid(parts, is_whole):
    monster = parts_named(parts)
    assert buildable(monster, GRID)
    assert whole(monster, GRID) == is_whole


def all_on_the_grid(count):
    """The side classes of all monsters of so many cells, those that can be whole first: every polyomino, every set of
    joins that holds it together, every set of further open sides."""
    shapes = {frozenset([(0, 0)])}
    for _ in range(count - 1):
        shapes = {
            frozenset((*shape, (x + dx, y + dy)))
            for shape in shapes
            for x, y in shape
            for _, _, dx, dy in STEPS
            if (x + dx, y + dy) not in shape
        }
    wholes, others = set(), set()
    for shape in shapes:
        sides = [
            (cell, beside, bit, other)
            for cell in shape
            for bit, other, dx, dy in STEPS[:2]
            if (beside := (cell[0] + dx, cell[1] + dy)) in shape
        ]
        outside = [
            (cell, bit) for cell in shape for bit, _, dx, dy in STEPS if (cell[0] + dx, cell[1] + dy) not in shape
        ]
        for chosen in product((False, True), repeat=len(sides)):
            open_sides, group = dict.fromkeys(shape, 0), {cell: cell for cell in shape}
            for (cell, beside, bit, other), yes in zip(sides, chosen, strict=True):
                if yes:
                    open_sides[cell] |= bit
                    open_sides[beside] |= other
                    old = group[cell]
                    group = {at: group[beside] if of == old else of for at, of in group.items()}
            if len(set(group.values())) > 1:
                continue
            wholes.add(classes_of(open_sides))
            for more in product((False, True), repeat=len(outside)):
                free = dict(open_sides)
                for (cell, bit), yes in zip(outside, more, strict=True):
                    free[cell] |= bit * yes
                others.add(classes_of(free))
    return wholes, others


def classes_of(open_sides):
    return tuple(sorted(min(turns(sides)) for sides in open_sides.values()))


@pytest.mark.clause("build.join-parts", "value.whole-defined", "card.no-free-end")
@pytest.mark.parametrize("count", [2, 3, 4])
def test_the_grid_agrees_with_every_way_to_lay_cards(count):
    wholes, others = all_on_the_grid(count)
    for keys in combinations_with_replacement((0, 1, 3, 5, 7, 15), count):
        assert joined(keys, terms(GRID)) == (keys in others, keys in wholes), keys


def test_what_lies_on_the_grid_fits():
    rng = Random(3)
    for _ in range(300):
        sides = tuple(
            sorted(side_class("".join(rng.sample("NESW", rng.randint(1, 4)))) for _ in range(rng.randint(2, 6)))
        )
        for is_whole in (False, True):
            found = placing(sides, is_whole)
            if found is None:
                continue
            at = {(place.column, place.row): place.open for place in found}
            assert len(at) == len(sides)
            assert all(place.open in turns(kind) for place, kind in zip(found, sides, strict=True))
            linked, todo, free = {next(iter(at))}, [next(iter(at))], 0
            while todo:
                x, y = todo.pop()
                for bit, other, dx, dy in ((1, 4, 0, -1), (2, 8, 1, 0), (4, 1, 0, 1), (8, 2, -1, 0)):
                    beside = (x + dx, y + dy)
                    if beside in at:
                        assert bool(at[x, y] & bit) == bool(at[beside] & other)
                        if at[x, y] & bit and beside not in linked:
                            linked.add(beside)
                            todo.append(beside)
                    elif at[x, y] & bit:
                        free += 1
            assert len(linked) == len(at)
            assert not is_whole or free == 0
    assert sum(BITS.values()) == 15


def test_the_grid_needs_sides():
    with pytest.raises(ValueError, match="join-geometry is 'grid-sides', but the sides of GX1 are not known"):
        buildable(parts_named(["GX1", "GX5"]), GRID)
