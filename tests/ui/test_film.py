"""Can any match be watched move by move, each with its rules, and does a seat see no more than it did?"""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from random import Random

import pytest

from teyra_kit.core import CHANCE, Match, rulebook
from teyra_kit.tekeli_li import Card, Table, new_game, scene
from teyra_kit.tekeli_li.view import card_spoken
from teyra_kit.ui import StepPlayer

BOOK = rulebook("tekeli_li")
GOLDEN = sorted((Path(__file__).parents[1] / "tekeli_li" / "golden").glob("*.txt"))
EACH = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)


def golden(path: Path) -> Match:
    return Match.from_record(path.read_text(encoding="utf-8").partition("=====")[0])


def film(match: Match, seat: int | None = None, **calls: object) -> StepPlayer:
    return StepPlayer(match, BOOK, scene, seat, **calls)  # type: ignore[arg-type]


@pytest.fixture
def player() -> StepPlayer:
    """A whole game of three, at its end."""
    return film(golden(GOLDEN[0]))


def html(player: StepPlayer) -> str:
    return unescape("".join(board.html for board in (player.plate, player.controls, player.log, player.reel)))


# ---------------------------------------------------------------- through the film


def test_a_film_opens_at_its_last_move(player: StepPlayer) -> None:
    end = len(player.moves)
    assert player.at == end
    assert f"<b>Move {end}</b> of {end}" in player.controls.html
    assert 'data-id="on" aria-disabled="true"' in player.controls.html
    assert 'data-id="back">' in player.controls.html


def test_forward_and_back_stop_at_the_ends(player: StepPlayer) -> None:
    end = len(player.moves)
    for id, at in (("on", end), ("back", end - 1), ("last", end), ("first", 0), ("back", 0), ("on", 1), ("first", 0)):
        player.controls.pick(id)
        assert player.controls.error == ""
        assert player.at == at
    assert "The start." in player.controls.html
    assert 'data-id="back" aria-disabled="true"' in player.controls.html
    assert player.ply is None


def test_one_jumps_to_any_move(player: StepPlayer) -> None:
    assert player.reel.html.count("data-id=") == len(player.moves) + 1
    for at in (0, 1, 2, 40, len(player.moves)):
        player.reel.pick(f"move|{at}")
        assert player.at == at
        assert f'data-id="move|{at}" aria-current="step"' in player.reel.html
        assert player.reel.html.count("aria-current") == 1
        assert player.controls.say.startswith(f"Move {at} of {len(player.moves)}.")


@pytest.mark.parametrize("id", ["move|", "move|x", "move|-1", "move|9999", "move|²"])
def test_a_move_that_there_is_not_changes_nothing(player: StepPlayer, id: str) -> None:
    player.go(5)
    before = html(player)
    player.reel.pick(id)
    assert player.at == 5
    assert html(player) == before
    assert player.reel.error.startswith("The board is unchanged.")


@pytest.mark.parametrize("id", ["", "x", "branch", "close", "<script>"])
def test_what_the_film_does_not_offer_is_harmless(player: StepPlayer, id: str) -> None:
    assert 'data-id="branch"' not in player.controls.html
    assert 'data-id="close"' not in player.controls.html
    before = html(player)
    player.controls.pick(id)
    assert html(player) == before
    assert player.controls.error == ""


def test_a_place_out_of_bounds_is_refused(player: StepPlayer) -> None:
    at = player.at
    for wrong in (-1, at + 1):
        with pytest.raises(ValueError, match=f"at is {wrong}; allowed: 0 to {at}, the moves of this match"):
            player.go(wrong)
    assert player.at == at


def test_one_plays_on_from_where_one_looks_and_leaves() -> None:
    heard: list[object] = []
    player = film(golden(GOLDEN[0]), on_branch=heard.append, on_close=lambda: heard.append("closed"))
    player.go(7)
    player.controls.pick("branch")
    player.controls.pick("close")
    assert heard == [7, "closed"]


def test_another_match_is_put_in(player: StepPlayer) -> None:
    other = golden(GOLDEN[1])
    player.show(other, 2, 10)
    assert player.at == 10
    assert player.seat == 2
    player.show(Match(new_game(4)))
    assert player.at == 0
    assert "Move 0" in player.controls.html
    assert player.reel.html.count("data-id=") == 1


def test_a_film_does_not_change_the_match() -> None:
    match = golden(GOLDEN[0])
    here = match.here
    player = film(match)
    for id in ("first", "on", "last", "back", "move|3"):
        player.pick(id)
    assert match.here is here


# ---------------------------------------------------------------- what each move did


@EACH
def test_every_move_says_what_it_did_and_by_which_rule(path: Path) -> None:
    player = film(golden(path))
    for at, move in enumerate(player.moves, 1):
        player.go(at)
        chips = re.findall(r'data-id="\d+:([^"]+)"', player.log.html)
        assert chips
        assert set(chips) <= set(BOOK.clauses)
        events = player.states[at - 1].events(move)
        assert chips == [event.clause for event in events]
        assert all(event.text in unescape(player.log.html) for event in events)
        assert str(move) in unescape(player.controls.html)
        changes = re.findall(r"<li>(.*?)</li>", player.controls.html)
        assert changes or player.states[at - 1].dealer is None
    player.go(0)
    assert "Nothing has happened yet" in player.log.html


# ---------------------------------------------------------------- a seat's film


def hidden(state: Table, seat: int) -> set[str]:
    """What the cards are called that only others hold."""
    mine = {*state.hands[seat], *state.plays, *(card for trick in state.tricks for card in trick.cards)}
    others = {card for owner, hand in enumerate(state.hands) if owner != seat for card in hand if card not in mine}
    return {card_spoken(card) for card in others if isinstance(card, Card)}


@EACH
@pytest.mark.parametrize("seat", [0, 2])
def test_the_film_of_a_seat_never_shows_a_hidden_card(path: Path, seat: int) -> None:
    player = film(golden(path), seat)
    for at, state in enumerate(player.states):
        if at % 3 == seat % 3:
            player.go(at)
            page = unescape(player.plate.html)
            assert not [name for name in hidden(state, seat) if name in page], at
            assert not [event for event in told(player) if event.private not in (None, seat)]


def told(player: StepPlayer) -> tuple:  # type: ignore[type-arg]
    return player.log._events


def test_the_film_of_everybody_shows_all_hands(player: StepPlayer) -> None:
    player.go(2)
    assert player.plate.html.count("’s hand, 12") == 3


def test_the_film_of_a_seat_tells_no_secret_of_another() -> None:
    """Whether a card was the only one of its faction is known to its owner alone."""
    match = golden(GOLDEN[0])
    everything, mine, theirs = film(match), film(match, 1), film(match, 0)
    secret = [
        (at, event.private)
        for at, move in enumerate(everything.moves, 1)
        for event in everything.states[at - 1].events(move)
        if event.private == 1
    ]
    assert secret
    for at, _ in secret:
        for player, knows in ((everything, True), (mine, True), (theirs, False)):
            player.go(at)
            assert any(event.private == 1 for event in told(player)) is knows


def test_random_games_under_any_readings_can_be_watched() -> None:
    from teyra_kit.tekeli_li import random_start

    rng = Random(2)
    for _ in range(5):
        match = Match(random_start(rng))
        while match.state.to_move is not None:
            state = match.state
            match.play(state.sample_chance(rng) if state.to_move is CHANCE else rng.choice(state.legal_moves()))
        for seat in (None, 0):
            player = film(match, seat)
            for at in range(0, len(player.moves), 4):
                player.go(at)
