"""Does the Monster bench show what the engine says, step by step, and does every button do what it says?"""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest

from teyra_kit.core import Rulings, rulebook
from teyra_kit.teratozoic.labs.bench import (
    MATTER,
    MOST,
    PRINTED,
    BenchLab,
    address,
    gain,
    kit_pack,
    printed,
    read_address,
    situated,
    standing,
    totals_svg,
    worth,
)
from teyra_kit.teratozoic.layouts import best_layouts, best_total
from teyra_kit.teratozoic.monsters import layout_value
from teyra_kit.teratozoic.packs import write_pack
from teyra_kit.teratozoic.parts import kit_box, parts_named, read_part
from teyra_kit.ui import Shared

BOOK = rulebook("teratozoic")
PLAIN = Rulings.defaults("teratozoic")


@pytest.fixture
def lab() -> BenchLab:
    """A fresh lab."""
    return BenchLab(chance=Random(1))


def words(html: str) -> str:
    """What a reader sees."""
    return " ".join(unescape(re.sub("<[^>]*>", " ", html)).split())


def ids(*html: str) -> list[str]:
    """What can be pressed."""
    return re.findall(r'data-id="([^"]+)"', "".join(html))


def press(lab: BenchLab, *all_ids: str) -> None:
    """Press one thing after the other, as the boards do."""
    for id in all_ids:
        lab.plate.pick(id)
        assert not lab.plate.error, id


# ---------------------------------------------------------------- building


@pytest.mark.clause("build.five-singles-nineteen", "build.green-pair-plus-eight", "build.orange-pair-thirty-two")
def test_the_worked_hand_is_built_from_19_over_27_to_32(lab: BenchLab) -> None:
    press(lab, "printed|singles")
    assert lab.value.total == 19
    press(lab, "end|G6a|R", "end|G1a|L")
    assert lab.value.total == 27
    assert "+8: one colour and no free end." in words(lab.plate.html)
    press(lab, "end|O1a|R", "end|O5b|L")
    assert lab.value.total == 32
    assert "+5: the doubling acts on all of it, though a free end remains." in words(lab.plate.html)
    assert [event.text for event in lab.sight.events[-2:]] == [
        "You join G6a and G1a: 27 (+8).",
        "You join O1a and O5b: 32 (+5).",
    ]
    assert "No. 32 is the most." in words(lab.proof.html)
    assert 'data-id="printed|both" aria-pressed="true"' in lab.plate.html


def test_the_printed_totals_are_those_of_the_engine() -> None:
    for one in PRINTED:
        sight = printed(one)
        assert worth(sight.bench.layout, PLAIN).total == one.total
        assert [event.clause for event in sight.events][-1] == one.clause
        assert all(event.clause in BOOK.clauses for event in sight.events)


def test_the_sheet_shows_each_summand_with_its_clause(lab: BenchLab) -> None:
    sheet = words(lab.sheet.html)
    assert "Cards 6 + 1 value.sum 7 One colour, no free end value.single-colour-whole +1" in sheet
    assert "build.bonus-inside-doubling ×2" in sheet
    assert (
        "1 free end: not whole value.whole-defined +0 Doubling, even with a free end build.doubling-without-whole ×2"
        in sheet
    )
    assert "2 free ends on the bench: no last +1 value.all-whole +0" in sheet
    assert sheet.endswith("16 + 12 + 4 32")
    press(lab, "end|O5b|R", "end|P4a|R")
    sheet = words(lab.sheet.html)
    assert "Whole, but several colours value.single-colour-whole +0 Doubling needs one colour" in sheet
    assert "No free end anywhere value.all-whole +1" in sheet
    assert sheet.endswith("16 + 10 + 1 27")


def test_the_sheet_adds_up_for_every_hand_under_every_reading() -> None:
    rng = Random(4)
    lab = BenchLab(chance=rng)
    for _ in range(60):
        rulings = PLAIN
        for id in MATTER[:-1]:
            rulings = rulings.with_(id, rng.choice(BOOK.ruling(id).readings).id)
        lab.shared.set(rulings, None)
        lab.pick("deal|")
        if rng.random() < 0.7:
            layouts = best_layouts(lab.bench.played, lab.rulings).layouts
            lab.pick(f"best|{rng.randrange(len(layouts))}")
        value = layout_value(lab.bench.layout, lab.rulings)
        assert lab.value == value
        assert words(lab.sheet.html).endswith(f" {value.total}")
        shown = [int(n) for n in re.findall(r"</h3>|<h3>.*?<b>(\d+)</b></h3>", lab.sheet.html) if n]
        assert shown == [one.total for one in value.monsters]


def test_what_is_added_to_the_monsters_stands_beside_the_total(lab: BenchLab) -> None:
    assert "tz-added" not in lab.plate.html
    press(lab, "end|O5b|R", "end|P4a|R")
    assert "+1: no end is free total 27" in words(lab.plate.html)


def test_a_loop_is_refused_with_its_clause_and_the_reading_in_force(lab: BenchLab) -> None:
    lab.pick("clear|")
    for id in ("G2b", "G3b"):
        lab.pick(f"part|{id}")
    press(lab, "end|G2b|R", "end|G3b|L")
    free = [id for id in ids(lab.plate.html) if id.startswith("end|")]
    assert len(free) == 2
    press(lab, *free)
    said = words(lab.plate.html)
    assert "must not close a loop" in said
    assert "build.join-parts" in said and "(loops)" in said
    assert lab.value.total == 5
    lab.shared.set(PLAIN.with_("loops", "multigraph"), None)
    assert lab.value.total == 7
    assert "whole" in words(lab.plate.html)


def test_an_end_let_go_and_ends_that_fit_are_marked(lab: BenchLab) -> None:
    press(lab, "end|O5b|R")
    assert lab.plate.html.count("tz-socket is-on") == 1
    assert lab.plate.html.count("tz-socket is-lit") == 1
    press(lab, "end|O5b|R")
    assert lab.plate.html.count("is-lit") == 0
    lab.pick("part|G2d")
    press(lab, "end|O5b|R")
    assert lab.plate.html.count("tz-socket is-lit") == 1


# ---------------------------------------------------------------- setting aside


@pytest.mark.clause("declare.minimum", "declare.set-aside")
def test_a_card_is_set_aside_as_far_as_the_era_allows(lab: BenchLab) -> None:
    press(lab, "card|P4a", "slot|0", "card|O1a", "slot|1")
    assert lab.bench.aside == ("P4a", "O1a")
    assert lab.value.total == 21
    press(lab, "card|G6a")
    assert "Press a place below" in words(lab.plate.html)
    assert "slot|" not in "".join(ids(lab.plate.html))
    press(lab, "back|P4a")
    assert lab.value.total == 25
    press(lab, "era|teratozoic")
    assert lab.bench.aside == ()
    assert "at least 5 cards must be played. O1a lies open again." in words(lab.plate.html)
    press(lab, "card|G6a")
    assert "G6a stays: all 5 cards must be played." in words(lab.plate.html)
    assert lab.bench.card == ""


def test_a_place_without_a_card_says_what_to_do(lab: BenchLab) -> None:
    press(lab, "slot|0")
    assert "Press a card first" in words(lab.plate.html)


# ---------------------------------------------------------------- is there better?


@pytest.mark.clause("build.layout-free")
def test_it_says_by_how_much_a_layout_can_be_better_and_shows_it(lab: BenchLab) -> None:
    press(lab, "printed|singles")
    assert "Yes, by 13: 32. You have 19." in words(lab.proof.html)
    lab.pick("best|0")
    assert lab.value.total == 32
    assert "best|" not in lab.proof.html
    assert gain(lab.bench.layout, PLAIN).by == 0


def test_all_best_layouts_are_listed_and_each_can_be_shown(lab: BenchLab) -> None:
    press(lab, "printed|andrey", "back|OD4", "best|0")
    assert lab.value.total == 9
    assert "All 5 best layouts" in words(lab.proof.html)
    lab.pick("all|")
    for number in range(5):
        lab.pick(f"best|{number}")
        assert lab.value.total == 9
        assert lab.bench.layout == best_layouts(lab.bench.cards, PLAIN).layouts[number]
        assert lab.proof.html.count('aria-current="true"') == 1


def test_the_picture_of_all_layouts_has_a_dot_for_each() -> None:
    hand = parts_named(["G6a", "G1a", "O1a", "O5b", "P4a"])
    best = best_layouts(hand, PLAIN)
    svg = totals_svg(best, 27)
    assert svg.count("<circle") == best.buildable + 1 == 39
    assert svg.count("mb-dot is-best") == 1
    assert "from 17 to 32; yours is 27" in svg


def test_a_seam_that_is_pressed_twice_is_cut_once(lab: BenchLab) -> None:
    press(lab, "printed|both", "cut|G6a|G1a", "cut|G6a|G1a")
    assert lab.value.total == 24
    assert lab.sight.events[-1].text == "You cut G6a from G1a: 24 (−8)."


def test_many_layouts_are_drawn_as_bars_that_can_be_seen() -> None:
    best = best_layouts(parts_named(["G4c", "G6a", "G3a", "G5a", "G4a", "GX3", "G1a"]), PLAIN)
    svg = totals_svg(best, 27)
    assert best.buildable == 688
    assert svg.count("<rect") == len(best.totals) and svg.count("<circle") == 1
    assert svg.count("mb-dot is-best") == 1
    assert min(float(high) for high in re.findall(r'width="7" height="([\d.]+)"', svg)) >= 3
    assert min(float(y) for y in re.findall(r'<rect [^>]* y="(-?[\d.]+)"', svg)) >= 0


def test_seven_cards_are_the_most_and_still_quick(lab: BenchLab) -> None:
    lab.pick("clear|")
    assert lab.value.total == 0
    assert "Nothing lies on the bench" in lab.plate.html
    chosen = ["G6a", "G1a", "O1a", "O5b", "P4a", "P4c", "G3c"]
    for id in chosen:
        lab.pick(f"part|{id}")
    assert [part.id for part in lab.bench.cards] == chosen
    lab.pick("part|G5a")
    assert f"The bench holds {MOST} cards" in words(lab.plate.html)
    assert "877 ways were tried to split 7 cards" in words(lab.proof.html)
    lab.pick("best|0")
    assert lab.value.total == best_total(lab.bench.cards, PLAIN)
    lab.pick("part|G6a")
    assert [part.id for part in lab.bench.cards] == chosen[1:]


def test_a_dealt_hand_is_one_starter_and_four_others(lab: BenchLab) -> None:
    for _ in range(5):
        lab.pick("deal|")
        assert [part.set != "none" for part in lab.bench.cards] == [False] * 4 + [True]
        assert lab.bench.aside == () and lab.bench.joins == ()


# ---------------------------------------------------------------- readings, links, clauses


def test_readings_say_what_they_would_change_here(lab: BenchLab) -> None:
    effects = lab._effects(lab.value)
    assert effects["doubling-scope"] == ("Under “Per monster bonus outside”: 31. Under “Whole total”: 72.", True)
    assert effects["loops"] == ("Changes nothing here.", False)
    press(lab, "end|O5b|R", "end|P4a|R")
    assert lab._effects(lab.value)["multicolour-doubling"] == ("Under “Any monster”: 37.", True)
    assert effects["join-geometry"][1] is False


def test_a_reading_switched_here_is_in_force_everywhere_and_the_other_way_round() -> None:
    shared = Shared("teratozoic")
    lab = BenchLab(shared)
    lab.readings.choose("doubling-scope", "whole-total")
    assert shared.rulings["doubling-scope"] == "whole-total"
    assert lab.value.total == 72
    assert words(lab.sheet.html).endswith("(8 + 6 + 4) × 4 72")
    shared.set(PLAIN, None)
    assert lab.value.total == 32


def test_sides_that_are_not_known_are_not_asked_for() -> None:
    grid = PLAIN.with_("join-geometry", "grid-sides")
    assert situated(grid, kit_box().parts) == PLAIN
    assert situated(grid, [read_part("G1{NE}"), read_part("G2{NE}")]) == grid


def test_a_bench_has_an_address_that_opens_it_again(lab: BenchLab) -> None:
    press(lab, "card|P4a", "slot|0", "era|darkozoic")
    link = address(lab.bench, lab.sight.era)
    assert f"#lab:{link}" in lab.head.html
    other = BenchLab()
    other.open_link(link)
    assert standing(other.bench) == standing(lab.bench)
    assert other.sight.era == "darkozoic"
    other.open_link("singles")
    assert other.value.total == 19


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("nonsense~G6a", "is no era"),
        ("G1a+ZZ", "the link names no part ZZ"),
        ("apocalypse~G9", "the link names no part G9"),
        ("apocalypse~G6a.G6a", "each once"),
        ("apocalypse~G6a.G1a.O1a~~G6a", "at least 3"),
        ("apocalypse~G6a.G1a.O1a~G6a-P4a", "both must be cards"),
    ],
)
def test_a_bad_address_says_what_is_wrong_and_leaves_the_bench(lab: BenchLab, link: str, said: str) -> None:
    before = lab.bench
    lab.open_link(link)
    assert "This link cannot be opened" in words(lab.plate.html)
    assert said in words(lab.plate.html)
    assert lab.bench == before
    with pytest.raises(ValueError, match=re.escape(said)):
        read_address(link, kit_box(), PLAIN)


def test_what_is_said_of_a_bad_link_goes_with_the_next_press(lab: BenchLab) -> None:
    for press_next in ("picking|", "deal|", "era|darkozoic", "printed|singles"):
        lab.open_link("G1a+ZZ")
        assert "This link cannot be opened: the link names no part ZZ." in words(lab.plate.html)
        lab.pick(press_next)
        assert "This link" not in words(lab.plate.html)


def test_every_clause_on_the_boards_opens_and_closes(lab: BenchLab) -> None:
    for board in (lab.plate, lab.sheet, lab.proof):
        for id in [id for id in ids(board.html) if id.startswith("clause|")]:
            board.pick(id)
            assert "tk-clause" in board.html
            board.pick("close|")
            assert "tk-clause" not in board.html
            assert board.focus == id


def test_every_button_works_on_a_bench_of_any_kind(lab: BenchLab) -> None:
    rng = Random(12)
    for step in range(300):
        boards = (lab.head, lab.plate, lab.picker, lab.proof, lab.sheet)
        board = rng.choice(boards)
        some = ids(board.html)
        if not some:
            continue
        board.pick(rng.choice(some))
        assert not board.error, step
        value = layout_value(lab.bench.layout, lab.rulings)
        assert value.total == lab.value.total
        assert len(set(ids(lab.plate.html))) == len(ids(lab.plate.html))
        for cited in ids(*(one.html for one in boards)):
            if cited.startswith("clause|"):
                assert cited.split("|")[2] in BOOK.clauses


def test_what_happens_is_spoken(lab: BenchLab) -> None:
    press(lab, "printed|singles")
    assert "Total 19" in lab.plate.say
    press(lab, "end|G6a|R", "end|G1a|L")
    assert lab.plate.say == "You join G6a and G1a. Total 27, +8. One colour and no free end."
    assert lab.plate.focus == "card|G1a"


def test_the_box_and_the_desk_of_card_packs_open_and_shut(lab: BenchLab) -> None:
    def shut() -> list[bool]:
        return ["mb-shut" in board.css_class.split() for board in (lab.picker, lab.desk.board)]

    assert shut() == [True, True]
    lab.pick("picking|")
    assert shut() == [False, False]
    lab.desk.board.enter("pack", owners(value=5))
    lab.pick("picking|")
    assert shut() == [True, False], "a pack in force stays to be seen"
    lab.desk.board.pick("kit")
    assert shut() == [True, True]
    lab.pick("desk|")
    assert shut() == [False, False]
    assert lab.desk.board.focus == "pack"


# ---------------------------------------------------------------- an owner's cards


def owners(**changed: object) -> str:
    """A card pack: the kit's cards with one part changed."""
    pack = {name: [dict(row) for row in rows] for name, rows in kit_pack().items()}
    row = next(row for row in pack["part"] if row["id"] == "G6a")
    row.update(changed)
    return write_pack(pack)


@pytest.mark.clause("card.value", "card.free-end")
def test_an_owners_cards_take_the_place_of_the_kits_and_go_again(lab: BenchLab) -> None:
    lab.desk.board.enter("pack", owners(value=5, ends=3))
    assert lab.shared.pack is not None
    assert lab.bench.part("G6a").value == 5
    assert "Your card pack is in force: 93 parts, 7 eras." in words(lab.desk.board.html)
    assert "assumed parts" not in words(lab.sheet.html)
    lab.desk.board.pick("kit")
    assert lab.shared.pack is None
    assert lab.bench.part("G6a").value == 6


def test_a_bench_that_is_built_when_a_pack_is_in_force_has_its_cards(lab: BenchLab) -> None:
    lab.desk.board.enter("pack", owners(value=5))
    later = BenchLab(lab.shared)
    assert later.bench.part("G6a").value == 5
    assert later.plate.html == lab.plate.html
    lab.desk.board.pick("kit")
    assert later.bench.part("G6a").value == 6


def test_an_owners_words_on_a_card_are_shown_beside_its_worth(lab: BenchLab) -> None:
    lab.desk.board.enter("pack", owners(effect="Eats <grass>"))
    assert "G6a Eats <grass>" in words(lab.sheet.html)
    lab.desk.board.pick("kit")
    assert "mb-effect" not in lab.sheet.html


@pytest.mark.parametrize(
    ("changed", "said"), [({"value": 7}, "check 3"), ({"colour": "yellow"}, "check 2"), ({"ends": 5}, "check 4")]
)
def test_a_broken_card_pack_is_refused_in_words_and_changes_nothing(lab: BenchLab, changed: dict, said: str) -> None:
    lab.pick("picking|")
    lab.desk.board.enter("pack", owners(**changed))
    assert "This card pack is refused" in words(lab.desk.board.html)
    assert said in words(lab.desk.board.html)
    assert lab.shared.pack is None
    assert lab.bench.part("G6a").value == 6
    lab.desk.board.enter("pack", "not a file")
    assert "not a TOML file" in words(lab.desk.board.html)


def test_what_an_owner_should_look_at_again_is_told(lab: BenchLab) -> None:
    pack = {name: list(rows) for name, rows in kit_pack().items()}
    pack["part"] = pack["part"][:-1]
    lab.pick("picking|")
    lab.desk.board.enter("pack", write_pack(pack))
    assert "there are 92 parts; expected: 93 (check 7)" in words(lab.desk.board.html)
    assert 'data-id="part|P6b"' not in lab.picker.html
    assert 'data-id="part|P6a"' in lab.picker.html


def test_the_kits_cards_as_a_start_are_a_card_pack_that_changes_nothing(lab: BenchLab) -> None:
    before = lab.value
    lab.desk.board.enter("pack", write_pack(kit_pack()))
    assert lab.shared.pack == kit_pack()
    press(lab, "best|0")
    assert lab.value.total == before.total


def test_a_list_with_sides_is_built_on_the_grid() -> None:
    sides = {0: "", 1: "N", 2: "NE", 3: "NES", 4: "NESW"}
    pack = {"part": [{**row, "sides": sides[row["ends"]]} for row in kit_pack()["part"]]}
    shared = Shared("teratozoic")
    lab = BenchLab(shared)
    shared.take(pack)
    shared.set(PLAIN.with_("join-geometry", "grid-sides"), None)
    assert lab.rulings["join-geometry"] == "grid-sides"
    lab.pick("clear|")
    for id in ("G2b", "G3b", "G4b", "G5b"):
        lab.pick(f"part|{id}")
    lab.pick("best|0")
    assert lab.value.total == 16
    assert [one.whole for one in lab.value.monsters] == [True]
