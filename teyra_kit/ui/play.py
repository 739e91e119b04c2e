"""How does a visitor play a whole game: against bots, with friends at the same screen, and on from any match?"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from html import escape
from random import Random
from typing import Any

from teyra_kit.core.game import CHANCE, Reason, Seat, State
from teyra_kit.core.lessons import PROGRESS
from teyra_kit.core.match import Match
from teyra_kit.core.rulebook import Rulebook, Rulings
from teyra_kit.core.scene import Scene, marks
from teyra_kit.core.sitting import COVERED, MOVE, NEXT, OVER, PERSON, Bot, Sitting
from teyra_kit.ui.board import Board
from teyra_kit.ui.clause import cited
from teyra_kit.ui.files import FILE_LIMIT, load_button, save_link
from teyra_kit.ui.film import StepPlayer
from teyra_kit.ui.keep import Keep
from teyra_kit.ui.log import Log
from teyra_kit.ui.page import columns, group


class PlayRoom:
    """A table for a whole game. `start` is the game’s `new_game`; `bots` by name, the strongest last. `note` says what
    is special about the components of a game (None: of the next one).

    A seat is a person’s or a bot’s. With several persons a curtain falls between their moves. What a bot or a person
    sees is what their seat may see.
    """

    def __init__(
        self,
        book: Rulebook,
        scene: Scene,
        start: Callable[..., State[Any]],
        bots: Mapping[str, Bot],
        rulings: Callable[[], Rulings],
        rng: Random | None = None,
        note: Callable[[State[Any] | None], str] = lambda _state: "",
    ) -> None:
        self.book, self.scene, self.start, self.bots, self.rulings = book, scene, start, bots, rulings
        self.note = note
        self.rng = rng or Random()
        self.opponent = [*bots][-1]
        self.chosen = {choice.key: choice.default for choice in scene.choices()}
        self.wanted: dict[Seat, str] = {}
        self.sitting: Sitting | None = None
        self.sharing = self.late = False
        self.part = ""
        self.unfinished: tuple[Match, dict[Seat, str]] | None = None
        self.name = f"teyra-match:{book.key}"
        self.keep = Keep([self.name], self._found)
        self.reasons: tuple[Reason, ...] = ()
        self.refused = self.rule_open = self.notice = ""
        self.setup = Board(css=scene.css, drawings=scene.sprite(), label="A new game")
        self.head = Board(label="The game")
        self.plate = Board(css_class="tk-plate", label="The table")
        self.do = Board(css_class="tk-panel", label="What you can do")
        self.log = Log(book, tail=True)
        self.score = Board(css_class="tk-panel", label="Score")
        for board in (self.setup, self.head, self.plate, self.do, self.score):
            board.on_pick(self.pick)
        for board in (self.setup, self.head):
            board.on_input(self._loaded)
        self.hall = columns([self.setup])
        self.table = columns([self.plate, self.score], [self.do, self.log], [self.head])
        self.do.add_class("tk-now")
        for place, board in enumerate((self.head, self.plate, self.do, self.score, self.log)):
            board.add_class(f"tk-o{place}")
        self.table.add_class("tk-play")
        self.cinema = group([])
        self.widget = group([self.keep, self.hall, self.table, self.cinema])
        self.show_setup()

    # -------------------------------------------------------------------------------------------- sitting down

    def renew(self) -> None:
        """Other components are in force: show what `note` says of them now."""
        self._draw_setup()
        if self.sitting is not None:
            self._draw()

    def show_setup(self) -> None:
        """Show what is agreed on before a game."""
        self.notice = ""
        self._show(self.hall)
        self._draw_setup()

    def deal(self) -> None:
        """Start a game as agreed. ValueError says why that is not allowed."""
        match = Match(self.start(**self.chosen, rulings=self.rulings()))
        self._take(match, {seat: self._sits(seat) for seat in self.scene.seats(match.state)})
        self._go(lambda sitting: sitting.advance())

    def _sits(self, seat: Seat) -> str:
        return self.wanted.get(seat, PERSON if seat == 0 else self.opponent)

    def open(self, match: Match, notice: str = "", seats: dict[Seat, str] | None = None) -> None:
        """Go on with a match at the move where it stands; without `seats` the visitor sits where the next decision is."""
        who = match.state.to_move
        mine = who if isinstance(who, int) else 0
        if seats is None:
            seats = {seat: PERSON if seat == mine else self.opponent for seat in self.scene.seats(match.state)}
        self._take(match, seats, waits=(who is not None and seats.get(mine) != PERSON) or who is CHANCE)
        self.notice = notice
        if differ := ", ".join(f"{id} is {value}" for id, value in self._own_readings(match).items()):
            self.notice = f"{notice} It keeps the readings it was played under: {differ}.".strip()
        self._draw()

    def _own_readings(self, match: Match) -> dict[str, str | int]:
        """The readings of a match that differ from those in force here; numbers were agreed on, they do not count."""
        theirs, ours = match.rulings, self.rulings()
        return {id: theirs[id] for id, r in self.book.rulings.items() if r.readings and theirs[id] != ours[id]}

    def open_link(self, text: str) -> None:
        """Open a match from its permalink; if the link is damaged or stale, say so and keep what is there."""
        try:
            match = Match.from_permalink(text)
            if match.rulings.game != self.book.key:
                raise ValueError(f"the link is a match of another game, not of {self.book.title}")
        except ValueError as error:
            self._tell(f"This link cannot be opened: {error}.")
        else:
            self.open(match, f"Opened from a link, after {len(match.moves)} moves.")

    def _loaded(self, id: str, text: str) -> None:
        if id != "load":
            return
        try:
            if len(text) >= FILE_LIMIT:
                raise ValueError("it is too long to be a match")
            if PROGRESS in text[:200]:
                raise ValueError("it holds the progress of lessons: load it in the Learn tab")
            match = Match.from_record(text)
            if match.rulings.game != self.book.key:
                raise ValueError(f"it is a match of another game, not of {self.book.title}")
        except ValueError as error:
            self._tell(f"This file cannot be opened: {error}. Nothing has changed; choose a match saved on this page.")
        else:
            self.open(match, f"Opened from a file, after {len(match.moves)} moves.")

    def _tell(self, notice: str) -> None:
        self.notice = notice
        if self.shown is self.cinema:
            self._show(self.table)
        board = self.setup if self.shown is self.hall else self.head
        (self._draw_setup if self.shown is self.hall else self._draw)()
        board.say = notice

    def _take(self, match: Match, seats: dict[Seat, str], waits: bool = False) -> None:
        self.sitting = Sitting(match, self.scene, seats, self.bots, self.rng, waits)
        self.sharing, self.notice = False, ""
        self._forget()
        self._show(self.table)

    @property
    def _sat(self) -> Sitting:
        assert self.sitting is not None
        return self.sitting

    def _show(self, shown: Any) -> None:
        self.shown = shown
        for part in (self.hall, self.table, self.cinema):
            (part.remove_class if part is shown else part.add_class)("tk-shut")

    # -------------------------------------------------------------------------------------------- playing

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: a move of a record, "next", "take-back", "deal" ..."""
        kind, _, rest = id.partition("|")
        if self.sitting is None and kind not in ("set", "sit", "deal", "resume"):
            return
        match kind:
            case "set":
                key, _, number = rest.partition("|")
                choice = next(choice for choice in self.scene.choices() if choice.key == key)
                self.chosen[key] = choice.options[int(number)][0]
                self._tell("")
            case "sit":
                seat, _, who = rest.partition("|")
                if who not in (PERSON, *self.bots):
                    raise ValueError(f"{who!r} cannot sit here; allowed: {', '.join((PERSON, *self.bots))}")
                self.wanted[int(seat)] = who
                self._tell("")
            case "deal":
                try:
                    self.deal()
                except ValueError as error:
                    self._tell(str(error))
            case "setup":
                self.show_setup()
                self.setup.focus = "deal"
            case "resume" if self.unfinished:
                match_, seats = self.unfinished
                self.open(match_, "Your game, as you left it.", seats)
            case "part":
                self.part = "" if self.part == rest else rest
                self._draw()
                if self._sat.looking is not None:
                    self.plate.focus = self.scene.first(self._sat.state, self._sat.looking, self.part)
            case "return" if self.sitting is not None:
                self.notice = ""
                self._show(self.table)
                self._draw()
            case "next":
                self._go(lambda sitting: sitting.go_on())
            case "take-back":
                self._take_back()
            case "practice":
                self._go(lambda sitting: sitting.practise(), "Practice: you go back, knowing what you saw.")
            case "share":
                self.sharing = not self.sharing
                self._draw()
            case "film":
                self.watch()
            case "clause":
                self.rule_open = "" if self.rule_open == rest else rest
                self._draw()
            case "close":
                self.do.focus, self.rule_open = f"clause|{self.rule_open}", ""
                self._draw()
            case _:
                self._move(id)

    def _move(self, line: str) -> None:
        if self.sitting is None or self.sitting.due != MOVE:
            return
        state = self.sitting.state
        move = state.read_move(line)
        self._forget()
        self.reasons = state.why_not(move)
        if self.reasons:
            self.refused = line
            self._draw()
            self.do.say = " ".join(f"{reason.text} {reason.fix}" for reason in self.reasons)
        else:
            self._go(lambda sitting: sitting.play(move))

    def _forget(self) -> None:
        self.reasons, self.refused, self.rule_open, self.late = (), "", "", False
        self.part = ""

    def _go(self, deed: Callable[[Sitting], None], notice: str = "") -> None:
        """Do something at the table, then show and say what came of it, and put the focus where it goes on."""
        before = len(self._sat.match.moves)
        self._forget()
        self.do.say = ""
        deed(self._sat)
        self.notice = notice
        self._draw()
        self._keep()
        told = [] if self._sat.due == COVERED else self._sat.told(before)
        self.plate.say = " ".join(filter(None, [notice, *told, *self._sat.headline()]))
        self._focus()

    def _focus(self) -> None:
        sat = self._sat
        if sat.due in (COVERED, NEXT):
            self.do.focus = "next"
        elif sat.due == MOVE and sat.looking is not None:
            self.plate.focus = self.scene.first(sat.state, sat.looking)

    def _found(self, texts: Mapping[str, str]) -> None:
        """Offer to go on with the game this browser kept; what was kept under older rules, or not by us, is no game."""
        if self.sitting is not None:
            return
        try:
            kept = json.loads(texts.get(self.name, ""))
            match = Match.from_record(kept["record"])
            seats = dict(zip(self.scene.seats(match.state), kept["seats"], strict=True))
        except (ValueError, TypeError, KeyError, RecursionError):
            return
        known = {PERSON, *self.bots}
        if match.rulings.game == self.book.key and set(seats.values()) <= known:
            self.unfinished = match, seats
            self._draw_setup()

    def _keep(self) -> None:
        over = self._sat.due == OVER
        kept = {"seats": list(self._sat.seats.values()), "record": self._sat.match.record()}
        self.keep.keep(self.name, "" if over else json.dumps(kept))

    def _take_back(self) -> None:
        why = self._sat.why_not_take_back
        if not why:
            self._go(lambda sitting: sitting.take_back(), "Taken back.")
            return
        self.late = self._sat.may_practise
        self.notice = f"Too late to take back. {why}" + (" You can try it again as practice." if self.late else "")
        self._draw()
        self.do.say = self.notice

    # -------------------------------------------------------------------------------------------- the film

    def watch(self) -> None:
        """Show the match as a film: all hands when it is over, else what the visitor’s seat sees."""
        sat = self._sat
        if sat.hides and sat.due == COVERED:
            self._tell("The screen is covered for somebody else. The film opens when they are there.")
            return
        seat = None if sat.state.to_move is None else sat.looking
        film = StepPlayer(sat.match, self.book, self.scene, seat, self._branch, lambda: self._show(self.table))
        self.cinema.children = (film.widget,)
        self._show(self.cinema)
        film.controls.focus = "back"

    def _branch(self, at: int) -> None:
        self._show(self.table)
        self._go(lambda sitting: sitting.branch(at), f"You play on from move {at}.")

    # -------------------------------------------------------------------------------------------- drawing

    def _draw(self) -> None:
        sat = self._sat
        self.head.html = self._head()
        if sat.due == COVERED:
            name = escape(self.scene.seat_name(sat.state.to_move))  # type: ignore[arg-type]
            board = f'<div class="tk-curtain"><p>The cards are covered until <b>{name}</b> is at the screen.</p></div>'
        else:
            board = self.scene.html(sat.seen, sat.looking, self._marks(), sat.last, self.part, sat.hides)
        caption = escape(self.scene.caption(sat.state, sat.last))
        look = f' data-show="{len(sat.match.moves)}"' if sat.last is not None else ""
        self.plate.html = (
            f'<p class="tk-caption tk-scene-caption"{look}>{caption}</p><div class="tk-scene">{board}</div>'
        )
        self.do.html = self._do()
        self.log.show(() if sat.due == COVERED else sat.events(), say=False)
        self.score.html = self.scene.score_html(sat.seen)

    def _marks(self) -> dict[str, str]:
        sat = self._sat
        if sat.due != MOVE or sat.looking is None:
            return {}
        return marks(self.scene, sat.state, sat.looking, self.refused)

    def _head(self) -> str:
        sat = self._sat
        mine = "you" if len(sat.persons) < 2 else "person"
        who = ", ".join(
            f"<b>{escape(self.scene.seat_name(seat))}</b> {mine if who == PERSON else f'{escape(who)} bot'}"
            for seat, who in sat.seats.items()
        )
        practice = (
            '<p class="tk-notice">Practice: you went back, knowing what was played after this.</p>'
            if sat.practice
            else ""
        )
        return (
            f'<div class="tk-head"><div><h1 class="tk-title">{escape(self.book.title)}</h1>'
            f'<p class="tk-small">{who}</p></div><div class="tk-do">'
            '<button type="button" class="tk-btn" data-id="film">Watch move by move</button>'
            '<button type="button" class="tk-btn" data-id="share" '
            f'aria-expanded="{str(self.sharing).lower()}">Save or share</button>'
            f'<button type="button" class="tk-btn" data-id="setup">New game</button></div></div>{self._share()}'
            f"{practice}{self._noted(sat.state)}{self._notice()}"
        )

    def _noted(self, state: State[Any] | None) -> str:
        text = self.note(state)
        return f'<p class="tk-notice">{escape(text)}</p>' if text else ""

    def _notice(self) -> str:
        return f'<p class="tk-notice" role="status">{escape(self.notice)}</p>' if self.notice else ""

    def _share(self) -> str:
        if not self.sharing:
            return ""
        match = self._sat.match
        link = f"#play:{match.permalink()}"
        name = f"{self.book.key}-after-{len(match.moves)}-moves.txt"
        return (
            '<div class="tk-panel tk-share" data-escape="share"><p class="tk-small">The file and the link hold the '
            "whole match up to this move, all hands included. Whoever opens the link goes on from here.</p>"
            f'<label class="tk-small">Link <input type="text" readonly data-link="{escape(link)}" value=""></label>'
            f'<button type="button" class="tk-btn" data-copy="{escape(link)}">Copy the link</button>'
            f"{save_link('Save as a file', name, match.record())}"
            f"{load_button('Open a file', 'load', '.txt,text/plain')}</div>"
        )

    def _do(self) -> str:
        sat = self._sat
        state, parts = sat.state, []
        if sat.due == COVERED:
            parts.append(_button("next", f"I am {self.scene.seat_name(state.to_move)}: show my hand", main=True))  # type: ignore[arg-type]
        elif sat.due == NEXT:
            over, deals = state.to_move is None, state.to_move is CHANCE
            word = "See how it ended" if over else self.scene.chance_word if deals else "Go on" if sat.waits else "Next"
            parts.append(_button("next", word, main=True))
        elif sat.due == OVER:
            parts.append(_button("deal", "Play again", main=True))
        if sat.looking is not None and sat.match.choice(sat.looking) is not None:
            parts.append(_button("take-back", "Take back", off=bool(sat.why_not_take_back)))
        if self.late:
            parts.append(_button("practice", "Try it again as practice"))
        headline, detail = sat.headline()
        verdict = f'<p class="tk-verdict"><strong>{escape(headline)}</strong><span>{escape(detail)}</span></p>'
        return f'{verdict}{self._refusal()}<div class="tk-do tk-play-do">{"".join(parts)}</div>'

    def _refusal(self) -> str:
        if not self.reasons:
            return ""
        told = "".join(
            f"<p>{escape(reason.text)} {escape(reason.fix)}</p>{self._chip(reason.clause)}" for reason in self.reasons
        )
        title = f"{self._sat.state.read_move(self.refused)}: that is not allowed."
        return f'<section class="tk-told"><h2>{escape(title)}</h2>{told}</section>'

    def _chip(self, clause: str) -> str:
        return cited(self.book, clause, self.rule_open == clause, "tk-play-clause")

    def _draw_setup(self) -> None:
        rows = "".join(self._choice(choice) for choice in self.scene.choices())
        count = int(self.chosen.get("players", 2))
        seats = "".join(self._seat(seat) for seat in range(count))
        back = _button("return", "Back to the table") if self.sitting is not None else ""
        resume = _button("resume", "Go on with your game") if self.unfinished and self.sitting is None else ""
        self.setup.html = (
            f'<div class="tk-head"><div><h1 class="tk-title">Play {escape(self.book.title)}</h1>'
            '<p class="tk-small">Against bots, or with friends at this screen. Every refused move says why.</p></div></div>'
            f'{self._noted(None)}{self._notice()}<div class="tk-panel tk-setup"><div class="tk-sets"><h2 class="tk-h2">What is agreed</h2>{rows}</div>'
            f'<div class="tk-sets tk-sets--even"><h2 class="tk-h2">Who sits where</h2>'
            f'{seats}</div><div class="tk-do">{_button("deal", "Deal", main=True)}'
            f"{resume}{load_button('Open a saved match', 'load', '.txt,text/plain')}{back}</div></div>"
        )

    def _choice(self, choice: Any) -> str:
        buttons = "".join(
            f'<button type="button" data-id="set|{choice.key}|{n}" '
            f'aria-pressed="{str(self.chosen[choice.key] == value).lower()}">{escape(label)}</button>'
            for n, (value, label) in enumerate(choice.options)
        )
        note = f'<span class="tk-small">{escape(choice.note)}</span>' if choice.note else ""
        return (
            f'<div class="tk-set"><span id="set-{choice.key}">{escape(choice.title)}</span><div class="tk-seg" '
            f'role="group" aria-labelledby="set-{choice.key}" data-arrows="set-{choice.key}">{buttons}</div>{note}</div>'
        )

    def _seat(self, seat: Seat) -> str:
        name, now = self.scene.seat_name(seat), self._sits(seat)
        kinds = {PERSON: "Person", **{bot: f"{bot.capitalize()} bot" for bot in self.bots}}
        buttons = "".join(
            f'<button type="button" data-id="sit|{seat}|{kind}" aria-pressed="{str(kind == now).lower()}">{escape(label)}</button>'
            for kind, label in kinds.items()
        )
        return (
            f'<div class="tk-set"><span id="sit-{seat}">{escape(name)}</span><div class="tk-seg" role="group" '
            f'aria-labelledby="sit-{seat}" data-arrows="sit-{seat}">{buttons}</div></div>'
        )


def _button(id: str, label: str, main: bool = False, off: bool = False) -> str:
    looks, disabled = " tk-btn--main" * main, ' aria-disabled="true"' * off
    return f'<button type="button" class="tk-btn{looks}" data-id="{id}"{disabled}>{escape(label)}</button>'
