"""What do the kit's pages look like, and where is the script that draws them?"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files

from teyra_kit.core.look import tokens_css


@cache
def static(name: str) -> str:
    """The text of a file in ui/static."""
    return files("teyra_kit.ui").joinpath("static", name).read_text(encoding="utf-8")


def theme_css() -> str:
    """The kit's style sheet: light and dark, and ipywidgets' boxes made to fit."""
    return tokens_css() + static("theme.css") + static("rooms.css")


@cache
def script(name: str) -> str:
    """A widget's ES module, with what all of them share in front."""
    return f"const THEME = {json.dumps(theme_css())};\n{static('session.js')}\n{static(name)}"
