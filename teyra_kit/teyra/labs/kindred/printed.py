"""Which examples of the rulebook can be opened in the Kindred lab, and what did the kit fill in?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from ....core import Rulings
from ...cards import KEY, Card, Suit, letter
from ...examples import examples
from ...game import Table
from ...moves import Charge, Inspire, Intercept, Move, Play, Rouse
from .situation import Situation
from .tryouts import find_tryout, lay_tryout

PRINTED_PLAYERS: Final = ("Erica", "Drake")
"""The players of the rulebook's examples; here they are A and B, as in every tab."""


class Shown(NamedTuple):
    """An example. `extra`: cards and hands that the kit lays beside what the example gives; `printed`: the cards that stand
    in the rulebook (none: the kit laid all); `at`: the step it opens at; `plays`: the moves played at first, as lines."""

    label: str
    suit: Suit | None
    caption: str
    extra: Mapping[str, tuple[str, ...]]
    printed: frozenset[str] = frozenset()
    at: int = 0
    note: str = ""
    plays: tuple[str, ...] = ()
    firing: bool = False
    title: str = ""

    @property
    def told(self) -> str:
        """The caption, and who of the rulebook's players in it is who here."""
        who = [f"{letter(seat)} is {player}" for seat, player in enumerate(PRINTED_PLAYERS) if player in self.caption]
        return " ".join([self.caption, *(f"{one}." for one in who)])


def _more(**extra: str) -> Mapping[str, tuple[str, ...]]:
    return {place.replace("_", "|"): tuple(cards.split()) for place, cards in extra.items()}


LONG_CHAIN: Final = "long-chain"
SHOWN: Final[Mapping[str, Shown]] = {
    "strategise-erica": Shown(
        "Strategise",
        None,
        "Erica holds eight cards.",
        _more(hand_0="K2 B5 M7 O4 K8 M3 B9 O6"),
        frozenset({"K2"}),
        0,
        "Printed: Erica carries a Koel 2 over, draws 7 cards, and the hand limit is 7. The kit filled in the 7 drawn cards.",
    ),
    "charge-erica": Shown(
        "Charge",
        Suit.BOAR,
        "Erica’s third Boar.",
        _more(row_1_0="K9", row_2_0="O6 M4", row_2_1="KV M5", hand_0="K4 O8"),
        frozenset({"B7", "M7"}),
        3,
    ),
    "inspire-drake": Shown(
        "Inspire",
        Suit.ORANGUTAN,
        "Drake’s third Orangutan.",
        _more(row_2_0="K9", row_2_1="B5", hand_1="B8 M6"),
        frozenset({"O2", "M2"}),
        3,
    ),
    "rouse-erica": Shown(
        "Rouse",
        Suit.KOEL,
        "Erica’s third Koel is an Ace.",
        _more(row_2_0="M8", row_2_1="B4 O5", hand_0="O9 M5"),
        frozenset({"KA"}),
        3,
    ),
    "intercept-drake": Shown(
        "Intercept",
        Suit.LIZARD,
        "Drake’s third Lizard.",
        _more(row_2_0="O8", row_2_1="B6", hand_1="K7 O4"),
        frozenset({"M2", "KV"}),
        3,
    ),
    "kindred-vanguard-pair": Shown(
        "Vanguard",
        None,
        "A Vanguard is two cards of a run.",
        _more(
            row_0_0="BV", row_1_0="K2 K3 K4", row_0_1="M5 O3", row_1_1="O7", row_2_1="B6", hand_0="B4 KV", deck="M9 O6"
        ),
        frozenset({"BV", "B4", "KV"}),
        0,
        "Printed: a Vanguard and one Folk of its suit trigger once; a further Vanguard on a run of three triggers twice. "
        "The kit filled in the values, B’s cards and the deck.",
        ("play KVa mahayudha-pillar", "play B4a padma-field"),
        True,
    ),
    LONG_CHAIN: Shown(
        "Long chain",
        None,
        "One Vanguard, five effects.",
        _more(
            row_2_0="KV K2",
            row_2_1="K9",
            row_0_0="B2 B6",
            row_0_1="M9",
            row_1_0="M6 OV",
            row_1_1="M2 M3",
            hand_0="KV B8",
            deck="B3 O5",
        ),
        frozenset(),
        0,
        "Nothing of this table is printed: the kit laid it to show all four effects in one chain.",
        (
            "play KVb alun-alun",
            "rouse A padma-field",
            "charge M9a B padma-field",
            "rouse A mahayudha-pillar",
            "inspire M6a A mahayudha-pillar B",
            "intercept K9a B alun-alun padma-field",
        ),
        title="A long chain.",
    ),
}


def _chain_of(id: str) -> Mapping[str, Any]:
    """What an example gives, if it is a chain."""
    given = examples()[id].given if id in examples() else {}
    return given if given.get("check") == "chain" else {}


def shown(id: str, pack: str = "") -> Shown:
    """An example, or the table on which a text is tried."""
    tryout = None if id in SHOWN else find_tryout(id, pack)
    if tryout is None:
        return SHOWN[id]
    name = tryout.text.name
    note = f"Nothing of this table is printed: the kit laid it to try {name}."
    return Shown(name, None, tryout.told, {}, note=note, title=f"Try {name}.")


def load(id: str, rulings: Rulings | None = None, pack: str = "") -> Situation:
    """A worked example, or a text to be tried, as a situation; the kit fills in what it leaves open."""
    rulings = rulings or Rulings.defaults(KEY)
    if id not in SHOWN and (tryout := find_tryout(id, pack)):
        return lay_tryout(tryout, rulings, pack)
    now = Situation(rulings=rulings, ask="limit" if id == "strategise-erica" else "play", pack=pack)
    if given := _chain_of(id):
        seat_of = given["players"].index
        now = replace(now, first=seat_of(given["first"]), deck=tuple(given.get("deck", ())))
        keys = [plot.text for plot in now.plots]
        for row in given["areas"]:
            for who, cards in row["campaigns"].items():
                now = now.put(f"row|{keys.index(row['key'])}|{seat_of(who)}", cards)
        seat = seat_of(given["play"]["player"])
        now = replace(now.put(f"hand|{seat}", (given["play"]["card"],)), active=seat)
    for place, cards in SHOWN[id].extra.items():
        now = now.put(place, (*now.cards(place), *cards))
    return replace(now, example=id)


def printed_moves(id: str, table: Table) -> list[Move]:
    """The moves an example tells of."""
    if lines := shown(id).plays:
        return [table.read_move(line) for line in lines]
    given = _chain_of(id)
    if not given:
        return []
    seat_of, play = given["players"].index, given["play"]
    card = next(card for card in table.hands[seat_of(play["player"])] if card.code == play["card"])
    found: list[Move] = [Play(card, play["area"])]
    for choice in given["choices"]:
        area = choice["area"]
        if choice["effect"] == "ROUSE":
            found.append(Rouse(seat_of(choice["to"]), area, None))
            continue
        owner = seat_of(choice["from"])
        row = table.area(area).campaigns[owner].cards
        it = next(entry for entry in row if isinstance(entry, Card) and entry.code == choice["card"])
        if choice["effect"] == "CHARGE":
            found.append(Charge(it, owner, area))
        elif choice["effect"] == "INSPIRE":
            found.append(Inspire(it, owner, area, seat_of(choice["to"])))
        else:
            found.append(Intercept(it, owner, area, choice["to"]))
    return found


def why_filled_in(id: str, pack: str = "") -> str:
    """What of an example is printed, and what the kit filled in."""
    return shown(id, pack).note or examples()[id].note
