"""How can any match be watched move by move, with the rule behind each change?"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from teyra_kit.core.game import Seat
from teyra_kit.core.lessons import Ply
from teyra_kit.core.match import Match
from teyra_kit.core.rulebook import Rulebook
from teyra_kit.core.scene import Scene
from teyra_kit.ui.board import Board
from teyra_kit.ui.log import Log
from teyra_kit.ui.page import columns


class StepPlayer:
    """A match as a film: forward, back, jump to any move; each shows what changed and by which clause.

    `seat` sees the film as that player did; None shows everything. `on_branch(n)` is called when the visitor wants to
    play on from the place after n moves, `on_close()` when the film is to end.
    """

    def __init__(
        self,
        match: Match,
        book: Rulebook,
        scene: Scene,
        seat: Seat | None = None,
        on_branch: Callable[[int], None] | None = None,
        on_close: Callable[[], None] | None = None,
    ) -> None:
        self.book, self.scene, self.on_branch, self.on_close = book, scene, on_branch, on_close
        self.plate = Board(css=scene.css, drawings=scene.sprite(), css_class="tk-plate", label="The board")
        self.controls = Board(css_class="tk-panel", label="The film")
        self.log = Log(book, "What this move did")
        self.reel = Board(css_class="tk-panel", label="All moves")
        for board in (self.controls, self.reel):
            board.on_pick(self.pick)
        self.widget = columns([self.controls, self.plate], [self.log, self.reel])
        self.widget.add_class("tk-film")
        self.show(match, seat)

    def show(self, match: Match, seat: Seat | None = None, at: int | None = None) -> None:
        """Put a match in, at its last move or after the first `at` moves."""
        line = match.line
        self.states = [node.state for node in line]
        self.moves = [node.move for node in line[1:]]
        self.seat = seat
        self.go(len(self.moves) if at is None else at, say=False)

    def go(self, at: int, say: bool = True) -> None:
        """Show the place after `at` moves; ValueError names the moves there are."""
        if not 0 <= at <= len(self.moves):
            raise ValueError(f"at is {at}; allowed: 0 to {len(self.moves)}, the moves of this match")
        self.at = at
        self._draw(say)

    @property
    def ply(self) -> Ply | None:
        """The move just shown; None at the start."""
        return Ply(self.states[self.at - 1], self.moves[self.at - 1], self.states[self.at]) if self.at else None

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "first", "back", "on", "last", "move|7", "branch"."""
        kind, _, rest = id.partition("|")
        places = {"first": 0, "back": self.at - 1, "on": self.at + 1, "last": len(self.moves)}
        if kind in places:
            self.go(max(0, min(places[kind], len(self.moves))))
        elif kind == "move":
            self.go(int(rest))
        elif kind == "branch" and self.on_branch is not None:
            self.on_branch(self.at)
        elif kind == "close" and self.on_close is not None:
            self.on_close()

    # -------------------------------------------------------------------------------------------- drawing

    def _draw(self, say: bool) -> None:
        ply, state = self.ply, self.states[self.at]
        board = self.scene.html(self._seen(state), self.seat, {}, ply)
        caption = self.scene.caption(state, ply)
        self.plate.html = (
            f'<p class="tk-caption tk-scene-caption">{escape(caption)}</p><div class="tk-scene">{board}</div>'
        )
        self.controls.html = self._controls()
        self.reel.html = self._reel()
        events = ply.before.events(ply.move) if ply is not None else ()
        self.log.show(
            [event for event in events if event.private in (None, self.seat) or self.seat is None],
            self.scene.headline(state, self.seat, ply),
            say=False,
        )
        if say:
            headline = " ".join(self.scene.headline(state, self.seat, ply))
            self.controls.say = f"Move {self.at} of {len(self.moves)}. {self._told(self.at)} {headline}"

    def _seen(self, state: Any) -> Any:
        return state if self.seat is None else state.observe(self.seat)

    def _told(self, at: int) -> str:
        if not at:
            return "The start."
        ply = Ply(self.states[at - 1], self.moves[at - 1], self.states[at])
        who = ply.before.to_move
        name = f"{self.scene.seat_name(who)}: " if isinstance(who, int) else ""
        return f"{name}{self.scene.move_seen(ply, self.seat)}."

    def _controls(self) -> str:
        at, end = self.at, len(self.moves)

        def button(id: str, label: str, off: bool) -> str:
            disabled = ' aria-disabled="true"' if off else ""
            return f'<button type="button" class="tk-btn" data-id="{id}"{disabled}>{label}</button>'

        changes = "".join(f"<li>{escape(text)}</li>" for text in self.scene.changes(self.ply)) if self.ply else ""
        branch = button("branch", "Play on from here", False) if self.on_branch is not None else ""
        close = button("close", "Back to the table", False) if self.on_close is not None else ""
        share = 100 * at / end if end else 100
        return (
            f'<div class="tk-film-bar" role="img" aria-label="Move {at} of {end}"><i style="width:{share:.1f}%"></i></div>'
            f'<div class="tk-film-do"><p><b>Move {at}</b> of {end}</p><div class="tk-do" role="group" '
            f'aria-label="Move through the film" data-arrows="film">{button("first", "To the start", not at)}'
            f"{button('back', 'Back', not at)}{button('on', 'Forward', at == end)}"
            f"{button('last', 'To the end', at == end)}</div></div>"
            f'<div class="tk-changes"><h2 class="tk-h2">{_breakable(self._told(at))}</h2><ul>{changes}</ul></div>'
            f'<div class="tk-do">{branch}{close}</div>'
        )

    def _reel(self) -> str:
        rows = "".join(
            f'<li><button type="button" data-id="move|{n}"{self._current(n)}><span>{n}</span>'
            f"{_breakable(self._told(n))}</button></li>"
            for n in range(len(self.moves) + 1)
        )
        return f'<h2 class="tk-h2">All moves</h2><ol class="tk-reel" data-arrows="reel" data-follow="{self.at}">{rows}</ol>'

    def _current(self, n: int) -> str:
        return ' aria-current="step"' if n == self.at else ""


def _breakable(text: str) -> str:
    """A text in which a line may end after each plus."""
    return escape(text).replace("+", "+<wbr>")
