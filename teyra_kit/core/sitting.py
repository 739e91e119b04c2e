"""Who sits at the table, whose decision is waited for, what lies open to them, and what can be taken back?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, TypeAlias

from .game import CHANCE, Event, Seat, State
from .lessons import Ply
from .match import Match
from .scene import Scene

Bot: TypeAlias = Callable[[Any, Random], Any]
"""Chooses a legal move from the state as its seat sees it, `state.observe(seat)`. The same random numbers, the same
choice."""

PERSON = "person"
MOVE, NEXT, COVERED, OVER = "move", "next", "covered", "over"
"""What is waited for: a person's move, that the result was looked at, that the next person is there, nothing."""


class Sitting:
    """People and bots around a match. Bots and chance play on until a person decides or a result wants a look.

    `seats` says who sits where: "person", or the name of one of `bots`. With several people the table is covered
    before another of them moves. `looking` is whose view is shown; None shows everything, when only bots play.
    """

    def __init__(
        self,
        match: Match,
        scene: Scene,
        seats: Mapping[Seat, str],
        bots: Mapping[str, Bot],
        rng: Random,
        waits: bool = False,
    ) -> None:
        self.match, self.scene, self.seats, self.bots, self.rng = match, scene, dict(seats), bots, rng
        self.last: Ply | None = None
        self.since = len(match.moves)
        self.looking = self.persons[0] if self.persons else None
        self.practice = False
        self.waits = waits
        who = match.state.to_move
        self.covered = who in self.persons and who != self.looking

    @property
    def state(self) -> State[Any]:
        """The position."""
        return self.match.state

    @property
    def seen(self) -> State[Any]:
        """The position as the one who looks may see it."""
        return self.state if self.looking is None else self.state.observe(self.looking)

    @property
    def hides(self) -> bool:
        """Whether no hand may be shown now: several people look at one screen, and it is nobody's turn to see theirs."""
        return len(self.persons) > 1 and self.due != MOVE

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats of people."""
        return tuple(seat for seat, who in self.seats.items() if who == PERSON)

    @property
    def due(self) -> str:
        """What is waited for: MOVE, NEXT, COVERED or OVER."""
        if self.covered:
            return COVERED
        if self.last is not None or self.waits:
            return NEXT
        return OVER if self.state.to_move is None else MOVE

    # -------------------------------------------------------------------------------------------- going on

    def play(self, move: Any) -> None:
        """A person's move, and what follows by itself. IllegalMove leaves all as it was."""
        if self.due != MOVE:
            raise ValueError("no move is due: go on first")
        self._play(move)
        self.advance()

    def go_on(self) -> None:
        """The result was looked at, or the next person is there."""
        if self.covered:
            who = self.state.to_move
            self.looking, self.covered = who if isinstance(who, int) else self.looking, False
        elif self.due == NEXT:
            self.last, self.waits = None, False
            if self.state.to_move is not None:
                self.since = len(self.match.moves)
            self.advance()

    def advance(self) -> None:
        """Let bots and chance play until a person decides or a result wants to be looked at."""
        while self.last is None and self.state.to_move is not None and self.state.to_move not in self.persons:
            who = self.state.to_move
            if who is CHANCE:
                self._play(self.state.sample_chance(self.rng))
            else:
                assert isinstance(who, int)
                self._play(self.bots[self.seats[who]](self.state.observe(who), self.rng))
        self.covered = self.last is None and isinstance(self.state.to_move, int) and self.state.to_move != self.looking

    def _play(self, move: Any) -> None:
        before = self.state
        self.match.play(move)
        ply = Ply(before, move, self.state)
        self.last = ply if self.scene.pauses(ply) else None

    # -------------------------------------------------------------------------------------------- going back

    @property
    def why_not_take_back(self) -> str:
        """ "" if whoever looks may take their last move back, else why not."""
        if self.looking is None:
            return "You only look on."
        alone = self.practice and len(self.persons) == 1
        return "" if alone else self.match.why_not_take_back(self.looking)

    @property
    def may_practise(self) -> bool:
        """Whether a lone person may go back beyond what they have seen, as practice."""
        return len(self.persons) == 1 and self.looking is not None and self.match.choice(self.looking) is not None

    def take_back(self) -> None:
        """Back to the last decision of whoever looks; ValueError says why not."""
        if why := self.why_not_take_back:
            raise ValueError(why)
        self._back()

    def practise(self) -> None:
        """Back to the last decision, although something was seen since."""
        if not self.may_practise:
            raise ValueError("only somebody who plays alone can go back as practice")
        self.practice = True
        self._back()

    def branch(self, at: int) -> None:
        """Play on from the place after `at` moves, as practice."""
        self.match.go(len(self.match.moves) - at)
        self.practice = True
        self._settle()
        who = self.state.to_move
        self.waits = who is not None and who not in self.persons
        self.covered = who in self.persons and who != self.looking

    def _back(self) -> None:
        choice = self.match.choice(self.looking) if self.looking is not None else None
        if choice is None:
            raise ValueError("You have not moved yet.")
        self.match.here = choice
        self._settle()
        self.covered = len(self.persons) > 1  # whoever pressed it need not be whose hand it is

    def _settle(self) -> None:
        self.last, self.covered, self.waits = None, False, False
        line = self.match.line
        pauses = (n for n in range(len(line) - 1, 0, -1) if self.scene.pauses(_ply(line[n])))
        self.since = next(pauses, 0)

    # -------------------------------------------------------------------------------------------- telling

    def events(self) -> list[Event]:
        """What has happened since the last look, as whoever looks may know it."""
        return [
            event
            for node in self.match.line[self.since + 1 :]
            if node.parent is not None
            for event in node.parent.state.events(node.move)
            if event.private in (None, self.looking) or self.looking is None
        ]

    def told(self, after: int) -> list[str]:
        """What the others played after so many moves, a short sentence each."""
        told = []
        for node in self.match.line[after + 1 :]:
            ply = _ply(node)
            who = ply.before.to_move
            if isinstance(who, int) and who != self.looking:
                told.append(f"{self.scene.seat_name(who)}: {self.scene.move_seen(ply, self.looking)}.")
        return told

    def headline(self) -> tuple[str, str]:
        """What is up, and what it means."""
        if self.covered:
            name = self.scene.seat_name(self.state.to_move)  # type: ignore[arg-type]
            return f"It is {name}’s turn.", f"Hand the screen to {name}. Nobody else looks."
        if self.waits:
            return "The match stands here.", "Go on when you are ready."
        return self.scene.headline(self.state, self.looking, self.last)


def _ply(node: Any) -> Ply:
    return Ply(node.parent.state, node.move, node.state)
