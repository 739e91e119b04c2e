"""What may an Idol do? The lines of the six Spec Cards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ..core import rulebook
from .board import KEY

RANGES: Final = ("adjacent", "up-to-2", "distance-2", "distance-3", "same-plane", "anywhere")
SHIELDS: Final = MappingProxyType(
    {"idol": "guardian.shield-idol", "inka": "guardian.shield-inka", "elder": "guardian.shield-elder"}
)
"""The line that protects each kind of unit."""


class Line(NamedTuple):
    """A line of a Spec Card: Mods needed, mana to pay, and its effect as data.

    `kind`: move, attack, swap, summon, escort, rotate, shape-shift, shield or standing. `how` holds the rest.
    Clause: spec.lists-actions, spec.mods-needed, spec.mana-cost
    """

    id: str
    idol: str
    mods: int
    mana: int
    name: str
    text: str
    kind: str
    how: Mapping[str, Any]
    provenance: str

    @property
    def is_order(self) -> bool:
        """Whether it is carried out as an action of the own turn."""
        return self.kind not in ("shield", "standing")

    @property
    def clause(self) -> str:
        """The clause an event cites: the printed line, or that the card is not printed."""
        return self.id if self.idol == "guardian" else "spec.other-five-unprinted"


def _line(row: Mapping[str, Any]) -> Line:
    how = dict(row["effect"])
    kind = how.pop("kind")
    return Line(
        row["id"], row["idol"], row["mods"], row["mana"], row["name"], row.get("text", ""), kind, MappingProxyType(how),
        row.get("provenance", "printed"),
    )  # fmt: skip


@cache
def all_lines() -> Mapping[str, Line]:
    """Every line of the kit's Spec Cards, by its id. Clause: spec.lists-actions"""
    return MappingProxyType({row["id"]: _line(row) for row in rulebook(KEY).data["spec_line"]})


def _plain(idol: str) -> tuple[Line, ...]:
    adjacent = MappingProxyType({"range": "adjacent"})
    once = MappingProxyType({"range": "adjacent", "attacks": 1})
    return (
        Line(f"{idol}.move", idol, 0, 1, "Move", "Move to an adjacent vacant tria.", "move", adjacent, "invented"),
        Line(f"{idol}.attack", idol, 0, 2, "Attack", "Attack an adjacent unit.", "attack", once, "invented"),
    )


@lru_cache(maxsize=64)
def card_of(idol: str, cards: str = "site-and-kit", keeper: str = "kit-card", pack: str = "") -> tuple[Line, ...]:
    """The lines of an Idol: those of an owner's card pack (JSON) if it gives any, else by readings of data.spec-cards and
    data.keeper-card. ValueError lists the Idols.

    Clause: spec.lists-actions, spec.other-five-unprinted, box.spec-cards
    """
    found = tuple(line for line in all_lines().values() if line.idol == idol)
    if not found:
        raise ValueError(f"idol is {idol!r}; allowed: {', '.join(dict.fromkeys(x.idol for x in all_lines().values()))}")
    rows = json.loads(pack).get("spec_line", ()) if pack else ()
    if own := tuple(_line(row) for row in rows if row["idol"] == idol):
        return own
    if (cards == "printed-only" and idol != "guardian") or (keeper == "base-lines-only" and idol == "keeper"):
        return _plain(idol)
    return found


@lru_cache(maxsize=512)
def open_lines(
    idol: str, mods: int, cards: str = "site-and-kit", keeper: str = "kit-card", pack: str = ""
) -> tuple[Line, ...]:
    """The lines that so many Mods of any colour open. Clause: spec.mods-needed, spec.guardian-one-mod"""
    return tuple(line for line in card_of(idol, cards, keeper, pack) if line.mods <= mods)
