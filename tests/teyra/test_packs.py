"""Card packs: what is a good one, what each kind of mistake is told, and what a pack changes."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from teyra_kit import cli
from teyra_kit.core import CHANCE, rulebook
from teyra_kit.core.match import RECORD, Match
from teyra_kit.teyra import area_texts, landmark_texts, new_game, position
from teyra_kit.teyra.cards import KEY
from teyra_kit.teyra.packs import PackError, load_pack, pack_words, read_pack, write_pack
from teyra_kit.ui import Shared

PAGE = Path(__file__).parents[2] / "docs" / "card-packs.md"
PLAIN = """
[[area_text]]
key = "forsaken-plain"
name = "Forsaken Plain"
steps = [{ window = "constant", do = "bust-limit", limit = 15 }]
"""
GUILD = """
[[landmark]]
key = "ranger-guild"
name = "Ranger Guild"
steps = []
"""


@pytest.fixture
def write(tmp_path):
    def write(text):
        path = tmp_path / "box.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def check(capsys, path):
    code = cli.main(["card-pack", "check", str(path)])
    out = capsys.readouterr()
    return code, out.out, out.err


def area(row):
    return f'[[area_text]]\nkey = "alun-alun"\nname = "Alun-Alun"\n{row}\n'


def step(text):
    return area(f"steps = [{{ {text} }}]")


def landmark(text):
    return GUILD.replace("[]", f"[{{ {text} }}]")


def test_the_example_of_the_page(capsys, write):
    path = write(re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)[1])
    assert check(capsys, path) == (0, f"{path}: a good card pack: 1 Area text, 1 Landmark\n", "")


def test_the_kits_own_texts_are_a_good_pack(capsys, write):
    book = files("teyra_kit.teyra").joinpath("rulebook.toml").read_text(encoding="utf-8")
    tables = re.findall(r"^\[\[data\.(?:area_text|landmark)\]\]\n(?:.+\n)*", book, re.M)
    path = write("\n".join(tables))
    code, out, err = check(capsys, path)
    assert (code, err) == (0, "")
    assert out.endswith(f": a good card pack: {len(area_texts())} Area texts, {len(landmark_texts())} Landmarks\n")


@pytest.mark.clause("area.parts", "resolve.bust")
def test_a_pack_changes_a_game(write):
    pack = load_pack(write(PLAIN))
    assert new_game(pack=pack).as_position()["pack"] == pack
    place = {"card": "forsaken-plain", "campaigns": {"A": ["B9", "K7"]}}
    tables = [position(areas=[place], hands=[["B4"], ["K9"]], pack=used) for used in (None, pack)]
    assert [table.standing("forsaken-plain", 0).bust for table in tables] == [False, True]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("key = ", "not a TOML file: "),
        ('[game]\nkey = "teyra"', "the file has no card; needed: at least one [[area_text]] or [[landmark]]"),
        ("area_text = []", "the file has no card"),
        (
            '[game]\nkey = "teyra"\n[[folk]]\nvalue = 3',
            "the file has the key 'folk'; allowed: game | data | area_text | landmark",
        ),
        ('[game]\nkey = "chess"\n' + PLAIN, "[game] key 'key' is 'chess'; allowed: teyra"),
        ('game = "teyra"\n' + PLAIN, "[game] is 'teyra'; a table is needed"),
        ('[game]\nkey = "teyra"\n[[data.folk]]\nvalue = 3', "[data] has the key 'folk'; allowed: area_text | landmark"),
        (PLAIN + PLAIN.replace("[[", "[[data."), "[data] has the key 'area_text', and so has the file"),
        ("area_text = 3", "area_text is 3; allowed: tables [[area_text]]"),
        ("area_text = [3]", "[[area_text]] no. 1 is 3; a table is needed"),
        ("[[area_text]]", "[[area_text]] no. 1 has no key 'key'; needed: mahayudha-pillar | alun-alun | "),
        (PLAIN + PLAIN, "[[area_text]] 'forsaken-plain' stands in the file twice; allowed: once"),
        (PLAIN.replace("forsaken-plain", "atlantis"), "[[area_text]] no. 1 key 'key' is 'atlantis'; allowed: mahay"),
        (GUILD.replace("ranger-guild", "atlantis"), "[[landmark]] no. 1 key 'key' is 'atlantis'; allowed: berserker"),
        (PLAIN.replace("name", "nome"), "'forsaken-plain' has the key 'nome'; allowed: key | name | text | steps"),
        (GUILD + 'reward = "ace"', "[[landmark]] 'ranger-guild' has the key 'reward'; allowed: key | name"),
        (area("text = 3\nsteps = []"), "[[area_text]] 'alun-alun' key 'text' is 3; allowed: a text"),
        (area('steps = []\nreward = "gold"'), "key 'reward' is 'gold'; allowed: prestige | ace | vanguard"),
        (area('steps = []\nfaq = ["faq.gold"]'), "key 'faq' holds 'faq.gold'; allowed: clauses of the rulebook"),
        (area('steps = []\nprov = { effect = "seen" }'), "prov key 'effect' is 'seen'; allowed: printed | faq"),
        (area(""), "[[area_text]] 'alun-alun' has no key 'steps'; needed: a list of steps"),
        (area("steps = [3]"), "[[area_text]] 'alun-alun', step 1 is 3; a table is needed"),
        (step('do = "fly"'), "[[area_text]] 'alun-alun', step 1 key 'do' is 'fly'; allowed: draw-special | "),
        (step('do = "place-landmark"'), "key 'do' is 'place-landmark'; allowed: "),
        (landmark('do = "redeal"'), "key 'do' is 'redeal'; allowed: "),
        (step('do = "no-suits"'), "step 1 has no key 'window'; needed: constant"),
        (step('do = "no-suits", window = "win"'), "step 1 key 'window' is 'win'; allowed: constant"),
        (step('do = "redeal", window = "win", n = 2'), "step 1 has the key 'n'; allowed: window | who | when | do"),
        (landmark('do = "shroud", window = "enter"'), "key 'window' is 'enter'; allowed: play-from-hand"),
        (
            step('do = "prestige", window = "reveal"'),
            "step 1 has no key 'who'; needed: each-player | not-first-player",
        ),
        (step('do = "prestige", window = "win", who = "me"'), "key 'who' is 'me'; allowed: each-player | player"),
        (step('do = "prestige", window = "win", n = 0'), "key 'n' is 0; allowed: a whole number from 1 to 99"),
        (
            step('do = "bust-limit", window = "constant"'),
            "step 1 has no key 'limit'; needed: a whole number from 0 to 99",
        ),
        (
            step('do = "value-delta", window = "constant", n = true'),
            "key 'n' is True; allowed: a whole number",
        ),
        (landmark('do = "place-landmark", window = "contest-start", suit = "X"'), "'suit' is 'X'; allowed: B | K | "),
        (step('do = "kindred-immune", window = "constant", scope = "area"'), "'scope' is 'area'; allowed: area-until"),
        (step('do = "ignore", window = "constant", cards = "B4"'), "step 1, cards is 'B4'; a table is needed"),
        (step('do = "ignore", window = "constant", cards = { suit = ["X"] }'), "'suit' holds 'X'; allowed: a list of"),
        (step('do = "ignore", window = "constant", cards = { value = 4 }'), "key 'value' is 4; allowed: a list of 2"),
        (step('do = "redeal", window = "win", when = { rain = true }'), "when has the key 'rain'; allowed: value | "),
        (step('do = "redeal", window = "win", when = { cards-here = 1 }'), "'cards-here' is 1; allowed: true | false"),
        (
            step('do = "redeal", window = "win", when = { value = [11] }'),
            "key 'value' holds 11; allowed: a list of 2 | 3",
        ),
        (
            step('do = "redeal", window = "win", when = { copies-at-least = 0 }'),
            "'copies-at-least' is 0; allowed: a whole number from 1 to 99",
        ),
    ],
)
def test_a_mistake_is_told(capsys, write, text, says):
    path = write(text)
    code, out, err = check(capsys, path)
    assert (code, out) == (1, "")
    assert err.startswith(f"{path}: ")
    assert says in err


@pytest.mark.clause("faq.ashen-suits")
def test_a_text_against_the_faq_is_told_the_clause(capsys, write):
    ruins = '[[area_text]]\nkey = "ashen-ruins"\nname = "Ashen Ruins"\nsteps = []\n'
    path = write(ruins + GUILD)
    code, _, err = check(capsys, path)
    assert code == 1
    assert err == (
        f"{path}: area_text 'ashen-ruins': contradicts faq.ashen-suits: "
        "In Ashen Ruins all cards count as having no suit.\n"
    )


def test_a_file_that_cannot_be_read(capsys, tmp_path):
    path = tmp_path / "none.toml"
    assert check(capsys, path) == (1, "", f"{path}: cannot be read: No such file or directory\n")
    with pytest.raises(PackError, match="cannot be read"):
        load_pack(tmp_path)


def test_the_command_needs_a_file(capsys):
    with pytest.raises(SystemExit, match="2"):
        cli.main(["card-pack", "check"])
    assert "FILE" in capsys.readouterr().err


# ---------------------------------------------------------------- what the tabs have in common


def test_a_pack_is_put_in_force_for_all_tabs_or_for_none() -> None:
    shared, seen = Shared(KEY), []
    shared.pack_listeners.append(lambda: seen.append(shared.pack))
    shared.take({"landmark": []})
    assert shared.pack == {"landmark": []} and seen == [{"landmark": []}]

    def refuse() -> None:
        if shared.pack is None:
            raise ValueError("not without a pack")

    shared.pack_listeners.append(refuse)
    with pytest.raises(ValueError, match="not without a pack"):
        shared.take(None)
    assert shared.pack == {"landmark": []} and seen[1:] == [None, {"landmark": []}]


def test_a_text_is_read_and_written_without_a_file() -> None:
    book = rulebook(KEY).data
    rows = {table: [dict(row) for row in book[table]] for table in ("area_text", "landmark")}
    rows["landmark"][0]["text"] = 'Quote ", backslash \\, line\nbreak, é and \x7f.'
    assert read_pack(write_pack(rows)) == rows
    assert pack_words(rows) == "27 Area texts, 10 Landmarks"
    assert pack_words({"landmark": rows["landmark"][:1]}) == "1 Landmark"


@pytest.mark.parametrize("text", ["[" * 5000, "a = " + "[" * 50_000, "n = " + "9" * 9999, "[[area_text]", "\x00"])
def test_what_is_no_toml_is_refused_in_words(text: str) -> None:
    with pytest.raises(PackError, match=r"^your file: not a TOML file: "):
        read_pack(text, "your file")


def test_no_number_of_a_card_is_without_end() -> None:
    text = step('do = "draw-special", window = "reveal", who = "each-player", pile = "ace", n = 100')
    with pytest.raises(PackError, match="'n' is 100; allowed: a whole number from 1 to 99"):
        read_pack(text)


# ---------------------------------------------------------------- a game with a pack is kept


@pytest.mark.clause("area.parts")
def test_a_match_with_a_pack_is_written_and_read_with_it() -> None:
    pack = read_pack(PLAIN)
    match = Match(new_game(pack=pack))
    rng = Random(3)
    while len(match.moves) < 60:
        state = match.state
        match.play(state.sample_chance(rng) if state.to_move is CHANCE else rng.choice(state.legal_moves()))
    for again in (Match.from_record(match.record()), Match.from_permalink(match.permalink())):
        assert again.state == match.state
        assert again.state.as_position()["pack"] == pack
    assert position(**match.state.as_position()) == match.state
    assert new_game().as_position() == new_game(pack=None).as_position()
    assert "pack" not in new_game().as_position()


@pytest.mark.parametrize(
    ("pack", "says"),
    [
        ("x", "card pack: the pack is 'x'; a table is needed"),
        ([1], "card pack: the pack is [1]; a table is needed"),
        ({"area_text": "x"}, "card pack: area_text is 'x'; allowed: tables"),
        ({"area_text": [1]}, "[[area_text]] no. 1 is 1; a table is needed"),
        ({"spell": []}, "the pack has the key 'spell'; allowed: area_text | landmark"),
        (
            {"landmark": [{"key": "crystal-hall", "name": "", "steps": [{"window": "noon", "do": "redeal"}]}]},
            "key 'do' is 'redeal'",
        ),
    ],
)
def test_a_pack_in_a_record_is_checked_like_any(pack: object, says: str) -> None:
    start = json.dumps({"pack": pack})
    version = rulebook(KEY).version
    with pytest.raises(ValueError, match=re.escape(says)):
        Match.from_record(f"{RECORD}\ngame: {KEY}\nrulebook: {version}\nstart: {start}\n\n")
