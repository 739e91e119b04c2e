"""What do the Area and Landmark cards say? Each text is a declaration: window, who, when, do.

The texts themselves stand in rulebook.toml ([[data.area_text]], [[data.landmark]]), one small row a card; an owner of the
box can put other rows in their place. The engine knows the actions below and no card's name.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from ..core import rulebook
from .campaigns import NO_LIMIT, PLAIN, Filter, Mods
from .cards import KEY, MODES, AreaCard, Card, Suit, read_suit

WINDOWS: Final = (
    "reveal",
    "contest-start",
    "turn-draw",
    "play-from-hand",
    "enter",
    "constant",
    "resolve-start",
    "resolve-effects",
    "win",
    "resolve-end",
)
WHO: Final = ("", "each-player", "player", "owner", "winner", "not-first-player")
ACTIONS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "draw-special": ("pile", "n"),
        "prestige": ("n",),
        "morale": ("n", "floor"),
        "rally": ("into", "mode"),
        "shroud": ("mode",),
        "reveal": ("which",),
        "kindred-immune": ("scope",),
        "ignore": ("cards",),
        "ignore-highest": ("scope",),
        "discard-highest": ("scope",),
        "no-suits": (),
        "all-suits": ("cards",),
        "value-delta": ("cards", "n"),
        "bust-limit": ("limit",),
        "influence-bonus": ("n",),
        "redeal": (),
        "reveal-and-discard": (),
        "re-enlist": ("n", "mode"),
        "alternative-draw": ("source", "mode"),
        "place-landmark": ("suit",),
        "hand-limit": ("n",),
    }
)
"""The effect vocabulary: each action and its arguments."""
ALLOWED: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "pile": ("vanguard", "ace"),
        "into": ("same-campaign", "own-campaign", "any-campaign"),
        "mode": ("must", "may"),
        "which": ("here", "own"),
        "source": ("discard-top",),
        "window": WINDOWS,
        "who": WHO[1:],
        "do": tuple(ACTIONS),
    }
)
SCOPES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "kindred-immune": ("area-until-reveal", "shrouded-cards"),
        "ignore-highest": ("area", "campaign"),
        "discard-highest": ("area", "campaign"),
    }
)
REWARDS: Final = ("prestige", "ace", "vanguard", "lose-morale", "gain-morale", "landmark")


class When(NamedTuple):
    """Under which conditions a step happens: all that are given must hold. Clause: faq.grand-pasar, faq.crystal"""

    value: tuple[int, ...] = ()
    four_suits_here: bool = False
    cards_here: bool = False
    contests_here: bool = False
    not_winner: bool = False
    copies_at_least: int = 0


class Step(NamedTuple):
    """One step of a text. Clause: area.effect-constant, area.effect-reveal, area.effect-resolve"""

    window: str
    do: str
    who: str = ""
    when: When = When()
    mode: str = "must"
    pile: str = ""
    n: int = 1
    floor: int = 0
    into: str = ""
    which: str = ""
    scope: str = ""
    cards: Filter = Filter()
    limit: int = 21
    suit: Suit | None = None
    source: str = ""


class Text(NamedTuple):
    """What an Area or a Landmark says, and where that comes from. Clause: area.parts, landmark.bonus"""

    key: str
    name: str
    text: str
    steps: tuple[Step, ...]
    reward: str
    provenance: tuple[tuple[str, str], ...]
    note: str

    @property
    def source(self) -> str:
        """The provenance of the effect: printed, faq, inferred or invented."""
        return dict(self.provenance).get("effect", "invented")

    @property
    def assumed(self) -> str:
        """Why an event that rests on this text is marked ("" if the text is printed or follows from the FAQ)."""
        if self.source in ("printed", "faq"):
            return ""
        return f"The text of {self.name} is {self.source} by this kit: {self.note}".strip()


# ---------------------------------------------------------------- reading declarations


def read_filter(values: object, where: str) -> Filter:
    """Which cards a step means; ValueError names the key and what is allowed."""
    if not isinstance(values, Mapping):
        raise ValueError(f"{where}: cards is {values!r}; allowed: a table with type, suit, value")
    for key in values:
        if key not in ("type", "suit", "value"):
            raise ValueError(f"{where}: cards has the key {key!r}; allowed: type, suit, value")
    for type in values.get("type", ()):
        if type not in ("folk", "vanguard", "ace"):
            raise ValueError(f"{where}: cards.type holds {type!r}; allowed: folk, vanguard, ace")
    return Filter(
        tuple(values.get("type", ())),
        tuple(read_suit(suit) for suit in values.get("suit", ())),
        tuple(int(value) for value in values.get("value", ())),
    )


def read_step(row: Mapping[str, Any], where: str) -> Step:
    """A step from its row; ValueError names the row, the key, the value and what is allowed. Clause: keyword.use"""
    do = row.get("do")
    for key in ("window", "do"):
        if row.get(key) not in ALLOWED[key]:
            raise ValueError(f"{where}: {key} is {row.get(key)!r}; allowed: {', '.join(ALLOWED[key])}")
    assert isinstance(do, str)
    allowed = ("window", "who", "when", "do", *ACTIONS[do])
    for key, value in row.items():
        if key not in allowed:
            raise ValueError(f"{where}: {do} has the key {key!r}; allowed: {', '.join(allowed)}")
        choice = SCOPES[do] if key == "scope" else ALLOWED.get(key)
        if choice and value not in choice:
            raise ValueError(f"{where}: {key} is {value!r}; allowed: {', '.join(choice)}")
        if key in ("n", "limit", "floor") and type(value) is not int:
            raise ValueError(f"{where}: {key} is {value!r}; allowed: a whole number")
    when = {key.replace("-", "_"): value for key, value in row.get("when", {}).items()}
    for key in when:
        if key not in When._fields:
            raise ValueError(
                f"{where}: when has the key {key.replace('_', '-')!r}; "
                f"allowed: {', '.join(name.replace('_', '-') for name in When._fields)}"
            )
    if "value" in when:
        when["value"] = tuple(when["value"])
    plain = {key: row[key] for key in row if key not in ("when", "cards", "suit")}
    return Step(
        **plain,
        when=When(**when),
        cards=read_filter(row.get("cards", {}), where),
        suit=read_suit(row["suit"]) if "suit" in row else None,
    )


def read_text(row: Mapping[str, Any], where: str) -> Text:
    """A card's text from its row; ValueError names what is wrong."""
    for key in ("key", "name", "steps"):
        if key not in row:
            raise ValueError(f"{where}: the key {key!r} is missing")
    place = f"{where} {row['key']!r}"
    reward = row.get("reward", "")
    if reward and reward not in REWARDS:
        raise ValueError(f"{place}: reward is {reward!r}; allowed: {', '.join(REWARDS)}")
    steps = tuple(read_step(step, f"{place}, step {n}") for n, step in enumerate(row["steps"], 1))
    prov = tuple(sorted(row.get("prov", {}).items()))
    return Text(row["key"], row["name"], row.get("text", ""), steps, reward, prov, row.get("note", ""))


@cache
def area_texts() -> Mapping[str, Text]:
    """The text of each of the 27 kinds of Area, by key. Clause: area.parts"""
    rows = rulebook(KEY).data["area_text"]
    return MappingProxyType({row["key"]: read_text(row, "area_text") for row in rows})


@cache
def landmark_texts() -> Mapping[str, Text]:
    """The text of each of the 10 Landmarks, by key. Clause: landmark.bonus"""
    rows = rulebook(KEY).data["landmark"]
    return MappingProxyType({row["key"]: read_text(row, "landmark") for row in rows})


# ---------------------------------------------------------------- which texts are live, and what they change


class Texts:
    """The texts that are in force in a game. Equal only to itself; `texts(...)` keeps one of each kind."""

    def __init__(self, areas: Mapping[str, Text], landmarks: Mapping[str, Text], layering: str) -> None:
        self.areas = areas
        self.landmarks = landmarks
        self.layering = layering
        self._mods: dict[tuple[Any, ...], Mods] = {}
        self._shroud: dict[str, str] = {}
        self._steps: dict[tuple[str, str], tuple[Step, ...]] = {}
        self._acting: dict[str, frozenset[str]] = {}
        every = [*areas.values(), *landmarks.values()]
        self.changes_hands = any(step.do == "hand-limit" for text in every for step in text.steps)

    def steps(self, key: str, window: str) -> tuple[Step, ...]:
        """The steps of an Area in a window."""
        found = self._steps.get((key, window))
        if found is None:
            text = self.areas.get(key)
            found = tuple(step for step in text.steps if step.window == window) if text else ()
            self._steps[key, window] = found
        return found

    def acting(self, window: str) -> frozenset[str]:
        """The keys of the Areas that have a step in a window."""
        found = self._acting.get(window)
        if found is None:
            found = self._acting[window] = frozenset(key for key in self.areas if self.steps(key, window))
        return found

    def shroud_mode(self, key: str) -> str:
        """Whether a card played here from hand must or may lie face down ("": neither). Clause: keyword.shroud-play"""
        found = self._shroud.get(key)
        if found is None:
            modes = [step.mode for step in self.steps(key, "enter") if step.do == "shroud" and step.mode == "must"]
            modes += [step.mode for step in self.steps(key, "play-from-hand") if step.do == "shroud"]
            found = self._shroud[key] = modes[0] if modes else ""
        return found

    def landmark_steps(self, key: str, window: str) -> tuple[Step, ...]:
        """The steps of a Landmark in a window."""
        text = self.landmarks.get(key)
        return tuple(step for step in text.steps if step.window == window) if text else ()

    def mods(self, key: str, landmarks: tuple[str, ...], is_first: bool, out: tuple[Card, ...] = ()) -> Mods:
        """What the constant texts change in a campaign: its Area, its owner's Landmarks, whether the owner is First
        Player. Clause: area.effect-constant, landmark.after-areas, faq.ashen-suits"""
        asked = (key, landmarks, is_first, out)
        found = self._mods.get(asked)
        if found is None:
            area = [step for step in self.steps(key, "constant") if _meant(step, is_first)]
            owned = [step for mark in landmarks for step in self.landmark_steps(mark, "constant")]
            found = self._mods[asked] = constant_mods(area, owned, self.layering, out)
        return found


def _meant(step: Step, is_first: bool) -> bool:
    return step.who != "not-first-player" or not is_first


def constant_mods(area: list[Step], landmarks: list[Step], layering: str, out: tuple[Card, ...] = ()) -> Mods:
    """Constant Area texts first, then Landmarks; under area-prevails a Landmark gives no suits where there are none.

    Clause: landmark.after-areas, faq.ashen-suits, faq.ranger-empty
    """
    suits, ignored, deltas = [], [], []
    limit: float = 21
    bonus, immune = 0, ""
    bare = layering == "area-prevails" and any(step.do == "no-suits" for step in area)
    for place, step in enumerate([*area, *landmarks]):
        if step.do == "no-suits":
            suits.append(("none", Filter()))
        elif step.do == "all-suits" and not (bare and place >= len(area)):
            suits.append(("all", step.cards))
        elif step.do == "ignore":
            ignored.append(step.cards)
        elif step.do == "value-delta":
            deltas.append((step.cards, step.n))
        elif step.do == "bust-limit" and not (layering == "area-prevails" and place >= len(area) and limit != 21):
            limit = step.limit or NO_LIMIT
        elif step.do == "influence-bonus":
            bonus += step.n
        elif step.do == "kindred-immune":
            immune = step.scope
    if not (suits or ignored or deltas or bonus or immune or out) and limit == 21:
        return PLAIN
    return Mods(tuple(suits), tuple(ignored), tuple(deltas), limit, bonus, immune, out)


@lru_cache(maxsize=256)
def texts(
    mode: str = "advanced", missing: str = "kit-texts", layering: str = "areas-then-landmarks", pack: str = ""
) -> Texts:
    """The texts in force. `pack`: rows of an owner's card pack as JSON ({"area_text": [...], "landmark": [...]}).

    Clause: mode.beginner-no-effect, area.parts, landmark.bonus
    """
    if mode not in MODES:
        raise ValueError(f"mode is {mode!r}; allowed: {', '.join(MODES)}")
    areas, marks = dict(area_texts()), dict(landmark_texts())
    for table, found in (("area_text", areas), ("landmark", marks)):
        for row in json.loads(pack).get(table, ()) if pack else ():
            read = read_text(row, f"card pack, {table}")
            if read.key not in found:
                raise ValueError(f"card pack, {table}: there is no {read.key!r}; allowed: {', '.join(found)}")
            found[read.key] = read if read.text else read._replace(text=say_text(read, table == "landmark"))
    if mode == "beginner":
        return Texts({}, {}, layering)
    if missing == "faq-only":
        areas = {key: text for key, text in areas.items() if text.source in ("printed", "faq")}
        marks = {key: text for key, text in marks.items() if text.source in ("printed", "faq")}
    elif missing == "blank-cards":
        areas = {key: text for key, text in areas.items() if text.source == "printed"}
        marks = {}
    return Texts(areas, marks, layering)


def reward_of(
    card: AreaCard, mode: str = "advanced", missing: str = "kit-texts", beginner: str = "prestige-only", pack: str = ""
) -> str:
    """The reward that a won Area pays beside the usual Prestige; "" for none.

    Clause: area.padma-reward, mode.beginner-no-effect, landmark.gain, mode.advanced
    """
    if mode == "beginner" and beginner == "prestige-only":
        return ""
    if pack:
        for row in json.loads(pack).get("area_text", ()):
            if row["key"] == card.text and row.get("reward") and card.reward != "landmark":
                return str(row["reward"])
    if missing == "blank-cards" or (missing == "faq-only" and card.reward != "landmark"):
        printed = dict(area_texts()[card.text].provenance).get("reward") == "printed" if card.text else False
        if not printed:
            return ""
    return "" if card.reward == "landmark" and mode != "advanced" else card.reward


@cache
def suggested(players: int, name: str) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """The places of a suggested list, level by level; each place holds the names it may be. Clause: suggested.lists,
    suggested.four-player, setup2.suggested"""
    group = "2" if players == 2 else "3-4"
    rows = [row for row in rulebook(KEY).data["suggested"] if row["players"] == group and row["list"] == name]
    if not rows:
        raise ValueError(f"list is {name!r}; allowed: {', '.join(LISTS)}")
    return tuple(
        (*(tuple(place) for place in row["places"]), *(((row["four"],),) if players == 4 else ()))
        for row in sorted(rows, key=lambda row: int(row["level"]))
    )


LISTS: Final = ("first-game", "normal", "advanced")


def slash(names: tuple[str, ...], picks: tuple[str, ...] = (), reading: str = "random") -> tuple[str, ...]:
    """Which of the names between slashes can take a place; `picks`: what the players agree on.

    Clause: suggested.lists, suggested.use
    """
    agreed = tuple(name for name in names if name in picks)
    return agreed[:1] if reading == "table-choice" and agreed else names


# ---------------------------------------------------------------- in words

WHEN_SAID: Final = {
    "reveal": "On reveal",
    "contest-start": "Start of Contest",
    "turn-draw": "On your turn",
    "enter": "When a card comes here",
    "constant": "Always",
    "resolve-start": "Start of Resolve",
    "resolve-effects": "Resolve effects",
    "win": "When you win this Area",
    "resolve-end": "End of Resolve",
}
WHO_SAID: Final = {"each-player": "each player", "not-first-player": "each player but the First Player"}
"""Whom a step means; in all others it is the one who plays, wins or owns the card: you."""
ORDINALS: Final = ("first", "second", "third", "fourth")


def say_filter(meant: Filter) -> str:
    """Which cards are meant, in words: 'Wild Boar Folk cards', 'Folk cards of value 2 or 3', 'Vanguards'."""
    types = {"folk": "Folk cards", "vanguard": "Vanguards", "ace": "Aces"}
    suits = " and ".join(str(suit) for suit in meant.suit)
    named = " and ".join(types[type] for type in meant.type) or "cards"
    values = " or ".join(str(value) for value in meant.value)
    return " ".join(filter(None, (suits, named, values and f"of value {values}")))


def say_step(step: Step, landmark: bool = False) -> str:
    """A step in words, made from its declaration. `landmark`: it stands on a Landmark, which acts for its owner.

    Clause: legend.icons, area.padma-icons, keyword.use
    """
    opening, deed = _opening(step, landmark), _deed(step, landmark)
    return f"{opening}: {deed}."


def _opening(step: Step, landmark: bool) -> str:
    """When it happens, and under which conditions."""
    when, others = step.when, step.who in WHO_SAID
    said = WHEN_SAID.get(step.window, "")
    if step.window == "play-from-hand":
        card = " or ".join(f"an {value}" if value == 8 else f"a {value}" for value in when.value) or "a card"
        here = "" if landmark else " here"
        said = f"When {card} is played{here} from a hand" if others else f"When you play {card}{here} from your hand"
    if when.four_suits_here:
        said += " and all four suits are then here"
    if when.copies_at_least:
        nth = ORDINALS[when.copies_at_least - 1] if when.copies_at_least <= len(ORDINALS) else when.copies_at_least
        said += f", your {nth} or a later one of its name"
    if (when.cards_here or when.contests_here) and not others:
        said += " and you have cards here"
    return said + (" and do not win" if when.not_winner and not others else "")


def _deed(step: Step, landmark: bool) -> str:
    """Who does what: 'gain 1 Prestige', 'each player with cards here adds 1 Ace to the hand', 'you may SHROUD it'."""
    verb, rest = _act(step)
    if not verb:
        return _state(step, landmark)
    if step.who not in WHO_SAID:
        return f"you may {verb} {rest}" if step.mode == "may" else f"{verb} {rest.replace('the hand', 'your hand')}"
    who = WHO_SAID[step.who]
    who += " with cards here" * (step.when.cards_here or step.when.contests_here)
    who += ", except the winner," * step.when.not_winner
    if step.mode == "may" or verb.isupper():
        return f"{who} {step.mode} {verb} {rest}"
    return f"{who} {verb}s {rest}"


def _act(step: Step) -> tuple[str, str]:
    """What a player does: the verb, and the rest; ("", "") if nobody does anything, but something is so."""
    into = {"same-campaign": "the same campaign", "own-campaign": "a campaign of yours", "any-campaign": "any campaign"}
    change = "gain" if step.n > 0 else "lose"
    match step.do:
        case "draw-special":
            return "add", f"{step.n} {step.pile.capitalize()}{'s' * (step.n > 1)} to the hand"
        case "prestige":
            return change, f"{abs(step.n)} Prestige"
        case "morale":
            return change, f"{abs(step.n)} Morale" + (f", but none below {step.floor}" if step.floor else "")
        case "rally":
            return "RALLY", f"into {into[step.into]}"
        case "shroud":
            return "SHROUD", "it"
        case "re-enlist":
            return "RE-ENLIST", f"{step.n} card{'s' * (step.n > 1)}"
        case "alternative-draw":
            return "take", "the top discard in place of drawing"
        case "place-landmark":
            article = "an" if str(step.suit)[0] in "AO" else "a"
            return "place", f"this card in a campaign of yours, as {article} {step.suit} card"
    return "", ""


def _state(step: Step, landmark: bool) -> str:
    """What happens or is so, with nobody doing it."""
    owner = "your " if landmark else ""
    whose = f"{' here' * (not landmark)}{f' of {WHO_SAID[step.who]}' if step.who in WHO_SAID else ''}"
    cards = f"{owner}{say_filter(step.cards)}{whose}"
    campaigns = f"{owner}campaigns{whose}"
    highest = f"the highest card {'of each campaign ' * (step.scope == 'campaign')}here"
    subject = f"{WHO_SAID[step.who]} has" if step.who in WHO_SAID else "you have"
    return {
        "reveal": "turn up your shrouded cards" if step.which == "own" else "turn up all shrouded cards here",
        "kindred-immune": "Kindred Effects cannot choose "
        + ("shrouded cards here" if step.scope == "shrouded-cards" else "cards or campaigns here until the reveal"),
        "ignore": f"IGNORE {cards}",
        "ignore-highest": f"IGNORE {highest}",
        "discard-highest": f"discard {highest}",
        "no-suits": f"{cards} have no suit",
        "all-suits": f"{cards} have all suits",
        "value-delta": f"{cards} count {abs(step.n)} {'more' if step.n > 0 else 'less'}",
        "bust-limit": f"{campaigns} are {f'bust above {step.limit}' if step.limit else 'never bust'}",
        "influence-bonus": f"{subject} an influence bonus of {step.n}{' in each campaign' if landmark else ' here'}",
        "redeal": "gather all cards here, shuffle them, and deal them one by one into the campaigns here",
        "reveal-and-discard": "each other player reveals a hand card, and you choose one of them to be discarded",
        "hand-limit": f"your hand limit is {abs(step.n)} {'higher' if step.n > 0 else 'lower'}",
    }[step.do]


def say_text(text: Text, landmark: bool = False) -> str:
    """A whole card in words. Clause: area.parts, legend.icons"""
    return " ".join(say_step(step, landmark) for step in text.steps) or "No effect."


# ---------------------------------------------------------------- what the FAQ fixes

FAQ: Final[tuple[tuple[str, str, str, Mapping[str, object]], ...]] = (
    ("area_text", "mahayudha-pillar", "faq.set-bonus", {"window": "win"}),
    ("area_text", "alun-alun", "faq.set-bonus", {"window": "win"}),
    ("area_text", "ashen-ruins", "faq.ashen-suits", {"window": "constant", "do": "no-suits"}),
    ("area_text", "decaying-woodlands", "faq.ignore-areas", {"do": "ignore"}),
    ("area_text", "dried-out-quarry", "faq.ignore-areas", {"do": "ignore"}),
    ("area_text", "forgotten-kampong", "faq.ignore-areas", {"do": "ignore"}),
    ("area_text", "hedge-maze", "faq.ignore-areas", {"do": "ignore"}),
    ("area_text", "the-felling", "faq.ignore-areas", {"do": "ignore"}),
    ("area_text", "foggy-marsh", "faq.foggy-immune", {"do": "kindred-immune", "scope": "area-until-reveal"}),
    ("area_text", "foggy-marsh", "faq.foggy-reveal", {"window": "resolve-start", "do": "reveal"}),
    ("area_text", "fellowship-of-the-inner-eye", "faq.fellowship-immune", {"do": "kindred-immune"}),
    ("area_text", "fellowship-of-the-inner-eye", "faq.fellowship-reveal", {"window": "resolve-start", "do": "reveal"}),
    ("area_text", "gambling-roost", "faq.roost-from-hand", {"window": "play-from-hand"}),
    ("area_text", "grand-pasar", "faq.grand-pasar",
     {"window": "play-from-hand", "do": "draw-special", "pile": "vanguard", "who": "each-player"}),
    ("area_text", "padma-field", "faq.padma-start", {"window": "contest-start", "do": "draw-special", "pile": "vanguard"}),
    ("area_text", "padma-field", "faq.padma-end", {"window": "resolve-end", "do": "draw-special", "pile": "ace"}),
    ("area_text", "plagued-kampong", "faq.plagued-highest", {"do": ("discard-highest", "ignore-highest")}),
    ("area_text", "plunderers-cove", "faq.cove-gather", {"window": "resolve-start", "do": "redeal"}),
    ("area_text", "ranger-guild", "faq.ranger-empty", {"do": "influence-bonus"}),
    ("landmark", "berserker-kampong", "faq.placed-landmarks", {"window": "contest-start", "do": "place-landmark"}),
    ("landmark", "gamelan-college", "faq.placed-landmarks", {"window": "contest-start", "do": "place-landmark"}),
    ("landmark", "sacred-library", "faq.placed-landmarks", {"window": "contest-start", "do": "place-landmark"}),
    ("landmark", "shipping-harbour", "faq.placed-landmarks", {"window": "contest-start", "do": "place-landmark"}),
    ("landmark", "cleric-mandala", "faq.cleric", {"window": "turn-draw", "do": "alternative-draw"}),
    ("landmark", "crystal-hall", "faq.crystal", {"window": "play-from-hand", "do": "reveal-and-discard"}),
    ("landmark", "fellowship-of-the-inner-eye", "faq.fellowship-landmark", {"window": "play-from-hand"}),
    ("landmark", "gambling-roost", "faq.roost-landmark", {"do": "rally", "into": ("own-campaign", "same-campaign")}),
    ("landmark", "rainbow-grove", "faq.rainbow-affected", {"do": "all-suits"}),
)  # fmt: skip
"""What the FAQ says of a card's text: a step like this must be in it."""


def contradictions(table: str, text: Text) -> tuple[str, ...]:
    """The FAQ clauses that a text contradicts.

    Clause: faq.ashen-suits, faq.ignore-areas, faq.foggy-immune, faq.foggy-reveal, faq.fellowship-immune,
    faq.fellowship-reveal, faq.roost-from-hand, faq.grand-pasar, faq.padma-start, faq.padma-end, faq.plagued-highest,
    faq.cove-gather, faq.ranger-empty, faq.placed-landmarks, faq.cleric, faq.crystal
    """
    return tuple(
        clause
        for where, key, clause, wanted in FAQ
        if (where, key) == (table, text.key) and not any(_fits(step, wanted) for step in text.steps)
    )


def _fits(step: Step, wanted: Mapping[str, object]) -> bool:
    return all(
        getattr(step, name) in value if isinstance(value, tuple) else getattr(step, name) == value
        for name, value in wanted.items()
    )


def check_pack(pack: Mapping[str, Any]) -> tuple[str, ...]:
    """What is wrong with an owner's card pack ({"area_text": [...], "landmark": [...]}), in words; () if nothing is."""
    found = [
        f"the table {table!r}; allowed: area_text, landmark" for table in pack if table not in ("area_text", "landmark")
    ]
    for table, known in (("area_text", area_texts()), ("landmark", landmark_texts())):
        for row in pack.get(table, ()):
            try:
                text = read_text(row, f"card pack, {table}")
            except ValueError as error:
                found.append(str(error))
                continue
            if text.key not in known:
                found.append(f"card pack, {table}: there is no {text.key!r}; allowed: {', '.join(known)}")
            for clause in contradictions(table, text):
                said = rulebook(KEY).clause(clause).text
                found.append(f"card pack, {table} {text.key!r}: contradicts {clause}: {said}")
    return tuple(found)
