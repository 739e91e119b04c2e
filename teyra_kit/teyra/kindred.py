"""When does a card trigger a Kindred Effect, how often, whose is it, and what may it be aimed at?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from ..core import Readings, Seat
from .campaigns import PLAIN, Area, Mods, card_suits, is_ignored
from .cards import SUITS, Card, Entry, Marker, Row, Shrouded, Suit, readings

RUN: Final = 3
CAP: Final = 20
ENDLESS: Final = 300
BOUND: Final = {"CHARGE": 18, "INTERCEPT": 18, "ROUSE": 96 + 18, "INSPIRE": 72}
"""How often each effect can happen at most because of one played card, under the default readings."""


class Trigger(NamedTuple):
    """A Kindred Effect that waits: its suit, who makes its choices, whether it may be declined, and what caused it: the
    card that landed in the campaign of `owner` in `area`."""

    suit: Suit
    seat: Seat
    optional: bool
    card: Card
    owner: Seat
    area: str


ModsOf: TypeAlias = Callable[[Area, Seat], Mods]


def plain_mods(area: Area, seat: Seat) -> Mods:
    """No text changes anything."""
    return PLAIN


# ---------------------------------------------------------------- runs


def weight(entry: Entry) -> int:
    """How many cards an entry counts as in a run. Clause: card.vanguard-weight, kindred.vanguard-two"""
    return 0 if isinstance(entry, Shrouded) else entry.weight


def run_beside(row: Row, place: int, step: int, suit: Suit, mods: Mods, reads: Readings) -> int:
    """The weight of the unbroken run of a suit that ends beside `place`, to the left (step -1) or right (step 1).

    Clause: kindred.trigger, keyword.ignore, keyword.shroud-blank
    """
    gaps = reads["gap-cards"]
    found, at = 0, place + step
    while 0 <= at < len(row):
        entry = row[at]
        at += step
        if isinstance(entry, Shrouded):
            if gaps == "both-open":
                continue
            break
        if is_ignored(entry, mods):
            if gaps == "both-block":
                break
            continue
        if suit not in card_suits(entry, mods):
            break
        found += entry.weight
    return found


def times(left: int, right: int, landed: int, reading: str = "one-then-two") -> int:
    """How often a card of weight `landed` between runs of weight `left` and `right` triggers.

    Clause: kindred.trigger, kindred.again, kindred.vanguard-twice, kindred.vanguard-two, kindred.vanguard-pair,
    kindred.again-pictures
    """
    after = left + right + landed
    if reading == "per-weight":
        return min(landed, max(0, after - RUN + 1))
    if max(left, right) >= RUN:
        return 2 if landed == 2 else 1
    return 1 if after >= RUN else 0


def triggers(
    row: Row, place: int, mods: Mods = PLAIN, reads: Readings | None = None, both_sides: bool = False
) -> tuple[tuple[Suit, int], ...]:
    """Which effects the card that landed at `place` could activate, and how often: one pair a suit.

    Clause: kindred.trigger, kindred.pictures, kindred.bust, kindred.removal, faq.ashen-kindred
    """
    reads = reads or readings()
    entry = row[place]
    if len(row) == 1 or not isinstance(entry, Card) or is_ignored(entry, mods):
        return ()
    both_sides = both_sides or reads["card-position"] == "anywhere"
    found = []
    for suit in card_suits(entry, mods):
        left = run_beside(row, place, -1, suit, mods, reads)
        right = run_beside(row, place, 1, suit, mods, reads) if both_sides else 0
        if often := times(left, right, entry.weight, reads["vanguard-completes-run"]):
            found.append((suit, often))
    return tuple(found)


def suit_choice(
    found: Sequence[tuple[Suit, int]], printed: Suit, reading: str = "controller-picks"
) -> tuple[tuple[Suit, int], ...]:
    """Of the effects that several suits could activate, those that may be picked: only one is activated.

    Clause: faq.rainbow-one
    """
    if reading == "printed-suit" and any(suit is printed for suit, _ in found):
        return tuple(pair for pair in found if pair[0] is printed)
    return tuple(found)


def whole_runs(
    row: Row, turned_up: Sequence[Card], mods: Mods, reads: Readings
) -> tuple[tuple[Card, tuple[Suit, ...]], ...]:
    """Runs of 3 or more that hold a card just turned up, from left to right: its first such card, and the suits.

    Clause: faq.foggy-reveal, faq.fellowship-reveal
    """
    found: dict[frozenset[int], tuple[Card, list[Suit]]] = {}
    starts: dict[frozenset[int], int] = {}
    for suit in SUITS:
        place = 0
        while place < len(row):
            members: list[int] = []
            at = place
            while at < len(row):
                entry = row[at]
                skipped = isinstance(entry, Shrouded) or is_ignored(entry, mods)
                if skipped:
                    gaps = reads["gap-cards"]
                    opens = gaps == "both-open" or (gaps != "both-block" and not isinstance(entry, Shrouded))
                    if not opens:
                        break
                elif suit in card_suits(entry, mods):
                    members.append(at)
                else:
                    break
                at += 1
            new = [row[n] for n in members if row[n] in turned_up]
            if new and sum(weight(row[n]) for n in members) >= RUN:
                run = frozenset(members)
                first = new[0]
                assert isinstance(first, Card)
                found.setdefault(run, (first, []))[1].append(suit)
                starts[run] = members[0]
            place = at + 1
    return tuple((found[run][0], tuple(found[run][1])) for run in sorted(found, key=lambda run: starts[run]))


def controller(owner: Seat, by: Seat | None, active: Seat | None, reading: str = "campaign-owner") -> Seat:
    """Who makes the choices of an effect. `owner`: of the campaign; `by`: who controlled what added the card (None: an
    Area); `active`: whose turn it is. Clause: kindred.chain"""
    if reading == "effect-player" and by is not None:
        return by
    if reading == "active-player" and active is not None:
        return active
    return owner


# ---------------------------------------------------------------- targets


class Aim(NamedTuple):
    """Something a Kindred Effect may be aimed at. CHARGE: area, owner, card. INSPIRE: and the player `to`. ROUSE: area
    and the player `to`. INTERCEPT: area, owner, card and the Area `into`."""

    area: str
    owner: Seat
    card: Card | None = None
    to: Seat | None = None
    into: str = ""


def exists(area: Area, seat: Seat, reads: Readings) -> bool:
    """Whether there is a campaign to put a card into. Clause: inspire.effect, rouse.effect, intercept.effect"""
    if reads["empty-campaign"] == "always-there":
        return True
    full = reads["placed-landmark"] == "full-card"
    return any(full or not isinstance(entry, Marker) for entry in area.campaigns[seat].cards)


def is_safe(area: Area, seat: Seat, mods: Mods, reads: Readings) -> bool:
    """Whether no Kindred Effect may choose this campaign or its cards. Clause: faq.foggy-immune"""
    if mods.immune != "area-until-reveal" or area.revealed:
        return False
    if reads["foggy-scope"] == "whole-area":
        return True
    return any(isinstance(entry, Shrouded) for entry in area.campaigns[seat].cards)


def _choosable(
    areas: Sequence[Area], mods_of: ModsOf, reads: Readings, folk_only: bool
) -> Iterator[tuple[Area, Seat, Card]]:
    """Open cards that an effect may choose. Clause: charge.limits, inspire.limits, keyword.shroud-select"""
    ignored_too = reads["ignored-selectable"] == "selectable"
    for area in areas:
        for seat, campaign in enumerate(area.campaigns):
            if not campaign.cards:
                continue
            mods = mods_of(area, seat)
            if mods.immune and is_safe(area, seat, mods, reads):
                continue
            for entry in campaign.cards:
                if not isinstance(entry, Card) or (folk_only and entry.type != "folk"):
                    continue
                if ignored_too or not is_ignored(entry, mods):
                    yield area, seat, entry


def _open_to(area: Area, seat: Seat, mods_of: ModsOf, reads: Readings) -> bool:
    return exists(area, seat, reads) and not is_safe(area, seat, mods_of(area, seat), reads)


def charge_targets(
    areas: Sequence[Area], mods_of: ModsOf, reads: Readings, moved: Sequence[Card] = ()
) -> Iterator[Aim]:
    """Any Folk card in play. Clause: charge.effect, charge.limits, charge.example"""
    for area, seat, card in _choosable(areas, mods_of, reads, True):
        yield Aim(area.key, seat, card)


def inspire_targets(
    areas: Sequence[Area], mods_of: ModsOf, reads: Readings, moved: Sequence[Card] = ()
) -> Iterator[Aim]:
    """Any Folk card, to another player's campaign of its Area; not one that INSPIRE has `moved` in this chain.

    Clause: inspire.effect, inspire.limits, inspire.example
    """
    once = reads["inspire-loop"] == "once-per-card"
    for area, seat, card in _choosable(areas, mods_of, reads, True):
        if once and card in moved:
            continue
        for to in range(len(area.campaigns)):
            if to != seat and _open_to(area, to, mods_of, reads):
                yield Aim(area.key, seat, card, to)


def rouse_targets(areas: Sequence[Area], mods_of: ModsOf, reads: Readings, moved: Sequence[Card] = ()) -> Iterator[Aim]:
    """Any campaign at any Area. Clause: rouse.effect, rouse.example"""
    for area in areas:
        for to in range(len(area.campaigns)):
            if _open_to(area, to, mods_of, reads):
                yield Aim(area.key, to, None, to)


def intercept_targets(
    areas: Sequence[Area], mods_of: ModsOf, reads: Readings, moved: Sequence[Card] = ()
) -> Iterator[Aim]:
    """Any card, to the same player's campaign in another Area. Clause: intercept.effect, intercept.example"""
    for area, seat, card in _choosable(areas, mods_of, reads, False):
        for other in areas:
            if other is not area and _open_to(other, seat, mods_of, reads):
                yield Aim(area.key, seat, card, None, other.key)


TARGETS: Final = {
    Suit.BOAR: charge_targets,
    Suit.KOEL: rouse_targets,
    Suit.LIZARD: intercept_targets,
    Suit.ORANGUTAN: inspire_targets,
}


def chain_is_over(done: int, reading: str) -> bool:
    """Whether what still waits lapses after `done` effects. Clause: kindred.chain, inspire.effect"""
    return done >= (CAP if reading == "cap-twenty" else ENDLESS) and reading != "once-per-card"
