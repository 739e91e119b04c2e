"""Whole games with random players, modes, Areas and readings: what must hold of a step holds at every step."""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.core import CHANCE, Rulings
from teyra_kit.teyra import new_game, random_start
from teyra_kit.teyra.moves import DRAW

from .invariants import Chains, check_step

GAMES = 80
"""For each number of players; half of them with the default readings."""


def start(players, rng, game):
    """Every second game has random readings."""
    if game % 2:
        while (table := random_start(rng)).players != players:
            pass
        return table
    mode = rng.choice(("beginner", "normal", "advanced"))
    lists = ("", "first-game", "normal", *(("advanced",) if mode != "normal" else ()))
    return new_game(players, mode, rng.choice(lists), rulings=Rulings.defaults("teyra"))


def choose(table, rng, passing):
    """A random move; a pass only now and then, so that campaigns grow."""
    if table.to_move is CHANCE:
        return table.sample_chance(rng)
    moves = table.legal_moves()
    if table.ask.what == "draw" and DRAW in moves and rng.random() > passing:
        return DRAW
    return rng.choice(moves)


def play_out(table, rng, passing=0.05):
    """Play a game to its end and check every step."""
    chains = Chains()
    steps = 0
    while table.to_move is not None:
        move = choose(table, rng, passing)
        after, events, notes = table.told(move)
        check_step(table, move, after, events, notes)
        chains.see(table, move, after, notes)
        table = after
        steps += 1
        assert steps < 6000
    return table


@pytest.mark.clause(
    "round.count", "round.phases", "strategise.purpose", "strategise.skip-first", "multi.skip-first",
    "contest.order", "multi.order", "contest.until", "multi.until", "resolve.order", "end.finish-contests",
    "multi.finish-contests", "box.areas", "box.landmarks", "card.areas-apart", "cleanup.areas", "multi.cleanup-areas",
    "multi.cleanup-cards", "elite.floor", "multi.end-triggers", "end.round-four", "multi.winner",
)  # fmt: skip
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_keep_every_invariant(players):
    for game in range(GAMES):
        rng = Random(f"{players}, {game}")
        table = play_out(start(players, rng, game), rng, passing=(0.02, 0.2)[game % 3 == 0])
        assert table.outcome
