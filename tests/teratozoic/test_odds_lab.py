"""Does the Odds tab count what the rules' figures say, say what it rests on, and do what is pressed?"""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from random import Random
from threading import Event as Signal

import pytest

from teyra_kit.core import Rulings, rulebook
from teyra_kit.teratozoic.labs.bench import kit_pack
from teyra_kit.teratozoic.labs.counting import Counting, Outcome
from teyra_kit.teratozoic.labs.odds import APART, ERA, FIRST, MINE, OddsLab, Question, changes, common_deck
from teyra_kit.teratozoic.labs.spread import Deck, bars_of, decks_svg, spread_svg, when
from teyra_kit.teratozoic.layouts import best_total
from teyra_kit.teratozoic.odds import EraChange, Totals, first_era_change, hand_totals, standing
from teyra_kit.teratozoic.parts import KEY, PLAYERS, kit_box, parts_named
from teyra_kit.ui import Shared

PLAIN = Rulings.defaults(KEY)
SMALL = hand_totals(kit_box().parts[:6], 1, kit_box().parts[12:24], 4, PLAIN)


@pytest.fixture
def lab() -> OddsLab:
    """A fresh lab."""
    return OddsLab(chance=Random(1))


def words(html: str) -> str:
    """What a reader sees."""
    return " ".join(unescape(re.sub("<[^>]*>", " ", html)).split()).replace("\N{NO-BREAK SPACE}", " ")


def press(lab: OddsLab, *ids: str) -> None:
    """Press one thing after the other, as the boards do."""
    for id in ids:
        lab.plate.pick(id)
        assert not lab.plate.error, id


def through(lab: OddsLab) -> None:
    """Wait for the count that is under way."""
    if lab.counting is not None:
        lab.counting.wait()


def known(lab: OddsLab, totals: Totals = SMALL) -> None:
    """Put an outcome in for the question, as if it had been counted."""
    lab.found[lab.now.key] = Outcome(totals, 1.0)
    lab._draw("")


# ---------------------------------------------------------------- a first hand


@pytest.mark.clause("setup.first-hand", "growth.highest-wins", "tie.draw-one")
def test_all_first_hands_are_counted_live_and_equal_the_figures_of_the_rules(lab: OddsLab) -> None:
    assert "Count every hand" in lab.plate.html
    assert "counted" not in words(lab.result.html).replace("Not counted yet", "")
    far: list[str] = []
    lab.work.observe(lambda change: far.append(change["new"]), "html")
    press(lab, "count|")
    assert "Stop" in lab.plate.html
    through(lab)
    parts = [int(found[1]) for html in far if (found := re.search(r'aria-valuenow="(\d+)"', html))]
    assert len(parts) > 20 and parts == sorted(parts) and parts[-1] == 100
    assert "4,740,120 hands counted in" in words(lab.work.html)
    told = words(lab.result.html)
    assert "57.6 % of the first hands are worth 21 or less. The mean is 21.576, the median 21." in told
    for row in ("5 % have at most 14", "25 % have at most 17", "Median 21", "75 % have at most 24", "95 % have at most 33",
                "99 % have at most 43", "Least (11 hands) 6", "Greatest (2 hands) 193"):  # fmt: skip
        assert row in told
    assert lab.totals is not None
    for row in rulebook(KEY).data["hand_statistics"]:
        assert round(float(lab.totals.at_most(row["total"])), 4) == row["at_most"]
    assert "57.6 % of the first hands" in words(lab.plate.say)
    assert "Two such hands are worth the same in 5.6 % of the cases: a tie." in words(lab.log.html)
    assert "assumed parts" in lab.plate.html


def test_a_reading_that_is_switched_is_counted_at_once_and_shown_beside(lab: OddsLab) -> None:
    known(lab)
    lab.readings.choose("zero-end-single", "not-whole")
    through(lab)
    assert lab.totals is not None and lab.totals != SMALL
    assert lab.before == SMALL
    assert 'class="oz-ghost"' in lab.plate.html
    assert "Before" in words(lab.result.html)
    press(lab, "players|5")
    assert lab.before is None


def test_nothing_is_counted_before_somebody_asks(lab: OddsLab) -> None:
    lab.readings.choose("loops", "multigraph")
    assert lab.counting is None and lab.totals is None
    lab.shared.set(PLAIN, None)
    assert lab.counting is None and lab.now.rulings == PLAIN


def test_the_readings_tell_what_they_do_to_the_hands(lab: OddsLab) -> None:
    told = words(lab.readings.html)
    assert "Under “Any monster” 56.3 % of the hands change, by +15.5 on average." in told
    assert "Under “Not whole” 19.9 % of the hands change, by −1.1 on average." in told
    shared = lab.shared
    for away, back in (
        (lambda: press(lab, "players|5"), lambda: press(lab, "players|6")),
        (lambda: press(lab, "ask|mine"), lambda: press(lab, "ask|first", "players|6", "era|apocalypse")),
        (lambda: shared.set(PLAIN.with_("loops", "multigraph"), None), lambda: shared.set(PLAIN, None)),
        (lambda: shared.take(kit_pack()), lambda: shared.take(None)),
    ):
        away()
        assert "of the hands change" not in words(lab.readings.html), "the figures are of other hands"
        back()
        assert words(lab.readings.html) == told


def test_a_total_is_pointed_at_typed_and_refused(lab: OddsLab) -> None:
    known(lab)
    press(lab, "total|12", "more|")
    assert lab.mark == 13 and "13 or less" in words(lab.result.html)
    lab.head.enter("total", " 9 ")
    assert lab.mark == 9
    for text, why in (
        ("nine", "A total is a whole number"),
        ("0", "The total cannot be 0 here"),
        ("999", "cannot be 999"),
    ):
        lab.head.enter("total", text)
        assert lab.mark == 9 and why in words(lab.head.html)
    press(lab, "less|")
    assert lab.mark == 8 and "oz-told" not in lab.head.html


def test_what_cannot_be_counted_says_why(lab: OddsLab) -> None:
    press(lab, "players|4")
    lab.readings.choose("starter-sets", "mixed-values")
    press(lab, "count|")
    through(lab)
    assert "This cannot be counted. starter-sets is 'mixed-values'" in words(lab.result.html)
    assert "is-not" in lab.result.html and 'data-id="count|"' not in lab.plate.html
    press(lab, "players|6")
    assert 'data-id="count|"' in lab.plate.html


def test_a_count_can_be_stopped(lab: OddsLab) -> None:
    press(lab, "count|")
    counting = lab.counting
    assert counting is not None
    press(lab, "stop|")
    counting.wait()
    assert lab.counting is None and lab.totals is None
    assert 'data-id="count|"' in lab.plate.html
    assert lab.plate.say == "Stopped. Nothing has changed."


def test_another_question_stops_the_count(lab: OddsLab) -> None:
    press(lab, "count|")
    counting = lab.counting
    assert counting is not None
    press(lab, "ask|era")
    counting.wait()
    assert lab.counting is None and not lab.found


# ---------------------------------------------------------------- counting


def test_a_stopped_count_is_heard_of_no_more() -> None:
    begun, go_on, heard = Signal(), Signal(), []

    def count(progress):
        progress(1, 2)
        begun.set()
        go_on.wait(10)
        progress(2, 2)
        raise AssertionError("it should have stopped")

    counting = Counting(count, lambda *far: heard.append(far), heard.append)
    counting.start()
    assert begun.wait(10)
    counting.stop()
    go_on.set()
    counting.wait()
    assert heard == [(1, 2)]


def test_a_count_that_fails_tells_why(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Outcome] = []

    def refuse(progress):
        raise ValueError("players is 9")

    def fail(progress):
        raise KeyError("x")

    for count in (refuse, fail):
        counting = Counting(count, lambda *far: None, heard.append)
        counting.start()
        counting.wait()
    assert [one.why_not for one in heard] == ["players is 9", "KeyError: 'x'"]
    assert "A count failed" in caplog.text


# ---------------------------------------------------------------- my hand


@pytest.mark.clause("growth.highest-wins", "tie.draw-one")
def test_the_hand_of_the_example_of_play_is_laid_out_and_compared(lab: OddsLab) -> None:
    press(lab, "ask|mine")
    assert lab.now.hand == ("PX6", "P2a", "O3b", "G1b", "G2b") and lab.now.players == 2
    assert "Your best total is 15." in words(lab.result.html)
    assert words(lab.plate.html).count("whole") == 1
    known(lab)
    one = standing(15, 1, SMALL)
    told = words(lab.result.html)
    for chance in one:
        assert str(chance) in told.replace("/ ", "/")
    assert "Exact, if the opponent plays all five cards" in told and "≈" not in told
    press(lab, "total|20")
    peek = f"One opponent has 20 or less in {float(100 * SMALL.at_most(20)):.1f} % of the cases."
    assert peek in words(lab.work.html) and peek in words(lab.plate.say)
    assert lab.mark == 21, "the total of the other question stays"
    press(lab, "hand|andrey")
    assert "One opponent" not in words(lab.work.html)
    assert lab.now.own == ("orange", "dot")
    assert f"Your best total is {best_total(lab.now.cards, PLAIN)}." in words(lab.result.html)


def test_several_opponents_are_said_to_be_an_approximation(lab: OddsLab) -> None:
    press(lab, "ask|mine", "players|4")
    known(lab)
    told = words(lab.result.html)
    assert APART in told and told.count("≈") == 1 + 2 * 3
    assert "The model, not the rulebook" in words(lab.log.html)


def test_the_chance_of_a_hand_is_counted_in_the_page(lab: OddsLab) -> None:
    press(lab, "ask|mine", "players|6", "count|")
    through(lab)
    assert lab.totals is not None
    one = standing(15, 1, lab.totals)
    assert one.alone == Fraction(2147, 39750)
    assert f"Your 15 beats one opponent in {float(100 * one.alone):.1f} % of the rounds." in words(lab.result.html)


def test_cards_are_pointed_at_and_put_back(lab: OddsLab) -> None:
    press(lab, "ask|mine", "hand|none")
    assert "No card yet" in words(lab.plate.html)
    assert "No of 5 cards are chosen. Press 5 cards below" in words(lab.result.html)
    press(lab, "colour|green", "card|GX3", "card|G4c", "card|G1a", "card|G6a", "card|G6b")
    assert lab.now.own == ("green", "cross")
    assert f"Your best total is {best_total(lab.now.cards, PLAIN)}." in words(lab.result.html)
    press(lab, "card|G5a")
    assert "A hand has 5 cards." in words(lab.tiles.html) and len(lab.now.hand) == 5
    press(lab, "card|G6a")
    assert len(lab.now.hand) == 4 and "Press 1 more card below" in words(lab.result.html)


@pytest.mark.clause("setup.common-deck", "setup.first-hand")
def test_a_hand_that_nobody_can_hold_says_why(lab: OddsLab) -> None:
    press(lab, "ask|mine", "hand|none", "card|G6a", "card|G1a", "card|O1a", "card|O5b", "card|P4a")
    assert "A first hand of the Apocalypse has 1 of your starters; this one has 0." in words(lab.result.html)
    assert 'data-id="count|"' not in lab.plate.html
    press(lab, "players|6", "card|P4a", "card|OD4", "card|O5b", "card|GX4")
    assert [why.clause for why in lab.now.problems] == ["setup.common-deck"]
    assert "starters of 1 other set; none can be in the common deck" in words(lab.result.html)
    press(lab, "players|4")
    assert not lab.now.problems


@pytest.mark.parametrize("seed", range(5))
def test_a_dealt_hand_can_be_held(seed: int) -> None:
    lab = OddsLab(chance=Random(seed))
    for players in PLAYERS:
        press(lab, "ask|mine", f"players|{players}", "hand|deal")
        assert not lab.now.problems and len(set(lab.now.hand)) == 5


# ---------------------------------------------------------------- when the era changes


@pytest.mark.clause("mutate.era-change", "turn.rounds-per-era")
def test_when_the_first_era_ends_for_each_number_of_players_and_reading(lab: OddsLab) -> None:
    press(lab, "ask|era", "players|3")
    assert "3 players: the Apocalypse ends in round 6." in words(lab.result.html)
    rows = re.findall(r"<tr.*?</tr>", lab.plate.html)[1:]
    for players, row in zip(PLAYERS, rows, strict=True):
        for reading in ("on-demand", "on-empty"):
            change = first_era_change(players, PLAIN.with_("era-trigger", reading))
            assert f"round {change.round}" in words(row)
        assert str(common_deck(players, PLAIN, kit_box())) in words(row)
        assert changes(players, PLAIN, kit_box()) == first_era_change(players, PLAIN)
    lab.readings.choose("unused-starters", "box")
    assert "3 players: the Apocalypse ends in round 4." in words(lab.result.html)
    assert "On demand (in force)" in words(lab.plate.html)
    assert "if nobody is eliminated" in words(lab.result.html)


def test_a_moment_of_a_draw_in_words() -> None:
    assert when(EraChange(13, 2, 0)) == "round 13, second drawer"
    assert when(EraChange(0, 1, 1)) == "the set-up, first drawer, after 1 card"


# ---------------------------------------------------------------- pictures


def test_every_bar_is_spoken_and_the_shares_add_up() -> None:
    bars = bars_of(SMALL, 20)
    assert sum(count for _, count in bars) == SMALL.all
    assert [total for total, _ in bars] == list(range(bars[0][0], bars[-1][0] + 1))
    svg = spread_svg(SMALL, 20, 744)
    assert svg.count('data-id="total|') == len(bars)
    assert svg.count('aria-pressed="true"') == 1
    assert f"mean {float(SMALL.mean):.3f}" in svg


@pytest.mark.parametrize("totals", [Totals({7: 3}), Totals({6: 1, 193: 1}), Totals({20: 1, 21: 2, 22: 1})])
@pytest.mark.parametrize("width", [330, 744])
def test_any_totals_can_be_drawn_within_the_picture(totals: Totals, width: int) -> None:
    svg = spread_svg(totals, 21, width, totals)
    for x in re.findall(r' x\d?="(-?[\d.]+)"', svg):
        assert -1 <= float(x) <= width + 1
    assert "NaN" not in svg and 'height="-' not in svg


@pytest.mark.parametrize("width", [330, 744])
def test_the_decks_fit_their_picture(width: int) -> None:
    decks = [Deck(2, 81, 6, EraChange(13, 2, 0)), Deck(6, 20, 24, EraChange(0, 6, 0))]
    svg = decks_svg(decks, 6, width)
    ends = [
        float(x) + float(w)
        for x, w in re.findall(r'<rect class="oz-round[^"]*" x="([\d.]+)" y="\d+" width="([\d.]+)"', svg)
    ]
    assert len(ends) == 14 + 1 and max(ends) <= width
    assert decks[0].said in svg


# ---------------------------------------------------------------- cards of an owner, links, failures


def test_an_owners_cards_are_counted_and_nothing_is_called_assumed_then() -> None:
    shared = Shared(KEY)
    lab = OddsLab(shared)
    press(lab, "ask|mine")
    known(lab)
    pack = {key: [dict(row) for row in rows] for key, rows in kit_pack().items()}
    next(row for row in pack["part"] if row["id"] == "P2a")["value"] = 3
    shared.take(pack)
    assert lab.now.box.owner_parts
    assert f"Your best total is {best_total(lab.now.cards, PLAIN)}." in words(lab.result.html)
    assert best_total(lab.now.cards, PLAIN) > 15
    assert lab.totals is None, "what was counted with the kit's cards does not stand for these"
    assert "assumed parts" not in lab.plate.html
    shared.take(None)
    assert lab.totals == SMALL and "assumed parts" in lab.plate.html


def test_an_owners_box_without_the_printed_hands_is_served() -> None:
    shared = Shared(KEY)
    lab = OddsLab(shared)
    pack = {key: [dict(row) for row in rows] for key, rows in kit_pack().items()}
    for row in pack["part"]:
        row["id"] = f"n{row['id']}"
    shared.take(pack)
    press(lab, "ask|mine")
    assert lab.now.hand == () and "No card yet" in words(lab.plate.html)
    press(lab, "hand|deal")
    assert len(lab.now.hand) == 5


def test_links_open_a_question_or_a_hand(lab: OddsLab) -> None:
    lab.open_link("era")
    assert lab.now.about == ERA
    lab.open_link("mine:G6a.G1a.OX2.P4a.P1b")
    assert (
        lab.now.about == MINE
        and lab.now.hand == ("G6a", "G1a", "OX2", "P4a", "P1b")
        and lab.now.own == ("orange", "cross")
    )
    before = lab.now
    for link in ("nonsense", "mine:G6a.G6a", "mine:XX"):
        lab.open_link(link)
        assert lab.now == before


def test_what_fails_leaves_the_question_as_it_was(lab: OddsLab, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OddsLab, "_plate", lambda self: 1 / 0)
    lab.head.pick("players|3")
    assert "ZeroDivisionError" in lab.head.error and lab.now.players == 6


def test_sides_that_are_not_known_do_not_stop_a_count() -> None:
    now = Question().under(PLAIN.with_("join-geometry", "grid-sides"), kit_box())
    assert now.rulings["join-geometry"] == "any-ends"
    assert Question(about=FIRST).key != Question(about=FIRST, players=5).key
    assert parts_named(["G6a"])[0] in now.box.parts
