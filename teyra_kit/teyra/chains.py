"""What does a card set off that came into a campaign: Elite Forces, and Kindred Effects one after another?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..core import Seat
from .board import NOBODY, Ask, Board, Task
from .campaigns import (
    ELITE_NAMES,
    Area,
    Campaign,
    assess,
    locked_pair,
    stronger,
)
from .cards import (
    Card,
    Shrouded,
    Suit,
    letter,
    number,
)
from .kindred import (
    RUN,
    TARGETS,
    Trigger,
    chain_is_over,
    controller,
    run_beside,
    suit_choice,
    triggers,
)
from .moves import (
    Charge,
    Decline,
    Inspire,
    Intercept,
    LoseMorale,
    Move,
    PickSuit,
    Rouse,
)

ELITE_CLAUSES: Final = ("elite.what", "elite.five", "elite.ace-ace", "elite.ace-vanguard", "elite.ace-ten")


class Chains(Board):
    """A table on which cards land: the Elite check, triggers, and the chain of Kindred Effects, depth first."""

    __slots__ = ()

    # -------------------------------------------------------------------------------------------- a card has landed

    def enters_down(self, area: Area, cause: str) -> bool:
        """Whether a card that comes from the deck lies face down here. Clause: rouse.effect, keyword.rally"""
        if cause in ("rouse", "rally", "landmark-rally") and self.reads["rouse-face"] == "face-down":
            return True
        return any(step.do == "shroud" and step.mode == "must" for step in self.steps(area, "enter"))

    def do_landed(self, task: Task) -> None:
        """The Elite check and the triggers of a card that came into a campaign.

        Clause: elite.morale, kindred.trigger, kindred.chain, intercept.no-kindred, kindred.removal
        """
        assert task.card is not None
        if self.reads["elite-kindred-order"] == "elite-first":
            self.check_elites(task.cause, task.seat, task.area)
        elif task.cause in ("hand", "rally", "landmark-rally", "redeal", "reveal", "landmark-reveal"):
            self.then(Task("elites", task.seat, task.area, cause=task.cause))
        if task.cause == "intercept":
            self.tell("intercept.no-kindred", "{} triggers nothing where it arrives.", task.card)
            return
        if task.cause == "landmark-rally" and self.reads["rally-kindred"] == "areas-only":
            self.tell("keyword.rally", "A card rallied by a Landmark triggers nothing.", rests="rally-kindred")
            return
        for area in self.areas:
            if area.key == task.area:
                break
        else:
            return
        row = area.campaigns[task.seat].cards
        if task.card not in row:
            return
        closed = task.data
        if closed:
            row = tuple(Shrouded(entry) if entry in closed else entry for entry in row)  # type: ignore[arg-type]
        both = task.cause in ("reveal", "landmark-reveal")
        mods = self.mods(area, task.seat)
        found = triggers(row, row.index(task.card), mods, self.reads, both)
        if found:
            self.add_found(found, task.card, task.seat, task.area, task.n)

    def add_found(
        self, found: Sequence[tuple[Suit, int]], card: Card, owner: Seat, area: str, by: Seat = NOBODY
    ) -> None:
        """Queue what a card has triggered; of several suits one is picked first. Clause: kindred.chain, faq.rainbow-one"""
        if not found:
            return
        who = controller(
            owner,
            None if by == NOBODY else by,
            None if self.active == NOBODY else self.active,
            self.reads["kindred-controller"],
        )
        found = suit_choice(found, card.suit, self.reads["rainbow-suit"])
        if len(found) > 1:
            self.now.append(Task("suit", who, area, card, n=owner, data=tuple(found)))
        else:
            self.add_triggers(*found[0], card, owner, area, who)

    def add_triggers(self, suit: Suit, often: int, card: Card, owner: Seat, area: str, who: Seat) -> None:
        """Clause: kindred.trigger, kindred.again, kindred.vanguard-twice, kindred.chain"""
        new = [Trigger(suit, who, n > 0, card, owner, area) for n in range(often)]
        if self.log is not None:
            name = self.area(area).name
            again = self.run_before(card, suit, owner, area)
            run = "kindred.again" if again else "kindred.trigger"
            verb = "follows" if again else "completes"
            text = "{} {} a run of {} in {}’s campaign in {}: {} is activated."
            self.tell(run, text, card, verb, suit, letter(owner), name, suit.effect, key=True)
            if card.weight == 2:
                rests = "" if often == 2 else "vanguard-completes-run"
                self.tell("kindred.vanguard-two", "A Vanguard counts as two cards of the run.", rests=rests)
            if often == 2:
                self.tell("kindred.vanguard-twice", "The Vanguard lets {} apply it twice.", letter(who))
            if who != owner or who != self.active:
                self.tell("kindred.chain", "{} makes its choices.", letter(who), rests="kindred-controller")
            standing = self.standing(self.area(area), owner)
            if standing.bust:
                self.tell("kindred.bust", "It happens although the campaign is bust.")
        if self.reads["chain-order"] == "queue":
            for trigger in new:
                self.chain.insert(0, trigger)
        else:
            self.chain.extend(reversed(new))

    def run_before(self, card: Card, suit: Suit, owner: Seat, area: str) -> bool:
        """Whether a run beside the card that landed counted 3 or more before. Clause: kindred.again"""
        place = self.area(area)
        row, mods = place.campaigns[owner].cards, self.mods(place, owner)
        sides = (-1,) if self.reads["card-position"] == "append" and self.phase == "contest" else (-1, 1)
        return any(run_beside(row, row.index(card), side, suit, mods, self.reads) >= RUN for side in sides)

    def do_suit(self, task: Task) -> None:
        """Clause: faq.rainbow-one"""
        self.ask = Ask("suit", task.seat, task.area, n=task.n, cards=(task.card,), data=task.data)

    def on_suit(self, ask: Ask, move: Move) -> None:
        """Clause: faq.rainbow-one"""
        assert isinstance(move, PickSuit)
        text = "{} picks {}: only one effect is activated."
        self.tell("faq.rainbow-one", text, letter(ask.seat), move.suit.effect, rests="rainbow-suit")
        self.add_triggers(move.suit, dict(ask.data)[move.suit], ask.cards[0], ask.n, ask.area, ask.seat)

    # -------------------------------------------------------------------------------------------- Elite Forces

    def check_elites(self, cause: str, seat: Seat = NOBODY, key: str = "") -> None:
        """Look at all campaigns in turn order; a new or stronger Elite Force costs an opponent Morale.

        Clause: elite.what, elite.morale, intercept.no-kindred
        """
        due: list[Task] = []
        reads = self.reads
        locking = reads["elite-pair-shape"] == "locked-in"
        for who in self.order():
            for place, area in enumerate(self.areas):
                old = area.campaigns[who]
                if len(old.cards) < 2 and not old.rank:
                    continue
                mods = self.mods(area, who)
                pair = locked_pair(old.cards, mods, reads, old.pair) if locking else ()
                rank = assess(old.cards, mods, reads, pair).rank
                if rank == old.rank and pair == old.pair:
                    continue
                new = old._replace(rank=rank, pair=pair)
                if stronger(rank, old.rank):
                    costs = self._elite_costs(old, cause, who == seat and area.key == key)
                    text = "{} forms an Elite Force in {}: {}."
                    self.tell("elite.what", text, letter(who), area.name, ELITE_NAMES[rank], key=True)
                    self.tell(ELITE_CLAUSES[rank], "It has rank {}, 1 being the strongest.", rank)
                    if costs:
                        new = new._replace(paid=True)
                        due.append(Task("elite", who, area.key, n=rank))
                elif old.rank and not rank:
                    self.tell("elite.what", "{}’s Elite Force in {} is broken.", letter(who), area.name)
                campaigns = list(area.campaigns)
                campaigns[who] = new
                area = area.holding(tuple(campaigns))
                self.put_area(place, area)
        self.now.extend(reversed(due))

    def _elite_costs(self, old: Campaign, cause: str, own_play: bool) -> bool:
        if cause == "intercept" and self.reads["intercept-elite"] == "silent":
            return False
        times = self.reads["elite-loss-times"]
        if times == "once-per-round":
            return not old.paid
        if times == "own-play-only":
            return (cause == "hand" and own_play) or cause in ("reveal", "redeal")
        return True

    def do_elites(self, task: Task) -> None:
        """Under kindred-first: what is new after the whole chain. Clause: elite.morale"""
        self.check_elites(task.cause, task.seat, task.area)

    def do_elite(self, task: Task) -> None:
        """Clause: elite.morale, elite.floor"""
        self.note(task.seat, f"ELITE{task.n}")
        others = [seat for seat in self.order() if seat != task.seat]
        reading = self.reads["elite-opponent"]
        defender = self.area(task.area).defender
        if len(others) == 1 or reading == "each-opponent":
            for seat in others:
                self.elite_loss(seat)
        elif reading == "area-defender" and defender is not None and defender != task.seat:
            self.elite_loss(defender)
        else:
            self.ask = Ask("elite", task.seat, task.area, n=task.n)

    def on_elite(self, ask: Ask, move: Move) -> None:
        """Clause: elite.morale"""
        assert isinstance(move, LoseMorale)
        self.elite_loss(move.seat)

    def elite_loss(self, seat: Seat) -> None:
        """Clause: elite.morale, elite.floor"""
        before = self.morale[seat]
        self.change_morale(seat, -int(number("elite_morale_loss")), int(number("elite_morale_floor")))
        if self.morale[seat] == before:
            self.tell("elite.floor", "{} stays at Morale {}: an Elite Force takes none here.", letter(seat), before)
        else:
            rests = "elite-opponent" if self.players > 2 else ""
            self.tell("elite.morale", "{} loses 1 Morale and has {}.", letter(seat), self.morale[seat], rests=rests)

    # -------------------------------------------------------------------------------------------- the Kindred chain

    def next_effect(self) -> None:
        """Ask for the choices of the effect that is next, or pass over it. Clause: kindred.chain, kindred.trigger"""
        if chain_is_over(self.done, self.reads["inspire-loop"]):
            text = "After {} effects the chain ends; what still waits lapses."
            if self.reads["inspire-loop"] == "literal":
                text = "This is a chain without end: it is stopped after {} effects."
            self.tell("kindred.chain", text, self.done, rests="inspire-loop")
            self.chain.clear()
            return
        trigger = self.chain.pop()
        if not self.has_target(trigger.suit):
            self.note(trigger.seat, f"{trigger.suit.effect}:none")
            text = "{} finds no target: nothing happens."
            self.tell(f"{trigger.suit.effect.lower()}.effect", text, trigger.suit.effect)
            return
        optional = trigger.optional or self.reads["kindred-mandatory"] == "optional"
        self.ask = Ask("effect", trigger.seat, trigger.area, optional, trigger=trigger)

    def has_target(self, suit: Suit) -> bool:
        """Whether an effect can be carried out now."""
        if suit is Suit.KOEL and not self.can_draw():
            return False
        return next(TARGETS[suit](self.areas, self.mods, self.reads, self.moved), None) is not None

    def on_effect(self, ask: Ask, move: Move) -> None:
        """Clause: charge.effect, inspire.effect, rouse.effect, rouse.unseen, intercept.effect, kindred.vanguard-twice"""
        trigger = ask.trigger
        assert trigger is not None
        name, seat = trigger.suit.effect, trigger.seat
        if isinstance(move, Decline):
            self.note(seat, f"{name}:declined")
            clause = "kindred.vanguard-twice" if trigger.optional else "kindred.trigger"
            rests = "" if trigger.optional else "kindred-mandatory"
            self.tell(clause, "{} declines {}.", letter(seat), name, rests=rests)
            return
        self.done += 1
        self.note(seat, name)
        who = letter(seat)
        if isinstance(move, Charge):
            self.take(move.area, move.owner, move.card)
            self.dispose(move.card)
            where = self._told_where(move.area)
            text = "{}’s CHARGE discards {} from {}’s campaign in {}."
            self.tell("charge.effect", text, who, move.card, letter(move.owner), where, key=True)
            self.tell("kindred.removal", "Taking a card out triggers nothing.")
            self.moved_or_removed("charge", move.owner, move.area)
        elif isinstance(move, Inspire):
            self.take(move.area, move.owner, move.card)
            self.add(move.area, move.to, move.card, move.place)
            self.moved += (move.card,)
            text = "{}’s INSPIRE moves {} from {} to {} in {}."
            where = self._told_where(move.area)
            ends = (letter(move.owner), letter(move.to), where)
            self.tell("inspire.effect", text, who, move.card, *ends, key=True)
            self.do_landed(Task("landed", move.to, move.area, move.card, n=seat, cause="inspire"))
        elif isinstance(move, Intercept):
            self.take(move.area, move.owner, move.card)
            self.add(move.into, move.owner, move.card, move.place)
            text = "{}’s INTERCEPT moves {} of {} from {} to {}."
            ends = (letter(move.owner), self._told_where(move.area), self._told_where(move.into))
            self.tell("intercept.effect", text, who, move.card, *ends, key=True)
            if self.reads["intercept-elite"] == "silent" and self.reads["elite-kindred-order"] == "kindred-first":
                self.check_elites("intercept")
            self.do_landed(Task("landed", move.owner, move.into, move.card, n=seat, cause="intercept"))
        else:
            assert isinstance(move, Rouse)
            text = "{}’s ROUSE is aimed at {}’s campaign in {}; the card is not seen before."
            self.tell("rouse.unseen", text, who, letter(move.to), self._told_where(move.area))
            place = () if move.place is None else (move.place,)
            self.now.append(Task("from-deck", move.to, move.area, n=seat, cause="rouse", data=place))

    def _told_where(self, key: str) -> str:
        return "" if self.log is None else self.area(key).name

    def moved_or_removed(self, cause: str, seat: Seat = NOBODY, key: str = "") -> None:
        """The Elite check that follows a removal. Clause: elite.morale"""
        if self.reads["elite-kindred-order"] == "elite-first" or not self.chain_running():
            self.check_elites(cause, seat, key)

    def chain_running(self) -> bool:
        """Whether a Kindred chain is being resolved."""
        return bool(self.done)

    def do_from_deck(self, task: Task) -> None:
        """The next card of the Folk Deck goes into a campaign. `n`: who controls that.

        Clause: rouse.effect, keyword.rally, strategise.reshuffle
        """
        if not self.deck:
            if not (self.discard and self._may_reshuffle()):
                return
            if len(self.discard) > 1:
                self.now.append(task)
                self.ask = Ask("shuffle", pile="deck", cards=tuple(sorted(self.discard)))
                return
            self.deck, self.discard = self.discard, ()
        card, self.deck = self.deck[0], self.deck[1:]
        area = self.area(task.area)
        down = self.enters_down(area, task.cause)
        self.add(task.area, task.seat, card, task.data[0] if task.data else None, down)
        if down and self.reads["rouse-face"] == "face-down" and task.cause != "redeal":
            self.roused += (card,)
        if self.log is not None:
            clause = "rouse.effect" if task.cause == "rouse" else "keyword.rally"
            what = "A face-down card" if down else str(card)
            rests = "rouse-face" if down else ""
            text = "{} goes into {}’s campaign in {}."
            self.tell(clause, text, what, letter(task.seat), area.name, key=True, rests=rests)
        self.do_landed(Task("landed", task.seat, task.area, card, n=task.n, cause=task.cause))
