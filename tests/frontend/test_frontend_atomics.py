"""CUDA's atomics are relaxed and of device scope, whatever clang's builtins say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from opencicc.cli.main import main
from opencicc.errors import ToolError
from opencicc.frontend import toolchain

SOURCE = """
extern "C" __global__ void exchange(int* a, unsigned* b, unsigned long long* c, unsigned short* d) {
    a[1] = atomicCAS(a, 1, 2);
    b[1] = atomicCAS(b, 1u, 2u);
    c[1] = atomicCAS(c, 1ull, 2ull);
    d[1] = atomicCAS(d, (unsigned short)1, (unsigned short)2);
    b[2] = atomicCAS_block(b + 3, 1u, 2u);
    b[4] = atomicCAS_system(b + 5, 1u, 2u);
}
"""


@pytest.fixture
def ptx(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> str:
    try:
        toolchain.find_clang("")
        toolchain.find_headers("")
    except ToolError as error:
        pytest.skip(f"CUDA C++ can't be compiled here: {error.what}")
    source = tmp_path / "exchange.cu"
    source.write_text(SOURCE)
    assert main([str(source), "-arch=sm_90", "-o", "-"]) == 0
    return capfd.readouterr().out


def test_compare_and_swap_has_no_fence(ptx: str) -> None:
    assert not re.search(r"\b(fence|membar)\b", ptx)


def test_compare_and_swap_is_relaxed_and_of_its_scope(ptx: str) -> None:
    found = re.findall(r"\batom\.\S*cas\.b(?:16|32|64)", ptx)
    assert len(found) == 6
    assert not [word for word in found if "acquire" in word or "acq_rel" in word or "release" in word]
    assert sum(".sys" in word for word in found) == 1
    assert sum(".cta" in word for word in found) == 1
