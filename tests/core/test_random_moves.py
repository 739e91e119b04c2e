"""A random move is a legal one, each as likely: of any game."""

from __future__ import annotations

import importlib
from collections import Counter
from random import Random

import pytest

from teyra_kit import GAMES
from teyra_kit.core import CHANCE, State

EACH, MOST, LOOKED = 40, 60, 12
"""How often each move is drawn on average, of how many moves at most, at how many positions of a game."""


def game(key: str) -> State:
    return importlib.import_module(f"teyra_kit.{key}").new_game(players=3)


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_every_legal_move_is_as_likely(key: str, seed: int) -> None:
    state, rng, looked = game(key), Random(seed), 0
    while state.to_move is not None and looked < LOOKED:
        if state.to_move is not CHANCE and rng.random() < 0.1 and 1 < len(state.legal_moves()) <= MOST:
            legal = state.legal_moves()
            drawn = Counter(state.random_move(rng) for _ in range(EACH * len(legal)))
            assert set(drawn) == set(legal)
            assert min(drawn.values()) > EACH / 3 and max(drawn.values()) < EACH * 2
            looked += 1
        state = state.play(state.random_move(rng))
    assert looked


@pytest.mark.parametrize("key", GAMES)
def test_when_the_game_is_over_there_is_no_random_move(key: str) -> None:
    state, rng = game(key), Random(1)
    while state.to_move is not None:
        state = state.play_unchecked(state.random_move(rng))
    with pytest.raises(ValueError, match="The game is over"):
        state.random_move(rng)
