"""The real server and a real Chromium, with the questions our tests and benchmarks ask of them."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

ROOT = Path(__file__).resolve().parents[2]
SHOTS = ROOT / "docs" / "screenshots"
WIDE, PHONE = (1280, 900), (390, 844)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
]


OPEN = "[...document.querySelectorAll(arguments[0])].filter(element => !element.closest('.tk-shut'))"


class Server:
    """The kit's web server in a process of its own."""

    def __init__(
        self, notebooks: Path | None = None, pool: int = 1, base_url: str = "/", proxied: bool = False
    ) -> None:
        where = repr(str(notebooks)) if notebooks else None
        code = (
            f"import faulthandler, signal; faulthandler.register(signal.SIGUSR1, all_threads=True); "
            f"from teyra_kit.web import serve; "
            f"serve(0, notebooks={where}, pool={pool}, base_url={base_url!r}, proxied={proxied})"
        )
        self.stopped = False
        self.paper = tempfile.TemporaryFile(mode="w+")  # noqa: SIM115 - open while the server is; a pipe might fill
        environment = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=self.paper, stderr=subprocess.STDOUT, text=True, env=environment
        )
        while "is served at" not in self.said:
            if self.process.poll() is not None:
                raise RuntimeError(f"The server did not start:\n{self.said}")
            time.sleep(0.02)
        self.address = self.said.split("served at ", 1)[1].split()[0]

    @property
    def said(self) -> str:
        """What the server has written so far."""
        size = os.fstat(self.paper.fileno()).st_size
        return os.pread(self.paper.fileno(), size, 0).decode()

    def about(self) -> str:
        """How the server is: whether it answers, what it is at, and what it has written."""
        if self.process.poll() is not None:
            return f"The server has ended ({self.process.returncode}) and wrote:\n{self.said}"
        try:
            health = str(self.fetch("health", seconds=5))
        except OSError as error:
            health = repr(error)
        self.process.send_signal(signal.SIGUSR1)
        time.sleep(0.5)
        return (
            f"Asked how it is, the server says: {health}. It has {len(self.kernels())} kernels. It wrote:\n{self.said}"
        )

    def page(self, notebook: str) -> str:
        """The address of a notebook's page."""
        return f"{self.address}voila/render/{notebook}.ipynb"

    def fetch(self, path: str, seconds: float = 30) -> tuple[int, str]:
        """Status and body of an answer."""
        try:
            with urllib.request.urlopen(self.address + path.lstrip("/"), timeout=seconds) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def kernels(self) -> list[int]:
        """The process ids of the kernels this server has started."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return [int(child) for child in children]

    def stop(self) -> None:
        """End the server, and with it its kernels."""
        if self.stopped:
            return
        self.stopped = True
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(20)


class Browser:
    """A Chromium with the questions our tests ask."""

    def __init__(self, profile: Path) -> None:
        options = Options()
        options.binary_location = CHROMIUM or ""
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=Service(DRIVER))
        self.driver.set_page_load_timeout(60)
        self.hosts: set[str] = set()

    def size(self, size: tuple[int, int]) -> None:
        """Show the page at this width and height."""
        width, height = size
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
        )

    def prefer(self, scheme: str, reduced: bool = True, forced: bool = False, media: str = "") -> None:
        """Prefer light or dark, as a system setting would; without motion, so that pictures do not vary.

        `forced`: in the few colours of a system set to high contrast. `media`: as on "print".
        """
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        if reduced:
            features.append({"name": "prefers-reduced-motion", "value": "reduce"})
        if forced:
            features.append({"name": "forced-colors", "value": "active"})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})

    def open(self, address: str) -> None:
        """Open a page and wait until it can be used."""
        self.driver.get("about:blank")
        self.driver.get(address)
        self.until(lambda: self.js("return performance.getEntriesByName('teyra-usable').length > 0"), "page usable")

    def open_blank(self) -> None:
        """Leave the page."""
        self.driver.get("about:blank")

    def js(self, code: str, *args: object) -> Any:
        """Run JavaScript in the page."""
        return self.driver.execute_script(code, *args)

    def until(self, done: Callable[[], Any], what: str, seconds: float = 30) -> Any:
        """Wait for something to be true, and give it."""
        end = time.monotonic() + seconds
        while True:
            try:
                value = done()
            except Exception as error:
                value, problem = None, error
            else:
                problem = None
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"Waited {seconds:.0f} s in vain for: {what}. {problem or ''}")
            time.sleep(0.02)

    def one(self, selector: str, seconds: float = 30) -> WebElement:
        """The first element that matches in what is open, once there is one."""
        found: WebElement = self.until(lambda: next(iter(self.all(selector)), None), selector, seconds)
        return found

    def all(self, selector: str) -> list[WebElement]:
        """Every element that matches now and does not stand in a part that is shut."""
        found: list[WebElement] = self.js(f"return {OPEN}", selector)
        return found

    def text(self, selector: str = "body") -> str:
        """What a reader sees there."""
        return str(self.js(f"return {OPEN}[0]?.innerText ?? ''", selector))

    def press(self, *keys: str) -> None:
        """Press keys where the focus is."""
        self.driver.switch_to.active_element.send_keys(*keys)

    def tab(self, times: int = 1) -> None:
        """Press Tab."""
        for _ in range(times):
            self.press(Keys.TAB)

    def focused(self) -> str:
        """The data-id of the focused element, or its class names."""
        return str(self.js("const e = document.activeElement; return e.dataset.id ?? e.dataset.move ?? e.className"))

    def shot(self, file: Path | str, full: bool = False) -> None:
        """Save a picture of the page."""
        Path(file).parent.mkdir(parents=True, exist_ok=True)
        if full:
            width = self.js("return document.documentElement.clientWidth")
            self.size((width, max(844, self.js("return document.documentElement.scrollHeight"))))
            time.sleep(0.2)
        self.driver.save_screenshot(str(file))
        if full:
            self.size((width, WIDE[1] if width > 500 else PHONE[1]))

    def asked(self) -> set[str]:
        """The hosts this browser has asked for anything since it started."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
                params = message["params"]
                url = urlparse(params.get("request", params).get("url", ""))
                if url.scheme in ("http", "https", "ws", "wss") and url.hostname:
                    self.hosts.add(url.hostname)
        return self.hosts

    def errors(self) -> list[str]:
        """What the console has complained about."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]

    def sideways(self) -> int:
        """By how many pixels the page is wider than the window, or a row of buttons wider than its frame.

        A phone's innerWidth grows with the page.
        """
        return int(
            self.js(
                "return Math.max(...[document.documentElement, ...document.querySelectorAll('.tk-seg')]"
                ".map(frame => frame.scrollWidth - frame.clientWidth))"
            )
        )

    def axe(self) -> list[str]:
        """What axe-core finds that is serious or critical."""
        if not self.js("return Boolean(window.axe)"):
            self.js(axe_source())
        found = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "axe.run(document, {resultTypes: ['violations']}).then(r => done(r.violations.map(v => "
            "[v.impact, v.id, v.help, v.nodes.slice(0, 5).map(n => n.html + ' ' + n.failureSummary).join(' | ')])),"
            " e => done([['critical', 'axe', String(e), '']]))"
        )
        return [" ".join(map(str, row)) for row in found if row[0] in ("serious", "critical")]


def axe_source() -> str:
    """axe-core's script, from the test-only package that carries it."""
    import axe_core_python

    return next(Path(axe_core_python.__file__).parent.rglob("axe.min.js")).read_text(encoding="utf-8")


@contextmanager
def a_browser(profile: Path) -> Iterator[Browser]:
    """A Chromium that is closed again."""
    if not CHROMIUM or not DRIVER:
        raise RuntimeError("Chromium is missing. On Debian or Ubuntu: apt-get install chromium chromium-driver")
    browser = Browser(profile)
    try:
        yield browser
    finally:
        browser.driver.quit()
