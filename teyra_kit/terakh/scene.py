"""What does somebody who sits at the table see, may point at, and want to be told?"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from html import escape
from typing import Any, NamedTuple

from ..core import CHANCE, Event, Seat, look
from ..core.game import sentence
from ..core.lessons import Ply
from ..core.scene import LIT, NOT, WRONG, Choice
from . import view
from .board import plane_of
from .combat import succeeds
from .desk import UNKNOWN, Desk, Fight
from .game import MODES, Table
from .moves import AnyMove, Cast, Move, Roll, Toss, card_name
from .pointing import Offer, Point, offers, path
from .pointing import part_of as part_of
from .units import NOBODY, is_elder, join, letter, number, unit_numbers
from .view import CHOSEN, ClanRow, FightPicture, Mark, SidePicture, Turner

css, sprite = view.css, view.sprite
chance_word = "Roll on"


def choices() -> tuple[Choice, ...]:
    """What the players agree on. Clause: setup.one-plane-per-player, setup.red-text, variant-a.lower-hp"""
    variants = tuple((text, text or "none") for text in ("", "A", "B", "C", "AB", "AC", "BC", "ABC"))
    shapes = ((None, "standard"), ("n4-2", "4: strip"), ("n4-3", "4: triangle"), ("n6-12", "6: hexagon"))
    return (
        Choice("players", "Players", tuple((n, str(n)) for n in range(2, 7)), 2),
        Choice(
            "mode", "Game", tuple((mode, mode) for mode in MODES), "first", "A first game has no Orbs and no Idols."
        ),
        Choice("configuration", "Planes", shapes, None, "Two or three planes can be joined in one way only."),
        Choice("variants", "Variants", variants, "", "A: short. B: faster. C: freer cards."),
    )


def seats(state: Table) -> tuple[Seat, ...]:
    """Everybody at the table, clockwise."""
    return tuple(range(state.players))


def seat_name(seat: Seat) -> str:
    """A, B, C ... The clans are chosen during the set-up."""
    return letter(seat)


def clan_name(state: Table, seat: Seat) -> str:
    """A seat by its clan and letter: 'Red (A)'."""
    return f"{state.clans[seat].capitalize()} ({letter(seat)})" if state.clans[seat] else letter(seat)


def candidates(state: Table, seat: Seat) -> tuple[AnyMove, ...]:
    """Every legal move. What else the board lets a seat point at, it says why not."""
    return state.legal_moves()


def first(state: Table, seat: Seat, part: str = "") -> str:
    """What is reached first by key."""
    best = next((offer for offer in offers(state, seat, part) if offer.legal), None)
    return "" if best is None else best.line or f"part|{best.part}"


def move_spoken(move: AnyMove) -> str:
    """The move as it is called."""
    return sentence(str(move))


def worth(state: Table, move: AnyMove) -> None:
    """Nothing: no move comes to a total at once."""


def move_seen(ply: Ply, seat: Seat | None) -> str:
    """The move; nothing about it is hidden. A die says whose it is and what for."""
    before: Table = ply.before  # type: ignore[assignment]
    if isinstance(ply.move, Roll) and before.ask is not None:
        return f"{_die_for(before)}: {ply.move.value}"
    return sentence(str(ply.move))


def _die_for(state: Table) -> str:
    """Whose die is thrown, and what for."""
    ask, desk = state.ask, Desk(state)
    assert ask is not None
    if ask.key in ("attack", "defence"):
        return f"{desk.said(ask.unit).capitalize()}, {ask.key} die"
    if ask.unit >= 0:
        return f"{desk.said(ask.unit).capitalize()}, {ask.key}"
    who = ask.data[0] if ask.data else NOBODY
    what = {"initiative": "rolls for the first turn", "recycle": "rolls for the card"}.get(ask.key, "defends")
    return f"{desk.who(who)} {what}" if who != NOBODY else f"The {ask.key} die"


def pauses(ply: Ply) -> bool:
    """Whether an attack was settled, a card shown, a unit removed, the turn order found, or the game ended."""
    before: Table = ply.before  # type: ignore[assignment]
    after: Table = ply.after  # type: ignore[assignment]
    if after.ended or isinstance(ply.move, Cast) or (isinstance(ply.move, Toss) and before.phase == "round"):
        return True
    if _settled(before, after):
        return True
    return _standing(after) < _standing(before) or _points(after) < _points(before)


def _settled(before: Table, after: Table) -> bool:
    """Whether the attack that was under way is over."""
    one, other = before.fight, after.fight
    if one is None or one.result:
        return False
    return other is None or bool(other.result) or (one.attacker, one.target) != (other.attacker, other.target)


def _standing(state: Table) -> int:
    return sum(unit.at >= 0 for unit in state.units)


def _points(state: Table) -> int:
    return sum(unit.hp for unit in state.units)


# ---------------------------------------------------------------- the picture


def html(
    state: Table,
    seat: Seat | None,
    marks: Mapping[str, str],
    last: Ply | None,
    part: str = "",
    hides: bool = False,
) -> str:
    """Whose turn it is, the board, the attack under way, what can be done beside pointing, the cards, and the clans."""
    mine = seat is not None and state.to_move == seat and last is None
    found = offers(state, seat, part) if mine and seat is not None else []
    blocks = [view.turn_html(*_turn(state))]
    if state.config is not None:
        blocks.append(view.board_html(_board(state, seat, found, marks, part if mine else "")))
    if fight := _fight(state, last):
        blocks.append(view.fight_html(fight))
    always = offers(state, seat) if part and mine and seat is not None else []
    blocks.append(_buttons([*found, *(offer for offer in always if offer.point.kind == "way")], marks))
    if mine:
        blocks.append(_spec_card(state, found, marks, part))
    if hides:
        blocks.append('<p class="tk-small">All hands are covered.</p>')
    else:
        blocks += _hands(state, seat, found, marks, part)
    fallen = next((offer for offer in found if offer.point.kind == "fallen"), None)
    rows = [_row(state, who, fallen if who == seat else None, marks, part) for who in seats(state)]
    blocks.append(view.clans_html(rows))
    return "".join(blocks)


def _mark(offer: Offer, marks: Mapping[str, str]) -> str:
    """How a thing is shown: without marks nothing is given away."""
    if not marks:
        return ""
    if offer.line and marks.get(offer.line) == WRONG:
        return WRONG
    return LIT if offer.legal else NOT


def _board(state: Table, seat: Seat | None, found: list[Offer], marks: Mapping[str, str], part: str) -> Any:
    spots = {_place(state, offer.point): offer for offer in found if _place(state, offer.point) >= 0}
    shown: dict[int, Mark] = {}
    if part and seat is not None:
        for offer in offers(state, seat):  # another unit can be taken up instead
            if offer.point.kind != "unit" or not (offer.legal or offer.point.key.startswith(f"{state.clans[seat]}.")):
                continue
            place = _place(state, offer.point)
            if not (place in spots and spots[place].legal):
                shown[place] = Mark("", f"part|{offer.part}", "", "choose this unit instead")
    by_itself = next((offer.part.rpartition("/")[0] for offer in found if offer.legal), "")
    for depth, id in enumerate(filter(None, (part or by_itself).split("/")), 1):
        place = _place(state, Point(*id.split(":", 1)))
        if place >= 0:
            back = "/".join(part.split("/")[:depth])
            shown[place] = Mark(CHOSEN, f"part|{back}" if back else "", "", "chosen; press to put back" if back else "")
    for place, offer in spots.items():
        if place not in shown:
            id = "" if offer.line else f"part|{offer.part}"
            shown[place] = Mark(_mark(offer, marks), id, offer.line, "")
    refused = next((line for line, mark in marks.items() if mark == WRONG), "")
    if refused and not part:
        place = _place(state, path(state, state.read_move(refused))[-1])
        if place >= 0:
            old = shown.get(place, Mark())
            shown[place] = old._replace(state=WRONG)
    return view.position_picture(state, marks=shown, turners=_turners(state, seat, found, marks, part))


def _place(state: Table, point: Point) -> int:
    """The tria on which a thing to point at is shown; −1 if it is not shown on the board."""
    if point.kind == "tria":
        return int(point.key)
    return state.unit(point.key).at if point.kind == "unit" else -1


def _turners(
    state: Table, seat: Seat | None, found: list[Offer], marks: Mapping[str, str], part: str
) -> tuple[Turner, ...]:
    """The handle of the plane under the own Elder. Clause: rotate.elder-on-plane"""
    offer = next((one for one in found if one.point.kind == "turn"), None)
    chosen = part.startswith("turn:")
    if seat is None or state.elder(seat).at < 0 or not (offer or chosen):
        return ()
    plane = plane_of(state.elder(seat).at)
    said = f"Turn plane {plane}, on which your Elder stands" + (", chosen" if chosen else "")
    line = offer.line if offer else ""
    return (Turner(plane, offer is None or offer.legal or not marks, "part|turn:" if not line else "", line, said),)


def _buttons(found: list[Offer], marks: Mapping[str, str]) -> str:
    ways = [offer for offer in found if offer.point.kind == "way"]
    if not ways:
        return ""
    body = "".join(_button(offer, marks) for offer in ways)
    return f'<div class="tk-do tr-do" role="group" aria-label="What you can do" data-arrows="do">{body}</div>'


def _button(offer: Offer, marks: Mapping[str, str]) -> str:
    off = ' aria-disabled="true"' if _mark(offer, marks) in (NOT, WRONG) else ""
    says = escape(sentence(offer.point.says))
    return f'<button type="button" class="tk-btn" {_points_to(offer)}{off}>{view.clan_sign(offer.point.key)}{says}</button>'


def _points_to(offer: Offer) -> str:
    return f'data-move="{escape(offer.line)}"' if offer.line else f'data-id="part|{escape(offer.part)}"'


def _spec_card(state: Table, found: list[Offer], marks: Mapping[str, str], part: str) -> str:
    """The Spec Card of the Idol that is pointed at. Clause: spec.lists-actions"""
    kind, _, name = part.partition("/")[0].partition(":")
    if kind != "unit" or not state.unit(name).orb:
        return ""
    desk = Desk(state)
    unit = unit_numbers(state.clans)[name]
    lines = {offer.point.key: offer for offer in found if offer.point.kind == "line"}
    chosen = part.partition("/line:")[2].partition("/")[0]
    rows = []
    for line in desk.card_lines(unit):
        offer = lines.get(line.id)
        state_ = CHOSEN if line.id == chosen else _mark(offer, marks) if offer else ""
        acts = _points_to(offer) if offer else f'data-id="part|unit:{name}/line:{line.id}"' if line.id == chosen else ""
        rows.append(view.SpecLine(line, line.mods <= len(state.unit(name).mods), state_, acts))
    return view.spec_html(view.piece_of(desk, unit), rows)


def _hands(state: Table, seat: Seat | None, found: list[Offer], marks: Mapping[str, str], part: str) -> list[str]:
    cards = {offer.point.key: offer for offer in found if offer.point.kind == "card"}
    chosen = part.partition("/")[0].removeprefix("card:") if part.startswith("card:") else ""
    shown = []
    for who in seats(state) if seat is None else (seat,):
        hand = [card for card in state.hands[who] if card != UNKNOWN]
        if not hand:
            continue
        pictures, seen = [], set()
        for key in hand:
            if key in seen:
                continue
            seen.add(key)
            offer = cards.get(key)
            mark = CHOSEN if key == chosen else _mark(offer, marks) if offer else ""
            acts = _points_to(offer) if offer else f'data-id="part|card:{key}"' if key == chosen else ""
            row = state.setup.cards.get(key)
            pictures.append(
                view.CardPicture(key, row.name if row else card_name(key), row, mark, acts, hand.count(key))
            )
        title = "Your hand" if who == seat else f"{clan_name(state, who)}’s hand"
        shown.append(view.hand_html(pictures, title, f"hand-{who}"))
    return shown


def _row(state: Table, who: Seat, offer: Offer | None, marks: Mapping[str, str], part: str) -> ClanRow:
    """A clan as its row shows it. Clause: elder.top-number, glossary.fallen-inka"""
    desk = Desk(state)
    elder = state.elder(who)
    idols = tuple(view.piece_of(desk, unit) for unit in desk.idols_of(who))
    placed = bool(state.round)
    fallen = len(desk.fallen(who))
    acts = _points_to(offer) if offer else 'data-id="part|fallen:"' if part.startswith("fallen:") else ""
    mark = CHOSEN if part.startswith("fallen:") and acts else _mark(offer, marks) if offer else ""
    return ClanRow(
        clan_name(state, who),
        state.clans[who],
        elder.hp,
        fallen,
        idols,
        len(state.hands[who]),
        state.active == who,
        placed,
        state.pending[who],
        mark,
        acts,
        next((at for at, orb in state.loose if orb == state.clans[who]), -1),
    )


def _turn(state: Table) -> tuple[str, str, int, int, tuple[tuple[str, str, bool], ...]]:
    """Round, who has the turn, their mana and what it began with, and the turn order."""
    order = tuple((letter(seat), state.clans[seat], seat == state.active) for seat in state.order if state.round)
    if state.active == NOBODY:
        return _round_said(state), "", 0, 0, order
    begins = number("mana_with_elder" if state.elder(state.active).at >= 0 else "mana_without_elder")
    return _round_said(state), f"{clan_name(state, state.active)} has the turn", state.mana, begins, order


def _round_said(state: Table) -> str:
    return f"Round {state.round}" if state.round else "Set-up"


# ---------------------------------------------------------------- the attack under way


class Fought(NamedTuple):
    """An attack as far as it has come: `dice` 0 if not thrown; `strengths` once they were compared."""

    table: Table
    fight: Fight
    dice: tuple[int, int]
    strengths: tuple[int, int] | None
    over: bool


def fought(state: Table, last: Ply | None) -> Fought | None:
    """The attack that was settled by the last move, or that is under way."""
    if last is not None:
        before: Table = last.before  # type: ignore[assignment]
        after: Table = last.after  # type: ignore[assignment]
        if before.fight is not None and not before.fight.result and _settled(before, after):
            notes = before.told(last.move)[2]
            found = next(((note[1], note[2]) for note in notes if note[0] == "strengths"), None)
            return Fought(before, before.fight, _dice(before, last.move), found, True)
    if state.fight is None or state.fight.result:
        return None
    return Fought(state, state.fight, _dice(state, None), None, False)


def _dice(state: Table, move: Any) -> tuple[int, int]:
    """The dice of the attack, with the one that a move has just thrown."""
    fight, ask = state.fight, state.ask
    assert fight is not None
    waiting = next((task for task in reversed(state.agenda) if task.do == "dice"), None)
    rolls = [*fight.dice] if any(fight.dice) else [*(waiting.rolls if waiting else ())]
    if isinstance(move, Roll) and ask is not None:
        if ask.key in ("attack again", "defence again"):
            rolls[ask.key.startswith("defence")] = move.value
        else:
            rolls.append(move.value)
    one, other = (*rolls, 0, 0)[:2]
    return one, other


def _fight(state: Table, last: Ply | None, told: bool = True) -> FightPicture | None:
    """The same as it is drawn. `told`: with what it came to."""
    found = fought(state, last)
    if found is None:
        return None
    desk = Desk(found.table)
    fight = found.fight
    strengths = found.strengths if told else None
    sides = [
        SidePicture(
            view.piece_of(desk, unit),
            sentence(desk.said(unit)),
            ("attacks", "defends")[n],
            found.dice[n],
            strengths[n] if strengths else None,
        )
        for n, unit in enumerate((fight.attacker, fight.defender))
    ]
    notes = []
    if fight.passed:
        notes.append(f"A Shield passed it on from {desk.said(fight.target)}.")
    if fight.reversed_by != NOBODY:
        notes.append("Reflect has turned it round.")
    ends = ""
    if told and found.over:
        ends = "called off" if strengths is None else "succeeds" if succeeds(*strengths) else "fails"
    return FightPicture(sides[0], sides[1], ends, " ".join(notes))


# ---------------------------------------------------------------- a question


def alone(state: Table) -> str:
    """The whole table as a picture that is right anywhere, such as in a notebook’s cell."""
    return look.alone(f"{sprite()}{html(state, None, {}, None)}", css, view.COLOR)


def riddle_html(state: Table, seat: Seat | None, answers: Collection[str], last: Ply | None) -> str:
    """The board before a question is answered; trias and units that are answers can be pointed at."""
    blocks = [view.turn_html(*_turn(state))]
    if state.config is not None:
        marks = {}
        for place in range(len(state.turns) * 16):
            unit = state.unit_at(place)
            names = {str(place), sentence(Desk(state).said(unit)) if unit >= 0 else ""}
            if answer := next(iter(names & set(answers)), ""):
                marks[place] = Mark("", f"answer|{answer}", "", "can be your answer")
        blocks.append(view.board_html(view.position_picture(state, marks=marks)))
    if fight := _fight(last.after, last, told=False) if last is not None else _fight(state, None):  # type: ignore[arg-type]
        blocks.append(view.fight_html(fight))
    blocks += _hands(state, seat, [], {}, "")
    blocks.append(view.clans_html([_row(state, who, None, {}, "") for who in seats(state)]))
    return "".join(blocks)


# ---------------------------------------------------------------- how the clans stand


def _scores(state: Table) -> list[tuple[str, str, int, int, int, int]]:
    desk = Desk(state)
    return [
        (
            clan_name(state, seat),
            state.clans[seat],
            state.elder(seat).hp,
            sum(len(state.units[unit].mods) for unit in desk.own(seat)),
            sum(state.units[unit].at >= 0 for unit in desk.own(seat)),
            len(state.hands[seat]),
        )
        for seat in seats(state)
    ]


def score_html(state: Table) -> str:
    """HP, Mods, units and cards of every clan, and what the signs mean."""
    return view.score_html(_scores(state)) + view.signs_html(state.setup.mode == "full")


def score_text(state: Table) -> str:
    """The same for a terminal."""
    return "\n".join(
        f"{name}: Elder {hp} HP, {mods} Mods, {units} units on the board, {cards} cards."
        for name, _, hp, mods, units, cards in _scores(state)
    )


# ---------------------------------------------------------------- in words


def so_far(state: Table) -> tuple[Event, ...]:
    """A position of Terakh does not show what led to it."""
    return ()


def caption(state: Table, last: Ply | None) -> str:
    """Which game it is; the board says whose turn it is."""
    variants = f", variant {' and '.join(state.setup.variants)}" if state.setup.variants else ""
    return f"A {state.setup.mode} game of {state.players}{variants}."


YOURS: dict[str, tuple[str, str]] = {
    "toss": ("Which way round?", "Choose the direction of the turns."),
    "plane": ("Add a plane.", "Choose a free side, and how the plane lies."),
    "clan": ("Choose a clan.", "Its Orb makes the Idol that is named."),
    "inka": ("Place an Inka.", "Point at a vacant tria of any plane. It starts in Guard."),
    "orb": ("Place your Orb.", "Point at one of your Inkas: it becomes an Idol."),
    "elder": ("Place your Elder.", "Point at a vacant tria of any plane. You play to keep this Elder standing."),
    "target": ("Who is next?", "Point at the next unit of your multi-attack."),
    "mod": ("You have earned a Mod.", "Point at an own Idol with room, then choose A or D."),
    "return": ("Your Elder may come back.", "Point at a vacant tria, or decline. It returns with 1 HP."),
    "place": ("A Fallen Inka may come back.", "Point at a lit tria, then choose its mode; or decline."),
    "mode": ("The Idol is an Inka again.", "Choose its mode."),
}


def headline(state: Table, seat: Seat | None, last: Ply | None) -> tuple[str, str]:
    """What is up, as a headline and what it means."""
    outcome = state.outcome
    if outcome is not None:
        won = join(clan_name(state, who) for who in outcome.winners) or "Nobody"
        score = ", ".join(f"{clan_name(state, who)} {hp}" for who, hp in enumerate(outcome.scores))
        wins = "You win." if seat in outcome.winners else f"{won} win{'s' if len(outcome.winners) < 2 else ''}."
        return wins, f"HP of the Elders: {score}."
    if last is None:
        return _asked(state, seat)
    if (found := fought(state, last)) and found.over:
        return _fought_said(found, last)
    before: Table = last.before  # type: ignore[assignment]
    if isinstance(last.move, Cast):
        row = before.setup.cards.get(last.move.card)
        who = clan_name(before, before.to_move) if isinstance(before.to_move, int) else ""
        return f"{who} casts {card_name(last.move.card)}.", row.text if row else ""
    if isinstance(last.move, Toss) and before.phase == "round":
        order = ", ".join(clan_name(state, who) for who in state.order)
        return f"Round {state.round}: the coin shows {last.move.way}.", f"Turn order: {order}."
    told = [text for text in changes(last) if not (isinstance(last.move, Move) and " moves from " in text)]
    return f"{move_seen(last, seat)}.", " ".join(told) or _asked(state, seat)[0]


def _fought_said(found: Fought, last: Ply) -> tuple[str, str]:
    desk = Desk(found.table)
    one, other = desk.said(found.fight.attacker), desk.said(found.fight.defender)
    if found.strengths is None:
        return "The attack is called off.", "Its mana stays spent."
    attack, defence = found.strengths
    if succeeds(attack, defence):
        return f"{sentence(one)} beats {other}: {attack} against {defence}.", " ".join(changes(last))
    why = "The defender wins a tie." if attack == defence else "Nothing happens; the mana stays spent."
    return f"{sentence(other)} holds: {attack} against {defence}.", why


def _asked(state: Table, seat: Seat | None) -> tuple[str, str]:
    """Whose decision is waited for, and what it is about."""
    ask = state.ask
    assert ask is not None
    if state.to_move is CHANCE:
        if ask.what == "roll":
            return "A die is thrown.", f"{_die_for(state)}."
        return ("The coin is tossed." if ask.what == "toss" else "The Cast Cards are shuffled."), "Chance decides."
    who = clan_name(state, ask.seat)
    about = _about(state)
    if ask.seat != seat:
        return f"{who} decides.", about or f"{YOURS.get(ask.what, ('It is their turn.',))[0]}"
    if ask.what == "order":
        elder = "" if state.elder(ask.seat).at >= 0 else " You have no Elder."
        return f"Your turn: {state.mana} mana.", f"Point at a unit, then at what it does.{elder}"
    if ask.what == "shield":
        return "Pass the attack on?", f"{about} Point at the Inka that takes it, or pass."
    if ask.what == "react":
        return "Answer with a card?", f"{about} Point at a card of your hand, or pass."
    return YOURS[ask.what][0], f"{YOURS[ask.what][1]} {about}".strip()


def _about(state: Table) -> str:
    """The attack or the card that a question is about."""
    desk = Desk(state)
    if state.open:
        spell = state.open[-1]
        row = state.setup.cards.get(spell.card)
        named = "".join(f" ({value})" for _, value in spell.choices)
        return f"{clan_name(state, spell.caster)} casts {card_name(spell.card)}{named}: {row.text if row else ''}"
    fight = state.fight
    if fight is None or fight.result:
        return ""
    said = f"{sentence(desk.said(fight.attacker))} attacks {desk.said(fight.defender)}"
    if any(fight.dice):
        return f"{said}: dice {fight.dice[0]} and {fight.dice[1]}."
    return f"{said}."


def text(state: Table, seat: Seat | None, last: Ply | None) -> str:
    """The board, the clans, the attack and the hand for a terminal."""
    return "\n".join(_text(state, seat, _fight(state, last)))


def _text(state: Table, seat: Seat | None, fight: FightPicture | None) -> list[str]:
    said, turn = _turn(state)[:2]
    lines = [f"{said}. {turn}." if turn else f"{said}."]
    if state.config is not None:
        lines.append(view.board_text(state.ground, view.pieces_of(state), state.loose))
    lines += [view.row_text(_row(state, who, None, {}, "")) for who in seats(state)]
    if state.active != NOBODY:
        lines.append(f"{state.mana} mana.")
    if fight:
        lines.append(view.fight_text(fight))
    for who in seats(state) if seat is None else (seat,):
        for key in dict.fromkeys(card for card in state.hands[who] if card != UNKNOWN):
            row = state.setup.cards.get(key)
            owner = "Your hand" if who == seat else clan_name(state, who)
            rune = f" [{row.rune}]" if row and row.rune != "none" else ""
            lines.append(f"{owner}: {card_name(key)}{rune}. {row.text if row else ''}")
    return lines


def riddle_text(state: Table, seat: Seat | None, last: Ply | None) -> str:
    """The same before a question is answered."""
    fight = _fight(last.after, last, told=False) if last is not None else _fight(state, None)  # type: ignore[arg-type]
    return "\n".join(_text(state, seat, fight))


def changes(ply: Ply) -> tuple[str, ...]:
    """What is different on the board now, in short sentences."""
    before: Table = ply.before  # type: ignore[assignment]
    after: Table = ply.after  # type: ignore[assignment]
    found = []
    if before.turns != after.turns and len(before.turns) == len(after.turns):
        plane = next(n for n, (one, other) in enumerate(zip(before.turns, after.turns, strict=True)) if one != other)
        found.append(f"Plane {plane} has turned.")
    else:
        found += [text for n in range(len(after.units)) if (text := _changed(before, after, n))]
    if before.active == after.active != NOBODY and before.mana != after.mana:
        found.append(f"Mana: {before.mana} becomes {after.mana}.")
    if after.active not in (before.active, NOBODY):
        found.append(f"{clan_name(after, after.active)} has the turn.")
    return tuple(found)


def _changed(before: Table, after: Table, unit: int) -> str:
    """What is different about a unit."""
    one, other = before.units[unit], after.units[unit]
    if one == other:
        return ""
    who = sentence(Desk(after).said(unit))
    if one.at < 0:
        return f"{who} comes onto {other.at}."
    if other.at < 0:
        return f"{who} leaves the board."
    if is_elder(unit) and one.hp != other.hp:
        return f"{who}: {one.hp} HP become{'s' if one.hp == 1 else ''} {other.hp}."
    if one.at != other.at:
        return f"{who} moves from {one.at} to {other.at}."
    if one.mods != other.mods:
        return f"{who} has the Mods {', '.join(other.mods) or 'none'}."
    if one.orb != other.orb or one.shape != other.shape:
        return f"{who} is {'an Idol' if other.orb else 'an Inka'} now."
    return f"{who} is in {'Ready' if other.ready else 'Guard'} now."
