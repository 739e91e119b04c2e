"""Can a visitor go through the whole course, wrong answers and all, without a browser, and keep their progress?"""

from __future__ import annotations

import json
import re
from html import escape
from importlib import import_module

import pytest

from teyra_kit import GAMES
from teyra_kit.core import rulebook
from teyra_kit.core.lessons import DONE, LATER, Step, course, write_progress
from teyra_kit.tekeli_li import scene
from teyra_kit.ui import LessonPlayer
from teyra_kit.ui.files import FILE_LIMIT
from teyra_kit.ui.lessons import kept_name, rules_in, rules_met

BOOK, COURSE = rulebook("tekeli_li"), course("tekeli_li")
STEPS = COURSE.steps
EACH = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
MOVES = next(step for step in STEPS if not step.is_question)
ASKS = next(step for step in STEPS if step.is_question)
HOSTILE = "<script>alert(1)</script>"


@pytest.fixture
def player() -> LessonPlayer:
    """The course, just opened."""
    return LessonPlayer(COURSE, BOOK, scene)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def reader() -> LessonPlayer:
    """The course for many steps, each with nothing done."""
    return LessonPlayer(COURSE, BOOK, scene)  # type: ignore[arg-type]


def at(player: LessonPlayer, step: Step) -> LessonPlayer:
    player.progress = {}
    player.pick(f"step|{step.id}")
    return player


def answer(player: LessonPlayer, given: str) -> None:
    """Point at the option, or at the card on the board."""
    if player.step.is_question:
        assert f'data-id="answer|{escape(given)}"' in player.told.html
        player.told.pick(f"answer|{given}")
        assert player.told.error == ""
    else:
        assert f'data-move="{given}"' in player.plate.html
        player.plate.pick(given)
        assert player.plate.error == ""


def solve(player: LessonPlayer) -> None:
    answer(player, player.step.solution)


def found(player: LessonPlayer, text: object) -> None:
    """What the browser sends when the page is opened."""
    player.keep._receive(None, {"event": "found", "texts": {kept_name("tekeli_li"): text}}, None)


def load(player: LessonPlayer, text: str) -> None:
    player.contents.enter("load", text)


def kept(player: LessonPlayer) -> dict[str, str]:
    found: dict[str, str] = json.loads(player.keep.kept[kept_name("tekeli_li")])["steps"]
    return found


def shown(player: LessonPlayer) -> str:
    return "".join(part.html for part in (player.head, player.task, player.plate, player.told, player.foot, player.log))


# ---------------------------------------------------------------- through the course


def test_the_whole_course_from_the_first_step_to_the_last(player: LessonPlayer) -> None:
    for number, step in enumerate(STEPS, 1):
        assert player.step is step
        assert 'data-id="next"' not in player.foot.html
        solve(player)
        assert player.progress == {done.id: DONE for done in STEPS[:number]}
        assert step.after in player.told.say
        assert escape(step.after) in player.told.html
        assert player.foot.focus == "next"
        player.foot.pick("next")
    total = f"{len(STEPS)} of {len(STEPS)} steps done, {rules_in(COURSE)} of {rules_in(COURSE)} rules met"
    assert total in player.contents.html
    assert "Start again at step 1" in player.contents.html
    assert kept(player) == dict.fromkeys((step.id for step in STEPS), DONE)
    player.contents.pick("continue")
    assert player.step is STEPS[0]


@EACH
def test_a_step_before_it_is_answered_gives_nothing_away(reader: LessonPlayer, step: Step) -> None:
    at(reader, step)
    assert escape(step.after) not in shown(reader)
    assert "is-right" not in reader.told.html
    for wrong in step.wrong:
        assert escape(wrong.because) not in shown(reader)


@EACH
def test_every_wrong_answer_shows_its_own_reason_and_clause_and_lets_one_retry(
    reader: LessonPlayer, step: Step
) -> None:
    for wrong in step.wrong:
        at(reader, step)
        judged = step.judge(wrong.answer)
        answer(reader, wrong.answer)
        assert escape(wrong.because) in reader.told.html
        assert wrong.because in reader.told.say
        assert f'data-id="clause|{judged.clause}"' in reader.told.html
        assert step.id not in reader.progress
        if judged.reasons:
            assert f'data-move="{wrong.answer}"' in reader.plate.html, "the board is as it was: one plays on at once"
            assert 'data-id="retry"' not in reader.told.html
        else:
            reader.told.pick("retry")
        solve(reader)
        assert reader.progress.pop(step.id) == DONE


def test_a_clause_is_opened_and_closed(player: LessonPlayer) -> None:
    at(player, MOVES)
    answer(player, MOVES.wrong[0].answer)
    clause = f"clause|{MOVES.judge(MOVES.wrong[0].answer).clause}"
    player.told.pick(clause)
    assert escape(BOOK.clause(clause.partition("|")[2]).text) in player.told.html.partition("<details")[0]
    player.told.pick("close")
    assert "tk-clause" not in player.told.html.partition("<details")[0]
    assert player.told.focus == clause


def test_an_illegal_move_keeps_the_board_and_marks_what_may_be_played(player: LessonPlayer) -> None:
    """Water was led and D holds Water: Air 5 is refused, Water is lit."""
    step = COURSE.step("first-card")
    at(player, step)
    assert "is-plain" in player.plate.html
    assert "aria-disabled" not in player.plate.html
    answer(player, "D follow white-5")
    assert marks(player) == {"D follow blue-8": "lit", "D follow blue-2": "lit", "D follow white-5": "wrong"}
    assert "Air 5: that is not allowed." in player.told.html
    assert "A, B and C" in player.plate.html
    player.plate.pick("D follow white-5")
    assert marks(player)["D follow white-5"] == "wrong"


def marks(player: LessonPlayer) -> dict[str, str]:
    return {line: mark for mark, line in re.findall(r'tkl-hold is-(\w+)" data-move="([^"]+)"', player.plate.html)}


def test_what_is_neither_refused_nor_allowed_is_marked_as_not_allowed(reader: LessonPlayer) -> None:
    for step in STEPS:
        if step.is_question or step.seat is None:
            continue
        lines = {step.start.write_move(move): move for move in scene.candidates(step.start, step.seat)}  # type: ignore[arg-type]
        refused = [line for line, move in lines.items() if step.start.why_not(move)]
        for line in refused:
            at(reader, step)
            answer(reader, line)
            assert marks(reader) == {
                other: "wrong" if other == line else "not" if other in refused else "lit" for other in lines
            }


def test_after_a_move_no_card_can_be_played_until_one_tries_again(player: LessonPlayer) -> None:
    step = COURSE.step("first-card")
    at(player, step)
    answer(player, "D follow blue-8")
    assert "data-move" not in player.plate.html
    before = shown(player)
    player.plate.pick("D follow blue-2")
    assert shown(player) == before
    assert player.progress == {}


def test_a_right_answer_that_follows_a_done_step_stays_done(player: LessonPlayer) -> None:
    at(player, MOVES)
    solve(player)
    player.pick(f"step|{MOVES.id}")
    answer(player, MOVES.wrong[0].answer)
    player.pick("later")
    assert player.progress == {MOVES.id: DONE}


def heading(player: LessonPlayer) -> str:
    """What heads the box that says what came of it, without its sign."""
    found = re.search(r"tk-told.*?<h2>.*?</svg>(.*?)</h2>", player.told.html)
    assert found
    return found[1]


@EACH
def test_the_first_words_say_whether_it_is_right(reader: LessonPlayer, step: Step) -> None:
    """What happened on the table ("You take the trick.") may sound like success, so it comes after the verdict."""
    for wrong in step.wrong:
        at(reader, step)
        answer(reader, wrong.answer)
        if step.judge(wrong.answer).reasons:
            assert heading(reader).endswith("that is not allowed.")
        else:
            assert heading(reader).startswith("Not yet.")
            assert reader.told.say.startswith("Not yet.")
            assert step.is_question or "What happened: " in reader.told.say.partition(wrong.because)[2]
    at(reader, step)
    solve(reader)
    assert heading(reader).startswith("Right")
    assert reader.told.say.startswith(f"{heading(reader)} {step.after}")
    if not step.is_question:
        headline, _ = scene.headline((line := step.judge(step.solution).line).end, step.seat, line.plies[-1])  # type: ignore[arg-type]
        assert headline in reader.told.say


@EACH
def test_a_question_is_a_riddle_until_its_answer_is_right(reader: LessonPlayer, step: Step) -> None:
    if not step.is_question:
        return
    at(reader, step)
    told = reader.log.html
    for wrong in step.wrong:
        at(reader, step)
        answer(reader, wrong.answer)
        plies = step.reveals().plies
        riddle = scene.riddle_html(step.start, step.seat, (), plies[-1] if plies else None)  # type: ignore[arg-type]
        assert f'<div class="tk-scene">{riddle}</div>' in reader.plate.html
        assert reader.log.html == told
        assert "data-move" not in reader.plate.html
    at(reader, step)
    solve(reader)
    assert "data-move" not in reader.plate.html


@pytest.mark.parametrize("game", GAMES)
def test_nothing_can_be_pressed_on_the_board_of_a_question(game: str) -> None:
    """Of an answer maybe, but nothing that is a move or a part of one."""
    lessons, own = course(game), import_module(f"teyra_kit.{game}.scene")
    reader = LessonPlayer(lessons, rulebook(game), own)
    for step in lessons.steps:
        if step.is_question:
            for given in ("", step.wrong[0].answer, step.solution):
                reader.open(step.id)
                if given:
                    reader.answer(given)
                assert "data-move" not in reader.plate.html, (step.id, given)
                assert 'data-id="part' not in reader.plate.html, (step.id, given)


def test_a_title_that_asks_needs_no_full_stop(player: LessonPlayer) -> None:
    asks = next(step for step in STEPS if step.title.endswith("?"))
    player.pick(f"step|{asks.id}")
    assert player.task.say.startswith(f"{asks.title} {asks.say}")
    player.pick(f"step|{MOVES.id}")
    assert player.task.say.startswith(f"{MOVES.title}. {MOVES.say}")


# ---------------------------------------------------------------- hints


@EACH
def test_hints_come_one_by_one_and_then_the_solution(reader: LessonPlayer, step: Step) -> None:
    at(reader, step)
    assert 'data-id="solution"' not in reader.told.html
    for number, hint in enumerate(step.hints, 1):
        assert 'data-id="hint"' in reader.told.html
        reader.told.pick("hint")
        assert escape(hint) in reader.told.html
        assert f"Hint {number} of {len(step.hints)}" in reader.told.html
        assert reader.told.say == hint
    assert 'data-id="hint"' not in reader.told.html
    reader.told.pick("hint")
    assert reader.hints == len(step.hints)
    reader.told.pick("solution")
    assert reader.progress == {step.id: DONE}
    assert "tk-hints" not in reader.told.html


def test_a_hint_stays_when_one_tries_again_and_goes_with_the_step(player: LessonPlayer) -> None:
    at(player, ASKS)
    player.told.pick("hint")
    answer(player, ASKS.wrong[0].answer)
    player.told.pick("retry")
    assert escape(ASKS.hints[0]) in player.told.html
    player.foot.pick("later")
    assert player.hints == 0


# ---------------------------------------------------------------- back and forth


def test_a_step_is_left_for_later(player: LessonPlayer) -> None:
    player.foot.pick("later")
    assert player.progress == kept(player) == {STEPS[0].id: LATER}
    assert player.step is STEPS[1]
    assert "left for later" in player.head.html
    player.foot.pick("back")
    solve(player)
    assert player.progress == {STEPS[0].id: DONE}


def test_back_from_the_first_step_and_on_from_the_last_open_the_contents(player: LessonPlayer) -> None:
    assert 'data-id="back" aria-disabled="true"' in player.foot.html
    at(player, STEPS[-1])
    solve(player)
    assert "Finish" in player.foot.html
    player.foot.pick("next")
    assert f"1 of {len(STEPS)} steps done" in player.contents.html
    assert "tk-shut" in player.lesson._dom_classes
    assert "tk-shut" not in player.overview._dom_classes
    player.contents.pick(f"step|{STEPS[3].id}")
    assert "tk-shut" in player.overview._dom_classes
    assert player.step is STEPS[3]


def test_the_contents_count_what_is_done(player: LessonPlayer) -> None:
    for step in COURSE.lessons[0].steps:
        player.pick(f"step|{step.id}")
        solve(player)
    player.foot.pick("later")
    player.head.pick("contents")
    done = len(COURSE.lessons[0].steps)
    assert f"{done} of {len(STEPS)} steps done, {rules_met(COURSE, player.progress)} of" in player.contents.html
    assert f"{done} of {done} done" in player.contents.html
    assert player.contents.html.count('class="is-done"') == done
    for lesson in COURSE.lessons[1:]:
        assert f"0 of {len(lesson.steps)} done" in player.contents.html
    player.contents.pick("again")
    assert player.progress, "it is asked first"
    player.contents.pick("forget")
    assert player.progress == {}
    assert f"0 of {len(STEPS)} steps done, 0 of" in player.contents.html
    assert kept(player) == {}


def test_going_on_comes_back_to_what_was_left_for_later(player: LessonPlayer) -> None:
    player.progress = {step.id: DONE for step in STEPS} | {STEPS[3].id: LATER}
    assert player.first_open() is STEPS[3]
    del player.progress[STEPS[7].id]
    assert player.first_open() is STEPS[7]


# ---------------------------------------------------------------- anything else


@pytest.mark.parametrize(
    "id", ["", "x", "|", "dance|9", "answer|", "answer|Z", HOSTILE, "A lead red-9", "step|none", "E lead"]
)
def test_what_is_not_there_is_harmless(reader: LessonPlayer, id: str) -> None:
    for step in (MOVES, ASKS, *STEPS[3::9]):
        at(reader, step)
        before, state = shown(reader), (reader.step, reader.judged, reader.answer_given, dict(reader.progress))
        reader.plate.pick(id)
        assert shown(reader) == before
        assert (reader.step, reader.judged, reader.answer_given, reader.progress) == state
        assert reader.plate.error.startswith("The board is unchanged.")


@pytest.mark.parametrize("id", ["answer|", "answer|Z", "step|none", "dance"])
def test_after_an_answer_what_is_not_there_is_harmless_too(player: LessonPlayer, id: str) -> None:
    for step in (MOVES, ASKS):
        at(player, step)
        solve(player)
        before, state = shown(player), (player.step, player.judged, dict(player.progress))
        player.plate.pick(id)
        assert shown(player) == before
        assert (player.step, player.judged, player.progress) == state
        player.progress = {}


# ---------------------------------------------------------------- what the browser kept


def test_the_browser_brings_back_where_one_was(player: LessonPlayer) -> None:
    found(player, write_progress("tekeli_li", {step.id: DONE for step in STEPS[:4]}))
    assert player.step is STEPS[4]
    assert len(player.progress) == 4
    assert player.head.html.count("is-done") > 0


def test_a_browser_that_kept_nothing_changes_nothing(player: LessonPlayer) -> None:
    before = shown(player)
    for text in ("", None, 3, ["x"]):
        found(player, text)
    player.keep._receive(None, {"event": "found", "texts": {"another": "x"}}, None)
    player.keep._receive(None, {"event": "found", "texts": None}, None)
    assert shown(player) == before
    assert player.progress == {}


def test_what_the_browser_kept_is_added_to_what_is_done_already(player: LessonPlayer) -> None:
    solve(player)
    found(player, write_progress("tekeli_li", {STEPS[5].id: DONE, STEPS[6].id: LATER}))
    assert player.progress == {STEPS[0].id: DONE, STEPS[5].id: DONE, STEPS[6].id: LATER}
    assert player.step is STEPS[0], "one stays where one is"
    assert player.judged is not None


def test_what_was_added_is_kept_at_once(player: LessonPlayer) -> None:
    """The answer to the first step has overwritten what the browser had."""
    solve(player)
    found(player, write_progress("tekeli_li", {STEPS[5].id: DONE}))
    assert kept(player) == {STEPS[0].id: DONE, STEPS[5].id: DONE}


def test_a_step_that_was_done_does_not_come_undone(player: LessonPlayer) -> None:
    player.foot.pick("later")
    found(player, write_progress("tekeli_li", {STEPS[0].id: DONE}))
    assert player.progress == {STEPS[0].id: DONE}


BROKEN = {
    "no JSON": ("{", "cannot be read as JSON"),
    "deep": ("[" * 100_000, "cannot be read as JSON"),
    "digits": ('{"a":' + "9" * 5000 + "}", "cannot be read as JSON"),
    "hostile": (HOSTILE, "cannot be read as JSON"),
    "a list": ("[1]", "it has no"),
    "another game": (write_progress(HOSTILE, {}), "of another game"),
    "half": (write_progress("tekeli_li", {"first-card": "half"}), "damaged"),
}


@pytest.mark.parametrize(("text", "says"), BROKEN.values(), ids=BROKEN)
def test_broken_kept_text_is_told_and_one_starts_anew(player: LessonPlayer, text: str, says: str) -> None:
    found(player, text)
    assert says in player.head.html
    assert "you start anew" in player.head.html
    assert HOSTILE not in player.head.html
    assert player.progress == {}
    assert player.step is STEPS[0]
    solve(player)
    assert kept(player) == {STEPS[0].id: DONE}


def test_the_notice_is_gone_at_the_next_step(player: LessonPlayer) -> None:
    found(player, "{")
    solve(player)
    player.foot.pick("next")
    assert "tk-notice" not in player.head.html


# ---------------------------------------------------------------- files


def test_a_file_is_saved_and_loaded(player: LessonPlayer) -> None:
    solve(player)
    player.head.pick("contents")
    assert 'download="tekeli_li-progress.json"' in player.contents.html
    text = write_progress("tekeli_li", player.progress)
    other = LessonPlayer(COURSE, BOOK, scene)  # type: ignore[arg-type]
    load(other, text)
    assert other.progress == kept(other) == player.progress
    assert f"Loaded: 1 of {len(STEPS)} steps are done." in other.contents.html
    assert other.contents.say.startswith("Loaded")
    other.contents.pick("continue")
    assert other.step is STEPS[1]


@pytest.mark.parametrize(("text", "says"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_refused_with_its_reason(player: LessonPlayer, text: str, says: str) -> None:
    solve(player)
    load(player, text)
    assert player.contents.error == ""
    assert says in player.contents.html
    assert "Your progress is as it was." in player.contents.html
    assert HOSTILE not in player.contents.html
    assert player.progress == kept(player) == {STEPS[0].id: DONE}
    assert says in player.contents.say


def test_a_file_that_is_too_long_is_refused(player: LessonPlayer) -> None:
    load(player, write_progress("tekeli_li", {STEPS[0].id: DONE}) + " " * FILE_LIMIT)
    assert "too long" in player.contents.html
    assert player.progress == {}


def test_another_field_is_no_file(player: LessonPlayer) -> None:
    player.contents.enter("another", write_progress("tekeli_li", {STEPS[0].id: DONE}))
    assert player.progress == {}
