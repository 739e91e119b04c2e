"""What can any game's page be made of? Boards, logs, rulings, pages; this package knows no game."""

from teyra_kit.ui.board import Board
from teyra_kit.ui.log import Log
from teyra_kit.ui.page import Page, columns, heading
from teyra_kit.ui.rulings import RulingsPanel

__all__ = ["Board", "Log", "Page", "RulingsPanel", "columns", "heading"]
