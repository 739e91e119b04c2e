"""1,000 whole games by each bot, every number of players: what must hold of a step holds at every step."""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.explore import bots, play_out
from teyra_kit.tekeli_li import new_game, random_start

from .invariants import check_step

BOTS = bots("tekeli_li")
GAMES = 250
"""Of each bot for each number of players."""


def start(players, rng, game):
    """Every second game has the readings and the variant at random, every tenth up to three turns."""
    if game % 2 == 0:
        return new_game(players, turns=1, variant=players >= 5 and game % 4 == 0)
    while (drawn := random_start(rng).setup).players != players:
        pass
    return new_game(players, drawn.turns if game % 10 == 1 else 1, drawn.variant, drawn.rulings)


@pytest.mark.clause("turn.tricks-until-empty", "turn.repeat", "follow.must", "take.greatest", "end.others-win")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
def test_whole_games_keep_every_invariant(bot, players):
    for game in range(GAMES):
        rng = Random(f"{players}, {game}")
        table = start(players, rng, game)
        for move, after in play_out(table, [bot] * players, rng):
            check_step(table, move, after)
            table = after
        assert table.outcome
