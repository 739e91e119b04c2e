"""What a seat is shown at every place of random games: whole, pointable, and nothing that it may not see."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from random import Random

import pytest

from teyra_kit.core import CHANCE, Rulings, rulebook
from teyra_kit.core.lessons import Ply
from teyra_kit.core.scene import LIT, WRONG, marks
from teyra_kit.teratozoic import deal, position, random_start, scene
from teyra_kit.teratozoic.bench import Bench
from teyra_kit.teratozoic.game import Table
from teyra_kit.teratozoic.moves import Grow, Keep, SetAside, Take

BOOK = rulebook("teratozoic")
ACTS = re.compile('data-(?:move|id)="([^"]+)"')
HANDS = [["G6a", "G1a", "O1a", "O5b", "P4a"], ["PX6", "P2a", "O3b", "G1b", "G2b"]]


def plies(games: int, seed: int = 1, most: int = 70) -> Iterator[Ply]:
    """Random games under random readings."""
    rng = Random(seed)
    for game in range(games):
        state = random_start(rng) if game % 2 else deal(2 + game % 5, seed=seed + game)
        for _ in range(most):
            if state.to_move is None:
                break
            move = state.sample_chance(rng) if state.to_move is CHANCE else rng.choice(state.legal_moves())
            after = state.play(move)
            yield Ply(state, move, after)
            state = after


class Closed(HTMLParser):
    """Counts tags that are opened and not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def whole(html: str) -> None:
    parser = Closed()
    parser.feed(html)
    assert not parser.open


def words(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]*>", " ", html)).split())


def table(phase: str = "grow", **more) -> Table:
    """The worked hand against Sveta's."""
    return position(hands=HANDS, eras=["apocalypse", "darkozoic", "teratozoic"], era="apocalypse", phase=phase, **more)


def reached(state: Table, seat: int) -> set[str]:
    """Every line that can be pointed at, step by step; ways that come to the same are gone once."""
    shown, found, parts, seen = marks(scene, state, seat), set(), [""], set()
    while parts:
        html = scene.html(state.observe(seat), seat, shown, None, parts.pop())
        whole(html)
        acts = [unescape(id) for id in ACTS.findall(html)]
        assert len(set(acts)) == len(acts)
        for id in acts:
            if not id.startswith("part|"):
                found.add(id)
                continue
            bench = scene.building(state, id[5:])
            key = id if bench is None else (bench.layout, bench.end[0], bench.aside)
            if key not in seen:
                seen.add(key)
                parts.append(id[5:])
    return found


# ---------------------------------------------------------------- pointing


def test_every_legal_move_can_be_pointed_at_and_all_else_says_why_not():
    asked: dict[str, int] = {}
    for ply in plies(12):
        state, seat = ply.before, ply.before.to_move
        if not isinstance(seat, int) or asked.get(state.ask.what, 0) > 2 or len(state.legal_moves()) > 80:
            continue
        asked[state.ask.what] = asked.get(state.ask.what, 0) + 1
        found = reached(state, seat)
        legal = {state.write_move(move) for move in state.legal_moves()}
        assert legal <= found
        for line in found - legal:
            reasons = state.why_not(state.read_move(line))
            assert reasons, line
            assert all(reason.clause in BOOK.clauses for reason in reasons)
    assert set(asked) >= {"declare", "grow", "take", "keep"}


def test_what_is_reached_first_is_there_and_leads_to_a_legal_move():
    for n, ply in enumerate(plies(8, 5)):
        state, seat = ply.before, ply.before.to_move
        if n % 3 or not isinstance(seat, int):
            continue
        id, part = scene.first(state, seat), ""
        for _ in range(20):
            assert id in map(unescape, ACTS.findall(scene.html(state.observe(seat), seat, {}, None, part)))
            if not id.startswith("part|"):
                break
            part = id[5:]
            id = scene.first(state, seat, part)
        assert state.read_move(id) in state.legal_moves()


@pytest.mark.clause("growth.from-kept", "build.orange-pair-thirty-two")
def test_the_32_are_built_by_pointing_at_ends():
    state, part = table(), ""
    for press in ("end of G6a", "end of G1a", "end of O1a", "end of O5b, at the left"):
        html = scene.html(state.observe(0), 0, marks(scene, state, 0), None, part)
        id = re.search(rf'aria-label="Free {press}[^"]*" data-id="part\|([^"]+)"', html)
        assert id is not None, press
        part = unescape(id[1])
    html = scene.html(state.observe(0), 0, marks(scene, state, 0), None, part)
    assert "Build these monsters for 32 points" in html
    assert 'data-move="A grow G6a+G1a O1a+O5b P4a"' in html
    assert "Total 32." in words(html)


@pytest.mark.clause("declare.set-aside", "declare.minimum")
def test_cards_are_chosen_and_put_back_and_one_too_many_says_why():
    state = table("declare")
    html = scene.html(state.observe(0), 0, marks(scene, state, 0), None, "G6a.P4a")
    assert 'data-move="A aside G6a P4a"' in html
    assert html.count("is-on") == 2
    assert 'data-id="part|P4a"' in html
    line = next(id for id in ACTS.findall(html) if id.startswith("A aside") and id.count(" ") == 4)
    assert [reason.clause for reason in state.why_not(state.read_move(line))] == ["declare.minimum"]
    refused = scene.html(state.observe(0), 0, marks(scene, state, 0, line), None)
    assert refused.count("is-wrong") == 1
    assert refused.count("is-on") == 2


@pytest.mark.clause("declare.all-or-not")
def test_a_card_that_must_be_played_stays_and_one_that_need_not_can_be_left_out():
    state = table()
    assert "data-move" not in re.sub('data-move="A grow G6a G1a O1a O5b P4a"', "", _shown(state, ""))
    assert "Leave " not in words(_shown(state, ""))
    free = table(rulings=Rulings.defaults("teratozoic").with_("declaration-binding", "free-growth"))
    html = _shown(free, "")
    assert 'data-id="part|~P4a">Leave P4a out</button>' in html
    html = _shown(free, "~P4a")
    assert 'data-move="A grow G6a G1a O1a O5b"' in html
    assert "Left out" in words(html)


def _shown(state: Table, part: str) -> str:
    return scene.html(state.observe(0), 0, marks(scene, state, 0), None, part)


def _pressed(state: Table, part: str, *cards: str) -> str:
    """What was pointed at once these cards were pressed, too."""
    for card in cards:
        id = re.search(rf'aria-label="{card}, [^"]*" data-id="part\|([^"]+)"', _shown(state, part))
        assert id is not None, card
        part = unescape(id[1])
    return part


@pytest.mark.clause("build.join-parts")
def test_pressing_a_card_presses_its_first_free_end_and_never_plays():
    state = table()
    part = _pressed(state, "", "G6a", "G1a")
    assert scene.building(state, part).joins == (("G6a", "G1a"),)
    for _ in range(3):
        part = _pressed(state, part, "G6a")
        assert scene.building(state, part).joins == (("G6a", "G1a"),)
        assert "G6a has no free end. Press a ring at the edge of a card." in words(_shown(state, part))
    part = _pressed(state, part, "O5b", "P4a")
    assert scene.building(state, part).joins == (("G6a", "G1a"), ("O5b", "P4a"))
    assert "has no free end" not in words(_shown(state, part))


def test_the_ends_that_fit_are_lit_also_where_no_answer_is_shown():
    state = table()
    html = scene.html(state.observe(0), 0, {}, None, _pressed(state, "", "G6a"))
    assert html.count("tz-socket is-lit") == 5
    assert html.count("tz-socket is-on") == 1


@pytest.mark.clause("value.all-whole")
def test_what_is_added_to_the_monsters_stands_beside_the_total():
    state = position(hands=[["G2a", "G4a"], ["P1a"]], phase="grow")
    alone, joined = _shown(state, ""), _shown(state, _pressed(state, "", "G2a", "G4a"))
    assert "tz-added" not in alone and "Build these monsters for 6 points" in alone
    assert "+1: no end is free" in words(joined) and "Build these monsters for 8 points" in joined
    after = state.play(Grow((("G2a", "G4a"),))).play(Grow((("P1a",),)))
    assert "+1: no end is free total 8" in words(scene.html(after.observe(1), 1, {}, None))


def test_a_table_without_piles_shows_no_numbers_of_an_era_and_nobody_who_has_nothing():
    bare = position(hands=[["G2a", "G4a"], []], phase="grow", common=[])
    html = _shown(bare, "")
    assert "Play at least" not in html and "own deck" not in html and 'aria-label="B"' not in html
    assert 'aria-label="B"' in scene.riddle_html(bare, 0, ("A", "B"), None)
    more = position(hands=[["G2a", "G4a"], []], phase="grow")
    assert "Play at least" in _shown(more, "") and 'aria-label="B"' in _shown(more, "")


@pytest.mark.clause("example.face-down-safe", "reproduce.winner-takes")
def test_the_winner_points_at_any_played_card_and_is_told_that_others_are_safe():
    state = position(
        hands=[HANDS[0][:4], HANDS[1]],
        aside=[["P4a"], []],
        eras=["apocalypse", "darkozoic", "teratozoic"],
        phase="grow",
    )
    state = state.play(Grow((("G6a", "G1a"), ("O1a", "O5b"))))
    state = state.play(Grow(tuple((card,) for card in HANDS[1])))
    assert state.ask.what == "take"
    html = scene.html(state.observe(0), 0, marks(scene, state, 0), None)
    assert html.count('data-move="A take') == 10
    reasons = state.why_not(state.read_move("A take P4a"))
    assert [reason.clause for reason in reasons] == ["example.face-down-safe"]
    after = state.play(Take(("PX6",)))
    assert after.ask.what == "keep"
    assert scene.headline(after, 0, None)[0] == "Keep 1 card."


def test_what_is_legal_is_lit_only_with_marks():
    state = table("declare")
    assert "is-lit" not in scene.html(state, 0, {}, None)
    assert scene.html(state, 0, marks(scene, state, 0), None).count("is-lit") == 5
    assert set(marks(scene, state, 0).values()) == {LIT}
    assert WRONG in marks(scene, state, 0, "A aside G6a G1a O1a").values()


def test_nothing_can_be_pointed_at_when_somebody_else_decides_or_a_result_is_looked_at():
    state = table("declare")
    assert not ACTS.findall(scene.html(state.observe(1), 1, {}, None))
    after = state.play(SetAside(("P4a",)))
    ply = Ply(state, SetAside(("P4a",)), after)
    assert not ACTS.findall(scene.html(after.observe(0), 0, {}, ply))


# ---------------------------------------------------------------- what is hidden


def test_nothing_hidden_is_shown():
    for n, ply in enumerate(plies(8, 2)):
        state = ply.before
        if n % 7 or state.ended:
            continue
        for seat in range(state.players):
            seen = state.observe(seat)
            html = scene.html(seen, seat, {}, None) + scene.text(seen, seat, None) + scene.score_html(seen)
            html += scene.riddle_html(seen, seat, (), None)
            shown = set(
                re.findall(r"[A-Z][XD0-9][0-9a-d]", words(html) + " ".join(re.findall('aria-label="([^"]*)"', html)))
            )
            hidden = {
                card
                for who in range(state.players)
                if who != seat
                for card in (*state.hands[who], *state.aside[who], *state.decks[who])
            }
            hidden |= set(state.common)
            assert not shown & hidden


@pytest.mark.clause("growth.simultaneous")
def test_a_move_made_in_secret_is_not_named_to_others():
    state = table()
    move = Grow((("G6a", "G1a"), ("O1a",), ("O5b",), ("P4a",)))
    ply = Ply(state, move, state.play(move))
    assert scene.move_seen(ply, 1) == "Builds in secret"
    assert scene.move_seen(ply, 0) == "Builds G6a+G1a, O1a, O5b, P4a"
    assert not scene.pauses(ply)
    last = Grow(tuple((card,) for card in HANDS[1]))
    ply = Ply(ply.after, last, ply.after.play(last))
    assert scene.move_seen(ply, 0) == "Builds PX6, P2a, O3b, G1b, G2b"
    assert scene.pauses(ply)
    assert scene.headline(ply.after, 0, ply) == ("You win the round.", "Totals: A 27, B 14.")


@pytest.mark.clause("declare.set-aside")
def test_what_is_set_aside_is_counted_as_the_reading_says_and_never_named():
    for reading, said in (("public", "Sets 2 cards aside, face down"), ("hidden", "Does not play all cards")):
        rulings = Rulings.defaults("teratozoic").with_("set-aside-count", reading)
        state = table("declare", rulings=rulings)
        move = SetAside(("G6a", "P4a"))
        ply = Ply(state, move, state.play(move))
        assert scene.move_seen(ply, 1) == said
        assert scene.move_seen(ply, 0) == "Sets G6a and P4a aside"


@pytest.mark.clause("reproduce.must-take")
def test_a_refused_choice_stays_chosen_and_one_too_many_is_let_go():
    state = position(
        phase="keep", layouts=[[["G6a", "G1a"], ["P4a"]], [["P1a"]]], eras=["darkozoic", "teratozoic"], era="darkozoic"
    )
    seat = state.to_move
    assert state.era_card.keep == 2 and len(scene.choosing(state, "").cards) > 2
    one, two, three = scene.choosing(state, "").cards[:3]
    line = state.write_move(Keep((one,)))
    assert state.why_not(state.read_move(line))
    assert scene.choosing(state, "", line).chosen == (one,)
    assert scene.choosing(state, "", state.write_move(Keep((one, two, three)))).chosen == (one, two)
    assert "is-on" in scene.html(state.observe(seat), seat, marks(scene, state, seat, line), None)


@pytest.mark.clause("reproduce.keep")
def test_a_card_kept_from_face_down_is_not_named():
    state = position(
        hands=[[], []],
        layouts=[[["G6a", "G1a"]], [["PX6"], ["P2a"]]],
        aside=[["P4a"], []],
        eras=["apocalypse", "darkozoic", "teratozoic"],
        phase="keep",
    )
    seat = state.to_move
    assert isinstance(seat, int)
    card = state.legal_moves()[-1].cards
    move = Keep(card)
    ply = Ply(state, move, state.play(move))
    assert scene.move_seen(ply, 1 - seat) == "Keeps 1 card"
    assert scene.move_seen(ply, seat) == f"Keeps {card[0]}"


def test_with_several_people_all_hands_are_covered_between_moves():
    state = table("declare")
    html = scene.html(state.observe(0), 0, {}, None, "", True)
    assert "All hands are covered" in html
    assert not any(card in words(html) for card in HANDS[0])


# ---------------------------------------------------------------- words


def test_pictures_and_words_are_there_for_every_place_of_every_kind_of_game():
    seen_ends = 0
    for number, ply in enumerate(plies(10, 11, 160)):
        before, after = ply.before, ply.after
        seen_ends += after.to_move is None
        if number % 4 and after.to_move is not None:
            continue
        for seat in (None, 0):
            seen = after if seat is None else after.observe(seat)
            whole(scene.html(seen, seat, {}, ply))
            assert scene.text(seen, seat, ply)
            headline, _ = scene.headline(after, seat, ply)
            assert headline and scene.caption(after, ply)
            assert scene.move_seen(ply, seat)
        whole(scene.riddle_html(after, 0, ("A", "B"), ply))
        whole(scene.score_html(after))
        assert scene.score_text(after)
        assert isinstance(scene.changes(ply), tuple)
        if isinstance(before.to_move, int):
            assert scene.move_spoken(ply.move)
    assert seen_ends


def test_a_whole_game_ends_with_its_final_monsters():
    rng = Random(4)
    state = deal(2, seed=4, eras=["pre-teratozoic", "teratozoic"])
    ply = None
    while state.to_move is not None:
        move = state.sample_chance(rng) if state.to_move is CHANCE else rng.choice(state.legal_moves())
        ply = Ply(state, move, state.play(move))
        state = ply.after
    html = scene.html(state, 0, {}, ply)
    assert "Final monsters" in html
    assert "total" not in words(html) and "won the round" not in html, "the last round is over"
    assert scene.caption(state, ply).endswith(" the game.") and "win" in scene.caption(state, ply)
    assert f"<b>{state.scores[0]}</b>" in html
    assert scene.headline(state, 0, ply)[0].endswith("the game.")
    assert "Final monsters" not in scene.riddle_html(
        state, 0, (), ply
    ) or f"<b>{state.scores[0]}</b>" not in scene.riddle_html(state, 0, (), ply)


def test_a_question_is_answered_by_pointing_at_players_and_cards():
    state = table()
    for move in (Grow((("G6a", "G1a"), ("O1a",), ("O5b",), ("P4a",))), Grow(tuple((card,) for card in HANDS[1]))):
        ply = Ply(state, move, state.play(move))
        state = ply.after
    html = scene.riddle_html(state.observe(0), 0, ("A", "B", "PX6"), ply)
    assert {"answer|A", "answer|B", "answer|PX6"} == set(ACTS.findall(html))
    assert "total" not in words(html)
    assert not re.search(r"tz-plaque", html)


def test_what_is_agreed_on_starts_a_game():
    from teyra_kit.teratozoic import new_game

    for choice in scene.choices():
        for value, label in choice.options:
            assert label
            agreed = {one.key: one.default for one in scene.choices()} | {choice.key: value}
            assert new_game(**agreed).players == agreed["players"]


def test_a_bench_that_no_longer_fits_begins_anew():
    state = table()
    assert scene.building(state, "nonsense~~~") == Bench(tuple(map(state.part, HANDS[0])))


@pytest.mark.clause("reproduce.winner-takes")
def test_what_a_taken_card_held_together_lies_apart():
    state = position(phase="contest", players=2, layouts=[[["O6a", "O3c", "O4a", "O5a"]], [["P1a"]]])
    assert scene.html(state.observe(1), 1, {}, None).count("1 free end") == 1
    state = state.play(Take(("O3c",)))
    assert state.phase == "keep" and state.layouts[0] == (("O6a", "O4a", "O5a"),)
    assert scene.html(state.observe(1), 1, {}, None).count("1 free end") == 4
    assert [row[1] for row in scene._scores(state)] == ["20", "2"]
    assert "20" in scene.score_html(state)


@pytest.mark.clause("tie.rebuild")
def test_nobody_is_called_tied_once_the_tie_is_broken():
    start = position(
        hands=[[], []],
        layouts=[[["G6a", "G1a"], ["P4a"]], [["O6a", "O1a"], ["P4b"]]],
        decks=[["O5a", "GX2"], ["P1b", "PX2"]],
        phase="contest",
    )
    assert scene.html(start, None, {}, None).count("tied</span>") == 2
    state, rng = start, Random(1)
    while state.winner < 0:
        state = state.play(state.sample_chance(rng) if state.to_move is CHANCE else rng.choice(state.legal_moves()))
    html = scene.html(state, None, {}, None)
    assert "tied" not in html and html.count("won the round") == 1
