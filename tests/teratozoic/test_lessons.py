"""Every step of the course is solvable, every wrong answer is wrong for its own reason, and can be pointed at."""

from __future__ import annotations

import re

import pytest

from teyra_kit.core import rulebook
from teyra_kit.core.lessons import course
from teyra_kit.core.scene import marks
from teyra_kit.teratozoic import best_total, position, scene
from teyra_kit.teratozoic.flow import cards_of
from teyra_kit.teratozoic.lessons import GOALS, QUESTIONS
from teyra_kit.teratozoic.moves import Grow, Rebuild

BOOK = rulebook("teratozoic")
COURSE = course("teratozoic")
STEPS = pytest.mark.parametrize("step", COURSE.steps, ids=lambda step: step.id)
MOVES = pytest.mark.parametrize("step", [s for s in COURSE.steps if not s.is_question], ids=lambda step: step.id)
ACTS = re.compile('data-(?:move|id)="([^"]+)"')
COLOURS = {"green": "G", "orange": "O", "purple": "P"}


def texts(step):
    return [
        *(step.title, step.say, step.task, step.after, step.assumed),
        *step.hints,
        *(wrong.because for wrong in step.wrong),
    ]


def legal_lines(step):
    return [step.start.write_move(move) for move in step.start.legal_moves()]


def pointed_at(step, wanted):
    """The lines among these that the learner can point at, one thing after the other."""
    found, parts, seen = set(), [""], {""}
    while parts and not wanted <= found:
        for id in ACTS.findall(scene.html(step.start, step.seat, {}, None, parts.pop(0))):
            if not id.startswith("part|"):
                found.add(id)
            elif id[5:] not in seen:
                seen.add(id[5:])
                parts.append(id[5:])
    return found


def played_by_hand(step, line):
    """Whether the learner comes to the monsters of a line by pointing at ends, seams and cards to leave out."""
    groups = [set(monster) for monster in step.start.read_move(line).monsters]
    played = set().union(*groups)
    parts, seen = [""], {""}
    while parts:
        shown = scene.html(step.start, step.seat, {}, None, parts.pop())
        if f'data-move="{line}"' in shown:
            return True
        for id in ACTS.findall(shown):
            part = id.removeprefix("part|")
            if part != id and part not in seen and _leads_on(scene.building(step.start, part), groups, played):
                seen.add(part)
                parts.append(part)
    return False


def _leads_on(bench, groups, played):
    """Whether nothing on the bench has to be undone to come to these monsters."""
    monsters = [{part.id for part in monster} for monster in bench.layout]
    fits = all(any(monster <= group for group in groups) for monster in monsters if monster & played)
    return fits and played.isdisjoint(bench.aside)


# ---------------------------------------------------------------- the course


def test_the_lessons_stand_in_the_order_of_telling():
    assert [lesson.id for lesson in COURSE.lessons] == [
        "parts", "whole", "doubling", "hand", "own", "declare", "growth", "ties", "reproduction", "mutation", "eras",
        "last", "end", "printed", "variants", "unclear",
    ]  # fmt: skip
    assert all(5 <= len(lesson.steps) <= 15 for lesson in COURSE.lessons)


def test_every_rule_to_be_taught_has_a_step():
    taught = {clause for step in COURSE.steps for clause in step.clauses}
    wanted = [clause.id for clause in BOOK.clauses.values() if clause.teach]
    assert len(wanted) == 90
    assert [clause for clause in wanted if clause not in taught] == []


def test_the_newcomer_begins_by_joining_two_parts():
    first = COURSE.steps[0]
    assert not first.is_question
    assert first.judge(first.solution).line.end.layouts[0] == (("G2a", "G5b"),)


def test_the_first_totals_are_just_the_sum():
    """No bonus comes up before it is told of: what the first monsters are worth can be added up by looking."""
    for id in ("first-monster", "each-alone"):
        end = COURSE.step(id).judge(COURSE.step(id).solution).line.end
        assert end.totals[0] == sum(end.part(card).value for card in cards_of(end.layouts[0]))


def test_what_only_the_answer_joins_is_imagined_before():
    """The board of a question shows the parts of a hand one by one, so the text may not speak of them as joined."""
    for step in COURSE.steps:
        joins = any("+" in line for line in step.reveal) or step.ask in ("value", "whole")
        if joins and step.ask in ("total", "value", "whole"):
            assert re.search(r"[Ii]magine|if you join", f"{step.say} {step.task}"), step.id


def test_who_solves_a_final_count_wins_it():
    """ "B wins the game." after a right answer would sound like a defeat."""
    for step in COURSE.steps:
        if step.lesson == "end" and not step.is_question:
            line = step.judge(step.solution).line
            assert scene.headline(line.end, step.seat, line.plies[-1])[0] == "You win the game.", step.id


@pytest.mark.parametrize(
    ("id", "said"),
    [("your-starters", "A takes the purple cross set."), ("words-first", "A does not play all cards.")],
)
def test_what_a_player_does_is_told_in_the_third_person(id, said):
    step = COURSE.step(id)
    line = step.judge(step.solution).line
    assert scene.headline(line.end, 0, line.plies[-1])[0] == said


def test_a_wrong_answer_is_not_headed_by_a_won_round():
    """With a weaker layout the learner may win the round, too, and yet the task is not met."""
    step = COURSE.step("doubles-the-pair")
    judged = step.judge("A grow G1a G6a P3a")
    assert scene.headline(judged.line.end, 0, judged.line.plies[-1])[0] == "You win the round."
    assert step.verdict("A grow G1a G6a P3a", judged) == "Not yet."


def test_marks_first_come_up_in_their_lesson():
    """No part with a doubling mark lies on the table before a mark has been explained."""
    for step in COURSE.steps:
        if step.lesson in ("parts", "whole"):
            cards = [card for hand in step.start.hands for card in hand]
            cards += [card for layout in step.start.layouts for card in cards_of(layout)]
            assert not any(step.start.part(card).doubles for card in cards), step.id


@pytest.mark.parametrize(("id", "number"), [("nineteen", 19), ("twenty-seven", 27), ("thirty-two", 32)])
def test_the_printed_hand_is_built_to_its_printed_totals(id, number):
    step = COURSE.step(id)
    assert step.start.hands[0] == ("G1a", "G6a", "O1a", "O5b", "P4a")
    assert step.judge(step.solution).line.end.totals[0] == number
    assert step.goal["total"] == number


def test_the_printed_round_is_one_round():
    """Each step of the printed round begins where the one before it has ended, as far as it goes."""
    table = COURSE.step("andrey-hides").start
    for line in (
        "A aside OD4", "B all", "A grow O1b+P1b+G1c+P1c", "B grow PX6+P2a O3b+G1b+G2b", "B take PX6", "B keep O3b",
    ):  # fmt: skip
        table = table.play(table.read_move(line))
    asked = COURSE.step("andrey-keeps").start
    for name in ("layouts", "aside", "discards", "decks", "order", "said", "winner"):
        assert sorted(map(str, getattr(asked, name) if name != "winner" else [asked.winner])) == sorted(
            map(str, getattr(table, name) if name != "winner" else [table.winner])
        ), name
    ended = asked.play(asked.read_move("A keep OD4"))
    assert len(ended.discard) == 7
    assert ended.discards == (("OD4",), ("PX6", "O3b"))


@pytest.mark.parametrize(
    ("one", "other", "ruling"),
    [
        ("no-loops", "with-loops", "loops"),
        ("bonus-before", "bonus-after", "doubling-scope"),
        ("common-deck", "starters-in-the-box", "unused-starters"),
        ("reshuffle-when-needed", "reshuffle-when-emptied", "own-reshuffle"),
        ("hand-counts", "holdings-count", "elimination"),
        ("finish-the-draw", "fresh-draw", "era-change-remaining"),
        ("somebody-can", "all-must-play", "able-to-play"),
        ("more-cards-win", "strength-wins", "winning-criterion"),
    ],
)
def test_the_same_table_comes_to_something_else_under_another_reading(one, other, ruling):
    one, other = COURSE.step(one), COURSE.step(other)
    for name in ("hands", "layouts", "decks", "discards", "common"):
        assert getattr(one.start, name) == getattr(other.start, name)
    assert (one.ask, one.about) == (other.ask, other.about)
    assert one.solution != other.solution
    assert one.start.rulings == one.start.rulings.defaults("teratozoic")
    assert one.start.rulings.with_(ruling, other.start.rulings[ruling]) == other.start.rulings
    assert other.start.rulings[ruling] in other.assumed


def test_every_goal_and_question_of_the_game_is_set_somewhere():
    assert {name for step in COURSE.steps for name in step.goal} == set(GOALS) | {"cites"}
    assert {step.ask for step in COURSE.steps if step.is_question} == set(QUESTIONS)


# ---------------------------------------------------------------- each step


@STEPS
def test_the_solution_is_right_and_says_what_happened(step):
    judged = step.judge(step.solution)
    assert judged.right
    assert judged.told == step.after
    assert judged.clause in step.clauses


@STEPS
def test_each_wrong_answer_is_wrong_for_its_own_reason(step):
    legal = [] if step.is_question else legal_lines(step)
    for wrong in step.wrong:
        answers = [line for line in legal if wrong.covers(line)] if wrong.is_group else [wrong.answer]
        if not answers:
            assert wrong.is_group
            continue
        for answer in answers:
            judged = step.judge(answer)
            if judged.right or step.explanation(answer) != wrong:
                assert wrong.is_group
                continue
            assert judged.told == wrong.because
            assert judged.clause in BOOK.clauses
            assert judged.reasons or judged.clause == wrong.clause


@STEPS
def test_every_answer_is_right_or_explained(step):
    answers = step.options if step.is_question else legal_lines(step)
    for answer in answers:
        assert step.judge(answer).right or step.explanation(answer)
    assert len(set(answers)) == len(answers)


@STEPS
def test_a_total_named_in_an_explanation_is_what_the_answer_comes_to(step):
    """ "27: the green pair is right" must come to 27, "Less than 39" to less."""
    if step.is_question:
        return
    for line in legal_lines(step):
        judged, told = step.judge(line), step.explanation(line)
        if judged.right or told is None or not isinstance(step.start.read_move(line), Grow | Rebuild):
            continue
        total = judged.line.end.totals[step.seat]
        if named := re.match(r"(\d+):", told.because):
            assert total == int(named[1]), line
        if named := re.search(r"[Ll]ess than (\d+)", told.because):
            assert total < int(named[1]), line


@MOVES
def test_the_learner_has_a_choice(step):
    legal = legal_lines(step)
    assert step.seat == (1 if step.lesson == "printed" and "Sveta" in step.title else 0)
    assert len(legal) >= 2
    right = sum(step.judge(line).right for line in legal)
    assert 1 <= right < len(legal)


@STEPS
def test_a_best_total_is_the_best(step):
    if step.goal.get("best"):
        end = step.judge(step.solution).line.end
        parts = tuple(map(end.part, step.start.hands[step.seat]))
        assert end.totals[step.seat] == best_total(parts, end.rulings)


# ---------------------------------------------------------------- the positions could have come about


@STEPS
def test_no_hand_has_more_than_five_cards_and_no_minimum_is_missed(step):
    table = step.start
    for seat in range(table.players):
        cards = [*table.hands[seat], *table.aside[seat], *cards_of(table.layouts[seat])]
        assert len(cards) <= 5 + (step.lesson == "ties")
        if table.aside[seat]:
            assert len(cards) - len(table.aside[seat]) >= table.era_card.minimum
        if cards and len(cards) < 5 and step.lesson not in ("parts", "whole", "doubling", "unclear"):
            robbed = any(table.discards) or table.last or table.aside[seat]
            assert robbed, "five cards, fewer only in the last era or when some were taken"


@STEPS
def test_the_position_can_be_built_again(step):
    found = step.start.as_position()
    assert position(**found) == step.start


# ---------------------------------------------------------------- the text


@STEPS
def test_the_text_is_short_and_set_well(step):
    assert len(step.title) <= 22
    assert len(step.hints) in (2, 3)
    assert len(step.say) <= 150
    assert len(step.task) <= 120
    for text in texts(step):
        assert text == text.strip()
        assert "  " not in text
        assert "'" not in text and '"' not in text
        assert not re.search(r"(^| )-\d", text), "a minus sign is −"
        assert not re.search(r"[!…]", text), "the voice is calm"
    for text in (step.say, step.task, step.after, *step.hints, *(wrong.because for wrong in step.wrong)):
        assert text.endswith((".", "?")), text


@STEPS
def test_a_named_part_is_on_the_table(step):
    """ "the orange 4" in a task or what leads to it is a card that lies somewhere before the learner."""
    table = step.start
    cards = [card for pile in (*table.hands, *table.aside, *table.spare, *table.discards) for card in pile]
    cards += [card for layout in table.layouts for card in cards_of(layout)] + list(table.common[:5])
    there = {card[0] + str(table.part(card).value) for card in cards}
    for text in (step.say, step.task):
        for colour, value in re.findall(r"\b(green|orange|purple) ([1-6])\b", text):
            assert COLOURS[colour] + value in there, text


# ---------------------------------------------------------------- on the board


@MOVES
def test_the_solution_can_be_pointed_at(step):
    if isinstance(step.start.read_move(step.solution), Grow | Rebuild):
        assert played_by_hand(step, step.solution)
    else:
        assert step.solution in pointed_at(step, {step.solution})


@MOVES
def test_every_explained_answer_can_be_pointed_at(step):
    wanted = {wrong.answer for wrong in step.wrong if not wrong.is_group}
    lines = [line for line in wanted if isinstance(step.start.read_move(line), Grow | Rebuild)]
    for line in lines:
        if not step.start.why_not(step.start.read_move(line)):
            assert played_by_hand(step, line), line
    assert wanted - set(lines) <= pointed_at(step, wanted - set(lines))


@MOVES
def test_what_is_built_by_pointing_is_written_as_the_menu_writes_it(step):
    """An explanation is found by how its answer is written, so the board must write layouts as the menu does."""
    for line in legal_lines(step):
        move = step.start.read_move(line)
        if isinstance(move, Grow | Rebuild):
            order = {card: place for place, card in enumerate(cards_of(legal_layout(step)))}
            assert [sorted(monster, key=order.__getitem__) for monster in move.monsters] == list(
                map(list, move.monsters)
            )


def legal_layout(step):
    """The cards as they lie on the bench at first."""
    return tuple(tuple(part.id for part in monster) for monster in scene.building(step.start, "").layout)


@STEPS
def test_nothing_is_given_away_before_the_answer(step):
    if step.is_question:
        line = step.reveals()
        last = line.plies[-1] if line.plies else None
        html = scene.riddle_html(step.start, step.seat, step.options, last)
        assert "is-lit" not in html
        assert "ts-total" not in html
        assert scene.riddle_text(step.start, step.seat, last)
        if step.ask == "seen":
            hidden = step.start.hands[1]
            assert not any(card in html for card in hidden)
    else:
        assert marks(scene, step.start, step.seat)


def shown_joined(html):
    """The monsters of a picture that have more than one part, by their names on the cards."""
    drawn = [set(re.findall(r'class="tz-id"[^>]*>([^<]+)<', svg)) for svg in html.split('class="tz tz-monster"')[1:]]
    return [names for names in drawn if len(names) > 1]


@STEPS
def test_what_a_question_imagines_joined_is_drawn_joined_and_nothing_is_told_of_it(step):
    last = step.reveals().plies[-1] if step.is_question and step.reveal else None
    if last is None or not isinstance(last.move, Grow | Rebuild):
        assert "imagine" not in f"{step.say} {step.task}".lower()
        return
    html = scene.riddle_html(step.start, step.seat, step.options, last)
    own = html.partition('class="ts-others"')[0]
    assert shown_joined(own) == [set(monster) for monster in last.move.monsters if len(monster) > 1]
    assert all(own.count(f">{card}</text>") == 1 for card in cards_of(last.move.monsters)), "each lies there once"
    assert "tz-plaque" not in own and "whole" not in own
    text = scene.riddle_text(step.start, step.seat, last).partition("\nB:")[0]
    assert "Monsters: " in text and "Hand: " not in text and "total" not in text


def shown(step):
    """All that the board of a step can say, before and after its solution, as a picture and in plain text."""
    last = (step.reveals().plies or (None,))[-1] if step.is_question else None
    line = step.judge(step.solution).line
    end = line.plies[-1] if line.plies else None
    yield scene.riddle_html(step.start, step.seat, (), last)
    yield scene.riddle_text(step.start, step.seat, last)
    if not step.is_question:
        yield scene.html(step.start, step.seat, {}, None)
        yield scene.text(step.start, step.seat, None)
    yield scene.html(line.end, step.seat, {}, end)
    yield scene.text(line.end, step.seat, end)


def test_the_board_says_no_word_of_a_round_before_a_step_has_told_it():
    words = {"first player": "first player", "playing all": "play all", "goes first": "first player"}
    told, met = "", set()
    for step in COURSE.steps:
        told += f"{step.say} {step.task} "
        for text in shown(step):
            for word, by in words.items():
                if word in text:
                    met.add(word)
                    assert by in told, (step.id, word)
    assert met == set(words)


def test_a_card_drawn_in_a_tie_lies_on_the_bench_once():
    for id in ("use-it", "take-apart"):
        step = COURSE.step(id)
        assert scene.html(step.start, 0, {}, None).count(">GX6<") == 1
        assert "has decided" in scene.html(step.start, 0, {}, None).partition('aria-label="B"')[2]
        assert "has decided" not in scene.html(step.start, 0, {}, None).partition('aria-label="B"')[0]


@STEPS
def test_nobody_sees_the_hands_of_others(step):
    table, seat = step.start, step.seat or 0
    if not table.ended:
        html = scene.html(table, seat, {}, None)
        for who in range(table.players):
            if who != seat:
                assert not any(f">{card}<" in html for card in (*table.hands[who], *table.aside[who]))
