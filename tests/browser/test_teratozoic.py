"""Can a visitor build monsters by key and by pointer, play a round, break a tie, and bring their own cards, in the real page?"""

from __future__ import annotations

from pathlib import Path

import pytest
from chromium import PHONE, SHOTS, WIDE, Browser, Server
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from teyra_kit.core.match import Match
from teyra_kit.teratozoic import position
from teyra_kit.teratozoic.labs.bench import kit_pack
from teyra_kit.teratozoic.packs import write_pack

TABS = ("learn", "lab", "round", "play", "odds", "rulings")
PRESS = "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true})); return true"
SPOKEN = "return [...document.querySelectorAll('[aria-live], [role=status]')].filter(e => !e.closest('.tk-shut')).map(e => e.textContent).join(' ')"
WHERE = "const r = arguments[0].getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]"
SEEN = "return arguments[0].checkVisibility() && arguments[0].getBoundingClientRect().height > 20"
FAR = "return Number(document.querySelector('[role=progressbar]')?.ariaValueNow ?? 0)"
IN_FRAME = """const list = document.querySelector('.tk-reel'), row = [...list.querySelectorAll('button')].at(-1);
const a = row.getBoundingClientRect(), b = list.getBoundingClientRect();
return row.matches('[aria-current]') && a.top >= b.top - 1 && a.bottom <= b.bottom + 1"""
ARROWS = {(1, 0): Keys.ARROW_RIGHT, (-1, 0): Keys.ARROW_LEFT, (0, 1): Keys.ARROW_DOWN, (0, -1): Keys.ARROW_UP}


def opened(browser: Browser, server: Server, tab: str = "lab", link: str = "") -> Browser:
    """A fresh page at one of the tabs."""
    browser.driver.get(server.address + "health")
    browser.js("localStorage.clear()")
    browser.open(server.page("teratozoic") + f"#{tab}{f':{link}' if link else ''}")
    browser.one(f".tk-bar[data-open={tab}]")
    browser.one(".tk-main [data-ready] [data-id]")
    return browser


def named(browser: Browser, id: str) -> str:
    """The selector of what has this id."""
    return f'[data-id="{id}"], [data-move="{id}"]'


def click(browser: Browser, id: str) -> None:
    """Press what has this id; a part of a picture, too."""
    browser.until(lambda: browser.js(PRESS, browser.one(named(browser, id))), id)


def point(browser: Browser, id: str) -> None:
    """Move the mouse to the middle of what has this id, and press."""
    target = browser.one(named(browser, id))
    browser.js("arguments[0].scrollIntoView({block: 'center'})", target)
    ActionChains(browser.driver).move_to_element(target).click().perform()


def turn(browser: Browser, tab: str) -> None:
    """Turn to another tab of the page."""
    browser.js(f"document.querySelector(\".tk-tabs a[href='#{tab}']\").click()")
    browser.one(f".tk-bar[data-open={tab}]")


def heard(browser: Browser, words: str) -> None:
    """Wait until some words are read out."""
    browser.until(lambda: words in browser.js(SPOKEN), f"spoken: {words}")


def total(browser: Browser, number: int) -> None:
    """Wait until the bench is worth so much."""
    browser.until(lambda: browser.text(".mb-total b") == str(number), f"total {number}")


def walk(browser: Browser, id: str) -> None:
    """Go to something with the arrow keys, from what has the focus."""
    for _ in range(40):
        if browser.focused() == id:
            return
        x, y = browser.js(WHERE, browser.driver.switch_to.active_element)
        a, b = browser.js(WHERE, browser.one(named(browser, id)))
        across, down = a - x, b - y
        first = (1 if across > 0 else -1, 0) if abs(across) >= abs(down) else (0, 1 if down > 0 else -1)
        before = browser.focused()
        browser.press(ARROWS[first])
        if browser.focused() == before:
            second = (0, 1 if down > 0 else -1) if first[0] else (1 if across > 0 else -1, 0)
            browser.press(ARROWS[second])
    raise AssertionError(f"The arrow keys do not lead to {id}; they end at {browser.focused()}")


# ---------------------------------------------------------------- every tab


@pytest.mark.parametrize("tab", TABS)
def test_each_tab_fits_is_accessible_and_serves_both_themes_and_both_widths(
    browser: Browser, server: Server, tab: str
) -> None:
    opened(browser, server, tab)
    if tab == "play":
        click(browser, "deal")
        browser.one(".ts-own")
    for size in (WIDE, PHONE):
        browser.size(size)
        for scheme in ("light", "dark"):
            browser.prefer(scheme)
            assert browser.sideways() <= 0, (size, scheme)
            assert browser.axe() == [], (size, scheme)
            if tab == "lab":
                browser.shot(SHOTS / f"bench-{size[0]}-{scheme}.png")


def test_at_1280_the_bench_its_controls_and_the_verdict_are_above_the_fold(browser: Browser, server: Server) -> None:
    opened(browser, server)
    for part in (".mb-floor", ".mb-tray", ".mb-verdict", ".mb-grand"):
        bottom = browser.js("return arguments[0].getBoundingClientRect().bottom", browser.one(part))
        assert bottom <= WIDE[1], part


# ---------------------------------------------------------------- the bench


def test_the_32_are_built_by_keyboard(browser: Browser, server: Server) -> None:
    opened(browser, server)
    click(browser, "printed|singles")
    total(browser, 19)
    browser.js("document.activeElement.blur()")
    for _ in range(30):
        browser.tab()
        if browser.focused().split("|")[0] in ("card", "end"):
            break
    assert browser.focused().split("|")[0] in ("card", "end")
    walk(browser, "end|G6a|R")
    browser.press(Keys.ENTER)
    heard(browser, "Now press a lit end")
    walk(browser, "end|G1a|L")
    browser.press(Keys.ENTER)
    total(browser, 27)
    heard(browser, "You join G6a and G1a. Total 27, +8. One colour and no free end.")
    browser.until(lambda: browser.focused() == "card|G1a", "the focus stays on the card")
    walk(browser, "end|O1a|R")
    browser.press(Keys.SPACE)
    heard(browser, "Now press a lit end")
    walk(browser, "end|O5b|L")
    browser.press(Keys.ENTER)
    total(browser, 32)
    heard(browser, "Total 32, +5.")
    assert "No. 32 is the most." in browser.text(".mb-proof")


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_the_32_are_built_by_pointer_cut_and_shown_again(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    browser.size(size)
    opened(browser, server)
    click(browser, "printed|singles")
    total(browser, 19)
    for one, other, after in (("end|G6a|R", "end|G1a|L", 27), ("end|O1a|R", "end|O5b|L", 32)):
        point(browser, one)
        browser.one(f".tz-socket.is-lit{named(browser, other).split(',')[0]}")
        point(browser, other)
        total(browser, after)
    point(browser, "cut|G6a|G1a")
    total(browser, 24)
    browser.until(lambda: "Yes, by 8: 32. You have 24." in browser.text(".mb-proof"), "by how much")
    point(browser, "best|0")
    total(browser, 32)
    point(browser, "card|P4a")
    point(browser, "slot|0")
    total(browser, 28)
    assert browser.sideways() <= 0


def test_parts_are_chosen_from_the_box_and_the_bench_is_handed_on(browser: Browser, server: Server) -> None:
    opened(browser, server)
    click(browser, "picking|")
    browser.until(lambda: browser.js(SEEN, browser.one(".mb-tiles [data-id]")), "the box can be seen")
    click(browser, "clear|")
    total(browser, 0)
    for id in ("P4c", "P1a", "P6a", "P5a", "P4a"):
        click(browser, f"part|{id}")
        browser.one(f"[data-id='card|{id}']")
    click(browser, "best|0")
    total(browser, 43)
    link = browser.js("return document.querySelector('[data-copy]').dataset.copy")
    opened(browser, server, "lab", link.removeprefix("#lab:"))
    total(browser, 43)
    assert len(browser.all(".tz-seam")) == 4


def test_andrey_and_sveta_are_one_press_away(browser: Browser, server: Server) -> None:
    opened(browser, server)
    click(browser, "printed|andrey")
    total(browser, 5)
    browser.one("[data-id='back|OD4']")
    click(browser, "printed|sveta")
    total(browser, 15)


def test_a_reading_changes_the_bench_at_once(browser: Browser, server: Server) -> None:
    opened(browser, server)
    assert "Under “Whole total”: 72." in browser.text(".mb-read")
    click(browser, "read|doubling-scope|whole-total")
    total(browser, 72)


def test_the_desk_of_own_cards_is_one_press_away_and_a_bad_link_says_so(browser: Browser, server: Server) -> None:
    opened(browser, server, "lab", "G1a+ZZ")
    browser.until(lambda: "the link names no part ZZ" in browser.text(".mb-say"), "the link is told of")
    click(browser, "desk|")
    browser.until(lambda: browser.focused() == "pack", "the focus is on the file")
    assert "ZZ" not in browser.text(".mb-say")
    opened(browser, server, "odds", "foo")
    browser.until(lambda: "This link names nothing" in browser.text(".tk-main"), "the Odds say so, too")


def test_own_cards_are_taken_kept_refused_and_given_back(browser: Browser, server: Server, tmp_path: Path) -> None:
    def bring(name: str, text: str) -> None:
        (tmp_path / name).write_text(text, encoding="utf-8")
        browser.one("[data-id=pack]").send_keys(str(tmp_path / name))

    mine = write_pack(kit_pack()).replace(
        'id = "G6a"\ncolour = "green"\nvalue = 6', 'id = "G6a"\ncolour = "green"\nvalue = 5'
    )
    opened(browser, server)
    click(browser, "picking|")
    browser.until(lambda: browser.js(SEEN, browser.one("[data-id='part|GX1']")), "the box can be seen")
    bring("mine.toml", mine)
    browser.until(lambda: "Your card pack is in force: 93 parts, 7 eras." in browser.text(".tk-pack"), "in force")
    browser.until(lambda: "assumed parts" not in browser.text(".mb-sheet"), "nothing is assumed of the parts")
    browser.one("[aria-label^='G6a, green 5']")
    browser.until(lambda: browser.js("return localStorage.getItem('teratozoic-pack')"), "the browser keeps it")
    browser.driver.refresh()
    browser.until(lambda: browser.all("[aria-label^='G6a, green 5']"), "a reload keeps it")
    browser.until(lambda: "Your card pack is in force" in browser.text(".tk-pack"), "and says so")
    bring("broken.toml", mine.replace("value = 5", "value = 9", 1))
    told = browser.until(lambda: browser.text(".tk-pack .tk-told"), "it is refused")
    assert "key 'value' is 9; allowed: " in told and "(check 3)" in told
    assert browser.axe() == []
    turn(browser, "play")
    browser.until(lambda: "New games use your card pack: 93 parts, 7 eras." in browser.text(".tk-main"), "Play says so")
    turn(browser, "odds")
    browser.until(lambda: "Best totals of a first hand" in browser.text(".oz-plate"), "the Odds")
    assert "assumed parts" not in browser.text(".oz-plate")
    turn(browser, "lab")
    click(browser, "kit")
    browser.until(lambda: browser.all("[aria-label^='G6a, green 6']"), "the kit's own cards")
    browser.until(lambda: not browser.js("return localStorage.getItem('teratozoic-pack')"), "it is forgotten")
    browser.driver.refresh()
    browser.until(lambda: browser.all("[aria-label^='G6a, green 6']"), "a reload does not bring it back")


# ---------------------------------------------------------------- the odds


def test_every_first_hand_is_counted_while_one_waits(browser: Browser, server: Server) -> None:
    opened(browser, server, "odds")
    browser.until(lambda: "Not counted yet." in browser.text(".oz-result"), "nothing is counted by itself")
    browser.until(lambda: browser.js("arguments[0].focus(); return true", browser.one("[data-id='count|']")), "focus")
    browser.press(Keys.ENTER)
    browser.until(lambda: browser.focused() == "stop|", "the focus is on Stop")
    browser.press(Keys.ENTER)
    heard(browser, "Stopped. Nothing has changed.")
    browser.until(lambda: browser.focused() == "count|", "the focus is on the button again")
    browser.press(Keys.ENTER)
    far = browser.until(lambda: browser.js(FAR), "the bar moves")
    browser.until(lambda: browser.js(FAR) > far, "and goes on")
    browser.until(lambda: "4,740,120 hands counted" in browser.text(".oz-work"), "all are through", 90)
    assert "The mean is 21.576, the median 21." in browser.text(".oz-result")
    heard(browser, "57.6\N{NO-BREAK SPACE}% of the first hands are worth 21 or less.")
    browser.until(lambda: browser.focused().startswith("total|"), "the focus is on the picture")
    walk(browser, "total|20")
    browser.press(Keys.ARROW_LEFT, Keys.ENTER)
    heard(browser, "of the first hands are worth 19 or less.")
    assert browser.focused() == "total|19"
    click(browser, "read|zero-end-single|not-whole")
    browser.until(lambda: "Before" in browser.text(".oz-figures"), "counted anew, shown beside", 90)
    assert browser.axe() == [] and browser.sideways() <= 0


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_how_far_a_count_is_can_be_seen_where_it_is_stopped(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    browser.size(size)
    opened(browser, server, "odds")
    for id in ("ask|mine", "players|3", "count|"):
        click(browser, id)
    browser.until(lambda: browser.js(FAR), "the bar moves", 60)
    ends = "const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.top, r.bottom]"
    if size == WIDE:
        top, bottom = browser.js(ends, "[role=progressbar]")
        assert top >= 0 and bottom <= size[1], "beside the hand, above the fold"
    browser.js("arguments[0].scrollIntoView({block: 'center'})", browser.one("[data-id='stop|']"))
    for part in ("[role=progressbar]", "[data-id='stop|']"):
        top, bottom = browser.js(ends, part)
        assert top >= 0 and bottom <= size[1], part
    point(browser, "stop|")
    heard(browser, "Stopped. Nothing has changed.")


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_my_hand_is_pointed_at_and_compared(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    browser.size(size)
    opened(browser, server, "odds")
    click(browser, "ask|mine")
    browser.until(lambda: "Your best total is 15." in browser.text(".oz-result"), "Sveta's hand")
    click(browser, "players|6")
    click(browser, "hand|none")
    browser.until(lambda: "No card yet" in browser.text(".oz-plate"), "an empty hand")
    for colour, ids in (("purple", ("PX6", "P2a")), ("orange", ("O3b",)), ("green", ("G1b", "G2b"))):
        point(browser, f"colour|{colour}")
        for id in ids:
            browser.one(f"[data-id='card|{id}']")
            point(browser, f"card|{id}")
            browser.one(f"[data-id='card|{id}'][aria-pressed=true]")
    browser.until(lambda: "Your best total is 15." in browser.text(".oz-result"), "the same hand")
    click(browser, "count|")
    browser.until(lambda: "Your 15 beats one opponent in 5.4" in browser.text(".oz-result"), "the chance", 90)
    assert "takes several opponents as independent" in browser.text(".oz-result")
    for scheme in ("light", "dark"):
        browser.prefer(scheme)
        assert browser.axe() == [] and browser.sideways() <= 0


def test_when_the_era_changes_is_read_off(browser: Browser, server: Server) -> None:
    opened(browser, server, "odds")
    click(browser, "ask|era")
    click(browser, "players|3")
    heard(browser, "3 players: the Apocalypse ends in round 6.")
    click(browser, "read|unused-starters|box")
    browser.until(lambda: "ends in round 4." in browser.text(".oz-result"), "the reading changes it")
    for size in (WIDE, PHONE):
        browser.size(size)
        assert browser.axe() == [] and browser.sideways() <= 0


# ---------------------------------------------------------------- the film and Play


def test_the_printed_round_is_watched_and_as_andrey_sees_it(browser: Browser, server: Server) -> None:
    opened(browser, server, "round")
    click(browser, "seat|0")
    heard(browser, "What A sees.")
    for _ in range(4):
        click(browser, "on")
    browser.until(lambda: "B wins the round." in browser.text(".tk-film"), "the round is decided")
    assert "Totals: B 15, A 5." in browser.text(".tk-film")
    click(browser, "last")
    browser.until(lambda: browser.js(IN_FRAME), "the last move is in sight in its list")
    click(browser, "kind|tie")
    browser.until(lambda: "Rebuilds" in browser.text(".tk-reel"), "a tie")
    click(browser, "last")
    browser.until(lambda: browser.js(IN_FRAME), "that of a longer list, too")


@pytest.mark.parametrize("size", [WIDE, PHONE])
def test_a_whole_round_is_played(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    browser.size(size)
    start = position(
        hands=[["G6a", "G1a", "O1a", "O5b", "P4a"], ["PX6", "P2a", "O3b", "G1b", "G2b"]],
        decks=[["GX1", "GX2", "GX3", "GX4", "GX5"], ["PX1", "PX2", "PX3", "PX4", "PX5"]],
        eras=["apocalypse", "darkozoic", "teratozoic"],
        era="apocalypse",
    )
    opened(browser, server, "play", Match(start).permalink())
    browser.one(".ts-own")
    click(browser, "part|P4a")
    browser.one("[data-move='A aside P4a']")
    click(browser, "part|~")
    click(browser, "A all")
    browser.one("[aria-label^='Your bench']")
    browser.until(
        lambda: browser.js(PRESS, browser.one(".ts-bench [aria-label^='P4a, purple']")), "a card, not its ring"
    )
    heard(browser, "An end of P4a is chosen")
    assert len(browser.all(".tz-socket.is-lit")) == 5
    browser.until(lambda: browser.js(PRESS, browser.one(".ts-bench [aria-label^='P4a, purple']")), "the card again")
    browser.until(lambda: not browser.all(".tz-socket.is-lit"), "the end is let go")
    for name, said in (
        ("G6a", "An end of G6a is chosen"),
        ("G1a", "Total 27."),
        ("O1a", "An end of O1a is chosen"),
        ("O5b, at the left", "Total 32."),
    ):
        browser.until(lambda name=name: browser.js(PRESS, browser.one(f"[aria-label^='Free end of {name}']")), name)
        heard(browser, said)
    browser.until(lambda: "Build these monsters for 32 points" in browser.text(".ts-do"), "32 is built")
    click(browser, "A grow G6a+G1a O1a+O5b P4a")
    browser.until(lambda: "You win the round." in browser.text(".tk-now"), "the round is won")
    click(browser, "next")
    browser.until(lambda: "take 1 card" in browser.text(".tk-now"), "the winner takes")
    assert len(browser.all("[data-move^='A take']")) >= 5
    browser.until(lambda: browser.js(PRESS, browser.one("[data-move='A take G6a']")), "a card is taken")
    click(browser, "next")
    browser.until(lambda: "Keep 1 card" in browser.text(".tk-now"), "everybody keeps")
    browser.until(lambda: browser.js(PRESS, browser.one("[data-move='A keep O5b']")), "a card is kept")
    browser.until(lambda: "The rest is discarded" in browser.text(".tk-now"), "the rest goes")
    click(browser, "next")
    browser.until(lambda: "Round 2" in browser.text(".tk-scene-caption"), "the next round")
    assert browser.sideways() <= 0
    assert browser.axe() == []


def test_a_tie_is_broken(browser: Browser, server: Server) -> None:
    start = position(
        hands=[[], []],
        layouts=[[["G6a", "G1a"], ["P4a"]], [["O6a", "O1a"], ["P4b"]]],
        decks=[["O5a", "GX2", "GX3"], ["P1b", "PX2", "PX3"]],
        eras=["apocalypse", "darkozoic", "teratozoic"],
        era="apocalypse",
        phase="contest",
    )
    opened(browser, server, "play", Match(start).permalink())
    browser.until(lambda: "A tie. Build anew." in browser.text(".tk-now"), "the tie")
    bench = browser.text(".ts-bench")
    assert "O5a" in bench or browser.all("[aria-label^='O5a']")
    browser.until(lambda: "Rebuild so" in browser.text(".ts-do"), "it can be rebuilt")
    browser.js(PRESS, browser.one(".ts-do .tk-btn--main"))
    browser.until(lambda: "win" in browser.text(".tk-now") and "the round" in browser.text(".tk-now"), "it is broken")


def test_what_is_refused_says_why_and_stays(browser: Browser, server: Server) -> None:
    start = position(
        hands=[["G6a", "G1a", "O1a", "O5b", "P4a"], ["PX6", "P2a", "O3b", "G1b", "G2b"]],
        eras=["apocalypse", "darkozoic", "teratozoic"],
        era="apocalypse",
    )
    opened(browser, server, "play", Match(start).permalink())
    for id in ("part|G6a", "part|G6a.G1a", "A aside G6a G1a O1a"):
        click(browser, id)
    told = browser.until(lambda: browser.text(".tk-told"), "it is refused")
    assert "at least 3 of 5 cards must be played" in told and "declare.minimum" in told
    assert len(browser.all(".tz-part.is-on")) == 2
    assert len(browser.all(".tz-part.is-wrong")) == 1
