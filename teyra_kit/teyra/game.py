"""How does a game run: whose decision is it, what may they do, what comes of it, and when is it over?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations_with_replacement, permutations
from math import factorial
from random import Random
from typing import Any, NamedTuple, TypeAlias

from ..core import CHANCE, Chance, Event, IllegalMove, Outcome, Readings, Reason, Rulings, Seat, rulebook
from ..core.game import signed, unsigned
from ..core.packs import packed
from . import packs
from .areas import LISTS, slash, suggested, texts
from .board import asking, disposed, put, todo
from .campaigns import Area, Campaign, Mods, Standing, pair_as_laid
from .cards import (
    KEY,
    LETTERS,
    MODES,
    UNKNOWN,
    UNKNOWN_AREA,
    AreaCard,
    Card,
    Marker,
    Shrouded,
    Sorter,
    Suit,
    Unknown,
    area_by_id,
    area_cards,
    areas_for,
    find_area,
    folk,
    ids_of_level,
    landmarks,
    letter,
    number,
    player_cards,
    write_entry,
)
from .cards import aces as all_aces
from .cards import vanguards as all_vanguards
from .contests import winners
from .flow import NOBODY, Ask, Flow, Setup, Task
from .kindred import TARGETS, Trigger
from .moves import (
    CHANCES,
    DECLINE,
    DISCARDS,
    DRAW,
    KINDS,
    PASS,
    TAKE_DISCARD,
    Charge,
    DeclareAces,
    Discard,
    DiscardShown,
    Draw,
    GainMorale,
    Inspire,
    Intercept,
    LoseMorale,
    Move,
    Pass,
    PickSuit,
    PlaceLandmark,
    Play,
    Rally,
    ReEnlist,
    Rouse,
    Show,
    Shuffle,
    StackAreas,
    TakeNext,
    TakeToken,
    play,
    plays,
    read_line,
    take_next,
    write_line,
)

LISTED = 4
"""Shuffles of more cards than this are not listed, only drawn."""
PLAYER_MOVES = "Pass, Draw, Play, Discard, Charge, Inspire, Rouse, Intercept, Decline ..."


class Table(NamedTuple):
    """A position: an immutable value.

    `round` counts from 1 (0 before the first). `first` holds the First Player token, `active` has the turn (-1: nobody).
    Decks have their top first, the discard pile its top last. `fresh`: Landmarks won in this round. `zero`: who was at
    Morale 0. `chain`: Kindred Effects that wait, `now` and `agenda` what else is to be done, the last of each next;
    `ask`: the question that is open. `moved`, `done`: what INSPIRE has moved in this chain, and its effects so far.
    """

    setup: Setup
    round: int
    phase: str
    first: Seat
    active: Seat
    hands: tuple[tuple[Card, ...], ...]
    deck: tuple[Card, ...]
    discard: tuple[Card, ...]
    vanguards: tuple[Card, ...]
    aces: tuple[Card, ...]
    area_deck: tuple[AreaCard, ...]
    areas: tuple[Area, ...]
    area_discard: tuple[AreaCard, ...]
    victory: tuple[tuple[AreaCard, ...], ...]
    landmarks: tuple[tuple[str, ...], ...]
    fresh: tuple[tuple[Seat, str], ...]
    prestige: tuple[int, ...]
    morale: tuple[int, ...]
    passed: tuple[bool, ...]
    zero: tuple[Seat, ...]
    roused: tuple[Card, ...]
    moved: tuple[Card, ...]
    done: int
    ended: str
    chain: tuple[Trigger, ...]
    now: tuple[Task, ...]
    agenda: tuple[Task, ...]
    ask: Ask | None

    # -------------------------------------------------------------------------------------------- reading the table

    @property
    def players(self) -> int:
        """How many play. Clause: mode.players"""
        return self.setup.players

    @property
    def rulings(self) -> Rulings:
        """The readings in force."""
        return self.setup.rulings

    @property
    def to_move(self) -> Seat | Chance | None:
        """The seat that decides, CHANCE, or None when the game is over."""
        ask = self.ask
        if ask is None:
            return None
        return CHANCE if ask.seat == NOBODY else ask.seat

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on; scores are Prestige. Clause: end.winner, multi.winner, end.tie"""
        if self.ask is not None or not self.ended:
            return None
        won = winners(self.prestige, self.morale, max(self.first, 0), self.setup.reads)
        return Outcome(won, self.prestige, self.ended)

    def area(self, key: str) -> Area:
        """The Area on the table with this key; ValueError names those there are."""
        for area in self.areas:
            if area.key == key:
                return area
        raise ValueError(f"There is no Area {key!r} on the table. There are: {', '.join(a.key for a in self.areas)}")

    def mods(self, area: Area | str, seat: Seat) -> Mods:
        """What the constant texts change in a campaign. Clause: area.effect-constant, landmark.after-areas"""
        return Flow(self).mods(self.area(area) if isinstance(area, str) else area, seat)

    def standing(self, area: Area | str, seat: Seat) -> Standing:
        """Influence, bust and Elite Force of a campaign as it lies there. Clause: resolve.totals"""
        return Flow(self).standing(self.area(area) if isinstance(area, str) else area, seat)

    # -------------------------------------------------------------------------------------------- moves

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move. A shuffle of many cards cannot be listed and raises ValueError."""
        ask = self.ask
        if ask is None:
            return ()
        if ask.seat == NOBODY:
            return tuple(move for move, _ in self.chance_moves())
        if ask.what in WAYS:
            cards = _one_of_each(self.hands[ask.seat])
            return tuple([move for way in WAYS[ask.what](self, ask) for move in map(way, cards)])
        found: tuple[Move, ...] = OPTIONS[ask.what](self, ask)
        return found

    def random_move(self, rng: Random) -> Move:
        """One of legal_moves(), each as likely, without making the others, or sample_chance(rng).

        ValueError if the game is over.
        """
        ask = self.ask
        if ask is None:
            raise ValueError("The game is over: there is no move")
        what, seat = ask.what, ask.seat
        if seat == NOBODY:
            return self.sample_chance(rng)
        if what in WAYS:
            cards = _one_of_each(self.hands[seat])
            card = cards[int(rng.random() * len(cards))]
            if what == "discard":
                return DISCARDS[card]
            ways = WAYS[what](self, ask)
            return ways[int(rng.random() * len(ways))](card)
        moves: tuple[Move, ...] = OPTIONS[what](self, ask)
        return moves[int(rng.random() * len(moves))]

    def chance_moves(self) -> tuple[tuple[Move, Fraction], ...]:
        """Each outcome of a chance with its probability; ValueError if there are too many to list.

        Clause: setup2.first-player, setupn.first-player
        """
        ask = self.ask
        if self.to_move is not CHANCE or ask is None:
            raise ValueError("No chance is due here: a player moves. Ask legal_moves()")
        if ask.what == "token":
            return tuple((TakeToken(seat), Fraction(1, self.players)) for seat in range(self.players))
        if ask.what == "shuffle" and len(ask.cards) <= LISTED:
            chance = Fraction(1, factorial(len(ask.cards)))
            return tuple((Shuffle(ask.pile, cards), chance) for cards in permutations(ask.cards))
        raise ValueError("A shuffle has too many outcomes to list. Draw one with sample_chance(rng)")

    def sample_chance(self, rng: Random) -> Move:
        """One outcome of a chance. Clause: setup2.deck-size, setupn.deck-size, setup2.kinfolk-deck, suggested.lists"""
        ask = self.ask
        if self.to_move is not CHANCE or ask is None:
            raise ValueError("No chance is due here: a player moves. Ask legal_moves()")
        if ask.what == "token":
            return TakeToken(rng.randrange(self.players))
        if ask.what == "shuffle":
            return Shuffle(ask.pile, tuple(sorted(ask.cards, key=lambda _card: rng.random())))
        ids: list[str] = []
        for level in range(1, int(number("rounds")) + 1):
            picked = [rng.choice(place) for place in self._places(level)] if self.setup.list else []
            if not self.setup.list:
                picked = rng.sample(ids_of_level(level, self.setup.mode, self._tenth), self.setup.per_round)
            rng.shuffle(picked)
            ids += picked
        return StackAreas(tuple(ids))

    @property
    def _tenth(self) -> str:
        return str(self.setup.reads["tenth-landmark"])

    def _places(self, level: int) -> list[list[str]]:
        """The ids that may take each place of a level in the suggested list. Clause: suggested.lists"""
        reading = self.setup.reads["suggested-slash"]
        found = []
        for names in suggested(self.players, self.setup.list)[level - 1]:
            names = slash(names, self.setup.picks, reading)
            found.append([card.id for card in area_cards(self._tenth) if card.level == level and card.text in names])
        return found

    def why_not(self, move: Move) -> tuple[Reason, ...]:
        """() if the move is legal, else every condition it fails, with its clause and a way out."""
        if not isinstance(move, KINDS):
            raise ValueError(f"{move!r} is no move of Teyra. Moves are {PLAYER_MOVES}")
        ask = self.ask
        if ask is None:
            text = "The game is over."
            return (Reason(self.ended or "end.round-four", text, "Start a new game."),)
        if ask.seat == NOBODY:
            return why_not_chance(self, ask, move)
        if self._is_legal(ask, move):
            return ()
        return why_not_choice(self, ask, move)

    def _is_legal(self, ask: Ask, move: Move) -> bool:
        """The same as being one of legal_moves(), faster for the commonest moves."""
        if ask.what == "discard" and isinstance(move, Discard):
            return move.card in self.hands[ask.seat]
        if ask.what == "play" and isinstance(move, Play):
            reads = self.setup.reads
            if move.place is None and not move.shroud and reads["card-position"] == "append":
                return move.card in self.hands[ask.seat] and any(area.key == move.area for area in self.areas)
        return move in self.legal_moves()

    def play(self, move: Move) -> Table:
        """The table after a move; IllegalMove says why not."""
        reasons = self.why_not(move)
        if reasons:
            raise IllegalMove(move, reasons)
        return self.play_unchecked(move)

    def play_unchecked(self, move: Any) -> Table:
        """The table after a move that is known to be legal.

        A plain draw, discard or pass changes little: this is the same as Flow does with them, without taking the table
        apart, unless Flow has to say what follows. Clause: contest.draw, contest.discard, pass.instead
        """
        row: list[Any] = [*self]
        ask = row[ASK]
        what, seat = ask.what, ask.seat
        done = False
        if what == "discard":
            card, hand = move.card, row[HANDS][seat]
            where = hand.index(card)
            row[HANDS] = put(row[HANDS], seat, hand[:where] + hand[where + 1 :])
            piles = disposed((card,), row[DISCARD], row[VANGUARDS], row[ACES], row[SETUP].reads)
            row[DISCARD], row[VANGUARDS], row[ACES] = piles
            done = _next_limit(row, len(hand) - 1) if ask.area == "limit" else _next_turn(row)
        elif what == "draw":
            if move is DRAW and row[DECK]:
                row[HANDS], row[DECK] = put(row[HANDS], seat, (*row[HANDS][seat], row[DECK][0])), row[DECK][1:]
                row[MOVED], row[DONE], row[ASK] = (), 0, asking("play", seat)
                done = True
            elif move is PASS:
                row[PASSED] = put(row[PASSED], seat, True)
                done = _next_turn(row)
        if done:
            return _table(row)
        flow = Flow(self)
        flow.apply(move)
        return _table(flow.freeze())

    # -------------------------------------------------------------------------------------------- telling, showing

    def events(self, move: Move) -> tuple[Event, ...]:
        """What play(move) does: every change with its clause. IllegalMove if the move is refused."""
        return self.told(move)[1]

    def told(self, move: Move) -> tuple[Table, tuple[Event, ...], tuple[str, ...]]:
        """The table after a move, its events, and short notes of what was resolved: 'A:CHARGE'."""
        reasons = self.why_not(move)
        if reasons:
            raise IllegalMove(move, reasons)
        flow = Flow(self, telling=True)
        flow.apply(move)
        assert flow.log is not None
        return Table._make(flow.freeze()), tuple(flow.log), tuple(flow.notes)

    def reveals(self, move: Move, seat: Seat) -> bool:
        """Whether a move shows that seat a card or an outcome it did not know. Clause: setup2.own-hand, setupn.own-hand"""
        if self.to_move is CHANCE:
            return True
        return bool(known(self.play_unchecked(move), seat) - known(self, seat))

    def observe(self, seat: Seat) -> Table:
        """The table as that seat may see it: what is hidden from it is UNKNOWN.

        Clause: setup2.own-hand, setupn.own-hand, keyword.shroud-play, rouse.unseen
        """
        if type(seat) is not int or not 0 <= seat < self.players:
            raise ValueError(f"seat is {seat!r}; allowed: 0 to {self.players - 1}")
        ask = self.ask
        hide = _hidden
        deck = hide(self.deck)
        discards = self.discard
        if self.setup.reads["hidden-information"] == "top-discard-only" and not (
            ask is not None and ask.what == "re-enlist" and ask.seat == seat
        ):
            discards = hide(discards[:-1]) + discards[-1:]
        if ask is not None and (ask.seat == NOBODY or ask.seat != seat):
            if ask.what == "shuffle" or ask.what == "rally":
                ask = replace(ask, cards=hide(ask.cards))
        elif ask is not None and ask.what == "rally" and ask.cards:
            deck = self.deck[:1] + deck[1:]
        areas = tuple(
            area._replace(
                card=area.card if area.open else UNKNOWN_AREA,
                campaigns=tuple(
                    campaign if owner == seat else campaign._replace(cards=_shrouded(campaign.cards))
                    for owner, campaign in enumerate(area.campaigns)
                ),
            )
            for area in self.areas
        )
        secret = {
            entry.card
            for area in self.areas
            for owner, campaign in enumerate(area.campaigns)
            if owner != seat
            for entry in campaign.cards
            if isinstance(entry, Shrouded)
        }
        agenda = tuple(_veiled(task, secret) for task in self.agenda)
        return self._replace(
            hands=tuple(hand if owner == seat else hide(hand) for owner, hand in enumerate(self.hands)),
            deck=deck,
            discard=discards,
            vanguards=hide(self.vanguards),
            aces=hide(self.aces),
            area_deck=(UNKNOWN_AREA,) * len(self.area_deck),
            areas=areas,
            victory=tuple(tuple(_won(self, card) for card in won) for won in self.victory),
            area_discard=tuple(_won(self, card) for card in self.area_discard),
            roused=hide(self.roused),
            agenda=agenda,
            ask=ask,
        )

    def as_position(self) -> dict[str, Any]:
        """The arguments with which `position` builds this table anew."""
        if any(
            isinstance(card, Unknown) for card in (*self.deck, *self.vanguards, *(c for h in self.hands for c in h))
        ):
            raise ValueError("An observed table has hidden cards: it cannot be built anew")
        setup = self.setup
        found: dict[str, Any] = {
            "players": setup.players,
            "mode": setup.mode,
            "list": setup.list,
            "picks": list(setup.picks),
            "named": letter(setup.named) if setup.named != NOBODY else "",
            "rulings": setup.rulings,
        }
        if setup.pack:
            found["pack"] = json.loads(setup.pack)
        if self == new_game(**found):
            return found
        return found | {
            "partial": setup.partial,
            "round": self.round,
            "phase": self.phase,
            "first": letter(self.first) if self.first != NOBODY else "",
            "active": letter(self.active) if self.active != NOBODY else "",
            "hands": [[card.id for card in hand] for hand in self.hands],
            "deck": [card.id for card in self.deck],
            "discard": [card.id for card in self.discard],
            "vanguards": [card.id for card in self.vanguards],
            "aces": [card.id for card in self.aces],
            "area_deck": [card.id for card in self.area_deck],
            "areas": [_write_area(area) for area in self.areas],
            "area_discard": [card.id for card in self.area_discard],
            "victory": [[card.id for card in won] for won in self.victory],
            "landmarks": [list(owned) for owned in self.landmarks],
            "fresh": [[letter(seat), key] for seat, key in self.fresh],
            "prestige": list(self.prestige),
            "morale": list(self.morale),
            "passed": [letter(seat) for seat in range(self.players) if self.passed[seat]],
            "zero": [letter(seat) for seat in self.zero],
            "roused": [card.id for card in self.roused],
            "moved": [card.id for card in self.moved],
            "done": self.done,
            "ended": self.ended,
            "chain": [_pack(trigger) for trigger in self.chain],
            "now": [_pack(task) for task in self.now],
            "agenda": [_pack(task) for task in self.agenda],
            "ask": None if self.ask is None else _pack(self.ask),
        }

    def write_move(self, move: Move) -> str:
        """A move as a line of a record: 'B play B4a padma-field'."""
        return signed(None if isinstance(move, CHANCES) else self.to_move, write_line(move))

    def read_move(self, line: str) -> Move:
        """The move of a line; ValueError says what is allowed."""
        return read_line(unsigned(self.to_move, line, "'B play B4a padma-field'"))

    # -------------------------------------------------------------------------------------------- as text

    def __str__(self) -> str:
        """The table as plain text."""
        lines = [f"Teyra, {self.setup.mode} mode, {self.players} players. Round {self.round}, {self.phase}."]
        for area in self.areas:
            name = area.card.name if area.open else "An Area that lies face down"
            defends = "" if area.defender is None else f", defended by {letter(area.defender)}"
            won = (
                ""
                if not area.settled
                else f", {'won by ' + letter(area.winner) if area.winner is not None else 'unclaimed'}"
            )
            lines.append(f"{name}{defends}{won}")
            for seat, campaign in enumerate(area.campaigns):
                if campaign.cards:
                    standing = self.standing(area, seat)
                    bust = " bust" if standing.bust else ""
                    rank = f", Elite Force of rank {standing.rank}" if standing.rank else ""
                    row = " ".join(write_entry(entry, codes=True) for entry in campaign.cards)
                    lines.append(f"  {letter(seat)}: {row} = {standing.total}{bust}{rank}")
        for seat in range(self.players):
            token = ", First Player" if seat == self.first else ""
            hand = " ".join(card.code for card in self.hands[seat]) or "no cards"
            lines.append(
                f"{letter(seat)}: Prestige {self.prestige[seat]}, Morale {self.morale[seat]}{token}. Hand: {hand}"
            )
        top = self.discard[-1].code if self.discard else "none"
        lines.append(f"Folk Deck: {len(self.deck)} cards. Discard pile: {len(self.discard)}, on top {top}.")
        if self.ask is not None:
            who = "Chance" if self.ask.seat == NOBODY else letter(self.ask.seat)
            lines.append(f"{who} is to decide: {self.ask.what}.")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from .scene import alone

        return alone(self)


_table: Callable[[Iterable[Any]], Table] = partial(tuple.__new__, Table)
"""The same as Table._make for the right number of fields, without its check."""
_place = Table._fields.index
ACTIVE, HANDS, DECK, DISCARD, VANGUARDS, ACES = map(_place, ("active", "hands", "deck", "discard", "vanguards", "aces"))
PASSED, MOVED, DONE, AGENDA, ASK = map(_place, ("passed", "moved", "done", "agenda", "ask"))
SETUP, CHAIN, NOW = map(_place, ("setup", "chain", "now"))


def _next_turn(row: list[Any]) -> bool:
    """Whether the turn passes on to a player who holds a card; if so, it does. Clause: contest.until, pass.out, pass.next"""
    task, passed = row[AGENDA][-1], row[PASSED]
    if task.do != "turn" or row[NOW] or row[CHAIN] or all(passed):
        return False
    seat, players = task.seat, len(passed)
    while passed[seat]:
        seat = (seat + 1) % players
    if not row[HANDS][seat]:
        return False
    row[ACTIVE], row[MOVED], row[DONE], row[ASK] = seat, (), 0, asking("draw", seat)
    row[AGENDA] = (*row[AGENDA][:-1], todo("turn", (seat + 1) % players))
    return True


def _next_limit(row: list[Any], left: int) -> bool:
    """Whether the same player, who has so many cards left, or the next one has to discard down to the limit; if so, that
    is asked for. Clause: strategise.discard-to-limit"""
    task, limit = row[AGENDA][-1] if row[AGENDA] else None, row[ASK].n
    if left > limit:
        return True
    if task is None or task.do != "limit" or row[NOW] or row[CHAIN] or row[SETUP].texts.changes_hands:
        return False
    if len(row[HANDS][task.seat]) <= limit:
        return False
    row[MOVED], row[DONE], row[ASK] = (), 0, asking("discard", task.seat, area="limit", n=limit)
    row[AGENDA] = row[AGENDA][:-1]
    return True


# ---------------------------------------------------------------- what may be chosen


def _places(row: Sequence[Any], reads: Readings) -> Iterable[int | None]:
    return (None,) if reads["card-position"] == "append" else range(len(row) + 1)


DRAW_OR_PASS: tuple[Move, ...] = (DRAW, PASS)


def _one_of_each(hand: Sequence[Card]) -> Sequence[Card]:
    """The cards of a hand, of equal ones only the first: they are the same to play."""
    seen: dict[str, Card] = {}
    for card in hand:
        if card.code not in seen:
            seen[card.code] = card
    return [*seen.values()]


def _draw_options(table: Table, ask: Ask) -> tuple[Move, ...]:
    """Clause: contest.draw, pass.instead, faq.cleric, strategise.reshuffle"""
    seat = ask.seat
    if table.deck and not table.landmarks[seat]:
        return DRAW_OR_PASS
    flow = Flow(table)
    reads = table.setup.reads
    cleric = bool(table.discard and table.landmarks[seat]) and any(
        step.do == "alternative-draw"
        for key in flow.active_landmarks(seat)
        for step in table.setup.texts.landmark_steps(key, "turn-draw")
    )
    must_pass = not flow.can_draw() and not cleric
    if must_pass and table.hands[seat]:
        must_pass = reads["deck-and-discard-empty"] == "must-pass" and not table.deck and not table.discard
    if must_pass:
        return (PASS,)
    return (DRAW, TAKE_DISCARD, PASS) if cleric else (DRAW, PASS)


Way: TypeAlias = Callable[[Card], Move]
"""What makes the move of a card: into which Area, at which place, face down or not."""


def _play_ways(table: Table, ask: Ask) -> list[Way]:
    """Every card of the hand can be played in each of these ways. Clause: contest.play, multi.turn, keyword.shroud-play"""
    seat = ask.seat
    reads, texts = table.setup.reads, table.setup.texts
    append = reads["card-position"] == "append"
    flow = Flow(table) if table.landmarks[seat] else None
    ways: list[Way] = []
    for area in table.areas:
        mode = flow.shroud_choice(seat, area) if flow else texts.shroud_mode(area.card.text) if area.open else ""
        may, key = mode == "may", area.key
        if append and not may:
            ways.append(plays(key).__getitem__)
            continue
        for place in _places(area.campaigns[seat].cards, reads):
            ways.append(partial(play, area=key, place=place))
            if may:
                ways.append(partial(play, area=key, place=place, shroud=True))
    return ways


def _discard_ways(_table: Table, _ask: Ask) -> Sequence[Way]:
    """Clause: contest.discard, strategise.discard-to-limit"""
    return (DISCARDS.__getitem__,)


WAYS: dict[str, Callable[[Table, Ask], Sequence[Way]]] = {"play": _play_ways, "discard": _discard_ways}


def _effect_options(table: Table, ask: Ask) -> tuple[Move, ...]:
    """Clause: charge.effect, inspire.effect, rouse.effect, intercept.effect, kindred.vanguard-twice"""
    assert ask.trigger is not None
    reads = table.setup.reads
    suit = ask.trigger.suit
    rows = {area.key: area.campaigns for area in table.areas}
    append = reads["card-position"] == "append"
    found: list[Move] = []
    for aim in TARGETS[suit](table.areas, Flow(table).mods, reads, table.moved):
        if suit is Suit.BOAR:
            assert aim.card is not None
            found.append(Charge(aim.card, aim.owner, aim.area))
            continue
        to = aim.owner if aim.to is None else aim.to
        into = aim.into or aim.area
        for place in (None,) if append else _places(rows[into][to].cards, reads):
            if suit is Suit.KOEL:
                found.append(Rouse(to, aim.area, place))
            elif suit is Suit.ORANGUTAN:
                assert aim.card is not None
                found.append(Inspire(aim.card, aim.owner, aim.area, to, place))
            else:
                assert aim.card is not None
                found.append(Intercept(aim.card, aim.owner, aim.area, aim.into, place))
    return (*found, DECLINE) if ask.optional else tuple(found)


def _elite_options(table: Table, ask: Ask) -> tuple[Move, ...]:
    """Clause: elite.morale"""
    return tuple(LoseMorale(seat) for seat in range(table.players) if seat != ask.seat)


def _reward_options(table: Table, ask: Ask) -> tuple[Move, ...]:
    """Clause: reward.lose-morale, reward.gain-morale"""
    kind = LoseMorale if ask.what == "lose-morale" else GainMorale
    return tuple(kind(seat) for seat in ask.data[0])


def _suit_options(table: Table, ask: Ask) -> tuple[Move, ...]:
    """Clause: faq.rainbow-one"""
    return tuple(PickSuit(suit) for suit, _ in ask.data)


def _rally_options(table: Table, ask: Ask) -> tuple[Move, ...]:
    """Clause: keyword.rally, faq.roost-landmark"""
    reads = table.setup.reads
    found: list[Move] = [
        Rally(seat, key, place)
        for key, seat in ask.data[0]
        for place in _places(table.area(key).campaigns[seat].cards, reads)
    ]
    return (*found, DECLINE) if ask.optional else tuple(found)


def _show_options(table: Table, ask: Ask) -> tuple[Move, ...]:
    """Clause: faq.crystal"""
    return tuple(Show(card) for card in _one_of_each(table.hands[ask.seat]))


def _shown_options(table: Table, ask: Ask) -> tuple[Move, ...]:
    """Clause: faq.crystal"""
    found: tuple[Move, ...] = tuple(DiscardShown(seat) for seat, _ in ask.cards if ask.n in (NOBODY, seat))
    return (*found, DECLINE) if ask.optional else found


def re_enlist_choices(pile: Sequence[Card], reading: str = "any-card") -> tuple[Card, ...]:
    """The cards that RE-ENLIST may take. Clause: keyword.re-enlist"""
    return tuple(pile) if reading == "any-card" else tuple(pile[-1:])


def _re_enlist_options(table: Table, ask: Ask) -> tuple[Move, ...]:
    """Clause: keyword.re-enlist"""
    cards = re_enlist_choices(table.discard, table.setup.reads["re-enlist-choice"])
    found: tuple[Move, ...] = tuple(ReEnlist(card) for card in cards)
    return (*found, DECLINE) if ask.optional else found


def _place_options(table: Table, ask: Ask) -> tuple[Move, ...]:
    """Clause: faq.placed-landmarks"""
    reads = table.setup.reads
    return tuple(
        PlaceLandmark(ask.area, area.key, place)
        for area in table.areas
        for place in _places(area.campaigns[ask.seat].cards, reads)
    )


def _next_options(table: Table, ask: Ask) -> tuple[Move, ...]:
    """Clause: resolve.effects-order, resolve.contests-order"""
    return tuple([take_next(key, window) for key, window in ask.data])


def _aces_options(table: Table, ask: Ask) -> tuple[Move, ...]:
    """Clause: card.ace-later"""
    return tuple(DeclareAces(values) for values in combinations_with_replacement((1, 10, 11), ask.n))


OPTIONS: dict[str, Any] = {
    "draw": _draw_options,
    "effect": _effect_options,
    "elite": _elite_options,
    "lose-morale": _reward_options,
    "gain-morale": _reward_options,
    "suit": _suit_options,
    "rally": _rally_options,
    "show": _show_options,
    "discard-shown": _shown_options,
    "re-enlist": _re_enlist_options,
    "place": _place_options,
    "next": _next_options,
    "aces": _aces_options,
}


# ---------------------------------------------------------------- why a move is refused


def why_not_chance(table: Table, ask: Ask, move: Move) -> tuple[Reason, ...]:
    """Whether an outcome of chance is possible. Clause: setup2.deck-size, setupn.deck-size, setup2.deck-order,
    setup2.sort-levels, setupn.sort-levels, setupn.deck-order"""
    wanted = {"token": TakeToken, "stack": StackAreas, "shuffle": Shuffle}[ask.what]
    fix = "Draw an outcome with sample_chance(rng)."
    s = "setup2" if table.players == 2 else "setupn"
    if not isinstance(move, wanted):
        return (Reason("round.phases", f"Chance decides here ({ask.what}), no player.", fix),)
    if isinstance(move, TakeToken):
        if type(move.seat) is int and 0 <= move.seat < table.players:
            return ()
        text = f"There is no seat {move.seat!r}."
        return (Reason(f"{s}.first-player", text, f"Take a seat from 0 to {table.players - 1}."),)
    if isinstance(move, Shuffle):
        if move.pile == ask.pile and Counter(move.cards) == Counter(ask.cards):
            return ()
        clause = "strategise.reshuffle" if table.phase != "setup" else f"{s}.kinfolk-deck"
        return (Reason(clause, f"These are not the cards that are shuffled into the {ask.pile}.", fix),)
    assert isinstance(move, StackAreas)
    return _why_not_stack(table, move, s, fix)


def _why_not_stack(table: Table, move: StackAreas, s: str, fix: str) -> tuple[Reason, ...]:
    count = table.setup.per_round
    by_id = area_by_id(table._tenth)
    if any(id not in by_id for id in move.ids):
        bad = next(id for id in move.ids if id not in by_id)
        return (Reason(f"{s}.sort-levels", f"There is no Area card {bad!r}.", fix),)
    if len(move.ids) != count * 4 or len(set(move.ids)) != len(move.ids):
        text = f"The Area deck needs {count * 4} different cards; these are {len(set(move.ids))}."
        return (Reason(f"{s}.deck-size", text, fix),)
    reasons = []
    levels = [by_id[id].level for id in move.ids]
    if levels != [level for level in (1, 2, 3, 4) for _ in range(count)]:
        text = f"The levels from the top are {levels}."
        reasons.append(Reason(f"{s}.deck-order", text, f"Lay {count} of Level 1 on top, then 2, 3, 4."))
    allowed = set(areas_for(table.setup.mode, table._tenth))
    for id in move.ids:
        if by_id[id] not in allowed:
            text = f"{by_id[id].name} gives a Landmark and stays out in {table.setup.mode} mode."
            reasons.append(Reason(f"mode.{table.setup.mode}", text, fix))
    if table.setup.list and not reasons:
        for level in (1, 2, 3, 4):
            ids = move.ids[count * (level - 1) : count * level]
            if not any(
                all(id in place for id, place in zip(order, table._places(level), strict=True))
                for order in permutations(ids)
            ):
                text = f"Level {level} does not hold the cards of the suggested list {table.setup.list!r}."
                reasons.append(Reason("suggested.lists", text, fix))
    return tuple(reasons)


ASKED = {
    "draw": ("contest.draw", "has to draw or pass first"),
    "play": ("contest.play", "has to play a card now"),
    "discard": ("contest.discard", "has to discard a card now"),
    "effect": ("kindred.trigger", "has to carry out a Kindred Effect now"),
    "elite": ("elite.morale", "has to name the opponent who loses Morale"),
    "lose-morale": ("reward.lose-morale", "has to name who loses 1 Morale"),
    "gain-morale": ("reward.gain-morale", "has to name who gains 2 Morale"),
    "suit": ("faq.rainbow-one", "has to pick the one effect that is activated"),
    "rally": ("keyword.rally", "has to choose a campaign for the RALLY"),
    "show": ("faq.crystal", "has to reveal a card from hand"),
    "discard-shown": ("faq.crystal", "has to choose a revealed card"),
    "re-enlist": ("keyword.re-enlist", "has to take a card from the discard pile"),
    "place": ("faq.placed-landmarks", "has to place the Landmark"),
    "next": ("resolve.effects-order", "has to say which Area is next"),
    "aces": ("card.ace-later", "has to state the values of the own Aces"),
}


def _some(moves: Sequence[Move]) -> str:
    shown = "; ".join(str(move) for move in moves[:6])
    return f"Possible: {shown}{' ...' if len(moves) > 6 else ''}."


def why_not_choice(table: Table, ask: Ask, move: Move) -> tuple[Reason, ...]:
    """Every condition that a player's move fails. Clause: pass.instead, charge.limits, inspire.limits,
    keyword.shroud-blank, contest.play, multi.turn, rouse.unseen"""
    options = table.legal_moves()
    who, fix = letter(ask.seat), _some(options)
    clause, what = ASKED[ask.what]
    if ask.what == "effect" and ask.trigger is not None:
        clause = f"{ask.trigger.suit.effect.lower()}.effect"
        what = f"has to carry out {ask.trigger.suit.effect} now"
    if not any(type(option) is type(move) for option in options):
        if isinstance(move, Pass):
            return (Reason("pass.instead", f"{who} {what}: it is too late to pass.", fix),)
        if move == DECLINE:
            return (Reason("kindred.trigger", f"{who} {what}: it may not be declined.", fix),)
        if isinstance(move, Draw):
            return (Reason("contest.draw", f"{who} {what}.", fix),)
        return (Reason(clause, f"{who} {what}, and {str(move)!r} is something else.", fix),)
    reasons = []
    card = getattr(move, "card", None)
    if isinstance(move, Play | Discard | Show) and card not in table.hands[ask.seat]:
        reasons.append(Reason(clause, f"{card} is not in {who}’s hand.", fix))
    keys = {area.key for area in table.areas}
    for name in ("area", "into"):
        key = getattr(move, name, None)
        if isinstance(key, str) and key and key not in keys and not isinstance(move, TakeNext):
            there = ", ".join(sorted(keys)) or "no Area"
            reasons.append(Reason("contest.play", f"{key!r} is not on the table.", f"On the table: {there}."))
    if isinstance(move, Charge | Inspire | Intercept) and not reasons:
        reasons += _why_not_target(table, ask, move, fix)
    if isinstance(move, Play) and not reasons:
        if move.shroud:
            reasons.append(Reason("keyword.shroud-play", "No text lets this card be played face down.", fix))
        else:
            reasons.append(Reason("contest.play", f"There is no place {move.place!r} for it.", fix))
    if isinstance(move, Draw) and not reasons:
        reasons.append(Reason("faq.cleric", "Only Cleric Mandala lets a player take the top discard.", fix))
    if not reasons:
        reasons.append(Reason(clause, f"{str(move)!r} is not possible here.", fix))
    return tuple(reasons)


def _why_not_target(table: Table, ask: Ask, move: Charge | Inspire | Intercept, fix: str) -> list[Reason]:
    assert ask.trigger is not None
    name = ask.trigger.suit.effect
    low = name.lower()
    area = table.area(move.area)
    if not (type(move.owner) is int and 0 <= move.owner < table.players):
        return [Reason(f"{low}.effect", f"There is no seat {move.owner!r}.", fix)]
    row = area.campaigns[move.owner].cards
    where = f"{letter(move.owner)}’s campaign in {area.card.name}"
    if Shrouded(move.card) in row:
        return [Reason("keyword.shroud-blank", "A shrouded card cannot be chosen.", fix)]
    if move.card not in row:
        return [Reason(f"{low}.effect", f"{move.card} does not lie in {where}.", fix)]
    reasons = []
    if move.card.type != "folk" and not isinstance(move, Intercept):
        reasons.append(Reason(f"{low}.limits", f"{move.card} is no Folk card: {name} cannot take it.", fix))
    if isinstance(move, Inspire):
        if move.to == move.owner:
            reasons.append(Reason("inspire.effect", "INSPIRE moves a card to another player’s campaign.", fix))
        if move.card in table.moved and table.setup.reads["inspire-loop"] == "once-per-card":
            reasons.append(Reason("inspire.effect", f"INSPIRE has moved {move.card} in this chain already.", fix))
    if isinstance(move, Intercept) and move.into == move.area:
        reasons.append(Reason("intercept.effect", "INTERCEPT moves a card to a different Area.", fix))
    if not reasons:
        reasons.append(
            Reason(f"{low}.effect", f"{name} may not choose this: it is safe, ignored, or no campaign.", fix)
        )
    return reasons


# ---------------------------------------------------------------- what a seat may see


def _hidden(cards: Sequence[Any]) -> tuple[Any, ...]:
    return (UNKNOWN,) * len(cards)


def _veiled(task: Task, secret: set[Any]) -> Task:
    """A task without the cards that a seat may not see."""
    if task.do in ("deal", "shuffle"):
        return task._replace(data=_hidden(task.data))
    if task.card in secret or any(part in secret for part in task.data if isinstance(part, Card)):
        data = tuple(UNKNOWN if part in secret else part for part in task.data)
        return task._replace(card=None if task.card in secret else task.card, data=data)
    return task


def _shrouded(row: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(Shrouded(UNKNOWN) if isinstance(entry, Shrouded) else entry for entry in row)


def _won(table: Table, card: AreaCard) -> AreaCard:
    """A won or discarded Area: in Beginner it stays face down unless its reward is paid. Clause: mode.beginner"""
    shown = table.setup.mode != "beginner" or table.setup.reads["beginner-areas"] == "reward-on-win"
    return card if shown else UNKNOWN_AREA


def known(table: Table, seat: Seat) -> frozenset[Any]:
    """The cards whose place a seat knows."""
    seen = table.observe(seat)
    found: set[Any] = {*seen.discard, *seen.deck, *seen.hands[seat]}
    for area in seen.areas:
        if area.open:
            found.add(area.card)
        for campaign in area.campaigns:
            found.update(entry.card if isinstance(entry, Shrouded) else entry for entry in campaign.cards)
    found.update(card for won in seen.victory for card in won)
    if seen.ask is not None and seen.ask.what in ("show", "discard-shown"):
        found.update(card for _, card in seen.ask.cards)
    return frozenset(found - {UNKNOWN, UNKNOWN_AREA})


def visible_discards(pile: Sequence[Card], reading: str = "open-discards") -> tuple[Card, ...]:
    """The discards a player may look at. Clause: setup2.own-hand, setupn.own-hand"""
    return tuple(pile) if reading == "open-discards" else tuple(pile[-1:])


# ---------------------------------------------------------------- states as JSON values


def _pack(value: Any) -> Any:
    if isinstance(value, Card):
        return "@" + value.id
    if isinstance(value, Suit):
        return "$" + value.value
    if isinstance(value, Trigger | Task | Ask):
        return ["!" + type(value).__name__, *(_pack(getattr(value, name)) for name in value.__match_args__)]
    if isinstance(value, tuple):
        return [_pack(part) for part in value]
    return value


PACKED: dict[str, Any] = {"!Trigger": Trigger, "!Task": Task, "!Ask": Ask}


def _unpack(value: Any) -> Any:
    if isinstance(value, str) and value[:1] == "@":
        return Card(value[1:])
    if isinstance(value, str) and value[:1] == "$":
        return Suit(value[1:])
    if isinstance(value, list | tuple):
        if value and isinstance(value[0], str) and value[0] in PACKED:
            kind = PACKED[value[0]]
            if len(value) - 1 != len(kind.__match_args__):
                raise ValueError(f"{value!r} is not a {value[0][1:]}: it needs {', '.join(kind.__match_args__)}")
            return kind(*(_unpack(part) for part in value[1:]))
        return tuple(_unpack(part) for part in value)
    if value is None or isinstance(value, str | int):
        return value
    raise ValueError(f"{value!r} cannot stand in a position; allowed: texts, whole numbers and lists")


def _write_area(area: Area) -> dict[str, Any]:
    found: dict[str, Any] = {"card": area.card.id}
    if area.defender is not None:
        found["defender"] = letter(area.defender)
    found["campaigns"] = [[write_entry(entry) for entry in campaign.cards] for campaign in area.campaigns]
    found["ranks"] = [campaign.rank for campaign in area.campaigns]
    found["paid"] = [letter(seat) for seat, campaign in enumerate(area.campaigns) if campaign.paid]
    found["pairs"] = [[card.id for card in campaign.pair] for campaign in area.campaigns]
    found |= {"open": area.open, "revealed": area.revealed, "used": area.used, "settled": area.settled}
    found["winner"] = "" if area.winner is None else letter(area.winner)
    found["out"] = [card.id for card in area.out]
    if area.slot:
        found["slot"] = area.slot
    return found


# ---------------------------------------------------------------- setting up


def seat_number(seat: Seat | str, players: int, name: str = "seat") -> Seat:
    """A seat from its number or letter; ValueError says what is allowed."""
    if type(seat) is int and 0 <= seat < players:
        return seat
    if isinstance(seat, str) and len(seat) == 1 and seat in LETTERS[:players]:
        return LETTERS.index(seat)
    raise ValueError(f"{name} is {seat!r}; allowed: {letter(0)} to {letter(players - 1)}, or 0 to {players - 1}")


def make_setup(
    players: int,
    mode: str,
    list: str,
    picks: Iterable[str],
    named: Seat | str,
    rulings: Rulings | None,
    partial: bool = False,
    pack: Mapping[str, Any] | None = None,
) -> Setup:
    """What is agreed before the game, checked. Clause: mode.choice, mode.players, setup2.suggested, mode.normal"""
    least, most = rulebook(KEY).players
    if type(players) is not int or not least <= players <= most:
        raise ValueError(f"players is {players!r}; allowed: {least} to {most}")
    if mode not in MODES:
        raise ValueError(f"mode is {mode!r}; allowed: {', '.join(MODES)}")
    if list not in ("", *LISTS):
        raise ValueError(f"list is {list!r}; allowed: '' for random Areas, or {', '.join(LISTS)}")
    if rulings is None:
        rulings = Rulings.defaults(KEY)
    if not isinstance(rulings, Rulings) or rulings.game != KEY:
        raise ValueError(
            f"rulings is {rulings!r}; allowed: Rulings.defaults({KEY!r}) and what .with_(id, reading) makes of it"
        )
    if list == "advanced" and mode == "normal":
        raise ValueError(
            "list is 'advanced' and mode is 'normal': that list holds Areas that give a Landmark, which stay out in "
            "Normal (mode.normal). Take mode 'advanced', or another list"
        )
    seat = NOBODY if named == "" or named == NOBODY else seat_number(named, players, "named")
    if seat == NOBODY and rulings["first-player-choice"] == "named":
        raise ValueError(
            "named is missing: under first-player-choice = named the table names the First Player. "
            f"Allowed: {letter(0)} to {letter(players - 1)}"
        )
    agreed = tuple(picks)
    names = {card.text for card in area_cards()}
    for pick in agreed:
        if pick not in names:
            raise ValueError(f"picks holds {pick!r}, which is no Area. There are: {', '.join(sorted(names))}")
    written = packed(pack)
    if written:
        packs.check(written)
    texts(mode, str(rulings["missing-texts"]), str(rulings["landmark-layering"]), written)
    return Setup(players, mode, list, agreed, seat, rulings, partial, written)


def _blank(setup: Setup) -> dict[str, Any]:
    n = setup.players
    return {
        "setup": setup,
        "round": 0,
        "phase": "setup",
        "first": NOBODY,
        "active": NOBODY,
        "hands": ((),) * n,
        "deck": (),
        "discard": (),
        "vanguards": (),
        "aces": (),
        "area_deck": (),
        "areas": (),
        "area_discard": (),
        "victory": ((),) * n,
        "landmarks": ((),) * n,
        "fresh": (),
        "prestige": (int(number("prestige_start")),) * n,
        "morale": (setup.start_morale,) * n,
        "passed": (False,) * n,
        "zero": (),
        "roused": (),
        "moved": (),
        "done": 0,
        "ended": "",
        "chain": (),
        "now": (),
        "agenda": (),
        "ask": None,
    }


def new_game(
    players: int = 2,
    mode: str = "normal",
    list: str = "",
    picks: Iterable[str] = (),
    named: Seat | str = "",
    rulings: Rulings | None = None,
    pack: Mapping[str, Any] | None = None,
) -> Table:
    """A game before anything is drawn. `list`: a suggested list of Areas, "" for random ones; `named`: the First Player
    if the table names one. ValueError says what is allowed.

    Clause: setup2.kinfolk-deck, setup2.special-piles, setup2.hand, setupn.kinfolk-deck, setupn.special-piles,
    setupn.hand, round.count
    """
    setup = make_setup(players, mode, list, picks, named, rulings, pack=pack)
    reads = setup.reads
    tasks = (
        Task("token"),
        Task("stack"),
        Task("shuffle", cause="deck", data=folk(reads["deck-composition"])),
        Task("shuffle", cause="vanguards", data=all_vanguards()),
        Task("shuffle", cause="aces", data=all_aces()),
        Task("hands"),
        Task("round"),
    )
    return _settled(Table(**_blank(setup) | {"agenda": tuple(reversed(tasks))}))


def _settled(table: Table) -> Table:
    """The table when somebody has to decide."""
    flow = Flow(table)
    flow.run()
    return Table._make(flow.freeze())


def deal(
    players: int = 2,
    mode: str = "normal",
    seed: int | None = None,
    list: str = "",
    picks: Iterable[str] = (),
    named: Seat | str = "",
    rulings: Rulings | None = None,
    pack: Mapping[str, Any] | None = None,
) -> Table:
    """A game that is set up and dealt, at its first decision of a player; the same seed gives the same game."""
    rng = Random(seed)
    table = new_game(players, mode, list, picks, named, rulings, pack)
    while table.to_move is CHANCE:
        table = table.play_unchecked(table.sample_chance(rng))
    return table


def random_start(rng: Random) -> Table:
    """A game before anything is drawn, with random players, mode, Areas and readings."""
    rulings = Rulings.defaults(KEY)
    for ruling in rulebook(KEY).rulings.values():
        if ruling.readings:
            rulings = rulings.with_(ruling.id, rng.choice(ruling.readings).id)
        elif ruling.parameter is not None:
            rulings = rulings.with_(ruling.id, rng.randint(ruling.parameter.min, ruling.parameter.max))
    players = rng.randint(2, 4)
    mode = rng.choice(MODES)
    list = rng.choice(("", *(name for name in LISTS if name != "advanced" or mode != "normal")))
    return new_game(players, mode, list, (), rng.randrange(players), rulings)


BySeat: TypeAlias = Sequence[Any] | Mapping[str, Any] | None


def _by_seat(values: BySeat, players: int, name: str, default: Any) -> list[Any]:
    if values is None:
        return [default] * players
    if isinstance(values, Mapping):
        found = [default] * players
        for seat, value in values.items():
            found[seat_number(seat, players, name)] = value
        return found
    if isinstance(values, str) or len(values) != players:
        raise ValueError(f"{name} is {values!r}; {players} players need {players} entries, or a table by letter")
    return [*values]


def read_area(row: Mapping[str, Any], setup: Setup, sorter: Sorter, place: int = 0) -> Area:
    allowed = (
        "card",
        "defender",
        "campaigns",
        "ranks",
        "paid",
        "pairs",
        "open",
        "revealed",
        "used",
        "settled",
        "winner",
        "out",
        "slot",
    )
    for key in row:
        if key not in allowed:
            raise ValueError(f"areas: the key {key!r}; allowed: {', '.join(allowed)}")
    n = setup.players
    card = find_area(row.get("card"), setup.reads["tenth-landmark"])
    defender = row.get("defender")
    if n > 2 and defender is None:
        raise ValueError(f"areas: {card.text} has no defender; with {n} players each Area has one")
    if n == 2 and defender is not None:
        raise ValueError(f"areas: {card.text} has a defender; with two players no Area has one")
    rows = _by_seat(row.get("campaigns"), n, "campaigns", ())
    ranks = row.get("ranks")
    pairs = row.get("pairs") or [[]] * n
    paid = {seat_number(seat, n, "paid") for seat in row.get("paid", ())}
    campaigns = tuple(
        Campaign(
            sorter.row(cards), int(ranks[seat]) if ranks else 0, seat in paid, tuple(Card(id) for id in pairs[seat])
        )
        for seat, cards in enumerate(rows)
    )
    winner = row.get("winner", "")
    face_up = bool(row.get("open", setup.mode != "beginner"))
    return Area(
        card,
        None if defender is None else seat_number(defender, n, "defender"),
        campaigns,
        face_up,
        bool(row.get("revealed", False)),
        bool(row.get("used", False)),
        bool(row.get("settled", False)),
        None if winner == "" else seat_number(winner, n, "winner"),
        tuple(Card(id) for id in row.get("out", ())),
        0 if face_up else int(row.get("slot", place)),
    )


def position(
    players: int = 2,
    mode: str = "normal",
    list: str = "",
    picks: Iterable[str] = (),
    named: Seat | str = "",
    rulings: Rulings | None = None,
    pack: Mapping[str, Any] | None = None,
    areas: Iterable[Mapping[str, Any]] | None = None,
    hands: BySeat = None,
    first: Seat | str = 0,
    active: Seat | str | None = None,
    step: str = "draw",
    round: int = 1,
    phase: str = "contest",
    deck: Iterable[Any] | None = None,
    discard: Iterable[Any] = (),
    vanguards: Iterable[Any] | None = None,
    aces: Iterable[Any] | None = None,
    area_deck: Iterable[Any] | None = None,
    area_discard: Iterable[Any] = (),
    victory: BySeat = None,
    landmarks: BySeat = None,
    fresh: Iterable[Sequence[Any]] = (),
    prestige: BySeat = None,
    morale: BySeat = None,
    passed: Iterable[Seat | str] = (),
    zero: Iterable[Seat | str] = (),
    partial: bool = False,
    roused: Iterable[str] = (),
    moved: Iterable[str] = (),
    done: int = 0,
    ended: str = "",
    chain: Iterable[Any] = (),
    now: Iterable[Any] = (),
    agenda: Iterable[Any] | None = None,
    ask: Any = None,
) -> Table:
    """Any situation a person can lay on a table; ValueError names the argument, the value and what is allowed.

    `areas`: {"card": "padma-field", "defender": "A", "campaigns": {"A": ["B4", "(K5)", "[B]"]}} each; without them the
    game is before its set-up. Cards are codes ("B4", any copy) or ids ("B4a"). What is not given is filled in: the deck
    and the piles with the cards that lie nowhere else (in the order of the box; with `partial` they stay empty), the Area
    deck with Areas of the levels to come. `step`: what `active` (the First Player, if not given) does next: draw, play or
    discard; "resolve": Contest is over; "still": nothing is asked. The rest is what `as_position` writes of a half-resolved table.
    """
    setup = make_setup(players, mode, list, picks, named, rulings, partial, pack)
    if areas is None:
        return new_game(players, mode, list, picks, named, rulings, pack)
    reads, n = setup.reads, players
    sorter = Sorter()
    laid = tuple(read_area(row, setup, sorter, place) for place, row in enumerate(areas, 1))
    keys = [area.key for area in laid]
    if len(set(keys)) < len(keys):
        raise ValueError(f"areas: {keys} names an Area twice; each lies on the table once")
    held = tuple(sorter.cards(hand) for hand in _by_seat(hands, n, "hands", ()))
    thrown = sorter.cards(discard)
    given = [None if pile is None else sorter.cards(pile) for pile in (deck, vanguards, aces)]
    box = (folk(reads["deck-composition"]), all_vanguards(), all_aces())
    piles = [
        pile if pile is not None else () if partial else tuple(card for card in whole if card not in sorter.used)
        for pile, whole in zip(given, box, strict=True)
    ]
    token = NOBODY if first == "" else seat_number(first, n, "first")
    seats = [token if active is None else NOBODY if active == "" else seat_number(active, n, "active")]
    start = setup.start_morale
    owned = tuple(tuple(keys) for keys in _by_seat(landmarks, n, "landmarks", ()))
    _check_landmarks(owned)
    won = tuple(
        tuple(find_area(id, reads["tenth-landmark"]) for id in ids) for ids in _by_seat(victory, n, "victory", ())
    )
    gone = tuple(find_area(id, reads["tenth-landmark"]) for id in area_discard)
    known_areas = {area.card for area in laid} | set(gone) | {card for cards in won for card in cards}
    if type(round) is not int or not 0 <= round <= int(number("rounds")):
        raise ValueError(f"round is {round!r}; allowed: 0 to {number('rounds')}")
    stack = (
        tuple(find_area(id, reads["tenth-landmark"]) for id in area_deck)
        if area_deck is not None
        else ()
        if partial
        else _fill_areas(setup, round, known_areas)
    )
    fields = _blank(setup) | {
        "round": round,
        "phase": phase,
        "first": token,
        "active": seats[0],
        "hands": held,
        "deck": piles[0],
        "discard": thrown,
        "vanguards": piles[1],
        "aces": piles[2],
        "area_deck": stack,
        "areas": laid,
        "area_discard": gone,
        "victory": won,
        "landmarks": owned,
        "fresh": tuple((seat_number(seat, n, "fresh"), str(key)) for seat, key in fresh),
        "prestige": _numbers(prestige, n, "prestige", int(number("prestige_start"))),
        "morale": _numbers(morale, n, "morale", start),
        "passed": tuple(seat in {seat_number(one, n, "passed") for one in passed} for seat in range(n)),
        "zero": tuple(seat_number(seat, n, "zero") for seat in zero),
        "roused": tuple(Card(id) for id in roused),
        "moved": tuple(Card(id) for id in moved),
        "done": done,
        "ended": ended,
        "chain": tuple(_unpack(trigger) for trigger in chain),
        "now": tuple(_unpack(task) for task in now),
    }
    if not partial:
        _check_whole(fields, reads)
    if agenda is not None:
        fields["agenda"] = tuple(_unpack(task) for task in agenda)
        fields["ask"] = None if ask is None else _unpack(ask)
        return Table(**fields)
    table = with_ranks(Table(**fields))
    return _settled(_at_step(table, seats[0], step))


def _at_step(table: Table, seat: Seat, step: str) -> Table:
    if step == "still":
        return table
    if step == "resolve":
        return table._replace(agenda=(Task("resolve"),), active=NOBODY)
    if step not in ("draw", "play", "discard"):
        raise ValueError(f"step is {step!r}; allowed: draw, play, discard, resolve, still")
    if seat == NOBODY:
        raise ValueError(f"active is missing: the step {step!r} is a player's")
    after = Task("turn", (seat + 1) % table.players)
    if step == "draw":
        return table._replace(agenda=(Task("turn", seat),))
    if not table.hands[seat]:
        raise ValueError(f"hands: {letter(seat)} has no card to {step}")
    return table._replace(agenda=(after,), ask=Ask(step, seat))


def with_ranks(table: Table) -> Table:
    """The table with the Elite Forces that lie there noted, as if they had cost their Morale before."""
    flow = Flow(table)
    for place, area in enumerate(flow.areas):
        campaigns: list[Campaign] = []
        for seat, campaign in enumerate(area.campaigns):
            mods = flow.mods(area, seat)
            pair = campaign.pair or pair_as_laid(campaign.cards, mods, flow.reads)
            new = campaign._replace(pair=pair)
            rank = flow.standing(area.holding((*campaigns, new, *area.campaigns[seat + 1 :])), seat).rank
            campaigns.append(new._replace(rank=rank, paid=new.paid or rank > 0))
        flow.put_area(place, area.holding(tuple(campaigns)))
    return table._replace(areas=tuple(flow.areas))


def _numbers(values: BySeat, players: int, name: str, default: int) -> tuple[int, ...]:
    found = _by_seat(values, players, name, default)
    for value in found:
        if type(value) is not int or value < 0:
            raise ValueError(f"{name} holds {value!r}; allowed: whole numbers from 0 up")
    return tuple(found)


def _check_landmarks(owned: Sequence[Sequence[str]]) -> None:
    names = landmarks()
    every = [key for keys in owned for key in keys]
    for key in every:
        if key not in names:
            raise ValueError(f"landmarks holds {key!r}; allowed: {', '.join(names)}")
    if len(set(every)) < len(every):
        raise ValueError("landmarks: a Landmark lies in two Victory Areas; there is one of each")


def _check_whole(fields: dict[str, Any], reads: Readings) -> None:
    there = [*fields["deck"], *fields["discard"], *fields["vanguards"], *fields["aces"]]
    there += [card for hand in fields["hands"] for card in hand]
    for area in fields["areas"]:
        for campaign in area.campaigns:
            cards = [entry.card if isinstance(entry, Shrouded) else entry for entry in campaign.cards]
            there += [card for card in cards if not isinstance(card, Marker)]
    there += [card for task in fields.get("agenda", ()) if task.do == "deal" for card in task.data]
    whole = player_cards(reads["deck-composition"])
    strange = [card for card in there if card not in whole]
    if strange:
        raise ValueError(
            f"{strange[0].id} ({strange[0]}) is not among the 96 Player cards under deck-composition = "
            f"{reads['deck-composition']}; give other cards, or partial=True"
        )


def _fill_areas(setup: Setup, round: int, used: set[AreaCard]) -> tuple[AreaCard, ...]:
    found: list[AreaCard] = []
    for level in range(round + 1, int(number("rounds")) + 1):
        cards = [c for c in areas_for(setup.mode, setup.reads["tenth-landmark"]) if c.level == level and c not in used]
        found += cards[: setup.per_round]
    return tuple(found)
