"""What happened, in order, and which rule made it happen?"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from teyra_kit.core.game import Event
from teyra_kit.core.rulebook import Rulebook, Rulings
from teyra_kit.ui.board import Board
from teyra_kit.ui.clause import chip, opened

NOTHING = "Nothing has happened yet. Each step will stand here with its rule."


class Log(Board):
    """Events as lines with clause chips; a chip opens its clause under the line, and closes it again.

    `tail`: a long story keeps to a box that shows its end.
    """

    def __init__(self, book: Rulebook, title: str = "What happened", tail: bool = False, **traits: Any) -> None:
        self._book = book
        self._tail = tail
        self._title = title
        self._events: tuple[Event, ...] = ()
        self._verdict: tuple[str, str] | None = None
        self._rulings: Rulings | None = None
        self._open = ""
        super().__init__(**{"css_class": "tk-panel", "label": title, **traits})
        self.on_pick(self._toggle)
        self._draw()

    def show(
        self,
        events: Sequence[Event],
        verdict: tuple[str, str] | None = None,
        rulings: Rulings | None = None,
        say: bool = True,
    ) -> None:
        """Show these events; `verdict` is a headline and its detail, and is spoken unless `say` is False."""
        self._events, self._verdict, self._rulings, self._open = tuple(events), verdict, rulings, ""
        with self.hold_sync():
            self._draw()
            if say and verdict is not None:
                self.say = " ".join(part for part in verdict if part)

    def _toggle(self, id: str) -> None:
        if id == "close":
            self.focus, self._open = self._open, ""
        else:
            self._open = "" if id == self._open else id
        self._draw()

    def _draw(self) -> None:
        head = f'<h2 class="tk-hidden">{escape(self._title)}</h2>'
        if self._verdict is not None:
            headline, detail = self._verdict
            head += f'<p class="tk-verdict"><strong>{escape(headline)}</strong><span>{escape(detail)}</span></p>'
        if not self._events:
            self.html = head + f'<p class="tk-small">{NOTHING}</p>'
            return
        lines = "".join(self._line(number, event) for number, event in enumerate(self._events))
        tail = f' data-tail="{len(self._events)}" tabindex="0"' if self._tail else ""
        self.html = head + f'<ol class="tk-log{" tk-log--tail" * self._tail}"{tail}>{lines}</ol>'

    def _line(self, number: int, event: Event) -> str:
        id = f"{number}:{event.clause}"
        is_open = id == self._open
        panel = f"clause-{self.model_id}-{number}"
        mark = ""
        if event.assumed:
            why = escape(event.assumed, quote=True)
            mark = (
                f'<button type="button" class="tk-assumed" data-why="{why}">assumed'
                f'<span class="tk-hidden">: {escape(event.assumed)}</span></button>'
            )
        body = opened(self._book, event.clause, panel, "close", self._rulings) if is_open else ""
        escaping = ' data-escape="close"' if is_open else ""
        key = ' class="is-key"' if event.key else ""
        return (
            f"<li{key}{escaping}><p>{escape(event.text)}</p>{chip(event.clause, id, is_open, panel)}{mark}{body}</li>"
        )
