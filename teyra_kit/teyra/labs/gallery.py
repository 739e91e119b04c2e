"""The gallery: what does each Area and Landmark card do, where does that come from, and what does your own box say?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ...core import Rulings, rulebook
from ...core.packs import Pack, packed
from ...ui import Board, PackDesk, columns
from ...ui.clause import cited
from ...ui.shared import Shared
from ...ui.sources import MINE, SOURCES, source_mark, sources_html
from .. import packs, view
from ..areas import Text, reward_of, say_step, texts
from ..cards import KEY, Marker, area_cards, landmarks
from ..packs import write_pack
from ..view import CHOSEN, AreaPicture

OWN: Final = files(__package__).joinpath("gallery.css").read_text(encoding="utf-8")
KINDS: Final = MappingProxyType({"area": "Areas", "landmark": "Landmarks"})
DEEDS: Final[Mapping[str, tuple[str, frozenset[str]]]] = MappingProxyType(
    {
        "hands": (
            "Hands",
            frozenset({"draw-special", "alternative-draw", "re-enlist", "reveal-and-discard", "hand-limit"}),
        ),
        "table": ("Cards on the table", frozenset({"rally", "redeal", "place-landmark"})),
        "suits": ("Suits", frozenset({"no-suits", "all-suits"})),
        "totals": ("Totals, bust", frozenset({"value-delta", "bust-limit", "influence-bonus"})),
        "ignores": ("Ignored, discarded", frozenset({"ignore", "ignore-highest", "discard-highest"})),
        "shrouds": ("Face down", frozenset({"shroud", "reveal", "kindred-immune"})),
        "tracks": ("Prestige, Morale", frozenset({"prestige", "morale"})),
    }
)
"""What a card does, in groups: the name of a group, and the actions of the vocabulary that are in it."""
TEXTS: Final = ("printed", "faq", "inferred", "invented")
"""Where a text can come from."""
FIELDS: Final = MappingProxyType(
    {"card": "In the box", "name": "Name", "level": "Level", "effect": "Text", "reward": "Reward"}
)
LOST: Final = "The link names no card of this box. Choose one here."
LONGEST: Final = 60
"""Signs of a search."""


# ---------------------------------------------------------------- what is shown


class Exhibit(NamedTuple):
    """A card of the gallery. `level` 0: a Landmark. `reward` in words; `gives`: the Landmark it pays; `sources`: where
    each field comes from; `row`: its declaration; `faq`: the clauses about it; `mine`: a card pack declares it; `off`: why
    it has no text in play."""

    id: str
    name: str
    level: int
    text: Text
    reward: str
    gives: str
    sources: Mapping[str, str]
    row: Mapping[str, Any]
    faq: tuple[str, ...]
    mine: bool
    off: str = ""

    @property
    def kind(self) -> str:
        """Area or landmark."""
        return "area" if self.level else "landmark"

    @property
    def link(self) -> str:
        """The address of the Lab with this card in play."""
        return f"#lab:{self.kind}-{self.text.key}"

    @property
    def steps(self) -> tuple[str, ...]:
        """What it does, step by step, in words made from its declaration."""
        return tuple(say_step(step, not self.level) for step in self.text.steps)

    @property
    def spoken(self) -> str:
        """The whole card as sentences."""
        what = f"Area of level {self.level}" if self.level else "Landmark"
        reward = f"Reward: {self.reward}." if self.reward else ""
        source = f"Its text is {MINE if self.mine else SOURCES[self.text.source]}."
        return " ".join(filter(None, (f"{self.name}, {what}.", *(self.steps or ("No effect.",)), reward, source)))


def exhibits(pack: Mapping[str, Any] | None, rulings: Rulings) -> tuple[Exhibit, ...]:
    """The 40 Areas, level by level, and the Landmarks; `pack`: whose texts replace the kit's own.

    Clause: box.areas, box.landmarks, area.parts, landmark.bonus
    """
    written = packed(pack)
    book, tenth, missing = rulebook(KEY), str(rulings["tenth-landmark"]), str(rulings["missing-texts"])
    data = book.data
    full = texts(pack=written)
    live = texts(missing=missing, pack=written)
    mine = {table: {row["key"]: row for row in (pack or {}).get(table, ())} for table in ("area_text", "landmark")}
    rows = {table: {row["key"]: row for row in data[table]} | mine[table] for table in mine}
    faq = {(table, row["key"]): (*row.get("faq", ()),) for table in mine for row in data[table]}
    own = {row["id"]: row["prov"] for row in data["area"]}
    off = f"Under “{book.ruling('missing-texts').reading(missing).name}” it is played without a text."
    found = []
    for card in area_cards(tenth):
        text, is_mine = full.areas[card.text], card.text in mine["area_text"]
        row = rows["area_text"][card.text]
        sources = own[card.id] | {"effect": text.source}
        if is_mine and "reward" in row and card.reward != "landmark":
            sources["reward"] = dict(text.provenance).get("reward", "invented")
        reward = reward_of(card, pack=written)
        found.append(
            Exhibit(
                f"area|{card.id}",
                card.name,
                card.level,
                text,
                view.reward_words(reward, card.landmark),
                card.landmark,
                sources,
                row,
                _clauses(faq["area_text", card.text], row),
                is_mine,
                "" if card.text in live.areas else off,
            )
        )
    for key, text in full.landmarks.items():
        sources = {"name": dict(text.provenance).get("name", "invented"), "effect": text.source}
        gone = "" if key in live.landmarks else off
        if key not in landmarks(tenth):
            gone = f"Under “{book.ruling('tenth-landmark').reading(tenth).name}” it is not in the box."
        row = rows["landmark"][key]
        told = _clauses(faq["landmark", key], row)
        is_mine = key in mine["landmark"]
        found.append(Exhibit(f"landmark|{key}", text.name, 0, text, "", "", sources, row, told, is_mine, gone))
    return tuple(found)


def _clauses(known: tuple[str, ...], row: Mapping[str, Any]) -> tuple[str, ...]:
    """The clauses about a card: those the FAQ holds, and what a card pack adds."""
    return (*dict.fromkeys((*known, *row.get("faq", ()))),)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which cards a visitor wants to see; "" for any. `source`: where the text comes from, or "pack"."""

    kind: str = ""
    does: str = ""
    source: str = ""
    find: str = ""

    def fits(self, card: Exhibit) -> bool:
        """Whether a card is wanted."""
        if self.kind not in ("", card.kind):
            return False
        if self.does and not any(step.do in DEEDS[self.does][1] for step in card.text.steps):
            return False
        if self.source == "pack" and not card.mine:
            return False
        if self.source in TEXTS and card.text.source != self.source:
            return False
        told = f"{card.spoken} {card.text.text}".casefold()
        return all(word in told for word in self.find.casefold().split())


def sample(card: Exhibit) -> str:
    """A card pack with this card as it is now, to start from."""
    table = "area_text" if card.level else "landmark"
    head = (
        "# A card pack for Teyra: it replaces the texts of the cards it names; all others stay as they are.\n"
        "# Change what your card says differently, then load this file on the Cards tab.\n"
        '# In prov, write effect = "printed" if the card in your box says so.\n\n'
    )
    return head + write_pack({table: [card.row]})


# ---------------------------------------------------------------- the gallery


class GalleryLab:
    """The boards of the gallery and what happens when they are touched."""

    def __init__(self, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.cards = exhibits(self.shared.pack, self.shared.rulings)
        self.wanted = Wanted()
        self.chosen = next(card.id for card in self.cards if card.text.source == "printed")
        self.clause = ""
        self.asked = False
        self.lost = False
        self.head = Board(css=OWN)
        self.plate = Board(
            css=view.css, drawings=view.sprite(), css_class="tk-plate tg-plate", label="The Areas and Landmarks"
        )
        self.detail = Board(css_class="tk-panel tg-detail", label="The chosen card")
        self.shared.listeners.append(lambda _rulings: self._renew())
        self.shared.pack_listeners.append(self._renew)
        self.desk = PackDesk(self.shared, packs, "The Lab and new games use it", self._start, self._mine)
        for board in (self.head, self.plate, self.detail, self.desk.board):
            board.on_pick(self.pick)
        self.head.on_input(self.enter)
        self.widget = columns([self.plate], [self.detail, self.desk.board], [self.head])
        self.widget.add_class("tg-lab")
        self._draw()

    @property
    def shown(self) -> tuple[Exhibit, ...]:
        """The cards that are wanted."""
        return tuple(filter(self.wanted.fits, self.cards))

    @property
    def card(self) -> Exhibit:
        """The chosen card."""
        return self._find(self.chosen)

    def _find(self, id: str) -> Exhibit:
        for card in self.cards:
            if card.id == id:
                return card
        raise ValueError(f"There is no card {id!r} here; allowed: {', '.join(card.id for card in self.cards)}")

    def open_link(self, link: str) -> None:
        """Show the card that a link names: "area-padma-field", "landmark-crystal-hall"."""
        kind, _, key = link.partition("-")
        found = next((card.id for card in self.cards if (card.kind, card.text.key) == (kind, key)), None)
        if found is None:
            self.lost = True
            self._draw()
            self.plate.say = LOST
        else:
            self._visit(found)

    # -------------------------------------------------------------------------------------------- what is touched

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "card|area|padma-field-3", "does|suits", "clause|faq.set-bonus", "kit" ..."""
        kind, _, value = id.partition("|")
        self.lost = False
        if kind == "card":
            self._choose(self._find(value).id)
        elif kind == "visit":
            self._visit(self._find(value).id)
        elif kind in ("kind", "does", "source"):
            allowed: Iterable[str] = {"kind": KINDS, "does": DEEDS, "source": [*TEXTS, "pack"]}[kind]
            if value in ("", *allowed):
                self._want(replace(self.wanted, **{kind: value}))
        elif kind == "clear":
            self._want(Wanted())
            self.plate.focus = f"card|{self.chosen}"
        elif kind == "back":
            self.plate.focus = (
                f"card|{self.chosen if self.card in self.shown else self.shown[0].id}" if self.shown else "clear"
            )
        elif kind == "clause":
            self.clause = "" if self.clause == value else value
            self._draw()
        elif kind == "close":
            self.detail.focus, self.clause = f"clause|{self.clause}", ""
            self._draw()
        elif kind == "desk":
            self.desk.board.focus = "pack"

    def enter(self, id: str, value: str) -> None:
        """A search was typed."""
        if id == "find":
            self._want(replace(self.wanted, find=" ".join(value.split())[:LONGEST]))

    def _want(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self._draw()
        self.plate.say = self._count()

    def _choose(self, id: str) -> None:
        if id != self.chosen:
            self.clause = ""
        self.chosen, self.asked = id, True
        self._draw()
        self.detail.say = self.card.spoken

    def _visit(self, id: str) -> None:
        if not self.wanted.fits(self._find(id)):
            self.wanted = Wanted()
        self._choose(id)
        self.plate.focus = f"card|{id}"

    def _renew(self) -> None:
        """Other readings or another card pack."""
        self.cards = exhibits(self.shared.pack, self.shared.rulings)
        if self.shared.pack is None and self.wanted.source == "pack":
            self.wanted = replace(self.wanted, source="")
        self.plate.say = self.detail.say = ""
        self._draw()

    # -------------------------------------------------------------------------------------------- drawing

    def _draw(self) -> None:
        self.head.html, self.plate.html, self.detail.html = self._head(), self._plate(), self._detail()
        self.desk.draw()

    def _count(self) -> str:
        count = len(self.shown)
        return f"{count} of {len(self.cards)} cards." if count < len(self.cards) else f"All {count} cards."

    def _head(self) -> str:
        find = (
            f'<div class="tg-find" role="search"><input type="search" data-id="find" value="{escape(self.wanted.find)}" '
            f'maxlength="{LONGEST}" placeholder="Name or words" aria-label="Find cards by name or words">'
            '<button type="button" class="tk-btn" data-id="found">Find</button></div>'
        )
        sources = {id: (SOURCES[id], source_mark(id)) for id in TEXTS}
        if self.shared.pack:
            sources["pack"] = ("your pack", source_mark("pack"))
        return (
            '<div class="tk-head"><div><h1 class="tk-title">Areas and Landmarks</h1><p class="tk-small">'
            "What each card does, and where that comes from.</p></div>"
            f'<div class="tk-head-end tg-end">{find}<button type="button" class="tk-btn" data-id="desk">Use your own cards</button>'
            '</div></div><div class="tg-filters">'
            f"{self._filter('kind', 'Show', {id: (word, '') for id, word in KINDS.items()})}"
            f"{self._filter('source', 'Text is', sources)}"
            f"{self._filter('does', 'About', {id: (word, '') for id, (word, _) in DEEDS.items()})}</div>"
        )

    def _filter(self, name: str, title: str, options: Mapping[str, tuple[str, str]]) -> str:
        now = getattr(self.wanted, name)
        buttons = []
        for id, (word, sign) in {"": ("All", ""), **options}.items():
            count = sum(map(replace(self.wanted, **{name: id}).fits, self.cards))
            buttons.append(
                f'<button type="button" data-id="{name}|{id}" aria-pressed="{str(id == now).lower()}" '
                f'aria-label="{escape(word)}: {count}">{sign}{escape(word)} <small>{count}</small></button>'
            )
        return (
            f'<div class="tg-filter"><span class="tk-small">{title}</span><div class="tg-options" role="group" '
            f'aria-label="{title}" data-arrows="{name}">{"".join(buttons)}</div></div>'
        )

    def _plate(self) -> str:
        shown = self.shown
        if not shown:
            return (
                '<p class="tk-caption"><b>The cards</b> None fits.</p><div class="tg-none"><p>No card fits all that is '
                "asked for.</p>"
                '<button type="button" class="tk-btn" data-id="clear">Show all cards</button></div>'
            )
        groups = [(f"Areas, level {level}", [card for card in shown if card.level == level]) for level in (1, 2, 3, 4)]
        groups.append(("Landmarks", [card for card in shown if not card.level]))
        html = "".join(
            f'<section aria-label="{title}"><h2 class="tk-h2">{title} <small>{len(cards)}</small></h2>'
            f'<div class="tg-cards">{"".join(map(self._tile, cards))}</div></section>'
            for title, cards in groups
            if cards
        )
        return (
            f'<p class="tk-caption"><b>The cards</b> {self._count()} {LOST if self.lost else "Choose one."}</p>'
            f'<div class="ty tg-groups" role="group" aria-label="The cards" data-arrows="cards">{html}</div>'
        )

    def _tile(self, card: Exhibit) -> str:
        state = CHOSEN if card.id == self.chosen else ""
        picture = AreaPicture(card.name, (), card.level, card.text.text, card.reward, state=state, id=f"card|{card.id}")
        mine = f"<b>{MINE}</b>" if card.mine else ""
        level = f", level {card.level}" if card.level else ", Landmark"
        return (
            f'<article class="tg-card is-{card.kind}{" is-mine" * card.mine}" aria-label="{escape(card.name)}{level}">{view.area_html(picture)}'
            f'<p class="tg-sign">{source_mark(card.text.source)}<span>{SOURCES[card.text.source]} text</span>{mine}</p></article>'
        )

    def _detail(self) -> str:
        card = self.card
        steps = "".join(f"<li>{_bold(step)}</li>" for step in card.steps) or "<li>No effect.</li>"
        look = f' data-show="{card.id}"' if self.asked else ""
        parts = [
            f'<p class="tk-kicker">{f"Area, level {card.level}" if card.level else "Landmark"}</p>'
            f'<h2 class="tg-name">{escape(card.name)}</h2>',
            f'<p class="tg-sign">{source_mark("pack")}<b>{MINE}</b></p>' if card.mine else "",
            f'<ol class="tg-steps">{steps}</ol>',
            f"<p><b>Reward:</b> {escape(card.reward)}.</p>" if card.reward else "",
            f'<p class="tk-notice">{escape(card.off)}</p>' if card.off else "",
            self._marker(card),
            f'<div class="tk-do"><a class="tk-btn tk-btn--main" href="{escape(card.link)}">Try it in the Lab</a>'
            f'{self._partner(card)}<button type="button" class="tk-btn tg-back" data-id="back">Back to the cards</button></div>',
            self._provenance(card),
            self._faq(card),
        ]
        return f"<div{look}>{''.join(parts)}</div>"

    def _marker(self, card: Exhibit) -> str:
        suit = next((step.suit for step in card.text.steps if step.suit and not card.level), None)
        if suit is None:
            return ""
        return f'<div class="ty tg-marker">{view.card_svg(Marker(card.text.key, suit))}<p class="tk-small">As it lies in a campaign.</p></div>'

    def _partner(self, card: Exhibit) -> str:
        """The Landmark that an Area gives, or the Area that gives a Landmark."""
        if card.gives:
            return f'<button type="button" class="tk-btn" data-id="visit|landmark|{card.gives}">Its Landmark</button>'
        giver = next((other for other in self.cards if other.gives and other.gives == card.text.key), None)
        if card.level or giver is None:
            return ""
        return f'<button type="button" class="tk-btn" data-id="visit|{giver.id}">The Area that gives it</button>'

    def _provenance(self, card: Exhibit) -> str:
        fields = {FIELDS[field]: source for field, source in card.sources.items()}
        return sources_html(fields, card.mine, [card.text.note])

    def _faq(self, card: Exhibit) -> str:
        book = rulebook(KEY)
        chips = "".join(cited(book, id, self.clause == id, "tg-clause", self.shared.rulings) for id in card.faq)
        told = (
            f'<div class="tg-chips">{chips}</div>' if chips else '<p class="tk-small">The FAQ says nothing of it.</p>'
        )
        return f"<section><h3>What the FAQ says</h3>{told}</section>"

    def _mine(self, _pack: Pack) -> str:
        """The cards that the pack declares, each to be looked at."""
        names = "".join(
            f'<li><button type="button" class="tk-btn tk-btn--bare" data-id="visit|{card.id}">{escape(card.name)}</button></li>'
            for card in {(card.kind, card.text.key): card for card in reversed(self.cards) if card.mine}.values()
        )
        return f'<ul class="tg-mine">{names}</ul>'

    def _start(self) -> tuple[str, str, str]:
        card = self.card
        return f"Save {card.name} as a start", f"{card.kind}-{card.text.key}.toml", sample(card)


def _bold(step: str) -> str:
    """A step with its occasion in bold."""
    when, _, deed = step.partition(": ")
    return f"<b>{escape(when)}:</b> {escape(deed)}"
