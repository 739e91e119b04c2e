"""How does a visitor see a position, point at it, and learn what came of it?"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import anywidget
import traitlets

from teyra_kit.ui.theme import script

logger = logging.getLogger("teyra_kit.ui")

_HELD: ContextVar[dict[Board, set[str]] | None] = ContextVar("held", default=None)
"""What has changed on which boards while an answer to the visitor is being made."""
PICTURE = ("html", "css", "label", "say", "focus", "css_class")


@contextmanager
def one_answer() -> Iterator[None]:
    """Send what changes on all boards in the end, each board’s in one message, the largest picture last.

    The page can then draw them in one frame: what comes while it draws waits for the next.
    """
    if _HELD.get() is not None:
        yield
        return
    held: dict[Board, set[str]] = {}
    token = _HELD.set(held)
    try:
        yield
    finally:
        _HELD.reset(token)
        for board in sorted(held, key=lambda board: len(board.html)):
            board.send_state(held[board])


class Spoken(traitlets.Unicode[str, str]):
    """A text that is announced each time it is set, also when it is the same as before."""

    def set(self, obj: Any, value: str) -> None:
        """Set the text and count it."""
        super().set(obj, value)
        if value:
            obj._spoken += 1


class Board(anywidget.AnyWidget):
    """A picture whose elements with `data-id` or `data-move` can be clicked, touched, and fired with Enter.

    Elements inside a container with `data-arrows` are one stop of the Tab key; arrow keys move between them. Focus
    survives a redraw. `css` and `drawings` (the SVG symbols and patterns that pictures refer to) are put on the page
    once, however many boards bring them. What a callback raises is shown to the visitor and logged; the picture stays as it was.
    """

    _esm = script("board.js")

    html = traitlets.Unicode("").tag(sync=True)
    css = traitlets.Unicode("").tag(sync=True)
    drawings = traitlets.Unicode("").tag(sync=True)
    label = traitlets.Unicode("").tag(sync=True)
    say = Spoken("").tag(sync=True)
    focus = traitlets.Unicode("").tag(sync=True)
    css_class = traitlets.Unicode("").tag(sync=True)
    error = traitlets.Unicode("").tag(sync=True)
    _spoken = traitlets.Int(0).tag(sync=True)

    def __init__(self, html: str = "", **traits: Any) -> None:
        self._on_pick: list[Callable[[str], None]] = []
        self._on_input: list[Callable[[str, str], None]] = []
        super().__init__(html=html, **traits)
        self.on_msg(self._receive)

    def send_state(self, key: Any = None) -> None:
        """Send these traits to the page; while an answer is being made, when it is complete."""
        held = _HELD.get()
        if held is None or key is None:
            super().send_state(key)
        else:
            held.setdefault(self, set()).update({key} if isinstance(key, str) else key)

    def on_pick(self, callback: Callable[[str], None]) -> None:
        """Call `callback(id)` when an element is clicked, touched, or fired with Enter or Space."""
        self._on_pick.append(callback)

    def on_input(self, callback: Callable[[str, str], None]) -> None:
        """Call `callback(id, value)` when a field of the picture was changed."""
        self._on_input.append(callback)

    def pick(self, id: str) -> None:
        """Do what a click on `id` does."""
        self.guard(self._run, self._on_pick, id)

    def enter(self, id: str, value: str) -> None:
        """Do what changing the field `id` does."""
        self.guard(self._run, self._on_input, id, value)

    def guard(self, call: Callable[..., object], *args: object) -> bool:
        """Run `call`; if it raises, put the picture back, tell the visitor, log it, and return False."""
        before = {name: getattr(self, name) for name in PICTURE}
        with one_answer():
            try:
                self.error = ""
                call(*args)
            except Exception as error:
                for name, value in before.items():
                    if getattr(self, name) != value:
                        setattr(self, name, value)
                self.error = in_words(error)
                logger.exception("A callback of %s failed", type(self).__name__)
                return False
        return True

    def _run(self, callbacks: list[Callable[..., None]], *args: str) -> None:
        for callback in callbacks:
            callback(*args)

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        match content:
            case {"event": "pick", "id": str(id)}:
                self.pick(id)
            case {"event": "input", "id": str(id), "value": str(value)}:
                self.enter(id, value)


def in_words(error: BaseException) -> str:
    """What failed, what stays, and what the visitor can do."""
    cause = f"{type(error).__name__}: {error}".rstrip(": ")
    return f"The board is unchanged. Try another move, or reload the page. If it happens again, report: {cause}"
