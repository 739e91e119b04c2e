"""Is a TOML file what it should be, and if not, which table and key is wrong, and what is allowed there?"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn


def read_tables(path: Path, error: type[ValueError] = ValueError) -> dict[str, Any]:
    """The tables of a TOML file."""
    try:
        raw = path.read_bytes()
    except OSError as problem:
        raise error(f"{path}: cannot be read: {problem.strerror}") from None
    try:
        return tomllib.loads(raw.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise error(f"{path}: not a TOML file: {problem}") from None


class Row:
    """One table of the file, which knows how to complain about itself."""

    def __init__(self, path: Path, table: str, values: object, error: type[ValueError] = ValueError) -> None:
        self.path, self.table, self.error = path, table, error
        if not isinstance(values, dict):
            self.fail("is missing" if values is None else f"is {values!r}; a table is needed")
        self.values: dict[str, Any] = values

    def fail(self, why: str) -> NoReturn:
        """Complain about this table."""
        raise self.error(f"{self.path}: {self.table} {why}")

    def get(self, key: str, kind: type | tuple[type, ...], allowed: str, default: Any = None) -> Any:
        """The value of a key, of a kind; without a default it must be there."""
        if key not in self.values:
            if default is not None:
                return default
            self.fail(f"has no key {key!r}; needed: {allowed}")
        value = self.values[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.fail(f"key {key!r} is {value!r}; allowed: {allowed}")
        return value

    def text(self, key: str, allowed: tuple[str, ...] = ()) -> str:
        """A text, one of `allowed` if there are any."""
        value: str = self.get(key, str, " | ".join(allowed) or "a text")
        if allowed and value not in allowed:
            self.fail(f"key {key!r} is {value!r}; allowed: {' | '.join(allowed)}")
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        value: bool = self.get(key, bool, "true | false")
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty if the key is missing."""
        values = self.get(key, list, "a list of texts", default=[])
        if not all(isinstance(value, str) for value in values):
            self.fail(f"key {key!r} is {values!r}; allowed: a list of texts")
        return tuple(values)

    def only(self, allowed: Iterable[str]) -> None:
        """Complain of a key that has no meaning here."""
        names = tuple(allowed)
        for key in self.values:
            if key not in names:
                self.fail(f"has the key {key!r}; allowed: {' | '.join(names)}")

    def listed(self, key: str, allowed: Iterable[object]) -> None:
        """Complain of a list that holds anything else than what is allowed."""
        known = tuple(allowed)
        said = f"a list of {' | '.join(map(str, known))}"
        for value in self.get(key, list, said):
            if isinstance(value, bool | float) or value not in known:
                self.fail(f"key {key!r} holds {value!r}; allowed: {said}")

    def whole(self, key: str, least: int, most: int) -> int:
        """A whole number within bounds."""
        said = f"a whole number from {least} to {most}"
        value: int = self.get(key, int, said)
        if not least <= value <= most:
            self.fail(f"key {key!r} is {value!r}; allowed: {said}")
        return value

    def pair(self, key: str) -> tuple[int, int]:
        """Two whole numbers, the smaller first."""
        values = self.get(key, list, "[least, most]")
        if len(values) != 2 or not all(type(value) is int for value in values) or values[0] > values[1]:
            self.fail(f"key {key!r} is {values!r}; allowed: [least, most]")
        return values[0], values[1]


def rows(path: Path, tables: dict[str, Any], name: str, error: type[ValueError] = ValueError) -> list[Row]:
    """The tables [[name]] of a file, each with an id of its own; there must be at least one."""
    raw = tables.get(name)
    if not isinstance(raw, list) or not raw:
        raise error(f"{path}: table [[{name}]] is missing; at least one is needed")
    found, seen = [], set()
    for number, values in enumerate(raw, 1):
        row = Row(path, f"[[{name}]] no. {number}", values, error)
        id = row.text("id")
        row.table = f"[[{name}]] {id!r}"
        if id in seen:
            row.fail("stands in the file twice; ids must differ")
        seen.add(id)
        found.append(row)
    return found
