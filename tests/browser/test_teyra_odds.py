"""Does the Odds tab of Teyra work by keyboard, on a phone, in the dark, and draw its chart when asked?"""

from __future__ import annotations

from chromium import PHONE, Browser, Server
from selenium.webdriver.common.keys import Keys


def test_odds_by_keyboard_on_a_phone_in_the_dark(browser: Browser, server: Server) -> None:
    browser.size(PHONE)
    browser.prefer("dark")
    browser.open(server.page("teyra") + "#odds")
    browser.one(".yo-tray")

    def focus(id: str) -> None:
        browser.js("arguments[0].focus()", browser.one(f"[data-id='{id}']"))

    def answers(text: str) -> None:
        browser.until(lambda: text in browser.text(".to-result"), text)

    answers("31.2")
    focus("card|tray|B2")
    browser.press(Keys.ARROW_RIGHT)
    browser.until(lambda: browser.focused() == "card|tray|B3", "the next card")
    browser.press(Keys.ENTER)
    browser.one("[data-id='card|mine|B3']")
    answers("of the ways to complete your hand")
    assert browser.focused() == "card|tray|B3"
    focus("ask|total")
    browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ENTER)
    answers("It is bust in")
    focus("total")
    browser.press(Keys.CONTROL + "a")
    browser.press("20", Keys.ENTER)
    answers("It is bust: always.")
    assert not browser.all(".to-svg")
    focus("chart")
    browser.press(Keys.ENTER)
    browser.one(".to-narrow .to-svg")
    assert browser.focused() == "chart"
    for about in ("total", "suit", "rouse", "deck"):
        focus(f"ask|{about}")
        browser.press(Keys.ENTER)
        browser.one(f"[data-id='ask|{about}'][aria-pressed=true]")
        assert browser.sideways() <= 0
        assert browser.axe() == []
