"""Bots of any game: they are found by name, play whole games, and are compared."""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit import GAMES, tekeli_li
from teyra_kit.core import CHANCE, IllegalMove
from teyra_kit.explore import bots, compare, play_out, random_bot
from teyra_kit.tekeli_li.cards import hand_size


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_random_bot_first_and_one_of_its_own(game):
    assert next(iter(bots(game).items())) == ("random", random_bot)
    assert len(bots(game)) > 1


def test_a_game_that_is_not_there():
    with pytest.raises(ValueError, match="game is 'chess'; allowed: tekeli_li"):
        bots("chess")


def test_play_out_gives_each_move_and_the_state_after_it():
    state = tekeli_li.new_game(3, turns=2)
    told = list(play_out(state, [random_bot] * 3, Random(1)))
    for move, after in told:
        assert state.play(move) == after
        state = after
    assert state.outcome is not None
    assert told == list(play_out(tekeli_li.new_game(3, turns=2), [random_bot] * 3, Random(1)))


def test_a_bot_is_given_only_what_its_seat_sees():
    given = []

    def note(seen, rng):
        given.append(seen)
        return random_bot(seen, rng)

    state = tekeli_li.new_game(4, turns=1)
    told = play_out(state, [note] * 4, Random(1))
    for _, after in told:
        if state.to_move is not CHANCE:
            assert given.pop() == state.observe(state.to_move)
        state = after


def test_the_random_bot_plays_every_legal_move_and_no_other():
    table = tekeli_li.deal(4, seed=1)
    played = {random_bot(table.observe(table.to_move), Random(seed)) for seed in range(300)}
    assert played == set(table.legal_moves())


def test_a_bot_that_cheats_is_refused():
    foreign = tekeli_li.Follow(tekeli_li.Card("red-1"))
    with pytest.raises(IllegalMove):
        list(play_out(tekeli_li.new_game(4), [lambda seen, rng: foreign] * 4, Random(1)))


def test_every_seat_needs_a_bot():
    with pytest.raises(ValueError, match=r"seats holds 2 bots; seat [23] needs one, too"):
        list(play_out(tekeli_li.new_game(4), [random_bot] * 2, Random(1)))


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_in_a_comparison_each_bot_sits_everywhere_equally_often(players):
    sat = {"first": [0] * players, "second": [0] * players}

    def noting(name):
        def choose(seen, rng):
            sat[name][seen.to_move] += len(seen.hands[seen.to_move]) == hand_size(players)
            return random_bot(seen, rng)

        return choose

    start = tekeli_li.new_game(players, turns=1)
    compare(start, players, noting("first"), noting("second"), 2 * players)
    assert sat["first"] == sat["second"] == [players] * players


def test_a_bot_is_no_better_than_itself():
    start = tekeli_li.new_game(4, turns=1)
    found = compare(start, 4, random_bot, random_bot, 200)
    assert found.low < 0 < found.high
    assert found.difference == pytest.approx(found.first - found.second)
    assert found.low + found.high == pytest.approx(2 * found.difference)
    assert found == compare(start, 4, random_bot, random_bot, 200), "the same seed, the same games"
    assert found != compare(start, 4, random_bot, random_bot, 200, seed=2)


def test_the_interval_of_known_differences():
    """The first bot sits at A and B, then at A and C: 0 to 6, then 3 to 0."""
    start = tekeli_li.new_game(3, turns=1)
    found = compare(start, 3, random_bot, random_bot, 2, count=lambda state: (0, 0, 6))
    assert (found.first, found.second, found.difference) == (1.5, 3.0, -1.5)
    assert found.high - found.difference == pytest.approx(1.96 * 4.5, rel=1e-4)


@pytest.mark.parametrize(("players", "games"), [(1, 10), (4, 1)])
def test_a_comparison_that_cannot_be(players, games):
    with pytest.raises(ValueError, match="allowed: 2 or more of each"):
        compare(tekeli_li.new_game(4), players, random_bot, random_bot, games)
