"""What do the rulebook's worked examples come to? Each `given` is evaluated by the real rule functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

from ..core import CHANCE, IllegalMove, Readings, Rulings, Seat
from ..core.examples import Example, load_examples
from .areas import LISTS, slash, suggested, texts
from .board import put
from .campaigns import (
    EMPTY,
    Area,
    Campaign,
    Mods,
    Standing,
    assess,
    counted,
    pair_as_laid,
    stated_total,
)
from .cards import (
    COPIES,
    KEY,
    SUIT_OF,
    AreaCard,
    Card,
    Sorter,
    area_cards,
    areas_for,
    find_area,
    folk,
    number,
    readings,
    vanguards,
    write_entry,
)
from .cards import aces as ace_cards
from .contests import is_over, judge, morale_after, winners
from .flow import NOBODY, Ask, Flow, Task, reward_targets, window_entries
from .game import Table, _settled, new_game, position, re_enlist_choices, read_area, visible_discards, with_ranks
from .kindred import BOUND, TARGETS, suit_choice, triggers
from .moves import (
    Decline,
    Discard,
    Draw,
    GainMorale,
    Intercept,
    LoseMorale,
    Move,
    Pass,
    Play,
    Shuffle,
    TakeNext,
)

Given = Mapping[str, Any]
PLAIN_KEYS = ("mahayudha-pillar", "alun-alun", "padma-field", "ashen-ruins")


@cache
def examples() -> dict[str, Example]:
    """All worked examples by id, in the order of the file."""
    return load_examples(Path(__file__).parent / "examples.toml")


def __getattr__(name: str) -> Any:
    if name == "EXAMPLES":
        return examples()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def evaluate(given: Given) -> dict[str, Any]:
    """The result of an example. `given["check"]` says what is computed; ValueError names what is missing or wrong."""
    check = given.get("check")
    if check not in CHECKS:
        raise ValueError(f"check is {check!r}; allowed: {', '.join(CHECKS)}")
    try:
        return CHECKS[check](given)
    except KeyError as missing:
        raise ValueError(f"the check {check!r} needs the argument {missing}") from None


# ---------------------------------------------------------------- reading what is given


def _rulings(given: Given) -> Rulings:
    return Rulings.of(KEY, given.get("rulings", {}))


def _reads(given: Given) -> Readings:
    return readings(_rulings(given))


def _players(given: Given) -> list[str]:
    names = list(given["players"])
    if not 2 <= len(names) <= 4 or len(set(names)) < len(names):
        raise ValueError(f"players is {names!r}; allowed: 2 to 4 different names, clockwise")
    return names


def _seat(names: Sequence[str], name: object, what: str = "player") -> Seat:
    if name not in names:
        raise ValueError(f"{what} is {name!r}; allowed: {', '.join(names)}")
    return names.index(str(name))


def _mode(given: Given) -> str:
    return str(given.get("mode", "advanced"))


def _mods(given: Given) -> Mods:
    """What the Area and the owner's Landmarks change; the owner is First Player."""
    reads = _reads(given)
    live = texts(_mode(given), reads["missing-texts"], reads["landmark-layering"])
    key = given.get("area", "")
    if key:
        find_area(key)
    return live.mods(key, tuple(given.get("landmarks", ())), True)


def _named(names: Sequence[str], values: Sequence[Any]) -> dict[str, Any]:
    return dict(zip(names, values, strict=True))


# ---------------------------------------------------------------- single rules


def _hand(given: Given) -> dict[str, Any]:
    """Cards discarded in Strategise, and in hand at the first turn of Contest: round 2, with the Areas that are named."""
    reads = _reads(given)
    chosen = [find_area(key) for key in given.get("areas", ())]
    multi = reads["multi-area-deal"] == "face-down-until-contest" or len(chosen) > 3
    players = given.get("players", 3 if multi else 2)
    players = players if isinstance(players, int) else len(players)
    count = number(f"areas_per_round_{players}")
    others = [card for card in area_cards() if card.text in PLAIN_KEYS and card not in chosen]
    pack = folk(reads["deck-composition"])
    carried = given["carried"]
    names = ["Erica", "Drake", "Salihin", "Stuart"][:players]
    table = _table({"players": names, "rulings": given.get("rulings", {})}, names)
    table = table._replace(
        round=2,
        phase="strategise",
        hands=(pack[:carried], *(() for _ in names[1:])),
        deck=pack[carried:],
        vanguards=vanguards(),
        aces=ace_cards(),
        area_deck=tuple([*chosen, *others][:count]),
    )
    flow = Flow(table)
    flow.then(Task("areas"), Task("draw", 0, n=given["drawn"]), Task("limit", 0), Task("contest"))
    flow.run()
    more = given.get("limit", flow.hand_limit(0)) - flow.hand_limit(0)
    thrown = 0
    while flow.ask is not None and flow.phase == "strategise":
        if flow.ask.what == "discard":
            if len(flow.hands[0]) <= flow.hand_limit(0) + more:
                flow.ask = None
                flow.run()
                continue
            thrown += 1
            flow.apply(Discard(flow.hands[0][0]))
        else:
            flow.apply(_as_it_lies(flow.ask))
    while flow.ask is not None and flow.ask.what == "next":
        flow.apply(_as_it_lies(flow.ask))
    return {"discard": thrown, "hand": len(flow.hands[0])}


def _as_it_lies(ask: Ask) -> Move:
    """The first Area in a window, or the cards of a shuffle as they lie."""
    return TakeNext(*ask.data[0]) if ask.what == "next" else Shuffle(ask.pile, ask.cards)


def _times(row: Sequence[str], mods: Mods, reads: Readings) -> list[int]:
    laid = Sorter().row(row)
    found = []
    for place in range(len(laid)):
        fired = triggers(laid[: place + 1], place, mods, reads)
        found.append(max((often for _, often in fired), default=0))
    return found


def _sequence(given: Given) -> dict[str, Any]:
    return {"times": _times(given["cards"], _mods(given), _reads(given))}


def _sequences(given: Given) -> dict[str, Any]:
    return {"times": [_times(row, _mods(given), _reads(given)) for row in given["rows"]]}


def _kindred(given: Given) -> dict[str, Any]:
    reads, mods = _reads(given), _mods(given)
    sorter = Sorter()
    row = sorter.row(given["row"])
    place = len(row)
    if "at" in given and reads["card-position"] == "anywhere":
        place = given["at"]
        if not 0 <= place <= len(row):
            raise ValueError(f"at is {place}; allowed: 0 to {len(row)}")
    row = (*row[:place], sorter.entry(given["card"]), *row[place:])
    fired = triggers(row, place, mods, reads)
    landed = row[place]
    if isinstance(landed, Card):
        fired = suit_choice(fired, landed.suit, reads["rainbow-suit"])
    effects = [[suit.effect, often] for suit, often in fired]
    return {"effects": effects, "total": assess(row, mods, reads).total}


def _campaigns(given: Given) -> dict[str, Any]:
    reads, mods = _reads(given), _mods(given)
    found = []
    for texts_of_row in given["rows"]:
        row = Sorter().row(texts_of_row)
        found.append(assess(row, mods, reads, pair_as_laid(row, mods, reads)))
    return {
        "totals": [standing.total for standing in found],
        "bust": [standing.bust for standing in found],
        "ranks": [standing.rank for standing in found],
    }


# ---------------------------------------------------------------- tables


def _table(given: Given, names: Sequence[str], keys: Sequence[str] = ()) -> Table:
    """The table of an example: what is not given is empty."""
    n = len(names)
    sorter = Sorter()

    def by_seat(values: Mapping[str, Any], default: Any) -> list[Any]:
        for name in values:
            _seat(names, name)
        return [values.get(name, default) for name in names]

    areas: list[dict[str, Any]] = []
    for row in given.get("areas", ()):
        row = {"key": row} if isinstance(row, str) else row
        area: dict[str, Any] = {"card": row["key"]}
        if n > 2:
            first = _seat(names, given.get("first", names[0]), "first")
            area["defender"] = _seat(names, row.get("defender", names[(first + len(areas)) % n]), "defender")
        area["campaigns"] = [sorter.row(cards) for cards in by_seat(row.get("campaigns", {}), ())]
        if "revealed" in row:
            area["revealed"] = row["revealed"]
        areas.append(area)
    discard = sorter.cards(given.get("discard", ()))
    start = _rulings(given)
    table = position(
        n,
        _mode(given),
        rulings=start,
        named=_seat(names, given.get("first", names[0]), "first"),
        areas=[],
        first=_seat(names, given.get("first", names[0]), "first"),
        active="",
        step="still",
        landmarks=by_seat(given.get("landmarks", {}), ()),
        partial=True,
    )
    laid = tuple(read_area(area, table.setup, Sorter()) for area in areas)
    morale = given.get("morale", {})
    fields: dict[str, Any] = {
        "areas": laid,
        "hands": tuple(sorter.cards(cards) for cards in by_seat(given.get("hands", {}), ())),
        "deck": sorter.cards(given.get("deck", ())),
        "discard": discard,
        "vanguards": sorter.cards(given.get("vanguards", ())),
        "aces": sorter.cards(given.get("aces", ())),
        "morale": tuple(by_seat(morale, table.setup.start_morale)),
        "prestige": tuple(by_seat(given.get("prestige", {}), 0)),
        "agenda": (),
        "ask": None,
        "now": (),
        "chain": (),
        "phase": "contest",
        "area_discard": (),
    }
    return with_ranks(table._replace(**fields))


class _Run:
    """A table on which the moves of an example are made: choices in order, chance in the order things lie."""

    def __init__(self, table: Table, names: Sequence[str], choices: Sequence[Mapping[str, Any]]) -> None:
        self.table, self.names = table, names
        self.choices = list(choices)
        self.notes: list[str] = []
        self.legal = True

    def settle(self) -> None:
        """Run the agenda of the table, then answer what is asked."""
        flow = Flow(self.table, telling=True)
        flow.run()
        self.notes += flow.notes
        self.table = Table._make(flow.freeze())
        self.answer()

    def make(self, move: Move) -> None:
        """Make a move, then answer what is asked."""
        self.table, _, notes = self.table.told(move)
        self.notes += notes
        self.answer()

    def answer(self) -> None:
        """Answer questions with the choices, in order."""
        while self.legal and self.table.ask is not None:
            ask = self.table.ask
            if ask.seat == NOBODY:
                self.table, _, notes = self.table.told(Shuffle(ask.pile, ask.cards))
                self.notes += notes
                continue
            if not self.choices:
                raise ValueError(f"choices: {self.names[ask.seat]} is asked ({ask.what}), and no choice is left")
            choice = self.choices.pop(0)
            move = None
            if self.names[ask.seat] == choice.get("who", self.names[ask.seat]):
                move = next((move for move in self.table.legal_moves() if self.fits(move, choice)), None)
            if move is None:
                if self.choices:
                    raise ValueError(f"choices: {choice!r} is not possible, and more follow")
                self.legal = False
                return
            self.table, _, notes = self.table.told(move)
            self.notes += notes

    def fits(self, move: Move, choice: Mapping[str, Any]) -> bool:
        """Whether a move is what a choice of an example says."""
        effect, table = choice.get("effect"), self.table
        assert table.ask is not None
        asked = table.ask.trigger.suit.effect if table.ask.trigger else EFFECT_OF.get(table.ask.what, "")
        if effect != asked:
            return False
        if choice.get("decline"):
            return isinstance(move, Decline)
        if isinstance(move, Decline):
            return False
        wanted = {
            "area": choice.get("area"),
            "card": choice.get("card"),
            "owner": choice.get("from"),
            "suit": choice.get("suit"),
            "seat": choice.get("opponent", choice.get("player")),
            "place": choice.get("at"),
            "into" if isinstance(move, Intercept) else "to": choice.get("to"),
            "landmark": choice.get("landmark"),
        }
        for field, value in wanted.items():
            if value is None:
                continue
            there = getattr(move, field, None)
            if field == "card":
                there = (
                    there.code
                    if there is not None and len(str(value)) < 4 and str(value)[-1] not in COPIES
                    else getattr(there, "id", None)
                )
            elif field in ("owner", "to", "seat") and isinstance(there, int):
                there = self.names[there]
            elif field == "suit":
                there = getattr(there, "value", None)
            if there != value:
                return False
        if "at" not in choice and getattr(move, "place", None) is not None:
            return bool(move.place == self._end(move))  # type: ignore[union-attr]
        return True

    def _end(self, move: Move) -> int:
        key = getattr(move, "into", "") or getattr(move, "area", "")
        seat = getattr(move, "to", None)
        if seat is None:
            seat = getattr(move, "owner", None)
        return len(self.table.area(key).campaigns[seat if seat is not None else 0].cards)

    def result(self) -> dict[str, Any]:
        """The table, as the examples write it."""
        if not self.legal:
            return {"legal": False}
        if len(self.choices) == 1:
            return {"legal": False}
        if self.choices:
            raise ValueError(f"choices: {len(self.choices)} of them were not asked for, first {self.choices[0]!r}")
        table, names = self.table, self.names
        standings = {area.key: [table.standing(area, seat) for seat in range(len(names))] for area in table.areas}
        return {
            "legal": True,
            "campaigns": {
                area.key: {
                    name: [write_entry(entry, codes=True) for entry in campaign.cards]
                    for name, campaign in zip(names, area.campaigns, strict=True)
                }
                for area in table.areas
            },
            "totals": {key: _named(names, [s.total for s in found]) for key, found in standings.items()},
            "bust": {key: _named(names, [s.bust for s in found]) for key, found in standings.items()},
            "ranks": {area.key: _named(names, [campaign.rank for campaign in area.campaigns]) for area in table.areas},
            "discard": _codes(table.discard),
            "deck": _codes(table.deck),
            "vanguards": _codes(table.vanguards),
            "aces": _codes(table.aces),
            "hands": _named(names, [_codes(hand) for hand in table.hands]),
            "morale": _named(names, table.morale),
            "prestige": _named(names, table.prestige),
            "resolved": [_by_name(names, note) for note in self.notes],
        }


EFFECT_OF = {
    "elite": "ELITE",
    "suit": "SUIT",
    "rally": "RALLY",
    "show": "SHOW",
    "discard-shown": "DISCARD",
    "re-enlist": "RE-ENLIST",
    "place": "PLACE",
    "lose-morale": "LOSE",
    "gain-morale": "GAIN",
    "next": "NEXT",
    "aces": "ACES",
}


def _codes(cards: Sequence[Any]) -> list[str]:
    return [card.code for card in cards]


def _by_name(names: Sequence[str], note: str) -> str:
    seat, _, what = note.partition(":")
    return f"{names['ABCD'.index(seat)]}:{what}"


def _targets(given: Given) -> dict[str, Any]:
    names = _players(given)
    table = _table(given, names)
    effect = given["effect"]
    if effect not in SUIT_OF:
        raise ValueError(f"effect is {effect!r}; allowed: {', '.join(SUIT_OF)}")
    found = []
    for aim in TARGETS[SUIT_OF[effect]](table.areas, Flow(table).mods, table.setup.reads, ()):
        row = [aim.area, names[aim.owner if aim.to is None or aim.card else aim.to]]
        if aim.card is not None:
            row.append(aim.card.code)
            if effect == "INSPIRE":
                assert aim.to is not None
                row.append(names[aim.to])
            elif effect == "INTERCEPT":
                row.append(aim.into)
        found.append(row)
    return {"targets": sorted(found)}


def _chain(given: Given) -> dict[str, Any]:
    names = _players(given)
    plays = [given["play"]] if "play" in given else list(given["plays"])
    run = _Run(_table(given, names), names, given.get("choices", ()))
    for play in plays:
        who = _seat(names, play["player"])
        active = _seat(names, given.get("active", play["player"]), "active")
        table = run.table
        code = str(play["card"]).strip("()")
        down = code != play["card"] and Flow(table).shroud_choice(who, table.area(play["area"])) == "may"
        sorter = Sorter()
        sorter.used = {card for card in _everywhere(table) if card not in table.hands[who]}
        mine = [card for card in table.hands[who] if code in (card.code, card.id)]
        if not mine:
            sorter.used |= set(table.hands[who])
            mine = [sorter.card(code)]
            hands = list(table.hands)
            hands[who] = (*hands[who], mine[0])
            table = table._replace(hands=tuple(hands))
        place = play.get("at")
        if table.setup.reads["card-position"] == "anywhere" and place is None:
            place = len(table.area(play["area"]).campaigns[who].cards)
        run.table = table._replace(ask=Ask("play", who, area="only"), active=active)
        move = Play(mine[0], play["area"], place, bool(play.get("shroud", down)))
        try:
            run.make(move)
        except IllegalMove:
            if play is not plays[-1] or run.choices:
                raise
            run.legal = False
        if not run.legal:
            break
    return run.result()


def _everywhere(table: Table) -> set[Card]:
    found = {*table.deck, *table.discard, *table.vanguards, *table.aces}
    for hand in table.hands:
        found.update(hand)
    for area in table.areas:
        for campaign in area.campaigns:
            for entry in campaign.cards:
                card = getattr(entry, "card", entry)
                if isinstance(card, Card):
                    found.add(card)
    return found


def _text_check(do: str) -> Callable[[Given], dict[str, Any]]:
    """An Area's step on a table: reveal, discard-highest or redeal, and the contest afterwards if one is asked for."""

    def check(given: Given) -> dict[str, Any]:
        names = _players(given)
        table = _table(given, names)
        key = given["area"]
        area = table.area(key)
        tasks: tuple[Task, ...] = ()
        if do == "reveal":
            tasks = (Task("reveal", NOBODY, key, cause="reveal"),)
        elif do == "redeal":
            tasks = (Task("redeal", area=key),)
        active = _seat(names, given["active"]) if "active" in given else NOBODY
        run = _Run(table._replace(phase="resolve", agenda=tasks, active=active), names, given.get("choices", ()))
        if do == "redeal":
            run.table = _dealt(run.table, key, given)
        elif do == "discard-highest":
            flow = Flow(run.table, telling=True)
            flow.discard_highest(key, "area", "")
            run.notes += flow.notes
            run.table = Table._make(flow.freeze())
        run.settle()
        found = run.result()
        if run.legal:
            contest = _settle(run.table, run.table.area(area.key), names)
            found |= {"contest": contest, "winner": contest["winner"], "card": contest["card"]}
        return found

    return check


def _dealt(table: Table, key: str, given: Given) -> Table:
    """The table of a re-deal whose pile comes in the order that is given."""
    table = _settled(table)
    if table.ask is None:
        return table
    left = list(table.ask.cards)
    pile = []
    for code in given.get("pile", _codes(left)):
        match = next((card for card in left if code in (card.code, card.id)), None)
        if match is None:
            raise ValueError(f"pile: {code!r} is not among the cards of {key}")
        left.remove(match)
        pile.append(match)
    if left:
        raise ValueError(f"pile: {left[0].code} is missing")
    flow = Flow(table)
    ask = flow.ask
    assert ask is not None
    task = flow.agenda.pop()
    flow.agenda.append(task._replace(data=tuple(pile)))
    flow.ask = None
    return Table._make(flow.freeze())


def _settle(table: Table, area: Area, names: Sequence[str]) -> dict[str, Any]:
    standings = {seat: table.standing(area, seat) for seat in range(len(names))}
    return _verdict(table, area, names, standings, area.card.text)


def _verdict(
    table: Table, area: Area, names: Sequence[str], standings: Mapping[Seat, Standing], key: str
) -> dict[str, Any]:
    reads = table.setup.reads
    verdict = judge(standings, table.first, area.defender, reads)
    prestige: dict[str, int] = {}
    if verdict.winner is not None and (len(names) == 2 or reads["multi-prestige"] == "one-prestige"):
        prestige[names[verdict.winner]] = 1
    return {
        "winner": "" if verdict.winner is None else names[verdict.winner],
        "card": "unclaimed" if verdict.winner is None else "victory",
        "prestige": prestige,
        "morale": {names[seat]: -lost for seat, lost in verdict.losses},
        "totals": {names[seat]: standing.total for seat, standing in standings.items()},
        "bust": {names[seat]: standing.bust for seat, standing in standings.items()},
        "ranks": {names[seat]: standing.rank for seat, standing in standings.items()},
    }


def _contest(given: Given) -> dict[str, Any]:
    names = _players(given)
    key = given.get("area", "mahayudha-pillar")
    cards = {name: row for name, row in given["campaigns"].items() if not isinstance(row, Mapping)}
    area_row: dict[str, Any] = {"key": key, "campaigns": cards}
    if len(names) > 2 and "defender" in given:
        area_row["defender"] = given["defender"]
    table = _table({**given, "areas": [area_row]}, names)
    if given.get("won_now"):
        flow = Flow(table)
        for name, marks in given["won_now"].items():
            seat = _seat(names, name)
            for mark in marks:
                flow.landmarks = put(flow.landmarks, seat, (*flow.landmarks[seat], mark))
                flow.fresh += ((seat, mark),)
        table = with_ranks(Table._make(flow.freeze()))
    area = table.areas[0]
    if len(names) > 2 and "defender" not in given:
        area = area._replace(defender=None)
    reads = table.setup.reads
    standings = {}
    for seat, name in enumerate(names):
        row = given["campaigns"].get(name, [])
        standing = table.standing(area, seat)
        mods = table.mods(area, seat)
        if isinstance(row, Mapping):
            total, rank = int(row["total"]), int(row.get("elite", 0))
            bust = total > mods.limit
            if (
                bust
                and reads["elite-bust"] == "bust-kills"
                and not (rank == 1 and reads["elite-five-limit"] == "always-21")
            ):
                rank = 0
            standing = Standing(
                total, bust and not (rank == 1 and reads["elite-five-limit"] == "always-21"), rank, True
            )
        elif reads["ace-value"] == "announce" and name in given.get("announce", {}):
            standing = _announced(area, seat, mods, reads, standing, given["announce"][name])
        standings[seat] = standing
    return _verdict(table, area, names, standings, key)


def _announced(
    area: Area, seat: Seat, mods: Mods, reads: Readings, standing: Standing, values: Sequence[int]
) -> Standing:
    row = area.campaigns[seat].cards
    aces = sum(card.type == "ace" for card in counted(row, mods, reads))
    if len(values) != aces or any(value not in (1, 10, 11) for value in values):
        raise ValueError(f"announce is {list(values)!r}; allowed: a value of 1, 10 or 11 for each of {aces} Aces")
    total = stated_total(row, mods, reads, values)
    return standing._replace(total=total, bust=total > mods.limit)


# ---------------------------------------------------------------- turns, rewards, the end


def _turns(given: Given) -> dict[str, Any]:
    names = list(given["hands"])
    reads = _reads(given)
    pool = list(folk(reads["deck-composition"])) + list(vanguards()) + list(ace_cards())
    needed = sum(given["hands"].values()) + given["deck"]
    if needed > len(pool):
        raise ValueError(f"hands and deck hold {needed} cards; there are {len(pool)}")
    cards = iter(pool)
    hands = [tuple(next(cards) for _ in range(given["hands"][name])) for name in names]
    deck = tuple(next(cards) for _ in range(given["deck"]))
    first = _seat(names, given["first"], "first")
    # on an Area without suits nothing but the turns goes on
    rulings = {**given.get("rulings", {}), "missing-texts": "kit-texts"}
    table = _table({"first": given["first"], "areas": [{"key": "ashen-ruins"}], "rulings": rulings}, names)
    table = table._replace(hands=tuple(hands), deck=deck, agenda=(Task("turn", first),))
    table = _settled(table)
    turns = dict.fromkeys(names, 0)
    asked = dict.fromkeys(names, 0)
    drawn = played = discarded = 0
    passes = given.get("passes", {})
    while table.ask is not None and table.phase == "contest":
        ask = table.ask
        if ask.seat == NOBODY:
            table = table.play(Shuffle(ask.pile, ask.cards))
            continue
        name = names[ask.seat]
        options = table.legal_moves()
        if ask.what == "draw":
            asked[name] += 1
            wants = passes.get(name) == asked[name] or Draw() not in options
            if wants:
                table = table.play(Pass())
            else:
                had = len(table.deck) or Flow(table).can_draw()
                table = table.play(Draw())
                turns[name] += 1
                drawn += bool(had)
        elif ask.what == "play":
            card = table.hands[ask.seat][0]
            table = table.play(next(move for move in options if isinstance(move, Play) and move.card.code == card.code))
            played += 1
        elif ask.what == "discard":
            table = table.play(options[0])
            discarded += 1
        else:
            table = table.play(options[-1])
    return {
        "turns": turns,
        "drawn": drawn,
        "played": played,
        "discarded": discarded,
        "left": _named(names, [len(hand) for hand in table.hands]),
    }


def _win(given: Given) -> dict[str, Any]:
    names = ["Erica", "Drake"]
    reads = _reads(given)
    card = find_area(given["area"], reads["tenth-landmark"])
    table = _table(
        {
            "players": names,
            "first": "Erica",
            "areas": [{"key": card.text}],
            "rulings": given.get("rulings", {}),
            "mode": _mode(given),
        },
        names,
    )
    flow = Flow(table, telling=True)
    owned: list[AreaCard] = []
    for key in given.get("victory", ()):
        same = [one for one in area_cards(reads["tenth-landmark"]) if key in (one.text, one.id)]
        if not same:
            find_area(key)
        owned.append(next((one for one in same if one not in owned and one != card), same[0]))
    flow.victory = put(flow.victory, 0, tuple(owned))
    flow.vanguards, flow.aces = vanguards(), ace_cards()
    flow.phase = "resolve"
    flow.put_area(0, flow.areas[0]._replace(settled=True, winner=0, open=_mode(given) != "beginner"))
    before = flow.morale[:]
    flow.then(*flow.win(flow.areas[0], 0))
    flow.run()
    while flow.ask is not None:
        flow.apply(LoseMorale(1) if flow.ask.what == "lose-morale" else GainMorale(0))
    return {
        "prestige": flow.prestige[0],
        "cards": [one.type for one in flow.hands[0]],
        "morale": {name: now - then for name, now, then in zip(names, flow.morale, before, strict=True) if now != then},
        "landmarks": list(flow.landmarks[0]),
    }


def _turn_draw(given: Given) -> dict[str, Any]:
    owner = given.get("owner", "Erica")
    names = [owner, "Drake" if owner != "Drake" else "Erica"]
    marks = [given["landmark"]] if given.get("landmark") else []
    sorter = Sorter()
    table = _table(
        {
            "players": names,
            "first": owner,
            "areas": [{"key": "mahayudha-pillar"}],
            "landmarks": {owner: marks},
            "rulings": given.get("rulings", {}),
        },
        names,
    )
    hands = (sorter.cards(given.get("hand", ())) or (Card("O9b"),), ())
    table = table._replace(
        deck=sorter.cards(given.get("deck", ())), discard=sorter.cards(given.get("discard", ())), hands=hands,
        active=0, ask=Ask("draw", 0),
    )  # fmt: skip
    choice = given.get("choice", "deck")
    move = Draw("discard" if choice == "discard-top" else "deck")
    if table.why_not(move):
        return {"legal": False}
    after = table.play(move)
    while after.to_move is CHANCE:
        assert after.ask is not None
        after = after.play(Shuffle(after.ask.pile, after.ask.cards))
    new = after.hands[0][len(hands[0]) :]
    return {
        "drawn": new[0].code if new else "",
        "deck": _codes(after.deck),
        "discard": _codes(after.discard),
        "legal": True,
    }


def _end(given: Given) -> dict[str, Any]:
    names = _players(given)
    reads = _reads(given)
    prestige = [given["prestige"].get(name, 0) for name in names]
    morale = [given["morale"].get(name, 10) for name in names]
    zero = tuple(_seat(names, name) for name in given.get("reached_zero", ()))
    over = is_over(given["round"], prestige, morale, zero, reads)
    first = _seat(names, given.get("first", names[0]), "first")
    won = winners(prestige, morale, first, reads) if over else ()
    return {"over": bool(over), "winners": [names[seat] for seat in won]}


def _morale_steps(given: Given) -> dict[str, Any]:
    reads = _reads(given)
    morale = given["start"]
    top = int(given.get("game_start", number("morale_start_2")))
    zero = morale == 0
    for step in given["steps"]:
        morale = morale_after(morale, step, top, 0, zero, reads)
        zero = zero or morale == 0
    return {"morale": morale}


def _first_player(given: Given) -> dict[str, Any]:
    names = _players(given)
    first = _seat(names, given["first"], "first")
    table = _table({**given, "areas": []}, names)._replace(first=first, phase="resolve")
    found = []
    for _ in range(int(given.get("rounds", number("rounds")))):
        found.append(names[table.first])
        flow = Flow(table)
        flow.do_cleanup(Task("cleanup"))
        table = Table._make(flow.freeze())
    return {"rounds": found}


def _first_choice(given: Given) -> dict[str, Any]:
    names = _players(given)
    named = given.get("named", "")
    table = new_game(len(names), named=_seat(names, named, "named") if named else "", rulings=_rulings(given))
    if table.ask is not None and table.ask.what == "token":
        return {"possible": [names[move.seat] for move, _ in table.chance_moves()]}  # type: ignore[union-attr]
    return {"possible": [names[table.first]]}


def _cleanup(given: Given) -> dict[str, Any]:
    names = ["Erica", "Drake"]
    rows = list(given["campaigns"])
    sorter = Sorter()
    table = _table({"players": names, "first": "Erica", "areas": [], "rulings": given.get("rulings", {})}, names)
    laid = [Campaign(sorter.row(row)) for row in rows]
    areas = tuple(
        Area(find_area(key), None, (*laid[2 * n : 2 * n + 2], *(EMPTY,) * (2 - len(laid[2 * n : 2 * n + 2]))))
        for n, key in zip(range((len(laid) + 1) // 2), PLAIN_KEYS, strict=False)
    )
    table = table._replace(
        areas=areas, discard=sorter.cards(given.get("discard", ())),
        vanguards=sorter.cards(given.get("vanguards", ())), aces=sorter.cards(given.get("aces", ())), phase="resolve",
    )  # fmt: skip
    flow = Flow(table)
    flow.do_cleanup(Task("cleanup"))
    return {"discard": _codes(flow.discard), "vanguards": _codes(flow.vanguards), "aces": _codes(flow.aces)}


def _padma(given: Given) -> dict[str, Any]:
    names = _players(given)
    n = len(names)
    first = _seat(names, given["first"], "first")
    order = [(first + step) % n for step in range(n)]
    sorter = Sorter()
    spare = iter(Card(id) for id in ("B2a", "K3a", "M4a", "O5a"))
    rows = {name: (next(spare),) for name in given.get("with_cards", ())}
    row: dict[str, Any] = {"key": "padma-field", "campaigns": rows}
    table = _table({**given, "areas": [row]}, names)
    table = table._replace(vanguards=vanguards(), aces=ace_cards())
    flow = Flow(table)
    flow.area_steps("padma-field", "contest-start", NOBODY, None)
    flow.run()
    by_draw = {card: place for place, card in enumerate(vanguards())}
    got = sorted((by_draw[hand[0]], seat) for seat, hand in enumerate(flow.hands) if hand)
    winner = given.get("winner", "")
    flow.phase = "resolve"
    prestige: dict[str, int] = {}
    flow.put_area(0, flow.areas[0]._replace(settled=True, winner=_seat(names, winner) if winner else None))
    if winner:
        flow.then(*flow.win(flow.areas[0], _seat(names, winner)))
        flow.run()
        prestige[winner] = flow.prestige[_seat(names, winner)]
    flow.area_steps("padma-field", "resolve-end", NOBODY, None)
    flow.run()
    served = [seat for seat in order if any(card.type == "ace" for card in flow.hands[seat])]
    by_ace = {card: place for place, card in enumerate(ace_cards())}
    served.sort(key=lambda seat: min(by_ace[card] for card in flow.hands[seat] if card.type == "ace"))
    assert sorter is not None
    return {
        "vanguard_order": [names[seat] for _, seat in got],
        "aces": [names[seat] for seat in served],
        "prestige": prestige,
    }


def _setup(given: Given) -> dict[str, Any]:
    counts = given["players"] if isinstance(given["players"], list) else [given["players"]]
    tables = [new_game(n, named=0, rulings=_rulings(given)) for n in counts]
    morale = [table.setup.start_morale for table in tables]
    return {"morale": morale, "prestige": tables[0].prestige[0], "hand": int(number("first_hand"))}


def _area_deck(given: Given) -> dict[str, Any]:
    counts = given["players"] if isinstance(given["players"], list) else [given["players"]]
    per = [new_game(n, named=0, rulings=_rulings(given)).setup.per_round for n in counts]
    rounds = int(number("rounds"))
    return {"deck": [rounds * n for n in per], "per_round": per, "level_of_round": list(range(1, rounds + 1))}


def _deck(given: Given) -> dict[str, Any]:
    """Counts of a deck: of the values that are given, or of the kit's own cards by the reading of deck-composition."""
    if "values" in given:
        folk_values = [value for value in given["values"] for _ in range(given.get("copies", 2) * 4)]
    else:
        folk_values = [card.value for card in folk(_reads(given)["deck-composition"])]
    total, count = sum(folk_values), len(folk_values)
    return {
        "folk": count,
        "vanguards": 4 * given.get("vanguards_per_suit", len(vanguards()) // 4),
        "aces": 4 * given.get("aces_per_suit", len(ace_cards()) // 4),
        "mean_folk": total // count if total % count == 0 else total / count,
        "sum_folk": total,
    }


def _area_set(given: Given) -> dict[str, Any]:
    tenth = _reads(given)["tenth-landmark"]
    cards, normal = area_cards(tenth), areas_for("normal", tenth)
    levels = range(1, int(number("rounds")) + 1)
    listed = {
        (name, level)
        for players in (2, 4)
        for which in LISTS
        for level, places in enumerate(suggested(players, which), 1)
        for place in places
        for name in place
    }
    there = {(card.text, card.level) for card in cards}
    rewards = {reward: sum(card.reward == reward for card in cards) for reward in {card.reward for card in cards}}
    landmark = rewards.pop("landmark")
    each = set(rewards.values())
    return {
        "cards": len(cards),
        "by_level": [sum(card.level == level for card in cards) for level in levels],
        "normal": len(normal),
        "normal_by_level": [sum(card.level == level for card in normal) for level in levels],
        "landmark": landmark,
        "each_other_reward": each.pop() if len(each) == 1 else sorted(rewards.values()),
        "listed_pairs": len(listed & there),
    }


def _suggested(given: Given) -> dict[str, Any]:
    rows = [suggested(2, name) for name in LISTS] + [suggested(3, name) for name in LISTS]
    four = [suggested(4, name) for name in LISTS]
    places = {len(level) for row in rows for level in row}

    def cards(lists: Sequence[Sequence[Sequence[Any]]]) -> int:
        counts = {sum(len(level) for level in row) for row in lists}
        assert len(counts) == 1
        return counts.pop()

    return {
        "rows": sum(len(row) for row in rows),
        "places_per_row": places.pop(),
        "two_players": cards(rows[:3]),
        "three_players": cards(rows[3:]),
        "four_players": cards(four),
    }


def _re_enlist(given: Given) -> dict[str, Any]:
    pile = Sorter().cards(given["discard"])
    return {"choices": _codes(re_enlist_choices(pile, _reads(given)["re-enlist-choice"]))}


def _visible(given: Given) -> dict[str, Any]:
    reads = _reads(given)
    found: dict[str, Any] = {}
    if "discard" in given:
        pile = Sorter().cards(given["discard"])
        found["discard"] = _codes(visible_discards(pile, reads["hidden-information"]))
    if "effect" in given or "deck" in given:
        deck = Sorter().cards(given.get("deck", ()))
        seen = given.get("effect") == "RALLY" and reads["rally-choice"] == "chosen-seen"
        found["deck"] = _codes(deck[:1]) if seen else []
    return found


def _effect_orders(given: Given) -> dict[str, Any]:
    names = _players(given)
    table = _table(given, names)
    flow = Flow(table)
    windows = ["resolve-start"]
    if table.setup.reads["resolve-windows"] == "own-step":
        windows.append("resolve-effects")
    windows.append("resolve-end")
    orders: list[list[str]] = [[]]
    for window in windows:
        entries = [key for key, _ in window_entries(flow.areas, window, flow)]
        ways = sorted({tuple(way) for way in permutations(entries)}) if len(names) == 2 else [tuple(entries)]
        orders = [[*order, *way] for order in orders for way in ways]
    return {"orders": sorted(orders)}


def _reward_targets(given: Given) -> dict[str, Any]:
    names = _players(given)
    winner = _seat(names, given["winner"], "winner")
    reading = _reads(given)["any-player-choice"]
    lose = reward_targets(len(names), winner, "lose-morale", reading)
    gain = reward_targets(len(names), winner, "gain-morale", reading)
    return {"lose": [names[seat] for seat in lose], "gain": [names[seat] for seat in gain]}


def _slash(given: Given) -> dict[str, Any]:
    players = 2 if str(given["players"]) == "2" else 4
    places = suggested(players, given["list"])[int(given["level"]) - 1]
    names = places[int(given["place"])]
    picks = (given["pick"],) if given.get("pick") else ()
    return {"possible": list(slash(names, picks, _reads(given)["suggested-slash"]))}


def _inspire_bounds(given: Given) -> dict[str, Any]:
    """How often each effect can happen at most because of one played card (default readings); with a table and a play
    also the shortest and the longest chain of effects that the choices allow."""
    found: dict[str, Any] = {name.lower(): most for name, most in BOUND.items()} | dict(BOUND)
    if "play" in given and "areas" in given:
        names = _players(given)
        play = given["play"]
        who = _seat(names, play["player"])
        table = _table(given, names)
        sorter = Sorter()
        sorter.used = _everywhere(table)
        card = sorter.card(play["card"])
        hands = list(table.hands)
        hands[who] = (*hands[who], card)
        table = table._replace(hands=tuple(hands), ask=Ask("play", who, area="only"), active=who)
        lengths = _chain_lengths(table.play(Play(card, play["area"])), {})
        found |= {"shortest": min(lengths), "longest": max(lengths), "min": min(lengths), "max": max(lengths)}
    return found


def _chain_lengths(table: Table, seen: dict[Table, frozenset[int]]) -> frozenset[int]:
    """How many effects may still be carried out from here."""
    if table.ask is None or len(seen) > 20_000:
        return frozenset((0,))
    if table not in seen:
        found: set[int] = set()
        for move in table.legal_moves():
            one = int(table.ask.what == "effect" and not isinstance(move, Decline))
            found |= {one + left for left in _chain_lengths(table.play_unchecked(move), seen)}
        seen[table] = frozenset(found)
    return seen[table]


CHECKS: dict[str, Callable[[Given], dict[str, Any]]] = {
    "hand": _hand,
    "sequence": _sequence,
    "sequences": _sequences,
    "kindred": _kindred,
    "totals": _campaigns,
    "elites": _campaigns,
    "campaigns": _campaigns,
    "targets": _targets,
    "chain": _chain,
    "reveal": _text_check("reveal"),
    "plagued": _text_check("discard-highest"),
    "redeal": _text_check("redeal"),
    "contest": _contest,
    "turns": _turns,
    "win": _win,
    "first-choice": _first_choice,
    "slash": _slash,
    "visible": _visible,
    "effect-orders": _effect_orders,
    "reward-targets": _reward_targets,
    "morale-steps": _morale_steps,
    "end": _end,
    "cleanup": _cleanup,
    "turn-draw": _turn_draw,
    "re-enlist": _re_enlist,
    "padma": _padma,
    "setup": _setup,
    "first-player": _first_player,
    "area-deck": _area_deck,
    "deck": _deck,
    "area-set": _area_set,
    "suggested": _suggested,
    "inspire-bounds": _inspire_bounds,
}
