"""What happens when something is touched in the Kindred lab?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from typing import Any, Final

from ....core import Reason, Rulings, rulebook
from ....ui import Board, Log, RulingsPanel, columns
from ....ui.shared import Shared
from ... import view
from ...cards import KEY, Card, Suit, letter
from ...moves import Charge, Inspire, Intercept, Move
from .aims import NOTHING, Choice, at_end
from .editor import editor_html, goes
from .film import Chain, Frame
from .panels import ask_html, film_html, fire_words, graph_html, head_html, headline, reel_html, tried
from .printed import SHOWN, load, printed_moves
from .readings import CHAIN_RULINGS, changing
from .sight import Editing, Sight
from .situation import MOST_AREAS, Situation
from .table import plate_html
from .telling import effect_words, question
from .tryouts import find_tryout, why_not_link
from .words import SHORT, called, campaign_of, name, short, suit_of

OWN: Final = files(__package__).joinpath("kindred.css").read_text(encoding="utf-8")
FIRST: Final = "charge-erica"
KEPT: Final = 40
ALWAYS: Final = ("kindred-mandatory", "card-position")
"""The readings that are shown when none changes the chain."""
LIMIT: Final = "strategise-example"


class KindredLab:
    """The boards of the Kindred lab and what happens when they are touched: each touch makes another `sight`."""

    def __init__(self, shared: Shared | None = None) -> None:
        self.shared = shared or Shared(KEY)
        self.kept: dict[Situation, Chain] = {}
        book, now = rulebook(KEY), load(FIRST, self.shared.rulings, self.shared.packed)
        chain = self._chain(now)
        self.sight = Sight(now, chain, chain.leaf, at=SHOWN[FIRST].at)
        self.head = Board(css=view.css + OWN, drawings=view.sprite())
        self.plate = Board(css_class="tk-plate", label="The table")
        self.below = Board(css_class="tk-panel", label="The film")
        self.ask = Board(css_class="tk-panel", label="What is asked")
        self.log = Log(book, tail=True)
        self.log.add_class("kl-log")
        self.reel = Board()
        self.reel.add_class("kl-reel")
        self.graph = Board()
        self.graph.add_class("kl-chain")
        self.panel = RulingsPanel(book, now.rulings, only=ALWAYS, title="Readings this chain rests on")
        self._told: tuple[object, ...] = ()
        self._read: tuple[object, ...] = ()
        self.boards = (self.head, self.plate, self.below, self.ask, self.graph)
        for board in self.boards:
            board.on_pick(self.pick)
        self.panel.on_change(self._ruled)
        self.shared.listeners.append(self._under)
        self.shared.pack_listeners.append(self._repacked)
        self.widget = columns(
            [self.plate, self.below], [self.ask, self.log, self.graph, self.panel], [self.head, self.reel]
        )
        self.widget.add_class("kl")
        self.ask.add_class("kl-ask")
        self.plate.add_class("kl-plate")
        self.below.add_class("kl-below")
        self._draw("")

    def _chain(self, now: Situation) -> Chain:
        """The film of a situation: the one there was, or a new one with the printed moves."""
        if now not in self.kept:
            chain = Chain(now.table, now.seed)
            if now.example:
                chain.play_all(printed_moves(now.example, chain.table(chain.root)))
            if len(self.kept) > KEPT:
                self.kept.pop(next(iter(self.kept)))
            self.kept[now] = chain
        return self.kept[now]

    # -------------------------------------------------------------------------------------------- what is touched

    def pick(self, id: str) -> None:
        """Answer to what was pointed at: "example|charge-erica", "card|padma-field|1|M7a", "do", "frame|3" ..."""
        kind, _, value = id.partition("|")
        if kind in ("clause", "close"):
            self._open("" if kind == "close" else value)
            return

        def touched() -> str:
            self._see(refused=None, open="")
            said: str = getattr(self, f"_on_{kind}", self._on_nothing)(value)
            return said

        self._try(touched)

    def _open(self, clause: str) -> None:
        """Open a clause under its chip, or close it again."""
        if not clause:
            (self.ask if self.sight.mode == "watch" else self.below).focus = f"clause|{self.sight.open}"
        self._see(open="" if clause == self.sight.open else clause)
        self._draw("")

    def _try(self, act: Callable[[], str]) -> None:
        """Act and draw; what fails leaves everything as it was."""
        before = self.sight
        try:
            self._draw(act())
        except Exception:
            self.sight = before
            before.chain.leaf = before.leaf
            self._draw("")
            raise

    def _see(self, **changes: Any) -> None:
        self.sight = replace(self.sight, **changes)

    def _on_nothing(self, value: str) -> str:
        return ""

    # ----- the film

    def _go(self, at: int) -> str:
        self._see(at=max(0, min(at, len(self.sight.frames) - 1)), choice=NOTHING)
        sight, frame = self.sight, self.sight.frame
        if frame is None:
            return ""
        head, detail = headline(sight.chain, frame)
        title = "" if head.startswith(frame.title) else f"{frame.title}. "
        return f"Step {sight.at + 1} of {len(sight.frames)}. {title}{head} {detail}".strip()

    def _go_to(self, node: object) -> str:
        return self._go(next(n for n, frame in enumerate(self.sight.frames) if frame.node is node))

    def _on_frame(self, value: str) -> str:
        return self._go(int(value))

    def _on_node(self, value: str) -> str:
        return self._go_to(self.sight.chain.line[int(value)])

    def _on_first(self, _value: str) -> str:
        return self._go(0)

    def _on_back(self, _value: str) -> str:
        return self._go(self.sight.at - 1)

    def _on_last(self, _value: str) -> str:
        return self._go(len(self.sight.frames) - 1)

    def _on_on(self, _value: str) -> str:
        frame = self.sight.frame
        return self._on_do("") if frame is not None and frame.kind == "choose" else self._go(self.sight.at + 1)

    # ----- a decision

    def _on_do(self, _value: str) -> str:
        frame, move = self.sight.frame, self.sight.ready
        if frame is None:
            return ""
        if frame.kind != "choose":
            return self._go(0 if frame.kind == "end" else self.sight.at + 1)
        if move is not None:
            return self._played(frame, move)
        if self.sight.after is not None:
            return self._go(self.sight.at + 1)
        now = question(self.sight.table)
        return self._refuse(Reason(now.clause, now.head, now.help))

    def _on_plain(self, value: str) -> str:
        frame, plain = self.sight.watched, self.sight.aims.plain
        return self._played(frame, plain[int(value)]) if frame is not None and int(value) < len(plain) else ""

    def _on_tried(self, value: str) -> str:
        frame = self.sight.watched
        if frame is None or int(value) >= len(frame.node.children):
            return ""
        return self._played(frame, tried(frame)[int(value)].move)

    def _played(self, frame: Frame, move: Move) -> str:
        chain, before = self.sight.chain, len(frame.node.children)
        node = chain.play(frame.node, move)
        self._see(leaf=chain.leaf, firing=False)
        said = self._go_to(node)
        return ("A branch. " if len(frame.node.children) > max(1, before) else "") + said

    def _on_hand(self, value: str) -> str:
        code = value.partition("|")[0]
        return self._point(self.sight.pointed._replace(source=f"hand|{code}", variant=-1), name(Card(code + "a")))

    def _on_pile(self, value: str) -> str:
        return self._point(Choice(f"pile|{value}"), name(Card(value)))

    def _on_card(self, value: str) -> str:
        if f"card|{value}" not in self.sight.aims.sources:
            return self._why_not_card(value)
        _, seat, id = value.split("|")
        return self._point(Choice(f"card|{value}"), f"{letter(int(seat))}’s {name(Card(id))} is chosen")

    def _on_to(self, value: str) -> str:
        sight, pointed = self.sight, self.sight.pointed
        area, seat = value.split("|")
        if sight.firing and not pointed.source:
            codes = {fire.card.code for fire in sight.shown_fires if fire.area == area}
            if len(codes) == 1:
                pointed = Choice(f"hand|{codes.pop()}")
        if value not in sight.aims.targets(pointed):
            if sight.table.ask is not None and sight.table.ask.what == "play" and not pointed.source:
                return self._refuse(
                    Reason("contest.play", "You have not chosen a card yet.", "Choose one of your hand.")
                )
            return self._why_not_to(area, int(seat))
        return self._point(pointed._replace(to=value, variant=-1), f"{campaign_of(int(seat), area)} is chosen")

    def _on_way(self, value: str) -> str:
        return self._point(self.sight.pointed._replace(variant=int(value)), "")

    def _point(self, choice: Choice, said: str) -> str:
        self._see(choice=self.sight.aims.settle(choice)[0])
        move = self.sight.ready
        words = effect_words(self.sight.table, move) if move is not None else ""
        return " ".join(filter(None, (f"{said}." if said else "", words)))

    # ----- what is not allowed

    def _refuse(self, reason: Reason) -> str:
        refused = replace(reason, text=short(reason.text), fix=short(reason.fix))
        self._see(refused=refused)
        return f"{refused.text} {refused.fix}"

    def _why_not_card(self, value: str) -> str:
        table = self.sight.table
        area, seat, id = value.split("|")
        trigger, owner = table.ask.trigger if table.ask is not None else None, int(seat)
        if trigger is None:
            return ""
        card, effect = Card(id.strip("()")), trigger.suit.effect
        move: Move = Charge(card, owner, area)
        if effect == "INSPIRE":
            move = Inspire(card, owner, area, next(other for other in self.sight.now.seats if other != owner))
        elif effect == "INTERCEPT":
            elsewhere = [one.key for one in table.areas if one.key != area]
            if not elsewhere:
                return self._refuse(Reason("intercept.effect", "There is no other Area on the table.", "Lay one more."))
            move = Intercept(card, owner, area, elsewhere[0])
        what = "a card that lies face down" if id.startswith("(") else f"{letter(owner)}’s {name(card)}"
        verb = "discard" if effect == "CHARGE" else "move"
        reasons = table.why_not(at_end(table, move))
        clause, why = (reasons[0].clause, reasons[0].text) if reasons else (question(table).clause, "It is safe.")
        if clause.endswith(".limits"):
            why = f"{effect} takes Folk only."
        elif why.startswith("It"):
            why = f"i{why[1:]}"
        return self._refuse(Reason(clause, f"You can’t {verb} {what}: {why}", "Choose a lit card."))

    def _why_not_to(self, area: str, seat: int) -> str:
        table, where = self.sight.table, campaign_of(seat, area)
        trigger = table.ask.trigger if table.ask is not None else None
        empty = not table.area(area).campaigns[seat].cards
        if trigger is None:
            why = f"A card cannot go into {where} now."
        elif empty and table.setup.reads["empty-campaign"] != "always-there":
            lacks = (
                f"{letter(seat)} has no card in {self.sight.chain.table(self.sight.chain.root).area(area).card.name}"
            )
            why = f"{lacks}, so there is no campaign to choose (reading needs-a-card)."
        else:
            why = f"{trigger.suit.effect} cannot put a card into {where} now."
        return self._refuse(Reason(question(table).clause, why, "Choose a lit campaign."))

    # ----- what is shown

    def lay(self, now: Situation) -> None:
        """Another table, to be played at; ValueError says what cannot be, and leaves everything as it was."""
        self._try(lambda: self._laid(now))

    def _laid(self, now: Situation) -> str:
        self._become(now)
        self._see(mode="watch", firing=False, edit=Editing(), refused=None, open="")
        return self._go(0)

    def open_link(self, link: str) -> None:
        """Try the text that a link names, 'area-KEY' or 'landmark-KEY'; any other link is refused and changes nothing."""
        self._try(lambda: self._opened(link))

    def _opened(self, link: str) -> str:
        now = self.sight.now
        tryout = find_tryout(link, now.pack)
        self._see(refused=None, open="")
        if tryout is None:
            return self._refuse(why_not_link(link))
        asked = self._laid(load(link, now.rulings, now.pack))
        return f"Try {tryout.text.name}. {tryout.text.text} {tryout.told} {asked}"

    def _on_example(self, value: str) -> str:
        if not value:
            self._become(replace(self.sight.now, example=""))
            self._see(mode="set", firing=False)
            self._go(0)
            return "Your own table. Change what lies there."
        shown = SHOWN[value]
        self._become(load(value, self.sight.now.rulings, self.sight.now.pack))
        chain = self.sight.chain
        chain.play_all(printed_moves(value, chain.table(chain.root)))
        self._see(leaf=chain.leaf, mode="watch", firing=shown.firing, edit=Editing())
        return f"{shown.told} {self._go(shown.at)}"

    def _on_mode(self, value: str) -> str:
        self._see(mode=value, choice=NOTHING)
        return "Set up the table: choose a place, then a card." if value == "set" else self._go(0)

    def _on_fire(self, _value: str) -> str:
        self._see(firing=not self.sight.firing)
        if not self.sight.firing:
            return "Off."
        if self.sight.mode == "watch":
            self._go(0)
        return " ".join(map(fire_words, self.sight.fires)) or "No card of this hand would trigger anything."

    def _on_graph(self, _value: str) -> str:
        self._see(drawn=not self.sight.drawn)
        return "The chain is drawn from cause to effect." if self.sight.drawn else ""

    # ----- setting up

    def _become(self, now: Situation) -> None:
        """Another situation; ValueError leaves everything as it was."""
        chain, old = self._chain(now), self.sight
        self._see(
            now=now,
            chain=chain,
            leaf=chain.leaf,
            at=0,
            choice=NOTHING,
            edit=old.edit.within(now),
            past=(*old.past[-49:], old.now),
        )

    def _edit(self, **changes: Any) -> None:
        self._see(mode="set", edit=self.sight.edit._replace(**changes))

    def _on_tab(self, value: str) -> str:
        self._edit(tab=value, picked=-1)
        return ""

    def _on_place(self, value: str) -> str:
        if not self.sight.now.has(value):
            return ""
        self._edit(tab="cards", place=value, picked=-1, near=value)
        return f"{goes(self.sight, value)}."

    def _on_at(self, value: str) -> str:
        place, _, index = value.rpartition("|")
        card = self.sight.now.cards(place)[int(index)]
        self._edit(tab="cards", place=place, picked=int(index), suit=suit_of(card), near=value)
        return f"{called(card)} is chosen. Take it away, or turn it."

    def _on_suit(self, value: str) -> str:
        self._edit(suit=Suit(value))
        return f"{SHORT[Suit(value)]}s."

    def _on_tray(self, value: str) -> str:
        now, place = self.sight.now, self.sight.edit.place
        if reason := now.why_not(value, place):
            return self._refuse(reason)
        self._become(now.add(place, value))
        self._edit(picked=-1)
        return f"{called(value)} lies {now.where(place)}."

    def _on_take(self, _value: str) -> str:
        now, edit = self.sight.now, self.sight.edit
        if edit.picked < 0:
            return ""
        card = now.cards(edit.place)[edit.picked]
        self._become(now.take(edit.place, edit.picked))
        self._edit(picked=-1)
        self.below.focus = f"tray|{card.strip('()')}"
        return f"{called(card)} is taken away."

    def _on_flip(self, _value: str) -> str:
        now, (_, place, picked, *_) = self.sight.now, self.sight.edit
        if picked < 0:
            return ""
        if not place.startswith("row"):
            fix = "Choose one on the table."
            return self._refuse(Reason("keyword.shroud-play", "Only cards in campaigns lie face down.", fix))
        if now.cards(place)[picked][0] == "[":
            fix = "Take it away, or leave it."
            return self._refuse(Reason("faq.placed-landmarks", "A placed Landmark always lies face up.", fix))
        self._become(now.flip(place, picked))
        self._edit(picked=picked)
        return called(self.sight.now.cards(place)[picked])

    def _on_undo(self, _value: str) -> str:
        past = self.sight.past
        if not past:
            return "There is nothing to take back."
        self._become(past[-1])
        self._see(past=past[:-1])
        return "Taken back."

    def _on_clear(self, _value: str) -> str:
        self._become(self.sight.now.cleared())
        self._edit(place="row|0|0", picked=-1, tab="cards")
        return "The table is empty."

    def _on_area(self, value: str) -> str:
        self._edit(tab="areas", plot=int(value))
        return f"{self.sight.now.area_name(int(value))}. Choose what lies there."

    def _on_text(self, value: str) -> str:
        now, plot = self.sight.now, self.sight.edit.plot
        if reason := now.why_not_text(plot, value):
            return self._refuse(reason)
        self._become(now.with_plot(plot, text=value))
        return f"{self.sight.now.area_name(plot)}. {self.sight.now.texts.areas[value].text if value else 'It has no text.'}"

    def _on_grow(self, _value: str) -> str:
        now = self.sight.now
        if len(now.plots) >= MOST_AREAS:
            text = "Four Areas lie on the table, the most a round has."
            return self._refuse(Reason("setupn.deal-areas", text, "Change one of them."))
        self._become(now.grown())
        self._edit(tab="areas", plot=len(now.plots))
        return f"{self.sight.now.area_name(len(now.plots))} lies on the table. Choose its text."

    def _on_shrink(self, _value: str) -> str:
        now, plot = self.sight.now, self.sight.edit.plot
        if len(now.plots) == 1:
            fix = "Change its text, or add another first."
            return self._refuse(Reason("contest.play", "One Area has to stay.", fix))
        self._become(now.shrunk(plot))
        return f"{now.area_name(plot)} is taken away."

    def _on_seat(self, value: str) -> str:
        self._edit(seat=int(value))
        return f"{letter(int(value))}’s Landmarks."

    def _on_landmark(self, value: str) -> str:
        now, seat, text = self.sight.now, self.sight.edit.seat, self.sight.now.texts.landmarks[value]
        owned = value in now.landmarks[seat]
        self._become(now.own(seat, value, not owned))
        return f"{letter(seat)} {'gives back' if owned else 'has'} {text.name}. {'' if owned else text.text}"

    def _on_players(self, value: str) -> str:
        self._become(self.sight.now.seated(int(value)))
        return f"{value} players."

    def _on_token(self, value: str) -> str:
        self._become(self.sight.now.but(first=int(value)))
        return f"{letter(int(value))} is First Player."

    def _on_turn(self, value: str) -> str:
        self._become(self.sight.now.but(active=int(value), ask="play"))
        return f"It is {letter(int(value))}’s turn."

    def _on_seed(self, _value: str) -> str:
        self._become(self.sight.now.but(seed=self.sight.now.seed + 1))
        return "What is unknown of the deck lies in another order."

    # ----- readings

    def _ruled(self, rulings: Rulings) -> None:
        self._under(rulings)
        self.shared.set(rulings, self._under)

    def _under(self, rulings: Rulings) -> None:
        """The same table and the same moves under other readings."""
        self._renew(rulings=rulings)

    def _repacked(self) -> None:
        """The same table and the same moves with the texts of another card pack."""
        self._renew(pack=self.shared.packed)

    def _renew(self, **changes: Any) -> None:
        """Another situation with the moves that were played, as far as they are legal."""

        def renewed() -> str:
            now, old = replace(self.sight.now, **changes), self.sight
            chain = self._chain(now)
            chain.take_over(old.chain)
            at = min(old.at, max(0, len(chain.frames()) - 1))
            self._see(now=now, chain=chain, leaf=chain.leaf, choice=NOTHING, at=at)
            return ""

        self._try(renewed)

    # -------------------------------------------------------------------------------------------- drawing

    def _draw(self, said: str) -> None:
        sight = self.sight
        watches, frame, reel = sight.mode == "watch", sight.watched, f"kl-{self.reel.model_id}"
        pictures = (
            head_html(sight),
            plate_html(sight),
            film_html(sight, reel) if watches else editor_html(sight),
            ask_html(sight),
            graph_html(sight),
        )
        if watches:
            self.reel.html = reel_html(sight, reel)
        for board, picture in zip(self.boards, pictures, strict=True):
            board.html = picture
        self.below.label = "The film" if watches else "Set up the table"
        self.graph.css_class = "tk-panel" if self.graph.html else ""
        self._tell(frame)
        self._draw_readings()
        if said:
            self.ask.say = said

    def _tell(self, frame: Frame | None) -> None:
        told = self.sight.chain.events(frame) if frame is not None else (), self.sight.now.rulings
        if told != self._told:
            self._told = told
            self.log.show(told[0], None, told[1], say=False)

    def _draw_readings(self) -> None:
        sight = self.sight
        key = (sight.leaf, sight.now.rulings)
        if key == self._read:
            return
        self._read = key
        moves = [node.move for node in sight.chain.line[1:]]
        found = changing(sight.start, moves) if sight.start.ask is not None else {}
        yes = [id for id in CHAIN_RULINGS if found.get(id)]
        if sight.now.ask == "limit":
            yes = [LIMIT]
        lede = "No open ruling changes this chain."
        if yes:
            total, verb = len(rulebook(KEY).rulings), f"change{'s' * (len(yes) == 1)}"
            lede = f"{len(yes)} of the {total} open rulings {verb} this chain. Switch one and watch."
        effects = {
            id: ("Another reading changes this chain", True)
            if id in yes
            else ("Every reading gives the same here", False)
            for id in yes or ALWAYS
        }
        self.panel.show(rulings=sight.now.rulings, only=[*effects], effects=effects, lede=lede)
