"""Are the final monsters the best there are? Compared with every choice of up to three whole monsters."""

from __future__ import annotations

import time
from random import Random

import pytest

from teyra_kit.core import Rulings
from teyra_kit.teratozoic.endgame import (
    best_endgame,
    fewest_monsters,
    final_cards,
    final_score,
    leftover_monsters,
    score_by_monsters,
    why_not_final,
    winners,
)
from teyra_kit.teratozoic.monsters import single_colour, whole
from teyra_kit.teratozoic.parts import KEY, kit_box, parts_named, read_part, starter_sets

from .brute import NO_RULINGS, endgame

DEFAULTS = Rulings.defaults(KEY)
LOOPS = ("tree", "multigraph", "simple-graph")
VALUES = DEFAULTS.with_("winning-criterion", "value-sum")
GRID = DEFAULTS.with_("join-geometry", "grid-sides")


def pool(**ends):
    return tuple(read_part(f"{colour[0].upper()}2{{{end}}}") for colour, some in ends.items() for end in some)


POOLS = (
    pool(green=[1, 1]),
    pool(green=[1, 2, 2, 1]),
    pool(green=[2, 2]),
    pool(green=[2, 2, 2, 2]),
    pool(green=[4, 1, 1, 1, 1, 1, 1]),
    pool(green=[3, 4, 1, 1, 1, 1]),
    pool(green=[1] * 8),
    pool(green=[3, 3, 1, 1]),
    pool(green=[1, 1, 2], orange=[1, 1], purple=[1, 1]),
)


@pytest.mark.clause("end.three-monsters", "end.count-cards", "end.highest-wins", "end.values-ignored", "end.tie-unused")
@pytest.mark.parametrize(
    ("loops", "used", "left"),
    [
        ("tree", [2, 4, 0, 0, 7, 5, 6, 2, 7], [0, 0, 0, 0, 0, 0, 1, 0, 0]),
        ("multigraph", [2, 4, 2, 4, 7, 5, 6, 4, 7], [0, 0, 0, 0, 0, 0, 1, 0, 0]),
        ("simple-graph", [2, 4, 0, 4, 7, 5, 6, 2, 7], [0, 0, 0, 0, 0, 0, 1, 0, 0]),
    ],
)
def test_small_pools(loops, used, left):
    found = [best_endgame(some, DEFAULTS.with_("loops", loops)) for some in POOLS]
    assert [end.used for end in found] == [end.score for end in found] == used
    assert [end.leftover_monsters for end in found] == left


@pytest.mark.clause("end.three-monsters", "end.count-cards", "end.tie-unused", "goal.strongest-wins")
@pytest.mark.parametrize("loops", LOOPS)
@pytest.mark.parametrize("criterion", ["card-count", "value-sum"])
def test_random_pools_agree_with_every_choice(loops, criterion):
    rng = Random(f"{loops} {criterion}")
    for _ in range(80 if loops == "simple-graph" else 400):
        size, hues = rng.randint(1, 8), rng.choice((1, 1, 2, 3))
        box = [part for part in kit_box().parts if part.colour in ("green", "orange", "purple")[:hues]]
        # few of a kit's parts have many ends, so these pools hold more of them
        cards = tuple(rng.choices(box, [1 + 2 * (part.ends != 1) for part in box], k=size))
        reads = {"loops": loops, "winning-criterion": criterion, "zero-end-single": rng.choice(("whole", "not-whole"))}
        rulings = Rulings.of(KEY, reads)
        found = best_endgame(cards, rulings)
        assert (found.score, found.leftover_monsters) == endgame(cards, NO_RULINGS | reads), (cards, reads)
        check(found, cards, rulings)


def check(found, cards, rulings):
    assert len(found.monsters) <= 3
    assert why_not_final(found.monsters, rulings) == ()
    assert all(whole(monster, rulings) and single_colour(monster) for monster in found.monsters)
    used = [card for monster in found.monsters for card in monster]
    left = list(cards)
    for card in used:
        left.remove(card)
    assert found.used == len(used)
    assert found.score == final_score(found.monsters, rulings)
    assert found.leftover_monsters == leftover_monsters(left, rulings)


@pytest.mark.clause("end.three-monsters")
def test_a_monster_of_trees_only_with_exactly_so_many():
    cards = pool(green=[1, 1, 1, 1, 3, 3])
    assert score_by_monsters(cards, DEFAULTS) == {1: 6, 2: 4}
    assert score_by_monsters(pool(green=[2, 2]), DEFAULTS) == {}
    assert score_by_monsters(pool(green=[2, 2]), DEFAULTS.with_("loops", "multigraph")) == {1: 2}
    assert score_by_monsters(pool(green=[1, 2, 2, 1]), DEFAULTS.with_("loops", "multigraph")) == {1: 4, 2: 4}
    assert fewest_monsters(cards, DEFAULTS) == 1
    assert fewest_monsters((), DEFAULTS) == 0


@pytest.mark.clause("setup.starter-cards", "card.set-mark", "end.three-monsters")
def test_a_starter_set_is_one_whole_monster():
    sets = starter_sets(kit_box().parts)
    for some in sets.values():
        assert best_endgame(some, DEFAULTS).used == 6 and fewest_monsters(some, DEFAULTS) == 1
    both = (*sets["green", "cross"], *sets["green", "dot"])
    assert best_endgame(both, DEFAULTS).used == 12 and fewest_monsters(both, DEFAULTS) == 2
    assert score_by_monsters(both, DEFAULTS)[1] == 10


@pytest.mark.clause("end.three-monsters", "end.count-cards")
def test_the_hub_with_most_ends_and_its_cards():
    found = best_endgame(parts_named(["G3c", "G4c", "G1b", "G2a", "G3a", "G5a"]), DEFAULTS)
    assert [[part.id for part in monster] for monster in found.monsters] == [["G4c", "G1b", "G2a", "G3a", "G5a"]]


@pytest.mark.clause("goal.strongest-wins", "end.count-cards", "end.values-ignored")
def test_cards_or_values():
    few = parts_named(["G5a", "G6a", "O5a", "O6a"])
    many = parts_named(["G1b", "G2a", "O1b", "O2a", "P1b", "P2a"])
    assert (best_endgame(many, DEFAULTS).score, best_endgame(few, DEFAULTS).score) == (6, 4)
    assert (best_endgame(many, VALUES).score, best_endgame(few, VALUES).score) == (9, 22)


@pytest.mark.clause("end.tie-unused")
def test_the_layout_shown_can_leave_less():
    cards = parts_named(["G5a", "G6a", "O6a", "OX6", "O4a", "OD4", "P1d", "PX3", "PX1", "PD1", "P1a", "P1b"])
    found = best_endgame(cards, VALUES)
    assert (found.score, found.leftover_monsters) == (31, 2)
    shown = (
        parts_named(["G5a", "G6a"]),
        parts_named(["O6a", "OX6"]),
        parts_named(["P1d", "PX3", "PX1", "PD1", "P1a", "P1b"]),
    )
    assert final_score(shown, VALUES) == 31
    rest = [card for card in cards if all(card not in monster for monster in shown)]
    assert leftover_monsters(rest, VALUES) == 1


@pytest.mark.clause("end.tie-unused")
@pytest.mark.parametrize("loops", LOOPS)
def test_cards_counted_leave_the_same_whatever_is_shown(loops):
    """As far as is known no pool leaves different numbers of monsters when cards are counted."""
    rng, rulings = Random(6), DEFAULTS.with_("loops", loops)
    reads = NO_RULINGS | {"loops": loops}
    for _ in range(25):
        cards = tuple(rng.sample([part for part in kit_box().parts if part.colour == "green"], 8))
        best, left = endgame(cards, reads)
        assert (best, left) == best_endgame(cards, rulings)[0:3:2]


@pytest.mark.clause("end.highest-wins", "end.tie-unused")
def test_who_wins_the_game():
    shared, last = DEFAULTS, DEFAULTS.with_("endgame-still-tied", "last-first-player")
    assert winners({"A": (6, 1), "B": (6, 0)}, ["B", "A"], shared) == ("A",)
    assert winners({"A": (4, 0), "B": (4, 0), "C": (3, 9)}, ["C", "B", "A"], shared) == ("A", "B")
    assert winners({"A": (4, 0), "B": (4, 0), "C": (3, 9)}, ["C", "B", "A"], last) == ("B",)


@pytest.mark.clause("end.three-monsters")
def test_which_piles_count_and_what_is_no_final_monster():
    hand, deck, discards = (parts_named([id]) for id in ("G1a", "G1b", "G1c"))
    assert final_cards(hand, deck, discards, DEFAULTS) == (*hand, *deck, *discards)
    assert final_cards(hand, deck, discards, DEFAULTS.with_("all-their-cards", "discard-only")) == discards
    (free,) = why_not_final((parts_named(["G1a"]),), DEFAULTS)
    assert free.text == "G1a is no whole monster."
    (mixed,) = why_not_final((parts_named(["G1a", "O1a"]),), DEFAULTS)
    assert mixed.text == "G1a, O1a are of several colours."
    (four,) = why_not_final((parts_named(["G2d"]),) * 4, DEFAULTS)
    assert four.text == "4 monsters are shown; at most 3 count."
    assert why_not_final((parts_named(["G2d"]),) * 3, DEFAULTS) == ()


@pytest.mark.clause("end.count-cards")
def test_more_cards_are_never_worse_and_thirty_are_quick():
    rng = Random(1)
    for loops in LOOPS:
        rulings = DEFAULTS.with_("loops", loops)
        cards = tuple(rng.sample(kit_box().parts, 30))
        start = time.process_time()
        found = best_endgame(cards, rulings)
        assert time.process_time() - start < 1
        check(found, cards, rulings)
        assert best_endgame(cards[:-1], rulings).score <= found.score <= 30


@pytest.mark.clause("end.three-monsters")
def test_final_monsters_on_the_grid():
    square = parts_named([f"G{value}{{NE}}" for value in range(1, 5)])
    assert best_endgame(square, GRID).used == 4
    assert best_endgame(square[:3], GRID).used == 0
    assert best_endgame(parts_named([f"G{value}{{NS}}" for value in range(1, 5)]), GRID).used == 0
    two = best_endgame((*square, *parts_named(["G5{N}", "G5{S}", "G6{0}"])), GRID)
    assert (two.used, two.leftover_monsters) == (7, 0)
    assert best_endgame(parts_named(["G1{N}", "G1{E}", "O1{N}", "P1{W}", "G2{S}"]), GRID).used == 2
    assert score_by_monsters((*square, *square), GRID) == {1: 4, 2: 8}
    assert best_endgame((), GRID).monsters == ()
