"""The page of Teyra, tab by tab."""

from typing import Any

from ...core import rulebook
from ...core.lessons import course
from ...explore.bots import bots
from ...ui import KeptPack, LessonPlayer, Page, PlayRoom, RulingsRoom, cards_note
from ...ui.shared import Shared
from .. import scene
from ..cards import KEY
from ..game import Table, new_game
from ..packs import pack_words, read_pack
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
    made = Page("Teyra: Teyra Kit", "Teyra", tabs, "--teyra")
    made.children = (*made.children, KeptPack(shared, "teyra-pack", read_pack).widget)
    return made


def play_room(shared: Shared) -> PlayRoom:
    """Whole games with the rulings and the cards in force; a game that is under way keeps its own."""

    def start(**agreed: Any) -> Table:
        return new_game(**agreed, pack=shared.pack)

    def note(state: Any) -> str:
        return cards_note(shared.pack, None if state is None else state.setup.pack, pack_words)

    room = PlayRoom(rulebook(KEY), scene, start, bots(KEY), lambda: shared.rulings, note=note)
    shared.pack_listeners.append(room.renew)
    return room


__all__ = ["ContestLab", "GalleryLab", "KindredLab", "OddsLab", "Shared", "page"]
