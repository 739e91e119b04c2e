"""Can a visitor learn, play, watch and ask for odds in the real pages: by pointer, by keys, on a phone, in the dark?"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import PHONE, SHOTS, WIDE, Browser, Server, a_browser
from selenium.webdriver.common.keys import Keys

from teyra_kit.core.lessons import Step, course

TABS = ("learn", "lab", "play", "odds", "rulings")
COURSE = course("tekeli_li")


@pytest.fixture
def fresh(browser: Browser, server: Server) -> Iterator[Browser]:
    """A browser that has never seen a lesson."""
    browser.driver.get(server.address + "health")
    browser.js("localStorage.clear()")
    yield browser
    browser.driver.get(server.address + "health")
    browser.js("localStorage.clear()")


def opened(browser: Browser, server: Server, tab: str) -> Browser:
    browser.open(server.page("tekeli_li") + f"#{tab}")
    browser.one(f".tk-bar[data-open={tab}]")
    return browser


def click(browser: Browser, id: str) -> None:
    browser.until(lambda: browser.js("arguments[0].click(); return true", browser.one(f"[data-id='{id}']")), id)


def title(browser: Browser) -> str:
    return browser.text(".tk-title")


def answered(step: Step) -> str:
    """What is pointed at to solve a step."""
    return f"answer|{step.solution}" if step.is_question else step.solution


# ---------------------------------------------------------------------------------------------------- every tab


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize("tab", TABS)
def test_every_tab_fits_and_is_accessible(
    fresh: Browser, server: Server, tab: str, size: tuple[int, int], scheme: str
) -> None:
    fresh.size(size)
    fresh.prefer(scheme)
    opened(fresh, server, tab)
    if tab == "play":
        click(fresh, "deal")
        fresh.one(".tkl-hold")
    if tab == "learn":
        click(fresh, "hint")
        fresh.one(".tk-hint")
    assert fresh.sideways() <= 0
    assert fresh.axe() == []


def test_the_address_opens_its_tab_without_showing_another(fresh: Browser, server: Server) -> None:
    fresh.open(server.page("tekeli_li") + "#odds")
    assert [tab.text for tab in fresh.all(".tk-tabs [aria-current]")] == ["Odds"]
    assert title(fresh) == "Odds"


# ---------------------------------------------------------------------------------------------------- learning


def test_the_whole_course_by_keyboard_alone(fresh: Browser, server: Server) -> None:
    opened(fresh, server, "learn")
    for _ in range(30):
        fresh.tab()
        if fresh.js("return document.activeElement.classList.contains('tkl-hold')"):
            break
    for number, step in enumerate(COURSE.steps):
        fresh.until(lambda step=step: title(fresh) == step.title, f"step {step.id}")
        wanted = answered(step)
        if number:
            arrows = ".tk-options" if step.is_question else ".tkl-hand"
            inside = f"return Boolean(document.activeElement.closest('{arrows}'))"
            fresh.until(lambda code=inside: fresh.js(code), f"the focus is where {step.id} is answered")
        fresh.press(Keys.HOME)
        for _ in range(12):
            if fresh.focused() == wanted:
                break
            fresh.press(Keys.ARROW_RIGHT)
        assert fresh.focused() == wanted, step.id
        fresh.press(Keys.ENTER)
        fresh.until(lambda: fresh.focused() == "next", f"{step.id} is solved")
        assert fresh.one(".tk-told.is-right")
        fresh.press(Keys.ENTER)
    fresh.until(lambda: title(fresh) == "Learn Tekeli-li", "the end")
    assert f"{len(COURSE.steps)} of {len(COURSE.steps)} steps done, 72 of 72 rules met" in fresh.text(".tk-head")
    fresh.open(server.address)
    fresh.until(lambda: "72 of 72 rules met" in str(fresh.one(".ring").get_attribute("aria-label")), "the ring is full")


def test_a_wrong_card_explains_itself_and_is_tried_again(fresh: Browser, server: Server) -> None:
    opened(fresh, server, "learn")
    fresh.one("[data-move='D follow white-5']").click()
    told = fresh.until(lambda: fresh.text(".tk-told"), "the reason")
    assert "Air 5" in told
    assert "follow.must" in told
    fresh.until(lambda: "not now" in fresh.text(".tkl-hand"), "the card says so, too")
    fresh.one("[data-move='D follow blue-8']").click()
    fresh.one("[data-id=retry]")
    fresh.until(lambda: "You take the trick." in fresh.text(".tk-told"), "what happened")
    click(fresh, "retry")
    fresh.one("[data-move='D follow blue-2']").click()
    fresh.one(".tk-told.is-right")
    assert "B takes the trick." in fresh.text(".tk-told")
    assert [chip.text for chip in fresh.all(".tk-log li > .tk-chip")][-4:] == [
        "take.greatest",
        "take.keep-face-down",
        "lead.left-of-taker",
        "turn.repeat",
    ]


def test_progress_is_kept_over_a_reload_saved_and_loaded(fresh: Browser, server: Server, tmp_path: Path) -> None:
    opened(fresh, server, "learn")
    fresh.one("[data-move='D follow blue-2']").click()
    fresh.one("[data-id=next]")
    opened(fresh, server, "learn")
    fresh.until(lambda: title(fresh) == COURSE.steps[1].title, "the second step")
    click(fresh, "contents")
    fresh.until(lambda: f"1 of {len(COURSE.steps)} steps done" in fresh.text(".tk-head"), "one step is done")
    saved = fresh.js("return decodeURIComponent(document.querySelector('a[download]').href.split(',').slice(1).join())")
    for text, why in (("{broken", "cannot be read as JSON"), ('{"teyra-kit progress": 1, "game": "chess"}', "chess")):
        (tmp_path / "progress.json").write_text(text)
        fresh.one("input[type=file]").send_keys(str(tmp_path / "progress.json"))
        fresh.until(lambda why=why: why in fresh.text(".tk-notice"), why)
        assert f"1 of {len(COURSE.steps)} steps done" in fresh.text(".tk-head")
    click(fresh, "again")
    click(fresh, "forget")
    fresh.until(lambda: "0 of" in fresh.text(".tk-head"), "all is forgotten")
    (tmp_path / "progress.json").write_text(saved)
    fresh.one("input[type=file]").send_keys(str(tmp_path / "progress.json"))
    fresh.until(lambda: f"1 of {len(COURSE.steps)} steps done" in fresh.text(".tk-head"), "loaded again")


# ---------------------------------------------------------------------------------------------------- playing


TODO = "[data-id=next], .tkl-hold.is-lit"


def act(browser: Browser) -> None:
    """Point at the first thing that goes on: an allowed card, or the button; and wait for the table after it."""
    before = settled(browser)

    def pressed() -> bool:
        browser.all(TODO)[0].click()
        return True

    browser.until(pressed, "something to do")
    browser.until(lambda: settled(browser) != before, "the table after it")


def settled(browser: Browser) -> str:
    """What the table shows, once it does not change any more."""
    shown = ""
    while (now := browser.text(".tk-play")) != shown:
        shown = now
        time.sleep(0.1)
    return shown


def test_a_whole_turn_of_four_by_pointer(fresh: Browser, server: Server) -> None:
    opened(fresh, server, "play")
    fresh.one("[data-id=deal]").click()
    fresh.one(TODO)
    for _ in range(60):
        if "end.after-agreed-turns" in fresh.text(".tk-log"):
            break
        act(fresh)
    assert "end.after-agreed-turns" in fresh.text(".tk-log")
    fresh.one("[data-id=next]").click()
    fresh.until(lambda: fresh.text(".tk-verdict strong") in ("You survive.", "You perish."), "the end")
    rows = fresh.all(".tkl-score tbody tr")
    assert len(rows) == 4
    assert sum(int(row.text.split()[2]) for row in rows) == 48
    click(fresh, "film")
    fresh.one(".tk-film-bar")
    assert fresh.text(".tk-film-do p") == "Move 50 of 50"
    click(fresh, "first")
    fresh.until(lambda: fresh.text(".tk-film-do p") == "Move 0 of 50", "the start")
    click(fresh, "move|3")
    fresh.until(lambda: "lead.any-card" in fresh.text(".tk-log"), "the first lead")
    click(fresh, "branch")
    fresh.until(lambda: "You play on from move 3." in [n.text for n in fresh.all(".tk-notice")], "played on from there")


def test_a_link_opens_the_same_match_in_another_browser(fresh: Browser, server: Server, tmp_path: Path) -> None:
    opened(fresh, server, "play")
    fresh.one("[data-id=deal]").click()
    fresh.one(".tkl-hold.is-lit").click()
    fresh.until(lambda: fresh.all("[data-id=next], .tkl-hold.is-lit"), "the others have played")
    click(fresh, "share")
    link = fresh.one("[data-link]").get_attribute("value")
    assert link
    assert link.startswith(server.page("tekeli_li") + "#play:")
    moves = len(fresh.all(".tk-log li"))
    assert moves
    with a_browser(tmp_path / "other") as other:
        other.size(WIDE)
        other.open(link)
        notice = other.until(lambda: other.text(".tk-notice"), "the match is open")
        assert notice.startswith("Opened from a link, after ")
        other.until(lambda: other.all("[data-id=share]"), "the table")
        click(other, "share")
        assert other.one("[data-link]").get_attribute("value") == link
        other.open(link[:-20])
        told = other.until(lambda: other.text(".tk-notice"), "why not")
        assert "This link cannot be opened: the link is damaged" in told
        assert other.one("[data-id=deal]")
        assert other.errors() == []


def test_a_game_survives_a_reload(fresh: Browser, server: Server) -> None:
    opened(fresh, server, "play")
    fresh.one("[data-id=deal]").click()
    fresh.one(TODO)
    act(fresh)
    click(fresh, "share")
    link = fresh.one("[data-link]").get_attribute("value")
    opened(fresh, server, "play")
    click(fresh, "resume")
    fresh.one(TODO)
    click(fresh, "share")
    assert fresh.one("[data-link]").get_attribute("value") == link


def test_two_people_at_one_screen_do_not_see_each_others_cards(fresh: Browser, server: Server) -> None:
    opened(fresh, server, "play")
    click(fresh, "sit|1|person")
    fresh.one("[data-id='sit|1|person'][aria-pressed=true]")
    fresh.one("[data-id=deal]").click()
    fresh.until(lambda: fresh.all(".tk-curtain, .tkl-hold.is-lit"), "the deal")
    for _ in range(12):
        if fresh.all(".tk-curtain"):
            break
        act(fresh)
    assert fresh.one(".tk-curtain")
    assert not fresh.all(".tkl-hold")
    fresh.one("[data-id=next]").click()
    fresh.one(".tkl-hold.is-lit")


# ---------------------------------------------------------------------------------------------------- pictures


@pytest.mark.parametrize(
    ("scheme", "name", "size"), [("light", "1280", WIDE), ("dark", "1280", WIDE), ("light", "390", PHONE)]
)
def test_pictures_of_the_rooms(fresh: Browser, server: Server, scheme: str, name: str, size: tuple[int, int]) -> None:
    fresh.size(size)
    fresh.prefer(scheme)
    opened(fresh, server, "learn")
    fresh.one("[data-move='D follow white-5']").click()
    fresh.one(".tk-told")
    fresh.shot(SHOTS / f"learn-{name}-{scheme}.png")
    opened(fresh, server, "odds")
    click(fresh, "chart")
    fresh.one(".to-room svg")
    fresh.shot(SHOTS / f"odds-{name}-{scheme}.png")
    opened(fresh, server, "play")
    fresh.one("[data-id=deal]").click()
    fresh.one(TODO)
    while not fresh.all(".tkl-seat.is-taker"):
        act(fresh)
    fresh.shot(SHOTS / f"play-{name}-{scheme}.png")
