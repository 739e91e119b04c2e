"""Every ruling in each of its readings: no reading is without effect, and the engine plays what it says."""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.core import CHANCE, rulebook
from teyra_kit.terakh import (
    Attack,
    Cast,
    ChooseClan,
    EndTurn,
    PlaceElder,
    PlaceInka,
    PlaceOrb,
    ReturnElder,
    Roll,
    Toss,
    new_game,
    open_lines,
)
from teyra_kit.terakh.examples import evaluate, examples
from teyra_kit.terakh.moves import PASS, AddPlane
from teyra_kit.verify import agrees

from .table import order, refused, rulings, run, table

BOOK = rulebook("terakh")
TWO = "red.E 0, blue.E 31"
DUEL = "red.E 15, red.1 5 ready, blue.E 31, blue.1 4 ready"


def by(ruling, *readings):
    """A test of a ruling, once for each (reading, outcome)."""
    return pytest.mark.parametrize(("reading", "want"), readings, ids=[reading for reading, _ in readings])


def play(reading, ruling, units, *steps, **more):
    """A script under a reading of a ruling."""
    return run(units, *steps, rulings={ruling: reading} | more.pop("rulings", {}), **more)


def begun(players=2, mode="first", until="clan", rolls=(), seed=3, variants="", hand=None, **readings):
    """A game played at random to the first question of a kind; `rolls`: the first dice."""
    rng, dice = Random(seed), list(rolls)
    state = new_game(players, mode, variants, rulings=rulings(**readings))
    while state.ask.what != until:
        if state.to_move is CHANCE:
            move = Roll(dice.pop(0)) if state.ask.what == "roll" and dice else state.sample_chance(rng)
        else:
            move = rng.choice(state.legal_moves())
        state = state.play(move)
    return state


def ask(query, **args):
    return evaluate({"query": query, "args": args})["value"]


# ---------------------------------------------------------------- the worked examples of readings


def chosen(example):
    return example.given.get("rulings", {})


@pytest.mark.parametrize("id", [e.id for e in examples().values() if chosen(e)])
def test_each_example_of_a_reading_differs_under_the_default(id):
    example = examples()[id]
    assert agrees(example.expect, evaluate(example.given))
    default = evaluate({**example.given, "rulings": {}})
    assert not agrees(example.expect, default), "the reading decides this example"


def test_there_are_65_rulings():
    assert len(BOOK.rulings) == 65
    assert sum(len(ruling.readings) for ruling in BOOK.rulings.values()) >= 2 * 65


def test_every_reading_is_tested_here():
    """Each reading is named in this file, as the core rulings demand it of both ways."""
    from pathlib import Path

    text = Path(__file__).read_text(encoding="utf-8")
    for ruling in BOOK.rulings.values():
        assert f'"{ruling.id}"' in text, ruling.id
        for reading in ruling.readings:
            assert f'"{reading.id}"' in text, f"{ruling.id} = {reading.id}"


# ---------------------------------------------------------------- data gaps


@by("data.plane-layout", ("kit-asymmetric", ""), ("kit-symmetric", "summon.vacant-orth"))
def test_plane_layout(reading, want):
    got = play(reading, "data.plane-layout", TWO, "red rotate 1", "red summon red.1 3 ready")
    assert refused(got) == want
    same = play(reading, "data.plane-layout", TWO, "red summon red.1 5 ready")
    assert refused(same) == ("summon.vacant-orth" if want == "" else "")


def test_plane_layout_of_an_owner():
    own = {"types": ["plain"] * 15 + ["orth"], "runes": ["none"] * 16}
    got = run(TWO, "red summon red.1 15 ready", rulings={"data.plane-layout": "owner-supplied"}, layout=own)
    assert refused(got) == "" and got["units"]["red.1"]["at"] == 15


@by("data.runic-trias", ("type-is-rune", ""), ("elements-only", "cast.rune-needed"), ("layout-runes", ""))
def test_runic_trias(reading, want):
    got = play(
        reading, "data.runic-trias", "red.E 0, red.1 1, blue.E 31", "red cast mana-boost", hands={"red": ["mana-boost"]}
    )
    assert refused(got) == want
    own = {"types": ["orth"] + ["plain"] * 15, "runes": ["none"] * 9 + ["orth"] + ["none"] * 6}
    more = {"rulings": {"data.plane-layout": "owner-supplied"}, "layout": own, "hands": {"red": ["mana-boost"]}}
    got = play(reading, "data.runic-trias", "red.E 9, blue.E 31", "red cast mana-boost", **more)
    assert refused(got) == ("" if reading == "layout-runes" else "cast.rune-needed")


@by("data.orb-idol-map", ("encyclopedia-colours", "hydra"), ("chosen-at-setup", "keeper"))
def test_orb_idol_map(reading, want):
    idols = {"red": "keeper", "blue": "guardian"}
    state = table("red.E 0, red.1 5 red, blue.E 31", rulings=rulings(**{"data.orb-idol-map": reading}), idols=idols)
    assert any(getattr(move, "line", "") == f"{want}.move" for move in state.legal_moves())
    at_choice = begun(mode="full", **{"data.orb-idol-map": reading}).legal_moves()
    assert (ChooseClan("red", "keeper") in at_choice) == (reading == "chosen-at-setup")
    assert (ChooseClan("red") in at_choice) == (reading == "encyclopedia-colours")


@by("data.spec-cards", ("site-and-kit", 4), ("printed-only", 2))
def test_spec_cards(reading, want):
    assert len(open_lines("hydra", 2, reading)) == want
    assert len(open_lines("guardian", 3, reading)) == 6
    units = "green.E 15, green.1 4 green, blue.E 31, blue.1 5 ready"
    got = play(
        reading, "data.spec-cards", units, order("green spec ranger.attack green.1", target="blue.1", dice=[1, 8])
    )
    assert refused(got) == ("spec.lists-actions" if want == 4 else "")


@by("data.keeper-card", ("kit-card", 5), ("base-lines-only", 2), ("not-in-play", 5))
def test_keeper_card(reading, want):
    assert len(open_lines("keeper", 3, "site-and-kit", reading)) == want
    clans = ask("clans", colours=["yellow", "red"], keeper=reading)
    assert clans == (["red"] if reading == "not-in-play" else ["yellow", "red"])
    options = begun(mode="first", **{"data.keeper-card": reading}).legal_moves()
    assert (ChooseClan("yellow") in options) == (reading != "not-in-play")


@by("data.cast-cards", ("kit-deck", 72), ("no-cards", 0))
def test_cast_cards(reading, want):
    state = begun(until="order", **{"data.cast-cards": reading})
    assert len(state.deck) + sum(map(len, state.hands)) in (want, want - len(state.open))
    got = play(reading, "data.cast-cards", TWO, "red draw", deck_top=["fate"])
    assert got["hands"]["red"] == (["fate"] if want else [])


def test_cast_cards_of_an_owner():
    row = {
        "key": "strike-hard", "name": "Strike Hard", "count": 4, "rune": "none", "windows": ["attack-declared"],
        "who": "attacker", "choices": [], "steps": [{"do": "strength", "unit": "own", "amount": 3}], "provenance": "printed",
    }  # fmt: skip
    readings = rulings(**{"data.cast-cards": "owner-supplied"})
    state = table(DUEL, rulings=readings, pack={"cast_card": [row]}, hands={"red": ["strike-hard"]}, deck=[])
    state = state.play(Attack("red.1", "blue.1")).play(Cast("strike-hard")).play(Roll(2)).play(Roll(4))
    assert state.unit("blue.1").at < 0


# ---------------------------------------------------------------- first game, set-up


@by("first-game.scope", ("no-orbs", ""), ("no-orbs-no-cards", "setup.red-text"))
def test_first_game_scope(reading, want):
    got = play(
        reading, "first-game.scope", "red.E 0, red.1 1, blue.E 31", "red cast mana-boost", mode="first",
        hands={"red": ["mana-boost"]},
    )  # fmt: skip
    assert refused(got) == want
    assert bool(begun(until="order", **{"first-game.scope": reading}).setup.cards) == (want == "")
    full = play(
        reading, "first-game.scope", "red.E 0, red.1 1, blue.E 31", "red cast mana-boost", hands={"red": ["mana-boost"]}
    )
    assert refused(full) == "", "a full game has its cards"


def test_planes_joining_is_tested_with_the_board():
    """See test_board: "planes.joining" as "whole-sides" and "shifted-sides"."""
    assert ask("edges", contacts=[[0, "R", 1, "R", 1]], planes=2) == {"physical": 39}
    assert ask("edges", configuration="n2-1")["with_orth"] == 55


@by("planes.who-builds", ("agreed-before-play", "clan"), ("built-in-order", "plane"))
def test_who_builds(reading, want):
    state = new_game(2, "first", rulings=rulings(**{"planes.who-builds": reading, "setup.order": "seat-order"}))
    state = state.play(state.sample_chance(Random(1)))
    assert state.ask.what == want
    if want == "plane":
        state = state.play(AddPlane(0, "R", 2)).play(AddPlane(0, "B", 1))
        assert state.ask.what == "clan" and state.turns == (2, 1)


@by("setup.order", ("roll-and-coin", (1, 0)), ("seat-order", (0, 1)))
def test_setup_order(reading, want):
    state = begun(rolls=(2, 7), **{"setup.order": reading})
    assert state.order == want and state.to_move == want[0]
    args = {"seats": ["red", "blue"], "rolls": [3, 8], "coin": "clockwise", "reading": reading}
    assert ask("setup-order", **args) == [["red", "blue"][seat] for seat in want]


@by("setup.placing", ("one-by-one", [0, 1, 0]), ("all-six-at-once", [0, 0, 0]))
def test_placing(reading, want):
    state = begun(until="inka", **{"setup.placing": reading, "setup.order": "seat-order"})
    seen = []
    for place in range(3):
        seen.append(state.to_move)
        state = state.play(PlaceInka(place))
    assert seen == want


@by("setup.orb-and-elder", ("step-by-step", "orb"), ("player-by-player", "elder"))
def test_orb_and_elder(reading, want):
    state = begun(mode="full", until="orb", **{"setup.orb-and-elder": reading})
    state = state.play(state.legal_moves()[0])
    assert state.ask.what == want
    assert isinstance(state.legal_moves()[0], PlaceOrb if want == "orb" else PlaceElder)


@by("elder.starting-hp", ("by-mode", [2, 4]), ("always-four", [4, 4]))
def test_starting_hp(reading, want):
    cases = [{"mode": "first", "elder_hp": reading}, {"mode": "full", "elder_hp": reading}]
    assert ask("starting-hp", cases=cases) == want
    got = play(reading, "elder.starting-hp", TWO, mode="first")
    assert got["units"]["red.E"]["hp"] == want[0]
    assert begun(until="order", **{"elder.starting-hp": reading}).elder(1).hp == want[0]


# ---------------------------------------------------------------- the round


@by("initiative.tie", ("tied-reroll", [0, 2]), ("all-reroll", [0, 1, 2]), ("nearest-to-last-starter", []))
def test_initiative_tie(reading, want):
    state = new_game(3, "first", rulings=rulings(**{"initiative.tie": reading}))
    state = state.play(state.sample_chance(Random(1))).play(Roll(7)).play(Roll(2)).play(Roll(7))
    seen = []
    while state.ask.what == "roll":
        seen.append(state.ask.data[0])
        state = state.play(Roll(len(seen)))
    assert seen == want
    assert state.first == (want[-1] if want else 0), "in round 1 counting begins at seat 1"


def test_nearest_to_the_last_starter_goes_round_clockwise():
    seats = ["red", "blue", "green"]
    for last, first in (("red", "red"), ("blue", "green"), ("green", "green")):
        args = {"seats": seats, "rolls": [7, 2, 7], "reading": "nearest-to-last-starter", "last_starter": last}
        assert ask("initiative", **args) == first
    readings = rulings(**{"initiative.tie": "nearest-to-last-starter"})
    state = table(TWO, rulings=readings, first=1).play(EndTurn()).play(EndTurn()).play(Roll(5)).play(Roll(5))
    assert state.ask.what == "toss" and state.first == 1


@by("coin.toss", ("random", CHANCE), ("chosen", 0))
def test_coin(reading, want):
    state = begun(until="toss", rolls=(8, 1), **{"coin.toss": reading})
    assert state.to_move == want
    assert state.legal_moves() == (Toss("clockwise"), Toss("counter-clockwise"))
    assert ask("coin", seats=["red", "blue"], rolls=[8, 1], reading=reading)["kind"] == (
        "chance" if want is CHANCE else "decision"
    )


@by("draw.order", ("turn-order", []), ("all-then-forced", ["fate"]))
def test_draw_order(reading, want):
    readings = rulings(**{"draw.order": reading})
    state = table("red.E 2, blue.E 16 hp1", rulings=readings, deck=["terakh-crisis", "fate"], order=["red", "blue"])
    state = state.play(EndTurn()).play(EndTurn()).play(Roll(8)).play(Roll(1)).play(Toss("clockwise"))
    assert state.outcome.winners == (0,) and list(state.hands[0]) == want


@by("draw.empty-deck", ("no-draw", ["fate"]), ("all-or-none", []))
def test_empty_deck(reading, want):
    assert play(reading, "draw.empty-deck", TWO, "red draw", "blue draw", deck=["fate"])["hands"]["red"] == want
    state = table(TWO, rulings=rulings(**{"draw.empty-deck": reading}), deck=["fate"])
    state = state.play(EndTurn()).play(EndTurn()).play(Roll(8)).play(Roll(1)).play(Toss("clockwise"))
    assert list(state.hands[0]) == want and state.hands[1] == ()


@by("draw.hand-limit", ("none", 3), ("limited", 2))
def test_hand_limit(reading, want):
    got = play(
        reading, "draw.hand-limit", TWO, "red draw", deck_top=["fate"], hands={"red": ["peace", "peace"]},
        parameters={"draw.hand-limit": 2},
    )  # fmt: skip
    assert len(got["hands"]["red"]) == want


# ---------------------------------------------------------------- mana, actions


@by("mana.unspent", ("lost", 5), ("kept", 8))
def test_unspent(reading, want):
    got = play(reading, "mana.unspent", TWO, "red end-turn", "red begin-turn", mana=3)
    assert got["mana"] == want
    drained = play(
        reading, "mana.unspent", "red.E 0, red.1 1, blue.E 31", order("red cast mana-drain", choices={"player": "blue"}),
        "blue begin-turn", "blue end-turn", "blue begin-turn", hands={"red": ["mana-drain"]},
    )  # fmt: skip
    assert drained["mana"] == (5 if reading == "lost" else 8)


@by("action.repeats", ("unlimited", ""), ("once-per-unit-and-kind", "action.any-order"))
def test_repeats(reading, want):
    for steps in (
        ("red move red.1 6", "red move red.1 7"),
        ("red mode red.1", "red mode red.1"),
        ("red rotate 1", "red rotate 1"),
        (order("red attack red.1 blue.1", dice=[1, 8]), order("red attack red.1 blue.1", dice=[1, 8])),
    ):
        assert refused(play(reading, "action.repeats", DUEL, *steps)) == want
    fine = ("red summon red.2 1 ready", "red summon red.3 6 ready")
    assert refused(play(reading, "action.repeats", DUEL, *fine)) == "", "summons without limit"
    other = play(reading, "action.repeats", DUEL, "red move red.1 6", "red mode red.1", "red move red.E 14")
    assert refused(other) == "", "other kinds and other units are free"
    swaps = play(
        reading, "action.repeats", "red.E 0, red.1 6 red AAA, red.2 9, blue.E 31",
        order("red spec hydra.swap red.1", **{"with": "red.2"}), order("red spec hydra.swap red.1", **{"with": "red.2"}),
    )  # fmt: skip
    assert refused(swaps) == "", "an exchange is none of the four kinds"
    turns = play(
        reading, "action.repeats", "yellow.E 15, yellow.1 12 yellow ADD, blue.E 31",
        "yellow rotate 1", order("yellow spec keeper.turn-plane yellow.1", steps=1),
    )  # fmt: skip
    assert refused(turns) == want, "rotation once per turn, by whatever unit"
    again = play(reading, "action.repeats", DUEL, "red move red.1 6", "red begin-turn", "red move red.1 7")
    assert refused(again) == "", "a new turn is new"
    state = table(DUEL, rulings=rulings(**{"action.repeats": reading}))
    state = state.play(next(move for move in state.legal_moves() if str(move).startswith("red 1 moves")))
    assert any(str(move).startswith("red 1 moves") for move in state.legal_moves()) == (want == "")


@by("attack.own-units", ("other-clans-only", "combat.adjacent-for-two"), ("any-unit", ""))
def test_own_units(reading, want):
    own = order("red attack red.1 red.2", dice=[8, 1])
    got = play(reading, "attack.own-units", "red.E 0, red.1 5 ready, red.2 4, blue.E 31", own)
    assert refused(got) == want
    itself = order("red attack red.1 red.1", dice=[8, 1])
    assert (
        refused(play(reading, "attack.own-units", "red.E 0, red.1 5, blue.E 31", itself)) == "combat.adjacent-for-two"
    )
    state = table("red.E 0, red.1 5 ready, red.2 4, blue.E 31", rulings=rulings(**{"attack.own-units": reading}))
    assert (Attack("red.1", "red.2") in state.legal_moves()) == (want == "")


CONTROL = "red.E 15, red.1 7 blue, blue.E 31, blue.1 5 ready, blue.2 4"


@by("control.targets", ("not-controllers-clan", ""), ("neither-clan", "combat.adjacent-for-two"))
def test_control_targets(reading, want):
    got = play(reading, "control.targets", CONTROL, order("red attack blue.1 blue.2", dice=[1, 8]))
    assert refused(got) == want
    own = play(reading, "control.targets", CONTROL + ", red.2 6", order("red attack blue.1 red.2", dice=[1, 8]))
    assert refused(own) == "combat.adjacent-for-two", "never the controller's clan"


@by("control.who-defends", ("owner", 1), ("controller", 0))
def test_who_defends(reading, want):
    readings = rulings(**{"control.who-defends": reading})
    state = table(CONTROL, rulings=readings, hands={"red": ["peace"], "blue": ["peace"]})
    state = state.play(Attack("blue.1", "blue.2"))
    assert state.to_move == want and state.ask.what == "react" and Cast("peace") in state.legal_moves()


@by("control.remover", ("controller", "red"), ("inkas-owner", "blue"))
def test_control_remover(reading, want):
    got = play(
        reading, "control.remover", "red.E 20, red.1 7 blue, blue.E 40, blue.1 2 ready, green.E 1 hp1",
        order("red attack blue.1 green.E", dice=[8, 1], mod="A", mod_on="red.1"), hands={"green": ["fate"]},
    )  # fmt: skip
    assert got["hands"][want] == ["fate"] and got["units"]["red.1"]["mods"] == "A", "the controller earns the Mod"


# ---------------------------------------------------------------- geometry


@by(
    "orth.scope",
    ("all-planes", ("", "")),
    ("same-plane", ("move.adjacent", "combat.adjacent-for-two")),
    ("moves-only", ("", "combat.adjacent-for-two")),
)
def test_orth_scope(reading, want):
    units = "red.E 0, red.1 6 ready, blue.E 31, blue.1 22"
    got = play(reading, "orth.scope", units, order("red attack red.1 blue.1", dice=[1, 8]), "red move red.1 29")
    assert (refused(got, 1), refused(got, 0)) == want
    near = order("red attack red.1 blue.2", dice=[1, 8])
    inside = play(reading, "orth.scope", "red.E 0, red.1 6 ready, blue.E 31, blue.2 13", near, "red move red.1 1")
    assert (refused(inside, 0), refused(inside, 1)) == (
        ("combat.adjacent-for-two" if reading == "moves-only" else ""),
        "",
    )


@pytest.mark.parametrize("reading", ["all-planes", "moves-only"])
def test_orth_scope_moves_only_keeps_lines_and_cards_on_sides(reading):
    closed = reading == "moves-only"
    rules = {"orth.scope": reading}
    seal = run(
        "red.E 15, red.1 2 ready, blue.E 31, blue.1 6 blue DD, blue.2 1 ready",
        order("red attack red.1 blue.2", dice=[5, 5]), rulings=rules,
    )  # fmt: skip
    assert seal["strengths"] == [[5, 5 if closed else 6]]
    mystify = run(
        "grey.E 15, grey.1 6 grey A, blue.E 13",
        order("grey spec shade.mystify grey.1", **{"with": "blue.E"}),
        rulings=rules,
    )
    assert refused(mystify) == ("spec.lists-actions" if closed else "")
    sneak = run("grey.E 15, grey.1 6 grey, blue.E 31", order("grey spec shade.sneak grey.1", to=22), rulings=rules)
    assert refused(sneak) == ""
    arrow = order("green spec ranger.silver-arrow green.1", target="blue.1", dice=[1, 8])
    shot = run("green.E 15, green.1 5 green, blue.E 31, blue.1 22", arrow, rulings=rules)
    assert refused(shot) == ("combat.idols-by-card" if closed else "")


@by("rotate.amount", ("any-third", ""), ("one-step-one-way", "rotate.same-configuration"))
def test_rotate_amount(reading, want):
    assert refused(play(reading, "rotate.amount", TWO, "red rotate 2")) == want
    assert refused(play(reading, "rotate.amount", TWO, "red rotate 1")) == ""


@by("rotate.contents", ("everything-turns", (9, "move.adjacent")), ("board-only", (0, "")))
def test_rotate_contents(reading, want):
    got = play(
        reading, "rotate.contents", "red.E 0, red.1 13, blue.E 31", "red rotate 1", "red move red.1 12", orbs="blue 3"
    )
    assert (got["units"]["red.E"]["at"], refused(got)) == want
    assert got["orbs"] == [{"orb": "blue", "at": 4 if want[0] else 3}]
    summon = play(reading, "rotate.contents", TWO, "red rotate 1", "red summon red.1 11 ready")
    assert refused(summon) == "", "types turn under both readings"


# ---------------------------------------------------------------- Orbs and Idols


@by("orb.holding", ("as-idol", "control.hold-their-orb"), ("idol-or-standing", ""))
def test_holding(reading, want):
    units = "red.E 0, red.1 5, blue.E 31, blue.1 10"
    assert refused(play(reading, "orb.holding", units, "red mode blue.1", orbs="blue 5")) == want
    elder = play(reading, "orb.holding", units, "red mode blue.1", orbs="blue 0")
    assert refused(elder) == "control.hold-their-orb", "an Elder on an Orb holds nothing"


@by("orb.who-may-stand", ("any-unit", ""), ("inkas-only", "move.vacant-only"))
def test_who_may_stand(reading, want):
    key = "orb.who-may-stand"
    assert refused(play(reading, key, "red.E 5, blue.E 31", "red move red.E 4", orbs="blue 4")) == want
    assert refused(play(reading, key, "red.E 0, red.1 5, blue.E 31", "red move red.1 4", orbs="blue 4")) == ""
    idol = play(
        reading, key, "red.E 0, red.1 5 red, blue.E 31", order("red spec hydra.move red.1", to=4), orbs="blue 4"
    )
    assert refused(idol) == want
    win = play(reading, key, "red.E 5, blue.E 31, blue.1 4 blue", order("red attack red.E blue.1", dice=[8, 1]))
    assert win["units"]["red.E"]["at"] == (4 if want == "" else 5), "an Elder that would have to move in stays"
    sprint = order("green spec ranger.sprint green.1", to=5)
    way = play(reading, key, "green.E 15, green.1 9 green D, blue.E 31", sprint, orbs="blue 4")
    assert refused(way) == ("" if want == "" else "move.idols-by-card"), "what is as good as taken cannot be passed"


@by("orb.left-behind", ("stays-on-tria", "move.orb-tria-is-vacant"), ("carried", ""))
def test_left_behind(reading, want):
    units = "red.E 0, red.1 5, blue.E 31"
    got = play(reading, "orb.left-behind", units, order("red move red.1 4", carry="blue"), orbs="blue 5")
    assert refused(got) == want and got["orbs"] == [{"orb": "blue", "at": 5 if want else 4}]
    bare = play(reading, "orb.left-behind", units, "red move red.1 4", orbs="blue 5")
    assert bare["orbs"] == [{"orb": "blue", "at": 5}], "it may also stay"
    elder = play(reading, "orb.left-behind", units, order("red move red.E 2", carry="blue"), orbs="blue 0")
    assert refused(elder) == "move.orb-tria-is-vacant"


DEMOTED = "red.E 15, red.1 9, blue.E 31, blue.1 4 blue AD"


@by("idol.loses-orb-mode", ("guard", "guard"), ("owner-chooses", "ready"))
def test_loses_orb(reading, want):
    cast = order("red cast demotion", choices={"unit": "blue.1", "mode": "ready"})
    got = play(reading, "idol.loses-orb-mode", DEMOTED, cast, hands={"red": ["demotion"]})
    assert got["units"]["blue.1"] == {"at": 4, "mode": want, "orb": "none", "mods": ""}
    state = table(DEMOTED, rulings=rulings(**{"idol.loses-orb-mode": reading}), hands={"red": ["demotion"]})
    state = state.play(Cast("demotion", (("unit", "blue.1"),)))
    assert state.to_move == (1 if want == "ready" else 0), "its owner chooses"


# ---------------------------------------------------------------- Mods


@by("mods.supply", ("total-only", ""), ("twelve-each", "box.mods"))
def test_supply(reading, want):
    units = (
        "red.E 0, red.1 9 red AAA, red.2 15 yellow, red.3 5 ready, blue.E 20, blue.1 24 blue AAA, blue.2 4, "
        "green.E 36, green.1 40 green AAA, grey.E 52, grey.1 56 grey AAA, yellow.E 68"
    )
    got = play(reading, "mods.supply", units, order("red attack red.3 blue.2", dice=[8, 1], mod="A", mod_on="red.2"))
    assert refused(got) == want


SHIELDED = "red.E 15, red.1 1 ready, red.2 9 red, blue.E 31, blue.1 5 blue, blue.2 4 guard"
PASSED_ON = {"by": "blue", "line": "guardian.shield-idol", "to": "blue.2"}


@by("mods.transferred-attack", ("earns", "A"), ("earns-nothing", ""))
def test_transferred(reading, want):
    step = order("red attack red.1 blue.1", dice=[8, 1], shield=PASSED_ON, mod="A", mod_on="red.2")
    got = play(reading, "mods.transferred-attack", SHIELDED, step)
    assert refused(got) == "" and got["units"]["red.2"]["mods"] == want


@by("mods.card-hits", ("no", ""), ("one-per-card", "D"))
def test_card_hits(reading, want):
    cast = order("red cast pestilence", choices={"plane": 0}, dice=[1, 1], mod="D", mod_on="red.2")
    units = "red.E 5, red.1 24, red.2 9 red, blue.E 31, blue.1 4, blue.2 3"
    got = play(reading, "mods.card-hits", units, cast, hands={"red": ["pestilence"]})
    assert refused(got) == "" and got["units"]["red.2"]["mods"] == want
    own = "red.E 5, red.1 2, red.2 9 red, blue.E 31"
    cast = order("red cast pestilence", choices={"plane": 0}, dice=[1], mod="D", mod_on="red.2")
    assert play(reading, "mods.card-hits", own, cast, hands={"red": ["pestilence"]})["units"]["red.2"]["mods"] == ""


@by("mods.within-multi-attack", ("at-once", [[6, 3], [4, 3]]), ("after-the-action", [[6, 3], [3, 3]]))
def test_within_multi_attack(reading, want):
    units = "red.E 15, red.1 5 red A, blue.E 31, blue.1 4 ready, blue.2 6 ready"
    step = order(
        "red spec hydra.double-threat red.1", targets=["blue.1", "blue.2"],
        attacks=[{"dice": [5, 3], "mod": "A", "mod_on": "red.1"}, {"dice": [2, 3], "mod": "A"}],
    )  # fmt: skip
    got = play(reading, "mods.within-multi-attack", units, step)
    assert got["strengths"] == want
    assert got["units"]["red.1"]["mods"] == ("AAA" if want[1][0] == 4 and want[1][1] < 4 else "AA")


def test_after_the_action_each_success_is_paid():
    units = "red.E 15, red.1 5 red A, blue.E 31, blue.1 4 ready, blue.2 6 ready"
    first, second = {"dice": [8, 1], "mod": "A"}, {"dice": [8, 1], "mod": "D"}
    rows = {"targets": ["blue.1", "blue.2"]}
    readings = {"mods.within-multi-attack": "after-the-action"}
    got = run(units, order("red spec hydra.double-threat red.1", **rows, attacks=[first, second]), rulings=readings)
    assert got["units"]["red.1"]["mods"] == "AAD" and got["strengths"] == [[9, 1], [9, 1]]
    full = units.replace("red A,", "red AA,")
    got = run(full, order("red spec hydra.double-threat red.1", **rows, attacks=[first, second]), rulings=readings)
    assert refused(got) == "combat.mod-limit", "the second claim finds no room"
    got = run(
        full, order("red spec hydra.double-threat red.1", **rows, attacks=[first, {"dice": [8, 1]}]), rulings=readings
    )
    assert got["units"]["red.1"]["mods"] == "AAA"
    got = run(
        full, order("red spec hydra.double-threat red.1", **rows, attacks=[{"dice": [8, 1]}, second]), rulings=readings
    )
    assert refused(got) == "combat.mod-at-once", "the first success is due and not named"


# ---------------------------------------------------------------- Shields


@by("shield.self", ("yes", ""), ("no", "guardian.shield-idol"))
def test_shield_self(reading, want):
    step = order("red attack red.1 blue.1", dice=[1, 8], shield=PASSED_ON)
    assert refused(play(reading, "shield.self", SHIELDED, step)) == want
    other = SHIELDED + ", blue.3 2 green, green.E 40"
    step = order("red attack red.1 blue.3", dice=[1, 8], shield=PASSED_ON)
    assert refused(play(reading, "shield.self", other, step)) == "", "another Idol is always protected"


@by(
    "shield.timing",
    ("before-cards", ["before-cards"]),
    ("after-cards", ["after-cards"]),
    ("after-dice", ["before-cards", "after-cards", "after-dice"]),
)
def test_shield_timing(reading, want):
    for when in ("before-cards", "after-cards", "after-dice"):
        step = order("red attack red.1 blue.1", dice=[3, 3], shield={**PASSED_ON, "when": when})
        got = play(reading, "shield.timing", SHIELDED, step)
        assert refused(got) == ("" if when in want else "guardian.shield-idol")
    state = table(SHIELDED, rulings=rulings(**{"shield.timing": reading})).play(Attack("red.1", "blue.1"))
    asked = []
    while state.ask.what in ("shield", "roll"):
        if state.ask.what == "shield":
            asked.append(state.ask.key)
        state = state.play(PASS if state.ask.what == "shield" else Roll(3))
    assert asked == want


CHAINED = "red.E 15, red.1 1 ready, blue.E 31, blue.1 5 blue D, blue.2 4 guard, blue.3 6 guard"


@by("shield.once", ("once", "guardian.shield-inka"), ("chain", ""))
def test_shield_once(reading, want):
    def passed(to, *rest):
        row = {"line": "guardian.shield-inka", "to": to}
        return row | ({"chain": passed(*rest)} if rest else {})

    shield = {**PASSED_ON, "chain": passed("blue.3")}
    got = play(reading, "shield.once", CHAINED, order("red attack red.1 blue.1", dice=[8, 1], shield=shield))
    assert refused(got) == want
    shield = {**PASSED_ON, "chain": passed("blue.3", "blue.2")}
    got = play(reading, "shield.once", CHAINED, order("red attack red.1 blue.1", dice=[8, 1], shield=shield))
    assert refused(got) == "guardian.shield-inka", "never back to an Inka that has received it"


@by("shield.card-attacks", ("combat-only", "glossary.combat"), ("also-cards", ""))
def test_shield_card_attacks(reading, want):
    units = "red.E 2 hp4, red.1 9, blue.E 31 hp1, blue.1 5 blue ADD, blue.2 4 guard, blue.3 10 guard"
    row = {"by": "blue", "line": "guardian.shield-elder", "unit": "blue.E", "to": "blue.2"}
    cast = order("red cast blasphemy", dice=[5, 4], shields=[row])
    got = play(reading, "shield.card-attacks", units, cast, hands={"red": ["blasphemy"]})
    assert refused(got) == want
    two = [row, {**row, "to": "blue.3"}]
    got = play(
        reading,
        "shield.card-attacks",
        units,
        order("red cast blasphemy", dice=[5, 4], shields=two),
        hands={"red": ["blasphemy"]},
    )
    assert refused(got) in ("glossary.combat", "guardian.shield-elder"), "one unit is replaced once"
    havoc = order(
        "red cast detonate", choices={"unit": "red.1"}, dice=[8], shields=[{**row, "unit": "red.1", "by": "red"}]
    )
    got = play(reading, "shield.card-attacks", units + ", blue.4 20", havoc, hands={"red": ["detonate"]})
    assert refused(got) == "spec.lists-actions", "who has no Guardian shields nobody"


ELDER_SHIELD = "red.E 15, red.1 2 ready, blue.E 3, blue.1 5 blue ADD, blue.2 4 guard, green.E 40"


@by("shield.elder-text", ("like-the-others", ""), ("unusable", "guardian.shield-elder"))
def test_shield_elder(reading, want):
    row = {"by": "blue", "line": "guardian.shield-elder", "to": "blue.2"}
    got = play(reading, "shield.elder-text", ELDER_SHIELD, order("red attack red.1 blue.E", dice=[8, 1], shield=row))
    assert refused(got) == want
    assert got["units"]["blue.2"]["at"] == (4 if want else "off") and got["units"]["red.1"]["at"] == 2
    state = table(ELDER_SHIELD, rulings=rulings(**{"shield.elder-text": reading})).play(Attack("red.1", "blue.E"))
    assert (state.ask.what == "shield") == (want == "")


@by("seal.scope", ("own-clan", 5), ("every-clan", 6))
def test_seal_scope(reading, want):
    units = "red.E 15, red.1 4 ready, blue.E 31, blue.1 5 blue DD, blue.2 10 ready"
    got = play(reading, "seal.scope", units, order("blue attack blue.2 red.1", dice=[5, 5]), active="blue")
    assert got["strengths"] == [[5, want]]


# ---------------------------------------------------------------- other Idols


@by(
    "range.counting",
    ("exact-distance", (False, True, False)),
    ("up-to", (True, True, True)),
    ("walk", (False, True, True)),
)
def test_range(reading, want):
    """Ranger on 4 and 5 as in the notes; a Ranger on Orth 6 and an enemy on Orth 13."""
    shots = []
    for ranger, place in ((4, 5), (4, 11), (6, 13)):
        step = order("green spec ranger.silver-arrow green.1", target="blue.1", dice=[1, 8])
        got = play(reading, "range.counting", f"green.E 15, green.1 {ranger} green, blue.E 31, blue.1 {place}", step)
        shots.append(refused(got) == "")
    assert tuple(shots) == want


@by("sprint.path", ("free-path", "move.idols-by-card"), ("over-units", ""))
def test_sprint_path(reading, want):
    units = "green.E 15, green.1 9 green D, blue.E 31, blue.1 4"
    assert refused(play(reading, "sprint.path", units, order("green spec ranger.sprint green.1", to=5))) == want
    assert refused(play(reading, "sprint.path", units, order("green spec ranger.sprint green.1", to=12))) == ""
    taken = units + ", blue.2 12"
    got = play(reading, "sprint.path", taken, order("green spec ranger.sprint green.1", to=12))
    assert refused(got) == "move.vacant-only"


@by("hydra.targets", ("all-first", "combat.idols-by-card"), ("one-by-one", ""))
def test_hydra_targets(reading, want):
    one = "red.E 15, red.1 5 red A, blue.E 31, blue.1 4 ready"
    row = {"dice": [6, 3], "mod": "A", "mod_on": "red.1"}
    step = order("red spec hydra.double-threat red.1", targets=["blue.1"], attacks=[row])
    assert refused(play(reading, "hydra.targets", one, step)) == want
    two = one + ", blue.2 6 ready"
    step = order("red spec hydra.double-threat red.1", targets=["blue.1", "blue.2"], attacks=[row, {"dice": [1, 8]}])
    got = play(reading, "hydra.targets", two, step)
    assert refused(got) == "" and got["strengths"] == [[7, 3], [3, 8]]
    same = order(
        "red spec hydra.double-threat red.1", targets=["blue.2", "blue.2"], attacks=[{"dice": [1, 8]}, {"dice": [1, 8]}]
    )
    assert refused(play(reading, "hydra.targets", two, same)) == "combat.idols-by-card"
    own = order(
        "red spec hydra.double-threat red.1", targets=["blue.2", "red.2"], attacks=[{"dice": [1, 8]}, {"dice": [1, 8]}]
    )
    assert refused(play(reading, "hydra.targets", two + ", red.2 1", own)) == "combat.adjacent-for-two"
    state = table(two, rulings=rulings(**{"hydra.targets": reading}))
    listed = [move.targets for move in state.legal_moves() if getattr(move, "line", "") == "hydra.double-threat"]
    assert {len(targets) for targets in listed} == {1 if want == "" else 2}


@by("shape-shift.orbs", ("any-orb-on-board", ""), ("loose-orbs-only", "spec.lists-actions"))
def test_shape_shift(reading, want):
    units = "grey.E 0, grey.1 10 grey AAD, red.E 31, red.1 20 red, blue.E 40"
    step = order("grey spec shade.shape-shift grey.1", orb="red")
    assert refused(play(reading, "shape-shift.orbs", units, step)) == want
    free = order("grey spec shade.shape-shift grey.1", orb="blue")
    assert refused(play(reading, "shape-shift.orbs", units, free, orbs="blue 3")) == ""
    assert (
        refused(play(reading, "shape-shift.orbs", units, order("grey spec shade.shape-shift grey.1", orb="grey")))
        == "spec.lists-actions"
    )


@by("strength.floor", ("no-floor", [[-1, 3]]), ("floor-at-one", [[1, 3]]))
def test_strength_floor(reading, want):
    got = play(reading, "strength.floor", "red.E 15, blue.E 16", order("red attack red.E blue.E", dice=[1, 1]))
    assert got["strengths"] == want
    units = "red.E 15, red.1 5 ready, red.2 9, blue.E 31, blue.1 4 ready"
    step = order(
        "red attack red.1 blue.1", dice=[1, 1], cards=[{"by": "red", "card": "weakness", "window": "attack-declared"}]
    )
    got = play(reading, "strength.floor", units, step, hands={"red": ["weakness"]})
    assert got["strengths"] == [[1, -1 if reading == "no-floor" else 1]]
    assert (got["units"]["blue.1"]["at"] == "off") == (reading == "no-floor")


# ---------------------------------------------------------------- Elders and the end

LOST = {"elders_lost_before": ["blue"]}


@by("elderless.summon", ("allowed", ""), ("needs-elder", "elderless.play-on"))
def test_elderless_summon(reading, want):
    units = "blue.1 20, red.E 0, green.E 40"
    assert refused(play(reading, "elderless.summon", units, "blue summon blue.4 6 guard", **LOST)) == want
    line = order("purple spec sorceress.summon purple.1", summoned="purple.2", at=4, mode="ready")
    got = play(
        reading, "elderless.summon", "purple.1 10 purple A, red.E 0, green.E 40", line, elders_lost_before=["purple"]
    )
    assert refused(got) == "", "the line of the Sorceress is not affected"
    state = table(units, rulings=rulings(**{"elderless.summon": reading}))
    assert any(str(move).startswith("Summon") for move in state.legal_moves()) == (want == "")


@by("elderless.cast", ("allowed", ""), ("forced-only", "elderless.play-on"))
def test_elderless_cast(reading, want):
    hands = {"blue": ["mana-boost"]}
    got = play(reading, "elderless.cast", "blue.1 1, red.E 0, green.E 40", "blue cast mana-boost", hands=hands, **LOST)
    assert refused(got) == want
    forced = play(
        reading, "elderless.cast", "blue.1 1, red.E 0, green.E 40", "blue draw", deck_top=["terakh-crisis"], **LOST
    )
    assert forced["units"]["red.E"]["hp"] == 3
    state = table("blue.1 1, red.E 0, green.E 40", rulings=rulings(**{"elderless.cast": reading}), hands=hands)
    assert (Cast("mana-boost") in state.legal_moves()) == (want == "")


@by("mana.after-return", ("five-again", 5), ("three-for-good", 3))
def test_after_return(reading, want):
    units = "blue.1 2 ready, red.E 40, green.E 1 hp1"
    step = order("blue attack blue.1 green.E", dice=[8, 4], return_at=12)
    assert play(reading, "mana.after-return", units, step, **LOST)["mana"] == 1
    got = play(reading, "mana.after-return", units, step, "blue end-turn", "blue begin-turn", **LOST)
    assert got["mana"] == want


RETURN = "blue.1 2 ready, red.E 40, green.E 1 hp1, grey.E 60"


@by(
    "elder.return-choice",
    ("now-or-never", ["", "elder.return", "elder.return"]),
    ("must", ["elder.return", "elder.return", "elder.return"]),
    ("any-later-own-turn", ["", "elder.return", ""]),
)
def test_return_choice(reading, want):
    steps = (
        order("blue attack blue.1 green.E", dice=[8, 4]),
        "blue return 12",
        "blue end-turn",
        "blue begin-turn",
        "blue return 12",
    )
    got = play(reading, "elder.return-choice", RETURN, *steps, **LOST)
    assert [refused(got, n) for n in (0, 1, 4)] == want, "a kept right is for a later turn"
    at_once = play(
        reading, "elder.return-choice", RETURN, order("blue attack blue.1 green.E", dice=[8, 4], return_at=12), **LOST
    )
    assert at_once["units"]["blue.E"] == {"at": 12, "hp": 1}
    taken = play(
        reading, "elder.return-choice", RETURN, order("blue attack blue.1 green.E", dice=[8, 4], return_at=40), **LOST
    )
    assert refused(taken) == "elder.return"
    state = table(RETURN, rulings=rulings(**{"elder.return-choice": reading})).play(Attack("blue.1", "green.E"))
    state = state.play(Roll(8)).play(Roll(1))
    assert state.ask.what == "return" and ReturnElder(12) in state.legal_moves()
    assert (len(state.legal_moves()) == 64 - 3) == (reading == "must")


@by("win.return-first", ("return-first", ("none", 1, ["fate"], 12)), ("check-first", ("red", 2, [], "off")))
def test_return_first(reading, want):
    units = "blue.1 2 ready, red.E 40, green.E 1 hp1"
    step = order("blue attack blue.1 green.E", dice=[8, 4], return_at=12)
    got = play(reading, "win.return-first", units, step, hands={"green": ["fate"]}, **LOST)
    found = got["units"]
    assert (got["winner"], found["blue.1"]["at"], got["hands"]["blue"], found["blue.E"]["at"]) == want
    on = play(reading, "win.return-first", RETURN, step, hands={"green": ["fate"]}, **LOST)
    assert on["winner"] == "none" and on["hands"]["blue"] == ["fate"] and on["units"]["blue.E"]["at"] == 12


@by("win.nobody-left", ("nobody-wins", "nobody"), ("remover-wins", "red"))
def test_nobody_left(reading, want):
    cast = order("red cast blasphemy", dice=[3, 1])
    got = play(reading, "win.nobody-left", "red.E 3 hp1, blue.E 20 hp1", cast, hands={"red": ["blasphemy"]})
    assert got["winner"] == want
    lone = play(
        reading, "win.nobody-left", "red.1 3, blue.E 20 hp1, green.E 40 hp1", order("red cast blasphemy", dice=[1, 1], return_at=0),
        hands={"red": ["blasphemy"]}, elders_lost_before=["red"],
    )  # fmt: skip
    assert lone["winner"] == "red", "its caster had no Elder, returns and is alone"


# ---------------------------------------------------------------- cards


@by("cast.bottom-timing", ("after-effect", ["weakness", "blasphemy"]), ("when-shown", ["blasphemy", "weakness"]))
def test_bottom_timing(reading, want):
    units = "red.E 3 hp1, blue.E 20 hp4, green.E 40 hp4"
    cast = order("red cast blasphemy", dice=[1, 8, 8])
    got = play(reading, "cast.bottom-timing", units, cast, hands={"red": ["blasphemy", "weakness"]})
    assert got["deck_bottom"] == want
    taken = order("red cast mana-boost", recycle=[{"by": "blue", "roll": 1}])
    got = play(
        reading,
        "cast.bottom-timing",
        "red.E 0, red.1 1, blue.E 31",
        taken,
        hands={"red": ["mana-boost"], "blue": ["recycle"]},
    )
    assert got["hands"]["blue"] == ["mana-boost"] and got["deck_bottom"] == ["recycle"], "a Recycle takes it from there"


@by("cast.reaction-order", ("from-active-player", [0, 1]), ("defender-first", [1, 0]))
def test_reaction_order(reading, want):
    hands = {"red": ["fate"], "blue": ["fate"]}
    units = "red.E 4, blue.E 31, blue.1 10 ready"
    state = table(units, rulings=rulings(**{"cast.reaction-order": reading}), hands=hands)
    state = state.play(Attack("red.E", "blue.1")).play(Roll(3)).play(Roll(3))
    seen = []
    while state.ask.what == "react":
        seen.append(state.to_move)
        state = state.play(PASS)
    assert seen == want
    args = {
        "turn_order": ["blue", "red", "green"],
        "active": "red",
        "attacker": "red",
        "defender": "green",
        "reading": reading,
    }
    assert ask("window-order", **args) == (["red", "green", "blue"] if want[0] == 0 else ["green", "red", "blue"])


@by("cast.response-chain", ("no", "card.text-rules"), ("neglect-only", ""))
def test_response_chain(reading, want):
    hands = {"red": ["mana-boost", "neglect-spell"], "blue": ["neglect-spell"]}
    units = "red.E 0, red.1 1, blue.E 31"
    got = play(
        reading, "cast.response-chain", units, order("red cast mana-boost", neglect=["blue", "red"]), hands=hands
    )
    assert refused(got) == want and got["mana"] == (5 if want else 7)
    state = table(units, rulings=rulings(**{"cast.response-chain": reading}), hands=hands)
    state = state.play(Cast("mana-boost")).play(Cast("neglect-spell"))
    assert (state.ask.what == "react") == (want == "")


@by("cards.defence-dice", ("per-unit", [1, 8, 8]), ("per-player", [1, 8]))
def test_defence_dice(reading, want):
    units = "red.E 0, red.1 4, red.2 26 ready, blue.E 31, blue.1 20 ready, blue.2 21 guard"
    cast = order("red cast pestilence", choices={"plane": 1}, dice=want)
    got = play(reading, "cards.defence-dice", units, cast, hands={"red": ["pestilence"]})
    assert refused(got) == "" and [got["units"][u]["at"] for u in ("red.2", "blue.1", "blue.2")] == ["off", 20, 21]
    with pytest.raises(ValueError, match="dice is too short"):
        play(reading, "cards.defence-dice", units, {**cast, "dice": want[:-1]}, hands={"red": ["pestilence"]})
    shared = play(
        reading, "cards.defence-dice", units, {**cast, "dice": [1]}, hands={"red": ["pestilence"]}, variants=["B"]
    )
    assert all(shared["units"][unit]["at"] == "off" for unit in ("red.2", "blue.1", "blue.2"))


BOTH_FALL = "red.E 3 hp1, blue.E 20 hp1, green.E 40 hp4, grey.E 60 hp4"


@by("cards.whose-hands", ("all-who-lost-an-elder", []), ("victims-only", ["fate"]))
def test_whose_hands(reading, want):
    cast = order("red cast blasphemy", dice=[1, 1, 8, 8])
    hands = {"red": ["blasphemy", "fate"], "blue": ["peace"]}
    got = play(reading, "cards.whose-hands", BOTH_FALL, cast, hands=hands)
    assert got["hands"]["red"] == want and got["hands"]["blue"] == []


@by("cards.only-caster-dies", ("to-the-bottom", []), ("kept", ["fate"]))
def test_only_caster_dies(reading, want):
    cast = order("red cast blasphemy", dice=[1, 8, 8, 8])
    got = play(reading, "cards.only-caster-dies", BOTH_FALL, cast, hands={"red": ["blasphemy", "fate"]})
    assert got["hands"]["red"] == want


@by("recycle.tie", ("reroll", "blue"), ("first-in-turn-order", "red"))
def test_recycle_tie(reading, want):
    recycle = [{"by": "blue", "roll": 4, "reroll": 5}, {"by": "red", "roll": 4, "reroll": 2}]
    hands = {"red": ["mana-boost", "recycle"], "blue": ["recycle"]}
    got = play(
        reading,
        "recycle.tie",
        "red.E 0, red.1 1, blue.E 31",
        order("red cast mana-boost", recycle=recycle),
        hands=hands,
    )
    assert got["hands"][want] == ["mana-boost"]
    again = [{"by": "blue", "roll": 4, "reroll": 2}, {"by": "red", "roll": 4, "reroll": 2}]
    with pytest.raises(ValueError, match="recycle is too short"):
        play(
            "reroll",
            "recycle.tie",
            "red.E 0, red.1 1, blue.E 31",
            order("red cast mana-boost", recycle=again),
            hands=hands,
        )


@by("recycle.crisis", ("cast-again", ""), ("not-recyclable", "faq.crisis-at-once"))
def test_recycle_crisis(reading, want):
    step = order("red draw", recycle=[{"by": "blue", "roll": 2}], again={})
    got = play(
        reading, "recycle.crisis", "red.E 2, blue.E 16", step, deck_top=["terakh-crisis"], hands={"blue": ["recycle"]}
    )
    assert refused(got) == want
    assert got["units"]["blue.E"]["hp"] == (2 if want == "" else 4), "cast twice, or refused as a whole"
    if want == "":
        assert got["hands"]["blue"] == [] and got["deck_bottom"] == ["recycle", "terakh-crisis"]


@by("cards.mana-boost-drain", ("two-cards", "card.text-rules"), ("one-card", ""))
def test_boost_drain(reading, want):
    units = "red.E 0, red.1 1, blue.E 31"
    drain = order("red cast mana-boost", choices={"side": "drain", "player": "blue"})
    assert refused(play(reading, "cards.mana-boost-drain", units, drain, hands={"red": ["mana-boost"]})) == want
    boost = order("red cast mana-drain", choices={"side": "boost"})
    got = play(reading, "cards.mana-boost-drain", units, boost, hands={"red": ["mana-drain"]})
    assert refused(got) == want and got["mana"] == (5 if want else 7)


# ---------------------------------------------------------------- variants


@by("variant-a.hp", ("free-number", [2, 1]), ("unchanged", [4, 2]))
def test_variant_a_hp(reading, want):
    cases = [
        {"mode": "full", "variants": ["A"], "hp": 2, "variant_a_hp": reading},
        {"mode": "first", "variants": ["A"], "variant_a_hp": reading},
    ]
    assert ask("starting-hp", cases=cases) == want
    assert begun(until="order", variants="A", **{"variant-a.hp": reading}).elder(0).hp == want[1]


@by("variant-a.full-tie", ("shared", ["red", "green"]), ("remover", "red"))
def test_full_tie(reading, want):
    units = "red.E 9 hp2, red.1 2 ready, blue.E 1 hp1, green.E 40 hp2, green.1 41"
    step = order("red attack red.1 blue.E", dice=[8, 1])
    assert play(reading, "variant-a.full-tie", units, step, variants=["A"])["winner"] == want


@by("variant-b.first-starter", ("setup-winner", 1), ("seat-one", 0))
def test_first_starter(reading, want):
    state = begun(variants="B", until="order", rolls=(1, 8), **{"variant-b.first-starter": reading})
    assert state.order[0] == want == state.active
    args = {"seats": ["A", "B"], "first": "B", "rounds": 2, "round": 1, "coin": "clockwise", "first_starter": reading}
    assert ask("variant-b-order", **args)["first_players"] == [["A", "B"], ["B", "A"]][want]


@by("variant-c.any-time", ("any-player-any-combat-step", ""), ("only-turn-restriction-falls", "card.text-rules"))
def test_variant_c(reading, want):
    units = "red.E 15, red.1 5 ready, blue.E 18, blue.1 4 ready, green.E 41"
    row = {"by": "green", "card": "weakness", "window": "attack-rolled", "on": "red.1"}
    step = order("red attack red.1 blue.1", dice=[7, 5], cards=[row])
    got = play(reading, "variant-c.any-time", units, step, hands={"green": ["weakness"]}, variants=["C"])
    assert refused(got) == want
    late = {"by": "blue", "card": "reflect", "window": "attack-rolled"}
    step = order("red attack red.1 blue.1", dice=[7, 5], cards=[late])
    got = play(reading, "variant-c.any-time", units + ", blue.2 16", step, hands={"blue": ["reflect"]}, variants=["C"])
    assert refused(got) == "card.text-rules", "reverse-attack only before the dice"
    boost = play(
        reading, "variant-c.any-time", units.replace("green.E 41", "green.E 33"), "green cast mana-boost",
        hands={"green": ["mana-boost"]}, variants=["C"],
    )  # fmt: skip
    assert refused(boost) == "", "outside the own turn"
    nothing = play(
        reading, "variant-c.any-time", units, order("green cast weakness", window="attack-declared"),
        hands={"green": ["weakness"]}, variants=["C"],
    )  # fmt: skip
    assert refused(nothing) == "card.text-rules", "an attack card needs an attack"
    shown = table(
        units, rulings=rulings(**{"variant-c.any-time": reading}), variants="C", hands={"green": ["mana-boost"]}
    )
    assert shown.to_move == 0, "green stands on no Orth"
