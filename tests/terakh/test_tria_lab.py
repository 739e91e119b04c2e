"""Does the Tria map show the numbers of the board, paths that are the shortest, and does every button do what it says?"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import networkx
import pytest

from teyra_kit.core import Rulings, rulebook
from teyra_kit.terakh import configurations, graph
from teyra_kit.terakh.board import KEY, TRIAS, plane_of
from teyra_kit.terakh.labs.tria import (
    BOARDS,
    CENTRALITIES,
    MATTER,
    Sight,
    TriaLab,
    centrality,
    example,
    ground_of,
    measures,
    shortest,
    touching,
)
from teyra_kit.ui import Shared

BOOK = rulebook(KEY)
PLAIN = Rulings.defaults(KEY)
SIX = {
    "R-R": (55, 9, Fraction(823, 248)), "L-R": (55, 8, Fraction(1603, 496)), "B-R": (55, 8, Fraction(1603, 496)),
    "L-L": (55, 7, Fraction(769, 248)), "B-B": (55, 7, Fraction(769, 248)), "L-B": (54, 7, Fraction(805, 248)),
}  # fmt: skip
"""Edges, diameter and mean distance of two planes, by the sides of the layout that meet."""
LINKS_ALONE = {
    "n2-1": (40, 55),
    "n3-1": (62, 98),
    "n4-1": (84, 150),
    "n5-1": (106, 211),
    "n6-1": (128, 281),
    "n6-12": (132, 285),
}


@pytest.fixture
def lab() -> TriaLab:
    """A fresh lab."""
    return TriaLab()


def ids(*html: str) -> list[str]:
    """What can be pressed."""
    return re.findall(r'data-id="([^"]+)"', "".join(html))


def all_ids(lab: TriaLab) -> list[str]:
    """Everything that can be pressed in the lab, its readings left out."""
    boards = (lab.head, lab.plate, lab.panel, lab.cases, lab.chart)
    return list(dict.fromkeys(ids(*(board.html for board in boards))))


def sight(key: str = "n2-1", turns: tuple[int, ...] | None = None, **more) -> Sight:
    """A look at joined planes."""
    planes = configurations()[key].planes
    return Sight(configuration=key, turns=turns or (0,) * planes, **more)


# ---------------------------------------------------------------- numbers


@pytest.mark.clause("board.orth-links", "rotate.same-configuration")
@pytest.mark.parametrize("name", SIX)
def test_two_planes_make_six_boards(lab: TriaLab, name: str) -> None:
    lab.pick(f"case|{name}")
    assert lab.sight.turns == BOARDS[name]
    assert measures(lab.ground) == SIX[name]
    edges, diameter, mean = SIX[name]
    row = lab.cases.html.partition(f'data-id="case|{name}"')[2].partition("</button>")[0]
    assert f"{edges} edges" in row and f"diameter {diameter}" in row and f"mean {float(mean):.3f}" in row
    assert f"{mean} = {float(mean):.3f}" in lab.chart.html


def test_the_turns_of_two_planes_are_these_six_boards_and_no_other() -> None:
    found = {measures(ground_of(sight(turns=turns), PLAIN)) for turns in product(range(3), repeat=2)}
    assert found == set(SIX.values())
    symmetric = PLAIN.with_("data.plane-layout", "kit-symmetric")
    assert len({measures(ground_of(sight(turns=turns), symmetric)) for turns in product(range(3), repeat=2)}) == 1


@pytest.mark.clause("glossary.adjacent")
@pytest.mark.parametrize("key", LINKS_ALONE)
def test_edges_without_and_with_orth_links(key: str) -> None:
    here = ground_of(sight(key), PLAIN)
    physical, with_orth = LINKS_ALONE[key]
    assert sum(map(len, here.physical)) == 2 * physical
    assert measures(here)[0] == with_orth == graph(key).number_of_edges()


def test_one_plane_alone_is_as_the_rules_count_it() -> None:
    plane = networkx.Graph([tuple(edge) for edge in BOOK.data["plane"]["edges"]])
    assert networkx.diameter(plane) == 6
    assert Fraction(networkx.average_shortest_path_length(plane)).limit_denominator(1000) == Fraction(63, 20)


@pytest.mark.parametrize(("key", "turns"), [("n2-1", (1, 0)), ("n2-1", (2, 1)), ("n3-1", (0, 1, 2)), ("n6-12", None)])
def test_distances_and_paths_are_those_of_networkx(key: str, turns: tuple[int, ...] | None) -> None:
    here = ground_of(sight(key, turns), PLAIN)
    board = graph(key, turns=here.turns)
    far = dict(networkx.all_pairs_shortest_path_length(board))
    edges, diameter, mean = measures(here)
    assert (edges, diameter) == (board.number_of_edges(), networkx.diameter(board))
    assert abs(float(mean) - networkx.average_shortest_path_length(board)) < 1e-9
    for start, goal in product(range(0, here.places, 5), range(0, here.places, 7)):
        assert here.distances(start, moving=True)[goal] == far[start][goal]
        if start != goal:
            paths = {tuple(path) for path in networkx.all_shortest_paths(board, start, goal)}
            assert set(shortest(here, start, goal)) == paths


@pytest.mark.parametrize("which", CENTRALITIES)
def test_centrality_is_that_of_networkx(which: str) -> None:
    here = ground_of(sight("n3-1"), PLAIN)
    expected = getattr(networkx, f"{which}_centrality")(graph("n3-1"))
    assert centrality(here, which) == pytest.approx([expected[place] for place in range(here.places)])


@pytest.mark.clause("glossary.adjacent")
def test_a_common_corner_is_no_neighbour() -> None:
    here = ground_of(sight(), PLAIN)
    for place in range(here.places):
        assert not set(touching(here, place)) & {place, *here.near[place]}
    assert {1, 3} <= set(touching(here, 0)) and 2 in here.near[0]


# ---------------------------------------------------------------- what is pressed


def test_every_button_of_the_lab_does_something_and_nothing_fails(lab: TriaLab) -> None:
    for id in ("show|far", "show|path", "show|near", "chart|"):
        lab.pick(id)
        for button in all_ids(lab):
            before = lab.sight
            lab.pick(button)
            boards = (lab.head, lab.plate, lab.panel, lab.cases, lab.chart)
            assert not any(board.error for board in boards), button
            assert lab.sight.clause in ("", *BOOK.clauses)
            lab.sight = before
        lab._draw()


def test_all_planes_and_shapes_can_be_chosen(lab: TriaLab) -> None:
    for planes in range(2, 7):
        lab.pick(f"planes|{planes}")
        assert lab.sight.config.planes == planes
        shapes = [id for id in ids(lab.head.html) if id.startswith("shape|")]
        keys = [key for key, config in configurations().items() if config.planes == planes]
        assert [id.partition("|")[2] for id in shapes] == (keys if len(keys) > 1 else [])
        for id in shapes:
            lab.pick(id)
            assert lab.sight.configuration == id.partition("|")[2] and not lab.plate.error
            assert len([one for one in ids(lab.plate.html) if one.startswith("tria|")]) == TRIAS * planes
            assert len([one for one in ids(lab.plate.html) if one.startswith("turn|")]) == planes


@pytest.mark.clause("rotate.same-configuration", "board.orth-links")
def test_a_turned_plane_changes_links_and_says_which(lab: TriaLab) -> None:
    lab.pick("planes|2")
    before = lab.ground
    lab.pick("turn|1")
    after = lab.ground
    gone = {(a, b) for a, row in enumerate(before.near) for b in row if a < b} - {
        (a, b) for a, row in enumerate(after.near) for b in row if a < b
    }
    assert gone and f"{len(gone)} Orth links gone" in lab.plate.say and "Plane 1 turned by a third" in lab.plate.say
    assert [before.types[at] for at in range(16)] == [after.types[at] for at in range(16)]
    for _ in range(2):
        lab.pick("turn|1")
    assert lab.ground.types == before.types and lab.ground.near == before.near


def test_units_turn_with_their_plane() -> None:
    start, turned = example("n2-1", (1, 0)), example("n2-1", (2, 0))
    rotation = BOOK.data["plane"]["rotation"]
    for one, other in zip(start.units, turned.units, strict=True):
        expected = rotation[one.at] if 0 <= one.at < TRIAS else one.at
        assert other.at == expected


def test_a_tria_is_spoken_with_its_neighbours(lab: TriaLab) -> None:
    for place in range(32):
        lab.pick(f"tria|{place}")
        if place == 3:  # it was chosen already
            continue
        assert lab.plate.say.startswith(f"Tria {place}, ")
        assert lab.plate.say.endswith(f"{len(lab.ground.near[place])} neighbours.")
        assert f"plane {plane_of(place)}" in lab.plate.say


def test_a_path_leads_where_it_is_pointed(lab: TriaLab) -> None:
    lab.pick("show|path")
    lab.pick("tria|20")
    steps = lab.ground.distances(3, moving=True)[20]
    assert lab.sight.goal == 20 and f"{steps} step" in lab.plate.say and f"{steps} step" in lab.panel.html


def test_links_open_a_tria(lab: TriaLab) -> None:
    lab.open_link("place-22")
    assert lab.sight.chosen == 22 and lab.sight.configuration == "n2-1"
    lab.open_link("n6-12-place-95")
    assert (lab.sight.configuration, lab.sight.chosen) == ("n6-12", 95) and not lab.plate.error
    for link in ("place-96", "place--1", "place-x", "place-", "n9-1-place-0", "n6-12", "", "place-²"):
        with pytest.raises(ValueError, match=r"There is no|There are|allowed"):
            lab.open_link(link)
    assert lab.sight.chosen == 95


def test_readings_change_the_map_and_are_shared() -> None:
    shared = Shared(KEY)
    lab = TriaLab(shared)
    lab.pick("case|R-R")
    assert measures(lab.ground)[0] == 55
    lab.readings.pick("read|orth.scope|same-plane")
    assert shared.rulings["orth.scope"] == "same-plane" and measures(lab.ground)[0] == 46
    shared.set(PLAIN, None)
    assert measures(lab.ground)[0] == 55
    for id in MATTER:
        for reading in BOOK.ruling(id).readings:
            shared.set(PLAIN.with_(id, reading.id), None)
            assert not lab.plate.error and lab.plate.html
