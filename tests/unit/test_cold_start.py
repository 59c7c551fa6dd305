"""What a compile from the shell loads, module by module: start-up is a feature.

`hot_modules.txt` lists what one plain kernel needs. It is read by people: a module that enters costs every compile
(about a tenth of a millisecond, ten times that where Python keeps no byte code). OPENCICC_UPDATE_GOLDEN=1 writes it
again. The modules on it use `record`; those that need `dataclasses` are not on it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import opencicc

UPDATE = "OPENCICC_UPDATE_GOLDEN"
LIST = Path(__file__).parent / "hot_modules.txt"
ROOT = Path(__file__).resolve().parents[2]
SAXPY = ROOT / "examples" / "ir" / "saxpy.ll"
# They cost more than the rest of the start-up together.
SLOW = {"argparse", "dataclasses", "difflib", "enum", "importlib", "inspect", "json", "pathlib", "re", "typing"}
# These are loaded or not, as the native helper is there: what it does itself is Python without it.
BY_HELPER = {
    f"opencicc.llvm.{name}" for name in ("helper_services", "plain_services", "plain_snapshot", "open_pointers", "wide")
}
SHOW_MODULES = """
import os, sys
leave = os._exit
def tell(code):
    print(*sys.modules, sep="\\n", flush=True)
    leave(code)
os._exit = tell
sys.argv[0] = "opencicc"
from opencicc.cli.main import entry
entry()
"""
# The file of a pass whose knob is set, and what it looks at.
LIMIT_REGISTERS = (
    "bitsets",
    "passes.limit_registers",
    *(f"analysis.{name}" for name in ("flow", "launch", "liveness", "pressure")),
)


def loaded_modules(*words: str) -> set[str]:
    """Of a command line in a fresh process without `site`, which loads what it likes."""
    source = str(Path(opencicc.__file__).parent.parent)
    command = [sys.executable, "-S", "-c", SHOW_MODULES, *words, "-o", os.devnull]
    environment = {name: value for name, value in os.environ.items() if name != UPDATE} | {"PYTHONPATH": source}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    return set(done.stdout.split())


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.startswith("opencicc")} - BY_HELPER


@pytest.fixture(scope="module")
def plain() -> set[str]:
    return loaded_modules(str(SAXPY), "-arch=sm_90")


def test_a_plain_compile_loads_no_modules_but_the_listed(plain: set[str]) -> None:
    if os.environ.get(UPDATE) == "1":
        LIST.write_text("\n".join(sorted(ours(plain))) + "\n")
    assert ours(plain) - set(LIST.read_text().split()) == set()


def test_the_slow_modules_of_the_library_are_not_loaded(plain: set[str]) -> None:
    assert plain & SLOW == set()


@pytest.mark.parametrize("name", ["tiled_matmul", "launch_bounds", "function_pointers"])
def test_nor_are_they_where_loops_calls_and_bounds_are(name: str) -> None:
    assert loaded_modules(str(ROOT / "examples" / "ir" / f"{name}.ll"), "-arch=sm_90") & SLOW <= {"re", "enum"}


@pytest.mark.parametrize(
    ("words", "more"),
    [
        (("-opt", "-unroll-max-count=4"), {"passes.generated", "passes.chaos", "passes.unroll", "passes.unroll.knobs"}),
        (("-opt", "-limit-registers=0"), {"passes.generated", *LIMIT_REGISTERS}),
        (("--print-changed=0",), set()),
        (("-ftz=1",), set()),
    ],
    ids=["knob of a folder", "knob of a pass", "a switch that is off", "a flag"],
)
def test_one_option_costs_little_more(words: tuple[str, ...], more: set[str], plain: set[str]) -> None:
    """It keeps the generated plans, and loads where its own words are."""
    extra = ours(loaded_modules(str(SAXPY), "-arch=sm_90", *words)) - ours(plain)
    assert {name.removeprefix("opencicc.") for name in extra} <= more
