"""The assembler's parts: level names, the pass list, codegen order, compile phases, the registry."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from opencicc.errors import UsageError
from opencicc.options.values import OptionValues
from opencicc.passes.api import NVIDIA_REGISTRY
from opencicc.passes.registry import Kind, Status, all_passes, find_pass
from opencicc.passes.unbuilt import FORWARDS
from opencicc.pipeline.assemble import assemble
from opencicc.pipeline.passlist import PassList
from opencicc.pipeline.run.split import assign_phases
from opencicc.pipeline.spec import languages, phases, tiers
from opencicc.pipeline.spec.codegen import CODEGEN, CodegenStep, dispatch, order
from opencicc.pipeline.spec.names import Level, check_exclusive, choose_level, select_pipeline
from opencicc.pipeline.step import Step, native_text
from opencicc.pipeline.text.parse import parse_pipeline
from opencicc.target import Target


@pytest.mark.parametrize(
    ("flags", "fast", "name"),
    [
        ((True, False, False), "", "nvopt<O1>"),
        ((False, True, True), "", "nvopt<O2>"),
        ((False, False, True), "max", "nvopt<O3>"),
        ((False, False, False), "max", "nvopt<Ofcmax>"),
        ((False, False, False), "mid", "nvopt<Ofcmid>"),
        ((False, False, False), "min", "nvopt<Ofcmin>"),
        ((False, False, False), "maxi", "nvopt<O0>"),
        ((False, False, False), "", "nvopt<O0>"),
    ],
)
def test_pipeline_selection(flags, fast, name) -> None:
    assert select_pipeline(flags, fast).pipeline_name == name


@pytest.mark.parametrize(
    ("level", "fast", "chosen"),
    [
        (3, "0", Level.O3),
        (0, "0", Level.O0),
        (3, "max", Level.OFCMAX),
        (1, "min", Level.OFCMIN),
        (2, "mid", Level.OFCMID),
    ],
)
def test_a_fast_compile_level_takes_the_place_of_the_o_level(level, fast, chosen) -> None:
    assert choose_level(level, fast) is chosen


def test_an_unknown_fast_compile_level_has_the_products_message() -> None:
    with pytest.raises(UsageError, match="unsupported level, only supports 0, min, mid, or max"):
        choose_level(3, "med")


def test_a_level_and_a_pipeline_text_exclude_each_other() -> None:
    check_exclusive(True, False)
    with pytest.raises(
        UsageError, match="Cannot specify -O#/-Ofast-compile=<min,mid,max> and --passes=/--foo-pass, use"
    ):
        check_exclusive(True, True)


def test_adding_the_same_step_again_only_sets_its_flags() -> None:
    passes = PassList()
    step, equal = Step("sroa"), Step("sroa")
    passes.add(step, 1)
    passes.add(equal, 0)
    passes.add(step, 1, is_barrier=True)
    assert [(s.name, s.flags) for s in passes.finished()] == [("sroa", 3), ("sroa", 0)]


def test_codegen_order_respects_dependencies_and_keeps_the_rest() -> None:
    assert order({"a": ["c"], "b": [], "c": ["d"], "d": ["elsewhere"]}) == ["d", "c", "a", "b"]
    with pytest.raises(ValueError, match="a -> b -> a"):
        order({"a": ["b"], "b": ["a"]})


def test_codegen_is_ordered_by_dependencies_only_above_level_1() -> None:
    steps = (CodegenStep("late", ("early",), ""), CodegenStep("early<x>", (), ""))
    assert [step.text for step in dispatch(steps, 1)] == ["late", "early<x>"]
    assert [step.text for step in dispatch(steps, 2)] == ["early<x>", "late"]
    for step in CODEGEN:
        parse_pipeline(step.text)
        assert all(find_pass(name) for name in step.after)


def phases_of(text):
    return [step.phase for step in assign_phases(parse_pipeline(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sroa,globaldce,dce", [1, 1, 2]),
        ("sroa,dce", [2, 2]),
        ("remat,inline,dce,branch-dist", [2, 1, 2, 2]),
        ("loop-unroll<late>,loop-unroll,globaldce,nv-loop-reduce", [2, 1, 1, 2]),
        ("dce,print-module,sroa,verify", [2, 2, 2, 2]),
        ("cgscc(function(sroa)),dce", [2, 2]),
        ("cgscc(inline),dce", [1, 2]),
    ],
)
def test_phases(text, expected) -> None:
    assert phases_of(text) == expected


@pytest.mark.parametrize("level", list(Level))
def test_no_step_looks_beyond_a_function_in_phase_ii(level) -> None:
    steps = assemble(OptionValues(), Target(90), "", level)
    assert {step.phase for step in steps} <= {1, 2}
    for step in steps:
        if step.phase == 2 and not step.is_read_only and step.name != "name-blocks":
            assert not any(leaf.kind.needs_module for leaf in step.leaves), step
    if level.tier:
        assert {"remat", "sinking2"} <= {step.name for step in steps if step.phase == 2}


def test_the_products_registry() -> None:
    rows = [info for info in all_passes() if info.origin == NVIDIA_REGISTRY]
    counts = {kind: sum(row.kind is kind and "print<" not in row.name for row in rows) for kind in Kind}
    assert (counts[Kind.MODULE], counts[Kind.FUNCTION], counts[Kind.LOOP], counts[Kind.ANALYSIS]) == (12, 19, 1, 2)
    assert find_pass("bounds-checking").status is Status.NATIVE


def test_every_pass_has_help_and_a_truthful_status() -> None:
    for info in all_passes():
        assert info.help.endswith("."), info.name
        if info.status is Status.BUILT:
            assert info.module
        if info.status in (Status.STAND_IN, Status.REFUSED):
            assert info.reason


def test_stock_inlining_and_unrolling_are_not_registered_as_native() -> None:
    for name in ("inline", "loop-unroll", "loop-unroll-full", "nvvm-reflect"):
        assert find_pass(name).status is not Status.NATIVE


def test_tables_have_the_published_lengths() -> None:
    assert (len(tiers.TIER_0), len(tiers.TIERS)) == (40, 85)
    assert [len(languages.PATHS[name]) for name in ("ptx", "mid", "default")] == [10, 43, 45]
    assert (len(phases.INFRASTRUCTURE), len(phases.PRE_OPTIMIZATION), len(phases.FINALIZATION)) == (5, 9, 3)


@pytest.mark.skipif(not shutil.which("opt-22"), reason="needs LLVM 22's opt to ask for its pass names")
def test_libllvm_knows_every_native_pass() -> None:
    known = set(subprocess.run(["opt-22", "--print-passes"], capture_output=True, text=True, check=True).stdout.split())
    known |= {name.split("<")[0] for name in known}
    target_passes = {"generic-to-nvvm", "nvptx-lower-ctor-dtor", "nvvm-intr-range", "nvptx-lower-args",
                     "nvptx-copy-byval-args", "nvptx-tag-invariant-loads", "nvptx-ir-peephole"}  # fmt: skip
    native = {info.name for info in all_passes() if info.status is Status.NATIVE} - {"llvm-default", *FORWARDS}
    assert native - known == target_passes | {name for name in native if name.startswith("print<")} - known


@pytest.mark.skipif(not shutil.which("opt-22"), reason="needs LLVM 22's opt to parse the text")
@pytest.mark.parametrize("level", list(Level))
def test_llvm_takes_the_native_text_of_every_step(level, tmp_path) -> None:
    source = tmp_path / "empty.ll"
    source.write_text('target triple = "nvptx64-nvidia-cuda"\n')
    steps = assemble(OptionValues(), Target(90), "", level)
    text = ",".join(native_text(step) for step in steps if step.status in (Status.NATIVE, Status.STAND_IN))
    command = [
        "opt-22",
        "-disable-output",
        "-mtriple=nvptx64-nvidia-cuda",
        "-mcpu=sm_90",
        f"-passes={text}",
        str(source),
    ]
    assert subprocess.run(command, capture_output=True, text=True).stderr == ""
