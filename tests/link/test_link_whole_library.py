"""Every public libdevice function, one kernel each, through the whole compiler and ptxas.

The full proof (all architectures, modes and levels) is `scripts/check_libdevice.py`.
"""

import sys
from pathlib import Path

import pytest

from tests.support import assemble

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

import check_libdevice

FUNCTIONS = check_libdevice.public_functions()
MODULES = list(check_libdevice.modules(FUNCTIONS))


def test_the_library_has_its_349_public_functions():
    assert len(FUNCTIONS) == 349


@pytest.mark.ptxas
@pytest.mark.parametrize(("level", "ftz"), [("O3", False), ("Ofcmax", True), ("O0", False)])
@pytest.mark.parametrize("number", range(len(MODULES)))
def test_all_functions_compile_and_assemble(number, level, ftz):
    part, text = MODULES[number]
    ptx = check_libdevice.compile_module(text, "sm_90", level, ftz)
    assert check_libdevice.problems(ptx, part) == []
    assemble(ptx, "sm_90")
