"""Who may cast which card now, what must be named, and what may answer an attack or a card?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any, Final

from ..core import Reason, Seat
from .board import TRIAS, Ground
from .cast_cards import ANY_TIME, ATTACK_STEPS, WINDOWS, CastCard, among
from .desk import Desk, Spell
from .moves import AnyMove, Cast, Shield, TakeMod, cast, unit_said
from .spec_cards import SHIELDS, all_lines
from .units import INKAS, MODS, NOBODY, UNITS, in_order, kind_of, number, seat_of, unit_names, unit_numbers

DICE: Final = ("attack", "defence")
WAYS: Final = ("boost", "drain")
COMBAT: Final = ("attack-declared", "attack-rolled")
OPEN_TO_ALL: Final = tuple(window for window in WINDOWS if window != "picked-up")


# ---------------------------------------------------------------- when and by whom


def fits(desk: Desk, card: CastCard, seat: Seat, window: str) -> bool:
    """Whether a card may be cast in a window by a player. Clause: card.text-rules, variant-c.anytime-cards,
    faq.declares-an-attack, faq.neglect-not-mid-effect"""
    way = ""
    if "C" in desk.setup.variants and ANY_TIME in card.groups:
        way = desk.reads["variant-c.any-time"]
    if way == "any-player-any-combat-step":
        if not card.on_attack:
            return window in OPEN_TO_ALL
        return (
            window in COMBAT
            and desk.fight is not None
            and all(window in ATTACK_STEPS.get(step["do"], COMBAT) for step in card.steps)
        )
    if window not in card.windows:
        return False
    who = card.who
    if who == "active":
        return seat == desk.active or way == "only-turn-restriction-falls"
    if who in ("attacker", "defender", "attacker-or-defender"):
        if desk.fight is None or window not in COMBAT:
            return False
        attacker, defender = desk.sides()
        return (seat == attacker and "attacker" in who) or (seat == defender and "defender" in who)
    if who == "anyone-but-its-caster":
        return bool(desk.open) and seat != desk.open[-1].caster
    return who == "anyone"


def why_not_answered(desk: Desk, card: CastCard) -> str:
    """ "" if the card that lies open can be answered by this one, else why not. Clause: card.text-rules, faq.crisis-at-once"""
    if not card.is_response or not desk.open:
        return ""
    shown = desk.setup.cards[desk.open[-1].card]
    if shown.is_response and desk.reads["cast.response-chain"] == "no":
        return "A card that answers a card cannot itself be answered."
    if shown.is_response and any(step["do"] == "take-card" for step in (*card.steps, *shown.steps)):
        return "A card that answers a card cannot be recycled."
    return ""


def shows_rune(card: CastCard, ground: Ground, places: int) -> bool:
    """Whether a unit of the own clan stands on the rune of a card, if it has one. `places`: of the clan, as bits.

    Clause: cast.rune-needed, faq.controlled-not-your-clan
    """
    return card.rune == "none" or bool(ground.rune_bits[card.rune] & places)


# ---------------------------------------------------------------- what is named


def choice_options(desk: Desk, seat: Seat, choice: Mapping[str, Any]) -> list[str]:
    """What may be named for a choice of a card. Clause: card.text-rules"""
    kind = choice["kind"]
    if kind == "plane":
        return [str(plane) for plane in range(len(desk.turns))]
    if kind == "die":
        return list(DICE)
    if kind == "side":
        return list(WAYS)
    if kind == "player":
        return [clan for who, clan in enumerate(desk.clans) if choice.get("who", "other") != "other" or who != seat]
    return [desk.name(unit) for unit in chosen_by(desk, choice, seat, None)]


def choice_sets(desk: Desk, seat: Seat, card: CastCard, window: str) -> list[tuple[tuple[str, str], ...]]:
    """Every way to name what a card asks for; none if something cannot be named. Clause: card.text-rules"""
    rows = [[(choice["name"], value) for value in choice_options(desk, seat, choice)] for choice in card.choices]
    if desk.fight is None and len(rows) < 2 and not any(choice["kind"] == "side" for choice in card.choices):
        return [(pair,) for pair in rows[0]] if rows else [()]
    if needs_unit(desk, seat, card, window):
        assert desk.fight is not None
        rows.append([("on", desk.name(unit)) for unit in (desk.fight.attacker, desk.fight.defender)])
    sets = [tuple(chosen) for chosen in product(*rows)]
    if any(choice["kind"] == "side" for choice in card.choices):
        # a Boost names nobody, a Drain names a player
        sets = [chosen if ("side", "drain") in chosen else (("side", "boost"),) for chosen in sets]
    return list(dict.fromkeys(sets))


def needs_unit(desk: Desk, seat: Seat, card: CastCard, window: str) -> bool:
    """Whether a player who takes no part in the attack has to name the unit. Clause: variant-c.anytime-cards"""
    if window not in COMBAT or desk.fight is None or seat in desk.sides():
        return False
    return any(step["do"] in ("strength", "ignore-bonus") for step in card.steps)


def chosen_by(desk: Desk, select: Mapping[str, Any], caster: Seat, spell: Spell | None) -> list[int]:
    """The units a card means, owners in turn order from the caster, each by rising place. Clause: card.text-rules"""
    clan, kinds, mode = select.get("clan", "any"), select.get("unit", ()), select.get("mode", "")
    where = select.get("where", "anywhere")
    named = dict(spell.choices) if spell else {}
    if where == "chosen-unit":
        unit = unit_numbers(desk.clans)[named["unit"]]
        return [unit] if desk.units[unit].at >= 0 else []
    seats = (caster,) if clan == "own" else desk.turn_order(caster)[clan == "other" :]
    units = desk.units
    found: list[int] = []
    for seat in seats:
        start = seat * UNITS
        there = sorted(
            [(what[0], unit) for unit, what in enumerate(units[start : start + UNITS], start) if what[0] >= 0]
        )
        found += [unit for _, unit in there if not kinds or kind_of(unit, units[unit]) in kinds]
    if mode:
        ready = mode == "ready"
        found = [unit for unit in found if kind_of(unit, units[unit]) == "inka" and units[unit].ready == ready]
    if where == "anywhere":
        return found
    meant = set(_places_of(desk, where, named, spell))
    return [unit for unit in found if units[unit].at in meant]


def _places_of(desk: Desk, where: str, named: Mapping[str, str], spell: Spell | None) -> Iterable[int]:
    """The places a card means. Clause: card.text-rules, board.runic-trias"""
    ground = desk.ground
    places = range(ground.places)
    if where == "chosen-plane":
        start = int(named["plane"]) * TRIAS
        return places[start : start + TRIAS]
    if where == "adjacent-to-chosen-tria":
        return ground.reach[spell.place] if spell is not None and spell.place >= 0 else ()
    if where == "runic":
        return [place for place in places if ground.runes[place] != "none"]
    return [place for place in places if ground.types[place] == where.removeprefix("type:")]


# ---------------------------------------------------------------- what is legal, and why not


def cast_options(desk: Desk, seat: Seat, window: str, places: int | None = None) -> list[AnyMove]:
    """Every way to cast a card of the own hand in a window. `places`: of the own units, as bits, if they are known."""
    setup = desk.setup
    keys = among(setup.castable[window], desk.hands[seat])
    if not keys or _elderless(desk, seat):
        return []
    found: list[AnyMove] = []
    ground, places = desk.ground, desk.places(seat) if places is None else places
    for key in keys:
        card = setup.cards[key]
        if shows_rune(card, ground, places) and fits(desk, card, seat, window):
            if card.is_response and (why_not_answered(desk, card) or _not_recyclable(desk, card)):
                continue
            found += _castings(desk, seat, card, window)
    return found


def _castings(desk: Desk, seat: Seat, card: CastCard, window: str) -> tuple[Cast, ...]:
    """Every way to cast a card; what names no unit is worked out once. Clause: card.text-rules"""
    if card.names_units or (desk.fight is not None and needs_unit(desk, seat, card, window)):
        return tuple([cast(card.key, choices) for choices in choice_sets(desk, seat, card, window)])
    ways = desk.setup.ways
    key = (card.key, seat, desk.clans)
    found: tuple[Cast, ...] | None = ways.get(key)
    if found is None:
        found = ways[key] = tuple([cast(card.key, choices) for choices in choice_sets(desk, seat, card, window)])
    return found


def _elderless(desk: Desk, seat: Seat) -> bool:
    return desk.reads["elderless.cast"] == "forced-only" and not desk.has_elder(seat)


def _not_recyclable(desk: Desk, card: CastCard) -> bool:
    if not desk.open or not any(step["do"] == "take-card" for step in card.steps):
        return False
    shown = desk.setup.cards[desk.open[-1].card]
    return shown.who == "forced" and desk.reads["recycle.crisis"] == "not-recyclable"


def why_not_cast(desk: Desk, seat: Seat, move: Cast, window: str) -> tuple[Reason, ...]:
    """Every condition the casting of a card fails, in the order in which they are looked at. Clause: card.text-rules"""
    return tuple(_conditions(desk, seat, move, window))


def _conditions(desk: Desk, seat: Seat, move: Cast, window: str) -> Iterator[Reason]:
    if desk.ended:
        yield Reason("win.last-elder", "The game is over.", "Start a new game.")
    if desk.setup.mode == "first" and desk.reads["first-game.scope"] == "no-orbs-no-cards":
        yield Reason("setup.red-text", "This first game is played without Cast Cards.", "Play without them.")
    card = desk.setup.cards.get(move.card)
    if card is None:
        yield Reason("card.text-rules", f"There is no Cast Card {move.card!r} in this game.", "Play without it.")
        return
    if move.card not in desk.hands[seat]:
        held = ", ".join(desk.setup.cards[key].name for key in desk.hands[seat] if key in desk.setup.cards) or "no card"
        yield Reason("card.text-rules", f"{desk.who(seat)} does not hold {card.name}.", f"In hand: {held}.")
    if _elderless(desk, seat):
        yield Reason(
            "elderless.play-on", "Without an Elder only forced cards are cast.", "Bring your Elder back first."
        )
    if not fits(desk, card, seat, window):
        yield Reason("card.text-rules", f"{card.name} cannot be cast here by {desk.who(seat)}.", card.text)
    elif why := why_not_answered(desk, card):
        yield Reason("card.text-rules", why, "Pass.")
    if not shows_rune(card, desk.ground, desk.places(seat)):
        text = f"{card.name} shows the {card.rune} rune: no unit of {desk.who(seat)}’s clan stands on one."
        yield Reason("cast.rune-needed", text, f"Bring a unit of your own clan onto a tria with the {card.rune} rune.")
    if fits(desk, card, seat, window) and tuple(move.choices) not in choice_sets(desk, seat, card, window):
        yield Reason("card.text-rules", _choices_said(desk, seat, card, move, window), card.text)
    if _not_recyclable(desk, card):
        yield Reason("faq.crisis-at-once", "This card must be cast at once; it cannot be recycled.", "Pass.")


def _choices_said(desk: Desk, seat: Seat, card: CastCard, move: Cast, window: str) -> str:
    sets = choice_sets(desk, seat, card, window)
    if not sets:
        return f"There is nothing on the board that {card.name} could name."
    if sets == [()]:
        return f"{card.name} asks for nothing to be named; given is {dict(move.choices)}."
    names = ", ".join(name for name, _ in sets[0])
    return f"{card.name} asks for {names}; given is {dict(move.choices) or 'nothing'}."


NEGLECT_LATE: Final = Reason(
    "faq.neglect-not-mid-effect",
    "The effect of the card has begun: it cannot be neglected any more.",
    "Cast Neglect Spell when the card is shown.",
)
"""Why a card cannot be neglected once it works."""


# ---------------------------------------------------------------- Shields


def guardians(desk: Desk, seat: Seat) -> list[int]:
    """A player's Idols that are Guardians now."""
    return [unit for unit in desk.idols_of(seat) if desk.shape(desk.units[unit]) == "guardian"]


def shield_line(desk: Desk, unit: int) -> str:
    """The line that could protect a unit. Clause: guardian.shield-idol, guardian.shield-inka, guardian.shield-elder"""
    return str(SHIELDS[kind_of(unit, desk.units[unit])])


def receivers(desk: Desk, seat: Seat, victim: int, line: str, barred: Iterable[int]) -> list[int]:
    """The own Inkas that could receive what is meant for `victim`. Clause: guardian.own-clan-only, faq.shield-any-turn"""
    found = set()
    for idol in guardians(desk, seat):
        if not desk.has_line(idol, line) or (idol == victim and desk.reads["shield.self"] == "no"):
            continue
        reach = desk.ground.reach[desk.units[idol].at]
        for unit in desk.own(seat)[:INKAS]:
            if desk.units[unit].at in reach and not desk.units[unit].orb and unit not in barred:
                found.add(unit)
    return sorted(found)


def shield_barred(desk: Desk) -> set[int]:
    """Who cannot receive the attack that is being carried out: target, attacker, and who has received it before."""
    fight = desk.fight
    assert fight is not None
    return {fight.attacker, fight.defender, fight.target, *fight.passed}


def shield_options(desk: Desk) -> list[AnyMove]:
    """How the attack that is being carried out can be passed on now. Clause: guardian.shield-idol"""
    fight = desk.fight
    if fight is None or fight.result or fight.reversed_by != NOBODY or not guardians(desk, seat_of(fight.defender)):
        return []
    if fight.passed and desk.reads["shield.once"] == "once":
        return []
    seat, line = seat_of(fight.defender), shield_line(desk, fight.defender)
    if line == SHIELDS["elder"] and desk.reads["shield.elder-text"] == "unusable":
        return []
    names = unit_names(desk.clans)
    return [Shield(line, names[unit]) for unit in receivers(desk, seat, fight.defender, line, shield_barred(desk))]


def why_not_shield(
    desk: Desk, seat: Seat, move: Shield, victim: int, barred: Iterable[int], moment: str = "before-cards"
) -> tuple[Reason, ...]:
    """Every condition a Shield fails, in the order in which they are looked at. `victim`: whom it is to protect;
    `moment`: before-cards, after-cards, after-dice, or card. Clause: guardian.shield-idol"""
    return tuple(_shield_conditions(desk, seat, move, victim, set(barred), moment))


def _shield_conditions(
    desk: Desk, seat: Seat, move: Shield, victim: int, barred: set[int], moment: str
) -> Iterator[Reason]:
    line = all_lines().get(move.line)
    if line is None or line.kind != "shield":
        raise ValueError(f"line is {move.line!r}; allowed: {', '.join(SHIELDS.values())}")
    numbers = unit_numbers(desk.clans)
    if move.to not in numbers:
        raise ValueError(f"There is no unit {move.to!r}. There are: {', '.join(numbers)}")
    idols = guardians(desk, seat)
    if not idols:
        yield Reason("spec.lists-actions", f"{desk.who(seat)} has no Guardian.", "Make an Idol with its Orb.")
        return
    able = [idol for idol in idols if desk.has_line(idol, move.line)]
    if not able:
        text = f"{line.name} needs {line.mods} Mod{'' if line.mods == 1 else 's'} on the Guardian."
        yield Reason("spec.mods-needed", text, "Earn Mods by successful attacks.")
    to = numbers[move.to]
    if seat_of(to) != seat or kind_of(to, desk.units[to]) != "inka":
        text = f"{unit_said(move.to)} is no Inka of the Guardian’s clan."
        yield Reason("guardian.own-clan-only", text, "Name an Inka of your own clan.")
    if moment == "card" and desk.reads["shield.card-attacks"] == "combat-only":
        yield Reason("glossary.combat", "A card is no combat: no Shield helps.", "Let the unit defend.")
    if why := _other_shield_reason(desk, seat, move, victim, barred, moment, able, to):
        chained = moment != "card" and desk.fight is not None and bool(desk.fight.passed)
        yield Reason(SHIELDS["inka"] if chained else move.line, why, line.text)


def _other_shield_reason(
    desk: Desk, seat: Seat, move: Shield, victim: int, barred: set[int], moment: str, able: list[int], to: int
) -> str:
    fight = desk.fight
    if seat_of(victim) != seat or move.line != shield_line(desk, victim):
        return f"This line does not protect {desk.said(victim)}."
    if move.line == SHIELDS["elder"] and desk.reads["shield.elder-text"] == "unusable":
        return "Nothing is printed about what Shield Elder does."
    if moment != "card":
        if fight is not None and fight.reversed_by != NOBODY:
            return "An attack that was turned round cannot be shielded."
        if fight is not None and fight.passed and desk.reads["shield.once"] == "once":
            return "Each attack is passed on at most once."
        timing = desk.reads["shield.timing"]
        if timing not in (moment, "after-dice"):
            return f"A Shield is used {timing.replace('-', ' ')}."
    if to in barred:
        return f"{unit_said(move.to)} cannot receive what is meant for {desk.said(victim)}."
    if able and to not in receivers(desk, seat, victim, move.line, barred):
        return f"{unit_said(move.to)} does not stand next to a Guardian that may protect {desk.said(victim)}."
    return ""


# ---------------------------------------------------------------- Mods


def mod_options(desk: Desk, seat: Seat) -> list[AnyMove]:
    """Where an earned Mod may go; none if no own Idol has room. Clause: combat.mod-at-once, combat.mod-limit, box.mods"""
    room = [unit for unit in desk.idols_of(seat) if len(desk.units[unit].mods) < number("mods_per_idol")]
    return [TakeMod(mod, desk.name(unit)) for unit in room for mod in MODS if desk.mods_left(mod)]


def why_not_mod(desk: Desk, seat: Seat, move: TakeMod) -> tuple[Reason, ...]:
    """Why a Mod cannot be placed so. Clause: combat.earn-mod, combat.mod-limit, mod.only-on-idols, box.mods"""
    numbers = unit_numbers(desk.clans)
    if move.unit not in numbers or move.mod not in MODS:
        raise ValueError(f"{move!r}: a Mod is A or D, and a unit one of {', '.join(numbers)}")
    unit = numbers[move.unit]
    if not desk.units[unit].orb:
        text = f"{unit_said(move.unit)} is no Idol."
        return (Reason("mod.only-on-idols", text, "Place it on an own Idol."),)
    if seat_of(unit) != seat:
        text = f"{unit_said(move.unit)} is not of {desk.who(seat)}’s clan."
        return (Reason("combat.mod-at-once", text, "Place it on an own Idol."),)
    if len(desk.units[unit].mods) >= number("mods_per_idol"):
        text = f"{unit_said(move.unit)} carries {number('mods_per_idol')} Mods already."
        return (Reason("combat.mod-limit", text, "Place it on an Idol that has room."),)
    if not desk.mods_left(move.mod):
        return (Reason("box.mods", f"No {move.mod}-mod is left.", "Take the other colour."),)
    return ()


NO_IDOL: Final = Reason("combat.earn-mod", "Without an own Idol no Mod is earned.", "Make an Idol first.")
"""Why a Mod is claimed in vain."""
MOD_DUE: Final = Reason(
    "combat.mod-at-once",
    "An earned Mod must be placed at once.",
    "Name its colour and one of your Idols that has room.",
)
"""Why an attack cannot be left without placing its Mod."""


def window_order(
    order: tuple[Seat, ...], start: Seat, attacker: Seat = NOBODY, defender: Seat = NOBODY, reading: str = ""
) -> tuple[Seat, ...]:
    """In which order players may react. Clause: card.text-rules"""
    seats = in_order(order, start) if start in order else order
    if reading == "defender-first" and defender != NOBODY:
        first = tuple(dict.fromkeys((defender, attacker)))
        return (*first, *(seat for seat in seats if seat not in first))
    return seats


def fallen_places(desk: Desk, seat: Seat, where: str) -> list[int]:
    """Where a card lets a player put a Fallen Inka. Clause: card.text-rules"""
    taken = desk.occupied()
    if where == "vacant-orth":
        places: Iterable[int] = desk.ground.orths
    elif where == "vacant-adjacent-to-own-elder":
        places = desk.ground.reach[desk.elder_of(seat).at] if desk.has_elder(seat) else ()
    else:
        places = range(len(desk.turns) * TRIAS)
    return [place for place in places if place not in taken]
