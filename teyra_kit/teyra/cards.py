"""What is in the box: suits, Player cards, Area cards and Landmark cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from ..core import Readings, Rulings, Seat, rulebook

KEY = "teyra"
LETTERS = "ABCD"
COPIES = "abcd"
MODES = ("beginner", "normal", "advanced")


def letter(seat: Seat) -> str:
    """Seats are called A, B, C, D clockwise."""
    return LETTERS[seat]


class Suit(Enum):
    """One of the four cultures. Clause: card.suits"""

    BOAR = "B"
    KOEL = "K"
    LIZARD = "M"
    ORANGUTAN = "O"

    title: str
    effect: str

    def __str__(self) -> str:
        return self.title

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


for _suit, _title, _effect in zip(
    Suit,
    ("Wild Boar", "Asian Koel", "Monitor Lizard", "Orangutan"),
    ("CHARGE", "ROUSE", "INTERCEPT", "INSPIRE"),
    strict=True,
):
    _suit.title, _suit.effect = _title, _effect
SUITS: Final = tuple(Suit)
SUIT_OF: Final = {suit.effect: suit for suit in SUITS}


class Card:
    """A physical Player card, `Card("B4a")`: suit, value and which copy. There is one object a card.

    Clause: card.suit-and-value, card.folk, card.vanguard-value, card.ace-values
    """

    __slots__ = ("code", "id", "suit", "type", "value", "weight")
    id: str
    code: str
    suit: Suit
    type: str
    value: int
    weight: int

    def __new__(cls, id: str) -> Card:
        try:
            return _CARDS[id]
        except (KeyError, TypeError):
            raise ValueError(
                f"There is no card {id!r}. A card is a suit ({', '.join(s.value for s in SUITS)}), a value "
                "(1 to 10, V or A) and its copy, like 'B4a' or 'KVc'"
            ) from None

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return Card, (self.id,)

    def __repr__(self) -> str:
        return f"Card({self.id!r})"

    def __str__(self) -> str:
        return f"{self.suit} {self.name}"

    def __lt__(self, other: Card) -> bool:
        return _ORDER[self] < _ORDER[other]

    @property
    def name(self) -> str:
        """What stands on the card: a number, Vanguard or Ace."""
        return {"folk": str(self.value), "vanguard": "Vanguard", "ace": "Ace"}[self.type]


def _card(suit: Suit, mark: str, copy: str) -> Card:
    card = object.__new__(Card)
    card.suit, card.code = suit, suit.value + mark
    card.id = card.code + copy
    card.type = {"V": "vanguard", "A": "ace"}.get(mark, "folk")
    card.value = {"V": 10, "A": 0}[mark] if mark in "VA" else int(mark)
    card.weight = 2 if mark == "V" else 1
    return card


MARKS: Final = (*map(str, range(1, 11)), "V", "A")
_CARDS: Final[dict[str, Card]] = {
    card.id: card for card in (_card(suit, mark, copy) for suit in SUITS for mark in MARKS for copy in COPIES)
}
_ORDER: Final = {card: place for place, card in enumerate(_CARDS.values())}
CODES: Final = frozenset(card.code for card in _CARDS.values())


class Unknown:
    """A Player card that this seat may not see."""

    __slots__ = ()
    id = code = "hidden"
    suit = None
    type = "unknown"
    value = 0
    weight = 0
    name = "hidden"

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __str__(self) -> str:
        return "a hidden card"

    def __reduce__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown()


class Shrouded:
    """A card that lies face down in a campaign. There is one object a card.

    Clause: keyword.shroud-play, keyword.shroud-blank
    """

    __slots__ = ("card",)
    card: Card | Unknown

    def __new__(cls, card: Card | Unknown) -> Shrouded:
        found = _SHROUDED.get(card)
        if found is None:
            found = _SHROUDED[card] = object.__new__(cls)
            found.card = card
        return found

    def __reduce__(self) -> tuple[type[Shrouded], tuple[Card | Unknown]]:
        return Shrouded, (self.card,)

    def __repr__(self) -> str:
        return f"Shrouded({self.card!r})"

    def __str__(self) -> str:
        return "a shrouded card"


_SHROUDED: Final[dict[Card | Unknown, Shrouded]] = {}


class Marker:
    """A placed Landmark, which counts as a card of a suit. Clause: landmark.bonus"""

    __slots__ = ("landmark", "suit")
    landmark: str
    suit: Suit
    type = "landmark"
    value = 0
    weight = 1

    def __new__(cls, landmark: str, suit: Suit) -> Marker:
        found = _MARKERS.get((landmark, suit))
        if found is None:
            found = _MARKERS[landmark, suit] = object.__new__(cls)
            found.landmark, found.suit = landmark, suit
        return found

    def __reduce__(self) -> tuple[Any, tuple[str, Suit]]:
        return Marker, (self.landmark, self.suit)

    def __repr__(self) -> str:
        return f"Marker({self.landmark!r}, {self.suit!r})"

    def __str__(self) -> str:
        return f"a placed Landmark ({self.suit})"


_MARKERS: Final[dict[tuple[str, Suit], Marker]] = {}

Seen: TypeAlias = Card | Unknown
Entry: TypeAlias = Card | Shrouded | Marker
"""What may lie in a campaign."""
Row: TypeAlias = tuple[Entry, ...]
"""A campaign's cards from left (oldest) to right (newest)."""


# ---------------------------------------------------------------- the Player cards in play


@cache
def folk(composition: str = "two-to-ten-twice") -> tuple[Card, ...]:
    """The 72 Folk by the reading of deck-composition. Clause: box.folk, card.folk"""
    if composition not in ("two-to-ten-twice", "one-to-nine-twice"):
        raise ValueError(f"composition is {composition!r}; allowed: two-to-ten-twice, one-to-nine-twice")
    low = 2 if composition == "two-to-ten-twice" else 1
    return tuple(
        Card(f"{suit.value}{value}{copy}") for suit in SUITS for value in range(low, low + 9) for copy in COPIES[:2]
    )


@cache
def vanguards() -> tuple[Card, ...]:
    """The 16 Vanguards. Clause: box.vanguards"""
    return tuple(Card(f"{suit.value}V{copy}") for suit in SUITS for copy in COPIES)


@cache
def aces() -> tuple[Card, ...]:
    """The 8 Aces. Clause: box.aces"""
    return tuple(Card(f"{suit.value}A{copy}") for suit in SUITS for copy in COPIES[:2])


@cache
def player_cards(composition: str = "two-to-ten-twice") -> frozenset[Card]:
    """All 96 Player cards. Clause: card.player-cards"""
    return frozenset((*folk(composition), *vanguards(), *aces()))


# ---------------------------------------------------------------- reading and writing cards


class Sorter:
    """Gives out physical cards: a code like 'B4' stands for the next copy of it that was not given out yet."""

    def __init__(self) -> None:
        self.used: set[Card] = set()

    def card(self, text: object) -> Card:
        """The card of a text: 'B4' (the next free copy) or 'B4a' (that one). ValueError says what is wrong."""
        if isinstance(text, Card):
            found = text
        elif isinstance(text, str) and text in CODES:
            free = [Card(text + copy) for copy in COPIES if Card(text + copy) not in self.used]
            if not free:
                raise ValueError(f"card {text!r} is used more than {len(COPIES)} times")
            found = free[0]
        else:
            found = Card(text)  # type: ignore[arg-type]
        if found in self.used:
            raise ValueError(f"card {found.id!r} ({found}) lies in two places")
        self.used.add(found)
        return found

    def cards(self, texts: Iterable[object]) -> tuple[Card, ...]:
        """All of them, in order."""
        return tuple(self.card(text) for text in texts)

    def entry(self, text: object) -> Entry:
        """What lies in a campaign: 'B4', face down '(B4)', a placed Landmark '[B]' or '[B berserker-kampong]'."""
        if isinstance(text, Card | Shrouded | Marker):
            return text
        if not isinstance(text, str) or not text:
            raise ValueError(f"{text!r} is no card of a campaign; it is a text like 'B4', '(B4)' or '[B]'")
        if text[0] == "(" and text[-1] == ")":
            return Shrouded(self.card(text[1:-1]))
        if text[0] == "[" and text[-1] == "]":
            suit, _, landmark = text[1:-1].partition(" ")
            return Marker(landmark, read_suit(suit))
        return self.card(text)

    def row(self, texts: Iterable[object]) -> Row:
        """A whole campaign, left to right."""
        return tuple(self.entry(text) for text in texts)


def read_suit(text: object) -> Suit:
    """The suit of a letter; ValueError says what is allowed."""
    try:
        return Suit(text)
    except ValueError:
        raise ValueError(f"{text!r} is no suit; allowed: {', '.join(f'{s.value} ({s})' for s in SUITS)}") from None


def write_entry(entry: Entry, codes: bool = False) -> str:
    """A card of a campaign as text; with `codes` without its copy."""
    if isinstance(entry, Shrouded):
        return f"({entry.card.code if codes else entry.card.id})"
    if isinstance(entry, Marker):
        return f"[{entry.suit.value}]" if codes or not entry.landmark else f"[{entry.suit.value} {entry.landmark}]"
    return entry.code if codes else entry.id


# ---------------------------------------------------------------- Area cards and Landmark cards


@dataclass(frozen=True, slots=True)
class AreaCard:
    """One of the 40 Area cards. `text` is the key of its effect. Clause: area.parts, card.areas-apart"""

    id: str
    name: str
    level: int
    text: str
    reward: str
    landmark: str

    def __str__(self) -> str:
        return self.name


UNKNOWN_AREA: Final = AreaCard("hidden", "an Area that lies face down", 0, "", "", "")


@cache
def area_cards(tenth: str = "ranger-guild") -> tuple[AreaCard, ...]:
    """All 40 Area cards by the reading of tenth-landmark. Clause: box.areas, landmark.gain"""
    found = []
    for row in rulebook(KEY).data["area"]:
        reward, landmark = row["reward"], row.get("landmark", "")
        if tenth == "nine-only" and landmark == "ranger-guild":
            reward, landmark = "prestige", ""
        found.append(AreaCard(row["id"], row["name"], row["level"], row["effect"], reward, landmark))
    return tuple(found)


@cache
def area_by_id(tenth: str = "ranger-guild") -> Mapping[str, AreaCard]:
    """The Area cards by their id."""
    return MappingProxyType({card.id: card for card in area_cards(tenth)})


@cache
def landmarks(tenth: str = "ranger-guild") -> tuple[str, ...]:
    """The keys of the Landmark cards in use. Clause: box.landmarks"""
    keys = tuple(row["key"] for row in rulebook(KEY).data["landmark"])
    return keys if tenth == "ranger-guild" else tuple(key for key in keys if key != "ranger-guild")


@cache
def areas_for(mode: str, tenth: str = "ranger-guild") -> tuple[AreaCard, ...]:
    """The Area cards a mode allows. Clause: mode.beginner, mode.normal, mode.advanced"""
    if mode not in MODES:
        raise ValueError(f"mode is {mode!r}; allowed: {', '.join(MODES)}")
    return tuple(card for card in area_cards(tenth) if mode != "normal" or card.reward != "landmark")


@cache
def ids_of_level(level: int, mode: str, tenth: str = "ranger-guild") -> tuple[str, ...]:
    """The ids of the Area cards of a level that a mode allows. Clause: setup2.sort-levels, setupn.sort-levels"""
    return tuple(card.id for card in areas_for(mode, tenth) if card.level == level)


def find_area(text: object, tenth: str = "ranger-guild") -> AreaCard:
    """The Area card of an id ('padma-field-3') or of a key ('padma-field': its lowest level)."""
    if isinstance(text, AreaCard):
        return text
    if text == UNKNOWN_AREA.id:
        raise ValueError("a hidden Area cannot be laid out")
    for card in area_cards(tenth):
        if text in (card.id, card.text):
            return card
    keys = dict.fromkeys(card.text for card in area_cards(tenth))
    raise ValueError(f"There is no Area {text!r}. There are: {', '.join(keys)}")


# ---------------------------------------------------------------- numbers and readings


@cache
def number(name: str) -> Any:
    """A number of the rulebook: 'refill', 'bust_above', 'prestige_goal' ..."""
    return rulebook(KEY).data["numbers"][name]["value"]


@cache
def readings(rulings: Rulings | None = None) -> Readings:
    """All readings of some rulings; the kit's defaults if none are given."""
    return Readings(rulings or Rulings.defaults(KEY))
