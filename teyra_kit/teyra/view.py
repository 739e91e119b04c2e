"""What do cards, campaigns, Areas, hands and tracks look like: as a picture, as text, as a spoken sentence?"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from math import ceil, isinf
from typing import Final, NamedTuple, TypeAlias

from ..core import look, rulebook
from ..core.look import alone_css
from ..core.scene import LIT, NOT, WRONG
from .areas import Text, area_texts, landmark_texts
from .campaigns import ELITE_NAMES
from .cards import KEY, AreaCard, Card, Entry, Marker, Row, Seen, Shrouded, Suit, Unknown

CHOSEN, NEW, OUT = "chosen", "new", "out"
COLOR: Final = "--teyra"
"""The variable of the game's colour."""
STATES: Final = ("", LIT, NOT, WRONG, CHOSEN, NEW, OUT)
"""How a card is shown: plain, legal, blocked, just refused, chosen, just landed, leaving."""
NOTES: Final = {LIT: "", NOT: "", WRONG: "not now", CHOSEN: "chosen", NEW: "new", OUT: "gone"}
SAID: Final = {
    LIT: "can be chosen",
    NOT: "cannot be chosen",
    WRONG: "refused",
    CHOSEN: "chosen",
    NEW: "just landed",
    OUT: "gone",
}
WORDS: Final = {Suit.BOAR: "boar", Suit.KOEL: "koel", Suit.LIZARD: "lizard", Suit.ORANGUTAN: "orangutan"}
REWARDS: Final = {
    "prestige": "1 more Prestige",
    "ace": "an Ace",
    "vanguard": "a Vanguard",
    "lose-morale": "any player loses 1 Morale",
    "gain-morale": "any player gains 2 Morale",
}
SURE: Final = ("printed", "official", "faq")
AnyCard: TypeAlias = Entry | Seen


# ---------------------------------------------------------------- what is shown, as plain values


class CardPicture(NamedTuple):
    """A card where it lies. `state` is one of STATES; `note`: the word below, instead of the state's own; `assumed`: why
    the card is marked. Can be pressed if there is an `id` (for a lab) or a `move` (the line a record writes)."""

    card: AnyCard
    state: str = ""
    id: str = ""
    move: str = ""
    note: str = ""
    ignored: bool = False
    assumed: str = ""


class Landing(NamedTuple):
    """The free place at the right end of a campaign, when a card can be put there."""

    id: str = ""
    move: str = ""
    state: str = LIT
    note: str = "here"


class Run(NamedTuple):
    """The neighbours that trigger a Kindred Effect: cards `start` up to but not including `end`."""

    start: int
    end: int
    suit: Suit


class CampaignPicture(NamedTuple):
    """A player's cards in an Area, and what they come to. `was`: the total before; `limit`: what makes it bust (infinity:
    nothing); `rank`: of the Elite Force; `won`: it has taken the Area; `remark`: a few more words, as "bonus 2"."""

    owner: str
    cards: tuple[CardPicture, ...] = ()
    total: int = 0
    was: int | None = None
    limit: float = 21
    bust: bool = False
    rank: int = 0
    ahead: bool = False
    run: Run | None = None
    landing: Landing | None = None
    won: bool = False
    remark: str = ""


class AreaPicture(NamedTuple):
    """An Area and its campaigns; with two players the first lies above it. `text` and `reward` in words; `assumed`: why
    they are marked; `settled`: how its contest ended, in words."""

    name: str
    campaigns: tuple[CampaignPicture, ...] = ()
    level: int = 0
    text: str = ""
    reward: str = ""
    assumed: str = ""
    defender: str = ""
    face_down: bool = False
    settled: str = ""
    state: str = ""
    id: str = ""
    move: str = ""


class PlayerPicture(NamedTuple):
    """How a player stands. `hand`: how many cards; `prestige_was`, `morale_was`: before what was just done."""

    name: str
    prestige: int = 0
    morale: int = 10
    hand: int | None = None
    prestige_was: int | None = None
    morale_was: int | None = None
    first: bool = False
    passed: bool = False
    landmarks: tuple[str, ...] = ()


def cards_of(row: Row | Iterable[AnyCard], states: Mapping[AnyCard, str] | None = None) -> tuple[CardPicture, ...]:
    """The pictures of some cards, each with its state, none of them pressable."""
    return tuple(CardPicture(card, (states or {}).get(card, "")) for card in row)


# ---------------------------------------------------------------- one card


def card_spoken(card: AnyCard) -> str:
    """A card as words: 'Wild Boar 4', 'Asian Koel Vanguard, counts 10, and as two cards in a run'."""
    if isinstance(card, Unknown):
        return "a hidden card"
    if isinstance(card, Shrouded):
        return "a card face down" + ("" if isinstance(card.card, Unknown) else f", known to you: {card.card}")
    if isinstance(card, Marker):
        text = landmark_texts().get(card.landmark)
        name, article = f"{text.name}, " if text else "", "an" if str(card.suit)[0] in "AO" else "a"
        return f"{name}a placed Landmark, counts as {article} {card.suit} card in a run"
    more = {"vanguard": ", counts 10, and as two cards in a run", "ace": ", counts 1, 10 or 11"}
    return f"{card}{more.get(card.type, '')}"


def card_text(card: AnyCard) -> str:
    """A card in two or three signs: 'B4', 'KV', '(K6)' face down, '[B]' a placed Landmark, '??' hidden."""
    if isinstance(card, Unknown):
        return "??"
    if isinstance(card, Shrouded):
        return f"({card_text(card.card)})"
    return f"[{card.suit.value}]" if isinstance(card, Marker) else card.code


def card_svg(card: AnyCard, alone: bool = False) -> str:
    """The picture of a card. `alone`: with its drawings, theme and spoken name inside, right anywhere."""
    if isinstance(card, Unknown | Shrouded):
        kind, body = "back", _back(card.card if isinstance(card, Shrouded) else card)
    elif isinstance(card, Marker):
        kind, body = card.suit.value, _landmark_body(card.suit)
    else:
        kind, body = card.suit.value, _face(card)
    name = 'aria-hidden="true"'
    if alone:
        name = f'role="img" aria-label="{escape(card_spoken(card))}" style="width:120px"'
        body = f"<style>{alone_css(COLOR)}{css}</style><defs>{_symbols([card])}</defs>{body}"
    return f'<svg class="yc yc-{kind}{" tk-alone" * alone}" viewBox="0 0 100 140" {name}>{body}</svg>'


_PAPER: Final = '<rect class="yc-paper" x="2" y="2" width="96" height="136" rx="10"/>'


def _face(card: Card) -> str:
    word, mark = WORDS[card.suit], card.code[1:]
    if card.type == "vanguard":
        track = f'<use href="#ty-{word}" x="45" y="14" width="23" height="23"/><use href="#ty-{word}" x="70" y="14" width="23" height="23"/>'
    else:
        track = f'<use href="#ty-{word}" x="57" y="10" width="34" height="34"/>'
    if card.type == "ace":
        art = (
            '<use href="#ty-art-ace" x="15" y="56" width="70" height="70"/>'
            f'<use href="#ty-{word}" x="40" y="80" width="20" height="20"/>'
        )
    else:
        art = f'<use href="#ty-art-{word}" x="15" y="56" width="70" height="70"/>'
    return f'{_PAPER}<text class="yc-num" x="9" y="43">{mark}</text>{track}{_ground(word)}{art}{_corner(card.suit)}'


def _ground(word: str) -> str:
    box = 'x="9" y="51" width="82" height="80" rx="3"'
    return f'<rect class="yc-wash" {box}/><rect {box} fill="url(#ty-p-{word})"/><rect class="yc-frame" {box}/>'


def _corner(suit: Suit) -> str:
    return (
        '<circle cx="80" cy="120" r="15" fill="var(--card)"/>'
        f'<text class="yc-letter" x="80" y="128">{suit.value}</text>'
    )


def _landmark_body(suit: Suit) -> str:
    word = WORDS[suit]
    return (
        '<path class="yc-paper" d="M14 2H86L98 14V126L86 138H14L2 126V14Z"/>'
        f'<text class="yc-as" x="14" y="37">as</text><use href="#ty-{word}" x="55" y="10" width="34" height="34"/>'
        f'{_ground(word)}<use href="#ty-art-landmark" x="15" y="56" width="70" height="70"/>{_corner(suit)}'
    )


def _back(card: Seen) -> str:
    known = card_text(card) if isinstance(card, Card) else "?"
    lines = "".join(
        f"M{max(8, c - 132)} {min(132, c - 8)}L{min(92, c - 8)} {max(8, c - 92)}" for c in range(28, 220, 14)
    )
    return (
        f'{_PAPER}<rect class="yc-rule" x="8" y="8" width="84" height="124" rx="5"/>'
        f'<path class="yc-hatch" d="{lines}"/><ellipse class="yc-seal" cx="50" cy="70" rx="37" ry="26"/>'
        f'<text class="yc-ask" x="50" y="81">{known}</text>'
    )


def emblem(suit: Suit) -> str:
    """The small track of a suit."""
    return f'<svg class="ty-emblem" viewBox="0 0 24 24" aria-hidden="true"><use href="#ty-{WORDS[suit]}"/></svg>'


def sprite(some: Iterable[AnyCard] | None = None) -> str:
    """The drawings that pictures of these cards (None: of all) refer to, for once a page."""
    inside = "".join(_drawings().values()) if some is None else _symbols(some)
    return f'<svg class="ty-sprite" width="0" height="0" aria-hidden="true" focusable="false">{inside}</svg>'


@cache
def _drawings() -> Mapping[str, str]:
    text = files(__package__).joinpath("art.svg").read_text(encoding="utf-8")
    found = re.finditer(r'<(symbol|pattern) id="ty-([a-z-]+)".*?</\1>', text, re.DOTALL)
    return {one[2]: one[0] for one in found}


def _symbols(some: Iterable[AnyCard]) -> str:
    wanted: dict[str, None] = {}
    for card in some:
        if isinstance(card, Card | Marker):
            word = WORDS[card.suit]
            art = {"ace": "art-ace", "landmark": "art-landmark"}.get(card.type, f"art-{word}")
            wanted |= dict.fromkeys((word, f"p-{word}", art))
    return "".join(_drawings()[name] for name in wanted)


# ---------------------------------------------------------------- a card where it lies


def _press(id: str, move: str) -> str:
    return f' data-id="{escape(id)}"' if id else f' data-move="{escape(move)}"' if move else ""


def card_label(picture: CardPicture, where: str = "") -> str:
    """What is said of a card where it lies: 'Wild Boar 4, Erica, Padma Field, can be chosen'."""
    said = [card_spoken(picture.card), where, "ignored here" * picture.ignored, SAID.get(picture.state, "")]
    said += [picture.note, f"assumed: {picture.assumed}" if picture.assumed else ""]
    return ", ".join(dict.fromkeys(filter(None, said)))


def card_html(picture: CardPicture, where: str = "", size: str = "", words: bool = False) -> str:
    """A card with its state: ring, word or dot below. `words`: say "allowed" beside the dot.

    A blocked card stays pressable: pressing it is how a learner asks why not.
    """
    state = picture.state
    if state not in STATES:
        raise ValueError(f"state is {state!r}; allowed: {', '.join(map(repr, STATES))}")
    note = picture.note or NOTES.get(state, "") or ("ignored" if picture.ignored else "")
    if state == LIT and not picture.note:
        note = "allowed" if words else ""
    over = _STRIKE if state == OUT else _CROSS if state == WRONG else ""
    mark = _LOZENGE if picture.assumed else ""
    inside = (
        f"{card_svg(picture.card)}{_HATCH * picture.ignored}{over}{mark}"
        f'<span class="ty-note" aria-hidden="true">{"<i></i>" * (state == LIT)}{escape(note)}</span>'
    )
    looks = " ".join(["ty-fc", size, f"is-{state}" * bool(state), "is-ignored" * picture.ignored]).split()
    label, press = escape(card_label(picture, where)), _press(picture.id, picture.move)
    why = f' data-why="{escape(picture.assumed)}"' if picture.assumed else ""
    if not press:
        return f'<span class="{" ".join(looks)}" role="img" aria-label="{label}"{why}>{inside}</span>'
    more = ' aria-pressed="true"' if state == CHOSEN else ' aria-disabled="true"' if state in (NOT, WRONG) else ""
    return f'<button type="button" class="{" ".join(looks)}"{press} aria-label="{label}"{more}{why}>{inside}</button>'


_STRIKE: Final = (
    '<svg class="ty-over" viewBox="0 0 100 140" aria-hidden="true"><path class="ty-gap" d="M8 128 92 12"/>'
    '<path class="ty-cut" d="M8 128 92 12"/></svg>'
)
_CROSS: Final = (
    '<svg class="ty-stamp" viewBox="0 0 34 34" aria-hidden="true"><circle cx="17" cy="17" r="14" fill="var(--card)" '
    'stroke="currentColor" stroke-width="3"/><path d="m11 11 12 12m0-12L11 23" stroke="currentColor" stroke-width="3" '
    'stroke-linecap="round"/></svg>'
)
_HATCH: Final = '<svg class="ty-over" viewBox="0 0 100 140" aria-hidden="true"><path class="ty-ignore" d="M4 70 70 4M4 136 96 44M34 136 96 74"/></svg>'
_LOZENGE: Final = (
    '<svg class="ty-mark" viewBox="0 0 22 22" aria-hidden="true"><path d="M11 3 19 11 11 19 3 11Z"/></svg>'
)
_TICK: Final = (
    '<svg viewBox="0 0 14 14" aria-hidden="true"><path d="m1.5 7.5 4 4 7-9" fill="none" stroke="currentColor" '
    'stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>'
)


# ---------------------------------------------------------------- a campaign


def elite_words(rank: int) -> str:
    """An Elite Force in words; "" for none."""
    return f"Elite Force {rank}, {ELITE_NAMES[rank].removesuffix(' of 21 or less')}" if rank else ""


def limit_words(limit: float) -> str:
    """What the Area says about going bust, if it is not the usual 21."""
    return "" if limit == 21 else "never bust here" if isinf(limit) else f"bust above {limit:g} here"


def _marks(picture: CampaignPicture) -> tuple[tuple[str, str], ...]:
    found = [
        ("ty-bust", f"bust: above {picture.limit:g}" if picture.bust else ""),
        ("ty-elite", elite_words(picture.rank)),
    ]
    found += [("", "" if picture.bust else limit_words(picture.limit)), ("", picture.remark)]
    return tuple((looks, word) for looks, word in found if word)


def standing_words(picture: CampaignPicture, area: str = "") -> tuple[str, ...]:
    """All that a campaign comes to beside its number: bust, Elite Force, ahead, winner."""
    found = [word for _, word in _marks(picture)]
    found += [f"wins {area or 'the Area'}"] if picture.won else ["ahead"] * picture.ahead
    return tuple(found)


def campaign_spoken(picture: CampaignPicture, area: str = "") -> str:
    """A campaign as a sentence."""
    return f"{_headline(picture, area)}. {'; '.join(map(card_label, picture.cards)) or 'No cards'}."


def _headline(picture: CampaignPicture, area: str) -> str:
    total = f"{picture.total}" if isinf(picture.limit) else f"{picture.total} of {picture.limit:g}"
    was = [] if picture.was in (None, picture.total) else [f"it was {picture.was}"]
    run = [f"{picture.run.suit.effect} is triggered"] if picture.run else []
    return ", ".join([f"{picture.owner}: {total}", *was, *standing_words(picture, area), *run])


def campaign_text(picture: CampaignPicture, width: int = 0, area: str = "") -> str:
    """A campaign as a line for a terminal: owner, total, cards, words."""
    was = "" if picture.was in (None, picture.total) else f"{picture.was}→"
    cards = " ".join(card_text(card.card) for card in picture.cards) or "-"
    notes = list(standing_words(picture, area))
    if picture.run:
        notes.append(picture.run.suit.effect)
    for card in picture.cards:
        word = card.note or NOTES.get(card.state, "") or ("ignored" if card.ignored else "")
        if word:
            notes.append(f"{card_text(card.card)} {word}")
    if picture.landing:
        notes.append(f"right end: {SAID.get(picture.landing.state, '')}".rstrip(": "))
    return f"{picture.owner:<{width}}  {was + str(picture.total):>5}  {cards:<14}  {', '.join(notes)}".rstrip()


def campaign_html(
    picture: CampaignPicture, area: str = "", side: str = "", arrows: str = "", alone: bool = False
) -> str:
    """A campaign: owner, bar, total, and its cards from left (oldest) to right (newest).

    `area`: the name of its Area, for labels. `side`: "above" or "below" the Area. `arrows`: the name of the group in
    which the arrow keys move, if no table does that. `alone`: with drawings and theme, for anywhere.
    """
    where = ", ".join(filter(None, (picture.owner, area)))
    cells = []
    for place, card in enumerate(picture.cards):
        looks, tag, style = "ty-cell", "", ""
        run = picture.run
        if run and run.start <= place < run.end:
            looks += " is-run" + " is-start" * (place == run.start) + " is-end" * (place == run.end - 1)
            style = f' style="--run:var(--{WORDS[run.suit]})"'
            if place == run.start + (run.end - run.start - 1) // 2:
                even = " is-between" * ((run.end - run.start) % 2 == 0)
                tag = f'<span class="ty-run-tag{even}" aria-hidden="true">{run.suit.effect}</span>'
        cells.append(f'<div class="{looks}"{style}>{card_html(card, where)}{tag}</div>')
    if picture.landing:
        cells.append(_landing_html(picture.landing, picture.owner, area))
    if not cells:
        cells.append('<p class="ty-none">no cards</p>')
    looks = f"ty-camp{' is-' + side if side else ''}" + " is-won" * picture.won + " is-bust" * picture.bust
    group = f' data-arrows="{escape(arrows)}"' if arrows else ""
    ahead = '<span class="ty-ahead">ahead</span>' if picture.ahead else ""
    if picture.won:
        ahead = f'<span class="ty-ribbon">{_TICK}wins</span>'
    words = "".join(f'<span class="{looks}">{escape(word)}</span>' for looks, word in _marks(picture))
    old = "" if picture.was in (None, picture.total) else f"<s>{picture.was}</s>"
    body = (
        f'<div class="{looks}" role="group" aria-label="{escape(_headline(picture, area))}"{group}>'
        f'<div class="ty-camp-head"><span class="ty-who"><b>{escape(picture.owner)}</b>{ahead}</span>{_bar(picture)}'
        f'<span class="ty-total">{old}{picture.total}</span></div><p class="ty-words">{words}</p>'
        f'<div class="ty-row">{"".join(cells)}</div></div>'
    )
    return _alone(body, [card.card for card in picture.cards]) if alone else body


def _bar(picture: CampaignPicture) -> str:
    top = max(21, picture.total) if isinf(picture.limit) else picture.limit
    share = 100 if picture.bust else min(100, 100 * max(0, picture.total) / top)
    return f'<span class="ty-bar" aria-hidden="true"><i style="width:{share:.0f}%"></i></span>'


def _landing_html(landing: Landing, owner: str, area: str) -> str:
    said = ", ".join(filter(None, (f"Right end of {owner}’s campaign", area, SAID.get(landing.state, ""))))
    press = _press(landing.id, landing.move)
    more = ' aria-pressed="true"' if landing.state == CHOSEN else ""
    more = ' aria-disabled="true"' if landing.state in (NOT, WRONG) else more
    note = {CHOSEN: "chosen", WRONG: "not now", NOT: ""}.get(landing.state, landing.note)
    inside = f'{_SLOT}<span class="ty-note" aria-hidden="true">{escape(note)}</span>'
    looks = f"ty-fc ty-landing is-{landing.state or 'plain'}"
    if not press:
        return (
            f'<div class="ty-cell"><span class="{looks}" role="img" aria-label="{escape(said)}">{inside}</span></div>'
        )
    return (
        f'<div class="ty-cell"><button type="button" class="{looks}"{press} aria-label="{escape(said)}"{more}>'
        f"{inside}</button></div>"
    )


_SLOT: Final = (
    '<svg class="yc" viewBox="0 0 56 140" aria-hidden="true"><rect class="yc-paper" x="2" y="2" width="52" height="136" '
    'rx="10"/><path class="ty-plus" d="M28 54v32M12 70h32"/></svg>'
)


# ---------------------------------------------------------------- an Area


def reward_words(reward: str, landmark: str = "") -> str:
    """A reward in words; "" for none. Clause: reward.prestige, reward.lose-morale, reward.gain-morale"""
    if reward == "landmark":
        return f"the Landmark {landmark_texts()[landmark].name}" if landmark else "its Landmark"
    return REWARDS.get(reward, "")


def area_assumed(card: AreaCard, text: Text | None = None) -> str:
    """Why an Area is marked: what of it the rulebook does not print; "" if all is printed or told by the FAQ.

    `text`: another one than the kit's own.
    """
    text = text or area_texts().get(card.text)
    if text is None:
        return ""
    given = {**_provenance().get(card.id, {}), **dict(text.provenance)}
    named = {"level": "level", "effect": "text", "reward": "reward"}
    parts = [f"its {word} ({given[key]})" for key, word in named.items() if given.get(key, SURE[0]) not in SURE]
    if not parts:
        return ""
    listed = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    note = f" {text.note}" if text.note and text.source not in SURE else ""
    return f"The rulebook doesn’t print {listed}.{note}"


@cache
def _provenance() -> Mapping[str, Mapping[str, str]]:
    return {row["id"]: row.get("prov", {}) for row in rulebook(KEY).data["area"]}


def area_picture(
    card: AreaCard,
    campaigns: Sequence[CampaignPicture] = (),
    text: Text | None = None,
    reward: str | None = None,
    defender: str = "",
) -> AreaPicture:
    """An Area card in the kit's words. `text`, `reward`: others than its own (`reward` "": none)."""
    text = text or area_texts().get(card.text)
    return AreaPicture(
        card.name,
        tuple(campaigns),
        card.level,
        text.text if text else "",
        reward_words(card.reward if reward is None else reward, card.landmark),
        area_assumed(card, text),
        defender,
        face_down=not card.text,
    )


_WINDOW: Final = re.compile(r"(^|\. )([A-Z][A-Za-z ]{3,30}:)")


def area_html(picture: AreaPicture, alone: bool = False) -> str:
    """The plate of an Area: name, text, reward, and what is assumed."""
    press, state = _press(picture.id, picture.move), picture.state
    name = escape(picture.name)
    if press:
        said = escape(", ".join(filter(None, (picture.name, SAID.get(state, "")))))
        more = ' aria-pressed="true"' if state == CHOSEN else ' aria-disabled="true"' if state in (NOT, WRONG) else ""
        note = {LIT: "<i></i>", CHOSEN: "<small>chosen</small>", WRONG: "<small>not now</small>"}.get(state, "")
        name = f'<button type="button" class="ty-name"{press} aria-label="{said}"{more}>{name}{note}</button>'
    mark = ""
    if picture.assumed:
        why = escape(picture.assumed)
        mark = f'<button type="button" class="tk-assumed at-end" data-why="{why}" aria-label="assumed: {why}">assumed</button>'
    text = _WINDOW.sub(r"\1<b>\2</b>", escape(picture.text, quote=False))
    parts = [text] if text else []
    if picture.reward:
        parts.append(f"<b>Reward:</b> {escape(picture.reward)}.")
    foot = [f"Level {picture.level}"] if picture.level else []
    foot += [f"{picture.defender} defends"] if picture.defender else []
    looks = f"ty-place{f' is-{state}' if state else ''}" + " is-down" * picture.face_down
    body = (
        f'<div class="{looks}"><div class="ty-place-head"><h3>{name}</h3>{mark}</div><p>{" ".join(parts)}</p>'
        f'<p class="ty-foot"><span>{escape(", ".join(foot))}</span>'
        f"{f'<b>{escape(picture.settled)}</b>' if picture.settled else ''}</p></div>"
    )
    return _alone(body, ()) if alone else body


def area_text(picture: AreaPicture) -> str:
    """An Area and its campaigns for a terminal."""
    head = [picture.name, f"Level {picture.level}" if picture.level else "", "face down" if picture.face_down else ""]
    head += [f"{picture.defender} defends" if picture.defender else "", picture.settled]
    head += ["assumed" if picture.assumed else "", SAID.get(picture.state, "")]
    lines = [", ".join(filter(None, head))]
    lines += [f"  {picture.text}"] if picture.text else []
    lines += [f"  Reward: {picture.reward}."] if picture.reward else []
    width = max((len(campaign.owner) for campaign in picture.campaigns), default=0)
    return "\n".join([*lines, *(f"  {campaign_text(one, width)}" for one in picture.campaigns)])


def area_spoken(picture: AreaPicture) -> str:
    """An Area and its campaigns as sentences."""
    head = [picture.name, f"Level {picture.level}" if picture.level else "", "face down" if picture.face_down else ""]
    head += [f"{picture.defender} defends" if picture.defender else "", picture.settled]
    parts = [f"{', '.join(filter(None, head))}.", picture.text]
    parts += [f"Reward: {picture.reward}."] if picture.reward else []
    parts += [f"Assumed: {picture.assumed}"] if picture.assumed else []
    return " ".join(filter(None, [*parts, *map(campaign_spoken, picture.campaigns)]))


# ---------------------------------------------------------------- the table


def table_html(areas: Sequence[AreaPicture], label: str = "The table", most: int = 3) -> str:
    """All Areas with their campaigns: columns for two or three players, blocks for four; stacked where it is narrow.

    `most`: cards that each campaign has room for; give the most there will be in a film, so that nothing jumps.
    """
    players = max((len(area.campaigns) for area in areas), default=0)
    shape = "facing" if players == 2 else "blocks" if players > 3 else "columns"
    html = "".join(_area_block(area, players) for area in areas) or '<p class="ty-none">No Area is turned up.</p>'
    wide, narrow = (4, 3) if players > 3 else (3 if len(areas) > 2 else 5, 5)
    pressed = any(_pressable(area) for area in areas)
    group = ' data-arrows="table"' if pressed else ""
    return (
        f'<div class="ty"><div class="ty-table is-{shape}" style="--areas:{max(1, len(areas))};--players:{players};'
        f'--wide:{ceil(most / wide)};--narrow:{ceil(most / narrow)}" role="group" aria-label="{escape(label)}"{group}>'
        f"{html}</div></div>"
    )


def _pressable(area: AreaPicture) -> bool:
    campaigns = area.campaigns
    parts: list[CardPicture | Landing | AreaPicture] = [area, *(card for one in campaigns for card in one.cards)]
    parts += [one.landing for one in campaigns if one.landing]
    return any(part.id or part.move for part in parts)


def _area_block(area: AreaPicture, players: int) -> str:
    facing = players == 2
    sides = ("above", "below") if facing else ("",) * players
    campaigns = [campaign_html(one, area.name, side) for one, side in zip(area.campaigns, sides, strict=False)]
    campaigns.insert(1 if facing else 0, area_html(area))
    return f'<section class="ty-area" aria-label="{escape(area.name)}">{"".join(campaigns)}</section>'


def table_text(areas: Sequence[AreaPicture], players: Sequence[PlayerPicture] = ()) -> str:
    """The table for a terminal: an Area after the other, then how the players stand."""
    return "\n\n".join([*map(area_text, areas), *([tracks_text(players)] if players else [])])


def table_spoken(areas: Sequence[AreaPicture], players: Sequence[PlayerPicture] = ()) -> str:
    """The table as sentences."""
    return " ".join([*map(area_spoken, areas), *map(player_spoken, players)])


# ---------------------------------------------------------------- a hand


def hand_html(cards: Sequence[CardPicture], title: str = "Your hand", arrows: str = "hand", alone: bool = False) -> str:
    """A hand of cards, each with a word below where it has a state."""
    count = f"{len(cards)} card{'s' * (len(cards) != 1)}"
    held = "".join(card_html(card, size="ty-hold", words=True) for card in cards) or '<p class="ty-none">no cards</p>'
    group = f' data-arrows="{escape(arrows)}"' if any(card.id or card.move for card in cards) else ""
    body = (
        f'<div class="ty"><div class="ty-hand-head"><h2 class="tk-h2">{escape(title)}</h2><span class="tk-small">{count}</span></div>'
        f'<div class="ty-hand" role="group" aria-label="{escape(title)}, {count}"{group}>{held}</div></div>'
    )
    return _alone(body, [card.card for card in cards]) if alone else body


def hand_text(cards: Sequence[CardPicture], owner: str = "") -> str:
    """A hand as a line for a terminal."""
    head = f"{owner} ({len(cards)})  " if owner else ""
    return head + (" ".join(card_text(card.card) for card in cards) or "no cards")


# ---------------------------------------------------------------- Prestige and Morale


def player_words(player: PlayerPicture) -> tuple[str, ...]:
    """What there is to say of a player beside Prestige and Morale."""
    found = ["First Player"] * player.first + ["passed"] * player.passed
    if player.hand is not None:
        found.append(f"{player.hand} card{'s' * (player.hand != 1)} in hand")
    return (*found, *(f"Landmark {name}" for name in player.landmarks))


def player_spoken(player: PlayerPicture) -> str:
    """A player as a sentence."""
    parts = (f"Prestige {player.prestige}", f"Morale {player.morale}", *player_words(player))
    return f"{player.name}: {', '.join(parts)}."


def tracks_text(players: Sequence[PlayerPicture]) -> str:
    """How the players stand, a line each."""
    width = max((len(player.name) for player in players), default=0)
    return "\n".join(
        f"{player.name:<{width}}  Prestige {player.prestige:>2}  Morale {player.morale:>2}  "
        f"{', '.join(player_words(player))}".rstrip()
        for player in players
    )


def tracks_html(players: Sequence[PlayerPicture], goal: int = 10, start: int = 10, alone: bool = False) -> str:
    """Each player's Prestige (0 to `goal`) and Morale (`start` to 0) as tracks with numbers."""
    html = []
    for player in players:
        words = "".join(f"<span>{escape(word)}</span>" for word in player_words(player))
        up, down = range(goal + 1), range(start, -1, -1)
        html.append(
            f'<section class="ty-player" aria-label="{escape(player.name)}"><p class="ty-player-head">'
            f"<b>{escape(player.name)}</b>{words}</p>{_track('Prestige', player.prestige, player.prestige_was, up)}"
            f"{_track('Morale', player.morale, player.morale_was, down)}</section>"
        )
    body = f'<div class="ty"><div class="ty-tracks">{"".join(html)}</div></div>'
    return _alone(body, ()) if alone else body


def _track(name: str, value: int, was: int | None, cells: range) -> str:
    """One track; a value beyond its end stands on its end."""
    low, high = min(cells), max(cells)
    here, before = min(max(value, low), high), None if was in (None, value) else was
    html = []
    for number in cells:
        looks = ["is-here"] * (number == here) + ["is-was"] * (number == before and number != here)
        passed = cells.index(number) < cells.index(here)
        looks += ["is-passed"] * passed + ["is-last"] * (number == cells[-1])
        shown = value if number == here else number
        html.append(f'<i class="{" ".join(looks)}">{shown}</i>' if looks else f"<i>{shown}</i>")
    label = f"{name} {value}" + (f", it was {before}" if before is not None else "")
    old = f"<s>{before}</s>" if before is not None else ""
    return (
        f'<div class="ty-track" role="img" aria-label="{label}"><span>{name}</span>'
        f'<span class="ty-cells">{"".join(html)}</span><span class="ty-total">{old}{value}</span></div>'
    )


# ---------------------------------------------------------------- a thumbnail


_SHAPES: Final = {
    Suit.BOAR: "M-3.2-3h6.4v2.6c0 2-1.4 3-3.2 3.8-1.8-.8-3.2-1.8-3.2-3.8Z",
    Suit.KOEL: "M-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z",
    Suit.LIZARD: "M0-3.8 3.8 0 0 3.8-3.8 0Z",
    Suit.ORANGUTAN: "M-2.8-2.8h5.6v5.6h-5.6Z",
}


def thumb_svg(areas: Sequence[AreaPicture]) -> str:
    """A table in small, for a film strip: a bar an Area, a slip a card, with the suit's shape on it."""
    players = max((len(area.campaigns) for area in areas), default=2)
    facing = players == 2
    wide, tall = 4 + 40 * max(1, len(areas)), 70 if facing else 18 + 26 * players
    bits = []
    for column, area in enumerate(areas):
        left = 4 + 40 * column
        bits.append(f'<rect class="ty-slab" x="{left}" y="{31 if facing else 5}" width="36" height="8" rx="1.5"/>')
        for row, campaign in enumerate(area.campaigns):
            top = (7, 44)[row] if facing else 18 + 26 * row
            step = min(12.0, 25 / max(1, len(campaign.cards) - 1))
            for place, card in enumerate(campaign.cards):
                lit = campaign.run is not None and campaign.run.start <= place < campaign.run.end
                bits.append(_slip(card, left + 1 + place * step, top, lit or card.state == NEW))
    return f'<svg class="ty-thumb" viewBox="0 0 {wide} {tall}" aria-hidden="true">{"".join(bits)}</svg>'


def _slip(picture: CardPicture, x: float, y: int, lit: bool) -> str:
    card, state = picture.card, picture.state
    suit = None if isinstance(card, Unknown | Shrouded) else card.suit
    colour = f"var(--{WORDS[suit]})" if suit else "var(--edge)"
    y -= 3 * (state == CHOSEN)
    if state == OUT:
        return (
            f'<rect class="ty-slip is-out" x="{x:g}" y="{y}" width="10" height="19" rx="1.5"/>'
            f'<path class="ty-slip-cut" d="M{x - 1:g} {y + 19}l12-19"/>'
        )
    looks = "ty-slip" + " is-lit" * lit + " is-chosen" * (state == CHOSEN)
    shape = f'<path class="ty-dot" transform="translate({x + 5:g} {y + 9.5:g})" d="{_SHAPES[suit]}"/>' if suit else ""
    return (
        f'<g class="{looks}" style="--c:{colour}"><rect x="{x:g}" y="{y}" width="10" height="19" rx="1.5"/>{shape}</g>'
    )


# ---------------------------------------------------------------- the style


def _alone(body: str, some: Collection[AnyCard]) -> str:
    return look.alone(f"{sprite(some)}{body}", css, COLOR)


css = files(__package__).joinpath("view.css").read_text(encoding="utf-8")
"""The style of all pictures here; it uses the kit's theme variables."""
