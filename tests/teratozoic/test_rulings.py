"""Every ruling in each of its readings: no reading is without effect, and the engine plays what it says."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from teyra_kit.core import CHANCE, rulebook
from teyra_kit.teratozoic import (
    UNKNOWN,
    Grow,
    Keep,
    Rebuild,
    SetAside,
    Take,
    best_endgame,
    best_total,
    deal,
    layout_value,
    new_game,
    parts_named,
    position,
)
from teyra_kit.teratozoic.examples import evaluate, examples
from teyra_kit.teratozoic.moves import HOLD_BACK, PLAY_ALL, TakeSet
from teyra_kit.verify import agrees

from .test_game import ANDREY, DECKS, ERAS, SVETA, rulings

BOOK = rulebook("teratozoic")
DARK = ["darkozoic", "pre-teratozoic", "teratozoic"]
KIT = [part["id"] for part in BOOK.data["part"]]


def by(ruling, *readings):
    """A test of a ruling, once for each (reading, outcome)."""
    return pytest.mark.parametrize(("reading", "want"), readings, ids=[reading for reading, _ in readings])


def reading_of(ruling, reading, **more):
    return rulings(**more).with_(ruling, reading)


def rest(*used, count=None):
    """Kit cards that are not used yet."""
    taken = {card for cards in used for card in cards}
    return [card for card in KIT if card not in taken][:count]


def run(state, rng=None):
    """Chance plays until a player decides."""
    rng = rng or Random(1)
    while state.to_move is CHANCE:
        state = state.play(state.sample_chance(rng))
    return state


def draw(reads, era="darkozoic", players=2, common=(), discard=(), decks=None, discards=None, **more):
    """The draws of a Mutation from piles of these cards: the table at the next Declaration, or at the end."""
    state = position(
        players=players, rulings=reads, eras=more.pop("eras", DARK), era=era, phase="draw", common=list(common),
        discard=list(discard), decks=decks, discards=discards, **more,
    )  # fmt: skip
    return run(state)


def piles(count, size, start=0):
    """Own piles of kit cards that differ."""
    return [KIT[start + size * n : start + size * n + size] for n in range(count)]


def play_to_end(state, seed=1):
    rng = Random(seed)
    while state.to_move is not None:
        state = state.play_unchecked(state.random_move(rng))
    return state


# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize("example", [e for e in examples().values() if "readings" in e.given], ids=lambda e: e.id)
def test_the_readings_of_an_example_differ_among_each_other_or_it_says_that_they_agree(example):
    got = [{k: v for k, v in row.items() if k != "readings"} for row in evaluate(example.given)["by_reading"]]
    alike = {"hand-best-layout", "hand-other-solution", "doubling-not-whole", "endgame-tie-break"}
    assert all(row == got[0] for row in got) == (example.id in alike)


def test_there_are_42_rulings():
    assert len(BOOK.rulings) == 42
    assert sum(len(ruling.readings) for ruling in BOOK.rulings.values()) == 88


def test_every_reading_is_tested_here():
    text = Path(__file__).read_text(encoding="utf-8")
    for ruling in BOOK.rulings.values():
        assert f'"{ruling.id}"' in text, ruling.id
        for reading in ruling.readings:
            assert f'"{reading.id}"' in text, f"{ruling.id} = {reading.id}"


# ---------------------------------------------------------------- data


@by("part-list", ("kit-parts", True), ("owner-parts", False))
def test_part_list_without_an_owner(reading, want):
    if want:
        assert len(new_game(2, rulings=reading_of("part-list", reading)).all_cards()) == 93
    else:
        with pytest.raises(ValueError, match="owner's list of parts"):
            new_game(2, rulings=reading_of("part-list", reading))


@by("era-numbers", ("kit-eras", True), ("owner-eras", False))
def test_era_numbers_without_an_owner(reading, want):
    if want:
        assert deal(2, seed=1, rulings=reading_of("era-numbers", reading)).era_card.minimum == 3
    else:
        with pytest.raises(ValueError, match="owner's table of eras"):
            new_game(2, rulings=reading_of("era-numbers", reading))


# ---------------------------------------------------------------- monsters (more in test_monsters)


@by("join-geometry", ("any-ends", 10), ("grid-sides", 12))
def test_join_geometry(reading, want):
    corners = parts_named(["G1{NE}", "G2{NE}", "G3{NE}", "G4{NE}"])
    assert best_total(corners, reading_of("join-geometry", reading)) == want


@by("loops", ("tree", (5, 9)), ("multigraph", (7, 11)), ("simple-graph", (5, 11)))
def test_loops(reading, want):
    reads = reading_of("loops", reading)
    hands = (["G2b", "G3b"], ["G2b", "G3b", "G4b"])
    assert tuple(best_total(parts_named(hand), reads) for hand in hands) == want
    state = position(phase="contest", players=2, eras=ERAS, rulings=reads, layouts=[[["G2b", "G3b"]], [["O6a"]]])
    assert state.totals == (want[0], 6)


@by("zero-end-single", ("whole", (4, 1)), ("not-whole", (2, 0)))
def test_zero_end_single(reading, want):
    reads, card = reading_of("zero-end-single", reading), parts_named(["G2d"])
    assert (layout_value((card,), reads).total, best_endgame(card, reads).used) == want


@by(
    "doubling-scope",
    ("per-monster-bonus-inside", (19, 27, 32)),
    ("per-monster-bonus-outside", (19, 26, 31)),
    ("whole-total", (68, 72, 72)),
)
def test_doubling_scope(reading, want):
    layouts = (
        [["G1a"], ["G6a"], ["O1a"], ["O5b"], ["P4a"]],
        [["G1a", "G6a"], ["O1a"], ["O5b"], ["P4a"]],
        [["G1a", "G6a"], ["O1a", "O5b"], ["P4a"]],
    )
    for layout, total in zip(layouts, want, strict=True):
        reads = reading_of("doubling-scope", reading)
        state = position(phase="contest", players=2, eras=ERAS, rulings=reads, layouts=[layout, [["P1b"]]])
        assert state.totals == (total, 1)


@by("multicolour-doubling", ("single-colour-only", 7), ("any-monster", 14))
def test_multicolour_doubling(reading, want):
    pair = (parts_named(["G1a", "O6b"]),)
    assert layout_value(pair, reading_of("multicolour-doubling", reading)).total == want
    told = new_game(2, rulings=reading_of("multicolour-doubling", reading))
    events = told.events(told.legal_moves()[0])
    assert events, "the set-up is told"


@by("triple-doubling", ("powers-of-two", 41), ("linear", 31))
def test_triple_doubling(reading, want):
    chain = (parts_named(["G1a", "G2c", "GX1"]),)
    assert layout_value(chain, reading_of("triple-doubling", reading)).total == want


@by("bonus-stacking", ("both", 12), ("one-only", 11))
def test_bonus_stacking(reading, want):
    assert layout_value((parts_named(["G4a", "G6a"]),), reading_of("bonus-stacking", reading)).total == want


# ---------------------------------------------------------------- set-up


@by("starter-sets", ("uniform-sets", 1), ("mixed-values", 2))
def test_starter_sets(reading, want):
    state = new_game(3, rulings=reading_of("starter-sets", reading))
    sets = set()
    for seed in range(5):
        for cards in state.sample_chance(Random(seed)).sets:
            dealt = [state.part(card) for card in cards]
            assert sorted(part.value for part in dealt) == [1, 2, 3, 4, 5, 6]
            sets.add(len({(part.colour, part.set) for part in dealt}) > 1)
    assert sets == {want == 2}


@by("starter-assignment", ("random", "deal"), ("by-choice", "first"))
def test_starter_assignment(reading, want):
    state = new_game(2, rulings=reading_of("starter-assignment", reading))
    assert state.ask.what == want
    if want == "first":
        state = state.play(state.legal_moves()[1])
        assert state.to_move == 1 and len(state.legal_moves()) == 6
        state = state.play(TakeSet("green", "dot"))
        assert state.to_move == 0 and len(state.legal_moves()) == 5
        assert state.why_not(TakeSet("green", "dot"))[0].clause == "setup.starter-cards"
        state = state.play(TakeSet("orange", "cross"))
        assert state.decks[1] == ("GD1", "GD2", "GD3", "GD4", "GD5", "GD6") and len(state.common) == 81


@by("unused-starters", ("into-common", 81), ("box", 57))
def test_unused_starters(reading, want):
    state = new_game(2, rulings=reading_of("unused-starters", reading))
    assert len(state.play(state.legal_moves()[0]).common) == want


@by("first-player-method", ("random-seat", 2), ("seat-zero", 1))
def test_first_player_method(reading, want):
    reads = reading_of("first-player-method", reading)
    assert len({deal(2, seed=seed, rulings=reads).order for seed in range(12)}) == want
    assert want == 2 or deal(2, seed=4, rulings=reads).order == (0, 1)


# ---------------------------------------------------------------- Declaration and Growth


def andrey(**more):
    return position(hands=[ANDREY, SVETA], decks=DECKS, eras=ERAS, **more)


@by("declaration-timing", ("set-aside-on-turn", 16), ("words-first", 2))
def test_declaration_timing(reading, want):
    state = andrey(rulings=reading_of("declaration-timing", reading))
    assert len(state.legal_moves()) == want
    if want == 16:
        assert state.play(SetAside(("OD4",))).aside[0] == ("OD4",)
        return
    assert state.why_not(SetAside(("OD4",)))[0].clause == "declare.set-aside"
    state = state.play(HOLD_BACK)
    assert state.aside == ((), ()) and state.said == ("not all", "") and state.to_move == 1
    state = state.play(HOLD_BACK)
    assert state.phase == "aside" and state.to_move == 0 and PLAY_ALL not in state.legal_moves()
    state = state.play(SetAside(("OD4",)))
    assert state.aside == ((), ()) and state.observe(1).commits[0] == UNKNOWN, "at the same time and unseen"
    state = state.play(SetAside(("PX6",)))
    assert state.aside == (("OD4",), ("PX6",)) and state.phase == "grow"
    full = position(hands=[ANDREY, SVETA], eras=ERAS, era="teratozoic", rulings=state.rulings)
    assert full.legal_moves() == (PLAY_ALL,) and full.why_not(HOLD_BACK)[0].clause == "declare.minimum"


@by("set-aside-count", ("public", 1), ("hidden", None))
def test_set_aside_count(reading, want):
    state = andrey(rulings=reading_of("set-aside-count", reading)).play(SetAside(("OD4",)))
    seen = state.observe(1)
    assert seen.said[0] == "not all"
    assert (len(seen.aside[0]), len(seen.hands[0])) == ((1, 4) if want else (0, 5))
    told = andrey(rulings=state.rulings).events(SetAside(("OD4",)))
    open_to_all = " ".join(event.text for event in told if event.private is None)
    assert ("1 card" in open_to_all) == bool(want)
    grown = state.play(PLAY_ALL).play(Grow((("O1b", "P1b", "G1c", "P1c"),)))
    grown = grown.play(Grow((("PX6", "P2a"), ("O3b", "G1b", "G2b"))))
    assert grown.observe(1).aside[0] == (UNKNOWN,), "after Growth they lie there"


@by("declaration-binding", ("binding", 1), ("free-growth", 16))
def test_declaration_binding(reading, want):
    state = andrey(rulings=reading_of("declaration-binding", reading)).play(PLAY_ALL).play(PLAY_ALL)
    sets = {frozenset(card for monster in move.monsters for card in monster) for move in state.legal_moves()}
    assert len(sets) == want
    short = Grow((("O1b", "P1b", "G1c", "P1c"),))
    if want == 1:
        assert state.why_not(short)[0].clause == "declare.all-or-not"
    else:
        state = state.play(short).play(Grow((("PX6", "P2a"), ("O3b", "G1b", "G2b"))))
        assert state.aside[0] == ("OD4",), "turned face down, unplayed"


# ---------------------------------------------------------------- ties


def tie(decks, discards=None, aside=None, era="apocalypse", eras=ERAS, **readings):
    """A and B are tied at 12."""
    layouts = [[["G4a", "G6a"], ["P1c"]], [["P4a", "P6a"], ["O1c"]]]
    return position(
        phase="contest", players=2, eras=eras, era=era, layouts=layouts, decks=decks, discards=discards, aside=aside,
        rulings=rulings(**readings),
    )  # fmt: skip


@by("tie-empty-deck", ("reshuffle", 0), ("keeps-total", 1), ("drops-out", 1))
def test_tie_empty_deck(reading, want):
    state = tie([[], ["P2b", "P3a"]], [["O3b"], []], tie_empty_deck=reading)
    asked = []
    while state.ask.what == "rebuild":
        asked.append(state.to_move)
        best = max(state.legal_moves(), key=lambda move: total(state, move.monsters))
        state = state.play(best)
    assert asked == ([0, 1] if reading == "reshuffle" else [1])
    assert state.winner == want and state.tied == ((1,) if reading == "drops-out" else (0, 1))
    last = tie([[], ["P2b"]], [["O3b"], []], era="teratozoic", tie_empty_deck=reading)
    assert last.to_move == 1, "in the Teratozoic no discard pile comes back"


def total(state, monsters):
    layout = tuple(tuple(state.part(card) for card in monster) for monster in monsters)
    return layout_value(layout, state.rulings).total


@by("tie-drawn-card", ("own-unplayed", "hand"), ("under-deck", "deck"))
def test_tie_drawn_card(reading, want):
    state = tie([["O2a", "O3a"], ["P2b", "P3a"]], tie_drawn_card=reading)
    assert state.spare == (("O2a",), ("P2b",)) and state.observe(1).spare[0] == (UNKNOWN,)
    state = state.play(Rebuild((("G4a", "G6a"), ("P1c",)))).play(Rebuild((("P4a", "P6a"), ("O1c", "P2b"))))
    assert state.phase == "take" and state.winner == 1
    if want == "hand":
        assert state.spare == (("O2a",), ()) and state.why_not(Take(("O2a",)))[0].clause == "example.face-down-safe"
        state = state.play(Take(("G4a",))).play(Keep(("P6a",)))
        assert Keep(("O2a",)) in state.legal_moves()
    else:
        assert state.spare == ((), ()) and state.decks[0] == ("O3a", "O2a")


@by("tie-set-aside", ("stays-aside", False), ("may-return", True))
def test_tie_set_aside(reading, want):
    state = tie([["O2a"], ["P2b"]], aside=[["G5b"], []], tie_set_aside=reading)
    better = Rebuild((("G4a", "G5b", "G6a"), ("P1c",)))
    assert (state.why_not(better) == ()) == want
    assert any("G5b" in str(move) for move in state.legal_moves()) == want
    if want:
        state = state.play(better).play(Rebuild((("P4a", "P6a"), ("O1c", "P2b"))))
        assert state.aside == ((), ()) and state.winner == 0 and Take(("G5b",)) in state.legal_moves()
    else:
        assert state.why_not(better)[0].clause == "tie.rebuild"


@by("tie-unbreakable", ("turn-order", 0), ("no-winner", -1))
def test_tie_unbreakable(reading, want):
    state = tie([[], []], tie_unbreakable=reading)
    assert state.winner == want
    assert state.phase == ("take" if want == 0 else "keep") and state.order == (0, 1)
    later = position(
        phase="contest", players=2, eras=ERAS, first=1, layouts=[[["G6a"]], [["P6a"]]],
        rulings=rulings(tie_unbreakable=reading),
    )  # fmt: skip
    assert later.winner == (1 if want == 0 else -1)


# ---------------------------------------------------------------- Reproduction


def robbery(**readings):
    """The Early Teratozoic: the winner A takes two, each keeps four."""
    layouts = [[["G1a", "G6a"], ["P4a"], ["P5a"], ["P6a"]], [["O1b"], ["O2a"], ["O3a"], ["O4a"], ["O5a"]]]
    eras = ["apocalypse", "early-teratozoic", "teratozoic"]
    return position(
        phase="contest", players=2, eras=eras, era="early-teratozoic", layouts=layouts, decks=piles(2, 4, 60),
        rulings=rulings(**readings),
    )  # fmt: skip


@by("pick-shortage", ("as-many-as-possible", 45), ("winner-leaves-enough", 25))
def test_pick_shortage(reading, want):
    state = robbery(pick_shortage=reading)
    assert state.ask.what == "take" and len(state.legal_moves()) == want
    two = Take(("O4a", "O5a"))
    if want == 25:
        assert state.why_not(two)[0].clause == "reproduce.winner-takes"
        assert all(state.why_not(move) == () for move in state.legal_moves())
        return
    state = state.play(two).play(Keep(("G1a", "G6a", "P4a", "P5a")))
    assert state.legal_moves() == (Keep(("O1b", "O2a", "O3a")),), "whoever has fewer takes all"


@by("keep-duty", ("must", (9, 5)), ("may", (10, 6)))
def test_keep_duty(reading, want):
    state = andrey(rulings=reading_of("keep-duty", reading)).play(SetAside(("OD4",))).play(PLAY_ALL)
    state = state.play(Grow((("O1b", "P1b", "G1c", "P1c"),))).play(Grow((("PX6", "P2a"), ("O3b", "G1b", "G2b"))))
    takes = len(state.legal_moves())
    state = state.play(Take(("PX6",))).play(Keep(("O3b",)))
    assert (takes, len(state.legal_moves())) == want
    assert (state.why_not(Keep(())) == ()) == (reading == "may")


@by("keep-order", ("simultaneous-hidden", UNKNOWN), ("turn-order-open", "OD4"))
def test_keep_order(reading, want):
    state = andrey(rulings=reading_of("keep-order", reading)).play(SetAside(("OD4",))).play(PLAY_ALL)
    state = state.play(Grow((("O1b", "P1b", "G1c", "P1c"),))).play(Grow((("PX6", "P2a"), ("O3b", "G1b", "G2b"))))
    state = state.play(Take(("PX6",)))
    assert state.to_move == 1, "from the new first player"
    state = state.play(Keep(("O3b",)))
    assert state.observe(0).discards[1] == (("PX6",) if want == UNKNOWN else ("PX6", "O3b"))
    assert state.play(Keep(("OD4",))).observe(1).discards[0] == (want,)


# ---------------------------------------------------------------- Mutation


@by("own-reshuffle", ("when-needed", (0, 3)), ("when-emptied", (3, 0)))
def test_own_reshuffle(reading, want):
    state = draw(
        reading_of("own-reshuffle", reading), common=KIT[:20], decks=[KIT[20:22], KIT[30:36]],
        discards=[KIT[22:25], []],
    )  # fmt: skip
    assert (len(state.decks[0]), len(state.discards[0])) == want


@by("elimination", ("hand-short", (False, True)), ("holdings-short", (True, True)))
def test_elimination(reading, want):
    state = draw(
        reading_of("elimination", reading), players=4, common=KIT[:30], discard=KIT[30:40],
        decks=[KIT[40:41], [], KIT[45:49], KIT[49:53]], discards=[KIT[41:44], KIT[44:45], KIT[53:58], KIT[58:63]],
    )  # fmt: skip
    assert state.out == (*want, False, False)
    assert len(state.discard) == (14 if reading == "hand-short" else 15)


@by("last-survivor", ("wins-at-once", True), ("plays-on", False))
def test_last_survivor(reading, want):
    state = draw(reading_of("last-survivor", reading), common=KIT[:30], decks=[[], KIT[30:40]])
    assert (state.outcome is not None) == want and state.out == (True, False)
    if want:
        assert state.outcome.winners == (1,) and state.outcome.reason == "mutate.elimination"
        assert state.hands[1] == (), "no further cards are drawn"
    else:
        assert state.to_move == 1 and play_to_end(state).outcome.winners == (1,)


def test_if_nobody_is_left_there_is_no_winner():
    state = draw(reading_of("last-survivor", "plays-on"), common=KIT[:30])
    assert state.outcome.winners == () and state.outcome.scores == (0, 0)


@by("first-player-out", ("next-clockwise", 2), ("choose-again", 0))
def test_first_player_out(reading, want):
    reads = reading_of("first-player-out", reading, first_player_method="seat-zero")
    decks = [KIT[40:46], KIT[46:47], KIT[50:56]]
    state = draw(reads, players=3, common=KIT[:30], decks=decks, first=1)
    assert state.out == (False, True, False) and state.order[0] == want
    again = draw(reading_of("first-player-out", reading), players=3, common=KIT[:30], decks=decks, first=1)
    assert again.order[0] in ((2,) if want == 2 else (0, 2))


@by("era-trigger", ("on-demand", "darkozoic"), ("on-empty", "pre-teratozoic"))
def test_era_trigger(reading, want):
    state = draw(reading_of("era-trigger", reading), common=KIT[:6], discard=KIT[6:20], decks=piles(2, 6, 40))
    assert state.era_card.key == want
    none = draw(reading_of("era-trigger", reading), common=KIT[:6], decks=piles(2, 6, 40))
    assert none.era_card.key == "darkozoic", "no discards, no change"


@by("era-change-remaining", ("fill-to-five", (60, 6)), ("rest-by-new-card", (58, 0)))
def test_era_change_remaining(reading, want):
    state = draw(
        reading_of("era-change-remaining", reading), players=3, eras=ERAS, era="apocalypse", common=KIT[:3],
        discard=KIT[3:69], discards=piles(3, 8, 69),
    )  # fmt: skip
    assert (len(state.common), len(state.decks[0])) == want and state.era_card.key == "darkozoic"


@by("changeover-scope", ("all-later-drawers", (37, 10)), ("only-current", (39, 8)))
def test_changeover_scope(reading, want):
    state = draw(
        reading_of("changeover-scope", reading), players=3, era="pre-teratozoic", common=KIT[:3], discard=KIT[3:43],
        decks=piles(3, 6, 43), discards=piles(3, 7, 61),
    )  # fmt: skip
    assert state.last and (len(state.common), len(state.decks[2])) == want
    assert state.discards == ((), (), ()) and [len(hand) for hand in state.hands] == [5, 5, 5]


@by("elimination-at-changeover", ("still-applies", True), ("no-elimination", False))
def test_elimination_at_changeover(reading, want):
    state = draw(
        reading_of("elimination-at-changeover", reading), players=3, era="pre-teratozoic", common=KIT[:2],
        discard=KIT[3:43], decks=[KIT[43:50], KIT[50:52], KIT[60:67]],
    )  # fmt: skip
    assert state.last and state.out[1] == want
    assert len(state.hands[1]) == (0 if want else 4)


@by("no-common-cards", ("own-instead", 5), ("draw-fewer", 3))
def test_no_common_cards(reading, want):
    state = draw(reading_of("no-common-cards", reading), common=KIT[:4], decks=piles(2, 6, 40))
    assert len(state.hands[0]) == 5 and len(state.hands[1]) == want and not any(state.out)


# ---------------------------------------------------------------- the Teratozoic


def last_era(hands, decks, **readings):
    return position(hands=hands, decks=decks, eras=DARK, era="teratozoic", common=[], rulings=rulings(**readings))


@by("short-hand-minimum", ("capped", (0, 1)), ("sits-out", (0,)))
def test_short_hand_minimum(reading, want):
    state = last_era([KIT[:5], KIT[5:8]], None, short_hand_minimum=reading)
    asked = []
    while state.ask.what == "declare":
        asked.append(state.to_move)
        assert state.legal_moves() == (PLAY_ALL,)
        state = state.play(PLAY_ALL)
    assert tuple(asked) == want
    end = play_to_end(state)
    assert (tuple(KIT[5:8]) == end.hands[1]) == (reading == "sits-out"), "they are kept for the final count"


@by("able-to-play", ("anyone", 4), ("two-players", 2), ("everyone", 2))
def test_able_to_play(reading, want):
    state = last_era([KIT[:5], KIT[5:10]], [KIT[10:22], KIT[22:25]], able_to_play=reading)
    rng = Random(2)
    while state.outcome is None:
        decks = state.decks
        state = state.play(state.random_move(rng))
        if state.phase == "tie":
            pytest.fail("the decks are to last as many rounds as the rulebook's table says")
        assert all(len(now) <= len(was) for now, was in zip(state.decks, decks, strict=True))
    assert state.round == want
    three = last_era([KIT[:5], KIT[5:10], KIT[25:30]], [KIT[10:22], [], KIT[30:40]], able_to_play=reading)
    rounds = play_to_end(three).round
    assert rounds >= 3 if reading != "everyone" else rounds == 1


# ---------------------------------------------------------------- the end


def final(discards, decks=None, hands=None, **readings):
    return position(
        phase="final", players=2, eras=ERAS, era="teratozoic", common=[], discards=discards, decks=decks, hands=hands,
        first=1, rulings=rulings(**readings),
    )  # fmt: skip


@by("all-their-cards", ("every-pile", 6), ("discard-only", 2))
def test_all_their_cards(reading, want):
    state = final([["G1a", "G6a"], []], [["O1a", "O6a"], []], [["P1a", "P6a"], []], all_their_cards=reading)
    assert state.outcome.scores == (want, 0)


@by("winning-criterion", ("card-count", ((6, 4), (0,))), ("value-sum", ((9, 22), (1,))))
def test_winning_criterion(reading, want):
    mine, yours = ["G1b", "G2a", "O1b", "O2a", "P1b", "P2a"], ["G5a", "G6a", "O5a", "O6a"]
    outcome = final([mine, yours], winning_criterion=reading).outcome
    assert (outcome.scores, outcome.winners) == want


@by("endgame-tie-layout", ("best-leftovers", ["A"]), ("shown-layout", ["A", "B"]))
def test_endgame_tie_layout(reading, want):
    given = examples()["endgame-shown-layout"].given
    readings = [{"winning-criterion": "value-sum", "endgame-tie-layout": reading}]
    assert evaluate({**given, "readings": readings})["by_reading"][0]["winners"] == want


@by("endgame-still-tied", ("shared", (0, 1)), ("last-first-player", (1,)))
def test_endgame_still_tied(reading, want):
    state = final([["G1b", "G2a", "O1b", "O2a"], ["P1b", "P2a", "P3a", "P4a"]], endgame_still_tied=reading)
    assert state.order[0] == 1 and state.outcome.winners == want


# ---------------------------------------------------------------- variants, what is seen


@by("colour-removal", ("all-of-colour", 62), ("common-only", 74))
def test_colour_removal(reading, want):
    state = new_game(2, without_colour="green", rulings=reading_of("colour-removal", reading))
    assert len(state.all_cards()) == want
    assert len(state.legal_moves()) == (12 if want == 62 else 30)


@by("advanced-effects", ("flag-only", False), ("owner-effects", True))
def test_advanced_effects(reading, want):
    given = examples()["advanced-effect-text"].given
    row = evaluate({**given, "readings": [{"advanced-effects": reading}]})["by_reading"][0]
    assert row["effect_shown"] == want and row["total"] == 12


@by("era-choice", ("any-with-last", True), ("labelled-stacks", False))
def test_era_choice(reading, want):
    reads = reading_of("era-choice", reading)
    assert new_game(2, eras=ERAS, rulings=reads).setup.eras == tuple(ERAS), "the labels give it for three"
    if want:
        assert len(new_game(2, eras=["darkozoic", "teratozoic"], rulings=reads).setup.stack) == 2
    else:
        with pytest.raises(ValueError, match="labelled-stacks"):
            new_game(2, eras=["darkozoic", "teratozoic"], rulings=reads)


@by("pile-visibility", ("sizes-public", UNKNOWN), ("discards-open", "OD4"))
def test_pile_visibility(reading, want):
    state = andrey(rulings=reading_of("pile-visibility", reading)).play(SetAside(("OD4",))).play(PLAY_ALL)
    state = state.play(Grow((("O1b", "P1b", "G1c", "P1c"),))).play(Grow((("PX6", "P2a"), ("O3b", "G1b", "G2b"))))
    state = state.play(Take(("PX6",))).play(Keep(("O3b",))).play(Keep(("OD4",)))
    assert state.observe(1).discards[0] == (want,)
    assert sorted(state.observe(1).discard) == ["G1b", "G1c", "G2b", "O1b", "P1b", "P1c", "P2a"]


def test_the_examples_of_readings_agree():
    for example in examples().values():
        if "readings" in example.given and example.given["kind"] not in ("owner-list", "owner-eras"):
            assert agrees(example.expect, evaluate(example.given))
