"""The Round film: what happens in a round, step by step, and what does each player see of it?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape
from importlib.resources import files
from random import Random
from typing import Any, Final

from ...core import CHANCE, Rulings, Seat, rulebook
from ...core.match import Match
from ...ui import Board, StepPlayer
from ...ui.page import columns, group
from ...ui.shared import Shared
from .. import scene
from ..bots import BOTS
from ..game import Table, deal, position
from ..moves import PLAY_ALL, Grow, Keep, Rebuild, SetAside, Take
from ..parts import KEY, LAST, PLAYERS

OWN: Final = files(__package__).joinpath("film.css").read_text(encoding="utf-8")
KINDS: Final = {"printed": "Andrey and Sveta", "round": "A first round", "tie": "A tie", "era": "The era changes"}
EXTENDED: Final = ("apocalypse", "darkozoic", "pre-teratozoic", LAST)
"""The stack with which the example of play begins."""
SCRIPT: Final = (
    SetAside(("OD4",)),
    PLAY_ALL,
    Grow((("O1b", "P1b", "G1c", "P1c"),)),
    Grow((("PX6", "P2a"), ("O3b", "G1b", "G2b"))),
    Take(("PX6",)),
    Keep(("O3b",)),
    Keep(("OD4",)),
)
"""What Andrey (A) and Sveta (B) do in the example of play."""
TRIES: Final = 600
"""Rounds that are played in search of a tie."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Which round is shown, for how many players, and by whose eyes (None: all cards lie open). `seed`: another one."""

    kind: str = "printed"
    players: int = 3
    seed: int = 1
    seat: Seat | None = None


# ---------------------------------------------------------------- rounds


def printed_round() -> Match:
    """The round of the example of play, under the kit's own readings.

    Clause: example.extended-start, example.andrey-hand, example.andrey-sets-aside, example.sveta-sees-and-plays-all,
    example.andrey-five, example.sveta-fifteen, example.each-may-keep, example.rest-discarded
    """
    start = position(
        players=2,
        eras=EXTENDED,
        era="apocalypse",
        hands=[["O1b", "P1b", "G1c", "P1c", "OD4"], ["PX6", "P2a", "O3b", "G1b", "G2b"]],
        decks=[["OD1", "OD2", "OD3", "OD5", "OD6"], ["PX1", "PX2", "PX3", "PX4", "PX5"]],
    )
    match = Match(start)
    for move in SCRIPT:
        match.play(move)
    return match


def played(start: Table, rng: Random) -> Match:
    """A round as sensible players play it, to the end of the draw."""
    match = Match(start)
    bot = BOTS["sensible"]
    state: Any = start
    while state.to_move is not None and state.round == start.round:
        chance = state.to_move is CHANCE
        match.play(state.sample_chance(rng) if chance else bot(state.observe(state.to_move), rng))
        state = match.state
    return match


def first_round(players: int, seed: int, rulings: Rulings, pack: Mapping[str, Any] | None = None) -> Match:
    """The first round of a game. Clause: turn.four-phases"""
    return played(deal(players, seed, rulings=rulings, pack=pack), Random(seed))


def tied_round(players: int, seed: int, rulings: Rulings, pack: Mapping[str, Any] | None = None) -> Match:
    """A first round in which the best totals are equal; the first there is from a seed on. Clause: tie.draw-one"""
    for n in range(TRIES):
        match = first_round(players, seed * TRIES + n, rulings, pack)
        if any(isinstance(move, Rebuild) for move in match.moves):
            return match
    raise ValueError(f"players is {players}: none of {TRIES} rounds was tied; allowed: another number of players")


def era_round(players: int, seed: int, rulings: Rulings, pack: Mapping[str, Any] | None = None) -> Match:
    """The round at whose end the first era ends. Clause: mutate.era-change, mutate.rest-by-new-card"""
    rng = Random(seed)
    start = deal(players, seed, rulings=rulings, pack=pack)
    while True:
        match = played(start, rng)
        after: Any = match.state
        if after.era != start.era or after.to_move is None:
            return match
        start = after


def wished(wish: Wish, rulings: Rulings, pack: Mapping[str, Any] | None = None) -> Match:
    """The round that is wished for; ValueError says why it cannot be played."""
    if wish.kind == "printed":
        return printed_round()
    make = {"round": first_round, "tie": tied_round, "era": era_round}[wish.kind]
    return make(wish.players, wish.seed, rulings, pack)


# ---------------------------------------------------------------- the room


class RoundFilm:
    """A round as a film, with the choice of the round and of the seat that looks on."""

    def __init__(self, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.wish = Wish()
        self.refused = ""
        self.match = printed_round()
        self.head = Board(css=OWN, label="Which round")
        self.head.on_pick(self.pick)
        self.film = StepPlayer(self.match, rulebook(KEY), scene, None)
        self.film.go(0, say=False)
        self.widget = group([columns([self.head]), self.film.widget])
        self.widget.add_class("rf-room")
        self.shared.listeners.append(self._ruled)
        self.shared.pack_listeners.append(self._packed)
        self._draw()

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "kind|tie", "players|4", "seat|1", "seat|all", "another|"."""
        kind, _, value = id.partition("|")
        wish = self.wish
        if kind == "kind" and value in KINDS:
            self._show(replace(wish, kind=value, seat=None))
        elif kind == "players" and int(value) in PLAYERS:
            self._show(replace(wish, players=int(value), seat=None))
        elif kind == "another":
            self._show(replace(wish, seed=wish.seed + 1))
        elif kind == "seat":
            self.wish = replace(wish, seat=None if value == "all" else int(value))
            self.film.show(self.match, self.wish.seat, self.film.at)
            self._draw()
            self.head.say = "All cards lie open." if value == "all" else f"What {scene.seat_name(int(value))} sees."

    def _ruled(self, rulings: Rulings) -> None:
        if self.wish.kind != "printed":
            self._show(self.wish)

    def _packed(self) -> None:
        self._ruled(self.shared.rulings)

    def _show(self, wish: Wish) -> None:
        """Show another round; one that cannot be played says why, and the old one stays."""
        try:
            match = wished(wish, self.shared.rulings, self.shared.pack)
        except ValueError as error:
            self.refused = f"This round cannot be played: {error}."
        else:
            self.wish, self.match, self.refused = wish, match, ""
            self.film.show(match, wish.seat, 0)
        self._draw()
        self.head.say = self.refused or f"{KINDS[wish.kind]}: {len(self.match.moves)} steps."

    def _draw(self) -> None:
        wish = self.wish
        state: Any = self.match.state
        kinds = [(f"kind|{key}", word, key == wish.kind) for key, word in KINDS.items()]
        players = [(f"players|{n}", str(n), n == wish.players) for n in PLAYERS]
        eyes = [("seat|all", "all open", wish.seat is None)]
        eyes += [(f"seat|{seat}", scene.seat_name(seat), seat == wish.seat) for seat in scene.seats(state)]
        rows = _seg("Round", kinds)
        if wish.kind != "printed":
            rows += _seg("Players", players)
        rows += _seg("Seen by", eyes)
        again = (
            '<button type="button" class="tk-btn" data-id="another|">Another one</button>'
            if wish.kind != "printed"
            else ""
        )
        link = Match(self.match.root.state).permalink()
        play = f'<a class="tk-btn" href="#play:{link}">Play this round yourself</a>'
        told = f'<p class="tk-notice">{escape(self.refused)}</p>' if self.refused else ""
        note = ""
        if wish.kind == "printed":
            note = '<p class="tk-small">A is Andrey, B is Sveta. Totals, values and what they do are printed; colours and ends are chosen so that they come out.</p>'
        self.head.html = (
            '<div class="tk-head"><div><h1 class="tk-title">A round, step by step</h1><p class="tk-small">Declaration, Growth, '
            "Reproduction, Mutation: what each move does, by which rule, and what each player sees of it.</p></div></div>"
            f'{told}<div class="tk-panel rf-wish">{rows}<div class="tk-do">{again}{play}</div>{note}</div>'
        )


def _seg(title: str, buttons: list[tuple[str, str, bool]]) -> str:
    row = "".join(
        f'<button type="button" data-id="{id}" aria-pressed="{str(on).lower()}">{escape(text)}</button>'
        for id, text, on in buttons
    )
    return (
        f'<div class="rf-set"><span class="tk-small">{title}</span><span class="tk-seg" role="group" aria-label="{title}" '
        f'data-arrows="{title}">{row}</span></div>'
    )


__all__ = ["RoundFilm", "Wish", "era_round", "first_round", "printed_round", "tied_round"]
