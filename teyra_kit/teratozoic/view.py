"""What do parts, monsters and piles look like: as a picture, as text, as a spoken sentence?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files
from typing import Final, NamedTuple

from ..core.scene import LIT, NOT, WRONG
from .creatures import CRESTS, DOWN, HEIGHT, LEFT, MIDDLE, PATTERNS, RIGHT, UP, WIDTH, art, star
from .monsters import LayoutValue, Summand
from .parts import NO_SET, Part
from .placing import Place

CHOSEN: Final = "chosen"
css: Final = files(__package__).joinpath("view.css").read_text(encoding="utf-8")

STITCHES: Final = "".join(
    f'<path class="tz-stitch" d="M{a} {y - 1}L{b} {y + 1}"/>'
    for a, b, y in ((3, 14, -17), (4, 16, -9), (-6, 6, 0), (-16, -4, 9), (-15, -3, 17))
)
FLESH: Final = "M0-22C12-20 12-4 0 0-12 4-12 20 0 22"
SYMBOLS: Final = (
    f'<g id="tz-stitches">{STITCHES}</g>'
    f'<g id="tz-open"><path class="tz-flesh0" d="{FLESH}"/><path class="tz-flesh" d="{FLESH}"/></g>'
    f'<polygon id="tz-star" class="tz-dbl" points="{star()}"/>'
    '<g id="tz-cross"><circle r="8" class="tz-tag"/><path class="tz-tagl" d="M-5.7-5.7 5.7 5.7M5.7-5.7-5.7 5.7"/></g>'
    '<g id="tz-dot"><circle r="8" class="tz-tag"/><circle r="2.6" fill="var(--ink-2)"/></g>'
)
COLOR: Final = "--terato"
"""The variable of the game's colour."""
SET_SYMBOLS: Final = {"cross": "tz-cross", "dot": "tz-dot"}
STATES: Final = {LIT: "is-lit", NOT: "is-not", WRONG: "is-wrong", CHOSEN: "is-on"}
RING: Final = 28
"""How far the ring of a free end reaches beyond the card."""


def sprite() -> str:
    """The drawings that all pictures refer to, for once a page."""
    return (
        '<svg width="0" height="0" style="position:absolute" aria-hidden="true" focusable="false">'
        f"<defs>{PATTERNS}{SYMBOLS}</defs></svg>"
    )


# ---------------------------------------------------------------- in words


def ends_said(ends: int) -> str:
    """How many ends: "no end", "1 end", "2 ends"."""
    return f"{ends or 'no'} end{'' if ends == 1 else 's'}"


def part_said(part: Part) -> str:
    """A part as a sentence says it. Clause: card.value, card.colour, card.free-end, card.no-free-end, card.set-mark"""
    told = [f"{part.colour} {part.value}", ends_said(part.ends)]
    if part.doubles:
        told.append("doubles")
    if part.advanced:
        told.append("marked A")
    if part.set != NO_SET:
        told.append(f"{part.set} set")
    return ", ".join(told)


def name_of(part: Part) -> str:
    """A part with its name: "G6a, green 6, 1 end"."""
    return f"{part.id}, {part_said(part)}"


def colour_said(monster: Sequence[Part]) -> str:
    """The colour of a monster, or "mixed"."""
    colours = {part.colour for part in monster}
    return colours.pop() if len(colours) == 1 else "mixed"


def monster_said(monster: Sequence[Part]) -> str:
    """A monster as a sentence says it: its colour and its parts."""
    if len(monster) == 1:
        return part_said(monster[0])
    names = ", ".join(f"{part.colour} {part.value}" for part in monster)
    return f"{colour_said(monster)} monster of {len(monster)}: {names}"


def parts_said(parts: Sequence[Part]) -> str:
    """Several parts by their names: "G6a, G1a and O5b"."""
    return listed([part.id for part in parts])


def listed(words: Sequence[str]) -> str:
    """Words as a sentence lists them."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else "nothing"


def free_said(free: int) -> str:
    """How many ends of a monster are free."""
    return f"{free} free end{'' if free == 1 else 's'}"


def sum_said(summands: Sequence[Summand]) -> str:
    """The last line of the sheet: 16 + 12 + 4."""
    said = ""
    for summand in summands:
        if not said:
            said = str(summand.amount)
        elif summand.op == "×":
            said = f"({said}) × {summand.amount}"
        else:
            said += f" + {summand.amount}"
    return said or "0"


# ---------------------------------------------------------------- as text


def monster_text(monster: Sequence[Part]) -> str:
    """A monster in a line of a terminal: its parts as a hand tells them."""
    return ", joined to ".join(map(name_of, monster))


def layout_text(layout: Sequence[Sequence[Part]]) -> str:
    """A layout in a line of a terminal."""
    return "; ".join(map(monster_text, layout)) or "nothing"


# ---------------------------------------------------------------- as a picture


class Mark(NamedTuple):
    """How a thing is marked. `state`: "", lit, not, wrong or chosen; it can be pressed if there is an `id` (for a lab) or
    a `move` (the line a record writes); `said`: what is spoken after its own words."""

    state: str = ""
    id: str = ""
    move: str = ""
    said: str = ""

    def attributes(self, words: str, look: str) -> str:
        """Class, name and address of a thing that may be pressed."""
        label = escape(f"{words}, {self.said}" if self.said else words)
        classes = f"{look} {STATES.get(self.state, '')}".strip()
        if not (self.id or self.move):
            return f'class="{classes}" role="img" aria-label="{label}"'
        acts = f'data-move="{escape(self.move)}"' if self.move else f'data-id="{escape(self.id)}"'
        off = ' aria-disabled="true"' if self.state in (NOT, WRONG) else ""
        return f'class="{classes}" role="button" tabindex="0" aria-label="{label}" {acts}{off}'


PLAIN: Final = Mark()


class Pointing:
    """What can be pointed at on a monster; by itself, nothing."""

    def card(self, part: Part) -> Mark:
        """A card."""
        return PLAIN

    def end(self, part: Part, side: str) -> Mark:
        """A free end."""
        return PLAIN

    def seam(self, one: Part, other: Part) -> Mark:
        """The seam between two parts."""
        return PLAIN


LOOK_ONLY: Final = Pointing()


def crest(colour: str) -> str:
    """A colour as its shape with its letter."""
    return (
        f'<svg class="tz-crest-icon tz-drawn c-{colour}" viewBox="-14 -14 28 28" aria-hidden="true"><path class="tz-crest" '
        f'd="{CRESTS[colour]}"/><text class="tz-cl" y="4.6">{colour[0].upper()}</text></svg>'
    )


@lru_cache(maxsize=4096)
def _chrome(part: Part, sides: str, counts: bool) -> str:
    """What is printed on a card around its creature; `counts`: the number of its ends, too."""
    low = DOWN in sides
    found = [
        f'<text class="tz-val" x="13" y="36">{part.value}</text><g transform="translate(130 22)"><path class="tz-crest" '
        f'd="{CRESTS[part.colour]}"/><text class="tz-cl" y="4.6">{part.colour[0].upper()}</text></g>'
    ]
    marks = []
    if part.set != NO_SET:
        symbol = SET_SYMBOLS.get(part.set)
        marks.append(
            f'<use href="#{symbol}"/>'
            if symbol
            else f'<circle r="8" class="tz-tag"/><text class="tz-tagt" y="4.5">{escape(part.set[:1])}</text>'
        )
    if part.advanced:
        marks.append(
            '<rect class="tz-tag" x="-8.5" y="-8.5" width="17" height="17" rx="3"/><text class="tz-tagt" y="4.5">A</text>'
        )
    found += [f'<g transform="translate(130 {48 + 22 * n})">{mark}</g>' for n, mark in enumerate(marks)]
    if part.doubles:
        where = "translate(24 148)" if low else "translate(26 177)"
        found.append(f'<g transform="{where}"><use href="#tz-star"/><text class="tz-dblt" y="5">×2</text></g>')
    x = 8 if low else 48 if part.doubles else 12
    short = part.id if len(part.id) <= 8 else f"{part.id[:7]}…"
    found.append(f'<text class="tz-id" x="{x}" y="188">{escape(short)}</text>')
    if counts:
        found.append(f'<text class="tz-ends" x="{142 if low else 139}" y="188">{ends_said(part.ends)}</text>')
    return "".join(found)


def _socket(part: Part, side: str, mark: Mark, x: float, y: float) -> str:
    """The ring around a free end that can be pressed."""
    words = f"Free end of {part.id}, {SAID[side]}"
    return (
        f'<g {mark.attributes(words, "tz-socket")} transform="translate({x:g} {y:g})"><circle class="tz-hit" r="44"/>'
        '<circle class="tz-ring" r="25"/><circle class="tz-core" r="5"/><path class="tz-plus" d="M-12 0H12M0-12V12"/></g>'
    )


SAID: Final = {RIGHT: "at the right", DOWN: "below", LEFT: "at the left", UP: "above"}


def monster_svg(places: Sequence[Place], pointing: Pointing = LOOK_ONLY, label: str = "") -> tuple[str, float]:
    """A monster as it lies, and how many cards wide the picture is."""
    faces, skins, prints, seams, sockets = [], [], [], [], []
    names: dict[frozenset[str], str] = {}
    left, top, right, bottom = 0.0, 0.0, 0.0, 0.0
    for place in places:
        part, x, y = place.part, place.column * WIDTH, place.row * HEIGHT
        right, bottom = max(right, x + WIDTH), max(bottom, y + HEIGHT)
        faces.append(
            f'<g {pointing.card(part).attributes(name_of(part), f"tz-part c-{part.colour}")} transform="translate({x} {y})">'
            '<rect class="tz-face" x="1" y="1" width="148" height="198" rx="9"/>'
            '<rect class="tz-wash" x="7" y="7" width="136" height="186" rx="5"/></g>'
        )
        skins.append(f'<g class="tz-art c-{part.colour}" transform="translate({x} {y})">{art(part, place.sides)}</g>')
        prints.append(
            f'<g class="tz-chrome c-{part.colour}" transform="translate({x} {y})">{_chrome(part, place.sides, bool(place.free or not part.ends))}</g>'
        )
        for side, other in place.joined:
            if side in (RIGHT, DOWN):
                seams.append(_seam(place, side, other, places, pointing))
        for side, other in place.tied:
            sx, sy = x + MIDDLE[side][0], y + MIDDLE[side][1]
            skins.append(_open(side, sx, sy))
            pair = frozenset((part.id, other))
            name = names.setdefault(pair, "abcdefghijklmnop"[len(names) % 16])
            sockets.append(
                f'<g class="tz-chrome" transform="translate({sx:g} {sy:g})"><circle class="tz-tie" r="14"/>'
                f'<text class="tz-tiet" y="5.5">{name}</text></g>'
            )
        for side in place.free:
            sx, sy = x + MIDDLE[side][0], y + MIDDLE[side][1]
            skins.append(_open(side, sx, sy))
            mark = pointing.end(part, side)
            if mark.id or mark.move:
                sockets.append(_socket(part, side, mark, sx, sy))
                left, right = min(left, sx - RING), max(right, sx + RING)
                top, bottom = min(top, sy - RING), max(bottom, sy + RING)
    words = label or monster_said([place.part for place in places])
    svg = (
        f'<svg class="tz-drawn" viewBox="{left:g} {top:g} {right - left:g} {bottom - top:g}" role="group" aria-label="{escape(words)}">'
        f"{''.join(faces)}{''.join(skins)}{''.join(prints)}{''.join(seams)}{''.join(sockets)}</svg>"
    )
    return svg, (right - left) / WIDTH


def _open(side: str, x: float, y: float) -> str:
    turn = " rotate(90)" if side in (UP, DOWN) else ""
    return f'<use href="#tz-open" class="tz-art" transform="translate({x:g} {y:g}){turn}"/>'


def _seam(place: Place, side: str, other: str, places: Sequence[Place], pointing: Pointing) -> str:
    there = next(one for one in places if one.part.id == other)
    x, y = place.column * WIDTH + MIDDLE[side][0], place.row * HEIGHT + MIDDLE[side][1]
    turn = " rotate(90)" if side == DOWN else ""
    mark, where = pointing.seam(place.part, there.part), f'transform="translate({x:g} {y:g}){turn}"'
    if not (mark.id or mark.move):
        return f'<use href="#tz-stitches" class="tz-chrome" {where}/>'
    return (
        f'<g {mark.attributes(f"Seam between {place.part.id} and {other}", "tz-seam")} {where}><use href="#tz-stitches"/>'
        '<rect x="-40" y="-44" width="80" height="88"/><rect class="tz-cut" x="-22" y="-30" width="44" height="60" rx="8"/></g>'
    )


def monster_html(places: Sequence[Place], pointing: Pointing = LOOK_ONLY, plaque: str = "", label: str = "") -> str:
    """A monster with its plaque below it; its width counts in cards (`--cw`)."""
    svg, wide = monster_svg(places, pointing, label)
    caption = f'<figcaption class="tz-plaque">{plaque}</figcaption>' if plaque else ""
    return f'<figure class="tz tz-monster" style="width:calc(var(--cw)*{wide:.3f})">{svg}{caption}</figure>'


def plaque(monster: Sequence[Part], total: int, whole: bool, free: int) -> str:
    """What a monster is worth, and whether it is whole. Clause: value.whole-defined"""
    name = colour_said(monster).capitalize()
    state = '<em class="is-whole">whole</em>' if whole else f"<em>{free_said(free)}</em>"
    return f"<strong>{name}</strong><b>{total}</b>{state}"


def added(value: LayoutValue) -> str:
    """What is added to the monsters of a layout, as a chip for each summand. Clause: value.all-whole"""
    return "".join(
        f'<span class="tz-added">{summand.op}{summand.amount}: {"no end is free" if summand.clause == "value.all-whole" else escape(summand.text)}</span>'
        for summand in value.summands[len(value.monsters) :]
    )


# ---------------------------------------------------------------- small

MINI_SIDES: Final = ("", RIGHT, RIGHT + LEFT, RIGHT + LEFT + UP, RIGHT + LEFT + UP + DOWN)


def mini_svg(part: Part) -> str:
    """A part in small: its shape with its value, and a stub for each end."""
    stubs = "".join(
        f'<path class="{look}" d="M0 0L{x * far} {y * far}"/>'
        for look, far in (("tz-mini-e", 24), ("tz-mini-i", 25))
        for x, y in (STUBS[side] for side in MINI_SIDES[min(part.ends, 4)])
    )
    badge = (
        '<g transform="translate(17 15)"><circle class="tz-dbl" r="9"/><text class="tz-mini-d" y="4">×2</text></g>'
        if part.doubles
        else ""
    )
    if part.advanced:
        badge += (
            '<g transform="translate(-17 -15)"><rect class="tz-tag" x="-7" y="-7.5" width="14" height="15" rx="3"/>'
            '<text class="tz-mini-a" y="4">A</text></g>'
        )
    shape = CRESTS[part.colour]
    return (
        f'<svg class="tz-drawn c-{part.colour}" viewBox="-26 -26 52 52" aria-hidden="true">{stubs}<g transform="scale(1.35)">'
        f'<path class="tz-mini-b" d="{shape}"/></g><text class="tz-mini-v" y="7">{part.value}</text>{badge}</svg>'
    )


STUBS: Final = {RIGHT: (1, 0), LEFT: (-1, 0), UP: (0, -1), DOWN: (0, 1)}


def tile_html(part: Part, id: str, pressed: bool) -> str:
    """A part as a small button."""
    return (
        f'<button type="button" class="tz-tile c-{part.colour}" data-id="{escape(id)}" aria-pressed="{str(pressed).lower()}" '
        f'aria-label="{escape(name_of(part))}">{mini_svg(part)}<small title="{escape(part.id)}">{escape(part.id)}</small></button>'
    )


def assumed(why: str, words: str = "assumed") -> str:
    """The mark of what the kit has made up, or of an open reading, with the reason; nothing without one."""
    if not why:
        return ""
    return (
        f'<button type="button" class="tk-assumed" data-why="{escape(why)}">{words}'
        f'<span class="tk-hidden">: {escape(why)}</span></button>'
    )


def back_svg() -> str:
    """A card that lies face down."""
    return (
        '<svg class="tz-drawn" viewBox="0 0 64 80" aria-hidden="true"><rect class="tz-back-f" x="5" y="5" width="54" height="70" rx="5"/>'
        '<path class="tz-back-l" d="M32 22C44 22 50 30 50 40S44 58 32 58 14 50 14 40 20 22 32 22Z"/><circle class="tz-back-c" cx="32" cy="40" r="7"/></svg>'
    )
