"""Every benchmark kernel, executed from nvcc's PTX, from stock clang's and from ours, agrees with its reference."""

from __future__ import annotations

import pytest

from benchmarks import compilers, kernel_set
from opencicc.errors import CompilerError
from tests.differential.kernel_runs import ARCH, ours, run

PEERS = {"nvcc": compilers.Nvcc, "clang": compilers.StockClang}


def ptx_of(name: str, compiler: str) -> str:
    case = kernel_set.load(name)
    try:
        if compiler in PEERS:
            return PEERS[compiler]().compile(case, ARCH).ptx  # type: ignore[attr-defined]
        return ours(case, compiler)
    except compilers.CompileFailure as failure:
        pytest.skip(str(failure))
    except CompilerError as error:
        if "clang" in error.what or "CUDA" in error.what:
            pytest.skip(f"no CUDA front end here: {error.what}")
        raise


@pytest.mark.slow
@pytest.mark.parametrize("compiler", [*PEERS, "O3"])
@pytest.mark.parametrize("name", kernel_set.names())
def test_the_kernel_computes_what_its_reference_says(name: str, compiler: str) -> None:
    ptx = ptx_of(name, compiler)
    verdicts, result = run(kernel_set.load(name), ptx)
    assert all(verdict.agrees for verdict in verdicts), verdicts
    assert not result.has_undefined
