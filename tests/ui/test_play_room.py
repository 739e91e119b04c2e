"""Can a visitor play whole games, alone or with friends, and does nobody see what is not theirs to see?"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from random import Random

import pytest

from teyra_kit.core import CHANCE, Match, Rulings, rulebook
from teyra_kit.core.sitting import COVERED, MOVE, NEXT, OVER, PERSON
from teyra_kit.explore.bots import bots
from teyra_kit.tekeli_li import Table, new_game, position, scene
from teyra_kit.tekeli_li.view import card_spoken
from teyra_kit.ui import PlayRoom, StepPlayer
from teyra_kit.ui.files import FILE_LIMIT

BOOK = rulebook("tekeli_li")
DEFAULTS = Rulings.defaults("tekeli_li")
HOSTILE = "<script>alert(1)</script>"
PARTS = ("head", "plate", "do", "log", "score")


def room(seed: int = 1, rulings: Rulings = DEFAULTS) -> PlayRoom:
    return PlayRoom(BOOK, scene, new_game, bots("tekeli_li"), lambda: rulings, Random(seed))  # type: ignore[arg-type]


def setting(room: PlayRoom, key: str, value: object) -> None:
    choice = next(choice for choice in scene.choices() if choice.key == key)
    room.setup.pick(f"set|{key}|{[value for value, _ in choice.options].index(value)}")


def seated(players: int = 4, turns: int = 1, persons: int = 1, seed: int = 1, rulings: Rulings = DEFAULTS) -> PlayRoom:
    """At the table: the first seats are persons, the others random bots."""
    table = room(seed, rulings)
    setting(table, "players", players)
    setting(table, "turns", turns)
    for seat in range(players):
        table.setup.pick(f"sit|{seat}|{PERSON if seat < persons else 'random'}")
    table.setup.pick("deal")
    assert table.setup.error == ""
    return table


def due(room: PlayRoom) -> str:
    assert room.sitting is not None
    return room.sitting.due


def state(room: PlayRoom) -> Table:
    assert room.sitting is not None
    found = room.sitting.state
    assert isinstance(found, Table)
    return found


def moves(room: PlayRoom) -> int:
    assert room.sitting is not None
    return len(room.sitting.match.moves)


def marks(room: PlayRoom) -> dict[str, str]:
    return {line: mark for mark, line in re.findall(r'tkl-hold is-(\w+)" data-move="([^"]+)"', room.plate.html)}


def lit(room: PlayRoom) -> list[str]:
    return [line for line, mark in marks(room).items() if mark == "lit"]


def point(room: PlayRoom, id: str) -> None:
    """Point at something that is there to be pointed at."""
    there = [
        board
        for board in (room.plate, room.do, room.head)
        if re.search(f'data-(id|move)="{re.escape(id)}"', board.html)
    ]
    assert there, id
    there[0].pick(id)
    assert there[0].error == ""


def step(room: PlayRoom, rng: Random | None = None) -> None:
    """A legal card if one is due, else "next"."""
    point(room, rng.choice(lit(room)) if rng and due(room) == MOVE else lit(room)[0] if due(room) == MOVE else "next")


def until(room: PlayRoom, what: str) -> PlayRoom:
    while due(room) != what:
        step(room)
    return room


def html(room: PlayRoom) -> dict[str, str]:
    return {part: getattr(room, part).html for part in PARTS}


def shown(room: PlayRoom) -> tuple[object, ...]:
    """What the table is and looks like, but for what is told in words."""
    return room.sitting, room.sitting.match.here if room.sitting else None, room.plate.html, room.log.html


def link(room: PlayRoom) -> str:
    point(room, "share")
    found = re.search(r'data-copy="#play:([^"]+)"', room.head.html)
    assert found
    return found[1]


def file(room: PlayRoom) -> str:
    assert room.sitting is not None
    return room.sitting.match.record()


# ---------------------------------------------------------------- setting up


def test_what_is_agreed_is_what_is_played() -> None:
    table = room()
    for key, value in (("players", 6), ("turns", 2), ("variant", True)):
        setting(table, key, value)
        assert table.setup.html.count('aria-pressed="true"') == 3 + int(table.chosen["players"])
    assert table.setup.html.count('aria-labelledby="sit-') == 6
    table.setup.pick("sit|0|random")
    table.setup.pick("sit|4|person")
    table.setup.pick("deal")
    setup = state(table).setup
    assert (setup.players, setup.turns, setup.variant) == (6, 2, True)
    assert table.sitting is not None
    assert table.sitting.persons == (4,)
    assert "tk-shut" in table.hall._dom_classes
    assert "tk-shut" not in table.table._dom_classes


def test_the_variant_with_four_is_refused_and_says_why() -> None:
    table = room()
    setting(table, "variant", True)
    table.setup.pick("deal")
    assert "With 4 players the basic rules are used." in table.setup.html
    assert "With 4 players the basic rules are used." in table.setup.say
    assert table.setup.error == ""
    assert table.sitting is None
    assert "tk-shut" not in table.hall._dom_classes
    setting(table, "players", 5)
    assert "basic rules" not in table.setup.html
    table.setup.pick("deal")
    assert state(table).setup.variant


def test_a_refused_set_up_keeps_the_running_game() -> None:
    table = until(seated(), MOVE)
    before = shown(table)
    point(table, "setup")
    setting(table, "players", 4)
    setting(table, "variant", True)
    table.setup.pick("deal")
    assert "basic rules" in table.setup.html
    table.setup.pick("return")
    assert shown(table) == before
    assert "tk-shut" not in table.table._dom_classes
    point(table, "share")
    assert "basic rules" not in table.head.html, "what was refused is not about this table"


def test_the_set_up_says_nothing_of_the_game_that_runs() -> None:
    table = until(seated(), MOVE)
    step(table)
    table.do.pick("practice")
    point(table, "setup")
    assert "Practice" not in table.setup.html
    assert "tk-notice" not in table.setup.html


def test_the_readings_in_force_are_those_of_the_page() -> None:
    rulings = DEFAULTS.with_("follower-visibility", "face-down")
    assert state(seated(rulings=rulings)).setup.rulings["follower-visibility"] == "face-down"


@pytest.mark.parametrize("id", ["set|players|99", "set|colour|0", "set|players|x", "sit|x|person", "sit|0|ghost"])
def test_a_choice_that_there_is_not_changes_nothing(id: str) -> None:
    table = room()
    before = table.setup.html, dict(table.chosen), dict(table.wanted)
    table.setup.pick(id)
    assert (table.setup.html, table.chosen, table.wanted) == before
    table.setup.pick("deal")
    assert table.setup.error == ""


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("persons", [0, 1, 2])
def test_a_whole_game_is_played_to_its_end(players: int, persons: int) -> None:
    table, rng = seated(players, 2, persons), Random(7)
    for _ in range(1000):
        if due(table) == OVER:
            break
        step(table, rng)
    assert state(table).outcome is not None
    assert "Play again" in table.do.html
    assert state(table).turn <= 2
    before = table.sitting
    point(table, "deal")
    assert table.sitting is not before
    assert state(table).turn <= 1


def test_what_the_others_played_is_said() -> None:
    table = until(seated(), MOVE)
    step(table)
    assert re.search(r"B: Play \w+ \d\.", table.plate.say)
    assert table.plate.say.endswith(" ".join(table.sitting.headline()))  # type: ignore[union-attr]


def test_the_focus_goes_where_the_game_goes_on() -> None:
    table = until(seated(), MOVE)
    assert table.plate.focus in lit(table)
    until(table, NEXT)
    assert table.do.focus == "next"


def refused(table: PlayRoom) -> str:
    """Go on until a card of the hand may not be played, and play it."""
    while not (due(table) == MOVE and "not" in marks(table).values()):
        step(table)
    line = next(line for line, mark in marks(table).items() if mark == "not")
    point(table, line)
    return line


def test_a_refused_card_says_why_and_what_may_be_played() -> None:
    table = seated()
    line = refused(table)
    here = table.sitting.match.here  # type: ignore[union-attr]
    (reason,) = state(table).why_not(state(table).read_move(line))
    assert reason.clause == "follow.must"
    text = unescape(table.do.html)
    assert reason.text in text
    assert reason.fix in text
    assert "that is not allowed" in text
    assert 'data-id="clause|follow.must"' in table.do.html
    assert f"{reason.text} {reason.fix}" in table.do.say
    assert marks(table)[line] == "wrong"
    assert lit(table) == [
        state(table).write_move(move) for move in scene.candidates(state(table), 0) if not state(table).why_not(move)
    ]
    table.do.pick("clause|follow.must")
    assert unescape(BOOK.clause("follow.must").text) in unescape(table.do.html)
    table.do.pick("close")
    assert "tk-clause" not in table.do.html
    step(table)
    assert table.do.say == "", "it is not said of the next move"
    assert table.sitting.match.here is not here  # type: ignore[union-attr]
    assert "that is not allowed" not in table.do.html


@pytest.mark.parametrize(
    "id", ["", "x", HOSTILE, "A lead red-9", "B lead red-1", "move|3", "dealer A", "deal A: red-1"]
)
def test_a_move_that_there_is_not_changes_nothing(id: str) -> None:
    table = until(seated(), MOVE)
    before = html(table), shown(table)
    table.plate.pick(id)
    after = html(table), shown(table)
    assert after[1][1] is before[1][1]
    assert after == before or state(table).why_not(state(table).read_move(id)), "or it is refused with a reason"
    assert HOSTILE not in "".join(html(table).values())


def test_before_a_game_nothing_at_the_table_can_be_touched() -> None:
    table = room()
    before = table.setup.html
    for id in (
        "next",
        "take-back",
        "practice",
        "share",
        "film",
        "return",
        "close",
        "A lead red-1",
        "clause|follow.must",
    ):
        table.do.pick(id)
    assert table.sitting is None
    assert table.setup.html == before
    assert "tk-shut" not in table.hall._dom_classes


# ---------------------------------------------------------------- what nobody else may see


def names(room: PlayRoom, seats: set[int]) -> set[str]:
    """What the cards are called that lie face down or only these seats hold: nowhere else is one of them to be seen."""
    now, seen = state(room), room.sitting.seen  # type: ignore[union-attr]
    assert isinstance(seen, Table)
    known = {card for trick in now.tricks for card in trick.cards} | {*seen.plays}
    known |= {card for seat, hand in enumerate(now.hands) if seat not in seats for card in hand}
    hidden = {card for seat in seats for card in now.hands[seat]} | {*now.plays}
    return {card_spoken(card) for card in hidden - known}


def leaks(room: PlayRoom, hidden: set[str]) -> list[str]:
    page = unescape("".join(html(room).values())) + room.plate.say
    return [name for name in hidden if re.search(rf"\b{name.split(',')[0]}\b", page)]


@pytest.mark.parametrize("visibility", ["face-up", "face-down"])
@pytest.mark.parametrize("players", [3, 5])
def test_whoever_looks_sees_no_hand_but_their_own(players: int, visibility: str) -> None:
    table = seated(players, 2, 2, rulings=DEFAULTS.with_("follower-visibility", visibility))
    looked = 0
    while due(table) != OVER:
        looking = table.sitting.looking  # type: ignore[union-attr]
        everybody = set(range(players))
        hidden = names(table, everybody if due(table) == COVERED else everybody - {looking})
        assert leaks(table, hidden) == [], due(table)
        looked += bool(hidden)
        assert f"Your hand, {len(state(table).hands[looking])} card" in table.plate.html or due(table) != MOVE
        step(table)
    assert looked > 20


def test_the_curtain_hides_every_card() -> None:
    table = until(seated(persons=2), COVERED)
    assert "tk-curtain" in table.plate.html
    assert "data-move" not in table.plate.html
    assert not re.search(r"(Fire|Earth|Water|Air) \d", table.plate.html + table.do.html + table.log.html)
    assert "show my hand" in table.do.html
    point(table, "next")
    assert "tk-curtain" not in table.plate.html


def face_down() -> PlayRoom:
    """B and C are persons; A leads, B has followed face down, C is at the screen."""
    hands = {"A": ["blue-5", "blue-2"], "B": ["blue-6", "blue-4"], "C": ["white-3", "red-5"], "D": ["red-8", "red-7"]}
    rulings = DEFAULTS.with_("follower-visibility", "face-down")
    table = room(rulings=rulings)
    start = Match(position(4, hands, leader="A", turns=1, partial=True, rulings=rulings))
    for line in ("A lead blue-5", "B follow blue-6"):
        start.play(start.state.read_move(line))
    table.open(start)
    return table


def test_a_card_that_lies_face_down_is_shown_nowhere() -> None:
    table = face_down()
    assert table.sitting is not None
    assert table.sitting.looking == 2
    assert "a hidden card" in table.plate.html
    for part, text in html(table).items():
        assert "Water 6" not in text, part


def test_after_a_card_that_lies_face_down_the_right_one_plays_next() -> None:
    """C is next, not the hidden card of B."""
    table = face_down()
    spoken = re.findall(r'aria-label="([^"]*)"', table.plate.html)
    assert [text for text in spoken if "plays next" in text] == ["You, C: no card yet, plays next"]


def test_the_film_of_a_seat_shows_no_card_that_lay_face_down() -> None:
    table = face_down()
    point(table, "film")
    film = re.sub(r"<[^>]*>", " ", "".join(board.html for board in boards(table.cinema)))
    assert "Water 5" in film
    assert "Water 6" not in film


def boards(widget: object) -> list[object]:
    children = getattr(widget, "children", ())
    return [widget] if hasattr(widget, "html") else [board for child in children for board in boards(child)]


# ---------------------------------------------------------------- back


def follows_last(table: PlayRoom) -> PlayRoom:
    """Until the visitor plays the last card of a trick."""
    while not (due(table) == MOVE and len(state(table).plays) == 3):
        step(table)
    return table


def test_the_last_card_of_a_trick_is_taken_back() -> None:
    table = follows_last(seated())
    before, plate = state(table), table.plate.html
    step(table)
    point(table, "take-back")
    assert state(table) == before
    assert table.plate.html == plate
    assert "Taken back." in table.head.html
    assert "Practice" not in table.head.html
    step(table)
    assert "Taken back." not in table.head.html


def test_too_late_to_take_back_offers_practice() -> None:
    table = until(seated(turns=2), MOVE)
    while len(state(table).plays) != 0 or due(table) != MOVE:
        step(table)
    before = state(table)
    step(table)
    here = moves(table)
    point(table, "take-back")
    assert moves(table) == here
    assert "Too late to take back." in table.head.html
    assert "You can try it again as practice." in table.do.say
    point(table, "practice")
    assert state(table) == before
    assert "Practice: you went back, knowing what was played after this." in table.head.html


def test_with_two_persons_there_is_no_practice() -> None:
    table = until(seated(3, persons=2), COVERED)
    while state(table).plays or due(table) != MOVE:
        step(table)
    step(table)
    until(table, MOVE)
    table.do.pick("take-back")
    assert 'data-id="practice"' not in table.do.html
    here = moves(table)
    table.do.pick("practice")
    assert moves(table) == here
    assert "plays alone" in table.do.error


# ---------------------------------------------------------------- save and share


@pytest.mark.parametrize("players", [3, 6])
def test_a_link_opens_at_the_same_move(players: int) -> None:
    table = seated(players, 2)
    for steps in (0, 1, 5, 30):
        for _ in range(steps):
            if due(table) != OVER:
                step(table)
        other = room(9)
        other.open_link(link(table))
        point(table, "share")
        assert state(other) == state(table)
        assert moves(other) == moves(table)
        assert f"Opened from a link, after {moves(table)} moves." in other.head.html
        assert "tk-shut" not in other.table._dom_classes
        until(other, OVER)


def test_a_link_of_a_game_that_is_over_opens_at_its_end() -> None:
    table = until(seated(3), OVER)
    other = room()
    other.open_link(link(table))
    assert due(other) == OVER
    assert state(other).outcome == state(table).outcome


def test_the_share_panel_opens_and_closes() -> None:
    table = seated()
    assert "data-copy" not in table.head.html
    link(table)
    assert 'aria-expanded="true"' in table.head.html
    point(table, "share")
    assert "data-copy" not in table.head.html


def test_a_file_opens_at_the_same_move() -> None:
    table = until(seated(5, 2), MOVE)
    step(table)
    other = room(9)
    other.setup.enter("load", file(table))
    assert state(other) == state(table)
    assert f"Opened from a file, after {moves(table)} moves." in other.head.html
    until(other, OVER)


def test_the_saved_file_is_the_record() -> None:
    from urllib.parse import unquote

    table = seated()
    link(table)
    name, href = re.search(r'download="([^"]+)" href="data:text/plain;charset=utf-8,([^"]+)"', table.head.html).groups()  # type: ignore[union-attr]
    assert name == f"tekeli_li-after-{moves(table)}-moves.txt"
    assert unquote(href) == file(table)


def test_a_file_can_be_opened_where_it_is_offered() -> None:
    """The share panel stands in the head: what is chosen there must be opened."""
    table, other = seated(3), seated(4)
    link(table)
    assert 'type="file"' in table.head.html
    table.head.enter("load", file(other))
    assert state(table) == state(other)


def test_a_match_keeps_its_own_readings_and_says_so() -> None:
    played = seated(rulings=DEFAULTS.with_("trick-span", "two-tricks"))
    other = room()
    other.open_link(link(played))
    assert state(other).setup.rulings["trick-span"] == "two-tricks"
    assert "It keeps the readings it was played under" in other.head.html
    assert "trick-span is two-tricks" in other.head.html


def test_a_match_under_the_same_readings_says_nothing_of_them() -> None:
    """How many turns are played is agreed at the table, and no reading."""
    played = seated(turns=1)
    other = room()
    other.open_link(link(played))
    assert "readings" not in other.head.html


def broken() -> dict[str, tuple[str, str]]:
    record = file(until(seated(), MOVE))
    deep = "[" * 5000
    return {
        "nothing": ("", "line 1: not a record"),
        "hostile": (HOSTILE, "line 1: not a record"),
        "a hostile line": (record + HOSTILE, "is no move"),
        "another game": (record.replace("game: tekeli_li", f"game: {HOSTILE}"), "There is no game"),
        "another rulebook": (record.replace("rulebook: ", "rulebook: 0"), "this kit has"),
        "an illegal move": (record + "A lead red-1\nA lead red-1\n", "line 1"),
        "deep": (re.sub("start: .*", f"start: {deep}", record), "start"),
        "too many hands": (re.sub("deal A.*", "deal " + "; ".join(f"{n}: red-1" for n in "ABCDEFGH"), record), "line"),
        "too long": (record + "\n" * FILE_LIMIT, "too long"),
    }


@pytest.mark.parametrize("kind", broken())
def test_a_broken_file_leaves_the_running_match_as_it_was(kind: str) -> None:
    text, says = broken()[kind]
    table = until(seated(), MOVE)
    before = shown(table)
    table.head.enter("load", text)
    assert table.head.error == ""
    assert shown(table) == before
    assert "This file cannot be opened" in table.head.html
    assert says in unescape(table.head.html)
    assert HOSTILE not in table.head.html
    assert says in table.head.say
    step(table)


@pytest.mark.parametrize("text", ["", "x", HOSTILE, "A" * 500, "é"])
def test_a_broken_link_leaves_the_running_match_as_it_was(text: str) -> None:
    table = until(seated(), MOVE)
    before = shown(table)
    table.open_link(text)
    assert shown(table) == before
    assert "This link cannot be opened: the link is damaged" in table.head.html
    step(table)
    assert "cannot be opened" not in table.head.html


def test_a_broken_link_before_a_game_is_told_in_the_set_up() -> None:
    table = room()
    table.open_link("x")
    assert "This link cannot be opened" in table.setup.html
    assert "This link cannot be opened" in table.setup.say
    assert table.sitting is None


def test_a_broken_link_during_the_film_is_told_where_it_is_seen() -> None:
    table = until(seated(), MOVE)
    point(table, "film")
    table.open_link("x")
    assert "tk-shut" not in table.table._dom_classes
    assert "This link cannot be opened" in table.head.html


def test_a_match_of_another_game_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    table = until(seated(), MOVE)
    text, address, before = file(table), link(table), shown(table)
    monkeypatch.setattr(table, "book", replace(BOOK, key="another"))
    table.head.enter("load", text)
    assert "it is a match of another game" in table.head.html
    table.open_link(address)
    assert "the link is a match of another game" in table.head.html
    assert shown(table) == before


@pytest.mark.parametrize("seed", range(4))
def test_a_match_from_anywhere_can_be_played_on_or_is_refused(seed: int) -> None:
    """Starts in the middle with something changed: whatever opens can be played to its end."""
    rng = Random(seed)
    source = until(seated(4, 2, seed=seed), MOVE)
    for _ in range(rng.randrange(20)):
        step(source)
    start = json.loads(json.dumps(state(until(source, MOVE)).as_position() | {"rulings": None}))
    del start["rulings"]
    for _ in range(25):
        changed = dict(start)
        for _ in range(rng.randint(1, 2)):
            key, value = rng.choice(
                [
                    ("turn", rng.randint(-1, 3)),
                    ("turns", rng.randint(0, 13)),
                    ("partial", True),
                    ("dealer", rng.choice([None, 0, "C", 9])),
                    ("leader", rng.choice([None, 0, "C", 9])),
                    ("trick", start["trick"][: rng.randint(0, 3)]),
                    ("tricks", start["tricks"][: rng.randint(0, 3)]),
                    ("tricks", [[0, 1, []]]),
                    ("markers", rng.choice([[], [[1, 2, 3, 4]], [[99, 0, 0, 0]] * 3, [[0, 0, 0]]])),
                    ("hands", [hand[: rng.randint(0, 2)] for hand in start["hands"]]),
                    ("hands", [[]] * 4),
                    ("players", rng.randint(3, 6)),
                    ("variant", True),
                ]
            )
            changed[key] = value
        table = room(seed)
        values = Match(new_game(4)).to_json() | {"start": changed, "rulings": {}, "moves": []}
        try:
            match = Match.from_json(values)
        except ValueError:
            continue
        table.open_link(match.permalink())
        assert "cannot be opened" not in table.setup.html, changed
        for _ in range(300):
            if due(table) == OVER:
                break
            step(table, rng)
        assert due(table) == OVER, changed


# ---------------------------------------------------------------- whatever is pointed at


@pytest.mark.parametrize("seed", range(8))
def test_whatever_a_visitor_points_at_works(seed: int) -> None:
    """Under any readings, with any seats: every button and card that is shown can be pressed at any time."""
    rng, rulings = Random(seed), DEFAULTS
    for ruling in BOOK.rulings.values():
        if ruling.readings:
            rulings = rulings.with_(ruling.id, rng.choice(ruling.readings).id)
    table = room(seed, rulings)
    for _ in range(120):
        parts = {table.hall: [table.setup], table.table: [getattr(table, part) for part in PARTS]}
        there = parts.get(table.shown) or boards(table.cinema)
        choices = [(board, id) for board in there for id in re.findall(r'data-(?:id|move)="([^"]+)"', board.html)]  # type: ignore[attr-defined]
        board, id = rng.choice([pick for pick in choices if pick[1] != "load"])
        if id == "setup" and rng.random() < 0.8:
            continue
        board.pick(unescape(id))
        assert board.error == "", id


# ---------------------------------------------------------------- the film


def test_the_film_opens_and_closes() -> None:
    table = until(seated(), MOVE)
    before = html(table)
    point(table, "film")
    assert "tk-shut" in table.table._dom_classes
    assert "tk-shut" not in table.cinema._dom_classes
    controls = next(board for board in boards(table.cinema) if "Back to the table" in board.html)  # type: ignore[attr-defined]
    controls.pick("close")  # type: ignore[attr-defined]
    assert "tk-shut" not in table.table._dom_classes
    assert html(table) == before


def films(table: PlayRoom, monkeypatch: pytest.MonkeyPatch) -> StepPlayer:
    made = []
    monkeypatch.setattr("teyra_kit.ui.play.StepPlayer", lambda *given: made.append(StepPlayer(*given)) or made[-1])
    point(table, "film")
    return made[-1]


@pytest.mark.parametrize("at", [0, 1, 2, 7])
def test_one_plays_on_from_any_move_of_the_film(at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = until(seated(3), MOVE)
    for _ in range(6):
        step(table)
    film = films(table, monkeypatch)
    assert film.seat == 0
    film.reel.pick(f"move|{at}")
    film.controls.pick("branch")
    assert film.controls.error == ""
    assert "tk-shut" not in table.table._dom_classes
    assert moves(table) == at
    assert f"You play on from move {at}." in table.head.html
    assert state(table).to_move is CHANCE if at < 2 else True
    until(table, OVER)


def test_when_the_game_is_over_the_film_shows_all_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    table = until(seated(3), OVER)
    film = films(table, monkeypatch)
    assert film.seat is None
    film.controls.pick("first")
    film.controls.pick("on")
    film.controls.pick("on")
    assert film.plate.html.count("’s hand, 12") == 3


def test_with_two_persons_playing_on_from_the_film_does_not_show_the_other_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = seated(3, persons=2)
    for _ in range(12):
        step(table)
    until(table, MOVE)
    looking = table.sitting.looking  # type: ignore[union-attr]
    line = table.sitting.match.line  # type: ignore[union-attr]
    at = next(n for n, node in enumerate(line) if node.state.to_move == 1 - looking)  # type: ignore[operator]
    film = films(table, monkeypatch)
    film.go(at)
    film.controls.pick("branch")
    assert due(table) == COVERED
    assert "tk-curtain" in table.plate.html


# ---------------------------------------------------------------- a game outlives its page


def kept(table: PlayRoom) -> str:
    return table.keep.kept.get(table.name, "")


def found(text: str) -> PlayRoom:
    again = room()
    again.keep._receive(None, {"event": "found", "texts": {again.name: text}}, None)
    return again


def test_a_game_that_was_left_can_be_gone_on_with() -> None:
    table = seated(persons=2)
    for _ in range(5):
        step(table)
    again = found(kept(table))
    assert "Go on with your game" in again.setup.html
    again.setup.pick("resume")
    assert state(again) == state(table)
    assert again.sitting is not None
    assert again.sitting.seats == table.sitting.seats  # type: ignore[union-attr]


def test_a_finished_game_is_not_kept() -> None:
    table = seated()
    while due(table) != OVER:
        step(table)
    assert kept(table) == ""


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"record": "x", "seats": []}', '{"record": 1, "seats": 2}', "null"]
)
def test_what_is_no_game_is_not_offered(text: str) -> None:
    assert "Go on with your game" not in found(text).setup.html
