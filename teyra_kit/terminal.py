"""How are the same lessons and games played in plain text, with typed moves? Made to be read aloud, too."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

from .core import Match, Rulings, rulebook
from .core.lessons import DONE, LATER, Course, Step, course, has_course, read_progress, write_progress
from .core.scene import Choice, Scene
from .core.sitting import COVERED, MOVE, OVER, PERSON, Sitting
from .explore.bots import bots

FEW = 10
"""So many moves are listed at first where they are compared by their totals."""
LEAVE = ("q", "quit", "exit")
AT_TABLE = ("hand", "score", "log", "back", "save", "help", "menu")
HELP = """A number, or what it is called, plays it. hand: the table and what you may play. score: who stands where.
log: what happened, with its rules. back: take your last move back. save FILE: write the match. menu: leave the table.
q leaves altogether. What is not allowed says why."""


class Leave(Exception):
    """The player wants to go."""


class Terminal:
    """A game in plain text. `read(prompt)` gives a line, `write(text)` shows one; EOFError from `read` leaves."""

    def __init__(
        self,
        game: str,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
        progress: Path | None = None,
        rng: Random | None = None,
    ) -> None:
        self.game, self.book = game, rulebook(game)
        self.read, self.write, self.file, self.rng = read, write, progress, rng or Random()
        self.scene: Scene = importlib.import_module(f"{__package__}.{game}.scene")
        self.start: Callable[..., Any] = importlib.import_module(f"{__package__}.{game}").new_game
        self.states: dict[str, str] = {}

    def run(self) -> None:
        """The first menu, until the player leaves. ValueError if the progress file cannot be used."""
        if self.file is not None and self.file.exists():
            self.states = read_progress(self.file.read_text(encoding="utf-8"), course(self.game))
        try:
            self.write(f"{self.book.title}\n{self.book.summary}")
            while True:
                what = self.ask("\nlearn, play, open FILE, or q to leave", ["learn", "play", "open"])
                if what == "learn":
                    self.learn()
                elif what == "play":
                    self.play()
                elif what.startswith("open"):
                    self.open(what.partition(" ")[2])
        except (EOFError, KeyboardInterrupt, Leave):
            self.write("\nGoodbye.")

    # -------------------------------------------------------------------------------------------- asking

    def ask(self, prompt: str, words: Iterable[str] = (), open_to: Iterable[str] = ()) -> str:
        """One of `words` (or its first letters), or a line that starts with one of them.

        With `open_to` any other line is given as it stands, and those lines come before the first letters of a word.
        """
        words, known = list(words), {line.lower() for line in open_to}
        while True:
            typed = self.read(f"{prompt}\n> ").strip()
            if typed.lower() in LEAVE:
                raise Leave
            head, _, rest = typed.partition(" ")
            if typed.lower() in known:
                return typed
            fits = [word for word in words if head and word.startswith(head.lower()) and not rest]
            if len(fits) == 1 or (head.lower() in words):
                word = head.lower() if head.lower() in words else fits[0]
                return f"{word} {rest}".strip()
            if known and typed:
                return typed
            self.write(f"{typed!r} is none of these: {', '.join(words)}." if typed else "Type one of the words.")

    def choose(self, choice: Choice) -> Any:
        """A value of a choice, or its default for an empty line."""
        shown = ", ".join(label for _, label in choice.options)
        default = next(label for value, label in choice.options if value == choice.default)
        while True:
            typed = self.read(f"{choice.title}: {shown} (empty: {default})\n> ").strip()
            if typed.lower() in LEAVE:
                raise Leave
            for value, label in choice.options:
                if typed.lower() == label.lower() or (not typed and value == choice.default):
                    return value
            self.write(f"{typed!r} is none of these: {shown}.")

    def moves(self, state: Any, seat: int, legal_only: bool) -> list[Any]:
        """What is listed: all that may be thought of, or what is allowed, by total if there are totals."""
        legal = set(state.legal_moves())
        listed = [move for move in self.scene.candidates(state, seat) if move in legal or not legal_only]
        return sorted(listed, key=lambda move: -(self.scene.worth(state, move) or 0)) if legal_only else listed

    def list_moves(self, state: Any, seat: int, legal_only: bool) -> str:
        """The same numbered, each with what its picture tells."""
        listed = self.moves(state, seat, legal_only)
        return "\n".join(f"  {n} {self.scene.move_spoken(move)}" for n, move in enumerate(listed, 1))

    def offer(self, state: Any, seat: int, every: bool = False) -> tuple[str, bool]:
        """What is allowed, numbered, with the totals; and whether only the best of them are there."""
        listed = self.moves(state, seat, legal_only=True)
        totals = [self.scene.worth(state, move) for move in listed]
        if None in totals:
            return self.list_moves(state, seat, legal_only=True), False
        shown = len(listed) if every or len(listed) <= FEW else FEW
        lines = [f"  {n + 1} {self.scene.move_spoken(listed[n])}: total {totals[n]}" for n in range(shown)]
        if len(listed) > 1:
            lines.insert(0, "Sorted by total, the best first:")
        if shown < len(listed):
            lines.append(
                f"  {len(listed) - shown} more, with a total of {totals[shown]} or less: type all to see them."
            )
        return "\n".join(lines), shown < len(listed)

    def move(self, state: Any, seat: int, typed: str, legal_only: bool) -> Any:
        """The move that was typed: its number in the list, what it is called, or a line of a record."""
        listed = self.moves(state, seat, legal_only)
        if typed.isdecimal() and 1 <= int(typed) <= len(listed):
            return listed[int(typed) - 1]
        wanted = " ".join(typed.lower().split())
        for move in self.scene.candidates(state, seat):
            if wanted in (str(move).lower(), str(move).lower().partition(" ")[2]):
                return move
        try:
            return state.read_move(typed)
        except ValueError:
            name = str(listed[0]).partition(" ")[2] or str(listed[0])
            raise ValueError(
                f"{typed!r} is nothing you can play. Type a number from 1 to {len(listed)}, or a name, like {name!r}."
            ) from None

    # -------------------------------------------------------------------------------------------- learning

    def learn(self) -> None:
        """The course, from the first step that is not done."""
        if not has_course(self.game):
            self.write("There are no lessons for this game yet.")
            return
        lessons = course(self.game)
        open_steps = [step for step in lessons.steps if self.states.get(step.id) != DONE]
        place = lessons.steps.index(open_steps[0]) if open_steps else 0
        while place < len(lessons.steps):
            went = self.step(lessons, lessons.steps[place])
            if went == "menu":
                return
            place = max(0, place + (-1 if went == "back" else 1))
        done = sum(state == DONE for state in self.states.values())
        self.write(f"\nThat was the last step. {done} of {len(lessons.steps)} steps are done.")

    def step(self, lessons: Course, step: Step) -> str:
        """One step, until it is done or left: "on", "back" or "menu"."""
        lesson = next(lesson for lesson in lessons.lessons if lesson.id == step.lesson)
        number = lesson.steps.index(step) + 1
        self.write(f"\n{lesson.title}, step {number} of {len(lesson.steps)}: {step.title}")
        self.write(step.say)
        line = step.reveals() if step.is_question else None
        last = line.plies[-1] if line is not None and line.plies else None
        self.write(
            self.scene.riddle_text(step.start, step.seat, last)
            if line
            else self.scene.text(step.start, step.seat, None)
        )
        self.write(f"Task: {step.task}")
        if step.assumed:
            self.write(f"Assumed: {step.assumed}")
        if step.is_question:
            self.write(f"Answers: {', '.join(step.options)}")
        else:
            assert step.seat is not None
            self.write(self.list_moves(step.start, step.seat, legal_only=False))
        hints = 0
        words = ["hint", "show", "rule", "later", "back", "menu"]
        what = "Type your answer" if step.is_question else "Type a number or a card"
        while True:
            typed = self.ask(f"{what}; or {', '.join(words)}", words, open_to=step.options or ["a move"])
            if typed in ("menu", "back"):
                return typed
            if typed == "later":
                self.mark(step, LATER)
                return "on"
            if typed == "hint":
                self.write(f"Hint {min(hints + 1, len(step.hints))}: {step.hints[min(hints, len(step.hints) - 1)]}")
                hints += 1
            elif typed == "rule":
                for id in step.clauses:
                    self.write(f"{self.book.clause(id).text} [{id}]")
            elif self.answer(step, step.solution if typed == "show" else typed):
                return "on"

    def answer(self, step: Step, typed: str) -> bool:
        """Judge what was typed, tell it, and say whether it was right."""
        try:
            if step.is_question:
                answer = next((option for option in step.options if option.lower() == typed.lower()), typed)
            elif typed == step.solution:
                answer = typed
            else:
                assert step.seat is not None
                answer = step.start.write_move(self.move(step.start, step.seat, typed, legal_only=False))
            judged = step.judge(answer)
        except ValueError as error:
            self.write(str(error))
            return False
        self.write(f"{step.verdict(answer, judged)} {judged.told} [{judged.clause}]")
        if judged.line.plies and (judged.right or not step.is_question):  # a question is a riddle until it is answered
            self.write("What happened:")
            for event in judged.line.events:
                if event.private in (None, step.seat):
                    self.write(f"  {event}")
            if not step.is_question:
                self.write(" ".join(self.scene.headline(judged.line.end, step.seat, judged.line.plies[-1])))
        if judged.right:
            self.mark(step, DONE)
        return judged.right

    def mark(self, step: Step, state: str) -> None:
        """Note a step as done or left, and write the progress file."""
        if self.states.get(step.id) != DONE:
            self.states[step.id] = state
            if self.file is not None:
                self.file.write_text(write_progress(self.game, self.states), encoding="utf-8")

    # -------------------------------------------------------------------------------------------- playing

    def play(self) -> None:
        """A whole game, against bots or with several people."""
        known = bots(self.game)
        while True:
            agreed = {choice.key: self.choose(choice) for choice in self.scene.choices()}
            try:
                start = self.start(**agreed, rulings=Rulings.defaults(self.game))
                break
            except ValueError as error:
                self.write(str(error))
        seats = {}
        best = [*known][-1]
        for seat in self.scene.seats(start):
            options = ((PERSON, PERSON), *((bot, bot) for bot in known))
            title = f"Who sits at {self.scene.seat_name(seat)}"
            seats[seat] = self.choose(Choice("", title, options, PERSON if seat == 0 else best))
        sitting = Sitting(Match(start), self.scene, seats, known, self.rng)
        sitting.advance()
        self.sit(sitting)

    def open(self, name: str) -> None:
        """A match from a file that was saved here or in the browser."""
        try:
            match = Match.from_record(Path(name).read_text(encoding="utf-8"))
            if match.rulings.game != self.game:
                raise ValueError(f"it is a match of another game, not of {self.book.title}")
        except (OSError, ValueError) as error:
            self.write(f"{name or 'No file'} cannot be opened: {error}")
            return
        who = match.state.to_move
        known = bots(self.game)
        mine = who if isinstance(who, int) else 0
        seats = {seat: PERSON if seat == mine else [*known][-1] for seat in self.scene.seats(match.state)}
        self.sit(Sitting(match, self.scene, seats, known, self.rng, waits=not isinstance(who, int) and who is not None))

    def sit(self, sitting: Sitting) -> None:
        """Stay at the table until the game is over or left."""
        self.show(sitting, len(sitting.match.moves) if sitting.waits or sitting.due == OVER else 0)
        listed = None
        words: tuple[str, ...] = AT_TABLE
        while sitting.due != OVER:
            before = len(sitting.match.moves)
            if sitting.due == MOVE:
                assert sitting.looking is not None
                if listed is not sitting.match.here:
                    offer, more = self.offer(sitting.state, sitting.looking)
                    self.write(offer)
                    listed, words = sitting.match.here, (*AT_TABLE, "all") if more else AT_TABLE
                typed = self.ask(f"Type a number or a card; or {', '.join(words)}", words, ["a move"])
            else:
                typed = self.wait(sitting)
            word, _, rest = typed.partition(" ")
            if word == "menu":
                return
            if word == "all" and word in words:
                assert sitting.looking is not None
                self.write(self.offer(sitting.state, sitting.looking, every=True)[0])
            elif word == "score":
                self.write(self.scene.score_text(sitting.seen))
            elif word == "log":
                self.write("\n".join(f"  {event}" for event in sitting.events()) or "Nothing has happened yet.")
            elif word == "hand":
                listed = None
                self.write(self.scene.text(sitting.seen, sitting.looking, sitting.last))
            elif word == "help":
                self.write(HELP)
            elif word == "save":
                self.save(sitting.match, rest)
            elif word == "back":
                self.take_back(sitting)
            elif typed:
                self.try_move(sitting, typed)
            else:
                sitting.go_on()
                self.show(sitting, before)
        self.write(self.scene.score_text(sitting.state))

    def wait(self, sitting: Sitting) -> str:
        """ "" for Enter alone, or a word of the table; while it is covered, only Enter or menu."""
        covered = sitting.due == COVERED
        words = ("menu",) if covered else AT_TABLE
        if covered:
            self.write("\n" * 50 + " ".join(sitting.headline()))
        prompt = "Enter when you are there" if covered else f"Enter goes on; or {', '.join(AT_TABLE)}"
        while True:
            typed = self.read(f"{prompt}\n> ").strip()
            if typed.lower() in LEAVE:
                raise Leave
            if not typed or typed.lower().partition(" ")[0] in words:
                return typed
            self.write(f"{typed!r} is none of these: Enter alone, {', '.join(words)}.")

    def try_move(self, sitting: Sitting, typed: str) -> None:
        """Play what was typed, or say why not."""
        assert sitting.looking is not None
        before = len(sitting.match.moves)
        try:
            move = self.move(sitting.state, sitting.looking, typed, legal_only=True)
            reasons = sitting.state.why_not(move)
        except ValueError as error:
            self.write(str(error))
            return
        if reasons:
            self.write(f"{move}: that is not allowed. {' '.join(map(str, reasons))}")
            return
        sitting.play(move)
        self.show(sitting, before)

    def show(self, sitting: Sitting, before: int) -> None:
        """What the others played, and the table."""
        if sitting.due == COVERED:
            return
        self.write("\n" + "\n".join(sitting.told(before)))
        self.write(self.scene.text(sitting.seen, sitting.looking, sitting.last))
        self.write(" ".join(sitting.headline()))

    def take_back(self, sitting: Sitting) -> None:
        """The last move back, if nothing was seen since."""
        try:
            sitting.take_back()
        except ValueError as error:
            self.write(f"Nothing is taken back. {error}")
        else:
            self.write("Taken back.")
            self.show(sitting, len(sitting.match.moves))

    def save(self, match: Match, name: str) -> None:
        """Write the match to a file that does not exist yet."""
        if not name:
            self.write("The file needs a name, like: save match.txt")
            return
        try:
            with Path(name).open("x", encoding="utf-8") as file:
                file.write(match.record())
        except FileExistsError:
            self.write(f"{name} exists already. Choose another name; nothing was written.")
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            self.write(f"{name} cannot be written: {why}. Try: save match.txt")
        else:
            self.write(f"Saved in {name}. The browser’s Play tab opens it, too.")
