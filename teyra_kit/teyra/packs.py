"""Is a card pack, the TOML file of an owner of the box, what the engine can play with; if not, what is wrong with it?"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ..core import rulebook
from ..core.tables import Row, read_tables
from .areas import ACTIONS, ALLOWED, REWARDS, SCOPES, WINDOWS, area_texts, check_pack, landmark_texts
from .cards import KEY, SUITS

TABLES: Final = ("area_text", "landmark")
PROVENANCE: Final = ("printed", "faq", "inferred", "invented")
CONSTANT: Final = (
    "kindred-immune",
    "ignore",
    "no-suits",
    "all-suits",
    "value-delta",
    "bust-limit",
    "influence-bonus",
    "hand-limit",
)
WINDOWS_OF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(CONSTANT, ("constant",)),
        "shroud": ("play-from-hand", "enter"),
        "rally": ("play-from-hand",),
        "reveal-and-discard": ("play-from-hand",),
        "alternative-draw": ("turn-draw",),
        "place-landmark": ("contest-start",),
    }
)
"""The windows of the actions that the engine carries out in these only."""
AREA_MOMENTS: Final = tuple(window for window in WINDOWS if window not in ("constant", "turn-draw", "enter"))
LANDMARK_MOMENTS: Final = ("contest-start", "play-from-hand", "resolve-start")
OF_AREAS: Final = ("redeal", "ignore-highest", "discard-highest", "re-enlist")
OF_LANDMARKS: Final = ("alternative-draw", "place-landmark")
TO_PLAYERS: Final = ("draw-special", "prestige", "morale", "re-enlist")
WITH_PLAYER: Final = ("play-from-hand", "win")
"""The windows of an Area in which one player acts; in the others a step for players has to say for which."""
OPTIONAL: Final = ("n", "mode", "floor", "cards")
SMALLEST: Final = MappingProxyType({"draw-special": 1, "prestige": 1, "re-enlist": 1})
MOST: Final = 99
"""No number of a card is larger, so that no game runs without end."""


class PackError(ValueError):
    """What is wrong with a card pack: the file, the row, the key, the value, and what is allowed."""


def load_pack(path: Path | str) -> dict[str, list[dict[str, Any]]]:
    """The card pack of a file, as `new_game(pack=...)` takes it. Clause: area.parts, landmark.bonus"""
    path = Path(path)
    tables, _ = read_tables(path, PackError)
    return _pack(path, tables)


def read_pack(text: str, name: str = "the file") -> dict[str, list[dict[str, Any]]]:
    """The card pack that a text is; `name`: what complaints call it. No file is opened."""
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise PackError(f"{name}: not a TOML file: {problem}") from None
    return _pack(Path(name), tables)


def write_pack(pack: Mapping[str, Sequence[Mapping[str, Any]]]) -> str:
    """The TOML text of a card pack: `read_pack` makes the same pack of it."""
    rows = [(table, row) for table in TABLES for row in pack.get(table, ())]
    return "\n".join(
        "\n".join([f"[[{table}]]", *(f"{key} = {_toml(value)}" for key, value in row.items()), ""])
        for table, row in rows
    )


def pack_words(pack: Mapping[str, Sequence[object]]) -> str:
    """How many cards a pack holds: '2 Area texts, 1 Landmark'."""
    counts = ((len(pack.get("area_text", ())), "Area text"), (len(pack.get("landmark", ())), "Landmark"))
    return ", ".join(f"{count} {what}{'s' * (count != 1)}" for count, what in counts if count)


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_toml(one)}' for key, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


@lru_cache(maxsize=64)
def check(packed: str) -> None:
    """Complain if a pack, as JSON, is not one that the engine can play with: it may come from anybody's record."""
    path = Path("card pack")
    tables = Row(path, "the pack", json.loads(packed), PackError)
    _only(tables, TABLES)
    _rows(path, tables.values)


def _pack(path: Path, tables: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The rows of a file, none of which the FAQ contradicts."""
    file = Row(path, "the file", tables, PackError)
    _only(file, ("game", "data", *TABLES))
    if "game" in tables:
        Row(path, "[game]", tables["game"], PackError).text("key", (KEY,))
    if "data" in tables:  # rows copied from the kit's rulebook.toml stand in [[data.area_text]], [[data.landmark]]
        data = Row(path, "[data]", tables["data"], PackError)
        _only(data, TABLES)
        for table in TABLES:
            if table in tables and table in data.values:
                data.fail(f"has the key {table!r}, and so has the file; allowed: one of the two")
        tables |= data.values
    pack = _rows(path, tables)
    if not any(pack.values()):
        file.fail("has no card; needed: at least one [[area_text]] or [[landmark]]")
    if told := check_pack(pack):
        raise PackError("\n".join(f"{path}: {line.removeprefix('card pack, ')}" for line in told))
    return pack


def _rows(path: Path, tables: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {table: _texts(path, table, tables[table]) for table in TABLES if table in tables}


def _texts(path: Path, table: str, values: object) -> list[dict[str, Any]]:
    if not isinstance(values, list):
        raise PackError(f"{path}: {table} is {values!r}; allowed: tables [[{table}]]")
    seen: set[str] = set()
    for number, value in enumerate(values, 1):
        row = Row(path, f"[[{table}]] no. {number}", value, PackError)
        key = row.text("key", tuple(area_texts() if table == "area_text" else landmark_texts()))
        row.table = f"[[{table}]] {key!r}"
        if key in seen:
            row.fail("stands in the file twice; allowed: once")
        seen.add(key)
        _text(row, is_area=table == "area_text")
    return values


def _text(row: Row, is_area: bool) -> None:
    """Complain if a card's row is not one."""
    _only(row, ("key", "name", "text", "steps", *(("reward",) if is_area else ()), "faq", "prov", "note"))
    row.text("name")
    for key in ("text", "note"):
        row.get(key, str, "a text", default="")
    if "reward" in row.values:
        row.text("reward", REWARDS)
    for id in row.texts("faq"):
        if id not in rulebook(KEY).clauses:
            row.fail(f"key 'faq' holds {id!r}; allowed: clauses of the rulebook, as faq.ashen-suits")
    if "prov" in row.values:
        prov = Row(row.path, f"{row.table}, prov", row.values["prov"], PackError)
        _only(prov, ("name", "effect", *(("reward",) if is_area else ())))
        for key in prov.values:
            prov.text(key, PROVENANCE)
    for number, step in enumerate(row.get("steps", list, "a list of steps"), 1):
        _step(Row(row.path, f"{row.table}, step {number}", step, PackError), is_area)


def _step(row: Row, is_area: bool) -> None:
    """Complain if a step is not one that the engine carries out."""
    do = row.text("do", tuple(name for name in ACTIONS if name not in (OF_LANDMARKS if is_area else OF_AREAS)))
    windows = WINDOWS_OF.get(do, AREA_MOMENTS if is_area else LANDMARK_MOMENTS)
    if do == "shroud" and not is_area:
        windows = ("play-from-hand",)
    window = row.text("window", windows)
    _only(row, ("window", "who", "when", "do", *ACTIONS[do]))
    if is_area and do in TO_PLAYERS and window not in WITH_PLAYER:
        row.text("who", ("each-player", "not-first-player"))
    if do == "reveal":
        row.text("which", ("here",) if is_area else ("own",))
    for key in ("who", *ACTIONS[do]):
        if key not in row.values and key in ("who", *OPTIONAL):
            continue
        if key in ("n", "floor", "limit"):
            _whole(row, key, SMALLEST.get(do) if key == "n" else 0)
        elif key == "suit":
            row.text(key, tuple(suit.value for suit in SUITS))
        elif key == "cards":
            _cards(Row(row.path, f"{row.table}, cards", row.values[key], PackError))
        else:
            row.text(key, SCOPES[do] if key == "scope" else ALLOWED[key])
    if "when" in row.values:
        _when(Row(row.path, f"{row.table}, when", row.values["when"], PackError))


def _when(row: Row) -> None:
    flags = ("four-suits-here", "cards-here", "contests-here", "not-winner")
    _only(row, ("value", *flags, "copies-at-least"))
    for key in row.values:
        if key == "value":
            _list(row, key, range(2, 11))
        elif key == "copies-at-least":
            _whole(row, key, 1)
        else:
            row.flag(key)


def _cards(row: Row) -> None:
    allowed: dict[str, Iterable[object]] = {
        "type": ("folk", "vanguard", "ace"),
        "suit": [suit.value for suit in SUITS],
        "value": range(2, 11),
    }
    _only(row, allowed)
    for key in row.values:
        _list(row, key, allowed[key])


def _only(row: Row, allowed: Iterable[str]) -> None:
    """Complain of a key that has no meaning here."""
    for key in row.values:
        if key not in allowed:
            row.fail(f"has the key {key!r}; allowed: {' | '.join(allowed)}")


def _list(row: Row, key: str, allowed: Iterable[object]) -> None:
    said = f"a list of {' | '.join(map(str, allowed))}"
    for value in row.get(key, list, said):
        if isinstance(value, bool | float) or value not in allowed:
            row.fail(f"key {key!r} holds {value!r}; allowed: {said}")


def _whole(row: Row, key: str, least: int | None) -> None:
    least = -MOST if least is None else least
    said = f"a whole number from {least} to {MOST}"
    value = row.get(key, int, said)
    if not least <= value <= MOST:
        row.fail(f"key {key!r} is {value!r}; allowed: {said}")
