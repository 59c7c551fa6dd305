"""What the benchmark reads out of PTX and machine code."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import assembled, ptx_facts, store
from opencicc import tools
from tests.support import find_ptxas

PTX = """
.version 9.0
.target sm_90
.address_size 64

.visible .func helper()
{
	.reg .b32 	%f<3>;
	sqrt.approx.ftz.f32 	%f1, %f2;
	ret;
}

.visible .func unused()
{
	.reg .b32 	%f<3>;
	ex2.approx.f32 	%f1, %f2;
	ret;
}

.visible .entry kernel(.param .u64 kernel_param_0)
{
	.reg .b32 	%f<9>;
	.reg .b64 	%rd<4>;
	ld.param.b64 	%rd1, [kernel_param_0];
	cvta.to.global.u64 	%rd2, %rd1;
	ld.global.b32 	%f1, [%rd2];
	fma.rn.f32 	%f2, %f1, %f1, %f1;
	div.rn.f32 	%f3, %f2, %f1;
	{ // callseq 0, 0
	call.uni helper, ();
	} // callseq 0
	st.global.b32 	[%rd2], %f3;
	ret;
}
"""


def test_only_reachable_functions_count() -> None:
    opcodes = [instr.opcode for instr in ptx_facts.instructions(PTX, "kernel")]
    assert "sqrt.approx.ftz.f32" in opcodes and "ex2.approx.f32" not in opcodes
    assert len(opcodes) == 8 + 2


def test_kernel_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no kernel other"):
        ptx_facts.instructions(PTX, "other")


def test_kinds_of_arithmetic() -> None:
    kinds = ptx_facts.arithmetic(ptx_facts.instructions(PTX, "kernel"))
    assert kinds == {"sqrt.approx.f32": 1, "ftz sqrt.f32": 1, "fma.f32": 1, "div.rn.f32": 1}


def test_integer_instructions_are_no_arithmetic_of_interest() -> None:
    text = (
        PTX.replace("fma.rn.f32", "mad.lo.s32").replace("div.rn.f32", "xor.b32").replace("%f3, %f2, %f1", "%f3, %f2, 1")
    )
    assert set(ptx_facts.arithmetic(ptx_facts.instructions(text, "kernel"))) == {"sqrt.approx.f32", "ftz sqrt.f32"}


def test_differences_name_who_uses_what() -> None:
    found = {"nvcc": {"fma.f32": 3}, "clang": {"fma.f32": 5, "sqrt.approx.f32": 1}, "opencicc": {"fma.f32": 1}}
    assert ptx_facts.arithmetic_differences(found) == ["sqrt.approx.f32: clang only"]
    assert ptx_facts.arithmetic_differences({"nvcc": {"fma.f32": 1}, "clang": {"fma.f32": 9}}) == []


def test_multiplication_that_ptxas_may_fuse_counts_as_fused() -> None:
    fusable = ptx_facts.arithmetic(
        ptx_facts.instructions(PTX.replace("fma.rn.f32 	%f2, %f1,", "mul.f32 	%f2,"), "kernel")
    )
    fixed = ptx_facts.arithmetic(
        ptx_facts.instructions(PTX.replace("fma.rn.f32 	%f2, %f1,", "mul.rn.f32 	%f2,"), "kernel")
    )
    fused = ptx_facts.arithmetic(ptx_facts.instructions(PTX, "kernel"))
    assert ptx_facts.arithmetic_differences({"nvcc": fusable, "clang": fused}) == []
    assert ptx_facts.arithmetic_differences({"nvcc": fixed, "clang": fused}) == ["fma.f32: clang only"]


def test_resources_from_ptxas(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if find_ptxas() is None:
        pytest.skip("ptxas is not installed: `pip install nvidia-cuda-nvcc` brings it")
    monkeypatch.setattr(store, "OUT", tmp_path)
    monkeypatch.setenv("OPENCICC_PTXAS", "")
    version = assembled.use_newest_ptxas()
    found = assembled.assemble(PTX, "kernel", "sm_90", version)
    assert 4 <= found.registers <= 40
    assert (found.spill_bytes, found.shared_bytes) == (0, 0)
    assert assembled.assemble(PTX, "kernel", "sm_90", version) == found
    if tools.find_tool("nvdisasm"):
        assert found.sass_instructions is not None and 8 <= found.sass_instructions <= 200
    else:
        assert found.sass_instructions is None


def test_stored_results_follow_their_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "OUT", tmp_path)
    needed = tmp_path / "needed"
    needed.touch()
    made: list[int] = []

    def make() -> dict[str, int]:
        made.append(1)
        return {"value": len(made)}

    assert store.remember("kind", "name", "a", make, needed) == {"value": 1}
    assert store.remember("kind", "name", "a", make, needed) == {"value": 1}
    assert store.remember("kind", "name", "b", make, needed) == {"value": 2}
    needed.unlink()
    assert store.remember("kind", "name", "b", make, needed) == {"value": 3}
