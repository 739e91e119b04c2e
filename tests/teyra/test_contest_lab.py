"""Does the Contest lab settle, explain and refuse as the rule functions do, without a browser?"""

from __future__ import annotations

import re
from random import Random

import pytest

from teyra_kit.core import Rulings, rulebook
from teyra_kit.teyra.cards import KEY, readings
from teyra_kit.teyra.contests import judge
from teyra_kit.teyra.examples import evaluate, examples
from teyra_kit.teyra.labs.contest import (
    MATTER,
    ContestLab,
    Side,
    Situation,
    alternatives,
    answer,
    events,
    load,
    outcome,
    printed,
)
from teyra_kit.ui import Shared

BOOK = rulebook(KEY)


@pytest.fixture
def lab() -> ContestLab:
    """A fresh lab."""
    return ContestLab()


def some(random: Random) -> Situation:
    """Any situation that a table can have."""
    while True:
        players = random.randint(2, 4)
        sides = tuple(
            Side(random.choice((0, 12, 15, 21, 22, 30)), random.choice((0, 0, 1, 2, 3, 4)), random.random() < 0.8)
            for _ in range(players)
        )
        now = Situation(sides, random.randrange(players), random.randrange(players) if players > 2 else None)
        if now.problem is None:
            return now


def some_rulings(random: Random) -> Rulings:
    """Any readings of the rulings that matter here."""
    return Rulings.of(KEY, {id: random.choice(BOOK.ruling(id).readings).id for id in MATTER})


def ids(html: str) -> list[str]:
    return re.findall(r'data-id="([^"]+)"', html)


def test_three_examples_are_printed() -> None:
    assert list(printed()) == ["multi-away", "multi-home", "multi-tie"]


@pytest.mark.parametrize("id", list(printed()))
def test_a_printed_example_is_one_click_away_and_agrees(lab: ContestLab, id: str) -> None:
    lab.pick("case|")
    assert f"case|{id}" in ids(lab.head.html)
    lab.pick(f"case|{id}")
    example = examples()[id]
    assert lab.answer.result == evaluate(example.given)
    assert outcome(lab.answer.result) == example.expect
    assert alternatives(lab.now, lab.shared.rulings).keys() <= set(MATTER)
    assert (example.expect["winner"] or "Nobody") in lab.log.say


def test_random_situations_agree_with_the_contest_rules() -> None:
    random = Random(4)
    for _ in range(400):
        now, rulings = some(random), some_rulings(random)
        found = answer(now, rulings)
        verdict = judge(found.standings, now.first, now.defender, readings(rulings))
        assert verdict == found.verdict
        winner = "" if found.verdict.winner is None else now.names[found.verdict.winner]
        assert found.result["winner"] == winner
        assert found.result["morale"] == {now.names[seat]: -lost for seat, lost in found.verdict.losses}
        steps = events(now, rulings, found)
        assert all(step.clause in BOOK.clauses for step in steps)
        assert [step.clause for step in steps if step.key] == [found.verdict.clause]


def test_no_other_ruling_matters_and_those_that_do_are_shown() -> None:
    random, seen = Random(5), set()
    for _ in range(40):
        now, rulings = some(random), some_rulings(random)
        result, changing = outcome(evaluate(now.given(rulings))), set()
        for ruling in BOOK.rulings.values():
            others = (rulings.with_(ruling.id, reading.id) for reading in ruling.readings)
            if any(outcome(evaluate(now.given(other))) != result for other in others):
                changing.add(ruling.id)
        assert set(alternatives(now, rulings)) == changing
        seen |= changing
    assert len(seen) > 5


def test_everything_is_set_by_pointing(lab: ContestLab) -> None:
    for id in ("players|3", "first|2", "defender|1", "more|0", "elite|2|4", "present|1|0"):
        assert id in ids(lab.head.html + lab.plate.html)
        lab.plate.pick(id)
        assert not lab.plate.error
    lab.plate.enter("total|0", " 9 ")
    assert lab.now == Situation((Side(9), Side(25, 0, False), Side(10, 4)), 2, 1)
    assert lab.example == ""
    lab.pick("players|2")
    assert lab.now.defender is None and "Defender" not in lab.head.html


def test_what_cannot_be_is_refused_with_the_way_out(lab: ContestLab) -> None:
    lab.pick("case|multi-away")
    for value in ("31", "-1", "x<b>", "", "1.5", "99999"):
        lab.plate.enter("total|0", value)
        assert lab.now == load("multi-away") and "0 to 30" in lab.plate.say
        assert "<b>x" not in lab.plate.html and not lab.plate.error
    lab.pick("elite|1|1")
    assert lab.now == load("multi-away") and "elite.five" in lab.plate.html
    lab.pick("present|3|0")
    away = lab.now
    lab.pick("more|3")
    assert lab.now == away and "“Here” at Stuart" in lab.plate.say
    lab.pick("present|3|1")
    assert lab.refused is None


@pytest.mark.parametrize(
    ("sides", "first", "defender", "word"),
    [
        ((Side(),), 0, None, "sides"),
        ((Side(31), Side()), 0, None, "total"),
        ((Side(elite=5), Side()), 0, None, "elite"),
        ((Side(), Side()), 2, None, "first"),
        ((Side(), Side()), 0, 0, "defender"),
        ((Side(), Side(), Side()), 0, None, "defender"),
    ],
)
def test_a_situation_that_makes_no_sense_says_what_is_allowed(
    sides: tuple[Side, ...], first: int, defender: int | None, word: str
) -> None:
    with pytest.raises(ValueError, match=f"{word} .*allowed"):
        Situation(sides, first, defender)


def test_readings_are_shared_and_the_verdict_follows() -> None:
    shared = Shared("teyra")
    lab = ContestLab(shared)
    lab.pick("present|0|0")
    lab.plate.enter("total|2", "24")
    assert lab.answer.result["morale"] == {"Salihin": -1}
    assert "read|defender-bust|literal-number" in ids(lab.panel.html)
    lab.panel.pick("read|defender-bust|literal-number")
    assert shared.rulings["defender-bust"] == "literal-number"
    assert lab.answer.result["morale"] == {} and "Nobody loses Morale" in lab.log.html
    shared.set(Rulings.defaults(KEY), None)
    assert "Salihin loses 1 Morale" in lab.log.html


def test_an_example_under_another_reading_says_that_it_differs(lab: ContestLab) -> None:
    lab.pick("case|multi-away")
    lab.panel.pick("read|multi-prestige|reward-only")
    assert "otherwise than the rulebook prints" in lab.plate.html and "Erica gains no Prestige" in lab.log.html
