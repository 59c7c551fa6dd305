"""Passes on the text of PTX change no result: every kernel of their input files, with the pass and without it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from shell import opencicc as command

import opencicc
from opencicc.emulate import launch
from opencicc.machine import parse

INPUTS = Path(__file__).parent / "inputs"
THREADS = 64


def kernels_of(name: str) -> list[str]:
    return [function.name for function in parse((INPUTS / name).read_text()).functions]


def results(ptx: str, kernel: str, seed: int) -> bytes:
    random = np.random.default_rng(seed)
    first = random.standard_normal(THREADS + 8)
    second = random.integers(0, 2**32, 2 * THREADS + 8, np.uint32)
    launch(ptx, kernel, 1, THREADS, [first, second])
    return second.tobytes()


@pytest.mark.parametrize("name", ["wide-products", "wide-indices", "guard-choices", "repeat-comparisons"])
def test_results_stay(name: str) -> None:
    path = INPUTS / f"{name}.ptx"
    before, after = path.read_text(), command("ptx-opt", str(path), f"--passes=machine({name})", f"--{name}=1").out
    assert before != after
    for kernel in kernels_of(path.name):
        for seed in range(3):
            assert results(before, kernel, seed) == results(after, kernel, seed), kernel


SOURCE = """
define ptx_kernel void @mixed(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %thread to i64
  %from = getelementptr i8, ptr addrspace(1) %in, i64 %wide
  %to = getelementptr i8, ptr addrspace(1) %out, i64 %wide
  %a = load i8, ptr addrspace(1) %from
  %next = getelementptr i8, ptr addrspace(1) %from, i64 1
  %b = load i8, ptr addrspace(1) %next
  %d = sub i8 %b, %a
  %p = mul i8 %d, %b
  %s = add i8 %p, %a
  %q = mul i8 %s, %d
  store i8 %q, ptr addrspace(1) %to
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""


def test_bytes_are_multiplied_in_32_bits_all_the_way() -> None:
    wide, narrow = (opencicc.compile(SOURCE, "sm_90", 3, {"wide-products": on}).ptx for on in (True, False))
    assert "mul.lo.s16" in narrow or "mad.lo.s16" in narrow
    assert "mul.lo.s16" not in wide and "mad.lo.s16" not in wide and "sub.s16" not in wide
    assert results(wide, "mixed", 1) == results(narrow, "mixed", 1)


HEADER = """.version 8.8
.target sm_90
.address_size 64

.visible .entry random(
	.param .u64 random_param_0,
	.param .u64 random_param_1
)
{
	.reg .pred 	%p<4>;
	.reg .b16 	%rs<80>;
	.reg .b32 	%r<80>;
	.reg .b64 	%rd<160>;

	ld.param.b64 	%rd1, [random_param_0];
	ld.param.b64 	%rd2, [random_param_1];
	mov.u32 	%r1, %tid.x;
	mul.wide.u32 	%rd3, %r1, 8;
	add.s64 	%rd4, %rd1, %rd3;
	add.s64 	%rd5, %rd2, %rd3;
	setp.lt.u32 	%p1, %r1, 9;
	and.b32 	%r3, %r1, 5;
	setp.eq.b32 	%p2, %r3, 1;
	mov.b32 	%r2, 2;
	mov.b32 	%r4, 1;"""


class RandomCode:
    """Instructions of 16 bits, 64 bits and doubles in a loop of two trips: most registers are written once, some again and again."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self.known = {"%rs": 4, "%r": 7, "%rd": 11}  # registers from the first of `FIRST` up to here have values
        self.chosen = 80

    def read(self, kind: str) -> str:
        return f"{kind}{self.random.integers(FIRST[kind], self.known[kind])}"

    def written(self, kind: str) -> str:
        """A new register, or one in four times an old one."""
        if self.random.integers(4) == 0:
            return self.read(kind)
        self.known[kind] += 1
        return f"{kind}{self.known[kind] - 1}"

    def instruction(self) -> str:
        opcode, target, *operands = SHAPES[self.random.integers(len(SHAPES))].split()
        number = int(self.random.integers(8))
        read = [
            f"[%rd4+{number}]" if one == "[]" else str(number) if one == "N" else self.read(one) for one in operands
        ]
        if "selp" not in opcode:
            return f"\t{opcode} \t{', '.join([self.written(target), *read])};"
        self.chosen += 1  # what only the choice reads or only reads the choice, beside it or not
        if self.random.integers(2):
            return self.union(f"%p{1 + number // 2 % 2}", number)
        read[number % 2] = f"%rd{self.chosen}"
        computed = f"\tfma.rn.f64 \t{read[number % 2]}, {', '.join(self.read('%rd') for _ in range(3))};"
        between = f"\tsub.f64 \t{self.written('%rd')}, {self.read('%rd')}, {self.read('%rd')};\n" if number < 4 else ""
        return f"{computed}\n{between}\t{opcode} \t{', '.join([self.written(target), *read])}, %p{1 + number // 2 % 2};"

    def union(self, condition: str, number: int) -> str:
        sides = ", ".join((self.read("%rd"), "0") if number % 2 else ("0", self.read("%rd")))
        chosen = f"\tselp.b64 \t%rd{self.chosen}, {sides}, {condition};"
        between = f"\tsub.f64 \t{self.written('%rd')}, {self.read('%rd')}, {self.read('%rd')};\n" if number < 4 else ""
        return f"{chosen}\n{between}\txor.b64 \t{self.written('%rd')}, {self.read('%rd')}, %rd{self.chosen};"

    def text(self) -> str:
        starts = [f"\tcvt.u16.u32 \t%rs{n}, %r1;" for n in range(FIRST["%rs"], self.known["%rs"])]
        starts += [f"\tadd.s32 \t%r{n}, %r1, {70000 * n};" for n in range(FIRST["%r"], self.known["%r"])]
        starts += [f"\tld.global.b64 \t%rd{n}, [%rd4+{8 * (n - 6)}];" for n in range(FIRST["%rd"], self.known["%rd"])]
        lines = [self.instruction() for _ in range(60)]
        ends = ["\tadd.s32 \t%r2, %r2, -1;", "\tsetp.ne.b32 \t%p3, %r2, 0;", "\t@%p3 bra \t$L__BB0_1;"]
        folded = [
            f"\tcvt.u32.u{size} \t%r3, {kind}{n};\n\tmad.lo.s32 \t%r4, %r4, 31, %r3;"
            for kind, size in (("%rs", 16), ("%rd", 64))
            for n in range(FIRST[kind], self.known[kind])
        ]
        return "\n".join(
            [HEADER, *starts, "$L__BB0_1:", *lines, *ends, *folded, "\tst.global.b32 \t[%rd5], %r4;", "\tret;", "}", ""]
        )


FIRST = {"%rs": 1, "%r": 5, "%rd": 6}
SHAPES = (
    "mul.lo.s16 %rs %rs N",
    "mul.lo.s16 %rs %rs %rs",
    "mad.lo.s16 %rs %rs %rs %rs",
    "add.s16 %rs %rs %rs",
    "sub.s16 %rs %rs N",
    "shr.u16 %rs %rs N",
    "cvt.u16.u32 %rs %r",
    "cvt.u32.u16 %r %rs",
    "add.s32 %r %r %r",
    "ld.global.b8 %rs []",
    "fma.rn.f64 %rd %rd %rd %rd",
    "sub.f64 %rd %rd %rd",
    "selp.f64 %rd %rd %rd",
    "or.b64 %rd %rd %rd",
)


@pytest.mark.parametrize("seed", range(12))
def test_results_of_random_code_stay(seed: int, tmp_path: Path) -> None:
    """Whatever is written where, twice, in between, or in the trip before."""
    before = RandomCode(seed).text()
    path = tmp_path / "random.ptx"
    path.write_text(before)
    words = ("ptx-opt", str(path), "--passes=machine(wide-products,guard-choices)")
    after = command(*words).out
    assert "mul.lo.s32" in after and "$L__guarded0:" in after
    assert results(before, "random", seed) == results(after, "random", seed)


RECURSIVE = """.version 8.8
.target sm_90
.address_size 64

.func other(.param .b64 other_param_0);
.func again(.param .b64 again_param_0)
{
	.reg .pred 	%p<2>;
	.reg .b64 	%rd<5>;

	ld.param.b64 	%rd1, [again_param_0];
	setp.gt.f64 	%p1, %rd1, 0d3FF0000000000000;
	sub.f64 	%rd2, %rd1, 0d3FF0000000000000;
	selp.f64 	%rd3, %rd2, %rd1, %p1;
	{ // callseq 0, 0
	.param .b64 	param0;
	st.param.b64 	[param0], %rd3;
	call.uni CALLED, (param0);
	} // callseq 0
	ret;
}
"""


@pytest.mark.parametrize(("called", "is_guarded"), [("again", False), ("other", True)])
def test_functions_that_call_themselves_stay(called: str, is_guarded: bool, tmp_path: Path) -> None:
    """A recursion took 72 registers for 64 by it."""
    path = tmp_path / "recursive.ptx"
    path.write_text(RECURSIVE.replace("CALLED", called))
    assert ("$L__guarded0" in command("ptx-opt", str(path), "--passes=machine(guard-choices)").out) == is_guarded
