"""The game from set-up to the final count: whose decision it is, what is legal, and what a move does."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple
from fractions import Fraction
from itertools import chain, combinations, permutations
from math import factorial, perm
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias, TypeGuard

from ..core import CHANCE, Chance, Event, IllegalMove, Outcome, Reason, Rulings, Seat, rulebook
from ..core.game import signed, unsigned
from ..core.packs import packed
from . import packs
from .flow import (
    ALL,
    DOING,
    IN_TURN,
    NOBODY,
    NOT_ALL,
    UNKNOWN,
    Ask,
    Flow,
    Next,
    Pick,
    Setup,
    Task,
    after_declarations,
    aside_picks,
    cards_of,
    grouped,
    keeping,
    leaves_enough,
    own_cards,
    pick_numbers,
    picks,
    question,
    rebuild_cards,
    safe_picks,
    set_aside_limit,
    taken_from,
    todo,
    without,
)
from .monsters import why_not_buildable
from .moves import (
    CHANCES,
    HOLD_BACK,
    KINDS,
    PLAY_ALL,
    SECRETS,
    AnyMove,
    Cards,
    DealStarters,
    FirstPlayer,
    Grow,
    HoldBack,
    Keep,
    Layout,
    PlayAll,
    Rebuild,
    SetAside,
    ShuffleCommon,
    ShuffleOwn,
    Take,
    TakeSet,
    cards_said,
    check_shape,
    layout_said,
    letter,
    read_line,
    write_line,
)
from .parts import (
    KEY,
    PLAYERS,
    Era,
    Part,
    check_rulings,
    common_parts,
    era_stack,
    kit_box,
    starters_by_value,
    why_not_eras,
    why_not_readings,
)

LISTED: Final = 5
"""Shuffles of more cards than this are not listed, only drawn."""
PHASES: Final = ("setup", "declare", "aside", "grow", "tie", "take", "keep", "mutate", "over")
"""What the phase of a table can be."""
STARTS: Final = ("declare", "grow", "contest", "keep", "draw", "final")
"""Where a position may begin."""
PLAYER_MOVES: Final = "PlayAll, SetAside, HoldBack, Grow, Rebuild, Take, Keep, TakeSet"


class Table(NamedTuple):
    """A position: an immutable value. Cards are ids; piles have their top first; what belongs to players goes by seat.

    `era` counts in `setup.eras`; `changing`: the last era has begun and the draw is not finished, `last`: the last shuffle
    is done; `order`: the turn order of those still in, the first player first; `out`: who is eliminated; `common`,
    `discard`: the common piles; `aside`: cards face down, `spare`: tie cards not used; `layouts`: monsters on the table,
    `totals`: what they were announced at (-1: not yet); `said`: "", "all" or "not all"; `commits`: what was decided and is
    not shown yet; `tied`: who breaks a tie; `secret`: cards kept without being shown; `finals`: the final monsters;
    `agenda`: what is still to be done, the last next; `ask`: the question that is open.
    """

    setup: Setup
    round: int
    phase: str
    era: int
    changing: bool
    last: bool
    order: tuple[Seat, ...]
    out: tuple[bool, ...]
    common: Cards
    discard: Cards
    decks: tuple[Cards, ...]
    discards: tuple[Cards, ...]
    hands: tuple[Cards, ...]
    aside: tuple[Cards, ...]
    spare: tuple[Cards, ...]
    layouts: tuple[Layout, ...]
    totals: tuple[int, ...]
    said: tuple[str, ...]
    commits: tuple[Any, ...]
    tied: tuple[Seat, ...]
    winner: Seat
    secret: frozenset[str]
    ended: str
    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    finals: tuple[Layout, ...]
    agenda: tuple[Next, ...]
    ask: Ask | None

    # -------------------------------------------------------------------------------------------- reading the table

    @property
    def players(self) -> int:
        """How many play. Clause: setup.era-labels"""
        return self.setup.players

    @property
    def rulings(self) -> Rulings:
        """The readings in force."""
        return self.setup.rulings

    @property
    def era_card(self) -> Era:
        """The era card in force. Clause: era-card.minimum, era-card.draw, setup.draw-corner, declare.minimum-corner"""
        return self.setup.stack[self.era]

    @property
    def to_move(self) -> Seat | Chance | None:
        """The seat that decides, CHANCE, or None when the game is over."""
        ask = self.ask
        if ask is None:
            return None
        seat = ask.seat
        return CHANCE if seat == NOBODY else seat

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on; scores are what the final monsters count. Clause: end.highest-wins"""
        return Outcome(self.winners, self.scores, self.ended) if self.ended else None

    def part(self, card: str) -> Part:
        """The part card with an id. ValueError names what is wrong with it."""
        if card not in self.setup.parts:
            raise ValueError(f"There is no card {card!r}; allowed: ids of the list in play, like {self._some_ids()}")
        return self.setup.parts[card]

    def _some_ids(self) -> str:
        return ", ".join(list(self.setup.parts)[:3])

    # -------------------------------------------------------------------------------------------- moves

    def legal_moves(self) -> tuple[AnyMove, ...]:
        """Every legal move. A shuffle of more than five cards cannot be listed and raises ValueError."""
        ask = self.ask
        if ask is None:
            return ()
        if ask.seat == NOBODY:
            return tuple([move for move, _ in self.chance_moves()])
        self._check_seen(ask.seat)
        make, cards, rows = OPTIONS[ask.what](self, ask.seat)
        return tuple([make(cards, row) for row in rows])

    def _check_seen(self, seat: Seat) -> None:
        """Complain if what a player chooses from is hidden here. Clause: declare.set-aside"""
        if UNKNOWN in self.hands[seat] or UNKNOWN in self.aside[seat] or UNKNOWN in self.spare[seat]:
            name = letter(seat)
            raise ValueError(
                f"{name}'s cards are hidden here: this is what another seat sees. Ask observe({seat}), or the whole table"
            )

    def random_move(self, rng: Random) -> AnyMove:
        """A move that is legal, each as likely, without listing them; or an outcome of chance. Somebody must be to move."""
        ask = self.ask
        if ask is None:
            raise ValueError("The game is over: there is no move")
        if ask.seat == NOBODY:
            return self.sample_chance(rng)
        make, cards, rows = OPTIONS[ask.what](self, ask.seat)
        return make(cards, rows[int(rng.random() * len(rows))])

    def chance_moves(self) -> tuple[tuple[AnyMove, Fraction], ...]:
        """Each outcome of a chance with its probability; ValueError if there are too many to list.

        Clause: setup.first-player, setup.starter-cards, setup.own-deck, setup.common-deck
        """
        ask = self._chance()
        if ask.what == "first":
            return tuple((FirstPlayer(seat), Fraction(1, len(self.order))) for seat in sorted(self.order))
        if ask.what == "deal":
            if self.setup.reads["starter-sets"] == "uniform-sets":
                sets = [_ids(parts) for parts in self.setup.sets.values()]
                share = Fraction(1, perm(len(sets), self.players))
                return tuple((DealStarters(dealt), share) for dealt in permutations(sets, self.players))
            raise ValueError("Mixed starters can be dealt in too many ways to list. Draw one with sample_chance(rng)")
        cards = self.to_shuffle()
        if len(cards) > LISTED:
            raise ValueError("A shuffle has too many outcomes to list. Draw one with sample_chance(rng)")
        share = Fraction(1, factorial(len(cards)))
        return tuple((self.shuffle(order), share) for order in permutations(cards))

    def sample_chance(self, rng: Random) -> AnyMove:
        """One outcome of a chance. Clause: setup.starter-cards, setup.first-player, setup.own-deck, setup.common-deck"""
        ask = self._chance()
        if ask.what == "first":
            return FirstPlayer(rng.choice(sorted(self.order)))
        if ask.what == "deal":
            return DealStarters(_random_starters(self.setup, rng))
        return _shuffled(ask, tuple(sorted(self._pile(ask), key=lambda _: rng.random())))

    def _chance(self) -> Ask:
        if self.ask is None or self.ask.seat != NOBODY:
            raise ValueError("No chance is due here: a player moves. Ask legal_moves()")
        return self.ask

    def to_shuffle(self) -> Cards:
        """The cards that are shuffled now. Clause: setup.own-deck, mutate.own-reshuffle, mutate.new-common-deck"""
        return self._pile(self._chance())

    def _pile(self, ask: Ask) -> Cards:
        """Clause: setup.own-deck, setup.common-deck, mutate.own-reshuffle, mutate.new-common-deck"""
        if ask.what == "common":
            return self.common + self.discard
        return self.decks[ask.whose] + self.discards[ask.whose]

    def shuffle(self, cards: Cards) -> ShuffleCommon | ShuffleOwn:
        """The shuffle that is due, with this outcome. Clause: setup.common-deck, setup.own-deck"""
        return _shuffled(self._chance(), cards)

    def why_not(self, move: AnyMove) -> tuple[Reason, ...]:
        """() if the move is legal, else every condition it fails, with its clause and a way out."""
        if not isinstance(move, KINDS):
            raise ValueError(f"{move!r} is no move of Teratozoic. Moves are {PLAYER_MOVES}")
        ask = self.ask
        if ask is None:
            return (Reason(self.ended or "end.highest-wins", "The game is over.", "Start a new game."),)
        kinds, clause, text, fix = ASKED[ask.what]
        check_shape(move)
        if not isinstance(move, kinds):
            return (Reason(clause, f"{move} is not possible now: {text}", fix),)
        if ask.seat != NOBODY:
            self._check_seen(ask.seat)
        return tuple(CHECKS[ask.what](self, ask, move))

    def play(self, move: AnyMove) -> Table:
        """The table after a move; IllegalMove says why not."""
        reasons = self.why_not(move)
        if reasons:
            raise IllegalMove(move, reasons)
        return self.play_unchecked(move)

    def play_unchecked(self, move: Any) -> Table:
        """The table after a move that is known to be legal.

        Where a decision is only noted, this is what Flow does, in short; Flow carries on when all have decided.
        Clause: declare.in-order, growth.simultaneous, reproduce.winner-takes, reproduce.keep
        """
        table: tuple[Any, ...] = self[:]  # without names: it unpacks faster
        ask = table[ASK]
        assert ask is not None
        what, seat = ask.what, ask.seat
        if what not in table[SETUP].noted:
            flow = Flow(table)
            flow.apply(move)
            return tuple.__new__(Table, flow.freeze())
        fields, tasks = [*table], table[AGENDA]
        if what == "declare":
            said = [*fields[SAID]]
            said[seat] = NOT_ALL
            if move.__class__ is PlayAll:
                said[seat] = ALL
            elif move.__class__ is SetAside:
                hands, aside, cards = [*fields[HANDS]], [*fields[ASIDE]], move.cards
                hands[seat] = without(hands[seat], cards)
                aside[seat] = cards
                fields[HANDS], fields[ASIDE] = tuple(hands), tuple(aside)
            fields[SAID] = tuple(said)
            if isinstance(tasks[-1], Task):  # all have spoken
                fields[PHASE], more = after_declarations(fields[ORDER], said, fields[ASIDE])
                tasks = tasks[:-1] + more
        elif what == "take":
            discards = [*fields[DISCARDS]]
            discards[seat] += move.cards
            fields[DISCARDS], fields[PHASE] = tuple(discards), "keep"
            layouts = fields[LAYOUTS] = taken_from(fields[LAYOUTS], move.cards)
            tasks += keeping(
                table[SETUP].stack[table[ERA]].keep, fields[ORDER], fields[SAID], layouts, fields[ASIDE], fields[SPARE]
            )
        else:
            commits = [*fields[COMMITS]]
            commits[seat] = SECRETS[what](move)
            fields[COMMITS] = tuple(commits)
        task = tasks[-1]
        if isinstance(task, Ask):
            fields[AGENDA], fields[ASK] = tasks[:-1], task
            return tuple.__new__(Table, fields)
        fields[AGENDA], fields[ASK] = tasks, None
        flow = Flow(fields)
        flow.run()
        return tuple.__new__(Table, flow.freeze())

    # -------------------------------------------------------------------------------------------- telling, showing

    def events(self, move: AnyMove) -> tuple[Event, ...]:
        """What play(move) does: every change with its clause. IllegalMove if the move is refused."""
        reasons = self.why_not(move)
        if reasons:
            raise IllegalMove(move, reasons)
        flow = Flow(self, telling=True)
        flow.apply(move)
        assert flow.log is not None
        return tuple(flow.log)

    def reveals(self, move: AnyMove, seat: Seat) -> bool:
        """Whether a move shows that seat a card, a declaration or a choice it did not know.

        Clause: growth.simultaneous, declare.in-order
        """
        if self.to_move is CHANCE:
            return True
        after = self.play_unchecked(move)
        if after.observe(seat).faces() - self.observe(seat).faces():
            return True
        others = [who for who in range(self.players) if who != seat]
        return self.to_move != seat and any(
            self.said[who] != after.said[who] or (self.layouts[who] and not after.layouts[who]) for who in others
        )

    def faces(self) -> set[str]:
        """All cards that can be seen somewhere."""
        piles = (self.common, self.discard, *self.decks, *self.discards, *self.hands, *self.aside, *self.spare)
        seen = {card for pile in piles for card in pile}
        seen.update(card for layout in self.layouts for card in cards_of(layout))
        return seen - {UNKNOWN}

    def observe(self, seat: Seat) -> Table:
        """The table as that seat may see it: hidden cards are UNKNOWN, so is what others have decided in secret.

        Of the own deck the cards are known and not their order: they stand there sorted. Clause: declare.set-aside,
        growth.simultaneous, reproduce.keep, mutate.discard-rest
        """
        if type(seat) is not int or not 0 <= seat < self.players:
            raise ValueError(f"seat is {seat!r}; allowed: 0 to {self.players - 1}")
        if self.ended:
            return self
        reads = self.setup.reads
        hands, aside, discards = list(self.hands), list(self.aside), list(self.discards)
        uncounted = reads["set-aside-count"] == "hidden" and self.phase in ("declare", "aside", "grow")
        covered = self.secret if reads["pile-visibility"] == "sizes-public" else frozenset()
        for who in range(self.players):
            if who == seat:
                continue
            back = len(aside[who]) if uncounted else 0
            hands[who] = (UNKNOWN,) * (len(hands[who]) + back)
            aside[who] = () if uncounted else (UNKNOWN,) * len(aside[who])
            if covered:
                discards[who] = tuple([UNKNOWN if card in covered else card for card in discards[who]])
        mine = {*self.discards[seat]}
        # who picks a starter set sees which are gone
        picking = self.ask is not None and self.ask.what == "set"
        decks = self.decks if picking else _masked(self.decks, seat, tuple(sorted(self.decks[seat])))
        return self._replace(
            common=(UNKNOWN,) * len(self.common),
            decks=decks,
            discards=tuple(discards),
            hands=tuple(hands),
            aside=tuple(aside),
            spare=_masked(self.spare, seat, self.spare[seat]),
            commits=tuple(done if who == seat or done is None else UNKNOWN for who, done in enumerate(self.commits)),
            secret=frozenset(card for card in self.secret if card in mine or not covered),
        )

    def as_position(self) -> dict[str, Any]:
        """The arguments with which `position` builds this table anew."""
        setup = self.setup
        found: dict[str, Any] = {
            "players": setup.players,
            "eras": list(setup.eras),
            "without_advanced": setup.without_advanced,
            "without_colour": setup.without_colour,
            "rulings": setup.rulings,
        }
        if setup.pack:
            found["pack"] = json.loads(setup.pack)
        if self == new_game(**found):
            return found
        if UNKNOWN in self.all_cards():
            raise ValueError("An observed table has hidden cards: it cannot be built anew")
        own = {name: _plain(getattr(self, name)) for name in STORED}
        return found | own | {"era": setup.eras[self.era], "secret": sorted(self.secret)}

    def all_cards(self) -> list[str]:
        """Every card of the game, wherever it lies."""
        piles = (self.common, self.discard, *self.decks, *self.discards, *self.hands, *self.aside, *self.spare)
        return [*(card for pile in piles for card in pile), *(c for layout in self.layouts for c in cards_of(layout))]

    def write_move(self, move: AnyMove) -> str:
        """A move as a line of a record: 'A grow G1a+G6a P4a'."""
        return signed(None if isinstance(move, CHANCES) else self.to_move, write_line(move))

    def read_move(self, line: str) -> AnyMove:
        """The move of a line; ValueError says what is allowed."""
        return read_line(unsigned(self.to_move, line, "'A all' or 'B take PX6'"))

    # -------------------------------------------------------------------------------------------- as text

    def __str__(self) -> str:
        """The table as plain text."""
        round_said = f"Round {self.round}" if self.round else "Set-up"
        lines = [
            f"Teratozoic, {self.players} players. {self.era_card.name}. {round_said}, {self.phase}. "
            f"Common deck {len(self.common)}, common discard pile {len(self.discard)}."
        ]
        for seat in range(self.players):
            said = [f"own deck {len(self.decks[seat])}", f"own discard pile {len(self.discards[seat])}"]
            for what, cards in (("hand", self.hands), ("aside", self.aside), ("drawn", self.spare)):
                if cards[seat]:
                    said.append(f"{what} {' '.join(cards[seat])}")
            if self.layouts[seat]:
                said.append(f"monsters {layout_said(self.layouts[seat])}")
            if self.totals[seat] >= 0:
                said.append(f"total {self.totals[seat]}")
            if self.ended:
                said.append(f"final {layout_said(self.finals[seat]) or 'none'}: {self.scores[seat]}")
            first = " (first)" if self.order[:1] == (seat,) else ""
            lines.append(f"{letter(seat)}{first}: {'out' if self.out[seat] else '; '.join(said)}")
        if self.ask is not None:
            who = "Chance" if self.ask.seat == NOBODY else letter(self.ask.seat)
            lines.append(f"{who} is to decide: {self.ask.what}.")
        elif self.ended:
            lines.append(f"{cards_said([letter(seat) for seat in self.winners]) if self.winners else 'Nobody'} won.")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        from .scene import alone

        return alone(self)


def _shuffled(ask: Ask, cards: Cards) -> ShuffleCommon | ShuffleOwn:
    return ShuffleCommon(cards) if ask.what == "common" else ShuffleOwn(ask.whose, cards)


_place = Table._fields.index
SETUP, PHASE, ERA, ORDER, AGENDA, ASK = map(_place, ("setup", "phase", "era", "order", "agenda", "ask"))
DISCARDS, HANDS, ASIDE, SPARE = map(_place, ("discards", "hands", "aside", "spare"))
LAYOUTS, SAID, COMMITS = map(_place, ("layouts", "said", "commits"))


STORED: Final = (
    "round", "phase", "changing", "last", "order", "out", "common", "discard", "decks", "discards", "hands", "aside",
    "spare", "layouts", "totals", "said", "commits", "tied", "winner", "ended", "winners", "scores", "finals", "agenda",
    "ask",
)  # fmt: skip
"""The fields of a table that `as_position` writes as they are."""


def _plain(value: Any) -> Any:
    if isinstance(value, (Ask, Task)):
        return [*astuple(value)]
    return [_plain(one) for one in value] if isinstance(value, tuple) else value


def _masked(piles: Sequence[Cards], seat: Seat, own: Cards) -> tuple[Cards, ...]:
    return tuple([own if who == seat else (UNKNOWN,) * len(cards) for who, cards in enumerate(piles)])


def _ids(parts: Iterable[Part]) -> Cards:
    return tuple(part.id for part in parts)


def _random_starters(setup: Setup, rng: Random) -> tuple[Cards, ...]:
    """Clause: setup.starter-cards"""
    if setup.reads["starter-sets"] == "uniform-sets":
        sets = list(setup.sets.values())
        return tuple(_ids(parts) for parts in rng.sample(sets, setup.players))
    rows = [rng.sample(parts, setup.players) for parts in starters_by_value(setup.in_play).values()]
    return tuple(_ids(parts) for parts in zip(*rows, strict=True))


# ---------------------------------------------------------------- what may be chosen


Menu: TypeAlias = tuple[Callable[[Any, Any], AnyMove], Any, Sequence[Any]]
"""Moves that are made when they are asked for: `make(cards, row)` for each of the rows."""


def _as_it_is(cards: Any, move: AnyMove) -> AnyMove:
    return move


def _declared(cards: Cards, pick: Pick) -> PlayAll | SetAside:
    """Clause: declare.all-or-not, declare.set-aside"""
    some = pick(cards)
    return SetAside(some) if some else PLAY_ALL


def _taken(cards: Cards, pick: Pick) -> Take:
    return Take(pick(cards))


def _kept(cards: Cards, pick: Pick) -> Keep:
    return Keep(pick(cards))


def _grown(cards: tuple[Cards, Pick], row: tuple[int, ...]) -> Grow:
    hand, in_order = cards
    return Grow(grouped(hand, in_order(row)))


def _rebuilt(cards: tuple[Cards, Pick], row: tuple[int, ...]) -> Rebuild:
    hand, in_order = cards
    return Rebuild(grouped(hand, in_order(row)))


def _layouts(make: Callable[[Any, Any], AnyMove], cards: Cards, setup: Setup) -> Menu:
    """A move for each way to group the cards. Clause: build.layout-free"""
    in_order, rows = setup.splits[tuple(map(setup.shapes.__getitem__, cards))]
    return make, (cards, in_order), rows


def _one_of(menus: Sequence[Menu], number: int) -> AnyMove:
    """A move of several menus that lie one behind the other."""
    for make, cards, rows in menus:
        if number < len(rows):
            return make(cards, rows[number])
        number -= len(rows)
    raise IndexError(number)


def _all_of(menus: Sequence[Menu]) -> Menu:
    return _one_of, menus, range(sum([len(rows) for _, _, rows in menus]))


def _sets_left(table: Table) -> dict[tuple[str, str], Cards]:
    """The starter sets nobody has. Clause: setup.starter-cards"""
    taken = {card for deck in table.decks for card in deck}
    sets = table.setup.sets
    return {key: _ids(parts) for key, parts in sets.items() if parts[0].id not in taken}


def _set_options(table: Table, seat: Seat) -> Menu:
    """Clause: setup.starter-cards"""
    return _as_it_is, (), [TakeSet(*key) for key in _sets_left(table)]


def _most_aside(table: Table, seat: Seat) -> int:
    """Clause: declare.minimum, declare.set-aside"""
    return set_aside_limit(table.era_card.minimum, len(table.hands[seat]))


def _declare_options(table: Table, seat: Seat) -> Menu:
    """Clause: declare.all-or-not, declare.minimum, declare.set-aside"""
    setup, hand = table.setup, table.hands[seat]
    rows = aside_picks(setup.stack[table.era].minimum, len(hand))
    if setup.reads["declaration-timing"] == "words-first":
        return _as_it_is, hand, (PLAY_ALL, HOLD_BACK) if rows[1:] else (PLAY_ALL,)
    return _declared, hand, rows


def _aside_options(table: Table, seat: Seat) -> Menu:
    """Clause: declare.set-aside, declare.minimum"""
    hand = table.hands[seat]
    return _declared, hand, aside_picks(table.era_card.minimum, len(hand))[1:]


def _least_played(table: Table, seat: Seat) -> int:
    """How many cards must be laid out in Growth. Clause: declare.all-or-not, declare.minimum, last.short-hand"""
    hand = len(table.hands[seat])
    if table.setup.reads["declaration-binding"] == "binding":
        return hand
    return min(table.era_card.minimum, hand + len(table.aside[seat]))


def _grow_options(table: Table, seat: Seat) -> Menu:
    """Clause: growth.from-kept, declare.all-or-not, build.layout-free"""
    hand, setup = table.hands[seat], table.setup
    if setup.reads["declaration-binding"] == "binding":
        return _layouts(_grown, hand, setup)
    sizes = range(_least_played(table, seat), len(hand) + 1)
    return _all_of([_layouts(_grown, cards, setup) for size in sizes for cards in combinations(hand, size)])


def _rebuild_options(table: Table, seat: Seat) -> Menu:
    """Clause: tie.rebuild, tie.draw-one"""
    must, may = rebuild_cards(table, seat)
    sizes = range(len(may) + 1)
    hands = [(*must, *more) for size in sizes for more in combinations(may, size)]
    return _all_of([_layouts(_rebuilt, cards, table.setup) for cards in hands])


def _played(table: Table) -> list[Cards]:
    """The cards each seat has played. Clause: reproduce.winner-takes"""
    return [cards_of(layout) for layout in table.layouts]


def _spares_owners(table: Table, cards: Iterable[str]) -> bool:
    """Does the winner leave enough to keep, where that counts? Clause: reproduce.winner-takes, reproduce.keep"""
    if table.setup.reads["pick-shortage"] != "winner-leaves-enough":
        return True
    played = _played(table)
    own = [len(own_cards(table, who)) for who in range(table.players)]
    safe = safe_picks([len(mine) for mine in played], own, table.era_card.keep)
    picked = set(cards)
    return leaves_enough([len(picked.intersection(mine)) for mine in played], safe)


def _take_options(table: Table, seat: Seat) -> Menu:
    """Clause: reproduce.winner-takes, reproduce.must-take, example.face-down-safe"""
    reads, cards = table.setup.reads, cards_of(chain.from_iterable(table.layouts))
    rows = picks(table.setup.stack[table.era].winner_takes, len(cards), reads["keep-duty"])
    if reads["pick-shortage"] == "winner-leaves-enough":
        rows = tuple([pick for pick in rows if _spares_owners(table, pick(cards))])
    return _taken, cards, rows


def _keep_options(table: Table, seat: Seat) -> Menu:
    """Clause: reproduce.keep, reproduce.must-take"""
    setup, cards = table.setup, own_cards(table, seat)
    return _kept, cards, picks(setup.stack[table.era].keep, len(cards), setup.reads["keep-duty"])


OPTIONS: Final[Mapping[str, Callable[[Table, Seat], Menu]]] = {
    "set": _set_options,
    "declare": _declare_options,
    "aside": _aside_options,
    "grow": _grow_options,
    "rebuild": _rebuild_options,
    "take": _take_options,
    "keep": _keep_options,
}
ASKED: Final[Mapping[str, tuple[Any, str, str, str]]] = {
    "deal": (DealStarters, "setup.starter-cards", "the starters are dealt.", "Deal them."),
    "first": (FirstPlayer, "setup.first-player", "the first player is determined.", "Name a player who is in."),
    "shuffle": (ShuffleOwn, "mutate.own-reshuffle", "an own deck is shuffled.", "Shuffle it."),
    "common": (ShuffleCommon, "setup.common-deck", "the common deck is shuffled.", "Shuffle it."),
    "set": (TakeSet, "setup.starter-cards", "a starter set is chosen.", "Take a set that is left."),
    "declare": (
        (PlayAll, HoldBack, SetAside),
        "declare.in-order",
        "the player declares.",
        "Play all cards, or put some aside.",
    ),
    "aside": (SetAside, "declare.set-aside", "cards are put aside.", "Put at least one card aside."),
    "grow": (Grow, "growth.simultaneous", "monsters are built.", "Lay out the cards in hand as monsters."),
    "rebuild": (Rebuild, "tie.rebuild", "a tied player may rebuild.", "Lay out the played cards anew."),
    "take": (Take, "reproduce.winner-takes", "the winner takes played cards.", "Take cards that somebody has played."),
    "keep": (Keep, "reproduce.keep", "each player keeps own cards.", "Keep cards of your own."),
}
"""For each question: the moves that answer it, its clause, what it is about, and what to do."""


# ---------------------------------------------------------------- why not


def _strangers(cards: Sequence[str], among: Iterable[str], clause: str, where: str) -> list[Reason]:
    """Cards that are not there, or named twice."""
    there = tuple(among)
    found = [
        Reason(clause, f"{card} is not {where}.", f"Choose among {cards_said(there)}.")
        for card in dict.fromkeys(cards)
        if card not in there
    ]
    twice = [card for card in dict.fromkeys(cards) if list(cards).count(card) > 1]
    return [*found, *(Reason(clause, f"{card} is named twice.", "Name each card once.") for card in twice)]


def _check_deal(table: Table, ask: Ask, move: DealStarters) -> list[Reason]:
    """Clause: setup.starter-cards"""
    setup = table.setup
    cards = [card for dealt in move.sets for card in dealt]
    good = len(move.sets) == setup.players and len(set(cards)) == len(cards)
    if setup.reads["starter-sets"] == "uniform-sets":
        sets = [frozenset(_ids(parts)) for parts in setup.sets.values()]
        good = good and all(frozenset(dealt) in sets for dealt in move.sets)
        fix = "Deal each player one set of a colour and a mark."
    else:
        allowed = [_ids(parts) for parts in starters_by_value(setup.in_play).values()]
        good = good and all(
            len(dealt) == len(allowed) and all(sum(card in some for card in dealt) == 1 for some in allowed)
            for dealt in move.sets
        )
        fix = "Deal each player one starter of each value."
    return [] if good else [Reason("setup.starter-cards", "These are not six starters for each player.", fix)]


def _check_first(table: Table, ask: Ask, move: FirstPlayer) -> list[Reason]:
    """Clause: setup.first-player"""
    if move.seat in table.order:
        return []
    fix = f"Name one of {cards_said([letter(seat) for seat in sorted(table.order)])}."
    return [Reason("setup.first-player", "That player is not in the game.", fix)]


def _check_shuffle(table: Table, ask: Ask, move: ShuffleOwn | ShuffleCommon) -> list[Reason]:
    """Clause: setup.own-deck, setup.common-deck, mutate.own-reshuffle, mutate.new-common-deck"""
    clause = "setup.common-deck" if isinstance(move, ShuffleCommon) else "mutate.own-reshuffle"
    found = []
    if isinstance(move, ShuffleOwn) and move.seat != ask.whose:
        text = f"It is {letter(ask.whose)}’s deck that is shuffled."
        found.append(Reason(clause, text, "Shuffle that one."))
    if sorted(move.cards) != sorted(table.to_shuffle()):
        found.append(Reason(clause, "These are not the cards to shuffle.", "Name each card of the pile once."))
    return found


def _check_set(table: Table, ask: Ask, move: TakeSet) -> list[Reason]:
    """Clause: setup.starter-cards"""
    left = _sets_left(table)
    if (move.colour, move.mark) in left:
        return []
    said = ", ".join(" ".join(key) for key in left)
    return [Reason("setup.starter-cards", f"The {move.colour} {move.mark} set is not there.", f"Take one of {said}.")]


def _check_declare(table: Table, ask: Ask, move: PlayAll | HoldBack | SetAside) -> list[Reason]:
    """Clause: declare.all-or-not, declare.minimum, declare.set-aside"""
    words = table.setup.reads["declaration-timing"] == "words-first"
    if isinstance(move, PlayAll):
        return []
    if isinstance(move, SetAside):
        if words:
            fix = "Say only that you do not play all cards."
            return [Reason("declare.set-aside", "First all players speak, then cards are put aside.", fix)]
        return _check_aside(table, ask, move)
    if not words:
        fix = "Put the cards aside that you do not play."
        return [Reason("declare.set-aside", "Cards are put aside at once.", fix)]
    if not _most_aside(table, ask.seat):
        return [_minimum(table, ask.seat)]
    return []


def _minimum(table: Table, seat: Seat) -> Reason:
    """Clause: declare.minimum, declare.post-apocalypse-three"""
    era, hand = table.era_card, len(table.hands[seat])
    most = _most_aside(table, seat)
    fix = f"Put at most {most} aside." if most else "Play all cards."
    text = f"In the {era.name} at least {min(era.minimum, hand)} of {hand} cards must be played."
    return Reason("declare.minimum", text, fix)


def _check_aside(table: Table, ask: Ask, move: SetAside) -> list[Reason]:
    """Clause: declare.set-aside, declare.minimum"""
    hand = table.hands[ask.seat]
    found = _strangers(move.cards, hand, "declare.set-aside", "in hand")
    if not move.cards:
        found.append(Reason("declare.set-aside", "No card is named.", "Put at least one aside, or play all cards."))
    if len(move.cards) > _most_aside(table, ask.seat):
        found.append(_minimum(table, ask.seat))
    return found


def _check_monsters(table: Table, monsters: Layout) -> list[Reason]:
    """Clause: build.join-parts, card.no-free-end, build.single-card"""
    found = []
    for monster in monsters:
        if not monster:
            found.append(Reason("build.single-card", "A monster has no card.", "Leave it out."))
        elif all(card in table.setup.parts for card in monster):
            reason = why_not_buildable(tuple(table.setup.parts[card] for card in monster), table.rulings)
            found += [reason] if reason else []
    return found


def _check_grow(table: Table, ask: Ask, move: Grow) -> list[Reason]:
    """Clause: growth.from-kept, declare.all-or-not, declare.minimum, build.join-parts"""
    hand, cards = table.hands[ask.seat], cards_of(move.monsters)
    found = _strangers(cards, hand, "growth.from-kept", "among the cards kept in hand")
    least = _least_played(table, ask.seat)
    if len(set(cards) & set(hand)) < least:
        if least == len(hand):
            left = [card for card in hand if card not in cards]
            was, it = ("was", "it") if len(left) == 1 else ("were", "them")
            text = f"{cards_said(left)} {was} not put aside and must be played."
            found.append(Reason("declare.all-or-not", text, f"Lay {it} out, too: a card can be a monster of its own."))
        else:
            found.append(Reason("declare.minimum", f"At least {least} cards must be played.", "Lay out more cards."))
    return found + _check_monsters(table, move.monsters)


def _check_rebuild(table: Table, ask: Ask, move: Rebuild) -> list[Reason]:
    """Clause: tie.rebuild, tie.draw-one"""
    must, may = rebuild_cards(table, ask.seat)
    cards = cards_of(move.monsters)
    found = _strangers(cards, (*must, *may), "tie.rebuild", "among the played and the drawn cards")
    missing = [card for card in must if card not in cards]
    if missing:
        text = f"{cards_said(missing)} was played and stays in the layout."
        found.append(Reason("tie.rebuild", text, "Use every card that you have played."))
    return found + _check_monsters(table, move.monsters)


def _check_number(table: Table, cards: Cards, number: int, there: int, clause: str, verb: str) -> list[Reason]:
    """Clause: reproduce.must-take"""
    numbers = pick_numbers(number, there, table.setup.reads["keep-duty"])
    if len(cards) in numbers:
        return []
    said = str(numbers[-1]) if len(numbers) == 1 else f"{numbers[0]} to {numbers[-1]}"
    named = "1 card is" if len(cards) == 1 else f"{len(cards) or 'No'} cards are"
    text = f"{named} named; the {table.era_card.name} says {number}."
    return [Reason("reproduce.must-take" if len(cards) < number else clause, text, f"{verb} {said}.")]


def _check_take(table: Table, ask: Ask, move: Take) -> list[Reason]:
    """Clause: reproduce.winner-takes, reproduce.must-take, example.face-down-safe"""
    played = [card for cards in _played(table) for card in cards]
    covered = [card for cards in (*table.aside, *table.spare) for card in cards]
    found = [
        Reason("example.face-down-safe", f"{card} lies face down and is safe.", "Take a card that was played.")
        for card in move.cards
        if card in covered and card != UNKNOWN
    ]
    found += _strangers(
        [card for card in move.cards if card not in covered], played, "reproduce.winner-takes", "among the played cards"
    )
    found += _check_number(
        table, move.cards, table.era_card.winner_takes, len(played), "reproduce.winner-takes", "Take"
    )
    if not found and not _spares_owners(table, move.cards):
        text = f"An owner would have fewer cards left than the {table.era_card.keep} to keep."
        found.append(Reason("reproduce.winner-takes", text, "Take a card of somebody who has enough."))
    return found


def _check_keep(table: Table, ask: Ask, move: Keep) -> list[Reason]:
    """Clause: reproduce.keep, reproduce.must-take"""
    own = own_cards(table, ask.seat)
    found = _strangers(move.cards, own, "reproduce.keep", "among your own remaining cards")
    return found + _check_number(table, move.cards, table.era_card.keep, len(own), "reproduce.keep", "Keep")


CHECKS: Final[Mapping[str, Callable[[Table, Ask, Any], list[Reason]]]] = {
    "deal": _check_deal,
    "first": _check_first,
    "shuffle": _check_shuffle,
    "common": _check_shuffle,
    "set": _check_set,
    "declare": _check_declare,
    "aside": _check_aside,
    "grow": _check_grow,
    "rebuild": _check_rebuild,
    "take": _check_take,
    "keep": _check_keep,
}


# ---------------------------------------------------------------- setting up


def make_setup(
    players: int = 2,
    eras: Sequence[str] | None = None,
    without_advanced: bool = False,
    without_colour: str = "",
    rulings: Rulings | None = None,
    pack: Mapping[str, Any] | None = None,
) -> Setup:
    """What is agreed before a game; ValueError names the argument, the value and what is allowed.

    Clause: setup.era-removal, setup.starter-cards, variant.fewer-eras, variant.more-eras, variant.remove-colour
    """
    if type(players) is not int or players not in PLAYERS:
        raise ValueError(f"players is {players!r}; allowed: {PLAYERS[0]} to {PLAYERS[-1]}")
    rulings = Rulings.defaults(KEY) if rulings is None else rulings
    check_rulings(rulings)
    if eras is not None and not (_is_list(eras) and all(isinstance(key, str) for key in eras)):
        raise ValueError(f"eras is {eras!r}; needed: a list of era keys, the first on top, or None")
    if pack is not None and not isinstance(pack, Mapping):
        raise ValueError(f"pack is {pack!r}; needed: what teratozoic.packs.load_pack(FILE) gives, or None")
    written = packed(pack)
    if pack:
        packs.check(written)
        rulings = packs.rulings_with(pack, rulings)
    box = packs.box_of(written)
    for why in why_not_readings(rulings, box):
        raise ValueError(why)
    stack = era_stack(players, box) if eras is None else tuple(eras)
    if eras is not None and stack != era_stack(players, box) and (told := why_not_eras(stack, rulings, box)):
        raise ValueError(f"eras: {told}")
    if type(without_advanced) is not bool:
        raise ValueError(f"without_advanced is {without_advanced!r}; allowed: True or False")
    if without_colour and players != 2:
        raise ValueError(f"without_colour is {without_colour!r} with {players} players; allowed with 2 players only")
    setup = Setup(players, stack, without_advanced, without_colour, rulings, written)
    _check_starters(setup)
    return setup


def _check_starters(setup: Setup) -> None:
    """Are there starters for everybody? Clause: setup.starter-cards"""
    if setup.reads["starter-sets"] == "uniform-sets":
        there = sum(len(parts) == 6 for parts in setup.sets.values())
        if there < setup.players:
            raise ValueError(f"players is {setup.players}; the parts in play hold {there} whole starter sets")
    else:
        there = min(map(len, starters_by_value(setup.in_play).values()))
        if there < setup.players:
            raise ValueError(f"players is {setup.players}; of some value there are only {there} starters")


def blank(setup: Setup) -> dict[str, Any]:
    n = setup.players
    none = ((),) * n
    return {
        "setup": setup, "round": 0, "phase": "setup", "era": 0, "changing": False, "last": False,
        "order": tuple(range(n)), "out": (False,) * n, "common": _ids(setup.in_play), "discard": (), "decks": none,
        "discards": none, "hands": none, "aside": none, "spare": none, "layouts": none, "totals": (-1,) * n,
        "said": ("",) * n, "commits": (None,) * n, "tied": (), "winner": NOBODY, "secret": frozenset(), "ended": "",
        "winners": (), "scores": (), "finals": none, "agenda": (), "ask": None,
    }  # fmt: skip


def new_game(
    players: int = 2,
    eras: Sequence[str] | None = None,
    without_advanced: bool = False,
    without_colour: str = "",
    rulings: Rulings | None = None,
    pack: Mapping[str, Any] | None = None,
) -> Table:
    """A game before anything is dealt. `eras`: other era cards than the labels give, the first on top.

    ValueError says what is allowed. Clause: setup.era-stack-order, setup.starter-cards, setup.common-deck
    """
    setup = make_setup(players, eras, without_advanced, without_colour, rulings, pack)
    return _settled(Table(**blank(setup) | {"agenda": (Task("setup"),)}))


def _settled(table: Table) -> Table:
    """The table when somebody has to decide."""
    flow = Flow(table)
    flow.run()
    return Table._make(flow.freeze())


def deal(
    players: int = 2,
    seed: int | None = None,
    eras: Sequence[str] | None = None,
    without_advanced: bool = False,
    without_colour: str = "",
    rulings: Rulings | None = None,
    pack: Mapping[str, Any] | None = None,
) -> Table:
    """A game that is dealt, at its first Declaration; the same seed gives the same game. Clause: setup.first-hand"""
    rng = Random(seed)
    table = new_game(players, eras, without_advanced, without_colour, rulings, pack)
    while not table.round and table.ask is not None:
        if table.to_move is CHANCE:
            table = table.play_unchecked(table.sample_chance(rng))
        else:
            table = table.play_unchecked(rng.choice(table.legal_moves()))
    return table


def random_start(rng: Random) -> Table:
    """A game before anything is dealt, with random players, eras, variants and readings that the kit's cards serve."""
    rulings = Rulings.defaults(KEY)
    for ruling in rulebook(KEY).rulings.values():
        allowed = [one.id for one in ruling.readings if one.id not in ("owner-parts", "owner-eras", "grid-sides")]
        rulings = rulings.with_(ruling.id, rng.choice(allowed))
    if rulings["starter-sets"] == "mixed-values":
        rulings = rulings.with_("starter-assignment", "random")
    players = rng.choice(PLAYERS)
    known = [era.key for era in kit_box().eras]
    chosen = [key for key in known if key == known[-1] or rng.random() < 0.5]
    eras = None if rng.random() < 0.5 or why_not_eras(chosen, rulings) else chosen
    colour = rng.choice(("", "green", "orange", "purple")) if players == 2 else ""
    return new_game(players, eras, rng.random() < 0.3, colour, rulings)


# ---------------------------------------------------------------- any situation


def _by_seat(values: Any, players: int, name: str, default: Any) -> tuple[Any, ...]:
    if values is None:
        return (default,) * players
    if isinstance(values, str) or len(values) != players:
        raise ValueError(f"{name} is {values!r}; needed: one entry for each of {players} players")
    return tuple(map(_tuples, values))


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value


def _check_cards(fields: Mapping[str, Any], setup: Setup) -> list[str]:
    """All cards that lie somewhere, each known, in play and in one place."""
    in_play = {part.id for part in setup.in_play}
    seen: dict[str, str] = {}
    piles = [(name, pile) for name in ("decks", "discards", "hands", "aside", "spare") for pile in fields[name]]
    piles += [("layouts", cards_of(layout)) for layout in fields["layouts"]]
    for name, pile in (("common", fields["common"] or ()), ("discard", fields["discard"]), *piles):
        for card in pile:
            if card not in in_play:
                some = ", ".join(sorted(in_play)[:3])
                raise ValueError(f"{name} holds {card!r}; allowed: ids of the cards in play, like {some}")
            if card in seen:
                raise ValueError(f"{card} lies in {seen[card]} and in {name}; there is one of each card")
            seen[card] = name
    return list(seen)


def position(
    players: int | None = None,
    eras: Sequence[str] | None = None,
    without_advanced: bool = False,
    without_colour: str = "",
    rulings: Rulings | None = None,
    pack: Mapping[str, Any] | None = None,
    hands: Sequence[Sequence[str]] | None = None,
    era: str | None = None,
    phase: str = "declare",
    first: Seat = 0,
    decks: Sequence[Sequence[str]] | None = None,
    discards: Sequence[Sequence[str]] | None = None,
    common: Sequence[str] | None = None,
    discard: Sequence[str] = (),
    aside: Sequence[Sequence[str]] | None = None,
    spare: Sequence[Sequence[str]] | None = None,
    layouts: Sequence[Sequence[Sequence[str]]] | None = None,
    out: Sequence[bool] | None = None,
    round: int = 1,
    last: bool | None = None,
    changing: bool = False,
    order: Sequence[Seat] | None = None,
    totals: Sequence[int] | None = None,
    said: Sequence[str] | None = None,
    commits: Sequence[Any] | None = None,
    tied: Sequence[Seat] = (),
    winner: Seat = NOBODY,
    secret: Iterable[str] = (),
    ended: str = "",
    winners: Sequence[Seat] = (),
    scores: Sequence[int] = (),
    finals: Sequence[Any] | None = None,
    agenda: Sequence[Any] | None = None,
    ask: Sequence[Any] | None = None,
) -> Table:
    """Any situation a person can lay on a table; ValueError names the argument, the value and what is allowed.

    Without `hands` (and the rest) it is a game before it is dealt. `hands`, `decks`, `discards`, `aside`, `layouts`: cards
    by seat, each pile with its top first; `era`: a key of the stack, its first one if not given; `first` is first player;
    `common`: the common deck, if not given all cards that lie nowhere else in the order of the list; `discard`: the common
    discard pile. `phase` says where it begins: "declare", "grow" (`aside` is put aside), "contest" (`layouts` lie open),
    "keep" (the winner has taken), "draw" (hands are empty) or "final". The rest is what `as_position` writes.
    """
    given = (hands, decks, discards, layouts, agenda, order, common)
    if phase == "declare" and all(one is None for one in given):
        return new_game(2 if players is None else players, eras, without_advanced, without_colour, rulings, pack)
    n = players
    for name, values in {"hands": hands, "layouts": layouts, "decks": decks, "discards": discards}.items():
        if n is None and values is not None:
            n = len(_listed(values, name))
            if n not in PLAYERS:
                raise ValueError(
                    f"{name} has {n} entries; needed: one for each of {PLAYERS[0]} to {PLAYERS[-1]} players"
                )
    setup = make_setup(2 if n is None else n, eras, without_advanced, without_colour, rulings, pack)
    n = setup.players
    key = setup.eras[0] if era is None else era
    if key not in setup.eras:
        raise ValueError(f"era is {era!r}; allowed: {', '.join(setup.eras)}")
    is_last = key == setup.eras[-1]
    fields = blank(setup) | {
        "round": round,
        "era": setup.eras.index(key),
        "changing": bool(changing),
        "last": is_last and not changing if last is None else bool(last),
        "out": _by_seat(out, n, "out", False),
        "discard": tuple(discard),
        "decks": _by_seat(decks, n, "decks", ()),
        "discards": _by_seat(discards, n, "discards", ()),
        "hands": _by_seat(hands, n, "hands", ()),
        "aside": _by_seat(aside, n, "aside", ()),
        "spare": _by_seat(spare, n, "spare", ()),
        "layouts": _by_seat(layouts, n, "layouts", ()),
        "common": None if common is None else tuple(common),
    }
    placed = _check_cards(fields, setup)
    if common is None:
        left = common_parts(setup.in_play, [setup.parts[card] for card in placed], setup.rulings)
        fields["common"] = _ids(left)
    _check_numbers(fields, setup, first)
    turn = [(first + step) % n for step in range(n)] if order is None else _seats(order, n, "order")
    fields["order"] = tuple(seat for seat in turn if not fields["out"][seat])
    if agenda is not None:
        more = {
            "phase": phase, "totals": _by_seat(totals, n, "totals", -1), "said": _by_seat(said, n, "said", ""),
            "commits": _by_seat(commits, n, "commits", None), "tied": _seats(tied, n, "tied"), "winner": winner,
            "secret": frozenset(secret), "ended": ended, "winners": _seats(winners, n, "winners"),
            "scores": tuple(scores), "finals": _by_seat(finals, n, "finals", ()), "agenda": tuple([_read_next(row, n) for row in agenda]),
            "ask": None if ask is None else _read_ask(ask, n),
        }  # fmt: skip
        _check_rest(more, setup)
        return Table(**fields | more)
    return _begin(fields, phase, totals, said, winner)


def _is_list(value: Any) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _listed(values: Any, name: str) -> Sequence[Any]:
    if not _is_list(values):
        raise ValueError(f"{name} is {values!r}; needed: a list with one entry for each player")
    return values


def _seats(values: Any, players: int, name: str) -> tuple[Seat, ...]:
    """Different seats; ValueError says what is wrong."""
    found = tuple(_listed(values, name))
    for seat in found:
        if type(seat) is not int or not 0 <= seat < players:
            raise ValueError(f"{name} holds {seat!r}; allowed: seats from 0 to {players - 1}")
    if len(set(found)) < len(found):
        raise ValueError(f"{name} is {list(found)!r}; allowed: each seat once")
    return found


def _check_numbers(fields: Mapping[str, Any], setup: Setup, first: object) -> None:
    """Is what was counted and agreed on possible?"""
    n = setup.players
    if type(fields["round"]) is not int or fields["round"] < 0:
        raise ValueError(f"round is {fields['round']!r}; allowed: whole numbers from 0")
    if type(first) is not int or not 0 <= first < n:
        raise ValueError(f"first is {first!r}; allowed: seats from 0 to {n - 1}")
    if not all(type(one) is bool for one in fields["out"]):
        raise ValueError(f"out is {list(fields['out'])!r}; allowed: True or False for each player")


def _check_rest(more: Mapping[str, Any], setup: Setup) -> None:
    """Is what `as_position` writes of a table in the middle of a move what it could have written?"""
    n, known = setup.players, {*setup.parts, UNKNOWN}
    if more["phase"] not in PHASES:
        raise ValueError(f"phase is {more['phase']!r}; allowed: {', '.join(PHASES)}")
    for name, allowed in (("totals", "whole numbers from -1"), ("scores", "whole numbers from 0")):
        least = -1 if name == "totals" else 0
        if not all(type(one) is int and one >= least for one in more[name]):
            raise ValueError(f"{name} is {list(more[name])!r}; allowed: {allowed}")
    if len(more["scores"]) not in (0, n):
        raise ValueError(f"scores is {list(more['scores'])!r}; needed: one for each of {n} players, or none")
    if not all(one in ("", ALL, NOT_ALL) for one in more["said"]):
        raise ValueError(f"said is {list(more['said'])!r}; allowed: '', {ALL!r} or {NOT_ALL!r}")
    if type(more["winner"]) is not int or not NOBODY <= more["winner"] < n:
        raise ValueError(f"winner is {more['winner']!r}; allowed: {NOBODY} (nobody) to {n - 1}")
    if more["ended"] and more["ended"] not in rulebook(KEY).clauses:
        raise ValueError(f"ended is {more['ended']!r}; allowed: '' or the id of a clause")
    for name in ("commits", "finals"):
        for one in more[name]:
            cards = () if one is None or one == UNKNOWN else _flat(one)
            if strange := [card for card in cards if card not in known]:
                raise ValueError(f"{name} holds {strange[0]!r}; allowed: ids of the cards in play")
    if strange := more["secret"] - known:
        raise ValueError(f"secret holds {min(map(str, strange))!r}; allowed: ids of the cards in play")


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for one in value:
            yield from _flat(one)
    else:
        yield value


def _read_ask(row: Any, players: int) -> Ask:
    if not (_is_list(row) and row and row[0] in ASKED and len(row) <= len(Ask.__slots__)):
        raise ValueError(f"ask is {row!r}; allowed: a question that begins with one of {', '.join(ASKED)}")
    found = Ask(*row)
    chance = ASKED[found.what][0] in CHANCES
    if type(found.seat) is not int or not (found.seat == NOBODY if chance else 0 <= found.seat < players):
        allowed = f"{NOBODY} (chance)" if chance else f"0 to {players - 1}"
        raise ValueError(f"ask {found.what!r} names seat {found.seat!r}; allowed: {allowed}")
    return found


def _read_next(row: Any, players: int) -> Next:
    if _is_list(row) and row and row[0] in IN_TURN:
        return _read_ask(row, players)
    if not (_is_list(row) and row and row[0] in DOING and len(row) <= len(Task.__slots__)):
        allowed = ", ".join((*DOING, *sorted(IN_TURN)))
        raise ValueError(f"agenda holds {row!r}; allowed: tasks and questions that begin with one of {allowed}")
    return Task(*row)


def _begin(
    fields: dict[str, Any], phase: str, totals: Sequence[int] | None, said: Sequence[str] | None, winner: Seat
) -> Table:
    """A table at the beginning of a phase. Clause: turn.four-phases, mutate.draw-five"""
    if phase not in STARTS:
        raise ValueError(f"phase is {phase!r}; allowed: {', '.join(STARTS)}")
    n = fields["setup"].players
    if all(fields["out"]):
        raise ValueError("out is True for all players; somebody must be in")
    if phase == "contest" and not any(fields["layouts"]):
        raise ValueError("layouts is empty; needed when phase is 'contest': the monsters that lie open")
    busy = {name: any(fields[name]) for name in ("hands", "aside", "layouts", "spare")}
    allowed = {"declare": {"hands"}, "grow": {"hands", "aside"}, "draw": {"hands"}, "final": {"hands"}}
    for name, there in busy.items():
        if there and name not in allowed.get(phase, {"hands", "aside", "layouts", "spare"}):
            raise ValueError(f"{name} holds cards; none are there when phase is {phase!r}")
    most = fields["setup"].hand
    for seat in range(n) if phase in ("declare", "grow") else ():
        count = len(fields["hands"][seat]) + len(fields["aside"][seat])
        if count > most:
            raise ValueError(f"hands and aside hold {count} cards of {letter(seat)}; allowed: at most {most}")
    in_round = [bool(fields["hands"][s] or fields["aside"][s] or fields["layouts"][s]) for s in range(n)]
    words = [(NOT_ALL if fields["aside"][s] else ALL) if in_round[s] else "" for s in range(n)]
    begins: dict[str, list[Next]] = {
        "declare": [todo("round")],
        "grow": [*(question("grow", seat) for seat in fields["order"] if in_round[seat]), todo("reveal")],
        "contest": [todo("value")],
        "keep": [todo("keeps")],
        "draw": [todo("draws")],
        "final": [todo("final")],
    }
    fields |= {
        "phase": "mutate" if phase == "draw" else phase,
        "agenda": tuple(reversed(begins[phase])),
        "winner": winner,
    }
    if phase == "declare":
        fields["round"] -= 1
    if phase in ("grow", "contest", "keep"):
        fields["said"] = _by_seat(said, n, "said", "") if said is not None else tuple(words)
    if totals is not None:
        fields["totals"] = _by_seat(totals, n, "totals", -1)
    return _settled(Table(**fields))


__all__ = [
    "CHANCES",
    "STARTS",
    "UNKNOWN",
    "Table",
    "deal",
    "make_setup",
    "new_game",
    "position",
    "random_start",
]
