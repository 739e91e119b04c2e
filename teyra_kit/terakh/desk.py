"""What lies on the table while a move is carried out: looking at it, changing it, and telling what happens."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple

from ..core import Event, Readings, Rulings, Seat, open_point
from ..core.game import sentence
from .board import Configuration, Ground, Layout, carried, ground
from .cast_cards import CastCard, cards, castable
from .combat import attack_modifier, defence_modifier
from .spec_cards import Line, card_of, open_lines
from .units import (
    COLOURS,
    ELDER,
    FALLEN,
    INKAS,
    NOBODY,
    OFF,
    UNITS,
    Unit,
    clans,
    in_order,
    is_elder,
    kind_of,
    letter,
    number,
    readings,
    seat_of,
    standing,
    unit_names,
    with_mod,
)

UNKNOWN: Final = "?"
"""A card that a seat may not see."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is agreed before the game. `mode`: "first" or "full"; `variants`: of "A", "B", "C"; `turns`: of each plane at
    the start; `hand_limit` counts under draw.hand-limit = limited, `hp` in variant A; `pack`: a card pack.

    Clause: setup.one-plane-per-player, setup.red-text, variant-a.lower-hp
    """

    players: int
    mode: str
    variants: str
    configuration: Configuration | None
    layout: Layout
    turns: tuple[int, ...]
    rulings: Rulings
    hand_limit: int = 0
    hp: int = 1
    pack: str = ""
    reads: Readings = field(init=False, repr=False, compare=False)
    cards: Mapping[str, CastCard] = field(init=False, repr=False, compare=False)
    spec: tuple[str, str, str] = field(init=False, repr=False, compare=False)
    castable: Mapping[str, frozenset[str]] = field(init=False, repr=False, compare=False)
    lies: dict[tuple[int, ...], Ground] = field(init=False, repr=False, compare=False)
    short: bool = field(init=False, repr=False, compare=False)
    ways: dict[tuple[Any, ...], tuple[Any, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        reads = readings(self.rulings)
        object.__setattr__(self, "reads", reads)
        no_cards = self.mode == "first" and reads["first-game.scope"] == "no-orbs-no-cards"
        deck = cards(self.pack, "no-cards" if no_cards else reads["data.cast-cards"], reads["cards.mana-boost-drain"])
        object.__setattr__(self, "cards", deck)
        object.__setattr__(self, "spec", (reads["data.spec-cards"], reads["data.keeper-card"], self.pack))
        object.__setattr__(self, "castable", castable(deck, "C" in self.variants, self.mode == "full"))
        object.__setattr__(self, "lies", {})
        object.__setattr__(self, "ways", {})
        # nobody comes between two orders, and nothing is noted of them
        object.__setattr__(self, "short", "C" not in self.variants and reads["action.repeats"] == "unlimited")

    def __reduce__(self) -> tuple[Any, ...]:
        return Setup, tuple(getattr(self, one.name) for one in fields(self) if one.init)

    @property
    def start_hp(self) -> int:
        """With how many HP an Elder begins. Clause: setup.elder-hp, glossary.elder, variant-a.lower-hp"""
        return starting_hp(self.mode, "A" in self.variants, self.hp, self.reads)


def starting_hp(mode: str, variant_a: bool, hp: int, reads: Readings) -> int:
    """With how many HP an Elder begins. Clause: setup.elder-hp, glossary.elder, variant-a.lower-hp"""
    full = mode == "full" or reads["elder.starting-hp"] == "always-four"
    if variant_a and reads["variant-a.hp"] == "free-number":
        return hp
    return number("elder_hp_full_game" if full else "elder_hp_first_game")


class Task(NamedTuple):
    """Something that is still to be done. `rolls`: what was thrown for it so far; `dice`: the questions after the open
    one for what else has to be thrown."""

    do: str
    seat: Seat = NOBODY
    unit: int = OFF
    n: int = 0
    key: str = ""
    data: tuple[Any, ...] = ()
    rolls: tuple[int, ...] = ()
    dice: tuple[Ask, ...] = ()

    def rolled(self, die: int) -> Task:
        """The same with one more die thrown for it."""
        return tuple.__new__(Task, self[:-2] + ((*self.rolls, die), self.dice[1:]))  # noqa: RUF005 - twice as fast

    def waiting(self, dice: tuple[Ask, ...]) -> Task:
        """The same while dice are thrown for it."""
        return tuple.__new__(Task, self[:-1] + (dice,))  # noqa: RUF005 - twice as fast as unpacking


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that is open: what is asked, and whom (NOBODY: chance)."""

    what: str
    seat: Seat = NOBODY
    key: str = ""
    unit: int = OFF
    data: tuple[Any, ...] = ()


class Fight(NamedTuple):
    """An attack that is being carried out.

    `by` ordered it; `target` was declared, `defender` defends now; `line`: of the Spec Card, "" for an Inka or Elder;
    `passed`: Inkas a Shield has put in its place, in order; `reversed_by`: who cast Reflect last, `turned`: whether the
    roles are exchanged now (two Reflects exchange them back); `dice`: 0 before they are thrown; `changes`: what cards add to a unit's strength; `plain`: units whose bonuses do not count; `result`: "",
    cancelled, failed, or succeeded. Clause: combat.declare, guardian.attacker-stays
    """

    by: Seat
    attacker: int
    target: int
    defender: int
    line: str = ""
    passed: tuple[int, ...] = ()
    reversed_by: Seat = NOBODY
    dice: tuple[int, int] = (0, 0)
    changes: tuple[tuple[int, int], ...] = ()
    plain: tuple[int, ...] = ()
    result: str = ""
    turned: bool = False

    def thrown(self, dice: tuple[int, int]) -> Fight:
        """The same with its dice thrown. Clause: combat.attack-roll, combat.defence-roll"""
        return tuple.__new__(Fight, (*self[:7], dice, *self[8:]))

    def over(self, result: str) -> Fight:
        """The same with its result. Clause: combat.declare"""
        return tuple.__new__(Fight, (*self[:10], result, self.turned))


class Spell(NamedTuple):
    """A card that lies open. `place`: the tria of the chosen unit when it was named; `removed`: whose Elder it has taken;
    `hurt`: it has hit a unit of another clan; `takers`: who has cast Recycle for it. Clause: cast.show, cast.to-bottom
    """

    card: str
    caster: Seat
    choices: tuple[tuple[str, str], ...] = ()
    cancelled: bool = False
    place: int = OFF
    removed: tuple[Seat, ...] = ()
    hurt: bool = False
    takers: tuple[Seat, ...] = ()


class Desk:
    """A table while a move is carried out. It is thrown away as soon as the new table is there."""

    __slots__ = (
        "active", "agenda", "aside", "ask", "clans", "config", "deck", "ended", "fight", "first", "hands", "idols",
        "log", "loose", "lost", "mana", "notes", "open", "order", "pending", "phase", "players", "reads", "rights",
        "round", "setup", "turns", "units", "used", "winners",
    )  # fmt: skip

    setup: Setup
    config: Configuration | None
    round: int
    phase: str
    order: tuple[Seat, ...]
    first: Seat
    active: Seat
    mana: int
    pending: tuple[int, ...]
    clans: tuple[str, ...]
    idols: tuple[str, ...]
    loose: tuple[tuple[int, str], ...]
    turns: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    aside: tuple[tuple[Seat, str], ...]
    lost: tuple[bool, ...]
    rights: tuple[bool, ...]
    used: tuple[tuple[int, str], ...]
    fight: Fight | None
    ended: str
    winners: tuple[Seat, ...]
    ask: Ask | None
    units: list[Unit]
    open: list[Spell]
    agenda: list[Task]
    players: int
    reads: Readings
    log: list[Event] | None
    notes: list[tuple[Any, ...]]

    def __init__(self, table: tuple[Any, ...], telling: bool = False) -> None:
        (
            self.setup, self.config, self.round, self.phase, self.order, self.first, self.active, self.mana,
            self.pending, self.clans, self.idols, units, self.loose, self.turns, self.hands, self.deck, self.aside,
            self.lost, self.rights, self.used, self.fight, opened, self.ended, self.winners, agenda, self.ask,
        ) = table[:]  # fmt: skip  # a plain tuple: a named one is unpacked value by value
        self.units = [*units]
        self.open = [*opened]
        self.agenda = [*agenda]
        self.players = self.setup.players
        self.reads = self.setup.reads
        self.log = [] if telling else None
        self.notes = []

    def freeze(self) -> tuple[Any, ...]:
        """The fields of the table as it is now."""
        return (
            self.setup, self.config, self.round, self.phase, self.order, self.first, self.active, self.mana,
            self.pending, self.clans, self.idols, tuple(self.units), self.loose, self.turns, self.hands, self.deck,
            self.aside, self.lost, self.rights, self.used, self.fight, tuple(self.open), self.ended, self.winners,
            tuple(self.agenda), self.ask,
        )  # fmt: skip

    # -------------------------------------------------------------------------------------------- telling

    def tell(
        self, clause: str, text: str, *values: object, key: bool = False, rests: str = "", seat: Seat = NOBODY
    ) -> None:
        """Note an event. `rests`: the ruling it rests on, or why it is assumed; `seat`: who alone may read it."""
        if self.log is None:
            return
        assumed = open_point(self.setup.rulings, rests) if rests in self.reads else rests
        said = text.format(*values)
        self.log.append(Event(clause, sentence(said), key, assumed, None if seat == NOBODY else seat))

    def name(self, unit: int) -> str:
        """What a unit is called."""
        return unit_names(self.clans)[unit]

    def said(self, unit: int) -> str:
        """A unit as a sentence names it: red 1, red’s Elder, red’s Guardian."""
        clan = self.clans[seat_of(unit)] or letter(seat_of(unit))
        what = self.units[unit]
        if is_elder(unit):
            return f"{clan}’s Elder"
        idol = f" ({self.shape(what).capitalize()})" if what.orb else ""
        return f"{clan} {unit % UNITS + 1}{idol}"

    def who(self, seat: Seat) -> str:
        """A player as a sentence names it: by the clan, or by the seat before a clan is chosen."""
        return (self.clans[seat] or letter(seat)).capitalize() if seat != NOBODY else "Nobody"

    # -------------------------------------------------------------------------------------------- looking

    @property
    def ground(self) -> Ground:
        """The board as it lies now."""
        setup, turns = self.setup, self.turns
        if self.config is setup.configuration and (known := setup.lies.get(turns)) is not None:
            return known
        assert self.config is not None
        found = ground(self.config, setup.layout, turns, setup.reads["orth.scope"], setup.reads["data.runic-trias"])
        if self.config is setup.configuration:
            setup.lies[turns] = found
        return found

    def occupied(self) -> dict[int, int]:
        """Which unit stands on which place. Clause: board.one-unit-per-tria"""
        return {unit.at: n for n, unit in enumerate(self.units) if unit.at >= 0}

    def orbs_at(self, place: int) -> tuple[str, ...]:
        """The loose Orbs on a tria."""
        return tuple(colour for at, colour in self.loose if at == place)

    def may_enter(self, unit: int, place: int) -> bool:
        """Whether the Orbs on a tria let a unit onto it. Clause: move.orb-tria-is-vacant"""
        if self.reads["orb.who-may-stand"] == "any-unit" or kind_of(unit, self.units[unit]) == "inka":
            return True
        return not self.orbs_at(place)

    def elder_of(self, seat: Seat) -> Unit:
        """A clan's Elder."""
        return self.units[seat * UNITS + ELDER]

    def has_elder(self, seat: Seat) -> bool:
        """Whether a clan's Elder stands on the board."""
        return self.units[seat * UNITS + ELDER].at >= 0

    def places(self, seat: Seat) -> int:
        """The places of a clan's units, as bits."""
        return standing(self.units[seat * UNITS : seat * UNITS + UNITS])

    def own(self, seat: Seat) -> range:
        """The numbers of a clan's units."""
        return range(seat * UNITS, seat * UNITS + UNITS)

    def fallen(self, seat: Seat) -> tuple[int, ...]:
        """A clan's Fallen Inkas. Clause: glossary.fallen-inka"""
        start = seat * UNITS
        return tuple([n for n, unit in enumerate(self.units[start : start + INKAS], start) if unit.at < 0])

    def idols_of(self, seat: Seat) -> tuple[int, ...]:
        """A clan's Idols on the board."""
        start = seat * UNITS
        return tuple([n for n, unit in enumerate(self.units[start : start + INKAS], start) if unit.orb])

    def idol_of(self, orb: str) -> str:
        """Which Idol an Orb makes. Clause: idol.six-kinds"""
        if self.reads["data.orb-idol-map"] == "chosen-at-setup" and orb in self.clans:
            return self.idols[self.clans.index(orb)] or clans()[orb]
        return clans()[orb]

    def shape(self, what: Unit) -> str:
        """Which Idol a unit is now. Clause: faq.shade-loses-own-lines"""
        return what.shape or self.idol_of(what.orb)

    def lines(self, unit: int) -> tuple[Line, ...]:
        """The open lines of a unit; an Inka or an Elder has none. Clause: spec.mods-needed"""
        what = self.units[unit]
        return open_lines(self.shape(what), len(what.mods), *self.setup.spec) if what.orb else ()

    def card_lines(self, unit: int) -> tuple[Line, ...]:
        """All lines of a unit's Spec Card. Clause: spec.lists-actions"""
        what = self.units[unit]
        return card_of(self.shape(what), *self.setup.spec) if what.orb else ()

    def has_line(self, unit: int, line: str) -> bool:
        """Whether a line is open to a unit."""
        return any(one.id == line for one in self.lines(unit))

    def held(self, seat: Seat) -> set[str]:
        """The Orbs a player holds. Clause: control.hold-their-orb, orb.any-inka-any-orb"""
        found = {self.units[unit].orb for unit in self.own(seat)[:INKAS]} - {""}
        if self.loose and self.reads["orb.holding"] == "idol-or-standing":
            for unit in self.own(seat)[:INKAS]:
                if self.units[unit].at >= 0 and not self.units[unit].orb:
                    found.update(self.orbs_at(self.units[unit].at))
        return found

    def obeys(self, unit: int, seat: Seat) -> bool:
        """Whether a unit takes orders from a player: an own one, or an Inka whose Orb the player holds.

        Clause: control.hold-their-orb, faq.no-control-of-idols-elders, faq.transformed-is-free
        """
        owner = seat_of(unit)
        if owner == seat:
            return True
        return kind_of(unit, self.units[unit]) == "inka" and self.clans[owner] in self.held(seat)

    def defending_player(self, unit: int) -> Seat:
        """Who throws the die of a unit that is attacked. Clause: combat.defence-roll, faq.controlled-not-your-clan"""
        if (
            self.reads["control.who-defends"] == "controller"
            and self.active != NOBODY
            and self.obeys(unit, self.active)
        ):
            return self.active
        return seat_of(unit)

    def sides(self) -> tuple[Seat, Seat]:
        """The attacking and the defending player of the attack that is being carried out."""
        fight = self.fight
        assert fight is not None
        if fight.turned:
            return self.defending_player(fight.attacker), fight.by
        return fight.by, self.defending_player(fight.defender)

    def adjacent(self, one: int, other: int) -> bool:
        """Whether two trias are adjacent, for anything but moves. Clause: glossary.adjacent"""
        return other in self.ground.reach[one]

    # -------------------------------------------------------------------------------------------- strength

    def standing_bonus(self, unit: int) -> int:
        """What lines that act without being used add to a unit's defence; each counts once.

        Clause: guardian.defender-seal, spec.other-five-unprinted
        """
        what = self.units[unit]
        kind = kind_of(unit, what)
        bonus = 0
        if kind == "inka" and what.ready:
            every = self.reads["seal.scope"] == "every-clan"
            seats: Iterable[Seat] = range(self.players) if every else (seat_of(unit),)
            bonus += self._has_by(seats, what.at, "ready-inka-adjacent")
        elif kind == "elder":
            bonus += self._has_by((seat_of(unit),), what.at, "own-elder-adjacent")
        return bonus

    def _has_by(self, seats: Iterable[Seat], place: int, to: str) -> int:
        for seat in seats:
            for idol in self.idols_of(seat):
                for line in self.lines(idol):
                    if line.kind == "standing" and line.how["to"] == to and self.adjacent(place, self.units[idol].at):
                        return int(line.how["amount"])
        return 0

    def pierces(self, attacker: int, defender: int) -> bool:
        """Whether the D-mods of the defender do not count. Clause: spec.other-five-unprinted"""
        if kind_of(defender, self.units[defender]) != "idol":
            return False
        return any(line.kind == "standing" and line.how["gives"] == "ignore-d-mods" for line in self.lines(attacker))

    def strengths(self) -> tuple[int, int]:
        """The two strengths of the attack as everything lies now.

        Clause: combat.attack-roll, combat.defence-roll, glossary.attack-strength, glossary.defence-strength
        """
        fight = self.fight
        assert fight is not None
        one, other = self.units[fight.attacker], self.units[fight.defender]
        attack = attack_modifier(kind_of(fight.attacker, one), one)
        pierced = self.pierces(fight.attacker, fight.defender)
        defence = defence_modifier(kind_of(fight.defender, other), other, pierced)
        bonus = self.standing_bonus(fight.defender)
        if fight.attacker in fight.plain:
            attack = min(attack, 0)
        if fight.defender in fight.plain:
            defence, bonus = min(defence, 0), min(bonus, 0)
        changes = dict.fromkeys((fight.attacker, fight.defender), 0)
        for unit, amount in fight.changes:
            if unit in changes:
                changes[unit] += amount
        found = (
            fight.dice[0] + attack + changes[fight.attacker],
            fight.dice[1] + defence + bonus + changes[fight.defender],
        )
        if self.reads["strength.floor"] == "floor-at-one":
            return max(1, found[0]), max(1, found[1])
        return found

    def defence(self, unit: int, die: int) -> int:
        """The strength with which a unit defends against a card. Clause: card.text-rules"""
        what = self.units[unit]
        strength = die + defence_modifier(kind_of(unit, what), what) + self.standing_bonus(unit)
        return max(1, strength) if self.reads["strength.floor"] == "floor-at-one" else strength

    # -------------------------------------------------------------------------------------------- changing

    def then(self, *tasks: Task) -> None:
        """Put tasks on the agenda; the first of them is next."""
        self.agenda += tasks[::-1]

    def put(self, unit: int, place: int) -> None:
        """Put a unit on another place."""
        self.units[unit] = self.units[unit].on(place)

    def put_unit(self, unit: int, **what: Any) -> None:
        """Change something about a unit."""
        self.units[unit] = self.units[unit]._replace(**what)

    def put_orb(self, place: int, colour: str) -> None:
        """An Orb lies loose on a tria. Clause: combat.orb-stays-on-tria"""
        self.loose = tuple(sorted((*self.loose, (place, colour)), key=lambda row: (row[0], COLOURS.index(row[1]))))

    def take_orb(self, place: int, colour: str) -> None:
        """A loose Orb leaves its tria."""
        self.loose = tuple(row for row in self.loose if row != (place, colour))

    def set_hand(self, seat: Seat, hand: Sequence[str]) -> None:
        """Change a hand."""
        self.hands = _at(self.hands, seat, tuple(hand))

    def under(self, card: str) -> None:
        """A card goes under the deck. Clause: cast.to-bottom"""
        self.deck = (*self.deck, card)
        self.notes.append(("under", card))

    def give_mana(self, seat: Seat, amount: int) -> None:
        """Mana now if it is that player's turn, else at the next own turn. Clause: turn.five-mana"""
        if seat == self.active:
            self.mana = max(0, self.mana + amount)
        else:
            self.pending = _at(self.pending, seat, self.pending[seat] + amount)

    def fall(self, unit: int) -> None:
        """An Inka or an Idol leaves the board: an Orb stays on its tria, Mods go to the supply.

        Clause: combat.inka-falls, combat.idol-falls, combat.orb-stays-on-tria, combat.its-mods-go
        """
        what = self.units[unit]
        who = self.said(unit) if self.log is not None else ""
        if what.orb:
            self.tell("combat.idol-falls", "{} is beaten and is a Fallen Inka.", who, key=True)
            self.put_orb(what.at, what.orb)
            self.tell("combat.orb-stays-on-tria", "The {} Orb stays on tria {}.", what.orb, what.at)
            if what.mods:
                self.tell(
                    "combat.its-mods-go", "Its {} Mod{} go back.", len(what.mods), "" if len(what.mods) == 1 else "s"
                )
        else:
            self.tell("combat.inka-falls", "{} falls and leaves the board.", who, key=True)
        self.units[unit] = FALLEN

    def hit(self, unit: int) -> bool:
        """A unit is beaten: an Inka or Idol falls, an Elder loses 1 HP. Says whether it leaves the board.

        Clause: combat.elder-loses-one, combat.elder-leaves-at-zero, elder.no-healing, glossary.hit-point
        """
        if not is_elder(unit):
            self.fall(unit)
            return True
        hp = self.units[unit].hp - 1
        self.tell("combat.elder-loses-one", "{} loses 1 HP and has {}.", self.said(unit), hp, key=True)
        if hp:
            self.put_unit(unit, hp=hp)
            return False
        self.tell("combat.elder-leaves-at-zero", "{} has no HP left and leaves the board.", self.said(unit), key=True)
        self.units[unit] = FALLEN
        self.lost = _at(self.lost, seat_of(unit), True)
        return True

    def turn_plane(self, plane: int, steps: int) -> None:
        """Turn a plane with what lies on it; under board-only units and Orbs keep their places.

        Clause: rotate.same-configuration
        """
        self.turns = _at(self.turns, plane, (self.turns[plane] + steps) % 3)
        if self.reads["rotate.contents"] == "board-only":
            return
        to = carried(plane, steps)
        self.units = [what.on(to[what.at]) if what.at in to else what for what in self.units]
        moved, self.loose = self.loose, ()
        for at, orb in moved:
            self.put_orb(to.get(at, at), orb)

    def place_mod(self, unit: int, mod: str) -> None:
        """An Idol receives a Mod. Clause: combat.mod-at-once, mod.attack, mod.defence"""
        self.put_unit(unit, mods=with_mod(self.units[unit].mods, mod))

    def mods_left(self, mod: str) -> bool:
        """Whether the supply still holds a Mod of a colour. Clause: box.mods"""
        in_use = "".join(what.mods for what in self.units)
        if self.reads["mods.supply"] == "twelve-each":
            return in_use.count(mod) < number("mods_total") // 2
        return len(in_use) < number("mods_total")

    def turn_order(self, start: Seat) -> tuple[Seat, ...]:
        """The turn order of the round, from one player on. Clause: round.turn-order"""
        return in_order(self.order, start) if start in self.order else tuple(range(self.players))


def _at(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return values[:place] + (value,) + values[place + 1 :]  # noqa: RUF005 - twice as fast as unpacking
