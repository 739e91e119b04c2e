"""What every browser test stands on: the real server, the real pages, a headless Chromium."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
from pathlib import Path

import nbformat
import pytest
from chromium import WIDE, Browser, Server, a_browser

STAGE = pytest.StashKey["Stage"]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


class Stage:
    """The servers and the browser that tests share, each made when it is first asked for.

    After a test that failed all are made anew: what is asked again is not asked of something that hangs.
    """

    def __init__(self, folder: Callable[[str], Path]) -> None:
        self.folder = folder
        self.spoilt = False
        self.clear()

    def clear(self) -> None:
        """Begin with nothing."""
        self.servers: list[Server] = []
        self.share: dict[tuple[tuple[str, str], ...], Server] = {}
        self.browsers: list[Browser] = []
        self.closing = ExitStack()

    def close(self) -> None:
        """End what runs."""
        self.closing.close()
        self.clear()

    def renew(self) -> None:
        """End what runs if a test has failed with it."""
        if self.spoilt:
            self.close()
        self.spoilt = False

    def browser(self) -> Browser:
        """The browser."""
        if not self.browsers:
            self.browsers.append(self.closing.enter_context(a_browser(self.folder("profile"))))
        return self.browsers[0]

    def serve(self, pool: int = 1, **notebooks: str) -> Server:
        """A new server of these notebooks, each one cell: demo="code"."""
        folder = self.folder("notebooks")
        for name, source in {"index": "1", **notebooks}.items():
            book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
            book.metadata.update(
                title=name, kernelspec={"name": "python3", "display_name": "Python 3", "language": "python"}
            )
            nbformat.write(book, folder / f"{name}.ipynb")
        return self.started(Server(folder, pool))

    def shared(self, **notebooks: str) -> Server:
        """The one server of these notebooks; of none: of the kit's own pages."""
        key = tuple(notebooks.items())
        if key not in self.share:
            self.share[key] = self.serve(**notebooks) if notebooks else self.started(Server())
        return self.share[key]

    def started(self, server: Server) -> Server:
        """Note what has to be stopped."""
        self.servers.append(server)
        self.closing.callback(server.stop)
        return server


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell of a test that failed how the servers are."""
    report = yield
    stage = item.config.stash.get(STAGE, None)
    if report.failed and stage is not None:
        stage.spoilt = True
        report.sections += [("server", server.about()) for server in stage.servers if not server.stopped]
    return report


@pytest.fixture(scope="session")
def _stage(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Stage]:
    stage = pytestconfig.stash[STAGE] = Stage(tmp_path_factory.mktemp)
    yield stage
    stage.close()


@pytest.fixture
def stage(_stage: Stage) -> Stage:
    """The servers and the browser of this run, none of which has failed."""
    _stage.renew()
    return _stage


@pytest.fixture
def server(stage: Stage) -> Server:
    """The kit's own pages."""
    return stage.shared()


@pytest.fixture
def serve_notebooks(stage: Stage) -> Callable[..., Server]:
    """Serve notebooks made of cells: demo="code"."""
    return stage.serve


@pytest.fixture
def share_notebooks(stage: Stage) -> Callable[..., Server]:
    """The same, by a server that stays for the tests that ask for the same notebooks."""
    return stage.shared


@pytest.fixture
def browser(stage: Stage) -> Iterator[Browser]:
    """A browser at 1280 x 900 that prefers light; afterwards: no other host was asked, no error on the console."""
    browser = stage.browser()
    browser.size(WIDE)
    browser.prefer("light")
    browser.errors()
    yield browser
    assert browser.asked() <= {"127.0.0.1"}
    assert [error for error in browser.errors() if "the test asked for this" not in error] == []
