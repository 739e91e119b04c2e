"""The Rulings page: every open ruling, and what each reading does to a small example."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

from ...core import Ruling, Rulings, rulebook
from ...ui import RulingsPanel, columns, heading
from ...ui.shared import Shared
from .. import view
from ..cards import KEY, Card, Faction, cards
from ..examples import evaluate, examples
from ..game import position, seat_number
from ..tricks import join, letter
from .shared import STYLE


def demonstrations() -> dict[str, tuple[str, ...]]:
    """For each ruling, the worked examples whose result depends on it."""
    found: dict[str, list[str]] = {id: [] for id in rulebook(KEY).rulings}
    seen: set[str] = set()
    for id, example in examples().items():
        if not id.startswith("ruling-"):
            continue
        given = {key: value for key, value in example.given.items() if key not in ("rulings", "plays")}
        for ruling in found:
            start = id.removeprefix("ruling-")
            short = ruling.replace("-pair", "").replace("follower-", "").replace("last-trick-test", "last-trick")
            if start.startswith((ruling, short)) and f"{ruling} {given}" not in seen:
                seen.add(f"{ruling} {given}")
                found[ruling].append(id)
    return {ruling: tuple(ids) for ruling, ids in found.items()}


def situation_words(given: Mapping[str, Any]) -> str:
    """The situation of a worked example in words."""
    match given["op"]:
        case "turn":
            hands = "; ".join(f"{seat} {join(cards(held))}" for seat, held in given["hands"].items())
            variant = " with the variant" if given.get("variant") else ""
            return f"{given['players']} players{variant}, {given['first_leader']} leads. Hands: {hands}."
        case "legal":
            who = "Who starts" if given.get("starts_round") else "Who follows in"
            return f"{Faction(given['lead'])} was led. {who} round {given['round']} holds {join(cards(given['hand']))}."
        case "score":
            return "One player took " + "; and ".join(join(cards(heap)) for heap in given["tricks"]) + "."
        case "view":
            plays = join(f"{seat} {Card(id)}" for seat, id in given["plays"])
            before = f"Earlier: {'; '.join(join(cards(h)) for h in given['earlier'])}. " if given.get("earlier") else ""
            return f"{before}Now played: {plays}. {given['viewer']} looks."
        case "end":
            return "Markers in the end: " + join(f"{seat} {n}" for seat, n in given["totals"].items()) + "."
        case "supply":
            due = join(f"{seat} {n}" for seat, n in given["due"].items())
            return f"{given['left']} markers are left, {given['dealer']} dealt. Due: {due}."
        case "setup":
            return f"{given['players']} players want the variant."
    return ""


def result_words(given: Mapping[str, Any], result: Mapping[str, Any]) -> str:
    """What comes of it in words."""
    match given["op"]:
        case "turn":
            words = [f"{taker} takes {count} cards" for _, taker, count in result["tricks"]]
            ends = f". {result['next_leader']} leads the next turn" if "next_leader" in result else ""
            points = join(f"{letter(n)} {view.number(p)}" for n, p in enumerate(result["points"]) if p)
            return join(words, "then") + ends + (f". Points: {points}." if points else ".")
        case "legal":
            return f"May play {join(cards(result['legal']), 'or')}."
        case "score":
            return f"{view.number(result['points'])} points, {_markers(result['markers'])}."
        case "view":
            seen = join("a hidden card" if id == "hidden" else str(Card(id)) for id in result["table"])
            back = "; ".join(join(cards(h)) for h in result["earlier"])
            earlier = f" May look back at {back}." if back else " Nothing to look back at."
            return f"Sees {seen}." + (earlier if given.get("earlier") else "")
        case "end":
            lost, won = join(result["perish"]), join(result["win"])
            return (
                f"{lost or 'Nobody'} perish{'es' if len(result['perish']) < 2 else ''}; {won or 'nobody'} survive"
                + ("s." if len(result["win"]) < 2 else ".")
            )
        case "supply":
            return "Received: " + join(f"{seat} {n}" for seat, n in result["received"].items()) + "."
        case "setup":
            return "They may use it." if result["accepted"] else "They play the basic rules."
    return ""


def _markers(count: int) -> str:
    return f"{count} marker{'s' if count != 1 else ''}"


def replay(given: Mapping[str, Any], rulings: Rulings) -> dict[str, Any]:
    """A worked example under other rulings. In a turn each seat plays its cards in the given order where it may."""
    if given["op"] != "turn":
        return evaluate({**given, "rulings": rulings.changed()})
    table: Any = position(
        given["players"],
        given["hands"],
        leader=given["first_leader"],
        variant=given.get("variant", False),
        rulings=rulings.with_("turn-count", 1),
        partial=True,
    )
    plays = []
    wanted = {
        seat_number(seat, given["players"]): [c for s, c in given["plays"] if s == seat] for seat in given["hands"]
    }
    while table.to_move is not None:
        order = wanted[table.to_move]
        move = min(table.legal_moves(), key=lambda move, order=order: order.index(move.card.id))  # type: ignore[misc]
        order.remove(move.card.id)
        plays.append([letter(table.to_move), move.card.id])
        table = table.play(move)
    return evaluate({**given, "plays": plays, "rulings": rulings.changed()})


def outcomes(ruling: str, rulings: Rulings) -> list[tuple[str, dict[str, str]]]:
    """For each demonstration of a ruling: the situation, and the outcome under each reading, the other rulings kept."""
    found = []
    for id in demonstrations()[ruling]:
        given = examples()[id].given
        base = rulings
        for needed, value in given.get("rulings", {}).items():
            base = base.with_(needed, value)
        ends = {
            reading.id: result_words(given, replay(given, base.with_(ruling, reading.id)))
            for reading in rulebook(KEY).ruling(ruling).readings
        }
        with_ = [f"{needed} is {value}" for needed, value in given.get("rulings", {}).items() if needed != ruling]
        found.append((" ".join([situation_words(given), *([f"Here {join(with_)}."] if with_ else [])]), ends))
    return found


class RulingsBench(RulingsPanel):
    """The rulings, each with a small example that is played again under the readings in force."""

    def __init__(self, rulings: Rulings) -> None:
        super().__init__(rulebook(KEY), rulings, page=True, title="", css=view.css + STYLE)
        self.on_pick(self._tell)

    def _tell(self, id: str) -> None:
        kind, _, rest = id.partition("|")
        ruling = rest.partition("|")[0]
        if kind == "read":
            ends = [words[str(self.rulings[ruling])] for _, words in outcomes(ruling, self.rulings)]
            self.say = f"{self.say} In the example: {' '.join(ends)}"

    def _radios(self, ruling: Ruling) -> str:
        now = str(self.rulings[ruling.id])
        cases = []
        for situation, ends in outcomes(ruling.id, self.rulings):
            rows = "".join(
                f'<li class="{"is-now" if reading == now else ""}"><b>{escape(reading.replace("-", " "))}</b>'
                f"<span>{escape(words)}</span></li>"
                for reading, words in ends.items()
            )
            cases.append(f"<p>{escape(situation)}</p><ul>{rows}</ul>")
        demo = f'<div class="tl-demo"><h3>Played by the engine</h3>{"".join(cases)}</div>' if cases else ""
        return f"{super()._radios(ruling)}{demo}"


class RulingsLab:
    """Every open ruling, and with it what each reading does to a small example."""

    def __init__(self, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.head = heading(
            "Rulings",
            "Where the rulebook is silent or contradicts itself, the kit chooses a reading and says so. "
            "Switch one: its example, the Trick lab and the next game in Play follow.",
        )
        self.panel = RulingsBench(self.shared.rulings)
        self.panel.on_change(lambda rulings: self.shared.set(rulings, self._ruled_elsewhere))
        self.shared.listeners.append(self._ruled_elsewhere)
        self.widget = columns([self.panel], top=[self.head])

    def _ruled_elsewhere(self, rulings: Rulings) -> None:
        self.panel.show(rulings=rulings)
