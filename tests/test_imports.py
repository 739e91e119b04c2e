"""The engine needs the standard library only, also when it runs."""

from __future__ import annotations

import subprocess
import sys

PLAY = """
import sys
from random import Random
from teyra_kit import tekeli_li, terakh, teratozoic, teyra
table = tekeli_li.deal(players=4, seed=1, turns=1)
rng = Random(1)
while table.to_move is not None:
    move = rng.choice(table.legal_moves())
    table.events(move)
    table = table.play(move)
str(table), table._repr_html_()
for game in (terakh, teratozoic, teyra):
    drawn = game.deal(players=3, seed=1)
    str(drawn), drawn._repr_html_()
heavy = {"ipywidgets", "anywidget", "traitlets", "matplotlib", "networkx", "numpy", "voila", "IPython"}
print(sorted(heavy & set(sys.modules)))
"""


def test_a_whole_turn_loads_nothing_heavy():
    done = subprocess.run([sys.executable, "-c", PLAY], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_importing_a_game_reads_no_rulebook():
    code = "from teyra_kit import core, tekeli_li; print(core.rulebook.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"
