"""Are the odds right, counted by hand too, and does the Odds tab lay, refuse, explain and draw as it should?"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from random import Random

import pytest

from teyra_kit.core import CHANCE, Rulings, rulebook
from teyra_kit.teyra import (
    Charge,
    Inspire,
    Intercept,
    Move,
    Pass,
    Play,
    Rouse,
    Table,
    assess,
    deal,
    defender_loss,
    odds,
    readings,
)
from teyra_kit.teyra.campaigns import PLAIN, Standing, best, totals
from teyra_kit.teyra.cards import KEY, Card, folk, number, player_cards
from teyra_kit.teyra.labs import OddsLab, Shared
from teyra_kit.teyra.labs.odds import CASES, Question, chart, limits
from teyra_kit.teyra.odds import deck_story, lowest_totals, most_of_a_suit, roused_totals

FOLK = folk()


@pytest.fixture
def lab() -> OddsLab:
    """A fresh lab."""
    return OddsLab()


def cards(*ids: str) -> tuple[Card, ...]:
    return tuple(map(Card, ids))


def under(ruling: str, reading: str) -> Rulings:
    return Rulings.defaults(KEY).with_(ruling, reading)


def clause_names(html: str) -> set[str]:
    return set(re.findall(r'data-id="\d+:([^"]+)"', html))


# ---------------------------------------------------------------- the numbers that were counted before


@pytest.mark.clause("resolve.bust", "card.folk")
@pytest.mark.parametrize(
    ("k", "low", "sets"),
    [(3, 46352, 59640), (4, 325528, 1028790), (5, 925864, 13991544)],
)
def test_random_folk_of_21_or_less(k: int, low: int, sets: int) -> None:
    ways = lowest_totals((), FOLK, draws=k, pick=k)
    assert ways.all == sets == comb(72, k)
    assert ways.at_most(21) == Fraction(low, sets)


def test_six_random_folk_are_seldom_21_or_less() -> None:
    assert round(float(lowest_totals((), FOLK, draws=6, pick=6).at_most(21)), 3) == 0.007


@pytest.mark.clause("elite.five")
def test_a_hand_holds_five_cards_of_21_or_less() -> None:
    seven, eight = (lowest_totals((), FOLK, draws=size, pick=5) for size in (7, 8))
    assert seven.at_most(21) == Fraction(459318984, 1473109704)
    assert round(float(eight.at_most(21)), 3) == 0.450


@pytest.mark.clause("kindred.trigger")
def test_a_hand_holds_so_many_of_a_suit() -> None:
    seven = most_of_a_suit((), FOLK, draws=7)
    assert seven.at_least(3) == Fraction(992840, 1203521)
    assert round(float(seven.at_least(4)), 3) == 0.242
    assert most_of_a_suit((), FOLK, draws=3).at_least(3) == Fraction(136, 2485)


@pytest.mark.clause("rouse.unseen", "resolve.bust")
@pytest.mark.parametrize("total", range(22))
def test_a_roused_folk_card_makes_a_campaign_bust(total: int) -> None:
    says = Fraction(0) if total < 11 else Fraction(1) if total > 19 else Fraction(total - 11, 9)
    assert roused_totals(total, FOLK).at_least(22) == says


@pytest.mark.clause("card.ace-values")
@pytest.mark.parametrize(
    ("ids", "says"),
    [
        (["BAa", "KAa"], (21, False)),
        (["BAa", "KVa"], (21, False)),
        (["BAa", "K10a"], (21, False)),
        (["BAa", "KAa", "K10a"], (21, False)),
        (["BAa", "KAa", "MAa"], (21, False)),
        (["BAa", "B10a", "K10a"], (21, False)),
        (["BAa", "KAa", "MAa", "OAa"], (14, False)),
        (["BAa", "KAa", "BVa", "KVa"], (22, True)),
    ],
)
def test_the_best_totals_with_aces(ids: list[str], says: tuple[int, bool]) -> None:
    assert best(totals(cards(*ids))) == says


@pytest.mark.clause("strategise.reshuffle", "contest.until")
@pytest.mark.parametrize(("players", "round", "phase", "after"), [(2, 3, "contest", 2), (3, 2, "contest", 9), (4, 2, "strategise", 16)])  # fmt: skip
def test_the_first_reshuffle_of_a_plain_game(players: int, round: int, phase: str, after: int) -> None:
    story = deck_story(players)
    first = next(stage for stage in story if stage.reshuffled_after is not None)
    assert (first.round, first.phase, first.reshuffled_after) == (round, phase, after)
    for place in range(0, 8, 2):
        assert story[place].drawn + story[place + 1].drawn == 14 * players, "a plain round uses 14 cards a player"
    assert {stage.turns for stage in story if stage.phase == "contest"} == {7}
    if players == 4:
        again = [stage for stage in story if stage.reshuffled_after is not None]
        assert [(stage.round, stage.phase, stage.reshuffled_after) for stage in again] == [
            (n, "strategise", 16) for n in (2, 3, 4)
        ]


@pytest.mark.clause("strategise.reshuffle")
def test_without_a_reshuffle_in_contest_the_hands_shrink_twice_as_fast() -> None:
    story = deck_story(2, readings(under("reshuffle-scope", "strategise-only")))
    third = next(stage for stage in story if (stage.round, stage.phase) == (3, "contest"))
    assert (third.drawn, third.left, third.turns) == (2, 0, 4)


@pytest.mark.clause("multi.defender-loss")
@pytest.mark.parametrize(("players", "most"), [(3, 8), (4, 12)])
def test_the_most_morale_a_defender_can_lose_by_contests(players: int, most: int) -> None:
    standings = {0: Standing(25, bust=True), **{seat: Standing(20) for seat in range(1, players)}}
    assert number("rounds") * defender_loss(standings, 0, readings()) == most


@pytest.mark.clause("end.ten-prestige")
@pytest.mark.parametrize("players", [2, 3])
def test_ten_prestige_is_out_of_reach_in_three_beginner_rounds(players: int) -> None:
    assert 3 * number(f"areas_per_round_{players}") == 9 < number("prestige_goal")


def test_the_doctest_of_the_module() -> None:
    assert doctest.testmod(odds) == (0, 2)


# ---------------------------------------------------------------- counted by hand


def low(some: tuple[Card, ...], pick: int) -> int:
    """The lowest total of `pick` cards: every choice of them, valued by the rules."""
    return min(min(totals(chosen)) for chosen in combinations(some, pick))


def strongest(some: tuple[Card, ...]) -> int:
    return max(sum(card.weight for card in some if card.suit is suit) for suit in {card.suit for card in some})


BOX = sorted(player_cards())
SMALL = [
    (tuple(rng.sample(BOX, 2 + seed % 9)), seed % 4)
    for seed in range(60)
    for rng in [Random(seed)]
]  # fmt: skip


@pytest.mark.clause("elite.five", "card.ace-values", "card.vanguard-value", "card.vanguard-weight", "kindred.trigger")
def test_the_odds_agree_with_every_hand_of_small_boxes() -> None:
    cases = 0
    for box, hold in SMALL:
        held, unseen = box[:hold], box[hold:]
        for draws in range(len(unseen) + 1):
            hands = [(*held, *drawn) for drawn in combinations(unseen, draws)]
            if not held and not draws:
                continue
            assert most_of_a_suit(held, unseen, draws).by == dict(sorted(Counter(map(strongest, hands)).items()))
            for pick in range(1, min(5, len(held) + draws) + 1):
                by = Counter(low(hand, pick) for hand in hands)
                assert lowest_totals(held, unseen, draws, pick).by == dict(sorted(by.items()))
                cases += 1
    assert cases > 500


@pytest.mark.clause("rouse.effect", "resolve.bust")
def test_rouse_agrees_with_laying_each_card_by_the_rules() -> None:
    for box, _ in SMALL:
        row, unseen = tuple(card for card in box[:3] if card.type != "ace"), box[3:]
        if unseen:
            busts = sum(assess((*row, card)).bust for card in unseen)
            total = assess(row).total
            assert roused_totals(total, unseen).at_least(PLAIN.limit + 1) == Fraction(busts, len(unseen))


@pytest.mark.clause("strategise.carry", "contest.draw", "contest.discard", "cleanup.cards", "strategise.reshuffle")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_story_of_the_deck_agrees_with_a_game_that_is_played(players: int) -> None:
    """Nobody passes, and of the legal plays one is taken that triggers nothing; the deck is measured in each Contest."""
    table, rng = deal(players=players, mode="beginner", seed=3), Random(0)
    left: dict[int, list[int]] = {}
    while table.outcome is None:
        if table.phase == "contest":
            left.setdefault(table.round, []).append(len(table.deck))
        table = table.play(table.sample_chance(rng) if table.to_move == CHANCE else quiet(table))
    story = deck_story(players)
    played = [lefts[place] for lefts in left.values() for place in (0, -1)]
    assert len(played) >= 6, "three rounds were played"
    assert played == [stage.left for stage in story][: len(played)]


KINDRED = (Charge, Rouse, Intercept, Inspire)


def quiet(table: Table) -> Move:
    """A move that is no pass and triggers nothing."""
    moves = [move for move in table.legal_moves() if not isinstance(move, Pass)]
    for move in moves:
        if not isinstance(move, Play) or not any(isinstance(then, KINDRED) for then in table.play(move).legal_moves()):
            return move
    raise AssertionError("every play triggers something")


# ---------------------------------------------------------------- the lab


def test_the_verdict_is_seen_and_spoken(lab: OddsLab) -> None:
    assert lab.now.verdict == ("You hold 5 cards of 21 or less in 31.2\xa0% of the hands.", "A hand of 7.")
    lab.pick("case|first-draw")
    assert lab.now.verdict[0] == "You hold 5 cards of 21 or less in 45.0\xa0% of the hands."
    assert " ".join(lab.now.verdict) in lab.plate.say
    assert lab.now.verdict[0] in lab.result.html
    assert "5383743999" not in lab.result.html
    assert f"{lab.now.chance.numerator}/<wbr>{lab.now.chance.denominator}" in lab.result.html


@pytest.mark.parametrize("id", CASES)
def test_every_case_is_answered_and_cites_its_clauses(lab: OddsLab, id: str) -> None:
    lab.pick(f"ask|{CASES[id].about}")
    lab.pick(f"case|{id}")
    assert lab.now == CASES[id].asked
    assert not lab.now.problems
    found = clause_names(lab.log.html)
    assert found
    assert found <= set(rulebook(KEY).clauses)
    assert "assumed" in lab.log.html


def test_what_is_known_changes_the_chance(lab: OddsLab) -> None:
    lab.pick("card|tray|B2")
    lab.pick("card|tray|B2")
    assert lab.now.mine == ("B2", "B2")
    assert lab.now.chance == lowest_totals(cards("B2a", "B2b"), lab.now.unseen, 5, 5).at_most(21)
    assert len(lab.now.unseen) == 70
    lab.pick("move|gone")
    lab.pick("card|tray|B3")
    assert len(lab.now.unseen) == 69
    lab.pick("card|gone|B3")
    lab.pick("card|mine|B2")
    assert (lab.now.mine, lab.now.gone) == (("B2",), ())
    for _ in range(5):
        lab.pick("back")
    assert lab.now == CASES["first-hand"].asked
    assert not lab.past


@pytest.mark.clause("card.vanguard-weight", "card.ace-values", "cleanup.cards")
def test_vanguards_and_aces_come_by_a_reshuffle(lab: OddsLab) -> None:
    lab.pick("move|added")
    for code in ("BV", "BA", "BA"):
        lab.pick(f"card|tray|{code}")
    assert len(lab.now.unseen) == 75
    assert {"card.ace-values", "card.vanguard-value", "cleanup.cards"} <= clause_names(lab.log.html)
    lab.pick("card|tray|BA")
    assert "No Boar Ace is left" in lab.plate.say
    lab.pick("ask|suit")
    assert "card.vanguard-weight" in clause_names(lab.log.html)
    lab.shared.set(under("special-card-disposal", "own-piles"), None)
    assert lab.now.verdict[0] == "Under the reading own-piles only Folk ever lie in the deck."


def test_a_card_that_cannot_go_there_says_why_and_nothing_changes(lab: OddsLab) -> None:
    before = lab.now
    for move, code, says in (("gone", "KV", "piles of their own"), ("added", "K4", "in the deck from the start")):
        lab.pick(f"move|{move}")
        lab.pick(f"card|tray|{code}")
        assert says in lab.plate.say
        assert says in lab.plate.html
        assert lab.now == before
    lab.plate.pick("card|mine|K4")
    assert "There is no Koel 4" in lab.plate.error
    assert lab.now == before


@pytest.mark.parametrize(
    ("set_up", "says", "fix", "clause"),
    [
        (["size|2"], "A hand of 2 does not hold 5 cards.", "Choose 5 cards in hand, or 2 together.", "elite.five"),
        (["pick|2", "size|2", "card|tray|K2", "card|tray|K3", "card|tray|K4"], "You hold 3 cards, but the hand has 2.",
         "Put 1 back, or choose 3 cards in hand.", "setup2.hand"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_said_with_a_way_out(lab: OddsLab, set_up, says, fix, clause) -> None:
    for id in set_up:
        lab.pick(id)
    assert lab.now.verdict == (says, fix)
    assert clause in clause_names(lab.log.html)
    lab.pick("chart")
    assert "A chart needs an answer above." in lab.chart.html


@pytest.mark.parametrize("typed", ["", "-1", "2.5", "99", "1234", "<b>", "²", "٣"])
def test_a_total_that_is_none_is_refused(lab: OddsLab, typed: str) -> None:
    before = lab.now
    lab.enter("total", typed)
    assert lab.now == before
    assert "otal" in lab.plate.say
    assert "<b>”" not in lab.plate.html


def test_a_total_is_stepped_and_typed(lab: OddsLab) -> None:
    lab.pick("more")
    assert lab.now.total == 22
    lab.enter("total", " 15 ")
    lab.pick("less")
    assert lab.now.total == 14
    lab.enter("total", "0")
    lab.pick("less")
    assert lab.now.total == 0
    assert lab.now.verdict[0] == "You hold 5 cards of 0 or less: never."


@pytest.mark.clause("card.folk")
def test_another_reading_of_the_deck_changes_the_cards(lab: OddsLab) -> None:
    lab.pick("card|tray|B10")
    lab.shared.set(under("deck-composition", "one-to-nine-twice"), None)
    assert lab.now.mine == ()
    assert 'data-id="card|tray|B1"' in lab.plate.html
    assert 'data-id="card|tray|B10"' not in lab.plate.html
    assert lab.now.chance == lowest_totals((), folk("one-to-nine-twice"), 7, 5).at_most(21)
    lab.pick("back")
    assert lab.now.mine == ()
    assert lab.now.rulings == lab.shared.rulings


def test_a_link_asks_its_question_and_a_stale_one_nothing(lab: OddsLab) -> None:
    before = lab.now
    lab.open_link("nonsense")
    assert lab.now == before
    lab.open_link("rouse")
    assert lab.now.about == "rouse" and 'data-id="ask|rouse" aria-pressed="true"' in lab.head.html


def test_the_limits_are_those_of_the_rulebook_and_of_the_areas(lab: OddsLab) -> None:
    assert limits() == (21, 17)
    lab.pick("ask|rouse")
    lab.pick("limit|17")
    assert lab.now.chance == Fraction(5, 9)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deck_is_told_phase_by_phase(lab: OddsLab, players: int) -> None:
    lab.pick("ask|deck")
    lab.pick(f"players|{players}")
    first = next(stage for stage in deck_story(players) if stage.reshuffled_after is not None)
    assert f"round {first.round}" in lab.now.verdict[0]
    assert f"after {first.reshuffled_after} draws" in lab.now.verdict[0]
    assert lab.plate.html.count("<tr") == 9


def test_a_lab_that_opens_late_takes_the_rulings_in_force() -> None:
    shared = Shared(KEY)
    shared.set(under("deck-composition", "one-to-nine-twice"), None)
    assert OddsLab(shared).now.rulings == shared.rulings


# ---------------------------------------------------------------- the chart

DRAW = """
import sys
from teyra_kit.teyra.labs.odds import CASES, OddsLab
lab = OddsLab()
print("matplotlib" in sys.modules)
lab.pick("chart")
print("matplotlib" in sys.modules, "matplotlib.pyplot" in sys.modules)
for id in CASES:
    lab.pick(f"case|{id}")
    print(lab.chart.html)
"""


def test_matplotlib_is_loaded_when_the_chart_is_asked_for_and_draws_the_same_each_time() -> None:
    said = [
        subprocess.run(
            [sys.executable, "-c", DRAW], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        for seed in ("1", "2")
    ]  # fmt: skip
    assert said[0].stdout == said[1].stdout
    assert said[0].stdout.startswith("False\nTrue False\n")
    assert not said[0].stderr


@pytest.mark.parametrize("about", ["total", "suit"])
def test_the_columns_are_all_that_can_be(about: str) -> None:
    drawn = chart(Question(about=about))
    assert sum(column.share for column in drawn.columns) == 1
    assert sum(column.share for column in drawn.columns if column.good) == Question(about=about).chance
    assert max(column.share for column in drawn.columns) <= drawn.top


def test_the_chart_is_told_in_words_and_takes_its_colours_from_the_page(lab: OddsLab) -> None:
    lab.pick("ask|rouse")
    lab.pick("chart")
    assert lab.chart.html.count('role="img"') == 2
    assert "14: 33.3\xa0%" in lab.chart.html
    assert not re.search(r"#[0-9a-f]{6}\b", re.sub(r'url\(#\w+\)|id="\w+"', "", lab.chart.html))
    ids = re.findall(r' id="([^"]+)"', lab.chart.html)
    assert len(ids) == len(set(ids))
    lab.pick("chart")
    assert "<svg" not in lab.chart.html
