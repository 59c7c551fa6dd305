"""Every stage can be stopped after and started from, and the PTX is the same; what a compile shows on the way."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from opencicc import trace
from tests.shell import opencicc as command
from tests.support import EXAMPLES, find_ptxas

NAMES = ["saxpy", "tiled_matmul", "printf", "debug_info", "numba_typed_pointers", "half_bf16", "recursion"]


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str, stdin: bytes = b"") -> bytes:
    outcome = command(*words, stdin=stdin)
    assert outcome.code == 0, outcome.err
    return outcome.stdout


@pytest.mark.parametrize("options", [(), ("-O0",), ("-prec-div=0", "-ftz=1", "-fma=0"), ("-Ofc=max",)], ids=str)
@pytest.mark.parametrize("name", NAMES)
def test_any_stage_can_be_started_from_its_file(name: str, options: tuple[str, ...]) -> None:
    words = ("-arch=sm_90", *options)
    run(str(EXAMPLES / f"{name}.ll"), *words, "-o", "whole.ptx", "--keep-dir=kept")
    whole = Path("whole.ptx").read_bytes()
    assert sorted(os.listdir("kept")) == [f"{name}.{kind}" for kind in ("lnk.bc", "mach.ptx", "opt.bc", "ptx")]
    assert Path(f"kept/{name}.mach.ptx").read_bytes() == whole
    assert run(f"kept/{name}.lnk.bc", *words, "--start-from=opt", "-o", "-") == whole
    assert run(f"kept/{name}.opt.bc", *words, "--start-from=llc", "-o", "-") == whole
    assert run(f"kept/{name}.ptx", *words, "--start-from=mach", "-o", "-") == whole
    assert (
        run(f"kept/{name}.opt.bc", *words, "--start-from=llc", "--stop-after=llc", "-o", "-")
        == Path(f"kept/{name}.ptx").read_bytes()
    )
    run("-opt", f"kept/{name}.lnk.bc", *words, "-o", "alone.opt.bc")
    assert run("-llc", "alone.opt.bc", *words, "-o", "-") == whole


def test_stopping_after_a_stage_writes_its_file() -> None:
    path = str(EXAMPLES / "saxpy.ll")
    run(path, "-arch=sm_90", "--keep-dir=kept", "-o", "whole.ptx")
    for stage in ("lnk", "opt"):
        run(path, "-arch=sm_90", f"--stop-after={stage}")
        assert Path(f"saxpy.{stage}.bc").read_bytes() == Path(f"kept/saxpy.{stage}.bc").read_bytes()
    run("-lnk", path, "-arch=sm_90", "-o", "alone.bc")
    assert Path("alone.bc").read_bytes() == Path("kept/saxpy.lnk.bc").read_bytes()


def test_emit_forms() -> None:
    path = str(EXAMPLES / "saxpy.ll")
    text = run(path, "-arch=sm_90", "--emit=ll", "-o", "-")
    bitcode = run(path, "-arch=sm_90", "--emit=bc", "-o", "-")
    assert b"define ptx_kernel void @saxpy" in text
    assert bitcode.startswith(b"BC\xc0\xde")
    ptx = run(path, "-arch=sm_90", "-o", "-")
    assert run("-", "-arch=sm_90", "--start-from=llc", "-o", "-", stdin=text) == ptx
    assert run("-", "-arch=sm_90", "--start-from=llc", "-o", "-", stdin=bitcode) == ptx


def test_output_names_follow_the_input() -> None:
    path = str(EXAMPLES / "saxpy.ll")
    for words, name in (((), "saxpy.ptx"), (("--emit=ll",), "saxpy.ll"), (("--emit=bc",), "saxpy.opt.bc")):
        run(path, *words)
        assert os.path.exists(name), name


def test_standard_input_goes_to_standard_output() -> None:
    data = (EXAMPLES / "saxpy.ll").read_bytes()
    assert b".entry saxpy(" in run("-", "-arch=sm_90", stdin=data)
    assert os.listdir() == []


def test_keep_beside_the_output() -> None:
    os.mkdir("out")
    run(str(EXAMPLES / "saxpy.ll"), "-keep", "-o", "out/k.ptx")
    assert sorted(os.listdir("out")) == ["k.ptx", "saxpy.lnk.bc", "saxpy.mach.ptx", "saxpy.opt.bc", "saxpy.ptx"]


def test_a_dry_run_says_what_would_run_and_runs_nothing() -> None:
    said = run("k.ll", "-dryrun", "-arch=sm_90", "-O2", "-o", "k.ptx")
    assert said == b"k.ll -> LNK -> OPT -> LLC -> MACH (O2, sm_90) -> k.ptx\n"
    assert os.listdir() == []


def test_the_ptx_version_is_written() -> None:
    ptx = run(str(EXAMPLES / "saxpy.ll"), "-arch=sm_90", "--ptx-version=8.1", "-o", "-")
    assert b".version 8.1\n.target sm_90\n" in ptx


def test_a_register_limit_travels_in_the_ptx() -> None:
    assert b".maxnreg 32" in run(str(EXAMPLES / "saxpy.ll"), "-maxreg=32", "-o", "-")


def test_debug_information_line_numbers_or_nothing() -> None:
    path = str(EXAMPLES / "debug_info.ll")
    full, lines = run(path, "-g", "-o", "-"), run(path, "-generate-line-info", "-o", "-")
    assert b".section\t.debug_info" in full
    assert b".loc\t" in lines


# --- what is shown ---


def test_json_facts() -> None:
    path = str(EXAMPLES / "tiled_matmul.ll")
    facts = json.loads(run(path, "-arch=sm_90", "-o", "k.ptx", "--json"))
    assert (facts["target"], facts["ptx_version"], facts["level"], facts["cached"]) == ("sm_90", "9.0", "O3", False)
    (kernel,) = facts["kernels"]
    assert kernel["name"] == "tiled_matmul"
    assert kernel["instructions"] > 10
    if find_ptxas() is not None:
        assert kernel["registers"] > 0 and kernel["resident_warps"] > 0
    assert {"stage", "pass"} == set(facts["timings_us"])


def test_the_trace_file_follows_its_schema() -> None:
    run(str(EXAMPLES / "saxpy.ll"), "-arch=sm_90", "-o", "k.ptx", "--trace=t.jsonl")
    first, *rest = [json.loads(line) for line in Path("t.jsonl").read_text().splitlines()]
    assert (first["schema"], first["version"], first["target"], first["level"]) == ("opencicc-trace", 1, "sm_90", "O3")
    kinds = {row["kind"] for row in rest}
    documented = set(re.findall(r"^    (\w+)  ", str(trace.__doc__), re.MULTILINE))
    assert {"stage", "pass"} <= kinds <= documented
    assert [row["name"] for row in rest if row["kind"] == "stage"][:4] == ["read", "lnk", "opt", "llc"]


def test_time_passes_and_verbose() -> None:
    outcome = command(str(EXAMPLES / "saxpy.ll"), "-o", "k.ptx", "--time-passes", "-v")
    assert outcome.code == 0
    assert re.search(r"^LNK: \d+\.\d\d ms$", outcome.err, re.MULTILINE)
    assert re.search(r"^ +\d+\.\d{3} +\d+\.\d% +stage opt$", outcome.err, re.MULTILINE)
    assert re.search(r"^ +\d+\.\d{3} +\d+\.\d% +pass codegen$", outcome.err, re.MULTILINE)
    assert re.search(r"^ +\d+\.\d{3} +stage imports$", outcome.err, re.MULTILINE), "a time, and no share"


def test_the_summary_has_a_line_per_kernel() -> None:
    outcome = command(str(EXAMPLES / "tiled_matmul.ll"), "-arch=sm_90", "-o", "k.ptx", "--summary=on")
    assert outcome.err.startswith("tiled_matmul: PTX 9.0, sm_90, ")
    assert command(str(EXAMPLES / "tiled_matmul.ll"), "-o", "k.ptx").err == "", "not on a terminal"


def test_a_summary_that_ptxas_refuses_is_a_warning() -> None:
    text = 'target triple = "nvptx64-nvidia-cuda"\ndefine ptx_kernel void @k() {\n  call void asm sideeffect "bad;", ""()\n  ret void\n}\n'
    if find_ptxas() is None:
        pytest.skip("ptxas is not installed: `pip install nvidia-cuda-nvcc` brings it")
    outcome = command("-", "-o", "k.ptx", "--summary=on", stdin=text.encode())
    assert outcome.code == 0
    assert outcome.err.startswith("warning: ptxas failed with exit code ")
    assert outcome.err.endswith("k: PTX 9.0, sm_75, 2 instructions\n")


def test_a_module_that_calls_others_is_measured() -> None:
    text = 'target triple = "nvptx64-nvidia-cuda"\ndeclare void @other()\ndefine ptx_kernel void @k() {\n  call void @other()\n  ret void\n}\n'
    outcome = command("-", "-o", "k.ptx", "--summary=on", "--device-c", stdin=text.encode())
    assert (outcome.code, "warning" in outcome.err) == (0, False)


def test_help_names_every_option_and_version_the_parts() -> None:
    from opencicc.options.driver import DRIVER_OPTIONS

    said = run("--help").decode()
    assert all(f"-{option.name}" in said for option in DRIVER_OPTIONS)
    assert re.match(
        r"opencicc \d+\.\d+\.\d+\S*\nlibLLVM 22\.\d+\.\d+ \(.+\)\nnative helper: .+\nfound: .+\n$",
        run("--version").decode(),
    )
