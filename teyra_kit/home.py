"""Where does a visitor start, which games are there, and what can be done with each today?"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

import teyra_kit
from teyra_kit.core.lessons import course, has_course, read_progress
from teyra_kit.core.rulebook import Rulebook, rulebook
from teyra_kit.ui import Board, Keep, Page, columns
from teyra_kit.ui.lessons import kept_name, rules_met

PACKAGE = Path(teyra_kit.__file__).parent
ICONS = {
    "Learn": '<path d="M3 5c3-1.5 6-1 9 1v12c-3-2-6-2.5-9-1ZM21 5c-3-1.5-6-1-9 1v12c3-2 6-2.5 9-1Z"/>',
    "Lab": '<path d="M9.5 3v6.5L4.5 18c-.8 1.5 0 3 1.7 3h11.6c1.7 0 2.5-1.5 1.7-3l-5-8.5V3M8 3h8M7.5 14.5h9"/>',
    "Play": '<rect x="3.5" y="6" width="10" height="14" rx="1.5"/><path d="m9 3.5 8.5-1 3 13.5-4 1"/>',
    "Odds": '<path d="M4 20V4M4 20h17M8 17v-4M12 17V7M16 17v-7M20 17v-3"/>',
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
  <a class="start tk-plate" href="tekeli_li.ipynb#learn" style="--game: var(--tekeli)">
    {fan}
    <span class="tk-kicker">Start here</span>
    <strong>Tekeli-li: play your first card.</strong>
    <span class="tk-btn tk-btn--main">Begin lesson 1</span>
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
    return Page("Teyra Kit: learn four tabletop games", tabs={"Home": Home})


class Home:
    """What the kit is, where to start, and a tile a game with the learner’s progress in it."""

    def __init__(self) -> None:
        self.tiles = Board(_tiles({}), css=_art("home.css"))
        self.keep = Keep([kept_name(game) for game in teyra_kit.GAMES if has_course(game)], self._found)
        self.widget = columns([self.keep, self.tiles])

    def _found(self, texts: Mapping[str, str]) -> None:
        met = {}
        for game in teyra_kit.GAMES:
            if text := texts.get(kept_name(game)):
                try:
                    met[game] = rules_met(course(game), read_progress(text, course(game)))
                except ValueError:
                    continue  # the game's own page says what is wrong with it
        self.tiles.html = _tiles(met)


def _tiles(met: Mapping[str, int]) -> str:
    games = tomllib.loads(_art("games.toml"))
    known = {**games, **{key: {} for key in teyra_kit.GAMES if key not in games}}
    body = "".join(_tile(key, about, met.get(key, 0)) for key, about in known.items())
    hero = HERO.format(start=START.format(fan=_art("fan.svg")))
    return f'{_art("symbols.svg")}{hero}<section class="tiles" aria-label="Games">{body}</section>{FOOT}'


def _tile(key: str, about: dict[str, Any], met: int) -> str:
    built = key in teyra_kit.GAMES
    book = rulebook(key) if built else None
    title = book.title if book else about["title"]
    least, most = book.players if book else about["players"]
    say = about.get("say") or (book.summary if book else "")
    state = _ring(met, _taught(book)) if book else '<p class="state is-making">In the making</p>'
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


def _ring(met: int, rules: int) -> str:
    around = 150.8
    arc = (
        f'<circle cx="30" cy="30" r="24" class="ring-1" stroke-dasharray="{around * met / rules:.1f} {around}" '
        'transform="rotate(-90 30 30)"/>'
    )
    return (
        f'<div class="ring" role="img" aria-label="{met} of {rules} rules met"><svg viewBox="0 0 60 60" '
        f'aria-hidden="true"><circle cx="30" cy="30" r="24" class="ring-0"/>{arc if met else ""}'
        f'<text x="30" y="35.5">{met}</text></svg><span>of {rules}<br>rules met</span></div>'
    )


def _acts(key: str, title: str, about: dict[str, Any]) -> str:
    book = rulebook(key)
    least, most = book.players
    offers = {
        "Learn": f"{_taught(book)} rules",
        "Lab": about.get("lab", "any position"),
        "Play": f"{least}–{most} seats",
        **({"Odds": about.get("odds", "exact")} if (PACKAGE / key / "labs" / "odds.py").is_file() else {}),
        "Rulings": f"{len(book.rulings)} open",
    }
    ways = {"Odds": f":{about['odds_link']}"} if "odds_link" in about else {}
    links = "".join(
        f'<li><a href="{key}.ipynb#{name.lower()}{ways.get(name, "")}"><svg viewBox="0 0 24 24" aria-hidden="true">{ICONS[name]}</svg>'
        f"<b>{name}</b><span>{escape(what)}</span></a></li>"
        for name, what in offers.items()
    )
    return f'<ul class="acts" aria-label="{escape(title)}">{links}</ul>'


def _taught(book: Rulebook) -> int:
    return sum(clause.teach for clause in book.clauses.values())


@cache
def _art(name: str) -> str:
    return files("teyra_kit").joinpath("home_art", name).read_text(encoding="utf-8")
