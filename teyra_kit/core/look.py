"""What does a picture bring along that stands outside the kit's pages, such as in a notebook's cell?"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def tokens_css() -> str:
    """The kit's colours and letters as CSS variables of the page."""
    return files(__package__).joinpath("tokens.css").read_text(encoding="utf-8")


@cache
def alone_css(color: str) -> str:
    """The same for all that is marked `tk-alone`, and the look of its plain parts. `color`: the variable of the game's
    colour, "--teyra"."""
    _, _, declared = tokens_css().partition(":root {")
    plain = files(__package__).joinpath("alone.css").read_text(encoding="utf-8")
    return f".tk-alone {{{declared.rstrip().removesuffix('}')}  --game: var({color}); --move: 0ms;\n}}\n{plain}"


def alone(body: str, css: str, color: str) -> str:
    """A picture with its style `css` and the kit's colours inside, right anywhere."""
    return f'<div class="tk-alone"><style>{alone_css(color)}{css}</style>{body}</div>'
