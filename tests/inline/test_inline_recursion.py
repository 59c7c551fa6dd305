"""Recursions: models B and C end where LLVM's own inliner ends, and what they leave is the same call graph."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.shell import opencicc as opencicc_command

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import opencicc
from benchmarks.recursions import Graph, by_llvm, by_us, module_of, random_recursion

GRAPHS: dict[str, Graph] = {
    "two": {"even": ["odd"], "odd": ["even"], "k": ["even"]},
    "two calls": {"even": ["odd", "odd"], "odd": ["even"], "k": ["even", "odd"]},
    "three": {"a": ["b"], "b": ["c"], "c": ["a"], "k": ["a", "b", "c"]},
    "all with all": {
        "a": ["b", "c", "d"],
        "b": ["a", "c", "d"],
        "c": ["a", "b", "d"],
        "d": ["a", "b", "c"],
        "k": ["a"],
    },
    "two cycles in one": {"a": ["b", "c"], "b": ["a"], "c": ["a"], "k": ["a"]},
    "with leaves": {"leaf": [], "a": ["b", "leaf"], "b": ["a", "leaf"], "outer": ["a"], "k": ["outer", "b"]},
    "entered from another side": {"f": ["h"], "g": ["h", "h"], "h": ["g"], "k": ["h"]},
    "itself": {"a": ["a"], "k": ["a"]},
}
RANDOM_GRAPHS = 40
MOST_DIFFERENT = 2  # measured: where three or more cycles share functions, LLVM's order is not always ours


@pytest.mark.parametrize("linkage", ["", "internal"])
@pytest.mark.parametrize("model", ["B", "C"])
@pytest.mark.parametrize("name", GRAPHS)
def test_a_recursion_ends_as_with_llvm(name: str, model: str, linkage: str) -> None:
    text = module_of(GRAPHS[name], linkage)
    assert by_us(text, model) == by_llvm(text)


def test_random_recursions_mostly_end_as_with_llvm() -> None:
    modules = [random_recursion(seed) for seed in range(RANDOM_GRAPHS)]
    assert sum(by_us(text, "B") != by_llvm(text) for text in modules) <= MOST_DIFFERENT


@pytest.mark.parametrize("model", ["B", "C"])
def test_mutual_recursion_stays_small_through_the_whole_pipeline(model: str) -> None:
    text = module_of(GRAPHS["two"])
    result = opencicc.compile(text, "sm_90", None, {"inline-model": model})
    inlined = Counter(remark.message.split(":")[0] for remark in result.remarks if remark.name == "Inlined")
    assert inlined["'odd' inlined into 'even'"] == 1
    assert max(inlined.values()) == 1  # once the recursion has become a loop, the kernel takes it in
    assert result.ptx.count("\n") < 100


# Going round is cheap for the kernel alone: it knows the argument, the others do not, and are too dear for each other.
CONSTANTS = """
target triple = "nvptx64-nvidia-cuda"
define i32 @even(i32 %x) {{
  %small = icmp ult i32 %x, 100
  br i1 %small, label %big, label %more
big:
{big}
  ret i32 %v199
more:
  %less = sub i32 %x, 1
  %below = call i32 @odd(i32 %less)
  ret i32 %below
}}
define i32 @odd(i32 %x) {{
  %small = icmp ult i32 %x, 100
  br i1 %small, label %big, label %more
big:
{big}
  ret i32 %v199
more:
  %less = sub i32 %x, 1
  %below = call i32 @even(i32 %less)
  ret i32 %below
}}
define ptx_kernel void @k(ptr %p) {{
  %a = call i32 @even(i32 1000)
  store i32 %a, ptr %p
  ret void
}}
""".format(
    big="  %v0 = mul i32 %x, %x\n"
    + "\n".join(f"  %v{n} = {'mul' if n % 2 else 'add'} i32 %v{n - 1}, %x" for n in range(1, 200))
)


@pytest.mark.parametrize("model", ["B", "C"])
def test_history_outlives_one_run_of_the_inliner(model: str) -> None:
    """Both go into the kernel once, whatever comes after: the call that is left is marked."""
    options = {"inline-threshold": 60}
    once = by_us(CONSTANTS, model, "inline", **options)
    assert once["k"] == Counter(["even"])
    assert once["even"] == Counter(["odd"])
    often = by_us(CONSTANTS, model, "inline,instcombine,inline,simplifycfg,inline,inline", **options)
    assert often == once
    result = opencicc.compile(CONSTANTS, "sm_90", None, {"inline-model": model, **options})
    assert len([remark for remark in result.remarks if remark.name == "Inlined"]) == 2


RECURSIVE = """
target triple = "nvptx64-nvidia-cuda"
define internal i32 @a(i32 %x, i32 %s) {
  %z = icmp sle i32 %x, 0
  br i1 %z, label %end, label %more
more:
  %l = sub i32 %x, 1
  %t = mul i32 %s, 3
  %u = call i32 @b(i32 %l, i32 %t)
  %v = call i32 @c(i32 %l, i32 %u)
  br label %end
end:
  %r = phi i32 [ %s, %0 ], [ %v, %more ]
  ret i32 %r
}
define internal i32 @b(i32 %x, i32 %s) {
  %z = icmp sle i32 %x, 0
  br i1 %z, label %end, label %more
more:
  %l = sub i32 %x, 2
  %t = add i32 %s, 5
  %u = call i32 @a(i32 %l, i32 %t)
  br label %end
end:
  %r = phi i32 [ %s, %0 ], [ %u, %more ]
  ret i32 %r
}
define internal i32 @c(i32 %x, i32 %s) {
  %z = icmp sle i32 %x, 0
  br i1 %z, label %end, label %more
more:
  %l = sub i32 %x, 3
  %t = xor i32 %s, 77
  %u = call i32 @a(i32 %l, i32 %t)
  %v = call i32 @b(i32 %l, i32 %u)
  br label %end
end:
  %r = phi i32 [ %s, %0 ], [ %v, %more ]
  ret i32 %r
}
define ptx_kernel void @k(ptr %p, i32 %n) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = and i32 %i, 7
  %a = call i32 @a(i32 %m, i32 %i)
  %b = call i32 @b(i32 9, i32 %a)
  %q = getelementptr i32, ptr %p, i32 %i
  store i32 %b, ptr %q
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""


@pytest.mark.parametrize("options", [["B"], ["C"], ["B", "-inline-deferral", "-inline-threshold=5"]])
def test_recursions_still_compute_the_same(options: list[str], tmp_path: Path) -> None:
    source = tmp_path / "recursive.ll"
    source.write_text(RECURSIVE)
    words = [f"-inline-model={options[0]}", *options[1:], "--check-semantics", "-o", str(tmp_path / "recursive.ptx")]
    outcome = opencicc_command(str(source), "-arch=sm_90", *words)
    assert outcome.code == 0, outcome.err
    assert outcome.err.startswith("k: same results as unoptimised")
