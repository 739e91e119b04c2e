# Everything the kit needs stands in .venv; a second run reuses it.
PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8866

.PHONY: help app lab test verify bench clean

help:
	@echo "make app     the web app on 127.0.0.1:$(PORT) (PORT=... for another)"
	@echo "make lab     the tutorials in JupyterLab"
	@echo "make test    everything that is checked: style, types, imports, tests, tutorials, pages"
	@echo "make verify  the map from each rule to its code, tests and tutorials"
	@echo "make bench   the benchmarks (installs what they compare with)"
	@echo "make clean   take away .venv and what the tools left"

.venv/.app: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Teyra Kit needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/.test: .venv/.app
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@

.venv/.bench: .venv/.test
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,bench]'
	@touch $@

app: .venv/.app
	@$(BIN)/teyra-kit serve --port $(PORT)

lab: .venv/.app
	@$(BIN)/jupyter lab --ServerApp.ip=127.0.0.1 tutorials

test: .venv/.test
	@tools/test.sh $(BIN)

verify: .venv/.app
	@$(BIN)/teyra-kit verify

bench: .venv/.bench
	$(BIN)/python benchmarks/engine.py
	$(BIN)/python benchmarks/page.py
	$(BIN)/python benchmarks/bots.py
	$(BIN)/python benchmarks/solvers.py

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
