"""The page of Tekeli-li, tab by tab."""

from ...ui import Page
from .rulings import RulingsLab, rulings_lab
from .shared import Shared
from .trick import Situation, TrickLab, load, trick_lab


def page() -> Page:
    """The page of Tekeli-li: Trick lab and Rulings, with the rulings in common."""
    shared = Shared()
    tabs = {"Lab": lambda: trick_lab(shared), "Rulings": lambda: rulings_lab(shared)}
    return Page("Trick lab: Tekeli-li, Teyra Kit", "Tekeli-li", tabs, "--tekeli")


__all__ = ["RulingsLab", "Shared", "Situation", "TrickLab", "load", "page", "rulings_lab", "trick_lab"]
