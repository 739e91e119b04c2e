"""Is a card pack, the TOML file of an owner of the box, what the engine can play with; if not, what is wrong with it?"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from ..core import rulebook
from ..core.packs import Pack, PackError, counted, file_tables, keyed, pack_rows, text_tables, write_pack
from ..core.tables import Row
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


def load_pack(path: Path | str) -> dict[str, list[dict[str, Any]]]:
    """The card pack of a file, as `new_game(pack=...)` takes it. Clause: area.parts, landmark.bonus"""
    return _pack(Path(path), file_tables(path))


def read_pack(text: str, name: str = "the file") -> dict[str, list[dict[str, Any]]]:
    """The card pack that a text is; `name`: what complaints call it. No file is opened."""
    return _pack(Path(name), text_tables(text, name))


def pack_words(pack: Pack) -> str:
    """How many cards a pack holds: '2 Area texts, 1 Landmark'."""
    return counted(pack, {"area_text": "Area text", "landmark": "Landmark"})


@lru_cache(maxsize=64)
def check(packed: str) -> None:
    """Complain if a pack, as JSON, is not one that the engine can play with: it may come from anybody's record."""
    path = Path("card pack")
    tables = Row(path, "the pack", json.loads(packed), PackError)
    tables.only(TABLES)
    _rows(path, tables.values)


def _pack(path: Path, tables: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The rows of a file, none of which the FAQ contradicts."""
    pack = _rows(path, pack_rows(path, tables, KEY, TABLES))
    if told := check_pack(pack):
        raise PackError("\n".join(f"{path}: {line.removeprefix('card pack, ')}" for line in told))
    return pack


def _rows(path: Path, tables: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {table: _texts(path, table, tables[table]) for table in TABLES if table in tables}


def _texts(path: Path, table: str, values: object) -> list[dict[str, Any]]:
    if not isinstance(values, list):
        raise PackError(f"{path}: {table} is {values!r}; allowed: tables [[{table}]]")
    known = tuple(area_texts() if table == "area_text" else landmark_texts())
    for row in keyed(path, table, values, "key", known):
        _text(row, is_area=table == "area_text")
    return values


def _text(row: Row, is_area: bool) -> None:
    """Complain if a card's row is not one."""
    row.only(("key", "name", "text", "steps", *(("reward",) if is_area else ()), "faq", "prov", "note"))
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
        prov.only(("name", "effect", *(("reward",) if is_area else ())))
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
    row.only(("window", "who", "when", "do", *ACTIONS[do]))
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
    row.only(("value", *flags, "copies-at-least"))
    for key in row.values:
        if key == "value":
            row.listed(key, range(2, 11))
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
    row.only(allowed)
    for key in row.values:
        row.listed(key, allowed[key])


def _whole(row: Row, key: str, least: int | None) -> None:
    row.whole(key, -MOST if least is None else least, MOST)


__all__ = ["PackError", "check", "load_pack", "pack_words", "read_pack", "write_pack"]
