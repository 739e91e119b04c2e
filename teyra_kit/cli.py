"""What can be asked of the kit from a terminal? To serve its pages, to play and learn in text, to prove its rules."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from . import GAMES, __version__
from .core import rulebook


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the result is the exit code."""
    options = _parser().parse_args(arguments)
    code: int = options.run(options)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "teyra-kit", description="Learn four tabletop games by acting on an exact rules engine."
    )
    parser.add_argument("--version", action="version", version=f"teyra-kit {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    serve = commands.add_parser("serve", help="show the pages in a browser")
    serve.add_argument("--port", type=_port, default=8866, help="0 takes any free one (default: %(default)s)")
    serve.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: %(default)s)")
    serve.add_argument("--base-url", default="/", metavar="PATH", help="where the pages begin (default: %(default)s)")
    serve.add_argument("--proxied", action="store_true", help="a proxy stands in front: answer under any host's name")
    serve.add_argument("--pool", type=_from(0), default=2, help="kernels kept warm per page (default: %(default)s)")
    serve.add_argument(
        "--idle", type=_from(1), default=600, help="seconds until an idle visitor's kernel ends (default: %(default)s)"
    )
    serve.set_defaults(run=_serve)

    for game in GAMES:
        play = commands.add_parser(game, help=f"learn and play {rulebook(game).title} in plain text")
        play.add_argument("--progress", type=Path, metavar="FILE", help="keep which lesson steps are done in this file")
        play.add_argument("--seed", type=int, help="the same seed deals the same cards")
        play.set_defaults(run=_terminal, game=game)

    verify = commands.add_parser("verify", help="show which code, tests and tutorials each rule has")
    verify.add_argument("games", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)} (default: all)")
    verify.add_argument("--json", action="store_true", help="the map as JSON")
    verify.add_argument(
        "--games", dest="count", type=_from(0), default=200, help="random games to play (default: %(default)s)"
    )
    verify.add_argument("--seed", type=int, default=1, help="of the random games (default: %(default)s)")
    verify.set_defaults(run=_verify)

    pack = commands.add_parser("card-pack", help="read a card pack: the texts of the cards in your own box")
    check = pack.add_subparsers(required=True, metavar="COMMAND").add_parser("check", help="say what is wrong with it")
    check.add_argument("file", type=Path, metavar="FILE", help="a TOML file, as docs/card-packs.md describes it")
    check.set_defaults(run=_check_pack)
    return parser


def _from(least: int) -> type[int]:
    def number(text: str) -> int:
        value = int(text) if text.isdigit() else -1
        if value < least:
            raise argparse.ArgumentTypeError(f"{text!r}; allowed: a whole number from {least} up")
        return value

    return number  # type: ignore[return-value]


def _port(text: str) -> int:
    value = int(text) if text.isdigit() else -1
    if not 0 <= value < 65536:
        raise argparse.ArgumentTypeError(f"{text!r}; allowed: 0 to 65535")
    return value


def _serve(options: argparse.Namespace) -> int:
    from .web.server import CannotServe, serve

    try:
        serve(
            options.port,
            options.host,
            pool=options.pool,
            base_url=options.base_url,
            proxied=options.proxied,
            idle=options.idle,
        )
    except CannotServe as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _terminal(options: argparse.Namespace) -> int:
    from .terminal import Terminal

    try:
        Terminal(options.game, progress=options.progress, rng=Random(options.seed)).run()
    except (ValueError, OSError) as error:
        print(f"{options.progress or 'Stopped'}: {error}", file=sys.stderr)
        return 1
    return 0


def _verify(options: argparse.Namespace) -> int:
    from .verify import NoCheckout, as_table, verify

    for game in options.games:
        if game not in GAMES:
            print(f"There is no game {game!r}. There are: {', '.join(GAMES)}", file=sys.stderr)
            return 2
    try:
        maps = [verify(game, options.count, options.seed) for game in options.games or GAMES]
    except NoCheckout as error:
        print(error, file=sys.stderr)
        return 2
    if options.json:
        print(json.dumps([found.as_json() for found in maps], indent=2, ensure_ascii=False))
    else:
        print("\n\n".join(as_table(found) for found in maps))
    return 1 if any(found.missing for found in maps) else 0


def _check_pack(options: argparse.Namespace) -> int:
    from .core.packs import PackError

    try:
        game = _game_of_pack(options.file)
        pack = game.load_pack(options.file)
    except PackError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{options.file}: a good card pack: {game.pack_words(pack)}")
    for remark in game.remarks(pack) if hasattr(game, "remarks") else ():
        print(f"{options.file}: remark: {remark}")
    return 0


def _game_of_pack(path: Path) -> Any:
    """The module `packs` of the game a pack is for: by its [game], else by the tables it has."""
    from .core.packs import PackError, file_tables

    tables = file_tables(path)
    takers = {}
    for game in GAMES:
        if find_spec(f"teyra_kit.{game}.packs"):
            takers[game] = import_module(f"teyra_kit.{game}.packs")
    head = tables.get("game")
    if isinstance(head, dict) and "key" in head:
        if head["key"] in takers:
            return takers[head["key"]]
        raise PackError(f"{path}: [game] key 'key' is {head['key']!r}; allowed: {' | '.join(takers)}")
    data = tables.get("data")
    names = {*tables, *(data if isinstance(data, dict) else ())}
    for module in takers.values():
        if names & set(module.TABLES):
            return module
    allowed = " | ".join(f"[[{name}]]" for module in takers.values() for name in module.TABLES)
    raise PackError(f"{path}: the file has no card; needed: at least one of {allowed}")
