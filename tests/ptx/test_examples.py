"""Every example compiles for every architecture that has its feature, and ptxas accepts the PTX.

What an example shows is in its own header: the kernels by name, and patterns of the PTX
instructions it is there to produce.
"""

from __future__ import annotations

import re

import pytest

import opencicc
from tests.support import EXAMPLES, Example, assemble, load_examples, sm_number

ARCHS = ("sm_75", "sm_80", "sm_90", "sm_100", "sm_120")
ALL = load_examples()
COMPILES = [(example, arch) for example in ALL for arch in ARCHS if example.least_sm <= sm_number(arch)]


@pytest.mark.parametrize(("example", "arch"), COMPILES, ids=[f"{e.path.stem}-{a}" for e, a in COMPILES])
def test_example_becomes_ptx_that_ptxas_accepts(example: Example, arch: str) -> None:
    ptx = opencicc.compile(example.text, arch=arch, opt_level=3, options=dict.fromkeys(example.options, True)).ptx
    assert f".target {arch}" in ptx
    for kernel in example.kernels:
        assert f".entry {kernel}(" in ptx
    missing = [check.pattern for check in example.checks_for(arch) if not re.search(check.pattern, ptx)]
    assert not missing, f"not in the PTX: {missing}\n{ptx}"
    assemble(ptx, arch)


@pytest.mark.parametrize("example", ALL, ids=lambda example: example.path.stem)
def test_example_header_is_complete(example: Example) -> None:
    """A header that names no kernel or checks nothing would let a broken compile pass."""
    assert example.text.startswith("; "), "the first line says what the example shows"
    assert example.kernels
    assert example.checks
    for kernel in example.kernels:
        assert re.search(rf'@"?{re.escape(kernel)}"?\(', example.text), f"{kernel} is not defined in {example.path}"


def test_there_are_examples() -> None:
    assert len(ALL) >= 18, f"{EXAMPLES} holds {len(ALL)} examples"
