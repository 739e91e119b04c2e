"""A match in a link: it comes back as it was, and a link that is not right is refused with a reason."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from random import Random

import pytest

from teyra_kit.core import CHANCE, Match, Rulings, rulebook
from teyra_kit.tekeli_li import new_game, position

GOLDEN = sorted((Path(__file__).parents[1] / "tekeli_li" / "golden").glob("*.txt"))
EACH = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
HANDS = {"A": ["blue-5", "blue-2"], "B": ["blue-6", "blue-4"], "C": ["white-3", "red-5"]}


def golden(path):
    return Match.from_record(path.read_text(encoding="utf-8").partition("=====")[0])


def pack(values):
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(values).encode())).decode().rstrip("=")


def unpacked(link):
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(link + "=" * (-len(link) % 4))))


def opened(link):
    """The match, or why it is refused."""
    try:
        return Match.from_permalink(link)
    except ValueError as error:
        return str(error)


def lines(match):
    return [node.parent.state.write_move(node.move) for node in match.line[1:]]


@pytest.fixture(scope="module")
def game():
    return golden(GOLDEN[1])


# ---------------------------------------------------------------- there and back


@EACH
def test_a_whole_game_comes_back_as_it_was(path):
    match = golden(path)
    again = Match.from_permalink(match.permalink())
    assert again.state == match.state
    assert again.moves == match.moves
    assert again.record() == match.record()
    assert again.permalink() == match.permalink()


@EACH
def test_from_the_middle_it_comes_back_at_the_same_move(path):
    match = golden(path)
    for back in (0, 1, 20, len(match.moves) - 1):
        middle = match.branch(back)
        again = Match.from_permalink(middle.permalink())
        assert len(again.moves) == len(match.moves) - back
        assert again.state == middle.state


def test_looking_back_the_link_holds_what_was_played_until_there(game):
    match = game.branch(0)
    match.go(10)
    again = Match.from_permalink(match.permalink())
    assert again.moves == game.moves[:-10]
    assert not again.redo()


@EACH
def test_a_link_can_stand_in_an_address(path):
    link = golden(path).permalink()
    assert re.fullmatch(r"[A-Za-z0-9_-]+", link)
    assert len(link) < 2000


@pytest.mark.parametrize("ruling", [ruling for ruling in rulebook("tekeli_li").rulings.values() if ruling.readings])
def test_other_readings_travel_along(ruling):
    for reading in ruling.readings:
        rulings = Rulings.defaults("tekeli_li").with_(ruling.id, reading.id)
        again = Match.from_permalink(Match(new_game(6, 2, True, rulings)).permalink())
        assert again.state.setup.rulings == rulings.with_("turn-count", 2)


def test_a_practice_position_comes_back(game):
    match = Match(position(3, HANDS, leader="A", turns=1, partial=True))
    assert Match.from_permalink(match.permalink()).state == match.state
    middle = Match(position(**game.branch(30).state.as_position()))
    assert Match.from_permalink(middle.permalink()).state == game.branch(30).state


def test_random_games_with_random_readings_come_back():
    rng = Random(5)
    for _ in range(6):
        rulings = Rulings.defaults("tekeli_li")
        for ruling in rulebook("tekeli_li").rulings.values():
            if ruling.readings:
                rulings = rulings.with_(ruling.id, rng.choice(ruling.readings).id)
        match = Match(new_game(rng.randint(3, 6), 1, False, rulings))
        for _ in range(rng.randint(0, 60)):
            state = match.state
            if state.to_move is None:
                break
            match.play(state.sample_chance(rng) if state.to_move is CHANCE else rng.choice(state.legal_moves()))
        assert Match.from_permalink(match.permalink()).state == match.state


# ---------------------------------------------------------------- damaged


@pytest.mark.parametrize("text", ["", "hello", "é", "====", "a b", "\0", "+/+/", "%20", "<script>", "A" * 100_001])
def test_what_is_no_link_is_called_damaged(text):
    with pytest.raises(ValueError, match="the link is damaged"):
        Match.from_permalink(text)


def test_a_cut_link_is_called_damaged(game):
    link = game.permalink()
    for length in range(0, len(link) - 1, 7):
        with pytest.raises(ValueError, match=r"the link is damaged.*Copy the whole link"):
            Match.from_permalink(link[:length])
        with pytest.raises(ValueError, match="the link is damaged"):
            Match.from_permalink(link[length + 1 :])


def test_a_changed_letter_never_gives_another_match(game):
    link, rng = game.permalink(), Random(3)
    for place in range(0, len(link), 5):
        other = rng.choice([letter for letter in "AZaz09-_" if letter != link[place]])
        found = opened(link[:place] + other + link[place + 1 :])
        assert "the link is damaged" in found if isinstance(found, str) else found.record() == game.record()


@pytest.mark.parametrize(
    "inside",
    [b"[" * 50_000_000, b"[" * 1_900_000, b"1" * 1_900_000, b'{"a":' * 100_000, b"\xff\xfe", b"", b"{"],
    ids=["bomb", "deep", "digits", "nested", "no text", "nothing", "half"],
)
def test_what_cannot_be_unpacked_is_called_damaged(inside):
    link = base64.urlsafe_b64encode(zlib.compress(inside, 1)).decode().rstrip("=")
    with pytest.raises(ValueError, match="the link is damaged"):
        Match.from_permalink(link)


# ---------------------------------------------------------------- whole, but wrong


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"rulebook": "000000000000"}, "made under rulebook 000000000000, and this kit has"),
        ({"rulebook": None}, "made under rulebook None"),
        ({"game": "chess"}, "There is no game 'chess'. There are: tekeli_li"),
        ({"game": "../tekeli_li"}, "There is no game"),
        ({"game": 3}, "key 'game' is 3; a str is needed"),
        ({"record": 2}, "the key 'record' must be 1"),
        ({"rulings": {"trick-span": "forever"}}, "trick-span has no reading 'forever'. There are: one-trick"),
        ({"rulings": {"no-such": "x"}}, "has no ruling 'no-such'"),
        ({"rulings": {"turn-count": 99}}, "turn-count is 99; allowed"),
        ({"rulings": {"turn-count": "²"}}, "turn-count is '²'; allowed"),
        ({"rulings": {"turn-count": "--1"}}, "turn-count is '--1'; allowed"),
        ({"start": {"players": 9}}, "no deal for 9 players"),
        ({"start": {"players": 4, "colour": "red"}}, "start does not fit this game"),
        ({"start": {"players": 4, "rulings": {}}}, "start does not fit this game"),
        ({"moves": "dealer A"}, "key 'moves' is 'dealer A'; a list is needed"),
        ({"moves": ["dealer Z"]}, "seat is 'Z'; allowed: A to D"),
        ({"moves": ["dealer A", "dealer A"]}, "'dealer A' is not legal here.*The cards are not dealt yet"),
        ({"moves": ["A lead red-1"]}, "it is not A’s turn; nobody plays next"),
        ({"moves": ["dealer A", "deal A: red-1"]}, "is not legal here.*4 players get 12 each"),
        ({"moves": ["dealer A", "deal"]}, "'deal' is no move"),
        ({"moves": [1]}, "'1' is no move"),
    ],
)
def test_a_link_that_does_not_hold_a_match_of_this_kit_is_told_why(game, change, says):
    with pytest.raises(ValueError, match=f"(?s){says}"):
        Match.from_permalink(pack({**game.to_json(), **change}))


def test_an_illegal_card_inside_is_named(game):
    moves = lines(game)
    with pytest.raises(ValueError, match=r"'A lead red-1' is not legal here.*Fire 1 is not in A’s hand"):
        Match.from_permalink(pack({**game.to_json(), "moves": [*moves[:2], "A lead red-1"]}))
    with pytest.raises(ValueError, match="nobody plays next"):
        Match.from_permalink(pack({**game.to_json(), "moves": [*moves, "A lead red-1"]}))


def test_a_deal_to_more_hands_than_there_are_seats_is_refused(game):
    deal = "deal " + "; ".join(f"{name}: red-1" for name in "ABCDEFGHIJ")
    with pytest.raises(ValueError, match=r"is no move|is not legal here"):
        Match.from_permalink(pack({**game.to_json(), "moves": ["dealer A", deal]}))
    with pytest.raises(ValueError, match=r"is no move|is not legal here"):
        new_game(4).read_move(deal)


@pytest.mark.parametrize("depth", [100, 900, 985, 5000])
def test_a_deeply_nested_start_is_refused_in_a_link_and_in_a_record(game, depth):
    deep = "[" * depth + "]" * depth
    values = json.dumps({**game.to_json(), "start": {"players": 3, "hands": 0}}).replace(
        '"hands": 0', f'"hands": {deep}'
    )
    link = base64.urlsafe_b64encode(zlib.compress(values.encode())).decode().rstrip("=")
    with pytest.raises(ValueError):  # noqa: PT011
        Match.from_permalink(link)
    text = "\n".join(f'start: {{"players": 3, "hands": {deep}}}' if line.startswith("start") else line
                     for line in game.record().splitlines())  # fmt: skip
    with pytest.raises(ValueError):  # noqa: PT011
        Match.from_record(text)


# ---------------------------------------------------------------- anything

JUNK = [None, True, -1, 0, 7, 1.5, 10**30, "", "A", "G", "x", "²", "red-7", "\ud800", "a\nb", [], [[]], {}, {"A": []}]
JUNK += [["red-7"], [[None]], [[1, 2, 3]], [[0, 9, []]], {"a": [1]}, "9" * 5000, "dealer A", "deal A: red-1", "A lead"]


def mangled(rng, value):
    """The same JSON with one thing in it changed."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        key = rng.choice(sorted(value))
        if rng.random() < 0.1:
            return {k: v for k, v in value.items() if k != key}
        if rng.random() < 0.1:
            return {**value, str(rng.choice(JUNK)): rng.choice(JUNK)}
        return {**value, key: mangled(rng, value[key])}
    if isinstance(value, list) and value and rng.random() < 0.85:
        place = rng.randrange(len(value))
        if rng.random() < 0.2:
            return value[:place] + value[place + 1 :]
        if rng.random() < 0.2:
            return [*value[:place], value[place], *value[place:]]
        return [*value[:place], mangled(rng, value[place]), *value[place + 1 :]]
    if isinstance(value, str) and value and rng.random() < 0.6:
        place = rng.randrange(len(value))
        return value[:place] + rng.choice(["", ";", " ", ":", "A", "9", "²", "\n"]) + value[place + 1 :]
    return rng.choice(JUNK)


@pytest.mark.parametrize("seed", range(10))
def test_whatever_a_link_holds_it_opens_or_is_refused_with_a_reason(game, seed):
    """A hundred changed matches a seed, half of them from a start in the middle of a game."""
    rng = Random(seed)
    middle = Match(position(**game.branch(30).state.as_position())).to_json() | {"moves": lines(game)[-30:]}
    for turn in range(100):
        values = mangled(rng, game.to_json() if turn % 2 else middle)
        found = opened(pack(values))
        assert found.strip() if isinstance(found, str) else opened(found.permalink()).state == found.state, values


@pytest.mark.parametrize("seed", range(3))
def test_whatever_letters_are_changed_a_link_is_refused_or_the_same(game, seed):
    rng, link = Random(seed), game.permalink()
    for _ in range(100):
        letters = list(link)
        for _ in range(rng.randint(1, 4)):
            place = rng.randrange(len(letters))
            letters[place : place + rng.randint(0, 3)] = rng.choices("AZaz09-_=+/ \n<é", k=rng.randint(0, 3))
        found = opened("".join(letters))
        assert "the link is damaged" in found if isinstance(found, str) else found.record() == game.record()
