"""Questions about any game: who plays it, how well, and what comes of it; sits on core and the games, knows no screen."""

from ..core.sitting import Bot
from .bots import Comparison, bots, compare, play_out, random_bot

__all__ = ["Bot", "Comparison", "bots", "compare", "play_out", "random_bot"]
