"""Does the sensible bot play by the rules, from what it sees, and better than chance?"""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.core import CHANCE
from teyra_kit.explore.bots import play_out, random_bot
from teyra_kit.terakh import Attack, Cast, EndTurn, Flip, Shield, Use, new_game, random_start
from teyra_kit.terakh.bots import BOTS, outlook, sensible
from teyra_kit.terakh.moves import PASS

from .table import table


@pytest.mark.parametrize("mode", ["first", "full"])
@pytest.mark.parametrize("players", [2, 3])
def test_it_plays_whole_games(players, mode):
    *_, (_, end) = play_out(new_game(players, mode), [sensible] * players, Random(players))
    assert end.outcome is not None


def test_it_answers_every_question_of_games_with_any_readings():
    asked = set()
    for game in range(8):
        rng = Random(f"any {game}")
        state = random_start(rng)
        for _ in range(160):
            who = state.to_move
            if who is None:
                break
            if who is CHANCE:
                move = state.sample_chance(rng)
            else:
                asked.add(state.ask.what)
                move = sensible(state.observe(who), rng)
            state = state.play(move)
    assert {"clan", "inka", "elder", "orb", "order", "react", "mod"} <= asked


@pytest.mark.parametrize(("mode", "games"), [("first", 20), ("full", 10)])
def test_it_beats_chance(mode, games):
    won = 0
    for game in range(games):
        seats = [sensible, random_bot] if game % 2 else [random_bot, sensible]
        *_, (_, end) = play_out(new_game(2, mode), seats, Random(game))
        won += end.outcome.winners == (1 - game % 2,)
    assert won >= 0.9 * games


def test_what_it_cannot_see_does_not_matter():
    rng = Random(3)
    state = new_game(3, "full")
    for _ in range(200):
        who = state.to_move
        if who is None:
            break
        if who is CHANCE:
            state = state.play(state.sample_chance(rng))
            continue
        hidden = state._replace(deck=tuple(reversed(state.deck)))
        assert sensible(state.observe(who), Random(1)) == sensible(hidden.observe(who), Random(1))
        state = state.play(rng.choice(state.legal_moves()))


def choice(state):
    return sensible(state.observe(state.to_move), Random(1))


def test_what_it_does_where_one_move_is_plain():
    win = table("red.E 0, red.1 15 ready, blue.E 16 hp1, blue.1 20", mode="first")
    assert choice(win) == Attack("red.1", "blue.E"), "the last hit point of the last rival"
    flip = table("red.E 4, red.1 15, blue.E 16 hp1, blue.1 28", mode="first", mana=3)
    assert choice(flip) == Flip("red.1"), "first Ready, then the attack"
    three = table("red.E 0, red.1 4 red AAA, blue.E 5 hp1, blue.1 10", mana=2)
    assert isinstance(choice(three), Use) and choice(three).targets == ("blue.E",)
    shielded = table("red.E 15, red.1 2 red AA, blue.E 3 hp1, blue.1 5 blue ADD, blue.2 4 guard")
    shielded = shielded.play(Use("hydra.attack", "red.1", ("blue.E",)))
    assert isinstance(choice(shielded), Shield), "an Inka stands in for the last hit point"
    peace = table("red.E 30, red.1 2 ready, blue.E 3 hp1, blue.1 15", hands={"blue": ["peace"]}).play(
        Attack("red.1", "blue.E")
    )
    assert choice(peace) == Cast("peace")
    saved = table("red.E 15, red.1 10, blue.E 31, blue.1 4", hands={"blue": ["peace"]}).play(Attack("red.1", "blue.1"))
    assert choice(saved) == PASS, "a card is kept when little is at stake"
    idle = table("red.E 0, blue.E 31", mana=0)
    assert choice(idle) == EndTurn()


def test_the_outlook_is_the_pieces_first():
    full = table("red.E 0, red.1 5, blue.E 31, blue.1 20", mode="first")
    assert outlook(full, 0) == pytest.approx(-outlook(full, 1), abs=3)
    assert outlook(table("red.E 0, red.1 5, red.2 6, blue.E 31", mode="first"), 0) > outlook(full, 0)
    assert outlook(table("red.E 0 hp1, red.1 5, blue.E 31, blue.1 20", mode="first"), 0) < outlook(full, 0)
    assert set(BOTS) == {"sensible"}
