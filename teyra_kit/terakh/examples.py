"""What comes out in the worked examples? A script is played step by step by the game itself; a question is computed.

A step that is refused changes nothing; its result is "refused:" and the clause of the first reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..core import Reason, Rulings, Seat
from ..core.examples import Example, load_examples
from . import board as boards
from .board import KEY, check_turns, configuration, ground, layout, plane_of
from .cast_cards import cards, whole_deck
from .casting import (
    COMBAT,
    MOD_DUE,
    NEGLECT_LATE,
    NO_IDOL,
    choice_sets,
    fits,
    mod_options,
    needs_unit,
    shield_barred,
    why_not_cast,
    why_not_mod,
    why_not_shield,
    window_order,
)
from .combat import casualties, hits, named, order_of, successes, unique_highest, winners_of_variant_a
from .desk import UNKNOWN, Ask, Spell, Task, starting_hp
from .flow import APPLY, CARRY_OUT, CLOCKWISE, COUNTER, DOING, Die, Flow, setup_sequence
from .game import Table, position, why_not_place
from .moves import (
    DECLINE,
    PASS,
    AnyMove,
    Attack,
    Cast,
    ChooseMode,
    EndTurn,
    Flip,
    Move,
    NextTarget,
    PlaceFallen,
    ReturnElder,
    Roll,
    Rotate,
    Shield,
    Summon,
    TakeMod,
    Transform,
    Use,
)
from .orders import may_target, off_board, unit_number, why_not_order, why_not_return
from .spec_cards import all_lines, open_lines
from .units import GUARD, NOBODY, UNITS, Unit, clans, colours, is_elder, number, readings, unit_names

EXAMPLES_FILE: Final = Path(__file__).parent / "examples.toml"
WHOLE: Final = 72
LAST_STARTER: Final = ("last_starter", "previous_starter", "last", "previous", "starter")
"""What a question may call who went first in the round before."""


@cache
def examples() -> Mapping[str, Example]:
    """The worked examples by id."""
    return load_examples(EXAMPLES_FILE)


def __getattr__(name: str) -> Any:
    if name == "EXAMPLES":
        return examples()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def evaluate(given: Mapping[str, Any]) -> dict[str, Any]:
    """The result of a script or a question, for any legal arguments; ValueError says what is wrong with `given`."""
    if "query" in given:
        query, args = given["query"], given.get("args", {})
        if query not in QUERIES:
            raise ValueError(f"query is {query!r}; allowed: {', '.join(QUERIES)}")
        answer = QUERIES[query](args)
        return answer if query == "setup-sequence" else {"value": answer}
    if "do" not in given:
        raise ValueError("given has neither query nor do; one of them is needed")
    script = Script(given)
    for step in given["do"]:
        script.take(step)
    return script.result()


# ---------------------------------------------------------------- scripts


class Refused(Exception):
    """A step is refused, with its first reason."""

    def __init__(self, reasons: Iterable[Reason]) -> None:
        self.reason = next(iter(reasons))
        super().__init__(str(self.reason))


def refuse(reasons: Iterable[Reason]) -> None:
    """Refuse a step if there is a reason."""
    found = tuple(reasons)
    if found:
        raise Refused(found)


class Answers:
    """The follow-ups of one attack or card, used up as they are asked for."""

    def __init__(self, row: Mapping[str, Any]) -> None:
        self.row = row
        self.dice = list(row.get("dice", ()))
        self.cards = [dict(card) for card in row.get("cards", ())]
        self.shield: Mapping[str, Any] | None = row.get("shield")
        self.shields = [dict(shield) for shield in row.get("shields", ())]
        neglect = row.get("neglect", ())
        self.neglect = [neglect] if isinstance(neglect, str) else list(neglect)
        self.recycle = [dict(one) for one in row.get("recycle", ())]
        self.places = [dict(place) for place in row.get("places", ())]

    def die(self, what: str) -> int:
        """The next die; ValueError if none is given."""
        if not self.dice:
            raise ValueError(f"dice is too short: a die is thrown for {what}, and none is given")
        return _checked(self.dice.pop(0))

    def recycle_roll(self, clan: str) -> int:
        """What a player rolls for a card, first "roll", then "reroll"; ValueError if nothing is left."""
        entry = next(one for one in self.recycle if one["by"] == clan)
        rolls = [*_list(entry.pop("roll", ())), *_list(entry.pop("reroll", ()))]
        if not rolls:
            raise ValueError(f"recycle is too short: {clan} rolls for the card, and no roll is given")
        entry["reroll"] = rolls[1:]
        return _checked(rolls[0])


def _checked(value: Any) -> int:
    if type(value) is not int or not 1 <= value <= 8:
        raise ValueError(f"dice holds {value!r}; allowed: 1 to 8")
    return value


class ScriptFlow(Flow):
    """A table on which a step is carried out; what it leads to is answered by the step itself, or refused."""

    __slots__ = ("again", "attacks", "claims", "next", "spells", "strikes", "targets")

    def __init__(self, table: Table, step: Mapping[str, Any]) -> None:
        super().__init__(table)
        self.ask, self.agenda = None, []
        rows = step.get("attacks") or [step]
        self.attacks = [Answers(row) for row in rows]
        self.strikes = 0
        self.targets = list(step.get("targets", ()))
        self.claims: list[Answers] = []
        self.spells: list[Answers] = []
        self.next: Answers | None = None
        self.again: Mapping[str, Any] = step.get("again", {})

    def seat(self, clan: object) -> Seat:
        """The seat of a clan; ValueError lists the clans in play."""
        if clan not in self.clans:
            raise ValueError(f"by is {clan!r}; allowed: {', '.join(self.clans)}")
        return self.clans.index(str(clan))

    def run(self) -> None:
        """Carry on until everything is done, answering what is asked."""
        while self.ask is not None or self.agenda:
            if self.ask is None:
                task = self.agenda.pop()
                do: Callable[[Any, Task], None] = SCRIPTED.get(task.do) or DOING[task.do]
                do(self, task)
            else:
                ask, self.ask = self.ask, None
                move = REPLIES[ask.what](self, ask)
                if move is not None:
                    APPLY[ask.what](self, ask, move)

    @property
    def now(self) -> Answers:
        """The follow-ups of the attack that is being carried out."""
        return self.attacks[min(max(self.strikes - 1, 0), len(self.attacks) - 1)]

    def wants(self, task: Task, dice: Sequence[Die]) -> bool:
        """Whether a task still waits for some of its dice: the step holds them."""
        missing = dice[len(task.rolls) :]
        if missing:
            self.agenda.append(task._replace(rolls=(*task.rolls, *map(self._thrown, missing))))
        return bool(missing)

    def _thrown(self, die: Die) -> int:
        what, _, seat = die
        if what == "recycle":
            return self.top.recycle_roll(self.clans[seat])
        return self.now.die(what) if what in ("attack", "defence") else self.top.die(what)

    # ---------------------------------------------------------------- what the game would ask in a window

    def scripted_strike(self, task: Task) -> None:
        """An attack has follow-ups of its own."""
        self.strikes += 1
        self.do_strike(task)
        for row in self.now.cards:
            if row.get("window") not in COMBAT:
                seat = self.seat(row["by"])
                refuse(why_not_cast(self, seat, self.cast_of(seat, row, "none"), "none"))

    def scripted_shields(self, task: Task) -> None:
        """A Shield at the moment it is meant for."""
        fight, answers = self.fight, self.now
        row = answers.shield
        if fight is None or fight.result or row is None or self._moment(row) != task.key:
            return
        chain = row.get("chain")
        answers.shield = {**row, **chain, "chain": chain.get("chain")} if chain else None
        seat, move = self.seat(row["by"]), Shield(row["line"], row["to"])
        refuse(why_not_shield(self, seat, move, fight.defender, shield_barred(self), task.key))
        self.on_shield(Ask("shield", seat, task.key, fight.defender), move)
        if chain and self.reads["shield.once"] == "once":
            self.scripted_shields(task)

    def _moment(self, row: Mapping[str, Any]) -> str:
        after = self.reads["shield.timing"] == "after-cards"
        return str(row.get("when", "after-cards" if after else "before-cards"))

    def scripted_window(self, task: Task) -> None:
        """The cards a step names for a window, in their order."""
        if task.key in COMBAT:
            cards = [row for row in self.now.cards if row["window"] == task.key]
            if self.fight is not None and not self.fight.result and cards:
                self.now.cards.remove(cards[0])
                self.then(task)
                self.cast_row(self.seat(cards[0]["by"]), cards[0], task.key)
        elif task.key == "card-shown" and not self.open[-1].cancelled and self.top.neglect:
            self.then(task)
            self.neglect(self.top.neglect)
        elif task.key == "card-leaving":
            for row in self.top.recycle:
                if not row.get("cast"):
                    row["cast"] = True
                    self.then(task)
                    self.cast_row(self.seat(row["by"]), {"card": "recycle"}, task.key)
                    return

    def neglect(self, names: list[str]) -> None:
        """The next Neglect Spell of a row of players who answer each other."""
        seat = self.seat(names.pop(0))
        rest, names[:] = list(names), []
        self.cast_row(seat, {"card": "neglect-spell", "neglect": rest}, "card-shown")
        if rest and self.reads["cast.response-chain"] == "no":
            refuse(why_not_cast(self, self.seat(rest[0]), Cast("neglect-spell"), "card-shown"))

    def cast_row(self, seat: Seat, row: Mapping[str, Any], window: str) -> None:
        """Cast what a row names."""
        move = self.cast_of(seat, row, window)
        refuse(why_not_cast(self, seat, move, window))
        if not any(step["do"] == "take-card" for step in self.setup.cards[move.card].steps):
            self.next = Answers(row)
        self.cast(seat, move)

    def cast_of(self, seat: Seat, row: Mapping[str, Any], window: str) -> Cast:
        """The move a row stands for; what the card does not ask for is left in it, and refused."""
        given = {name: str(value) for name, value in row.get("choices", {}).items() if name != "mode"}
        card = self.setup.cards.get(row["card"])
        if "die" in row:
            given["die"] = row["die"]
        if card is None:
            return Cast(row["card"], tuple(given.items()))
        if "on" in row and fits(self, card, seat, window) and needs_unit(self, seat, card, window):
            given["on"] = row["on"]
        sets = choice_sets(self, seat, card, window) if fits(self, card, seat, window) else []
        return Cast(card.key, next((one for one in sets if dict(one) == given), tuple(given.items())))

    def show(self, spell: Spell) -> None:
        """A card is shown; one that Recycle has brought back has follow-ups of its own."""
        del self.spells[len(self.open) :]
        if self.next is None:
            self.next, self.again = Answers(self.again), self.again.get("again", {})
        self.spells.append(self.next)
        if self.next.row.get("mid_effect"):
            refuse((NEGLECT_LATE,))
        self.next = None
        super().show(spell)

    # ---------------------------------------------------------------- what the game asks

    def scripted_mod(self, task: Task) -> None:
        """A Mod that is claimed although no own Idol has room is refused."""
        if self.reads["mods.within-multi-attack"] == "after-the-action" and task.key:
            if self.idols_of(task.seat):
                self.claims.append(self.now)
        elif "mod" in self.claim and not mod_options(self, task.seat):
            refuse(why_not_mod(self, task.seat, self.claimed(task.seat, self.claim)))
        elif not mod_options(self, task.seat):
            del self.claims[:1]
        self.do_mod(task)

    @property
    def here(self) -> Answers:
        """The follow-ups of what is being carried out: the card on top, else the attack."""
        return self.top if self.open else self.now

    @property
    def claim(self) -> Mapping[str, Any]:
        """Where the Mod is claimed that is due now: after a multi-attack, with the first success not yet rewarded."""
        return (self.claims[0] if self.claims else self.here).row

    def claimed(self, seat: Seat, row: Mapping[str, Any]) -> TakeMod:
        """The Mod a row claims; where none is named, the only own Idol with room."""
        name = row.get("mod_on")
        if name is None:
            room = {move.unit for move in mod_options(self, seat) if isinstance(move, TakeMod)}
            idols = sorted(room) or [self.name(unit) for unit in self.idols_of(seat)]
            if not idols:
                raise Refused((NO_IDOL,))
            if len(room) > 1:
                raise Refused((MOD_DUE,))
            name = idols[0]
        return TakeMod(row["mod"], name)

    def reply_mod(self, ask: Ask) -> AnyMove:
        """The Mod that is due."""
        row = self.claim
        del self.claims[:1]
        if "mod" not in row:
            raise Refused((MOD_DUE,))
        move = self.claimed(ask.seat, row)
        refuse(why_not_mod(self, ask.seat, move))
        return move

    def reply_return(self, ask: Ask) -> AnyMove:
        """The Elder comes back, or not."""
        at = self.here.row.get("return_at")
        if at is None:
            if self.reads["elder.return-choice"] == "must":
                raise Refused((Reason("elder.return", "The Elder must come back.", "Name a vacant tria."),))
            return DECLINE
        refuse(why_not_return(self, ask.seat, at, True))
        return ReturnElder(at)

    def reply_place(self, ask: Ask) -> AnyMove:
        """A Fallen Inka is put where the card allows, or not."""
        places = self.top.places
        if not places or not places[0]["unit"].startswith(f"{self.clans[ask.seat]}."):
            return DECLINE
        row = places.pop(0)
        move = PlaceFallen(row["unit"], row["at"], row.get("mode", GUARD))
        refuse(why_not_place(self, ask, move))
        return move

    def scripted_after_effect(self, task: Task) -> None:
        """What was to be placed and nobody was asked for is refused."""
        if self.top.places:
            refuse(
                (Reason("card.text-rules", "This cannot be placed here.", self.setup.cards[self.open[-1].card].text),)
            )
        self.do_after_effect(task)

    def reply_mode(self, ask: Ask) -> AnyMove:
        """The mode of an Idol that has lost its Orb."""
        row = self.top.row
        return ChooseMode(row.get("mode", row.get("choices", {}).get("mode", GUARD)))

    def reply_target(self, ask: Ask) -> AnyMove | None:
        """The next target of a multi-attack; None if the step names no further one."""
        if len(self.targets) <= self.strikes:
            self.agenda.pop()
            return None
        name = self.targets[self.strikes]
        target, unit = unit_number(self, name), ask.unit
        if target not in ask.data:
            if self.units[target].at < 0:
                raise Refused((off_board(self, target),))
            clause = "combat.idols-by-card" if may_target(self, ask.seat, unit, target) else "combat.adjacent-for-two"
            raise Refused((Reason(clause, f"{name} cannot be the next target.", "Name a unit in range."),))
        return NextTarget(name)

    def reply_shield(self, ask: Ask) -> AnyMove:
        """A Shield against a card."""
        row = next((one for one in self.top.shields if one["unit"] == self.name(ask.unit)), None)
        if row is None:
            return PASS
        self.top.shields.remove(row)
        move = Shield(row["line"], row["to"], row["unit"])
        refuse(why_not_shield(self, self.seat(row["by"]), move, ask.unit, ask.data, "card"))
        return move

    def scripted_defend(self, task: Task) -> None:
        """Shields that the game does not ask for are refused with their reason."""
        units, asked = task.data
        if asked or self.reads["shield.card-attacks"] == "combat-only":
            for row in self.top.shields:
                victim = unit_number(self, row["unit"])
                move = Shield(row["line"], row["to"], row["unit"])
                refuse(why_not_shield(self, self.seat(row["by"]), move, victim, units, "card"))
            self.top.shields.clear()
        self.do_defend(task)

    @property
    def top(self) -> Answers:
        """The follow-ups of the card on top."""
        return self.spells[len(self.open) - 1]


SCRIPTED: Final[Mapping[str, Callable[[Any, Task], None]]] = {
    "strike": ScriptFlow.scripted_strike,
    "shields": ScriptFlow.scripted_shields,
    "window": ScriptFlow.scripted_window,
    "mod": ScriptFlow.scripted_mod,
    "after-effect": ScriptFlow.scripted_after_effect,
    "defend": ScriptFlow.scripted_defend,
}
REPLIES: Final[Mapping[str, Callable[[Any, Ask], AnyMove | None]]] = {
    "mod": ScriptFlow.reply_mod,
    "return": ScriptFlow.reply_return,
    "place": ScriptFlow.reply_place,
    "mode": ScriptFlow.reply_mode,
    "target": ScriptFlow.reply_target,
    "shield": ScriptFlow.reply_shield,
}


class Script:
    """A position and what is ordered in it."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.table = read_table(given)
        self.steps: list[str] = []
        self.strengths: list[list[int]] = []
        self.under: list[str] = []
        self.deck_size: int | None = None

    def take(self, step: Mapping[str, Any]) -> None:
        """Carry out a step, or refuse it as a whole."""
        act = str(step.get("act", ""))
        if act not in ACTS:
            raise ValueError(f"act is {act!r}; allowed: {', '.join(ACTS)}")
        flow = ScriptFlow(self.table, step)
        seat = flow.seat(step.get("by"))
        if act != "draw":
            self.deck_size = None
        elif self.deck_size is None:
            self.deck_size = len(flow.deck)
        try:
            ACTS[act](self, flow, seat, step)
            flow.run()
        except Refused as refused:
            self.steps.append(f"refused:{refused.reason.clause}")
            return
        except KeyError as missing:
            raise ValueError(f"{act} needs the argument {missing}; given is {dict(step)}") from None
        if act == "draw":
            flow.active = self.table.active
        flow.fight = None
        if not flow.ended and flow.active != NOBODY:
            flow.ask = Ask("order", flow.active)
        self.table = Table._make(flow.freeze())
        self.steps.append("ok")
        self._note(flow)

    def _note(self, flow: ScriptFlow) -> None:
        for what, *values in flow.notes:
            if what == "strengths":
                self.strengths.append(list(values))
            elif what == "under":
                self.under.append(values[0])
            elif what == "back":
                last = len(self.under) - 1 - self.under[::-1].index(values[0])
                del self.under[last]

    def result(self) -> dict[str, Any]:
        """Everything an example may compare."""
        table = self.table
        names = unit_names(table.clans)
        won = [table.clans[seat] for seat in table.winners]
        winner: Any = "none" if not table.ended else "nobody" if not won else won[0] if len(won) == 1 else won
        return {
            "steps": self.steps,
            "mana": table.mana,
            "units": {names[n]: _shown(n, unit) for n, unit in enumerate(table.units)},
            "orbs": [{"orb": orb, "at": at} for at, orb in table.loose],
            "hands": {clan: list(hand) for clan, hand in zip(table.clans, table.hands, strict=True)},
            "deck_bottom": self.under,
            "strengths": self.strengths,
            "winner": winner,
        }


def _shown(number: int, unit: Unit) -> dict[str, Any]:
    at: Any = unit.at if unit.at >= 0 else "off"
    if is_elder(number):
        return {"at": at, "hp": unit.hp if unit.at >= 0 else 0}
    return {"at": at, "mode": "ready" if unit.ready else "guard", "orb": unit.orb or "none", "mods": unit.mods}


def read_table(given: Mapping[str, Any]) -> Table:
    """The position a script starts from; ValueError says what is wrong."""
    seats = given.get("seats")
    if not seats:
        raise ValueError("seats is missing: name the clans clockwise")
    rulings = Rulings.of(KEY, given.get("rulings", {}))
    parameters = dict(given.get("parameters", {}))
    deck = given.get("deck")
    if deck is None:
        top = list(given.get("deck_top", ()))
        deck = [*top, *[UNKNOWN] * (WHOLE - len(top))]
    elders_lost = given.get("elders_lost_before", ())
    return position(
        mode=given.get("mode", "full"),
        variants="".join(given.get("variants", ())),
        configuration=given.get("configuration"),
        layout=given.get("layout"),
        turns=given.get("turns"),
        rulings=rulings,
        hand_limit=int(parameters.get("draw.hand-limit", 0)),
        hp=int(parameters.get("variant-a.hp", 1)),
        seats=seats,
        units=given.get("units", ()),
        orbs=given.get("orbs", ()),
        hands=given.get("hands"),
        deck=deck,
        active=given.get("active", seats[0]),
        mana=given.get("mana"),
        idols=given.get("idols"),
        lost=dict.fromkeys(elders_lost, True),
    )


# ---------------------------------------------------------------- acts


def _order(flow: ScriptFlow, seat: Seat, move: AnyMove) -> None:
    """Give an order that is legal."""
    refuse(why_not_order(flow, seat, move))
    CARRY_OUT[type(move)](flow, seat, move)


def _over(flow: ScriptFlow) -> None:
    if flow.ended:
        raise Refused((Reason("win.last-elder", "The game is over.", "Start a new game."),))


def act_begin(script: Script, flow: ScriptFlow, seat: Seat, step: Mapping[str, Any]) -> None:
    """Make a player the active one, whatever the turn order."""
    _over(flow)
    if flow.active != NOBODY:
        flow.close_turn()
    flow.do_turn(Task("turn", seat))
    flow.agenda.clear()


def act_end(script: Script, flow: ScriptFlow, seat: Seat, step: Mapping[str, Any]) -> None:
    """End the running turn; nobody has it then."""
    refuse(why_not_order(flow, seat, EndTurn()))
    flow.close_turn()


def act_draw(script: Script, flow: ScriptFlow, seat: Seat, step: Mapping[str, Any]) -> None:
    """Take the next card, while nobody has the turn; a forced one is cast at once."""
    _over(flow)
    assert script.deck_size is not None
    if flow.reads["draw.empty-deck"] == "all-or-none" and script.deck_size < flow.players:
        return
    flow.active = NOBODY
    flow.next = Answers(step)
    flow.do_draw(Task("draw", seat))


def act_forced(script: Script, flow: ScriptFlow, seat: Seat, step: Mapping[str, Any]) -> None:
    """Cast a forced card that was put aside."""
    _over(flow)
    if not any(who == seat for who, _ in flow.aside):
        raise Refused((Reason("card.text-rules", "No forced card waits.", "Draw one first."),))
    flow.next = Answers(step)
    flow.do_forced(Task("forced", seat))


def act_move(script: Script, flow: ScriptFlow, seat: Seat, step: Mapping[str, Any]) -> None:
    """Move an Inka or an Elder."""
    _order(flow, seat, Move(step["unit"], step["to"], step.get("carry", "")))


def act_mode(script: Script, flow: ScriptFlow, seat: Seat, step: Mapping[str, Any]) -> None:
    """Change a mode."""
    _order(flow, seat, Flip(step["unit"]))


def act_transform(script: Script, flow: ScriptFlow, seat: Seat, step: Mapping[str, Any]) -> None:
    """Transform an Inka; the Orb has to be named only if several lie there."""
    here = flow.orbs_at(flow.units[unit_number(flow, step["unit"])].at)
    orb = step.get("orb", here[0] if len(here) == 1 else "")
    _order(flow, seat, Transform(step["unit"], orb))


def act_rotate(script: Script, flow: ScriptFlow, seat: Seat, step: Mapping[str, Any]) -> None:
    """Rotate the plane under the own Elder."""
    move = Rotate(step["steps"])
    reasons = list(why_not_order(flow, seat, move))
    elder = flow.elder_of(seat).at
    if elder >= 0 and step.get("plane", plane_of(elder)) != plane_of(elder):
        text = f"The Elder does not stand on plane {step['plane']}."
        early = [one for one in reasons if one.clause in ("win.last-elder", "round.turn-order")]
        reasons[len(early) : len(early)] = [Reason("rotate.elder-on-plane", text, "Turn the plane under your Elder.")]
    refuse(reasons)
    flow.rotate(seat, move)


def act_summon(script: Script, flow: ScriptFlow, seat: Seat, step: Mapping[str, Any]) -> None:
    """Summon a Fallen Inka."""
    _order(flow, seat, Summon(step["unit"], step["at"], step.get("mode", GUARD)))


def act_attack(script: Script, flow: ScriptFlow, seat: Seat, step: Mapping[str, Any]) -> None:
    """Attack with an Inka or an Elder."""
    _order(flow, seat, Attack(step["unit"], step["target"]))


def act_spec(script: Script, flow: ScriptFlow, seat: Seat, step: Mapping[str, Any]) -> None:
    """Use a line of a Spec Card."""
    targets = tuple(step.get("targets", [step["target"]] if "target" in step else []))
    line = all_lines().get(step["line"])
    if line is not None and line.how.get("attacks", 1) > 1 and flow.reads["hydra.targets"] == "one-by-one":
        targets = targets[:1]  # the others are named one by one
    other = step.get("with", step.get("summoned", step.get("moved", "")))
    mode = step.get("mode", GUARD if "summoned" in step else "")
    to = step.get("to", step.get("at"))
    _order(
        flow, seat, Use(step["line"], step["unit"], targets, to, other, mode, step.get("orb", ""), step.get("steps"))
    )


def act_cast(script: Script, flow: ScriptFlow, seat: Seat, step: Mapping[str, Any]) -> None:
    """Cast a card between two actions."""
    window = step.get("window", "main")
    reasons = list(why_not_cast(flow, seat, flow.cast_of(seat, step, window), window))
    if flow.active == NOBODY and not flow.ended:
        reasons.append(Reason("card.text-rules", "No turn runs in which this card could be cast.", "Begin a turn."))
    refuse(reasons)
    flow.cast_row(seat, step, window)


def act_return(script: Script, flow: ScriptFlow, seat: Seat, step: Mapping[str, Any]) -> None:
    """Use the right to bring the Elder back."""
    _order(flow, seat, ReturnElder(step["at"]))


ACTS: Final[Mapping[str, Callable[[Script, ScriptFlow, Seat, Mapping[str, Any]], None]]] = {
    "begin-turn": act_begin,
    "end-turn": act_end,
    "draw": act_draw,
    "forced": act_forced,
    "move": act_move,
    "mode": act_mode,
    "transform": act_transform,
    "rotate": act_rotate,
    "summon": act_summon,
    "attack": act_attack,
    "spec": act_spec,
    "cast": act_cast,
    "return": act_return,
}


# ---------------------------------------------------------------- questions


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _pair(fraction: Fraction) -> list[int]:
    return [fraction.numerator, fraction.denominator]


def _reads(choices: Mapping[str, Any]) -> Mapping[str, Any]:
    """The readings in force, with those that are named."""
    return readings(Rulings.of(KEY, {id: reading for id, reading in choices.items() if reading is not None}))


def spec_actions(args: Mapping[str, Any]) -> Any:
    """The open lines of an Idol with so many Mods: name and mana. Clause: spec.mods-needed"""
    spec = (args.get("cards", "site-and-kit"), args.get("keeper", "kit-card"))
    found = [[[line.name, line.mana] for line in open_lines(args["idol"], mods, *spec)] for mods in _list(args["mods"])]
    return found if isinstance(args["mods"], list | tuple) else found[0]


def spec_actions_at_zero(args: Mapping[str, Any]) -> Any:
    """The open lines of Idols without Mods. Clause: spec.mods-needed"""
    return [spec_actions({**args, "idol": idol, "mods": 0}) for idol in args["idols"]]


def _ground(args: Mapping[str, Any]) -> boards.Ground:
    if "contacts" in args:
        config = configuration(args["contacts"], args.get("planes", 0))
    else:
        config = configuration(args.get("configuration", "n2-1"))
    scope = args.get("scope", args.get("orth_scope", args.get("reading", "all-planes")))
    plane = layout(args.get("layout", "kit-asymmetric"))
    return ground(config, plane, check_turns(args.get("turns"), config.planes), scope)


def adjacent(args: Mapping[str, Any]) -> list[bool]:
    """Whether pairs of trias are adjacent. Clause: glossary.adjacent, board.orth-links"""
    here = _ground(args)
    near = here.near if args.get("moving") else here.reach
    return [other in near[one] for one, other in args["pairs"]]


def edges(args: Mapping[str, Any]) -> dict[str, int]:
    """How many pairs of trias are adjacent. Clause: glossary.adjacent, board.orth-links"""
    here = _ground(args)
    touching = sum(map(len, here.physical)) // 2
    if "contacts" in args and any(contact.shift for contact in here.configuration.contacts):
        return {"physical": touching}
    linked = sum(map(len, here.near)) // 2
    names = ("all", "total", "edges", "with_orth", "edges_with_orth")
    links = dict.fromkeys(("orth", "orth_links", "orth_links_added"), linked - touching)
    return {"physical": touching, "physical_edges": touching, **links, **dict.fromkeys(names, linked)}


def setup_counts(args: Mapping[str, Any]) -> Any:
    """Trias, units and vacant trias after the set-up. Clause: setup.one-plane-per-player, clan.seven-units"""
    found = []
    for players in _list(args["players"]):
        trias = players * number("planes_per_player") * number("trias_per_plane")
        units = players * UNITS
        found.append([trias, units, trias - units])
    return found if isinstance(args["players"], list | tuple) else found[0]


def setup_steps(args: Mapping[str, Any]) -> dict[str, Any]:
    """The decisions of the set-up in order. Clause: setup.steps-by-player, setup.guard-start, setup.elder-hp"""
    reads = _reads(
        {
            "setup.placing": args.get("placing"),
            "setup.orb-and-elder": args.get("orb_and_elder"),
            "planes.who-builds": args.get("planes"),
            "elder.starting-hp": args.get("hp_reading"),
        }
    )
    order = args["order"]
    steps = setup_sequence(args["players"], args["mode"], tuple(range(len(order))), reads)
    variant_a = "A" in args.get("variants", ())
    hp = starting_hp(args["mode"], variant_a, args.get("hp", 1), reads)  # type: ignore[arg-type]
    return {"value": [f"{order[seat]}:{what}" for what, seat in steps], "elder_hp": hp, "inka_mode": GUARD}


def _first(args: Mapping[str, Any], rolls: Sequence[int], rerolls: Sequence[Sequence[int]], reading: str) -> int:
    """Who goes first by rolls, played by the game itself. Clause: round.roll"""
    players = len(args["seats"])
    flow = _rolling(players, reading, args)
    dice = [*rolls, *(die for row in rerolls for die in row)]
    flow.then(Task("initiative", data=tuple(range(players))))
    while (task := flow.agenda.pop()).do != "coin":
        flow.do_initiative(task)
        if flow.ask is not None:
            if not dice:
                raise ValueError("rerolls is too short: the highest roll is still shared")
            ask, flow.ask = flow.ask, None
            flow.on_roll(ask, Roll(_checked(dice.pop(0))))
    return flow.first


def _rolling(players: int, reading: str, args: Mapping[str, Any]) -> Flow:
    rulings = Rulings.of(KEY, {"initiative.tie": reading})
    flow = Flow(position(mode="first", rulings=rulings, seats=list(clans())[:players]))
    flow.ask, flow.agenda = None, []
    last = next((args[name] for name in LAST_STARTER if name in args), None)
    flow.first = args["seats"].index(last) if last in args["seats"] else NOBODY
    flow.round = 1 if flow.first == NOBODY else 2
    return flow


def initiative(args: Mapping[str, Any]) -> str:
    """Who goes first. Clause: round.roll"""
    seat = _first(args, args["rolls"], args.get("rerolls", ()), args.get("reading", "tied-reroll"))
    return str(args["seats"][seat])


def turn_orders(args: Mapping[str, Any]) -> Any:
    """The turn order by each side of the coin. Clause: round.turn-order, round.coin"""
    seats = args["seats"]
    first = _first(args, args["rolls"], args.get("rerolls", ()), args.get("reading", "tied-reroll"))
    coins = args.get("coins", args.get("coin"))
    found = [[seats[n] for n in order_of(range(len(seats)), first, coin == CLOCKWISE)] for coin in _list(coins)]
    return found if isinstance(coins, list | tuple) else found[0]


def setup_order(args: Mapping[str, Any]) -> list[str]:
    """In which order the players set up. Clause: setup.steps-by-player"""
    if args.get("reading", "roll-and-coin") == "seat-order":
        return list(args["seats"])
    found: list[str] = turn_orders({**args, "coin": args["coin"], "coins": args["coin"], "reading": "tied-reroll"})
    return found


def coin(args: Mapping[str, Any]) -> dict[str, Any]:
    """Who or what decides the direction. Clause: round.coin"""
    by = args["seats"][_first(args, args["rolls"], args.get("rerolls", ()), "tied-reroll")]
    options = [CLOCKWISE, COUNTER]
    if args.get("reading", "random") == "chosen":
        return {"kind": "decision", "by": by, "options": options}
    return {"kind": "chance", "by": by, "options": options, "odds": [[1, 2], [1, 2]]}


def starting_hps(args: Mapping[str, Any]) -> list[int]:
    """With how many HP Elders begin. Clause: setup.elder-hp, glossary.elder, variant-a.lower-hp"""
    found = []
    for case in args["cases"]:
        reads = _reads({"variant-a.hp": case.get("variant_a_hp"), "elder.starting-hp": case.get("elder_hp")})
        variant_a = "A" in case.get("variants", ())
        found.append(starting_hp(case["mode"], variant_a, case.get("hp", 1), reads))  # type: ignore[arg-type]
    return found


def variant_a_winner(args: Mapping[str, Any]) -> list[str]:
    """Who wins in variant A. Clause: variant-a.winner"""
    players = args["players"]
    remover = players.index(args["remover"]) if args.get("remover") in players else NOBODY
    tie = args.get("full_tie", "shared")
    won = winners_of_variant_a(args["hp"], args["mods"], args["units"], remover, tie)
    return [players[seat] for seat in won]


def variant_b_order(args: Mapping[str, Any]) -> dict[str, Any]:
    """Who goes first in each round of variant B, and the turn order of one. Clause: variant-b.rotating-start"""
    seats = args["seats"]
    start = 0 if args.get("first_starter") == "seat-one" else seats.index(args["first"])
    firsts = [(start + n) % len(seats) for n in range(max(args["rounds"], args["round"]))]
    order = order_of(range(len(seats)), firsts[args["round"] - 1], args["coin"] == CLOCKWISE)
    return {"first_players": [seats[n] for n in firsts[: args["rounds"]]], "order": [seats[n] for n in order]}


def window_orders(args: Mapping[str, Any]) -> list[str]:
    """In which order players may react. Clause: card.text-rules"""
    names = list(args["turn_order"])
    at = {name: n for n, name in enumerate(names)}
    attacker, defender = (at.get(args.get(who), NOBODY) for who in ("attacker", "defender"))
    start = at[args.get("active", args.get("drawer", names[0]))]
    reading = args.get("reading", "from-active-player")
    return [names[n] for n in window_order(tuple(range(len(names))), start, attacker, defender, reading)]


def types_at(args: Mapping[str, Any]) -> list[list[Any]]:
    """What lies on a place of plane 0 by its turns, and where a type lies on it. Clause: board.five-types"""
    found = []
    config = configuration(args.get("configuration", "n2-1"))
    plane = layout(args.get("layout", "kit-asymmetric"))
    for turns in args["plane_0_turns"]:
        here = ground(config, plane, (turns, *(0,) * (config.planes - 1)))
        places = [place for place in range(boards.TRIAS) if here.types[place] == args["find"]]
        found.append([here.types[args["place"]], places])
    return found


def success_counts(args: Mapping[str, Any]) -> list[list[int]]:
    """How many of the 64 pairs of dice succeed. Clause: combat.defender-wins-ties"""
    return [
        [successes(named(attacker)[0] - named(defender)[1]) for defender in args["defenders"]]
        for attacker in args["attackers"]
    ]


def hits_distribution(args: Mapping[str, Any]) -> list[list[int]]:
    """The chance of each number of hits. Clause: combat.elder-loses-one"""
    k = named(args["attacker"])[0] - named(args["defender"])[1]
    return [_pair(p) for p in hits(k, args["attacks"])]


def casualty_distribution(args: Mapping[str, Any]) -> list[list[int]]:
    """The chance of each number of units that fail against a card. Clause: variant-b.shared-roll"""
    units = next((args[name] for name in ("units", "defenders", "unit", "defender") if name in args), ())
    found = args["modifiers"] if "modifiers" in args else [named(unit)[1] for unit in _list(units)]
    found = list(found) * args.get("count", 1)
    shared = "B" in args.get("variants", ()) or args.get("dice") in ("shared", "one")
    shared = next((args[name] for name in ("shared", "shared_die", "one_die", "variant_b") if name in args), shared)
    return [_pair(p) for p in casualties(found, args["threshold"], shared)]


def deck_counts(args: Mapping[str, Any]) -> dict[str, int]:
    """What the deck holds. Clause: box.cast-cards"""
    rows, deck = cards(), whole_deck()
    runes = {rune: sum(rows[key].rune == rune for key in deck) for rune in (*boards.RUNES, "none")}
    return {"cards": len(deck), "names": len(rows), **runes}


QUERIES: Final[Mapping[str, Callable[[Mapping[str, Any]], Any]]] = {
    "spec-actions": spec_actions,
    "spec-actions-at-zero": spec_actions_at_zero,
    "adjacent": adjacent,
    "edges": edges,
    "setup-counts": setup_counts,
    "setup-sequence": setup_steps,
    "setup-order": setup_order,
    "starting-hp": starting_hps,
    "clans": lambda args: [one for one in args["colours"] if one in colours(args.get("keeper", "kit-card"))],
    "coin": coin,
    "turn-order": turn_orders,
    "initiative": initiative,
    "initiative-odds": lambda args: [_pair(unique_highest(n)) for n in args["players"]],
    "window-order": window_orders,
    "rotation": lambda args: list(boards.rotation(args["steps"])),
    "types-at": types_at,
    "success-counts": success_counts,
    "hits-distribution": hits_distribution,
    "variant-a-winner": variant_a_winner,
    "variant-b-order": variant_b_order,
    "deck-counts": deck_counts,
    "casualty-distribution": casualty_distribution,
}
