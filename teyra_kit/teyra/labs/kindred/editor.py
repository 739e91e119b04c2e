"""How does a visitor set up the table: cards, Areas, Landmarks, players?"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Final

from ... import view
from ...areas import Text
from ...cards import SUITS, Card, Sorter, letter
from ...view import CardPicture
from .panels import refusal_html
from .pieces import button, choice, press, row
from .sight import Sight
from .situation import Situation
from .table import cards_html
from .words import SHORT, called

TABS: Final = {"cards": "Cards", "areas": "Areas", "landmarks": "Landmarks", "players": "Players"}


def editor_html(sight: Sight) -> str:
    """The editor with the tab that is open."""
    tab = sight.edit.tab
    tabs = "".join(button(f"tab|{id}", label, tab == id) for id, label in TABS.items())
    body = {"cards": _cards, "areas": _areas, "landmarks": _landmarks, "players": _players}[tab](sight)
    refusal = refusal_html(sight.refused, sight.open, sight.now.rulings) if sight.refused is not None else ""
    return (
        f'<div class="kl-edit-head">{row("What to set up", "tabs", tabs)}'
        f'<div class="kl-undo">{press("undo", "Undo", off=not sight.past)}{press("clear", "Clear")}</div></div>{body}'
        f'<div class="kl-said">{refusal}</div>'
    )


def _titled(title: str, acts: str) -> str:
    return f'<div class="kl-spots"><h2 class="tk-h2">{escape(title)}</h2>{acts}</div>'


def goes(sight: Sight, place: str) -> str:
    """Where cards go, in words."""
    return f"Cards go {sight.now.where(place).replace('in ', 'into ', 1)}"


# ---------------------------------------------------------------- cards


def _cards(sight: Sight) -> str:
    now, edit = sight.now, sight.edit
    places = {f"hand|{seat}": f"{letter(seat)}’s hand" for seat in now.seats} | {"deck": "Next in the deck"}
    spots = "".join(button(f"place|{id}", label, edit.place == id) for id, label in places.items())
    suits = "".join(
        button(f"suit|{suit.value}", f"{view.emblem(suit)}{SHORT[suit]}", suit is edit.suit) for suit in SUITS
    )
    tray = "".join(_pick(sight, code) for code in now.kinds(edit.suit))
    show = f' data-show="{escape(edit.near)}"' if edit.near else ""
    return (
        f"{_picked(sight)}{row('Or put cards into', 'spots', spots, 'kl-wrap')}{_lying(sight)}"
        f"{row('Suit', 'suits', suits, 'kl-tray-suits')}"
        f'<div class="kl-tray" role="group" aria-label="Cards to lay" data-arrows="tray"{show}>{tray}</div>'
    )


def _picked(sight: Sight) -> str:
    """The card that is picked, or where cards go, and what can be done there."""
    now, edit = sight.now, sight.edit
    cards, acts, title = now.cards(edit.place), "", goes(sight, edit.place)
    if 0 <= edit.picked < len(cards):
        card = cards[edit.picked]
        title, acts = f"{called(card)}, {now.where(edit.place)}", press("take", "Take it away")
        if edit.place.startswith("row"):
            acts += press("flip", f"Turn {'face up' if card[0] == '(' else 'face down'}")
    if edit.place == "deck":
        acts += press("seed", "Shuffle the unknown rest")
    return _titled(title, f'<div class="kl-acts">{acts}</div>')


def _lying(sight: Sight) -> str:
    """The cards of a hand or of the deck: those of campaigns lie on the table."""
    now, edit = sight.now, sight.edit
    if edit.place.startswith("row"):
        return ""
    held = [
        CardPicture(Card(code + "a"), view.CHOSEN if n == edit.picked else "", f"at|{edit.place}|{n}")
        for n, code in enumerate(now.cards(edit.place))
    ]
    none = "The rest of the deck is unknown." if edit.place == "deck" else "No card yet."
    return (
        f'<div class="kl-lying" role="group" aria-label="{escape(now.where(edit.place))}" data-arrows="lying">'
        f"{cards_html(held) or f'<p class=tk-small>{none}</p>'}</div>"
    )


def _pick(sight: Sight, code: str) -> str:
    there = sight.now.copies(code)
    left = there - len(sight.now.lies(code))
    refused = sight.now.why_not(code, sight.edit.place) is not None
    pips = "".join(f'<i class="{"is-left" if n < left else ""}"></i>' for n in range(there))
    entry = Sorter().entry(code)
    say = escape(f"{view.card_spoken(entry)}, {left} of {there} left" + (", cannot be laid" if refused else ""))
    more = ' aria-disabled="true"' if refused else ""
    return (
        f'<button type="button" class="kl-pick {"is-gone" if refused else "is-lit"}" data-id="tray|{escape(code)}" '
        f'aria-label="{say}"{more}>{view.card_svg(entry)}<span class="kl-pips">{pips}</span></button>'
    )


# ---------------------------------------------------------------- Areas, Landmarks, players


def _gallery(label: str, choices: list[str]) -> str:
    return f'<div class="kl-gallery" role="group" aria-label="{label}" data-arrows="gallery">{"".join(choices)}</div>'


def _text(now: Situation, kind: str, text: Text, pressed: bool, off: bool = False) -> str:
    packed = now.is_packed("landmark" if kind == "landmark" else "area", text.key)
    source = "your pack" if packed else "" if text.source in view.SURE else "assumed"
    return choice(f"{kind}|{text.key}", text.name, text.text, pressed, off, source)


def _areas(sight: Sight) -> str:
    now, plot = sight.now, sight.edit.plot
    here, texts = now.plots[plot].text, now.texts.areas
    choices = [choice("text|", "No text", "Nothing here changes the rules.", not here)]
    choices += [
        _text(now, "text", text, here == key, now.why_not_text(plot, key) is not None)
        for key, text in sorted(texts.items(), key=lambda item: item[1].name)
    ]
    acts = f'<div class="kl-acts">{press("grow", "Add an Area")}{press("shrink", "Take this one away")}</div>'
    return _titled(f"What lies in place {plot + 1}", acts) + _gallery("Area texts", choices)


def _landmarks(sight: Sight) -> str:
    now, seat, texts = sight.now, sight.edit.seat, sight.now.texts.landmarks
    who = "".join(button(f"seat|{n}", letter(n), n == seat) for n in now.seats)
    choices = [_text(now, "landmark", texts[key], key in now.landmarks[seat]) for key in now.owned]
    title = _titled(f"Landmarks of {letter(seat)}", row("Whose Landmarks", "owners", who))
    return title + _gallery("Landmarks", choices)


def _players(sight: Sight) -> str:
    now = sight.now
    count = "".join(button(f"players|{n}", str(n), now.players == n, f"{n} players") for n in (2, 3, 4))
    token = "".join(button(f"token|{n}", letter(n), now.first == n) for n in now.seats)
    turn = "".join(button(f"turn|{n}", letter(n), now.active == n) for n in now.seats)
    rows: Mapping[str, tuple[str, str]] = {
        "players": ("Players", count),
        "tokens": ("First Player", token),
        "turns": ("Whose turn", turn),
    }
    return '<h2 class="tk-h2 kl-gap">Who plays</h2>' + "".join(
        f'<div class="kl-set"><span id="kl-{group}">{label}</span><div class="tk-seg" role="group" '
        f'aria-labelledby="kl-{group}" data-arrows="{group}">{buttons}</div></div>'
        for group, (label, buttons) in rows.items()
    )
