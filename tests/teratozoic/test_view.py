"""What is drawn, written and said of parts and monsters: any part draws, joined ends meet, free ends stay free."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import product
from random import Random

import pytest

from teyra_kit.core import Rulings
from teyra_kit.core.scene import LIT
from teyra_kit.teratozoic import monsters, view
from teyra_kit.teratozoic.bench import Bench, hung, word, words
from teyra_kit.teratozoic.creatures import AROUND, art, outline
from teyra_kit.teratozoic.layouts import best_layouts
from teyra_kit.teratozoic.parts import Part, kit_box, parts_named, read_part
from teyra_kit.teratozoic.placing import OTHER, STEP, Place
from teyra_kit.teratozoic.view import Mark, Pointing

PLAIN = Rulings.defaults("teratozoic")
LOOPS = {reading: PLAIN.with_("loops", reading) for reading in ("tree", "multigraph", "simple-graph")}
VOID = {"use", "rect", "path", "circle", "line", "polygon"}


class Closed(HTMLParser):
    """Counts tags that are opened and not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def closed(html: str) -> None:
    parser = Closed()
    parser.feed(html)
    assert not parser.open


def random_monster(rng: Random, rulings: Rulings, most: int = 9) -> tuple[Part, ...]:
    """Parts of the kit that can be one monster."""
    while True:
        parts = tuple(rng.sample(kit_box().parts, rng.randint(2, most)))
        if monsters.buildable(parts, rulings):
            return parts


def check(places: tuple[Place, ...], parts: tuple[Part, ...]) -> None:
    """Every part lies on a cell of its own, each end is somewhere, joined ends meet, free ends look at empty cells."""
    cells = {(place.column, place.row): place for place in places}
    assert len(cells) == len(places) == len(parts)
    assert {place.part for place in places} == set(parts)
    for place in places:
        assert len(place.sides) == place.part.ends == len(place.joined) + len(place.free) + len(place.tied)
        assert len(set(place.sides)) == len(place.sides)
        for side, other in place.joined:
            dx, dy = STEP[side]
            there = cells[place.column + dx, place.row + dy]
            assert there.part.id == other
            assert (OTHER[side], place.part.id) in there.joined
        for side in place.free + "".join(side for side, _ in place.tied):
            dx, dy = STEP[side]
            assert (place.column + dx, place.row + dy) not in cells


# ---------------------------------------------------------------- placing


def test_joined_ends_meet_and_free_ends_stay_free_in_any_monster_under_every_reading_of_loops():
    rng = Random(3)
    for n in range(300):
        rulings = list(LOOPS.values())[n % 3]
        parts = random_monster(rng, rulings)
        places, tree = hung(parts, (), rulings)
        check(places, parts)
        assert len(tree) == len(parts) - 1
        free = sum(len(place.free) for place in places)
        assert (free == 0) == monsters.whole(parts, rulings)


def test_ties_are_loops_and_come_in_pairs():
    parts = parts_named(["G2b", "G3b"])
    places, tree = hung(parts, (), LOOPS["multigraph"])
    assert tree == (("G2b", "G3b"),)
    assert {place.part.id: [other for _, other in place.tied] for place in places} == {"G2b": ["G3b"], "G3b": ["G2b"]}
    assert "tz-tie" in view.monster_svg(places)[0]
    assert "tz-tie" not in view.monster_svg(hung(parts, (), PLAIN).places)[0]


def test_a_large_monster_is_laid_out_as_well():
    ends = [4, 4, 4, 3, 3, 3, 2, 2, 2] + [1] * 11
    parts = tuple(Part(f"X{n}", "green", 1 + n % 6, count, False) for n, count in enumerate(ends))
    assert monsters.whole(parts, PLAIN)
    check(hung(parts, (), PLAIN).places, parts)


def test_a_chain_lies_from_left_to_right_with_its_head_first():
    places, _ = hung(parts_named(["O1a", "O5b", "P4a"]), (("O1a", "O5b"), ("O5b", "P4a")), PLAIN)
    assert [(place.part.id, place.column, place.row) for place in places] == [
        ("O1a", 0, 0),
        ("O5b", 1, 0),
        ("P4a", 2, 0),
    ]
    tail_first, _ = hung(parts_named(["G1a", "G6a"]), (), PLAIN)
    assert {place.part.id: place.column for place in tail_first} == {"G6a": 0, "G1a": 1}


def test_parts_with_three_or_four_ends_branch_up_and_down():
    parts = parts_named(["P4c", "P1a", "P6a", "O2a", "G3a"])
    places, _ = hung(parts, tuple(("P4c", part.id) for part in parts[1:]), PLAIN)
    middle = next(place for place in places if place.part.id == "P4c")
    assert sorted(side for side, _ in middle.joined) == sorted(AROUND)
    rows = {place.part.id: place.row - middle.row for place in places}
    assert sorted(rows.values()) == [-1, 0, 0, 0, 1]


@pytest.mark.clause("build.join-parts", "card.free-end")
def test_on_the_grid_four_corners_close_a_square():
    rulings = PLAIN.with_("join-geometry", "grid-sides")
    corners = tuple(read_part(f"G{n}{{NE}}") for n in range(1, 5))
    places, tree = hung(corners, (), rulings)
    assert sorted((place.column, place.row) for place in places) == [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert all(len(place.joined) == 2 and not place.free for place in places)
    assert len(tree) == 3
    line = tuple(read_part(f"G{n}{{NS}}") for n in range(1, 4))
    places, _ = hung(line, (), rulings)
    check(places, line)
    assert sum(len(place.free) for place in places) == 2


# ---------------------------------------------------------------- drawing


@pytest.mark.clause("card.value", "card.colour", "card.free-end", "card.no-free-end", "card.set-mark")
def test_any_part_of_any_list_draws_with_its_ends_on_any_sides():
    for colour, value, ends in product(("green", "orange", "purple"), range(1, 7), range(5)):
        part = Part("Ö 1", colour, value, ends, bool(value % 2), True, "moon" if value == 3 else "none")
        for number in range(16):
            sides = "".join(side for bit, side in enumerate(AROUND) if number >> bit & 1)
            if len(sides) == ends:
                assert f"url(#tz-{colour})" in art(part, sides)
                closed(f"<svg>{art(part, sides)}</svg>")
        svg, wide = view.monster_svg(hung((part,), (), PLAIN).places)
        closed(svg)
        assert svg.count('href="#tz-open"') == ends
        assert wide == 1
        assert (">A</text>" in svg) and (svg.count("×2") == part.doubles)
        assert f'class="tz-val" x="13" y="36">{value}<' in svg
        closed(view.tile_html(part, "part|x", True))


def test_an_outline_passes_each_of_its_ends_and_bulges_elsewhere():
    for number in range(16):
        sides = "".join(side for bit, side in enumerate(AROUND) if number >> bit & 1)
        path = outline(sides)
        assert path.startswith("M") and path.endswith("Z")
        assert ("150 124" in path) == ("R" in sides)
        assert (" 51 200" in path) == ("D" in sides)
        assert (" 0 76" in path) == ("L" in sides)
        assert (" 99 0" in path) == ("U" in sides)


def test_only_what_has_an_address_can_be_pressed_and_all_of_it_has_a_name():
    class Some(Pointing):
        def card(self, part):
            return Mark(LIT, f"card|{part.id}", said="may be chosen") if part.id == "G6a" else Mark()

        def end(self, part, side):
            return Mark("", f"end|{part.id}|{side}")

        def seam(self, one, other):
            return Mark("", f"cut|{one.id}|{other.id}")

    places, _ = hung(parts_named(["G6a", "G2b"]), (), PLAIN)
    plain, pointed = view.monster_svg(places)[0], view.monster_svg(places, Some())[0]
    assert 'role="button"' not in plain and "tz-socket" not in plain
    assert 'href="#tz-stitches"' in plain
    assert sorted(re.findall('data-id="([^"]+)"', pointed)) == ["card|G6a", "cut|G6a|G2b", "end|G2b|R"]
    assert all(re.findall(r'role="(?:button|img)"[^>]*aria-label="([^"]+)"', pointed))
    assert 'aria-label="G6a, green 6, 1 end, may be chosen"' in pointed
    assert "is-lit" in pointed


def test_names_that_are_not_plain_letters_are_written_safely():
    part = Part('<b>"1"&', "green", 1, 1, False)
    svg = view.monster_svg(hung((part,), (), PLAIN).places)[0]
    assert "<b>" not in svg and "&lt;b&gt;" in svg
    long = Part("a very long name", "green", 1, 1, False)
    assert "a very …" in view.monster_svg(hung((long,), (), PLAIN).places)[0]


# ---------------------------------------------------------------- in words


def test_parts_and_monsters_are_said_in_words():
    one, two, mixed = parts_named(["GX1", "G2d", "O1d"])
    assert view.part_said(one) == "green 1, 1 end, doubles, cross set"
    assert view.name_of(two) == "G2d, green 2, no ends"
    assert view.part_said(mixed) == "orange 1, 3 ends, doubles, marked A"
    assert view.monster_said((one, two)) == "green monster of 2: green 1, green 2"
    assert view.monster_said((one, mixed)) == "mixed monster of 2: green 1, orange 1"
    assert view.free_said(1) == "1 free end"
    assert view.parts_said((one, two, mixed)) == "GX1, G2d and O1d"
    assert view.layout_text(((one, mixed), (two,))) == (
        "GX1, green 1, 1 end, doubles, cross set, joined to O1d, orange 1, 3 ends, doubles, marked A; G2d, green 2, no ends"
    )
    assert view.layout_text(()) == "nothing"


# ---------------------------------------------------------------- the bench


@pytest.mark.clause("build.join-parts")
def test_two_ends_of_one_monster_are_not_joined_and_the_reason_is_told():
    bench = Bench(parts_named(["G2b", "G3b", "P2d"])).join("G2b", "G3b")
    reason = bench.why_not_join("G2b", "G3b", PLAIN)
    assert reason is not None and reason.clause == "build.join-parts"
    assert "loop" in reason.text
    lone = bench.why_not_join("G2b", "P2d", PLAIN)
    assert lone is not None and lone.clause == "card.no-free-end"


def test_cutting_and_setting_aside_leave_what_still_hangs_together():
    parts = parts_named(["G3c", "G1a", "G6a", "G2b", "G4a"])
    bench = Bench(parts, (("G3c", "G1a"), ("G3c", "G6a"), ("G3c", "G2b"), ("G2b", "G4a")))

    def ids(one: Bench) -> list[str]:
        return ["+".join(part.id for part in monster) for monster in one.layout]

    assert ids(bench) == ["G3c+G1a+G6a+G2b+G4a"]
    assert ids(bench.cut("G2b", "G3c", PLAIN)) == ["G3c+G1a+G6a", "G2b+G4a"]
    assert ids(bench.set_aside("G3c", PLAIN)) == ["G1a", "G6a", "G2b+G4a"]
    assert ids(bench.set_aside("G3c", PLAIN).take_back("G3c")) == ["G3c", "G1a", "G6a", "G2b+G4a"]
    with pytest.raises(ValueError, match="no seam between G1a and G4a"):
        bench.cut("G1a", "G4a", PLAIN)
    with pytest.raises(ValueError, match="no card 'G9'"):
        bench.part("G9")


def test_the_graph_of_a_bench_is_a_forest_with_a_tree_for_each_monster():
    from networkx import is_forest, number_connected_components

    rng = Random(8)
    for _ in range(40):
        hand = tuple(rng.sample(kit_box().parts, 5))
        for layout in best_layouts(hand, PLAIN).layouts[:3]:
            bench = Bench.of(layout, PLAIN, hand)
            assert is_forest(bench.graph())
            assert number_connected_components(bench.graph()) == len(layout)
            assert bench.layout == layout
            assert Bench.read(hand, bench.written(), PLAIN).layout == layout


def test_a_bench_is_written_and_read_with_any_names():
    cards = (
        Part("a-b.c~d", "green", 1, 2, False),
        Part("x/y?&", "green", 2, 1, False),
        Part("ö%", "green", 3, 1, False),
    )
    bench = Bench(cards).join("a-b.c~d", "x/y?&").set_aside("ö%", PLAIN)
    again = Bench.read(cards, bench.written(), PLAIN)
    assert again == bench
    assert words(f"{word('a.b')}.{word('c-d')}") == ("a.b", "c-d")
    for text, wrong in (
        ("G6a-G1a", "both must be cards"),
        ("~G6a", "cannot be set aside"),
        ("~~~at~more", "too many parts"),
    ):
        with pytest.raises(ValueError, match=wrong):
            Bench.read(cards, text, PLAIN)
    pair = parts_named(["G6a", "G1a"])
    with pytest.raises(ValueError, match="loop"):
        Bench.read(pair, "G6a-G1a.G6a-G1a", PLAIN)


def test_the_number_of_ends_is_told_only_where_one_is_free_or_there_is_none():
    pair, lone = parts_named(["G6a", "G1a"]), parts_named(["G6a"])
    assert "tz-ends" not in view.monster_html(hung(pair, (), PLAIN).places)
    assert view.monster_html(hung(lone, (), PLAIN).places).count(">1 end</text>") == 1


def test_a_tile_shows_what_is_marked_a_and_the_whole_of_a_long_id():
    plain, marked = parts_named(["G6a", "G4c"])
    assert "tz-mini-a" in view.tile_html(marked, "x", False)
    assert "tz-mini-a" not in view.tile_html(plain, "x", False)
    long = plain._replace(id="G" * 240)
    assert f'<small title="{long.id}">' in view.tile_html(long, "x", False)
