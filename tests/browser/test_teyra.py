"""Can a visitor learn Teyra, make a chain of Kindred Effects, and play, in the real page?"""

from __future__ import annotations

import pytest
from chromium import PHONE, SHOTS, WIDE, Browser, Server

from teyra_kit.core.lessons import course
from teyra_kit.teyra import scene

COURSE = course("teyra")


def opened(browser: Browser, server: Server, tab: str) -> Browser:
    browser.driver.get(server.address + "health")
    browser.js("localStorage.clear()")
    browser.open(server.page("teyra") + f"#{tab}")
    browser.one(f".tk-bar[data-open={tab}]")
    return browser


def click(browser: Browser, id: str) -> None:
    selector = f"[data-id='{id}'], [data-move='{id}']"
    browser.until(lambda: browser.js("arguments[0].click(); return true", browser.one(selector)), id)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize("tab", ["learn", "lab", "contest", "play", "rulings"])
def test_every_tab_fits_and_is_accessible(
    browser: Browser, server: Server, tab: str, size: tuple[int, int], scheme: str
) -> None:
    browser.size(size)
    browser.prefer(scheme)
    opened(browser, server, tab)
    if tab == "play":
        click(browser, "deal")
        browser.one(".ty-table")
    assert browser.sideways() <= 0
    assert browser.axe() == []
    if tab == "lab":
        browser.shot(SHOTS / f"kindred-{size[0]}-{scheme}.png")


def test_the_whole_course_by_pointer(browser: Browser, server: Server) -> None:
    opened(browser, server, "learn")
    for step in COURSE.steps:
        browser.until(lambda step=step: browser.text(".tk-title") == step.title, f"step {step.id}")
        browser.until(lambda: not browser.all(".tk-told"), f"step {step.id} is open")
        if step.is_question:
            click(browser, f"answer|{step.solution}")
        else:
            if part := scene.part_of(step.start.read_move(step.solution)):
                click(browser, f"part|{part}")
            click(browser, step.solution)
        browser.one(".tk-told.is-right")
        click(browser, "next")
    browser.until(lambda: browser.text(".tk-title") == "Learn Teyra", "the end")
    assert f"{len(COURSE.steps)} of {len(COURSE.steps)} steps done" in browser.text(".tk-head")
