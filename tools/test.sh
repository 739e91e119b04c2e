#!/usr/bin/env bash
# Everything that is checked, in the order of how soon it can fail. Usage: tools/test.sh BIN
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$1

say() { printf '\n== %s\n' "$1"; }

if ! { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null || ! command -v chromedriver >/dev/null; then
  say "Chromium for the browser tests"
  if command -v apt-get >/dev/null && { [ "$(id -u)" = 0 ] || command -v sudo >/dev/null; }; then
    as_root=""
    [ "$(id -u)" = 0 ] || as_root=sudo
    $as_root apt-get update -qq
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium chromium-driver fonts-liberation >/dev/null
  else
    echo "The browser tests need Chromium and ChromeDriver on the PATH. On Debian, as root: apt-get install chromium chromium-driver. On macOS: brew install --cask chromium chromedriver" >&2
    exit 1
  fi
fi

say "Style"
"$bin/ruff" check .
"$bin/ruff" format --check .
say "Types"
"$bin/mypy"
say "Imports go one way"
"$bin/lint-imports"
say "Unit and property tests"
"$bin/python" -m pytest tests --ignore tests/browser -n auto
say "Tutorials, every output compared"
"$bin/python" -m pytest --nbval tutorials
say "Every rule has code and tests"
"$bin/teyra-kit" verify
say "The pages in a browser"  # two browsers, each with a server of its own; what fails is asked again and named: a busy machine may be late
"$bin/python" -m pytest tests/browser -n 2 --dist loadfile --reruns 2 -rR
