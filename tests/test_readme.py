"""What the README and the docstrings show is what happens."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def test_the_readme_is_true():
    found = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert found.attempted > 10
    assert not found.failed


@pytest.mark.parametrize("name", ["teyra_kit.core.rulebook", "teyra_kit.tekeli_li"])
def test_docstrings_are_true(name):
    found = doctest.testmod(importlib.import_module(name))
    assert found.attempted
    assert not found.failed


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md"])
def test_links_and_pictures_are_there(page):
    for target in re.findall(r"\]\(([^)]+)\)", (ROOT / page).read_text(encoding="utf-8")):
        if not target.startswith("http"):
            assert (ROOT / target).exists(), target
