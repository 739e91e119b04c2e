"""What every browser test stands on: the real server, the real pages, a headless Chromium."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from chromium import WIDE, Browser, Server, a_browser


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The kit's own pages."""
    server = Server()
    yield server
    server.stop()


@pytest.fixture(scope="session")
def serve_notebooks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Server]]:
    """Serve notebooks made of cells: {"index": ["code"]}."""
    import nbformat

    servers = []

    def start(pool: int = 1, **notebooks: str) -> Server:
        folder = tmp_path_factory.mktemp("notebooks")
        for name, source in {"index": "1", **notebooks}.items():
            book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source)])
            book.metadata.update(
                title=name, kernelspec={"name": "python3", "display_name": "Python 3", "language": "python"}
            )
            nbformat.write(book, folder / f"{name}.ipynb")
        servers.append(Server(folder, pool))
        return servers[-1]

    yield start
    for server in servers:
        server.stop()


@pytest.fixture(scope="session")
def _browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with a_browser(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


@pytest.fixture
def browser(_browser: Browser) -> Iterator[Browser]:
    """A browser at 1280 x 900 that prefers light; afterwards: no other host was asked, no error on the console."""
    _browser.size(WIDE)
    _browser.prefer("light")
    _browser.errors()
    yield _browser
    assert _browser.asked() <= {"127.0.0.1"}
    assert [error for error in _browser.errors() if "the test asked for this" not in error] == []
