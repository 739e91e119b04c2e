"""The state protocol: what may be played, what is refused and why, records, positions, what a seat may see."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from random import Random

import pytest

from teyra_kit.core import CHANCE, IllegalMove, Match, Rulings, rulebook
from teyra_kit.teyra import Table, deal, new_game, position, random_start
from teyra_kit.teyra.cards import UNKNOWN, UNKNOWN_AREA, Card, Shrouded, Suit, area_cards
from teyra_kit.teyra.examples import examples
from teyra_kit.teyra.moves import (
    DRAW,
    KINDS,
    PASS,
    Charge,
    Discard,
    Draw,
    Play,
    Rouse,
    Shuffle,
    StackAreas,
    TakeToken,
    read_line,
    write_line,
)

from .test_rulings import duel, rulings
from .test_whole_games import choose

BOOK = rulebook("teyra")
GOLDEN = Path(__file__).parent / "golden"


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


def test_there_are_golden_records_for_each_number_of_players():
    assert [file.stem for file in sorted(GOLDEN.glob("*.txt"))] == ["advanced-2", "advanced-4", "normal-2", "normal-3"]


def some_games(count, name):
    """Random games with random readings, move by move."""
    for game in range(count):
        rng = Random(f"{name} {game}")
        table = random_start(rng)
        while table.to_move is not None:
            move = choose(table, rng, 0.1)
            yield rng, table, move
            table = table.play_unchecked(move)


def test_states_are_values():
    one, two = deal(3, "advanced", seed=11), deal(3, "advanced", seed=11)
    assert one == two and hash(one) == hash(two) and one != deal(3, "advanced", seed=12)
    assert pickle.loads(pickle.dumps(one)) == one
    assert isinstance(one, Table)


def test_play_events_and_the_fast_path_agree_and_every_event_cites_a_clause():
    for _, table, move in some_games(15, "agree"):
        after = table.play(move)
        told, events, _ = table.told(move)
        assert after == table.play_unchecked(move) == told
        assert events == table.events(move)
        assert all(event.clause in BOOK.clauses for event in events)
        assert all(event.text and "{" not in event.text for event in events)


def test_every_legal_move_can_be_written_and_read():
    kinds = set()
    names = {kind.__name__: kind for kind in KINDS} | {"Card": Card, "Suit": Suit}
    for rng, table, move in some_games(25, "lines"):
        if table.to_move is not CHANCE and rng.random() < 0.3:
            moves = table.legal_moves()
            for legal in moves:
                assert table.read_move(table.write_move(legal)) == legal
                assert "\n" not in table.write_move(legal)
            assert all(not table.why_not(legal) for legal in rng.sample(moves, min(3, len(moves))))
        assert table.read_move(table.write_move(move)) == move
        kinds.add(type(move))
        assert eval(repr(move), names) == move
    assert len(kinds) >= 15


def test_any_state_is_built_anew_from_its_position():
    half = 0
    for rng, table, _ in some_games(25, "positions"):
        if rng.random() < 0.05 or table.chain or table.now:
            half += bool(table.chain)
            given = table.as_position()
            kept = given.pop("rulings")
            assert position(**json.loads(json.dumps(given)), rulings=kept) == table
    assert half


def test_records_and_links_replay():
    for game in range(6):
        rng = Random(f"record {game}")
        match = Match(random_start(rng))
        while match.state.to_move is not None:
            match.play(choose(match.state, rng, 0.2))
        assert Match.from_record(match.record()).state == match.state
        assert Match.from_permalink(match.permalink()).state == match.state
        branch = match.branch(len(match.moves) // 2)
        assert Match.from_record(branch.record()).state == branch.state


def test_a_half_resolved_chain_can_be_saved_undone_and_branched():
    start = duel(
        {"alun-alun": {"A": ["K2", "K3", "K5"]}, "padma-field": {"A": ["B2", "B6"], "B": ["M9"]}}, hands=[["KV"], ["O2"]],
        deck=["B3", "O7"],
    )  # fmt: skip
    match = Match(start)
    match.play(Play(Card("KVa"), "alun-alun"))
    assert len(match.state.chain) == 1 and match.state.chain[0].card is Card("KVa"), (
        "the second use waits, with its cause"
    )
    match.play(Rouse(0, "padma-field"))
    assert match.state.ask.trigger.suit.effect == "CHARGE", "depth first"
    assert Match.from_record(match.record()).state == match.state
    match.undo()
    match.play(Rouse(1, "alun-alun"))
    assert len(match.here.parent.children) == 2
    assert match.state.ask.trigger.suit.effect == "ROUSE"


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("move", "clause", "says"),
    [
        (Play(Card("K5a"), "alun-alun"), "contest.play", "Asian Koel 5 is not in A’s hand"),
        (Play(Card("B4a"), "atlantis"), "contest.play", "'atlantis' is not on the table"),
        (PASS, "pass.instead", "too late to pass"),
        (DRAW, "contest.draw", "has to play a card now"),
        (Discard(Card("B4a")), "contest.play", "something else"),
        (Charge(Card("B4a"), 0, "alun-alun"), "contest.play", "something else"),
        (Shuffle("deck", ()), "contest.play", "something else"),
    ],
)
def test_a_refused_move_says_why_and_what_instead(move, clause, says):
    table = duel({"alun-alun": {}}, hands=[["B4"], ["K9"]])
    with pytest.raises(IllegalMove, match=says) as caught:
        table.play(move)
    reason = caught.value.reasons[0]
    assert reason.clause == clause and reason.fix
    assert table == duel({"alun-alun": {}}, hands=[["B4"], ["K9"]])


def test_refusals_cite_clauses_and_the_fast_check_agrees_with_the_list():
    pool = []
    for rng, table, move in some_games(12, "refused"):
        pool.append(move)
        if table.to_move is CHANCE or rng.random() > 0.2:
            continue
        legal = set(table.legal_moves())
        for other in rng.sample(pool, min(4, len(pool))):
            reasons = table.why_not(other)
            same = any(other == move for move in legal) or (
                isinstance(other, Play | Discard)
                and any(getattr(m, "card", None) and m.card.code == other.card.code for m in legal)
            )
            assert not reasons or all(reason.clause in BOOK.clauses and reason.fix for reason in reasons)
            if other in legal:
                assert not reasons
            elif not reasons:
                assert same, "only another copy of a listed card"


def test_what_is_no_move_at_all_is_a_value_error():
    table = deal(2, seed=1)
    with pytest.raises(ValueError, match="'jump' is no move of Teyra"):
        table.why_not("jump")
    for line, says in (
        ("", "the line is empty"), ("A", "names a player and no move"), ("jump", "'jump' is no move; allowed: token"),
        ("play B4a", "play needs card, area; 1 words are given"), ("play B44 x", "There is no card 'B44'"),
        ("charge B4a Z alun-alun", "'Z' is no player"), ("play B4a x at=z", "'at=z' is no place"),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=says):
            table.read_move(line)
    other = "AB"[1 - table.to_move]
    with pytest.raises(ValueError, match="is to move"):
        table.read_move(f"{other} draw deck")
    assert read_line(write_line(Draw("discard"))) == Draw("discard")


def test_chance_says_what_is_allowed():
    table = new_game(2)
    assert table.play(TakeToken(1)).first == 1
    assert table.why_not(TakeToken(5))[0].clause == "setup2.first-player"
    assert table.why_not(PASS)[0].clause == "round.phases"
    table = table.play(TakeToken(0))
    with pytest.raises(ValueError, match="too many outcomes to list"):
        table.legal_moves()
    assert isinstance(table.sample_chance(Random(1)), StackAreas)
    with pytest.raises(ValueError, match="a player moves"):
        deal(2).chance_moves()
    with pytest.raises(ValueError, match="a player moves"):
        deal(2).sample_chance(Random(1))
    over = deal(2, "beginner", seed=1)
    while over.to_move is not None:
        over = over.play(PASS if over.to_move is not CHANCE and PASS in over.legal_moves() else over.sample_chance(Random(1)) if over.to_move is CHANCE else over.legal_moves()[0])  # fmt: skip
    assert over.why_not(PASS)[0].clause == over.ended
    assert over.legal_moves() == ()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"players": 5}, "players is 5; allowed: 2 to 4"),
        ({"mode": "hard"}, "mode is 'hard'; allowed: beginner, normal, advanced"),
        ({"list": "odd"}, "list is 'odd'"),
        ({"rulings": "none"}, "rulings is 'none'"),
        ({"picks": ["atlantis"]}, "picks holds 'atlantis'"),
        ({"named": "Z"}, "named is 'Z'; allowed: A to B"),
        ({"areas": [{"card": "atlantis"}]}, "There is no Area 'atlantis'"),
        ({"areas": [{"card": "alun-alun", "defender": "A"}]}, "with two players no Area has one"),
        ({"players": 3, "areas": [{"card": "alun-alun"}]}, "has no defender"),
        ({"areas": [{"card": "alun-alun"}, {"card": "alun-alun"}]}, "names an Area twice"),
        ({"areas": [{"card": "alun-alun", "rows": []}]}, "the key 'rows'; allowed: card"),
        ({"areas": [{"card": "alun-alun", "campaigns": {"A": ["B4a"], "B": ["B4a"]}}]}, "lies in two places"),
        ({"areas": [], "hands": [["B4"]]}, "2 players need 2 entries"),
        ({"areas": [], "hands": [["B1"], []]}, "is not among the 96 Player cards"),
        ({"areas": [], "landmarks": [["x"], []]}, "landmarks holds 'x'"),
        ({"areas": [], "landmarks": [["ranger-guild"], ["ranger-guild"]]}, "lies in two Victory Areas"),
        ({"areas": [], "round": 5}, "round is 5; allowed: 0 to 4"),
        ({"areas": [], "step": "jump"}, "step is 'jump'; allowed: draw"),
        ({"areas": [], "step": "play"}, "A has no card to play"),
        ({"areas": [], "prestige": [-1, 0]}, "prestige holds -1"),
    ],
)
def test_a_position_that_cannot_be_names_the_argument(given, says):
    with pytest.raises(ValueError, match=says):
        position(**given)


def test_a_position_fills_in_what_is_not_given():
    table = position(
        2, "normal", areas=[{"card": "padma-field", "campaigns": {"A": ["B4", "(K5)"]}}], hands=[["M2"], ["O3"]]
    )
    assert len(table.deck) == 68 and len(table.vanguards) == 16 and len(table.aces) == 8
    assert table.to_move == 0 and table.ask.what == "draw"
    assert table.area("padma-field").campaigns[0].cards == (Card("B4a"), Shrouded(Card("K5a")))
    assert [card.level for card in table.area_deck] == [2, 2, 2, 3, 3, 3, 4, 4, 4]
    with pytest.raises(ValueError, match="There is no Area 'alun-alun' on the table"):
        table.area("alun-alun")
    assert "A: B4 (K5) = 4" in str(table)


# ---------------------------------------------------------------- what a seat may see


def hidden_from(table, seat):
    """The cards that a seat must not be able to tell."""
    found = {*table.deck, *table.vanguards, *table.aces}
    for other, hand in enumerate(table.hands):
        if other != seat:
            found.update(hand)
    for area in table.areas:
        for other, campaign in enumerate(area.campaigns):
            if other != seat:
                found.update(entry.card for entry in campaign.cards if isinstance(entry, Shrouded))
    return found


@pytest.mark.clause("setup2.own-hand", "setupn.own-hand", "keyword.shroud-play", "keyword.shroud-stays")
def test_observe_hides_what_it_must():
    for rng, table, _ in some_games(20, "observe"):
        if rng.random() > 0.25:
            continue
        for seat in range(table.players):
            seen = table.observe(seat)
            text = repr(seen._replace(setup=None, ask=None))
            secret = hidden_from(table, seat)
            peek = table.ask is not None and table.ask.what == "rally" and table.ask.seat == seat
            shown = (
                {card for _, card in table.ask.cards}
                if table.ask and table.ask.what in ("show", "discard-shown")
                else set()
            )
            for task in table.agenda:
                if task.do in ("show", "shown"):
                    shown |= {
                        card
                        for pair in task.data
                        for card in (pair if isinstance(pair, tuple) else ())
                        if isinstance(card, Card)
                    }
                    shown |= {card for _, card in (task.data[0] if task.do == "show" else task.data)}
            for card in secret - shown:
                if not (peek and card in table.ask.cards):
                    assert f"Card('{card.id}')" not in text, (card, table.ask, table.agenda)
            assert all(area.card == UNKNOWN_AREA for area in seen.areas if not area.open)
            if table.to_move == seat:
                assert seen.legal_moves() == table.legal_moves()
    with pytest.raises(ValueError, match="seat is 7"):
        table.observe(7)
    seen = deal(2, seed=1).observe(0)
    with pytest.raises(ValueError, match="hidden cards"):
        seen.as_position()
    assert seen.hands[1] == (UNKNOWN,) * 7


def test_reveals_and_undo():
    table = deal(2, "normal", seed=5, list="first-game")
    seat = table.to_move
    assert table.reveals(DRAW, seat) and not table.reveals(DRAW, 1 - seat)
    assert not table.reveals(PASS, 1 - seat)
    drawn = table.play(DRAW)
    play = drawn.legal_moves()[0]
    assert drawn.reveals(play, 1 - seat) and not drawn.reveals(play, seat)
    match = Match(table)
    match.play(DRAW)
    assert match.why_not_take_back(seat)


def test_beginner_areas_have_no_name_before_they_are_won():
    table = deal(2, "beginner", seed=5)
    assert [area.key for area in table.areas] == ["area-1", "area-2", "area-3"]
    assert {move.area for move in table.play(DRAW).legal_moves()} == {"area-1", "area-2", "area-3"}


def test_readings_reach_a_position():
    kept = rulings(card_position="anywhere")
    table = position(2, areas=[{"card": "alun-alun"}], hands=[["B4"], []], rulings=kept, partial=True)
    assert table.rulings == kept and table.as_position()["rulings"] == kept
    assert Rulings.defaults("teyra") != kept
    assert examples()


@pytest.mark.clause("mode.beginner-no-effect")
def test_what_lies_face_down_is_not_named():
    rng = Random(3)
    table = new_game(players=2, mode="beginner")
    names = {card.name for card in area_cards()}
    told = []
    while table.to_move is not None:
        move = table.sample_chance(rng) if table.to_move is CHANCE else rng.choice(table.legal_moves())
        told += [event.text for event in table.events(move)]
        table = table.play(move)
    assert not [text for text in told if any(name in text for name in names)]
    assert any("Area 1" in text for text in told)
