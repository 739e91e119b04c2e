"""The page of Teyra, tab by tab."""

from ...core import rulebook
from ...core.lessons import course
from ...explore.bots import bots
from ...ui import KeptPack, LessonPlayer, Page, PlayRoom, RulingsRoom, pack_play_room
from ...ui.shared import Shared
from .. import packs, scene, view
from ..cards import KEY
from ..game import new_game
from .contest import ContestLab
from .gallery import GalleryLab
from .kindred import KindredLab
from .odds import OddsLab


def page() -> Page:
    """The page of Teyra; its tabs have the rulings and the card pack in common."""
    shared, book = Shared(KEY), rulebook(KEY)
    tabs = {
        "Learn": lambda: LessonPlayer(course(KEY), book, scene),
        "Lab": lambda: KindredLab(shared),
        "Contest": lambda: ContestLab(shared),
        "Cards": lambda: GalleryLab(shared),
        "Play": lambda: play_room(shared),
        "Odds": lambda: OddsLab(shared),
        "Rulings": lambda: RulingsRoom(book, shared),
    }
    return Page("Teyra: Teyra Kit", "Teyra", tabs, view.COLOR, (KeptPack(shared, packs).widget,))


def play_room(shared: Shared) -> PlayRoom:
    """Whole games with the rulings and the cards in force."""
    return pack_play_room(shared, packs, scene, new_game, bots(KEY))


__all__ = ["ContestLab", "GalleryLab", "KindredLab", "OddsLab", "Shared", "page"]
