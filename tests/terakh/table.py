"""Situations in few words: the pieces as a text, the orders as texts with their follow-ups."""

from __future__ import annotations

from teyra_kit.core import Rulings, rulebook
from teyra_kit.terakh import position
from teyra_kit.terakh.examples import evaluate
from teyra_kit.terakh.units import COLOURS

BOOK = rulebook("terakh")
WORDS = {
    "move": ("unit", "to"), "mode": ("unit",), "transform": ("unit", "orb"), "rotate": ("steps",), "attack": ("unit", "target"),
    "summon": ("unit", "at", "mode"), "spec": ("line", "unit"), "cast": ("card",), "return": ("at",), "draw": (),
    "forced": (), "begin-turn": (), "end-turn": (),
}  # fmt: skip
"""What the words after an act name."""


def rulings(**choices):
    """Readings by ruling: rulings(**{"orth.scope": "same-plane"})."""
    return Rulings.of("terakh", choices)


def pieces(text):
    """Units from 'red.E 0 hp2, red.1 6 blue AD, blue.1 12 ready': place, then mode, HP, Orb colour or Mods."""
    found = []
    for row in text.split(","):
        name, at, *rest = row.split()
        unit = {"u": name, "at": int(at)}
        for word in rest:
            if word in COLOURS:
                unit["orb"] = word
            elif word in ("ready", "guard"):
                unit["mode"] = word
            elif word.startswith("hp"):
                unit["hp"] = int(word[2:])
            else:
                unit["mods"] = word
        found.append(unit)
    return found


def seats_of(text):
    """The clans of a text, in the order in which they come up."""
    return list(dict.fromkeys(row.split()[0].partition(".")[0] for row in text.split(",")))


def loose(text):
    """Orbs from 'blue 4, red 9'."""
    return [{"orb": row.split()[0], "at": int(row.split()[1])} for row in text.split(",")] if text else []


def order(words, **more):
    """A step from 'red attack red.1 blue.1' and its follow-ups."""
    by, act, *rest = words.split()
    named = {name: int(word) if word.isdigit() else word for name, word in zip(WORDS[act], rest, strict=False)}
    return {"by": by, "act": act, **named, **more}


def run(units, *steps, orbs="", **given):
    """What a script comes to. `units`, `orbs` as texts; a step is a text, or made by `order`."""
    do = [order(step) if isinstance(step, str) else step for step in steps]
    clans = seats_of(units)
    return evaluate(
        {"seats": clans, "active": clans[0], "units": pieces(units), "orbs": loose(orbs), **given, "do": do}
    )


def table(units, orbs="", **given):
    """The situation as a table to play on."""
    clans = seats_of(units)
    return position(**{"seats": clans, "active": clans[0], "units": pieces(units), "orbs": loose(orbs), **given})


def refused(result, step=-1):
    """The clause that refuses a step; "" if it was carried out."""
    return result["steps"][step].partition(":")[2]
