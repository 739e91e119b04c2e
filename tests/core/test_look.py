"""Does a picture that stands outside the kit's pages bring all it needs, for every game?"""

from __future__ import annotations

import re
from importlib import import_module

import pytest

import teyra_kit
from teyra_kit.core.look import alone_css, tokens_css


@pytest.mark.parametrize("game", teyra_kit.GAMES)
def test_a_table_draws_itself_in_a_notebook(game: str) -> None:
    module = import_module(f"teyra_kit.{game}")
    color = import_module(f"teyra_kit.{game}.view").COLOR
    table = module.deal(players=3, seed=1)
    drawn = table._repr_html_()
    assert drawn.startswith('<div class="tk-alone">') and drawn.count("<style>") == 1 and alone_css(color) in drawn
    assert "data-move=" not in drawn
    hidden = table.observe(0)._repr_html_()
    assert hidden.startswith('<div class="tk-alone">') and hidden != drawn


def test_the_colours_are_those_of_the_pages_and_stay_inside_the_picture() -> None:
    css = alone_css("--terakh")
    declared = dict(re.findall(r"(--[a-z0-9-]+): *([^;]+);", tokens_css()))
    assert len(declared) > 30
    assert all(f"{name}: {value};" in css for name, value in declared.items())
    assert "--game: var(--terakh)" in css and ":root" not in css
