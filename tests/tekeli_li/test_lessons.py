"""Every step of the course is solvable, every wrong answer is wrong for its own reason, and the text fits the cards."""

from __future__ import annotations

import re

import pytest

from teyra_kit.core import rulebook
from teyra_kit.core.lessons import course
from teyra_kit.tekeli_li import Card, judge_trick
from teyra_kit.tekeli_li.cards import KINDS
from teyra_kit.tekeli_li.lessons import GOALS
from teyra_kit.tekeli_li.tricks import must_follow

BOOK = rulebook("tekeli_li")
COURSE = course("tekeli_li")
STEPS = pytest.mark.parametrize("step", COURSE.steps, ids=lambda step: step.id)
NAMES = {card.name for card in KINDS if card.name}


def texts(step):
    return [
        *(step.title, step.say, step.task, step.after, step.assumed),
        *step.hints,
        *(wrong.because for wrong in step.wrong),
    ]


# ---------------------------------------------------------------- the course


def test_the_lessons_stand_in_the_order_of_telling():
    assert [lesson.id for lesson in COURSE.lessons] == [
        "theme", "goal", "trick", "following", "cancelling", "taking", "leading", "points", "events", "scoring",
        "end", "variant", "unclear",
    ]  # fmt: skip
    assert all(2 <= len(lesson.steps) <= 7 for lesson in COURSE.lessons)


def test_every_rule_to_be_taught_has_a_step():
    taught = {clause for step in COURSE.steps for clause in step.clauses}
    assert [clause.id for clause in BOOK.clauses.values() if clause.teach and clause.id not in taught] == []


def test_the_newcomer_begins_by_playing_a_card_that_decides_a_trick():
    first = COURSE.steps[0]
    assert not first.is_question
    for move in first.start.legal_moves():
        assert first.judge(first.start.write_move(move)).line.end.tricks


def test_a_learner_needs_no_rule_before_its_lesson():
    """The event cards set something off only from their own lesson on."""
    before = [step for step in COURSE.steps if step.lesson in ("theme", "goal", "trick", "following", "cancelling")]
    for step in before:
        assert not [event for event in step.judge(step.solution).line.events if event.clause.startswith("events.")]


def test_the_same_cards_give_two_takers_under_two_readings():
    for first, second in (("phone-ends", "phone-goes-on"), ("across-rounds", "round-by-round")):
        one, other = COURSE.step(first), COURSE.step(second)
        assert (one.start.hands, one.start.plays) == (other.start.hands, other.start.plays)
        assert one.start.setup.rulings != other.start.setup.rulings
        assert one.solution != other.solution


def test_every_goal_of_the_game_is_set_somewhere():
    assert {name for step in COURSE.steps for name in step.goal} >= set(GOALS)


# ---------------------------------------------------------------- each step


@STEPS
def test_the_solution_is_right_and_says_what_happened(step):
    judged = step.judge(step.solution)
    assert judged.right
    assert judged.told == step.after
    assert judged.clause in step.clauses


@STEPS
def test_each_wrong_answer_is_wrong_for_its_own_reason(step):
    for wrong in step.wrong:
        judged = step.judge(wrong.answer)
        assert not judged.right
        assert judged.told == wrong.because
        assert judged.clause in BOOK.clauses
        assert judged.clause == (judged.reasons[0].clause if judged.reasons else wrong.clause)


@STEPS
def test_every_answer_is_right_or_explained(step):
    explained = {wrong.answer for wrong in step.wrong}
    answers = step.options if step.is_question else [step.start.write_move(m) for m in step.start.legal_moves()]
    for answer in answers:
        assert step.judge(answer).right != (answer in explained)
    assert len(set(answers)) == len(answers)
    assert not step.is_question or explained <= set(answers)


@STEPS
def test_an_illegal_card_of_the_learner_is_refused_with_a_reason(step):
    if step.is_question:
        return
    legal = {move.card for move in step.start.legal_moves()}
    verb = "follow" if step.start.plays else "lead"
    for card in set(step.start.hands[step.seat]) - legal:
        judged = step.judge(f"{'ABCDEF'[step.seat]} {verb} {card.id}")
        assert not judged.right
        assert [reason.clause for reason in judged.reasons] == ["follow.must"]
        assert len(judged.told) > 20


@STEPS
def test_a_step_ends_where_the_learner_can_see_what_came_of_it(step):
    """Where the goal is about the trick, the trick is over."""
    if set(step.goal) & {"takes", "leaves", "leads_next", "markers_at_most"}:
        assert step.judge(step.solution).line.end.tricks


# ---------------------------------------------------------------- the positions could have come about


@STEPS
def test_nobody_has_broken_a_rule_before(step):
    table = step.start
    rules = table.setup.rules
    for place, (seat, card) in enumerate(zip(table.seats, table.plays, strict=True)):
        lead, round = table.plays[0].faction, 1 + place // table.players
        if card.faction is not lead and must_follow(round, place % table.players == 0, rules.follow):
            later = [c for s, c in list(zip(table.seats, table.plays, strict=True))[place:] if s == seat]
            assert not [held for held in (*table.hands[seat], *later) if held.faction is lead]
    for trick in table.tricks:
        assert judge_trick(trick.leader, trick.cards, rules, 1).taker == trick.taker


@STEPS
def test_the_learner_has_a_choice_of_cards(step):
    if not step.is_question:
        assert 3 <= len(step.start.hands[step.seat]) <= 5


# ---------------------------------------------------------------- the text


@STEPS
def test_the_text_is_short_and_set_well(step):
    assert len(step.title) <= 16
    assert len(step.hints) in (2, 3)
    assert len(step.say) <= 90
    assert len(step.task) <= 180
    for text in texts(step):
        assert text == text.strip()
        assert "  " not in text
        assert "'" not in text and '"' not in text
        assert not re.search(r"-\d", text), "a minus sign is −"
        assert not re.search(r"[!…]", text), "the voice is calm"
        assert not re.search(r"\b(red|black|blue|white)-\d", text)
    for text in (step.say, step.task, step.after, *step.hints, *(wrong.because for wrong in step.wrong)):
        assert text.endswith((".", "?")), text


@STEPS
def test_a_named_card_is_called_by_its_right_faction_and_number(step):
    for text in texts(step):
        for name, element, number in re.findall(r"([A-Z][\w ]*?) \((Fire|Earth|Water|Air) (\d)\)", text):
            colour = {"Fire": "red", "Earth": "black", "Water": "blue", "Air": "white"}[element]
            name = next((known for known in NAMES if name.endswith(known)), name)
            assert Card(f"{colour}-{number}").name == name


def test_the_whole_course_speaks_of_cards_as_the_screen_does():
    for step in COURSE.steps:
        for text in texts(step):
            assert not re.search(r"\b(Red|Black|Blue|White) \d", text)
