"""Does the sensible bot play by the rules, from what it sees, and better than chance?"""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.core import CHANCE
from teyra_kit.explore.bots import play_out, random_bot
from teyra_kit.teyra import new_game
from teyra_kit.teyra.bots import sensible


@pytest.mark.parametrize("mode", ["beginner", "normal", "advanced"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_whole_games(players, mode):
    *_, (_, end) = play_out(new_game(players, mode), [sensible] * players, Random(players))
    assert end.outcome is not None


def test_it_beats_chance():
    won = 0
    for game in range(20):
        seats = [sensible, random_bot] if game % 2 else [random_bot, sensible]
        *_, (_, end) = play_out(new_game(2, "normal"), seats, Random(game))
        won += end.outcome.winners == (1 - game % 2,)
    assert won >= 16


def test_what_it_cannot_see_does_not_matter():
    rng = Random(4)
    state = new_game(3, "normal")
    for _ in range(120):
        who = state.to_move
        if who is CHANCE:
            state = state.play(state.sample_chance(rng))
            continue
        hidden = state._replace(deck=tuple(reversed(state.deck)))
        assert sensible(state.observe(who), Random(1)) == sensible(hidden.observe(who), Random(1))
        state = state.play(rng.choice(state.legal_moves()))
