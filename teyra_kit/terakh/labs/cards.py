"""The cards: what does each Cast Card and Spec Card say, where does that come from, and what does your own box say?"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from importlib.resources import files
from types import MappingProxyType
from typing import Final

from ...core import rulebook
from ...core.game import sentence
from ...core.packs import Pack
from ...ui import Board, PackDesk, columns, heading
from ...ui.clause import cited
from ...ui.shared import Shared
from ...ui.sources import MINE, source_mark, sources_html
from .. import packs, view
from ..board import KEY
from ..cast_cards import ANY_TIME, CastCard, cards
from ..packs import write_pack
from ..spec_cards import Line, card_of
from ..units import IDOLS, readings
from ..view import CHOSEN, NAMES, Piece
from .combat import orb_of

OWN: Final = files(__package__).joinpath("cards.css").read_text(encoding="utf-8")
GROUPS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "In a turn": ("main",),
        "In an attack": ("attack-declared", "attack-rolled"),
        "In answer to a card": ("card-shown", "card-leaving"),
        "As soon as it is drawn": ("picked-up",),
    }
)
"""The windows in which a card is cast, in groups; a card stands in the group of its first window."""
WHEN: Final = MappingProxyType(
    {
        "main": "between two actions of a turn",
        "attack-declared": "when an attack is declared, before the dice",
        "attack-rolled": "when both dice of an attack lie on the table",
        "card-shown": "when a card is shown, before its effect",
        "card-leaving": "when a card is about to go under the deck",
        "picked-up": "when it is picked up",
    }
)
WHO: Final = MappingProxyType(
    {
        "active": "the player whose turn it is",
        "attacker": "the attacker",
        "defender": "the defender",
        "attacker-or-defender": "either side of the attack",
        "anyone": "anyone",
        "anyone-but-its-caster": "anyone but its caster",
        "forced": "whoever picks it up, at once",
    }
)
NO_CARDS: Final = MappingProxyType(
    {
        "no-cards": "Under the reading no-cards of data.cast-cards no Cast Card is played with.",
        "owner-supplied": "Under the reading owner-supplied of data.cast-cards the Cast Cards are those of your card pack. Choose one "
        "that has some.",
    }
)
LOST: Final = "The link names no card of this box. Choose one here."


def sample(pack: Mapping[str, object]) -> str:
    """Rows of cards as a file to start from."""
    head = (
        "# A card pack for Terakh: its cards take the place of the kit’s cards with the same key; Spec Cards are replaced\n"
        "# as a whole, all lines of an Idol at once. All others stay as they are.\n"
        '# Write provenance = "printed" where the card in your box says so.\n\n'
    )
    return head + write_pack(pack)  # type: ignore[arg-type]


class CardsLab:
    """The boards of the cards and what happens when they are touched."""

    def __init__(self, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.book = rulebook(KEY)
        self.chosen, self.clause, self.asked, self.lost = f"spec|{IDOLS[0]}", "", False, False
        head = heading("The cards", "Every Cast Card and Spec Card, what it says, and where that comes from.", DESK)
        self.plate = Board(
            css=view.css + OWN,
            drawings=view.sprite(),
            css_class="tk-plate tc-plate",
            label="The Cast Cards and Spec Cards",
        )
        self.detail = Board(css_class="tk-panel tc-detail", label="The chosen card")
        self.shared.listeners.append(lambda _rulings: self._renew())
        self.shared.pack_listeners.append(self._renew)
        self.desk = PackDesk(self.shared, packs, "All tabs and new games use it", self._start, self._mine)
        for board in (head, self.plate, self.detail, self.desk.board):
            board.on_pick(self.pick)
        self.widget = columns([self.plate], [self.detail, self.desk.board], [head])
        self.widget.add_class("tc-lab")
        self._draw()

    @property
    def deck(self) -> Mapping[str, CastCard]:
        """The Cast Cards in force, by key. Clause: box.cast-cards"""
        reads = readings(self.shared.rulings)
        return cards(self.shared.packed, reads["data.cast-cards"], reads["cards.mana-boost-drain"])

    def spec(self, idol: str) -> tuple[Line, ...]:
        """The lines of an Idol in force. Clause: spec.lists-actions"""
        reads = readings(self.shared.rulings)
        return card_of(idol, reads["data.spec-cards"], reads["data.keeper-card"], self.shared.packed)

    @property
    def ids(self) -> tuple[str, ...]:
        """All that can be chosen: "cast|fate", "spec|guardian"."""
        return (*(f"cast|{key}" for key in self.deck), *(f"spec|{idol}" for idol in IDOLS))

    def open_link(self, link: str) -> None:
        """Show the card that a link names: "cast-fate", "spec-guardian"."""
        id = link.replace("-", "|", 1)
        if id not in self.ids:
            self.lost = True
            self._draw()
            self.plate.say = LOST
            return
        self._choose(id)
        self.plate.focus = id

    # -------------------------------------------------------------------------------------------- what is touched

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "cast|fate", "spec|hydra", "clause|cast.rune-needed", "close", "desk", "back"."""
        kind, _, value = id.partition("|")
        self.lost = False
        if kind in ("cast", "spec"):
            if id not in self.ids:
                raise ValueError(f"There is no card {id!r} here; allowed: {', '.join(self.ids)}")
            self._choose(id)
        elif kind == "clause":
            self.clause = "" if self.clause == value else value
            self._draw()
        elif kind == "close":
            self.detail.focus, self.clause = f"clause|{self.clause}", ""
            self._draw()
        elif kind == "desk":
            self.desk.board.focus = "pack"
        elif kind == "back":
            self.plate.focus = self.chosen

    def _choose(self, id: str) -> None:
        if id != self.chosen:
            self.clause = ""
        self.chosen, self.asked = id, True
        self._draw()
        self.detail.say = self._spoken()

    def _renew(self) -> None:
        """Other readings or another card pack."""
        if self.chosen not in self.ids:
            self.chosen, self.asked = f"spec|{IDOLS[0]}", False
        self.plate.say = self.detail.say = ""
        self._draw()

    # -------------------------------------------------------------------------------------------- what the pack holds

    def _of_pack(self, id: str) -> bool:
        kind, _, key = id.partition("|")
        pack = self.shared.pack or {}
        if kind == "cast":
            return any(row["key"] == key for row in pack.get("cast_card", ()))
        return any(row["idol"] == key for row in pack.get("spec_line", ()))

    def _mine(self, pack: Pack) -> str:
        """What the pack declares, each to be looked at."""
        names = "".join(
            f'<li><button type="button" class="tk-btn tk-btn--bare" data-id="{id}">{escape(self._name(id))}</button></li>'
            for id in self.ids
            if self._of_pack(id)
        )
        plane = "<p>Its layout of the planes is on the Tria map.</p>" if pack.get("plane_layout") else ""
        return f'<ul class="tc-mine">{names}</ul>{plane}'

    def _start(self) -> tuple[str, str, str]:
        kind, _, key = self.chosen.partition("|")
        data = self.book.data
        if kind == "cast":
            rows = [row for row in data["cast_card"] if row["key"] == key]
            pack: Mapping[str, object] = {"cast_card": rows}
        else:
            pack = {"spec_line": [row for row in data["spec_line"] if row["idol"] == key]}
        if self._of_pack(self.chosen):
            table, field = ("cast_card", "key") if kind == "cast" else ("spec_line", "idol")
            pack = {table: [row for row in (self.shared.pack or {})[table] if row[field] == key]}
        return f"Save {self._name(self.chosen)} as a start", f"{kind}-{key}.toml", sample(pack)

    # -------------------------------------------------------------------------------------------- drawing

    def _draw(self) -> None:
        self.plate.html, self.detail.html = self._plate(), self._detail()
        self.desk.draw()

    def _name(self, id: str) -> str:
        kind, _, key = id.partition("|")
        return self.deck[key].name if kind == "cast" else key.capitalize()

    def _plate(self) -> str:
        deck = self.deck
        parts = [f'<p class="tk-caption"><b>The cards</b> {LOST if self.lost else "Choose one."}</p>']
        shown = "".join(
            f'<section aria-label="{title}"><h3 class="tr-h3">{title}</h3><ul class="tr-hand">'
            + "".join(f"<li>{self._tile(card)}</li>" for card in some)
            + "</ul></section>"
            for title, windows in GROUPS.items()
            if (some := [card for card in deck.values() if card.windows[0] in windows])
        )
        count = sum(card.copies for card in deck.values())
        reading = readings(self.shared.rulings)["data.cast-cards"]
        parts.append(f'<h2 class="tk-h2">Spec Cards <small>{len(IDOLS)} Idols</small></h2>')
        parts.append(
            f'<ul class="tc-idols" aria-label="Spec Cards" data-arrows="idols">{"".join(f"<li>{self._idol(idol)}</li>" for idol in IDOLS)}</ul>'
        )
        parts.append(f'<h2 class="tk-h2">Cast Cards <small>{count} cards, {len(deck)} kinds</small></h2>')
        parts.append(
            f'<div class="tc-cast" role="group" aria-label="Cast Cards" data-arrows="cast">{shown}</div>'
            if deck
            else f'<p class="tk-notice">{NO_CARDS[reading]}</p>'
        )
        return "".join(parts)

    def _tile(self, card: CastCard) -> str:
        id = f"cast|{card.key}"
        state = CHOSEN if id == self.chosen else ""
        pressed = str(id == self.chosen).lower()
        acts = f'data-id="{escape(id)}" aria-pressed="{pressed}"'
        return view.cast_card_html(view.CardPicture(card.key, card.name, card, state, acts, card.copies))

    def _idol(self, idol: str) -> str:
        id, lines = f"spec|{idol}", self.spec(idol)
        on = id == self.chosen
        printed = all(line.provenance in ("printed", "official") for line in lines)
        mark = "" if printed else view.ASSUMED
        names = ", ".join(line.name for line in lines)
        return (
            f'<button type="button" class="tr-card tc-idol{" is-chosen" * on}" data-id="{id}" aria-pressed="{str(on).lower()}">'
            f"{_icon(idol)}<b>{idol.capitalize()}</b><span>{escape(names)}</span>{mark}</button>"
        )

    def _detail(self) -> str:
        kind, _, key = self.chosen.partition("|")
        look = f' data-show="{escape(self.chosen)}"' if self.asked else ""
        mine = f'<p class="tc-sign">{source_mark("pack")}<b>{MINE}</b></p>' if self._of_pack(self.chosen) else ""
        body = self._cast(self.deck[key], mine) if kind == "cast" else self._spec(key, mine)
        return f"<div{look}>{body}</div>"

    def _cast(self, card: CastCard, mine: str) -> str:
        when = " or ".join(WHEN[window] for window in card.windows)
        many = f"{card.copies} of {sum(one.copies for one in self.deck.values())}"
        rune = (
            f"{view.rune_icon(card.rune)}A unit of the caster’s clan stands on the {NAMES[card.rune]} rune."
            if card.rune in view.RUNES
            else "It needs no rune."
        )
        anytime = "<dt>Variant C</dt><dd>At any time.</dd>" if ANY_TIME in card.groups else ""
        fields = {"Name": card.name_provenance, "When": card.timing_provenance, "Effect": card.provenance}
        told = f"What is known: {card.known}" if card.known else ""
        return (
            f'<p class="tk-kicker">Cast Card, {many}</p><h2 class="tc-name">{escape(card.name)}</h2>{mine}'
            f'<p class="tc-text">{escape(card.text)}</p><dl class="tc-facts"><dt>When</dt><dd>{sentence(when)}.</dd>'
            f"<dt>Who</dt><dd>{sentence(WHO[card.who])}.</dd><dt>Rune</dt><dd>{rune}</dd>{anytime}</dl>{_BACK}"
            + sources_html({name: source or "invented" for name, source in fields.items()}, bool(mine), [told])
            + self._clauses(card.name, ["cast.rune-needed", "card.text-rules"])
        )

    def _spec(self, idol: str, mine: str) -> str:
        lines = self.spec(idol)
        rows = "".join(f"<li>{view.spec_line_html(view.SpecLine(line, True))}</li>" for line in lines)
        orders = '<a class="tk-btn tk-btn--main" href="#orders">See what units may do</a>'
        return (
            f'<p class="tk-kicker">Spec Card</p><h2 class="tc-name">{_icon(idol)}{idol.capitalize()}</h2>{mine}'
            f'<ul class="tc-lines">{rows}</ul><div class="tk-do">{orders}{_BACK}</div>'
            + sources_html({line.name: line.provenance for line in lines}, bool(mine))
            + self._clauses(idol.capitalize(), ["spec.mods-needed", "spec.mana-cost"])
        )

    def _clauses(self, name: str, always: list[str]) -> str:
        """The clauses that name a card, and those on all cards of its kind."""
        named = [id for id, clause in self.book.clauses.items() if name in f"{clause.title} {clause.text}"]
        chips = "".join(
            cited(self.book, id, self.clause == id, "tc-clause", self.shared.rulings)
            for id in dict.fromkeys((*named, *always))
        )
        return f'<section><h3>What the rulebook says</h3><div class="tc-chips">{chips}</div></section>'

    def _spoken(self) -> str:
        """The chosen card as sentences."""
        kind, _, key = self.chosen.partition("|")
        if kind == "cast":
            card = self.deck[key]
            rune = f"Rune: {NAMES[card.rune]}." if card.rune in view.RUNES else "No rune."
            return f"{card.name}, Cast Card. {card.text} {rune}"
        lines = [f"{line.name}, {line.mods} Mods, {line.mana} mana: {line.text}" for line in self.spec(key)]
        return f"{key.capitalize()}, Spec Card. {' '.join(lines)}"


DESK: Final = '<button type="button" class="tk-btn" data-id="desk">Use your own cards</button>'
_BACK: Final = '<button type="button" class="tk-btn tc-back" data-id="back">Back to the cards</button>'


def _icon(idol: str) -> str:
    orb = orb_of(idol)
    return view.piece_icon(Piece(orb, "idol", idol=idol, orb=orb))
