"""A second judge of tricks and turns that shares no code with the engine; a card is a (colour, number) pair.

It follows the wording of the notes by counting copies (odd counts have one survivor), where the engine strikes the last
two copies.
"""

from __future__ import annotations

EVENT = {("red", 3): "phone", ("white", 3): "trip"}
COSTS = {("black", 6): 240, ("blue", 6): 120, ("red", 6): 120, ("black", 4): 60, ("red", 4): 60} | {
    ("blue", n): 10 for n in (1, 2, 4, 5, 7, 8)
}


def surviving_places(plays, lead):
    kept = []
    for number in range(1, 9):
        places = [k for k, (_, colour, n) in enumerate(plays) if colour == lead and n == number]
        if len(places) % 2:
            kept.append(places[0])
    return kept


def best_place(rounds, lead, span):
    """The place (in all plays) of the card that takes, or None."""
    flat = [play for one in rounds for play in one]
    if span == "whole-trick" or len(rounds) == 1:
        kept = surviving_places(flat, lead)
    else:
        kept, start = [], 0
        for one in rounds:
            kept += [start + k for k in surviving_places(one, lead)]
            start += len(one)
    if not kept:
        return None
    top = max(flat[k][2] for k in kept)
    ties = [k for k in kept if flat[k][2] == top]
    return ties[-1] if span == "per-round-later" else ties[0]


class Turn:
    """One turn, judged on its own. `readings`: ruling id -> reading id."""

    def __init__(self, players, leader, hands, variant, readings):
        self.n, self.leader, self.variant, self.readings = players, leader, variant, readings
        self.hands = [list(hand) for hand in hands]
        self.rounds, self.taken, self.last_repeat = [[]], [[] for _ in range(players)], False
        self.log = []
        self.turn_of = leader

    def extends(self, card):
        reading = self.readings["event-continuation"]
        kind = EVENT.get(card)
        if kind == "phone":
            return reading in ("phone-continues", "both-continue")
        if kind == "trip":
            return reading in ("long-trip-continues", "both-continue") and not self.variant
        return False

    def legal(self):
        hand = self.hands[self.turn_of]
        lead = self.rounds[0][0][1] if self.rounds[0] else None
        if lead is None:
            return set(hand)
        if len(self.rounds) > 1:
            how = self.readings["second-round-follow"]
            if how == "nobody-follows" or (how == "leader-free" and not self.rounds[-1]):
                return set(hand)
        return {card for card in hand if card[0] == lead} or set(hand)

    def play(self, card):
        seat = self.turn_of
        self.hands[seat].remove(card)
        self.rounds[-1].append((seat, *card))
        if len(self.rounds[-1]) < self.n:
            self.turn_of = (seat + 1) % self.n
            return
        lead = self.rounds[0][0][1]
        flat = [play for one in self.rounds for play in one]
        alarms = [play for play in flat if self.extends(play[1:])]
        limit = 2 if self.readings["event-stacking"] == "at-most-two-rounds" else 99
        needed = 2 if self.readings["last-trick-test"] == "another-trick-left" else 1
        more = len(self.rounds) < min(1 + len(alarms), limit) and len(self.hands[0]) >= needed
        separate = self.readings["trick-span"] == "two-tricks"
        if separate:
            place = best_place([self.rounds[-1]], lead, "whole-trick")
            starter = self.rounds[-1][0][0]
            taker = starter if place is None else self.rounds[-1][place][0]
            self.take(taker, starter, self.rounds[-1])
        else:
            place = best_place(self.rounds, lead, self.readings["cancel-span"])
            taker = self.leader if place is None else flat[place][0]
        if more:
            how = self.readings["second-round-leader"]
            if how == "left-of-best":
                self.turn_of = (taker + 1) % self.n
            elif how == "left-of-event":
                self.turn_of = (alarms[len(self.rounds) - 1][0] + 1) % self.n
            else:
                self.turn_of = self.leader
            self.rounds.append([])
            return
        if not separate:
            self.take(taker, self.leader, flat)
        repeat = self.variant and any(play[1:] == ("white", 3) for play in flat)
        self.last_repeat = repeat
        self.turn_of = self.leader if repeat else (taker + 1) % self.n
        if self.hands[0]:
            self.leader, self.rounds = self.turn_of, [[]]

    def take(self, taker, leader, plays):
        self.taken[taker].append([play[1:] for play in plays])
        self.log.append((leader, taker, len(plays)))

    def scores(self):
        raw, due = [], []
        for heaps in self.taken:
            held = [card for heap in heaps for card in heap]
            books = {("black", 3), ("blue", 3)}
            groups = heaps if self.readings["necronomicon-pair"] == "same-trick" else [held]
            score = -sum(COSTS.get(card, 0) for card in held) + 200 * any(books <= set(group) for group in groups)
            raw.append(score)
            loss = max(0, -score)
            due.append(loss // 100 + (1 if ("red", 3) in held and loss % 100 else 0))
        return raw, due
