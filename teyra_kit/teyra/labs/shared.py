"""What do the tabs of this game's page have in common?"""

from __future__ import annotations

from typing import Any

from ...core import Rulings
from ..cards import KEY


class Shared:
    """The rulings that the tabs of a page have in common."""

    def __init__(self) -> None:
        self.rulings = Rulings.defaults(KEY)
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
