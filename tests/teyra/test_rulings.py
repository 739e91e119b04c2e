"""Every ruling in each of its readings: no reading is without effect, and the engine plays what it says."""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.core import CHANCE, Rulings, rulebook
from teyra_kit.teyra import new_game, position
from teyra_kit.teyra.cards import UNKNOWN, UNKNOWN_AREA, Card
from teyra_kit.teyra.examples import evaluate, examples
from teyra_kit.teyra.flow import Flow, Task
from teyra_kit.teyra.game import Table
from teyra_kit.teyra.moves import (
    DECLINE,
    DRAW,
    PASS,
    Charge,
    DeclareAces,
    Discard,
    Inspire,
    LoseMorale,
    Play,
    Rally,
    Rouse,
    Shuffle,
    TakeNext,
    TakeToken,
)

from .test_examples import agrees

BOOK = rulebook("teyra")


def rulings(**choices):
    return Rulings.of("teyra", {id.replace("_", "-"): value for id, value in choices.items()})


def outcome(given, ruling, reading):
    """What an example comes to under a reading; a choice that is not possible then is an outcome, too."""
    try:
        return evaluate({**given, "rulings": {**given.get("rulings", {}), ruling: reading}})
    except ValueError as error:
        return str(error)


OTHERS = [
    (ruling.id, reading.id)
    for ruling in BOOK.rulings.values()
    for reading in ruling.readings
    if reading.id != ruling.default and reading.id not in ("own-play-only", "one-to-nine-twice")
]


@pytest.mark.parametrize(("ruling", "reading"), OTHERS)
def test_each_reading_differs_from_the_default_where_an_example_shows_it(ruling, reading):
    shown = [e for e in examples().values() if e.given.get("rulings", {}).get(ruling) == reading]
    assert shown, f"no example shows {ruling} = {reading}"
    default = BOOK.rulings[ruling].default
    differing = [e for e in shown if outcome(e.given, ruling, reading) != outcome(e.given, ruling, default)]
    assert differing
    for example in shown:
        assert agrees(example.expect, outcome(example.given, ruling, reading))


@pytest.mark.parametrize("ruling", [r.id for r in BOOK.rulings.values() if r.weight == "core"])
def test_the_default_of_each_core_ruling_is_shown_by_examples_of_the_same_check(ruling):
    default = BOOK.rulings[ruling].default
    chosen = {e.id: e.given.get("rulings", {}).get(ruling, default) for e in examples().values()}
    checks = {e.given["check"] for e in examples().values() if chosen[e.id] != default}
    shown = [e for e in examples().values() if chosen[e.id] == default and e.given["check"] in checks]
    assert shown
    assert all(agrees(e.expect, evaluate(e.given)) for e in shown)


def test_there_are_63_rulings_of_which_23_are_core():
    assert len(BOOK.rulings) == 63
    assert sum(ruling.weight == "core" for ruling in BOOK.rulings.values()) == 23


# ---------------------------------------------------------------- in play


def duel(areas, hands=(("B4",), ("K9",)), active="A", step="play", **more):
    """A practice position of two."""
    rows = [{"card": key, "campaigns": campaigns} for key, campaigns in areas.items()]
    mode = more.pop("mode", "advanced")
    return position(2, mode, areas=rows, hands=hands, active=active, step=step, partial=True, **more)


@pytest.mark.clause("elite.morale")
@pytest.mark.parametrize(("reading", "morale"), [("each-new-rank", 9), ("own-play-only", 10), ("once-per-round", 9)])
def test_elite_loss_times_a_rouse_that_forms_one(reading, morale):
    table = duel(
        {"alun-alun": {"A": ["K2", "K3"]}, "padma-field": {"A": ["BA"]}}, hands=[["K6"], []], deck=["M10"],
        rulings=rulings(elite_loss_times=reading),
    ).play(Play(Card("K6a"), "alun-alun")).play(Rouse(0, "padma-field"))  # fmt: skip
    assert table.standing("padma-field", 0).rank == 4
    assert table.morale == (10, morale)


@pytest.mark.clause("elite.morale")
@pytest.mark.parametrize("reading", ["each-new-rank", "own-play-only", "once-per-round"])
def test_elite_loss_times_the_own_card_from_hand_always_costs(reading):
    table = duel({"alun-alun": {"A": ["BA"]}}, hands=[["KA"], []], rulings=rulings(elite_loss_times=reading))
    assert table.play(Play(Card("KAa"), "alun-alun")).morale == (10, 9)


@pytest.mark.clause("setup2.first-player", "setupn.first-player")
def test_first_player_choice():
    assert new_game(3).to_move is CHANCE
    assert [move for move, _ in new_game(3).chance_moves()] == [TakeToken(0), TakeToken(1), TakeToken(2)]
    assert new_game(3, named="C", rulings=rulings(first_player_choice="named")).first == 2
    with pytest.raises(ValueError, match="named is missing"):
        new_game(3, rulings=rulings(first_player_choice="named"))


@pytest.mark.clause("setupn.morale", "setup2.morale", "setup2.prestige", "setupn.prestige")
def test_morale_multiplayer():
    assert new_game(2, rulings=rulings(morale_multiplayer=15)).morale == (10, 10)
    assert new_game(4, rulings=rulings(morale_multiplayer=15)).morale == (15,) * 4
    assert new_game(4).prestige == (0,) * 4


@pytest.mark.clause("setup2.own-hand", "setupn.own-hand", "keyword.shroud-stays")
@pytest.mark.parametrize("reading", ["open-discards", "top-discard-only"])
def test_hidden_information(reading):
    table = duel(
        {"foggy-marsh": {"A": ["(B4)"], "B": ["(M7)"]}}, hands=[["K2"], ["K3", "K5"]], discard=["O2", "O3"],
        deck=["B9"], rulings=rulings(hidden_information=reading),
    )  # fmt: skip
    seen = table.observe(0)
    assert seen.hands == ((Card("K2a"),), (UNKNOWN, UNKNOWN))
    assert seen.deck == (UNKNOWN,)
    assert seen.discard[-1] is Card("O3a")
    assert (seen.discard[0] is UNKNOWN) == (reading == "top-discard-only")
    mine, theirs = (campaign.cards[0].card for campaign in seen.areas[0].campaigns)
    assert mine is Card("B4a") and theirs is UNKNOWN


@pytest.mark.clause("setupn.deal-areas", "multi.areas")
def test_multi_area_deal():
    for reading in ("face-up-in-turn-order", "face-down-until-contest"):
        table = new_game(3, "normal", "first-game", rulings=rulings(multi_area_deal=reading))
        rng = Random(4)
        told = []
        while table.to_move is CHANCE:
            table, events, _ = table.told(table.sample_chance(rng))
            told += [event for event in events if "turned up" in event.text]
        assert all(area.open for area in table.areas)
        assert [area.defender for area in table.areas] == [(table.first + n) % 3 for n in range(3)]
        assert bool(told) == (reading == "face-down-until-contest")


@pytest.mark.clause("strategise.reshuffle", "rouse.effect")
@pytest.mark.parametrize("reading", ["any-draw", "strategise-only"])
def test_reshuffle_scope_a_rouse_from_an_empty_deck(reading):
    table = duel(
        {"alun-alun": {"A": ["K2", "K3"]}}, hands=[["K6"], []], deck=[], discard=["B4", "M5"],
        rulings=rulings(reshuffle_scope=reading),
    ).play(Play(Card("K6a"), "alun-alun"))  # fmt: skip
    if reading == "strategise-only":
        assert table.ask is None or table.ask.what != "effect"
        return
    table = table.play(Rouse(1, "alun-alun"))
    assert table.to_move is CHANCE
    assert Card("K6a") not in table.ask.cards, "the card being played is not reshuffled"
    after = table.play(Shuffle("deck", (Card("M5a"), Card("B4a"))))
    assert after.area("alun-alun").campaigns[1].cards == (Card("M5a"),)
    assert after.deck == (Card("B4a"),)


@pytest.mark.clause("contest.draw", "pass.instead")
@pytest.mark.parametrize(("reading", "moves"), [("no-card", (DRAW, PASS)), ("must-pass", (PASS,))])
def test_deck_and_discard_empty(reading, moves):
    table = duel({"alun-alun": {}}, step="draw", deck=[], rulings=rulings(deck_and_discard_empty=reading))
    assert table.legal_moves() == moves


@pytest.mark.clause("strategise.discard-to-limit", "strategise.carry")
@pytest.mark.parametrize(("reading", "left"), [("limit-seven", 7), ("limit-five", 5)])
def test_strategise_example_in_a_real_round(reading, left):
    table = new_game(2, "normal", "normal", rulings=rulings(strategise_example=reading))
    rng = Random(3)
    while table.round < 2 or table.phase != "contest":
        if table.to_move is CHANCE:
            move = table.sample_chance(rng)
        else:
            moves = table.legal_moves()
            move = PASS if PASS in moves and rng.random() < 0.4 else rng.choice(moves)
        table = table.play(move)
    # Tournament Grounds gives a Vanguard before the refill, so nobody starts with more than the limit
    assert all(len(hand) == left for hand in table.hands)


@pytest.mark.clause("contest.until", "multi.until", "contest.discard")
@pytest.mark.parametrize(("reading", "active"), [("counts-as-passed", 0), ("draws-on", 1)])
def test_empty_hand(reading, active):
    table = duel(
        {"alun-alun": {}}, hands=[["B4", "B5"], []], step="discard", deck=["K9"], rulings=rulings(empty_hand=reading)
    ).play(Discard(Card("B4a")))
    assert table.to_move == active


@pytest.mark.clause("contest.play", "kindred.trigger")
def test_card_position_anywhere_gives_places_for_every_card_that_is_placed():
    table = duel(
        {"alun-alun": {"A": ["B2", "B3", "K4"], "B": ["M9"]}},
        hands=[["B5"], []],
        rulings=rulings(card_position="anywhere"),
    )
    assert {move.place for move in table.legal_moves()} == {0, 1, 2, 3}
    assert table.play(Play(Card("B5a"), "alun-alun", 2)).ask.trigger.suit.effect == "CHARGE"
    assert table.play(Play(Card("B5a"), "alun-alun", 3)).ask is None or not table.chain
    assert table.why_not(Play(Card("B5a"), "alun-alun", 4))[0].clause == "contest.play"


@pytest.mark.clause("keyword.rally")
def test_empty_campaign_a_rally_may_not_start_one():
    for reading, areas in (("always-there", {"alun-alun", "padma-field"}), ("needs-a-card", {"alun-alun"})):
        table = duel(
            {"alun-alun": {}, "padma-field": {}}, hands=[["K7"], []], deck=["B9"], landmarks={"A": ["gambling-roost"]},
            rulings=rulings(empty_campaign=reading),
        ).play(Play(Card("K7a"), "alun-alun"))  # fmt: skip
        assert {move.area for move in table.legal_moves() if move != DECLINE} == areas


@pytest.mark.clause("card.ace-later", "resolve.totals")
def test_ace_value_announce_asks_each_owner_in_the_contest():
    table = duel(
        {"alun-alun": {"A": ["BA", "K5"], "B": ["M7"]}}, step="resolve", rulings=rulings(ace_value="announce"), round=4
    )
    assert table.to_move == 0 and table.ask.what == "aces"
    low, high = table.told(DeclareAces((1,))), table.told(DeclareAces((11,)))
    assert any("B wins" in event.text for event in low[1])
    assert any("A wins" in event.text for event in high[1])


@pytest.mark.clause("elite.morale")
def test_elite_opponent_owner_chooses_in_a_game_of_three():
    table = position(
        3, "advanced", areas=[{"card": "alun-alun", "defender": "B", "campaigns": {"A": ["BA"]}}],
        hands=[["KA"], [], []], active="A", step="play", partial=True,
    ).play(Play(Card("KAa"), "alun-alun"))  # fmt: skip
    assert table.legal_moves() == (LoseMorale(1), LoseMorale(2))
    assert table.play(LoseMorale(2)).morale == (10, 10, 9)


@pytest.mark.clause("elite.morale", "kindred.trigger")
def test_elite_kindred_order():
    rows = {"alun-alun": {"A": ["K3", "M2", "B2", "B4"], "B": ["OV"]}}
    first = duel(rows, hands=[["B5"], []]).play(Play(Card("B5a"), "alun-alun"))
    assert first.morale == (10, 9)
    later = duel(rows, hands=[["B5"], []], rulings=rulings(elite_kindred_order="kindred-first"))
    later = later.play(Play(Card("B5a"), "alun-alun"))
    assert later.morale == (10, 10)
    assert later.play(Charge(Card("K3a"), 0, "alun-alun")).morale == (10, 10)


@pytest.mark.clause("kindred.chain", "inspire.effect")
@pytest.mark.parametrize(("reading", "most"), [("cap-twenty", 20), ("literal", 300)])
def test_inspire_loop_every_chain_ends(reading, most):
    table = duel(
        {"alun-alun": {"A": ["O9", "O10"], "B": ["K5", "O7", "O2"]}},
        hands=[["O8"], []],
        rulings=rulings(inspire_loop=reading),
    ).play(Play(Card("O8a"), "alun-alun"))
    done = 0
    while table.ask is not None and table.ask.what == "effect":
        back = [m for m in table.legal_moves() if isinstance(m, Inspire) and m.card == Card("O8a")]
        table = table.play(back[0])
        done += 1
    assert done == most


@pytest.mark.clause("rouse.effect", "keyword.shroud-stays")
def test_rouse_face_down_until_resolve():
    table = duel(
        {"alun-alun": {"A": ["K3", "K5"]}, "padma-field": {"B": ["K6", "M2"]}}, hands=[["K9"], ["O2"]], deck=["B9"],
        rulings=rulings(rouse_face="face-down"), round=4,
    ).play(Play(Card("K9a"), "alun-alun")).play(Rouse(1, "padma-field"))  # fmt: skip
    assert table.standing("padma-field", 1).total == 8
    table = table._replace(agenda=(Task("resolve"),), ask=None)
    flow = Flow(table, telling=True)
    flow.run()
    assert any("is turned up" in event.text for event in flow.log)
    after = Table._make(flow.freeze())
    assert after.standing("padma-field", 1).total == 17


@pytest.mark.clause("keyword.rally", "faq.roost-landmark")
@pytest.mark.parametrize("reading", ["chosen-unseen", "chosen-seen"])
def test_rally_choice_shows_the_card_to_the_player_only(reading):
    table = duel(
        {"alun-alun": {}}, hands=[["K7"], []], deck=["B9", "M3"], landmarks={"A": ["gambling-roost"]},
        rulings=rulings(rally_choice=reading),
    )  # fmt: skip
    asked, events, _ = table.told(Play(Card("K7a"), "alun-alun"))
    seen = asked.observe(0).deck[0]
    assert (seen is Card("B9a")) == (reading == "chosen-seen")
    assert asked.observe(1).deck[0] is UNKNOWN
    assert all(event.private == 0 for event in events if "It would be" in event.text)
    assert asked.play(Rally(0, "alun-alun")).area("alun-alun").campaigns[0].cards == (Card("K7a"), Card("B9a"))


@pytest.mark.clause("reward.lose-morale", "reward.gain-morale")
def test_any_player_choice_in_play():
    rows = {"forsaken-plain": {"A": ["B9"], "B": ["K2"]}}
    free = duel(rows, step="resolve", round=4)
    assert free.legal_moves() == (LoseMorale(0), LoseMorale(1))
    bound = duel(rows, step="resolve", round=4, rulings=rulings(any_player_choice="own-side"))
    assert bound.morale == (10, 9)


@pytest.mark.clause("resolve.order", "resolve.effects-order")
def test_resolve_windows_in_play():
    rows = {"foggy-marsh": {"A": ["(B4)"]}, "plagued-kampong": {"B": ["K9"]}}
    one = duel(rows, step="resolve", rulings=rulings(resolve_windows="one-step"))
    assert one.legal_moves() == (
        TakeNext("foggy-marsh", "resolve-start"), TakeNext("plagued-kampong", "resolve-effects"),
    )  # fmt: skip
    own = duel(rows, step="resolve")
    assert own.ask.area == "contest"


@pytest.mark.clause("mode.beginner-no-effect", "mode.beginner", "setup2.row")
def test_beginner_areas_hide_the_cards_that_were_won():
    for reading, shown in (("prestige-only", False), ("reward-on-win", True)):
        table = duel(
            {"padma-field": {"A": ["B9"]}},
            mode="beginner",
            step="resolve",
            round=4,
            rulings=rulings(beginner_areas=reading),
        )
        assert table.prestige == (2 if shown else 1, 0)
        assert (table.observe(1).victory[0] == (UNKNOWN_AREA,)) == (not shown)


@pytest.mark.clause("setup2.suggested", "suggested.use")
def test_suggested_slash():
    for seed in range(12):
        table = new_game(2, "normal", "first-game", ["the-felling"], rulings=rulings(suggested_slash="table-choice", first_player_choice="named"), named=0)  # fmt: skip
        assert "the-felling-2" in table.sample_chance(Random(seed)).ids
    drawn = {
        id
        for seed in range(12)
        for id in new_game(2, "normal", "first-game", ["the-felling"], named=0, rulings=rulings(first_player_choice="named"))
        .sample_chance(Random(seed)).ids
    }  # fmt: skip
    assert {"the-felling-2", "hedge-maze-2"} <= drawn


@pytest.mark.clause("landmark.bonus", "reward.landmark")
@pytest.mark.parametrize(("reading", "winner"), [("at-once", 0), ("next-round", 1)])
def test_landmark_active_from(reading, winner):
    table = duel(
        {"ranger-guild": {"A": ["B9"]}, "alun-alun": {"A": ["B10", "K2"], "B": ["K10", "M2"]}},
        step="resolve",
        round=4,
        rulings=rulings(landmark_active_from=reading),
        first="B",
    )
    assert "ranger-guild" not in table.landmarks[0]
    done, events, _ = table.told(TakeNext("ranger-guild", "contest"))
    assert done.landmarks[0] == ("ranger-guild",)
    assert any(event.clause == "reward.landmark" for event in events)
    # the 2 counts 3 for the owner of Ranger Guild: 13 against 12, otherwise a tie that First Player B wins
    assert any(event.text.startswith("AB"[winner] + " wins") and "Alun-Alun" in event.text for event in events)


@pytest.mark.clause("box.folk", "card.folk")
def test_deck_composition():
    for reading, values in (("two-to-ten-twice", range(2, 11)), ("one-to-nine-twice", range(1, 10))):
        table = new_game(2, named=0, rulings=rulings(deck_composition=reading, first_player_choice="named"))
        table = table.play(table.sample_chance(Random(1)))
        assert table.ask.pile == "deck"
        assert sorted(card.value for card in table.ask.cards) == sorted(list(values) * 8)
