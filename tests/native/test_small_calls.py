"""Modules whose calls all fit: inlined by sums alone, and told of as if every call had been weighed."""

from __future__ import annotations

from pathlib import Path

import pytest

import opencicc
from opencicc.llvm.helper import NativeHelper
from opencicc.llvm.helper_services import HelperServices
from opencicc.llvm.ir import Context
from opencicc.passes.inline.body import CLASSES
from opencicc.trace import Remark

EXAMPLES = sorted((Path(__file__).parents[2] / "examples" / "ir").glob("*.ll"))
PLAIN = """
%pair = type {{ i8, double }}
declare i32 @outside(i32)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
define internal <4 x half> @leaf(%pair %a, ptr addrspace(3) %p, [2 x <{{ i8, i32 }}>] %b, bfloat %c) alwaysinline {{
  ret <4 x half> zeroinitializer
}}
define internal i16 @middle(i32 %x, %pair %a, float %f) {attribute} {{
  %slot = alloca [3 x i32]
  call void @llvm.lifetime.start.p0(i64 12, ptr %slot)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %h = call <4 x half> @leaf(%pair %a, ptr addrspace(3) null, [2 x <{{ i8, i32 }}>] zeroinitializer, bfloat 0.0)
  store volatile <4 x half> %h, ptr null
  %y = call i32 @outside(i32 %x)
  %z = call i32 asm "mma.sync $0, $1;", "=r,r"(i32 %y)
  store volatile i32 %z, ptr null
  {inside}
  ret i16 7
}}
define ptx_kernel void @k(ptr %p, i32 %n) {{
  %copy = alloca i32
  store i32 %n, ptr %copy
  %a = call i16 @middle(i32 %n, %pair zeroinitializer, float 0.0) {mark}
  %b = call i16 @middle(i32 7, %pair zeroinitializer, float 0.0)
  %sum = add i16 %a, %b
  store i16 %sum, ptr %p
  ret void
}}
"""
USUAL = {"attribute": "", "inside": "", "mark": ""}
COPY = """%q = alloca %pair
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %slot, i64 16, i1 false)
  %w = call i32 @reads({how} %q)"""
READER = "define internal i32 @reads({how} %q) {{\n  {reads}ret i32 0\n}}\ndeclare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
READ = "store volatile i32 0, ptr %q\n  %v{} = load volatile i32, ptr %q\n  "
LEFT = [{"attribute": "noinline"}]  # there are calls that stay whatever they cost
ODD = [
    {"attribute": "optnone noinline"},
    {"attribute": '"denormal-fp-math-f32"="preserve-sign,preserve-sign"'},
    {"mark": "alwaysinline"},
    {"mark": "noinline"},
    {"inside": "%r = call i16 @middle(i32 %x, %pair %a, float %f)"},
    {"inside": "%q = load ptr, ptr %slot\n  call void %q()"},
]


def module(changes: dict[str, str]) -> str:
    return PLAIN.format(**{**USUAL, **changes})


def told(text: str, **options: object) -> tuple[str, list[Remark]]:
    given = {"passes": "inline", "stop-after": "opt", **options}
    result = opencicc.compile(text, arch="sm_90", options=given)
    return result.bitcode.hex(), [remark for remark in result.remarks if remark.pass_name == "inline"]


def test_only_plain_calls_are_small(native: NativeHelper, context: Context) -> None:
    look = HelperServices(native).small_calls
    for changes in ({}, *LEFT):
        assert look(context.parse(module(changes).encode()), CLASSES)
    for changes in ODD:
        assert look(context.parse(module(changes).encode()), CLASSES) is None, changes
    assert (
        look(context.parse(b"declare void @f()\ndefine void @g() {\n  call void @f()\n  ret void\n}"), CLASSES) is None
    )


@pytest.mark.parametrize("changes", [{}, *LEFT, *ODD])
def test_all_that_is_told_is_what_the_facts_say(
    changes: dict[str, str], native: NativeHelper, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = module(changes)
    found = told(text)
    assert found[0] == told(text, **{"strict-passes": True})[0]
    monkeypatch.setattr(HelperServices, "small_calls", lambda *_: None)
    assert found == told(text)
    assert found[1]


@pytest.mark.parametrize("how", ["ptr byval(%pair)", "ptr"])
@pytest.mark.parametrize("accesses", [0, 10, 11])
def test_copies_for_a_call_may_be_accessed_a_little(
    how: str, accesses: int, native: NativeHelper, context: Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = "".join(READ.format(number) for number in range(accesses))
    text = module({"inside": COPY.format(how=how)}) + READER.format(how=how, reads=reads)
    is_small = HelperServices(native).small_calls(context.parse(text.encode()), CLASSES) is not None
    assert is_small == (accesses <= 10)  # 100 loads times stores
    found = told(text)
    assert found[0] == told(text, **{"strict-passes": True})[0]
    assert any("'reads' inlined into" in remark.message for remark in found[1]) == is_small
    monkeypatch.setattr(HelperServices, "small_calls", lambda *_: None)
    assert found == told(text)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_whole_compiles_tell_the_same(path: Path, native: NativeHelper, monkeypatch: pytest.MonkeyPatch) -> None:
    found = opencicc.compile(path.read_bytes(), arch="sm_90")
    monkeypatch.setattr(HelperServices, "small_calls", lambda *_: None)
    other = opencicc.compile(path.read_bytes(), arch="sm_90")
    assert (found.ptx, found.remarks) == (other.ptx, other.remarks)


@pytest.mark.parametrize("options", [{"inline-budget": 10}, {"inline-total-budget": 20}, {"inline-max-size": 4}])
def test_calls_that_may_not_fit_are_weighed(
    options: dict[str, object], native: NativeHelper, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = module({"inside": "store volatile i32 %x, ptr null\n  " * 40})
    options = {**options, "inline-gpu-bonus": 0}
    found = told(text, **options)
    assert any(remark.remark == "missed" and "outside" not in remark.message for remark in found[1])
    monkeypatch.setattr(HelperServices, "small_calls", lambda *_: None)
    assert found == told(text, **options)


def test_a_later_run_knows_what_was_spent(native: NativeHelper, monkeypatch: pytest.MonkeyPatch) -> None:
    text = module({}).replace("%sum = add", "%more = call i32 @late(i32 %n)\n  %sum = add")
    text += "define internal i32 @late(i32 %x) noinline {\n  ret i32 %x\n}\n"
    options = {"passes": "inline,inline,inline"}
    found = told(module({}), **options), told(text, **options)
    monkeypatch.setattr(HelperServices, "small_calls", lambda *_: None)
    assert found == (told(module({}), **options), told(text, **options))
