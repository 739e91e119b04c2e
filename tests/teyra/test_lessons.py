"""Every step of the course is solvable, every wrong answer is wrong for its own reason, and the text fits the cards."""

from __future__ import annotations

import re

import pytest

from teyra_kit.core import rulebook
from teyra_kit.core.lessons import course
from teyra_kit.teyra import scene
from teyra_kit.teyra.cards import Card, Shrouded, areas_for, landmarks
from teyra_kit.teyra.lessons import GOALS, QUESTIONS, called, wins

BOOK = rulebook("teyra")
COURSE = course("teyra")
STEPS = pytest.mark.parametrize("step", COURSE.steps, ids=lambda step: step.id)
MOVES = pytest.mark.parametrize("step", [s for s in COURSE.steps if not s.is_question], ids=lambda step: step.id)
NAMED = re.compile(r"\b(Boar|Koel|Lizard|Orangutan) (\d+|Vanguard|Ace)\b")


def texts(step):
    return [
        *(step.title, step.say, step.task, step.after, step.assumed),
        *step.hints,
        *(wrong.because for wrong in step.wrong),
    ]


def cards_anywhere(table):
    """Every Player card of a position, by the name the course uses."""
    found = [*table.deck, *table.discard, *table.vanguards, *table.aces, *(c for hand in table.hands for c in hand)]
    for area in table.areas:
        for campaign in area.campaigns:
            found += [entry.card if isinstance(entry, Shrouded) else entry for entry in campaign.cards]
    return {called(card) for card in found if isinstance(card, Card)}


# ---------------------------------------------------------------- the course


def test_the_lessons_stand_in_the_order_of_telling():
    assert [lesson.id for lesson in COURSE.lessons] == [
        "theme", "campaigns", "turn", "kindred", "runs", "elite", "resolve", "rounds", "setup", "many", "areas",
        "hidden", "landmarks", "end", "unclear",
    ]  # fmt: skip
    assert all(4 <= len(lesson.steps) <= 12 for lesson in COURSE.lessons)


def test_every_rule_to_be_taught_has_a_step():
    taught = {clause for step in COURSE.steps for clause in step.clauses}
    assert [clause.id for clause in BOOK.clauses.values() if clause.teach and clause.id not in taught] == []


def test_the_newcomer_begins_by_playing_a_card_that_wins_an_area():
    first = COURSE.steps[0]
    assert not first.is_question
    assert wins(first.start, "padma-field") == 1
    assert wins(first.judge(first.solution).line.end, "padma-field") == 0


def test_a_learner_needs_no_rule_before_its_lesson():
    """Runs and Elite Forces come about only from their own lessons on."""
    for early, kinds in (
        (("theme", "campaigns", "turn"), ("kindred.", "charge.", "inspire.", "rouse.", "intercept.", "elite.")),
        (("kindred", "runs"), ("elite.",)),
    ):
        for step in COURSE.steps:
            if step.lesson in early:
                for answer in (step.solution, *(wrong.answer for wrong in step.wrong)):
                    assert not [e for e in step.judge(answer).line.events if e.clause.startswith(kinds)]


def test_up_to_the_lesson_on_more_players_there_are_two():
    for step in COURSE.steps:
        if step.lesson in ("theme", "campaigns", "turn", "kindred", "runs", "elite", "resolve", "rounds"):
            assert step.start.players == 2
        if step.lesson == "many":
            assert step.start.players > 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("vanguard-once", "vanguard-by-weight"),
        ("pair-alone", "pair-contained"),
        ("against-a-bust", "word-for-word"),
        ("a-chain", "whose-choice"),
    ],
)
def test_the_same_cards_come_to_something_else_under_another_reading(one, other):
    one, other = COURSE.step(one), COURSE.step(other)
    assert [area.campaigns[0].cards for area in one.start.areas] == [a.campaigns[0].cards for a in other.start.areas]
    assert (one.start.hands, one.start.deck) == (other.start.hands, other.start.deck)
    assert one.start.rulings != other.start.rulings
    assert (one.ask, one.about) == (other.ask, other.about)
    assert one.solution != other.solution


def test_every_goal_and_question_of_the_game_is_set_somewhere():
    assert {name for step in COURSE.steps for name in step.goal} >= set(GOALS)
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
    for wrong in step.wrong:
        judged = step.judge(wrong.answer)
        assert not judged.right
        assert judged.told == wrong.because
        assert judged.clause in BOOK.clauses
        assert judged.reasons or judged.clause == wrong.clause


@STEPS
def test_every_answer_is_right_or_explained(step):
    explained = {wrong.answer for wrong in step.wrong}
    answers = step.options if step.is_question else [step.start.write_move(m) for m in step.start.legal_moves()]
    for answer in answers:
        assert step.judge(answer).right != (answer in explained)
    assert len(set(answers)) == len(answers)
    assert not step.is_question or explained <= set(answers)


@MOVES
def test_the_learner_has_a_choice_of_a_few_moves(step):
    legal = step.start.legal_moves()
    assert step.seat == 0
    assert 2 <= len(legal) <= 6
    assert 1 <= sum(step.judge(step.start.write_move(move)).right for move in legal) < len(legal)


# ---------------------------------------------------------------- the positions could have come about


@STEPS
def test_the_areas_belong_to_the_round_and_the_mode(step):
    table = step.start
    allowed = areas_for(table.setup.mode)
    for area in table.areas:
        assert area.card in allowed
        assert area.card.level == table.round
    for owned in table.landmarks:
        assert not owned or (table.setup.mode == "advanced" and set(owned) <= set(landmarks()))
    assert len(table.areas) <= table.setup.per_round


@STEPS
def test_nobody_holds_more_than_the_limit_or_has_more_morale_than_at_the_start(step):
    assert all(len(hand) <= 7 for hand in step.start.hands)
    assert all(0 < morale <= 10 for morale in step.start.morale)


@STEPS
def test_no_card_lies_in_two_places(step):
    table = step.start
    there = [*table.deck, *table.discard, *table.vanguards, *table.aces, *(c for hand in table.hands for c in hand)]
    there += [
        entry.card if isinstance(entry, Shrouded) else entry
        for area in table.areas
        for campaign in area.campaigns
        for entry in campaign.cards
    ]
    cards = [card for card in there if isinstance(card, Card)]
    assert len(set(cards)) == len(cards)
    folk = [card.code for card in cards if card.type == "folk"]
    assert all(folk.count(code) <= 2 for code in folk), "the box holds each Folk card twice"


# ---------------------------------------------------------------- the text


@STEPS
def test_the_text_is_short_and_set_well(step):
    assert len(step.title) <= 18
    assert len(step.hints) in (2, 3)
    assert len(step.say) <= 110
    assert len(step.task) <= 110
    for text in texts(step):
        assert text == text.strip()
        assert "  " not in text
        assert "'" not in text and '"' not in text
        assert not re.search(r"-\d", text), "a minus sign is −"
        assert not re.search(r"[!…]", text), "the voice is calm"
        assert not re.search(r"\b(Wild Boar|Asian Koel|Monitor Lizard) (\d|Ace|Vanguard)", text)
    for text in (step.say, step.task, step.after, *step.hints, *(wrong.because for wrong in step.wrong)):
        assert text.endswith((".", "?")), text


@STEPS
def test_a_named_card_lies_on_the_table(step):
    there = cards_anywhere(step.start)
    if step.ask == "player_cards":
        there |= set(step.options)
    for text in texts(step):
        for suit, value in NAMED.findall(text):
            assert f"{suit} {value}" in there, text


# ---------------------------------------------------------------- on the board


@MOVES
def test_every_answer_can_be_pointed_at(step):
    offered = {step.start.write_move(move) for move in scene.candidates(step.start, step.seat)}
    assert {step.solution, *(wrong.answer for wrong in step.wrong)} <= offered
