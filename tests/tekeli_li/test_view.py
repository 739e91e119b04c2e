"""Are the pictures, texts and sentences right, well formed, and safe?"""

from __future__ import annotations

import subprocess
import sys
from random import Random
from xml.etree import ElementTree

import pytest

from teyra_kit import tekeli_li
from teyra_kit.core import CHANCE, Rulings
from teyra_kit.tekeli_li import UNKNOWN, Card, Rules, deal, view
from teyra_kit.tekeli_li.cards import KINDS, cards

RULINGS = Rulings.defaults("tekeli_li")
FOUR = Rules.of(4, False, RULINGS)


def played(players: int, moves: int, seed: int = 1) -> tekeli_li.Table:
    """A table some moves into its first turn."""
    table, rng = deal(players=players, seed=seed), Random(seed)
    for _ in range(moves):
        if table.to_move is CHANCE or table.to_move is None:
            break
        table = table.play(rng.choice(table.legal_moves()))
    return table


def well_formed(html: str) -> ElementTree.Element:
    return ElementTree.fromstring(
        f"<div>{html}</div>".replace("<style>", "<style><![CDATA[").replace("</style>", "]]></style>")
    )


@pytest.mark.parametrize("card", [*KINDS, UNKNOWN], ids=str)
def test_each_card_has_a_well_formed_picture_with_all_its_drawings(card: Card) -> None:
    root = well_formed(view.card_svg(card, alone=True))
    ids = {element.get("id") for element in root.iter()}
    uses = {element.get("href", "")[1:] for element in root.iter() if element.tag.endswith("use")}
    assert uses <= ids
    assert root[0].get("aria-label") == view.card_spoken(card)


@pytest.mark.parametrize(
    ("id", "spoken"),
    [
        ("blue-8", "Water 8, Deep One, costs 10"),
        ("black-6", "Earth 6, Azathoth, costs 240"),
        ("red-3", "Fire 3, Phone, event, costs nothing"),
        ("blue-3", "Water 3, Necronomicon, costs nothing, the pair brings 200"),
        ("white-5", "Air 5, costs nothing"),
    ],
)
def test_a_card_is_spoken(id: str, spoken: str) -> None:
    assert view.card_spoken(Card(id)) == spoken


def test_factions_differ_by_letter_pattern_and_shape() -> None:
    pictures = [view.card_svg(Card(f"{colour}-5")) for colour in ("red", "black", "blue", "white")]
    for letter, element, picture in zip("FEWA", ("fire", "earth", "water", "air"), pictures, strict=True):
        assert f">{letter}<" in picture
        assert f"url(#tkl-p-{element})" in picture
        assert f'href="#tkl-{element}"' in picture


def test_a_trick_as_text() -> None:
    text = view.trick_text(0, cards(["blue-8", "blue-7", "blue-8", "blue-8"]), FOUR)
    assert text.splitlines() == [
        "Lead faction: Water",
        "  A  Water 8  Deep One        −10  worth 8  takes the trick",
        "  B  Water 7  Deep One        −10  worth 7  leads next",
        "  C  Water 8  Deep One        −10  worth 0  cancelled",
        "  D  Water 8  Deep One        −10  worth 0  cancelled",
        "A takes the trick. 4 cards, −40 points. B leads next.",
    ]


def test_a_trick_spoken() -> None:
    spoken = view.trick_spoken(0, cards(["blue-8", "blue-7", "blue-7", "blue-8"]), FOUR)
    assert spoken.startswith("A played Water 8, Deep One, costs 10. B played")
    assert spoken.endswith("A and D cancel. B and C cancel. A takes the trick. 4 cards, −40 points. B leads next.")


def test_a_trick_that_goes_on_shows_the_next_round() -> None:
    html = view.trick_html(0, cards(["blue-8", "blue-2", "white-3", "blue-4"]), FOUR)
    assert html.count('class="tkl-seats"') == 2
    assert "one more round" in html
    assert "plays next" in html
    last = view.trick_html(0, cards(["blue-8", "blue-2", "white-3", "blue-4"]), FOUR, left=0)
    assert last.count('class="tkl-seats"') == 1
    assert "takes the trick" in last


def test_copies_cancel_across_rounds() -> None:
    laid = cards(["white-8", "white-3", "white-6", "white-2", "white-8", "white-4"])
    html = view.trick_html(0, laid, Rules.of(3, False, RULINGS), left=1)
    assert "Air 8: A and B cancel, across the rounds" in html
    assert well_formed(html) is not None


def test_two_tricks_are_taken_round_by_round() -> None:
    rules = Rules.of(3, False, RULINGS.with_("trick-span", "two-tricks"))
    laid = cards(["blue-5", "blue-6", "white-3", "blue-4", "blue-2", "red-5"])
    html = view.trick_html(0, laid, rules, left=3)
    assert html.count("takes this round") >= 2
    assert view.verdict(0, laid, rules, 3)[0] == "A takes the last round."


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("moves", [0, 1, 10, 17, 60])
def test_each_table_can_be_shown(players: int, moves: int) -> None:
    table = played(players, moves)
    assert well_formed(table._repr_html_()) is not None
    for shown in (str(table), view.table_spoken(table)):
        assert shown.startswith(f"Tekeli-li, {players} players, turn 1 of 3")
    for seat in range(players):
        hidden = table.observe(seat)
        assert well_formed(hidden._repr_html_()) is not None
        assert str(hidden)


def test_what_is_hidden_is_not_in_the_picture() -> None:
    rulings = RULINGS.with_("trick-review", "current-trick-only").with_("follower-visibility", "face-down")
    table, rng = deal(players=4, seed=3, rulings=rulings), Random(3)
    for _ in range(10):
        table = table.play(rng.choice(table.legal_moves()))
    seen = table.observe(0)
    assert seen._repr_html_().count("tc-hidden") >= sum(len(hand) for hand in table.hands[1:])
    assert "hidden" in str(seen)


def test_the_score_sheet_names_its_summands() -> None:
    table = played(4, 22, 1)
    lines = view.score_lines(table)
    assert [line.cards for line in lines] == [sum(map(len, table.heaps(seat))) for seat in range(4)]
    assert tuple(line.raw for line in lines) == table.turn_score().raw
    assert tuple(line.markers for line in lines) == table.turn_score().due
    for line in lines:
        assert line.parts is not None
        assert sum(points for _, points in line.parts) == line.raw


def test_pictures_need_no_widgets() -> None:
    code = (
        "import sys, teyra_kit.tekeli_li as t; str(t.deal(players=4, seed=1)); t.deal(players=4, seed=1)._repr_html_();"
        "print([m for m in ('ipywidgets', 'anywidget', 'matplotlib', 'networkx', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
