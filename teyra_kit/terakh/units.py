"""Who stands on the board: clans, Inkas, Elders, Idols, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final, NamedTuple

from ..core import Readings, Rulings, Seat, rulebook
from .board import KEY, PLACES

LETTERS: Final = "ABCDEF"
INKAS: Final = 6
UNITS: Final = 7
ELDER: Final = 6
"""Which of a clan's seven units is the Elder; 0 to 5 are the Inkas."""
OFF: Final = -1
NOBODY: Final = -1
READY, GUARD = "ready", "guard"
MODS: Final = ("A", "D")


def letter(seat: Seat) -> str:
    """The name of a seat: A, B, C ..."""
    return "nobody" if seat == NOBODY else LETTERS[seat]


@cache
def number(name: str) -> int:
    """A number of the rulebook: 'mana_with_elder', 'mods_per_idol' ..."""
    value: int = rulebook(KEY).data["game_numbers"][name]
    return value


@cache
def cost(action: str) -> int:
    """The mana an action costs. Clause: action.move-cost, action.mode-cost, action.combat-cost, action.summon-cost,
    action.rotate-cost, action.transform-cost, action.cast-cost, control.same-price"""
    return int(next(row["mana"] for row in rulebook(KEY).data["action"] if row["key"] == action))


@cache
def clans() -> Mapping[str, str]:
    """The six clan colours, and the Idol that the Orb of each makes. Clause: clan.six-colours, orb.colours,
    idol.six-kinds, box.orbs"""
    return MappingProxyType({row["colour"]: row["idol"] for row in rulebook(KEY).data["clan"]})


COLOURS: Final = ("blue", "red", "yellow", "green", "grey", "purple")
IDOLS: Final = ("guardian", "hydra", "keeper", "ranger", "shade", "sorceress")


def colours(keeper: str = "kit-card") -> tuple[str, ...]:
    """The clans that can be chosen, by a reading of data.keeper-card. Clause: clan.six-colours"""
    return tuple(colour for colour, idol in clans().items() if keeper != "not-in-play" or idol != "keeper")


class Unit(NamedTuple):
    """A unit: where it stands (OFF: Fallen or removed) and what it is.

    An Inka has a mode; an Idol has the colour of its `orb`, its `mods` (A before D), and as a changed Shade its `shape`
    of the turn; an Elder has `hp`. Clause: clan.seven-units, inka.two-modes, elder.top-number, mod.at-most-three
    """

    at: int = OFF
    ready: bool = False
    orb: str = ""
    mods: str = ""
    hp: int = 0
    shape: str = ""

    def on(self, place: int) -> Unit:
        """The same on another place. Clause: move.adjacent"""
        return tuple.__new__(Unit, (place,) + self[1:])  # noqa: RUF005 - twice as fast as unpacking

    def flipped(self) -> Unit:
        """The same in the other mode. Clause: mode.flip"""
        return tuple.__new__(Unit, (self[0], not self[1]) + self[2:])  # noqa: RUF005 - twice as fast as unpacking


FALLEN: Final = Unit()


BITS: Final = (*(1 << place for place in range(PLACES)), 0)
"""Each place as a bit; the last, that of OFF, is none."""


def standing(units: Iterable[Unit]) -> int:
    """The places of the units that stand on the board, as the bits of a number. Clause: board.one-unit-per-tria"""
    return sum([BITS[unit[0]] for unit in units])


def seat_of(unit: int) -> Seat:
    """Whose unit it is."""
    return unit // UNITS


def is_elder(unit: int) -> bool:
    """Whether it is the Elder of its clan. Clause: elder.is-d4"""
    return unit % UNITS == ELDER


def kind_of(unit: int, what: Unit) -> str:
    """inka, idol or elder. Clause: transform.is-idol-now, glossary.idol"""
    return "elder" if unit % UNITS == ELDER else "idol" if what.orb else "inka"


@cache
def unit_names(clans: tuple[str, ...]) -> tuple[str, ...]:
    """What the units are called: 'red.1' to 'red.6' and 'red.E'; a clan not yet chosen by its seat.

    Clause: box.inkas, clan.seven-units, glossary.clan
    """
    called = [colour or letter(seat) for seat, colour in enumerate(clans)]
    return tuple(f"{clan}.{'E' if k == ELDER else k + 1}" for clan in called for k in range(UNITS))


@cache
def unit_numbers(clans: tuple[str, ...]) -> Mapping[str, int]:
    """The number of each unit by its name."""
    return MappingProxyType({name: unit for unit, name in enumerate(unit_names(clans))})


def with_mod(mods: str, mod: str) -> str:
    """The Mods of an Idol with one more, A before D. Clause: mod.attack, mod.defence"""
    return "".join(sorted(mods + mod))


# ---------------------------------------------------------------- readings


@cache
def readings(rulings: Rulings | None = None) -> Readings:
    """All readings of some rulings; the kit's defaults if none are given."""
    return Readings(rulings or Rulings.defaults(KEY))


def join(words: Iterable[str], word: str = "and") -> str:
    """Words as an English list."""
    *first, last = list(words) or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def in_order(seats: Sequence[Seat], start: Seat) -> tuple[Seat, ...]:
    """A turn order that begins with one of its seats."""
    at = seats.index(start)
    return (*seats[at:], *seats[:at])
