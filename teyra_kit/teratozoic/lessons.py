"""Which goals and questions can a lesson of Teratozoic set, and what does the engine answer?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ..core import Seat
from ..core.lessons import Goal, Line, Question
from .flow import UNKNOWN, cards_of
from .game import Table
from .layouts import best_total
from .monsters import Monster, buildable, monster_value, whole
from .moves import LETTERS, PlayAll, cards_said, letter
from .parts import Part, common_parts, starter_sets

PHASES: Final = {
    "setup": "Set-up",
    "declare": "Declaration",
    "aside": "Declaration",
    "grow": "Growth",
    "tie": "Growth",
    "take": "Reproduction",
    "keep": "Reproduction",
    "mutate": "Mutation",
    "over": "None, the game is over",
}
"""The phase of a round, by where the table is."""


def table(line: Line) -> Table:
    """The table at the end."""
    assert isinstance(line.end, Table)
    return line.end


def before(line: Line) -> Table:
    """The table at the start."""
    assert isinstance(line.start, Table)
    return line.start


def mover(line: Line) -> Seat:
    """Who made the first move."""
    seat = before(line).to_move
    assert isinstance(seat, int)
    return seat


def _move(line: Line) -> Any:
    return line.plies[0].move


def _parts(line: Line, cards: list[str]) -> Monster:
    return tuple(map(before(line).part, cards))


def _chosen(line: Line) -> tuple[Part, ...]:
    return _parts(line, list(getattr(_move(line), "cards", ())))


def _yes(so: bool) -> set[str]:
    return {"Yes" if so else "No"}


# ---------------------------------------------------------------- goals


def monsters(line: Line, wanted: list[list[str]]) -> bool:
    """These monsters are built, whatever else is."""
    built = {frozenset(monster) for monster in getattr(_move(line), "monsters", ())}
    return all(frozenset(monster) in built for monster in wanted)


def total(line: Line, number: int) -> bool:
    """The monsters come to this total. Clause: growth.announce-total"""
    return table(line).totals[mover(line)] == number


def best(line: Line, so: bool) -> bool:
    """The total is the best that these cards can come to."""
    state, seat = table(line), mover(line)
    played = _parts(line, list(cards_of(state.layouts[seat])))
    return so == (state.totals[seat] == best_total(played, state.rulings))


GOALS: Mapping[str, Goal] = {
    "monsters": monsters,
    "builds": lambda line, number: len(getattr(_move(line), "monsters", ())) == number,
    "total": total,
    "best": best,
    "cards": lambda line, wanted: {part.id for part in _chosen(line)} == set(wanted),
    "value": lambda line, value: {part.value for part in _chosen(line)} == {value},
    "ends": lambda line, ends: {part.ends for part in _chosen(line)} == {ends},
    "colour": lambda line, colour: {part.colour for part in _chosen(line)} == {colour},
    "holds": lambda line, wanted: set(wanted) <= set(table(line).hands[mover(line)]),
    "puts_aside": lambda line, number: len(_chosen(line)) == number,
    "says_all": lambda line, so: so == isinstance(_move(line), PlayAll),
    "takes_set": lambda line, wanted: [getattr(_move(line), name, "") for name in ("colour", "mark")] == wanted,
    "wins_round": lambda line, who: table(line).winner == LETTERS.index(who),
    "wins_game": lambda line, who: table(line).winners == (LETTERS.index(who),),
    "score": lambda line, number: bool(table(line).ended) and table(line).scores[mover(line)] == number,
}
"""What a move must come to. The chosen cards are those of a move that takes, keeps or sets aside."""


# ---------------------------------------------------------------- questions


def _pile(state: Table, name: str) -> tuple[str, ...]:
    """The cards of a pile: "common deck", "A hand", "A own deck" ..."""
    who, _, what = name.partition(" ")
    if who == "common":
        return {"deck": state.common, "discard pile": state.discard}[what]
    seat = LETTERS.index(who)
    piles = {
        "hand": state.hands[seat],
        "own deck": state.decks[seat],
        "own discard pile": state.discards[seat],
        "cards set aside": state.aside[seat],
        "cards drawn in the tie-break": state.spare[seat],
        "played cards": cards_of(state.layouts[seat]),
    }
    return piles[what]


def count(line: Line, pile: str) -> set[str]:
    """How many cards lie in a pile."""
    return {str(len(_pile(table(line), pile)))}


def where(line: Line, card: str) -> set[str]:
    """In which pile a card lies."""
    state = table(line)
    own = ("hand", "own deck", "own discard pile", "cards set aside")
    piles = [f"{letter(seat)} {what}" for seat in range(state.players) for what in own]
    found = [name for name in ("common deck", "common discard pile", *piles) if card in _pile(state, name)]
    return {_of_pile(name) for name in found}


def _of_pile(name: str) -> str:
    who, _, what = name.partition(" ")
    return f"{who}’s {what}" if who in LETTERS else name.capitalize()


def drawn(line: Line, about: str) -> set[str]:
    """How many cards of a kind a player has drawn: "A common", "B own"."""
    who, kind = about.split()
    seat, found = LETTERS.index(who), 0
    for ply in line.plies:
        one, other = ply.before, ply.after
        assert isinstance(one, Table)
        assert isinstance(other, Table)
        piles = (*one.common, *one.discard) if kind == "common" else (*one.decks[seat], *one.discards[seat])
        found += len(set(other.hands[seat]).difference(one.hands[seat]).intersection(piles))
    return {str(found)}


def seen(line: Line, about: str) -> set[str]:
    """How many cards of one player another knows: "A B" asks what A sees of B's hand, cards set aside and monsters."""
    looks, owner = (LETTERS.index(who) for who in about.split())
    view = table(line).observe(looks)
    cards = (*view.hands[owner], *view.aside[owner], *cards_of(view.layouts[owner]))
    return {str(len(cards) - cards.count(UNKNOWN))}


def which(line: Line, about: Mapping[str, Any]) -> set[str]:
    """Which cards in hand are like this: { doubles = true }, { colour = "orange" }."""
    state = before(line)
    parts = [state.part(card) for hand in state.hands for card in hand if card != UNKNOWN]
    return {part.id for part in parts if all(getattr(part, name) == value for name, value in about.items())}


def game_winner(line: Line, _about: Any) -> set[str]:
    """Who has won the game."""
    state = table(line)
    if not state.ended:
        return {"Nobody yet"}
    return {cards_said([letter(seat) for seat in state.winners]) if state.winners else "Nobody"}


def to_move(line: Line, _about: Any) -> set[str]:
    """Whose decision comes next."""
    who = table(line).to_move
    return {letter(who) if isinstance(who, int) else "Nobody" if who is None else "Chance"}


def out(line: Line, _about: Any) -> set[str]:
    """Who is eliminated."""
    gone = [letter(seat) for seat, so in enumerate(table(line).out) if so]
    return {cards_said(gone) if gone else "Nobody"}


def may(line: Line, move: str) -> set[str]:
    """Whether a move would be allowed."""
    return _yes(not table(line).why_not(table(line).read_move(move)))


def parts_in_game(line: Line, which: str) -> set[str]:
    """How many parts are played with: "all" of them, or the "common" deck before anybody draws."""
    setup = before(line).setup
    if which == "all":
        return {str(len(setup.in_play))}
    dealt = [part for parts in list(starter_sets(setup.in_play).values())[: setup.players] for part in parts]
    return {str(len(common_parts(setup.in_play, dealt, setup.rulings)))}


QUESTIONS: Mapping[str, Question] = {
    "which": which,
    "buildable": lambda line, cards: _yes(buildable(_parts(line, cards), before(line).rulings)),
    "whole": lambda line, cards: _yes(whole(_parts(line, cards), before(line).rulings)),
    "value": lambda line, cards: {str(monster_value(_parts(line, cards), before(line).rulings).total)},
    "best": lambda line, cards: {str(best_total(_parts(line, cards), before(line).rulings))},
    "total": lambda line, who: {str(table(line).totals[LETTERS.index(who)])},
    "first": lambda line, _: {letter(table(line).order[0])},
    "to_move": to_move,
    "phase": lambda line, _: {PHASES[table(line).phase]},
    "may": may,
    "count": count,
    "where": where,
    "drawn": drawn,
    "seen": seen,
    "era": lambda line, _: {table(line).era_card.name},
    "era_number": lambda line, name: {str(getattr(table(line).era_card, name))},
    "eras": lambda line, _: {str(len(table(line).setup.stack))},
    "era_place": lambda line, place: {table(line).setup.stack[place].name},
    "parts": parts_in_game,
    "out": out,
    "score": lambda line, who: {str(table(line).scores[LETTERS.index(who)])},
    "game_winner": game_winner,
}
