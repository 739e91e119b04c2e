"""The game from set-up to the last Elder: whose decision it is, what is legal, and what a move does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import factorial
from random import Random
from typing import Any, Final, NamedTuple

from ..core import CHANCE, Chance, Event, IllegalMove, Outcome, Reason, Rulings, Seat, rulebook
from ..core.game import signed, unsigned
from ..core.packs import packed
from . import packs
from .board import (
    KEY,
    TRIAS,
    Configuration,
    Contact,
    Ground,
    Layout,
    check_turns,
    configuration,
    configurations,
    layout,
    why_not_joined,
)
from .cast_cards import whole_deck
from .casting import (
    MOD_DUE,
    cast_options,
    fallen_places,
    mod_options,
    receivers,
    shield_barred,
    shield_line,
    shield_options,
    why_not_cast,
    why_not_mod,
    why_not_shield,
)
from .combat import DIE
from .desk import UNKNOWN, Ask, Fight, Setup, Spell, Task
from .flow import CLOCKWISE, COUNTER, Flow, free_sides
from .moves import (
    DECLINE,
    ELDER_ON,
    INKA_ON,
    KINDS,
    PASS,
    AddPlane,
    AnyMove,
    Cast,
    ChooseClan,
    ChooseMode,
    Flip,
    Move,
    NextTarget,
    PlaceFallen,
    PlaceOrb,
    ReturnElder,
    Roll,
    Shield,
    ShuffleDeck,
    TakeMod,
    Toss,
    place_fallen,
    read_line,
    write_line,
)
from .orders import ORDERS, orders, random_order, why_not_order, why_not_return
from .units import (
    COLOURS,
    ELDER,
    FALLEN,
    IDOLS,
    INKAS,
    LETTERS,
    NOBODY,
    OFF,
    UNITS,
    Unit,
    colours,
    cost,
    is_elder,
    kind_of,
    letter,
    number,
    seat_of,
    unit_names,
    unit_numbers,
)

MODES: Final = ("first", "full")
LISTED: Final = 4
"""Shuffles of more cards than this are not listed, only drawn."""
PLAYER_MOVES: Final = "Move, Flip, Attack, Transform, Rotate, Summon, Use, Cast, EndTurn, Shield, Pass, TakeMod ..."
CHANCES: Final = (ShuffleDeck, Roll)


class Table(NamedTuple):
    """A position: an immutable value.

    `config`: the joined planes, `turns`: how far each is turned, so where types and runes lie; `round` counts from 1;
    `order`: the turn order, `first`: who goes first, `active`: who has the turn (-1: nobody) with `mana`; `pending`:
    mana to be added at the next own turn; `clans`, `idols` by seat; `units`: seven a seat, the Elder last; `loose`: Orbs
    on trias; the deck has its top first; `aside`: forced cards that wait; `lost`: who has once lost the Elder; `rights`:
    who may still bring it back; `used`: what units have done; `fight`, `open`: attack and cards that are being carried
    out, the last card on top; `agenda`: what is still to be done, the last next; `ask`: the question that is open.
    """

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
    units: tuple[Unit, ...]
    loose: tuple[tuple[int, str], ...]
    turns: tuple[int, ...]
    hands: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]
    aside: tuple[tuple[Seat, str], ...]
    lost: tuple[bool, ...]
    rights: tuple[bool, ...]
    used: tuple[tuple[int, str], ...]
    fight: Fight | None
    open: tuple[Spell, ...]
    ended: str
    winners: tuple[Seat, ...]
    agenda: tuple[Task, ...]
    ask: Ask | None

    # -------------------------------------------------------------------------------------------- reading the table

    @property
    def players(self) -> int:
        """How many play. Clause: setup.one-plane-per-player"""
        return self.setup.players

    @property
    def rulings(self) -> Rulings:
        """The readings in force."""
        return self.setup.rulings

    @property
    def to_move(self) -> Seat | Chance | None:
        """The seat that decides, CHANCE, or None when the game is over."""
        ask = self.ask
        if ask is None:
            return None
        seat = ask.seat
        return CHANCE if seat == NOBODY else seat

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on; scores are the HP of the Elders. Clause: win.last-elder, variant-a.winner"""
        if not self.ended:
            return None
        return Outcome(self.winners, tuple(self.elder(seat).hp for seat in range(self.players)), self.ended)

    @property
    def ground(self) -> Ground:
        """The board as it lies now: types, runes, what is adjacent. Clause: board.five-types, board.orth-links"""
        return Flow(self).ground

    def unit(self, name: str) -> Unit:
        """A unit by its name, as "red.1" or "red.E"; ValueError names those there are."""
        numbers = unit_numbers(self.clans)
        if name not in numbers:
            raise ValueError(f"There is no unit {name!r}. There are: {', '.join(numbers)}")
        return self.units[numbers[name]]

    def elder(self, seat: Seat) -> Unit:
        """A clan's Elder. Clause: elder.is-d4"""
        return self.units[seat * UNITS + ELDER]

    def unit_at(self, place: int) -> int:
        """The number of the unit on a tria; OFF if it is vacant. Clause: board.one-unit-per-tria"""
        return next((n for n, unit in enumerate(self.units) if unit.at == place), OFF)

    # -------------------------------------------------------------------------------------------- moves

    def legal_moves(self) -> tuple[AnyMove, ...]:
        """Every legal move; of Fallen Inkas only the first is listed. A shuffle cannot be listed and raises ValueError."""
        ask = self.ask
        if ask is None:
            return ()
        if ask.seat == NOBODY:
            return tuple(move for move, _ in self.chance_moves())
        return tuple(OPTIONS[ask.what](Flow(self), ask))

    def random_move(self, rng: Random) -> AnyMove:
        """One of the legal moves, each as likely, without making the others; or an outcome of chance. ValueError after the end."""
        ask = self.ask
        if ask is None:
            raise ValueError("The game is over: there is no move")
        if ask.seat == NOBODY:
            return _sample(ask, rng)
        if ask.what == "order":
            return random_order(Flow(self), ask.seat, rng)
        options = self.legal_moves()
        return options[int(rng.random() * len(options))]

    def chance_moves(self) -> tuple[tuple[AnyMove, Fraction], ...]:
        """Each outcome of a chance with its probability; ValueError if there are too many to list.

        Clause: round.roll, round.coin, combat.attack-roll, combat.defence-roll
        """
        ask = self.ask
        if self.to_move is not CHANCE or ask is None:
            raise ValueError("No chance is due here: a player moves. Ask legal_moves()")
        if ask.what == "roll":
            return ROLLS
        if ask.what == "toss":
            return tuple((Toss(way), Fraction(1, 2)) for way in (CLOCKWISE, COUNTER))
        if len(ask.data) <= LISTED:
            chance = Fraction(1, factorial(len(ask.data)))
            return tuple((ShuffleDeck(cards), chance) for cards in permutations(ask.data))
        raise ValueError("A shuffle has too many outcomes to list. Draw one with sample_chance(rng)")

    def sample_chance(self, rng: Random) -> AnyMove:
        """One outcome of a chance. Clause: setup.shuffle-deck, round.roll, round.coin"""
        ask = self.ask
        if ask is None or ask.seat != NOBODY:
            raise ValueError("No chance is due here: a player moves. Ask legal_moves()")
        return _sample(ask, rng)

    def why_not(self, move: AnyMove) -> tuple[Reason, ...]:
        """() if the move is legal, else every condition it fails, with its clause and a way out."""
        if not isinstance(move, KINDS):
            raise ValueError(f"{move!r} is no move of Terakh. Moves are {PLAYER_MOVES}")
        ask = self.ask
        if ask is None:
            return (Reason(self.ended or "win.last-elder", "The game is over.", "Start a new game."),)
        if ask.seat == NOBODY:
            return _why_not_chance(self, ask, move)
        if ask.what == "order" and isinstance(move, ORDERS):
            return why_not_order(Flow(self), ask.seat, move)
        if move in self.legal_moves():
            return ()
        return _why_not_answer(Flow(self), ask, move)

    def play(self, move: AnyMove) -> Table:
        """The table after a move; IllegalMove says why not."""
        reasons = self.why_not(move)
        if reasons:
            raise IllegalMove(move, reasons)
        return self.play_unchecked(move)

    def play_unchecked(self, move: Any) -> Table:
        """The table after a move that is known to be legal.

        What Flow does is done here in short with a die after which another is thrown, and with a step or a flip after which
        the same question stands. Clause: move.adjacent, mode.flip, box.eight-sided-dice
        """
        kind = move.__class__
        if kind is Roll and (task := self.agenda[-1]).dice:
            fields: Any = [*self]
            fields[AGENDA], fields[ASK] = (*fields[AGENDA][:-1], task.rolled(move.value)), task.dice[0]
        elif (kind is Flip or (kind is Move and not move.carry)) and self.setup.short:
            fields = [*self]
            unit = unit_numbers(fields[CLANS])[move.unit]
            units = [*fields[PIECES]]
            if kind is Move:
                units[unit] = units[unit].on(move.to)
                fields[MANA] -= cost("move")
            else:
                units[unit] = units[unit].flipped()
                fields[MANA] -= cost("mode")
            fields[PIECES], fields[FIGHT] = tuple(units), None
        else:
            flow = Flow(self)
            flow.apply(move)
            fields = flow.freeze()
        return tuple.__new__(Table, fields)

    # -------------------------------------------------------------------------------------------- telling, showing

    def events(self, move: AnyMove) -> tuple[Event, ...]:
        """What play(move) does: every change with its clause. IllegalMove if the move is refused."""
        return self.told(move)[1]

    def told(self, move: AnyMove) -> tuple[Table, tuple[Event, ...], tuple[tuple[Any, ...], ...]]:
        """The table after a move, its events, and short notes: ("strengths", 5, 6), ("under", card), ("drawn", card)."""
        reasons = self.why_not(move)
        if reasons:
            raise IllegalMove(move, reasons)
        flow = Flow(self, telling=True)
        flow.apply(move)
        assert flow.log is not None
        return Table._make(flow.freeze()), tuple(flow.log), tuple(flow.notes)

    def reveals(self, move: AnyMove, seat: Seat) -> bool:
        """Whether a move shows that seat a card or an outcome it did not know. Clause: round.draw, cast.show"""
        if self.to_move is CHANCE:
            return True
        after = self.play_unchecked(move)
        others = [n for n in range(self.players) if n != seat]
        shown = any(len(after.hands[n]) < len(self.hands[n]) for n in others)
        drawn = len(after.deck) < len(self.deck)
        won = len(after.hands[seat]) > len(self.hands[seat])
        return shown or drawn or won

    def observe(self, seat: Seat) -> Table:
        """The table as that seat may see it: cards that are hidden from it are UNKNOWN. Clause: round.draw, cast.show"""
        if type(seat) is not int or not 0 <= seat < self.players:
            raise ValueError(f"seat is {seat!r}; allowed: 0 to {self.players - 1}")
        ask = self.ask
        if ask is not None and ask.what == "shuffle":
            ask = replace(ask, data=(UNKNOWN,) * len(ask.data))
        return self._replace(
            hands=tuple(hand if who == seat else (UNKNOWN,) * len(hand) for who, hand in enumerate(self.hands)),
            deck=(UNKNOWN,) * len(self.deck),
            ask=ask,
        )

    def as_position(self) -> dict[str, Any]:
        """The arguments with which `position` builds this table anew."""
        setup = self.setup
        found: dict[str, Any] = {
            "players": setup.players,
            "mode": setup.mode,
            "variants": setup.variants,
            "configuration": _write_config(setup.configuration),
            "layout": _write_layout(setup.layout),
            "turns": list(setup.turns),
            "rulings": setup.rulings,
            "hand_limit": setup.hand_limit,
            "hp": setup.hp,
        }
        if setup.pack:
            found["pack"] = json.loads(setup.pack)
        if self == new_game(**found):
            return found
        if UNKNOWN in self.deck[:1] or any(UNKNOWN in hand for hand in self.hands):
            raise ValueError("An observed table has hidden cards: it cannot be built anew")
        names = unit_names(self.clans)
        return found | {
            "seats": list(self.clans),
            "idols": list(self.idols),
            "units": [_write_unit(names[n], unit, is_elder(n)) for n, unit in enumerate(self.units) if unit.at >= 0],
            "orbs": [{"orb": orb, "at": at} for at, orb in self.loose],
            "now": list(self.turns),
            "hands": [list(hand) for hand in self.hands],
            "deck": list(self.deck),
            "round": self.round,
            "phase": self.phase,
            "order": list(self.order),
            "first": self.first,
            "active": self.active,
            "mana": self.mana,
            "pending": list(self.pending),
            "lost": list(self.lost),
            "rights": list(self.rights),
            "aside": [list(pair) for pair in self.aside],
            "used": [list(pair) for pair in self.used],
            "shape": _write_config(self.config),
            "ended": self.ended,
            "winners": list(self.winners),
            "fight": None if self.fight is None else _pack(self.fight),
            "open": [_pack(spell) for spell in self.open],
            "agenda": [_pack(task) for task in self.agenda],
            "ask": None if self.ask is None else _pack(self.ask),
        }

    def write_move(self, move: AnyMove) -> str:
        """A move as a line of a record: 'A move red.1 6'."""
        return signed(None if isinstance(move, CHANCES) else self.to_move, write_line(move))

    def read_move(self, line: str) -> AnyMove:
        """The move of a line; ValueError says what is allowed."""
        return read_line(unsigned(self.to_move, line, "'A move red.1 6'"))

    # -------------------------------------------------------------------------------------------- as text

    def __str__(self) -> str:
        """The table as plain text."""
        kind = "a first game" if self.setup.mode == "first" else "a full game"
        lines = [f"Terakh, {kind} of {self.players}. Round {self.round}, {self.phase}."]
        names = unit_names(self.clans)
        for seat in range(self.players):
            said = []
            for unit in range(seat * UNITS, seat * UNITS + UNITS):
                what = self.units[unit]
                if what.at >= 0:
                    said.append(f"{names[unit]} on {what.at} {_said(unit, what, self)}")
            fallen = sum(self.units[unit].at < 0 for unit in range(seat * UNITS, seat * UNITS + INKAS))
            who = f"{letter(seat)}{' ' + self.clans[seat] if self.clans[seat] else ''}"
            lines.append(f"{who}: {'; '.join(said) or 'no unit on the board'}. Fallen: {fallen}.")
        if self.loose:
            lines.append("Orbs: " + ", ".join(f"{orb} on {at}" for at, orb in self.loose) + ".")
        if self.active != NOBODY:
            lines.append(f"{letter(self.active)} has the turn and {self.mana} mana.")
        if self.ask is not None:
            who = "Chance" if self.ask.seat == NOBODY else letter(self.ask.seat)
            lines.append(f"{who} is to decide: {self.ask.what}.")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from .scene import alone

        return alone(self)


def _said(unit: int, what: Unit, table: Table) -> str:
    kind = kind_of(unit, what)
    if kind == "elder":
        return f"({what.hp} HP)"
    if kind == "idol":
        return f"({Flow(table).shape(what)}{' ' + what.mods if what.mods else ''})"
    return "(Ready)" if what.ready else "(Guard)"


MANA, CLANS, PIECES, FIGHT, AGENDA, ASK = map(Table._fields.index, ("mana", "clans", "units", "fight", "agenda", "ask"))
ROLLS: Final[tuple[tuple[AnyMove, Fraction], ...]] = tuple((Roll(value), Fraction(1, len(DIE))) for value in DIE)


def _sample(ask: Ask, rng: Random) -> AnyMove:
    """An outcome of the chance that is asked for. Clause: setup.shuffle-deck, round.roll, round.coin"""
    if ask.what == "roll":
        return rng.choice(ROLLS)[0]
    if ask.what == "toss":
        return Toss(rng.choice((CLOCKWISE, COUNTER)))
    cards = list(ask.data)
    rng.shuffle(cards)
    return ShuffleDeck(tuple(cards))


# ---------------------------------------------------------------- what may be chosen


def _vacant(flow: Flow) -> list[int]:
    return sorted({*range(len(flow.turns) * TRIAS)} - {unit.at for unit in flow.units})


def _plane_options(flow: Flow, ask: Ask) -> list[AnyMove]:
    """Clause: setup.one-plane-per-player"""
    sides = [(0, "R")] if flow.config is None else free_sides(flow.config)
    return [AddPlane(plane, side, turns) for plane, side in sides for turns in range(3)]


def _clan_options(flow: Flow, ask: Ask) -> list[AnyMove]:
    """Clause: setup.choose-clan, clan.six-colours"""
    reads = flow.reads
    left = [colour for colour in colours(reads["data.keeper-card"]) if colour not in flow.clans]
    if reads["data.orb-idol-map"] != "chosen-at-setup" or flow.setup.mode == "first":
        return [ChooseClan(colour) for colour in left]
    barred = {"keeper"} if reads["data.keeper-card"] == "not-in-play" else set()
    idols = [idol for idol in IDOLS if idol not in {*flow.idols, *barred}]
    return [ChooseClan(colour, idol) for colour in left for idol in idols]


def _orb_options(flow: Flow, ask: Ask) -> list[AnyMove]:
    """Clause: setup.place-orb"""
    return [PlaceOrb(flow.name(unit)) for unit in flow.own(ask.seat)[:INKAS] if flow.units[unit].at >= 0]


def _return_options(flow: Flow, ask: Ask) -> list[AnyMove]:
    """Clause: elder.return"""
    found: list[AnyMove] = [ReturnElder(place) for place in _vacant(flow)]
    return found if flow.reads["elder.return-choice"] == "must" and found else [*found, DECLINE]


def _place_options(flow: Flow, ask: Ask) -> list[AnyMove]:
    """Clause: card.text-rules, summon.free-mode"""
    name = flow.name(flow.fallen(ask.seat)[0])
    places = fallen_places(flow, ask.seat, ask.key)
    return [*[move for place in places for move in place_fallen(name, place)], DECLINE]


def _shield_asked(flow: Flow, ask: Ask) -> list[AnyMove]:
    """Clause: guardian.shield-idol, guardian.shield-inka, guardian.shield-elder"""
    if ask.key != "card":
        return [*shield_options(flow), PASS]
    line = shield_line(flow, ask.unit)
    found = receivers(flow, ask.seat, ask.unit, line, ask.data)
    return [*(Shield(line, flow.name(unit), flow.name(ask.unit)) for unit in found), PASS]


OPTIONS: Final[Mapping[str, Callable[[Flow, Ask], Iterable[AnyMove]]]] = {
    "toss": lambda flow, ask: [Toss(CLOCKWISE), Toss(COUNTER)],
    "plane": _plane_options,
    "clan": _clan_options,
    "inka": lambda flow, ask: map(INKA_ON.__getitem__, _vacant(flow)),
    "orb": _orb_options,
    "elder": lambda flow, ask: map(ELDER_ON.__getitem__, _vacant(flow)),
    "order": lambda flow, ask: orders(flow, ask.seat),
    "target": lambda flow, ask: [NextTarget(flow.name(unit)) for unit in ask.data],
    "shield": _shield_asked,
    "react": lambda flow, ask: [*cast_options(flow, ask.seat, ask.key), PASS],
    "mod": lambda flow, ask: mod_options(flow, ask.seat),
    "return": _return_options,
    "place": _place_options,
    "mode": lambda flow, ask: [ChooseMode("ready"), ChooseMode("guard")],
}
ASKED: Final = {
    "toss": ("round.coin", "The direction of the coin is to be chosen.", "Choose clockwise or counter-clockwise."),
    "plane": ("setup.one-plane-per-player", "A plane is to be added at a free side.", "Choose a free side."),
    "clan": ("setup.choose-clan", "A clan is to be chosen that nobody has.", "Choose one that is left."),
    "inka": ("setup.place-inka", "An Inka is to be placed on a vacant tria.", "Choose a vacant tria."),
    "orb": ("setup.place-orb", "The own Orb is to be put on an own Inka.", "Name one of your Inkas."),
    "elder": ("setup.place-elder", "The Elder is to be placed on a vacant tria.", "Choose a vacant tria."),
    "order": ("action.any-order", "An action of the turn is to be chosen.", "Give an order, or end the turn."),
    "target": ("combat.declare", "The next target is to be named.", "Name a unit in range not attacked yet."),
    "shield": ("guardian.shield-idol", "An attack may be passed on.", "Name an own Inka beside the Guardian, or pass."),
    "react": ("card.text-rules", "A card may be cast.", "Cast a card of your hand that fits here, or pass."),
    "mod": ("combat.mod-at-once", "An earned Mod is to be placed.", "Name A or D and an own Idol that has room."),
    "return": ("elder.return", "The Elder may come back.", "Choose a vacant tria, or decline."),
    "place": ("card.text-rules", "A Fallen Inka may be placed.", "Choose an allowed tria, or decline."),
    "mode": ("glossary.idol", "A mode is to be chosen.", "Choose Ready or Guard."),
}


def _why_not_answer(flow: Flow, ask: Ask, move: AnyMove) -> tuple[Reason, ...]:
    """Why a move is no answer to the question that is open."""
    if ask.what == "react" and isinstance(move, Cast):
        return why_not_cast(flow, ask.seat, move, ask.key)
    if ask.what == "shield" and isinstance(move, Shield):
        barred = set(ask.data) if ask.key == "card" else shield_barred(flow)
        if reasons := why_not_shield(flow, ask.seat, move, ask.unit, barred, ask.key):
            return reasons
    if ask.what == "mod":
        return why_not_mod(flow, ask.seat, move) if isinstance(move, TakeMod) else (MOD_DUE,)
    if ask.what == "return" and isinstance(move, ReturnElder):
        return tuple(why_not_return(flow, ask.seat, move.at, True))
    if ask.what == "place" and isinstance(move, PlaceFallen) and (reasons := why_not_place(flow, ask, move)) == ():
        return ()
    clause, text, fix = ASKED[ask.what]
    return (Reason(clause, f"{move} is not possible here. {text}", fix),)


def why_not_place(flow: Flow, ask: Ask, move: PlaceFallen) -> tuple[Reason, ...]:
    """Why a card does not let a Fallen Inka be put so. Clause: card.text-rules"""
    numbers = unit_numbers(flow.clans)
    good = move.unit in numbers and numbers[move.unit] in flow.fallen(ask.seat)
    if good and move.at in fallen_places(flow, ask.seat, ask.key) and move.mode in ("ready", "guard"):
        return ()
    return (Reason(*ASKED["place"]),)


def _why_not_chance(table: Table, ask: Ask, move: AnyMove) -> tuple[Reason, ...]:
    if ask.what == "roll":
        fits, clause, text = isinstance(move, Roll), "box.eight-sided-dice", "A d8 is thrown here."
        good = isinstance(move, Roll) and move.value in DIE
        fix = "It shows 1 to 8."
    elif ask.what == "toss":
        fits, clause, text = isinstance(move, Toss), "round.coin", "The Direction Coin is tossed here."
        good = isinstance(move, Toss) and move.way in (CLOCKWISE, COUNTER)
        fix = "It shows clockwise or counter-clockwise."
    else:
        fits, clause, text = isinstance(move, ShuffleDeck), "setup.shuffle-deck", "The deck is shuffled here."
        good = isinstance(move, ShuffleDeck) and sorted(move.cards) == sorted(ask.data)
        fix = "It holds every card of the deck once."
    return () if fits and good else (Reason(clause, f"{move} does not fit. {text}", fix),)


# ---------------------------------------------------------------- setting up


def make_setup(
    players: int = 2,
    mode: str = "full",
    variants: str | Iterable[str] = "",
    configuration: str | Configuration | Sequence[Sequence[Any]] | Mapping[str, Any] | None = None,
    layout: str | Layout | Mapping[str, Sequence[str]] | None = None,
    turns: Sequence[int] | None = None,
    rulings: Rulings | None = None,
    hand_limit: int = 0,
    hp: int = 1,
    pack: Mapping[str, Any] | None = None,
) -> Setup:
    """What is agreed before a game; ValueError names the argument, the value and what is allowed.

    Clause: setup.one-plane-per-player, variant-a.lower-hp, round.draw, box.battle-planes
    """
    if type(players) is not int or not 2 <= players <= 6:
        raise ValueError(f"players is {players!r}; allowed: 2 to 6")
    if mode not in MODES:
        raise ValueError(f"mode is {mode!r}; allowed: {', '.join(MODES)}")
    chosen = "".join(sorted(set(variants)))
    if set(chosen) - set("ABC"):
        raise ValueError(f"variants is {variants!r}; allowed: letters of A, B, C")
    rulings = Rulings.defaults(KEY) if rulings is None else rulings
    if not isinstance(rulings, Rulings) or rulings.game != KEY:
        raise ValueError(f"rulings is {rulings!r}; allowed: Rulings.defaults({KEY!r}) and what .with_() makes of it")
    if players > len(colours(str(rulings["data.keeper-card"]))):
        raise ValueError(f"players is {players!r}; without the yellow clan five can play")
    if type(hand_limit) is not int or not 0 <= hand_limit <= 12:
        raise ValueError(f"hand_limit is {hand_limit!r}; allowed: 0 (none) to 12")
    most = 3 if mode == "full" else 1
    if type(hp) is not int or not 1 <= hp <= most:
        raise ValueError(f"hp is {hp!r}; allowed in variant A of a {mode} game: 1 to {most}")
    if rulings["data.cast-cards"] == "owner-supplied" and not (pack and pack.get("cast_card")):
        raise ValueError("pack is missing: under data.cast-cards = owner-supplied it must hold [[cast_card]] rows")
    written = packed(pack)
    if written:
        packs.check(written)
    plane = _layout_for(layout, rulings, pack or {})
    config: Configuration | None = None
    if rulings["planes.who-builds"] == "agreed-before-play":
        config = _read_config(configuration, players)
        if config.planes != players:
            raise ValueError(
                f"configuration {config.key} joins {config.planes} planes; {players} players need {players}"
            )
        if why := why_not_joined(config, str(rulings["planes.joining"])):
            raise ValueError(f"configuration: {why}")
    start = check_turns(turns, config.planes) if config is not None else ()
    return Setup(players, mode, chosen, config, plane, start, rulings, hand_limit, hp, written)


def _layout_for(
    which: str | Layout | Mapping[str, Sequence[str]] | None, rulings: Rulings, pack: Mapping[str, Any]
) -> Layout:
    reading = str(rulings["data.plane-layout"])
    if which is None and pack.get("plane_layout"):
        return layout(pack["plane_layout"][0])
    if reading == "owner-supplied" and (which is None or isinstance(which, str)):
        raise ValueError(
            "layout is missing: under data.plane-layout = owner-supplied give {'types': [...], 'runes': [...]}"
        )
    return layout(reading if which is None else which)


def _read_config(which: Any, players: int) -> Configuration:
    if which is None:
        return configuration(f"n{players}-1")
    if isinstance(which, Mapping):
        contacts = tuple(Contact(*contact) for contact in which["contacts"])
        cells = tuple((a, b, bool(up)) for a, b, up in which.get("cells", ()))
        return configuration(contacts, players)._replace(cells=cells, planes=int(which.get("planes", players)))
    return configuration(which, players)


def _write_config(config: Configuration | None) -> Any:
    if config is None or config.key != "own":
        return None if config is None else config.key
    cells = [list(cell) for cell in config.cells]
    return {"contacts": [list(contact) for contact in config.contacts], "cells": cells, "planes": config.planes}


def _write_layout(plane: Layout) -> Any:
    return plane.key if plane.key != "owner" else {"types": list(plane.types), "runes": list(plane.runes)}


def _blank(setup: Setup) -> dict[str, Any]:
    n = setup.players
    return {
        "setup": setup, "config": setup.configuration, "round": 0, "phase": "setup", "order": tuple(range(n)),
        "first": NOBODY, "active": NOBODY, "mana": 0, "pending": (0,) * n, "clans": ("",) * n, "idols": ("",) * n,
        "units": (FALLEN,) * (n * UNITS), "loose": (), "turns": setup.turns, "hands": ((),) * n, "deck": (),
        "aside": (), "lost": (False,) * n, "rights": (False,) * n, "used": (), "fight": None, "open": (), "ended": "",
        "winners": (), "agenda": (), "ask": None,
    }  # fmt: skip


def new_game(
    players: int = 2,
    mode: str = "full",
    variants: str | Iterable[str] = "",
    configuration: str | Configuration | Sequence[Sequence[Any]] | Mapping[str, Any] | None = None,
    layout: str | Layout | Mapping[str, Sequence[str]] | None = None,
    turns: Sequence[int] | None = None,
    rulings: Rulings | None = None,
    hand_limit: int = 0,
    hp: int = 1,
    pack: Mapping[str, Any] | None = None,
) -> Table:
    """A game before anything is thrown. `mode`: "first" or "full"; `variants`: of "ABC"; `turns`: steps of each plane.

    ValueError says what is allowed. Clause: setup.one-plane-per-player, setup.red-text, setup.shuffle-deck
    """
    setup = make_setup(players, mode, variants, configuration, layout, turns, rulings, hand_limit, hp, pack)
    tasks = [Task("shuffle")]
    if setup.reads["setup.order"] == "roll-and-coin":
        tasks.append(Task("initiative", data=tuple(range(players))))
    tasks.append(Task("setup"))
    return _settled(Table(**_blank(setup) | {"agenda": tuple(reversed(tasks))}))


def _settled(table: Table) -> Table:
    """The table when somebody has to decide."""
    flow = Flow(table)
    flow.run()
    return Table._make(flow.freeze())


def deal(
    players: int = 2, mode: str = "full", seed: int | None = None, variants: str = "", rulings: Rulings | None = None
) -> Table:
    """A game that is set up at random, at the first order of its first turn; the same seed gives the same game."""
    rng = Random(seed)
    table = new_game(players, mode, variants, rulings=rulings)
    while table.to_move is CHANCE or table.phase != "turn":
        if table.to_move is CHANCE:
            table = table.play_unchecked(table.sample_chance(rng))
        else:
            table = table.play_unchecked(rng.choice(table.legal_moves()))
    return table


def random_start(rng: Random) -> Table:
    """A game before anything is thrown, with random players, mode, variants, planes and readings."""
    rulings = Rulings.defaults(KEY)
    for ruling in rulebook(KEY).rulings.values():
        allowed = [reading.id for reading in ruling.readings if reading.id != "owner-supplied"]
        rulings = rulings.with_(ruling.id, rng.choice(allowed))
    players = rng.randint(2, 5)
    mode = rng.choice(MODES)
    keys = [key for key, config in configurations().items() if config.planes == players]
    variants = "".join(name for name in "ABC" if rng.random() < 0.3)
    turns = [rng.randrange(3) for _ in range(players)]
    built = rulings["planes.who-builds"] == "built-in-order"
    limit, hp = rng.randint(0, 4), rng.randint(1, 3 if mode == "full" else 1)
    key = None if built else rng.choice(keys)
    return new_game(players, mode, variants, key, None, None if built else turns, rulings, limit, hp)


# ---------------------------------------------------------------- any situation


def _write_unit(name: str, unit: Unit, elder: bool) -> dict[str, Any]:
    if elder:
        return {"u": name, "at": unit.at, "hp": unit.hp}
    if unit.orb:
        return {"u": name, "at": unit.at, "orb": unit.orb, "mods": unit.mods, "shape": unit.shape}
    return {"u": name, "at": unit.at, "mode": "ready" if unit.ready else "guard"}


def _seat(name: object, clans: Sequence[str], what: str) -> Seat:
    if type(name) is int and NOBODY <= name < len(clans):
        return name
    if isinstance(name, str) and name in clans and name:
        return clans.index(name)
    if isinstance(name, str) and len(name) == 1 and name in LETTERS[: len(clans)]:
        return LETTERS.index(name)
    raise ValueError(f"{what} is {name!r}; allowed: {', '.join(filter(None, clans))}, or a seat")


def _by_seat(values: Any, clans: Sequence[str], name: str, default: Any) -> list[Any]:
    if values is None:
        return [default] * len(clans)
    if isinstance(values, Mapping):
        found = [default] * len(clans)
        for who, value in values.items():
            found[_seat(who, clans, name)] = value
        return found
    if isinstance(values, str) or len(values) != len(clans):
        raise ValueError(f"{name} is {values!r}; {len(clans)} players need {len(clans)} entries, or a table by colour")
    return [*values]


def read_unit(row: Mapping[str, Any], clans: tuple[str, ...], setup: Setup, places: int) -> tuple[int, Unit]:
    """A unit from its row: {"u": "red.1", "at": 5, "mode": "ready"}; ValueError says what is wrong.

    Clause: clan.seven-units, mod.at-most-three, inka.two-modes, box.four-sided-dice
    """
    numbers = unit_numbers(clans)
    for key in row:
        if key not in ("u", "at", "mode", "hp", "orb", "mods", "shape"):
            raise ValueError(f"units: the key {key!r}; allowed: u, at, mode, hp, orb, mods, shape")
    name, at = str(row.get("u", "")), row.get("at")
    if name not in numbers:
        raise ValueError(f"units: u is {name!r}; allowed: {', '.join(numbers)}")
    if type(at) is not int or not 0 <= at < places:
        raise ValueError(f"units: {name} stands on {at!r}; allowed: 0 to {places - 1}")
    unit = numbers[name]
    if is_elder(unit):
        hp = row.get("hp", setup.start_hp)
        if type(hp) is not int or not 1 <= hp <= 4:
            raise ValueError(f"units: hp of {name} is {hp!r}; allowed: 1 to 4")
        return unit, Unit(at, hp=hp)
    mode, orb, mods = row.get("mode", "guard"), row.get("orb", ""), row.get("mods", "")
    if mode not in ("ready", "guard"):
        raise ValueError(f"units: mode of {name} is {mode!r}; allowed: ready, guard")
    if orb and orb not in clans:
        raise ValueError(f"units: orb of {name} is {orb!r}; allowed: {', '.join(clans)}, the clans in play")
    if mods and not orb:
        raise ValueError(f"units: {name} has Mods and no orb; only an Idol carries Mods")
    if set(mods) - set("AD") or len(mods) > number("mods_per_idol"):
        raise ValueError(f"units: mods of {name} is {mods!r}; allowed: up to three letters A or D")
    shape = row.get("shape", "")
    return unit, Unit(at, mode == "ready" and not orb, orb, "".join(sorted(mods)), 0, shape)


def position(
    players: int | None = None,
    mode: str = "full",
    variants: str | Iterable[str] = "",
    configuration: str | Configuration | Sequence[Sequence[Any]] | Mapping[str, Any] | None = None,
    layout: str | Layout | Mapping[str, Sequence[str]] | None = None,
    turns: Sequence[int] | None = None,
    rulings: Rulings | None = None,
    hand_limit: int = 0,
    hp: int = 1,
    pack: Mapping[str, Any] | None = None,
    seats: Sequence[str] | None = None,
    units: Iterable[Mapping[str, Any]] = (),
    orbs: Iterable[Mapping[str, Any]] = (),
    hands: Any = None,
    deck: Iterable[str] | None = None,
    active: Seat | str = 0,
    mana: int | None = None,
    order: Sequence[Seat | str] | None = None,
    first: Seat | str = 0,
    round: int = 1,
    phase: str = "turn",
    idols: Any = None,
    lost: Any = None,
    rights: Any = None,
    pending: Any = None,
    now: Sequence[int] | None = None,
    aside: Iterable[Sequence[Any]] = (),
    used: Iterable[Sequence[Any]] = (),
    shape: Any = None,
    ended: str = "",
    winners: Iterable[Seat] = (),
    fight: Any = None,
    open: Iterable[Any] = (),
    agenda: Iterable[Any] | None = None,
    ask: Any = None,
) -> Table:
    """Any situation a person can lay on a table; ValueError names the argument, the value and what is allowed.

    `seats`: the clan colours clockwise; without them the game is before its set-up. `units`: {"u": "red.1", "at": 5,
    "mode": "ready"} for an Inka, "orb" and "mods" for an Idol, "hp" for an Elder; Inkas that are not listed are Fallen,
    Elders off the board. `orbs`: {"orb": "blue", "at": 4} for those that lie loose. `hands` by colour, cards by key;
    `deck` with its top first, without it the cards that lie nowhere else in the order of the box. `active` has the turn
    and `mana` (the start value, if not given); `order` is the turn order (clockwise from `active`). `turns`: how the planes
    lie. `idols`: by colour, under chosen-at-setup; `lost`: who has lost the Elder before. The rest is what `as_position`
    writes of a table in the middle of a move.
    """
    if seats is None:
        n = 2 if players is None else players
        return new_game(n, mode, variants, configuration, layout, turns, rulings, hand_limit, hp, pack)
    n = len(seats)
    if players is not None and players != n:
        raise ValueError(f"players is {players!r}, but seats names {n} clans")
    setup = make_setup(n, mode, variants, configuration, layout, turns, rulings, hand_limit, hp, pack)
    clans = tuple(seats)
    _check_clans(clans, setup)
    config = _read_config(shape, n) if shape is not None else setup.configuration
    places = TRIAS * (config.planes if config is not None else 0)
    rows: list[Unit] = [FALLEN] * (n * UNITS)
    for row in units:
        unit, what = read_unit(row, clans, setup, places)
        rows[unit] = what
    loose = [(row.get("at"), row.get("orb")) for row in orbs]
    _check_pieces(rows, loose, clans, setup, places)
    held = tuple(tuple(hand) for hand in _by_seat(hands, clans, "hands", ()))
    who = _seat(active, clans, "active")
    elders = [rows[seat * UNITS + ELDER].at >= 0 for seat in range(n)]
    gone = _by_seat(lost, clans, "lost", False) if not isinstance(lost, list | tuple) or len(lost) == n else []
    if not gone:
        raise ValueError(f"lost is {lost!r}; allowed: yes or no for each of {n} players")
    if agenda is None:
        gone = [bool(one) or not elders[seat] for seat, one in enumerate(gone)]
    fields = _blank(setup) | {
        "config": config,
        "clans": clans,
        "idols": tuple(_by_seat(idols, clans, "idols", "")),
        "units": tuple(rows),
        "loose": tuple(sorted(loose, key=lambda pair: (pair[0], COLOURS.index(pair[1])))),
        "turns": setup.turns if now is None else check_turns(now, places // TRIAS),
        "hands": held,
        "deck": _deck(deck, held, setup),
        "round": round,
        "phase": phase,
        "first": _seat(first, clans, "first"),
        "active": who,
        "order": _order(order, who, clans),
        "pending": tuple(_by_seat(pending, clans, "pending", 0)),
        "lost": tuple(bool(one) for one in gone),
        "rights": tuple(bool(one) for one in _by_seat(rights, clans, "rights", False)),
        "aside": tuple((seat, str(card)) for seat, card in aside),
        "used": tuple((unit, str(kind)) for unit, kind in used),
        "ended": ended,
        "winners": tuple(winners),
    }
    if agenda is not None:
        fields |= {
            "mana": mana or 0,
            "fight": None if fight is None else _unpack(fight),
            "open": tuple(_unpack(spell) for spell in open),
            "agenda": tuple(_unpack(task) for task in agenda),
            "ask": None if ask is None else _unpack(ask),
        }
        return Table(**fields)
    if who == NOBODY:
        raise ValueError("active is missing: name who has the turn")
    table = Table(**fields)
    if mana is not None and (type(mana) is not int or mana < 0):
        raise ValueError(f"mana is {mana!r}; allowed: a whole number from 0 up")
    have = Flow(table).start_mana(who) if mana is None else mana
    order_now = fields["order"]
    rest = [Task("turn", seat) for seat in order_now[order_now.index(who) + 1 :]]
    tasks = [Task("order"), *rest, Task("round")]
    return _settled(table._replace(mana=have, agenda=tuple(reversed(tasks))))


def _check_clans(clans: tuple[str, ...], setup: Setup) -> None:
    allowed = colours(setup.reads["data.keeper-card"])
    given = [clan for clan in clans if clan]
    if len(set(given)) < len(given):
        raise ValueError(f"seats is {list(clans)}: a clan is named twice; each has one player")
    for clan in given:
        if clan not in allowed:
            raise ValueError(f"seats holds {clan!r}; allowed: {', '.join(allowed)}")


def _check_pieces(
    rows: Sequence[Unit], loose: Sequence[tuple[Any, Any]], clans: tuple[str, ...], setup: Setup, places: int
) -> None:
    names = unit_names(clans)
    taken: dict[int, str] = {}
    for n, unit in enumerate(rows):
        if unit.at in taken and unit.at >= 0:
            raise ValueError(f"units: {names[n]} and {taken[unit.at]} stand on {unit.at}; a tria holds one unit")
        taken[unit.at] = names[n]
    for at, orb in loose:
        if orb not in clans:
            raise ValueError(f"orbs: {orb!r}; allowed: {', '.join(clans)}, the clans in play")
        if type(at) is not int or not 0 <= at < places:
            raise ValueError(f"orbs: the {orb} Orb lies on {at!r}; allowed: 0 to {places - 1}")
    used = [unit.orb for unit in rows if unit.orb] + [orb for _, orb in loose]
    for orb in used:
        if used.count(orb) > 1:
            raise ValueError(f"The {orb} Orb is in two places; there is one of each")
    if setup.mode == "first" and used:
        raise ValueError("A first game has no Orbs and no Idols; leave them out, or take mode='full'")


def _deck(given: Iterable[str] | None, hands: Sequence[Sequence[str]], setup: Setup) -> tuple[str, ...]:
    """The deck that is given, or what is left of the whole one. Clause: box.cast-cards"""
    held = [card for hand in hands for card in hand]
    cards = tuple(given or ())
    if not setup.cards:
        return cards
    for card in (*cards, *held):
        if card not in setup.cards and card != UNKNOWN:
            raise ValueError(f"There is no Cast Card {card!r}. There are: {', '.join(setup.cards)}")
    if given is not None:
        return cards
    left = list(whole_deck(setup.pack, setup.reads["data.cast-cards"]))
    for card in held:
        if card in left:
            left.remove(card)
    return tuple(left)


def _order(given: Sequence[Seat | str] | None, active: Seat, clans: tuple[str, ...]) -> tuple[Seat, ...]:
    n = len(clans)
    if given is None:
        start = max(active, 0)
        return tuple((start + k) % n for k in range(n))
    found = tuple(_seat(seat, clans, "order") for seat in given)
    if sorted(found) != list(range(n)):
        raise ValueError(f"order is {list(given)}; needed: every player once")
    return found


PACKED: Final[Mapping[str, type[Any]]] = {"Task": Task, "Ask": Ask, "Fight": Fight, "Spell": Spell}


def _pack(value: Any) -> Any:
    """A value of a half-done move as JSON."""
    if type(value).__name__ in PACKED:
        return {"is": type(value).__name__, **{name: _pack(getattr(value, name)) for name in value.__match_args__}}
    return [_pack(one) for one in value] if isinstance(value, tuple) else value


def _unpack(value: Any) -> Any:
    """The value that JSON stands for; ValueError says what is allowed."""
    if isinstance(value, Mapping):
        kind = PACKED.get(str(value.get("is")))
        if kind is None:
            raise ValueError(f"{value!r} is nothing that can wait; allowed: {', '.join(PACKED)}")
        given = {k: _unpack(v) for k, v in value.items() if k != "is"}
        try:
            return kind(**given)
        except TypeError as error:
            raise ValueError(f"{value!r}: {error}") from None
    return tuple(_unpack(one) for one in value) if isinstance(value, list | tuple) else value


__all__ = [
    "CHANCES",
    "MODES",
    "UNKNOWN",
    "Cast",
    "Table",
    "deal",
    "make_setup",
    "new_game",
    "position",
    "random_start",
    "seat_of",
    "why_not_place",
]
