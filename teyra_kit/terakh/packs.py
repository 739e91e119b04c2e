"""Is a card pack, the TOML file of an owner of the box, what the engine can play with; if not, what is wrong with it?

A pack may give the layout of a plane, the Spec Cards of Idols, and Cast Cards.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from ..core.packs import Pack, PackError, counted, file_tables, keyed, pack_rows, text_tables, write_pack
from ..core.tables import Row
from .board import KEY, RUNES, TRIAS, TYPES
from .cast_cards import ANY_TIME, ATTACK_STEPS, RESPONSE, SEVERAL, WHO, WINDOWS, kit_cards
from .spec_cards import RANGES, SHIELDS
from .units import IDOLS

TABLES: Final = ("plane_layout", "spec_line", "cast_card")
PROVENANCE: Final = ("printed", "official", "inferred", "invented")
GROUPS: Final = (ANY_TIME, "single-attack", SEVERAL, RESPONSE, "forced")
ANY_RUNE: Final = (*RUNES, "none")
CLANS: Final = ("any", "own", "other")
KINDS: Final = ("inka", "idol", "elder")
PLACES: Final = (
    "anywhere", "chosen-plane", "chosen-unit", "adjacent-to-chosen-tria", "runic", *(f"type:{kind}" for kind in TYPES),
)  # fmt: skip
CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "plane": (),
    "unit": ("clan", "unit"),
    "player": ("who",),
    "die": (),
}
"""What a card can ask to be named, and the further keys of each."""
STEPS: Final[Mapping[str, tuple[str, ...]]] = {
    "defend": ("select", "threshold", "on_fail", "amount"),
    "hit": ("select",),
    "place-fallen": ("player", "where", "count"),
    "drop-orb": ("unit",),
    "remove-mods": ("unit", "count"),
    "mana": ("player", "amount"),
    "strength": ("unit", "amount"),
    "ignore-bonus": ("unit",),
    "reroll": ("die",),
    "swap-dice": (),
    "cancel-attack": (),
    "reverse-attack": (),
    "cancel-card": (),
    "take-card": (),
}
"""The primitives, each with its arguments."""
LINES: Final[Mapping[str, Mapping[str, tuple[Any, ...]]]] = {
    "move": {"range": RANGES, "over_units": (True, False)},
    "attack": {
        "range": RANGES,
        "attacks": (1, 2, 3),
        "different_targets": (True, False),
        "retry_original_target": (0, 1),
    },
    "swap": {"with": ("own-inka-anywhere", "any-adjacent-unit")},
    "summon": {"where": ("vacant-adjacent",)},
    "escort": {"unit": ("own-inka-adjacent",), "to": ("vacant-adjacent",)},
    "rotate": {"plane": ("under-the-idol",)},
    "shape-shift": {},
    "shield": {"protects": tuple(SHIELDS)},
    "standing": {
        "gives": ("defence", "ignore-d-mods"),
        "amount": (1, 2, 3),
        "to": ("ready-inka-adjacent", "own-elder-adjacent", "attacked-idol"),
    },
}
"""What a line of a Spec Card can do, and the values of each key."""
NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "move": ("range",), "attack": ("range",), "swap": ("with",), "summon": ("where",), "shield": ("protects",),
    "standing": ("gives", "to"),
}  # fmt: skip
MOST: Final = 12
"""No number of a card is larger."""


def load_pack(path: Path | str) -> dict[str, list[dict[str, Any]]]:
    """The card pack of a file, as `new_game(pack=...)` takes it. Clause: box.cast-cards, board.five-types,
    spec.other-five-unprinted"""
    return _pack(Path(path), file_tables(path))


def read_pack(text: str, name: str = "the file") -> dict[str, list[dict[str, Any]]]:
    """The card pack that a text is; `name`: what complaints call it. No file is opened."""
    return _pack(Path(name), text_tables(text, name))


def pack_words(pack: Pack) -> str:
    """What a pack holds: '1 layout, 5 lines of Spec Cards, 2 Cast Cards'."""
    return counted(
        pack, {"plane_layout": "layout", "spec_line": "line of Spec Cards", "cast_card": "Cast Card"}
    ).replace("line of Spec Cardss", "lines of Spec Cards")


@lru_cache(maxsize=64)
def check(packed: str) -> None:
    """Complain if a pack, as JSON, is not one that the engine can play with: it may come from anybody's record."""
    path = Path("card pack")
    tables = Row(path, "the pack", json.loads(packed), PackError)
    tables.only(TABLES)
    _rows(path, tables.values)


def _pack(path: Path, tables: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The rows of a file, none of which the rulebook contradicts."""
    pack = _rows(path, pack_rows(path, tables, KEY, TABLES))
    if told := contradictions(pack):
        raise PackError("\n".join(f"{path}: {line}" for line in told))
    return pack


def _rows(path: Path, tables: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    for name, values in tables.items():
        if not isinstance(values, list):
            raise PackError(f"{path}: {name} is {values!r}; allowed: tables [[{name}]]")
    _layouts(path, tables.get("plane_layout", []))
    for row in keyed(path, "spec_line", tables.get("spec_line", []), "id"):
        _line(row)
    for row in keyed(path, "cast_card", tables.get("cast_card", []), "key"):
        _card(row)
    return {name: tables[name] for name in TABLES if name in tables}


# ---------------------------------------------------------------- the layout of a plane


def _layouts(path: Path, values: list[Any]) -> None:
    """Clause: board.five-types, board.runic-trias, board.sixteen-trias"""
    if len(values) > 1:
        raise PackError(
            f"{path}: [[plane_layout]] stands there {len(values)} times; allowed: once, all planes are alike"
        )
    for value in values:
        row = Row(path, "[[plane_layout]]", value, PackError)
        row.only(("key", "types", "runes", "counts", "rotation_matters", "provenance", "note"))
        for key, allowed in (("types", TYPES), ("runes", ANY_RUNE)):
            if key == "types" or key in row.values:
                row.listed(key, allowed)
                count = len(row.values[key])
                if count != TRIAS:
                    row.fail(f"key {key!r} holds {count} values; needed: one for each of the {TRIAS} trias")
        if row.values["types"].count("orth") < 1:
            row.fail("key 'types' holds no 'orth'; needed: at least one Orth tria, or nobody could be summoned")


# ---------------------------------------------------------------- a line of a Spec Card


def _line(row: Row) -> None:
    """Clause: spec.lists-actions, spec.mods-needed, spec.mana-cost"""
    row.only(("id", "idol", "mods", "mana", "name", "text", "effect", "provenance", "source"))
    idol = row.text("idol", IDOLS)
    if not row.text("id").startswith(f"{idol}.") or len(row.text("id")) == len(idol) + 1:
        row.fail(f"key 'id' is {row.text('id')!r}; needed: the Idol, a point and a name, as '{idol}.move'")
    row.whole("mods", 0, 3)
    row.whole("mana", 0, MOST)
    row.text("name")
    row.get("text", str, "a text", default="")
    if "provenance" in row.values:
        row.text("provenance", PROVENANCE)
    effect = Row(row.path, f"{row.table}, effect", row.values.get("effect"), PackError)
    kind = effect.text("kind", tuple(LINES))
    effect.only(("kind", *LINES[kind]))
    for key in NEEDED.get(kind, ()):
        if key not in effect.values:
            effect.fail(f"has no key {key!r}; needed: {' | '.join(map(str, LINES[kind][key]))}")
    if kind == "shield" and row.values["id"] != SHIELDS.get(effect.values["protects"]):
        row.fail(f"shields with the id {row.values['id']!r}; allowed: {' | '.join(SHIELDS.values())}")
    for key, value in effect.values.items():
        if key != "kind" and not any(value == one and type(value) is type(one) for one in LINES[kind][key]):
            effect.fail(f"key {key!r} is {value!r}; allowed: {' | '.join(map(str, LINES[kind][key]))}")


# ---------------------------------------------------------------- a Cast Card


def _card(row: Row) -> None:
    """Clause: card.text-rules, cast.rune-needed"""
    row.only(
        ("key", "name", "aliases", "count", "rune", "windows", "who", "groups", "choices", "steps", "text", "known",
         "name_provenance", "timing_provenance", "provenance")
    )  # fmt: skip
    row.text("name")
    row.whole("count", 1, 72)
    row.text("rune", ANY_RUNE)
    row.listed("windows", WINDOWS)
    row.text("who", WHO)
    if "groups" in row.values:
        row.listed("groups", GROUPS)
    for key in ("text", "known"):
        row.get(key, str, "a text", default="")
    for key in ("name_provenance", "timing_provenance", "provenance"):
        if key in row.values:
            row.text(key, PROVENANCE)
    named: dict[str, str] = {}
    for number, choice in enumerate(row.get("choices", list, "a list of choices", default=[]), 1):
        named |= _choice(Row(row.path, f"{row.table}, choice {number}", choice, PackError))
    steps = row.get("steps", list, "a list of steps")
    if not steps:
        row.fail("key 'steps' is empty; needed: at least one step")
    for number, step in enumerate(steps, 1):
        _step(Row(row.path, f"{row.table}, step {number}", step, PackError), row, named)


def _choice(row: Row) -> dict[str, str]:
    kind = row.text("kind", tuple(CHOICES))
    row.only(("name", "kind", *CHOICES[kind]))
    name = row.text("name", (kind,))
    if kind == "unit":
        row.text("clan", CLANS)
        row.listed("unit", KINDS)
    if kind == "player":
        row.text("who", ("other",))
    return {name: kind}


def _step(row: Row, card: Row, named: Mapping[str, str]) -> None:
    do = row.text("do", tuple(STEPS))
    row.only(("do", *STEPS[do]))
    windows = ATTACK_STEPS.get(do) or {"cancel-card": ("card-shown",), "take-card": ("card-leaving",)}.get(do)
    if windows and not set(card.values["windows"]) <= set(windows):
        row.fail(f"does {do!r} in {card.values['windows']}; allowed windows: {' | '.join(windows)}")
    if "select" in STEPS[do]:
        _select(Row(row.path, f"{row.table}, select", row.values.get("select"), PackError), named)
    if do == "defend":
        row.whole("threshold", 1, MOST)
        if row.text("on_fail", ("hit", "guard", "mana")) == "mana":
            row.whole("amount", -MOST, -1)
    elif do == "place-fallen":
        row.text("player", ("caster", "each"))
        row.text("where", ("vacant-orth", "vacant-adjacent-to-own-elder", "vacant"))
        row.whole("count", 1, 6)
    elif do in ("drop-orb", "remove-mods"):
        row.text("unit", ("chosen",))
        _asked(row, named, "unit")
        if do == "remove-mods" and row.values.get("count") != "all":
            row.whole("count", 1, 3)
    elif do == "mana":
        if row.text("player", ("caster", "chosen")) == "chosen":
            _asked(row, named, "player")
        row.whole("amount", -MOST, MOST)
    elif do in ("strength", "ignore-bonus"):
        row.text("unit", ("own", "opposing"))
        if do == "strength":
            row.whole("amount", -MOST, MOST)
    elif do == "reroll":
        row.text("die", ("chosen",))
        _asked(row, named, "die")


def _asked(row: Row, named: Mapping[str, str], kind: str) -> None:
    if kind not in named.values():
        row.fail(f"means what was chosen, but the card asks for no {kind}; needed: a choice of kind {kind!r}")


def _select(row: Row, named: Mapping[str, str]) -> None:
    row.only(("clan", "unit", "mode", "where"))
    where = row.text("where", PLACES)
    for place, kind in (("chosen-plane", "plane"), ("chosen-unit", "unit"), ("adjacent-to-chosen-tria", "unit")):
        if where == place:
            _asked(row, named, kind)
    if "clan" in row.values:
        row.text("clan", CLANS)
    if "unit" in row.values:
        row.listed("unit", KINDS)
    if "mode" in row.values:
        row.text("mode", ("ready", "guard"))


# ---------------------------------------------------------------- what the rulebook says of a card


PRINTED_LINES: Final = ("guardian.move", "guardian.attack", "guardian.shield-idol", "guardian.shield-inka")


def contradictions(pack: Pack) -> list[str]:
    """What in a pack the rulebook contradicts, each with its clause.

    Clause: spec.guardian-one-mod, faq.crisis-at-once, faq.neglect-not-mid-effect, faq.recycle-roll-off,
    variant-b.shared-roll, variant-c.anytime-cards
    """
    told = []
    lines = pack.get("spec_line", ())
    if any(row["idol"] == "guardian" for row in lines):
        opened = {(row["name"], row["mana"]) for row in lines if row["idol"] == "guardian" and row["mods"] <= 1}
        wanted = {("Move", 1), ("Attack", 2), ("Shield Idol", 0), ("Shield Inka", 0)}
        if opened != wanted:
            said = ", ".join(f"{name} {mana}" for name, mana in sorted(wanted))
            told.append(
                f"spec_line of the guardian: contradicts spec.guardian-one-mod: with one Mod its lines are {said}."
            )
    for row in pack.get("cast_card", ()):
        told += [f"cast_card {row['key']!r}: contradicts {clause}: {why}" for clause, why in _against(row)]
    return told


def _against(row: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    key, does = row["key"], {step["do"] for step in row["steps"]}
    kit = kit_cards().get(key)
    if key == "terakh-crisis" and (row["who"] != "forced" or row["windows"] != ["picked-up"]):
        yield "faq.crisis-at-once", "It must be cast when it is picked up: who 'forced', window 'picked-up'."
    if key == "neglect-spell" and row["windows"] != ["card-shown"]:
        yield "faq.neglect-not-mid-effect", "It answers a card that is shown, before its effect: window 'card-shown'."
    if key == "recycle" and "take-card" not in does:
        yield "faq.recycle-roll-off", "It takes the card: step 'take-card'."
    if kit is not None and SEVERAL in kit.groups and "defend" not in does:
        yield "variant-b.shared-roll", "Players roll for defence against it: step 'defend'."
    if kit is not None and ANY_TIME in kit.groups and row["rune"] == "none":
        yield "variant-c.anytime-cards", "It shows a rune: one of aqua, infernal, vitale, orth."


__all__ = ["PackError", "check", "contradictions", "load_pack", "pack_words", "read_pack", "write_pack"]
