"""How does a sensible player choose a move from what it can see?

It looks one move ahead: what the pieces are worth and how they stand after it, with the exact chance of every attack
and of every defence against a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Any

from ..core import Seat
from .board import Ground
from .casting import chosen_by
from .combat import attack_modifier, chance, defence_modifier, fails, modifiers, succeeds
from .desk import Spell
from .flow import Flow
from .game import Table
from .moves import (
    AddPlane,
    AnyMove,
    Attack,
    Cast,
    ChooseClan,
    Decline,
    EndTurn,
    Flip,
    NextTarget,
    Pass,
    PlaceInka,
    Shield,
    TakeMod,
    Toss,
    Use,
)
from .orders import PRICES
from .orders import targets as aims
from .spec_cards import all_lines
from .units import MODS, OFF, Unit, cost, is_elder, kind_of, seat_of

INKA, IDOL, MOD, HP, ELDER = 3.0, 4.5, 0.8, 7.0, 25.0
"""What a piece, a Mod, a hit point and the Elder itself are worth."""
APPROACH, SAFETY, CONTACT = 1.1, 1.3, 0.3
"""How much it counts to be near a foreign Elder, that foes are not near the own one, and what can be attacked next."""
KEEP = 1.0
"""A card is kept for later unless it brings more than this."""


def sensible(seen: Table, rng: Random) -> AnyMove:
    """The move after which the own clan stands best; orders are held against the mana they cost.

    Clause: combat.defender-wins-ties, win.last-elder
    """
    moves = seen.legal_moves()
    if len(moves) == 1:
        return moves[0]
    assert isinstance(seen.to_move, int)
    view = View(seen, seen.to_move)
    worths = [(view.worth(move), rng.random(), n) for n, move in enumerate(moves)]
    return moves[max(worths)[2]]


BOTS: dict[str, Callable[[Table, Random], AnyMove]] = {"sensible": sensible}


class View:
    """A table as one seat weighs it."""

    def __init__(self, seen: Table, seat: Seat) -> None:
        self.seen = seen
        self.seat = seat
        self.desk = Flow(seen)
        self.gains: dict[tuple[int, int], float] = {}

    @cached_property
    def now(self) -> float:
        """How the seat stands before it moves."""
        return outlook(self.seen, self.seat)

    def worth(self, move: AnyMove) -> float:
        """How good a move looks; only moves of one decision can be compared."""
        match move:
            case Pass() if self.seen.ask is not None and self.seen.ask.what == "shield":
                return -self.stake() if self.desk.fight is not None else 0.0
            case EndTurn() | Pass() | ChooseClan() | AddPlane() | Toss():
                return 0.0
            case Attack():
                return self.attacks(move.unit, [move.target]) / cost("attack")
            case Use() if move.targets:
                return self.attacks(move.unit, move.targets, all_lines().get(move.line)) / self.price(move)
            case Cast():
                return self.casts(move)
            case Shield():
                return -self.loss(self.number(move.unit) if move.unit else OFF, self.number(move.to))
            case NextTarget():
                assert self.seen.ask is not None
                return self.attacks(self.desk.name(self.seen.ask.unit), [move.target])
            case TakeMod():
                return self.mod(move)
            case PlaceInka():
                return self.stand(move.at)
            case Decline():
                return -1.0
            case Flip():
                after = outlook(self.seen.play_unchecked(move), self.seat)
                return max(after - self.now, self.ready_first(self.number(move.unit)))
            case _:
                after = outlook(self.seen.play_unchecked(move), self.seat)
                return (after - self.now) / self.price(move)

    def number(self, name: str) -> int:
        """The number of a unit."""
        return self.desk.number_of(name)

    def price(self, move: AnyMove) -> int:
        """The mana a move costs, at least 1: so cheap orders compare with dear ones."""
        if isinstance(move, Use):
            unit = self.number(move.unit)
            return max(1, next(line.mana for line in self.desk.lines(unit) if line.id == move.line))
        return cost(PRICES[type(move)]) if type(move) in PRICES else 1

    # ---------------------------------------------------------------- attacks

    def attacks(self, name: str, targets: Iterable[str], line: Any = None) -> float:
        """What attacks on some targets bring on average. Clause: combat.must-move-in, combat.earn-mod"""
        attacker = self.number(name)
        found = 0.0
        for target in map(self.number, targets):
            p = chance(self.lead(attacker, target))
            if line is not None and line.how.get("retry_original_target"):
                p = 1 - (1 - p) ** 2
            found += float(p) * self.gain(attacker, target)
        return found

    def gain(self, attacker: int, target: int) -> float:
        """What a success brings."""
        if (attacker, target) not in self.gains:
            after = outlook(self.struck(attacker, target), self.seat)
            self.gains[attacker, target] = after - self.now + self.reward()
        return self.gains[attacker, target]

    def ready_first(self, unit: int) -> float:
        """What it brings to turn an Inka to Ready before it attacks with all mana that is left. Clause: mode.flip"""
        mana, what = self.desk.mana, self.seen.units[unit]
        more = modifiers("inka", True, "")[0] - modifiers("inka", False, "")[0]
        best = 0.0
        if what.ready:
            return best
        for target in aims(self.desk, self.seat, unit, None, self.desk.occupied()):
            k = self.lead(unit, target)
            guard, ready = float(chance(k)), float(chance(k + more))
            better = ready * ((mana - cost("mode")) // cost("attack")) - guard * (mana // cost("attack"))
            if better > 0:
                best = max(best, (guard / cost("attack") + better / mana) * self.gain(unit, target))
        return best

    def reward(self) -> float:
        """What an earned Mod is worth. Clause: combat.earn-mod"""
        return MOD if any(len(self.seen.units[unit].mods) < 3 for unit in self.desk.idols_of(self.seat)) else 0.0

    def lead(self, attacker: int, defender: int) -> int:
        """Attack modifier less defence modifier. Clause: glossary.attack-strength, glossary.defence-strength"""
        one, other = self.seen.units[attacker], self.seen.units[defender]
        pierced = bool(one.orb) and self.desk.pierces(attacker, defender)
        defence = defence_modifier(kind_of(defender, other), other, pierced) + self.desk.standing_bonus(defender)
        return attack_modifier(kind_of(attacker, one), one) - defence

    def struck(self, attacker: int, target: int) -> Table:
        """The table after an attack that succeeds, as far as the pieces go. Clause: combat.inka-falls"""
        units = list(self.seen.units)
        what = units[target]
        if is_elder(target) and what.hp > 1:
            units[target] = what._replace(hp=what.hp - 1)
        else:
            units[target] = Unit()
            if not units[attacker].orb:
                units[attacker] = units[attacker]._replace(at=what.at)
        return self.seen._replace(units=tuple(units))

    def stake(self, defender: int = OFF) -> float:
        """What this seat loses on average by the attack that is being carried out; negative if it gains."""
        fight = self.desk.fight
        assert fight is not None
        defender = fight.defender if defender == OFF else defender
        desk = Flow(self.seen)
        # before the dice any two equal ones show how far the attack leads
        desk.fight = fight._replace(defender=defender, dice=fight.dice if fight.dice[0] else (8, 8))
        attack, defence = desk.strengths()
        p = float(succeeds(attack, defence) if fight.dice[0] else chance(attack - defence))
        return p * worth_of(defender, self.seen.units[defender]) * (1 if seat_of(defender) == self.seat else -1)

    def loss(self, victim: int, to: int) -> float:
        """What this seat loses on average if an Inka stands in. Clause: guardian.shield-idol"""
        if self.desk.fight is not None:
            return self.stake(to)
        return worth_of(to, self.seen.units[to]) - worth_of(victim, self.seen.units[victim])

    # ---------------------------------------------------------------- cards

    def casts(self, move: Cast) -> float:
        """What casting a card brings on average. Clause: card.text-rules"""
        card = self.desk.setup.cards[move.card]
        if card.is_response:
            return self.answers(move.card) - KEEP
        named = dict(move.choices)
        if self.desk.fight is not None and card.on_attack:
            return self.turns(move) - KEEP
        place = self.seen.unit(named["unit"]).at if "unit" in named else OFF
        return self.effects(Spell(move.card, self.seat, move.choices, place=place)) - KEEP

    def answers(self, card: str) -> float:
        """What it brings to cancel or to take the card that lies open. Clause: faq.neglect-not-mid-effect"""
        spell = self.desk.open[-1]
        row = self.desk.setup.cards[spell.card]
        if any(step["do"] == "take-card" for step in self.desk.setup.cards[card].steps):
            return 2.0 if row.who != "forced" and row.rune != "none" else 0.0
        if row.on_attack and self.desk.fight is not None:
            return worth_of(self.desk.fight.defender, self.seen.units[self.desk.fight.defender]) / 3
        return -self.effects(spell)

    def effects(self, spell: Spell) -> float:
        """What the steps of a card bring to this seat on average. Clause: card.text-rules"""
        return sum(self.effect(spell, step) for step in self.desk.setup.cards[spell.card].steps)

    def effect(self, spell: Spell, step: Mapping[str, Any]) -> float:
        """What one step of a card brings to this seat on average. Clause: card.text-rules"""
        desk, units, named = self.desk, self.seen.units, dict(spell.choices)
        match step["do"]:
            case "hit":
                return sum(self.sign(unit) * worth_of(unit, units[unit]) for unit in self.meant(spell, step))
            case "defend":
                found = 0.0
                for unit in self.meant(spell, step):
                    modifier = defence_modifier(kind_of(unit, units[unit]), units[unit]) + desk.standing_bonus(unit)
                    lost = worth_of(unit, units[unit]) if step["on_fail"] == "hit" else 0.8
                    found += self.sign(unit) * float(fails(step["threshold"], modifier)) * lost
                return found
            case "place-fallen":
                here = [seat for seat in range(desk.players) if desk.fallen(seat)]
                mine = (
                    (INKA if self.seat in here else 0.0)
                    if step["player"] == "each" or spell.caster == self.seat
                    else 0.0
                )
                others = len([seat for seat in here if seat != self.seat]) if step["player"] == "each" else 0
                return mine - INKA * others / max(1, desk.players - 1)
            case "drop-orb" | "remove-mods":
                unit = self.number(named["unit"])
                lost = MOD * len(units[unit].mods) + (IDOL - INKA + 0.5 if step["do"] == "drop-orb" else 0)
                return self.sign(unit) * lost
            case "mana":
                drained = named.get("side", "boost" if step["amount"] > 0 else "drain") == "drain"
                return 1.5 if drained or self.seat == desk.active else 0.5
        return 0.0

    def meant(self, spell: Spell, step: Mapping[str, Any]) -> list[int]:
        """The units a step of a card means."""
        return chosen_by(self.desk, step["select"], spell.caster, spell)

    def sign(self, unit: int) -> float:
        """1 for a loss of others, -1 for an own one."""
        return -1.0 if seat_of(unit) == self.seat else 1.0 / max(1, self.desk.players - 1)

    def turns(self, move: Cast) -> float:
        """How much better the attack stands with a card. Clause: faq.declares-an-attack"""
        before = self.stake()
        fight = self.desk.fight
        assert fight is not None
        step = self.desk.setup.cards[move.card].steps[0]
        if step["do"] == "cancel-attack":
            return before
        if step["do"] == "reverse-attack":
            back = chance(self.lead(fight.defender, fight.attacker))
            gain = worth_of(fight.attacker, self.seen.units[fight.attacker])
            return before + float(back) * gain * (1 if seat_of(fight.attacker) != self.seat else -1)
        if step["do"] == "reroll":
            k = sum(a * b for a, b in zip(self.desk.strengths(), (1, -1), strict=True))
            k += -fight.dice[0] + fight.dice[1]
            own, other = fight.dice
            die = dict(move.choices)["die"]
            wins = sum(
                succeeds((face if die == "attack" else own) + k, other if die == "attack" else face)
                for face in range(1, 9)
            )
            lost = worth_of(fight.defender, self.seen.units[fight.defender])
            return before - wins / 8 * lost * (1 if seat_of(fight.defender) == self.seat else -1)
        desk = Flow(self.seen)
        desk.open = [Spell(move.card, self.seat, move.choices)]
        CHANGES[step["do"]](desk, desk.open[0], step)
        return before - View(self.seen._replace(fight=desk.fight), self.seat).stake()

    # ---------------------------------------------------------------- pieces

    def mod(self, move: TakeMod) -> float:
        """Where a Mod does most: attack first, then defence. Clause: combat.mod-at-once"""
        mods = self.seen.unit(move.unit).mods
        return (2.0 if move.mod == MODS[len(mods) > 1] else 1.0) + len(mods) / 10

    def stand(self, place: int) -> float:
        """How good a tria is for an Inka at the start: many ways to go, and friends beside it."""
        ground = self.seen.ground
        near = ground.near[place]
        friends = sum(self.seen.units[unit].at in near for unit in self.desk.own(self.seat))
        return len(near) + friends / 2


CHANGES: dict[str, Callable[[Flow, Spell, Mapping[str, Any]], None]] = {
    "strength": lambda desk, spell, step: desk.step_strength(spell, step, NO_TASK),
    "ignore-bonus": lambda desk, spell, step: desk.step_ignore_bonus(spell, step, NO_TASK),
    "swap-dice": lambda desk, spell, step: desk.step_swap_dice(spell, step, NO_TASK),
}
NO_TASK: Any = None


def worth_of(unit: int, what: Unit) -> float:
    """What is lost when a unit is beaten once. Clause: combat.elder-loses-one, combat.idol-falls"""
    if is_elder(unit):
        return HP + (ELDER if what.hp == 1 else 0.0)
    return IDOL + MOD * len(what.mods) if what.orb else INKA


def outlook(table: Table, seat: Seat) -> float:
    """How well a seat stands: its pieces against all others, and who threatens whom. Clause: win.last-elder"""
    ground = table.ground
    units = [(n, what) for n, what in enumerate(table.units) if what.at >= 0]
    others = max(1, table.players - 1)
    total = 0.0
    elders = []
    for n, what in units:
        value = ELDER + HP * what.hp if is_elder(n) else worth_of(n, what)
        total += value if seat_of(n) == seat else -value / others
        if is_elder(n):
            elders.append((n, what))
    for elder, there in elders:
        mine = seat_of(elder) == seat
        far = ground.distances(there.at)
        for n, what in units:
            if is_elder(n) or seat_of(n) == seat_of(elder) or (not mine and seat_of(n) != seat):
                continue
            near = (1.4 if what.ready or what.orb else 1.0) / max(1, far[what.at])
            total += near * (-SAFETY if mine else APPROACH / others * 1.5)
    return total + CONTACT * contacts(table, ground, {what.at: n for n, what in units}, seat)


def contacts(table: Table, ground: Ground, there: Mapping[int, int], seat: Seat) -> float:
    """What can be attacked next by the own units, less what others can attack. Clause: combat.adjacent-for-two"""
    best: dict[int, float] = {}
    for at, n in there.items():
        what = table.units[n]
        strength = attack_modifier(kind_of(n, what), what)
        for place in ground.reach[at]:
            if place in there and seat_of(there[place]) != seat_of(n) and seat in (seat_of(n), seat_of(there[place])):
                target = there[place]
                hit = table.units[target]
                p = chance(strength - defence_modifier(kind_of(target, hit), hit))
                best[target] = max(best.get(target, 0.0), float(p) * worth_of(target, hit))
    return sum(-value if seat_of(target) == seat else value for target, value in best.items())
