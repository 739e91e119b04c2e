"""What is a card pack: the TOML file in which an owner of the box gives the kit what no source prints?"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from .tables import Row, read_tables

Pack: TypeAlias = Mapping[str, Sequence[Mapping[str, Any]]]


class PackError(ValueError):
    """What is wrong with a card pack: the file, the row, the key, the value, and what is allowed."""


def file_tables(path: Path | str) -> dict[str, Any]:
    """The tables of a file."""
    return read_tables(Path(path), PackError)


def text_tables(text: str, name: str = "the file") -> dict[str, Any]:
    """The tables that a text is; `name`: what complaints call it. No file is opened."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise PackError(f"{name}: not a TOML file: {problem}") from None


def pack_rows(path: Path, tables: Mapping[str, Any], game: str, names: Sequence[str]) -> dict[str, Any]:
    """The rows of a pack for a game, by the name of their table. Rows copied from the kit's own rulebook.toml may stand
    in [[data.NAME]]. PackError says what is wrong with the file as a whole."""
    file = Row(path, "the file", dict(tables), PackError)
    file.only(("game", "data", *names))
    found = dict(tables)
    if "game" in found:
        Row(path, "[game]", found["game"], PackError).text("key", (game,))
    if "data" in found:
        data = Row(path, "[data]", found["data"], PackError)
        data.only(names)
        for name in names:
            if name in found and name in data.values:
                data.fail(f"has the key {name!r}, and so has the file; allowed: one of the two")
        found |= data.values
    for name in names:
        if name in found and not isinstance(found[name], list):
            raise PackError(f"{path}: {name} is {found[name]!r}; allowed: tables [[{name}]]")
    rows = {name: found[name] for name in names if name in found}
    if not any(rows.values()):
        file.fail(f"has no card; needed: at least one {' or '.join(f'[[{name}]]' for name in names)}")
    return rows


def keyed(path: Path, name: str, values: Sequence[Any], key: str, allowed: Sequence[str] = ()) -> list[Row]:
    """The rows of a table, each with a key of its own."""
    found, seen = [], set()
    for number, value in enumerate(values, 1):
        row = Row(path, f"[[{name}]] no. {number}", value, PackError)
        id = row.text(key, tuple(allowed))
        row.table = f"[[{name}]] {id!r}"
        if id in seen:
            row.fail("stands in the file twice; allowed: once")
        seen.add(id)
        found.append(row)
    return found


def packed(pack: Pack | None) -> str:
    """A card pack as JSON, the same for equal packs; "" for none, the kit's own cards."""
    return json.dumps(pack, sort_keys=True) if pack else ""


def write_pack(pack: Pack) -> str:
    """The TOML text of a card pack."""
    rows = [(name, row) for name, table in pack.items() for row in table]
    return "\n".join(
        "\n".join([f"[[{name}]]", *(f"{key} = {_toml(value)}" for key, value in row.items()), ""]) for name, row in rows
    )


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{key} = {_toml(one)}' for key, one in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def counted(pack: Pack, words: Mapping[str, str]) -> str:
    """How many cards a pack holds: '2 Area texts, 1 Landmark'."""
    counts = ((len(pack.get(name, ())), what) for name, what in words.items())
    return ", ".join(f"{count} {what}{'s' * (count != 1)}" for count, what in counts if count)
