"""Does the Round film show whole rounds, as the rulebook tells them and as each seat sees them?"""

from __future__ import annotations

import re
from html import unescape

import pytest

from teyra_kit.core import Rulings, rulebook
from teyra_kit.core.match import Match
from teyra_kit.teratozoic.game import Table
from teyra_kit.teratozoic.labs.film import (
    KINDS,
    RoundFilm,
    Wish,
    era_round,
    first_round,
    printed_round,
    tied_round,
    wished,
)
from teyra_kit.teratozoic.moves import Rebuild
from teyra_kit.ui import Shared

BOOK = rulebook("teratozoic")
PLAIN = Rulings.defaults("teratozoic")


def words(html: str) -> str:
    """What a reader sees."""
    return " ".join(unescape(re.sub("<[^>]*>", " ", html)).split())


@pytest.mark.clause("example.andrey-five", "example.sveta-fifteen", "example.each-may-keep", "example.rest-discarded")
def test_the_printed_round_goes_as_the_rulebook_tells_it() -> None:
    match = printed_round()
    states = [node.state for node in match.line]
    shown = next(state for state in states if max(state.totals) >= 0)
    assert shown.totals == (5, 15)
    assert shown.winner == 1
    end: Table = match.state
    assert end.discards == (("OD4",), ("PX6", "O3b"))
    assert sorted(end.discard) == sorted(["G1b", "G1c", "G2b", "O1b", "P1b", "P1c", "P2a"])
    assert end.order == (1, 0)
    assert (end.round, len(end.common), [len(deck) for deck in end.decks]) == (2, 65, [4, 4])


@pytest.mark.parametrize("players", range(2, 7))
def test_a_first_round_goes_from_the_declaration_to_the_next_hands(players: int) -> None:
    match = first_round(players, 3, PLAIN)
    assert match.root.state.phase == "declare"
    assert match.root.state.round == 1
    assert match.state.round == 2
    assert all(len(hand) == 5 for hand in match.state.hands)
    again = first_round(players, 3, PLAIN)
    assert again.moves == match.moves


@pytest.mark.parametrize("players", [2, 4])
def test_a_tied_round_is_found_and_an_era_changes_in_the_other(players: int) -> None:
    tied = tied_round(players, 1, PLAIN)
    assert any(isinstance(move, Rebuild) for move in tied.moves)
    change = era_round(players, 1, PLAIN)
    assert change.root.state.era == 0
    assert change.state.era == 1


def test_every_place_of_every_kind_of_round_is_shown_to_every_seat_without_what_it_may_not_see() -> None:
    film = RoundFilm()
    for kind in KINDS:
        film.pick(f"kind|{kind}")
        assert not film.refused
        for seat in ("all", "0", "1"):
            film.pick(f"seat|{seat}")
            for at in range(len(film.match.moves) + 1):
                film.film.go(at)
                state: Table = film.match.line[at].state
                html = film.film.plate.html
                if seat == "all" or state.ended:
                    continue
                other = 1 - int(seat)
                for hidden in (*state.hands[other], *state.aside[other]):
                    assert not re.search(rf"(?<![A-Za-z0-9]){re.escape(hidden)}(?![A-Za-z0-9])", words(html)), (
                        kind,
                        at,
                    )
                    assert f'aria-label="{hidden},' not in html


def test_all_clauses_of_the_film_are_in_the_rulebook() -> None:
    for kind in KINDS:
        match = wished(Wish(kind), PLAIN)
        for node in match.line[1:]:
            assert node.parent is not None
            assert all(event.clause in BOOK.clauses for event in node.parent.state.events(node.move))


def test_the_choices_do_what_they_say_and_are_spoken() -> None:
    film = RoundFilm()
    assert "Players" not in words(film.head.html)
    film.pick("kind|round")
    film.pick("players|5")
    assert film.match.root.state.players == 5
    assert film.film.at == 0
    assert 'data-id="seat|4"' in film.head.html
    before = film.match.moves
    film.pick("another|")
    assert film.match.moves != before
    film.pick("seat|3")
    assert film.film.seat == 3
    assert film.head.say == "What D sees."


def test_a_round_is_handed_on_to_play() -> None:
    film = RoundFilm()
    link = re.search('href="#play:([^"]+)"', film.head.html)
    assert link is not None
    match = Match.from_permalink(link[1])
    assert match.moves == ()
    assert match.state == printed_round().root.state


def test_readings_in_force_are_those_of_the_round_and_a_bad_one_says_why() -> None:
    shared = Shared("teratozoic")
    film = RoundFilm(shared)
    film.pick("kind|round")
    shared.set(PLAIN.with_("declaration-timing", "words-first"), None)
    assert film.match.root.state.rulings["declaration-timing"] == "words-first"
    before = film.match
    shared.set(PLAIN.with_("join-geometry", "grid-sides"), None)
    assert "This round cannot be played" in words(film.head.html)
    assert film.match is before
    film.pick("kind|printed")
    assert not film.refused
