"""The page of Terakh, tab by tab."""

from ...core import rulebook
from ...core.lessons import course
from ...explore.bots import bots
from ...ui import KeptPack, LessonPlayer, Page, RulingsRoom, pack_play_room
from ...ui.shared import Shared
from .. import packs, scene, view
from ..board import KEY
from ..game import new_game
from .cards import CardsLab
from .combat import CombatLab
from .orders import OrdersLab
from .tria import TriaLab


def page() -> Page:
    """The page of Terakh; its tabs have the rulings and the card pack in common."""
    shared, book = Shared(KEY), rulebook(KEY)
    tabs = {
        "Learn": lambda: LessonPlayer(course(KEY), book, scene),
        "Lab": lambda: TriaLab(shared),
        "Combat": lambda: CombatLab(shared),
        "Orders": lambda: OrdersLab(shared),
        "Cards": lambda: CardsLab(shared),
        "Play": lambda: pack_play_room(shared, packs, scene, new_game, bots(KEY)),
        "Rulings": lambda: RulingsRoom(book, shared),
    }
    return Page("Terakh: Teyra Kit", "Terakh", tabs, view.COLOR, (KeptPack(shared, packs).widget,))


__all__ = ["CardsLab", "CombatLab", "OrdersLab", "Shared", "TriaLab", "page"]
