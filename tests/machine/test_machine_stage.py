"""The machine stage in a compile: its place, its files, what is shown of it, limits and bisecting."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shell import opencicc as command
from support import EXAMPLES, find_ptxas

import opencicc
from opencicc.marks import PULL_MARK, pull_assembly

INPUT = Path(__file__).parent / "inputs" / "remat.ptx"
EAGER = ("-nv-remat-aim=2", "-nv-remat-threshold-for-spec-reg=0")
KERNEL = str(EXAMPLES / "tiled_matmul.ll")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> str:
    outcome = command(*words)
    assert outcome.code == 0, outcome.err
    return outcome.out


def test_it_runs_after_code_generation_and_keeps_both_files() -> None:
    run(KERNEL, "-arch=sm_90", *EAGER, "-o", "k.ptx", "--keep-dir=kept")
    before, after = (Path(f"kept/tiled_matmul.{kind}").read_text() for kind in ("ptx", "mach.ptx"))
    assert "%n_b" not in before and "%n_b" in after
    assert Path("k.ptx").read_text() == after
    run(KERNEL, "-arch=sm_90", *EAGER, "--stop-after=llc", "-o", "llc.ptx")
    assert Path("llc.ptx").read_text() == before
    run("kept/tiled_matmul.ptx", "-arch=sm_90", *EAGER, "--start-from=mach", "-o", "again.ptx")
    assert Path("again.ptx").read_text() == after
    assert run("ptx-opt", "kept/tiled_matmul.ptx", *EAGER) == after


def test_the_pipeline_text_names_its_passes() -> None:
    text = run("opt", "--print-pipeline-passes", "-O3")
    assert text.rstrip().endswith(
        "machine(wide-indices,mad-wide,wide-products,repeat-comparisons,guard-choices,nv-remat-block)"
    )
    with_it = run(KERNEL, "-arch=sm_90", *EAGER, f"--passes={text.strip()}", "-o", "-")
    assert with_it == run(KERNEL, "-arch=sm_90", *EAGER, "-O3", "-o", "-")
    for alone in ("machine(nv-remat-block)", "nv-remat-block"):
        assert "%n_b" in run(KERNEL, "-arch=sm_90", *EAGER, f"--passes={alone}", "-o", "-")
    assert "%n_b" not in run(KERNEL, "-arch=sm_90", *EAGER, "--passes=sroa", "-o", "-")
    refused = command(KERNEL, "--passes=function(nv-remat-block)")
    assert refused.code == 2 and "'nv-remat-block' is a machine pass" in refused.err


def test_what_it_does_is_shown() -> None:
    shown = command(str(INPUT), "--start-from=mach", *EAGER, "-o", "k.ptx", "--print-after=nv-remat-block").err
    assert "// *** PTX after nv-remat-block ***" in shown and "%n_b64" in shown
    shown = command(str(INPUT), "--start-from=mach", *EAGER, "-o", "k.ptx", "--print-before=nv-remat-block").err
    assert "// *** PTX before nv-remat-block ***" in shown and "%n_b64" not in shown
    shown = command("ptx-opt", str(INPUT), *EAGER, "-o", "k.ptx", "--print-changed").err
    assert "// *** PTX changed by nv-remat-block ***" in shown and "+\tld.param.u64" in shown
    assert "stage mach" in command("ptx-opt", str(INPUT), *EAGER, "-o", "k.ptx", "--time-passes").err
    run("ptx-opt", str(INPUT), *EAGER, "-o", "k.ptx", "--trace=t.jsonl", "--remarks=r.yaml")
    rows = [json.loads(line) for line in Path("t.jsonl").read_text().splitlines()]
    assert any(row.get("name") == "nv-remat-block" and row.get("changed") for row in rows)
    assert "Pass:            'nv-remat-block'" in Path("r.yaml").read_text()


def test_steps_are_numbered_after_those_of_the_ir() -> None:
    Path("check.sh").write_text("! grep -q '%n_b' $1\n")
    said = run("bisect", KERNEL, "-O3", "-arch=sm_90", *EAGER, "--check=sh check.sh {}")
    assert "changes the verdict: nv-remat-block" in said
    limit = int(said.split("--pass-limit=")[1].split()[0])
    assert "%n_b" not in run(KERNEL, "-arch=sm_90", *EAGER, f"--pass-limit={limit}", "-o", "-")
    assert "%n_b" in run(KERNEL, "-arch=sm_90", *EAGER, f"--pass-limit={limit + 1}", "-o", "-")


def test_most_kernels_are_not_even_parsed() -> None:
    result = opencicc.compile((EXAMPLES / "saxpy.ll").read_bytes(), "sm_90", 3)
    assert "parse PTX" not in result.timings_us["pass"]
    assert any("below its register target" in note for note in result.trace.notes)


def test_ptx_opt_takes_the_architecture_of_the_file() -> None:
    facts = json.loads(run("ptx-opt", str(INPUT), "-o", "k.ptx", "--json"))
    assert facts["target"] == "sm_90"
    Path("bad.ptx").write_text("define void @f()")
    refused = command("ptx-opt", "bad.ptx")
    assert refused.code and "this is not PTX: it has no .version" in refused.err
    assert "needs one PTX file" in command("ptx-opt").err


@pytest.mark.skipif(find_ptxas() is None, reason="ptxas is not installed")
def test_ptxas_judges_the_tries() -> None:
    said = command("ptx-opt", str(INPUT), "--try-ptxas", "-Rpass-analysis=try-ptxas", "-o", "k.ptx")
    assert said.code == 0
    lines = [line for line in said.err.splitlines() if "[-Rpass-analysis=try-ptxas]" in line]
    assert len(lines) == 6 and sum("kept" in line for line in lines) == 1


def test_spills_of_called_functions_count_in_the_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a pass has changed makes a called function spill, and nothing else: the PTX stays as it came."""
    text, judged = INPUT.read_text(), []

    def said(ptx: str, arch: str, ptx_path: str = "", extra: tuple[str, ...] = ()) -> tuple[bytes, str]:
        judged.append(ptx)
        return (
            b"",
            f"Function properties for f\n 8 bytes stack frame, {8 * (ptx != text)} bytes spill stores, 0 bytes spill loads",
        )

    monkeypatch.setattr("opencicc.tools.require_tool", lambda name: name)
    monkeypatch.setattr("opencicc.tools.run_ptxas", said)
    options = {"start-from": "mach", "stop-after": "mach", "try-ptxas": True}
    assert opencicc.compile(text, options=options).ptx == text
    assert len(judged) == len(set(judged)) > 1  # what several settings write alike is assembled once


PULL = pull_assembly(32)[0].replace("\n", "\\0A").replace("\t", "\\09")
MARKED = f"""
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {{
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = shl i32 %tid, 3
  %loaded = load i32, ptr addrspace(1) %p
  %c = icmp slt i32 %loaded, 9
  br i1 %c, label %yes, label %no
yes:
  store i32 %a, ptr addrspace(1) %p
  %again = call i32 asm "{PULL}", "{pull_assembly(32)[1]}"(i32 %a)
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  store i32 %again, ptr addrspace(1) %q
  %same = call i32 asm "{PULL}", "{pull_assembly(32)[1]}"(i32 %loaded)
  %r = getelementptr i32, ptr addrspace(1) %p, i32 2
  store i32 %same, ptr addrspace(1) %r
  ret void
no:
  ret void
}}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""


def test_a_plan_of_an_ir_pass_is_carried_out() -> None:
    result = opencicc.compile(MARKED, "sm_90", 1)
    ptx = result.ptx
    assert ptx.count("%tid.x") == 2, ptx
    assert ptx.count("shl.b32") == 2, ptx
    assert ptx.count(PULL_MARK) == 1, "what is loaded can't be made again and stays a move"
    said = [remark.message for remark in result.remarks if remark.name == "PlanCarriedOut"]
    assert said == ["computed 1 values again where an IR pass asked for it, 1 can't be"]
    plain = opencicc.compile(MARKED, "sm_90", 0).ptx
    assert plain.count(PULL_MARK) == 2 and plain.count("%tid.x") == 1


def test_it_runs_on_the_joined_ptx_of_a_module_compiled_by_parts() -> None:
    kernels = [(EXAMPLES / f"{name}.ll").read_text() for name in ("saxpy", "tiled_matmul")]
    options = {"nv-remat-aim": 2, "nv-remat-threshold-for-spec-reg": 0}
    result = opencicc.compile(kernels[0], "sm_90", 3, {**options, "force-concurrent": True}, link=[kernels[1]])
    assert any("by parts" in note for note in result.trace.notes)
    assert result.ptx.count(".entry") == 2 and "%n_b" in result.ptx


def test_skip_passes_takes_a_machine_pass_out() -> None:
    run(KERNEL, "-arch=sm_90", *EAGER, "--skip-passes=nv-remat-block", "-o", "k.ptx")
    assert "%n_b" not in Path("k.ptx").read_text()


def with_assembly(text: str) -> str:
    """A kernel with an inline assembly of this text; $0 and $1 are 32-bit registers."""
    return f"""
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {{
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %swapped = call i32 asm "{text}", "=r,r"(i32 %tid)
  store i32 %swapped, ptr addrspace(1) %p
  ret void
}}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""


def test_a_declaration_without_a_blank_is_read() -> None:
    Path("k.ll").write_text(with_assembly("{ .reg.b16 h,r; mov.b32 {h,r}, $1; xor.b16 h, h, r; mov.b32 $0, {r,h}; }"))
    run("k.ll", "-arch=sm_90", *EAGER, "-o", "k.ptx", "--keep-dir=kept")
    assert ".reg.b16 h,r;" in Path("k.ptx").read_text()
    assert run("ptx-opt", "kept/k.ptx", *EAGER) == Path("k.ptx").read_text()


def test_assembly_that_only_ptxas_understands_leaves_the_ptx_alone() -> None:
    Path("k.ll").write_text(with_assembly("{ .reg .v; mov.b32 $0, $1; }"))
    said = command("k.ll", "-arch=sm_90", *EAGER, "-Rpass-missed=mach", "-o", "k.ptx", "--keep-dir=kept")
    assert said.code == 0, said.err
    assert ".reg .v;" in Path("k.ptx").read_text()
    assert "no pass on PTX ran: cannot read this declaration" in said.err
    refused = command("ptx-opt", "kept/k.ptx", *EAGER)
    assert refused.code and "cannot read this declaration" in refused.err, "here the PTX is what was asked about"
