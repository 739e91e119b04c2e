"""The engine against the second resolver: 20,000 random turns with 3 to 6 players, all readings, and the variant."""

from __future__ import annotations

import itertools
import random

import pytest

from tests.tekeli_li.resolver import Turn
from teyra_kit.core import CHANCE, Rulings, rulebook
from teyra_kit.tekeli_li import new_game
from teyra_kit.tekeli_li.game import next_turn

BLOCKS, TURNS = 20, 1000


def pair(card):
    return (card.faction.value, card.number)


def random_rulings(rng):
    choices = {r.id: rng.choice(r.readings).id for r in rulebook("tekeli_li").rulings.values() if r.readings}
    return Rulings.of("tekeli_li", choices)


@pytest.mark.clause(
    "cancel.pair", "cancel.last-two-of-three", "take.greatest", "take.all-zero-leader", "lead.left-of-taker",
    "follow.must", "follow.void-free", "turn.tricks-until-empty", "score.sum-own-tricks", "variant.same-leader-again",
    "events.long-trip", "events.continue-in-phone-row", "events.lead-faction-stays", "events.not-on-last-trick",
    "term.trick", "points.necronomicon-pair", "events.phone-round-up", "dealer.azathoth-taker",
)  # fmt: skip
@pytest.mark.parametrize("block", range(BLOCKS))
def test_random_turns_agree(block):
    rng = random.Random(block)
    for number in range(TURNS):
        players = 3 + number % 4
        rulings = random_rulings(rng)
        variant = rng.random() < 0.5 and (players > 4 or rulings["variant-eligibility"] == "any-count")
        table = new_game(players, 1, variant, rulings)
        while table.to_move is CHANCE:
            table = table.play_unchecked(table.sample_chance(rng))
        dealer = table.dealer
        readings = {r.id: rulings[r.id] for r in rulebook("tekeli_li").rulings.values()}
        other = Turn(players, table.leader, [[pair(c) for c in hand] for hand in table.hands], variant, readings)
        while table.to_move is not None:
            assert table.to_move == other.turn_of
            moves = table.legal_moves()
            assert {pair(move.card) for move in moves} == other.legal()
            move = rng.choice(moves)
            last, leader = (*table.plays, move.card), table.leader
            table = table.play_unchecked(move)
            other.play(pair(move.card))
        assert [(t.leader, t.taker, len(t.cards)) for t in table.tricks] == other.log
        raw, due = other.scores()
        score = table.turn_score()
        assert list(score.raw) == raw
        assert list(score.due) == due
        assert table.markers == (tuple(due),), "30 markers always last for one turn"
        azathoth = next(s for s, heaps in enumerate(other.taken) if any(("black", 6) in heap for heap in heaps))
        carried = other.last_repeat and readings["variant-last-trick"] == "carry-over"
        follows = leader if carried else (azathoth + 1) % players
        assert next_turn(table.tricks, leader, last, table.setup) == (azathoth, follows)
        assert dealer is not None


def test_both_resolvers_can_disagree():
    """The comparison is no formality: a resolver that lets all three copies cancel is found out."""
    one = Turn(4, 0, [[]] * 4, False, {})
    plays = [(0, "blue", 8), (1, "blue", 7), (2, "blue", 8), (3, "blue", 8)]
    from tests.tekeli_li.resolver import best_place

    assert best_place([plays], "blue", "whole-trick") == 0
    wrong = [k for k, p in enumerate(plays) if sum(p[1:] == q[1:] for q in plays) == 1]
    assert wrong == [1]
    assert one.n == 4


@pytest.mark.clause("cancel.pair", "take.greatest")
def test_every_round_of_one_faction_by_brute_force():
    from tests.tekeli_li.resolver import best_place
    from teyra_kit.tekeli_li import round_counts
    from teyra_kit.tekeli_li.cards import Faction, deck

    for players in (3, 4):
        blue = [c for c in deck(players) if c.faction is Faction.BLUE]
        taken = [0] * players
        for draw in itertools.permutations(blue, players):
            place = best_place([[(s, *pair(c)) for s, c in enumerate(draw)]], "blue", "whole-trick")
            taken[place or 0] += 1
        assert round_counts(players, Faction.BLUE).taken_by_seat == tuple(taken)
