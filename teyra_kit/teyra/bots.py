"""How does a sensible player choose a move from what it can see?"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from ..core import Seat
from .campaigns import Area, Standing
from .cards import Card
from .game import Table
from .moves import (
    Charge,
    Decline,
    Discard,
    Draw,
    GainMorale,
    Inspire,
    Intercept,
    LoseMorale,
    Move,
    Pass,
    Play,
    Rally,
    Rouse,
)

UNSEEN = tuple(Card(f"B{value}a") for value in range(2, 11))
"""What the next card of the deck may be worth: a Folk card of each value."""


def sensible(seen: Table, rng: Random) -> Move:
    """The move after which the Areas stand best, one move ahead. Clause: resolve.totals, resolve.bust, resolve.winner"""
    moves: tuple[Any, ...] = seen.legal_moves()
    if len(moves) == 1:
        return moves[0]  # type: ignore[no-any-return]
    assert isinstance(seen.to_move, int)
    seat = seen.to_move
    worths = [(worth(seen, seat, move), rng.random(), n) for n, move in enumerate(moves)]
    return moves[max(worths)[2]]  # type: ignore[no-any-return]


BOTS: dict[str, Callable[[Table, Random], Move]] = {"sensible": sensible}


def worth(seen: Table, seat: Seat, move: Move) -> float:
    """How good a move looks to this seat; only moves of one decision can be compared."""
    match move:
        case Draw():
            return 1
        case Pass():
            return 0
        case Play():
            return outlook(_added(seen, move.area, seat, move.card), seat)
        case Discard():
            others = [card for card in seen.hands[seat] if card is not move.card]
            return max((best_play(seen, seat, card) for card in others), default=0)
        case Charge():
            return outlook(_removed(seen, move.area, move.owner, move.card), seat)
        case Inspire():
            return outlook(
                _added(_removed(seen, move.area, move.owner, move.card), move.area, move.to, move.card), seat
            )
        case Intercept():
            gone = _removed(seen, move.area, move.owner, move.card)
            return outlook(_added(gone, move.into, move.owner, move.card), seat)
        case Rouse() | Rally():
            return sum(outlook(_added(seen, move.area, move.to, card), seat) for card in UNSEEN) / len(UNSEEN)
        case Decline():
            return outlook(seen, seat)
        case LoseMorale():
            return -100 if move.seat == seat else seen.prestige[move.seat] + seen.morale[move.seat] / 100
        case GainMorale():
            return 1 if move.seat == seat else 0
    return 0


def best_play(seen: Table, seat: Seat, card: Card) -> float:
    """The best outlook that a card of the hand can bring."""
    return max((outlook(_added(seen, area.key, seat, card), seat) for area in seen.areas), default=0)


def outlook(table: Table, seat: Seat) -> float:
    """How well this seat stands in all Areas that are still contested. Clause: elite.order, resolve.bust"""
    return sum(_stands(table, area, seat) for area in table.areas if not area.settled)


def _stands(table: Table, area: Area, seat: Seat) -> float:
    mine, *others = (
        _strength(table.standing(area, who), bool(area.campaigns[who].cards))
        for who in (seat, *(who for who in range(table.players) if who != seat))
    )
    against = max(others)
    ahead = mine - against
    return (6 if ahead > 0 else 0) + max(-8, min(8, ahead)) / 2 + mine / 10


def _strength(standing: Standing, there: bool) -> float:
    if standing.rank:
        return 26 - standing.rank
    return -4 if standing.bust else standing.total if there else 0


def _added(table: Table, key: str, owner: Seat, card: Card) -> Table:
    return _changed(table, key, owner, lambda row: (*row, card))


def _removed(table: Table, key: str, owner: Seat, card: Card) -> Table:
    return _changed(table, key, owner, lambda row: tuple(entry for entry in row if entry is not card))


def _changed(table: Table, key: str, owner: Seat, change: Callable[[Any], Any]) -> Table:
    areas = []
    for area in table.areas:
        if area.key == key:
            campaigns = [*area.campaigns]
            campaigns[owner] = campaigns[owner]._replace(cards=change(campaigns[owner].cards))
            area = area.holding(tuple(campaigns))
        areas.append(area)
    return table._replace(areas=tuple(areas))
