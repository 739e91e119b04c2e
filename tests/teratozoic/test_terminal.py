"""Can monsters be chosen well from a list in plain text, and is every number of it the same however much is shown?"""

from __future__ import annotations

import re
from random import Random

import pytest

from teyra_kit.core import Match
from teyra_kit.teratozoic import best_total, position, scene
from teyra_kit.teratozoic.game import Table
from teyra_kit.terminal import FEW, Terminal

ROW = re.compile(r"^  (\d+) (Build .*|Rebuild .*): total (\d+)$", re.MULTILINE)
HANDS = [["G6a", "G1a", "O1a", "O5b", "P4a"], ["PX6", "P2a", "O3b", "G1b", "G2b"]]


def growing(hands=HANDS, **more) -> Table:
    """A table on which A builds."""
    return position(hands=hands, eras=["apocalypse", "darkozoic", "teratozoic"], phase="grow", **more)


def at_table(tmp_path, state: Table, *lines: str) -> list[str]:
    """Open this position, type these lines, and give all that was shown."""
    file = tmp_path / "match.txt"
    file.write_text(Match(state).record(), encoding="utf-8")
    waiting, shown = [f"open {file}", *lines], []

    def read(prompt: str) -> str:
        shown.append(prompt)
        if not waiting:
            raise EOFError
        return waiting.pop(0)

    Terminal("teratozoic", read, shown.append, rng=Random(1)).run()
    return shown


def lists(shown: list[str]) -> list[list[tuple[int, str, int]]]:
    """The lists that were shown, each row as its number, its words and its total."""
    rows = [[(int(n), said, int(total)) for n, said, total in ROW.findall(text)] for text in shown]
    return [some for some in rows if some]


@pytest.mark.clause("growth.announce-total", "growth.highest-wins", "build.layout-free")
def test_ways_to_build_are_listed_by_total_the_best_first_and_all_on_demand(tmp_path):
    state = growing()
    shown = at_table(tmp_path, state, "all", "a", "hand")
    few, every, again, more = lists(shown)
    legal = state.legal_moves()
    assert len(legal) > FEW
    assert len(few) == FEW and few == every[:FEW] == more and every == again
    assert {said for _, said, _ in every} == {scene.move_spoken(move) for move in legal}
    assert [number for number, _, _ in every] == list(range(1, len(legal) + 1))
    totals = [total for _, _, total in every]
    assert totals == sorted(totals, reverse=True)
    assert totals[0] == best_total([state.part(card) for card in HANDS[0]], state.rulings) == 32
    text = "\n".join(shown)
    assert text.count("Sorted by total, the best first:") == 4
    said = f"{len(legal) - FEW} more, with a total of {totals[FEW]} or less: type all to see them."
    assert text.count(said) == 2, "not where all are shown"


def test_every_number_builds_what_stands_beside_it_also_one_that_is_not_shown(tmp_path):
    state = growing()
    every = lists(at_table(tmp_path, state, "all"))[1]
    terminal = Terminal("teratozoic")
    for number, said, total in every:
        move = terminal.move(state, 0, str(number), legal_only=True)
        assert scene.move_spoken(move) == said
        assert state.play(move).play(state.play(move).legal_moves()[0]).totals[0] == total
    shown = "\n".join(at_table(tmp_path, state, str(every[-1][0])))
    assert f"Totals: A {every[-1][2]}," in shown, "a number beyond the first ten is played as it stands"


def test_a_short_list_shows_all_and_offers_no_more(tmp_path):
    state = growing([["G2a", "G5b", "P1b"], HANDS[1]], aside=[["O1b", "O2a"], []])
    shown = at_table(tmp_path, state, "all")
    (rows,) = lists(shown)
    assert len(rows) == len(state.legal_moves()) == 5
    assert not any("type all" in text for text in shown)
    assert "that is not allowed" in "\n".join(shown)


@pytest.mark.clause("tie.rebuild")
def test_a_tie_is_rebuilt_from_a_list_by_total(tmp_path):
    state = position(
        hands=[[], []],
        layouts=[[["G6a", "G1a"], ["P4a"]], [["O6a", "O1a"], ["P4b"]]],
        decks=[["O5a", "GX2", "GX3"], ["P1b", "PX2", "PX3"]],
        eras=["apocalypse", "darkozoic", "teratozoic"],
        phase="contest",
    )
    (rows,) = lists(at_table(tmp_path, state))
    assert len(rows) == FEW
    assert rows[0][1].startswith("Rebuild ")
    assert rows[0][2] == max(scene.worth(state, move) for move in state.legal_moves())


def test_other_choices_are_listed_as_they_were(tmp_path):
    state = position(hands=HANDS, eras=["apocalypse", "darkozoic", "teratozoic"])
    shown = "\n".join(at_table(tmp_path, state))
    assert "  1 Declare: playing all cards" in shown
    assert "Sorted" not in shown and "total" not in shown
    terminal = Terminal("teratozoic")
    assert terminal.moves(state, 0, legal_only=True) == list(state.legal_moves())


def test_a_lesson_lists_no_totals_for_they_are_its_answer():
    state = growing()
    terminal = Terminal("teratozoic")
    assert "total" not in terminal.list_moves(state, 0, legal_only=False)
    assert terminal.moves(state, 0, legal_only=False) == list(state.legal_moves())
