"""What do the Cast Cards say: when, by whom, with which rune, with which choices and steps?"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final

from ..core import rulebook
from .board import KEY

WINDOWS: Final = ("main", "attack-declared", "attack-rolled", "card-shown", "card-leaving", "picked-up")
WHO: Final = ("active", "attacker", "defender", "attacker-or-defender", "anyone", "anyone-but-its-caster", "forced")
ANY_TIME, RESPONSE, SEVERAL = "any-time-in-variant-c", "response", "several-defenders"
BEFORE_AND_AFTER: Final = ("attack-declared", "attack-rolled")
ATTACK_STEPS: Final = MappingProxyType(
    {
        "strength": BEFORE_AND_AFTER,
        "ignore-bonus": BEFORE_AND_AFTER,
        "cancel-attack": BEFORE_AND_AFTER,
        "reverse-attack": ("attack-declared",),
        "reroll": ("attack-rolled",),
        "swap-dice": ("attack-rolled",),
    }
)
"""The windows in which a primitive that acts on an attack can still be carried out."""


@dataclass(frozen=True, slots=True)
class CastCard:
    """A Cast Card. `choices` and `steps` are rows of its data; `is_response`: it answers a card.

    Clause: card.text-rules, cast.rune-needed
    """

    key: str
    name: str
    copies: int
    rune: str
    windows: tuple[str, ...]
    who: str
    groups: tuple[str, ...]
    choices: tuple[Mapping[str, Any], ...]
    steps: tuple[Mapping[str, Any], ...]
    text: str
    known: str
    provenance: str
    name_provenance: str
    timing_provenance: str
    names_units: bool = False
    is_response: bool = False

    @property
    def on_attack(self) -> bool:
        """Whether it changes one attack."""
        return any(step["do"] in ATTACK_STEPS for step in self.steps)


def read_card(row: Mapping[str, Any]) -> CastCard:
    """A card from its row."""
    given = {name: row.get(name, "") for name in ("text", "known", "name_provenance", "timing_provenance")}
    return CastCard(
        key=row["key"],
        name=row["name"],
        copies=row["count"],
        rune=row["rune"],
        windows=tuple(row["windows"]),
        who=row["who"],
        groups=tuple(row.get("groups", ())),
        choices=tuple(MappingProxyType(dict(choice)) for choice in row.get("choices", ())),
        steps=tuple(MappingProxyType(dict(step)) for step in row["steps"]),
        provenance=row.get("provenance", "invented"),
        names_units=any(choice["kind"] == "unit" for choice in row.get("choices", ())),
        is_response=RESPONSE in row.get("groups", ()),
        **given,
    )


@cache
def kit_cards() -> Mapping[str, CastCard]:
    """The kit's 22 cards by key. Clause: box.cast-cards"""
    return MappingProxyType({row["key"]: read_card(row) for row in rulebook(KEY).data["cast_card"]})


@lru_cache(maxsize=64)
def cards(pack: str = "", reading: str = "kit-deck", boost_or_drain: str = "two-cards") -> Mapping[str, CastCard]:
    """The cards in play. `pack`: an owner's card pack as JSON; its rows replace the kit's, or are the whole deck under
    owner-supplied.

    Clause: box.cast-cards, variant-c.anytime-cards
    """
    if reading == "no-cards":
        return MappingProxyType({})
    rows = json.loads(pack).get("cast_card", ()) if pack else ()
    own = {row["key"]: read_card(row) for row in rows}
    found = own if reading == "owner-supplied" else {**kit_cards(), **own}
    if boost_or_drain == "one-card" and {"mana-boost", "mana-drain"} <= found.keys():
        # all copies are one card: its caster picks a side, and names a player for a Drain
        for key in ("mana-boost", "mana-drain"):
            found[key] = replace(found[key], choices=(SIDE, OPPONENT), steps=(BOOST_OR_DRAIN,))
    return MappingProxyType(found)


def castable(deck: Mapping[str, CastCard], everywhere: bool, idols: bool) -> Mapping[str, frozenset[str]]:
    """Which cards could ever be cast in each window. `everywhere`: those of variant C in all of them; `idols`: whether
    there are Idols that a card could name.

    Clause: card.text-rules, variant-c.anytime-cards
    """
    return MappingProxyType(
        {
            window: frozenset(
                key
                for key, card in deck.items()
                if (window in card.windows or (everywhere and ANY_TIME in card.groups))
                and (idols or not any(choice.get("unit") == ["idol"] for choice in card.choices))
            )
            for window in WINDOWS
        }
    )


@lru_cache(maxsize=1 << 14)
def among(castable: frozenset[str], hand: tuple[str, ...]) -> tuple[str, ...]:
    """The cards of a hand that are castable, each once. Clause: card.text-rules"""
    return tuple(dict.fromkeys(filter(castable.__contains__, hand)))


SIDE: Final[Mapping[str, Any]] = MappingProxyType({"name": "side", "kind": "side"})
OPPONENT: Final[Mapping[str, Any]] = MappingProxyType({"name": "player", "kind": "player", "who": "other"})
BOOST_OR_DRAIN: Final[Mapping[str, Any]] = MappingProxyType({"do": "mana", "player": "side", "amount": 2})


def whole_deck(pack: str = "", reading: str = "kit-deck") -> tuple[str, ...]:
    """The keys of all cards of the deck, as often as they are in it. Clause: box.cast-cards, setup.shuffle-deck"""
    return tuple(key for key, card in cards(pack, reading).items() for _ in range(card.copies))
