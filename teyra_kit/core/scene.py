"""What must a game's pictures offer, so that the rooms of all games can show it?"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple, Protocol

from .game import Event, Seat
from .lessons import Ply

LIT, NOT, WRONG = "lit", "not", "wrong"
"""Marks of a move on the board: legal, not legal, just refused."""


class Choice(NamedTuple):
    """Something to agree on before a game: `key` is an argument of `new_game`, `options` are (value, what it reads)."""

    key: str
    title: str
    options: tuple[tuple[Any, str], ...]
    default: Any
    note: str = ""


class Scene(Protocol):
    """A game’s module `scene`: the board as one seat sees it. Every function takes a state of that game.

    `seat` is who looks (None: everything lies open). `last` is the move just played, while its result is still looked
    at. Elements that stand for a move carry `data-move`, the line a record writes; `marks` say how each is shown.
    """

    css: str
    chance_word: str
    """What the button reads that goes on where chance is next."""

    def sprite(self) -> str:
        """The drawings all pictures refer to, for once a page."""

    def choices(self) -> tuple[Choice, ...]:
        """What the players agree on before a game."""

    def seats(self, state: Any) -> tuple[Seat, ...]:
        """Everybody at the table."""

    def seat_name(self, seat: Seat) -> str:
        """What a seat is called."""

    def candidates(self, state: Any, seat: Seat) -> tuple[Any, ...]:
        """Every move this seat might think of, legal or not."""

    def move_spoken(self, move: Any) -> str:
        """A move with all that the picture of it tells, for who does not see it."""

    def worth(self, state: Any, move: Any) -> int | None:
        """The total a move comes to, if that is what such moves are compared by; else None."""

    def move_seen(self, ply: Ply, seat: Seat | None) -> str:
        """A move as a seat saw it being made (None: everything lies open)."""

    def pauses(self, ply: Ply) -> bool:
        """Whether the result of a move wants to be looked at before the game goes on."""

    def html(
        self,
        state: Any,
        seat: Seat | None,
        marks: Mapping[str, str],
        last: Ply | None,
        part: str = "",
        hides: bool = False,
    ) -> str:
        """The board. `part`: what was pointed at first, as "part|...", where a move takes two. `hides`: without hands."""

    def part_of(self, move: Any) -> str:
        """What is pointed at first where a move takes two, as "part|..."; "" if it takes one."""

    def first(self, state: Any, seat: Seat, part: str = "") -> str:
        """The line or id of what is reached first by key when this seat is to move."""

    def riddle_html(self, state: Any, seat: Seat | None, answers: Collection[str], last: Ply | None) -> str:
        """The board before a question about it is answered: what `last` lays is there, what it comes to is not.

        Things called like one of `answers` can be pointed at, as "answer|A".
        """

    def score_html(self, state: Any) -> str:
        """Who stands where, with every summand."""

    def text(self, state: Any, seat: Seat | None, last: Ply | None) -> str:
        """The board for a terminal."""

    def riddle_text(self, state: Any, seat: Seat | None, last: Ply | None) -> str:
        """The same before a question is answered."""

    def score_text(self, state: Any) -> str:
        """Who stands where, for a terminal."""

    def so_far(self, state: Any) -> tuple[Event, ...]:
        """What led to the position, as far as the position shows it."""

    def caption(self, state: Any, last: Ply | None) -> str:
        """Where the game stands: turn, round, trick."""

    def headline(self, state: Any, seat: Seat | None, last: Ply | None) -> tuple[str, str]:
        """What is up, as a headline and its detail."""

    def changes(self, ply: Ply) -> tuple[str, ...]:
        """What a move changed on the board, in short sentences."""


def marks(scene: Scene, state: Any, seat: Seat, refused: str = "") -> dict[str, str]:
    """How each move this seat might think of is marked; `refused`: the line of the one just refused."""
    legal = set(state.legal_moves())
    lines = {state.write_move(move): move for move in scene.candidates(state, seat)}
    found = {line: LIT if move in legal or not state.why_not(move) else NOT for line, move in lines.items()}
    return found | ({refused: WRONG} if refused and found.get(refused) != LIT else {})
