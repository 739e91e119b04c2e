"""Does a card pack replace the kit's cards, and is a broken one refused with the check, what is wrong and what is allowed?"""

from __future__ import annotations

import json
import re
from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from teyra_kit import cli
from teyra_kit.core import Rulings, rulebook
from teyra_kit.teratozoic.packs import (
    PackError,
    box_of,
    check,
    failing_eras,
    failing_parts,
    load_pack,
    pack_words,
    read_pack,
    remarks,
    rulings_with,
    write_pack,
)
from teyra_kit.teratozoic.parts import KEY, kit_box, why_not_readings

DEFAULTS = Rulings.defaults(KEY)
MIXED = DEFAULTS.with_("starter-sets", "mixed-values")


def kit_pack():
    """All of the kit's own rows as a pack."""
    data = rulebook(KEY).data
    return {"part": deepcopy(data["part"]), "era": deepcopy(data["era"])}


def changed(table, row, cells):
    pack = kit_pack()
    key = "id" if table == "part" else "key"
    next(found for found in pack[table] if found[key] == row).update(cells)
    return pack[table]


def numbers(failing):
    return [(one.number, one.outcome) for one in failing]


def test_the_kits_own_rows_are_a_good_pack(tmp_path):
    pack = kit_pack()
    assert read_pack(write_pack(pack)) == pack
    assert remarks(pack) == []
    assert pack_words(pack) == "93 parts, 7 eras"
    box = box_of(json.dumps(pack))
    assert box == kit_box()._replace(owner_parts=True, owner_eras=True)
    assert box_of("") == kit_box()
    file = tmp_path / "box.toml"
    file.write_text(write_pack(pack), encoding="utf-8")
    assert load_pack(file) == pack


def test_the_command_line_tells_what_is_to_be_looked_at_again(tmp_path, capsys):
    file = tmp_path / "box.toml"
    file.write_text(write_pack({"part": kit_pack()["part"][:-1]}), encoding="utf-8")
    assert cli.main(["card-pack", "check", str(file)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{file}: a good card pack: 92 parts",
        f"{file}: remark: [[part]] there are 92 parts; expected: 93 (check 7)",
        f"{file}: remark: [[part]] 30 parts are purple; expected: 31 (check 7)",
    ]
    file.write_text(file.read_text(encoding="utf-8").replace("value = 6", "value = 7", 1), encoding="utf-8")
    assert cli.main(["card-pack", "check", str(file)]) == 1
    assert "[[part]] 'GX6' key 'value' is 7; allowed: a whole number from 1 to 6 (check 3)" in capsys.readouterr().err


def test_the_example_of_the_page_is_well_formed():
    """It shows two rows of many; only what is missing is complained of."""
    page = (Path(__file__).parents[2] / "docs" / "card-packs.md").read_text(encoding="utf-8")
    (example,) = (text for text in re.findall(r"```toml\n(.*?)```", page, re.S) if "teratozoic" in text)
    with pytest.raises(PackError) as error:
        read_pack(example)
    told = str(error.value).splitlines()
    assert all("check 1" in line or "there are 0 starter sets" in line for line in told) and len(told) == 7


@pytest.mark.clause("setup.starter-cards", "era-card.numbers-unprinted")
def test_each_table_replaces_the_kits_as_a_whole():
    parts = kit_pack()["part"][:12]
    box = box_of(json.dumps({"part": parts}))
    assert len(box.parts) == 12 and box.eras == kit_box().eras
    assert (box.owner_parts, box.owner_eras) == (True, False)
    eras = [{key: row[key] for key in row if key not in ("name", "provenance", "note")} for row in kit_pack()["era"]]
    Random(1).shuffle(eras)
    check(json.dumps({"era": eras}))
    assert box_of(json.dumps({"era": eras})).eras == kit_box().eras


@pytest.mark.clause("card.value", "card.colour", "card.free-end", "card.no-free-end", "card.set-mark")
@pytest.mark.parametrize(
    ("number", "row", "cells", "told"),
    [
        (1, "G1b", {"id": "G1c"}, "[[part]] key 'id' is 'G1c' in 2 rows; allowed: each once (check 1)"),
        (1, "G1b", {"id": ""}, "[[part]] '' key 'id' is ''; allowed: 1 to 20 letters, digits, - and _ (check 1)"),
        (2, "G1b", {"colour": "yellow"}, "key 'colour' is 'yellow'; allowed: green | orange | purple (check 2)"),
        (3, "G1b", {"value": 7}, "[[part]] 'G1b' key 'value' is 7; allowed: a whole number from 1 to 6 (check 3)"),
        (3, "G1b", {"value": True}, "key 'value' is True; allowed: a whole number from 1 to 6 (check 3)"),
        (4, "G1b", {"ends": 5}, "key 'ends' is 5; allowed: a whole number from 0 to 4 (check 4)"),
        (4, "G1c", {"sides": "NES"}, "'sides' is 'NES'; allowed: as many letters out of N, E, S, W as it has ends: 2"),
        (4, "G1c", {"sides": "NN"}, "key 'sides' is 'NN'; allowed: letters out of N, E, S, W, each once (check 4)"),
        (3, "GX4", {"value": 9}, "key 'value' is 9; allowed: a whole number from 1 to 6 (check 3)"),
        (
            5,
            "G1b",
            {"set": ""},
            "key 'set' is ''; allowed: none | the name of a starter set, 1 to 20 letters, digits, - and _ (check 5)",
        ),
        (6, "G1b", {"doubles": 1}, "key 'doubles' is 1; allowed: true | false (check 6)"),
        (6, "G1b", {"advanced": "no"}, "key 'advanced' is 'no'; allowed: true | false (check 6)"),
    ],
)
def test_parts_that_are_refused(number, row, cells, told):
    rows = changed("part", row, cells)
    first = failing_parts(rows, DEFAULTS)[0]
    assert (first.number, first.outcome) == (number, "refuse")
    assert told in first.text
    with pytest.raises(PackError) as error:
        read_pack(write_pack({"part": rows}), "mine.toml")
    assert told in str(error.value) and str(error.value).startswith("mine.toml: [[part]]")


@pytest.mark.clause("card.set-mark", "setup.starter-cards")
def test_starters_need_sets_or_enough_of_each_value():
    odd = changed("part", "GX4", {"value": 3})
    assert numbers(failing_parts(odd, DEFAULTS)) == [(5, "refuse")]
    told = "[[part]] the green set 'cross' has the values 1, 2, 3, 3, 5, 6; needed: 1 to 6, each once (check 5)"
    assert remarks({"part": odd}) == [f"{told}; to be played with the reading mixed-values only"]
    packed = json.dumps({"part": odd})
    check(packed)
    check(packed, MIXED, 5)
    with pytest.raises(PackError, match="5 starters have the value 4; needed: 6"):
        check(packed, MIXED, 6)
    with pytest.raises(PackError, match="the green set 'cross' has the values"):
        check(packed, DEFAULTS)
    none = [row | {"set": "none"} for row in odd]
    with pytest.raises(PackError, match="there are 0 starter sets; needed: 2"):
        read_pack(write_pack({"part": none}))
    assert numbers(failing_parts(odd, MIXED, players=5)) == []
    assert numbers(failing_parts(odd, MIXED, players=6)) == [(5, "refuse")]
    assert numbers(failing_parts(kit_pack()["part"], DEFAULTS, players=6)) == []
    fewer = [row for row in kit_pack()["part"] if row["set"] != "dot"]
    assert (5, "refuse") in numbers(failing_parts(fewer, DEFAULTS, players=4))
    assert (5, "refuse") not in numbers(failing_parts(fewer, DEFAULTS, players=3))
    strays = kit_pack()["part"]
    next(row for row in strays if row["id"] == "G1b")["set"] = "cross"
    assert read_pack(write_pack({"part": strays}))["part"] == strays, "mixed-values takes it"


def test_what_is_only_remarked():
    few = [row for row in kit_pack()["part"] if row["id"] != "G1b"]
    assert remarks({"part": few}) == [
        "[[part]] there are 92 parts; expected: 93 (check 7)",
        "[[part]] 30 parts are green; expected: 31 (check 7)",
    ]
    stuck = changed("part", "GX1", {"ends": 2})
    assert remarks({"part": stuck}) == [
        "[[part]] the green set 'cross' does not make one whole monster; expected: it does (check 7)"
    ]
    text = changed("part", "G1b", {"effect": "(a text)"})
    assert remarks({"part": text}) == [
        "[[part]] 'G1b' has an effect text and is not marked; expected: advanced = true (check 8)"
    ]
    assert remarks({"part": changed("part", "G1b", {"effect": "(a text)", "advanced": True})}) == []
    assert all(read_pack(write_pack({"part": rows})) for rows in (few, stuck, text))


@pytest.mark.clause("era-card.minimum", "era-card.draw", "era-card.players", "era-card.numbers-unprinted")
@pytest.mark.parametrize(
    ("number", "outcome", "era", "cells", "told"),
    [
        (2, "refuse", "darkozoic", {"common": 3, "own": 3}, "draws 3 common and 3 own cards; needed: 5 together"),
        (2, "refuse", "darkozoic", {"common": -1, "own": 6}, "key 'common' is -1; allowed: a whole number from 0 to 5"),
        (3, "refuse", "pre-teratozoic", {"minimum": 6}, "key 'minimum' is 6; allowed: a whole number from 1 to 5"),
        (3, "refuse", "pre-teratozoic", {"keep": "2"}, "key 'keep' is '2'; allowed: a whole number from 0 to 5"),
        (4, "warn", "post-apocalypse", {"minimum": 4}, "key 'minimum' is 4; expected: 3, as printed (check 4)"),
        (4, "warn", "apocalypse", {"min_players": 2}, "key 'min_players' is 2; expected: 3, as printed (check 4)"),
        (5, "refuse", "early-teratozoic", {"common": 0, "own": 5}, "allowed: 1 or more before the last era"),
        (6, "warn", "teratozoic", {"common": 1, "own": 4}, "expected: 0 in the last era"),
    ],
)
def test_eras_that_are_refused_or_remarked(number, outcome, era, cells, told):
    rows = changed("era", era, cells)
    failing = failing_eras(rows)
    assert (failing[0].number, failing[0].outcome) == (number, outcome)
    assert told in failing[0].text and repr(era) in failing[0].text
    text = write_pack({"era": rows})
    if outcome == "warn":
        assert remarks(read_pack(text)) == [failing[0].text]
    else:
        with pytest.raises(PackError, match=f"check {number}"):
            read_pack(text)


@pytest.mark.clause("setup.era-stack-order")
def test_all_seven_eras_once_each():
    rows = kit_pack()["era"]
    missing = failing_eras([row for row in rows if row["key"] != "darkozoic"])
    assert numbers(missing) == [(1, "refuse")]
    assert missing[0].text.startswith(
        "[[era]] has no row 'darkozoic'; needed: apocalypse | post-apocalypse | darkozoic"
    )
    assert numbers(failing_eras([*rows, rows[0]])) == [(1, "refuse")]
    assert "key 'key' is 'ice-age' in 1 rows" in failing_eras([*rows, rows[0] | {"key": "ice-age"}])[0].text


@pytest.mark.parametrize(
    ("pack", "told"),
    [
        ('{"cards": []}', "has the key 'cards'; allowed: part | era"),
        ('{"part": 3}', "part is 3; allowed: tables [[part]]"),
        ('{"part": [3]}', "[[part]] no. 1 is 3; a table is needed"),
        (
            '{"era": [{"key": "darkozoic", "colour": 1}]}',
            "[[era]] 'darkozoic' has the key 'colour'; allowed: key | name",
        ),
        ('{"part": [{}]}', "[[part]] no. 1 has no key 'value'; needed: a whole number from 1 to 6 (check 3)"),
    ],
)
def test_a_record_with_a_broken_pack_is_refused(pack, told):
    with pytest.raises(PackError) as error:
        check(pack)
    assert told in str(error.value)


def test_a_pack_for_another_game_or_without_cards_is_refused():
    with pytest.raises(PackError, match=r"key 'key' is 'teyra'; allowed: teratozoic"):
        read_pack('[game]\nkey = "teyra"\n[[part]]\nid = "x"')
    with pytest.raises(PackError, match="has no card"):
        read_pack("")


def test_a_packs_tables_are_those_in_play():
    both = rulings_with(kit_pack(), DEFAULTS)
    assert both.changed() == {"part-list": "owner-parts", "era-numbers": "owner-eras"}
    assert rulings_with({"era": kit_pack()["era"]}, DEFAULTS).changed() == {"era-numbers": "owner-eras"}
    assert why_not_readings(both, box_of(json.dumps(kit_pack()))) == ()
