"""How does an owner of the box bring a card pack to a page, and which cards are then played with?"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from html import escape
from typing import Any, Protocol

from teyra_kit.core.game import State
from teyra_kit.core.packs import Pack, PackError, write_pack
from teyra_kit.core.rulebook import rulebook
from teyra_kit.core.scene import Scene
from teyra_kit.core.sitting import Bot
from teyra_kit.ui.board import Board
from teyra_kit.ui.files import FILE_LIMIT, load_button, save_link
from teyra_kit.ui.keep import Keep
from teyra_kit.ui.play import PlayRoom
from teyra_kit.ui.shared import Shared


class Packs(Protocol):
    """What a game's module `packs` offers."""

    def read_pack(self, text: str, name: str = ...) -> Pack:
        """The card pack that a text is; PackError calls it `name` and says what is wrong."""

    def pack_words(self, pack: Pack) -> str:
        """What a pack holds: '2 Area texts'."""


class PackDesk:
    """The panel on which a card pack is taken from a file, refused with its reasons, and given back.

    `used`: where its cards then count, as "The Lab and new games use it"; `start`: the label, name and text of a file to
    start from; `more`: HTML about the pack in force. A broken pack changes nothing.
    """

    def __init__(
        self,
        shared: Shared,
        packs: Packs,
        used: str,
        start: Callable[[], tuple[str, str, str]],
        more: Callable[[Pack], str] = lambda _pack: "",
    ) -> None:
        self.shared, self.packs, self.used, self.start, self.more = shared, packs, used, start, more
        self.title = rulebook(shared.game).title
        self.board = Board(css_class="tk-panel tk-pack", label="Use your own cards")
        self.board.on_pick(self._pick)
        self.board.on_input(self._enter)
        shared.pack_listeners.append(self.draw)
        self.draw()

    def _pick(self, id: str) -> None:
        if id == "kit":
            self.shared.refused = ()
            self.shared.take(None)
            self.board.say = "The kit’s own cards are in force again."

    def _enter(self, id: str, text: str) -> None:
        if id != "pack":
            return
        try:
            if len(text) >= FILE_LIMIT:
                raise PackError("your file: is too long to be a card pack")
            pack = self.packs.read_pack(text, "your file")
        except PackError as error:
            self.shared.refused = tuple(str(error).splitlines())
            self.draw()
            self.board.say = f"This card pack is refused; nothing has changed. {' '.join(self.shared.refused)}"
            return
        self.shared.refused = ()
        self.shared.take(pack)
        self.board.say = f"Your card pack is in force: {self.packs.pack_words(pack)}."

    def draw(self) -> None:
        """Show which cards are in force now."""
        pack, back, told = self.shared.pack, "", ""
        if pack:
            now = (
                f"<p><b>Your card pack is in force:</b> {escape(self.packs.pack_words(pack))}. {self.used}. This browser "
                f"keeps it until you go back to the kit’s cards.</p>{self.more(pack)}"
            )
            back = '<button type="button" class="tk-btn" data-id="kit">Back to the kit’s cards</button>'
        else:
            now = (
                f"<p>The kit’s own cards are in force. If you own {escape(self.title)}, a <b>card pack</b>, a TOML file, "
                f"brings in what your cards say. {self.used}.</p>"
            )
        if self.shared.refused:
            lines = "".join(f"<li>{escape(line)}</li>" for line in self.shared.refused)
            told = (
                '<section class="tk-told tk-refused"><h3>This card pack is refused</h3>'
                f"<ul>{lines}</ul><p>Nothing has changed. Mend the file, and choose it again.</p></section>"
            )
        load = load_button("Choose a card pack", "pack", ".toml,text/plain")
        self.board.html = (
            f'<h2 class="tk-h2">Use your own cards</h2><div class="tk-desk">{now}{told}'
            f'<div class="tk-do">{load}{back}{save_link(*self.start())}</div></div>'
        )


class KeptPack:
    """The card pack in force, kept in the browser until the kit's own cards are taken back.

    What was kept and can no longer be read is told of, and forgotten.
    """

    def __init__(self, shared: Shared, packs: Packs) -> None:
        self.shared, self.packs, self.name = shared, packs, f"{shared.game}-pack"
        self.widget = Keep([self.name], self._found)
        shared.pack_listeners.append(self._keep)

    def _keep(self) -> None:
        self.widget.keep(self.name, write_pack(self.shared.pack) if self.shared.pack else "")

    def _found(self, texts: Mapping[str, str]) -> None:
        text = texts.get(self.name, "")
        if not text:
            return
        try:
            self.shared.take(self.packs.read_pack(text, "the card pack that this browser kept"))
        except PackError as error:
            self.shared.refused = tuple(str(error).splitlines())
            self.shared.take(None)


def pack_play_room(
    shared: Shared, packs: Packs, scene: Scene, start: Callable[..., State[Any]], bots: Mapping[str, Bot]
) -> PlayRoom:
    """Whole games with the rulings and the cards in force; a game that is under way keeps its own. `start` is the game's
    `new_game`."""

    def new_game(**agreed: Any) -> State[Any]:
        return start(**agreed, pack=shared.pack)

    def note(state: Any) -> str:
        return cards_note(shared.pack, None if state is None else state.setup.pack, packs.pack_words)

    room = PlayRoom(rulebook(shared.game), scene, new_game, bots, lambda: shared.rulings, note=note)
    shared.pack_listeners.append(room.renew)
    return room


def cards_note(pack: Pack | None, theirs: str | None, words: Callable[[Pack], str]) -> str:
    """Which cards a game is played with, if they are not the kit’s own or not those of `pack`, which is in force.

    `theirs`: the game's pack as JSON, "" for the kit's cards, None for the next game; `words` says what a pack holds.
    """
    if theirs is None:
        return f"New games use your card pack: {words(pack)}." if pack else ""
    if not theirs:
        return "This game keeps the kit’s own cards; your card pack is for new games." if pack else ""
    played = json.loads(theirs)
    other = "" if played == pack else " It is not the pack in force: the game carries its own."
    return f"This game is played with a card pack: {words(played)}.{other}"
