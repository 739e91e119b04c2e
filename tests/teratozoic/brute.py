"""The rules of monsters once more, the slow way: every joining of ends, every grouping of cards, every choice of cards."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations

NO_RULINGS = {
    "loops": "tree",
    "zero-end-single": "whole",
    "doubling-scope": "per-monster-bonus-inside",
    "multicolour-doubling": "single-colour-only",
    "triple-doubling": "powers-of-two",
    "bonus-stacking": "both",
    "winning-criterion": "card-count",
}


@cache
def joinings(ends, loops):
    """Can parts be connected, and so that no end is left? Tries every set of joins, one end after the other."""
    connected = perfect = False
    seen = set()

    def linked(joins):
        groups = list(range(len(ends)))
        for a, b in joins:
            old, new = groups[a], groups[b]
            groups = [new if group == old else group for group in groups]
        return len(set(groups)) == 1

    def go(free, joins):
        nonlocal connected, perfect
        if (free, joins) in seen or (connected and perfect):
            return
        seen.add((free, joins))
        if linked(joins):
            connected = True
            perfect = perfect or not any(free)
        for a, b in combinations(range(len(ends)), 2):
            if not free[a] or not free[b]:
                continue
            if loops == "tree" and not linked_apart(joins, a, b):
                continue
            if loops == "simple-graph" and (a, b) in joins:
                continue
            go(
                tuple(end - (place in (a, b)) for place, end in enumerate(free)),
                tuple(sorted((*joins, (a, b)))),
            )

    def linked_apart(joins, a, b):
        groups = list(range(len(ends)))
        for x, y in joins:
            old, new = groups[x], groups[y]
            groups = [new if group == old else group for group in groups]
        return groups[a] != groups[b]

    go(tuple(ends), ())
    return connected, perfect


@cache
def closable(ends, loops):
    """Can all ends of some parts be used up by joins that hold them together? Joins the first free end to each other
    part; for more parts than `joinings` manages."""
    count = len(ends)
    if sum(ends) % 2 or sum(ends) < 2 * (count - 1) or (loops == "tree" and sum(ends) > 2 * (count - 1)):
        return False

    def go(free, joins, groups):
        first = next((place for place, end in enumerate(free) if end), None)
        if first is None:
            return len(set(groups)) == 1
        return any(
            go(
                tuple(end - (place in (first, other)) for place, end in enumerate(free)),
                (*joins, (first, other)),
                tuple(groups[first] if group == groups[other] else group for group in groups),
            )
            for other in range(first + 1, count)
            if free[other] and not (loops == "simple-graph" and (first, other) in joins)
        )

    return go(tuple(reversed(ends)), (), tuple(range(count)))


def shape(monster, reads):
    if len(monster) == 1:
        return True, monster[0].ends == 0 and reads["zero-end-single"] == "whole"
    return joinings(tuple(sorted(part.ends for part in monster)), reads["loops"])


def groupings(cards):
    """All ways to group the cards, each monster by its first card."""
    if not cards:
        yield []
        return
    first, *rest = cards
    for count in range(len(rest) + 1):
        for places in combinations(range(len(rest)), count):
            others = [card for place, card in enumerate(rest) if place not in places]
            for more in groupings(others):
                yield [(first, *(rest[place] for place in places)), *more]


def total(layout, reads):
    """What a layout is worth, or None if a monster of it cannot be joined."""
    points, bonuses, factor = 0, 0, 1
    wholes, mixed = [], []
    for monster in layout:
        fits, whole = shape(monster, reads)
        if not fits:
            return None
        hues = len({part.colour for part in monster})
        marks = (
            sum(part.doubles for part in monster) if hues == 1 or reads["multicolour-doubling"] == "any-monster" else 0
        )
        worth = sum(part.value for part in monster)
        bonus = 1 if whole and hues == 1 else 0
        times = 2**marks if reads["triple-doubling"] == "powers-of-two" else max(1, 2 * marks)
        if reads["doubling-scope"] == "per-monster-bonus-inside":
            points += (worth + bonus) * times
        elif reads["doubling-scope"] == "per-monster-bonus-outside":
            points += worth * times + bonus
        else:
            points += worth
            bonuses += bonus
            factor += marks
        wholes.append(whole)
        mixed.append(hues > 1)
    if reads["doubling-scope"] == "whole-total":
        marks = factor - 1
        times = 2**marks if reads["triple-doubling"] == "powers-of-two" else max(1, 2 * marks)
        points = (points + bonuses) * times
    if wholes and all(wholes) and (reads["bonus-stacking"] == "both" or any(mixed)):
        points += 1
    return points


def best(cards, reads):
    """The best total and all layouts that reach it; and every total with its number of layouts."""
    found, totals = {}, Counter()
    for layout in groupings(list(range(len(cards)))):
        worth = total([tuple(cards[place] for place in monster) for monster in layout], reads)
        if worth is not None:
            totals[worth] += 1
            found.setdefault(worth, []).append([list(monster) for monster in layout])
    top = max(found)
    return top, sorted(found[top]), totals


def endgame(cards, reads):
    """The best score of up to three whole monsters of one colour, and the most further ones that a best layout leaves."""
    whole_sets = [
        bits
        for bits in range(1, 1 << len(cards))
        if len({card.colour for card in pick(cards, bits)}) == 1 and is_whole(pick(cards, bits), reads)
    ]

    @cache
    def more(bits):
        """The most whole monsters that these cards allow."""
        return max((1 + more(bits & ~some) for some in whole_sets if some & bits == some), default=0)

    def worth(bits):
        return sum(1 if reads["winning-criterion"] == "card-count" else card.value for card in pick(cards, bits))

    @cache
    def choose(left, count):
        """The best score of at most so many monsters out of these cards, and the most that all the others leave."""
        found = (0, more(left))
        for some in whole_sets if count else ():
            if some & left == some:
                score, rest = choose(left & ~some, count - 1)
                found = max(found, (score + worth(some), rest))
        return found

    return choose((1 << len(cards)) - 1, 3)


def is_whole(monster, reads):
    """As `shape` says it, for monsters of any size."""
    ends = tuple(sorted(part.ends for part in monster))
    return shape(monster, reads)[1] if len(monster) == 1 else ends[0] > 0 and closable(ends, reads["loops"])


def pick(cards, bits):
    return tuple(card for place, card in enumerate(cards) if bits >> place & 1)
