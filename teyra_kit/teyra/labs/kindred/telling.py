"""What is said of a move, before and after it is made, and of the question that is open?"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from ....core import Event
from ...cards import SUIT_OF, Card, letter
from ...game import Table
from ...moves import (
    Charge,
    Decline,
    Discard,
    DiscardShown,
    Inspire,
    Intercept,
    LoseMorale,
    Move,
    PickSuit,
    Play,
    Rally,
    Rouse,
    Show,
    Shuffle,
    area_name,
)
from .runs import Found, judged
from .words import SHORT, join, name, number_word, short

TRIGGERED: Final = ("kindred.trigger", "kindred.again", "faq.rainbow-one")


class Told(NamedTuple):
    """What a move did: its events, notes of what was resolved, and the card that came into a campaign."""

    events: tuple[Event, ...] = ()
    notes: tuple[str, ...] = ()
    landed: Card | None = None


def tell(before: Table, move: Move) -> Told:
    """What a move does, told by the engine."""
    _, events, notes = before.told(move)
    landed = move.card if isinstance(move, Play | Inspire) else None
    if isinstance(move, Rouse | Rally) and before.deck:
        landed = before.deck[0]
    return Told(events, notes, landed)


# ---------------------------------------------------------------- the question that is open


class Question(NamedTuple):
    """A question: its title in the film, its clause, its line in the log, how it is asked, and a line of help."""

    title: str
    clause: str
    line: str
    head: str
    help: str


QUESTIONS: Final = {
    "CHARGE": Question(
        "Choose a Folk card",
        "charge.effect",
        "{who} {must} discard one Folk card in play; the own ones count, too.",
        "{who}, {may}discard one Folk card.",
        "Lit cards can go. Your own are lit, too.",
    ),
    "INSPIRE": Question(
        "Choose who moves over",
        "inspire.effect",
        "{who} {must} move a Folk card to another player’s campaign in the same Area.",
        "{who}, {may}move one Folk card.",
        "It goes to another player’s campaign in its Area.",
    ),
    "ROUSE": Question(
        "Choose a campaign",
        "rouse.effect",
        "{who} {must} choose a campaign; the next card of the deck goes there, unseen.",
        "{who}, {may}choose a campaign.",
        "The next card of the deck goes there. Nobody has seen it.",
    ),
    "INTERCEPT": Question(
        "Choose a card to move",
        "intercept.effect",
        "{who} {must} move a card to the same player’s campaign in another Area.",
        "{who}, {may}move one card.",
        "It goes to its owner’s campaign in another Area.",
    ),
    "play": Question(
        "A choice",
        "contest.play",
        "{who} must choose.",
        "{who}, play a card.",
        "Choose a card, then one of your campaigns.",
    ),
    "discard": Question(
        "A choice",
        "strategise.discard-to-limit",
        "{who} must discard down to {limit}.",
        "{who}, discard down to {limit}.",
        "{held} cards are too many. Choose one.",
    ),
    "elite": Question(
        "Who loses Morale?",
        "elite.morale",
        "{who} must name the opponent who loses 1 Morale.",
        "{who}, who loses 1 Morale?",
        "Your Elite Force costs one opponent.",
    ),
    "suit": Question(
        "Pick one effect",
        "faq.rainbow-one",
        "{who} must pick one of the effects: only one is activated.",
        "{who}, pick one effect.",
        "This card has all suits. Only one effect is activated.",
    ),
    "rally": Question(
        "Where to rally?",
        "keyword.rally",
        "{who} {must} choose a campaign; the next card of the deck goes there.",
        "{who}, {may}choose a campaign to rally into.",
        "The next card of the deck goes there.",
    ),
    "show": Question(
        "Choose a card to show",
        "faq.crystal",
        "{who} must reveal a card from hand.",
        "{who}, reveal a card.",
        "Crystal Hall asks for one from your hand.",
    ),
    "discard-shown": Question(
        "Choose what is discarded",
        "faq.crystal",
        "{who} {must} choose a revealed card to be discarded.",
        "{who}, choose a revealed card.",
        "Crystal Hall has it discarded.",
    ),
}
OTHER: Final = Question("A choice", "kindred.chain", "{who} must choose.", "{who} has to choose.", "")


def question(table: Table) -> Question:
    """The question that is open."""
    ask = table.ask
    if ask is None:
        return OTHER._replace(line="", head="Nothing is asked.")
    seat, form = ask.seat, QUESTIONS.get(ask.trigger.suit.effect if ask.trigger else ask.what, OTHER)
    words = {
        "who": letter(seat),
        "may": "you may " if ask.optional else "",
        "must": "may" if ask.optional else "must",
        "limit": number_word(ask.n),
        "held": len(table.hands[seat]),
    }
    return Question(*(part.format(**words) for part in form))


# ---------------------------------------------------------------- what was done


def done_title(move: Move, told: Told) -> str:
    """What a move did, in a few words."""
    match move:
        case Play():
            down = any(event.clause == "keyword.shroud-play" for event in told.events)
            return "A card lies face down" if down else f"{name(move.card)} lands"
        case Charge() | Discard():
            return f"{name(move.card)} is discarded"
        case Inspire():
            return f"{name(move.card)} goes to {letter(move.to)}"
        case Intercept():
            return f"{name(move.card)} moves on"
        case Rouse() | Rally():
            return f"{name(told.landed)} comes" if told.landed else "The deck is shuffled first"
        case Decline():
            return "It is declined"
        case LoseMorale():
            return f"{letter(move.seat)} loses Morale"
        case PickSuit():
            return f"{move.suit.effect} is picked"
        case Shuffle():
            return "The deck is shuffled"
    return short(str(move))


def run_title(run: Found) -> str:
    """The run in a few words: 'Three Boars in a row'."""
    size = run.end - run.start
    if run.weight != size:
        return f"A run that counts {run.weight}"
    return f"{number_word(size).capitalize()} {SHORT[run.suit]}s in a row"


# ---------------------------------------------------------------- what a move would do


def deed(table: Table, move: Move) -> str:
    """What a button says that does a move."""
    match move:
        case Play():
            down = " face down" if move.shroud else ""
            return f"Play {name(move.card)}{down} into {area_name(move.area)}"
        case Charge() | Discard():
            return f"Discard {name(move.card)}"
        case Inspire():
            return f"Move {name(move.card)} to {letter(move.to)}"
        case Intercept():
            return f"Move {name(move.card)} to {area_name(move.into)}"
        case Rouse() | Rally():
            verb = "Rouse" if isinstance(move, Rouse) else "Rally"
            return f"{verb} into {letter(move.to)}’s campaign"
        case Decline():
            trigger = table.ask.trigger if table.ask is not None else None
            return f"Decline {trigger.suit.effect}" if trigger else "Decline"
        case PickSuit():
            return f"Activate {move.suit.effect}"
        case Show():
            return f"Reveal {name(move.card)}"
        case DiscardShown():
            return f"Have {letter(move.owner)}’s card discarded"
    return short(str(move))


def branch(table: Table, move: Any) -> str:
    """The same where several are told apart that were tried."""
    words = deed(table, move)
    if isinstance(move, Charge):
        return f"{words}, {letter(move.owner)}"
    return f"{words}, {area_name(move.area)}" if isinstance(move, Rouse | Rally) else words


def effect_words(table: Table, move: Move) -> str:
    """What a move would change, before it is made; nothing that nobody knows yet."""
    if isinstance(move, Rouse | Rally):
        return _unseen(table, move)
    if not isinstance(move, Play | Charge | Inspire | Intercept):
        return ""
    after, events, _ = table.told(move)
    old, new, said = judged(table), judged(after), []
    for area in table.areas:
        parts = []
        for owner in range(table.players):
            before, then = old.standings[area.key, owner], new.standings[area.key, owner]
            if (before.total, before.bust) != (then.total, then.bust):
                bust = " and is bust" if then.bust else ""
                parts.append(f"{letter(owner)}’s {before.total} becomes {then.total}{bust}")
        ahead = new.ahead[area.key]
        more = f"; {letter(ahead)} moves ahead" if ahead is not None and ahead != old.ahead[area.key] else ""
        if parts:
            said.append(f"{area.card.name}: {join(parts)}{more}.")
    for event in events:
        if event.clause in ("kindred.trigger", "kindred.again") and event.key:
            effect = next(word for word in SUIT_OF if word in event.text)
            said.append(f"It triggers {effect}{', and may do so twice' if event.clause == 'kindred.again' else ''}.")
    return " ".join(said)


def _unseen(table: Table, move: Rouse | Rally) -> str:
    now, limit = table.standing(move.area, move.to).total, table.mods(move.area, move.to).limit
    where, room = f"{letter(move.to)} has {now} in {area_name(move.area)}", limit - now
    if room == float("inf"):
        return f"{where}, and is never bust there."
    if room < 2:
        return f"{where}: any Folk card makes that bust."
    return f"{where}: " + (f"a card above {room:g} makes that bust." if room < 10 else "no Folk card makes that bust.")
