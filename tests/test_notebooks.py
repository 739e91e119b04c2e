"""The pages' notebooks run from top to bottom, hold no logic and no stored state."""

from __future__ import annotations

from pathlib import Path

import nbclient
import nbformat
import pytest

from teyra_kit import GAMES

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
BOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_is_a_home_page_and_one_page_a_game():
    assert [path.stem for path in BOOKS] == sorted(["index", *GAMES])


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_page_runs_and_shows_a_widget(path):
    book = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(book, timeout=60).execute()
    shown = [output for cell in book.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [output for output in shown if output.output_type in ("error", "stream")]
    assert any("application/vnd.jupyter.widget-view+json" in output.get("data", {}) for output in shown)


@pytest.mark.parametrize("path", BOOKS, ids=lambda path: path.stem)
def test_a_page_is_thin(path):
    book = nbformat.read(path, as_version=4)
    code = [cell for cell in book.cells if cell.cell_type == "code"]
    assert sum(len(cell.source.splitlines()) for cell in code) <= 6
    assert not any(cell.outputs for cell in code)
    assert "widgets" not in book.metadata
    assert book.metadata.title
