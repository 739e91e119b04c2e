"""Are the chances exact? Compared with the figures of the rules' data, and with every hand of small boxes."""

from __future__ import annotations

import time
from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise
from random import Random

import pytest

from teyra_kit.core import Rulings, rulebook
from teyra_kit.teratozoic import odds
from teyra_kit.teratozoic.layouts import best_total
from teyra_kit.teratozoic.odds import (
    EraChange,
    Totals,
    era_change,
    first_era_change,
    first_hands,
    hand_totals,
    opponent_totals,
    reading_impact,
    standing,
)
from teyra_kit.teratozoic.parts import KEY, Box, kit_box, parts_named, starter_sets

DEFAULTS = Rulings.defaults(KEY)
DATA = rulebook(KEY).data
COMMON = tuple(part for part in kit_box().parts if part.set == "none")
READINGS = {
    "loops": ("tree", "multigraph", "simple-graph"),
    "zero-end-single": ("whole", "not-whole"),
    "doubling-scope": ("per-monster-bonus-inside", "per-monster-bonus-outside", "whole-total"),
    "multicolour-doubling": ("single-colour-only", "any-monster"),
    "triple-doubling": ("powers-of-two", "linear"),
    "bonus-stacking": ("both", "one-only"),
}


def counted(hands, rulings):
    return Counter(best_total(hand, rulings) for hand in hands)


@pytest.mark.clause("setup.first-hand", "growth.highest-wins")
def test_all_first_hands_of_six_players():
    told = []
    start = time.process_time()
    totals = first_hands(DEFAULTS, progress=lambda done, every: told.append((done, every)))
    assert time.process_time() - start < 60
    assert totals.all == 4740120
    assert round(float(totals.mean), 3) == 21.576
    assert [totals.percentile(percent) for percent in (5, 25, 50, 75, 95, 99)] == [14, 17, 21, 24, 33, 43]
    assert (min(totals.by), totals.by[6], max(totals.by), totals.by[193]) == (6, 11, 193, 2)
    for row in DATA["hand_statistics"]:
        assert round(float(totals.at_most(row["total"])), 4) == row["at_most"]
    assert round(float(totals.below(15)), 4) == 0.0738
    assert round(float(totals.tie()), 4) == 0.0557
    assert told[-1] == (4740120, 4740120) and told == sorted(told) and len(told) > 20


@pytest.mark.clause("growth.highest-wins", "build.join-parts")
def test_what_another_reading_does_to_first_hands():
    (row,) = (row for row in DATA["reading_impact"] if row["reading"] == "multigraph")
    impact = reading_impact(DEFAULTS, DEFAULTS.with_(row["ruling"], row["reading"]))
    assert impact.hands == row["hands"]
    assert round(float(impact.share), 4) == row["share"]
    assert round(float(impact.mean_change), 3) == row["mean_change"]


@pytest.mark.clause("setup.first-hand", "growth.highest-wins", "value.doubling", "value.all-whole")
def test_many_hands_at_once_agree_with_one_by_one_under_every_reading():
    rng = Random(9)
    for number in range(60):
        reads = {} if number < 5 else {id: rng.choice(some) for id, some in READINGS.items()}
        rulings = Rulings.of(KEY, reads)
        own_draw = rng.randint(0, 3)
        common_draw = rng.randint(own_draw == 0, 4)
        own = rng.sample(COMMON, 4)
        common = rng.sample([part for part in COMMON if part not in own], 6)
        hands = [
            (*mine, *others) for mine in combinations(own, own_draw) for others in combinations(common, common_draw)
        ]
        assert hand_totals(own, own_draw, common, common_draw, rulings).by == counted(hands, rulings), reads


@pytest.mark.clause("build.join-parts")
def test_many_hands_on_the_grid():
    rng = Random(2)
    cards = [part._replace(sides="".join(rng.sample("NESW", part.ends))) for part in rng.sample(COMMON, 9)]
    grid = DEFAULTS.with_("join-geometry", "grid-sides")
    totals = hand_totals(cards[:2], 1, cards[2:], 4, grid)
    assert totals.by == counted(((mine, *some) for mine in cards[:2] for some in combinations(cards[2:], 4)), grid)


def small_box():
    """Six starter sets, three common parts, and first eras in which little is drawn."""
    eras = tuple(era._replace(common=2, own=1) for era in kit_box().eras)
    starters = tuple(part for part in kit_box().parts if part.set != "none")
    return Box((*starters, *parts_named(["G4c", "O2d", "P2c"])), eras, True, True)


def small_hands(box, mine, players, without=()):
    """Every first hand of a player with a starter set, as often as the sets of the others and the draws allow it."""
    sets = starter_sets(box.parts)
    common = [part for part in box.parts if part.set == "none"]
    for unused in combinations([key for key in sets if key != mine], 6 - players):
        deck = (*common, *(part for key in unused for part in sets[key]))
        for own in sets[mine]:
            for drawn in combinations([part for part in deck if part not in without], 2):
                yield unused, (own, *drawn)


@pytest.mark.clause("setup.common-deck", "setup.first-hand", "setup.starter-cards")
def test_unused_starters_may_be_in_the_common_deck():
    box = small_box()
    hands = [hand for mine in starter_sets(box.parts) for _, hand in small_hands(box, mine, 5)]
    assert first_hands(DEFAULTS, box, players=5).by == counted(hands, DEFAULTS)
    apart = DEFAULTS.with_("unused-starters", "box")
    assert first_hands(apart, box, players=5).by == first_hands(DEFAULTS, box, players=6).by
    assert first_hands(apart, box, players=5).all == 36 * 3
    mixed = DEFAULTS.with_("starter-sets", "mixed-values")
    assert first_hands(mixed, box, players=6).by == first_hands(DEFAULTS, box, players=6).by
    with pytest.raises(ValueError, match="starter-sets is 'mixed-values' and unused starters are in the common deck"):
        first_hands(mixed, box, players=5)


@pytest.mark.clause("setup.common-deck", "setup.first-hand")
def test_what_an_opponent_can_have_when_i_hold_this():
    box = small_box()
    sets = starter_sets(box.parts)
    mine = ("green", "cross")
    for hand in (parts_named(["GX1", "G4c", "O2d"]), parts_named(["GX6", "P2c", "OD3"])):
        shown = {(part.colour, part.set) for part in hand[2:] if part.set != "none"}
        hands = [
            some
            for other in sets
            if other != mine and other not in shown
            for unused, some in small_hands(box, other, 5, hand)
            if mine not in unused and shown <= set(unused)
        ]
        assert opponent_totals(hand, mine, DEFAULTS, box, players=5).by == counted(hands, DEFAULTS)
    with pytest.raises(ValueError, match="hand holds starters of 2 other sets; allowed: 1"):
        opponent_totals(parts_named(["GX1", "OD3", "PD3"]), mine, DEFAULTS, box, players=5)
    with pytest.raises(ValueError, match=r"my_set is \('green', 'star'\); allowed: "):
        opponent_totals(hand, ("green", "star"), DEFAULTS, box, players=5)


@pytest.mark.clause("setup.common-deck", "growth.highest-wins")
def test_hands_that_show_the_same_faces_are_looked_at_once_and_none_is_lost(monkeypatch):
    looked, told = [], []
    best_totals = odds._best_totals

    def counting(common, owns, places, rulings):
        looked.append(places.shape[1])
        return best_totals(common, owns, places, rulings)

    monkeypatch.setattr(odds, "_best_totals", counting)
    hand = parts_named(["PX6", "P2a", "O3b", "G1b", "G2b"])
    totals = opponent_totals(
        hand, ("purple", "cross"), DEFAULTS, players=3, progress=lambda done, every: told.append((done, every))
    )
    assert totals.all == 116596200
    assert (totals.below(15), totals.by[15]) == (Fraction(2670911, 58298100), 3901918)
    assert (min(totals.by), totals.by[6], max(totals.by), totals.by[225]) == (6, 36, 225, 12)
    assert sum(looked) < 500_000, "of five times 1.3 million ways to draw"
    assert told == sorted(told) and told[-1][0] == told[-1][1]
    assert max(after - before for (before, _), (after, _) in pairwise(told)) < told[-1][1] / 50


@pytest.mark.clause("growth.highest-wins", "tie.draw-one")
def test_how_a_total_stands():
    totals = Totals({10: 1, 12: 2, 15: 1})
    assert standing(12, 1, totals) == (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))
    assert standing(12, 2, totals) == (Fraction(1, 16), Fraction(8, 16), Fraction(7, 16))
    assert standing(20, 5, totals) == (1, 0, 0)
    assert standing(1, 0, totals) == (1, 0, 0)
    assert (totals.mean, totals.percentile(50), totals.percentile(100), totals.below(12)) == (
        Fraction(49, 4),
        12,
        15,
        Fraction(1, 4),
    )


@pytest.mark.clause("mutate.era-change", "turn.rounds-per-era", "setup.common-deck")
def test_when_the_era_changes_first():
    for row in DATA["first_era_change"]:
        rulings = DEFAULTS.with_("unused-starters", row["unused_starters"])
        assert first_era_change(row["players"], rulings) == (row["round"], row["drawer"], row["already"])


@pytest.mark.clause("mutate.era-change")
@pytest.mark.parametrize("reading", ["on-demand", "on-empty"])
def test_the_era_change_agrees_with_drawing_card_by_card(reading):
    def drawn(deck, players, common):
        for draw in range(1000):
            for drawer in range(1, players + 1):
                for already in range(common + 1):
                    if deck == 0 and (already < common or (reading == "on-empty" and already and draw)):
                        return EraChange(draw, drawer, already)
                    if already < common:
                        deck -= 1
        return None

    for deck in range(1, 40):
        for players in (2, 3):
            for common in (1, 2, 4):
                assert era_change(deck, players, common, reading) == drawn(deck, players, common), (
                    deck,
                    players,
                    common,
                )


def test_what_cannot_be_drawn_is_refused():
    with pytest.raises(ValueError, match="own_draw is 3; allowed: 0 to 2"):
        hand_totals(COMMON[:2], 3, COMMON[2:], 2, DEFAULTS)
    with pytest.raises(ValueError, match="era is 'ice-age'; allowed: apocalypse"):
        first_hands(DEFAULTS, era="ice-age")
    with pytest.raises(ValueError, match="common_deck is 0"):
        era_change(0, 2, 3)
    with pytest.raises(ValueError, match="opponents is -1"):
        standing(12, -1, Totals({12: 1}))
