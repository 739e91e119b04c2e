"""Every worked example of the rulebook comes out as it says, and wrong arguments are named."""

from __future__ import annotations

import pytest

from teyra_kit.tekeli_li.examples import OPS, evaluate, examples


@pytest.mark.parametrize("example", examples().values(), ids=lambda example: example.id)
def test_example(example):
    got = evaluate(example.given)
    assert {key: got.get(key) for key in example.expect} == example.expect


def test_all_examples_are_here():
    assert len(examples()) == 104
    assert {example.given["op"] for example in examples().values()} == set(OPS)


def trick(plays, **more):
    return {"op": "trick", "players": 4, "leader": "A", "cards_left": 5, "plays": plays, **more}


FOUR = [["A", "blue-3"], ["B", "blue-4"], ["C", "blue-6"], ["D", "blue-5"]]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"op": "dance"}, "op is 'dance'; allowed: deck, setup"),
        ({"op": "deck"}, "needs the argument 'players'"),
        ({"op": "deck", "players": 2}, "players is 2; allowed: 3, 4, 5 or 6"),
        ({"op": "deck", "players": 7}, "players is 7"),
        (trick([["A", "blue-9"], *FOUR[1:]]), "There is no card 'blue-9'"),
        (trick([["A", "blue-4"], *FOUR[1:]]), "Water 4 .* is used 2 times; .* has 1 copy"),
        (trick(FOUR[:3]), "no whole rounds"),
        (trick([FOUR[0], FOUR[2], FOUR[1], FOUR[3]]), "card 2 is B’s, not C’s"),
        (trick(FOUR, rulings={"trick-span": "three"}), "trick-span has no reading 'three'. There are: one-trick"),
        (trick(FOUR, rulings={"span": "one"}), "Tekeli-li has no ruling 'span'"),
        ({"op": "trick", "players": 3, "leader": "A", "cards_left": 1,
          "plays": [["A", "blue-1"], ["B", "blue-4"], ["C", "blue-5"]]}, "not in the deck for 3 players"),
        ({"op": "end", "turns": 2, "turn_markers": {"A": [1], "B": [2], "C": [0]}}, "the game has 2"),
        ({"op": "markers", "raw": "-350", "phone": False}, "raw is '-350'"),
        ({"op": "count", "players": 4, "draw": "some"}, "draw is 'some'; allowed: one-faction, any-cards"),
    ],
)  # fmt: skip
def test_wrong_arguments_are_named(given, says):
    with pytest.raises(ValueError, match=says):
        evaluate(given)


def test_a_whole_turn_is_refused_at_its_first_illegal_card():
    given = dict(examples()["ruling-event-continuation-trip"].given)
    given["hands"] = {**given["hands"], "C": ["white-3", "blue-7"]}
    with pytest.raises(ValueError, match=r"Water was led, and you hold Water 7\. Play Water 7\. \[follow.must\]"):
        evaluate(given)
