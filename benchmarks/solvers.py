"""How fast are Teratozoic's solvers, beside looking at everything? CPU milliseconds, medians, in one process.

Best layouts of random hands beside valuing every way to group them; final monsters of thirty random cards; all first
hands of six players beside one best total after the other. Each line says what is wanted.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from teyra_kit.core import Rulings
from teyra_kit.teratozoic import endgame, layouts
from teyra_kit.teratozoic.monsters import Layout, buildable, layout_total
from teyra_kit.teratozoic.odds import first_hands
from teyra_kit.teratozoic.parts import KEY, Part, kit_box

DEFAULTS = Rulings.defaults(KEY)
PARTS = kit_box().parts
GREEN = [part for part in PARTS if part.colour == "green"]


def groupings(cards: Sequence[Part]) -> Iterator[Layout]:
    """All ways to group cards."""
    if not cards:
        yield ()
        return
    first, rest = cards[0], cards[1:]
    for count in range(len(rest) + 1):
        for places in combinations(range(len(rest)), count):
            others = tuple(card for place, card in enumerate(rest) if place not in places)
            for more in groupings(others):
                yield ((first, *(rest[place] for place in places)), *more)


def every_layout(cards: tuple[Part, ...], rulings: Rulings) -> int:
    """The best total, looked for everywhere."""
    return max(
        layout_total(layout, rulings)
        for layout in groupings(cards)
        if all(buildable(monster, rulings) for monster in layout)
    )


def best_total(cards: tuple[Part, ...], rulings: Rulings) -> int:
    """The best total, not remembered from before."""
    layouts._best_total.cache_clear()
    return layouts.best_total(cards, rulings)


def best_layouts(cards: tuple[Part, ...], rulings: Rulings) -> int:
    """The same with all best layouts and the proof."""
    layouts._best_layouts.cache_clear()
    return layouts.best_layouts(cards, rulings).total


def best_endgame(cards: tuple[Part, ...], rulings: Rulings) -> int:
    """The best final score, not remembered from before."""
    endgame._best_endgame.cache_clear()
    endgame._whole_monsters.cache_clear()
    return endgame.best_endgame(cards, rulings).score


def milliseconds(solve: Callable[[], int]) -> tuple[float, int]:
    """The CPU time of one call, and its result."""
    begin = time.process_time()
    found = solve()
    return (time.process_time() - begin) * 1000, found


def compare_layouts(size: int, hands: int, wanted: float) -> None:
    """Print how long the best layouts of hands take."""
    rng = random.Random(size)
    spent: dict[str, list[float]] = {"every": [], "all best, with proof": [], "best total": []}
    for _ in range(hands):
        cards = tuple(rng.sample(PARTS, size))
        results = set()
        for name, solve in zip(spent, (every_layout, best_layouts, best_total), strict=True):
            took, found = milliseconds(lambda solve=solve, cards=cards: solve(cards, DEFAULTS))  # type: ignore[misc]
            spent[name].append(took)
            results.add(found)
        assert len(results) == 1, cards
    base, *ours = (statistics.median(found) for found in spent.values())
    print(f"{f'{size} cards, all {layouts.partitions(size)} groupings':44} {base:9.3f}")
    for name, took in zip(list(spent)[1:], ours, strict=True):
        print(
            f"{f'{size} cards, {name}':44} {took:9.3f}   {base / took:6.1f} times as fast (wanted: under {wanted} ms)"
        )


def time_endgames() -> None:
    """Print how long final monsters of thirty cards take."""
    for name, box in (("three colours", PARTS), ("one colour", GREEN)):
        for loops in ("tree", "multigraph", "simple-graph"):
            rng, rulings = random.Random(1), DEFAULTS.with_("loops", loops)
            spent = []
            for _ in range(9):
                cards = tuple(rng.sample(box, 30))
                took, _ = milliseconds(lambda cards=cards, rulings=rulings: best_endgame(cards, rulings))  # type: ignore[misc]
                spent.append(took)
            print(f"{f'30 cards of {name}, {loops}':44} {statistics.median(spent):9.3f}   (wanted: under 1000 ms)")


def time_first_hands() -> None:
    """Print how long all first hands take, and how long one after the other would."""
    rng = random.Random(1)
    hands = [tuple(rng.sample(PARTS, 5)) for _ in range(3000)]
    one, _ = milliseconds(lambda: sum(best_total(hand, DEFAULTS) for hand in hands))
    took, every = milliseconds(lambda: first_hands(DEFAULTS).all)
    print(f"{f'{every:,} first hands':44} {took:9.0f}   (wanted: under 60000 ms)")
    base = one / len(hands) * every
    print(f"{'the same one after the other':44} {base:9.0f}   {base / took:6.1f} times as long")


if __name__ == "__main__":
    for size, hands, wanted in ((5, 300, 1), (6, 100, 5), (7, 30, 20)):
        compare_layouts(size, hands, wanted)
    time_endgames()
    time_first_hands()
