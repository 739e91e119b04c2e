"""Terakh: a game of dice and positions on joined triangular boards, for 2 to 6 players.

>>> table = deal(players=2, mode="first", seed=7)
>>> table.phase, table.mana
('turn', 5)
"""

from .board import Configuration, Ground, Layout, configurations, graph, layouts, orth_links, rotation
from .cast_cards import CastCard, kit_cards
from .combat import chance, fails, hits, successes
from .game import UNKNOWN, Table, deal, new_game, position, random_start
from .moves import (
    Attack,
    Cast,
    ChooseClan,
    Decline,
    EndTurn,
    Flip,
    Move,
    Pass,
    PlaceElder,
    PlaceInka,
    PlaceOrb,
    ReturnElder,
    Roll,
    Rotate,
    Shield,
    Summon,
    TakeMod,
    Toss,
    Transform,
    Use,
)
from .spec_cards import Line, all_lines, open_lines
from .units import Unit, clans, readings

__all__ = [
    "UNKNOWN",
    "Attack",
    "Cast",
    "CastCard",
    "ChooseClan",
    "Configuration",
    "Decline",
    "EndTurn",
    "Flip",
    "Ground",
    "Layout",
    "Line",
    "Move",
    "Pass",
    "PlaceElder",
    "PlaceInka",
    "PlaceOrb",
    "ReturnElder",
    "Roll",
    "Rotate",
    "Shield",
    "Summon",
    "Table",
    "TakeMod",
    "Toss",
    "Transform",
    "Unit",
    "Use",
    "all_lines",
    "chance",
    "clans",
    "configurations",
    "deal",
    "fails",
    "graph",
    "hits",
    "kit_cards",
    "layouts",
    "new_game",
    "open_lines",
    "orth_links",
    "position",
    "random_start",
    "readings",
    "rotation",
    "successes",
]
