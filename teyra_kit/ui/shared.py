"""What do the tabs of a page have in common?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from teyra_kit.core.packs import packed
from teyra_kit.core.rulebook import Rulings


class Shared:
    """The rulings and the card pack of a game that the tabs of its page have in common."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.rulings = Rulings.defaults(game)
        self.listeners: list[Any] = []
        self.pack: Mapping[str, Any] | None = None  # None: the kit's own cards
        self.refused: tuple[str, ...] = ()  # what is wrong with the card pack that was given last
        self.pack_listeners: list[Callable[[], None]] = []

    @property
    def packed(self) -> str:
        """The card pack in force as JSON; "" for the kit's own cards."""
        return packed(self.pack)

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

    def take(self, pack: Mapping[str, Any] | None) -> None:
        """Put a card pack in force (None: the kit's own cards), and tell everybody; if one refuses it, nobody has it."""
        before, self.pack = self.pack, pack
        told: list[Callable[[], None]] = []
        try:
            for listener in self.pack_listeners:
                told.append(listener)
                listener()
        except Exception:
            self.pack = before
            for listener in told:
                listener()
            raise
