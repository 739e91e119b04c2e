"""Can a visitor learn Terakh, pass an attack on to a shield, and watch whole games, in the real page?"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from chromium import OPEN, PHONE, WIDE, Browser, Server
from selenium.webdriver.common.keys import Keys

from teyra_kit.core.lessons import course
from teyra_kit.terakh import scene
from teyra_kit.terakh.pointing import path

COURSE = course("terakh")
SHIELD = """
from random import Random
from teyra_kit.core import Match, Rulings, rulebook
from teyra_kit.explore.bots import bots
from teyra_kit.terakh import new_game, position, scene
from teyra_kit.ui import Page, PlayRoom
table = position(
    seats=["blue", "red"], active="red", mana=3, deck=["havoc"],
    units=[
        {"u": "blue.1", "at": 6, "orb": "blue"}, {"u": "blue.2", "at": 5}, {"u": "blue.E", "at": 9},
        {"u": "red.1", "at": 7, "mode": "ready"}, {"u": "red.E", "at": 31},
    ],
)
room = PlayRoom(rulebook("terakh"), scene, new_game, bots("terakh"), lambda: Rulings.defaults("terakh"), Random(4))
room.open(Match(table), seats={0: "person", 1: "person"})
Page("A shield", "Terakh", {"Play": lambda: room}, "--terakh")
"""


def opened(browser: Browser, server: Server, tab: str) -> Browser:
    browser.driver.get(server.address + "health")
    browser.js("localStorage.clear()")
    browser.open(server.page("terakh") + f"#{tab}")
    browser.one(f".tk-bar[data-open={tab}]")
    return browser


def click(browser: Browser, id: str) -> None:
    """Press what has this id; a tria of a picture, too."""
    selector = f'[data-id="{id}"], [data-move="{id}"]'
    code = "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true})); return true"
    browser.until(lambda: browser.js(code, browser.one(selector)), id)


def point(browser: Browser, state: object, line: str) -> None:
    """Point at a move of a record, one thing after the other."""
    done: list[str] = []
    for one in path(state, state.read_move(line))[:-1]:
        done.append(one.id)
        if browser.all(f'[data-move="{line}"]'):
            break
        click(browser, f"part|{'/'.join(done)}")
    click(browser, line)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize("tab", ["learn", "play", "rulings"])
def test_every_tab_fits_and_is_accessible(
    browser: Browser, server: Server, tab: str, size: tuple[int, int], scheme: str
) -> None:
    browser.size(size)
    browser.prefer(scheme)
    opened(browser, server, tab)
    if tab == "play":
        assert browser.sideways() <= 0, "what is agreed fits"
        click(browser, "deal")
        browser.one(".tr-map")
        more = ".tk-across:is(.is-more-left, .is-more-right)"
        browser.until(lambda: len(browser.all(more)) == (size == PHONE), "an edge is pale where the map goes on")
    assert browser.sideways() <= 0
    assert browser.axe() == []


def test_the_whole_course_by_pointer(browser: Browser, server: Server) -> None:
    opened(browser, server, "learn")
    for step in COURSE.steps:
        browser.until(lambda step=step: browser.text(".tk-title") == step.title, f"step {step.id}")
        browser.until(lambda: not browser.all(".tk-told"), f"step {step.id} is open")
        if step.is_question:
            click(browser, f"answer|{step.solution}")
        else:
            point(browser, step.start, step.solution)
        browser.one(".tk-told.is-right")
        click(browser, "next")
    browser.until(lambda: browser.text(".tk-title") == "Learn Terakh", "the end")
    assert f"{len(COURSE.steps)} of {len(COURSE.steps)} steps done" in browser.text(".tk-head")


def test_the_first_steps_by_keyboard(browser: Browser, server: Server) -> None:
    opened(browser, server, "learn")
    first, second = COURSE.steps[:2]
    browser.until(lambda: browser.text(".tk-title") == first.title, "the first step")
    unit = "part|unit:red.1"
    browser.js("arguments[0].focus()", browser.one(f'[data-id="{unit}"]'))
    browser.press(Keys.ENTER)
    browser.until(
        lambda: browser.focused() == scene.first(first.start, 0, unit[5:]), "the focus is on what can be done"
    )
    for key in (Keys.ARROW_UP, Keys.ARROW_LEFT):
        browser.press(key)
    browser.until(lambda: browser.focused() == first.solution, "the arrow keys lead to the Elder")
    browser.press(Keys.ENTER)
    browser.one(".tk-told.is-right")
    browser.until(lambda: browser.focused() == "next", "the focus goes on")
    browser.press(Keys.ENTER)
    browser.until(lambda: browser.text(".tk-title") == second.title, "the second step")
    browser.until(lambda: browser.focused() == f"answer|{second.options[0]}", "the focus is on the answers")
    browser.press(Keys.ARROW_RIGHT)
    browser.press(Keys.ENTER)
    browser.one(".tk-told:not(.is-right)")


def test_a_move_that_is_not_allowed_says_why(browser: Browser, server: Server) -> None:
    opened(browser, server, "learn")
    click(browser, "part|unit:red.1")
    click(browser, "A move red.1 14")
    browser.until(lambda: "not adjacent" in browser.text(".tk-told"), "the reason")
    assert browser.all(".tr-wrong"), "the tria is stamped"
    assert browser.all(".tr-allowed"), "what is allowed is lit"


def test_a_shielded_attack_across_two_seats(browser: Browser, serve_notebooks: Callable[..., Server]) -> None:
    server = serve_notebooks(shield=SHIELD)
    browser.open(server.page("shield") + "#play")
    browser.until(lambda: "Hand the screen to B" in browser.text(".tk-now"), "B is to come")
    click(browser, "next")
    click(browser, "part|unit:red.1")
    click(browser, "B attack red.1 blue.1")
    browser.until(lambda: "Hand the screen to A" in browser.text(".tk-now"), "A is asked")
    assert browser.all(".tk-curtain")
    click(browser, "next")
    browser.until(lambda: "Pass the attack on?" in browser.text(".tk-now"), "the question")
    assert "Red 1 attacks blue 1 (Guardian)." in browser.text(".tk-now")
    browser.until(
        lambda: browser.focused() == "A shield guardian.shield-idol blue.2", "the focus is on who can take it"
    )
    browser.press(Keys.ENTER)
    browser.until(lambda: "A Shield passed it on" in browser.text(".tr-fight"), "the Shield is told")
    assert browser.js("return document.querySelectorAll('.tr-die[aria-label=\"die not thrown\"]').length") == 0
    assert "Blue 2" in browser.text(".tk-verdict")
    assert browser.axe() == []


def test_a_first_game_of_two_bots_is_watched_to_its_end(browser: Browser, server: Server) -> None:
    opened(browser, server, "play")
    for seat in (0, 1):
        click(browser, f"sit|{seat}|sensible")
    click(browser, "deal")
    browser.one(".tr-map")
    for _ in range(600):
        if browser.all("[data-id=deal].tk-btn--main"):
            break
        drawn = browser.js("return document.querySelector('.tk-now .tk-board').dataset.drawn")
        click(browser, "next")
        browser.until(
            lambda drawn=drawn: browser.js("return document.querySelector('.tk-now .tk-board').dataset.drawn") != drawn,
            "the next result",
        )
    assert "wins." in browser.text(".tk-verdict")
    assert browser.text(".tr-score").count("no Elder") == 1
    click(browser, "film")
    browser.until(lambda: browser.text(".tk-film-do").startswith("Move "), "the film")
    click(browser, "last")
    browser.until(lambda: "wins." in browser.text(".tk-film"), "its end")
    click(browser, "first")
    browser.until(lambda: browser.text(".tk-film-do").startswith("Move 0 of "), "its start")


def drawn(browser: Browser) -> str:
    """How often the table has been drawn: it is after what is said about it."""
    return str(browser.js(f"return {OPEN}[0]?.dataset.drawn", ".tk-plate"))


def test_a_full_game_is_set_up_by_pointing(browser: Browser, server: Server) -> None:
    browser.size(PHONE)
    browser.prefer("dark")
    opened(browser, server, "play")
    click(browser, "set|mode|1")
    click(browser, "deal")
    pressed: list[str] = []
    while not browser.text(".tk-verdict strong").startswith(("Your turn", "Round")) and len(pressed) < 30:
        before = drawn(browser)
        move = browser.until(
            lambda: browser.js(
                "const e = [...document.querySelectorAll('.tk-plate [data-move]:not([aria-disabled])')]"
                ".find(e => e.getClientRects().length); if (!e) return null;"
                "e.dispatchEvent(new MouseEvent('click', {bubbles: true})); return e.dataset.move"
            ),
            "something to press",
        )
        pressed.append(move)
        browser.until(lambda before=before: drawn(browser) != before, f"what {move} does")
    placed = [move.split()[1] for move in pressed]
    assert [placed.count(unit) for unit in ("inka", "orb", "elder")] == [6, 1, 1]
    assert browser.sideways() <= 0
    assert browser.axe() == []
