"""How does a game run: who deals, who plays, what may they do, and when is it over?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple, TypeAlias

from ..core import CHANCE, Chance, Event, IllegalMove, Outcome, Reason, Rulings, Seat, rulebook
from .cards import (
    AZATHOTH,
    KEY,
    KINDS,
    PHONE,
    UNKNOWN,
    Card,
    Seen,
    Unknown,
    cards,
    check_copies,
    deck,
    deck_row,
    hand_size,
)
from .scoring import (
    MARKERS_IN_ALL,
    counted,
    hand_out,
    markers,
    perishing,
    raw_score,
    summands,
    winners,
)
from .tricks import (
    Rules,
    join,
    judge_trick,
    leads_again,
    legal_cards,
    letter,
    must_follow,
    open_point,
    seats_of,
    starters,
    tell_lead,
    tell_next,
    tell_taking,
    why_not_follow,
)

# ---------------------------------------------------------------- moves


@dataclass(frozen=True, slots=True)
class PickDealer:
    """Chance: who deals the first turn. Clause: setup.first-dealer"""

    seat: Seat

    def __str__(self) -> str:
        return f"{letter(self.seat)} becomes the first dealer"


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the hand each seat gets. Clause: setup.equal-deal, dealer.redeal"""

    hands: tuple[tuple[Card, ...], ...]

    def __str__(self) -> str:
        return f"{len(self.hands[0])} cards are dealt to each of {len(self.hands)} players"


@dataclass(frozen=True, slots=True)
class Lead:
    """The leader of a trick plays its first card. Clause: lead.any-card"""

    card: Card

    def __str__(self) -> str:
        return f"Lead {self.card}"


@dataclass(frozen=True, slots=True)
class Follow:
    """A player adds a card to the trick. Clause: follow.order"""

    card: Card

    def __str__(self) -> str:
        return f"Play {self.card}"


Move: TypeAlias = PickDealer | Deal | Lead | Follow
LEAD = {card: Lead(card) for card in KINDS}
FOLLOW = {card: Follow(card) for card in KINDS}


# ---------------------------------------------------------------- what stays the same


@dataclass(frozen=True, slots=True)
class Setup:
    """What the players agreed on before the game. `partial`: a practice position that does not hold the whole deck."""

    players: int
    turns: int
    variant: bool
    rulings: Rulings
    partial: bool = False
    rules: Rules = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", Rules.of(self.players, self.variant, self.rulings))


def why_not_setup(players: int, variant: bool, rulings: Rulings) -> tuple[Reason, ...]:
    """() if this many may play, else why not. Clause: variant.three-four-basic, variant.optional-five-six"""
    reasons = []
    least, most = rulebook(KEY).players
    if type(players) is not int or not least <= players <= most:
        reasons.append(
            Reason(
                "setup.equal-deal",
                f"The rulebook has no deal for {players!r} players.",
                f"Take {least} to {most} players.",
            )
        )
    elif variant and players < 5 and rulings["variant-eligibility"] == "five-or-six":
        reasons.append(
            Reason(
                "variant.three-four-basic",
                f"With {players} players the basic rules are used.",
                "Play without the variant, take 5 or 6 players, or switch variant-eligibility to any-count.",
            )
        )
    return tuple(reasons)


class Trick(NamedTuple):
    """Cards in order of play, taken by one player. `leader` is who led (under two-tricks: who started the round)."""

    leader: Seat
    taker: Seat
    cards: tuple[Seen, ...]


class TurnScore(NamedTuple):
    """What a turn brought each seat: raw sum, points that count, markers due and markers received."""

    raw: tuple[int, ...]
    points: tuple[int, ...]
    due: tuple[int, ...]
    gained: tuple[int, ...]


# ---------------------------------------------------------------- the state


class Table(NamedTuple):
    """A position: an immutable value.

    `turn` counts from 1 (0 before the first deal). `plays` are the cards of the trick on the table, in order of play;
    `tricks` those taken in this turn; `markers` what each seat gained, turn by turn. After the last trick of a turn
    `tricks` stay open until the next deal.
    """

    setup: Setup
    turn: int
    dealer: Seat | None
    leader: Seat | None
    hands: tuple[tuple[Card, ...], ...]
    plays: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    markers: tuple[tuple[int, ...], ...]
    to_move: Seat | Chance | None

    # -------------------------------------------------------------------------------------------- reading the table

    @property
    def players(self) -> int:
        """How many play."""
        return self.setup.players

    @property
    def totals(self) -> tuple[int, ...]:
        """Markers of each seat so far. Clause: end.sum-markers"""
        return tuple(sum(gained[seat] for gained in self.markers) for seat in range(self.players))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who played each card of the trick on the table."""
        return seats_of(self.leader, self.plays, self.setup.rules) if self.leader is not None else ()

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on. Clause: end.after-agreed-turns, end.most-perish, end.others-win"""
        if self.to_move is not None:
            return None
        return Outcome(winners(self.totals, self.setup.rulings), self.totals, "end.most-perish")

    @property
    def face_down(self) -> bool:
        """Whether the card that is played next lies face down until the round is opened. Clause: value.open-round"""
        place = len(self.plays) % self.players
        return 0 < place < self.players - 1 and self.setup.rulings["follower-visibility"] == "face-down"

    def heaps(self, seat: Seat) -> tuple[tuple[Card, ...], ...]:
        """The tricks a seat took in this turn. Clause: take.keep-face-down"""
        return tuple(trick.cards for trick in self.tricks if trick.taker == seat)  # type: ignore[misc]

    def turn_score(self) -> TurnScore:
        """What the tricks taken so far come to, if they were scored now.

        Clause: score.sum-own-tricks, score.positive-is-zero, events.phone-round-up
        """
        return score_turn(self.tricks, self.setup, self.dealer or 0, self.markers)

    # -------------------------------------------------------------------------------------------- moves

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move: each kind of card once. The deal cannot be listed and raises ValueError."""
        seat = self.to_move
        if seat.__class__ is not int:
            return () if seat is None else tuple(move for move, _ in self.chance_moves())
        hand, plays = self.hands[seat], self.plays
        if not plays:
            return tuple([LEAD[card] for card in legal_cards(hand, None)])
        players = self.setup.players
        if len(plays) < players:
            return tuple([FOLLOW[card] for card in legal_cards(hand, plays[0].faction)])
        follow = self.setup.rules.follow
        legal = legal_cards(hand, plays[0].faction, 1 + len(plays) // players, not len(plays) % players, follow)
        return tuple([FOLLOW[card] for card in legal])

    def random_move(self, rng: Random) -> Move:
        """One of legal_moves(), each as likely, or sample_chance(rng); ValueError if the game is over."""
        seat = self.to_move
        if seat is None:
            raise ValueError("The game is over: there is no move")
        return self.sample_chance(rng) if seat is CHANCE else rng.choice(self.legal_moves())

    def chance_moves(self) -> tuple[tuple[Move, Fraction], ...]:
        """Each possible first dealer with its chance. Clause: setup.first-dealer"""
        if self.to_move is not CHANCE:
            raise ValueError("No chance is due here: a player moves. Ask legal_moves()")
        if self.dealer is not None:
            raise ValueError("A deal has too many outcomes to list. Draw one with sample_chance(rng)")
        chance = Fraction(1, self.players)
        return tuple((PickDealer(seat), chance) for seat in range(self.players))

    def sample_chance(self, rng: Random) -> Move:
        """The first dealer, or a shuffled deal. Clause: setup.equal-deal, dealer.collect-and-shuffle"""
        if self.to_move is not CHANCE:
            raise ValueError("No chance is due here: a player moves. Ask legal_moves()")
        players = self.setup.players
        if self.dealer is None:
            return PickDealer(rng.randrange(players))
        pack = deck(players)
        order = list(range(len(pack)))
        rng.shuffle(order)
        size = len(pack) // players
        return Deal(
            tuple(
                [
                    tuple([pack[place] for place in sorted(order[start : start + size])])
                    for start in range(0, len(pack), size)
                ]
            )
        )

    def why_not(self, move: Move) -> tuple[Reason, ...]:
        """() if the move is legal, else every condition it fails, with its clause and a way out."""
        seat = self.to_move
        kind = move.__class__
        if seat.__class__ is int and (kind is Follow if self.plays else kind is Lead):
            card: Card = move.card  # type: ignore[union-attr]
            hand = self.hands[seat]
            if card in hand:
                if not self.plays:
                    return ()
                players = self.setup.players
                round, place = divmod(len(self.plays), players)
                follow = self.setup.rules.follow
                return why_not_follow(hand, card, self.plays[0].faction, round + 1, not place, follow)
            return (self._not_in_hand(card, seat),)
        return self._wrong_kind(move)

    def _not_in_hand(self, card: Card, seat: Seat) -> Reason:
        who = letter(seat)
        mine = [move.card for move in self.legal_moves() if isinstance(move, Lead | Follow)]
        there = "is not in" if isinstance(card, Card) else "is no card of"
        return Reason(
            "follow.order" if self.plays else "lead.any-card",
            f"{card} {there} {who}’s hand.",
            f"Play one of {who}’s cards: {join(mine, 'or')}.",
        )

    def _wrong_kind(self, move: Move) -> tuple[Reason, ...]:
        seat = self.to_move
        if not isinstance(move, PickDealer | Deal | Lead | Follow):
            raise ValueError(f"{move!r} is no move of Tekeli-li. Moves are PickDealer, Deal, Lead and Follow")
        if seat is None:
            return (
                Reason(
                    "end.after-agreed-turns",
                    f"The game is over after {self.setup.turns} turn{'s' if self.setup.turns > 1 else ''}.",
                    "Start a new game.",
                ),
            )
        if seat is CHANCE:
            if self.dealer is None:
                if isinstance(move, PickDealer):
                    if type(move.seat) is int and 0 <= move.seat < self.players:
                        return ()
                    return (
                        Reason(
                            "setup.first-dealer",
                            f"There is no seat {move.seat!r}.",
                            f"Take a seat from 0 to {self.players - 1}.",
                        ),
                    )
                return (
                    Reason(
                        "setup.first-dealer",
                        "The first dealer is not chosen yet.",
                        "Choose a dealer: PickDealer(seat).",
                    ),
                )
            if isinstance(move, Deal):
                return self._why_not_deal(move)
            return (
                Reason(
                    "setup.equal-deal", "The cards are not dealt yet.", "Deal first: sample_chance(rng) draws a deal."
                ),
            )
        assert isinstance(seat, int)
        who = letter(seat)
        if isinstance(move, PickDealer | Deal):
            return (
                Reason(
                    "turn.tricks-until-empty",
                    f"The turn is being played; it is {who}’s move.",
                    f"{who} plays a card first.",
                ),
            )
        reasons = []
        if isinstance(move, Lead):
            reasons.append(
                Reason(
                    "follow.order",
                    f"{self.plays[0]} was led already; {who} adds a card.",
                    "Add a card of the hand with Follow(card).",
                )
            )
        else:
            reasons.append(
                Reason(
                    "lead.any-card",
                    f"No card lies in the trick; {who} leads.",
                    "Lead a card of the hand with Lead(card).",
                )
            )
        hand = self.hands[seat]
        if move.card not in hand:
            reasons.append(self._not_in_hand(move.card, seat))
        elif self.plays:
            round, place = divmod(len(self.plays), self.players)
            reasons += why_not_follow(
                hand, move.card, self.plays[0].faction, round + 1, not place, self.setup.rules.follow
            )
        return tuple(reasons)

    def _why_not_deal(self, move: Deal) -> tuple[Reason, ...]:
        fix = "Draw a deal with sample_chance(rng)."
        sizes = [len(hand) for hand in move.hands]
        if sizes != [hand_size(self.players)] * self.players:
            text = f"The hands hold {sizes} cards; {self.players} players get {hand_size(self.players)} each."
            return (Reason("setup.equal-deal", text, fix),)
        if Counter(card for hand in move.hands for card in hand) != Counter(deck(self.players)):
            text = f"These are not the cards of the deck for {self.players} players."
            return (Reason(f"setup.deck-{self.players}", text, fix),)
        return ()

    def play(self, move: Move) -> Table:
        """The table after a move; IllegalMove says why not."""
        reasons = self.why_not(move)
        if reasons:
            raise IllegalMove(move, reasons)
        return self.play_unchecked(move)

    def play_unchecked(self, move: Move) -> Table:
        """The table after a move that is known to be legal."""
        if move.__class__ is Deal or move.__class__ is PickDealer:
            return self._chance(move)
        setup, turn, dealer, leader, hands, plays, tricks, gained, who = self
        seat: int = who  # type: ignore[assignment]
        card: Card = move.card  # type: ignore[union-attr]
        hand = hands[seat]
        place = hand.index(card)
        hands = (*hands[:seat], hand[:place] + hand[place + 1 :], *hands[seat + 1 :])
        plays = (*plays, card)
        if len(plays) % setup.players:
            after = (seat + 1) % setup.players
            return _table(Table, (setup, turn, dealer, leader, hands, plays, tricks, gained, after))
        return Table(setup, turn, dealer, leader, hands, plays, tricks, gained, None)._after_round()

    def _after_round(self) -> Table:
        """Clause: turn.repeat, turn.tricks-until-empty, take.keep-face-down, dealer.azathoth-taker"""
        setup, turn, dealer, leader, hands, plays, tricks, gained, _ = self
        assert leader is not None
        judged = judge_trick(leader, plays, setup.rules, len(hands[0]))
        if judged.taker is not None:
            start = leader if setup.rules.one_trick else judged.starters[-1]
            tricks = (*tricks, Trick(start, judged.taker, plays[-judged.taken :]))
        if judged.continues:
            return Table(setup, turn, dealer, leader, hands, plays, tricks, gained, judged.next_to_play)
        if hands[0]:
            after = judged.next_leader
            return Table(setup, turn, dealer, after, hands, (), tricks, gained, after)
        score = score_turn(tricks, setup, dealer or 0, gained)
        deals, leads = next_turn(tricks, leader, plays, setup)
        over = turn == setup.turns or deals is None
        return Table(setup, turn, deals, leads, hands, (), tricks, (*gained, score.gained), None if over else CHANCE)

    def _chance(self, move: Move) -> Table:
        """Clause: lead.first-left-of-dealer, game.series-of-turns"""
        if isinstance(move, PickDealer):
            return self._replace(dealer=move.seat, leader=(move.seat + 1) % self.players)
        assert isinstance(move, Deal)
        return self._replace(turn=self.turn + 1, hands=move.hands, plays=(), tricks=(), to_move=self.leader)

    # -------------------------------------------------------------------------------------------- telling, showing

    def events(self, move: Move) -> tuple[Event, ...]:
        """What play(move) does: every change with its clause. IllegalMove if the move is refused."""
        after = self.play(move)
        if isinstance(move, PickDealer):
            return tuple(_tell_start(self.setup, move.seat))
        if isinstance(move, Deal):
            return tuple(_tell_deal(after))
        assert isinstance(self.to_move, int)
        events = [
            *self._tell_play(move.card, self.to_move),
        ]
        plays = (*self.plays, move.card)
        if len(plays) % self.players == 0:
            assert self.leader is not None
            left = len(after.hands[0])
            judged = judge_trick(self.leader, plays, self.setup.rules, left)
            opened = f"All {self.players} have played: the round lies open."
            if self.setup.rulings["follower-visibility"] == "face-down":
                start = len(plays) - self.players
                here = zip(seats_of(self.leader, plays, self.setup.rules)[start:], plays[start:], strict=True)
                opened = f"{opened[:-1]}: {join(f'{letter(who)} {card}' for who, card in here)}."
            events.append(Event("value.open-round", opened))
            events += tell_taking(judged, self.setup.rules, left)
            if judged.taker is not None:
                taken = f"{letter(judged.taker)} puts the {judged.taken} cards face down in front of them."
                events.append(Event("take.keep-face-down", taken))
            events += tell_next(judged, self.setup.rules)
            if not judged.continues and not left:
                events += _tell_turn_end(after, self.dealer or 0, leads_again(plays, self.setup.rules))
            elif not judged.continues:
                events.append(Event("turn.repeat", f"Each hand holds {left} more: the next trick begins."))
        return tuple(events)

    def _tell_play(self, card: Card, seat: Seat) -> list[Event]:
        who, hand = letter(seat), self.hands[seat]
        if not self.plays:
            events = [*tell_lead(seat, card), Event("lead.face-up", f"{card} lies face up in the middle.")]
        else:
            lead = self.plays[0].faction
            same = [held for held in hand if held.faction is lead]
            events = [Event("follow.order", f"{who} plays {card}.")]
            round, place = divmod(len(self.plays), self.players)
            if not must_follow(round + 1, not place, self.setup.rules.follow):
                assumed = open_point(self.setup.rulings, "second-round-follow")
                events.append(
                    Event("events.lead-faction-stays", f"{who} need not follow {lead} in this round.", assumed=assumed)
                )
            elif card.faction is lead:
                events.append(Event("follow.must", f"{who} follows {lead}."))
                if len(same) == 1 and len(hand) > 1:
                    events.append(Event("follow.single-forced", f"It is {who}’s only {lead} card.", private=seat))
                elif len(same) > 1:
                    events.append(
                        Event("follow.choice", f"{who} could choose among {len(same)} {lead} cards.", private=seat)
                    )
            elif not same:
                events.append(Event("follow.void-free", f"{who} has no {lead} and may play anything."))
            if card.faction is not lead:
                events.append(Event("value.off-faction-zero", f"{card} is not {lead}: worth 0."))
        if card.row["event"]:
            off = self.plays and card.faction is not self.plays[0].faction
            events.append(Event("events.red-and-white-three", f"{card} is an event card: the {card.name}."))
            if off:
                events.append(Event("examples.event-acts-off-faction", "Its event counts although it does not follow."))
        if self.face_down:
            covered = Event("value.open-round", f"{who} adds a card face down.")
            return [covered, *(replace(event, private=seat) for event in events)]
        return events

    def reveals(self, move: Move, seat: Seat) -> bool:
        """Whether a move shows that seat something: a card of somebody else, a deal, or the opened round.

        Clause: term.hand-secret, value.open-round
        """
        opens = (len(self.plays) + 1) % self.players == 0
        return self.to_move != seat or (opens and self.setup.rulings["follower-visibility"] == "face-down")

    def observe(self, seat: Seat) -> Table:
        """The table as that seat may see it: what is hidden from it is UNKNOWN.

        Clause: term.hand-secret, lead.face-up, value.open-round, take.keep-face-down
        """
        if type(seat) is not int or not 0 <= seat < self.players:
            raise ValueError(f"seat is {seat!r}; allowed: 0 to {self.players - 1}")
        if not isinstance(self.to_move, int):
            return self
        hands = tuple(hand if owner == seat else (UNKNOWN,) * len(hand) for owner, hand in enumerate(self.hands))
        rulings, plays = self.setup.rulings, tuple(self.plays)
        if rulings["follower-visibility"] == "face-down":
            begun = len(plays) - len(plays) % self.players
            plays = tuple(
                card if place <= begun or owner == seat else UNKNOWN  # type: ignore[misc]
                for place, (card, owner) in enumerate(zip(plays, self.seats, strict=True))
            )
        tricks = self.tricks
        if rulings["trick-review"] == "current-trick-only":
            tricks = tuple(trick._replace(cards=(UNKNOWN,) * len(trick.cards)) for trick in tricks)
        return self._replace(hands=hands, plays=plays, tricks=tricks)  # type: ignore[arg-type]

    def as_position(self) -> dict[str, Any]:
        """The arguments with which `position` builds this table anew."""
        setup = self.setup
        found: dict[str, Any] = {
            "players": setup.players,
            "turns": setup.turns,
            "variant": setup.variant,
            "rulings": setup.rulings,
        }
        if self.dealer is None and self.turn == 0:
            return found
        if any(isinstance(c, Unknown) for cs in (*self.hands, self.plays, *(t.cards for t in self.tricks)) for c in cs):
            raise ValueError("An observed table has hidden cards: it cannot be built anew")
        return found | {
            "turn": self.turn,
            "partial": setup.partial,
            "dealer": self.dealer,
            "leader": self.leader,
            "hands": [[card.id for card in hand] for hand in self.hands],
            "trick": [card.id for card in self.plays],
            "tricks": [[t.leader, t.taker, [card.id for card in t.cards]] for t in self.tricks],
            "markers": [list(gained) for gained in self.markers],
        }

    def write_move(self, move: Move) -> str:
        """A move as a line of a record: 'B follow red-3'."""
        if isinstance(move, PickDealer):
            return f"dealer {letter(move.seat)}"
        if isinstance(move, Deal):
            return "deal " + "; ".join(
                f"{letter(seat)}: {' '.join(card.id for card in hand)}" for seat, hand in enumerate(move.hands)
            )
        seat = self.to_move
        assert isinstance(seat, int)
        return f"{letter(seat)} {'lead' if isinstance(move, Lead) else 'follow'} {move.card.id}"

    def read_move(self, line: str) -> Move:
        """The move of a record's line; ValueError says what is allowed."""
        words = line.split()
        if words[:1] == ["dealer"] and len(words) == 2:
            return PickDealer(seat_number(words[1], self.players))
        if words[:1] == ["deal"]:
            hands = [part.partition(":") for part in line.strip()[5:].split(";")]
            names = [name.strip() for name, _, _ in hands]
            if names == [*"ABCDEF"[: len(hands)]]:
                return Deal(tuple(cards(ids.split()) for _, _, ids in hands))
        if len(words) == 3 and words[1] in ("lead", "follow"):
            seat = seat_number(words[0], self.players)
            if seat != self.to_move:
                due = letter(self.to_move) if isinstance(self.to_move, int) else "nobody"
                raise ValueError(f"{line!r}: it is not {words[0]}’s turn; {due} plays next")
            return (Lead if words[1] == "lead" else Follow)(Card(words[2]))
        raise ValueError(
            f"{line!r} is no move; allowed: 'dealer A', 'deal A: red-1 ...; B: ...', 'A lead blue-7', 'B follow red-3'"
        )

    def __str__(self) -> str:
        from .view import table_text

        return table_text(self)

    def _repr_html_(self) -> str:
        from .view import table_html

        return table_html(self)


_table = tuple.__new__


# ---------------------------------------------------------------- between the turns


def score_turn(tricks: Iterable[Trick], setup: Setup, dealer: Seat, before: Sequence[Sequence[int]]) -> TurnScore:
    """What the taken tricks come to. Clause: score.sum-own-tricks, events.phone-round-up, contents.markers"""
    heaps: list[list[Sequence[Card]]] = [[] for _ in range(setup.players)]
    phone = -1
    for trick in tricks:
        heaps[trick.taker].append(trick.cards)  # type: ignore[arg-type]
        if PHONE in trick.cards:
            phone = trick.taker
    raw = tuple([raw_score(own, setup.rules.pair) for own in heaps])
    due = tuple([markers(score, seat == phone) for seat, score in enumerate(raw)])
    supply = str(setup.rulings["marker-supply"])
    left = MARKERS_IN_ALL - sum(map(sum, before))
    return TurnScore(raw, tuple(map(counted, raw)), due, hand_out(due, left, dealer, supply))


def next_turn(
    tricks: Iterable[Trick], leader: Seat, last: Sequence[Card], setup: Setup
) -> tuple[Seat | None, Seat | None]:
    """Who deals the next turn and who leads it. `leader` and `last`: of the last trick.

    Clause: dealer.azathoth-taker, lead.first-left-of-dealer, variant.same-leader-again
    """
    dealer = next((trick.taker for trick in tricks if AZATHOTH in trick.cards), None)
    if setup.rules.carry and leads_again(last, setup.rules):
        return dealer, leader
    return dealer, None if dealer is None else (dealer + 1) % setup.players


def _tell_start(setup: Setup, dealer: Seat) -> list[Event]:
    turns = setup.turns
    many = f"{turns} turn{'s' if turns > 1 else ''}"
    events = [Event("setup.turn-count", f"The players agree on {many}.")]
    if turns == 3:
        events.append(Event("setup.first-game-three-turns", "Three turns are the advice for a first game."))
    if setup.variant:
        events.append(Event("variant.optional-five-six", "They use the variant: the Long Trip gives a second lead."))
    elif setup.players < 5:
        events.append(Event("variant.three-four-basic", f"With {setup.players} players the basic rules hold."))
    return [
        *events,
        Event("setup.first-dealer", f"{letter(dealer)} is drawn as the first dealer."),
        Event("term.dealer", f"{letter(dealer)} will deal the cards."),
    ]


def _tell_deal(after: Table) -> list[Event]:
    setup, dealer, leader = after.setup, after.dealer, after.leader
    assert dealer is not None
    assert leader is not None
    who, n = letter(dealer), setup.players
    events = [Event("game.series-of-turns", f"Turn {after.turn} of {setup.turns} begins.")]
    if after.turn > 1:
        events.append(Event("dealer.collect-and-shuffle", f"{who} collects all cards and shuffles them."))
        events.append(Event("dealer.redeal", f"{who} deals the same deck again."))
    out = deck_row(n)["removed"]
    assert isinstance(out, list)
    stay = f"{len(out)} cards stay in the box." if out else "The whole deck is in play."
    events += [
        Event(f"setup.deck-{n}", f"{n} players: {len(deck(n))} cards are in play. {stay}"),
        Event("setup.equal-deal", f"{who} deals {hand_size(n)} cards to each player."),
        Event("term.hand-secret", "Everybody keeps their hand secret."),
    ]
    if leader == (dealer + 1) % n:
        events.append(Event("lead.first-left-of-dealer", f"{letter(leader)} sits left of the dealer and leads."))
    else:
        events.append(
            Event(
                "variant.same-leader-again",
                f"{letter(leader)} leads by the Long Trip of the last turn.",
                assumed=open_point(setup.rulings, "variant-last-trick"),
            )
        )
    return events


def _tell_turn_end(after: Table, dealer: Seat, again: bool) -> list[Event]:
    setup = after.setup
    events = [Event("turn.tricks-until-empty", "All hands are played: the turn is over.")]
    score = score_turn(after.tricks, setup, dealer, after.markers[:-1])
    for seat in range(setup.players):
        who = letter(seat)
        for line in summands(after.heaps(seat), setup.rules.pair):
            about_pair = line.clause.startswith("points.necronomicon")
            open_pair = open_point(setup.rulings, "necronomicon-pair") if about_pair else ""
            events.append(Event(line.clause, f"{who}: {line.what}, {signed(line.points)}.", assumed=open_pair))
        raw, due, got = score.raw[seat], score.due[seat], score.gained[seat]
        events.append(Event("score.sum-own-tricks", f"{who}’s cards add up to {signed(raw)}."))
        if raw > 0:
            events.append(Event("score.positive-is-zero", f"{signed(raw)} is above zero: {who} scores 0."))
        if any(PHONE in heap for heap in after.heaps(seat)):
            text = f"{who} took the Phone: a loss is rounded up to the next full hundred."
            events.append(Event("events.phone-round-up", text))
        clause = "score.marker-per-hundred" if due else "term.marker"
        events.append(Event(clause, f"{who} gets {due} marker{'' if due == 1 else 's'}.", key=True))
        if got < due:
            events.append(
                Event(
                    "contents.markers",
                    f"The markers run out: {who} receives only {got}.",
                    assumed=open_point(setup.rulings, "marker-supply"),
                )
            )
    if after.to_move is not None:
        assert after.dealer is not None
        events.append(
            Event("dealer.azathoth-taker", f"{letter(after.dealer)} took Azathoth (Earth 6) and deals the next turn.")
        )
        return events
    if again and not setup.rules.carry:
        events.append(Event("variant.same-leader-again", "The Long Trip in the last trick has no next trick to lead."))
    return events + _tell_game_end(after)


def _tell_game_end(after: Table) -> list[Event]:
    turns, totals = after.turn, after.totals
    sums = join(f"{letter(seat)} {total}" for seat, total in enumerate(totals))
    lost = perishing(totals, str(after.setup.rulings["all-tied"]))
    won = [seat for seat in range(after.players) if seat not in lost]
    all_tied = open_point(after.setup.rulings, "all-tied") if len(set(totals)) == 1 else ""
    events = [
        Event("end.after-agreed-turns", f"The game is over after {turns} turn{'s' if turns > 1 else ''}."),
        Event("end.sum-markers", f"Markers in all: {sums}."),
    ]
    if lost:
        verb = "perish" if len(lost) > 1 else "perishes"
        events.append(
            Event(
                "end.most-perish",
                f"{join(map(letter, lost))} {'have' if len(lost) > 1 else 'has'} the most and {verb}.",
                key=True,
                assumed=all_tied,
            )
        )
        events.append(Event("goal.most-markers-suffer", "The most markers mean defeat."))
    if won:
        text = f"{join(map(letter, won))} survive{'s' if len(won) == 1 else ''} and win{'s' if len(won) == 1 else ''}."
        events.append(Event("end.others-win", text, key=True, assumed=all_tied))
    return events


def signed(points: int) -> str:
    """A number with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


# ---------------------------------------------------------------- setting up


def seat_number(seat: Seat | str, players: int, name: str = "seat") -> Seat:
    """A seat from its number or letter; ValueError says what is allowed."""
    if type(seat) is int and 0 <= seat < players:
        return seat
    if isinstance(seat, str) and len(seat) == 1 and seat in "ABCDEF"[:players]:
        return "ABCDEF".index(seat)
    raise ValueError(f"{name} is {seat!r}; allowed: {letter(0)} to {letter(players - 1)}, or 0 to {players - 1}")


def new_game(
    players: int = 4,
    turns: int | None = None,
    variant: bool = False,
    rulings: Rulings | None = None,
    partial: bool = False,
) -> Table:
    """A game before its first deal; `turns` is 3 unless the players agree otherwise. ValueError says what is allowed.

    Clause: setup.turn-count, setup.first-game-three-turns, variant.optional-five-six
    """
    if rulings is None:
        rulings = Rulings.defaults(KEY)
    if not isinstance(rulings, Rulings) or rulings.game != KEY:
        raise ValueError(
            f"rulings is {rulings!r}; allowed: Rulings.defaults({KEY!r}) and what .with_(id, reading) makes of it"
        )
    if reasons := why_not_setup(players, variant, rulings):
        raise ValueError(" ".join(map(str, reasons)))
    if turns is None:
        turns = int(rulings["turn-count"])
    rulings = rulings.with_("turn-count", turns)
    nobody: tuple[tuple[Card, ...], ...] = ((),) * players
    return Table(Setup(players, turns, bool(variant), rulings, partial), 0, None, None, nobody, (), (), (), CHANCE)


def deal(
    players: int = 4,
    seed: int | None = None,
    turns: int | None = None,
    variant: bool = False,
    rulings: Rulings | None = None,
) -> Table:
    """A game with a random first dealer and its first hands dealt; the same seed gives the same deal."""
    rng = Random(seed)
    table = new_game(players, turns, variant, rulings)
    while table.to_move is CHANCE:
        table = table.play_unchecked(table.sample_chance(rng))
    return table


def random_start(rng: Random) -> Table:
    """A game before its first deal with random players, turns, variant and readings."""
    rulings = Rulings.defaults(KEY)
    for ruling in rulebook(KEY).rulings.values():
        if ruling.readings:
            rulings = rulings.with_(ruling.id, rng.choice(ruling.readings).id)
    players = rng.randint(3, 6)
    variant = rng.random() < 0.5 and not why_not_setup(players, True, rulings)
    return new_game(players, rng.randint(1, 3), variant, rulings)


Hands: TypeAlias = Sequence[Iterable[str | Card]] | Mapping[str, Iterable[str | Card]]


def position(
    players: int | None = None,
    hands: Hands | None = None,
    trick: Iterable[str | Card] = (),
    leader: Seat | str | None = None,
    dealer: Seat | str | None = None,
    tricks: Iterable[Sequence[Any]] = (),
    turn: int = 1,
    turns: int | None = None,
    variant: bool = False,
    rulings: Rulings | None = None,
    markers: Iterable[Sequence[int]] = (),
    partial: bool = False,
) -> Table:
    """Any situation a person can lay on a table; ValueError names the argument, the value and what is allowed.

    `hands`: one per seat, a list or {"A": [...], ...}; without them the game is before its first deal. `trick`: the
    cards on the table in order of play, from `leader` (who also leads if no card lies; left of `dealer` if not given).
    `tricks`: (leader, taker, cards) taken in this turn. `markers`: what each seat gained in earlier turns, turn by
    turn. `partial`: a practice position that does not hold the whole deck; it ends with its turn if nobody took Azathoth.
    """
    if players is None:
        players = len(hands) if hands is not None else 4
    game = new_game(players, turns, variant, rulings, partial)
    setup = game.setup
    past = tuple(tuple(row) for row in markers)
    if hands is None:
        if trick or tricks or leader is not None:
            raise ValueError("hands is missing: a trick or a leader needs the hands of all players")
        if dealer is None:
            return game
        return game.play(PickDealer(seat_number(dealer, players, "dealer")))
    rows = _hands(hands, players)
    if type(turn) is not int or not 0 <= turn <= setup.turns:
        raise ValueError(f"turn is {turn!r}; allowed: 0 to {setup.turns}, the turns of this game")
    for row in past:
        if len(row) != players or any(type(n) is not int or n < 0 for n in row):
            raise ValueError(f"markers: {row!r} must hold {players} numbers from 0 up")
    plays, taken = cards(trick), tuple(_trick(row, players) for row in tricks)
    deals = None if dealer is None else seat_number(dealer, players, "dealer")
    if leader is not None:
        leads: Seat | None = seat_number(leader, players, "leader")
    else:
        leads = None if deals is None else (deals + 1) % players
    _check_cards(rows, plays, taken, setup)
    over = not any(rows) and not plays
    to_move: Seat | Chance | None
    if over:
        to_move = CHANCE if turn < setup.turns else None
        if to_move is CHANCE and (deals is None or leads is None):
            raise ValueError("dealer is missing: the hands are empty, and somebody must deal the next turn")
    elif leads is None:
        raise ValueError("leader is missing: give leader or dealer")
    else:
        to_move = _due(rows, plays, leads, setup)
    return Table(setup, turn, deals, leads, rows, plays, taken, past, to_move)


def _hands(hands: Hands, players: int) -> tuple[tuple[Card, ...], ...]:
    if isinstance(hands, Mapping):
        rows: dict[Seat, tuple[Card, ...]] = dict.fromkeys(range(players), ())
        for name, held in hands.items():
            rows[seat_number(name, players, "hands")] = cards(held)
        return tuple(rows.values())
    if len(hands) != players:
        raise ValueError(f"hands holds {len(hands)} hands; {players} players need {players}")
    return tuple(cards(held) for held in hands)


def _trick(row: Sequence[Any], players: int) -> Trick:
    if len(row) != 3:
        raise ValueError(f"tricks: {row!r}; each is (leader, taker, cards)")
    leader, taker, held = row
    return Trick(seat_number(leader, players, "tricks"), seat_number(taker, players, "tricks"), cards(held))


def _check_cards(hands: Sequence[Sequence[Card]], plays: Sequence[Card], tricks: Iterable[Trick], setup: Setup) -> None:
    players = setup.players
    gone = [card for trick in tricks for card in trick.cards]
    if not setup.rules.one_trick:
        # under two-tricks the rounds on the table were taken already, except the one in progress
        whole = len(plays) - len(plays) % players
        plays = plays[whole:]
    there = [card for hand in hands for card in hand] + list(plays) + gone
    check_copies(there, players, "hands, trick and tricks")  # type: ignore[arg-type]
    if not setup.partial and len(there) != len(deck(players)):
        raise ValueError(
            f"hands, trick and tricks hold {len(there)} of the {len(deck(players))} cards; "
            "give all of them, or partial=True for a practice position"
        )


def _due(hands: Sequence[Sequence[Card]], plays: tuple[Card, ...], leader: Seat, setup: Setup) -> Seat:
    players, rules = setup.players, setup.rules
    whole = len(plays) - len(plays) % players
    for laid in range(players, whole + 1, players):
        left = len(min(hands, key=len)) + (len(plays) - laid) // players
        if not judge_trick(leader, plays[:laid], rules, left).continues:
            raise ValueError(f"trick holds {len(plays)} cards, but it was over after {laid}: give the rest as tricks")
    seats = seats_of(leader, plays, rules)
    sizes = [len(hand) + seats[whole:].count(seat) for seat, hand in enumerate(hands)]
    if len(set(sizes)) > 1:
        count = ", ".join(f"{letter(seat)} {len(hand)}" for seat, hand in enumerate(hands))
        raise ValueError(
            f"hands are not equal before this round ({count}, with {len(plays) - whole} cards of it on the table): "
            "every player needs the same number of cards"
        )
    if not plays:
        return leader
    if len(plays) % players:
        return (starters(leader, plays, rules)[-1] + len(plays)) % players
    judged = judge_trick(leader, plays, rules, len(hands[0]))
    assert judged.next_to_play is not None
    return judged.next_to_play
