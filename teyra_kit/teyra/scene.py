"""What does somebody who sits at the table see, may point at, and want to be told?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any, NamedTuple

from ..core import CHANCE, Event, Seat, look
from ..core.lessons import Ply
from ..core.scene import LIT, NOT, WRONG, Choice
from . import view
from .areas import LISTS
from .campaigns import Area
from .cards import MODES, Card, Unknown, letter
from .game import Table
from .moves import (
    Charge,
    Discard,
    Inspire,
    Intercept,
    Move,
    PlaceLandmark,
    Play,
    Rally,
    Rouse,
    Show,
    TakeNext,
)
from .view import CHOSEN, AreaPicture, CampaignPicture, CardPicture, Landing, PlayerPicture

css, sprite, chance_word = view.css, view.sprite, "Deal the next turn"

IN_HAND = (Play, Discard, Show)
TO_A_ROW = (Play, Rouse, Rally, Inspire, Intercept, PlaceLandmark)
FROM_A_ROW = (Charge, Inspire, Intercept)


def choices() -> tuple[Choice, ...]:
    """What the players agree on. Clause: mode.players, suggested.lists"""
    lists = (("", "random"), *((name, name.replace("-", " ")) for name in LISTS))
    return (
        Choice("players", "Players", tuple((n, str(n)) for n in (2, 3, 4)), 2),
        Choice("mode", "Mode", tuple((mode, mode) for mode in MODES), "normal", "Beginner plays without Area texts."),
        Choice("list", "Areas", lists, "", "Random, or a list the rulebook suggests."),
    )


def seats(state: Table) -> tuple[Seat, ...]:
    """Everybody at the table, clockwise."""
    return tuple(range(state.players))


def seat_name(seat: Seat) -> str:
    """A, B, C, D."""
    return letter(seat)


def candidates(state: Table, seat: Seat) -> tuple[Move, ...]:
    """What this seat might think of: every legal move, the same with the other copy of a card, and the cards that an effect
    cannot take."""
    legal = state.legal_moves()
    legal += tuple(_with_copies(state, seat, legal))
    charges = [move for move in legal if isinstance(move, Charge)]
    if not charges:
        return legal
    return (*legal, *(m for m in map(_charge, _lying(state)) if m not in charges))


def _with_copies(state: Table, seat: Seat, legal: Iterable[Move]) -> Iterable[Move]:
    """The moves of a hand's equal cards, of which the game lists only the first."""
    hand = state.hands[seat]
    codes = [card.code for card in hand]
    if len(set(codes)) == len(codes):
        return
    listed = {move.card for move in legal if isinstance(move, Play | Discard)}
    for move in legal:
        if isinstance(move, Play | Discard):
            copies = (card for card in hand if card.code == move.card.code and card not in listed)
            yield from (twin for twin in (replace(move, card=card) for card in copies) if not state.why_not(twin))


def _lying(state: Table) -> Iterable[tuple[Card, Seat, str]]:
    for area in state.areas:
        for owner, campaign in enumerate(area.campaigns):
            yield from ((card, owner, area.key) for card in campaign.cards if isinstance(card, Card))


def _charge(where: tuple[Card, Seat, str]) -> Charge:
    return Charge(*where)


def first(state: Table, seat: Seat, part: str = "") -> str:
    """What is reached first by key."""
    moves = [move for move in state.legal_moves() if not part or part_of(move) == part]
    if not moves:
        return ""
    needs = part_of(moves[0])
    return f"part|{needs}" if needs and not part else state.write_move(moves[0])


def part_of(move: Move) -> str:
    """What is pointed at first where a move takes two: a card of the hand, or one that lies."""
    return move.card.id if isinstance(move, Play | Inspire | Intercept) else ""


def move_spoken(move: Move) -> str:
    """The move as it is called."""
    return str(move)


def worth(state: Table, move: Move) -> None:
    """Nothing: no move comes to a total at once."""


def move_seen(ply: Ply, seat: Seat | None) -> str:
    """The move, without the card that was played face down."""
    move: Any = ply.move
    hidden = isinstance(move, Play) and move.shroud and seat not in (None, ply.before.to_move)
    return f"Play a card face down into {ply.before.area(move.area).card}" if hidden else str(move)  # type: ignore[attr-defined]


def pauses(ply: Ply) -> bool:
    """Whether a contest was settled, or a round has ended."""
    before: Table = ply.before  # type: ignore[assignment]
    after: Table = ply.after  # type: ignore[assignment]
    settled = sum(area.settled for area in after.areas) > sum(area.settled for area in before.areas)
    return settled or after.round > before.round > 0 or after.outcome is not None


# ---------------------------------------------------------------- the picture


class Pointing(NamedTuple):
    """What can be pointed at: the moves by where they are shown, with the mark of each."""

    state: Table
    marks: Mapping[str, str]
    part: str
    cards: Mapping[tuple[str, Seat, str], Move]
    rows: Mapping[tuple[str, Seat], Move]
    areas: Mapping[str, Move]
    hand: Mapping[str, Move]
    parts: Mapping[str, str]
    buttons: tuple[Move, ...]


def _pointing(state: Table, seat: Seat, marks: Mapping[str, str], part: str) -> Pointing:
    cards: dict[tuple[str, Seat, str], Move] = {}
    rows: dict[tuple[str, Seat], Move] = {}
    areas: dict[str, Move] = {}
    hand: dict[str, Move] = {}
    parts: dict[str, str] = {}
    buttons: list[Move] = []
    for move in candidates(state, seat):
        needs = part_of(move)
        if needs:
            parts.setdefault(needs, marks.get(state.write_move(move), ""))
            if needs != part:
                continue
        target = row_of(move, seat)
        if isinstance(move, Charge):
            cards[move.card.id, move.owner, move.area] = move
        elif isinstance(move, Discard | Show):
            hand[move.card.id] = move
        elif isinstance(move, TakeNext) and move.area not in areas:
            areas[move.area] = move
        elif target is not None and target not in rows:
            rows[target] = move
        else:
            buttons.append(move)
    return Pointing(state, marks, part, cards, rows, areas, hand, parts, tuple(buttons))


def row_of(move: Move, seat: Seat) -> tuple[str, Seat] | None:
    """The campaign into which a move of `seat` puts a card: Area and owner; None if it puts none."""
    match move:
        case Play() | PlaceLandmark():
            return move.area, seat
        case Rouse() | Rally():
            return move.area, move.to
        case Inspire():
            return move.area, move.to
        case Intercept():
            return move.into, move.owner
    return None


def html(
    state: Table,
    seat: Seat | None,
    marks: Mapping[str, str],
    last: Ply | None,
    part: str = "",
    hides: bool = False,
) -> str:
    """The Areas with all campaigns, what can be done beside pointing, and the hand."""
    shown: Table = last.before if last is not None and last.after.round > last.before.round else state  # type: ignore[attr-defined,assignment]
    points = _pointing(state, seat, marks, part) if seat is not None and state.to_move == seat and not last else None
    blocks = [view.table_html(_areas(shown, seat, points))]
    if points is not None and points.buttons:
        buttons = "".join(_button(state, move, marks) for move in points.buttons)
        blocks.append(
            f'<div class="tk-do ty-do" role="group" aria-label="What you can do" data-arrows="do">{buttons}</div>'
        )
    if hides:
        blocks.append('<p class="tk-small">All hands are covered.</p>')
    else:
        blocks += _hands(state, seat, points)
    return "".join(blocks)


def alone(state: Table) -> str:
    """The whole table as a picture that is right anywhere, such as in a notebook’s cell."""
    return look.alone(f"{sprite()}{html(state, None, {}, None)}", css, view.COLOR)


def riddle_html(state: Table, seat: Seat | None, answers: Collection[str], last: Ply | None) -> str:
    """The Areas before a question about them is answered: cards and totals, not who is ahead."""
    areas = [
        area._replace(
            settled="", campaigns=tuple(one._replace(ahead=False, won=False, rank=0) for one in area.campaigns)
        )
        for area in _areas(state, seat, None)
    ]
    return "".join([view.table_html(areas), *_hands(state, seat, None)])


def _button(state: Table, move: Move, marks: Mapping[str, str]) -> str:
    line = state.write_move(move)
    off = ' aria-disabled="true"' if marks.get(line, "") in (NOT, WRONG) else ""
    return f'<button type="button" class="tk-btn" data-move="{escape(line)}"{off}>{escape(str(move))}</button>'


def _areas(state: Table, seat: Seat | None, points: Pointing | None) -> list[AreaPicture]:
    return [_area(state, area, seat, points) for area in state.areas]


def _area(state: Table, area: Area, seat: Seat | None, points: Pointing | None) -> AreaPicture:
    order = [*seats(state)]
    if len(order) == 2:  # the visitor sits below
        order.sort(key=lambda who: who == (seat if seat is not None else 1))
    campaigns = [_campaign(state, area, who, seat, points) for who in order]
    picture = view.area_picture(
        area.card,
        campaigns,
        state.setup.texts.areas.get(area.card.text) if area.open else None,
        defender="" if area.defender is None else letter(area.defender),
    )
    won = ("unclaimed" if area.winner is None else f"{letter(area.winner)} wins it") if area.settled else ""
    picture = picture._replace(settled=won)
    if points is not None and (move := points.areas.get(area.key)):
        line = state.write_move(move)
        picture = picture._replace(move=line, state=points.marks.get(line, ""))
    return picture


def _campaign(state: Table, area: Area, who: Seat, seat: Seat | None, points: Pointing | None) -> CampaignPicture:
    campaign = area.campaigns[who]
    standing = state.standing(area, who)
    limit = state.mods(area, who).limit
    cards = tuple(_card(state, card, who, area, points) for card in campaign.cards)
    landing = None
    if points is not None and (move := points.rows.get((area.key, who))):
        line = state.write_move(move)
        landing = Landing(move=line, state=points.marks.get(line, LIT) or LIT)
    name = f"You, {letter(who)}" if who == seat else letter(who)
    return CampaignPicture(
        name,
        cards,
        standing.total,
        limit=limit,
        bust=standing.bust and bool(campaign.cards),
        rank=standing.rank,
        landing=landing,
        won=area.settled and area.winner == who,
    )


def _card(state: Table, card: Any, who: Seat, area: Area, points: Pointing | None) -> CardPicture:
    if points is None or not isinstance(card, Card):
        return CardPicture(card)
    if card.id in points.parts and not any(card in hand for hand in state.hands):
        mark = CHOSEN if points.part == card.id else points.parts[card.id]
        return CardPicture(card, mark, id=f"part|{card.id}")
    move = points.cards.get((card.id, who, area.key))
    if move is None:
        return CardPicture(card)
    line = state.write_move(move)
    return CardPicture(card, points.marks.get(line, ""), move=line)


def _hands(state: Table, seat: Seat | None, points: Pointing | None) -> list[str]:
    if seat is not None:
        return [view.hand_html([_held(state, card, points) for card in _sorted(state.hands[seat])])]
    return [
        view.hand_html([CardPicture(card) for card in _sorted(hand)], f"{letter(who)}’s hand", f"hand-{who}")
        for who, hand in enumerate(state.hands)
        if hand
    ]


def _held(state: Table, card: Any, points: Pointing | None) -> CardPicture:
    if points is None or not isinstance(card, Card):
        return CardPicture(card)
    if card.id in points.parts:
        mark = CHOSEN if points.part == card.id else points.parts[card.id]
        return CardPicture(card, mark, id=f"part|{card.id}")
    move = points.hand.get(card.id)
    if move is None:
        return CardPicture(card)
    line = state.write_move(move)
    return CardPicture(card, points.marks.get(line, ""), move=line)


def _sorted(hand: Sequence[Any]) -> list[Any]:
    return sorted(
        hand, key=lambda card: (isinstance(card, Unknown), str(getattr(card, "suit", "")), card.value, card.id)
    )


# ---------------------------------------------------------------- how the players stand


def _players(state: Table) -> list[PlayerPicture]:
    return [
        PlayerPicture(
            letter(seat),
            state.prestige[seat],
            state.morale[seat],
            len(state.hands[seat]),
            first=seat == state.first,
            passed=state.passed[seat] and state.phase == "contest",
            landmarks=state.landmarks[seat],
        )
        for seat in seats(state)
    ]


def score_html(state: Table) -> str:
    """Prestige and Morale as tracks, and the Areas each has won."""
    return view.tracks_html(_players(state), start=state.setup.start_morale) + _victories(state)


def _victories(state: Table) -> str:
    rows = "".join(
        f"<li><b>{letter(seat)}</b> {escape(', '.join(card.name for card in won))}</li>"
        for seat, won in enumerate(state.victory)
        if won
    )
    return f'<h2 class="tk-h2">Won Areas</h2><ul class="ty-won">{rows}</ul>' if rows else ""


def score_text(state: Table) -> str:
    """The same for a terminal."""
    return view.tracks_text(_players(state))


# ---------------------------------------------------------------- in words


def so_far(state: Table) -> tuple[Event, ...]:
    """A position of Teyra does not show what led to it."""
    return ()


def caption(state: Table, last: Ply | None) -> str:
    """Round and phase."""
    if not state.round:
        return "Before the first round."
    return f"Round {state.round} of 4, {state.phase}."


YOURS = {
    "draw": ("Draw or pass.", "Whoever passes is out until the Areas are resolved."),
    "play": ("Play a card.", "Choose a card of your hand, then the campaign it goes to."),
    "discard": ("Discard a card.", "One card of your hand goes to the discard pile."),
    "elite": ("Your Elite Force costs an opponent 1 Morale.", "Say whom."),
    "lose-morale": ("A reward: somebody loses 1 Morale.", "Say who."),
    "gain-morale": ("A reward: somebody gains 2 Morale.", "Say who."),
    "suit": ("One effect of several.", "Pick the suit that counts."),
    "rally": ("RALLY.", "Choose the campaign that the next card of the deck goes to."),
    "show": ("Reveal a card.", "Choose a card of your hand."),
    "discard-shown": ("A revealed card may go.", "Choose whose."),
    "re-enlist": ("RE-ENLIST.", "Take a card from the discard pile."),
    "place": ("Place your Landmark.", "Choose the campaign it joins."),
    "next": ("What comes next?", "The First Player chooses the Area."),
    "aces": ("What are your Aces worth?", "State their values."),
}
AIMS = {
    "CHARGE": "Discard one Folk card in play, your own included.",
    "INSPIRE": "Move one Folk card to another campaign in its Area: choose the card, then the campaign.",
    "ROUSE": "Choose the campaign that the next card of the deck goes to.",
    "INTERCEPT": "Move one card to its owner’s campaign in another Area: choose the card, then the campaign.",
}


def headline(state: Table, seat: Seat | None, last: Ply | None) -> tuple[str, str]:
    """What is asked, of whom, and what it means."""
    outcome = state.outcome
    if outcome is not None:
        won = " and ".join(map(letter, outcome.winners)) or "Nobody"
        score = ", ".join(f"{letter(who)} {points}" for who, points in enumerate(outcome.scores))
        return ("You win." if seat in outcome.winners else f"{won} wins."), f"Prestige: {score}."
    if last is not None and last.after.round > last.before.round:  # type: ignore[attr-defined]
        return f"Round {last.before.round} is over.", "The Areas are cleaned up, and new ones turned up."  # type: ignore[attr-defined]
    if last is not None:
        words = [
            f"{area.card}: {letter(area.winner) if area.winner is not None else 'nobody'}"
            for area in state.areas
            if area.settled
        ]
        if words and pauses(last):
            return "A contest is settled.", f"{', '.join(words)}."
        return f"{last.move}.", " ".join(changes(last)) or _asked(state, seat)[0]
    return _asked(state, seat)


def _asked(state: Table, seat: Seat | None) -> tuple[str, str]:
    """Whose decision is waited for, and what it means."""
    if state.to_move is CHANCE:
        return "Cards are shuffled.", "Chance decides."
    ask = state.ask
    assert ask is not None
    if ask.trigger is not None:
        effect = ask.trigger.suit.effect
        who = "You choose" if ask.seat == seat else f"{letter(ask.seat)} chooses"
        return f"{effect}: {who}.", AIMS[effect] + (" You may decline." if ask.optional else "")
    if ask.seat == seat:
        return YOURS[ask.what]
    return f"{letter(ask.seat)} decides.", YOURS[ask.what][0]


def text(state: Table, seat: Seat | None, last: Ply | None) -> str:
    """The Areas, the players and the hand for a terminal."""
    return "\n\n".join(
        [caption(state, last), view.table_text(_areas(state, seat, None), _players(state)), _hand_text(state, seat)]
    )


def riddle_text(state: Table, seat: Seat | None, last: Ply | None) -> str:
    """The same before a question is answered."""
    areas = [
        area._replace(settled="", campaigns=tuple(c._replace(ahead=False, won=False, rank=0) for c in area.campaigns))
        for area in _areas(state, seat, None)
    ]
    return "\n\n".join([view.table_text(areas, _players(state)), _hand_text(state, seat)])


def _hand_text(state: Table, seat: Seat | None) -> str:
    hands = range(state.players) if seat is None else (seat,)
    return "\n".join(
        view.hand_text(
            [CardPicture(card) for card in _sorted(state.hands[who])], "Your hand" if who == seat else letter(who)
        )
        for who in hands
        if state.hands[who]
    )


def changes(ply: Ply) -> tuple[str, ...]:
    """Totals, hands, Prestige and Morale that are different now."""
    before: Table = ply.before  # type: ignore[assignment]
    after: Table = ply.after  # type: ignore[assignment]
    found = []
    there = {area.key: area for area in before.areas}
    for area in after.areas:
        was = there.get(area.key)
        for who in seats(after):
            if was is not None and was.campaigns[who].cards != area.campaigns[who].cards:
                old, new = before.standing(was, who).total, after.standing(area, who).total
                found.append(f"{letter(who)} in {area.card}: {old} becomes {new}.")
    for name, olds, news in (("Prestige", before.prestige, after.prestige), ("Morale", before.morale, after.morale)):
        found += [
            f"{letter(n)}: {name} {old} becomes {new}."
            for n, (old, new) in enumerate(zip(olds, news, strict=True))
            if old != new
        ]
    if after.round > before.round:
        found.append(f"Round {after.round} begins.")
    return tuple(found)
