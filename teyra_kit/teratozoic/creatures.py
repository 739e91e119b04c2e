"""What does a part look like as a piece of a creature, with its ends on any sides?

A drawing is 150 by 200, the size of a card. An end is half tab, half notch: turned by half a turn it is the same shape,
so any end fits any other. Any part can be drawn, also one of an owner's list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final, TypeAlias
from zlib import crc32

from .parts import Part

WIDTH, HEIGHT = 150, 200
RIGHT, DOWN, LEFT, UP = "RDLU"
AROUND: Final = (RIGHT, DOWN, LEFT, UP)
"""The sides of a card, clockwise."""
MIDDLE: Final = MappingProxyType({RIGHT: (150, 100), DOWN: (75, 200), LEFT: (0, 100), UP: (75, 0)})
"""Where an end leaves the card."""
Draw: TypeAlias = Callable[[], str]

PATTERNS: Final = (
    '<pattern id="tz-green" width="18" height="14" patternUnits="userSpaceOnUse"><path class="tz-pk c-green" d="M0 4q4.5 8 9 0t9 0M-9 11q4.5 8 9 0t9 0 9 0"/></pattern>'
    '<pattern id="tz-orange" width="15" height="15" patternUnits="userSpaceOnUse" patternTransform="rotate(24)"><path class="tz-pk c-orange" style="stroke-width:3.4" d="M4 0V15"/></pattern>'
    '<pattern id="tz-purple" width="18" height="18" patternUnits="userSpaceOnUse"><circle class="tz-pf c-purple" cx="5" cy="5" r="2.8"/><circle class="tz-pf c-purple" cx="14" cy="14" r="1.9"/></pattern>'
)
CRESTS: Final = MappingProxyType(
    {
        "green": "M0-12 11-6V6L0 12-11 6V-6Z",
        "orange": "M0-12A12 12 0 1 1-.01-12Z",
        "purple": "M0-13 13 0 0 13-13 0Z",
    }
)
"""Each colour has a shape of its own: hexagon, circle, diamond."""


# ---------------------------------------------------------------- small pieces


def eye(x: float, y: float, r: float, dx: float = 0, dy: float = 0) -> str:
    """An eye that looks to one side."""
    return (
        f'<circle class="tz-eye" cx="{x}" cy="{y}" r="{r}"/><circle class="tz-pupil" cx="{x + dx}" cy="{y + dy}" r="{r * 0.52:.1f}"/>'
        f'<circle class="tz-glint" cx="{x + dx - r * 0.16:.1f}" cy="{y + dy - r * 0.2:.1f}" r="{r * 0.17:.1f}"/>'
    )


def foot(x: float, y: float) -> str:
    """A foot with claws, its sole at y."""
    return (
        f'<path class="tz-skin" d="M{x - 11} {y - 22}C{x - 12} {y - 8} {x - 22} {y - 8} {x - 23} {y + 2}Q{x - 23} {y + 7} {x - 17} {y + 7}'
        f'H{x + 10}Q{x + 14} {y + 6} {x + 13} {y - 2}L{x + 11} {y - 22}"/><path class="tz-claw" d="M{x - 24} {y + 7}q-6-1-6-6 5-3 8 1Z'
        f'M{x - 12} {y + 8}q-5 1-7-4 4-5 8-1ZM{x} {y + 8}q-5 1-7-4 4-5 8-1Z"/>'
    )


def tentacle(path: str, suckers: Iterable[tuple[float, float]] = ()) -> str:
    """A tentacle along a path."""
    dots = "".join(f'<circle class="tz-suck" cx="{x}" cy="{y}" r="2.7"/>' for x, y in suckers)
    return f'<path class="tz-tent0" d="{path}"/><path class="tz-tent1" d="{path}"/>{dots}'


def body(path: str, colour: str) -> str:
    """Skin along an outline, with the pattern of its colour."""
    return f'<path class="tz-skin" d="{path}"/><path class="tz-ptn" d="{path}" fill="url(#tz-{colour})"/>'


def line(path: str) -> str:
    """A stroke of ink."""
    return f'<path class="tz-ln" d="{path}"/>'


def spikes(path: str) -> str:
    """Horns, spikes, fins: what grows from the skin."""
    return f'<path class="tz-skin2" d="{path}"/>'


def maw(path: str) -> str:
    """An open mouth."""
    return f'<path class="tz-maw" d="{path}"/>'


def teeth(path: str) -> str:
    """Teeth."""
    return f'<path class="tz-tooth" d="{path}"/>'


# ---------------------------------------------------------------- a body with ends on any sides


def _at(side: str, along: float, out: float) -> str:
    """A point near an end, seen from inside: `along` the edge clockwise, `out` beyond the card."""
    x, y = {
        RIGHT: (150 + out, 100 + along),
        DOWN: (75 - along, 200 + out),
        LEFT: (-out, 100 - along),
        UP: (75 + along, -out),
    }[side]
    return f"{x:g} {y:g}"


BULGE: Final = MappingProxyType({RIGHT: (128, 100), DOWN: (75, 152), LEFT: (22, 100), UP: (75, 49)})
"""How far a body comes where it has no end."""
CORNERS: Final = MappingProxyType({RIGHT: (112, 141), DOWN: (38, 141), LEFT: (38, 59), UP: (112, 59)})
"""Where the outline is between a side and the next."""
ALONG: Final = MappingProxyType({RIGHT: (0, 1), DOWN: (-1, 0), LEFT: (0, -1), UP: (1, 0)})
OUTWARD: Final = MappingProxyType({RIGHT: (1, 0), DOWN: (0, 1), LEFT: (-1, 0), UP: (0, -1)})


def _end(side: str) -> str:
    """The edge of an end, clockwise, from where the outline reaches it."""
    points = ((-22, 12), (-4, 12), (0, 0), (4, -12), (22, -12), (24, 0))
    return "C" + " ".join(_at(side, along, out) for along, out in points)


def outline(sides: str) -> str:
    """A round body whose ends are on these sides."""
    first = AROUND[0]
    parts = ["M" + (_at(first, -24, 0) if first in sides else f"{BULGE[first][0]} {BULGE[first][1]}")]
    for place, side in enumerate(AROUND):
        after = AROUND[(place + 1) % 4]
        if side in sides:
            parts.append(_end(side))
        x, y = MIDDLE[side] if side in sides else BULGE[side]
        ax, ay = ALONG[side]
        ox, oy = OUTWARD[side]
        cx, cy = CORNERS[side]
        turn = ((ax - ox) * 0.7, (ay - oy) * 0.7)  # the way the outline runs at the corner
        if side in sides:
            leave = (x + 24 * ax - 22 * ox, y + 24 * ay - 22 * oy)
            near = 10.0
        else:
            leave = (x + 22 * ax, y + 22 * ay)
            near = 18.0
        parts.append(f"C{leave[0]:g} {leave[1]:g} {cx - near * turn[0]:g} {cy - near * turn[1]:g} {cx} {cy}")
        bx, by = ALONG[after]
        qx, qy = OUTWARD[after]
        if after in sides:
            mx, my = MIDDLE[after]
            arrive = (mx - 24 * bx, my - 24 * by)
            before = (arrive[0] - 22 * qx, arrive[1] - 22 * qy)
            near = 10.0
        else:
            arrive = BULGE[after]
            before = (arrive[0] - 22 * bx, arrive[1] - 22 * by)
            near = 18.0
        parts.append(
            f"C{cx + near * turn[0]:g} {cy + near * turn[1]:g} {before[0]:g} {before[1]:g} {arrive[0]:g} {arrive[1]:g}"
        )
    return "".join(parts) + "Z"


def _top(part: Part, sides: str) -> str:
    """What grows on the head; nothing where an end goes up."""
    if part.colour == "green":
        if UP in sides:
            return spikes("M28 62 16 40 44 52ZM106 52 134 40 122 62Z")
        return spikes("M40 62 38 34 60 52ZM60 54 66 28 82 50ZM80 52 98 30 100 56ZM98 58 118 42 116 66Z")
    if part.colour == "orange":
        if UP in sides:
            return tentacle("M34 66C22 60 20 50 12 46") + tentacle("M116 66C128 60 130 50 138 46")
        if part.value % 2:
            return tentacle("M50 66C42 58 50 50 46 41 44 35 37 38 39 42", [(46, 58), (47, 49)]) + tentacle(
                "M100 66C108 58 100 50 105 41 108 35 114 39 111 43", [(104, 56), (103, 48)]
            )
        return (
            '<path class="tz-skin" d="M36 68C20 48 26 30 34 28 46 28 54 40 58 58ZM92 58C96 40 106 28 116 28 124 32 130 50 112 68Z"/>'
            '<path class="tz-skin2" d="M38 58C30 46 32 38 36 37 42 38 46 46 48 54ZM102 54C104 46 110 38 114 37 118 40 118 48 110 60Z"/>'
        )
    if UP in sides:
        return spikes("M36 66 10 50 28 84ZM114 66 140 50 122 84Z")
    if part.value % 2:
        return (
            spikes("M64 54C60 40 70 24 75 20 80 24 90 40 86 54Z")
            + spikes("M40 66 28 44 56 56Z")
            + spikes("M110 66 122 44 94 56Z")
        )
    return spikes("M56 56 52 28 74 50ZM88 52 100 26 106 60Z")


def _below(part: Part, sides: str) -> str:
    """What the body stands on; nothing where an end goes down."""
    if DOWN in sides:
        return ""
    if part.colour == "purple":
        return (
            tentacle("M48 138C40 150 50 156 42 170", [(46, 148), (45, 158)])
            + tentacle("M75 144C70 156 80 162 74 174", [(73, 154), (76, 163)])
            + tentacle("M102 138C102 150 112 156 106 170", [(103, 148), (108, 158)])
        )
    return foot(54, 160) + foot(104, 160)


def _arms(part: Part, sides: str) -> str:
    """Small arms where the body has no end at its flanks."""
    found = ""
    if LEFT not in sides:
        found += tentacle("M36 106C20 104 16 116 12 126", [(20, 110), (15, 119)] if part.colour == "purple" else ())
    if RIGHT not in sides:
        found += tentacle(
            "M114 106C130 104 134 116 138 126", [(130, 110), (135, 119)] if part.colour == "purple" else ()
        )
    return found


def _face(part: Part) -> str:
    """Eyes and mouth: the more a part is worth, the more of them."""
    glance = crc32(part.id.encode()) % 3 - 1
    dx = 2 * glance
    wide = (
        maw("M44 114C60 121 90 121 106 113 104 140 46 142 44 114Z")
        + teeth("M50 116 55 126 61 118ZM64 119 69 129 75 120ZM78 120 83 129 89 118ZM92 118 97 126 102 115ZM60 134 66 125 72 136ZM78 136 84 125 90 134Z")
    )  # fmt: skip
    if part.value == 1:
        return (
            eye(60, 88, 11, dx, 2)
            + eye(92, 88, 11, dx, 2)
            + line("M56 116q19 14 38 0")
            + teeth("M66 121 70 130 76 122Z")
        )
    if part.value == 2:
        mouth = maw("M54 114C64 118 88 118 98 112 94 130 60 132 54 114Z") + teeth(
            "M60 116 65 125 70 118ZM82 118 87 125 92 116Z"
        )
        return eye(58, 84, 9, dx, 1) + eye(90, 84, 15, dx, 2) + line("M76 68q14-9 28-1") + mouth
    if part.value == 3:
        three = eye(48, 92, 10, dx, 1) + eye(75, 80, 12, dx, 2) + eye(102, 92, 10, dx, 1)
        return three + line("M52 118q23 12 46-1") + teeth("M60 121.5 65 131 70 123ZM80 123 85 131 90 120.5Z")
    if part.value == 4:
        return (
            eye(75, 86, 21, dx * 1.5, 2)
            + line("M52 62q22-16 46 0")
            + line("M54 120q18 8 42-1")
            + teeth("M61 122.5 66 132 71 123.5ZM79 123.5 84 132 89 121Z")
        )
    if part.value == 5:
        return eye(75, 84, 17, dx, 1) + line("M54 66q20-14 42 0") + wide
    brows = line("M42 66 64 76") + line("M108 66 86 76")
    tongue = '<path class="tz-tongue" d="M66 136C66 128 84 126 86 134 88 144 84 152 78 152 70 152 66 144 66 136Z"/>'
    return eye(56, 86, 13, dx + 2, 3) + eye(94, 86, 13, dx - 2, 3) + brows + wide + tongue


def _trunk(part: Part, sides: str) -> str:
    return (
        _top(part, sides) + _arms(part, sides) + _below(part, sides) + body(outline(sides), part.colour) + _face(part)
    )


# ---------------------------------------------------------------- heads, limbs and tails: parts with one end

RIGHT_EDGE: Final = (
    "C138 114 138 96 150 92 162 88 162 70 150 68",
    "C162 114 162 96 150 92 138 88 138 70 150 68",
)
"""The edge of an end at the right, upwards; as drawn, and for a drawing that will be mirrored."""
LEFT_EDGE: Final = (
    "C-12 114-12 96 0 92 12 88 12 70 0 68",
    "C12 114 12 96 0 92-12 88-12 70 0 68",
)


def _jaws(colour: str, edge: str) -> str:
    return (
        spikes("M52 50 50 26 68 42ZM74 42 80 18 94 40ZM100 44 114 24 118 54ZM120 56 136 42 136 66Z")
        + maw("M22 90 92 98 34 118C24 112 20 100 22 90Z")
        + '<path class="tz-tongue" d="M88 99C70 98 52 100 38 112 54 116 74 110 88 99Z"/>'
        + body(f"M150 68C130 62 122 48 98 42 70 35 40 48 24 68 14 80 16 92 26 92L92 98 40 116C34 118 34 124 40 128 58 140 92 140 112 130 126 122 138 116 150 116{edge}Z", colour)
        + teeth("M31 93 36 105 41 93.8ZM45 94.5 50 106.5 55 95.3ZM59 96 64 108 69 96.8ZM73 97.5 78 109.5 83 98.3Z")
        + teeth("M46 115 51 103 57 112ZM62 110 68 99 73 106Z")
        + line("M26 80q3-5 7-3M62 54q12-12 32-4")
        + eye(80, 66, 13, -3, 2)
        + line("M108 120q12-4 22-6")
    )  # fmt: skip


def _stalks(colour: str, edge: str) -> str:
    return (
        tentacle("M66 58C64 50 60 46 58 40")
        + tentacle("M88 56C92 48 96 46 98 40")
        + body(f"M150 68C136 70 122 68 110 62 96 46 62 46 46 62 28 80 30 112 48 126 66 140 96 136 110 122 122 114 136 114 150 116{edge}Z", colour)
        + eye(56, 36, 13.5, -3, 3)
        + eye(99, 36, 13.5, -3, 3)
        + maw("M46 98C58 104 82 105 100 97 96 118 54 122 46 98Z")
        + teeth("M54 101 59 112 65 103ZM82 103 88 112 93 100Z")
        + '<circle class="tz-pf" cx="42" cy="88" r="4"/><circle class="tz-pf" cx="104" cy="88" r="4"/>'
    )  # fmt: skip


def _cyclops(colour: str, edge: str) -> str:
    return (
        tentacle("M46 116C40 134 50 142 42 158", [(44, 128), (46, 142)])
        + tentacle("M70 122C66 138 76 146 70 162", [(69, 136), (72, 149)])
        + tentacle("M96 120C94 136 104 142 100 158", [(96, 134), (101, 146)])
        + body(f"M150 68C134 68 128 54 108 44 82 32 46 40 34 68 26 88 28 108 34 120 42 130 52 122 58 118 66 130 78 130 86 120 94 128 104 130 112 120 124 114 138 115 150 116{edge}Z", colour)
        + eye(70, 78, 21, -4, 2)
        + line("M46 56q22-18 48-2")
        + line("M50 108q18 8 38-1")
        + teeth("M58 110.5 62 119 67 111.5ZM74 111.5 78 119 83 109Z")
        + spikes("M60 40 58 22 74 37ZM88 38 96 20 104 43Z")
    )  # fmt: skip


def _claw(colour: str, edge: str) -> str:
    """A pincer."""
    return (
        spikes("M100 74 106 50 122 70ZM78 60 74 40 94 66Z")
        + body(f"M150 68C130 68 116 76 102 76 92 52 66 34 40 38 20 42 12 60 20 78 24 86 30 82 34 78 42 74 54 78 60 90 48 92 36 96 30 104 24 98 16 104 20 116 26 136 52 144 76 134 90 128 98 116 104 108 118 110 134 116 150 116{edge}Z", colour)
        + teeth("M26 79 32 90 38 76ZM40 75.5 46 87 51 79ZM34 101 38 91 44 97ZM48 94 52 85 57 91Z")
        + line("M104 78q-8 14-2 28M118 76q-6 16 0 34")
    )  # fmt: skip


def _leg(colour: str, edge: str) -> str:
    """A leg that stands on its toes."""
    return (
        body(f"M150 68C118 58 84 58 66 82 56 96 62 116 56 130 50 142 34 136 26 146 20 156 26 164 36 164L92 164C102 162 102 150 98 140 94 128 108 118 126 116 134 115 142 116 150 116{edge}Z", colour)
        + '<path class="tz-claw" d="M34 165q-12 2-16-7 8-9 16 0ZM52 166q-9 3-14-5 6-9 15-2ZM72 166q-9 3-14-5 6-9 15-2Z"/>'
        + line("M74 132q10 6 22 4M70 100q4-12 16-18")
        + spikes("M96 64 104 44 116 62ZM120 62 132 46 138 65Z")
    )  # fmt: skip


def _curl(colour: str, edge: str) -> str:
    """A tentacle, rolled up."""
    dots = "".join(
        f'<circle class="tz-suck" cx="{x}" cy="{y}" r="{r}"/>'
        for x, y, r in ((112, 104, 4.5), (92, 92, 4), (72, 84, 3.6), (52, 92, 3.2), (44, 110, 3), (54, 126, 2.6))
    )
    return (
        body(f"M150 68C110 66 74 46 44 66 16 88 18 138 56 144 90 148 104 118 86 104 72 94 56 104 62 120 66 112 76 116 72 124 64 134 50 126 48 112 48 92 74 86 94 102 112 116 134 116 150 116{edge}Z", colour)
        + dots
    )  # fmt: skip


def _haunch(colour: str, edge: str) -> str:
    """Hind legs and a tail; its end is at the left."""
    return foot(44, 142) + foot(80, 143) + _tail(colour, edge)


def _tail(colour: str, edge: str) -> str:
    """A tail alone."""
    return (
        spikes("M20 68 26 48 40 66ZM48 68 58 50 68 74ZM74 80 90 66 90 88Z")
        + body(f"M0 68C40 60 70 74 88 92 97 102 107 97 106 86 105 76 97 70 103 59L92 57 113 31 130 57 119 58C113 67 127 74 127 92 127 118 100 130 76 124 48 116 30 114 0 116{edge}Z", colour)
        + line("M18 104q14-3 24 0")
    )  # fmt: skip


def _rump(colour: str, edge: str) -> str:
    """A hind leg and a bushy tail; its end is at the left."""
    return foot(40, 142) + _brush(colour, edge)


def _brush(colour: str, edge: str) -> str:
    """A bushy tail alone."""
    return (
        body(f"M0 68C26 66 50 78 66 76 62 58 70 40 92 30 100 26 104 32 102 38 112 32 122 36 120 46 130 44 136 52 130 60 138 64 138 76 130 80 136 90 128 100 118 98 114 110 100 114 88 112 62 124 30 118 0 116{edge}Z", colour)
        + line("M82 92q8-20 24-34M96 98q8-12 18-18")
    )  # fmt: skip


Form: TypeAlias = Callable[[str, str], str]
ONE_END: Final[Mapping[tuple[str, int], tuple[str, Form]]] = MappingProxyType(
    {
        ("green", 1): (LEFT, _haunch), ("green", 2): (RIGHT, _leg), ("green", 3): (RIGHT, _claw), ("green", 6): (RIGHT, _jaws),
        ("orange", 1): (RIGHT, _stalks), ("orange", 2): (LEFT, _rump), ("orange", 3): (RIGHT, _leg),
        ("purple", 1): (RIGHT, _curl), ("purple", 2): (RIGHT, _claw), ("purple", 4): (RIGHT, _cyclops),
    }
)  # fmt: skip
"""Parts with one end that are no round head: the side on which they are drawn with it, and how."""
LIMBS: Final[Mapping[Form, Form]] = MappingProxyType(
    {_claw: _claw, _leg: _leg, _curl: _curl, _haunch: _tail, _rump: _brush}
)
"""Limbs and tails, and how each hangs from another part."""


def native_side(part: Part) -> str:
    """The side on which the end of a part with one end looks best."""
    return ONE_END.get((part.colour, part.value), (RIGHT, None))[0]


def is_limb(part: Part) -> bool:
    """Whether a part with one end is a limb or a tail, and so hangs well from another part."""
    return part.ends == 1 and ONE_END.get((part.colour, part.value), (RIGHT, None))[1] in LIMBS


@lru_cache(maxsize=4096)
def art(part: Part, sides: str) -> str:
    """The creature of a part whose ends are on these sides."""
    native, form = ONE_END.get((part.colour, part.value), (RIGHT, None))
    if len(sides) != 1 or form is None or (sides in (UP, DOWN) and form not in LIMBS):
        return _trunk(part, sides)
    edges = RIGHT_EDGE if native == RIGHT else LEFT_EDGE
    if sides in (LEFT, RIGHT):
        mirrored = sides != native
        drawn = form(part.colour, edges[mirrored])
        where = "translate(150 8) scale(-1 1)" if mirrored else "translate(0 8)"
    else:
        drawn = LIMBS[form](part.colour, edges[0])
        turn = {(RIGHT, DOWN): 90, (RIGHT, UP): -90, (LEFT, DOWN): -90, (LEFT, UP): 90}[native, sides]
        where = f"translate(0 {25 if sides == DOWN else -25}) rotate({turn} 75 100) translate(0 8)"
    return f'<g transform="{where}">{drawn}</g>'


@cache
def star() -> str:
    """The points of the badge of a doubling mark."""
    from math import cos, pi, sin

    points = ((i * pi / 10, 14 if i % 2 else 17.5) for i in range(20))
    return " ".join(f"{r * sin(a):.1f},{-r * cos(a):.1f}" for a, r in points)
