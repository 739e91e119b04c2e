"""What must hold at every step of every game, whoever plays it (section 10 of the notes on the rules)."""

from __future__ import annotations

from collections import Counter

from teyra_kit.core import CHANCE
from teyra_kit.terakh.board import TRIAS, physical
from teyra_kit.terakh.cast_cards import whole_deck
from teyra_kit.terakh.flow import Flow
from teyra_kit.terakh.moves import Attack, EndTurn, Flip, Move, Roll, Rotate, Summon, Toss, Transform, Use
from teyra_kit.terakh.spec_cards import all_lines
from teyra_kit.terakh.units import ELDER, UNITS, is_elder

PRICES = {Move: 1, Flip: 1, Transform: 1, Attack: 2, Rotate: 2, Summon: 2}


def check_pieces(table):
    """Units, Orbs and Mods: where they can be, and how many."""
    there = [unit.at for unit in table.units if unit.at >= 0]
    assert len(there) == len(set(there)), "one unit a tria"
    assert all(0 <= at < TRIAS * len(table.turns) for at in there)
    assert len(table.units) == UNITS * table.players
    for number, unit in enumerate(table.units):
        if is_elder(number):
            assert (unit.hp > 0) == (unit.at >= 0) and not (unit.orb or unit.mods or unit.shape or unit.ready)
            continue
        assert unit.hp == 0 and len(unit.mods) <= 3 and set(unit.mods) <= set("AD")
        if not unit.orb:
            assert not unit.mods and not unit.shape, "an Inka has no Mods"
        if unit.at < 0:
            assert not unit.orb and not unit.ready
        if unit.orb:
            assert not unit.ready, "an Idol has no mode"
    assert sum(len(unit.mods) for unit in table.units) <= 24
    orbs = [unit.orb for unit in table.units if unit.orb] + [orb for _, orb in table.loose]
    assert len(orbs) == len(set(orbs)), "each Orb is in one place"
    if table.setup.mode == "first":
        assert not orbs
    elif table.round:
        assert sorted(orbs) == sorted(table.clans)


def check_board(table):
    """The graph of places never changes; every plane holds the types of the layout."""
    if table.config is None:
        return
    ground = table.ground
    assert ground.physical == physical(table.config)
    layout = table.setup.layout
    for plane in range(table.config.planes):
        types = ground.types[plane * TRIAS : plane * TRIAS + TRIAS]
        assert Counter(types) == Counter(layout.types) and types.count("orth") == 3


def check_cards(table):
    """All cards are somewhere, once."""
    if table.ask is not None and table.ask.what == "shuffle":
        return
    setup = table.setup
    lying = [card for hand in table.hands for card in hand] + [card for _, card in table.aside]
    if setup.reads["cast.bottom-timing"] == "after-effect":
        lying += [spell.card for spell in table.open]
    deck = whole_deck(setup.pack, setup.reads["data.cast-cards"]) if setup.cards else ()
    assert Counter(lying) + Counter(table.deck) == Counter(deck)
    assert len(deck) in (0, 72)


def check_table(table):
    """What must hold of any table."""
    check_pieces(table)
    check_board(table)
    check_cards(table)
    assert table.mana >= 0
    if table.round and table.ask is not None and table.ask.what in ("order", "initiative"):
        assert sum(table.elder(seat).at >= 0 for seat in range(table.players)) >= 2
    if table.ended:
        check_end(table)
    else:
        assert table.ask is not None, "somebody has to decide"


def check_end(table):
    """Who wins has an Elder on the board, but for two readings."""
    outcome = table.outcome
    alive = [seat for seat in range(table.players) if table.elder(seat).at >= 0]
    if "A" in table.setup.variants:
        assert outcome.reason == "variant-a.winner" if alive else "win.last-elder"
    else:
        assert outcome.reason == "win.last-elder" and len(alive) <= 1
    if alive:
        assert outcome.winners and ("A" in table.setup.variants or outcome.winners == tuple(alive))
    elif table.setup.reads["win.nobody-left"] == "nobody-wins":
        assert outcome.winners == ()
    assert set(outcome.winners) <= set(alive) or not alive
    assert table.legal_moves() == () and table.to_move is None
    assert not table.open and not table.agenda and table.fight is None


def check_step(before, move, after, events, notes):
    """Everything that must hold of a legal move and the table after it."""
    check_table(after)
    for seat in range(before.players):
        was, now = before.elder(seat).hp, after.elder(seat).hp
        assert now <= was or (was == 0 and (now == 1 or not before.round)), "HP never rises but by a return"
        assert after.lost[seat] >= before.lost[seat]
    if before.ask.what == "order":
        check_price(before, move, after)
    elif before.active == after.active and after.mana > before.mana:
        assert any(card in ("mana-boost", "mana-drain") for card in (spell.card for spell in before.open)) or any(
            "mana" in event.text for event in events
        )
    if isinstance(move, Roll | Toss):
        assert before.to_move is CHANCE or before.ask.what == "toss"
    for clause in (event.clause for event in events):
        assert clause
    if any(event.clause == "combat.must-move-in" for event in events):
        assert not any(event.clause == "guardian.attacker-stays" for event in events)
    if before.setup.mode == "first":
        assert not {"combat.earn-mod", "transform.orb-on-top", "combat.idol-falls"} & {event.clause for event in events}
    for what, *values in notes:
        if what == "strengths" and before.setup.reads["strength.floor"] == "floor-at-one":
            assert min(values) >= 1


def check_price(before, move, after):
    """An order lowers the mana by its price."""
    if isinstance(move, EndTurn):
        assert after.used == () or after.active == before.active
        return
    price = PRICES.get(type(move), 0)
    if isinstance(move, Use):
        flow = Flow(before)
        price = next(line.mana for line in flow.lines(flow.number_of(move.unit)) if line.id == move.line)
        assert move.line not in all_lines() or price == all_lines()[move.line].mana
    if price:
        assert after.mana == before.mana - price or (
            after.active != before.active or any(spell.card.startswith("mana") for spell in after.open)
        )
    if before.setup.reads["action.repeats"] == "once-per-unit-and-kind" and before.active == after.active:
        kinds = [pair for pair in after.used if pair[1] != "return"]
        assert len(kinds) == len(set(kinds))


def elders(table):
    """How many Elders stand."""
    return sum(table.units[seat * UNITS + ELDER].at >= 0 for seat in range(table.players))
