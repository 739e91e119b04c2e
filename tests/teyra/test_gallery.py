"""Does the gallery show every Area and Landmark as it is declared, find them, and take a card pack, without a browser?"""

from __future__ import annotations

import re

import pytest

from teyra_kit.core import Match, Rulings, rulebook
from teyra_kit.teyra import new_game, packs
from teyra_kit.teyra.areas import ACTIONS, area_texts, landmark_texts
from teyra_kit.teyra.cards import KEY
from teyra_kit.teyra.labs import play_room
from teyra_kit.teyra.labs.gallery import DEEDS, LOST, GalleryLab, Wanted, exhibits, sample
from teyra_kit.teyra.packs import read_pack
from teyra_kit.ui import KeptPack, Shared

BOOK = rulebook(KEY)
RULINGS = Rulings.defaults(KEY)
NAME = "teyra-pack"
PACK = """
[[area_text]]
key = "forsaken-plain"
name = "Forsaken Plain"
text = "Campaigns here are bust above 15 <b>."
steps = [{ window = "constant", do = "bust-limit", limit = 15 }]
reward = "ace"
faq = ["faq.ignore-areas"]
prov = { effect = "printed", reward = "printed" }

[[landmark]]
key = "ranger-guild"
name = "Ranger Hall"
steps = [{ window = "constant", who = "owner", do = "hand-limit", n = -1 }]
"""


@pytest.fixture
def lab() -> GalleryLab:
    """A fresh gallery."""
    return GalleryLab()


def ids(html: str) -> list[str]:
    return re.findall(r'data-id="([^"]+)"', html)


def tiles(lab: GalleryLab) -> list[str]:
    return [id for id in ids(lab.plate.html) if id.startswith("card|")]


def test_forty_areas_and_ten_landmarks_are_shown(lab: GalleryLab) -> None:
    assert tiles(lab) == [f"card|{card.id}" for card in lab.cards]
    assert [card.kind for card in lab.cards] == ["area"] * 40 + ["landmark"] * 10
    assert [card.level for card in lab.cards] == sorted(card.level for card in lab.cards[:40]) + [0] * 10
    assert {card.text.key for card in lab.cards[:40]} == set(area_texts())
    assert {card.text.key for card in lab.cards[40:]} == set(landmark_texts())


SENTENCE = re.compile(r"^[A-Z][^:]+: [A-Za-z][^:]*\.$")


@pytest.mark.parametrize("card", exhibits(None, RULINGS), ids=lambda card: card.id)
def test_each_card_is_told_in_whole_sentences_with_its_sources(lab: GalleryLab, card) -> None:
    assert card.steps and all(SENTENCE.match(step) for step in card.steps)
    said = " ".join(card.steps)
    assert not re.search(r"\ba [AO]|\b1 (?!less|Prestige)\w+s\b|  |\.\.| ,|None|landmark-|_", said)
    lab.pick(f"card|{card.id}")
    told = re.sub(r"<[^>]+>", "", lab.detail.html)
    for step in card.steps:
        assert step.partition(": ")[2].replace("'", "&#x27;") in told
    for source in card.sources.values():
        assert source in ("printed", "faq", "inferred", "invented")
    assert lab.detail.html.count("<dt>") == len(card.sources) == (5 if card.level else 2)
    if card.text.source == "invented":
        assert "is-invented" in lab.detail.html and "invented text" in lab.plate.html and "invented" in lab.detail.say
    assert set(card.faq) == set(card.row.get("faq", ()))
    for clause in card.faq:
        assert clause in BOOK.clauses and f"clause|{clause}" in ids(lab.detail.html)
    assert f'href="#lab:{card.kind}-{card.text.key}"' in lab.detail.html
    assert card.name in lab.detail.say and said in lab.detail.say


@pytest.mark.clause("area.padma-reward", "landmark.gain")
def test_rewards_and_what_gives_a_landmark(lab: GalleryLab) -> None:
    told = {card.id: card.reward for card in lab.cards}
    assert told["area|padma-field-3"] == "1 more Prestige"
    assert told["area|crystal-hall-1"] == "the Landmark Crystal Hall"
    lab.pick("card|area|crystal-hall-1")
    lab.pick("visit|landmark|crystal-hall")
    assert lab.chosen == "landmark|crystal-hall" and "visit|area|crystal-hall-1" in ids(lab.detail.html)


def test_every_action_is_in_one_group_and_every_card_in_some() -> None:
    groups = [deeds for _, deeds in DEEDS.values()]
    assert sorted(do for deeds in groups for do in deeds) == sorted(ACTIONS)
    for card in exhibits(None, RULINGS):
        assert any(Wanted(does=group).fits(card) for group in DEEDS)


def test_filters_work_together_and_count_what_a_press_would_show(lab: GalleryLab) -> None:
    for id in ("kind|area", "does|suits", "source|invented"):
        said = re.search(rf'data-id="{re.escape(id)}"[^>]*aria-label="[^"]*: (\d+)"', lab.head.html)
        assert said
        lab.head.pick(id)
        assert len(tiles(lab)) == int(said[1])
    assert tiles(lab) == ["card|area|rainbow-grove-1"]
    assert lab.plate.say == "1 of 50 cards."
    lab.pick("source|nonsense")
    assert lab.wanted.source == "invented"


def test_search_and_the_empty_state(lab: GalleryLab) -> None:
    lab.head.enter("find", "  grand   PASAR ")
    assert tiles(lab) == ["card|area|grand-pasar-3", "card|area|grand-pasar-4"]
    lab.head.enter("find", "bust never")
    assert {card.text.key for card in lab.shown} == {"colossal-chasm"}
    lab.head.enter("find", "<script>" * 99)
    assert tiles(lab) == [] and "Show all cards" in lab.plate.html and "<script" not in lab.head.html
    lab.pick("back")
    assert lab.plate.focus == "clear"
    lab.plate.pick("clear")
    assert len(tiles(lab)) == 50 and lab.wanted == Wanted()


def test_a_clause_opens_under_its_chip_and_closes(lab: GalleryLab) -> None:
    lab.detail.pick("clause|faq.padma-start")
    assert BOOK.clause("faq.padma-start").title in lab.detail.html
    lab.detail.pick("close")
    assert "tk-clause" not in lab.detail.html and lab.detail.focus == "clause|faq.padma-start"


def test_a_link_opens_a_card_even_if_it_is_filtered_out(lab: GalleryLab) -> None:
    lab.pick("kind|landmark")
    lab.open_link("area-foggy-marsh")
    assert lab.chosen == "area|foggy-marsh-3" and len(tiles(lab)) == 50
    lab.open_link("area-atlantis")
    assert lab.chosen == "area|foggy-marsh-3" and "no card of this box" in lab.plate.say
    lab.detail.pick("card|area|atlantis")
    assert "allowed: area|ashen-ruins-1" in lab.detail.error and lab.chosen == "area|foggy-marsh-3"


def test_readings_say_which_cards_are_out_of_play() -> None:
    shared = Shared(KEY)
    lab = GalleryLab(shared)
    shared.set(RULINGS.with_("missing-texts", "faq-only").with_("tenth-landmark", "nine-only"), None)
    off = {card.id for card in lab.cards if card.off}
    assert "area|foggy-marsh-3" in off and "landmark|ranger-guild" in off and "area|padma-field-3" not in off
    lab.pick("card|landmark|ranger-guild")
    assert "Nine only" in lab.detail.html


# ---------------------------------------------------------------- a card pack


def test_a_pack_is_taken_marked_and_given_back() -> None:
    shared = Shared(KEY)
    lab = GalleryLab(shared)
    lab.desk.board.enter("pack", PACK)
    assert shared.pack == read_pack(PACK)
    assert "1 Area text, 1 Landmark" in lab.desk.board.html and "1 Area text, 1 Landmark" in lab.desk.board.say
    mine = [card for card in lab.cards if card.mine]
    assert [card.id for card in mine] == ["area|forsaken-plain-1", "area|forsaken-plain-2", "landmark|ranger-guild"]
    plain, _, guild = mine
    assert plain.steps == ("Always: campaigns here are bust above 15.",) and plain.reward == "an Ace"
    assert (plain.sources["effect"], plain.sources["reward"]) == ("printed", "printed")
    assert guild.steps == ("Always: your hand limit is 1 lower.",) and guild.name == "Ranger Hall"
    assert guild.text.text == "Always: your hand limit is 1 lower." and "is 1 lower" in lab.plate.html
    assert guild.faq == next(card.faq for card in exhibits(None, RULINGS) if card.id == guild.id)
    assert guild.sources == {"name": "invented", "effect": "invented"}
    assert lab.plate.html.count("from your card pack") == 3 and "15 <b>" not in lab.plate.html
    lab.head.pick("source|pack")
    assert len(tiles(lab)) == 3
    lab.desk.board.pick(f"visit|{plain.id}")
    assert "from your card pack" in lab.detail.html and "clause|faq.ignore-areas" in ids(lab.detail.html)
    lab.desk.board.pick("kit")
    assert shared.pack is None and not any(card.mine for card in lab.cards) and len(tiles(lab)) == 50


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (PACK.replace("limit = 15", "limit = 'low'"), "step 1 key 'limit' is 'low'; allowed: a whole number"),
        (PACK.replace("ranger-guild", "<i>x"), "key 'key' is '<i>x'; allowed: "),
        (PACK.replace("ranger-guild", "crystal-hall"), "contradicts faq.crystal"),
        ("not toml", "not a TOML file"),
        ("", "has no card"),
        ("#" * 2_000_000, "too long"),
    ],
)
def test_a_broken_pack_is_refused_and_nothing_changes(text: str, says: str) -> None:
    shared = Shared(KEY)
    lab = GalleryLab(shared)
    lab.desk.board.enter("pack", PACK)
    before = shared.pack, lab.cards, lab.plate.html
    lab.desk.board.enter("pack", text)
    assert (shared.pack, lab.cards, lab.plate.html) == before
    assert (
        says in " ".join(lab.shared.refused)
        and says in lab.desk.board.say
        and "nothing has changed" in lab.desk.board.say
    )
    assert (
        "This card pack is refused" in lab.desk.board.html
        and "<i>x" not in lab.desk.board.html
        and not lab.desk.board.error
    )
    lab.desk.board.enter("pack", PACK)
    assert "refused" not in lab.desk.board.html


@pytest.mark.parametrize("card", exhibits(read_pack(PACK), RULINGS), ids=lambda card: card.id)
def test_the_sample_is_a_good_pack_with_the_chosen_card(card) -> None:
    pack = read_pack(sample(card))
    assert pack == {"area_text" if card.level else "landmark": [card.row]}
    again = next(other for other in exhibits(pack, RULINGS) if other.id == card.id)
    assert (again.steps, again.reward, again.mine) == (card.steps, card.reward, True)


def test_a_link_to_no_card_is_told_on_the_page_until_a_card_is_chosen(lab: GalleryLab) -> None:
    chosen = lab.chosen
    lab.open_link("area-nonsense")
    assert lab.chosen == chosen and LOST in lab.plate.html and lab.plate.say == LOST
    lab.pick("card|area|hot-springs-1")
    assert LOST not in lab.plate.html


# ---------------------------------------------------------------- the pack after a reload


def test_a_pack_is_kept_found_again_and_forgotten_with_the_kits_cards() -> None:
    shared = Shared(KEY)
    kept, lab = KeptPack(shared, packs).widget, GalleryLab(shared)
    lab.desk.board.enter("pack", PACK)
    text = kept.kept[NAME]
    lab.desk.board.pick("kit")
    assert kept.kept[NAME] == ""
    later = Shared(KEY)
    KeptPack(later, packs).widget._receive(None, {"event": "found", "texts": {NAME: text}}, [])
    assert later.pack == read_pack(PACK) and any(card.mine for card in GalleryLab(later).cards)


def test_a_kept_pack_that_cannot_be_read_is_told_and_forgotten() -> None:
    shared = Shared(KEY)
    kept = KeptPack(shared, packs).widget
    kept._receive(None, {"event": "found", "texts": {NAME: PACK.replace("limit = 15", "limit = '<i>'")}}, [])
    assert shared.pack is None and kept.kept[NAME] == ""
    html = GalleryLab(shared).desk.board.html
    assert "the card pack that this browser kept" in html and "<i>" not in html


# ---------------------------------------------------------------- the pack in Play


def test_new_games_use_the_pack_and_say_so_and_a_game_under_way_keeps_its_own() -> None:
    shared = Shared(KEY)
    room = play_room(shared)
    assert "card pack" not in room.setup.html
    room.setup.pick("deal")
    assert room.sitting is not None and room.sitting.state.setup.pack == ""  # type: ignore[attr-defined]
    shared.take(read_pack(PACK))
    assert "New games use your card pack: 1 Area text, 1 Landmark." in room.setup.html
    assert "keeps the kit’s own cards" in room.head.html
    room.head.pick("setup")
    room.setup.pick("deal")
    assert room.sitting.state.as_position()["pack"] == shared.pack
    assert (
        "played with a card pack: 1 Area text, 1 Landmark." in room.head.html
        and "carries its own" not in room.head.html
    )
    shared.take(None)
    assert "carries its own" in room.head.html and "card pack" not in room.setup.html


@pytest.mark.parametrize("way", ["file", "link", "browser"])
def test_a_saved_game_brings_its_pack_along(way: str) -> None:
    shared = Shared(KEY)
    shared.take(read_pack(PACK))
    room = play_room(shared)
    room.setup.pick("deal")
    assert room.sitting is not None
    match = room.sitting.match
    other = play_room(Shared(KEY))
    if way == "file":
        other.setup.enter("load", match.record())
    elif way == "link":
        other.open_link(match.permalink())
    else:
        other._found(room.keep.kept)
        other.setup.pick("resume")
    assert other.sitting is not None and other.sitting.state == room.sitting.state
    assert "1 Area text, 1 Landmark. It is not the pack in force: the game carries its own." in other.head.html


def test_a_saved_game_with_a_broken_pack_is_refused_in_words() -> None:
    room = play_room(Shared(KEY))
    match = Match(new_game(pack=read_pack(PACK)))
    room.setup.enter("load", match.record().replace('"limit": 15', '"limit": "x"'))
    assert room.sitting is None
    assert "cannot be opened" in room.setup.html and "allowed: a whole number from 0 to 99" in room.setup.html
