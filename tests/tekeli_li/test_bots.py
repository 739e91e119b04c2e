"""The sensible bot: legal, honest, the same for the same seed, and better than chance."""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.core import CHANCE, Rulings
from teyra_kit.explore import bots, compare, play_out, random_bot
from teyra_kit.tekeli_li import UNKNOWN, Card, Faction, Follow, Lead, deal, new_game, position, random_start
from teyra_kit.tekeli_li.bots import known_voids, sensible, unseen

BOTS = bots("tekeli_li")


def decisions(start, bot, seed):
    """Each table of a game at which a player decides."""
    table = start
    for _, after in play_out(start, [bot] * start.players, Random(seed)):
        if table.to_move is not CHANCE:
            yield table
        table = after


def reading(**choices):
    return Rulings.of("tekeli_li", {id.replace("_", "-"): value for id, value in choices.items()})


def practice(hands, trick=(), leader="A", **more):
    return position(len(hands), hands, trick=trick, leader=leader, turns=1, partial=True, **more)


def choice(table, seed=1):
    return sensible(table.observe(table.to_move), Random(seed)).card.id


# ---------------------------------------------------------------- any bot


@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
@pytest.mark.parametrize("seed", range(12))
def test_a_bot_plays_legal_moves_under_any_reading(bot, seed):
    for table in decisions(random_start(Random(seed)), random_bot, seed):
        assert bot(table.observe(table.to_move), Random(seed)) in table.legal_moves()


@pytest.mark.clause("term.hand-secret")
@pytest.mark.parametrize("bot", BOTS.values(), ids=BOTS)
@pytest.mark.parametrize("visible", ["face-up", "face-down"])
@pytest.mark.parametrize("review", ["public-history", "current-trick-only"])
def test_what_a_seat_may_not_see_changes_nothing(bot, visible, review):
    readings = reading(follower_visibility=visible, trick_review=review)
    rng, different = Random(5), 0
    for table in decisions(deal(4, seed=5, turns=1, rulings=readings), random_bot, 5):
        other = with_hidden_cards_shuffled(table, rng)
        different += other != table
        assert other.observe(table.to_move) == table.observe(table.to_move)
        moves = [bot(each.observe(table.to_move), Random(5)) for each in (table, other)]
        assert moves[0] == moves[1]
    assert different > 40


def with_hidden_cards_shuffled(table, rng):
    """Another table that looks the same to the seat that decides."""
    seen = table.observe(table.to_move)
    pairs = [
        *zip(table.hands, seen.hands, strict=True),
        (table.plays, seen.plays),
        *((trick.cards, shown.cards) for trick, shown in zip(table.tricks, seen.tricks, strict=True)),
    ]
    hidden = [card for there, shown in pairs for card, face in zip(there, shown, strict=True) if face is UNKNOWN]
    rng.shuffle(hidden)
    filled = [tuple(hidden.pop() if face is UNKNOWN else face for face in shown) for _, shown in pairs]
    n = table.players
    tricks = tuple(trick._replace(cards=held) for trick, held in zip(table.tricks, filled[n + 1 :], strict=True))
    return table._replace(hands=tuple(filled[:n]), plays=filled[n], tricks=tricks)


# ---------------------------------------------------------------- what the sensible bot knows


@pytest.mark.clause("follow.must")
def test_who_did_not_follow_is_void():
    hands = [["blue-5", "red-1"], ["red-4", "red-2"], ["blue-2", "red-5"], ["blue-4", "black-1"]]
    table = practice(hands)
    for id in ("blue-5", "red-4", "blue-2", "blue-4"):
        table = table.play((Follow if table.plays else Lead)(Card(id)))
    nothing = frozenset()
    assert table.leader == 1
    assert known_voids(table.observe(1)) == (nothing, {Faction.BLUE}, nothing, nothing)
    table = table.play(Lead(Card("red-2"))).play(Follow(Card("red-5"))).play(Follow(Card("black-1")))
    assert known_voids(table.observe(0)) == (nothing, {Faction.BLUE}, nothing, {Faction.RED})


def test_who_was_free_in_the_extra_round_need_not_be_void():
    hands = [["blue-4"], ["red-2"], ["blue-2"]]
    for follow, void in (("all-follow", {Faction.BLUE}), ("nobody-follows", frozenset())):
        table = practice(hands, ["blue-5", "blue-6", "white-3"], rulings=reading(second_round_follow=follow))
        table = table.play(Follow(Card("blue-4"))).play(Follow(Card("red-2")))
        assert known_voids(table.observe(2)) == (frozenset(), void, {Faction.BLUE})


@pytest.mark.parametrize("seed", range(30))
def test_known_voids_are_true_and_unseen_cards_are_the_hidden_ones(seed):
    for table in decisions(random_start(Random(seed)), random_bot, seed):
        seat, seen = table.to_move, table.observe(table.to_move)
        others = [card for owner, hand in enumerate(table.hands) if owner != seat for card in hand]
        for owner, void in enumerate(known_voids(seen)):
            assert not void & {card.faction for card in table.hands[owner]}
        if UNKNOWN not in seen.plays and all(UNKNOWN not in trick.cards for trick in seen.tricks):
            assert unseen(seen) == tuple(sorted(others))
        else:
            assert set(others) <= set(unseen(seen))


# ---------------------------------------------------------------- what the sensible bot does


def test_it_ducks_when_the_trick_holds_points():
    table = practice([["red-1"], ["red-2"], ["white-1"], ["blue-8", "blue-4"]], ["blue-5", "black-6", "blue-2"])
    assert choice(table) == "blue-4"


def test_it_sheds_a_high_card_on_a_trick_that_costs_nothing():
    table = practice([["red-1"], ["red-2"], ["blue-1"], ["white-8", "white-1"]], ["white-5", "white-6", "white-2"])
    assert choice(table) == "white-8"


@pytest.mark.clause("follow.void-free")
def test_it_throws_azathoth_when_it_need_not_follow():
    table = practice([["red-1"], ["red-2"], ["white-1"], ["red-8", "black-6"]], ["blue-5", "blue-6", "blue-2"])
    assert choice(table) == "black-6"


@pytest.mark.clause("cancel.pair", "cancel.last-two-of-three")
def test_it_knows_that_the_lowest_card_may_take():
    """Both 8s are cancelled: the 1 would take Azathoth. A third 8 lets the first one stand."""
    table = practice([["red-1"], ["red-2"], ["white-1"], ["blue-1", "blue-8"]], ["blue-8", "blue-8", "black-6"])
    assert choice(table) == "blue-8"


def test_it_does_not_lead_what_costs_most():
    assert choice(practice([["black-6", "white-2"], ["black-2", "black-3"], ["black-4", "black-5"]])) == "white-2"


@pytest.mark.parametrize("seed", range(3))
def test_the_same_seed_gives_the_same_choice(seed):
    for table in decisions(deal(4, seed=seed, turns=1), sensible, seed):
        seen = table.observe(table.to_move)
        assert sensible(seen, Random(seed)) == sensible(seen, Random(seed))


@pytest.mark.parametrize(("players", "games"), [(3, 60), (4, 200), (5, 120), (6, 120)])
def test_it_takes_fewer_markers_than_chance(players, games):
    found = compare(new_game(players, turns=1), players, sensible, random_bot, games)
    assert found.high < -0.3
