"""What does somebody who sits at the table see, may point at, and want to be told?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import Any, Final, NamedTuple

from ..core import CHANCE, Event, Rulings, Seat, look
from ..core.game import sentence
from ..core.lessons import Ply
from ..core.scene import LIT, NOT, WRONG, Choice
from . import view
from .bench import Bench, hung, word, words
from .flow import UNKNOWN, at, cards_of, own_cards, pick_numbers, rebuild_cards, set_aside_limit, without
from .game import Table
from .monsters import Layout, buildable, layout_total, layout_value
from .moves import (
    HOLD_BACK,
    PLAY_ALL,
    AnyMove,
    Cards,
    DealStarters,
    FirstPlayer,
    Grow,
    HoldBack,
    Keep,
    PlayAll,
    Rebuild,
    SetAside,
    ShuffleCommon,
    ShuffleOwn,
    Take,
    TakeSet,
    cards_said,
    letter,
)
from .parts import Part, assumed_number, kit_box
from .view import CHOSEN, Mark, Pointing

css, sprite = view.css, view.sprite
chance_word = "Shuffle"

CHOOSING: Final[Mapping[str, Any]] = {"declare": SetAside, "aside": SetAside, "take": Take, "keep": Keep}
"""The questions that are answered by choosing cards, and the move that makes."""
BUILDING: Final = ("grow", "rebuild")
"""The questions that are answered by building monsters."""
NONE_FREE: Final = "!"
"""Stands before a card that was pressed and has no free end; twice if it was pressed again."""
ANEW: Final = "~"
"""What was pointed at when all of it is taken back: nothing, written so that it differs from every single step back."""


def choices() -> tuple[Choice, ...]:
    """What the players agree on. Clause: variant.fewer-eras, variant.more-eras, variant.without-advanced, variant.remove-colour"""
    all_eras = tuple(era.key for era in kit_box().eras)
    return (
        Choice("players", "Players", tuple((n, str(n)) for n in range(2, 7)), 2),
        Choice(
            "eras",
            "Eras",
            ((None, "as labelled"), (("pre-teratozoic", "teratozoic"), "two"), (all_eras, "all seven")),
            None,
            "Fewer eras make a shorter game.",
        ),
        Choice(
            "without_advanced", "A cards", ((False, "with"), (True, "without")), False, "First games go without them."
        ),
        Choice(
            "without_colour",
            "Without a colour",
            (("", "none"), ("green", "green"), ("orange", "orange"), ("purple", "purple")),
            "",
            "For two players: a game of 15 to 30 minutes.",
        ),
    )


def seats(state: Table) -> tuple[Seat, ...]:
    """Everybody at the table, clockwise."""
    return tuple(range(state.players))


def seat_name(seat: Seat) -> str:
    """A, B, C ..."""
    return letter(seat)


def candidates(state: Table, seat: Seat) -> tuple[AnyMove, ...]:
    """Every legal move. What else the board lets a seat point at, it says why not."""
    return state.legal_moves()


def part_of(move: AnyMove) -> str:
    """Where a move takes more than one thing, each is pointed at by itself; none of them alone is its first part."""
    return ""


def move_spoken(move: AnyMove) -> str:
    """The move as it is read out: joined parts, and single ones, are told in words."""
    if not isinstance(move, Grow | Rebuild):
        return str(move)
    monsters = [" joined to ".join(cards) if len(cards) > 1 else f"{cards[0]} alone" for cards in move.monsters]
    return f"{'Build' if isinstance(move, Grow) else 'Rebuild'} {'; '.join(monsters) or 'nothing'}"


def worth(state: Table, move: AnyMove) -> int | None:
    """The total of the monsters that a move builds. Clause: growth.announce-total, growth.highest-wins"""
    if not isinstance(move, Grow | Rebuild):
        return None
    return layout_total(_parts(state, move.monsters), state.rulings)


# ---------------------------------------------------------------- what is being decided


class Choosing(NamedTuple):
    """Cards that may be chosen, how many must be, and those that are."""

    what: str
    cards: Cards
    numbers: range
    chosen: Cards

    def move(self, chosen: Iterable[str]) -> AnyMove:
        """The move that chooses these cards, in the order in which they lie."""
        some = set(chosen)
        made: AnyMove = CHOOSING[self.what](tuple(card for card in self.cards if card in some))
        return made

    def toggled(self, card: str) -> Cards:
        """What is chosen once a card was pressed."""
        return tuple(one for one in self.chosen if one != card) if card in self.chosen else (*self.chosen, card)

    @property
    def at_once(self) -> bool:
        """Whether pointing at one card decides it all."""
        return self.what in ("take", "keep") and self.numbers == range(1, 2)


def choosing(state: Table, part: str, refused: str = "") -> Choosing | None:
    """What is to be chosen at this table, if cards are; `part`: those chosen so far.

    Clause: declare.set-aside, declare.minimum, reproduce.winner-takes, reproduce.keep, reproduce.must-take
    """
    ask = state.ask
    if ask is None or ask.what not in CHOOSING:
        return None
    duty = state.setup.reads["keep-duty"]
    if ask.what == "take":
        cards = tuple(card for layout in state.layouts for card in cards_of(layout))
        numbers = pick_numbers(state.era_card.winner_takes, len(cards), duty)
    elif ask.what == "keep":
        cards = own_cards(state, ask.seat)
        numbers = pick_numbers(state.era_card.keep, len(cards), duty)
    else:
        cards = state.hands[ask.seat]
        numbers = range(1, set_aside_limit(state.era_card.minimum, len(cards)) + 1)
    chosen = words(part)
    if not part and refused:
        tried = getattr(state.read_move(refused), "cards", ())
        chosen = tried[:-1] if len(tried) > max(numbers, default=0) else tried
    return Choosing(ask.what, cards, numbers, tuple(card for card in chosen if card in cards))


def building(state: Table, part: str, refused: str = "") -> Bench | None:
    """The bench on which monsters are built at this table, if they are; `part`: what was done so far.

    Clause: growth.from-kept, tie.rebuild
    """
    ask = state.ask
    if ask is None or ask.what not in BUILDING:
        return None
    cards = tuple(map(state.part, _to_build(state, ask.seat)[0]))
    if part or not refused:
        try:
            return Bench.read(cards, part, state.rulings)
        except ValueError:
            return Bench(cards)
    layout = tuple(tuple(map(state.part, monster)) for monster in state.read_move(refused).monsters)  # type: ignore[union-attr]
    return replace(Bench.of(layout, state.rulings, cards), aside=())


def _to_build(state: Table, seat: Seat) -> tuple[Cards, Cards]:
    """The cards that can be laid out, and those of them that may be left out."""
    hand = state.hands[seat]
    if state.ask is not None and state.ask.what == "rebuild":
        must, may = rebuild_cards(state, seat)
        return (*must, *may), may
    free = state.setup.reads["declaration-binding"] != "binding"
    return hand, hand if free else ()


def _built(state: Table, bench: Bench) -> AnyMove:
    """The move that lays out what lies on the bench."""
    monsters = tuple(tuple(part.id for part in monster) for monster in bench.layout)
    rebuilds = state.ask is not None and state.ask.what == "rebuild"
    return Rebuild(monsters) if rebuilds else Grow(monsters)


def _ends(bench: Bench, state: Table) -> list[tuple[str, str]]:
    """Every free end, as its card and side."""
    return [
        (place.part.id, side)
        for monster in bench.layout
        for place in bench.hung(monster, state.rulings).places
        for side in place.free
    ]


def _fits(bench: Bench, one: str, other: str, state: Table) -> bool:
    return bench.why_not_join(one, other, state.rulings) is None


def _pressed(bench: Bench, card: str, side: str, state: Table) -> Bench:
    """The bench once a free end was pressed."""
    picked, _ = bench.end
    if not picked:
        return replace(bench, end=(card, side))
    if picked != card and _fits(bench, picked, card, state):
        return bench.join(picked, card)
    return replace(bench, end=("", ""))


def _end_id(bench: Bench, card: str, side: str, state: Table) -> str:
    """The address of a free end: what is there once it was pressed, and which it is."""
    return _part(_pressed(bench, card, side, state).written(f"{word(card)}-{side}"))


def _card_id(bench: Bench, card: str, state: Table, part: str) -> str:
    """The address of a card of the bench: pressing it presses its first free end."""
    free = next((side for one, side in _ends(bench, state) if one == card), "")
    if free:
        return _part(_pressed(bench, card, free, state).written(word(card)))
    at = NONE_FREE + word(card)
    return _part(bench.written(NONE_FREE + at if part.endswith(f"~{at}") else at))


def _no_end_of(part: str) -> str:
    """The card that was pressed last, if it has no free end."""
    at = (*part.split("~"), "", "", "")[3]
    return next(iter(words(at.lstrip(NONE_FREE))), "") if at.startswith(NONE_FREE) else ""


def _part(text: str) -> str:
    return f"part|{text}"


def first(state: Table, seat: Seat, part: str = "") -> str:
    """What is reached first by key: an end that fits, a card that may be chosen, or the deed itself."""
    chooses, bench = choosing(state, part), building(state, part)
    if chooses is not None:
        missing = [card for card in chooses.cards if card not in chooses.chosen]
        if chooses.at_once:
            return state.write_move(chooses.move(missing[:1]))
        if chooses.what == "declare" and not chooses.chosen:
            return state.write_move(PLAY_ALL)
        if len(chooses.chosen) in chooses.numbers:
            return state.write_move(chooses.move(chooses.chosen))
        return _part(_chosen(chooses.toggled(missing[0])))
    if bench is not None:
        for card, side in _ends(bench, state):
            picked = bench.end[0]
            fits = _fits(bench, picked, card, state) if picked and picked != card else False
            partner = any(_fits(bench, card, other, state) for other, _ in _ends(bench, state) if other != card)
            if fits or (not picked and partner):
                return _end_id(bench, card, side, state)
        return state.write_move(_built(state, replace(bench, end=("", ""))))
    legal = state.legal_moves()
    return state.write_move(legal[0]) if legal else ""


def _chosen(cards: Iterable[str]) -> str:
    return ".".join(map(word, cards))


# ---------------------------------------------------------------- what can be pointed at


class Look(NamedTuple):
    """Who looks at which table, and how. `mine`: they decide now; `lit`: what is possible is shown; `told`: totals are."""

    state: Table
    seat: Seat | None
    mine: bool
    part: str
    marks: Mapping[str, str]
    hides: bool
    told: bool
    answers: Collection[str] = ()

    @property
    def refused(self) -> str:
        """The line of the move just refused."""
        return next((line for line, mark in self.marks.items() if mark == WRONG), "")

    @property
    def chooses(self) -> Choosing | None:
        """The cards that this seat chooses now."""
        return choosing(self.state, self.part, self.refused) if self.mine else None


class OnTable(Pointing):
    """Cards on the table: those that may be chosen now, and what can be an answer."""

    def __init__(self, look: Look) -> None:
        self.look, self.chooses = look, look.chooses
        bad = look.state.read_move(look.refused) if look.refused else None
        self.wrong = getattr(bad, "cards", ())[-1:] if not look.part else ()

    def card(self, part: Part) -> Mark:
        """How a card is marked."""
        if part.id in self.look.answers:
            return Mark("", f"answer|{part.id}", said="can be your answer")
        chooses, state = self.chooses, self.look.state
        if chooses is None:
            return Mark()
        if part.id not in chooses.cards:
            return self._covered(part, chooses)
        if part.id in chooses.chosen:
            return Mark(CHOSEN, _part(_chosen(chooses.toggled(part.id))), said="chosen; press to put back")
        look = "" if not self.look.marks else WRONG if part.id in self.wrong else LIT
        after = chooses.toggled(part.id)
        if chooses.at_once or len(after) > (chooses.numbers[-1] if chooses.numbers else 0):
            over = not chooses.at_once
            line = state.write_move(CHOOSING[chooses.what](after) if over else chooses.move(after))
            return Mark(NOT if over and look == LIT else look, move=line, said="" if not over else "one too many")
        return Mark(look, _part(_chosen(after)))

    def _covered(self, part: Part, chooses: Choosing) -> Mark:
        """A card that lies face down and that the winner would like to take. Clause: example.face-down-safe"""
        if chooses.what != "take":
            return Mark()
        line = self.look.state.write_move(Take((*chooses.chosen, part.id)))
        return Mark(NOT if self.look.marks else "", move=line)


class OnBench(Pointing):
    """Free ends, seams and cards of monsters that are being built."""

    def __init__(self, look: Look, bench: Bench) -> None:
        self.look, self.bench = look, bench
        self.state = look.state
        self.seams = {
            frozenset(join) for monster in bench.layout for join in bench.hung(monster, look.state.rulings).tree
        }

    def card(self, part: Part) -> Mark:
        """A card stands for its first free end: an end is an end, whichever it is."""
        return Mark("", _card_id(self.bench, part.id, self.state, self.look.part))

    def end(self, part: Part, side: str) -> Mark:
        """A free end: press it, then one that fits."""
        picked, at = self.bench.end
        id = _end_id(self.bench, part.id, side, self.state)
        if not picked:
            return Mark("", id)
        if (picked, at) == (part.id, side):
            return Mark(CHOSEN, id, said="chosen; press to let go")
        if picked != part.id and _fits(self.bench, picked, part.id, self.state):
            return Mark(LIT, id, said="fits")
        return Mark(NOT, id, said="does not fit")

    def seam(self, one: Part, other: Part) -> Mark:
        """A seam can be cut again."""
        if frozenset((one.id, other.id)) not in self.seams:
            return Mark(said="closes a loop")
        return Mark("", _part(self.bench.cut(one.id, other.id, self.state.rulings).written()), said="press to cut")


# ---------------------------------------------------------------- the picture


def html(
    state: Table,
    seat: Seat | None,
    marks: Mapping[str, str],
    last: Ply | None,
    part: str = "",
    hides: bool = False,
) -> str:
    """The era, the piles, what lies before each player, and what the seat decides by pointing."""
    mine = seat is not None and state.to_move == seat and last is None
    return _html(Look(_seen(state, seat), seat, mine, part if mine else "", marks, hides, True))


def _seen(state: Table, seat: Seat | None) -> Table:
    """What a seat may see of a table; all of it, if nobody in particular looks. Clause: growth.simultaneous"""
    return state if seat is None else state.observe(seat)


def _html(look: Look) -> str:
    state = look.state
    bare = _bare(state)
    others = [
        who
        for who in _around(state, look.seat)
        if who != look.seat and (letter(who) in look.answers or not (bare and _has_nothing(state, who)))
    ]
    rows = "".join(_player(look, who) for who in others)
    own = _own(look) if look.seat is not None else ""
    beside = f'<div class="ts-others" data-arrows="others">{rows}</div>' if rows else ""
    return f'<div class="tz ts">{"" if bare or state.ended else _era(state)}{own}{beside}</div>'


def _bare(state: Table) -> bool:
    """Whether there is no pile anywhere: neither the numbers of the era card nor the words of a round are of use then."""
    return not any((state.common, state.discard, *state.decks, *state.discards))


def _has_nothing(state: Table, who: Seat) -> bool:
    """Whether nothing lies before a player."""
    lies = (state.hands[who], state.aside[who], state.spare[who], state.layouts[who], state.finals[who])
    return not any(lies) and not state.out[who]


def _around(state: Table, seat: Seat | None) -> Sequence[Seat]:
    """The players clockwise, from the one who looks on."""
    start = seat or 0
    return [(start + n) % state.players for n in range(state.players)]


def _era(state: Table) -> str:
    """The era card in force, the stack, and the common piles. Clause: era-card.draw, era-card.minimum"""
    era, box = state.era_card, state.setup.box
    stack = "".join(
        f"<li{' aria-current=' + chr(34) + 'step' + chr(34) if n == state.era else ''}{' class=is-past' if n < state.era else ''}>{escape(one.name)}</li>"
        for n, one in enumerate(state.setup.stack)
    )

    keys = ("common", "own", "minimum", "winner_takes", "keep")
    why = " ".join(filter(None, (assumed_number(box, era.key, key) for key in keys)))
    rows = (
        ("Draw", f"{era.common} common, {era.own} own"),
        ("Play at least", era.minimum),
        ("Winner takes", era.winner_takes),
        ("Each keeps", era.keep),
        ("Common deck", len(state.common)),
        ("Common discard", len(state.discard)),
    )
    body = "".join(f"<div><dt>{title}</dt><dd>{number}</dd></div>" for title, number in rows)
    return (
        f'<div class="ts-era"><div class="ts-stack"><ol aria-label="Eras">{stack}</ol>{view.assumed(why, "assumed numbers")}</div>'
        f'<dl class="ts-card">{body}</dl></div>'
    )


def _player(look: Look, who: Seat) -> str:
    """What lies before a player who is not the one that looks."""
    state = look.state
    hand = "" if look.hides else _hand(look, who)
    body = _layout(look, who) or hand
    return (
        f'<section class="ts-player ts-small{" is-out" if state.out[who] else ""}" aria-label="{letter(who)}">{_name(look, who)}'
        f'<div class="ts-row">{body}{_down(look, who)}</div>{_final(look, who)}</section>'
    )


def _name(look: Look, who: Seat) -> str:
    state, bare = look.state, _bare(look.state)
    told = []
    if state.out[who]:
        told.append("out")
    elif state.order[:1] == (who,) and not state.ended and not bare:
        told.append("first player")
    if declared := _declared(state, who):
        told.append(f"“{declared}”")
    if state.phase in ("grow", "tie") and state.commits[who] is not None and state.to_move != who:
        told.append("has decided")
    if state.winner == who and not state.ended:
        told.append("won the round")
    elif who in state.tied and state.winner < 0:
        told.append("tied")
    name = "You" if who == look.seat else letter(who)
    title = f"{name} ({letter(who)})" if who == look.seat else name
    if letter(who) in look.answers:
        title = f'<button type="button" class="tk-btn" data-id="answer|{letter(who)}">{letter(who)}</button>'
    total = ""
    if state.totals[who] >= 0 and look.told and not state.ended:
        value = layout_value(_still_joined(_parts(state, state.layouts[who]), state.rulings), state.rulings)
        added = view.added(value) if value.total == state.totals[who] else ""  # cards may be taken already
        total = f'<span class="ts-total">{added}<b><small>total</small> {state.totals[who]}</b></span>'
    piles = "" if bare else f"own deck {len(state.decks[who])}, own discard pile {len(state.discards[who])}"
    said = f"<span>{escape(', '.join(told))}</span>" if told else ""
    return f'<div class="ts-name"><h3><b>{title}</b>{said}<span class="tk-small">{piles}</span></h3>{total}</div>'


SAID: Final = {"all": "playing all", "not all": "not playing all"}


def _declared(state: Table, who: Seat) -> str:
    """What a player has said about the hand, until the monsters are shown. Clause: declare.all-or-not"""
    matters = state.phase in ("declare", "aside", "grow") and not _bare(state)
    return SAID.get(state.said[who], "") if matters else ""


def _layout(look: Look, who: Seat) -> str:
    """The monsters of a player. Clause: growth.simultaneous"""
    state = look.state
    if not state.layouts[who]:
        return ""
    pointing = OnTable(look)
    figures = []
    layout = _still_joined(_parts(state, state.layouts[who]), state.rulings)
    values = layout_value(layout, state.rulings).monsters
    for monster, value in zip(layout, values, strict=True):
        places = hung(monster, (), state.rulings).places
        free = sum(len(place.free) for place in places)
        plaque = view.plaque(monster, value.total, value.whole, free) if look.told else ""
        figures.append(view.monster_html(places, pointing, plaque))
    return "".join(figures)


def _still_joined(layout: Layout, rulings: Rulings) -> Layout:
    """The monsters, or their parts one by one where a card that was taken held them together."""
    joined = [[monster] if buildable(monster, rulings) else [(part,) for part in monster] for monster in layout]
    return tuple(monster for pieces in joined for monster in pieces)


def _parts(state: Table, layout: Any) -> Layout:
    return tuple(tuple(map(state.part, monster)) for monster in layout)


def _cards(look: Look, cards: Sequence[str]) -> str:
    """Cards side by side; what is not known, from the back."""
    state, pointing = look.state, OnTable(look)
    found, covered = [], sum(card == UNKNOWN for card in cards)
    for card in cards:
        if card != UNKNOWN:
            places = hung((state.part(card),), (), state.rulings.with_("join-geometry", "any-ends")).places
            found.append(view.monster_html(places, pointing))
    if covered:
        found.append(
            f'<div class="ts-backs" role="img" aria-label="{_count(covered, "card")} face down">{view.back_svg() * covered}</div>'
        )
    return "".join(found)


def _hand(look: Look, who: Seat) -> str:
    return _cards(look, look.state.hands[who]) if look.state.hands[who] else ""


def _down(look: Look, who: Seat, on_bench: Collection[str] = ()) -> str:
    """What a player has face down: set aside, or drawn in a tie-break and not used. Clause: declare.set-aside, tie.draw-one"""
    state, found = look.state, ""
    for title, lying in (("Set aside, face down", state.aside[who]), ("Drawn in the tie-break", state.spare[who])):
        cards = [card for card in lying if card not in on_bench]
        if cards and not (look.hides and who == look.seat):
            found += f'<div class="ts-down"><span class="tk-small">{title}</span><div class="ts-row">{_cards(look, cards)}</div></div>'
    return found


def _final(look: Look, who: Seat) -> str:
    """The final monsters. Clause: end.three-monsters, end.count-cards"""
    state = look.state
    if not state.ended or state.out[who]:
        return ""
    count = state.scores[who] if look.told else 0
    layout = _parts(state, state.finals[who])
    figures = "".join(view.monster_html(hung(monster, (), state.rulings).places) for monster in layout)
    score = f"<b>{count}</b>" if look.told else ""
    return (
        f'<div class="ts-final"><p><b>Final monsters</b> {score}</p><div class="ts-row">{figures or "none"}</div></div>'
    )


# ---------------------------------------------------------------- what is one's own


def _own(look: Look) -> str:
    """The own cards: on the bench while monsters are built, else in hand or laid out; and what can be done."""
    state, seat = look.state, look.seat
    assert seat is not None
    bench = building(state, look.part, look.refused) if look.mine else None
    if look.hides:
        body = '<p class="tk-small">All hands are covered.</p>'
    elif bench is not None:
        body = _bench(look, bench)
    else:
        body = (
            f'<div class="ts-row" data-arrows="own">{_layout(look, seat) or _hand(look, seat)}{_down(look, seat)}</div>'
        )
    return (
        f'<section class="ts-own{" is-out" if state.out[seat] else ""}" aria-label="You">{_name(look, seat)}{body}{_final(look, seat)}'
        f"{_status(look, bench)}{_buttons(look, bench)}{'' if look.hides else _piles(look, seat)}</section>"
    )


def _bench(look: Look, bench: Bench) -> str:
    state, pointing = look.state, OnBench(look, bench)
    figures = []
    values = layout_value(bench.layout, state.rulings).monsters
    for monster, value in zip(bench.layout, values, strict=True):
        places = bench.hung(monster, state.rulings).places
        free = sum(len(place.free) for place in places)
        figures.append(view.monster_html(places, pointing, view.plaque(monster, value.total, value.whole, free)))
    out = "".join(
        f'<button type="button" class="ts-back" data-id="{_part(bench.take_back(id).written())}" aria-label="{escape(id)} is left out; lay it on the bench again">'
        f"{view.back_svg()}<small>{escape(id)}</small></button>"
        for id in bench.aside
    )
    left = (
        f'<div class="ts-down"><span class="tk-small">Left out</span><div class="ts-row">{out}</div></div>'
        if out
        else ""
    )
    return f'<div class="ts-row ts-bench" role="group" aria-label="Your bench: the arrow keys lead from ring to ring" data-arrows="own">{"".join(figures)}{left}</div>{_down(look, look.seat or 0, [part.id for part in bench.cards])}'


def _status(look: Look, bench: Bench | None) -> str:
    """What is chosen so far, read out whenever it changes."""
    chooses = look.chooses
    text = added = ""
    if bench is not None:
        value = layout_value(bench.layout, look.state.rulings)
        total, added = value.total, view.added(value)
        text = "Press a free end (dashed ring), then one that fits. A seam can be cut again."
        if stuck := _no_end_of(look.part):
            text = f"{stuck} has no free end. Press a ring at the edge of a card."
        elif bench.end[0]:
            text = f"An end of {bench.end[0]} is chosen. Now press a lit end."
        elif bench.joins:
            text = f"{'; '.join(view.monster_said(monster) for monster in bench.layout if len(monster) > 1)}. Total {total}."
            text = sentence(text)
    elif chooses is not None and not chooses.at_once:
        text = f"Chosen: {cards_said(chooses.chosen)}." if chooses.chosen else CHOOSE_SAID[chooses.what]
        if chooses.what in ("declare", "aside") and not chooses.numbers:
            text = "All cards must be played in this era."
    said = f'<p role="status">{escape(text)}</p>' if text else ""
    return f'<div class="ts-status">{said}{added}</div>' if text else ""


CHOOSE_SAID: Final = {
    "declare": "Press the cards that you will not play; or play all.",
    "aside": "Press the cards that you will not play.",
    "take": "Press the cards that you take.",
    "keep": "Press the cards that you keep.",
}


def _buttons(look: Look, bench: Bench | None) -> str:
    """What is done with what was pointed at."""
    state = look.state
    if not look.mine:
        return ""
    rows: list[tuple[AnyMove, str, bool]] = []
    chooses = look.chooses
    if bench is not None:
        total = layout_value(bench.layout, state.rulings).total
        move = _built(state, bench)
        verb = "Rebuild so" if isinstance(move, Rebuild) else "Build these monsters"
        rows.append((move, f"{verb} for {_count(total, 'point')}", True))
    elif chooses is not None:
        if chooses.what == "declare" and not chooses.chosen:
            rows.append((PLAY_ALL, "Play all cards", True))
            if state.setup.reads["declaration-timing"] == "words-first":
                rows.append((HOLD_BACK, "Not playing all", False))
        if chooses.chosen and chooses.what in ("declare", "aside"):
            rows.append((chooses.move(chooses.chosen), f"Set {cards_said(chooses.chosen)} aside", True))
        elif chooses.what in ("take", "keep") and not chooses.at_once:
            verb = "Take" if chooses.what == "take" else "Keep"
            rows.append((chooses.move(chooses.chosen), f"{verb} {cards_said(chooses.chosen)}", True))
    else:
        rows += [(move, str(move), False) for move in state.legal_moves()]
    body = ""
    for move, title, main in rows:
        line = state.write_move(move)
        off = ' aria-disabled="true"' if look.marks and state.why_not(move) else ""
        body += f'<button type="button" class="tk-btn{" tk-btn--main" if main and not off else ""}" data-move="{escape(line)}"{off}>{escape(title)}</button>'
    undo = ""
    if (bench is not None and (bench.joins or bench.aside)) or (chooses is not None and chooses.chosen):
        undo = f'<button type="button" class="tk-btn" data-id="{_part(ANEW)}">Start over</button>'
    return f'<div class="tk-do ts-do" role="group" aria-label="What you can do">{body}{_leave_out(look, bench)}{undo}</div>'


def _leave_out(look: Look, bench: Bench | None) -> str:
    """A button for each card that need not be played. Clause: tie.rebuild"""
    if bench is None or look.seat is None:
        return ""
    may = [card for card in _to_build(look.state, look.seat)[1] if card not in bench.aside]
    return "".join(
        f'<button type="button" class="tk-btn" data-id="{escape(_part(bench.set_aside(card, look.state.rulings).written()))}">'
        f"Leave {escape(card)} out</button>"
        for card in may
    )


def _piles(look: Look, seat: Seat) -> str:
    """What is in the own piles, which only their owner knows; of a deck not the order."""
    state, rows = look.state, []
    for title, cards in (
        ("own deck, in no order", sorted(state.decks[seat])),
        ("own discard pile", state.discards[seat]),
    ):
        known = [card for card in cards if card != UNKNOWN]
        if known:
            tiles = "".join(
                f'<li class="tz-chipcard c-{state.part(card).colour}">{view.mini_svg(state.part(card))}<span class="tk-hidden">{escape(view.name_of(state.part(card)))}</span>'
                f'<small aria-hidden="true">{escape(card)}</small></li>'
                for card in known
            )
            rows.append(f'<p class="tk-small">Your {title}: {len(known)}</p><ul class="ts-tiles">{tiles}</ul>')
    return f'<details class="ts-piles"><summary>Your own piles</summary>{"".join(rows)}</details>' if rows else ""


def alone(state: Table) -> str:
    """The whole table as a picture that is right anywhere, such as in a notebook’s cell."""
    return look.alone(f"{sprite()}{html(state, None, {}, None)}", css, view.COLOR)


def riddle_html(state: Table, seat: Seat | None, answers: Collection[str], last: Ply | None) -> str:
    """The board before a question about it is answered: monsters are there, what they are worth is not."""
    return _html(Look(_seen(_laid(state, seat, last), seat), seat, False, "", {}, False, False, tuple(answers)))


def _laid(state: Table, seat: Seat | None, last: Ply | None) -> Table:
    """The table on which the monsters lie that the seat has just built. Clause: growth.from-kept, tie.rebuild"""
    if last is None or last.before.to_move != seat or not isinstance(last.move, Grow | Rebuild):
        return state
    assert isinstance(seat, int)
    used = cards_of(last.move.monsters)
    return state._replace(
        hands=at(state.hands, seat, ()),
        aside=at(state.aside, seat, without(state.aside[seat] + state.hands[seat], used)),
        spare=at(state.spare, seat, without(state.spare[seat], used)),
        layouts=at(state.layouts, seat, last.move.monsters),
    )


# ---------------------------------------------------------------- how the players stand


def _scores(state: Table) -> list[tuple[str, str, int, str]]:
    """Name, the sum of the layout, own cards in all piles, and how the player stands."""
    found = []
    for seat in seats(state):
        said = ""
        if state.phase == "keep" and state.totals[seat] >= 0:
            said = f"{state.totals[seat]}"  # cards may be taken already
        elif state.layouts[seat] and state.totals[seat] >= 0:
            said = view.sum_said(layout_value(_parts(state, state.layouts[seat]), state.rulings).summands)
            said += f" = {state.totals[seat]}"
        own = len(state.decks[seat]) + len(state.discards[seat])
        stands = (
            "out" if state.out[seat] else f"{state.scores[seat]} cards in the final monsters" if state.ended else ""
        )
        found.append((letter(seat), said, own, stands))
    return found


def score_html(state: Table) -> str:
    """Totals of the round with their summands, and own cards."""
    rows = "".join(
        f"<tr><th scope=row>{name}</th><td>{escape(said) or '–'}</td><td>{own}</td><td>{stands or '–'}</td></tr>"
        for name, said, own, stands in _scores(state)
    )
    return (
        '<h2 class="tk-h2">Who stands where</h2><table class="ts-score"><thead><tr><th scope=col>Player</th><th scope=col>Monsters</th>'
        f"<th scope=col>Own piles</th><th scope=col>In the end</th></tr></thead><tbody>{rows}</tbody></table>"
        '<p class="tk-small">A round is won by value. The game is won by cards: as many own cards as possible in up to three '
        "whole monsters, each of one colour.</p>"
    )


def score_text(state: Table) -> str:
    """The same for a terminal."""
    return "\n".join(
        f"{name}: {', '.join(filter(None, (said, f'{own} cards in the own piles', stands)))}."
        for name, said, own, stands in _scores(state)
    )


# ---------------------------------------------------------------- in words


def so_far(state: Table) -> tuple[Event, ...]:
    """A position of Teratozoic does not show what led to it."""
    return ()


def caption(state: Table, last: Ply | None) -> str:
    """Which round of which era it is."""
    if state.ended:
        return f"The end of the game. {_wins(state)}"
    if not state.round:
        return f"Set-up, {state.players} players."
    return (
        f"Round {state.round}, {state.era_card.name}. {letter(state.order[0])} goes first."
        if state.order
        else f"Round {state.round}."
    )


YOURS: Final = {
    "set": ("Choose your starters.", "Six parts, worth 1 to 6, become your own deck."),
    "declare": ("Will you play all cards?", "Set aside what nobody may take; at least the minimum is played."),
    "aside": ("Set your cards aside.", "You said that you do not play all."),
    "grow": ("Build your monsters.", "Join free ends, then show them. The highest total wins the round."),
    "rebuild": ("A tie. Build anew.", "All your played cards, and the card drawn if you like."),
    "take": ("You have won the round.", "Take cards that anybody has played, also your own."),
    "keep": (
        "Keep own cards.",
        "They go to your own discard pile. The rest goes to the common discard pile and may come back.",
    ),
}
PHASES: Final = {
    "set": "chooses starters",
    "declare": "declares",
    "aside": "sets cards aside",
    "grow": "builds",
    "rebuild": "rebuilds",
    "take": "takes",
    "keep": "keeps",
}


def _wins(state: Table) -> str:
    """Who wins the game."""
    names = [letter(who) for who in state.winners]
    return f"{view.listed(names) if names else 'Nobody'} win{'s' if len(names) < 2 else ''} the game."


def headline(state: Table, seat: Seat | None, last: Ply | None) -> tuple[str, str]:
    """What is up, as a headline and what it means."""
    outcome = state.outcome
    if outcome is not None:
        wins = "You win the game." if outcome.winners == (seat,) else _wins(state)
        scores = ", ".join(f"{letter(who)} {state.scores[who]}" for who in seats(state) if not state.out[who])
        return wins, f"Cards in final monsters: {scores}."
    if last is None:
        return _asked(state, seat)
    before: Table = last.before  # type: ignore[assignment]
    after: Table = last.after  # type: ignore[assignment]
    if _reveals(last):
        totals = ", ".join(f"{letter(who)} {after.totals[who]}" for who in after.order if after.totals[who] >= 0)
        if after.phase == "tie":
            return (
                f"A tie: {view.listed([letter(who) for who in after.tied])}.",
                f"Totals: {totals}. Each draws an own card and may rebuild.",
            )
        who = "You win" if after.winner == seat else f"{letter(after.winner)} wins"
        return f"{who} the round.", f"Totals: {totals}."
    if isinstance(last.move, Keep) and after.phase != "keep":
        return "The rest is discarded, and all draw.", " ".join(changes(last))
    who = letter(before.to_move) if isinstance(before.to_move, int) else ""
    return f"{who} {_lower(move_seen(last, seat))}.".strip() if who else f"{move_seen(last, seat)}.", " ".join(
        changes(last)
    )


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def _asked(state: Table, seat: Seat | None) -> tuple[str, str]:
    """Whose decision is waited for, and what it is about."""
    ask = state.ask
    if ask is None:
        return "", ""
    if state.to_move is CHANCE:
        about = {
            "deal": "The starters are dealt.",
            "first": "The first player is determined.",
            "common": "The common deck is shuffled.",
        }
        return about.get(
            ask.what, f"{letter(ask.whose)}’s own deck is shuffled." if ask.whose >= 0 else "Chance decides."
        ), "Chance decides."
    if ask.seat != seat:
        return f"{letter(ask.seat)} {PHASES[ask.what]}.", ""
    title, detail = YOURS[ask.what]
    era = state.era_card
    if ask.what == "take":
        title = f"You have won: take {_count(era.winner_takes, 'card')}."
    if ask.what == "keep":
        title = f"Keep {_count(min(era.keep, len(own_cards(state, ask.seat))), 'card')}."
    if ask.what == "declare":
        hand = len(state.hands[ask.seat])
        detail = f"{min(era.minimum, hand)} of {hand} must be played. What you set aside is safe from the winner."
    return title, detail


def pauses(ply: Ply) -> bool:
    """Whether monsters were shown, cards taken, a round or an era ended, somebody left, or the game ended."""
    before: Table = ply.before  # type: ignore[assignment]
    after: Table = ply.after  # type: ignore[assignment]
    if after.ended or isinstance(ply.move, Take):
        return True
    if isinstance(ply.move, Keep):
        return after.phase != "keep"
    return _reveals(ply) or (bool(before.round) and (before.era != after.era or before.out != after.out))


def _reveals(ply: Ply) -> bool:
    """Whether a move was the last of a hidden decision about monsters."""
    after: Table = ply.after  # type: ignore[assignment]
    return isinstance(ply.move, Grow | Rebuild) and all(done is None for done in after.commits)


def move_seen(ply: Ply, seat: Seat | None) -> str:
    """The move as a seat saw it; what lies face down is not named. Clause: declare.set-aside, growth.simultaneous"""
    before: Table = ply.before  # type: ignore[assignment]
    after: Table = ply.after  # type: ignore[assignment]
    move, who = ply.move, before.to_move
    known = seat is None or who == seat or bool(after.ended)
    match move:
        case TakeSet(colour, mark):
            return f"Takes the {colour} {mark} set"
        case PlayAll():
            return "Plays all cards"
        case HoldBack():
            return "Does not play all cards"
        case SetAside(cards):
            if known:
                return f"Sets {cards_said(cards)} aside"
            if before.setup.reads["set-aside-count"] == "hidden":
                return "Does not play all cards"
            return f"Sets {_count(len(cards), 'card')} aside, face down"
        case Grow(monsters) | Rebuild(monsters):
            verb = "Builds" if isinstance(move, Grow) else "Rebuilds"
            if known or _reveals(ply):
                return f"{verb} {', '.join('+'.join(monster) for monster in monsters)}"
            return f"{verb} in secret"
        case Keep(cards):
            if known or not isinstance(who, int):
                return f"Keeps {cards_said(cards)}"
            seen = after.observe(seat).discards[who] if seat is not None else after.discards[who]
            if all(card in seen for card in cards) and after.commits[who] is None:
                return f"Keeps {cards_said(cards)}"
            return f"Keeps {_count(len(cards), 'card')}"
        case Take(cards):
            return f"Takes {cards_said(cards)}"
        case DealStarters() | FirstPlayer() | ShuffleOwn() | ShuffleCommon():
            return str(move)
    return str(move)


def changes(ply: Ply) -> tuple[str, ...]:
    """What is different on the table now, in short sentences."""
    before: Table = ply.before  # type: ignore[assignment]
    after: Table = ply.after  # type: ignore[assignment]
    found = []
    if before.era != after.era:
        found.append(f"The {after.era_card.name} begins.")
    for seat in seats(after):
        if after.out[seat] and not before.out[seat]:
            found.append(f"{letter(seat)} is out.")
        if after.said[seat] and not before.said[seat]:
            found.append(f"{letter(seat)}: {SAID[after.said[seat]]}.")
        if after.totals[seat] >= 0 and before.totals[seat] != after.totals[seat]:
            found.append(f"{letter(seat)}: total {after.totals[seat]}.")
        if len(before.discards[seat]) != len(after.discards[seat]):
            found.append(
                f"{letter(seat)}’s own discard pile: {len(before.discards[seat])} becomes {len(after.discards[seat])}."
            )
        if len(before.decks[seat]) != len(after.decks[seat]) and before.round:
            found.append(f"{letter(seat)}’s own deck: {len(before.decks[seat])} becomes {len(after.decks[seat])}.")
    for title, one, other in (
        ("Common deck", before.common, after.common),
        ("Common discard pile", before.discard, after.discard),
    ):
        if len(one) != len(other):
            found.append(f"{title}: {len(one)} becomes {len(other)}.")
    if after.round != before.round and after.round > 1:
        found.append(f"Round {after.round} begins.")
    return tuple(found)


def text(state: Table, seat: Seat | None, last: Ply | None) -> str:
    """The table for a terminal."""
    return "\n".join(_text(_seen(state, seat), seat, True))


def riddle_text(state: Table, seat: Seat | None, last: Ply | None) -> str:
    """The same before a question is answered."""
    return "\n".join(_text(_seen(_laid(state, seat, last), seat), seat, False))


def _text(state: Table, seat: Seat | None, told: bool) -> list[str]:
    era, bare = state.era_card, _bare(state) and not state.ended
    lines = []
    if not bare:
        lines.append(
            f"{caption(state, None)} Draw {era.common} common and {era.own} own, play at least {era.minimum}, the winner takes "
            f"{era.winner_takes}, each keeps {era.keep}. Common deck {len(state.common)}, discard pile {len(state.discard)}."
        )
    for who in _around(state, seat):
        name = "You" if who == seat else letter(who)
        if bare and who != seat and _has_nothing(state, who):
            continue
        if state.out[who]:
            lines.append(f"{name}: out.")
            continue
        piles = "" if bare else f"own deck {len(state.decks[who])}, own discard pile {len(state.discards[who])}"
        said = _declared(state, who)
        total = f"total {state.totals[who]}" if told and state.totals[who] >= 0 else ""
        stands = ", ".join(filter(None, (piles, said, total)))
        lines.append(f"{name}: {stands}." if stands else f"{name}:")
        for title, cards in (
            ("Hand", state.hands[who]),
            ("Face down", state.aside[who]),
            ("Drawn in the tie-break", state.spare[who]),
        ):
            known = [state.part(card) for card in cards if card != UNKNOWN]
            hidden = len(cards) - len(known)
            if cards:
                back = f"{_count(hidden, 'card')} face down" if hidden else ""
                lines.append(f"  {title}: {'; '.join(filter(None, (*map(view.name_of, known), back)))}.")
        if state.layouts[who]:
            lines.append(f"  Monsters: {view.layout_text(_parts(state, state.layouts[who]))}.")
        if state.ended and told:
            lines.append(
                f"  Final monsters: {view.layout_text(_parts(state, state.finals[who]))}; {state.scores[who]} cards."
            )
    return lines


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
