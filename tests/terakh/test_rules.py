"""The rules one by one: given, play, expect."""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.core import CHANCE, rulebook
from teyra_kit.terakh import (
    Attack,
    Cast,
    ChooseClan,
    EndTurn,
    Flip,
    Move,
    PlaceElder,
    PlaceInka,
    PlaceOrb,
    Roll,
    Rotate,
    Summon,
    TakeMod,
    Toss,
    Transform,
    Use,
    all_lines,
    clans,
    kit_cards,
    new_game,
    open_lines,
)
from teyra_kit.terakh.cast_cards import WHO, WINDOWS, whole_deck
from teyra_kit.terakh.moves import DECLINE, PASS
from teyra_kit.terakh.units import COLOURS, IDOLS, INKAS, UNITS, cost, number, unit_names

from .table import order, refused, run, table

BOOK = rulebook("terakh")


def told(state, *moves):
    """The table after some moves, and the clauses of all that was told."""
    cited = []
    for move in moves:
        state, events, _ = state.told(move)
        cited += [event.clause for event in events]
    return state, cited


def first(game):
    """A first game at its first question to a player, and the clauses told on the way."""
    rng, cited = Random(1), []
    while game.to_move is CHANCE:
        game, more = told(game, game.sample_chance(rng))
        cited += more
    return game, cited


# ---------------------------------------------------------------- the box


@pytest.mark.clause(
    "box.battle-planes", "box.inkas", "box.orbs", "box.direction-coin", "box.eight-sided-dice", "box.four-sided-dice",
    "box.spec-cards", "clan.six-colours", "clan.seven-units", "orb.colours", "idol.six-kinds", "elder.is-d4",
    "glossary.clan", "board.sixteen-trias", "glossary.battle-plane",
)  # fmt: skip
def test_the_box():
    assert tuple(clans()) == COLOURS and len(COLOURS) == 6
    assert sorted(clans().values()) == sorted(IDOLS) and len(IDOLS) == 6
    assert {line.idol for line in all_lines().values()} == set(IDOLS)
    assert UNITS == INKAS + 1 == 7 and len(unit_names(COLOURS)) == 42
    assert new_game(6).config.planes == 6 and new_game(6).ground.places == 96
    assert [move.way for move, _ in first_toss().chance_moves()] == ["clockwise", "counter-clockwise"]
    assert [move.value for move, _ in new_roll().chance_moves()] == list(range(1, 9))
    assert number("mods_total") == 24 and number("elder_hp_full_game") == 4


def new_roll():
    state = new_game(2)
    return state.play(state.sample_chance(Random(1)))


def first_toss():
    return new_roll().play(Roll(8)).play(Roll(1))


@pytest.mark.clause("box.cast-cards", "card.text-rules", "cast.rune-needed")
def test_the_deck():
    assert len(whole_deck()) == 72 == number("cast_cards") and len(kit_cards()) == 22
    for card in kit_cards().values():
        assert set(card.windows) <= set(WINDOWS) and card.who in WHO
        assert all(step["do"] in {row["key"] for row in BOOK.data["primitive"]} for step in card.steps)
    several = {key for key, card in kit_cards().items() if "several-defenders" in card.groups}
    assert len(several) == 7 and all(kit_cards()[key].steps[-2:][0]["do"] in ("defend", "hit") for key in several)
    assert all(card.rune != "none" for card in kit_cards().values() if "any-time-in-variant-c" in card.groups)


@pytest.mark.clause(
    "action.move-cost", "action.mode-cost", "action.transform-cost", "action.combat-cost", "action.rotate-cost",
    "action.summon-cost", "action.cast-cost", "turn.pay-first",
)  # fmt: skip
def test_prices():
    assert {row["key"]: cost(row["key"]) for row in BOOK.data["action"]} == {
        "move": 1, "cast": 0, "rotate": 2, "mode": 1, "transform": 1, "attack": 2, "summon": 2,
    }  # fmt: skip
    state = table("red.E 15, red.1 5, blue.E 31, blue.1 4", orbs="blue 5", hands={"red": ["mana-boost"]})
    for move, price in (
        (Move("red.1", 1), 1), (Flip("red.1"), 1), (Transform("red.1", "blue"), 1), (Attack("red.1", "blue.1"), 2),
        (Rotate(2), 2), (Summon("red.2", 6, "guard"), 2),
    ):  # fmt: skip
        after, cited = told(state, move)
        assert after.mana == 5 - price and cited[0] == "turn.pay-first", "first pay, then act"
        poor = state._replace(mana=price - 1)
        assert [reason.clause for reason in poor.why_not(move)] == ["turn.pay-first"]
        assert move not in poor.legal_moves() and move in state._replace(mana=price).legal_moves()


# ---------------------------------------------------------------- set-up and rounds


@pytest.mark.clause(
    "setup.steps-by-player", "setup.choose-clan", "setup.place-inka", "setup.alternate", "setup.guard-start",
    "setup.place-orb", "setup.place-elder", "setup.elder-hp", "setup.red-text", "orb.skip-in-first-game",
    "setup.shuffle-deck", "round.roll", "round.coin", "round.turn-order", "board.one-unit-per-tria",
)  # fmt: skip
@pytest.mark.parametrize(("mode", "decisions", "hp"), [("first", 16, 2), ("full", 18, 4)])
def test_a_whole_setup(mode, decisions, hp):
    state, cited = first(new_game(2, mode))
    assert cited[0] == "setup.shuffle-deck" and "round.coin" in cited
    order_of_play, asked = state.order, []
    place = 0
    while state.ask.what in ("clan", "inka", "orb", "elder"):
        asked.append((state.ask.what, state.to_move))
        move = state.legal_moves()[0]
        assert isinstance(move, ChooseClan | PlaceInka | PlaceOrb | PlaceElder)
        if isinstance(move, PlaceInka):
            assert move.at == place, "the first vacant tria"
            assert (state.why_not(PlaceInka(0)) == ()) == (place == 0)
            place += 1
        state = state.play(move)
    assert len(asked) == decisions
    one, two = order_of_play
    inkas = [("inka", seat) for _ in range(6) for seat in (one, two)]
    orbs = [("orb", one), ("orb", two)] if mode == "full" else []
    assert asked == [("clan", one), ("clan", two), *inkas, *orbs, ("elder", one), ("elder", two)]
    assert state.ask.what == "roll" and state.round == 1
    assert not any(unit.ready for unit in state.units)
    assert [state.elder(seat).hp for seat in (0, 1)] == [hp, hp]
    assert sum(bool(unit.orb) for unit in state.units) == (2 if mode == "full" else 0)


@pytest.mark.clause("round.roll", "round.coin", "round.draw", "round.turn-order", "round.repeat", "turn.five-mana")
def test_a_round():
    state = table("red.E 0, blue.E 31, green.E 40", deck=["fate", "peace", "deplete"], order=["red", "blue", "green"])
    for _ in range(3):
        state = state.play(EndTurn())
    assert state.round == 2 and state.ask.what == "roll" and state.active == -1
    state, cited = told(state, Roll(2), Roll(8), Roll(5), Toss("counter-clockwise"))
    assert state.order == (1, 0, 2) and state.active == 1 and state.mana == 5
    assert state.hands == (("peace",), ("fate",), ("deplete",)), "drawn in turn order"
    assert cited.index("round.turn-order") < cited.index("round.draw") < cited.index("turn.five-mana")
    assert state.play(EndTurn()).active == 0


@pytest.mark.clause("turn.ends-on-declaration", "turn.five-mana", "action.any-order")
def test_a_turn_ends_when_it_is_declared():
    state = table("red.E 0, red.1 5, blue.E 31")
    assert state.play(EndTurn()).active == 1, "mana need not be used up"
    state = (
        state.play(Flip("red.1")).play(Move("red.1", 4)).play(Flip("red.1")).play(Move("red.1", 5)).play(Flip("red.1"))
    )
    assert state.mana == 0 and state.active == 0 and state.legal_moves() == (EndTurn(),)


# ---------------------------------------------------------------- moves, modes, planes


@pytest.mark.clause("move.adjacent", "move.vacant-only", "move.orb-tria-is-vacant", "move.all-orth-adjacent")
def test_where_an_inka_may_go():
    state = table("red.E 0, red.1 6, blue.E 31, blue.1 5", orbs="blue 7")
    ends = {move.to for move in state.legal_moves() if isinstance(move, Move) and move.unit == "red.1"}
    assert ends == {7, 12, 1, 13, 17, 22, 29}, "sides and all Orth trias, without what is taken"
    after, cited = told(state, Move("red.1", 29))
    assert "move.all-orth-adjacent" in cited and after.unit("red.1").at == 29
    assert told(state, Move("red.1", 7))[1][-1] == "move.adjacent"


@pytest.mark.clause("mode.flip", "inka.two-modes", "combat.mode-not-for-idols")
def test_flips():
    state = table("red.E 0, red.1 5, red.2 6 red, blue.E 31").play(Flip("red.1"))
    assert state.unit("red.1").ready
    assert not state.play(Flip("red.1")).unit("red.1").ready
    assert [state.why_not(Flip(unit))[0].clause for unit in ("red.2", "red.E")] == ["mode.flip"] * 2


@pytest.mark.clause("rotate.elder-on-plane", "rotate.same-configuration", "action.rotate-cost")
def test_rotation_takes_all_along():
    state = table("red.E 0, red.1 20, blue.E 9, blue.1 6 blue A", orbs="red 9")
    after = state.play(Rotate(1))
    assert [after.unit(name).at for name in ("red.E", "blue.E", "blue.1", "red.1")] == [9, 15, 6, 20]
    assert after.loose == ((15, "red"),) and after.turns == (1, 0)
    assert after.play(Rotate(2)).turns == (0, 0) and after.play(Rotate(2)).units == state.units
    assert after.ground.types[:16] != state.ground.types[:16]
    assert after.ground.types[16:] == state.ground.types[16:], "no other plane changes"
    gone = table("red.1 5, blue.E 9, green.E 40")
    assert gone.why_not(Rotate(1))[0].clause == "rotate.elder-on-plane"


@pytest.mark.clause("summon.vacant-orth", "summon.returns-as-inka", "summon.free-mode", "glossary.fallen-inka")
def test_summoning():
    state = table("red.E 0, red.1 5 red AA, blue.E 31, blue.1 4 ready, blue.2 10 ready", active="blue")
    state = state.play(Attack("blue.1", "red.1")).play(Roll(8)).play(Roll(1))
    assert state.unit("red.1").at < 0 and state.loose == ((5, "red"),)
    state = state.play(EndTurn()).play(Summon("red.1", 6, "ready"))
    assert state.unit("red.1")[:4] == (6, True, "", ""), "an Inka again, though it fell as an Idol"
    assert state.why_not(Summon("red.1", 13, "ready"))[0].clause == "glossary.fallen-inka"
    other = [move for move in state.legal_moves() if isinstance(move, Summon)]
    assert {move.unit for move in other} == {"red.2"} and state.why_not(Summon("red.5", 13, "guard")) == ()


# ---------------------------------------------------------------- combat


@pytest.mark.clause(
    "combat.declare", "combat.must-move-in", "combat.inka-falls", "combat.defence-free", "combat.elder-loses-one"
)
def test_moving_in_and_staying():
    state = table("red.E 0, red.1 15 ready, blue.E 16 hp2, blue.1 14")
    hit = state.play(Attack("red.1", "blue.E")).play(Roll(8)).play(Roll(1))
    assert hit.elder(1).hp == 1 and hit.unit("red.1").at == 15, "an Elder that survives keeps its tria"
    fell, cited = told(state, Attack("red.1", "blue.1"), Roll(8), Roll(1))
    assert fell.unit("red.1").at == 14 and "combat.must-move-in" in cited
    assert fell.pending == (0, 0), "defending costs nothing"


@pytest.mark.clause(
    "combat.idols-stay",
    "combat.idol-falls",
    "combat.orb-stays-on-tria",
    "combat.its-mods-go",
    "combat.earn-mod",
    "combat.mod-at-once",
    "combat.mod-stays",
    "mod.only-on-idols",
)
def test_idols_stay_and_leave_their_orb():
    state = table("red.E 0, red.1 5 red A, red.2 9 yellow, blue.E 31, blue.1 4 blue DD, yellow.E 40")
    state, cited = told(state, Use("hydra.attack", "red.1", ("blue.1",)), Roll(8), Roll(1))
    assert state.ask.what == "mod" and {"combat.idols-stay", "combat.idol-falls", "combat.its-mods-go"} <= set(cited)
    assert set(state.legal_moves()) == {TakeMod(mod, unit) for mod in "AD" for unit in ("red.1", "red.2")}
    state = state.play(TakeMod("D", "red.2"))
    assert (state.unit("red.1").mods, state.unit("red.2").mods) == ("A", "D")
    assert state.loose == ((4, "blue"),) and state.unit("red.1").at == 5


@pytest.mark.clause("combat.mod-limit", "mod.at-most-three", "combat.earn-mod")
def test_no_room_no_mod():
    state = table("red.E 0, red.1 5 red AAA, red.2 10 ready, blue.E 31, blue.1 11")
    state, cited = told(state, Attack("red.2", "blue.1"), Roll(8), Roll(1))
    assert state.ask.what == "order" and "combat.mod-limit" in cited


# ---------------------------------------------------------------- Idols, Orbs, control


@pytest.mark.clause(
    "transform.on-any-orb",
    "transform.orb-on-top",
    "transform.is-idol-now",
    "orb.any-inka-any-orb",
    "move.orb-tria-is-vacant",
)
def test_transforming_is_a_choice():
    state = table("red.E 0, red.1 5 ready, blue.E 31, green.E 40", orbs="blue 4, green 4")
    state = state.play(Move("red.1", 4))
    assert state.unit("red.1").orb == "" and state.mana == 4, "stepping on an Orb does not transform"
    assert [move for move in state.legal_moves() if isinstance(move, Transform)] == [
        Transform("red.1", "blue"), Transform("red.1", "green"),
    ]  # fmt: skip
    state = state.play(Transform("red.1", "green"))
    assert state.unit("red.1") == (4, False, "green", "", 0, "") and state.loose == ((4, "blue"),)
    assert Use("ranger.move", "red.1", to=5) in state.legal_moves()


@pytest.mark.clause(
    "control.hold-their-orb",
    "control.four-actions",
    "control.same-price",
    "control.red-blue-example",
    "faq.no-control-of-idols-elders",
    "faq.transformed-is-free",
    "faq.controlled-not-your-clan",
)
def test_control():
    state = table("red.E 15, red.1 7 blue, blue.E 31, blue.1 12, blue.2 10, blue.3 3 red, green.E 40", orbs="green 11")
    own = {type(move) for move in state.legal_moves() if getattr(move, "unit", "").startswith("blue")}
    assert own == {Move, Flip} | ({Attack} & own), "Inkas of the other clan only"
    assert not any(getattr(move, "unit", "") in ("blue.E", "blue.3") for move in state.legal_moves())
    state = state.play(Move("blue.1", 11)).play(Transform("blue.1", "green"))
    assert state.mana == 3
    assert state.why_not(Use("ranger.move", "blue.1", to=12))[0].clause == "faq.no-control-of-idols-elders"
    after = state.play(EndTurn())
    assert after.why_not(Flip("red.2"))[0].clause == "glossary.fallen-inka"
    assert Flip("red.1") not in after.legal_moves(), "blue holds the red Orb; red 1 is an Idol"


@pytest.mark.clause(
    "spec.lists-actions",
    "spec.mods-needed",
    "spec.mana-cost",
    "spec.guardian-one-mod",
    "guardian.move",
    "guardian.attack",
    "spec.other-five-unprinted",
    "combat.idols-by-card",
    "move.idols-by-card",
)
@pytest.mark.parametrize("line", [line for line in all_lines().values() if line.is_order], ids=lambda line: line.id)
def test_each_line_opens_with_its_mods_and_costs_its_mana(line):
    colour = {idol: colour for colour, idol in clans().items()}[line.idol]
    other = "blue" if colour != "blue" else "red"
    near = {"distance-2": 12, "distance-3": 13}.get(line.how.get("range"), 11)
    mods = " " + "A" * line.mods if line.mods else ""
    text = (
        f"{colour}.E 15, {colour}.1 10 {colour}{{}}, {colour}.2 9, {other}.E 31, {other}.1 {near}, {other}.2 20 {other}"
    )
    if line.how.get("attacks", 1) > 1:
        text = text.replace(f"{colour}.1 10", f"{colour}.1 6") + f", {other}.3 12, {other}.4 7, {other}.5 5"
    state = table(text.format(mods))
    moves = [move for move in state.legal_moves() if isinstance(move, Use) and move.line == line.id]
    assert moves, line.text
    move = moves[0]
    after = state.play(move)
    assert after.mana == 5 - line.mana
    assert state._replace(mana=line.mana - 1).why_not(move)[-1].clause == "turn.pay-first"
    if line.mods:
        less = table(text.format(" " + "A" * (line.mods - 1) if line.mods > 1 else ""))
        assert less.why_not(move)[0].clause == "spec.mods-needed" and move not in less.legal_moves()
    assert {one.id for one in open_lines(line.idol, line.mods)} >= {line.id}


@pytest.mark.clause("faq.idol-not-like-inka", "spec.lists-actions")
def test_no_idol_acts_like_an_inka():
    state = table("purple.E 0, purple.1 5 purple, blue.E 31, blue.1 4")
    assert not any(isinstance(m, Move | Attack) and m.unit == "purple.1" for m in state.legal_moves())
    for move in (Move("purple.1", 6), Attack("purple.1", "blue.1")):
        assert state.why_not(move)[0].clause == "faq.idol-not-like-inka"
    assert state.why_not(Use("sorceress.nova", "purple.1"))[0].clause == "spec.lists-actions"
    assert state.why_not(Use("guardian.shield-idol", "purple.1"))[0].clause == "spec.lists-actions"


@pytest.mark.clause("faq.shade-loses-own-lines")
def test_a_changed_shade_is_a_shade_again_after_the_turn():
    state = table("grey.E 0, grey.1 10 grey AAD, blue.E 31, blue.1 20 blue")
    state = state.play(Use("shade.shape-shift", "grey.1", orb="blue"))
    assert state.unit("grey.1").shape == "guardian"
    assert {m.line for m in state.legal_moves() if isinstance(m, Use)} == {"guardian.move"}
    after, cited = told(state, EndTurn())
    assert after.unit("grey.1") == (10, False, "grey", "AAD", 0, "") and "faq.shade-loses-own-lines" in cited


# ---------------------------------------------------------------- Shields


@pytest.mark.clause(
    "guardian.shield-idol",
    "guardian.shield-inka",
    "guardian.shield-elder",
    "guardian.attacker-stays",
    "guardian.own-clan-only",
    "faq.shield-any-turn",
)
@pytest.mark.parametrize(
    ("target", "place", "line", "mods"),
    [("blue.4", "2 green", "idol", ""), ("blue.4", "2", "inka", "A"), ("blue.E", "2", "elder", "ADD")],
)
def test_shields_of_all_kinds(target, place, line, mods):
    elder = "" if target == "blue.E" else "blue.E 31, "
    text = f"red.E 15, red.1 3 ready, {elder}blue.1 5 blue {mods}, blue.2 4 guard, {target} {place}, green.E 40"
    text = text.replace("blue , ", "blue, ")
    state = table(text).play(Attack("red.1", target))
    assert state.ask.what == "shield" and state.to_move == 1, "in another player's turn"
    shield = next(move for move in state.legal_moves() if move != PASS)
    assert shield.line == f"guardian.shield-{line}" and shield.to == "blue.2"
    after, cited = told(state, shield, Roll(8), Roll(1))
    assert after.unit("blue.2").at < 0 and after.unit(target).at == 2 and after.unit("red.1").at == 3
    assert {"guardian.attacker-stays", "faq.shield-any-turn"} <= set(cited)


@pytest.mark.clause("guardian.defender-seal")
@pytest.mark.parametrize(
    ("unit", "mods", "defence"),
    [("blue.2 4 ready", "DD", 6), ("blue.2 4 ready", "D", 5), ("blue.2 4 guard", "DD", 6), ("blue.2 9 ready", "DD", 5)],
)
def test_defender_seal(unit, mods, defence):
    got = run(
        f"red.E 15, red.1 10 ready, blue.E 31, blue.1 5 blue {mods}, {unit}",
        order("red attack red.1 blue.2", dice=[1, 5]),
    )
    assert got["strengths"] == [[1, defence]]


@pytest.mark.clause("spec.other-five-unprinted")
def test_ward_and_pierce():
    got = run(
        "red.E 15, red.1 10 ready, yellow.E 4, yellow.1 5 yellow DD", order("red attack red.1 yellow.E", dice=[1, 3])
    )
    assert got["strengths"] == [[1, 6]]
    for mods, defence in (("AA", 1), ("A", 4)):
        text = f"grey.E 15, grey.1 4 grey {mods}, blue.E 31, blue.1 5 blue DDD"
        got = run(text, order("grey spec shade.attack grey.1", target="blue.1", dice=[1, 1], mod="A"))
        assert got["strengths"][0][1] == defence


# ---------------------------------------------------------------- cards


@pytest.mark.clause("cast.show", "cast.to-bottom", "action.cast-cost", "faq.declares-an-attack", "card.text-rules")
def test_a_card_is_shown_and_goes_under_the_deck():
    state = table("red.E 0, red.1 1, blue.E 31", hands={"red": ["mana-boost"]}, deck=["fate"])
    after, cited = told(state, Cast("mana-boost"))
    assert after.mana == 7 and after.deck == ("fate", "mana-boost") and after.hands[0] == ()
    assert cited[0] == "cast.show" and cited[-1] == "cast.to-bottom"


@pytest.mark.clause("cast.rune-needed", "faq.controlled-not-your-clan", "board.runic-trias")
def test_any_own_unit_shows_a_rune():
    for units, want in (
        ("red.E 1", ""), ("red.E 0, red.1 6 red", ""), ("red.E 0", "cast.rune-needed"),
        ("red.E 0, red.1 7 blue, blue.1 6", "cast.rune-needed"),
    ):  # fmt: skip
        got = run(f"{units}, blue.E 31", "red cast mana-boost", hands={"red": ["mana-boost"]})
        assert refused(got) == want


@pytest.mark.clause("faq.neglect-not-mid-effect")
def test_neglect_comes_before_the_effect_only():
    state = table("red.E 0, red.1 4 ready, blue.E 31", hands={"red": ["havoc"], "blue": ["neglect-spell"]})
    shown = state.play(Cast("havoc"))
    assert shown.ask.what == "react" and shown.to_move == 1
    rolling = shown.play(PASS)
    assert rolling.ask.what == "roll" and rolling.why_not(Cast("neglect-spell"))[0].clause == "box.eight-sided-dice"
    done, cited = told(shown, Cast("neglect-spell"))
    assert "faq.neglect-not-mid-effect" in cited and done.ask.what == "order" and done.unit("red.1").ready


@pytest.mark.clause("faq.recycle-roll-off")
def test_recycle():
    hands = {"red": ["mana-boost", "recycle"], "blue": ["recycle"]}
    state = table("red.E 0, red.1 1, blue.E 31", hands=hands, deck=[]).play(Cast("mana-boost"))
    state = state.play(Cast("recycle")).play(Cast("recycle"))
    assert state.ask.what == "roll"
    state, cited = told(state, Roll(3), Roll(6))
    assert (
        state.hands == ((), ("mana-boost",))
        and state.deck == ("recycle", "recycle")
        and "faq.recycle-roll-off" in cited
    )
    twice = run(
        "red.E 0, red.1 1, blue.E 31", order("red cast mana-boost", recycle=[{"by": "red", "roll": 1}, {"by": "red", "roll": 2}]),
        hands={"red": ["mana-boost", "recycle", "recycle"]},
    )  # fmt: skip
    assert twice["hands"]["red"] == ["mana-boost"], "two Recycles of one player are no contest"


@pytest.mark.clause("faq.crisis-at-once")
def test_a_crisis_that_is_recycled_is_cast_by_its_taker():
    step = order("red draw", recycle=[{"by": "blue", "roll": 2}], again={"return_at": 4})
    units = "red.E 2, blue.1 20, green.E 16 hp2, grey.E 30"
    got = run(units, step, deck_top=["terakh-crisis"], hands={"blue": ["recycle"]}, elders_lost_before=["blue"])
    assert got["units"]["green.E"]["at"] == "off" and got["units"]["blue.E"] == {"at": 4, "hp": 1}
    assert got["deck_bottom"] == ["recycle", "terakh-crisis"] and got["winner"] == "none"


ATTACK = "red.E 15, red.1 5 ready, red.2 9, blue.E 31, blue.1 4 ready, blue.2 11, green.E 40"


def reply(by, card, window="attack-declared", **more):
    return {"by": by, "card": card, "window": window, **more}


@pytest.mark.clause("card.text-rules", "combat.declare")
def test_reflect_turns_the_roles_and_twice_turns_them_back():
    step = order("red attack red.1 blue.1", dice=[8, 1], cards=[reply("blue", "reflect")])
    got = run(ATTACK, step, hands={"blue": ["reflect"]})
    assert got["units"]["red.1"]["at"] == "off" and got["units"]["blue.1"]["at"] == 4, "nobody moves in"
    both = [reply("blue", "reflect"), reply("red", "reflect")]
    units = ATTACK + ", red.3 0"
    got = run(
        units,
        order("red attack red.1 blue.1", dice=[8, 1], cards=both),
        hands={"blue": ["reflect"], "red": ["reflect"]},
    )
    assert got["units"]["blue.1"]["at"] == "off" and got["units"]["red.1"]["at"] == 5, "still nobody moves in"
    three = [*both, reply("blue", "reflect")]
    got = run(
        units,
        order("red attack red.1 blue.1", dice=[8, 1], cards=three),
        hands={"blue": ["reflect"] * 2, "red": ["reflect"]},
    )
    assert refused(got) == "" and got["units"]["red.1"]["at"] == "off", "the defender is blue again"
    wrong = [reply("blue", "reflect"), reply("blue", "reflect")]
    got = run(units, order("red attack red.1 blue.1", dice=[8, 1], cards=wrong), hands={"blue": ["reflect"] * 2})
    assert refused(got) == "card.text-rules", "after a Reflect its caster is the attacker"


@pytest.mark.clause("card.text-rules", "win.last-elder", "elderless.cards-pass")
def test_reflect_can_remove_the_own_elder():
    hands = {"red": ["fate"], "blue": ["reflect"]}
    units = "red.E 2 hp1, blue.E 31, blue.1 3 ready, blue.2 11, green.E 40"
    step = order("red attack red.E blue.1", dice=[8, 1], cards=[reply("blue", "reflect")])
    got = run(units, step, "red move red.1 4", hands=hands)
    assert got["units"]["red.E"]["at"] == "off" and got["hands"]["blue"] == ["fate"] and got["mana"] == 3
    assert got["winner"] == "none" and refused(got) == "glossary.fallen-inka", "mana in hand stays"
    two = run("red.E 2 hp1, blue.E 31, blue.1 3 ready, blue.2 11", step, hands=hands)
    assert two["winner"] == "blue"


@pytest.mark.clause("guardian.shield-idol")
def test_an_attack_that_is_turned_round_is_not_shielded():
    readings = {"shield.timing": "after-cards"}
    units = "red.E 15, red.1 5 ready, blue.E 31, blue.1 4 blue, blue.2 10, blue.3 11"
    shield = {"by": "blue", "line": "guardian.shield-idol", "to": "blue.2"}
    step = order("red attack red.1 blue.1", dice=[8, 1], cards=[reply("blue", "reflect")], shield=shield)
    assert refused(run(units, step, hands={"blue": ["reflect"]}, rulings=readings)) == "guardian.shield-idol"
    first_shield = order("red attack red.1 blue.1", dice=[8, 1], cards=[reply("blue", "reflect")], shield=shield)
    got = run(units, first_shield, hands={"blue": ["reflect"]})
    assert got["strengths"] == [[7, 1]] and got["units"]["red.1"]["at"] == "off", "blue 2 in Guard strikes back"


@pytest.mark.clause("faq.multi-attack-stops")
def test_reflect_in_a_multi_attack():
    units = "red.E 15, red.1 5 red A, blue.E 31, blue.1 1 ready, blue.2 4 ready, blue.3 11"
    rows = [{"cards": [reply("blue", "reflect")], "dice": [1, 8]}, {"dice": [8, 1], "mod": "A"}]
    step = order("red spec hydra.double-threat red.1", targets=["blue.1", "blue.2"], attacks=rows)
    got = run(units, step, hands={"blue": ["reflect"]})
    assert got["strengths"] == [[1, 8], [9, 1]] and got["units"]["red.1"]["mods"] == "AA", "it survives and goes on"
    state = table(units, hands={"blue": ["reflect"]}).play(Use("hydra.double-threat", "red.1", ("blue.1", "blue.2")))
    state, cited = told(state, Cast("reflect"), Roll(8), Roll(1))
    assert "faq.multi-attack-stops" in cited and state.ask.what == "order" and state.loose == ((5, "red"),)


def test_a_target_that_is_gone_is_dropped_and_its_entry_ignored():
    units = "red.E 15, red.1 5 red A, blue.E 31 hp4, blue.1 4 ready, blue.2 6 ready, blue.3 20 blue D"
    shield = {"by": "blue", "line": "guardian.shield-inka", "to": "blue.2"}
    near = units.replace("blue.3 20", "blue.3 7")
    rows = [{"dice": [8, 1], "shield": shield, "mod": "A"}, {"dice": [8, 1], "mod": "A"}]
    step = order("red spec hydra.double-threat red.1", targets=["blue.1", "blue.2"], attacks=rows)
    got = run(near, step)
    assert refused(got) == "" and got["strengths"] == [[9, 1]] and got["units"]["blue.1"]["at"] == 4


def test_twin_arrow_goes_back_to_the_original_target():
    units = "green.E 15, green.1 4 green AA, blue.E 31, blue.1 11 ready, blue.2 0 blue D, blue.3 2 ready, blue.4 21"
    shield = {"by": "blue", "line": "guardian.shield-inka", "to": "blue.3"}
    rows = [{"dice": [1, 8], "shield": shield}, {"dice": [6, 1], "mod": "D"}]
    got = run(units, order("green spec ranger.twin-arrow green.1", target="blue.1", attacks=rows))
    assert got["strengths"] == [[3, 8], [8, 1]] and got["units"]["blue.1"]["at"] == "off"
    peace = [{"cards": [reply("blue", "peace")]}, {"dice": [6, 1], "mod": "D"}]
    step = order("green spec ranger.twin-arrow green.1", target="blue.1", attacks=peace)
    got = run(units, step, hands={"blue": ["peace"]})
    assert got["strengths"] == [[8, 1]], "a cancelled attack counts as failed"
    hit = order("green spec ranger.twin-arrow green.1", target="blue.1", attacks=[{"dice": [8, 1], "mod": "D"}])
    assert run(units, hit)["strengths"] == [[10, 1]], "no second attack after a success"


@pytest.mark.clause("card.text-rules")
@pytest.mark.parametrize(
    ("cards", "dice", "strengths"),
    [
        ([reply("red", "berzerk")], [3, 4], [5, 4]),
        ([reply("red", "weakness")], [3, 4], [3, 2]),
        ([reply("blue", "weakness")], [3, 4], [1, 4]),
        ([reply("red", "berzerk"), reply("blue", "weakness")], [3, 4], [3, 4]),
        ([reply("red", "switch-roll", "attack-rolled")], [3, 4], [4, 3]),
        ([reply("red", "fate", "attack-rolled", die="defence", dice=[1])], [3, 4], [3, 1]),
        ([reply("blue", "fate", "attack-rolled", die="attack", dice=[8])], [3, 4], [8, 4]),
        ([reply("blue", "penetration", "attack-rolled")], [3, 4], [3, 4]),
    ],
)
def test_cards_of_an_attack(cards, dice, strengths):
    units = (
        "red.E 9, red.1 5 ready, red.2 0, red.3 6, red.4 8, blue.E 31, blue.1 4 ready, blue.2 11, blue.3 13, blue.4 3"
    )
    hands = {"red": ["berzerk", "weakness", "switch-roll", "fate"], "blue": ["weakness", "fate", "penetration"]}
    got = run(units, order("red attack red.1 blue.1", dice=dice, cards=cards), hands=hands)
    assert refused(got) == "" and got["strengths"] == [strengths]


@pytest.mark.clause("faq.card-removes-elder", "elder.return", "elderless.cards-pass")
def test_an_elderless_caster_returns_by_a_card():
    units = "red.1 3, blue.E 20 hp1, green.E 40, grey.E 60"
    cast = order("red cast blasphemy", dice=[1, 8, 8], return_at=0)
    got = run(units, cast, hands={"red": ["blasphemy"], "blue": ["fate"]}, elders_lost_before=["red"])
    assert got["units"]["red.E"] == {"at": 0, "hp": 1} and got["hands"]["red"] == ["fate"]
    state = table(units, hands={"red": ["blasphemy"]})
    state = state.play(Cast("blasphemy")).play(Roll(1)).play(Roll(8)).play(Roll(8))
    assert state.ask.what == "return" and DECLINE in state.legal_moves()


@pytest.mark.clause("elderless.three-mana", "elderless.play-on", "faq.elderless-draws", "elder.no-healing")
def test_without_an_elder_a_player_goes_on():
    state = table(
        "red.E 0, green.E 40, blue.1 20", active="red", seats=["red", "blue", "green"], deck=["fate", "peace", "fate"]
    )
    state, cited = told(state, EndTurn())
    assert state.active == 1 and state.mana == 3 and "elderless.three-mana" in cited
    state, cited = told(state, EndTurn(), EndTurn(), Roll(8), Roll(2), Roll(1), Toss("clockwise"))
    assert state.hands[1] == ("peace",) and "faq.elderless-draws" in cited
    nothing = table("red.E 0, green.E 40", active="blue", seats=["red", "blue", "green"])
    assert {type(move) for move in nothing.legal_moves()} == {Summon, EndTurn}, "no unit at all, and still in the game"


# ---------------------------------------------------------------- refusals in their order

LONE = "red.E 0, red.1 5, blue.E 31, blue.1 4"
HOLDS = "red.E 0, red.1 7 blue, blue.E 31, blue.1 12, blue.2 10 red"
REFUSALS = [
    ("red attack red.1 red.1", LONE, {"mode": "first"}, "combat.adjacent-for-two"),
    ("red transform red.2", LONE, {"mode": "first"}, "transform.skip-in-first-game"),
    ("blue move blue.2 9", LONE, {}, "glossary.fallen-inka"),
    ("blue move blue.1 9", LONE, {}, "round.turn-order"),
    ("red attack red.1 blue.3", LONE, {}, "glossary.fallen-inka"),
    ("red move grey.E 3", "red.E 0, blue.E 31, grey.1 4", {}, "combat.elder-leaves-at-zero"),
    ("red move blue.E 30", LONE, {}, "faq.no-control-of-idols-elders"),
    ("red mode blue.2", HOLDS, {}, "faq.no-control-of-idols-elders"),
    ("red move blue.1 9", LONE, {}, "control.hold-their-orb"),
    ("red summon blue.3 6 ready", HOLDS, {}, "control.four-actions"),
    ("red summon red.E 6 ready", HOLDS, {}, "glossary.fallen-inka"),
    ("red move red.1 6", HOLDS, {}, "faq.idol-not-like-inka"),
    ("red attack red.1 blue.E", HOLDS, {}, "faq.idol-not-like-inka"),
    ("red mode red.1", HOLDS, {}, "mode.flip"),
    ("red transform red.1 red", HOLDS, {}, "transform.is-idol-now"),
    ("red mode red.E", LONE, {}, "mode.flip"),
    ("red transform red.E", LONE, {}, "transform.on-any-orb"),
    ("red spec hydra.attack red.1", HOLDS, {"target": "blue.E"}, "spec.lists-actions"),
    ("red spec guardian.move red.E", HOLDS, {"to": 2}, "spec.lists-actions"),
    ("red spec hydra.swap red.1", "red.E 0, red.1 5 red AA, blue.E 31", {"with": "red.2"}, "glossary.fallen-inka"),
    ("red spec hydra.swap red.1", "red.E 0, red.1 5 red AA, red.2 9, blue.E 31", {"with": "red.2"}, "spec.mods-needed"),
    ("red spec hydra.swap red.1", "red.E 0, red.1 5 red AAA, blue.E 31", {"with": "red.E"}, "spec.lists-actions"),
    ("red spec hydra.attack red.1", "red.E 15, red.1 5 red, red.2 4, blue.E 31", {"target": "red.2"}, "combat.adjacent-for-two"),
    ("red spec hydra.attack red.1", "red.E 15, red.1 5 red, blue.E 31", {"target": "blue.E"}, "combat.idols-by-card"),
    ("red attack red.1 blue.E", LONE, {}, "combat.adjacent-for-two"),
    ("red spec hydra.move red.1", "red.E 15, red.1 5 red, blue.E 31", {"to": 9}, "move.idols-by-card"),
    ("red spec hydra.move red.1", "red.E 15, red.1 5 red, blue.E 4", {"to": 4}, "move.vacant-only"),
    ("red move red.1 15", LONE, {}, "move.adjacent"),
    ("red move red.1 4", LONE, {}, "move.vacant-only"),
    ("red move red.1 4", LONE, {"carry": "blue"}, "move.vacant-only"),
    ("red move red.1 6", LONE, {"carry": "blue"}, "move.orb-tria-is-vacant"),
    ("red transform red.1", LONE, {}, "transform.on-any-orb"),
    ("red rotate 1", LONE, {"plane": 1}, "rotate.elder-on-plane"),
    ("red rotate 3", LONE, {}, "rotate.same-configuration"),
    ("red rotate 3", LONE, {"plane": 1}, "rotate.elder-on-plane"),
    ("red summon red.1 6 ready", LONE, {}, "glossary.fallen-inka"),
    ("red summon red.2 9 ready", LONE, {}, "summon.vacant-orth"),
    ("red summon red.2 6 ready", LONE, {"mana": 1}, "turn.pay-first"),
    ("red attack red.1 blue.1", LONE, {"mana": 1}, "turn.pay-first"),
    ("red move red.1 15", LONE, {"mana": 0}, "move.adjacent"),
    ("red return 9", LONE, {}, "elder.return"),
    ("red cast fate", LONE, {}, "card.text-rules"),
    ("red forced", LONE, {}, "card.text-rules"),
    ("purple spec sorceress.summon purple.1", "purple.E 0, purple.1 10 purple A, purple.2 9, blue.E 31", {"summoned": "purple.2", "at": 4}, "spec.lists-actions"),
    ("purple spec sorceress.summon purple.1", "purple.E 0, purple.1 10 purple A, blue.E 31", {"summoned": "blue.2", "at": 4}, "control.four-actions"),
    ("purple spec sorceress.summon purple.1", "purple.E 4, purple.1 10 purple A, blue.E 31", {"summoned": "purple.2", "at": 4}, "spec.lists-actions"),
    ("yellow spec keeper.escort yellow.1", "yellow.E 0, yellow.1 12 yellow A, yellow.2 4, blue.E 31", {"moved": "yellow.2", "to": 13}, "spec.lists-actions"),
    ("yellow spec keeper.turn-plane yellow.1", "yellow.E 0, yellow.1 12 yellow AAA, blue.E 31", {"steps": 3}, "rotate.same-configuration"),
]  # fmt: skip
GIVEN = ("mode", "mana")


@pytest.mark.clause(
    "glossary.fallen-inka", "round.turn-order", "combat.adjacent-for-two", "transform.skip-in-first-game",
    "combat.elder-leaves-at-zero", "control.four-actions", "faq.no-control-of-idols-elders", "move.adjacent",
    "summon.vacant-orth", "rotate.elder-on-plane", "turn.pay-first",
)  # fmt: skip
@pytest.mark.parametrize(("words", "units", "more", "clause"), REFUSALS)
def test_refusals(words, units, more, clause):
    given = {
        name: value for name, value in more.items() if name in GIVEN and not (name == "mode" and "summon" in words)
    }
    step = order(words, **{name: value for name, value in more.items() if name not in given})
    before = run(units, **given)
    got = run(units, step, **given)
    assert refused(got) == clause
    assert {**got, "steps": []} == before, "a refused step changes nothing"


def test_nothing_is_ordered_after_the_end():
    win = order("red attack red.1 blue.E", dice=[8, 1])
    for words in (
        "red move red.9 4",
        "blue begin-turn",
        "red draw",
        "red end-turn",
        "red mode red.1",
        "red rotate 3",
        "red return 4",
        "red cast fate",
        "red forced",
    ):
        if "red.9" not in words:
            got = run("red.E 0, red.1 2 ready, blue.E 1 hp1", win, words)
            assert got["winner"] == "red" and refused(got) == "win.last-elder"


MODDED = "red.E 15, red.1 5 red, red.2 1 ready, blue.E 31, blue.1 4, blue.2 0 blue"


@pytest.mark.clause("combat.mod-at-once", "mod.only-on-idols", "combat.earn-mod", "combat.mod-limit")
@pytest.mark.parametrize(
    ("units", "claim", "clause"),
    [
        (MODDED, {}, "combat.mod-at-once"),
        (MODDED, {"mod": "A", "mod_on": "blue.2"}, "combat.mod-at-once"),
        (MODDED, {"mod": "A", "mod_on": "red.2"}, "mod.only-on-idols"),
        (MODDED, {"mod": "A", "mod_on": "blue.3"}, "mod.only-on-idols"),
        (MODDED, {"mod": "A"}, ""),
        (MODDED.replace("red.1 5 red", "red.1 5 red AAD"), {"mod": "A"}, "combat.mod-limit"),
        (MODDED.replace("red.1 5 red", "red.1 5 red AAD"), {}, ""),
        (MODDED + ", red.3 9 grey, grey.E 40", {"mod": "A"}, "combat.mod-at-once"),
        (MODDED + ", red.3 9 grey AAA, grey.E 40", {"mod": "D"}, ""),
        ("red.E 15, red.2 1 ready, red.1 9, blue.E 31, blue.1 5, blue.2 0 blue", {"mod": "A"}, "combat.earn-mod"),
        ("red.E 15, red.2 1 ready, red.1 9, blue.E 31, blue.1 5, blue.2 0 blue", {"mod": "A", "mod_on": "red.1"}, "mod.only-on-idols"),
        ("red.E 15, red.2 1 ready, red.1 9, blue.E 31, blue.1 5, blue.2 0 blue", {}, ""),
    ],
)  # fmt: skip
def test_claims_of_mods(units, claim, clause):
    hydra = "red.1 5 red" in units
    words = "red spec hydra.attack red.1" if hydra else "red attack red.2 blue.1"
    more = {"target": "blue.1"} if hydra else {}
    assert refused(run(units, order(words, **more, dice=[8, 1], **claim))) == clause
    failed = order(words, **more, dice=[1, 8], mod="A", mod_on="blue.2")
    assert refused(run(units, failed)) == "", "a Mod after a failure is not looked at"


@pytest.mark.parametrize(
    ("shield", "clause"),
    [
        ({"by": "red", "line": "guardian.shield-idol", "to": "red.2"}, "spec.lists-actions"),
        ({"by": "blue", "line": "guardian.shield-inka", "to": "blue.2"}, "spec.mods-needed"),
        ({"by": "blue", "line": "guardian.shield-idol", "to": "blue.E"}, "guardian.own-clan-only"),
        ({"by": "blue", "line": "guardian.shield-idol", "to": "blue.1"}, "guardian.own-clan-only"),
        ({"by": "blue", "line": "guardian.shield-idol", "to": "red.2"}, "guardian.own-clan-only"),
        ({"by": "blue", "line": "guardian.shield-idol", "to": "blue.3"}, "guardian.shield-idol"),
        ({"by": "blue", "line": "guardian.shield-idol", "to": "blue.2", "when": "after-dice"}, "guardian.shield-idol"),
        ({"by": "blue", "line": "guardian.shield-idol", "to": "blue.2"}, ""),
    ],
)  # fmt: skip
def test_refused_shields(shield, clause):
    units = "red.E 15, red.1 1 ready, red.2 6, blue.E 31, blue.1 5 blue, blue.2 4 guard, blue.3 9"
    assert refused(run(units, order("red attack red.1 blue.1", dice=[3, 3], shield=shield))) == clause


CASTER = "red.E 0, red.1 1, red.2 4, red.3 9, blue.E 31, blue.1 20 ready"


@pytest.mark.parametrize(
    ("hand", "words", "more", "clause"),
    [
        (["fate"], "red cast fate", {"window": "attack-rolled"}, "card.text-rules"),
        (["pestilence"], "red cast pestilence", {}, "card.text-rules"),
        (["pestilence"], "red cast pestilence", {"choices": {"plane": 2}}, "card.text-rules"),
        (["mana-drain"], "red cast mana-drain", {"choices": {"player": "red"}}, "card.text-rules"),
        (["mana-boost"], "red cast mana-boost", {"choices": {"player": "blue"}}, "card.text-rules"),
        (["detonate"], "red cast detonate", {"choices": {"unit": "blue.1"}}, "card.text-rules"),
        (["demotion"], "red cast demotion", {"choices": {"unit": "red.1"}}, "card.text-rules"),
        (["maelstrom"], "red cast maelstrom", {"dice": [8, 8]}, ""),
        (["mana-boost"], "blue cast mana-boost", {}, "card.text-rules"),
        (["mana-boost"], "red cast mana-boost", {"neglect": "blue"}, "card.text-rules"),
        (["mana-boost", "neglect-spell"], "red cast mana-boost", {"neglect": "red"}, "card.text-rules"),
        (["mana-boost"], "red cast mana-boost", {"recycle": [{"by": "red", "roll": 1}]}, "card.text-rules"),
        (["neglect-spell"], "red cast neglect-spell", {}, "card.text-rules"),
        (["birthright"], "red cast birthright", {"places": [{"unit": "red.4", "at": 9}]}, "card.text-rules"),
        (["birthright"], "red cast birthright", {"places": [{"unit": "red.1", "at": 2}]}, "card.text-rules"),
        (["birthright"], "red cast birthright", {"places": [{"unit": "blue.2", "at": 2}]}, "card.text-rules"),
        (["birthright"], "red cast birthright", {"places": [{"unit": "red.4", "at": 2}]}, ""),
        (["birthright"], "red cast birthright", {"mid_effect": [{"by": "blue", "card": "neglect-spell"}]}, "faq.neglect-not-mid-effect"),
        (["joker"], "red cast joker", {}, "card.text-rules"),
    ],
)  # fmt: skip
def test_refused_cards(hand, words, more, clause):
    hands = {"red": [card for card in hand if card != "joker"]}
    assert refused(run(CASTER, order(words, **more), hands=hands)) == clause


def test_a_card_of_an_attack_needs_a_window_of_an_attack():
    row = {"by": "red", "card": "mana-boost", "window": "main"}
    step = order("red attack red.1 blue.1", dice=[1, 8], cards=[row])
    assert (
        refused(run("red.E 0, red.1 5, red.2 1, blue.E 31, blue.1 4", step, hands={"red": ["mana-boost"]}))
        == "card.text-rules"
    )


def test_in_a_first_game_cards_that_need_an_idol_have_no_target():
    state = table("red.E 0, red.1 9, red.2 11, blue.E 31", mode="first", hands={"red": ["demotion", "deplete"]})
    assert not any(isinstance(move, Cast) for move in state.legal_moves())
    assert state.why_not(Cast("demotion"))[0].clause == "card.text-rules"


# ---------------------------------------------------------------- variants


@pytest.mark.clause("variant-a.lower-hp", "variant-a.first-elimination", "variant-a.winner")
def test_variant_a_counts_the_mod_just_earned_and_all_units():
    units = "red.E 9 hp2, red.1 2 ready, red.2 5 red, blue.E 1 hp1, green.E 40 hp2, green.1 41 green A, green.2 42"
    step = order("red attack red.1 blue.E", dice=[8, 1], mod="A", mod_on="red.2")
    got = run(units, step, variants=["A"])
    assert got["winner"] == ["red", "green"], "one Mod each, three units each"
    none = run(
        "red.E 3 hp1, blue.E 20 hp1",
        order("red cast blasphemy", dice=[1, 1]),
        hands={"red": ["blasphemy"]},
        variants=["A"],
    )
    assert none["winner"] == "nobody"


@pytest.mark.clause("variant-b.rotating-start", "variant-b.coin", "variant-b.shared-roll")
def test_variant_b():
    state = table(
        "red.E 0, blue.E 31, green.E 40",
        variants="B",
        first="blue",
        order=["blue", "green", "red"],
        active="red",
        deck=[],
    )
    state = state.play(EndTurn())
    assert state.ask.what == "toss" and state.first == 2 and state.round == 2, "no initiative roll"
    state, cited = told(state, Toss("counter-clockwise"))
    assert state.order == (2, 1, 0) and "variant-b.coin" in cited


@pytest.mark.clause("variant-c.anytime-cards")
def test_variant_c_lets_others_cast_between_two_actions():
    state = table("red.E 0, red.1 5, blue.E 31, blue.1 17", variants="C", hands={"blue": ["mana-boost"]})
    assert state.ask.what == "react" and state.to_move == 1
    state = state.play(Cast("mana-boost"))
    assert state.to_move == 0 and state.pending == (0, 2) and state.mana == 5
    state = state.play(Move("red.1", 4)).play(EndTurn())
    assert state.mana == 7
