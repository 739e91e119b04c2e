"""What can any game's page be made of? Boards, logs, rulings, lessons, play, films; this package knows no game."""

from teyra_kit.ui.board import Board
from teyra_kit.ui.film import StepPlayer
from teyra_kit.ui.keep import Keep
from teyra_kit.ui.lessons import LessonPlayer
from teyra_kit.ui.log import Log
from teyra_kit.ui.packs import KeptPack, PackDesk, cards_note, pack_play_room
from teyra_kit.ui.page import Page, columns, heading
from teyra_kit.ui.play import PlayRoom
from teyra_kit.ui.rulings import RulingsPanel, RulingsRoom
from teyra_kit.ui.shared import Shared

__all__ = [
    "Board",
    "Keep",
    "KeptPack",
    "LessonPlayer",
    "Log",
    "PackDesk",
    "Page",
    "PlayRoom",
    "RulingsPanel",
    "RulingsRoom",
    "Shared",
    "StepPlayer",
    "cards_note",
    "columns",
    "heading",
    "pack_play_room",
]
