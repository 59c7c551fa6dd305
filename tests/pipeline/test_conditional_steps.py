"""`when<CONDITION>(...)`: steps that run only where they have something to do, the same however the pipeline is run."""

from __future__ import annotations

import pytest

import opencicc
from opencicc.errors import UsageError
from opencicc.llvm import helper
from opencicc.pipeline.run.plan import Unit, make_plan
from opencicc.pipeline.text.parse import parse_pipeline, print_pipeline
from tests.shell import opencicc as command

CALL = """target triple = "nvptx64-nvidia-cuda"
define internal i32 @twice(i32 %x) {{
  %r = mul i32 %x, 2
  ret i32 %r
}}
define ptx_kernel void @k(ptr %p, i32 %n) {{
  %v = call i32 @twice(i32 %n) {attributes}
  %a = add i32 %v, 0
  store i32 %a, ptr %p
  ret void
}}
"""
INLINABLE, KEPT = CALL.format(attributes=""), CALL.format(attributes="#0") + "attributes #0 = { noinline }\n"

PAIR = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {{
  %p1 = getelementptr {type}, ptr addrspace(1) %p, i64 1
  %q1 = getelementptr {type}, ptr addrspace(1) %q, i64 1
  %a0 = load {type}, ptr addrspace(1) %p, align 4
  %a1 = load {type}, ptr addrspace(1) %p1, align 2
  %b0 = {add} {type} %a0, %a0
  %b1 = {add} {type} %a1, %a1
  store {type} %b0, ptr addrspace(1) %q, align 4
  store {type} %b1, ptr addrspace(1) %q1, align 2
  ret void
}}
"""
WATCHED: tuple[dict[str, object], ...] = ({}, {"verify-each": True})  # as a plan, and step by step


def needs_names(watching: dict[str, object]) -> None:
    """Without the helper native steps run as one text, which is one event, unless they are watched."""
    if not watching and helper.load() is None:
        pytest.skip(helper.describe())


def passes_of(ir: str, text: str, **options: object) -> list[str]:
    """The names of the steps that ran."""
    needs_names(options)
    result = opencicc.compile(ir, arch="sm_90", options={"passes": text, **options})
    return [event.name for event in result.trace.events if event.kind == "pass" and event.name != "codegen"]


@pytest.mark.parametrize("watching", WATCHED, ids=["plan", "watched"])
@pytest.mark.parametrize("ir, fires", [(INLINABLE, True), (KEPT, False)], ids=["inlined", "kept"])
def test_steps_after_inlining(ir: str, fires: bool, watching: dict[str, object]) -> None:
    ran = passes_of(ir, "inline,when<changed>(instcombine)", **watching)
    assert any("instcombine" in name for name in ran) is fires


@pytest.mark.parametrize("watching", WATCHED, ids=["plan", "watched"])
def test_it_is_the_last_inliner_that_counts(watching: dict[str, object]) -> None:
    """The first one leaves nothing to inline, so what follows the second one does not run."""
    ran = passes_of(INLINABLE, "inline,when<changed>(instcombine),inline,when<changed>(gvn)", **watching)
    assert any("instcombine" in name for name in ran)
    assert not any("gvn" in name for name in ran)


@pytest.mark.parametrize("watching", WATCHED, ids=["plan", "watched"])
@pytest.mark.parametrize(
    "type_, add, fires", [("half", "fadd", True), ("bfloat", "fadd", True), ("float", "fadd", False)]
)
def test_pairs_of_small_values(type_: str, add: str, fires: bool, watching: dict[str, object]) -> None:
    result = opencicc.compile(PAIR.format(type=type_, add=add), arch="sm_90", options=dict(watching))
    assert ("f16x2" in result.ptx) is fires
    needs_names(watching)
    ran = any("slp-vectorizer" in event.name for event in result.trace.events)
    assert ran is fires


@pytest.mark.parametrize("arch, fires", [("sm_90", False), ("sm_100", True)])
def test_pairs_of_single_precision_from_sm_100_on(arch: str, fires: bool) -> None:
    ir = PAIR.format(type="float", add="fadd").replace("align 2", "align 4")
    result = opencicc.compile(ir, arch=arch, options={"verify-each": True})
    assert any("slp-vectorizer" in event.name for event in result.trace.events) is fires


def test_vectors_of_small_values_count_too() -> None:
    ir = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  %v = load <2 x half>, ptr %p
  store <2 x half> %v, ptr %p
  ret void
}
"""
    assert passes_of(ir, "when<pairs>(instcombine)")


@pytest.mark.parametrize("name", ["0", "1"], ids=["without the helper", "with it"])
def test_small_values_are_found_with_and_without_the_helper(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENCICC_NATIVE_HELPER", name)
    for type_, add, fires in (("half", "fadd", True), ("float", "fadd", False)):
        ptx = opencicc.compile(PAIR.format(type=type_, add=add), arch="sm_90").ptx
        assert ("f16x2" in ptx) is fires


def test_the_text_reads_back() -> None:
    text = "inline,when<changed>(sroa,loop-mssa(licm)),when<declares:foo>(gvn),when<loops>(loop-unroll<late>)"
    assert print_pipeline(parse_pipeline(text)) == text


def test_groups_of_one_condition_are_one_unit() -> None:
    plan = make_plan(parse_pipeline("sroa,gvn,when<pairs>(dce,adce),when<pairs>(bdce),sccp,when<calls>(loop-unroll)"))
    assert plan == (
        Unit(("function(sroa)", "function(gvn)")),
        Unit(("function(dce)", "function(adce)", "function(bdce)"), when="pairs"),
        Unit(("function(sccp)",)),
        Unit((), "loop-unroll", when="calls+loops"),
    )


@pytest.mark.parametrize("text", ["when(sroa)", "when<>(sroa)", "when<moonlight>(sroa)", "when<pairs;loops>(sroa)"])
def test_an_unknown_condition_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="condition") as caught:
        parse_pipeline(text)
    assert "changed" in caught.value.fix


def test_what_is_left_out_is_said(tmp_path) -> None:
    source = tmp_path / "k.ll"
    source.write_text(KEPT)
    done = command(
        "-v", "--verify-each", "--passes=inline,when<changed>(gvn)", str(source), "-o", str(tmp_path / "k.ptx")
    )
    assert done.code == 0
    assert "gvn: left out, changed does not hold" in done.err
