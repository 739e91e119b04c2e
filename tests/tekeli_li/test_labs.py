"""Does the Trick lab keep, refuse and explain as it should, without a browser?"""

from __future__ import annotations

import pytest

from teyra_kit.core import Rulings, rulebook
from teyra_kit.tekeli_li import Card
from teyra_kit.tekeli_li.examples import evaluate, examples
from teyra_kit.tekeli_li.labs import RulingsLab, Shared, Situation, TrickLab, load, trick
from teyra_kit.tekeli_li.labs.rulings import outcomes, replay

RULINGS = Rulings.defaults("tekeli_li")


@pytest.fixture
def lab() -> TrickLab:
    """A fresh lab."""
    return TrickLab()


def lay(lab: TrickLab, *ids: str) -> None:
    for id in ids:
        lab.pick(f"card|{id}")
        assert lab.refused is None, lab.refused


@pytest.mark.parametrize("id", trick.SHOWN)
def test_each_example_comes_to_what_the_engine_says(id: str) -> None:
    now, result = load(id), evaluate(examples()[id].given)
    judged = now.read.judged
    assert judged is not None
    assert judged.continues == result["continues"]
    if not judged.continues:
        assert judged.taker == "ABCDEF".index(result["taker"])
        assert judged.next_leader == "ABCDEF".index(result["next_leader"])


@pytest.mark.parametrize("id", trick.FILLED)
def test_a_filled_card_is_one_of_those_that_fit(id: str) -> None:
    for seat, card in trick.FILLED[id].items():
        assert card in examples()[id].given["any"][seat]


def test_assumed_cards_are_marked_with_a_reason() -> None:
    found = load("ex-5").assumed()
    assert set(found) == {1, 2, 3}
    assert found[1] == "The rulebook’s picture of B’s card cannot be read; Water 7 fits its text."
    assert "does not give C’s card" in load("ex-2").assumed()[2]


def test_a_trick_is_laid_card_by_card(lab: TrickLab) -> None:
    lab.pick("clear")
    lay(lab, "blue-3", "blue-4", "blue-6", "blue-5")
    assert lab.now.verdict == ("C takes the trick.", "4 cards, −140 points. D leads next.")
    assert lab.tray.say == "D plays Water 5, Deep One, costs 10."
    lab.pick("place|3")
    lab.pick("back")
    assert lab.now.verdict[0] == "D plays next."
    lab.pick("back")
    assert lab.now.verdict[0] == "C plays next."


def test_a_gap_waits(lab: TrickLab) -> None:
    lab.pick("place|1")
    lab.pick("back")
    assert lab.now.verdict[0] == "B plays next."
    assert "waits" in lab.now.verdict[1]
    lay(lab, "blue-1")
    assert lab.now.verdict[0] == "A takes the trick."


def test_an_extra_round_opens_and_its_cards_rest_when_it_goes(lab: TrickLab) -> None:
    lab.pick("example|ex-eight-cards")
    assert lab.now.rounds == 2
    lab.panel.choose("event-continuation", "phone-continues")
    assert lab.now.rounds == 1
    assert lab.now.verdict[1].startswith("4 cards")
    lab.panel.reset()
    assert lab.now.rounds == 2
    assert lab.now.verdict[1].startswith("8 cards")


def test_three_rounds(lab: TrickLab) -> None:
    lab.panel.choose("event-continuation", "both-continue")
    lab.pick("clear")
    lay(lab, "blue-5", "blue-6", "red-3", "blue-1", "blue-2", "blue-4", "white-3", "blue-7")
    assert lab.now.rounds == 3
    lay(lab, "blue-8", "black-2", "red-5", "black-1")
    assert lab.now.verdict[0] == "A takes the trick."
    assert lab.now.effects()["event-stacking"] == ("Changes this trick", True)


def test_a_copy_too_many_is_refused_with_its_clause(lab: TrickLab) -> None:
    before = lab.now
    lab.pick("place|1")
    lab.pick("card|blue-8")
    assert lab.refused is not None
    assert lab.refused.clause == "contents.water-cards"
    assert lab.now.cards == before.cards
    assert lab.refused.text in lab.tray.say


def test_a_revoke_is_refused(lab: TrickLab) -> None:
    lab.pick("clear")
    lay(lab, "blue-8", "blue-2", "white-3", "blue-4", "blue-5", "blue-7")
    lab.pick("card|blue-1")
    assert lab.refused is not None
    assert lab.refused.clause == "follow.must"
    assert lab.refused.text.startswith("C plays Air 3 in round 1")
    lay(lab, "red-1")


def test_fewer_players_keep_what_fits_and_say_what_went() -> None:
    after, said = load("ex-1").seated(3)
    assert after.shown == (Card("blue-3"), Card("blue-4"), Card("blue-6"))
    assert said == "3 players. Taken off: D’s Water 5."
    after, said = load("ex-5").seated(6)
    assert after.shown[:4] == load("ex-5").shown
    assert after.picked == 4
    after, said = load("ex-6").seated(3)
    assert after.verdict[0] == "A takes the trick."


def test_a_card_left_in_the_box_says_so(lab: TrickLab) -> None:
    lab.pick("players|3")
    lab.pick("card|blue-1")
    assert lab.refused is not None
    assert lab.refused.clause == "setup.deck-3"
    assert lab.refused.fix == "It is in the deck for 4, 5 or 6 players."


def test_the_variant_needs_five_or_the_other_reading(lab: TrickLab) -> None:
    lab.pick("variant")
    assert lab.refused is not None
    assert not lab.now.variant
    assert "variant-eligibility" in lab.panel.html
    lab.panel.choose("variant-eligibility", "any-count")
    lab.pick("variant")
    assert lab.now.variant
    lab.panel.reset()
    assert not lab.now.variant
    lab.pick("players|5")
    lab.pick("variant")
    assert lab.now.variant
    lab.pick("players|4")
    assert not lab.now.variant
    assert "The variant is off" in lab.tray.say


def test_effects_are_honest() -> None:
    for id in trick.SHOWN:
        now = load(id)
        for ruling, (_, changes) in now.effects().items():
            readings = rulebook("tekeli_li").ruling(ruling).readings
            verdicts = {now.under(RULINGS.with_(ruling, reading.id)).verdict for reading in readings}
            if len(verdicts) > 1 and ruling != "variant-eligibility":
                assert changes, (id, ruling)


def test_an_error_changes_nothing(lab: TrickLab) -> None:
    before, html = lab.now, lab.plate.html
    lab.tray.pick("card|blue-9")
    assert "There is no card" in lab.tray.error
    assert lab.now == before
    assert lab.plate.html == html


def test_rulings_are_shared() -> None:
    shared = Shared("tekeli_li")
    lab, bench = TrickLab(shared), RulingsLab(shared)
    lab.pick("example|ex-8")
    bench.panel.choose("event-continuation", "phone-continues")
    assert lab.now.verdict[0] == "A takes the trick."
    assert shared.rulings == lab.now.rulings
    lab.panel.choose("event-continuation", "long-trip-continues")
    assert bench.panel.rulings == RULINGS


@pytest.mark.parametrize("ruling", [r.id for r in rulebook("tekeli_li").rulings.values() if r.readings])
def test_each_ruling_has_an_example_whose_readings_differ(ruling: str) -> None:
    cases = outcomes(ruling, RULINGS)
    assert cases
    assert any(len(set(ends.values())) > 1 for _, ends in cases)


def test_demonstrations_agree_with_the_worked_examples() -> None:
    for id, example in examples().items():
        if id.startswith("ruling-") and example.given["op"] == "turn":
            rulings = Rulings.of("tekeli_li", example.given.get("rulings", {}))
            replayed = replay(example.given, rulings)
            assert {key: replayed[key] for key in example.expect} == example.expect, id


def test_every_chip_of_the_lab_has_a_clause() -> None:
    clauses = rulebook("tekeli_li").clauses
    for id in trick.SHOWN:
        assert all(event.clause in clauses for event in load(id).events)


def test_a_situation_is_a_value() -> None:
    assert load("ex-3") == load("ex-3")
    assert Situation().verdict[0] == "A leads."
