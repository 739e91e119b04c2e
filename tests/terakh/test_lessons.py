"""Every step of the course is solvable, every wrong answer is wrong for its own reason, and can be pointed at."""

from __future__ import annotations

import re

import pytest

from teyra_kit.core import rulebook
from teyra_kit.core.lessons import course
from teyra_kit.core.scene import marks
from teyra_kit.terakh import scene
from teyra_kit.terakh.lessons import GOALS, QUESTIONS
from teyra_kit.terakh.spec_cards import all_lines

BOOK = rulebook("terakh")
COURSE = course("terakh")
STEPS = pytest.mark.parametrize("step", COURSE.steps, ids=lambda step: step.id)
MOVES = pytest.mark.parametrize("step", [s for s in COURSE.steps if not s.is_question], ids=lambda step: step.id)
ACTS = re.compile('data-(?:move|id)="([^"]+)"')


def texts(step):
    return [
        *(step.title, step.say, step.task, step.after, step.assumed),
        *step.hints,
        *(wrong.because for wrong in step.wrong),
    ]


def pointed_at(step):
    """Every line that the learner can point at, one thing after the other."""
    found, parts, seen = set(), [""], {""}
    while parts:
        for id in ACTS.findall(scene.html(step.start, step.seat, {}, None, parts.pop())):
            if not id.startswith("part|"):
                found.add(id)
            elif id[5:] not in seen:
                seen.add(id[5:])
                parts.append(id[5:])
    return found


# ---------------------------------------------------------------- the course


def test_the_lessons_stand_in_the_order_of_telling():
    assert [lesson.id for lesson in COURSE.lessons] == [
        "aim", "planes", "turn", "combat", "elder", "board", "rounds", "idols", "mods", "spec", "guardian", "control",
        "cards", "answers", "gone", "variants", "unclear",
    ]  # fmt: skip
    assert all(5 <= len(lesson.steps) <= 12 for lesson in COURSE.lessons)


def test_every_rule_to_be_taught_has_a_step():
    taught = {clause for step in COURSE.steps for clause in step.clauses}
    assert [clause.id for clause in BOOK.clauses.values() if clause.teach and clause.id not in taught] == []


def test_the_newcomer_begins_by_attacking_the_last_elder():
    first = COURSE.steps[0]
    assert not first.is_question
    assert "combat.declare" in {event.clause for event in first.judge(first.solution).line.events}


def test_up_to_the_lesson_on_idols_there_are_no_orbs_and_no_cards_are_cast():
    for step in COURSE.steps:
        if step.lesson in ("aim", "planes", "turn", "combat", "elder", "board", "rounds"):
            assert not step.start.loose
            assert not any(unit.orb for unit in step.start.units)
            assert not any(event.clause == "cast.show" for event in step.judge(step.solution).line.events)


def test_a_fight_is_judged_before_the_course_has_told_of_it_only_in_its_first_lesson():
    """Attacks are only declared, or asked about after the dice, until the lesson on combat."""
    for step in COURSE.steps:
        if step.lesson in ("planes", "board", "rounds"):
            assert not any(event.clause == "combat.declare" for event in step.judge(step.solution).line.events)


@pytest.mark.parametrize(
    ("one", "other", "ruling"),
    [
        ("orth-all", "orth-moves", "orth.scope"),
        ("rotate-all", "rotate-board", "rotate.contents"),
        ("range-exact", "range-up-to", "range.counting"),
        ("mana-lost", "mana-kept", "mana.unspent"),
    ],
)
def test_the_same_board_comes_to_something_else_under_another_reading(one, other, ruling):
    one, other = COURSE.step(one), COURSE.step(other)
    assert one.start.units == other.start.units
    assert one.start.mana == other.start.mana
    assert (one.ask, one.about, one.reveal) == (other.ask, other.about, other.reveal)
    assert one.solution != other.solution
    assert one.start.rulings[ruling] != other.start.rulings[ruling]
    assert one.start.rulings == one.start.rulings.defaults("terakh")
    assert one.start.rulings.with_(ruling, other.start.rulings[ruling]) == other.start.rulings
    assert other.start.rulings[ruling] in other.assumed


def test_every_goal_and_question_of_the_game_is_set_somewhere():
    assert {name for step in COURSE.steps for name in step.goal} == set(GOALS)
    assert {step.ask for step in COURSE.steps if step.is_question} == set(QUESTIONS)


# ---------------------------------------------------------------- each step


@STEPS
def test_the_solution_is_right_and_says_what_happened(step):
    judged = step.judge(step.solution)
    assert judged.right
    assert judged.told == step.after
    assert judged.clause in step.clauses


@STEPS
def test_each_wrong_answer_is_wrong_for_its_own_reason(step):
    legal = [] if step.is_question else [step.start.write_move(move) for move in step.start.legal_moves()]
    for wrong in step.wrong:
        answers = [line for line in legal if wrong.covers(line)] if wrong.is_group else [wrong.answer]
        assert answers
        for answer in answers:
            judged = step.judge(answer)
            if judged.right or step.explanation(answer) != wrong:
                assert wrong.is_group
                continue
            assert judged.told == wrong.because
            assert judged.clause in BOOK.clauses
            assert judged.reasons or judged.clause == wrong.clause


@STEPS
def test_every_answer_is_right_or_explained(step):
    answers = step.options if step.is_question else [step.start.write_move(m) for m in step.start.legal_moves()]
    for answer in answers:
        assert step.judge(answer).right or step.explanation(answer)
    assert len(set(answers)) == len(answers)


@MOVES
def test_the_learner_has_a_choice(step):
    legal = step.start.legal_moves()
    assert step.seat == 0
    assert len(legal) >= 2
    right = sum(step.judge(step.start.write_move(move)).right for move in legal)
    assert 1 <= right < len(legal)


@STEPS
def test_what_rests_on_invented_data_says_so(step):
    """Invented cards, lines of Spec Cards that are not printed, and types of trias are named as such."""
    events = [*step.judge(step.solution).line.events]
    played = " ".join((step.solution, *step.reveal))
    rests = any(event.assumed for event in events)
    rests = rests or any(line.provenance != "printed" and f" {id} " in played for id, line in all_lines().items())
    rests = rests or step.ask == "type" or "on_type" in step.goal or any(hand for hand in step.start.hands)
    assert step.assumed or not rests or step.id == "hand-over"


# ---------------------------------------------------------------- the positions could have come about


@STEPS
def test_a_first_game_has_no_orbs_and_a_full_one_has_each_once(step):
    table = step.start
    orbs = [orb for _, orb in table.loose] + [unit.orb for unit in table.units if unit.orb]
    assert len(set(orbs)) == len(orbs)
    assert not orbs or table.setup.mode == "full"
    assert set(orbs) <= set(table.clans)


@STEPS
def test_nobody_has_more_points_or_mana_than_a_turn_gives(step):
    table = step.start
    assert table.mana <= 5
    most = 4 if table.setup.mode == "full" else 2
    assert all(table.elder(seat).hp <= most for seat in range(table.players))
    assert all(len(unit.mods) <= 3 for unit in table.units)


# ---------------------------------------------------------------- the text


@STEPS
def test_the_text_is_short_and_set_well(step):
    assert len(step.title) <= 22
    assert len(step.hints) in (2, 3)
    assert len(step.say) <= 150
    assert len(step.task) <= 120
    for text in texts(step):
        assert text == text.strip()
        assert "  " not in text
        assert "'" not in text and '"' not in text
        assert not re.search(r"(^| )-\d", text), "a minus sign is −"
        assert not re.search(r"[!…]", text), "the voice is calm"
    for text in (step.say, step.task, step.after, *step.hints, *(wrong.because for wrong in step.wrong)):
        assert text.endswith((".", "?")), text


@STEPS
def test_a_named_unit_is_on_the_board_and_a_named_tria_too(step):
    names = {name.replace(".", " ") for name, unit in zip(_names(step), step.start.units, strict=True)}
    for text in (step.say, step.task):
        for clan, number in re.findall(r"\b([Rr]ed|[Bb]lue|[Gg]reen|[Gg]rey|[Pp]urple) ([1-6])\b", text):
            assert f"{clan.lower()} {number}" in names, text


def _names(step):
    clans = [clan or "ABCDEF"[seat] for seat, clan in enumerate(step.start.clans)]
    return [f"{clan}.{'E' if n == 6 else n + 1}" for clan in clans for n in range(7)]


# ---------------------------------------------------------------- on the board


@MOVES
def test_every_answer_can_be_pointed_at(step):
    found = pointed_at(step)
    assert {step.solution, *(step.start.write_move(move) for move in step.start.legal_moves())} <= found
    assert {wrong.answer for wrong in step.wrong if not wrong.is_group} <= found


@STEPS
def test_nothing_is_given_away_before_the_answer(step):
    if step.is_question:
        line = step.reveals()
        html = scene.riddle_html(step.start, step.seat, step.options, line.plies[-1] if line.plies else None)
        assert "tr-allowed" not in html
        assert "The attack succeeds" not in html
        assert "The attack fails" not in html
        assert scene.riddle_text(step.start, step.seat, line.plies[-1] if line.plies else None)
    else:
        assert "tr-allowed" not in scene.html(step.start, step.seat, {}, None)
        assert marks(scene, step.start, step.seat)
