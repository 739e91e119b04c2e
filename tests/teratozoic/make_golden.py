"""Write the golden records anew: `python -m tests.teratozoic.make_golden`. Read the difference before you commit it."""

from random import Random

from tests.teratozoic.test_game import GOLDEN, story
from teyra_kit.core import Match
from teyra_kit.teratozoic import new_game, random_start

GOLDEN.mkdir(exist_ok=True)


def starts():
    """Games of several sizes: with the default readings and short stacks, and with any readings."""
    yield "2-short", new_game(2, eras=["pre-teratozoic", "teratozoic"])
    yield "5-short", new_game(5, eras=["apocalypse", "early-teratozoic", "teratozoic"])
    for players in (3, 6):
        rng = Random(f"any {players}")
        while (table := random_start(rng)).players != players or len(table.setup.eras) > 4:
            pass
        yield f"{players}-any", table


for name, start in starts():
    rng = Random(f"golden {name}")
    match = Match(start)
    while match.state.to_move is not None:
        match.play(match.state.random_move(rng))
    (GOLDEN / f"{name}.txt").write_text(match.record() + "=====\n" + story(match), encoding="utf-8")
