"""Run tutorials again in place and keep nothing of the run but the outputs. Usage: rerun_tutorials.py [NOTEBOOK ...]"""

from __future__ import annotations

import sys
from pathlib import Path

import nbformat
from nbclient import NotebookClient

TUTORIALS = Path(__file__).parent.parent / "tutorials"


def rerun(path: Path) -> None:
    """Execute one notebook; an error in a cell stops before anything is written."""
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(notebook, kernel_name="python3", record_timing=False, coalesce_streams=True).execute(
        cwd=str(path.parent)
    )
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
        "title": notebook.cells[0].source.splitlines()[0].removeprefix("# "),
    }
    for cell in notebook.cells:
        cell.metadata = {}
    nbformat.write(notebook, path)


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:] or sorted(TUTORIALS.glob("*/*.ipynb"))):
        print(path)
        rerun(path)
