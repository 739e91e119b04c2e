"""Can a visitor make, watch, branch and explain chains of Kindred Effects in the real page, by keyboard and by pointer?"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from chromium import PHONE, WIDE, Browser, Server
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

TOWARDS = """
const here = document.activeElement.getBoundingClientRect(), there = arguments[0].getBoundingClientRect();
return [there.x + there.width / 2 - here.x - here.width / 2, there.y + there.height / 2 - here.y - here.height / 2];
"""
BEFORE = (
    "return Boolean(document.activeElement.compareDocumentPosition(arguments[0]) & Node.DOCUMENT_POSITION_PRECEDING)"
)
GROUP = "return arguments[0].closest('[data-arrows]')?.contains(document.activeElement) ?? false"
FULL = """
from teyra_kit.teyra.labs.kindred import KindredLab, Plot, Situation
from teyra_kit.ui import Page
folk = [f"{suit}{value}" for value in range(2, 11) for suit in "BKMO"] * 2
rows = [tuple(folk[n : n + 6]) for n in range(0, 72, 6)]
keys = ("padma-field", "mahayudha-pillar", "alun-alun")
plots = tuple(Plot(key, tuple(rows[4 * n : 4 * n + 4])) for n, key in enumerate(keys))
lab = KindredLab()
lab.lay(Situation(4, plots, (("KV", "BV"), (), (), ()), landmarks=((),) * 4))
Page("Full", "Teyra", {"Lab": lambda: lab}, "--teyra")
"""


def opened(browser: Browser, server: Server, link: str = "lab") -> None:
    """The Kindred lab on a page of its own."""
    browser.open(server.page("teyra") + f"#{link}")
    browser.one(".tk-bar[data-open=lab]")
    browser.one(".kl-film [data-id]")


def said(browser: Browser, words: str) -> None:
    """Wait until a screen reader has been told so."""
    heard = "return document.querySelector('.kl-ask [aria-live]').textContent"
    browser.until(lambda: words in browser.js(heard), f"{words!r} is said; the last was {browser.js(heard)!r}")


def click(browser: Browser, *ids: str) -> None:
    """Press what has these ids, one after the other, each as soon as the last has been answered."""
    drawn = "return [...document.querySelectorAll('[data-drawn]')].reduce((n, one) => n + Number(one.dataset.drawn), 0)"
    for id in ids:
        before = browser.js(drawn)
        browser.until(
            lambda id=id: browser.js("arguments[0].click(); return true", browser.one(f'[data-id="{id}"]')), id
        )
        browser.until(lambda before=before: browser.js(drawn) > before, f"an answer to {id}")


def reach(browser: Browser, id: str) -> None:
    """Come to what has this id by the Tab and arrow keys alone."""
    target = browser.one(f'[data-id="{id}"]')
    browser.until(lambda: _step(browser, target, id), f"the keys reach {id}")


def _step(browser: Browser, target: object, id: str) -> bool:
    at = browser.focused()
    if at == id:
        return True
    if not browser.js(GROUP, target):
        browser.press(Keys.SHIFT + Keys.TAB if browser.js(BEFORE, target) else Keys.TAB)
        return browser.focused() == id
    across, down = browser.js(TOWARDS, target)
    keys = [Keys.ARROW_RIGHT if across > 0 else Keys.ARROW_LEFT, Keys.ARROW_DOWN if down > 0 else Keys.ARROW_UP]
    for key in keys if abs(across) > abs(down) else reversed(keys):
        browser.press(key)
        if browser.focused() != at:
            break
    return browser.focused() == id


# ---------------------------------------------------------------- the four effects, by keyboard alone


EFFECTS = {
    "charge-erica": {
        "card|padma-field|1|K6a": "B’s Koel 6 is chosen. Padma Field: B’s 6 becomes 0.",
        "do": "Koel 6 is discarded. B has 0 in Padma Field.",
    },
    "inspire-drake": {
        "card|mahayudha-pillar|1|O3a": "B’s Orangutan 3 is chosen. Mahayudha Pillar: A’s 0 becomes 3",
        "do": "Orangutan 3 goes to A.",
    },
    "rouse-erica": {
        "to|alun-alun|1": "B’s campaign in Alun-Alun is chosen. B has 9 in Alun-Alun",
        "do": "Boar 9 comes. B has 18 in Alun-Alun.",
    },
    "intercept-drake": {
        "card|mahayudha-pillar|1|M3a": "B’s Lizard 3 is chosen.",
        "to|alun-alun|1": "B’s campaign in Alun-Alun is chosen.",
        "do": "Lizard 3 moves on.",
    },
}


def test_each_effect_is_made_by_keyboard_and_read_out(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.js("document.body.tabIndex = -1; document.body.focus()")
    for example, deeds in EFFECTS.items():
        reach(browser, f"example|{example}")
        browser.press(Keys.ENTER)
        said(browser, "Step 4 of")
        for id, words in deeds.items():
            reach(browser, id)
            browser.press(Keys.ENTER)
            said(browser, words)
        assert browser.focused() != "tk", "the focus stays where one acts"
        clause = f"{example.partition('-')[0]}.effect"
        browser.until(lambda clause=clause: clause in browser.text(".kl-log"), clause)
    reach(browser, "example|charge-erica")
    browser.press(Keys.ENTER)
    said(browser, "Step 4 of")
    reach(browser, "card|alun-alun|1|KVa")
    browser.press(Keys.ENTER)
    said(browser, "You can’t discard B’s Koel Vanguard: CHARGE takes Folk only. Choose a lit card.")


# ---------------------------------------------------------------- a long chain


CHAIN = (
    *("hand|KV|0", "to|alun-alun|0", "do", "on", "on", "to|padma-field|0", "do", "on", "on", "card|padma-field|1|M9a"),
    *("do", "on", "to|mahayudha-pillar|0", "do", "on", "on", "card|mahayudha-pillar|0|M6a", "do", "on", "on"),
    *("card|alun-alun|1|K9a", "to|padma-field|1", "do"),
)


def test_a_chain_of_five_effects_is_made_watched_branched_and_drawn(browser: Browser, server: Server) -> None:
    opened(browser, server)
    click(browser, "example|long-chain", "example|", "mode|watch", *CHAIN)
    said(browser, "Koel 9 moves on.")
    click(browser, "last")
    said(browser, "Step 17 of 17. The chain ends.")
    browser.until(lambda: "intercept.effect" in browser.text(".kl-log"), "the whole story is told")
    story = browser.text(".kl-log")
    for clause in ("rouse.effect", "charge.effect", "inspire.effect", "intercept.effect"):
        assert clause in story
    end = browser.text(".kl-stage")
    ends = (lambda: browser.text(".kl-stage") == end), "the table is as it was at the end"

    title = ".kl-film-head h2"
    titles = [browser.text(title)]
    for step in range(16, 0, -1):
        click(browser, "back")
        titles.append(
            browser.until(lambda n=step: f"Step {n} of" in (now := browser.text(title)) and now, f"step {step}")
        )
    assert titles[-1] == "Step 1 of 17. Before"
    browser.until(lambda: "Nothing has happened yet" in browser.text(".kl-log"), "the story begins again")
    reach(browser, "on")
    for before in reversed(titles[:-1]):
        browser.press(Keys.ENTER)
        browser.until(lambda before=before: browser.text(title) == before, before)
        assert browser.focused() == "on"
    browser.until(*ends)

    click(browser, "frame|6", "card|mahayudha-pillar|1|M2a", "do")
    said(browser, "A branch. Step 8 of")
    click(browser, "last")
    said(browser, "Step 9 of 9. Choose a campaign.")
    assert browser.text(".kl-stage") != end
    click(browser, "frame|6")
    browser.until(lambda: browser.text(".kl-tried"), "what was tried is listed")
    assert "2 ways tried" in browser.text(".kl-film")
    tried = browser.text(".kl-tried")
    assert "Discard Lizard 9, B" in tried and "Discard Lizard 2, B" in tried
    click(browser, browser.one(".kl-branch[aria-pressed=false]").get_attribute("data-id"), "last")
    browser.until(*ends)

    click(browser, "graph")
    browser.one(".kl-edge")
    words = [box.text for box in browser.all(".kl-graph .kl-word")]
    assert words == ["Koel Vanguard", "ROUSE", "ROUSE", "CHARGE", "INSPIRE", "INTERCEPT"]
    assert len(browser.all(".kl-edge")) == 5
    reach(browser, "node|4")
    browser.press(Keys.ENTER)
    said(browser, "Step 10 of 17. Orangutan 5 comes.")
    for size, scheme in ((WIDE, "dark"), (PHONE, "dark"), (PHONE, "light")):
        browser.size(size)
        browser.prefer(scheme)
        assert browser.sideways() <= 0
        assert browser.axe() == []


# ---------------------------------------------------------------- links, and a full table


def test_a_link_opens_a_text_to_try_and_a_wrong_one_is_explained(browser: Browser, server: Server) -> None:
    opened(browser, server, "lab:area-foggy-marsh")
    browser.until(lambda: "TRY FOGGY MARSH" in browser.text(".kl-plate").upper(), "the Area lies on the table")
    said(browser, "Try Foggy Marsh.")
    click(browser, "hand|B7|0", "to|foggy-marsh|0", "do")
    said(browser, "A card lies face down")
    table = browser.text(".kl-stage")
    browser.js("location.hash = '#lab:area-nowhere'")
    said(browser, "This link opens nothing: there is no Area text “nowhere”.")
    assert browser.text(".kl-stage") == table
    assert browser.axe() == []


@pytest.fixture
def full_table(share_notebooks: Callable[..., Server]) -> str:
    """The address of a page with all 72 Folk cards on the table of four players."""
    return share_notebooks(full=FULL).page("full")


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_twelve_campaigns_stay_usable(browser: Browser, full_table: str, size: tuple[int, int]) -> None:
    browser.size(size)
    browser.open(full_table)
    click(browser, "hand|KV|0")
    landing = browser.one("[data-id='to|alun-alun|0']")
    browser.js("arguments[0].scrollIntoView({block: 'center'})", landing)
    landing.click()
    said(browser, "A’s campaign in Alun-Alun is chosen.")
    seen = "const box = arguments[0].getBoundingClientRect(); return box.top > -1 && box.bottom < innerHeight + 1"
    for selector in ("[data-id='to|alun-alun|0']", ".kl-effect", ".kl-ask [data-id=do]", ".kl-hand [data-id]"):
        assert browser.js(seen, browser.one(selector)), f"{selector} is in view"
    assert browser.sideways() <= 0
    click(browser, "mode|set", "place|row|2|3")
    browser.until(lambda: browser.js(seen, browser.one(".kl-tray")), "the tray is in view")
    assert browser.axe() == []


def test_on_a_phone_the_note_of_a_hand_card_is_read_whole(browser: Browser, server: Server) -> None:
    browser.size(PHONE)
    opened(browser, server)
    click(browser, "example|strategise-erica")
    card = browser.one(".kl-hand .ty-fc[data-why]:last-child")
    ActionChains(browser.driver).move_to_element(card).perform()
    note = "const s = getComputedStyle(arguments[0], '::after'); return [s.position, s.left, s.right, s.top]"
    browser.until(lambda: browser.js(note, card) == ["fixed", "16px", "16px", "12px"], "it leaves the row that clips")
