"""The page of Teratozoic, tab by tab."""

from ...core import rulebook
from ...ui import Page, RulingsRoom
from ...ui.shared import Shared
from ..parts import KEY
from .bench import BenchLab


def page() -> Page:
    """The page of Teratozoic; its tabs have the rulings in common."""
    shared, book = Shared(KEY), rulebook(KEY)
    tabs = {
        "Lab": lambda: BenchLab(shared),
        "Rulings": lambda: RulingsRoom(book, shared),
    }
    return Page("Teratozoic: Teyra Kit", "Teratozoic", tabs, "--terato")


__all__ = ["BenchLab", "Shared", "page"]
