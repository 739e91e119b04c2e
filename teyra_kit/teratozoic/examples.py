"""What do the rulebook's worked examples come to? Each `given` is evaluated by the real rule functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, perm, prod
from pathlib import Path
from typing import Any, Final

from ..core import CHANCE, Rulings, rulebook
from ..core.examples import Example, load_examples
from . import packs
from .endgame import (
    best_endgame,
    fewest_monsters,
    final_cards,
    final_score,
    leftover_monsters,
    score_by_monsters,
    why_not_final,
    winners,
)
from .flow import (
    ALL,
    NOT_ALL,
    UNKNOWN,
    Flow,
    Setup,
    Task,
    drawers,
    fewest_to_play,
    goes_on,
    leaves_enough,
    pick_numbers,
    readings,
    safe_picks,
    set_aside_limit,
)
from .game import Table, blank, position
from .layouts import all_whole_counts, best_layouts, best_subsets, best_total
from .monsters import Layout, buildable, layout_value, whole
from .moves import HOLD_BACK, PLAY_ALL, Grow, Keep, SetAside, ShuffleOwn, Take
from .parts import (
    KEY,
    LAST,
    NO_SET,
    PLAYERS,
    Box,
    Era,
    Part,
    colours,
    common_parts,
    era_stack,
    eras_by_key,
    hand_size,
    kit_box,
    part_of,
    parts_by_id,
    parts_in_play,
    parts_named,
    starter_sets,
    starters_by_value,
    why_not_eras,
    why_not_readings,
)

Given = Mapping[str, Any]
Answer = dict[str, Any]


@cache
def examples() -> dict[str, Example]:
    """All worked examples by id, in the order of the file."""
    return load_examples(Path(__file__).parent / "examples.toml")


def evaluate(given: Given) -> Answer:
    """The result of an example. `given["kind"]` says what is asked; examples.toml shows the kinds and their arguments.

    With `readings`, a list of tables of readings, `by_reading` holds a row for each, and nothing else is answered if the
    defaults do not allow what is given; without them all are at default. ValueError names what is missing or wrong.
    """
    kind = str(given.get("kind"))
    if kind not in KINDS:
        raise ValueError(f"kind is {kind!r}; allowed: {', '.join(KINDS)}")
    answer: Answer = {}
    try:
        answer = _asked(kind, given, {})
    except ValueError:
        if not given.get("readings"):
            raise
    if "readings" in given:
        answer["by_reading"] = [
            {"readings": dict(choices), **_asked(kind, given, choices)} for choices in given["readings"]
        ]
    return answer


def _asked(kind: str, given: Given, choices: Mapping[str, Any]) -> Answer:
    """The result under some readings."""
    try:
        return KINDS[kind](given, Rulings.of(KEY, choices))
    except KeyError as missing:
        raise ValueError(f"the kind {kind!r} needs the argument {missing}") from None
    except (TypeError, AttributeError, IndexError, ZeroDivisionError) as problem:
        raise ValueError(f"the kind {kind!r} cannot be asked with these arguments: {problem}") from problem


# ---------------------------------------------------------------- reading what is given, writing answers


def _layout(monsters: Iterable[Iterable[str]]) -> Layout:
    return tuple(parts_named(monster) for monster in monsters)


def _names(cards: Iterable[Part]) -> list[str]:
    return [part.id for part in cards]


def _monsters(layout: Layout) -> list[list[str]]:
    return [_names(monster) for monster in layout]


def _era(given: Given) -> Era:
    """The era card that is named. ValueError lists the eras."""
    known = eras_by_key(kit_box())
    if given["era"] not in known:
        raise ValueError(f"era is {given['era']!r}; allowed: {', '.join(known)}")
    return known[given["era"]]


def _stack(given: Given, players: int) -> tuple[str, ...]:
    """The eras given, or those that the labels know for so many players from the given one on. Clause: setup.era-labels"""
    key = _era(given).key
    if "eras" in given:
        if key not in given["eras"]:
            raise ValueError(f"era is {key!r}; allowed: one of eras, {', '.join(given['eras'])}")
        return tuple(given["eras"])
    known, labelled = list(eras_by_key(kit_box())), era_stack(players)
    return tuple(one for one in known[known.index(key) :] if one == key or one in labelled)


def _count(cards: Any) -> int:
    """A number of cards, given as it is or by the cards."""
    return cards if isinstance(cards, int) else len(cards)


def _choices(cards: int, numbers: Iterable[int]) -> int:
    """How many sets of so many cards there are."""
    return sum(comb(cards, number) for number in numbers)


# ---------------------------------------------------------------- set-up, eras


def _era_stacks(given: Given, rulings: Rulings) -> Answer:
    return {"stacks": [{"players": players, "eras": list(era_stack(players))} for players in PLAYERS]}


def _era_card(given: Given, rulings: Rulings) -> Answer:
    """Clause: setup.post-apocalypse-draw, declare.post-apocalypse-three, reproduce.post-apocalypse-star-one,
    reproduce.post-apocalypse-keep-one"""
    era = _era(given)
    numbers = {name: getattr(era, name) for name in ("common", "own", "minimum", "winner_takes", "keep")}
    answer = numbers | {"draw_order": ["common"] * era.common + ["own"] * era.own}
    return answer | ({"played_enough": given["played"] >= era.minimum} if "played" in given else {})


def _era_selection(given: Given, rulings: Rulings) -> Answer:
    return {"legal": [not why_not_eras(selection, rulings) for selection in given["selections"]]}


def _sizes(players: int, era: Era, rulings: Rulings) -> dict[str, int]:
    """How many cards lie where before and after the first draws. Clause: setup.common-deck, setup.first-hand"""
    parts = kit_box().parts
    sets = list(starter_sets(parts).values())[:players]
    dealt = [part for some in sets for part in some]
    common = len(common_parts(parts, dealt, rulings))
    return {
        "cards": common + len(dealt),
        "common_deck_before": common,
        "common_deck_after": common - players * era.common,
        "own_deck_after": len(dealt) // players - era.own,
        "hand": era.common + era.own,
    }


def _setup_counts(given: Given, rulings: Rulings) -> Answer:
    return dict(_sizes(given["players"], _era(given), rulings))


def _round_state(given: Given, rulings: Rulings) -> Answer:
    players = given["players"]
    sizes = _sizes(len(players), _era(given), rulings)
    return {
        "common_deck": sizes["common_deck_after"],
        "common_discard": 0,
        "own_decks": dict.fromkeys(players, sizes["own_deck_after"]),
        "own_discards": dict.fromkeys(players, 0),
        "cards_total": sizes["cards"],
    }


def _list_counts(given: Given, rulings: Rulings) -> Answer:
    box, colour = kit_box(), next(iter(colours().values()))
    removed = {
        one.id: parts_in_play(box, rulings.with_("colour-removal", one.id), without_colour=colour)
        for one in rulebook(KEY).ruling("colour-removal").readings
    }
    return {
        "all_parts": len(box.parts),
        "without_advanced": len(parts_in_play(box, rulings, without_advanced=True)),
        "per_colour": sum(part.colour == colour for part in box.parts),
        "advanced_per_colour": sum(part.colour == colour and part.advanced for part in box.parts),
        "without_colour": {reading: len(parts) for reading, parts in removed.items()},
        "starter_sets_left": {reading: len(starter_sets(parts)) for reading, parts in removed.items()},
    }


def _deal_check(given: Given, rulings: Rulings) -> Answer:
    known, legal, totals = parts_by_id(kit_box()), [], []
    by_name: dict[str, set[str]] = {}
    for deal in given["deals"]:
        ids = [*deal["common"], *deal["own"]]
        common, own = parts_named(deal["common"]), parts_named(deal["own"])
        sets = {(part.colour, part.set) for part in own}
        legal.append(
            len(set(ids)) == len(ids) == hand_size()
            and all(id in known for id in ids)
            and all(part.set == NO_SET for part in common)
            and len(sets) <= 1
            and all(mark != NO_SET for _, mark in sets)
        )
        totals.append(best_total((*common, *own), rulings))
        by_name[deal["name"]] = set(ids)
    apart = [sum(len(by_name[name]) for name in names) for names in given.get("together", ())]
    joint = [len(set().union(*(by_name[name] for name in names))) for names in given.get("together", ())]
    return {"legal": legal, "best_totals": totals, "together": [a == b for a, b in zip(apart, joint, strict=True)]}


def _starter_deals(given: Given, rulings: Rulings) -> Answer:
    players, parts = given["players"], kit_box().parts
    answer: Answer = {"first_players": 1 if rulings["first-player-method"] == "seat-zero" else players}
    sets = len(starter_sets(parts))
    if rulings["starter-sets"] == "mixed-values":
        return answer | {"deals": prod(perm(len(some), players) for some in starters_by_value(parts).values())}
    if rulings["starter-assignment"] == "by-choice":
        return answer | {"options": [sets - taken for taken in range(players)]}
    return answer | {"deals": perm(sets, players)}


def _accept_readings(given: Given, rulings: Rulings) -> Answer:
    kit = kit_box()
    box = Box(kit.parts, kit.eras, bool(given.get("owner_parts")), bool(given.get("owner_eras")))
    return {"accepted": not why_not_readings(rulings, box)}


def _changed(given: Given, table: str, key: str, name: str) -> list[list[dict[str, Any]]]:
    """The kit's rows of a table with the change of each case."""
    rows: Sequence[Mapping[str, Any]] = rulebook(KEY).data[table]
    columns = {"id", *Part._fields, *Era._fields}
    found = []
    for case in given["cases"]:
        if case[name] not in {row[key] for row in rows}:
            raise ValueError(f"cases: {name} is {case[name]!r}; allowed: a {key} of the kit's table")
        kept = [row for row in rows if row[key] != case[name] or not case.get("drop")]
        found.append(
            [
                {column: value for column, value in row.items() if column in columns}
                | (case.get("set", {}) if row[key] == case[name] else {})
                for row in kept
            ]
        )
    return found


def _checked(reports: Iterable[Sequence[packs.Failing]]) -> Answer:
    """For each case the lowest check that fails (0 if none does), and what follows."""
    lowest = [min(report, key=lambda failing: failing.number, default=None) for report in reports]
    numbers = [0 if failing is None else failing.number for failing in lowest]
    return {
        "refused_by_check": numbers,
        "reported_by_check": numbers,
        "outcome": ["" if failing is None else failing.outcome for failing in lowest],
    }


def _owner_list(given: Given, rulings: Rulings) -> Answer:
    return _checked(packs.failing_parts(rows, rulings) for rows in _changed(given, "part", "id", "row"))


def _owner_eras(given: Given, rulings: Rulings) -> Answer:
    return _checked(packs.failing_eras(rows) for rows in _changed(given, "era", "key", "era"))


# ---------------------------------------------------------------- monsters and layouts


def _layout_value(given: Given, rulings: Rulings) -> Answer:
    """Clause: build.five-singles-nineteen, build.green-pair-plus-eight, build.orange-pair-thirty-two"""
    layout = _layout(given["monsters"])
    cards = [part for monster in layout for part in monster]
    value = layout_value(layout, rulings)
    singles = layout_value(tuple((part,) for part in cards), rulings)
    return {
        "monster_values": [monster.total for monster in value.monsters],
        "whole": [monster.whole for monster in value.monsters],
        "single_colour": [monster.single_colour for monster in value.monsters],
        "card_sum": sum(part.value for part in cards),
        "all_whole_bonus": value.all_whole_bonus,
        "total": value.total,
        "best_total": best_total(cards, rulings),
        "difference_to_singles": value.total - singles.total,
    }


def _layouts(given: Given, rulings: Rulings) -> Answer:
    values = [layout_value(_layout(monsters), rulings) for monsters in given["layouts"]]
    return {
        "totals": [value.total for value in values],
        "monster_values": [[monster.total for monster in value.monsters] for value in values],
    }


def _best_layout(given: Given, rulings: Rulings) -> Answer:
    best = best_layouts(parts_named(given["cards"]), rulings)
    layouts = [_monsters(layout) for layout in best.layouts]
    return {
        "best_total": best.total,
        "unique": len(layouts) == 1,
        "best_layouts": layouts,
        "best_layout": layouts[0],
    }


def _best_layouts(given: Given, rulings: Rulings) -> Answer:
    found = [best_layouts(parts_named(hand), rulings) for hand in given["hands"]]
    return {
        "best_totals": [best.total for best in found],
        "best_layouts": [_monsters(best.layouts[0]) for best in found],
        "unique": [len(best.layouts) == 1 for best in found],
    }


def _best_totals(given: Given, rulings: Rulings) -> Answer:
    return {"best_totals": [best_total(parts_named(hand), rulings) for hand in given["hands"]]}


def _all_whole(given: Given, rulings: Rulings) -> Answer:
    return {"monster_counts": [list(all_whole_counts(parts_named(hand), rulings)) for hand in given["hands"]]}


def _subsets(given: Given, rulings: Rulings) -> Answer:
    hand = parts_named(given["hand"])
    total, subsets = best_subsets(hand, rulings, min(given["minimum"], len(hand)))
    return {"best_total": total, "subsets": [_names(some) for some in subsets]}


def _buildable(given: Given, rulings: Rulings) -> Answer:
    groups = [parts_named(group) for group in given["groups"]]
    fits = [buildable(group, rulings) for group in groups]
    return {
        "buildable": fits,
        "whole": [fit and whole(group, rulings) for fit, group in zip(fits, groups, strict=True)],
    }


def _greedy_trap(given: Given, rulings: Rulings) -> Answer:
    return {
        "greedy_total": layout_value(_layout(given["greedy_layout"]), rulings).total,
        **_best_layout(given, rulings),
    }


def _advanced_effect(given: Given, rulings: Rulings) -> Answer:
    own = part_of(given["part"])
    layout = tuple(
        tuple(own if id == own.id else parts_named([id])[0] for id in monster) for monster in given["monsters"]
    )
    value = layout_value(layout, rulings)
    return {"total": value.total, "effect_shown": bool(value.effects), "unchecked": bool(value.effects)}


# ---------------------------------------------------------------- Declaration and Growth


def _declaration_options(given: Given, rulings: Rulings) -> Answer:
    era, hand = _era(given), given["hand_size"]
    most = set_aside_limit(era.minimum, hand)
    if hand < fewest_to_play(era.minimum, era.key == LAST, readings(rulings)):
        legal, options = [], 0
    else:
        legal, options = list(range(hand - most, hand + 1)), _choices(hand, range(most + 1))
    illegal = [number for number in range(hand + 1) if number not in legal]
    return {"legal_played": legal, "illegal_played": illegal, "options": options}


def _declaration_forms(given: Given, rulings: Rulings) -> Answer:
    hand = given["hand_size"]
    limits = [set_aside_limit(minimum, hand) for minimum in given["minimum"]]
    later = [_choices(hand, range(1, most + 1)) for most in limits]
    if rulings["declaration-timing"] == "words-first":
        return {"choices_on_turn": [2 if most else 1 for most in limits], "later_choices": later}
    return {"choices_on_turn": [1 + more for more in later], "later_choices": [0] * len(limits)}


def _declaration(given: Given, rulings: Rulings) -> Answer:
    aside = {player: _count(given["set_aside"].get(player, ())) for player in given["turn_order"]}
    hand, most = given["hand_size"], set_aside_limit(_era(given).minimum, given["hand_size"])
    seen: dict[str, int | str] = {}
    for place, player in enumerate(given["turn_order"]):
        before = [aside[other] for other in given["turn_order"][:place]]
        if rulings["declaration-timing"] == "words-first":
            before = []
        counted = rulings["set-aside-count"] == "public" or not any(before)
        seen[player] = sum(before) if counted else "unknown"
    return {
        "legal": all(count <= most for count in aside.values()),
        "declared": {player: NOT_ALL if count else ALL for player, count in aside.items()},
        "played_count": {player: hand - count for player, count in aside.items()},
        "face_down_seen": seen,
    }


def _growth_card_sets(given: Given, rulings: Rulings) -> Answer:
    kept = _count(given["kept"])
    least = kept if rulings["declaration-binding"] == "binding" else min(given["minimum"], kept)
    return {"card_sets": _choices(kept, range(least, kept + 1))}


def _visible(given: Given, rulings: Rulings) -> Answer:
    aside, kept, hidden = list(given["set_aside"]), list(given["kept"]), given["hidden_card"]
    named = {*aside, *kept, hidden}
    filler = [part.id for part in kit_box().parts if part.id not in named]
    hand = [card for card in dict.fromkeys((*kept, hidden)) if card not in aside]
    while len(hand) + len(aside) < hand_size():
        hand.append(filler.pop())
    other = [filler.pop() for _ in range(hand_size())]
    decks = [[filler.pop() for _ in range(hand_size())] for _ in range(2)]
    before = position(
        eras=("apocalypse", LAST), rulings=rulings, phase="grow", hands=[hand, other], aside=[aside, []], decks=decks
    ).observe(1)
    table = position(
        eras=("apocalypse", LAST), rulings=rulings, phase="keep", decks=decks,
        layouts=[[[card] for card in hand], [[card] for card in other]], aside=[aside, []],
    )  # fmt: skip
    for cards in (kept, other[:1]):
        table = table.play_unchecked(Keep(tuple(cards)))
    there: int | str = len(before.aside[0])
    if rulings["declaration-timing"] == "words-first":
        there = 0  # first all players speak
    elif rulings["set-aside-count"] == "hidden" and before.said[0] == NOT_ALL:
        there = "unknown"
    mine = given.get("observer", "") == given.get("owner")
    return {
        "before_declaration": {
            "declared": before.said[0],
            "face_down_cards": there,
            "identity": mine or hidden in before.faces(),
        },
        "after_keep": {"identity": mine or hidden in table.observe(1).faces()},
    }


# ---------------------------------------------------------------- the round


def _round_winner(given: Given, rulings: Rulings) -> Answer:
    order, totals = list(given["turn_order"]), given["totals"]
    leading = _leading(order, totals)
    winner = leading[0] if len(leading) == 1 else ""
    return {"winner": winner, "first_player": winner or order[0], "tied": leading if len(leading) > 1 else []}


def _leading(order: Sequence[str], totals: Mapping[str, int]) -> list[str]:
    """Who has the highest total, in turn order. Clause: growth.highest-wins"""
    best = max(totals[player] for player in order)
    return [player for player in order if totals[player] == best]


def _unbroken(tied: Sequence[str], rulings: Rulings) -> str:
    """Who wins a tie that cannot be broken; "" for nobody. Clause: tie.repeat"""
    return tied[0] if rulings["tie-unbreakable"] == "turn-order" else ""


def _tie_break(given: Given, rulings: Rulings) -> Answer:
    rows = list(given["contenders"])
    names = [row["player"] for row in rows]
    cards = {row["player"]: {name: list(parts_named(row.get(name, ()))) for name in PILES} for row in rows}
    spare: dict[str, list[Part]] = {name: [] for name in names}
    totals = {name: best_total(cards[name]["played"], rulings) for name in names}
    before = dict(totals)
    after: list[dict[str, int]] = []
    tied = _leading(names, totals)
    while len(tied) > 1:
        decks, discards = ([cards[name][pile] for name in tied] for pile in ("draws", "discard"))
        last, reading = bool(given.get("in_last_era")), str(rulings["tie-empty-deck"])
        able, staying = drawers(range(len(tied)), decks, discards, last, reading)
        if not able:
            return {"totals_before": before, "totals_after": after, "winner": _unbroken(tied, rulings)}
        for name in [tied[place] for place in able]:
            mine = cards[name]
            if not mine["draws"]:
                mine["draws"], mine["discard"] = mine["discard"], []
            spare[name].append(mine["draws"].pop(0))
            more = [*spare[name], *(mine["aside"] if rulings["tie-set-aside"] == "may-return" else ())]
            totals[name], _ = best_subsets([*mine["played"], *more], rulings, 0, len(mine["played"]))
        tied = [tied[place] for place in staying]
        after.append({name: totals[name] for name in tied})
        tied = _leading(tied, totals)
    return {"totals_before": before, "totals_after": after, "winner": tied[0]}


PILES: Final = ("played", "draws", "aside", "discard")


def _from(order: Sequence[str], first: str) -> list[str]:
    """The turn order that starts with a player. Clause: growth.winner-goes-first"""
    place = order.index(first)
    return [*order[place:], *order[:place]]


def _unbreakable(given: Given, rulings: Rulings) -> Answer:
    order = list(given["turn_order"])
    winner = _unbroken(_leading(order, given["totals"]), rulings)
    spreads = _spreads(given, _own(given), rulings)
    return {
        "winner": winner,
        "turn_order_after": _from(order, winner) if winner else order,
        "taken": max(map(sum, spreads), default=0) if winner else 0,
        "options": _ways(given, spreads) if winner else 0,
    }


def _unused_tie_card(given: Given, rulings: Rulings) -> Answer:
    drawn, *deck = given["own_deck"]
    left = [card for card in given["played"] if card not in given["taken_by_winner"]]
    if rulings["tie-drawn-card"] == "under-deck":
        return {"keep_options": left, "own_deck_after": [*deck, drawn]}
    return {"keep_options": [*left, drawn], "own_deck_after": deck}


def _winner_pick(given: Given, rulings: Rulings) -> Answer:
    played = [card for cards in given["played"].values() for card in cards]
    aside = [card for cards in given.get("set_aside", {}).values() for card in cards]
    choice, numbers = list(given["choice"]), pick_numbers(given["number"], len(played), str(rulings["keep-duty"]))
    good = len(choice) in numbers and len(set(choice)) == len(choice) and set(choice) <= set(played)
    piles = {player: list(given.get("own_discards_before", {}).get(player, ())) for player in given["played"]}
    if good:
        piles[given["winner"]] += choice
    return {
        "legal": good,
        "options": _choices(len(played), numbers),
        "illegal": aside,
        "own_discards": piles,
    }


def _keep(given: Given, rulings: Rulings) -> Answer:
    available, number = given["available"], given["number"]
    options = {
        duty: {
            player: _choices(len(cards), pick_numbers(number, len(cards), duty)) for player, cards in available.items()
        }
        for duty in ("must", "may")
    }
    duty = str(rulings["keep-duty"])
    good = all(
        set(cards) <= set(available[player])
        and len(set(cards)) == len(cards)
        and len(cards) in pick_numbers(number, len(available[player]), duty)
        for player, cards in given["choice"].items()
    )
    before = given.get("own_discards_before", {})
    piles = {player: [*before.get(player, ()), *given["choice"].get(player, ())] for player in available}
    return {"legal": good, "options": options, "own_discards": piles}


def _spreads(given: Given, own: Mapping[str, int], rulings: Rulings) -> list[tuple[int, ...]]:
    """How many cards the winner may take from each player, in every legal way. Clause: reproduce.winner-takes"""
    played, era = {player: _count(cards) for player, cards in given["played"].items()}, _era(given)
    safe = safe_picks(tuple(played.values()), [own[player] for player in played], era.keep)
    numbers = pick_numbers(era.winner_takes, sum(played.values()), str(rulings["keep-duty"]))
    spares = rulings["pick-shortage"] == "winner-leaves-enough"
    return [
        picks
        for picks in product(*(range(min(count, era.winner_takes) + 1) for count in played.values()))
        if sum(picks) in numbers and (not spares or leaves_enough(picks, safe))
    ]


def _own(given: Given) -> dict[str, int]:
    """How many cards of their own players have before the winner takes."""
    aside = given.get("aside", {})
    return {player: _count(cards) + _count(aside.get(player, 0)) for player, cards in given["played"].items()}


def _ways(given: Given, spreads: Iterable[tuple[int, ...]]) -> int:
    """How many sets of cards the winner may take."""
    played = [_count(cards) for cards in given["played"].values()]
    return sum(prod(comb(count, picked) for count, picked in zip(played, picks, strict=True)) for picks in spreads)


def _choice_counts(given: Given, rulings: Rulings) -> Answer:
    own, taken = _own(given), given.get("taken_from", {})
    number, duty = _era(given).keep, str(rulings["keep-duty"])
    left = {player: count - taken.get(player, 0) for player, count in own.items()}
    return {
        "winner_options": _ways(given, _spreads(given, own, rulings)),
        "keep_options": {player: _choices(count, pick_numbers(number, count, duty)) for player, count in left.items()},
    }


def _shortage(given: Given, rulings: Rulings) -> Answer:
    own, taken = given["own_cards"], given["taken_from"]
    spreads = _spreads(given, own, rulings)
    players = list(given["played"])
    keep = _era(given).keep
    return {
        "legal": tuple(taken.get(player, 0) for player in players) in spreads,
        "kept": {player: min(keep, count - taken.get(player, 0)) for player, count in own.items()},
        "most_from": {player: max(picks[players.index(player)] for picks in spreads) for player in taken},
    }


def _discard(given: Given, rulings: Rulings) -> Answer:
    remaining = given["remaining"]
    return {
        "common_discard": sum(map(len, remaining.values())),
        "values": {player: sorted(part.value for part in parts_named(cards)) for player, cards in remaining.items()},
    }


def _ownership(given: Given, rulings: Rulings) -> Answer:
    return {
        "change_per_round": [
            (case["keep"] - case["own"]) * case["players"] + case["winner_takes"] for case in given["cases"]
        ]
    }


# ---------------------------------------------------------------- draws, of cards nobody looks at


class _Draws(Flow):
    """Draws that are counted; the game is not counted out."""

    __slots__ = ("drawn", "gone")

    def __init__(self, table: tuple[Any, ...]) -> None:
        super().__init__(table, telling=True)
        self.drawn = [{"common": 0, "own": 0} for _ in range(self.setup.players)]
        self.gone: list[int] = []

    def tell_drawn(self, pile: str, seat: int, cards: Sequence[str], era: Era) -> None:
        """Clause: mutate.draw-five, mutate.common-first"""
        self.drawn[seat][pile] += len(cards)

    def eliminate(self, seat: int) -> None:
        """Clause: mutate.elimination"""
        self.gone.append(seat)
        super().eliminate(seat)

    def finish(self, clause: str) -> None:
        """Clause: mutate.elimination"""
        self.ended = clause
        self.winners = self.order if clause == "mutate.elimination" else ()

    def shuffled(self) -> bool:
        """Shuffle, if that is next."""
        if self.ask is None or self.ask.what not in ("shuffle", "common"):
            return False
        table = Table._make(self.freeze())
        move = table.shuffle(table.to_shuffle())
        self.apply(move)
        return True


def _named(name: str, count: int) -> tuple[str, ...]:
    """Cards nobody looks at."""
    return tuple(f"{name} {number}" for number in range(count))


def _drawn(given: Given, order: Sequence[str], rulings: Rulings) -> _Draws:
    """The draws of one Mutation. `order`: the players clockwise, the first to draw in front."""
    stack = _stack(given, len(order))
    setup = Setup(len(order), stack, False, "", rulings)
    era = stack.index(_era(given).key)
    own = [given.get("own", {}).get(player, {}) for player in order]
    table = Table(
        **blank(setup)
        | {
            "round": 1,
            "phase": "mutate",
            "era": era,
            "last": era == len(stack) - 1,
            "common": _named("common", given.get("common_deck", 0)),
            "discard": _named("discarded", given.get("common_discard", 0)),
            "decks": tuple(_named(f"deck {n}", piles.get("deck", 0)) for n, piles in enumerate(own)),
            "discards": tuple(_named(f"kept {n}", piles.get("discard", 0)) for n, piles in enumerate(own)),
            "agenda": (Task("draws"),),
        }
    )
    flow = _Draws(table)
    flow.run()
    while flow.shuffled():
        pass
    return flow


def _draw(given: Given, rulings: Rulings) -> Answer:
    order = list(given["order"])
    flow = _drawn(given, order, rulings)
    own = {
        player: {"deck": len(flow.decks[seat]), "discard": len(flow.discards[seat])}
        for seat, player in enumerate(order)
    }
    return {
        "drawn": [{"player": player, **flow.drawn[seat]} for seat, player in enumerate(order)],
        "era_after": flow.numbers.key,
        "common_deck_after": len(flow.common),
        "common_discard_after": len(flow.discard),
        "own_after": own,
        "eliminated": [player for seat, player in enumerate(order) if seat in flow.gone],
        "next_minimum": flow.numbers.minimum,
    }


def _survivor(given: Given, rulings: Rulings) -> Answer:
    flow = _drawn(given, given["order"], rulings)
    return _draw(given, rulings) | {"winner": given["order"][flow.winners[0]] if flow.winners else ""}


def _first_player_out(given: Given, rulings: Rulings) -> Answer:
    seats = list(given["seats"])
    order = _from(seats, given["winner"])
    flow = _drawn(given, order, rulings)
    left = [player for seat, player in enumerate(order) if not flow.out[seat]]
    again = order[0] not in left and rulings["first-player-out"] == "choose-again"
    options = [player for player in seats if player in left]
    if again and rulings["first-player-method"] == "seat-zero":
        options = options[:1]
    elif not again:
        options = left[:1]
    answer = _draw({**given, "order": order}, rulings)
    return answer | {
        "draw_order": left,
        "first_player": options[0] if len(options) == 1 else "",
        "first_players": options,
    }


def _own_draw(given: Given, rulings: Rulings) -> Answer:
    own, number = given["own"], given["own_draw"]
    setup = Setup(2, ("apocalypse", LAST), False, "", rulings)
    table = Table(
        **blank(setup)
        | {"decks": (_named("deck", own["deck"]), ()), "discards": (_named("kept", own["discard"]), ()), "round": 1}
    )
    first = _draw_own(_Draws(table), number)
    while first.shuffled():
        pass
    kept = _named("now", given["kept_between"])
    first.discards[0] += kept
    before = Table._make(first.freeze())
    second = _draw_own(_Draws(before), number)
    if second.ask is None or not kept:  # a single card needs no shuffle
        sure = bool(kept) and kept[-1] in second.hands[0]
        return {"probability": str(int(sure)), "own_after": _piles(second)}
    # the card can lie at any place of the pile that is shuffled
    pile = [card for card in Table._make(second.freeze()).to_shuffle() if card != kept[-1]]
    there = kept[-1] in second.discards[0]
    drawn = 0
    for place in range(len(pile) + there):
        again = _draw_own(_Draws(before), number)
        again.apply(ShuffleOwn(0, (*pile[:place], *kept[-1:], *pile[place:])))
        while again.shuffled():
            pass
        drawn += kept[-1] in again.hands[0]
    return {"probability": str(Fraction(drawn, len(pile) + there)), "own_after": _piles(again)}


def _draw_own(flow: _Draws, number: int) -> _Draws:
    """A draw of so many own cards, up to where a pile is shuffled. Clause: mutate.own-reshuffle"""
    flow.hands[0] = (UNKNOWN,) * (hand_size() - number)
    flow.then(Task("draw", 0, flow.numbers.common, begun=True))
    flow.run()
    return flow


def _piles(flow: Flow) -> dict[str, int]:
    return {"deck": len(flow.decks[0]), "discard": len(flow.discards[0])}


def first_change(players: int, eras: Sequence[str], rulings: Rulings) -> Answer:
    """In which round, and at whose draw after how many common cards, the first era ends if nobody is eliminated.

    Clause: turn.rounds-per-era, mutate.era-change, setup.common-deck
    """
    era = eras_by_key(kit_box())[eras[0]]
    deck = _sizes(players, era, rulings)["common_deck_before"]
    # on-empty: the last card brings the change, not the need for another one
    early = int(rulings["era-trigger"] == "on-empty")
    rounds, left = divmod(deck - early, players * era.common)
    drawer, already = divmod(left, era.common)
    return {
        "players": players,
        "unused_starters": rulings["unused-starters"],
        "common_deck": deck,
        "era": era.key,
        "round": rounds,
        "drawer": drawer + 1,
        "already": already + early,
    }


def _first_change(given: Given, rulings: Rulings) -> Answer:
    return {
        "rounds": {
            reading.id: {
                str(players): first_change(players, era_stack(players), rulings.with_("unused-starters", reading.id))[
                    "round"
                ]
                for players in PLAYERS
            }
            for reading in rulebook(KEY).ruling("unused-starters").readings
        }
    }


def _first_change_case(given: Given, rulings: Rulings) -> Answer:
    players = given["players"]
    return first_change(players, given.get("eras") or era_stack(players), rulings)


def _round_script(given: Given, rulings: Rulings) -> Answer:
    names = list(given["turn_order"])
    steps = {(step["phase"], step["player"]): step for step in given["steps"]}
    stack = _stack(given, len(names))
    setup = Setup(len(names), stack, False, "", rulings)
    own = {name: given.get(name, {}) for name in ("own_decks", "own_discards", "hands")}
    table = Table(
        **blank(setup)
        | {
            "era": stack.index(_era(given).key),
            "last": given["era"] == stack[-1],
            "common": _named("common", given.get("common_deck", 0)),
            "discard": _named("discarded", given.get("common_discard", 0)),
            "decks": tuple(_named(f"deck {name}", own["own_decks"].get(name, 0)) for name in names),
            "discards": tuple(_named(f"kept {name}", own["own_discards"].get(name, 0)) for name in names),
            "hands": tuple(tuple(own["hands"][name]) for name in names),
            "agenda": (Task("round"),),
        }
    )
    unknown = [card for hand in table.hands for card in hand if card not in setup.parts]
    if unknown:
        raise ValueError(f"hands holds {unknown[0]!r}; allowed: ids of the kit's list")
    flow = Flow(table)
    flow.run()
    table, winner = Table._make(flow.freeze()), -1
    totals: tuple[int, ...] = ()
    while table.round == 1 and table.to_move is not None:
        table = table.play(_scripted(table, names, steps))
        if table.winner >= 0 and table.round == 1:
            totals, winner = table.totals, table.winner
    return {
        "totals": dict(zip(names, totals, strict=False)),
        "winner": names[winner] if winner >= 0 else "",
        "turn_order_after": [names[seat] for seat in table.order],
        "own_discards": {name: list(table.discards[seat]) for seat, name in enumerate(names)},
        "own_decks_after": {name: len(table.decks[seat]) for seat, name in enumerate(names)},
        "common_deck_after": len(table.common),
        "common_discard_after": sorted(table.discard),
        "cards_total": len(table.all_cards()),
    }


def _scripted(table: Table, names: Sequence[str], steps: Mapping[tuple[str, str], Given]) -> Any:
    """The move that a script has for whoever is to move."""
    if table.to_move is CHANCE:
        return table.shuffle(table.to_shuffle())
    assert table.ask is not None
    phase = {"declare": "declaration", "aside": "declaration", "grow": "growth", "take": "winner-takes"}.get(
        table.ask.what, table.ask.what
    )
    who = names[table.ask.seat]
    if (phase, who) not in steps:
        raise ValueError(f"steps has no {phase!r} of {who}")
    step = steps[phase, who]
    if phase == "growth":
        return Grow(tuple(map(tuple, step["monsters"])))
    if table.ask.what == "declare" and table.setup.reads["declaration-timing"] == "words-first":
        return HOLD_BACK if step.get("set_aside") else PLAY_ALL
    if phase == "declaration":
        return SetAside(tuple(step["set_aside"])) if step.get("set_aside") else PLAY_ALL
    return (Take if phase == "winner-takes" else Keep)(tuple(step["cards"]))


def _last_era(given: Given, rulings: Rulings) -> Answer:
    hands = dict(given["hands"])
    decks = dict.fromkeys(hands, 0) | dict(given.get("own_decks", {}))
    reads, minimum, rounds = readings(rulings), eras_by_key(kit_box())[LAST].minimum, 0
    while True:
        able = [player for player, hand in hands.items() if hand >= fewest_to_play(minimum, True, reads)]
        if not goes_on(len(able), len(hands), True, reads):
            break
        rounds += 1
        for player in able:
            hands[player] = min(hand_size(), decks[player])
            decks[player] -= hands[player]
    return {"rounds": rounds, "unplayed": {player: hands[player] + decks[player] for player in hands}}


# ---------------------------------------------------------------- the end


def _pool(ends: Mapping[str, Sequence[int]]) -> tuple[Part, ...]:
    """Parts of value 1 from their numbers of ends, by colour."""
    return tuple(
        Part(f"{colour} {place}", colour, 1, number, False)
        for colour, numbers in ends.items()
        for place, number in enumerate(numbers)
    )


def _endgame(given: Given, rulings: Rulings) -> Answer:
    cards = parts_named(given["cards"])
    best, by_cards = best_endgame(cards, rulings), rulings.with_("winning-criterion", "card-count")
    answer = {
        "cards_used": best.used,
        "leftover_monsters": best.leftover_monsters,
        "layout": _monsters(best.monsters),
        "score": best.score,
        "by_monsters": {str(count): most for count, most in score_by_monsters(cards, by_cards).items()},
    }
    if "greedy_layout" in given:
        answer["greedy_cards"] = sum(map(len, given["greedy_layout"]))
    return answer


def _endgame_pools(given: Given, rulings: Rulings) -> Answer:
    pools = [_pool(pool) for pool in given["pools"]] if "pools" in given else [*map(parts_named, given["sets"])]
    found = [best_endgame(pool, rulings) for pool in pools]
    return {
        "cards_used": [best.used for best in found],
        "leftover_monsters": [best.leftover_monsters for best in found],
        "fewest_monsters": [fewest_monsters(pool, rulings) for pool in pools],
    }


def _endgame_compare(given: Given, rulings: Rulings) -> Answer:
    if "pools" in given:
        cards = {player: _pool(pool) for player, pool in given["pools"].items()}
    else:
        cards = {player: parts_named(mine) for player, mine in given["cards"].items()}
    used, leftovers, scores = {}, {}, {}
    for player, mine in cards.items():
        shown = given.get("shown", {}).get(player)
        if shown is not None and rulings["endgame-tie-layout"] == "shown-layout":
            layout = _layout(shown)
            for reason in why_not_final(layout, rulings):
                raise ValueError(f"shown, {player}: {reason}")
            rest = list(mine)
            for part in (part for monster in layout for part in monster):
                rest.remove(part)
            scores[player], leftovers[player] = final_score(layout, rulings), leftover_monsters(rest, rulings)
            used[player] = sum(map(len, layout))
        else:
            best = best_endgame(mine, rulings)
            scores[player], leftovers[player], used[player] = best.score, best.leftover_monsters, best.used
    rows = {player: (scores[player], leftovers[player]) for player in cards}
    won = winners(rows, given.get("turn_order") or list(cards), rulings)
    return {"cards_used": used, "leftover_monsters": leftovers, "scores": scores, "winners": list(won)}


def _final_piles(given: Given, rulings: Rulings) -> Answer:
    hand, deck, discard = (parts_named(given.get(pile, ())) for pile in ("hand", "deck", "discard"))
    best = best_endgame(final_cards(hand, deck, discard, rulings), rulings)
    return {"cards_used": best.used, "score": best.score, "leftover_monsters": best.leftover_monsters}


KINDS: Final[Mapping[str, Callable[[Given, Rulings], Answer]]] = {
    "era-stack": _era_stacks,
    "era-card": _era_card,
    "declaration-options": _declaration_options,
    "setup-counts": _setup_counts,
    "list-counts": _list_counts,
    "deal-check": _deal_check,
    "layout-value": _layout_value,
    "layouts-by-reading": _layouts,
    "best-layout": _best_layout,
    "best-layouts-by-reading": _best_layouts,
    "best-total-of-subsets": _best_totals,
    "all-whole-counts": _all_whole,
    "subsets-at-best": _subsets,
    "buildable": _buildable,
    "greedy-trap": _greedy_trap,
    "round-state": _round_state,
    "declaration": _declaration,
    "declaration-forms": _declaration_forms,
    "growth-card-sets": _growth_card_sets,
    "visible-information": _visible,
    "round-winner": _round_winner,
    "tie-break": _tie_break,
    "unbreakable-tie": _unbreakable,
    "unused-tie-card": _unused_tie_card,
    "winner-pick": _winner_pick,
    "keep": _keep,
    "choice-counts": _choice_counts,
    "shortage": _shortage,
    "discard": _discard,
    "draw": _draw,
    "survivor": _survivor,
    "first-player-out": _first_player_out,
    "own-draw-probability": _own_draw,
    "first-era-change": _first_change,
    "first-era-change-case": _first_change_case,
    "ownership-change": _ownership,
    "round-script": _round_script,
    "last-era-rounds": _last_era,
    "endgame": _endgame,
    "endgame-by-count": _endgame,
    "endgame-by-reading": _endgame,
    "endgame-scores": _endgame,
    "endgame-pools": _endgame_pools,
    "endgame-sets": _endgame_pools,
    "endgame-compare": _endgame_compare,
    "endgame-compare-cards": _endgame_compare,
    "final-piles": _final_piles,
    "starter-deals": _starter_deals,
    "era-selection": _era_selection,
    "owner-list": _owner_list,
    "owner-eras": _owner_eras,
    "accept-readings": _accept_readings,
    "advanced-effect": _advanced_effect,
}
"""For each kind of question the function that answers it."""
