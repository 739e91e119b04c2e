"""Every tutorial cell has a stored output, every printed example is run, and a broken rule makes the right cells fail."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from teyra_kit.core import rulebook
from teyra_kit.core.examples import Example
from teyra_kit.tekeli_li.examples import examples as tekeli_li_examples
from teyra_kit.terakh.examples import examples as terakh_examples
from teyra_kit.teratozoic.examples import examples as teratozoic_examples
from teyra_kit.teyra.examples import examples as teyra_examples
from teyra_kit.verify import tutorial_citations

ROOT = Path(__file__).parent.parent
NOTEBOOKS = sorted((ROOT / "tutorials").glob("*/*.ipynb"))
TEKELI_LI = [path for path in NOTEBOOKS if path.parent.name == "tekeli_li"]

NO_CANCELLING = """

def card_values(cards, lead):
    return [card.number if card.faction is lead else 0 for card in cards]
"""


def notebook(path):
    return json.loads(path.read_text(encoding="utf-8"))


def code_cells(path):
    return [cell for cell in notebook(path)["cells"] if cell["cell_type"] == "code"]


def source(cell):
    return "".join(cell["source"])


def shown(cell):
    """The text of a cell's outputs."""
    return "".join(
        part
        for output in cell["outputs"]
        for part in (*output.get("text", ()), *output.get("data", {}).get("text/plain", ()))
    )


@pytest.mark.parametrize("game", ["tekeli_li", "teyra", "terakh", "teratozoic"])
def test_there_are_eight_chapters(game):
    chapters = [path.name[:2] for path in NOTEBOOKS if path.parent.name == game]
    assert chapters == ["01", "02", "03", "04", "05", "06", "07", "08"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_every_code_cell_has_a_stored_output(path):
    silent = [source(cell) for cell in code_cells(path) if not shown(cell).strip()]
    assert silent == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_stored_output_varies_or_is_an_error(path):
    for cell in code_cells(path):
        assert {output["output_type"] for output in cell["outputs"]} <= {"stream", "execute_result", "display_data"}
        assert {output.get("name", "stdout") for output in cell["outputs"]} == {"stdout"}
        assert not re.search(r"0x[0-9a-f]{6}|/(?:home|work|tmp)/", shown(cell) + source(cell))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_carry_nothing_of_the_run_that_made_them(path):
    stored = notebook(path)
    assert stored["metadata"].keys() == {"kernelspec", "language_info", "title"}
    assert stored["metadata"]["kernelspec"]["name"] == "python3"
    assert all(cell["metadata"] == {} for cell in stored["cells"])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_chapter_begins_with_its_title_and_ends_with_something_to_try(path):
    stored = notebook(path)
    first, last = stored["cells"][0], stored["cells"][-1]
    assert source(first).startswith(f"# {stored['metadata']['title']}\n")
    assert last["cell_type"] == "markdown"
    assert "## Try it" in source(last)


EXAMPLES = {
    "tekeli_li": tekeli_li_examples(),
    "teyra": teyra_examples(),
    "terakh": terakh_examples(),
    "teratozoic": teratozoic_examples(),
}


def is_taught(game: str, example: Example) -> bool:
    return example.certainty in ("printed", "reconstructed") or game == "teratozoic"


@pytest.mark.parametrize(
    ("game", "id"),
    [(game, id) for game, some in EXAMPLES.items() for id, example in some.items() if is_taught(game, example)],
)
def test_every_example_that_is_taught_is_run_by_a_tutorial(game, id):
    chapters = [path for path in NOTEBOOKS if path.parent.name == game]
    assert any(f'"{id}"' in source(cell) for path in chapters for cell in code_cells(path))


def test_no_example_differs_in_the_stored_outputs():
    differing = [source(cell) for path in NOTEBOOKS for cell in code_cells(path) if "DIFFERS" in shown(cell)]
    assert differing == []


@pytest.mark.parametrize("game", EXAMPLES)
def test_every_clause_that_is_taught_is_cited_by_a_tutorial(game):
    book = rulebook(game)
    cited = tutorial_citations(ROOT / "tutorials" / game, book)
    assert [id for id, clause in book.clauses.items() if clause.teach and not cited[id]] == []


def verdicts(env, paths, report):
    """Run chapters under nbval: the numbers of the passing and of the failing code cells, by chapter."""
    subprocess.run(
        [sys.executable, "-m", "pytest", "--nbval", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", *paths],
        cwd=ROOT,
        env=env,
        capture_output=True,
        timeout=120,
        check=False,
    )
    found = {path.stem: (set(), set()) for path in paths}
    for case in ElementTree.parse(report).iter("testcase"):
        chapter = next(stem for stem in found if stem in f"{case.get('classname')} {case.get('file')}")
        number = int(re.search(r"\d+$", case.get("name"))[0])
        failed = case.find("failure") is not None or case.find("error") is not None
        found[chapter][failed].add(number)
    return found


@pytest.mark.clause("cancel.pair", "cancel.last-two-of-three")
def test_without_cancelling_exactly_the_cells_about_it_fail(tmp_path):
    shutil.copytree(ROOT / "teyra_kit", tmp_path / "teyra_kit", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "teyra_kit/tekeli_li/tricks.py").open("a", encoding="utf-8") as tricks:
        tricks.write(NO_CANCELLING)
    decks, one_trick, cancelling = TEKELI_LI[:3]

    found = verdicts({**os.environ, "PYTHONPATH": str(tmp_path)}, TEKELI_LI[:3], tmp_path / "report.xml")

    for path in TEKELI_LI[:3]:
        passed, failed = found[path.stem]
        assert passed | failed == set(range(len(code_cells(path)))), "nbval ran every cell"
    about = {
        number
        for number, cell in enumerate(code_cells(cancelling))
        if re.search(r"cancel\.(pair|last-two-of-three)", source(cell) + shown(cell))
    }
    run = {
        number for number, cell in enumerate(code_cells(cancelling)) if re.search(r'check\("ex-[3-7]"\)', source(cell))
    }
    assert len(run) == 5
    assert run < about
    assert found[cancelling.stem][True] == about
    assert found[decks.stem][True] == found[one_trick.stem][True] == set()
