"""Does a card pack replace what no source prints, and is a broken one refused with what is wrong and what is allowed?"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from teyra_kit.core import IllegalMove, Match, Rulings, rulebook
from teyra_kit.terakh import Use, new_game, position
from teyra_kit.terakh.packs import TABLES, PackError, contradictions, load_pack, pack_words, read_pack, write_pack

FATE = """
[[cast_card]]
key = "fate"
name = "Fate"
count = 4
rune = "vitale"
windows = ["attack-rolled"]
who = "attacker"
choices = [{ name = "die", kind = "die" }]
steps = [{ do = "reroll", die = "chosen" }]
provenance = "printed"
"""
KEEPER = """
[[spec_line]]
id = "keeper.leap"
idol = "keeper"
mods = 0
mana = 1
name = "Leap"
effect = { kind = "move", range = "up-to-2", over_units = true }
provenance = "printed"
"""
LAYOUT = f"[[plane_layout]]\ntypes = {['orth', *['plain'] * 14, 'aqua']}\n"


def kit_pack():
    """All of the kit's own rows as a pack."""
    data = rulebook("terakh").data
    return {"plane_layout": data["plane_layout"][:1], **{name: data[name] for name in TABLES[1:]}}


def test_the_kits_own_rows_are_a_good_pack():
    pack = read_pack(write_pack(kit_pack()))
    assert pack == kit_pack()
    assert contradictions(pack) == []
    assert pack_words(pack) == "1 layout, 31 lines of Spec Cards, 22 Cast Cards"


@pytest.mark.clause("box.cast-cards", "card.text-rules")
def test_a_cast_card_is_replaced_and_the_others_stay():
    table = new_game(pack=read_pack(FATE))
    assert table.setup.cards["fate"].who == "attacker"
    assert len(table.setup.cards) == 22


@pytest.mark.clause("box.cast-cards")
def test_under_owner_supplied_the_pack_is_the_whole_deck():
    rulings = Rulings.defaults("terakh").with_("data.cast-cards", "owner-supplied")
    assert set(new_game(pack=read_pack(FATE), rulings=rulings).setup.cards) == {"fate"}
    with pytest.raises(ValueError, match="pack is missing"):
        new_game(rulings=rulings)


@pytest.mark.clause("board.five-types", "board.runic-trias")
def test_the_layout_of_the_planes_is_replaced():
    table = new_game(players=3, pack=read_pack(LAYOUT))
    assert table.ground.orths == (0, 16, 32)
    assert table.ground.types[15] == "aqua"


@pytest.mark.clause("spec.other-five-unprinted", "spec.lists-actions")
def test_an_idols_spec_card_is_replaced_as_a_whole():
    units = [{"u": "yellow.E", "at": 0}, {"u": "yellow.1", "at": 9, "orb": "yellow"}, {"u": "blue.E", "at": 31}]
    table = position(seats=["yellow", "blue"], units=units, pack=read_pack(KEEPER))
    assert table.play(Use("keeper.leap", "yellow.1", to=4)).unit("yellow.1").at == 4
    with pytest.raises(IllegalMove, match=r"spec\.lists-actions"):
        table.play(Use("keeper.move", "yellow.1", to=10))


def test_a_record_and_a_link_carry_the_pack():
    match = Match(new_game(pack=read_pack(FATE + KEEPER + LAYOUT)))
    assert Match.from_permalink(match.permalink()).state == match.state
    assert Match.from_record(match.record()).state == match.state


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1", "has the key 'x'; allowed: game | data | plane_layout | spec_line | cast_card"),
        ("[[cast_card", "not a TOML file"),
        ("cast_card = 3", "allowed: tables [[cast_card]]"),
        (FATE + FATE, "'fate' stands in the file twice"),
        (FATE.replace("vitale", "fire"), "key 'rune' is 'fire'; allowed: aqua | infernal | vitale | orth | none"),
        (FATE.replace("count = 4", "count = 0"), "key 'count' is 0; allowed: a whole number from 1 to 72"),
        (FATE.replace('"attack-rolled"', '"main"'), "does 'reroll' in ['main']; allowed windows: attack-rolled"),
        (FATE.replace('choices = [{ name = "die", kind = "die" }]', ""), "asks for no die"),
        (FATE.replace('do = "reroll"', 'do = "explode"'), "key 'do' is 'explode'; allowed: defend"),
        (FATE.replace('who = "attacker"', 'who = "me"'), "key 'who' is 'me'; allowed: active"),
        (FATE.replace('rune = "vitale"', 'rune = "none"'), "contradicts variant-c.anytime-cards"),
        (KEEPER.replace("up-to-2", "far"), "key 'range' is 'far'; allowed: adjacent | up-to-2"),
        (KEEPER.replace("keeper.leap", "leap"), "needed: the Idol, a point and a name"),
        (KEEPER.replace("mods = 0", "mods = 4"), "key 'mods' is 4; allowed: a whole number from 0 to 3"),
        (KEEPER.replace("keeper", "guardian"), "contradicts spec.guardian-one-mod"),
        ('[[plane_layout]]\ntypes = ["orth"]', "holds 1 values; needed: one for each of the 16 trias"),
        (LAYOUT.replace("orth", "lava"), "key 'types' holds 'lava'"),
        (LAYOUT.replace("orth", "plain"), "holds no 'orth'"),
        (LAYOUT + LAYOUT, "allowed: once"),
        ('[game]\nkey = "teyra"\n' + LAYOUT, "key 'key' is 'teyra'; allowed: terakh"),
    ],
)
def test_a_broken_pack_is_refused(text, said):
    with pytest.raises(PackError) as told:
        read_pack(text, "my.toml")
    assert said in str(told.value)
    assert str(told.value).startswith("my.toml: ")


@pytest.mark.clause("faq.crisis-at-once", "faq.neglect-not-mid-effect", "faq.recycle-roll-off", "variant-b.shared-roll")
@pytest.mark.parametrize(
    ("key", "change", "clause"),
    [
        ("terakh-crisis", {"who": "active", "windows": ["main"]}, "faq.crisis-at-once"),
        ("neglect-spell", {"windows": ["card-shown", "card-leaving"]}, "faq.neglect-not-mid-effect"),
        ("recycle", {"steps": [{"do": "cancel-card"}]}, "faq.recycle-roll-off"),
        ("havoc", {"steps": [{"do": "mana", "player": "caster", "amount": 1}]}, "variant-b.shared-roll"),
    ],
)
def test_what_the_faq_says_of_a_card_must_stay_true(key, change, clause):
    row = next(dict(row) for row in rulebook("terakh").data["cast_card"] if row["key"] == key)
    (told,) = contradictions({"cast_card": [row | change]})
    assert clause in told


def test_the_example_of_the_page(tmp_path):
    page = Path(__file__).parents[2] / "docs" / "card-packs.md"
    path = tmp_path / "my-terakh.toml"
    path.write_text(re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.S)[1], encoding="utf-8")
    assert pack_words(load_pack(path)) == "1 layout, 1 line of Spec Cards, 1 Cast Card"


def test_a_pack_from_a_file_and_a_foreign_one_in_a_game(tmp_path):
    path = tmp_path / "box.toml"
    path.write_text(FATE, encoding="utf-8")
    assert load_pack(path) == read_pack(FATE)
    with pytest.raises(ValueError, match="rune"):
        new_game(pack={"cast_card": [{**load_pack(path)["cast_card"][0], "rune": 3}]})
