"""What does the table of the Kindred lab look like, in a picture of the film and while it is set up?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

from ....core import Seat
from ....core.match import Node
from ....core.scene import LIT, NOT
from ... import view
from ...campaigns import Area, is_ignored
from ...cards import Card, Entry, Marker, Shrouded, Suit, letter
from ...game import Table
from ...moves import Charge, Inspire, Intercept
from ...view import AreaPicture, CampaignPicture, CardPicture, Landing, Run
from .aims import NOTHING, Choice, asked, source_of
from .film import Chain, Frame
from .pieces import button
from .printed import SHOWN, shown, why_filled_in
from .runs import Fire, Judged
from .sight import Sight
from .situation import Situation
from .words import name, times_word


def plate_html(sight: Sight) -> str:
    """The table with its caption, how the players stand, and the switch between watching and setting up."""
    modes = "".join(
        button(f"mode|{id}", label, sight.mode == id) for id, label in (("watch", "Watch"), ("set", "Set up"))
    )
    pictures = _watched(sight, sight.watched) if sight.watched is not None else _set_up(sight)
    html = view.table_html(pictures, most=max(3, sight.most))
    return (
        '<div class="kl-plate-head"><div><p class="tk-caption">'
        f'{_caption(sight)}</p><p class="tk-small">{_players(sight)}</p></div>'
        f'<div class="tk-seg" role="group" aria-label="Watch or set up" data-arrows="modes">{modes}</div></div>'
        f"{_staged(sight, html)}"
    )


def _caption(sight: Sight) -> str:
    id, pack = sight.now.example, sight.now.pack
    if not id:
        return "<b>Your own table.</b> " + (
            "Change what lies there." if sight.mode == "set" else "The real rules judge it."
        )
    here, why = shown(id, pack), escape(why_filled_in(id, pack))
    return (
        f"<b>{escape(here.title or f'Example, {here.label}.')}</b> {escape(here.told)} "
        f'<button type="button" class="tk-assumed" data-why="{why}">'
        f"{'other' if here.printed else 'all'} cards assumed"
        f'<span class="tk-hidden">: {why}</span></button>'
    )


def _players(sight: Sight) -> str:
    table, found = sight.table, []
    for seat in _order(table):
        held = len(table.hands[seat])
        words = [f"Morale {table.morale[seat]}", f"{held or 'no'} card{'s' * (held != 1)} in hand"]
        words += [_landmark(sight.now, key) for key in table.landmarks[seat]]
        token = ", First Player" if seat == table.first else ""
        found.append(f"{letter(seat)}{token}: {', '.join(words)}.")
    return escape(" ".join(found))


def _landmark(now: Situation, key: str) -> str:
    source = " (from your card pack)" if now.is_packed("landmark", key) else ""
    return f"Landmark {now.texts.landmarks[key].name}{source}"


def _order(table: Table) -> Sequence[Seat]:
    """Campaigns as they are laid out: with two players the first sits below."""
    return (1, 0) if table.players == 2 else range(table.players)


def _staged(sight: Sight, html: str) -> str:
    """The table, and the dotted line from the run to what is chosen: in the gutters, never across words."""
    reach = _reach(sight)
    return f'<div class="kl-stage"{reach[0]}>{html}{reach[1]}</div>'


def _reach(sight: Sight) -> tuple[str, str]:
    frame, table, pointed = sight.watched, sight.table, sight.pointed
    if frame is None or frame.kind != "choose" or table.players != 2:
        return "", ""
    run = sight.chain.run(frame.node)
    parts = pointed.source.split("|") if pointed.source.startswith("card") else ["", *pointed.to.split("|")]
    if run is None or len(parts) < 3:
        return "", ""
    keys = [area.key for area in table.areas]
    start, aim = keys.index(run.area), keys.index(parts[1])
    below, aims_below = run.owner == 0, parts[2] == "0"
    clear = run.start == 0 if aim < start else run.end == len(table.area(run.area).campaigns[run.owner].cards)
    if (run.area, run.owner) == (parts[1], int(parts[2])) or not clear:
        return "", ""
    looks = [
        "is-left" if aim < start else "is-right",
        "is-up" if below and not aims_below else "is-down",
        "is-on" if aim > start else "is-back",
        "is-low" if aims_below else "is-high",
    ]
    line = "".join(f'<i class="kl-{part}"></i>' for part in ("out", "along", "over", "in", "tip"))
    return (
        f' data-run="{start + 1}" data-aim="{aim + 1}"',
        f'<div class="kl-reach {" ".join(looks)}" style="--run:var(--{view.WORDS[run.suit]})" aria-hidden="true">{line}</div>',
    )


# ---------------------------------------------------------------- an Area, a campaign, a card


def _area(now: Situation, table: Table, area: Area, campaigns: Sequence[CampaignPicture], **more: Any) -> AreaPicture:
    key, text = area.card.text, table.setup.texts.areas.get(area.card.text)
    defender = letter(area.defender) if area.defender is not None else ""
    found = view.area_picture(area.card, campaigns, text, defender=defender)
    if not area.card.level:
        found = found._replace(text="No text: nothing here changes the rules.", reward="")
    elif text is None:
        found = found._replace(text="Its text is left out under the reading of missing-texts.")
    elif now.is_packed("area", key):
        found = found._replace(text=f"{found.text} From your card pack.", assumed="")
    return found._replace(**more)


def _campaign(
    judged: Judged, key: str, seat: Seat, cards: Sequence[CardPicture], shots: Sequence[Fire], **more: Any
) -> CampaignPicture:
    standing, mods = judged.standings[key, seat], judged.mods[key, seat]
    words = [f"bonus {mods.bonus}"] if mods.bonus else []
    words += ["; ".join(f"{name(one.card)} fires {one.suit.effect}{' twice' * (one.times > 1)}" for one in shots)]
    return CampaignPicture(
        letter(seat),
        tuple(cards),
        standing.total,
        limit=mods.limit,
        bust=standing.bust,
        rank=standing.rank,
        ahead=judged.ahead[key] == seat,
        remark=" ".join(filter(None, words)),
        **more,
    )


def _ignored(entry: Entry, judged: Judged, key: str, seat: Seat) -> bool:
    return not isinstance(entry, Shrouded) and is_ignored(entry, judged.mods[key, seat])


def assumed(sight: Sight, entry: object) -> str:
    """Why a card of an example is marked; "" if the rulebook prints it."""
    printed = shown(sight.now.example).printed if sight.now.example in SHOWN else ()
    if not printed or not isinstance(entry, Card) or entry.code in printed:
        return ""
    return f"The rulebook does not name this card. This kit lays {name(entry)}."


def cards_html(pictures: Iterable[CardPicture]) -> str:
    """Cards side by side."""
    return "".join(map(view.card_html, pictures))


def _often(shots: Sequence[Fire]) -> str:
    return times_word(max(fire.times for fire in shots))


# ---------------------------------------------------------------- a picture of the film


def thumb_parts(now: Situation, chain: Chain, frame: Frame) -> tuple[str, str]:
    """A picture of the film in small, with what the film goes on with: the box it fills, and its inside."""
    after = chain.after(frame.node) if frame.kind == "choose" else None
    key = (frame.node, frame.kind, after)
    if key not in chain.drawn:
        pointed = Choice(source_of(after.move)) if after is not None else NOTHING
        svg = view.thumb_svg(_pictures(now, chain, frame, Marks(pointed)))
        head, _, inside = svg.removesuffix("</svg>").partition(">")
        chain.drawn[key] = head.partition('viewBox="')[2].partition('"')[0], inside
    return chain.drawn[key]


class Marks(NamedTuple):
    """What is marked in a picture: what is pointed at; the cards and campaigns that can be, and campaigns that one may
    try, though they are not allowed; what would trigger; whether cards that the kit laid are marked."""

    pointed: Choice = NOTHING
    cards: Collection[str] = ()
    lit: Collection[str] = ()
    tried: Collection[str] = ()
    firing: Sequence[Fire] = ()
    sight: Sight | None = None


def _watched(sight: Sight, frame: Frame) -> list[AreaPicture]:
    """The table of the picture that is shown."""
    marks = Marks(sight=sight if frame.node.parent is None else None)
    if frame.kind == "choose":
        aims, pointed, firing = sight.aims, sight.pointed, sight.shown_fires
        lit = aims.targets(pointed)
        tried = {f"{area.key}|{seat}" for area in sight.table.areas for seat in sight.now.seats} if lit else set()
        marks = marks._replace(
            pointed=pointed,
            cards={source for source in aims.sources if source.startswith("card")},
            lit=lit,
            tried={to for to in tried - lit if _could(sight.table, pointed, to)},
            firing=firing,
        )
    return _pictures(sight.now, sight.chain, frame, marks)


def _pictures(now: Situation, chain: Chain, frame: Frame, marks: Marks) -> list[AreaPicture]:
    """The table of a picture of the film."""
    node, kind = frame.node, frame.kind
    table, told, judged = chain.table(node), chain.told(node), chain.judged(node)
    done = node if kind == "done" else None
    run = chain.run(node) if kind in ("run", "choose") else None
    fresh = {told.landed, getattr(node.move, "card", None) if done else None} if kind in ("done", "run") else set()
    seat_asked = asked(table)

    def card(entry: Entry, key: str, seat: Seat) -> CardPicture:
        source = f"card|{key}|{seat}|{_entry_id(entry)}"
        state, id = view.NEW if entry in fresh else "", ""
        if marks.cards:
            state, id = LIT if source in marks.cards else NOT, "" if isinstance(entry, Marker) else source
        if source == marks.pointed.source:
            state = view.CHOSEN
        return CardPicture(
            entry,
            state,
            id,
            note=" " if state == view.NEW and kind == "run" else "",
            ignored=_ignored(entry, judged, key, seat),
            assumed=assumed(marks.sight, entry) if marks.sight is not None else "",
        )

    def landing(to: str, shots: Sequence[Fire]) -> Landing | None:
        note = _often(shots) if shots else "here"
        if to in marks.lit or to in marks.tried:
            state = view.CHOSEN if to == marks.pointed.to else LIT if to in marks.lit else NOT
            return Landing(f"to|{to}", state=state, note=note)
        return Landing(f"to|{to}", note=note) if shots else None

    def campaign(area: Area, seat: Seat) -> CampaignPicture:
        key = area.key
        cards = [card(entry, key, seat) for entry in area.campaigns[seat].cards]
        shots = [fire for fire in marks.firing if (fire.area, seat_asked) == (key, seat)]
        if done is not None and (gone := _gone(chain, done, key, seat)):
            cards.insert(*gone)
        return _campaign(
            judged,
            key,
            seat,
            cards,
            shots,
            was=chain.judged(done.parent).standings[key, seat].total if done is not None and done.parent else None,
            run=Run(run.start, run.end, run.suit) if run and (run.area, run.owner) == (key, seat) else None,
            landing=landing(f"{key}|{seat}", shots),
        )

    return [_area(now, table, area, [campaign(area, seat) for seat in _order(table)]) for area in table.areas]


def _gone(chain: Chain, node: Node, key: str, seat: Seat) -> tuple[int, CardPicture] | None:
    """The card that has just left a campaign, and where it lay."""
    move = node.move
    if not isinstance(move, Charge | Inspire | Intercept) or (move.area, move.owner) != (key, seat):
        return None
    place = chain.before(node).area(key).campaigns[seat].cards.index(move.card)
    return place, CardPicture(move.card, view.OUT, note="discarded" if isinstance(move, Charge) else "moved")


def _could(table: Table, pointed: Choice, to: str) -> bool:
    """Whether a campaign is one that a learner may try, though it is not allowed."""
    trigger = table.ask.trigger if table.ask is not None else None
    if trigger is None or trigger.suit is Suit.KOEL:
        return trigger is not None
    parts = pointed.source.split("|")
    if len(parts) != 4:
        return False
    area, seat = to.split("|")
    if trigger.suit is Suit.ORANGUTAN:
        return parts[1] == area and parts[2] != seat
    return trigger.suit is Suit.LIZARD and parts[1] != area and parts[2] == seat


def _entry_id(entry: Entry) -> str:
    if isinstance(entry, Shrouded):
        return f"({entry.card.id})"
    return entry.id if isinstance(entry, Card) else ""


# ---------------------------------------------------------------- while it is set up


def _set_up(sight: Sight) -> list[AreaPicture]:
    """The table while it is set up: every card, campaign and Area can be pressed."""
    table, edit, judged = sight.start, sight.edit, sight.chain.judged(sight.chain.root)

    def campaign(plot: int, area: Area, seat: Seat) -> CampaignPicture:
        key, place = area.key, f"row|{plot}|{seat}"
        here = edit.tab == "cards" and edit.place == place
        cards = [
            CardPicture(
                entry,
                view.CHOSEN if here and edit.picked == n else "",
                f"at|{place}|{n}",
                ignored=_ignored(entry, judged, key, seat),
                assumed=assumed(sight, entry),
            )
            for n, entry in enumerate(area.campaigns[seat].cards)
        ]
        fired = sight.fires if sight.firing and seat == sight.now.active else ()
        shots = [fire for fire in fired if fire.area == key]
        state = view.CHOSEN if here and edit.picked < 0 else LIT if shots else ""
        landing = Landing(f"place|{place}", state=state, note=_often(shots) if shots else "add")
        return _campaign(judged, key, seat, cards, shots, landing=landing)

    def area(plot: int, area: Area) -> AreaPicture:
        state = view.CHOSEN if edit.tab == "areas" and edit.plot == plot else ""
        campaigns = [campaign(plot, area, seat) for seat in _order(table)]
        return _area(sight.now, table, area, campaigns, id=f"area|{plot}", state=state)

    return [area(plot, one) for plot, one in enumerate(table.areas)]
