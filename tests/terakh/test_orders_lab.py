"""Does the Orders lab say exactly what the engine says, of any unit in any situation, without a browser?"""

from __future__ import annotations

import re
from random import Random

import pytest

from teyra_kit.core import CHANCE, Rulings, rulebook
from teyra_kit.terakh import deal
from teyra_kit.terakh.board import KEY
from teyra_kit.terakh.examples import evaluate
from teyra_kit.terakh.labs.orders import CHOSEN_CASES, OrdersLab, Plan, cases, laid, of_clan, of_unit
from teyra_kit.terakh.moves import EndTurn, Roll
from teyra_kit.terakh.spec_cards import all_lines
from teyra_kit.terakh.units import IDOLS, Unit, unit_names
from teyra_kit.ui import Shared

BOOK = rulebook(KEY)


@pytest.fixture
def lab() -> OrdersLab:
    """A fresh lab whose dice are known."""
    return OrdersLab(chance=Random(3))


def ids(*html: str) -> list[str]:
    """What can be pressed."""
    return re.findall(r'data-(?:id|move)="([^"]+)"', "".join(html))


def answered(table) -> set:
    """Every order that some answer calls legal."""
    found = {move for unit in range(len(table.units)) for one in of_unit(table, unit) for move in one.legal}
    return found | {move for one in of_clan(table, table.to_move) for move in one.legal}


@pytest.mark.parametrize("seed", range(12))
def test_the_answers_are_all_legal_orders_and_no_other(seed: int) -> None:
    random = Random(seed)
    table = deal(players=random.randint(2, 4), mode=random.choice(("first", "full")), seed=seed)
    for _ in range(30):
        if table.to_move is None:
            break
        if table.to_move is CHANCE:
            table = table.play(table.sample_chance(random))
            continue
        legal = set(table.legal_moves())
        if table.ask.what == "order":
            free = {move for move in legal if move.VERB not in ("cast", "end", "return", "summon")}
            said = {move for move in answered(table) if move.VERB != "summon"}
            assert said == free
        table = table.play(random.choice(sorted(legal, key=str)))


def test_every_refusal_is_the_engine_s_first_reason(lab: OrdersLab) -> None:
    for id in CHOSEN_CASES:
        lab.open(id)
        table = lab.table
        for unit in range(len(table.units)):
            for one in of_unit(table, unit):
                assert one.legal or one.refused, (id, unit, one.title)
                for reason, moves in one.refused:
                    assert reason.clause in BOOK.clauses or reason.clause in all_lines()
                    assert all(table.why_not(move)[0].clause == reason.clause for move in moves)
                if one.legal:
                    assert one.price == table.mana - table.play(one.legal[0]).mana
                    assert set(one.clauses) <= {event.clause for event in table.events(one.legal[0])}


@pytest.mark.parametrize("id", list(cases()))
def test_every_situation_is_laid_and_drawn(lab: OrdersLab, id: str) -> None:
    lab.open_link(f"example-{id}")
    assert lab.case == id and not lab.plate.error
    given = cases()[id].given
    names = unit_names(lab.table.clans)
    for row in given.get("units", ()):
        assert lab.table.units[names.index(row["u"])].at == row["at"]
    for unit in [unit for unit, what in enumerate(lab.table.units) if what.at >= 0][::3]:
        lab.pick(f"look|{unit}")
        assert not lab.panel.error
        assert ("od-answers" in lab.panel.html) is (lab.table.ask is not None and lab.table.ask.what == "order")


@pytest.mark.clause("control.hold-their-orb", "mode.flip", "move.adjacent")
def test_an_order_is_carried_out_told_and_taken_back(lab: OrdersLab) -> None:
    start = lab.table
    lab.pick("part|unit:blue.1")
    assert "Change mode: to Ready" in lab.plate.say and "action" not in lab.plate.error
    assert "A flip blue.1" in ids(lab.plate.html)
    lab.pick("A flip blue.1")
    assert lab.table == start.play(start.read_move("A flip blue.1")) and "mode.flip" in lab.log.html
    lab.pick("A move blue.1 11")
    assert lab.table.unit("blue.1") == Unit(11, ready=True) and "lue 1 moves from 12 to 11" in lab.plate.say
    lab.pick("undo|")
    assert lab.table.unit("blue.1").at == 12 and lab.table.unit("blue.1").ready
    lab.pick("again|")
    assert lab.table == start and lab.case == CHOSEN_CASES[0]


def test_what_is_refused_says_the_clause_and_the_way_out_and_changes_nothing(lab: OrdersLab) -> None:
    start = lab.table
    for line in (
        "A move blue.1 31",
        "A move red.1 5",
        "A attack blue.1 red.E",
        "A flip red.E",
        "A move blue.E 30",
        "A rotate 3",
    ):
        reasons = start.why_not(start.read_move(line))
        lab.pick(f"why|{line}")
        assert lab.table == start
        for reason in reasons:
            assert reason.clause in lab.plate.html
        assert reasons[0].clause in lab.plate.say and "Refused" in lab.plate.say
    lab.pick("A jump red.1")
    assert "is no move" in lab.plate.say and lab.table == start and not lab.plate.error
    for link in ("example-nothing", "red", "example-setup.counts"):
        with pytest.raises(ValueError, match=r"allowed|There are"):
            lab.open_link(link)


def test_dice_are_left_to_chance_or_chosen(lab: OrdersLab) -> None:
    lab.pick("A attack red.E blue.E") if not lab.table.why_not(lab.table.read_move("A attack red.E blue.E")) else None
    assert lab.table.to_move is CHANCE
    assert [id for id in ids(lab.plate.html) if id.startswith("roll|")] == [
        "roll|",
        *(f"roll|{n}" for n in range(1, 9)),
    ]
    lab.pick("roll|8")
    assert lab.steps[-1].move == Roll(8)
    lab.pick("roll|1")
    assert lab.table.unit("blue.E").hp == 3 and "combat.elder-loses-one" in lab.log.html


@pytest.mark.clause("clan.seven-units", "board.one-unit-per-tria", "mod.at-most-three")
def test_pieces_are_laid_by_pointing(lab: OrdersLab) -> None:
    lab.pick("build|on")
    for id in ("clan|blue", "tool|idol", "orb|red", "put|3", "mods|A|2", "mods|D|1"):
        assert id in ids(lab.plate.html, lab.panel.html), id
        lab.pick(id)
    unit = lab.table.units[lab.table.unit_at(3)]
    assert (unit.orb, unit.mods) == ("red", "AAD") and lab.table.loose == ()
    lab.pick("mods|D|3")
    assert "at most 3 Mods" in lab.plate.say and lab.table.units[lab.table.unit_at(3)].mods == "AAD"
    for id in ("tool|elder", "put|3"):
        lab.pick(id)
    assert lab.table.unit("blue.E").at == 3 and sum(what.at == 3 for what in lab.table.units) == 1
    lab.pick("hp|2")
    assert lab.table.unit("blue.E").hp == 2
    for id in ("tool|orb", "clan|red", "put|20"):
        lab.pick(id)
    assert lab.table.loose == ((20, "red"),)
    lab.pick("game|first")
    assert "no Orbs" in lab.plate.say and lab.table.setup.mode == "full"
    for id in ("tool|off", "put|20", "put|6", "mana|9", "active|1"):
        lab.pick(id)
    assert (lab.table.mana, lab.table.active, lab.table.unit_at(6)) == (9, 1, -1)
    lab.pick("planes|4")
    assert len(lab.table.turns) == 4 and lab.table.clans == ("red", "blue", "green", "yellow")
    lab.pick("game|first")
    assert lab.table.setup.mode == "first" and "A first game of 4 planes" in lab.plate.say
    lab.pick("tool|ready")
    for place in (16, 17, 18, 19, 20, 21, 23):
        lab.pick(f"put|{place}")
    assert "All 6 Inkas of red" in lab.plate.say and lab.table.unit_at(23) < 0
    lab.pick("build|off")
    assert "Your own situation" in lab.plate.html


def test_a_plan_is_the_table_it_was_made_of() -> None:
    for id in CHOSEN_CASES:
        table = OrdersLab()._of_case(id)
        again = Plan.of(table).table(table.rulings)
        assert (again.units, again.loose, again.turns, again.mana, again.active) == (
            table.units,
            table.loose,
            table.turns,
            table.mana,
            table.active,
        )
        with pytest.raises(ValueError, match="allowed"):
            laid(Plan.of(table), 99, table.clans[0], "ready", "").table(table.rulings)


@pytest.mark.clause("spec.mods-needed", "spec.lists-actions")
def test_the_six_spec_cards_open_line_by_line(lab: OrdersLab) -> None:
    for mods in range(4):
        lab.pick(f"level|{mods}")
        lines = evaluate({"query": "spec-actions", "args": {"idol": "guardian", "mods": mods}})["value"]
        opened = sum(line.mods <= mods for line in all_lines().values())
        assert lab.cards.html.count(", open</small>") == opened
        guardian = lab.cards.html.partition('aria-label="Guardian"')[2].partition("</section>")[0]
        assert guardian.count(", open</small>") == len(lines)
    assert all(f'aria-label="{idol.capitalize()}"' in lab.cards.html for idol in IDOLS)
    invented = sum(line.provenance not in ("printed", "official") for line in all_lines().values())
    assert lab.cards.html.count("tk-assumed") == invented


def test_readings_change_the_answers_and_are_shared() -> None:
    shared = Shared(KEY)
    lab = OrdersLab(shared)
    lab.open("reading.inka-on-orb-does-not-hold")
    before = answered(lab.table)
    assert "Under “Idol or standing”" in lab.readings.html
    lab.readings.pick("read|orb.holding|idol-or-standing")
    assert shared.rulings["orb.holding"] == "idol-or-standing" and answered(lab.table) > before
    shared.set(Rulings.defaults(KEY), None)
    assert answered(lab.table) == before
    shared.set(shared.rulings.with_("data.cast-cards", "owner-supplied"), None)
    assert not lab.plate.error and answered(lab.table) == before


def test_the_turn_can_be_ended_and_the_game_goes_on(lab: OrdersLab) -> None:
    lab.pick(lab.table.write_move(EndTurn()))
    assert lab.table.active == 1 and not lab.plate.error
    lab.pick(lab.table.write_move(EndTurn()))
    for _ in range(12):
        if lab.table.to_move is CHANCE:
            lab.pick("roll|")
    assert lab.table.round == 2 and not lab.plate.error
