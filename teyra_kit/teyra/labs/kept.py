"""How does a visitor's card pack outlive a reload?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...ui.keep import Keep
from ...ui.shared import Shared
from ..packs import PackError, read_pack, write_pack

NAME: Final = "teyra-pack"
"""What the browser keeps the pack under."""


class KeptPack:
    """The card pack in force, kept in the browser until the kit's own cards are taken back."""

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self.widget = Keep([NAME], self._found)
        shared.pack_listeners.append(self._keep)

    def _keep(self) -> None:
        self.widget.keep(NAME, write_pack(self.shared.pack) if self.shared.pack else "")

    def _found(self, texts: Mapping[str, str]) -> None:
        """Put the kept pack in force again; one that can no longer be read is told on the Cards tab and forgotten."""
        text = texts.get(NAME, "")
        if not text:
            return
        try:
            self.shared.take(read_pack(text, "the card pack that this browser kept"))
        except PackError as error:
            self.shared.refused = tuple(str(error).splitlines())
            self.shared.take(None)
