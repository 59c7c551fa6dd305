# The two commands of the README are `make run` and `make test`. Each sets the machine up first if
# need be (scripts/bootstrap.sh); a stamp file makes that free when nothing has changed.

PYTHON ?= python3
# Test processes at a time; more than the cores of the machine bring nothing.
WORKERS ?= 2
# What `make quick` runs: under a minute on two cores.
QUICK := tests/unit tests/ir tests/errors
# Tests of the benchmarks' own references and tools: no compiler is tested there.
TOOLS := tests/benchmarks
# The commit that `make replay` compares with; empty for the last one.
BASE ?=
# Rounds of `make fuzz`.
N ?= 200
BIN := .venv/bin
SETUP := pyproject.toml setup.py scripts/bootstrap.sh scripts/progress.sh $(wildcard native/* native/nvvm/*)

.PHONY: help run quick test toolstest browser helper check format docs site fuzz bench replay clean

help:
	@echo "make run      compile examples to PTX"
	@echo "make quick    the quick tests: unit, IR and error tests"
	@echo "make test     run the tests (WORKERS=$(WORKERS))"
	@echo "make toolstest  test the benchmarks' own references and tools"
	@echo "make browser  get Chromium and Playwright for the tests of the page (apt)"
	@echo "make helper   get a compiler and LLVM's headers (apt) and build the optional native helper"
	@echo "make check    ruff, mypy, generated files current"
	@echo "make format   let ruff format and fix what it can"
	@echo "make docs     write the generated pages again"
	@echo "make site     build the documentation as a site in out/site"
	@echo "make fuzz     random modules, passes and options (N=$(N) rounds)"
	@echo "make bench    compile time and code quality"
	@echo "make replay   compare the PTX of this tree with that of the last commit"
	@echo "make clean    remove .venv and everything that was built"

run: .venv/.ready
	@$(BIN)/python scripts/run_examples.py

quick: .venv/.ready
	@$(BIN)/python -m pytest -q -n $(WORKERS) $(QUICK)

test: .venv/.ready
	@$(BIN)/python -m pytest -q -n $(WORKERS) --ignore=$(TOOLS)

toolstest: .venv/.ready
	@$(BIN)/python -m pytest -q -n $(WORKERS) $(TOOLS)

browser: .venv/.ready-browser

helper: src/opencicc/llvm/_helper.so

check: .venv/.ready-dev
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@$(BIN)/python scripts/gen_docs.py --check
	@$(BIN)/python scripts/gen_figures.py --check

format: .venv/.ready-dev
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

docs: .venv/.ready
	@$(BIN)/python scripts/gen_docs.py
	@$(BIN)/python scripts/gen_figures.py

site: .venv/.ready-docs
	@$(BIN)/python scripts/make_site.py

fuzz: .venv/.ready
	@$(BIN)/python scripts/fuzz.py $(N)

bench: .venv/.ready-bench
	@$(BIN)/python benchmarks/bench.py

replay: .venv/.ready
	@$(BIN)/python scripts/replay.py $(if $(BASE),--base $(BASE))

clean:
	rm -rf .venv build dist out src/*.egg-info src/opencicc/llvm/_helper.so

.venv/.ready: $(SETUP)
	@PYTHON="$(PYTHON)" scripts/bootstrap.sh test
	@touch $@

src/opencicc/llvm/_helper.so: $(SETUP)
	@PYTHON="$(PYTHON)" scripts/bootstrap.sh --helper test
	@touch .venv/.ready

# CUDA's headers, plots, a disassembler and clang, which only `make bench` needs.
.venv/.ready-bench: $(SETUP)
	@PYTHON="$(PYTHON)" scripts/bootstrap.sh test bench
	@scripts/install_clang.sh
	@touch .venv/.ready $@

# A browser, which only the tests of the page need.
.venv/.ready-browser: $(SETUP)
	@PYTHON="$(PYTHON)" scripts/bootstrap.sh test browser
	@scripts/install_browser.sh
	@touch .venv/.ready $@

# Tools that only `make site` needs.
.venv/.ready-docs: $(SETUP)
	@PYTHON="$(PYTHON)" scripts/bootstrap.sh test docs
	@touch .venv/.ready $@

# Tools that only `make check` needs.
.venv/.ready-dev: $(SETUP)
	@PYTHON="$(PYTHON)" scripts/bootstrap.sh test dev
	@touch .venv/.ready $@
