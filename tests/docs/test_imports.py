"""Imports point one way, so that a layer can be read, tested and replaced without those above it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import import_table  # noqa: E402

LEANS_ON_NOTHING = {"bitsets", "errors", "marks", "ptx_text", "record", "target", "trace"}
ALLOWED = {
    "options": LEANS_ON_NOTHING,
    "llvm": LEANS_ON_NOTHING | {"options"},
    "analysis": LEANS_ON_NOTHING | {"llvm", "options"},
    "link": LEANS_ON_NOTHING | {"llvm", "options", "analysis"},
    "passes": LEANS_ON_NOTHING | {"llvm", "options", "analysis", "link", "machine"},
    "pipeline": LEANS_ON_NOTHING | {"llvm", "options", "analysis", "link", "machine", "passes", "names", "terminal"},
    "names": {"llvm"},
    "terminal": set(),
    "machine": LEANS_ON_NOTHING,
    "emulate": LEANS_ON_NOTHING | {"machine"},
    "view": LEANS_ON_NOTHING,  # it reads a trace and never calls the compiler
}


@pytest.mark.parametrize("folder", sorted(ALLOWED))
def test_folder_imports_only_what_is_below_it(folder: str) -> None:
    assert import_table.arrows()[folder] <= ALLOWED[folder]


def outside_llvm() -> list[Path]:
    # `emulate` and `frontend` never load a library; `nvvm` is another library's home.
    return [path for path in import_table.SOURCE.rglob("*.py") if import_table.folder_of(path) not in ("llvm", "nvvm")]


def uses_of(pattern: str, paths: list[Path]) -> list[str]:
    lines = [(path, line) for path in paths for line in path.read_text().splitlines()]
    return [
        f"{path.relative_to(import_table.SOURCE)}: {line.strip()}" for path, line in lines if re.search(pattern, line)
    ]


def test_only_llvm_touches_ctypes() -> None:
    assert uses_of(r"\bimport ctypes\b|\bfrom ctypes\b", outside_llvm()) == []


def test_only_llvm_knows_the_names_of_c_functions() -> None:
    assert uses_of(r"\bLLVM[A-Z]\w*[a-z]\w*|\bocx_\w+", outside_llvm()) == []


def test_only_edit_changes_modules() -> None:
    changing = (
        r"\.LLVM(Set|Build|Add|Insert|Delete|Replace|Move|Append|Remove|Strip|Instruction(Erase|Remove|Set))\w*\b"
    )
    reading = r"LLVM(SetDiagnostic|AddressSpace)"
    rooms = [path for path in (import_table.SOURCE / "llvm").glob("*.py") if not path.name.startswith("edit")]
    found = [use for use in uses_of(changing, rooms) if not re.search(reading, use)]
    assert found == []
