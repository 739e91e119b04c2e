"""How does a visitor take something away in a file, and bring it back?"""

from __future__ import annotations

from html import escape
from urllib.parse import quote

FILE_LIMIT = 2_000_000
"""Characters of a file that are read; a longer one is refused."""


def save_link(label: str, name: str, text: str, kind: str = "text/plain") -> str:
    """A button that saves `text` as a file called `name`."""
    return f'<a class="tk-btn" download="{escape(name)}" href="data:{kind};charset=utf-8,{quote(text)}">{escape(label)}</a>'


def load_button(label: str, id: str, accept: str) -> str:
    """A button that lets the visitor choose a file; the board’s `on_input` gets (id, the file’s text)."""
    return (
        f'<label class="tk-btn tk-file"><input type="file" class="tk-hidden" data-id="{escape(id)}" '
        f'accept="{escape(accept)}">{escape(label)}</label>'
    )
