"""How likely is it that a led card is cancelled, that it takes the trick, that a seat takes a random round?"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, perm
from typing import NamedTuple

from .cards import LONG_TRIP, Card, Faction, deck
from .tricks import resolve_trick


class LeadOdds(NamedTuple):
    """Exact chances: the led card is cancelled, the leader takes, and m opponents follow."""

    cancelled: Fraction
    takes: Fraction
    followers: dict[int, Fraction]


class Followers(NamedTuple):
    """So many opponents follow: the chance of it, and among the equally likely `sets` of cards they may show, those in
    which the led card is cancelled, is saved by two copies that cancel each other, is the greatest, in which all is zero.
    """

    chance: Fraction
    sets: int
    cancelled: int
    saved: int
    greatest: int
    all_zero: int

    @property
    def takes(self) -> int:
        """Sets in which the leader takes. Clause: take.greatest, take.all-zero-leader"""
        return self.greatest + self.all_zero


def lead_odds(lead: Card, unseen: Sequence[Card], opponents: int, hand: int) -> LeadOdds:
    """The chances of a led card in one round; the arguments are those of `lead_breakdown`.

    Clause: cancel.pair, cancel.last-two-of-three, follow.must
    """
    rows = lead_breakdown(lead, unseen, opponents, hand)
    return LeadOdds(
        sum((row.chance * Fraction(row.cancelled, row.sets) for row in rows if row.chance), Fraction(0)),
        sum((row.chance * Fraction(row.takes, row.sets) for row in rows if row.chance), Fraction(0)),
        {m: row.chance for m, row in enumerate(rows)},
    )


def lead_breakdown(lead: Card, unseen: Sequence[Card], opponents: int, hand: int) -> tuple[Followers, ...]:
    """What may come of a led card in one round, for 0, 1, 2 ... opponents that follow.

    `unseen`: the cards of its faction that lie in the opponents' hands. `opponents`: those not known to be without the
    faction. `hand`: cards in each of their hands. Every split is equally likely, and an opponent with cards of the
    faction plays one of them at random. ValueError if the unseen cards cannot fit.

    Clause: cancel.pair, cancel.last-two-of-three, follow.must
    """
    for card in unseen:
        if card.faction is not lead.faction:
            raise ValueError(f"unseen holds {card}; allowed: cards of the led faction, {lead.faction}")
    if opponents < 0 or hand < 0:
        raise ValueError(f"opponents is {opponents}, hand is {hand}; allowed: numbers from 0 up")
    places, count = opponents * hand, len(unseen)
    if count > places:
        raise ValueError(f"{count} unseen cards do not fit into {opponents} hands of {hand}")
    rows = []
    for m in range(opponents + 1):
        ways = comb(opponents, m) * sum((-1) ** i * comb(m, i) * comb((m - i) * hand, count) for i in range(m + 1))
        cancelled = saved = greatest = all_zero = 0
        for shown in combinations(unseen, m):
            values, best = resolve_trick((lead, *shown), lead.faction)
            cancelled += not values[0]
            saved += shown.count(lead) == 2
            greatest += best == 0
            all_zero += best is None
        rows.append(
            Followers(Fraction(ways, comb(places, count)), comb(count, m), cancelled, saved, greatest, all_zero)
        )
    return tuple(rows)


class RoundCounts(NamedTuple):
    """Over all ordered draws of one card a seat: how many there are, and how many each seat takes."""

    ordered_draws: int
    taken_by_seat: tuple[int, ...]
    all_zero: int
    lead_cancelled: int
    holding_long_trip: int


def round_counts(players: int, faction: Faction | None = None) -> RoundCounts:
    """Count all ordered draws of `players` cards from the deck, valued as one round: only cards of `faction`, or any
    (None). Seats are in order of play; all-zero rounds are counted for the leader.

    Clause: take.greatest, take.all-zero-leader
    """
    pack = deck(players)
    taken = [0] * players
    all_zero = lead_cancelled = 0
    for lead in Faction if faction is None else (faction,):
        numbers = tuple(card.number for card in pack if card.faction is lead)
        others = 0 if faction else len(pack) - len(numbers)
        for follow in range(players):
            rest = perm(others, players - 1 - follow)
            if not rest:
                continue
            by_place, zero, cancelled = _one_faction(numbers, follow + 1)
            all_zero += zero * comb(players - 1, follow) * rest
            lead_cancelled += cancelled * comb(players - 1, follow) * rest
            for place, draws in enumerate(by_place):
                # the cards of the lead faction lie at the leader and at `follow` of the other seats
                for seat in range(players):
                    if place == 0 or seat == 0:
                        ways = comb(players - 1, follow) if place == seat else 0
                    else:
                        ways = comb(seat - 1, place - 1) * comb(players - 1 - seat, follow - place)
                    taken[seat] += draws * ways * rest
    count = sum(1 for card in pack if faction is None or card.faction is faction)
    trip = LONG_TRIP in pack and faction in (None, LONG_TRIP.faction)
    return RoundCounts(
        perm(count, players),
        tuple(taken),
        all_zero,
        lead_cancelled,
        players * perm(count - 1, players - 1) if trip else 0,
    )


@cache
def _one_faction(numbers: tuple[int, ...], size: int) -> tuple[tuple[int, ...], int, int]:
    """Ordered draws of `size` cards of a faction: taken by place (all zero: place 0), all zero, first cancelled."""
    by_place, zero, cancelled = [0] * size, 0, 0
    kinds = {number: numbers.count(number) for number in numbers}
    faction = Faction.RED
    face = {number: Card(f"{faction.value}-{number}") for number in kinds}

    def draw(laid: tuple[Card, ...], left: dict[int, int], ways: int) -> None:
        nonlocal zero, cancelled
        if len(laid) == size:
            values, best = resolve_trick(laid, faction)
            by_place[best or 0] += ways
            zero += ways * (best is None)
            cancelled += ways * (not values[0])
            return
        for number, copies in left.items():
            if copies:
                draw((*laid, face[number]), {**left, number: copies - 1}, ways * copies)

    draw((), kinds, 1)
    return tuple(by_place), zero, cancelled
