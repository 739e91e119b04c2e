"""How is a chance written, set by pointing, and drawn, in the Odds tab of any game?"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from teyra_kit.ui.theme import static

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ODDS_CSS = static("odds.css")
WIDE, NARROW = 744, 330
INKS = {"#000001": "ink", "#000002": "ink-2", "#000003": "line", "#000004": "bad", "#000005": "game"}
INK, INK_2, LINE, BAD, GAME = INKS


# ---------------------------------------------------------------- in words


def percent(chance: Fraction) -> str:
    """A chance with one decimal; only what is 0 or 1 is called 0 or 100."""
    tenths = int(chance * 1000 + Fraction(1, 2))
    if chance.denominator == 1:
        return f"{100 * chance}\N{NO-BREAK SPACE}%"
    if not 0 < tenths < 1000:
        return f"{'over 99.9' if tenths else 'under 0.1'}\N{NO-BREAK SPACE}%"
    return f"{tenths // 10}.{tenths % 10}\N{NO-BREAK SPACE}%"


def over(chance: Fraction) -> str:
    """A chance as a fraction that may break after its bar."""
    return f"{chance.numerator}/<wbr>{chance.denominator}" if chance.denominator != 1 else str(chance)


def exact(chances: Iterable[tuple[str, Fraction]]) -> str:
    """Named chances, each as a fraction and in percent."""
    rows = "".join(
        f"<div><dt>{escape(what)}</dt><dd>{over(chance)}</dd><dd>{percent(chance)}</dd></div>"
        for what, chance in chances
    )
    return f'<dl class="to-exact">{rows}</dl>'


# ---------------------------------------------------------------- by pointing


def pressed(value: bool) -> str:
    """A truth as an attribute says it."""
    return str(value).lower()


def seg(title: str, name: str, buttons: Iterable[tuple[str, str, str, bool]]) -> str:
    """A titled row of buttons, one of them pressed: (id, label, spoken name, pressed)."""
    row = "".join(
        f'<button type="button" data-id="{id}" aria-pressed="{pressed(on)}"'
        f"{f' aria-label={chr(34)}{escape(say)}{chr(34)}' if say else ''}>{escape(label)}</button>"
        for id, label, say, on in buttons
    )
    return (
        f'<div class="to-set to-{name}"><p class="tk-small" id="to-{name}">{escape(title)}</p>'
        f'<div class="tk-seg" role="group" aria-labelledby="to-{name}" data-arrows="{name}">{row}</div></div>'
    )


def chart_room(title: str, charted: bool, height: int, pictures: str) -> str:
    """A chart's title, the button that asks for it ("chart"), and the room that is kept for it."""
    word = "Put the chart away" if charted else "Draw the chart"
    return (
        f'<div class="to-chart-head"><h2 class="tk-h2">{escape(title)}</h2>'
        f'<button type="button" class="tk-btn" data-id="chart" aria-expanded="{pressed(charted)}">{word}</button>'
        f'</div><div class="to-room" style="--h: {height}">{pictures}</div>'
    )


# ---------------------------------------------------------------- drawn


class Sheet:
    """A sheet of so many pixels, (0, 0) at the top left, in the page's inks."""

    def __init__(self, figure: Figure, width: int, height: int) -> None:
        from matplotlib.transforms import Affine2D

        figure.clear()
        figure.set_size_inches(width / 72, height / 72)
        self.figure = figure
        self.pixels = Affine2D().scale(1 / width, -1 / height).translate(0, 1) + figure.transFigure

    def write(self, x: float, y: float, text: str, ink: str = INK, size: float = 13, **more: Any) -> None:
        """A text, its middle line at y."""
        self.figure.text(x, y, text, transform=self.pixels, color=ink, fontsize=size, va="center", **more)

    def block(self, x: float, y: float, wide: float, high: float, **look: Any) -> None:
        """A rectangle, (x, y) its top left."""
        from matplotlib.patches import Rectangle

        self.figure.add_artist(Rectangle((x, y), wide, high, transform=self.pixels, **look))

    def bar(self, x: float, y: float, wide: float, high: float, ink: str, hatched: bool) -> None:
        """A bar, filled or hatched."""
        look = {"facecolor": "none", "hatch": "////"} if hatched else {"facecolor": ink}
        self.block(x, y, wide, high, edgecolor=ink, linewidth=1.2, **look)


def picture(figure: Figure, width: int, height: int, draw: Callable[[Sheet], None], label: str) -> str:
    """What `draw` draws, as an SVG that takes its colours and letters from the page; `label` tells it in words."""
    import matplotlib

    with matplotlib.rc_context({"svg.hashsalt": f"odds-{width}", "svg.fonttype": "none", "hatch.linewidth": 1.4}):
        draw(Sheet(figure, width, height))
        drawn = io.StringIO()
        figure.savefig(drawn, format="svg", transparent=True, metadata={"Date": None})
    body = drawn.getvalue()
    body = re.sub(r' id="(?:figure|patch|text)_\d+"', "", body[body.index("<g id=") :])
    body = re.sub("|".join(INKS), lambda ink: f"var(--{INKS[ink[0]]})", body)
    body = re.sub(r"font-family: [^;]*", lambda f: f"font-family: var(--{'sans' if 'sans' in f[0] else 'serif'})", body)
    return f'<svg class="to-svg" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(label)}">{body}'


def both_widths(draw: Callable[[int], str]) -> str:
    """A picture for a wide page and one for a phone; the page shows one of them."""
    return f'<div class="to-wide">{draw(WIDE)}</div><div class="to-narrow">{draw(NARROW)}</div>'
