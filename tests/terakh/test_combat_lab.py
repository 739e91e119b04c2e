"""Does the Combat lab say what the engine does, for any fighters, helpers, cards and readings, without a browser?"""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

import pytest

from teyra_kit.core import Rulings, rulebook
from teyra_kit.terakh import combat
from teyra_kit.terakh.board import KEY
from teyra_kit.terakh.combat import DIE, WAYS, succeeds
from teyra_kit.terakh.labs.combat import (
    CARDS,
    KINDS,
    MATTER,
    CombatLab,
    Duel,
    Fighter,
    attack_lines,
    case,
    fighter,
    planned,
    throw,
)
from teyra_kit.terakh.units import IDOLS
from teyra_kit.ui import Shared

BOOK = rulebook(KEY)
PLAIN = Rulings.defaults(KEY)


@pytest.fixture
def lab() -> CombatLab:
    """A fresh lab whose dice are known."""
    return CombatLab(chance=Random(5))


def some_fighter(random: Random) -> Fighter:
    """Any unit."""
    return Fighter(
        random.choice(list(KINDS)), random.choice(IDOLS), "".join(sorted(random.choices("AD", k=random.randint(0, 3))))
    )


def some_duel(random: Random) -> Duel:
    """Any duel, possible or not."""
    attacker = some_fighter(random)
    cards = [(side, key) for side, keys in CARDS.items() for key in keys if random.random() < 0.25]
    return Duel(
        attacker,
        some_fighter(random),
        random.randint(1, 4),
        random.choice(attack_lines(attacker, PLAIN)).id,
        random.choice((-1, -1, 0, 1, 2, 3)),
        random.choice((-1, -1, 2)),
        random.choice(("own", "other")),
        random.choice(("", "ready", "guard")),
        tuple(cards),
    )


def some_rulings(random: Random) -> Rulings:
    """Any readings of the rulings that matter here."""
    readings = {id: [one.id for one in BOOK.ruling(id).readings if one.id != "owner-supplied"] for id in MATTER}
    return Rulings.of(KEY, {id: random.choice(values) for id, values in readings.items()})


def ids(*html: str) -> list[str]:
    """What can be pressed."""
    return re.findall(r'data-id="([^"]+)"', "".join(html))


@pytest.mark.parametrize("attacker", ["ready", "guard", "elder", "idol-0A", "idol-1A", "idol-2A", "idol-3A"])
@pytest.mark.parametrize("defender", ["ready", "guard", "elder", "idol-0D", "idol-1D", "idol-2D", "idol-3D"])
def test_every_plain_combat_is_that_of_the_table(attacker: str, defender: str) -> None:
    named = {"ready": "inka-ready", "guard": "inka-guard"}
    row = BOOK.data["combat_matrix"][named.get(attacker, attacker)]
    printed = row[BOOK.data["combat_matrix"]["defenders"].index(named.get(defender, defender))]
    found = case(Duel(fighter(attacker), fighter(defender, "guardian")), PLAIN)
    k = combat.named(named.get(attacker, attacker))[0] - combat.named(named.get(defender, defender))[1]
    assert found.wins == printed == combat.successes(k)
    assert found.chance == combat.chance(k)


def test_all_64_pairs_are_what_the_whole_engine_says_of_random_duels() -> None:
    random, seen = Random(11), 0
    while seen < 60:
        duel, rulings = some_duel(random), some_rulings(random)
        try:
            found = case(duel, rulings)
        except ValueError:
            continue
        if found.reasons:
            continue
        seen += 1
        start = found.declared.table
        for attack, defence in random.sample([(a, d) for a in DIE for d in DIE], 12):
            events = throw(start, duel, attack, defence).events
            failed = any(event.clause == "combat.defender-wins-ties" for event in events)
            assert succeeds(*found.strengths[attack, defence]) is not failed
        assert all(event.clause in BOOK.clauses for event in found.thrown((8, 1)).events)
        for side in ("attack", "defence"):
            struck = sum(part.amount for part in found.parts(side) if not part.struck)
            assert struck == found.total(side)


def test_the_plan_is_the_exact_odds_of_two_attacks() -> None:
    for attacker in ("ready", "elder", "guard"):
        k = combat.named({"ready": "inka-ready", "guard": "inka-guard"}.get(attacker, attacker))[0] - 2
        none, one, two = combat.hits(k, 2)
        plan = planned(Duel(fighter(attacker), Fighter("elder"), hp=2), PLAIN)
        assert [plan[key] for key in sorted(plan)] == [none, one, two]
    assert planned(Duel(hp=2), PLAIN)[0, 0, False] == Fraction(225, 4096)
    assert planned(Duel(Fighter("guard"), hp=2), PLAIN, flip=True) == planned(Duel(hp=2), PLAIN)


@pytest.mark.parametrize(
    ("attacker", "line", "expected"),
    [("ranger-3A", "ranger.twin-arrow", Fraction(207, 256)), ("hydra-3A", "hydra.attack", Fraction(207, 256))],
)
def test_a_second_arrow_is_like_a_second_attack(attacker: str, line: str, expected: Fraction) -> None:
    plan = planned(Duel(fighter(attacker), Fighter("elder"), hp=1, line=line), PLAIN)
    assert plan[0, 0, False] == expected == 1 - (1 - Fraction(36, 64)) ** 2


def test_the_plan_adds_up_and_a_mod_that_is_earned_counts() -> None:
    random = Random(3)
    for _ in range(12):
        duel = some_duel(random)
        try:
            if case(duel, PLAIN).reasons:
                continue
        except ValueError:
            continue
        assert sum(planned(duel, PLAIN).values()) == 1
    first, second = combat.chance(0), combat.chance(1)
    plan = planned(Duel(fighter("hydra-2A"), Fighter("elder"), hp=2), PLAIN)
    assert plan[0, 0, False] == first * second


@pytest.mark.clause("guardian.defender-seal", "guardian.shield-inka", "guardian.shield-idol", "mod.at-most-three")
def test_seal_and_shield(lab: CombatLab) -> None:
    lab.pick("kind|defence|ready")
    assert lab.case.wins == 28
    lab.pick("guardian|2")
    assert lab.case.wins == 21 and "Defender Seal" in lab.plate.html
    lab.pick("owner|other")
    assert lab.case.wins == 28
    lab.readings.pick("read|seal.scope|every-clan")
    assert lab.case.wins == 21
    lab.readings.reset()
    lab.pick("owner|own")
    lab.pick("shield|guard")
    assert "Blue 3, Inka, Guard defends in its place" in lab.help.html and lab.case.wins == 21
    assert "guardian.attacker-stays" in lab.log.html
    lab.pick("guardian|0")
    assert lab.case.wins == 28 and "spec.mods-needed" in lab.help.html


@pytest.mark.clause("spec.other-five-unprinted", "card.text-rules")
def test_pierce_ward_and_cards(lab: CombatLab) -> None:
    lab.pick("keeper|2")
    assert lab.case.wins == 10 and "Ward" in lab.plate.html and "kit’s own" in lab.help.html
    lab.pick("card|attack|penetration")
    assert lab.case.wins == 28 and "<s>" in lab.plate.html
    lab.pick("card|defence|berzerk")
    assert "Berzerk cannot be cast here by Blue." in lab.help.html
    lab.open_link("shade-1A1D-vs-hydra-3D")
    assert lab.case.wins == 36 and "Pierce" in lab.plate.html


def test_the_floor_is_in_force_when_it_is_chosen(lab: CombatLab) -> None:
    for id in ("kind|attack|guard", "kind|defence|guard", "card|attack|weakness"):
        lab.pick(id)
    low = lab.case.strengths[1, 1]
    assert low == (0, 0)
    lab.readings.pick("read|strength.floor|floor-at-one")
    assert lab.case.strengths[1, 1] == (1, 1)


def test_everything_is_set_by_pointing_and_each_change_is_spoken(lab: CombatLab) -> None:
    for id in (
        "kind|attack|idol",
        "idol|attack|ranger",
        "line|ranger.twin-arrow",
        "kind|defence|elder",
        "hp|1",
        "cell|8|1",
    ):
        assert id in ids(lab.plate.html), id
        lab.pick(id)
    assert lab.case.price == 3 and "of 64 pairs succeed" in lab.plate.say
    assert "Attack 8, defence 1: a success. 10 beats 3." in lab.log.say
    assert (
        ids(lab.plate.html).count("cell|8|1") == 1
        and len([id for id in ids(lab.plate.html) if id.startswith("cell|")]) == WAYS
    )


def test_what_cannot_be_is_refused_with_its_clause_and_nothing_changes(lab: CombatLab) -> None:
    lab.pick("kind|attack|idol")
    before = lab.duel
    lab.pick("mods|attack|D|2")
    assert lab.duel == before and "mod.at-most-three" in lab.plate.html and "A-mods off first" in lab.plate.say
    lab.pick("mods|attack|A|1")
    lab.pick("line|hydra.triple-threat")
    assert "spec.mods-needed" in lab.plate.html and "needs 2 Mods" in lab.plate.say
    lab.pick("guardian|1")
    before = lab.duel
    lab.pick("idol|attack|guardian")
    assert lab.duel == before and "there is one of each" in lab.plate.say
    for link in ("ready", "ready-vs-nobody", "idol-4A-vs-elder", "idol-2X-vs-elder"):
        with pytest.raises(ValueError, match="allowed"):
            lab.open_link(link)


def test_rolls_land_on_the_grid_and_are_counted(lab: CombatLab) -> None:
    dice = Random(5)
    lab.pick("roll|1")
    assert lab.dice == (dice.randint(1, 8), dice.randint(1, 8))
    assert f'data-id="cell|{lab.dice[0]}|{lab.dice[1]}" aria-selected="true"' in lab.plate.html
    lab.pick("roll|100")
    won = sum(succeeds(*lab.case.strengths[pair]) for pair in lab.tally)
    assert len(lab.tally) == 101 and f"{won} successes of 101" in lab.side.html
    lab.pick("hp|3")
    assert lab.tally == []


def test_readings_that_change_the_duel_are_named() -> None:
    shared = Shared(KEY)
    lab = CombatLab(shared)
    for id in ("kind|defence|ready", "guardian|2", "owner|other"):
        lab.pick(id)
    assert "Under “Every clan”: 21 of 64." in lab.readings.html
    shared.set(shared.rulings.with_("data.plane-layout", "owner-supplied"), None)
    assert lab.case.wins == 28 and not lab.plate.error
    lab.pick("kind|attack|idol")
    lab.pick("idol|attack|keeper")
    shared.set(shared.rulings.with_("data.keeper-card", "not-in-play"), None)
    assert lab.duel == Duel() and "cannot be" in lab.plate.html
