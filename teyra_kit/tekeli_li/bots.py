"""How does a sensible player choose a card from what it can see?"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from math import comb
from random import Random
from typing import TypeAlias

from ..core import Seat
from .cards import KINDS, PHONE, Card, Faction, Seen, Unknown, copies_in_play
from .game import Follow, Lead, Move, Table
from .scoring import card_points, pair_bonus
from .tricks import Rules, judge_trick, must_follow, rounds_wanted, seats_of

Round: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...]]
"""A round that may come: the cards before the one that is chosen, and those after it."""

ROUNDS = 12
"""How many ways to end the round are imagined, for each faction that may be led."""
PHONE_COST = 80
"""What taking the Phone costs in points: it nearly always turns a part of a hundred into one more marker."""
TRICK_COST = 25
"""What a later trick costs its taker, besides the card that takes it."""
LURED = 0.05
"""The share of the points that a card would catch if it takes a later trick of its faction."""
HELD = 0.1
"""The share of its own points that a card costs as long as it is held."""


def sensible(seen: Table, rng: Random) -> Move:
    """The card that costs least: what this trick may bring now, less what the card may bring if it is kept.

    Clause: goal.most-markers-suffer, lead.any-card, follow.choice, follow.void-free
    """
    moves = [move for move in seen.legal_moves() if isinstance(move, Lead | Follow)]
    if len(moves) == 1:
        return moves[0]
    hidden, void = unseen(seen), known_voids(seen)
    leads = {move: move.card.faction if isinstance(move, Lead) else seen.plays[0].faction for move in moves}
    rounds = {lead: imagine(seen, lead, hidden, void, rng) for lead in dict.fromkeys(leads.values())}

    def cost(move: Lead | Follow) -> float:
        return cost_of_trick(seen, move.card, rounds[leads[move]]) - cost_of_keeping(move.card, hidden)

    return min(moves, key=cost)


BOTS: dict[str, Callable[[Table, Random], Move]] = {"sensible": sensible}


# ---------------------------------------------------------------- what a seat can know


def unseen(seen: Table) -> tuple[Card, ...]:
    """The cards of the deck that this seat sees nowhere: other hands hold them, or they lie face down.

    Clause: term.hand-secret
    """
    # under two-tricks the whole rounds on the table are the last of the tricks, too
    twice = 0 if seen.setup.rules.one_trick else len(seen.plays) // seen.players
    taken = [card for trick in seen.tricks[: len(seen.tricks) - twice] for card in trick.cards]
    there = Counter[Seen](itertools.chain(*seen.hands, seen.plays, taken))
    return tuple([card for card, copies in copies_in_play(seen.players).items() for _ in range(copies - there[card])])


def known_voids(seen: Table) -> tuple[frozenset[Faction], ...]:
    """The factions that each seat has shown not to hold: it had to follow, and did not. Clause: follow.must"""
    rules = seen.setup.rules
    void: list[set[Faction]] = [set() for _ in range(seen.players)]
    going_on = 0
    for trick in seen.tricks:
        if not going_on:
            _note_voids(void, trick.leader, trick.cards, rules)
        if not rules.one_trick:
            # the lead faction of the next round may be that of this one, which its first card need not show
            going_on = max(going_on - 1, 0) + sum(card in rules.extending for card in trick.cards)
    if seen.leader is not None:
        _note_voids(void, seen.leader, seen.plays, rules)
    return tuple(map(frozenset, void))


def _note_voids(void: Sequence[set[Faction]], leader: Seat, cards: Sequence[Seen], rules: Rules) -> None:
    lead = cards[0].faction if cards else None
    if lead is None or len(cards) > rules.players * rounds_wanted(cards, rules):  # type: ignore[arg-type]
        return
    for place, seat in enumerate(seats_of(leader, cards, rules)):  # type: ignore[arg-type]
        round, starts = place // rules.players + 1, place % rules.players == 0
        if cards[place].faction not in (None, lead) and must_follow(round, starts, rules.follow):
            void[seat].add(lead)


# ---------------------------------------------------------------- what a card costs


@cache
def costs() -> dict[Card, int]:
    """What each kind of card costs its taker, the Phone's rounding up included.

    Clause: score.sum-own-tricks, events.phone-round-up
    """
    return {card: -card_points(card) + (PHONE_COST if card is PHONE else 0) for card in KINDS}


def cost_of_keeping(card: Card, hidden: Sequence[Card]) -> float:
    """What a card may cost later on: a part of its points, and what it takes if it beats what is still to come.

    Clause: take.greatest
    """
    same = [other for other in hidden if other.faction is card.faction]
    below = [other for other in same if other.number < card.number]
    takes = len(below) / (len(same) + 1)
    return HELD * costs()[card] + takes * (TRICK_COST + LURED * sum(costs()[other] for other in below))


def cost_of_trick(seen: Table, card: Card, ends: Sequence[Round]) -> float:
    """What a card costs on the mean over imagined rounds, judged as if the trick ended with them.

    Clause: take.greatest, points.necronomicon-pair
    """
    rules, seat = seen.setup.rules, seen.to_move
    assert seen.leader is not None and isinstance(seat, int)
    heaps, table, total = seen.heaps(seat), costs(), 0
    for before, after in ends:
        laid = (*before, card, *after)
        judged = judge_trick(seen.leader, laid, rules, 0)
        if judged.taker == seat:
            taken = laid[-judged.taken :]
            total += sum([table[held] for held in taken])
            total += pair_bonus(heaps, rules.pair) - pair_bonus((*heaps, taken), rules.pair)
    return total / len(ends)


# ---------------------------------------------------------------- what the others may play


def imagine(
    seen: Table, lead: Faction, hidden: Sequence[Card], void: Sequence[frozenset[Faction]], rng: Random
) -> list[Round]:
    """Random cards for whoever plays after this seat or lies face down, as pairs: before its card, after it.

    A seat follows with the chance that it holds the lead faction, by all deals of the hidden cards that its known voids
    allow. Clause: follow.must, follow.void-free
    """
    players, mine, seat = seen.players, len(seen.plays), seen.to_move
    assert isinstance(seat, int)
    end = mine - mine % players + players
    face_down = [place for place, card in enumerate(seen.plays) if isinstance(card, Unknown)]
    places = {place: (seat + place - mine) % players for place in (*face_down, *range(mine + 1, end))}
    same = [card for card in hidden if card.faction is lead]
    rest = [card for card in hidden if card.faction is not lead]
    size = len(seen.hands[seat])
    room = sum(len(hand) for owner, hand in enumerate(seen.hands) if owner != seat and lead not in void[owner])
    room = max(room, size)
    follows = 1 - comb(max(room - len(same), 0), size) / comb(room, size)
    free = [place for place, owner in places.items() if lead not in void[owner]]
    rounds = []
    for _ in range(ROUNDS if places else 1):
        followers = [place for place in free if rng.random() < follows][: len(same)]
        laid = {place: rng.choice(rest or same) for place in places}
        laid |= zip(followers, rng.sample(same, len(followers)), strict=True)
        before = [laid.get(place, card) for place, card in enumerate(seen.plays)]
        rounds.append((tuple(before), tuple([laid[place] for place in range(mine + 1, end)])))
    return rounds
