"""A lesson file is played through when it is read, and every complaint names the step; progress survives a journey."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from teyra_kit.core import rulebook
from teyra_kit.core.lessons import (
    DONE,
    LATER,
    LessonError,
    Line,
    compile_course,
    course,
    has_course,
    read_progress,
    write_progress,
)
from teyra_kit.tekeli_li import lessons as lore
from teyra_kit.tekeli_li import position

TEKELI_LI = rulebook("tekeli_li")
BOOK = replace(
    TEKELI_LI,
    clauses={id: replace(clause, teach=id == "follow.must") for id, clause in TEKELI_LI.clauses.items()},
)

LESSON = """
[[lesson]]
id = "following"
title = "Follow"
"""
STEP = """
[[step]]
id = "stay-below"
lesson = "following"
title = "Stay below"
clauses = ["follow.must"]
say = "Three Water cards lie there."
task = "Don’t take this trick."
start = { partial = true, leader = "A", trick = ["blue-4", "blue-5", "blue-1"], hands = { A = ["red-5"], B = ["red-7"], C = ["red-2"], D = ["blue-8", "blue-2"] } }
goal = { leaves = "D" }
solution = "D follow blue-2"
hints = ["Look at B’s 5.", "Your 2 is lower."]
wrong = [{ answer = "D follow blue-8", because = "Your 8 is the highest.", clause = "take.greatest" }]
after = "B takes it."
"""
QUESTION = """
[[step]]
id = "who-takes"
lesson = "following"
title = "Who takes?"
clauses = ["take.greatest"]
say = "D plays Water 2."
task = "Who takes this trick?"
start = { partial = true, leader = "A", trick = ["blue-4", "blue-5", "blue-1"], hands = { A = ["red-5"], B = ["red-7"], C = ["red-2"], D = ["blue-2", "red-1"] } }
ask = "taker"
reveal = ["D follow blue-2"]
options = ["A", "B", "C"]
solution = "B"
hints = ["Look at the numbers.", "5 is the greatest."]
wrong = [{ answer = "A", because = "4 is less than 5." }, { answer = "C", because = "1 is less than 5." }]
after = "B takes it."
"""
WRONG = next(line for line in STEP.splitlines() if line.startswith("wrong"))


def compiled(tmp_path, text, book=BOOK):
    file = tmp_path / "lessons.toml"
    file.write_text(text)
    return compile_course(file, book, lore, position)


def edited(text, edits):
    for old, new in edits:
        assert old in text
        text = text.replace(old, new)
    return text


@pytest.fixture
def small(tmp_path):
    return compiled(tmp_path, LESSON + STEP + QUESTION)


# ---------------------------------------------------------------- what a good file gives


def test_a_course_holds_its_lessons_and_steps_in_order(small):
    assert small.game == "tekeli_li"
    assert [(lesson.id, lesson.title) for lesson in small.lessons] == [("following", "Follow")]
    assert [step.id for step in small.steps] == ["stay-below", "who-takes"]
    assert small.step("who-takes") is small.steps[1]
    with pytest.raises(ValueError, match="no step 'nowhere'"):
        small.step("nowhere")


def test_steps_stand_under_their_lesson_wherever_they_stand_in_the_file(tmp_path):
    second = LESSON.replace("following", "taking")
    found = compiled(tmp_path, LESSON + second + QUESTION.replace("following", "taking") + STEP)
    assert [step.id for step in found.steps] == ["stay-below", "who-takes"]


@pytest.mark.parametrize("goal", ["legal = true", 'cites = "follow.must"', 'avoids = "cancel.pair"'])
def test_any_move_that_meets_the_goal_is_right(tmp_path, goal):
    step = compiled(tmp_path, LESSON + edited(STEP, [('leaves = "D"', goal), (WRONG, "")])).steps[0]
    assert step.judge("D follow blue-2").right
    assert step.judge("D follow blue-8").right


def test_a_goal_of_several_parts_needs_all_of_them(tmp_path):
    both = 'leaves = "D", cites = "follow.must"'
    step = compiled(tmp_path, LESSON + edited(STEP, [('leaves = "D"', both)])).steps[0]
    assert step.judge("D follow blue-2").right
    assert not step.judge("D follow blue-8").right


def test_a_move_is_judged_with_what_came_of_it(small):
    step = small.steps[0]
    assert not step.is_question
    assert step.seat == 3
    right, wrong = step.judge("D follow blue-2"), step.judge("D follow blue-8")
    assert (right.right, right.told, right.clause) == (True, "B takes it.", "follow.must")
    assert (wrong.right, wrong.told, wrong.clause) == (False, "Your 8 is the highest.", "take.greatest")
    assert [trick.taker for trick in wrong.line.end.tricks] == [3]
    assert wrong.reasons == ()


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        ("", "Water was led, and you hold Water 2. Play Water 2."),
        ('wrong = [{ answer = "D follow red-1", because = "Not yet." }]', "Not yet."),
    ],
)
def test_an_illegal_move_is_refused_and_plays_nothing(tmp_path, listed, told):
    step = compiled(
        tmp_path, LESSON + edited(STEP, [('"blue-8", "blue-2"', '"blue-2", "red-1"'), (WRONG, listed)])
    ).steps[0]
    judged = step.judge("D follow red-1")
    assert not judged.right
    assert judged.line == Line(step.start)
    assert [reason.clause for reason in judged.reasons] == ["follow.must"]
    assert (judged.told, judged.clause) == (told, "follow.must")


def test_an_answer_is_judged_after_the_reveal(small):
    step = small.steps[1]
    assert step.is_question
    assert step.seat is None
    assert step.judge("B").right
    assert step.judge("B").line == step.reveals()
    assert [trick.taker for trick in step.reveals().end.tricks] == [1]
    assert step.judge("C").told == "1 is less than 5."
    with pytest.raises(ValueError, match="'D' is no answer here; allowed: A, B, C"):
        step.judge("D")


def test_the_others_answer_with_their_first_legal_card(tmp_path):
    step = compiled(tmp_path, LESSON + """
[[step]]
id = "lead"
lesson = "following"
title = "Lead"
clauses = ["follow.must"]
say = "You lead."
task = "Lead a card."
start = { partial = true, leader = "A", hands = { A = ["blue-4", "red-1"], B = ["blue-5", "blue-1"], C = ["red-2", "red-5"], D = ["red-7", "blue-2"] } }
goal = { legal = true }
replies = 9
solution = "A lead blue-4"
hints = ["Any card will do.", "Really any."]
after = "They answered."
""").steps[0]  # fmt: skip
    line = step.judge("A lead blue-4").line
    cards = [str(ply.move.card) for ply in line.plies]
    assert cards == ["Water 4", "Water 5", "Fire 2", "Water 2", "Fire 5", "Fire 7"]
    assert line.end.to_move == step.seat, "they stop when it is the learner's turn again"


def test_a_line_reads_what_a_record_writes():
    line = Line(position(partial=True, leader="A", hands=[["blue-4"], ["blue-5"], ["red-2"], ["red-7"]]))
    assert line.end is line.start
    assert line.events == ()
    line = line.read(["A lead blue-4", "B follow blue-5"])
    assert [ply.after for ply in line.plies][:-1] == [line.plies[1].before]
    assert line.events[0].clause == "lead.any-card"
    with pytest.raises(ValueError, match="not D’s turn; C plays next"):
        line.read(["D follow red-7"])


def test_only_games_with_a_lesson_file_have_a_course():
    assert has_course("tekeli_li")
    assert not has_course("backgammon")
    assert course("tekeli_li") is course("tekeli_li")


def test_a_group_of_wrong_moves_is_explained_together_and_a_single_one_first(tmp_path):
    group = '{ answer = "D follow *", because = "All the others are too high." }'
    hand = ('"blue-2"]', '"blue-2", "blue-6"]')
    fill = [
        ('"red-5"]', '"red-5", "red-8"]'),
        ('["red-7"]', '["red-7", "black-1"]'),
        ('["red-2"]', '["red-2", "black-2"]'),
    ]
    both = WRONG.replace("[{", f"[{group}, {{")
    step = compiled(tmp_path, LESSON + edited(STEP, [hand, *fill, (WRONG, both)])).steps[0]
    assert step.judge("D follow blue-6").told == "All the others are too high."
    assert step.judge("D follow blue-8").told == "Your 8 is the highest."
    assert step.judge("D follow blue-2").right
    assert step.judge("D follow blue-7").told.startswith("Water 7 is not in D’s hand"), "a group is of legal moves"


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("edits", "says"),
    [
        ([('"D follow blue-2"', '"D follow red-1"'), ('"blue-2"]', '"blue-2", "red-1"]'),
          ('"red-5"]', '"red-5", "red-8"]'), ('["red-7"]', '["red-7", "black-1"]'), ('["red-2"]', '["red-2", "black-2"]')],
         "has an illegal solution, 'D follow red-1': Water was led"),
        ([("blue-2\"\nhints", "blue-6\"\nhints")], "illegal solution, 'D follow blue-6': Water 6 is not in D’s hand"),
        ([("D follow blue-2", "C follow red-2")], "has a solution that cannot be judged.*not C’s turn; D plays next"),
        ([("D follow blue-2", "D plays the two")], "has a solution that cannot be judged.*is no move"),
        ([("D follow blue-2", "D follow blue-8")], "solution, 'D follow blue-8', that does not meet the goal {'leaves': 'D'}"),
        ([('leaves = "D"', 'leaves = "A"')], "calls 'D follow blue-8' wrong, but it is right"),
        ([(WRONG, "")], "does not say why 'D follow blue-8' is wrong"),
        ([(WRONG, WRONG.replace("blue-8", "blue-9"))], "has a wrong answer that cannot be judged.*no card 'blue-9'"),
        ([("}]", '}, { answer = "D follow blue-8", because = "Again." }]')], "lists the wrong answer .* twice"),
        ([('because = "Your 8 is the highest.", ', "")], "wrong no. 1 has no key 'because'"),
        ([("}]", '}, { answer = "D follow *", because = "Too high." }]')], "explains 'D follow \\*', but no wrong move is left"),
        ([("take.greatest", "take.it")], "wrong no. 1 names the clause 'take.it', which is not in the rulebook"),
        ([('["follow.must"]', '["follow.must", "follow.me"]')], "names the clause 'follow.me', which is not in the rulebook"),
        ([('clauses = ["follow.must"]', "clauses = []")], "names no clause"),
        ([("goal =", 'rulings = { "no-such" = "x" }\ngoal =')], "cannot be set up: Tekeli-li has no ruling 'no-such'"),
        ([("goal =", 'rulings = { "trick-span" = "x" }\ngoal =')], "cannot be set up: trick-span has no reading 'x'. There are: one-trick"),
        ([("[\"blue-4\", ", '["blue-4", "blue-4", ')], "cannot be set up: hands, trick and tricks: Water 4 .* is used 2 times"),
        ([("partial = true, ", "")], "cannot be set up: .* hold .* of the 48 cards"),
        ([("partial = true", 'partial = true, colour = "red"')], "cannot be set up: .*unexpected keyword argument 'colour'"),
        ([('["red-7"]', "[]")], "cannot be set up: hands are not equal"),
        ([("goal =", "seat = 1\ngoal =")], "asks seat 1 to move, but 3 is to move"),
        ([("goal =", 'colour = "red"\ngoal =')], "has the key 'colour'; allowed: .*clauses"),
        ([("goal = ", 'ask = "taker"\ngoal =')], "needs either 'goal' .* or 'ask'"),
        ([('goal = { leaves = "D" }', "")], "needs either 'goal' .* or 'ask'"),
        ([("leaves =", "dances =")], "has the goal 'dances'; allowed: legal, cites, avoids, takes"),
        ([(', "Your 2 is lower."', "")], "needs two hints at least"),
        ([('hints = ["Look at B’s 5.", "Your 2 is lower."]', "")], "needs two hints at least"),
        ([('after = "B takes it."', "")], "has no key 'after'"),
        ([('lesson = "following"', 'lesson = "dancing"')], "key 'lesson' is 'dancing'; allowed: following"),
        ([('"blue-4", "blue-5", "blue-1"', '"blue-4", "blue-5", "white-3"'), ('goal = { leaves = "D" }', "goal = { legal = true }"), (WRONG, "")],
         r"rests on a reading \(The rulebook leaves this open.*has no 'assumed'"),
        ([('["follow.must"]', '["follow.must", "term.trick"]')], r"rests on a reading \(trick-span\) and has no 'assumed'"),
    ],
)  # fmt: skip
def test_a_wrong_step_is_refused_by_its_name(tmp_path, edits, says):
    with pytest.raises(LessonError, match=f"(?s)'stay-below'.*{says}"):
        compiled(tmp_path, LESSON + edited(STEP, edits))


@pytest.mark.parametrize(
    ("edits", "says"),
    [
        ([('"B"\n', '"D"\n')], "has a solution that cannot be judged.*'D' is no answer here; allowed: A, B, C"),
        ([('"B"\n', '"C"\n')], "solution, 'C', that does not meet the question 'taker'"),
        ([('{ answer = "A"', '{ answer = "B"')], "calls 'B' wrong, but it is right"),
        ([('{ answer = "A", because = "4 is less than 5." }, ', "")], "does not say why 'A' is wrong"),
        ([('options = ["A", "B", "C"]', "")], "asks a question without two options at least"),
        ([('"taker"', '"dance"')], "asks 'dance'; allowed: plays_next"),
        ([("D follow blue-2", "D follow red-1")], "cannot be played on after the solution 'B'.*Water was led"),
        ([('reveal = ["D follow blue-2"]', "")], "has a solution that cannot be judged.*nobody takes a trick"),
    ],
)  # fmt: skip
def test_a_wrong_question_is_refused_by_its_name(tmp_path, edits, says):
    with pytest.raises(LessonError, match=f"(?s)'who-takes'.*{says}"):
        compiled(tmp_path, LESSON + STEP + edited(QUESTION, edits))


def test_what_rests_on_a_reading_is_let_through_if_it_says_so(tmp_path):
    clauses = [('["follow.must"]', '["follow.must", "term.trick"]'), ("after =", 'assumed = "One reading."\nafter =')]
    assert compiled(tmp_path, LESSON + edited(STEP, clauses)).steps[0].assumed == "One reading."


def test_another_reading_holds_in_its_step(tmp_path):
    """Without the Long Trip’s extra round the trick is taken at once."""
    trip = [('"blue-4", "blue-5", "blue-1"', '"blue-4", "blue-5", "white-3"'), ("after =", 'assumed = "A reading."\nafter =')]  # fmt: skip
    here = [("goal =", 'rulings = { "event-continuation" = "phone-continues" }\ngoal =')]
    assert compiled(tmp_path, LESSON + edited(STEP, [*trip, *here])).steps[0].judge("D follow blue-2").line.end.tricks
    with pytest.raises(LessonError, match="'stay-below' calls 'D follow blue-8' wrong"):
        compiled(tmp_path, LESSON + edited(STEP, trip))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (LESSON + QUESTION, "no step teaches follow.must"),
        (LESSON + LESSON.replace("following", "taking") + STEP, "lesson 'taking' has no step"),
        (LESSON + STEP + STEP, r"'stay-below' stands in the file twice"),
        (LESSON, r"table \[\[step\]\] is missing"),
        (STEP, r"table \[\[lesson\]\] is missing"),
        ("[[lesson", "not a TOML file"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path, text, says):
    with pytest.raises(LessonError, match=says) as refused:
        compiled(tmp_path, text)
    assert "lessons.toml" in str(refused.value)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(LessonError, match="cannot be read"):
        compile_course(tmp_path / "none.toml", BOOK, lore, position)


# ---------------------------------------------------------------- progress


def test_progress_comes_back_as_it_was_written(small):
    states = {"stay-below": DONE, "who-takes": LATER}
    assert read_progress(write_progress("tekeli_li", states), small) == states
    assert read_progress(write_progress("tekeli_li", {}), small) == {}


def test_steps_that_the_course_no_longer_has_are_left_out(small):
    text = write_progress("tekeli_li", {"who-takes": DONE, "old-step": DONE})
    assert read_progress(text, small) == {"who-takes": DONE}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "cannot be read as JSON"),
        ("{", "cannot be read as JSON"),
        ("[" * 100_000, "cannot be read as JSON"),
        ("[]", "it has no 'teyra-kit progress': 1"),
        ('"done"', "it has no 'teyra-kit progress': 1"),
        ('{"game": "tekeli_li", "steps": {}}', "it has no 'teyra-kit progress': 1"),
        ('{"teyra-kit progress": 2, "game": "tekeli_li", "steps": {}}', "it has no 'teyra-kit progress': 1"),
        (write_progress("terakh", {}), "of another game: 'terakh', not 'tekeli_li'"),
        ('{"teyra-kit progress": 1, "steps": {}}', "of another game: None"),
        ('{"teyra-kit progress": 1, "game": "tekeli_li"}', "damaged"),
        ('{"teyra-kit progress": 1, "game": "tekeli_li", "steps": ["who-takes"]}', "damaged"),
        (write_progress("tekeli_li", {"who-takes": "half"}), "damaged"),
        (write_progress("tekeli_li", {"who-takes": DONE, "old-step": "half"}), "damaged"),
        (json.dumps({"teyra-kit progress": 1, "game": "tekeli_li", "steps": {"who-takes": [DONE]}}), "damaged"),
    ],
)
def test_what_is_no_progress_is_refused(small, text, says):
    with pytest.raises(ValueError, match=says):
        read_progress(text, small)
