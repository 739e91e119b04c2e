"""How much better than chance is the sensible bot? Seeded turns of Tekeli-li at mixed tables, new deals each turn.

Two bots hold neighbouring halves of the table, which move round, so that each sits everywhere.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random

from teyra_kit import tekeli_li
from teyra_kit.explore import Bot, Comparison, bots, compare
from teyra_kit.tekeli_li import Table

TURNS = {4: 2000, 3: 400, 5: 400, 6: 400}
SEED = 1


def points(table: Table) -> Sequence[int]:
    """What each seat lost in the turn."""
    return table.turn_score().points


def timed(bot: Bot, spent: list[float]) -> Bot:
    """The same bot; the CPU seconds of each choice among several moves are noted."""

    def choose(seen: Table, rng: Random) -> tekeli_li.Move:
        begin = time.process_time()
        move: tekeli_li.Move = bot(seen, rng)
        if len(seen.legal_moves()) > 1:
            spent.append(time.process_time() - begin)
        return move

    return choose


def line(what: str, found: Comparison) -> str:
    """A comparison to read: each bot, the difference and the ratio."""
    return (
        f"  {what:8} sensible {found.first:7.2f}   random {found.second:7.2f}   "
        f"difference {found.difference:6.2f} (95 %: {found.low:.2f} to {found.high:.2f})   "
        f"ratio {found.first / found.second:.2f}   {found.games:5,} turns"
    )


if __name__ == "__main__":
    own = bots("tekeli_li")
    for players, turns in TURNS.items():
        spent: list[float] = []
        start = tekeli_li.new_game(players, turns=1)
        sensible = timed(own["sensible"], spent)
        print(f"{players} players, per turn and seat")
        print(line("markers", compare(start, players, sensible, own["random"], turns, SEED)))
        print(line("points", compare(start, players, sensible, own["random"], turns // 4, SEED, points)))
        mean, most = 1000 * sum(spent) / len(spent), 1000 * max(spent)
        print(f"  a choice of sensible: {mean:.2f} ms of CPU on the mean, {most:.1f} at most; {len(spent):,} choices")
