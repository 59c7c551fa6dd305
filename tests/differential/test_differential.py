"""The differential library on small modules: named pipelines, reports, CUDA sources, semantics of one compile."""

from __future__ import annotations

import numpy as np
import pytest

import opencicc
from opencicc.check import Case, Pipeline, check, find_pipeline
from opencicc.check.arguments import make_arguments
from opencicc.check.case import cuda_case
from opencicc.check.pipelines import DEFAULT, Built, every_single_pass, runnable_passes
from opencicc.check.semantics import check_semantics
from opencicc.errors import CompilerError, UsageError

IR = """
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @scale(ptr addrspace(1) %data, i32 %n, float %by) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %inside = icmp ult i32 %tid, %n
  br i1 %inside, label %work, label %done
work:
  %at = getelementptr inbounds float, ptr addrspace(1) %data, i32 %tid
  %old = load float, ptr addrspace(1) %at
  %new = fmul float %old, %by
  store float %new, ptr addrspace(1) %at
  br label %done
done:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""


class Wrong:
    """A compiler that multiplies by the wrong thing."""

    name = "wrong"

    def build(self, ir: str | bytes, arch: str) -> Built:
        return Built(Pipeline("O3", 3).build(str(ir).replace("fmul float %old, %by", "fadd float %old, %by"), arch).ptx)


class Broken:
    name = "broken"

    def build(self, ir: str | bytes, arch: str) -> Built:
        raise CompilerError("out of order")


def scale_case() -> Case:
    return Case("scale", IR, "scale", 1, 64, (np.arange(64, dtype=np.float32), np.int32(40), np.float32(3)))


def test_all_levels_and_stock_llvm_agree() -> None:
    report = check(scale_case(), DEFAULT)
    assert report.agrees, report.text
    assert [run.pipeline for run in report.runs] == ["O0", "stock", "O1", "O2", "O3", "Ofcmin", "Ofcmid", "Ofcmax"]
    expected = np.where(np.arange(64) < 40, 3, 1) * np.arange(64, dtype=np.float32)
    assert np.array_equal(report.reference.outcome.arrays[0], expected)


def test_the_data_of_a_case_are_not_changed() -> None:
    case = scale_case()
    check(case, DEFAULT[:2])
    assert np.array_equal(case.args[0], np.arange(64))


def test_a_wrong_compiler_is_named_with_the_first_wrong_element() -> None:
    report = check(scale_case(), (DEFAULT[0], Wrong(), DEFAULT[1]))
    assert [run.pipeline for run in report.failures] == ["wrong"]
    assert "wrong          DIFFERENT: array 0, element 0" in report.text


def test_a_compiler_that_fails_is_a_difference() -> None:
    report = check(scale_case(), (DEFAULT[0], Broken()))
    assert "out of order" in report.text and report.is_compared


def test_a_reference_that_fails_stops_the_comparison() -> None:
    case = Case("scale", IR, "scale", 1, 64, (np.zeros(8, np.float32), np.int32(40), np.float32(3)))
    report = check(case)
    assert len(report.runs) == 1 and not report.is_compared
    assert "NOT COMPARED" in report.text


RACE = """
target triple = "nvptx64-nvidia-cuda"
@slots = internal addrspace(3) global [64 x i32] poison
define ptx_kernel void @race(ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %mine = getelementptr inbounds i32, ptr addrspace(3) @slots, i32 %tid
  store i32 %tid, ptr addrspace(3) %mine
  BARRIER
  %other = xor i32 %tid, 32
  %theirs = getelementptr inbounds i32, ptr addrspace(3) @slots, i32 %other
  %got = load i32, ptr addrspace(3) %theirs
  %at = getelementptr inbounds i32, ptr addrspace(1) %out, i32 %tid
  store i32 %got, ptr addrspace(1) %at
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
"""


@pytest.mark.parametrize(
    ("barrier", "is_right"), [("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)", True), ("", False)]
)
def test_a_kernel_that_depends_on_the_order_of_warps_is_no_reference(barrier: str, is_right: bool) -> None:
    args = (np.zeros(64, np.int32),)
    case = Case("race", RACE.replace("BARRIER", barrier), "race", 1, 64, args, warp_orders=("", "backward"))
    report = check(case)
    assert report.is_compared == is_right
    assert is_right or "depends on the order of its warps" in report.text


def test_an_array_given_twice_is_one_buffer_with_one_tolerance() -> None:
    data = np.zeros(4, np.float32)
    case = Case("twice", IR, "scale", 1, 1, (data, data, np.ones(2, np.int32)))
    assert len(case.array_tolerances) == 2


@pytest.mark.parametrize("name", ["O0", "stock", "Ofcmax", "path-ptx", "only:gvn", "chaos:7"])
def test_pipelines_are_found_by_name(name: str) -> None:
    pipeline = find_pipeline(name)
    assert pipeline.name == name
    assert ".entry scale" in pipeline.build(IR).ptx


def test_an_unknown_pipeline_is_refused_with_the_nearest() -> None:
    with pytest.raises(UsageError, match="O33") as caught:
        find_pipeline("O33")
    assert "did you mean 'O3'?" in caught.value.fix


def test_every_pass_alone_keeps_the_results() -> None:
    assert len(runnable_passes()) > 40
    report = check(scale_case(), (DEFAULT[0], *every_single_pass()))
    assert report.agrees, report.text


def test_cuda_sources_can_be_compared() -> None:
    pytest.importorskip("opencicc.frontend.clang")
    source = """extern "C" __global__ void add(const int *a, int *b, int n) {
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) b[i] += a[i];
    }"""
    try:
        case = cuda_case(source, "add", 2, 32, [np.arange(64, dtype=np.int32), np.ones(64, np.int32), np.int32(50)])
    except CompilerError as error:
        pytest.skip(f"no CUDA front end here: {error.what}")
    report = check(case)
    assert report.agrees, report.text
    assert report.reference.outcome.arrays[1][10] == 11


def test_semantics_of_a_compile_with_made_up_data() -> None:
    ptx = opencicc.compile(IR, "sm_90", 3).ptx
    report = check_semantics(IR, ptx, "scale")
    assert report.agrees and report.is_compared, report.text


def test_semantics_show_a_wrong_compile() -> None:
    ptx = Wrong().build(IR, "sm_90").ptx
    report = check_semantics(IR, ptx, "scale", args=[np.ones(64, np.float32), np.int32(64), np.float32(5)])
    assert not report.agrees and report.is_compared


def test_made_up_data_follow_what_pointers_are_used_for() -> None:
    data, count, factor = make_arguments(IR, "scale", 64)
    assert data.dtype == np.float32 and data.size >= 64
    assert count == 64 and isinstance(factor, np.float32)


def test_data_for_an_unknown_kernel_are_refused() -> None:
    with pytest.raises(UsageError, match="no kernel 'scal'"):
        make_arguments(IR, "scal", 64)
