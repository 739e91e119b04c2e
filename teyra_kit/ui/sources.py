"""Where does a name, a number or a text come from, and how is that shown? By a word and a shape, never by colour alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from types import MappingProxyType
from typing import Final

SOURCES: Final = MappingProxyType(
    {"printed": "printed", "official": "official", "faq": "FAQ", "inferred": "inferred", "invented": "invented"}
)
SAID: Final = MappingProxyType(
    {
        "printed": "Printed: the rulebook or the card shows it.",
        "official": "Official: the publisher tells it elsewhere.",
        "faq": "FAQ: the questions at its end tell it.",
        "inferred": "Inferred: it follows from other cards and rules.",
        "invented": "Invented: nobody prints it. This kit made it up, so that the card can be played.",
    }
)
MINE: Final = "from your card pack"
_SIGNS: Final = MappingProxyType(
    {
        "printed": '<rect x="2" y="2" width="12" height="12" fill="currentColor"/>',
        "official": '<rect x="2" y="2" width="12" height="12"/><path d="M5 8.5 7.2 11 11.5 5"/>',
        "faq": '<circle cx="8" cy="8" r="6"/><path d="M8 2a6 6 0 0 1 0 12Z" fill="currentColor"/>',
        "inferred": '<path d="M8 2.5 14 13.5H2Z"/>',
        "invented": '<path d="M8 1.5 14.5 8 8 14.5 1.5 8Z"/>',
        "pack": '<path d="M2 5h12v9H2ZM5 5V2h6v3"/>',
    }
)


def source_mark(source: str) -> str:
    """The shape that stands for a source, or for "pack", a card pack."""
    return (
        f'<svg class="tk-mark is-{source}" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.8" '
        f'aria-hidden="true">{_SIGNS[source]}</svg>'
    )


def sources_html(rows: Mapping[str, str], mine: bool = False, notes: Iterable[str] = ()) -> str:
    """Where each field comes from: `rows` has the field's name and its source; `mine`: a card pack declares the card."""
    body = "".join(
        f"<dt>{escape(field)}</dt><dd>{source_mark(source)}<b>{SOURCES[source]}</b></dd>"
        for field, source in rows.items()
    )
    said = [SAID[source] for source in SOURCES if source in rows.values()]
    if mine:
        said.append("What your card pack brings in stands here as the pack marks it.")
    more = "".join(f'<p class="tk-small">{escape(note)}</p>' for note in notes if note)
    return f'<section><h3>Where it comes from</h3><dl class="tk-sources">{body}</dl><p class="tk-small">{" ".join(said)}</p>{more}</section>'
