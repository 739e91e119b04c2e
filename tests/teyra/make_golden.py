"""Write the golden records anew: `python -m tests.teyra.make_golden`. Read the difference before you commit it."""

from random import Random

from tests.teyra.test_game import GOLDEN, story
from tests.teyra.test_whole_games import choose
from teyra_kit.core import Match
from teyra_kit.teyra import new_game

for players, mode in ((2, "normal"), (2, "advanced"), (3, "normal"), (4, "advanced")):
    rng = Random(f"golden {players} {mode}")
    match = Match(new_game(players, mode, mode))
    while match.state.to_move is not None:
        match.play(choose(match.state, rng, 0.05))
    (GOLDEN / f"{mode}-{players}.txt").write_text(match.record() + "=====\n" + story(match), encoding="utf-8")
