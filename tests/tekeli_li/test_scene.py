"""What the rooms show of Tekeli-li: well-formed, honest about what is known, and silent about what is asked."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from random import Random

import pytest

from teyra_kit.core import CHANCE, Rulings, rulebook
from teyra_kit.core.lessons import Ply, course
from teyra_kit.core.scene import LIT, NOT, WRONG
from teyra_kit.tekeli_li import new_game, position, random_start, scene

STEPS = course("tekeli_li").steps
EACH = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
QUESTIONS = [step for step in STEPS if step.is_question]
ASKED = pytest.mark.parametrize("step", QUESTIONS, ids=lambda step: step.id)
VOID = {"br", "input", "img", "hr", "meta", "link"}
ENDED = [step for step in QUESTIONS if step.reveal]


class Checker(HTMLParser):
    """Every tag that is opened is closed, in order; no id stands twice; every picture that is one is named."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.picks = [], [], []
        self.feed(f"<div>{text}</div>")
        self.close()
        assert self.open == []
        assert len(set(self.ids)) == len(self.ids)
        assert len(set(self.picks)) == len(self.picks)

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)
        self._look(tag, attrs)

    def handle_startendtag(self, tag, attrs):
        self._look(tag, attrs)

    def _look(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(set(names)) == len(names), (tag, names)
        values = dict(attrs)
        assert tag != "script"
        if values.get("role") == "img":
            assert values.get("aria-label"), attrs
        if "id" in values:
            self.ids.append(values["id"])
        self.picks += [values["data-move"]] if "data-move" in values else []

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def last(line):
    return line.plies[-1] if line.plies else None


def games(count, seed=1):
    """Positions of random games under random readings, each with the move that led there."""
    rng = Random(seed)
    for _ in range(count):
        state, ply = random_start(rng), None
        while state.to_move is not None:
            yield state, ply
            move = state.sample_chance(rng) if state.to_move is CHANCE else rng.choice(state.legal_moves())
            before, state = state, state.play(move)
            ply = Ply(before, move, state)
        yield state, ply


# ---------------------------------------------------------------- pictures


@EACH
def test_each_step_of_the_course_is_well_formed(step):
    Checker(scene.html(step.start, step.seat, {}, None))
    judged = step.judge(step.solution)
    Checker(scene.html(judged.line.end, step.seat, {}, last(judged.line)))
    if step.is_question:
        Checker(scene.riddle_html(step.start, step.seat, step.options, last(step.reveals())))
    for text in (scene.text(step.start, step.seat, None), scene.riddle_text(step.start, step.seat, None)):
        assert "<" not in text
        assert "UNKNOWN" not in text


def test_positions_of_random_games_are_well_formed():
    for n, (state, ply) in enumerate(games(12)):
        if n % 4 and not (ply and scene.pauses(ply)) and not len(state.plays) > state.players:
            continue
        seat = (None, 0, state.players - 1)[n % 3]
        seen = state if seat is None else state.observe(seat)
        pausing = ply if ply is not None and scene.pauses(ply) else None
        Checker(scene.html(seen, seat, {}, pausing))
        if n % 8 == 0:
            Checker(scene.riddle_html(state, seat, "ABCDEF", pausing))
            Checker(scene.score_html(seen))
        assert scene.text(seen, seat, pausing).startswith(("Turn", "Before"))
        assert all(scene.headline(seen, seat, pausing))
        assert scene.score_text(seen).count("\n") == state.players
        scene.riddle_text(state, seat, pausing)
        scene.so_far(state)


def test_what_a_seat_sees_names_no_card_that_only_others_hold():
    for n, (state, ply) in enumerate(games(6, seed=2)):
        if n % 3 or not isinstance(state.to_move, int):
            continue
        seat = state.to_move
        pausing = ply if ply is not None and scene.pauses(ply) else None
        known = {*state.hands[seat], *state.plays, *(card for trick in state.tricks for card in trick.cards)}
        others = {card for hand in state.hands for card in hand} - known
        seen = state.observe(seat)
        page = unescape(scene.html(seen, seat, {}, pausing)) + scene.text(seen, seat, pausing)
        assert not [card for card in others if re.search(rf"\b{card}\b", page)]


@pytest.mark.parametrize(
    ("mark", "says"), [("", ""), (LIT, ", allowed"), (NOT, ", not allowed now"), (WRONG, ", refused")]
)
def test_a_mark_is_seen_and_said(mark, says):
    step = course("tekeli_li").step("first-card")
    html = scene.html(step.start, step.seat, {step.solution: mark}, None)
    button = re.search(rf'<button[^>]*data-move="{step.solution}"[^>]*>', html)[0]
    assert f'costs 10{says}"' in button
    assert ("aria-disabled" in button) is (mark in (NOT, WRONG))


def test_a_card_that_cannot_be_played_now_is_no_button():
    step = course("tekeli_li").step("first-card")
    assert "data-move" not in scene.html(step.start, 0, {}, None)
    judged = step.judge(step.solution)
    assert "data-move" not in scene.html(judged.line.end, step.seat, {}, last(judged.line))


def test_an_empty_table_says_so():
    assert "no cards are dealt yet" in scene.html(new_game(4), 0, {}, None)


# ---------------------------------------------------------------- riddles


@ASKED
def test_a_riddle_shows_neither_value_nor_taker(step):
    line = step.reveals()
    html = scene.riddle_html(step.start, step.seat, step.options, last(line))
    for word in (
        "takes the",
        "takes this",
        "leads next",
        "leads again",
        "cancelled",
        "off-faction",
        "instead of",
        "is-taker",
    ):
        assert word not in html, word
    assert "is-struck" not in html
    assert set(re.findall(r'tkl-value">(.*?)</div>', html)) <= {""}


@ASKED
def test_a_riddle_in_words_says_neither_value_nor_taker(step):
    text = scene.riddle_text(step.start, step.seat, last(step.reveals()))
    for word in ("takes", "leads", "cancelled", "off-faction", "worth", "points", "plays next"):
        assert word not in text, text


ABOUT_TRICKS = ("taker", "next_leader", "cards_taken", "dealer", "goes_on")


@pytest.mark.parametrize("step", [step for step in ENDED if step.ask in ABOUT_TRICKS], ids=lambda step: step.id)
def test_who_took_the_trick_is_not_told_by_what_they_have_taken(step):
    line = step.reveals()
    before = [trick.taker for trick in step.start.tricks]
    text = scene.riddle_text(step.start, step.seat, last(line))
    html = scene.riddle_html(step.start, step.seat, step.options, last(line))
    for trick in line.end.tricks[len(before) :]:
        if trick.taker not in before:
            assert f"{'ABCDEF'[trick.taker]} took" not in text
            assert f"{'ABCDEF'[trick.taker]} took" not in html


@pytest.mark.parametrize("step", ENDED, ids=lambda step: step.id)
def test_markers_that_the_trick_brings_do_not_lie_there_yet(step):
    line = step.reveals()
    if line.end.markers != step.start.markers:
        new = ", ".join(f"{'ABCDEF'[seat]} {total}" for seat, total in enumerate(line.end.totals))
        assert new not in scene.riddle_text(step.start, step.seat, last(line))
        html = scene.riddle_html(step.start, step.seat, step.options, last(line))
        assert [int(n) for n in re.findall(r"</span><b>(\d+)</b>", html)] in ([], list(step.start.totals))


@ASKED
def test_seats_that_are_asked_about_can_be_pointed_at(step):
    html = scene.riddle_html(step.start, step.seat, step.options, last(step.reveals()))
    pointed = {id.split("|")[1] for id in re.findall(r'data-id="(answer\|[^"]+)"', html)}
    assert pointed <= set(step.options)


def test_a_riddle_in_words_shows_each_card_that_lies():
    for step in ENDED:
        line = step.reveals()
        final = line.plies[-1]
        text = scene.riddle_text(step.start, step.seat, final)
        for card in (*final.before.plays, getattr(final.move, "card", None)):
            assert card is None or str(card) in text


# ---------------------------------------------------------------- words


def test_every_card_of_the_hand_is_a_candidate_once():
    for state, _ in games(4, seed=3):
        if isinstance(state.to_move, int):
            found = scene.candidates(state, state.to_move)
            assert {move.card for move in found} == set(state.hands[state.to_move])
            assert len(set(found)) == len(found)
            assert set(state.legal_moves()) <= set(found)
            assert all(state.read_move(state.write_move(move)) == move for move in found)


def test_a_trick_that_was_taken_pauses_and_nothing_else_does():
    for state, ply in games(4, seed=4):
        if ply is not None:
            assert scene.pauses(ply) is (len(state.tricks) > len(ply.before.tricks))


def test_what_a_move_changed_is_told():
    for state, ply in games(6, seed=5):
        if ply is None:
            continue
        told = " ".join(scene.changes(ply))
        assert told
        who = ply.before.to_move
        if isinstance(who, int):
            cards = len(state.hands[who])
            assert f"{'ABCDEF'[who]}’s hand: {cards} card{'s' if cards != 1 else ''}." in told
        for seat, total in enumerate(state.totals):
            word = f"{'ABCDEF'[seat]} has {total} marker{'s' if total != 1 else ''}."
            assert (word in told) is (total != ply.before.totals[seat])


def test_the_headline_speaks_to_whoever_looks():
    hands = {"A": ["blue-5", "blue-2"], "B": ["blue-6", "blue-4"], "C": ["white-3", "red-5"]}
    table = position(3, hands, leader="A", turns=1, partial=True)
    assert scene.headline(table, 0, None)[0] == "You lead."
    assert scene.headline(table, 1, None)[0] == "A leads."
    assert scene.headline(table, None, None)[0] == "A leads."
    table = table.play(table.read_move("A lead blue-5"))
    assert scene.headline(table, 1, None) == ("Your turn.", "Water was led, and you hold Water: follow.")
    table = table.play(table.read_move("B follow blue-6"))
    assert scene.headline(table, 2, None)[1] == "Water was led, and you hold none. Play anything."


def test_in_a_later_round_the_headline_does_not_say_one_holds_none_if_one_does():
    """Under the reading that nobody follows in the second round, B may play anything and holds Water."""
    hands = {"A": ["blue-2", "red-8"], "B": ["blue-4", "red-7"], "C": ["red-5", "red-6"]}
    rulings = Rulings.defaults("tekeli_li")
    for reading in rulebook("tekeli_li").ruling("second-round-follow").readings:
        state = position(3, hands, trick=["blue-5", "blue-6", "white-3"], leader="A", turns=1, partial=True,
                         rulings=rulings.with_("second-round-follow", reading.id))  # fmt: skip
        while state.to_move is not None and len(state.plays) >= 3:
            who = state.to_move
            holds = any(card.faction is state.plays[0].faction for card in state.hands[who])
            assert ("you hold none" in scene.headline(state, who, None)[1]) is not holds
            state = state.play(state.legal_moves()[0])


def test_an_extra_round_with_the_last_cards_is_shown_to_its_end():
    """The Long Trip in the last trick but one: each plays the card that is left, and only then it is over."""
    hands = {"A": ["blue-5", "blue-2"], "B": ["blue-6", "blue-4"], "C": ["white-3", "red-5"]}
    table = position(3, hands, leader="A", turns=1, partial=True)
    for line in ("A lead blue-5", "B follow blue-6", "C follow white-3"):
        table = table.play(table.read_move(line))
    while table.to_move is not None:
        who = "ABC"[table.to_move]
        text = scene.text(table, None, None)
        assert "takes" not in text
        assert re.search(f"{who} plays (first,|next)", text.splitlines()[-1 - sum(map(bool, table.hands))])
        html = scene.html(table, None, {}, None)
        assert "takes the trick" not in html
        assert f"{who}: no card yet, plays next" in html
        assert html.count("no card yet") == 6 - len(table.plays)
        assert not [event for event in scene.so_far(table) if event.clause.startswith("take.")]
        table = table.play(table.legal_moves()[0])


def test_face_down_cards_do_not_change_who_plays_next():
    hands = {"A": ["blue-5", "blue-2"], "B": ["blue-6", "blue-4"], "C": ["white-3", "red-5"], "D": ["red-8", "red-7"]}
    rulings = Rulings.of("tekeli_li", {"follower-visibility": "face-down"})
    table = position(4, hands, leader="A", turns=1, partial=True, rulings=rulings)
    for line in ("A lead blue-5", "B follow blue-6"):
        table = table.play(table.read_move(line))
    text = scene.text(table.observe(2), 2, None)
    assert "C plays next." in text
    assert "B plays next." not in text
    assert re.search(r"B +hidden$", text, re.MULTILINE)
