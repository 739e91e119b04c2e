"""How fast are the engines beside known ones? Random games of ours and of a peer, block by block in one process.

Tekeli-li, turns of four, beside OpenSpiel's hearts (C++ driven from Python); Teyra, whole games of two, beside
RLCard's UNO (pure Python; run by its own random agents, and by its moves alone); Terakh, whole first games of two, beside
python-chess (pure Python; its legal moves and push). Decisions of players per second of CPU time; dealing is included
on all sides. Needs the extra `bench`.

A move of our random games is picked by `random_move`: evenly among the legal moves, of which only the one that is picked
has to be made. python-chess knows no such way: its moves are listed, since each has to be made to see whether it is legal.

Teratozoic, whole games of four, beside pyminion's Big Money (Dominion in pure Python, four of its bots that only buy
money and provinces, run as its documentation shows). Here turns are counted. A turn of pyminion is one player's: play the
treasures, buy, draw five. A turn of ours is one player's part in one round: declare, build monsters, perhaps win and
take, keep, draw five; breaking a tie is no turn of its own. So each turn has a new hand of five, on both sides.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import chess
import pyspiel
import rlcard
from pyminion.bots.examples import BigMoney
from pyminion.expansions.base import base_set
from pyminion.game import Game
from rlcard.agents import RandomAgent

from teyra_kit import tekeli_li, terakh, teratozoic, teyra
from teyra_kit.core import CHANCE
from teyra_kit.core.game import State

BLOCKS, SECONDS = 45, 0.15
PLIES = 200
HEARTS = pyspiel.load_game("hearts")
UNO = rlcard.make("uno", config={"seed": 1})
UNO.set_agents([RandomAgent(UNO.num_actions)] * 2)


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


def uno(_rng: random.Random) -> int:
    """One game of RLCard's UNO for two, run with its random agents as its documentation shows."""
    begin = UNO.timestep
    UNO.run()
    return int(UNO.timestep - begin)


def bare_uno(rng: random.Random) -> int:
    """The same without its agents and its record of the game: only its moves."""
    begin = UNO.timestep
    seen, _ = UNO.reset()
    while not UNO.is_over():
        seen, _ = UNO.step(rng.choice(list(seen["legal_actions"])))
    return int(UNO.timestep - begin)


def chess_game(rng: random.Random) -> int:
    """A random game of python-chess, until it is over or cut off."""
    board, plies = chess.Board(), 0
    while plies < PLIES and not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        plies += 1
    return plies


def big_money(_rng: random.Random) -> int:
    """One game of pyminion for four, with bots that only buy money and provinces; its turns are counted."""
    game = Game(players=[BigMoney() for _ in range(4)], expansions=[base_set], log_stdout=False)
    game.play()
    return sum(player.turns for player in game.players)


Play = Callable[[Any, Any], State[Any]]


def decisions(state: State[Any], rng: random.Random, play: Play) -> int:
    """How many decisions of players a random game takes."""
    counted = 0
    while (seat := state.to_move) is not None:
        counted += seat is not CHANCE
        state = play(state, state.random_move(rng))
    return counted


def turns(state: State[Any], rng: random.Random, play: Play) -> int:
    """How many turns a random game of Teratozoic takes: who plays a round builds monsters once in it."""
    counted = 0
    while state.to_move is not None:
        move = state.random_move(rng)
        counted += move.__class__ is teratozoic.Grow
        state = play(state, move)
    return counted


def rate(play: Callable[[random.Random], int], rng: random.Random) -> float:
    """Decisions, or turns, per CPU second over one block."""
    counted, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < SECONDS:
        counted += play(rng)
    return counted / spent


class Peer(NamedTuple):
    """An engine that others know, one of ours beside it, and how many times its decisions (or turns) ours should make."""

    name: str
    play: Callable[[random.Random], int]
    ours: str
    start: State[Any]
    fast: float
    sure: float
    game: Callable[[State[Any], random.Random, Play], int] = decisions


TEYRA = teyra.new_game(players=2, mode="normal")
PEERS = (
    Peer("OpenSpiel hearts", hearts, "Tekeli-li", tekeli_li.new_game(players=4, turns=1), 0.6, 0.25),
    Peer("RLCard UNO", uno, "Teyra", TEYRA, 3, 1),
    Peer("RLCard UNO, moves only", bare_uno, "Teyra", TEYRA, 1, 0.8),
    Peer("python-chess", chess_game, "Terakh", terakh.new_game(players=2, mode="first"), 2, 1),
    Peer("pyminion Big Money, turns", big_money, "Teratozoic", teratozoic.new_game(players=4), 3, 1, turns),
)


def compare(peer: Peer) -> None:
    """Print our rates beside the peer's."""
    table = type(peer.start)

    def ours(play: Play) -> Callable[[random.Random], int]:
        return lambda rng: peer.game(peer.start, rng, play)

    plays = {"": peer.play, "play_unchecked": ours(table.play_unchecked), "play": ours(table.play)}
    rng = random.Random(1)
    rates: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(BLOCKS):
        for name, play in plays.items():
            rates[name].append(rate(play, rng))
    base = rates.pop("")
    print(f"{peer.name:40} {statistics.median(base):10,.0f}")
    for (name, found), least in zip(rates.items(), (peer.fast, peer.sure), strict=True):
        ratio = statistics.median(ours / theirs for ours, theirs in zip(found, base, strict=True))
        what = f"{peer.ours}, {peer.game.__name__} by {name}"
        print(f"{what:40} {statistics.median(found):10,.0f}   {ratio:5.2f} times {peer.name} (wanted: {least} or more)")


if __name__ == "__main__":
    print(
        f"decisions (beside pyminion: turns) per CPU second; ratios: median of {BLOCKS} pairs of blocks, one after the other"
    )
    for peer in PEERS:
        compare(peer)
