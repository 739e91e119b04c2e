"""How fast is the engine beside a known one? Random 4-player turns of Tekeli-li and of OpenSpiel's hearts, in one run.

Decisions of players per second of CPU time; dealing is included on both sides. Needs the extra `bench`.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

import pyspiel

from teyra_kit import tekeli_li
from teyra_kit.core import CHANCE

BLOCKS, SECONDS = 9, 0.7


def hearts(rng: random.Random) -> int:
    """One deal of OpenSpiel's hearts, driven from Python as its documentation shows."""
    state, decisions = HEARTS.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


def unchecked(rng: random.Random) -> int:
    """One turn of ours by the fast path."""
    table, decisions = START, 0
    while table.to_move is not None:
        if table.to_move is CHANCE:
            table = table.play_unchecked(table.sample_chance(rng))
        else:
            table = table.play_unchecked(rng.choice(table.legal_moves()))
            decisions += 1
    return decisions


def checked(rng: random.Random) -> int:
    """One turn of ours, every move checked."""
    table, decisions = START, 0
    while table.to_move is not None:
        if table.to_move is CHANCE:
            table = table.play(table.sample_chance(rng))
        else:
            table = table.play(rng.choice(table.legal_moves()))
            decisions += 1
    return decisions


def rate(play: Callable[[random.Random], int], rng: random.Random) -> float:
    """Decisions per CPU second over one block."""
    decisions, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        decisions += play(rng)
    return decisions / spent


HEARTS = pyspiel.load_game("hearts")
START = tekeli_li.new_game(players=4, turns=1)

if __name__ == "__main__":
    rng = random.Random(1)
    rates: dict[str, list[float]] = {
        "OpenSpiel hearts": [],
        "legal_moves + play_unchecked": [],
        "legal_moves + play": [],
    }
    for _ in range(BLOCKS):
        for name, play in zip(rates, (hearts, unchecked, checked), strict=True):
            rates[name].append(rate(play, rng))
    middle = {name: statistics.median(found) for name, found in rates.items()}
    base = middle["OpenSpiel hearts"]
    print(f"decisions per CPU second, median of {BLOCKS} blocks in one process")
    for (name, found), least in zip(middle.items(), (None, 0.6, 0.25), strict=True):
        mark = f"   {found / base:5.2f} times hearts (wanted: {least} or more)" if least else ""
        print(f"{name:30} {found:10,.0f}{mark}")
