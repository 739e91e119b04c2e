"""Where does a visitor start, which games are there, and what can be done with each today?"""

from __future__ import annotations

import tomllib
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import teyra_kit
from teyra_kit.core.rulebook import Rulebook, rulebook
from teyra_kit.ui import Board, Page, columns

PACKAGE = Path(teyra_kit.__file__).parent
ICONS = {
    "Learn": '<path d="M3 5c3-1.5 6-1 9 1v12c-3-2-6-2.5-9-1ZM21 5c-3-1.5-6-1-9 1v12c3-2 6-2.5 9-1Z"/>',
    "Lab": '<path d="M9.5 3v6.5L4.5 18c-.8 1.5 0 3 1.7 3h11.6c1.7 0 2.5-1.5 1.7-3l-5-8.5V3M8 3h8M7.5 14.5h9"/>',
    "Rulings": '<path d="M12 3v18M7 21h10M4 7l8-2 8 2M4 7l-2.5 7h5ZM20 7l-2.5 7h5Z"/>',
}
HERO = """
<section class="hero">
  <div>
    <h1>Four tabletop games, learnt by playing them.</h1>
    <p class="tk-lede">Make a move on the real board. See what it does, and the rule that made it happen. Ask “why can’t I?”
      and get the clause and a way out.</p>
  </div>
  {start}
</section>
"""
START = """
  <a class="start tk-plate" href="tekeli_li.ipynb#lab" style="--game: var(--tekeli)">
    {fan}
    <span class="tk-kicker">Start here</span>
    <strong>Lay four cards: who takes the trick?</strong>
    <span class="tk-btn tk-btn--main">Open the Trick lab</span>
  </a>
"""
FOOT = """
<p class="tk-small foot">
  <span><span class="tk-assumed">assumed</span> marks a value the rulebooks don’t print: the reason is one click away.</span>
  <span>A <span class="tk-chip" style="--game: var(--ink-2)">clause.chip</span> names the rule: click it to read it.</span>
</p>
"""


def home() -> Page:
    """The home page."""
    return Page("Teyra Kit: learn four tabletop games", tabs={"Home": lambda: columns([tiles()])})


def tiles() -> Board:
    """What the kit is, where to start, and a tile a game."""
    games = tomllib.loads(_art("games.toml"))
    known = {**games, **{key: {} for key in teyra_kit.GAMES if key not in games}}
    body = "".join(_tile(key, about) for key, about in known.items())
    start = START.format(fan=_art("fan.svg")) if (PACKAGE / "tekeli_li" / "labs").is_dir() else ""
    hero = HERO.format(start=start)
    html = f'{_art("symbols.svg")}{hero}<section class="tiles" aria-label="Games">{body}</section>{FOOT}'
    return Board(html, css=_art("home.css"))


def _tile(key: str, about: dict[str, Any]) -> str:
    built = key in teyra_kit.GAMES
    book = rulebook(key) if built else None
    title = book.title if book else about["title"]
    least, most = book.players if book else about["players"]
    say = about.get("say") or (book.summary if book else "")
    state = (
        f'<p class="state"><b>{_taught(book)}</b> rules</p>' if book else '<p class="state is-making">In the making</p>'
    )
    acts = _acts(key, title, about) if book else '<p class="making">You can’t play with this one yet.</p>'
    art = _art(f"{key}.svg") if (PACKAGE / "home_art" / f"{key}.svg").is_file() else '<div class="art"></div>'
    return f"""
    <article class="tile tk-plate" style="--game: var({about.get("color", "--ink-2")})" aria-labelledby="game-{key}">
      {art}
      <div class="about">
        <h2 id="game-{key}">{escape(title)}</h2>
        <p class="who">{least}–{most} players</p>
        <p class="say">{escape(say)}</p>
        {state}
      </div>
      {acts}
    </article>"""


def _acts(key: str, title: str, about: dict[str, Any]) -> str:
    book = rulebook(key)
    offers = {
        "Learn": ((PACKAGE / key / "lessons.toml").is_file(), f"{_taught(book)} rules"),
        "Lab": ((PACKAGE / key / "labs").is_dir(), about.get("lab", "any position")),
        "Rulings": (bool(book.rulings), f"{len(book.rulings)} open"),
    }
    links = "".join(
        f'<li><a href="{key}.ipynb#{name.lower()}"><svg viewBox="0 0 24 24" aria-hidden="true">{ICONS[name]}</svg>'
        f"<b>{name}</b><span>{escape(what)}</span></a></li>"
        for name, (there, what) in offers.items()
        if there
    )
    return f'<ul class="acts" aria-label="{escape(title)}">{links}</ul>'


def _taught(book: Rulebook) -> int:
    return sum(clause.teach for clause in book.clauses.values())


@cache
def _art(name: str) -> str:
    return files("teyra_kit").joinpath("home_art", name).read_text(encoding="utf-8")
