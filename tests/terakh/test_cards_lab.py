"""The Cards tab: every card with its source, and an owner's card pack that all tabs then use."""

from __future__ import annotations

import re

import pytest

from teyra_kit.core import Rulings
from teyra_kit.explore.bots import bots
from teyra_kit.terakh import packs, scene
from teyra_kit.terakh.board import KEY
from teyra_kit.terakh.cast_cards import kit_cards
from teyra_kit.terakh.game import new_game
from teyra_kit.terakh.labs import page
from teyra_kit.terakh.labs.cards import LOST, CardsLab
from teyra_kit.terakh.labs.combat import CombatLab
from teyra_kit.terakh.labs.orders import OrdersLab
from teyra_kit.terakh.labs.tria import TriaLab
from teyra_kit.terakh.packs import read_pack
from teyra_kit.ui import KeptPack, Shared, pack_play_room

PACK = """
[[plane_layout]]
types = ["orth", "plain", "plain", "aqua", "aqua", "plain", "infernal", "infernal", "plain", "plain", "vitale", "vitale",
         "plain", "plain", "plain", "plain"]

[[spec_line]]
id = "hydra.move"
idol = "hydra"
mods = 0
mana = 3
name = "Slither"
text = "Move to an adjacent vacant tria."
effect = { kind = "move", range = "adjacent" }
provenance = "printed"

[[spec_line]]
id = "hydra.bite"
idol = "hydra"
mods = 1
mana = 4
name = "Bite"
text = "Attack an adjacent unit."
effect = { kind = "attack", range = "adjacent", attacks = 1 }
provenance = "printed"

[[cast_card]]
key = "weakness"
name = "Frailty"
count = 5
rune = "aqua"
windows = ["attack-declared"]
who = "attacker-or-defender"
groups = ["any-time-in-variant-c", "single-attack"]
steps = [{ do = "strength", unit = "opposing", amount = -3 }]
text = "The opposing unit has -3 strength."
provenance = "printed"
"""


@pytest.fixture
def lab() -> CardsLab:
    return CardsLab()


def ids(html: str, kind: str) -> list[str]:
    return re.findall(rf'data-id="({kind}\|[^"]+)"', html)


@pytest.mark.clause("box.cast-cards", "box.spec-cards")
def test_every_card_is_there_once_with_its_source(lab: CardsLab) -> None:
    assert sorted(ids(lab.plate.html, "cast")) == sorted(f"cast|{key}" for key in kit_cards())
    assert len(ids(lab.plate.html, "spec")) == 6
    assert "72 cards, 22 kinds" in lab.plate.html
    for id in lab.ids:
        lab.pick(id)
        assert "Where it comes from" in lab.detail.html and "What the rulebook says" in lab.detail.html
        assert lab.detail.say and not lab.detail.error


def test_a_card_tells_when_by_whom_and_what_is_invented(lab: CardsLab) -> None:
    lab.pick("cast|penetration")
    html = lab.detail.html
    assert (
        "When an attack is declared, before the dice or when both dice" in html and "Either side of the attack" in html
    )
    assert "is-official" in html and "is-invented" in html and "Orth rune" in html and "At any time" in html
    lab.pick("cast|terakh-crisis")
    assert "faq.crisis-at-once" in lab.detail.html and "It needs no rune" in lab.detail.html


def test_a_clause_opens_and_closes_and_takes_the_focus_back(lab: CardsLab) -> None:
    lab.pick("clause|spec.mods-needed")
    assert 'class="tk-clause"' in lab.detail.html
    lab.pick("close")
    assert 'class="tk-clause"' not in lab.detail.html and lab.detail.focus == "clause|spec.mods-needed"


def test_links_open_a_card_and_a_stale_one_is_told(lab: CardsLab) -> None:
    lab.open_link("cast-neglect-spell")
    assert lab.chosen == "cast|neglect-spell" and lab.plate.focus == "cast|neglect-spell"
    lab.open_link("cast-nothing")
    assert lab.chosen == "cast|neglect-spell" and LOST in lab.plate.html and lab.plate.say == LOST
    lab.pick("spec|shade")
    assert LOST not in lab.plate.html
    with pytest.raises(ValueError, match=r"There is no card .cast\|nothing. here; allowed: "):
        lab.pick("cast|nothing")


@pytest.mark.parametrize("reading", ["no-cards", "owner-supplied"])
def test_without_cast_cards_the_tab_says_why(lab: CardsLab, reading: str) -> None:
    lab.pick("cast|fate")
    lab.shared.set(Rulings.defaults(KEY).with_("data.cast-cards", reading), None)
    assert ids(lab.plate.html, "cast") == [] and f"the reading {reading} of data.cast-cards" in lab.plate.html
    assert lab.chosen == "spec|guardian"


def test_the_start_that_can_be_saved_is_a_good_pack(lab: CardsLab) -> None:
    for id in lab.ids:
        lab.pick(id)
        _, name, text = lab._start()
        assert name == f"{id.replace('|', '-')}.toml" and read_pack(text)


# ---------------------------------------------------------------- a card pack


def test_all_tabs_use_a_card_pack_and_give_it_back() -> None:
    shared = Shared(KEY)
    kept = KeptPack(shared, packs)
    cards, orders, combat, tria = CardsLab(shared), OrdersLab(shared), CombatLab(shared), TriaLab(shared)
    room = pack_play_room(shared, packs, scene, new_game, bots(KEY))
    before = cards.plate.html, orders.cards.html, tria.plate.html
    cards.desk.board.enter("pack", PACK)
    assert shared.pack == read_pack(PACK)
    assert "1 layout, 2 lines of Spec Cards, 1 Cast Card. All tabs and new games use it." in cards.desk.board.html
    assert "Frailty" in cards.plate.html and "73 cards" in cards.plate.html
    cards.pick("cast|weakness")
    assert "from your card pack" in cards.detail.html and "is-printed" in cards.detail.html
    assert read_pack(cards._start()[2])["cast_card"] == shared.pack["cast_card"]
    assert "Slither" in orders.cards.html and orders.table.setup.pack == shared.packed
    assert len(tria.ground.orths) == 2 and "card pack’s" in tria.panel.html
    combat.pick("kind|attack|idol")
    combat.pick("idol|attack|hydra")
    assert "Bite" in combat.plate.html and not combat.plate.error
    assert "New games use your card pack: 1 layout" in room.setup.html
    text = kept.widget.kept["terakh-pack"]
    cards.desk.board.pick("kit")
    assert shared.pack is None and kept.widget.kept["terakh-pack"] == ""
    assert "Frailty" not in cards.plate.html and "Slither" not in orders.cards.html
    cards.pick("spec|guardian")
    assert (cards.plate.html, orders.cards.html, tria.plate.html) == before
    later = Shared(KEY)
    KeptPack(later, packs).widget._receive(None, {"event": "found", "texts": {"terakh-pack": text}}, [])
    assert later.pack == read_pack(PACK)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (PACK.replace("amount = -3", "amount = 'low'"), "key 'amount' is 'low'"),
        (PACK.replace('idol = "hydra"', 'idol = "<i>"', 1), "key 'idol' is '<i>'"),
        ("not toml", "not a TOML file"),
        ("", "has no card"),
        ("#" * 2_000_000, "too long"),
    ],
)
def test_a_broken_pack_is_refused_and_nothing_changes(lab: CardsLab, text: str, says: str) -> None:
    lab.desk.board.enter("pack", PACK)
    before = lab.shared.pack, lab.plate.html
    lab.desk.board.enter("pack", text)
    assert (lab.shared.pack, lab.plate.html) == before
    assert says in lab.desk.board.say and "This card pack is refused" in lab.desk.board.html
    assert "<i>" not in lab.desk.board.html and not lab.desk.board.error


def test_the_page_has_the_tab() -> None:
    assert "cards" in [tab["id"] for tab in page().bar.tabs]
