"""Does the Contest lab settle, explain and refuse as the rule functions do, without a browser?"""

from __future__ import annotations

import re
from random import Random

import pytest

from teyra_kit.core import Rulings, rulebook
from teyra_kit.teyra.campaigns import Standing, assess
from teyra_kit.teyra.cards import KEY, Card, Sorter, player_cards, readings
from teyra_kit.teyra.contests import judge
from teyra_kit.teyra.examples import evaluate, examples
from teyra_kit.teyra.labs.contest import (
    MATTER,
    ContestLab,
    Side,
    Situation,
    alternatives,
    answer,
    events,
    expected,
    load,
    outcome,
    printed,
)
from teyra_kit.ui import Shared

BOOK = rulebook(KEY)


@pytest.fixture
def lab() -> ContestLab:
    """A fresh lab."""
    return ContestLab()


def drawn(random: Random, deck: list[Card]) -> tuple[str, ...]:
    """Some cards off the deck: any, or low ones, Aces and what makes an Elite Force."""
    telling = random.random() < 0.6
    cards = [card for card in deck if not telling or card.type == "ace" or card.value in (2, 3, 10)]
    found = cards[: random.choice((0, 1, 2, 2, 3, 5, 6))]
    for card in found:
        deck.remove(card)
    return tuple(card.code for card in found)


def some(random: Random) -> Situation:
    """Any situation that a table can have."""
    while True:
        players = random.randint(2, 4)
        deck = sorted(player_cards())
        random.shuffle(deck)
        sides = tuple(
            Side(cards=drawn(random, deck))
            if random.random() < 0.4
            else Side(random.choice((0, 12, 15, 21, 22, 30)), random.choice((0, 0, 1, 2, 3, 4)), random.random() < 0.8)
            for _ in range(players)
        )
        now = Situation(sides, random.randrange(players), random.randrange(players) if players > 2 else None)
        if now.problem is None:
            return now


def some_rulings(random: Random) -> Rulings:
    """Any readings of the rulings that matter here."""
    return Rulings.of(KEY, {id: random.choice(BOOK.ruling(id).readings).id for id in MATTER})


def ids(html: str) -> list[str]:
    return re.findall(r'data-id="([^"]+)"', html)


def test_three_examples_are_printed() -> None:
    assert list(printed()) == ["multi-away", "multi-home", "multi-tie"]


@pytest.mark.parametrize("id", list(printed()))
def test_a_printed_example_is_one_click_away_and_agrees(lab: ContestLab, id: str) -> None:
    lab.pick("case|")
    assert f"case|{id}" in ids(lab.head.html)
    lab.pick(f"case|{id}")
    example = examples()[id]
    for what in ("totals", "bust", "ranks"):
        assert [*lab.answer.result[what].values()] == [*evaluate(example.given)[what].values()]
    assert outcome(lab.answer.result) == expected(example)
    assert alternatives(lab.now, lab.shared.rulings).keys() <= set(MATTER)
    assert (f"{expected(example)['winner']} wins" if example.expect["winner"] else "Nobody wins") in lab.log.say
    assert all(f"{name} is {who}" in lab.plate.html for name, who in zip("ABCD", example.given["players"], strict=True))


def test_random_situations_agree_with_the_contest_rules() -> None:
    random = Random(4)
    for _ in range(400):
        now, rulings = some(random), some_rulings(random)
        found = answer(now, rulings)
        verdict = judge(found.standings, now.first, now.defender, readings(rulings))
        assert verdict == found.verdict
        winner = "" if found.verdict.winner is None else now.names[found.verdict.winner]
        assert found.result["winner"] == winner
        assert found.result["morale"] == {now.names[seat]: -lost for seat, lost in found.verdict.losses}
        steps = events(now, rulings, found)
        assert all(step.clause in BOOK.clauses for step in steps)
        assert [step.clause for step in steps if step.key] == [found.verdict.clause]


def test_no_other_ruling_matters_and_those_that_do_are_shown() -> None:
    random, seen = Random(5), set()
    for _ in range(40):
        now, rulings = some(random), some_rulings(random)
        result, changing = outcome(evaluate(now.given(rulings))), set()
        for ruling in BOOK.rulings.values():
            others = (rulings.with_(ruling.id, reading.id) for reading in ruling.readings)
            if any(outcome(evaluate(now.given(other))) != result for other in others):
                changing.add(ruling.id)
        assert set(alternatives(now, rulings)) == changing
        seen |= changing
    assert len(seen) > 5


def test_everything_is_set_by_pointing(lab: ContestLab) -> None:
    for id in ("players|3", "first|2", "defender|1", "more|0", "elite|2|4", "by|1|none"):
        assert id in ids(lab.head.html + lab.plate.html)
        lab.plate.pick(id)
        assert not lab.plate.error
    lab.plate.enter("total|0", " 9 ")
    assert lab.now == Situation((Side(9), Side(25, 0, False), Side(10, 4)), 2, 1)
    assert lab.example == ""
    lab.pick("players|2")
    assert lab.now.defender is None and "Defender" not in lab.head.html


def test_what_cannot_be_is_refused_with_the_way_out(lab: ContestLab) -> None:
    lab.pick("case|multi-away")
    for value in ("31", "-1", "x<b>", "", "1.5", "99999"):
        lab.plate.enter("total|0", value)
        assert lab.now == load("multi-away") and "0 to 30" in lab.plate.say
        assert "<b>x" not in lab.plate.html and not lab.plate.error
    lab.pick("elite|1|1")
    assert lab.now == load("multi-away") and "elite.five" in lab.plate.html
    lab.pick("by|3|none")
    away = lab.now
    lab.pick("more|3")
    assert lab.now == away and "“Total” at D" in lab.plate.say
    lab.pick("by|3|total")
    assert lab.refused is None


@pytest.mark.parametrize(
    ("sides", "first", "defender", "word"),
    [
        ((Side(),), 0, None, "sides"),
        ((Side(31), Side()), 0, None, "total"),
        ((Side(elite=5), Side()), 0, None, "elite"),
        ((Side(), Side()), 2, None, "first"),
        ((Side(), Side()), 0, 0, "defender"),
        ((Side(), Side(), Side()), 0, None, "defender"),
    ],
)
def test_a_situation_that_makes_no_sense_says_what_is_allowed(
    sides: tuple[Side, ...], first: int, defender: int | None, word: str
) -> None:
    with pytest.raises(ValueError, match=f"{word} .*allowed"):
        Situation(sides, first, defender)


def test_readings_are_shared_and_the_verdict_follows() -> None:
    shared = Shared("teyra")
    lab = ContestLab(shared)
    lab.pick("by|0|none")
    lab.plate.enter("total|2", "24")
    assert lab.answer.result["morale"] == {"C": -1}
    assert "read|defender-bust|literal-number" in ids(lab.panel.html)
    lab.panel.pick("read|defender-bust|literal-number")
    assert shared.rulings["defender-bust"] == "literal-number"
    assert lab.answer.result["morale"] == {} and "Nobody loses Morale" in lab.log.html
    shared.set(Rulings.defaults(KEY), None)
    assert "C loses 1 Morale" in lab.log.html


def test_an_example_under_another_reading_says_that_it_differs(lab: ContestLab) -> None:
    lab.pick("case|multi-away")
    lab.panel.pick("read|multi-prestige|reward-only")
    assert "otherwise than the rulebook prints" in lab.plate.html and "A gains no Prestige" in lab.log.html


def test_the_lab_says_that_no_area_counts(lab: ContestLab) -> None:
    assert "bust is above 21" in lab.head.html


# ---------------------------------------------------------------- a campaign of cards


@pytest.mark.clause("resolve.totals", "elite.order")
def test_a_campaign_is_laid_card_by_card_and_its_total_follows(lab: ContestLab) -> None:
    lab.pick("case|multi-away")
    lab.plate.pick("by|1|cards")
    assert lab.now.sides[1] == Side(25, cards=()) and not lab.now.sides[1].here
    for code in ("BA", "M10"):
        assert f"lay|1|{code}" in ids(lab.plate.html)
        lab.plate.pick(f"lay|1|{code}")
    found = lab.answer
    assert found.standings[1] == assess(Sorter().row(["BA", "M10"])) == Standing(21, rank=4)
    assert found.result["winner"] == "B" and "Wild Boar Ace and Monitor Lizard 10" in lab.log.html
    assert re.search(r'data-id="elite|1|4" aria-pressed="true"', lab.plate.html)
    lab.plate.pick("lay|1|K9")
    assert lab.answer.standings[1] == Standing(20)
    lab.plate.pick("take|1|0")
    assert lab.now.sides[1].cards == ("M10", "K9") and lab.answer.standings[1].total == 19
    lab.plate.pick("by|1|total")
    assert lab.now.sides[1] == Side(19)
    lab.pick("case|multi-away")
    assert lab.now == load("multi-away") and lab.example == "multi-away"


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_an_elite_force_is_laid_with_one_press(lab: ContestLab, rank: int) -> None:
    lab.pick("by|0|cards")
    lab.plate.pick(f"elite|0|{rank}")
    assert lab.answer.standings[0].rank == rank and not lab.answer.standings[0].bust
    assert f"rank {rank}" in lab.log.html
    lab.plate.pick("elite|0|0")
    assert lab.now.sides[0].cards == ()


@pytest.mark.clause("box.aces", "box.folk", "box.vanguards")
def test_the_box_holds_so_many_cards_and_no_more(lab: ContestLab) -> None:
    lab.pick("by|0|cards")
    lab.pick("by|2|cards")
    for seat in (0, 2):
        lab.pick(f"lay|{seat}|KA")
    lab.pick("lay|0|KA")
    assert "All 2 copies of Asian Koel Ace lie in campaigns. Take one away first" in lab.plate.say
    assert "box.aces" in lab.plate.html and lab.now.sides[0].cards == ("KA",)
    assert re.search(r'data-id="lay\|2\|KA" aria-label="Lay Asian Koel Ace: 0 left" aria-disabled', lab.plate.html)
    for suit in "BBMMOO":
        lab.pick(f"lay|2|{suit}A")
    lab.pick("elite|0|2")
    assert "The box holds no more card A" in lab.plate.say and lab.now.sides[0].cards == ("KA",)
    lab.plate.pick("lay|0|X9")
    assert "allowed: " in lab.plate.error
    lab.pick("more|0")
    assert "follows from the cards" in lab.plate.say


def test_cards_that_another_reading_of_the_deck_has_not_are_taken_away() -> None:
    shared = Shared(KEY)
    lab = ContestLab(shared)
    lab.pick("by|0|cards")
    for code in ("B10", "B9"):
        lab.pick(f"lay|0|{code}")
    shared.set(Rulings.defaults(KEY).with_("deck-composition", "one-to-nine-twice"), None)
    assert lab.now.sides[0].cards == ("B9",)
    assert "lay|0|B1" in ids(lab.plate.html) and "lay|0|B10" not in ids(lab.plate.html)


@pytest.mark.clause("elite.what")
def test_a_bust_elite_force_of_cards_follows_the_reading() -> None:
    lab = ContestLab()
    lab.pick("by|0|cards")
    for code in ("BA", "KV", "M5", "M6"):
        lab.pick(f"lay|0|{code}")
    rulings = Rulings.of(KEY, {"elite-pair-shape": "contained", "elite-bust": "elite-stands"})
    lab.shared.set(rulings, None)
    assert lab.answer.standings[0].rank == 3 and "which stands though 22 is bust" in lab.log.html
    lab.shared.set(rulings.with_("elite-bust", "bust-kills"), None)
    assert lab.answer.standings[0].rank == 0 and "So Ace and Vanguard is no Elite Force" in lab.log.html
