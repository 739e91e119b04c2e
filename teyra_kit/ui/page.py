"""What surrounds the boards: the bar, the tabs, light and dark, and how a page is laid out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any, TypeAlias

import anywidget
import ipywidgets
import traitlets

from teyra_kit.ui.board import Board, in_words, logger
from teyra_kit.ui.theme import script

Widget: TypeAlias = ipywidgets.DOMWidget


class Bar(anywidget.AnyWidget):
    """The bar above a page: the way home, the game's tabs, the switch between light and dark."""

    _esm = script("page.js")

    title = traitlets.Unicode("").tag(sync=True)
    game_title = traitlets.Unicode("").tag(sync=True)
    tabs = traitlets.List(traitlets.Dict()).tag(sync=True)
    tab = traitlets.Unicode("").tag(sync=True)
    color = traitlets.Unicode("").tag(sync=True)
    home = traitlets.Unicode("index.ipynb").tag(sync=True)


class Page(ipywidgets.VBox):  # type: ignore[misc]
    """A whole page: its bar and one room a tab, each built when it is first opened.

    `tabs` maps a tab's name to a function that builds its room: a widget, or an object with a `widget`. `color` is the
    CSS variable of the game's colour. The address ends in the open tab's name in small letters: `#lab`. What follows a
    colon, as in `#play:...`, is handed to the room's `open_link`. `unseen`: widgets of all tabs that show nothing.
    """

    def __init__(
        self,
        title: str,
        game_title: str = "",
        tabs: Mapping[str, Callable[[], Any]] | None = None,
        color: str = "",
        unseen: tuple[Widget, ...] = (),
    ) -> None:
        self._makers = {_slug(name): make for name, make in (tabs or {}).items()}
        if not self._makers:
            raise ValueError("tabs is empty; a page needs at least one: {'Lab': lambda: widget}")
        self._rooms: dict[str, Any] = {}
        first = next(iter(self._makers))
        self.bar = Bar(
            title=title,
            game_title=game_title,
            tabs=[{"id": _slug(name), "title": name} for name in tabs or {}],
            tab=first,
            color=color,
        )
        self.main = ipywidgets.Box()
        self.main.add_class("tk-main")
        super().__init__([self.bar, self.main, *unseen])
        self.add_class("tk")
        self.add_class("tk-app")
        self.bar.on_msg(self._receive)
        self.turn_to(first)

    def turn_to(self, tab: str) -> None:
        """Show the tab called `tab` ("lab"); ValueError lists the tabs there are."""
        if tab not in self._makers:
            raise ValueError(f"There is no tab {tab!r}. There are: {', '.join(self._makers)}")
        if tab not in self._rooms:
            self._rooms[tab] = self._build(tab)
        for name, room in self._rooms.items():
            (_widget(room).remove_class if name == tab else _widget(room).add_class)("tk-shut")
        children = tuple(map(_widget, self._rooms.values()))
        if self.main.children != children:
            self.main.children = children
        self.bar.tab = tab

    def _build(self, tab: str) -> Any:
        try:
            return self._makers[tab]()
        except Exception as error:
            logger.exception("The tab %r could not be built", tab)
            return columns([Board("", error=in_words(error))])

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        match content:
            case {"event": "open", "id": str(tab), "link": str(link)} if tab in self._makers:
                self.turn_to(tab)
                if link and hasattr(self._rooms[tab], "open_link"):
                    self._rooms[tab].open_link(link)


def _widget(room: Any) -> Widget:
    widget: Widget = getattr(room, "widget", room)
    return widget


def heading(title: str, lede: str = "", aside: str = "") -> Board:
    """A page's title, one line of purpose, and at the right `aside` (HTML)."""
    small = f'<p class="tk-small">{escape(lede)}</p>' if lede else ""
    end = f'<div class="tk-head-end">{aside}</div>' if aside else ""
    return Board(f'<div class="tk-head"><div><h1 class="tk-title">{escape(title)}</h1>{small}</div>{end}</div>')


def columns(main: list[Any], side: list[Any] | None = None, top: list[Any] | None = None) -> Widget:
    """A page's content: `top` over the whole width, below it `main`, and `side` beside it (below it on a phone)."""
    rows = list(top or [])
    if side is None:
        rows += main
    else:
        lab = ipywidgets.Box([_stack(main), _stack(side)])
        lab.add_class("tk-lab")
        rows.append(lab)
    page = ipywidgets.VBox(rows)
    page.add_class("tk")
    page.add_class("tk-page")
    return page


def group(widgets: list[Any]) -> Widget:
    """Widgets one below the other, as one."""
    return ipywidgets.VBox(widgets)


def _stack(widgets: list[Any]) -> Widget:
    stack = ipywidgets.VBox(widgets)
    stack.add_class("tk-col")
    return stack


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")
