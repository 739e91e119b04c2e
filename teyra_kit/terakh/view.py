"""What do planes, trias and units look like: as a picture, as text, as a spoken sentence?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files
from itertools import combinations, pairwise
from math import atan2, cos, hypot, radians, sin
from typing import Any, Final, NamedTuple, TypeAlias

from ..core.scene import LIT, NOT, WRONG
from .board import HEIGHT, ORTH, TRIAS, Configuration, Ground, corners, plane_of
from .cast_cards import CastCard
from .desk import Desk
from .game import Table
from .spec_cards import Line
from .units import UNITS, Unit, kind_of, seat_of, unit_names

CHOSEN: Final = "chosen"
SIDE, CROSS = "side", "cross"
KINDS: Final = (SIDE, CROSS, ORTH)
NAMES: Final = {"aqua": "Aqua", "infernal": "Infernal", "vitale": "Vitale", "plain": "Plain", "orth": "Orth"}
CLAN_LETTERS: Final = {"red": "R", "blue": "B", "green": "G", "yellow": "Y", "grey": "E", "purple": "P"}
COLOR: Final = "--terakh"
"""The variable of the game's colour."""
ASSUMED_LAYOUT: Final = "No source prints which tria has which type. This layout is the kit’s own."
UNIT: Final = 132.0
"""How many points of the picture a side of a tria takes."""
SHADES: Final = (100, 78, 40, 26, 16, 9, 5, 2, 1, 0)
"""How much of the game's colour a distance of 0, 1, 2 ... has."""
Point: TypeAlias = tuple[float, float]

css: Final = files(__package__).joinpath("view.css").read_text(encoding="utf-8")

RUNES: Final = {
    "aqua": "M-17-5q6-9 12 0t12 0 10-4M-17 8q6-9 12 0t12 0 10-4",
    "infernal": "M0-20C2-9 14-7 12 6 11 14 5 17 0 17S-12 13-12 5C-12-1-7-3-7-9-2-7-1-2 1 3",
    "vitale": "M0 18V-4M0 2C-13 2-15-8-15-14-5-14 0-8 0 2ZM0-4C0-13 6-18 15-18 15-9 10-4 0-4Z",
    "orth": "M0-18 16 9H-16ZM0 9V-4M-9-3 9-3",
    "plain": "M-12 4H12",
}
PATTERNS: Final = (
    '<pattern id="tr-p-aqua" width="26" height="13" patternUnits="userSpaceOnUse"><path class="tr-pa" d="M0 7q6.5-7 13 0t13 0"/></pattern>'
    '<pattern id="tr-p-infernal" width="20" height="17" patternUnits="userSpaceOnUse"><path class="tr-pi" d="M0 13 5 5 10 13 15 5 20 13"/></pattern>'
    '<pattern id="tr-p-vitale" width="24" height="22" patternUnits="userSpaceOnUse"><path class="tr-pv" d="M4 9q1-6 7-6-1 6-7 6ZM15 20q1-6 7-6-1 6-7 6Z"/></pattern>'
    '<pattern id="tr-p-plain" width="18" height="18" patternUnits="userSpaceOnUse"><circle class="tr-pp" cx="4" cy="4" r="1.6"/><circle class="tr-pp" cx="13" cy="13" r="1.6"/></pattern>'
    '<pattern id="tr-p-orth" width="18" height="18" patternUnits="userSpaceOnUse"><path class="tr-po" d="M9 0 18 9 9 18 0 9Z"/></pattern>'
)


def sprite() -> str:
    """The patterns that all pictures refer to, for once a page."""
    return f'<svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false"><defs>{PATTERNS}</defs></svg>'


# ---------------------------------------------------------------- what is shown, as plain values


class Piece(NamedTuple):
    """A unit as it is drawn. `kind`: inka, elder or idol; `idol`: which one it is now; `name`: as "red.1"."""

    clan: str
    kind: str
    ready: bool = False
    hp: int = 0
    idol: str = ""
    orb: str = ""
    mods: str = ""
    name: str = ""


class Mark(NamedTuple):
    """How a tria is marked. `state`: "", lit, not, wrong or chosen; it can be pressed if there is an `id` (for a lab) or a
    `move` (the line a record writes); `said`: what is spoken after the tria's own words."""

    state: str = ""
    id: str = ""
    move: str = ""
    said: str = ""


class Turner(NamedTuple):
    """The handle that turns a plane. `on`: it may be turned."""

    plane: int
    on: bool
    id: str = ""
    move: str = ""
    said: str = ""


class MapPicture(NamedTuple):
    """A board as it is to be drawn.

    `kinds`: neighbours of `selected` that are lit, each with the kind of its edge; `links`: all Orth links, faint;
    `distances`: from `selected`, one for each place, instead of types; `path`: places, the first is the start; `spin`:
    degrees by which the whole picture is turned; `arrows`: a name under which the arrow keys walk over the trias.
    """

    ground: Ground
    pieces: Mapping[int, Piece]
    orbs: Sequence[tuple[int, str]] = ()
    selected: int = -1
    kinds: Mapping[int, str] = {}
    links: bool = False
    distances: Sequence[int] = ()
    path: Sequence[int] = ()
    marks: Mapping[int, Mark] = {}
    turners: Sequence[Turner] = ()
    spin: int = 0
    label: str = "Battle Planes"
    arrows: str = "trias"


def piece_of(desk: Desk, unit: int) -> Piece:
    """A unit of a table as it is drawn."""
    what = desk.units[unit]
    kind = kind_of(unit, what)
    clan = desk.clans[seat_of(unit)]
    idol = desk.shape(what) if what.orb else ""
    return Piece(clan, kind, what.ready, what.hp, idol, what.orb, what.mods, unit_names(desk.clans)[unit])


def pieces_of(table: Table) -> dict[int, Piece]:
    """The units on the board by the place they stand on."""
    desk = Desk(table)
    return {what.at: piece_of(desk, unit) for unit, what in enumerate(table.units) if what.at >= 0}


def plain_unit(piece: Piece) -> Unit:
    """The unit a piece stands for, away from any board."""
    return Unit(0, piece.ready, piece.orb, piece.mods, piece.hp)


# ---------------------------------------------------------------- in words


def piece_said(piece: Piece) -> str:
    """A unit as words: 'Red 1, Inka, Ready', 'Blue Elder, 3 HP', 'Red 2, Hydra with 2 Mods (A, D)'."""
    clan = piece.clan.capitalize()
    if piece.kind == "elder":
        return f"{clan} Elder, {piece.hp} HP"
    number = piece.name.partition(".")[2]
    who = f"{clan} {number}" if number else clan
    if piece.kind == "inka":
        return f"{who}, Inka, {'Ready' if piece.ready else 'Guard'}"
    mods = (
        f" with {len(piece.mods)} Mod{'' if len(piece.mods) == 1 else 's'} ({', '.join(piece.mods)})"
        if piece.mods
        else ""
    )
    orb = f", {piece.orb} Orb" if piece.orb != piece.clan else ""
    return f"{who}, {piece.idol.capitalize()}{mods}{orb}"


def tria_said(picture: MapPicture, place: int) -> str:
    """A tria as words: its number, type, plane, who stands there, and how it is marked."""
    ground = picture.ground
    words = [f"Tria {place}, {NAMES[ground.types[place]]}", f"plane {plane_of(place)}"]
    rune = ground.runes[place]
    if rune not in ("none", ground.types[place]):
        words.append(f"{rune} rune")
    piece = picture.pieces.get(place)
    words.append(piece_said(piece) if piece else "empty")
    words += [f"{orb} Orb" for at, orb in picture.orbs if at == place]
    if place == picture.selected:
        words.append("chosen")
    elif place in picture.kinds:
        words.append(f"adjacent by {KIND_SAID[picture.kinds[place]]}")
    if picture.distances and place != picture.selected:
        words.append(f"distance {picture.distances[place]}")
    if place in picture.path[1:]:
        words.append(f"step {list(picture.path).index(place)} of the path")
    mark = picture.marks.get(place)
    if mark is not None:
        said = mark.said or MARK_SAID.get(mark.state, "")
        words += [said] if said else []
    return ", ".join(words)


KIND_SAID: Final = {SIDE: "a side", CROSS: "a side across planes", ORTH: "an Orth link"}
MARK_SAID: Final = {LIT: "can be chosen", NOT: "cannot be chosen", WRONG: "refused", CHOSEN: "chosen"}


def board_text(ground: Ground, pieces: Mapping[int, Piece], orbs: Sequence[tuple[int, str]] = ()) -> str:
    """The board as plain text: each plane row by row from its apex, each tria with number, type letter and unit."""
    lines = []
    lying = dict(orbs)
    for plane in range(ground.configuration.planes):
        lines.append(f"Plane {plane}")
        for row in range(4):
            cells = []
            for index in range(row * row, (row + 1) * (row + 1)):
                place = plane * TRIAS + index
                orb = f"({lying[place][0].upper()})" if place in lying else ""
                cells.append(f"{place}{NAMES[ground.types[place]][0]}{piece_text(pieces.get(place))}{orb}")
            lines.append("  " * (3 - row) + "  ".join(cells))
    return "\n".join(lines)


def piece_text(piece: Piece | None) -> str:
    """A unit in a few signs: ':R1r' a red Ready Inka, ':RE4' the red Elder with 4 HP, ':R2H+AD' a red Hydra."""
    if piece is None:
        return ""
    clan, which = CLAN_LETTERS[piece.clan], piece.name.partition(".")[2]
    if piece.kind == "elder":
        return f":{clan}E{piece.hp}"
    if piece.kind == "inka":
        return f":{clan}{which}{'r' if piece.ready else 'g'}"
    return f":{clan}{which}{piece.idol[0].upper()}{'+' + piece.mods if piece.mods else ''}"


# ---------------------------------------------------------------- one unit


def piece_svg(piece: Piece, flip: bool = False) -> str:
    """A unit in a box of radius 1 round (0, 0). `flip`: an Idol with its point down."""
    if piece.kind == "elder":
        body = _elder(piece)
    elif piece.kind == "inka":
        body = _inka(piece)
    else:
        body = _idol(piece, flip)
    return f'<g class="tr-unit clan-{piece.clan}">{body}</g>'


def piece_icon(piece: Piece, size: str = "") -> str:
    """A unit as a picture of its own."""
    style = f' style="{size}"' if size else ""
    return f'<svg class="tr-piece" viewBox="-1.45 -1.4 2.9 2.8" aria-hidden="true"{style}>{piece_svg(piece)}</svg>'


def _sign(piece: Piece) -> str:
    """The letter of the clan, and the number of the unit if it has one: 'R2'."""
    number = piece.name.partition(".")[2]
    return CLAN_LETTERS.get(piece.clan, "?") + (number if number.isdigit() else "")


def _badge(piece: Piece, x: float, y: float) -> str:
    sign = _sign(piece)
    wide = 0.3 if len(sign) == 1 else 0.44
    return (
        f'<rect x="{x - wide:.2f}" y="{y - 0.3:.2f}" width="{2 * wide:.2f}" height=".6" rx=".3" class="u-badge"/>'
        f'<text x="{x}" y="{y + 0.145:.3f}" class="u-badge-t">{sign}</text>'
    )


def _inka(piece: Piece) -> str:
    back = f'<circle cx=".1" cy=".12" r=".98" class="u-back-{"guard" if piece.ready else "ready"}"/>'
    if piece.ready:
        face = (
            '<circle r=".98" class="u-solid"/><circle r=".8" class="u-rim"/>'
            '<path class="u-on" d="M0-.68.17-.46V.1H.42V.28H.13V.46L.19.62H-.19L-.13.46V.28H-.42V.1H-.17V-.46Z"/>'
            '<path class="u-cut" d="M0-.46V.08"/>'
        )
    else:
        face = (
            '<circle r=".98" class="u-open"/><circle r=".83" class="u-ring"/>'
            '<path class="u-fill" d="M0-.6C.18-.48.34-.44.5-.44.52.1.34.44 0 .66-.34.44-.52.1-.5-.44-.34-.44-.18-.48 0-.6Z"/>'
            '<path class="u-cut2" d="M0-.4V.42M-.32-.08H.32"/>'
        )
    return back + face + _badge(piece, 0.7, 0.7)


def _elder(piece: Piece) -> str:
    pips = "".join(
        f'<circle cx="{-0.48 + i * 0.32:.2f}" cy="1.2" r=".11" class="{"u-pip" if i < piece.hp else "u-pip-off"}"/>'
        for i in range(4)
    )
    return (
        '<path class="u-solid" d="M0-1.12-1.04.5.2.98 1.04.42Z"/><path class="u-shade" d="M0-1.12.2.98 1.04.42Z"/>'
        '<path class="u-edge" d="M0-1.12-1.04.5.2.98 1.04.42ZM0-1.12.2.98"/>'
        f'<text x="-.3" y=".5" class="u-hp">{piece.hp}</text>{pips}{_badge(piece, 0.8, 0.05)}'
    )


def _idol(piece: Piece, flip: bool) -> str:
    s = -1 if flip else 1
    bands = ""
    for i, (x, y) in enumerate(((0, -1.08), (0.95, 0.56), (-0.95, 0.56))):
        mod = piece.mods[i : i + 1]
        bands += f'<circle cx="{x}" cy="{y * s}" r=".33" class="u-mod-{mod or "none"}"/>'
        if mod:
            bands += f'<text x="{x}" y="{y * s + 0.155:.3f}" class="u-mod-t">{mod}</text>'
    body = (
        "M0 1.2C.24 1.2 1.12-.28 1.06-.6 1-.86-1-.86-1.06-.6-1.12-.28-.24 1.2 0 1.2Z"
        if flip
        else "M0-1.2C.24-1.2 1.12.28 1.06.6 1 .86-1 .86-1.06.6-1.12.28-.24-1.2 0-1.2Z"
    )
    return (
        f'<path class="u-solid" d="{body}"/>{bands}<circle r=".5" cy="{0.04 * s}" class="u-orb clan-{piece.orb}"/>'
        '<path class="u-shine" d="M-.3-.12A.36.36 0 0 1 .02-.3"/>'
        f'<text y=".26" class="u-idol-t">{piece.idol[:1].upper()}</text>'
        f'<text y="{-0.53 if flip else 0.81}" class="u-own">{_sign(piece)}</text>'
    )


def orb_svg(colour: str) -> str:
    """A loose Orb in a box of radius 1 round (0, 0)."""
    letter = CLAN_LETTERS.get(colour, "?")
    return (
        f'<g class="clan-{colour}"><circle r=".62" class="u-orb"/><path class="u-shine" d="M-.36-.14A.44.44 0 0 1 .02-.36"/>'
        f'<text y=".23" class="tr-orb-t">{letter}</text></g>'
    )


# ---------------------------------------------------------------- geometry


class Shape(NamedTuple):
    """A tria in the points of the picture: corners, middle, the corner at its tip, the left one of the other two."""

    corners: tuple[Point, ...]
    middle: Point
    up: bool
    tip: Point
    left: Point


@lru_cache(maxsize=64)
def shapes(config: Configuration, spin: int = 0) -> tuple[Shape, ...]:
    """The trias of a board where the picture has them, y downwards."""
    angle = radians(spin)

    def turned(point: Point) -> Point:
        x, y = point
        return (x * cos(angle) - y * sin(angle)) * UNIT, -(x * sin(angle) + y * cos(angle)) * UNIT

    found = []
    for place in range(config.planes * TRIAS):
        points = tuple(turned(point) for point in corners(config, place))
        middle = (sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3)
        ordered = sorted(points, key=lambda point: point[1])
        up = abs(ordered[1][1] - ordered[2][1]) < 2
        tip = ordered[0] if up else ordered[2]
        left = min(ordered[1:] if up else ordered[:2], key=lambda point: point[0])
        found.append(Shape(points, middle, up, tip, left))
    return tuple(found)


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _inset(shape: Shape, by: float = 0.84) -> str:
    return _points(_toward(shape.middle, point, by) for point in shape.corners)


def _toward(one: Point, other: Point, by: float) -> Point:
    return one[0] + (other[0] - one[0]) * by, one[1] + (other[1] - one[1]) * by


def _arc(one: Point, other: Point, middle: Point, pad: float = 26) -> tuple[str, Point]:
    """A bow from tria to tria, bent away from the middle of the board, and where it ends."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    long = hypot(dx, dy) or 1
    m = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2)
    n = (-dy / long, dx / long)
    if n[0] * (m[0] - middle[0]) + n[1] * (m[1] - middle[1]) < 0:
        n = (-n[0], -n[1])
    c = (m[0] + n[0] * long * 0.24, m[1] + n[1] * long * 0.24)
    start = _toward(one, c, min(0.4, pad / hypot(c[0] - one[0], c[1] - one[1])))
    end = _toward(other, c, min(0.4, pad / hypot(c[0] - other[0], c[1] - other[1])))
    return f"M{start[0]:.1f} {start[1]:.1f}Q{c[0]:.1f} {c[1]:.1f} {end[0]:.1f} {end[1]:.1f}", end


# ---------------------------------------------------------------- the board


def map_svg(picture: MapPicture) -> str:
    """A board as a picture: trias by type, units, Orbs, and what is to be shown of adjacency."""
    ground = picture.ground
    config = ground.configuration
    trias = shapes(config, picture.spin)
    middle = _middle(trias)
    size = "" if config.planes < 3 else "big" if config.planes < 5 else "huge"
    far = bool(picture.distances)
    parts = [_tria(picture, trias, place, far) for place in range(ground.places)]
    parts += [
        f'<polygon class="tr-plane" points="{_points(outline(trias, plane))}"/>' for plane in range(config.planes)
    ]
    parts += _marks(picture, trias)
    if picture.kinds:
        parts += _neighbours(picture, trias, middle)
    elif picture.selected >= 0:
        parts.append(f'<polygon class="sel" points="{_inset(trias[picture.selected])}"/>')
    parts += [_labels(picture, trias, place, size) for place in range(ground.places)]
    parts += [_standing(picture, trias, place, far) for place in sorted({*picture.pieces, *dict(picture.orbs)})]
    if far:
        parts += [_distance(trias[place], steps) for place, steps in enumerate(picture.distances)]
    if picture.path:
        parts += _path(picture, trias, middle)
    handles = [_turner(turner, trias, middle, size) for turner in picture.turners]
    box = _box(trias, [at for at, _ in handles], 46 if size else 34)
    body = "".join(parts) + "".join(html for _, html in handles)
    arrows = f' data-arrows="{escape(picture.arrows)}"' if picture.arrows else ""
    classes = " ".join(filter(None, ("tr-map", size, "far" if far else "")))
    return (
        f'<svg class="{classes}" viewBox="{box}" role="group" aria-label="{escape(picture.label)}"{arrows}>{body}</svg>'
    )


def _middle(trias: Sequence[Shape]) -> Point:
    xs = [x for shape in trias for x, _ in shape.corners]
    return (min(xs) + max(xs)) / 2, sum(shape.middle[1] for shape in trias) / len(trias)


def outline(trias: Sequence[Shape], plane: int) -> list[Point]:
    """The three corners of a plane."""
    start = plane * TRIAS
    at = trias[start + 6].middle
    return [max(trias[start + index].corners, key=lambda p: hypot(p[0] - at[0], p[1] - at[1])) for index in (0, 9, 15)]


def _pressed(id: str, move: str, said: str) -> str:
    what = f'data-move="{escape(move)}" ' if move else f'data-id="{escape(id)}" ' if id else ""
    role = 'role="button" tabindex="-1"' if what else 'role="img"'
    return f'{what}{role} aria-label="{escape(said)}"'


def _tria(picture: MapPicture, trias: Sequence[Shape], place: int, far: bool) -> str:
    shape, kind = trias[place], picture.ground.types[place]
    mark = picture.marks.get(place, Mark())
    points = _points(shape.corners)
    fill = ""
    if far:
        share = SHADES[min(max(picture.distances[place], 0), len(SHADES) - 1)]
        fill = f' style="fill:color-mix(in oklab,var(--terakh) {share}%,var(--card))"'
    inner = f'<polygon class="face t-{kind}"{fill} points="{points}"/>'
    if not far:
        inner += f'<polygon class="tr-pat" fill="url(#tr-p-{kind})" points="{points}"/>'
        if place not in picture.pieces and kind != "plain" and place not in dict(picture.orbs):
            x, y = shape.middle[0], shape.middle[1] + (2 if shape.up else -2)
            inner += f'<path class="tr-glyph g-{kind}" transform="translate({x:.1f} {y:.1f}) scale(.92)" opacity=".85" d="{RUNES[kind]}"/>'
    off = ' aria-disabled="true"' if mark.state == NOT and (mark.id or mark.move) else ""
    off += f' data-middle="{place}"' if place == _looked_at(picture) else ""
    return f'<g class="tria" {_pressed(mark.id, mark.move, tria_said(picture, place))}{off}>{inner}</g>'


def _looked_at(picture: MapPicture) -> int:
    """The tria that a phone brings into view: what is chosen, else what was refused, else one of those that can be, else a
    unit that can be pointed at; -1 if there is none."""
    if picture.selected >= 0:
        return picture.selected
    for state in (CHOSEN, WRONG, LIT):
        places = [place for place, mark in picture.marks.items() if mark.state == state]
        if places:
            return sorted(places)[len(places) // 2]
    own = sorted(place for place, mark in picture.marks.items() if (mark.id or mark.move) and place in picture.pieces)
    return own[len(own) // 2] if own else -1


def _marks(picture: MapPicture, trias: Sequence[Shape]) -> list[str]:
    """The rings of what is legal, refused or chosen."""
    found = []
    for place, mark in picture.marks.items():
        shape = trias[place]
        if mark.state == LIT:
            x, y = _toward(shape.middle, shape.tip, -0.36)
            found.append(
                f'<polygon class="lit-case" points="{_inset(shape)}"/><polygon class="tr-allowed" points="{_inset(shape)}"/>'
                f'<circle class="tr-allowed-dot" cx="{x:.1f}" cy="{y:.1f}" r="7.5"/>'
            )
        elif mark.state == WRONG:
            x, y = shape.middle
            found.append(
                f'<polygon class="tr-wrong" points="{_inset(shape)}"/>'
                f'<path class="tr-stamp" d="M{x - 14:.1f} {y - 14:.1f}l28 28m0-28l-28 28"/>'
            )
        elif mark.state == CHOSEN:
            found.append(f'<polygon class="sel" points="{_inset(shape)}"/>')
    return found


def _neighbours(picture: MapPicture, trias: Sequence[Shape], middle: Point) -> list[str]:
    """The lit neighbours: a bar across a side, a double bar across planes, a bow for an Orth link."""
    found, over = [], []
    here = trias[picture.selected]
    orths = picture.ground.orths
    for place, kind in picture.kinds.items():
        shape = trias[place]
        ring = f'<polygon class="lit-case" points="{_inset(shape)}"/><polygon class="tr-lit k-{kind}" points="{_inset(shape)}"/>'
        found.append(f'<g class="k-{kind}">{ring}</g>')
        if kind == ORTH:
            way, end = _arc(here.middle, shape.middle, middle, 34)
            over.append(
                f'<path class="arc case" d="{way}"/><path class="arc one" d="{way}"/>'
                f'<circle class="tr-dot k-orth" cx="{end[0]:.1f}" cy="{end[1]:.1f}" r="6.5"/>'
            )
            continue
        shared = [p for p in here.corners if any(hypot(p[0] - q[0], p[1] - q[1]) < 1 for q in shape.corners)]
        m = ((shared[0][0] + shared[1][0]) / 2, (shared[0][1] + shared[1][1]) / 2)
        one, other = _toward(m, shared[0], 0.42), _toward(m, shared[1], 0.42)
        xy = f'x1="{one[0]:.1f}" y1="{one[1]:.1f}" x2="{other[0]:.1f}" y2="{other[1]:.1f}"'
        second = f'<line class="gate2" {xy}/>' if kind == CROSS else ""
        over.append(f'<g class="k-{kind}"><line class="gate-case" {xy}/><line class="gate" {xy}/>{second}</g>')
    if picture.links:
        bows = (pair for pair in combinations(orths, 2) if picture.selected not in pair)
        found += [f'<path class="arc all" d="{_arc(trias[a].middle, trias[b].middle, middle)[0]}"/>' for a, b in bows]
    return [*found, f'<polygon class="sel" points="{_inset(here)}"/>', *over]


def _labels(picture: MapPicture, trias: Sequence[Shape], place: int, size: str) -> str:
    shape = trias[place]
    piece = picture.pieces.get(place)
    wide = piece is not None and piece.kind == "idol"
    drop = {"": 5.0, "big": 6.6, "huge": 8.0}[size]
    x, y = _toward(shape.middle, shape.tip, 0.68 if wide else 0.53)
    u, v = _toward(shape.middle, shape.left, 0.7 if wide else 0.53)
    near = " near-in" if picture.distances and picture.distances[place] <= 1 else ""
    name = NAMES[picture.ground.types[place]][0]
    return (
        f'<text class="tr-tl{near}" x="{x:.1f}" y="{y + drop:.1f}">{name}</text>'
        f'<text class="tr-tn{near}" x="{u + 2:.1f}" y="{v + drop - 1:.1f}">{place}</text>'
    )


def _standing(picture: MapPicture, trias: Sequence[Shape], place: int, far: bool) -> str:
    """The unit on a tria and the Orbs that lie there."""
    shape = trias[place]
    x, y = shape.middle
    found = ""
    piece = picture.pieces.get(place)
    if piece is not None:
        scale = {"idol": 25, "elder": 27, "inka": 28.5}[piece.kind]
        down = 0.0 if piece.kind == "idol" else 5 if shape.up else -5
        if piece.kind == "elder":
            down -= 8 if shape.up else 1
        found += f'<g transform="translate({x:.1f} {y + down:.1f}) scale({scale})">{piece_svg(piece, not shape.up)}</g>'
    lying = [orb for at, orb in picture.orbs if at == place]
    for n, orb in enumerate(lying):
        a, b = _toward(shape.middle, shape.tip, -0.62) if piece is not None else shape.middle
        a += (n - (len(lying) - 1) / 2) * 26
        scale = 17 if piece is not None else 25
        found += f'<g transform="translate({a:.1f} {b:.1f}) scale({scale})">{orb_svg(orb)}</g>'
    return f'<g class="tr-on{" tr-dim" if far else ""}">{found}</g>'


def _distance(shape: Shape, steps: int) -> str:
    x, y = shape.middle
    return f'<text class="tr-dn{" near" if steps <= 1 else ""}" x="{x:.1f}" y="{y + 10:.1f}">{steps}</text>'


def edge_kind(ground: Ground, one: int, other: int) -> str:
    """How two adjacent trias touch: side, cross or orth. Clause: glossary.adjacent, board.orth-links"""
    if other not in ground.physical[one]:
        return ORTH
    return SIDE if plane_of(one) == plane_of(other) else CROSS


def _path(picture: MapPicture, trias: Sequence[Shape], middle: Point) -> list[str]:
    found = []
    steps = list(picture.path)
    for one, other in pairwise(steps):
        kind = edge_kind(picture.ground, one, other)
        here, there = trias[one].middle, trias[other].middle
        if kind == ORTH:
            way = _arc(here, there, middle, 34)[0]
        else:
            start, end = _toward(here, there, 0.3), _toward(here, there, 0.72)
            way = f"M{start[0]:.1f} {start[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"
        found.append(f'<path class="tr-step-case" d="{way}"/><path class="tr-step k-{kind}" d="{way}"/>')
    found += [f'<polygon class="sel" points="{_inset(trias[place])}"/>' for place in (steps[0], steps[-1])]
    for n, place in enumerate(steps[1:], 1):
        shape = trias[place]
        x, y = _toward(shape.middle, shape.tip, -0.42) if place in picture.pieces else shape.middle
        found.append(
            f'<circle class="tr-stepn" cx="{x:.1f}" cy="{y:.1f}" r="15"/><text class="tr-stept" x="{x:.1f}" y="{y + 5.5:.1f}">{n}</text>'
        )
    return found


def _turner(turner: Turner, trias: Sequence[Shape], middle: Point, size: str) -> tuple[Point, str]:
    """The handle that turns a plane, outside a corner that is its own, or outside its outer side."""
    mine = outline(trias, turner.plane)
    planes = [plane for plane in range(len(trias) // TRIAS) if plane != turner.plane]
    others = [corner for plane in planes for corner in outline(trias, plane)]
    free = [corner for corner in mine if all(hypot(corner[0] - x, corner[1] - y) > 1 for x, y in others)]
    outer = sorted(mine, key=lambda corner: -hypot(corner[0] - middle[0], corner[1] - middle[1]))
    start = min(free, key=outer.index) if free else _toward(outer[0], outer[1], 0.5)
    away = atan2(start[1] - middle[1], start[0] - middle[0])
    pad = 58 if size else 44
    x, y = start[0] + cos(away) * pad, start[1] + sin(away) * pad
    said = turner.said or f"Turn plane {turner.plane} by a third"
    scale = {"": "", "big": " scale(1.35)", "huge": " scale(1.6)"}[size]
    off = ' aria-disabled="true"' if not turner.on else ""
    return (x, y), (
        f'<g class="turner{"" if turner.on else " off"}" {_pressed(turner.id, turner.move, said)}{off} '
        f'transform="translate({x:.1f} {y:.1f}){scale}"><circle r="27"/><path d="M-15-8.5A17.5 17.5 0 1 0 2-17.4"/>'
        f'<path d="M-17.5-14-15.5-7-8.6-9.6"/><text y="6.5">{turner.plane}</text></g>'
    )


def _box(trias: Sequence[Shape], handles: Sequence[Point], room: float) -> str:
    xs = [x for shape in trias for x, _ in shape.corners] + [x + s * room for x, _ in handles for s in (-1, 1)]
    ys = [y for shape in trias for _, y in shape.corners] + [y + s * room for _, y in handles for s in (-1, 1)]
    x, y = min(xs) - 10, min(ys) - 10
    return f"{x:.0f} {y:.0f} {max(xs) + 10 - x:.0f} {max(ys) + 10 - y:.0f}"


def board_html(picture: MapPicture) -> str:
    """The board in a frame that scrolls sideways on a phone if it has many planes."""
    planes = picture.ground.configuration.planes
    flat = " flat" if planes == 2 and not picture.spin else ""
    wide = flat if planes < 3 else " wide" if planes < 5 else " wider"
    return f'<div class="tr-scroll tk-across{wide}">{map_svg(picture)}</div>'


def tria_icon(kind: str, up: bool = True) -> str:
    """A tria of a type as a small picture."""
    points = "0,-26 29,24 -29,24" if up else "0,24 29,-26 -29,-26"
    return (
        f'<svg viewBox="-31 -28 62 54" aria-hidden="true"><polygon class="t-{kind}" stroke="var(--ink)" stroke-width="1.5" '
        f'points="{points}"/><polygon class="tr-pat" fill="url(#tr-p-{kind})" points="{points}"/></svg>'
    )


def legend_html(idols: bool = True) -> str:
    """What the signs of the board mean."""
    types = "".join(f"<span>{tria_icon(kind)}<b>{name[0]}</b> {name}</span>" for kind, name in NAMES.items())
    units = [
        (Piece("red", "inka", True), "Inka, Ready"),
        (Piece("red", "inka"), "Inka, Guard"),
        (Piece("red", "elder", hp=4), "Elder, its HP"),
    ]
    if idols:
        units.append((Piece("red", "idol", idol="hydra", orb="red", mods="AD"), "Idol: Orb, A- and D-mods"))
    drawn = "".join(f'<span class="u">{piece_icon(piece)}{text}</span>' for piece, text in units)
    return f'<div class="tr-legend">{types}<hr>{drawn}</div>'


# ---------------------------------------------------------------- beside the board


class SidePicture(NamedTuple):
    """One side of an attack: `does`: attacks or defends; `die` 0 before it is thrown; `strength` once they are compared."""

    piece: Piece
    name: str
    does: str
    die: int = 0
    strength: int | None = None


class FightPicture(NamedTuple):
    """An attack. `ends`: "" while it is under way, succeeds, fails, or called off."""

    one: SidePicture
    other: SidePicture
    ends: str = ""
    note: str = ""


class CardPicture(NamedTuple):
    """A Cast Card of a hand. `card`: its row; `acts`: the attribute that makes it something to press."""

    key: str
    name: str
    card: CastCard | None
    state: str = ""
    acts: str = ""
    copies: int = 1


class SpecLine(NamedTuple):
    """A line of a Spec Card. `open`: the Idol carries enough Mods."""

    line: Line
    open: bool
    state: str = ""
    acts: str = ""


class ClanRow(NamedTuple):
    """A clan beside the board. `placed`: the set-up is over; `acts`: what makes the Fallen Inkas something to press;
    `orb`: the tria on which the Orb of the clan lies loose."""

    name: str
    clan: str
    hp: int
    fallen: int
    idols: tuple[Piece, ...]
    cards: int
    active: bool = False
    placed: bool = True
    pending: int = 0
    state: str = ""
    acts: str = ""
    orb: int = -1


STONE: Final = (
    '<svg class="tr-stone{}" viewBox="0 0 20 22" aria-hidden="true"><path d="M10 1 19 7v8l-9 6-9-6V7Z"/></svg>'
)
BACK: Final = '<svg class="tr-back" viewBox="0 0 20 28" aria-hidden="true"><rect x="1" y="1" width="18" height="26" rx="3"/><path d="M10 7 15 18H5Z"/></svg>'


def _look(state: str) -> str:
    return {LIT: " is-lit", NOT: " is-not", WRONG: " is-wrong", CHOSEN: " is-chosen"}.get(state, "")


def _off(state: str) -> str:
    if state == CHOSEN:
        return ' aria-pressed="true"'
    return ' aria-disabled="true"' if state in (NOT, WRONG) else ""


ASSUMED: Final = '<small class="tr-assumed">assumed</small>'
"""The mark of what is not printed; the heading above says why."""


def _why(text: str) -> str:
    """The mark as something to press, focus or point at, with its reason."""
    why = escape(text, quote=True)
    return f'<button type="button" class="tk-assumed" data-why="{why}">assumed<span class="tk-hidden">: {why}</span></button>'


def turn_html(
    title: str, who: str, mana: int, begins: int, order: Sequence[tuple[str, str, bool]], note: str = ""
) -> str:
    """Round, whose turn, the mana as stones, and the turn order."""
    stones = "".join(STONE.format("" if n < mana else " is-gone") for n in range(max(mana, begins)))
    have = (
        f'<span class="tr-mana" role="img" aria-label="{mana} mana left">{stones}<b>{mana}</b> mana</span>'
        if who
        else ""
    )
    chips = "".join(
        f'<li{" aria-current=true" if now else ""}><span class="clan-{clan}">{name}</span></li>'
        for name, clan, now in order
    )
    row = f'<ol class="tr-order" aria-label="Turn order">{chips}</ol>' if chips else ""
    said = f"<b>{escape(who)}</b>" if who else ""
    return f'<div class="tr-turn"><span>{escape(title)}</span>{said}{have}{row}</div>'


def _die(value: int) -> str:
    text = str(value) if value else "?"
    said = f"die {value}" if value else "die not thrown"
    return (
        f'<svg class="tr-die" viewBox="-20 -22 40 44" role="img" aria-label="{said}"><path d="M0-20 18 0 0 20-18 0Z"/>'
        f'<text y="7">{text}</text></svg>'
    )


def _side(side: SidePicture) -> str:
    change = "" if side.strength is None else f"{side.strength - side.die:+d}".replace("-", "−").replace("+0", "")
    total = "" if side.strength is None else f"<b>{escape(change)} = {side.strength}</b>"
    return (
        f'<div class="tr-side">{piece_icon(side.piece)}<span><b>{escape(side.name)}</b> {side.does}</span>'
        f"<span>{_die(side.die)}{total}</span></div>"
    )


def fight_html(fight: FightPicture) -> str:
    """An attack: both units, their dice, their strengths, and how it ends."""
    ends = (
        f'<p class="tr-ends is-{fight.ends.replace(" ", "-")}">The attack {"is " if fight.ends == "called off" else ""}{fight.ends}.</p>'
        if fight.ends
        else '<p class="tr-ends">Not settled yet.</p>'
    )
    note = f'<p class="tk-small">{escape(fight.note)}</p>' if fight.note else ""
    return (
        f'<section class="tr-fight" aria-label="Combat">{_side(fight.one)}<span class="tr-vs" aria-hidden="true">against</span>'
        f"{_side(fight.other)}{ends}{note}</section>"
    )


def fight_text(fight: FightPicture) -> str:
    """The same as a line of text."""
    said = []
    for side in (fight.one, fight.other):
        die = f", die {side.die}" if side.die else ""
        total = f", strength {side.strength}" if side.strength is not None else ""
        said.append(f"{side.name} {side.does}{die}{total}")
    ends = f" The attack {'is ' if fight.ends == 'called off' else ''}{fight.ends}." if fight.ends else ""
    return f"Combat: {'; '.join(said)}.{ends} {fight.note}".strip()


def clan_sign(key: str) -> str:
    """The Inka of a clan, for a button whose key is 'clan-red'."""
    clan = key.removeprefix("clan-")
    return piece_icon(Piece(clan, "inka", True)) if key.startswith("clan-") else ""


def rune_icon(rune: str) -> str:
    """A rune as a small picture."""
    return f'<svg class="tr-rune" viewBox="-22 -24 44 48" aria-hidden="true"><path class="tr-glyph g-{rune}" d="{RUNES[rune]}"/></svg>'


def hand_html(cards: Sequence[CardPicture], title: str, name: str) -> str:
    """Cast Cards side by side, with their texts."""
    body = "".join(f"<li>{cast_card_html(card)}</li>" for card in cards)
    why = "No text of a Cast Card is published. The effects that are marked are the kit’s own."
    mark = _why(why) if "tr-assumed" in body else ""
    return f'<h3 class="tr-h3">{escape(title)}{mark}</h3><ul class="tr-hand" aria-label="{escape(title)}" data-arrows="{name}">{body}</ul>'


def cast_card_html(picture: CardPicture) -> str:
    """A Cast Card with its rune and its text."""
    row = picture.card
    rune = row.rune if row is not None and row.rune != "none" else ""
    sign = f'<span class="tr-card-rune">{rune_icon(rune)}{NAMES[rune]}</span>' if rune else ""
    words = f"<span>{escape(row.text)}</span>" if row else ""
    invented = row is not None and row.provenance not in ("printed", "official")
    mark = ASSUMED if invented else ""
    many = f'<span class="tr-many">×{picture.copies}</span>' if picture.copies > 1 else ""
    tag = "button" if picture.acts else "div"
    kind = ' type="button"' if picture.acts else ""
    look = f"tr-card{_look(picture.state)}"
    return f'<{tag}{kind} class="{look}" {picture.acts}{_off(picture.state)}><b>{escape(picture.name)}</b>{many}{sign}{words}{mark}</{tag}>'


def spec_html(piece: Piece, rows: Sequence[SpecLine]) -> str:
    """The Spec Card of an Idol: every line with its Mods and its mana; lines to order can be pressed."""
    mods = f"{len(piece.mods)} Mod{'' if len(piece.mods) == 1 else 's'}"
    body = "".join(f"<li>{spec_line_html(row)}</li>" for row in rows)
    clan, number = piece.clan.capitalize(), piece.name.partition(".")[2]
    title = f"{escape(f'{clan} {number}')}: {escape(piece.idol.capitalize())}, {mods}"
    own = "The rulebook prints the Guardian’s card only. The lines that are marked are this kit’s own or concluded."
    mark = _why(own) if "tr-assumed" in body else ""
    return (
        f'<section class="tr-spec" aria-label="Spec Card: {title}"><h3 class="tr-h3">{piece_icon(piece)}{title}{mark}</h3>'
        f'<ul data-arrows="spec">{body}</ul></section>'
    )


def spec_line_html(row: SpecLine) -> str:
    """A line of a Spec Card with its Mods and its mana."""
    line = row.line
    needs = (
        f'<span class="tr-needs{"" if row.open else " is-short"}">{line.mods} Mod{"" if line.mods == 1 else "s"}</span>'
    )
    price = (
        f'<span class="tr-price">{line.mana} mana</span>' if line.is_order else '<span class="tr-price">0 mana</span>'
    )
    mark = "" if line.provenance in ("printed", "official") else ASSUMED
    inner = f"<b>{escape(line.name)}</b>{needs}{price}<span>{escape(line.text)}</span>{mark}"
    look = f"tr-line{_look(row.state)}{'' if row.open else ' is-closed'}"
    if not row.acts:
        return f'<div class="{look}">{inner}</div>'
    return f'<button type="button" class="{look}" {row.acts}{_off(row.state)}>{inner}</button>'


def clans_html(rows: Sequence[ClanRow]) -> str:
    """Every clan: its Elder, its Idols, its Fallen Inkas, its cards."""
    return f'<ul class="tr-clans" aria-label="Clans">{"".join(_clan(row) for row in rows)}</ul>'


def _clan(row: ClanRow) -> str:
    if not row.clan:
        return f'<li class="tr-clan"><b>{escape(row.name)}</b><span class="tk-small">No clan yet.</span></li>'
    elder = (
        f'<span class="tr-fact">{piece_icon(Piece(row.clan, "elder", hp=row.hp))}{row.hp} HP</span>'
        if row.hp
        else '<span class="tr-fact">No Elder</span>'
        if row.placed
        else ""
    )
    idols = "".join(
        f'<span class="tr-fact">{piece_icon(piece)}{escape(piece.idol.capitalize())}'
        f"{', ' + ' '.join(piece.mods) if piece.mods else ''}</span>"
        for piece in row.idols
    )
    icon = piece_icon(Piece(row.clan, "inka"))
    word = "Fallen" if row.placed else "to place"
    fallen = f"{icon}{row.fallen} {word}" if row.fallen else ""
    if fallen and row.acts:
        say = '<span class="tk-hidden">: summon one of your Fallen Inkas</span>'
        fallen = f'<button type="button" class="tr-fact tr-fallen{_look(row.state)}" {row.acts}{_off(row.state)}>{fallen}{say}</button>'
    elif fallen:
        fallen = f'<span class="tr-fact">{fallen}</span>'
    cards = f'<span class="tr-fact">{BACK}{row.cards} card{"" if row.cards == 1 else "s"}</span>' if row.cards else ""
    later = f'<span class="tr-fact">{row.pending:+d} mana next turn</span>'.replace("-", "−") if row.pending else ""
    lies = f'<span class="tr-fact">Orb on {row.orb}</span>' if row.orb >= 0 else ""
    now = ' aria-current="true"' if row.active else ""
    facts = f"{elder}{idols}{lies}{fallen}{cards}{later}"
    return f'<li class="tr-clan clan-{row.clan}"{now}><b>{escape(row.name)}</b>{facts}</li>'


def row_text(row: ClanRow) -> str:
    """A clan as a line of text."""
    if not row.clan:
        return f"{row.name}: no clan yet."
    idols = "".join(f", {piece.idol.capitalize()}{' ' + piece.mods if piece.mods else ''}" for piece in row.idols)
    elder = f"Elder {row.hp} HP" if row.hp else "no Elder"
    lies = f", Orb on {row.orb}" if row.orb >= 0 else ""
    turn = ", has the turn" if row.active else ""
    return (
        f"{row.name}: {elder}{idols}{lies}, {row.fallen} {'Fallen' if row.placed else 'to place'}, "
        f"{row.cards} card{'' if row.cards == 1 else 's'}{turn}."
    )


def score_html(rows: Sequence[tuple[str, str, int, int, int, int]]) -> str:
    """HP, Mods, units on the board and cards of every clan, as a table."""
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{hp or "no Elder"}</td><td>{mods}</td><td>{units}</td><td>{cards}</td></tr>'
        for name, _, hp, mods, units, cards in rows
    )
    heads = "".join(f'<th scope="col">{text}</th>' for text in ("Clan", "HP", "Mods", "Units", "Cards"))
    return f'<h2 class="tk-h2">How the clans stand</h2><table class="tr-score"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>'


def signs_html(idols: bool) -> str:
    """What the signs of the board mean, to be opened."""
    return f'<details class="tr-signs"><summary>What the signs mean</summary>{legend_html(idols)}</details>'


def position_picture(table: Table, **more: Any) -> MapPicture:
    """The picture of a table's board, for `map_svg`."""
    return MapPicture(table.ground, pieces_of(table), table.loose, **more)


__all__ = [
    "CHOSEN",
    "HEIGHT",
    "UNITS",
    "MapPicture",
    "Mark",
    "Piece",
    "Turner",
    "board_html",
    "board_text",
    "css",
    "map_svg",
    "piece_icon",
    "piece_said",
    "pieces_of",
    "position_picture",
    "sprite",
    "tria_icon",
    "tria_said",
]
