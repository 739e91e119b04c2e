"""What are cards, campaigns and numbers called in the lab?"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ....core import Seat
from ...areas import landmark_texts
from ...cards import Card, Suit, letter
from ...moves import area_name

SHORT: Final = {Suit.BOAR: "Boar", Suit.KOEL: "Koel", Suit.LIZARD: "Lizard", Suit.ORANGUTAN: "Orangutan"}
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_LONG = re.compile(r"\b(Wild (?=Boar)|Asian (?=Koel)|Monitor (?=Lizard))")
_RUN = re.compile(r"a run of (Boar|Koel|Lizard|Orangutan) in")


def join(parts: Iterable[str], word: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    found = [*parts]
    return f" {word} ".join(found) if len(found) < 3 else f"{', '.join(found[:-1])} {word} {found[-1]}"


def name(card: object) -> str:
    """A card as it is called here: 'Boar 7', 'Koel Vanguard'."""
    return f"{SHORT[card.suit]} {card.name}" if isinstance(card, Card) else str(card)


def short(text: str) -> str:
    """The engine's words with the short names of cards."""
    return _RUN.sub(r"a run of \1s in", _LONG.sub("", text))


def times_word(times: int) -> str:
    """How often an effect is activated."""
    return "once" if times == 1 else "twice" if times == 2 else f"{times} times"


def number_word(number: int) -> str:
    """'three'; numbers above ten stay ten."""
    return NUMBERS[min(number, 10)]


def campaign_of(seat: Seat, area: str) -> str:
    """'A’s campaign in Padma Field'."""
    return f"{letter(seat)}’s campaign in {area_name(area)}"


# ---------------------------------------------------------------- cards as they are laid: "B4", "(B4)", "[B landmark]"


def landmark_of(code: str) -> str:
    """The key of the Landmark that a text places; "" if it is a card."""
    return code[1:-1].split()[1] if code[0] == "[" else ""


def suit_of(code: str) -> Suit:
    """The suit of what a text lays."""
    return Suit(code.strip("()[]")[0])


def called(code: str) -> str:
    """What a text lays, in words."""
    if key := landmark_of(code):
        return landmark_texts()[key].name
    return name(Card(code.strip("()") + "a")) + (", face down" if code[0] == "(" else "")
