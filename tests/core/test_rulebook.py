"""A rulebook file is checked when it is read, and every complaint says where and what is allowed."""

from __future__ import annotations

import pickle

import pytest

from teyra_kit import GAMES
from teyra_kit.core import RulebookError, Rulings, rulebook
from teyra_kit.core.rulebook import load

GOOD = """
[game]
key = "toy"
title = "Toy"
players = [2, 4]
summary = "A toy."
turn_summary = "Move."

[[clause]]
id = "move.one"
section = "Turn"
title = "Move one"
text = "Move one step."
kind = "action"
status = "ambiguous"
teach = true
rulings = ["how-far"]

[[ruling]]
id = "how-far"
question = "How far?"
clauses = ["move.one"]
default = "one"
why = "It says so."
weight = "core"
[[ruling.reading]]
id = "one"
text = "One step."
[[ruling.reading]]
id = "two"
text = "Two steps."

[[fact]]
id = "steps"
what = "Steps"
provenance = "printed"
confidence = "high"
source = "Turn"
note = ""
"""


def written(tmp_path, text):
    file = tmp_path / "toy.toml"
    file.write_text(text)
    return file


def test_a_good_file(tmp_path):
    book = load(written(tmp_path, GOOD))
    assert book.players == (2, 4)
    assert book.clause("move.one").rulings == ("how-far",)
    assert [reading.id for reading in book.ruling("how-far").readings] == ["one", "two"]


def test_the_version_changes_with_what_a_record_rests_on_and_not_with_words(tmp_path):
    version = load(written(tmp_path, GOOD)).version
    for old, new in (
        ("One step.", "A single step."),
        ("It says so.", "So it stands there."),
        ("[game]", "# more\n[game]"),
    ):
        assert load(written(tmp_path, GOOD.replace(old, new))).version == version
    for old, new in (('default = "one"', 'default = "two"'), ('id = "two"', 'id = "three"')):
        assert load(written(tmp_path, GOOD.replace(old, new))).version != version
    assert load(written(tmp_path, GOOD + "\n[data]\nsteps = 2\n")).version != version


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[game]", "[game", "not a TOML file"),
        ("[game]", "[games]", r"\[game\] is missing"),
        ('title = "Toy"', "", r"\[game\] has no key 'title'; needed: a text"),
        ("players = [2, 4]", "players = [4, 2]", r"\[game\] key 'players' is \[4, 2\]; allowed: \[least, most\]"),
        ('kind = "action"', 'kind = "deed"', r"\[\[clause\]\] 'move.one' key 'kind' is 'deed'; allowed: component \|"),
        ("teach = true", 'teach = "yes"', r"\[\[clause\]\] 'move.one' key 'teach' is 'yes'; allowed: true \| false"),
        ('rulings = ["how-far"]', 'rulings = "how-far"', r"key 'rulings' is 'how-far'; allowed: a list of texts"),
        (
            'rulings = ["how-far"]',
            'rulings = ["how"]',
            r"'move.one': key 'rulings' names 'how', which is not in the file",
        ),
        ('clauses = ["move.one"]', 'clauses = ["move.two"]', r"'how-far': key 'clauses' names 'move.two'"),
        ('default = "one"', 'default = "ten"', r"\[\[ruling\]\] 'how-far' key 'default' is 'ten'; allowed: one \| two"),
        ('weight = "core"', 'weight = "big"', r"key 'weight' is 'big'; allowed: core \| edge"),
        ('text = "Two steps."', "", r"\[\[ruling\]\] 'how-far', reading no. 2 has no key 'text'"),
        ('provenance = "printed"', 'provenance = "heard"', r"\[\[fact\]\] 'steps' key 'provenance' is 'heard'"),
        ("[[fact]]", "[[facts]]", r"table \[\[fact\]\] is missing"),
        ('id = "move.one"', "", r"\[\[clause\]\] no. 1 has no key 'id'"),
    ],
)
def test_a_broken_file_names_table_and_key(tmp_path, old, new, says):
    file = written(tmp_path, GOOD.replace(old, new, 1))
    with pytest.raises(RulebookError, match=says) as error:
        load(file)
    assert str(file) in str(error.value)


def test_an_id_twice(tmp_path):
    clause = GOOD[GOOD.index("[[clause]]") : GOOD.index("[[ruling]]")]
    with pytest.raises(RulebookError, match=r"\[\[clause\]\] 'move.one' stands in the file twice"):
        load(written(tmp_path, GOOD + clause))


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(RulebookError, match="cannot be read"):
        load(tmp_path / "none.toml")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_rulebook_of_its_own_name(game):
    assert rulebook(game).key == game


@pytest.mark.parametrize("name", ["chess", "../core", ""])
def test_an_unknown_game(name):
    with pytest.raises(ValueError, match=r"There is no game .* There are: tekeli_li"):
        rulebook(name)


# ---------------------------------------------------------------- readings in force


def test_rulings_are_values():
    defaults = Rulings.defaults("tekeli_li")
    other = defaults.with_("trick-span", "two-tricks")
    assert (defaults["trick-span"], other["trick-span"]) == ("one-trick", "two-tricks")
    assert other.with_("trick-span", "one-trick") == defaults
    assert hash(other.with_("trick-span", "one-trick")) == hash(defaults)
    assert eval(repr(other)) == other == pickle.loads(pickle.dumps(other))
    assert other.changed() == {"trick-span": "two-tricks"}


@pytest.mark.parametrize(
    ("id", "value", "says"),
    [
        ("trick", "one-trick", "Tekeli-li has no ruling 'trick'. There are: event-continuation, trick-span"),
        ("trick-span", "three", "trick-span has no reading 'three'. There are: one-trick, two-tricks"),
        ("turn-count", 13, "turn-count is 13; allowed: a whole number from 1 to 12"),
        ("turn-count", "3", "turn-count is '3'"),
        ("turn-count", True, "turn-count is True"),
    ],
)
def test_a_reading_that_is_none(id, value, says):
    with pytest.raises(ValueError, match=says):
        Rulings.defaults("tekeli_li").with_(id, value)


def test_every_reading_of_every_ruling_can_be_chosen():
    for game in GAMES:
        for ruling in rulebook(game).rulings.values():
            for reading in ruling.readings:
                assert Rulings.defaults(game).with_(ruling.id, reading.id)[ruling.id] == reading.id
                assert ruling.reading(reading.id) is reading


@pytest.mark.parametrize("game", GAMES)
def test_names_of_people_keep_their_letters(game):
    book = rulebook(game)
    said = [reading.text for ruling in book.rulings.values() for reading in ruling.readings]
    said += [clause.text for clause in book.clauses.values()] + [ruling.why for ruling in book.rulings.values()]
    assert not any("Erdos" in text for text in said)
    assert any("Erdős and Gallai" in text for text in said) == (game == "teratozoic")
