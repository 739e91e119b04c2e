"""Does the home page show how far a visitor has come, whatever their browser brings back?"""

from __future__ import annotations

import json
import re

import pytest

from teyra_kit import GAMES
from teyra_kit.core.lessons import DONE, LATER, course, write_progress
from teyra_kit.home import Home
from teyra_kit.ui.lessons import kept_name, rules_in, rules_met

COURSE = course("tekeli_li")
STEPS = COURSE.steps


@pytest.fixture
def home() -> Home:
    """The home page, just opened."""
    return Home()


def found(home: Home, texts: object) -> None:
    home.keep._receive(None, {"event": "found", "texts": texts}, None)


def kept(home: Home, text: object) -> None:
    found(home, {kept_name("tekeli_li"): text})


def ring(home: Home) -> tuple[int, int]:
    """The rules met, and those there are."""
    labels = re.findall(r'class="ring" role="img" aria-label="(\d+) of (\d+) rules met"', home.tiles.html)
    assert len(labels) == len(GAMES)
    return int(labels[0][0]), int(labels[0][1])


def arc(home: Home) -> float:
    lengths = re.findall(r'class="ring-1" stroke-dasharray="([\d.]+) 150.8"', home.tiles.html)
    return float(lengths[0]) if lengths else 0.0


def test_a_first_visitor_has_met_no_rule(home: Home) -> None:
    assert ring(home)[0] == 0
    assert arc(home) == 0
    assert home.keep.names == [kept_name(game) for game in GAMES]


def test_the_ring_shows_the_rules_of_the_steps_that_are_done(home: Home) -> None:
    for count in (1, 10, 40):
        states = {step.id: DONE for step in STEPS[:count]} | {STEPS[-1].id: LATER}
        kept(home, write_progress("tekeli_li", states))
        met, rules = ring(home)
        assert met == rules_met(COURSE, states) == len({clause for step in STEPS[:count] for clause in step.clauses})
        assert arc(home) == pytest.approx(150.8 * met / rules, abs=0.1)


def test_the_whole_course_fills_the_ring(home: Home) -> None:
    kept(home, write_progress("tekeli_li", {step.id: DONE for step in STEPS}))
    met, rules = ring(home)
    assert met == rules == rules_in(COURSE)
    assert arc(home) == 150.8


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[" * 100_000,
        "9" * 5000,
        "<script>alert(1)</script>",
        "[]",
        "null",
        write_progress("terakh", {}),
        write_progress("tekeli_li", {STEPS[0].id: "<script>"}),
        json.dumps({"teyra-kit progress": 1, "game": "tekeli_li", "steps": {STEPS[0].id: [DONE]}}),
        json.dumps({"teyra-kit progress": 1, "game": "tekeli_li", "steps": []}),
        None,
        3,
        ["x"],
    ],
)
def test_broken_progress_is_no_progress(home: Home, text: object) -> None:
    before = home.tiles.html
    kept(home, text)
    assert home.tiles.html == before


@pytest.mark.parametrize("texts", [None, [], "x", {"another": write_progress("tekeli_li", {STEPS[0].id: DONE})}, {}])
def test_an_answer_of_another_shape_changes_nothing(home: Home, texts: object) -> None:
    before = home.tiles.html
    found(home, texts)
    assert home.tiles.html == before


def test_steps_that_the_course_no_longer_has_do_not_count(home: Home) -> None:
    kept(home, write_progress("tekeli_li", {"old-step": DONE}))
    assert ring(home)[0] == 0


def test_the_home_page_never_overwrites_what_the_browser_keeps(home: Home) -> None:
    kept(home, write_progress("tekeli_li", {STEPS[0].id: DONE}))
    kept(home, "{")
    assert home.keep.kept == {}
