"""What is pointed at, one thing after the other, to give an order or an answer?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from ..core import Seat
from .board import TRIAS
from .casting import shield_line
from .desk import Desk
from .game import Table
from .moves import (
    AddPlane,
    AnyMove,
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
    Rotate,
    Shield,
    Summon,
    TakeMod,
    Toss,
    Transform,
    Use,
    line_name,
    unit_said,
)
from .orders import LINE_OPTIONS
from .spec_cards import Line
from .units import ELDER, GUARD, MODS, UNITS, clans, cost, is_elder, seat_of, unit_names, unit_numbers

WAYS = {1: "counter-clockwise", 2: "clockwise"}


class Point(NamedTuple):
    """One thing that is pointed at. `kind`: unit, tria, card, fallen, turn, line, or way, a button that reads `says`."""

    kind: str
    key: str = ""
    says: str = ""

    @property
    def id(self) -> str:
        """What a board calls it."""
        return f"{self.kind}:{self.key}"


class Offer(NamedTuple):
    """A thing that can be pointed at next. `line`: the move it makes, as a record writes it; "" if more has to be pointed
    at, and `part` is what is by then. `legal`: whether it leads to a legal move. What leads to none says why at once."""

    point: Point
    line: str
    part: str
    legal: bool


# ---------------------------------------------------------------- a move as things to point at


def part_of(move: AnyMove) -> str:
    """What is pointed at first where a move takes more than one; "" if it takes one."""
    match move:
        case Move() | Flip() | Attack() | Transform() | Use():
            return f"unit:{move.unit}"
        case Rotate():
            return "turn:"
        case Summon():
            return "fallen:"
        case Cast() if move.choices:
            return f"card:{move.card}"
    return ""


def path(table: Table, move: AnyMove) -> tuple[Point, ...]:
    """A move as the things to point at, in order."""
    match move:
        case Move():
            along = (Point("way", f"with-{move.carry}", f"Take the {move.carry} Orb along, 1 mana"),)
            return (Point("unit", move.unit), *(along if move.carry else ()), _tria(move.to))
        case Flip():
            to = "Guard" if table.unit(move.unit).ready else "Ready"
            return (Point("unit", move.unit), Point("way", "flip", f"Change to {to}, {cost('mode')} mana"))
        case Transform():
            says = f"Take the {move.orb} Orb, {cost('transform')} mana"
            return (Point("unit", move.unit), Point("way", f"take-{move.orb}", says))
        case Attack():
            return (Point("unit", move.unit), _of(table, move.target))
        case Use():
            return (Point("unit", move.unit), Point("line", move.line), *_used(table, move))
        case Rotate():
            way = WAYS.get(move.steps, str(move.steps))
            return (Point("turn"), Point("way", f"turn-{move.steps}", f"Turn {way}, {cost('rotate')} mana"))
        case Summon():
            return (Point("fallen"), _tria(move.at), _mode(move.mode))
        case Cast():
            return (Point("card", move.card), *(_named(table, name, value) for name, value in move.choices))
        case ReturnElder():
            back = (Point("way", "return", "Bring your Elder back"),)
            asked = table.ask is not None and table.ask.what == "order"
            return (*(back if asked else ()), _tria(move.at))
        case PlaceInka() | PlaceElder():
            return (_tria(move.at),)
        case PlaceFallen():
            return (_tria(move.at), _mode(move.mode))
        case PlaceOrb():
            return (_of(table, move.unit),)
        case Shield():
            return (_of(table, move.to),)
        case NextTarget():
            return (_of(table, move.target),)
        case TakeMod():
            return (_of(table, move.unit), Point("way", f"mod-{move.mod}", MOD_SAYS[move.mod]))
        case ChooseClan():
            says = f"The {move.colour} clan" + (f": {clans()[move.colour].capitalize()}" if not move.idol else "")
            idol = (Point("way", f"idol-{move.idol}", f"Its Orb makes the {move.idol.capitalize()}"),)
            return (Point("way", f"clan-{move.colour}", says), *(idol if move.idol else ()))
    return (Point("way", move.VERB + "".join(f"-{v}" for v in _values(move)), SAYS.get(type(move), str(move))),)


MOD_SAYS = {"A": "A-mod: attack +1", "D": "D-mod: defence +1"}
SAYS: dict[type[Any], str] = {EndTurn: "End the turn", Pass: "Pass", Decline: "Decline"}


def _values(move: AnyMove) -> tuple[object, ...]:
    match move:
        case Toss():
            return (move.way,)
        case ChooseMode():
            return (move.mode,)
        case AddPlane():
            return move.plane, move.side, move.turns
    return ()


def _tria(place: int) -> Point:
    return Point("tria", str(place))


def _of(table: Table, unit: str) -> Point:
    """The tria a unit stands on; the unit itself if it stands on none."""
    at = table.unit(unit).at
    return _tria(at) if at >= 0 else Point("way", unit, unit_said(unit).capitalize())


def _mode(mode: str) -> Point:
    return Point("way", mode, f"In {mode.capitalize()} mode")


def _used(table: Table, move: Use) -> Iterator[Point]:
    for target in move.targets:
        yield _of(table, target)
    if move.other and not move.mode:  # of Fallen Inkas, which are alike, none has to be named
        yield _of(table, move.other)
    if move.to is not None:
        yield _tria(move.to)
    if move.mode:
        yield _mode(move.mode)
    if move.orb:
        yield Point("way", f"shape-{move.orb}", f"The {move.orb} Orb: {Desk(table).idol_of(move.orb).capitalize()}")
    if move.steps is not None:
        yield Point("way", f"turn-{move.steps}", f"Turn {WAYS.get(move.steps, str(move.steps))}")


def _named(table: Table, name: str, value: str) -> Point:
    if value in unit_numbers(table.clans):
        return _of(table, value)
    says = f"Plane {value}" if name == "plane" else f"The {value} die" if name == "die" else value.capitalize()
    return Point("way", f"{name}-{value}", says)


# ---------------------------------------------------------------- what can be pointed at now


def offers(table: Table, seat: Seat, part: str = "") -> list[Offer]:
    """What `seat`, whose decision it is, can point at next after `part`: what is legal, and what will say why not."""
    legal = [(move, path(table, move)) for move in table.legal_moves()]
    chosen = pointed(table, part, [way for _, way in legal])
    depth = len(chosen)
    found: dict[str, Offer] = {}
    others = ((move, path(table, move), False) for move in thinkable(table, seat, chosen))
    for move, way, fits in chain(((move, way, True) for move, way in legal), others):
        along = len(way) > depth and all(point.id == id for point, id in zip(way, chosen, strict=False))
        if not along and (part or fits):
            continue
        point = way[depth if along else 0]
        if point.id in found:
            continue
        whole = len(way) == depth + 1 or not along or not (fits or _is_looked_at(table, seat, point))
        line = table.write_move(move) if whole else ""
        found[point.id] = Offer(point, line, "/".join((*chosen, point.id)), fits)
    return list(found.values())


def _is_looked_at(table: Table, seat: Seat, point: Point) -> bool:
    """Whether a thing can be chosen although nothing can be done with it: an own unit, or any Idol."""
    if point.kind != "unit":
        return False
    unit = unit_numbers(table.clans)[point.key]
    return seat_of(unit) == seat or bool(table.units[unit].orb)


def pointed(table: Table, part: str, ways: Iterable[tuple[Point, ...]]) -> tuple[str, ...]:
    """What is pointed at by `part`; an answer with one thing to begin with has it pointed at already."""
    if part:
        return tuple(part.split("/"))
    starts = {way[0] for way in ways if len(way) > 1} | {Point("way") for way in ways if len(way) == 1}
    if table.ask is not None and table.ask.what != "order" and len(starts) == 1:
        (start,) = starts
        return (start.id,) if start.kind == "tria" else ()
    return ()


# ---------------------------------------------------------------- what will say why not


def thinkable(table: Table, seat: Seat, chosen: tuple[str, ...]) -> Iterator[AnyMove]:
    """Moves somebody might think of after what is pointed at. Some are legal; the others say why not."""
    desk, ask = Desk(table), table.ask
    if ask is None:
        return
    taken = desk.occupied()
    names = unit_names(table.clans)
    places = range(len(table.turns) * TRIAS)
    if ask.what == "order":
        yield from _orders(desk, seat, chosen, taken)
    elif ask.what == "react" and not chosen:
        yield from (Cast(card) for card in table.hands[seat])
    elif ask.what == "inka":
        yield from (PlaceInka(place) for place in taken)
    elif ask.what == "elder":
        yield from (PlaceElder(place) for place in taken)
    elif ask.what == "return":
        yield from (ReturnElder(place) for place in taken)
    elif ask.what == "orb":
        yield from (PlaceOrb(names[unit]) for unit in taken.values())
    elif ask.what == "shield":
        line = shield_line(desk, ask.unit)
        extra = names[ask.unit] if ask.key == "card" else ""
        yield from (Shield(line, names[unit], extra) for unit in taken.values())
    elif ask.what == "target":
        yield from (NextTarget(names[unit]) for unit in taken.values())
    elif ask.what == "mod":
        yield from (TakeMod(mod, names[unit]) for unit in taken.values() for mod in MODS)
    elif ask.what == "place":
        fallen = desk.fallen(seat)
        yield from (PlaceFallen(names[unit], place, GUARD) for unit in fallen[:1] for place in places)


def _orders(desk: Desk, seat: Seat, chosen: tuple[str, ...], taken: dict[int, int]) -> Iterator[AnyMove]:
    names = unit_names(desk.clans)
    kind, _, key = chosen[0].partition(":") if chosen else ("", "", "")
    if not chosen:
        yield from _first_steps(desk, seat, taken)
    elif kind == "unit" and len(chosen) == 1:
        yield from _of_unit(desk, unit_numbers(desk.clans)[key], taken)
    elif kind == "unit" and chosen[1].startswith("line:"):
        yield from _of_line(desk, seat, unit_numbers(desk.clans)[key], chosen, taken)
    elif kind == "fallen" and desk.fallen(seat):
        name = names[desk.fallen(seat)[0]]
        yield from (Summon(name, place, mode) for place in range(desk.ground.places) for mode in ("ready", "guard"))
    elif kind == "turn":
        yield from (Rotate(1), Rotate(2))


def _first_steps(desk: Desk, seat: Seat, taken: dict[int, int]) -> Iterator[AnyMove]:
    """Something of every unit, card and handle, so that each of them answers."""
    names = unit_names(desk.clans)
    for place, unit in taken.items():
        if desk.units[unit].orb:
            yield from (Use(line.id, names[unit]) for line in desk.card_lines(unit)[:1])
        elif seat_of(unit) == seat or not is_elder(unit):
            near = sorted(desk.ground.near[place], key=lambda there: there in taken)
            yield from (Move(names[unit], there) for there in near)
    for elder in range(ELDER, len(desk.units), UNITS):
        if elder // UNITS != seat and desk.units[elder].at >= 0:
            yield Move(names[elder], min(desk.ground.near[desk.units[elder].at]))
    for unit in desk.fallen(seat)[:1]:
        yield Summon(names[unit], desk.ground.orths[0], GUARD)
    if desk.has_elder(seat):
        yield Rotate(1)
    yield from (Cast(card) for card in desk.hands[seat])


def _of_unit(desk: Desk, unit: int, taken: dict[int, int]) -> Iterator[AnyMove]:
    names = unit_names(desk.clans)
    name, what = names[unit], desk.units[unit]
    if what.orb:
        yield from (_closed(desk, unit, line, taken) for line in desk.card_lines(unit) if line.is_order)
        return
    for place in range(desk.ground.places):
        if place in taken and place != what.at:
            yield Attack(name, names[taken[place]])
        elif place != what.at:
            yield Move(name, place)
    if not is_elder(unit):
        yield Flip(name)
    yield from (Transform(name, orb) for orb in desk.orbs_at(what.at))


def _closed(desk: Desk, unit: int, line: Line, taken: dict[int, int]) -> AnyMove:
    """Something a line would do, whether or not it is open."""
    found = LINE_OPTIONS[line.kind](desk, seat_of(unit), unit, line, taken)
    if found:
        return found[0]
    others = [desk.name(other) for other in taken.values() if other != unit]
    return Use(line.id, desk.name(unit), tuple(others[: line.how.get("attacks", 0)]), to=desk.units[unit].at)


def _of_line(desk: Desk, seat: Seat, unit: int, chosen: tuple[str, ...], taken: dict[int, int]) -> Iterator[AnyMove]:
    id, name, names = chosen[1].partition(":")[2], desk.name(unit), unit_names(desk.clans)
    line = next((one for one in desk.card_lines(unit) if one.id == id), None)
    if line is None:
        return
    before = [int(point.partition(":")[2]) for point in chosen[2:] if point.startswith("tria:")]
    units = [names[taken[place]] for place in before if place in taken]
    if line.kind == "move":
        yield from (Use(id, name, to=place) for place in range(desk.ground.places))
    elif line.kind == "attack":
        yield from (Use(id, name, (*units, names[other])) for other in taken.values() if names[other] not in units)
    elif line.kind == "swap":
        yield from (Use(id, name, other=names[other]) for other in taken.values() if other != unit)
    elif line.kind == "summon" and desk.fallen(seat):
        fallen = names[desk.fallen(seat)[0]]
        yield from (Use(id, name, to=place, other=fallen, mode=GUARD) for place in range(desk.ground.places))
    elif line.kind == "escort" and not before:
        yield from (Use(id, name, to=place, other=names[other]) for place, other in taken.items() if other != unit)
    elif line.kind == "escort" and units:
        yield from (Use(id, name, to=place, other=units[0]) for place in range(desk.ground.places))


__all__ = ["Offer", "Point", "line_name", "offers", "part_of", "path", "thinkable"]
