"""Can a visitor read every Area and Landmark, try one, bring their own cards, and lay cards in a contest, in the real page?"""

from __future__ import annotations

from pathlib import Path

import pytest
from chromium import PHONE, WIDE, Browser, Server
from selenium.webdriver.common.keys import Keys

PACK = """
[[area_text]]
key = "ashen-ruins"
name = "Ashen Ruins"
text = "Cards here have no suit. Campaigns here are bust above 15."
steps = [{ window = "constant", do = "no-suits" }, { window = "constant", do = "bust-limit", limit = 15 }]
prov = { effect = "printed" }
"""


def opened(browser: Browser, server: Server, tab: str = "cards") -> Browser:
    browser.driver.get(server.address + "health")
    browser.js("localStorage.clear()")
    browser.open(server.page("teyra") + f"#{tab}")
    browser.one(f".tk-bar[data-open={tab}]")
    return browser


def click(browser: Browser, id: str) -> None:
    browser.until(lambda: browser.js("arguments[0].click(); return true", browser.one(f"[data-id='{id}']")), id)


def chosen(browser: Browser, name: str) -> None:
    browser.until(lambda: browser.text(".tg-name") == name, f"{name} is chosen")


def bring(browser: Browser, file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    browser.one("[data-id=pack]").send_keys(str(file))


def heard(browser: Browser) -> str:
    return str(browser.js("return [...document.querySelectorAll('[aria-live]')].map(p => p.textContent).join(' ')"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_gallery_fits_and_is_accessible(
    browser: Browser, server: Server, size: tuple[int, int], scheme: str, tmp_path: Path
) -> None:
    browser.size(size)
    browser.prefer(scheme)
    opened(browser, server)
    assert len(browser.all(".tg-card")) == 50
    click(browser, "card|landmark|berserker-kampong")
    chosen(browser, "Berserker Kampong")
    click(browser, "clause|faq.placed-landmarks")
    browser.one(".tg-detail .tk-clause")
    bring(browser, tmp_path / "broken.toml", "[[area_text]]")
    browser.one(".tk-refused")
    assert browser.sideways() <= 0
    assert browser.axe() == []


def test_the_gallery_by_keyboard_and_by_ear(browser: Browser, server: Server) -> None:
    opened(browser, server)
    browser.one("[data-id=find]").send_keys("rainbow", Keys.ENTER)
    browser.until(lambda: len(browser.all(".tg-card")) == 2, "the two Rainbow Groves")
    browser.one("[data-id='card|area|rainbow-grove-1']")
    browser.until(lambda: "2 of 50 cards." in heard(browser), "the count is spoken")
    for _ in range(12):
        browser.tab()
        if browser.focused().startswith("card|"):
            break
    assert browser.focused() == "card|area|rainbow-grove-1"
    browser.press(Keys.ARROW_DOWN)
    assert browser.focused() == "card|landmark|rainbow-grove"
    browser.press(Keys.ENTER)
    browser.until(lambda: "your Folk cards of value 5 have all suits" in browser.text(".tg-steps"), "the Landmark")
    browser.until(lambda: "Rainbow Grove, Landmark." in heard(browser), "the card is spoken")
    assert browser.focused() == "card|landmark|rainbow-grove"
    browser.one("[data-id=find]").clear()
    browser.one("[data-id=find]").send_keys("dragon", Keys.ENTER)
    browser.one(".tg-none")
    click(browser, "clear")
    browser.until(lambda: len(browser.all(".tg-card")) == 50, "all cards again")
    browser.until(lambda: browser.focused() == "card|landmark|rainbow-grove", "the focus is on the chosen card")


def test_on_a_phone_the_chosen_card_comes_into_view_and_one_gets_back(browser: Browser, server: Server) -> None:
    browser.size(PHONE)
    opened(browser, server)
    click(browser, "card|area|hot-springs-1")
    chosen(browser, "Hot Springs")
    where = "return document.querySelector('.tg-name').getBoundingClientRect().top"
    browser.until(lambda: 0 <= browser.js(where) < PHONE[1], "the card is in view")
    click(browser, "back")
    browser.until(lambda: browser.focused() == "card|area|hot-springs-1", "back at the cards")


@pytest.mark.parametrize(
    ("id", "name"), [("area|ashen-ruins-1", "Ashen Ruins"), ("landmark|crystal-hall", "Crystal Hall")]
)
def test_try_it_opens_the_lab_with_the_card(browser: Browser, server: Server, id: str, name: str) -> None:
    opened(browser, server)
    click(browser, f"card|{id}")
    chosen(browser, name)
    browser.one(".tg-detail a[href^='#lab:']").send_keys(Keys.ENTER)
    browser.one(".tk-bar[data-open=lab]")
    browser.until(lambda: name in browser.text(".tk-main"), f"{name} is in the Lab")
    assert browser.js("return scrollY") == 0
    browser.driver.back()
    browser.one(".tk-bar[data-open=cards]")
    chosen(browser, name)


def test_own_cards_are_taken_played_with_and_given_back(browser: Browser, server: Server, tmp_path: Path) -> None:
    opened(browser, server)
    bring(browser, tmp_path / "box.toml", PACK)
    browser.until(lambda: "Your card pack is in force: 1 Area text." in browser.text(".tk-pack"), "it is in force")
    browser.driver.refresh()
    browser.until(lambda: "Your card pack is in force: 1 Area text." in browser.text(".tk-pack"), "a reload keeps it")
    click(browser, "source|pack")
    browser.until(lambda: len(browser.all(".tg-card")) == 2, "the two cards of the pack")
    assert browser.text(".tg-cards").count("from your card pack") == 1
    click(browser, "card|area|ashen-ruins-3")
    browser.until(lambda: "bust above 15" in browser.text(".tg-steps"), "its own words")
    broken = PACK.replace("limit = 15", "limit = 'low'")
    bring(browser, tmp_path / "broken.toml", broken)
    told = browser.until(lambda: browser.text(".tk-refused"), "it is refused")
    assert "[[area_text]] 'ashen-ruins', step 2 key 'limit' is 'low'; allowed: a whole number from 0 to 99" in told
    assert "Nothing has changed" in told and "bust above 15" in browser.text(".tg-steps")
    browser.js("document.querySelector(\".tk-tabs a[href='#play']\").click()")
    browser.until(lambda: "New games use your card pack: 1 Area text." in browser.text(".tk-main"), "Play says so")
    click(browser, "deal")
    browser.until(
        lambda: "This game is played with a card pack: 1 Area text." in browser.text(".tk-main"), "the game too"
    )
    browser.js("document.querySelector(\".tk-tabs a[href='#cards']\").click()")
    browser.one(".tk-bar[data-open=cards]")
    click(browser, "kit")
    browser.until(lambda: len(browser.all(".tg-card")) == 50, "the kit's own cards")
    assert "bust above 15" not in browser.text(".tk-main")
    browser.until(lambda: not browser.js("return localStorage.getItem('teyra-pack')"), "the browser has forgotten it")


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_cards_are_laid_in_a_contest(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    browser.size(size)
    opened(browser, server, "contest")
    click(browser, "by|1|cards")
    browser.one(".tc-tray")
    for code in ("BA", "KV"):
        click(browser, f"lay|1|{code}")
    browser.until(lambda: "B wins" in browser.text(".tk-log"), "the Elite Force wins")
    assert "an Elite Force of rank 3" in browser.text(".tk-log")
    assert browser.sideways() <= 0
    assert browser.js("return [...document.querySelectorAll('.tc-row')].every(r => r.scrollWidth <= r.clientWidth)")
    assert browser.axe() == []
    click(browser, "case|multi-home")
    browser.until(lambda: not browser.all(".tc-laid"), "the printed example")
