"""What do the tabs of a page have in common?"""

from __future__ import annotations

from typing import Any

from teyra_kit.core.rulebook import Rulings


class Shared:
    """The rulings of a game that the tabs of its page have in common."""

    def __init__(self, game: str) -> None:
        self.rulings = Rulings.defaults(game)
        self.listeners: list[Any] = []

    def set(self, rulings: Rulings, by: object) -> None:
        """Put rulings in force, and tell everybody but `by`."""
        before, self.rulings = self.rulings, rulings
        try:
            for listener in self.listeners:
                if listener != by:
                    listener(rulings)
        except Exception:
            self.rulings = before
            raise
