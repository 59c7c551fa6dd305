"""What ptxas makes of PTX with and without the machine passes: no kernel loses by default, limited ones spill less."""

from __future__ import annotations

import re

import pytest
from support import find_ptxas

import opencicc
from benchmarks import compilers, kernel_set
from opencicc import tools
from opencicc.errors import CompilerError
from opencicc.target import count_resident_warps, parse_target

pytestmark = [pytest.mark.slow, pytest.mark.skipif(find_ptxas() is None, reason="ptxas is not installed")]
ARCH = "sm_90"
# Cloning without choosing loses on the first three; the others need chains of several instructions.
TOUCHY = ("radix_sort_block", "recursive_quadrature", "fir_filter", "conv2d_direct", "iir_biquad")
LIMITED = ("ray_triangle", "recursive_quadrature", "batched_lu", "lbm_d3q19", "jacobi_eigen", "lj_forces")


def compiled(name: str, limit: int, **options: object) -> tools.KernelResources:
    """What ptxas says of a kernel whose header has the limit, if one is given."""
    try:
        ir = compilers.compile_ir_unoptimized(name, ARCH).read_bytes()
    except CompilerError as error:
        pytest.skip(f"no CUDA front end here: {error.what}")
    given = {"maxreg": limit, **{key.replace("_", "-"): value for key, value in options.items()}}
    ptx = opencicc.compile(ir, ARCH, 3, given).ptx
    assert bool(re.search(r"\.maxnreg", ptx)) or not limit
    return next(one for one in tools.measure(ptx, ARCH) if one.name == name)


def spills(resources: tools.KernelResources) -> int:
    return resources.spill_load_bytes + resources.spill_store_bytes


@pytest.mark.parametrize("least", [96, 1])
@pytest.mark.parametrize("name", TOUCHY)
def test_no_kernel_loses_warps_or_spills_more(name: str, least: int) -> None:
    without = compiled(name, 0, nv_remat_block=0)
    with_it = compiled(name, 0, nv_remat_least_cliff=least)
    threads = kernel_set.load(name).launches["full"].block[0]
    before, after = (count_resident_warps(parse_target(ARCH), r.registers, threads) for r in (without, with_it))
    assert after >= before
    assert spills(with_it) <= spills(without)


def test_limited_kernels_spill_less_together() -> None:
    before = after = lower = 0
    for name in LIMITED:
        for limit in (32, 40):
            one, other = spills(compiled(name, limit, nv_remat_block=0)), spills(compiled(name, limit))
            before, after, lower = before + one, after + other, lower + (other < one)
    assert lower >= len(LIMITED) and after < before
