"""What stays in the visitor’s browser when the page is closed?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import anywidget
import traitlets

from teyra_kit.ui.board import logger
from teyra_kit.ui.theme import script


class Keep(anywidget.AnyWidget):
    """Texts kept in the browser under `names`; shows nothing, but must stand on the page to work.

    The browser is the visitor’s: what comes back may be anything, and is checked by who asked for it.
    """

    _esm = script("keep.js")

    names = traitlets.List(traitlets.Unicode()).tag(sync=True)
    kept = traitlets.Dict().tag(sync=True)

    def __init__(self, names: Iterable[str], on_found: Callable[[Mapping[str, str]], None]) -> None:
        self._on_found = on_found
        super().__init__(names=list(names))
        self.on_msg(self._receive)

    def keep(self, name: str, text: str) -> None:
        """Keep a text; "" forgets it."""
        if name not in self.names:
            raise ValueError(f"There is no {name!r} here; allowed: {', '.join(self.names)}")
        self.kept = {**self.kept, name: text}

    def _receive(self, _widget: object, content: Any, _buffers: object) -> None:
        match content:
            case {"event": "found", "texts": dict(texts)}:
                found = {name: text for name, text in texts.items() if name in self.names and isinstance(text, str)}
                try:
                    self._on_found(found)
                except Exception:
                    logger.exception("What the browser kept could not be used")
