"""Which small pieces is the page of the Kindred lab made of?"""

from __future__ import annotations

from html import escape


def yes_no(value: bool) -> str:
    """A state as ARIA writes it."""
    return str(value).lower()


def button(id: str, inner: str, pressed: bool, said: str = "") -> str:
    """A button of a row of choices."""
    label = f' aria-label="{escape(said)}"' if said else ""
    return f'<button type="button" data-id="{escape(id)}" aria-pressed="{yes_no(pressed)}"{label}>{inner}</button>'


def press(id: str, label: str, main: bool = False, off: bool = False, pressed: bool | None = None) -> str:
    """A button that does something; `main`: what one would do next; `pressed`: it is a switch."""
    looks = "tk-btn" + " tk-btn--main" * main + " kl-toggle" * (pressed is not None)
    more = "" if pressed is None else f' aria-pressed="{yes_no(pressed)}"'
    more += ' aria-disabled="true"' * off
    return f'<button type="button" class="{looks}" data-id="{escape(id)}"{more}>{escape(label)}</button>'


def step(id: str, label: str, icon: str, off: bool) -> str:
    """A button that moves the film."""
    main = " tk-btn--main" if id == "on" else ""
    gone = ' aria-disabled="true"' if off else ""
    return (
        f'<button type="button" class="tk-btn{main}" data-id="{id}" aria-label="{label}"{gone}>'
        f'<svg viewBox="0 0 20 20" aria-hidden="true"><path d="{icon}" fill="none" stroke="currentColor" '
        'stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/></svg></button>'
    )


def choice(id: str, title: str, text: str, pressed: bool, off: bool = False, sure: str = "") -> str:
    """A choice with a title and a text."""
    gone = ' aria-disabled="true"' if off else ""
    mark = f'<i class="kl-sure">{escape(sure)}</i>' if sure else ""
    return (
        f'<button type="button" class="kl-choice" data-id="{escape(id)}" aria-pressed="{yes_no(pressed)}"{gone}>'
        f"<b>{escape(title)}{mark}</b><span>{escape(text)}</span></button>"
    )


def verdict(head: str, detail: str) -> str:
    """A headline and its detail."""
    return f'<p class="tk-verdict"><strong>{escape(head)}</strong><span>{escape(detail)}</span></p>'


def row(label: str, arrows: str, buttons: str, looks: str = "") -> str:
    """Choices of which one holds, in a row."""
    return (
        f'<div class="{" ".join(["tk-seg", looks]).strip()}" role="group" aria-label="{escape(label)}" '
        f'data-arrows="{arrows}">{buttons}</div>'
    )
