"""Which rules are unclear, how can they be read, and which reading is in force?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

import traitlets

from teyra_kit.core.rulebook import Rulebook, Ruling, Rulings
from teyra_kit.ui.board import Board
from teyra_kit.ui.clause import chip, opened
from teyra_kit.ui.page import columns, heading
from teyra_kit.ui.shared import Shared

Effect = str | tuple[str, bool]


class RulingsPanel(Board):
    """Each unclear rule with its readings as radio buttons, or its number as a stepper.

    `only` names the rulings to show, in that order. `effects` says of a ruling when it matters ("Matters when Air 3
    is played"), or, as `(text, True)`, that it changes what lies on the board now. `page` shows each on a card of its
    own with the reason for the default at hand; otherwise the panel is small enough to stand beside a board.
    """

    rulings = traitlets.Any()

    def __init__(
        self,
        book: Rulebook,
        rulings: Rulings,
        only: Iterable[str] | None = None,
        effects: Mapping[str, Effect] | None = None,
        *,
        page: bool = False,
        title: str = "Readings in force",
        lede: str = "",
        **traits: Any,
    ) -> None:
        self._book, self._page, self._title, self._lede = book, page, title, lede
        self._only = tuple(book.ruling(id) for id in only) if only is not None else tuple(book.rulings.values())
        self._effects = dict(effects or {})
        self._on_change: list[Callable[[Rulings], object]] = []
        self._open = ""
        self._refused = ("", "")
        super().__init__(rulings=rulings, **{"css_class": "" if page else "tk-panel", "label": title, **traits})
        self.on_pick(self._pick)
        self.observe(lambda _change: self._draw(), "rulings")
        self._draw()

    def on_change(self, callback: Callable[[Rulings], object]) -> None:
        """Call `callback(rulings)` when the visitor has chosen another reading; if it raises, the choice is taken back."""
        self._on_change.append(callback)

    def show(
        self,
        rulings: Rulings | None = None,
        only: Iterable[str] | None = None,
        effects: Mapping[str, Effect] | None = None,
        lede: str | None = None,
    ) -> None:
        """Show other rulings, effects or lede; what is not given stays. Calls nobody back."""
        if only is not None:
            self._only = tuple(self._book.ruling(id) for id in only)
        if effects is not None:
            self._effects = dict(effects)
        if lede is not None:
            self._lede = lede
        if rulings is not None:
            self.rulings = rulings
        self._draw()

    def choose(self, ruling_id: str, value: str | int) -> None:
        """Put a reading in force and tell those who asked. ValueError lists what is valid."""
        self._change(self.rulings.with_(ruling_id, value))

    def reset(self) -> None:
        """Go back to the kit's own readings."""
        self._change(Rulings.defaults(self._book.key))

    def _change(self, rulings: Rulings) -> None:
        before = self.rulings
        self._refused = ("", "")
        self.rulings = rulings
        try:
            for callback in self._on_change:
                callback(rulings)
        except Exception:
            self.rulings = before
            raise

    def _pick(self, id: str) -> None:
        kind, _, rest = id.partition("|")
        ruling_id, _, value = rest.partition("|")
        if kind == "read":
            self.choose(ruling_id, value)
            self.say = f"In force: {self._book.ruling(ruling_id).reading(value).text}"
        elif kind == "step":
            self._step(self._book.ruling(ruling_id), int(value))
        elif kind == "reset":
            self.reset()
            self.say = "The kit’s defaults are in force."
        elif kind == "clause":
            self._open = "" if id == self._open else id
        elif kind == "close":
            self.focus, self._open = self._open, ""
        self._draw()

    def _step(self, ruling: Ruling, by: int) -> None:
        bounds = ruling.parameter
        assert bounds is not None
        value = int(self.rulings[ruling.id]) + by
        if bounds.min <= value <= bounds.max:
            self.choose(ruling.id, value)
            self.say = f"{bounds.name or ruling.question}: {value}"
        else:
            least_most = "less" if by < 0 else "more"
            self._refused = (
                ruling.id,
                f"It cannot be {least_most}: {bounds.min} to {bounds.max} is allowed.",
            )
            self.say = self._refused[1]

    def _draw(self) -> None:
        changed = self.rulings.changed()
        shown = [ruling.id for ruling in self._only]
        heading = f'<h2 class="tk-h2">{escape(self._title)}</h2>' if self._title else ""
        lede = f'<p class="tk-small">{escape(self._lede)}</p>' if self._lede else ""
        reset = ""
        if changed:
            others = len(set(changed) - set(shown))
            more = (
                f'<p class="tk-small">{others} more differ from the defaults on the Rulings tab.</p>' if others else ""
            )
            reset = f'{more}<button type="button" class="tk-btn" data-id="reset|">Back to the kit’s defaults</button>'
        rows = "".join(self._ruling(ruling, ruling.id in changed) for ruling in self._only)
        if self._page:
            one = "differs" if len(changed) == 1 else "differ"
            count = f"{len(changed)} of {len(self._book.rulings)} {one}" if changed else "None differs"
            state = f'<p class="tk-small">{count} from the kit’s defaults.</p>'
            head = f'<div>{heading}{lede}<div class="tk-rulings-head">{state}{reset}</div></div>'
            self.html = f'<div class="tk-rulings tk-rulings--page">{head}{rows}</div>'
        else:
            self.html = f"{heading}{lede}<div>{rows}</div>{reset}"

    def _ruling(self, ruling: Ruling, changed: bool) -> str:
        effect = self._effects.get(ruling.id, "")
        text, now = effect if isinstance(effect, tuple) else (effect, False)
        line = f'<p class="tk-effect{" is-yes" if now else ""}">{escape(text)}</p>' if text else ""
        body = self._radios(ruling) if ruling.readings else self._stepper(ruling)
        why = (
            f'<details class="tk-why"{" open" if self._page else ""}><summary>Why this default</summary><p>{escape(ruling.why)}</p></details>'
            if ruling.why
            else ""
        )
        ids = [(clause, f"clause|{ruling.id}|{clause}") for clause in ruling.clauses]
        panel = f"clause-{self.model_id}-{ruling.id}"
        chips = "".join(chip(clause, id, id == self._open, panel) for clause, id in ids)
        about = why + (f'<div class="tk-chips">{chips}</div>' if chips else "")
        body = f'<div class="tk-ruling-body"><div>{line}{body}</div><div>{about}</div></div>'
        for clause, id in ids:
            if id == self._open:
                body += opened(self._book, clause, panel, "close|", self.rulings)
        escaping = ' data-escape="close|"' if any(id == self._open for _, id in ids) else ""
        return (
            f'<fieldset class="tk-ruling{" is-changed" if changed else ""}" id="ruling-{self.model_id}-{escape(ruling.id)}"{escaping}>'
            f"<legend>{escape(ruling.question)}</legend>{body}</fieldset>"
        )

    def _radios(self, ruling: Ruling) -> str:
        now = self.rulings[ruling.id]
        rows = []
        for reading in ruling.readings:
            note = " <small>the kit’s default</small>" if reading.id == ruling.default else ""
            checked = " checked" if reading.id == now else ""
            rows.append(
                f'<label><input type="radio" name="{self.model_id}-{escape(ruling.id)}" '
                f'data-id="read|{escape(ruling.id)}|{escape(reading.id)}"{checked}>'
                f"<span><b>{escape(reading.name)}</b>{note}"
                f'<span class="tk-reading-text">{escape(reading.text)}</span></span></label>'
            )
        return f"<div>{''.join(rows)}</div>"

    def _stepper(self, ruling: Ruling) -> str:
        bounds = ruling.parameter
        assert bounds is not None
        value = int(self.rulings[ruling.id])
        name = escape(bounds.name or "value", quote=True).replace("_", " ").replace("-", " ")

        def button(by: int, sign: str, word: str) -> str:
            off = ' aria-disabled="true"' if not bounds.min <= value + by <= bounds.max else ""
            return (
                f'<button type="button" class="tk-btn" data-id="step|{escape(ruling.id)}|{by}" '
                f'aria-label="{word}: {name}"{off}>{sign}</button>'
            )

        note = "the kit’s default" if value == ruling.default else f"the kit’s default is {ruling.default}"
        refused = f'<p class="tk-refused">{escape(self._refused[1])}</p>' if self._refused[0] == ruling.id else ""
        meaning = f'<p class="tk-small">{escape(bounds.meaning)}</p>' if bounds.meaning else ""
        return (
            f'{meaning}<div class="tk-step">{button(-1, "−", "One less")}<output>{value}</output>'
            f"{button(1, '+', 'One more')}<small>{note}</small></div>{refused}"
        )


class RulingsRoom:
    """Every open ruling of a game with its readings; the other tabs of its page and the next game follow."""

    LEDE = "Where the rulebook is silent, the kit chooses a reading and says so. Switch one: the labs and Play follow."

    def __init__(self, book: Rulebook, shared: Shared) -> None:
        self.shared = shared
        self.panel = RulingsPanel(book, shared.rulings, page=True, title="")
        self.panel.on_change(lambda rulings: shared.set(rulings, self._ruled_elsewhere))
        shared.listeners.append(self._ruled_elsewhere)
        self.widget = columns([self.panel], top=[heading("Rulings", self.LEDE)])

    def _ruled_elsewhere(self, rulings: Rulings) -> None:
        self.panel.show(rulings=rulings)
