"""The Odds tab: how likely is a low total, a run in hand, a bust by ROUSE; when is the deck empty; how do we know?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING, Final, NamedTuple

import ipywidgets

from ...core import Event, Reason, Rulings, open_point, rulebook
from ...ui import Board, Log, columns
from ...ui.odds import (
    BAD,
    GAME,
    INK,
    INK_2,
    LINE,
    ODDS_CSS,
    Sheet,
    both_widths,
    chart_room,
    exact,
    percent,
    picture,
    pressed,
    seg,
)
from ...ui.shared import Shared
from .. import view
from ..areas import area_texts
from ..cards import KEY, Card, Suit, aces, folk, number, readings, vanguards
from ..odds import Stage, Ways, deck_story, least, lowest_totals, most_of_a_suit, roused_totals
from .kindred import SHORT, join, name

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TOTAL, SUIT, ROUSE, DECK = "total", "suit", "rouse", "deck"
ASKED: Final = {TOTAL: "Low total", SUIT: "One suit", ROUSE: "ROUSE", DECK: "Deck"}
LEDES: Final = {
    TOTAL: "Will some of your cards stay low together? Five of 21 or less are an Elite Force.",
    SUIT: "Will you hold three of a suit? Side by side in a campaign they trigger.",
    ROUSE: "Will the unseen card make a campaign bust?",
    DECK: "When does the Kinfolk Deck run out in a plain game?",
}
ZONES: Final = {"mine": "In my hand", "gone": "Seen", "added": "Shuffled in"}
MOVES: Final = {
    "mine": ("Into my hand", "Press a card to take it into your hand."),
    "gone": ("Seen elsewhere", "Press a card that you have seen in a campaign or in the discard pile."),
    "added": ("Into the deck", "Press a Vanguard or an Ace that was shuffled into the deck with the discards."),
}
MODEL: Final = "The model, not the rulebook, says: each card you have not seen is equally likely."
MOST: Final = 30
SIZES: Final = range(2, 11)
OWN = files(__package__).joinpath("odds.css").read_text(encoding="utf-8")


def limits() -> tuple[int, ...]:
    """The totals above which a campaign can be bust: the usual one, and those that Areas set."""
    set_by_areas = {step.limit for text in area_texts().values() for step in text.steps if step.do == "bust-limit"}
    return tuple(sorted({number("bust_above"), *set_by_areas} - {0}, reverse=True))


# ---------------------------------------------------------------- what is asked


@dataclass(frozen=True)
class Question:
    """All that a visitor has set up: an immutable value, so that going wrong changes nothing.

    `size`: cards in the hand once it is complete. `pick`: how many of them together. `want`: what a suit shall count.
    `mine`, `gone` and `added` (to the deck) are codes of cards, like "B4" and "KV".
    """

    about: str = TOTAL
    total: int = 21
    size: int = 7
    pick: int = 5
    want: int = 3
    limit: int = 21
    players: int = 2
    mine: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    rulings: Rulings = field(default_factory=lambda: Rulings.defaults(KEY))

    # -------------------------------------------------------------------------------------------- the cards

    @property
    def folk(self) -> tuple[str, ...]:
        """The Folk by the reading in force."""
        return tuple(card.code for card in folk(readings(self.rulings)["deck-composition"]))

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may come."""
        left = Counter(self.folk) + Counter(self.added)
        left -= Counter(code for code in (*self.mine, *self.gone) if code[1] not in "VA")
        return tuple(map(_card, left.elements()))

    @property
    def held(self) -> tuple[Card, ...]:
        """The cards in my hand."""
        return tuple(map(_card, self.mine))

    @property
    def draws(self) -> int:
        """How many cards come to those I hold."""
        return self.size - len(self.mine)

    def free(self, code: str) -> int:
        """The copies of a card that lie in no zone."""
        return _copies(code, self.folk) - (*self.mine, *self.gone, *self.added).count(code)

    def zone(self, zone: str) -> tuple[str, ...]:
        """The cards that are in hand, seen, or shuffled in."""
        return {"mine": self.mine, "gone": self.gone, "added": self.added}[zone]

    def put(self, zone: str, code: str) -> Question:
        """One more copy of a card in a zone."""
        if not self.free(code):
            raise ValueError(f"There is no {name(_card(code))} left")
        return self._with(zone, (*self.zone(zone), code))

    def take(self, zone: str, code: str) -> Question:
        """One copy of a card out of a zone."""
        if code not in self.zone(zone):
            raise ValueError(f"There is no {name(_card(code))} {ZONES[zone].lower()}")
        held = [*self.zone(zone)]
        held.remove(code)
        return self._with(zone, held)

    def _with(self, zone: str, codes: Iterable[str]) -> Question:
        cards = tuple(sorted(codes, key=_card))
        mine, gone, added = (cards if zone == here else self.zone(here) for here in ZONES)
        return replace(self, mine=mine, gone=gone, added=added)

    def under(self, rulings: Rulings) -> Question:
        """The same under other readings; cards that are not in the box then are put away."""
        now = replace(self, rulings=rulings)
        kept = {zone: tuple(code for code in self.zone(zone) if _copies(code, now.folk)) for zone in ZONES}
        return replace(now, mine=kept["mine"], gone=kept["gone"], added=kept["added"])

    # -------------------------------------------------------------------------------------------- the answer

    @cached_property
    def problems(self) -> tuple[Reason, ...]:
        """Why no table can look like this; () if there is an answer."""
        return () if self.about == DECK else tuple(self._problems())

    def _problems(self) -> Iterable[Reason]:
        if self.added and readings(self.rulings)["special-card-disposal"] == "own-piles":
            yield Reason(
                "cleanup.cards",
                "Under the reading own-piles only Folk ever lie in the deck.",
                "Take the Vanguards and Aces out of the deck, or choose shared-discard.",
            )
        if self.about == ROUSE:
            if not self.unseen:
                yield Reason("rouse.effect", "No card is left that may come.", "Take back some that you have seen.")
            return
        if self.draws < 0:
            held = len(self.mine)
            yield Reason(
                "setup2.hand",
                f"You hold {held} cards, but the hand has {self.size}.",
                f"Put {held - self.size} back, or choose {held} cards in hand.",
            )
        if self.draws > len(self.unseen):
            yield Reason(
                "contest.draw",
                f"{self.draws} cards shall come, but only {len(self.unseen)} are left.",
                "Choose a smaller hand, or take back some that you have seen.",
            )
        if self.about == TOTAL and self.pick > self.size:
            yield Reason(
                "elite.five",
                f"A hand of {self.size} does not hold {self.pick} cards.",
                f"Choose {self.pick} cards in hand, or {self.size} together.",
            )

    @cached_property
    def ways(self) -> Ways:
        """How many of the equally likely cases lead to each number."""
        if self.about == SUIT:
            return most_of_a_suit(self.held, self.unseen, self.draws)
        if self.about == ROUSE:
            return roused_totals(self.total, self.unseen)
        return lowest_totals(self.held, self.unseen, self.draws, self.pick)

    @property
    def chance(self) -> Fraction:
        """The chance of what is asked."""
        if self.about == SUIT:
            return self.ways.at_least(self.want)
        if self.about == ROUSE:
            return self.ways.at_least(self.limit + 1)
        return self.ways.at_most(self.total)

    @cached_property
    def story(self) -> tuple[Stage, ...]:
        """The deck in a plain game."""
        return deck_story(self.players, readings(self.rulings))

    @property
    def verdict(self) -> tuple[str, str]:
        """The upshot, and what it is about; or what is wrong and what to do."""
        if self.problems:
            return self.problems[0].text, self.problems[0].fix
        if self.about == DECK:
            first = next((stage for stage in self.story if stage.reshuffled_after is not None), None)
            table = f"{self.players} players, nobody passes early, no effects."
            if first is None:
                return "The deck never runs out.", table
            when = f"after {first.reshuffled_after} draws" if first.reshuffled_after else "at once"
            where = "Contest" if first.phase == "contest" else "the refill"
            return f"First reshuffle: round {first.round}, in {where}, {when}.", table
        if self.about == ROUSE:
            return _likely("It is bust", self.chance, "of the cases"), f"A campaign of {self.total}, one unseen card."
        hand = "hands" if not self.mine else "ways to complete your hand"
        if self.about == SUIT:
            what = f"{self.want} of a suit"
            return _likely(f"You hold {what}", self.chance, f"of the {hand}"), f"A hand of {self.size}."
        what = f"{self.pick} cards of {self.total} or less"
        return _likely(f"You hold {what}", self.chance, f"of the {hand}"), f"A hand of {self.size}."


def _likely(what: str, chance: Fraction, of: str) -> str:
    if chance in (0, 1):
        return f"{what}: {'always' if chance else 'never'}."
    return f"{what} in {percent(chance)} {of}."


def _card(code: str) -> Card:
    return Card(f"{code}a")


def _copies(code: str, folk_codes: Sequence[str]) -> int:
    """How many of a card are in the box."""
    others = {"V": vanguards(), "A": aces()}
    return sum(card.code == code for card in others[code[1]]) if code[1] in others else folk_codes.count(code)


class Case(NamedTuple):
    """A question to begin with."""

    label: str
    about: str
    size: int = 7
    pick: int = 5
    total: int = 21
    want: int = 3

    @property
    def asked(self) -> Question:
        """The case as a question."""
        return Question(about=self.about, total=self.total, size=self.size, pick=self.pick, want=self.want)


CASES: Final = {
    "first-hand": Case("First hand", TOTAL),
    "first-draw": Case("After a draw", TOTAL, size=8),
    "five": Case("Any 5", TOTAL, size=5),
    "three": Case("Any 3", TOTAL, size=3, pick=3),
    "run": Case("3 in a first hand", SUIT),
    "run-4": Case("4 in a first hand", SUIT, want=4),
    "run-any": Case("Any 3 cards", SUIT, size=3),
    "rouse-12": Case("Onto 12", ROUSE, total=12),
    "rouse-15": Case("Onto 15", ROUSE, total=15),
    "rouse-20": Case("Onto 20", ROUSE, total=20),
    "deck": Case("A plain game", DECK),
}


# ---------------------------------------------------------------- in words


def derivation(now: Question) -> tuple[Event, ...]:
    """How the answer comes about, step by step, each with its clause."""
    if now.problems:
        book = rulebook(KEY)
        return tuple(Event(why.clause, book.clauses[why.clause].text) for why in now.problems)
    if now.about == DECK:
        return _deck_steps(now)
    return (*_card_steps(now), *{TOTAL: _total_steps, SUIT: _suit_steps, ROUSE: _rouse_steps}[now.about](now))


def _card_steps(now: Question) -> Iterable[Event]:
    left, known = len(now.unseen), len([code for code in (*now.mine, *now.gone) if code in now.folk])
    rest = f" You know {known} of them." if known else ""
    yield Event(
        "box.folk",
        f"The deck begins with {len(now.folk)} Folk.{rest}",
        assumed=open_point(now.rulings, "deck-composition"),
    )
    if now.added:
        cards = join(name(_card(code)) for code in now.added)
        yield Event(
            "cleanup.cards",
            f"Shuffled in with the discards: {cards}.",
            assumed=open_point(now.rulings, "special-card-disposal"),
        )
    if now.about == ROUSE:
        text = f"You choose the campaign before you see the card: any of {left} unseen cards may come."
        yield Event("rouse.unseen", text, assumed=MODEL)
        return
    clause = "setup2.hand" if now.size <= number("first_hand") else "contest.draw"
    if not now.draws:
        yield Event(clause, f"Your hand of {now.size} is complete: nothing is left to chance.")
        return
    cards = f"{now.draws} of {left} unseen cards come" + (f" to the {len(now.mine)} you hold" if now.mine else "")
    yield Event(clause, f"{cards}: {now.ways.all:,} sets, each equally likely.", assumed=MODEL)


def _total_steps(now: Question) -> Iterable[Event]:
    yield Event(
        "resolve.totals", f"Take the {now.pick} lowest cards of the hand: if any {now.pick} stay low, these do."
    )
    some = (*now.held, *now.unseen)
    if any(card.type == "ace" for card in some):
        yield Event("card.ace-values", "An Ace counts 1 here, its lowest value.")
    if any(card.type == "vanguard" for card in some):
        yield Event("card.vanguard-value", "A Vanguard is one card of 10 here.")
    low, high = min(now.ways.by), max(now.ways.by)
    yield Event(
        "resolve.totals", f"Add them up: the total lies between {low} and {high}. Count the sets of each total."
    )
    if now.pick == 5 and now.total == number("bust_above"):
        yield Event("elite.five", "Five cards of 21 or less in one campaign are the strongest Elite Force.")
    good = sum(ways for total, ways in now.ways.by.items() if total <= now.total)
    text = f"{now.total} or less in {good:,} of {now.ways.all:,} sets: {now.chance} = {percent(now.chance)}."
    yield Event("elite.five" if now.pick == 5 else "resolve.bust", text, key=True)
    if now.pick > 1:
        yield Event("contest.play", f"It takes {now.pick} of your turns to play them: one card a turn.")


def _suit_steps(now: Question) -> Iterable[Event]:
    run = number("kindred_run")
    yield Event("kindred.trigger", f"{run} cards of a suit side by side in a campaign trigger its Kindred Effect.")
    if any(card.type == "vanguard" for card in (*now.held, *now.unseen)):
        yield Event("card.vanguard-weight", "A Vanguard counts as two cards of its suit.")
    yield Event("card.suits", "Take the suits one by one: in how many ways can each have so many cards? Multiply, add.")
    good = sum(ways for most, ways in now.ways.by.items() if most >= now.want)
    text = f"A suit that counts {now.want} or more in {good:,} of {now.ways.all:,} sets: {now.chance} = {percent(now.chance)}."
    yield Event("kindred.trigger", text, key=True)
    yield Event("contest.play", "To trigger, they must come to lie next to each other: nothing may be played between.")


def _rouse_steps(now: Question) -> Iterable[Event]:
    room = now.limit - now.total
    if room < 0:
        yield Event(
            "kindred.bust", f"{now.total} is above {now.limit}: the campaign is bust already. It can be roused."
        )
    else:
        text = f"{now.total} and more than {room} make more than {now.limit}: bust."
        assumed = (
            "" if now.limit == number("bust_above") else "An Area of this kit sets this limit: its text is assumed."
        )
        yield Event("resolve.bust", text, assumed=assumed)
    if any(card.type == "ace" for card in now.unseen):
        yield Event("card.ace-values", "An Ace can always count 1.")
    bad = sum(ways for total, ways in now.ways.by.items() if total > now.limit)
    yield Event(
        "resolve.bust", f"{bad} of {now.ways.all} unseen cards: {now.chance} = {percent(now.chance)}.", key=True
    )
    yield Event("kindred.chain", "The card may complete a run, or a fifth card: that is left out here.")


def _deck_steps(now: Question) -> tuple[Event, ...]:
    n, hand = now.players, number("first_hand")
    first = next((stage for stage in now.story if stage.reshuffled_after is not None), None)
    steps = [
        Event(
            "setup2.kinfolk-deck" if n == 2 else "setupn.kinfolk-deck",
            f"All draw from one deck of {len(now.folk)} Folk.",
            assumed=open_point(now.rulings, "deck-composition"),
        ),
        Event("setup2.hand" if n == 2 else "setupn.hand", f"Each draws {hand}: {n * hand} cards."),
        Event("contest.draw", "Each turn draws one card, plays one and discards one: the hand is one card shorter."),
        Event("contest.until", f"So {hand} cards are {hand} turns, and a round takes {2 * hand} cards a player: {n * 2 * hand}."),
        Event("strategise.carry", f"In each later round everyone draws {number('refill')} again."),
        Event("cleanup.cards", "After each round all played cards go to the discard pile."),
    ]  # fmt: skip
    scope = open_point(now.rulings, "reshuffle-scope")
    steps.append(
        Event("strategise.reshuffle", now.verdict[0], key=True, assumed=scope)
        if first
        else Event("strategise.reshuffle", now.verdict[0], key=True)
    )
    return tuple(steps)


# ---------------------------------------------------------------- the chart


class Column(NamedTuple):
    """A column of a chart: its label, its height as a share of all, and whether it is what was asked."""

    label: str
    share: Fraction
    good: bool
    now: bool = False


class Chart(NamedTuple):
    """A chart: its columns, what filled and hatched ones are, the end of its scale; `whole`: the cards that all are, if it
    counts cards; `other`: the ink of the hatched ones."""

    title: str
    columns: tuple[Column, ...]
    filled: str
    hatched: str
    top: Fraction
    whole: int = 0
    other: str = BAD

    def say(self, share: Fraction) -> str:
        """A height in words: in percent, or in cards."""
        return str(int(share * self.whole)) if self.whole else percent(share)


TOPS = tuple(Fraction(n, 100) for n in (4, 8, 12, 20, 40, 60, 80, 100))
HIGH, HEAD, LEFT, FOOT = 190, 40, 46, 30
CHART_HEIGHT = HEAD + HIGH + FOOT


def chart(now: Question) -> Chart:
    """What there is to draw of a question."""
    if now.about == DECK:
        deck = len(now.folk)
        stages = tuple(
            Column(f"{stage.round}{stage.phase[0].upper()}", Fraction(stage.left, deck), stage.reshuffled_after is None)
            for stage in now.story
        )
        return Chart(
            "Cards in the deck after each phase (S: set-up, Strategise; C: Contest)",
            stages,
            "drawn from",
            "reshuffled",
            Fraction(1),
            deck,
            INK_2,
        )
    if now.about == ROUSE:
        range_ = range(max(0, now.limit - 11), now.limit + 1)
        chances = {total: roused_totals(total, now.unseen).at_least(now.limit + 1) for total in range_}
        bars = tuple(Column(str(total), chance, False, total == now.total) for total, chance in chances.items())
        return Chart("The chance of a bust, for each total", bars, "", "bust", Fraction(1))
    mark = now.want if now.about == SUIT else now.total
    bars = tuple(
        Column(
            str(n),
            Fraction(now.ways.by.get(n, 0), now.ways.all),
            n >= mark if now.about == SUIT else n <= mark,
            n == mark,
        )
        for n in range(min(now.ways.by), max(now.ways.by) + 1)
    )
    most = max(bar.share for bar in bars)
    top = next(top for top in TOPS if most <= top)
    if now.about == SUIT:
        return Chart("How much your strongest suit counts", bars, f"{now.want} or more", "less", top)
    title = f"The lowest total of {now.pick} of your cards"
    return Chart(title, bars, f"{now.total} or less", "more", top)


def chart_svg(drawn: Chart, figure: Figure, width: int) -> str:
    """Columns side by side, filled or hatched, with a scale; drawn with `figure`."""
    span = width - LEFT - 8
    step = span / len(drawn.columns)
    wide = min(44.0, step * 0.72)
    every = -(-24 // int(step)) if step < 24 else 1

    def draw(sheet: Sheet) -> None:
        x = LEFT
        for ink, word in ((GAME, drawn.filled), (drawn.other, drawn.hatched)):
            if word:
                sheet.bar(x, 5, 22, 12, ink, ink != GAME)
                sheet.write(x + 30, 12, word)
                x += 48 + 8 * len(word)
        for quarter in range(5):
            y = HEAD + HIGH - HIGH * quarter / 4
            sheet.block(LEFT, y - 0.5, span, 1, color=LINE if quarter else INK, linewidth=0)
            share = drawn.top * quarter / 4
            scale = drawn.say(share) if drawn.whole else f"{float(100 * share):g} %"
            sheet.write(LEFT - 8, y, scale, INK_2, ha="right")
        for place, column in enumerate(drawn.columns):
            middle = LEFT + step * (place + 0.5)
            high = HIGH * float(column.share / drawn.top)
            if high:
                ink = GAME if column.good else drawn.other
                sheet.bar(middle - wide / 2, HEAD + HIGH - high, wide, high, ink, not column.good)
            if column.now or place % every == 0:
                crowded = not column.now and any(
                    other.now and 0 < abs(at - place) < every for at, other in enumerate(drawn.columns)
                )
                if not crowded:
                    ink, weight = (INK, "bold") if column.now else (INK_2, "normal")
                    sheet.write(middle, HEAD + HIGH + 15, column.label, ink, ha="center", fontweight=weight)
            if step >= 40 and column.share:
                sheet.write(middle, HEAD + HIGH - high - 9, drawn.say(column.share), size=11.5, ha="center")

    told = ", ".join(f"{column.label}: {drawn.say(column.share)}" for column in drawn.columns)
    return picture(figure, width, CHART_HEIGHT, draw, f"{drawn.title}. {told}.")


# ---------------------------------------------------------------- the Odds lab


class OddsLab:
    """The boards of the Odds tab and what happens when they are touched."""

    def __init__(self, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.now = CASES["first-hand"].asked.under(self.shared.rulings)
        self.past: tuple[Question, ...] = ()
        self.suit = Suit.BOAR
        self.move = "mine"
        self.charted = False
        self.refused: tuple[str, str] | None = None
        self._figure: Figure | None = None
        self._drawn: tuple[Question | None, str] = (None, "")
        self.head = Board(css=view.css + ODDS_CSS + OWN, drawings=view.sprite())
        self.plate = Board(css_class="tk-plate to-plate", label="Where each card lies")
        self.result = Board(css_class="tk-panel to-result", label="The odds")
        self.log = Log(rulebook(KEY), "Which rules say so", css_class="tk-panel to-steps")
        self.chart = Board(css_class="tk-plate to-chart", label="Chart")
        for board in (self.head, self.plate, self.chart):
            board.on_pick(self.pick)
        self.head.on_input(self.enter)
        self.shared.listeners.append(self._ruled_elsewhere)
        side = ipywidgets.VBox([self.result, self.log])
        side.add_class("tk-col")
        lab = ipywidgets.Box([self.plate, side, self.chart])
        lab.add_class("tk-lab")
        lab.add_class("to-lab")
        self.widget = columns([lab], top=[self.head])
        self._draw("")

    def open_link(self, link: str) -> None:
        """Ask what a link names: "rouse"; any other link changes nothing."""
        if link in ASKED:
            self.pick(f"ask|{link}")

    # -------------------------------------------------------------------------------------------- what is touched

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "ask|rouse", "case|five", "size|8", "more", "card|tray|B4" ..."""
        kind, _, value = id.partition("|")
        now = self.now
        if kind == "ask":
            first = next(case for case in CASES.values() if case.about == value)
            asked = replace(now, about=value, total=first.total if {value, now.about} & {ROUSE} else now.total)
            self._become(asked, LEDES[value])
        elif kind == "case":
            self._become(CASES[value].asked.under(now.rulings), f"{CASES[value].label}.")
        elif kind == "size":
            self._become(replace(now, size=int(value)), f"{value} cards in hand.")
        elif kind == "pick":
            self._become(replace(now, pick=int(value)), f"{value} cards together.")
        elif kind == "want":
            self._become(replace(now, want=int(value)), f"{value} of a suit.")
        elif kind == "limit":
            self._become(replace(now, limit=int(value)), f"Bust above {value}.")
        elif kind == "players":
            self._become(replace(now, players=int(value)), f"{value} players.")
        elif kind in ("less", "more"):
            self._set_total(now.total + (1 if kind == "more" else -1))
        elif kind == "suit":
            self._show(suit=Suit(value), said=f"{SHORT[Suit(value)]} cards.")
        elif kind == "move":
            self._show(move=value, said=MOVES[value][1])
        elif kind == "card":
            self._press(*value.split("|"))
        elif kind == "clear":
            self._become(replace(now, mine=(), gone=(), added=()), "All Folk are unseen.")
        elif kind == "back" and self.past:
            self._show(self.past[-1].under(now.rulings), self.past[:-1], said="Taken back.")
        elif kind == "chart":
            self._show(charted=not self.charted, said="Put away." if self.charted else "The chart is drawn.")

    def enter(self, id: str, value: str) -> None:
        """A total was typed."""
        text = value.strip()
        if text.isascii() and text.isdigit() and len(text) < 4:
            self._set_total(int(text))
        else:
            self._refuse("resolve.totals", f"A total is a whole number, not “{text[:20]}”. Type 0 to {MOST}.")

    def _set_total(self, total: int) -> None:
        if 0 <= total <= MOST:
            self._become(replace(self.now, total=total), "")
        else:
            self._refuse("resolve.totals", f"The total cannot be {total} here. Choose 0 to {MOST}.")

    def _refuse(self, clause: str, text: str) -> None:
        self._show(refused=(clause, text), said=text)

    def _press(self, zone: str, code: str) -> None:
        """Move a card of the tray where cards go now; take back one that lies in a zone."""
        now, card = self.now, name(_card(code))
        special = code[1] in "VA"
        if zone in ZONES:
            self._become(now.take(zone, code), f"{card}: not {ZONES[zone].lower()} any more.")
            self.plate.focus = f"card|{zone}|{code}" if code in self.now.zone(zone) else f"card|tray|{code}"
        elif self.move == "added" and not special:
            text = f"{card} is Folk: it is in the deck from the start. Press a Vanguard or an Ace."
            self._refuse("setup2.kinfolk-deck", text)
        elif self.move == "gone" and special:
            text = f"{card} is not in the deck: Vanguards and Aces lie in piles of their own. Press a Folk card."
            self._refuse("setup2.special-piles", text)
        elif not now.free(code):
            self._refuse("box.folk", f"No {card} is left. Press one that lies below to take it back.")
        else:
            self._become(now.put(self.move, code), f"{card}: {ZONES[self.move].lower()}.")

    def _ruled_elsewhere(self, rulings: Rulings) -> None:
        before = self.now
        self.now = before.under(rulings)
        try:
            self._draw("")
        except Exception:
            self.now = before
            raise

    def _become(self, after: Question, said: str) -> None:
        if after == self.now:
            self._show(said=said)
        else:
            self._show(after, (*self.past, self.now), said=said)

    def _show(
        self,
        now: Question | None = None,
        past: tuple[Question, ...] | None = None,
        *,
        suit: Suit | None = None,
        move: str = "",
        charted: bool | None = None,
        refused: tuple[str, str] | None = None,
        said: str = "",
    ) -> None:
        """Take over what is given and draw; if that fails, all is as it was."""
        before = self.now, self.past, self.suit, self.move, self.charted, self.refused
        self.now = now or self.now
        self.past = self.past if past is None else past
        self.suit = suit or self.suit
        self.move = move or self.move
        self.charted = self.charted if charted is None else charted
        self.refused = refused
        try:
            self._draw(" ".join([said, *self.now.verdict]).strip() if now else said)
        except Exception:
            self.now, self.past, self.suit, self.move, self.charted, self.refused = before
            raise

    # -------------------------------------------------------------------------------------------- drawing

    def _draw(self, said: str) -> None:
        head, plate, result, drawn = self._head(), self._plate(), self._result(), self._chart()
        steps = derivation(self.now)
        self.head.html, self.plate.html, self.result.html, self.chart.html = head, plate, result, drawn
        self.log.show(steps, rulings=self.shared.rulings, say=False)
        if said:
            self.plate.say = said

    def _head(self) -> str:
        now = self.now
        asked = [(f"ask|{id}", label, "", id == now.about) for id, label in ASKED.items()]
        cases = [
            (f"case|{id}", case.label, "", now == case.asked.under(now.rulings))
            for id, case in CASES.items()
            if case.about == now.about and now.about != DECK
        ]
        row = seg("To begin with", "cases", cases) if cases else ""
        return (
            f'<div class="tk-head to-head"><div><h1 class="tk-title">Odds</h1><p class="tk-small">{LEDES[now.about]}</p></div>'
            f"{seg('What do you want to know?', 'asked', asked)}"
            f'<div class="to-settings">{"".join(self._settings())}{row}</div></div>'
        )

    def _settings(self) -> Iterable[str]:
        now = self.now

        def numbers(title: str, kind: str, values: Iterable[int], word: str) -> str:
            on = getattr(now, kind)
            return seg(title, kind, [(f"{kind}|{n}", str(n), f"{n} {word}", n == on) for n in values])

        if now.about == DECK:
            yield numbers("Players", "players", (2, 3, 4), "players")
        if now.about in (TOTAL, SUIT):
            yield numbers("Cards in my hand", "size", SIZES, "cards in my hand")
        if now.about == TOTAL:
            yield numbers("Cards together", "pick", range(2, 7), "cards together")
        if now.about == SUIT:
            yield numbers("A suit counts at least", "want", range(2, 7), "of a suit")
        if now.about in (TOTAL, ROUSE):
            title = "Together at most" if now.about == TOTAL else "The campaign’s total"
            yield (
                f'<div class="to-set yo-total"><p class="tk-small" id="yo-total">{title}</p><div class="tk-step" role="group" '
                f'aria-labelledby="yo-total">{self._step("less", "−", "One less", 0)}'
                f'<input type="text" inputmode="numeric" maxlength="4" data-id="total" value="{now.total}" '
                f'aria-label="{title}, 0 to {MOST}">{self._step("more", "+", "One more", MOST)}</div></div>'
            )
        if now.about == ROUSE:
            yield numbers("Bust above", "limit", limits(), "is the limit")

    def _step(self, id: str, sign: str, word: str, end: int) -> str:
        stop = ' aria-disabled="true"' if self.now.total == end else ""
        return f'<button type="button" class="tk-btn" data-id="{id}" aria-label="{word}"{stop}>{sign}</button>'

    def _plate(self) -> str:
        if self.now.about == DECK:
            return self._stages()
        now = self.now
        suits = "".join(
            f'<button type="button" data-id="suit|{suit.value}" aria-pressed="{pressed(suit is self.suit)}">'
            f"{view.emblem(suit)}{SHORT[suit]}</button>"
            for suit in Suit
        )
        hint, looks = MOVES[self.move][1], "tk-small"
        if self.refused:
            hint, looks = f"{escape(self.refused[1])} <code>{escape(self.refused[0])}</code>", "tk-refused"
        moves = [(f"move|{id}", label, "", id == self.move) for id, (label, _) in MOVES.items()]
        off = ["" if on else ' aria-disabled="true"' for on in (self.past, (*now.mine, *now.gone, *now.added))]
        codes = dict.fromkeys(
            card.code for card in map(_card, (*now.folk, *(f"{s.value}{m}" for s in Suit for m in "VA")))
        )
        tray = "".join(self._spot(code) for code in codes if code[0] == self.suit.value)
        return (
            f'<div class="to-plate-head"><p class="tk-caption"><b>{len(now.unseen)} unseen cards.</b> '
            "Lay what you know: your hand, and what lies open.</p>"
            f'<div class="tk-seg yo-suits" role="group" aria-label="Suit" data-arrows="suit">{suits}</div>'
            f'<div class="tk-do"><button type="button" class="tk-btn" data-id="back"{off[0]}>Take back</button>'
            f'<button type="button" class="tk-btn" data-id="clear"{off[1]}>Clear</button></div>'
            f"{seg('A pressed card goes', 'move', moves)}"
            f'<p class="{looks} to-hint yo-hint">{hint}</p></div>'
            f'<div class="yo-cards yo-tray" data-arrows="tray" role="group" aria-label="{SHORT[self.suit]} cards">{tray}</div>'
            f'<div class="yo-zones" data-arrows="cards">{"".join(map(self._zone, ZONES))}</div>'
        )

    def _spot(self, code: str) -> str:
        free = self.now.free(code)
        apart = code[1] in "VA"
        foot = f"×{free}" if free else "none"
        where = "in its own pile" if apart else "unseen"
        return _card_html("tray", code, f"{foot} apart" if apart and free else foot, f"{free} {where}", not free)

    def _zone(self, zone: str) -> str:
        now = self.now
        held = Counter(now.zone(zone))
        note = {
            "mine": f"{len(now.mine)} of {now.size}" if now.about != ROUSE else f"{len(now.mine)} cards",
            "gone": f"{len(now.gone)} cards",
            "added": f"{len(now.added)} cards",
        }[zone]
        where = ZONES[zone]
        cards = "".join(
            _card_html(zone, code, f"×{n}" if n > 1 else "", f"{n} {where.lower()}") for code, n in held.items()
        )
        return (
            f'<section class="to-zone" aria-label="{where}, {note}"><p class="to-where"><b>{where}</b>'
            f'<span>{note}</span></p><div class="yo-cards">{cards}</div></section>'
        )

    def _stages(self) -> str:
        now = self.now
        rows = "".join(
            f'<tr{" class=is-key" * (stage.reshuffled_after is not None)}><th scope="row">{stage.round}, {stage.phase}</th>'
            f"<td>{stage.turns or '–'}</td><td>{stage.drawn}</td>"
            f"<td>{'no' if stage.reshuffled_after is None else f'after {stage.reshuffled_after} draws'}</td>"
            f"<td>{stage.left}</td></tr>"
            for stage in now.story
        )
        return (
            f'<p class="tk-caption"><b>The deck in a plain game.</b> {now.players} players.</p>'
            '<table class="to-table yo-stages"><caption class="tk-hidden">The Kinfolk Deck, phase by phase</caption><thead><tr>'
            '<th scope="col">Round, phase</th><th scope="col">Turns each</th><th scope="col">Drawn</th>'
            f'<th scope="col">Reshuffle</th><th scope="col">Left</th></tr></thead><tbody>{rows}</tbody></table>'
        )

    def _result(self) -> str:
        now = self.now
        first, second = now.verdict
        kind = " is-not" if now.problems else ""
        verdict = f'<p class="tk-verdict{kind}"><strong>{escape(first)}</strong><span>{escape(second)}</span></p>'
        if now.problems or now.about == DECK:
            return verdict
        what = {TOTAL: f"{now.total} or less", SUIT: f"{now.want} or more", ROUSE: "Bust"}[now.about]
        caption, head, rows = self._rows()
        body = "".join(
            f'<tr{" class=is-key" * key}><th scope="row">{escape(label)}</th><td>{ways:,}<small>of {now.ways.all:,}</small></td>'
            f"<td>{percent(chance)}</td></tr>"
            for label, ways, chance, key in rows
        )
        return (
            f"{verdict}{exact([(what, now.chance)])}"
            f'<table class="to-table"><caption class="tk-hidden">{caption}</caption><thead><tr><th scope="col">{head}</th>'
            f'<th scope="col">Sets</th><th scope="col">Chance</th></tr></thead><tbody>{body}</tbody></table>'
        )

    def _rows(self) -> tuple[str, str, list[tuple[str, int, Fraction, bool]]]:
        """What the table beside the answer shows: (label, sets, chance, whether it is what was asked)."""
        now, by, all = self.now, self.now.ways.by, self.now.ways.all
        if now.about == ROUSE:
            rows = [
                (f"{total}{', bust' if total > now.limit else ''}", ways, Fraction(ways, all), total > now.limit)
                for total, ways in by.items()
            ]
            return "The total after ROUSE", "New total", rows
        if now.about == SUIT:
            counts = [(f"{n} or more", n, sum(w for most, w in by.items() if most >= n)) for n in range(2, 7)]
            rows = [(label, ways, Fraction(ways, all), n == now.want) for label, n, ways in counts]
            return "What the strongest suit counts", "A suit", rows
        near = range(max(0, now.total - 3), now.total + 4)
        counts = [(f"{n} or less", n, sum(w for total, w in by.items() if total <= n)) for n in near]
        rows = [(label, ways, Fraction(ways, all), n == now.total) for label, n, ways in counts]
        return f"The lowest total of {now.pick} cards", "Total", rows

    def _chart(self) -> str:
        now = self.now
        if now.problems:
            hint = '<p class="tk-small">A chart needs an answer above.</p>'
            return chart_room("A picture of it", self.charted, CHART_HEIGHT, hint)
        drawn = chart(now)
        pictures = '<p class="tk-small">The chart appears here.</p>'
        if self.charted:
            from matplotlib.figure import Figure

            self._figure = figure = self._figure or Figure()
            if self._drawn[0] != now:
                self._drawn = now, both_widths(lambda width: chart_svg(drawn, figure, width))
            pictures = self._drawn[1]
        return chart_room(drawn.title, self.charted, CHART_HEIGHT, pictures)


def _card_html(zone: str, code: str, foot: str, where: str, gone: bool = False) -> str:
    card = _card(code)
    value = f", counts {least(card)}" if card.type == "folk" else ""
    return (
        f'<button type="button" class="yo-card{" is-gone" * gone}" data-id="card|{zone}|{code}" '
        f'aria-label="{escape(name(card))}{value if zone != "tray" else ""}, {where}">'
        f"{view.card_svg(card)}<span>{foot}</span></button>"
    )
