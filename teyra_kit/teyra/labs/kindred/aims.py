"""What is a move about: which card, and which campaign it goes to?"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, NamedTuple, cast

from ....core import Seat
from ...game import Table
from ...moves import Charge, Discard, Inspire, Intercept, Move, PlaceLandmark, Play, ReEnlist, Show
from ...scene import row_of


def at_end(table: Table, move: Move) -> Move:
    """The same move with its card at the right end, as the reading of card-position writes it."""
    if not hasattr(move, "place") or isinstance(move, PlaceLandmark):
        return move
    place, target = None, row_of(move, asked(table))
    if target is not None and table.setup.reads["card-position"] == "anywhere":
        key, seat = target
        place = len(table.area(key).campaigns[seat].cards)
    settled: Move = replace(cast(Any, move), place=place)
    return settled


def asked(table: Table) -> Seat:
    """Who is asked."""
    return table.ask.seat if table.ask is not None else 0


def source_of(move: Move) -> str:
    """The card a move is about, as a text: "hand|B7", "pile|M2a", "card|padma-field|1|M7a"; "" if none."""
    match move:
        case Play() | Discard() | Show():
            return f"hand|{move.card.code}"
        case ReEnlist():
            return f"pile|{move.card.id}"
        case Charge() | Inspire() | Intercept():
            return f"card|{move.area}|{move.owner}|{move.card.id}"
    return ""


def target_of(move: Move, seat: Seat) -> str:
    """The campaign into which a move of `seat` puts a card, as a text: "padma-field|0"; "" if none."""
    target = row_of(move, seat)
    return f"{target[0]}|{target[1]}" if target is not None else ""


class Choice(NamedTuple):
    """What is pointed at: a card (as `source_of` writes it), a campaign ("padma-field|0"), and which of several ways."""

    source: str = ""
    to: str = ""
    variant: int = -1


NOTHING: Final = Choice()


class Aim(NamedTuple):
    """A legal move with the card and the campaign that mean it."""

    move: Move
    source: str
    to: str


class Aims:
    """What can be pointed at on a table, and which moves that can mean."""

    def __init__(self, table: Table, moves: tuple[Move, ...]) -> None:
        seat, ask = asked(table), table.ask
        self.all = tuple(Aim(move, source_of(move), target_of(move, seat)) for move in moves)
        self.sources = {aim.source for aim in self.all}
        self.plain = [aim.move for aim in self.all if not (aim.source or aim.to)]
        self._needs_source = ask is None or ask.what == "play"

    def fitting(self, choice: Choice) -> list[Aim]:
        """The moves that what is pointed at can mean."""
        return [
            aim
            for aim in self.all
            if (aim.source or aim.to)
            and (not aim.source or aim.source == choice.source)
            and (not choice.to or not aim.to or aim.to == choice.to)
        ]

    def targets(self, choice: Choice) -> set[str]:
        """The campaigns that can be pointed at with the card that is."""
        return {aim.to for aim in self.fitting(choice._replace(to=""))} - {""}

    def settle(self, choice: Choice) -> tuple[Choice, list[Move]]:
        """What is pointed at with what follows of itself, and the ways that are left once it is settled."""
        fitting = self.fitting(choice)
        if choice.to and choice.to not in {aim.to for aim in fitting}:
            choice = choice._replace(to="", variant=-1)
            fitting = self.fitting(choice)
        targets = {aim.to for aim in fitting}
        if len(targets) != 1:
            return choice, []
        only = next(iter(targets))
        if choice.source or not self._needs_source:
            choice = choice._replace(to=only)
        return choice, [aim.move for aim in fitting] if choice.to or not only else []


def meant(ways: list[Move], variant: int) -> Move | None:
    """The way that is chosen; if none is, the last one face up."""
    if 0 <= variant < len(ways):
        return ways[variant]
    face_up = [move for move in ways if not getattr(move, "shroud", False)] or ways
    return face_up[-1] if face_up else None
