"""Who wins an Area, who loses Morale for it, and who wins the game?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ..core import Readings, Seat
from .campaigns import Standing
from .cards import number, readings

ROUNDS: Final = 4


class Verdict(NamedTuple):
    """How a contest ends: the winner or nobody, the valid players of greatest strength, who loses how much Morale, and
    the clause that decided."""

    winner: Seat | None
    best: tuple[Seat, ...]
    losses: tuple[tuple[Seat, int], ...]
    clause: str


NOTHING: Final = (0, 0)
"""The strength of a campaign that cannot succeed."""


def is_valid(standing: Standing) -> bool:
    """Whether a campaign can succeed. Clause: resolve.bust, multi.bust, contest.by-influence"""
    return standing.present and (standing.rank > 0 or not standing.bust)


def strength(standing: Standing, totals_first: bool = False) -> tuple[int, ...]:
    """What campaigns are compared by: nothing, the influence, or an Elite Force above any influence.

    Clause: contest.by-influence, contest.by-elite, multi.win-number, multi.win-elite, elite.order
    """
    if not is_valid(standing):
        return NOTHING
    if standing.rank:
        return (2, 5 - standing.rank, standing.total) if totals_first else (2, 5 - standing.rank)
    return (1, standing.total)


def _tied(best: Sequence[Seat], first: Seat, defender: Seat | None, players: int) -> tuple[Seat | None, str]:
    """Clause: contest.ties-first, multi.tie-defender, multi.tie-first, multi.tie-others"""
    if defender is not None and defender in best:
        return defender, "multi.tie-defender"
    if first in best:
        return first, "multi.tie-first" if players > 2 else "contest.ties-first"
    return None, "multi.tie-others"


def judge(
    standings: Mapping[Seat, Standing], first: Seat, defender: Seat | None = None, reads: Readings | None = None
) -> Verdict:
    """Settle a contest. With two players there is no defender.

    Clause: contest.by-influence, contest.by-elite, contest.success-effect, multi.win-away, multi.win-home,
    multi.example-away, multi.example-home, multi.example-tie, multi.totals
    """
    reads = reads or readings()
    players = len(standings)
    totals_first = reads["elite-equal-rank"] == "totals-first"
    power = {seat: strength(standing, totals_first) for seat, standing in standings.items()}
    top = max(power.values())
    best = tuple([seat for seat, here in power.items() if here == top]) if top > NOTHING else ()
    winner: Seat | None
    if not best:
        winner, clause = None, "resolve.bust" if players == 2 else "multi.bust"
    elif len(best) == 1:
        winner = best[0]
        elite = standings[winner].rank > 0
        if players == 2:
            clause = "contest.by-elite" if elite else "contest.by-influence"
        else:
            clause = "multi.win-elite" if elite else "multi.win-number"
        if players == 2 and not elite and reads["bust-opponent"] == "literal-two-player":
            other = next(seat for seat in standings if seat != winner)
            if standings[other].present and standings[other].bust:
                winner = None
    else:
        winner, clause = _tied(best, first, defender, players)
    losses: list[tuple[Seat, int]] = []
    if defender is not None and players > 2 and winner != defender:
        lost = defender_loss(standings, defender, reads)
        losses += [(defender, lost)] if lost else []
    if players == 2 and winner is not None and reads["two-player-morale"] == "loser-loses-one":
        losses += [(seat, 1) for seat in standings if seat != winner]
    return Verdict(winner, best, tuple(losses), clause)


def defender_loss(standings: Mapping[Seat, Standing], defender: Seat, reads: Readings | None = None) -> int:
    """How much Morale a defender loses who did not win: 1 for each valid campaign that is higher.

    Clause: multi.defender-loss, multi.tie-loss, multi.home-no-loss
    """
    reads = reads or readings()
    return sum(
        seat != defender and is_valid(standing) and _is_higher(standing, standings[defender], reads)
        for seat, standing in standings.items()
    )


def _is_higher(one: Standing, defender: Standing, reads: Readings) -> bool:
    numbers = reads["elite-in-morale"] == "numbers-only"
    if not is_valid(defender):
        if not (defender.present and reads["defender-bust"] == "literal-number"):
            return True
        return (one.rank > 0 and not numbers) or one.total > defender.total
    if numbers:
        return one.total > defender.total
    return strength(one) > strength(defender)


# ---------------------------------------------------------------- Morale and the end of the game


def morale_after(
    morale: int, change: int, start: int = 10, floor: int = 0, reached_zero: bool = False, reads: Readings | None = None
) -> int:
    """Morale after a gain or a loss; a loss stops at `floor`, a gain at `start` under capped-at-start.

    Clause: reward.gain-morale, reward.lose-morale, elite.floor
    """
    reads = reads or readings()
    if reached_zero and reads["zero-morale-final"] == "zero-is-final":
        return 0
    if change < 0:
        return max(min(floor, morale), morale + change)
    top = max(start, morale) if reads["morale-cap"] == "capped-at-start" else morale + change
    return min(top, morale + change)


def is_over(
    round: int,
    prestige: Sequence[int],
    morale: Sequence[int],
    reached_zero: Sequence[Seat] = (),
    reads: Readings | None = None,
) -> str:
    """The clause that ends the game after a round, or "".

    Clause: end.zero-morale, end.ten-prestige, end.round-four, multi.end-triggers, end.finish-contests
    """
    reads = reads or readings()
    if 0 in morale or (reached_zero and reads["zero-morale-final"] != "end-value"):
        return "end.zero-morale"
    goal = number("prestige_goal")
    exact = reads["prestige-threshold"] == "exactly-ten"
    if any(points == goal if exact else points >= goal for points in prestige):
        return "end.ten-prestige"
    return "end.round-four" if round >= number("rounds") else ""


def winners(
    prestige: Sequence[int], morale: Sequence[int], first: Seat = 0, reads: Readings | None = None
) -> tuple[Seat, ...]:
    """Most Prestige among those with Morale above 0, then most Morale; `first` holds the token after clean-up.

    Clause: end.winner, end.tie, multi.winner
    """
    reads = reads or readings()
    alive = [seat for seat, left in enumerate(morale) if left > 0]
    if not alive:
        return ()
    top = max((prestige[seat], morale[seat]) for seat in alive)
    tied = [seat for seat in alive if (prestige[seat], morale[seat]) == top]
    if len(tied) > 1 and reads["full-tie"] == "first-player":
        players = len(prestige)
        return (min(tied, key=lambda seat: (seat - first) % players),)
    return tuple(tied)
