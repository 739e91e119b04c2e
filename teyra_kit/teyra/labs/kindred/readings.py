"""Which readings change what a chain comes to?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final

from ....core import rulebook
from ...cards import KEY
from ...flow import NOBODY, Flow
from ...game import Table, make_setup, with_ranks
from ...moves import Move
from .aims import at_end

CHAIN_RULINGS: Final = (
    "kindred-mandatory",
    "vanguard-completes-run",
    "kindred-controller",
    "chain-order",
    "inspire-loop",
    "card-position",
    "gap-cards",
    "empty-campaign",
    "rouse-face",
    "play-effect-order",
    "intercept-elite",
    "elite-kindred-order",
    "elite-opponent",
    "elite-loss-times",
    "elite-pair-shape",
    "elite-five-count",
    "ace-value",
    "ignored-selectable",
    "rally-kindred",
    "rainbow-suit",
    "landmark-layering",
    "placed-landmark",
    "foggy-scope",
    "grand-pasar-repeat",
    "crystal-discards",
    "missing-texts",
    "elite-bust",
    "strategise-example",
)
OPTIONS: Final = ("empty-campaign", "inspire-loop", "ignored-selectable", "foggy-scope")
"""Rulings that change what may be chosen, though what was chosen comes to the same."""


def _trace(table: Table, moves: Sequence[Move], options: bool) -> tuple[Any, ...]:
    """What comes of the moves, picture by picture, as far as they are legal."""
    found = []
    for move in (*moves, None):
        ask, flow = table.ask, Flow(table)
        found.append(
            (
                tuple(tuple((c.cards, c.rank) for c in area.campaigns) for area in table.areas),
                tuple(flow.standing(area, seat) for area in table.areas for seat in range(table.players)),
                table.hands,
                table.morale,
                table.discard,
                tuple((trigger.suit, trigger.seat) for trigger in table.chain),
                None if ask is None else (ask.what, ask.seat, ask.optional, ask.trigger and ask.trigger.suit),
                len(table.legal_moves()) if options and ask is not None and ask.seat != NOBODY else 0,
            )
        )
        if move is None:
            break
        move = at_end(table, move)
        if table.why_not(move):
            break
        table = table.play_unchecked(move)
    return tuple(found)


def changing(table: Table, moves: Sequence[Move]) -> dict[str, bool]:
    """Of each ruling a chain can rest on: whether another reading changes what these moves come to."""
    found = {}
    base = {options: _trace(table, moves, options) for options in (False, True)}
    rulings, pack = table.rulings, json.loads(table.setup.pack) if table.setup.pack else None
    for id in CHAIN_RULINGS:
        options = id in OPTIONS
        found[id] = False
        for reading in rulebook(KEY).ruling(id).readings:
            if reading.id == rulings[id]:
                continue
            setup = table.setup
            other = make_setup(
                setup.players, setup.mode, "", (), setup.named, rulings.with_(id, reading.id), setup.partial, pack
            )
            if _trace(with_ranks(table._replace(setup=other)), moves, options) != base[options]:
                found[id] = True
                break
    return found
