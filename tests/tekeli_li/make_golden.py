"""Write the golden records anew: `python -m tests.tekeli_li.make_golden`. Read the difference before you commit it."""

from tests.tekeli_li.test_game import GOLDEN, random_match, story
from teyra_kit.tekeli_li import new_game

for players, variant in ((3, False), (4, False), (5, False), (5, True), (6, False), (6, True)):
    match = random_match(players * 10 + variant, new_game(players, 2, variant))
    name = f"players-{players}{'-variant' if variant else ''}.txt"
    (GOLDEN / name).write_text(match.record() + "=====\n" + story(match), encoding="utf-8")
