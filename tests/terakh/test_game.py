"""The state protocol: what may be played, what is refused and why, records, positions, what a seat may see."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from random import Random

import pytest

from teyra_kit.core import CHANCE, IllegalMove, Match, Rulings, rulebook
from teyra_kit.terakh import UNKNOWN, Table, deal, moves, new_game, position, random_start
from teyra_kit.terakh.moves import (
    END,
    KINDS,
    PASS,
    AddPlane,
    Attack,
    Cast,
    ChooseClan,
    EndTurn,
    Flip,
    Move,
    PlaceElder,
    PlaceFallen,
    PlaceInka,
    ReturnElder,
    Roll,
    Rotate,
    Shield,
    ShuffleDeck,
    Summon,
    TakeMod,
    Toss,
    Transform,
    Use,
    read_line,
    write_line,
)

from .table import table
from .test_whole_games import choose

BOOK = rulebook("terakh")
GOLDEN = Path(__file__).parent / "golden"
NAMES = {kind.__name__: kind for kind in KINDS}
ALIKE = (Summon, Use, PlaceFallen)
"""Moves that may name any of several Fallen Inkas; only the first is listed."""


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
    assert [file.stem for file in sorted(GOLDEN.glob("*.txt"))] == ["first-2", "first-3", "full-2", "full-4"]


def some_games(count, name, limit=700):
    """Random games with random readings, move by move; a long game is left."""
    for game in range(count):
        rng = Random(f"{name} {game}")
        state = random_start(rng)
        for _ in range(limit):
            if state.to_move is None:
                break
            move = choose(state, rng)
            yield rng, state, move
            state = state.play_unchecked(move)


def test_states_are_values():
    one, two = deal(3, seed=11), deal(3, seed=11)
    assert one == two and hash(one) == hash(two) and one != deal(3, seed=12)
    assert pickle.loads(pickle.dumps(one)) == one
    assert isinstance(one, Table)


def test_play_events_and_the_fast_path_agree_and_every_event_cites_a_clause():
    for _, state, move in some_games(10, "agree"):
        after = state.play(move)
        told, events, _ = state.told(move)
        assert after == state.play_unchecked(move) == told
        assert events == state.events(move)
        assert all(event.clause in BOOK.clauses for event in events)
        assert all(event.text and "{" not in event.text for event in events)


def test_every_listed_move_is_legal_and_can_be_written_and_read():
    kinds = set()
    for rng, state, move in some_games(24, "lines"):
        if state.to_move is not CHANCE and rng.random() < 0.12:
            listed = state.legal_moves()
            assert len(set(listed)) == len(listed)
            for legal in listed:
                assert state.why_not(legal) == (), legal
                assert state.read_move(state.write_move(legal)) == legal
                assert "\n" not in state.write_move(legal)
        assert state.read_move(state.write_move(move)) == move
        assert eval(repr(move), NAMES) == move
        assert str(move) and "{" not in str(move)
        kinds.add(type(move))
    assert len(kinds) >= 20


class Drawn:
    """A generator of numbers that yields a number that is set."""

    def __init__(self, number):
        self.number = number

    def random(self):
        return self.number


def test_a_random_move_is_each_legal_move_alike():
    for _, state, _ in some_games(8, "drawn", 150):
        if state.to_move is not CHANCE:
            listed = state.legal_moves()
            drawn = [state.random_move(Drawn((n + 0.5) / len(listed))) for n in range(len(listed))]
            assert drawn == list(listed)


def test_a_random_move_of_chance_is_one_of_its_outcomes():
    rng = Random("chance")
    state = new_game(mode="first")
    while state.ask.what == "shuffle":
        state = state.play(state.random_move(rng))
    assert {state.random_move(rng) for _ in range(200)} == {move for move, _ in state.chance_moves()}


def wild(state, rng):
    """Any order at all: units, places, targets and lines as they come."""
    from teyra_kit.terakh.spec_cards import all_lines
    from teyra_kit.terakh.units import unit_names

    names = unit_names(state.clans)
    place, unit, other = rng.randrange(16 * len(state.turns)), rng.choice(names), rng.choice(names)
    line = rng.choice(list(all_lines()))
    match rng.randrange(9):
        case 0:
            return Move(unit, place)
        case 1:
            return Flip(unit)
        case 2:
            return Transform(unit, rng.choice(state.clans))
        case 3:
            return Rotate(rng.randrange(4))
        case 4:
            return Summon(unit, place, rng.choice(("ready", "guard")))
        case 5:
            return Attack(unit, other)
        case 6:
            return Use(line, unit, (other,), to=place, steps=1, orb=rng.choice(state.clans))
        case 7:
            return Use(line, unit, to=place, other=other, mode="ready", steps=2)
        case _:
            return Cast(rng.choice(list(state.setup.cards) or ["fate"]))


def plain(move):
    """What a line of a Spec Card uses of a move; the rest may hold anything."""
    kind = move.line.partition(".")[2] if isinstance(move, Use) else ""
    fields = {
        "sneak": ("to",), "move": ("to",), "sprint": ("to",), "swap": ("other",), "mystify": ("other",),
        "escort": ("to", "other"), "summon": ("to", "other", "mode"), "turn-plane": ("steps",), "shape-shift": ("orb",),
    }.get(kind, ("targets",))  # fmt: skip
    return tuple(getattr(move, name) for name in fields) if isinstance(move, Use) else move


def test_what_is_not_listed_has_reasons():
    tried = legal = 0
    for rng, state, _ in some_games(30, "wild"):
        if state.ask.what != "order" or rng.random() > 0.3:
            continue
        listed = state.legal_moves()
        known = {plain(move) if isinstance(move, Use) else move for move in listed}
        lines = {(move.line, move.unit, plain(move)) for move in listed if isinstance(move, Use)}
        for _ in range(6):
            move = wild(state, rng)
            reasons = state.why_not(move)
            tried += 1
            assert all(reason.clause in BOOK.clauses and reason.text and reason.fix for reason in reasons)
            if reasons:
                assert move not in listed
                with pytest.raises(IllegalMove):
                    state.play(move)
                continue
            legal += 1
            same = (move.line, move.unit, plain(move)) in lines if isinstance(move, Use) else move in known
            alike = isinstance(move, Summon) or (isinstance(move, Use) and move.line == "sorceress.summon")
            assert same or alike, (move, "is legal and not listed")
    assert tried > 2000 and legal > 50


def test_refused_orders_leave_the_state_equal():
    for rng, state, _ in some_games(6, "refuse", 300):
        copy = state._replace()
        move = wild(state, rng) if state.ask.what == "order" else END
        try:
            reasons = state.why_not(move)
        except ValueError:
            reasons = ()
        if reasons:
            with pytest.raises(IllegalMove) as caught:
                state.play(move)
            assert caught.value.reasons == reasons
            with pytest.raises(IllegalMove):
                state.events(move)
        assert state == copy


def test_any_state_is_built_anew_from_its_position():
    fights, spells, setups = 0, 0, 0
    for rng, state, _ in some_games(24, "positions"):
        if rng.random() < 0.04 or state.fight or state.open or not state.round:
            fights, spells, setups = fights + bool(state.fight), spells + bool(state.open), setups + (not state.round)
            if rng.random() < 0.5:
                continue
            given = state.as_position()
            kept = given.pop("rulings")
            assert position(**json.loads(json.dumps(given)), rulings=kept) == state
    assert fights > 100 and spells > 100 and setups > 100


def test_records_and_links_replay():
    for game in range(5):
        rng = Random(f"record {game}")
        match = Match(random_start(rng))
        for _ in range(250):
            if match.state.to_move is None:
                break
            match.play(choose(match.state, rng))
        assert Match.from_record(match.record()).state == match.state
        assert Match.from_permalink(match.permalink()).state == match.state
        branch = match.branch(len(match.moves) // 2)
        assert Match.from_record(branch.record()).state == branch.state


FIGHT = "red.E 0, red.1 5 ready, blue.E 31, blue.1 4 ready"


def test_a_half_done_attack_can_be_saved_undone_and_branched():
    hands = {"red": ["switch-roll"], "blue": ["peace", "fate"]}
    match = Match(table(FIGHT + ", blue.2 15", hands=hands))
    match.play(Attack("red.1", "blue.1"))
    assert match.state.ask.what == "react" and match.state.to_move == 1 and match.state.mana == 3
    assert Match.from_record(match.record()).state == match.state
    match.play(PASS)
    match.play(Roll(3))
    assert match.state.ask.key == "defence"
    match.undo()
    match.undo()
    match.play(Cast("peace"))
    assert match.state.fight is None and match.state.ask.what == "order"
    assert len(match.here.parent.children) == 2


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("move", "clause", "says"),
    [
        (Move("red.1", 15), "move.adjacent", "not adjacent to tria 5"),
        (Move("red.1", 4), "move.vacant-only", "blue 1 stands on tria 4"),
        (Move("blue.1", 9), "control.hold-their-orb", "obeys you only while you hold the blue Orb"),
        (Move("red.2", 9), "glossary.fallen-inka", "red 2 is a Fallen Inka"),
        (Attack("red.1", "blue.E"), "combat.adjacent-for-two", "does not stand next to"),
        (Summon("red.2", 0, "ready"), "summon.vacant-orth", "is taken"),
        (PASS, "action.any-order", "Give an order"),
        (Roll(3), "action.any-order", "Give an order"),
        (TakeMod("A", "red.1"), "action.any-order", "Give an order"),
        (Cast("fate"), "card.text-rules", "does not hold Fate"),
        (ReturnElder(9), "elder.return", "no right"),
        (Use("hydra.move", "red.1", to=6), "spec.lists-actions", "is no Idol"),
    ],
)
def test_a_refused_move_says_why_and_what_instead(move, clause, says):
    state = table(FIGHT)
    with pytest.raises(IllegalMove, match=says) as caught:
        state.play(move)
    reason = caught.value.reasons[0]
    assert reason.clause == clause and reason.fix
    assert state == table(FIGHT)


def test_every_failed_condition_is_named():
    state = table("red.E 0, red.1 5, blue.E 31, blue.1 9", mana=0)
    clauses = [reason.clause for reason in state.why_not(Attack("red.1", "blue.1"))]
    assert clauses == ["combat.adjacent-for-two", "turn.pay-first"]


def test_answers_are_refused_with_the_clause_of_the_question():
    state = table(
        "red.E 0, red.1 5 ready, blue.E 31, blue.1 4 blue, blue.2 10, blue.3 30, red.2 9 red",
        hands={"red": ["berzerk"]},
    ).play(Attack("red.1", "blue.1"))
    assert state.ask.what == "shield"
    assert state.why_not(Shield("guardian.shield-idol", "blue.3"))[0].clause == "guardian.shield-idol"
    assert state.why_not(Shield("guardian.shield-inka", "blue.2"))[0].clause == "spec.mods-needed"
    assert state.why_not(END)[0].clause == "guardian.shield-idol"
    state = state.play(Shield("guardian.shield-idol", "blue.2"))
    assert state.ask.what == "react" and state.why_not(Cast("peace"))[0].clause == "card.text-rules"
    state = state.play(Cast("berzerk")).play(Roll(8)).play(Roll(1))
    assert state.ask.what == "mod" and state.why_not(PASS)[0].clause == "combat.mod-at-once"
    assert state.why_not(TakeMod("A", "blue.1"))[0].clause == "combat.mod-at-once"
    assert state.why_not(TakeMod("A", "red.1"))[0].clause == "mod.only-on-idols"
    assert state.play(TakeMod("A", "red.2")).unit("red.2").mods == "A"


def test_what_is_no_move_at_all_is_a_value_error():
    state = table(FIGHT)
    with pytest.raises(ValueError, match="'jump' is no move of Terakh"):
        state.why_not("jump")
    for move, says in (
        (Move("pink.1", 3), "There is no unit 'pink.1'"), (Move("red.1", 99), "allowed: a tria from 0 to 31"),
        (Move("red.1", True), "to is True"), (Summon("red.2", 6, "asleep"), "mode is 'asleep'"),
        (Use("nonsense", "red.1"), "a line is an Idol and a name"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=says):
            state.why_not(move)
    for line, says in (
        ("", "the line is empty"), ("A", "names a player and no move"), ("jump", "'jump' is no move; allowed: shuffle"),
        ("A move red.1", "move needs unit, to, and may have carry="), ("A move red.1 x", "to is 'x'; allowed: a whole"),
        ("A cast fate choices=die", "choices is 'die'; allowed: name=value"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=says):
            state.read_move(line)
    with pytest.raises(ValueError, match="is to move"):
        state.read_move("B end")
    whole = Use("hydra.double-threat", "red.1", ("blue.1", "blue.2"))
    assert read_line(write_line(whole)) == whole
    assert write_line(Cast("detonate", (("unit", "red.1"),))) == "cast detonate choices=unit=red.1"
    with pytest.raises(ValueError, match="There is no unit"):
        state.unit("red.9")


def test_chance_says_what_is_allowed():
    state = new_game(2)
    with pytest.raises(ValueError, match="too many outcomes to list"):
        state.legal_moves()
    deck = state.sample_chance(Random(1))
    assert isinstance(deck, ShuffleDeck) and len(deck.cards) == 72
    assert state.why_not(ShuffleDeck(("fate",)))[0].clause == "setup.shuffle-deck"
    state = state.play(deck)
    assert state.why_not(Roll(9))[0].clause == "box.eight-sided-dice"
    assert str(state.legal_moves()[0]) == "The die shows 1"
    assert sum(chance for _, chance in state.chance_moves()) == 1
    state = state.play(Roll(3)).play(Roll(8))
    assert state.why_not(PASS)[0].clause == "round.coin"
    assert state.legal_moves() == (Toss("clockwise"), Toss("counter-clockwise"))
    state = state.play(Toss("clockwise"))
    assert state.order == (1, 0) and state.to_move == 1 and state.ask.what == "clan"
    with pytest.raises(ValueError, match="a player moves"):
        state.chance_moves()
    with pytest.raises(ValueError, match="a player moves"):
        state.sample_chance(Random(1))
    assert state.why_not(ChooseClan("pink"))[0].clause == "setup.choose-clan"
    assert state.why_not(PlaceElder(3))[0].clause == "setup.choose-clan"
    owned = Rulings.of("terakh", {"data.cast-cards": "owner-supplied"})
    short = position(2, pack={"cast_card": [dict(BOOK.data["cast_card"][0], count=3)]}, rulings=owned)
    assert len(short.chance_moves()) == 6, "few cards can be listed"


def test_a_game_that_is_over_takes_no_move():
    state = table("red.E 0, red.1 2 ready, blue.E 1 hp1").play(Attack("red.1", "blue.E")).play(Roll(8)).play(Roll(1))
    assert state.outcome.winners == (0,) and state.outcome.scores == (4, 0)
    assert state.legal_moves() == () and state.to_move is None
    assert state.why_not(END)[0].clause == "win.last-elder"
    with pytest.raises(ValueError, match="The game is over"):
        state.random_move(Random(1))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"players": 7}, "players is 7; allowed: 2 to 6"),
        ({"players": True}, "players is True"),
        ({"mode": "hard"}, "mode is 'hard'; allowed: first, full"),
        ({"variants": "X"}, "variants is 'X'; allowed: letters of A, B, C"),
        ({"rulings": "none"}, "rulings is 'none'"),
        ({"hand_limit": 13}, "hand_limit is 13"),
        ({"hp": 4}, "hp is 4; allowed in variant A of a full game: 1 to 3"),
        ({"hp": 2, "mode": "first"}, "hp is 2; allowed in variant A of a first game: 1 to 1"),
        ({"configuration": "n3-1"}, "joins 3 planes; 2 players need 2"),
        ({"turns": [0, 4]}, "turns is"),
        ({"seats": ["red", "pink"]}, "seats holds 'pink'"),
        ({"seats": ["red", "red"]}, "a clan is named twice"),
        ({"seats": ["red", "blue"], "players": 3}, "players is 3, but seats names 2 clans"),
        ({"seats": ["red", "blue"], "active": "grey"}, "active is 'grey'"),
        ({"seats": ["red", "blue"], "mana": -1}, "mana is -1"),
        ({"seats": ["red", "blue"], "units": [{"u": "red.1", "at": 40}]}, "red.1 stands on 40"),
        ({"seats": ["red", "blue"], "units": [{"u": "red.9", "at": 4}]}, "u is 'red.9'"),
        ({"seats": ["red", "blue"], "units": [{"u": "red.1", "at": 4, "color": "x"}]}, "the key 'color'"),
        ({"seats": ["red", "blue"], "units": [{"u": "red.1", "at": 4}, {"u": "red.2", "at": 4}]}, "one unit"),
        ({"seats": ["red", "blue"], "units": [{"u": "red.1", "at": 4, "mods": "A"}]}, "only an Idol carries Mods"),
        ({"seats": ["red", "blue"], "units": [{"u": "red.1", "at": 4, "orb": "grey"}]}, "orb of red.1 is 'grey'"),
        ({"seats": ["red", "blue"], "units": [{"u": "red.1", "at": 4, "orb": "red", "mods": "AAAA"}]}, "up to three"),
        ({"seats": ["red", "blue"], "units": [{"u": "red.1", "at": 4, "mode": "asleep"}]}, "mode of red.1 is"),
        ({"seats": ["red", "blue"], "units": [{"u": "red.E", "at": 4, "hp": 5}]}, "hp of red.E is 5"),
        ({"seats": ["red", "blue"], "orbs": [{"orb": "grey", "at": 4}]}, "orbs: 'grey'"),
        ({"seats": ["red", "blue"], "orbs": [{"orb": "red", "at": 99}]}, "the red Orb lies on 99"),
        ({"seats": ["red", "blue"], "orbs": [{"orb": "red", "at": 1}, {"orb": "red", "at": 2}]}, "in two places"),
        ({"seats": ["red", "blue"], "orbs": [{"orb": "red", "at": 1}], "mode": "first"}, "A first game has no Orbs"),
        ({"seats": ["red", "blue"], "hands": {"red": ["joker"]}}, "There is no Cast Card 'joker'"),
        ({"seats": ["red", "blue"], "hands": [["fate"]]}, "2 players need 2 entries"),
        ({"seats": ["red", "blue"], "order": ["red", "red"]}, "every player once"),
        ({"rulings": Rulings.of("terakh", {"data.cast-cards": "owner-supplied"})}, "pack is missing"),
        ({"rulings": Rulings.of("terakh", {"data.plane-layout": "owner-supplied"})}, "layout is missing"),
        ({"players": 6, "rulings": Rulings.of("terakh", {"data.keeper-card": "not-in-play"})}, "five can play"),
    ],
)
def test_a_position_that_cannot_be_names_the_argument(given, says):
    with pytest.raises(ValueError, match=says):
        position(**given)


def test_a_position_fills_in_what_is_not_given():
    state = position(
        seats=["red", "blue"], units=[{"u": "red.E", "at": 0}, {"u": "blue.E", "at": 31}], hands={"red": ["fate"]}
    )
    assert state.mana == 5 and len(state.deck) == 71 and state.to_move == 0
    assert state.elder(0).hp == 4 and state.lost == (False, False)
    assert "A red: red.E on 0 (4 HP). Fallen: 6." in str(state)
    elderless = position(
        seats=["red", "blue", "grey"], active="blue", units=[{"u": "red.E", "at": 0}, {"u": "grey.E", "at": 31}]
    )
    assert elderless.mana == 3 and elderless.lost == (False, True, False)


# ---------------------------------------------------------------- what a seat may see


@pytest.mark.clause("round.draw", "cast.show", "setup.shuffle-deck")
def test_observe_hides_hands_and_deck():
    for rng, state, _ in some_games(10, "observe"):
        if rng.random() > 0.2 or not state.round:
            continue
        for seat in range(state.players):
            seen = state.observe(seat)
            assert seen.hands[seat] == state.hands[seat]
            assert all(set(hand) <= {UNKNOWN} for who, hand in enumerate(seen.hands) if who != seat)
            assert set(seen.deck) <= {UNKNOWN} and len(seen.deck) == len(state.deck)
            other = rng.sample(state.deck, len(state.deck))
            assert state._replace(deck=tuple(other)).observe(seat) == seen
            if state.to_move == seat:
                assert seen.legal_moves() == state.legal_moves()
    with pytest.raises(ValueError, match="seat is 7"):
        state.observe(7)
    with pytest.raises(ValueError, match="hidden cards"):
        deal(2, seed=1).observe(0).as_position()
    assert set(new_game(2).observe(0).ask.data) == {UNKNOWN}, "the shuffle is not seen"


def test_what_an_event_says_of_a_drawn_card_only_its_drawer_reads():
    state = table("red.E 30, blue.E 31", deck=["fate", "peace"]).play(END)
    state = state.play(END).play(Roll(8)).play(Roll(2))
    events = state.events(Toss("clockwise"))
    private = [event for event in events if event.private is not None]
    assert [(event.private, event.text) for event in private] == [(0, "It is Fate."), (1, "It is Peace.")]
    assert not any("Fate" in event.text or "Peace" in event.text for event in events if event.private is None)


def test_reveals_and_undo():
    state = table("red.E 0, red.1 1, blue.E 31", hands={"red": ["mana-boost"]})
    assert state.reveals(Cast("mana-boost"), 1) and not state.reveals(Cast("mana-boost"), 0)
    assert not state.reveals(Flip("red.1"), 1)
    match = Match(state)
    match.play(Cast("mana-boost"))
    assert match.state.mana == 7 and match.why_not_take_back(0) == ""


def test_deal_is_at_the_first_order_and_repeats():
    state = deal(2, "first", seed=7)
    assert state.phase == "turn" and state.mana == 5 and state.round == 1
    assert state == deal(2, "first", seed=7) != deal(2, "first", seed=8)
    assert type(state.legal_moves()[-1]) is EndTurn


def test_built_boards_are_kept_in_a_position():
    readings = Rulings.of("terakh", {"planes.who-builds": "built-in-order", "setup.order": "seat-order"})
    state = new_game(3, rulings=readings).play(new_game(3).sample_chance(Random(1)))
    assert state.legal_moves() == tuple(AddPlane(0, "R", turns) for turns in range(3))
    state = state.play(AddPlane(0, "R", 1)).play(AddPlane(0, "L", 2))
    given = state.as_position()
    assert position(**given) == state
    assert AddPlane(0, "L", 0) not in state.legal_moves() and AddPlane(1, "B", 0) in state.legal_moves()
    state = state.play(AddPlane(1, "B", 0))
    assert state.turns == (1, 2, 0) and state.config.planes == 3 and position(**state.as_position()) == state
    assert state.play(ChooseClan("red")).legal_moves()[0] == ChooseClan("blue")


def test_every_kind_of_move_has_a_verb_of_its_own():
    assert len({kind.VERB for kind in KINDS}) == len(KINDS) == 25
    assert moves.unit_said("red.E") == "red’s Elder" and str(PlaceInka(3)) == "Place an Inka on 3"
    assert moves.line_name("hydra.swap") == "Swap" and moves.card_name("fate") == "Fate"
    assert moves.line_name("new.big-step") == "Big step" and moves.card_name("new-card") == "New Card"
