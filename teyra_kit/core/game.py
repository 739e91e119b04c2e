"""What is a game to the kit: states, moves, events, reasons, and how it ends?"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from random import Random
from typing import Any, Final, Protocol, TypeVar

Seat = int
MoveT = TypeVar("MoveT")


class Chance(Enum):
    """Who moves when nobody decides: the dice, the shuffle, the draw."""

    CHANCE = "chance"

    def __repr__(self) -> str:
        return "CHANCE"

    __str__ = __repr__


CHANCE: Final = Chance.CHANCE


def sentence(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, and the clause that made it happen.

    `key` marks the event that decided the matter; `assumed` says why it rests on something the rulebook does not
    print ("" if it does not); `private` is the only seat that may read it (None: everybody).
    """

    clause: str
    text: str
    key: bool = False
    assumed: str = ""
    private: Seat | None = None

    def __str__(self) -> str:
        return f"{self.text} [{self.clause}]"


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is refused: the clause, what is wrong, and one change that would make it legal."""

    clause: str
    text: str
    fix: str

    def __str__(self) -> str:
        return f"{self.text} {self.fix} [{self.clause}]"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winning seats, a score per seat, and the clause that ended it."""

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    reason: str


class IllegalMove(ValueError):
    """A refused move with every failed condition; the state it was tried on is unchanged."""

    def __init__(self, move: object, reasons: tuple[Reason, ...]) -> None:
        super().__init__(f"{move}: " + " ".join(str(reason) for reason in reasons))
        self.move = move
        self.reasons = reasons


class State(Protocol[MoveT]):
    """A position of any game: an immutable, hashable value. No method changes it."""

    @property
    def to_move(self) -> Seat | Chance | None:
        """The seat that decides, CHANCE, or None when the game is over."""

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""

    def legal_moves(self) -> tuple[MoveT, ...]:
        """Every legal move; empty only when the game is over. A chance that cannot be listed raises ValueError."""

    def chance_moves(self) -> tuple[tuple[MoveT, Fraction], ...]:
        """Each outcome of a chance with its probability; ValueError if there are too many to list."""

    def sample_chance(self, rng: Random) -> MoveT:
        """One outcome of a chance, drawn with its probability."""

    def random_move(self, rng: Random) -> MoveT:
        """One of legal_moves(), each as likely, or sample_chance(rng); ValueError if the game is over."""

    def why_not(self, move: MoveT) -> tuple[Reason, ...]:
        """() if the move is legal, else every condition it fails."""

    def play(self, move: MoveT) -> State[MoveT]:
        """The state after a move; IllegalMove says why not."""

    def play_unchecked(self, move: MoveT) -> State[MoveT]:
        """The state after a move that is known to be legal: the fast path for simulation."""

    def events(self, move: MoveT) -> tuple[Event, ...]:
        """What play(move) does, each change with its clause; IllegalMove if it is refused."""

    def reveals(self, move: MoveT, seat: Seat) -> bool:
        """Whether a move shows that seat something it did not know before."""

    def observe(self, seat: Seat) -> State[MoveT]:
        """The state as that seat may see it."""

    def as_position(self) -> dict[str, Any]:
        """The keyword arguments, as JSON values, with which the game's `position` builds this state anew."""

    def write_move(self, move: MoveT) -> str:
        """A legal move as one readable line, without line breaks."""

    def read_move(self, line: str) -> MoveT:
        """The move a line of a record stands for; ValueError says what is allowed."""


LETTERS: Final = "ABCDEF"
"""What seats are called, clockwise."""


def signed(who: Seat | Chance | None, words: str) -> str:
    """The line of a record: the words of a move behind the letter of the player who makes it, if one does."""
    return f"{LETTERS[who]} {words}" if isinstance(who, int) else words


def unsigned(who: Seat | Chance | None, line: str, like: str) -> str:
    """The words of a move in the line of a record, whose player may be left out. ValueError says what is wrong; `like`
    shows a line that is right."""
    words = line.split()
    if not words:
        raise ValueError(f"the line is empty; a move is needed, like {like}")
    if words[0] in {*LETTERS}:
        if isinstance(who, int) and words[0] != LETTERS[who]:
            raise ValueError(f"{line!r} is a move of {words[0]}, but {LETTERS[who]} is to move")
        words = words[1:]
        if not words:
            raise ValueError(f"{line!r} names a player and no move")
    return " ".join(words)
