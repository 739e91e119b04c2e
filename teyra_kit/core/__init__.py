"""What all games share; knows no game and no screen, and needs the standard library only."""

from .game import CHANCE, Chance, Event, IllegalMove, Outcome, Reason, Seat, State
from .match import Match
from .rulebook import (
    Clause,
    Fact,
    Parameter,
    Reading,
    Readings,
    Rulebook,
    RulebookError,
    Ruling,
    Rulings,
    open_point,
    rulebook,
)

__all__ = [
    "CHANCE",
    "Chance",
    "Clause",
    "Event",
    "Fact",
    "IllegalMove",
    "Match",
    "Outcome",
    "Parameter",
    "Reading",
    "Readings",
    "Reason",
    "Rulebook",
    "RulebookError",
    "Ruling",
    "Rulings",
    "Seat",
    "State",
    "open_point",
    "rulebook",
]
