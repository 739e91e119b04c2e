"""Which goals and questions can a lesson of Terakh set, and what does the engine answer?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..core.lessons import Goal, Line, Question
from .board import TRIAS
from .combat import successes
from .desk import Desk
from .game import Table
from .moves import VERBS, Attack, Roll, Use, card_name
from .spec_cards import all_lines
from .units import COLOURS, IDOLS, INKAS, LETTERS, UNITS, cost, join, kind_of, seat_of, unit_numbers


def table(line: Line) -> Table:
    """The table at the end."""
    assert isinstance(line.end, Table)
    return line.end


def before(line: Line) -> Table:
    """The table at the start."""
    assert isinstance(line.start, Table)
    return line.start


def strengths(line: Line) -> list[tuple[int, int]]:
    """The strengths of every attack that was compared, in order. Clause: combat.defender-wins-ties"""
    notes = (note for ply in line.plies for note in ply.before.told(ply.move)[2])  # type: ignore[attr-defined]
    return [(note[1], note[2]) for note in notes if note[0] == "strengths"]


def _move(line: Line) -> Any:
    return line.plies[0].move


def _clan(state: Table, name: str) -> int:
    return state.clans.index(name)


def _yes(so: bool) -> set[str]:
    return {"Yes" if so else "No"}


# ---------------------------------------------------------------- goals


def does(line: Line, verbs: str | list[str]) -> bool:
    """The move is of this kind, by the word a record writes: move, flip, attack ..."""
    return any(type(_move(line)) is VERBS[verb] for verb in ([verbs] if isinstance(verbs, str) else verbs))


def stands(line: Line, wanted: Mapping[str, int | list[int]]) -> bool:
    """These units stand on these trias (one of several)."""
    return all(
        table(line).unit(unit).at in (places if isinstance(places, list) else [places])
        for unit, places in wanted.items()
    )


def on_type(line: Line, wanted: Mapping[str, str]) -> bool:
    """These units stand on trias of these types."""
    types = table(line).ground.types
    return all(types[table(line).unit(unit).at] == kind for unit, kind in wanted.items())


def beside(line: Line, wanted: list[str]) -> bool:
    """Two units stand on adjacent trias."""
    one, other = (table(line).unit(name).at for name in wanted)
    return other in table(line).ground.reach[one]


def attacks(line: Line, wanted: list[str]) -> bool:
    """The move is an attack of the first unit on the others."""
    move = _move(line)
    named = (move.target,) if isinstance(move, Attack) else move.targets if isinstance(move, Use) else ()
    return bool(named) and (move.unit, *named) == tuple(wanted)


def uses(line: Line, id: str) -> bool:
    """The move uses this line of a Spec Card."""
    return isinstance(_move(line), Use) and _move(line).line == id


def casts(line: Line, key: str) -> bool:
    """The move casts this card."""
    return getattr(_move(line), "card", "") == key


def idol(line: Line, wanted: Mapping[str, str]) -> bool:
    """These units are these Idols."""
    desk = Desk(table(line))
    return all(
        bool(table(line).unit(name).orb) and desk.shape(table(line).unit(name)) == kind for name, kind in wanted.items()
    )


def mods(line: Line, wanted: Mapping[str, str]) -> bool:
    """These Idols carry these Mods."""
    return all(table(line).unit(name).mods == carried for name, carried in wanted.items())


def mode(line: Line, wanted: Mapping[str, str]) -> bool:
    """These Inkas are in these modes."""
    return all(table(line).unit(name).ready == (mode == "ready") for name, mode in wanted.items())


def mana(line: Line, left: int) -> bool:
    """So much mana is left."""
    return table(line).mana == left


def leads(line: Line, wanted: Mapping[str, str]) -> bool:
    """These seats lead these clans."""
    return all(table(line).clans[LETTERS.index(seat)] == clan for seat, clan in wanted.items())


GOALS: Mapping[str, Goal] = {
    "leads": leads,
    "does": does,
    "stands": stands,
    "on_type": on_type,
    "beside": beside,
    "attacks": attacks,
    "uses": uses,
    "casts": casts,
    "idol": idol,
    "mods": mods,
    "mode": mode,
    "mana": mana,
}


# ---------------------------------------------------------------- questions


def how_many(line: Line, what: str) -> set[str]:
    """A number of the board or the box."""
    state = table(line)
    found = {
        "trias of a plane": TRIAS,
        "trias": len(state.turns) * TRIAS,
        "planes": len(state.turns),
        "units of a clan": UNITS,
        "Inkas of a clan": INKAS,
        "clans": len(COLOURS),
        "kinds of Idols": len(IDOLS),
        "Orth trias": len(state.ground.orths) if state.config else 0,
        "dice": sum(isinstance(ply.move, Roll) for ply in line.plies),
        "start HP": state.setup.start_hp,
        "cards in the deck": len(state.deck),
    }
    return {str(found[what])}


def kind(line: Line, name: str) -> set[str]:
    """What a unit is: an Inka, an Elder, an Idol by its name, or a Fallen Inka."""
    state = table(line)
    unit = unit_numbers(state.clans)[name]
    what = state.units[unit]
    if what.at < 0:
        return {"Off the board" if kind_of(unit, what) == "elder" else "Fallen Inka"}
    said = kind_of(unit, what)
    return {Desk(state).shape(what).capitalize() if said == "idol" else said.capitalize()}


def place(line: Line, name: str) -> set[str]:
    """Where a unit stands."""
    at = table(line).unit(name).at
    return {str(at) if at >= 0 else "off the board"}


def orb(line: Line, colour: str) -> set[str]:
    """Where an Orb is: loose on a tria, or on an Idol."""
    state = table(line)
    loose = [str(at) for at, lies in state.loose if lies == colour]
    holders = [name for name, n in unit_numbers(state.clans).items() if state.units[n].orb == colour]
    return {*loose, *(f"on {name.replace('.', ' ').capitalize()}" for name in holders)}


def winner(line: Line, _about: Any) -> set[str]:
    """Who has won."""
    outcome = table(line).outcome
    if outcome is None:
        return {"Nobody yet"}
    return {join(table(line).clans[seat].capitalize() for seat in outcome.winners) or "Nobody"}


def to_move(line: Line, _about: Any) -> set[str]:
    """Whose decision comes next."""
    who = table(line).to_move
    return {_name(table(line), who) if isinstance(who, int) else "Chance"}


def _name(state: Table, seat: int) -> str:
    return state.clans[seat].capitalize() or LETTERS[seat]


def may(line: Line, move: str) -> set[str]:
    """Whether a move would be allowed."""
    return _yes(not table(line).why_not(table(line).read_move(move)))


def strength(line: Line, side: str) -> set[str]:
    """The strength of a side in the last attack."""
    return {str(strengths(line)[-1][side == "defence"])}


def open_lines(line: Line, name: str) -> set[str]:
    """The lines of a Spec Card that are open to an Idol."""
    state = table(line)
    return {one.name for one in Desk(state).lines(unit_numbers(state.clans)[name])}


def obeys(line: Line, about: list[str]) -> set[str]:
    """Which units of a clan obey a player: clan, player."""
    clan, player = about
    state = table(line)
    seat, desk = _clan(state, player), Desk(state)
    found = [
        name
        for name, unit in unit_numbers(state.clans).items()
        if seat_of(unit) == _clan(state, clan) and state.units[unit].at >= 0 and desk.obeys(unit, seat)
    ]
    return {join(name.replace(".E", "’s Elder").replace(".", " ").capitalize() for name in found) or "none"}


QUESTIONS: Mapping[str, Question] = {
    "how_many": how_many,
    "kind": kind,
    "place": place,
    "orb": orb,
    "winner": winner,
    "to_move": to_move,
    "may": may,
    "strength": strength,
    "open_lines": open_lines,
    "obeys": obeys,
    "beats": lambda line, _: _yes(strengths(line)[-1][0] > strengths(line)[-1][1]),
    "adjacent": lambda line, at: {str(there) for there in table(line).ground.reach[at]},
    "type": lambda line, at: {table(line).ground.types[at].capitalize()},
    "hp": lambda line, clan: {str(table(line).elder(_clan(table(line), clan)).hp)},
    "mana": lambda line, _: {str(table(line).mana)},
    "mods_on": lambda line, name: {str(len(table(line).unit(name).mods))},
    "mode_of": lambda line, name: {"Ready" if table(line).unit(name).ready else "Guard"},
    "cards": lambda line, clan: {str(len(table(line).hands[_clan(table(line), clan)]))},
    "bottom": lambda line, _: {card_name(table(line).deck[-1])},
    "order": lambda line, _: {", ".join(_name(table(line), seat) for seat in table(line).order)},
    "price": lambda _line, action: {str(all_lines()[action].mana if "." in action else cost(action))},
    "of_64": lambda _line, change: {str(successes(change))},
}
