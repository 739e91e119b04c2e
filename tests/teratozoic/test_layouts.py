"""Is the best layout really the best, and are all of them found? Compared with every grouping of the cards."""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.core import Rulings
from teyra_kit.teratozoic.layouts import (
    all_whole_counts,
    best_layouts,
    best_subsets,
    best_total,
    best_totals,
    partitions,
)
from teyra_kit.teratozoic.monsters import layout_value, whole
from teyra_kit.teratozoic.parts import KEY, kit_box, parts_named

from .brute import NO_RULINGS, best, groupings

DEFAULTS = Rulings.defaults(KEY)
READINGS = {
    "loops": ("tree", "multigraph", "simple-graph"),
    "zero-end-single": ("whole", "not-whole"),
    "doubling-scope": ("per-monster-bonus-inside", "per-monster-bonus-outside", "whole-total"),
    "multicolour-doubling": ("single-colour-only", "any-monster"),
    "triple-doubling": ("powers-of-two", "linear"),
    "bonus-stacking": ("both", "one-only"),
}


def ids(layouts):
    return [[[part.id for part in monster] for monster in layout] for layout in layouts]


def places(layouts, cards):
    return [[[cards.index(part) for part in monster] for monster in layout] for layout in layouts]


@pytest.mark.clause("growth.highest-wins", "build.layout-free", "build.orange-pair-thirty-two")
def test_thirty_two_is_the_best_of_the_worked_hand():
    hand = parts_named(["G1*{1}", "G6{1}", "O1*{1}", "O5{2}", "P4{1}"])
    found = best_layouts(hand, DEFAULTS)
    assert (found.total, found.next_total, found.tried) == (32, 27, 52)
    assert ids(found.layouts) == [[["G1*{1}", "G6{1}"], ["O1*{1}", "O5{2}"], ["P4{1}"]]]
    assert found.totals[0] == (32, 1) and sum(count for _, count in found.totals) == found.buildable


@pytest.mark.clause("example.andrey-five", "example.sveta-fifteen", "value.all-whole", "value.single-colour-whole")
def test_the_hands_of_the_printed_round():
    assert best_total(parts_named(["O1b", "P1b", "G1c", "P1c"]), DEFAULTS) == 5
    assert best_total(parts_named(["PX6", "P2a", "O3b", "G1b", "G2b"]), DEFAULTS) == 15
    five = best_layouts(parts_named(["O1b", "P1b", "G1c", "P1c", "OD4"]), DEFAULTS)
    assert five.total == 9 and ids(five.layouts) == [
        [["O1b", "OD4"], ["P1b"], ["G1c"], ["P1c"]],
        [["O1b", "OD4"], ["P1b"], ["G1c", "P1c"]],
        [["O1b", "OD4"], ["P1b", "G1c"], ["P1c"]],
        [["O1b", "OD4"], ["P1b", "G1c", "P1c"]],
        [["O1b", "OD4"], ["P1b", "P1c"], ["G1c"]],
    ]


@pytest.mark.clause("build.join-parts", "value.two-doublings", "growth.highest-wins")
def test_the_greedy_traps():
    assert best_total(parts_named(["G1*{1}", "G6{1}", "G5{2}"]), DEFAULTS) == 27
    two = best_layouts(parts_named(["G1a", "GX1", "G2b", "G5a", "GX5"]), DEFAULTS)
    assert (two.total, len(two.layouts)) == (33, 4)


@pytest.mark.clause("tie.rebuild", "build.layout-free")
def test_all_best_layouts_agree_with_every_grouping_under_every_reading():
    rng = Random(11)
    for number in range(2000):
        cards = tuple(rng.sample(kit_box().parts, rng.choice((1, 2, 3, 4, 4, 5, 5, 5))))
        reads = {} if number % 3 == 0 else {id: rng.choice(some) for id, some in READINGS.items()}
        rulings = Rulings.of(KEY, reads)
        top, layouts, totals = best(cards, NO_RULINGS | reads)
        found = best_layouts(cards, rulings)
        assert (found.total, best_total(cards, rulings)) == (top, top)
        assert places(found.layouts, cards) == layouts
        assert dict(found.totals) == totals
        assert found.next_total == (sorted(totals)[-2] if len(totals) > 1 else None)
        assert found.tried == sum(1 for _ in groupings(list(cards)))
        assert all(layout_value(layout, rulings).total == top for layout in found.layouts)


@pytest.mark.clause("growth.from-kept", "declare.set-aside", "declare.minimum")
def test_the_totals_of_all_sets_and_setting_aside_never_helps():
    rng = Random(2)
    for _ in range(60):
        cards = tuple(rng.sample(kit_box().parts, 5))
        rulings = Rulings.of(KEY, {id: rng.choice(some) for id, some in READINGS.items()})
        totals = best_totals(cards, rulings)
        for bits, total in enumerate(totals):
            some = tuple(card for place, card in enumerate(cards) if bits >> place & 1)
            assert total == best_total(some, rulings)
        top, sets = best_subsets(cards, rulings, minimum=3)
        counts = [bits.bit_count() for bits in range(32)]
        assert top == max(total for total, count in zip(totals, counts, strict=True) if count >= 3)
        assert all(best_total(some, rulings) == top and len(some) >= 3 for some in sets)
        assert list(map(len, sets)) == sorted(map(len, sets))
        if not rulings.changed():
            assert top == totals[-1]


@pytest.mark.clause("declare.set-aside", "growth.from-kept")
def test_more_cards_are_never_worse():
    rng = Random(4)
    for _ in range(300):
        cards = tuple(rng.sample(kit_box().parts, 6))
        assert best_total(cards, DEFAULTS) >= best_total(cards[:-1], DEFAULTS)
        by_loops = [
            best_total(cards, DEFAULTS.with_("loops", loops)) for loops in ("tree", "simple-graph", "multigraph")
        ]
        assert by_loops == sorted(by_loops)
        assert best_total(cards, DEFAULTS.with_("multicolour-doubling", "any-monster")) >= by_loops[0]


@pytest.mark.clause("declare.minimum")
def test_a_free_end_of_a_one_can_stay_away():
    hand = parts_named(["G4a", "G6a", "O1b"])
    top, sets = best_subsets(hand, DEFAULTS, minimum=1)
    assert top == 12 and ids([sets]) == [[["G4a", "G6a"], ["G4a", "G6a", "O1b"]]]
    assert best_subsets(hand, DEFAULTS, must=3) == (12, (hand,))
    with pytest.raises(ValueError, match="minimum is 4, must is 0; allowed: 0 to 3"):
        best_subsets(hand, DEFAULTS, minimum=4)


@pytest.mark.clause("tie.draw-one", "tie.rebuild")
def test_a_tie_is_rebuilt_with_the_card_drawn():
    played, drawn = ["G4a", "G6a", "P1c"], ["G2b"]
    top, sets = best_subsets(parts_named(played + drawn), DEFAULTS, must=3)
    assert top == 14 and ids([sets]) == [[played + drawn]]


@pytest.mark.clause("value.whole-defined", "value.all-whole")
def test_how_many_monsters_an_all_whole_layout_has():
    rng = Random(8)
    for _ in range(120):
        cards = tuple(rng.sample(kit_box().parts, rng.randint(1, 6)))
        rulings = DEFAULTS.with_("loops", rng.choice(READINGS["loops"]))
        counts = {
            len(layout)
            for layout in groupings(list(cards))
            if all(whole(tuple(monster), rulings) for monster in layout)
        }
        assert all_whole_counts(cards, rulings) == tuple(sorted(counts))
        ends = sum(card.ends for card in cards)
        if rulings == DEFAULTS and counts:
            assert counts == {len(cards) - ends // 2} and ends % 2 == 0
    assert all_whole_counts((), DEFAULTS) == ()


def test_a_hand_without_cards_and_the_number_of_groupings():
    assert best_layouts((), DEFAULTS).layouts == ((),)
    assert best_total((), DEFAULTS) == 0
    assert [partitions(count) for count in range(8)] == [1, 1, 2, 5, 15, 52, 203, 877]


@pytest.mark.clause("build.join-parts")
def test_sides_instead_of_ends():
    grid = DEFAULTS.with_("join-geometry", "grid-sides")
    corners, straight = ([f"G{value}{{{sides}}}" for value in range(1, 5)] for sides in ("NE", "NS"))
    hands = [parts_named(corners), parts_named(straight), parts_named(corners[:2])]
    assert [best_total(hand, grid) for hand in hands] == [12, 10, 3]
    for loops, totals in (("tree", [10, 10, 3]), ("multigraph", [13, 13, 5]), ("simple-graph", [12, 12, 3])):
        assert [best_total(hand, DEFAULTS.with_("loops", loops)) for hand in hands] == totals


def test_what_is_no_part_and_what_are_no_rulings_are_named():
    for ask in (best_layouts, best_total):
        with pytest.raises(ValueError, match=r"cards holds 'G1a'; needed: Parts, as parts_named"):
            ask(["G1a"], Rulings.defaults("teratozoic"))
        with pytest.raises(ValueError, match="rulings is those of terakh; needed"):
            ask(parts_named(["G1a"]), Rulings.defaults("terakh"))
    with pytest.raises(ValueError, match=r"texts is 'G1a'; needed: a list"):
        parts_named("G1a")
    with pytest.raises(ValueError, match="There is no part 5"):
        parts_named([5])
