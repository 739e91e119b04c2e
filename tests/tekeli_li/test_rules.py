"""The rules of one trick and of scoring, clause by clause."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teyra_kit.core import Rulings
from teyra_kit.tekeli_li import Card, Faction, Rules, card_values, judge_trick, legal_cards, resolve_trick, tell_trick
from teyra_kit.tekeli_li.cards import KINDS, cards, copies_in_play, deck, hand_size, removed
from teyra_kit.tekeli_li.odds import lead_odds
from teyra_kit.tekeli_li.scoring import (
    card_points,
    counted,
    hand_out,
    markers,
    pair_bonus,
    perishing,
    raw_score,
    summands,
)

DEFAULTS = Rulings.defaults("tekeli_li")


def rules(players=4, variant=False, **readings):
    return Rules.of(players, variant, Rulings.of("tekeli_li", {k.replace("_", "-"): v for k, v in readings.items()}))


def ids(some):
    return [card.id for card in some]


def said(events):
    return [event.clause for event in events]


# ---------------------------------------------------------------- the box


@pytest.mark.clause(
    "contents.fire-cards", "contents.earth-cards", "contents.water-cards", "contents.air-cards", "term.faction"
)
def test_each_faction_has_twelve_cards_of_one_colour():
    whole = deck(4)
    for faction, element, letter in zip(Faction, ("Fire", "Earth", "Water", "Air"), "FEWA", strict=True):
        own = [card.number for card in whole if card.faction is faction]
        assert own == [1, 2, 3, 4, 5, 6, 7, 7, 7, 8, 8, 8]
        assert (str(faction), faction.letter) == (element, letter)


@pytest.mark.clause("setup.deck-3", "setup.deck-4", "setup.deck-5", "setup.deck-6", "setup.equal-deal")
@pytest.mark.parametrize(("players", "size", "out"), [(3, 12, 12), (4, 12, 0), (5, 9, 3), (6, 8, 0)])
def test_the_deck_for_each_number_of_players(players, size, out):
    assert hand_size(players) == size
    assert len(removed(players)) == out
    assert len(deck(players)) == players * size == 48 - out


def test_three_players_have_two_copies_and_five_keep_the_blue_one():
    assert {copies_in_play(3)[Card(f"{f.value}-{n}")] for f in Faction for n in (7, 8)} == {2}
    assert ids(card for card in deck(5) if card.number == 1) == ["blue-1"]


def test_a_card_is_one_value():
    assert Card("blue-7") is Card("blue-7")
    assert eval(repr(Card("white-3"))) is Card("white-3")
    assert str(Card("white-3")) == "Air 3"
    with pytest.raises(ValueError, match="There is no card 'green-1'"):
        Card("green-1")


# ---------------------------------------------------------------- following


@pytest.mark.clause("lead.any-card")
def test_any_card_may_be_led():
    assert ids(legal_cards(cards(["blue-7", "red-3", "white-1"]), None)) == ["blue-7", "red-3", "white-1"]


@pytest.mark.clause("follow.must", "follow.choice", "follow.single-forced", "follow.void-free")
@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        (["blue-1", "blue-6", "red-2"], ["blue-1", "blue-6"]),
        (["blue-6", "red-1"], ["blue-6"]),
        (["red-1", "white-3"], ["red-1", "white-3"]),
        (["blue-8", "blue-8", "red-1"], ["blue-8"]),
    ],
)
def test_following(hand, legal):
    assert ids(legal_cards(cards(hand), Faction.BLUE)) == legal


@pytest.mark.clause("events.lead-faction-stays")
@pytest.mark.parametrize(
    ("reading", "starter", "others"),
    [("all-follow", True, True), ("leader-free", False, True), ("nobody-follows", False, False)],
)
def test_who_follows_in_the_extra_round(reading, starter, others):
    hand = cards(["blue-2", "white-8"])
    for starts, bound in ((True, starter), (False, others)):
        assert (len(legal_cards(hand, Faction.BLUE, 2, starts, reading)) == 1) == bound


# ---------------------------------------------------------------- valuing and taking


@pytest.mark.clause("value.lead-faction-number", "value.off-faction-zero", "take.greatest")
def test_the_greatest_card_of_the_lead_faction_takes():
    assert resolve_trick(cards(["white-1", "red-8", "red-8", "black-8"]), Faction.WHITE) == ((1, 0, 0, 0), 0)
    assert resolve_trick(cards(["blue-3", "blue-4", "blue-6", "blue-5"]), Faction.BLUE) == ((3, 4, 6, 5), 2)


@pytest.mark.clause("cancel.pair")
def test_a_pair_cancels():
    assert card_values(cards(["blue-3", "blue-8", "blue-6", "blue-8"]), Faction.BLUE) == [3, 0, 6, 0]


@pytest.mark.clause("cancel.last-two-of-three")
def test_of_three_the_first_stands():
    assert card_values(cards(["blue-3", "blue-7", "blue-7", "blue-7"]), Faction.BLUE) == [3, 7, 0, 0]


@pytest.mark.clause("cancel.pair")
def test_copies_of_another_faction_cancel_nothing():
    assert card_values(cards(["blue-3", "red-7", "red-7", "blue-7"]), Faction.BLUE) == [3, 0, 0, 7]


@pytest.mark.clause("take.all-zero-leader", "lead.left-of-taker")
def test_all_zero_goes_to_the_leader_and_the_lead_to_their_left():
    judged = judge_trick(2, cards(["blue-8", "blue-7", "blue-7", "blue-8"]), rules(), 3)
    assert (judged.taker, judged.next_leader, judged.best) == (2, 3, None)
    assert "take.all-zero-leader" in said(tell_trick(2, judged.cards, rules(), 3))


@pytest.mark.clause("events.long-trip", "events.two-rounds-eight-cards", "examples.event-acts-off-faction")
def test_the_long_trip_extends_the_trick():
    first = cards(["blue-8", "blue-2", "white-3", "blue-4"])
    judged = judge_trick(0, first, rules(), 4)
    assert (judged.continues, judged.next_to_play, judged.taker) == (True, 0, None)
    whole = judge_trick(0, first + cards(["blue-5", "blue-7", "red-1", "blue-1"]), rules(), 3)
    assert (whole.continues, whole.taker, whole.taken, whole.next_leader) == (False, 0, 8, 1)


@pytest.mark.clause("events.not-on-last-trick")
@pytest.mark.parametrize(
    ("left", "reading", "goes_on"),
    [
        (0, "cards-left", False),
        (1, "cards-left", True),
        (1, "another-trick-left", False),
        (2, "another-trick-left", True),
    ],
)
def test_the_last_trick_is_not_extended(left, reading, goes_on):
    played = cards(["blue-8", "blue-2", "white-3", "blue-4"])
    with_reading = rules(last_trick_test=reading)
    assert judge_trick(0, played, with_reading, left).continues == goes_on
    assert ("events.not-on-last-trick" in said(tell_trick(0, played, with_reading, left))) != goes_on


@pytest.mark.clause("events.continue-in-phone-row", "events.red-and-white-three")
@pytest.mark.parametrize(
    ("reading", "variant", "red", "white"),
    [
        ("long-trip-continues", False, False, True), ("long-trip-continues", True, False, False),
        ("phone-continues", False, True, False), ("phone-continues", True, True, False),
        ("both-continue", False, True, True), ("both-continue", True, True, False),
    ],
)  # fmt: skip
def test_which_event_extends(reading, variant, red, white):
    with_reading = rules(6, variant, event_continuation=reading)
    for event, extends in (("red-3", red), ("white-3", white)):
        played = cards(["blue-8", "blue-2", event, "blue-4", "blue-5", "blue-6"])
        assert judge_trick(0, played, with_reading, 3).continues == extends


@pytest.mark.clause(
    "variant.one-round-only", "variant.same-leader-again", "variant.two-in-a-row", "variant.may-change-faction",
    "variant.taken-separately",
)  # fmt: skip
def test_the_variant_gives_a_second_lead():
    played = cards(["red-2", "red-7", "white-3", "red-1", "red-4"])
    judged = judge_trick(0, played, rules(5, True), 3)
    assert (judged.continues, judged.taker, judged.next_leader) == (False, 1, 0)
    told = said(tell_trick(0, played, rules(5, True), 3))
    assert set(told) >= {
        "variant.one-round-only", "variant.same-leader-again", "variant.two-in-a-row", "variant.may-change-faction",
        "variant.taken-separately",
    }  # fmt: skip
    assert "lead.left-of-taker" not in told


@pytest.mark.clause("term.trick")
def test_two_tricks_are_taken_one_by_one():
    first = cards(["blue-5", "blue-6", "white-3"])
    separate = rules(3, trick_span="two-tricks")
    judged = judge_trick(0, first, separate, 2)
    assert (judged.continues, judged.taker, judged.taken) == (True, 1, 3)
    second = judge_trick(0, first + cards(["blue-4", "blue-2", "red-5"]), separate, 1)
    assert (second.taker, second.taken, second.next_leader) == (0, 3, 1)
    told = [event.text for event in tell_trick(0, second.cards, separate, 1) if event.key]
    assert told == [
        "6 is the greatest: B takes the trick.",
        "The Long Trip (Air 3) lies in the trick: everyone plays one more card.",
        "4 is the greatest: A takes the trick.",
    ]


@pytest.mark.parametrize(("reading", "starter"), [("same-leader", 0), ("left-of-best", 1), ("left-of-event", 3)])
@pytest.mark.clause("events.two-rounds-eight-cards")
def test_who_starts_the_extra_round(reading, starter):
    played = cards(["blue-7", "blue-4", "white-3", "blue-2"])
    assert judge_trick(0, played, rules(second_round_leader=reading), 1).next_to_play == starter


@pytest.mark.parametrize(("reading", "taker"), [("whole-trick", 2), ("per-round-earlier", 0), ("per-round-later", 1)])
@pytest.mark.clause("events.two-rounds-eight-cards", "cancel.pair")
def test_copies_across_two_rounds(reading, taker):
    played = cards(["white-8", "white-3", "white-6", "white-2", "white-8", "white-4"])
    assert judge_trick(0, played, rules(3, cancel_span=reading), 0).taker == taker


@pytest.mark.parametrize(("reading", "rounds"), [("one-per-event", 3), ("at-most-two-rounds", 2)])
@pytest.mark.clause("events.continue-in-phone-row")
def test_two_events_in_one_trick(reading, rounds):
    with_reading = rules(3, event_continuation="both-continue", event_stacking=reading)
    played = cards(["blue-5", "red-3", "white-3"])
    laid = 1
    more = cards(["blue-6", "red-1", "red-2", "blue-4", "black-1", "black-2"])
    while judge_trick(0, played, with_reading, 5).continues:
        played, more, laid = played + more[:3], more[3:], laid + 1
    assert laid == rounds


def test_half_a_round_is_no_trick():
    with pytest.raises(ValueError, match="2 cards are no whole rounds of 4 players"):
        judge_trick(0, cards(["blue-1", "blue-2"]), rules(), 3)


def test_the_story_of_an_unfinished_trick_has_no_taker():
    assert said(tell_trick(1, cards(["blue-1", "red-2"]), rules(), 3)) == ["lead.any-card", "value.off-faction-zero"]
    assert tell_trick(1, (), rules(), 3) == ()


# ---------------------------------------------------------------- properties of a round


@st.composite
def rounds(draw):
    players = draw(st.integers(3, 6))
    order = draw(st.permutations(range(len(deck(players)))))
    return tuple(deck(players)[place] for place in order[:players])


@given(rounds())
@pytest.mark.clause("cancel.pair", "cancel.last-two-of-three", "value.off-faction-zero")
def test_values_are_zero_or_the_number_and_all_different(played):
    values, best = resolve_trick(played, played[0].faction)
    nonzero = [value for value in values if value]
    assert len(set(nonzero)) == len(nonzero)
    assert all(value in (0, card.number) for value, card in zip(values, played, strict=True))
    assert (best is None) == (not nonzero)
    if played[0].number < 7:
        assert values[0]


@given(rounds(), st.permutations(list(Faction)))
def test_renaming_the_factions_changes_no_taker(played, names):
    other = dict(zip(Faction, names, strict=True))
    renamed = tuple(Card(f"{other[card.faction].value}-{card.number}") for card in played)
    assert resolve_trick(played, played[0].faction) == resolve_trick(renamed, renamed[0].faction)


@given(rounds(), st.integers(0, 5))
def test_turning_the_table_turns_the_result(played, turn):
    n = len(played)
    one, other = (judge_trick(leader % n, played, rules(n), 0) for leader in (0, turn))
    if not one.continues:
        assert other.taker == (one.taker + turn) % n


# ---------------------------------------------------------------- points and markers


@pytest.mark.clause(
    "points.azathoth", "points.cthulhu", "points.cthugua", "points.nyarlathotep", "points.fire-vampire",
    "points.deep-ones", "points.all-others-zero", "points.necronomicon-single",
)  # fmt: skip
def test_the_points_table():
    costly = {"black-6": -240, "blue-6": -120, "red-6": -120, "black-4": -60, "red-4": -60}
    costly |= {f"blue-{n}": -10 for n in (1, 2, 4, 5, 7, 8)}
    assert {card.id: card_points(card) for card in KINDS if card_points(card)} == costly


@pytest.mark.clause("points.necronomicon-pair", "score.positive-is-zero", "points.necronomicon-single")
def test_the_pair_counts_once_and_lifts_above_zero():
    apart = [cards(["black-3", "red-6"]), cards(["blue-3"])]
    assert raw_score(apart) == 80
    assert counted(80) == 0
    assert raw_score(apart, "same-trick") == -120
    assert pair_bonus([cards(["black-3", "blue-3"])], "same-trick") == 200
    assert [line.clause for line in summands(apart, "same-trick")] == ["points.cthugua", "points.necronomicon-single"]


@given(st.lists(st.lists(st.sampled_from(KINDS), max_size=8), max_size=6), st.sampled_from(["same-turn", "same-trick"]))
@pytest.mark.clause("score.sum-own-tricks")
def test_the_score_sheet_adds_up(heaps, reading):
    assert sum(line.points for line in summands(heaps, reading)) == raw_score(heaps, reading)


@pytest.mark.clause("score.marker-per-hundred", "term.marker", "events.phone-round-up")
@given(st.integers(-70, 20).map(lambda tens: tens * 10))
def test_markers_are_full_hundreds_and_the_phone_rounds_up(raw):
    plain, phone = markers(raw, False), markers(raw, True)
    assert plain == (int(-raw / 100) if raw < 0 else 0)
    assert phone - plain == (1 if raw < 0 and raw % 100 else 0)
    assert markers(raw - 10, False) >= plain


@pytest.mark.clause("contents.markers")
def test_a_limited_supply_is_handed_out_from_the_left_of_the_dealer():
    assert hand_out([2, 1, 1, 2], 4, 2, "thirty-shared") == (2, 0, 0, 2)
    assert hand_out([2, 1, 1, 2], 4, 2, "unlimited") == (2, 1, 1, 2)


@pytest.mark.clause("end.most-perish", "end.others-win", "goal.most-markers-suffer")
@given(st.lists(st.integers(0, 9), min_size=3, max_size=6))
def test_who_perishes(totals):
    lost = perishing(totals, "all-perish")
    assert lost
    assert all(totals[seat] == max(totals) for seat in lost)
    assert perishing(totals, "all-survive") == (() if len(set(totals)) == 1 else lost)


# ---------------------------------------------------------------- odds


def test_odds_need_cards_that_fit():
    with pytest.raises(ValueError, match="5 unseen cards do not fit into 1 hands of 4"):
        lead_odds(Card("blue-7"), cards([f"blue-{n}" for n in range(1, 6)]), 1, 4)
    with pytest.raises(ValueError, match="allowed: cards of the led faction, Water"):
        lead_odds(Card("blue-7"), cards(["red-1"]), 1, 4)
