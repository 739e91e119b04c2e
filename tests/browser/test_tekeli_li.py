"""Can a visitor lay any trick of Tekeli-li, by hand and by keys, and see what the engine says?"""

from __future__ import annotations

import pytest
from chromium import PHONE, SHOTS, WIDE, Browser, Server
from selenium.webdriver.common.keys import Keys

from teyra_kit.tekeli_li.examples import evaluate, examples
from teyra_kit.tekeli_li.labs import trick


@pytest.fixture
def lab(browser: Browser, server: Server) -> Browser:
    """The Trick lab, just opened."""
    browser.open(server.page("tekeli_li") + "#lab")
    browser.one(".tl-tray")
    return browser


def click(browser: Browser, id: str) -> None:
    browser.one(f"[data-id='{id}']").click()


def verdict(browser: Browser) -> str:
    return browser.text(".tk-panel .tk-verdict strong")


def shows(browser: Browser, headline: str) -> None:
    browser.until(lambda: verdict(browser) == headline, headline)


@pytest.mark.parametrize("id", trick.SHOWN)
def test_each_printed_example_is_judged_as_the_engine_does(lab: Browser, id: str) -> None:
    click(lab, f"example|{id}")
    lab.one(f"[data-id='example|{id}'][aria-pressed=true]")
    expected = trick.load(id)
    shows(lab, expected.verdict[0])
    assert lab.text(".tk-panel .tk-verdict span") == expected.verdict[1]
    result = evaluate(examples()[id].given)
    if result["continues"]:
        assert verdict(lab) == "One more round."
    else:
        assert verdict(lab) == f"{result['taker']} takes the trick."
        assert f"{result['next_leader']} leads next" in lab.text(".tk-panel .tk-verdict span")
    assert len(lab.all(".tkl-mark")) == len(expected.assumed())
    assert [line.text for line in lab.all(".tk-log li > p")] == [event.text for event in expected.events]
    chips = [chip.text for chip in lab.all(".tk-log li > .tk-chip")]
    assert chips == [event.clause for event in expected.events]


def test_a_trick_is_laid_by_keyboard_alone(lab: Browser) -> None:
    lab.js("document.querySelector('[data-id=clear]').focus()")
    lab.press(Keys.ENTER)
    shows(lab, "A leads.")
    lab.until(lambda: lab.focused() == "card|blue-1", "the tray has the focus")
    for right, card, following in (
        (2, "blue-3", "B plays next."),
        (1, "blue-4", "C plays next."),
        (2, "blue-6", "D plays next."),
    ):
        lab.press(*[Keys.ARROW_RIGHT] * right)
        assert lab.focused() == f"card|{card}"
        lab.press(Keys.ENTER)
        shows(lab, following)
        assert lab.focused() == f"card|{card}"
    lab.press(Keys.ARROW_LEFT, Keys.ENTER)
    shows(lab, "C takes the trick.")
    spoken = "return [...document.querySelectorAll('[aria-live]')].map(e => e.textContent).join(' ')"
    for words in ("D plays Water 5, Deep One, costs 10.", "C takes the trick."):
        lab.until(lambda words=words: words in lab.js(spoken), words)


def test_a_place_is_chosen_with_arrows_and_its_card_changed(lab: Browser) -> None:
    lab.js("document.querySelector('[data-id=\"place|0\"]').focus()")
    lab.press(Keys.ARROW_RIGHT)
    assert lab.focused() == "place|1"
    lab.press(Keys.ENTER)
    lab.until(lambda: lab.text("#tl-tray") == "Change B’s card", "B is chosen")
    click(lab, "card|blue-6")
    lab.until(lambda: "Cthulhu" in (lab.one("[data-id='place|1']").get_attribute("aria-label") or ""), "laid")
    lab.one("[data-id='example|'][aria-pressed=true]")


def test_a_reading_is_switched_and_the_taker_changes(lab: Browser) -> None:
    click(lab, "example|ex-eight-cards")
    shows(lab, "A takes the trick.")
    click(lab, "read|trick-span|two-tricks")
    shows(lab, "B takes the last round.")
    click(lab, "read|event-continuation|phone-continues")
    shows(lab, "A takes the trick.")
    assert lab.text(".tk-panel .tk-verdict span").startswith("4 cards")
    click(lab, "reset|")
    shows(lab, "A takes the trick.")
    lab.until(lambda: lab.text(".tk-panel .tk-verdict span").startswith("8 cards"), "all eight cards again")


def test_rulings_are_shared_between_the_tabs(lab: Browser) -> None:
    click(lab, "example|ex-8")
    shows(lab, "One more round.")
    lab.one(".tk-tabs a[href='#rulings']").click()
    click_in = ".tk-rulings--page [data-id='read|event-continuation|phone-continues']"
    lab.one(click_in).click()
    lab.until(lambda: lab.all(".tk-rulings--page .is-changed .tl-demo"), "changed")
    assert "B takes 3 cards" in lab.text(".tk-rulings--page .is-changed .tl-demo .is-now")
    lab.one(".tk-tabs a[href='#lab']").click()
    shows(lab, "A takes the trick.")


def test_a_card_without_copies_explains_itself(lab: Browser) -> None:
    click(lab, "place|1")
    lab.one("[data-id='card|blue-8'][aria-disabled=true]").click()
    said = lab.until(lambda: lab.text(".tl-refused"), "reason")
    assert "All 3 copies of Water 8 lie in this trick, before A, C and D." in said
    click(lab, "clause|contents.water-cards")
    lab.until(lambda: lab.text(".tl-refused .tk-clause h3"), "the clause is open")
    lab.press(Keys.ESCAPE)
    lab.until(lambda: not lab.all(".tl-refused .tk-clause"), "closed")
    assert lab.focused() == "clause|contents.water-cards"
    shows(lab, "A takes the trick.")


def test_a_card_that_is_not_in_the_deck_explains_itself(lab: Browser) -> None:
    click(lab, "players|3")
    shows(lab, "B takes the trick.")
    click(lab, "card|blue-1")
    assert "Water 1 stays in the box with 3 players." in lab.until(lambda: lab.text(".tl-refused"), "reason")


def test_the_variant_is_refused_with_four(lab: Browser) -> None:
    click(lab, "variant")
    assert "With 4 players the basic rules are used." in lab.until(lambda: lab.text(".tl-refused"), "reason")
    click(lab, "read|variant-eligibility|any-count")
    click(lab, "variant")
    lab.one("[data-id=variant][aria-pressed=true]")


def test_the_last_trick_has_no_extra_round(lab: Browser) -> None:
    click(lab, "example|ex-8")
    shows(lab, "One more round.")
    lab.until(lambda: len(lab.all(".tkl-seats")) == 2, "two rounds lie on the table")
    click(lab, "left|0")
    shows(lab, "A takes the trick.")
    lab.until(lambda: len(lab.all(".tkl-seats")) == 1, "one round lies on the table")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize(
    "picks",
    [
        [],
        ["example|ex-eight-cards"],
        ["players|6", "card|blue-8", "card|blue-6"],
        ["variant"],
        ["card|blue-8"],
    ],
    ids=["five", "eight-cards", "six", "variant", "refused"],
)
def test_each_state_fits_and_is_accessible(lab: Browser, scheme: str, size: tuple[int, int], picks: list[str]) -> None:
    lab.size(size)
    lab.prefer(scheme)
    for id in picks:
        before = lab.one(".tk-plate").get_attribute("data-drawn")
        click(lab, id)
        lab.until(
            lambda b=before: lab.one(".tk-plate").get_attribute("data-drawn") != b or lab.all(".tl-refused"),
            id,
        )
    assert lab.sideways() <= 0
    assert lab.axe() == []
    assert all(card.size["width"] >= 47 for card in lab.all(".tkl-card"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_rulings_fit_and_are_accessible(
    browser: Browser, server: Server, scheme: str, size: tuple[int, int]
) -> None:
    browser.size(size)
    browser.prefer(scheme)
    browser.open(server.page("tekeli_li") + "#rulings")
    browser.one(".tl-demo")
    assert len(browser.all(".tk-rulings--page .tk-ruling")) == 15
    assert browser.sideways() <= 0
    assert browser.axe() == []


def test_board_and_verdict_are_above_the_fold(lab: Browser) -> None:
    for selector in (".tk-plate", ".tl-tray", ".tk-panel .tk-verdict"):
        box = lab.one(selector).rect
        assert box["y"] + box["height"] <= 900, selector


@pytest.mark.parametrize(
    ("name", "size", "scheme"),
    [("lab-1280-light", WIDE, "light"), ("lab-1280-dark", WIDE, "dark"), ("lab-390-light", PHONE, "light")],
)
def test_pictures_for_the_readme(
    browser: Browser, server: Server, name: str, size: tuple[int, int], scheme: str
) -> None:
    browser.size(size)
    browser.prefer(scheme)
    browser.open(server.page("tekeli_li") + "#lab")
    browser.one(".tl-tray")
    if size == PHONE:
        browser.js("document.querySelector('.tl-plate-head').scrollIntoView(); scrollBy(0, -24)")
    browser.shot(SHOTS / f"{name}.png")
