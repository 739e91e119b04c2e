"""Which run lies on the table, what would trigger there, and what do the campaigns come to?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ....core import Seat
from ...campaigns import Mods, Standing, card_suits, is_ignored
from ...cards import Card, Shrouded, Suit
from ...contests import judge
from ...flow import Flow
from ...game import Table
from ...kindred import triggers


class Judged(NamedTuple):
    """What a table comes to: every campaign by Area and owner, what the texts change there, who is ahead in each Area."""

    standings: Mapping[tuple[str, Seat], Standing]
    mods: Mapping[tuple[str, Seat], Mods]
    ahead: Mapping[str, Seat | None]


def judged(table: Table) -> Judged:
    """Every campaign and Area of a table, judged as it lies there. Clause: resolve.totals"""
    flow, standings, mods, ahead = Flow(table), {}, {}, {}
    for area in table.areas:
        row = {seat: flow.standing(area, seat) for seat in range(table.players)}
        standings.update({(area.key, seat): standing for seat, standing in row.items()})
        mods.update({(area.key, seat): flow.mods(area, seat) for seat in row})
        ahead[area.key] = judge(row, max(table.first, 0), area.defender, table.setup.reads).winner
    return Judged(standings, mods, ahead)


# ---------------------------------------------------------------- a run


class Found(NamedTuple):
    """A run on the table: the campaign, where it starts and ends, its suit and what it weighs."""

    area: str
    owner: Seat
    start: int
    end: int
    suit: Suit
    weight: int


def run_of(table: Table, landed: Card | None) -> Found | None:
    """The run that `landed` has just completed, or that the open question rests on; None if it is gone."""
    ask = table.ask
    if ask is not None and ask.what == "suit":
        return None
    trigger = ask.trigger if ask is not None else None
    card = trigger.card if trigger else landed
    if card is None:
        return None
    for area in table.areas:
        for owner, campaign in enumerate(area.campaigns):
            if card not in campaign.cards:
                continue
            place = campaign.cards.index(card)
            if trigger is None:
                fired = triggers(campaign.cards, place, table.mods(area, owner), table.setup.reads)
                return _around(table, area.key, owner, place, fired[0][0]) if fired else None
            if (area.key, owner) != (trigger.area, trigger.owner):
                return None
            return _around(table, area.key, owner, place, trigger.suit)
    return None


def _around(table: Table, key: str, owner: Seat, place: int, suit: Suit) -> Found:
    row, mods = table.area(key).campaigns[owner].cards, table.mods(key, owner)
    ends = {place}
    for step in (-1, 1):
        at = place + step
        while 0 <= at < len(row):
            entry = row[at]
            if isinstance(entry, Shrouded):
                break
            if not is_ignored(entry, mods):
                if suit not in card_suits(entry, mods):
                    break
                ends.add(at)
            at += step
    weight = sum(entry.weight for at, entry in enumerate(row) if at in ends and not isinstance(entry, Shrouded))
    return Found(key, owner, min(ends), max(ends) + 1, suit, weight)


# ---------------------------------------------------------------- what would trigger


class Fire(NamedTuple):
    """A card of the hand, an Area, the effect it would trigger there, how often, and what the card weighs."""

    card: Card
    area: str
    suit: Suit
    times: int
    weight: int


def fires(table: Table, seat: Seat) -> tuple[Fire, ...]:
    """Every place in which a card of a hand would trigger an effect. Clause: kindred.trigger, kindred.again"""
    reads, found = table.setup.reads, []
    for card in {card.code: card for card in table.hands[seat]}.values():
        for area in table.areas:
            steps = table.setup.texts.steps(area.card.text, "enter")
            if any(step.do == "shroud" and step.mode == "must" for step in steps):
                continue
            row, mods, best = area.campaigns[seat].cards, table.mods(area, seat), dict[Suit, int]()
            for place in range(len(row) + 1) if reads["card-position"] == "anywhere" else (len(row),):
                for suit, often in triggers((*row[:place], card, *row[place:]), place, mods, reads):
                    best[suit] = max(often, best.get(suit, 0))
            found += [Fire(card, area.key, suit, often, card.weight) for suit, often in best.items()]
    return tuple(found)
