"""The Tria map: what does a tria touch, how far is the rest, and what changes when a plane is turned?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from html import escape
from importlib.resources import files
from math import hypot
from typing import Final

from ...core import Rulings, rulebook
from ...core.packs import Pack
from ...ui import Board, RulingsPanel, columns
from ...ui.clause import cited
from ...ui.odds import GAME, INK, INK_2, LINE, NARROW, ODDS_CSS, WIDE, Sheet, chart_room, picture
from ...ui.shared import Shared
from .. import view
from ..board import KEY, MIRROR, ORTH, TRIAS, Configuration, Ground, configurations, graph, ground, layout, plane_of
from ..combat import successes
from ..desk import Desk, Fight
from ..game import Table, deal, position
from ..moves import Attack, Move, Use
from ..orders import orders
from ..units import seat_of, unit_names
from ..view import CROSS, NAMES, SIDE, MapPicture, Mark, Piece, Turner, edge_kind

OWN: Final = files(__package__).joinpath("tria.css").read_text(encoding="utf-8")
MATTER: Final = ("orth.scope", "data.plane-layout", "data.runic-trias", "rotate.contents")
SHOWS: Final = {"near": "Neighbours", "far": "Distance", "path": "Path"}
BOARDS: Final = {
    "R-R": (0, 0), "L-R": (2, 0), "B-R": (1, 0), "L-L": (2, 2), "B-B": (1, 1), "L-B": (2, 1),
}  # fmt: skip
"""Two planes, six boards: the sides of the layout that meet, and the turns that make them meet."""
EXAMPLE: Final = (
    {"u": "red.1", "at": 3, "mode": "ready"}, {"u": "red.2", "at": 5}, {"u": "red.3", "at": 12, "orb": "red", "mods": "AAD"},
    {"u": "red.4", "at": 10}, {"u": "red.E", "at": 9}, {"u": "blue.1", "at": 24, "mode": "ready"}, {"u": "blue.2", "at": 22},
    {"u": "blue.3", "at": 28, "orb": "blue", "mods": "D"}, {"u": "blue.4", "at": 26}, {"u": "blue.E", "at": 31, "hp": 3},
    {"u": "blue.5", "at": 1, "mode": "ready"},
)  # fmt: skip
LINES: Final = {
    SIDE: '<svg viewBox="0 0 30 14" class="k-side" aria-hidden="true"><path d="M2 7H28" stroke="var(--k)" stroke-width="6" stroke-linecap="round"/></svg>',
    CROSS: '<svg viewBox="0 0 30 14" class="k-cross" aria-hidden="true"><path d="M2 4H28M2 10H28" stroke="var(--k)" stroke-width="3" stroke-linecap="round"/></svg>',
    ORTH: '<svg viewBox="0 0 30 14" class="k-orth" aria-hidden="true"><path d="M2 12Q15-6 28 12" fill="none" stroke="var(--k)" stroke-width="3" stroke-linecap="round"/></svg>',
}
WORDS: Final = {SIDE: "side", CROSS: "across", ORTH: "Orth"}
CENTRALITIES: Final = {"degree": "Degree", "closeness": "Closeness", "betweenness": "Betweenness"}
MEANS: Final = {
    "degree": "how many trias touch it",
    "closeness": "how near it is to all others",
    "betweenness": "how many shortest paths lead over it",
}


# ---------------------------------------------------------------- what is looked at


@dataclass(frozen=True, slots=True)
class Sight:
    """What the map shows: the joined planes and their turns, the chosen tria, where the path leads, and how it is drawn."""

    configuration: str = "n2-1"
    turns: tuple[int, ...] = (1, 0)
    chosen: int = 3
    goal: int = 31
    show: str = "near"
    links: bool = False
    units: bool = True
    charted: str = ""
    turned: int = -1
    before: tuple[int, ...] = ()
    clause: str = ""

    @property
    def config(self) -> Configuration:
        """The joined planes."""
        return configurations()[self.configuration]


@lru_cache(maxsize=32)
def example(configuration: str, turns: tuple[int, ...]) -> Table:
    """Units to look at: the same for the same planes; they turn with them. Clause: rotate.same-configuration"""
    config = configurations()[configuration]
    if config.planes == 2:
        table = position(seats=["red", "blue"], turns=[1, 0], units=EXAMPLE)
    else:
        table = deal(players=config.planes, seed=7)
        table = table._replace(turns=(0,) * config.planes)
    desk = Desk(table._replace(config=config))
    for plane, steps in enumerate(turns):
        desk.turn_plane(plane, (steps - desk.turns[plane]) % 3)
    return Table._make(desk.freeze())


def ground_of(sight: Sight, rulings: Rulings, pack: Pack | None = None) -> Ground:
    """The board as it lies, by the readings and the card pack in force. Clause: board.orth-links, board.five-types"""
    key = str(rulings["data.plane-layout"])
    own = (pack or {}).get("plane_layout")
    plane = layout(own[0] if own else "kit-asymmetric" if key == "owner-supplied" else key)
    return ground(sight.config, plane, sight.turns, str(rulings["orth.scope"]), str(rulings["data.runic-trias"]))


def shortest(here: Ground, start: int, goal: int) -> list[tuple[int, ...]]:
    """All shortest paths between two trias, by what is adjacent for moves. Clause: move.adjacent, board.orth-links"""
    far = here.distances(start, moving=True)
    found: list[tuple[int, ...]] = [(goal,)]
    for _ in range(far[goal]):
        found = [(near, *path) for path in found for near in here.near[path[0]] if far[near] == far[path[0]] - 1]
    return sorted(found)


@lru_cache(maxsize=1024)
def touching(here: Ground, place: int) -> tuple[int, ...]:
    """Trias with a common corner only. Clause: glossary.adjacent"""
    trias = view.shapes(here.configuration)
    mine = trias[place].corners
    near = {place, *here.near[place]}
    return tuple(
        other
        for other, shape in enumerate(trias)
        if other not in near and any(hypot(a[0] - b[0], a[1] - b[1]) < 1 for a in mine for b in shape.corners)
    )


def edges_of(here: Ground) -> set[tuple[int, int]]:
    """All pairs of adjacent trias, for moves."""
    return {(one, other) for one, row in enumerate(here.near) for other in row if one < other}


@lru_cache(maxsize=256)
def measures(here: Ground) -> tuple[int, int, Fraction]:
    """Edges, diameter and mean distance of a board. Clause: glossary.adjacent, board.orth-links"""
    rows = [here.distances(place, moving=True) for place in range(here.places)]
    pairs = here.places * (here.places - 1)
    return len(edges_of(here)), max(map(max, rows)), Fraction(sum(map(sum, rows)), pairs)


@lru_cache(maxsize=64)
def centrality(here: Ground, which: str) -> tuple[float, ...]:
    """A centrality of every tria, from 0 to 1, by networkx."""
    import networkx

    found = networkx.Graph(edges_of(here))
    table: Mapping[int, float] = {
        "degree": networkx.degree_centrality,
        "closeness": networkx.closeness_centrality,
        "betweenness": networkx.betweenness_centrality,
    }[which](found)
    return tuple(table[place] for place in range(here.places))


# ---------------------------------------------------------------- the lab


class TriaLab:
    """The boards of the Tria map and what happens when they are touched."""

    def __init__(self, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.sight = Sight()
        book = rulebook(KEY)
        self.book = book
        self.head = Board(css=OWN + ODDS_CSS)
        self.plate = Board(
            css=view.css, drawings=view.sprite(), css_class="tk-plate tm-plate", label="The map of the trias"
        )
        self.panel = Board(css_class="tk-panel tm-side", label="The chosen tria")
        self.cases = Board(css_class="tk-panel tm-six", label="Two planes, six boards")
        self.chart = Board(css_class="tk-panel tm-numbers", label="The board in numbers")
        self.readings = RulingsPanel(book, self.shared.rulings, only=MATTER, title="Readings that change the map")
        for board, place in ((self.chart, "tm-o1"), (self.cases, "tm-o1"), (self.readings, "tm-o2")):
            board.add_class(place)
        for board in (self.head, self.plate, self.panel, self.cases, self.chart):
            board.on_pick(self.pick)
        self.readings.on_change(self._ruled)
        self.shared.listeners.append(self._ruled_elsewhere)
        self.shared.pack_listeners.append(self._draw)
        main, side = [self.plate, self.chart, self.cases], [self.panel, self.readings]
        self.widget = columns(main, side, [self.head])
        self.widget.add_class("tm-lab")
        self._draw()

    @property
    def ground(self) -> Ground:
        """The board as it lies."""
        return self._ground_of(self.sight)

    def _ground_of(self, sight: Sight) -> Ground:
        return ground_of(sight, self.shared.rulings, self.shared.pack)

    # -------------------------------------------------------------------------------------------- what is touched

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "tria|3", "go|24", "turn|0", "planes|4", "shape|n4-2", "show|far", "case|L-B" ..."""
        kind, _, value = id.partition("|")
        handler = getattr(self, f"_on_{kind}", None)
        if handler is not None:
            handler(value)

    def open_link(self, link: str) -> None:
        """Open the map at "CONFIGURATION-place-N" or at a tria, "place-N"; ValueError says what is allowed."""
        name, _, place = link.rpartition("place-")
        key = name.rstrip("-") or self.sight.configuration
        if key not in configurations():
            raise ValueError(f"There is no joining of planes {key!r}. There are: {', '.join(configurations())}")
        planes = configurations()[key].planes
        if not (place.isascii() and place.isdigit() and int(place) < planes * TRIAS):
            raise ValueError(f"There is no tria {place!r} here; allowed: 0 to {planes * TRIAS - 1}")
        turns = self.sight.turns if key == self.sight.configuration else (0,) * planes
        goal = min(self.sight.goal, planes * TRIAS - 1)
        self._show(replace(self.sight, configuration=key, turns=turns, chosen=int(place), goal=goal, turned=-1))

    def _on_tria(self, value: str) -> None:
        place = int(value)
        if self.sight.show == "path" and place != self.sight.chosen:
            self._show(replace(self.sight, goal=place, turned=-1))
        else:
            self._show(replace(self.sight, chosen=place, turned=-1))

    def _on_go(self, value: str) -> None:
        self._show(replace(self.sight, chosen=int(value), turned=-1))

    def _on_turn(self, value: str) -> None:
        plane = int(value)
        turns = list(self.sight.turns)
        turns[plane] = (turns[plane] + 1) % 3
        self._show(replace(self.sight, turns=tuple(turns), turned=plane, before=self.sight.turns))

    def _on_planes(self, value: str) -> None:
        self._on_shape(f"n{int(value)}-1")

    def _on_shape(self, value: str) -> None:
        planes = configurations()[value].planes
        chosen = min(self.sight.chosen, planes * TRIAS - 1)
        goal = planes * TRIAS - 1 if self.sight.goal >= planes * TRIAS or planes > 2 else 31
        turns = (1, 0) if value == "n2-1" else (0,) * planes
        self._show(replace(self.sight, configuration=value, turns=turns, chosen=chosen, goal=goal, turned=-1))

    def _on_show(self, value: str) -> None:
        self._show(replace(self.sight, show=value if value in SHOWS else "near", turned=-1))

    def _on_links(self, value: str) -> None:
        self._show(replace(self.sight, links=value == "all"))

    def _on_units(self, value: str) -> None:
        self._show(replace(self.sight, units=value == "on"))

    def _on_case(self, value: str) -> None:
        turns = BOARDS[value]
        self._show(
            replace(
                self.sight, configuration="n2-1", turns=turns, turned=-1, chosen=min(self.sight.chosen, 31), goal=31
            )
        )

    def _on_chart(self, value: str) -> None:
        self._show(replace(self.sight, charted="" if self.sight.charted else "betweenness"))

    def _on_measure(self, value: str) -> None:
        self._show(replace(self.sight, charted=value if value in CENTRALITIES else "degree"))

    def _on_clause(self, value: str) -> None:
        self._show(replace(self.sight, clause="" if self.sight.clause == value else value))

    def _on_close(self, value: str) -> None:
        self._show(replace(self.sight, clause=""))

    def _ruled(self, rulings: Rulings) -> None:
        self.shared.set(rulings, self._ruled_elsewhere)
        self._draw()

    def _ruled_elsewhere(self, rulings: Rulings) -> None:
        self.readings.show(rulings=rulings)
        self._draw()

    def _show(self, sight: Sight) -> None:
        before, self.sight = self.sight, sight
        try:
            self._draw(before)
        except Exception:
            self.sight = before
            raise

    # -------------------------------------------------------------------------------------------- what is seen

    def _draw(self, before: Sight | None = None) -> None:
        sight, here = self.sight, self.ground
        table = example(sight.configuration, sight.turns) if sight.units else None
        pieces = view.pieces_of(table) if table is not None else {}
        self.head.html = self._head()
        self.plate.html = self._plate(here, pieces, table)
        self.panel.html = self._panel(here, pieces, table)
        self.cases.html = self._cases()
        self.chart.html = self._chart(here)
        if before is not None:
            self.plate.say = self._spoken(here, pieces, before)

    def _spoken(self, here: Ground, pieces: Mapping[int, Piece], before: Sight) -> str:
        sight = self.sight
        if sight.turned >= 0 and sight.turns != before.turns:
            return self._turned(here)
        if sight.chosen != before.chosen or sight.show != before.show or sight.goal != before.goal:
            plain = MapPicture(here, pieces)
            found = view.tria_said(plain, sight.chosen)
            if sight.show == "path":
                return f"{found}. {self._steps(here)} to tria {sight.goal}."
            return f"{found}. {len(here.near[sight.chosen])} neighbours."
        if sight.configuration != before.configuration:
            return f"{sight.config.name}: {sight.config.planes} planes."
        return ""

    def _steps(self, here: Ground) -> str:
        far = here.distances(self.sight.chosen, moving=True)[self.sight.goal]
        return f"{far} step{'' if far == 1 else 's'}"

    def _head(self) -> str:
        sight = self.sight
        planes = sight.config.planes
        sizes = "".join(
            f'<button type="button" data-id="planes|{n}" aria-pressed="{str(n == planes).lower()}">{n}</button>'
            for n in range(2, 7)
        )
        keys = [key for key, config in configurations().items() if config.planes == planes]
        shapes = "".join(
            f'<button type="button" data-id="shape|{key}" aria-pressed="{str(key == sight.configuration).lower()}" '
            f'aria-label="{escape(_shape_said(key))}">{thumb(configurations()[key])}</button>'
            for key in keys
        )
        choice = ""
        if len(keys) > 1:
            choice = f'<div class="tm-shapes" role="group" aria-label="How the planes are joined" data-arrows="shapes">{shapes}</div>'
        return (
            '<div class="tk-head tm-head"><div><h1 class="tk-title">Tria map</h1>'
            '<p class="tk-small">Point at a tria: see what it touches, how far the rest is, and which rule says so.</p></div>'
            f'<div class="tm-bar" style="border:0;padding:0"><div><span class="tm-lab">Planes</span><span class="tk-seg" role="group" '
            f'aria-label="Number of planes" data-arrows="planes">{sizes}</span></div></div>{choice}</div>'
        )

    def _plate(self, here: Ground, pieces: Mapping[int, Piece], table: Table | None) -> str:
        sight = self.sight
        shown = self._picture(here, pieces)
        show = _seg("Show", "show", [(key, text, sight.show == key) for key, text in SHOWS.items()])
        links = _seg("Orth links", "links", [("one", "from here", not sight.links), ("all", "all", sight.links)])
        units = _seg("Units", "units", [("on", "an example", sight.units), ("off", "none", not sight.units)])
        return (
            f'<div class="tm-bar">{show}{links if sight.show == "near" else ""}{units}</div>{view.board_html(shown)}'
            f'<div class="tm-say">{self._status(here)}</div>{view.legend_html()}'
        )

    def _picture(self, here: Ground, pieces: Mapping[int, Piece]) -> MapPicture:
        sight = self.sight
        chosen = sight.chosen
        kinds = {place: edge_kind(here, chosen, place) for place in here.near[chosen]} if sight.show == "near" else {}
        marks = {place: Mark(id=f"tria|{place}") for place in range(here.places)}
        turners = [
            Turner(plane, True, f"turn|{plane}", said=f"Turn plane {plane} by a third, counter-clockwise")
            for plane in range(here.configuration.planes)
        ]
        path = self._path(here, pieces) if sight.show == "path" else ()
        return MapPicture(
            here,
            pieces,
            selected=chosen,
            kinds=kinds,
            links=sight.links,
            distances=here.distances(chosen, moving=True) if sight.show == "far" else (),
            path=path,
            marks=marks,
            turners=turners,
            label="Battle Planes: arrow keys walk from tria to tria",
        )

    def _path(self, here: Ground, pieces: Mapping[int, Piece]) -> tuple[int, ...]:
        paths = shortest(here, self.sight.chosen, self.sight.goal)
        return min(paths, key=lambda path: sum(place in pieces for place in path[1:-1]))

    def _status(self, here: Ground) -> str:
        if self.sight.turned >= 0:
            return f"<p>{self._turned(here)}</p>{self._chip('rotate.same-configuration')}"
        if self.sight.show == "path":
            return f"<p>Point at the tria the path is to lead to.</p>{self._chip('move.adjacent')}"
        text = "The round handles turn a plane. In play only the plane under your own Elder turns, for 2 mana."
        return f"<p>{text}</p>{self._chip('rotate.elder-on-plane')}"

    def _turned(self, here: Ground) -> str:
        """What the last turn of a plane has changed. Clause: rotate.same-configuration, board.orth-links"""
        was = self._ground_of(replace(self.sight, turns=self.sight.before))
        before, after = edges_of(was), edges_of(here)
        gone, new = len(before - after), len(after - before)
        moved = sum(a != b for a, b in zip(was.types, here.types, strict=True))
        changed = f"{gone} Orth link{'' if gone == 1 else 's'} gone, {new} new" if gone or new else "no link changed"
        return (
            f"Plane {self.sight.turned} turned by a third: {moved} trias have another type, {changed}. "
            "Sides that touch stay the same; what lies on them does not."
        )

    def _chip(self, clause: str) -> str:
        panel = f"tm-{clause.replace('.', '-')}"
        return cited(self.book, clause, self.sight.clause == clause, panel, self.shared.rulings)

    # -------------------------------------------------------------------------------------------- the chosen tria

    def _panel(self, here: Ground, pieces: Mapping[int, Piece], table: Table | None) -> str:
        place = self.sight.chosen
        kind = here.types[place]
        up = view.shapes(here.configuration)[place].up
        who = view.piece_said(pieces[place]) if place in pieces else "Empty"
        rune = f" Rune: {here.runes[place]}." if here.runes[place] not in ("none", kind) else ""
        top = (
            f'<div class="tm-top">{view.tria_icon(kind, up)}<div><h2 class="tk-h2">Tria {place}, {NAMES[kind]}</h2>'
            f"<p>Plane {plane_of(place)}. {escape(who)}.{rune} {self._layout_said()}</p></div></div>"
        )
        return (
            top
            + self._neighbours(here)
            + self._can(here, pieces, table)
            + self._why(here)
            + self._histogram(here)
            + self._route(here, pieces)
        )

    def _of_kind(self, here: Ground, kind: str) -> list[int]:
        return [place for place in here.near[self.sight.chosen] if edge_kind(here, self.sight.chosen, place) == kind]

    def _layout_said(self) -> str:
        if self.shared.pack and "plane_layout" in self.shared.pack:
            return "The layout is your card pack’s."
        why = escape(view.ASSUMED_LAYOUT)
        return f'<span class="tk-assumed" tabindex="0" data-note="{why}" title="{why}">assumed layout</span>'

    def _neighbours(self, here: Ground) -> str:
        rows = ""
        for kind in (SIDE, CROSS, ORTH):
            found = self._of_kind(here, kind)
            numbers = "".join(_number(place, f"go|{place}", kind) for place in found)
            rows += f'<div class="tm-krow">{LINES[kind]}<span>{WORDS[kind]}</span><span class="tm-nums">{numbers or NONE}</span></div>'
        degree = len(here.near[self.sight.chosen])
        return (
            f'<div class="tm-sec"><h3>Neighbours</h3><div class="tm-deg"><div><div class="big">{degree}</div>'
            f'<small>degree</small></div><div class="tm-kinds" data-arrows="near">{rows}</div></div></div>'
        )

    def _can(self, here: Ground, pieces: Mapping[int, Piece], table: Table | None) -> str:
        """What the unit here could do in its clan's turn, by the engine. Clause: action.move-cost, action.combat-cost"""
        unit = table.unit_at(self.sight.chosen) if table is not None else -1
        if table is None or unit < 0:
            return ""
        seat = seat_of(unit)
        agreed = replace(table.setup, rulings=self.shared.rulings, layout=here.layout, pack=self.shared.packed)
        table = table._replace(setup=agreed, active=seat, mana=5)
        desk = Desk(table)
        name = unit_names(table.clans)[unit]
        goes: set[int] = set()
        hits: dict[int, int] = {}
        for move in orders(desk, seat):
            if not isinstance(move, Move | Attack | Use) or move.unit != name:
                continue
            targets = (move.target,) if isinstance(move, Attack) else move.targets if isinstance(move, Use) else ()
            if len(targets) == 1:
                hits[table.unit(targets[0]).at] = self._chance(table, unit, targets[0])
            elif not isinstance(move, Attack) and move.to is not None and not (isinstance(move, Use) and move.other):
                goes.add(move.to)
        idol = pieces[self.sight.chosen].kind == "idol"
        rows = ""
        if goes:
            clause = "move.idols-by-card" if idol else "action.move-cost"
            rows += f"<p>Move to <b>{_list(goes)}</b>.</p>{self._chip(clause)}"
        else:
            rows += f"<p>Not move: no tria in its range is vacant.</p>{self._chip('move.vacant-only')}"
        if hits:
            said = " or ".join(f"<b>{place}</b> ({wins} of 64)" for place, wins in sorted(hits.items()))
            clause = "combat.idols-by-card" if idol else "action.combat-cost"
            rows += f"<p>Attack {said}.</p>{self._chip(clause)}"
        return f'<div class="tm-sec"><h3>In its turn it can</h3>{rows}</div>'

    def _chance(self, table: Table, unit: int, target: str) -> int:
        number = unit_names(table.clans).index(target)
        fight = Fight(seat_of(unit), unit, number, number)
        attack, defence = Desk(table._replace(fight=fight)).strengths()
        return successes(attack - defence)

    def _why(self, here: Ground) -> str:
        side, cross, orth = (self._of_kind(here, kind) for kind in (SIDE, CROSS, ORTH))
        rows = []
        if side:
            rows.append(
                ("", f"{_list(side)}: a common side inside plane {plane_of(self.sight.chosen)}.", "glossary.adjacent")
            )
        if cross:
            rows.append(("", f"{_list(cross)}: the planes meet along this side.", "faq.no-world-wrap"))
        if orth:
            rows.append(("", f"{_list(orth)}: Orth trias are adjacent to each other.", "board.orth-links"))
        corner = touching(here, self.sight.chosen)
        if corner:
            some = _list(corner[:4]) + (f" and {len(corner) - 4} more" if len(corner) > 4 else "")
            rows.append(("no", f"{some}: a common corner is not enough.", "glossary.adjacent"))
        items = "".join(
            f'<li class="{mark}"><div><p>{text}</p>{self._chip(clause)}</div></li>' for mark, text, clause in rows
        )
        return f'<div class="tm-sec"><h3>Why these</h3><ul class="tm-why">{items}</ul></div>'

    def _histogram(self, here: Ground) -> str:
        far = here.distances(self.sight.chosen, moving=True)
        most = max(far)
        counts = [far.count(steps) for steps in range(1, most + 1)]
        mean = sum(far) / (len(far) - 1)
        rows = "".join(
            f'<div class="tm-hrow"><span>{steps}</span><i style="width:{count / max(counts) * 100:.0f}%;background:'
            f'color-mix(in oklab,var(--game) {view.SHADES[min(steps, 9)]}%,var(--card))"></i><b>{count}</b></div>'
            for steps, count in enumerate(counts, 1)
        )
        return (
            f'<div class="tm-sec"><h3><span>Distance from here</span><span>mean {mean:.2f}, farthest {most}</span></h3>'
            f'<div class="tm-hist" role="img" aria-label="{_said(counts)}">{rows}</div></div>'
        )

    def _route(self, here: Ground, pieces: Mapping[int, Piece]) -> str:
        sight = self.sight
        paths = shortest(here, sight.chosen, sight.goal)
        path = self._path(here, pieces)
        whom = view.piece_said(pieces[sight.goal]) if sight.goal in pieces else f"tria {sight.goal}"
        steps = "".join(
            (LINES[edge_kind(here, path[n - 1], place)] if n else "") + f'<span class="tm-num">{place}</span>'
            for n, place in enumerate(path)
        )
        blocked = [one for one in paths if any(place in pieces for place in one[1:-1])]
        count = "The only shortest path." if len(paths) == 1 else f"{len(paths)} shortest paths."
        if blocked:
            how = "All" if len(blocked) == len(paths) else str(len(blocked))
            text, clause = f"{count} {how} blocked for walking by units in between.", "move.vacant-only"
        else:
            text, clause = f"{count} No unit stands between.", "move.adjacent"
        return (
            f'<div class="tm-sec"><h3><span>Shortest path to {escape(whom)}</span><span>{self._steps(here)}</span></h3>'
            f'<div class="tm-route">{steps}</div><p>{text}</p>{self._chip(clause)}</div>'
        )

    # -------------------------------------------------------------------------------------------- six boards, numbers

    def _cases(self) -> str:
        """Two planes, six boards. Clause: rotate.same-configuration, board.orth-links"""
        sight = self.sight
        rows = ""
        for name, turns in BOARDS.items():
            here = self._ground_of(replace(sight, configuration="n2-1", turns=turns))
            edges, diameter, mean = measures(here)
            on = sight.configuration == "n2-1" and sight.turns == turns
            rows += (
                f'<button type="button" data-id="case|{name}" aria-pressed="{str(on).lower()}">{name}'
                f"<small>{edges} edges</small><small>diameter {diameter}</small><small>mean {float(mean):.3f}</small></button>"
            )
        return (
            '<h2 class="tk-h2">Two planes, six boards</h2><p class="tk-small">Two planes always meet along one side. Which sides '
            "of the layout meet depends on how each is turned: six different boards, by adjacency. Press one: "
            f'the map turns to it.</p><div class="tm-cases" role="group" aria-label="Two planes, six boards" data-arrows="cases">{rows}</div>'
        )

    def _chart(self, here: Ground) -> str:
        sight = self.sight
        edges, diameter, mean = measures(here)
        links = edges - sum(map(len, here.physical)) // 2
        facts = (
            ("Trias", str(here.places)),
            ("Pairs of adjacent trias", f"{edges}, {links} of them by Orth links alone"),
            ("Diameter", str(diameter)),
            ("Mean distance", f"{mean} = {float(mean):.3f}"),
        )
        rows = "".join(f"<tr><th>{name}</th><td>{value}</td></tr>" for name, value in facts)
        drawn = ""
        if sight.charted:
            choice = _seg("Show", "measure", [(key, text, sight.charted == key) for key, text in CENTRALITIES.items()])
            best = sorted(range(here.places), key=lambda place: -centrality(here, sight.charted)[place])[:3]
            drawn = (
                f'<div class="tm-bar" style="border:0;padding:8px 0">{choice}</div>'
                f'<div class="tk-small">{CENTRALITIES[sight.charted]}: {MEANS[sight.charted]}. Greatest: tria {_list(best)}.</div>'
                f'<div class="to-wide">{chart(here, sight.charted, WIDE)}</div><div class="to-narrow">{chart(here, sight.charted, NARROW)}</div>'
            )
        room = chart_room(
            "Centrality of the trias",
            bool(sight.charted),
            40,
            drawn or "<p>networkx and matplotlib are loaded when you ask.</p>",
        )
        return f'<h2 class="tk-h2">The board in numbers</h2><table><tbody>{rows}</tbody></table>{room}'


NONE: Final = '<span class="tm-none">none</span>'


def _said(counts: Iterable[int]) -> str:
    return ", ".join(f"{count} at distance {steps}" for steps, count in enumerate(counts, 1))


def _list(places: Iterable[int]) -> str:
    return ", ".join(map(str, sorted(places)))


def _number(place: int, id: str, kind: str) -> str:
    return f'<button type="button" class="tm-num k-{kind}" data-id="{id}" aria-label="Choose tria {place}">{place}</button>'


def _seg(title: str, name: str, buttons: Iterable[tuple[str, str, bool]]) -> str:
    row = "".join(
        f'<button type="button" data-id="{name}|{key}" aria-pressed="{str(on).lower()}">{escape(text)}</button>'
        for key, text, on in buttons
    )
    return (
        f'<div><span class="tm-lab">{escape(title)}</span><span class="tk-seg" role="group" aria-label="{escape(title)}" '
        f'data-arrows="{name}">{row}</span></div>'
    )


def _shape_said(key: str) -> str:
    config = configurations()[key]
    plain = config.name if config.name != config.key else f"shape {key.removesuffix(MIRROR).partition('-')[2]}"
    return f"{plain}{', mirrored' if key.endswith(MIRROR) and 'mirrored' not in plain else ''}"


@lru_cache(maxsize=64)
def thumb(config: Configuration) -> str:
    """The outline of joined planes as a small picture."""
    planes = [view.outline(view.shapes(config), plane) for plane in range(config.planes)]
    xs = [x for ends in planes for x, _ in ends]
    ys = [y for ends in planes for _, y in ends]
    wide, high = max(xs) - min(xs), max(ys) - min(ys)
    scale = 100 / max(wide, high)
    drawn = "".join(
        f'<polygon points="{" ".join(f"{(x - min(xs)) * scale:.1f},{(y - min(ys)) * scale:.1f}" for x, y in ends)}"/>'
        for ends in planes
    )
    return f'<svg viewBox="-4 -4 {wide * scale + 8:.0f} {high * scale + 8:.0f}" aria-hidden="true">{drawn}</svg>'


@lru_cache(maxsize=64)
def chart(here: Ground, which: str, width: int) -> str:
    """The board with every tria as dark as its centrality is great. Drawn by matplotlib from networkx's numbers."""
    from matplotlib.figure import Figure

    values = centrality(here, which)
    most = max(values) or 1
    trias = view.shapes(here.configuration)
    xs = [x for shape in trias for x, _ in shape.corners]
    ys = [y for shape in trias for _, y in shape.corners]
    scale = min((width - 20) / (max(xs) - min(xs)), 420 / (max(ys) - min(ys)))
    height = int((max(ys) - min(ys)) * scale) + 44

    def draw(sheet: Sheet) -> None:
        from matplotlib.patches import Polygon

        for place, shape in enumerate(trias):
            points = [((x - min(xs)) * scale + 10, (y - min(ys)) * scale + 10) for x, y in shape.corners]
            share = values[place] / most
            sheet.figure.add_artist(
                Polygon(
                    points, closed=True, facecolor=GAME, alpha=0.05 + 0.9 * share, transform=sheet.pixels, linewidth=0
                )
            )
            sheet.figure.add_artist(
                Polygon(points, closed=True, fill=False, edgecolor=LINE, transform=sheet.pixels, linewidth=0.8)
            )
            x, y = sum(p[0] for p in points) / 3, sum(p[1] for p in points) / 3
            if scale > 0.35:
                sheet.write(x, y, str(place), INK if share < 0.55 else INK_2, 9, ha="center")
        sheet.write(10, height - 12, f"{CENTRALITIES[which]}, from {min(values):.3f} to {most:.3f}", INK_2, 11)

    return picture(Figure(), width, height, draw, _chart_said(here, which))


def _chart_said(here: Ground, which: str) -> str:
    values = centrality(here, which)
    order = sorted(range(here.places), key=lambda place: -values[place])
    return (
        f"{CENTRALITIES[which]} of the trias: greatest at tria {_list(order[:3])}, least at tria {_list(order[-3:])}."
    )


__all__ = [
    "BOARDS",
    "Sight",
    "TriaLab",
    "centrality",
    "example",
    "graph",
    "ground_of",
    "measures",
    "shortest",
    "touching",
]
