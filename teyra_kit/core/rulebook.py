"""What do a game's rules say, where are they unclear, and which reading of them is in force?"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from .tables import Row, read_tables, rows

Entry = TypeVar("Entry")

PACKAGE = Path(__file__).resolve().parent.parent

KINDS = (
    "component", "physical", "faq", "glossary", "flavour", "goal", "setup", "turn", "action", "effect",
    "scoring", "end", "variant",
)  # fmt: skip
STATUSES = ("precise", "ambiguous", "incomplete", "contradicted")
PROVENANCES = ("printed", "official", "inferred", "invented")
CONFIDENCES = ("high", "medium", "low")
WEIGHTS = ("core", "edge")


class RulebookError(ValueError):
    """A rulebook file that cannot be used: names the file, the table, the key and what is allowed."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One statement of the rulebook in the kit's own words."""

    id: str
    section: str
    title: str
    text: str
    kind: str
    status: str
    teach: bool
    rulings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read an unclear clause."""

    id: str
    text: str

    @property
    def name(self) -> str:
        """What it is called: its id as words."""
        return self.id.replace("-", " ").capitalize().replace("Faq", "FAQ")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number the players choose: `min` and `max` are both allowed."""

    default: int
    min: int
    max: int
    name: str = ""
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A question the rulebook leaves open, with its readings or its number, and why one is the default."""

    id: str
    question: str
    clauses: tuple[str, ...]
    default: str | int
    why: str
    weight: str
    readings: tuple[Reading, ...] = ()
    parameter: Parameter | None = None

    def reading(self, value: str | int) -> Reading:
        """The reading called `value`; a number gets a reading of its own."""
        for reading in self.readings:
            if reading.id == value:
                return reading
        return Reading(str(value), str(value))


@dataclass(frozen=True, slots=True)
class Fact:
    """A value the kit rests on, and where it comes from: printed, official, inferred or invented."""

    id: str
    what: str
    provenance: str
    confidence: str
    source: str
    note: str


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game's rules as data. `version` changes with the rulings and the data, on which a record rests, not with words."""

    key: str
    title: str
    players: tuple[int, int]
    summary: str
    turn_summary: str
    clauses: Mapping[str, Clause]
    rulings: Mapping[str, Ruling]
    facts: Mapping[str, Fact]
    data: Mapping[str, Any]
    version: str

    def clause(self, id: str) -> Clause:
        """The clause called `id`; ValueError with all valid ids if there is none."""
        return _known(self.clauses, id, f"{self.title} has no clause")

    def ruling(self, id: str) -> Ruling:
        """The ruling called `id`; ValueError with all valid ids if there is none."""
        return _known(self.rulings, id, f"{self.title} has no ruling")


def _known(rows: Mapping[str, Entry], id: str, what: str) -> Entry:
    try:
        return rows[id]
    except KeyError:
        raise ValueError(f"{what} {id!r}. There are: {', '.join(rows)}") from None


# ---------------------------------------------------------------- loading


@cache
def rulebook(key: str) -> Rulebook:
    """The rulebook of the game whose folder is called `key`, loaded when first asked for."""
    games = {path.parent.name: path for path in sorted(PACKAGE.glob("*/rulebook.toml"))}
    if key not in games:
        raise ValueError(f"There is no game {key!r}. There are: {', '.join(games)}")
    return load(games[key])


def _version(rulings: Iterable[Ruling], data: Mapping[str, Any]) -> str:
    """A short name of all that a record rests on: what can be ruled, what is the default, and the data."""
    asked = [(ruling.id, ruling.default, [one.id for one in ruling.readings]) for ruling in rulings]
    return hashlib.sha256(json.dumps([asked, data], default=str).encode()).hexdigest()[:12]


def load(path: Path | str) -> Rulebook:
    """Read and check a rulebook file. RulebookError names the file, the table, the key and what is allowed."""
    path = Path(path)
    tables = read_tables(path, RulebookError)
    game = Row(path, "[game]", tables.get("game"), RulebookError)
    clauses = {row.text("id"): _clause(row) for row in rows(path, tables, "clause", RulebookError)}
    rulings = {row.text("id"): _ruling(row) for row in rows(path, tables, "ruling", RulebookError)}
    facts = {row.text("id"): _fact(row) for row in rows(path, tables, "fact", RulebookError)}
    book = Rulebook(
        key=game.text("key"),
        title=game.text("title"),
        players=game.pair("players"),
        summary=game.text("summary"),
        turn_summary=game.text("turn_summary"),
        clauses=MappingProxyType(clauses),
        rulings=MappingProxyType(rulings),
        facts=MappingProxyType(facts),
        data=MappingProxyType(tables.get("data", {})),
        version=_version(rulings.values(), tables.get("data", {})),
    )
    for table, key, id, targets in (
        *(("clause", "rulings", c.id, c.rulings) for c in clauses.values()),
        *(("ruling", "clauses", r.id, r.clauses) for r in rulings.values()),
    ):
        known: Iterable[str] = rulings if key == "rulings" else clauses
        for target in targets:
            if target not in known:
                raise RulebookError(
                    f"{path}: [[{table}]] {id!r}: key {key!r} names {target!r}, which is not in the file"
                )
    return book


def _clause(row: Row) -> Clause:
    return Clause(
        id=row.text("id"),
        section=row.text("section"),
        title=row.text("title"),
        text=row.text("text"),
        kind=row.text("kind", KINDS),
        status=row.text("status", STATUSES),
        teach=row.flag("teach"),
        rulings=row.texts("rulings"),
    )


def _ruling(row: Row) -> Ruling:
    readings = tuple(
        Reading(reading.text("id"), reading.text("text"))
        for reading in (
            Row(row.path, f"{row.table}, reading no. {n}", values, row.error)
            for n, values in enumerate(row.get("reading", list, "a list of readings", default=[]), 1)
        )
    )
    parameter = None
    if "parameter" in row.values:
        inner = Row(row.path, f"{row.table}, parameter", row.values["parameter"], row.error)
        parameter = Parameter(
            default=inner.get("default", int, "a whole number"),
            min=inner.get("min", int, "a whole number"),
            max=inner.get("max", int, "a whole number"),
            name=inner.get("name", str, "a text", default=""),
            meaning=inner.get("meaning", str, "a text", default=""),
        )
    if not readings and parameter is None:
        row.fail("has neither readings nor a parameter; one of them is needed")
    default: str | int = row.text("default")
    if readings and default not in {reading.id for reading in readings}:
        row.fail(f"key 'default' is {default!r}; allowed: {' | '.join(reading.id for reading in readings)}")
    if not readings and parameter is not None:
        default = parameter.default
    return Ruling(
        id=row.text("id"),
        question=row.text("question"),
        clauses=row.texts("clauses"),
        default=default,
        why=row.text("why"),
        weight=row.text("weight", WEIGHTS),
        readings=readings,
        parameter=parameter,
    )


def _fact(row: Row) -> Fact:
    return Fact(
        id=row.text("id"),
        what=row.text("what"),
        provenance=row.text("provenance", PROVENANCES),
        confidence=row.text("confidence", CONFIDENCES),
        source=row.text("source"),
        note=row.text("note"),
    )


# ---------------------------------------------------------------- rulings in force


@dataclass(frozen=True, slots=True)
class Rulings:
    """The readings in force in a game: the defaults, and what was chosen instead.

    >>> Rulings.defaults("tekeli_li").with_("trick-span", "two-tricks")["trick-span"]
    'two-tricks'
    """

    game: str
    chosen: tuple[tuple[str, str | int], ...] = ()

    @staticmethod
    def defaults(game: str) -> Rulings:
        """The kit's own reading of every unclear rule. ValueError names the games if `game` is none."""
        return Rulings(rulebook(game).key)

    @staticmethod
    def of(game: str, choices: Mapping[str, str | int]) -> Rulings:
        """The defaults with all of `choices` (ruling id -> reading id, or number)."""
        rulings = Rulings.defaults(game)
        for id, value in choices.items():
            rulings = rulings.with_(id, value)
        return rulings

    def with_(self, id: str, value: str | int) -> Rulings:
        """The same rulings with one other reading. ValueError lists what is valid."""
        ruling = rulebook(self.game).ruling(id)
        valid = [reading.id for reading in ruling.readings]
        if not ruling.readings:
            bounds = ruling.parameter
            assert bounds is not None
            if type(value) is not int or not bounds.min <= value <= bounds.max:
                raise ValueError(f"{id} is {value!r}; allowed: a whole number from {bounds.min} to {bounds.max}")
        elif value not in valid:
            raise ValueError(f"{id} has no reading {value!r}. There are: {', '.join(valid)}")
        choices = {**dict(self.chosen), id: value}
        if value == ruling.default:
            del choices[id]
        return Rulings(self.game, tuple(sorted(choices.items())))

    def __getitem__(self, id: str) -> str | int:
        for chosen, value in self.chosen:
            if chosen == id:
                return value
        return rulebook(self.game).ruling(id).default

    def changed(self) -> dict[str, str | int]:
        """What differs from the kit's defaults."""
        return dict(self.chosen)

    def __repr__(self) -> str:
        calls = "".join(f".with_({id!r}, {value!r})" for id, value in self.chosen)
        return f"Rulings.defaults({self.game!r}){calls}"


class Readings(dict[str, Any]):
    """The reading of every ruling in force, by its id, for rule functions that look up many. Equal only to itself."""

    __slots__ = ("rulings",)

    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__
    __ne__ = object.__ne__

    def __init__(self, rulings: Rulings) -> None:
        super().__init__({id: rulings[id] for id in rulebook(rulings.game).rulings})
        self.rulings = rulings


def open_point(rulings: Rulings, id: str) -> str:
    """What an event says that rests on the reading of a ruling."""
    return (
        f"The rulebook leaves this open ({id}). In force: {rulebook(rulings.game).ruling(id).reading(rulings[id]).text}"
    )
