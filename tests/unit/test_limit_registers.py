"""limit-registers: which cliffs it minds, what it takes for known, and that ptxas keeps to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import opencicc
from opencicc.analysis.manager import AnalysisManager
from opencicc.analysis.pressure import LiveRegisters
from opencicc.llvm.ir import Context
from opencicc.passes.limit_registers import choose_limit, static_shared_bytes
from opencicc.target import count_resident_warps, parse_target, register_cliffs

SM_90 = parse_target("sm_90")


@pytest.mark.parametrize(
    ("alive", "threads", "shared", "limit"),
    [
        (123, 256, 16384, (128, 16)),
        (128, 256, 16384, (128, 16)),
        (129, 256, 16384, (0, 0)),
        (97, 256, 0, (128, 16)),
        (80, 256, 0, (0, 0)),  # 24 warps
        (123, 128, 0, (0, 0)),  # 16 warps, 12 beyond
        (60, 512, 0, (64, 32)),  # only where 32 warps are asked for
        (60, 1024, 0, (64, 32)),  # beyond 64 registers nothing fits: ptxas knows that
        (123, 256, 150_000, (0, 0)),  # shared memory allows one block anyway
        (300, 256, 0, (0, 0)),
    ],
)
def test_the_cliff_above_the_live_registers(alive: int, threads: int, shared: int, limit: tuple[int, int]) -> None:
    most_warps = limit[1] or 16
    found = choose_limit(alive, register_cliffs(SM_90, threads, shared), most_warps, 0)
    assert found == (limit if threads < 1024 else (0, 0))


@pytest.mark.parametrize(
    ("alive", "room", "limit"),
    [(124, 3, 128), (125, 3, 0), (153, -20, 128), (154, -20, 0), (106, -20, 128)],  # 124.16 and 153.6
)
def test_room_below_the_limit_and_beyond(alive: int, room: int, limit: int) -> None:
    assert choose_limit(alive, register_cliffs(SM_90, 256, 16384), 16, room)[0] == limit


@given(st.integers(1, 260), st.integers(1, 32), st.integers(0, 200_000), st.integers(0, 64))
def test_a_limit_keeps_what_it_says(alive: int, warps_of_block: int, shared: int, most_warps: int) -> None:
    threads = 32 * warps_of_block
    limit, warps = choose_limit(alive, register_cliffs(SM_90, threads, shared), most_warps, 0)
    if not limit:
        return
    assert alive <= limit <= 255
    assert warps <= most_warps
    assert count_resident_warps(SM_90, alive, threads, shared) == warps
    assert count_resident_warps(SM_90, limit, threads, shared) == warps
    assert 0 < count_resident_warps(SM_90, limit + 1, threads, shared) * 2 <= warps


@pytest.mark.parametrize(
    ("variables", "size"),
    [
        ("", 0),
        ("@a = internal addrspace(3) global [64 x float] undef", 256),
        ("@a = internal addrspace(3) global [64 x float] undef\n@b = internal addrspace(3) global i64 undef", 264),
        ("@a = internal addrspace(1) global [64 x float] undef", 0),
        ("@a = external addrspace(3) global [0 x float]", None),
        ("%unknown = type opaque\n@a = external addrspace(3) global %unknown", None),
        ("@a = internal addrspace(3) global [0 x float] undef", None),
    ],
)
def test_shared_memory_that_is_known(variables: str, size: int | None) -> None:
    with Context() as context:
        module = context.parse(f'target triple = "nvptx64-nvidia-cuda"\n{variables}\n'.encode())
        assert static_shared_bytes(module) == size


def test_both_ways_to_count_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    ir = b"""target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, double %x, i32 %n) {
  %a = load double, ptr %p
  %b = fadd double %a, %x
  store double %b, ptr %p
  ret void
}
"""
    counts = []
    for helper in ("1", "0"):
        monkeypatch.setenv("OPENCICC_NATIVE_HELPER", helper)
        with Context() as context:
            function = context.parse(ir).function("k")
            assert function is not None
            counts.append(AnalysisManager().get(LiveRegisters, function).count)
    assert counts[0] == counts[1] > 0


def test_it_is_said_and_in_the_ptx() -> None:
    lanes = "<52 x float>"
    ir = f"""target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p) "nvvm.maxntid"="256" {{
  %a = load volatile {lanes}, ptr addrspace(1) %p, align 256
  %q = getelementptr float, ptr addrspace(1) %p, i64 64
  %b = load volatile {lanes}, ptr addrspace(1) %q, align 256
  store volatile {lanes} %a, ptr addrspace(1) %q, align 256
  store volatile {lanes} %b, ptr addrspace(1) %p, align 256
  ret void
}}
"""
    result = opencicc.compile(ir, arch="sm_90", options={"remarks": ""})
    assert ".maxnreg 128" in result.ptx
    assert ".maxnreg" not in opencicc.compile(ir, arch="sm_90", options={"limit-registers": False}).ptx
    assert ".maxnreg" not in opencicc.compile(ir, arch="sm_90", opt_level=0).ptx
    (said,) = [remark.message for remark in result.trace.remarks if remark.name == "RegistersLimited"]
    assert said.startswith("limited to 128 registers: about 1")
