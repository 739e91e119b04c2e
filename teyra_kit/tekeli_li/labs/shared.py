"""What do the tabs of this game's page look like in common?"""

from __future__ import annotations

from importlib.resources import files

STYLE = files(__package__).joinpath("labs.css").read_text(encoding="utf-8")
