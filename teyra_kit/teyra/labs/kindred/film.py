"""What followed from the card that was played, picture by picture, and what else was tried?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

from ....core import CHANCE, Event
from ....core.match import Match, Node
from ...game import Table
from ...moves import Charge, Inspire, Intercept, Move, Play, Rouse
from .aims import at_end
from .runs import Found, Judged, judged, run_of
from .telling import TRIGGERED, Told, done_title, question, run_title, tell
from .words import short


class Frame(NamedTuple):
    """One picture of the film. `kind`: "choose" (a decision is open), "done" (a move was carried out), "run" (what it has
    triggered), "end"."""

    node: Node
    kind: str
    title: str


class Chain:
    """A played card and what follows from it: a Match whose line is shown as a film. Other choices are branches.

    `drawn` keeps the small pictures of the film that were drawn already.
    """

    def __init__(self, table: Table, seed: int = 7) -> None:
        self.match = Match(table)
        self.seed = seed
        self.drawn: dict[object, tuple[str, str]] = {}
        self._told: dict[Node, Told] = {self.root: Told()}
        self._judged: dict[Node, Judged] = {}
        self._frames: dict[Node, tuple[Frame, ...]] = {}

    @property
    def root(self) -> Node:
        """Where the film starts."""
        return self.match.root

    @property
    def leaf(self) -> Node:
        """Where the film that is shown ends."""
        return self.match.here

    @leaf.setter
    def leaf(self, node: Node) -> None:
        self.match.here = node

    @property
    def line(self) -> tuple[Node, ...]:
        """The places of the film that is shown."""
        return self.match.line

    def table(self, node: Node) -> Table:
        """The table at a place."""
        state = node.state
        assert isinstance(state, Table)
        return state

    def before(self, node: Node) -> Table:
        """The table before the move that led to a place."""
        assert node.parent is not None
        return self.table(node.parent)

    def after(self, node: Node) -> Node | None:
        """The place that follows in the film."""
        line = self.line
        at = line.index(node) + 1 if node in line else len(line)
        return line[at] if at < len(line) else None

    # -------------------------------------------------------------------------------------------- going on

    def play(self, node: Node, move: Move) -> Node:
        """Play a move at a place; IllegalMove leaves everything as it was. The film goes on along what was played."""
        before, self.leaf = self.leaf, node
        try:
            self.match.play(move)
        except Exception:
            self.leaf = before
            raise
        found = self.leaf
        while self.table(self.leaf).to_move is CHANCE:
            if not self.match.redo():
                self.match.play(self.table(self.leaf).sample_chance(Random(self.seed)))
        self.to_end()
        return found

    def to_end(self) -> None:
        """Let the film go on along what was played last."""
        while self.match.redo():
            pass

    def play_all(self, moves: list[Move]) -> None:
        """Play moves one after the other, as far as they are legal; each card from a hand starts anew."""
        node = self.root
        for move in moves:
            node = self.root if isinstance(move, Play) else node
            table = self.table(node)
            move = at_end(table, move)
            if table.ask is None or table.why_not(move):
                break
            node = self.play(node, move)

    def take_over(self, old: Chain) -> None:
        """All branches of another film, as far as they are legal here; its line comes last."""
        line = set(old.line)
        pairs = [(old.root, self.root)]
        while pairs:
            there, here = pairs.pop()
            table = self.table(here)
            for child in sorted(there.children, key=lambda node: node in line):
                move = at_end(table, child.move)
                if table.ask is None or table.to_move is CHANCE or table.why_not(move):
                    continue
                pairs.insert(0, (child, self.play(here, move)))
        self.leaf = self.root
        for node in old.line[1:]:
            move = at_end(self.table(self.leaf), node.move)
            found = next((child for child in self.leaf.children if child.move == move), None)
            if found is None:
                break
            self.leaf = found
        self.to_end()

    # -------------------------------------------------------------------------------------------- looking at it

    def told(self, node: Node) -> Told:
        """What the move that led to a place did."""
        if node not in self._told:
            self._told[node] = tell(self.before(node), node.move)
        return self._told[node]

    def judged(self, node: Node) -> Judged:
        """What the campaigns come to at a place."""
        if node not in self._judged:
            self._judged[node] = judged(self.table(node))
        return self._judged[node]

    def run(self, node: Node) -> Found | None:
        """The run that is shown at a place."""
        return run_of(self.table(node), self.told(node).landed)

    def frames(self) -> tuple[Frame, ...]:
        """The pictures of the film, in order."""
        return tuple(frame for node in self.line for frame in self.frames_of(node))

    def frames_of(self, node: Node) -> tuple[Frame, ...]:
        """The pictures of a place."""
        if node not in self._frames:
            self._frames[node] = tuple(self._make_frames(node))
        return self._frames[node]

    def _make_frames(self, node: Node) -> Iterator[Frame]:
        table = self.table(node)
        if node.parent is not None:
            told, run = self.told(node), self.run(node)
            yield Frame(node, "done", done_title(node.move, told))
            if run is not None and any(event.clause in TRIGGERED for event in told.events):
                yield Frame(node, "run", run_title(run))
        if table.to_move is CHANCE:
            return
        if table.ask is not None:
            yield Frame(node, "choose", "Before" if node.parent is None else question(table).title)
        elif node.parent is not None:
            yield Frame(node, "end", "The chain ends")

    def events(self, upto: Frame) -> tuple[Event, ...]:
        """The story up to a picture of the film."""
        found: list[Event] = []
        for node in self.line:
            told = self.told(node).events
            if node is not upto.node:
                found += told
                continue
            if upto.kind == "done" and any(frame.kind == "run" for frame in self.frames_of(node)):
                told = told[: next(n for n, event in enumerate(told) if event.clause in TRIGGERED)]
            found += told
            if upto.kind == "choose" and node.parent is not None:
                asked = question(self.table(node))
                found.append(Event(asked.clause, asked.line))
            break
        active = self.table(self.root).active
        return tuple(
            replace(event, text=short(event.text))
            for event in found
            if event.private is None or event.private == active
        )

    def effects(self) -> list[Node]:
        """The places of the film at which a Kindred Effect was carried out."""
        return [node for node in self.line if isinstance(node.move, Charge | Inspire | Rouse | Intercept)]
