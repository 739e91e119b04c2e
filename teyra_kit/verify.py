"""Which code, tests, lessons and tutorials does each rule have, and how often does it fire in random games?"""

from __future__ import annotations

import ast
import importlib
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from typing import Any

from .core import Rulebook, rulebook
from .core.lessons import LessonError, course, has_course

PACKAGE = Path(__file__).resolve().parent
ROOT = PACKAGE.parent

NOT_ACTED_ON = {
    "physical": "about things on the table that a program has no hands for",
    "flavour": "tells of the world; no rule follows from it",
    "faq": "a remark on the rulebook's text",
}
"""Kinds of clauses that need neither code nor test, and why."""

CITED = re.compile(r"Clause: ((?:[a-z0-9-]+\.[a-z0-9.-]+(?:,\s+)?)+)")


class NoCheckout(RuntimeError):
    """The map needs the tests, which an installed package does not carry."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one clause has. `excused` says why it needs no code and no test ("" if it does); `teach`: it needs a lesson."""

    clause: str
    kind: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    lessons: tuple[str, ...]
    tutorials: tuple[str, ...]
    fired: int
    excused: str
    teach: bool

    @property
    def missing(self) -> tuple[str, ...]:
        """What the clause lacks."""
        needed = (*(() if self.excused else ("code", "tests")), *(("lessons",) if self.teach else ()))
        return tuple(name for name in needed if not getattr(self, name))


@dataclass(frozen=True, slots=True)
class Map:
    """All clauses of a game, the examples that do not come out as they should, and why its lessons cannot be taught."""

    game: str
    games_played: int
    rows: tuple[Row, ...]
    broken_examples: tuple[str, ...]
    unteachable: str

    @property
    def missing(self) -> tuple[str, ...]:
        """What is wrong, in words; empty if nothing is."""
        found = [f"{row.clause} has no {' and no '.join(row.missing)}" for row in self.rows if row.missing]
        found += [f"example {id} does not come out as it says" for id in self.broken_examples]
        return (*found, *([self.unteachable] if self.unteachable else []))

    def as_json(self) -> dict[str, Any]:
        """The map as JSON values."""
        return {
            "game": self.game,
            "games_played": self.games_played,
            "clauses": {row.clause: asdict(row) | {"missing": row.missing} for row in self.rows},
            "broken_examples": list(self.broken_examples),
            "unteachable": self.unteachable,
            "missing": list(self.missing),
        }


def verify(game: str, games: int = 100, seed: int = 1, root: Path = ROOT) -> Map:
    """The map of a game. NoCheckout if there are no tests to look at."""
    if not (root / "tests").is_dir():
        raise NoCheckout(f"The map needs the kit's tests and tutorials, which are not in {root}. Run it in a checkout")
    book = rulebook(game)
    code = code_citations(PACKAGE / game, book)
    tests, broken = example_citations(game)
    for clause, places in test_citations(root / "tests").items():
        tests[clause] += places
    lessons, unteachable = lesson_citations(game)
    tutorials = tutorial_citations(root / "tutorials" / game, book)
    fired = firing_counts(game, games, seed)
    unknown = sorted(set(fired) - set(book.clauses))
    if unknown:
        raise ValueError(f"{game}: events cite clauses that are not in the rulebook: {', '.join(unknown)}")
    rows = tuple(
        Row(
            clause.id,
            clause.kind,
            tuple(code[clause.id]),
            tuple(tests[clause.id]),
            tuple(lessons[clause.id]),
            tuple(tutorials[clause.id]),
            fired[clause.id],
            NOT_ACTED_ON.get(clause.kind, ""),
            clause.teach,
        )
        for clause in book.clauses.values()
    )
    return Map(game, games, rows, broken, unteachable)


# ---------------------------------------------------------------- where a clause is cited


def code_citations(folder: Path, book: Rulebook) -> Mapping[str, list[str]]:
    """Functions of a game's folder that cite a clause: in the docstring ("Clause: a.b, c.d") or as a text."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("*.py")):
        for name, node in _functions(ast.parse(path.read_text(encoding="utf-8"))):
            texts = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
            for clause in dict.fromkeys(clause for text in texts for clause in _cited(text)):
                if clause in book.clauses:
                    found[clause].append(f"{path.name}:{name}")
    return found


def _cited(text: str) -> Iterator[str]:
    yield text
    for cited in CITED.findall(text):
        yield from re.split(r",\s+", cited.strip().rstrip("."))


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            methods = [n for n in node.body if isinstance(n, ast.FunctionDef)]
            for method in methods:
                yield f"{node.name}.{method.name}", method
            rest = ast.Module([n for n in node.body if n not in methods], [])
            yield node.name, rest
        elif isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node is tree.body[0]):
            names = [n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
            yield (names or ["module"])[0], node


def test_citations(folder: Path) -> Mapping[str, list[str]]:
    """Tests marked with the clauses they check."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
                    for argument in mark.args:
                        if isinstance(argument, ast.Constant):
                            found[str(argument.value)].append(f"{path.relative_to(folder)}::{node.name}")
    return found


test_citations.__test__ = False  # type: ignore[attr-defined]


def example_citations(game: str) -> tuple[dict[str, list[str]], tuple[str, ...]]:
    """Worked examples that come out as they say, by clause; and the ids of those that do not."""
    module = importlib.import_module(f"{__package__}.{game}.examples")
    found: dict[str, list[str]] = defaultdict(list)
    broken = []
    for example in module.examples().values():
        got = module.evaluate(example.given)
        if agrees(example.expect, got):
            for clause in example.clauses:
                found[clause].append(f"example {example.id}")
        else:
            broken.append(example.id)
    return found, tuple(broken)


def agrees(want: Any, got: Any) -> bool:
    """Whether a result is as an example expects; keys that it leaves out, at any depth, are not asserted."""
    if isinstance(want, dict):
        return isinstance(got, dict) and all(key in got and agrees(value, got[key]) for key, value in want.items())
    if isinstance(want, list) and isinstance(got, list):
        return len(want) == len(got) and all(map(agrees, want, got))
    return bool(want == got)


def lesson_citations(game: str) -> tuple[Mapping[str, list[str]], str]:
    """Lesson steps by clause; and why the lessons cannot be taught ("" if they can)."""
    found: dict[str, list[str]] = defaultdict(list)
    if not has_course(game):
        return found, ""
    try:
        steps = course(game).steps
    except LessonError as error:
        return found, str(error)
    for step in steps:
        for clause in step.clauses:
            found[clause].append(step.id)
    return found, ""


def tutorial_citations(folder: Path, book: Rulebook) -> Mapping[str, list[str]]:
    """Tutorial cells whose text or stored output names a clause."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("*.ipynb")):
        for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"], 1):
            text = "".join(cell["source"]) + json.dumps(cell.get("outputs", ""), ensure_ascii=False)
            for clause in dict.fromkeys(re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9]+(?:-[a-z0-9]+)*", text)):
                if clause in book.clauses:
                    found[clause].append(f"{path.name}#{number}")
    return found


def firing_counts(game: str, games: int, seed: int) -> Counter[str]:
    """How often each clause is cited by the events of random games with random players and readings."""
    start = importlib.import_module(f"{__package__}.{game}").random_start
    rng = Random(seed)
    fired: Counter[str] = Counter()
    for _ in range(games):
        state = start(rng)
        while state.to_move is not None:
            move = state.random_move(rng)
            fired.update(event.clause for event in state.events(move))
            state = state.play_unchecked(move)
    return fired


# ---------------------------------------------------------------- as a table


def as_table(found: Map) -> str:
    """The map to read in a terminal, at most 100 columns wide."""
    wide = max(len(row.clause) for row in found.rows)
    title = rulebook(found.game).title
    lines = [
        f"{title}: what each clause has, and how often it fired in {found.games_played} random games",
        "",
        f"{'clause':{wide}}  code  tests  lessons  tutorials    fired",
    ]
    for row in found.rows:
        counts = (
            f"{len(row.code) or '-':>4}  {len(row.tests) or '-':>5}  {len(row.lessons) or '-':>7}  "
            f"{len(row.tutorials) or '-':>9}  {row.fired or '-':>7}"
        )
        note = f"  MISSING {', '.join(row.missing)}" if row.missing else "  not acted on" if row.excused else ""
        lines.append(f"{row.clause:{wide}}  {counts}{note}")
    excused = Counter(row.kind for row in found.rows if row.excused)
    lines += ["", *(f"not acted on: {count} {kind} ({NOT_ACTED_ON[kind]})" for kind, count in sorted(excused.items()))]
    for what in found.missing:
        lines.append(f"FAILED {what}")
    good = sum(1 for row in found.rows if not row.missing and not row.excused)
    lines.append(
        f"{good} of {len(found.rows) - sum(excused.values())} clauses that a program can act on have code and tests"
    )
    taught = [row for row in found.rows if row.teach]
    lines.append(f"{sum(bool(row.lessons) for row in taught)} of {len(taught)} clauses to be taught have a lesson step")
    return "\n".join(lines)
