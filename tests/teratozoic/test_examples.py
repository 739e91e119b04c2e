"""Every worked example of the rulebook comes out as it says; other questions of the same kinds, too."""

from __future__ import annotations

import pytest

from teyra_kit.teratozoic.examples import KINDS, evaluate, examples
from teyra_kit.verify import agrees


@pytest.mark.parametrize("example", examples().values(), ids=lambda example: example.id)
def test_example(example):
    got = evaluate(example.given)
    assert agrees(example.expect, got), got


def test_all_examples_are_here():
    assert len(examples()) == 64
    assert {example.given["kind"] for example in examples().values()} <= set(KINDS)


def test_a_question_that_is_none_says_what_is_allowed():
    with pytest.raises(ValueError, match="kind is 'nonsense'; allowed: era-stack"):
        evaluate({"kind": "nonsense"})
    with pytest.raises(ValueError, match="the kind 'best-layout' needs the argument 'cards'"):
        evaluate({"kind": "best-layout"})
    with pytest.raises(ValueError, match="era is 'holozoic'; allowed: apocalypse"):
        evaluate({"kind": "era-card", "era": "holozoic"})
    with pytest.raises(ValueError, match="There is no part 'G9z'"):
        evaluate({"kind": "best-layout", "cards": ["G9z"]})
    with pytest.raises(ValueError, match="no reading"):
        evaluate({"kind": "era-stack", "readings": [{"loops": "nonsense"}]})


def ask(kind, **given):
    return evaluate({"kind": kind, **given})


def rows(answer):
    return [{key: value for key, value in row.items() if key != "readings"} for row in answer["by_reading"]]


def test_subsets_at_best():
    got = ask("subsets-at-best", hand=["G4a", "G6a", "O1b"], minimum=2)
    assert got == {"best_total": 12, "subsets": [["G4a", "G6a"], ["G4a", "G6a", "O1b"]]}
    assert ask("subsets-at-best", hand=["G4a", "G6a", "O1b"], minimum=3)["subsets"] == [["G4a", "G6a", "O1b"]]


def test_all_whole_counts():
    got = ask("all-whole-counts", hands=[["G4a", "G6a"], ["G4a", "G6a", "O1b"], ["G2d", "O2d"]])
    assert got == {"monster_counts": [[1], [], [2]]}


def test_a_tie_nobody_can_break():
    given = {"era": "apocalypse", "turn_order": ["A", "B", "C"], "totals": {"A": 9, "B": 12, "C": 12}}
    played = {"A": 3, "B": 5, "C": 4}
    readings = [{"tie-unbreakable": "turn-order"}, {"tie-unbreakable": "no-winner"}]
    assert rows(ask("unbreakable-tie", **given, played=played, readings=readings)) == [
        {"winner": "B", "turn_order_after": ["B", "C", "A"], "taken": 1, "options": 12},
        {"winner": "", "turn_order_after": ["A", "B", "C"], "taken": 0, "options": 0},
    ]


def test_an_unused_tie_card():
    given = {"era": "apocalypse", "played": ["G4a", "G6a"], "taken_by_winner": ["G6a"], "own_deck": ["O1b", "O2a"]}
    readings = [{"tie-drawn-card": "own-unplayed"}, {"tie-drawn-card": "under-deck"}]
    assert rows(ask("unused-tie-card", **given, readings=readings)) == [
        {"keep_options": ["G4a", "O1b"], "own_deck_after": ["O2a"]},
        {"keep_options": ["G4a"], "own_deck_after": ["O2a", "O1b"]},
    ]


def test_choice_counts():
    given = {"era": "early-teratozoic", "winner": "A", "played": {"A": 5, "B": 4}, "aside": {"B": 1}}
    readings = [{}, {"pick-shortage": "winner-leaves-enough"}, {"keep-duty": "may"}]
    assert rows(ask("choice-counts", **given, taken_from={"B": 2}, readings=readings)) == [
        {"winner_options": 36, "keep_options": {"A": 5, "B": 1}},
        {"winner_options": 20, "keep_options": {"A": 5, "B": 1}},
        {"winner_options": 1 + 9 + 36, "keep_options": {"A": 31, "B": 8}},
    ]


def test_a_lone_survivor():
    given = {"eras": ["darkozoic", "pre-teratozoic", "teratozoic"], "era": "darkozoic", "order": ["A", "B", "C"]}
    own = {"A": {"deck": 1, "discard": 0}, "B": {"deck": 0, "discard": 1}, "C": {"deck": 3, "discard": 3}}
    readings = [{"last-survivor": "wins-at-once"}, {"last-survivor": "plays-on"}]
    got = rows(ask("survivor", **given, common_deck=20, common_discard=9, own=own, readings=readings))
    assert [row["winner"] for row in got] == ["C", ""]
    assert [row["eliminated"] for row in got] == [["A", "B"], ["A", "B"]]
    assert [row["common_deck_after"] for row in got] == [14, 11]


def test_the_first_player_is_out():
    given = {"eras": ["darkozoic", "pre-teratozoic", "teratozoic"], "era": "darkozoic", "seats": ["A", "B", "C"]}
    own = {"A": {"deck": 5}, "B": {"deck": 1}, "C": {"deck": 5}}
    again = {"first-player-out": "choose-again"}
    readings = [{}, again, again | {"first-player-method": "seat-zero"}]
    got = rows(ask("first-player-out", **given, winner="B", common_deck=20, own=own, readings=readings))
    assert [row["draw_order"] for row in got] == [["C", "A"]] * 3
    assert [row["first_player"] for row in got] == ["C", "", "A"]
    assert got[1]["first_players"] == ["A", "C"] and got[0]["eliminated"] == ["B"]


def test_the_card_just_kept_may_come_again():
    given = {"own": {"deck": 1, "discard": 3}, "own_draw": 1, "kept_between": 1}
    readings = [{"own-reshuffle": "when-needed"}, {"own-reshuffle": "when-emptied"}]
    assert rows(ask("own-draw-probability", **given, readings=readings)) == [
        {"probability": "1/4", "own_after": {"deck": 3, "discard": 0}},
        {"probability": "0", "own_after": {"deck": 2, "discard": 1}},
    ]
    more = ask("own-draw-probability", own={"deck": 3, "discard": 3}, own_draw=2, kept_between=2)
    assert more == {"probability": "1/5", "own_after": {"deck": 4, "discard": 0}}


def test_the_first_era_change_is_the_table_of_the_rulebook():
    from teyra_kit.core import rulebook

    for row in rulebook("teratozoic").data["first_era_change"]:
        reading = {"unused-starters": row["unused_starters"]}
        (got,) = rows(ask("first-era-change-case", players=row["players"], readings=[reading]))
        assert got == {key: value for key, value in row.items() if key != "provenance"}
    early = [{"era-trigger": "on-empty"}]
    (got,) = rows(ask("first-era-change-case", players=2, readings=early))
    assert (got["round"], got["drawer"], got["already"]) == (13, 1, 3)


def test_final_piles():
    given = {"hand": ["G1a"], "deck": ["G6a"], "discard": ["P1a", "P6a"]}
    readings = [{}, {"all-their-cards": "discard-only"}]
    assert [row["cards_used"] for row in rows(ask("final-piles", **given, readings=readings))] == [4, 2]


def test_a_draw_in_the_last_era():
    own = {"A": {"deck": 3, "discard": 4}, "B": {"deck": 7, "discard": 0}}
    got = ask("draw", era="teratozoic", order=["A", "B"], own=own)
    assert got["drawn"] == [{"player": "A", "common": 0, "own": 3}, {"player": "B", "common": 0, "own": 5}]
    assert got["eliminated"] == [] and got["own_after"]["A"] == {"deck": 0, "discard": 4} and got["next_minimum"] == 5


def test_a_round_without_ties_is_told_from_its_totals():
    got = ask("round-winner", turn_order=["A", "B"], totals={"A": 7, "B": 7})
    assert got["winner"] == "" and got["tied"] == ["A", "B"]


def test_the_last_era_ends():
    given = {"hands": {"A": 5, "B": 5}, "own_decks": {"A": 12, "B": 3}}
    got = ask(
        "last-era-rounds", **given, readings=[{"able-to-play": "two-players"}, {"short-hand-minimum": "sits-out"}]
    )
    assert rows(got) == [{"rounds": 2, "unplayed": {"A": 7, "B": 0}}, {"rounds": 3, "unplayed": {"A": 2, "B": 3}}]


@pytest.mark.parametrize(
    ("own", "drawn", "kept", "chance"),
    [
        ((1, 2), 2, 1, "1"),  # the kept card is the whole pile that is shuffled
        ((0, 1), 1, 1, "1"),
        ((1, 3), 1, 1, "1/4"),
        ((5, 3), 2, 1, "0"),  # no shuffle comes between
    ],
)
def test_a_kept_card_comes_back_as_often_as_counted_by_hand(own, drawn, kept, chance):
    given = {"kind": "own-draw-probability", "own": {"deck": own[0], "discard": own[1]}}
    assert evaluate(given | {"own_draw": drawn, "kept_between": kept})["probability"] == chance


def test_without_eras_the_labels_for_the_players_give_the_stack():
    given = {
        "kind": "draw",
        "common_deck": 3,
        "common_discard": 30,
        "own": {p: {"deck": 5, "discard": 5} for p in "ABCDE"},
    }
    after = {n: evaluate(given | {"era": "darkozoic", "order": list("ABCDE"[:n])})["era_after"] for n in (2, 3, 5)}
    assert after == {2: "pre-teratozoic", 3: "pre-teratozoic", 5: "post-darkozoic"}
    assert evaluate(given | {"era": "apocalypse", "order": ["A", "B"]})["era_after"] == "darkozoic"
    with pytest.raises(ValueError, match="era is 'apocalypse'; allowed: one of eras, darkozoic, teratozoic"):
        evaluate(given | {"era": "apocalypse", "eras": ["darkozoic", "teratozoic"], "order": ["A", "B"]})


def test_a_winner_who_must_leave_enough_has_fewer_sets_to_take():
    given = {"kind": "unbreakable-tie", "era": "early-teratozoic", "turn_order": ["A", "B"], "totals": {"A": 9, "B": 9}}
    given |= {"played": {"A": 5, "B": 5}, "readings": [{"pick-shortage": "winner-leaves-enough"}]}
    answer = evaluate(given)
    assert (answer["options"], answer["by_reading"][0]["options"]) == (45, 25)


def test_what_only_another_reading_allows_is_answered_for_that_reading():
    given = {"kind": "endgame", "cards": ["G1a"]}
    assert evaluate(given | {"readings": [{}]})["by_reading"][0]["cards_used"] == evaluate(given)["cards_used"]
    free = {
        "kind": "round-script", "eras": ["darkozoic", "teratozoic"], "era": "darkozoic", "turn_order": ["A", "B"],
        "hands": {"A": ["G1a", "G2a", "G3a", "O1a", "O2a"], "B": ["P4a", "P5c", "P3a", "O3a", "O5b"]},
        "own_decks": {"A": 5, "B": 5}, "common_deck": 40, "readings": [{"keep-duty": "may"}],
        "steps": [
            {"phase": "declaration", "player": "A"}, {"phase": "declaration", "player": "B"},
            {"phase": "growth", "player": "A", "monsters": [["G1a"], ["G2a"], ["G3a"], ["O1a"], ["O2a"]]},
            {"phase": "growth", "player": "B", "monsters": [["P4a"], ["P5c"], ["P3a"], ["O3a"], ["O5b"]]},
            {"phase": "winner-takes", "player": "B", "cards": ["G1a"]}, {"phase": "winner-takes", "player": "A", "cards": ["P1a"]},
            {"phase": "keep", "player": "A", "cards": []}, {"phase": "keep", "player": "B", "cards": []},
        ],
    }  # fmt: skip
    answer = evaluate(free)
    assert set(answer) == {"by_reading"} and answer["by_reading"][0]["winner"]
    with pytest.raises(ValueError, match="Keep 2"):
        evaluate({name: value for name, value in free.items() if name != "readings"})


@pytest.mark.parametrize(
    "given",
    [
        {"kind": "first-era-change-case", "players": 3, "eras": ["teratozoic"]},
        {"kind": "best-layout", "cards": 5},
        {"kind": "layout-value", "monsters": [None]},
    ],
)
def test_arguments_that_make_no_sense_are_a_value_error(given):
    with pytest.raises(ValueError, match=f"the kind '{given['kind']}' cannot be asked with these arguments"):
        evaluate(given)
