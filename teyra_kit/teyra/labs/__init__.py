"""The page of Teyra, tab by tab."""

from ...core import rulebook
from ...core.lessons import course
from ...explore.bots import bots
from ...ui import LessonPlayer, Page, PlayRoom
from ...ui.shared import Shared
from .. import scene
from ..cards import KEY
from ..game import new_game
from .contest import ContestLab
from .gallery import GalleryLab
from .kindred import KindredLab
from .rulings import RulingsLab


def page() -> Page:
    """The page of Teyra; its tabs have the rulings and the card pack in common."""
    shared, book = Shared(KEY), rulebook(KEY)
    tabs = {
        "Learn": lambda: LessonPlayer(course(KEY), book, scene),
        "Lab": lambda: KindredLab(shared),
        "Contest": lambda: ContestLab(shared),
        "Cards": lambda: GalleryLab(shared),
        "Play": lambda: PlayRoom(book, scene, new_game, bots(KEY), lambda: shared.rulings),
        "Rulings": lambda: RulingsLab(shared),
    }
    return Page("Teyra: Teyra Kit", "Teyra", tabs, "--teyra")


__all__ = ["ContestLab", "GalleryLab", "KindredLab", "RulingsLab", "Shared", "page"]
