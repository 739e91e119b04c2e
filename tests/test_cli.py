"""The terminal commands: what they print, and how they refuse."""

from __future__ import annotations

import json
import shutil
import socket
import sys
import tomllib
from pathlib import Path

import pytest

from teyra_kit import __version__, cli, verify
from teyra_kit.web import hub


def run(capsys, *arguments):
    try:
        code = cli.main(arguments)
    except SystemExit as end:
        code = end.code
    out = capsys.readouterr()
    return code, out.out, out.err


def test_version(capsys):
    assert run(capsys, "--version") == (0, f"teyra-kit {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["dance"], "invalid choice: 'dance'"),
        (["serve", "--port", "70000"], "'70000'; allowed: 0 to 65535"),
        (["serve", "--pool", "-1"], "'-1'; allowed: a whole number from 0 up"),
        (["verify", "chess"], "There is no game 'chess'. There are: tekeli_li"),
    ],
)
def test_a_wrong_argument(capsys, arguments, says):
    code, _, err = run(capsys, *arguments)
    assert code == 2
    assert says in err


def test_a_port_that_is_taken(capsys):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, _, err = run(capsys, "serve", "--port", str(port))
    assert code == 1
    assert str(port) in err


def test_a_jupyter_server_starts_the_pages_by_a_command_there_is(monkeypatch):
    asked = {}
    monkeypatch.setattr("teyra_kit.web.server.serve", lambda *where, **how: asked.update(how, port=where[0]))
    command = [part.format(port=5000, base_url="/user/jo/") for part in hub.pages()["command"]]
    assert command[:3] == [sys.executable, "-m", "teyra_kit"]
    assert cli.main(command[3:]) == 0
    assert asked == {"port": 5000, "base_url": "/user/jo/teyra-kit/", "proxied": True, "pool": 0, "idle": 600}
    assert Path(hub.pages()["launcher_entry"]["icon_path"]).is_file()
    named = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert named["entry-points"]["jupyter_serverproxy_servers"] == {"teyra-kit": "teyra_kit.web.hub:pages"}


def test_the_map_is_complete(capsys):
    code, out, _ = run(capsys, "verify", "--games", "20")
    assert code == 0
    assert max(map(len, out.splitlines())) <= 100
    assert "71 of 71 clauses that a program can act on have code and tests" in out


def test_the_map_as_json(capsys):
    code, out, _ = run(capsys, "verify", "tekeli_li", "--json", "--games", "5")
    (found,) = json.loads(out)
    pair = found["clauses"]["cancel.pair"]
    assert code == 0
    assert "tricks.py:card_values" in pair["code"]
    assert any("test_rules.py::test_a_pair_cancels" in test for test in pair["tests"])
    assert any("#" in cell for cell in pair["tutorials"])
    assert pair["fired"] > 0
    assert found["clauses"]["goal.escape"]["excused"]


def test_a_clause_without_code_fails(capsys, monkeypatch):
    monkeypatch.setattr(
        verify, "code_citations", lambda folder, book: dict.fromkeys(book.clauses, ()) | {"cancel.pair": ()}
    )
    code, out, _ = run(capsys, "verify", "--games", "0")
    assert code == 1
    assert "FAILED cancel.pair has no code" in out


def test_a_clause_without_tests_and_a_wrong_example_fail(capsys, monkeypatch, tmp_path):
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr(verify, "example_citations", lambda game: (verify.defaultdict(list), ("ex-3",)))
    found = verify.verify("tekeli_li", 0, root=tmp_path)
    assert "cancel.pair has no tests" in found.missing
    assert "example ex-3 does not come out as it says" in found.missing
    shutil.rmtree(tmp_path / "tests")
    with pytest.raises(verify.NoCheckout, match="Run it in a checkout"):
        verify.verify("tekeli_li", 0, root=tmp_path)


def test_a_card_pack_of_no_game_is_refused_with_what_is_allowed(tmp_path, capsys):
    path = tmp_path / "box.toml"
    path.write_text("[[folk]]\nvalue = 3\n", encoding="utf-8")
    assert cli.main(["card-pack", "check", str(path)]) == 1
    assert "the file has no card; needed: at least one of [[area_text]]" in capsys.readouterr().err
    path.write_text('[game]\nkey = "chess"\n', encoding="utf-8")
    assert cli.main(["card-pack", "check", str(path)]) == 1
    assert "[game] key 'key' is 'chess'; allowed: teyra" in capsys.readouterr().err
