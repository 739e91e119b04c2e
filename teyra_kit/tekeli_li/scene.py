"""What does somebody who sits at the table see, may do, and want to be told?"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from html import escape
from typing import NamedTuple

from ..core import Event, Seat, rulebook
from ..core.lessons import Ply
from ..core.scene import LIT, NOT, WRONG, Choice
from . import view
from .cards import KEY, Card, Seen, Unknown
from .game import FOLLOW, LEAD, Follow, Lead, Table
from .scoring import counted, raw_score
from .tricks import Judgement, join, judge_trick, letter, seats_of, tell_trick
from .view import Looking, card_spoken, card_svg, card_text, number

css, sprite, chance_word = view.css, view.sprite, "Deal the next turn"
NOTES = {"": "", LIT: "<i></i>allowed", NOT: "", WRONG: "not now"}
SAID = {"": "", LIT: ", allowed", NOT: ", not allowed now", WRONG: ", refused"}


def choices() -> tuple[Choice, ...]:
    """What the players agree on. Clause: setup.turn-count, variant.optional-five-six"""
    least, most = rulebook(KEY).players
    return (
        Choice("players", "Players", tuple((n, str(n)) for n in range(least, most + 1)), 4),
        Choice("turns", "Turns", tuple((n, str(n)) for n in (1, 2, 3, 4, 5)), 1, "A turn empties all hands."),
        Choice(
            "variant",
            "Variant for 5 or 6",
            ((False, "off"), (True, "on")),
            False,
            "The Long Trip gives a second lead instead of a second round.",
        ),
    )


def seats(state: Table) -> tuple[Seat, ...]:
    """Everybody at the table, clockwise."""
    return tuple(range(state.players))


def seat_name(seat: Seat) -> str:
    """A, B, C ..."""
    return letter(seat)


def candidates(state: Table, seat: Seat) -> tuple[Lead | Follow, ...]:
    """A card of the hand each: what this seat might want to play."""
    moves: Mapping[Card, Lead | Follow] = FOLLOW if state.plays else LEAD
    return tuple(moves[card] for card in dict.fromkeys(sorted(state.hands[seat])))


def move_spoken(move: Lead | Follow) -> str:
    """'Play Water 6, Cthulhu, costs 120'."""
    return f"{'Lead' if isinstance(move, Lead) else 'Play'} {card_spoken(move.card)}"


def worth(state: Table, move: Lead | Follow) -> None:
    """Nothing: no move comes to a total at once."""


def part_of(move: Lead | Follow) -> str:
    """Nothing: a card is played as it is pointed at."""
    return ""


def first(state: Table, seat: Seat, part: str = "") -> str:
    """The first card that may be played."""
    legal = set(state.legal_moves())
    return next(state.write_move(move) for move in candidates(state, seat) if move in legal)


def move_seen(ply: Ply, seat: Seat | None) -> str:
    """The card, unless it lay face down when it was played. Clause: value.open-round"""
    before: Table = ply.before  # type: ignore[assignment]
    hidden = isinstance(ply.move, Follow) and before.face_down and seat not in (None, before.to_move)
    return "Play a card face down" if hidden else str(ply.move)


def pauses(ply: Ply) -> bool:
    """Whether a trick was taken."""
    return len(ply.after.tricks) > len(ply.before.tricks)  # type: ignore[attr-defined]


# ---------------------------------------------------------------- what lies in the middle


class Middle(NamedTuple):
    """The trick that is looked at: of the move just played if that ended it, else the one in progress."""

    leader: Seat
    plays: tuple[Seen, ...]
    left: int
    ended: Judgement | None


def _middle(state: Table, last: Ply | None) -> Middle | None:
    if last is not None and isinstance(last.move, Lead | Follow):
        before: Table = last.before  # type: ignore[assignment]
        after: Table = last.after  # type: ignore[assignment]
        plays = (*before.plays, last.move.card)
        if not after.plays and before.leader is not None:
            judged = judge_trick(before.leader, plays, before.setup.rules, len(after.hands[0]))
            rounds = len(plays) // before.players
            return Middle(before.leader, plays, len(after.hands[0]) + rounds - 1, judged)
    if state.leader is None or not state.turn:
        return None
    return Middle(state.leader, state.plays, view.left_after_first(state), None)


# ---------------------------------------------------------------- the picture


def html(
    state: Table,
    seat: Seat | None,
    marks: Mapping[str, str],
    last: Ply | None,
    part: str = "",
    hides: bool = False,
) -> str:
    """The trick, and below it the hand of `seat`, or all hands."""
    return _board(state, Looking(seat), marks, last, hides)


def riddle_html(state: Table, seat: Seat | None, answers: Collection[str], last: Ply | None) -> str:
    """The same before the learner has said what comes of it."""
    if last is not None and isinstance(last.move, Lead | Follow):
        state = last.after  # type: ignore[assignment]
    else:
        last = None
    return _board(state, Looking(seat, frozenset(answers), True), {}, last)


def _board(state: Table, looking: Looking, marks: Mapping[str, str], last: Ply | None, hides: bool = False) -> str:
    middle = _middle(state, last)
    blocks = []
    if middle is not None and (middle.plays or any(state.hands)):
        cards = (*middle.plays, *(None,) * (-len(middle.plays) % state.players or (not middle.plays) * state.players))
        blocks.append(
            view.trick_html(
                middle.leader, cards, state.setup.rules, middle.left, ids=False, alone=False, looking=looking
            )
        )
    if hides:
        blocks.append('<p class="tkl-caption">All hands are covered.</p>')
    elif looking.seat is not None and state.hands[looking.seat]:
        blocks.append(_hand(state, looking.seat, marks, state.to_move == looking.seat and last is None))
    elif looking.seat is None and any(state.hands):
        blocks.append(_piles((f"{letter(seat)}’s hand", hand) for seat, hand in enumerate(state.hands) if hand))
    settled: Table = last.before if looking.guesses and last is not None else state  # type: ignore[assignment]
    if settled.tricks and not any(state.hands):
        blocks.append(_taken(settled))
    elif settled.tricks:
        summary = f"<summary>Taken tricks: {len(settled.tricks)}</summary>"
        blocks.append(f'<details class="tkl-taken">{summary}{_taken(settled)}</details>')
    if not any(state.hands) and settled.markers:
        blocks.append(_markers(settled, frozenset() if blocks else looking.answers))
    return "".join(blocks) or '<p class="tkl-caption">The table is empty: no cards are dealt yet.</p>'


def _hand(state: Table, seat: Seat, marks: Mapping[str, str], plays: bool) -> str:
    hand = state.hands[seat]
    shown = [(move, hand.count(move.card)) for move in candidates(state, seat)]
    holds = "".join(_hold(state, move, copies, marks) if plays else _held(move.card, copies) for move, copies in shown)
    label = f"Your hand, {len(hand)} card{'s' if len(hand) != 1 else ''}"
    return (
        f'<div class="tkl-hand-head"><h2 class="tk-h2">Your hand</h2></div>'
        f'<div class="tkl-hand" role="group" aria-label="{label}" data-arrows="hand">{holds}</div>'
    )


def _hold(state: Table, move: Lead | Follow, copies: int, marks: Mapping[str, str]) -> str:
    line = state.write_move(move)
    mark = marks.get(line, "")
    off = ' aria-disabled="true"' if mark in (NOT, WRONG) else ""
    return (
        f'<button type="button" class="tkl-hold is-{mark or "plain"}" data-move="{line}"{off} '
        f'aria-label="{_named_copies(move.card, copies)}{SAID[mark]}">{card_svg(move.card)}{_many(copies)}'
        f'{_CROSS if mark == WRONG else ""}<span class="tkl-note">{NOTES[mark]}</span></button>'
    )


def _held(card: Card, copies: int) -> str:
    return (
        f'<div class="tkl-hold" role="img" aria-label="{_named_copies(card, copies)}">{card_svg(card)}{_many(copies)}'
        '<span class="tkl-note"></span></div>'
    )


def _named_copies(card: Card, copies: int) -> str:
    return escape(card_spoken(card)) + (f", {copies} copies" if copies > 1 else "")


def _many(copies: int) -> str:
    return f'<b class="tkl-copies" aria-hidden="true">×{copies}</b>' if copies > 1 else ""


_CROSS = (
    '<svg class="tkl-stamp" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="currentColor" '
    'stroke="var(--card)" stroke-width="2"/><path d="m7.5 7.5 9 9m0-9-9 9" stroke="var(--card)" stroke-width="2.6" '
    'stroke-linecap="round"/></svg>'
)


def _piles(piles: object) -> str:
    rows = "".join(view.pile_html(label, held) for label, held in piles)  # type: ignore[attr-defined]
    return f'<div class="tkl-piles">{rows}</div>'


def _taken(state: Table) -> str:
    heaps = ((seat, [card for heap in state.heaps(seat) for card in heap]) for seat in seats(state))
    return _piles((f"{letter(seat)} took", held) for seat, held in heaps if held)


def _markers(state: Table, answers: Collection[str]) -> str:
    """Everybody’s markers. Clause: end.sum-markers"""
    rows = []
    for seat, total in enumerate(state.totals):
        who = letter(seat)
        tokens = f'<span class="tkl-marker-row" aria-hidden="true">{_MARKER * total}</span>'
        body = (
            f'<span class="tkl-token">{who}</span><b>{total}</b><span>marker{"s" if total != 1 else ""}</span>{tokens}'
        )
        if who in answers:
            body = f'<button type="button" class="tkl-marks is-answer" data-id="answer|{who}">{body}</button>'
        else:
            body = f'<div class="tkl-marks">{body}</div>'
        rows.append(f"<li>{body}</li>")
    return f'<ul class="tkl-markers" data-arrows="markers" aria-label="Markers so far">{"".join(rows)}</ul>'


_MARKER = (
    '<svg viewBox="0 0 20 20"><path d="M10 1.5 18 6v8l-8 4.5L2 14V6Z"/><path class="tkl-eye" d="M4.5 10q5.5-5.5 11 0-5.5 '
    '5.5-11 0Z"/><circle class="tkl-eye" cx="10" cy="10" r="1.6"/></svg>'
)


def score_html(state: Table) -> str:
    """The score sheet of the turn with every summand."""
    return view.score_html(state, alone=False)


# ---------------------------------------------------------------- in words


def caption(state: Table, last: Ply | None) -> str:
    """Turn and trick."""
    shown: Table = last.before if last is not None else state  # type: ignore[assignment]
    if not shown.turn:
        return "Before the first deal."
    if not any(state.hands) and last is None:
        return f"Turn {state.turn} of {state.setup.turns} is over."
    return f"Turn {shown.turn} of {shown.setup.turns}, trick {len(shown.tricks) + 1}."


def so_far(state: Table) -> tuple[Event, ...]:
    """The story of the trick that lies."""
    if state.leader is None or not state.plays:
        return ()
    rounds = max(1, len(state.plays) // state.players)
    left = max(0, view.left_after_first(state) - rounds + 1)
    return tell_trick(state.leader, state.plays, state.setup.rules, left)


def headline(state: Table, seat: Seat | None, last: Ply | None) -> tuple[str, str]:
    """Who took the trick, or whose turn it is and what that means."""
    middle = _middle(state, last)
    if middle is not None and middle.ended is not None:
        return _took(state, seat, middle)
    outcome = state.outcome
    if outcome is not None:
        return _over(state, seat, outcome.winners)
    who = state.to_move
    if not isinstance(who, int):
        text = "The first dealer is drawn, then the cards are dealt." if state.dealer is None else _next_deal(state)
        return ("The cards are dealt next.", text)
    yours = who == seat
    if not state.plays:
        what = "Whatever you play makes its faction the lead faction." if yours else "Their card sets the lead faction."
        return (f"{'You lead' if yours else f'{letter(who)} leads'}.", what)
    lead = state.plays[0].faction
    if not yours:
        return (f"{letter(who)} plays next.", f"{lead} was led.")
    if all(card.faction is not lead for card in state.hands[who]):
        return ("Your turn.", f"{lead} was led, and you hold none. Play anything.")
    if all(move.card.faction is lead for move in state.legal_moves()):  # type: ignore[union-attr]
        return ("Your turn.", f"{lead} was led, and you hold {lead}: follow.")
    return ("Your turn.", f"{lead} was led, and you need not follow in this round. Play anything.")


def _took(state: Table, seat: Seat | None, middle: Middle) -> tuple[str, str]:
    judged = middle.ended
    assert judged is not None
    assert judged.taker is not None
    cards = judged.cards[-judged.taken :]
    points = raw_score([cards], state.setup.rules.pair)
    who = "You take" if judged.taker == seat else f"{letter(judged.taker)} takes"
    best = "All are worth 0" if judged.best is None else f"{judged.cards[judged.best]} is the greatest"
    leads = judged.next_leader
    after = "" if leads is None else f" {'You lead' if leads == seat else f'{letter(leads)} leads'} next."
    if not any(state.hands):
        after = " The turn is over."
    return f"{who} the trick.", f"{best}: {judged.taken} cards, {number(points)} points.{after}"


def _over(state: Table, seat: Seat | None, won: Sequence[Seat]) -> tuple[str, str]:
    lost = [who for who in seats(state) if who not in won]
    text = f"{join(map(letter, lost)) or 'Nobody'} perish{'es' if len(lost) == 1 else ''}: the most markers."
    if seat is None:
        return "The game is over.", text
    return ("You survive." if seat in won else "You perish."), text


def _next_deal(state: Table) -> str:
    assert state.dealer is not None
    return f"{letter(state.dealer)} took Azathoth and deals turn {state.turn + 1}." if state.turn else "All is ready."


def text(state: Table, seat: Seat | None, last: Ply | None) -> str:
    """The trick and the hand for a terminal, a line a card."""
    middle = _middle(state, last)
    blocks = [caption(state, last)]
    if middle is not None and middle.plays:
        blocks.append(view.trick_text(middle.leader, middle.plays, state.setup.rules, middle.left))
    return "\n".join([*blocks, *_hands_text(state, seat)])


def riddle_text(state: Table, seat: Seat | None, last: Ply | None) -> str:
    """The cards that lie, not what they come to."""
    settled = state
    if last is not None and isinstance(last.move, Lead | Follow):
        settled, state = last.before, last.after  # type: ignore[assignment]
    else:
        last = None
    middle = _middle(state, last)
    lines = []
    if middle is not None:
        seats_there = seats_of(middle.leader, middle.plays, state.setup.rules)  # type: ignore[arg-type]
        lines = [f"  {letter(who)}  {_named(card)}" for who, card in zip(seats_there, middle.plays, strict=True)]
    if not any(state.hands) and settled.markers:
        lines.append("Markers: " + ", ".join(f"{letter(who)} {total}" for who, total in enumerate(settled.totals)))
    heaps = [(who, [c for heap in settled.heaps(who) for c in heap]) for who in seats(state)]
    taken = [f"{letter(who)} took {', '.join(map(_named, held))}" for who, held in heaps if held]
    return "\n".join([*lines, *taken, *_hands_text(state, seat)])


def _hands_text(state: Table, seat: Seat | None) -> list[str]:
    lines = []
    for who in range(state.players) if seat is None else (seat,):
        if state.hands and state.hands[who]:
            name = "Your hand" if who == seat else f"{letter(who)}’s hand"
            lines.append(f"{name}: {', '.join(map(_named, _sorted(state.hands[who])))}")
    return lines


def score_text(state: Table) -> str:
    """The score sheet of the turn for a terminal."""
    return view.score_text(state)


def _sorted(hand: Sequence[Seen]) -> list[Seen]:
    return [*sorted(c for c in hand if isinstance(c, Card)), *(c for c in hand if isinstance(c, Unknown))]


def _named(card: Seen) -> str:
    return card_text(card) if isinstance(card, Unknown) else f"{card}{f' {card.name}' if card.name else ''}"


def _count(n: int, what: str) -> str:
    return f"{n} {what}{'' if n == 1 else 's'}"


def changes(ply: Ply) -> tuple[str, ...]:
    """Hands, taken cards, markers, lead: what is different now."""
    before: Table = ply.before  # type: ignore[assignment]
    after: Table = ply.after  # type: ignore[assignment]
    found = []
    if after.turn > before.turn:
        return (f"Everybody holds {len(after.hands[0])} cards.",)
    if isinstance(ply.move, Lead | Follow):
        assert isinstance(before.to_move, int)
        who = letter(before.to_move)
        found.append(f"{who}’s hand: {_count(len(after.hands[before.to_move]), 'card')}.")
    for trick in after.tricks[len(before.tricks) :]:
        held = after.heaps(trick.taker)
        points = number(counted(raw_score(held, after.setup.rules.pair)))
        found.append(f"{letter(trick.taker)} took {_count(sum(map(len, held)), 'card')} so far: {points} points.")
    found += [
        f"{letter(n)} has {_count(after.totals[n], 'marker')}."
        for n in seats(after)
        if after.totals[n] != before.totals[n]
    ]
    if after.dealer != before.dealer and after.dealer is not None:
        found.append(f"{letter(after.dealer)} deals.")
    if after.leader != before.leader and after.leader is not None and not after.plays:
        found.append(f"{letter(after.leader)} leads.")
    return tuple(found)
