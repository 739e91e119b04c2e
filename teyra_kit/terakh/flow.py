"""What happens next: set-up, rounds, turns, attacks, cards; task by task, until somebody has to decide.

What waits is data: `ask` is the question that is open, `agenda` what is still to be done (the last is next), `fight` the
attack and `open` the cards that are being carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from ..core import Seat
from .board import SIDES, TRIAS, Configuration, Contact, plane_of
from .cast_cards import ANY_TIME, SEVERAL, CastCard, whole_deck
from .casting import (
    cast_options,
    choice_options,
    chosen_by,
    fallen_places,
    mod_options,
    receivers,
    shield_line,
    shield_options,
    window_order,
)
from .combat import highest, order_of, succeeds, winners_of_variant_a
from .desk import Ask, Desk, Fight, Spell, Task, _at
from .moves import (
    AddPlane,
    Attack,
    Cast,
    ChooseClan,
    ChooseMode,
    Decline,
    EndTurn,
    Flip,
    Move,
    NextTarget,
    Pass,
    PlaceElder,
    PlaceFallen,
    PlaceInka,
    PlaceOrb,
    ReturnElder,
    Roll,
    Rotate,
    Shield,
    ShuffleDeck,
    Summon,
    TakeMod,
    Toss,
    Transform,
    Use,
)
from .orders import KEPT, LIMITED, doer, targets
from .spec_cards import SHIELDS, Line
from .units import (
    ELDER,
    FALLEN,
    INKAS,
    NOBODY,
    OFF,
    UNITS,
    Unit,
    cost,
    is_elder,
    kind_of,
    number,
    seat_of,
    unit_numbers,
)

CLOCKWISE, COUNTER = "clockwise", "counter-clockwise"
ORDER, YOUR_ORDER, ROUND, DRAWS = Task("order"), Task("your-order"), Task("round"), Task("draws")
EFFECT, AFTER_EFFECT, LEAVE = Task("effect"), Task("after-effect"), Task("leave")
SHOWN, LEAVING = Task("window", key="card-shown"), Task("window", key="card-leaving")
STRUCK: Final = (
    Task("shields", key="before-cards"),
    Task("window", key="attack-declared"),
    Task("shields", key="after-cards"),
    Task("dice"),
    Task("window", key="attack-rolled"),
    Task("shields", key="after-dice"),
    Task("compare"),
)
"""What an attack consists of once it is declared."""
Die: TypeAlias = tuple[str, int, Seat]
"""A die to be thrown: what for, of which unit, of which player."""
UPS: Final = ((0, "R", 0, 0), (-1, "L", 0, 0), (0, "B", 0, -1))
"""Where the plane beside an upward cell lies: how far along, at which side, and how far up."""


def setup_sequence(
    players: int, mode: str, order: tuple[Seat, ...], reads: Mapping[str, Any]
) -> list[tuple[str, Seat]]:
    """The decisions of the set-up in order. Clause: setup.steps-by-player, setup.alternate, setup.place-orb,
    setup.place-elder, setup.choose-clan"""
    steps: list[tuple[str, Seat]] = []
    if reads["planes.who-builds"] == "built-in-order":
        steps += [("plane", seat) for seat in order]
    steps += [("clan", seat) for seat in order]
    if reads["setup.placing"] == "one-by-one":
        steps += [("inka", seat) for _ in range(INKAS) for seat in order]
    else:
        steps += [("inka", seat) for seat in order for _ in range(INKAS)]
    last = ("orb", "elder") if mode == "full" else ("elder",)
    if reads["setup.orb-and-elder"] == "step-by-step":
        steps += [(what, seat) for what in last for seat in order]
    else:
        steps += [(what, seat) for seat in order for what in last]
    return steps


# The same tasks and questions come up again and again: there is one object of each.
@lru_cache(maxsize=1 << 12)
def todo(do: str, seat: Seat = NOBODY, n: int = 0, key: str = "", data: tuple[Seat, ...] = ()) -> Task:
    """The one object of a task that has to do with no unit."""
    return Task(do, seat, OFF, n, key, data)


@lru_cache(maxsize=1 << 12)
def asked(what: str, seat: Seat = NOBODY, key: str = "", unit: int = OFF, data: tuple[Seat, ...] = ()) -> Ask:
    """The one object of a question."""
    return Ask(what, seat, key, unit, data)


@lru_cache(maxsize=1 << 8)
def round_tasks(order: tuple[Seat, ...], draws: bool, late: bool) -> tuple[Task, ...]:
    """What a round consists of once the turn order is known. `draws`: whether cards are drawn; `late`: whether forced
    ones wait until all have drawn. Clause: round.draw, faq.crisis-at-once"""
    kinds = ("draw", "forced", "turn") if draws and late else ("draw", "turn") if draws else ("turn",)
    return (*[todo(do, seat) for do in kinds for seat in order], ROUND)


class Flow(Desk):
    """A table while a move is carried out. It is thrown away as soon as the new table is there."""

    __slots__ = ()

    # -------------------------------------------------------------------------------------------- running

    def run(self) -> None:
        """Carry on until somebody has to decide, or the game is over."""
        agenda = self.agenda
        while self.ask is None and agenda:
            task = agenda.pop()
            DOING[task.do](self, task)

    def apply(self, move: Any) -> None:
        """Carry out what was decided, and what follows from it."""
        ask = self.ask
        assert ask is not None
        self.ask = None
        APPLY[ask.what](self, ask, move)
        self.run()

    def on_roll(self, ask: Ask, move: Roll) -> None:
        """A die goes to the task that waits for it. Clause: box.eight-sided-dice"""
        task = self.agenda[-1]
        self.agenda[-1] = task.rolled(move.value)
        if task.dice:
            self.ask = task.dice[0]

    def wants(self, task: Task, dice: Sequence[Die]) -> bool:
        """Whether a task still waits for some of its dice; if so, the next one is asked for."""
        missing = dice[len(task.rolls) :]
        if missing:
            asks = tuple([asked("roll", NOBODY, what, unit, (seat,)) for what, unit, seat in missing])
            self.agenda.append(task.waiting(asks[1:]))
            self.ask = asks[0]
        return bool(missing)

    # -------------------------------------------------------------------------------------------- set-up

    def do_shuffle(self, task: Task) -> None:
        """Clause: setup.shuffle-deck, box.cast-cards"""
        deck = whole_deck(self.setup.pack, self.reads["data.cast-cards"]) if self.setup.cards else ()
        if deck:
            self.ask = Ask("shuffle", data=deck)

    def on_shuffle(self, ask: Ask, move: ShuffleDeck) -> None:
        """Clause: setup.shuffle-deck"""
        self.deck = move.cards
        text = "The {} Cast Cards are shuffled and lie face down."
        self.tell("setup.shuffle-deck", text, len(move.cards), rests="data.cast-cards")

    def do_setup(self, task: Task) -> None:
        """Clause: setup.steps-by-player, setup.red-text, orb.skip-in-first-game"""
        if self.setup.mode == "first":
            self.tell("setup.red-text", "A first game leaves out Orbs, Idols and Mods.", rests="first-game.scope")
        steps = setup_sequence(self.players, self.setup.mode, self.order, self.reads)
        self.then(*[todo("ask", seat, key=what) for what, seat in steps], ROUND)

    def do_ask(self, task: Task) -> None:
        """One decision of the set-up."""
        self.ask = asked(task.key, task.seat)

    def on_plane(self, ask: Ask, move: AddPlane) -> None:
        """Clause: setup.one-plane-per-player"""
        self.config = grown(self.config, move)
        self.turns = (*self.turns, move.turns)
        self.tell("setup.one-plane-per-player", "{} adds a plane.", self.who(ask.seat), rests="planes.who-builds")

    def on_clan(self, ask: Ask, move: ChooseClan) -> None:
        """Clause: setup.choose-clan, clan.six-colours, clan.seven-units, elder.is-d4"""
        self.clans = _at(self.clans, ask.seat, move.colour)
        self.idols = _at(self.idols, ask.seat, move.idol)
        self.tell("setup.choose-clan", "{} takes the {} clan.", "ABCDEF"[ask.seat], move.colour)
        self.tell("clan.seven-units", "It has six Inkas and one Elder.")

    def on_inka(self, ask: Ask, move: PlaceInka) -> None:
        """Clause: setup.place-inka, setup.alternate, setup.guard-start"""
        unit = self.fallen(ask.seat)[0]
        self.units[unit] = Unit(move.at)
        if self.log is not None:
            self.tell("setup.place-inka", "{} places an Inka on {}.", self.who(ask.seat), move.at)
            self.tell("setup.guard-start", "It starts in Guard mode.")

    def on_orb(self, ask: Ask, move: PlaceOrb) -> None:
        """Clause: setup.place-orb, orb.colours"""
        unit = unit_numbers(self.clans)[move.unit]
        self.put_unit(unit, orb=self.clans[ask.seat], ready=False)
        text = "{} puts the {} Orb on {}: it is an Idol."
        self.tell("setup.place-orb", text, self.who(ask.seat), self.clans[ask.seat], self.said(unit))

    def on_elder(self, ask: Ask, move: PlaceElder) -> None:
        """Clause: setup.place-elder, setup.elder-hp"""
        self.units[ask.seat * UNITS + ELDER] = Unit(move.at, hp=self.setup.start_hp)
        self.tell("setup.place-elder", "{} places the Elder on {}.", self.who(ask.seat), move.at)
        rests = "variant-a.hp" if "A" in self.setup.variants else "elder.starting-hp"
        clause = "variant-a.lower-hp" if "A" in self.setup.variants else "setup.elder-hp"
        self.tell(clause, "It begins with {} HP.", self.setup.start_hp, rests=rests)

    # -------------------------------------------------------------------------------------------- a round

    def do_round(self, task: Task) -> None:
        """Clause: round.roll, round.repeat, variant-b.rotating-start"""
        self.round += 1
        self.phase, self.active = "round", NOBODY
        if self.log is not None:
            self.tell("round.repeat", "Round {} begins.", self.round)
        if "B" not in self.setup.variants:
            self.then(todo("initiative", data=tuple(range(self.players))), DRAWS)
            return
        seat_one = self.reads["variant-b.first-starter"] == "seat-one"
        if self.round == 1:
            self.first = 0 if seat_one or self.first == NOBODY else self.first
        else:
            self.first = (self.first + 1) % self.players
        rests = "variant-b.first-starter" if self.round == 1 else ""
        self.tell("variant-b.rotating-start", "{} goes first, without a roll.", self.who(self.first), rests=rests)
        self.then(todo("coin", self.first), DRAWS)

    def do_initiative(self, task: Task) -> None:
        """Everybody rolls; ties by a reading. `data`: who rolls now. Clause: round.roll"""
        rollers: tuple[Seat, ...] = task.data
        if self.wants(task, [("initiative", OFF, seat) for seat in rollers]):
            return
        if self.log is not None:
            said = ", ".join(f"{self.who(seat)} {roll}" for seat, roll in zip(rollers, task.rolls, strict=True))
            self.tell("round.roll", "The players roll: {}.", said)
        best = tuple(rollers[n] for n in highest(task.rolls))
        reading = self.reads["initiative.tie"]
        if len(best) > 1 and reading != "nearest-to-last-starter":
            again = best if reading == "tied-reroll" else rollers
            text = "The highest roll is shared: {} roll again."
            who = " and ".join(map(self.who, again))
            self.tell("round.roll", text, who, rests="initiative.tie")
            self.then(task._replace(data=again, rolls=()))
            return
        if len(best) > 1:
            start = self.first if self.round > 1 else 0
            self.first = min(best, key=lambda seat: (seat - start) % self.players)
            self.tell("round.roll", "The tie goes to {}.", self.who(self.first), rests="initiative.tie")
        else:
            self.first = best[0]
        self.agenda.append(todo("coin", self.first))

    def do_coin(self, task: Task) -> None:
        """Clause: round.coin, variant-b.coin, box.direction-coin"""
        chosen = self.reads["coin.toss"] == "chosen"
        self.ask = asked("toss", task.seat if chosen else NOBODY, data=(task.seat,))

    def on_toss(self, ask: Ask, move: Toss) -> None:
        """Clause: round.coin, round.turn-order, variant-b.coin"""
        self.order = order_of(range(self.players), self.first, move.way == CLOCKWISE)
        if self.log is None:
            return
        clause = "variant-b.coin" if "B" in self.setup.variants else "round.coin"
        text = "{} tosses the Direction Coin: {}."
        self.tell(clause, text, self.who(self.first), move.way, rests="coin.toss")
        who = ", ".join(map(self.who, self.order))
        self.tell("round.turn-order", "Turn order: {}.", who)

    def do_draws(self, task: Task) -> None:
        """Clause: round.draw, faq.elderless-draws, faq.crisis-at-once"""
        draws = bool(self.setup.cards)
        if draws and self.reads["draw.empty-deck"] == "all-or-none" and len(self.deck) < self.players:
            draws = False
            self.tell("round.draw", "The deck is too small: nobody draws.", rests="draw.empty-deck")
        self.then(*round_tasks(self.order, draws, self.reads["draw.order"] == "all-then-forced"))

    def do_draw(self, task: Task) -> None:
        """Clause: round.draw, faq.crisis-at-once, faq.elderless-draws"""
        seat = task.seat
        limit = self.setup.hand_limit if self.reads["draw.hand-limit"] == "limited" else 0
        if not self.setup.cards:
            return
        if limit and len(self.hands[seat]) >= limit:
            text = "{} holds {} cards and does not draw."
            self.tell("round.draw", text, self.who(seat), len(self.hands[seat]), rests="draw.hand-limit")
            return
        if not self.deck:
            self.tell("round.draw", "The deck is empty: {} draws nothing.", self.who(seat), rests="draw.empty-deck")
            return
        card, self.deck = self.deck[0], self.deck[1:]
        self.notes.append(("drawn", card))
        if self.log is not None:
            self.tell("round.draw", "{} draws a Cast Card.", self.who(seat))
            if not self.has_elder(seat) and self.lost[seat]:
                self.tell("faq.elderless-draws", "{} has no Elder and draws all the same.", self.who(seat))
        row = self.setup.cards.get(card)
        if row is not None and row.who == "forced":
            if self.reads["draw.order"] == "all-then-forced":
                self.aside = (*self.aside, (seat, card))
                text = "{} must be cast: it waits until all have drawn."
                self.tell("faq.crisis-at-once", text, row.name, rests="draw.order")
            else:
                self.tell("faq.crisis-at-once", "{} must be cast at once.", row.name, key=True)
                self.show(Spell(card, seat))
            return
        self.set_hand(seat, (*self.hands[seat], card))
        if self.log is not None:
            self.tell("round.draw", "It is {}.", row.name if row else card, seat=seat)

    def do_forced(self, task: Task) -> None:
        """Forced cards that were put aside. Clause: faq.crisis-at-once"""
        if mine := [pair for pair in self.aside if pair[0] == task.seat]:
            left = list(self.aside)
            left.remove(mine[0])
            self.aside = tuple(left)
            self.then(task)
            self.show(Spell(mine[0][1], task.seat))

    # -------------------------------------------------------------------------------------------- a turn

    def start_mana(self, seat: Seat) -> int:
        """Mana at the start of a turn. Clause: turn.five-mana, elderless.three-mana"""
        three = not self.has_elder(seat) or (self.lost[seat] and self.reads["mana.after-return"] == "three-for-good")
        base = number("mana_without_elder" if three else "mana_with_elder")
        return max(0, base + self.pending[seat])

    def do_turn(self, task: Task) -> None:
        """Clause: turn.five-mana, elderless.three-mana, elderless.play-on"""
        seat = task.seat
        self.phase, self.active = "turn", seat
        self.mana = self.start_mana(seat)
        self.pending = _at(self.pending, seat, 0)
        if self.log is not None:
            if self.has_elder(seat):
                self.tell("turn.five-mana", "{} starts the turn with {} mana.", self.who(seat), self.mana)
            else:
                text = "{} has no Elder and starts the turn with {} mana."
                self.tell("elderless.three-mana", text, self.who(seat), self.mana)
        self.agenda.append(ORDER)

    def do_order(self, task: Task) -> None:
        """Between two actions: others first under variant C. Clause: action.any-order, variant-c.anytime-cards"""
        self.fight = None
        if "C" in self.setup.variants and self._others_may_cast():
            seats = self.turn_order(self.active)[1:]
            self.then(Task("window", key="main", data=seats), YOUR_ORDER)
            return
        self.ask = asked("order", self.active)

    def do_your_order(self, task: Task) -> None:
        """Clause: action.any-order"""
        self.ask = asked("order", self.active)

    def _others_may_cast(self) -> bool:
        cards = self.setup.cards
        return any(
            seat != self.active and any(key in cards and ANY_TIME in cards[key].groups for key in hand)
            for seat, hand in enumerate(self.hands)
        )

    def on_order(self, ask: Ask, move: Any) -> None:
        """Carry out an order of the active player."""
        if not isinstance(move, EndTurn):
            self.agenda.append(ORDER)
        CARRY_OUT[type(move)](self, ask.seat, move)

    def pay(self, mana: int) -> None:
        """Clause: turn.pay-first"""
        self.mana -= mana
        if mana and self.log is not None:
            self.tell("turn.pay-first", "{} pays {} mana and has {} left.", self.who(self.active), mana, self.mana)

    def note_use(self, unit: int, kind: str) -> None:
        """Under once-per-unit-and-kind, what a unit has done; a rotation counts for the player. Clause: action.any-order"""
        if self.reads["action.repeats"] == "once-per-unit-and-kind" and kind in LIMITED:
            self.used = (*self.used, (doer(unit, kind), kind))

    def number_of(self, name: str) -> int:
        """The number of a unit."""
        return unit_numbers(self.clans)[name]

    def end_turn(self, seat: Seat, move: EndTurn) -> None:
        """Clause: turn.ends-on-declaration, turn.five-mana, faq.shade-loses-own-lines"""
        if self.log is not None:
            self.tell("turn.ends-on-declaration", "{} ends the turn.", self.who(seat))
        self.close_turn()

    def close_turn(self) -> None:
        """Mana left over is lost or kept; a changed Shade is a Shade again. Clause: turn.five-mana"""
        seat = self.active
        if self.mana:
            if self.reads["mana.unspent"] == "kept":
                self.pending = _at(self.pending, seat, self.pending[seat] + self.mana)
                self.tell("turn.five-mana", "{} mana are kept.", self.mana, rests="mana.unspent")
            else:
                self.tell("turn.five-mana", "{} mana left over are lost.", self.mana, rests="mana.unspent")
        for unit, what in enumerate(self.units) if self.setup.mode == "full" else ():
            if what.shape:
                self.put_unit(unit, shape="")
                self.tell("faq.shade-loses-own-lines", "{} is a Shade again.", self.said(unit))
        self.mana, self.used, self.active = 0, (), NOBODY

    def move(self, seat: Seat, move: Move) -> None:
        """Clause: move.adjacent, move.all-orth-adjacent, action.move-cost"""
        self.pay(cost("move"))
        unit = self.number_of(move.unit)
        self.note_use(unit, "move")
        start = self.units[unit].at
        if self.log is not None:
            linked = move.to not in self.ground.physical[start]
            clause = "move.all-orth-adjacent" if linked else "move.adjacent"
            way = " over the Orth link" if linked else ""
            text = "{} moves from {} to {}{}."
            self.tell(clause, text, self.said(unit), start, move.to, way, rests="orth.scope" if linked else "")
        if move.carry:
            self.take_orb(start, move.carry)
            self.put_orb(move.to, move.carry)
            text = "It takes the {} Orb along."
            self.tell("move.orb-tria-is-vacant", text, move.carry, rests="orb.left-behind")
        self.put(unit, move.to)

    def flip(self, seat: Seat, move: Flip) -> None:
        """Clause: mode.flip, inka.two-modes, action.mode-cost"""
        self.pay(cost("mode"))
        unit = self.number_of(move.unit)
        self.note_use(unit, "mode")
        what = self.units[unit]
        self.units[unit] = what.flipped()
        self.tell("mode.flip", "{} changes to {}.", self.said(unit), "Guard" if what.ready else "Ready")

    def transform(self, seat: Seat, move: Transform) -> None:
        """Clause: transform.on-any-orb, transform.orb-on-top, transform.is-idol-now, action.transform-cost"""
        self.pay(cost("transform"))
        unit = self.number_of(move.unit)
        self.note_use(unit, "transform")
        place = self.units[unit].at
        who = self.said(unit)
        self.take_orb(place, move.orb)
        self.put_unit(unit, orb=move.orb, ready=False, mods="")
        self.tell("transform.orb-on-top", "{} takes the {} Orb on top.", who, move.orb)
        idol = self.idol_of(move.orb).capitalize()
        self.tell("transform.is-idol-now", "It is a {} now, and no Inka.", idol, key=True, rests="data.orb-idol-map")
        if seat_of(unit) != seat:
            text = "It no longer obeys {}."
            self.tell("faq.transformed-is-free", text, self.who(seat))

    def rotate(self, seat: Seat, move: Rotate) -> None:
        """Clause: rotate.elder-on-plane, rotate.same-configuration, action.rotate-cost"""
        self.pay(cost("rotate"))
        self.note_use(seat * UNITS + ELDER, "rotate")
        self.turned(plane_of(self.elder_of(seat).at), move.steps)

    def turned(self, plane: int, steps: int) -> None:
        """Clause: rotate.same-configuration"""
        self.turn_plane(plane, steps)
        way = "counter-clockwise" if steps == 1 else "clockwise"
        text = "Plane {} turns by 120 degrees {}, with all that lies on it."
        if self.reads["rotate.contents"] == "board-only":
            text = "Plane {} turns by 120 degrees {} under its pieces."
        self.tell("rotate.same-configuration", text, plane, way, rests="rotate.contents")

    def summon(self, seat: Seat, move: Summon) -> None:
        """Clause: summon.vacant-orth, summon.returns-as-inka, summon.free-mode, action.summon-cost"""
        self.pay(cost("summon"))
        self.returns(self.number_of(move.unit), move.at, move.mode, "summon.vacant-orth")

    def returns(self, unit: int, place: int, mode: str, clause: str) -> None:
        """A Fallen Inka stands on the board again. Clause: summon.returns-as-inka, summon.free-mode"""
        self.units[unit] = Unit(place, mode == "ready")
        if self.log is not None:
            self.tell(clause, "{} comes back on {}.", self.said(unit), place)
            self.tell("summon.free-mode", "It stands in {}.", mode.capitalize())

    def attack(self, seat: Seat, move: Attack) -> None:
        """Clause: combat.declare, combat.adjacent-for-two, action.combat-cost"""
        self.pay(cost("attack"))
        unit = self.number_of(move.unit)
        self.note_use(unit, "attack")
        self.then(Task("strike", seat, unit, self.number_of(move.target), data=(True,)))

    def come_back(self, seat: Seat, move: ReturnElder) -> None:
        """Clause: elder.return"""
        self.rights = _at(self.rights, seat, False)
        self.elder_returns(seat, move.at)

    def elder_returns(self, seat: Seat, place: int) -> None:
        """Clause: elder.return"""
        self.units[seat * UNITS + ELDER] = Unit(place, hp=number("elder_hp_on_return"))
        text = "{}’s Elder comes back on {} with 1 HP."
        self.tell("elder.return", text, self.who(seat), place, key=True)

    # -------------------------------------------------------------------------------------------- lines of Spec Cards

    def use(self, seat: Seat, move: Use) -> None:
        """Clause: spec.lists-actions, spec.mana-cost"""
        unit = self.number_of(move.unit)
        line = next(line for line in self.lines(unit) if line.id == move.line)
        self.pay(line.mana)
        self.note_use(unit, line.kind)
        rests = "" if line.provenance in ("printed", "official") else f"This line is {line.provenance} by the kit."
        if self.log is not None:
            self.tell(line.clause, "{} uses {} for {} mana.", self.said(unit), line.name, line.mana, rests=rests)
        USE[line.kind](self, seat, unit, line, move)

    def use_move(self, seat: Seat, unit: int, line: Line, move: Use) -> None:
        """Clause: move.idols-by-card, guardian.move"""
        assert move.to is not None
        start = self.units[unit].at
        self.put(unit, move.to)
        self.tell("move.idols-by-card", "{} moves from {} to {}.", self.said(unit), start, move.to)

    def use_attack(self, seat: Seat, unit: int, line: Line, move: Use) -> None:
        """Clause: combat.declare, combat.idols-by-card, guardian.attack"""
        named = tuple(map(self.number_of, move.targets))
        tasks = [Task("strike", seat, unit, target, line.id, (n == 0,)) for n, target in enumerate(named)]
        count = line.how.get("attacks", 1)
        if count > 1 and self.reads["hydra.targets"] == "one-by-one":
            tasks.append(Task("next-target", seat, unit, count - 1, line.id, named))
        tasks += [Task("retry", seat, unit, named[0], line.id)] * line.how.get("retry_original_target", 0)
        self.then(*tasks, Task("late-mods", seat))

    def use_swap(self, seat: Seat, unit: int, line: Line, move: Use) -> None:
        """Clause: spec.other-five-unprinted"""
        other = self.number_of(move.other)
        here, there = self.units[unit].at, self.units[other].at
        self.put(unit, there)
        self.put(other, here)
        self.tell(line.clause, "{} and {} change places.", self.said(unit), self.said(other))

    def use_summon(self, seat: Seat, unit: int, line: Line, move: Use) -> None:
        """Clause: summon.returns-as-inka, spec.other-five-unprinted"""
        assert move.to is not None
        self.returns(self.number_of(move.other), move.to, move.mode, "summon.returns-as-inka")

    def use_escort(self, seat: Seat, unit: int, line: Line, move: Use) -> None:
        """Clause: spec.other-five-unprinted"""
        other = self.number_of(move.other)
        self.put_unit(other, at=move.to)
        self.tell(line.clause, "{} is led to {}.", self.said(other), move.to)

    def use_rotate(self, seat: Seat, unit: int, line: Line, move: Use) -> None:
        """Clause: rotate.same-configuration"""
        assert move.steps is not None
        self.turned(plane_of(self.units[unit].at), move.steps)

    def use_shape(self, seat: Seat, unit: int, line: Line, move: Use) -> None:
        """Clause: faq.shade-loses-own-lines, spec.other-five-unprinted"""
        shape = self.idol_of(move.orb)
        self.put_unit(unit, shape=shape)
        text = "Until the end of the turn it is a {} and has only that card’s lines."
        self.tell("faq.shade-loses-own-lines", text, shape.capitalize(), key=True, rests="shape-shift.orbs")

    # -------------------------------------------------------------------------------------------- an attack

    def do_strike(self, task: Task) -> None:
        """One attack of an action, A0 to A5. `n`: the target; `data`: whether it is the first of its action.

        Clause: combat.declare, faq.multi-attack-stops
        """
        attacker, target, (first,) = task.unit, task.n, task.data
        if not first and not self._goes_on(task):
            return
        self.fight = Fight(task.seat, attacker, target, target, task.key)
        if self.log is not None:
            self.tell("combat.declare", "{} attacks {}.", self.said(attacker), self.said(target))
        self.then(*STRUCK)

    def _goes_on(self, task: Task) -> bool:
        """Whether a further attack of an action takes place. Clause: faq.multi-attack-stops"""
        what = self.units[task.unit]
        if what.at < 0 or not what.orb:
            text = "{} is no longer there as an Idol: its further attacks are lost."
            self.tell("faq.multi-attack-stops", text, self.said(task.unit))
            return False
        if self.units[task.n].at < 0:
            text = "{} is no longer on the board: the attack on it is lost."
            self.tell("faq.multi-attack-stops", text, self.said(task.n))
            return False
        return True

    def do_retry(self, task: Task) -> None:
        """Twin Arrow: once more on the original target if the attack failed. Clause: spec.other-five-unprinted"""
        fight = self.fight
        if fight is not None and (fight.result != "succeeded" or fight.reversed_by != NOBODY):
            self.then(task._replace(do="strike", data=(False,)))

    def do_next_target(self, task: Task) -> None:
        """Under one-by-one: the next target is named after an attack. Clause: combat.declare"""
        what = self.units[task.unit]
        if not task.n or what.at < 0 or not what.orb:
            return
        if options := self.next_targets(task.unit, task.seat, task.key, task.data):
            self.then(task)
            self.ask = Ask("target", task.seat, task.key, task.unit, tuple(options))

    def next_targets(self, unit: int, seat: Seat, line: str, named: tuple[int, ...]) -> list[int]:
        """The units a multi-attack may still name."""
        row = next((one for one in self.card_lines(unit) if one.id == line), None)
        found = targets(self, seat, unit, row, self.occupied()) if row is not None else []
        return [target for target in found if target not in named]

    def on_target(self, ask: Ask, move: NextTarget) -> None:
        """Clause: combat.declare"""
        task = self.agenda.pop()
        target = self.number_of(move.target)
        self.then(
            Task("strike", task.seat, task.unit, target, task.key, (False,)),
            task._replace(n=task.n - 1, data=(*task.data, target)),
        )

    def do_shields(self, task: Task) -> None:
        """A1: the owner of the target may pass the attack on. Clause: guardian.shield-idol, faq.shield-any-turn"""
        if self.setup.mode == "first":  # there are no Guardians
            return
        timing = self.reads["shield.timing"]
        if timing not in (task.key, "after-dice") or not shield_options(self):
            return
        fight = self.fight
        assert fight is not None
        self.ask = Ask("shield", seat_of(fight.defender), task.key, fight.defender)

    def on_shield(self, ask: Ask, move: Shield | Pass) -> None:
        """Clause: guardian.shield-idol, guardian.shield-inka, guardian.shield-elder, guardian.own-clan-only"""
        if ask.key == "card":
            self._shield_from_card(ask, move)
            return
        if isinstance(move, Pass):
            return
        fight = self.fight
        assert fight is not None
        to = self.number_of(move.to)
        text = "{} passes the attack on {} to {}."
        self.tell(move.line, text, self.who(ask.seat), self.said(fight.defender), self.said(to), rests="shield.timing")
        if ask.seat != self.active:
            self.tell("faq.shield-any-turn", "A Shield may be used in any player’s turn.")
        self.fight = fight._replace(defender=to, passed=(*fight.passed, to))
        if self.reads["shield.once"] == "chain":
            self.then(Task("shields", key=ask.key))

    def do_dice(self, task: Task) -> None:
        """A3: both dice. Clause: combat.attack-roll, combat.defence-roll, combat.defence-free"""
        fight = self.fight
        assert fight is not None
        if fight.result:
            return
        if len(task.rolls) < 2:
            attacker, defender = self.sides()
            self.wants(task, (("attack", fight.attacker, attacker), ("defence", fight.defender, defender)))
            return
        self.fight = fight.thrown((task.rolls[0], task.rolls[1]))
        if self.log is not None:
            attacker, defender = self.sides()
            self.tell("combat.attack-roll", "{} rolls {} for the attack.", self.who(attacker), task.rolls[0])
            self.tell("combat.defence-roll", "{} rolls {} for the defence.", self.who(defender), task.rolls[1])

    def do_reroll(self, task: Task) -> None:
        """Clause: card.text-rules"""
        fight = self.fight
        if fight is None or fight.result or not fight.dice[0]:
            return
        unit = fight.attacker if task.key == "attack" else fight.defender
        if self.wants(task, [(f"{task.key} again", unit, NOBODY)]):
            return
        dice = (task.rolls[0], fight.dice[1]) if task.key == "attack" else (fight.dice[0], task.rolls[0])
        self.fight = fight.thrown(dice)
        self.tell("card.text-rules", "The {} die shows {} now.", task.key, task.rolls[0])

    def do_compare(self, task: Task) -> None:
        """A5: the strengths decide. Clause: combat.defender-wins-ties"""
        fight = self.fight
        assert fight is not None
        if fight.result:
            return
        if gone := [unit for unit in (fight.attacker, fight.defender) if self.units[unit].at < 0]:
            self.fight = fight.over("cancelled")
            self.tell("combat.declare", "{} is no longer on the board: the attack is off.", self.said(gone[0]))
            return
        attack, defence = self.strengths()
        self.notes.append(("strengths", attack, defence))
        self._tell_strengths(attack, defence)
        if not succeeds(attack, defence):
            self.fight = fight.over("failed")
            text = "{} is not more than {}: nothing happens."
            self.tell("combat.defender-wins-ties", text, attack, defence, key=True)
            return
        self.fight = fight.over("succeeded")
        self._succeed()

    def _tell_strengths(self, attack: int, defence: int) -> None:
        if self.log is None:
            return
        fight = self.fight
        assert fight is not None
        clauses = {"idol": "combat.idol-strength", "elder": "combat.elder-strength"}
        for unit, die, strength, verb in (
            (fight.attacker, fight.dice[0], attack, "attacks"),
            (fight.defender, fight.dice[1], defence, "defends"),
        ):
            what = self.units[unit]
            kind = kind_of(unit, what)
            clause = clauses.get(kind, "combat.ready-strength" if what.ready else "combat.guard-strength")
            change = strength - die
            sum = f"{die} {'+' if change > 0 else '−'} {abs(change)} = {strength}" if change else str(strength)
            mode = f", in {'Ready' if what.ready else 'Guard'}," if kind == "inka" else ""
            self.tell(clause, "{}{} {} with {}.", self.said(unit), mode, verb, sum)

    def _succeed(self) -> None:
        """A6 to A11. Clause: combat.inka-falls, combat.must-move-in, combat.idols-stay, guardian.attacker-stays"""
        fight = self.fight
        assert fight is not None
        victim = fight.defender
        place = self.units[victim].at
        gone = self.hit(victim)
        elder = gone and is_elder(victim)
        remover = self._remover(fight)
        tasks = []
        if elder and self.reads["win.return-first"] == "check-first" and self.decide(remover, "win.return-first"):
            return
        if gone:
            self._move_in(fight, place)
        if elder and remover != seat_of(victim):
            self._pass_hand(seat_of(victim), remover)
        if fight.reversed_by == NOBODY and self._earns(fight):
            tasks.append(Task("mod", fight.by, key=fight.line))
        if elder:
            tasks.append(Task("return", remover, data=(seat_of(victim),)))
            if self.reads["win.return-first"] == "return-first":
                tasks.append(Task("check", remover))
        self.then(*tasks)

    def _remover(self, fight: Fight) -> Seat:
        """Who is responsible for a removal. Clause: elderless.cards-pass, control.four-actions"""
        if fight.reversed_by != NOBODY:
            return fight.reversed_by
        return fight.by if self.reads["control.remover"] == "controller" else seat_of(fight.attacker)

    def _earns(self, fight: Fight) -> bool:
        return not fight.passed or self.reads["mods.transferred-attack"] == "earns"

    def _move_in(self, fight: Fight, place: int) -> None:
        attacker = fight.attacker
        who = self.said(attacker) if self.log is not None else ""
        if fight.reversed_by != NOBODY:
            return
        if fight.passed:
            self.tell("guardian.attacker-stays", "{} does not move: the attack was passed on.", who)
        elif kind_of(attacker, self.units[attacker]) == "idol":
            self.tell("combat.idols-stay", "{} stays: Idols do not move in.", who)
        elif not self.may_enter(attacker, place):
            text = "{} stays: an Orb lies there."
            self.tell("move.orb-tria-is-vacant", text, who, rests="orb.who-may-stand")
        else:
            self.put(attacker, place)
            self.tell("combat.must-move-in", "{} must move onto tria {}, for free.", who, place)

    def _pass_hand(self, seat: Seat, to: Seat) -> None:
        """Clause: elderless.cards-pass, faq.card-removes-elder"""
        hand = self.hands[seat]
        if hand:
            self.set_hand(to, (*self.hands[to], *hand))
            self.set_hand(seat, ())
            text = "{}’s {} card{} to {}."
            verb = " goes" if len(hand) == 1 else "s go"
            self.tell("elderless.cards-pass", text, self.who(seat), len(hand), verb, self.who(to))

    def do_mod(self, task: Task) -> None:
        """A9: a Mod for the player who declared the attack. Clause: combat.earn-mod, combat.mod-at-once, combat.mod-limit"""
        if self.setup.mode == "first" or not self.idols_of(task.seat):
            return
        if self.reads["mods.within-multi-attack"] == "after-the-action" and task.key:
            for place, waiting in enumerate(self.agenda):
                if waiting.do == "late-mods":
                    self.agenda[place] = waiting._replace(n=waiting.n + 1)
                    return
        if not mod_options(self, task.seat):
            self.tell("combat.mod-limit", "No Idol of {} has room for a Mod.", self.who(task.seat))
            return
        self.tell("combat.earn-mod", "{} earns a Mod.", self.who(task.seat))
        self.ask = Ask("mod", task.seat)

    def do_late_mods(self, task: Task) -> None:
        """Mods of a multi-attack that are placed after it. Clause: combat.mod-at-once"""
        self.then(*([Task("mod", task.seat)] * task.n))

    def on_mod(self, ask: Ask, move: TakeMod) -> None:
        """Clause: combat.mod-at-once, mod.attack, mod.defence"""
        unit = self.number_of(move.unit)
        self.place_mod(unit, move.mod)
        clause = "mod.attack" if move.mod == "A" else "mod.defence"
        self.tell(clause, "{} receives {}-mod.", self.said(unit), "an A" if move.mod == "A" else "a D")
        self.tell("combat.mod-stays", "It stays on this Idol.")

    def do_return(self, task: Task) -> None:
        """A10: who has removed another clan's Elder may bring back the own one. `data`: whose Elders were removed.

        Clause: elder.return
        """
        seat = task.seat
        if self.has_elder(seat) or not any(other != seat for other in task.data):
            return
        self.ask = Ask("return", seat)

    def on_return(self, ask: Ask, move: ReturnElder | Decline) -> None:
        """Clause: elder.return"""
        if isinstance(move, ReturnElder):
            self.elder_returns(ask.seat, move.at)
            return
        keeps = self.reads["elder.return-choice"] == "any-later-own-turn"
        if keeps:
            self.rights = _at(self.rights, ask.seat, True)
            if ask.seat == self.active:
                self.used = (*self.used, (ask.seat * UNITS + ELDER, KEPT))
        text = "{} {}."
        does = "keeps the right for a later turn" if keeps else "does not bring the Elder back"
        self.tell("elder.return", text, self.who(ask.seat), does, rests="elder.return-choice")

    def do_check(self, task: Task) -> None:
        """A11. Clause: win.last-elder"""
        self.decide(task.seat, "")

    def decide(self, remover: Seat, rests: str) -> bool:
        """Whether the game is over now; if so, who has won. Clause: win.last-elder, variant-a.first-elimination,
        variant-a.winner"""
        left = [seat for seat in range(self.players) if self.has_elder(seat)]
        if "A" in self.setup.variants:
            self.tell("variant-a.first-elimination", "An Elder is eliminated: the game ends.")
            won = self._variant_a(remover) if left else ()
            if left:
                who = " and ".join(map(self.who, won))
                text = "{} win{}: most HP, then Mods, then units."
                self.tell("variant-a.winner", text, who, "s" if len(won) == 1 else "", key=True)
                self.finish("variant-a.winner", won)
                return True
        if len(left) > 1:
            return False
        if left:
            text = "{}’s Elder is the only one left: {} wins."
            self.tell("win.last-elder", text, self.who(left[0]), self.who(left[0]), key=True, rests=rests)
            self.finish("win.last-elder", (left[0],))
            return True
        wins = self.reads["win.nobody-left"] == "remover-wins"
        who = self.who(remover) if wins else "Nobody"
        text = "No Elder is left: {} wins."
        self.tell("win.last-elder", text, who, key=True, rests="win.nobody-left")
        self.finish("win.last-elder", (remover,) if wins else ())
        return True

    def _variant_a(self, remover: Seat) -> tuple[Seat, ...]:
        seats = range(self.players)
        hp = [self.elder_of(seat).hp for seat in seats]
        mods = [sum(len(self.units[unit].mods) for unit in self.own(seat)) for seat in seats]
        units = [sum(self.units[unit].at >= 0 for unit in self.own(seat)) for seat in seats]
        return winners_of_variant_a(hp, mods, units, remover, self.reads["variant-a.full-tie"])

    def finish(self, clause: str, won: tuple[Seat, ...]) -> None:
        """The game is over: cards that lie open go under the deck."""
        self.ended, self.winners, self.phase = clause, won, "over"
        for spell in reversed(self.open):
            if self.reads["cast.bottom-timing"] == "after-effect":
                self.under(spell.card)
        self.open, self.ask, self.fight = [], None, None
        self.agenda.clear()

    # -------------------------------------------------------------------------------------------- windows

    def do_window(self, task: Task) -> None:
        """Each player in order casts a card or passes, until all pass in a row. `data`: who is asked, next first; `n`:
        how many have passed in a row. Clause: card.text-rules"""
        if task.key in ("attack-declared", "attack-rolled") and self.fight is not None and self.fight.result:
            return
        if task.key == "card-shown" and self.open[-1].cancelled:
            return
        if all(map(self.setup.castable[task.key].isdisjoint, self.hands)):
            return
        seats: tuple[Seat, ...] = task.data or self._asked(task.key)
        passed = task.n
        while passed < len(seats):
            seat, rest = seats[0], (*seats[1:], seats[0])
            if self.hands[seat] and cast_options(self, seat, task.key):
                self.agenda.append(todo("window", NOBODY, passed, task.key, rest))
                self.ask = asked("react", seat, task.key)
                return
            seats, passed = rest, passed + 1

    def _starts(self) -> Seat:
        """From whom players are counted: the active one, in the draw step who has drawn. Clause: card.text-rules"""
        return self.active if self.active != NOBODY else self.open[0].caster if self.open else self.order[0]

    def _asked(self, window: str) -> tuple[Seat, ...]:
        start = self._starts()
        if window in ("attack-declared", "attack-rolled"):
            attacker, defender = self.sides()
            return window_order(self.order, start, attacker, defender, self.reads["cast.reaction-order"])
        return window_order(self.order, start)

    def on_react(self, ask: Ask, move: Cast | Pass) -> None:
        """Clause: card.text-rules, cast.show"""
        window = self.agenda.pop()
        if isinstance(move, Pass):
            self.agenda.append(todo("window", NOBODY, window.n + 1, window.key, window.data))
            return
        self.agenda.append(todo("window", NOBODY, 0, window.key, window.data))
        self.cast(ask.seat, move)

    # -------------------------------------------------------------------------------------------- cards

    def cast(self, seat: Seat, move: Cast) -> None:
        """K0: a card is shown and what it asks for is named. Clause: cast.show, action.cast-cost, card.text-rules"""
        hand = list(self.hands[seat])
        hand.remove(move.card)
        self.set_hand(seat, hand)
        row = self.setup.cards[move.card]
        named = dict(move.choices)
        place = self.units[self.number_of(named["unit"])].at if "unit" in named else OFF
        if any(step["do"] == "take-card" for step in row.steps):
            self.tell("cast.show", "{} casts {}.", self.who(seat), row.name)
            self.under(move.card)
            spell = self.open[-1]
            self.open[-1] = spell._replace(takers=(*spell.takers, seat))
            return
        self.show(Spell(move.card, seat, move.choices, place=place))

    def show(self, spell: Spell) -> None:
        """K0 to K4 of a card that has been shown. Clause: cast.show, cast.to-bottom"""
        row = self.setup.cards[spell.card]
        self.open.append(spell)
        if self.log is not None:
            self._tell_shown(spell, row)
        if self.reads["cast.bottom-timing"] == "when-shown":
            self.under(spell.card)
        if not row.is_response:
            self.then(SHOWN, EFFECT, LEAVING, LEAVE)
        elif self.reads["cast.response-chain"] == "neglect-only":
            self.then(SHOWN, EFFECT, LEAVE)
        else:
            self.then(EFFECT, LEAVE)

    def _tell_shown(self, spell: Spell, row: CastCard) -> None:
        assumed = "" if row.provenance == "printed" else f"The effect of {row.name} is {row.provenance} by the kit."
        text = "{} shows {}{}."
        said = ", ".join(value for _, value in spell.choices)
        self.tell("cast.show", text, self.who(spell.caster), row.name, f": {said}" if said else "")
        if row.rune != "none":
            self.tell("cast.rune-needed", "A unit of the clan stands on the {} rune.", row.rune)
        self.tell("card.text-rules", "{}", row.text, rests=assumed)

    def do_effect(self, task: Task) -> None:
        """K2: the steps of a card. Clause: card.text-rules, faq.neglect-not-mid-effect"""
        spell = self.open[-1]
        row = self.setup.cards[spell.card]
        if spell.cancelled:
            self.tell("faq.neglect-not-mid-effect", "{} was neglected in time: it has no effect.", row.name)
            return
        self.then(*[todo("step", NOBODY, n) for n in range(len(row.steps))], AFTER_EFFECT)

    def do_step(self, task: Task) -> None:
        """One step of a card. Clause: card.text-rules"""
        spell = self.open[-1]
        step = self.setup.cards[spell.card].steps[task.n]
        STEPS[step["do"]](self, spell, step, task)

    def do_after_effect(self, task: Task) -> None:
        """K3: hands, a Mod by a reading, returns, the check. Clause: faq.card-removes-elder, elderless.cards-pass"""
        spell = self.open[-1]
        caster, removed = spell.caster, spell.removed
        tasks = []
        if removed:
            if caster in removed:
                only = removed == (caster,)
                keep = (self.reads["cards.only-caster-dies"] == "kept") if only else False
                victims_only = self.reads["cards.whose-hands"] == "victims-only" and not only
                for seat in self.turn_order(caster):
                    if seat in removed and not keep and not (victims_only and seat == caster):
                        self._hand_under(seat)
            else:
                for seat in self.turn_order(caster):
                    if seat in removed:
                        self._pass_hand(seat, caster)
        if spell.hurt and self.reads["mods.card-hits"] == "one-per-card":
            tasks.append(Task("mod", caster))
        if removed:
            if caster not in removed:
                tasks.append(Task("return", caster, data=removed))
            if self.reads["win.return-first"] == "return-first":
                tasks.append(Task("check", caster))
        self.then(*tasks)

    def _hand_under(self, seat: Seat) -> None:
        hand = self.hands[seat]
        self.set_hand(seat, ())
        for card in hand:
            self.under(card)
        text = "{}’s hand goes under the deck: the caster’s Elder is gone as well."
        self.tell("faq.card-removes-elder", text, self.who(seat), rests="cards.whose-hands")

    def do_leave(self, task: Task) -> None:
        """K4: the card goes under the deck, or to who has recycled it. Clause: cast.to-bottom, faq.recycle-roll-off"""
        spell = self.open[-1]
        takers: tuple[Seat, ...] = task.data or tuple(dict.fromkeys(spell.takers))
        if len(takers) > 1:
            if self.wants(task, [("recycle", OFF, seat) for seat in takers]):
                return
            best = tuple(takers[n] for n in highest(task.rolls))
            said = ", ".join(f"{self.who(seat)} {roll}" for seat, roll in zip(takers, task.rolls, strict=True))
            self.tell("faq.recycle-roll-off", "For the card roll: {}.", said, key=True)
            if len(best) > 1 and self.reads["recycle.tie"] == "reroll":
                self.tell("faq.recycle-roll-off", "The highest roll again.", rests="recycle.tie")
                self.then(task._replace(data=best, rolls=()))
                return
            takers = (next(seat for seat in self.turn_order(self._starts()) if seat in best),)
        self.open.pop()
        row = self.setup.cards[spell.card]
        if not takers:
            if self.reads["cast.bottom-timing"] == "after-effect":
                self.under(spell.card)
            if self.log is not None:
                self.tell("cast.to-bottom", "{} goes under the deck.", row.name, rests="cast.bottom-timing")
            return
        (taker,) = takers
        if self.reads["cast.bottom-timing"] == "when-shown":
            at = len(self.deck) - 1 - self.deck[::-1].index(spell.card)
            self.deck = self.deck[:at] + self.deck[at + 1 :]
            self.notes.append(("back", spell.card))
        self.tell("faq.recycle-roll-off", "{} takes {} back into a hand.", self.who(taker), row.name)
        if row.who == "forced":
            text = "{} has picked it up and must cast it at once."
            self.tell("faq.crisis-at-once", text, self.who(taker), rests="recycle.crisis")
            self.show(Spell(spell.card, taker))
        else:
            self.set_hand(taker, (*self.hands[taker], spell.card))

    # -------------------------------------------------------------------------------------------- steps of cards

    def step_defend(self, spell: Spell, step: Mapping[str, Any], task: Task) -> None:
        """Every selected unit defends; all dice first, then what happens to those that fail.

        Clause: card.text-rules, variant-b.shared-roll
        """
        picked = chosen_by(self, step["select"], spell.caster, spell)
        self.then(Task("defend", n=task.n, data=(tuple(picked), False)))

    def do_defend(self, task: Task) -> None:
        """`data`: who defends, and whether Shields have been asked for. Clause: card.text-rules, variant-b.shared-roll"""
        spell = self.open[-1]
        step = self.setup.cards[spell.card].steps[task.n]
        units, shielded = task.data
        if not shielded and self.reads["shield.card-attacks"] == "also-cards":
            self.then(task._replace(data=(units, True)))
            self.then(*(Task("card-shield", unit=unit) for unit in units))
            return
        if self.wants(task, self._dice_of(spell, units)):
            return
        failed = []
        for unit, die in zip(units, self._die_for(spell, units, task.rolls), strict=True):
            strength = self.defence(unit, die)
            fails = strength < step["threshold"]
            if self.log is not None:
                text = "{} rolls {} and defends with {} against {}: {}."
                said = "fails" if fails else "holds"
                self.tell("card.text-rules", text, self.said(unit), die, strength, step["threshold"], said)
            failed += [unit] if fails else []
        FAILS[step["on_fail"]](self, failed, step)

    def _shared(self, spell: Spell) -> bool:
        return "B" in self.setup.variants and SEVERAL in self.setup.cards[spell.card].groups

    def _dice_of(self, spell: Spell, units: tuple[int, ...]) -> list[Die]:
        """Which dice are thrown. Clause: variant-b.shared-roll"""
        if not units:
            return []
        if self._shared(spell):
            return [("defend", OFF, spell.caster)]
        if self.reads["cards.defence-dice"] == "per-player":
            return [("defend", OFF, seat) for seat in dict.fromkeys(map(seat_of, units))]
        return [("defend", unit, seat_of(unit)) for unit in units]

    def _die_for(self, spell: Spell, units: tuple[int, ...], rolls: tuple[int, ...]) -> list[int]:
        if self._shared(spell):
            return [rolls[0] for _ in units]
        if self.reads["cards.defence-dice"] == "per-player":
            seats = list(dict.fromkeys(map(seat_of, units)))
            return [rolls[seats.index(seat_of(unit))] for unit in units]
        return list(rolls)

    def do_card_shield(self, task: Task) -> None:
        """Under also-cards a Shield puts an Inka in a unit's place. Clause: glossary.combat, guardian.shield-idol"""
        waiting = next(one for one in reversed(self.agenda) if one.do == "defend")
        units = waiting.data[0]
        if task.unit not in units or waiting.key:
            return
        line = shield_line(self, task.unit)
        if line == SHIELDS["elder"] and self.reads["shield.elder-text"] == "unusable":
            return
        if receivers(self, seat_of(task.unit), task.unit, line, units):
            self.ask = Ask("shield", seat_of(task.unit), "card", task.unit, units)

    def _shield_from_card(self, ask: Ask, move: Shield | Pass) -> None:
        if isinstance(move, Pass):
            return
        to = self.number_of(move.to)
        for place in reversed(range(len(self.agenda))):
            waiting = self.agenda[place]
            if waiting.do == "defend":
                units = [unit for unit in waiting.data[0] if unit != ask.unit] + [to]
                seats = self.turn_order(self.open[-1].caster)
                units.sort(key=lambda unit: (seats.index(seat_of(unit)), self.units[unit].at))
                self.agenda[place] = waiting._replace(data=(tuple(units), True), key="shielded")
                break
        text = "{} takes the place of {}."
        self.tell(move.line, text, self.said(to), self.said(ask.unit), rests="shield.card-attacks")

    def step_hit(self, spell: Spell, step: Mapping[str, Any], task: Task) -> None:
        """Clause: card.text-rules"""
        self.hit_all(chosen_by(self, step["select"], spell.caster, spell), step)

    def hit_all(self, units: list[int], step: Mapping[str, Any]) -> None:
        """Units are beaten by a card, all together. Clause: combat.inka-falls, combat.elder-loses-one, glossary.combat"""
        spell = self.open[-1]
        gone = [unit for unit in units if self.hit(unit)]
        removed = (*spell.removed, *(seat_of(unit) for unit in gone if is_elder(unit)))
        hurt = spell.hurt or any(seat_of(unit) != spell.caster for unit in units)
        self.open[-1] = spell._replace(removed=removed, hurt=hurt)
        if len(removed) > len(spell.removed) and self.reads["win.return-first"] == "check-first":
            self.decide(spell.caster, "win.return-first")

    def guard_all(self, units: list[int], step: Mapping[str, Any]) -> None:
        """Clause: inka.two-modes"""
        for unit in units:
            self.put_unit(unit, ready=False)
            self.tell("card.text-rules", "{} turns to Guard.", self.said(unit))

    def drain_all(self, units: list[int], step: Mapping[str, Any]) -> None:
        """Clause: card.text-rules"""
        for unit in units:
            self._mana(seat_of(unit), step["amount"])

    def _mana(self, seat: Seat, amount: int) -> None:
        now = seat == self.active
        self.give_mana(seat, amount)
        text = "{} {} {} mana {}."
        when = "now" if now else "in the next own turn"
        self.tell("card.text-rules", text, self.who(seat), "gains" if amount > 0 else "loses", abs(amount), when)

    def step_place(self, spell: Spell, step: Mapping[str, Any], task: Task) -> None:
        """Clause: card.text-rules, summon.returns-as-inka"""
        seats = self.turn_order(spell.caster) if step["player"] == "each" else (spell.caster,)
        self.then(*(Task("place", seat, key=step["where"]) for seat in seats for _ in range(step["count"])))

    def do_place(self, task: Task) -> None:
        """Clause: card.text-rules"""
        if self.fallen(task.seat) and fallen_places(self, task.seat, task.key):
            self.ask = Ask("place", task.seat, task.key)

    def on_place(self, ask: Ask, move: PlaceFallen | Decline) -> None:
        """Clause: summon.returns-as-inka, summon.free-mode, card.text-rules"""
        if isinstance(move, PlaceFallen):
            self.returns(self.number_of(move.unit), move.at, move.mode, "summon.returns-as-inka")

    def step_drop_orb(self, spell: Spell, step: Mapping[str, Any], task: Task) -> None:
        """Clause: glossary.idol, mod.only-on-idols"""
        unit = self.number_of(dict(spell.choices)["unit"])
        what = self.units[unit]
        if what.at < 0 or not what.orb:
            return
        who = self.said(unit)
        self.put_orb(what.at, what.orb)
        self.units[unit] = Unit(what.at)
        text = "{} loses its Orb and its Mods: it is an Inka again, in Guard."
        self.tell("glossary.idol", text, who, rests="idol.loses-orb-mode")
        if self.reads["idol.loses-orb-mode"] == "owner-chooses":
            self.ask = Ask("mode", seat_of(unit), unit=unit)

    def on_mode(self, ask: Ask, move: ChooseMode) -> None:
        """Clause: glossary.idol"""
        self.put_unit(ask.unit, ready=move.mode == "ready")
        text = "{} is in {}."
        self.tell("glossary.idol", text, self.said(ask.unit), move.mode.capitalize(), rests="idol.loses-orb-mode")

    def step_remove_mods(self, spell: Spell, step: Mapping[str, Any], task: Task) -> None:
        """Clause: card.text-rules"""
        unit = self.number_of(dict(spell.choices)["unit"])
        mods = self.units[unit].mods
        left = "" if step["count"] == "all" else mods[: max(0, len(mods) - int(step["count"]))]
        self.put_unit(unit, mods=left)
        self.tell("card.text-rules", "{} loses {} Mods.", self.said(unit), len(mods) - len(left))

    def step_mana(self, spell: Spell, step: Mapping[str, Any], task: Task) -> None:
        """Clause: card.text-rules, turn.five-mana"""
        named = dict(spell.choices)
        whom, amount = step["player"], step["amount"]
        if whom == "side":
            whom, amount = ("chosen", -amount) if named["side"] == "drain" else ("caster", amount)
        seat = self.clans.index(named["player"]) if whom == "chosen" else spell.caster
        self._mana(seat, amount)

    def _meant(self, spell: Spell, step: Mapping[str, Any]) -> int:
        """The unit of the attack a card means. Clause: card.text-rules, variant-c.anytime-cards"""
        fight = self.fight
        assert fight is not None
        named = dict(spell.choices)
        if "on" in named or step["unit"] == "chosen":
            return self.number_of(named["on" if "on" in named else "unit"])
        attacker, _ = self.sides()
        own = fight.attacker if spell.caster == attacker else fight.defender
        other = fight.defender if own == fight.attacker else fight.attacker
        return own if step["unit"] == "own" else other

    def step_strength(self, spell: Spell, step: Mapping[str, Any], task: Task) -> None:
        """Clause: card.text-rules, faq.declares-an-attack"""
        if self.fight is None or self.fight.result:
            return
        unit = self._meant(spell, step)
        self.fight = self.fight._replace(changes=(*self.fight.changes, (unit, step["amount"])))
        sign = "+" if step["amount"] > 0 else "−"
        self.tell("card.text-rules", "{} has {}{} strength in this attack.", self.said(unit), sign, abs(step["amount"]))

    def step_ignore_bonus(self, spell: Spell, step: Mapping[str, Any], task: Task) -> None:
        """Clause: card.text-rules"""
        if self.fight is None or self.fight.result:
            return
        unit = self._meant(spell, step)
        self.fight = self.fight._replace(plain=(*self.fight.plain, unit))
        self.tell("card.text-rules", "The bonuses of {} do not count in this attack.", self.said(unit))

    def step_reroll(self, spell: Spell, step: Mapping[str, Any], task: Task) -> None:
        """Clause: card.text-rules"""
        self.then(Task("reroll", key=dict(spell.choices)["die"]))

    def step_swap_dice(self, spell: Spell, step: Mapping[str, Any], task: Task) -> None:
        """Clause: card.text-rules"""
        if self.fight is not None and not self.fight.result:
            attack, defence = self.fight.dice
            self.fight = self.fight.thrown((defence, attack))
            self.tell("card.text-rules", "The dice change places: {} against {}.", defence, attack)

    def step_cancel_attack(self, spell: Spell, step: Mapping[str, Any], task: Task) -> None:
        """Clause: card.text-rules, turn.pay-first"""
        if self.fight is not None and not self.fight.result:
            self.fight = self.fight.over("cancelled")
            self.tell("card.text-rules", "The attack does not take place; its mana stays spent.", key=True)

    def step_reverse_attack(self, spell: Spell, step: Mapping[str, Any], task: Task) -> None:
        """Clause: card.text-rules"""
        fight = self.fight
        if fight is None or fight.result:
            return
        # two Reflects: the attack goes its first way again, but nobody moves in and no Mod is earned
        self.fight = fight._replace(
            attacker=fight.defender,
            defender=fight.attacker,
            reversed_by=spell.caster,
            dice=fight.dice[::-1],
            turned=not fight.turned,
        )
        text = "The attack is turned round: {} attacks {}."
        self.tell("card.text-rules", text, self.said(self.fight.attacker), self.said(self.fight.defender), key=True)

    def step_cancel_card(self, spell: Spell, step: Mapping[str, Any], task: Task) -> None:
        """Clause: card.text-rules, faq.neglect-not-mid-effect"""
        if len(self.open) > 1:
            self.open[-2] = self.open[-2]._replace(cancelled=True)
            name = self.setup.cards[self.open[-2].card].name
            self.tell("faq.neglect-not-mid-effect", "{} has not begun to work: it is cancelled.", name, key=True)


def grown(config: Configuration | None, move: AddPlane) -> Configuration:
    """A shape of planes with one more. Clause: setup.one-plane-per-player"""
    if config is None:
        return Configuration("own", "own", (), ((0, 0, True),), 1)
    cell = neighbour(config.cells[move.plane], move.side)
    new = config.planes
    touching = [
        Contact(plane, side, new, side)
        for plane, there in enumerate(config.cells)
        for side in SIDES
        if neighbour(there, side) == cell
    ]
    return Configuration("own", "own", (*config.contacts, *touching), (*config.cells, cell), new + 1)


def neighbour(cell: tuple[int, int, bool], side: str) -> tuple[int, int, bool]:
    """The lattice cell beside a side of a cell. Clause: setup.one-plane-per-player"""
    a, b, up = cell
    along = next(step for step, name, _, _ in UPS if name == side)
    above = next(step for _, name, _, step in UPS if name == side)
    return (a + along, b + above, False) if up else (a - along, b - above, True)


def free_sides(config: Configuration) -> list[tuple[int, str]]:
    """The sides of a shape where a plane can be added. Clause: setup.one-plane-per-player"""
    return [
        (plane, side)
        for plane, cell in enumerate(config.cells)
        for side in SIDES
        if neighbour(cell, side) not in config.cells
    ]


DOING: Final[dict[str, Callable[[Flow, Task], None]]] = {
    "shuffle": Flow.do_shuffle,
    "initiative": Flow.do_initiative,
    "coin": Flow.do_coin,
    "setup": Flow.do_setup,
    "ask": Flow.do_ask,
    "round": Flow.do_round,
    "draws": Flow.do_draws,
    "draw": Flow.do_draw,
    "forced": Flow.do_forced,
    "turn": Flow.do_turn,
    "order": Flow.do_order,
    "your-order": Flow.do_your_order,
    "strike": Flow.do_strike,
    "retry": Flow.do_retry,
    "next-target": Flow.do_next_target,
    "late-mods": Flow.do_late_mods,
    "shields": Flow.do_shields,
    "dice": Flow.do_dice,
    "reroll": Flow.do_reroll,
    "compare": Flow.do_compare,
    "mod": Flow.do_mod,
    "return": Flow.do_return,
    "check": Flow.do_check,
    "window": Flow.do_window,
    "effect": Flow.do_effect,
    "step": Flow.do_step,
    "after-effect": Flow.do_after_effect,
    "leave": Flow.do_leave,
    "defend": Flow.do_defend,
    "card-shield": Flow.do_card_shield,
    "place": Flow.do_place,
}
APPLY: Final[dict[str, Callable[[Flow, Ask, Any], None]]] = {
    "shuffle": Flow.on_shuffle,
    "roll": Flow.on_roll,
    "toss": Flow.on_toss,
    "plane": Flow.on_plane,
    "clan": Flow.on_clan,
    "inka": Flow.on_inka,
    "orb": Flow.on_orb,
    "elder": Flow.on_elder,
    "order": Flow.on_order,
    "target": Flow.on_target,
    "shield": Flow.on_shield,
    "react": Flow.on_react,
    "mod": Flow.on_mod,
    "return": Flow.on_return,
    "place": Flow.on_place,
    "mode": Flow.on_mode,
}
CARRY_OUT: Final[dict[type[Any], Callable[[Flow, Seat, Any], None]]] = {
    Move: Flow.move,
    Flip: Flow.flip,
    Transform: Flow.transform,
    Rotate: Flow.rotate,
    Summon: Flow.summon,
    Attack: Flow.attack,
    Use: Flow.use,
    Cast: Flow.cast,
    ReturnElder: Flow.come_back,
    EndTurn: Flow.end_turn,
}
USE: Final[dict[str, Callable[[Flow, Seat, int, Line, Any], None]]] = {
    "move": Flow.use_move,
    "attack": Flow.use_attack,
    "swap": Flow.use_swap,
    "summon": Flow.use_summon,
    "escort": Flow.use_escort,
    "rotate": Flow.use_rotate,
    "shape-shift": Flow.use_shape,
}
STEPS: Final[dict[str, Callable[[Flow, Spell, Mapping[str, Any], Task], None]]] = {
    "defend": Flow.step_defend,
    "hit": Flow.step_hit,
    "place-fallen": Flow.step_place,
    "drop-orb": Flow.step_drop_orb,
    "remove-mods": Flow.step_remove_mods,
    "mana": Flow.step_mana,
    "strength": Flow.step_strength,
    "ignore-bonus": Flow.step_ignore_bonus,
    "reroll": Flow.step_reroll,
    "swap-dice": Flow.step_swap_dice,
    "cancel-attack": Flow.step_cancel_attack,
    "reverse-attack": Flow.step_reverse_attack,
    "cancel-card": Flow.step_cancel_card,
}
FAILS: Final[dict[str, Callable[[Flow, list[int], Mapping[str, Any]], None]]] = {
    "hit": Flow.hit_all,
    "guard": Flow.guard_all,
    "mana": Flow.drain_all,
}
__all__ = ["CLOCKWISE", "COUNTER", "FALLEN", "TRIAS", "Flow", "choice_options", "free_sides", "setup_sequence"]
