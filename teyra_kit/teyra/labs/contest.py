"""The Contest lab: who wins an Area, why, and who loses Morale, for any cards, totals, ranks and readings?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files
from typing import Any, Final, NamedTuple

from ...core import Event, Reason, Rulings, Seat, rulebook
from ...core.examples import Example
from ...ui import Board, Log, RulingsPanel, columns
from ...ui.shared import Shared
from .. import view
from ..campaigns import ELITE_NAMES, PLAIN, Standing, assess, best, pair_as_laid
from ..cards import KEY, SUITS, Card, Sorter, player_cards, readings
from ..contests import Verdict, defender_loss, is_valid, judge
from ..examples import evaluate, examples
from ..view import CardPicture
from .kindred import join

MOST: Final = 30
PLAYERS: Final = (2, 3, 4)
NAMES: Final = ("A", "B", "C", "D")
"""The players, clockwise, as all tabs call them."""
SHORT: Final = {"multi-away": "Won away", "multi-home": "Won at home", "multi-tie": "A tie"}
"""What the printed contests show."""
ELITES: Final = ("none", "5 cards", "A A", "A V", "A 10")
FORCES: Final = ((), ("2", "3", "4", "5", "6"), ("A", "A"), ("A", "V"), ("A", "10"))
"""Cards that are an Elite Force, by rank."""
BOXES: Final = {"folk": "box.folk", "vanguard": "box.vanguards", "ace": "box.aces"}
MATTER: Final = (
    "bust-opponent",
    "empty-area",
    "elite-equal-rank",
    "elite-bust",
    "elite-in-morale",
    "defender-bust",
    "two-player-morale",
    "multi-prestige",
    "elite-pair-shape",
    "elite-five-count",
    "ace-value",
)
"""The rulings that can change a contest."""
OWN = files(__package__).joinpath("contest.css").read_text(encoding="utf-8")


def printed() -> dict[str, Example]:
    """The contests that the rulebook prints, by id."""
    return {
        id: example
        for id, example in examples().items()
        if example.given["check"] == "contest" and example.certainty == "printed"
    }


# ---------------------------------------------------------------- what is asked


@dataclass(frozen=True, slots=True)
class Side:
    """A player's campaign: its total, the rank of its Elite Force (0: none), and whether there is one; or its `cards`,
    from which all that follows (None: it is set)."""

    total: int = 12
    elite: int = 0
    present: bool = True
    cards: tuple[str, ...] | None = None

    @property
    def here(self) -> bool:
        """Whether there is a campaign."""
        return self.present if self.cards is None else bool(self.cards)


@dataclass(frozen=True, slots=True)
class Situation:
    """A contest as it was set up: sides clockwise, the First Player, and with 3 or 4 players the defender."""

    sides: tuple[Side, ...]
    first: Seat = 0
    defender: Seat | None = None

    def __post_init__(self) -> None:
        seats = range(len(self.sides))
        if len(seats) not in PLAYERS:
            raise ValueError(f"sides holds {len(seats)}; allowed: 2 to 4")
        for side in self.sides:
            if not 0 <= side.total <= MOST:
                raise ValueError(f"total is {side.total}; allowed: 0 to {MOST}")
            if not 0 <= side.elite < len(ELITES):
                raise ValueError(f"elite is {side.elite}; allowed: 0 (none) to {len(ELITES) - 1}")
        if self.first not in seats:
            raise ValueError(f"first is {self.first}; allowed: 0 to {len(seats) - 1}")
        if len(seats) == 2 and self.defender is not None:
            raise ValueError(f"defender is {self.defender}; allowed with 2 players: None")
        if len(seats) > 2 and self.defender not in seats:
            raise ValueError(f"defender is {self.defender}; allowed: 0 to {len(seats) - 1}")

    @property
    def names(self) -> tuple[str, ...]:
        """The players, clockwise."""
        return NAMES[: len(self.sides)]

    @property
    def problem(self) -> Reason | None:
        """Why no table can look like this; None if one can."""
        for name, side in zip(self.names, self.sides, strict=True):
            if side.cards is None and side.present and side.elite == 1 and best((side.total,))[1]:
                return Reason(
                    "elite.five",
                    f"{name} cannot have {ELITE_NAMES[1]} with a total of {side.total}.",
                    "Lower the total first, or choose another Elite Force.",
                )
        return None

    def given(self, rulings: Rulings) -> dict[str, Any]:
        """The contest as a worked example gives it."""
        given: dict[str, Any] = {"check": "contest", "players": list(self.names), "first": self.names[self.first]}
        if self.defender is not None:
            given["defender"] = self.names[self.defender]
        given["campaigns"] = {name: _given(side) for name, side in zip(self.names, self.sides, strict=True)}
        return {**given, "rulings": rulings.changed()}

    def left(self, rulings: Rulings) -> Counter[str]:
        """How many of each card the box holds that lie in no campaign. Clause: box.folk, box.vanguards, box.aces"""
        left = box(rulings)
        left.subtract(code for side in self.sides for code in side.cards or ())
        return left

    def within(self, rulings: Rulings) -> Situation:
        """The same without the cards that the box does not hold under these readings."""
        there, sides = box(rulings), []
        for side in self.sides:
            kept = None if side.cards is None else tuple(code for code in side.cards if code in there)
            sides.append(replace(side, cards=kept))
        return replace(self, sides=tuple(sides))

    def with_side(self, seat: Seat, side: Side) -> Situation:
        """The same with another campaign at `seat`."""
        return replace(self, sides=(*self.sides[:seat], side, *self.sides[seat + 1 :]))

    def with_players(self, players: int) -> Situation:
        """The same for another number of players; First Player and defender stay if they can."""
        sides = (*self.sides, *(Side() for _ in range(players)))[:players]
        defender = None if players == 2 else min(players - 1 if self.defender is None else self.defender, players - 1)
        return Situation(sides, min(self.first, players - 1), defender)


def _given(side: Side) -> Any:
    if side.cards is not None:
        return list(side.cards)
    return {"total": side.total, "elite": side.elite} if side.present else []


def box(rulings: Rulings) -> Counter[str]:
    """The cards of the box, by code. Clause: card.player-cards"""
    return Counter(card.code for card in player_cards(str(rulings["deck-composition"])))


def load(id: str) -> Situation:
    """A printed contest as a situation."""
    given = printed()[id].given
    names = list(given["players"])
    rows = [given["campaigns"][name] for name in names]
    sides = tuple(Side(row["total"], row.get("elite", 0)) for row in rows)
    return Situation(sides, names.index(given["first"]), names.index(given["defender"]))


def expected(example: Example) -> dict[str, Any]:
    """How the rulebook ends a printed contest, told of the players of this lab."""
    called = dict(zip(example.given["players"], NAMES, strict=False))
    end = outcome(example.expect)
    changes = {what: {called[name]: by for name, by in end[what].items()} for what in ("prestige", "morale")}
    return {**end, "winner": called.get(end["winner"], ""), **changes}


# ---------------------------------------------------------------- the answer


class Answer(NamedTuple):
    """What a contest comes to: the standings, the verdict on them, the result as `evaluate` gives it, and the rank of
    each Elite Force, bust or not."""

    standings: dict[Seat, Standing]
    verdict: Verdict
    result: dict[str, Any]
    forces: tuple[int, ...]


def answer(now: Situation, rulings: Rulings) -> Answer:
    """Settle a contest with the kit's own rules."""
    reads = readings(rulings)
    result = evaluate(now.given(rulings))
    standings = {}
    for seat, (name, side) in enumerate(zip(now.names, now.sides, strict=True)):
        present = side.here or assess((), PLAIN, reads).present
        standings[seat] = Standing(result["totals"][name], result["bust"][name], result["ranks"][name], present)
    forces = tuple(_force(side, rulings) for side in now.sides)
    return Answer(standings, judge(standings, now.first, now.defender, reads), result, forces)


def _force(side: Side, rulings: Rulings) -> int:
    """The rank of a side's Elite Force under the reading of elite-bust that lets it stand."""
    if side.cards is None:
        return side.elite
    row = Sorter().row(side.cards)
    reads = readings(rulings.with_("elite-bust", "elite-stands"))
    return assess(row, PLAIN, reads, pair_as_laid(row, PLAIN, reads)).rank


def outcome(result: Mapping[str, Any]) -> dict[str, Any]:
    """What a result changes on the table: the card, Prestige and Morale."""
    return {what: result[what] for what in ("winner", "card", "prestige", "morale")}


def alternatives(now: Situation, rulings: Rulings) -> dict[str, str]:
    """The rulings that change this contest, each with what its other readings would make of it."""
    result = outcome(evaluate(now.given(rulings)))
    found = {}
    for id in MATTER:
        others = []
        for reading in rulebook(KEY).ruling(id).readings:
            if reading.id != rulings[id]:
                other = outcome(evaluate(now.given(rulings.with_(id, reading.id))))
                if other != result:
                    others.append(f"Under “{reading.name}”: {' '.join(headline(now, other))}")
        if others:
            found[id] = " ".join(others)
    return found


# ---------------------------------------------------------------- in words


def headline(now: Situation, result: Mapping[str, Any]) -> tuple[str, str]:
    """Who wins; and who gains Prestige and loses Morale."""
    winner = result["winner"]
    lost = [f"{name} loses {-change} Morale." for name, change in result["morale"].items() if change < 0]
    gained = [f"{name} gains {points} Prestige." for name, points in result["prestige"].items() if points]
    if winner and not gained:
        gained = [f"{winner} gains no Prestige."]
    area = "the Area"
    if now.defender is not None:
        owner = now.names[now.defender]
        area = "the own Area" if owner == winner else f"{owner}’s Area"
    first = f"{winner} wins {area}." if winner else f"Nobody wins {area}."
    return first, " ".join([*(lost or ["Nobody loses Morale."]), *gained])


def _campaign(name: str, side: Side, standing: Standing, force: int, multi: bool) -> Event:
    if not side.here:
        text = "counts as 0" if standing.present else "no campaign"
        clause = "multi.win-number" if multi else "contest.by-influence"
        return Event(clause, f"{name} has no cards here: {text}.", assumed=_why("empty-area"))
    cards = f" with {join(str(Card(f'{code}a')) for code in side.cards)}" if side.cards else ""
    if standing.bust:
        if standing.rank:
            text = f"{name} has {ELITE_NAMES[standing.rank]}, which stands though {standing.total} is bust."
            return Event("elite.what", text, assumed=_why("elite-bust"))
        broken = f" So {ELITE_NAMES[force]} is no Elite Force." if force else ""
        return Event(
            "multi.bust" if multi else "resolve.bust",
            f"{name} has {standing.total}{cards}: above {PLAIN.limit}, bust, cannot win.{broken}",
            assumed=_why("elite-bust") if force else "",
        )
    if standing.rank:
        named = ELITE_NAMES[standing.rank]
        how = f"{cards}: {named}," if cards else f" and {named}:"
        return Event("elite.order", f"{name} has {standing.total}{how} an Elite Force of rank {standing.rank}.")
    return Event("multi.totals" if multi else "resolve.totals", f"{name} has {standing.total}{cards}.")


def _why(ruling: str) -> str:
    return rulebook(KEY).ruling(ruling).why


def events(now: Situation, rulings: Rulings, found: Answer | None = None) -> tuple[Event, ...]:
    """Why a contest ends as it does, step by step, each with its clause."""
    standings, verdict, result, forces = found or answer(now, rulings)
    names, multi = now.names, len(now.sides) > 2
    steps = [_campaign(names[seat], now.sides[seat], standings[seat], forces[seat], multi) for seat in standings]
    steps.append(Event(verdict.clause, _decision(now, standings, verdict), key=True))
    morale = dict(verdict.losses)
    if now.defender is not None:
        steps.append(_defence(now, rulings, standings, verdict))
    elif morale:
        lost = join(f"{names[seat]} loses {count}" for seat, count in morale.items())
        steps.append(Event("contest.success-effect", f"{lost} Morale.", assumed=_why("two-player-morale")))
    elif verdict.winner is not None:
        text = "With two players a lost contest costs no Morale."
        steps.append(Event("contest.success-effect", text, assumed=_why("two-player-morale")))
    if result["winner"]:
        points = result["prestige"].get(result["winner"], 0)
        text = f"{result['winner']} takes the Area card and its reward, " + (
            f"and gains {points} Prestige." if points else "but gains no Prestige."
        )
        clause = "resolve.prize"
        if multi:
            clause = "multi.win-home" if verdict.winner == now.defender else "multi.win-away"
        steps.append(Event(clause, text, assumed=_why("multi-prestige") if multi else ""))
    return tuple(steps)


def _decision(now: Situation, standings: Mapping[Seat, Standing], verdict: Verdict) -> str:
    names = now.names
    tied = join(names[seat] for seat in verdict.best)
    if not verdict.best:
        return "No campaign can win: nobody takes the Area card."
    winner = verdict.winner
    if len(verdict.best) == 1:
        if winner is None:
            return f"{tied} is not above the opponent’s total as a number: nobody wins."
        if standings[winner].rank:
            return f"{tied} wins: nothing here is above this Elite Force."
        return f"{tied} wins with the highest total that is not bust."
    if winner is None:
        return f"{tied} tie, and neither the defender nor the First Player is among them: nobody wins."
    return f"{tied} tie. {names[winner]} wins as {'defender' if winner == now.defender else 'First Player'}."


def _defence(now: Situation, rulings: Rulings, standings: Mapping[Seat, Standing], verdict: Verdict) -> Event:
    assert now.defender is not None
    reads, home = readings(rulings), now.defender
    name = now.names[home]
    if verdict.winner == home:
        return Event("multi.home-no-loss", f"{name} defends the Area: nobody loses Morale.")
    lost = dict(verdict.losses).get(home, 0)
    above = [
        now.names[seat]
        for seat, standing in standings.items()
        if seat != home and defender_loss({seat: standing, home: standings[home]}, home, reads)
    ]
    rests = []
    if any(standing.rank and is_valid(standing) for standing in standings.values()):
        rests.append(_why("elite-in-morale"))
    if not is_valid(standings[home]):
        rests.append(_why("defender-bust"))
    clause = "multi.tie-loss" if verdict.winner is None and verdict.best else "multi.defender-loss"
    text = f"{join(above)} {'is' if len(above) == 1 else 'are'} above" if above else "No campaign that can win is above"
    return Event(clause, f"{text} {name}, who loses {lost or 'no'} Morale.", assumed=" ".join(rests))


# ---------------------------------------------------------------- the Contest lab


class ContestLab:
    """The boards of the Contest lab and what happens when they are touched."""

    def __init__(self, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.example = next(iter(printed()))
        self.now = load(self.example)
        self.refused: Reason | None = None
        self.tray: Seat | None = None
        book = rulebook(KEY)
        self.head = Board(css=OWN)
        self.plate = Board(
            css=view.css, drawings=view.sprite(), css_class="tk-plate tc-plate", label="The campaigns in one Area"
        )
        self.log = Log(book, "Who wins, and why")
        self.panel = RulingsPanel(book, self.shared.rulings, only=(), title="Readings that change this contest")
        for board in (self.head, self.plate):
            board.on_pick(self.pick)
        self.plate.on_input(self.enter)
        self.panel.on_change(self._ruled)
        self.shared.listeners.append(self._ruled_elsewhere)
        self.widget = columns([self.plate], [self.log, self.panel], [self.head])
        self.widget.add_class("tc-lab")
        self._draw()

    @property
    def answer(self) -> Answer:
        """What the contest comes to under the readings in force."""
        return answer(self.now, self.shared.rulings)

    # -------------------------------------------------------------------------------------------- what is touched

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "case|multi-away", "players|3", "first|0", "more|2", "elite|0|4", "lay|0|B4" ..."""
        kind, _, value = id.partition("|")
        now = self.now
        if kind == "case":
            self._become(load(value) if value else now, value)
        elif kind == "players":
            self._become(now.with_players(int(value)))
        elif kind == "first":
            self._become(replace(now, first=int(value)))
        elif kind == "defender":
            self._become(replace(now, defender=int(value)))
        elif kind in ("less", "more"):
            seat = int(value)
            self._set_total(seat, now.sides[seat].total + (1 if kind == "more" else -1))
        elif kind == "elite":
            seat, rank = map(int, value.split("|"))
            if now.sides[seat].cards is not None:
                self._lay_force(seat, rank)
            elif self._here(seat):
                self._become(now.with_side(seat, replace(now.sides[seat], elite=rank)))
        elif kind == "by":
            number, _, how = value.partition("|")
            self._set_by(int(number), how)
        elif kind == "tray":
            self.tray = None if self.tray == int(value) else int(value)
            self._draw()
        elif kind == "lay":
            number, _, code = value.partition("|")
            self._lay(int(number), code)
        elif kind == "take":
            seat, place = map(int, value.split("|"))
            cards = now.sides[seat].cards or ()
            if place < len(cards):
                self._set_cards(seat, cards[:place] + cards[place + 1 :])

    def enter(self, id: str, value: str) -> None:
        """A total was typed: "total|2"."""
        seat = int(id.partition("|")[2])
        text = value.strip()
        if text.isascii() and text.isdigit() and len(text) < 4:
            self._set_total(seat, int(text))
        else:
            self._refuse("resolve.totals", f"A total is a whole number, not “{text[:20]}”.", f"Type 0 to {MOST}.")

    def _set_by(self, seat: Seat, how: str) -> None:
        """Set a campaign by its total or by its cards, or take it away; what the cards came to stays as the total."""
        side, standing = self.now.sides[seat], self.answer.standings[seat]
        if how == "cards":
            self.tray = seat
            self._set_cards(seat, side.cards or ())
            return
        if side.cards is not None:
            self.tray = None if self.tray == seat else self.tray
            side = Side(min(standing.total, MOST), standing.rank)
        self._become(self.now.with_side(seat, replace(side, present=how == "total")))

    def _set_cards(self, seat: Seat, cards: tuple[str, ...]) -> None:
        self._become(self.now.with_side(seat, replace(self.now.sides[seat], cards=cards)))

    def _lay(self, seat: Seat, code: str) -> None:
        """One more card at the right end of a campaign. Clause: box.folk, box.vanguards, box.aces"""
        rulings, cards = self.shared.rulings, self.now.sides[seat].cards
        there = box(rulings)
        if cards is None or code not in there:
            raise ValueError(f"code is {code!r}; allowed: {', '.join(there)}, at a player whose cards are laid")
        if self.now.left(rulings)[code] > 0:
            self._set_cards(seat, (*cards, code))
        else:
            card = Card(f"{code}a")
            text = f"All {there[code]} copies of {card} lie in campaigns."
            self._refuse(BOXES[card.type], text, "Take one away first, or choose another card.")

    def _lay_force(self, seat: Seat, rank: int) -> None:
        """Lay an Elite Force in place of a campaign's cards. Clause: elite.what, elite.order"""
        if not rank:
            self._set_cards(seat, ())
            return
        self.tray = seat
        left = self.now.with_side(seat, Side(cards=())).left(self.shared.rulings)
        cards: list[str] = []
        for mark in FORCES[rank]:
            code = next((suit.value + mark for suit in SUITS if left[suit.value + mark] > 0), "")
            if not code:
                text = f"The box holds no more card {mark} for {ELITE_NAMES[rank]}."
                self._refuse("elite.what", text, "Take cards of other campaigns away, or choose another Elite Force.")
                return
            left[code] -= 1
            cards.append(code)
        self._set_cards(seat, tuple(cards))

    def _set_total(self, seat: Seat, total: int) -> None:
        if not self._here(seat):
            return
        if not 0 <= total <= MOST:
            name = self.now.names[seat]
            self._refuse("resolve.totals", f"{name} cannot have {total} here.", f"Choose 0 to {MOST}.")
        else:
            self._become(self.now.with_side(seat, replace(self.now.sides[seat], total=total)))

    def _here(self, seat: Seat) -> bool:
        if self.now.sides[seat].cards is not None:
            name = self.now.names[seat]
            self._refuse("resolve.totals", f"{name}’s total follows from the cards.", "Set it by its total first.")
            return False
        if not self.now.sides[seat].present:
            name = self.now.names[seat]
            self._refuse("multi.sections", f"{name} has no cards here.", f"Press “Total” at {name} first.")
        return self.now.sides[seat].present

    def _refuse(self, clause: str, text: str, fix: str) -> None:
        self._show(self.now, self.example, Reason(clause, text, fix))

    def _become(self, after: Situation, example: str | None = None) -> None:
        if after.problem is not None:
            self._show(self.now, self.example, after.problem)
        else:
            kept = self.example if after == self.now else ""
            self._show(after, kept if example is None else example, None)

    def _show(self, now: Situation, example: str, refused: Reason | None) -> None:
        before = self.now, self.example, self.refused
        self.now, self.example, self.refused = now, example, refused
        try:
            self._draw(say=True)
        except Exception:
            self.now, self.example, self.refused = before
            raise

    def _ruled(self, rulings: Rulings) -> None:
        self.shared.set(rulings, None)
        self.log.say = " ".join(headline(self.now, self.answer.result))

    def _ruled_elsewhere(self, rulings: Rulings) -> None:
        self.refused, self.now = None, self.now.within(rulings)
        self._draw()

    # -------------------------------------------------------------------------------------------- drawing

    def _draw(self, say: bool = False) -> None:
        now, rulings = self.now, self.shared.rulings
        found = self.answer
        changing = alternatives(now, rulings)
        steps = events(now, rulings, found)
        head, plate = self._head(), self._plate(found)
        self.head.html, self.plate.html = head, plate
        self.log.show(steps, headline(now, found.result), rulings, say=say and self.refused is None)
        lede = "" if changing else "None: under every reading this contest ends the same."
        effects = {id: (text, True) for id, text in changing.items()}
        self.panel.show(rulings, tuple(changing), effects, lede)
        if say and self.refused is not None:
            self.plate.say = f"{self.refused.text} {self.refused.fix}"

    def _head(self) -> str:
        now = self.now
        cases = [
            (f"case|{id}", SHORT[id], f"{SHORT[id]}: {example.title}", id == self.example)
            for id, example in printed().items()
        ]
        cases.append(("case|", "My own", "", not self.example))
        players = [(f"players|{n}", str(n), f"{n} players", n == len(now.sides)) for n in PLAYERS]
        first = [(f"first|{seat}", name, "", seat == now.first) for seat, name in enumerate(now.names)]
        sets = _seg("Players", "players", players) + _seg("First Player", "first", first)
        if now.defender is not None:
            home = [(f"defender|{seat}", name, "", seat == now.defender) for seat, name in enumerate(now.names)]
            sets += _seg("Defender", "defender", home)
        return (
            '<div class="tk-head"><div><h1 class="tk-title">Contest</h1>'
            '<p class="tk-small">Set the campaigns in one Area. Who wins it, and what does it cost? '
            f"No Area text counts here, the kit’s or a card pack’s: bust is above {PLAIN.limit}.</p></div>"
            f'<div class="tk-head-end">{_seg("Printed in the rulebook", "cases", cases)}</div></div>'
            f'<div class="tc-settings">{sets}</div>'
        )

    def _plate(self, found: Answer) -> str:
        example = examples().get(self.example)
        title, about = ("Your own contest.", f"{len(self.now.sides)} players.")
        if example:
            known = ", ".join(f"{name} is {who}" for name, who in zip(NAMES, example.given["players"], strict=False))
            title, about = f"{example.title}.", f"{example.source}. {known}."
            if outcome(found.result) != expected(example):
                about += " The readings you chose end it otherwise than the rulebook prints."
        why = self.refused
        refused = f"{escape(why.text)} {escape(why.fix)} <code>{escape(why.clause)}</code>" if why else ""
        rows = "".join(self._row(seat, found) for seat in range(len(self.now.sides)))
        return (
            f'<p class="tk-caption"><b>{escape(title)}</b> {escape(about)}</p>'
            f'{rows}<p class="tk-refused tc-refused">{refused}</p>'
        )

    def _row(self, seat: Seat, found: Answer) -> str:
        now, side, name = self.now, self.now.sides[seat], self.now.names[seat]
        wins = found.result["winner"] == name
        lost = -found.result["morale"].get(name, 0)
        marks = ["First Player"] * (seat == now.first) + ["Defender"] * (seat == now.defender)
        fate = ["wins"] * wins + ["bust"] * (side.here and found.standings[seat].bust)
        fate += [f"loses {lost} Morale"] * (lost > 0)
        off = "" if side.present else ' aria-disabled="true"'

        def step(kind: str, sign: str, word: str, end: int) -> str:
            stop = ' aria-disabled="true"' if side.total == end else off
            label = f"{word}: {name}’s total"
            return f'<button type="button" class="tk-btn" data-id="{kind}|{seat}" aria-label="{label}"{stop}>{sign}</button>'

        laid = side.cards is not None
        now_rank = found.standings[seat].rank if laid else side.elite
        ranks = [
            (
                f"elite|{seat}|{rank}",
                f"{rank}: {text}" if rank else text,
                f"{rank or text}: {ELITE_NAMES[rank]}",
                rank == now_rank,
            )
            for rank, text in enumerate(ELITES)
        ]
        how = [
            (f"by|{seat}|total", "Total", "", not laid and side.present),
            (f"by|{seat}|cards", "Cards", "", laid),
            (f"by|{seat}|none", "Not here", "", not laid and not side.present),
        ]
        if laid:
            total = f'<output class="tc-sum" aria-label="{name}’s total">{found.standings[seat].total}</output>'
        else:
            total = (
                f'<div class="tk-step">{step("less", "−", "One less", 0)}'
                f'<input type="text" inputmode="numeric" maxlength="4" data-id="total|{seat}" value="{side.total}" '
                f'aria-label="{name}’s total, 0 to {MOST}"{off}>'
                f"{step('more', '+', 'One more', MOST)}</div>"
            )
        away = "" if side.here or laid else " is-away"
        return (
            f'<section class="tc-row{" is-winner" if wins else ""}{away}" aria-label="{escape(name)}">'
            f'<p class="tc-who"><b>{escape(name)}</b><span>{", ".join(marks)}</span><strong>{", ".join(fate)}</strong></p>'
            f"{_seg('Set by', f'by-{seat}', how, name)}"
            f'<div class="tc-set tc-total"><p class="tk-small">Total</p>{total}</div>'
            f"{_seg('Elite Force', f'elite-{seat}', ranks, name)}"
            f"{self._laid(seat, side.cards) if side.cards is not None else ''}</section>"
        )

    def _laid(self, seat: Seat, cards: tuple[str, ...]) -> str:
        """The cards of a campaign, and those that can be laid into it."""
        name, is_open = self.now.names[seat], self.tray == seat
        row = "".join(
            view.card_html(CardPicture(Card(f"{code}a"), id=f"take|{seat}|{place}"), "press to take it away")
            for place, code in enumerate(cards)
        )
        tray = self._tray(seat) if is_open else ""
        return (
            f'<div class="tc-laid"><div class="tc-cards" role="group" aria-label="{escape(name)}’s cards" '
            f'data-arrows="laid-{seat}">{row or "<p>No card lies here.</p>"}</div>'
            f'<button type="button" class="tk-btn" data-id="tray|{seat}" aria-expanded="{_bool(is_open)}">'
            f"{'Close the box' if is_open else 'Lay cards'}</button>{tray}</div>"
        )

    def _tray(self, seat: Seat) -> str:
        there, left = box(self.shared.rulings), self.now.left(self.shared.rulings)
        rows = []
        for suit in SUITS:
            codes = sorted((code for code in there if code[0] == suit.value), key=_height)
            buttons = "".join(_lay_button(seat, Card(f"{code}a"), left[code]) for code in codes)
            rows.append(f'<div class="tc-suit">{view.emblem(suit)}<span>{suit.value}</span>{buttons}</div>')
        return (
            f'<div class="tc-tray" role="group" aria-label="Cards of the box" data-arrows="tray-{seat}">'
            f"{''.join(rows)}</div>"
        )


def _lay_button(seat: Seat, card: Card, left: int) -> str:
    off = "" if left else ' aria-disabled="true"'
    return (
        f'<button type="button" class="tk-btn" data-id="lay|{seat}|{card.code}" '
        f'aria-label="Lay {card}: {left} left"{off}>{card.code[1:]}<small>{left}</small></button>'
    )


def _height(code: str) -> int:
    """Where a card stands in the box: Folk by value, Vanguard, Ace."""
    return {"V": 11, "A": 12}.get(code[1:]) or int(code[1:])


def _bool(value: bool) -> str:
    return str(value).lower()


def _seg(title: str, name: str, buttons: Iterable[tuple[str, str, str, bool]], whose: str = "") -> str:
    """A titled row of buttons, one of them pressed: (id, label, spoken name, pressed)."""
    row = "".join(
        f'<button type="button" data-id="{id}" aria-pressed="{_bool(on)}"'
        f"{f' aria-label={chr(34)}{escape(say)}{chr(34)}' if say else ''}>{escape(label)}</button>"
        for id, label, say, on in buttons
    )
    spoken = f"{title}: {whose}" if whose else title
    return (
        f'<div class="tc-set tc-{name.partition("-")[0]}"><p class="tk-small">{escape(title)}</p>'
        f'<div class="tk-seg" role="group" aria-label="{escape(spoken)}" data-arrows="{name}">{row}</div></div>'
    )
