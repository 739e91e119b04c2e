"""On which table does it show what an Area or a Landmark does?"""

from __future__ import annotations

from typing import Final, NamedTuple

from ....core import Reason, Rulings
from ...areas import WHEN_SAID, Step, Text, texts
from ...cards import SUITS, Suit
from .situation import Plot, Situation

QUIET: Final = ("mahayudha-pillar", "alun-alun", "padma-field")
"""Areas that change nothing while cards are played."""
SEEN: Final = ("play-from-hand", "enter", "constant")
"""The windows that a played card can show."""


class Tryout(NamedTuple):
    """A text to be tried: what it is the text of, and its declaration."""

    kind: str
    text: Text

    @property
    def id(self) -> str:
        """What links call it: 'area-padma-field'."""
        return f"{self.kind}-{self.text.key}"

    @property
    def told(self) -> str:
        """Whether a played card shows what it does; if not, when it does it."""
        if any(step.window in SEEN or step.do == "place-landmark" for step in self.text.steps):
            return "A has cards to try it with."
        when = " and ".join(dict.fromkeys(WHEN_SAID[step.window] for step in self.text.steps))
        return f"A card played in Contest does not show it. It acts later: {when}." if when else "It does nothing."


def find_tryout(link: str, pack: str = "") -> Tryout | None:
    """The text that a link names, 'area-KEY' or 'landmark-KEY'; None if there is none."""
    live, (kind, _, key) = texts(pack=pack), link.partition("-")
    text = {"area": live.areas, "landmark": live.landmarks}.get(kind, {}).get(key)
    return Tryout(kind, text) if text is not None else None


def why_not_link(link: str) -> Reason:
    """Why a link opens nothing here."""
    shown = link if len(link) <= 40 else f"{link[:40]}…"
    kind, _, key = link.partition("-")
    what = f"there is no {'Area' if kind == 'area' else 'Landmark'} text “{key[:40]}”"
    if kind not in ("area", "landmark"):
        what = f"“{shown}” names no card; the lab opens area-… and landmark-… with the card’s key"
    return Reason(
        "area.parts", f"This link opens nothing: {what}.", "Choose a card on the Cards tab, or an example here."
    )


def lay_tryout(tryout: Tryout, rulings: Rulings, pack: str = "") -> Situation:
    """A table on which the text can be tried: a run that wants one more card, and a hand that shows what it changes.

    Clause: area.effect-constant, landmark.bonus
    """
    key, steps = tryout.text.key, tryout.text.steps
    suit, between = _run(steps)
    code = suit.value
    plots = [key, *(other for other in QUIET if other != key)][:3] if tryout.kind == "area" else [*QUIET]
    row = (f"{code}4", *between, f"{code}5")
    if any(step.do == "bust-limit" and not step.limit for step in steps):
        row = ("O9" if suit is not Suit.ORANGUTAN else "M9", *row)
    if placed := [f"[{step.suit.value} {key}]" for step in steps if step.do == "place-landmark" and step.suit]:
        row = (f"{code}4", *placed)
    others = [other.value for other in SUITS if other is not suit]
    return Situation(
        plots=(
            Plot(plots[0], (row, (f"{others[0]}6", f"{others[1]}3"))),
            Plot(plots[1], ((f"{code}2", f"{code}3"), (f"{others[2]}8", f"{others[1]}7"))),
            Plot(plots[2], ((f"{others[1]}9",), (f"{others[0]}V",))),
        ),
        hands=(
            (f"{code}7", f"{others[0]}4", f"{others[1]}6", f"{others[2]}5", f"{code}V"),
            (f"{others[0]}5", f"{others[1]}2"),
        ),
        landmarks=((), ()) if tryout.kind == "area" else ((key,), ()),
        rulings=rulings,
        pack=pack,
        example=tryout.id,
    )


def _run(steps: tuple[Step, ...]) -> tuple[Suit, tuple[str, ...]]:
    """The suit of the run that is laid, and what lies in it: a card that the text has ignored."""
    for step in steps:
        if step.do == "place-landmark" and step.suit is not None:
            return step.suit, ()
        if step.do == "value-delta" and len(step.cards.suit) == 1:
            return step.cards.suit[0], ()
        if step.do == "ignore":
            suit = next(suit for suit in SUITS if suit not in step.cards.suit)
            mark = "V" if step.cards.type == ("vanguard",) else "8"
            ignored = step.cards.suit[0] if step.cards.suit else Suit.KOEL
            return suit, (ignored.value + mark,)
    return SUITS[0], ()
