"""How fast is a page of the kit, next to the barest page Voila can serve?

Both are measured in the same run, in the same browser, each by a server of its own with the same number of waiting
kernels: from the request to a page that can be used, and from a click to the picture it changes. Prints the ratios.
The Kindred lab of Teyra is clicked at, too, with all 72 Folk cards on the table of four players, and the Tria map of
Terakh with six planes, and the Monster bench of Teratozoic with seven parts. Prints also how long the graph of six planes takes to be built.

    python benchmarks/page.py --loads 50
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser")]

from chromium import Browser, Server, a_browser

BARE = """
import ipywidgets
button, picture = ipywidgets.Button(description="Press"), ipywidgets.HTML("<p class='picture'>0</p>")
count = 0
def press(_):
    global count
    count += 1
    picture.value = f"<p class='picture'>{count}</p>"
button.on_click(press)
ipywidgets.VBox([button, picture])
"""
BOARD = """
from teyra_kit.ui import Board, Page, columns
board, count = Board('<button type="button" data-id="more" class="tk-btn">More</button><p class="picture">0</p>'), [0]
def press(id):
    count[0] += 1
    board.html = f'<button type="button" data-id="more" class="tk-btn">More</button><p class="picture">{count[0]}</p>'
board.on_pick(press)
Page("Bench", tabs={"Lab": lambda: columns([board])})
"""
KINDRED = """
from teyra_kit.teyra.labs.kindred import KindredLab, Plot, Situation
from teyra_kit.ui import Page
folk = [f"{suit}{value}" for value in range(2, 11) for suit in "BKMO"] * 2
rows = [tuple(folk[n : n + 6]) for n in range(0, 72, 6)]
keys = ("padma-field", "mahayudha-pillar", "alun-alun")
plots = tuple(Plot(key, tuple(rows[4 * n : 4 * n + 4])) for n, key in enumerate(keys))
lab = KindredLab()
lab.lay(Situation(4, plots, (("KV", "BV"), (), (), ()), landmarks=((),) * 4))
for id in ("hand|KV|0", "to|padma-field|0", "do", "first"):
    lab.pick(id)
Page("Bench", "Teyra", {"Lab": lambda: lab}, "--teyra")
"""
TRIA = """
from teyra_kit.terakh.labs.tria import TriaLab
from teyra_kit.ui import Page
lab = TriaLab()
lab.open_link("n6-12-place-6")
Page("Bench", "Terakh", {"Lab": lambda: lab}, "--terakh")
"""
MONSTERS = """
from teyra_kit.teratozoic.labs.bench import BenchLab
from teyra_kit.ui import Page
lab = BenchLab()
lab.open_link("apocalypse~G4c.GX3.G1d.G6a.G5a.G3a.G2a")
lab.pick("best|0")
Page("Bench", "Teratozoic", {"Lab": lambda: lab}, "--terato")
"""
JOINS = {
    "choose an end": ("[data-id='end|G1d|R']", ".mb-plate"),
    "cut, build the best": (
        "[data-id^='cut|G6a'], [data-id^='cut|'][data-id$='|G6a'], [data-id='best|0']",
        ".mb-plate",
    ),
}
"""What is done on the Monster bench: an end is chosen and left again; G6a is cut off and joined again."""
TURNS = {
    "choose a tria": ("[data-id='tria|6'], [data-id='tria|40']", ".tm-plate"),
    "show distances": ("[data-id='show|near'], [data-id='show|far']", ".tm-plate"),
    "turn a plane": ("[data-id='turn|0'], [data-id='turn|1']", ".tm-plate"),
}
"""What is done on the Tria map, as in the Kindred lab."""
DEEDS = {
    "choose a card": ("[data-id^='hand|']", ".kl-ask"),
    "choose a campaign": ("[data-id^='to|']", ".kl-plate"),
    "step in the film": ("[data-id='frame|0'], [data-id='frame|1']", ".kl-plate"),
}
"""What is done in the Kindred lab: two things to click at in turn, and the board that is drawn last: the largest that
changes. The table does not change when a card is chosen."""


# Ends when the frame that shows the change has been painted: the bare page changes before that frame is begun, a board
# of the kit within it. A board counts its pictures in data-drawn (`sign`), so that what the page does by itself (moving
# the place of the Tab key) is not taken for the answer.
CLICK = """
const [press, picture, sign, done] = arguments, target = document.querySelectorAll(press)[window.turn = ((window.turn ?? -1) + 1) % 2] ?? document.querySelector(press);
const root = document.querySelector(picture), start = performance.now(), painted = () => setTimeout(() => done(performance.now() - start));
const watch = new MutationObserver(() => { watch.disconnect(); if (sign) painted(); else requestAnimationFrame(painted); });
watch.observe(root, {subtree: true, ...(sign ? {attributeFilter: [sign]} : {childList: true, characterData: true})});
target.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true}));
"""

Clicks = dict[str, list[float]]


class Bare:
    """Stock Voila with its stock template and the barest page."""

    def __init__(self, pool: int) -> None:
        import nbformat

        folder = Path(tempfile.mkdtemp())
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(BARE)])
        book.metadata.update(kernelspec={"name": "python3", "display_name": "Python 3", "language": "python"})
        nbformat.write(book, folder / "bare.ipynb")
        options = [f"--pool_size={pool}", "--preheat_kernel=True"] if pool else []
        self.port = _free_port()
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "voila",
                str(folder),
                "--no-browser",
                f"--port={self.port}",
                "--Voila.ip=127.0.0.1",
                *options,
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.address = f"http://127.0.0.1:{self.port}/voila/render/bare.ipynb"

    def stop(self) -> None:
        """End the server and its kernels."""
        self.process.terminate()
        self.process.wait(30)


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def load(browser: Browser, address: str, usable: str) -> float | None:
    """Milliseconds from the request to a page that can be used; None if that takes more than 30 s."""
    browser.driver.get("about:blank")
    started = time.perf_counter()
    browser.driver.get(address)
    try:
        browser.until(lambda: browser.js(f"return Boolean(document.querySelector({usable!r}))"), "usable", 30)
    except AssertionError:
        return None
    return (time.perf_counter() - started) * 1000


def clicks(browser: Browser, press: str, picture: str, times: int, sign: str = "") -> list[float]:
    """Milliseconds from a click to the painted change, for each click."""
    browser.driver.set_script_timeout(10)
    return [float(browser.driver.execute_async_script(CLICK, press, picture, sign)) for _ in range(times)]


def served(pool: int, **cells: str) -> tuple[Server, dict[str, str]]:
    """A server of notebooks with a cell each, and their addresses."""
    import nbformat

    folder = Path(tempfile.mkdtemp())
    for name, cell in cells.items():
        book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)])
        book.metadata.update(kernelspec={"name": "python3", "display_name": "Python 3", "language": "python"})
        nbformat.write(book, folder / f"{name}.ipynb")
    server = Server(folder, pool=pool)
    return server, {name: server.page(name) for name in cells}


def lab_clicks(browser: Browser, times: int, cell: str, deeds: dict[str, tuple[str, str]], usable: str) -> Clicks:
    """Milliseconds from a click to the painted board of a lab, for what is done there."""
    server, pages = served(1, index=BOARD, lab=cell)
    try:
        load(browser, pages["lab"], f"body:not(.is-waiting) {usable}")
        found = {}
        for deed, (press, board) in deeds.items():
            browser.js("window.turn = 0")  # the first of the two is chosen already
            found[deed] = clicks(browser, press, board, times, "data-drawn")
        return found
    finally:
        server.stop()


def graph_of_six() -> float:
    """Milliseconds to build the graph of six planes, each time with other turns; the slowest of those turns."""
    from teyra_kit.terakh.board import graph

    slowest = 0.0
    for steps in range(3):
        started = time.perf_counter()
        graph("n6-12", turns=[steps] * 6)
        slowest = max(slowest, (time.perf_counter() - started) * 1000 if steps else 0)  # the first loads networkx
    return slowest


def percentile(values: list[float], percent: int) -> float:
    """The value below which that many percent lie."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else values[0]


def main() -> int:
    """Measure, print, and return 1 if the page misses its marks."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--loads", type=int, default=50)
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--pool", type=int, default=2)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between loads, in which the pools fill again")
    choices = parser.parse_args()
    lab = (ROOT / "notebooks" / "tekeli_li.ipynb").is_file()
    if lab:
        ours, press, picture = Server(pool=choices.pool), "[data-id^='example|ex-']", ".tk-main"
        address = ours.page("tekeli_li")
    else:
        ours, pages = served(choices.pool, index=BOARD, demo=BOARD)
        press, picture, address = "[data-id=more]", ".tk-main", pages["demo"]
    bare = Bare(choices.pool)
    usable = "body:not(.is-waiting) .tk-main [data-ready] [data-id]"
    starts: dict[str, list[float | None]] = {"bare": [], "kit": []}
    try:
        with tempfile.TemporaryDirectory() as profile, a_browser(Path(profile)) as browser:
            browser.size((1280, 900))
            time.sleep(8)
            for where, sign in ((bare.address, ".picture"), (address, usable)):
                load(browser, where, sign)  # fills the browser's cache, once each
            for _ in range(choices.loads):
                for each, where, sign in (("bare", bare.address, ".picture"), ("kit", address, usable)):
                    time.sleep(choices.pause)
                    starts[each].append(load(browser, where, sign))
            load(browser, bare.address, ".picture")
            bare_clicks = clicks(browser, "button.jupyter-button", ".widget-html-content", choices.clicks)
            load(browser, address + "#lab", f"body:not(.is-waiting) .tk-main {press}")
            kit_clicks = clicks(browser, press, picture, choices.clicks, "data-drawn")
            deeds = lab_clicks(
                browser, choices.clicks, KINDRED, DEEDS, ".kl-plate [data-id^='frame|'], .kl-hand [data-id]"
            )
            turns = lab_clicks(browser, choices.clicks, TRIA, TURNS, "[data-id='tria|95']")
            joins = lab_clicks(browser, choices.clicks, MONSTERS, JOINS, "[data-id='card|G2a']")
    finally:
        bare.stop()
        ours.stop()
    times = {each: [value for value in values if value is not None] for each, values in starts.items()}
    ratio = statistics.median(times["kit"]) / statistics.median(times["bare"])
    bare95 = percentile(bare_clicks, 95)
    slower = percentile(kit_clicks, 95) - bare95
    kindred = max(percentile(values, 95) for values in deeds.values()) - bare95
    tria = max(percentile(values, 95) for values in turns.values()) - bare95
    bench = max(percentile(values, 95) for values in joins.values()) - bare95
    six = graph_of_six()
    print(f"page: {'tekeli_li' if lab else 'demo'}, {choices.loads} loads, pool {choices.pool}")
    for each in ("bare", "kit"):
        values = times[each]
        print(
            f"{each:5} usable after  p50 {statistics.median(values):6.0f} ms   p95 {percentile(values, 95):6.0f} ms"
            f"   finished {len(values)} of {len(starts[each])}"
        )
    rows = [(f"Kindred lab, {deed}:", values) for deed, values in deeds.items()]
    rows += [(f"Tria map, {deed}:", values) for deed, values in turns.items()]
    rows += [(f"Monster bench, {deed}:", values) for deed, values in joins.items()]
    for each, values in (("bare", bare_clicks), ("kit", kit_clicks), *rows):
        print(
            f"{each:5} click to picture p50 {statistics.median(values):5.1f} ms   p95 {percentile(values, 95):5.1f} ms"
        )
    print(
        f"start ratio {ratio:.2f} (at most 1.5)   click p95 {slower:+.1f} ms (at most +40)   "
        f"Kindred lab, full table, click p95 {kindred:+.1f} ms (at most +60)   "
        f"Tria map, six planes, click p95 {tria:+.1f} ms (at most +80)   "
        f"Monster bench, seven parts, click p95 {bench:+.1f} ms (at most +60)   graph of six planes {six:.1f} ms (at most 20)"
    )
    late = slower > 40 or kindred > 60 or tria > 80 or bench > 60
    return int(ratio > 1.5 or late or six > 20 or len(times["kit"]) < choices.loads)


if __name__ == "__main__":
    sys.exit(main())
