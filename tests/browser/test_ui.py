"""Can every visitor use the pages: by hand, by keys, by ear, in the dark, on a phone, and when something breaks?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest
from chromium import OPEN, PHONE, ROOT, SHOTS, WIDE, Browser, Server
from conftest import Stage
from selenium.webdriver.common.keys import Keys

DEMO = """
from teyra_kit.core.game import Event
from teyra_kit.core.rulebook import Rulings, rulebook
from teyra_kit.ui import Board, Log, Page, RulingsPanel, columns, heading

book = rulebook("tekeli_li")

def lab():
    board, log, here = Board(css_class="tk-plate", label="Numbers", css=".nums{display:grid;grid-template-columns:repeat(4,64px);gap:6px}"), Log(book), {"on": "none", "gone": ""}

    def draw():
        board.html = (f'<p id="on">{here["on"]}</p><div class="nums" data-arrows="nums" role="group" aria-label="Numbers">'
            + "".join(f'<button type="button" class="tk-btn" data-id="n{i}">{i}</button>' for i in range(1, 9) if f"n{i}" != here["gone"]) + "</div>"
            + '<svg width="120" height="60" role="group" aria-label="Shapes" data-arrows="shapes"><g data-move="left" aria-label="Left"><rect x="4" y="4" width="48" height="48" fill="none" stroke="currentColor"/></g>'
            + '<g data-move="right" aria-label="Right" aria-disabled="true"><rect x="64" y="4" width="48" height="48" fill="none" stroke="currentColor"/></g></svg>'
            + '<label>Name <input data-id="name" value=""></label>')

    def pick(id):
        if id == "n8":
            board.html = "half done"
            raise ValueError("eight is not a number here")
        here["on"], here["gone"] = id, id if id == "n7" else here["gone"]
        draw()
        board.say = "picked"
        log.show([Event("lead.any-card", "A leads."), Event("take.greatest", "8 is the greatest: A takes the trick.", key=True, assumed="Not printed.")],
            ("A takes the trick.", "4 cards."), Rulings.defaults("tekeli_li"))

    board.on_pick(pick)
    board.on_input(lambda id, value: pick(f"{id}={value}"))
    draw()
    return columns([board], [log, RulingsPanel(book, Rulings.defaults("tekeli_li"), only=["event-continuation"])], top=[heading("Trick lab", "Lay four cards.")])

def rulings():
    return columns([heading("Rulings"), RulingsPanel(book, Rulings.defaults("tekeli_li"), page=True, title="")])

def broken():
    raise RuntimeError("no such table")

Page("Demo, Teyra Kit", "Demo", {"Lab": lab, "Rulings": rulings, "Broken": broken}, "--tekeli")
"""


@pytest.fixture
def demo(share_notebooks: Callable[..., Server]) -> Server:
    """A server with a page that has everything on it, and one whose cell fails."""
    return share_notebooks(demo=DEMO, failing="raise ValueError('a secret of the source')")


@pytest.fixture
def page(browser: Browser, demo: Server) -> Browser:
    """The demo page, open at its first tab."""
    browser.open(demo.page("demo"))
    return browser


def click(browser: Browser, selector: str) -> None:
    browser.one(selector).click()


def on(browser: Browser) -> str:
    return browser.text("#on")


# ---------------------------------------------------------------------------------------------------- the pages


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("name", "size"), [("1280", WIDE), ("390", PHONE)])
def test_home(browser: Browser, server: Server, scheme: str, name: str, size: tuple[int, int]) -> None:
    browser.size(size)
    browser.prefer(scheme)
    browser.open(server.address)
    assert browser.driver.title == "Teyra Kit: learn four tabletop games"
    assert "learnt by playing them" in browser.text("h1").replace("\n", " ")
    assert [title.text for title in browser.all(".tile h2")] == ["Tekeli-li", "Teyra", "Terakh", "Teratozoic"]
    assert browser.sideways() <= 0
    assert browser.axe() == []
    browser.shot(SHOTS / f"home-{name}-{scheme}.png")


def test_every_link_of_the_home_page_leads_somewhere(browser: Browser, server: Server) -> None:
    browser.open(server.address)
    links = browser.js("return [...document.querySelectorAll('a[href]')].map(a => a.href.split('#')[0])")
    assert links
    for link in sorted(set(links)):
        status, _ = server.fetch(link.removeprefix(server.address))
        assert status == 200, link


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE])
@pytest.mark.parametrize("tab", ["lab", "rulings"])
def test_each_tab_fits_and_is_accessible(
    browser: Browser, demo: Server, scheme: str, size: tuple[int, int], tab: str
) -> None:
    browser.size(size)
    browser.prefer(scheme)
    browser.open(demo.page("demo") + f"#{tab}")
    browser.one(f".tk-bar[data-open={tab}]")
    if tab == "lab":
        click(browser, "[data-id=n1]")
        click(browser, ".tk-log .tk-chip")
        browser.one(".tk-clause")
    assert browser.sideways() <= 0
    assert browser.axe() == []


def test_theme_is_switched_and_remembered(browser: Browser, demo: Server) -> None:
    browser.open(demo.page("demo"))
    ground = "return getComputedStyle(document.body).backgroundColor"
    light = browser.js(ground)
    click(browser, ".tk-bar-end button")
    assert browser.js(ground) != light
    browser.open(demo.page("demo"))
    assert browser.js("return document.documentElement.dataset.theme") == "dark"
    browser.js("document.body.dataset.jpThemeLight = 'true'")  # as Voila's own template says
    assert browser.js(ground) != light  # what the visitor chose counts
    click(browser, ".tk-bar-end button")
    assert browser.js(ground) == light
    browser.js("localStorage.clear()")


def test_tabs_follow_the_address(page: Browser, demo: Server) -> None:
    click(page, ".tk-tabs a[href='#rulings']")
    page.one(".tk-rulings--page")
    assert page.driver.current_url.endswith("#rulings")
    assert page.js("return document.querySelector('.tk-tabs [aria-current]').textContent") == "Rulings"
    page.driver.back()
    page.one(".tk-bar[data-open=lab]")
    page.open(demo.page("demo") + "#rulings")
    page.one(".tk-rulings--page")
    assert page.until(lambda: not page.one(".tk-plate").is_displayed() if page.all(".tk-plate") else True, "lab hidden")


def test_a_tab_that_cannot_be_built_says_so(page: Browser) -> None:
    click(page, ".tk-tabs a[href='#broken']")
    assert "RuntimeError: no such table" in page.until(lambda: page.text(".tk-error:not([hidden])"), "error")


def test_in_high_contrast_what_is_chosen_or_filled_is_still_seen(browser: Browser, server: Server) -> None:
    browser.driver.get(server.address + "health")
    browser.js("localStorage.setItem('teyra-theme', 'light')")
    browser.open(server.page("terakh") + "#combat")
    browser.js("localStorage.clear()")

    def color(selector: str, of: str = "backgroundColor") -> str:
        return str(browser.js(f"return getComputedStyle({OPEN}[0])[arguments[1]]", selector, of))

    for scheme, ground in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(0, 0, 0)")):
        browser.prefer(scheme, forced=True)
        assert color("body") == ground
        assert color(".tk-tabs [aria-current]", "borderBottomColor") != color(".tk-tabs a", "borderBottomColor")
        assert color(".tk-seg [aria-pressed=true]") != color(".tk-seg [aria-pressed=false]")
        assert color(".cb-cell.win") != color(".cb-row .cb-cell:not(.win, .tie)")
        assert browser.axe() == []


@pytest.mark.parametrize("page", ["terakh#rulings", "teyra#odds"])
def test_at_four_times_the_size_nothing_is_cut_off(browser: Browser, server: Server, page: str) -> None:
    browser.size((320, 256))
    name, tab = page.split("#")
    browser.open(f"{server.page(name)}#{tab}")
    browser.one(".tk-main h1")
    assert browser.sideways() <= 0


def test_on_paper_a_dark_page_is_light_and_its_fills_are_printed(browser: Browser, demo: Server) -> None:
    browser.open(demo.page("demo"))
    browser.js("document.documentElement.dataset.theme = 'dark'")
    browser.prefer("dark", media="print")
    style = "const it = getComputedStyle(document.querySelector(arguments[0])); return it[arguments[1]]"
    assert browser.js(style, ".tk-app", "backgroundColor") == "rgb(255, 255, 255)"
    assert browser.js(style, ".tk-plate", "backgroundColor") == "rgb(255, 255, 255)"
    assert browser.js(style, ".tk-plate", "printColorAdjust") == "exact"
    assert not browser.one(".tk-tabs").is_displayed()
    assert browser.axe() == []


# ---------------------------------------------------------------------------------------------------- behind a proxy


def as_a_hub_asks(server: Server) -> tuple[int, str]:
    """Status and cookies of the home address, asked under another name by who is signed in to the server in front."""
    to = urlsplit(server.address)
    line = HTTPConnection(to.netloc, timeout=30)
    line.request("GET", to.path, headers={"Host": "hub.example.org", "Cookie": "username-hub-example-org=someone"})
    answer = line.getresponse()
    return answer.status, answer.headers.get("Set-Cookie", "")


def test_the_pages_below_a_path_behind_a_proxy(browser: Browser, stage: Stage) -> None:
    server = stage.started(Server(pool=0, base_url="user/jo", proxied=True))
    assert server.address.endswith("/user/jo/")
    browser.open(server.address)
    assert browser.driver.current_url == server.page("index")
    links = browser.js("return [...document.links].map(link => link.href)")
    assert server.page("index") in links
    assert server.page("terakh") + "#rulings" in links
    status, cookies = as_a_hub_asks(server)
    assert status == 302
    assert "username-" not in cookies  # they stay signed in there


def test_no_other_name_is_answered_without_a_proxy(demo: Server) -> None:
    assert as_a_hub_asks(demo)[0] == 403


# ---------------------------------------------------------------------------------------------------- the board


def test_board_by_pointer(page: Browser) -> None:
    click(page, "[data-id=n3]")
    page.until(lambda: on(page) == "n3", "picked")
    click(page, "[data-move=right]")
    page.until(lambda: on(page) == "right", "a disabled shape can be asked")


def test_board_by_keys(page: Browser) -> None:
    page.js("document.querySelector('[data-id=n1]').focus()")
    page.press(Keys.ARROW_RIGHT)
    assert page.focused() == "n2"
    page.press(Keys.ARROW_DOWN)
    assert page.focused() == "n6"
    page.press(Keys.END)
    assert page.focused() == "n8"
    page.press(Keys.HOME)
    page.press(Keys.ARROW_DOWN, Keys.ENTER)
    page.until(lambda: on(page) == "n5", "picked with Enter")
    assert page.focused() == "n5"  # kept across the redraw
    page.tab()
    assert page.focused() == "left"  # one Tab leaves the group
    page.press(" ")
    page.until(lambda: on(page) == "left", "picked with Space")
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    assert "tk-board" in page.focused()


def test_focus_goes_to_the_neighbour_when_its_element_is_gone(page: Browser) -> None:
    page.js("document.querySelector('[data-id=n7]').focus()")
    page.press(Keys.ENTER)
    page.until(lambda: on(page) == "n7" and not page.all("[data-id=n7]"), "gone")
    assert page.focused() == "n8"


def test_a_field_reports_its_value(page: Browser) -> None:
    page.one("[data-id=name]").send_keys("Nyarla", Keys.TAB)
    page.until(lambda: on(page) == "name=Nyarla", "value")


def test_the_same_words_are_spoken_again(page: Browser) -> None:
    page.js(
        "window.heard = []; const live = document.querySelector('.tk-plate [aria-live]');"
        "new MutationObserver(() => live.textContent && heard.push(live.textContent)).observe(live, {childList: true})"
    )
    for id in ("n1", "n2"):
        click(page, f"[data-id={id}]")
        page.until(lambda id=id: on(page) == id, id)
        time.sleep(0.1)
    assert page.js("return window.heard") == ["picked", "picked"]


def test_an_exception_is_shown_in_words_and_nothing_is_half_done(page: Browser) -> None:
    click(page, "[data-id=n2]")
    page.until(lambda: on(page) == "n2", "picked")
    click(page, "[data-id=n8]")
    said = page.until(lambda: page.text(".tk-error:not([hidden])"), "error panel")
    assert "The board is unchanged" in said
    assert "ValueError: eight is not a number here" in said
    assert on(page) == "n2"
    assert page.axe() == []
    click(page, ".tk-error button")
    page.until(lambda: not page.all(".tk-error:not([hidden])"), "dismissed")


# ---------------------------------------------------------------------------------------------------- log and rulings


def test_a_chip_opens_its_clause_and_closes_it(page: Browser) -> None:
    click(page, "[data-id=n1]")
    chip = "[data-id='1:take.greatest']"
    click(page, chip)
    page.one(".tk-clause h3")
    assert page.one(chip).get_attribute("aria-expanded") == "true"
    page.press(Keys.ESCAPE)
    page.until(lambda: not page.all(".tk-clause"), "closed by Escape")
    assert page.focused() == "1:take.greatest"
    page.press(Keys.ENTER)
    page.one(".tk-clause")
    page.press(Keys.ENTER)
    page.until(lambda: not page.all(".tk-clause"), "closed by Enter")


def test_readings_are_chosen_with_arrow_keys_and_reset(page: Browser) -> None:
    page.js("document.querySelector('.tk-ruling input:checked').focus()")
    page.press(Keys.ARROW_DOWN)
    page.one(".tk-ruling.is-changed")
    assert page.focused().startswith("read|event-continuation|")
    click(page, "[data-id='reset|']")
    page.until(lambda: not page.all(".tk-ruling.is-changed"), "back to the defaults")


# ---------------------------------------------------------------------------------------------------- when things break


def test_a_lost_kernel_is_said_and_a_reload_helps(browser: Browser, serve_notebooks: Callable[..., Server]) -> None:
    server = serve_notebooks(pool=0, demo=DEMO)
    browser.open(server.page("demo"))
    (kernel,) = server.kernels()
    os.kill(kernel, signal.SIGKILL)
    notice = browser.one(".tk-lost", 20)
    assert "lost its connection" in notice.text
    assert browser.axe() == []
    browser.shot(SHOTS / "lost-1280-light.png")
    click(browser, ".tk-lost button")
    browser.until(
        lambda: browser.js(
            "return !document.querySelector('.tk-lost') && performance.getEntriesByName('teyra-usable').length"
        ),
        "usable again",
    )
    click(browser, "[data-id=n4]")
    browser.until(lambda: on(browser) == "n4", "the new page works")


def test_a_stopped_server_is_said(browser: Browser, serve_notebooks: Callable[..., Server]) -> None:
    server = serve_notebooks(pool=0, demo=DEMO)
    browser.open(server.page("demo"))
    server.stop()
    browser.one(".tk-lost", 20)
    browser.open_blank()
    browser.errors()  # refused connections are what this test asks for


def test_the_server_says_its_address_and_nothing_else(serve_notebooks: Callable[..., Server]) -> None:
    server = serve_notebooks(demo="1")
    assert server.fetch("voila/render/demo.ipynb")[0] == 200
    server.stop()
    assert len(server.said.splitlines()) == 1, server.said


def test_leaving_a_page_ends_its_kernel(browser: Browser, serve_notebooks: Callable[..., Server]) -> None:
    server = serve_notebooks(pool=0, demo=DEMO)
    browser.open(server.page("demo"))
    assert len(server.kernels()) == 1
    browser.open_blank()
    browser.until(lambda: not server.kernels(), "the kernel is gone", 15)


def test_a_failing_cell_is_said_in_words_without_its_source(browser: Browser, demo: Server) -> None:
    browser.driver.get(demo.page("failing"))
    said = browser.until(lambda: browser.text("#tk-wait.is-failed"), "failure")
    assert "could not be set up" in said
    _, body = demo.fetch("voila/render/failing.ipynb")
    assert "secret" not in body


@pytest.mark.parametrize(
    "path",
    [
        "nope",
        "voila/render/nope.ipynb",
        "voila/render/",
        "voila/tree",
        "voila/files/index.ipynb",
        "voila/api/contents/index.ipynb",
    ],
)
def test_what_is_not_there_is_a_page_in_words(browser: Browser, demo: Server, path: str) -> None:
    status, _ = demo.fetch(path)
    assert status == 404
    browser.driver.get(demo.address + path)
    assert "There is no such page" in browser.text()
    assert browser.axe() == []
    browser.errors()
    click(browser, "main a")
    browser.until(lambda: "/voila/render/index.ipynb" in browser.driver.current_url, "home")


def test_health_costs_no_kernel(serve_notebooks: Callable[..., Server]) -> None:
    server = serve_notebooks(pool=0)
    assert server.fetch("health") == (200, "ok")
    assert server.kernels() == []


def test_a_port_in_use_is_said_in_one_line(demo: Server) -> None:
    port = demo.address.rsplit(":", 1)[1].strip("/")
    code = f"from teyra_kit.web.server import CannotServe, serve\ntry: serve({port})\nexcept CannotServe as why: print(why)"
    said = subprocess.run(
        [sys.executable, "-c", code],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{os.environ.get('PYTHONPATH', '')}"},
    )
    assert said.stdout.startswith(f"Port {port} is already in use."), said.stderr
