# `make demo` shows the tools at work on a bundled kernel; `make test` runs every check. Both set up what they need.

PYTHON ?= python3
VENV ?= .venv
TOOLS ?= .tools
BIN := $(VENV)/bin
TREE_SITTER_VERSION := 0.26.13
export TREE_SITTER ?= $(abspath $(TOOLS))/bin/tree-sitter

SOURCES := pyproject.toml $(shell find grammar/src grammar/queries grammar/bindings passes server -type f \
	\( -name '*.py' -o -name '*.c' -o -name '*.h' -o -name '*.scm' -o -name '*.json' -o -name '*.typed' \) 2>/dev/null)

.PHONY: help demo install test check grammar python extension e2e vsix conformance bench format clean

help:
	@echo "make demo         plan a bundled kernel, print the report, draw its memory map"
	@echo "make test         every check: format, lint, types, grammar, Python, extension, real VS Code"
	@echo "make conformance  compare with the compiler on thousands of generated inputs"
	@echo "make bench        speed, side by side with the compiler and with another grammar"
	@echo "make vsix         package the VS Code extension"
	@echo "make format       format Python sources"

$(VENV)/installed: $(SOURCES)
	@scripts/need.sh python cc
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check .
	@touch $@

$(VENV)/developer: $(VENV)/installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check '.[test]'
	@touch $@

install: $(VENV)/installed

demo: $(VENV)/installed
	@mkdir -p demo-out
	@echo; echo "== examples/softmax.mlir: where every on-chip buffer lies"
	@$(BIN)/hivm map examples/softmax.mlir
	@$(BIN)/hivm map examples/softmax.mlir -o demo-out/softmax.svg
	@$(BIN)/hivm map examples/softmax.mlir -o demo-out/softmax.html
	@echo; echo "== examples/softmax_overflow.mlir: tiles twice as large, and why they do not fit"
	@$(BIN)/hivm check examples/softmax_overflow.mlir; test $$? -eq 1
	@$(BIN)/hivm map examples/softmax_overflow.mlir -o demo-out/softmax_overflow.html; test $$? -eq 1
	@echo; echo "Memory maps: demo-out/softmax.svg, demo-out/softmax.html, demo-out/softmax_overflow.html"

test: check grammar python extension e2e

check: $(VENV)/developer
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/pyright --pythonpath $(BIN)/python

$(abspath $(TOOLS))/bin/tree-sitter:
	@scripts/need.sh cargo
	cargo install tree-sitter-cli --quiet --locked --version $(TREE_SITTER_VERSION) --no-default-features --root $(TOOLS)

grammar: $(TREE_SITTER)
	@scripts/need.sh node cc
	grammar/check.sh

python: $(VENV)/developer
	$(BIN)/python -m pytest tests

vscode-extension/node_modules: vscode-extension/package-lock.json
	@scripts/need.sh node
	cd vscode-extension && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch $@

extension: vscode-extension/node_modules
	cd vscode-extension && npm run check && npm test && npm run vsix

vsix: vscode-extension/node_modules
	cd vscode-extension && npm run vsix

e2e: vscode-extension/node_modules $(VENV)/developer
	@scripts/need.sh node browser
	cd vscode-extension && e2e/setup.sh "$(abspath $(TOOLS))/vscode" && \
		HIVM_E2E_PYTHON="$(abspath $(BIN))/python" npm run e2e

conformance: $(VENV)/developer
	$(BIN)/python -m tests.conformance

bench: $(VENV)/developer
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check '.[bench]'
	$(BIN)/python -m bench

format: $(VENV)/developer
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:
	rm -rf $(VENV) $(TOOLS) build dist demo-out *.egg-info vscode-extension/node_modules vscode-extension/dist
