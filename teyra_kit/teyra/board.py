"""What lies on the table while a move is carried out: looking at it, changing it, and telling what happens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from ..core import Event, Readings, Rulings, Seat, open_point
from .areas import Step, Texts, area_texts, texts
from .campaigns import (
    Area,
    Campaign,
    Mods,
    Standing,
    assess,
)
from .cards import (
    AreaCard,
    Card,
    Marker,
    Row,
    Shrouded,
    letter,
    number,
    readings,
)
from .contests import morale_after
from .kindred import (
    Trigger,
)

NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the game. `list`: a suggested list of Areas, "" for random ones; `picks`: which of the names
    between slashes; `named`: who the table wants as First Player; `partial`: not the whole box; `pack`: a card pack."""

    players: int
    mode: str
    list: str
    picks: tuple[str, ...]
    named: Seat
    rulings: Rulings
    partial: bool = False
    pack: str = ""
    reads: Readings = field(init=False, repr=False, compare=False)
    texts: Texts = field(init=False, repr=False, compare=False)
    per_round: int = field(init=False, repr=False, compare=False)
    """Areas turned up each round. Clause: setup2.row, setupn.deal-areas, setup2.deck-size, setupn.deck-size"""

    def __post_init__(self) -> None:
        reads = readings(self.rulings)
        object.__setattr__(self, "reads", reads)
        live = texts(self.mode, reads["missing-texts"], reads["landmark-layering"], self.pack)
        object.__setattr__(self, "texts", live)
        object.__setattr__(self, "per_round", int(number(f"areas_per_round_{self.players}")))

    @property
    def start_morale(self) -> int:
        """Morale at the start. Clause: setup2.morale, setupn.morale"""
        return int(number("morale_start_2") if self.players == 2 else self.reads["morale-multiplayer"])


class Task(NamedTuple):
    """Something that is still to be done. `cause` says what it comes from."""

    do: str
    seat: Seat = NOBODY
    area: str = ""
    card: Card | None = None
    n: int = 0
    cause: str = ""
    data: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that is open: what is asked, and whom (NOBODY: chance). `trigger`: the Kindred Effect it belongs to."""

    what: str
    seat: Seat = NOBODY
    area: str = ""
    optional: bool = False
    pile: str = ""
    n: int = 0
    cards: tuple[Any, ...] = ()
    data: tuple[Any, ...] = ()
    trigger: Trigger | None = None


todo: Final = cache(Task)
asking: Final = lru_cache(maxsize=1 << 14)(Ask)
"""The one object of a task, or of a question, that comes again and again: not of one about a card."""

Pile: TypeAlias = tuple[Card, ...]


def disposed(cards: Pile, discard: Pile, vanguards: Pile, aces: Pile, reads: Readings) -> tuple[Pile, Pile, Pile]:
    """The piles with used cards: on the discard pile; under own-piles an Ace or a Vanguard under its own pile.

    Clause: cleanup.cards, multi.cleanup-cards, keyword.folk-deck
    """
    if reads["special-card-disposal"] == "shared-discard":
        return discard + cards, vanguards, aces
    for card in cards:
        if card.type == "folk":
            discard += (card,)
        elif card.type == "vanguard":
            vanguards += (card,)
        else:
            aces += (card,)
    return discard, vanguards, aces


def put(row: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    """A row with one value changed."""
    return row[:place] + (value,) + row[place + 1 :]  # noqa: RUF005 - twice as fast as unpacking


class Board:
    """A table while a move is carried out. It is thrown away as soon as the new table is there."""

    __slots__ = (
        "aces",
        "active",
        "agenda",
        "area_deck",
        "area_discard",
        "areas",
        "ask",
        "chain",
        "deck",
        "discard",
        "done",
        "ended",
        "first",
        "fresh",
        "hands",
        "landmarks",
        "log",
        "morale",
        "moved",
        "notes",
        "now",
        "passed",
        "phase",
        "players",
        "prestige",
        "reads",
        "round",
        "roused",
        "setup",
        "texts",
        "vanguards",
        "victory",
        "zero",
    )

    setup: Setup
    round: int
    phase: str
    first: Seat
    active: Seat
    hands: tuple[tuple[Card, ...], ...]
    areas: tuple[Area, ...]
    victory: tuple[tuple[AreaCard, ...], ...]
    landmarks: tuple[tuple[str, ...], ...]
    prestige: tuple[int, ...]
    morale: tuple[int, ...]
    passed: tuple[bool, ...]
    deck: tuple[Card, ...]
    discard: tuple[Card, ...]
    vanguards: tuple[Card, ...]
    aces: tuple[Card, ...]
    area_deck: tuple[AreaCard, ...]
    area_discard: tuple[AreaCard, ...]
    fresh: tuple[tuple[Seat, str], ...]
    zero: tuple[Seat, ...]
    roused: tuple[Card, ...]
    moved: tuple[Card, ...]
    done: int
    ended: str
    ask: Ask | None
    chain: list[Trigger]
    now: list[Task]
    agenda: list[Task]
    log: list[Event] | None

    def __init__(self, table: tuple[Any, ...], telling: bool = False) -> None:
        (
            self.setup, self.round, self.phase, self.first, self.active, self.hands, self.deck, self.discard,
            self.vanguards, self.aces, self.area_deck, self.areas, self.area_discard, self.victory, self.landmarks,
            self.fresh, self.prestige, self.morale, self.passed, self.zero, self.roused, self.moved, self.done,
            self.ended, chain, now, agenda, self.ask,
        ) = table[:]  # fmt: skip  # a plain tuple: a named one is unpacked value by value
        self.chain = [*chain]
        self.now = [*now]
        self.agenda = [*agenda]
        setup = self.setup
        self.players, self.reads, self.texts = setup.players, setup.reads, setup.texts
        self.log = [] if telling else None
        self.notes: list[str] = []

    def freeze(self) -> tuple[Any, ...]:
        """The fields of the table as it is now."""
        return (
            self.setup, self.round, self.phase, self.first, self.active, self.hands, self.deck, self.discard,
            self.vanguards, self.aces, self.area_deck, self.areas, self.area_discard, self.victory, self.landmarks,
            self.fresh, self.prestige, self.morale, self.passed, self.zero, self.roused, self.moved, self.done,
            self.ended, tuple(self.chain), tuple(self.now), tuple(self.agenda), self.ask,
        )  # fmt: skip

    # -------------------------------------------------------------------------------------------- telling

    def tell(
        self, clause: str, text: str, *values: object, key: bool = False, rests: str = "", seat: Seat = NOBODY
    ) -> None:
        """Note an event. `rests`: the ruling it rests on, or why it is assumed; `seat`: who alone may read it."""
        if self.log is None:
            return
        assumed = self.why_assumed(rests) if rests else ""
        private = None if seat == NOBODY else seat
        self.log.append(Event(clause, text.format(*values), key, assumed, private))

    def why_assumed(self, rests: str) -> str:
        """Why an event is assumed: a ruling's reading, the text of a card ('area x', 'landmark x'), or a reward."""
        if rests in self.reads:
            return open_point(self.setup.rulings, rests)
        kind, _, key = rests.partition(" ")
        text = (self.texts.landmarks if kind == "landmark" else self.texts.areas).get(key) or area_texts().get(key)
        if text is None:
            return ""
        if kind != "reward":
            return text.assumed
        source = dict(text.provenance).get("reward", "invented")
        return "" if source == "printed" else f"The reward of {text.name} is {source} by this kit"

    def by_players(self, two: str, more: str) -> str:
        """The clause of the standard game, or of the Multiplayer game. Clause: mode.players"""
        return two if self.players == 2 else more

    def note(self, seat: Seat, what: str) -> None:
        """Keep a short entry of what was resolved: 'A:CHARGE'."""
        self.notes.append(f"{letter(seat)}:{what}")

    # -------------------------------------------------------------------------------------------- looking

    def order(self) -> list[Seat]:
        """Turn order: clockwise from the First Player. Clause: contest.order, multi.order"""
        return [*range(self.first, self.players), *range(self.first)]

    def in_turn(self, areas: Iterable[Area]) -> list[Area]:
        """Areas in turn order of their defenders; with two players as they lie. Clause: multi.contests-order"""
        if self.players == 2:
            return list(areas)
        return sorted(
            areas, key=lambda area: 0 if area.defender is None else (area.defender - self.first) % self.players
        )

    def at(self, key: str) -> int:
        """Where an Area lies on the table."""
        for place, area in enumerate(self.areas):
            if area.key == key:
                return place
        raise ValueError(f"There is no Area {key!r} on the table")

    def area(self, key: str) -> Area:
        """The Area on the table with this key."""
        return self.areas[self.at(key)]

    def active_landmarks(self, seat: Seat) -> tuple[str, ...]:
        """The Landmarks whose bonus a player has now. Clause: landmark.bonus"""
        owned = self.landmarks[seat]
        if owned and self.fresh and self.reads["landmark-active-from"] == "next-round":
            return tuple(key for key in owned if (seat, key) not in self.fresh)
        return owned

    def mods(self, area: Area, seat: Seat) -> Mods:
        """What the texts change in a campaign."""
        key = area.card.text if area.open else ""
        owned = self.active_landmarks(seat) if self.landmarks[seat] else ()
        return self.texts.mods(key, owned, seat == self.first, area.out)

    def steps(self, area: Area, window: str) -> tuple[Step, ...]:
        """The steps of an Area that lies face up."""
        return self.texts.steps(area.card.text, window) if area.open else ()

    def standing(self, area: Area, seat: Seat) -> Standing:
        """What a campaign comes to now."""
        campaign = area.campaigns[seat]
        return assess(campaign.cards, self.mods(area, seat), self.reads, campaign.pair)

    def has_cards(self, area: Area, seat: Seat) -> bool:
        """Whether a player has a Player card here, face down and ignored ones too."""
        return any(entry.__class__ is not Marker for entry in area.campaigns[seat].cards)

    def can_draw(self) -> bool:
        """Whether the Folk Deck gives a card, if need be after a reshuffle. Clause: strategise.reshuffle"""
        return bool(self.deck) or (bool(self.discard) and self._may_reshuffle())

    def _may_reshuffle(self) -> bool:
        return self.reads["reshuffle-scope"] == "any-draw" or self.phase in ("setup", "strategise")

    def hand_limit(self, seat: Seat) -> int:
        """How many cards may be kept in Strategise. Clause: strategise.discard-to-limit, strategise.limit-changes,
        strategise.example, strategise.editor-note"""
        limit = 5 if self.reads["strategise-example"] == "limit-five" else int(number("hand_limit"))
        if not self.texts.changes_hands:
            return limit
        for area in self.areas:
            limit += sum(step.n for step in self.steps(area, "constant") if step.do == "hand-limit")
        for key in self.active_landmarks(seat):
            limit += sum(step.n for step in self.texts.landmark_steps(key, "constant") if step.do == "hand-limit")
        return limit

    # -------------------------------------------------------------------------------------------- changing

    def put_area(self, place: int, area: Area) -> None:
        """Put a changed Area in its place."""
        self.areas = put(self.areas, place, area)

    def set_row(self, place: int, seat: Seat, row: Row) -> None:
        """Change the cards of a campaign."""
        area = self.areas[place]
        _, rank, paid, pair = area.campaigns[seat]
        changed = Campaign(row, rank, paid, pair)
        self.put_area(place, area.holding(put(area.campaigns, seat, changed)))

    def add(self, key: str, seat: Seat, card: Card, place: int | None, down: bool = False) -> None:
        """Put a card into a campaign: at its right end, or at a place. Clause: contest.play"""
        self.add_at(self.at(key), seat, card, place, down)

    def add_at(self, at: int, seat: Seat, card: Card, place: int | None, down: bool = False) -> None:
        """The same for the Area that lies there on the table."""
        area = self.areas[at]
        row, rank, paid, pair = area.campaigns[seat]
        entry = Shrouded(card) if down else card
        row = (*row, entry) if place is None else (*row[:place], entry, *row[place:])
        self.put_area(at, area.holding(put(area.campaigns, seat, Campaign(row, rank, paid, pair))))

    def take(self, key: str, seat: Seat, card: Card) -> None:
        """Take an open card out of a campaign."""
        at = self.at(key)
        row = self.areas[at].campaigns[seat].cards
        where = row.index(card)
        self.set_row(at, seat, row[:where] + row[where + 1 :])

    def gain_cards(self, seat: Seat, *cards: Card) -> None:
        """Cards go to a hand."""
        self.hands = put(self.hands, seat, self.hands[seat] + cards)

    def lose_card(self, seat: Seat, card: Card) -> None:
        """A card leaves a hand."""
        hand = self.hands[seat]
        where = hand.index(card)
        self.hands = put(self.hands, seat, hand[:where] + hand[where + 1 :])

    def dispose(self, *cards: Card) -> None:
        """Used cards go to their piles."""
        piles = disposed(cards, self.discard, self.vanguards, self.aces, self.reads)
        self.discard, self.vanguards, self.aces = piles

    def change_morale(self, seat: Seat, change: int, floor: int = 0) -> None:
        """Gain or lose Morale. Clause: reward.gain-morale, reward.lose-morale, goal.morale"""
        start = self.setup.start_morale
        after = morale_after(self.morale[seat], change, start, floor, seat in self.zero, self.reads)
        self.morale = put(self.morale, seat, after)
        if not self.morale[seat] and seat not in self.zero:
            self.zero += (seat,)
            self.tell("end.zero-morale", "{} is at Morale 0.", letter(seat), key=True)

    def then(self, *tasks: Task) -> None:
        """Put tasks on the agenda; the first of them is next."""
        self.agenda.extend(reversed(tasks))
