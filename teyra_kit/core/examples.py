"""Which worked examples does a game's rulebook give, and how are they read?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .tables import read_tables


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example: printed in the rulebook, reconstructed from a picture, or derived from the clauses."""

    id: str
    title: str
    source: str
    clauses: tuple[str, ...]
    certainty: str
    text: str
    note: str
    given: dict[str, Any]
    expect: dict[str, Any]


def load_examples(path: Path) -> dict[str, Example]:
    """All worked examples of a file by id, in its order."""
    rows = read_tables(path)["example"]
    return {row["id"]: Example(**{**row, "clauses": tuple(row["clauses"])}) for row in rows}
