"""How does a sensible player declare, build, take and keep, from what it can see?"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from random import Random
from typing import Final

from ..core import Rulings, Seat, rulebook
from .endgame import best_endgame
from .flow import UNKNOWN, Ask, cards_of, own_cards, pick_numbers, rebuild_cards, set_aside_limit
from .game import Table
from .layouts import best_layouts, best_subsets, best_totals
from .moves import HOLD_BACK, PLAY_ALL, AnyMove, Cards, Grow, Keep, Rebuild, SetAside, Take, TakeSet
from .parts import KEY, Part, starter_sets

LEFTOVER = 0.3
"""What a further monster from unused cards is worth, beside a card of the final count."""
LOOSE = 0.1
"""What an unused card is worth: it may still find its place."""
POINT = 0.08
"""What a point of a card's value is worth, as long as rounds are to be won."""
MARK = 6
"""How many points a doubling mark stands for."""
ROBBED = 0.5
"""How likely the winner takes just the card one would miss most, if it lies open."""
PRIZE = 1.0
"""What a card that the winner takes is worth."""


def sensible(seen: Table, rng: Random) -> AnyMove:
    """The best layout always; face down what would be missed most when the round will hardly be won; for the own piles
    what the final monsters lack. Clause: growth.highest-wins, declare.set-aside, end.count-cards"""
    ask = seen.ask
    assert ask is not None
    return DECISIONS[ask.what](seen, ask)


BOTS: dict[str, Callable[[Table, Random], AnyMove]] = {"sensible": sensible}


# ---------------------------------------------------------------- what cards are worth to their owner


def parts(seen: Table, cards: Sequence[str]) -> tuple[Part, ...]:
    """Cards as parts, in one order, so that the same cards are looked at once."""
    known = seen.setup.parts
    return tuple([known[card] for card in sorted(cards)])


def pool(seen: Table, seat: Seat) -> Cards:
    """What a player owns for good: own deck and own discard pile. Clause: end.three-monsters"""
    return tuple(card for card in (*seen.decks[seat], *seen.discards[seat]) if card != UNKNOWN)


def outlook(seen: Table, cards: Sequence[str]) -> float:
    """What own cards promise: the final count, and the strength to win rounds until then.

    Clause: end.three-monsters, end.count-cards, end.tie-unused, value.sum, value.doubling
    """
    to_come = 1 - seen.era / max(1, len(seen.setup.eras) - 1)
    promise, points = _outlook(parts(seen, cards), seen.rulings)
    return promise + POINT * to_come * points


@lru_cache(maxsize=1 << 14)
def _outlook(cards: tuple[Part, ...], rulings: Rulings) -> tuple[float, int]:
    final = best_endgame(cards, rulings)
    by_value = rulings["winning-criterion"] == "value-sum"
    scale = 3.5 if by_value else 1.0
    loose = len(cards) - final.used
    promise = final.score / scale + LEFTOVER * final.leftover_monsters + LOOSE * loose
    return promise, sum(part.value + MARK * part.doubles for part in cards)


def best_to_keep(seen: Table, owned: Cards, cards: Cards, number: int) -> Cards:
    """Which of these cards to add to the owned ones. Clause: reproduce.keep"""
    choices = combinations(cards, min(number, len(cards)))
    return max(choices, key=lambda some: outlook(seen, (*owned, *some)))


# ---------------------------------------------------------------- decisions


@cache
def _statistics() -> tuple[list[int], list[float]]:
    rows: Sequence[Mapping[str, float]] = rulebook(KEY).data["hand_statistics"]
    return [int(row["total"]) for row in rows], [float(row["at_most"]) for row in rows]


def chance_to_win(seen: Table, total: int) -> float:
    """How likely a total is the highest, if the others hold first hands. Clause: growth.highest-wins"""
    totals, at_most = _statistics()
    place = bisect_right(totals, total)
    below = at_most[place - 1] if place else 0.0
    rivals = sum(bool(hand) for hand in seen.hands) - 1
    return below**rivals


def declare(seen: Table, ask: Ask) -> AnyMove:
    """Put aside what would be missed, if that costs less chance to win than it saves. Clause: declare.set-aside"""
    aside = _to_set_aside(seen, ask.seat)
    if not aside:
        return PLAY_ALL
    return HOLD_BACK if seen.setup.reads["declaration-timing"] == "words-first" else SetAside(aside)


def put_aside(seen: Table, ask: Ask) -> AnyMove:
    """What was held back; at least one card must be. Clause: declare.set-aside"""
    return SetAside(_to_set_aside(seen, ask.seat, 1))


def _to_set_aside(seen: Table, seat: Seat, least: int = 0) -> Cards:
    """The cards that are better not played. Clause: declare.set-aside, declare.minimum, reproduce.winner-takes"""
    hand, era, owned = seen.hands[seat], seen.era_card, pool(seen, seat)
    most = set_aside_limit(era.minimum, len(hand))
    if not most:
        return ()
    kept = best_to_keep(seen, owned, hand, era.keep)
    all_kept = outlook(seen, (*owned, *kept))
    missed = {card: all_kept - outlook(seen, (*owned, *(c for c in kept if c != card))) for card in kept}
    totals = best_totals(tuple(seen.setup.parts[card] for card in hand), seen.rulings)

    def worth(aside: Cards) -> float:
        played = [card for card in hand if card not in aside]
        chance = chance_to_win(seen, totals[sum(1 << hand.index(card) for card in played)])
        open_to = max((missed.get(card, 0.0) for card in played), default=0.0)
        return chance * era.winner_takes * PRIZE - (1 - chance) * bool(era.winner_takes) * ROBBED * open_to

    choices = [some for size in range(least, most + 1) for some in combinations(hand, size)]
    return max(choices, key=worth)


def grow(seen: Table, ask: Ask) -> AnyMove:
    """A best layout of all cards. Clause: growth.highest-wins, build.layout-free"""
    best = best_layouts(tuple(seen.setup.parts[card] for card in seen.hands[ask.seat]), seen.rulings)
    return Grow(tuple(tuple(part.id for part in monster) for monster in best.layouts[0]))


def rebuild(seen: Table, ask: Ask) -> AnyMove:
    """A best layout of the played cards and what helps of the others. Clause: tie.rebuild, tie.draw-one"""
    must, may = rebuild_cards(seen, ask.seat)
    cards = tuple(seen.setup.parts[card] for card in (*must, *may))
    _, sets = best_subsets(cards, seen.rulings, 0, len(must))
    layout = best_layouts(sets[0], seen.rulings).layouts[0]
    return Rebuild(tuple(tuple(part.id for part in monster) for monster in layout))


def take(seen: Table, ask: Ask) -> AnyMove:
    """Beside the own cards that will be kept anyway, what promises most. Clause: reproduce.winner-takes"""
    seat, era = ask.seat, seen.era_card
    owned = pool(seen, seat)
    kept = best_to_keep(seen, owned, own_cards(seen, seat), era.keep)
    played = [card for layout in seen.layouts for card in cards_of(layout)]
    number = pick_numbers(era.winner_takes, len(played), "must")[-1]
    choices: list[Cards] = []
    if seen.setup.reads["pick-shortage"] == "winner-leaves-enough":
        choices = [move.cards for move in seen.legal_moves() if isinstance(move, Take) and len(move.cards) == number]
    taken: list[str] = []
    while len(taken) < number:
        fits = {card for some in choices if set(taken) <= set(some) for card in some} if choices else set(played)
        left = [card for card in played if card in fits and card not in taken]
        fresh = [card for card in left if card not in kept] or left
        taken.append(max(fresh, key=lambda card: outlook(seen, (*owned, *kept, *taken, card))))
    return Take(tuple(taken))


def keep(seen: Table, ask: Ask) -> AnyMove:
    """What promises most together with the own cards. Clause: reproduce.keep, end.count-cards"""
    return Keep(best_to_keep(seen, pool(seen, ask.seat), own_cards(seen, ask.seat), seen.era_card.keep))


def take_set(seen: Table, ask: Ask) -> AnyMove:
    """The starter set that promises most. Clause: setup.starter-cards"""
    sets = starter_sets(seen.setup.in_play)
    moves = [move for move in seen.legal_moves() if isinstance(move, TakeSet)]
    return max(moves, key=lambda move: outlook(seen, [part.id for part in sets[move.colour, move.mark]]))


DECISIONS: Final[Mapping[str, Callable[[Table, Ask], AnyMove]]] = {
    "set": take_set,
    "declare": declare,
    "aside": put_aside,
    "grow": grow,
    "rebuild": rebuild,
    "take": take,
    "keep": keep,
}
