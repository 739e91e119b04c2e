"""Which trias touch? Planes, how they are joined, what lies on them, and what a turn of a plane changes.

Two layers: places, which never change (number = 16 * plane + index), and contents (types and runes), which a rotation
moves. Orth links follow the contents.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from math import sqrt
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from ..core import Rulings, rulebook

if TYPE_CHECKING:
    import networkx

KEY = "terakh"
TRIAS: Final = 16
ORTH: Final = "orth"
TYPES: Final = ("aqua", "infernal", "plain", "vitale", "orth")
RUNES: Final = ("aqua", "infernal", "vitale", "orth")
SIDES: Final[Mapping[str, tuple[int, ...]]] = MappingProxyType(
    {"L": (0, 1, 4, 9), "B": (9, 11, 13, 15), "R": (15, 8, 3, 0)}
)
SCOPES: Final = ("all-planes", "same-plane", "moves-only")
ROWS: Final = tuple(int(i**0.5) for i in range(TRIAS))
COLUMNS: Final = tuple(i - row * row for i, row in enumerate(ROWS))
MIRROR: Final = "-mirror"
HEIGHT: Final = sqrt(3) / 2
"""The height of a tria whose side is 1."""
Near: TypeAlias = tuple[tuple[int, ...], ...]


class Contact(NamedTuple):
    """Side `side` of plane `plane` lies along side `other_side` of plane `other`, `shift` trias along.

    Clause: setup.one-plane-per-player
    """

    plane: int
    side: str
    other: int
    other_side: str
    shift: int = 0


class Configuration(NamedTuple):
    """How planes are joined. `cells`: for each plane the lattice cell and whether it points up; () if it is not drawn.

    Clause: setup.one-plane-per-player
    """

    key: str
    name: str
    contacts: tuple[Contact, ...]
    cells: tuple[tuple[int, int, bool], ...]
    planes: int


def plane_of(place: int) -> int:
    """The plane a place belongs to, from 0. Clause: board.sixteen-trias, glossary.battle-plane"""
    return place // TRIAS


@cache
def rotation(steps: int = 1) -> tuple[int, ...]:
    """Where a plane's contents go: that of index i comes to rotation(steps)[i]. One step is 120 degrees
    counter-clockwise.

    Clause: rotate.same-configuration
    """
    once = rulebook(KEY).data["plane"]["rotation"]
    at = list(range(TRIAS))
    for _ in range(steps % 3):
        at = [once[i] for i in at]
    return tuple(at)


@cache
def carried(plane: int, steps: int) -> Mapping[int, int]:
    """Where what lies on the places of a plane goes when it turns. Clause: rotate.same-configuration"""
    start = plane * TRIAS
    return MappingProxyType({start + index: start + to for index, to in enumerate(rotation(steps % 3))})


def bits_of(places: Iterable[int]) -> int:
    """Places as the bits of a number."""
    found = 0
    for place in places:
        found |= 1 << place
    return found


@lru_cache(maxsize=1 << 14)
def places_of(bits: int) -> tuple[int, ...]:
    """The places that are bits of a number, rising."""
    found = []
    while bits:
        rest = bits & bits - 1
        found.append((bits ^ rest).bit_length() - 1)
        bits = rest
    return tuple(found)


PLACES: Final = 6 * TRIAS
STEPS: Final = (1 << PLACES) - 1
FLIP: Final = 1 << PLACES
OWN: Final = STEPS | FLIP
"""The ways of a unit are bits of one number: steps to places, the change of mode, and then attacks on places."""


def aimed(places: int) -> int:
    """Attacks on places that are given as bits."""
    return places << PLACES + 1


def aims_of(ways: int) -> int:
    """The places of the attacks among some ways."""
    return ways >> PLACES + 1


WAYS: Final[Mapping[str, int]] = MappingProxyType({"move": STEPS, "mode": FLIP, "attack": aimed(STEPS)})
"""All ways of each kind."""


def _ways(near: int, reach: int) -> int:
    return near | FLIP | aimed(reach)


# ---------------------------------------------------------------- layouts


class Layout(NamedTuple):
    """Types and runes of the 16 trias of a plane that is not turned. Clause: board.five-types, board.runic-trias"""

    key: str
    types: tuple[str, ...]
    runes: tuple[str, ...]


@cache
def layouts() -> Mapping[str, Layout]:
    """The kit's layouts by key. Clause: board.five-types"""
    rows = rulebook(KEY).data["plane_layout"]
    return MappingProxyType({row["key"]: Layout(row["key"], tuple(row["types"]), tuple(row["runes"])) for row in rows})


def layout(which: str | Layout | Mapping[str, Sequence[str]]) -> Layout:
    """A layout by its key, or an owner's own one: {"types": 16 types, "runes": 16 runes}; ValueError says what is allowed.

    Clause: board.five-types, board.runic-trias
    """
    if isinstance(which, Layout):
        return which
    if isinstance(which, str):
        if which not in layouts():
            raise ValueError(f"layout is {which!r}; allowed: {', '.join(layouts())}, or your own types and runes")
        return layouts()[which]
    types = tuple(which.get("types", ()))
    runes = tuple(which.get("runes", [kind if kind in RUNES else "none" for kind in types]))
    for name, row, allowed in (("types", types, TYPES), ("runes", runes, (*RUNES, "none"))):
        if len(row) != TRIAS:
            raise ValueError(f"layout, {name}: {len(row)} values are given; needed: one for each of the 16 trias")
        for place, value in enumerate(row):
            if value not in allowed:
                raise ValueError(f"layout, {name}, tria {place}: {value!r}; allowed: {', '.join(allowed)}")
    return Layout("owner", types, runes)


# ---------------------------------------------------------------- configurations


@cache
def configurations() -> Mapping[str, Configuration]:
    """Every way to join planes by whole sides, by key; "-mirror" ends the key of a mirror image.

    Clause: setup.one-plane-per-player
    """
    found = {}
    for row in rulebook(KEY).data["configuration"]:
        contacts = tuple(Contact(*contact) for contact in row["contacts"])
        cells = tuple((a, b, way == "up") for a, b, way in row["cells"])
        name = row.get("name", row["key"])
        found[row["key"]] = Configuration(row["key"], name, contacts, cells, row["planes"])
        if row["mirror_image_differs"]:
            swap = {"L": "R", "R": "L", "B": "B"}
            turned = tuple(Contact(p, swap[s], q, swap[t]) for p, s, q, t, _ in contacts)
            mirrored = tuple((-1 - a - b if up else -2 - a - b, b, up) for a, b, up in cells)
            key = row["key"] + MIRROR
            found[key] = Configuration(key, f"{name}, mirrored", turned, mirrored, row["planes"])
    return MappingProxyType(found)


def configuration(which: str | Configuration | Sequence[Any], planes: int = 0) -> Configuration:
    """A configuration by its key, or from its contacts [plane, side, plane, side, shift]; ValueError says what is wrong.

    Clause: setup.one-plane-per-player
    """
    if isinstance(which, Configuration):
        return which
    if isinstance(which, str):
        if which not in configurations():
            raise ValueError(f"configuration is {which!r}; allowed: {', '.join(configurations())}")
        return configurations()[which]
    rows: Any = which
    contacts = tuple(Contact._make([*contact, 0][:5]) for contact in rows)
    planes = planes or 1 + max((max(c.plane, c.other) for c in contacts), default=0)
    for contact in contacts:
        if contact.side not in SIDES or contact.other_side not in SIDES:
            raise ValueError(f"contact {list(contact)}: a side is L, B or R")
        if not (0 <= contact.plane < planes and 0 <= contact.other < planes and contact.plane != contact.other):
            raise ValueError(f"contact {list(contact)}: a plane is a number from 0 to {planes - 1}, each another one")
        if type(contact.shift) is not int or not -3 <= contact.shift <= 3:
            raise ValueError(f"contact {list(contact)}: shift is {contact.shift!r}; allowed: -3 to 3")
    return Configuration("own", "own", contacts, (), planes)


def pairs(contact: Contact) -> tuple[tuple[int, int], ...]:
    """The places that touch across a contact."""
    one, other = SIDES[contact.side], SIDES[contact.other_side]
    return tuple(
        (contact.plane * TRIAS + one[k], contact.other * TRIAS + other[3 - k - contact.shift])
        for k in range(4)
        if 0 <= 3 - k - contact.shift < 4
    )


def why_not_joined(config: Configuration, joining: str = "whole-sides") -> str:
    """ "" if the planes are joined as a reading allows, else what is wrong.

    Clause: setup.one-plane-per-player, rotate.same-configuration
    """
    if joining == "whole-sides" and any(contact.shift for contact in config.contacts):
        return "A side is shifted along another; under whole-sides planes meet over their full length."
    linked = {0}
    for _ in range(config.planes):
        for contact in config.contacts:
            if contact.plane in linked or contact.other in linked:
                linked |= {contact.plane, contact.other}
    if len(linked) < config.planes:
        return "A plane touches no other: all planes must form one connected shape."
    used = [(c.plane, c.side) for c in config.contacts] + [(c.other, c.other_side) for c in config.contacts]
    if joining == "whole-sides" and len(set(used)) < len(used):
        return "A side is joined twice: planes may not overlap."
    return ""


# ---------------------------------------------------------------- the ground


def _merge(places: int, edges: Iterable[tuple[int, int]]) -> Near:
    found: list[set[int]] = [set() for _ in range(places)]
    for one, other in edges:
        found[one].add(other)
        found[other].add(one)
    return tuple(tuple(sorted(near)) for near in found)


@lru_cache(maxsize=256)
def physical(config: Configuration) -> Near:
    """For every place those that share a side with it. Clause: glossary.adjacent, faq.no-world-wrap"""
    inner = [tuple(edge) for edge in rulebook(KEY).data["plane"]["edges"]]
    edges = [(plane * TRIAS + a, plane * TRIAS + b) for plane in range(config.planes) for a, b in inner]
    return _merge(config.planes * TRIAS, [*edges, *(pair for contact in config.contacts for pair in pairs(contact))])


class Ground:
    """The board as it lies: contents of the places and what is adjacent. One object for each way it can lie.

    `types`, `runes`: of every place. `near`: adjacent for moves; `reach`: adjacent for all other uses of the word; the
    same as bits; `ways`: both and the flip for each place as a bit, and nothing for who is off the board.
    """

    def __init__(self, config: Configuration, plane: Layout, turns: tuple[int, ...], scope: str, runic: str) -> None:
        self.configuration = config
        self.layout = plane
        self.turns = turns
        self.scope = scope
        self.places = config.planes * TRIAS
        self.types = _turned(plane.types, turns)
        self.runes = _turned(_runes(plane, runic), turns)
        self.orths = tuple(place for place, kind in enumerate(self.types) if kind == ORTH)
        self.physical = physical(config)
        links = orth_links(self.types, scope)
        self.near = _merge(self.places, [*_edges(self.physical), *links]) if links else self.physical
        self.reach = self.physical if scope == "moves-only" else self.near
        self.near_bits = tuple(map(bits_of, self.near))
        self.reach_bits = tuple(map(bits_of, self.reach))
        both = zip(self.near_bits, self.reach_bits, strict=True)
        self.ways = {0: 0, **{1 << place: _ways(*bits) for place, bits in enumerate(both)}}
        self.orth_bits = bits_of(self.orths)
        self.rune_bits = {rune: bits_of(at for at, one in enumerate(self.runes) if one == rune) for rune in RUNES}
        self._rows: dict[tuple[bool, int], tuple[int, ...]] = {}

    def distances(self, place: int, moving: bool = False) -> tuple[int, ...]:
        """How far every place is from this one, units ignored. `moving`: by what is adjacent for moves.

        Clause: board.orth-links, spec.other-five-unprinted
        """
        key = (moving, place)
        if key not in self._rows:
            self._rows[key] = _distances(self.near if moving else self.reach, place)
        return self._rows[key]

    def walks(self, place: int, steps: int, moving: bool = False) -> frozenset[int]:
        """Where some walk of so many steps, never straight back, can end (the reading `walk` of range.counting)."""
        near = self.near if moving else self.reach
        ends = {(-1, place)}
        for _ in range(steps):
            ends = {(here, there) for before, here in ends for there in near[here] if there != before}
        return frozenset(there for _, there in ends) - {place}


def _turned(row: Sequence[str], turns: Sequence[int]) -> tuple[str, ...]:
    found = [""] * (TRIAS * len(turns))
    for plane, steps in enumerate(turns):
        for index, to in enumerate(rotation(steps)):
            found[plane * TRIAS + to] = row[index]
    return tuple(found)


def _runes(plane: Layout, runic: str) -> tuple[str, ...]:
    """The runes of the trias by a reading of data.runic-trias. Clause: board.runic-trias"""
    if runic == "layout-runes":
        return plane.runes
    allowed = RUNES if runic == "type-is-rune" else RUNES[:3]
    return tuple(kind if kind in allowed else "none" for kind in plane.types)


def _edges(near: Near) -> list[tuple[int, int]]:
    return [(one, other) for one, row in enumerate(near) for other in row if one < other]


def orth_links(types: Sequence[str], scope: str = "all-planes") -> tuple[tuple[int, int], ...]:
    """The pairs of Orth trias that a reading of orth.scope links.

    Clause: board.orth-links, move.all-orth-adjacent, board.orth-purple
    """
    orths = [place for place, kind in enumerate(types) if kind == ORTH]
    found = [(one, other) for n, one in enumerate(orths) for other in orths[n + 1 :]]
    return tuple(pair for pair in found if scope != "same-plane" or plane_of(pair[0]) == plane_of(pair[1]))


def _distances(near: Near, place: int) -> tuple[int, ...]:
    found = [-1] * len(near)
    found[place] = 0
    queue = deque([place])
    while queue:
        here = queue.popleft()
        for there in near[here]:
            if found[there] < 0:
                found[there] = found[here] + 1
                queue.append(there)
    return tuple(found)


@lru_cache(maxsize=4096)
def ground(
    config: Configuration, plane: Layout, turns: tuple[int, ...], scope: str = "all-planes", runic: str = "type-is-rune"
) -> Ground:
    """The ground of planes that are turned by so many steps each. Clause: board.orth-links, glossary.adjacent"""
    return Ground(config, plane, turns, scope, runic)


# ---------------------------------------------------------------- for the eye, and for networkx


def corners(config: Configuration, place: int) -> tuple[tuple[float, float], ...]:
    """The three corners of a tria in the plane of the drawing, y upwards; a tria's side is 1 long.

    Clause: board.plane-is-triangle
    """
    top, way, row, column = _frame(config, place)
    up = column % 2 == 0
    x, high, low = (column - row) / 2, -row * HEIGHT, -(row + 1) * HEIGHT
    tip, base = (high, low) if up else (low, high)
    points = ((x, tip), (x - 0.5, base), (x + 0.5, base))
    return tuple((top[0] + way * px, top[1] + way * py) for px, py in points)


def xy(config: Configuration, place: int) -> tuple[float, float]:
    """The middle of a tria in the plane of the drawing, y upwards."""
    points = corners(config, place)
    return (sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3)


def _frame(config: Configuration, place: int) -> tuple[tuple[float, float], int, int, int]:
    if not config.cells:
        raise ValueError("This joining of planes has no drawing; take one of configurations()")
    a, b, up = config.cells[plane_of(place)]
    x, y = (a, b + 1) if up else (a + 1, b)
    index = place % TRIAS
    return (4 * (x + y / 2), 4 * HEIGHT * y), 1 if up else -1, ROWS[index], COLUMNS[index]


def graph(
    configuration: str | Configuration | Sequence[Sequence[Any]] = "n2-1",
    layout: str | Layout | Mapping[str, Sequence[str]] = "kit-asymmetric",
    turns: Sequence[int] | None = None,
    links: bool | str = True,
    rulings: Rulings | None = None,
) -> networkx.Graph:
    """The trias as a networkx graph.

    Nodes are place numbers with `plane`, `index`, `row`, `column`, `type`, `rune`, and `xy` (the middle, a side is 1
    long; missing if the joining has no drawing). Edges have `kind`: "side" inside a plane, "cross" from plane to
    plane, "orth" by an Orth link alone. `links`: True for all of them, False for none, or "same-plane". `turns`: steps
    of 120 degrees counter-clockwise, one a plane. Clause: board.orth-links, glossary.adjacent, board.five-types
    """
    import networkx

    config, plane = _configuration(configuration), _layout(layout)
    if links not in (True, False, "all-planes", "same-plane"):
        raise ValueError(f"links is {links!r}; allowed: True, False, 'same-plane'")
    reads = rulings or Rulings.defaults(KEY)
    here = ground(config, plane, check_turns(turns, config.planes), "all-planes", str(reads["data.runic-trias"]))
    found = networkx.Graph(configuration=config.key, layout=plane.key, turns=here.turns)
    for place in range(here.places):
        index = place % TRIAS
        facts: dict[str, Any] = {"plane": plane_of(place), "index": index, "row": ROWS[index], "column": COLUMNS[index]}
        facts |= {"type": here.types[place], "rune": here.runes[place]}
        if config.cells:
            facts["xy"] = xy(config, place)
        found.add_node(place, **facts)
    for one, other in _edges(here.physical):
        found.add_edge(one, other, kind="side" if plane_of(one) == plane_of(other) else "cross")
    if links:
        for one, other in orth_links(here.types, "same-plane" if links == "same-plane" else "all-planes"):
            if not found.has_edge(one, other):
                found.add_edge(one, other, kind="orth")
    return found


_configuration, _layout = configuration, layout


def check_turns(turns: Sequence[int] | None, planes: int) -> tuple[int, ...]:
    """One turn a plane, from 0 to 2; ValueError says what is wrong."""
    found = (0,) * planes if turns is None else tuple(turns)
    if len(found) != planes or any(type(steps) is not int or not 0 <= steps <= 2 for steps in found):
        raise ValueError(f"turns is {list(found)}; needed: 0, 1 or 2 for each of {planes} planes")
    return found
