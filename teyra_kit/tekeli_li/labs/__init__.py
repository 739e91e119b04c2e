"""The page of Tekeli-li, tab by tab."""

from ...core import rulebook
from ...core.lessons import course
from ...explore.bots import bots
from ...ui import LessonPlayer, Page, PlayRoom
from ...ui.shared import Shared
from .. import scene, view
from ..cards import KEY
from ..game import new_game
from .odds import OddsLab
from .rulings import RulingsLab
from .trick import Situation, TrickLab, load


def page() -> Page:
    """The page of Tekeli-li; its labs have the rulings in common."""
    shared, book = Shared(KEY), rulebook(KEY)
    tabs = {
        "Learn": lambda: LessonPlayer(course(KEY), book, scene),
        "Lab": lambda: TrickLab(shared),
        "Play": lambda: PlayRoom(book, scene, new_game, bots(KEY), lambda: shared.rulings),
        "Odds": lambda: OddsLab(shared),
        "Rulings": lambda: RulingsLab(shared),
    }
    return Page("Tekeli-li: Teyra Kit", "Tekeli-li", tabs, view.COLOR)


__all__ = ["OddsLab", "RulingsLab", "Shared", "Situation", "TrickLab", "load", "page"]
