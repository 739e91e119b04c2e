"""Are Teyra's pictures, texts and sentences right, well formed, and safe?"""

from __future__ import annotations

import re
import subprocess
import sys
from math import inf
from xml.etree import ElementTree

import pytest

from teyra_kit.core.look import alone_css
from teyra_kit.core.scene import LIT, NOT, WRONG
from teyra_kit.teyra import view
from teyra_kit.teyra.areas import REWARDS, Text, area_texts, landmark_texts
from teyra_kit.teyra.campaigns import ELITE_NAMES
from teyra_kit.teyra.cards import SUITS, UNKNOWN, Card, Marker, Shrouded, Sorter, Suit, area_cards, find_area
from teyra_kit.teyra.view import (
    CHOSEN,
    NEW,
    OUT,
    AreaPicture,
    CampaignPicture,
    CardPicture,
    Landing,
    PlayerPicture,
    Run,
)

NASTY = """<u>&"'x"""
KINDS = [
    *(Card(f"{suit.value}{mark}a") for suit in SUITS for mark in ("2", "10", "V", "A")),
    *(Marker("berserker-kampong", suit) for suit in SUITS),
    Shrouded(Card("K6a")),
    Shrouded(UNKNOWN),
    UNKNOWN,
]


def well_formed(html: str) -> ElementTree.Element:
    """The picture as a tree; an error if a tag is not closed or a sign not escaped."""
    return ElementTree.fromstring(
        f"<div>{html}</div>".replace("<style>", "<style><![CDATA[").replace("</style>", "]]></style>")
    )


def cards(*codes: str, state: str = "", id: str = "") -> tuple[CardPicture, ...]:
    return tuple(
        CardPicture(entry, state, f"{id}|{place}" if id else "") for place, entry in enumerate(Sorter().row(codes))
    )


def example(players: int = 2, areas: int = 3, id: str = "") -> list[AreaPicture]:
    """Drake and Erica (and Fahri, and Salihin) at Padma Field, Mahayudha Pillar, Alun-Alun, Hedge Maze."""
    keys = ("padma-field", "mahayudha-pillar", "alun-alun", "hedge-maze")[:areas]
    return [
        view.area_picture(
            find_area(key),
            [
                CampaignPicture(owner, cards("K6", "B4", id=f"{id}|{key}|{owner}" if id else ""), 10)
                for owner in ("Drake", "Erica", "Fahri", "Salihin")[:players]
            ],
        )
        for key in keys
    ]


# ---------------------------------------------------------------- one card


@pytest.mark.parametrize("card", KINDS, ids=str)
def test_each_card_has_a_well_formed_picture_with_all_its_drawings(card: view.AnyCard) -> None:
    root = well_formed(view.card_svg(card, alone=True))
    ids = {element.get("id") for element in root.iter()}
    uses = {element.get("href", "")[1:] for element in root.iter() if element.tag.endswith("use")}
    fills = set(re.findall(r"url\(#([^)]+)\)", view.card_svg(card)))
    assert uses | fills <= ids
    assert root[0].get("aria-label") == view.card_spoken(card)
    assert root[0].get("role") == "img"


def test_all_drawings_are_well_formed_and_used() -> None:
    root = well_formed(view.sprite())
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    assert len(ids) == 4 * 3 + 2
    assert set(re.findall(r"#(ty-[a-z-]+)", "".join(map(view.card_svg, KINDS)))) == ids


@pytest.mark.parametrize(
    ("text", "spoken", "short"),
    [
        ("B4", "Wild Boar 4", "B4"),
        ("KV", "Asian Koel Vanguard, counts 10, and as two cards in a run", "KV"),
        ("OA", "Orangutan Ace, counts 1, 10 or 11", "OA"),
        ("(M9)", "a card face down, known to you: Monitor Lizard 9", "(M9)"),
        ("[B berserker-kampong]", "Berserker Kampong, a placed Landmark, counts as a Wild Boar card in a run", "[B]"),
        ("[K]", "a placed Landmark, counts as an Asian Koel card in a run", "[K]"),
    ],
)
def test_a_card_in_words(text: str, spoken: str, short: str) -> None:
    card = Sorter().entry(text)
    assert view.card_spoken(card) == spoken
    assert view.card_text(card) == short


def test_what_is_hidden_is_in_no_picture_and_no_word() -> None:
    for card in (UNKNOWN, Shrouded(UNKNOWN)):
        shown = view.card_svg(card, alone=True) + view.card_spoken(card) + view.card_text(card)
        assert "??" in shown and ("face down" in shown or "hidden" in shown)
        assert not re.search(r'href="#ty-|>[BKMO]\d', shown)


def test_suits_differ_by_letter_pattern_shape_and_drawing() -> None:
    for mark in ("5", "V", "A"):
        for suit in SUITS:
            picture, word = view.card_svg(Card(f"{suit.value}{mark}a")), view.WORDS[suit]
            assert f">{suit.value}<" in picture
            assert f"url(#ty-p-{word})" in picture
            assert f'href="#ty-{word}"' in picture
    drawn = well_formed(view.sprite())
    shapes = {
        "".join(element[0].get(key, "") for key in ("d", "r", "rx", "width"))
        for element in drawn.iter()
        if element.get("id") in {f"ty-{word}" for word in view.WORDS.values()}
    }
    assert len(shapes) == 4


def test_a_vanguard_shows_its_track_twice_and_an_ace_has_its_own_drawing() -> None:
    assert view.card_svg(Card("BVa")).count('href="#ty-boar"') == 2
    assert view.card_svg(Card("B5a")).count('href="#ty-boar"') == 1
    assert "ty-art-ace" in view.card_svg(Card("BAa")) and "ty-art-boar" not in view.card_svg(Card("BAa"))
    assert "ty-art-landmark" in view.card_svg(Marker("", Suit.BOAR))


# ---------------------------------------------------------------- states


@pytest.mark.parametrize(
    ("state", "word", "said"),
    [
        (LIT, "<i></i>", "can be chosen"),
        (NOT, "", "cannot be chosen"),
        (WRONG, "not now", "refused"),
        (CHOSEN, "chosen", "chosen"),
        (NEW, "new", "just landed"),
        (OUT, "gone", "gone"),
    ],
)
def test_a_state_is_never_a_colour_alone(state: str, word: str, said: str) -> None:
    html = view.card_html(CardPicture(Card("B4a"), state, id="x"), "Erica, Padma Field")
    button = well_formed(html)[0]
    assert f"is-{state}" in (button.get("class") or "").split()
    assert f'<span class="ty-note" aria-hidden="true">{word}</span>' in html
    assert button.get("aria-label") == f"Wild Boar 4, Erica, Padma Field, {said}"
    assert (button.get("aria-pressed") == "true") == (state == CHOSEN)
    assert (button.get("aria-disabled") == "true") == (state in (NOT, WRONG))
    assert button.get("disabled") is None  # pressing it tells why not


def test_an_unknown_state_is_refused() -> None:
    with pytest.raises(ValueError, match=r"state is 'shiny'; allowed: '', 'lit', 'not', 'wrong', 'chosen'"):
        view.card_html(CardPicture(Card("B4a"), "shiny"))


def test_a_card_with_an_id_or_a_move_is_a_button_and_without_a_picture() -> None:
    assert well_formed(view.card_html(CardPicture(Card("B4a"), id="a|0")))[0].get("data-id") == "a|0"
    assert well_formed(view.card_html(CardPicture(Card("B4a"), move="Charge B4")))[0].get("data-move") == "Charge B4"
    still = well_formed(view.card_html(CardPicture(Card("B4a"))))[0]
    assert (still.tag, still.get("role"), still.get("aria-label")) == ("span", "img", "Wild Boar 4")


def test_what_else_is_said_of_a_card() -> None:
    html = view.card_html(CardPicture(Card("O6a"), ignored=True, assumed="The kit filled it in"))
    assert ">ignored</span>" in html and "ty-mark" in html
    assert "Orangutan 6, ignored here, assumed: The kit filled it in" in html
    assert "discarded</span>" in view.card_html(CardPicture(Card("O6a"), OUT, note="discarded"))
    assert "allowed</span>" in view.card_html(CardPicture(Card("O6a"), LIT), words=True)


# ---------------------------------------------------------------- a campaign


def test_a_campaign_shows_owner_bar_total_and_who_is_ahead() -> None:
    html = view.campaign_html(CampaignPicture("Erica", cards("B4", "B5"), 9, ahead=True), "Padma Field")
    root = well_formed(html)[0]
    assert root.get("aria-label") == "Erica: 9 of 21, ahead"
    assert 'style="width:43%"' in html
    assert ">ahead</span>" in html and "<b>Erica</b>" in html
    assert "Wild Boar 4, Erica, Padma Field" in html


def test_an_old_total_stands_struck_beside_the_new() -> None:
    picture = CampaignPicture("Drake", cards("O3"), 3, was=10)
    assert "<s>10</s>3" in view.campaign_html(picture)
    assert view.campaign_text(picture) == "Drake   10→3  O3"
    assert "it was 10" in view.campaign_spoken(picture)
    assert "<s>" not in view.campaign_html(picture._replace(was=3))


@pytest.mark.parametrize(
    ("limit", "bust", "words"),
    [
        (21, True, "bust: above 21"),
        (17, True, "bust: above 17"),
        (17, False, "bust above 17 here"),
        (inf, False, "never bust here"),
    ],
)
def test_bust_and_its_limit_are_said_in_words(limit: float, bust: bool, words: str) -> None:
    picture = CampaignPicture("Erica", cards("B9", "B9", "B4"), 22, limit=limit, bust=bust)
    for shown in (view.campaign_html(picture), view.campaign_text(picture), view.campaign_spoken(picture)):
        assert words in shown
    assert well_formed(view.campaign_html(picture)) is not None


@pytest.mark.parametrize("rank", range(1, len(ELITE_NAMES)))
def test_an_elite_force_is_named(rank: int) -> None:
    picture = CampaignPicture("Erica", cards("BA", "KA"), 21, rank=rank)
    for shown in (view.campaign_html(picture), view.campaign_text(picture), view.campaign_spoken(picture)):
        assert f"Elite Force {rank}, " in shown


def test_a_winner_carries_a_ribbon_with_a_tick() -> None:
    html = view.campaign_html(CampaignPicture("Erica", cards("B4"), 4, ahead=True, won=True), "Padma Field")
    assert "ty-ribbon" in html and ">wins</span>" in html and ">ahead<" not in html
    assert 'aria-label="Erica: 4 of 21, wins Padma Field"' in html


@pytest.mark.parametrize("suit", SUITS, ids=str)
def test_a_run_is_framed_and_names_its_effect(suit: Suit) -> None:
    row = cards("K2", f"{suit.value}4", f"{suit.value}5", f"{suit.value}7")
    html = view.campaign_html(CampaignPicture("Erica", row, 18, run=Run(1, 4, suit)))
    assert html.count("is-run") == 3 and html.count("is-start") == html.count("is-end") == 1
    assert html.count(f">{suit.effect}</span>") == 1
    assert f"{suit.effect} is triggered" in html


def test_cards_do_not_overlap_and_keep_their_order() -> None:
    html = view.campaign_html(CampaignPicture("Erica", cards("B4", "K5", "OV"), 19))
    assert html.count('class="ty-cell"') == 3
    assert re.findall(r'class="yc-num"[^>]*>(\w+)<', html) == ["4", "5", "V"]


def test_a_landing_place_can_be_pressed_and_is_spoken() -> None:
    html = view.campaign_html(CampaignPicture("Erica", landing=Landing("put|1")), "Padma Field")
    assert 'data-id="put|1" aria-label="Right end of Erica’s campaign, Padma Field, can be chosen"' in html
    assert ">here</span>" in html and "no cards" not in html
    chosen = view.campaign_html(CampaignPicture("Erica", landing=Landing(move="Rouse", state=CHOSEN)))
    assert 'data-move="Rouse"' in chosen and 'aria-pressed="true"' in chosen and ">chosen</span>" in chosen
    assert "no cards" in view.campaign_html(CampaignPicture("Erica"))


# ---------------------------------------------------------------- an Area


@pytest.mark.parametrize("card", area_cards(), ids=lambda card: card.id)
def test_each_area_is_told_in_words(card: object) -> None:
    picture = view.area_picture(card)  # type: ignore[arg-type]
    html = view.area_html(picture)
    assert well_formed(html) is not None
    assert picture.reward and "Reward:</b>" in html
    assert f"Level {picture.level}" in html
    assert picture.text.split(":")[0] in view.area_text(picture)
    assert ("assumed" in html) == bool(picture.assumed)


def test_only_what_the_rulebook_prints_is_not_marked() -> None:
    assert view.area_picture(find_area("padma-field")).assumed == ""
    why = view.area_picture(find_area("mahayudha-pillar")).assumed
    assert why.startswith("The rulebook doesn’t print its text (invented) and its reward (invented).")
    assert f'data-why="{why}"' in view.area_html(view.area_picture(find_area("mahayudha-pillar")))
    assert "its reward (invented)" in view.area_picture(find_area("ashen-ruins")).assumed
    assert "its text" not in view.area_picture(find_area("ashen-ruins")).assumed


def test_an_owners_own_text_is_shown_instead() -> None:
    own = Text(
        "hot-springs", "Hot Springs", "Real words.", (), "ace", (("effect", "printed"), ("reward", "printed")), ""
    )
    picture = view.area_picture(find_area("hot-springs"), text=own, reward="ace")
    assert picture.text == "Real words." and picture.reward == "an Ace"
    assert "text" not in picture.assumed


def test_each_reward_has_words() -> None:
    words = {view.reward_words(reward, "rainbow-grove") for reward in REWARDS}
    assert len(words) == len(REWARDS) and "" not in words
    assert view.reward_words("landmark", "rainbow-grove") == f"the Landmark {landmark_texts()['rainbow-grove'].name}"
    assert view.reward_words("") == ""


def test_the_windows_of_a_text_are_bold() -> None:
    html = view.area_html(view.area_picture(find_area("padma-field")))
    assert "<b>Start of Contest:</b> each player" in html and ". <b>End of Resolve:</b> each player" in html
    assert len(area_texts()) == 27


def test_an_area_can_be_pressed() -> None:
    area = view.area_picture(find_area("padma-field"))._replace(id="area|p", state=CHOSEN)
    button = next(element for element in well_formed(view.area_html(area)).iter("button"))
    assert (button.get("data-id"), button.get("aria-pressed")) == ("area|p", "true")
    assert button.get("aria-label") == "Padma Field, chosen"


# ---------------------------------------------------------------- the table


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("areas", [0, 1, 3, 4])
@pytest.mark.parametrize("id", ["", "x"])
def test_each_table_is_well_formed_and_one_stop_of_the_tab_key(players: int, areas: int, id: str) -> None:
    table = example(players, areas, id)
    root = well_formed(view.table_html(table))
    assert len([e for e in root.iter() if e.get("data-arrows")]) == (1 if id and areas else 0)
    ids = [e.get("data-id") for e in root.iter() if e.get("data-id")]
    assert len(ids) == len(set(ids)) == (players * areas * 2 if id else 0)
    assert all(e.get("aria-label") for e in root.iter("button"))


def test_the_shape_follows_the_number_of_players() -> None:
    for players, shape in ((2, "is-facing"), (3, "is-columns"), (4, "is-blocks")):
        assert f"ty-table {shape}" in view.table_html(example(players))
    html = view.table_html(example(2, 1))
    assert html.index("<b>Drake</b>") < html.index("Padma Field</h3>") < html.index("<b>Erica</b>")
    assert "--wide:2;--narrow:1" in view.table_html(example(), most=5)


def test_a_table_as_text() -> None:
    areas = [
        AreaPicture(
            "Padma Field",
            (
                CampaignPicture("Drake", cards("K6", "(B2)"), 6),
                CampaignPicture("Erica", cards("B4", "B5", "B7"), 16, ahead=True, run=Run(0, 3, Suit.BOAR)),
            ),
            3,
            "Start of Contest: each player adds 1 Vanguard to the hand.",
            "1 more Prestige",
        ),
        AreaPicture(
            "Forsaken Plain",
            (CampaignPicture("Drake", (CardPicture(Card("M7a"), OUT, note="discarded"),), 0, was=7, limit=17),),
            1,
            assumed="The kit filled it in.",
            defender="Drake",
        ),
    ]
    assert view.table_text(areas, [PlayerPicture("Drake", 3, 8, 2), PlayerPicture("Erica", first=True)]) == (
        "Padma Field, Level 3\n"
        "  Start of Contest: each player adds 1 Vanguard to the hand.\n"
        "  Reward: 1 more Prestige.\n"
        "  Drake      6  K6 (B2)\n"
        "  Erica     16  B4 B5 B7        ahead, CHARGE\n"
        "\n"
        "Forsaken Plain, Level 1, Drake defends, assumed\n"
        "  Drake    7→0  M7              bust above 17 here, M7 discarded\n"
        "\n"
        "Drake  Prestige  3  Morale  8  2 cards in hand\n"
        "Erica  Prestige  0  Morale 10  First Player"
    )


def test_a_table_as_sentences() -> None:
    spoken = view.table_spoken(example(2, 1), [PlayerPicture("Drake", 3, 8, 1, passed=True)])
    assert spoken.startswith("Padma Field, Level ")
    assert "Drake: 10 of 21. Asian Koel 6; Wild Boar 4." in spoken
    assert spoken.endswith("Drake: Prestige 3, Morale 8, passed, 1 card in hand.")


# ---------------------------------------------------------------- hand, tracks, thumbnails


def test_a_hand_is_one_group_of_cards() -> None:
    html = view.hand_html(cards("B4", "KV", state=LIT, id="h"), "Erica’s hand")
    assert 'aria-label="Erica’s hand, 2 cards" data-arrows="hand"' in html
    assert html.count("allowed</span>") == 2
    assert "no cards" in view.hand_html(()) and "data-arrows" not in view.hand_html(())
    hidden = view.hand_html((CardPicture(UNKNOWN), CardPicture(UNKNOWN)), "Drake’s hand")
    assert hidden.count("a hidden card") == 2
    assert view.hand_text(cards("B4", "KV"), "Erica") == "Erica (2)  B4 KV"


def test_tracks_have_numbers_and_say_where_they_stand() -> None:
    html = view.tracks_html([PlayerPicture("Drake", 12, 0, 3, morale_was=2, landmarks=("Hot & Cold",))])
    root = well_formed(html)
    tracks = [e for e in root.iter() if e.get("class") == "ty-track"]
    assert [e.get("aria-label") for e in tracks] == ["Prestige 12", "Morale 0, it was 2"]
    numbers = [[i.text for i in track.iter("i")] for track in tracks]
    assert numbers[0] == [*map(str, range(10)), "12"]
    assert numbers[1] == [str(n) for n in range(10, -1, -1)]
    assert html.count("is-here") == 2 and html.count("is-was") == 1
    assert "Landmark Hot &amp; Cold" in html


def test_a_thumbnail_tells_suits_apart_by_shape() -> None:
    row = cards("B4", "K5", "M6", "O7", "(K2)")
    svg = view.thumb_svg([AreaPicture("X", (CampaignPicture("A", row), CampaignPicture("B")))])
    assert well_formed(svg)[0].get("aria-hidden") == "true"
    assert len(set(re.findall(r' d="([^"]+)"', svg))) == 4
    right = [float(x) for x in re.findall(r'<rect x="([\d.]+)"', svg)]
    assert right == sorted(right) and max(right) + 10 <= 44
    for players in (2, 3, 4):
        assert well_formed(view.thumb_svg(example(players, 4))) is not None


def test_a_thumbnail_shows_what_happens() -> None:
    row = (*cards("B4", state=NEW), *cards("K5", state=CHOSEN), *cards("M6", state=OUT))
    svg = view.thumb_svg([AreaPicture("X", (CampaignPicture("A", row), CampaignPicture("B")))])
    for looks in ("ty-slip is-lit", "ty-slip is-chosen", "ty-slip is-out", "ty-slip-cut"):
        assert looks in svg


# ---------------------------------------------------------------- safe anywhere


def test_everything_is_escaped() -> None:
    card = CardPicture(Card("B4a"), LIT, id=NASTY, note=NASTY, assumed=NASTY)
    campaign = CampaignPicture(NASTY, (card,), 4, landing=Landing(move=NASTY, note=NASTY), remark=NASTY)
    area = AreaPicture(NASTY, (campaign, campaign), 1, NASTY, NASTY, NASTY, NASTY, settled=NASTY, id=NASTY)
    player = PlayerPicture(NASTY, landmarks=(NASTY,))
    for html in (
        view.table_html([area], NASTY),
        view.campaign_html(campaign, NASTY, arrows=NASTY),
        view.hand_html((card,), NASTY, NASTY),
        view.tracks_html((player,)),
        view.thumb_svg([area]),
    ):
        assert well_formed(html) is not None
        assert "<u>" not in html


def test_colours_come_from_the_theme_alone() -> None:
    assert not re.search(r"#[0-9a-f]{3,8}\b", view.css)
    assert not re.search(
        r"#[0-9a-f]{3,6}\b(?!-)", re.sub(r"#ty-[a-z-]+", "", view.sprite() + "".join(map(view.card_svg, KINDS)))
    )
    used = set(re.findall(r"var\(--([a-z0-9-]+)", view.css + view.sprite()))
    made = {"f", "spot", "run", "c", "areas", "players", "wide", "narrow"}
    assert used - made <= set(re.findall(r"--([a-z0-9-]+):", alone_css(view.COLOR)))


def test_pictures_need_no_widgets() -> None:
    code = (
        "import sys; from teyra_kit.teyra import view; view.sprite();"
        "print([m for m in ('ipywidgets', 'anywidget', 'matplotlib', 'networkx', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
