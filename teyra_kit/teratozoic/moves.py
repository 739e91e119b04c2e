"""What can be done at the table: the moves of players and of chance, and how they are written down."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeAlias
from urllib.parse import quote, unquote

from ..core import Seat

Cards: TypeAlias = tuple[str, ...]
Layout: TypeAlias = tuple[Cards, ...]
"""Monsters, each as the ids of its parts."""

LETTERS: Final = "ABCDEF"
"""What the seats are called."""
NONE: Final = "no card"


def letter(seat: Seat) -> str:
    """What a seat is called."""
    return LETTERS[seat]


def cards_said(cards: Sequence[str]) -> str:
    """Cards as they are read out: 'G1a, G2b and O3a'."""
    return " and ".join(filter(None, (", ".join(cards[:-1]), *cards[-1:]))) or NONE


def layout_said(monsters: Layout) -> str:
    """Monsters as they are read out: 'G1a+G6a, P4a'."""
    return ", ".join("+".join(monster) for monster in monsters)


# ---------------------------------------------------------------- chance


@dataclass(frozen=True, slots=True)
class DealStarters:
    """Chance: the six starters of each seat. Clause: setup.starter-cards"""

    VERB: ClassVar[str] = "deal"
    sets: tuple[Cards, ...]

    def __str__(self) -> str:
        return f"Starters are dealt to {len(self.sets)} players"


@dataclass(frozen=True, slots=True)
class FirstPlayer:
    """Chance: who goes first. Clause: setup.first-player"""

    VERB: ClassVar[str] = "first"
    seat: Seat

    def __str__(self) -> str:
        return f"{letter(self.seat)} becomes first player"


@dataclass(frozen=True, slots=True)
class ShuffleOwn:
    """Chance: a new own deck from top to bottom. Clause: setup.own-deck, mutate.own-reshuffle, last.final-shuffle"""

    VERB: ClassVar[str] = "shuffle"
    seat: Seat
    cards: Cards

    def __str__(self) -> str:
        return f"The {len(self.cards)} cards of {letter(self.seat)}’s own deck are shuffled"


@dataclass(frozen=True, slots=True)
class ShuffleCommon:
    """Chance: the common deck from top to bottom. Clause: setup.common-deck, mutate.new-common-deck"""

    VERB: ClassVar[str] = "common"
    cards: Cards

    def __str__(self) -> str:
        return f"The {len(self.cards)} cards of the common deck are shuffled"


# ---------------------------------------------------------------- players


@dataclass(frozen=True, slots=True)
class TakeSet:
    """Pick one of the starter sets that are left. Clause: setup.starter-cards"""

    VERB: ClassVar[str] = "set"
    colour: str
    mark: str

    def __str__(self) -> str:
        return f"Take the {self.colour} {self.mark} set"


@dataclass(frozen=True, slots=True)
class PlayAll:
    """Declare: all cards of the hand will be played. Clause: declare.all-or-not"""

    VERB: ClassVar[str] = "all"

    def __str__(self) -> str:
        return "Declare: playing all cards"


@dataclass(frozen=True, slots=True)
class HoldBack:
    """Declare: not all cards will be played; which, is decided later (words-first). Clause: declare.all-or-not"""

    VERB: ClassVar[str] = "not-all"

    def __str__(self) -> str:
        return "Declare: not playing all cards"


@dataclass(frozen=True, slots=True)
class SetAside:
    """Put cards aside face down, which says that not all are played. Clause: declare.set-aside, declare.minimum"""

    VERB: ClassVar[str] = "aside"
    cards: Cards

    def __str__(self) -> str:
        return f"Set aside {cards_said(self.cards)} face down"


@dataclass(frozen=True, slots=True)
class Grow:
    """Build these monsters. Clause: growth.simultaneous, growth.from-kept, build.layout-free"""

    VERB: ClassVar[str] = "grow"
    monsters: Layout

    def __str__(self) -> str:
        return f"Build {layout_said(self.monsters)}"


@dataclass(frozen=True, slots=True)
class Rebuild:
    """In a tie: build these monsters instead. Clause: tie.rebuild"""

    VERB: ClassVar[str] = "rebuild"
    monsters: Layout

    def __str__(self) -> str:
        return f"Rebuild: {layout_said(self.monsters)}"


@dataclass(frozen=True, slots=True)
class Take:
    """The round winner takes played cards. Clause: reproduce.winner-takes"""

    VERB: ClassVar[str] = "take"
    cards: Cards

    def __str__(self) -> str:
        return f"Take {cards_said(self.cards)}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep own cards. Clause: reproduce.keep"""

    VERB: ClassVar[str] = "keep"
    cards: Cards

    def __str__(self) -> str:
        return f"Keep {cards_said(self.cards)}"


AnyMove: TypeAlias = (
    DealStarters
    | FirstPlayer
    | ShuffleOwn
    | ShuffleCommon
    | TakeSet
    | PlayAll
    | HoldBack
    | SetAside
    | Grow
    | Rebuild
    | Take
    | Keep
)
CHANCES: Final = (DealStarters, FirstPlayer, ShuffleOwn, ShuffleCommon)
KINDS: Final = (*CHANCES, TakeSet, PlayAll, HoldBack, SetAside, Grow, Rebuild, Take, Keep)
PLAY_ALL: Final = PlayAll()
HOLD_BACK: Final = HoldBack()


def check_shape(move: AnyMove) -> None:
    """ValueError if a move holds something else than cards, or monsters of cards, as tuples."""
    for name, wanted in (
        ("cards", "card ids"),
        ("monsters", "monsters, each a tuple of card ids"),
        ("sets", "sets of card ids"),
    ):
        value = getattr(move, name, ())
        groups = (value,) if name == "cards" else value
        if type(value) is not tuple or not all(
            type(group) is tuple and all(isinstance(id, str) for id in group) for group in groups
        ):
            raise ValueError(f"{type(move).__name__}.{name} is {value!r}; needed: a tuple of {wanted}")


# ---------------------------------------------------------------- writing and reading lines


def _word(id: str) -> str:
    return quote(id, safe="*{}")


def _joined(cards: Cards) -> str:
    return "+".join(map(_word, cards))


def write_line(move: AnyMove) -> str:
    """A move as words: 'grow G1a+G6a P4a', 'take PX6'."""
    words: list[str] = [move.VERB]
    match move:
        case DealStarters(sets):
            words += map(_joined, sets)
        case FirstPlayer(seat):
            words.append(letter(seat))
        case ShuffleOwn(seat, cards):
            words += [letter(seat), *map(_word, cards)]
        case TakeSet(colour, mark):
            words += [_word(colour), _word(mark)]
        case Grow(monsters) | Rebuild(monsters):
            words += map(_joined, monsters)
        case ShuffleCommon(cards) | SetAside(cards) | Take(cards) | Keep(cards):
            words += map(_word, cards)
    return " ".join(words)


def _cards(words: Sequence[str]) -> Cards:
    return tuple(map(unquote, words))


def _groups(words: Sequence[str]) -> Layout:
    return tuple(_cards(word.split("+")) for word in words)


def _seat(word: str) -> Seat:
    if len(word) != 1 or word not in LETTERS:
        raise ValueError(f"{word!r} is no player; allowed: {', '.join(LETTERS)}")
    return LETTERS.index(word)


READERS: Final[Mapping[str, tuple[int, int, str, Callable[[Sequence[str]], AnyMove]]]] = MappingProxyType(
    {
        "deal": (2, 6, "the starters of each player, joined by +", lambda words: DealStarters(_groups(words))),
        "first": (1, 1, "a player’s letter", lambda words: FirstPlayer(_seat(words[0]))),
        "shuffle": (
            1,
            999,
            "a player’s letter and cards",
            lambda words: ShuffleOwn(_seat(words[0]), _cards(words[1:])),
        ),
        "common": (0, 999, "cards", lambda words: ShuffleCommon(_cards(words))),
        "set": (2, 2, "a colour and a mark", lambda words: TakeSet(*_cards(words))),
        "all": (0, 0, "nothing more", lambda words: PLAY_ALL),
        "not-all": (0, 0, "nothing more", lambda words: HOLD_BACK),
        "aside": (1, 999, "cards", lambda words: SetAside(_cards(words))),
        "grow": (1, 999, "monsters: cards joined by +", lambda words: Grow(_groups(words))),
        "rebuild": (1, 999, "monsters: cards joined by +", lambda words: Rebuild(_groups(words))),
        "take": (0, 999, "cards", lambda words: Take(_cards(words))),
        "keep": (0, 999, "cards", lambda words: Keep(_cards(words))),
    }
)
"""How many words follow each verb, what they are, and the move they make."""


def read_line(line: str) -> AnyMove:
    """The move that words stand for; ValueError says what is allowed."""
    verb, *words = line.split() or [""]
    if verb not in READERS:
        raise ValueError(f"{verb!r} is no move; allowed: {', '.join(READERS)}")
    least, most, what, reader = READERS[verb]
    if not least <= len(words) <= most:
        raise ValueError(f"{line!r}: {verb} needs {what}; given are {len(words)} words")
    return reader(words)


SECRETS: Final[Mapping[str, Callable[[Any], Any]]] = MappingProxyType(
    {
        "aside": attrgetter("cards"),
        "grow": attrgetter("monsters"),
        "rebuild": attrgetter("monsters"),
        "keep": attrgetter("cards"),
    }
)
"""What is noted of the answer to a question that players decide at the same time."""
