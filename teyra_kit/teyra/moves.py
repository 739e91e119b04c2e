"""What can be done at the table: the moves of players and of chance, and how they are written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeAlias

from ..core import Seat
from .cards import LETTERS, Card, Suit, area_cards, letter, read_suit


@cache
def _names() -> Mapping[str, str]:
    return MappingProxyType({card.text: card.name for card in area_cards()})


def area_name(key: str) -> str:
    """The name of an Area or a Landmark from its key; 'area-1' is an Area that lies face down."""
    return _names().get(key) or key.replace("-", " ").capitalize()


PILES: Final = MappingProxyType(
    {"deck": "Folk Deck", "vanguards": "Vanguard pile", "aces": "Ace pile", "gathered": "pile of gathered cards"}
)


def _at(place: int | None) -> str:
    return "" if place is None else f", at place {place}"


# ---------------------------------------------------------------- chance


@dataclass(frozen=True, slots=True)
class TakeToken:
    """Chance: who takes the First Player token. Clause: setup2.first-player, setupn.first-player"""

    VERB: ClassVar[str] = "token"
    seat: Seat

    def __str__(self) -> str:
        return f"{letter(self.seat)} takes the First Player token"


@dataclass(frozen=True, slots=True)
class StackAreas:
    """Chance: the Area deck from top to bottom. Clause: setup2.deck-order, setupn.deck-order"""

    VERB: ClassVar[str] = "stack"
    ids: tuple[str, ...]

    def __str__(self) -> str:
        return f"The Area deck is stacked: {len(self.ids)} cards"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Chance: a shuffled pile from top to bottom. Clause: setup2.kinfolk-deck, setup2.special-piles,
    strategise.reshuffle, faq.cove-gather"""

    VERB: ClassVar[str] = "shuffle"
    pile: str
    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"The {PILES.get(self.pile, self.pile)} is shuffled: {len(self.cards)} cards"


# ---------------------------------------------------------------- a turn in Contest


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass for the rest of the phase, in place of drawing. Clause: pass.instead"""

    VERB: ClassVar[str] = "pass"

    def __str__(self) -> str:
        return "Pass"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a card: from the Folk Deck, or the top discard with Cleric Mandala. Clause: contest.draw, faq.cleric"""

    VERB: ClassVar[str] = "draw"
    source: str = "deck"

    def __str__(self) -> str:
        return "Draw a card" if self.source == "deck" else "Take the top discard"


@dataclass(frozen=True, slots=True)
class Play:
    """Play a card into the own campaign in an Area. Clause: contest.play, multi.turn"""

    VERB: ClassVar[str] = "play"
    card: Card
    area: str
    place: int | None = None
    shroud: bool = False

    def __str__(self) -> str:
        down = ", face down" if self.shroud else ""
        return f"Play {self.card} into {area_name(self.area)}{_at(self.place)}{down}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a card from hand. Clause: contest.discard, strategise.discard-to-limit"""

    VERB: ClassVar[str] = "discard"
    card: Card

    def __str__(self) -> str:
        return f"Discard {self.card}"


# ---------------------------------------------------------------- Kindred Effects


@dataclass(frozen=True, slots=True)
class Charge:
    """CHARGE: a Folk card goes to the discard pile. Clause: charge.effect"""

    VERB: ClassVar[str] = "charge"
    card: Card
    owner: Seat
    area: str

    def __str__(self) -> str:
        return f"CHARGE: discard {self.card} of {letter(self.owner)} in {area_name(self.area)}"


@dataclass(frozen=True, slots=True)
class Inspire:
    """INSPIRE: a Folk card moves to another campaign of its Area. Clause: inspire.effect"""

    VERB: ClassVar[str] = "inspire"
    card: Card
    owner: Seat
    area: str
    to: Seat
    place: int | None = None

    def __str__(self) -> str:
        where = f"{letter(self.owner)} to {letter(self.to)} in {area_name(self.area)}"
        return f"INSPIRE: move {self.card} from {where}{_at(self.place)}"


@dataclass(frozen=True, slots=True)
class Rouse:
    """ROUSE: the next card of the Folk Deck goes into a campaign. Clause: rouse.effect, rouse.unseen"""

    VERB: ClassVar[str] = "rouse"
    to: Seat
    area: str
    place: int | None = None

    def __str__(self) -> str:
        return f"ROUSE: into the campaign of {letter(self.to)} in {area_name(self.area)}{_at(self.place)}"


@dataclass(frozen=True, slots=True)
class Intercept:
    """INTERCEPT: a card moves to the same player's campaign in another Area. Clause: intercept.effect"""

    VERB: ClassVar[str] = "intercept"
    card: Card
    owner: Seat
    area: str
    into: str
    place: int | None = None

    def __str__(self) -> str:
        where = f"from {area_name(self.area)} to {area_name(self.into)}"
        return f"INTERCEPT: move {self.card} of {letter(self.owner)} {where}{_at(self.place)}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Leave out an effect that is optional. Clause: kindred.vanguard-twice"""

    VERB: ClassVar[str] = "decline"

    def __str__(self) -> str:
        return "Decline"


@dataclass(frozen=True, slots=True)
class PickSuit:
    """Pick the one effect that an all-suit card activates. Clause: faq.rainbow-one"""

    VERB: ClassVar[str] = "suit"
    suit: Suit

    def __str__(self) -> str:
        return f"Pick {self.suit.effect} ({self.suit})"


# ---------------------------------------------------------------- Morale, texts, order


@dataclass(frozen=True, slots=True)
class LoseMorale:
    """Name who loses Morale: for an Elite Force, or as a reward. Clause: elite.morale, reward.lose-morale"""

    VERB: ClassVar[str] = "weaken"
    seat: Seat

    def __str__(self) -> str:
        return f"{letter(self.seat)} loses 1 Morale"


@dataclass(frozen=True, slots=True)
class GainMorale:
    """Name who gains 2 Morale as a reward. Clause: reward.gain-morale"""

    VERB: ClassVar[str] = "hearten"
    seat: Seat

    def __str__(self) -> str:
        return f"{letter(self.seat)} gains 2 Morale"


@dataclass(frozen=True, slots=True)
class Rally:
    """RALLY: the next card of the Folk Deck goes into a campaign. Clause: keyword.rally"""

    VERB: ClassVar[str] = "rally"
    to: Seat
    area: str
    place: int | None = None

    def __str__(self) -> str:
        return f"RALLY: into the campaign of {letter(self.to)} in {area_name(self.area)}{_at(self.place)}"


@dataclass(frozen=True, slots=True)
class Show:
    """Reveal a card from hand. Clause: faq.crystal"""

    VERB: ClassVar[str] = "show"
    card: Card

    def __str__(self) -> str:
        return f"Reveal {self.card}"


@dataclass(frozen=True, slots=True)
class DiscardShown:
    """Have a revealed card discarded. Clause: faq.crystal"""

    VERB: ClassVar[str] = "discard-shown"
    owner: Seat

    def __str__(self) -> str:
        return f"Discard the card that {letter(self.owner)} revealed"


@dataclass(frozen=True, slots=True)
class ReEnlist:
    """RE-ENLIST: take a card from the discard pile. Clause: keyword.re-enlist"""

    VERB: ClassVar[str] = "re-enlist"
    card: Card

    def __str__(self) -> str:
        return f"RE-ENLIST {self.card}"


@dataclass(frozen=True, slots=True)
class PlaceLandmark:
    """Place a Landmark in an own campaign. Clause: faq.placed-landmarks"""

    VERB: ClassVar[str] = "place"
    landmark: str
    area: str
    place: int | None = None

    def __str__(self) -> str:
        return f"Place {area_name(self.landmark)} in {area_name(self.area)}{_at(self.place)}"


@dataclass(frozen=True, slots=True)
class TakeNext:
    """The First Player says which Area is next. Clause: resolve.effects-order, resolve.contests-order"""

    VERB: ClassVar[str] = "next"
    area: str
    window: str

    def __str__(self) -> str:
        return f"{area_name(self.area)} is next ({self.window})"


@dataclass(frozen=True, slots=True)
class DeclareAces:
    """State the values of the own Aces in a contest. Clause: card.ace-later"""

    VERB: ClassVar[str] = "declare"
    values: tuple[int, ...]

    def __str__(self) -> str:
        return f"State {', '.join(map(str, self.values))} for the Aces"


ChanceMove: TypeAlias = TakeToken | StackAreas | Shuffle
Move: TypeAlias = (
    TakeToken
    | StackAreas
    | Shuffle
    | Pass
    | Draw
    | Play
    | Discard
    | Charge
    | Inspire
    | Rouse
    | Intercept
    | Decline
    | PickSuit
    | LoseMorale
    | GainMorale
    | Rally
    | Show
    | DiscardShown
    | ReEnlist
    | PlaceLandmark
    | TakeNext
    | DeclareAces
)
KINDS: Final[tuple[type[Any], ...]] = Move.__args__
VERBS: Final[Mapping[str, type[Any]]] = MappingProxyType({kind.VERB: kind for kind in KINDS})
CHANCES: Final = (TakeToken, StackAreas, Shuffle)

PASS: Final = Pass()
DECLINE: Final = Decline()
DRAW: Final = Draw()
TAKE_DISCARD: Final = Draw("discard")


@cache
def play(card: Card, area: str, place: int | None = None, shroud: bool = False) -> Play:
    """The one object of a play."""
    return Play(card, area, place, shroud)


class Plays(dict[Card, Play]):
    """The plays into one Area by their card, each made when it is first asked for."""

    def __init__(self, area: str) -> None:
        super().__init__()
        self.area = area

    def __missing__(self, card: Card) -> Play:
        found = self[card] = play(card, self.area)
        return found


plays = cache(Plays)


class Discards(dict[Card, Discard]):
    """The discards by their card, each made when it is first asked for."""

    def __missing__(self, card: Card) -> Discard:
        found = self[card] = Discard(card)
        return found


DISCARDS: Final = Discards()


take_next = cache(TakeNext)
"""The one object of a TakeNext."""


# ---------------------------------------------------------------- writing and reading lines


FIELDS: Final[Mapping[type[Any], tuple[str, ...]]] = MappingProxyType(
    {kind: tuple(field.name for field in fields(kind)) for kind in KINDS}
)


def _write(name: str, value: Any) -> str:
    if value is None or value is False:
        return ""
    if name == "card":
        return str(value.id)
    if name in ("owner", "to", "seat"):
        return letter(value)
    if name == "place":
        return f"at={value}"
    if name == "shroud":
        return "shrouded"
    if name == "suit":
        return str(value.value)
    if name == "cards":
        return ",".join(card.id for card in value)
    if name in ("ids", "values"):
        return ",".join(map(str, value))
    return str(value)


def write_line(move: Move) -> str:
    """A move as words: 'play B4a padma-field'."""
    words = [_write(name, getattr(move, name)) for name in FIELDS[type(move)]]
    return " ".join([move.VERB, *filter(None, words)])


def _read(name: str, word: str) -> Any:
    if name == "card":
        return Card(word)
    if name in ("owner", "to", "seat"):
        if len(word) != 1 or word not in LETTERS:
            raise ValueError(f"{word!r} is no player; allowed: {', '.join(LETTERS)}")
        return LETTERS.index(word)
    if name == "suit":
        return read_suit(word)
    if name == "cards":
        return tuple(Card(id) for id in word.split(","))
    if name == "ids":
        return tuple(word.split(","))
    if name == "values":
        return tuple(int(value) for value in word.split(","))
    return word


def read_line(line: str) -> Move:
    """The move that words stand for; ValueError says what is allowed."""
    verb, *words = line.split()
    kind = VERBS.get(verb)
    if kind is None:
        raise ValueError(f"{verb!r} is no move; allowed: {', '.join(VERBS)}")
    options: dict[str, Any] = {}
    plain = []
    for word in words:
        if "place" in FIELDS[kind] and word.startswith("at="):
            if not word[3:].isdigit():
                raise ValueError(f"{word!r} is no place; allowed: at=0, at=1 ...")
            options["place"] = int(word[3:])
        elif "shroud" in FIELDS[kind] and word == "shrouded":
            options["shroud"] = True
        else:
            plain.append(word)
    names = [name for name in FIELDS[kind] if name not in ("place", "shroud")]
    if len(plain) != len(names):
        raise ValueError(f"{line!r}: {verb} needs {', '.join(names) or 'nothing'}; {len(plain)} words are given")
    move: Move = kind(**{name: _read(name, word) for name, word in zip(names, plain, strict=True)}, **options)
    return move
