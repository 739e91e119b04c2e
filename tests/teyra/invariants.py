"""What must hold at every step of every game, whoever plays it (section 11 of the notes on the rules)."""

from __future__ import annotations

from teyra_kit.core import CHANCE
from teyra_kit.teyra.cards import Card, Marker, Shrouded, area_cards, player_cards
from teyra_kit.teyra.kindred import BOUND, CAP, ENDLESS
from teyra_kit.teyra.moves import Charge, Discard, Draw, Inspire, Intercept, Pass, Play, Shuffle


def cards_in_campaigns(table):
    """Every Player card that lies in a campaign."""
    for area in table.areas:
        for campaign in area.campaigns:
            for entry in campaign.cards:
                card = entry.card if isinstance(entry, Shrouded) else entry
                if not isinstance(card, Marker):
                    yield card


def check_table(table):
    """All cards are somewhere, once; the Folk Deck is what it may be."""
    reads = table.setup.reads
    there = [*table.deck, *table.discard, *table.vanguards, *table.aces, *cards_in_campaigns(table)]
    there += [card for hand in table.hands for card in hand]
    for task in table.agenda:
        if task.do == "deal":
            there += task.data
    if table.phase != "setup":
        assert len(there) == 96
        assert set(there) == player_cards(reads["deck-composition"])
        areas = [*table.area_deck, *table.area_discard, *(card for won in table.victory for card in won)]
        areas += [area.card for area in table.areas if area.winner is None]
        assert len(areas) == len(set(areas)) == 4 * table.setup.per_round
        assert set(areas) <= set(area_cards(reads["tenth-landmark"]))
    owned = [key for keys in table.landmarks for key in keys]
    assert len(set(owned)) == len(owned) <= 10
    if table.setup.mode != "advanced":
        assert not owned
    if reads["special-card-disposal"] == "own-piles":
        assert all(card.type == "folk" for card in (*table.deck, *table.discard))
    if table.setup.mode == "beginner" and reads["beginner-areas"] == "prestige-only":
        assert len(table.vanguards) in (0, 16) and len(table.aces) in (0, 8)
        assert all(area.campaigns[seat].rank in (0, 1) for area in table.areas for seat in range(table.players))
    if reads["first-player-choice"] == "random" or table.phase != "setup":
        assert -1 <= table.first < table.players


def check_step(before, move, after, events, notes):
    """Everything that must hold of a legal move and the table after it."""
    check_table(after)
    assert all(now >= then for now, then in zip(after.prestige, before.prestige, strict=True))
    if before.phase == "contest" and after.phase == "contest":
        assert all(now > 0 or then == 0 for now, then in zip(after.morale, before.morale, strict=True))
        for seat in range(before.players):
            if before.morale[seat] == 1:
                assert after.morale[seat] == 1, "an Elite Force cannot bring Morale to 0"
    if before.phase == "contest" and before.to_move is not CHANCE:
        check_turn(before, move, after)
    if isinstance(move, Charge | Intercept) and before.chain and before.chain[:1] == after.chain[:1]:
        assert len(after.chain) <= len(before.chain), "neither a removal nor INTERCEPT triggers anything"
    if isinstance(move, Inspire) and before.setup.reads["inspire-loop"] == "once-per-card":
        assert move.card not in before.moved
    assert before.done <= ENDLESS
    if before.setup.reads["inspire-loop"] == "cap-twenty":
        assert before.done <= CAP
    for trigger in (*after.chain, *((after.ask.trigger,) if after.ask and after.ask.trigger else ())):
        if trigger.area == "ashen-ruins" and "rainbow-grove" not in after.landmarks[trigger.owner]:
            assert before.setup.reads["missing-texts"] == "blank-cards", "in Ashen Ruins nothing triggers"
    check_contests(before, after)
    if isinstance(move, Shuffle) and move.pile == "gathered":
        check_redeal(before, after, notes)
    if after.to_move is None:
        check_end(after)
    for event in events:
        assert "{" not in event.text


def check_turn(before, move, after):
    """A hand grows by the draw, and shrinks by the play and the discard."""
    seat = before.to_move
    if isinstance(move, Pass):
        assert after.hands == before.hands or after.phase != "contest" or after.ask.what != "draw"
        assert after.phase != "contest" or after.passed[seat]
    if isinstance(move, Draw) and move.source == "deck" and before.deck:
        assert len(after.hands[seat]) == len(before.hands[seat]) + 1
    if isinstance(move, Discard):
        assert move.card not in after.hands[seat] or after.phase != "contest"
    if isinstance(move, Play):
        assert move.card not in after.hands[seat] or after.phase != "contest"


def check_contests(before, after):
    """A contest gives the Area to one player at most, with a valid campaign; what nobody won gives nothing."""
    for area in after.areas:
        was = next((old for old in before.areas if old.card == area.card), None)
        if was is None or was.settled or not area.settled:
            continue
        if area.winner is None:
            continue
        if before.ask.what == "next" and before.ask.area == "contest":
            assert before.standing(was, area.winner).present
        assert area.card in after.victory[area.winner]


def check_redeal(before, after, notes):
    """A re-deal keeps the cards when nothing triggers; the sizes then differ by one at most."""
    task = before.agenda[-1]
    if notes or after.ask is None or after.ask.trigger is not None:
        return
    area = next((area for area in after.areas if area.key == task.area), None)
    if area is None or after.setup.reads["plagued-scope"] != before.setup.reads["plagued-scope"]:
        return
    cards = [[entry for entry in campaign.cards if isinstance(entry, Card | Shrouded)] for campaign in area.campaigns]
    if sum(map(len, cards)) == len(task.data):
        sizes = [len(cards["ABCD".index(seat)]) for seat in task.cause]
        assert max(sizes) - min(sizes) <= 1


def check_end(table):
    """The game ends for one of three reasons, and the best player with Morale wins."""
    assert table.ended in ("end.zero-morale", "end.ten-prestige", "end.round-four")
    outcome = table.outcome
    assert outcome.scores == table.prestige
    alive = [seat for seat in range(table.players) if table.morale[seat] > 0]
    best = max((table.prestige[seat], table.morale[seat]) for seat in alive) if alive else None
    assert all((table.prestige[seat], table.morale[seat]) == best for seat in outcome.winners)
    assert bool(outcome.winners) == bool(alive)
    if table.setup.mode == "beginner" and table.players == 2 and table.setup.reads["beginner-areas"] == "prestige-only":
        reads = table.setup.reads
        if reads["two-player-morale"] == "no-loss":
            assert table.round == 4, "a Beginner game of two always lasts four rounds"


class Chains:
    """Counts the effects of each chain and holds them against the bound of the default readings."""

    def __init__(self):
        self.counts = {}
        self.reshuffled = False

    def see(self, before, move, after, notes):
        self.reshuffled |= isinstance(move, Shuffle) and move.pile == "deck" and before.phase != "setup"
        if not self.reshuffled and after.round == 1 and len(after.deck) > 1:
            assert all(card.type == "folk" for card in after.deck), (
                "before the first reshuffle the deck holds Folk only"
            )
        if before.ask is not None and before.ask.what == "play":
            self.counts = {}
        for note in notes:
            name = note.split(":")[1]
            if name in BOUND and note.count(":") == 1:
                self.counts[name] = self.counts.get(name, 0) + 1
        if before.setup.reads["inspire-loop"] == "once-per-card":
            for name, count in self.counts.items():
                assert count <= BOUND[name]
