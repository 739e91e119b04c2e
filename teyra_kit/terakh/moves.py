"""What can be done at the table: the moves of players and of chance, and how they are written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, ClassVar, Final, TypeAlias

from .board import FLIP, PLACES, STEPS, places_of
from .cast_cards import kit_cards
from .spec_cards import all_lines


def unit_said(unit: str) -> str:
    """A unit as it is spoken of: 'red.E' is red's Elder, 'red.1' red 1."""
    clan, _, which = unit.partition(".")
    return f"{clan}’s Elder" if which == "E" else f"{clan} {which}"


def line_name(id: str) -> str:
    """The name of a line of a Spec Card."""
    line = all_lines().get(id)
    return line.name if line else id.partition(".")[2].replace("-", " ").capitalize()


def card_name(key: str) -> str:
    """The name of a Cast Card."""
    card = kit_cards().get(key)
    return card.name if card else key.replace("-", " ").title()


def _and(words: tuple[str, ...]) -> str:
    return " and ".join(words)


# ---------------------------------------------------------------- chance


@dataclass(frozen=True, slots=True)
class ShuffleDeck:
    """Chance: the deck of Cast Cards from top to bottom. Clause: setup.shuffle-deck"""

    VERB: ClassVar[str] = "shuffle"
    cards: tuple[str, ...]

    def __str__(self) -> str:
        return f"The {len(self.cards)} Cast Cards are shuffled"


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: what a d8 shows. Clause: round.roll, combat.attack-roll, combat.defence-roll"""

    VERB: ClassVar[str] = "roll"
    value: int

    def __str__(self) -> str:
        return f"The die shows {self.value}"


@dataclass(frozen=True, slots=True)
class Toss:
    """The direction of the Direction Coin: chance, or a choice under coin.toss = chosen. Clause: round.coin"""

    VERB: ClassVar[str] = "toss"
    way: str

    def __str__(self) -> str:
        return f"The coin shows {self.way}"


# ---------------------------------------------------------------- set-up


@dataclass(frozen=True, slots=True)
class AddPlane:
    """Join the next plane to a side of a plane that lies there, turned by `turns` steps.

    Clause: setup.one-plane-per-player
    """

    VERB: ClassVar[str] = "plane"
    plane: int
    side: str
    turns: int

    def __str__(self) -> str:
        return f"Add a plane at side {self.side} of plane {self.plane}, turned by {self.turns} steps"


@dataclass(frozen=True, slots=True)
class ChooseClan:
    """Take a clan; under chosen-at-setup also the Idol its Orb makes. Clause: setup.choose-clan"""

    VERB: ClassVar[str] = "clan"
    colour: str
    idol: str = ""

    def __str__(self) -> str:
        return f"Take the {self.colour} clan" + (f", its Orb makes the {self.idol.capitalize()}" if self.idol else "")


@dataclass(frozen=True, slots=True)
class PlaceInka:
    """Place the next Inka, in Guard mode. Clause: setup.place-inka, setup.guard-start"""

    VERB: ClassVar[str] = "inka"
    at: int

    def __str__(self) -> str:
        return f"Place an Inka on {self.at}"


@dataclass(frozen=True, slots=True)
class PlaceOrb:
    """Put the own Orb on an own Inka. Clause: setup.place-orb"""

    VERB: ClassVar[str] = "orb"
    unit: str

    def __str__(self) -> str:
        return f"Put the Orb on {unit_said(self.unit)}"


@dataclass(frozen=True, slots=True)
class PlaceElder:
    """Place the Elder. Clause: setup.place-elder"""

    VERB: ClassVar[str] = "elder"
    at: int

    def __str__(self) -> str:
        return f"Place the Elder on {self.at}"


# ---------------------------------------------------------------- orders of a turn


@dataclass(frozen=True, slots=True)
class Move:
    """An Inka or an Elder moves; `carry`: the Orb it takes along. Clause: move.adjacent"""

    VERB: ClassVar[str] = "move"
    unit: str
    to: int
    carry: str = ""

    def __str__(self) -> str:
        return f"{unit_said(self.unit)} moves to {self.to}" + (f" with the {self.carry} Orb" if self.carry else "")


@dataclass(frozen=True, slots=True)
class Flip:
    """Change an Inka between Ready and Guard. Clause: mode.flip"""

    VERB: ClassVar[str] = "flip"
    unit: str

    def __str__(self) -> str:
        return f"{unit_said(self.unit)} changes its mode"


@dataclass(frozen=True, slots=True)
class Transform:
    """Make an Inka the Idol of the Orb it stands on. Clause: transform.on-any-orb"""

    VERB: ClassVar[str] = "transform"
    unit: str
    orb: str

    def __str__(self) -> str:
        return f"{unit_said(self.unit)} takes the {self.orb} Orb"


@dataclass(frozen=True, slots=True)
class Rotate:
    """Turn the plane under the own Elder by steps of 120 degrees, counter-clockwise. Clause: rotate.elder-on-plane"""

    VERB: ClassVar[str] = "rotate"
    steps: int

    def __str__(self) -> str:
        way = "counter-clockwise" if self.steps == 1 else "clockwise" if self.steps == 2 else f"by {self.steps} steps"
        return f"Turn the Elder’s plane {way}"


@dataclass(frozen=True, slots=True)
class Summon:
    """A Fallen Inka returns on a vacant Orth tria. Clause: summon.vacant-orth"""

    VERB: ClassVar[str] = "summon"
    unit: str
    at: int
    mode: str

    def __str__(self) -> str:
        return f"Summon {unit_said(self.unit)} on {self.at} in {self.mode.capitalize()}"


@dataclass(frozen=True, slots=True)
class Attack:
    """An Inka or an Elder attacks. Clause: combat.adjacent-for-two, combat.declare"""

    VERB: ClassVar[str] = "attack"
    unit: str
    target: str

    def __str__(self) -> str:
        return f"{unit_said(self.unit)} attacks {unit_said(self.target)}"


@dataclass(frozen=True, slots=True)
class Use:
    """An Idol does what a line of its Spec Card says. `other`: the unit it summons, moves or changes places with.

    Clause: spec.lists-actions
    """

    VERB: ClassVar[str] = "use"
    line: str
    unit: str
    targets: tuple[str, ...] = ()
    to: int | None = None
    other: str = ""
    mode: str = ""
    orb: str = ""
    steps: int | None = None

    def __str__(self) -> str:
        text = f"{unit_said(self.unit)}: {line_name(self.line)}"
        if self.targets:
            text += f" against {_and(tuple(map(unit_said, self.targets)))}"
        if self.other:
            text += f", {unit_said(self.other)}"
        if self.to is not None:
            text += f" to {self.to}"
        if self.mode:
            text += f" in {self.mode.capitalize()}"
        if self.orb:
            text += f", the {self.orb} Orb"
        if self.steps is not None:
            text += f", {self.steps} steps"
        return text


@dataclass(frozen=True, slots=True)
class Cast:
    """Cast a card, with what it asks to be named: (("plane", "0"),). Clause: cast.show, card.text-rules"""

    VERB: ClassVar[str] = "cast"
    card: str
    choices: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        said = [f"plane {v}" if n == "plane" else unit_said(v) if "." in v else v for n, v in self.choices]
        return f"Cast {card_name(self.card)}" + (f": {', '.join(said)}" if said else "")


@dataclass(frozen=True, slots=True)
class ReturnElder:
    """Bring the own Elder back with 1 HP. Clause: elder.return"""

    VERB: ClassVar[str] = "return"
    at: int

    def __str__(self) -> str:
        return f"The Elder comes back on {self.at}"


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Declare that no further action follows. Clause: turn.ends-on-declaration"""

    VERB: ClassVar[str] = "end"

    def __str__(self) -> str:
        return "End the turn"


# ---------------------------------------------------------------- answers


@dataclass(frozen=True, slots=True)
class Shield:
    """The Guardian passes an attack on to an Inka; `unit`: whom it protects from a card.

    Clause: guardian.shield-idol, guardian.shield-inka, guardian.shield-elder
    """

    VERB: ClassVar[str] = "shield"
    line: str
    to: str
    unit: str = ""

    def __str__(self) -> str:
        return f"{line_name(self.line)}: {unit_said(self.to)} receives the attack"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do not react. Clause: card.text-rules"""

    VERB: ClassVar[str] = "pass"

    def __str__(self) -> str:
        return "Pass"


@dataclass(frozen=True, slots=True)
class TakeMod:
    """Place an earned Mod on an own Idol. Clause: combat.mod-at-once"""

    VERB: ClassVar[str] = "mod"
    mod: str
    unit: str

    def __str__(self) -> str:
        return f"{unit_said(self.unit)} receives {'an A' if self.mod == 'A' else 'a D'}-mod"


@dataclass(frozen=True, slots=True)
class NextTarget:
    """Name the next target of a multi-attack. Clause: combat.declare"""

    VERB: ClassVar[str] = "target"
    target: str

    def __str__(self) -> str:
        return f"Next {unit_said(self.target)}"


@dataclass(frozen=True, slots=True)
class PlaceFallen:
    """Put a Fallen Inka where a card allows it. Clause: card.text-rules, summon.free-mode"""

    VERB: ClassVar[str] = "place"
    unit: str
    at: int
    mode: str

    def __str__(self) -> str:
        return f"Put {unit_said(self.unit)} on {self.at} in {self.mode.capitalize()}"


@dataclass(frozen=True, slots=True)
class ChooseMode:
    """The mode of an Idol that has lost its Orb. Clause: glossary.idol"""

    VERB: ClassVar[str] = "mode"
    mode: str

    def __str__(self) -> str:
        return f"Choose {self.mode.capitalize()}"


@dataclass(frozen=True, slots=True)
class Decline:
    """Leave a chance unused. Clause: elder.return"""

    VERB: ClassVar[str] = "decline"

    def __str__(self) -> str:
        return "Decline"


AnyMove: TypeAlias = (
    ShuffleDeck | Roll | Toss | AddPlane | ChooseClan | PlaceInka | PlaceOrb | PlaceElder | Move | Flip | Transform
    | Rotate | Summon | Attack | Use | Cast | ReturnElder | EndTurn | Shield | Pass | TakeMod | NextTarget
    | PlaceFallen | ChooseMode | Decline
)  # fmt: skip
KINDS: Final = (
    ShuffleDeck, Roll, Toss, AddPlane, ChooseClan, PlaceInka, PlaceOrb, PlaceElder, Move, Flip, Transform, Rotate,
    Summon, Attack, Use, Cast, ReturnElder, EndTurn, Shield, Pass, TakeMod, NextTarget, PlaceFallen, ChooseMode, Decline,
)  # fmt: skip
VERBS: Final[Mapping[str, type[Any]]] = MappingProxyType({kind.VERB: kind for kind in KINDS})
PASS: Final = Pass()
DECLINE: Final = Decline()
END: Final = EndTurn()


# The same moves come up again and again: there is one object of each.
@cache
def step_to(unit: str, place: int) -> Move:
    """The one object of a plain move."""
    return Move(unit, place)


@cache
def flip(unit: str) -> Flip:
    """The one object of a change of mode."""
    return Flip(unit)


def steps_of(unit: str, places: int) -> tuple[Move, ...]:
    """A unit's plain moves to some trias, given as bits."""
    return tuple([step_to(unit, place) for place in places_of(places)])


@lru_cache(maxsize=1 << 16)
def steps_and_flip(unit: str, ways: int) -> tuple[Move | Flip, ...]:
    """A unit's plain moves, and its change of mode, of the ways given as bits."""
    steps = steps_of(unit, ways & STEPS)
    return (*steps, flip(unit)) if ways & FLIP else steps


@cache
def ways_back(unit: str, place: int) -> tuple[Summon, Summon]:
    """The two objects of summoning a unit on a tria. Clause: summon.free-mode"""
    return Summon(unit, place, "ready"), Summon(unit, place, "guard")


@lru_cache(maxsize=1 << 15)
def summons(unit: str, places: int) -> tuple[Summon, ...]:
    """A Fallen Inka's ways back on some trias, given as bits. Clause: summon.free-mode"""
    return tuple([move for place in places_of(places) for move in ways_back(unit, place)])


@cache
def attack(unit: str, target: str) -> Attack:
    """The one object of an attack."""
    return Attack(unit, target)


INKA_ON: Final = tuple(map(PlaceInka, range(PLACES)))
ELDER_ON: Final = tuple(map(PlaceElder, range(PLACES)))
"""The one object of placing an Inka, or an Elder, on each place."""


@cache
def place_fallen(unit: str, at: int) -> tuple[PlaceFallen, PlaceFallen]:
    """The two objects of putting a Fallen Inka on a tria. Clause: summon.free-mode"""
    return PlaceFallen(unit, at, "ready"), PlaceFallen(unit, at, "guard")


@lru_cache(maxsize=1 << 12)
def cast(card: str, choices: tuple[tuple[str, str], ...]) -> Cast:
    """The one object of casting a card so."""
    return Cast(card, choices)


# ---------------------------------------------------------------- writing and reading lines


FIELDS: Final[Mapping[type[Any], Mapping[str, tuple[str, Any]]]] = MappingProxyType(
    {kind: MappingProxyType({field.name: (str(field.type), field.default) for field in fields(kind)}) for kind in KINDS}
)
"""The fields of each kind of move, with type and default."""


def _write(value: Any) -> str:
    if not isinstance(value, tuple):
        return str(value)
    return ",".join("=".join(one) if isinstance(one, tuple) else str(one) for one in value)


def write_line(move: AnyMove) -> str:
    """A move as words: 'move red.1 6', 'use hydra.attack red.1 targets=blue.1'."""
    words = [move.VERB]
    for name, (_, default) in FIELDS[type(move)].items():
        value = getattr(move, name)
        if default is MISSING:
            words.append(_write(value))
        elif value != default:
            words.append(f"{name}={_write(value)}")
    return " ".join(words)


def _read(name: str, kind: str, word: str) -> Any:
    if kind.startswith("int"):
        if not word.isdigit():
            raise ValueError(f"{name} is {word!r}; allowed: a whole number")
        return int(word)
    if kind == "tuple[tuple[str, str], ...]":
        parts = [part.partition("=") for part in word.split(",")]
        if any(not (left and middle and right) for left, middle, right in parts):
            raise ValueError(f"{name} is {word!r}; allowed: name=value, separated by commas")
        return tuple((left, right) for left, _, right in parts)
    if kind.startswith("tuple"):
        return tuple(word.split(","))
    return word


def read_line(line: str) -> AnyMove:
    """The move that words stand for; ValueError says what is allowed."""
    verb, *words = line.split() or [""]
    kind = VERBS.get(verb)
    if kind is None:
        raise ValueError(f"{verb!r} is no move; allowed: {', '.join(VERBS)}")
    known = FIELDS[kind]
    needed = [name for name, (_, default) in known.items() if default is MISSING]
    optional = [name for name in known if name not in needed]
    given: dict[str, Any] = {}
    plain = []
    for word in words:
        name, mark, value = word.partition("=")
        if mark and name in optional and value:
            given[name] = _read(name, known[name][0], value)
        else:
            plain.append(word)
    if len(plain) != len(needed):
        more = f", and may have {', '.join(f'{name}=' for name in optional)}" if optional else ""
        raise ValueError(f"{line!r}: {verb} needs {', '.join(needed) or 'nothing'}{more}; given are {len(plain)} words")
    given |= {name: _read(name, known[name][0], word) for name, word in zip(needed, plain, strict=True)}
    move: AnyMove = kind(**given)
    return move
