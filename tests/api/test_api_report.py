"""`opencicc report`: the facts of a kernel's registers, from IR and from PTX."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from opencicc.machine.parser import parse
from opencicc.report.registers import find_cliffs, live_values, report_kernel
from opencicc.target import Target
from opencicc.tools import KernelResources
from tests.shell import opencicc as command
from tests.support import EXAMPLES, find_ptxas

PTX = """\
.version 9.0
.target sm_90
.address_size 64

.visible .entry k(
	.param .u64 k_param_0
)
.maxntid 64, 4, 1
{
	.reg .b32 	%r<5>;
	.reg .b64 	%rd<3>;

	ld.param.u64 	%rd1, [k_param_0];
	ld.global.u32 	%r1, [%rd1];
	ld.global.u32 	%r2, [%rd1+4];
	add.s32 	%r3, %r1, %r2;
	mul.lo.s32 	%r4, %r3, %r1;
	st.global.u32 	[%rd1], %r4;
	ret;

}
"""


def test_the_point_of_highest_pressure_and_what_lives_there() -> None:
    module = parse(PTX)
    (kernel,) = module.functions
    report = report_kernel(module, kernel, Target(90), None)
    assert (report.kernel, report.instructions, report.block_threads) == ("k", 7, 256)
    # A pointer of two registers, %r1 and either %r2 or the sum.
    assert report.peak_registers == 4
    assert {value.register for value in report.live} >= {"%rd1", "%r1"}
    pointer = report.live[0]
    assert (pointer.register, pointer.units, pointer.reads) == ("%rd1", 2, 3)
    assert pointer.made_by.startswith("ld.param.u64 %rd1")
    assert sum(value.units for value in report.live) == report.peak_registers
    assert (report.resources, report.cliffs) == (None, None)


def test_a_value_made_by_inline_assembly_says_by_what() -> None:
    """A comment on the line before is part of what is printed there, and no reason to show nothing."""
    module = parse(PTX.replace("\tadd.s32", "\t// begin inline asm\n\tadd.s32"))
    (kernel,) = module.functions
    product = next(i for i in kernel.instrs if i.opcode.startswith("mul"))
    made = {value.register: value.made_by for value in live_values(kernel, product.line - 1, {})}
    assert made["%r3"] == "add.s32 %r3, %r1, %r2;"


def test_live_values_at_a_line() -> None:
    module = parse(PTX)
    (kernel,) = module.functions
    product = next(i for i in kernel.instrs if i.opcode.startswith("mul"))
    after = live_values(kernel, product.line, {})
    assert [(value.register, value.made_by) for value in after] == [
        ("%rd1", "ld.param.u64 %rd1, [k_param_0];"),
        ("%r4", "mul.lo.s32 %r4, %r3, %r1;"),
    ]


def test_cliffs_next_to_a_kernel() -> None:
    def at(registers: int) -> tuple[object, ...]:
        cliffs = find_cliffs(Target(90), KernelResources("k", registers, 0, 0, 0, 0), 128)
        return cliffs.warps, cliffs.most_registers, cliffs.better, cliffs.worse

    assert at(20) == (64, 32, None, (40, 48))
    assert at(36) == (48, 40, (32, 64), (48, 40))
    assert at(255) == (8, 255, (168, 12), None)


def test_a_kernel_cannot_fall_behind_its_own_register_limit() -> None:
    def at(registers: int, limit: int) -> tuple[object, ...]:
        cliffs = find_cliffs(Target(90), KernelResources("k", registers, 0, 0, 0, 0), 128, limit)
        return cliffs.warps, cliffs.most_registers, cliffs.better, cliffs.worse

    assert at(36, 40) == (48, 40, (32, 64), None)
    assert at(36, 44) == (48, 40, (32, 64), (44, 40))
    assert at(24, 24) == (64, 24, None, None)


BOUNDS = [
    # directives, threads, stated, warps that fit on sm_90 (128 threads, the assumed block, would give 64)
    (".maxntid 96, 3, 1", 288, "blocks of at most 96 x 3 x 1 threads", 63),
    (".reqntid 320", 320, "blocks of exactly 320 threads", 60),
    (".reqntid 16, 16, 3", 768, "blocks of exactly 16 x 16 x 3 threads", 48),
    (
        ".maxntid 96, 3, 1\n.minnctapersm 7",
        288,
        "blocks of at most 96 x 3 x 1 threads, at least 7 blocks per multiprocessor",
        63,
    ),
    (".maxnreg 24", 128, "at most 24 registers", 64),
    ("", 128, "", 64),
]


def unwrapped(text: str) -> str:
    """Lines that were wrapped at 80 columns, whole again."""
    return re.sub(r"(?<=[^\n]{40})\n {4,}(?=\S)", " ", text)


@pytest.mark.parametrize(("directives", "threads", "stated", "warps"), BOUNDS)
def test_launch_bounds_decide_the_occupancy(
    directives: str, threads: int, stated: str, warps: int, tmp_path: Path
) -> None:
    path = tmp_path / "k.ptx"
    path.write_text(PTX.replace(".maxntid 64, 4, 1", directives))
    outcome = command("report", str(path), "-arch=sm_90", "--json")
    assert outcome.code == 0, outcome.err
    (report,) = json.loads(outcome.out)
    assert report["block_threads"] == threads
    if find_ptxas() is not None:
        assert report["cliffs"]["warps"] == warps
    shown = unwrapped(command("report", str(path), "-arch=sm_90").out)
    assert (f"launch bounds: {stated}\n" in shown) if stated else ("launch bounds:" not in shown)
    if find_ptxas() is not None:
        assumed = "" if "ntid" in directives else " (assumed)"
        assert f"occupancy: {warps} of 64 warps with blocks of {threads} threads{assumed}," in shown


WIDE = "".join(f"\tld.volatile.global.u32 \t%r{n}, [%rd1+{4 * n}];\n" for n in range(1, 65)) + "".join(
    f"\tmul.lo.s32 \t%r65, %r{n}, %r{65 - n};\n\tst.volatile.global.u32 \t[%rd1+{4 * n}], %r65;\n" for n in range(1, 65)
)


@pytest.mark.skipif(find_ptxas() is None, reason="needs ptxas (pip install nvidia-cuda-nvcc)")
@pytest.mark.parametrize(
    ("directives", "most", "warps"),
    # 4 blocks of 384 threads leave 40 registers a thread; .maxnreg says it itself.
    [(".maxntid 384\n.minnctapersm 4", 40, 48), (".maxntid 512\n.maxnreg 32", 32, 64)],
)
def test_bounds_that_cost_registers(directives: str, most: int, warps: int, tmp_path: Path) -> None:
    head, _, _ = PTX.replace(".maxntid 64, 4, 1", directives).replace("%r<5>", "%r<66>").partition("\tld.global")
    path = tmp_path / "k.ptx"
    path.write_text(head + WIDE + "\tret;\n}\n")
    unbounded = tmp_path / "free.ptx"
    unbounded.write_text(path.read_text().replace(directives, ""))

    def report(file: Path) -> dict[str, dict[str, int]]:
        (found,) = json.loads(command("report", str(file), "-arch=sm_90", "--json").out)
        return found

    assert report(unbounded)["resources"]["registers"] > most
    bounded = report(path)
    assert bounded["resources"]["registers"] <= most
    assert bounded["cliffs"]["warps"] == warps
    assert (bounded["cliffs"]["worse"] is None) == (".maxnreg" in directives)


def test_launch_bounds_of_ir_reach_the_report(tmp_path: Path) -> None:
    path = tmp_path / "k.ll"
    path.write_text(
        'target triple = "nvptx64-nvidia-cuda"\n'
        "define ptx_kernel void @k(ptr %p) #0 {\n  store i32 1, ptr %p\n  ret void\n}\n"
        'attributes #0 = { "nvvm.maxntid"="96,3" "nvvm.minctasm"="2" "nvvm.maxnreg"="40" }\n'
    )
    outcome = command("report", str(path), "-arch=sm_90")
    bounds = "blocks of at most 96 x 3 threads, at least 2 blocks per multiprocessor, at most 40 registers"
    assert f"launch bounds: {bounds}\n" in unwrapped(outcome.out)


def test_the_command_as_json(tmp_path: Path) -> None:
    outcome = command("report", str(EXAMPLES / "tiled_matmul.ll"), "-arch=sm_90", "--json")
    assert outcome.code == 0, outcome.err
    (report,) = json.loads(outcome.out)
    assert report["kernel"] == "tiled_matmul"
    assert report["peak_registers"] == sum(value["units"] for value in report["live"]) > 0
    if find_ptxas() is not None:
        assert report["resources"]["registers"] > 0
        assert report["cliffs"]["most_registers"] >= report["resources"]["registers"]


def test_the_command_on_ptx_and_on_one_kernel(tmp_path: Path) -> None:
    (tmp_path / "k.ptx").write_text(PTX)
    outcome = command("report", str(tmp_path / "k.ptx"), "--kernel=k", "-arch=sm_90")
    assert outcome.code == 0, outcome.err
    assert "highest pressure: 4 registers at PTX line " in outcome.out
    assert "what acts here:" in outcome.out


def test_source_lines_where_there_is_debug_information() -> None:
    outcome = command("report", str(EXAMPLES / "debug_info.ll"), "-arch=sm_90", "--json")
    assert outcome.code == 0, outcome.err
    places = [value["made_at"] for report in json.loads(outcome.out) for value in report["live"]]
    assert any(":" in place for place in places), places


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("report",), "error: report needs one file\n  fix: opencicc report kernel.ll -arch=sm_90\n"),
        (
            ("report", str(EXAMPLES / "saxpy.ll"), "--kernel", "saxpi"),
            f"error: no kernel 'saxpi' in {EXAMPLES / 'saxpy.ll'}\n  fix: did you mean 'saxpy'? it has saxpy\n",
        ),
    ],
)
def test_wrong_words(words: tuple[str, ...], said: str) -> None:
    outcome = command(*words)
    assert (outcome.code, outcome.err) == (2, said)


def test_help() -> None:
    assert command("report", "--help").out.startswith("opencicc report FILE")


def test_only_knobs_that_act_are_recommended(monkeypatch: pytest.MonkeyPatch) -> None:
    from opencicc.cli import report
    from opencicc.options.registry import optimizer_options
    from opencicc.pipeline.readers import acts, readers_of

    shown = {word for line in report.knob_lines() for word in line.split(": ")[0].replace(",", "").split()}
    named = {name for _, names, _ in report.KNOBS for name in names}
    assert shown & named == {name for name in named if acts(optimizer_options()[name])} != set()
    idle = next(
        (option.name for option in optimizer_options().values() if readers_of(option) and not acts(option)), None
    )
    if idle is None:
        pytest.skip("every pass is built")
    monkeypatch.setattr(report, "KNOBS", (("", (idle,), "nothing"), ("", (idle, "do-licm"), "moves code")))
    assert report.knob_lines() == ["do-licm: moves code"]
