"""What a seat is shown at every place of random games: whole, pointable, and nothing that it may not see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from random import Random

import pytest

from teyra_kit.core import CHANCE
from teyra_kit.core import scene as core_scene
from teyra_kit.core.lessons import Ply
from teyra_kit.core.scene import LIT
from teyra_kit.teyra import deal, new_game, position, random_start, scene
from teyra_kit.teyra.cards import Card
from teyra_kit.teyra.game import Table
from teyra_kit.teyra.moves import Charge

VOID = {"br", "img", "input", "use", "rect", "path", "circle", "line"}


def plies(games: int, seed: int = 1) -> Iterator[Ply]:
    rng = Random(seed)
    for game in range(games):
        state = random_start(rng) if game % 2 else new_game(2 + game % 3, ("beginner", "normal", "advanced")[game % 3])
        while state.to_move is not None:
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


def marks(state: Table, seat: int) -> dict[str, str]:
    return core_scene.marks(scene, state, seat)


def test_every_place_is_shown_whole_and_every_legal_move_can_be_pointed_at():
    for n, ply in enumerate(plies(6)):
        state, seat = ply.before, ply.before.to_move
        if not isinstance(seat, int) or n % 3:
            continue
        found = set()
        for part in ("", *{scene.part_of(move) for move in state.legal_moves()} - {""}):
            html = scene.html(state.observe(seat), seat, marks(state, seat), None, part)
            whole(html)
            found |= set(re.findall('data-move="([^"]+)"', html))
        assert {state.write_move(move) for move in state.legal_moves()} <= found
        first = scene.first(state, seat)
        assert f'"{first}"' in scene.html(state.observe(seat), seat, marks(state, seat), None)


def test_nothing_hidden_is_shown():
    for n, ply in enumerate(plies(4, 2)):
        state = ply.before
        if n % 9 or not isinstance(state.to_move, int):
            continue
        for seat in range(state.players):
            shown = scene.html(state.observe(seat), seat, {}, None) + scene.text(state.observe(seat), seat, None)
            secret = {card.id for other, hand in enumerate(state.hands) if other != seat for card in hand}
            assert not secret & set(re.findall(r'data-(?:id|move)="[^"]*?([BKMO][0-9AV]+[a-d])', shown))
            whole(shown.split("Round")[0])


def test_words_for_every_move():
    for n, ply in enumerate(plies(4, 3)):
        if n % 5 == 0:
            for last in (ply, None):
                assert all(part.rstrip(" .") for part in scene.headline(ply.after, 0, last))
            assert all(text.endswith(".") for text in scene.changes(ply))
            assert scene.move_seen(ply, 0)
            assert scene.text(ply.after, None, None)
            whole(scene.score_html(ply.after))


def test_a_vanguard_can_be_pointed_at_when_charge_chooses_and_is_refused():
    for ply in plies(40, 4):
        state, seat = ply.before, ply.before.to_move
        if any(isinstance(move, Charge) for move in (state.legal_moves() if isinstance(seat, int) else ())):
            others = [m for m in scene.candidates(state, seat) if m not in state.legal_moves()]
            if others:
                assert all(isinstance(m.card, Card) and state.why_not(m) for m in others)
                return
    pytest.fail("no CHARGE met a card that is not Folk")


def test_a_table_as_a_picture_that_stands_alone() -> None:
    table = deal(players=2, seed=7)
    drawn = scene.alone(table)
    assert table._repr_html_() == drawn
    assert drawn.startswith('<div class="tk-alone">')
    assert all(area.card.name in drawn for area in table.areas)
    assert not re.search(r"\bdata-(move|id)=", drawn)


def test_equal_cards_of_a_hand_can_both_be_pointed_at():
    table = position(
        areas=[{"card": "padma-field"}], hands={"A": ["B4a", "B4b", "K5a"], "B": ["M3a"]}, step="play", partial=True
    )
    marked = marks(table, 0)
    html = scene.html(table, 0, marked, None)
    for card in ("B4a", "B4b", "K5a"):
        assert marked[f"A play {card} padma-field"] == LIT
        assert f'data-id="part|{card}"' in html
    after = table.play(table.read_move("A play B4b padma-field"))
    asked = scene.html(after, 0, marks(after, 0), None)
    assert 'data-move="A discard B4a"' in asked
