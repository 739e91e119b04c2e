"""The page of Teyra, tab by tab."""

import json
from collections.abc import Mapping
from typing import Any

from ...core import rulebook
from ...core.lessons import course
from ...explore.bots import bots
from ...ui import LessonPlayer, Page, PlayRoom, RulingsRoom
from ...ui.shared import Shared
from .. import scene
from ..cards import KEY
from ..game import Table, new_game
from ..packs import pack_words
from .contest import ContestLab
from .gallery import GalleryLab
from .kept import KeptPack
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
    made.children = (*made.children, KeptPack(shared).widget)
    return made


def play_room(shared: Shared) -> PlayRoom:
    """Whole games with the rulings and the cards in force; a game that is under way keeps its own."""

    def start(**agreed: Any) -> Table:
        return new_game(**agreed, pack=shared.pack)

    def note(state: Any) -> str:
        return cards_note(shared.pack, state)

    room = PlayRoom(rulebook(KEY), scene, start, bots(KEY), lambda: shared.rulings, note=note)
    shared.pack_listeners.append(room.renew)
    return room


def cards_note(pack: Mapping[str, Any] | None, game: Table | None) -> str:
    """Which cards a game is played with (None: the next one), if they are not the kit’s own or not those in force."""
    if game is None:
        return f"New games use your card pack: {pack_words(pack)}." if pack else ""
    theirs = json.loads(game.setup.pack) if game.setup.pack else None
    if theirs is None:
        return "This game keeps the kit’s own cards; your card pack is for new games." if pack else ""
    other = "" if theirs == pack else " It is not the pack on the Cards tab: the game carries its own."
    return f"This game is played with a card pack: {pack_words(theirs)}.{other}"


__all__ = ["ContestLab", "GalleryLab", "KindredLab", "OddsLab", "Shared", "page"]
