"""Every dashboard runs from its first cell to its last, and shows something."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

PAGES = sorted((Path(__file__).resolve().parent.parent / "notebooks").glob("*.ipynb"))


def test_there_are_dashboards():
    assert "index" in {page.stem for page in PAGES}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_dashboard_runs(page):
    notebook = nbformat.read(page, as_version=4)
    NotebookClient(notebook, timeout=60, kernel_name="python3", resources={"metadata": {"path": page.parent}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert [output for output in outputs if output.output_type in ("error", "stream")] == []
    assert any("application/vnd.jupyter.widget-view+json" in output.get("data", {}) for output in outputs)
