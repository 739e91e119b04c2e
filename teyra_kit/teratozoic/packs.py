"""Is a card pack, the TOML file of an owner of the box, what the engine can play with; if not, what is wrong with it?

A pack gives the true part cards, the true era cards, or both: each table replaces the kit's own as a whole. The checks
are those that the rulebook's data number.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..core import Rulings, rulebook
from ..core.packs import Pack, PackError, counted, file_tables, pack_rows, text_tables, write_pack
from ..core.tables import Row
from .monsters import whole
from .parts import (
    KEY,
    LAST,
    MOST_ENDS,
    NO_SET,
    PLAYERS,
    SIDES,
    VALUES,
    Box,
    Part,
    colours,
    era_of,
    hand_size,
    has_sides,
    kit_box,
    part_of,
    starter_sets,
    starters_by_value,
)

TABLES: Final = ("part", "era")
ID: Final = re.compile(r"[\w-]{1,20}")
ALSO: Final = ("provenance", "note")
"""Columns that say where a row comes from; they decide nothing."""
REFUSE: Final = "refuse"
WARN: Final = "warn"


ANY_STARTERS: Final = (Rulings(KEY), Rulings(KEY, (("starter-sets", "mixed-values"),)))


class Failing(NamedTuple):
    """A check that a row or a table fails, by its number in the rulebook's data, and what follows: "refuse" or "warn"."""

    number: int
    outcome: str
    text: str


def load_pack(path: Path | str) -> dict[str, list[dict[str, Any]]]:
    """The card pack of a file, as `new_game(pack=...)` takes it; PackError says what is wrong with it.

    Clause: setup.starter-cards, era-card.numbers-unprinted
    """
    return _pack(Path(path), file_tables(path))


def read_pack(text: str, name: str = "the file") -> dict[str, list[dict[str, Any]]]:
    """The card pack that a text is; `name`: what complaints call it. No file is opened."""
    return _pack(Path(name), text_tables(text, name))


def pack_words(pack: Pack) -> str:
    """What a pack holds: '93 parts, 7 eras'."""
    return counted(pack, {"part": "part", "era": "era"})


@lru_cache(maxsize=64)
def check(packed: str, rulings: Rulings | None = None, players: int = PLAYERS[0]) -> None:
    """Complain if a pack, as JSON, is not one that the engine can play with: it may come from anybody's record.

    Without `rulings` starters are refused only if no reading of starter-sets takes them. Clause: setup.starter-cards
    """
    path = Path("card pack")
    tables = Row(path, "the pack", json.loads(packed), PackError)
    tables.only(TABLES)
    for name, rows in tables.values.items():
        if not isinstance(rows, list):
            raise PackError(f"{path}: {name} is {rows!r}; allowed: tables [[{name}]]")
    _refuse(path, tables.values, ANY_STARTERS if rulings is None else (rulings,), players)


@lru_cache(maxsize=64)
def box_of(packed: str) -> Box:
    """The box with a pack, as JSON, in place of the kit's own cards; "" is the kit's box."""
    kit, pack = kit_box(), json.loads(packed) if packed else {}
    parts, eras = pack.get("part"), pack.get("era")
    stack = [era.key for era in kit.eras]
    names = {era.key: era.name for era in kit.eras}
    return Box(
        tuple(map(part_of, parts)) if parts else kit.parts,
        tuple(
            sorted((era_of({"name": names[row["key"]], **row}) for row in eras), key=lambda era: stack.index(era.key))
        )
        if eras
        else kit.eras,
        bool(parts),
        bool(eras),
    )


def rulings_with(pack: Pack, rulings: Rulings) -> Rulings:
    """The same rulings, and the tables a pack gives are those in play. Clause: setup.starter-cards,
    era-card.numbers-unprinted"""
    if pack.get("part"):
        rulings = rulings.with_("part-list", "owner-parts")
    return rulings.with_("era-numbers", "owner-eras") if pack.get("era") else rulings


def remarks(pack: Pack, rulings: Rulings | None = None) -> list[str]:
    """What an owner should look at again, though the engine plays with it; of starters: not under these rulings."""
    reads = Rulings.defaults(KEY) if rulings is None else rulings
    found = [*failing_parts(pack["part"], reads)] if pack.get("part") else []
    found += failing_eras(pack["era"]) if pack.get("era") else []
    only = "; to be played with the reading mixed-values only"
    return [failing.text + only * (failing.outcome == REFUSE) for failing in found]


def _pack(path: Path, tables: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    pack = {name: rows for name, rows in pack_rows(path, tables, KEY, TABLES).items() if rows}
    _refuse(path, pack, ANY_STARTERS, PLAYERS[0])
    return pack


def _refuse(path: Path, pack: Mapping[str, Any], readings: Sequence[Rulings], players: int) -> None:
    """Complain of all that the engine cannot play with under any of these readings."""
    told: list[str] = []
    if rows := pack.get("part"):
        by_reading = [
            [failing.text for failing in failing_parts(rows, rulings, players) if failing.outcome == REFUSE]
            for rulings in readings
        ]
        told += by_reading[0] if all(by_reading) else []
    if rows := pack.get("era"):
        told += [failing.text for failing in failing_eras(rows) if failing.outcome == REFUSE]
    if told:
        raise PackError("\n".join(f"{path}: {text}" for text in told))


# ---------------------------------------------------------------- parts


def failing_parts(rows: Sequence[Any], rulings: Rulings, players: int = PLAYERS[0]) -> list[Failing]:
    """The checks of data.owner_parts that a list of parts fails, by rising number.

    Clause: card.value, card.colour, card.free-end, card.no-free-end, card.set-mark
    """
    form = [Failing(0, REFUSE, text) for text in _form("part", rows, "id", (*Part._fields, *ALSO))]
    if form:
        return form
    found = [failing for number, row in enumerate(rows, 1) for failing in _failing_part(number, row)]
    ids = Counter(row.get("id") for row in rows)
    found += [
        Failing(1, REFUSE, f"[[part]] key 'id' is {id!r} in {count} rows; allowed: each once (check 1)")
        for id, count in ids.items()
        if isinstance(id, str) and count > 1
    ]
    if not found:
        parts = tuple(map(part_of, rows))
        found += [*_failing_starters(parts, rulings, players), *_failing_counts(parts)]
        if not any(failing.outcome == REFUSE for failing in found):
            found += _failing_wholes(parts, rulings)
        found += [
            Failing(
                8,
                WARN,
                f"[[part]] {part.id!r} has an effect text and is not marked; expected: advanced = true (check 8)",
            )
            for part in parts
            if part.effect and not part.advanced
        ]
    return sorted(found, key=lambda failing: failing.number)


def _form(table: str, rows: Sequence[Any], key: str, columns: Sequence[str]) -> Iterator[str]:
    for number, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            yield f"[[{table}]] no. {number} is {row!r}; a table is needed"
            continue
        for column in row:
            if column not in columns:
                name = _name(table, number, row, key)
                yield f"{name} has the key {column!r}; allowed: {' | '.join(columns)}"


def _name(table: str, number: int, row: Mapping[str, Any], key: str) -> str:
    return f"[[{table}]] {row[key]!r}" if isinstance(row.get(key), str) else f"[[{table}]] no. {number}"


def _failing_part(number: int, row: Mapping[str, Any]) -> Iterator[Failing]:
    name = _name("part", number, row, "id")

    def wrong(check: int, key: str, allowed: str) -> Failing:
        if key not in row:
            return Failing(check, REFUSE, f"{name} has no key {key!r}; needed: {allowed} (check {check})")
        return Failing(check, REFUSE, f"{name} key {key!r} is {row[key]!r}; allowed: {allowed} (check {check})")

    id, sides = row.get("id"), row.get("sides", "")
    if not isinstance(id, str) or not ID.fullmatch(id):
        yield wrong(1, "id", "1 to 20 letters, digits, - and _")
    if row.get("colour") not in colours().values():
        yield wrong(2, "colour", " | ".join(colours().values()))
    if not _whole_number(row.get("value"), VALUES[0], VALUES[-1]):
        yield wrong(3, "value", f"a whole number from {VALUES[0]} to {VALUES[-1]}")
    if not _whole_number(row.get("ends"), 0, MOST_ENDS):
        yield wrong(4, "ends", f"a whole number from 0 to {MOST_ENDS}")
    elif not isinstance(sides, str) or not set(sides) <= set(SIDES) or len(set(sides)) < len(sides):
        yield wrong(4, "sides", "letters out of N, E, S, W, each once")
    elif "sides" in row and len(sides) != row["ends"]:
        yield wrong(4, "sides", f"as many letters out of N, E, S, W as it has ends: {row['ends']}")
    if not isinstance(row.get("set"), str) or not ID.fullmatch(row["set"]):
        yield wrong(5, "set", f"{NO_SET} | the name of a starter set, 1 to 20 letters, digits, - and _")
    for key in ("doubles", "advanced"):
        if not isinstance(row.get(key), bool):
            yield wrong(6, key, "true | false")
    if not isinstance(row.get("effect", ""), str):
        yield wrong(8, "effect", "a text")


def _whole_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _failing_starters(parts: Sequence[Part], rulings: Rulings, players: int) -> Iterator[Failing]:
    """Clause: setup.starter-cards, card.set-mark"""
    if rulings["starter-sets"] == "mixed-values":
        for value, some in starters_by_value(parts).items():
            if len(some) < players:
                text = f"[[part]] {len(some)} starters have the value {value}; needed: {players} (check 5)"
                yield Failing(5, REFUSE, text)
        return
    sets = starter_sets(parts)
    for (colour, mark), some in sets.items():
        values = [part.value for part in some]
        if values != list(VALUES):
            said = ", ".join(map(str, values))
            text = f"[[part]] the {colour} set {mark!r} has the values {said}; needed: 1 to 6, each once (check 5)"
            yield Failing(5, REFUSE, text)
    if len(sets) < players:
        yield Failing(5, REFUSE, f"[[part]] there are {len(sets)} starter sets; needed: {players} (check 5)")


def _failing_counts(parts: Sequence[Part]) -> Iterator[Failing]:
    there, expected = Counter(part.colour for part in parts), Counter(part.colour for part in kit_box().parts)
    if len(parts) != expected.total():
        yield Failing(7, WARN, f"[[part]] there are {len(parts)} parts; expected: {expected.total()} (check 7)")
    for colour, count in expected.items():
        if there[colour] != count:
            yield Failing(7, WARN, f"[[part]] {there[colour]} parts are {colour}; expected: {count} (check 7)")


def _failing_wholes(parts: Sequence[Part], rulings: Rulings) -> Iterator[Failing]:
    """Clause: setup.starter-cards, value.whole-defined"""
    if rulings["join-geometry"] == "grid-sides" and not all(map(has_sides, parts)):
        return
    for (colour, mark), some in starter_sets(parts).items():
        if not whole(some, rulings):
            text = f"[[part]] the {colour} set {mark!r} does not make one whole monster; expected: it does (check 7)"
            yield Failing(7, WARN, text)


# ---------------------------------------------------------------- eras


def failing_eras(rows: Sequence[Any]) -> list[Failing]:
    """The checks of data.owner_eras that a table of eras fails, by rising number.

    Clause: era-card.minimum, era-card.draw, era-card.players, era-card.numbers-unprinted
    """
    kit = {row["key"]: row for row in rulebook(KEY).data["era"]}
    numbers = ("min_players", "common", "own", "minimum", "winner_takes", "keep")
    form = [Failing(0, REFUSE, text) for text in _form("era", rows, "key", ("key", "name", *numbers, *ALSO))]
    if form:
        return form
    found = []
    keys = Counter(row.get("key") if isinstance(row.get("key"), str) else None for row in rows)
    for key in (*kit, *(key for key in keys if key not in kit)):
        if key not in kit or keys[key] != 1:
            said = f"key 'key' is {key!r} in {keys[key]} rows" if keys[key] else f"has no row {key!r}"
            found.append(Failing(1, REFUSE, f"[[era]] {said}; needed: {' | '.join(kit)}, each once (check 1)"))
    for number, row in enumerate(rows, 1):
        name = _name("era", number, row, "key")
        found += _failing_era(name, row, kit.get(row.get("key"), {}))
    return sorted(found, key=lambda failing: failing.number)


def _failing_era(name: str, row: Mapping[str, Any], kit: Mapping[str, Any]) -> Iterator[Failing]:
    def wrong(check: int, key: str, allowed: str, outcome: str = REFUSE) -> Failing:
        if key not in row:
            return Failing(check, REFUSE, f"{name} has no key {key!r}; needed: {allowed} (check {check})")
        word = "allowed" if outcome == REFUSE else "expected"
        return Failing(check, outcome, f"{name} key {key!r} is {row[key]!r}; {word}: {allowed} (check {check})")

    hand = hand_size()
    drawn = [key for key in ("common", "own") if not _whole_number(row.get(key), 0, hand)]
    for key in drawn:
        yield wrong(2, key, f"a whole number from 0 to {hand}")
    if not drawn and row["common"] + row["own"] != hand:
        yield Failing(
            2,
            REFUSE,
            f"{name} draws {row['common']} common and {row['own']} own cards; needed: {hand} together (check 2)",
        )
    for key, least, most in (
        ("minimum", 1, hand),
        ("winner_takes", 0, hand),
        ("keep", 0, hand),
        ("min_players", PLAYERS[0], PLAYERS[-1]),
    ):
        if not _whole_number(row.get(key), least, most):
            yield wrong(3, key, f"a whole number from {least} to {most}")
    if not isinstance(row.get("name", ""), str):
        yield wrong(3, "name", "a text")
    for key, provenance in kit.get("provenance", {}).items():
        if provenance == "printed" and key in row and row[key] != kit[key]:
            yield wrong(4, key, f"{kit[key]}, as printed", WARN)
    if not kit or drawn:
        return
    if kit["key"] != LAST and row["common"] == 0:
        yield wrong(5, "common", "1 or more before the last era, or its common deck never runs out")
    if kit["key"] == LAST and row["common"] > 0:
        yield wrong(6, "common", "0 in the last era, or an end of the game is not certain", WARN)


__all__ = [
    "Failing", "PackError", "box_of", "check", "failing_eras", "failing_parts", "load_pack", "pack_words", "read_pack",
    "remarks", "rulings_with", "write_pack",
]  # fmt: skip
