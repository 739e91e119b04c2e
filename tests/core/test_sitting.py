"""People and bots around a match: who is waited for, what may be taken back, and what nobody else gets to see."""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.core import CHANCE, IllegalMove, Match, Rulings
from teyra_kit.core.sitting import COVERED, MOVE, NEXT, OVER, PERSON, Sitting
from teyra_kit.explore.bots import bots
from teyra_kit.tekeli_li import Card, Follow, Lead, new_game, position, scene

BOTS = bots("tekeli_li")
HANDS = {"A": ["blue-5", "blue-2", "red-7"], "B": ["blue-6", "blue-4", "red-8"], "C": ["black-7", "red-5", "white-4"]}


def first(seen, _rng):
    """A bot that plays the first legal card of its hand."""
    return seen.legal_moves()[0]


def sit(*people, leader="A", players=3, hands=HANDS, turns=1, **rulings):
    """Three players with three cards each; `people` are persons, the others play their first legal card."""
    readings = Rulings.of("tekeli_li", {id.replace("_", "-"): value for id, value in rulings.items()})
    match = Match(position(players, hands, leader=leader, turns=turns, partial=True, rulings=readings))
    seats = {n: PERSON if name in people else "first" for n, name in enumerate("ABCDEF"[:players])}
    sitting = Sitting(match, scene, seats, {"first": first}, Random(1))
    sitting.advance()
    return sitting


def whole(people, players=4, turns=1, seed=1, bot="random"):
    match = Match(new_game(players, turns))
    seats = {seat: PERSON if seat in people else bot for seat in range(players)}
    sitting = Sitting(match, scene, seats, BOTS, Random(seed))
    sitting.advance()
    return sitting


def play(sitting, *ids):
    for id in ids:
        sitting.play((Follow if sitting.state.plays else Lead)(Card(id)))


def texts(sitting):
    return [event.text for event in sitting.events()]


# ---------------------------------------------------------------- going on


def test_chance_and_bots_play_until_the_person_decides():
    sitting = whole({2})
    assert sitting.due == MOVE
    assert sitting.state.to_move == sitting.looking == 2
    assert sitting.match.moves
    assert all(before.state.to_move != 2 for before in sitting.match.line[:-1])


def test_the_person_moves_and_the_others_follow():
    sitting = sit("A")
    play(sitting, "blue-5")
    assert [str(move) for move in sitting.match.moves] == ["Lead Water 5", "Play Water 6", "Play Earth 7"]


def test_the_taken_trick_is_looked_at_before_the_next_one():
    """B’s Water 6 takes the trick, and C to the left of B would lead at once."""
    sitting = sit("A")
    play(sitting, "blue-5")
    assert sitting.due == NEXT
    assert sitting.state.to_move == 2
    assert sitting.headline()[0] == "B takes the trick."
    with pytest.raises(ValueError, match="no move is due: go on first"):
        play(sitting, "blue-2")
    sitting.go_on()
    assert sitting.last is None
    assert sitting.due == MOVE
    assert [str(move) for move in sitting.match.moves[3:]] == ["Lead Fire 5"]


def test_an_illegal_move_changes_nothing():
    sitting = sit("A", leader="C")
    before = sitting.match.here, sitting.due, sitting.looking
    with pytest.raises(IllegalMove):
        sitting.play(Follow(Card("white-8")))
    with pytest.raises(IllegalMove):
        sitting.play(Lead(Card("blue-5")))
    assert before == (sitting.match.here, sitting.due, sitting.looking)


def test_going_on_when_nothing_waits_changes_nothing():
    sitting = sit("A")
    here = sitting.match.here
    sitting.go_on()
    assert sitting.match.here is here
    assert sitting.due == MOVE


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_bots_alone_play_to_the_end_trick_by_trick(players):
    sitting = whole((), players, turns=2)
    assert sitting.looking is None
    assert sitting.why_not_take_back == "You only look on."
    assert not sitting.may_practise
    looks = 0
    while sitting.due != OVER:
        assert sitting.due == NEXT
        assert sitting.events()
        sitting.go_on()
        looks += 1
    assert looks == len([1 for node in sitting.match.line if node.parent and scene.pauses(ply(node))])
    assert sitting.state.outcome is not None


def ply(node):
    return scene.Ply(node.parent.state, node.move, node.state)


@pytest.mark.parametrize("people", [{0}, {0, 1}, {0, 1, 2, 3}])
def test_a_whole_game_ends(people):
    sitting = whole(people, turns=2)
    while sitting.due != OVER:
        if sitting.due == MOVE:
            assert sitting.state.to_move == sitting.looking
            sitting.play(sitting.state.legal_moves()[0])
        else:
            sitting.go_on()
    assert sitting.state.to_move is None
    assert sitting.seen == sitting.state
    with pytest.raises(ValueError, match="no move is due"):
        sitting.play(Lead(Card("blue-5")))
    assert sitting.headline()[0] in ("You survive.", "You perish.")


def test_the_end_is_looked_at_before_the_game_is_over():
    sitting = sit("A", hands={"A": ["blue-5"], "B": ["blue-6"], "C": ["blue-4"]})
    play(sitting, "blue-5")
    assert sitting.due == NEXT
    assert sitting.state.to_move is None
    sitting.go_on()
    assert sitting.due == OVER
    assert any("game is over" in text for text in texts(sitting)), "what ended the game is still told"


def test_the_same_random_numbers_give_the_same_game():
    one, other = whole((), seed=4), whole((), seed=4)
    for sitting in (one, other):
        while sitting.due != OVER:
            sitting.go_on()
    assert one.match.record() == other.match.record()


# ---------------------------------------------------------------- two persons


def test_the_table_is_covered_before_another_person_moves():
    sitting = sit("A", "B")
    assert sitting.due == MOVE
    play(sitting, "blue-5")
    assert sitting.due == COVERED
    assert sitting.looking == 0, "the one who has just moved still sits there"
    assert sitting.headline()[0] == "It is B’s turn."
    with pytest.raises(ValueError, match="no move is due"):
        play(sitting, "blue-6")
    sitting.go_on()
    assert sitting.looking == 1
    assert sitting.due == MOVE


def test_a_match_that_goes_on_with_another_person_is_covered_from_the_start():
    begun = sit("A", "B")
    play(begun, "blue-5")
    again = Sitting(begun.match, scene, begun.seats, {"first": first}, Random(1))
    assert again.due == COVERED
    again.go_on()
    assert (again.looking, again.due) == (1, MOVE)


def test_what_one_looks_at_holds_no_card_of_the_other():
    sitting = sit("A", "B")
    play(sitting, "blue-5")
    assert {card.id for card in sitting.seen.hands[1]} == {"hidden"}
    sitting.go_on()
    assert {card.id for card in sitting.seen.hands[0]} == {"hidden"}
    assert sitting.seen.hands[1] == sitting.state.hands[1]


def test_the_taken_trick_is_looked_at_before_the_table_is_covered():
    """A takes it, and B to the left of A leads."""
    sitting = sit("A", "B", leader="B")
    assert sitting.due == COVERED
    sitting.go_on()
    play(sitting, "blue-4")
    assert sitting.due == COVERED, "C has played, A comes next"
    sitting.go_on()
    play(sitting, "blue-5")
    assert sitting.due == NEXT
    assert sitting.looking == 0
    sitting.go_on()
    assert sitting.due == COVERED
    assert sitting.looking == 0
    sitting.go_on()
    assert sitting.looking == sitting.state.to_move == 1


def test_whoever_looks_changes_only_when_somebody_says_to_be_there():
    sitting = whole({0, 2}, turns=2)
    while sitting.due != OVER:
        due, looking = sitting.due, sitting.looking
        if due == MOVE:
            sitting.play(sitting.state.legal_moves()[0])
            assert sitting.looking == looking
        else:
            who = sitting.state.to_move
            sitting.go_on()
            assert sitting.looking == (who if due == COVERED else looking)


def test_going_to_a_place_of_the_other_person_covers_the_table():
    """A looks at the film and plays on from a place where B moves: B’s hand is not for A."""
    sitting = sit("A", "B")
    play(sitting, "blue-5")
    sitting.go_on()
    play(sitting, "blue-4")
    sitting.go_on()
    assert sitting.looking == sitting.state.to_move == 1
    sitting.branch(0)
    assert sitting.state.to_move == 0
    assert sitting.looking == 1
    assert sitting.due == COVERED


def test_a_private_event_is_told_to_its_seat_only():
    """C must follow with its only Fire card: only C is told that it was the only one."""
    alone = [text for text in told_to("C", "red-5") if "only Fire" in text]
    assert alone == ["It is C’s only Fire card."]
    assert [text for text in told_to("A", None) if "only Fire" in text] == []
    everything = sit(hands=HANDS)
    assert everything.looking is None


def told_to(who, card):
    hands = {
        "A": ["red-7", "blue-2", "blue-3"],
        "B": ["red-8", "blue-4", "blue-6"],
        "C": ["red-5", "black-7", "white-4"],
    }
    sitting = sit(who, hands=hands)
    play(sitting, card or "red-7")
    return texts(sitting)


def test_nobody_is_told_what_the_bots_choose_among():
    sitting = whole({0}, turns=2, seed=3)
    while sitting.due != OVER:
        assert all(event.private in (None, 0) for event in sitting.events())
        if sitting.due == MOVE:
            sitting.play(sitting.state.legal_moves()[0])
        else:
            sitting.go_on()


def test_under_face_down_nobody_is_told_a_card_that_still_lies_face_down():
    sitting = sit("C", follower_visibility="face-down")
    assert str(sitting.seen.plays[1]) == "a hidden card"
    assert "Water 6" not in " ".join(sitting.told(0))
    assert "Water 6" not in " ".join(texts(sitting))


# ---------------------------------------------------------------- back


def test_a_move_that_showed_nothing_may_be_taken_back():
    """C follows last: all cards lay open before."""
    sitting = sit("C")
    play(sitting, "red-5")
    assert sitting.due == NEXT
    assert sitting.why_not_take_back == ""
    sitting.take_back()
    assert sitting.due == MOVE
    assert [card.id for card in sitting.state.plays] == ["blue-5", "blue-6"]
    assert not sitting.practice
    play(sitting, "white-4")
    assert len(sitting.match.here.parent.children) == 2, "nothing that was played is lost"


def test_once_the_others_have_played_it_is_too_late():
    sitting = sit("A")
    play(sitting, "blue-5")
    here = sitting.match.here
    assert "has shown you something you did not know" in sitting.why_not_take_back
    with pytest.raises(ValueError, match="What was played since has shown you something"):
        sitting.take_back()
    assert sitting.match.here is here


def test_under_face_down_the_last_card_of_a_round_shows_the_others():
    sitting = sit("C", follower_visibility="face-down")
    play(sitting, "red-5")
    with pytest.raises(ValueError, match="Your move has shown you something"):
        sitting.take_back()


def test_under_face_down_a_card_before_the_last_may_be_taken_back():
    sitting = sit("A", "B", "C", follower_visibility="face-down")
    play(sitting, "blue-5")
    sitting.take_back()
    sitting.go_on()
    assert sitting.due == MOVE
    assert sitting.looking == 0


def test_before_the_first_move_there_is_nothing_to_take_back():
    sitting = sit("A")
    assert not sitting.may_practise
    with pytest.raises(ValueError, match="You have not moved yet"):
        sitting.take_back()
    with pytest.raises(ValueError, match="only somebody who plays alone"):
        sitting.practise()


def test_a_move_may_be_taken_back_while_the_table_is_covered():
    sitting = sit("A", "B")
    play(sitting, "blue-5")
    sitting.take_back()
    assert sitting.due == COVERED, "whoever pressed it need not be whose hand it is"
    sitting.go_on()
    assert sitting.due == MOVE
    assert sitting.looking == sitting.state.to_move == 0


def test_a_move_may_not_be_taken_back_once_the_other_has_looked():
    sitting = sit("A", "B")
    play(sitting, "blue-5")
    sitting.go_on()
    with pytest.raises(ValueError, match="You have not moved yet"):
        sitting.take_back()


def test_a_deal_shows_the_hand():
    """The last card of a turn, seen, then dealt again: too late."""
    sitting = whole({0}, 3, turns=2, bot="random")
    while sitting.state.turn == 1:
        sitting.play(sitting.state.legal_moves()[0]) if sitting.due == MOVE else sitting.go_on()
    assert "something you did not know" in sitting.why_not_take_back


def test_alone_one_may_go_back_as_practice():
    sitting = sit("A")
    play(sitting, "blue-5")
    assert sitting.may_practise
    sitting.practise()
    assert sitting.practice
    assert sitting.due == MOVE
    assert sitting.state == sitting.match.root.state
    play(sitting, "blue-2")
    assert sitting.why_not_take_back == "", "in practice there is nothing left to hide"


def test_with_others_at_the_screen_nobody_practises():
    sitting = sit("A", "C")
    play(sitting, "blue-5")
    assert not sitting.may_practise
    with pytest.raises(ValueError, match="only somebody who plays alone"):
        sitting.practise()
    assert not sitting.practice


# ---------------------------------------------------------------- on from elsewhere


@pytest.mark.parametrize("seed", range(3))
def test_from_any_place_the_game_goes_on_to_its_end(seed):
    rng = Random(seed)
    sitting = whole({0}, 3, turns=2, seed=seed)
    for _ in range(6):
        for _ in range(30):
            if sitting.due == OVER:
                break
            sitting.play(rng.choice(sitting.state.legal_moves())) if sitting.due == MOVE else sitting.go_on()
        at = rng.randrange(len(sitting.match.moves) + 1)
        before = sitting.match.moves[:at]
        sitting.branch(at)
        assert sitting.match.moves == before
        assert sitting.practice
        who = sitting.state.to_move
        assert sitting.due == (OVER if who is None else MOVE if who == 0 else NEXT)
        if sitting.due == NEXT:
            assert sitting.headline() == ("The match stands here.", "Go on when you are ready.")
        sitting.events()
    while sitting.due != OVER:
        sitting.play(rng.choice(sitting.state.legal_moves())) if sitting.due == MOVE else sitting.go_on()


def test_a_place_that_the_match_has_not_is_refused():
    sitting = sit("A")
    play(sitting, "blue-5")
    here = sitting.match.here
    for at in (-1, 4, 99):
        with pytest.raises(ValueError, match="allowed: 0 to 3"):
            sitting.branch(at)
    assert sitting.match.here is here
    assert not sitting.practice


def test_a_match_that_waits_for_chance_waits_for_the_visitor():
    sitting = Sitting(Match(new_game(4, 1)), scene, dict.fromkeys(range(4), PERSON), BOTS, Random(1), waits=True)
    assert sitting.due == NEXT
    assert sitting.state.to_move is CHANCE
    sitting.go_on()
    assert sitting.due in (MOVE, COVERED)
    assert sitting.state.turn == 1


def test_what_happened_is_told_since_the_last_look():
    sitting = sit("A")
    assert sitting.events() == []
    play(sitting, "blue-5")
    story = texts(sitting)
    assert story[0].startswith("A")
    assert any("takes" in text for text in story)
    sitting.go_on()
    assert not set(texts(sitting)) & {"Water 5 lies face up in the middle."}
    assert sitting.told(len(sitting.match.moves)) == []
