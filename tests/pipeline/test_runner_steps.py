"""The runner around each step: times, sizes, changes, printing, diffs, verifying, limits and bisection."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from opencicc.llvm import edit
from opencicc.passes.api import function_pass
from tests.shell import Outcome, opencicc

MODULE = """target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, i32 %n) {
  %a = alloca i32
  store i32 %n, ptr %a
  %v = load i32, ptr %a
  %twice = add i32 %v, %v
  %dead = mul i32 %v, 3
  store i32 %twice, ptr %p
  ret void
}
"""

CALLS = """target triple = "nvptx64-nvidia-cuda"
define internal void @callee(ptr %p) {
  store i32 1, ptr %p
  ret void
}
define ptx_kernel void @k(ptr %p) {
  call void @callee(ptr %p)
  ret void
}
"""


@function_pass("test-name-values")
def name_values(function, ctx) -> bool:
    """Changes the IR: every integer result is called `seen`."""
    named = [i for i in function.instructions if i.opcode == "add" and not i.name.startswith("seen")]
    for instruction in named:
        edit.rename(instruction, "seen")
    return bool(named)


@function_pass("test-limit-registers")
def limit_registers(function, ctx) -> bool:
    """Changes the PTX."""
    edit.add_attribute(function, "nvvm.maxnreg", "17")
    return True


@function_pass("test-break")
def break_module(function, ctx) -> bool:
    """Breaks the IR: the first instruction goes to the end of its block, behind its users."""
    first = next(function.instructions)
    edit.move_before(first, first.parent.terminator)
    return True


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "k.ll"
    path.write_text(MODULE)
    return str(path)


def opt(source: str, *words: str) -> Outcome:
    return opencicc("opt", source, *words)


def pass_events(trace: Path) -> list[dict]:
    rows = [json.loads(line) for line in trace.read_text().splitlines()]
    return [row for row in rows if row.get("kind") == "pass"]


def test_native_and_own_steps_mix_in_any_order(source, register, tmp_path) -> None:
    register(name_values)
    trace = tmp_path / "trace.json"
    done = opt(source, "--passes=test-name-values,sroa,test-name-values,function(dce,instcombine)", f"--trace={trace}")
    assert done.code == 0
    assert "%seen = shl i32 %n, 1" in done.out
    assert [event["name"] for event in pass_events(trace)] == [
        "test-name-values", "sroa", "test-name-values", "function(dce,instcombine)",
    ]  # fmt: skip


def test_a_manager_with_a_pass_of_ours_inside_is_taken_apart(source, register) -> None:
    register(name_values)
    apart = opt(source, "--passes=sroa,test-name-values,dce")
    assert apart.out == opt(source, "--passes=function(sroa,test-name-values,dce)").out
    assert "%seen" in apart.out


def test_every_step_has_its_time_sizes_and_whether_it_changed_anything(source, register, tmp_path) -> None:
    register(name_values)
    trace = tmp_path / "trace.json"
    opt(source, "--passes=sroa,sroa,test-name-values,dce", f"--trace={trace}")
    events = pass_events(trace)
    assert [event["changed"] for event in events] == [True, False, True, True]
    sizes = [(event["data"]["instructions_before"], event["data"]["instructions_after"]) for event in events]
    assert sizes == [(7, 4), (4, 4), (4, 4), (4, 3)]
    assert all(event["duration_us"] > 0 for event in events)
    assert [event["data"]["step"] for event in events] == [1, 2, 3, 4]


def test_a_step_of_the_pipeline_says_where_it_stands(source, tmp_path) -> None:
    trace = tmp_path / "trace.json"
    opt(source, "-O3", f"--trace={trace}")
    wheres = [event["data"]["where"] for event in pass_events(trace)]
    assert "tier 0 #3" in wheres
    assert all(wheres)


@pytest.mark.parametrize(
    ("words", "headings"),
    [
        (("--print-before=dce",), ["before dce"]),
        (("--print-after=sroa,dce",), ["after sroa", "after dce"]),
        (("--print-before-all",), ["before sroa", "before loop-mssa(licm)", "before dce"]),
        (("--print-after-all",), ["after sroa", "after loop-mssa(licm)", "after dce"]),
        (("--print-after=licm",), ["after loop-mssa(licm)"]),
        (("--print-before=dce", "--print-after=dce"), ["before dce", "after dce"]),
    ],
)
def test_the_ir_is_printed_around_the_chosen_passes(source, words, headings) -> None:
    said = opt(source, "--passes=sroa,loop-mssa(licm),dce", *words).err
    assert re.findall(r"; \*\*\* IR (.*) \*\*\*", said) == headings
    assert said.count("define ptx_kernel void @k") == len(headings)


def test_printed_ir_is_that_of_its_place(source) -> None:
    said = opt(source, "--passes=sroa,dce", "--print-before=dce", "--print-after=dce").err
    before, after = said.split("; *** IR after dce ***")
    assert "%dead" in before
    assert "%dead" not in after


def test_print_changed_shows_a_diff_for_each_step_that_changed(source) -> None:
    said = opt(source, "--passes=sroa,sroa,dce", "--print-changed").err
    assert re.findall(r"; \*\*\* IR (.*) \*\*\*", said) == ["changed by sroa", "changed by dce"]
    assert "-  %a = alloca i32" in said
    assert "-  %dead = mul i32 %n, 3" in said


@pytest.mark.parametrize("option", ["--print-before", "--print-after"])
def test_printing_around_an_unknown_pass_is_a_usage_error(source, option) -> None:
    done = opt(source, "--passes=sroa", f"{option}=srao")
    assert done.code == 2
    assert "unknown pass name 'srao'" in done.err
    assert "did you mean 'sroa'?" in done.err
    assert done.out == ""


def test_verify_each_names_the_pass_that_broke_the_module(source, register, tmp_path) -> None:
    register(break_module)
    output = tmp_path / "out.ll"
    done = opt(source, "--passes=dce,test-break,sroa", "--verify-each", "-o", str(output))
    assert done.code != 0
    assert "pass test-break broke the module" in done.err
    assert "--pass-limit=1 stops before it" in done.err
    assert "does not dominate all uses" in done.err
    assert not output.exists()
    assert opt(source, "--passes=dce,test-break,sroa", "--verify-each", "--pass-limit=1").code == 0


def test_verify_each_names_the_place_in_a_pipeline(source, register) -> None:
    register(break_module)
    done = opt(source, "--passes=nvopt<O1>,test-break", "--verify-each")
    assert "pass test-break broke the module" in done.err


@pytest.mark.parametrize(("limit", "has_alloca", "has_dead"), [(0, True, True), (1, False, True), (2, False, False)])
def test_pass_limit_runs_the_first_steps_only(source, limit, has_alloca, has_dead) -> None:
    done = opt(source, "--passes=sroa,dce", f"--pass-limit={limit}", "-v")
    assert ("alloca" in done.out) is has_alloca
    assert ("%dead" in done.out) is has_dead
    left_out = re.findall(r"^(\S+): left out by --pass-limit", done.err, re.MULTILINE)
    assert left_out == ["sroa", "dce"][limit:]


def test_steps_that_do_nothing_do_not_count_and_are_listed(source) -> None:
    done = opt(source, "--passes=factory-1aac510,print-module,sroa", "--pass-limit=1", "-v")
    assert "alloca" not in done.out
    assert "factory-1aac510: unidentified, does nothing" in done.err


def test_bisect_finds_the_pass_that_changes_the_verdict(source, register) -> None:
    register(limit_registers)
    check = f"{sys.executable} -c \"import sys; sys.exit('.maxnreg' in open(sys.argv[1]).read())\" {{}}"
    done = opencicc("bisect", source, "--passes=dce,adce,test-limit-registers,simplifycfg", f"--check={check}")
    assert done.code == 0
    assert "step 3 changes the verdict: test-limit-registers" in done.out
    assert "--pass-limit=2 is still good, --pass-limit=3 is not" in done.out


def test_bisect_takes_a_failing_compile_as_a_verdict(source, register) -> None:
    register(break_module)
    done = opencicc("bisect", source, "--passes=dce,test-break,dce", "--verify-each", "--check=true")
    assert done.code == 0
    assert "step 2 changes the verdict: test-break" in done.out


def test_bisect_over_the_whole_pipeline_names_a_step_of_it(tmp_path) -> None:
    path = tmp_path / "calls.ll"
    path.write_text(CALLS)
    done = opencicc("bisect", str(path), "-O3", "--check=grep -q call.uni {}")
    assert done.code == 0
    assert re.search(r"step \d+ changes the verdict: inline", done.out)


def test_bisect_says_when_there_is_nothing_to_find(source) -> None:
    done = opencicc("bisect", source, "--passes=sroa", "--check=true")
    assert done.code == 1
    assert "nothing to find" in done.out


@pytest.mark.parametrize(
    ("knob", "heading"),
    [
        ("dump-nvvmir", r"at print-module"),
        ("dump-ir-before-memory-space-opt", r"before (and after )?memory-space-opt"),
        ("dump-ir-after-memory-space-opt", r"(before and )?after memory-space-opt"),
    ],
)
def test_a_dump_knob_prints_where_its_steps_stand(source, knob, heading) -> None:
    quiet, loud = opt(source, "-O3"), opt(source, "-O3", "-opt", f"-{knob}")
    headings = re.findall(r"; \*\*\* IR (.*) \*\*\*", loud.err)
    assert headings and all(re.match(heading, found) for found in headings)
    assert loud.out == quiet.out
    assert quiet.err == ""
    assert opt(source, "-O3", "-opt", f"-{knob}=0").err == ""


def test_dump_before_cssa_prints_where_cssa_stands(source) -> None:
    said = opt(source, "-O3", "-opt", "-dump-before-cssa -do-cssa=1").err
    assert len(re.findall(r"; \*\*\* IR before (and after )?cssa", said)) == 1


def test_the_print_slots_take_the_print_steps_out(source) -> None:
    said = opt(source, "-O3", "-opt", "-dump-nvvmir -no-dump=1").err
    assert "print-module" not in said


def test_a_setting_that_nothing_reads_is_a_warning(source) -> None:
    done = opt(source, "-O1", "-opt", "-slot-7=1")
    assert done.code == 0
    assert "warning: option slot-7 is set (command line, argument 3), but nothing is known to read it" in done.err
    assert opt(source, "-O1", "-opt", "-slot-7=1", "-w").err == ""
    assert opt(source, "-O1", "-opt", "-slot-7=1", "-Werror").code != 0
    assert opt(source, "-O1", "-opt", "-slot-7=0").err == ""
