"""Whole games with random players, modes, variants and readings: what must hold of a step holds at every step."""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.core import CHANCE
from teyra_kit.terakh import Attack, Cast, EndTurn, Use, new_game, random_start
from teyra_kit.terakh.board import configurations

from .invariants import check_step, check_table

GAMES = 14
"""For each number of players; half of them with the default readings."""


def start(players, rng, game):
    """Every second game has random readings."""
    if game % 2 and players < 6:
        while (table := random_start(rng)).players != players:
            pass
        return table
    keys = [key for key, config in configurations().items() if config.planes == players]
    mode = ("first", "full")[game // 2 % 2]
    return new_game(players, mode, rng.choice(("", "", "A", "B", "C", "BC")), rng.choice(keys))


def choose(table, rng):
    """A random move; attacks and cards more often than not, so that games end, and turns are not given away."""
    if table.to_move is CHANCE:
        return table.sample_chance(rng)
    moves = table.legal_moves()
    if table.ask.what == "order" and rng.random() < 0.7:
        bold = [move for move in moves if isinstance(move, Attack | Cast) or (isinstance(move, Use) and move.targets)]
        moves = bold or [move for move in moves if not isinstance(move, EndTurn)] or moves
    return rng.choice(moves)


def play_out(table, rng, limit=6000):
    """Play a game to its end and check every step."""
    steps = 0
    check_table(table)
    while table.to_move is not None and steps < limit:
        move = choose(table, rng)
        after, events, notes = table.told(move)
        check_step(table, move, after, events, notes)
        table = after
        steps += 1
    return table


@pytest.mark.clause(
    "board.one-unit-per-tria", "elder.no-healing", "round.repeat", "round.draw", "elderless.play-on", "win.last-elder",
    "box.cast-cards", "box.orbs", "box.mods", "box.inkas", "box.four-sided-dice", "clan.seven-units", "glossary.clan",
    "elder.top-number", "glossary.hit-point", "mod.at-most-three", "turn.pay-first", "cast.to-bottom",
)  # fmt: skip
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_whole_games_keep_every_invariant(players):
    ended = 0
    for game in range(GAMES if players < 4 else GAMES // 2):
        rng = Random(f"{players}, {game}")
        table = play_out(start(players, rng, game), rng)
        ended += table.outcome is not None
    assert ended
