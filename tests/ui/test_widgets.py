"""Do the widgets keep their promises without a browser?"""

from __future__ import annotations

import logging

import pytest
from anywidget import AnyWidget

from teyra_kit.core.game import Event
from teyra_kit.core.rulebook import Rulings, rulebook
from teyra_kit.ui import Board, Log, Page, RulingsPanel, columns

BOOK = rulebook("tekeli_li")


def panel(**options: object) -> RulingsPanel:
    return RulingsPanel(BOOK, Rulings.defaults("tekeli_li"), **options)  # type: ignore[arg-type]


def number() -> str:
    return next(ruling.id for ruling in BOOK.rulings.values() if ruling.parameter)


def test_a_pick_reaches_every_callback() -> None:
    board, heard = Board("<p>a</p>"), []
    board.on_pick(heard.append)
    board.on_pick(heard.append)
    board._receive(board, {"event": "pick", "id": "x"}, [])
    assert heard == ["x", "x"]


@pytest.mark.parametrize("message", [None, "pick", {}, {"event": "pick"}, {"event": "pick", "id": 3}, {"event": "x"}])
def test_a_message_of_another_shape_does_nothing(message: object) -> None:
    board, heard = Board(), []
    board.on_pick(heard.append)
    board._receive(board, message, [])
    assert heard == []


def test_an_exception_is_shown_and_logged_and_the_picture_is_as_before(
    caplog: pytest.LogCaptureFixture,
) -> None:
    board = Board("<p>before</p>")

    def fail(id: str) -> None:
        board.html = "<p>half done</p>"
        raise ValueError("no such card")

    board.on_pick(fail)
    with caplog.at_level(logging.ERROR, "teyra_kit.ui"):
        board.pick("x")
    assert board.html == "<p>before</p>"
    assert "ValueError: no such card" in board.error
    assert "no such card" in caplog.text


def test_the_next_pick_that_works_takes_the_error_away() -> None:
    board = Board()
    board.error = "something"
    board.pick("x")
    assert board.error == ""


def test_equal_words_are_announced_again() -> None:
    board = Board()
    board.say = "A takes the trick."
    board.say = "A takes the trick."
    assert board._spoken == 2


def test_what_the_log_shows_is_escaped() -> None:
    log = Log(BOOK)
    log.show([Event("take.greatest", "<b>8</b>")], ("<i>", "&"))
    assert "<b>8</b>" not in log.html
    assert "&lt;b&gt;8" in log.html
    assert "&lt;i&gt;" in log.html


def test_the_log_opens_one_clause_at_a_time_and_closes_it() -> None:
    log = Log(BOOK)
    assert "Nothing has happened yet" in log.html
    log.show([Event("take.greatest", "One."), Event("lead.any-card", "Two.", key=True)])
    log.pick("0:take.greatest")
    log.pick("1:lead.any-card")
    assert log.html.count('class="tk-clause"') == 1
    log.pick("close")
    assert "tk-clause" not in log.html
    assert log.focus == "1:lead.any-card"


def test_a_reading_is_put_in_force_and_taken_back() -> None:
    chooser, heard = panel(), []
    chooser.on_change(heard.append)
    ruling = BOOK.rulings["event-continuation"]
    other = next(reading.id for reading in ruling.readings if reading.id != ruling.default)
    chooser.pick(f"read|{ruling.id}|{other}")
    assert chooser.rulings[ruling.id] == other
    assert heard == [chooser.rulings]
    chooser.pick("reset|")
    assert chooser.rulings.changed() == {}


def test_a_choice_that_breaks_the_board_is_taken_back() -> None:
    chooser = panel()
    before = chooser.rulings
    ruling = BOOK.rulings["event-continuation"]

    def fail(rulings: Rulings) -> None:
        raise RuntimeError("cannot resolve")

    chooser.on_change(fail)
    chooser.pick(f"read|{ruling.id}|{ruling.readings[-1].id}")
    assert chooser.rulings == before
    assert "cannot resolve" in chooser.error


def test_an_unknown_reading_is_said_in_words() -> None:
    chooser = panel()
    chooser.pick("read|event-continuation|nonsense")
    assert "There are:" in chooser.error
    assert chooser.rulings.changed() == {}


def test_a_number_stays_within_its_bounds_and_says_so() -> None:
    chooser, id = panel(), number()
    bounds = BOOK.rulings[id].parameter
    assert bounds is not None
    for _ in range(bounds.max - bounds.min + 2):
        chooser.pick(f"step|{id}|1")
    assert chooser.rulings[id] == bounds.max
    assert f"{bounds.min} to {bounds.max} is allowed" in chooser.html


def test_two_panels_do_not_share_their_radio_buttons() -> None:
    one, two = panel(), panel(page=True)
    name = 'name="' + one.model_id
    assert name in one.html
    assert name not in two.html


def test_a_tab_is_built_when_it_is_first_opened() -> None:
    built = []

    def make(name: str) -> object:
        built.append(name)
        return columns([Board()])

    page = Page("T", "G", {"Lab": lambda: make("lab"), "Rulings": lambda: make("rulings")})
    assert built == ["lab"]
    page.turn_to("rulings")
    page.turn_to("lab")
    assert built == ["lab", "rulings"]
    assert page.bar.tab == "lab"
    with pytest.raises(ValueError, match="There are: lab, rulings"):
        page.turn_to("odds")


def test_a_page_needs_a_tab() -> None:
    with pytest.raises(ValueError, match="tabs is empty"):
        Page("T")


def test_an_answer_sends_each_board_once_and_the_largest_last(monkeypatch: pytest.MonkeyPatch) -> None:
    pressed, large, quiet = Board("<p></p>"), Board("<p></p>"), Board("<p></p>")
    sent: list[tuple[Board, set[str]]] = []
    monkeypatch.setattr(AnyWidget, "send_state", lambda board, keys=None: sent.append((board, keys)))

    def answer(_id: str) -> None:
        large.html = "<p>1</p>"
        pressed.html = "<p>1</p>"
        large.html = "<p>a long one</p>"
        large.say = "Said."
        assert not sent, "nothing is sent before the answer is complete"

    pressed.on_pick(answer)
    pressed.pick("more")
    assert [board for board, _ in sent] == [pressed, large]
    assert [keys for _, keys in sent] == [{"html"}, {"html", "say", "_spoken"}]
    quiet.html = "<p>2</p>"
    assert sent[2:] == [(quiet, "html")], "outside an answer a change goes at once"


def test_what_an_answer_changed_before_it_failed_is_sent_as_it_is_now(monkeypatch: pytest.MonkeyPatch) -> None:
    pressed, other = Board("<p>0</p>"), Board("<p>0</p>")
    sent: list[Board] = []
    monkeypatch.setattr(AnyWidget, "send_state", lambda board, keys=None: sent.append(board))

    def answer(_id: str) -> None:
        other.html = pressed.html = "<p>1</p>"
        raise ValueError("no")

    pressed.on_pick(answer)
    pressed.pick("more")
    assert set(sent) == {pressed, other}
    assert pressed.html == "<p>0</p>"
    assert "no" in pressed.error
