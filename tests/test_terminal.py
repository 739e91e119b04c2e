"""The course and whole games by typed lines, and what the terminal says to lines that mean nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from teyra_kit import cli
from teyra_kit.core import Match
from teyra_kit.core.lessons import DONE, LATER, course, write_progress
from teyra_kit.terminal import Terminal

COURSE = course("tekeli_li")
STEPS = COURSE.steps
EACH = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
SEATS = ["person", "random", "random", "random"]


class Typist:
    """Types the given lines, then leaves; keeps all that was shown."""

    def __init__(self, *lines: str, progress: Path | None = None, seed: int = 1) -> None:
        self.lines, self.shown = list(lines), []
        self.terminal = Terminal("tekeli_li", self.read, self.shown.append, progress, Random(seed))

    def read(self, prompt: str) -> str:
        self.shown.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def run(self) -> str:
        self.terminal.run()
        return "\n".join(self.shown)


def typed(*lines: str, progress: Path | None = None) -> str:
    return Typist(*lines, progress=progress).run()


def at(step, *lines):
    """Type these lines in one step; what was shown, and what is noted of it."""
    typist = Typist(*lines)
    terminal = typist.terminal
    try:
        went = terminal.step(COURSE, step)
    except EOFError:
        went = "waits"
    return "\n".join(typist.shown), went, terminal.states


# ---------------------------------------------------------------- learning


def test_the_whole_course_by_typing_each_solution():
    typist = Typist("learn", *(step.solution for step in STEPS))
    shown = typist.run()
    assert typist.terminal.states == dict.fromkeys((step.id for step in STEPS), DONE)
    assert f"That was the last step. {len(STEPS)} of {len(STEPS)} steps are done." in shown
    for step in STEPS:
        assert step.after in shown


@EACH
def test_each_wrong_answer_says_why_and_asks_again(step):
    for wrong in step.wrong:
        shown, went, states = at(step, wrong.answer)
        assert wrong.because in shown
        assert f"[{step.judge(wrong.answer).clause}]" in shown
        assert went == "waits"
        assert states == {}
        assert at(step, wrong.answer, step.solution)[1] == "on"


@EACH
def test_whether_it_is_right_is_said_before_what_happened(step):
    for wrong in step.wrong:
        judged = step.judge(wrong.answer)
        told = at(step, wrong.answer)[0].rpartition("\n" + step.verdict(wrong.answer, judged))[2]
        assert told.startswith(f" {wrong.because} [{judged.clause}]")
        if step.is_question:
            assert "What happened" not in told, "it is a riddle until the answer is right"
    shown = at(step, step.solution)[0]
    assert re.search(rf"\nRight(: {re.escape(step.solution)})?\. {re.escape(step.after)}", shown)


@EACH
def test_a_card_is_typed_by_its_number_or_its_name(step):
    if step.is_question:
        return
    terminal = Typist().terminal
    moves = terminal.scene.candidates(step.start, step.seat)
    for number, move in enumerate(moves, 1):
        for text in (
            str(number),
            str(move),
            str(move).upper(),
            f"  {move.card} ",
            str(move.card).lower(),
            step.start.write_move(move),
        ):
            assert terminal.move(step.start, step.seat, text.strip(), legal_only=False) == move
    number = [step.start.write_move(move) for move in moves].index(step.solution) + 1
    assert at(step, str(number))[1:] == ("on", {step.id: DONE})


@EACH
def test_an_answer_is_typed_in_small_letters_too(step):
    if step.is_question:
        assert at(step, step.solution.lower())[1:] == ("on", {step.id: DONE})


@EACH
def test_the_step_shows_all_one_needs_and_not_the_answer(step):
    shown, _, _ = at(step)
    for text in (step.title, step.say, f"Task: {step.task}"):
        assert text in shown
    assert step.after not in shown
    if step.is_question:
        assert f"Answers: {', '.join(step.options)}" in shown
    elif step.seat is not None:
        assert all(str(card) in shown for card in step.start.hands[step.seat])


@EACH
def test_hints_rule_show_later_and_back(step):
    shown, went, states = at(step, *["hint"] * (len(step.hints) + 1), "rule", "show")
    for number, hint in enumerate(step.hints, 1):
        assert f"Hint {number}: {hint}" in shown
    for clause in step.clauses:
        assert f"[{clause}]" in shown
    assert (went, states) == ("on", {step.id: DONE})
    assert at(step, "later")[1:] == ("on", {step.id: LATER})
    assert at(step, "back")[1:] == ("back", {})
    assert at(step, "menu")[1:] == ("menu", {})


@pytest.mark.parametrize(
    "line", ["x", "99", "-1", "0", "²", "red-9", "Fire 9", "hint please", "A lead red-1", "Z", "\0"]
)
def test_a_line_that_means_nothing_is_said_so_and_changes_nothing(line):
    for step in (STEPS[0], next(step for step in STEPS if step.is_question)):
        shown, went, states = at(step, line)
        said = shown.rpartition(f"{'Type your answer' if step.is_question else 'Type a number or a card'}")[0]
        assert "allowed" in said or "There is no card" in said or "is no" in said or "Hint 1" in said
        assert "invalid literal" not in said
        assert (went, states) == ("waits", {})


def test_an_empty_line_asks_again():
    shown, went, _ = at(STEPS[0], "", "  ")
    assert went == "waits"
    assert "Type one of the words." in shown


def test_back_from_the_first_step_stays_there():
    shown = typed("learn", "back", STEPS[0].solution)
    assert shown.count(f": {STEPS[0].title}") == 2
    assert f": {STEPS[1].title}" in shown


def test_learning_goes_on_where_it_was_left():
    shown = typed("learn", STEPS[0].solution, "menu", "learn", "menu")
    assert shown.count(f": {STEPS[1].title}") == 2


# ---------------------------------------------------------------- leaving and the menu


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("q",),
        ("QUIT",),
        ("learn", "exit"),
        ("learn",),
        ("play",),
        ("play", "q"),
        ("play", "3", "q"),
        ("play", "", "", "", "", "", "", "", "q"),
    ],
)
def test_one_may_leave_at_any_prompt(lines):
    assert typed(*lines).endswith("Goodbye.")


def test_ctrl_c_leaves():
    def interrupt(_prompt):
        raise KeyboardInterrupt

    shown = []
    Terminal("tekeli_li", interrupt, shown.append).run()
    assert shown[-1] == "\nGoodbye."


@pytest.mark.parametrize("line", ["dance", "3", "learnt", "<b>"])
def test_a_wrong_word_lists_the_right_ones(line):
    assert f"{line!r} is none of these: learn, play, open." in typed(line)


def test_first_letters_are_enough():
    assert f": {STEPS[0].title}" in typed("l")
    assert "Players:" in typed("P")
    assert "cannot be opened" in typed("open")


def test_a_game_that_is_not_there_is_refused():
    with pytest.raises(ValueError, match="There is no game 'chess'"):
        Terminal("chess")


# ---------------------------------------------------------------- playing


def play(players=4, turns=1, variant="off", seats=SEATS):
    return ["play", str(players), str(turns), variant, *seats[:players]]


@pytest.mark.parametrize(("players", "persons"), [(3, 1), (4, 1), (5, 2), (6, 0)])
def test_a_whole_game_typed(players, persons):
    typist = Typist(*play(players, 1, seats=["person"] * persons + ["random"] * 6))
    seen = []

    class Eager(list):
        def __bool__(self):
            return True

        def pop(self, _place):
            if typist.given:
                return typist.given.pop(0)
            prompt = typist.shown[-1]
            if "learn, play" in prompt:
                raise EOFError
            if "Type a number" not in prompt:
                return ""
            listed = typist.shown[-2].splitlines()
            seen.append(prompt)
            return next(str(n) for n, line in enumerate(listed, 1) if "not allowed" not in line)

    typist.given, typist.lines = typist.lines, Eager()
    shown = typist.run()
    assert len(seen) == persons * {3: 12, 4: 12, 5: 9, 6: 8}[players]
    assert "Seat  tricks  cards  points  markers" in shown
    assert shown.endswith("Goodbye.")


def game(*lines, seats=SEATS, players=4, **more):
    typist = Typist(*play(players, seats=seats), *lines, **more)
    return typist, typist.run()


def test_the_variant_with_four_is_refused_and_asked_again():
    shown = typed("play", "4", "1", "on", "5", "1", "on", *SEATS, "random")
    assert "With 4 players the basic rules are used." in shown
    assert shown.count("Players: ") == 2
    assert "Who sits at E" in shown


def test_a_wrong_choice_lists_the_right_ones():
    assert "'9' is none of these: 3, 4, 5, 6." in typed("play", "9")
    assert "'ghost' is none of these: person, random, sensible." in typed("play", "3", "", "", "ghost")


@pytest.mark.parametrize("line", ["99", "x", "Fire 9", "²", "red-9", "A follow red-1", "D lead red-1"])
def test_a_wrong_move_changes_nothing(line):
    _, before = game()
    _, shown = game(line)
    said = shown.removeprefix(before.removesuffix("\nGoodbye.").rstrip())
    assert "invalid literal" not in said
    assert "allowed" in said or "no card" in said or "is no move" in said or "not" in said
    assert shown.count("Your hand:") == before.count("Your hand:"), "nobody has moved"


def test_a_refused_card_says_why_and_only_allowed_ones_are_listed():
    for seed in range(20):
        shown = Typist(*play(), seed=seed).run()
        held = re.search("Your hand: (.*)", shown)[1]
        hand = {" ".join(card.split()[:2]) for card in held.split(", ")}
        listed = {
            " ".join(line.split()[2:4]).rstrip(",") for line in shown.splitlines() if re.match(r"  \d+ Play ", line)
        }
        if listed and (barred := hand - listed):
            again = Typist(*play(), min(barred), seed=seed).run()
            assert f"Play {min(barred)}: that is not allowed." in again
            assert "[follow.must]" in again
            return
    raise AssertionError("no hand had a card that may not be played")


def test_score_and_log_are_shown_at_any_time():
    _, shown = game("score", "log", "s", "l")
    assert shown.count("Seat  tricks  cards") >= 1
    _, shown = game("log")
    assert "is drawn as the first dealer" in shown or "deals" in shown


def test_menu_leaves_the_table():
    _, shown = game("menu", "q")
    assert shown.count("learn, play, open FILE") == 2


def test_a_move_is_taken_back_or_it_is_said_why_not():
    _, shown = game("back")
    assert "You have not moved yet." in shown
    assert "Too late" not in shown
    for seed in range(30):
        shown = Typist(*play(), "1", "back", seed=seed).run()
        if "Taken back." in shown:
            break
    else:
        raise AssertionError("never last in the first trick")
    assert any(
        "Nothing is taken back. What was played since" in Typist(*play(), "1", "back", seed=n).run() for n in range(9)
    )


# ---------------------------------------------------------------- two persons


def two(*lines, seed=1):
    typist = Typist(*play(3, seats=["person", "person", "random"]), *lines, seed=seed)
    return typist, typist.run()


def test_the_other_hand_is_shown_only_when_they_are_there():
    for seed in range(10):
        _, shown = two(seed=seed)
        if "Enter when you are there" not in shown:
            _, shown = two("1", seed=seed)
        if "Enter when you are there" in shown:
            break
    before, _, after = shown.rpartition("Enter when you are there")
    assert "Nobody else looks." in before
    assert "Your hand:" not in after
    assert "\n" * 50 in before


def test_the_record_line_of_every_seat_is_understood():
    """“B follow red-3” is a move of B, not the word “back”."""
    step = next((step for step in STEPS if not step.is_question and step.seat == 1), None)
    terminal = Typist().terminal
    terminal.read = lambda _prompt: "B follow red-3"
    assert terminal.ask("", ["back", "score", "log", "save", "menu"], ["move"]) == "B follow red-3"
    if step is not None:
        assert at(step, step.solution)[1] == "on"


# ---------------------------------------------------------------- files


def test_a_game_is_saved_and_opened_again(tmp_path):
    file = tmp_path / "match.txt"
    _, shown = game("1", f"save {file}")
    assert f"Saved in {file}." in shown
    match = Match.from_record(file.read_text(encoding="utf-8"))
    assert len(match.moves) > 2
    opened = typed(f"open {file}")
    assert "cannot be opened" not in opened
    assert "Your hand:" in opened or "The match stands here." in opened


def test_an_existing_file_is_not_overwritten(tmp_path):
    file = tmp_path / "match.txt"
    file.write_text("mine", encoding="utf-8")
    _, shown = game(f"save {file}")
    assert "exists already. Choose another name; nothing was written." in shown
    assert file.read_text(encoding="utf-8") == "mine"


def test_a_file_needs_a_name():
    assert "The file needs a name" in game("save")[1]


@pytest.mark.parametrize("name", ["/no/such/folder/x.txt", "/", "a\0b"])
def test_a_file_that_cannot_be_written_is_told_and_the_game_goes_on(name):
    _, shown = game(f"save {name}", "score")
    assert "cannot be written" in shown or "exists already" in shown
    assert "Seat  tricks" in shown


def broken(tmp_path):
    game_file = tmp_path / "good.txt"
    game("1", f"save {game_file}")
    good = game_file.read_text(encoding="utf-8")
    return {
        "nothing": b"",
        "no record": b"hello",
        "no text": b"\xff\xfe\x00",
        "another game": good.replace("game: tekeli_li", "game: chess").encode(),
        "another rulebook": good.replace("rulebook: ", "rulebook: 0").encode(),
        "an illegal move": (good + "A lead red-1\nA lead red-1\n").encode(),
        "deep": b"\n".join(
            b"start: " + b"[" * 9999 if line.startswith(b"start") else line for line in good.encode().splitlines()
        ),
        "hands": b"\n".join(
            b"deal " + b"; ".join(b"%c: red-1" % c for c in b"ABCDEFGH") if line.startswith(b"deal A") else line
            for line in good.encode().splitlines()
        ),
    }


@pytest.mark.parametrize(
    "kind", ["nothing", "no record", "no text", "another game", "another rulebook", "an illegal move", "deep", "hands"]
)
def test_a_broken_file_is_not_opened(tmp_path, kind):
    file = tmp_path / "broken.txt"
    file.write_bytes(broken(tmp_path)[kind])
    shown = typed(f"open {file}", "q")
    assert f"{file} cannot be opened: " in shown
    assert shown.count("learn, play, open FILE") == 2


@pytest.mark.parametrize("name", ["", " /no/such/file", " /", " a\0b"])
def test_a_file_that_is_not_there_is_not_opened(name):
    shown = typed(f"open{name}", "q")
    assert "cannot be opened" in shown
    assert shown.endswith("Goodbye.")


def test_a_game_that_is_over_shows_its_end(tmp_path):
    golden = Path(__file__).parent / "tekeli_li" / "golden" / "players-3.txt"
    file = tmp_path / "over.txt"
    file.write_text(golden.read_text(encoding="utf-8").partition("=====")[0], encoding="utf-8")
    shown = typed(f"open {file}", "q")
    assert "perish" in shown
    assert "Seat  tricks" in shown


# ---------------------------------------------------------------- progress


def test_progress_is_written_and_read(tmp_path):
    file = tmp_path / "progress.json"
    typed("learn", STEPS[0].solution, "later", progress=file)
    assert json.loads(file.read_text(encoding="utf-8"))["steps"] == {STEPS[0].id: DONE, STEPS[1].id: LATER}
    shown = typed("learn", progress=file)
    assert f": {STEPS[0].title}" not in shown
    assert f": {STEPS[1].title}" in shown


def test_without_a_file_nothing_is_written(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    typed("learn", STEPS[0].solution)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "cannot be read as JSON"),
        ("[" * 100_000, "cannot be read as JSON"),
        ("{}", "it has no 'teyra-kit progress': 1"),
        (write_progress("terakh", {}), "of another game: 'terakh'"),
        (write_progress("tekeli_li", {STEPS[0].id: "half"}), "damaged"),
        ("\udcff", "utf-8"),
    ],
)
def test_a_broken_progress_file_is_refused_and_left_alone(tmp_path, capsys, text, says):
    file = tmp_path / "progress.json"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    before = file.read_bytes()
    assert cli.main(["tekeli_li", "--progress", str(file)]) == 1
    err = capsys.readouterr().err
    assert err.startswith(f"{file}: ")
    assert says in err
    assert file.read_bytes() == before


@pytest.mark.parametrize("name", ["", "no/such/folder/p.json"])
def test_a_place_where_no_progress_can_be_kept_is_told(tmp_path, capsys, monkeypatch, name):
    lines = iter(["learn", STEPS[0].solution, "q"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(lines))
    monkeypatch.setattr(Terminal.__init__, "__defaults__", (lambda _prompt: next(lines), print, None, None))
    file = tmp_path / name
    assert cli.main(["tekeli_li", "--progress", str(file)]) == 1
    assert capsys.readouterr().err.startswith(f"{file}: ")


def test_the_same_seed_deals_the_same_cards():
    assert Typist(*play(), seed=5).run() == Typist(*play(), seed=5).run()
    assert Typist(*play(), seed=5).run() != Typist(*play(), seed=6).run()
