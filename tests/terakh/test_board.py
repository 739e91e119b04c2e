"""Which trias touch: held against plane geometry, for all joinings, mirror images and turns."""

from __future__ import annotations

from collections import Counter, deque
from fractions import Fraction
from itertools import combinations, product
from random import Random

import networkx
import pytest

from teyra_kit.core import Rulings, rulebook
from teyra_kit.terakh import configurations, graph, layouts, new_game, rotation
from teyra_kit.terakh.board import (
    COLUMNS,
    MIRROR,
    ROWS,
    SIDES,
    TRIAS,
    bits_of,
    check_turns,
    configuration,
    corners,
    ground,
    layout,
    orth_links,
    physical,
    places_of,
    plane_of,
    why_not_joined,
    xy,
)

BOOK = rulebook("terakh")
ALL = list(configurations().values())
KIT = layout("kit-asymmetric")


# ---------------------------------------------------------------- an independent checker: triangles in the plane


def triangles(config):
    """The corners of every tria on a whole-number lattice, from the cells alone.

    A plane's cell is a triangle of side 4 with corner (4a, 4b); its rows are cut from the apex down.
    """
    found = []
    for a, b, up in config.cells:
        apex = (4 * a, 4 * b + 4) if up else (4 * a + 4, 4 * b)
        way = 1 if up else -1
        for row, column in zip(ROWS, COLUMNS, strict=True):
            # lattice steps: (1, 0) to the right, (0, 1) up to the right; down to the left is (0, -1)
            x, y = column // 2, -row
            points = ((x, y), (x, y - 1), (x + 1, y - 1)) if column % 2 == 0 else ((x, y), (x + 1, y), (x + 1, y - 1))
            found.append(frozenset((apex[0] + way * px, apex[1] + way * py) for px, py in points))
    return found


def touching(trias):
    """The pairs of trias with two common corners."""
    return {(one, other) for one, other in combinations(range(len(trias)), 2) if len(trias[one] & trias[other]) == 2}


def pairs(near):
    return {(one, other) for one, row in enumerate(near) for other in row if one < other}


@pytest.mark.clause("glossary.adjacent", "faq.no-world-wrap", "board.plane-is-triangle", "setup.one-plane-per-player")
@pytest.mark.parametrize("config", ALL, ids=lambda config: config.key)
def test_the_trias_that_touch_are_those_of_plane_geometry(config):
    trias = triangles(config)
    assert len(set(trias)) == config.planes * TRIAS, "no two trias lie on each other"
    assert pairs(physical(config)) == touching(trias)
    assert why_not_joined(config) == ""


@pytest.mark.clause("board.orth-links", "move.all-orth-adjacent", "board.orth-purple")
@pytest.mark.parametrize("config", [one for one in ALL if one.planes <= 4], ids=lambda config: config.key)
def test_with_orth_links_for_all_turns(config):
    trias = triangles(config)
    for turns in product(range(3), repeat=config.planes):
        here = ground(config, KIT, turns)
        orths = {at for at, kind in enumerate(here.types) if kind == "orth"}
        assert orths == set(here.orths) and len(orths) == 3 * config.planes
        assert pairs(here.near) == touching(trias) | set(combinations(sorted(orths), 2))
        assert here.reach == here.near
        same = ground(config, KIT, turns, "same-plane")
        inner = {(a, b) for a, b in combinations(sorted(orths), 2) if plane_of(a) == plane_of(b)}
        assert pairs(same.near) == touching(trias) | inner
        moving = ground(config, KIT, turns, "moves-only")
        assert moving.near == here.near and pairs(moving.reach) == touching(trias)


@pytest.mark.parametrize("config", [one for one in ALL if one.planes > 4], ids=lambda config: config.key)
def test_with_orth_links_for_some_turns_of_large_boards(config):
    trias, rng = touching(triangles(config)), Random(config.key)
    for _ in range(8):
        here = ground(config, KIT, tuple(rng.randrange(3) for _ in range(config.planes)))
        assert pairs(here.near) == trias | set(combinations(here.orths, 2))


@pytest.mark.parametrize("config", ALL, ids=lambda config: config.key)
def test_corners_and_middles_are_where_the_lattice_has_them(config):
    high = 3**0.5 / 2
    for place, points in enumerate(triangles(config)):
        drawn = {(round(x, 6), round(y, 6)) for x, y in corners(config, place)}
        assert drawn == {(round(x + y / 2, 6), round(y * high, 6)) for x, y in points}
        middle = [sum(c) / 3 for c in zip(*corners(config, place), strict=True)]
        assert xy(config, place) == pytest.approx(middle)


@pytest.mark.parametrize("config", ALL, ids=lambda config: config.key)
def test_the_networkx_graph_is_the_engines_own_adjacency(config):
    rng = Random(config.key)
    turns = tuple(rng.randrange(3) for _ in range(config.planes))
    here = ground(config, KIT, turns)
    found = graph(config, turns=turns)
    assert {tuple(sorted(edge)) for edge in found.edges} == pairs(here.near)
    assert [found.nodes[place]["type"] for place in sorted(found)] == list(here.types)
    assert [found.nodes[place]["rune"] for place in sorted(found)] == list(here.runes)
    bare = graph(config, turns=turns, links=False)
    assert {tuple(sorted(edge)) for edge in bare.edges} == pairs(here.physical)
    assert networkx.is_bipartite(bare), "each ordinary step changes the colour class"
    for one, other, kind in found.edges(data="kind"):
        inside, side = plane_of(one) == plane_of(other), other in here.physical[one]
        assert kind == ("orth" if not side else "side" if inside else "cross")
    lengths = dict(networkx.single_source_shortest_path_length(found, 0))
    assert tuple(lengths[place] for place in range(here.places)) == here.distances(0)


def test_graph_takes_readings_and_names_bad_arguments():
    assert graph("n2-1", links="same-plane").number_of_edges() == 40 + 6
    found = graph("n2-1", rulings=Rulings.of("terakh", {"data.runic-trias": "elements-only"}))
    assert {found.nodes[place]["rune"] for place in found} == {"aqua", "infernal", "vitale", "none"}
    for given, says in (
        ({"links": "some"}, "links is 'some'"), ({"configuration": "n9-1"}, "configuration is 'n9-1'; allowed: n2-1"),
        ({"layout": "x"}, "layout is 'x'"), ({"turns": [0]}, "turns is"), ({"turns": [0, 3]}, "turns is"),
        ({"layout": {"types": ["aqua"]}}, "1 values are given"), ({"layout": {"types": ["moss"] * 16}}, "tria 0: 'moss'"),
        ({"configuration": [[0, "X", 1, "R"]]}, "a side is L, B or R"),
        ({"configuration": [[0, "R", 0, "L"]]}, "each another one"),
        ({"configuration": [[0, "R", 1, "R", 4]]}, "shift is 4"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=says):
            graph(**given)
    with pytest.raises(ValueError, match="no drawing"):
        corners(configuration([[0, "R", 1, "R", 2]]), 0)


# ---------------------------------------------------------------- the numbers that are known


def spread(near):
    """Diameter and mean distance, by breadth first search."""
    longest = total = count = 0
    for start in range(len(near)):
        far = {start: 0}
        queue = deque([start])
        while queue:
            here = queue.popleft()
            for there in near[here]:
                if there not in far:
                    far[there] = far[here] + 1
                    queue.append(there)
        longest = max(longest, *far.values())
        total += sum(far.values())
        count += len(near) - 1
    return longest, Fraction(total, count)


@pytest.mark.clause("board.sixteen-trias", "board.plane-is-triangle", "glossary.battle-plane", "box.battle-planes")
def test_one_plane():
    data = BOOK.data["plane"]
    config = ALL[0]
    inner = {(a, b) for a, b in pairs(physical(config)) if b < TRIAS}
    assert inner == {tuple(edge) for edge in data["edges"]} and len(inner) == 18
    degree = Counter(place for edge in inner for place in edge)
    assert [degree[place] for place in range(TRIAS)] == data["degree"]
    assert [place for place in range(TRIAS) if COLUMNS[place] % 2 == 0] == data["points_up"]
    near = tuple(tuple(b if a == place else a for a, b in inner if place in (a, b)) for place in range(TRIAS))
    assert spread(near) == (6, Fraction(63, 20)) == (data["diameter"], Fraction(*data["mean_distance"]))
    assert {side: list(places) for side, places in SIDES.items()} == data["sides"]


@pytest.mark.clause("rotate.same-configuration")
def test_rotation_turns_the_plane_by_120_degrees():
    once = rotation(1)
    edges = {frozenset(edge) for edge in BOOK.data["plane"]["edges"]}
    assert {frozenset(once[a] for a in edge) for edge in edges} == edges, "an automorphism of the 18 edges"
    assert tuple(once[once[once[place]]] for place in range(TRIAS)) == rotation(0) == rotation(3) == tuple(range(TRIAS))
    assert rotation(2) == tuple(once[once[place]] for place in range(TRIAS))
    assert [place for place in range(TRIAS) if once[place] == place] == [BOOK.data["plane"]["centre"]]
    for side, to in (("L", "B"), ("B", "R"), ("R", "L")):
        assert tuple(once[place] for place in SIDES[side]) == SIDES[to]
    # geometry: the middle of place i, turned by 120 degrees round the middle of the plane, is the middle of rotation[i]
    pair = configurations()["n2-1"]
    spots = [complex(*xy(pair, place)) for place in range(TRIAS)]
    centre, turn = sum(spots) / TRIAS, complex(-0.5, 3**0.5 / 2)
    for place, spot in enumerate(spots):
        assert abs((spot - centre) * turn + centre - spots[once[place]]) < 1e-9
    orbits = {frozenset((place, once[place], once[once[place]])) for place in range(TRIAS)}
    assert orbits == {frozenset(orbit) for orbit in BOOK.data["plane"]["rotation_orbits"]}


@pytest.mark.clause("board.five-types", "board.runic-trias")
def test_the_layouts_of_the_kit():
    for key, one in layouts().items():
        row = next(row for row in BOOK.data["plane_layout"] if row["key"] == key)
        assert Counter(one.types) == row["counts"]
        turned = [tuple(one.types[rotation(1).index(place)] for place in range(TRIAS))]
        assert (turned[0] != one.types) == row["rotation_matters"]
        assert all(
            rune == (kind if kind != "plain" else "none") for kind, rune in zip(one.types, one.runes, strict=True)
        )
    orths = [place for place, kind in enumerate(KIT.types) if kind == "orth"]
    assert orths == [1, 6, 13]
    assert not any((a, b) in physical(ALL[0])[a : a + 1] for a, b in combinations(orths, 2))
    own = layout({"types": ["plain"] * 15 + ["orth"]})
    assert own.runes == ("none",) * 15 + ("orth",)


@pytest.mark.clause("setup.one-plane-per-player", "board.orth-links")
@pytest.mark.parametrize("row", BOOK.data["configuration"], ids=lambda row: row["key"])
def test_the_numbers_of_each_joining(row):
    config = configurations()[row["key"]]
    here = ground(config, KIT, (0,) * config.planes)
    assert len(pairs(here.physical)) == row["physical_edges"]
    assert len(pairs(here.near)) == row["edges_with_orth"] == row["physical_edges"] + row["orth_links_added"]
    assert spread(here.physical)[0] == row["diameter_physical"]
    longest, mean = spread(here.near)
    assert longest == row["diameter_with_orth"] and mean == Fraction(*row["mean_distance_with_orth"])
    beside = Counter(plane for c in config.contacts for plane in (c.plane, c.other))
    assert sorted(beside.values(), reverse=True) == row["neighbours_per_plane"]
    assert (row["key"] + MIRROR in configurations()) == row["mirror_image_differs"]


def test_there_are_as_many_joinings_as_the_enumeration_says():
    count = Counter(config.planes for config in ALL)
    plain = Counter(config.planes for config in ALL if not config.key.endswith(MIRROR))
    assert plain == {2: 1, 3: 1, 4: 3, 5: 4, 6: 12} and count == {2: 1, 3: 1, 4: 4, 5: 6, 6: 19}


def test_six_boards_of_two_planes():
    found = Counter()
    for turns in product(range(3), repeat=2):
        near = ground(ALL[0], KIT, turns).near
        longest, mean = spread(near)
        found[len(pairs(near)), longest, mean] += 1
    assert found == {
        (55, 9, Fraction(823, 248)): 1,
        (55, 8, Fraction(1603, 496)): 4,
        (55, 7, Fraction(769, 248)): 2,
        (54, 7, Fraction(805, 248)): 2,
    }
    assert spread(physical(ALL[0])) == (13, Fraction(559, 124))
    even = {spread(ground(ALL[0], layout("kit-symmetric"), turns).near) for turns in product(range(3), repeat=2)}
    assert len(even) == 1, "on the symmetric layout a rotation changes no type"


def test_orth_and_side_can_coincide():
    here = ground(ALL[0], KIT, (2, 1))
    assert len(pairs(here.near)) == 54 and len(orth_links(here.types)) == 15


def test_bits_are_places():
    for places in ((), (0,), (3, 17, 95)):
        assert places_of(bits_of(places)) == places
    here = ground(ALL[0], KIT, (0, 1))
    assert [places_of(bits) for bits in here.near_bits] == list(here.near)
    assert [places_of(bits) for bits in here.reach_bits] == list(here.reach)


# ---------------------------------------------------------------- readings of joining


def test_walks_may_go_round_a_triangle_of_links():
    here = ground(ALL[0], KIT, (0, 0))
    assert 13 in here.walks(6, 2), "6-1-13 over two links"
    assert 13 in here.near[6]
    assert 6 not in here.walks(6, 2)
    assert here.walks(9, 2) == {4, 11}


@pytest.mark.parametrize("reading", ["whole-sides", "shifted-sides"])
def test_planes_joining(reading):
    readings = Rulings.of("terakh", {"planes.joining": reading})
    shifted = [[0, "R", 1, "R", 2]]
    if reading == "whole-sides":
        with pytest.raises(ValueError, match="A side is shifted along another"):
            new_game(2, configuration=shifted, rulings=readings)
        with pytest.raises(ValueError, match="joined twice"):
            new_game(3, configuration=[[0, "R", 1, "R"], [0, "R", 2, "R"]], rulings=readings)
    else:
        table = new_game(2, configuration=shifted, rulings=readings)
        assert len(pairs(table.ground.physical)) == 38
    with pytest.raises(ValueError, match="A plane touches no other"):
        new_game(3, configuration=[[0, "R", 1, "R"]], rulings=readings)
    assert check_turns(None, 2) == (0, 0)
