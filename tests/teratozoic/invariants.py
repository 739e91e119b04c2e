"""What must hold at every step of every game, whoever plays it (section 9 of the notes on the rules)."""

from __future__ import annotations

from teyra_kit.core import CHANCE
from teyra_kit.teratozoic.flow import cards_of, own_cards
from teyra_kit.teratozoic.monsters import buildable, layout_value
from teyra_kit.teratozoic.moves import DealStarters, Grow, Keep, Rebuild, Take, TakeSet


def parts_of(table, layout):
    """A layout of ids as parts."""
    return tuple(tuple(table.part(card) for card in monster) for monster in layout)


def check_table(table):
    """What must hold of any table."""
    cards = table.all_cards()
    assert len(cards) == len(set(cards)), "no card in two places"
    assert set(cards) <= {part.id for part in table.setup.in_play}
    assert 0 <= table.era < len(table.setup.eras)
    assert set(table.order) == {seat for seat in range(table.players) if not table.out[seat]}
    for seat in range(table.players):
        if table.out[seat]:
            assert not any(pile[seat] for pile in (table.decks, table.discards, table.hands, table.aside, table.spare))
            assert not table.layouts[seat] and (not table.ended or table.scores[seat] == 0)
    assert not (table.changing and table.last)
    if table.last or table.changing:
        assert table.era == len(table.setup.eras) - 1
    covered = {card for pile in table.discards for card in pile}
    assert table.secret <= covered, "a card that is kept secretly lies on an own discard pile"
    if table.phase in ("tie", "take"):
        for seat in table.order:
            if table.layouts[seat] and table.totals[seat] >= 0:
                layout = parts_of(table, table.layouts[seat])
                assert all(buildable(monster, table.rulings) for monster in layout)
                assert layout_value(layout, table.rulings).total == table.totals[seat]
    if table.phase == "declare":
        check_hands(table)
    if table.ended:
        check_end(table)
    else:
        assert table.ask is not None, "somebody has to decide"


def check_hands(table):
    """Hands have five cards before the last era, except under two readings."""
    reads = table.setup.reads
    for seat in table.order:
        hand = len(table.hands[seat]) + len(table.aside[seat])
        assert hand <= 5
        if not table.last and reads["no-common-cards"] != "draw-fewer":
            assert hand == 5
    assert not any(table.layouts) and not any(table.spare)


def check_end(table):
    """The game is over, and the final monsters are what the scores say."""
    outcome = table.outcome
    assert table.to_move is None and table.legal_moves() == () and not table.agenda
    assert set(outcome.winners) <= set(table.order)
    by_value = table.setup.reads["winning-criterion"] == "value-sum"
    for seat in table.order:
        monsters = parts_of(table, table.finals[seat])
        assert len(monsters) <= 3
        used = [part for monster in monsters for part in monster]
        assert outcome.scores[seat] == (sum(part.value for part in used) if by_value else len(used))
        assert {part.id for part in used} <= {*table.discards[seat], *table.decks[seat], *table.hands[seat]}
        for monster in monsters:
            assert len({part.colour for part in monster}) == 1
    if outcome.reason == "end.highest-wins" and table.order:
        best = max(outcome.scores[seat] for seat in table.order)
        assert outcome.winners and all(outcome.scores[seat] == best for seat in outcome.winners)


def check_step(before, move, after, events):
    """Everything that must hold of a legal move and the table after it."""
    check_table(after)
    check_conserved(before, move, after)
    assert before.era <= after.era and before.last <= after.last
    assert all(was <= now for was, now in zip(before.out, after.out, strict=True))
    if before.last and before.ask.why != "last":
        for seat in range(before.players):
            assert set(before.discards[seat]) <= set(after.discards[seat]), "own discard piles only grow"
            if before.setup.reads["tie-drawn-card"] != "under-deck":
                assert len(after.decks[seat]) <= len(before.decks[seat])
    if isinstance(move, Grow):
        check_grow(before, move)
    if isinstance(move, Take):
        face_down = {card for cards in (*before.aside, *before.spare) for card in cards}
        assert not face_down & set(move.cards)
        assert len(move.cards) <= before.era_card.winner_takes
    if isinstance(move, Keep):
        assert set(move.cards) <= set(own_cards(before, before.ask.seat))
        assert len(move.cards) <= before.era_card.keep
    if isinstance(move, Rebuild):
        assert set(cards_of(before.layouts[before.ask.seat])) <= set(cards_of(move.monsters))
    if before.tied and after.tied:
        assert set(after.tied) <= set(before.tied)
    if before.to_move is not CHANCE:
        secret = {text for event in events if event.private is None for text in event.text.replace(",", " ").split()}
        mover = before.to_move
        for seat in range(before.players):
            if seat != mover and before.ask.what in ("declare", "aside", "grow") and after.phase == before.phase:
                assert not secret & set(before.hands[seat])
    assert all(event.clause for event in events)


def check_conserved(before, move, after):
    """Every card is still there; only starters that nobody gets may stay in the box."""
    gone = set(before.all_cards()) - set(after.all_cards())
    assert not set(after.all_cards()) - set(before.all_cards())
    if isinstance(move, DealStarters | TakeSet) and before.setup.reads["unused-starters"] == "box":
        assert all(before.part(card).set != "none" for card in gone)
    else:
        assert not gone


def check_grow(before, move):
    """A layout partitions the kept cards, or enough of them."""
    seat = before.ask.seat
    hand, laid = before.hands[seat], cards_of(move.monsters)
    assert len(set(laid)) == len(laid) and set(laid) <= set(hand)
    if before.setup.reads["declaration-binding"] == "binding":
        assert set(laid) == set(hand)
    all_cards = len(hand) + len(before.aside[seat])
    assert len(laid) >= min(before.era_card.minimum, all_cards)
