"""What a seat is shown at every place of random games: whole, pointable, and nothing that it may not see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random
from time import perf_counter

import pytest

from teyra_kit.core import CHANCE, rulebook
from teyra_kit.core.lessons import Ply
from teyra_kit.core.scene import LIT, NOT, WRONG, marks
from teyra_kit.terakh import configurations, deal, new_game, position, random_start, scene
from teyra_kit.terakh.game import Table
from teyra_kit.terakh.pointing import offers, path
from teyra_kit.terminal import Terminal

VOID = {"br", "hr", "img", "input", "use", "rect", "path", "circle", "line", "polygon"}
ACTS = re.compile('data-(?:move|id)="([^"]+)"')


def plies(games: int, seed: int = 1, most: int = 160) -> Iterator[Ply]:
    rng = Random(seed)
    for game in range(games):
        if game % 2:
            state = random_start(rng)
        else:
            state = deal(2 + game % 3, "full", seed=seed + game, variants=("", "C", "B")[game % 3])
        for _ in range(most):
            if state.to_move is None:
                break
            move = state.sample_chance(rng) if state.to_move is CHANCE else rng.choice(state.legal_moves())
            after = state.play(move)
            yield Ply(state, move, after)
            state = after


class Closed(HTMLParser):
    """Counts tags that are opened and not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_startendtag(self, tag, attrs):
        pass


def whole(html: str) -> None:
    parser = Closed()
    parser.feed(html)
    assert not parser.open


def reached(state: Table, seat: int) -> dict[str, str]:
    """Every line that can be pointed at, step by step, with the html in which it stands."""
    shown, found, parts, seen = marks(scene, state, seat), {}, [""], {""}
    while parts:
        html = scene.html(state.observe(seat), seat, shown, None, parts.pop())
        whole(html)
        for id in ACTS.findall(html):
            if not id.startswith("part|"):
                found[id] = html
            elif id[5:] not in seen:
                seen.add(id[5:])
                parts.append(id[5:])
    return found


def test_every_legal_move_can_be_pointed_at_and_all_else_says_why_not():
    asked = set()
    for n, ply in enumerate(plies(8)):
        state, seat = ply.before, ply.before.to_move
        if not isinstance(seat, int) or (n % 30 and state.ask.what in asked):
            continue
        asked.add(state.ask.what)
        found = reached(state, seat)
        legal = {state.write_move(move) for move in state.legal_moves()}
        assert legal <= set(found)
        for line in set(found) - legal:
            reasons = state.why_not(state.read_move(line))
            assert reasons
            assert all(reason.clause in rulebook("terakh").clauses for reason in reasons)
    assert asked >= {"clan", "inka", "orb", "elder", "order", "mod"}


def test_what_is_reached_first_is_there_and_leads_to_a_legal_move():
    for n, ply in enumerate(plies(6, 5)):
        state, seat = ply.before, ply.before.to_move
        if n % 4 or not isinstance(seat, int):
            continue
        id, part = scene.first(state, seat), ""
        while id.startswith("part|"):
            assert f'"{id}"' in scene.html(state, seat, {}, None, part)
            part = id[5:]
            id = scene.first(state, seat, part)
        assert state.read_move(id) in state.legal_moves()


def test_every_move_has_a_path_of_its_own():
    for n, ply in enumerate(plies(8, 9)):
        state = ply.before
        if n % 5 or not isinstance(state.to_move, int):
            continue
        ways = [tuple(point.id for point in path(state, move)) for move in state.legal_moves()]
        assert len(set(ways)) == len(ways)
        for move, way in zip(state.legal_moves(), ways, strict=True):
            assert scene.part_of(move) == (way[0] if scene.part_of(move) else "")


def test_what_is_legal_is_lit_only_with_marks():
    state = deal(2, "full", seed=3)
    seat = state.to_move
    plain = scene.html(state, seat, {}, None)
    assert "tr-allowed" not in plain
    assert "is-lit" not in plain
    lit = scene.html(state, seat, marks(scene, state, seat), None)
    assert "tr-allowed" in lit


def test_a_refused_move_is_stamped_on_its_tria():
    state = position(
        seats=["red", "blue"], units=[{"u": "red.1", "at": 0}, {"u": "red.E", "at": 9}, {"u": "blue.E", "at": 31}]
    )
    line = "A move red.1 14"
    assert state.why_not(state.read_move(line))
    shown = marks(scene, state, 0, line)
    assert shown[line] == WRONG
    assert scene.html(state, 0, shown, None).count("tr-wrong") == 1
    assert NOT not in shown.values()
    assert LIT in shown.values()


def test_nothing_hidden_is_shown():
    for n, ply in enumerate(plies(6, 2)):
        state = ply.before
        if n % 9 or not isinstance(state.to_move, int):
            continue
        for seat in range(state.players):
            view = state.observe(seat)
            shown = scene.html(view, seat, {}, None) + scene.text(view, seat, None)
            secret = {card for other, hand in enumerate(state.hands) if other != seat for card in hand}
            secret -= {*state.hands[seat], *(spell.card for spell in state.open)}
            for card in secret - {"fate", "peace"}:  # words that a text may hold
                assert state.setup.cards[card].name not in shown
            if n % 45 == 0:
                whole(scene.html(view, seat, {}, None, hides=True))


def test_the_hands_are_covered_when_they_are_to_be():
    state = position(
        seats=["red", "blue"], units=[{"u": "red.E", "at": 0}, {"u": "blue.E", "at": 31}], hands={"red": ["peace"]}
    )
    assert "Peace" in scene.html(state, 0, {}, None)
    assert "Peace" not in scene.html(state, 0, {}, None, hides=True)


def test_words_for_every_move():
    for n, ply in enumerate(plies(6, 3)):
        if n % 3:
            continue
        for last in (ply, None):
            assert all(part.rstrip(" .") for part in scene.headline(ply.after, 0, last))
        assert all(text.endswith(".") for text in scene.changes(ply))
        assert scene.move_seen(ply, 0)
        assert scene.text(ply.after, None, ply)
        whole(scene.score_html(ply.after))
        whole(scene.html(ply.after, None, {}, ply))


def test_an_attack_is_shown_with_its_dice_and_settled_once():
    state = position(
        seats=["red", "blue"],
        mode="first",
        units=[
            {"u": "red.1", "at": 5, "mode": "ready"},
            {"u": "blue.1", "at": 6},
            {"u": "red.E", "at": 9},
            {"u": "blue.E", "at": 31},
        ],
    )
    lines = ["A attack red.1 blue.1", "roll 6", "roll 4"]
    played = []
    for line in lines:
        move = state.read_move(line)
        after = state.play(move)
        played.append(Ply(state, move, after))
        state = after
    assert [scene.pauses(ply) for ply in played] == [False, False, True]
    one = scene.html(played[1].after, 0, {}, None)
    assert 'aria-label="die 6"' in one
    assert "die not thrown" in one
    riddle = scene.riddle_html(played[0].before, 0, ("yes",), played[2])
    assert 'aria-label="die 4"' in riddle
    assert "succeeds" not in riddle
    end = scene.html(state, 0, {}, played[2])
    assert "The attack succeeds." in end
    assert scene.headline(state, 0, played[2]) == (
        "Red 1 beats blue 1: 6 against 5.",
        "Red 1 moves from 5 to 6. Blue 1 leaves the board.",
    )


def test_the_only_idol_that_can_take_a_mod_is_pointed_at_by_itself():
    state = position(
        seats=["red", "blue"],
        units=[{"u": "red.1", "at": 5, "orb": "red"}, {"u": "red.E", "at": 9}, {"u": "blue.E", "at": 31}],
        agenda=[{"is": "Task", "do": "order"}],
        ask={"is": "Ask", "what": "mod", "seat": 0},
    )
    html = scene.html(state, 0, marks(scene, state, 0), None)
    assert html.count('class="sel"') == 1
    assert 'data-move="A mod A red.1"' in html
    assert 'data-move="A mod A red.E"' in html, "another unit says why not"


def test_a_unit_is_put_back_or_another_one_taken_up_and_a_foreign_one_says_why_not():
    state = position(
        seats=["red", "blue"],
        units=[
            {"u": "red.1", "at": 5}, {"u": "red.2", "at": 12}, {"u": "red.E", "at": 9},
            {"u": "blue.1", "at": 20, "orb": "blue"}, {"u": "blue.E", "at": 31},
        ],
    )  # fmt: skip
    ids = set(ACTS.findall(scene.html(state, 0, {}, None, "unit:red.1")))
    assert {"part|unit:red.1", "part|unit:red.2", "A end", "A attack red.1 blue.1", "A move red.1 30"} <= ids
    assert "part|unit:blue.1" not in ids
    card = scene.html(state, 0, marks(scene, state, 0), None, "unit:blue.1")
    assert "Blue 1: Guardian, 0 Mods" in card
    assert state.why_not(state.read_move(re.findall('data-move="(A use [^"]+)"', card)[0]))


def test_units_and_trias_can_be_answers():
    state = position(
        seats=["red", "blue"], units=[{"u": "red.E", "at": 0}, {"u": "blue.1", "at": 5}, {"u": "blue.E", "at": 31}]
    )
    ids = set(ACTS.findall(scene.riddle_html(state, 0, ("6", "Blue 1", "none"), None)))
    assert ids == {"answer|6", "answer|Blue 1"}


@pytest.mark.parametrize("key", [key for key in configurations() if key.endswith("-1") or key == "n6-12"])
def test_a_click_takes_little_time_on_any_board(key):
    players = configurations()[key].planes
    rng = Random(1)
    state = new_game(players, "full", configuration=key)
    while state.to_move is CHANCE or state.phase != "turn":
        move = state.sample_chance(rng) if state.to_move is CHANCE else rng.choice(state.legal_moves())
        state = state.play_unchecked(move)
    seat = state.to_move
    best = 9.0
    for _ in range(3):
        start = perf_counter()
        shown = marks(scene, state, seat)
        part = next(offer.part for offer in offers(state, seat) if offer.legal and offer.point.kind == "unit")
        scene.html(state.observe(seat), seat, shown, None, part)
        best = min(best, perf_counter() - start)
    assert best < 0.1


# ---------------------------------------------------------------- in the terminal


def test_a_step_and_a_whole_game_in_the_terminal():
    said: list[str] = []
    lines = iter(["learn", "red 1 attacks blue’s Elder", "menu", "play", "", "", "", "", "sensible", "sensible"])

    def read(prompt: str) -> str:
        said.append(prompt)
        return next(lines, "") if "Enter" not in prompt else ""

    def write(text: str) -> None:
        said.append(text)
        if "HP of the Elders" in text:
            raise EOFError

    Terminal("terakh", read, write, rng=Random(2)).run()
    told = "\n".join(said)
    assert "The attack is declared and paid." in told
    assert "attacks, die" in told
    assert "HP of the Elders" in told
