"""What do the chances of Teratozoic look like: how totals are spread, and how long the common deck lasts?"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final, NamedTuple

from ...ui.odds import percent, pressed
from ..odds import EraChange, Totals

HIGH, HEAD, LEFT, FOOT = 190, 30, 50, 74
HEIGHT: Final = HEAD + HIGH + FOOT
MARKS: Final = (5, 25, 50, 75, 95)
TAIL: Final = 99
"""So many of a hundred hands have a bar of their own; the rest share the last one."""


def bars_of(totals: Totals, mark: int) -> list[tuple[int, int]]:
    """The bars of a picture as (total, hands), from the least total on; the last one holds all that are greater."""
    low = min(totals.by)
    high = max(totals.percentile(TAIL), min(mark, max(totals.by))) + 1
    rest = sum(count for total, count in totals.by.items() if total >= high)
    return [(total, totals.by.get(total, 0)) for total in range(low, high)] + ([(high, rest)] if rest else [])


def spread_svg(totals: Totals, mark: int, width: int, before: Totals | None = None, pick: str = "total") -> str:
    """How many hands have which best total: a bar each, filled up to `mark`, with the mean and where the percentiles
    lie; `before` as an outline. Each bar can be pressed."""
    bars = bars_of(totals, mark)
    low, last = bars[0][0], bars[-1][0]
    step = (width - LEFT - 10) / len(bars)
    shares = {total: Fraction(count, totals.all) for total, count in bars}
    ghost = {} if before is None else {n: Fraction(before.by.get(n, 0), before.all) for n in range(low, last)}
    top = max(*shares.values(), *ghost.values(), Fraction(1, 50))

    def x(total: Fraction | int) -> float:
        return LEFT + float(min(total, last) - low + Fraction(1, 2)) * step

    def y(share: Fraction) -> float:
        return HEAD + HIGH - HIGH * float(share / top)

    found = [
        f'<line class="oz-grid" x1="{LEFT}" x2="{width - 8}" y1="{y(line):.1f}" y2="{y(line):.1f}"/>'
        f'<text class="oz-num oz-end" x="{LEFT - 7}" y="{y(line) + 4.5:.1f}">{float(100 * line):g}\N{NO-BREAK SPACE}%</text>'
        for line in _scale(top)
    ]
    for total, share in shares.items():
        more = total == last and max(totals.by) > last
        up_to = totals.at_most(total)
        said = f"{total}{' or more' if more else ''}: {percent(share)} of the hands" + (
            "" if more else f"; {percent(up_to)} have {total} or less"
        )
        look = "oz-bar" + (" is-in" if total <= mark else "") + (" is-now" if total == mark else "")
        found.append(
            f'<g class="{look}" role="button" tabindex="0" data-id="{pick}|{total}" aria-pressed="{pressed(total == mark)}" aria-label="{said}">'
            f'<rect class="oz-hit" x="{x(total) - step / 2:.2f}" y="{HEAD}" width="{step:.2f}" height="{HIGH + 22}"/>'
            f'<rect class="oz-fill" x="{x(total) - step * 0.41:.2f}" y="{y(share):.1f}" width="{step * 0.82:.2f}" height="{HEAD + HIGH - y(share):.1f}"/></g>'
        )
    if ghost:
        points = " ".join(
            f"{x(n) - step / 2:.1f},{y(share):.1f} {x(n) + step / 2:.1f},{y(share):.1f}" for n, share in ghost.items()
        )
        found.append(f'<polyline class="oz-ghost" points="{points}"/>')
    found.append(f'<line class="oz-axis" x1="{LEFT}" x2="{width - 8}" y1="{HEAD + HIGH}" y2="{HEAD + HIGH}"/>')
    every = next(n for n in (1, 2, 5, 10, 20, 50) if n * step >= 26)
    for total, _ in bars:
        tail = total == last and max(totals.by) > last
        near = 0 < abs(total - mark) * step < 26 or (not tail and (last - total) * step < 40 and max(totals.by) > last)
        if total == mark or tail or (total % every == 0 and not near):
            word = f"{total}+" if tail else str(total)
            found.append(
                f'<text class="oz-num{" is-now" if total == mark else ""}" x="{x(total):.1f}" y="{HEAD + HIGH + 17}">{word}</text>'
            )
    mean = x(totals.mean)
    found.append(
        f'<line class="oz-mean" x1="{mean:.1f}" x2="{mean:.1f}" y1="{HEAD - 6}" y2="{HEAD + HIGH}"/>'
        f'<text class="oz-num oz-meant" x="{mean:.1f}" y="{HEAD - 12}">mean {float(totals.mean):.1f}</text>'
    )
    found.append(_box(totals, x))
    words = (
        f"Best totals of {totals.all:,} hands: mean {mean_said(totals)}, "
        + ", ".join(f"{percent_}\N{NO-BREAK SPACE}% have {totals.percentile(percent_)} or less" for percent_ in MARKS)
        + f"; least {min(totals.by)}, greatest {max(totals.by)}"
    )
    return f'<svg class="to-svg oz" viewBox="0 0 {width} {HEIGHT}" role="group" aria-label="{words}" data-arrows="bars-{width}">{"".join(found)}</svg>'


def _box(totals: Totals, x: Callable[[Fraction | int], float]) -> str:
    """The percentiles below the axis: 5 to 95 as a line, the middle half as a bar, the median as a stroke."""
    y = HEAD + HIGH + 40
    at = {percent_: totals.percentile(percent_) for percent_ in MARKS}
    found = (
        f'<line class="oz-span" x1="{x(at[5]):.1f}" x2="{x(at[95]):.1f}" y1="{y}" y2="{y}"/>'
        f'<rect class="oz-half" x="{x(at[25]):.1f}" y="{y - 7}" width="{max(2.0, x(at[75]) - x(at[25])):.1f}" height="14"/>'
        f'<line class="oz-median" x1="{x(at[50]):.1f}" x2="{x(at[50]):.1f}" y1="{y - 10}" y2="{y + 10}"/>'
    )
    shown: list[float] = []
    for percent_ in (50, 5, 95, 25, 75):
        place = x(at[percent_])
        if all(abs(place - other) >= 34 for other in shown):
            shown.append(place)
            found += f'<text class="oz-num" x="{place:.1f}" y="{y + 26}">{percent_}\N{NO-BREAK SPACE}%</text>'
    return found


def _scale(top: Fraction) -> list[Fraction]:
    """The lines of a scale up to so much: three to six of them, at round numbers."""
    step = next(Fraction(n, 100) for n in (1, 2, 5, 10, 20, 25, 50) if top * 100 / n < 6)
    return [step * n for n in range(int(top / step) + 1)]


class Deck(NamedTuple):
    """The common deck of a number of players: its cards, what a round uses of them, and when the era changes."""

    players: int
    cards: int
    use: int
    change: EraChange

    @property
    def said(self) -> str:
        """The deck in words."""
        return f"{self.players} players: {self.cards} common cards, {self.use} in each round; the era changes in {when(self.change)}"


def decks_svg(decks: Iterable[Deck], now: int, width: int) -> str:
    """The common deck as a bar for each number of players, cut where a round's draws end; `now` stands out."""
    decks = list(decks)
    row, left, right = 46, 86, 8
    height = row * len(decks) + 30
    scale = (width - left - right) / max(deck.cards for deck in decks)
    found = []
    for place, deck in enumerate(decks):
        y, blocks = 6 + place * row, ""
        for number in range(deck.change.round + 1):
            start, end = number * deck.use, min((number + 1) * deck.use, deck.cards)
            x, wide = left + start * scale, max(0, end - start) * scale
            last = " is-last" * (number == deck.change.round)
            blocks += f'<rect class="oz-round{last}" x="{x + 1:.1f}" y="{y}" width="{max(3.0, wide - 2):.1f}" height="28" rx="3"/>'
            if wide > 15:
                on = " is-on" if last else ""
                blocks += f'<text class="oz-num{on}" x="{x + wide / 2:.1f}" y="{y + 19}">{number or "S"}</text>'
        here = deck.players == now
        found.append(
            f'<g class="oz-deck{" is-now" * here}" role="button" tabindex="0" data-id="players|{deck.players}" aria-pressed="{pressed(here)}" '
            f'aria-label="{deck.said}"><rect class="oz-hit" x="0" y="{y - 6}" width="{width}" height="{row - 2}"/>'
            f'<text class="oz-who" x="4" y="{y + 19}">{deck.players} players</text>{blocks}</g>'
        )
    found.append(
        f'<text class="oz-num" x="{width / 2}" y="{height - 8}">S: set-up, then by rounds; filled: the era changes</text>'
    )
    return (
        f'<svg class="to-svg oz" viewBox="0 0 {width} {height}" role="group" aria-label="The common deck for each number of players" '
        f'data-arrows="decks-{width}">{"".join(found)}</svg>'
    )


# ---------------------------------------------------------------- in words


def mean_said(totals: Totals) -> str:
    """The average best total."""
    return f"{float(totals.mean):.3f}"


def counted(number: int, word: str) -> str:
    """A number with its word: "1 hand", "4,740,120 hands"."""
    return f"{number:,} {word}{'' if number == 1 else 's'}"


def ordinal(number: int) -> str:
    """The place of a drawer."""
    return ("first", "second", "third", "fourth", "fifth", "sixth")[number - 1]


def drawer_said(change: EraChange) -> str:
    """Who is drawing when the era changes: "third drawer, after 1 card"."""
    already = f", after {counted(change.already, 'card')}" if change.already else ""
    return f"{ordinal(change.drawer)} drawer{already}"


def when(change: EraChange) -> str:
    """A moment of a draw, in words."""
    return f"round {change.round}, {drawer_said(change)}" if change.round else f"the set-up, {drawer_said(change)}"
