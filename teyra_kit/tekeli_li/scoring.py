"""What do the taken cards cost, how many markers is that, and who perishes in the end?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from ..core import Rulings, Seat, rulebook
from .cards import KEY, KINDS, NECRONOMICON, Card

POINT_CLAUSES = {
    "Azathoth": "points.azathoth",
    "Cthulhu": "points.cthulhu",
    "Cthugua": "points.cthugua",
    "Nyarlathotep": "points.nyarlathotep",
    "Fire Vampire": "points.fire-vampire",
    "Deep One": "points.deep-ones",
}
MARKERS_IN_ALL = 30
"""The supply in the reading thirty-shared. Clause: contents.markers"""


@cache
def points_table() -> Mapping[Card, int]:
    """What each kind of card costs its taker. Clause: points.all-others-zero"""
    costs = {id: row["points"] for row in rulebook(KEY).data["points"] for id in row["cards"]}
    return {card: costs.get(card.id, 0) for card in KINDS}


@cache
def pair_worth() -> int:
    """What both Necronomicons together bring."""
    return next(int(row["set_bonus"]) for row in rulebook(KEY).data["points"] if "set_bonus" in row)


def card_points(card: Card) -> int:
    """What a card costs its taker: 0 or less."""
    return points_table()[card]


def pair_bonus(heaps: Iterable[Sequence[Card]], reading: str = "same-turn") -> int:
    """200 if both Necronomicons were taken together, else 0. `heaps` are the tricks one player took.

    Clause: points.necronomicon-pair
    """
    found: set[Card] = set()
    for heap in heaps:
        if reading == "same-trick":
            found = set()
        found.update(NECRONOMICON.intersection(heap))
        if len(found) == 2:
            return pair_worth()
    return 0


def raw_score(heaps: Sequence[Sequence[Card]], reading: str = "same-turn") -> int:
    """The sum of the taken cards' points with the pair, before a positive sum is set to 0.

    Clause: score.sum-own-tricks
    """
    table = points_table()
    return sum([table[card] for heap in heaps for card in heap]) + pair_bonus(heaps, reading)


def counted(raw: int) -> int:
    """The points that count. Clause: score.positive-is-zero"""
    return min(raw, 0)


def markers(raw: int, phone: bool) -> int:
    """Markers for a turn's score: one for every full hundred lost; the Phone's taker rounds the loss up.

    Clause: score.marker-per-hundred, term.marker, events.phone-round-up
    """
    loss = -counted(raw)
    return (loss + 99) // 100 if phone else loss // 100


class Summand(NamedTuple):
    """One line of the score sheet."""

    clause: str
    what: str
    points: int


def summands(heaps: Sequence[Sequence[Card]], reading: str = "same-turn") -> tuple[Summand, ...]:
    """A player's score, line by line. Clause: points.necronomicon-single, points.all-others-zero"""
    held = [card for heap in heaps for card in heap]
    lines = []
    for name, clause in POINT_CLAUSES.items():
        own = [card for card in held if card.name == name]
        if own:
            what = f"{len(own)} {name}s" if len(own) > 1 else f"{name} ({own[0]})"
            lines.append(Summand(clause, what, sum(map(card_points, own))))
    books = sorted(NECRONOMICON.intersection(held))
    bonus = pair_bonus(heaps, reading)
    if bonus:
        lines.append(Summand("points.necronomicon-pair", "both Necronomicons", bonus))
    elif books:
        what = f"the Necronomicon ({books[0]}) alone" if len(books) == 1 else "two Necronomicons in different tricks"
        lines.append(Summand("points.necronomicon-single", what, 0))
    rest = sum(1 for card in held if card.name not in POINT_CLAUSES and card not in NECRONOMICON)
    if rest:
        lines.append(Summand("points.all-others-zero", f"{rest} other card{'s' if rest > 1 else ''}", 0))
    return tuple(lines)


def hand_out(due: Sequence[int], left: int, dealer: Seat, reading: str) -> tuple[int, ...]:
    """The markers each seat receives. The order of handing out a limited supply is invented for the reading.

    Clause: contents.markers
    """
    if reading == "unlimited":
        return tuple(due)
    received = [0] * len(due)
    for step in range(1, len(due) + 1):
        seat = (dealer + step) % len(due)
        received[seat] = min(due[seat], left)
        left -= received[seat]
    return tuple(received)


def perishing(totals: Sequence[int], reading: str) -> tuple[Seat, ...]:
    """The seats with the most markers. Clause: end.most-perish, end.others-win, goal.most-markers-suffer"""
    most = max(totals)
    seats = tuple(seat for seat, total in enumerate(totals) if total == most)
    return () if reading == "all-survive" and len(seats) == len(totals) else seats


def winners(totals: Sequence[int], rulings: Rulings) -> tuple[Seat, ...]:
    """Everybody else. Clause: end.others-win"""
    lost = perishing(totals, str(rulings["all-tied"]))
    return tuple(seat for seat in range(len(totals)) if seat not in lost)
