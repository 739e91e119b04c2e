"""The state protocol: what may be played, what is refused and why, records, positions, what a seat may see."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from random import Random

import pytest

from teyra_kit.core import CHANCE, IllegalMove, Match, Rulings, rulebook
from teyra_kit.teratozoic import UNKNOWN, Table, deal, new_game, position, random_start
from teyra_kit.teratozoic.flow import Flow, cards_of
from teyra_kit.teratozoic.moves import (
    HOLD_BACK,
    KINDS,
    PLAY_ALL,
    DealStarters,
    FirstPlayer,
    Grow,
    Keep,
    Rebuild,
    SetAside,
    ShuffleCommon,
    ShuffleOwn,
    Take,
    TakeSet,
    read_line,
    write_line,
)

BOOK = rulebook("teratozoic")
GOLDEN = Path(__file__).parent / "golden"
NAMES = {kind.__name__: kind for kind in KINDS}
ANDREY = ["O1b", "P1b", "G1c", "P1c", "OD4"]
SVETA = ["PX6", "P2a", "O3b", "G1b", "G2b"]
DECKS = [["OD1", "OD2", "OD3", "OD5", "OD6"], ["PX1", "PX2", "PX3", "PX4", "PX5"]]
ERAS = ["apocalypse", "darkozoic", "pre-teratozoic", "teratozoic"]


def rulings(**readings):
    """The default readings, with others named with underscores: keep_duty="may"."""
    return Rulings.of("teratozoic", {name.replace("_", "-"): value for name, value in readings.items()})


def printed_round(**more):
    """The round of the rulebook's example, at Andrey's declaration."""
    return position(**{"hands": [ANDREY, SVETA], "decks": DECKS, "eras": ERAS, **more})


def story(match):
    """What every move of a match did, in words."""
    lines = []
    for node in match.line[1:]:
        lines += [f"# {node.move}", *(str(event) for event in node.parent.state.events(node.move))]
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.txt")), ids=lambda file: file.stem)
def test_golden_record(file):
    """A stored game, with what every move did, replays word for word."""
    text, told = file.read_text(encoding="utf-8").split("=====\n")
    assert story(Match.from_record(text)) == told


def test_there_are_golden_records():
    assert [file.stem for file in sorted(GOLDEN.glob("*.txt"))] == ["2-short", "3-any", "5-short", "6-any"]


def some_games(count, name, limit=250):
    """Random games with random readings, move by move; a long game is left."""
    for game in range(count):
        rng = Random(f"{name} {game}")
        state = random_start(rng)
        for _ in range(limit):
            if state.to_move is None:
                break
            move = state.random_move(rng)
            yield rng, state, move
            state = state.play_unchecked(move)


def test_states_are_values():
    one, two = deal(3, seed=11), deal(3, seed=11)
    assert one == two and hash(one) == hash(two) and one != deal(3, seed=12)
    assert pickle.loads(pickle.dumps(one)) == one
    assert isinstance(one, Table)


def test_play_events_and_the_fast_path_agree_and_every_event_cites_a_clause():
    for _, state, move in some_games(16, "agree"):
        after = state.play(move)
        assert after == state.play_unchecked(move)
        events = state.events(move)
        assert all(event.clause in BOOK.clauses for event in events)
        assert all(event.text and "{" not in event.text for event in events)


def test_every_listed_move_is_legal_and_can_be_written_and_read():
    kinds = set()
    for rng, state, move in some_games(40, "lines", 120):
        if state.to_move is not CHANCE and rng.random() < 0.2:
            listed = state.legal_moves()
            assert len(set(listed)) == len(listed)
            for legal in rng.sample(listed, min(len(listed), 60)):
                assert state.why_not(legal) == (), legal
                assert state.read_move(state.write_move(legal)) == legal
                assert "\n" not in state.write_move(legal)
            assert move in listed
        assert state.read_move(state.write_move(move)) == move
        assert eval(repr(move), NAMES) == move
        assert str(move) and "{" not in str(move)
        kinds.add(type(move))
    assert kinds == set(KINDS)


def wild(state, rng):
    """Any answer at all to the open question, of cards as they come."""
    seat, cards = state.ask.seat, [part.id for part in state.setup.in_play]
    near = [*state.hands[seat], *state.aside[seat], *cards_of(state.layouts[seat]), *state.spare[seat]]
    near += [card for layout in state.layouts for card in cards_of(layout)]
    chosen = [rng.choice(near if near and rng.random() < 0.95 else cards) for _ in range(rng.randint(0, 6))]
    if rng.random() < 0.5 and state.hands[seat]:
        chosen = list(state.hands[seat])
    rng.shuffle(chosen)
    monsters, rest = [], chosen
    while rest:
        size = rng.randint(1, len(rest))
        monsters.append(tuple(rest[:size]))
        rest = rest[size:]
    cards = tuple(chosen[: rng.randint(0, 3)])
    kinds = {"aside": [SetAside(cards)], "grow": [Grow(tuple(monsters))], "rebuild": [Rebuild(tuple(monsters))]}
    kinds |= {"declare": [PLAY_ALL, HOLD_BACK, SetAside(cards)], "take": [Take(cards)], "keep": [Keep(cards)]}
    kinds["set"] = [TakeSet(rng.choice(("green", "orange")), rng.choice(("cross", "dot", "star")))]
    return rng.choice(kinds[state.ask.what])


def canonical(move):
    """What a move is about, in any order."""
    if isinstance(move, Grow | Rebuild):
        return type(move), frozenset(map(frozenset, move.monsters))
    return type(move), frozenset(getattr(move, "cards", ())), getattr(move, "colour", ""), getattr(move, "mark", "")


def test_exactly_what_is_listed_has_no_reason_against_it():
    tried = legal = 0
    for rng, state, _ in some_games(60, "wild", 150):
        if state.to_move is CHANCE or state.ask.what == "rebuild" or rng.random() > 0.4:
            continue
        known = {canonical(move) for move in state.legal_moves()}
        for _ in range(4):
            move = wild(state, rng)
            reasons = state.why_not(move)
            tried += 1
            assert all(reason.clause in BOOK.clauses and reason.text and reason.fix for reason in reasons)
            if reasons:
                with pytest.raises(IllegalMove) as caught:
                    state.play(move)
                assert caught.value.reasons == reasons
                named = [card for group in getattr(move, "monsters", ()) for card in group]
                named = named or list(getattr(move, "cards", ()))
                assert len(set(named)) < len(named) or canonical(move) not in known
            else:
                legal += 1
                assert canonical(move) in known, move
    assert tried > 4000 and legal > 500


def test_any_state_is_built_anew_from_its_position():
    phases = set()
    for rng, state, _ in some_games(24, "positions"):
        if rng.random() < 0.1 or state.phase not in phases:
            phases.add(state.phase)
            given = state.as_position()
            kept = given.pop("rulings")
            assert position(**json.loads(json.dumps(given)), rulings=kept) == state
    assert phases >= {"setup", "declare", "aside", "grow", "tie", "take", "keep", "mutate"}


def test_a_finished_game_can_be_laid_on_the_table():
    state = deal(2, seed=3, eras=["pre-teratozoic", "teratozoic"])
    rng = Random(3)
    while state.to_move is not None:
        state = state.play_unchecked(state.random_move(rng))
    given = state.as_position()
    kept = given.pop("rulings")
    again = position(**json.loads(json.dumps(given)), rulings=kept)
    assert again == state and again.outcome == state.outcome and "won." in str(again)


def test_a_decision_that_is_only_noted_leaves_the_table_that_the_flow_leaves():
    for game in range(8):
        rng = Random(f"noted {game}")
        state = random_start(rng)
        for _ in range(150):
            if state.to_move is None:
                break
            move = state.random_move(rng)
            flow = Flow(state)
            flow.apply(move)
            state = state.play_unchecked(move)
            assert state == Table._make(flow.freeze()), move


def test_records_and_links_replay():
    for game in range(4):
        rng = Random(f"record {game}")
        match = Match(random_start(rng))
        for _ in range(120):
            if match.state.to_move is None:
                break
            match.play(match.state.random_move(rng))
        assert Match.from_record(match.record()).state == match.state
        assert Match.from_permalink(match.permalink()).state == match.state
        branch = match.branch(len(match.moves) // 2)
        assert Match.from_record(branch.record()).state == branch.state


def test_a_half_done_round_can_be_saved_undone_and_branched():
    match = Match(printed_round())
    match.play(SetAside(("OD4",)))
    match.play(PLAY_ALL)
    match.play(Grow((("O1b", "P1b", "G1c", "P1c"),)))
    assert match.state.to_move == 1 and match.state.layouts == ((), ()) and match.state.commits[0]
    assert Match.from_record(match.record()).state == match.state
    match.undo()
    match.play(Grow((("O1b",), ("P1b",), ("G1c",), ("P1c",))))
    assert len(match.here.parent.children) == 2


def test_the_order_in_which_monsters_are_named_does_not_matter():
    state = printed_round().play(SetAside(("OD4",))).play(PLAY_ALL)
    one = state.play(Grow((("P1c", "O1b", "G1c", "P1b"),))).play(Grow((("G2b", "O3b", "G1b"), ("P2a", "PX6"))))
    assert one.totals == (5, 15) and one.winner == 1


# ---------------------------------------------------------------- what is refused


def at(*moves):
    """The printed round after some moves."""
    state = printed_round()
    for move in moves:
        state = state.play(move)
    return state


FOUR = Grow((("O1b", "P1b", "G1c", "P1c"),))
PAIR = Grow((("PX6", "P2a"), ("O3b", "G1b", "G2b")))
GROWN = (SetAside(("OD4",)), PLAY_ALL, FOUR, PAIR)


@pytest.mark.parametrize(
    ("before", "move", "clause", "says"),
    [
        ((), SetAside(("O1b", "P1b", "G1c")), "declare.minimum", "at least 3 of 5 cards"),
        ((), SetAside(("PX6",)), "declare.set-aside", "PX6 is not in hand"),
        ((), SetAside(("O1b", "O1b")), "declare.set-aside", "O1b is named twice"),
        ((), SetAside(()), "declare.set-aside", "No card is named"),
        ((), HOLD_BACK, "declare.set-aside", "Cards are put aside at once"),
        ((), FOUR, "declare.in-order", "the player declares"),
        ((PLAY_ALL, PLAY_ALL), FOUR, "declare.all-or-not", "OD4 was not put aside"),
        (GROWN[:2], Grow((("O1b", "P1b"), ("G1c", "P1c", "OD4"))), "growth.from-kept", "OD4 is not among"),
        (GROWN[:2], Grow((("O1b", "P1b", "P1c"), ("G1c", "G1c"))), "growth.from-kept", "G1c is named twice"),
        ((PLAY_ALL, PLAY_ALL), Grow((("O1b", "P1b", "OD4"), ("G1c",), ("P1c",))), "build.join-parts", "need 4 ends"),
        (GROWN[:2], Grow((("O1b",), ("P1b", "G1c", "P1c"), ())), "build.single-card", "A monster has no card"),
        (GROWN, Take(("OD4",)), "example.face-down-safe", "OD4 lies face down"),
        (GROWN, Take(("GX1",)), "reproduce.winner-takes", "GX1 is not among the played cards"),
        (GROWN, Take(("PX6", "P2a")), "reproduce.winner-takes", "Take 1"),
        (GROWN, Take(()), "reproduce.must-take", "No cards are named"),
        ((*GROWN, Take(("PX6",))), Keep(("PX6",)), "reproduce.keep", "PX6 is not among your own"),
        ((*GROWN, Take(("PX6",))), Keep(()), "reproduce.must-take", "Keep 1"),
        ((*GROWN, Take(("PX6",))), Take(("P2a",)), "reproduce.keep", "each player keeps own cards"),
    ],
)
def test_a_refused_move_says_why_and_what_instead(before, move, clause, says):
    state = at(*before)
    with pytest.raises(IllegalMove, match=says) as caught:
        state.play(move)
    assert clause in [reason.clause for reason in caught.value.reasons]
    assert all(reason.fix for reason in caught.value.reasons)
    assert state == at(*before)
    with pytest.raises(IllegalMove):
        state.events(move)


def test_every_failed_condition_is_named():
    state = at(PLAY_ALL, PLAY_ALL)
    clauses = [reason.clause for reason in state.why_not(Grow((("O1b", "P1b", "OD4"), ("PX6",))))]
    assert clauses == ["growth.from-kept", "declare.all-or-not", "build.join-parts"]


def test_a_part_without_ends_joins_nothing():
    state = position(hands=[["G2d", "G1a", "G2a", "G3a", "G4a"], SVETA]).play(PLAY_ALL).play(PLAY_ALL)
    refused = state.why_not(Grow((("G2d", "G1a"), ("G2a", "G3a"), ("G4a",))))
    assert [reason.clause for reason in refused] == ["card.no-free-end"]


def test_what_is_no_move_at_all_is_a_value_error():
    state = printed_round()
    with pytest.raises(ValueError, match="'jump' is no move of Teratozoic"):
        state.why_not("jump")
    with pytest.raises(ValueError, match="There is no card 'G9z'"):
        state.part("G9z")
    for line, says in (
        ("", "the line is empty"), ("A", "names a player and no move"), ("jump", "'jump' is no move; allowed: deal"),
        ("A aside", "aside needs cards"), ("A all OD4", "all needs nothing more"), ("first Z", "'Z' is no player"),
        ("A set green", "set needs a colour and a mark"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=says):
            state.read_move(line)
    with pytest.raises(ValueError, match="is to move"):
        state.read_move("B all")
    odd = Grow((("my card+1", "G1a"), ("%",)))
    assert read_line(write_line(odd)) == odd


def test_chance_says_what_is_allowed():
    state = new_game(2)
    assert len(state.legal_moves()) == 30
    assert sum(share for _, share in state.chance_moves()) == 1
    assert state.why_not(PLAY_ALL)[0].clause == "setup.starter-cards"
    crossed = DealStarters((("GX1", "GX2", "GX3", "GX4", "GX5", "GD6"), ("OX1", "OX2", "OX3", "OX4", "OX5", "OX6")))
    assert state.why_not(crossed)[0].clause == "setup.starter-cards"
    state = state.play(state.legal_moves()[0])
    with pytest.raises(ValueError, match="too many outcomes to list"):
        state.legal_moves()
    assert state.why_not(ShuffleOwn(0, ("GX1",)))[0].clause == "mutate.own-reshuffle"
    assert state.why_not(ShuffleOwn(1, state.decks[0]))[0].clause == "mutate.own-reshuffle"
    rng = Random(1)
    while state.ask.what == "shuffle":
        state = state.play(state.sample_chance(rng))
    assert state.why_not(ShuffleCommon(()))[0].clause == "setup.common-deck"
    state = state.play(state.sample_chance(rng))
    assert state.legal_moves() == (FirstPlayer(0), FirstPlayer(1))
    assert state.why_not(FirstPlayer(2))[0].clause == "setup.first-player"
    state = state.play(FirstPlayer(1))
    assert state.to_move == 1 and state.order == (1, 0) and len(state.common) == 75
    with pytest.raises(ValueError, match="a player moves"):
        state.chance_moves()
    with pytest.raises(ValueError, match="a player moves"):
        state.sample_chance(rng)
    mixed = new_game(2, rulings=rulings(starter_sets="mixed-values"))
    with pytest.raises(ValueError, match="too many ways to list"):
        mixed.legal_moves()
    assert mixed.why_not(crossed) == () and mixed.play(crossed).ask.what == "shuffle"


def test_few_cards_to_shuffle_are_listed():
    state = position(
        phase="draw", players=2, eras=ERAS, common=["G1a"], discard=["G2a", "G3a", "O1a", "O2a", "O3a"], decks=DECKS
    )
    assert state.ask.what == "common" and len(state.legal_moves()) == 120


def test_a_game_that_is_over_takes_no_move():
    state = position(
        phase="final", players=2, eras=ERAS, era="teratozoic", common=[], discards=[["G1a", "G6a"], ["P4a"]]
    )
    assert state.outcome.winners == (0,) and state.outcome.scores == (2, 0) and state.finals[0] == (("G1a", "G6a"),)
    assert state.legal_moves() == () and state.to_move is None
    assert state.why_not(PLAY_ALL)[0].clause == "end.highest-wins"
    with pytest.raises(ValueError, match="The game is over"):
        state.random_move(Random(1))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"players": 7}, "players is 7; allowed: 2 to 6"),
        ({"players": True}, "players is True"),
        ({"rulings": "none"}, "rulings is 'none'"),
        ({"eras": ["darkozoic"]}, "needs the Teratozoic and at least one other"),
        ({"eras": ["teratozoic", "darkozoic"]}, "in the order"),
        ({"eras": ["holozoic", "teratozoic"]}, "'holozoic' is no era"),
        ({"eras": ["darkozoic", "teratozoic"], "rulings": rulings(era_choice="labelled-stacks")}, "labels give only"),
        ({"without_colour": "blue"}, "without_colour is 'blue'"),
        ({"without_colour": "green", "players": 3}, "allowed with 2 players only"),
        ({"without_advanced": 1}, "without_advanced is 1"),
        ({"rulings": rulings(part_list="owner-parts")}, "part-list is 'owner-parts': needs an owner's list"),
        ({"rulings": rulings(era_numbers="owner-eras")}, "era-numbers is 'owner-eras'"),
        ({"rulings": rulings(join_geometry="grid-sides")}, "needs the sides of every part"),
        ({"rulings": rulings(starter_sets="mixed-values", starter_assignment="by-choice")}, "by-choice"),
        ({"hands": [ANDREY, SVETA], "era": "apocalypse"}, "era is 'apocalypse'; allowed: darkozoic"),
        ({"hands": [ANDREY]}, "hands has 1 entries; needed: one for each of 2 to 6 players"),
        ({"hands": 5}, "hands is 5; needed: a list"),
        ({"hands": [ANDREY, SVETA], "round": "x"}, "round is 'x'; allowed: whole numbers from 0"),
        ({"hands": [ANDREY, SVETA], "round": -3}, "round is -3"),
        ({"hands": [ANDREY, SVETA], "order": [0, 0]}, "order is .*allowed: each seat once"),
        ({"hands": [ANDREY, SVETA], "out": [1, 0]}, "out is .*allowed: True or False"),
        ({"hands": [ANDREY, SVETA], "out": [True, True]}, "somebody must be in"),
        ({"phase": "contest", "players": 2}, "layouts is empty"),
        ({"hands": [[*ANDREY, "G6a"], SVETA]}, "hold 6 cards of A; allowed: at most 5"),
        ({"eras": 5}, "eras is 5; needed: a list of era keys"),
        ({"eras": "teratozoic"}, "eras is 'teratozoic'; needed: a list"),
        ({"pack": "x.toml"}, "pack is 'x.toml'; needed: what teratozoic.packs.load_pack"),
        ({"hands": [ANDREY, SVETA], "players": 3}, "hands is .*needed: one entry for each of 3 players"),
        ({"hands": [ANDREY, ["O1b"]]}, "O1b lies in hands and in hands"),
        ({"hands": [ANDREY, SVETA], "discard": ["O1b"]}, "O1b lies in discard and in hands"),
        ({"hands": [ANDREY, ["G9z"]]}, "hands holds 'G9z'"),
        ({"hands": [ANDREY, SVETA], "phase": "sleep"}, "phase is 'sleep'; allowed: declare, grow"),
        ({"hands": [ANDREY, SVETA], "aside": [["G1a"], []]}, "aside holds cards; none are there when phase"),
        ({"hands": [ANDREY, SVETA], "first": 2}, "first is 2; allowed: seats from 0 to 1"),
        ({"hands": [ANDREY, SVETA], "agenda": [["jump"]]}, "agenda holds"),
    ],
)
def test_a_position_that_cannot_be_names_the_argument(given, says):
    with pytest.raises(ValueError, match=says):
        position(**given)


def test_a_position_fills_in_what_is_not_given():
    state = printed_round()
    assert len(state.common) == 73 and state.era_card.key == "apocalypse" and state.round == 1
    assert state.order == (0, 1) and state.to_move == 0
    assert "A (first): own deck 5; own discard pile 0; hand O1b P1b G1c P1c OD4" in str(state)
    other = printed_round(first=1, rulings=rulings(unused_starters="box"))
    assert other.to_move == 1 and len(other.common) == 57 - 8


def test_a_position_may_begin_at_any_phase():
    grown = position(
        phase="contest", players=2, eras=ERAS, decks=DECKS, layouts=[[["G1a", "G6a"]], [["P4a"]]], aside=[["OX1"], []]
    )
    assert grown.phase == "take" and grown.totals == (17, 4) and grown.winner == 0
    assert grown.said == ("not all", "all")
    growing = position(phase="grow", hands=[["G1a", "G6a"], ["P4a"]], aside=[["OX1"], []], decks=DECKS, eras=ERAS)
    assert growing.phase == "grow" and growing.legal_moves() == (Grow((("G1a",), ("G6a",))), Grow((("G1a", "G6a"),)))
    keeping = position(phase="keep", players=2, eras=ERAS, decks=DECKS, layouts=[[["G1a"]], [["P4a"]]])
    assert keeping.phase == "keep" and keeping.legal_moves() == (Keep(("G1a",)),)
    drawn = position(phase="draw", players=2, eras=ERAS, decks=DECKS)
    assert drawn.phase == "declare" and [len(hand) for hand in drawn.hands] == [5, 5]


# ---------------------------------------------------------------- what a seat may see


@pytest.mark.clause("declare.set-aside", "growth.simultaneous", "reproduce.keep", "mutate.discard-rest")
def test_observe_hides_what_is_hidden():
    state = at(SetAside(("OD4",)))
    seen = state.observe(1)
    assert seen.hands[0] == (UNKNOWN,) * 4 and seen.aside[0] == (UNKNOWN,) and seen.hands[1] == tuple(SVETA)
    assert set(seen.common) == {UNKNOWN} and seen.decks[0] == (UNKNOWN,) * 5
    assert seen.decks[1] == tuple(sorted(DECKS[1])), "the own cards are known, their order is not"
    assert state.observe(0).aside[0] == ("OD4",)
    committed = at(*GROWN[:3])
    assert committed.observe(1).commits == (UNKNOWN, None) and committed.observe(0).commits[0] == FOUR.monsters
    kept = at(*GROWN, Take(("PX6",)), Keep(("O3b",)), Keep(("OD4",)))
    assert kept.observe(1).discards[0] == (UNKNOWN,) and kept.observe(0).discards == (("OD4",), ("PX6", "O3b"))
    assert kept.observe(1).secret == frozenset()
    with pytest.raises(ValueError, match="seat is 5; allowed: 0 to 1"):
        state.observe(5)
    with pytest.raises(ValueError, match="hidden cards"):
        seen.as_position()


def test_observed_games_can_be_decided_from():
    for _, state, _ in some_games(6, "seen", 120):
        who = state.to_move
        if isinstance(who, int):
            assert state.observe(who).legal_moves() == state.legal_moves()


@pytest.mark.clause("declare.in-order", "growth.simultaneous")
def test_reveals_tells_what_somebody_learns():
    state = printed_round()
    assert state.reveals(SetAside(("OD4",)), 1) and not state.reveals(SetAside(("OD4",)), 0)
    growing = at(*GROWN[:2])
    assert not growing.reveals(FOUR, 1) and not growing.reveals(FOUR, 0)
    assert at(*GROWN[:3]).reveals(PAIR, 0) and at(*GROWN[:3]).reveals(PAIR, 1)
    keeping = at(*GROWN, Take(("PX6",)))
    assert not keeping.reveals(Keep(("O3b",)), 0)
    assert at(*GROWN, Take(("PX6",)), Keep(("O3b",))).reveals(Keep(("OD4",)), 0), "new hands are drawn"
    assert new_game(2).reveals(new_game(2).legal_moves()[0], 0)


def test_private_events_reach_nobody_else():
    state = printed_round()
    told = [event for event in state.events(SetAside(("OD4",))) if "OD4" in event.text]
    assert told and all(event.private == 0 for event in told)
    hidden = [event for event in at(*GROWN[:2]).events(FOUR) if "O1b" in event.text]
    assert hidden and all(event.private == 0 for event in hidden)


def test_what_rests_on_invented_data_says_so():
    events = at(*GROWN[:3]).events(PAIR)
    assert any("invented" in event.assumed for event in events if event.clause == "growth.announce-total")
    aside = printed_round().events(SetAside(("OD4",)))
    assert any("minimum" in event.assumed for event in aside if event.clause == "declare.minimum")


@pytest.mark.clause("mutate.elimination", "mutate.era-change")
@pytest.mark.parametrize(("discard", "ends"), [([], True), (["G1a"], False)])
def test_alone_with_all_cards_the_game_ends(discard, ends):
    """In the Early Teratozoic who is alone takes two of five cards and keeps the others: nothing would ever change."""
    state = position(
        players=2, eras=["early-teratozoic", "teratozoic"], out=[False, True], hands=[ANDREY, []], common=[],
        discard=discard, rulings=rulings(last_survivor="plays-on"),
    )  # fmt: skip
    assert (state.outcome is not None) is ends
    if ends:
        assert state.outcome.winners == (0,) and state.outcome.scores == (2, 0)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"winner": 7}, "winner is 7; allowed: -1"),
        ({"tied": [4]}, "tied holds 4; allowed: seats from 0 to 1"),
        ({"totals": [-5, 3]}, "totals is .*allowed: whole numbers from -1"),
        ({"totals": [1, "x"]}, "totals is"),
        ({"said": ["x", "y"]}, "said is .*allowed: '', 'all' or 'not all'"),
        ({"commits": [["ZZ"], None]}, "commits holds 'ZZ'"),
        ({"finals": [[["ZZ"]], []]}, "finals holds 'ZZ'"),
        ({"scores": [1]}, "scores is .*one for each of 2 players, or none"),
        ({"winners": [9]}, "winners holds 9"),
        ({"ended": "x"}, "ended is 'x'; allowed: '' or the id of a clause"),
        ({"secret": ["ZZ"]}, "secret holds 'ZZ'"),
        ({"ask": "x"}, "ask is 'x'; allowed: a question"),
        ({"ask": ["grow", 8]}, "ask 'grow' names seat 8; allowed: 0 to 1"),
        ({"ask": ["keep", -1]}, "ask 'keep' names seat -1; allowed: 0 to 1"),
        ({"ask": ["common", 0]}, "ask 'common' names seat 0; allowed: -1"),
        ({"agenda": [["grow", 5]]}, "ask 'grow' names seat 5"),
        ({"agenda": ["x"]}, "agenda holds 'x'"),
        ({"phase": "sleep"}, "phase is 'sleep'; allowed: setup, declare"),
    ],
)
def test_what_a_position_writes_is_checked_when_it_is_read(wrong, says):
    written = at(PLAY_ALL).as_position()
    assert position(**written) == at(PLAY_ALL)
    with pytest.raises(ValueError, match=says):
        position(**written | wrong)


def test_what_another_seat_sees_is_not_asked_for_moves():
    state = at(PLAY_ALL)
    hidden = state.observe(1 - state.to_move)
    with pytest.raises(ValueError, match=r"cards are hidden here: this is what another seat sees\. Ask observe"):
        hidden.legal_moves()
    with pytest.raises(ValueError, match="cards are hidden here"):
        hidden.why_not(PLAY_ALL)
    assert state.observe(state.to_move).legal_moves() == state.legal_moves()


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (Grow(5), "Grow.monsters is 5; needed: a tuple of monsters"),
        (Grow(("G1a",)), "Grow.monsters is"),
        (SetAside(["G1a"]), r"SetAside.cards is \['G1a'\]; needed: a tuple of card ids"),
    ],
)
def test_a_move_of_the_wrong_shape_is_told_so(move, says):
    with pytest.raises(ValueError, match=says):
        at().why_not(move)
