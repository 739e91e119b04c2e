"""What does a course teach, step by step, and does the engine agree with every word of it?"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from .game import CHANCE, Event, IllegalMove, Reason, Seat, State
from .rulebook import PACKAGE, Rulebook, Rulings, rulebook
from .tables import Row, read_tables, rows

DONE, LATER = "done", "later"
PROGRESS = "teyra-kit progress"


class LessonError(ValueError):
    """A lesson file that cannot be taught: names the file, the step, and what is wrong with it."""


class Ply(NamedTuple):
    """A move with the positions before and after it."""

    before: State[Any]
    move: Any
    after: State[Any]


class Line(NamedTuple):
    """A position and what was played from it."""

    start: State[Any]
    plies: tuple[Ply, ...] = ()

    @property
    def end(self) -> State[Any]:
        """The position after all of it."""
        return self.plies[-1].after if self.plies else self.start

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(event for ply in self.plies for event in ply.before.events(ply.move))

    def play(self, move: Any) -> Line:
        """The line with one more move; IllegalMove says why not."""
        return Line(self.start, (*self.plies, Ply(self.end, move, self.end.play(move))))

    def read(self, lines: Iterable[str]) -> Line:
        """The line with more moves, as a record writes them. ValueError says what is wrong with one."""
        line = self
        for text in lines:
            line = line.play(line.end.read_move(text))
        return line


Goal = Callable[[Line, Any], bool]
Question = Callable[[Line, Any], Collection[str]]


class Lore(Protocol):
    """What a game's module `lessons` holds: goals and questions by the names its lesson file uses.

    A goal says whether what was played meets it; a question gives every right answer. Both get the line and the
    argument that stands in the file.
    """

    GOALS: Mapping[str, Goal]
    QUESTIONS: Mapping[str, Question]


GOALS: Mapping[str, Goal] = MappingProxyType(
    {
        "legal": lambda _line, _wanted: True,
        "cites": lambda line, clause: any(event.clause == clause for event in line.events),
        "avoids": lambda line, clause: all(event.clause != clause for event in line.events),
    }
)
"""Goals of every game: any legal move; a rule must come into play; a rule must not."""
CLAUSE_GOALS = ("cites", "avoids")


@dataclass(frozen=True, slots=True)
class Wrong:
    """A wrong answer, why it is wrong, and by which clause. "A move *" stands for all legal moves that begin so."""

    answer: str
    because: str
    clause: str

    @property
    def is_group(self) -> bool:
        """Whether it stands for several moves."""
        return self.answer.endswith(" *")

    def covers(self, answer: str) -> bool:
        """Whether it stands for an answer."""
        return answer.startswith(self.answer[:-1]) if self.is_group else answer == self.answer


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the engine says of an answer, and what comes of it. A refused move has `reasons` and plays nothing."""

    right: bool
    told: str
    clause: str
    line: Line
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A position and a task in it: to play a move that meets `goal`, or to answer the question `ask`.

    `seat` is the learner's. After a move the others play `replies` moves at most, each the first legal one in the order
    of their hand; after an answer the moves of `reveal` are played. `clauses` are what the step teaches.
    """

    id: str
    lesson: str
    title: str
    clauses: tuple[str, ...]
    say: str
    task: str
    start: State[Any]
    seat: Seat | None
    solution: str
    hints: tuple[str, ...]
    wrong: tuple[Wrong, ...]
    after: str
    assumed: str
    goal: Mapping[str, Any]
    goals: Mapping[str, Goal]
    replies: int
    ask: str
    about: Any
    question: Question | None
    options: tuple[str, ...]
    reveal: tuple[str, ...]

    @property
    def heading(self) -> str:
        """The title as a sentence of its own, for who hears it."""
        return self.title if self.title.endswith((".", "?")) else f"{self.title}."

    @property
    def is_question(self) -> bool:
        """Whether the learner answers, instead of moving."""
        return self.question is not None

    def judge(self, answer: str) -> Judgement:
        """What an answer (an option, or a move as a record writes it) is worth; ValueError if it is neither."""
        return self._judge_answer(answer) if self.question is not None else self._judge_move(answer)

    def reveals(self) -> Line:
        """What is played once the question is answered."""
        return Line(self.start).read(self.reveal)

    def verdict(self, answer: str, judged: Judgement, shown: bool = False) -> str:
        """The first words on an answer, which say whether it is right before anything that came of it is told.

        `shown`: it is the solution, which the learner asked for.
        """
        if judged.reasons:
            return f"{self.start.read_move(answer)}: that is not allowed."
        if not self.is_question:
            return "So it can be done." if shown else "Right." if judged.right else "Not yet."
        if not judged.right:
            return f"Not yet. “{answer}” is not the answer."
        return f"{'The answer' if shown else 'Right'}: {answer}."

    def _judge_answer(self, answer: str) -> Judgement:
        if answer not in self.options:
            raise ValueError(f"{answer!r} is no answer here; allowed: {', '.join(self.options)}")
        assert self.question is not None
        line = self.reveals()
        right = answer in self.question(line, self.about)
        return self._told(right, answer, line)

    def _judge_move(self, answer: str) -> Judgement:
        move = self.start.read_move(answer)
        reasons = self.start.why_not(move)
        if reasons:
            told = self.explanation(answer)
            single = told is not None and not told.is_group
            because = told.because if told and single else f"{reasons[0].text} {reasons[0].fix}"
            return Judgement(False, because, reasons[0].clause, Line(self.start), reasons)
        line = self._answered(Line(self.start).play(move))
        right = all(self.goals[name](line, wanted) for name, wanted in self.goal.items())
        return self._told(right, answer, line)

    def _answered(self, line: Line) -> Line:
        for _ in range(self.replies):
            who = line.end.to_move
            if who is None or who is CHANCE or who == self.seat:
                break
            line = line.play(line.end.legal_moves()[0])
        return line

    def _told(self, right: bool, answer: str, line: Line) -> Judgement:
        told = self.explanation(answer)
        if right or told is None:
            return Judgement(right, self.after if right else self.task, self.clauses[0], line)
        return Judgement(False, told.because, told.clause, line)

    def explanation(self, answer: str) -> Wrong | None:
        """What the step says of a wrong answer; a single one comes before a group."""
        found = [wrong for wrong in self.wrong if wrong.covers(answer)]
        return min(found, key=lambda wrong: wrong.is_group, default=None)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A few steps about one thing."""

    id: str
    title: str
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """All lessons of a game, in order."""

    game: str
    lessons: tuple[Lesson, ...]

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, in order."""
        return tuple(step for lesson in self.lessons for step in lesson.steps)

    def step(self, id: str) -> Step:
        """The step called `id`; ValueError if there is none."""
        for step in self.steps:
            if step.id == id:
                return step
        raise ValueError(f"The course has no step {id!r}")


# ---------------------------------------------------------------- compiling


@cache
def course(game: str) -> Course:
    """The course of a game, checked. LessonError names the step that is wrong."""
    package = f"{__package__.rpartition('.')[0]}.{game}"
    lore: Any = importlib.import_module(f"{package}.lessons")
    start = importlib.import_module(package).position
    return compile_course(PACKAGE / game / "lessons.toml", rulebook(game), lore, start)


def has_course(game: str) -> bool:
    """Whether there are lessons for a game."""
    return (PACKAGE / game / "lessons.toml").is_file()


def compile_course(path: Path, book: Rulebook, lore: Lore, position: Callable[..., State[Any]]) -> Course:
    """Read a lesson file and hold every sentence of it against the engine. LessonError says what is not so."""
    tables = read_tables(path, LessonError)
    for table in tables:
        if table not in ("lesson", "step"):
            raise LessonError(f"{path}: table [[{table}]]; allowed: [[lesson]], [[step]]")
    lessons = {row.text("id"): row.text("title") for row in rows(path, tables, "lesson", LessonError)}
    steps: dict[str, list[Step]] = {id: [] for id in lessons}
    for row in rows(path, tables, "step", LessonError):
        row.text("lesson", tuple(lessons))
        step = _step(row, book, lore, position)
        _check(row, step, book)
        steps[step.lesson].append(step)
    for id, found in steps.items():
        if not found:
            raise LessonError(f"{path}: lesson {id!r} has no step")
    taught = {clause for found in steps.values() for step in found for clause in step.clauses}
    missing = [clause.id for clause in book.clauses.values() if clause.teach and clause.id not in taught]
    if missing:
        raise LessonError(f"{path}: no step teaches {', '.join(missing)}")
    return Course(book.key, tuple(Lesson(id, title, tuple(steps[id])) for id, title in lessons.items()))


KEYS = frozenset(Step.__dataclass_fields__) - {"goals", "question"} | {"rulings"}


def _step(row: Row, book: Rulebook, lore: Lore, position: Callable[..., State[Any]]) -> Step:
    _only(row, KEYS)
    clauses = row.texts("clauses")
    for clause in clauses:
        _known_clause(row, book, clause)
    if not clauses:
        row.fail("names no clause; key 'clauses' says what it teaches")
    seat = row.get("seat", int, "a seat from 0 up", default=-1)
    try:
        rulings = Rulings.of(book.key, row.get("rulings", dict, "ruling = reading", default={}))
        start = position(**row.get("start", dict, "the arguments of position()"), rulings=rulings)
        if "seat" in row.values:
            start.observe(seat)
    except (ValueError, TypeError) as error:
        row.fail(f"cannot be set up: {error}")
    goals = {**GOALS, **lore.GOALS}
    goal = row.get("goal", dict, "name = argument", default={})
    ask = row.get("ask", str, "the name of a question", default="")
    if bool(goal) == bool(ask):
        row.fail("needs either 'goal' (a move is asked) or 'ask' (an answer is asked)")
    for name, wanted in goal.items():
        if name not in goals:
            row.fail(f"has the goal {name!r}; allowed: {', '.join(goals)}")
        if name in CLAUSE_GOALS:
            _known_clause(row, book, wanted)
    if ask and ask not in lore.QUESTIONS:
        row.fail(f"asks {ask!r}; allowed: {', '.join(lore.QUESTIONS)}")
    return Step(
        id=row.text("id"),
        lesson=row.text("lesson"),
        title=_said(row, "title"),
        clauses=clauses,
        say=_said(row, "say"),
        task=_said(row, "task"),
        start=start,
        seat=seat if seat >= 0 else start.to_move if isinstance(start.to_move, int) and not ask else None,
        solution=row.text("solution"),
        hints=row.texts("hints"),
        wrong=tuple(_wrong(row, book, clauses[0], n, values) for n, values in enumerate(_list(row, "wrong"), 1)),
        after=_said(row, "after"),
        assumed=row.get("assumed", str, "a text", default=""),
        goal=MappingProxyType(goal),
        goals=goals,
        replies=row.get("replies", int, "a number of moves", default=0),
        ask=ask,
        about=row.values.get("about"),
        question=lore.QUESTIONS[ask] if ask else None,
        options=row.texts("options"),
        reveal=row.texts("reveal"),
    )


def _only(row: Row, keys: Collection[str]) -> None:
    for key in row.values:
        if key not in keys:
            row.fail(f"has the key {key!r}; allowed: {', '.join(sorted(keys))}")


def _said(row: Row, key: str) -> str:
    text = row.text(key)
    if not text.strip():
        row.fail(f"key {key!r} is empty; a text is needed")
    return text


def _list(row: Row, key: str) -> list[Any]:
    found: list[Any] = row.get(key, list, "a list of tables", default=[])
    return found


def _wrong(row: Row, book: Rulebook, clause: str, number: int, values: object) -> Wrong:
    inner = Row(row.path, f"{row.table}, wrong no. {number}", values, row.error)
    found = Wrong(
        inner.text("answer"), _said(inner, "because"), inner.get("clause", str, "a clause id", default=clause)
    )
    _known_clause(inner, book, found.clause)
    return found


def _known_clause(row: Row, book: Rulebook, clause: str) -> None:
    if clause not in book.clauses:
        row.fail(f"names the clause {clause!r}, which is not in the rulebook")


def _check(row: Row, step: Step, book: Rulebook) -> None:
    """Play the solution and every wrong answer, and see that nothing is missing."""
    if len(step.hints) < 2:
        row.fail("needs two hints at least: first where to look, then what to see")
    if step.is_question and len(step.options) < 2:
        row.fail("asks a question without two options at least")
    if len(set(step.options)) < len(step.options):
        row.fail("lists an option twice")
    if not step.is_question and (step.options or step.reveal):
        row.fail("asks for a move, and has 'options' or 'reveal', which belong to a question")
    if step.replies < 0 or (step.is_question and step.replies):
        row.fail(f"key 'replies' is {step.replies}; allowed: a number from 0 up, and only where a move is asked")
    if not step.is_question and step.start.to_move != step.seat:
        row.fail(f"asks seat {step.seat} to move, but {step.start.to_move} is to move")
    solved = _judged(row, step, step.solution, "solution")
    if solved.reasons:
        row.fail(f"has an illegal solution, {step.solution!r}: {' '.join(map(str, solved.reasons))}")
    if not solved.right:
        wanted = f"the goal {dict(step.goal)}" if step.goal else f"the question {step.ask!r}"
        row.fail(f"has a solution, {step.solution!r}, that does not meet {wanted}")
    seen = set()
    for wrong in step.wrong:
        if wrong.answer in seen:
            row.fail(f"lists the wrong answer {wrong.answer!r} twice")
        seen.add(wrong.answer)
        if not wrong.is_group and _judged(row, step, wrong.answer, "wrong answer").right:
            row.fail(f"calls {wrong.answer!r} wrong, but it is right")
    resting = []
    unused = {wrong.answer for wrong in step.wrong if wrong.is_group}
    for answer in step.options if step.is_question else map(step.start.write_move, step.start.legal_moves()):
        judged = _judged(row, step, answer, "answer")
        told = step.explanation(answer)
        if told is None and not judged.right:
            row.fail(f"does not say why {answer!r} is wrong")
        if told is not None and not judged.right:
            unused.discard(told.answer)
        if judged.right:
            resting += [event.assumed for event in judged.line.events if event.assumed]
    for group in sorted(unused):
        row.fail(f"explains {group!r}, but no wrong move is left that begins so")
    open_rules = [id for clause in step.clauses for id in book.clauses[clause].rulings]
    if (open_rules or resting) and not step.assumed:
        row.fail(f"rests on a reading ({', '.join(open_rules) or resting[0]}) and has no 'assumed' that says so")


def _judged(row: Row, step: Step, answer: str, what: str) -> Judgement:
    try:
        return step.judge(answer)
    except IllegalMove as error:
        row.fail(f"cannot be played on after the {what} {answer!r}: {error}")
    except (ValueError, TypeError, LookupError, AssertionError) as error:
        row.fail(f"has a {what} that cannot be judged, {answer!r}: {type(error).__name__}: {error}")


# ---------------------------------------------------------------- progress


def write_progress(game: str, states: Mapping[str, str]) -> str:
    """How far a learner is, as text: each step that is done or left for later."""
    return json.dumps({PROGRESS: 1, "game": game, "steps": dict(sorted(states.items()))}, indent=1)


def read_progress(text: str, course: Course) -> dict[str, str]:
    """What `write_progress` wrote; steps that the course no longer has are left out. ValueError says what is wrong."""
    if text.startswith("teyra-kit record"):
        raise ValueError("This is a match, not progress: open it in the Play tab.")
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("This is not a file of progress: it cannot be read as JSON.") from None
    if not isinstance(found, dict) or found.get(PROGRESS) != 1:
        raise ValueError(f"This is not a file of progress: it has no {PROGRESS!r}: 1.")
    if found.get("game") != course.game:
        raise ValueError(f"This progress is of another game: {found.get('game')!r}, not {course.game!r}.")
    states = found.get("steps")
    if not isinstance(states, dict) or not all(state in (DONE, LATER) for state in states.values()):
        raise ValueError(f"The file is damaged: 'steps' must say {DONE!r} or {LATER!r} for each step.")
    known = {step.id for step in course.steps}
    return {id: state for id, state in states.items() if id in known}
