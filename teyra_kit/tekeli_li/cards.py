"""What is in the box: factions, cards, and which of them play with how many players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from functools import cache
from typing import Final, TypeAlias

from ..core import rulebook

KEY = "tekeli_li"


class Faction(Enum):
    """A group of cards of one colour, which stands for one element. Clause: term.faction"""

    RED = "red"
    BLACK = "black"
    BLUE = "blue"
    WHITE = "white"

    element: str

    @property
    def letter(self) -> str:
        """F, E, W or A, as on the card."""
        return self.element[0]

    def __str__(self) -> str:
        return self.element

    def __repr__(self) -> str:
        return f"Faction.{self.name}"


for _faction, _element in zip(Faction, ("Fire", "Earth", "Water", "Air"), strict=True):
    _faction.element = _element


class Card:
    """One kind of card, `Card("blue-7")`: there is one object a kind, so equal copies are the same value."""

    __slots__ = ("faction", "id", "number")
    faction: Faction
    id: str
    number: int

    def __new__(cls, id: str) -> Card:
        try:
            return _KINDS[id]
        except (KeyError, TypeError):
            raise ValueError(
                f"There is no card {id!r}. A card is a colour ({', '.join(f.value for f in Faction)}) "
                "and a number from 1 to 8, like 'blue-7'"
            ) from None

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.id,)

    def __repr__(self) -> str:
        return f"Card({self.id!r})"

    def __str__(self) -> str:
        return f"{self.faction.element} {self.number}"

    def __lt__(self, other: Card) -> bool:
        return _ORDER[self] < _ORDER[other]

    @property
    def row(self) -> dict[str, object]:
        """What the rulebook's card table says: name, label, points, event and their provenance."""
        return card_table()[self.id]

    @property
    def name(self) -> str:
        """The printed name, or "" where the rulebook prints none."""
        return str(self.row["name"])

    @property
    def copies(self) -> int:
        """How many the whole box holds. Clause: contents.fire-cards, contents.earth-cards, contents.water-cards,
        contents.air-cards"""
        return 3 if self.number >= 7 else 1


def _kind(faction: Faction, number: int) -> Card:
    card = object.__new__(Card)
    card.faction, card.number, card.id = faction, number, f"{faction.value}-{number}"
    return card


_KINDS: Final[dict[str, Card]] = {
    card.id: card for faction in Faction for card in (_kind(faction, number) for number in range(1, 9))
}
KINDS: Final = tuple(_KINDS.values())
_ORDER: Final = {card: place for place, card in enumerate(KINDS)}


class Unknown:
    """A card that this seat may not see: it has no faction, number or name."""

    __slots__ = ()
    id = "hidden"
    faction = None
    number = 0

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __str__(self) -> str:
        return "a hidden card"

    def __reduce__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()
Seen: TypeAlias = Card | Unknown

AZATHOTH: Final = Card("black-6")
PHONE: Final = Card("red-3")
LONG_TRIP: Final = Card("white-3")
NECRONOMICON: Final = frozenset((Card("black-3"), Card("blue-3")))


def cards(ids: Iterable[str | Card]) -> tuple[Card, ...]:
    """Cards from ids. ValueError names the first that does not exist."""
    return tuple(id if isinstance(id, Card) else Card(id) for id in ids)


@cache
def card_table() -> dict[str, dict[str, object]]:
    """The rulebook's rows of all 32 kinds, by card id."""
    return {row["id"]: row for row in rulebook(KEY).data["card"]}


@cache
def deck_row(players: int) -> dict[str, object]:
    """The rulebook's row of the deck for 3, 4, 5 or 6 players; ValueError for other numbers.

    Clause: setup.deck-3, setup.deck-4, setup.deck-5, setup.deck-6
    """
    for row in rulebook(KEY).data["deck"]:
        if row["players"] == players and type(players) is int:
            found: dict[str, object] = row
            return found
    raise ValueError(f"players is {players!r}; allowed: 3, 4, 5 or 6. No rules for other numbers are printed")


@cache
def removed(players: int) -> tuple[Card, ...]:
    """The cards that stay in the box."""
    ids = deck_row(players)["removed"]
    assert isinstance(ids, list)
    return cards(ids)


@cache
def deck(players: int) -> tuple[Card, ...]:
    """All cards in play, sorted. Clause: setup.deck-3, setup.deck-4, setup.deck-5, setup.deck-6"""
    left = Counter({card: card.copies for card in KINDS})
    left.subtract(removed(players))
    return tuple(card for card in KINDS for _ in range(left[card]))


@cache
def copies_in_play(players: int) -> dict[Card, int]:
    """How often each kind of card is in the deck; 0 for those that stay out."""
    count = Counter(deck(players))
    return {card: count[card] for card in KINDS}


def hand_size(players: int) -> int:
    """Cards dealt to each player. Clause: setup.equal-deal"""
    return len(deck(players)) // players


def check_copies(some: Iterable[Card], players: int, what: str) -> None:
    """ValueError if `some` holds a card that this deck has not, or more copies than it has."""
    for card, count in Counter(some).items():
        there = copies_in_play(players)[card]
        if not there:
            raise ValueError(f"{what}: {card} ({card.id}) is not in the deck for {players} players")
        if count > there:
            raise ValueError(
                f"{what}: {card} ({card.id}) is used {count} times; "
                f"the deck for {players} players has {there} cop{'y' if there == 1 else 'ies'}"
            )
