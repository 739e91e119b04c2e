"""How does a visitor go through a course, act in every step, and see why an answer is right or wrong?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any

from teyra_kit.core.game import Event
from teyra_kit.core.lessons import DONE, LATER, Course, Judgement, Step, read_progress, write_progress
from teyra_kit.core.rulebook import Rulebook
from teyra_kit.core.scene import Scene, marks
from teyra_kit.ui.board import Board
from teyra_kit.ui.clause import cited
from teyra_kit.ui.files import FILE_LIMIT, load_button, save_link
from teyra_kit.ui.keep import Keep
from teyra_kit.ui.log import Log
from teyra_kit.ui.page import columns, group

TICK = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="currentColor"/>'
    '<path d="m6.5 12.5 4 4 7-9" fill="none" stroke="var(--card)" stroke-width="2.6" stroke-linecap="round" '
    'stroke-linejoin="round"/></svg>'
)
CROSS = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="currentColor"/>'
    '<path d="m7.5 7.5 9 9m0-9-9 9" stroke="var(--card)" stroke-width="2.6" stroke-linecap="round"/></svg>'
)
STATE = {DONE: "done", LATER: "left for later", "": "open"}


class LessonPlayer:
    """A course on the board: one step at a time, judged by the engine, with all lessons a click away.

    Progress is kept in the visitor’s browser and can be saved to a file and loaded from one.
    """

    def __init__(self, course: Course, book: Rulebook, scene: Scene) -> None:
        self.course, self.book, self.scene = course, book, scene
        self.progress: dict[str, str] = {}
        self.step: Step = course.steps[0]
        self.judged: Judgement | None = None
        self.answer_given = ""
        self.hints = 0
        self.rule_open = ""
        self.notice = ""
        self.part = ""
        self.shown = self.forgetting = False
        self.name = kept_name(course.game)
        self.keep = Keep([self.name], self._found)
        self.head = Board(css=scene.css, drawings=scene.sprite(), label="Where you are")
        self.task = Board(css_class="tk-panel", label="Your task")
        self.plate = Board(css_class="tk-plate", label="The board")
        self.told = Board(label="What came of it")
        self.log = Log(book, "So far")
        self.foot = Board(label="Steps")
        self.contents = Board(label="All lessons")
        for board in (self.head, self.task, self.plate, self.told, self.foot, self.contents):
            board.on_pick(self.pick)
        self.contents.on_input(self._loaded)
        self.lesson = columns([self.plate, self.log], [self.task, self.told, self.foot], [self.head])
        self.lesson.add_class("tk-lesson")
        for place, board in enumerate((self.head, self.task, self.plate, self.told, self.foot, self.log)):
            board.add_class(f"tk-o{place}")
        self.overview = columns([self.contents])
        self.overview.add_class("tk-shut")
        self.widget = group([self.keep, self.lesson, self.overview])
        self.open(self.step.id)

    # -------------------------------------------------------------------------------------------- where one is

    def open(self, id: str) -> None:
        """Turn to a step; ValueError if there is none of that name."""
        self.step = self.course.step(id)
        self._turn()

    def retry(self) -> None:
        """The same step from its start."""
        self._turn(hints=self.hints)

    def _turn(self, hints: int = 0) -> None:
        self.judged, self.answer_given, self.hints, self.rule_open = None, "", hints, ""
        self.part, self.told.say, self.plate.say = "", "", ""
        self._show(self.lesson)
        self._draw()

    def _show(self, shown: Any) -> None:
        for part in (self.lesson, self.overview):
            (part.remove_class if part is shown else part.add_class)("tk-shut")

    def _place(self) -> int:
        return next(n for n, step in enumerate(self.course.steps) if step.id == self.step.id)

    def _beside(self, by: int) -> Step | None:
        place = self._place() + by
        return self.course.steps[place] if 0 <= place < len(self.course.steps) else None

    def first_open(self) -> Step:
        """The first step that was not met yet, else the first that was left for later, else the very first."""
        steps = self.course.steps
        return next(
            (step for state in ("", LATER) for step in steps if self.progress.get(step.id, "") == state), steps[0]
        )

    # -------------------------------------------------------------------------------------------- what is touched

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: a move, "answer|B", "hint", "next" ..."""
        kind, _, rest = id.partition("|")
        if kind == "answer":
            self.answer(rest.partition("|")[0])
        elif kind == "hint":
            self._hint()
        elif kind == "solution":
            self.answer(self.step.solution, shown=True)
        elif kind == "part":
            self.part = "" if self.part == rest else rest
            self._draw()
            self._focus_board()
        elif kind == "retry":
            self.retry()
            self.plate.say = f"Again: {self.step.task}"
            self._focus_board()
        elif kind == "later":
            self._mark(LATER)
            self._go(self._beside(1))
        elif kind == "next":
            self._go(self._beside(1))
        elif kind == "back":
            self._go(self._beside(-1))
        elif kind == "step":
            self._go(self.course.step(rest))
        elif kind == "contents":
            self.show_contents()
        elif kind == "continue":
            self._go(self.first_open())
        elif kind == "again":
            self.forgetting = not self.forgetting
            self.show_contents()
            self.contents.focus = "again"
        elif kind == "forget":
            self.progress, self.step, self.forgetting = {}, self.course.steps[0], False
            self._keep()
            self.notice = "Your progress is forgotten."
            self.show_contents()
        elif kind == "clause":
            self.rule_open = "" if self.rule_open == rest else rest
            self._draw()
        elif kind == "close":
            self.told.focus, self.rule_open = f"clause|{self.rule_open}", ""
            self._draw()
        elif self.judged is None or not (self.judged.right or self.judged.line.plies):
            self.answer(id)

    def answer(self, answer: str, shown: bool = False) -> None:
        """Try an answer: an option, or a move as a record writes it. ValueError if it is neither.

        `shown`: it is the solution, which the learner asked for.
        """
        self.judged, self.answer_given, self.rule_open = self.step.judge(answer), answer, ""
        self.shown, self.part = shown, ""
        if self.judged.right:
            self._mark(DONE)
        self._draw()
        self.told.say = " ".join((self._verdict(), self.judged.told, *self._outcome()))
        if self.judged.right:
            self.foot.focus = "next"
        elif self.judged.line.plies or self.step.is_question:
            self.told.focus = "retry"

    def _go(self, step: Step | None) -> None:
        if step is None:
            self.show_contents()
            return
        self.notice = ""
        self.open(step.id)
        self.task.say = f"{step.heading} {step.say} {step.task}"
        self._focus_board()

    def _focus_board(self) -> None:
        if self.step.is_question:
            self.told.focus = f"answer|{self.step.options[0]}"
        elif self.step.seat is not None:
            self.plate.focus = self.scene.first(self.step.start, self.step.seat, self.part)

    def _hint(self) -> None:
        if self.hints < len(self.step.hints):
            self.hints += 1
            self._draw()
            self.told.say = self.step.hints[self.hints - 1]

    # -------------------------------------------------------------------------------------------- progress

    def _mark(self, state: str) -> None:
        if self.progress.get(self.step.id) != DONE:
            self.progress[self.step.id] = state
            self._keep()

    def _keep(self) -> None:
        self.keep.keep(self.name, write_progress(self.course.game, self.progress))

    def _found(self, texts: Mapping[str, str]) -> None:
        text = texts.get(self.name, "")
        if not text:
            return
        try:
            found = read_progress(text, self.course)
        except ValueError as error:
            self.notice = f"What this browser kept could not be used, so you start anew. {error}"
            self._draw()
            return
        fresh = not self.progress and self.judged is None and self.step is self.course.steps[0]
        done = {id: state for id, state in found.items() if state == DONE}
        self.progress, own = {**found, **self.progress, **done}, self.progress
        if fresh:
            self.step = self.first_open()
        if own:
            self._keep()
        self._draw()

    def _loaded(self, id: str, text: str) -> None:
        if id != "load":
            return
        try:
            if len(text) >= FILE_LIMIT:
                raise ValueError("This file is too long to be a file of progress.")
            found = read_progress(text, self.course)
        except ValueError as error:
            self.notice = f"{error} Your progress is as it was. Choose a file that was saved on this page."
        else:
            self.progress = found
            self.notice = f"Loaded: {self._done()} of {len(self.course.steps)} steps are done."
            self._keep()
        notice = self.notice
        self.show_contents()
        self.contents.say = notice

    def _done(self) -> int:
        return sum(state == DONE for state in self.progress.values())

    # -------------------------------------------------------------------------------------------- drawing

    def _draw(self) -> None:
        lines = {
            self.head: self._head(),
            self.task: self._task(),
            self.plate: self._plate(),
            self.told: self._told(),
            self.foot: self._foot(),
        }
        for board, html in lines.items():
            board.html = html
        self.log.show(self._events(), say=False)

    def _head(self) -> str:
        lesson = next(lesson for lesson in self.course.lessons if lesson.id == self.step.lesson)
        number = self.course.lessons.index(lesson) + 1
        place = lesson.steps.index(self.step) + 1
        way = "".join(self._way(step) for step in lesson.steps)
        notice = f'<p class="tk-notice" role="status">{escape(self.notice)}</p>' if self.notice else ""
        return (
            f'<div class="tk-head"><div><p class="tk-kicker">Lesson {number} of '
            f"{len(self.course.lessons)}: {escape(lesson.title)}, step {place} of {len(lesson.steps)}</p>"
            f'<h1 class="tk-title">{escape(self.step.title)}</h1></div>'
            f'<div class="tk-way-box"><ol class="tk-way" aria-label="Steps of this lesson" data-arrows="way">{way}</ol>'
            '<button type="button" class="tk-btn" data-id="contents">All lessons</button></div></div>' + notice
        )

    def _way(self, step: Step) -> str:
        state = self.progress.get(step.id, "")
        here = ' aria-current="step"' if step is self.step else ""
        return (
            f'<li class="is-{state or "open"}"><button type="button" data-id="step|{escape(step.id)}"{here}>'
            f'<span>{escape(step.title)}</span><span class="tk-hidden">, {STATE[state]}</span></button></li>'
        )

    def _task(self) -> str:
        headline, rest = (*re.split(r"(?<=[.?!]) ", self.step.task, maxsplit=1), "")[:2]
        more = f"<p>{escape(rest)}</p>" if rest else ""
        return f'<p class="tk-kicker">Your task</p><div class="tk-task"><h2>{escape(headline)}</h2>{more}</div>'

    def _plate(self) -> str:
        step, judged = self.step, self.judged
        plies = step.reveals().plies if step.is_question else judged.line.plies if judged is not None else ()
        last = plies[-1] if plies else None
        if step.is_question and not self._may_tell():
            options = step.options if judged is None else ()
            board = self.scene.riddle_html(step.start, step.seat, options, last)
        elif step.is_question and last is None and step.start.to_move == step.seat:
            board = self.scene.riddle_html(step.start, step.seat, (), None)  # nothing is to be played here
        elif judged is not None and (plies or step.is_question):
            board = self.scene.html(judged.line.end, step.seat, {}, last)
        else:
            board = self.scene.html(step.start, step.seat, self._marks(), None, self.part)
        return f'<p class="tk-caption tk-scene-caption">{escape(step.say)}</p><div class="tk-scene">{board}</div>'

    def _marks(self) -> dict[str, str]:
        step = self.step
        if self.judged is None or step.seat is None:
            return {}
        return marks(self.scene, step.start, step.seat, self.answer_given)

    def _may_tell(self) -> bool:
        """Whether what comes of the step may be seen: a question is a riddle until its answer is right."""
        return self.judged is not None and (self.judged.right or not self.step.is_question)

    def _verdict(self) -> str:
        assert self.judged is not None
        return self.step.verdict(self.answer_given, self.judged, self.shown)

    def _outcome(self) -> tuple[str, ...]:
        """What came of a move, in sentences; of a wrong one so that it is not taken for success."""
        judged, step = self.judged, self.step
        if judged is None or step.is_question or not judged.line.plies:
            return ()
        told = self.scene.headline(judged.line.end, step.seat, judged.line.plies[-1])
        return tuple(filter(None, ("" if judged.right else "What happened:", *told)))

    def _told(self) -> str:
        step, judged = self.step, self.judged
        parts = []
        if judged is not None:
            outcome = " ".join(self._outcome())
            more = f"<p>{escape(outcome)}</p>" if outcome else ""
            more += "".join(f"<p>{escape(f'{reason.text} {reason.fix}')}</p>" for reason in judged.reasons[1:])
            retry = ""
            if not judged.right and (judged.line.plies or step.is_question):
                retry = '<button type="button" class="tk-btn" data-id="retry">Try again</button>'
            parts.append(
                f'<section class="tk-told{" is-right" * judged.right}" data-show="{escape(self.answer_given)}"><h2>{TICK if judged.right else CROSS}'
                f"{escape(self._verdict())}</h2><p>{escape(judged.told)}</p>{more}"
                f"{self._chip(judged.clause)}{retry}</section>"
            )
        if step.is_question and judged is None:
            options = "".join(
                f'<button type="button" class="tk-btn" data-id="answer|{escape(option)}">{escape(option)}</button>'
                for option in step.options
            )
            parts.append(
                '<section class="tk-panel"><h2 class="tk-h2">Your answer</h2>'
                f'<div class="tk-options" role="group" aria-label="Your answer" data-arrows="answers">{options}</div>'
                "</section>"
            )
        if judged is None or not judged.right:
            parts.append(self._hints())
        parts.append(self._rules())
        if step.assumed:
            parts.append(
                f'<p class="tk-small tk-assumes"><span class="tk-assumed">assumed</span> {escape(step.assumed)}</p>'
            )
        return "".join(parts)

    def _hints(self) -> str:
        hints, total = self.hints, len(self.step.hints)
        text = f'<p class="tk-hint">{escape(self.step.hints[hints - 1])}</p>' if hints else ""
        title = f"Hint {hints} of {total}" if hints else "Stuck?"
        word = "Next hint" if hints else "Give me a hint"
        more = f'<button type="button" class="tk-btn" data-id="hint" data-once>{word}</button>' if hints < total else ""
        show = '<button type="button" class="tk-btn tk-btn--bare" data-id="solution">Show me</button>' if hints else ""
        return f'<section class="tk-panel tk-hints"><h2 class="tk-h2">{title}</h2>{text}<div class="tk-do">{more}{show}</div></section>'

    def _rules(self) -> str:
        clauses = [self.book.clause(id) for id in self.step.clauses]
        texts = "".join(f'<p>{escape(c.text)} <span class="tk-chip">{escape(c.id)}</span></p>' for c in clauses)
        title = "The rule" if len(clauses) == 1 else "The rules"
        return f'<details class="tk-panel tk-rule"><summary>{title}</summary>{texts}</details>'

    def _chip(self, clause: str) -> str:
        return cited(self.book, clause, self.rule_open == clause, "tk-lesson-clause", self._rulings())

    def _rulings(self) -> Any:
        return self.step.start.as_position().get("rulings")

    def _foot(self) -> str:
        right = self.judged is not None and self.judged.right
        off = "" if self._beside(-1) else ' aria-disabled="true"'
        back = f'<button type="button" class="tk-btn" data-id="back"{off}>Back</button>'
        if right or self.progress.get(self.step.id) == DONE:
            main = " tk-btn--main" if right else ""
            word = "Next step" if self._beside(1) else "Finish"
            return f'<div class="tk-foot">{back}<button type="button" class="tk-btn{main}" data-id="next" data-once>{word}</button></div>'
        later = '<button type="button" class="tk-btn" data-id="later" data-once>Leave it for later</button>'
        return f'<div class="tk-foot">{back}{later}</div>'

    def _events(self) -> tuple[Event, ...]:
        line = self.judged.line if self.judged is not None and self._may_tell() else None
        events = (*self.scene.so_far(self.step.start), *(line.events if line is not None else ()))
        return tuple(event for event in events if event.private in (None, self.step.seat))

    def show_contents(self) -> None:
        """Show all lessons and how far one is."""
        total, done = len(self.course.steps), self._done()
        rules = rules_met(self.course, self.progress)
        lessons = "".join(self._lesson(n, lesson) for n, lesson in enumerate(self.course.lessons, 1))
        notice = f'<p class="tk-notice" role="status">{escape(self.notice)}</p>' if self.notice else ""
        text = write_progress(self.course.game, self.progress)
        head = "All steps are done." if done == total else "Go on where you are." if self.progress else ""
        go = "Start again at step 1" if done == total else "Go on" if self.progress else "Start"
        self.contents.html = (
            f'<div class="tk-head"><div><h1 class="tk-title">Learn {escape(self.book.title)}</h1>'
            f'<p class="tk-small">{done} of {total} steps done, {rules} of {rules_in(self.course)} rules met. '
            f"{head}</p></div>"
            f'<button type="button" class="tk-btn tk-btn--main" data-id="continue">{go}</button></div>{notice}'
            f'<ol class="tk-lessons">{lessons}</ol><div class="tk-foot tk-progress-files">'
            '<p class="tk-small">Progress is kept in this browser. Take it elsewhere in a file:</p>'
            f"{save_link('Save progress', f'{self.course.game}-progress.json', text, 'application/json')}"
            f"{load_button('Load progress', 'load', '.json,application/json')}"
            f"{self._forget()}</div>"
        )
        self._show(self.overview)
        self.contents.focus = "continue"
        self.notice = ""

    def _forget(self) -> str:
        if not self.forgetting:
            return '<button type="button" class="tk-btn tk-btn--bare" data-id="again">Forget my progress</button>'
        return (
            '<button type="button" class="tk-btn" data-id="again">Keep it</button>'
            '<button type="button" class="tk-btn" data-id="forget">Yes, forget all of it</button>'
        )

    def _lesson(self, number: int, lesson: Any) -> str:
        done = sum(self.progress.get(step.id) == DONE for step in lesson.steps)
        steps = "".join(self._way(step) for step in lesson.steps)
        return (
            f'<li class="tk-panel"><h2 class="tk-h2"><span>{number}</span> {escape(lesson.title)}</h2>'
            f'<p class="tk-small">{done} of {len(lesson.steps)} done</p>'
            f'<ol class="tk-way" aria-label="{escape(lesson.title)}" data-arrows="lesson-{escape(lesson.id)}">{steps}'
            "</ol></li>"
        )


def kept_name(game: str) -> str:
    """The name under which a browser keeps the progress of a game."""
    return f"teyra-progress:{game}"


def rules_met(course: Course, progress: Mapping[str, str]) -> int:
    """How many rules the done steps teach."""
    return len({clause for step in course.steps if progress.get(step.id) == DONE for clause in step.clauses})


def rules_in(course: Course) -> int:
    """How many rules the course teaches."""
    return len({clause for step in course.steps for clause in step.clauses})
