"""The page of Terakh, tab by tab."""

from ...core import rulebook
from ...core.lessons import course
from ...explore.bots import bots
from ...ui import LessonPlayer, Page, PlayRoom, RulingsRoom
from ...ui.shared import Shared
from .. import scene
from ..board import KEY
from ..game import new_game
from .combat import CombatLab
from .orders import OrdersLab
from .tria import TriaLab


def page() -> Page:
    """The page of Terakh; its tabs have the rulings in common."""
    shared, book = Shared(KEY), rulebook(KEY)
    tabs = {
        "Learn": lambda: LessonPlayer(course(KEY), book, scene),
        "Lab": lambda: TriaLab(shared),
        "Combat": lambda: CombatLab(shared),
        "Orders": lambda: OrdersLab(shared),
        "Play": lambda: PlayRoom(book, scene, new_game, bots(KEY), lambda: shared.rulings),
        "Rulings": lambda: RulingsRoom(book, shared),
    }
    return Page("Terakh: Teyra Kit", "Terakh", tabs, "--terakh")


__all__ = ["CombatLab", "OrdersLab", "Shared", "TriaLab", "page"]
