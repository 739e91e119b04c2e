"""What is the best use of all own cards at the end: up to three whole monsters of one colour each?

Only the numbers of parts of each colour and shape count (and, when values are counted, which of them are worth most). A
tree has two parts with one end more than its three-end parts and twice its four-end parts need; that and the like for
loops of any kind settles two readings of loops in closed form. The others are integer programmes over whole monsters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice, product
from typing import Final, NamedTuple, TypeAlias, TypeVar

from ..core import Reason, Rulings, rulebook
from .monsters import Layout, Terms, closes, shape_key, single_colour, terms, whole
from .parts import KEY, Part, of_parts

Player = TypeVar("Player")
Counts: TypeAlias = tuple[int, ...]
"""How many parts of each kind; the kinds are those of a pool."""

NOT_WHOLE: Final = frozenset([(0, 1, 0, 0), (0, 0, 0, 1), (0, 1, 0, 1), (1, 0, 1, 0), (2, 0, 0, 1)])
"""Numbers of parts with 1, 2, 3 and 4 ends that no joining closes, though their sums would do: {2}, {4}, {2, 4}, {1, 3},
{1, 1, 4}."""


class Endgame(NamedTuple):
    """The best final monsters: their score, how many cards they use, and how many more whole monsters of one colour the
    unused cards allow. `monsters` are in the order of their first cards."""

    score: int
    used: int
    leftover_monsters: int
    monsters: Layout


Worth: TypeAlias = tuple[tuple[int, ...], ...]
"""What each card of a colour scores, by shape, those that are taken first in front."""


class Pool(NamedTuple):
    """The cards of one colour: by shape their places among all cards, those that are taken first in front; their worth."""

    places: Mapping[int, tuple[int, ...]]
    worth: Worth


class Choice(NamedTuple):
    """What is made of a colour: the score, the whole monsters that its rest allows, the monsters as counts."""

    score: int
    left: int
    monsters: tuple[Counts, ...]


def most_monsters() -> int:
    """How many monsters a player may show at the end. Clause: end.three-monsters"""
    return int(rulebook(KEY).data["endgame_monsters"])


def best_endgame(cards: Sequence[Part], rulings: Rulings) -> Endgame:
    """The final monsters with the best score, and among those that leave most further monsters.

    Clause: end.three-monsters, end.count-cards, end.highest-wins, end.tie-unused
    """
    return _best_endgame(of_parts(cards), rulings)


@lru_cache(maxsize=1 << 10)
def _best_endgame(cards: tuple[Part, ...], rulings: Rulings) -> Endgame:
    reads = terms(rulings)
    pools = _pools(cards, rulings)
    monsters: Sequence[tuple[Counts, ...]]
    if _closed_form(reads):
        choices = _combined([_choices(pool.worth, reads) for pool in pools])
        _, left, monsters = max(choices, key=lambda choice: choice[:2])
    else:
        monsters, left = _programme(pools, reads, 0, most_monsters()) or ((), 0)
    layout = tuple([tuple([cards[place] for place in monster]) for monster in _laid_out(pools, monsters)])
    return Endgame(final_score(layout, rulings), sum(map(len, layout)), left, layout)


def score_by_monsters(cards: Sequence[Part], rulings: Rulings) -> dict[int, int]:
    """The best score with exactly one, two, three monsters, where so many can be made. Clause: end.three-monsters"""
    reads = terms(rulings)
    pools = _pools(cards, rulings)
    found = {}
    for count in range(1, most_monsters() + 1):
        if reads.loops == "tree" and not reads.grid:
            choices = _combined([_choices(pool.worth, reads) for pool in pools])
            monsters = next((some for _, _, some in choices if sum(map(len, some)) == count), None)
        else:
            solved = _programme(pools, reads, count, count)
            monsters = None if solved is None else solved[0]
        if monsters is not None:
            found[count] = sum(
                _score(pool.worth, _sum(some, len(pool.worth))) for pool, some in zip(pools, monsters, strict=True)
            )
    return found


def fewest_monsters(cards: Sequence[Part], rulings: Rulings) -> int:
    """With how few monsters the best score can be reached. Clause: end.three-monsters"""
    by_count = {0: 0, **score_by_monsters(cards, rulings)}
    return min(count for count, score in by_count.items() if score == max(by_count.values()))


def leftover_monsters(rest: Sequence[Part], rulings: Rulings) -> int:
    """How many whole monsters of one colour can be made of unused cards; there may be more than three.

    Clause: end.tie-unused
    """
    reads = terms(rulings)
    pools = _pools(rest, rulings)
    if _closed_form(reads):
        return sum(_left(_counts(pool.worth), reads) for pool in pools)
    solved = _programme(pools, reads, 0, 0)
    return 0 if solved is None else solved[1]


def final_score(monsters: Iterable[Sequence[Part]], rulings: Rulings) -> int:
    """What final monsters score: their cards, or the values of these. Clause: end.count-cards, end.values-ignored,
    goal.strongest-wins"""
    by_value = rulings["winning-criterion"] == "value-sum"
    return sum(part.value if by_value else 1 for monster in monsters for part in monster)


def why_not_final(monsters: Layout, rulings: Rulings) -> tuple[Reason, ...]:
    """Why these are no final monsters; () if they are. Clause: end.three-monsters"""
    told = []
    if len(monsters) > most_monsters():
        told.append(
            Reason(
                "end.three-monsters",
                f"{len(monsters)} monsters are shown; at most {most_monsters()} count.",
                "Leave some of them out.",
            )
        )
    for monster in monsters:
        names = ", ".join(part.id for part in monster)
        if not monster or not whole(monster, rulings):
            told.append(
                Reason("end.three-monsters", f"{names or 'Nothing'} is no whole monster.", "Leave no end free.")
            )
        elif not single_colour(monster):
            told.append(Reason("end.three-monsters", f"{names} are of several colours.", "Use one colour a monster."))
    return tuple(told)


def final_cards(
    hand: Sequence[Part], deck: Sequence[Part], discards: Sequence[Part], rulings: Rulings
) -> tuple[Part, ...]:
    """The cards that a player may use at the end. Clause: end.three-monsters"""
    return tuple(discards) if rulings["all-their-cards"] == "discard-only" else (*hand, *deck, *discards)


def winners(
    results: Mapping[Player, tuple[int, int]], turn_order: Sequence[Player], rulings: Rulings
) -> tuple[Player, ...]:
    """Who wins, from the score and the leftover monsters of each player; `turn_order` is that after the last round.

    Clause: end.highest-wins, end.tie-unused
    """
    best = max(results.values())
    tied = tuple(player for player, result in results.items() if result == best)
    if len(tied) > 1 and rulings["endgame-still-tied"] == "last-first-player":
        return (next(player for player in turn_order if player in tied),)
    return tied


# ---------------------------------------------------------------- pools and what is made of them


def _closed_form(reads: Terms) -> bool:
    return not reads.grid and reads.loops in ("tree", "multigraph")


def _pools(cards: Sequence[Part], rulings: Rulings) -> list[Pool]:
    """The cards by colour and shape. By ends all five shapes are there, on the grid those that occur."""
    reads = terms(rulings)
    by_value = rulings["winning-criterion"] == "value-sum"
    keys = [shape_key(card, reads) if reads.grid else card.ends for card in cards]
    shapes = sorted(set(keys)) if reads.grid else range(5)
    order: Sequence[int] = range(len(cards))
    if by_value:
        order = sorted(order, key=lambda place: -cards[place].value)
    found: dict[str, dict[int, list[int]]] = {
        colour: {shape: [] for shape in shapes} for colour in dict.fromkeys([card.colour for card in cards])
    }
    for place in order:
        found[cards[place].colour][keys[place]].append(place)
    return [
        Pool(
            {shape: tuple(places) for shape, places in by_shape.items()},
            tuple([tuple([cards[place].value if by_value else 1 for place in some]) for some in by_shape.values()]),
        )
        for by_shape in found.values()
    ]


def _counts(worth: Worth) -> Counts:
    return tuple(map(len, worth))


def _score(worth: Worth, counts: Counts) -> int:
    """What the best so many parts of each shape score. Clause: end.count-cards, end.values-ignored"""
    return sum([sum(some[:count]) for some, count in zip(worth, counts, strict=True)])


def _laid_out(pools: Sequence[Pool], monsters: Sequence[Sequence[Counts]]) -> list[tuple[int, ...]]:
    """Monsters of each colour as places of cards."""
    found = []
    for pool, some in zip(pools, monsters, strict=False):
        left = [iter(places) for places in pool.places.values()]
        for counts in some:
            places = chain.from_iterable(map(islice, left, counts))
            found.append(tuple(sorted(places)))
    return sorted(found)


def _sum(monsters: Iterable[Counts], kinds: int) -> Counts:
    return tuple(map(sum, zip((0,) * kinds, *monsters, strict=True)))


# ---------------------------------------------------------------- in closed form


def _combined(choices: Sequence[Sequence[Choice | None]]) -> list[tuple[int, int, list[tuple[Counts, ...]]]]:
    """For each number of monsters: the best score, the most monsters left, and what is made of each colour.

    `choices`: for each colour the best by number of monsters.
    """
    most = most_monsters()
    found: dict[int, tuple[int, int, list[tuple[Counts, ...]]]] = {0: (0, 0, [])}
    for colour in choices:
        after: dict[int, tuple[int, int, list[tuple[Counts, ...]]]] = {}
        for count, (score, left, monsters) in found.items():
            for more, choice in enumerate(colour):
                if choice is None or count + more > most:
                    continue
                new = (score + choice.score, left + choice.left, [*monsters, choice.monsters])
                if count + more not in after or new[:2] > after[count + more][:2]:
                    after[count + more] = new
        found = after
    return list(found.values())


@lru_cache(maxsize=1 << 12)
def _choices(worth: Worth, reads: Terms) -> tuple[Choice | None, ...]:
    """What is best made of a colour, by the number of monsters. Clause: end.three-monsters"""
    most, there = most_monsters(), _counts(worth)
    best: list[Choice | None] = [None] * (most + 1)
    lone = there[0] if reads.zero_end_whole else 0
    for joined_ones, counts in _possible(there, reads):
        for single in range(min(lone, most - joined_ones) + 1):
            taken = (single, *counts)
            rest = tuple([have - take for have, take in zip(there, taken, strict=True)])
            gain = _score(worth, taken), _left(rest, reads)
            before = best[joined_ones + single]
            if before is None or gain > before[:2]:
                best[joined_ones + single] = Choice(*gain, _split(taken, joined_ones))
    return tuple(best)


def _possible(counts: Counts, reads: Terms) -> Iterable[tuple[int, Counts]]:
    """How many parts with 1, 2, 3, 4 ends can be used up, and by how many monsters of several parts (loops of any kind:
    the fewest that do)."""
    _, ones, twos, threes, fours = counts
    most = most_monsters()
    yield 0, (0, 0, 0, 0)
    if reads.loops == "tree":
        for monsters, three, four in product(range(1, most + 1), range(threes + 1), range(fours + 1)):
            one = 2 * monsters + three + 2 * four
            if one <= ones:
                yield monsters, (one, twos, three, four)
        return
    for some in product(range(ones + 1), range(twos + 1), range(threes + 1), range(fours + 1)):
        one, _, three, four = some
        monsters = max(1, (one - three - 2 * four + 1) // 2)
        if any(some) and (one + three) % 2 == 0 and monsters <= most and some not in NOT_WHOLE:
            yield monsters, some


def _split(counts: Counts, joined_ones: int) -> tuple[Counts, ...]:
    """Single parts without ends, and so many monsters of several parts: pairs, and one of all the rest."""
    single, one, *others = counts
    pairs = max(0, joined_ones - 1)
    found = [(1, 0, 0, 0, 0)] * single + [(0, 2, 0, 0, 0)] * pairs
    return (*found, (0, one - 2 * pairs, *others)) if joined_ones else tuple(found)


def _left(rest: Counts, reads: Terms) -> int:
    """How many whole monsters parts of one colour allow: pairs of parts alike, for a tree of those with one end, and with
    loops of three different parts, too. Clause: end.tie-unused"""
    zero, one, two, three, four = rest
    single = zero if reads.zero_end_whole else 0
    if reads.loops == "tree":
        return single + one // 2
    three_different = one % 2 and three % 2 and (two % 2 or four % 2)
    return single + one // 2 + two // 2 + three // 2 + four // 2 + bool(three_different)


# ---------------------------------------------------------------- as an integer programme


@lru_cache(maxsize=1 << 8)
def _whole_monsters(shapes: tuple[int, ...], counts: Counts, reads: Terms) -> tuple[Counts, ...]:
    """Every whole monster that so many parts of each shape can make, smaller ones first."""
    found = []
    for some in product(*(range(count + 1) for count in counts)):
        keys = tuple(shape for shape, count in zip(shapes, some, strict=True) for _ in range(count))
        if len(keys) == 1:
            closed = keys == (0,) and reads.zero_end_whole
        else:
            closed = bool(keys) and keys[0] > 0 and closes(keys, reads)
        if closed:
            found.append(some)
    return tuple(sorted(found, key=lambda some: (sum(some), some)))


def _smallest(monsters: Sequence[Counts]) -> list[Counts]:
    """Those that hold no smaller one."""
    found: list[Counts] = []
    for monster in monsters:
        if not any(all(has <= most for has, most in zip(small, monster, strict=True)) for small in found):
            found.append(monster)
    return found


def _programme(
    pools: Sequence[Pool], reads: Terms, least: int, most: int
) -> tuple[list[tuple[Counts, ...]], int] | None:
    """From `least` to `most` monsters with the best score, and of these with most whole monsters left: what is made of
    each colour, and how many are left. None if so many cannot be made.

    For each whole monster a whole number says how often it is made, for each smallest one how often it is left; of each
    shape the parts used are those worth most. Clause: end.three-monsters, end.tie-unused
    """
    import numpy
    from scipy.optimize import Bounds, LinearConstraint, milp

    made = [_whole_monsters(tuple(pool.places), _counts(pool.worth), reads) for pool in pools]
    left = [_smallest(some) for some in made]
    columns: list[tuple[int, Counts]] = [(at, one) for at, some in enumerate(made) for one in some]
    rests: list[tuple[int, Counts]] = [(at, one) for at, some in enumerate(left) for one in some]
    worth = [
        (at, kind, worth) for at, pool in enumerate(pools) for kind, some in enumerate(pool.worth) for worth in some
    ]
    if not columns:
        return None if least else ([() for _ in pools], 0)
    kinds = len(pools[0].places)
    rows = len(pools) * kinds
    uses = numpy.zeros((rows, len(columns) + len(rests) + len(worth)))
    has = numpy.zeros_like(uses)
    for column, (at, counts) in enumerate([*columns, *rests]):
        has[at * kinds : (at + 1) * kinds, column] = counts
    uses[:, : len(columns)] = has[:, : len(columns)]
    for column, (at, kind, _) in enumerate(worth, len(columns) + len(rests)):
        uses[at * kinds + kind, column] = -1
    number = numpy.repeat([1, 0], [len(columns), len(rests) + len(worth)])
    size = sum(sum(_counts(pool.worth)) for pool in pools)
    gain = [0] * len(columns) + [1] * len(rests) + [(size + 1) * value for _, _, value in worth]
    found = milp(
        c=-numpy.array(gain),
        integrality=numpy.ones(uses.shape[1]),
        bounds=Bounds(0, [most] * len(columns) + [size] * len(rests) + [1] * len(worth)),
        constraints=[
            LinearConstraint(uses, 0, 0),
            LinearConstraint(has, -numpy.inf, [count for pool in pools for count in _counts(pool.worth)]),
            LinearConstraint(number, least, most),
        ],
        options={"mip_rel_gap": 0},
    )
    if found.x is None:
        return None
    often = [round(value) for value in found.x]
    monsters = [
        tuple(
            counts for (which, counts), times in zip(columns, often, strict=False) if which == at for _ in range(times)
        )
        for at in range(len(pools))
    ]
    return monsters, sum(often[len(columns) : len(columns) + len(rests)])
