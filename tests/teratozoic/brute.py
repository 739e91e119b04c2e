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
        if len({card.colour for card in pick(cards, bits)}) == 1 and shape(pick(cards, bits), reads)[1]
    ]

    @cache
    def more(bits):
        """The most whole monsters that these cards allow."""
        return max((1 + more(bits & ~some) for some in whole_sets if some & bits == some), default=0)

    full = (1 << len(cards)) - 1
    best_found = (0, more(full))

    def choose(first, left, count, score):
        nonlocal best_found
        best_found = max(best_found, (score, more(left)))
        if count == 3:
            return
        for at in range(first, len(whole_sets)):
            some = whole_sets[at]
            if some & left == some:
                worth = (
                    some.bit_count()
                    if reads["winning-criterion"] == "card-count"
                    else sum(card.value for card in pick(cards, some))
                )
                choose(at + 1, left & ~some, count + 1, score + worth)

    choose(0, full, 0, 0)
    return best_found


def pick(cards, bits):
    return tuple(card for place, card in enumerate(cards) if bits >> place & 1)
