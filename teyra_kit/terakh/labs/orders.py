"""The Orders lab: what may this unit do, for how much, by which rule, and why not something else?

Every answer is the engine's: what is legal, what an order does, and why it is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape
from importlib.resources import files
from random import Random
from typing import Any, Final, NamedTuple

from ...core import CHANCE, Event, Reason, Rulings, Seat, rulebook
from ...core.examples import Example
from ...core.game import sentence
from ...core.packs import Pack
from ...core.scene import LIT, NOT, WRONG
from ...ui import Board, Log, RulingsPanel, columns
from ...ui.clause import cited
from ...ui.shared import Shared
from .. import scene, view
from ..board import KEY, TRIAS
from ..desk import Desk
from ..examples import examples, read_table
from ..game import Table, position
from ..moves import AnyMove, Attack, Flip, Move, Roll, Rotate, Summon, Toss, Transform, Use, unit_said
from ..orders import LINE_OPTIONS
from ..pointing import offers
from ..spec_cards import Line, card_of
from ..units import (
    IDOLS,
    INKAS,
    UNITS,
    clans,
    cost,
    is_elder,
    kind_of,
    number,
    readings,
    seat_of,
    unit_names,
    unit_numbers,
)
from ..view import Mark, Piece
from .combat import assumed, orb_of, situated

OWN: Final = files(__package__).joinpath("orders.css").read_text(encoding="utf-8")
MATTER: Final = (
    "orth.scope", "range.counting", "orb.holding", "rotate.amount", "attack.own-units", "sprint.path", "hydra.targets",
    "shape-shift.orbs", "elderless.summon", "action.repeats",
)  # fmt: skip
"""The rulings that can change what may be ordered."""
CHOSEN_CASES: Final = (
    "printed.red-holds-blue-orb", "faq.idol-cannot-act-as-inka", "faq.shade-as-hydra", "faq.no-control-of-idol-or-elder",
    "faq.no-shield-onto-controlled-inka", "turn.flip-and-two-attacks", "move.vacancy", "move.orth-jump", "rotate.needs-elder",
    "summon.where", "transform.only-on-orb", "spec.ranger-distance", "spec.sneak-past-a-unit", "spec.sorceress-lines",
    "spec.keeper-lines", "spec.triple-threat-and-swap", "spec.mystify-with-an-elder", "reading.standing-on-the-orb",
)  # fmt: skip
"""Worked examples that are one press away; all others stand below them."""
TOOLS: Final = {
    "ready": "Ready Inka",
    "guard": "Guard Inka",
    "elder": "Elder",
    "idol": "Idol",
    "orb": "Loose Orb",
    "off": "Take away",
}
STARTS: Final = {2: ("red", "blue"), 3: ("red", "blue", "green"), 4: ("red", "blue", "green", "yellow")}
MOST_MANA: Final = 9


@lru_cache(maxsize=1)
def cases() -> Mapping[str, Example]:
    """The worked examples that are a position and orders, by id."""
    return {id: one for id, one in examples().items() if "do" in one.given}


# ---------------------------------------------------------------- what may be ordered


class Answer(NamedTuple):
    """What the engine says to one kind of order: the legal ones with their price and the clauses of what they do, and
    each reason for which others are refused, with what they would have been."""

    title: str
    price: int | None
    legal: tuple[AnyMove, ...]
    clauses: tuple[str, ...]
    refused: tuple[tuple[Reason, tuple[AnyMove, ...]], ...]
    assumed: str = ""


def asked(table: Table, title: str, moves: Iterable[AnyMove], price: int | None = None, why: str = "") -> Answer:
    """All of some orders put to the engine."""
    legal: list[AnyMove] = []
    refused: dict[Reason, list[AnyMove]] = {}
    sorts: dict[str, Reason] = {}
    for move in moves:
        reasons = table.why_not(move)
        if not reasons:
            legal.append(move)
        else:
            first = sorts.setdefault(reasons[0].clause, reasons[0])
            refused.setdefault(first, []).append(move)
    clauses: tuple[str, ...] = ()
    if legal:
        events = table.events(legal[0])
        clauses = tuple(dict.fromkeys(event.clause for event in events if event.clause != "turn.pay-first"))[:2]
        price = table.mana - table.play_unchecked(legal[0]).mana
    groups = tuple((reason, tuple(found)) for reason, found in refused.items())
    return Answer(title, price, tuple(legal), clauses, groups, why)


def of_unit(table: Table, unit: int) -> list[Answer]:
    """Everything somebody might order of a unit, put to the engine. Clause: control.four-actions, spec.lists-actions"""
    desk, name = Desk(table), unit_names(table.clans)[unit]
    what = table.units[unit]
    others = [other for other, there in enumerate(table.units) if there.at >= 0 and other != unit]
    names = unit_names(table.clans)
    orbs = [orb for orb in table.clans if orb]
    here = list(desk.orbs_at(what.at)) if what.at >= 0 else []
    found = [
        asked(
            table, "Move", (Move(name, place) for place in range(desk.ground.places) if place != what.at), cost("move")
        ),
        asked(table, "Attack", (Attack(name, names[other]) for other in others), cost("attack")),
        asked(table, "Change mode", (Flip(name),), cost("mode")),
    ]
    if table.setup.mode == "full":
        found.append(asked(table, "Take an Orb", (Transform(name, orb) for orb in here or orbs[:1]), cost("transform")))
    lines = [line for line in desk.card_lines(unit) if line.is_order]
    return found + [asked(table, line.name, of_line(table, unit, line), line.mana, provenance(line)) for line in lines]


def of_line(table: Table, unit: int, line: Line) -> Iterator[AnyMove]:
    """What a line of a Spec Card could be used for, legal or not. Clause: spec.lists-actions"""
    desk, name, names = Desk(table), unit_names(table.clans)[unit], unit_names(table.clans)
    taken = desk.occupied()
    found = LINE_OPTIONS[line.kind](desk, seat_of(unit), unit, line, taken)
    yield from found
    units = [names[other] for other in taken.values() if other != unit]
    if line.kind == "move":
        yield from (
            Use(line.id, name, to=place)
            for place in range(desk.ground.places)
            if Use(line.id, name, to=place) not in found
        )
    elif line.kind == "attack" and line.how.get("attacks", 1) == 1:
        yield from (Use(line.id, name, (other,)) for other in units if Use(line.id, name, (other,)) not in found)
    elif line.kind == "swap":
        yield from (Use(line.id, name, other=other) for other in units if Use(line.id, name, other=other) not in found)
    elif not found:
        yield Use(line.id, name, tuple(units[: line.how.get("attacks", 0)]), to=desk.units[unit].at)


def of_clan(table: Table, seat: Seat) -> list[Answer]:
    """What a clan can be ordered besides: to turn its Elder's plane, to summon. Clause: rotate.elder-on-plane, summon.vacant-orth"""
    desk = Desk(table)
    names = unit_names(table.clans)
    fallen = desk.fallen(seat)
    back = fallen[0] if fallen else seat * UNITS
    return [
        asked(table, "Turn the Elder’s plane", (Rotate(1), Rotate(2)), cost("rotate")),
        asked(
            table,
            "Summon",
            (Summon(names[back], place, "ready") for place in range(desk.ground.places)),
            cost("summon"),
        ),
    ]


def provenance(line: Line) -> str:
    """Why a line is marked; "" if it is printed or official."""
    return (
        ""
        if line.provenance in ("printed", "official")
        else f"This line is {line.provenance}: no rulebook prints it so."
    )


def goal(table: Table, move: AnyMove) -> str:
    """What an order aims at, in a word or two."""
    match move:
        case Move():
            return str(move.to)
        case Attack():
            return unit_said(move.target)
        case Flip():
            return "to Guard" if table.unit(move.unit).ready else "to Ready"
        case Transform():
            return f"the {move.orb} Orb"
        case Rotate():
            return "counter-clockwise" if move.steps == 1 else "clockwise"
        case Summon():
            return str(move.at)
        case Use():
            words = [" then ".join(map(unit_said, move.targets)), unit_said(move.other) if move.other else ""]
            words += [
                str(move.to) if move.to is not None else "",
                f"the {move.orb} Orb" if move.orb else "",
                move.mode.capitalize(),
            ]
            if move.steps is not None:
                words.append("counter-clockwise" if move.steps == 1 else "clockwise")
            return " ".join(filter(None, words))
    return str(move)


# ---------------------------------------------------------------- a position that is laid by hand


@dataclass(frozen=True, slots=True)
class Plan:
    """A position as it is laid: the arguments of `position`, changed piece by piece."""

    given: tuple[tuple[str, Any], ...]

    @classmethod
    def of(cls, table: Table) -> Plan:
        """The pieces of a table, with the turn it shows; what is under way is left out."""
        names = unit_names(table.clans)
        units = []
        for n, what in enumerate(table.units):
            if what.at < 0:
                continue
            row: dict[str, Any] = {"u": names[n], "at": what.at}
            kind = kind_of(n, what)
            if kind == "elder":
                row["hp"] = what.hp
            elif kind == "idol":
                row |= {"orb": what.orb, "mods": what.mods}
            else:
                row["mode"] = "ready" if what.ready else "guard"
            units.append(row)
        config = table.config
        key = config.key if config is not None else f"n{table.players}-1"
        return cls(
            tuple(
                {
                    "seats": list(table.clans), "mode": table.setup.mode, "configuration": key, "now": list(table.turns),
                    "units": units, "orbs": [{"orb": orb, "at": at} for at, orb in table.loose],
                    "hands": [list(hand) for hand in table.hands], "deck": list(table.deck),
                    "active": max(table.active, 0), "mana": min(table.mana, MOST_MANA),
                    "idols": list(table.idols) if any(table.idols) else None,
                }.items()
            )
        )  # fmt: skip

    def table(self, rulings: Rulings, pack: Pack | None = None) -> Table:
        """The position under some readings, with a card pack; ValueError says what is wrong."""
        return position(rulings=rulings, pack=pack, **dict(self.given))

    def with_(self, **what: Any) -> Plan:
        """The plan with other arguments."""
        return Plan(tuple((dict(self.given) | what).items()))

    def cleared(
        self, places: Iterable[int] = (), orb: str = "", names: Iterable[str] = ()
    ) -> tuple[list[Any], list[Any]]:
        """Units and loose Orbs without what lies on some places, without an Orb, and without some units."""
        gone, given = set(places), dict(self.given)
        units = [
            {k: v for k, v in row.items() if k not in ("orb", "mods")} if orb and row.get("orb") == orb else row
            for row in given["units"]
            if row["at"] not in gone and row["u"] not in set(names)
        ]
        return units, [row for row in given["orbs"] if row["at"] not in gone and row["orb"] != orb]


def laid(plan: Plan, place: int, clan: str, tool: str, orb: str) -> Plan:
    """The plan with a piece put on a tria, in the place of what lay there. Clause: clan.seven-units, board.one-unit-per-tria"""
    given = dict(plan.given)
    if tool == "off":
        units, orbs = plan.cleared([place])
        return plan.with_(units=units, orbs=orbs)
    if tool == "orb":
        units, orbs = plan.cleared(orb=clan)
        return plan.with_(units=units, orbs=[*orbs, {"orb": clan, "at": place}])
    row: dict[str, Any] = {"at": place}
    if tool == "elder":
        row |= {"u": f"{clan}.E"}
        units, _ = plan.cleared([place], names=[row["u"]])
        return plan.with_(units=[*units, row])
    units, orbs = plan.cleared([place], orb if tool == "idol" else "")
    orbs = [one for one in given["orbs"] if tool != "idol" or one["orb"] != orb]
    used = {one["u"] for one in units}
    free = [f"{clan}.{n}" for n in range(1, INKAS + 1) if f"{clan}.{n}" not in used]
    if not free:
        raise ValueError(f"All {INKAS} Inkas of {clan} stand on the board; take one away first")
    row |= {"u": free[0], **({"orb": orb, "mods": ""} if tool == "idol" else {"mode": tool})}
    return plan.with_(units=[*units, row], orbs=orbs)


class Step(NamedTuple):
    """An order that was carried out: the table before it, the move, and what it did."""

    before: Table
    move: AnyMove
    events: tuple[Event, ...]


# ---------------------------------------------------------------- the lab


class OrdersLab:
    """A position, what each unit may do in it and why not more, orders that are carried out, and the six Spec Cards."""

    def __init__(self, shared: Shared | None = None, chance: Random | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.book = rulebook(KEY)
        self.chance = chance or Random()
        self.case, self.part, self.clause, self.spec, self.mods = "", "", "", "hydra", 1
        self.looked = -1
        self.building, self.tool, self.clan, self.orb = False, "ready", "red", "red"
        self.refused: tuple[str, tuple[Reason, ...]] = ("", ())
        self.note = ""
        self.steps: list[Step] = []
        self.table: Table
        self.start: Table
        self.head = Board(css=OWN)
        self.plate = Board(css=view.css, drawings=view.sprite(), css_class="tk-plate od-plate", label="The position")
        self.panel = Board(css_class="tk-panel od-panel", label="What it may do")
        self.log = Log(self.book, "What the order did")
        self.choice = Board(css_class="tk-panel od-cases", label="Situations")
        self.cards = Board(css_class="tk-panel od-specs", label="Spec Cards by Mods")
        self.readings = RulingsPanel(
            self.book,
            self.shared.rulings,
            only=MATTER,
            title="Readings that can change it",
            css_class="tk-panel od-read",
        )
        for board in (self.head, self.plate, self.panel, self.choice, self.cards):
            board.on_pick(self.pick)
        self.readings.on_change(self._ruled)
        self.shared.listeners.append(self._ruled_elsewhere)
        self.shared.pack_listeners.append(self._settle)
        self.widget = columns([self.plate, self.choice, self.cards], [self.panel, self.log, self.readings], [self.head])
        self.widget.add_class("od-lab")
        for board, place in ((self.choice, "od-o1"), (self.cards, "od-o2"), (self.readings, "od-o3")):
            board.add_class(place)
        self.open(CHOSEN_CASES[0])

    @property
    def rulings(self) -> Rulings:
        """The readings in force, as far as a position can be laid with them."""
        return situated(self.shared.rulings, self.shared.pack)

    # -------------------------------------------------------------------------------------------- situations

    def open(self, id: str) -> None:
        """Lay the position of a worked example; ValueError lists those there are."""
        if id not in cases():
            raise ValueError(f"There is no example {id!r} with a position. There are: {', '.join(cases())}")
        self._lay(self._of_case(id))
        self.case = id
        self._draw()

    def open_link(self, link: str) -> None:
        """Lay the position of "example-ID"; ValueError lists what is allowed."""
        kind, _, id = link.partition("-")
        if kind != "example":
            raise ValueError(f"The link is {link!r}; allowed: example- and the id of a worked example")
        self.open(id)

    def _of_case(self, id: str) -> Table:
        """The position of an example under the readings and with the cards in force."""
        given = dict(cases()[id].given)
        own = given.pop("rulings", {})
        table = read_table({**given, "rulings": {**self._changed(), **own}})
        if "?" in table.deck:
            table = table._replace(deck=())
        return Plan.of(table).table(table.rulings, self.shared.pack) if self.shared.pack else table

    def _changed(self) -> dict[str, Any]:
        rulings = self.rulings
        return {id: rulings[id] for id in rulings.changed()}

    def _lay(self, table: Table) -> None:
        """Take a position; whatever was chosen, refused or done before is forgotten."""
        self.table = self.start = table
        self.case, self.part, self.looked, self.refused, self.steps = "", "", -1, ("", ()), []
        if self.clan not in table.clans:
            self.clan = table.clans[0]
        if self.orb not in table.clans:
            self.orb = table.clans[0]

    # -------------------------------------------------------------------------------------------- what is pressed

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "part|unit:red.1", "A move red.1 6", "undo|", "tool|idol", "put|12", "mana|3" ..."""
        kind, mark, rest = id.partition("|")
        if not mark:
            self._order(id)
            return
        handler = getattr(self, f"_on_{kind}", None)
        if handler is not None:
            handler(*rest.split("|"))

    def _order(self, line: str) -> None:
        """Carry out an order, or say why not."""
        try:
            move = self.table.read_move(line)
            reasons = self.table.why_not(move)
        except ValueError as error:
            self._note(str(error))
            return
        if reasons:
            self.refused = (line, reasons)
            self._draw()
            first = reasons[0]
            self.plate.say = f"Refused. {sentence(first.text)} {first.fix} Clause {first.clause}."
            return
        self._carry_out(move)

    def _carry_out(self, move: AnyMove) -> None:
        after, events, _ = self.table.told(move)
        before = self.table
        self.steps.append(Step(before, move, events))
        self.table, self.refused = after, ("", ())
        chosen = self.part.split("/")[0]
        goes_on = after.ask is not None and after.ask.what == "order" and after.active == before.active
        keep = goes_on and chosen.startswith("unit:") and after.unit(chosen.partition(":")[2]).at >= 0
        self.part = chosen if keep else ""
        self._draw()
        self.plate.say = " ".join(event.text for event in events)

    def _on_part(self, part: str) -> None:
        """Point at something; a second press puts it back."""
        back = part == self.part
        self.part, self.refused = ("/".join(part.split("/")[:-1]) if back else part), ("", ())
        self.looked = -1
        name = part.split("/")[0].partition(":")[2]
        if part.startswith("unit:") and not back:
            self.looked = unit_numbers(self.table.clans)[name]
        self._draw()
        self.plate.say = self._spoken()

    def _on_look(self, unit: str) -> None:
        """Look at any unit, also one that takes no orders."""
        self.looked, self.refused = int(unit), ("", ())
        name = unit_names(self.table.clans)[self.looked]
        mine = any(offer.part == f"unit:{name}" and not offer.line for offer in self._offers(""))
        self.part = f"unit:{name}" if mine else ""
        self._draw()
        self.plate.say = self._spoken()

    def _on_why(self, line: str) -> None:
        self._order(line)

    def _on_roll(self, value: str = "") -> None:
        """Throw what chance is asked for; `value`: as the visitor wants it."""
        moves = [move for move in self.table.legal_moves() if isinstance(move, Roll | Toss)] if value else []
        wanted = next((move for move in moves if str(getattr(move, "value", getattr(move, "way", ""))) == value), None)
        self._carry_out(wanted or self.table.sample_chance(self.chance))

    def _on_undo(self, _: str = "") -> None:
        if self.steps:
            self.table = self.steps.pop().before
            self.part, self.looked, self.refused = "", -1, ("", ())
            self._draw()
            self.plate.say = "Taken back."

    def _on_again(self, _: str = "") -> None:
        case = self.case
        self._lay(self.start)
        self.case = case
        self._draw()
        self.plate.say = "The situation is laid anew."

    def _on_case(self, id: str) -> None:
        self.open(id)
        self.plate.say = f"{cases()[id].title}. {cases()[id].text}"

    def _on_build(self, on: str) -> None:
        self.building, self.part, self.refused = on == "on", "", ("", ())
        if self.building:
            self._take(Plan.of(self.table))
            self.plate.say = "Choose a piece, then point at a tria."
        else:
            self._draw()
            self.plate.say = "Point at a unit to give it orders."

    def _on_tool(self, tool: str) -> None:
        self.tool = tool
        self._draw()

    def _on_clan(self, clan: str) -> None:
        self.clan = clan
        self._draw()

    def _on_orb(self, orb: str) -> None:
        self.orb = orb
        self._draw()

    def _on_put(self, place: str) -> None:
        unit = self.table.unit_at(int(place))
        try:
            plan = laid(Plan.of(self.table), int(place), self.clan, self.tool, self.orb)
        except ValueError as error:
            self._note(str(error))
            return
        if self._take(plan):
            now = self.table.unit_at(int(place))
            self.looked = now
            self._draw()
            self.plate.say = f"Tria {place}: {self._who(now) if now >= 0 else 'empty' if unit >= 0 else 'nothing'}."

    def _on_hp(self, hp: str) -> None:
        self._alter(hp=int(hp))

    def _on_mods(self, letter: str, count: str) -> None:
        other = "D" if letter == "A" else "A"
        mods = letter * int(count) + other * self.table.units[self.looked].mods.count(other)
        if len(mods) > number("mods_per_idol"):
            self._note(f"An Idol carries at most {number('mods_per_idol')} Mods: take {other}-mods off first")
            return
        self._alter(mods=mods)

    def _on_mode(self, mode: str) -> None:
        self._alter(mode=mode)

    def _alter(self, **what: Any) -> None:
        """Change something about the unit that was put last."""
        plan, looked = Plan.of(self.table), self.looked
        name = unit_names(self.table.clans)[looked]
        rows = [row | what if row["u"] == name else row for row in dict(plan.given)["units"]]
        if self._take(plan.with_(units=rows)):
            self.looked = looked
            self._draw()
            self.plate.say = f"{self._who(looked)}."

    def _on_active(self, seat: str) -> None:
        self._agree(Plan.of(self.table).with_(active=int(seat)))

    def _on_mana(self, mana: str) -> None:
        self._agree(Plan.of(self.table).with_(mana=int(mana)))

    def _on_game(self, mode: str) -> None:
        if mode == "first" and (self.table.loose or any(what.orb for what in self.table.units)):
            self._note("A first game has no Orbs and no Idols: take them away first")
            return
        self._agree(Plan.of(self.table).with_(mode=mode))

    def _agree(self, plan: Plan) -> None:
        """Take what is agreed about the turn, and say it."""
        if self._take(plan):
            now = self.table
            self.plate.say = f"A {now.setup.mode} game of {len(now.turns)} planes, {now.clans[now.active]} has the turn and {now.mana} mana."

    def _on_planes(self, count: str) -> None:
        """Another number of planes, and with it of clans: an Elder each."""
        seats = STARTS[int(count)]
        units = [{"u": f"{clan}.E", "at": n * TRIAS} for n, clan in enumerate(seats)]
        units += [{"u": f"{clan}.1", "at": n * TRIAS + 6, "mode": "ready"} for n, clan in enumerate(seats)]
        given = {"seats": seats, "mode": self.table.setup.mode, "configuration": f"n{count}-1", "units": units}
        self._agree(Plan(tuple(given.items())))

    def _on_spec(self, idol: str) -> None:
        self.spec = idol
        self._draw()

    def _on_level(self, mods: str) -> None:
        self.mods = int(mods)
        self._draw()
        self.cards.say = f"{mods} Mods."

    def _on_clause(self, value: str) -> None:
        self.clause = "" if self.clause == value else value
        self._draw()

    def _on_close(self, _: str = "") -> None:
        self.clause = ""
        self._draw()

    def _take(self, plan: Plan) -> bool:
        """Take a position that is laid by hand, or say what is wrong with it; then nothing changes."""
        try:
            table = plan.table(self.rulings, self.shared.pack)
        except ValueError as error:
            self._note(str(error))
            return False
        self._lay(table)
        self._draw()
        return True

    def _note(self, text: str) -> None:
        self.refused, self.note = ("", ()), f"{sentence(text).rstrip('.')}."
        self._draw()
        self.plate.say, self.note = self.note, ""

    def _ruled(self, rulings: Rulings) -> None:
        self.shared.set(rulings, self._ruled_elsewhere)
        self._settle()

    def _ruled_elsewhere(self, rulings: Rulings) -> None:
        self.readings.show(rulings=rulings)
        self._settle()

    def _settle(self) -> None:
        """The same position under the readings and with the cards that are in force now."""
        case, part, looked = self.case, self.part, self.looked
        try:
            table = (
                self._of_case(case)
                if case and not self.steps
                else Plan.of(self.table).table(self.rulings, self.shared.pack)
            )
        except ValueError:
            table, part, looked = self._of_case(CHOSEN_CASES[0]), "", -1
        self._lay(table)
        self.case, self.part, self.looked = case, part, looked
        self._draw()

    # -------------------------------------------------------------------------------------------- what is seen

    @property
    def seat(self) -> Seat | None:
        """Whose decision it is; None if chance is next or the game is over."""
        who = self.table.to_move
        return who if isinstance(who, int) else None

    def _offers(self, part: str) -> list[Any]:
        return offers(self.table, self.seat, part) if self.seat is not None else []

    def _who(self, unit: int) -> str:
        return view.piece_said(view.piece_of(Desk(self.table), unit))

    def _spoken(self) -> str:
        if self.looked < 0:
            return "Nothing is chosen."
        answers = of_unit(self.table, self.looked) if self._ordering() else []
        can = [
            f"{one.title}: {', '.join(goal(self.table, move) for move in one.legal[:8])}"
            for one in answers
            if one.legal
        ]
        return f"{self._who(self.looked)}. {'. '.join(can) or 'It can be ordered nothing now'}."

    def _ordering(self) -> bool:
        return self.table.ask is not None and self.table.ask.what == "order"

    def _chip(self, clause: str, where: str = "") -> str:
        panel = f"od-{where}{clause.replace('.', '-')}"
        return cited(self.book, clause, self.clause == clause, panel, self.table.rulings)

    def _draw(self) -> None:
        self.head.html = self._head()
        self.plate.html = self._plate()
        self.panel.html = self._build_panel() if self.building else self._panel()
        events = [event for step in self.steps[-1:] for event in step.events]
        done = self.steps[-1] if self.steps else None
        verdict = (f"{sentence(str(done.move))}.", f"Step {len(self.steps)}.") if done else ("No order yet.", "")
        self.log.show(events, verdict, self.table.rulings, say=False)
        self.choice.html = self._cases()
        self.cards.html = self._specs()
        effects = self._effects()
        changed = self.shared.rulings.changed()
        only = [id for id in MATTER if effects[id][1] or id in changed or id == MATTER[0]]
        self.readings.show(only=only, effects=effects)

    def _effects(self) -> dict[str, tuple[str, bool]]:
        """Which readings change what may be ordered now, and by how many orders."""
        table, found = self.table, {}
        now = set(table.legal_moves()) if self._ordering() else set()
        for id in MATTER:
            said = []
            for reading in self.book.ruling(id).readings if now else ():
                if reading.id != table.rulings[id]:
                    rulings = table.rulings.with_(id, reading.id)
                    other = set(table._replace(setup=replace(table.setup, rulings=rulings)).legal_moves())
                    more, fewer = len(other - now), len(now - other)
                    changes = [f"{more} orders more"] * bool(more) + [f"{fewer} fewer"] * bool(fewer)
                    said += [f"Under “{reading.name}”: {', '.join(changes)}."] if changes else []
            found[id] = (" ".join(said), True) if said else ("Changes no order here.", False)
        return found

    def _head(self) -> str:
        build = _seg(
            "Here you", [("build|off", "give orders", not self.building), ("build|on", "lay pieces", self.building)]
        )
        return (
            '<div class="tk-head"><div><h1 class="tk-title">Orders</h1><p class="tk-small">Point at a unit: what it may do, for how much, and '
            f'why not the rest.</p></div><div class="tk-head-end">{build}</div></div>'
        )

    def _plate(self) -> str:
        table, seat = self.table, self.seat
        if self.building:
            return self._setup_bar() + self._refusal() + view.board_html(self._laying())
        marks: dict[str, str] = {}
        if seat is not None:
            marks = {table.write_move(move): LIT for move in table.legal_moves()} or {"": NOT}
            marks |= {self.refused[0]: WRONG} if self.refused[0] else {}
        return self._title() + self._refusal() + scene.html(table, seat, marks, None, self.part) + self._buttons()

    def _laying(self) -> view.MapPicture:
        """The board while pieces are laid: every tria can be pointed at."""
        here = self.table.units[self.looked].at if self.looked >= 0 else -1
        said = f"put {TOOLS[self.tool]} here" if self.tool != "off" else "clear it"
        marks = {
            place: Mark(view.CHOSEN if place == here else "", f"put|{place}", "", said)
            for place in range(self.table.ground.places)
        }
        return view.position_picture(self.table, marks=marks)

    def _title(self) -> str:
        if not self.case:
            return '<p class="tk-caption od-text"><b>Your own situation.</b></p>'
        one = cases()[self.case]
        own = ", ".join(f"{id}: {value}" for id, value in one.given.get("rulings", {}).items())
        under = f" Read as {own}." if own else ""
        text = f"<b>{escape(one.title)}.</b> {escape(one.text)}{escape(under)}"
        return f'<p class="tk-caption od-text">{text}</p>'

    def _refusal(self) -> str:
        line, reasons = self.refused
        if self.note:
            return f'<div class="tk-told od-told"><h2>Not so.</h2><p>{escape(self.note)}</p></div>'
        if not reasons:
            return ""
        rows = "".join(
            f"<p>{escape(sentence(reason.text))} <b>{escape(reason.fix)}</b></p>{self._chip(reason.clause, 'r-')}"
            for reason in reasons
        )
        title = f"{sentence(str(self.table.read_move(line)))}: no."
        return f'<div class="tk-told od-told"><h2>{escape(title)}</h2>{rows}</div>'

    def _buttons(self) -> str:
        dice = ""
        ask = self.table.ask
        if self.table.to_move is CHANCE and ask is not None:
            values = (
                [str(getattr(move, "value", getattr(move, "way", ""))) for move in self.table.legal_moves()]
                if ask.what in ("roll", "toss")
                else []
            )
            named = "".join(f'<button type="button" data-id="roll|{value}">{value}</button>' for value in values)
            choose = (
                f'<span class="tk-seg" role="group" aria-label="or choose" data-arrows="dice">{named}</span>'
                if named
                else ""
            )
            said = scene.headline(self.table, None, None)
            dice = f'<p class="od-chance"><b>{escape(said[0])}</b> {escape(said[1])}</p><button type="button" class="tk-btn tk-btn--main" data-id="roll|">Leave it to chance</button>{choose}'
        off = "" if self.steps else ' aria-disabled="true"'
        return (
            f'<div class="tk-do od-do">{dice}<span class="od-back"><button type="button" class="tk-btn" data-id="undo|"{off}>Take back</button>'
            f'<button type="button" class="tk-btn" data-id="again|"{off}>From the start</button></span></div>'
        )

    # -------------------------------------------------------------------------------------------- a unit

    def _panel(self) -> str:
        table, seat = self.table, self.seat
        if not self._ordering() or seat is None:
            title, text = scene.headline(table, seat, None)
            return f'<h2 class="tk-h2">{escape(title)}</h2><p>{escape(text)}</p>'
        if self.looked < 0:
            answers = of_clan(table, seat)
            title = f"{table.clans[seat].capitalize()} has the turn"
            return (
                f'<h2 class="tk-h2">{title}</h2><p class="tk-small">Point at a unit. Besides, the clan can be ordered:</p>'
                f"{self._answers(answers)}{self._units()}"
            )
        unit = self.looked
        icon = view.piece_icon(view.piece_of(Desk(table), unit))
        where = f"Tria {table.units[unit].at}" if table.units[unit].at >= 0 else "Not on the board"
        return (
            f'<div class="od-top">{icon}<div><h2 class="tk-h2">{escape(self._who(unit))}</h2><p class="tk-small">{where}. {table.mana} mana left.</p></div></div>'
            f"{self._answers(of_unit(table, unit))}{self._units()}"
        )

    def _answers(self, answers: Iterable[Answer]) -> str:
        return f'<ul class="od-answers">{"".join(self._answer(one) for one in answers)}</ul>'

    def _answer(self, one: Answer) -> str:
        table = self.table
        price = f'<span class="tr-price">{one.price} mana</span>' if one.price is not None else ""
        mark = assumed(one.assumed) if one.assumed else ""
        body = ""
        if one.legal:
            goals = list(dict.fromkeys(goal(table, move) for move in one.legal))
            body = f'<p class="od-yes">{escape(_some(goals))}</p>' + "".join(
                self._chip(clause, "y-") for clause in one.clauses
            )
        for reason, moves in one.refused:
            goals = list(dict.fromkeys(goal(table, move) for move in moves))
            line = table.write_move(moves[0])
            about = f"Not {escape(_some(goals, 4))}: " if one.legal or len(one.refused) > 1 else ""
            body += (
                f'<p class="od-no">{about}{escape(reason.text)}</p><div class="od-why">{self._chip(reason.clause, "n-")}'
                f'<button type="button" class="tk-btn od-ask" data-id="why|{escape(line)}">Why not?<span class="tk-hidden"> {escape(str(moves[0]))}</span></button></div>'
            )
        state = "is-yes" if one.legal else "is-no"
        return f'<li class="{state}"><h3>{escape(one.title)} {price}{mark}</h3>{body or "<p class=od-no>Nothing to name.</p>"}</li>'

    def _units(self) -> str:
        """Every unit on the board, by clan: also those that obey nobody here can be looked at."""
        table, rows = self.table, ""
        for seat, clan in enumerate(table.clans):
            buttons = ""
            for unit in range(seat * UNITS, seat * UNITS + UNITS):
                if table.units[unit].at >= 0:
                    on = str(unit == self.looked).lower()
                    buttons += f'<button type="button" data-id="look|{unit}" aria-pressed="{on}" aria-label="{escape(self._who(unit))}, tria {table.units[unit].at}">{view.piece_icon(view.piece_of(Desk(table), unit))}</button>'
            rows += f'<div class="od-units clan-{clan}" role="group" aria-label="{clan}" data-arrows="units-{clan}">{buttons}</div>'
        return f'<h3 class="od-h3">Look at any unit</h3>{rows}'

    # -------------------------------------------------------------------------------------------- laying pieces

    def _setup_bar(self) -> str:
        table = self.table
        planes = _seg("Planes", [(f"planes|{n}", str(n), len(table.turns) == n) for n in STARTS])
        turn = _seg(
            "Turn of", [(f"active|{seat}", clan, seat == table.active) for seat, clan in enumerate(table.clans)]
        )
        game = _seg("Game", [(f"game|{mode}", mode, mode == table.setup.mode) for mode in ("first", "full")])
        mana = _seg("Mana", [(f"mana|{n}", str(n), n == table.mana) for n in range(MOST_MANA + 1)])
        return f'<div class="od-bar">{planes}{game}{turn}{mana}</div>'

    def _build_panel(self) -> str:
        table = self.table
        icons = {
            "ready": view.piece_icon(Piece(self.clan, "inka", True)), "guard": view.piece_icon(Piece(self.clan, "inka")),
            "elder": view.piece_icon(Piece(self.clan, "elder", hp=table.setup.start_hp)),
            "idol": view.piece_icon(Piece(self.clan, "idol", idol=clans()[self.orb], orb=self.orb)),
            "orb": f'<svg class="tr-piece" viewBox="-1 -1 2 2" aria-hidden="true">{view.orb_svg(self.clan)}</svg>',
            "off": '<svg class="tr-piece" viewBox="-1 -1 2 2" aria-hidden="true"><path d="M-.5-.5.5.5M.5-.5-.5.5" stroke="currentColor" stroke-width=".16"/></svg>',
        }  # fmt: skip
        tools = "".join(
            f'<button type="button" data-id="tool|{tool}" aria-pressed="{str(tool == self.tool).lower()}">{icons[tool]}{word}</button>'
            for tool, word in TOOLS.items()
        )
        clan = _seg("Clan", [(f"clan|{one}", one, one == self.clan) for one in table.clans])
        orb = ""
        if self.tool == "idol":
            orb = _seg(
                "Its Orb",
                [
                    (f"orb|{one}", f"{one}: {Desk(table).idol_of(one).capitalize()}", one == self.orb)
                    for one in table.clans
                ],
            )
        more = ""
        if self.looked >= 0 and table.units[self.looked].at >= 0:
            what = table.units[self.looked]
            if is_elder(self.looked):
                more = _seg("HP", [(f"hp|{n}", str(n), what.hp == n) for n in range(1, 5)])
            elif what.orb:
                more = "".join(
                    _seg(
                        f"{letter}-mods",
                        [(f"mods|{letter}|{n}", str(n), what.mods.count(letter) == n) for n in range(4)],
                    )
                    for letter in "AD"
                )
            else:
                more = _seg(
                    "Mode",
                    [
                        (f"mode|{mode}", mode.capitalize(), what.ready == (mode == "ready"))
                        for mode in ("ready", "guard")
                    ],
                )
            more = f'<h3 class="od-h3">{escape(self._who(self.looked))}, tria {what.at}</h3>{more}'
        return (
            f'<h2 class="tk-h2">Lay pieces</h2><p class="tk-small">Choose a piece, then point at a tria.</p>{clan}'
            f'<div class="od-tools" role="group" aria-label="Piece" data-arrows="tools">{tools}</div>{orb}<div class="od-more">{more}</div>'
            '<button type="button" class="tk-btn tk-btn--main" data-id="build|off">Give orders here</button>'
        )

    # -------------------------------------------------------------------------------------------- situations, cards

    def _cases(self) -> str:
        def row(ids: Iterable[str]) -> str:
            return "".join(
                f'<li><button type="button" data-id="case|{id}" aria-pressed="{str(id == self.case).lower()}">{escape(cases()[id].title)}'
                f"<small>{escape(cases()[id].certainty)}</small></button></li>"
                for id in ids
            )

        others = [id for id in cases() if id not in CHOSEN_CASES]
        return (
            '<h2 class="tk-h2">Situations</h2><p class="tk-small">Worked examples of the rulebook and the FAQ; what they do not print is filled in.</p>'
            f'<ul class="od-list" data-arrows="cases">{row(CHOSEN_CASES)}</ul><details><summary>{len(others)} more</summary>'
            f'<ul class="od-list" data-arrows="more">{row(others)}</ul></details>'
        )

    def _specs(self) -> str:
        """All six Spec Cards at so many Mods. Clause: spec.lists-actions, spec.mods-needed"""
        reads = readings(self.rulings)
        levels = _seg(
            "Mods on the Idol", [(f"level|{n}", str(n), n == self.mods) for n in range(number("mods_per_idol") + 1)]
        )
        cards = ""
        for idol in IDOLS:
            orb = orb_of(idol)
            lines = ""
            for line in card_of(idol, reads["data.spec-cards"], reads["data.keeper-card"], self.shared.packed):
                short = line.mods - self.mods
                state = "open" if short <= 0 else f"closed: {short} Mod{'s' * (short > 1)} missing"
                price = f"{line.mana} mana" if line.is_order else "no mana"
                mark = assumed(provenance(line)) if provenance(line) else ""
                lines += (
                    f'<li class="{"is-open" if short <= 0 else "is-shut"}"><h4>{escape(line.name)}<span>{price}</span></h4><p>{escape(line.text)}</p>'
                    f"<small>{line.mods} Mod{'s' * (line.mods != 1)}, {state}</small>{mark}</li>"
                )
            icon = view.piece_icon(Piece(orb, "idol", idol=idol, orb=orb, mods="A" * self.mods))
            cards += f'<section class="od-spec" aria-label="{idol.capitalize()}"><h3>{icon}{idol.capitalize()}</h3><ul>{lines}</ul></section>'
        return (
            f'<div class="od-spec-head"><h2 class="tk-h2">Spec Cards by Mods</h2>{levels}</div>{self._chip("spec.mods-needed", "s-")}'
            f'<div class="od-specs-grid">{cards}</div>'
        )


def _some(words: list[str], most: int = 12) -> str:
    """Words as a list that ends before it gets too long."""
    shown = ", ".join(words[:most])
    return f"{shown} and {len(words) - most} more" if len(words) > most else shown


def _seg(title: str, buttons: Iterable[tuple[str, str, bool]]) -> str:
    row = "".join(
        f'<button type="button" data-id="{id}" aria-pressed="{str(on).lower()}">{escape(text)}</button>'
        for id, text, on in buttons
    )
    return f'<div class="od-seg"><span>{escape(title)}</span><span class="tk-seg" role="group" aria-label="{escape(title)}" data-arrows="{escape(title)}">{row}</span></div>'


__all__ = ["Answer", "OrdersLab", "Plan", "asked", "cases", "laid", "of_clan", "of_line", "of_unit"]
