"""Which goals and questions can a lesson of Tekeli-li set, and what does the engine answer?"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from ..core import Seat, rulebook
from ..core.lessons import Goal, Line, Question
from .cards import KEY, Card, Faction, cards, copies_in_play, hand_size, removed
from .game import Follow, Lead, Table, Trick, signed, why_not_setup
from .scoring import card_points, perishing
from .tricks import Judgement, join, judge_trick, letter

# ---------------------------------------------------------------- what happened on a line


def table(line: Line) -> Table:
    """The table at the end."""
    assert isinstance(line.end, Table)
    return line.end


def trick(line: Line) -> Trick | None:
    """The first trick that somebody took on the line."""
    for before, _, after in line.plies:
        assert isinstance(before, Table)
        assert isinstance(after, Table)
        if len(after.tricks) > len(before.tricks):
            return after.tricks[-1]
    return None


def rounds(line: Line) -> list[Judgement]:
    """Each complete round, judged."""
    found = []
    for before, move, after in line.plies:
        assert isinstance(before, Table)
        assert isinstance(after, Table)
        plays = (*before.plays, move.card) if isinstance(move, Lead | Follow) else ()
        if plays and len(plays) % before.players == 0 and before.leader is not None:
            found.append(judge_trick(before.leader, plays, before.setup.rules, len(after.hands[0])))
    return found


def own(line: Line) -> Card:
    """The card the learner plays."""
    move: Any = line.plies[0].move
    card: Card = move.card
    return card


def _letters(seats: Collection[Seat]) -> str:
    return join([letter(seat) for seat in sorted(seats)]) or "nobody"


def _yes(answer: bool) -> set[str]:
    return {"yes" if answer else "no"}


# ---------------------------------------------------------------- goals


def takes(line: Line, seats: str | list[str]) -> bool:
    """One of these seats takes the trick."""
    taken = trick(line)
    return taken is not None and letter(taken.taker) in seats


def leads_next(line: Line, seat: str) -> bool:
    """This seat leads the next trick."""
    return trick(line) is not None and table(line).leader == "ABCDEF".index(seat)


def sheds(line: Line, points: int) -> bool:
    """The card played costs its taker this much or more."""
    return -card_points(own(line)) >= points


def plays(line: Line, ids: list[str]) -> bool:
    """The card played is one of these."""
    return own(line) in cards(ids)


def markers_at_most(line: Line, most: int) -> bool:
    """If the turn were scored now, the learner would get this many markers or fewer."""
    seat = line.start.to_move
    assert isinstance(seat, int)
    return table(line).turn_score().due[seat] <= most


def has_no_double(line: Line, wanted: bool) -> bool:
    """No other copy of the card played is in the game."""
    return (copies_in_play(table(line).players)[own(line)] == 1) is wanted


def faction(line: Line, colour: str) -> bool:
    """The card played is of this faction."""
    return own(line).faction is Faction(colour)


GOALS: Mapping[str, Goal] = {
    "takes": takes,
    "leaves": lambda line, seat: not takes(line, seat),
    "leads_next": leads_next,
    "sheds": sheds,
    "plays": plays,
    "faction": faction,
    "has_no_double": has_no_double,
    "markers_at_most": markers_at_most,
}


# ---------------------------------------------------------------- questions


def _value(line: Line, seat: str) -> set[str]:
    """What this seat's card is worth in the last complete round. Several cards: any of them."""
    judged = rounds(line)[-1]
    return {str(v) for who, v in zip(judged.seats, judged.values, strict=True) if letter(who) == seat}


def _perish(line: Line, _about: Any) -> set[str]:
    end = table(line)
    return {_letters(perishing(end.totals, str(end.setup.rulings["all-tied"])))}


def _win(line: Line, _about: Any) -> set[str]:
    outcome = table(line).outcome
    return {_letters(outcome.winners)} if outcome is not None else set()


def _variant_with(line: Line, _about: Any) -> set[str]:
    """With how many players the variant may be chosen."""
    rulings = table(line).setup.rulings
    least, most = rulebook(KEY).players
    return {str(players) for players in range(least, most + 1) if not why_not_setup(players, True, rulings)}


def _taken(line: Line) -> Trick:
    found = trick(line)
    if found is None:
        raise ValueError("nobody takes a trick in this step")
    return found


QUESTIONS: Mapping[str, Question] = {
    # one trick
    "plays_next": lambda line, _: {letter(who) if isinstance(who := line.end.to_move, int) else "nobody"},
    "value": _value,
    "taker": lambda line, _: {letter(_taken(line).taker)},
    "next_leader": lambda line, _: {letter(who) if (who := table(line).leader) is not None else "nobody"},
    "cards_taken": lambda line, _: {str(len(_taken(line).cards))},
    "goes_on": lambda line, _: _yes(rounds(line)[-1].continues),
    # a turn and the game
    "dealer": lambda line, _: {letter(who) if (who := table(line).dealer) is not None else "nobody"},
    "points": lambda line, seat: {signed(table(line).turn_score().points["ABCDEF".index(seat)])},
    "sum": lambda line, seat: {signed(table(line).turn_score().raw["ABCDEF".index(seat)])},
    "markers": lambda line, seat: {str(table(line).turn_score().due["ABCDEF".index(seat)])},
    "total": lambda line, seat: {str(table(line).totals["ABCDEF".index(seat)])},
    "perish": _perish,
    "win": _win,
    # the box
    "copies_with": lambda _line, about: {str(copies_in_play(about["players"])[Card(about["card"])])},
    "hand_size": lambda _line, players: {str(hand_size(players))},
    "stays_in_box": lambda _line, players: {str(card) for card in removed(players)},
    "variant_with": _variant_with,
    "turns": lambda line, _: {str(table(line).setup.turns)},
}
