"""What stands around the table: the examples, the film, what is asked, and the graph of a long chain?"""

from __future__ import annotations

from collections import Counter
from html import escape
from typing import Final

from ....core import Reason, Rulings, rulebook
from ....core.match import Node
from ....core.scene import LIT, NOT
from ....ui.clause import cited
from ... import view
from ...cards import KEY, Card, letter
from ...examples import examples
from ...moves import Move, ReEnlist, area_name
from ...view import CardPicture
from .aims import asked
from .film import Chain, Frame
from .graph import LONG, graph_svg
from .pieces import button, press, row, step, verdict, yes_no
from .printed import LONG_CHAIN, SHOWN
from .runs import Fire
from .sight import Sight
from .table import assumed, cards_html, thumb_parts
from .telling import branch, deed, done_title, effect_words, question
from .words import SHORT, name, short, times_word

ICONS: Final = {
    "first": ("First step", "M5 4v12M16 4 9 10l7 6"),
    "back": ("One step back", "M13 4 6 10l7 6"),
    "on": ("One step on", "M7 4l7 6-7 6"),
    "last": ("Last step", "M4 4l7 6-7 6M15 4v12"),
}


def head_html(sight: Sight) -> str:
    """The title of the page and its examples."""
    buttons = []
    for id, shown in SHOWN.items():
        mark = view.emblem(shown.suit) if shown.suit else ""
        said = "A long chain laid by this kit" if id == LONG_CHAIN else f"Example: {examples()[id].title}"
        buttons.append(button(f"example|{id}", f"{mark}{shown.label}", sight.now.example == id, said))
    buttons.append(button("example|", "My own", not sight.now.example, "Your own table"))
    return (
        '<div class="kl-head"><div><h1 class="tk-title">Kindred lab</h1>'
        '<p class="tk-small">Three of a suit side by side, and something happens.</p></div>'
        f"{row('Examples', 'examples', ''.join(buttons), 'kl-examples')}</div>"
    )


def refusal_html(reason: Reason, opened: str, rulings: Rulings) -> str:
    """Why something was not allowed, and what to do instead."""
    return (
        f'<div class="kl-refused"><p><strong>{escape(reason.text)}</strong> {escape(reason.fix)}</p>'
        f"{cited(rulebook(KEY), reason.clause, opened == reason.clause, 'kl-clause', rulings)}</div>"
    )


# ---------------------------------------------------------------- the film


def reel_html(sight: Sight, reel: str) -> str:
    """The small pictures of the film as drawings, `reel`-0, `reel`-1 ...: they change when the film does, not at a step."""
    drawings = (thumb_parts(sight.now, sight.chain, frame) for frame in sight.frames)
    symbols = "".join(
        f'<symbol id="{reel}-{n}" viewBox="{box}">{inside}</symbol>' for n, (box, inside) in enumerate(drawings)
    )
    return f'<svg width="0" height="0" aria-hidden="true" focusable="false">{symbols}</svg>'


def film_html(sight: Sight, reel: str) -> str:
    """The strip of pictures, drawn from `reel`, and the buttons that move along it."""
    frames, frame = sight.frames, sight.frame
    if frame is None:
        return (
            f'<h2 class="tk-h2">{letter(sight.now.active)} has no card to play</h2>'
            '<p class="tk-small">Set up the table first, and give a hand.</p>'
            f'<p class="kl-do">{press("mode|set", "Set up")}</p>'
        )
    at = frames.index(frame)
    is_last = at == len(frames) - 1
    off = {"first": not at, "back": not at, "on": is_last and frame.kind != "choose", "last": is_last}
    controls = "".join(step(id, label, icon, off[id]) for id, (label, icon) in ICONS.items())
    strip = "".join(_frame(sight, reel, n, one, n == at) for n, one in enumerate(frames))
    return (
        f'<div class="kl-film-head"><h2 class="tk-h2">Step {at + 1} of {len(frames)}. {escape(frame.title)}</h2>'
        f'<div class="kl-steps" role="group" aria-label="Steps" data-arrows="steps">{controls}</div></div>'
        f'<div class="kl-film" role="group" aria-label="Film strip" data-arrows="film" style="--n:{len(frames)}">'
        f"{strip}</div>"
    )


def _frame(sight: Sight, reel: str, n: int, frame: Frame, here: bool) -> str:
    ways = len(frame.node.children) if frame.kind == "choose" else 0
    more = f'<small class="kl-ways">{ways} ways tried</small>' if ways > 1 else ""
    now = ' aria-current="step"' if here else ""
    box, _ = thumb_parts(sight.now, sight.chain, frame)
    return (
        f'<button type="button" class="kl-frame" data-id="frame|{n}"{now}>'
        f'<svg class="ty-thumb" viewBox="{box}" aria-hidden="true"><use href="#{reel}-{n}"/></svg>'
        f"<span><b>{n + 1}</b>{escape(frame.title)}{more}</span></button>"
    )


def graph_html(sight: Sight) -> str:
    """A long chain from cause to effect, when it is asked for."""
    frame, effects = sight.watched, len(sight.chain.effects())
    if frame is None or effects < LONG:
        return ""
    drawn = graph_svg(sight.chain, frame.node) if sight.drawn else ""
    return (
        f'<h2 class="tk-h2">The whole chain</h2><p class="tk-small">{effects} effects. Each was set off by a card that '
        f'came before it.</p><div class="kl-do">{press("graph", "From cause to effect", pressed=sight.drawn)}{drawn}</div>'
    )


# ---------------------------------------------------------------- the headline


def headline(chain: Chain, frame: Frame) -> tuple[str, str]:
    """What is asked, or what has happened, and what it means."""
    table, told = chain.table(frame.node), chain.told(frame.node)
    match frame.kind:
        case "choose":
            now = question(table)
            return now.head, now.help
        case "run":
            return _run_words(chain, frame.node)
        case "end":
            last = told.events[-1] if told.events else None
            quiet = last is not None and last.clause in ("kindred.removal", "intercept.no-kindred")
            return "Nothing more is triggered.", short(last.text) if quiet and last else "The chain ends here."
    return f"{done_title(frame.node.move, told)}.", " ".join(_changes(chain, frame.node))


def _run_words(chain: Chain, node: Node) -> tuple[str, str]:
    run, table = chain.run(node), chain.table(node)
    assert run is not None
    entries = table.area(run.area).campaigns[run.owner].cards[run.start : run.end]
    double = [entry for entry in entries if isinstance(entry, Card) and entry.weight == 2]
    counts = ", ".join(f"{name(card).replace(SHORT[run.suit] + ' ', '')} counts {card.weight}" for card in double)
    times = sum(trigger.suit is run.suit for trigger in table.chain) + bool(table.ask and table.ask.trigger)
    twice = times > 1 and any("twice" in event.text for event in chain.told(node).events)
    return (
        f"{run.suit.effect} is triggered.",
        f"{letter(run.owner)}’s run in {area_name(run.area)} counts {run.weight}{f' ({counts})' * bool(counts)}; "
        f"three is enough.{' It may be used twice.' * twice}",
    )


def _changes(chain: Chain, node: Node) -> list[str]:
    assert node.parent is not None
    old, new, found = chain.judged(node.parent).standings, chain.judged(node).standings, []
    for (key, seat), was in old.items():
        now = new[key, seat]
        if was.total != now.total:
            bust = ", and is bust" if now.bust else ""
            found.append(f"{letter(seat)} has {now.total} in {area_name(key)}{bust}.")
    before, after = chain.before(node).morale, chain.table(node).morale
    found += [f"{letter(seat)} is at Morale {morale}." for seat, morale in enumerate(after) if morale != before[seat]]
    return found


# ---------------------------------------------------------------- what is asked


def ask_html(sight: Sight) -> str:
    """The headline, what can be done about it, and what that would change."""
    frame = sight.watched
    if frame is None:
        return _ask_set(sight)
    html = verdict(*headline(sight.chain, frame))
    if frame.kind != "choose":
        ends = frame.kind == "end"
        html += _refused(sight)
        return f'{html}<div class="kl-do">{press("do", "Watch it again from the start" if ends else "One step on", main=not ends)}</div>'
    return f'{html}<div class="kl-do">{"".join(_answers(sight, frame))}</div>'


def _answers(sight: Sight, frame: Frame) -> list[str]:
    table, aims, pointed, move = sight.table, sight.aims, sight.pointed, sight.ready
    pointed = aims.settle(pointed)[0]
    parts = []
    if any(source.startswith("hand") for source in aims.sources):
        parts.append(_hand(sight, pointed.source))
    if pile := [aim for aim in aims.all if isinstance(aim.move, ReEnlist)]:
        cards = [
            CardPicture(aim.move.card, view.CHOSEN if aim.source == pointed.source else LIT, aim.source)
            for aim in pile
            if isinstance(aim.move, ReEnlist)
        ]
        parts.append(_lying("The discard pile", "pile", cards))
    parts.append(_refused(sight))
    if len(sight.ways) > 1:
        parts.append(_ways(sight.ways, move))
    if move is not None:
        words = effect_words(table, move) if sight.refused is None else ""
        parts.append(f'<p class="kl-effect">{escape(words)}</p>' if words else "")
        parts.append(press("do", deed(table, move), main=True))
    elif pointed.source and len(aims.plain) < len(aims.all):
        parts.append('<p class="kl-effect">Now choose a lit campaign.</p>')
    parts += [press(f"plain|{n}", deed(table, option)) for n, option in enumerate(aims.plain)]
    parts.append(_tried(sight, frame))
    if table.ask is not None and table.ask.what == "play":
        parts.append(_fire_button(sight))
    return parts


def _refused(sight: Sight) -> str:
    return refusal_html(sight.refused, sight.open, sight.now.rulings) if sight.refused is not None else ""


def _lying(title: str, arrows: str, cards: list[CardPicture]) -> str:
    return f'<div class="kl-hand" role="group" aria-label="{escape(title)}" data-arrows="{arrows}">{cards_html(cards)}</div>'


def _hand(sight: Sight, source: str) -> str:
    seat, cards = asked(sight.table), []
    firing = Counter(fire.card.code for fire in sight.fires) if sight.firing else Counter[str]()
    for n, card in enumerate(sight.table.hands[seat]):
        id = f"hand|{card.code}"
        state = view.CHOSEN if id == source else LIT if id in sight.aims.sources else NOT
        note = "fires" if firing[card.code] and state == LIT else ""
        cards.append(CardPicture(card, state, f"{id}|{n}", note=note, assumed=assumed(sight, card)))
    return _lying(f"{letter(seat)}’s hand", "hand", cards)


def _ways(ways: list[Move], chosen: Move | None) -> str:
    buttons = []
    for n, move in enumerate(ways):
        place, shroud = getattr(move, "place", None), getattr(move, "shroud", None)
        words = [] if place is None else [f"place {place + 1}"]
        words += [] if shroud is None else ["face down" if shroud else "face up"]
        buttons.append(button(f"way|{n}", " ".join(words) or "here", move == chosen))
    return row("How it lies", "ways", "".join(buttons), "kl-ways-seg")


def tried(frame: Frame) -> list[Node]:
    """What was tried at a picture, in an order that stays."""
    return sorted(frame.node.children, key=lambda node: str(node.move))


def _tried(sight: Sight, frame: Frame) -> str:
    children = tried(frame)
    if len(children) < 2:
        return ""
    rows = "".join(
        f'<li><button type="button" class="tk-btn kl-branch" data-id="tried|{n}" aria-pressed="{yes_no(child is sight.after)}">'
        f"{escape(branch(sight.table, child.move))}</button></li>"
        for n, child in enumerate(children)
    )
    return (
        '<div class="kl-tried"><p class="tk-small" id="kl-tried">Tried here; nothing is lost</p>'
        f'<div role="group" aria-labelledby="kl-tried" data-arrows="tried"><ul>{rows}</ul></div></div>'
    )


def fire_words(fire: Fire) -> str:
    """What a card would trigger, and where."""
    two = " (it counts two)" if fire.weight == 2 else ""
    return f"{name(fire.card)}{two} in {area_name(fire.area)}: {fire.suit.effect} {times_word(fire.times)}."


def _fire_button(sight: Sight) -> str:
    html = press("fire", "What would trigger here?", pressed=sight.firing)
    if sight.firing:
        rows = "".join(f"<li>{escape(fire_words(fire))}</li>" for fire in sight.fires)
        html += f'<ul class="kl-fires">{rows or "<li>No card of this hand triggers anything now.</li>"}</ul>'
    return html


def _ask_set(sight: Sight) -> str:
    seat = sight.now.active
    who, held = letter(seat), len(sight.now.hands[seat])
    if sight.mode == "watch":
        html = verdict(f"{who} has no card to play.", "Set up the table, and give a hand.") + _refused(sight)
    else:
        detail = f"Press a campaign, then a card below. {who} plays, with {held} card{'s' * (held != 1)} in hand."
        html = verdict("Set up the table.", detail)
    parts = []
    if held:
        parts = [press("mode|watch", "Play from here", main=True), _fire_button(sight)]
    elif sight.mode == "set":
        parts = [press(f"place|hand|{seat}", f"Give {who} a hand")]
    return f'{html}<div class="kl-do">{"".join(parts)}</div>'
