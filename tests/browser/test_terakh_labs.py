"""Can a visitor walk the Tria map, read the Combat grid and give orders, by pointer and by key, in the real page?"""

from __future__ import annotations

from pathlib import Path

import pytest
from chromium import PHONE, SHOTS, WIDE, Browser, Server
from selenium.webdriver.common.keys import Keys

from teyra_kit.core import Rulings
from teyra_kit.terakh.labs.combat import Duel, case, situated
from teyra_kit.terakh.labs.tria import TriaLab

ARROWS = (Keys.ARROW_UP, Keys.ARROW_DOWN, Keys.ARROW_LEFT, Keys.ARROW_RIGHT)
PRESS = "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true})); return true"
SPOKEN = "return [...document.querySelectorAll('[aria-live]')].filter(e => !e.closest('.tk-shut')).map(e => e.textContent).join(' ')"


def opened(browser: Browser, server: Server, tab: str) -> Browser:
    """A fresh page at one of the labs."""
    browser.driver.get(server.address + "health")
    browser.js("localStorage.clear()")
    browser.open(server.page("terakh") + f"#{tab}")
    browser.one(f".tk-bar[data-open={tab}]")
    browser.one(".tk-main [data-ready] [data-id]")
    return browser


def click(browser: Browser, id: str) -> None:
    """Press what has this id; a tria of a picture, too."""
    selector = f'[data-id="{id}"], [data-move="{id}"]'
    browser.until(lambda: browser.js(PRESS, browser.one(selector)), id)


def heard(browser: Browser, words: str) -> None:
    """Wait until some words are read out."""
    browser.until(lambda: words in browser.js(SPOKEN), f"spoken: {words}")


def focus(browser: Browser, id: str) -> None:
    """Put the focus on something."""
    browser.js("arguments[0].focus()", browser.one(f'[data-id="{id}"], [data-move="{id}"]'))


@pytest.mark.parametrize("tab", ["lab", "combat", "orders", "cards"])
def test_each_lab_fits_is_accessible_and_serves_both_themes_and_both_widths(
    browser: Browser, server: Server, tab: str
) -> None:
    opened(browser, server, tab)
    for size in (WIDE, PHONE):
        browser.size(size)
        for scheme in ("light", "dark"):
            browser.prefer(scheme)
            assert browser.sideways() <= 0, (size, scheme)
            assert browser.axe() == [], (size, scheme)
            if tab == "lab":
                browser.shot(SHOTS / f"tria-{size[0]}-{scheme}.png")


def test_every_tria_is_reached_by_arrow_keys_and_spoken(browser: Browser, server: Server) -> None:
    opened(browser, server, "lab")
    trias = [f"tria|{place}" for place in range(32)]
    browser.one("[data-id='tria|31']")
    focus(browser, "tria|0")
    ways: dict[str, list[str]] = {browser.focused(): []}
    queue = ["tria|0"]
    while queue:  # from every tria that is reached, each arrow key once
        here = queue.pop(0)
        for key in ARROWS:
            focus(browser, here)
            browser.press(key)
            there = browser.focused()
            if there not in ways and there in trias:
                ways[there] = [*ways[here], key]
                queue.append(there)
    assert sorted(ways) == sorted(trias)
    labels = browser.js("return [...document.querySelectorAll('[data-id^=\"tria|\"]')].map(e => e.ariaLabel)")
    assert len(labels) == 32 and all(label.startswith("Tria ") and ", plane " in label for label in labels)
    focus(browser, "tria|22")
    browser.press(Keys.ENTER)
    heard(browser, "Tria 22, Orth, plane 1")
    assert browser.focused() == "tria|22"


def test_a_plane_turns_and_the_links_change(browser: Browser, server: Server) -> None:
    opened(browser, server, "lab")
    lab = TriaLab()
    click(browser, "tria|6")
    heard(browser, "Tria 6, Orth")
    before = set(browser.js("return [...document.querySelectorAll('[data-id^=\"go|\"]')].map(e => e.dataset.id)"))
    lab.pick("tria|6")
    assert before == {f"go|{place}" for place in lab.ground.near[6]}
    focus(browser, "turn|1")
    browser.press(Keys.ENTER)
    lab.pick("turn|1")
    heard(browser, lab.plate.say)
    after = set(browser.js("return [...document.querySelectorAll('[data-id^=\"go|\"]')].map(e => e.dataset.id)"))
    assert after == {f"go|{place}" for place in lab.ground.near[6]} != before
    click(browser, "planes|6")
    browser.one("[data-id='tria|95']")


def test_the_combat_grid_by_keys(browser: Browser, server: Server) -> None:
    opened(browser, server, "combat")
    now = case(Duel(), situated(Rulings.defaults("terakh")))
    browser.one("[data-id='cell|7|4']")
    assert len(browser.all(".cb-grid .cb-cell")) == 64
    assert len(browser.all(".cb-grid .cb-cell.win")) == now.wins == 15
    assert len(browser.all(".cb-grid .cb-cell.tie")) == now.ties
    focus(browser, "cell|7|4")
    for key, there in ((Keys.ARROW_UP, "cell|8|4"), (Keys.ARROW_RIGHT, "cell|8|5"), (Keys.ARROW_DOWN, "cell|7|5")):
        browser.press(key)
        assert browser.focused() == there
    browser.press(Keys.ENTER)
    heard(browser, "Attack 7, defence 5: nothing happens. 7 ties with 7.")
    assert browser.focused() == "cell|7|5"
    browser.one("[data-id='cell|7|5'][aria-selected=true]")
    click(browser, "kind|attack|idol")
    heard(browser, "28 of 64 pairs succeed")
    click(browser, "line|hydra.triple-threat")
    browser.until(lambda: "4 mana in one turn" in browser.text(".cb-side"), "the plan of a Triple Threat")
    click(browser, "roll|100")
    browser.until(lambda: "Rolled\n100" in browser.text(".cb-rolled"), "the tally")


def test_an_order_is_refused_and_one_carried_out(browser: Browser, server: Server) -> None:
    opened(browser, server, "orders")
    click(browser, "part|unit:blue.1")
    heard(browser, "Change mode: to Ready")
    click(browser, "A move blue.1 20")
    heard(browser, "Refused.")
    assert "move.adjacent" in browser.text(".od-told")
    focus(browser, "A move blue.1 11")
    browser.press(Keys.ENTER)
    heard(browser, "from 12 to 11")
    browser.until(lambda: "4" in browser.text(".tr-mana"), "mana")
    click(browser, "undo|")
    heard(browser, "Taken back.")
    click(browser, "build|on")
    click(browser, "tool|elder")
    click(browser, "clan|blue")
    click(browser, "put|20")
    heard(browser, "Tria 20: Blue Elder, 4 HP.")
    click(browser, "case|summon.where")
    click(browser, "build|off")
    browser.until(lambda: "Summon on a vacant Orth only" in browser.text(".od-text"), "the situation")


def test_links_open_a_tria_a_duel_and_an_example(browser: Browser, server: Server) -> None:
    for tab, link, selector, words in (
        ("lab", "n6-12-place-95", ".tm-side", "Tria 95"),
        ("combat", "hydra-2A-vs-idol-1D", ".cb-frac", "36"),
        ("orders", "example-spec.sorceress-lines", ".od-text", "Strike, Summon, Blast"),
    ):
        browser.open(server.page("terakh") + f"#{tab}:{link}")
        browser.until(lambda selector=selector, words=words: words.lower() in browser.text(selector).lower(), words)


PACK = """
[[spec_line]]
id = "hydra.bite"
idol = "hydra"
mods = 0
mana = 4
name = "Bite"
effect = { kind = "attack", range = "adjacent", attacks = 1 }
provenance = "printed"
"""


def bring(browser: Browser, file: Path, text: str) -> None:
    """Choose a card pack."""
    file.write_text(text, encoding="utf-8")
    browser.one("[data-id=pack]").send_keys(str(file))


def test_own_cards_are_taken_kept_used_and_given_back(browser: Browser, server: Server, tmp_path: Path) -> None:
    opened(browser, server, "cards")
    focus(browser, "spec|guardian")
    browser.press(Keys.ARROW_RIGHT, Keys.ENTER)
    browser.until(lambda: browser.text(".tc-name").endswith("Hydra"), "the next card by keys")
    bring(browser, tmp_path / "broken.toml", PACK.replace("mana = 4", "mana = 'four'"))
    told = browser.until(lambda: browser.text(".tk-refused"), "it is refused")
    assert "key 'mana' is 'four'; needed: a whole number" in told or "key 'mana' is 'four'; allowed" in told
    assert "Nothing has changed" in told
    bring(browser, tmp_path / "box.toml", PACK)
    browser.until(lambda: "in force: 1 line of Spec Cards." in browser.text(".tk-pack"), "it is in force")
    browser.driver.refresh()
    browser.until(lambda: "in force: 1 line of Spec Cards." in browser.text(".tk-pack"), "a reload keeps it")
    click(browser, "spec|hydra")
    browser.until(lambda: "from your card pack" in browser.text(".tc-detail"), "its own words")
    browser.js("document.querySelector(\".tk-tabs a[href='#orders']\").click()")
    browser.one(".tk-bar[data-open=orders]")
    browser.until(lambda: "Bite" in browser.text(".od-specs"), "the Orders lab uses it")
    browser.js("document.querySelector(\".tk-tabs a[href='#play']\").click()")
    browser.until(lambda: "New games use your card pack: 1 line" in browser.text(".tk-main"), "Play says so")
    browser.js("document.querySelector(\".tk-tabs a[href='#cards']\").click()")
    browser.one(".tk-bar[data-open=cards]")
    click(browser, "kit")
    browser.until(lambda: "Bite" not in browser.text(".tc-detail"), "the kit's own cards")
    browser.until(lambda: not browser.js("return localStorage.getItem('terakh-pack')"), "the browser has forgotten it")
