"""Code generation leaves out what a function's marks name, and passes of ours set the marks where registers are scarce."""

from __future__ import annotations

import re

import pytest

import opencicc
from opencicc.llvm import helper

# How far from the middle each read is, as operations on the index by two distances that are known at run time.
READS = ("add a", "sub a", "add b", "sub b", "add a add a", "sub a sub a", "add b add b", "sub b sub b", "add a sub b")
TRIED = "nv-loop-reduce<late>"


@pytest.fixture(autouse=True)
def _with_helper(native: helper.NativeHelper) -> None:
    """Without the helper code generation can't be told."""


def stencil(accumulators: int, first: str = "tid.x") -> str:
    """One array read around an index that begins at the thread: reduced, each read has a pointer of its own through the loop."""
    heads = [f"%s{k} = phi float [ 0.0, %entry ], [ %t{k}, %loop ]" for k in range(accumulators)]
    sums = [f"%t{k} = fadd float %s{k}, %x{k % len(READS)}" for k in range(accumulators)]
    reads = []
    for k, steps in enumerate(READS):
        words, value = steps.split(), "%index"
        for step, (operation, distance) in enumerate(zip(words[::2], words[1::2], strict=True)):
            reads.append(f"%at{k}.{step} = {operation} i64 {value}, %{distance}")
            value = f"%at{k}.{step}"
        reads.append(f"%p{k} = getelementptr float, ptr addrspace(1) %in, i64 {value}")
        reads.append(f"%x{k} = load float, ptr addrspace(1) %p{k}")
    stores = []
    for k in range(accumulators):
        stores.append(f"%o{k} = getelementptr float, ptr addrspace(1) %out, i64 {k}")
        stores.append(f"store volatile float %t{k}, ptr addrspace(1) %o{k}")
    lines = [
        'target triple = "nvptx64-nvidia-cuda"',
        "define ptx_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n, i64 %a, i64 %b) {",
        *("entry:", f"%first = call i32 @llvm.nvvm.read.ptx.sreg.{first}()", "br label %loop"),
        *("loop:", "%i = phi i32 [ %first, %entry ], [ %next, %loop ]", *heads),
        *("%wide = zext i32 %i to i64", "%index = mul nuw nsw i64 %wide, 12", *reads, *sums),
        *("%next = add nuw nsw i32 %i, 1", "%more = icmp ult i32 %next, %n"),
        *("br i1 %more, label %loop, label %done", "done:", *stores, "ret void", "}"),
    ]
    return "\n".join(lines) + "\n"


def compiled(ir: str, **options: object) -> opencicc.CompileResult:
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return opencicc.compile(ir, arch="sm_90", options=named)


def remarks(result: opencicc.CompileResult) -> list[str]:
    return [remark.message for remark in result.trace.remarks]


SHORT, PLENTY, SHARED = stencil(10), stencil(1), stencil(10, "ctaid.x")


def test_loops_stay_where_reducing_them_would_cost_warps() -> None:
    kept, reduced = compiled(SHORT, passes=TRIED), compiled(SHORT, passes="require<domtree>")
    assert kept.ptx != reduced.ptx
    assert "mad.wide.u32" in kept.ptx or "mul.wide.u32" in kept.ptx  # the address is computed in every trip
    (said,) = remarks(kept)
    assert said.startswith("left its loops as they are: reduced loops need ")
    assert said.endswith("40 warps fit instead of 48")


FIELDS = 110


def stencil_with(parameter: str, load: str) -> str:
    """The stencil, with so many values read before its loop that what reduction adds is little beside them."""
    reads = [f"%f{k} = {load}, i64 {k}\n%v{k} = load float, ptr %f{k}" for k in range(FIELDS)]
    sums = ["%w0 = fadd float %x0, %v0", *(f"%w{k} = fadd float %w{k - 1}, %v{k}" for k in range(1, FIELDS))]
    text = SHORT.replace("i64 %b) {\nentry:", f"i64 %b, {parameter}) {{\nentry:\n" + "\n".join(reads))
    return text.replace("%t0 = fadd float %s0, %x0", "\n".join(sums) + f"\n%t0 = fadd float %s0, %w{FIELDS - 1}")


def test_fields_of_structs_that_are_parameters_need_no_registers() -> None:
    read = "getelementptr inbounds float, ptr %of"
    struct = stencil_with(f"ptr byval([{FIELDS} x float]) align 4 %of", read)
    assert len(remarks(compiled(struct, passes=TRIED))) == 1
    # The same values out of memory are kept in registers: among so many the pointers of the loop are no step of occupancy.
    assert remarks(compiled(stencil_with("ptr %of", read), passes=TRIED)) == []


def test_what_uniform_registers_count_costs_no_warps() -> None:
    # The same loop for all threads of a block: its pointers are in registers of the warp.
    assert remarks(compiled(SHARED, passes=TRIED)) == []
    assert compiled(SHARED, passes=TRIED).ptx == compiled(SHARED, passes="require<domtree>").ptx


def test_loops_are_reduced_where_registers_are_left() -> None:
    assert compiled(PLENTY, passes=TRIED).ptx == compiled(PLENTY, passes="require<domtree>").ptx
    assert compiled(PLENTY, passes=TRIED).ptx != compiled(PLENTY, passes=TRIED, no_loop_reduce=True).ptx


@pytest.mark.parametrize(
    "knob",
    [{"lsr-check-rp": False}, {"lsr-rp-limit": 255}, {"no-loop-reduce": False, "lsr-check-rp": False}],
    ids=str,
)
def test_knobs_of_pressure_let_loops_be_reduced(knob: dict[str, object]) -> None:
    plain = compiled(SHORT, passes="require<domtree>").ptx
    assert opencicc.compile(SHORT, arch="sm_90", options={"passes": TRIED, **knob}).ptx == plain


def test_without_the_fold_of_extensions_a_loop_that_extends_its_counter_stays() -> None:
    result = compiled(SHORT, passes=TRIED, lsr_sxtopt=False)
    assert remarks(result) == ["left 1 of 1 loops as they are: it would fold an extension into a wider counter"]
    assert result.ptx == compiled(SHORT, passes="require<domtree>", no_loop_reduce=True).ptx


def test_slot_83_reduces_no_loop_at_any_level() -> None:
    for level in (1, 3):
        plain = opencicc.compile(PLENTY, arch="sm_90", opt_level=level).ptx
        assert opencicc.compile(PLENTY, arch="sm_90", opt_level=level, options={"no-loop-reduce": 1}).ptx != plain


REPEATED = "\n".join(
    [
        'target triple = "nvptx64-nvidia-cuda"',
        "@g = addrspace(1) global i32 0",
        "define ptx_kernel void @k(ptr addrspace(1) %p, i1 %c) {",
        *("entry:", "store volatile ptr addrspace(1) @g, ptr addrspace(1) %p", "br i1 %c, label %more, label %done"),
        *("more:", "store volatile ptr addrspace(1) @g, ptr addrspace(1) %p", "br label %done", "done:"),
        *["store volatile i32 0, ptr addrspace(1) %p"] * 30,  # small modules are never short of registers
        *("ret void", "}"),
    ]
)


def test_equal_expressions_stay_apart_where_registers_are_scarce() -> None:
    few, many = (compiled(REPEATED, passes="limit-machine-cse", limit_machine_cse=limit) for limit in (64, 2))
    address = re.compile(r"mov\.b64 +\t?%rd\d+, g;")
    assert (len(address.findall(few.ptx)), len(address.findall(many.ptx))) == (1, 2)
    assert remarks(few) == []
    assert remarks(many) == ["equal expressions stay apart: about 2 registers are alive at most"]
    assert compiled(REPEATED, passes="limit-machine-cse", limit_machine_cse=0).ptx == few.ptx


def test_the_name_of_the_product_stands_for_the_measured_limit() -> None:
    lines = [f"%v{n} = load volatile i32, ptr addrspace(1) %p" for n in range(70)]
    lines += [f"store volatile i32 %v{n}, ptr addrspace(1) %p" for n in range(70)]
    kernel = "\n".join(["define ptx_kernel void @k(ptr addrspace(1) %p) {", *lines, "ret void", "}"])
    said = [remarks(compiled(kernel, passes="limit-machine-cse", rp_aware_mcse=on)) for on in (False, True)]
    assert said[0] == [] and len(said[1]) == 1 and said[1][0].startswith("equal expressions stay apart: about 7")
    assert remarks(compiled(REPEATED, passes="limit-machine-cse", rp_aware_mcse=True)) == []


def test_marks_of_one_function_are_no_others_business() -> None:
    marked = PLENTY.replace("i64 %b) {", 'i64 %b) "opencicc-skips"="loop-reduce" {')
    other = PLENTY.replace("@k(", "@other(").partition("\n")[2]
    both = compiled(marked + other, passes="require<domtree>").ptx
    kernels = {part.partition("(")[0]: part for part in both.split(".visible .entry ")[1:]}
    loops = {name: part.partition("$L__BB")[2] for name, part in kernels.items()}
    assert {name: "mul.wide.u32" in loop for name, loop in loops.items()} == {"k": True, "other": False}
