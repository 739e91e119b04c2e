"""What is in the box: part cards, era cards, starter sets, and which of them play with how many players.

A part is written short: colour letter, value, * for a doubling mark, its ends or its open sides.

>>> read_part("G1*{1}").doubles, read_part("G1{NE}").sides
(True, 'NE')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ..core import Rulings, rulebook

KEY: Final = "teratozoic"
SIDES: Final = "NESW"
NO_SET: Final = "none"
VALUES: Final = range(1, 7)
"""What a part can be worth. Clause: card.value"""
MOST_ENDS: Final = 4
PLAYERS: Final = range(2, 7)
LAST: Final = "teratozoic"
"""The key of the last era."""
WRITTEN: Final = re.compile(r"([A-Z])([1-6])(\*?)\{([0-4]|[NESW]+)\}")


class Part(NamedTuple):
    """A part card. `sides`: where its ends are, if its list says so; `set`: the mark of a starter set, or "none".

    Clause: card.value, card.colour, card.free-end, card.no-free-end, card.set-mark
    """

    id: str
    colour: str
    value: int
    ends: int
    doubles: bool
    advanced: bool = False
    set: str = NO_SET
    sides: str = ""
    effect: str = ""


class Era(NamedTuple):
    """An era card and its five numbers; `min_players` 2 stands for a card without a label.

    Clause: era-card.minimum, era-card.draw, era-card.players
    """

    key: str
    name: str
    min_players: int
    common: int
    own: int
    minimum: int
    winner_takes: int
    keep: int


class Box(NamedTuple):
    """All part and era cards, and which of the two tables an owner has given."""

    parts: tuple[Part, ...]
    eras: tuple[Era, ...]
    owner_parts: bool = False
    owner_eras: bool = False


@lru_cache(maxsize=1)
def kit_box() -> Box:
    """The kit's own cards: an invented list of parts, and eras most of whose numbers are invented.

    Clause: setup.starter-cards, setup.era-stack-order, era-card.numbers-unprinted
    """
    data = rulebook(KEY).data
    return Box(tuple(map(part_of, data["part"])), tuple(map(era_of, data["era"])))


def part_of(row: Mapping[str, Any]) -> Part:
    """A part from a row that has been checked."""
    return Part(**{name: row[name] for name in Part._fields if name in row})


def era_of(row: Mapping[str, Any]) -> Era:
    """An era card from a row that has been checked."""
    return Era(*(row[name] for name in Era._fields))


@cache
def colours() -> Mapping[str, str]:
    """The colours by the letter that begins a part's short form. Clause: card.colour"""
    return MappingProxyType({colour[0].upper(): colour for colour in rulebook(KEY).data["colours"]})


def hand_size() -> int:
    """Cards of a full hand. Clause: build.five-in-hand, setup.first-hand"""
    return int(rulebook(KEY).data["hand_size"])


# ---------------------------------------------------------------- names of parts


def read_part(text: str, id: str = "") -> Part:
    """The part that a short form describes; its id is the text itself if no other is given. ValueError says the form.

    Clause: card.value, card.colour, card.free-end
    """
    match = WRITTEN.fullmatch(text) if isinstance(text, str) else None
    letters = "" if match is None or match[4].isdigit() else match[4]
    if match is None or match[1] not in colours() or len(set(letters)) < len(letters):
        raise ValueError(
            f"There is no part {text!r}. Allowed: an id of the list in play, or a short form like G1*{{1}} or G1{{NE}}: "
            f"{', '.join(f'{letter} {colour}' for letter, colour in colours().items())}, a value from 1 to 6, * for a "
            "doubling mark, then 0 to 4 ends or the open sides out of N, E, S, W, each once"
        )
    ends = len(letters) if letters else int(match[4])
    return Part(id or text, colours()[match[1]], int(match[2]), ends, bool(match[3]), sides=letters)


def part_text(part: Part) -> str:
    """The short form of a part: G1*{1}, or G1{NE} if its sides are known."""
    return f"{part.colour[0].upper()}{part.value}{'*' * part.doubles}{{{part.sides or part.ends}}}"


@lru_cache(maxsize=16)
def parts_by_id(box: Box) -> Mapping[str, Part]:
    """The parts of a box by their ids."""
    return MappingProxyType({part.id: part for part in box.parts})


def parts_named(texts: Iterable[str], box: Box | None = None) -> tuple[Part, ...]:
    """Parts from ids of the box (the kit's if none is given) or from short forms. ValueError names the first that is
    neither."""
    if isinstance(texts, str):
        raise ValueError(f"texts is {texts!r}; needed: a list, as [{texts!r}]")
    known = parts_by_id(kit_box() if box is None else box)
    return tuple(known[text] if text in known else read_part(text) for text in texts)


def check_rulings(rulings: object) -> None:
    """Complain of what is no rulings of Teratozoic."""
    if not isinstance(rulings, Rulings) or rulings.game != KEY:
        what = f"those of {rulings.game}" if isinstance(rulings, Rulings) else repr(rulings)
        raise ValueError(f"rulings is {what}; needed: Rulings.defaults({KEY!r}), or what .with_() makes of it")


def of_parts(cards: Iterable[Part], name: str = "cards") -> tuple[Part, ...]:
    """The same as a tuple; ValueError if something else than parts is in it."""
    found = tuple(cards)
    for part in found:
        if not isinstance(part, Part):
            raise ValueError(f"{name} holds {part!r}; needed: Parts, as parts_named(['G1a', 'O5{{2}}']) gives them")
    return found


# ---------------------------------------------------------------- which parts play


def parts_in_play(
    box: Box, rulings: Rulings, without_advanced: bool = False, without_colour: str = ""
) -> tuple[Part, ...]:
    """The parts of a game: all, or without those marked A, or without a colour.

    Clause: variant.without-advanced, variant.remove-colour
    """
    if without_colour and without_colour not in colours().values():
        raise ValueError(f"without_colour is {without_colour!r}; allowed: {', '.join(colours().values())}, or ''")
    starters_too = rulings["colour-removal"] == "all-of-colour"
    return tuple(
        part
        for part in box.parts
        if not (without_advanced and part.advanced)
        and not (part.colour == without_colour and (starters_too or part.set == NO_SET))
    )


def starter_sets(parts: Iterable[Part]) -> dict[tuple[str, str], tuple[Part, ...]]:
    """The starter sets among parts by colour and mark, each by rising value. Clause: setup.starter-cards, card.set-mark"""
    found: dict[tuple[str, str], list[Part]] = {}
    for part in parts:
        if part.set != NO_SET:
            found.setdefault((part.colour, part.set), []).append(part)
    return {key: tuple(sorted(some, key=lambda part: part.value)) for key, some in found.items()}


def starters_by_value(parts: Iterable[Part]) -> dict[int, tuple[Part, ...]]:
    """The starter parts of each value, for the reading mixed-values. Clause: setup.starter-cards"""
    starters = [part for part in parts if part.set != NO_SET]
    return {value: tuple(part for part in starters if part.value == value) for value in VALUES}


def common_parts(parts: Iterable[Part], dealt: Iterable[Part], rulings: Rulings) -> tuple[Part, ...]:
    """The common deck before it is shuffled: what is no starter, and under into-common the starters nobody got.

    Clause: setup.common-deck
    """
    gone = {part.id for part in dealt}
    unused_too = rulings["unused-starters"] == "into-common"
    return tuple([part for part in parts if (unused_too or part.set == NO_SET) and part.id not in gone])


# ---------------------------------------------------------------- which eras play


@lru_cache(maxsize=16)
def eras_by_key(box: Box) -> Mapping[str, Era]:
    """The eras of a box by their keys, in the order of the stack. Clause: setup.era-stack-order"""
    return MappingProxyType({era.key: era for era in box.eras})


def era_stack(players: int, box: Box | None = None) -> tuple[str, ...]:
    """The keys of the eras for a number of players, the first one on top.

    Clause: setup.era-stack-order, setup.era-labels, setup.era-removal, era-card.players
    """
    if players not in PLAYERS or isinstance(players, bool):
        raise ValueError(f"players is {players!r}; allowed: a whole number from {PLAYERS[0]} to {PLAYERS[-1]}")
    return tuple(era.key for era in (kit_box() if box is None else box).eras if era.min_players <= players)


def why_not_eras(selection: Sequence[str], rulings: Rulings, box: Box | None = None) -> str:
    """Why these eras make no stack, or "".

    Clause: variant.fewer-eras, variant.more-eras, setup.era-stack-order, example.extended-start
    """
    known = [era.key for era in (kit_box() if box is None else box).eras]
    for key in selection:
        if key not in known:
            return f"{key!r} is no era; there are: {', '.join(known)}"
    if list(selection) != [key for key in known if key in selection]:
        return f"eras are {', '.join(selection)}; needed: each at most once, in the order {', '.join(known)}"
    if LAST not in selection or len(selection) < 2:
        return "A stack needs the Teratozoic and at least one other era"
    stacks = [era_stack(players, box) for players in PLAYERS]
    if rulings["era-choice"] == "labelled-stacks" and tuple(selection) not in stacks:
        allowed = "; ".join(", ".join(stack) for stack in dict.fromkeys(stacks))
        return f"era-choice is 'labelled-stacks': the labels give only these stacks: {allowed}"
    return ""


# ---------------------------------------------------------------- what rests on invented data


def assumed_parts(box: Box) -> str:
    """What to say where a part decides something, or "" for an owner's list. Clause: setup.starter-cards"""
    return "" if box.owner_parts else "The list of parts is invented by this kit; no source prints it."


def assumed_number(box: Box, era: str, number: str) -> str:
    """What to say where a number of an era card decides something, or "" if it is printed or an owner's.

    Clause: era-card.numbers-unprinted
    """
    row = next(row for row in rulebook(KEY).data["era"] if row["key"] == era)
    provenance = row["provenance"][number]
    if box.owner_eras or provenance == "printed":
        return ""
    return (
        f"{row['name']}, {number.replace('_', ' ')} {row[number]}: {provenance} by this kit; the number is not printed."
    )


def why_not_readings(rulings: Rulings, box: Box) -> tuple[str, ...]:
    """Why readings cannot be in force together with these cards, one sentence each; () if they can.

    Clause: build.join-parts, card.free-end, setup.starter-cards, era-card.numbers-unprinted
    """
    told = []
    for ruling, own, kit, given, what in (
        ("part-list", "owner-parts", "kit-parts", box.owner_parts, "list of parts"),
        ("era-numbers", "owner-eras", "kit-eras", box.owner_eras, "table of eras"),
    ):
        if rulings[ruling] == own and not given:
            told.append(f"{ruling} is {own!r}: needs an owner's {what} (a card pack); allowed without one: {kit!r}")
    if rulings["join-geometry"] == "grid-sides" and (bare := [part.id for part in box.parts if not has_sides(part)]):
        told.append(
            f"join-geometry is 'grid-sides': needs the sides of every part, and {bare[0]} has none "
            f"({len(bare)} such parts); allowed without them: 'any-ends'"
        )
    if rulings["starter-assignment"] == "by-choice" and rulings["starter-sets"] != "uniform-sets":
        told.append(
            f"starter-assignment is 'by-choice': needs starter-sets 'uniform-sets', not {rulings['starter-sets']!r}"
        )
    return tuple(told)


def has_sides(part: Part) -> bool:
    """Is it known on which sides the ends of a part are? Clause: card.free-end, card.no-free-end"""
    return len(part.sides) == part.ends
