"""What happens next: set-up, Strategise, Contest, Resolve, clean-up; task by task, until somebody has to decide.

What waits is data: `ask` is the question that is open, `now` what comes before the Kindred chain goes on, `chain` the
triggered effects, `agenda` the rest of the game. The last of each list is next.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..core import Seat
from .areas import reward_of
from .board import NOBODY, Ask, Setup, Task, asking, put, todo
from .campaigns import (
    ELITE_NAMES,
    EMPTY,
    Area,
    Standing,
    counted,
    stated_total,
)
from .cards import (
    Card,
    Shrouded,
    area_by_id,
    letter,
    number,
)
from .contests import Verdict, is_over, judge, winners
from .effects import Effects, rally_options, window_entries
from .moves import (
    DeclareAces,
    Discard,
    Draw,
    GainMorale,
    LoseMorale,
    Move,
    Pass,
    Play,
    Shuffle,
    StackAreas,
    TakeToken,
)

__all__ = ["NOBODY", "Ask", "Flow", "Setup", "Task", "rally_options", "reward_targets", "window_entries"]

MODE_TEXT: Final = {
    "beginner": "All Area cards may be used, and all are used face down.",
    "normal": "Areas whose reward is a Landmark stay out.",
    "advanced": "All Area and Landmark cards are available.",
}
END_TEXT: Final = {
    "end.zero-morale": "A player’s Morale was reduced to 0: the game is over.",
    "end.ten-prestige": "A player has 10 Prestige: the game is over.",
    "end.round-four": "The last round has ended: the game is over.",
}


def loss_rests(standings: Mapping[Seat, Standing], defender: Seat | None) -> str:
    """Which ruling a defender's loss rests on, "" for none. Clause: multi.defender-loss"""
    if defender is not None and standings[defender].bust and not standings[defender].rank:
        return "defender-bust"
    return "elite-in-morale" if any(standing.rank for standing in standings.values()) else ""


def reward_targets(players: int, winner: Seat, reward: str, reading: str = "winner-chooses") -> tuple[Seat, ...]:
    """Whom a Morale reward may mean. Clause: reward.lose-morale, reward.gain-morale"""
    if reading == "winner-chooses":
        return tuple(range(players))
    if reward == "gain-morale":
        return (winner,)
    return tuple(seat for seat in range(players) if seat != winner)


class Flow(Effects):
    """A table while a move is carried out. It is thrown away as soon as the new table is there."""

    __slots__ = ()

    # -------------------------------------------------------------------------------------------- running

    def run(self) -> None:
        """Carry on until somebody has to decide, or the game is over."""
        now, chain, agenda = self.now, self.chain, self.agenda
        while self.ask is None:
            if now:
                task = now.pop()
            elif chain:
                self.next_effect()
                continue
            elif agenda:
                self.done, self.moved = 0, ()
                task = agenda.pop()
            else:
                return
            DOING[task.do](self, task)

    def apply(self, move: Move) -> None:
        """Carry out what was decided, and what follows from it."""
        ask = self.ask
        assert ask is not None
        self.ask = None
        APPLY[ask.what](self, ask, move)
        self.run()

    # -------------------------------------------------------------------------------------------- set-up

    def do_token(self, task: Task) -> None:
        """Clause: setup2.first-player, setupn.first-player"""
        clause = self.by_players("setup2.first-player", "setupn.first-player")
        if self.reads["first-player-choice"] == "named":
            self.first = self.setup.named
            self.tell(clause, "The table names {} as First Player.", letter(self.first), rests="first-player-choice")
        else:
            self.ask = asking("token")

    def on_token(self, ask: Ask, move: Move) -> None:
        """Clause: setup2.first-player, setupn.first-player, box.token"""
        assert isinstance(move, TakeToken)
        self.first = move.seat
        clause = self.by_players("setup2.first-player", "setupn.first-player")
        self.tell(clause, "{} takes the First Player token.", letter(move.seat), rests="first-player-choice")
        self.tell("box.token", "The token gives {} the first turn of this round.", letter(move.seat))

    def do_stack(self, task: Task) -> None:
        """Clause: setup2.deck-size, setupn.deck-size"""
        self.ask = asking("stack")

    def on_stack(self, ask: Ask, move: Move) -> None:
        """Clause: setup2.sort-levels, setupn.sort-levels, setup2.deck-order, setupn.deck-order, setup2.rest-to-box,
        setupn.rest-to-box, setup2.suggested, suggested.use, setup2.landmarks, setupn.landmarks, mode.choice"""
        assert isinstance(move, StackAreas)
        by_id = area_by_id(self.reads["tenth-landmark"])
        self.area_deck = tuple(by_id[id] for id in move.ids)
        if self.log is None:
            return
        s = "setup2" if self.players == 2 else "setupn"
        self.tell("mode.choice", "The players choose {} mode.", self.setup.mode.capitalize())
        self.tell(f"mode.{self.setup.mode}", MODE_TEXT[self.setup.mode])
        if self.setup.list:
            self.tell("setup2.suggested", "The Area deck follows the suggested list {!r}.", self.setup.list)
        else:
            self.tell(f"{s}.sort-levels", "The Areas are sorted by level; {} of each are drawn.", self.setup.per_round)
        self.tell(f"{s}.deck-size", "The Area deck has {} cards.", len(self.area_deck))
        self.tell(f"{s}.deck-order", "Level 1 lies on top, Level 4 at the bottom.")
        self.tell(f"{s}.rest-to-box", "The other Areas go back to the box.")
        if self.setup.mode == "advanced":
            self.tell(f"{s}.landmarks", "The Landmarks lie ready.")

    def do_shuffle(self, task: Task) -> None:
        """Clause: setup2.kinfolk-deck, setupn.kinfolk-deck, setup2.special-piles, setupn.special-piles"""
        self.ask = Ask("shuffle", pile=task.cause, cards=task.data)

    def on_shuffle(self, ask: Ask, move: Move) -> None:
        """Clause: setup2.kinfolk-deck, setupn.kinfolk-deck, setup2.special-piles, setupn.special-piles,
        strategise.reshuffle, faq.cove-gather"""
        assert isinstance(move, Shuffle)
        s = "setup2" if self.players == 2 else "setupn"
        again = self.phase != "setup"
        if ask.pile == "deck":
            self.deck = move.cards
            if again:
                self.discard = ()
                self.tell("strategise.reshuffle", "The deck is empty: the discard pile is shuffled into a new one.")
            else:
                self.tell(f"{s}.kinfolk-deck", "All {} Folk are shuffled into the Kinfolk Deck.", len(move.cards))
        elif ask.pile in ("vanguards", "aces"):
            if again:
                self.refill(ask.pile, move.cards)
            else:
                setattr(self, ask.pile, move.cards)
                self.tell(f"{s}.special-piles", "The {} {} form a pile of their own.", len(move.cards), ask.pile)
        else:
            task = self.agenda.pop()
            self.agenda.append(task._replace(data=move.cards))
            self.tell("faq.cove-gather", "The {} gathered cards are shuffled.", len(move.cards))

    def do_hands(self, task: Task) -> None:
        """Clause: setup2.hand, setupn.hand, setup2.morale, setup2.prestige, setupn.morale, setupn.prestige,
        box.markers"""
        s = "setup2" if self.players == 2 else "setupn"
        rests = "" if self.players == 2 else "morale-multiplayer"
        self.tell(f"{s}.morale", "Each Morale marker starts on {}.", self.setup.start_morale, rests=rests)
        self.tell(f"{s}.prestige", "Each Prestige marker starts on 0.")
        self.then(*(Task("draw", seat, n=int(number("first_hand")), cause=f"{s}.hand") for seat in self.order()))

    # -------------------------------------------------------------------------------------------- drawing

    def do_draw(self, task: Task) -> None:
        """Draw n cards, one by one. Clause: contest.draw, strategise.carry, strategise.reshuffle"""
        seat, left = task.seat, task.n
        got = 0
        while left:
            if not self.deck:
                if not (self.discard and self._may_reshuffle()):
                    break
                if len(self.discard) == 1:
                    self.deck, self.discard = self.discard, ()
                else:
                    self._told_draw(seat, got, task.cause)
                    self.then(task._replace(n=left))
                    self.ask = Ask("shuffle", pile="deck", cards=tuple(sorted(self.discard)))
                    return
            take = min(left, len(self.deck))
            self.gain_cards(seat, *self.deck[:take])
            self.deck = self.deck[take:]
            left -= take
            got += take
        self._told_draw(seat, got, task.cause)
        if left:
            rests = "reshuffle-scope" if self.discard else "deck-and-discard-empty"
            self.tell("strategise.reshuffle", "There is no card for {} to draw.", letter(seat), rests=rests)

    def _told_draw(self, seat: Seat, got: int, clause: str) -> None:
        if not got or self.log is None:
            return
        self.tell(clause, "{} draws {} card{}.", letter(seat), got, "" if got == 1 else "s")
        for card in self.hands[seat][-got:]:
            self.tell(clause, "It is {}." if got == 1 else "{}.", card, seat=seat)

    def do_special(self, task: Task) -> None:
        """Add cards from the Ace or Vanguard pile to a hand. Clause: reward.ace, reward.vanguard, faq.grand-pasar"""
        pile = "vanguards" if task.cause.startswith("vanguard") else "aces"
        kind = pile[:-1]
        clause = task.area or f"reward.{kind}"
        for left in range(task.n, 0, -1):
            cards = getattr(self, pile)
            if not cards:
                found = tuple(sorted(card for card in self.discard if card.type == kind))
                if not found or self.reads["special-pile-empty"] == "no-card":
                    text = "The {} pile is empty: {} adds none."
                    self.tell(clause, text, kind.capitalize(), letter(task.seat), rests="special-pile-empty")
                    return
                if len(found) > 1:
                    self.then(task._replace(n=left))
                    self.ask = Ask("shuffle", pile=pile, cards=found)
                    return
                self.refill(pile, found)
                cards = found
            setattr(self, pile, cards[1:])
            self.gain_cards(task.seat, cards[0])
            rests = task.data[0] if task.data else ""
            if self.log is not None:
                named = f"{'an' if kind == 'ace' else 'a'} {kind.capitalize()}"
                self.tell(clause, "{} adds {} to the hand.", letter(task.seat), named, rests=rests)
                self.tell(clause, "It is {}.", cards[0], seat=task.seat)

    def refill(self, pile: str, cards: tuple[Card, ...]) -> None:
        """The discarded Aces or Vanguards become a new pile."""
        setattr(self, pile, cards)
        self.discard = tuple(card for card in self.discard if card not in cards)
        text = "The {} in the discard pile become a new pile."
        self.tell("reward.vanguard" if pile == "vanguards" else "reward.ace", text, pile, rests="special-pile-empty")

    # -------------------------------------------------------------------------------------------- Strategise

    def do_round(self, task: Task) -> None:
        """A new round begins. Clause: round.count, round.phases, strategise.purpose, strategise.skip-first,
        multi.skip-first"""
        self.round += 1
        self.fresh, self.zero = (), ()
        self.tell("round.count", "Round {} of {} begins.", self.round, number("rounds"))
        self.tell("round.phases", "It has three phases: Strategise, Contest, Resolve.")
        tasks = [todo("areas")]
        if self.round == 1:
            self.tell(self.by_players("strategise.skip-first", "multi.skip-first"), "Round 1 has no Strategise phase.")
        else:
            self.phase = "strategise"
            self.tell("strategise.purpose", "Strategise: new Areas are revealed, and the hands are filled up.")
            refill = int(number("refill"))
            clause = self.by_players("strategise.carry", "multi.refill")
            tasks += [todo("draw", seat, n=refill, cause=clause) for seat in self.order()]
            tasks += [todo("limit", seat) for seat in self.order()]
        self.then(*tasks, todo("contest"))

    def do_areas(self, task: Task) -> None:
        """Clause: setup2.row, setupn.deal-areas, setupn.defend, strategise.areas, multi.areas, mode.beginner"""
        count = self.setup.per_round
        cards, self.area_deck = self.area_deck[:count], self.area_deck[count:]
        later = self.players > 2 and self.reads["multi-area-deal"] == "face-down-until-contest"
        face_up = self.setup.mode != "beginner" and not later
        empty = (EMPTY,) * self.players
        order = self.order()
        self.areas = tuple(
            Area(card, None if self.players == 2 else order[n], empty, face_up, slot=0 if face_up else n + 1)
            for n, card in enumerate(cards)
        )
        if self.log is not None:
            clause = ("setup2.row", "setupn.deal-areas") if self.round == 1 else ("strategise.areas", "multi.areas")
            for area in self.areas:
                what = area.card.name if area.open else "A face-down Area"
                if area.defender is None:
                    self.tell(clause[0], "{} is laid out.", what)
                else:
                    self.tell(clause[1], "{} is dealt to {}.", what, letter(area.defender), rests="multi-area-deal")
                    self.tell("setupn.defend", "{} defends it.", letter(area.defender))
            if self.setup.mode == "beginner":
                text = "The Areas stay face down and have no effect."
                self.tell("mode.beginner-no-effect", text, rests="beginner-areas")
        if not later:
            self.then(todo("window", cause="reveal"))

    def do_limit(self, task: Task) -> None:
        """Clause: strategise.discard-to-limit"""
        limit = self.hand_limit(task.seat)
        if len(self.hands[task.seat]) > limit:
            self.ask = asking("discard", task.seat, area="limit", n=limit)

    # -------------------------------------------------------------------------------------------- Contest

    def do_contest(self, task: Task) -> None:
        """Clause: contest.order, multi.order, landmark.after-areas"""
        self.phase = "contest"
        self.passed = (False,) * self.players
        clause = self.by_players("contest.order", "multi.order")
        self.tell(clause, "Contest begins. {} has the first turn.", letter(self.first))
        tasks = []
        if self.setup.mode != "beginner" and any(not area.open for area in self.areas):
            tasks.append(todo("turn-up"))
        tasks.append(todo("window", cause="contest-start"))
        tasks += self._landmark_tasks("contest-start")
        self.then(*tasks, todo("turn", self.first))

    def _landmark_tasks(self, window: str) -> list[Task]:
        """The players with Landmarks, in turn order, in a window. Clause: landmark.after-areas"""
        if not any(self.landmarks):
            return []
        return [Task("landmarks", seat, cause=window) for seat in self.order() if self.landmarks[seat]]

    def do_turn_up(self, task: Task) -> None:
        """Clause: multi.areas"""
        self.areas = tuple(area._replace(open=True, slot=0) for area in self.areas)
        for area in self.areas:
            self.tell("multi.areas", "{} is turned up.", area.card.name, rests="multi-area-deal")
        self.then(todo("window", cause="reveal"))

    def do_turn(self, task: Task) -> None:
        """Whose turn is next, and whether Contest is over. Clause: contest.until, multi.until, pass.out, pass.next,
        pass.all-passed"""
        seat = task.seat
        self.active = NOBODY
        draws_on = self.reads["empty-hand"] == "draws-on"
        if all(self.passed) or (draws_on and not any(self.hands)):
            why = "pass.all-passed" if all(self.passed) else self.by_players("contest.until", "multi.until")
            self.tell(why, "Contest is over.")
            self.then(todo("resolve"))
            return
        while self.passed[seat]:
            seat = (seat + 1) % self.players
        after = todo("turn", (seat + 1) % self.players)
        if not self.hands[seat] and not draws_on:
            self.passed = put(self.passed, seat, True)
            clause = self.by_players("contest.until", "multi.until")
            self.tell(clause, "{} has no card left and counts as passed.", letter(seat), rests="empty-hand")
            self.then(after)
        else:
            self.active = seat
            self.then(after)
            self.ask = asking("draw", seat)

    def on_draw(self, ask: Ask, move: Move) -> None:
        """Clause: contest.draw, pass.instead, pass.out, faq.cleric, multi.turn"""
        seat = ask.seat
        if isinstance(move, Pass):
            self.passed = put(self.passed, seat, True)
            self.tell("pass.instead", "{} passes in place of drawing.", letter(seat))
            self.tell("pass.out", "{} takes no further turn in this phase.", letter(seat))
            if not all(self.passed):
                self.tell("pass.next", "The next opponent takes a turn.")
            return
        assert isinstance(move, Draw)
        self.then(todo("main", seat))
        if move.source == "deck":
            clause = self.by_players("contest.draw", "multi.turn")
            self.then(todo("draw", seat, n=1, cause=clause))
        else:
            card = self.discard[-1]
            self.discard = self.discard[:-1]
            self.gain_cards(seat, card)
            self.tell("faq.cleric", "{} takes {}, the top discard, in place of a draw.", letter(seat), card)

    def do_main(self, task: Task) -> None:
        """Clause: contest.play"""
        if self.hands[task.seat]:
            self.ask = asking("play", task.seat)

    def shroud_choice(self, seat: Seat, area: Area) -> str:
        """Whether a card played here from hand must, may or cannot lie face down ("").

        Clause: keyword.shroud-play, faq.fellowship-landmark
        """
        found = self.texts.shroud_mode(area.card.text) if area.open else ""
        if not found and self.landmarks[seat]:
            for key in self.active_landmarks(seat):
                for step in self.texts.landmark_steps(key, "play-from-hand"):
                    if step.do == "shroud":
                        found = step.mode
        return found

    def on_play(self, ask: Ask, move: Move) -> None:
        """Clause: contest.play, multi.turn, multi.sections, keyword.shroud-play"""
        assert isinstance(move, Play)
        seat, card, key = ask.seat, move.card, move.area
        at = self.at(key)
        area = self.areas[at]
        down = move.shroud or self.shroud_choice(seat, area) == "must"
        self.lose_card(seat, card)
        self.add_at(at, seat, card, move.place, down)
        if self.log is not None:
            self._tell_play(seat, move, area.name, down)
        tasks = [Task("landed", seat, key, card, seat, "hand")]
        if self.landmarks[seat] or area.card.text in self.texts.acting("play-from-hand"):
            effects = Task("play-effects", seat, key, card, n=int(down))
            tasks.insert(0 if self.reads["play-effect-order"] == "area-first" else 1, effects)
        if ask.area != "only":
            tasks.append(todo("discard", seat))
        self.then(*tasks)

    def _tell_play(self, seat: Seat, move: Play, where: str, down: bool) -> None:
        if down:
            self.tell("keyword.shroud-play", "{} plays a card face down into {}.", letter(seat), where)
            self.tell("keyword.shroud-blank", "It is {}; face down it counts for nothing.", move.card, seat=seat)
            return
        clause = self.by_players("contest.play", "multi.turn")
        rests = "card-position" if move.place is not None else ""
        self.tell(clause, "{} plays {} into {}.", letter(seat), move.card, where, rests=rests)

    def do_discard(self, task: Task) -> None:
        """Clause: contest.discard, multi.turn"""
        if self.hands[task.seat]:
            self.ask = asking("discard", task.seat)

    def on_discard(self, ask: Ask, move: Move) -> None:
        """Clause: contest.discard, strategise.discard-to-limit, multi.turn"""
        assert isinstance(move, Discard)
        self.lose_card(ask.seat, move.card)
        self.dispose(move.card)
        if ask.area == "limit":
            text = "{} discards {} down to the hand limit of {}."
            self.tell(
                "strategise.discard-to-limit", text, letter(ask.seat), move.card, ask.n, rests="strategise-example"
            )
            self.then(todo("limit", ask.seat))
        else:
            clause = self.by_players("contest.discard", "multi.turn")
            self.tell(clause, "{} discards {}.", letter(ask.seat), move.card)

    # -------------------------------------------------------------------------------------------- Resolve

    def do_resolve(self, task: Task) -> None:
        """Clause: resolve.order, multi.effects-order"""
        self.phase = "resolve"
        self.active = NOBODY
        windows = ("resolve-start", "resolve-effects", "resolve-end")
        texts_act = self.log is not None and any(self.steps(area, name) for area in self.areas for name in windows)
        rests = "resolve-windows" if texts_act else ""
        self.tell("resolve.order", "Resolve: Area effects, contests, clean-up.", rests=rests)
        tasks = [todo("window", cause="resolve-start")]
        tasks += self._landmark_tasks("resolve-start")
        tasks.append(todo("reveal-roused"))
        if self.reads["resolve-windows"] == "own-step":
            tasks.append(todo("window", cause="resolve-effects"))
        tasks += [todo("contests"), todo("window", cause="resolve-end"), todo("cleanup"), todo("end")]
        self.then(*tasks)

    def do_contests(self, task: Task) -> None:
        """Clause: resolve.contests-order, multi.contests-order"""
        left = [area for area in self.areas if not area.settled]
        if not left:
            return
        if self.players == 2 and len(left) > 1:
            self.ask = asking("next", self.first, "contest", data=tuple([(area.key, "contest") for area in left]))
            return
        here = self.in_turn(left)[0]
        if self.players > 2:
            self.tell("multi.contests-order", "The contest in {} is next.", here.name)
        if len(left) > 1:
            self.then(todo("contests"))
        self.then(todo("settle", area=here.key))

    def do_settle(self, task: Task) -> None:
        """Settle one contest. Under announce the Aces are asked for first. `data`: what was stated.

        Clause: resolve.totals, multi.totals, card.ace-later
        """
        at = self.at(task.area)
        area = self.areas[at]
        standings = {seat: self.standing(area, seat) for seat in range(self.players)}
        if self.reads["ace-value"] == "announce" and not self._aces_stated(task, area, standings):
            return
        verdict = judge(standings, self.first, area.defender, self.reads)
        self._tell_contest(area, standings, verdict)
        self.put_area(at, area.won_by(verdict.winner))
        tasks = []
        if verdict.winner is not None:
            tasks = self.win(area, verdict.winner)
        if verdict.losses:
            rests = loss_rests(standings, area.defender)
            tasks += [todo("loss", seat, task.area, n=n, cause=rests) for seat, n in verdict.losses]
        self.then(*tasks)

    def _aces_stated(self, task: Task, area: Area, standings: dict[Seat, Standing]) -> bool:
        """Ask the next player who has to state the Aces; when all have, put what was stated in. Clause: card.ace-later"""
        stated: dict[Seat, tuple[int, ...]] = dict(task.data)
        for seat in self.order():
            cards = counted(area.campaigns[seat].cards, self.mods(area, seat), self.reads)
            aces = sum(card.type == "ace" for card in cards)
            if aces and seat not in stated:
                self.then(task)
                self.ask = Ask("aces", seat, task.area, n=aces)
                return False
        for seat, values in stated.items():
            mods = self.mods(area, seat)
            total = stated_total(area.campaigns[seat].cards, mods, self.reads, values)
            standings[seat] = standings[seat]._replace(total=total, bust=total > mods.limit)
        return True

    def on_aces(self, ask: Ask, move: Move) -> None:
        """Clause: card.ace-later"""
        assert isinstance(move, DeclareAces)
        task = self.agenda.pop()
        self.agenda.append(task._replace(data=(*task.data, (ask.seat, move.values))))
        said = " and ".join(map(str, move.values))
        self.tell("card.ace-later", "{} states {} for the Aces.", letter(ask.seat), said, rests="ace-value")

    def _tell_contest(self, area: Area, standings: dict[Seat, Standing], verdict: Verdict) -> None:
        if self.log is None:
            return
        totals = self.by_players("resolve.totals", "multi.totals")
        bust = self.by_players("resolve.bust", "multi.bust")
        for seat, standing in standings.items():
            who = letter(seat)
            if not standing.present:
                self.tell(totals, "{} has no card in {}.", who, area.name, rests="empty-area")
            elif standing.bust and not standing.rank:
                self.tell(bust, "{} has {} in {} and is bust.", who, standing.total, area.name)
            else:
                elite = f" and an Elite Force: {ELITE_NAMES[standing.rank]}" if standing.rank else ""
                rests = f"area {area.key}" if self.steps(area, "constant") else ""
                self.tell(totals, "{} has {} in {}{}.", who, standing.total, area.name, elite, rests=rests)
        if verdict.winner is None:
            text = "Nobody wins {}." if len(verdict.best) < 2 else "The tie leaves {} unclaimed."
            self.tell(verdict.clause, text, area.name, key=True, rests="" if verdict.best else "empty-area")
            if verdict.losses:
                self.tell("multi.tie-loss", "The defender loses Morale all the same.")
        else:
            text = "{} wins {}." if len(verdict.best) == 1 else "{} wins the tie in {}."
            self.tell(verdict.clause, text, letter(verdict.winner), area.name, key=True)
            if verdict.winner == area.defender:
                self.tell("multi.home-no-loss", "The defender has won: nobody loses Morale.")

    def win(self, area: Area, seat: Seat) -> list[Task]:
        """The prize: the card, 1 Prestige, the reward, a set bonus.

        Clause: area.win-prestige, resolve.prize, multi.win-away, multi.win-home, goal.aim
        """
        card = area.card
        tasks = [todo("reward", seat, area.key)]
        if self.steps(area, "win"):
            tasks.append(todo("win-steps", seat, area.key))
        self.victory = put(self.victory, seat, (*self.victory[seat], card))
        if self.players == 2:
            clause = "resolve.prize"
        else:
            clause = "multi.win-home" if area.defender == seat else "multi.win-away"
        self.tell(clause, "{} takes the card of {}.", letter(seat), area.name)
        if self.players == 2 or self.reads["multi-prestige"] == "one-prestige":
            self.prestige = put(self.prestige, seat, self.prestige[seat] + 1)
            rests = "multi-prestige" if self.players > 2 else ""
            self.tell("area.win-prestige", "{} gains 1 Prestige.", letter(seat), rests=rests)
        return tasks

    def do_reward(self, task: Task) -> None:
        """Clause: reward.prestige, reward.ace, reward.vanguard, reward.lose-morale, reward.gain-morale,
        reward.landmark, landmark.gain, area.padma-reward, mode.beginner-no-effect"""
        seat = task.seat
        card = self.area(task.area).card
        reads = self.reads
        reward = reward_of(card, self.setup.mode, reads["missing-texts"], reads["beginner-areas"], self.setup.pack)
        if not reward:
            return
        assumed = f"reward {card.text}"
        who = letter(seat)
        if reward == "prestige":
            self.prestige = put(self.prestige, seat, self.prestige[seat] + 1)
            clause = "area.padma-reward" if card.text == "padma-field" else "reward.prestige"
            self.tell(clause, "The reward gives {} 1 more Prestige.", who, rests=assumed)
        elif reward in ("ace", "vanguard"):
            self.then(Task("special", seat, f"reward.{reward}", n=1, cause=reward, data=(assumed,)))
        elif reward in ("lose-morale", "gain-morale"):
            options = reward_targets(self.players, seat, reward, reads["any-player-choice"])
            if len(options) == 1:
                self.reward_morale(reward, options[0], assumed)
            else:
                self.ask = Ask(reward, seat, task.area, data=(options, assumed))
        elif card.landmark and not any(card.landmark in owned for owned in self.landmarks):
            self.landmarks = put(self.landmarks, seat, (*self.landmarks[seat], card.landmark))
            self.fresh += ((seat, card.landmark),)
            self.tell("reward.landmark", "{} adds the Landmark {} to the Victory Area.", who, card.name, rests=assumed)
            if self.reads["landmark-active-from"] == "at-once":
                self.tell("landmark.bonus", "Its bonus applies from now on.", rests="landmark-active-from")

    def on_reward(self, ask: Ask, move: Move) -> None:
        """Clause: reward.lose-morale, reward.gain-morale"""
        assert isinstance(move, LoseMorale | GainMorale)
        self.reward_morale(ask.what, move.seat, ask.data[1])

    def reward_morale(self, reward: str, seat: Seat, assumed: str) -> None:
        """Clause: reward.lose-morale, reward.gain-morale"""
        self.change_morale(seat, -1 if reward == "lose-morale" else 2)
        verb = "loses 1" if reward == "lose-morale" else "gains 2"
        self.tell(f"reward.{reward}", "{} {} Morale and has {}.", letter(seat), verb, self.morale[seat], rests=assumed)

    def do_win_steps(self, task: Task) -> None:
        """Clause: faq.set-bonus, faq.set-bonus-timing"""
        self.area_steps(task.area, "win", task.seat, None)

    def do_loss(self, task: Task) -> None:
        """Clause: multi.defender-loss, contest.success-effect"""
        self.change_morale(task.seat, -task.n)
        text = "{} loses {} Morale and has {}."
        values = (letter(task.seat), task.n, self.morale[task.seat])
        if self.players == 2:
            self.tell("contest.success-effect", text, *values, rests="two-player-morale")
        else:
            self.tell("multi.defender-loss", text, *values, rests=task.cause)

    # -------------------------------------------------------------------------------------------- clean-up and end

    def do_cleanup(self, task: Task) -> None:
        """Clause: cleanup.areas, cleanup.cards, cleanup.token, multi.cleanup-areas, multi.cleanup-cards,
        multi.cleanup-token"""
        c = "cleanup" if self.players == 2 else "multi.cleanup"
        dot = "." if self.players == 2 else "-"
        unclaimed = [area for area in self.areas if area.winner is None]
        self.area_discard += tuple(area.card for area in unclaimed)
        for area in unclaimed:
            self.tell(f"{c}{dot}areas", "{} is discarded.", area.name)
        entries = [entry for area in self.areas for campaign in area.campaigns for entry in campaign.cards]
        used = [entry.card if isinstance(entry, Shrouded) else entry for entry in entries]
        cards = [card for card in used if isinstance(card, Card)]
        self.dispose(*cards)
        if self.log is not None:
            rests = "special-card-disposal" if any(card.type != "folk" for card in cards) else ""
            self.tell(f"{c}{dot}cards", "All played cards are discarded.", rests=rests)
        self.areas = ()
        self.roused = ()
        self.first = (self.first + 1) % self.players
        self.tell(f"{c}{dot}token", "The First Player token goes to {}.", letter(self.first))

    def do_end(self, task: Task) -> None:
        """Clause: end.finish-contests, multi.finish-contests, end.zero-morale, end.ten-prestige, end.round-four,
        multi.end-triggers, end.winner, multi.winner, end.tie"""
        clause = is_over(self.round, self.prestige, self.morale, self.zero, self.reads)
        if not clause and len(self.area_deck) < self.setup.per_round:
            clause = "end.round-four"
        if not clause:
            self.then(todo("round"))
            return
        self.ended, self.phase = clause, "over"
        if self.log is None:
            return
        self.tell(self.by_players("end.finish-contests", "multi.finish-contests"), "All contests are settled.")
        self.tell(clause if self.players == 2 else "multi.end-triggers", END_TEXT[clause])
        won = winners(self.prestige, self.morale, self.first, self.reads)
        scores = ", ".join(
            f"{letter(seat)} {self.prestige[seat]} Prestige and {self.morale[seat]} Morale"
            for seat in range(self.players)
        )
        names = " and ".join(map(letter, won)) or "Nobody"
        tied = len({self.prestige[seat] for seat in won}) < len(won) or (
            len(won) == 1
            and any(
                self.prestige[seat] == self.prestige[won[0]] and self.morale[seat] > 0
                for seat in range(self.players)
                if seat != won[0]
            )
        )
        final = "end.tie" if tied else self.by_players("end.winner", "multi.winner")
        rests = "full-tie" if len(won) != 1 else ""
        self.tell(final, "{} win{} the game: {}.", names, "" if len(won) > 1 else "s", scores, key=True, rests=rests)


DOING: Final[dict[str, Callable[[Flow, Task], None]]] = {
    "token": Flow.do_token,
    "stack": Flow.do_stack,
    "shuffle": Flow.do_shuffle,
    "hands": Flow.do_hands,
    "draw": Flow.do_draw,
    "special": Flow.do_special,
    "special-if": Flow.do_special_if,
    "round": Flow.do_round,
    "areas": Flow.do_areas,
    "limit": Flow.do_limit,
    "contest": Flow.do_contest,
    "turn-up": Flow.do_turn_up,
    "turn": Flow.do_turn,
    "main": Flow.do_main,
    "discard": Flow.do_discard,
    "landed": Flow.do_landed,
    "elites": Flow.do_elites,
    "elite": Flow.do_elite,
    "suit": Flow.do_suit,
    "from-deck": Flow.do_from_deck,
    "window": Flow.do_window,
    "step": Flow.do_step,
    "landmarks": Flow.do_landmarks,
    "landmark-step": Flow.do_landmark_step,
    "play-effects": Flow.do_play_effects,
    "rally": Flow.do_rally,
    "crystal": Flow.do_crystal,
    "show": Flow.do_show,
    "shown": Flow.do_shown,
    "re-enlist": Flow.do_re_enlist,
    "reveal": Flow.do_reveal,
    "reveal-next": Flow.do_reveal_next,
    "runs": Flow.do_runs,
    "fire": Flow.do_fire,
    "reveal-roused": Flow.do_reveal_roused,
    "redeal": Flow.do_redeal,
    "deal": Flow.do_deal,
    "resolve": Flow.do_resolve,
    "contests": Flow.do_contests,
    "settle": Flow.do_settle,
    "reward": Flow.do_reward,
    "win-steps": Flow.do_win_steps,
    "loss": Flow.do_loss,
    "cleanup": Flow.do_cleanup,
    "end": Flow.do_end,
}
APPLY: Final[dict[str, Callable[[Flow, Ask, Any], None]]] = {
    "token": Flow.on_token,
    "stack": Flow.on_stack,
    "shuffle": Flow.on_shuffle,
    "draw": Flow.on_draw,
    "play": Flow.on_play,
    "discard": Flow.on_discard,
    "elite": Flow.on_elite,
    "suit": Flow.on_suit,
    "effect": Flow.on_effect,
    "next": Flow.on_next,
    "rally": Flow.on_rally,
    "show": Flow.on_show,
    "discard-shown": Flow.on_discard_shown,
    "re-enlist": Flow.on_re_enlist,
    "place": Flow.on_place,
    "aces": Flow.on_aces,
    "lose-morale": Flow.on_reward,
    "gain-morale": Flow.on_reward,
}
