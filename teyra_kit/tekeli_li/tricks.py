"""Which cards may be played to a trick, what is each worth, who takes it, and who plays next?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..core import Event, Reason, Rulings, Seat
from .cards import KEY, LONG_TRIP, PHONE, Card, Faction


def letter(seat: Seat) -> str:
    """Seats are called A, B, C ... clockwise."""
    return "ABCDEF"[seat]


class Rules(NamedTuple):
    """The readings that matter while cards are played, for a number of players."""

    players: int
    variant: bool
    rulings: Rulings
    extending: frozenset[Card]
    most_rounds: int
    cards_needed: int
    one_trick: bool
    starter: str
    follow: str
    span: str
    carry: bool
    pair: str

    @staticmethod
    def of(players: int, variant: bool, rulings: Rulings) -> Rules:
        """The readings in force. Clause: events.long-trip, events.continue-in-phone-row, events.not-on-last-trick,
        variant.one-round-only"""
        extending = {
            "long-trip-continues": frozenset({LONG_TRIP}),
            "phone-continues": frozenset({PHONE}),
            "both-continue": frozenset({LONG_TRIP, PHONE}),
        }[str(rulings["event-continuation"])]
        if variant:
            extending -= {LONG_TRIP}
        return Rules(
            players=players,
            variant=variant,
            rulings=rulings,
            extending=extending,
            most_rounds=2 if rulings["event-stacking"] == "at-most-two-rounds" else 1 + len(extending),
            cards_needed=2 if rulings["last-trick-test"] == "another-trick-left" else 1,
            one_trick=rulings["trick-span"] == "one-trick",
            starter=str(rulings["second-round-leader"]),
            follow=str(rulings["second-round-follow"]),
            span=str(rulings["cancel-span"]),
            carry=rulings["variant-last-trick"] == "carry-over",
            pair=str(rulings["necronomicon-pair"]),
        )


# ---------------------------------------------------------------- which card may be played


def legal_cards(
    hand: Sequence[Card],
    lead: Faction | None,
    round: int = 1,
    starts_round: bool = False,
    follow: str = "all-follow",
) -> tuple[Card, ...]:
    """The playable kinds of a hand, each once, in hand order; `lead` is None for who leads the trick.

    Clause: lead.any-card, follow.must, follow.single-forced, follow.choice, follow.void-free, events.lead-faction-stays
    """
    if lead is not None and must_follow(round, starts_round, follow):
        same = [card for card in hand if card.faction is lead]
        if same:
            return tuple(dict.fromkeys(same))
    return tuple(dict.fromkeys(hand))


def must_follow(round: int, starts_round: bool, follow: str) -> bool:
    """Whether this player has to follow the lead faction, by the reading of second-round-follow.

    Clause: events.lead-faction-stays
    """
    return round == 1 or follow == "all-follow" or (follow == "leader-free" and not starts_round)


def why_not_follow(
    hand: Sequence[Card], card: Card, lead: Faction, round: int, starts_round: bool, follow: str
) -> tuple[Reason, ...]:
    """() if the card follows as it must, else the reason. Clause: follow.must"""
    legal = legal_cards(hand, lead, round, starts_round, follow)
    if card in legal or card not in hand:
        return ()
    return (
        Reason(
            "follow.must",
            f"{lead} was led, and you hold {join(legal)}.",
            f"Play {join(legal, 'or')}.",
        ),
    )


# ---------------------------------------------------------------- what the cards are worth


class TrickResult(NamedTuple):
    """The value of each card in order of play, and the place of the one that takes (None: all are 0)."""

    values: tuple[int, ...]
    best: int | None


def card_values(cards: Sequence[Card], lead: Faction) -> list[int]:
    """What each card is worth: its number if it is of the lead faction, 0 if not, 0 if copies cancel it.

    Clause: value.lead-faction-number, value.off-faction-zero, cancel.pair, cancel.last-two-of-three
    """
    values = [card.number if card.faction is lead else 0 for card in cards]
    numbers = [value for value in values if value]
    if len(set(numbers)) < len(numbers):
        for number in set(numbers):
            copies = [place for place, value in enumerate(values) if value == number]
            if len(copies) > 1:
                for place in copies[-2:]:
                    values[place] = 0
    return values


def resolve_trick(cards: Sequence[Card], lead: Faction, players: int = 0, span: str = "whole-trick") -> TrickResult:
    """Value the cards of a trick and find the greatest. `players` (cards a round) matters when copies cancel per round.

    Clause: take.greatest, events.two-rounds-eight-cards
    """
    if span == "whole-trick" or not players:
        values = card_values(cards, lead)
    else:
        values = [
            value
            for start in range(0, len(cards), players)
            for value in card_values(cards[start : start + players], lead)
        ]
    greatest = max(values)
    if not greatest:
        return TrickResult(tuple(values), None)
    best = values.index(greatest)
    if span == "per-round-later":
        best = len(values) - 1 - values[::-1].index(greatest)
    return TrickResult(tuple(values), best)


# ---------------------------------------------------------------- who takes, who is next


class Judgement(NamedTuple):
    """What whole rounds of a trick come to. `values` are as of now: a further round may still change them."""

    leader: Seat
    starters: tuple[Seat, ...]
    cards: tuple[Card, ...]
    values: tuple[int, ...]
    best: int | None
    continues: bool
    taker: Seat | None
    taken: int
    next_leader: Seat | None
    next_to_play: Seat | None

    @property
    def lead(self) -> Faction:
        """The lead faction."""
        return self.cards[0].faction

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who played each card."""
        players = len(self.cards) // len(self.starters)
        return tuple((self.starters[n // players] + n) % players for n in range(len(self.cards)))

    @property
    def cancelled(self) -> tuple[bool, ...]:
        """Which cards are worth 0 although they follow."""
        return tuple(
            card.faction is self.lead and not value for card, value in zip(self.cards, self.values, strict=True)
        )


def judge_trick(leader: Seat, cards: Sequence[Card], rules: Rules, cards_left: int) -> Judgement:
    """Whether the trick goes on, and if not who takes it and who leads next. `cards` are whole rounds in order of play;
    `cards_left` is what each hand still holds.

    Clause: take.greatest, take.all-zero-leader, lead.left-of-taker, variant.same-leader-again,
    variant.taken-separately, term.trick
    """
    players = rules.players
    rounds, rest = divmod(len(cards), players)
    if rest or not rounds:
        raise ValueError(f"{len(cards)} cards are no whole rounds of {players} players")
    lead = cards[0].faction
    starts = (leader,) if rounds == 1 else starters(leader, cards, rules)
    if rules.one_trick:
        values, best = resolve_trick(cards, lead, players, rules.span)
        first_of_zeros, taken = leader, len(cards)
    else:
        last = len(cards) - players
        values, best = resolve_trick(cards, lead, players, "per-round-earlier")
        now = resolve_trick(cards[last:], lead)
        best = None if now.best is None else last + now.best
        first_of_zeros, taken = starts[-1], players
    taker = first_of_zeros if best is None else (starts[best // players] + best) % players
    if rounds < rounds_wanted(cards, rules) and cards_left >= rules.cards_needed:
        starter = _extra_round_starter(leader, cards, starts, rules)
        done = None if rules.one_trick else taker
        return Judgement(leader, starts, tuple(cards), values, best, True, done, taken, None, starter)
    after = (taker + 1) % players if not leads_again(cards, rules) else leader
    return Judgement(
        leader, starts, tuple(cards), values, best, False, taker, taken, after if cards_left else None, None
    )


def rounds_wanted(cards: Iterable[Card], rules: Rules) -> int:
    """How many rounds the events in the trick ask for.

    Clause: events.long-trip, events.continue-in-phone-row, examples.event-acts-off-faction
    """
    extending = rules.extending
    wanted = 1
    for card in cards:
        if card in extending:
            wanted += 1
    return min(wanted, rules.most_rounds)


def leads_again(cards: Iterable[Card], rules: Rules) -> bool:
    """Whether the Long Trip gives the leader a second lead.

    Clause: variant.same-leader-again, variant.two-in-a-row, variant.may-change-faction
    """
    return rules.variant and LONG_TRIP in cards


def starters(leader: Seat, cards: Sequence[Card], rules: Rules) -> tuple[Seat, ...]:
    """Who started each round that has begun."""
    players = rules.players
    found: tuple[Seat, ...] = (leader,)
    for laid in range(players, len(cards), players):
        found += (_extra_round_starter(leader, cards[:laid], found, rules),)
    return found


def _extra_round_starter(leader: Seat, cards: Sequence[Card], starts: tuple[Seat, ...], rules: Rules) -> Seat:
    """Clause: events.two-rounds-eight-cards"""
    players, lead = rules.players, cards[0].faction
    if rules.starter == "same-leader":
        return leader
    if rules.starter == "left-of-event":
        place: int | None = [n for n, card in enumerate(cards) if card in rules.extending][len(starts) - 1]
    elif rules.one_trick:
        place = resolve_trick(cards, lead, players, rules.span).best
    else:
        last = len(cards) - players
        now = resolve_trick(cards[last:], lead).best
        place = last if now is None else last + now
    seat = leader if place is None else starts[place // players] + place
    return (seat + 1) % players


def seats_of(leader: Seat, cards: Sequence[Card], rules: Rules) -> tuple[Seat, ...]:
    """Who played each card of a trick, finished or not. Clause: follow.order"""
    starts, players = starters(leader, cards, rules), rules.players
    return tuple((starts[n // players] + n) % players for n in range(len(cards)))


def next_seat(leader: Seat, cards: Sequence[Card], rules: Rules, cards_left: int) -> Seat | None:
    """Whose card comes next in the trick; None when the trick is over. Clause: follow.order"""
    if not cards:
        return leader
    if len(cards) % rules.players:
        return (starters(leader, cards, rules)[-1] + len(cards)) % rules.players
    return judge_trick(leader, cards, rules, cards_left).next_to_play


# ---------------------------------------------------------------- the same in words


def join(things: Iterable[object], word: str = "and") -> str:
    """'A, B and C'."""
    texts = [str(thing) for thing in things]
    return f" {word} ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def open_point(rulings: Rulings, id: str) -> str:
    """Why something rests on a reading: the question the rulebook leaves open, and the reading in force."""
    from ..core import rulebook

    ruling = rulebook(KEY).ruling(id)
    return f"The rulebook leaves this open: {ruling.question} Read here: {ruling.reading(rulings[id]).text}"


def tell_trick(leader: Seat, cards: Sequence[Card], rules: Rules, cards_left: int) -> tuple[Event, ...]:
    """A trick, finished or not, as a story: each sentence with the clause behind it."""
    if not cards:
        return ()
    events = list(tell_lead(leader, cards[0]))
    seats, lead = seats_of(leader, cards, rules), cards[0].faction
    for start in range(0, len(cards), rules.players):
        round = [(s, c) for s, c in zip(seats, cards, strict=True)][start : start + rules.players]
        if start:
            events += tell_end(judge_trick(leader, cards[:start], rules, len(cards)), rules, len(cards))
        follow = [letter(s) for s, c in round[0 if start else 1 :] if c.faction is lead]
        if follow:
            verb = "follow" if len(follow) > 1 else "follows"
            bound = not start or rules.follow == "all-follow"
            clause = "follow.must" if bound else "events.lead-faction-stays"
            events.append(Event(clause, f"{join(follow)} {verb} {lead}."))
        off = [f"{letter(s)}’s {c}" for s, c in round if c.faction is not lead]
        if off:
            verb = "are" if len(off) > 1 else "is"
            events.append(Event("value.off-faction-zero", f"{join(off)} {verb} not {lead}: worth 0."))
    if len(cards) % rules.players == 0:
        events += tell_end(judge_trick(leader, cards, rules, cards_left), rules, cards_left)
    return tuple(events)


def tell_lead(leader: Seat, card: Card) -> tuple[Event, ...]:
    """The lead in words. Clause: lead.any-card"""
    return (Event("lead.any-card", f"{letter(leader)} leads {card}. {card.faction} is the lead faction."),)


def tell_extra_round(judged: Judgement, rules: Rules) -> list[Event]:
    """That one more round comes, why, and who begins it."""
    assert judged.next_to_play is not None
    events = []
    for card in dict.fromkeys(card for card in judged.cards if card in rules.extending):
        trip = card is LONG_TRIP
        events.append(
            Event(
                "events.long-trip" if trip else "events.continue-in-phone-row",
                f"The {card.name} ({card}) lies in the trick: everyone plays one more card.",
                key=True,
                assumed=open_point(rules.rulings, "event-continuation"),
            )
        )
    events.append(
        Event(
            "events.lead-faction-stays",
            f"{judged.lead} stays the lead faction.",
            assumed=open_point(rules.rulings, "second-round-follow"),
        )
    )
    again = " again" if judged.next_to_play == judged.starters[-1] else ""
    wait = " Nothing is valued or taken before that round is over." if rules.one_trick else ""
    events.append(
        Event(
            "events.two-rounds-eight-cards",
            f"{letter(judged.next_to_play)} plays first{again}.{wait}",
            assumed=open_point(rules.rulings, "second-round-leader"),
        )
    )
    return events


def tell_end(judged: Judgement, rules: Rules, cards_left: int) -> list[Event]:
    """What whole rounds come to, in words: who takes, and what comes next."""
    return tell_taking(judged, rules, cards_left) + tell_next(judged, rules)


def tell_taking(judged: Judgement, rules: Rules, cards_left: int) -> list[Event]:
    """Cancelling, values and the taker in words; nothing while the trick goes on as one.

    Clause: take.greatest, take.all-zero-leader
    """
    if judged.taker is None:
        return []
    events: list[Event] = []
    if not judged.continues and len(judged.starters) < rounds_wanted(judged.cards, rules):
        events.append(
            Event(
                "events.not-on-last-trick",
                "This is the last trick of the turn: no extra round is played."
                if not cards_left
                else "The extra round would use the last cards: it is not played.",
                assumed="" if not cards_left else open_point(rules.rulings, "last-trick-test"),
            )
        )
    events += _tell_values(judged, rules)
    who = letter(judged.taker)
    if judged.best is None:
        text = f"Every card is worth 0: the leader, {who}, takes the trick."
        events.append(Event("take.all-zero-leader", text, key=True))
    else:
        text = f"{judged.values[judged.best]} is the greatest: {who} takes the trick."
        events.append(Event("take.greatest", text, key=True))
    return events


def tell_next(judged: Judgement, rules: Rules) -> list[Event]:
    """What comes after whole rounds, in words: one more round, or the next leader.

    Clause: lead.left-of-taker, variant.same-leader-again
    """
    events: list[Event] = []
    if judged.continues and not rules.one_trick:
        events.append(
            Event(
                "term.trick",
                "Each round is a trick of its own, with the same lead faction.",
                assumed=open_point(rules.rulings, "trick-span"),
            )
        )
    if judged.continues:
        return events + tell_extra_round(judged, rules)
    again = leads_again(judged.cards, rules)
    if again and len(judged.starters) == 1:
        events.append(Event("variant.one-round-only", "In the variant the Long Trip adds no round: the trick is over."))
    if judged.next_leader is None:
        return events
    if not again:
        assert judged.taker is not None
        text = f"{letter(judged.next_leader)} sits left of {letter(judged.taker)} and leads next."
        return [*events, Event("lead.left-of-taker", text)]
    leader = letter(judged.leader)
    return [
        *events,
        Event("variant.same-leader-again", f"By the Long Trip (Air 3), {leader} leads the next trick, too."),
        Event("variant.two-in-a-row", f"{leader} thus leads two tricks in a row."),
        Event("variant.may-change-faction", f"{leader} may lead another faction then."),
        Event("variant.taken-separately", "The next trick is valued and taken on its own."),
    ]


def _tell_values(judged: Judgement, rules: Rules) -> list[Event]:
    events: list[Event] = []
    players, seats = rules.players, judged.seats
    whole = rules.one_trick and rules.span == "whole-trick"
    size = len(judged.cards) if whole else players
    begin = 0 if rules.one_trick else len(judged.cards) - players
    for start in range(begin, len(judged.cards), size):
        copies: dict[Card, list[int]] = {}
        for place in range(start, start + size):
            if judged.cards[place].faction is judged.lead:
                copies.setdefault(judged.cards[place], []).append(place)
        for card, places in copies.items():
            struck = [letter(seats[place]) for place in places if not judged.values[place]]
            if not struck:
                continue
            if len(struck) == len(places):
                text = f"{_owners(struck)} {card}s cancel each other: both 0."
                events.append(Event("cancel.pair", text))
            else:
                last = join(struck) if struck[0] != struck[1] else f"both of {struck[0]}’s"
                first = letter(seats[places[0]])
                text = f"Three {card}s: {last} came last and cancel each other. {first}’s came first and stands."
                events.append(Event("cancel.last-two-of-three", text))
    if not whole and rules.one_trick and len(judged.starters) > 1:
        events.append(
            Event(
                "events.two-rounds-eight-cards",
                "Copies cancel inside a round only.",
                assumed=open_point(rules.rulings, "cancel-span"),
            )
        )
    kept = [
        f"{letter(seats[place])}’s {judged.cards[place]}"
        for place in range(begin, len(judged.cards))
        if judged.values[place]
    ]
    if kept:
        verb = "keep their numbers" if len(kept) > 1 else "keeps its number"
        events.append(Event("value.lead-faction-number", f"{join(kept)} {verb}."))
    return events


def _owners(who: list[str]) -> str:
    return f"Both of {who[0]}’s" if who[0] == who[1] else f"{who[0]}’s and {who[1]}’s"
