"""What do cards, a trick, a table and its score look like: as a picture, as text, as a spoken sentence?"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Final, NamedTuple

from ..core import Seat, look
from ..core.look import alone_css
from .cards import KINDS, NECRONOMICON, Card, Faction, Seen, Unknown
from .game import Table
from .scoring import card_points, counted, markers, pair_worth, raw_score, summands
from .tricks import Judgement, Rules, join, judge_trick, leads_again, letter, next_seat, seats_of

COLOR: Final = "--tekeli"
"""The variable of the game's colour."""

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


# ---------------------------------------------------------------- one card


def number(points: int) -> str:
    """A number with a real minus sign."""
    return f"−{-points}" if points < 0 else str(points)


def card_spoken(card: Seen) -> str:
    """A card as a sentence: 'Water 8, Deep One, costs 10'."""
    if isinstance(card, Unknown):
        return "a hidden card"
    cost = card_points(card)
    parts = [str(card)]
    if card.name:
        parts.append(card.name)
    if card.row["event"]:
        parts.append("event")
    parts.append(f"costs {-cost}" if cost else "costs nothing")
    if card in NECRONOMICON:
        parts.append(f"the pair brings {pair_worth()}")
    return ", ".join(parts)


def card_text(card: Seen) -> str:
    """A card in two signs: 'W8'; '??' for a hidden one."""
    return "??" if isinstance(card, Unknown) else f"{card.faction.letter}{card.number}"


def card_svg(card: Seen, alone: bool = False) -> str:
    """The picture of a card. `alone`: with its drawings, theme and spoken name inside, right anywhere."""
    name = f'role="img" aria-label="{escape(card_spoken(card))}" style="width:120px"' if alone else 'aria-hidden="true"'
    extra = f"<style>{alone_css(COLOR)}{css}</style><defs>{_symbols([card])}</defs>" if alone else ""
    paper = (
        '<rect class="tc-paper" x="1" y="1" width="98" height="138" rx="8"/>'
        '<rect class="tc-rule" x="5.5" y="5.5" width="89" height="129" rx="4.5"/>'
    )
    if isinstance(card, Unknown):
        lines = "".join(f"M9 {y}L91 {y - 40}" for y in range(60, 136, 12))
        body = (
            f'<path class="tc-back" d="{lines}"/><circle class="tc-seal" cx="50" cy="70" r="21"/>'
            '<text class="tc-ask" x="50" y="82">?</text>'
        )
        return f"{_open('hidden', alone)} {name}>{extra}{paper}{body}</svg>"
    element = card.faction.element.lower()
    label, cost = card.name or card.faction.element, card_points(card)
    squeeze = ' textLength="82" lengthAdjust="spacingAndGlyphs"' if len(label) > 13 else ""
    picture = (
        f'<use href="#tkl-{_art(card)}" x="22" y="44" width="56" height="56"/>'
        if _art(card) != element
        else f'<use href="#tkl-{element}" x="31" y="53" width="38" height="38"/>'
    )
    if cost:
        strip = (
            '<path class="tc-strip" d="M5.5 119.5h89V130a4.5 4.5 0 0 1-4.5 4.5H10a4.5 4.5 0 0 1-4.5-4.5Z"/>'
            f'<text class="tc-points" x="50" y="132">{number(cost)}</text>'
        )
    else:
        say = f"0, pair +{pair_worth()}" if card in NECRONOMICON else "0, event" if card.row["event"] else "0"
        strip = f'<path class="tc-frame" d="M5.5 119.5h89"/><text class="tc-points tc-zero" x="50" y="132">{say}</text>'
    return (
        f"{_open(element, alone)} {name}>{extra}{paper}"
        f'<text class="tc-num" x="11" y="36">{card.number}</text>'
        f'<text class="tc-letter" x="32" y="36">{card.faction.letter}</text>'
        f'<use href="#tkl-{element}" x="65" y="10" width="26" height="26"/>'
        '<rect class="tc-wash" x="9" y="42" width="82" height="60"/>'
        f'<rect x="9" y="42" width="82" height="60" fill="url(#tkl-p-{element})"/>'
        f'<rect class="tc-frame" x="9" y="42" width="82" height="60"/>{picture}'
        f'<text class="tc-name" x="50" y="115"{squeeze}>{escape(label)}</text>{strip}</svg>'
    )


def _open(kind: str, alone: bool) -> str:
    return f'<svg class="tc tc-{kind}{" tk-alone" * alone}" viewBox="0 0 100 140"'


def emblem(faction: Faction) -> str:
    """The small sign of a faction."""
    use = f'<use href="#tkl-{faction.element.lower()}"/>'
    return f'<svg class="tkl-emblem" viewBox="0 0 24 24" aria-hidden="true">{use}</svg>'


def sprite(some: Iterable[Seen] = KINDS) -> str:
    """The drawings that pictures of these cards refer to, for once a page."""
    return f'<svg class="tkl-sprite" width="0" height="0" aria-hidden="true" focusable="false">{_symbols(some)}</svg>'


@cache
def _art(card: Card) -> str:
    named = card.name.lower().replace(" ", "-")
    return named if named in _drawings() else card.faction.element.lower()


@cache
def _drawings() -> Mapping[str, str]:
    text = files(__package__).joinpath("art.svg").read_text(encoding="utf-8")
    found = re.findall(r'<(symbol|pattern) id="tkl-([a-z-]+)".*?</\1>', text, re.DOTALL)
    whole = re.finditer(r"<(symbol|pattern) .*?</\1>", text, re.DOTALL)
    return {name: match.group() for (_, name), match in zip(found, whole, strict=True)}


def _symbols(some: Iterable[Seen]) -> str:
    wanted: dict[str, None] = {}
    for card in some:
        if isinstance(card, Card):
            element = card.faction.element.lower()
            wanted |= dict.fromkeys((element, f"p-{element}", _art(card)))
    return "".join(_drawings()[name] for name in wanted)


# ---------------------------------------------------------------- a trick


class Reading(NamedTuple):
    """What lies: the cards without gaps, whose they are, each whole round judged, and whose card comes next."""

    laid: tuple[Card, ...]
    seats: tuple[Seat, ...]
    rounds: tuple[Judgement, ...]
    next: Seat | None

    @property
    def judged(self) -> Judgement | None:
        """The last whole round's judgement."""
        return self.rounds[-1] if self.rounds else None

    @property
    def over(self) -> bool:
        """Whether the trick is taken."""
        return bool(self.rounds) and self.next is None


def read_trick(leader: Seat, cards: Sequence[Seen | None], rules: Rules, left: int) -> Reading:
    """Judge what lies. `left`: the cards each hand holds after the first round. Cards after the end are not used."""
    laid: list[Card] = []
    rounds: list[Judgement] = []
    for card in cards:
        if not isinstance(card, Card) or (rounds and not rounds[-1].continues):
            break
        laid.append(card)
        if len(laid) % rules.players == 0:
            rounds.append(judge_trick(leader, laid, rules, max(0, left - len(rounds))))
    after = next_seat(leader, laid, rules, max(0, left - len(laid) // rules.players + 1))
    if after is not None:  # cards that lie face down are played, too
        after = (after + _placed(cards) - len(laid)) % rules.players
    return Reading(tuple(laid), seats_of(leader, laid, rules), tuple(rounds), after)


def _placed(cards: Sequence[Seen | None]) -> int:
    """How many cards lie before the first gap, open or face down."""
    return next((place for place, card in enumerate(cards) if card is None), len(cards))


class Spot(NamedTuple):
    """One place of a trick, as it is shown."""

    seat: Seat | None
    card: Seen | None
    value: int | None
    struck: bool
    off: bool
    takes: str
    foot: str


def spots(leader: Seat, cards: Sequence[Seen | None], rules: Rules, left: int) -> tuple[tuple[Spot, ...], ...]:
    """Round by round, what each place shows; an empty row follows while the trick goes on."""
    read = read_trick(leader, cards, rules, left)
    players, judged = rules.players, read.judged
    count = len(read.rounds) + (not read.over)
    two = not rules.one_trick
    rows = []
    for round in range(count):
        start = round * players
        first = read.seats[start] if start < len(read.seats) else read.next if start == len(read.seats) else None
        ended = read.rounds[round] if round < len(read.rounds) else None
        row = []
        for place in range(start, start + players):
            seat = None if first is None else (first + place - start) % players
            card = cards[place] if place < len(cards) else None
            known = place < len(read.laid)
            lead = read.laid[0].faction if read.laid else None
            valued = known and judged is not None and (read.over or (two and ended is not None))
            value = None
            if valued and judged is not None:
                value = judged.values[place] if place < len(judged.values) else None
            off = isinstance(card, Card) and lead is not None and card.faction is not lead
            takes = foot = ""
            if two and ended is not None and _best_place(ended, start, two) == place:
                takes = "takes this round" if count > 1 else "takes the trick"
            elif not two and read.over and judged is not None and _best_place(judged, 0, two) == place:
                takes = "takes the trick"
            last = read.over and round == count - 1 and judged is not None
            if last and judged is not None and judged.next_leader is not None and seat == judged.next_leader:
                foot = "leads again" if leads_again(judged.cards, rules) else "leads next"
            elif not read.over and place == _placed(cards):
                foot = "plays next" if place else "plays first"
            elif judged is not None and judged.continues and ended is not None and card in rules.extending:
                foot = "one more round"
            row.append(Spot(seat, card, value, value == 0 and not off, off, takes, foot))
        rows.append(tuple(row))
    return tuple(rows)


def _best_place(judged: Judgement, start: int, two: bool) -> int:
    if judged.best is not None:
        return judged.best
    return next(place for place, seat in enumerate(judged.seats) if place >= start and (two or seat == judged.taker))


def cancelled_places(read: Reading) -> tuple[tuple[int, ...], ...]:
    """The pairs that cancel each other, as places in order of play."""
    if read.judged is None or (read.judged.continues and read.judged.taker is None):
        return ()
    groups: dict[Card, list[int]] = {}
    for place, gone in enumerate(read.judged.cancelled):
        if gone:
            groups.setdefault(read.judged.cards[place], []).append(place)
    return tuple(tuple(places) for places in groups.values())


def _pair_words(read: Reading, places: Sequence[int]) -> str:
    who = [letter(read.seats[place]) for place in places]
    names = join(who) if len(set(who)) > 1 else f"both of {who[0]}’s"
    copies = read.laid.count(read.laid[places[0]])
    return f"{names} cancel" + (": last two of three" if copies == 3 else "")


def trick_html(
    leader: Seat,
    cards: Sequence[Seen | None],
    rules: Rules,
    left: int = 5,
    picked: int | None = None,
    marks: Mapping[int, str] | None = None,
    ids: bool = False,
    alone: bool = True,
    looking: Looking | None = None,
) -> str:
    """A trick in order of play, with values, cancelled pairs, taker and next leader.

    `left`: cards in each hand after the first round. `marks`: places whose card is assumed, with the reason. `ids`:
    each place can be picked, as "place|0". `alone`: with drawings and theme, for anywhere. `looking`: as somebody at
    the table sees it.
    """
    read = read_trick(leader, cards, rules, left)
    rows = spots(leader, cards, rules, left)
    pairs = cancelled_places(read)
    if looking is not None and looking.guesses:
        pairs = ()
        rows = tuple(
            tuple(spot._replace(value=None, struck=False, off=False, takes="", foot="") for spot in row)
            for row in rows
            if any(spot.card is not None for spot in row)
        )
    html = []
    for round, row in enumerate(rows):
        if len(rows) > 1:
            html.append(f'<p class="tkl-round">{PLACES[round].capitalize()} round</p>')
        start = round * rules.players
        cells = [_spot_html(spot, start + n, round, picked, marks or {}, ids, looking) for n, spot in enumerate(row)]
        arrows = f' data-arrows="round-{round}"' if ids or (looking and looking.answers) else ""
        label = f"{PLACES[round].capitalize()} round, in order of play"
        html.append(f'<div class="tkl-seats" role="group" aria-label="{label}"{arrows}>{"".join(cells)}</div>')
        html.append(_brackets(read, [pair for pair in pairs if pair[0] // rules.players == round], rules.players))
    size = f"tkl-n{rules.players}" + (" tkl-long" if len(rows) > 1 else "")
    body = f'<div class="tkl {size}" style="--n:{rules.players}">{"".join(html)}</div>'
    return _alone(body, [card for card in cards if card is not None]) if alone else body


class Looking(NamedTuple):
    """Somebody at the table: their seat (None: a bystander), the seats that can be pointed at as an answer, and whether
    they are to find out themselves what the cards come to.
    """

    seat: Seat | None
    answers: frozenset[str] = frozenset()
    guesses: bool = False


def _spot_html(
    spot: Spot,
    place: int,
    round: int,
    picked: int | None,
    marks: Mapping[int, str],
    ids: bool,
    looking: Looking | None,
) -> str:
    who = letter(spot.seat) if spot.seat is not None else "?"
    yours = looking is not None and looking.seat is not None and looking.seat == spot.seat
    name = f"You, {who}" if yours else who
    nth = PLACES[place] if round == 0 else ""
    tag = "leads" if place == 0 else nth
    states = ["is-taker"] * bool(spot.takes) + ["is-struck"] * spot.struck + ["is-off"] * spot.off
    states += ["is-picked"] * (place == picked) + ["is-event"] * (spot.foot == "one more round")
    states += ["is-empty"] * (spot.card is None)
    if spot.card is None and looking is not None:
        waits = ("your card goes here" if yours else "to play") if spot.foot else "waits"
        value, picture = "", f'<span class="tkl-wait{" is-due" * bool(spot.foot)}">{waits}</span>'
    elif spot.card is None:
        value, picture = "", '<svg class="tc tc-slot" viewBox="0 0 100 140" aria-hidden="true">' + _SLOT
    else:
        picture = card_svg(spot.card)
        if spot.value is None:
            value = "" if looking is not None else '<span class="tkl-open">open</span>'
        elif spot.value == 0 and isinstance(spot.card, Card):
            value = f'<s aria-label="instead of {spot.card.number}">{spot.card.number}</s><span>0</span>'
        else:
            value = f"<span>{spot.value}</span>"
    mark = ""
    if place in marks and spot.card is not None:
        mark = '<svg class="tkl-mark" viewBox="0 0 22 22" aria-hidden="true"><path d="M11 3 19 11 11 19 3 11Z"/></svg>'
    strike = _STRIKE if spot.struck else ""
    spoken = [f"{name}: {card_spoken(spot.card) if spot.card is not None else 'no card yet'}"]
    spoken += ["cancelled"] * spot.struck + ["off-faction"] * spot.off + [spot.takes] * bool(spot.takes)
    spoken += [spot.foot] * bool(spot.foot) + ["assumed card"] * (place in marks) + ["chosen"] * (place == picked)
    say = escape(", ".join(spoken))
    if looking is not None and who in looking.answers:
        again = f"|{round}" * bool(round)
        card = (
            f'<button type="button" class="tkl-card is-answer" data-id="answer|{who}{again}" '
            f'aria-label="Answer {say}">{picture}{mark}{strike}</button>'
        )
    elif ids:
        pressed = ' aria-current="true"' if place == picked else ""
        card = (
            f'<button type="button" class="tkl-card" data-id="place|{place}" aria-label="{say}"{pressed}>'
            f"{picture}{mark}{strike}</button>"
        )
    else:
        card = f'<div class="tkl-card" role="img" aria-label="{say}">{picture}{mark}{strike}</div>'
    if spot.takes:
        again = " and leads next" if spot.foot in ("leads next", "leads again") else ""
        foot = f'<span class="tkl-ribbon">{_TICK}{spot.takes}{again}</span>'
    elif spot.foot == "one more round":
        foot = '<span class="tkl-ribbon is-more">one more round</span>'
    elif spot.foot:
        foot = f'<span class="tkl-ribbon is-next">{spot.foot}</span>'
    else:
        why = "cancelled" if spot.struck else "off-faction" if spot.off else ""
        foot = f'<span class="tkl-ribbon is-none">{why}</span>'
    return (
        f'<div class="tkl-seat {" ".join(states)}"><div class="tkl-who">'
        f'<span class="tkl-token{" is-you" * yours}">{name}</span>'
        f'<span class="tkl-tag">{tag}</span></div><div class="tkl-value">{value}</div>{card}{foot}</div>'
    )


def _brackets(read: Reading, pairs: Sequence[Sequence[int]], players: int) -> str:
    html = []
    for level, pair in enumerate(sorted(pairs, key=lambda pair: pair[-1] - pair[0])):
        words, (a, b) = _pair_words(read, pair), (pair[0], pair[-1])
        if a // players == b // players:
            across, depth = b - a + 1, 10 + 26 * level
            html.append(
                f'<div style="grid-column:{a % players + 1}/{b % players + 2}"><div class="tkl-bracket" '
                f'style="margin:0 calc(50%/{across});height:{depth}px"></div><p>{words}</p></div>'
            )
        else:
            html.append(f'<p class="tkl-far">{read.laid[a]}: {words}, across the rounds</p>')
    return f'<div class="tkl-pairs" aria-hidden="true">{"".join(html)}</div>'


_SLOT = (
    '<rect class="tc-empty" x="2" y="2" width="96" height="136" rx="8"/>'
    '<path class="tc-plus" d="M50 56v28M36 70h28"/></svg>'
)
_TICK = (
    '<svg viewBox="0 0 14 14" aria-hidden="true"><path d="m1.5 7.5 4 4 7-9" fill="none" stroke="currentColor" '
    'stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>'
)
_LINE = 'd="M6 126C36 88 66 50 95 15" fill="none" stroke-linecap="round"'
_STRIKE = (
    '<svg class="tkl-strike" viewBox="0 0 100 140" preserveAspectRatio="none" aria-hidden="true">'
    f'<path {_LINE} stroke="var(--card)" stroke-width="10"/><path {_LINE} stroke="var(--bad)" stroke-width="5"/></svg>'
)


def verdict(leader: Seat, cards: Sequence[Seen | None], rules: Rules, left: int) -> tuple[str, str]:
    """The upshot of what lies, as a headline and its detail."""
    read = read_trick(leader, cards, rules, left)
    judged = read.judged
    if not read.laid:
        who = letter(leader)
        return f"{who} leads.", f"Whatever {who} plays makes its faction the lead faction."
    assert read.next is not None or judged is not None
    lead = read.laid[0].faction
    if judged is None or _placed(cards) % rules.players:
        assert read.next is not None
        missing = rules.players - _placed(cards) % rules.players
        return (
            f"{letter(read.next)} plays next.",
            f"{lead} was led; {missing} more card{'s' if missing > 1 else ''} to this round.",
        )
    points = raw_score([judged.cards[-judged.taken :]], rules.pair)
    if judged.continues:
        count = len(read.laid)
        first = letter(read.next) if read.next is not None else "?"
        if judged.taker is not None:
            return f"{letter(judged.taker)} takes this round.", (
                f"{judged.taken} cards, {number(points)} points. One more round with {lead}; {first} plays first."
            )
        return "One more round.", (
            f"{count} cards lie, {rules.players} more will. {first} plays first, {lead} stays the lead faction."
        )
    assert judged.taker is not None
    taker = letter(judged.taker)
    after = f"{letter(judged.next_leader)} leads next." if judged.next_leader is not None else "The turn is over."
    what = "the trick" if rules.one_trick or len(read.rounds) == 1 else "the last round"
    return f"{taker} takes {what}.", f"{judged.taken} cards, {number(points)} points. {after}"


def trick_spoken(leader: Seat, cards: Sequence[Seen | None], rules: Rules, left: int = 5) -> str:
    """A trick as sentences: who played what, and what came of it."""
    read = read_trick(leader, cards, rules, left)
    played = [f"{letter(seat)} played {card_spoken(card)}." for seat, card in zip(read.seats, read.laid, strict=True)]
    pairs = [f"{_pair_words(read, pair)}." for pair in cancelled_places(read)]
    return " ".join([*played, *pairs, *verdict(leader, cards, rules, left)])


def trick_text(leader: Seat, cards: Sequence[Seen | None], rules: Rules, left: int = 5) -> str:
    """A trick for a terminal: a line a card."""
    read = read_trick(leader, cards, rules, left)
    rows = spots(leader, cards, rules, left)
    lines = [f"Lead faction: {read.laid[0].faction if read.laid else 'none yet'}"]
    for round, row in enumerate(rows):
        if len(rows) > 1:
            lines.append(f"{PLACES[round].capitalize()} round")
        for spot in row:
            who = letter(spot.seat) if spot.seat is not None else "?"
            if spot.card is None:
                lines.append(f"  {who}  {'...':<24} {spot.foot}".rstrip())
                continue
            card = spot.card
            name = "hidden" if isinstance(card, Unknown) else f"{card!s:<8} {card.name:<13}"
            cost = number(card_points(card)) if isinstance(card, Card) and card_points(card) else ""
            value = "" if spot.value is None else f"worth {spot.value}"
            notes = ["cancelled"] * spot.struck + ["off-faction"] * spot.off + [spot.takes, spot.foot]
            lines.append(f"  {who}  {name:<22} {cost:>5}  {value:<8} {', '.join(filter(None, notes))}".rstrip())
    return "\n".join([*lines, " ".join(verdict(leader, cards, rules, left))])


# ---------------------------------------------------------------- the score


class Line(NamedTuple):
    """A seat's row of the score sheet. `parts` are (what, points); None where cards are hidden."""

    seat: Seat
    tricks: int
    cards: int
    parts: tuple[tuple[str, int], ...] | None
    raw: int
    markers: int
    total: int


def score_lines(table: Table) -> tuple[Line, ...]:
    """The score sheet of the turn, if it were scored now."""
    lines = []
    for seat in range(table.players):
        heaps = table.heaps(seat)
        held = [card for heap in heaps for card in heap]
        parts, raw, due = None, 0, 0
        if not any(isinstance(card, Unknown) for card in held):
            pair = table.setup.rules.pair
            parts = tuple((part.what, part.points) for part in summands(heaps, pair))
            raw = raw_score(heaps, pair)
            due = markers(raw, any(card.row["event"] == "phone" for card in held))
        lines.append(Line(seat, len(heaps), len(held), parts, raw, due, table.totals[seat]))
    return tuple(lines)


def _sum_words(line: Line) -> str:
    if line.parts is None:
        return "hidden"
    costing = [f"{what} {number(points)}" for what, points in line.parts if points]
    if line.raw < 0 and line.markers > -line.raw // 100:
        costing.append("the Phone rounds up")
    if not costing:
        return "nothing that counts" if line.cards else "no trick"
    return ", ".join(costing)


def score_text(table: Table) -> str:
    """The score sheet for a terminal."""
    lines = ["Seat  tricks  cards  points  markers  so far  made of"]
    for line in score_lines(table):
        points = "?" if line.parts is None else number(counted(line.raw))
        due = "?" if line.parts is None else str(line.markers)
        lines.append(
            f"{letter(line.seat):<6}{line.tricks:>6}{line.cards:>7}{points:>8}{due:>9}{line.total:>8}"
            f"  {_sum_words(line)}"
        )
    return "\n".join(lines)


def score_html(table: Table, alone: bool = True) -> str:
    """The score sheet as a table."""
    rows = []
    for line in score_lines(table):
        raw = "?" if line.parts is None else number(counted(line.raw))
        note = ""
        if line.parts is not None and line.raw > 0:
            note = f" <small>(the sum {line.raw} counts as 0)</small>"
        due = "?" if line.parts is None else str(line.markers)
        rows.append(
            f'<tr><th scope="row"><span class="tkl-token">{letter(line.seat)}</span></th><td>{line.tricks}</td>'
            f"<td>{line.cards}</td><td>{raw}</td><td>{due}</td><td>{line.total}</td>"
            f'<td class="tkl-made">{escape(_sum_words(line))}{note}</td></tr>'
        )
    heads = "".join(f'<th scope="col">{h}</th>' for h in ("Seat", "Tricks", "Cards", "Points", "Markers", "So far"))
    when = "Score of this turn, if it ended now" if any(table.hands) else "Score of this turn"
    body = (
        f'<div class="tkl tkl-wide"><table class="tkl-score"><caption>{when}</caption>'
        f'<thead><tr>{heads}<th scope="col" class="tkl-made">Made of</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
    return _alone(body, ()) if alone else body


# ---------------------------------------------------------------- the whole table


def _status(table: Table) -> str:
    setup = table.setup
    parts = [f"Tekeli-li, {setup.players} players{', variant' if setup.variant else ''}"]
    parts.append(f"turn {table.turn} of {setup.turns}" if table.turn else "not dealt yet")
    to_move = table.to_move
    if isinstance(to_move, int):
        parts.append(f"{letter(to_move)} {'plays' if table.plays else 'leads'}")
    elif to_move is None and table.outcome is not None:
        won = table.outcome.winners
        who = join(map(letter, won)) or "nobody"
        parts.append(f"over: {who} win{'s' if len(won) < 2 else ''}")
    else:
        parts.append("the deal is next" if table.dealer is not None else "the first dealer is to be chosen")
    return ", ".join(parts) + "."


def left_after_first(table: Table) -> int:
    """Cards in each hand after the first round of the trick on the table."""
    rounds = len(table.plays) // table.players
    sizes = [len(hand) for hand in table.hands]
    return max(sizes) + rounds - 1 if rounds else min(sizes)  # whoever has played in a later round holds one less


def table_text(table: Table) -> str:
    """The table for a terminal: status, trick, hands, score sheet."""
    blocks = [_status(table)]
    if table.plays and table.leader is not None:
        blocks.append(trick_text(table.leader, table.plays, table.setup.rules, left_after_first(table)))
    if any(table.hands):
        hands = [
            f"  {letter(seat)} ({len(hand):>2})  {' '.join(map(card_text, hand))}"
            for seat, hand in enumerate(table.hands)
        ]
        blocks.append("\n".join(["Hands", *hands]))
    blocks.append(score_text(table))
    return "\n\n".join(blocks)


def table_spoken(table: Table) -> str:
    """The table as sentences."""
    parts = [_status(table)]
    if table.plays and table.leader is not None:
        parts.append(trick_spoken(table.leader, table.plays, table.setup.rules, left_after_first(table)))
    for line in score_lines(table):
        if line.cards and line.parts is not None:
            tricks = f"{line.tricks} trick{'s' if line.tricks > 1 else ''}"
            parts.append(f"{letter(line.seat)} took {tricks}: {number(counted(line.raw))} points.")
    return " ".join(parts)


def table_html(table: Table, alone: bool = True) -> str:
    """The table as a picture: the trick, the hands, the taken piles, the score sheet."""
    blocks = [f'<p class="tkl-caption">{escape(_status(table))}</p>']
    seen: list[Seen] = list(table.plays)
    if table.plays and table.leader is not None:
        blocks.append(trick_html(table.leader, table.plays, table.setup.rules, left_after_first(table), alone=False))
    if any(table.hands):
        seen += [card for hand in table.hands for card in hand]
        rows = "".join(pile_html(f"{letter(seat)}’s hand", hand) for seat, hand in enumerate(table.hands))
        blocks.append(f'<div class="tkl-piles">{rows}</div>')
    if table.tricks:
        seen += [card for trick in table.tricks for card in trick.cards]
        piles = "".join(
            pile_html(f"taken by {letter(seat)}", [card for heap in table.heaps(seat) for card in heap])
            for seat in range(table.players)
            if table.heaps(seat)
        )
        inside = f'<summary>Taken tricks</summary><div class="tkl-piles">{piles}</div>'
        blocks.append(f'<details class="tkl-taken">{inside}</details>')
    blocks.append(score_html(table, alone=False))
    body = f'<div class="tkl-table">{"".join(blocks)}</div>'
    return _alone(body, seen) if alone else body


def pile_html(label: str, held: Collection[Seen]) -> str:
    """Cards in a row under a label."""
    pictures = "".join(
        f'<li><span role="img" aria-label="{escape(card_spoken(card))}">{card_svg(card)}</span></li>' for card in held
    )
    return f'<div class="tkl-pile"><p class="tkl-tag">{label}, {len(held)}</p><ul>{pictures}</ul></div>'


def _alone(body: str, some: Iterable[Seen]) -> str:
    return look.alone(f"{sprite(some)}{body}", css, COLOR)


# ---------------------------------------------------------------- the style


css = files(__package__).joinpath("view.css").read_text(encoding="utf-8")
"""The style of all pictures here; it uses the kit's theme variables."""
