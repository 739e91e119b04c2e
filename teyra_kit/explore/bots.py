"""Who plays when no person does, and which of two players is the better one?"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Any

from .. import GAMES
from ..core import CHANCE, State
from ..core.sitting import Bot

WIDTH = NormalDist().inv_cdf(0.975)
"""Half of a 95 % interval, in standard errors."""


def random_bot(seen: State[Any], rng: Random) -> Any:
    """Any legal move, each as likely."""
    return seen.random_move(rng)


def bots(game: str) -> dict[str, Bot]:
    """All bots of a game by name: the random one, then its own. ValueError lists the games there are."""
    if game not in GAMES:
        raise ValueError(f"game is {game!r}; allowed: {', '.join(GAMES)}")
    own: dict[str, Bot] = importlib.import_module(f"teyra_kit.{game}.bots").BOTS
    return {"random": random_bot, **own}


def play_out(state: State[Any], seats: Sequence[Bot], rng: Random) -> Iterator[tuple[Any, Any]]:
    """Play a game to its end, one bot a seat: each move, chance too, and the state after it. IllegalMove if a bot
    cheats; ValueError if a seat has no bot."""
    while (seat := state.to_move) is not None:
        if seat is CHANCE:
            move = state.sample_chance(rng)
        elif seat < len(seats):
            move = seats[seat](state.observe(seat), rng)
        else:
            raise ValueError(f"seats holds {len(seats)} bots; seat {seat} needs one, too")
        state = state.play(move)
        yield move, state


@dataclass(frozen=True, slots=True)
class Comparison:
    """Mean score a seat and game of two bots, and the 95 % interval of the difference, first minus second."""

    games: int
    first: float
    second: float
    low: float
    high: float

    @property
    def difference(self) -> float:
        """First minus second."""
        return self.first - self.second


def scores(state: State[Any]) -> Sequence[float]:
    """What each seat has in the end, as the game itself counts."""
    assert state.outcome is not None
    return state.outcome.scores


def compare(
    start: State[Any],
    players: int,
    first: Bot,
    second: Bot,
    games: int,
    seed: int = 1,
    count: Callable[[Any], Sequence[float]] = scores,
) -> Comparison:
    """Two bots at one table, new chance each game. They hold neighbouring halves of it, which move round by one seat a
    game and are swapped after each round. `count` says what each seat of a finished game has.

    ValueError for fewer than two players or games.
    """
    if players < 2 or games < 2:
        raise ValueError(f"players is {players}, games is {games}; allowed: 2 or more of each")
    means: tuple[list[float], list[float]] = [], []
    for game in range(games):
        sides = [((seat + game) % players * 2 // players + game // players) % 2 for seat in range(players)]
        *_, (_, end) = play_out(start, [(first, second)[side] for side in sides], Random(f"{seed}, {game}"))
        counts = count(end)
        for side in (0, 1):
            means[side].append(fmean(n for n, own in zip(counts, sides, strict=True) if own == side))
    differences = [a - b for a, b in zip(*means, strict=True)]
    middle, half = fmean(differences), WIDTH * stdev(differences) / sqrt(games)
    return Comparison(games, fmean(means[0]), fmean(means[1]), middle - half, middle + half)
