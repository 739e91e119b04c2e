"""The engine and a second, independent implementation agree on many random rows and contests."""

from __future__ import annotations

from random import Random

import pytest

from teyra_kit.core import Rulings
from teyra_kit.teyra import judge, readings, triggers
from teyra_kit.teyra.areas import texts
from teyra_kit.teyra.campaigns import Standing, assess
from teyra_kit.teyra.cards import Sorter

from . import resolver

ROWS = 4_000
AREAS = {
    "": {},
    "the-felling": {"ignore": "K"},
    "hedge-maze": {"ignore": "B"},
    "forgotten-kampong": {"ignore": "V"},
    "forsaken-plain": {"limit": 17},
    "hot-springs": {"minus": 1},
    "colossal-chasm": {"limit": 10**6},
}
MARKS = [*map(str, range(2, 11)), "V", "V", "A", "A"]


def random_row(rng, longest=7):
    """A row in which suits repeat, with some cards face down and a Landmark now and then."""
    suits = rng.sample("BKMO", rng.choice((1, 2, 2, 3)))
    row = []
    for _ in range(rng.randint(1, longest)):
        code = rng.choice(suits) + rng.choice(MARKS)
        if rng.random() < 0.08:
            code = f"({code})"
        elif rng.random() < 0.05:
            code = f"[{code[0]}]"
        row.append(code)
    return (
        row if all(row.count(code) <= 4 and row.count(f"({code})") == 0 for code in row) else random_row(rng, longest)
    )


def rulings(rng, choices):
    """Random readings of some rulings."""
    picked = {id: rng.choice(options) for id, options in choices.items()}
    return picked, readings(Rulings.of("teyra", picked))


@pytest.mark.clause(
    "kindred.trigger", "kindred.again", "kindred.vanguard-twice", "kindred.vanguard-two", "kindred.vanguard-pair",
    "kindred.pictures", "kindred.again-pictures", "keyword.ignore", "keyword.shroud-blank", "card.vanguard-weight",
)  # fmt: skip
def test_triggers_agree():
    rng = Random(1)
    seen = set()
    for _ in range(ROWS):
        row, area = random_row(rng), rng.choice(list(AREAS))
        picked, reads = rulings(
            rng,
            {
                "gap-cards": ("ignored-open-shrouded-blocks", "both-open", "both-block"),
                "vanguard-completes-run": ("one-then-two", "per-weight"),
                "card-position": ("append", "anywhere"),
            },
        )
        place = rng.randrange(len(row)) if picked["card-position"] == "anywhere" else len(row) - 1
        want = resolver.times_triggered(
            row, AREAS[area].get("ignore", ""), picked["gap-cards"], picked["vanguard-completes-run"], place
        )
        got = triggers(Sorter().row(row), place, texts().mods(area, (), True), reads)
        assert [often for _, often in got] == ([want] if want else []), (row, place, area, picked)
        seen.add(want)
    assert seen == {0, 1, 2}


@pytest.mark.clause(
    "elite.five", "elite.ace-ace", "elite.ace-vanguard", "elite.ace-ten", "elite.what", "elite.order", "card.ace-values",
    "resolve.totals", "resolve.bust", "card.vanguard-value", "card.folk", "multi.totals",
)  # fmt: skip
def test_totals_and_elite_ranks_agree():
    rng = Random(2)
    seen = set()
    for _ in range(ROWS):
        row, area = random_row(rng), rng.choice(list(AREAS))
        if rng.random() < 0.4:
            row = [rng.choice("BKMO") + rng.choice(("A", "A", "V", "10", "9")) for _ in range(2)]
        picked, reads = rulings(
            rng,
            {
                "elite-pair-shape": ("exact-two", "contained"),
                "elite-five-count": ("exactly-five", "five-or-more"),
                "elite-five-limit": ("area-limit", "always-21"),
                "elite-bust": ("bust-kills", "elite-stands"),
                "ace-value": ("auto-best", "by-count"),
            },
        )
        how = {key: value for key, value in AREAS[area].items() if key != "limit"}
        how["by_count"] = picked["ace-value"] == "by-count"
        limit = AREAS[area].get("limit", 21)
        total, bust = resolver.total_and_bust(row, limit, **how)
        rank = resolver.rank(
            row,
            limit,
            picked["elite-pair-shape"],
            picked["elite-five-count"],
            picked["elite-five-limit"],
            picked["elite-bust"] == "elite-stands",
            **how,
        )
        got = assess(Sorter().row(row), texts().mods(area, (), True), reads)
        assert (got.total, got.rank) == (total, rank), (row, area, picked)
        if not (rank == 1 and picked["elite-five-limit"] == "always-21"):
            assert got.bust == bust
        seen.add(rank)
    assert seen == {0, 1, 2, 3, 4}


def random_standings(rng, players):
    """Standings of some players, ties not rare."""
    found = {}
    for seat in range(players):
        total = rng.choice((*range(10, 26), 15, 15, 21))
        rank = rng.choice((0, 0, 0, 0, 1, 2, 3, 4))
        found[seat] = (total, total > 21, 0 if total > 21 else rank, rng.random() > 0.1)
    return found


@pytest.mark.clause(
    "contest.by-influence", "contest.by-elite", "contest.ties-first", "multi.win-number", "multi.win-elite",
    "multi.tie-defender", "multi.tie-first", "multi.tie-others", "multi.tie-loss", "multi.defender-loss",
    "multi.home-no-loss", "multi.bust", "multi.example-away", "multi.example-home", "multi.example-tie",
)  # fmt: skip
def test_contests_agree():
    rng = Random(3)
    for _ in range(ROWS):
        players = rng.choice((2, 3, 4))
        standings = random_standings(rng, players)
        first = rng.randrange(players)
        defender = rng.randrange(players) if players > 2 else None
        got = judge({seat: Standing(*values) for seat, values in standings.items()}, first, defender)
        won, lost = resolver.winner_and_losses(standings, first, defender)
        assert (got.winner, dict(got.losses)) == (won, lost), (standings, first, defender)


@pytest.mark.clause("multi.totals", "multi.win-number", "multi.bust")
def test_a_contest_does_not_depend_on_the_seating_order_nor_on_a_bust_player():
    rng = Random(4)
    for _ in range(ROWS):
        players = rng.choice((3, 4))
        standings = {seat: Standing(*values) for seat, values in random_standings(rng, players).items()}
        first, defender = rng.randrange(players), rng.randrange(players)
        whole = judge(standings, first, defender)
        order = rng.sample(list(standings), players)
        turned = judge({seat: standings[seat] for seat in order}, first, defender)
        assert (whole.winner, whole.losses) == (turned.winner, turned.losses)
        for seat, standing in standings.items():
            if standing.bust and standing.rank == 0 and seat != defender and players == 4:
                rest = {other: one for other, one in standings.items() if other != seat}
                without = judge(rest, first, defender)
                assert (without.winner, without.losses) == (whole.winner, whole.losses)


@pytest.mark.clause("contest.by-influence", "multi.win-number")
def test_a_higher_valid_total_never_turns_a_win_into_a_loss():
    rng = Random(5)
    for _ in range(ROWS):
        players = rng.choice((2, 3, 4))
        standings = {seat: Standing(*values) for seat, values in random_standings(rng, players).items()}
        first, defender = rng.randrange(players), rng.randrange(players) if players > 2 else None
        won = judge(standings, first, defender).winner
        if won is not None and standings[won].total < 21 and not standings[won].rank:
            higher = standings[won]._replace(total=rng.randint(standings[won].total, 21))
            assert judge({**standings, won: higher}, first, defender).winner == won


@pytest.mark.clause("elite.what", "resolve.bust")
def test_under_the_defaults_no_elite_force_is_bust():
    rng = Random(6)
    for _ in range(ROWS):
        got = assess(Sorter().row(random_row(rng)), texts().mods(rng.choice(list(AREAS)), (), True), readings())
        assert not (got.rank and got.bust)


@pytest.mark.clause("kindred.vanguard-twice")
def test_the_readings_of_a_completing_vanguard_differ_only_when_it_lands_on_two():
    rng = Random(7)
    per = readings(Rulings.of("teyra", {"vanguard-completes-run": "per-weight"}))
    for _ in range(ROWS):
        row = Sorter().row(random_row(rng))
        one, other = triggers(row, len(row) - 1), triggers(row, len(row) - 1, reads=per)
        if one != other:
            assert row[-1].type == "vanguard" and dict(other)[row[-1].suit] == 2
