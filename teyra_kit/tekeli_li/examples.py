"""What do the rulebook's worked examples come to? Each `given` is evaluated by the real rule functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from ..core import Rulings, rulebook
from ..core.examples import Example, load_examples
from .cards import KEY, Card, Faction, cards, check_copies, copies_in_play, deck, hand_size, removed
from .game import Follow, Lead, Setup, Table, Trick, position, seat_number, why_not_setup
from .odds import lead_odds, round_counts
from .scoring import card_points, counted, hand_out, markers, perishing, raw_score
from .tricks import Rules, judge_trick, legal_cards, letter, next_seat

Given = Mapping[str, Any]


@cache
def examples() -> dict[str, Example]:
    """All worked examples by id, in the order of the file."""
    return load_examples(Path(__file__).parent / "examples.toml")


def __getattr__(name: str) -> Any:
    if name == "EXAMPLES":
        return examples()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def evaluate(given: Given) -> dict[str, Any]:
    """The result of an example. `given["op"]` says what is computed; examples.toml lists the ops and their arguments.

    ValueError names an argument that is missing or wrong.
    """
    op = given.get("op")
    if op not in OPS:
        raise ValueError(f"op is {op!r}; allowed: {', '.join(OPS)}")
    try:
        return OPS[op](given)
    except KeyError as missing:
        raise ValueError(f"the op {op!r} needs the argument {missing}") from None


def _rulings(given: Given) -> Rulings:
    return Rulings.of(KEY, given.get("rulings", {}))


def _letters(seats: Sequence[int]) -> list[str]:
    return [letter(seat) for seat in seats]


def _ids(some: Sequence[Card]) -> list[str]:
    return [card.id for card in some]


def _by_seat(values: Mapping[str, Any], players: int, default: Any = 0) -> list[Any]:
    for seat in values:
        seat_number(seat, players)
    return [values.get(letter(seat), default) for seat in range(players)]


def _deck(given: Given) -> dict[str, Any]:
    players = given["players"]
    out, pack = removed(players), deck(players)
    return {
        "cards": len(pack),
        "hand": hand_size(players),
        "removed": sorted(_ids(out)),
        "removed_count": len(out),
        "ones": sorted(card.id for card in pack if card.number == 1),
        "deep_ones": sum(card.name == "Deep One" for card in pack),
        "sum": sum(map(card_points, pack)),
    }


def _setup(given: Given) -> dict[str, Any]:
    return {"accepted": not why_not_setup(given["players"], given.get("variant", False), _rulings(given))}


def _points(given: Given) -> dict[str, Any]:
    pack = deck(given["players"])
    costs = {card.id: card_points(card) for card in dict.fromkeys(pack) if card_points(card)}
    others = {card_points(card) for card in pack if card.id not in costs}
    return {"points": costs, "all_other_kinds": others.pop(), "deck_sum": sum(map(card_points, pack))}


def _legal(given: Given) -> dict[str, Any]:
    lead = Faction(given["lead"]) if given.get("lead") else None
    follow = str(_rulings(given)["second-round-follow"])
    hand = cards(given["hand"])
    legal = legal_cards(hand, lead, given.get("round", 1), given.get("starts_round", False), follow)
    return {"legal": _ids(legal)}


def _trick(given: Given) -> dict[str, Any]:
    results = [_one_trick(given, plays) for plays in _fillings(given)]
    if not results:
        raise ValueError("any: no combination of these cards uses each no more often than the deck has it")
    first = results[0]
    return {key: value for key, value in first.items() if all(r.get(key) == value for r in results)}


def _fillings(given: Given) -> Iterator[list[tuple[str, Card]]]:
    """The plays with every allowed card in the place of each "?"."""
    plays, options = given["plays"], given.get("any", {})
    choices = [cards(options[seat]) if id == "?" else (Card(id),) for seat, id in plays]
    there = copies_in_play(given["players"])
    for filling in product(*choices):
        if "?" not in (id for _, id in plays):
            check_copies(filling, given["players"], "plays")
        elif any(filling.count(card) > there[card] for card in filling):
            continue
        yield [(seat, card) for (seat, _), card in zip(plays, filling, strict=True)]


def _one_trick(given: Given, plays: list[tuple[str, Card]]) -> dict[str, Any]:
    players, left = given["players"], given["cards_left"]
    rules = Rules.of(players, given.get("variant", False), _rulings(given))
    laid = tuple(card for _, card in plays)
    leader = seat_number(given["leader"], players, "leader")
    for place, (seat, _) in enumerate(plays):
        rounds_later = (len(plays) - 1) // players - (place - 1) // players if place else 0
        due = next_seat(leader, laid[:place], rules, left + rounds_later)
        if due is None:
            raise ValueError(f"plays: the trick was over after {place} cards")
        if seat_number(seat, players) != due:
            raise ValueError(f"plays: card {place + 1} is {letter(due)}’s, not {seat}’s")
    judged = judge_trick(leader, laid, rules, left)
    result: dict[str, Any] = {"continues": judged.continues}
    if judged.continues:
        assert judged.next_to_play is not None
        return result | {"lead_faction": judged.lead.value, "next_to_play": letter(judged.next_to_play)}
    assert judged.taker is not None
    result |= {"values": list(judged.values), "taker": letter(judged.taker), "cards_taken": judged.taken}
    if judged.next_leader is not None:
        result["next_leader"] = letter(judged.next_leader)
    return result


def _turn(given: Given) -> dict[str, Any]:
    players = given["players"]
    table = position(
        players,
        given["hands"],
        leader=given.get("first_leader"),
        dealer=given.get("dealer"),
        variant=given.get("variant", False),
        rulings=_rulings(given).with_("turn-count", 1),
        partial=given.get("partial", False),
    )
    for place, (seat, id) in enumerate(given["plays"], 1):
        if table.to_move is None:
            raise ValueError(f"plays: the hands were empty after {place - 1} cards")
        if table.to_move != seat_number(seat, players):
            raise ValueError(f"plays: card {place} is {letter(int(str(table.to_move)))}’s, not {seat}’s")
        table = table.play((Follow if table.plays else Lead)(Card(id)))
    if table.to_move is not None:
        raise ValueError("plays: the hands are not empty at the end")
    score = table.turn_score()
    result: dict[str, Any] = {
        "tricks": [[letter(t.leader), letter(t.taker), len(t.cards)] for t in table.tricks],
        "raw": list(score.raw),
        "points": list(score.points),
        "markers": list(table.markers[-1]),
    }
    if table.dealer is not None:
        result["next_dealer"] = letter(table.dealer)
    if table.leader is not None:
        result["next_leader"] = letter(table.leader)
    return result


def _markers(given: Given) -> dict[str, Any]:
    if type(given["raw"]) is not int:
        raise ValueError(f"raw is {given['raw']!r}; allowed: a whole number")
    return {"markers": markers(given["raw"], given["phone"])}


def _score(given: Given) -> dict[str, Any]:
    heaps = [cards(heap) for heap in (given["tricks"] if "tricks" in given else [given["cards"]])]
    check_copies([card for heap in heaps for card in heap], given.get("players", 4), "cards")
    raw = raw_score(heaps, str(_rulings(given)["necronomicon-pair"]))
    phone = any(card.row["event"] == "phone" for heap in heaps for card in heap)
    return {"raw": raw, "points": counted(raw), "markers": markers(raw, phone)}


def _table(given: Given) -> dict[str, Any]:
    owners = _by_seat(given["owners"], given["players"], [])
    check_copies([card for heap in owners for card in cards(heap)], given["players"], "owners")
    scores = [_score({**given, "cards": heap}) for heap in owners]
    return {key: [score[key] for score in scores] for key in ("raw", "points", "markers")}


def _end(given: Given) -> dict[str, Any]:
    rulings = _rulings(given)
    if "totals" in given:
        totals = dict(given["totals"])
    else:
        turns = given.get("turns")
        for seat, row in given["turn_markers"].items():
            if turns is not None and len(row) != turns:
                raise ValueError(f"turn_markers of {seat} holds {len(row)} turns; the game has {turns}")
        totals = {seat: sum(row) for seat, row in given["turn_markers"].items()}
    counts = _by_seat(totals, len(totals))
    lost = perishing(counts, str(rulings["all-tied"]))
    won = [seat for seat in range(len(counts)) if seat not in lost]
    return {
        "totals": {letter(seat): count for seat, count in enumerate(counts)},
        "perish": _letters(lost),
        "win": _letters(won),
    }


def _parameter(given: Given) -> dict[str, Any]:
    return {"default": rulebook(KEY).ruling(given["ruling"]).default}


def _view(given: Given) -> dict[str, Any]:
    players = given["players"]
    hands = tuple(cards(hand) for hand in _by_seat(given.get("hands", {}), players, ()))
    earlier = tuple(Trick(0, 0, cards(heap)) for heap in given.get("earlier", ()))
    setup = Setup(players, 1, given.get("variant", False), _rulings(given), True)
    leader = seat_number(given["leader"], players, "leader")
    plays = cards(id for _, id in given["plays"])
    table = Table(setup, 1, None, leader, hands, plays, earlier, (), leader)
    viewer = seat_number(given["viewer"], players, "viewer")
    seen = table.observe(viewer)
    return {
        "table": _ids(seen.plays),
        "earlier": [ids for ids in (_ids(t.cards) for t in seen.tricks) if "hidden" not in ids],  # type: ignore[arg-type]
        "own_hand": _ids(seen.hands[viewer]),
        "hand_sizes": {letter(seat): len(hand) for seat, hand in enumerate(seen.hands)},
    }


def _supply(given: Given) -> dict[str, Any]:
    players = given["players"]
    due = _by_seat(given["due"], players)
    dealer = seat_number(given["dealer"], players, "dealer")
    received = hand_out(due, given["left"], dealer, str(_rulings(given)["marker-supply"]))
    return {"received": {letter(seat): count for seat, count in enumerate(received)}}


def _odds(given: Given) -> dict[str, Any]:
    odds = lead_odds(
        Card(given["lead"]), cards(given["unseen_of_faction"]), given["following_opponents"], given["hand"]
    )
    return {
        "cancelled": str(odds.cancelled),
        "cancelled_decimal": _decimal(odds.cancelled),
        "takes": str(odds.takes),
        "takes_decimal": _decimal(odds.takes),
        "followers": {str(m): str(chance) for m, chance in odds.followers.items()},
    }


def _decimal(chance: Fraction) -> float:
    return round(float(chance), 6)


def _count(given: Given) -> dict[str, Any]:
    draw = given["draw"]
    if draw not in ("one-faction", "any-cards"):
        raise ValueError(f"draw is {draw!r}; allowed: one-faction, any-cards")
    counts = round_counts(given["players"], Faction(given["faction"]) if draw == "one-faction" else None)
    return counts._asdict() | {"taken_by_seat": list(counts.taken_by_seat)}


OPS: dict[str, Callable[[Given], dict[str, Any]]] = {
    "deck": _deck,
    "setup": _setup,
    "points": _points,
    "legal": _legal,
    "trick": _trick,
    "turn": _turn,
    "markers": _markers,
    "score": _score,
    "table": _table,
    "end": _end,
    "parameter": _parameter,
    "view": _view,
    "supply": _supply,
    "odds": _odds,
    "count": _count,
}
