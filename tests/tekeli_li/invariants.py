"""What must hold at every step of every game, whoever plays it (section 7 of the notes on the rules)."""

from __future__ import annotations

from collections import Counter

from teyra_kit.core import CHANCE
from teyra_kit.tekeli_li import Card, Deal, Faction, deck, judge_trick, markers, resolve_trick
from teyra_kit.tekeli_li.cards import AZATHOTH, KINDS, LONG_TRIP, NECRONOMICON, PHONE, hand_size

MARKERS_A_TURN = {3: (3, 7), 4: (3, 7), 5: (2, 7), 6: (2, 7)}
FACE_SUM = {3: -670, 4: -700, 5: -700, 6: -700}
WHOLE = {players: Counter(deck(players)) for players in MARKERS_A_TURN}
EVENTS = (PHONE, LONG_TRIP)
FACTIONS = list(Faction)
RENAMED = {card: Card(f"{FACTIONS[FACTIONS.index(card.faction) - 1].value}-{card.number}") for card in KINDS}
"""Each faction under the name of another."""


def check_step(before, move, after):
    """Everything that must hold of a legal move and the table after it."""
    if before.to_move is not CHANCE:
        check_play(before, move)
        if len(after.tricks) > len(before.tricks):
            check_taken_trick(before, move, after)
        if not after.plays:
            check_end_of_trick(before, move, after)
        if not any(after.hands):
            check_end_of_turn(after)
    elif isinstance(move, Deal) and before.turn == 0:
        assert after.leader == (after.dealer + 1) % after.players
    if after.turn:
        check_cards(after)
    if after.to_move is None:
        check_end_of_game(after)


def check_cards(table):
    """All cards are somewhere, once; hands are equal before a round."""
    n = table.players
    begun = 0 if table.setup.rules.one_trick else len(table.plays) - len(table.plays) % n
    there = Counter(table.plays[begun:])
    for held in (*table.hands, *(trick.cards for trick in table.tricks)):
        there.update(held)
    assert there == WHOLE[n]
    if len(table.plays) % n == 0:
        assert len(set(map(len, table.hands))) == 1


def check_play(table, move):
    """The card is among the legal ones, and of the lead faction if the player holds that and is bound to it."""
    assert move in table.legal_moves()
    assert not table.why_not(move)
    if table.plays:
        lead, hand = table.plays[0].faction, table.hands[table.to_move]
        if move.card.faction is not lead and any(card.faction is lead for card in hand):
            assert len(table.plays) >= table.players
            assert table.setup.rules.follow != "all-follow"


def check_taken_trick(before, move, after):
    """Values, and the taker: by another count of copies, for turned seats and for renamed factions."""
    rules, n, lead = before.setup.rules, before.players, before.plays[0].faction
    trick, laid, left = after.tricks[-1], (*before.plays, move.card), len(after.hands[0])
    seats = (*before.seats, before.to_move)[-len(trick.cards) :]
    assert trick.cards == laid[-len(trick.cards) :]
    result = resolve_trick(trick.cards, lead, n, rules.span)
    values = [value for value in result.values if value]
    assert all(value in (0, card.number) for value, card in zip(result.values, trick.cards, strict=True))
    if rules.span == "whole-trick" or len(trick.cards) == n:
        assert len(set(values)) == len(values), "at most one card a number stands"
        numbers = [card.number if card.faction is lead else 0 for card in trick.cards]
        odd = [number for number in numbers if number and numbers.count(number) % 2]
        assert trick.taker == (seats[numbers.index(max(odd))] if odd else trick.leader)
    if len(laid) == n and laid[0].number <= 6:
        assert result.values[0], "only a 7 or an 8 can be cancelled"
    renamed = [RENAMED[card] for card in trick.cards]
    assert resolve_trick(renamed, RENAMED[laid[0]].faction, n, rules.span) == result
    turned = judge_trick((before.leader + 1) % n, laid, rules, left)
    assert turned.taker == (trick.taker + 1) % n


def check_end_of_trick(before, move, after):
    """How long the trick was, and who leads the next one."""
    n, rules, laid = before.players, before.setup.rules, (*before.plays, move.card)
    again = rules.variant and LONG_TRIP in laid
    if any(after.hands):
        left_of_taker = (after.tricks[-1].taker + 1) % n
        assert after.to_move == after.leader == (before.leader if again else left_of_taker)
    elif again and rules.carry:
        assert after.leader == before.leader
    else:
        assert after.leader == (after.dealer + 1) % n
    if str(before.setup.rulings["event-continuation"]) == "long-trip-continues":
        longer = not rules.variant and LONG_TRIP in laid and len(laid) > n
        assert len(laid) == (2 * n if longer else n)


def check_end_of_turn(table):
    """Each card is taken once, the points add up, and the Phone adds one marker where hundreds are broken."""
    n, score = table.players, table.turn_score()
    takers = {card: [trick.taker for trick in table.tricks if card in trick.cards] for card in (AZATHOTH, *EVENTS)}
    assert all(len(taken) == 1 for taken in takers.values())
    assert table.dealer == takers[AZATHOTH][0]
    assert sum(len(trick.cards) for trick in table.tricks) == n * hand_size(n)
    paired = sum({card for heap in table.heaps(seat) for card in heap} >= NECRONOMICON for seat in range(n))
    if str(table.setup.rulings["necronomicon-pair"]) == "same-trick":
        paired = sum(set(trick.cards) >= NECRONOMICON for trick in table.tricks)
    assert sum(score.raw) == FACE_SUM[n] + 200 * paired
    least, most = MARKERS_A_TURN[n]
    assert least <= sum(score.due) <= most
    for seat, raw in enumerate(score.raw):
        more = markers(raw, phone=True) - markers(raw, phone=False)
        assert more == (raw < 0 and raw % 100 != 0)
        assert score.due[seat] == markers(raw, seat == takers[PHONE][0])
    by_raw = sorted(score.raw)
    for phone in (False, True):
        owed = [markers(raw, phone) for raw in by_raw]
        assert owed == sorted(owed, reverse=True)


def check_end_of_game(table):
    """Those with the most markers perish, all others win."""
    totals, most = table.totals, max(table.totals)
    perished = {seat for seat, total in enumerate(totals) if total == most}
    if len(perished) == table.players and str(table.setup.rulings["all-tied"]) == "all-survive":
        perished = set()
    assert table.outcome.scores == totals
    assert set(table.outcome.winners) == set(range(table.players)) - perished
