"""Teratozoic: a card game of building monsters from parts, for 2 to 6 players.

>>> table = deal(players=4, seed=7)
>>> table.phase, table.era_card.name
('declare', 'Apocalypse')
"""

from .endgame import Endgame, best_endgame
from .game import UNKNOWN, Table, deal, new_game, position, random_start
from .layouts import Best, best_layouts, best_total
from .monsters import (
    LayoutValue,
    MonsterValue,
    Summand,
    buildable,
    layout_value,
    monster_value,
    whole,
)
from .moves import (
    DealStarters,
    FirstPlayer,
    Grow,
    HoldBack,
    Keep,
    PlayAll,
    Rebuild,
    SetAside,
    ShuffleCommon,
    ShuffleOwn,
    Take,
    TakeSet,
)
from .parts import Box, Era, Part, era_stack, kit_box, parts_named, read_part

__all__ = [
    "UNKNOWN",
    "Best",
    "Box",
    "DealStarters",
    "Endgame",
    "Era",
    "FirstPlayer",
    "Grow",
    "HoldBack",
    "Keep",
    "LayoutValue",
    "MonsterValue",
    "Part",
    "PlayAll",
    "Rebuild",
    "SetAside",
    "ShuffleCommon",
    "ShuffleOwn",
    "Summand",
    "Table",
    "Take",
    "TakeSet",
    "best_endgame",
    "best_layouts",
    "best_total",
    "buildable",
    "deal",
    "era_stack",
    "kit_box",
    "layout_value",
    "monster_value",
    "new_game",
    "parts_named",
    "position",
    "random_start",
    "read_part",
    "whole",
]
