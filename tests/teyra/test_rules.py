"""The rules one by one: given, play, expect."""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.core import CHANCE, Rulings, rulebook
from teyra_kit.teyra import area_cards, area_texts, deal, landmark_texts, new_game, position, suggested
from teyra_kit.teyra.areas import ACTIONS, WINDOWS, check_pack, read_step, read_text, reward_of, say_text, texts
from teyra_kit.teyra.campaigns import ELITE_NAMES, highest_cards, stated_total
from teyra_kit.teyra.cards import (
    SUITS,
    Card,
    Marker,
    Shrouded,
    Sorter,
    Suit,
    aces,
    areas_for,
    folk,
    readings,
    vanguards,
)
from teyra_kit.teyra.contests import morale_after
from teyra_kit.teyra.examples import evaluate
from teyra_kit.teyra.moves import (
    DECLINE,
    DRAW,
    PASS,
    Charge,
    Discard,
    GainMorale,
    Inspire,
    Intercept,
    LoseMorale,
    PlaceLandmark,
    Play,
    ReEnlist,
    Rouse,
    TakeNext,
)

from .test_rulings import duel

BOOK = rulebook("teyra")


def clauses(events):
    return {event.clause for event in events}


def whole_start(players, mode, seed=5, list=""):
    """A game that is set up, and all that was told."""
    rng, told = Random(seed), []
    table = new_game(players, mode, list)
    while table.to_move is CHANCE:
        table, events, _ = table.told(table.sample_chance(rng))
        told += events
    return table, told


# ---------------------------------------------------------------- the box


@pytest.mark.clause("card.suits", "card.suit-and-value", "box.folk", "box.vanguards", "box.aces", "card.player-cards")
def test_the_cards_are_those_of_the_rulebook():
    data = BOOK.data
    assert [(s.value, s.title, s.effect) for s in SUITS] == [(r["code"], r["name"], r["effect"]) for r in data["suit"]]
    assert (len(folk()), len(vanguards()), len(aces())) == (72, 16, 8)
    assert sorted({card.value for card in folk()}) == data["deck"]["folk_values"]
    assert all(card.suit in SUITS for card in (*folk(), *vanguards(), *aces()))
    assert Card("KVa").value == 10 and Card("KVa").weight == 2 and Card("BAa").weight == 1
    assert [row["text"] for row in data["elite"]][1] == ELITE_NAMES[2]


@pytest.mark.clause("box.areas", "box.landmarks", "mode.normal", "mode.beginner", "mode.advanced", "landmark.gain")
def test_the_areas_of_each_mode():
    assert len(area_cards()) == 40 == len(areas_for("advanced")) == len(areas_for("beginner"))
    assert len(areas_for("normal")) == 30
    assert not any(card.reward == "landmark" for card in areas_for("normal"))
    assert sum(bool(card.landmark) for card in area_cards()) == 10 == len(landmark_texts())


@pytest.mark.clause("suggested.lists", "suggested.four-player", "suggested.use", "setup2.suggested")
def test_suggested_lists():
    assert len(suggested(2, "normal")[0]) == len(suggested(3, "normal")[0]) == 3
    assert suggested(4, "normal")[0][3] == ("ashen-ruins",)
    table, told = whole_start(4, "normal", list="normal")
    assert {"mahayudha-pillar", "forsaken-plain", "hot-springs", "ashen-ruins"} == {area.key for area in table.areas}
    assert "setup2.suggested" in clauses(told)
    with pytest.raises(ValueError, match="list is 'advanced' and mode is 'normal'"):
        new_game(2, "normal", "advanced")


# ---------------------------------------------------------------- set-up


@pytest.mark.clause(
    "mode.choice", "mode.players", "mode.advanced", "box.markers", "box.token", "setup2.sort-levels", "setup2.deck-size",
    "setup2.deck-order", "setup2.rest-to-box", "setup2.row", "setup2.landmarks", "setup2.kinfolk-deck",
    "setup2.special-piles", "setup2.hand", "setup2.morale", "setup2.prestige", "setup2.first-player",
)  # fmt: skip
def test_setup_for_two():
    table, told = whole_start(2, "advanced")
    assert {
        "mode.choice", "mode.advanced", "box.token", "setup2.sort-levels", "setup2.deck-size", "setup2.deck-order",
        "setup2.rest-to-box", "setup2.row", "setup2.landmarks", "setup2.kinfolk-deck", "setup2.special-piles",
        "setup2.hand", "setup2.morale", "setup2.prestige", "setup2.first-player",
    } <= clauses(told)  # fmt: skip
    assert [card.level for card in table.area_deck] == [2, 2, 2, 3, 3, 3, 4, 4, 4]
    assert all(area.card.level == 1 and area.defender is None for area in table.areas)
    assert (table.morale, table.prestige) == ((10, 10), (0, 0))
    assert {card.type for card in table.deck} == {"folk"}
    assert table.first in (0, 1)


@pytest.mark.clause(
    "setupn.sort-levels", "setupn.deck-size", "setupn.deck-order", "setupn.rest-to-box", "setupn.landmarks",
    "setupn.deal-areas", "setupn.defend", "setupn.special-piles", "setupn.kinfolk-deck", "setupn.hand",
    "setupn.morale", "setupn.prestige", "setupn.first-player", "mode.players", "multi.sections", "multi.skip-first",
)  # fmt: skip
@pytest.mark.parametrize("players", [3, 4])
def test_setup_for_more(players):
    table, told = whole_start(players, "advanced")
    assert {
        "setupn.sort-levels", "setupn.deck-size", "setupn.deck-order", "setupn.rest-to-box", "setupn.landmarks",
        "setupn.deal-areas", "setupn.defend", "setupn.special-piles", "setupn.kinfolk-deck", "setupn.hand",
        "setupn.morale", "setupn.prestige", "setupn.first-player", "multi.skip-first",
    } <= clauses(told)  # fmt: skip
    assert len(table.areas) == players and len(table.area_deck) == 3 * players
    assert {area.defender for area in table.areas} == set(range(players))
    assert all(len(area.campaigns) == players for area in table.areas)


@pytest.mark.clause("setup2.deck-order", "setup2.deck-size", "setup2.sort-levels", "mode.normal", "suggested.lists")
def test_an_area_deck_that_cannot_be_is_refused():
    table = new_game(2, "normal", "normal")
    table = table.play(table.chance_moves()[0][0])
    good = table.sample_chance(Random(1))
    assert not table.why_not(good)

    def refused(ids):
        return {reason.clause for reason in table.why_not(type(good)(tuple(ids)))}

    assert refused(reversed(good.ids)) == {"setup2.deck-order"}
    assert refused(good.ids[:11]) == {"setup2.deck-size"}
    assert refused(["atlantis-1", *good.ids[1:]]) == {"setup2.sort-levels"}
    assert refused(["rainbow-grove-1", *good.ids[1:]]) == {"mode.normal"}
    spare = next(c.id for c in areas_for("normal") if c.level == 1 and c.id not in good.ids)
    assert refused([spare, *good.ids[1:]]) == {"suggested.lists"}


# ---------------------------------------------------------------- rounds and turns


@pytest.mark.clause(
    "strategise.areas", "strategise.purpose", "strategise.carry", "multi.refill", "multi.areas", "cleanup.token",
    "multi.cleanup-token", "cleanup.cards", "pass.all-passed", "pass.out", "pass.next",
)  # fmt: skip
@pytest.mark.parametrize("players", [2, 3])
def test_a_round_in_which_all_pass(players):
    table = deal(players, "normal", seed=3, list="first-game")
    first, told = table.first, []
    for _ in range(players):
        assert table.ask.what == "draw"
        table, events, _ = table.told(PASS)
        told += events
    while table.ask.what == "next":
        table, events, _ = table.told(table.legal_moves()[0])
        told += events
    assert table.round == 2
    found = clauses(told)
    assert {"pass.all-passed", "pass.out", "pass.next", "strategise.purpose"} <= found
    two, more = (
        {"strategise.areas", "strategise.carry", "cleanup.token"},
        {"multi.areas", "multi.refill", "multi.cleanup-token"},
    )
    assert (two if players == 2 else more) <= found
    assert table.first == (first + 1) % players
    assert table.ask.what == "discard" and table.ask.area == "limit"
    assert table.why_not(PASS)[0].clause == "pass.instead"


@pytest.mark.clause("contest.draw", "contest.play", "contest.discard", "multi.turn", "contest.order", "multi.order")
@pytest.mark.parametrize("players", [2, 4])
def test_a_turn_is_draw_play_discard(players):
    table = deal(players, "normal", seed=8, list="first-game")
    seat = table.to_move
    assert seat == table.first
    sizes = []
    for what in ("draw", "play", "discard"):
        assert (table.ask.what, table.to_move) == (what, seat)
        table = table.play(table.legal_moves()[0])
        sizes.append(len(table.hands[seat]))
    assert sizes == [8, 7, 6]
    assert table.to_move == (seat + 1) % players


@pytest.mark.clause("strategise.limit-changes", "strategise.example", "strategise.editor-note")
def test_a_text_may_change_the_hand_limit():
    pack = {"landmark": [{"key": "ranger-guild", "name": "Ranger Guild", "prov": {"effect": "printed"},
                          "steps": [{"window": "constant", "who": "owner", "do": "hand-limit", "n": 2}]}]}  # fmt: skip
    from teyra_kit.teyra.flow import Flow

    table = duel({"alun-alun": {}}, landmarks={"A": ["ranger-guild"]}, pack=pack)
    assert [Flow(table).hand_limit(seat) for seat in (0, 1)] == [9, 7]


@pytest.mark.clause("contest.until", "multi.until", "contest.draw", "contest.discard")
def test_a_player_has_as_many_turns_as_cards_at_the_start_of_contest():
    rng = Random(9)
    for _ in range(60):
        names = ["Erica", "Drake", "Salihin", "Stuart"][: rng.choice((2, 3, 4))]
        hands = {name: rng.randint(0, 9) for name in names}
        got = evaluate({"check": "turns", "hands": hands, "first": rng.choice(names), "deck": rng.randint(40, 60)})
        assert got["turns"] == hands
        assert got["drawn"] == got["played"] == got["discarded"] == sum(hands.values())


@pytest.mark.clause("faq.cleric", "contest.draw")
def test_cleric_mandala():
    table = duel({"alun-alun": {}}, step="draw", deck=["B9"], discard=["K2", "MA"], landmarks={"A": ["cleric-mandala"]})
    taken = table.play(table.legal_moves()[1])
    assert taken.hands[0][-1] is Card("MAa") and taken.discard == (Card("K2a"),)
    without = duel({"alun-alun": {}}, step="draw", deck=["B9"], discard=["K2", "MA"])
    assert without.why_not(table.legal_moves()[1])[0].clause == "faq.cleric"


# ---------------------------------------------------------------- Kindred Effects


@pytest.mark.clause("kindred.again", "kindred.vanguard-twice", "kindred.vanguard-two", "kindred.trigger")
def test_a_vanguard_on_a_run_of_three_triggers_twice_and_the_second_use_is_optional():
    table = duel({"alun-alun": {"A": ["B2", "B3", "B4"], "B": ["M9", "M8"]}}, hands=[["BV", "B9"], ["K9"]])
    assert "kindred.again" in clauses(table.events(Play(Card("B9a"), "alun-alun")))
    asked, events, _ = table.told(Play(Card("BVa"), "alun-alun"))
    assert {"kindred.again", "kindred.vanguard-twice", "kindred.vanguard-two"} <= clauses(events)
    assert DECLINE not in asked.legal_moves() and [trigger.optional for trigger in asked.chain] == [True]
    second = asked.play(Charge(Card("M9a"), 1, "alun-alun"))
    assert DECLINE in second.legal_moves()
    assert second.told(DECLINE)[2] == ("A:CHARGE:declined",)


@pytest.mark.clause("charge.effect", "charge.limits", "charge.example", "kindred.removal")
def test_charge_takes_folk_only_and_triggers_nothing():
    table = duel({"alun-alun": {"A": ["B2", "B3"], "B": ["M2", "M3", "B9", "M4", "KV"]}}, hands=[["B6"], ["K9"]])
    table = table.play(Play(Card("B6a"), "alun-alun"))
    assert table.why_not(Charge(Card("KVa"), 1, "alun-alun"))[0].clause == "charge.limits"
    assert table.why_not(DECLINE)[0].clause == "kindred.trigger"
    after, events, notes = table.told(Charge(Card("B9a"), 1, "alun-alun"))
    assert notes == ("A:CHARGE",) and "kindred.removal" in clauses(events)
    assert not after.chain and after.discard == (Card("B9a"),)


@pytest.mark.clause("inspire.effect", "inspire.limits", "inspire.example")
def test_inspire_moves_folk_within_an_area():
    table = duel(
        {"alun-alun": {"A": ["O3", "O4"]}, "padma-field": {"A": ["B7"], "B": ["K6", "KV"]}}, hands=[["O2"], []]
    )
    table = table.play(Play(Card("O2a"), "alun-alun"))
    assert table.why_not(Inspire(Card("KVa"), 1, "padma-field", 0))[0].clause == "inspire.limits"
    assert table.why_not(Inspire(Card("K6a"), 1, "padma-field", 1))[0].clause == "inspire.effect"
    assert table.play(Inspire(Card("K6a"), 1, "padma-field", 0)).standing("padma-field", 0).total == 13


@pytest.mark.clause("rouse.effect", "rouse.unseen", "rouse.example")
def test_rouse_names_the_campaign_before_the_card_is_seen():
    table = duel(
        {"alun-alun": {"A": ["K3", "K5"]}, "padma-field": {"B": ["M2"]}}, hands=[["KA"], ["O2"]], deck=["B9", "O4"]
    )
    table = table.play(Play(Card("KAa"), "alun-alun"))
    assert Card("B9a") not in table.observe(0).deck
    after, events, _ = table.told(Rouse(1, "padma-field"))
    assert "rouse.unseen" in clauses(events)
    assert after.area("padma-field").campaigns[1].cards == (Card("M2a"), Card("B9a"))
    assert table.reveals(Rouse(1, "padma-field"), 0)


@pytest.mark.clause("intercept.effect", "intercept.no-kindred", "intercept.example")
def test_intercept_moves_any_card_and_triggers_nothing():
    table = duel(
        {"alun-alun": {"A": ["M3", "M4"], "B": ["K3", "K5"]}, "padma-field": {"B": ["KV", "B4"]}}, hands=[["M2"], ["O2"]],
        deck=["B9"],
    ).play(Play(Card("M2a"), "alun-alun"))  # fmt: skip
    after, events, _ = table.told(Intercept(Card("KVa"), 1, "padma-field", "alun-alun"))
    assert "intercept.no-kindred" in clauses(events) and not after.chain
    assert table.why_not(Intercept(Card("KVa"), 1, "padma-field", "padma-field"))[0].clause == "intercept.effect"


@pytest.mark.clause("keyword.shroud-play", "keyword.shroud-blank", "keyword.shroud-select", "faq.fellowship-immune")
def test_a_shrouded_card_is_blank_and_cannot_be_selected():
    table = duel(
        {"fellowship-of-the-inner-eye": {"A": ["B2", "B3"], "B": ["(M9)"]}, "alun-alun": {"B": ["M4"]}},
        hands=[["B5", "K4"], ["O2"]],
    )  # fmt: skip
    down = table.play(Play(Card("K4a"), "fellowship-of-the-inner-eye", shroud=True))
    assert down.area("fellowship-of-the-inner-eye").campaigns[0].cards[-1] is Shrouded(Card("K4a"))
    assert down.standing("fellowship-of-the-inner-eye", 0).total == 5
    assert table.why_not(Play(Card("K4a"), "alun-alun", shroud=True))[0].clause == "keyword.shroud-play"
    up = table.play(Play(Card("B5a"), "fellowship-of-the-inner-eye"))
    assert up.why_not(Charge(Card("M9a"), 1, "fellowship-of-the-inner-eye"))[0].clause == "keyword.shroud-blank"
    assert table.reveals(Play(Card("K4a"), "alun-alun"), 1)
    assert not table.reveals(Play(Card("K4a"), "fellowship-of-the-inner-eye", shroud=True), 1)


@pytest.mark.clause("goal.morale", "elite.floor", "elite.morale")
def test_an_elite_force_takes_morale_but_not_the_last():
    events = duel({"alun-alun": {"A": ["O10"]}}, hands=[["KA"], []], morale=[10, 1]).events(
        Play(Card("KAa"), "alun-alun")
    )
    assert "elite.floor" in clauses(events)
    assert morale_after(1, -1, floor=1) == 1 and morale_after(1, -1) == 0


# ---------------------------------------------------------------- contests and rewards


@pytest.mark.clause(
    "area.win-prestige",
    "goal.aim",
    "reward.prestige",
    "reward.ace",
    "reward.vanguard",
    "resolve.prize",
    "area.padma-reward",
)
@pytest.mark.parametrize(
    ("key", "prestige", "cards"),
    [
        ("colossal-chasm", 2, []),
        ("ashen-ruins", 1, ["ace"]),
        ("mahayudha-pillar", 1, ["vanguard"]),
        ("padma-field", 2, []),
    ],
)
def test_rewards(key, prestige, cards):
    table = duel(
        {key: {"A": ["B9"]}, "alun-alun": {}}, step="resolve", round=4, vanguards=["KV"], aces=["BA"], hands=[[], []]
    )
    after, events, _ = table.told(TakeNext(key, "contest"))
    assert after.prestige[0] == prestige and [card.type for card in after.hands[0]] == cards
    assert {"area.win-prestige", "resolve.prize"} <= clauses(events)


@pytest.mark.clause("resolve.contests-order", "resolve.effects-order")
def test_with_two_players_the_first_player_orders_the_contests():
    table = duel({"alun-alun": {"A": ["B9"]}, "padma-field": {"B": ["K9"]}}, step="resolve", first="B")
    assert table.to_move == 1
    assert table.legal_moves() == (TakeNext("alun-alun", "contest"), TakeNext("padma-field", "contest"))


@pytest.mark.clause("multi.contests-order", "multi.effects-order", "multi.win-number", "multi.win-elite", "multi.totals",
                    "multi.win-away", "multi.win-home")  # fmt: skip
def test_with_more_players_all_goes_in_turn_order():
    rows = [
        {"card": "ashen-ruins", "defender": "A", "campaigns": {"A": ["B9"], "B": ["K4"]}},
        {"card": "plagued-kampong", "defender": "B", "campaigns": {"B": ["MA", "K10", "O3"], "C": ["O9"]}},
        {"card": "colossal-chasm", "defender": "C", "campaigns": {"B": ["BA", "KV"], "C": ["O9"]}},
    ]
    table = position(
        3, "advanced", areas=rows, hands=[["B2"], [], []], active="A", first="B", step="draw", round=4, partial=True
    )
    done, events, _ = table.told(PASS)
    contests = [event.text for event in events if event.clause == "multi.contests-order"]
    assert contests == ["The contest in Plagued Kampong is next.", "The contest in Colossal Chasm is next.",
                        "The contest in Ashen Ruins is next."]  # fmt: skip
    found = clauses(events)
    assert {
        "multi.effects-order",
        "multi.win-number",
        "multi.win-elite",
        "multi.totals",
        "multi.win-away",
        "multi.win-home",
    } <= found
    assert done.outcome.winners == (1,)


@pytest.mark.clause("cleanup.areas", "cleanup.cards", "keyword.folk-deck", "resolve.bust", "contest.success-effect")
def test_clean_up():
    table = duel({"alun-alun": {"A": ["B10", "K10", "M2"]}}, step="resolve", round=1)
    assert table.area_discard[0].text == "alun-alun"
    assert len(table.discard) == 3 and not table.areas


# ---------------------------------------------------------------- texts


@pytest.mark.clause("keyword.use", "legend.icons", "area.padma-icons", "area.parts", "area.effect-constant",
                    "area.effect-reveal", "area.effect-resolve")  # fmt: skip
def test_every_text_can_be_said_in_words_and_uses_the_vocabulary():
    said = [say_text(text) for text in area_texts().values()]
    said += [say_text(text, landmark=True) for text in landmark_texts().values()]
    assert all(said)
    padma = say_text(area_texts()["padma-field"])
    assert padma == (
        "Start of Contest: each player adds 1 Vanguard to the hand. "
        "End of Resolve: each player with cards here, except the winner, adds 1 Ace to the hand."
    )
    steps = [step for text in (*area_texts().values(), *landmark_texts().values()) for step in text.steps]
    assert {step.do for step in steps} == set(ACTIONS) - {"morale", "ignore-highest", "hand-limit"}
    assert {step.window for step in steps} == set(WINDOWS)
    assert {row["id"] for row in BOOK.data["primitive"]} == set(ACTIONS)
    assert [row["id"] for row in BOOK.data["window"]] == list(WINDOWS)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ({"window": "noon", "do": "redeal"}, "window is 'noon'; allowed: reveal"),
        ({"window": "win", "do": "fly"}, "do is 'fly'; allowed: draw-special"),
        (
            {"window": "win", "do": "prestige", "pile": "ace"},
            "prestige has the key 'pile'; allowed: window, who, when, do, n",
        ),
        ({"window": "win", "do": "prestige", "n": "two"}, "n is 'two'; allowed: a whole number"),
        ({"window": "win", "do": "draw-special", "pile": "folk"}, "pile is 'folk'; allowed: vanguard, ace"),
        ({"window": "constant", "do": "ignore", "cards": {"suit": ["X"]}}, "'X' is no suit"),
        ({"window": "constant", "do": "ignore", "cards": {"hue": []}}, "cards has the key 'hue'"),
        ({"window": "win", "do": "prestige", "when": {"raining": True}}, "when has the key 'raining'"),
        (
            {"window": "constant", "do": "kindred-immune", "scope": "area"},
            "scope is 'area'; allowed: area-until-reveal",
        ),
    ],
)
def test_a_step_that_is_wrong_is_named(row, says):
    with pytest.raises(ValueError, match=says):
        read_step(row, "row 'x'")
    with pytest.raises(ValueError, match="the key 'steps' is missing"):
        read_text({"key": "x", "name": "X"}, "area_text")


@pytest.mark.clause("area.parts", "landmark.bonus", "landmark.gain")
def test_which_rewards_are_paid():
    card = {c.text: c for c in area_cards()}
    assert reward_of(card["hot-springs"]) == "gain-morale"
    assert reward_of(card["hot-springs"], missing="faq-only") == ""
    assert reward_of(card["padma-field"], missing="blank-cards") == "prestige"
    assert reward_of(card["rainbow-grove"], missing="faq-only") == "landmark"
    assert reward_of(card["rainbow-grove"], missing="blank-cards") == ""
    assert reward_of(card["hot-springs"], mode="beginner") == ""
    assert texts("beginner").steps("padma-field", "contest-start") == ()
    with pytest.raises(ValueError, match="mode is 'hard'"):
        texts("hard")


def pack(key, *steps, table="area_text", name="A card"):
    """A card pack that replaces one text."""
    return {table: [{"key": key, "name": name, "steps": list(steps), "prov": {"effect": "printed"}}]}


@pytest.mark.clause("area.effect-resolve", "keyword.ignore", "landmark.bonus", "keyword.rally")
def test_actions_that_only_an_owners_card_pack_uses():
    ignoring = pack("alun-alun", {"window": "resolve-effects", "do": "ignore-highest", "scope": "campaign"})
    table = duel({"alun-alun": {"A": ["B9", "K2"], "B": ["K3"]}, "padma-field": {}}, step="resolve", pack=ignoring)
    assert [table.standing("alun-alun", seat).total for seat in (0, 1)] == [2, 0]
    hurting = pack("alun-alun", {"window": "play-from-hand", "who": "player", "do": "morale", "n": -3, "floor": 2})
    played = duel({"alun-alun": {}}, hands=[["B4"], ["K9"]], morale=[4, 10], pack=hurting).play(
        Play(Card("B4a"), "alun-alun")
    )
    assert played.morale == (2, 10)
    anywhere = pack(
        "alun-alun", {"window": "play-from-hand", "who": "player", "do": "rally", "into": "any-campaign", "mode": "may"}
    )
    asked = duel({"alun-alun": {}}, hands=[["B4"], ["K9"]], deck=["M9"], pack=anywhere).play(
        Play(Card("B4a"), "alun-alun")
    )
    assert len(asked.legal_moves()) == 3 and DECLINE in asked.legal_moves()
    with pytest.raises(ValueError, match="'key' is 'atlantis'; allowed: mahayudha-pillar"):
        duel({"alun-alun": {}}, pack=pack("atlantis"))


@pytest.mark.clause("faq.placed-landmarks", "landmark.after-areas")
def test_a_landmark_is_placed_at_the_start_of_contest_and_comes_back():
    table = new_game(2, "advanced", "advanced")
    rng = Random(2)
    while (
        not any("berserker-kampong" in keys for keys in table.landmarks)
        or table.ask is None
        or table.ask.what != "place"
    ):
        if table.to_move is None:
            table = new_game(2, "advanced", "")
        if table.ask is not None and table.ask.what == "place":
            break
        move = table.sample_chance(rng) if table.to_move is CHANCE else rng.choice(table.legal_moves())
        table = table.play(move)
    key = table.ask.area
    seat = table.to_move
    area = table.areas[0].key
    after, events, _ = table.told(PlaceLandmark(key, area))
    assert after.areas[0].campaigns[seat].cards[-1] == Marker(key, table.ask.data[0])
    assert "faq.placed-landmarks" in clauses(events)


@pytest.mark.clause("keyword.re-enlist")
def test_re_enlist_takes_a_discard():
    table = duel({"cleric-mandala": {"A": ["B9"]}}, step="resolve", discard=["K2", "M4"], round=4, hands=[[], []])
    assert table.ask.what == "re-enlist"
    assert table.play(ReEnlist(Card("K2a"))).hands[0] == (Card("K2a"),)
    assert table.play(DECLINE).hands[0] == ()


@pytest.mark.clause("faq.plagued-order", "faq.plagued-highest", "card.ace-later")
def test_small_pure_rules():
    row = Sorter().row(["K10", "BV", "MA", "OA"])
    plain = texts().mods("", (), True)
    assert highest_cards((row,), (plain,)) == (Card("MAa"), Card("OAa"))
    assert highest_cards((row,), (plain,), all_tied=False) == (Card("MAa"),)
    assert stated_total(Sorter().row(["BA", "K5"]), plain, readings(), [11]) == 16
    assert repr(Suit.BOAR) == "Suit.BOAR" and str(Suit.BOAR) == "Wild Boar"
    assert Discard(Card("B4a")) == eval(repr(Discard(Card("B4a"))))
    assert str(DRAW) == "Draw a card"
    assert Rulings.defaults("teyra") is not None


@pytest.mark.clause("faq.ashen-suits", "faq.ignore-areas", "faq.foggy-immune", "faq.placed-landmarks")
def test_a_card_pack_is_held_against_the_vocabulary_and_the_faq():
    rows = BOOK.data["area_text"], BOOK.data["landmark"]
    assert check_pack({"area_text": rows[0], "landmark": rows[1]}) == (), "the kit's own texts agree with the FAQ"
    wrong = {
        "area_text": [
            {"key": "ashen-ruins", "name": "Ashen Ruins", "steps": []},
            {"key": "alun-alun", "name": "Alun-Alun", "steps": [{"window": "win", "do": "fly"}]},
            {"key": "atlantis", "name": "Atlantis", "steps": []},
        ],
        "folk": [],
    }
    told = check_pack(wrong)
    assert len(told) == 4
    assert "the table 'folk'; allowed: area_text, landmark" in told[0]
    assert "contradicts faq.ashen-suits: In Ashen Ruins all cards count as having no suit." in told[1]
    assert "'alun-alun', step 1: do is 'fly'; allowed: draw-special" in told[2]
    assert "there is no 'atlantis'; allowed: mahayudha-pillar" in told[3]


@pytest.mark.clause(
    "end.zero-morale", "end.ten-prestige", "end.round-four", "end.finish-contests", "end.winner", "goal.morale"
)
def test_the_three_ends():
    rows = {"forsaken-plain": {"A": ["B9"]}, "alun-alun": {"B": ["K9"]}}
    fall = duel(rows, step="resolve", round=2, morale=[10, 1], prestige=[0, 8]).play(
        TakeNext("forsaken-plain", "contest")
    )
    fall = fall.play(LoseMorale(1))
    assert fall.morale[1] == 0 and fall.to_move == 1, "all contests are settled first"
    fallen = fall.play(GainMorale(0))
    assert (fallen.ended, fallen.outcome.winners) == ("end.zero-morale", (0,))
    assert fallen.to_move is None and position(**fallen.as_position()) == fallen
    ten = duel({"colossal-chasm": {"A": ["B9"]}}, step="resolve", round=2, prestige=[9, 0])
    assert (ten.ended, ten.prestige, ten.outcome.winners) == ("end.ten-prestige", (11, 0), (0,))
    last = duel({"colossal-chasm": {"B": ["B9"]}}, step="resolve", round=4)
    assert (last.ended, last.outcome.winners) == ("end.round-four", (1,))
