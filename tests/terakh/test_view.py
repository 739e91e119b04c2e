"""What is drawn, written and said of boards, units, attacks, cards and clans."""

from __future__ import annotations

import re

from teyra_kit.terakh import deal, position
from teyra_kit.terakh.cast_cards import kit_cards
from teyra_kit.terakh.spec_cards import card_of
from teyra_kit.terakh.view import (
    NAMES,
    RUNES,
    CardPicture,
    ClanRow,
    FightPicture,
    Mark,
    Piece,
    SidePicture,
    SpecLine,
    Turner,
    board_html,
    board_text,
    clans_html,
    fight_html,
    fight_text,
    hand_html,
    legend_html,
    map_svg,
    piece_said,
    piece_svg,
    piece_text,
    pieces_of,
    position_picture,
    row_text,
    score_html,
    spec_html,
    sprite,
    tria_said,
    turn_html,
)

TABLE = position(
    seats=["red", "blue"],
    units=[
        {"u": "red.1", "at": 5, "mode": "ready"},
        {"u": "red.2", "at": 6, "orb": "red", "mods": "AD"},
        {"u": "red.E", "at": 9},
        {"u": "blue.E", "at": 31, "hp": 2},
    ],
    orbs=[{"orb": "blue", "at": 12}],
)
INKA, IDOL, ELDER = Piece("red", "inka", True, name="red.1"), pieces_of(TABLE)[6], pieces_of(TABLE)[31]


def test_units_in_words_and_in_signs():
    assert [piece_said(piece) for piece in (INKA, IDOL, ELDER)] == [
        "Red 1, Inka, Ready",
        "Red 2, Hydra with 2 Mods (A, D)",
        "Blue Elder, 2 HP",
    ]
    assert [piece_text(piece) for piece in (INKA, IDOL, ELDER, None)] == [":R1r", ":R2H+AD", ":BE2", ""]


def test_a_unit_shows_its_clan_and_number():
    assert ">R1</text>" in piece_svg(INKA)
    assert ">R2</text>" in piece_svg(IDOL)
    assert ">B</text>" in piece_svg(ELDER)
    assert ">R</text>" in piece_svg(INKA._replace(name=""))


def test_every_tria_is_drawn_once_with_number_and_letter():
    picture = position_picture(TABLE)
    svg = map_svg(picture)
    assert svg.count('class="tria"') == 32
    for place in range(32):
        assert f">{place}</text>" in svg
        assert f"Tria {place}, {NAMES[TABLE.ground.types[place]]}" in tria_said(picture, place)
    assert tria_said(picture, 12) == "Tria 12, Aqua, plane 0, empty, blue Orb"
    assert "Red 2, Hydra" in tria_said(picture, 6)


def test_types_and_runes_have_signs_and_patterns():
    assert set(NAMES) == set(RUNES)
    assert all(f'id="tr-p-{kind}"' in sprite() for kind in NAMES)
    assert all(name in legend_html() for name in NAMES.values())


def test_marks_make_trias_something_to_press():
    marks = {
        3: Mark("lit", move="A move red.1 3"),
        4: Mark("not", "part|unit:red.1"),
        2: Mark("wrong"),
        7: Mark("chosen"),
    }
    svg = map_svg(position_picture(TABLE, marks=marks, turners=[Turner(0, True, "part|turn:")]))
    assert 'data-move="A move red.1 3"' in svg
    assert 'data-id="part|unit:red.1"' in svg
    assert svg.count("tr-allowed-dot") == svg.count("tr-wrong") == svg.count('class="sel"') == 1
    assert svg.count('aria-disabled="true"') == 1
    assert 'data-id="part|turn:"' in svg


def test_a_wide_board_scrolls_on_a_phone():
    assert 'class="tr-scroll tk-across flat"' in board_html(position_picture(TABLE))
    assert 'class="tr-scroll tk-across wide"' in board_html(position_picture(deal(3, seed=1)))
    assert 'class="tr-scroll tk-across wider"' in board_html(position_picture(deal(5, seed=1)))


def test_the_board_as_text_has_every_tria_by_rows():
    lines = board_text(TABLE.ground, pieces_of(TABLE), TABLE.loose).splitlines()
    assert len(lines) == 10
    assert [len(re.findall(r"\d+[AIVPO]\b|\d+[AIVPO][:(]", line)) for line in lines[1:5]] == [1, 3, 5, 7]
    assert "5V:R1r" in lines[3]
    assert "12A(B)" in lines[4]


def test_whose_turn_it_is_with_mana_and_order():
    html = turn_html("Round 2", "Red (A) has the turn", 2, 5, [("A", "red", True), ("B", "blue", False)])
    assert html.count("tr-stone") == 5
    assert html.count("is-gone") == 3
    assert 'aria-label="2 mana left"' in html
    assert html.count("aria-current") == 1
    more = turn_html("Round 2", "Red (A) has the turn", 7, 5, [])
    assert more.count("tr-stone") == 7


def test_an_attack_before_and_after_it_is_settled():
    one, other = SidePicture(INKA, "Red 1", "attacks", 6), SidePicture(ELDER, "Blue’s Elder", "defends", 4)
    before = FightPicture(one, other)
    assert "Not settled yet." in fight_html(before)
    assert fight_text(before) == "Combat: Red 1 attacks, die 6; Blue’s Elder defends, die 4."
    after = FightPicture(one._replace(strength=6), other._replace(strength=6), "fails")
    assert "The attack fails." in fight_html(after)
    assert "<b> = 6</b>" in fight_html(after)
    assert "<b>+2 = 6</b>" in fight_html(after)
    assert fight_text(after).endswith("strength 6. The attack fails.")
    off = FightPicture(one._replace(die=0), other._replace(die=0), "called off")
    assert "The attack is called off." in fight_html(off)
    assert fight_html(off).count("die not thrown") == 2


def test_an_invented_card_is_marked_and_says_why():
    cards = [CardPicture(key, row.name, row, copies=2) for key, row in kit_cards().items()]
    html = hand_html(cards, "Your hand", "hand-0")
    assert html.count("<small") == len(cards)
    assert html.count("data-why") == 1
    assert html.count("×2") == len(cards)
    for row in kit_cards().values():
        assert row.text in html
    assert "data-why" not in hand_html([CardPicture("mine", "Mine", None)], "Your hand", "hand-0")


def test_a_spec_card_shows_mods_and_mana_of_every_line():
    rows = [SpecLine(line, line.mods <= 2) for line in card_of("guardian")]
    html = spec_html(IDOL._replace(idol="guardian"), rows)
    assert html.count("tr-line") == 6
    assert html.count("is-short") == 1
    assert "Red 2: Guardian, 2 Mods" in html
    assert html.count("<small") == 1  # Shield Elder is not printed
    pressed = SpecLine(card_of("guardian")[0], True, "not", 'data-id="x"')
    assert '<button type="button" class="tr-line is-not" data-id="x" aria-disabled="true">' in spec_html(
        IDOL, [pressed]
    )


def test_a_clan_in_a_row():
    row = ClanRow(
        "Red (A)", "red", 2, 3, (IDOL,), 1, active=True, pending=-2, acts='data-id="part|fallen:"', state="lit"
    )
    html = clans_html([row, ClanRow("B", "", 0, 0, (), 0)])
    assert 'data-id="part|fallen:"' in html
    assert "summon one of your Fallen Inkas" in html
    assert "−2 mana next turn" in html
    assert "No clan yet." in html
    assert row_text(row) == "Red (A): Elder 2 HP, Hydra AD, 3 Fallen, 1 card, has the turn."
    assert "Orb on 12" in clans_html([row._replace(orb=12)])
    assert "Orb on 12" in row_text(row._replace(orb=12))
    assert "Orb" not in html
    gone = clans_html([row._replace(hp=0, fallen=0)])
    assert "No Elder" in gone
    assert "<button" not in gone


def test_the_score_names_every_column():
    html = score_html([("Red (A)", "red", 0, 1, 2, 3), ("Blue (B)", "blue", 4, 0, 7, 0)])
    assert "no Elder" in html
    assert html.count('scope="col"') == 5
    assert html.count('scope="row"') == 2
