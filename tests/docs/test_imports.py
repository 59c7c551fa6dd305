"""Imports point one way, so that a layer can be read, tested and replaced without those above it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import import_table  # noqa: E402

LEANS_ON_NOTHING = {"errors", "record", "target", "trace"}
ALLOWED = {
    "options": LEANS_ON_NOTHING,
    "llvm": LEANS_ON_NOTHING | {"options"},
    "analysis": LEANS_ON_NOTHING | {"llvm", "options"},
    "link": LEANS_ON_NOTHING | {"llvm", "options", "analysis"},
    "passes": LEANS_ON_NOTHING | {"llvm", "options", "analysis", "link"},
    "pipeline": LEANS_ON_NOTHING | {"llvm", "options", "analysis", "link", "passes"},
    "machine": LEANS_ON_NOTHING,
    "emulate": LEANS_ON_NOTHING | {"machine"},
}


@pytest.mark.parametrize("folder", sorted(ALLOWED))
def test_folder_imports_only_what_is_below_it(folder: str) -> None:
    assert import_table.arrows()[folder] <= ALLOWED[folder]


def test_only_llvm_touches_ctypes() -> None:
    # `emulate` and `frontend` never load a library; the GPU benchmark lives outside the package.
    offenders = [
        path.relative_to(import_table.SOURCE)
        for path in import_table.SOURCE.rglob("*.py")
        if "import ctypes" in path.read_text() and import_table.folder_of(path) not in ("llvm", "nvvm")
    ]
    assert offenders == []
