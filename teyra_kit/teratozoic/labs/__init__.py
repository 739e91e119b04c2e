"""The page of Teratozoic, tab by tab."""

from typing import Any

from ...core import rulebook
from ...explore.bots import bots
from ...ui import KeptPack, Page, PlayRoom, RulingsRoom, cards_note
from ...ui.shared import Shared
from .. import scene
from ..game import Table, new_game
from ..packs import pack_words, read_pack
from ..parts import KEY
from .bench import BenchLab
from .film import RoundFilm


def page() -> Page:
    """The page of Teratozoic; its tabs have the rulings and the card pack in common."""
    shared, book = Shared(KEY), rulebook(KEY)
    tabs = {
        "Lab": lambda: BenchLab(shared),
        "Round": lambda: RoundFilm(shared),
        "Play": lambda: play_room(shared),
        "Rulings": lambda: RulingsRoom(book, shared),
    }
    made = Page("Teratozoic: Teyra Kit", "Teratozoic", tabs, "--terato")
    made.children = (*made.children, KeptPack(shared, "teratozoic-pack", read_pack).widget)
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


__all__ = ["BenchLab", "RoundFilm", "Shared", "page", "play_room"]
