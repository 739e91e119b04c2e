"""Teyra: a card game of area control for 2 to 4 players, with Kindred Effects that set each other off.

>>> table = deal(players=2, seed=7)
>>> table.phase, len(table.areas)
('contest', 3)
"""

from .areas import area_texts, landmark_texts, suggested
from .campaigns import Standing, assess, best, elite_rank, totals
from .cards import UNKNOWN, Card, Suit, area_cards, readings
from .contests import defender_loss, judge, winners
from .game import Table, deal, new_game, position, random_start
from .kindred import times, triggers
from .moves import (
    Charge,
    Decline,
    Discard,
    Draw,
    Inspire,
    Intercept,
    Move,
    Pass,
    Play,
    Rally,
    Rouse,
    Shuffle,
    StackAreas,
    TakeToken,
)

__all__ = [
    "UNKNOWN",
    "Card",
    "Charge",
    "Decline",
    "Discard",
    "Draw",
    "Inspire",
    "Intercept",
    "Move",
    "Pass",
    "Play",
    "Rally",
    "Rouse",
    "Shuffle",
    "StackAreas",
    "Standing",
    "Suit",
    "Table",
    "TakeToken",
    "area_cards",
    "area_texts",
    "assess",
    "best",
    "deal",
    "defender_loss",
    "elite_rank",
    "judge",
    "landmark_texts",
    "new_game",
    "position",
    "random_start",
    "readings",
    "suggested",
    "times",
    "totals",
    "triggers",
    "winners",
]
