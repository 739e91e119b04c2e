"""Whole games with random players, eras, variants and readings: what must hold of a step holds at every step."""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.teratozoic import new_game, random_start

from .invariants import check_step, check_table

GAMES = 6
"""For each number of players; half of them with the default readings."""


def start(players, rng, game):
    """Every second game has random eras, variants and readings."""
    if game % 2 == 0:
        return new_game(players)
    while (table := random_start(rng)).players != players:
        pass
    return table


def play_out(table, rng, limit=20000):
    """Play a game to its end and check every step."""
    check_table(table)
    for _ in range(limit):
        if table.to_move is None:
            return table
        move = table.random_move(rng)
        events = table.events(move)
        after = table.play_unchecked(move)
        check_step(table, move, after, events)
        table = after
    raise AssertionError("the game does not end")


@pytest.mark.clause(
    "turn.four-phases", "turn.rounds-per-era", "declare.in-order", "growth.simultaneous", "growth.from-kept",
    "growth.announce-total", "reproduce.winner-takes", "reproduce.keep", "reproduce.from-outcome", "mutate.discard-rest",
    "mutate.draw-five", "mutate.elimination-discard", "last.while-players-can-play", "goal.own-parts", "goal.new-parts",
)  # fmt: skip
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_whole_games_keep_every_invariant(players):
    for game in range(GAMES):
        rng = Random(f"{players}, {game}")
        assert play_out(start(players, rng, game), rng).outcome is not None
