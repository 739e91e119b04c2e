"""Write the golden records anew: `python -m tests.terakh.make_golden`. Read the difference before you commit it."""

from random import Random

from tests.terakh.test_game import GOLDEN, story
from tests.terakh.test_whole_games import choose
from teyra_kit.core import Match
from teyra_kit.terakh import new_game

GOLDEN.mkdir(exist_ok=True)
for players, mode in ((2, "first"), (3, "first"), (2, "full"), (4, "full")):
    rng = Random(f"golden {players} {mode}")
    match = Match(new_game(players, mode, "" if mode == "first" and players == 2 else "A"))
    while match.state.to_move is not None:
        match.play(choose(match.state, rng))
    (GOLDEN / f"{mode}-{players}.txt").write_text(match.record() + "=====\n" + story(match), encoding="utf-8")
