"""How strong is an attack, how strong the defence, and how likely is a success?

All chances are exact: an attack and a defence die have 64 equally likely results.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

from ..core import rulebook
from .board import KEY
from .units import Unit

DIE: Final = range(1, 9)
"""The sides of a d8. Clause: box.eight-sided-dice"""
WAYS: Final = len(DIE) ** 2
NAMES: Final = ("inka-ready", "inka-guard", "elder")


@cache
def _table(name: str) -> tuple[int, int]:
    row = next(row for row in rulebook(KEY).data["strength"] if row["unit"] == name)
    return row["attack"], row["defence"]


@cache
def modifiers(kind: str, ready: bool, mods: str) -> tuple[int, int]:
    """What the Strength Table adds to the dice of a unit: in attack, in defence.

    Clause: combat.ready-strength, combat.guard-strength, combat.elder-strength, combat.idol-strength,
    combat.mode-not-for-idols, glossary.attack-strength, glossary.defence-strength, glossary.guard-mode, mod.attack,
    mod.defence, glossary.a-mod, glossary.d-mod
    """
    if kind == "idol":
        return mods.count("A"), mods.count("D")
    return _table("elder" if kind == "elder" else "inka-ready" if ready else "inka-guard")


def attack_modifier(kind: str, unit: Unit) -> int:
    """What is added to the attack die. Clause: glossary.attack-strength"""
    return modifiers(kind, unit.ready, unit.mods)[0]


def defence_modifier(kind: str, unit: Unit, pierced: bool = False) -> int:
    """What is added to the defence die. `pierced`: its D-mods do not count. Clause: glossary.defence-strength"""
    return 0 if pierced and kind == "idol" else modifiers(kind, unit.ready, unit.mods)[1]


def named(name: str) -> tuple[int, int]:
    """The modifiers of 'inka-ready', 'inka-guard', 'elder', 'ready-with-seal', 'idol-2A', 'idol-1D', 'idol-1A2D'.

    ValueError says what is allowed.
    """
    if name in NAMES:
        return _table(name)
    if name == "ready-with-seal":
        attack, defence = _table("inka-ready")
        return attack, defence + 1
    kind, _, mods = name.partition("-")
    counts = {"A": 0, "D": 0}
    pairs = [mods[n : n + 2] for n in range(0, len(mods), 2)]
    for pair in pairs:
        if len(pair) != 2 or not pair[0].isdigit() or pair[1] not in counts:
            kind = ""
            break
        counts[pair[1]] += int(pair[0])
    if kind != "idol" or sum(counts.values()) > 3:
        raise ValueError(f"unit is {name!r}; allowed: {', '.join(NAMES)}, ready-with-seal, idol-0A to idol-3D")
    return counts["A"], counts["D"]


def succeeds(attack: int, defence: int) -> bool:
    """Only a greater strength succeeds. Clause: combat.defender-wins-ties"""
    return attack > defence


@cache
def successes(k: int) -> int:
    """How many of the 64 pairs of dice succeed with a lead of k: attack modifier - defence modifier.

    Clause: combat.defender-wins-ties
    """
    return sum(succeeds(attack + k, defence) for attack, defence in product(DIE, DIE))


def chance(k: int) -> Fraction:
    """The chance that one attack with a lead of k succeeds. Clause: combat.defender-wins-ties"""
    return Fraction(successes(k), WAYS)


def hits(k: int, attacks: int) -> tuple[Fraction, ...]:
    """The chance of 0, 1, 2 ... successes in so many equal attacks. Clause: combat.elder-loses-one"""
    found = [Fraction(1)]
    for _ in range(attacks):
        grown = [Fraction(0)] * (len(found) + 1)
        for n, p in enumerate(found):
            grown[n] += p * (1 - chance(k))
            grown[n + 1] += p * chance(k)
        found = grown
    return tuple(found)


def fails(threshold: int, modifier: int) -> Fraction:
    """The chance that a unit fails to defend against a card. Clause: card.text-rules"""
    return Fraction(sum(die + modifier < threshold for die in DIE), len(DIE))


def casualties(modifiers: Sequence[int], threshold: int, shared: bool = False) -> tuple[Fraction, ...]:
    """The chance that 0, 1, 2 ... of some units fail to defend: each with its own die, or all with one.

    Clause: variant-b.shared-roll, card.text-rules
    """
    found = [Fraction(0)] * (len(modifiers) + 1)
    if shared:
        for die in DIE:
            found[sum(die + modifier < threshold for modifier in modifiers)] += Fraction(1, len(DIE))
        return tuple(found)
    found[0] = Fraction(1)
    for modifier in modifiers:
        p = fails(threshold, modifier)
        found = [found[n] * (1 - p) + (found[n - 1] * p if n else 0) for n in range(len(found))]
    return tuple(found)


def unique_highest(players: int) -> Fraction:
    """The chance that the highest of so many d8 is unique. Clause: round.roll"""
    return sum((Fraction(players * (top - 1) ** (players - 1), len(DIE) ** players) for top in DIE), Fraction(0))


def highest(rolls: Sequence[int]) -> tuple[int, ...]:
    """Which of some rolls are the highest. Clause: round.roll"""
    best = max(rolls)
    return tuple([n for n, roll in enumerate(rolls) if roll == best])


def winners_of_variant_a(
    hp: Sequence[int], mods: Sequence[int], units: Sequence[int], remover: int = -1, full_tie: str = "shared"
) -> tuple[int, ...]:
    """Most HP, then most Mods, then most units on the board. Clause: variant-a.winner"""
    scores = list(zip(hp, mods, units, strict=True))
    tied = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return (remover,) if full_tie == "remover" and remover in tied else tied


@cache
def order_of(seats: range, first: int, clockwise: bool) -> tuple[int, ...]:
    """The turn order: from the first player round the table. Clause: round.turn-order, round.coin"""
    at = seats.index(first)
    step = 1 if clockwise else -1
    return tuple(seats[(at + step * n) % len(seats)] for n in range(len(seats)))
