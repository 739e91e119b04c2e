"""How likely is a low total, a run in hand, a bust by ROUSE; and when does the Kinfolk Deck run out?

>>> from teyra_kit.teyra.cards import folk
>>> lowest_totals((), folk(), draws=5, pick=5).at_most(21)
Fraction(115733, 1748943)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import NamedTuple

from ..core import Readings
from .campaigns import totals
from .cards import SUITS, Card, number, player_cards, readings


class Ways(NamedTuple):
    """How many of the equally likely sets of cards lead to each number; the numbers are in order."""

    by: Mapping[int, int]

    @property
    def all(self) -> int:
        """How many sets there are."""
        return sum(self.by.values())

    def at_most(self, number: int) -> Fraction:
        """The chance of a number of at most so much."""
        return Fraction(sum(ways for found, ways in self.by.items() if found <= number), self.all)

    def at_least(self, number: int) -> Fraction:
        """The chance of a number of at least so much."""
        return Fraction(sum(ways for found, ways in self.by.items() if found >= number), self.all)


def lowest_totals(held: Iterable[Card], unseen: Sequence[Card], draws: int, pick: int) -> Ways:
    """The lowest total that some `pick` cards make of those `held` and `draws` random ones of the `unseen`. An Ace is 1.

    ValueError if so many cannot be drawn or picked. Clause: elite.five, card.ace-values, card.vanguard-value
    """
    mine = Counter(least(card) for card in held)
    there = Counter(least(card) for card in unseen)
    _check_draws(unseen, draws)
    if not 0 < pick <= mine.total() + draws:
        raise ValueError(f"pick is {pick}; allowed: 1 to {mine.total() + draws}, the cards held and drawn")
    ways = {(0, 0, 0): 1}  # cards drawn, cards picked, their total
    for value in sorted(mine | there):
        after: dict[tuple[int, int, int], int] = defaultdict(int)
        for (drawn, picked, total), count in ways.items():
            for more in range(min(there[value], draws - drawn) + 1):
                taken = min(mine[value] + more, pick - picked)
                after[drawn + more, picked + taken, total + taken * value] += count * comb(there[value], more)
        ways = after
    found: dict[int, int] = defaultdict(int)
    for (drawn, _, total), count in ways.items():
        if drawn == draws:
            found[total] += count
    return Ways(dict(sorted(found.items())))


def most_of_a_suit(held: Iterable[Card], unseen: Sequence[Card], draws: int) -> Ways:
    """How much the strongest suit counts in a run, among the cards `held` and `draws` random ones of the `unseen`.

    A Vanguard counts as two. ValueError if so many cannot be drawn.
    Clause: kindred.trigger, card.vanguard-weight
    """
    mine = Counter[object]()
    for card in held:
        mine[card.suit] += card.weight
    there = Counter((card.suit, card.weight) for card in unseen)
    _check_draws(unseen, draws)
    ways = {(0, 0): 1}  # cards drawn, weight of the strongest suit
    for suit in SUITS:
        after: dict[tuple[int, int], int] = defaultdict(int)
        for (drawn, most), count in ways.items():
            for single in range(min(there[suit, 1], draws - drawn) + 1):
                for double in range(min(there[suit, 2], draws - drawn - single) + 1):
                    weight = mine[suit] + single + 2 * double
                    picked = comb(there[suit, 1], single) * comb(there[suit, 2], double)
                    after[drawn + single + double, max(most, weight)] += count * picked
        ways = after
    return Ways(dict(sorted((most, count) for (drawn, most), count in ways.items() if drawn == draws)))


def roused_totals(total: int, unseen: Iterable[Card]) -> Ways:
    """The total that a campaign of `total` has after ROUSE: each unseen card may be the next. An Ace is 1.

    Clause: rouse.effect, rouse.unseen, resolve.bust
    """
    found = Counter(total + least(card) for card in unseen)
    if not found:
        raise ValueError("unseen is empty; ROUSE needs a card that may come")
    return Ways(dict(sorted(found.items())))


def least(card: Card) -> int:
    """The lowest value a card can have. Clause: card.ace-values"""
    return min(totals((card,)))


def _check_draws(unseen: Sequence[Card], draws: int) -> None:
    if not 0 <= draws <= len(unseen):
        raise ValueError(f"draws is {draws}; allowed: 0 to {len(unseen)}, the unseen cards")


# ---------------------------------------------------------------- when the deck runs out


class Stage(NamedTuple):
    """A stretch of a plain game: how many cards are drawn in it, after how many of them the discard pile is shuffled
    (None: it is not), how many lie in the deck at its end, and how many turns each player has in it."""

    round: int
    phase: str
    drawn: int
    reshuffled_after: int | None
    left: int
    turns: int = 0


def deck_story(players: int, reads: Readings | None = None) -> tuple[Stage, ...]:
    """A whole game in which nobody passes early and nothing but draws, plays and discards happens.

    Clause: setup2.kinfolk-deck, setup2.hand, strategise.carry, strategise.reshuffle, contest.draw, contest.play,
    contest.discard, cleanup.cards
    """
    if players not in (2, 3, 4):
        raise ValueError(f"players is {players}; allowed: 2, 3, 4")
    reads = reads or readings()
    deck = sum(card.type == "folk" for card in player_cards(reads["deck-composition"]))
    discard, drawn = 0, 0
    shuffled: int | None = None
    stages = []
    hands = [0] * players

    def draw(in_contest: bool) -> bool:
        nonlocal deck, discard, drawn, shuffled
        if not deck and discard and not (in_contest and reads["reshuffle-scope"] == "strategise-only"):
            deck, discard, shuffled = discard, 0, drawn
        if not deck:
            return False
        deck, drawn = deck - 1, drawn + 1
        return True

    for round in range(1, number("rounds") + 1):
        drawn, shuffled = 0, None
        for seat in range(players):
            for _ in range(number("first_hand") if round == 1 else number("refill")):
                hands[seat] += draw(in_contest=False)
        stages.append(Stage(round, "set-up" if round == 1 else "strategise", drawn, shuffled, deck))
        drawn, shuffled, table, turns = 0, None, 0, [0] * players
        while any(hands):
            for seat in range(players):
                if not hands[seat]:
                    continue  # it counts as passed
                turns[seat] += 1
                hands[seat] += draw(in_contest=True)
                hands[seat] -= 1
                table += 1
                if hands[seat]:
                    hands[seat] -= 1
                    discard += 1
        stages.append(Stage(round, "contest", drawn, shuffled, deck, max(turns)))
        discard += table
    return tuple(stages)
