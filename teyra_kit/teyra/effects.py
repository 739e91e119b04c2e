"""What do the Area and Landmark texts do: windows in order, step by step, and each action of the vocabulary?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from ..core import Seat
from .areas import Step
from .board import NOBODY, Ask, Board, Task, asking, put, todo
from .campaigns import (
    Area,
    card_suits,
    counted,
    highest_cards,
)
from .cards import (
    SUITS,
    AreaCard,
    Card,
    Marker,
    Shrouded,
    Suit,
    letter,
)
from .chains import Chains
from .kindred import (
    exists,
    whole_runs,
)
from .moves import (
    Decline,
    DiscardShown,
    Move,
    PlaceLandmark,
    Rally,
    ReEnlist,
    Show,
    TakeNext,
)

SPECIAL_CLAUSES: Final = {
    ("padma-field", "contest-start"): "area.padma-start",
    ("padma-field", "resolve-end"): "area.padma-end",
    ("grand-pasar", "play-from-hand"): "faq.grand-pasar",
    ("tournament-grounds", "reveal"): "area.effect-reveal",
    ("alun-alun", "win"): "faq.set-bonus-timing",
}
"""Which clause prints an effect; events cite it."""


def window_entries(areas: Iterable[Area], window: str, board: Board) -> tuple[tuple[str, str], ...]:
    """The Areas with an effect in a window, in order of the table; under one-step Resolve has one list.

    Clause: resolve.order, area.effect-resolve
    """
    acting = either = board.texts.acting(window)
    more: frozenset[str] = frozenset()
    if window == "resolve-start" and board.reads["resolve-windows"] == "one-step":
        more = board.texts.acting("resolve-effects")
        either = acting | more
    found = [area for area in areas if area.card.text in either and area.open]
    if not found:
        return ()
    entries: list[tuple[str, str]] = []
    for area in board.in_turn(found):
        entries += [(area.key, window)] if area.card.text in acting else []
        entries += [(area.key, "resolve-effects")] if area.card.text in more else []
    return tuple(entries)


def rally_options(board: Board, seat: Seat, area: str, into: str) -> tuple[tuple[str, Seat], ...]:
    """The campaigns a RALLY may go to. Clause: keyword.rally, faq.roost-landmark"""
    if into == "same-campaign":
        places = [(area, seat)]
    elif into == "own-campaign":
        places = [(place.key, seat) for place in board.areas]
    else:
        places = [(place.key, who) for place in board.areas for who in range(board.players)]
    return tuple((key, who) for key, who in places if exists(board.area(key), who, board.reads))


class Effects(Chains):
    """A table on which texts act."""

    __slots__ = ()

    # -------------------------------------------------------------------------------------------- texts

    def do_window(self, task: Task) -> None:
        """The effects of one window, Area by Area: with two players in the order of the First Player.

        Clause: resolve.effects-order, multi.effects-order, area.effect-reveal, resolve.order
        """
        entries = task.data or window_entries(self.areas, task.cause, self)
        if not entries:
            return
        if self.players == 2 and len(entries) > 1:
            self.ask = asking("next", self.first, task.cause, data=entries)
        else:
            self.window_step(entries[0], entries[1:], task.cause)

    def on_next(self, ask: Ask, move: Move) -> None:
        """Clause: resolve.effects-order, resolve.contests-order"""
        assert isinstance(move, TakeNext)
        if ask.area == "contest":
            if self.log is not None:
                text = "{} puts the contest in {} next."
                self.tell("resolve.contests-order", text, letter(ask.seat), self._told_where(move.area))
            self.then(todo("settle", area=move.area), todo("contests"))
            return
        text = "{} puts the effect of {} next."
        self.tell("resolve.effects-order", text, letter(ask.seat), self._told_where(move.area))
        picked = (move.area, move.window)
        self.window_step(picked, tuple(entry for entry in ask.data if entry != picked), ask.area)

    def window_step(self, entry: tuple[str, str], rest: tuple[Any, ...], window: str) -> None:
        """Carry out the steps of one Area, then the rest of the window."""
        if rest:
            self.then(Task("window", cause=window, data=rest))
        key, own = entry
        if self.players > 2:
            self.tell("multi.effects-order", "{} has its effect now.", self._told_where(key))
        self.area_steps(key, own, NOBODY, None)

    def area_steps(self, key: str, window: str, seat: Seat, card: Card | None, down: int = 0) -> None:
        """Put the steps of an Area on the agenda."""
        area = self.area(key)
        count = len(self.steps(area, window))
        self.then(*(Task("step", seat, key, card, n=n, cause=window, data=(down,)) for n in range(count)))

    def do_step(self, task: Task) -> None:
        """Clause: area.effect-constant, area.effect-reveal, area.effect-resolve, area.padma-start, faq.padma-start"""
        step = self.steps(self.area(task.area), task.cause)[task.n]
        down = bool(task.data and task.data[0])
        self.carry_out(step, task, down, "")

    def do_landmarks(self, task: Task) -> None:
        """A player's Landmarks in a window. Clause: landmark.after-areas, faq.placed-landmarks"""
        for key in reversed(self.active_landmarks(task.seat)):
            for n in reversed(range(len(self.texts.landmark_steps(key, task.cause)))):
                if self.texts.landmark_steps(key, task.cause)[n].do not in ("shroud", "alternative-draw"):
                    data = (key, *task.data)
                    self.then(Task("landmark-step", task.seat, task.area, task.card, n=n, cause=task.cause, data=data))

    def do_landmark_step(self, task: Task) -> None:
        """Clause: landmark.bonus, landmark.after-areas"""
        key = task.data[0]
        step = self.texts.landmark_steps(key, task.cause)[task.n]
        down = bool(len(task.data) > 1 and task.data[1])
        self.carry_out(step, task, down, key)

    def do_play_effects(self, task: Task) -> None:
        """What the Area, then the player's Landmarks do when a card was played from hand.

        Clause: faq.roost-from-hand, faq.grand-pasar, faq.crystal
        """
        if self.landmarks[task.seat]:
            self.then(Task("landmarks", task.seat, task.area, task.card, cause="play-from-hand", data=(task.n,)))
        if any(step.do != "shroud" for step in self.steps(self.area(task.area), "play-from-hand")):
            self.area_steps(task.area, "play-from-hand", task.seat, task.card, task.n)

    def holds(self, step: Step, key: str, seat: Seat, card: Card | None, down: bool) -> bool:
        """Whether the conditions of a step hold for a player. Clause: faq.grand-pasar, area.padma-end, faq.padma-end"""
        when = step.when
        if when.value and (card is None or down or card.type != "folk" or card.value not in when.value):
            return False
        if not key:
            return True
        area = self.area(key)
        if when.four_suits_here and not self.four_suits(area):
            return False
        if when.cards_here and not self.has_cards(area, seat):
            return False
        if when.contests_here and not self.has_cards(area, seat):
            wide = when.not_winner and self.reads["padma-recipients"] == "all-losers"
            if not wide:
                return False
        if when.not_winner and area.winner == seat:
            return False
        if when.copies_at_least:
            return self.copies_won(area.card, seat) >= when.copies_at_least
        return True

    def four_suits(self, area: Area) -> bool:
        """Whether the counted cards of all campaigns here show all four suits. Clause: faq.grand-pasar"""
        shown: set[Suit] = set()
        for seat, campaign in enumerate(area.campaigns):
            mods = self.mods(area, seat)
            for entry in counted(campaign.cards, mods, self.reads):
                shown.update(card_suits(entry, mods))
        return len(shown) == len(SUITS)

    def copies_won(self, card: AreaCard, seat: Seat) -> int:
        """How many won cards count for a set bonus. Clause: faq.set-bonus"""
        names = {card.text}
        if self.reads["set-bonus-count"] == "jointly":
            names |= {
                key
                for key, text in self.texts.areas.items()
                if any(step.window == "win" and step.when.copies_at_least for step in text.steps)
            }
        return sum(won.text in names for won in self.victory[seat])

    def meant(self, step: Step, seat: Seat) -> list[Seat]:
        """Whom a step means, in turn order."""
        if step.who == "each-player":
            return self.order()
        if step.who == "not-first-player":
            return self.order()[1:]
        return [] if seat == NOBODY else [seat]

    def carry_out(self, step: Step, task: Task, down: bool, landmark: str) -> None:
        """Carry out one step of a text. `landmark`: whose text it is, if not the Area's.

        Clause: area.effect-reveal, area.effect-resolve, landmark.bonus
        """
        do, key, seat, card = step.do, task.area, task.seat, task.card
        assumed = f"landmark {landmark}" if landmark else f"area {key}"
        own = key if not landmark else ""
        if do == "draw-special":
            if step.when.four_suits_here and not self.pasar_pays(step, key, seat, card, down):
                return
            clause = SPECIAL_CLAUSES.get((key, step.window), "") if not landmark else ""
            tasks = [
                Task("special-if", who, key, card, task.n, step.window, (landmark, down, clause, assumed))
                for who in self.meant(step, seat)
            ]
            self.then(*tasks)
        elif do in ("prestige", "morale"):
            for who in self.meant(step, seat):
                if self.holds(step, own, who, card, down):
                    self.gain_by_text(step, who, assumed)
        elif do == "rally":
            if self.holds(step, own, seat, card, down):
                cause = "landmark-rally" if landmark else "rally"
                self.then(Task("rally", seat, key, cause=cause, data=(step.into, step.mode, assumed)))
        elif do == "reveal":
            if step.which == "own":
                tasks = [Task("reveal", seat, area.key, cause="landmark-reveal") for area in self.areas]
                self.then(*tasks)
            else:
                self.then(Task("reveal", NOBODY, key, cause="reveal"))
        elif do == "ignore-highest":
            self.ignore_highest(key, step.scope)
        elif do == "discard-highest":
            self.discard_highest(key, step.scope, assumed)
        elif do == "redeal":
            self.then(Task("redeal", area=key))
        elif do == "reveal-and-discard":
            if self.holds(step, own, seat, card, down):
                self.then(Task("crystal", seat, data=(assumed,)))
        elif do == "re-enlist":
            self.then(
                *(
                    Task("re-enlist", who, key, n=step.n, cause=step.mode, data=(assumed,))
                    for who in self.meant(step, seat)
                    if self.holds(step, own, who, card, down)
                )
            )
        elif do == "place-landmark":
            assert step.suit is not None
            self.ask = Ask("place", seat, landmark, data=(step.suit,))

    def pasar_pays(self, step: Step, key: str, seat: Seat, card: Card | None, down: bool) -> bool:
        """Whether an effect on four suits happens again. Clause: faq.grand-pasar"""
        at = self.at(key)
        area = self.areas[at]
        if self.reads["grand-pasar-repeat"] == "first-time" and area.used:
            return False
        if self.four_suits(area):
            self.put_area(at, area._replace(used=True))
            self.tell("faq.grand-pasar", "All four suits are present in {}.", area.name, rests="grand-pasar-repeat")
            return True
        return False

    def do_special_if(self, task: Task) -> None:
        """Clause: faq.grand-pasar, area.padma-start, area.padma-end, faq.padma-start, faq.padma-end"""
        landmark, down, clause, assumed = task.data
        if landmark:
            step = self.texts.landmark_steps(landmark, task.cause)[task.n]
        else:
            step = self.steps(self.area(task.area), task.cause)[task.n]
        # the suits were looked at when the card was played; whoever has cards there then is served
        if step.when.four_suits_here:
            step = step._replace(when=step.when._replace(four_suits_here=False))
        if self.holds(step, "" if landmark else task.area, task.seat, task.card, down):
            self.then(Task("special", task.seat, clause, n=step.n, cause=step.pile, data=(assumed,)))

    def gain_by_text(self, step: Step, seat: Seat, assumed: str) -> None:
        """Clause: faq.set-bonus, faq.set-bonus-timing"""
        if step.do == "prestige":
            self.prestige = put(self.prestige, seat, self.prestige[seat] + step.n)
            text = "A bonus gives {} {} Prestige at once."
            self.tell("faq.set-bonus-timing", text, letter(seat), step.n, rests=assumed)
        else:
            self.change_morale(seat, step.n, step.floor)
            text = "{} has Morale {} by the text."
            self.tell("area.parts", text, letter(seat), self.morale[seat], rests=assumed)

    # -------------------------------------------------------------------------------------------- RALLY

    def do_rally(self, task: Task) -> None:
        """Clause: keyword.rally, faq.roost-landmark, faq.roost-from-hand"""
        into, mode, assumed = task.data
        if not self.can_draw():
            return
        options = rally_options(self, task.seat, task.area, into)
        if not options:
            return
        seen = self.reads["rally-choice"] == "chosen-seen"
        if seen and not self.deck:
            if len(self.discard) > 1:
                self.then(task)
                self.ask = Ask("shuffle", pile="deck", cards=tuple(sorted(self.discard)))
                return
            self.deck, self.discard = self.discard, ()
        sure = into == "same-campaign" and mode == "must" and self.reads["card-position"] == "append"
        if sure:
            self.rally(task.seat, Rally(options[0][1], options[0][0]), task.cause, assumed)
            return
        cards = self.deck[:1] if seen else ()
        if seen:
            self.tell("keyword.rally", "It would be {}.", self.deck[0], seat=task.seat, rests="rally-choice")
        self.ask = Ask("rally", task.seat, task.cause, mode == "may", cards=cards, data=(options, assumed))

    def on_rally(self, ask: Ask, move: Move) -> None:
        """Clause: keyword.rally"""
        if isinstance(move, Decline):
            self.note(ask.seat, "RALLY:declined")
            self.tell("keyword.rally", "{} declines to RALLY.", letter(ask.seat))
            return
        assert isinstance(move, Rally)
        self.rally(ask.seat, move, ask.area, ask.data[1])

    def rally(self, seat: Seat, move: Rally, cause: str, assumed: str) -> None:
        """Clause: keyword.rally, faq.roost-landmark"""
        self.note(seat, "RALLY")
        text = "{} rallies into {}’s campaign in {}."
        where = self._told_where(move.area)
        self.tell("keyword.rally", text, letter(seat), letter(move.to), where, rests=assumed)
        place = () if move.place is None else (move.place,)
        self.now.append(Task("from-deck", move.to, move.area, n=seat, cause=cause, data=place))

    # -------------------------------------------------------------------------------------------- Crystal Hall, RE-ENLIST

    def do_crystal(self, task: Task) -> None:
        """Clause: faq.crystal"""
        others = tuple(seat for seat in self.order() if seat != task.seat and self.hands[seat])
        if others:
            self.note(task.seat, "REVEAL")
            self.then(Task("show", task.seat, data=((), others)))

    def do_show(self, task: Task) -> None:
        """Clause: faq.crystal"""
        shown, waiting = task.data
        if waiting:
            self.ask = Ask("show", waiting[0], n=task.seat, cards=shown, data=waiting[1:])
        elif self.reads["crystal-discards"] == "one-each":
            self.then(*(Task("shown", task.seat, n=who, card=card, data=shown) for who, card in shown))
        else:
            self.ask = Ask("discard-shown", task.seat, n=NOBODY, cards=shown)

    def on_show(self, ask: Ask, move: Move) -> None:
        """Clause: faq.crystal"""
        assert isinstance(move, Show)
        self.tell("faq.crystal", "{} reveals {}.", letter(ask.seat), move.card)
        self.then(Task("show", ask.n, data=((*ask.cards, (ask.seat, move.card)), ask.data)))

    def do_shown(self, task: Task) -> None:
        """Clause: faq.crystal"""
        self.ask = Ask("discard-shown", task.seat, n=task.n, optional=True, cards=task.data)

    def on_discard_shown(self, ask: Ask, move: Move) -> None:
        """Clause: faq.crystal"""
        if isinstance(move, Decline):
            self.tell(
                "faq.crystal", "{} lets {} keep the card.", letter(ask.seat), letter(ask.n), rests="crystal-discards"
            )
            return
        assert isinstance(move, DiscardShown)
        card = dict(ask.cards)[move.owner]
        self.lose_card(move.owner, card)
        self.dispose(card)
        rests = "crystal-discards" if self.players > 2 else ""
        self.tell("faq.crystal", "{} has {} of {} discarded.", letter(ask.seat), card, letter(move.owner), rests=rests)

    def do_re_enlist(self, task: Task) -> None:
        """Clause: keyword.re-enlist"""
        if not self.discard or not task.n:
            return
        if task.n > 1:
            self.then(task._replace(n=task.n - 1))
        self.ask = Ask("re-enlist", task.seat, task.area, task.cause == "may")

    def on_re_enlist(self, ask: Ask, move: Move) -> None:
        """Clause: keyword.re-enlist"""
        if isinstance(move, Decline):
            self.tell("keyword.re-enlist", "{} takes no card back.", letter(ask.seat))
            return
        assert isinstance(move, ReEnlist)
        self.discard = tuple(card for card in self.discard if card is not move.card)
        self.gain_cards(ask.seat, move.card)
        self.tell("keyword.re-enlist", "{} re-enlists {}.", letter(ask.seat), move.card, rests="re-enlist-choice")

    def on_place(self, ask: Ask, move: Move) -> None:
        """Clause: faq.placed-landmarks, kindred.trigger"""
        assert isinstance(move, PlaceLandmark)
        at = self.at(move.area)
        row = self.areas[at].campaigns[ask.seat].cards
        place = len(row) if move.place is None else move.place
        marker = Marker(move.landmark, ask.data[0])
        self.set_row(at, ask.seat, (*row[:place], marker, *row[place:]))
        text = "{} places a Landmark in {} as a card of {}."
        rests = "placed-landmark"
        self.tell("faq.placed-landmarks", text, letter(ask.seat), self._told_where(move.area), ask.data[0], rests=rests)
        self.check_elites("place")

    # -------------------------------------------------------------------------------------------- reveal, redeal, highest

    def do_reveal(self, task: Task) -> None:
        """Turn up shrouded cards: of the Area, or those of one player there.

        Clause: faq.fellowship-reveal, faq.foggy-reveal, keyword.shroud-stays
        """
        at = self.at(task.area)
        area = self.areas[at]
        turned: list[tuple[Seat, Card]] = []
        campaigns = list(area.campaigns)
        seats = self.order() if task.seat == NOBODY else [task.seat]
        only = set(task.data)
        for seat in seats:
            row: list[Any] = list(campaigns[seat].cards)
            for place, entry in enumerate(row):
                if isinstance(entry, Shrouded) and (not only or entry.card in only):
                    row[place] = entry.card
                    assert isinstance(entry.card, Card)
                    turned.append((seat, entry.card))
            campaigns[seat] = campaigns[seat]._replace(cards=tuple(row))
        whole = task.cause == "reveal" and not only
        self.put_area(at, area._replace(campaigns=tuple(campaigns), revealed=area.revealed or whole))
        if not turned:
            return
        if self.log is not None:
            clause = "faq.foggy-reveal" if task.area == "foggy-marsh" else "faq.fellowship-reveal"
            for seat, card in turned:
                text = "{}’s {} in {} is turned up."
                self.tell(clause, text, letter(seat), card, area.name, rests="reveal-triggers")
        self.check_elites(task.cause, task.seat, task.area)
        if self.reads["reveal-triggers"] == "run-once":
            cards = tuple(card for _, card in turned)
            self.then(*(Task("runs", seat, task.area, data=cards) for seat in seats))
        else:
            self.then(Task("reveal-next", area=task.area, cause=task.cause, data=tuple(turned)))

    def do_reveal_next(self, task: Task) -> None:
        """The next card that was turned up counts as landing now. Clause: faq.foggy-reveal, faq.fellowship-reveal"""
        (seat, card), rest = task.data[0], task.data[1:]
        if rest:
            self.then(task._replace(data=rest))
        if card in self.area(task.area).campaigns[seat].cards:
            closed = tuple(later for _, later in rest)
            self.do_landed(Task("landed", seat, task.area, card, n=NOBODY, cause=task.cause, data=closed))

    def do_runs(self, task: Task) -> None:
        """Under run-once: each run of a player with a card just turned up triggers once. Clause: faq.foggy-reveal"""
        area = self.area(task.area)
        found = whole_runs(area.campaigns[task.seat].cards, task.data, self.mods(area, task.seat), self.reads)
        self.then(*(Task("fire", task.seat, task.area, card, data=suits) for card, suits in found))

    def do_fire(self, task: Task) -> None:
        """Clause: faq.foggy-reveal"""
        assert task.card is not None
        if self.reads["elite-kindred-order"] == "kindred-first":
            self.then(Task("elites", task.seat, task.area, cause="reveal"))
        self.add_found(tuple((suit, 1) for suit in task.data), task.card, task.seat, task.area)

    def do_reveal_roused(self, task: Task) -> None:
        """Under face-down: the cards of ROUSE and RALLY are turned up when Resolve starts. Clause: rouse.effect"""
        cards, self.roused = self.roused, ()
        if cards:
            self.then(*(Task("reveal", NOBODY, area.key, cause="reveal", data=cards) for area in self.areas))

    def do_redeal(self, task: Task) -> None:
        """Gather all cards of an Area. Clause: faq.cove-gather, faq.cove-deal"""
        at = self.at(task.area)
        area = self.areas[at]
        pile: list[Card] = []
        dealt = []
        campaigns = list(area.campaigns)
        everyone = self.reads["cove-deal"] == "all-players"
        for seat in self.order():
            if everyone or self.has_cards(area, seat):
                dealt.append(seat)
            row = campaigns[seat].cards
            for entry in row:
                card = entry.card if isinstance(entry, Shrouded) else entry
                if isinstance(card, Card):
                    pile.append(card)
            markers = tuple(entry for entry in row if isinstance(entry, Marker))
            campaigns[seat] = campaigns[seat]._replace(cards=markers, rank=0, pair=())
        self.put_area(at, area.holding(tuple(campaigns)))
        if not pile:
            return
        self.tell("faq.cove-gather", "All {} cards of {} are gathered.", len(pile), area.name)
        # the pile goes into the task; who is dealt to stands in its cause
        seats = "".join(letter(seat) for seat in dealt)
        self.then(Task("deal", area=task.area, cause=seats, data=tuple(pile)))
        if len(pile) > 1:
            self.ask = Ask("shuffle", pile="gathered", cards=tuple(sorted(pile)))

    def do_deal(self, task: Task) -> None:
        """Deal the next card of the pile. Clause: faq.cove-deal, faq.cove-triggers"""
        seat = "ABCD".index(task.cause[task.n % len(task.cause)])
        card, rest = task.data[0], task.data[1:]
        if rest:
            self.then(task._replace(n=task.n + 1, data=rest))
        area = self.area(task.area)
        down = self.enters_down(area, "redeal")
        self.add(task.area, seat, card, None, down)
        what = "A face-down card" if down else card
        self.tell("faq.cove-deal", "{} is dealt to {}’s campaign.", what, letter(seat), rests="cove-deal")
        self.do_landed(Task("landed", seat, task.area, card, n=NOBODY, cause="redeal"))
        if self.chain or self.now:
            self.tell("faq.cove-triggers", "What it triggers is resolved before the next card.")

    def _highest(self, key: str, scope: str) -> list[tuple[Seat, Card]]:
        area = self.area(key)
        order = self.order()
        rows = [area.campaigns[seat].cards for seat in order]
        mods = [self.mods(area, seat) for seat in order]
        if scope == "campaign" or self.reads["plagued-scope"] == "each-campaign":
            return [
                (seat, card)
                for seat, row, here in zip(order, rows, mods, strict=True)
                for card in highest_cards((row,), (here,), all_tied=False)
            ]
        found = highest_cards(rows, mods)
        return [(seat, card) for seat, row in zip(order, rows, strict=True) for card in row if card in found]

    def discard_highest(self, key: str, scope: str, assumed: str) -> None:
        """The highest card or cards of an Area go to the discard pile. Clause: faq.plagued-highest, faq.plagued-order"""
        for seat, card in self._highest(key, scope):
            self.take(key, seat, card)
            self.dispose(card)
            text = "{} of {} is the highest card and is discarded."
            self.tell("faq.plagued-highest", text, card, letter(seat), rests=assumed)
        self.check_elites("area")

    def ignore_highest(self, key: str, scope: str) -> None:
        """The highest card or cards of an Area are ignored for this contest. Clause: keyword.ignore"""
        found = tuple(card for _, card in self._highest(key, scope))
        at = self.at(key)
        self.put_area(at, self.areas[at]._replace(out=found))
        for card in found:
            self.tell("keyword.ignore", "{} is ignored for this contest.", card)
        self.check_elites("area")
