"""What stays in the visitor’s browser when the page is closed?"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import anywidget
import traitlets

from teyra_kit.core.packs import Pack, PackError, write_pack
from teyra_kit.ui.board import logger
from teyra_kit.ui.shared import Shared
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


class KeptPack:
    """The card pack in force, kept in the browser under `name` until the kit's own cards are taken back.

    `read` is the game's own; PackError says why what was kept can no longer be read.
    """

    def __init__(self, shared: Shared, name: str, read: Callable[[str, str], Pack]) -> None:
        self.shared, self.name, self.read = shared, name, read
        self.widget = Keep([name], self._found)
        shared.pack_listeners.append(self._keep)

    def _keep(self) -> None:
        self.widget.keep(self.name, write_pack(self.shared.pack) if self.shared.pack else "")

    def _found(self, texts: Mapping[str, str]) -> None:
        """Put the kept pack in force again; one that can no longer be read is told of, and forgotten."""
        text = texts.get(self.name, "")
        if not text:
            return
        try:
            self.shared.take(self.read(text, "the card pack that this browser kept"))
        except PackError as error:
            self.shared.refused = tuple(str(error).splitlines())
            self.shared.take(None)


def cards_note(pack: Pack | None, theirs: str | None, words: Callable[[Pack], str]) -> str:
    """Which cards a game is played with, if they are not the kit’s own or not those of `pack`, which is in force.

    `theirs`: the game's pack as JSON, "" for the kit's cards, None for the next game; `words` says what a pack holds.
    """
    if theirs is None:
        return f"New games use your card pack: {words(pack)}." if pack else ""
    if not theirs:
        return "This game keeps the kit’s own cards; your card pack is for new games." if pack else ""
    played = json.loads(theirs)
    other = "" if played == pack else " It is not the pack in force: the game carries its own."
    return f"This game is played with a card pack: {words(played)}.{other}"
