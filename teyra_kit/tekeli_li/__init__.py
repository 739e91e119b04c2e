"""Tekeli-li: a trick-avoidance game for 3 to 6 players. Whoever holds the most markers in the end perishes.

>>> table = deal(players=4, seed=7)
>>> len(table.legal_moves())
12
"""

from .cards import UNKNOWN, Card, Faction, Unknown, deck
from .game import Deal, Follow, Lead, Move, PickDealer, Table, Trick, deal, new_game, position, random_start
from .odds import lead_odds, round_counts
from .scoring import card_points, markers, raw_score
from .tricks import Rules, card_values, judge_trick, legal_cards, resolve_trick, tell_trick

__all__ = [
    "UNKNOWN",
    "Card",
    "Deal",
    "Faction",
    "Follow",
    "Lead",
    "Move",
    "PickDealer",
    "Rules",
    "Table",
    "Trick",
    "Unknown",
    "card_points",
    "card_values",
    "deal",
    "deck",
    "judge_trick",
    "lead_odds",
    "legal_cards",
    "markers",
    "new_game",
    "position",
    "random_start",
    "raw_score",
    "resolve_trick",
    "round_counts",
    "tell_trick",
]
