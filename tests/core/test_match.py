"""A match: back and forth, branches, and what a broken record is told."""

from __future__ import annotations

import pytest

from teyra_kit.core import IllegalMove, Match, rulebook
from teyra_kit.tekeli_li import Card, Follow, Lead, position

HANDS = {"A": ["blue-5", "blue-2"], "B": ["blue-6", "blue-4"], "C": ["white-3", "red-5"]}


@pytest.fixture
def match():
    return Match(position(3, HANDS, leader="A", turns=1, partial=True))


def test_undo_and_redo(match):
    assert not match.undo()
    start = match.state
    assert match.play(Lead(Card("blue-5")))[0].clause == "lead.any-card"
    after = match.state
    assert match.undo()
    assert match.state == start
    assert match.redo()
    assert match.state == after
    assert not match.redo()


def test_playing_from_the_middle_keeps_the_other_branch(match):
    match.play(Lead(Card("blue-5")))
    match.undo()
    match.play(Lead(Card("blue-2")))
    assert [child.move for child in match.root.children] == [Lead(Card("blue-5")), Lead(Card("blue-2"))]
    match.undo()
    match.play(Lead(Card("blue-5")))
    assert len(match.root.children) == 2, "the same move again is the same branch"
    match.undo()
    match.redo()
    assert match.moves == (Lead(Card("blue-5")),), "redo follows the branch played last"


def test_an_illegal_move_changes_nothing(match):
    with pytest.raises(IllegalMove):
        match.play(Follow(Card("blue-5")))
    assert match.here is match.root
    assert not match.root.children


def test_a_branch_is_a_match_of_its_own(match):
    match.play(Lead(Card("blue-5")))
    match.play(Follow(Card("blue-4")))
    other = match.branch(1)
    other.play(Follow(Card("blue-6")))
    assert match.moves[1] == Follow(Card("blue-4"))
    assert other.moves[1] == Follow(Card("blue-6"))
    with pytest.raises(ValueError, match="back is 5; allowed: 0 to 2"):
        match.branch(5)


def test_a_record_is_readable(match):
    match.play(Lead(Card("blue-5")))
    head = match.record().splitlines()
    assert head[:3] == ["teyra-kit record 1", "game: tekeli_li", f"rulebook: {rulebook('tekeli_li').version}"]
    assert head[-1] == "A lead blue-5"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("teyra-kit record 1", "something", "line 1: not a record"),
        ("game: tekeli_li", "game: chess", "There is no game 'chess'"),
        ("game: tekeli_li", "gam: tekeli_li", "line 2: 'gam: tekeli_li'; allowed: game, rulebook"),
        ("rulebook: ", "rulebook: 0", "made under rulebook 0.*; this kit has"),
        ("start: {", "start: ", "the line 'start:' is not JSON"),
        ("start: {", 'start: {"color": 1, ', "start does not fit this game"),
        ("ruling: turn-count = 1", "ruling: turn-count = 99", "turn-count is 99"),
        ("A lead blue-5", "A lead red-5", "line 7: 'A lead red-5' is not legal here"),
    ],
)
def test_a_broken_record_is_refused(match, old, new, says):
    match.play(Lead(Card("blue-5")))
    text = match.record()
    assert old in text
    with pytest.raises(ValueError, match=says):
        Match.from_record(text.replace(old, new, 1))
    with pytest.raises(ValueError, match="line 1"):
        Match.from_record("")


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (None, "the key 'record' must be 1"),
        ({"record": 2}, "the key 'record' must be 1"),
        ({"record": 1, "game": "tekeli_li"}, "key 'rulebook' is None; a str is needed"),
    ],
)
def test_a_broken_json_record_is_refused(values, says):
    with pytest.raises(ValueError, match=says):
        Match.from_json(values)
