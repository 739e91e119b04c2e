"""What is a campaign worth: its influence, whether it is bust, and which Elite Force it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations_with_replacement
from math import inf
from typing import Final, NamedTuple

from ..core import Readings, Seat
from .cards import SUITS, AreaCard, Card, Entry, Marker, Row, Shrouded, Suit, readings

ACE: Final = "ace"
VANGUARD: Final = "vanguard"
FOLK: Final = "folk"
ELITE_NAMES: Final = ("no Elite Force", "five cards of 21 or less", "Ace and Ace", "Ace and Vanguard", "Ace and 10")


class Filter(NamedTuple):
    """Which cards a text means; an empty tuple means any. Clause: faq.rainbow-affected"""

    type: tuple[str, ...] = ()
    suit: tuple[Suit, ...] = ()
    value: tuple[int, ...] = ()

    def matches(self, card: Card | Marker, suits: tuple[Suit, ...]) -> bool:
        """Whether an open card is meant; `suits` are those it has here. `value` never means a Vanguard or an Ace."""
        if self.type and card.type not in self.type:
            return False
        if self.value and (card.type != FOLK or card.value not in self.value):
            return False
        return not self.suit or any(suit in suits for suit in self.suit)


@dataclass(frozen=True, slots=True, eq=False)
class Mods:
    """What the constant texts change in one campaign: those of its Area first, then its owner's Landmarks.

    Clause: area.effect-constant, landmark.after-areas
    """

    suits: tuple[tuple[str, Filter], ...] = ()
    ignored: tuple[Filter, ...] = ()
    deltas: tuple[tuple[Filter, int], ...] = ()
    limit: float = 21
    bonus: int = 0
    immune: str = ""
    out: tuple[Card, ...] = field(default=())


PLAIN: Final = Mods()
NO_LIMIT: Final = inf


class Campaign(NamedTuple):
    """A player's cards in an Area; `rank`: the Elite Force that was noted (0: none); `paid`: it cost Morale in this
    round; `pair`: the two cards that stay an Elite Force under the reading locked-in."""

    cards: Row = ()
    rank: int = 0
    paid: bool = False
    pair: tuple[Card, ...] = ()


EMPTY: Final = Campaign()


class Area(NamedTuple):
    """An Area on the table with the campaigns of all players.

    `open`: it lies face up. `revealed`: its shrouded cards were turned up. `used`: an effect that happens once a round
    has happened. `settled`: its contest is over, `winner` (or nobody) won it. `out`: cards ignored for this contest.
    Clause: multi.sections
    """

    card: AreaCard
    defender: Seat | None
    campaigns: tuple[Campaign, ...]
    open: bool = True
    revealed: bool = False
    used: bool = False
    settled: bool = False
    winner: Seat | None = None
    out: tuple[Card, ...] = ()
    slot: int = 0

    @property
    def key(self) -> str:
        """What moves call it: the key of its text, or `area-1`, `area-2` ... by its `slot` while it lies face down."""
        return self.card.text if self.open or not self.slot else f"area-{self.slot}"

    @property
    def name(self) -> str:
        """What sentences call it: its own name, or Area 1, Area 2 ... while it lies face down."""
        return self.card.name if self.open or not self.slot else f"Area {self.slot}"

    def holding(self, campaigns: tuple[Campaign, ...]) -> Area:
        """The Area with other campaigns."""
        return Area(self.card, self.defender, campaigns, *self[3:])

    def won_by(self, winner: Seat | None) -> Area:
        """The Area whose contest is over."""
        return Area(*self[:6], True, winner, *self[8:])


# ---------------------------------------------------------------- which cards count, and as what


def card_suits(entry: Entry, mods: Mods = PLAIN) -> tuple[Suit, ...]:
    """The suits a card has here; none if it lies face down. Clause: faq.ashen-suits, faq.rainbow-affected"""
    if entry.__class__ is Shrouded:
        return ()
    assert not isinstance(entry, Shrouded)
    suits: tuple[Suit, ...] = (entry.suit,)
    for change, meant in mods.suits:
        if change == "none":
            suits = ()
        elif meant.matches(entry, suits):
            suits = SUITS
    return suits


def is_ignored(entry: Entry, mods: Mods = PLAIN) -> bool:
    """Whether an open card is ignored here. Clause: keyword.ignore, faq.ignore-areas, faq.rainbow-ignored"""
    if not (mods.ignored or mods.out) or isinstance(entry, Shrouded):
        return False
    return entry in mods.out or any(meant.matches(entry, card_suits(entry, mods)) for meant in mods.ignored)


def counted(row: Row, mods: Mods = PLAIN, reads: Readings | None = None) -> tuple[Card | Marker, ...]:
    """The cards that count in a campaign: face up and not ignored; a placed Landmark only under full-card.

    Clause: keyword.ignore, keyword.shroud-blank
    """
    reads = reads or readings()
    if not mods.ignored and not mods.out and all(entry.__class__ is Card for entry in row):
        return row  # type: ignore[return-value]
    full = reads["placed-landmark"] == "full-card"
    return tuple(
        entry
        for entry in row
        if not isinstance(entry, Shrouded) and (full or not isinstance(entry, Marker)) and not is_ignored(entry, mods)
    )


# ---------------------------------------------------------------- influence


def ace_choices(cards: int, reading: str = "auto-best") -> tuple[int, ...]:
    """The values an Ace may take in a campaign of so many cards. Clause: card.ace-values, card.ace-later"""
    if reading != "by-count":
        return (1, 10, 11)
    return (10, 11) if cards <= 2 else (1, 10) if cards == 3 else (1,)


def totals(row: Row, mods: Mods = PLAIN, reads: Readings | None = None) -> tuple[int, ...]:
    """Every influence a campaign can have, lowest first. Clause: card.vanguard-value, card.ace-values, resolve.totals"""
    reads = reads or readings()
    return _totals_of(counted(row, mods, reads), mods, reads)


def _totals_of(cards: tuple[Card | Marker, ...], mods: Mods, reads: Readings) -> tuple[int, ...]:
    """Every influence that the cards which count can have."""
    base = mods.bonus + sum([card.value for card in cards])
    for meant, n in mods.deltas:
        base += n * sum(meant.matches(card, card_suits(card, mods)) for card in cards)
    aces = [card.type for card in cards].count(ACE)
    if not aces:
        return (base,)
    choices = ace_choices(len(cards), reads["ace-value"])
    return tuple(sorted({base + sum(picked) for picked in combinations_with_replacement(choices, aces)}))


def stated_total(row: Row, mods: Mods, reads: Readings, values: Iterable[int]) -> int:
    """The influence of a campaign whose owner states a value for each Ace. Clause: card.ace-later"""
    values = tuple(values)
    return min(totals(row, mods, reads)) - len(values) + sum(values)


def best(possible: Iterable[int], limit: float = 21) -> tuple[int, bool]:
    """The highest total within the limit, or the lowest and bust. Clause: card.ace-later, resolve.bust"""
    possible = tuple(possible)
    within = [total for total in possible if total <= limit]
    return (max(within), False) if within else (min(possible), True)


# ---------------------------------------------------------------- Elite Forces


def pair_rank(cards: Iterable[Card | Marker]) -> int:
    """2, 3 or 4 if two cards are an Elite Force, else 0: printed cards decide.

    Clause: elite.ace-ace, elite.ace-vanguard, elite.ace-ten, faq.ace-ten-areas
    """
    kinds = sorted("ten" if card.type == FOLK and card.value == 10 else card.type for card in cards)
    return {(ACE, ACE): 2, (ACE, VANGUARD): 3, (ACE, "ten"): 4}.get(tuple(kinds), 0)  # type: ignore[arg-type]


def _is_five(cards: int, possible: Iterable[int], mods: Mods, reads: Readings) -> bool:
    """Clause: elite.five"""
    if cards != 5 and (cards < 5 or reads["elite-five-count"] == "exactly-five"):
        return False
    limit = 21 if reads["elite-five-limit"] == "always-21" else min(21, mods.limit)
    return any(total <= limit for total in possible)


def _has_pair(cards: tuple[Card | Marker, ...], pair: tuple[Card, ...], reads: Readings) -> int:
    """Clause: elite.what"""
    shape = reads["elite-pair-shape"]
    if len(cards) == 2 and (rank := pair_rank(cards)):
        return rank
    if shape == "locked-in" and pair and all(card in cards for card in pair):
        return pair_rank(pair)
    if shape == "contained":
        aces = sum(card.type == ACE for card in cards)
        if aces >= 2:
            return 2
        if aces and any(card.type == VANGUARD for card in cards):
            return 3
        if aces and any(card.type == FOLK and card.value == 10 for card in cards):
            return 4
    return 0


class Standing(NamedTuple):
    """What a campaign comes to in a contest. `rank`: of its Elite Force, 1 the strongest, 0 none. `present`: its owner
    contests the Area. Clause: elite.order"""

    total: int
    bust: bool = False
    rank: int = 0
    present: bool = True


@lru_cache(maxsize=1 << 16)
def assess(row: Row, mods: Mods = PLAIN, reads: Readings | None = None, pair: tuple[Card, ...] = ()) -> Standing:
    """Influence, bust and Elite Force of a campaign. `pair`: the pair that stays one under locked-in.

    Clause: resolve.totals, resolve.bust, elite.what, elite.order, faq.ranger-empty
    """
    reads = reads or readings()
    cards = counted(row, mods, reads)
    possible = _totals_of(cards, mods, reads)
    total, bust = best(possible, mods.limit)
    present = bool(cards) or mods.bonus > 0 or reads["empty-area"] == "zero-counts"
    if _is_five(len(cards), possible, mods, reads):
        return Standing(total, bust and reads["elite-five-limit"] != "always-21", 1, present)
    rank = _has_pair(cards, pair, reads)
    if bust and reads["elite-bust"] == "bust-kills":
        rank = 0
    return Standing(total, bust, rank, present)


def elite_rank(row: Row, mods: Mods = PLAIN, reads: Readings | None = None, pair: tuple[Card, ...] = ()) -> int:
    """The rank of a campaign's Elite Force, 1 to 4, or 0 for none. Clause: elite.what, elite.order, elite.five"""
    return assess(row, mods, reads, pair).rank


def locked_pair(row: Row, mods: Mods, reads: Readings, before: tuple[Card, ...] = ()) -> tuple[Card, ...]:
    """The pair that stays an Elite Force under locked-in: two cards alone, or those of before while both remain.

    Clause: elite.what
    """
    if reads["elite-pair-shape"] != "locked-in":
        return ()
    cards = counted(row, mods, reads)
    if len(cards) == 2 and pair_rank(cards):
        return tuple(card for card in cards if isinstance(card, Card))
    return before if before and all(card in cards for card in before) else ()


def pair_as_laid(row: Row, mods: Mods, reads: Readings) -> tuple[Card, ...]:
    """The locked pair of a campaign whose cards came one by one from left to right."""
    pair: tuple[Card, ...] = ()
    if reads["elite-pair-shape"] == "locked-in":
        for size in range(2, len(row) + 1):
            pair = locked_pair(row[:size], mods, reads, pair)
    return pair


def stronger(new: int, old: int) -> bool:
    """Whether an Elite Force of rank `new` is above one of rank `old` (0: none). Clause: elite.order"""
    return new > 0 and (old == 0 or new < old)


def highest_cards(rows: Iterable[Row], mods: Iterable[Mods], all_tied: bool = True) -> tuple[Card, ...]:
    """The highest cards of some campaigns: Aces above Vanguards above Folk, Folk by the printed value; all tied, or the
    leftmost. Clause: faq.plagued-order, faq.plagued-highest"""
    cards = [
        entry
        for row, here in zip(rows, mods, strict=True)
        for entry in row
        if isinstance(entry, Card) and not is_ignored(entry, here)
    ]
    height = {FOLK: 0, VANGUARD: 1, ACE: 2}
    top = max(((height[card.type], card.value) for card in cards), default=None)
    found = tuple(card for card in cards if (height[card.type], card.value) == top)
    return found if all_tied else found[:1]
