"""A whole game: the deal, the turn order, refusals, hidden cards, records, and the invariants of random games."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from teyra_kit.core import CHANCE, IllegalMove, Match, Rulings, rulebook
from teyra_kit.tekeli_li import (
    UNKNOWN,
    Card,
    Deal,
    Follow,
    Lead,
    PickDealer,
    deal,
    deck,
    new_game,
    position,
    random_start,
)
from teyra_kit.tekeli_li.cards import cards

from .invariants import check_step

GOLDEN = Path(__file__).parent / "golden"


def reading(**choices):
    return Rulings.of("tekeli_li", {id.replace("_", "-"): value for id, value in choices.items()})


def small(**more):
    """Three players with two cards each; A leads."""
    hands = {"A": ["blue-5", "blue-2"], "B": ["blue-6", "blue-4"], "C": ["white-3", "red-5"]}
    return position(3, hands, leader="A", turns=1, partial=True, **more)


def play(table, *ids):
    for id in ids:
        table = table.play((Follow if table.plays else Lead)(Card(id)))
    return table


def clauses(table, move):
    return [event.clause for event in table.events(move)]


# ---------------------------------------------------------------- setting up


@pytest.mark.clause("setup.first-dealer", "term.dealer", "setup.turn-count", "setup.first-game-three-turns")
def test_the_first_dealer_is_drawn():
    game = new_game(5)
    assert game.chance_moves() == tuple((PickDealer(seat), Fraction(1, 5)) for seat in range(5))
    told = clauses(game, PickDealer(2))
    assert {"setup.first-dealer", "term.dealer", "setup.turn-count", "setup.first-game-three-turns"} <= set(told)
    assert game.setup.turns == 3


@pytest.mark.clause("setup.equal-deal", "lead.first-left-of-dealer", "game.series-of-turns", "term.hand-secret")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_deal(players):
    game = new_game(players).play(PickDealer(players - 1))
    dealing = game.sample_chance(random.Random(1))
    told = clauses(game, dealing)
    assert {"setup.equal-deal", f"setup.deck-{players}", "lead.first-left-of-dealer", "game.series-of-turns"} <= set(
        told
    )
    table = game.play(dealing)
    assert table.to_move == table.leader == 0
    assert Counter(card for hand in table.hands for card in hand) == Counter(deck(players))


def test_the_same_seed_gives_the_same_deal():
    assert deal(4, seed=7) == deal(4, seed=7)
    assert deal(4, seed=7) != deal(4, seed=8)
    assert hash(deal(4, seed=7)) == hash(deal(4, seed=7))


@pytest.mark.clause("variant.three-four-basic", "variant.optional-five-six")
def test_who_may_use_the_variant():
    with pytest.raises(ValueError, match=r"With 4 players the basic rules are used.*variant.three-four-basic"):
        new_game(4, variant=True)
    assert new_game(4, variant=True, rulings=reading(variant_eligibility="any-count")).setup.variant
    assert "variant.optional-five-six" in clauses(new_game(5, variant=True), PickDealer(0))
    assert "variant.three-four-basic" in clauses(new_game(4), PickDealer(0))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"players": 2}, "no deal for 2 players"),
        ({"players": 7}, "no deal for 7 players"),
        ({"players": "four"}, "no deal for 'four' players"),
        ({"turns": 0}, "turn-count is 0; allowed: a whole number from 1 to 12"),
        ({"turns": 13}, "turn-count is 13"),
        ({"rulings": {"trick-span": "one-trick"}}, "rulings is .*; allowed: Rulings.defaults"),
    ],
)
def test_a_game_that_cannot_be(arguments, says):
    with pytest.raises(ValueError, match=says):
        new_game(**arguments)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"hands": [["blue-5"], ["blue-5"], ["red-1"]]}, "Water 5 .* is used 2 times; .* has 1 copy"),
        ({"hands": [["blue-1"], ["blue-5"], ["red-5"]]}, "not in the deck for 3 players"),
        ({"hands": [["blue-2"], ["blue-5"]]}, "hands holds 2 hands; 3 players need 3"),
        ({"hands": {"A": ["blue-2"], "D": []}}, "hands is 'D'; allowed: A to C"),
        ({"hands": [["blue-2"], ["blue-5", "red-5"], ["red-4"]]}, "hands are not equal before this round"),
        ({"hands": [["blue-2"], ["blue-5"], ["red-5"]], "leader": None}, "leader is missing"),
        ({"hands": [["blue-2"], ["blue-5"], ["red-5"]], "partial": False}, "hold 3 of the 36 cards"),
        ({"hands": [["blue-2"], ["blue-5"], ["red-5"]], "turn": 9}, "turn is 9; allowed: 0 to 1"),
        ({"hands": [["blue-2"], ["blue-5"], ["red-5"]], "trick": ["blue-4", "blue-6", "red-4"]}, "it was over after 3"),
        ({"hands": [["x"], [], []]}, "There is no card 'x'"),
    ],
)
def test_a_position_that_cannot_be(arguments, says):
    with pytest.raises(ValueError, match=says):
        position(**{"players": 3, "leader": "A", "turns": 1, "partial": True, **arguments})


# ---------------------------------------------------------------- playing


@pytest.mark.clause("lead.any-card", "lead.face-up", "follow.order")
def test_play_goes_round_to_the_left():
    table = small()
    assert table.legal_moves() == (Lead(Card("blue-5")), Lead(Card("blue-2")))
    assert {"lead.any-card", "lead.face-up"} <= set(clauses(table, Lead(Card("blue-5"))))
    table = play(table, "blue-5")
    assert table.to_move == 1
    assert "follow.order" in clauses(table, Follow(Card("blue-4")))


@pytest.mark.clause("follow.must", "follow.single-forced", "follow.choice", "follow.void-free")
def test_events_of_following():
    table = play(small(), "blue-5")
    choice = table.events(Follow(Card("blue-6")))
    assert [e.clause for e in choice] == ["follow.order", "follow.must", "follow.choice"]
    assert [e.private for e in choice] == [None, None, 1]
    void = clauses(play(table, "blue-6"), Follow(Card("red-5")))
    assert {"follow.void-free", "value.off-faction-zero"} <= set(void)
    one = position(3, [["blue-2", "red-2"], ["blue-4", "red-4"], ["blue-5", "red-5"]], leader=0, turns=1, partial=True)
    assert "follow.single-forced" in clauses(play(one, "blue-2"), Follow(Card("blue-4")))


@pytest.mark.clause("value.open-round", "take.keep-face-down", "turn.repeat", "lead.left-of-taker")
def test_a_finished_trick():
    table = play(small(rulings=reading(event_continuation="phone-continues")), "blue-5", "blue-6")
    told = clauses(table, Follow(Card("white-3")))
    assert {"value.open-round", "take.greatest", "take.keep-face-down", "lead.left-of-taker", "turn.repeat"} <= set(
        told
    )
    table = play(table, "white-3")
    assert (table.tricks[0].taker, table.to_move, table.plays) == (1, 2, ())


@pytest.mark.clause("turn.tricks-until-empty", "score.sum-own-tricks", "end.after-agreed-turns", "end.sum-markers")
def test_the_end_of_the_last_turn():
    table = play(small(), "blue-5", "blue-6", "white-3", "blue-2", "blue-4")
    told = clauses(table, Follow(Card("red-5")))
    assert {"turn.tricks-until-empty", "score.sum-own-tricks", "end.after-agreed-turns", "end.sum-markers"} <= set(told)
    assert {"end.most-perish", "end.others-win", "goal.most-markers-suffer"} <= set(told)
    over = play(table, "red-5")
    assert over.to_move is None
    assert over.legal_moves() == ()
    assert over.outcome.winners == (0, 2)
    assert over.outcome.scores == (0, 1, 0)


@pytest.mark.clause("dealer.azathoth-taker", "dealer.collect-and-shuffle", "dealer.redeal", "setup.deck-4")
def test_the_next_turn_is_dealt_by_azathoths_taker():
    rng, table = random.Random(3), deal(4, seed=3, turns=2)
    while table.to_move is not CHANCE:
        before, move = table, rng.choice(table.legal_moves())
        table = table.play(move)
    assert "dealer.azathoth-taker" in clauses(before, move)
    assert Card("black-6") in [card for heap in table.heaps(table.dealer) for card in heap]
    told = clauses(table, table.sample_chance(rng))
    assert {"dealer.collect-and-shuffle", "dealer.redeal", "setup.deck-4"} <= set(told)
    assert table.play(table.sample_chance(rng)).leader == (table.dealer + 1) % 4
    with pytest.raises(ValueError, match="too many outcomes to list"):
        table.legal_moves()


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("table", "move", "refused"),
    [
        (small(), Follow(Card("blue-5")), ["lead.any-card"]),
        (small(), Lead(Card("red-5")), ["lead.any-card"]),
        (small(), Follow(Card("red-5")), ["lead.any-card", "lead.any-card"]),
        (play(small(), "blue-5"), Lead(Card("blue-4")), ["follow.order"]),
        (play(small(), "blue-5"), Follow(Card("red-5")), ["follow.order"]),
        (small(), PickDealer(0), ["turn.tricks-until-empty"]),
        (new_game(4), Lead(Card("red-5")), ["setup.first-dealer"]),
        (new_game(4), PickDealer(4), ["setup.first-dealer"]),
        (new_game(4).play(PickDealer(0)), Lead(Card("red-5")), ["setup.equal-deal"]),
        (new_game(4).play(PickDealer(0)), Deal(((),) * 4), ["setup.equal-deal"]),
        (new_game(4).play(PickDealer(0)), Deal((cards(["red-1"] * 12),) * 4), ["setup.deck-4"]),
        (
            play(small(), "blue-5", "blue-6", "white-3", "blue-2", "blue-4", "red-5"),
            Lead(Card("red-5")),
            ["end.after-agreed-turns"],
        ),
    ],
)
def test_a_refused_move_says_why_and_changes_nothing(table, move, refused):
    before = hash(table)
    assert [reason.clause for reason in table.why_not(move)] == refused
    assert all(reason.text and reason.fix for reason in table.why_not(move))
    for call in (table.play, table.events):
        with pytest.raises(IllegalMove) as error:
            call(move)
        assert [reason.clause for reason in error.value.reasons] == refused
    assert hash(table) == before


def test_a_duty_to_follow_names_the_cards_that_would_do():
    table = position(3, [["red-2"], ["red-4"], ["blue-2"]], trick=(), leader=0, turns=1, partial=True)
    hands = [["red-2", "blue-4"], ["red-4", "blue-5"], ["blue-2", "blue-6"]]
    table = play(position(3, hands, leader=0, turns=1, partial=True), "red-2")
    (reason,) = table.why_not(Follow(Card("blue-5")))
    assert str(reason) == "Fire was led, and you hold Fire 4. Play Fire 4. [follow.must]"


def test_something_else_is_no_move():
    with pytest.raises(ValueError, match="'pass' is no move of Tekeli-li"):
        small().why_not("pass")


# ---------------------------------------------------------------- hidden cards


@pytest.mark.clause("term.hand-secret")
def test_other_hands_are_unknown():
    table = deal(4, seed=1)
    seen = table.observe(2)
    assert seen.hands[2] == table.hands[2]
    assert all(card is UNKNOWN for seat in (0, 1, 3) for card in seen.hands[seat])
    assert [len(hand) for hand in seen.hands] == [12] * 4
    with pytest.raises(ValueError, match="seat is 4; allowed: 0 to 3"):
        table.observe(4)


@pytest.mark.clause("value.open-round", "lead.face-up")
def test_followers_may_lie_face_down():
    table = play(small(rulings=reading(follower_visibility="face-down")), "blue-5", "blue-4")
    assert table.observe(2).plays == (Card("blue-5"), UNKNOWN)
    assert table.observe(1).plays == (Card("blue-5"), Card("blue-4"))
    assert play(small(), "blue-5", "blue-4").observe(2).plays == cards(["blue-5", "blue-4"])
    table = play(table, "white-3", "blue-2")
    assert UNKNOWN not in table.observe(1).plays, "an opened round stays open, and so does the next starter's card"


@pytest.mark.clause("take.keep-face-down")
def test_taken_cards_may_be_out_of_sight():
    choices = {"event_continuation": "phone-continues"}
    for review, seen in (("public-history", Card("blue-5")), ("current-trick-only", UNKNOWN)):
        table = play(small(rulings=reading(trick_review=review, **choices)), "blue-5", "blue-6", "white-3")
        assert table.observe(0).tricks[0].cards[0] is seen


# ---------------------------------------------------------------- readings that show in a whole game


@pytest.mark.clause("variant.same-leader-again")
@pytest.mark.parametrize(("choice", "leader"), [("no-carry", 2), ("carry-over", 0)])
def test_a_long_trip_in_the_last_trick(choice, leader):
    hands = [["blue-5"], ["blue-6"], ["white-3"], ["black-6"], ["blue-2"]]
    table = position(
        5, hands, leader=0, variant=True, turns=1, partial=True, rulings=reading(variant_last_trick=choice)
    )
    table = play(table, "blue-5", "blue-6", "white-3", "black-6", "blue-2")
    assert (table.dealer, table.leader) == (1, leader)


@pytest.mark.clause("contents.markers")
def test_markers_run_out():
    gone = [[10, 10, 9]]
    hands = [["blue-5"], ["blue-6"], ["black-6"]]
    for choice, received in (("unlimited", 3), ("thirty-shared", 1)):
        table = position(
            3, hands, leader=0, turns=2, turn=2, partial=True, markers=gone, rulings=reading(marker_supply=choice)
        )
        table = play(table, "blue-5", "blue-6")
        told = clauses(table, Follow(Card("black-6")))
        assert ("contents.markers" in told) == (choice == "thirty-shared")
        assert play(table, "black-6").markers[-1][1] == received


@pytest.mark.clause("end.most-perish")
def test_everybody_has_the_most():
    hands = [["blue-5"], ["blue-4"], ["red-5"]]
    for choice, won in (("all-perish", ()), ("all-survive", (0, 1, 2))):
        table = position(3, hands, leader=0, turns=1, partial=True, rulings=reading(all_tied=choice))
        assert play(table, "blue-5", "blue-4", "red-5").outcome.winners == won


# ---------------------------------------------------------------- records


def random_match(seed, start=None):
    rng = random.Random(seed)
    match = Match(start or random_start(rng))
    while match.state.to_move is not None:
        chance = match.state.to_move is CHANCE
        match.play(match.state.sample_chance(rng) if chance else rng.choice(match.state.legal_moves()))
    return match


@pytest.mark.parametrize("seed", range(12))
def test_a_record_replays_to_the_same_table(seed):
    match = random_match(seed)
    assert Match.from_record(match.record()).state == match.state
    assert Match.from_json(match.to_json()).state == match.state
    middle = match.line[len(match.line) // 2].state
    assert position(**middle.as_position()) == middle
    assert Match.from_record(Match(middle).record()).state == middle


def test_an_illegal_line_of_a_record_is_named():
    match = Match(small())
    match.play(Lead(Card("blue-5")))
    text = match.record()
    number = len(text.splitlines()) + 1
    for line, says in (
        ("B follow red-5", "'B follow red-5' is not legal here: .*Fire 5 is not in B’s hand"),
        ("C follow red-5", "it is not C’s turn; B plays next"),
        ("B throws red-5", "is no move; allowed"),
        ("B follow pink-5", "There is no card 'pink-5'"),
    ):
        with pytest.raises(ValueError, match=f"line {number}: .*{says}"):
            Match.from_record(text + line + "\n")


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.txt")), ids=lambda file: file.stem)
def test_golden_record(file):
    """A stored game, with what every move did, replays word for word."""
    text, told = file.read_text(encoding="utf-8").split("=====\n")
    assert story(Match.from_record(text)) == told


def test_there_is_a_golden_record_for_each_number_of_players_and_the_variant():
    assert [file.stem for file in sorted(GOLDEN.glob("*.txt"))] == [
        "players-3", "players-4", "players-5-variant", "players-5", "players-6-variant", "players-6",
    ]  # fmt: skip


def story(match):
    lines = []
    for node in match.line[1:]:
        lines += [f"# {node.move}", *(str(event) for event in node.parent.state.events(node.move))]
    return "\n".join([*lines, ""])


# ---------------------------------------------------------------- invariants of random games


@pytest.mark.clause("turn.tricks-until-empty", "turn.repeat", "follow.must")
@pytest.mark.parametrize("seed", range(40))
def test_invariants_of_random_games(seed):
    clause_ids = rulebook("tekeli_li").clauses
    rng = random.Random(1000 + seed)
    table = random_start(rng)
    while table.to_move is not None:
        if table.to_move is CHANCE:
            move = table.sample_chance(rng)
        else:
            move = rng.choice(table.legal_moves())
            assert eval(repr(move)) == move
        events = table.events(move)
        assert events
        assert all(event.clause in clause_ids for event in events)
        after = table.play(move)
        assert after == table.play_unchecked(move)
        check_step(table, move, after)
        table = after
    assert table.outcome.scores == table.totals
