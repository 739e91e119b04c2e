"""What has been played so far, what else was tried, and how is it written down?"""

from __future__ import annotations

import base64
import binascii
import importlib
import json
import re
import zlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .game import Event, IllegalMove, Seat, State
from .rulebook import Rulings, rulebook

RECORD = "teyra-kit record 1"
LONGEST = 2_000_000
"""Bytes of the longest match that a link may unpack to."""


@dataclass(slots=True, eq=False)
class Node:
    """A place in the tree: the state, the move that led there, and what was played from it."""

    state: State[Any]
    move: Any = None
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)


class Match:
    """A tree of states. Playing from the middle makes a branch; nothing that was played is lost."""

    def __init__(self, start: State[Any]) -> None:
        self.root = self.here = Node(start)

    @property
    def state(self) -> State[Any]:
        """The state at the place one looks at."""
        return self.here.state

    @property
    def rulings(self) -> Rulings:
        """The readings the match is played under."""
        rulings: Rulings = self.root.state.as_position()["rulings"]
        return rulings

    @property
    def line(self) -> tuple[Node, ...]:
        """The places from the start to here."""
        nodes, node = [], self.here
        while node.parent is not None:
            nodes.append(node)
            node = node.parent
        return (node, *reversed(nodes))

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves from the start to here."""
        return tuple(node.move for node in self.line[1:])

    def play(self, move: Any) -> tuple[Event, ...]:
        """Play a move from here and say what it did; IllegalMove leaves the match as it was."""
        for child in self.here.children:
            if child.move == move:
                events = self.state.events(move)
                self.here.children.remove(child)
                self.here.children.append(child)
                self.here = child
                return events
        events = self.state.events(move)
        child = Node(self.state.play(move), move, self.here)
        self.here.children.append(child)
        self.here = child
        return events

    def undo(self) -> bool:
        """One move back; False at the start."""
        if self.here.parent is None:
            return False
        self.here = self.here.parent
        return True

    def redo(self) -> bool:
        """One move forward along the branch played last; False at its end."""
        if not self.here.children:
            return False
        self.here = self.here.children[-1]
        return True

    def choice(self, seat: Seat) -> Node | None:
        """The place where this seat decided last; None if it has not decided yet."""
        return next((node for node in reversed(self.line[:-1]) if node.state.to_move == seat), None)

    def why_not_take_back(self, seat: Seat) -> str:
        """ "" if this seat may take its last move back, else why not: what it has seen since cannot be unseen."""
        choice = self.choice(seat)
        if choice is None:
            return "You have not moved yet."
        line = self.line
        for node in line[line.index(choice) + 1 :]:
            assert node.parent is not None
            before = node.parent.state
            if before.reveals(node.move, seat):
                mine = before.to_move == seat
                return f"{'Your move' if mine else 'What was played since'} has shown you something you did not know."
        return ""

    def go(self, back: int) -> None:
        """Look at the place `back` moves ago; nothing is lost."""
        line = self.line
        if not 0 <= back < len(line):
            raise ValueError(f"back is {back}; allowed: 0 to {len(line) - 1}, the moves played so far")
        self.here = line[-1 - back]

    def branch(self, back: int) -> Match:
        """A match of its own that starts like this one and leaves off `back` moves ago."""
        moves = self.moves
        if not 0 <= back <= len(moves):
            raise ValueError(f"back is {back}; allowed: 0 to {len(moves)}, the moves played so far")
        other = Match(self.root.state)
        for move in moves[: len(moves) - back]:
            other.play(move)
        return other

    # -------------------------------------------------------------------------------------------- writing and reading

    def _head(self) -> tuple[Rulings, dict[str, Any]]:
        setup = dict(self.root.state.as_position())
        rulings: Rulings = setup.pop("rulings")
        return rulings, setup

    def record(self) -> str:
        """The match up to here as text: a head, then one readable line per move."""
        rulings, setup = self._head()
        head = [
            RECORD,
            f"game: {rulings.game}",
            f"rulebook: {rulebook(rulings.game).version}",
            *(f"ruling: {id} = {value}" for id, value in rulings.changed().items()),
            f"start: {json.dumps(setup, sort_keys=True)}",
            "",
        ]
        steps = [node.parent.state.write_move(node.move) for node in self.line if node.parent]
        return "\n".join([*head, *steps, ""])

    @staticmethod
    def from_record(text: str) -> Match:
        """Replay a record. ValueError names the first line that is not right, and why."""
        lines = list(enumerate(text.splitlines(), 1))
        if not lines or lines[0][1].strip() != RECORD:
            raise ValueError(f"line 1: not a record; it must read {RECORD!r}")
        head: dict[str, str] = {}
        choices: dict[str, str | int] = {}
        rest = iter(lines[1:])
        for number, line in rest:
            if not line.strip():
                break
            key, colon, value = (part.strip() for part in line.partition(":"))
            if not colon or key not in ("game", "rulebook", "ruling", "start"):
                raise ValueError(f"line {number}: {line!r}; allowed: game, rulebook, ruling or start, a colon, a value")
            if key == "ruling":
                id, _, chosen = (part.strip() for part in value.partition("="))
                choices[id] = int(chosen) if re.fullmatch("-?[0-9]{1,9}", chosen) else chosen
            else:
                head[key] = value
        for key in ("game", "rulebook", "start"):
            if key not in head:
                raise ValueError(f"the head of the record has no line '{key}: ...'")
        version = rulebook(head["game"]).version
        if head["rulebook"] != version:
            raise ValueError(
                f"the record was made under rulebook {head['rulebook']}; this kit has {version}. "
                "Open it with the kit that made it, or change the line 'rulebook:' to replay it under these rules"
            )
        try:
            setup = json.loads(head["start"])
        except (ValueError, RecursionError) as error:
            raise ValueError(f"the line 'start:' is not JSON: {error}") from None
        if not isinstance(setup, dict):
            raise ValueError(f"the line 'start:' is {setup!r}; a JSON object is needed")
        match = _start(head["game"], Rulings.of(head["game"], choices), setup)
        match._replay((f"line {number}", line) for number, line in rest if line.strip())
        return match

    def to_json(self) -> dict[str, Any]:
        """The match up to here as JSON values: game, rulebook, rulings, start, moves."""
        rulings, setup = self._head()
        return {
            "record": 1,
            "game": rulings.game,
            "rulebook": rulebook(rulings.game).version,
            "rulings": rulings.changed(),
            "start": setup,
            "moves": [node.parent.state.write_move(node.move) for node in self.line if node.parent],
        }

    @staticmethod
    def from_json(values: Any) -> Match:
        """Replay what `to_json` gave. ValueError names what is missing or wrong."""
        if not isinstance(values, dict) or values.get("record") != 1:
            raise ValueError("not a record of this kit: the key 'record' must be 1")
        for key, kind in (("game", str), ("rulebook", str), ("rulings", dict), ("start", dict), ("moves", list)):
            if not isinstance(values.get(key), kind):
                raise ValueError(f"the record's key {key!r} is {values.get(key)!r}; a {kind.__name__} is needed")
        lines = [
            RECORD,
            f"game: {values['game']}",
            f"rulebook: {values['rulebook']}",
            *(f"ruling: {id} = {value}" for id, value in values["rulings"].items()),
            f"start: {json.dumps(values['start'], sort_keys=True)}",
            "",
            *(str(line) for line in values["moves"]),
        ]
        return Match.from_record("\n".join(lines))

    def permalink(self) -> str:
        """The match up to here as text that can stand in an address."""
        packed = zlib.compress(json.dumps(self.to_json(), separators=(",", ":"), sort_keys=True).encode(), 9)
        return base64.urlsafe_b64encode(packed).decode().rstrip("=")

    @staticmethod
    def from_permalink(text: str) -> Match:
        """Replay what `permalink` gave. ValueError says whether the link is damaged, or made under other rules."""
        try:
            unpack = zlib.decompressobj()
            raw = unpack.decompress(base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True), LONGEST)
            if not unpack.eof or unpack.unused_data:
                raise ValueError
            values = json.loads(raw)
        except (binascii.Error, zlib.error, ValueError, RecursionError):
            raise ValueError("the link is damaged: a part of it is missing or changed. Copy the whole link") from None
        if isinstance(values, dict) and isinstance(values.get("game"), str):
            version = rulebook(values["game"]).version
            if values.get("rulebook") != version:
                raise ValueError(
                    f"the link was made under rulebook {values.get('rulebook')}, and this kit has {version}: "
                    "the same moves could mean something else. Open it with the kit that made it"
                )
        return Match.from_json(values)

    def _replay(self, steps: Iterable[tuple[str, str]]) -> None:
        for place, line in steps:
            try:
                move = self.state.read_move(line)
                self.here = _child(self.here, move)
            except IllegalMove as error:
                raise ValueError(f"{place}: {line!r} is not legal here: {error}") from error
            except ValueError as error:
                raise ValueError(f"{place}: {error}") from error


def _child(parent: Node, move: Any) -> Node:
    child = Node(parent.state.play(move), move, parent)
    parent.children.append(child)
    return child


def _start(game: str, rulings: Rulings, setup: dict[str, Any]) -> Match:
    position = importlib.import_module(f"{__package__.rpartition('.')[0]}.{game}").position
    try:
        return Match(position(**setup, rulings=rulings))
    except TypeError as error:
        raise ValueError(f"the record's start does not fit this game: {error}") from None
