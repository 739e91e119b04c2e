"""What has a visitor laid out in the Kindred lab, and what can be laid there?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from ....core import Reason, Rulings, Seat
from ...areas import Text, Texts, area_texts, landmark_texts, texts
from ...cards import (
    KEY,
    MARKS,
    AreaCard,
    Card,
    Suit,
    aces,
    find_area,
    folk,
    landmarks,
    letter,
    vanguards,
)
from ...flow import Ask, Flow
from ...game import Table, position
from ...moves import area_name
from .words import called, join, landmark_of

MOST_AREAS: Final = 4
PLACES: Final = "row|area|seat, hand|seat, deck"
Rows: TypeAlias = tuple[tuple[str, ...], ...]
BOXES: Final = {"folk": "box.folk", "vanguard": "box.vanguards", "ace": "box.aces"}
"""The clauses that say how many there are."""


class Plot(NamedTuple):
    """An Area: the key of its text ("" for none), and a row of cards a seat, as texts: "B4", "(B4)" face down."""

    text: str = ""
    rows: Rows = ((), ())


@dataclass(frozen=True)
class Situation:
    """All that a visitor has laid out: an immutable value, so that going wrong changes nothing.

    `deck`: the next cards, as far as they are known; after them the rest comes in an order that nobody knows (`seed`).
    `ask`: what `active` does: "play" a card, or "limit", discard down to the hand limit. Places are texts: "row|0|1" is
    the campaign of seat 1 in the first Area, "hand|0" a hand, "deck" the next cards. `pack`: a card pack as JSON.
    """

    players: int = 2
    plots: tuple[Plot, ...] = (Plot("padma-field"), Plot("mahayudha-pillar"), Plot("alun-alun"))
    hands: Rows = ((), ())
    deck: tuple[str, ...] = ()
    landmarks: Rows = ((), ())
    first: Seat = 0
    active: Seat = 0
    rulings: Rulings = field(default_factory=lambda: Rulings.defaults(KEY))
    ask: str = "play"
    seed: int = 7
    example: str = ""
    pack: str = ""

    @property
    def seats(self) -> range:
        """Who sits at the table."""
        return range(self.players)

    @property
    def texts(self) -> Texts:
        """What the Areas and Landmarks say: the kit's texts, and those of the card pack in their place."""
        return texts(pack=self.pack)

    def is_packed(self, kind: str, key: str) -> bool:
        """Whether a text, of an "area" or a "landmark", comes from the card pack."""
        own: Mapping[str, Text] = area_texts() if kind == "area" else landmark_texts()
        live: Mapping[str, Text] = self.texts.areas if kind == "area" else self.texts.landmarks
        return key in own and live[key] is not own[key]

    @property
    def table(self) -> Table:
        """The position, with the question that is open; ValueError says what cannot be."""
        return _lay(replace(self, example=""))

    def key(self, plot: int) -> str:
        """What moves call an Area."""
        return self.plots[plot].text or f"area-{plot + 1}"

    def area_name(self, plot: int) -> str:
        """The name of an Area."""
        return area_name(self.key(plot))

    def cards(self, place: str) -> tuple[str, ...]:
        """The cards at a place; ValueError says which places there are."""
        match place.split("|"):
            case ["deck"]:
                return self.deck
            case ["hand", seat]:
                return self.hands[int(seat)]
            case ["row", plot, seat]:
                return self.plots[int(plot)].rows[int(seat)]
        raise ValueError(f"place is {place!r}; allowed: {PLACES}")

    def has(self, place: str) -> bool:
        """Whether there is such a place here."""
        return place in self.places()

    def where(self, place: str) -> str:
        """A place in words."""
        match place.split("|"):
            case ["row", plot, seat]:
                return f"in {letter(int(seat))}’s campaign in {self.area_name(int(plot))}"
            case ["hand", seat]:
                return f"in {letter(int(seat))}’s hand"
        return "on top of the deck"

    def places(self) -> Iterator[str]:
        """Every place a card can lie."""
        yield from (f"row|{plot}|{seat}" for plot in range(len(self.plots)) for seat in self.seats)
        yield from (f"hand|{seat}" for seat in self.seats)
        yield "deck"

    # -------------------------------------------------------------------------------------------- what there is

    @property
    def box(self) -> Counter[str]:
        """How many copies of each card there are."""
        return _box(str(self.rulings["deck-composition"]))

    @property
    def owned(self) -> tuple[str, ...]:
        """The keys of the Landmarks in use."""
        return landmarks(str(self.rulings["tenth-landmark"]))

    def kinds(self, suit: Suit) -> list[str]:
        """All that can be laid of a suit: its cards, then the Landmarks that are placed as one of its cards."""
        placed = [f"[{suit.value} {key}]" for key in self.owned if self._is_placed_as(key, suit)]
        return [*(suit.value + mark for mark in MARKS if self.box[suit.value + mark]), *placed]

    def _is_placed_as(self, key: str, suit: Suit) -> bool:
        steps = self.texts.landmarks[key].steps
        return any(step.do == "place-landmark" and step.suit is suit for step in steps)

    def copies(self, code: str) -> int:
        """How many copies of a card the box holds."""
        return 1 if landmark_of(code) else self.box[code]

    def lies(self, code: str) -> list[str]:
        """The places where copies of a card lie."""
        return [place for place in self.places() for card in self.cards(place) if card.strip("()") == code]

    def why_not(self, code: str, place: str) -> Reason | None:
        """Why a card cannot be put there; None if it can. Clause: box.folk, box.vanguards, box.aces"""
        held, there, shown = self.lies(code), self.copies(code), called(code)
        if landmark_of(code):
            clause = "faq.placed-landmarks"
            if not place.startswith("row"):
                text = f"{shown} is a Landmark: it lies in campaigns only."
                return Reason(clause, text, "Choose a campaign on the table, then place it.")
        else:
            clause = BOXES[Card(code + "a").type]
            if not there:
                fix = "Choose another card, or another reading of the deck’s values on the Rulings tab."
                return Reason("card.folk", f"There is no {shown} in this deck.", fix)
        if len(held) < there:
            return None
        many = {1: f"The only {shown} lies", 2: f"Both copies of {shown} lie"}
        what = many.get(there, f"All {there} copies of {shown} lie")
        where = join(dict.fromkeys(map(self.where, held)))
        return Reason(clause, f"{what} {where}.", "Take one away first, or choose another card.")

    def why_not_text(self, plot: int, text: str) -> Reason | None:
        """Why an Area cannot lie there; None if it can. Clause: area.parts"""
        for other, there in enumerate(self.plots):
            if text and other != plot and there.text == text:
                told = f"{self.area_name(other)} lies on the table already."
                return Reason("area.parts", told, "Choose another Area, or change that one first.")
        return None

    # -------------------------------------------------------------------------------------------- changing it

    def but(self, **changes: Any) -> Situation:
        """The same with some changes; it is no example any more."""
        return replace(self, **{"example": "", **changes})

    def put(self, place: str, cards: Sequence[str]) -> Situation:
        """Other cards at a place."""
        new = tuple(cards)
        match place.split("|"):
            case ["deck"]:
                return self.but(deck=new)
            case ["hand", seat]:
                return self.but(hands=_at(self.hands, int(seat), new))
            case [_, plot, seat]:
                return self.with_plot(int(plot), rows=_at(self.plots[int(plot)].rows, int(seat), new))
        raise ValueError(f"place is {place!r}; allowed: {PLACES}")

    def with_plot(self, plot: int, **changes: Any) -> Situation:
        """A changed Area in this place."""
        return self.but(plots=_at(self.plots, plot, self.plots[plot]._replace(**changes)))

    def add(self, place: str, code: str) -> Situation:
        """One more card at the right end of a place."""
        after = self.put(place, (*self.cards(place), code))
        key = landmark_of(code)
        return after.own(int(place.split("|")[2]), key, True) if key else after

    def take(self, place: str, index: int) -> Situation:
        """A card less."""
        cards = self.cards(place)
        return self.put(place, cards[:index] + cards[index + 1 :])

    def flip(self, place: str, index: int) -> Situation:
        """A card of a campaign turned over."""
        cards = self.cards(place)
        card = cards[index]
        return self.put(place, _at(cards, index, card.strip("()") if card[0] == "(" else f"({card})"))

    def own(self, seat: Seat, key: str, yes: bool) -> Situation:
        """A Landmark won by a player, or by nobody: then it lies in no campaign."""
        after = self.but(
            landmarks=tuple(
                (*(other for other in owned if other != key), *([key] if yes and owner == seat else []))
                for owner, owned in enumerate(self.landmarks)
            )
        )
        for place in self.places():
            if not (yes and place.endswith(f"|{seat}")):
                after = after.put(place, [card for card in after.cards(place) if landmark_of(card) != key])
        return after

    def seated(self, players: int) -> Situation:
        """Another number of players; the cards of those who leave go."""

        def fit(rows: Rows) -> Rows:
            return (*rows, *(((),) * players))[:players]

        return self.but(
            players=players,
            plots=tuple(plot._replace(rows=fit(plot.rows)) for plot in self.plots),
            hands=fit(self.hands),
            landmarks=fit(self.landmarks),
            first=self.first if self.first < players else 0,
            active=self.active if self.active < players else 0,
        )

    def grown(self) -> Situation:
        """One more Area, without a text."""
        return self.but(plots=(*self.plots, Plot("", ((),) * self.players)))

    def shrunk(self, plot: int) -> Situation:
        """One Area less."""
        return self.but(plots=self.plots[:plot] + self.plots[plot + 1 :])

    def cleared(self) -> Situation:
        """The same Areas and players, no cards."""
        none: Rows = ((),) * self.players
        plots = tuple(plot._replace(rows=none) for plot in self.plots)
        return self.but(plots=plots, hands=none, deck=(), landmarks=none, ask="play")


def _at(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


@lru_cache(maxsize=4)
def _box(composition: str) -> Counter[str]:
    return Counter(card.code for card in (*folk(composition), *vanguards(), *aces()))


@lru_cache(maxsize=64)
def _lay(now: Situation) -> Table:
    areas = []
    for plot, (text, rows) in enumerate(now.plots):
        key = now.key(plot)
        card = find_area(text) if text else AreaCard(key, f"Area {plot + 1}", 0, key, "", "")
        row: dict[str, Any] = {"card": card, "campaigns": rows}
        if now.players > 2:
            row["defender"] = (now.first + plot) % now.players
        areas.append(row)
    left = Counter(card.code for card in folk(str(now.rulings["deck-composition"])))
    left.subtract(card.strip("()") for place in now.places() for card in now.cards(place))
    rest = [*left.elements()]
    Random(now.seed).shuffle(rest)
    table = position(
        now.players,
        "advanced",
        rulings=now.rulings,
        pack=json.loads(now.pack) if now.pack else None,
        named=now.first,
        areas=areas,
        hands=now.hands,
        first=now.first,
        active=now.active,
        step="still",
        deck=[*now.deck, *rest],
        landmarks=now.landmarks,
    )
    if not now.hands[now.active]:
        return table
    if now.ask == "limit":
        limit = Flow(table).hand_limit(now.active)
        return table._replace(ask=Ask("discard", now.active, area="limit", n=limit), phase="strategise")
    return table._replace(ask=Ask("play", now.active, area="only"))
