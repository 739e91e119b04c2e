"""What does a visitor of the Kindred lab see and point at just now?"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from ....core import Reason, Seat
from ....core.match import Node
from ...cards import Suit
from ...game import Table
from ...moves import Move
from .aims import NOTHING, Aims, Choice, asked, meant, source_of, target_of
from .film import Chain, Frame
from .runs import Fire, fires
from .situation import Situation


class Editing(NamedTuple):
    """What the editor shows: its tab, the place that cards go to, the card picked there, the suit of the tray, the Area
    and the player that its other tabs are about; `near`: the place that was pressed last, whose cards are in view."""

    tab: str = "cards"
    place: str = "row|0|0"
    picked: int = -1
    suit: Suit = Suit.BOAR
    plot: int = 0
    seat: Seat = 0
    near: str = ""

    def within(self, now: Situation) -> Editing:
        """The same, as far as there is such a place, card, Area and player."""
        place, picked = (self.place, self.picked) if now.has(self.place) else ("row|0|0", -1)
        return self._replace(
            place=place,
            picked=picked if picked < len(now.cards(place)) else -1,
            plot=min(self.plot, len(now.plots) - 1),
            seat=min(self.seat, now.players - 1),
        )


@dataclass(frozen=True, eq=False)
class Sight:
    """All that decides what the lab shows: an immutable value, so that what fails changes nothing.

    `leaf`: the end of the film; `at`: its picture that is shown. `mode`: "watch" the film or "set" up the table. `firing`:
    what would trigger is shown. `refused`: what was not allowed just now; `open`: the clause that is opened there.
    `past`: earlier situations. `drawn`: the chain is drawn as a graph.
    """

    now: Situation
    chain: Chain
    leaf: Node
    at: int = 0
    mode: str = "watch"
    firing: bool = False
    drawn: bool = False
    choice: Choice = NOTHING
    edit: Editing = field(default_factory=Editing)
    refused: Reason | None = None
    open: str = ""
    past: tuple[Situation, ...] = ()

    # -------------------------------------------------------------------------------------------- the film

    @cached_property
    def frames(self) -> tuple[Frame, ...]:
        """The pictures of the film."""
        return self.chain.frames()

    @property
    def frame(self) -> Frame | None:
        """The picture of the film one is at; None if nobody has a card to play."""
        return self.frames[min(self.at, len(self.frames) - 1)] if self.frames else None

    @property
    def watched(self) -> Frame | None:
        """The picture that is shown, if the film is."""
        return self.frame if self.mode == "watch" else None

    @property
    def start(self) -> Table:
        """The table before the card is played."""
        return self.chain.table(self.chain.root)

    @property
    def table(self) -> Table:
        """The table that is shown."""
        return self.chain.table(self.watched.node) if self.watched else self.start

    @property
    def after(self) -> Node | None:
        """The place that follows in the film."""
        return self.chain.after(self.frame.node) if self.frame is not None else None

    @cached_property
    def most(self) -> int:
        """The most cards that lie in a campaign anywhere in the film."""
        tables = map(self.chain.table, self.chain.line if self.watched else (self.chain.root,))
        rows = (len(campaign.cards) for table in tables for area in table.areas for campaign in area.campaigns)
        return max(rows, default=0)

    # -------------------------------------------------------------------------------------------- pointing

    @property
    def is_choice(self) -> bool:
        """Whether a decision can be made now."""
        return self.watched is not None and self.watched.kind == "choose"

    @cached_property
    def aims(self) -> Aims:
        """What can be pointed at."""
        return Aims(self.table, self.table.legal_moves() if self.is_choice else ())

    @cached_property
    def pointed(self) -> Choice:
        """What the visitor has pointed at, or else what the film goes on with."""
        if self.choice != NOTHING:
            return self.choice
        if self.after is None:
            return self.aims.settle(NOTHING)[0] if self.is_choice else NOTHING
        move = self.after.move
        settled, ways = self.aims.settle(Choice(source_of(move), target_of(move, asked(self.table))))
        return settled._replace(variant=ways.index(move)) if move in ways else settled

    @cached_property
    def ways(self) -> list[Move]:
        """The moves that what is pointed at can still mean, once card and campaign are settled."""
        return self.aims.settle(self.pointed)[1]

    @property
    def ready(self) -> Move | None:
        """The move that is pointed at."""
        return meant(self.ways, self.pointed.variant)

    # -------------------------------------------------------------------------------------------- what would trigger

    @cached_property
    def fires(self) -> tuple[Fire, ...]:
        """Every place in which a card of the hand would trigger an effect."""
        return fires(self.start, self.now.active) if self.start.hands[self.now.active] else ()

    @property
    def shown_fires(self) -> tuple[Fire, ...]:
        """Those that are shown in the film: of the card that is chosen, or of all."""
        ask = self.table.ask
        if not self.firing or ask is None or ask.what != "play":
            return ()
        kind, _, code = self.choice.source.partition("|")
        return tuple(fire for fire in self.fires if kind != "hand" or fire.card.code == code)
