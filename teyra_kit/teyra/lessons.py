"""Which goals and questions can a lesson of Teyra set, and what does the engine answer?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..core import CHANCE, Seat, rulebook
from ..core.lessons import Goal, Line, Question
from .areas import reward_of, suggested
from .campaigns import ELITE_NAMES
from .cards import KEY, LETTERS, MODES, Card, area_cards, areas_for, find_area, letter, number, player_cards
from .contests import judge
from .game import Table
from .moves import VERBS, area_name

# ---------------------------------------------------------------- the table on a line


def table(line: Line) -> Table:
    """The table at the end."""
    assert isinstance(line.end, Table)
    return line.end


def called(card: Card) -> str:
    """A card as the course names it: 'Boar 7'."""
    return f"{card.suit.title.split()[-1]} {card.name}"


def wins(table: Table, area: str) -> Seat | None:
    """Who has won an Area, or would win it if its contest came now."""
    for seat, won in enumerate(table.victory):
        if any(card.text == area for card in won):
            return seat
    there = next((place for place in table.areas if place.key == area), None)
    if there is None or there.settled:
        return None
    standings = {seat: table.standing(there, seat) for seat in range(table.players)}
    return judge(standings, table.first, there.defender, table.setup.reads).winner


def waiting(table: Table) -> int:
    """How many Kindred Effects wait to be carried out."""
    asked = table.ask is not None and table.ask.what == "effect"
    return asked + len(table.chain)


def _letters(seats: Iterable[Seat]) -> str:
    return " and ".join(letter(seat) for seat in sorted(seats)) or "nobody"


def _names(keys: Iterable[str]) -> str:
    return " and ".join(area_name(key).replace("'", "’") for key in keys) or "none"


def _move(line: Line) -> Any:
    return line.plies[0].move


# ---------------------------------------------------------------- goals


def does(line: Line, verbs: str | list[str]) -> bool:
    """The move is of this kind, by the word a record writes: draw, pass, play ..."""
    return any(type(_move(line)) is VERBS[verb] for verb in ([verbs] if isinstance(verbs, str) else verbs))


def takes_up(line: Line, codes: list[str]) -> bool:
    """The move is about one of these cards."""
    return _move(line).card.code in codes


def suit(line: Line, code: str) -> bool:
    """The card is of this suit."""
    return bool(_move(line).card.suit.value == code)


def into(line: Line, area: str) -> bool:
    """The move is about this Area."""
    return bool(_move(line).area == area)


def ahead(line: Line, areas: Mapping[str, str]) -> bool:
    """If the contests came now, each Area would go to this seat."""
    return all(_winner(line, area) == {who} for area, who in areas.items())


def won(line: Line, areas: Mapping[str, str]) -> bool:
    """These seats have won these Areas."""
    return all(
        any(card.text == area for card in table(line).victory[LETTERS.index(who)]) for area, who in areas.items()
    )


def influence(line: Line, wanted: list[Any]) -> bool:
    """A campaign has at least this influence and is not bust: Area, seat, number."""
    area, who, least = wanted
    standing = table(line).standing(area, LETTERS.index(who))
    return not standing.bust and standing.total >= least


def busts(line: Line, wanted: list[str]) -> bool:
    """A campaign is bust: Area, seat."""
    area, who = wanted
    return table(line).standing(area, LETTERS.index(who)).bust


def elite(line: Line, wanted: list[Any]) -> bool:
    """A campaign is an Elite Force of this rank: Area, seat, rank."""
    area, who, rank = wanted
    return bool(table(line).standing(area, LETTERS.index(who)).rank == rank)


def morale(line: Line, wanted: Mapping[str, int]) -> bool:
    """These seats have this Morale."""
    return all(table(line).morale[LETTERS.index(who)] == left for who, left in wanted.items())


def gains(line: Line, wanted: list[str]) -> bool:
    """A seat gets a card of this type into the hand: seat, type."""
    who, type = wanted
    return _holds(line.end, type, LETTERS.index(who)) > _holds(line.start, type, LETTERS.index(who))


def _holds(table: Any, type: str, seat: Seat) -> int:
    return sum(card.type == type for card in table.hands[seat])


GOALS: Mapping[str, Goal] = {
    "does": does,
    "takes_up": takes_up,
    "suit": suit,
    "into": into,
    "ahead": ahead,
    "won": won,
    "influence": influence,
    "busts": busts,
    "elite": elite,
    "morale": morale,
    "gains": gains,
    "game": lambda line, who: _won(line, None) == {who},
}


# ---------------------------------------------------------------- questions


def _winner(line: Line, area: str) -> set[str]:
    seat = wins(table(line), area)
    return {"nobody" if seat is None else letter(seat)}


def _influence(line: Line, about: list[str]) -> set[str]:
    area, who = about
    return {str(table(line).standing(area, LETTERS.index(who)).total)}


def _elite(line: Line, about: list[str]) -> set[str]:
    area, who = about
    return {ELITE_NAMES[table(line).standing(area, LETTERS.index(who)).rank]}


def _decides(line: Line, _about: Any) -> set[str]:
    who = line.end.to_move
    return {"nobody" if who is None or who is CHANCE else letter(who)}


def _lost(line: Line, who: str) -> set[str]:
    seat = LETTERS.index(who)
    start: Any = line.start
    return {str(start.morale[seat] - table(line).morale[seat])}


def _won(line: Line, _about: Any) -> set[str]:
    outcome = table(line).outcome
    return {"the game goes on" if outcome is None else _letters(outcome.winners)}


def _reward(line: Line, area: str) -> set[str]:
    setup = table(line).setup
    kind = reward_of(find_area(area), setup.mode, setup.reads["missing-texts"], setup.reads["beginner-areas"])
    return {row["text"] for row in rulebook(KEY).data["reward"] if row["id"] == kind}


def _stays_out(line: Line, _about: Any) -> set[str]:
    return {card.name.replace("'", "’") for card in set(area_cards()) - set(areas_for(table(line).setup.mode))}


def _landmark_modes(line: Line, _about: Any) -> set[str]:
    reads = table(line).setup.reads
    return {
        mode.capitalize()
        for mode in MODES
        for card in areas_for(mode)
        if reward_of(card, mode, reads["missing-texts"], reads["beginner-areas"]) == "landmark"
    }


def _of(read: Callable[[Table], object]) -> Question:
    return lambda line, _about: {str(read(table(line)))}


def _of_seat(read: Callable[[Table, Seat], object]) -> Question:
    return lambda line, who: {str(read(table(line), LETTERS.index(who)))}


def _with(type: str) -> Callable[[Table], str]:
    return lambda table: _letters(seat for seat in range(table.players) if _holds(table, type, seat))


QUESTIONS: Mapping[str, Question] = {
    # Areas and campaigns
    "winner": _winner,
    "influence": _influence,
    "elite": _elite,
    "cards_there": lambda line, about: {str(len(table(line).area(about[0]).campaigns[LETTERS.index(about[1])].cards))},
    "defender": lambda line, area: {_letters([seat] if (seat := table(line).area(area).defender) is not None else [])},
    "settled": _of(lambda table: _names(area.key for area in table.areas if area.settled)),
    # Kindred Effects and choices
    "waiting": _of(waiting),
    "decides": _decides,
    "may_go_to": _of(lambda table: _letters({move.to for move in table.legal_moves() if hasattr(move, "to")})),
    # players
    "prestige": _of_seat(lambda table, seat: table.prestige[seat]),
    "morale": _of_seat(lambda table, seat: table.morale[seat]),
    "morale_lost": _lost,
    "hand": _of_seat(lambda table, seat: len(table.hands[seat])),
    "too_many": _of_seat(lambda table, seat: max(0, len(table.hands[seat]) - int(number("hand_limit")))),
    "landmarks": lambda line, who: {_names(table(line).landmarks[LETTERS.index(who)])},
    "with_vanguards": _of(_with("vanguard")),
    "with_aces": _of(_with("ace")),
    # rounds and the end
    "phase": _of(lambda table: table.phase.capitalize()),
    "first_player": _of(lambda table: letter(table.first)),
    "top_discard": _of(lambda table: called(table.discard[-1])),
    "discarded_areas": _of(lambda table: _names(card.text for card in table.area_discard)),
    "wins_game": _won,
    # the box and set-up
    "player_cards": lambda _line, _about: {called(card) for card in player_cards()},
    "reward": _reward,
    "stays_out": _stays_out,
    "landmark_modes": _landmark_modes,
    "area_deck": _of(lambda table: table.setup.per_round * int(number("rounds"))),
    "first_hand": lambda _line, _about: {str(number("first_hand"))},
    "start_morale": _of(lambda table: table.setup.start_morale),
    "listed": lambda _line, about: {str(len(suggested(about["players"], about["list"])[0]))},
    "rounds": lambda _line, _about: {str(number("rounds"))},
}
