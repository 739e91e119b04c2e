"""The Combat lab: who wins an attack, with which dice, how likely, and what helps?

Every number is what the engine makes of a real position: the lab lays the pieces, orders the attack, and watches.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from html import escape
from importlib.resources import files
from random import Random
from typing import Any, Final, NamedTuple

from ...core import Event, Reason, Rulings, rulebook
from ...core.game import sentence
from ...core.packs import Pack
from ...ui import Board, Log, RulingsPanel, columns
from ...ui.clause import cited
from ...ui.odds import percent
from ...ui.shared import Shared
from .. import view
from ..board import KEY, TRIAS, Ground
from ..casting import why_not_cast, why_not_shield
from ..combat import DIE, WAYS, attack_modifier, defence_modifier, modifiers, succeeds
from ..desk import Desk
from ..flow import Flow
from ..game import Table, make_setup, position
from ..moves import PASS, AnyMove, Attack, Cast, Flip, Roll, Shield, TakeMod, Use, card_name
from ..spec_cards import SHIELDS, Line, all_lines, card_of
from ..units import IDOLS, MODS, clans, colours, kind_of, number, readings, unit_numbers
from ..view import Piece

OWN: Final = files(__package__).joinpath("combat.css").read_text(encoding="utf-8")
MATTER: Final = (
    "strength.floor", "seal.scope", "shield.timing", "shield.self", "shield.elder-text", "hydra.targets",
    "data.runic-trias", "data.keeper-card", "data.cast-cards",
)  # fmt: skip
"""The rulings that can change a combat set up here."""
ALWAYS: Final = ("strength.floor", "seal.scope", "shield.timing")
"""Those that are shown also where they change nothing."""
KINDS: Final = {"ready": "Ready", "guard": "Guard", "elder": "Elder", "idol": "Idol"}
STRENGTH: Final = {
    "ready": "combat.ready-strength", "guard": "combat.guard-strength", "elder": "combat.elder-strength", "idol": "combat.idol-strength",
}  # fmt: skip
CARDS: Final = {"attack": ("berzerk", "weakness", "penetration"), "defence": ("weakness", "penetration", "berzerk")}
SIDES: Final = {"attack": ("Attacker", "red"), "defence": ("Defender", "blue")}
OWNERS: Final = {"own": "its own clan", "other": "another clan"}
TARGET, BESIDE, KEEPER, RECEIVER = 12, 13, 11, 14
STANDS: Final = (6, 10, 4, 9, 5, 7, 2, 0)
"""Where the attacker may stand: the first place from which the attack is legal."""
OTHERS: Final = (5, 7)
"""Where the further targets of a multi-attack stand."""


# ---------------------------------------------------------------- what is asked


@dataclass(frozen=True, slots=True)
class Fighter:
    """Who fights: a Ready or Guard Inka, an Elder, or an Idol with its Mods."""

    kind: str = "ready"
    idol: str = "hydra"
    mods: str = ""


@dataclass(frozen=True, slots=True)
class Duel:
    """An attack as it was set up.

    `hp`: of a defending Elder; `line`: of the attacking Idol's card ("": its first attack); `guardian`, `keeper`: Mods of
    one that stands beside the defender (-1: none), the Guardian of `owner`; `shield`: the mode of the Inka it passes the
    attack on to, or ""; `cards`: what each side casts.
    """

    attacker: Fighter = Fighter("ready", "hydra", "AA")
    defender: Fighter = Fighter("elder", "guardian", "D")
    hp: int = 2
    line: str = ""
    guardian: int = -1
    keeper: int = -1
    owner: str = "own"
    shield: str = ""
    cards: tuple[tuple[str, str], ...] = ()

    def side(self, name: str) -> Fighter:
        """The fighter of "attack" or "defence"."""
        return self.attacker if name == "attack" else self.defender

    def with_side(self, name: str, **what: Any) -> Duel:
        """The duel with a fighter changed."""
        fighter = replace(self.side(name), **what)
        return replace(self, attacker=fighter) if name == "attack" else replace(self, defender=fighter)

    @property
    def guarded(self) -> bool:
        """Whether a Guardian stands beside the defender, or is the defender."""
        return self.guardian >= 0 or (self.defender.kind == "idol" and self.defender.idol == "guardian")


def situated(rulings: Rulings, pack: Pack | None = None) -> Rulings:
    """The readings in force; where one waits for data that the card pack does not hold, or for players who build the
    board, the kit's own."""
    default = Rulings.defaults(KEY)
    waits = {"data.plane-layout": "plane_layout", "data.cast-cards": "cast_card", "planes.who-builds": ""}
    for id, table in waits.items():
        if rulings[id] in ("owner-supplied", "built-in-order") and not (pack or {}).get(table):
            rulings = rulings.with_(id, default[id])
    return rulings


def attack_lines(fighter: Fighter, rulings: Rulings, packed: str = "") -> tuple[Line, ...]:
    """The lines of its Spec Card with which an Idol attacks. Clause: combat.idols-by-card"""
    reads = readings(rulings)
    card = card_of(fighter.idol, reads["data.spec-cards"], reads["data.keeper-card"], packed)
    return tuple(line for line in card if line.kind == "attack")


def line_of(duel: Duel, rulings: Rulings, packed: str = "") -> Line | None:
    """The line the attacker uses; None for an Inka or an Elder."""
    if duel.attacker.kind != "idol":
        return None
    lines = attack_lines(duel.attacker, rulings, packed)
    return next((line for line in lines if line.id == duel.line), lines[0])


# ---------------------------------------------------------------- the position


def orb_of(idol: str) -> str:
    """The colour whose Orb makes an Idol. Clause: idol.six-kinds"""
    return next(colour for colour, made in clans().items() if made == idol)


def _row(name: str, at: int, fighter: Fighter) -> dict[str, Any]:
    if fighter.kind == "elder":
        return {"u": f"{name}.E", "at": at, "hp": number("elder_hp_full_game")}
    if fighter.kind == "idol":
        return {"u": f"{name}.1", "at": at, "orb": orb_of(fighter.idol), "mods": fighter.mods}
    return {"u": f"{name}.1", "at": at, "mode": fighter.kind}


def _runic(ground: Ground, rune: str, taken: Iterable[int]) -> int:
    """A tria away from the fight whose rune lets a card be cast. Clause: cast.rune-needed"""
    free = [place for place in range(TRIAS, ground.places) if place not in taken]
    return next((place for place in free if ground.types[place] == rune), free[0])


def laid(duel: Duel, rulings: Rulings, stands: int, packed: str = "") -> tuple[Table, AnyMove]:
    """The pieces of a duel on the board of all clans, and the order; ValueError says what cannot be."""
    reads = readings(rulings)
    seats = ["red", "blue", *(one for one in colours(reads["data.keeper-card"]) if one not in ("red", "blue"))]
    line, pack = line_of(duel, rulings, packed), json.loads(packed) if packed else None
    attacker, defender = _row("red", stands, duel.attacker), _row("blue", TARGET, duel.defender)
    if duel.defender.kind == "elder":
        defender["hp"] = duel.hp
    units = [attacker, defender]
    self_guarded = duel.guarded and duel.guardian < 0
    if duel.guardian >= 0:
        clan = "blue" if duel.owner == "own" else "green"
        units.append({"u": f"{clan}.2", "at": BESIDE, "orb": orb_of("guardian"), "mods": "D" * duel.guardian})
    if duel.keeper >= 0:
        units.append({"u": "blue.4", "at": KEEPER, "orb": orb_of("keeper"), "mods": "D" * duel.keeper})
    if duel.shield:
        units.append({"u": "blue.3", "at": BESIDE if self_guarded else RECEIVER, "mode": duel.shield})
    mode = duel.defender.kind if duel.defender.kind in ("ready", "guard") else "guard"
    more = line.how.get("attacks", 1) - 1 if line is not None else 0
    units += [{"u": f"green.{n + 3}", "at": at, "mode": mode} for n, at in enumerate(OTHERS[:more])]
    ground = Desk(position(seats=seats, rulings=rulings, pack=pack, active="red")).ground
    cards = make_setup(len(seats), rulings=rulings, pack=pack).cards
    for side, clan in (("attack", "red"), ("defence", "blue")):
        runes = dict.fromkeys(cards[key].rune for who, key in duel.cards if who == side and key in cards)
        for rune, name in zip(runes, "56", strict=False):
            at = _runic(ground, rune, [row["at"] for row in units])
            units.append({"u": f"{clan}.{name}", "at": at, "mode": "guard"})
    taken = {row["u"] for row in units}
    for seat, clan in enumerate(seats):
        if f"{clan}.E" not in taken:
            plane = 2 + seat % (len(seats) - 2)
            units.append({"u": f"{clan}.E", "at": plane * TRIAS + (9 if seat < len(seats) - 2 else 15)})
    hands = {clan: [key for who, key in duel.cards if who == side] for side, (_, clan) in SIDES.items()}
    if not cards:
        hands = {}
    idols = {colour: clans()[colour] for colour in seats} if reads["data.orb-idol-map"] == "chosen-at-setup" else None
    table = position(
        seats=seats, rulings=rulings, pack=pack, units=units, hands=hands, deck=(), active="red",
        mana=number("mana_with_elder"), idols=idols,
    )  # fmt: skip
    names = (defender["u"], *(f"green.{n + 3}" for n in range(more)))
    if line is None:
        return table, Attack(attacker["u"], names[0])
    one_by_one = reads["hydra.targets"] == "one-by-one"
    return table, Use(line.id, attacker["u"], names[:1] if one_by_one else names)


def ordered(duel: Duel, rulings: Rulings, packed: str = "") -> tuple[Table, AnyMove]:
    """The position of a duel and its order, from the first place where it is legal; ValueError says what cannot be."""
    found = None
    for stands in STANDS:
        if stands in OTHERS and (line := line_of(duel, rulings, packed)) is not None and line.how.get("attacks", 1) > 1:
            continue
        table, order = laid(duel, rulings, stands, packed)
        if not table.why_not(order):
            return table, order
        found = found or (table, order)
    assert found is not None
    return found


# ---------------------------------------------------------------- what the engine makes of it


class Watched(Flow):
    """A table that remembers how things lay when the strengths were compared."""

    __slots__ = ("seen",)

    def __init__(self, table: Table) -> None:
        super().__init__(table, telling=True)
        self.seen: tuple[Any, Any] | None = None

    def strengths(self) -> tuple[int, int]:
        """The strengths, noted."""
        self.seen = (self.fight, tuple(self.units))
        return super().strengths()


class Settled(NamedTuple):
    """An attack as far as it has come. `seen`: the table when it was compared; None if it was not."""

    table: Table
    events: tuple[Event, ...]
    seen: Table | None = None


def answer(table: Table, duel: Duel) -> AnyMove:
    """What the lab answers in a duel: the cards and the Shield that are set up, an A-mod on the attacker, else nothing."""
    ask = table.ask
    assert ask is not None
    legal = table.legal_moves()
    if ask.what == "shield":
        wanted = (move for move in legal if isinstance(move, Shield) and move.to == "blue.3" and duel.shield)
        return next(wanted, PASS)
    if ask.what == "react":
        return next((move for move in legal if isinstance(move, Cast)), PASS)
    if ask.what == "mod":
        attacker = "red.1"
        mine = (move for move in legal if isinstance(move, TakeMod) and move.unit == attacker and move.mod == "A")
        return next(mine, legal[0])
    return legal[0] if ask.what == "target" else legal[-1]


def play(table: Table, move: AnyMove, duel: Duel, dice: Iterable[int] = ()) -> Settled:
    """Carry out a move and what it leads to, until dice are needed that are not given, or nothing is left to do."""
    rolls = list(dice)
    events: list[Event] = []
    seen: Table | None = None
    while True:
        flow = Watched(table)
        flow.apply(move)
        before, table = table, Table._make(flow.freeze())
        events += flow.log or ()
        if flow.seen is not None:
            fight, units = flow.seen
            seen = before._replace(fight=fight, units=units)
        ask = table.ask
        if ask is None or ask.what == "order" or (ask.what == "roll" and not rolls):
            return Settled(table, tuple(events), seen)
        move = Roll(rolls.pop(0)) if ask.what == "roll" else answer(table, duel)


def with_dice(seen: Table, attack: int, defence: int) -> tuple[int, int]:
    """The strengths of an attack for a pair of dice. Clause: combat.attack-roll, combat.defence-roll"""
    assert seen.fight is not None
    return Desk(seen._replace(fight=seen.fight._replace(dice=(attack, defence)))).strengths()


def throw(table: Table, duel: Duel, attack: int, defence: int) -> Settled:
    """The attack that waits for its dice, thrown so."""
    return play(table, Roll(attack), duel, (defence,))


class Part(NamedTuple):
    """What is added to a die, and by which rule."""

    what: str
    amount: int
    clause: str
    assumed: str = ""
    struck: bool = False


class Case:
    """A duel under some readings: its grid, its chances, its plan. `packed`: an owner's card pack as JSON. ValueError says
    what cannot be."""

    def __init__(self, duel: Duel, rulings: Rulings, packed: str = "") -> None:
        self.duel, self.rulings = duel, rulings
        self.table, self.order = ordered(duel, rulings, packed)
        self.reasons: tuple[Reason, ...] = self.table.why_not(self.order)
        if not self.reasons:
            self.declared = play(self.table, self.order, duel)
            found = throw(self.declared.table, duel, DIE[-1], DIE[0]).seen
            assert found is not None
            self.seen = found

    @cached_property
    def strengths(self) -> Mapping[tuple[int, int], tuple[int, int]]:
        """Both strengths for each of the 64 pairs of dice."""
        return {(one, other): with_dice(self.seen, one, other) for one in DIE for other in DIE}

    @cached_property
    def wins(self) -> int:
        """How many of the 64 pairs succeed. Clause: combat.defender-wins-ties"""
        return sum(succeeds(*pair) for pair in self.strengths.values())

    @property
    def chance(self) -> Fraction:
        """The chance of a success."""
        return Fraction(self.wins, WAYS)

    @property
    def ties(self) -> int:
        """How many pairs are equal. Clause: combat.defender-wins-ties"""
        return sum(one == other for one, other in self.strengths.values())

    def thrown(self, dice: tuple[int, int]) -> Settled:
        """The whole attack with these dice, from the order on."""
        found = throw(self.declared.table, self.duel, *dice)
        return found._replace(events=(*self.declared.events, *found.events))

    def fighter(self, side: str) -> int:
        """The number of the unit that fights on a side when the strengths are compared."""
        assert self.seen.fight is not None
        return self.seen.fight.attacker if side == "attack" else self.seen.fight.defender

    def piece(self, side: str) -> Piece:
        """The unit that fights on a side."""
        return view.piece_of(Desk(self.seen), self.fighter(side))

    def total(self, side: str) -> int:
        """What is added to a die in all."""
        return self.strengths[DIE[-1], DIE[-1]][side == "defence"] - DIE[-1]

    def parts(self, side: str) -> list[Part]:
        """What is added to a die, one by one. Clause: glossary.attack-strength, glossary.defence-strength"""
        desk, unit = Desk(self.seen), self.fighter(side)
        fight, what = self.seen.fight, self.seen.units[unit]
        assert fight is not None
        kind = kind_of(unit, what)
        key = kind if kind != "inka" else "ready" if what.ready else "guard"
        plain = unit in fight.plain
        full = (attack_modifier if side == "attack" else defence_modifier)(kind, what)
        name = {"ready": "Ready Inka", "guard": "Guard Inka", "elder": "Elder"}.get(key, "")
        if kind == "idol":
            letter = "A" if side == "attack" else "D"
            count = what.mods.count(letter)
            name = f"{count} {letter}-mod{'' if count == 1 else 's'}"
        pierced = side == "defence" and full > 0 and desk.pierces(fight.attacker, unit)
        found = [Part(name, full, STRENGTH[key], struck=pierced or (plain and full > 0))]
        if pierced:
            found.append(Part("Pierce: D-mods do not count", 0, "spec.other-five-unprinted"))
        if side == "defence" and (bonus := desk.standing_bonus(unit)):
            if kind == "inka":
                found.append(Part("Defender Seal", bonus, "guardian.defender-seal", struck=plain))
            else:
                found.append(Part("Ward", bonus, "spec.other-five-unprinted", KEEPERS, plain))
        names = {amount: card for card, amount in self._changers(side).items()}
        changes = [amount for who, amount in fight.changes if who == unit]
        found += [Part(names.get(amount, "A card"), amount, "card.text-rules", INVENTED) for amount in changes]
        if plain:
            found.append(Part("Penetration: bonuses do not count", 0, "card.text-rules", INVENTED))
        return found

    def _changers(self, side: str) -> dict[str, int]:
        """The cards that change the strength of a side's unit, with the amount."""
        known = self.table.setup.cards
        return {
            card_name(key): int(step["amount"])
            for who, key in self.duel.cards
            for step in (known[key].steps if key in known else ())
            if step["do"] == "strength" and (step["unit"] == "own") == (who == side)
        }

    def idle(self) -> list[tuple[str, Reason]]:
        """What was set up and does nothing: a Shield or a card, each with the engine's reason."""
        found: list[tuple[str, Reason]] = []
        desk = Desk(self.declared.table)
        assert desk.fight is not None and self.seen.fight is not None
        if self.duel.shield and not self.seen.fight.passed:
            target = desk.fight.target
            line = SHIELDS[kind_of(target, desk.units[target])]
            barred = {desk.fight.attacker, target}
            why = why_not_shield(desk, 1, Shield(line, "blue.3"), target, barred, str(desk.reads["shield.timing"]))
            found += [("Shield", reason) for reason in why[:1]]
        for side, key in self.duel.cards:
            seat = 0 if side == "attack" else 1
            if key in desk.hands[seat] or not desk.setup.cards:
                why = why_not_cast(desk, seat, Cast(key), "attack-declared")
                found += [(card_name(key), reason) for reason in why[:1]]
        return found

    # -------------------------------------------------------------------------------------------- a turn's mana

    def plan(self, flip: bool = False, attacks: int = 2) -> dict[Result, Fraction]:
        """What a turn of so many attacks comes to, the attacker flipped first or not, each with its chance.

        Clause: turn.five-mana, action.any-order
        """
        found: dict[Result, Fraction] = {}
        table = self.table
        if flip:
            assert isinstance(self.order, Attack)
            table = table.play(Flip(self.order.unit))
        for chance, after in self._orders(table, attacks):
            key = self._result(after)
            found[key] = found.get(key, Fraction(0)) + chance
        return dict(sorted(found.items()))

    def _orders(self, table: Table, left: int) -> list[tuple[Fraction, Table]]:
        ask = table.ask
        if not left or ask is None or ask.what != "order" or table.why_not(self.order):
            return [(Fraction(1), table)]
        return self._thrown(play(table, self.order, self.duel).table, left - 1)

    def _thrown(self, table: Table, left: int) -> list[tuple[Fraction, Table]]:
        """Both ways an attack can end that waits for its dice, and what follows."""
        ask = table.ask
        if ask is None or ask.what != "roll":
            return self._orders(table, left)
        seen = throw(table, self.duel, DIE[-1], DIE[0]).seen
        assert seen is not None
        pairs: dict[bool, list[tuple[int, int]]] = {True: [], False: []}
        for one in DIE:
            for other in DIE:
                pairs[succeeds(*with_dice(seen, one, other))].append((one, other))
        found = []
        for which in pairs.values():
            if which:
                share = Fraction(len(which), WAYS)
                rest = self._thrown(throw(table, self.duel, *which[0]).table, left)
                found += [(share * chance, after) for chance, after in rest]
        return found

    def _result(self, table: Table) -> Result:
        units = unit_numbers(table.clans)

        def fell(name: str) -> bool:
            return self.table.units[units[name]].at >= 0 > table.units[units[name]].at

        elder = self.duel.defender.kind == "elder"
        target = table.units[units["blue.E" if elder else "blue.1"]]
        left = -target.hp if elder else -int(target.at >= 0)
        return Result(left, fell("green.3") + fell("green.4"), fell("blue.3"))

    @property
    def price(self) -> int:
        """What one such attack costs. Clause: action.combat-cost, spec.mana-cost"""
        return self.table.mana - self.declared.table.mana


class Result(NamedTuple):
    """How a turn ends: `left`: minus the HP of the Elder, or minus 1 while an Inka or Idol stands; `others`: further
    targets that fell; `receiver`: whether the Inka fell that a Shield had put in between."""

    left: int
    others: int
    receiver: bool


INVENTED: Final = "No text of a Cast Card is published: this effect is the kit’s own."
KEEPERS: Final = "The Keeper’s card is the kit’s own: no source prints it."


@lru_cache(maxsize=256)
def case(duel: Duel, rulings: Rulings, packed: str = "") -> Case:
    """A duel under some readings. ValueError says what cannot be."""
    return Case(duel, rulings, packed)


@lru_cache(maxsize=64)
def planned(
    duel: Duel, rulings: Rulings, flip: bool = False, attacks: int = 2, packed: str = ""
) -> Mapping[Result, Fraction]:
    """What a turn of a duel comes to."""
    return case(duel, rulings, packed).plan(flip, attacks)


# ---------------------------------------------------------------- the lab


class CombatLab:
    """Who fights, all 64 pairs of dice, how each is decided, what helps, and what a turn of it comes to."""

    def __init__(self, shared: Shared | None = None, chance: Random | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.book = rulebook(KEY)
        self.chance = chance or Random()
        self.duel, self.dice, self.clause = Duel(), (7, 4), ""
        self.refused: tuple[str, str] = ("", "")
        self.tally: list[tuple[int, int]] = []
        self.head = Board(HEAD, css=OWN)
        self.plate = Board(css=view.css, drawings=view.sprite(), css_class="tk-plate cb-plate", label="The combat")
        self.log = Log(self.book, "How this pair is decided")
        self.help = Board(css_class="tk-panel cb-help", label="Who helps")
        self.side = Board(css_class="tk-panel cb-side", label="What it is worth")
        self.readings = RulingsPanel(
            self.book,
            self.shared.rulings,
            only=MATTER,
            title="Readings that can change it",
            css_class="tk-panel cb-read",
        )
        for board in (self.plate, self.help, self.side):
            board.on_pick(self.pick)
        self.readings.on_change(self._ruled)
        self.shared.listeners.append(self._ruled_elsewhere)
        self.shared.pack_listeners.append(self._settle)
        self.widget = columns([self.plate, self.log, self.help], [self.side, self.readings], [self.head])
        self.widget.add_class("cb-lab")
        for board, place in ((self.side, "cb-o1"), (self.help, "cb-o2"), (self.readings, "cb-o3")):
            board.add_class(place)
        self._settle(say=False)

    @property
    def rulings(self) -> Rulings:
        """The readings in force, as far as a position can be laid with them."""
        return situated(self.shared.rulings, self.shared.pack)

    @property
    def case(self) -> Case:
        """What the engine makes of the duel."""
        return self._case(self.duel)

    def _case(self, duel: Duel) -> Case:
        return case(duel, self.rulings, self.shared.packed)

    def _planned(self, duel: Duel, flip: bool = False) -> Mapping[Result, Fraction]:
        return planned(duel, self.rulings, flip, packed=self.shared.packed)

    # -------------------------------------------------------------------------------------------- what is pressed

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "kind|attack|idol", "cell|7|4", "mods|attack|A|2", "hp|3", "roll|100" ..."""
        kind, _, rest = id.partition("|")
        handler = getattr(self, f"_on_{kind}", None)
        if handler is not None:
            handler(*rest.split("|"))

    def open_link(self, link: str) -> None:
        """Open a duel from its two sides: "ready-vs-elder", "idol-2A-vs-idol-1D"; ValueError says what is allowed."""
        one, mark, other = link.partition("-vs-")
        if not mark:
            raise ValueError(f"The link is {link!r}; allowed: two fighters, as ready-vs-elder or idol-2A-vs-idol-1D")
        self._change(replace(Duel(), attacker=fighter(one), defender=fighter(other, "guardian")))

    def _on_kind(self, side: str, kind: str) -> None:
        self._change(self.duel.with_side(side, kind=kind))

    def _on_idol(self, side: str, idol: str) -> None:
        self._change(self.duel.with_side(side, idol=idol))

    def _on_mods(self, side: str, letter: str, count: str) -> None:
        other = "D" if letter == "A" else "A"
        mods = self.duel.side(side).mods
        new = "".join(sorted(letter * int(count) + other * mods.count(other)))
        if len(new) > number("mods_per_idol"):
            text = f"An Idol carries at most {number('mods_per_idol')} Mods. Take {other}-mods off first."
            self._refuse("mod.at-most-three", text)
            return
        duel = self.duel.with_side(side, mods=new)
        line = line_of(duel, self.rulings, self.shared.packed)
        if side == "attack" and line is not None and line.mods > len(new):
            duel = replace(duel, line="")
        self._change(duel)

    def _on_line(self, id: str) -> None:
        self._change(replace(self.duel, line=id))

    def _on_hp(self, count: str) -> None:
        self._change(replace(self.duel, hp=int(count)))

    def _on_guardian(self, mods: str) -> None:
        self._change(replace(self.duel, guardian=int(mods)))

    def _on_owner(self, whose: str) -> None:
        self._change(replace(self.duel, owner=whose))

    def _on_keeper(self, mods: str) -> None:
        self._change(replace(self.duel, keeper=int(mods)))

    def _on_shield(self, mode: str) -> None:
        self._change(replace(self.duel, shield=mode))

    def _on_card(self, side: str, key: str) -> None:
        pair = (side, key)
        cards = tuple(one for one in self.duel.cards if one != pair)
        self._change(replace(self.duel, cards=cards if pair in self.duel.cards else (*cards, pair)))

    def _on_cell(self, attack: str, defence: str) -> None:
        self._show((int(attack), int(defence)))

    def _on_roll(self, times: str) -> None:
        self.tally += [(self.chance.choice(DIE), self.chance.choice(DIE)) for _ in range(int(times))]
        self._show(self.tally[-1])

    def _on_forget(self, _: str) -> None:
        self.tally = []
        self._draw()

    def _on_clause(self, value: str) -> None:
        self.clause = "" if self.clause == value else value
        self._draw()

    def _on_close(self) -> None:
        self.clause = ""
        self._draw()

    def _change(self, duel: Duel) -> None:
        """Take a duel that the engine accepts; else say why not, and nothing changes."""
        try:
            reasons = self._case(duel).reasons
        except ValueError as error:
            self._refuse("orb.colours" if "Orb" in str(error) else "clan.six-colours", f"{error}.")
            return
        if reasons:
            self._refuse(reasons[0].clause, f"{sentence(reasons[0].text)} {reasons[0].fix}")
            return
        self.duel, self.refused, self.tally = duel, ("", ""), []
        self._draw()
        self.plate.say = self._headline()

    def _refuse(self, clause: str, text: str) -> None:
        self.refused = (clause, text)
        self._draw()
        self.plate.say = text

    def _show(self, dice: tuple[int, int]) -> None:
        self.dice, self.refused = dice, ("", "")
        self._draw(say=True)

    def _ruled(self, rulings: Rulings) -> None:
        self.shared.set(rulings, self._ruled_elsewhere)
        self._settle()

    def _ruled_elsewhere(self, rulings: Rulings) -> None:
        self.readings.show(rulings=rulings)
        self._settle()

    def _settle(self, say: bool = True) -> None:
        """Draw under the readings in force; where they rule the duel out, the lab begins anew."""
        self.refused, self.tally = ("", ""), []
        try:
            possible = not self.case.reasons
        except ValueError:
            possible = False
        if not possible:
            self.duel = Duel()
            text = "Under these readings and cards that combat cannot be. The lab begins anew."
            self.refused = ("spec.lists-actions", text)
        self._draw()
        if say:
            self.plate.say = self._headline()

    # -------------------------------------------------------------------------------------------- what is seen

    def _draw(self, say: bool = False) -> None:
        now = self.case
        self.plate.html = self._sides() + self._dice(now)
        self.help.html = self._help(now)
        self.side.html = self._flip() + self._plan(now) + self._rolled(now)
        one, other = now.strengths[self.dice]
        won = succeeds(one, other)
        headline = f"Attack {self.dice[0]}, defence {self.dice[1]}: {'a success' if won else 'nothing happens'}."
        sign = "beats" if won else "ties with" if one == other else "does not beat"
        self.log.show(now.thrown(self.dice).events, (headline, f"{one} {sign} {other}."), self.rulings, say=say)
        effects = self._effects(now)
        changed = self.shared.rulings.changed()
        only = [id for id in MATTER if effects[id][1] or id in changed or id in ALWAYS]
        self.readings.show(only=only, effects=effects)

    def _headline(self) -> str:
        now = self.case
        one, other = (view.piece_said(now.piece(side)) for side in SIDES)
        return f"{one} against {other}: {now.wins} of {WAYS} pairs succeed, {percent(now.chance)}."

    def _chip(self, clause: str, where: str = "") -> str:
        panel = f"cb-{where}{clause.replace('.', '-')}"
        return cited(self.book, clause, self.clause == clause, panel, self.rulings)

    def _sides(self) -> str:
        one, other = (self._side(side) for side in SIDES)
        clause, text = self.refused
        notice = f'<div class="tk-told cb-told"><p>{escape(text)}</p>{self._chip(clause, "no-")}</div>' if text else ""
        return f'<div class="cb-sides">{one}<p class="cb-vs">against</p>{other}</div>{notice}'

    def _side(self, side: str) -> str:
        title, clan = SIDES[side]
        who = self.duel.side(side)
        buttons = ""
        for kind, word in KINDS.items():
            unit = _piece(clan, replace(who, kind=kind), self.duel.hp if side == "defence" else 4)
            note = f"d8 {signed(modifiers(unit.kind, unit.ready, who.mods)[side == 'defence'])}"
            buttons += (
                f'<button type="button" data-id="kind|{side}|{kind}" aria-pressed="{_yes(who.kind == kind)}" '
                f'aria-label="{word}, {note}">{view.piece_icon(unit)}<b>{word}</b><small>{note}</small></button>'
            )
        return (
            f'<section aria-label="{title}"><h2>{title}</h2><div class="cb-pick" role="group" aria-label="{title}" '
            f'data-arrows="{side}">{buttons}</div><div class="cb-more">{self._more(side, who)}</div></section>'
        )

    def _more(self, side: str, who: Fighter) -> str:
        """What else is to be chosen of a fighter: which Idol, its Mods, its line; the HP of an Elder."""
        if who.kind != "idol":
            steps = [(f"hp|{n}", str(n), self.duel.hp == n) for n in range(1, number("elder_hp_full_game") + 1)]
            hp = _seg("HP", steps) if who.kind == "elder" and side == "defence" else ""
            return hp + self._chip(STRENGTH[who.kind], f"{side}-")
        idols = ""
        for idol in IDOLS:
            icon = view.piece_icon(_piece(SIDES[side][1], Fighter("idol", idol)))
            idols += (
                f'<button type="button" data-id="idol|{side}|{idol}" aria-pressed="{_yes(who.idol == idol)}" '
                f'aria-label="{idol.capitalize()}">{icon}</button>'
            )
        mods = ""
        for letter in MODS:
            have = who.mods.count(letter)
            steps = [(f"mods|{side}|{letter}|{n}", str(n), have == n) for n in range(number("mods_per_idol") + 1)]
            mods += _seg(letter, steps, f"{letter}-mods")
        mark = assumed(KEEPERS) if who.idol == "keeper" else ""
        return (
            f'<p class="cb-idol">{who.idol.capitalize()}{mark}</p><div class="cb-idols" role="group" '
            f'aria-label="Which Idol" data-arrows="idols-{side}">{idols}</div><div class="cb-mods">{mods}</div>'
            f"{self._lines(who) if side == 'attack' else ''}"
        )

    def _lines(self, who: Fighter) -> str:
        """The lines an Idol attacks with; those that need more Mods say so."""
        now, lines = line_of(self.duel, self.rulings, self.shared.packed), ""
        for line in attack_lines(who, self.rulings, self.shared.packed):
            shut = f", {line.mods} Mod{'s' * (line.mods > 1)}" if line.mods > len(who.mods) else ""
            off = ' aria-disabled="true"' if shut else ""
            on = _yes(now is not None and now.id == line.id)
            lines += (
                f'<button type="button" data-id="line|{line.id}" aria-pressed="{on}"{off}>'
                f"{escape(line.name)}<small>{line.mana} mana{shut}</small></button>"
            )
        return f'<div class="cb-lines" role="group" aria-label="Attack with" data-arrows="lines">{lines}</div>'

    def _dice(self, now: Case) -> str:
        heads = "".join(f'<span class="cb-ax" role="columnheader">{n}</span>' for n in DIE)
        corner = '<span class="cb-ax" role="columnheader"><span class="tk-hidden">Attack die</span></span>'
        rows = f'<div role="row" class="cb-row">{corner}{heads}</div>'
        for attack in reversed(DIE):
            row = "".join(self._cell(now, attack, defence) for defence in DIE)
            rows += f'<div role="row" class="cb-row"><span class="cb-ax" role="rowheader">{attack}</span>{row}</div>'
        down, across = signed(now.total("attack")), signed(now.total("defence"))
        return (
            f'<div class="cb-dice"><div class="cb-table"><p class="cb-cap">Defence die across, each {across}</p>'
            f'<p class="cb-cap cb-cap-side">Attack die, each {down}</p><div class="cb-grid" role="grid" '
            f'aria-label="Attack die by defence die" data-arrows="dice">{rows}</div></div>'
            f'<div class="cb-right">{_fraction(now)}{self._key(now)}{self._sum(now)}</div></div>'
        )

    def _cell(self, now: Case, attack: int, defence: int) -> str:
        one, other = now.strengths[attack, defence]
        look, word = "", "the defence holds"
        if succeeds(one, other):
            look, word = "win", "success"
        elif one == other:
            look, word = "tie", "tie, the defence holds"
        count = self.tally.count((attack, defence))
        times = f", rolled {count} time{'' if count == 1 else 's'}" if count else ""
        mark = f"<i>{count}</i>" if count else "=" if look == "tie" else ""
        on = _yes((attack, defence) == self.dice)
        return (
            f'<button type="button" class="cb-cell {look}" role="gridcell" data-id="cell|{attack}|{defence}" aria-selected="{on}" '
            f'aria-label="Attack {attack}, defence {defence}: {one} against {other}, {word}{times}">{mark}</button>'
        )

    def _key(self, now: Case) -> str:
        text, clause = {
            "elder": ("The Elder loses 1 HP.", "combat.elder-loses-one"),
            "idol": ("The Idol falls.", "combat.idol-falls"),
            "inka": ("The Inka falls.", "combat.inka-falls"),
        }[now.piece("defence").kind]
        rows = (
            ("win", "", f"{now.wins}: the attack is higher. {text}", self._chip(clause)),
            ("tie", "=", f"{now.ties}: a tie, the defence holds.", self._chip("combat.defender-wins-ties")),
            ("", "", f"{WAYS - now.wins - now.ties}: the defence is higher.", ""),
        )
        items = "".join(
            f'<li><span class="cb-cell {look}" aria-hidden="true">{sign}</span><div>{said}{chip}</div></li>'
            for look, sign, said, chip in rows
        )
        return f'<ul class="cb-key">{items}</ul>'

    def _sum(self, now: Case) -> str:
        """What is added to each die, and by what."""
        rows = ""
        for side, (title, _) in SIDES.items():
            parts = ", ".join(map(_part, now.parts(side)))
            rows += f"<div><dt>{title}</dt><dd>d8 {signed(now.total(side))}</dd><dd>{parts}</dd></div>"
        return f'<dl class="cb-sum">{rows}</dl>'

    # -------------------------------------------------------------------------------------------- who helps

    def _help(self, now: Case) -> str:
        duel = self.duel
        counts = [(-1, "none"), *((n, str(n)) for n in range(number("mods_per_idol") + 1))]
        guardian = [(f"guardian|{n}", word, duel.guardian == n) for n, word in counts]
        keeper = [(f"keeper|{n}", word, duel.keeper == n) for n, word in counts]
        owner = [(f"owner|{key}", word, duel.owner == key) for key, word in OWNERS.items()]
        shield = [(f"shield|{mode}", word, duel.shield == mode) for mode, word in SHIELD_TO.items()]
        beside = _seg("Its Mods", guardian, "Mods of a Guardian beside the defender")
        if duel.guarded and duel.guardian < 0:
            beside = '<p class="cb-note">The defender is the Guardian itself.</p>'
        elif duel.guardian >= 0:
            beside += _seg("It belongs to", owner)
        lines = all_lines()
        seal, ward = (
            f"{line.name}, {line.mods} Mods: {line.text}"
            for line in (lines["guardian.defender-seal"], lines["keeper.ward"])
        )
        body = (
            self._helper("Guardian", beside, seal, "guardian.defender-seal")
            + self._helper("Shield", _seg("Passed on to", shield), self._shielded(now), "faq.shield-any-turn")
            + self._helper(
                f"Keeper{assumed(KEEPERS)}",
                _seg("Its Mods", keeper, "Mods of a Keeper beside the defender"),
                ward,
                "spec.other-five-unprinted",
            )
        )
        cards = "".join(self._cards(side, now) for side in SIDES)
        idle = "".join(
            f"<li><b>{escape(what)}:</b> {escape(sentence(reason.text))}{self._chip(reason.clause, 'i-')}</li>"
            for what, reason in now.idle()
        )
        return (
            f'<h2 class="tk-h2">Who helps</h2><div class="cb-helps">{body}<section><h3>Cards{assumed(INVENTED)}</h3>{cards}'
            f"{self._chip('card.text-rules', 'h-')}</section></div>"
            + (f'<ul class="cb-idle" aria-label="What does nothing here">{idle}</ul>' if idle else "")
        )

    def _helper(self, title: str, controls: str, text: str, clause: str) -> str:
        return (
            f'<section><h3>{title}</h3><div class="cb-set">{controls}</div><p class="cb-note">{escape(text)}</p>'
            f"{self._chip(clause, 'h-')}</section>"
        )

    def _cards(self, side: str, now: Case) -> str:
        title, _ = SIDES[side]
        known = now.table.setup.cards
        buttons = "".join(
            f'<button type="button" class="tk-btn" data-id="card|{side}|{key}" aria-pressed="{_yes((side, key) in self.duel.cards)}" '
            f'title="{escape(known[key].text if key in known else "")}">{card_name(key)}</button>'
            for key in CARDS[side]
        )
        return (
            f'<div class="cb-cards" role="group" aria-label="{title} casts" data-arrows="cards-{side}">'
            f"<span>{title}</span>{buttons}</div>"
        )

    def _shielded(self, now: Case) -> str:
        assert now.seen.fight is not None
        if now.seen.fight.passed:
            who = view.piece_said(now.piece("defence"))
            return f"{who} defends in its place. The attacker does not move in."
        if self.duel.shield:
            return "No Shield takes this attack; the reason stands below."
        return "A Guardian may pass an attack on to an Inka of its clan beside it."

    # -------------------------------------------------------------------------------------------- what it is worth

    def _flip(self) -> str:
        body = ""
        for side, (title, clan) in SIDES.items():
            who = self.duel.side(side)
            if who.kind not in ("ready", "guard"):
                continue
            found = {mode: self._case(self.duel.with_side(side, kind=mode)).wins for mode in ("guard", "ready")}
            for mode, wins in found.items():
                here = " is-now" if mode == who.kind else ""
                body += (
                    f'<div class="cb-bar{here}">{view.piece_icon(_piece(clan, Fighter(mode)))}<span class="cb-bar-x {mode}">'
                    f'<i style="width:{100 * wins / WAYS:.1f}%"></i></span><b>{wins}/{WAYS}</b>'
                    f'<span class="tk-hidden">{title} in {KINDS[mode]}</span></div>'
                )
            change = found["ready"] - found["guard"]
            text, clause = "for the attacker in Ready instead of Guard: 1 mana.", "action.mode-cost"
            if side == "defence":
                text, clause, change = "once the defender is in Guard, not Ready.", "combat.guard-strength", -change
            look = " is-loss" if change < 0 else ""
            body += f'<p><b class="cb-gain{look}">{signed(change)} of {WAYS}</b> {text}</p>{self._chip(clause, f"f-{side}-")}'
        if not body:
            body = (
                "<p>Nothing: neither an Elder nor an Idol has a mode.</p>"
                f"{self._chip('combat.mode-not-for-idols', 'f-')}"
            )
        return f'<section class="cb-sec"><h2 class="tk-h2">What one flip changes</h2>{body}</section>'

    def _plan(self, now: Case) -> str:
        price, mana = now.price, now.table.mana
        count = min(2, mana // price)
        left = mana - count * price
        groups = f'<div class="cb-grp"><div>{"<i></i>" * price}</div>attack</div>' * count
        groups += f'<div class="cb-grp is-left"><div>{"<i></i>" * left}</div>left</div>' if left else ""
        rows = [(self._result(result), chance) for result, chance in self._planned(self.duel).items()]
        tints = [f"cb-o{min(2, n * 2 // max(1, len(rows) - 1))}" for n in range(len(rows))]
        stack, items = "", ""
        for tint, (text, chance) in zip(tints, rows, strict=True):
            stack += f'<i class="{tint}" style="width:{float(chance) * 100:.2f}%"></i>'
            items += (
                f'<li><i class="{tint}"></i><span>{escape(text)}</span><span>{_over(chance)}</span>'
                f"<span>{percent(chance)}</span></li>"
            )
        said = "; ".join(f"{text} {percent(chance)}" for text, chance in rows)
        times = "One attack" if count == 1 else "Two attacks"
        return (
            f'<section class="cb-sec"><h2 class="tk-h2">Mana plan</h2><p class="tk-small">{times} of {price} mana in one '
            f'turn of {mana}.</p>{self._chip("turn.five-mana", "p-")}<div class="cb-stones">{groups}</div>'
            f'<div class="cb-stack" role="img" aria-label="{escape(said)}">{stack}</div><ul class="cb-outs">{items}</ul>'
            f"{self._plan_notes(count)}</section>"
        )

    def _plan_notes(self, count: int) -> str:
        duel, found = self.duel, ""
        best = max(self._planned(duel))
        if duel.attacker.kind == "guard":
            chance = self._planned(duel, flip=True).get(best, Fraction(0))
            text = f"Flip first, and all mana is gone: {self._result(best)}, {_over(chance)}, {percent(chance)}."
            found += f"<p>{escape(text)}</p>{self._chip('action.mode-cost', 'p-')}"
        if duel.defender.kind == "elder" and best.left < 0:
            found += f"<p>{'Two attacks' if count > 1 else 'One attack'} cannot fell an Elder with {duel.hp} HP.</p>"
        elif duel.defender.kind != "elder" and count > 1:
            found += "<p>The second attack is made only if the first leaves the target standing.</p>"
        if duel.attacker.kind == "idol":
            text = "An earned Mod goes on the attacker as an A-mod while it has room, and counts in the next attack."
            found += f"<p>{text}</p>{self._chip('combat.earn-mod', 'p-')}"
        return found + ("<p>Cards are cast in the first attack.</p>" if duel.cards else "")

    def _result(self, result: Result) -> str:
        """How a turn ends, in words."""
        duel, line = self.duel, line_of(self.duel, self.rulings, self.shared.packed)
        if duel.defender.kind == "elder":
            hits = ("No hit", "One hit", "Two hits")[duel.hp + result.left] if result.left else ""
            text = f"{hits}: {-result.left} HP" if result.left else "The Elder falls"
        else:
            text = f"The {'Idol' if duel.defender.kind == 'idol' else 'Inka'} {'stands' if result.left else 'falls'}"
        if line is not None and (more := line.how.get("attacks", 1) - 1):
            text += f", {result.others} of {more} other{'s' * (more > 1)} fall{'s' * (more == 1)}"
        return text + (", the Shield’s Inka falls" if result.receiver else "")

    def _rolled(self, now: Case) -> str:
        rolled, won = len(self.tally), sum(succeeds(*now.strengths[pair]) for pair in self.tally)
        body = '<p class="tk-small">Nothing rolled yet.</p>'
        if rolled:
            expected = f"{float(now.chance * rolled):.1f}"
            facts = (("Rolled", rolled), ("Successes", won), ("Expected", expected))
            body = (
                f'<dl class="cb-tally">{"".join(f"<div><dt>{what}</dt><dd>{count}</dd></div>" for what, count in facts)}</dl>'
                f'<div class="cb-race" role="img" aria-label="{won} successes of {rolled}, {expected} expected">'
                f'<i style="width:{100 * won / rolled:.1f}%"></i><b style="left:{float(now.chance) * 100:.1f}%"></b></div>'
                f'<p class="tk-small">Last: attack {self.tally[-1][0]}, defence {self.tally[-1][1]}. '
                "The line marks what is expected.</p>"
            )
        off = "" if rolled else ' aria-disabled="true"'
        return (
            '<section class="cb-sec"><h2 class="tk-h2">Roll for real</h2><div class="tk-do" role="group" aria-label="Roll" '
            'data-arrows="roll"><button type="button" class="tk-btn tk-btn--main" data-id="roll|1">Roll both dice</button>'
            '<button type="button" class="tk-btn" data-id="roll|100">Roll 100</button>'
            f'<button type="button" class="tk-btn" data-id="forget|"{off}>Forget</button></div>'
            f'<div class="cb-rolled">{body}</div></section>'
        )

    def _effects(self, now: Case) -> dict[str, tuple[str, bool]]:
        """Which readings change this combat, and to what."""
        found: dict[str, tuple[str, bool]] = {}
        here = f"{now.wins} of {WAYS}"
        for id in MATTER:
            said = []
            for reading in self.book.ruling(id).readings:
                if reading.id in (self.rulings[id], "owner-supplied"):
                    continue
                try:
                    other = case(self.duel, self.rulings.with_(id, reading.id), self.shared.packed)
                    words = "not possible" if other.reasons else f"{other.wins} of {WAYS}"
                except ValueError:
                    words = "not possible"
                said += [f"Under “{reading.name}”: {words}."] if words != here else []
            found[id] = (" ".join(said), True) if said else ("Changes nothing here.", False)
        return found


HEAD: Final = (
    '<div class="tk-head"><div><h1 class="tk-title">Combat</h1><p class="tk-small">Choose who fights. All 64 pairs of dice lie '
    "on the grid; press one to see how it is decided.</p></div></div>"
)
SHIELD_TO: Final = {"": "nobody", "ready": "a Ready Inka", "guard": "a Guard Inka"}


def _fraction(now: Case) -> str:
    often = f"1 in {float(1 / now.chance):.1f}" if now.chance else "never"
    return (
        f'<div class="cb-frac"><p class="cb-f"><span>{now.wins}</span><i></i><span>{WAYS}</span></p>'
        f"<p><b>{percent(now.chance)}</b>{often}</p></div>"
    )


def _part(part: Part) -> str:
    amount = f" {signed(part.amount)}" if part.amount or ":" not in part.what else ""
    text = f"{escape(part.what)}{amount}"
    return f"{f'<s>{text}</s>' if part.struck else text}{assumed(part.assumed) if part.assumed else ''}"


def fighter(word: str, idol: str = "hydra") -> Fighter:
    """A fighter from "ready", "guard", "elder", "shade-1A2D", or "idol-1A2D" for `idol`; ValueError says what is allowed."""
    name, _, mods = word.partition("-")
    if name in ("ready", "guard", "elder") and not mods:
        return Fighter(name, idol)
    pairs = [mods[n : n + 2] for n in range(0, len(mods), 2)]
    fits = all(len(pair) == 2 and pair[0] in "0123" and pair[1] in "AD" for pair in pairs)
    found = "".join(sorted("".join(pair[1] * int(pair[0]) for pair in pairs))) if fits else ""
    if not fits or name not in ("idol", *IDOLS) or len(found) > number("mods_per_idol"):
        raise ValueError(f"fighter is {word!r}; allowed: ready, guard, elder, idol-2A, or an Idol as {IDOLS[-1]}-1A2D")
    return Fighter("idol", idol if name == "idol" else name, found)


def signed(amount: int) -> str:
    """A number with its sign."""
    return f"{amount:+d}".replace("-", "\N{MINUS SIGN}")


def assumed(why: str) -> str:
    """The mark of what the kit has made up, with the reason."""
    return f'<button type="button" class="tk-assumed" data-why="{escape(why)}">assumed<span class="tk-hidden">: {escape(why)}</span></button>'


def _piece(clan: str, who: Fighter, hp: int = 4) -> Piece:
    if who.kind == "elder":
        return Piece(clan, "elder", hp=hp)
    if who.kind == "idol":
        return Piece(clan, "idol", idol=who.idol, orb=orb_of(who.idol), mods=who.mods)
    return Piece(clan, "inka", who.kind == "ready")


def _yes(truth: bool) -> str:
    return str(truth).lower()


def _over(chance: Fraction) -> str:
    """A chance as the fraction people meet: over 64, or over 4096 for two attacks."""
    least = next((ways for ways in (WAYS, WAYS**2, WAYS**3) if ways % chance.denominator == 0), chance.denominator)
    return f"{chance.numerator * (least // chance.denominator)}/{least}"


def _seg(title: str, buttons: Iterable[tuple[str, str, bool]], said: str = "") -> str:
    row = "".join(
        f'<button type="button" data-id="{id}" aria-pressed="{_yes(on)}">{escape(text)}</button>'
        for id, text, on in buttons
    )
    name = escape(said or title)
    return f'<div class="cb-seg"><span>{escape(title)}</span><span class="tk-seg" role="group" aria-label="{name}" data-arrows="{name}">{row}</span></div>'


__all__ = ["Case", "CombatLab", "Duel", "Fighter", "case", "fighter", "planned", "situated"]
