"""How is a clause of the rulebook shown: as a chip, and opened?"""

from __future__ import annotations

from html import escape

from teyra_kit.core.rulebook import Rulebook, Rulings

STATUS = {
    "precise": "The rulebook is precise here.",
    "ambiguous": "The rulebook can be read in more than one way here.",
    "incomplete": "The rulebook leaves something out here.",
    "contradicted": "The rulebook contradicts itself here.",
}


def chip(clause: str, id: str, opened: bool = False, panel: str = "") -> str:
    """The button that opens `clause`; `id` is what the board reports when it is pressed."""
    controls = f' aria-controls="{escape(panel)}"' if opened and panel else ""
    return (
        f'<button type="button" class="tk-chip tk-chip--button" data-id="{escape(id)}" '
        f'aria-expanded="{str(opened).lower()}"{controls}>{escape(clause)}</button>'
    )


def cited(book: Rulebook, clause: str, is_open: bool, panel: str, rulings: Rulings | None = None) -> str:
    """A chip that opens its clause below itself: reported as "clause|...", and as "close" when it is left."""
    body = opened(book, clause, panel, "close", rulings) if is_open else ""
    escaping = ' data-escape="close"' if is_open else ""
    return f"<div{escaping}>{chip(clause, f'clause|{clause}', is_open, panel)}{body}</div>"


def opened(book: Rulebook, clause_id: str, panel: str, escape_id: str, rulings: Rulings | None = None) -> str:
    """The clause itself: title, text, where it stands, how sure it is, and the readings of what is unclear."""
    clause = book.clauses.get(clause_id)
    if clause is None:
        body = f"<p>{escape(book.title)} has no clause called {escape(clause_id)}.</p>"
    else:
        body = (
            f"<h3>{escape(clause.title)}</h3><blockquote>{escape(clause.text)}</blockquote>"
            f'<p class="tk-small">{escape(clause.section)}. {STATUS.get(clause.status, escape(clause.status))}</p>'
            + "".join(_readings(book, id, rulings) for id in clause.rulings)
        )
    return (
        f'<div class="tk-clause" id="{escape(panel)}" role="group" aria-label="Clause {escape(clause_id)}" '
        f'data-escape="{escape(escape_id)}">{body}</div>'
    )


def _readings(book: Rulebook, ruling_id: str, rulings: Rulings | None) -> str:
    ruling = book.rulings.get(ruling_id)
    if ruling is None:
        return ""
    now = rulings[ruling_id] if rulings is not None else ruling.default
    question = f'<p class="tk-small"><b>{escape(ruling.question)}</b></p>'
    if not ruling.readings:
        return question + f'<p class="tk-small">In force: {escape(str(now))}.</p>'
    rows = []
    for reading in ruling.readings:
        notes = [
            *(["in force"] if reading.id == now else []),
            *(["the kit’s default"] if reading.id == ruling.default else []),
        ]
        note = f" <small>{', '.join(notes)}</small>" if notes else ""
        rows.append(
            f'<li class="{"is-now" if reading.id == now else ""}"><span>{escape(reading.text)}{note}</span></li>'
        )
    return question + f"<ul>{''.join(rows)}</ul>"
