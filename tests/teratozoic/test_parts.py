"""Is the box what the rulebook's data say, and does each game take from it what it should?"""

from __future__ import annotations

from collections import Counter

import pytest

from teyra_kit.core import Rulings
from teyra_kit.teratozoic.parts import (
    KEY,
    Box,
    assumed_number,
    assumed_parts,
    common_parts,
    era_stack,
    eras_by_key,
    hand_size,
    kit_box,
    part_text,
    parts_in_play,
    parts_named,
    read_part,
    starter_sets,
    starters_by_value,
    why_not_eras,
    why_not_readings,
)

DEFAULTS = Rulings.defaults(KEY)


@pytest.mark.clause("card.colour", "card.value", "card.free-end", "card.no-free-end")
def test_the_kit_has_ninety_three_parts_alike_in_three_colours():
    parts = kit_box().parts
    assert len(parts) == 93
    faces = [
        sorted((part.value, part.ends, part.doubles, part.set) for part in parts if part.colour == colour)
        for colour in ("green", "orange", "purple")
    ]
    assert faces[0] == faces[1] == faces[2]
    assert Counter(ends for _, ends, *_ in faces[0]) == {0: 1, 1: 13, 2: 11, 3: 5, 4: 1}


@pytest.mark.clause("card.value", "card.free-end", "card.no-free-end")
def test_a_short_form_is_read_and_written():
    part = read_part("G1*{1}")
    assert (part.id, part.colour, part.value, part.ends, part.doubles) == ("G1*{1}", "green", 1, 1, True)
    assert (read_part("O3{NES}", "mine").ends, read_part("O3{NES}", "mine").sides) == (3, "NES")
    assert read_part("O3{NES}", "mine").id == "mine"
    for part in kit_box().parts:
        text = part_text(part)
        assert part_text(read_part(text)) == text
    assert part_text(read_part("P6{SW}")) == "P6{SW}"


@pytest.mark.parametrize("text", ["G1", "X1{1}", "G7{1}", "G0{1}", "G1{5}", "G1{NN}", "G1**{1}", "G1{}", "G1a ", ""])
def test_what_is_no_part_is_refused_with_the_form(text):
    with pytest.raises(
        ValueError, match=r"There is no part .*Allowed: an id of the list in play, or a short form"
    ) as told:
        parts_named([text])
    assert repr(text) in str(told.value)


def test_ids_of_the_box_come_before_short_forms():
    own = Box((read_part("P2{0}", "G1*{1}"),), kit_box().eras, owner_parts=True)
    assert parts_named(["G1*{1}"], own)[0].colour == "purple"
    assert [part.id for part in parts_named(["GX1", "O2{2}"])] == ["GX1", "O2{2}"]


@pytest.mark.clause("setup.starter-cards", "card.set-mark")
def test_there_are_six_starter_sets_of_one_to_six():
    sets = starter_sets(kit_box().parts)
    assert len(sets) == 6
    assert all([part.value for part in some] == [1, 2, 3, 4, 5, 6] for some in sets.values())
    assert {key for key in sets if key[0] == "green"} == {("green", "cross"), ("green", "dot")}
    assert {value: len(some) for value, some in starters_by_value(kit_box().parts).items()} == dict.fromkeys(
        range(1, 7), 6
    )


@pytest.mark.clause("setup.common-deck")
@pytest.mark.parametrize(
    ("reading", "players", "size"), [("into-common", 2, 81), ("box", 2, 57), ("into-common", 6, 57)]
)
def test_what_nobody_got_goes_into_the_common_deck_or_stays_out(reading, players, size):
    parts = kit_box().parts
    dealt = [part for some in list(starter_sets(parts).values())[:players] for part in some]
    deck = common_parts(parts, dealt, DEFAULTS.with_("unused-starters", reading))
    assert len(deck) == size
    assert not set(deck) & set(dealt)


@pytest.mark.clause("variant.without-advanced", "variant.remove-colour")
def test_the_lists_of_the_variants():
    box = kit_box()
    assert len(parts_in_play(box, DEFAULTS, without_advanced=True)) == 84
    without = parts_in_play(box, DEFAULTS, without_colour="orange")
    assert (len(without), len(starter_sets(without))) == (62, 4)
    common_only = parts_in_play(box, DEFAULTS.with_("colour-removal", "common-only"), without_colour="orange")
    assert (len(common_only), len(starter_sets(common_only))) == (74, 6)
    with pytest.raises(ValueError, match="without_colour is 'blue'; allowed: green, orange, purple"):
        parts_in_play(box, DEFAULTS, without_colour="blue")


@pytest.mark.clause("setup.era-stack-order", "setup.era-labels", "setup.era-removal", "era-card.players")
def test_the_eras_by_number_of_players():
    assert era_stack(2) == ("darkozoic", "pre-teratozoic", "teratozoic")
    assert era_stack(3) == ("apocalypse", *era_stack(2))
    assert len(era_stack(4)) == 6 and "early-teratozoic" not in era_stack(4)
    assert era_stack(5) == era_stack(6) == tuple(eras_by_key(kit_box()))
    for players in (1, 7, True):
        with pytest.raises(ValueError, match=r"players is .*allowed: a whole number from 2 to 6"):
            era_stack(players)


@pytest.mark.clause("era-card.minimum", "era-card.draw", "setup.post-apocalypse-draw", "declare.post-apocalypse-three")
def test_a_printed_era_card():
    era = eras_by_key(kit_box())["post-apocalypse"]
    assert (era.common, era.own, era.minimum, era.winner_takes, era.keep) == (4, 1, 3, 1, 1)
    assert all(era.common + era.own == hand_size() for era in kit_box().eras)


@pytest.mark.clause("variant.fewer-eras", "variant.more-eras")
@pytest.mark.parametrize(
    ("selection", "any_with_last", "labelled"),
    [
        (("apocalypse", "darkozoic", "pre-teratozoic", "teratozoic"), True, True),
        (("darkozoic", "teratozoic"), True, False),
        (("apocalypse", "darkozoic", "pre-teratozoic"), False, False),
        (("pre-teratozoic", "darkozoic", "teratozoic"), False, False),
        (("teratozoic",), False, False),
        (("darkozoic", "darkozoic", "teratozoic"), False, False),
        (("ice-age", "teratozoic"), False, False),
    ],
)
def test_stacks_of_the_variants(selection, any_with_last, labelled):
    assert (not why_not_eras(selection, DEFAULTS)) == any_with_last
    assert (not why_not_eras(selection, DEFAULTS.with_("era-choice", "labelled-stacks"))) == labelled


@pytest.mark.clause("era-card.numbers-unprinted", "setup.starter-cards")
def test_what_is_invented_is_said():
    box = kit_box()
    assert "invented" in assumed_parts(box)
    assert assumed_number(box, "post-apocalypse", "winner_takes") == ""
    assert assumed_number(box, "darkozoic", "winner_takes") == (
        "Darkozoic, winner takes 1: invented by this kit; the number is not printed."
    )
    assert "inferred" in assumed_number(box, "teratozoic", "common")
    mine = box._replace(owner_parts=True, owner_eras=True)
    assert assumed_parts(mine) == assumed_number(mine, "darkozoic", "winner_takes") == ""


def test_readings_that_need_data_are_refused_by_name():
    box = kit_box()
    assert why_not_readings(DEFAULTS, box) == ()
    for ruling, reading in (
        ("part-list", "owner-parts"),
        ("era-numbers", "owner-eras"),
        ("join-geometry", "grid-sides"),
    ):
        (told,) = why_not_readings(DEFAULTS.with_(ruling, reading), box)
        assert told.startswith(f"{ruling} is {reading!r}: needs ")
    mixed = DEFAULTS.with_("starter-assignment", "by-choice").with_("starter-sets", "mixed-values")
    assert "needs starter-sets 'uniform-sets', not 'mixed-values'" in why_not_readings(mixed, box)[0]
    sided = box._replace(parts=parts_named(["G1{N}", "G2{0}"]), owner_parts=True)
    grid = Rulings.of(KEY, {"part-list": "owner-parts", "join-geometry": "grid-sides"})
    assert why_not_readings(grid, sided) == ()
