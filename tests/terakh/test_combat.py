"""Strengths and chances: counted again over all dice, and held against the known tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from teyra_kit.core import rulebook
from teyra_kit.terakh import chance, fails, hits, successes
from teyra_kit.terakh.combat import (
    casualties,
    highest,
    modifiers,
    named,
    order_of,
    succeeds,
    unique_highest,
    winners_of_variant_a,
)
from teyra_kit.terakh.examples import evaluate

from .table import order, run

BOOK = rulebook("terakh")
D8 = range(1, 9)


def ask(query, **args):
    return evaluate({"query": query, "args": args})["value"]


@pytest.mark.clause("combat.defender-wins-ties", "box.eight-sided-dice")
@pytest.mark.parametrize("k", range(-8, 9))
def test_successes_over_all_64_pairs(k):
    counted = 0
    for attack in D8:
        for defence in D8:
            if attack + k > defence:
                counted += 1
    assert successes(k) == counted
    assert successes(k) == ((7 + k) * (8 + k) // 2 if k <= 0 else 64 - (8 - k) * (9 - k) // 2)
    assert chance(k) == Fraction(counted, 64)
    data = BOOK.data["combat_odds"]
    assert data["wins"][data["k"].index(k)] == counted


@pytest.mark.clause(
    "combat.ready-strength", "combat.guard-strength", "combat.elder-strength", "combat.idol-strength", "mod.attack",
    "mod.defence", "glossary.a-mod", "glossary.d-mod", "glossary.attack-strength", "glossary.defence-strength",
    "glossary.guard-mode", "combat.mode-not-for-idols",
)  # fmt: skip
def test_the_strength_table():
    assert modifiers("inka", True, "") == (0, 0)
    assert modifiers("inka", False, "") == (-1, 1)
    assert modifiers("elder", False, "") == (-2, 2)
    for mods in ("", "A", "D", "AAD", "DDD", "AAA"):
        for ready in (True, False):
            assert modifiers("idol", ready, mods) == (mods.count("A"), mods.count("D"))


@pytest.mark.clause("guardian.defender-seal", "mod.attack", "mod.defence")
def test_the_matrix_of_all_attackers_and_defenders():
    data = BOOK.data["combat_matrix"]
    attackers = [name for name in data if name not in ("out_of", "defenders", "provenance")]
    assert ask("success-counts", attackers=attackers, defenders=data["defenders"]) == [data[a] for a in attackers]
    assert named("idol-1A2D") == (1, 2) and named("ready-with-seal") == (0, 1)
    for bad in ("idol-4A", "idol-A", "ogre", "idol-2A2D", "idol-1B"):
        with pytest.raises(ValueError, match="unit is"):
            named(bad)


@pytest.mark.clause("combat.attack-roll", "combat.defence-roll", "combat.defender-wins-ties", "combat.inka-falls")
@pytest.mark.parametrize(("mine", "theirs"), [*product(("ready", "guard"), repeat=2)])
def test_all_64_fights_of_two_inkas_as_they_are_played(mine, theirs):
    won = 0
    for attack, defence in product(D8, D8):
        got = run(
            f"red.E 0, red.1 5 {mine}, blue.E 31, blue.1 4 {theirs}",
            order("red attack red.1 blue.1", dice=[attack, defence]),
        )
        a, d = attack - (mine == "guard"), defence + (theirs == "guard")
        assert got["strengths"] == [[a, d]]
        assert (got["units"]["blue.1"]["at"] == "off") == (a > d)
        assert got["units"]["red.1"]["at"] == (4 if a > d else 5)
        won += a > d
    assert won == successes(-(mine == "guard") - (theirs == "guard"))


@pytest.mark.clause("combat.elder-loses-one")
@pytest.mark.parametrize("k", range(-4, 4))
@pytest.mark.parametrize("attacks", [1, 2, 3])
def test_hits_of_several_attacks_counted(k, attacks):
    counted = [0] * (attacks + 1)
    outcomes = [a + k > d for a, d in product(D8, D8)]
    for row in product((True, False), repeat=attacks):
        weight = 1
        for hit in row:
            weight *= outcomes.count(hit)
        counted[sum(row)] += weight
    assert hits(k, attacks) == tuple(Fraction(n, 64**attacks) for n in counted)


def test_known_chances():
    assert ask("hits-distribution", attacker="inka-ready", defender="elder", attacks=2)[2] == [225, 4096]
    assert chance(-3) ** 2 == Fraction(100, 4096)
    assert chance(3 - 2) ** 2 == Fraction(81, 256), "an Idol with three A-mods fells a 2-HP Elder"
    assert 1 - (1 - chance(1)) ** 2 == Fraction(207, 256), "Twin Arrow"
    assert 2 / chance(-2) == Fraction(128, 15)


@pytest.mark.clause("card.text-rules")
@pytest.mark.parametrize("threshold", [4, 5, 6])
def test_who_fails_to_defend(threshold):
    data = BOOK.data["defend_odds"]
    for modifier, want in zip(data["modifiers"], data[f"threshold_{threshold}"], strict=True):
        counted = sum(die + modifier < threshold for die in D8)
        assert counted == want == max(0, min(8, threshold - modifier - 1))
        assert fails(threshold, modifier) == Fraction(counted, 8)


@pytest.mark.clause("variant-b.shared-roll")
@pytest.mark.parametrize("row", [(1, 1, 1, 1), (0, 1, 2), (2,), (-2, 0, 3, 1), ()])
@pytest.mark.parametrize("threshold", [4, 5, 6])
def test_casualties_counted(row, threshold):
    own, shared = [0] * (len(row) + 1), [0] * (len(row) + 1)
    for dice in product(D8, repeat=len(row)):
        own[sum(die + modifier < threshold for die, modifier in zip(dice, row, strict=True))] += 1
    for die in D8:
        shared[sum(die + modifier < threshold for modifier in row)] += 1
    assert casualties(row, threshold) == tuple(Fraction(n, 8 ** len(row)) for n in own)
    assert casualties(row, threshold, True) == tuple(Fraction(n, 8) for n in shared)
    mean = [
        sum(n * p for n, p in enumerate(found))
        for found in (casualties(row, threshold), casualties(row, threshold, True))
    ]
    assert mean[0] == mean[1], "one die for all changes the spread, not the mean"


def test_four_guards_against_four():
    def variance(found):
        mean = sum(n * p for n, p in enumerate(found))
        return sum((n - mean) ** 2 * p for n, p in enumerate(found))

    assert variance(casualties((1,) * 4, 4)) == Fraction(3, 4)
    assert variance(casualties((1,) * 4, 4, True)) == 3


def test_casualties_as_a_question():
    four = ["inka-guard"] * 4
    shared = [[3, 4], [0, 1], [0, 1], [0, 1], [1, 4]]
    assert ask("casualty-distribution", units=four, threshold=4, shared=True) == shared
    assert ask("casualty-distribution", defenders=four, threshold=4, variants=["B"]) == shared
    assert ask("casualty-distribution", modifiers=[1] * 4, threshold=4)[0] == [81, 256]
    assert ask("casualty-distribution", unit="inka-guard", count=4, threshold=4)[0] == [81, 256]


@pytest.mark.clause("round.roll")
def test_the_unique_highest_roll():
    for players in (2, 3, 4):
        counted = sum(list(row).count(max(row)) == 1 for row in product(D8, repeat=players))
        assert unique_highest(players) == Fraction(counted, 8**players)
    data = BOOK.data["initiative_odds"]
    assert ask("initiative-odds", players=data["players"]) == data["unique_top"]
    assert highest((3, 7, 7, 1)) == (1, 2)


@pytest.mark.clause("round.turn-order", "round.coin")
def test_orders_round_the_table():
    assert order_of(range(4), 1, True) == (1, 2, 3, 0)
    assert order_of(range(4), 1, False) == (1, 0, 3, 2)


@pytest.mark.clause("variant-a.winner")
def test_winners_of_variant_a():
    assert winners_of_variant_a([2, 2, 1, 0], [1, 3, 0, 0], [7, 2, 7, 6]) == (1,)
    assert winners_of_variant_a([2, 2, 1, 0], [1, 1, 0, 0], [5, 4, 6, 3]) == (0,)
    assert winners_of_variant_a([2, 2, 0], [1, 1, 0], [5, 5, 6]) == (0, 1)
    assert winners_of_variant_a([2, 2, 0], [1, 1, 0], [5, 5, 6], 1, "remover") == (1,)
    assert winners_of_variant_a([2, 2, 0], [1, 1, 0], [5, 5, 6], 2, "remover") == (0, 1)
    assert succeeds(5, 4) and not succeeds(5, 5)
