"""The Kindred lab: lay any table, play a card, and watch the chain of Kindred Effects, one step at a time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from html import escape
from importlib.resources import files
from random import Random
from typing import Any, Final, NamedTuple, cast

from ...core import CHANCE, Event, Reason, Rulings, Seat, rulebook
from ...core.match import Match, Node
from ...core.scene import LIT, NOT
from ...ui import Board, Log, RulingsPanel, columns
from ...ui.clause import chip, opened
from ...ui.shared import Shared
from .. import view
from ..areas import area_texts, landmark_texts
from ..campaigns import Area, Standing, card_suits, is_ignored
from ..cards import (
    KEY,
    SUIT_OF,
    SUITS,
    AreaCard,
    Card,
    Marker,
    Shrouded,
    Sorter,
    Suit,
    aces,
    find_area,
    folk,
    landmarks,
    letter,
    vanguards,
)
from ..contests import judge
from ..examples import examples
from ..flow import NOBODY, Ask, Flow
from ..game import Table, make_setup, position, with_ranks
from ..kindred import triggers
from ..moves import (
    Charge,
    Decline,
    Discard,
    DiscardShown,
    Inspire,
    Intercept,
    LoseMorale,
    Move,
    PickSuit,
    PlaceLandmark,
    Play,
    Rally,
    ReEnlist,
    Rouse,
    Show,
    Shuffle,
)
from ..view import AreaPicture, CampaignPicture, CardPicture, Landing, Run

MARKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "V", "A")
MOST_AREAS = 4
LONG = 4
"""A chain of so many effects can be drawn as a graph."""
OWN = files(__package__).joinpath("kindred.css").read_text(encoding="utf-8")
SHORT: Final = {Suit.BOAR: "Boar", Suit.KOEL: "Koel", Suit.LIZARD: "Lizard", Suit.ORANGUTAN: "Orangutan"}
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


# ---------------------------------------------------------------- words


def join(parts: Iterable[str], word: str = "and") -> str:
    """'a', 'a and b', 'a, b and c'."""
    found = [*parts]
    return f" {word} ".join(found) if len(found) < 3 else f"{', '.join(found[:-1])} {word} {found[-1]}"


def name(card: object) -> str:
    """A card as it is called here: 'Boar 7', 'Koel Vanguard'."""
    return f"{SHORT[card.suit]} {card.name}" if isinstance(card, Card) else str(card)


_LONG = re.compile(r"\b(Wild (?=Boar)|Asian (?=Koel)|Monitor (?=Lizard))")
_RUN = re.compile(r"a run of (Boar|Koel|Lizard|Orangutan) in")


def short(text: str) -> str:
    """The engine's words with the short names of cards."""
    return _RUN.sub(r"a run of \1s in", _LONG.sub("", text))


def times_word(times: int) -> str:
    """How often an effect is activated."""
    return "once" if times == 1 else "twice" if times == 2 else f"{times} times"


# ---------------------------------------------------------------- what lies in the lab


class Plot(NamedTuple):
    """An Area: the key of its text ("" for none), and a row of cards a seat, as texts: "B4", "(B4)" face down."""

    text: str = ""
    rows: tuple[tuple[str, ...], ...] = ((), ())


Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Situation:
    """All that a visitor has laid out: an immutable value, so that going wrong changes nothing.

    `deck`: the next cards, as far as they are known; after them the rest comes in an order that nobody knows (`seed`).
    `ask`: what `active` does: "play" a card, or "limit", discard down to the hand limit. Places are texts: "row|0|1" is
    the campaign of seat 1 in the first Area, "hand|0" a hand, "deck" the next cards.
    """

    players: int = 2
    plots: tuple[Plot, ...] = (Plot("padma-field"), Plot("mahayudha-pillar"), Plot("alun-alun"))
    hands: Rows = ((), ())
    deck: tuple[str, ...] = ()
    landmarks: Rows = ((), ())
    first: Seat = 0
    active: Seat = 0
    rulings: Rulings = field(default_factory=lambda: Rulings.defaults(KEY))
    ask: str = "play"
    seed: int = 7
    example: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """Who sits where: letters, as in every tab."""
        return tuple(map(letter, range(self.players)))

    @property
    def table(self) -> Table:
        """The position, with the question that is open; ValueError says what cannot be."""
        return _lay(replace(self, example=""))

    def key(self, plot: int) -> str:
        """What moves call an Area."""
        return self.plots[plot].text or f"area-{plot + 1}"

    def cards(self, place: str) -> tuple[str, ...]:
        """The cards at a place; ValueError says which places there are."""
        kind, _, rest = place.partition("|")
        if kind == "deck":
            return self.deck
        if kind == "hand":
            return self.hands[int(rest)]
        if kind == "row":
            plot, seat = map(int, rest.split("|"))
            return self.plots[plot].rows[seat]
        raise ValueError(f"place is {place!r}; allowed: row|area|seat, hand|seat, deck")

    def has(self, place: str) -> bool:
        """Whether there is such a place here."""
        try:
            self.cards(place)
        except (ValueError, IndexError):
            return False
        return True

    def where(self, place: str) -> str:
        """A place in words."""
        kind, _, rest = place.partition("|")
        if kind == "deck":
            return "on top of the deck"
        if kind == "hand":
            return f"in {self.names[int(rest)]}’s hand"
        plot, seat = map(int, rest.split("|"))
        return f"in {self.names[seat]}’s campaign in {self.area_name(plot)}"

    def area_name(self, plot: int) -> str:
        """The name of an Area."""
        text = self.plots[plot].text
        return find_area(text).name if text else f"Area {plot + 1}"

    def places(self) -> Iterator[str]:
        """Every place a card can lie."""
        for plot in range(len(self.plots)):
            for seat in range(self.players):
                yield f"row|{plot}|{seat}"
        for seat in range(self.players):
            yield f"hand|{seat}"
        yield "deck"

    # -------------------------------------------------------------------------------------------- changing it

    def copies(self, code: str) -> int:
        """How many copies of a card the box holds."""
        if code[0] == "[":
            return 1
        return _box(str(self.rulings["deck-composition"]))[code]

    def lies(self, code: str) -> list[str]:
        """The places where copies of a card lie."""
        return [place for place in self.places() for card in self.cards(place) if card.strip("()") == code]

    def why_not(self, code: str, place: str) -> Reason | None:
        """Why a card cannot be put there; None if it can."""
        if code[0] == "[":
            text = landmark_texts()[code[1:-1].split()[1]]
            if not place.startswith("row"):
                return Reason(
                    "faq.placed-landmarks",
                    f"{text.name} is a Landmark: it lies in campaigns only.",
                    "Choose a campaign on the table, then place it.",
                )
        held, shown = self.lies(code), code
        if code[0] != "[":
            card = Card(code + "a")
            shown = name(card)
            if not self.copies(code):
                return Reason(
                    "card.folk",
                    f"There is no {shown} in this deck.",
                    "Choose another card, or another reading of the deck’s values on the Rulings tab.",
                )
        else:
            shown = landmark_texts()[code[1:-1].split()[1]].name
        if len(held) >= self.copies(code):
            many = {1: f"The only {shown} lies", 2: f"Both copies of {shown} lie"}
            what = many.get(self.copies(code), f"All {self.copies(code)} copies of {shown} lie")
            clause = "faq.placed-landmarks"
            if code[0] != "[":
                clause = {"folk": "box.folk", "vanguard": "box.vanguards", "ace": "box.aces"}[Card(code + "a").type]
            return Reason(
                clause,
                f"{what} {join(dict.fromkeys(map(self.where, held)))}.",
                "Take one away first, or choose another card.",
            )
        return None

    def put(self, place: str, cards: Sequence[str]) -> Situation:
        """Other cards at a place."""
        kind, _, rest = place.partition("|")
        new = tuple(cards)
        if kind == "deck":
            return replace(self, deck=new, example="")
        if kind == "hand":
            seat = int(rest)
            return replace(self, hands=_at(self.hands, seat, new), example="")
        plot, seat = map(int, rest.split("|"))
        changed = self.plots[plot]._replace(rows=_at(self.plots[plot].rows, seat, new))
        return replace(self, plots=_at(self.plots, plot, changed), example="")

    def add(self, place: str, code: str) -> Situation:
        """One more card at the right end of a place."""
        after = self.put(place, (*self.cards(place), code))
        if code[0] == "[":
            seat, key = int(place.split("|")[2]), code[1:-1].split()[1]
            after = after.own(seat, key, True)
        return after

    def take(self, place: str, index: int) -> Situation:
        """A card less."""
        cards = self.cards(place)
        return self.put(place, cards[:index] + cards[index + 1 :])

    def flip(self, place: str, index: int) -> Situation:
        """A card of a campaign turned over."""
        cards = self.cards(place)
        card = cards[index]
        return self.put(place, _at(cards, index, card.strip("()") if card[0] == "(" else f"({card})"))

    def own(self, seat: Seat, key: str, yes: bool) -> Situation:
        """A Landmark won by a player, or by nobody: then it lies in no campaign."""
        after = replace(
            self,
            landmarks=tuple(
                (*(other for other in owned if other != key), *([key] if yes and owner == seat else []))
                for owner, owned in enumerate(self.landmarks)
            ),
            example="",
        )
        for place in self.places():
            kept = [
                card
                for card in after.cards(place)
                if not (card[0] == "[" and key in card and not (yes and place.endswith(f"|{seat}")))
            ]
            if len(kept) < len(after.cards(place)):
                after = after.put(place, kept)
        return after

    def with_text(self, plot: int, text: str) -> Situation:
        """Another Area in this place."""
        return replace(self, plots=_at(self.plots, plot, self.plots[plot]._replace(text=text)), example="")

    def why_not_text(self, plot: int, text: str) -> Reason | None:
        """Why an Area cannot lie there; None if it can."""
        for other, there in enumerate(self.plots):
            if text and other != plot and there.text == text:
                return Reason(
                    "area.parts",
                    f"{self.area_name(other)} lies on the table already.",
                    "Choose another Area, or change that one first.",
                )
        return None

    def seated(self, players: int) -> Situation:
        """Another number of players; the cards of those who leave go."""

        def fit(rows: Rows) -> Rows:
            return (*rows, *(((),) * players))[:players]

        return replace(
            self,
            players=players,
            plots=tuple(plot._replace(rows=fit(plot.rows)) for plot in self.plots),
            hands=fit(self.hands),
            landmarks=fit(self.landmarks),
            first=self.first if self.first < players else 0,
            active=self.active if self.active < players else 0,
            example="",
        )

    def grown(self) -> Situation:
        """One more Area, without a text."""
        return replace(self, plots=(*self.plots, Plot("", ((),) * self.players)), example="")

    def shrunk(self, plot: int) -> Situation:
        """One Area less."""
        return replace(self, plots=self.plots[:plot] + self.plots[plot + 1 :], example="")

    def cleared(self) -> Situation:
        """The same Areas and players, no cards."""
        none: Rows = ((),) * self.players
        plots = tuple(plot._replace(rows=none) for plot in self.plots)
        return replace(self, plots=plots, hands=none, deck=(), landmarks=none, ask="play", example="")


def _at(values: tuple[Any, ...], place: int, value: Any) -> tuple[Any, ...]:
    return (*values[:place], value, *values[place + 1 :])


@lru_cache(maxsize=4)
def _box(composition: str) -> Counter[str]:
    return Counter(card.code for card in (*folk(composition), *vanguards(), *aces()))


@lru_cache(maxsize=64)
def _lay(now: Situation) -> Table:
    areas = []
    for plot, (text, rows) in enumerate(now.plots):
        key = now.key(plot)
        card = find_area(text) if text else AreaCard(key, f"Area {plot + 1}", 0, key, "", "")
        row: dict[str, Any] = {"card": card, "campaigns": rows}
        if now.players > 2:
            row["defender"] = (now.first + plot) % now.players
        areas.append(row)
    composition = str(now.rulings["deck-composition"])
    left = Counter(card.code for card in folk(composition))
    left.subtract(card.strip("()") for place in now.places() for card in now.cards(place))
    rest = [code for code, n in left.items() for _ in range(n)]
    Random(now.seed).shuffle(rest)
    table = position(
        now.players,
        "advanced",
        rulings=now.rulings,
        named=now.first,
        areas=areas,
        hands=now.hands,
        first=now.first,
        active=now.active,
        step="still",
        deck=[*now.deck, *rest],
        landmarks=now.landmarks,
    )
    if not now.hands[now.active]:
        return table
    if now.ask == "limit":
        return table._replace(ask=Ask("discard", now.active, area="limit"), phase="strategise")
    return table._replace(ask=Ask("play", now.active, area="only"))


# ---------------------------------------------------------------- the printed examples


PRINTED_PLAYERS: Final = ("Erica", "Drake")
"""The players of the rulebook's examples; here they are A and B, as in every tab."""


class Shown(NamedTuple):
    """An example one press away. `extra`: cards and hands that the kit lays beside what the example gives; `printed`: the
    cards that stand in the rulebook; `at`: the step it opens at; `plays`: the moves played at first, as lines."""

    label: str
    suit: Suit | None
    caption: str
    extra: Mapping[str, tuple[str, ...]]
    printed: frozenset[str] = frozenset()
    at: int = 0
    note: str = ""
    plays: tuple[str, ...] = ()
    firing: bool = False

    @property
    def told(self) -> str:
        """The caption, and who of the rulebook's players in it is who here."""
        who = [f"{letter(seat)} is {player}" for seat, player in enumerate(PRINTED_PLAYERS) if player in self.caption]
        return " ".join([self.caption, *(f"{one}." for one in who)])


def _more(**extra: str) -> Mapping[str, tuple[str, ...]]:
    return {place.replace("_", "|"): tuple(cards.split()) for place, cards in extra.items()}


LONG_CHAIN: Final = "long-chain"
SHOWN: Final[Mapping[str, Shown]] = {
    "strategise-erica": Shown(
        "Strategise",
        None,
        "Erica holds eight cards.",
        _more(hand_0="K2 B5 M7 O4 K8 M3 B9 O6"),
        frozenset({"K2"}),
        0,
        "Printed: Erica carries a Koel 2 over, draws 7 cards, and the hand limit is 7. The kit filled in the 7 drawn cards.",
    ),
    "charge-erica": Shown(
        "Charge",
        Suit.BOAR,
        "Erica’s third Boar.",
        _more(row_1_0="K9", row_2_0="O6 M4", row_2_1="KV M5", hand_0="K4 O8"),
        frozenset({"B7", "M7"}),
        3,
    ),
    "inspire-drake": Shown(
        "Inspire",
        Suit.ORANGUTAN,
        "Drake’s third Orangutan.",
        _more(row_2_0="K9", row_2_1="B5", hand_1="B8 M6"),
        frozenset({"O2", "M2"}),
        3,
    ),
    "rouse-erica": Shown(
        "Rouse",
        Suit.KOEL,
        "Erica’s third Koel is an Ace.",
        _more(row_2_0="M8", row_2_1="B4 O5", hand_0="O9 M5"),
        frozenset({"KA"}),
        3,
    ),
    "intercept-drake": Shown(
        "Intercept",
        Suit.LIZARD,
        "Drake’s third Lizard.",
        _more(row_2_0="O8", row_2_1="B6", hand_1="K7 O4"),
        frozenset({"M2", "KV"}),
        3,
    ),
    "kindred-vanguard-pair": Shown(
        "Vanguard",
        None,
        "A Vanguard is two cards of a run.",
        _more(
            row_0_0="BV", row_1_0="K2 K3 K4", row_0_1="M5 O3", row_1_1="O7", row_2_1="B6", hand_0="B4 KV", deck="M9 O6"
        ),
        frozenset({"BV", "B4", "KV"}),
        0,
        "Printed: a Vanguard and one Folk of its suit trigger once; a further Vanguard on a run of three triggers twice. "
        "The kit filled in the values, B’s cards and the deck.",
        ("play KVa mahayudha-pillar", "play B4a padma-field"),
        True,
    ),
    LONG_CHAIN: Shown(
        "Long chain",
        None,
        "One Vanguard, five effects.",
        _more(
            row_2_0="KV K2",
            row_2_1="K9",
            row_0_0="B2 B6",
            row_0_1="M9",
            row_1_0="M6 OV",
            row_1_1="M2 M3",
            hand_0="KV B8",
            deck="B3 O5",
        ),
        frozenset(),
        0,
        "Nothing of this table is printed: the kit laid it to show all four effects in one chain.",
        (
            "play KVb alun-alun",
            "rouse A padma-field",
            "charge M9a B padma-field",
            "rouse A mahayudha-pillar",
            "inspire M6a A mahayudha-pillar B",
            "intercept K9a B alun-alun padma-field",
        ),
    ),
}


def load(id: str, rulings: Rulings | None = None) -> Situation:
    """A worked example as a situation; the kit fills in what it leaves open."""
    shown = SHOWN[id]
    now = Situation(rulings=rulings or Rulings.defaults(KEY), ask="limit" if id == "strategise-erica" else "play")
    if id != LONG_CHAIN and examples()[id].given["check"] == "chain":
        given = examples()[id].given
        names = given["players"]
        now = replace(now, first=names.index(given["first"]), deck=tuple(given.get("deck", ())))
        keys = [plot.text for plot in now.plots]
        for row in given["areas"]:
            for who, cards in row["campaigns"].items():
                now = now.put(f"row|{keys.index(row['key'])}|{names.index(who)}", cards)
        seat = names.index(given["play"]["player"])
        now = replace(now.put(f"hand|{seat}", (given["play"]["card"],)), active=seat)
    for place, cards in shown.extra.items():
        now = now.put(place, (*now.cards(place), *cards))
    return replace(now, example=id)


def printed_moves(id: str, table: Table) -> list[Move]:
    """The moves an example tells of."""
    lines = SHOWN[id].plays
    if lines:
        return [table.read_move(line) for line in lines]
    if id == LONG_CHAIN or examples()[id].given["check"] != "chain":
        return []
    given = examples()[id].given
    names = given["players"]

    def card(area: str, who: str, code: str) -> Card:
        row = table.area(area).campaigns[names.index(who)].cards
        return next(entry for entry in row if isinstance(entry, Card) and entry.code == code)

    play = given["play"]
    hand = table.hands[names.index(play["player"])]
    place = None
    if table.setup.reads["card-position"] == "anywhere":
        place = len(table.area(play["area"]).campaigns[names.index(play["player"])].cards)
    found: list[Move] = [Play(next(c for c in hand if c.code == play["card"]), play["area"], place)]
    for choice in given["choices"]:
        area = choice["area"]
        if choice["effect"] == "ROUSE":
            found.append(Rouse(names.index(choice["to"]), area, None))
            continue
        owner = names.index(choice["from"])
        it = card(area, choice["from"], choice["card"])
        if choice["effect"] == "CHARGE":
            found.append(Charge(it, owner, area))
        elif choice["effect"] == "INSPIRE":
            found.append(Inspire(it, owner, area, names.index(choice["to"])))
        else:
            found.append(Intercept(it, owner, area, choice["to"]))
    return found


# ---------------------------------------------------------------- the chain as a film


def at_end(table: Table, move: Move) -> Move:
    """The same move with its card at the right end, as the reading of card-position writes it."""
    if not hasattr(move, "place") or isinstance(move, PlaceLandmark):
        return move
    place = None
    if table.setup.reads["card-position"] == "anywhere":
        key, seat = target_of(move, table.ask.seat if table.ask else 0)
        place = len(table.area(key).campaigns[seat].cards)
    settled: Move = replace(cast(Any, move), place=place)
    return settled


def target_of(move: Move, seat: Seat) -> tuple[str, Seat]:
    """The campaign into which a move puts a card: Area and owner; ("", -1) if none."""
    if isinstance(move, Play | PlaceLandmark):
        return move.area, seat
    if isinstance(move, Rouse | Inspire | Rally):
        return move.area, move.to
    if isinstance(move, Intercept):
        return move.into, move.owner
    return "", NOBODY


def source_of(move: Move) -> str:
    """The card a move is about, as a text: "hand|B7a", "pile|M2a", "card|padma-field|1|M7a"; "" if none."""
    if isinstance(move, Play | Discard | Show):
        return f"hand|{move.card.id}"
    if isinstance(move, ReEnlist):
        return f"pile|{move.card.id}"
    if isinstance(move, Charge | Inspire | Intercept):
        return f"card|{move.area}|{move.owner}|{move.card.id}"
    return ""


class Told(NamedTuple):
    """What a move did: its events, notes of what was resolved, and the card that came into a campaign."""

    events: tuple[Event, ...] = ()
    notes: tuple[str, ...] = ()
    landed: Card | None = None


class Frame(NamedTuple):
    """One picture of the film. `kind`: "choose" (a decision is open), "done" (a move was carried out), "run" (what it has
    triggered), "end"."""

    node: Node
    kind: str
    title: str


TRIGGERED: Final = ("kindred.trigger", "kindred.again", "faq.rainbow-one")


class Chain:
    """A played card and what follows from it: a Match whose line is shown as a film. Other choices are branches."""

    def __init__(self, table: Table, names: Sequence[str], seed: int = 7) -> None:
        self.match = Match(table)
        self.names, self.seed = names, seed
        self.leaf: Node = self.match.root
        self._told: dict[Node, Told] = {self.match.root: Told()}
        self._frames: dict[Node, tuple[Frame, ...]] = {}

    @property
    def root(self) -> Node:
        """Where the film starts."""
        return self.match.root

    @property
    def line(self) -> tuple[Node, ...]:
        """The places of the film that is shown."""
        nodes = [self.leaf]
        while nodes[-1].parent is not None:
            nodes.append(nodes[-1].parent)
        return tuple(reversed(nodes))

    def table(self, node: Node) -> Table:
        """The table at a place."""
        state = node.state
        assert isinstance(state, Table)
        return state

    def play(self, node: Node, move: Move) -> Node:
        """Play a move at a place; IllegalMove leaves everything as it was. The film goes on along what was played."""
        before = self.match.here
        self.match.here = node
        try:
            self.match.play(move)
        except Exception:
            self.match.here = before
            raise
        found = self.match.here
        last = found
        while self.table(last).to_move is CHANCE:
            if not last.children:
                self.match.here = last
                self.match.play(self.table(last).sample_chance(Random(self.seed)))
            last = last.children[-1]
        while last.children:
            last = last.children[-1]
        self.match.here = self.leaf = last
        self._frames.clear()
        return found

    def told(self, node: Node) -> Told:
        """What the move that led to a place did."""
        found = self._told.get(node)
        if found is None:
            assert node.parent is not None
            before = self.table(node.parent)
            _, events, notes = before.told(node.move)
            landed = getattr(node.move, "card", None) if isinstance(node.move, Play | Inspire) else None
            if isinstance(node.move, Rouse | Rally) and before.deck:
                landed = before.deck[0]
            found = self._told[node] = Told(events, notes, landed)
        return found

    def frames(self) -> tuple[Frame, ...]:
        """The pictures of the film, in order."""
        found = self._frames.get(self.leaf)
        if found is None:
            found = self._frames[self.leaf] = tuple(frame for node in self.line for frame in self._of(node))
        return found

    def _of(self, node: Node) -> Iterator[Frame]:
        table = self.table(node)
        if node.parent is not None:
            yield Frame(node, "done", done_title(self.table(node.parent), node.move, self.told(node), self.names))
            run = run_of(table, self.told(node))
            if run is not None and any(event.clause in TRIGGERED for event in self.told(node).events):
                yield Frame(node, "run", run_title(table, run))
        if table.to_move is CHANCE:
            return
        if table.ask is not None:
            yield Frame(node, "choose", "Before" if node.parent is None else choose_title(table.ask))
        elif node.parent is not None:
            yield Frame(node, "end", "The chain ends")

    def events(self, upto: Frame) -> tuple[Event, ...]:
        """The story up to a picture of the film."""
        found: list[Event] = []
        for node in self.line:
            told = self.told(node).events
            if node is not upto.node:
                found += told
                continue
            if upto.kind == "done":
                kinds = [frame.kind for frame in self._of(node)]
                cut = next((n for n, event in enumerate(told) if event.clause in TRIGGERED), len(told))
                told = told[:cut] if "run" in kinds else told
            found += told
            if upto.kind == "choose" and node.parent is not None:
                found.append(Event(ask_clause(self.table(node)), asked(self.table(node), self.names)))
            break
        return tuple(
            replace(event, text=short(event.text))
            for event in found
            if event.private is None or event.private == self.table(self.root).active
        )

    def effects(self) -> list[Node]:
        """The places of the film at which a Kindred Effect was carried out."""
        return [node for node in self.line if isinstance(node.move, Charge | Inspire | Rouse | Intercept)]


class Found(NamedTuple):
    """A run on the table: the campaign, where it starts and ends, its suit and what it weighs."""

    area: str
    owner: Seat
    start: int
    end: int
    suit: Suit
    weight: int


def run_of(table: Table, told: Told) -> Found | None:
    """The run that has just been completed, or that the open question rests on; None if it is gone."""
    ask = table.ask
    if ask is not None and ask.what == "suit":
        return None
    trigger = ask.trigger if ask is not None else None
    card = trigger.card if trigger else told.landed
    if card is None:
        return None
    for area in table.areas:
        for owner, campaign in enumerate(area.campaigns):
            if card not in campaign.cards:
                continue
            mods, reads = table.mods(area, owner), table.setup.reads
            place = campaign.cards.index(card)
            if trigger:
                if (area.key, owner) != (trigger.area, trigger.owner):
                    return None
                suit = trigger.suit
            else:
                fired = triggers(campaign.cards, place, mods, reads)
                if not fired:
                    return None
                suit = fired[0][0]
            start = end = place
            weight = card.weight
            for step in (-1, 1):
                at = place + step
                while 0 <= at < len(campaign.cards):
                    entry = campaign.cards[at]
                    if isinstance(entry, Shrouded):
                        break
                    if not is_ignored(entry, mods):
                        if suit not in card_suits(entry, mods):
                            break
                        weight += entry.weight
                        start, end = min(start, at), max(end, at)
                    at += step
            return Found(area.key, owner, start, end + 1, suit, weight)
    return None


# ---------------------------------------------------------------- what is said of moves and questions


def area_name(table: Table, key: str) -> str:
    """The name of an Area on the table."""
    return next((area.card.name for area in table.areas if area.key == key), key)


def done_title(before: Table, move: Any, told: Told, names: Sequence[str]) -> str:
    """What a move did, in a few words."""
    if isinstance(move, Play):
        down = any(event.clause == "keyword.shroud-play" for event in told.events)
        return "A card lies face down" if down else f"{name(move.card)} lands"
    if isinstance(move, Charge):
        return f"{name(move.card)} is discarded"
    if isinstance(move, Inspire):
        return f"{name(move.card)} goes to {names[move.to]}"
    if isinstance(move, Intercept):
        return f"{name(move.card)} moves on"
    if isinstance(move, Rouse | Rally):
        return f"{name(told.landed)} comes" if told.landed else "The deck is shuffled first"
    if isinstance(move, Decline):
        return "It is declined"
    if isinstance(move, LoseMorale):
        return f"{names[move.seat]} loses Morale"
    if isinstance(move, PickSuit):
        return f"{move.suit.effect} is picked"
    if isinstance(move, Discard):
        return f"{name(move.card)} is discarded"
    return "The deck is shuffled" if isinstance(move, Shuffle) else short(str(move))


def run_title(table: Table, run: Found) -> str:
    """The run in a few words: 'Three Boars in a row'."""
    size = run.end - run.start
    if run.weight == size:
        return f"{NUMBERS[min(size, 10)].capitalize()} {SHORT[run.suit]}s in a row"
    return f"A run that counts {run.weight}"


def choose_title(ask: Ask) -> str:
    """What is to be chosen, in a few words."""
    if ask.trigger is not None:
        return {
            "CHARGE": "Choose a Folk card",
            "INSPIRE": "Choose who moves over",
            "ROUSE": "Choose a campaign",
            "INTERCEPT": "Choose a card to move",
        }[ask.trigger.suit.effect]
    return {
        "elite": "Who loses Morale?",
        "suit": "Pick one effect",
        "rally": "Where to rally?",
        "show": "Choose a card to show",
        "discard-shown": "Choose what is discarded",
    }.get(ask.what, "A choice")


def ask_clause(table: Table) -> str:
    """The clause behind the open question."""
    ask = table.ask
    if ask is None:
        return "kindred.chain"
    if ask.trigger is not None:
        return f"{ask.trigger.suit.effect.lower()}.effect"
    return {
        "play": "contest.play",
        "elite": "elite.morale",
        "suit": "faq.rainbow-one",
        "rally": "keyword.rally",
        "show": "faq.crystal",
        "discard-shown": "faq.crystal",
        "discard": "strategise.discard-to-limit",
    }.get(ask.what, "kindred.chain")


def asked(table: Table, names: Sequence[str]) -> str:
    """The open question as a line of the log."""
    ask = table.ask
    assert ask is not None
    who = names[ask.seat]
    must = "may" if ask.optional else "must"
    if ask.trigger is not None:
        deed = {
            "CHARGE": "discard one Folk card in play; the own ones count, too",
            "INSPIRE": "move a Folk card to another player’s campaign in the same Area",
            "ROUSE": "choose a campaign; the next card of the deck goes there, unseen",
            "INTERCEPT": "move a card to the same player’s campaign in another Area",
        }[ask.trigger.suit.effect]
        return f"{who} {must} {deed}."
    return {
        "suit": f"{who} must pick one of the effects: only one is activated.",
        "elite": f"{who} must name the opponent who loses 1 Morale.",
        "rally": f"{who} {must} choose a campaign; the next card of the deck goes there.",
        "show": f"{who} must reveal a card from hand.",
        "discard-shown": f"{who} {must} choose a revealed card to be discarded.",
        "discard": f"{who} must discard down to {_limit(table, ask.seat)}.",
    }.get(ask.what, f"{who} must choose.")


def _limit(table: Table, seat: Seat) -> str:
    return NUMBERS[min(Flow(table).hand_limit(seat), 10)]


def question(table: Table, names: Sequence[str]) -> tuple[str, str]:
    """What is asked, and one line of help."""
    ask = table.ask
    if ask is None:
        return "Nothing is asked.", ""
    who = names[ask.seat]
    may = "you may " if ask.optional else ""
    if ask.trigger is not None:
        return {
            "CHARGE": (f"{who}, {may}discard one Folk card.", "Lit cards can go. Your own are lit, too."),
            "INSPIRE": (f"{who}, {may}move one Folk card.", "It goes to another player’s campaign in its Area."),
            "ROUSE": (f"{who}, {may}choose a campaign.", "The next card of the deck goes there. Nobody has seen it."),
            "INTERCEPT": (f"{who}, {may}move one card.", "It goes to its owner’s campaign in another Area."),
        }[ask.trigger.suit.effect]
    return {
        "play": (f"{who}, play a card.", "Choose a card, then one of your campaigns."),
        "discard": (
            f"{who}, discard down to {_limit(table, ask.seat)}.",
            f"{len(table.hands[ask.seat])} cards are too many. Choose one.",
        ),
        "elite": (f"{who}, who loses 1 Morale?", "Your Elite Force costs one opponent."),
        "suit": (f"{who}, pick one effect.", "This card has all suits. Only one effect is activated."),
        "rally": (f"{who}, {may}choose a campaign to rally into.", "The next card of the deck goes there."),
        "show": (f"{who}, reveal a card.", "Crystal Hall asks for one from your hand."),
        "discard-shown": (f"{who}, choose a revealed card.", "Crystal Hall has it discarded."),
    }.get(ask.what, (f"{who} has to choose.", ""))


def deed(table: Table, move: Any, names: Sequence[str]) -> str:
    """What a button says that does a move."""
    if isinstance(move, Play):
        down = " face down" if move.shroud else ""
        return f"Play {name(move.card)}{down} into {area_name(table, move.area)}"
    if isinstance(move, Charge | Discard):
        return f"Discard {name(move.card)}"
    if isinstance(move, Inspire):
        return f"Move {name(move.card)} to {names[move.to]}"
    if isinstance(move, Intercept):
        return f"Move {name(move.card)} to {area_name(table, move.into)}"
    if isinstance(move, Rouse | Rally):
        verb = "Rouse" if isinstance(move, Rouse) else "Rally"
        return f"{verb} into {names[move.to]}’s campaign"
    if isinstance(move, Decline):
        ask = table.ask
        return f"Decline {ask.trigger.suit.effect}" if ask is not None and ask.trigger else "Decline"
    if isinstance(move, PickSuit):
        return f"Activate {move.suit.effect}"
    if isinstance(move, Show):
        return f"Reveal {name(move.card)}"
    if isinstance(move, DiscardShown):
        return f"Have {names[move.owner]}’s card discarded"
    return short(str(move))


def leader(table: Table, area: Area) -> Seat | None:
    """Who would win an Area as it lies there."""
    standings = {seat: table.standing(area, seat) for seat in range(table.players)}
    return judge(standings, max(table.first, 0), area.defender, table.setup.reads).winner


def totals_of(table: Table) -> dict[tuple[str, Seat], Standing]:
    """What every campaign comes to."""
    return {(area.key, seat): table.standing(area, seat) for area in table.areas for seat in range(table.players)}


def effect_words(table: Table, move: Any, names: Sequence[str]) -> str:
    """What a move would change, before it is made; nothing that nobody knows yet."""
    key, seat = target_of(move, table.ask.seat if table.ask else 0)
    if isinstance(move, Rouse | Rally):
        now = table.standing(key, seat)
        limit = table.mods(key, seat).limit
        room = limit - now.total
        where = f"{names[seat]} has {now.total} in {area_name(table, key)}"
        if room == float("inf"):
            return f"{where}, and is never bust there."
        if room < 2:
            return f"{where}: any Folk card makes that bust."
        return f"{where}" + (
            f": a card above {room:g} makes that bust." if room < 10 else ": no Folk card makes that bust."
        )
    if not isinstance(move, Play | Charge | Inspire | Intercept):
        return ""
    after, events, _ = table.told(move)
    old, new = totals_of(table), totals_of(after)
    said = []
    for area in table.areas:
        parts = []
        for owner in range(table.players):
            before, then = old[area.key, owner], new[area.key, owner]
            if (before.total, before.bust) != (then.total, then.bust):
                bust = " and is bust" if then.bust else ""
                parts.append(f"{names[owner]}’s {before.total} becomes {then.total}{bust}")
        was, ahead = leader(table, area), leader(after, after.area(area.key))
        more = f"; {names[ahead]} moves ahead" if parts and ahead is not None and ahead != was else ""
        if parts:
            said.append(f"{area.card.name}: {join(parts)}{more}.")
    for event in events:
        if event.clause in ("kindred.trigger", "kindred.again") and event.key:
            effect = next(word for word in SUIT_OF if word in event.text)
            said.append(f"It triggers {effect}{', and may do so twice' if event.clause == 'kindred.again' else ''}.")
    return " ".join(said)


# ---------------------------------------------------------------- which readings matter


CHAIN_RULINGS: Final = (
    "kindred-mandatory",
    "vanguard-completes-run",
    "kindred-controller",
    "chain-order",
    "inspire-loop",
    "card-position",
    "gap-cards",
    "empty-campaign",
    "rouse-face",
    "play-effect-order",
    "intercept-elite",
    "elite-kindred-order",
    "elite-opponent",
    "elite-loss-times",
    "elite-pair-shape",
    "elite-five-count",
    "ace-value",
    "ignored-selectable",
    "rally-kindred",
    "rainbow-suit",
    "landmark-layering",
    "placed-landmark",
    "foggy-scope",
    "grand-pasar-repeat",
    "crystal-discards",
    "missing-texts",
    "elite-bust",
    "strategise-example",
)
OPTIONS: Final = ("empty-campaign", "inspire-loop", "ignored-selectable", "foggy-scope")
"""Rulings that change what may be chosen, though what was chosen comes to the same."""


def _trace(table: Table, moves: Sequence[Move], options: bool) -> tuple[Any, ...]:
    """What comes of the moves, picture by picture, as far as they are legal."""
    found = []
    for move in (*moves, None):
        ask = table.ask
        found.append(
            (
                tuple(tuple((c.cards, c.rank) for c in area.campaigns) for area in table.areas),
                tuple(table.standing(area, seat) for area in table.areas for seat in range(table.players)),
                table.hands,
                table.morale,
                table.discard,
                tuple((trigger.suit, trigger.seat) for trigger in table.chain),
                None if ask is None else (ask.what, ask.seat, ask.optional, ask.trigger and ask.trigger.suit),
                len(table.legal_moves()) if options and ask is not None and ask.seat != NOBODY else 0,
            )
        )
        if move is None:
            break
        move = at_end(table, move)
        if table.why_not(move):
            break
        table = table.play_unchecked(move)
    return tuple(found)


def changing(table: Table, moves: Sequence[Move]) -> dict[str, bool]:
    """Of each ruling a chain can rest on: whether another reading changes what these moves come to."""
    found = {}
    base = {options: _trace(table, moves, options) for options in (False, True)}
    rulings = table.rulings
    for id in CHAIN_RULINGS:
        options = id in OPTIONS
        found[id] = False
        for reading in rulebook(KEY).ruling(id).readings:
            if reading.id == rulings[id]:
                continue
            setup = table.setup
            other = make_setup(
                setup.players, setup.mode, "", (), setup.named, rulings.with_(id, reading.id), setup.partial
            )
            if _trace(with_ranks(table._replace(setup=other)), moves, options) != base[options]:
                found[id] = True
                break
    return found


# ---------------------------------------------------------------- what would trigger here?


class Fire(NamedTuple):
    """A card of the hand, an Area, the effect it would trigger there, how often, and the weight before and after."""

    card: Card
    area: str
    suit: Suit
    times: int
    weight: int


def fires(table: Table, seat: Seat) -> tuple[Fire, ...]:
    """Every place in which a card of a hand would trigger an effect. Clause: kindred.trigger, kindred.again"""
    found: list[Fire] = []
    for card in dict.fromkeys(table.hands[seat]):
        if any(card.code == fire.card.code for fire in found):
            continue
        for area in table.areas:
            row = area.campaigns[seat].cards
            mods = table.mods(area, seat)
            shrouds = any(step.do == "shroud" and step.mode == "must" for step in _enter(table, area))
            if shrouds:
                continue
            places = range(len(row) + 1) if table.setup.reads["card-position"] == "anywhere" else (len(row),)
            best: dict[Suit, int] = {}
            for place in places:
                for suit, often in triggers((*row[:place], card, *row[place:]), place, mods, table.setup.reads):
                    best[suit] = max(often, best.get(suit, 0))
            found += [Fire(card, area.key, suit, often, card.weight) for suit, often in best.items()]
    return tuple(found)


def _enter(table: Table, area: Area) -> tuple[Any, ...]:
    return table.setup.texts.steps(area.card.text, "enter")


# ---------------------------------------------------------------- the chain as a graph


def chain_graph(chain: Chain) -> Any:
    """The chain as a networkx graph: the played card, each effect, and an edge from what caused an effect to it."""
    import networkx

    graph = networkx.DiGraph()
    by: dict[Card, int] = {}
    for node in chain.line[1:]:
        move, told = node.move, chain.told(node)
        at = graph.number_of_nodes()
        assert node.parent is not None
        ask = chain.table(node.parent).ask
        if isinstance(move, Play):
            graph.add_node(at, node=node, label=name(move.card), detail="is played", suit=move.card.suit)
        elif isinstance(move, Charge | Inspire | Rouse | Intercept):
            assert ask is not None and ask.trigger is not None
            detail = done_title(chain.table(node.parent), move, told, chain.names)
            graph.add_node(at, node=node, label=ask.trigger.suit.effect, detail=detail, suit=ask.trigger.suit)
            cause = by.get(ask.trigger.card)
            if cause is not None:
                graph.add_edge(cause, at, card=ask.trigger.card)
        elif isinstance(move, Rally):
            graph.add_node(at, node=node, label="RALLY", detail=f"{name(told.landed)} comes", suit=None)
            graph.add_edge(0, at)
        else:
            continue
        if told.landed is not None:
            by[told.landed] = at
    return graph


def graph_svg(chain: Chain, here: Node | None = None) -> str:
    """The chain from cause to effect, a row for each depth."""
    import networkx

    graph = chain_graph(chain)
    rows = [sorted(row) for row in networkx.topological_generations(graph)]
    most = max(map(len, rows))
    box, tall, gap, between = 152, 50, 14, 34
    wide = most * box + (most - 1) * gap
    spot = {}
    for depth, row in enumerate(rows):
        left = (wide - len(row) * box - (len(row) - 1) * gap) / 2
        for n, one in enumerate(row):
            spot[one] = (left + n * (box + gap), depth * (tall + between))
    bits = []
    for cause, effect in graph.edges:
        (x, y), (a, b) = spot[cause], spot[effect]
        x, y, a = x + box / 2, y + tall, a + box / 2
        bits.append(
            f'<path class="kl-edge" d="M{x:g} {y:g}C{x:g} {y + 18:g} {a:g} {b - 22:g} {a:g} {b - 8:g}"/>'
            f'<path class="kl-tip" d="M{a:g} {b - 1:g}l-6-10h12Z"/>'
        )
    for one, (x, y) in spot.items():
        info = graph.nodes[one]
        line = chain.line.index(info["node"])
        colour = f"var(--{view.WORDS[info['suit']]})" if info["suit"] else "var(--edge)"
        now = " is-now" * (info["node"] is here)
        said = escape(f"{line}. {info['label']}: {info['detail']}")
        bits.append(
            f'<g class="kl-box{now}" data-id="node|{line}" role="button" aria-label="{said}" style="--c:{colour}">'
            f'<rect x="{x:g}" y="{y:g}" width="{box}" height="{tall}" rx="8"/>'
            f'<text class="kl-word" x="{x + box / 2:g}" y="{y + 21:g}">{escape(info["label"])}</text>'
            f'<text class="kl-sub" x="{x + box / 2:g}" y="{y + 39:g}">{escape(info["detail"])}</text></g>'
        )
    high = len(rows) * (tall + between) - between
    return (
        f'<svg class="kl-graph" viewBox="-4 -4 {wide + 8:g} {high + 8:g}" style="max-width:{wide + 8:g}px" '
        f'role="group" aria-label="The chain from cause to effect" data-arrows="graph">{"".join(bits)}</svg>'
    )


# ---------------------------------------------------------------- the Kindred lab


class Choice(NamedTuple):
    """What is pointed at: a card (as `source_of` writes it), a campaign ("padma-field|0"), and which of several ways."""

    source: str = ""
    to: str = ""
    variant: int = -1


class Editing(NamedTuple):
    """What the editor shows: its tab, the place that cards go to, the card picked there, the suit of the tray, the Area
    and the player that its other tabs are about."""

    tab: str = "cards"
    place: str = "row|0|0"
    picked: int = -1
    suit: Suit = Suit.BOAR
    plot: int = 0
    seat: Seat = 0


class KindredLab:
    """The boards of the Kindred lab and what happens when they are touched."""

    def __init__(self, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(KEY)
        book = rulebook(KEY)
        self.kept: dict[Situation, Chain] = {}
        self.past: list[Situation] = []
        self.at = 0
        self.ticks = 0
        self.mode = "watch"
        self.firing = False
        self.drawn_graph = False
        self.choice = Choice()
        self.edit = Editing()
        self.refused: Reason | None = None
        self.open = ""
        self._readings: tuple[object, dict[str, bool]] = (None, {})
        self._only: tuple[str, ...] = ()
        self._effects: dict[str, tuple[str, bool]] = {}
        self._thumbs: dict[tuple[Node, str, Node | None], str] = {}
        self.now = load("charge-erica", self.shared.rulings)
        self.chain = self._chain(self.now)
        self.at = min(SHOWN["charge-erica"].at, len(self.chain.frames()) - 1)
        self.head = Board(css=view.css + OWN, drawings=view.sprite())
        self.plate = Board(css_class="tk-plate", label="The table")
        self.below = Board(css_class="tk-panel", label="The film")
        self.ask = Board(css_class="tk-panel", label="What is asked")
        self.log = Log(book, tail=True)
        self.log.add_class("kl-log")
        self.graph = Board()
        self.graph.add_class("kl-chain")
        self.panel = RulingsPanel(
            book, self.now.rulings, only=["kindred-mandatory", "card-position"], title="Readings this chain rests on"
        )
        self.boards = (self.head, self.plate, self.below, self.ask, self.graph)
        for board in self.boards:
            board.on_pick(self.pick)
        self.panel.on_change(self._ruled)
        self.shared.listeners.append(self._ruled_elsewhere)
        self.widget = columns([self.plate, self.below], [self.ask, self.log, self.graph, self.panel], [self.head])
        self.widget.add_class("kl")
        self.ask.add_class("kl-ask")
        self.plate.add_class("kl-plate")
        self.below.add_class("kl-below")
        self._draw("")

    # -------------------------------------------------------------------------------------------- the chain in the lab

    def _chain(self, now: Situation) -> Chain:
        """The film of a situation: the one there was, or a new one with the printed moves."""
        key = replace(now, example=now.example)
        found = self.kept.get(key)
        if found is None:
            found = Chain(now.table, now.names, now.seed)
            if now.example:
                self._play_printed(found, now)
            if len(self.kept) > 40:
                self.kept.pop(next(iter(self.kept)))
            self.kept[key] = found
        return found

    def _play_printed(self, chain: Chain, now: Situation) -> None:
        start = chain.table(chain.root)
        node = chain.root
        for move in printed_moves(now.example, start):
            if isinstance(move, Play):
                node = chain.root
            table = chain.table(node)
            move = at_end(table, move)
            if table.ask is None or table.why_not(move):
                break
            node = chain.play(node, move)

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The pictures of the film."""
        return self.chain.frames()

    @property
    def frame(self) -> Frame | None:
        """The picture that is shown; None if nobody has a card to play."""
        frames = self.frames
        return frames[min(self.at, len(frames) - 1)] if frames else None

    @property
    def table(self) -> Table:
        """The table that is shown."""
        frame = self.frame
        return self.chain.table(self.chain.root if frame is None or self.mode == "set" else frame.node)

    def _next(self, node: Node) -> Node | None:
        """The place that follows in the film."""
        line = self.chain.line
        at = line.index(node) + 1 if node in line else len(line)
        return line[at] if at < len(line) else None

    # -------------------------------------------------------------------------------------------- choosing

    def _options(self) -> tuple[Move, ...]:
        frame = self.frame
        if frame is None or frame.kind != "choose" or self.mode == "set":
            return ()
        return self.table.legal_moves()

    def _seat(self) -> Seat:
        ask = self.table.ask
        return ask.seat if ask else 0

    def _parts(self, move: Move) -> tuple[str, str]:
        source = source_of(move)
        if source.startswith("hand"):
            source = source[:-1]
        key, seat = target_of(move, self._seat())
        return source, f"{key}|{seat}" if key else ""

    def _fitting(self, choice: Choice) -> list[Move]:
        """The moves that what is pointed at can mean."""
        found = []
        for move in self._options():
            source, to = self._parts(move)
            if not (source or to):
                continue
            if (not source or source == choice.source) and (not choice.to or not to or to == choice.to):
                found.append(move)
        return found

    def _settle(self, choice: Choice) -> tuple[Choice, list[Move]]:
        """What is pointed at with what follows of itself, and the ways that are left once it is settled."""
        fitting = self._fitting(choice)
        targets = dict.fromkeys(self._parts(move)[1] for move in fitting)
        if choice.to and choice.to not in targets:
            choice = choice._replace(to="", variant=-1)
            fitting = self._fitting(choice)
            targets = dict.fromkeys(self._parts(move)[1] for move in fitting)
        asked = self.table.ask
        alone = len(targets) == 1 and (choice.source or (asked is not None and asked.what != "play"))
        if alone and fitting:
            choice = choice._replace(to=next(iter(targets)))
        done = bool(fitting) and len(targets) == 1 and (bool(choice.to) or next(iter(targets)) == "")
        return choice, fitting if done else []

    def _ready(self) -> Move | None:
        """The move that is pointed at."""
        _, ways = self._settle(self._pointed())
        if not ways:
            return None
        variant = self._pointed().variant
        if 0 <= variant < len(ways):
            return ways[variant]
        open_ways = [move for move in ways if not getattr(move, "shroud", False)] or ways
        return open_ways[-1]

    def _pointed(self) -> Choice:
        """What the visitor has pointed at, or else what the film goes on with."""
        if self.choice != Choice():
            return self.choice
        frame = self.frame
        after = self._next(frame.node) if frame is not None else None
        if after is None:
            return self._settle(Choice())[0] if frame is not None and frame.kind == "choose" else Choice()
        source, to = self._parts(after.move)
        settled, ways = self._settle(Choice(source, to))
        return settled._replace(variant=ways.index(after.move)) if after.move in ways else settled

    # -------------------------------------------------------------------------------------------- what is touched

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "example|charge-erica", "card|padma-field|1|M7a", "do", "frame|3" ..."""
        kind, _, value = id.partition("|")
        if kind == "clause":
            self.open = "" if self.open == value else value
            self._draw("", film=False)
            return
        if kind == "close":
            (self.ask if self.mode == "watch" else self.below).focus = f"clause|{self.open}"
            self.open = ""
            self._draw("", film=False)
            return
        before = self._state()
        self.refused, self.open = None, ""
        try:
            said = getattr(self, f"_on_{kind}", self._on_nothing)(value)
            self._draw(said)
        except Exception:
            self._back(before)
            self._draw("")
            raise

    def _state(self) -> tuple[Any, ...]:
        return (
            self.now,
            self.chain,
            self.chain.leaf,
            self.at,
            self.mode,
            self.firing,
            self.choice,
            self.edit,
            self.refused,
            self.open,
            list(self.past),
            self.drawn_graph,
        )

    def _back(self, state: tuple[Any, ...]) -> None:
        (
            self.now,
            self.chain,
            leaf,
            self.at,
            self.mode,
            self.firing,
            self.choice,
            self.edit,
            self.refused,
            self.open,
            self.past,
            self.drawn_graph,
        ) = state
        self.chain.leaf = leaf

    def _on_nothing(self, value: str) -> str:
        return ""

    # ----- the film

    def _go(self, at: int) -> str:
        frames = self.frames
        self.at = max(0, min(at, len(frames) - 1))
        self.choice = Choice()
        self.ticks += 1
        frame = self.frame
        if frame is None:
            return ""
        head, detail = self._verdict(frame)
        return f"Step {self.at + 1} of {len(frames)}. {frame.title}. {head} {detail}".strip()

    def _on_frame(self, value: str) -> str:
        return self._go(int(value))

    def _on_node(self, value: str) -> str:
        node = self.chain.line[int(value)]
        return self._go(next(n for n, frame in enumerate(self.frames) if frame.node is node))

    def _on_first(self, _value: str) -> str:
        return self._go(0)

    def _on_back(self, _value: str) -> str:
        return self._go(self.at - 1)

    def _on_last(self, _value: str) -> str:
        return self._go(len(self.frames) - 1)

    def _on_on(self, _value: str) -> str:
        frame = self.frame
        if frame is not None and frame.kind == "choose":
            return self._on_do("")
        return self._go(self.at + 1)

    # ----- a decision

    def _on_do(self, _value: str) -> str:
        frame = self.frame
        if frame is None:
            return ""
        if frame.kind != "choose":
            return self._go(0 if frame.kind == "end" else self.at + 1)
        move = self._ready()
        if move is None:
            if self._next(frame.node) is not None:
                return self._go(self.at + 1)
            head, detail = question(self.table, self.now.names)
            return self._refuse(Reason(ask_clause(self.table), head, detail))
        return self._played(frame, move)

    def _on_plain(self, value: str) -> str:
        frame = self.frame
        plain = self._plain()
        if frame is None or not 0 <= int(value) < len(plain):
            return ""
        return self._played(frame, plain[int(value)])

    def _on_tried(self, value: str) -> str:
        frame = self.frame
        if frame is None or not 0 <= int(value) < len(frame.node.children):
            return ""
        child = sorted(frame.node.children, key=lambda node: str(node.move))[int(value)]
        return self._played(frame, child.move)

    def _played(self, frame: Frame, move: Move) -> str:
        tried = len(frame.node.children)
        node = self.chain.play(frame.node, move)
        said = self._go(next(n for n, one in enumerate(self.frames) if one.node is node))
        self.firing = False
        return ("A branch. " if len(frame.node.children) > max(1, tried) else "") + said

    def _plain(self) -> list[Move]:
        return [move for move in self._options() if not any(self._parts(move))]

    def _on_hand(self, value: str) -> str:
        code = value.partition("|")[0]
        return self._point(self._pointed()._replace(source=f"hand|{code}", variant=-1), name(Card(code + "a")))

    def _on_pile(self, value: str) -> str:
        return self._point(Choice(f"pile|{value}"), name(Card(value)))

    def _on_card(self, value: str) -> str:
        source = f"card|{value}"
        if not any(self._parts(move)[0] == source for move in self._options()):
            return self._why_not_card(value)
        _, seat, id = value.split("|")
        said = f"{self.now.names[int(seat)]}’s {name(Card(id))} is chosen."
        return self._point(Choice(source), said)

    def _on_to(self, value: str) -> str:
        pointed = self._pointed()
        if self.firing and not pointed.source:
            codes = {fire.card.code for fire in self._fires() if f"{fire.area}|{self._seat()}" == value}
            if len(codes) == 1:
                pointed = Choice(f"hand|{codes.pop()}")
        fits = {self._parts(move)[1] for move in self._fitting(pointed._replace(to=""))}
        if value not in fits:
            if self.table.ask is not None and self.table.ask.what == "play" and not pointed.source:
                return self._refuse(
                    Reason("contest.play", "You have not chosen a card yet.", "Choose one of your hand.")
                )
            return self._why_not_to(value)
        area, seat = value.split("|")
        said = f"{self.now.names[int(seat)]}’s campaign in {area_name(self.table, area)} is chosen."
        return self._point(pointed._replace(to=value, variant=-1), said)

    def _on_way(self, value: str) -> str:
        return self._point(self._pointed()._replace(variant=int(value)), "")

    def _point(self, choice: Choice, said: str) -> str:
        self.choice, _ = self._settle(choice)
        move = self._ready()
        words = effect_words(self.table, move, self.now.names) if move is not None else ""
        return " ".join(filter(None, (said if said.endswith(".") else f"{said}." if said else "", words)))

    def _refuse(self, reason: Reason) -> str:
        self.refused = replace(reason, text=short(reason.text), fix=short(reason.fix))
        return f"{self.refused.text} {self.refused.fix}"

    def _why_not_card(self, value: str) -> str:
        table = self.table
        area, seat, id = value.split("|")
        ask, owner = table.ask, int(seat)
        if ask is None or ask.trigger is None:
            return ""
        down = id.startswith("(")
        card = Card(id.strip("()"))
        others = [n for n in range(table.players) if n != owner]
        elsewhere = [one.key for one in table.areas if one.key != area]
        move: Move
        if ask.trigger.suit is Suit.BOAR:
            move = Charge(card, owner, area)
        elif ask.trigger.suit is Suit.ORANGUTAN:
            move = Inspire(card, owner, area, others[0])
        else:
            if not elsewhere:
                return self._refuse(Reason("intercept.effect", "There is no other Area on the table.", "Lay one more."))
            move = Intercept(card, owner, area, elsewhere[0])
        reasons = table.why_not(at_end(table, move))
        who = self.now.names[owner]
        what = "a card that lies face down" if down else f"{who}’s {name(card)}"
        verb = {"CHARGE": "discard", "INSPIRE": "move", "INTERCEPT": "move"}[ask.trigger.suit.effect]
        clause, why = (reasons[0].clause, reasons[0].text) if reasons else (ask_clause(table), "It is safe.")
        if clause.endswith(".limits"):
            why = f"{ask.trigger.suit.effect} takes Folk only."
        return self._refuse(
            Reason(
                clause,
                f"You can’t {verb} {what}: {why[0].lower() if why[:2] == 'It' else why[0]}{why[1:]}",
                "Choose a lit card.",
            )
        )

    def _why_not_to(self, value: str) -> str:
        table = self.table
        area, seat = value.split("|")
        who, where = self.now.names[int(seat)], area_name(table, area)
        clause = ask_clause(table)
        if table.ask is not None and table.ask.trigger is not None:
            empty = not table.area(area).campaigns[int(seat)].cards
            if empty and table.setup.reads["empty-campaign"] != "always-there":
                why = f"{who} has no card in {where}, so there is no campaign to choose (reading needs-a-card)."
            else:
                why = f"{table.ask.trigger.suit.effect} cannot put a card into {who}’s campaign in {where} now."
        else:
            why = f"A card cannot go into {who}’s campaign in {where} now."
        return self._refuse(Reason(clause, why, "Choose a lit campaign."))

    # ----- what is shown

    def _on_example(self, value: str) -> str:
        now = load(value, self.now.rulings) if value else replace(self.now, example="")
        self._become(now)
        self.mode = "watch" if value else "set"
        self.firing = bool(value) and SHOWN[value].firing
        if value:
            self.edit = Editing()
        if value:
            self._play_printed(self.chain, now)
        self._go(SHOWN[value].at if value else 0)
        return SHOWN[value].told if value else "Your own table. Change what lies there."

    def _on_mode(self, value: str) -> str:
        self.mode = value
        self.choice = Choice()
        if value == "set":
            return "Set up the table: choose a place, then a card."
        return self._go(0)

    def _on_fire(self, _value: str) -> str:
        self.firing = not self.firing
        if not self.firing:
            return "Off."
        if self.mode == "watch":
            self._go(0)
        found = self._fires()
        return " ".join(self._fire_words(fire) for fire in found) or "No card of this hand would trigger anything."

    def _on_graph(self, _value: str) -> str:
        self.drawn_graph = not self.drawn_graph
        return "The chain is drawn from cause to effect." if self.drawn_graph else ""

    # ----- setting up

    def _become(self, now: Situation) -> None:
        """Another situation; ValueError leaves everything as it was."""
        chain = self._chain(now)
        self.past = [*self.past[-49:], self.now]
        self.now, self.chain = now, chain
        self.at, self.choice = 0, Choice()
        if not now.has(self.edit.place):
            self.edit = self.edit._replace(place="row|0|0", picked=-1)
        if self.edit.picked >= len(now.cards(self.edit.place)):
            self.edit = self.edit._replace(picked=-1)
        self.edit = self.edit._replace(
            plot=min(self.edit.plot, len(now.plots) - 1), seat=min(self.edit.seat, now.players - 1)
        )

    def _on_tab(self, value: str) -> str:
        self.edit = self.edit._replace(tab=value, picked=-1)
        return ""

    def _on_place(self, value: str) -> str:
        if not self.now.has(value):
            return ""
        self.mode = "set"
        self.edit = self.edit._replace(tab="cards", place=value, picked=-1)
        return f"Cards go {self._goes(value)}."

    def _goes(self, place: str) -> str:
        return self.now.where(place).replace("in ", "into ", 1)

    def _on_at(self, value: str) -> str:
        place, _, index = value.rpartition("|")
        cards = self.now.cards(place)
        suit = _suit_of(cards[int(index)])
        self.mode = "set"
        self.edit = self.edit._replace(tab="cards", place=place, picked=int(index), suit=suit)
        return f"{_spoken(cards[int(index)])} is chosen. Take it away, or turn it."

    def _on_suit(self, value: str) -> str:
        self.edit = self.edit._replace(suit=Suit(value))
        return f"{SHORT[Suit(value)]}s."

    def _on_tray(self, value: str) -> str:
        place = self.edit.place
        reason = self.now.why_not(value, place)
        if reason is not None:
            return self._refuse(reason)
        self._become(self.now.add(place, value))
        self.edit = self.edit._replace(picked=-1)
        return f"{_spoken(value)} lies {self.now.where(place)}."

    def _on_take(self, _value: str) -> str:
        place, picked = self.edit.place, self.edit.picked
        if picked < 0:
            return ""
        card = self.now.cards(place)[picked]
        self._become(self.now.take(place, picked))
        self.edit = self.edit._replace(picked=-1)
        self.below.focus = f"tray|{card.strip('()')}"
        return f"{_spoken(card)} is taken away."

    def _on_flip(self, _value: str) -> str:
        place, picked = self.edit.place, self.edit.picked
        if picked < 0:
            return ""
        card = self.now.cards(place)[picked]
        if not place.startswith("row"):
            return self._refuse(
                Reason("keyword.shroud-play", "Only cards in campaigns lie face down.", "Choose one on the table.")
            )
        if card[0] == "[":
            return self._refuse(
                Reason("faq.placed-landmarks", "A placed Landmark always lies face up.", "Take it away, or leave it.")
            )
        self._become(self.now.flip(place, picked))
        self.edit = self.edit._replace(picked=picked)
        return _spoken(self.now.cards(place)[picked])

    def _on_undo(self, _value: str) -> str:
        if not self.past:
            return "There is nothing to take back."
        past = self.past
        self._become(past[-1])
        self.past = past[:-1]
        return "Taken back."

    def _on_clear(self, _value: str) -> str:
        self._become(self.now.cleared())
        self.edit = self.edit._replace(place="row|0|0", picked=-1, tab="cards")
        return "The table is empty."

    def _on_area(self, value: str) -> str:
        self.mode = "set"
        self.edit = self.edit._replace(tab="areas", plot=int(value))
        return f"{self.now.area_name(int(value))}. Choose what lies there."

    def _on_text(self, value: str) -> str:
        plot = self.edit.plot
        reason = self.now.why_not_text(plot, value)
        if reason is not None:
            return self._refuse(reason)
        self._become(self.now.with_text(plot, value))
        return f"{self.now.area_name(plot)}. {area_texts()[value].text if value else 'It has no text.'}"

    def _on_grow(self, _value: str) -> str:
        if len(self.now.plots) >= MOST_AREAS:
            return self._refuse(
                Reason("setupn.deal-areas", "Four Areas lie on the table, the most a round has.", "Change one of them.")
            )
        self._become(self.now.grown())
        self.edit = self.edit._replace(tab="areas", plot=len(self.now.plots) - 1)
        return f"{self.now.area_name(self.edit.plot)} lies on the table. Choose its text."

    def _on_shrink(self, _value: str) -> str:
        if len(self.now.plots) == 1:
            return self._refuse(
                Reason("contest.play", "One Area has to stay.", "Change its text, or add another first.")
            )
        gone = self.now.area_name(self.edit.plot)
        self._become(self.now.shrunk(self.edit.plot))
        return f"{gone} is taken away."

    def _on_seat(self, value: str) -> str:
        self.edit = self.edit._replace(seat=int(value))
        return f"{self.now.names[int(value)]}’s Landmarks."

    def _on_landmark(self, value: str) -> str:
        seat = self.edit.seat
        owned = value in self.now.landmarks[seat]
        self._become(self.now.own(seat, value, not owned))
        text = landmark_texts()[value]
        return f"{self.now.names[seat]} {'gives back' if owned else 'has'} {text.name}. {'' if owned else text.text}"

    def _on_players(self, value: str) -> str:
        self._become(self.now.seated(int(value)))
        return f"{value} players."

    def _on_token(self, value: str) -> str:
        self._become(replace(self.now, first=int(value), example=""))
        return f"{self.now.names[int(value)]} is First Player."

    def _on_turn(self, value: str) -> str:
        self._become(replace(self.now, active=int(value), ask="play", example=""))
        return f"It is {self.now.names[int(value)]}’s turn."

    def _on_seed(self, _value: str) -> str:
        self._become(replace(self.now, seed=self.now.seed + 1, example=""))
        return "What is unknown of the deck lies in another order."

    # ----- readings

    def _ruled(self, rulings: Rulings) -> None:
        self._under(rulings)
        self.shared.set(rulings, self._ruled_elsewhere)

    def _ruled_elsewhere(self, rulings: Rulings) -> None:
        self._under(rulings)

    def _under(self, rulings: Rulings) -> None:
        """The same table and the same moves under other readings, as far as they are legal."""
        before, state = self.chain, self._state()
        try:
            now = replace(self.now, rulings=rulings)
            chain = self._chain(now)
            self._copy(before, chain)
            self.now, self.chain, self.choice = now, chain, Choice()
            self.at = min(self.at, max(0, len(chain.frames()) - 1))
            self._draw("")
        except Exception:
            self._back(state)
            self._draw("")
            raise

    def _copy(self, old: Chain, new: Chain) -> None:
        """All branches of a film, as far as they are legal in another; its line comes last."""
        line = set(old.line)
        pairs = [(old.root, new.root)]
        while pairs:
            there, here = pairs.pop()
            table = new.table(here)
            for child in sorted(there.children, key=lambda node: node in line):
                move = at_end(table, child.move)
                if table.ask is None or table.to_move is CHANCE or table.why_not(move):
                    continue
                after = new.play(here, move)
                pairs.insert(0, (child, after))
        last = new.root
        for node in old.line[1:]:
            move = at_end(new.table(last), node.move)
            found = next((child for child in last.children if child.move == move), None)
            if found is None:
                break
            last = found
        while last.children:
            last = last.children[-1]
        new.leaf = new.match.here = last

    # -------------------------------------------------------------------------------------------- drawing

    def _draw(self, said: str, film: bool = True) -> None:
        frame = self.frame if self.mode == "watch" else None
        watch = frame is not None
        head, plate, ask = self._head(), self._plate(frame), self._ask(frame)
        below = self._film() if self.mode == "watch" else self._editor()
        graph = self._graph(frame)
        self.head.html, self.plate.html, self.ask.html = head, plate, ask
        if film or self.mode == "set":
            self.below.html = below
        self.below.label = "The film" if self.mode == "watch" else "Set up the table"
        self.graph.html = graph
        self.graph.css_class = "tk-panel" if graph else ""
        if film:
            self.log.show(
                self.chain.events(frame) if frame is not None and watch else (), None, self.now.rulings, say=False
            )
        self._draw_readings()
        if said:
            self.ask.say = said

    def _draw_readings(self) -> None:
        key = (self.chain.leaf, self.now.rulings)
        if self._readings[0] != key:
            root = self.chain.table(self.chain.root)
            moves = [node.move for node in self.chain.line[1:]]
            self._readings = (key, changing(root, moves) if root.ask is not None else {})
        found = self._readings[1]
        yes = [id for id in CHAIN_RULINGS if found.get(id)]
        if self.now.ask == "limit":
            yes, found = ["strategise-example"], {"strategise-example": True}
        only = yes or ["kindred-mandatory", "card-position"]
        effects = {
            id: ("Another reading changes this chain", True)
            if found.get(id)
            else ("Every reading gives the same here", False)
            for id in only
        }
        if (self.panel.rulings, tuple(only)) == (
            self.now.rulings,
            self._only,
        ) and effects == self._effects:
            return
        self._only, self._effects = tuple(only), effects
        many = len(yes)
        lede = (
            f"{many} of the {len(rulebook(KEY).rulings)} open rulings change{'s' * (many == 1)} this chain. Switch one and watch."
            if many
            else "No open ruling changes this chain."
        )
        self.panel.show(rulings=self.now.rulings, only=only, effects=effects, lede=lede)

    def _head(self) -> str:
        now = self.now
        buttons = []
        for id, shown in SHOWN.items():
            mark = view.emblem(shown.suit) if shown.suit else ""
            said = "A long chain laid by this kit" if id == LONG_CHAIN else f"Example: {examples()[id].title}"
            buttons.append(_button(f"example|{id}", f"{mark}{shown.label}", now.example == id, said))
        buttons.append(_button("example|", "My own", not now.example, "Your own table"))
        return (
            '<div class="kl-head"><div><h1 class="tk-title">Kindred lab</h1>'
            '<p class="tk-small">Three of a suit side by side, and something happens.</p></div>'
            '<div class="tk-seg kl-examples" role="group" aria-label="Examples" data-arrows="examples">'
            f"{''.join(buttons)}</div></div>"
        )

    # ----- the plate

    def _caption(self) -> str:
        shown = SHOWN.get(self.now.example)
        if shown is None:
            return "<b>Your own table.</b> " + (
                "Change what lies there." if self.mode == "set" else "The real rules judge it."
            )
        title = "A long chain." if self.now.example == LONG_CHAIN else f"Example, {shown.label}."
        why = escape(shown.note or examples()[self.now.example].note)
        return (
            f"<b>{escape(title)}</b> {escape(shown.told)} "
            f'<button type="button" class="tk-assumed" data-why="{why}">'
            f"{'all cards' if self.now.example == LONG_CHAIN else 'other cards'} assumed"
            f'<span class="tk-hidden">: {why}</span></button>'
        )

    def _players(self, table: Table) -> str:
        found = []
        for seat in reversed(range(self.now.players)) if self.now.players == 2 else range(self.now.players):
            held = len(table.hands[seat])
            words = [f"Morale {table.morale[seat]}", f"{held or 'no'} card{'s' * (held != 1)} in hand"]
            words += [f"Landmark {landmark_texts()[key].name}" for key in table.landmarks[seat]]
            token = ", First Player" if seat == table.first else ""
            found.append(f"{self.now.names[seat]}{token}: {', '.join(words)}.")
        return escape(" ".join(found))

    def _plate(self, frame: Frame | None) -> str:
        modes = "".join(
            _button(f"mode|{id}", label, self.mode == id) for id, label in (("watch", "Watch"), ("set", "Set up"))
        )
        pictures = self._pictures(frame) if frame is not None else self._set_pictures()
        most = max((len(one.cards) for area in pictures for one in area.campaigns), default=0)
        if frame is not None:
            most = max(most, self._most())
        html = view.table_html(pictures, most=max(3, most))
        return (
            '<div class="kl-plate-head"><div><p class="tk-caption">'
            f'{self._caption()}</p><p class="tk-small">{self._players(self.table)}</p></div>'
            f'<div class="tk-seg" role="group" aria-label="Watch or set up" data-arrows="modes">{modes}</div></div>'
            f"{self._staged(html, frame)}"
        )

    def _staged(self, html: str, frame: Frame | None) -> str:
        """The table, and the dotted line from the run to what is chosen: in the gutters, never across words."""
        if frame is None or frame.kind != "choose" or self.now.players != 2:
            return f'<div class="kl-stage">{html}</div>'
        table, pointed = self.chain.table(frame.node), self._pointed()
        run = run_of(table, self.chain.told(frame.node))
        parts = pointed.source.split("|") if pointed.source.startswith("card") else ["", *pointed.to.split("|")]
        if run is None or len(parts) < 3:
            return f'<div class="kl-stage">{html}</div>'
        keys = [area.key for area in table.areas]
        start, aim = keys.index(run.area), keys.index(parts[1])
        below, aims_below = run.owner == 0, parts[2] == "0"
        clear = run.start == 0 if aim < start else run.end == len(table.area(run.area).campaigns[run.owner].cards)
        if (run.area, run.owner) == (parts[1], int(parts[2])) or not clear:
            return f'<div class="kl-stage">{html}</div>'
        looks = [
            "is-left" if aim < start else "is-right",
            "is-up" if below and not aims_below else "is-down",
            "is-on" if aim > start else "is-back",
            "is-low" if aims_below else "is-high",
        ]
        line = "".join(f'<i class="kl-{part}"></i>' for part in ("out", "along", "over", "in", "tip"))
        return (
            f'<div class="kl-stage" data-run="{start + 1}" data-aim="{aim + 1}">{html}'
            f'<div class="kl-reach {" ".join(looks)}" style="--run:var(--{view.WORDS[run.suit]})" aria-hidden="true">{line}</div></div>'
        )

    def _most(self) -> int:
        return max(
            len(campaign.cards)
            for node in (self.chain.root, *self.chain.line[1:])
            for area in self.chain.table(node).areas
            for campaign in area.campaigns
        )

    def _order(self) -> tuple[Seat, ...]:
        """Campaigns as they are laid out: with two players the first sits below."""
        return (1, 0) if self.now.players == 2 else tuple(range(self.now.players))

    def _area(self, table: Table, area: Area, campaigns: Sequence[CampaignPicture], **more: Any) -> AreaPicture:
        defender = self.now.names[area.defender] if area.defender is not None else ""
        found = view.area_picture(area.card, campaigns, table.setup.texts.areas.get(area.card.text), defender=defender)
        if not area.card.level:
            found = found._replace(text="No text: nothing here changes the rules.", reward="")
        return found._replace(**more)

    def _campaign(
        self, table: Table, area: Area, seat: Seat, cards: Sequence[CardPicture], ahead: bool, **more: Any
    ) -> CampaignPicture:
        standing, mods = table.standing(area, seat), table.mods(area, seat)
        return CampaignPicture(
            self.now.names[seat],
            tuple(cards),
            standing.total,
            limit=mods.limit,
            bust=standing.bust,
            rank=standing.rank,
            ahead=ahead,
            remark=f"bonus {mods.bonus}" if mods.bonus else "",
            **more,
        )

    def _assumed(self, entry: object) -> str:
        shown = SHOWN.get(self.now.example)
        if shown is None or self.now.example == LONG_CHAIN or not isinstance(entry, Card):
            return ""
        return (
            "" if entry.code in shown.printed else f"The rulebook does not name this card. This kit lays {name(entry)}."
        )

    def _pictures(self, frame: Frame, thumb: bool = False) -> list[AreaPicture]:
        """The table of a picture of the film; `thumb`: as it is in small, whatever is pointed at."""
        node, kind = frame.node, frame.kind
        table, told = self.chain.table(node), self.chain.told(node)
        move = node.move if kind == "done" else None
        before = self.chain.table(node.parent) if node.parent is not None and kind == "done" else None
        run = run_of(table, told) if kind in ("run", "choose") else None
        choosing = kind == "choose" and not thumb
        pointed, lit, sources, fitting = Choice(), set(), set(), []
        if choosing:
            pointed = self._pointed()
            parts = [self._parts(option) for option in self._options()]
            sources = {source for source, _ in parts}
            fitting = self._fitting(pointed._replace(to=""))
            lit = {self._parts(option)[1] for option in fitting} - {""}
            if "" not in sources and not pointed.source:
                lit = set()
        elif kind == "choose":
            after = self._next(node)
            if after is not None:
                pointed = Choice(source_of(after.move), "")
        firing = (
            self._fires() if self.firing and choosing and table.ask is not None and table.ask.what == "play" else ()
        )
        if firing and self.choice.source.startswith("hand|"):
            firing = tuple(fire for fire in firing if f"hand|{fire.card.code}" == self.choice.source)
        pick_cards = choosing and any(source.startswith("card") for source in sources)
        totals = totals_of(before) if before is not None else {}
        found = []
        for area in table.areas:
            ahead = leader(table, area)
            campaigns = []
            for seat in self._order():
                campaign = area.campaigns[seat]
                mods = table.mods(area, seat)
                cards = []
                for entry in campaign.cards:
                    state = id = ""
                    source = f"card|{area.key}|{seat}|{_entry_id(entry)}"
                    if kind in ("done", "run") and entry in (told.landed, getattr(move, "card", None)):
                        state = view.NEW
                    if pick_cards:
                        state = LIT if source in sources else NOT
                        id = source if not isinstance(entry, Marker) else ""
                    if source == pointed.source:
                        state = view.CHOSEN
                    note = " " if state == view.NEW and kind == "run" else ""
                    ignored = not isinstance(entry, Shrouded) and is_ignored(entry, mods)
                    shown = entry
                    assumed = "" if thumb or node.parent is not None else self._assumed(entry)
                    cards.append(CardPicture(shown, state, id, note=note, ignored=ignored, assumed=assumed))
                more: dict[str, Any] = {}
                gone = move if isinstance(move, Charge | Inspire | Intercept) else None
                if before is not None and gone and (gone.area, gone.owner) == (area.key, seat):
                    place = before.area(area.key).campaigns[seat].cards.index(gone.card)
                    word = "discarded" if isinstance(gone, Charge) else "moved"
                    cards.insert(place, CardPicture(gone.card, view.OUT, note=word))
                if before is not None:
                    more["was"] = totals[area.key, seat].total
                if run is not None and (run.area, run.owner) == (area.key, seat):
                    more["run"] = Run(run.start, run.end, run.suit)
                to = f"{area.key}|{seat}"
                shots = [fire for fire in firing if f"{fire.area}|{self._seat()}" == to]
                if lit and (to in lit or self._could(pointed, area, seat)):
                    state = view.CHOSEN if to == pointed.to else LIT if to in lit else NOT
                    note = times_word(max(fire.times for fire in shots)) if shots else "here"
                    more["landing"] = Landing(f"to|{to}", state=state, note=note)
                elif shots:
                    more["landing"] = Landing(f"to|{to}", note=times_word(max(fire.times for fire in shots)))
                picture = self._campaign(table, area, seat, cards, ahead == seat, **more)
                if shots:
                    words = [_fires_word(fire) for fire in shots]
                    picture = picture._replace(remark=" ".join(filter(None, (picture.remark, "; ".join(words)))))
                campaigns.append(picture)
            found.append(self._area(table, area, campaigns))
        return found

    def _could(self, pointed: Choice, area: Area, seat: Seat) -> bool:
        """Whether a campaign is one that a learner may try, though it is not allowed."""
        ask = self.table.ask
        if ask is None or ask.trigger is None:
            return False
        if ask.trigger.suit is Suit.KOEL:
            return True
        parts = pointed.source.split("|")
        if ask.trigger.suit is Suit.ORANGUTAN:
            return len(parts) == 4 and parts[1] == area.key and int(parts[2]) != seat
        return ask.trigger.suit is Suit.LIZARD and len(parts) == 4 and parts[1] != area.key and int(parts[2]) == seat

    def _set_pictures(self) -> list[AreaPicture]:
        """The table while it is set up: every card, campaign and Area can be pressed."""
        now, table, edit = self.now, self.table, self.edit
        fired = self._fires() if self.firing else ()
        found = []
        for plot, area in enumerate(table.areas):
            ahead = leader(table, area)
            campaigns = []
            for seat in self._order():
                place = f"row|{plot}|{seat}"
                here = edit.tab == "cards" and edit.place == place
                mods = table.mods(area, seat)
                cards = [
                    CardPicture(
                        entry,
                        view.CHOSEN if here and edit.picked == n else "",
                        f"at|{place}|{n}",
                        ignored=not isinstance(entry, Shrouded) and is_ignored(entry, mods),
                        assumed=self._assumed(entry),
                    )
                    for n, entry in enumerate(area.campaigns[seat].cards)
                ]
                chosen = here and edit.picked < 0
                shots = [fire for fire in fired if fire.area == area.key and seat == now.active]
                note = times_word(max(fire.times for fire in shots)) if shots else "add"
                landing = Landing(f"place|{place}", state=view.CHOSEN if chosen else LIT if shots else "", note=note)
                picture = self._campaign(table, area, seat, cards, ahead == seat, landing=landing)
                if shots:
                    words = [_fires_word(fire) for fire in shots]
                    picture = picture._replace(remark="; ".join(words))
                campaigns.append(picture)
            state = view.CHOSEN if edit.tab == "areas" and edit.plot == plot else ""
            found.append(self._area(table, area, campaigns, id=f"area|{plot}", state=state))
        return found

    # ----- the film

    def _film(self) -> str:
        frames = self.frames
        if not frames:
            return (
                f'<h2 class="tk-h2">{escape(self.now.names[self.now.active])} has no card to play</h2>'
                '<p class="tk-small">Set up the table first, and give a hand.</p>'
                '<p class="kl-do"><button type="button" class="tk-btn" data-id="mode|set">Set up</button></p>'
            )
        at = min(self.at, len(frames) - 1)
        frame = frames[at]
        stuck = at == len(frames) - 1 and frame.kind != "choose"
        controls = "".join(
            _step(id, label, icon, off)
            for id, label, icon, off in (
                ("first", "First step", "M5 4v12M16 4 9 10l7 6", at == 0),
                ("back", "One step back", "M13 4 6 10l7 6", at == 0),
                ("on", "One step on", "M7 4l7 6-7 6", stuck),
                ("last", "Last step", "M4 4l7 6-7 6M15 4v12", at == len(frames) - 1),
            )
        )
        strip = "".join(self._frame(n, one, n == at) for n, one in enumerate(frames))
        return (
            f'<div class="kl-film-head"><h2 class="tk-h2">Step {at + 1} of {len(frames)}. {escape(frame.title)}</h2>'
            f'<div class="kl-steps" role="group" aria-label="Steps" data-arrows="steps">{controls}</div></div>'
            f'<div class="kl-film" role="group" aria-label="Film strip" data-arrows="film" style="--n:{len(frames)}">'
            f"{strip}</div>"
        )

    def _frame(self, n: int, frame: Frame, here: bool) -> str:
        key = (frame.node, frame.kind, self._next(frame.node) if frame.kind == "choose" else None)
        thumb = self._thumbs.get(key)
        if thumb is None:
            if len(self._thumbs) > 400:
                self._thumbs.clear()
            thumb = self._thumbs[key] = view.thumb_svg(self._pictures(frame, thumb=True))
        ways = len(frame.node.children) if frame.kind == "choose" else 0
        more = f'<small class="kl-ways">{ways} ways tried</small>' if ways > 1 else ""
        now = ' aria-current="step"' if here else ""
        return (
            f'<button type="button" class="kl-frame" data-id="frame|{n}"{now}>{thumb}'
            f"<span><b>{n + 1}</b>{escape(frame.title)}{more}</span></button>"
        )

    # ----- what is asked

    def _verdict(self, frame: Frame) -> tuple[str, str]:
        node, names = frame.node, self.now.names
        table, told = self.chain.table(node), self.chain.told(node)
        if frame.kind == "choose":
            return question(table, names)
        if frame.kind == "run":
            run = run_of(table, told)
            assert run is not None
            times = sum(trigger.suit is run.suit for trigger in table.chain) + bool(table.ask and table.ask.trigger)
            cards = [
                f"{name(entry).replace(SHORT[run.suit] + ' ', '')} counts {entry.weight}"
                for entry in table.area(run.area).campaigns[run.owner].cards[run.start : run.end]
                if isinstance(entry, Card) and entry.weight == 2
            ]
            weights = f" ({', '.join(cards)})" if cards else ""
            twice = (
                " It may be used twice." if times > 1 and any("twice" in event.text for event in told.events) else ""
            )
            return (
                f"{run.suit.effect} is triggered.",
                f"{names[run.owner]}’s run in {area_name(table, run.area)} counts {run.weight}{weights}; three is enough.{twice}",
            )
        if frame.kind == "end":
            last = told.events[-1] if told.events else None
            quiet = last is not None and last.clause in ("kindred.removal", "intercept.no-kindred")
            return "Nothing more is triggered.", short(last.text) if quiet and last else "The chain ends here."
        assert node.parent is not None
        before = self.chain.table(node.parent)
        changes = []
        new = totals_of(table)
        for (key, seat), was in totals_of(before).items():
            if was.total != new[key, seat].total:
                bust = ", and is bust" if new[key, seat].bust else ""
                changes.append(f"{names[seat]} has {new[key, seat].total} in {area_name(table, key)}{bust}.")
        for seat, morale in enumerate(table.morale):
            if morale != before.morale[seat]:
                changes.append(f"{names[seat]} is at Morale {morale}.")
        return f"{done_title(before, node.move, told, names)}.", " ".join(changes)

    def _ask(self, frame: Frame | None) -> str:
        if frame is None:
            return self._ask_set()
        head, detail = self._verdict(frame)
        html = f'<p class="tk-verdict"><strong>{escape(head)}</strong><span>{escape(detail)}</span></p>'
        if frame.kind != "choose":
            label = "Watch it again from the start" if frame.kind == "end" else "One step on"
            look = "" if frame.kind == "end" else " tk-btn--main"
            return f'{html}<div class="kl-do"><button type="button" class="tk-btn{look}" data-id="do">{label}</button></div>'
        table, names = self.table, self.now.names
        parts, ask = [], table.ask
        options = self._options()
        sources = {self._parts(move)[0] for move in options}
        pointed, ways = self._settle(self._pointed())
        if any(source.startswith("hand") for source in sources) and ask is not None:
            parts.append(self._hand(table, ask.seat, sources, pointed))
        if any(source.startswith("pile") for source in sources):
            cards = [
                CardPicture(
                    move.card, view.CHOSEN if self._parts(move)[0] == pointed.source else LIT, self._parts(move)[0]
                )
                for move in options
                if isinstance(move, ReEnlist)
            ]
            parts.append(
                f'<div class="kl-hand" role="group" aria-label="The discard pile" data-arrows="pile">{_cards(cards)}</div>'
            )
        if self.refused is not None:
            parts.append(self._refusal())
        move = self._ready()
        if len(ways) > 1:
            chosen = ways.index(move) if move in ways else -1
            parts.append(self._ways(ways, chosen))
        if move is not None:
            words = effect_words(table, move, names) if self.refused is None else ""
            parts.append(f'<p class="kl-effect">{escape(words)}</p>' if words else "")
            parts.append(
                f'<button type="button" class="tk-btn tk-btn--main" data-id="do">{escape(deed(table, move, names))}</button>'
            )
        elif any(map(self._parts, options)) and any(any(self._parts(option)) for option in options):
            hint = "Now choose a lit campaign." if pointed.source else ""
            parts.append(f'<p class="kl-effect">{hint}</p>' if hint else "")
        plain = self._plain()
        parts += [
            f'<button type="button" class="tk-btn" data-id="plain|{n}">{escape(deed(table, option, names))}</button>'
            for n, option in enumerate(plain)
        ]
        parts.append(self._tried(frame))
        if ask is not None and ask.what == "play":
            parts.append(self._fire_button())
        return f'{html}<div class="kl-do">{"".join(parts)}</div>'

    def _hand(self, table: Table, seat: Seat, sources: set[str], pointed: Choice) -> str:
        codes = Counter(fire.card.code for fire in self._fires()) if self.firing else Counter()
        cards = []
        for n, card in enumerate(table.hands[seat]):
            source = f"hand|{card.code}"
            state = view.CHOSEN if source == pointed.source else LIT if source in sources else NOT
            note = "fires" if codes[card.code] and state == LIT else ""
            cards.append(CardPicture(card, state, f"{source}|{n}", note=note, assumed=self._assumed(card)))
        title = f"{self.now.names[seat]}’s hand"
        return (
            f'<div class="kl-hand" role="group" aria-label="{escape(title)}" data-arrows="hand">{_cards(cards)}</div>'
        )

    def _ways(self, ways: Sequence[Any], chosen: int) -> str:
        words = []
        for n, move in enumerate(ways):
            place = getattr(move, "place", None)
            word = "" if place is None else f"place {place + 1}"
            if hasattr(move, "shroud"):
                word = f"{word} {'face down' if move.shroud else 'face up'}".strip()
            words.append(_button(f"way|{n}", escape(word or "here"), n == chosen))
        return f'<div class="tk-seg kl-ways-seg" role="group" aria-label="How it lies" data-arrows="ways">{"".join(words)}</div>'

    def _tried(self, frame: Frame) -> str:
        children = sorted(frame.node.children, key=lambda node: str(node.move))
        if len(children) < 2:
            return ""
        after = self._next(frame.node)
        table = self.chain.table(frame.node)
        rows = "".join(
            f'<li><button type="button" class="tk-btn kl-branch" data-id="tried|{n}" aria-pressed="{_bool(child is after)}">'
            f"{escape(self._branch_words(table, child.move))}</button></li>"
            for n, child in enumerate(children)
        )
        return (
            '<div class="kl-tried"><p class="tk-small" id="kl-tried">Tried here; nothing is lost</p>'
            f'<div role="group" aria-labelledby="kl-tried" data-arrows="tried"><ul>{rows}</ul></div></div>'
        )

    def _branch_words(self, table: Table, move: Any) -> str:
        words = deed(table, move, self.now.names)
        if isinstance(move, Charge):
            return f"{words}, {self.now.names[move.owner]}"
        return f"{words}, {area_name(table, move.area)}" if isinstance(move, Rouse | Rally) else words

    def _fires(self) -> tuple[Fire, ...]:
        table = self.chain.table(self.chain.root)
        return fires(table, self.now.active) if table.hands[self.now.active] else ()

    def _fire_words(self, fire: Fire) -> str:
        table = self.chain.table(self.chain.root)
        two = " (it counts two)" if fire.weight == 2 else ""
        return f"{name(fire.card)}{two} in {area_name(table, fire.area)}: {fire.suit.effect} {times_word(fire.times)}."

    def _fire_button(self) -> str:
        html = (
            '<button type="button" class="tk-btn kl-toggle" data-id="fire" '
            f'aria-pressed="{_bool(self.firing)}">What would trigger here?</button>'
        )
        if self.firing:
            rows = "".join(f"<li>{escape(self._fire_words(fire))}</li>" for fire in self._fires())
            html += f'<ul class="kl-fires">{rows or "<li>No card of this hand triggers anything now.</li>"}</ul>'
        return html

    def _ask_set(self) -> str:
        now = self.now
        seat = now.names[now.active]
        held = len(now.hands[now.active])
        if self.mode == "watch":
            head, detail = f"{seat} has no card to play.", "Set up the table, and give a hand."
        else:
            head = "Set up the table."
            detail = f"Press a campaign, then a card below. {seat} plays, with {held} card{'s' * (held != 1)} in hand."
        parts = []
        if held:
            parts.append(
                '<button type="button" class="tk-btn tk-btn--main" data-id="mode|watch">Play from here</button>'
            )
            parts.append(self._fire_button())
        elif self.mode == "set":
            parts.append(
                f'<button type="button" class="tk-btn" data-id="place|hand|{now.active}">Give {escape(seat)} a hand</button>'
            )
        return (
            f'<p class="tk-verdict"><strong>{escape(head)}</strong><span>{escape(detail)}</span></p>'
            f'<div class="kl-do">{"".join(parts)}</div>'
        )

    def _refusal(self) -> str:
        reason = self.refused
        assert reason is not None
        is_open = self.open == reason.clause
        escaping = ' data-escape="close|"' if is_open else ""
        body = opened(rulebook(KEY), reason.clause, "kl-clause", "close|", self.now.rulings) if is_open else ""
        return (
            f'<div class="kl-refused"{escaping}><p><strong>{escape(reason.text)}</strong> {escape(reason.fix)}</p>'
            f"{chip(reason.clause, f'clause|{reason.clause}', is_open, 'kl-clause')}{body}</div>"
        )

    def _graph(self, frame: Frame | None) -> str:
        if frame is None or len(self.chain.effects()) < LONG:
            return ""
        button = (
            '<button type="button" class="tk-btn kl-toggle" data-id="graph" '
            f'aria-pressed="{_bool(self.drawn_graph)}">From cause to effect</button>'
        )
        words = f'<p class="tk-small">{len(self.chain.effects())} effects. Each was set off by a card that came before it.</p>'
        drawn = graph_svg(self.chain, frame.node) if self.drawn_graph else ""
        return f'<h2 class="tk-h2">The whole chain</h2>{words}<div class="kl-do">{button}{drawn}</div>'

    # ----- the editor

    def _editor(self) -> str:
        edit = self.edit
        tabs = "".join(
            _button(f"tab|{id}", label, edit.tab == id)
            for id, label in (
                ("cards", "Cards"),
                ("areas", "Areas"),
                ("landmarks", "Landmarks"),
                ("players", "Players"),
            )
        )
        off = "" if self.past else ' aria-disabled="true"'
        body = {"cards": self._cards, "areas": self._areas, "landmarks": self._landmarks, "players": self._seats}[
            edit.tab
        ]()
        return (
            '<div class="kl-edit-head">'
            f'<div class="tk-seg" role="group" aria-label="What to set up" data-arrows="tabs">{tabs}</div>'
            f'<div class="kl-undo"><button type="button" class="tk-btn" data-id="undo"{off}>Undo</button>'
            f'<button type="button" class="tk-btn" data-id="clear">Clear</button></div></div>{body}'
            f'<div class="kl-said">{self._refusal() if self.refused is not None else ""}</div>'
        )

    def _cards(self) -> str:
        now, edit = self.now, self.edit
        places = [(f"hand|{seat}", f"{who}’s hand") for seat, who in enumerate(now.names)] + [
            ("deck", "Next in the deck")
        ]
        spots = "".join(_button(f"place|{id}", escape(label), edit.place == id) for id, label in places)
        cards = now.cards(edit.place)
        acts = ""
        if 0 <= edit.picked < len(cards):
            what = _spoken(cards[edit.picked])
            turn = "face up" if cards[edit.picked][0] == "(" else "face down"
            flip = (
                f'<button type="button" class="tk-btn" data-id="flip">Turn {turn}</button>'
                if edit.place.startswith("row")
                else ""
            )
            title = f"{what}, {now.where(edit.place)}"
            acts = f'<button type="button" class="tk-btn" data-id="take">Take it away</button>{flip}'
        else:
            title = f"Cards go {self._goes(edit.place)}"
        lying = ""
        if not edit.place.startswith("row"):
            held = [
                CardPicture(Card(code + "a"), view.CHOSEN if n == edit.picked else "", f"at|{edit.place}|{n}")
                for n, code in enumerate(cards)
            ]
            none = "The rest of the deck is unknown." if edit.place == "deck" else "No card yet."
            lying = (
                f'<div class="kl-lying" role="group" aria-label="{escape(now.where(edit.place))}" data-arrows="lying">'
                f"{_cards(held) or f'<p class=tk-small>{none}</p>'}</div>"
            )
            if edit.place == "deck":
                acts += '<button type="button" class="tk-btn" data-id="seed">Shuffle the unknown rest</button>'
        suits = "".join(
            _button(f"suit|{suit.value}", f"{view.emblem(suit)}{SHORT[suit]}", suit is edit.suit) for suit in SUITS
        )
        return (
            f'<div class="kl-spots"><h2 class="tk-h2">{escape(title)}</h2><div class="kl-acts">{acts}</div></div>'
            f'<div class="tk-seg kl-wrap" role="group" aria-label="Or put cards into" data-arrows="spots">{spots}</div>{lying}'
            f'<div class="tk-seg kl-tray-suits" role="group" aria-label="Suit" data-arrows="suits">{suits}</div>'
            f'<div class="kl-tray" role="group" aria-label="Cards to lay" data-arrows="tray">'
            f"{''.join(self._pick(code) for code in self._tray())}</div>"
        )

    def _tray(self) -> list[str]:
        suit = self.edit.suit
        low = ("1", *MARKS) if self.now.rulings["deck-composition"] == "one-to-nine-twice" else MARKS
        codes = [
            f"{suit.value}{mark}" for mark in low if _box(str(self.now.rulings["deck-composition"]))[suit.value + mark]
        ]
        codes += [
            f"[{suit.value} {key}]"
            for key in landmarks(str(self.now.rulings["tenth-landmark"]))
            if any(step.do == "place-landmark" and step.suit is suit for step in landmark_texts()[key].steps)
        ]
        return codes

    def _pick(self, code: str) -> str:
        there = self.now.copies(code)
        left = there - len(self.now.lies(code))
        refused = self.now.why_not(code, self.edit.place) is not None
        pips = "".join(f'<i class="{"is-left" if n < left else ""}"></i>' for n in range(there))
        entry = Sorter().entry(code)
        say = escape(f"{view.card_spoken(entry)}, {left} of {there} left" + (", cannot be laid" if refused else ""))
        more = ' aria-disabled="true"' if refused else ""
        return (
            f'<button type="button" class="kl-pick {"is-gone" if refused else "is-lit"}" data-id="tray|{escape(code)}" '
            f'aria-label="{say}"{more}>{view.card_svg(entry)}<span class="kl-pips">{pips}</span></button>'
        )

    def _areas(self) -> str:
        now, plot = self.now, self.edit.plot
        texts = area_texts()
        rows = [_choice("text|", "No text", "Nothing here changes the rules.", now.plots[plot].text == "")]
        for key in sorted(texts, key=lambda key: texts[key].name):
            text = texts[key]
            off = now.why_not_text(plot, key) is not None
            sure = "" if text.source in view.SURE else "assumed"
            rows.append(_choice(f"text|{key}", text.name, text.text, now.plots[plot].text == key, off, sure))
        return (
            f'<div class="kl-spots"><h2 class="tk-h2">What lies in place {plot + 1}</h2><div class="kl-acts">'
            '<button type="button" class="tk-btn" data-id="grow">Add an Area</button>'
            '<button type="button" class="tk-btn" data-id="shrink">Take this one away</button></div></div>'
            f'<div class="kl-gallery" role="group" aria-label="Area texts" data-arrows="gallery">{"".join(rows)}</div>'
        )

    def _landmarks(self) -> str:
        now, seat = self.now, self.edit.seat
        who = "".join(_button(f"seat|{n}", escape(each), n == seat) for n, each in enumerate(now.names))
        rows = []
        for key in landmarks(str(now.rulings["tenth-landmark"])):
            text = landmark_texts()[key]
            sure = "" if text.source in view.SURE else "assumed"
            rows.append(_choice(f"landmark|{key}", text.name, text.text, key in now.landmarks[seat], False, sure))
        return (
            f'<div class="kl-spots"><h2 class="tk-h2">Landmarks of {escape(now.names[seat])}</h2>'
            f'<div class="tk-seg" role="group" aria-label="Whose Landmarks" data-arrows="owners">{who}</div></div>'
            f'<div class="kl-gallery" role="group" aria-label="Landmarks" data-arrows="gallery">{"".join(rows)}</div>'
        )

    def _seats(self) -> str:
        now = self.now
        count = "".join(_button(f"players|{n}", str(n), now.players == n, f"{n} players") for n in (2, 3, 4))
        token = "".join(_button(f"token|{n}", escape(who), now.first == n) for n, who in enumerate(now.names))
        turn = "".join(_button(f"turn|{n}", escape(who), now.active == n) for n, who in enumerate(now.names))
        rows = (("Players", "players", count), ("First Player", "tokens", token), ("Whose turn", "turns", turn))
        return '<h2 class="tk-h2 kl-gap">Who plays</h2>' + "".join(
            f'<div class="kl-set"><span id="kl-{group}">{label}</span><div class="tk-seg" role="group" '
            f'aria-labelledby="kl-{group}" data-arrows="{group}">{buttons}</div></div>'
            for label, group, buttons in rows
        )


# ---------------------------------------------------------------- small pieces of the page


def _bool(value: bool) -> str:
    return str(value).lower()


def _button(id: str, inner: str, pressed: bool, said: str = "") -> str:
    label = f' aria-label="{escape(said)}"' if said else ""
    return f'<button type="button" data-id="{escape(id)}" aria-pressed="{_bool(pressed)}"{label}>{inner}</button>'


def _step(id: str, label: str, icon: str, off: bool) -> str:
    main = " tk-btn--main" if id == "on" else ""
    gone = ' aria-disabled="true"' if off else ""
    return (
        f'<button type="button" class="tk-btn{main}" data-id="{id}" aria-label="{label}"{gone}>'
        f'<svg viewBox="0 0 20 20" aria-hidden="true"><path d="{icon}" fill="none" stroke="currentColor" '
        'stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg></button>'
    )


def _choice(id: str, title: str, text: str, pressed: bool, off: bool = False, sure: str = "") -> str:
    gone = ' aria-disabled="true"' if off else ""
    mark = f'<i class="kl-sure">{sure}</i>' if sure else ""
    return (
        f'<button type="button" class="kl-choice" data-id="{escape(id)}" aria-pressed="{_bool(pressed)}"{gone}>'
        f"<b>{escape(title)}{mark}</b><span>{escape(text)}</span></button>"
    )


def _cards(pictures: Iterable[CardPicture]) -> str:
    return "".join(view.card_html(picture) for picture in pictures)


def _fires_word(fire: Fire) -> str:
    return f"{name(fire.card)} fires {fire.suit.effect}{' twice' * (fire.times > 1)}"


def _entry_id(entry: object) -> str:
    if isinstance(entry, Shrouded):
        return f"({entry.card.id})"
    return entry.id if isinstance(entry, Card) else ""


def _suit_of(code: str) -> Suit:
    return Suit(code.strip("()[]")[0])


def _spoken(code: str) -> str:
    if code[0] == "[":
        return landmark_texts()[code[1:-1].split()[1]].name
    return name(Card(code.strip("()") + "a")) + (", face down" if code[0] == "(" else "")
