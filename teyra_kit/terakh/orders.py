"""What may be ordered in a turn, for how much, and why not?

Each rule stands once: the same functions list what is legal and name the conditions an order fails. `seat` is always
the player who gives the order.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate, chain
from random import Random
from typing import Any, Final

from ..core import Readings, Reason, Seat
from .board import FLIP, OWN, STEPS, WAYS, aimed, aims_of, bits_of, places_of, plane_of
from .casting import cast_options, why_not_cast
from .desk import Desk
from .moves import (
    END,
    AnyMove,
    Attack,
    Cast,
    EndTurn,
    Flip,
    Move,
    ReturnElder,
    Rotate,
    Summon,
    Transform,
    Use,
    attack,
    steps_and_flip,
    steps_of,
    summons,
    unit_said,
)
from .spec_cards import Line
from .units import (
    BITS,
    ELDER,
    GUARD,
    INKAS,
    NOBODY,
    READY,
    UNITS,
    cost,
    is_elder,
    kind_of,
    seat_of,
    unit_names,
    unit_numbers,
)

MODES: Final = (READY, GUARD)
LIMITED: Final = ("move", "attack", "mode", "transform", "rotate")
"""What once-per-unit-and-kind limits."""
ORDERS: Final = (Move, Flip, Transform, Rotate, Summon, Attack, Use, Cast, ReturnElder, EndTurn)


def unit_number(desk: Desk, name: str) -> int:
    """The number of a unit by its name; ValueError lists the units there are."""
    numbers = unit_numbers(desk.clans)
    if name not in numbers:
        raise ValueError(f"There is no unit {name!r}. There are: {', '.join(numbers)}")
    return numbers[name]


def doer(unit: int, kind: str) -> int:
    """Who is noted to have done it: the unit, for a rotation the Elder of its clan. Clause: action.any-order"""
    return seat_of(unit) * UNITS + ELDER if kind == "rotate" else unit


# ---------------------------------------------------------------- ranges


def within(desk: Desk, place: int, how: str, moving: bool = False) -> frozenset[int]:
    """The places in a range of a line from a place, units ignored.

    Clause: spec.other-five-unprinted, combat.idols-by-card, move.idols-by-card
    """
    ground = desk.ground
    if how == "adjacent":
        return frozenset((ground.near if moving else ground.reach)[place])
    if how == "same-plane":
        return frozenset(at for at in range(ground.places) if plane_of(at) == plane_of(place)) - {place}
    if how == "anywhere":
        return frozenset(range(ground.places)) - {place}
    steps = int(how[-1])
    reading = "up-to" if how.startswith("up-to") else desk.reads["range.counting"]
    if reading == "walk":
        return ground.walks(place, steps, moving)
    far = ground.distances(place, moving)
    least = 1 if reading == "up-to" else steps
    return frozenset(at for at, distance in enumerate(far) if least <= distance <= steps)


def sprint_ends(desk: Desk, place: int, how: str, closed: Container[int]) -> frozenset[int]:
    """Where a move of several steps can end if no closed tria may be passed. Clause: spec.other-five-unprinted"""
    ground, steps = desk.ground, int(how[-1])
    ends: set[tuple[int, int]] = {(-1, place)}
    seen: set[int] = set()
    exact = desk.reads["range.counting"] == "walk"
    for _ in range(steps):
        ends = {
            (here, there)
            for before, here in ends
            for there in ground.near[here]
            if there not in closed and there != before
        }
        seen |= {there for _, there in ends}
    reached = {there for _, there in ends} if exact else seen
    return frozenset(reached) & within(desk, place, how, True)


def destinations(desk: Desk, unit: int, line: Line | None, taken: Mapping[int, int]) -> frozenset[int]:
    """Where a unit may move as far as the range goes: an Inka or Elder to an adjacent tria, an Idol as its line says.

    Clause: move.adjacent, move.idols-by-card, faq.no-world-wrap
    """
    place = desk.units[unit].at
    if line is None:
        return frozenset(desk.ground.near[place])
    how = line.how["range"]
    far = how not in ("adjacent", "up-to-2") and not line.how.get("over_units")
    if far and desk.reads["sprint.path"] == "free-path":
        # a tria that is taken is still in range: it is refused as taken, not as too far
        closed = frozenset(taken) | {at for at, _ in desk.loose if not desk.may_enter(unit, at)}
        return sprint_ends(desk, place, how, closed) | (within(desk, place, how, True) & closed)
    return within(desk, place, how, True)


def may_target(desk: Desk, seat: Seat, attacker: int, target: int) -> bool:
    """Whether a unit may be attacked at all. Clause: combat.adjacent-for-two, control.four-actions"""
    if target == attacker:
        return False
    own = seat_of(attacker) == seat
    if seat_of(target) == seat:
        return own and desk.reads["attack.own-units"] == "any-unit"
    return own or seat_of(target) != seat_of(attacker) or desk.reads["control.targets"] == "not-controllers-clan"


def targets(desk: Desk, seat: Seat, unit: int, line: Line | None, taken: Mapping[int, int]) -> list[int]:
    """The units an attack may name, by rising number. Clause: combat.adjacent-for-two, combat.idols-by-card"""
    place = desk.units[unit].at
    reach: Iterable[int] = desk.ground.reach[place] if line is None else within(desk, place, line.how["range"])
    return sorted(taken[at] for at in reach if at in taken and may_target(desk, seat, unit, taken[at]))


def rotations(reads: Readings) -> tuple[int, ...]:
    """The steps one payment turns a plane. Clause: rotate.same-configuration"""
    return (1,) if reads["rotate.amount"] == "one-step-one-way" else (1, 2)


def shapes(desk: Desk, unit: int) -> list[str]:
    """The Orbs whose Idol a Shade can become. Clause: spec.other-five-unprinted"""
    found = {colour for _, colour in desk.loose}
    if desk.reads["shape-shift.orbs"] == "any-orb-on-board":
        found |= {what.orb for what in desk.units} - {""}
    return [colour for colour in desk.clans if colour in found - {desk.units[unit].orb}]


# ---------------------------------------------------------------- what is legal


def orders(desk: Desk, seat: Seat) -> tuple[AnyMove, ...]:
    """Every order a player may give now; of Fallen Inkas only the first, since they are alike."""
    units, ways, bits, others = _orders(desk, seat)
    return (*[move for unit, some in zip(units, ways, strict=True) for move in made(desk, unit, some, bits)], *others)


def random_order(desk: Desk, seat: Seat, rng: Random) -> AnyMove:
    """One of the orders a player may give now, each as likely; those of units that are not drawn are only counted."""
    units, ways, bits, others = _orders(desk, seat)
    ends = list(accumulate(map(int.bit_count, ways), initial=0))
    end = ends[-1]
    left = int(rng.random() * (end + len(others)))
    if left >= end:
        return others[left - end]
    n = bisect(ends, left) - 1
    some = ways[n]
    for _ in range(left - ends[n]):
        some &= some - 1
    return made(desk, units[n], some & -some, bits)[0]


def made(desk: Desk, unit: int, ways: int, bits: Sequence[int]) -> Sequence[AnyMove]:
    """The orders of a unit that are the bits of a number. `bits`: the places of all units, each as a bit."""
    names = unit_names(desk.clans)
    if ways <= OWN:
        return steps_and_flip(names[unit], ways)
    aims = [attack(names[unit], names[bits.index(BITS[at])]) for at in places_of(aims_of(ways))]
    return [*steps_and_flip(names[unit], ways & OWN), *aims]


def _orders(desk: Desk, seat: Seat) -> tuple[Sequence[int], Sequence[int], Sequence[int], list[AnyMove]]:
    """Every order a player may give now: units and what each can do as bits, the places of all units, each as a bit, and
    after that all other orders.

    Clause: rotate.elder-on-plane, summon.vacant-orth, elder.return
    """
    units: Sequence[int] = ()
    ways: Sequence[int] = ()
    bits: Sequence[int] = ()
    found: list[AnyMove] = []
    mine = None
    if mana := desk.mana:
        bits = [BITS[what[0]] for what in desk.units]
        start = seat * UNITS
        own = bits[start : start + UNITS]
        full, mine = sum(bits), sum(own)
        can, turns, summon = payable(mana, desk.reads)
        units, ways = _ways(desk, seat, bits, own, can, full ^ mine, full)
        if desk.setup.mode == "full":
            found = _with_orbs(desk, seat, units, ways, bits)
            units, ways = (), ()
        elder = own[ELDER]
        if elder and turns and not (desk.used and (start + ELDER, "rotate") in desk.used):
            found += turns
        if summon and 0 in own and (elder or desk.reads["elderless.summon"] == "allowed"):
            fallen = own.index(0)
            if fallen != ELDER:
                found += summons(desk.name(start + fallen), desk.ground.orth_bits & ~full)
    if desk.hands[seat]:
        found += cast_options(desk, seat, "main", mine)
    if desk.rights[seat] and not desk.has_elder(seat) and may_return(desk, seat):
        taken = desk.occupied()
        found += [ReturnElder(place) for place in range(desk.ground.places) if place not in taken]
    found.append(END)
    return units, ways, bits, found


def commanded(desk: Desk, seat: Seat) -> Sequence[int]:
    """The units that take orders from a player if they stand on the board: the own ones, and Inkas whose Orb the player
    holds.

    Clause: control.hold-their-orb, control.red-blue-example
    """
    own = desk.own(seat)
    if desk.setup.mode == "first":
        return own
    held = desk.held(seat)
    others = [desk.own(other)[:INKAS] for other, clan in enumerate(desk.clans) if clan in held and other != seat]
    return [*own, *(unit for unit in chain(*others) if not desk.units[unit].orb)]


def _ways(
    desk: Desk, seat: Seat, bits: Sequence[int], own: Sequence[int], can: int, others: int, full: int
) -> tuple[Sequence[int], list[int]]:
    """The units a player orders, and what each can do as an Inka or an Elder. `bits`: the places of all units, each as a
    bit, `own`: of the own ones; `can`: what is payable; `others`: the places of the other clans together, `full`: all.

    Clause: move.adjacent, mode.flip, combat.adjacent-for-two, move.vacant-only
    """
    foreign = desk.reads["attack.own-units"] == "other-clans-only"
    can &= STEPS ^ full | FLIP | aimed(others if foreign else full)
    units, ways = commanded(desk, seat), desk.ground.ways
    where = own if len(units) == UNITS else [bits[unit] for unit in units]
    free = [ways[bit] & can for bit in where]
    free[ELDER] &= ~FLIP
    if desk.used:
        free = [_not_again(some, unit, desk.used) for unit, some in zip(units, free, strict=True)]
    if not foreign or len(units) > UNITS:
        free = [_only_targets(desk, seat, unit, some) for unit, some in zip(units, free, strict=True)]
    return units, free


def _with_orbs(desk: Desk, seat: Seat, units: Iterable[int], ways: Iterable[int], bits: Sequence[int]) -> list[AnyMove]:
    """What the units can be ordered where there are Idols and Orbs. Clause: spec.lists-actions"""
    taken = desk.occupied()
    found: list[AnyMove] = []
    for unit, some in zip(units, ways, strict=True):
        if desk.units[unit].orb:
            found += _line_orders(desk, seat, unit, taken)
        elif desk.loose and desk.units[unit].at >= 0:
            found += _among_orbs(desk, unit, some & OWN)
            found += made(desk, unit, some & ~OWN, bits)
        else:
            found += made(desk, unit, some, bits)
    return found


@cache
def payable(mana: int, reads: Readings) -> tuple[int, tuple[Rotate, ...], bool]:
    """All ways of a unit for which there is mana, the rotations, and whether a summons. Clause: turn.pay-first"""
    ways = sum(ways for kind, ways in WAYS.items() if cost(kind) <= mana)
    turns = tuple(map(Rotate, rotations(reads))) if cost("rotate") <= mana else ()
    return ways, turns, cost("summon") <= mana


def _not_again(ways: int, unit: int, used: Container[tuple[int, str]]) -> int:
    """Without what a unit has done already. Clause: action.any-order"""
    return ways & ~sum(bits for kind, bits in WAYS.items() if (unit, kind) in used)


def _only_targets(desk: Desk, seat: Seat, unit: int, ways: int) -> int:
    """Without attacks on units that may not be attacked. Clause: combat.adjacent-for-two, control.four-actions"""
    barred = [what.at for one, what in enumerate(desk.units) if not may_target(desk, seat, unit, one)]
    return ways & ~aimed(bits_of(at for at in barred if at >= 0))


def _among_orbs(desk: Desk, unit: int, ways: int) -> list[AnyMove]:
    """What else than attacks can be ordered where Orbs lie loose: to take one along, or to take one on top.

    Clause: move.orb-tria-is-vacant, transform.on-any-orb
    """
    name = desk.name(unit)
    steps = [step for step in steps_of(name, ways & STEPS) if desk.may_enter(unit, step.to)]
    found: list[AnyMove] = [*steps, *(replace(step, carry=orb) for orb in _carried(desk, unit) for step in steps)]
    found += steps_and_flip(name, ways & FLIP)
    if not is_elder(unit) and desk.mana >= cost("transform") and (unit, "transform") not in desk.used:
        found += [Transform(name, orb) for orb in desk.orbs_at(desk.units[unit].at)]
    return found


def _carried(desk: Desk, unit: int) -> tuple[str, ...]:
    """The Orbs an own Inka may take along. Clause: move.orb-tria-is-vacant"""
    if desk.reads["orb.left-behind"] != "carried" or seat_of(unit) != desk.active or is_elder(unit):
        return ()
    return desk.orbs_at(desk.units[unit].at)


def _line_orders(desk: Desk, seat: Seat, unit: int, taken: Mapping[int, int]) -> list[AnyMove]:
    """What the open lines of an Idol allow. Clause: spec.lists-actions, spec.mana-cost"""
    found: list[AnyMove] = []
    for line in desk.lines(unit):
        if line.is_order and line.mana <= desk.mana and (doer(unit, line.kind), line.kind) not in desk.used:
            found += LINE_OPTIONS[line.kind](desk, seat, unit, line, taken)
    return found


def _move_line(desk: Desk, seat: Seat, unit: int, line: Line, taken: Mapping[int, int]) -> list[AnyMove]:
    name = desk.name(unit)
    ends = [place for place in destinations(desk, unit, line, taken) if place not in taken]
    return [Use(line.id, name, to=place) for place in sorted(ends) if desk.may_enter(unit, place)]


def target_sets(desk: Desk, seat: Seat, unit: int, line: Line, taken: Mapping[int, int]) -> list[tuple[int, ...]]:
    """What may be declared as the targets of a line, in order. Clause: combat.declare, combat.idols-by-card"""
    found = targets(desk, seat, unit, line, taken)
    count = line.how.get("attacks", 1) if desk.reads["hydra.targets"] == "all-first" else 1
    sets: list[tuple[int, ...]] = [()]
    for _ in range(count):
        sets = [(*chosen, target) for chosen in sets for target in found if target not in chosen]
    return sets


def _attack_line(desk: Desk, seat: Seat, unit: int, line: Line, taken: Mapping[int, int]) -> list[AnyMove]:
    names = unit_names(desk.clans)
    sets = target_sets(desk, seat, unit, line, taken)
    return [Use(line.id, names[unit], tuple(names[target] for target in chosen)) for chosen in sets]


def swap_partners(desk: Desk, unit: int, line: Line) -> list[int]:
    """The units an Idol may change places with. Clause: spec.other-five-unprinted"""
    if line.how["with"] == "own-inka-anywhere":
        inkas = desk.own(seat_of(unit))[:INKAS]
        return [one for one in inkas if desk.units[one].at >= 0 and not desk.units[one].orb]
    reach = desk.ground.reach[desk.units[unit].at]
    return [one for one, what in enumerate(desk.units) if what.at in reach]


def _swap_line(desk: Desk, seat: Seat, unit: int, line: Line, taken: Mapping[int, int]) -> list[AnyMove]:
    return [Use(line.id, desk.name(unit), other=desk.name(one)) for one in swap_partners(desk, unit, line)]


def beside(desk: Desk, unit: int, taken: Mapping[int, int]) -> list[int]:
    """The vacant trias adjacent to an Idol. Clause: spec.other-five-unprinted"""
    return [place for place in desk.ground.reach[desk.units[unit].at] if place not in taken]


def _summon_line(desk: Desk, seat: Seat, unit: int, line: Line, taken: Mapping[int, int]) -> list[AnyMove]:
    fallen = desk.fallen(seat)[:1]
    name, places = desk.name(unit), beside(desk, unit, taken)
    return [
        Use(line.id, name, to=place, other=desk.name(one), mode=mode)
        for one in fallen
        for place in places
        for mode in MODES
    ]


def escorted(desk: Desk, unit: int) -> list[int]:
    """The own Inkas beside a Keeper. Clause: spec.other-five-unprinted"""
    reach = desk.ground.reach[desk.units[unit].at]
    return [one for one in desk.own(seat_of(unit))[:INKAS] if desk.units[one].at in reach and not desk.units[one].orb]


def _escort_line(desk: Desk, seat: Seat, unit: int, line: Line, taken: Mapping[int, int]) -> list[AnyMove]:
    name, places = desk.name(unit), beside(desk, unit, taken)
    return [Use(line.id, name, to=place, other=desk.name(one)) for one in escorted(desk, unit) for place in places]


def _rotate_line(desk: Desk, seat: Seat, unit: int, line: Line, taken: Mapping[int, int]) -> list[AnyMove]:
    return [Use(line.id, desk.name(unit), steps=steps) for steps in rotations(desk.reads)]


def _shape_line(desk: Desk, seat: Seat, unit: int, line: Line, taken: Mapping[int, int]) -> list[AnyMove]:
    return [Use(line.id, desk.name(unit), orb=orb) for orb in shapes(desk, unit)]


LINE_OPTIONS: Final[Mapping[str, Callable[..., list[AnyMove]]]] = {
    "move": _move_line,
    "attack": _attack_line,
    "swap": _swap_line,
    "summon": _summon_line,
    "escort": _escort_line,
    "rotate": _rotate_line,
    "shape-shift": _shape_line,
}


# ---------------------------------------------------------------- why not


def why_not_order(desk: Desk, seat: Seat, move: AnyMove) -> tuple[Reason, ...]:
    """Every condition an order fails, in the order in which they are looked at; () if it is legal.

    ValueError if it names a unit, line or tria that does not exist.
    """
    if isinstance(move, Cast):
        return why_not_cast(desk, seat, move, "main")
    return tuple(_conditions(desk, seat, move))


def _conditions(desk: Desk, seat: Seat, move: AnyMove) -> Iterator[Reason]:
    if desk.ended:
        yield Reason("win.last-elder", "The game is over.", "Start a new game.")
    if isinstance(move, Transform) and desk.setup.mode == "first":
        yield Reason("transform.skip-in-first-game", "A first game has no Orbs and no Idols.", "Play a full game.")
    units = [unit_number(desk, name) for name in _named(move)]
    _places(desk, move)
    line = _line(desk, units, move)
    for unit in units if not isinstance(move, Summon) else ():
        if desk.units[unit].at < 0 and not _summoned(desk, unit, move, line):
            yield off_board(desk, unit)
    if seat != desk.active:
        text = f"It is not {desk.who(seat)}’s turn."
        yield Reason("round.turn-order", text, f"Wait: {desk.who(desk.active)} has the turn.")
    if isinstance(move, EndTurn):
        return
    if units:
        yield from _obeys(desk, seat, units[0], move)
        if line is not None and line.kind == "summon" and seat_of(units[-1]) != seat:
            yield NOT_SUMMONED
        yield from _not_like_inka(desk, units[0], move)
    if any(desk.units[unit].at < 0 for unit in units[:1]) and not isinstance(move, Summon):
        return
    taken = desk.occupied()
    if isinstance(move, Use):
        yield from _line_conditions(desk, seat, units, move, line, taken)
        return
    yield from CONDITIONS[type(move)](desk, seat, units, move, taken)
    price = PRICES.get(type(move), "")
    yield from _used(desk, units[0] if units else seat * UNITS + ELDER, price)
    if price and cost(price) > desk.mana:
        yield _too_dear(desk, seat, cost(price))


def _named(move: AnyMove) -> list[str]:
    if isinstance(move, Use):
        return [move.unit, *move.targets, *([move.other] if move.other else [])]
    if isinstance(move, Attack):
        return [move.unit, move.target]
    return [move.unit] if isinstance(move, Move | Flip | Transform | Summon) else []


def _places(desk: Desk, move: AnyMove) -> None:
    places = desk.ground.places
    for name in ("to", "at"):
        place = getattr(move, name, None)
        if place is not None and not (type(place) is int and 0 <= place < places):
            raise ValueError(f"{name} is {place!r}; allowed: a tria from 0 to {places - 1}")
    if isinstance(move, Summon) and move.mode not in MODES:
        raise ValueError(f"mode is {move.mode!r}; allowed: ready, guard")


def _line(desk: Desk, units: list[int], move: AnyMove) -> Line | None:
    if not isinstance(move, Use):
        return None
    return next((line for line in desk.card_lines(units[0]) if line.id == move.line), None)


def _summoned(desk: Desk, unit: int, move: AnyMove, line: Line | None) -> bool:
    """Whether a unit is the one that a line Summon puts on the board."""
    return isinstance(move, Use) and desk.name(unit) == move.other and line is not None and line.kind == "summon"


def off_board(desk: Desk, unit: int) -> Reason:
    """Why a piece that is not on the board can do nothing. Clause: glossary.fallen-inka, combat.elder-leaves-at-zero"""
    if is_elder(unit):
        text = f"{desk.said(unit)} is not on the board."
        return Reason("combat.elder-leaves-at-zero", text, "Name a unit on the board.")
    return Reason("glossary.fallen-inka", f"{desk.said(unit)} is a Fallen Inka.", "Name a unit on the board.")


NOT_SUMMONED: Final = Reason(
    "control.four-actions",
    "Only mode, move, attack and transform can be ordered of another clan.",
    "Summon an Inka of your own clan.",
)
"""Why nobody summons a piece of another clan."""


def _obeys(desk: Desk, seat: Seat, unit: int, move: AnyMove) -> Iterator[Reason]:
    if seat_of(unit) == seat:
        return
    if isinstance(move, Summon):
        yield NOT_SUMMONED
    elif desk.units[unit].at >= 0 and kind_of(unit, desk.units[unit]) != "inka":
        text = f"{desk.said(unit)} is no Inka of yours: Idols and Elders of other clans obey nobody else."
        yield Reason("faq.no-control-of-idols-elders", text, "Order a unit of your own clan.")
    elif not desk.obeys(unit, seat):
        clan = desk.clans[seat_of(unit)]
        text = f"{desk.said(unit)} obeys you only while you hold the {clan} Orb."
        yield Reason("control.hold-their-orb", text, f"Make an Idol with the {clan} Orb, or order an own unit.")


def _not_like_inka(desk: Desk, unit: int, move: AnyMove) -> Iterator[Reason]:
    what = desk.units[unit]
    kind = kind_of(unit, what)
    if kind == "idol" and isinstance(move, Move | Attack):
        text = f"{desk.said(unit)} is an Idol: it does not move or attack as an Inka does."
        yield Reason("faq.idol-not-like-inka", text, "Use a line of its Spec Card.")
    elif kind != "inka" and isinstance(move, Flip):
        text = f"{desk.said(unit)} has no mode: only Inkas are Ready or in Guard."
        yield Reason("mode.flip", text, "Flip an Inka.")
    elif kind == "idol" and isinstance(move, Transform):
        yield Reason("transform.is-idol-now", f"{desk.said(unit)} is an Idol already.", "Transform an Inka.")
    elif kind == "elder" and isinstance(move, Transform):
        yield Reason(
            "transform.on-any-orb", "Only an Inka can be transformed.", "Transform an Inka that stands on an Orb."
        )


def _used(desk: Desk, unit: int, kind: str) -> Iterator[Reason]:
    if kind in LIMITED and (doer(unit, kind), kind) in desk.used:
        text = f"{desk.said(unit)} has done this in this turn: each unit does each kind of action once."
        yield Reason("action.any-order", text, "Order something else.")


PRICES: Final[Mapping[type[Any], str]] = {
    Move: "move", Flip: "mode", Transform: "transform", Rotate: "rotate", Summon: "summon", Attack: "attack",
}  # fmt: skip


def _too_dear(desk: Desk, seat: Seat, price: int) -> Reason:
    text = f"It costs {price} mana; {desk.who(seat)} has {desk.mana}."
    return Reason("turn.pay-first", text, "Choose what you can pay, or end the turn.")


def _move_conditions(
    desk: Desk, seat: Seat, units: list[int], move: Move, taken: Mapping[int, int]
) -> Iterator[Reason]:
    unit = units[0]
    if kind_of(unit, desk.units[unit]) != "idol" and move.to not in destinations(desk, unit, None, taken):
        text = f"Tria {move.to} is not adjacent to tria {desk.units[unit].at}."
        yield Reason("move.adjacent", text, "Move to an adjacent tria; Orth trias are adjacent to each other.")
    yield from _vacant(desk, unit, move.to, taken)
    if move.carry and move.carry not in _carried(desk, unit):
        text = f"The {move.carry} Orb stays on its tria."
        yield Reason("move.orb-tria-is-vacant", text, "Move without it.")


def _vacant(desk: Desk, unit: int, place: int, taken: Mapping[int, int]) -> Iterator[Reason]:
    if place in taken:
        text = f"{desk.said(taken[place])} stands on tria {place}."
        yield Reason("move.vacant-only", text, "Choose a tria without a unit.")
    elif not desk.may_enter(unit, place):
        yield Reason(
            "move.vacant-only", f"An Orb lies on tria {place}: only an Inka may enter.", "Choose another tria."
        )


def _flip_conditions(*_: Any) -> Iterator[Reason]:
    return iter(())


def _transform_conditions(
    desk: Desk, seat: Seat, units: list[int], move: Transform, taken: Mapping[int, int]
) -> Iterator[Reason]:
    unit = units[0]
    if kind_of(unit, desk.units[unit]) == "inka" and move.orb not in desk.orbs_at(desk.units[unit].at):
        which = f"the {move.orb} Orb" if move.orb else "an Orb"
        text = f"{desk.said(unit)} does not stand on {which}."
        yield Reason("transform.on-any-orb", text, "Move it onto an Orb first.")


def _rotate_conditions(
    desk: Desk, seat: Seat, units: list[int], move: Rotate, taken: Mapping[int, int]
) -> Iterator[Reason]:
    if not desk.has_elder(seat):
        text = f"{desk.who(seat)} has no Elder on the board."
        yield Reason("rotate.elder-on-plane", text, "Only the plane under your own Elder can be turned.")
    yield from _steps(desk, move.steps)


def _steps(desk: Desk, steps: int | None) -> Iterator[Reason]:
    allowed = rotations(desk.reads)
    if steps not in allowed:
        text = f"{steps} step{'' if steps == 1 else 's'} of 120 degrees cannot be turned for one payment."
        yield Reason("rotate.same-configuration", text, f"Turn by {' or '.join(map(str, allowed))}.")


def _summon_conditions(
    desk: Desk, seat: Seat, units: list[int], move: Summon, taken: Mapping[int, int]
) -> Iterator[Reason]:
    if not desk.has_elder(seat) and desk.reads["elderless.summon"] == "needs-elder":
        yield Reason("elderless.play-on", "Without an Elder nobody can be summoned.", "Bring your Elder back first.")
    yield from _fallen(desk, units[0])
    if move.at in taken or move.at not in desk.ground.orths:
        why = "is taken" if move.at in taken else f"is {desk.ground.types[move.at].capitalize()}"
        text = f"Tria {move.at} {why}: a summons needs a vacant Orth tria."
        yield Reason("summon.vacant-orth", text, "Choose a vacant Orth tria.")


def _fallen(desk: Desk, unit: int) -> Iterator[Reason]:
    if is_elder(unit) or desk.units[unit].at >= 0:
        yield Reason("glossary.fallen-inka", f"{desk.said(unit)} is no Fallen Inka.", "Name a Fallen Inka.")


def _attack_conditions(
    desk: Desk, seat: Seat, units: list[int], move: Attack, taken: Mapping[int, int]
) -> Iterator[Reason]:
    unit, target = units
    yield from _may_target(desk, seat, unit, [target])
    near = desk.ground.reach[desk.units[unit].at]
    if kind_of(unit, desk.units[unit]) != "idol" and desk.units[target].at not in near:
        text = f"{desk.said(target)} does not stand next to {desk.said(unit)}."
        yield Reason("combat.adjacent-for-two", text, "Attack a unit on an adjacent tria.")


def _may_target(desk: Desk, seat: Seat, unit: int, found: Iterable[int]) -> Iterator[Reason]:
    for target in found:
        if not may_target(desk, seat, unit, target):
            text = f"{desk.said(target)} may not be attacked by {desk.said(unit)}."
            yield Reason("combat.adjacent-for-two", text, "Attack a unit of another clan.")


def _return_conditions(
    desk: Desk, seat: Seat, units: list[int], move: ReturnElder, taken: Mapping[int, int]
) -> Iterator[Reason]:
    yield from why_not_return(desk, seat, move.at, may_return(desk, seat))


KEPT: Final = "return"
"""In `used`: the right to return was kept in this very turn."""


def may_return(desk: Desk, seat: Seat) -> bool:
    """Whether a kept right brings the Elder back now: in a later turn than the removal. Clause: elder.return"""
    return desk.rights[seat] and (seat * UNITS + ELDER, KEPT) not in desk.used


def why_not_return(desk: Desk, seat: Seat, place: int, right: bool) -> Iterator[Reason]:
    """Why an Elder cannot come back. Clause: elder.return"""
    if not right or desk.has_elder(seat):
        text = f"{desk.who(seat)} has no right to bring the Elder back now."
        yield Reason("elder.return", text, "Remove another clan’s Elder while yours is gone.")
    if place in desk.occupied() or not 0 <= place < desk.ground.places:
        yield Reason("elder.return", f"Tria {place} is not vacant.", "Choose a vacant tria.")


CONDITIONS: Final[Mapping[type[Any], Callable[..., Iterator[Reason]]]] = {
    Move: _move_conditions,
    Flip: _flip_conditions,
    Transform: _transform_conditions,
    Rotate: _rotate_conditions,
    Summon: _summon_conditions,
    Attack: _attack_conditions,
    ReturnElder: _return_conditions,
}


# ---------------------------------------------------------------- lines of a Spec Card


def _line_conditions(
    desk: Desk, seat: Seat, units: list[int], move: Use, line: Line | None, taken: Mapping[int, int]
) -> Iterator[Reason]:
    unit = units[0]
    what = desk.units[unit]
    if line is None or not line.is_order:
        yield _no_line(desk, unit, move)
        return
    if line.mods > len(what.mods):
        text = f"{line.name} needs {line.mods} Mods; {desk.said(unit)} carries {len(what.mods)}."
        yield Reason("spec.mods-needed", text, "Earn Mods by successful attacks.")
    yield from LINE_CONDITIONS[line.kind](desk, seat, units, move, line, taken)
    yield from _used(desk, unit, line.kind)
    if line.mana > desk.mana:
        yield _too_dear(desk, seat, line.mana)


def _no_line(desk: Desk, unit: int, move: Use) -> Reason:
    what = desk.units[unit]
    idol, _, name = move.line.partition(".")
    if not (idol and name):
        raise ValueError(f"line is {move.line!r}; a line is an Idol and a name, as hydra.attack")
    if what.shape and idol == desk.idol_of(what.orb):
        text = f"{desk.said(unit)} has changed: until the end of the turn it has the lines of the {what.shape.capitalize()}."
        return Reason("faq.shade-loses-own-lines", text, "Use a line of the new Idol.")
    if not what.orb:
        return Reason("spec.lists-actions", f"{desk.said(unit)} is no Idol and has no Spec Card.", "Name an Idol.")
    card = ", ".join(line.name for line in desk.card_lines(unit) if line.is_order)
    text = f"{unit_said(desk.name(unit))} cannot do that: its Spec Card says {card}."
    return Reason("spec.lists-actions", text, "Use a line of its own card.")


def _line_move(
    desk: Desk, seat: Seat, units: list[int], move: Use, line: Line, taken: Mapping[int, int]
) -> Iterator[Reason]:
    if move.to is None:
        raise ValueError(f"to is missing: {line.name} needs a tria to move to")
    if move.to not in destinations(desk, units[0], line, taken):
        text = f"{line.name} does not lead from tria {desk.units[units[0]].at} to tria {move.to}."
        yield Reason("move.idols-by-card", text, line.text)
    yield from _vacant(desk, units[0], move.to, taken)


def _line_attack(
    desk: Desk, seat: Seat, units: list[int], move: Use, line: Line, taken: Mapping[int, int]
) -> Iterator[Reason]:
    unit, *named = units
    if not named:
        raise ValueError(f"targets is empty: {line.name} needs a unit to attack")
    yield from _may_target(desk, seat, unit, named)
    reach = within(desk, desk.units[unit].at, line.how["range"])
    for target in named:
        if desk.units[target].at not in reach:
            text = f"{desk.said(target)} is out of the range of {line.name}."
            yield Reason("combat.idols-by-card", text, line.text)
    count = line.how.get("attacks", 1) if desk.reads["hydra.targets"] == "all-first" else 1
    if len(named) != count or len(set(named)) < len(named):
        text = f"{line.name} needs {count} different target{'' if count == 1 else 's'}; named are {len(named)}."
        yield Reason("combat.idols-by-card", text, line.text)


def _line_swap(
    desk: Desk, seat: Seat, units: list[int], move: Use, line: Line, taken: Mapping[int, int]
) -> Iterator[Reason]:
    if not move.other or units[-1] not in swap_partners(desk, units[0], line):
        text = (
            f"{unit_said(move.other)} cannot be exchanged by {line.name}." if move.other else "A unit has to be named."
        )
        yield Reason("spec.lists-actions", text, line.text)


def _line_summon(
    desk: Desk, seat: Seat, units: list[int], move: Use, line: Line, taken: Mapping[int, int]
) -> Iterator[Reason]:
    if not move.other or units[-1] not in desk.fallen(seat):
        yield Reason("spec.lists-actions", "A Fallen Inka of your own clan has to be named.", line.text)
    if move.to not in beside(desk, units[0], taken):
        yield Reason("spec.lists-actions", f"Tria {move.to} is not vacant and adjacent to the Idol.", line.text)
    if move.mode not in MODES:
        yield Reason("spec.lists-actions", "A mode has to be named: Ready or Guard.", line.text)


def _line_escort(
    desk: Desk, seat: Seat, units: list[int], move: Use, line: Line, taken: Mapping[int, int]
) -> Iterator[Reason]:
    if not move.other or units[-1] not in escorted(desk, units[0]):
        yield Reason("spec.lists-actions", "An own Inka next to the Keeper has to be named.", line.text)
    if move.to not in beside(desk, units[0], taken):
        yield Reason("spec.lists-actions", f"Tria {move.to} is not vacant and adjacent to the Idol.", line.text)


def _line_rotate(
    desk: Desk, seat: Seat, units: list[int], move: Use, line: Line, taken: Mapping[int, int]
) -> Iterator[Reason]:
    yield from _steps(desk, move.steps)


def _line_shape(
    desk: Desk, seat: Seat, units: list[int], move: Use, line: Line, taken: Mapping[int, int]
) -> Iterator[Reason]:
    if move.orb not in shapes(desk, units[0]):
        which = f"The {move.orb} Orb" if move.orb else "An Orb that is named"
        yield Reason("spec.lists-actions", f"{which} has to be another one on the board.", line.text)


LINE_CONDITIONS: Final[Mapping[str, Callable[..., Iterator[Reason]]]] = {
    "move": _line_move,
    "attack": _line_attack,
    "swap": _line_swap,
    "summon": _line_summon,
    "escort": _line_escort,
    "rotate": _line_rotate,
    "shape-shift": _line_shape,
}

__all__ = ["NOBODY", "ORDERS", "destinations", "orders", "targets", "why_not_order", "within"]
