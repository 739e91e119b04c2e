"""Every worked example of the rulebook comes out as it says, and wrong arguments are named."""

from __future__ import annotations

import pytest

from teyra_kit.teyra.examples import CHECKS, evaluate, examples
from teyra_kit.verify import agrees

EXACT = ("morale", "prestige")
"""These are complete in a contest: who is not listed has no change."""


@pytest.mark.parametrize("example", examples().values(), ids=lambda example: example.id)
def test_example(example):
    got = evaluate(example.given)
    assert agrees(example.expect, got), got
    if example.given["check"] == "contest":
        assert {key: got[key] for key in EXACT if key in example.expect} == {
            key: example.expect[key] for key in EXACT if key in example.expect
        }


def test_all_examples_are_here():
    assert len(examples()) == 187
    assert {example.given["check"] for example in examples().values()} == set(CHECKS) - {"inspire-bounds"}


@pytest.mark.clause("kindred.chain", "inspire.effect")
def test_the_bounds_of_a_chain_and_its_lengths():
    got = evaluate(
        {
            "check": "inspire-bounds", "players": ["Erica", "Drake"], "first": "Erica",
            "areas": [{"key": "alun-alun", "campaigns": {"Erica": ["O9", "O10"], "Drake": ["O7", "O2"]}}],
            "play": {"player": "Erica", "card": "O8", "area": "alun-alun"},
        }
    )  # fmt: skip
    assert (got["charge"], got["intercept"], got["rouse"], got["inspire"]) == (18, 18, 114, 72)
    assert got["shortest"] <= got["longest"] <= 6


DUEL = {"players": ["Erica", "Drake"], "first": "Erica"}


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"check": "dance"}, "check is 'dance'; allowed: hand, sequence"),
        ({"check": "sequence"}, "needs the argument 'cards'"),
        ({"check": "sequence", "cards": ["B12"]}, "There is no card 'B12'"),
        ({"check": "sequence", "cards": ["B4", "B4"], "rulings": {"gap-cards": "x"}}, "gap-cards has no reading 'x'"),
        ({"check": "elites", "rows": [["BA"]], "rulings": {"gaps": "x"}}, "Teyra has no ruling 'gaps'"),
        ({"check": "elites", "rows": [["BA"]], "area": "atlantis"}, "There is no Area 'atlantis'"),
        ({"check": "targets", **DUEL, "effect": "FLY", "areas": []}, "effect is 'FLY'; allowed: CHARGE"),
        ({"check": "contest", "players": ["Erica"], "campaigns": {}}, "players is"),
        ({"check": "contest", **DUEL, "campaigns": {"Bob": ["B4"]}}, "player is 'Bob'; allowed: Erica, Drake"),
        ({"check": "contest", **DUEL, "campaigns": {"Erica": ["B9"] * 5}}, "used more than 4 times"),
        ({"check": "end", **DUEL, "round": 1, "prestige": {}}, "needs the argument 'morale'"),
        ({"check": "slash", "players": "2", "list": "hard", "level": 1, "place": 0}, "list is 'hard'"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_named(given, says):
    with pytest.raises(ValueError, match=says):
        evaluate(given)


def test_a_choice_that_nobody_asked_for_is_refused():
    given = examples()["elite-costs-morale"].given
    choice = {"who": "Erica", "effect": "CHARGE", "area": "alun-alun", "from": "Erica", "card": "O10"}
    assert evaluate({**given, "choices": [choice]}) == {"legal": False}
    with pytest.raises(ValueError, match="2 of them were not asked for"):
        evaluate({**given, "choices": [choice, choice]})
