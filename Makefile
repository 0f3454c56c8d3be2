# Two commands are enough to begin: `make run` and `make test`. Both need Python 3.11 or newer and nothing else; what they
# install goes into .venv beside this file.

PYTHON ?= python3
# Two processes of tests where there are two cores or more; each holds a few hundred megabytes, so not one for every core.
JOBS ?= $(shell [ "$$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)" -ge 2 ] && echo 2 || echo 0)
ARGS ?=

BIN := .venv/bin
OUT := runs/three_rrr
# Matrices are small: more threads would only wait for each other. The tests of one file stay together and share its fixtures.
# Bytecode is kept even where the environment says otherwise: tests start many processes, each would translate every module.
PYTEST = PYTHONDONTWRITEBYTECODE= OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest
SPREAD = -n $(JOBS) --dist loadfile

# The interpreter of an environment prepares it further once it is there; before that, $(PYTHON) makes it.
define prepare
@if [ -x $(BIN)/python ]; then python=$(BIN)/python; \
elif command -v "$(PYTHON)" >/dev/null 2>&1; then python="$(PYTHON)"; \
else echo "There is no '$(PYTHON)' here. Linkwright needs Python 3.11 or newer; name one: make $@ PYTHON=/path/to/python3"; exit 1; fi; \
"$$python" tools/environment.py
endef

.DEFAULT_GOAL := help
.PHONY: help run test test-long test-lowest mutants check lint format-check types imports rules doctests docs pictures bench clean

help:  ## Show this list
	@echo "Linkwright: make run and make test are all a newcomer needs."
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | while IFS='|' read -r name text; do printf '  make %-11s %s\n' "$$name" "$$text"; done
	@echo
	@echo "Variables: PYTHON=python3.12 (makes .venv), ARGS='-k name' (to pytest), JOBS=auto (tests on all cores; 0: on one, file by file)."

run:  ## Simulate the planar 3RRR machine with its motors and write a report to runs/three_rrr
	$(prepare) run
	$(BIN)/linkwright simulate three_rrr --out $(OUT) $(ARGS)

test:  ## Run the tests (a few minutes)
	$(prepare) test
	$(PYTEST) $(SPREAD) $(ARGS)

# Arguments choose among the long tests; then only these run.
test-long:  ## Run the tests that take longer or need the network, then test-lowest
	$(prepare) check
	$(PYTEST) -m long $(SPREAD) $(ARGS)
	$(if $(ARGS),,@$(MAKE) --no-print-directory test-lowest)

# Old libraries use what newer ones around them deprecate; that is theirs.
test-lowest: BIN := .venv-lowest/bin
test-lowest:  ## Run the tests with the lowest versions that pyproject.toml allows, in .venv-lowest
	$(prepare) lowest
	$(PYTEST) $(SPREAD) -W ignore::DeprecationWarning $(ARGS)

mutants:  ## Put small faults into the source and show which ones the tests miss (hours; goes on where it stopped)
	$(prepare) mutants
	OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(BIN)/python tools/mutants $(ARGS)

check:  ## Run every check of style, types, layers, rules of the source, examples and documentation; all of them, even after one failed
	$(prepare) check
	@$(MAKE) --no-print-directory --keep-going lint format-check types imports rules doctests docs \
	&& echo "make check: everything passed" || { echo "make check: something failed, see above"; exit 1; }

lint:
	$(prepare) check
	$(BIN)/python -m ruff check --output-format concise .

format-check:
	$(prepare) check
	$(BIN)/python -m ruff format --check --output-format concise .

types:
	$(prepare) check
	$(BIN)/python -m mypy

imports:
	$(prepare) check
	$(BIN)/lint-imports

rules:
	$(prepare) check
	$(PYTEST) -m "rules and not long" tests/house tests/docs

doctests:
	$(prepare) check
	$(PYTEST) --doctest-modules src

docs:  ## Build the documentation into build/docs
	$(prepare) docs
	$(BIN)/python -m sphinx -W --keep-going --fresh-env -d build/doctrees docs build/docs
	$(BIN)/python tools/check_pages.py build/docs
	@echo "The documentation is at build/docs/index.html"

pictures:  ## Draw the pictures of README and documentation again (some minutes; those of measurements come with make bench)
	$(prepare) pictures
	$(BIN)/python tools/rooms.py
	$(BIN)/python tools/pictures/conventions.py
	$(BIN)/python tools/pictures/machines.py
	$(BIN)/python docs/mechanisms/mast_3prs_figures.py
	$(BIN)/python tools/run_page.py docs/identification-example.md

bench:  ## Measure against pinocchio, MuJoCo and SymPy and print the ratios
	$(prepare) bench
	$(BIN)/python benchmarks/run.py $(ARGS)

clean:  ## Remove build and caches; environments and runs stay
	rm -rf build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests docs tools -name __pycache__ -type d -prune -exec rm -rf {} +
