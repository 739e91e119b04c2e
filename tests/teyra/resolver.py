"""A second, independent reading of the rules on plain texts: triggers, Elite ranks, totals and contests.

It shares no code with the engine: cards are codes ("B4", "(K5)" face down, "[M]" a placed Landmark), rules are restated.
"""

from __future__ import annotations

from itertools import groupby, product


def value_of(code, minus=0):
    """What a card adds: a list of possible values."""
    mark = code[1:]
    if mark == "A":
        return [1, 10, 11]
    return [10 if mark == "V" else int(mark) - minus]


def open_cards(row, ignore=""):
    """The cards that count: face up, no Landmark, not of the ignored suit or type."""
    return [c for c in row if c[0] not in "([" and c[0] != ignore and c[1:] != ignore]


def all_totals(row, ignore="", minus=0, by_count=False):
    """Every total by trying each choice for each Ace."""
    cards = open_cards(row, ignore)
    choices = []
    for card in cards:
        options = value_of(card, minus)
        if by_count and card[1:] == "A":
            options = [10, 11] if len(cards) < 3 else [1, 10] if len(cards) == 3 else [1]
        choices.append(options)
    return {sum(pick) for pick in product(*choices)}


def total_and_bust(row, limit=21, **how):
    """The best total under the limit, or the least."""
    every = all_totals(row, **how)
    fine = [t for t in every if t <= limit]
    return (max(fine), False) if fine else (min(every), True)


def rank(row, limit=21, shape="exact-two", five="exactly-five", five_limit="area-limit", stands=False, **how):
    """Rank of the Elite Force, 0 for none."""
    cards = open_cards(row, how.get("ignore", ""))
    marks = sorted(c[1:] for c in cards)
    every = all_totals(row, **how)
    if len(cards) == 5 or (len(cards) > 5 and five == "five-or-more"):
        top = 21 if five_limit == "always-21" or limit > 21 else limit
        if min(every) <= top:
            return 1
    if min(every) > limit and not stands:
        return 0
    if shape == "exact-two":
        return {("A", "A"): 2, ("A", "V"): 3, ("10", "A"): 4}.get(tuple(marks), 0)
    if marks.count("A") >= 2:
        return 2
    if "A" in marks and "V" in marks:
        return 3
    return 4 if "A" in marks and "10" in marks else 0


def run_groups(row, ignore="", gaps="ignored-open-shrouded-blocks"):
    """The row as pieces of one suit: each piece is (suit, weight, indices)."""
    shown = []
    for index, card in enumerate(row):
        suit = card[1] if card[0] in "([" else card[0]
        if card[0] == "(":
            if gaps != "both-open":
                shown.append(("-", 0, index))
            continue
        ignored = ignore and (suit == ignore or (card[0] != "[" and card[1:] == ignore))
        if ignored:
            if gaps == "both-block":
                shown.append(("-", 0, index))
            continue
        shown.append((suit, 2 if card[1:] == "V" else 1, index))
    return [(suit, list(piece)) for suit, piece in groupby(shown, key=lambda entry: entry[0])]


def times_triggered(row, ignore="", gaps="ignored-open-shrouded-blocks", reading="one-then-two", place=None):
    """How often the card at `place` (the last, if not given) triggers; place: both sides of it count."""
    at = len(row) - 1 if place is None else place
    card = row[at]
    if card[0] in "([" or (ignore and (card[0] == ignore or card[1:] == ignore)):
        return 0
    for suit, piece in run_groups(row, ignore, gaps):
        indices = [index for _, _, index in piece]
        if suit == "-" or at not in indices:
            continue
        mine = 2 if card[1:] == "V" else 1
        left = sum(w for _, w, index in piece if index < at)
        right = sum(w for _, w, index in piece if index > at)
        whole = left + right + mine
        if reading == "per-weight":
            return len([unit for unit in range(whole - mine + 1, whole + 1) if unit >= 3])
        if left >= 3 or right >= 3:
            return mine
        return 1 if whole >= 3 else 0
    return 0


def winner_and_losses(standings, first, defender=None):
    """A contest by comparing everybody with everybody (default readings). standings: {name: (total, bust, rank, present)}."""

    def fits(name):
        _, bust, elite, present = standings[name]
        return present and (elite or not bust)

    def beats(one, two):
        """Whether a campaign is strictly above another."""
        if not fits(one):
            return False
        if not fits(two):
            return True
        a, b = standings[one], standings[two]
        if a[2] and b[2]:
            return a[2] < b[2]
        if a[2] or b[2]:
            return bool(a[2])
        return a[0] > b[0]

    top = [one for one in standings if fits(one) and not any(beats(two, one) for two in standings)]
    if not top:
        won = None
    elif len(top) == 1:
        won = top[0]
    elif defender in top:
        won = defender
    else:
        won = first if first in top else None
    lost = {}
    if defender is not None and won != defender:
        count = sum(beats(other, defender) for other in standings if other != defender)
        if count:
            lost[defender] = count
    return won, lost
