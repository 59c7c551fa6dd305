"""Issued instructions: SASS as nvdisasm prints it, counts of its blocks from those of PTX lines, and what they cost."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import assembled, executed, executed_report, sass, sass_counts, sass_pipes
from benchmarks.sass import SassBlock, SassInstr
from opencicc import tools
from opencicc.emulate import launch
from opencicc.emulate.counts import WarpCounts
from opencicc.machine import parse

PRINTED = """
\t.section\t.text.k,"ax",@progbits
k:
.text.k:
\t//## File ".nv_debug_ptx_txt", line 7
        /*0000*/                   LDC R1, c[0x0][0x28] ;
\t//## File ".nv_debug_ptx_txt", line 9
        /*0010*/               @P0 EXIT ;
\t//## File ".nv_debug_ptx_txt", line 11
        /*0020*/                   BRX R8 -0x30                  (*"BRANCH_TARGETS .L_x_1,.L_x_2"*);
.L_x_1:
        /*0030*/                   LDG.E.64 R2, desc[UR4][R2.64] ;
        /*0040*/               @P1 BRA `(.L_x_1) ;
.L_x_2:
        /*0050*/                   CALL.REL.NOINC `($__internal_0_$__cuda_sm3x_div_rn_noftz_f32_slowpath) ;
        /*0060*/                   EXIT ;
.L_x_3:
        /*0070*/                   BRA `(.L_x_3);
        /*0080*/                   NOP;
"""


def code(*opcodes: str, lines: int | list[int], following: list[int], labels: list[str] | None = None) -> SassBlock:
    """A block; `lines` are the PTX lines of its instructions, or one for all."""
    numbers = [lines] * len(opcodes) if isinstance(lines, int) else lines
    instrs = [SassInstr(0, "", word, "", line) for word, line in zip(opcodes, numbers, strict=True)]
    return SassBlock("k", labels or [], instrs, following)


def test_disassembly_is_cut_into_blocks_with_lines_and_ways() -> None:
    blocks = sass.parse(PRINTED, "k")
    assert [[instr.base for instr in block.instrs] for block in blocks] == [
        ["LDC", "EXIT"], ["BRX"], ["LDG", "BRA"], ["CALL"], ["EXIT"], ["BRA"],
    ]  # fmt: skip
    assert [block.following for block in blocks] == [[1], [2, 3], [2, 3], [4], [], [5]]
    assert [instr.line for block in blocks[:3] for instr in block.instrs] == [7, 9, 11, 11, 11]
    assert blocks[2].instrs[0].opcode == "LDG.E.64" and blocks[2].instrs[1].guard == "@P1"


def test_the_code_of_the_kernel_comes_first() -> None:
    other = PRINTED.replace(".text.k", ".text.f").replace("k:", "f:").replace(".L_x_", ".L_y_")
    blocks = sass.parse(other + PRINTED, "k")
    assert [block.section for block in blocks] == ["k"] * 6 + ["f"] * 6
    assert blocks[7].following == [8, 9]


def test_a_block_has_the_count_that_most_of_its_lines_have() -> None:
    # Line 3 was moved out of the loop of lines 4 and 5; line 6 under a guard into it.
    blocks = [
        code("IADD3", "ISETP", "FMUL", lines=[1, 2, 3], following=[1]),
        code("FFMA", "FADD", "STG", "FMUL", "BRA", lines=[4, 5, 4, 6, 5], following=[1, 2]),
        code("EXIT", lines=7, following=[]),
    ]
    assert sass_counts.count_issues(blocks, {1: 8, 2: 8, 3: 80, 4: 80, 5: 80, 6: 12, 7: 8}, 8) == [8, 80, 8]


def test_copies_in_an_unrolled_loop_share_the_count_of_their_line() -> None:
    blocks = [
        code("IADD3", "ISETP", lines=1, following=[1]),
        code(*["FFMA", "LDS"] * 4, "BRA", lines=[2, 3] * 4 + [4], following=[1, 2]),
        code("EXIT", lines=5, following=[]),
    ]
    assert sass_counts.count_issues(blocks, {1: 8, 2: 160, 3: 160, 4: 160, 5: 8}, 8) == [8, 40, 8]


def test_parts_of_one_line_are_no_copies() -> None:
    # A division: its test in one block, the end of the usual way in the next, the rare way called.
    rare = code("CALL", lines=2, following=[2])
    rare.instrs[0] = SassInstr(0, "", "CALL.REL.NOINC", "`($__internal_0_$__cuda_sm3x_div_rn_noftz_f32_slowpath)", 2)
    blocks = [
        code("MUFU.RCP", "FFMA", "FFMA", "FCHK", "BRA", lines=2, following=[1, 2]),
        rare,
        code("FFMA", "FFMA", "FADD", lines=[2, 2, 3], following=[3]),
        code("EXIT", lines=4, following=[]),
    ]
    assert sass_counts.count_issues(blocks, {2: 64, 3: 64, 4: 64}, 64) == [64, 0, 64, 64]


def test_halves_of_a_64_bit_value_are_no_copies() -> None:
    blocks = [
        code("IADD3", lines=1, following=[1]),
        code("LOP3.LUT", "LOP3.LUT", "LOP3.LUT", "LOP3.LUT", lines=[2, 2, 3, 3], following=[1, 2]),
        code("EXIT", lines=4, following=[]),
    ]
    assert sass_counts.count_issues(blocks, {1: 4, 2: 20, 3: 20, 4: 4}, 4) == [4, 20, 4]


def test_classes_and_pipes() -> None:
    blocks = [
        code(
            "FFMA", "IADD3", "LDG.E.128", "LDS", "MUFU.EX2", "UIADD3", "IMAD.WIDE", "BRA", "DADD", lines=1, following=[]
        )
    ]
    classes = sass_pipes.issued(blocks, [10.0])
    assert classes == {
        "fp32": 10, "fp64": 10, "multiply": 10, "special": 10, "global": 10, "shared": 10, "branch": 10, "uniform": 10,
        "integer": 10, "words": 50,
    }  # fmt: skip
    assert sass_pipes.total_issued(classes) == 90
    cycles = sass_pipes.pipe_cycles(classes)
    assert (cycles["issue"], cycles["fma"], cycles["fma-heavy"], cycles["alu"]) == (90, 20, 20, 20)
    assert (cycles["special"], cycles["memory"], cycles["fp64"]) == (80, 4 * 50, 20)
    assert sass_pipes.cost(classes) == 200


def test_an_access_that_a_guard_keeps_from_a_warp_is_issued_and_moves_nothing() -> None:
    block = code("LDG", "IADD3", lines=[1, 2], following=[])
    block.instrs[0] = SassInstr(0, "@P0", "LDG.E", "", 1)
    assert sass_pipes.issued([block], [8.0], {1: 2, 2: 8}) == {"global": 8, "integer": 8, "words": 2}
    assert sass_pipes.pipe_cycles({"global": 8, "integer": 8, "words": 2})["memory"] == 8


LOOP = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n)
{
\t.reg .pred %p<4>;
\t.reg .b32 %r<9>;
\t.reg .f32 %f<4>;
\t.reg .b64 %rd<5>;
\tld.param.u64 %rd1, [out];
\tld.param.u32 %r1, [n];
\tmov.u32 %r2, %tid.x;
\tmul.wide.u32 %rd2, %r2, 4;
\tadd.s64 %rd3, %rd1, %rd2;
\tmov.u32 %r3, 0;
\tmov.f32 %f1, 0f3F800000;
$loop:
\t.pragma "nounroll";
\tfma.rn.f32 %f1, %f1, %f1, %f1;
\tadd.s32 %r3, %r3, 1;
\tsetp.lt.s32 %p1, %r3, %r1;
\t@%p1 bra $loop;
\tst.global.f32 [%rd3], %f1;
\tret;
}
"""


@pytest.mark.skipif(
    not (tools.find_tool("ptxas") and tools.find_tool("nvdisasm")), reason="takes NVIDIA's ptxas and nvdisasm"
)
@pytest.mark.parametrize(
    "text", [LOOP, LOOP.replace('\t.pragma "nounroll";\n', "")], ids=["as it is", "unrolled by ptxas"]
)
def test_a_loop_is_counted_as_often_as_it_runs_and_lines_change_no_code(text: str) -> None:
    assembled.use_newest_ptxas()
    blocks, counts = sass.disassemble(text, "sm_90", "k"), WarpCounts()
    launch(text, "k", 1, 64, [np.zeros(64, np.float32), np.int32(100)], counts=counts)
    issues = sass_counts.count_issues(
        blocks, {i.line: 0 for i in parse(text).functions[0].instrs} | counts.by_line(), 2
    )
    issued = sass_pipes.issued(blocks, issues)
    assert issued["fp32"] == pytest.approx(200, rel=0.03) and issued["global"] == 2
    plain = sass.parse(tools.disassemble(tools.assemble(text, "sm_90")[0], ("-c",)), "k")
    assert [(i.opcode, i.operands) for b in plain for i in b.instrs] == [
        (i.opcode, i.operands) for b in blocks for i in b.instrs
    ]


def rows(**issues: float) -> dict[str, dict[str, object]]:
    return {name: {"classes": {"fp32": n}, "ptx": n} for name, n in issues.items()}


def test_verdicts_are_counted_against_measured_times() -> None:
    pair = executed_report.Pair
    pairs = [pair("a", "", 0.1, 0.2), pair("b", "", 0.1, -0.2), pair("c", "", 0.0, 0.2), pair("d", "", 0.1, 0.01)]
    correlation, *counts = executed_report.agreement(pairs)
    assert float(correlation) == pytest.approx(np.corrcoef([0.1, 0.1, 0, 0.1], [0.2, -0.2, 0.2, 0.01])[0, 1], abs=0.01)
    assert counts == ["1 (25%)", "1 (25%)", "1 (25%)", "1 (25%)"]


def test_the_better_of_the_others_is_the_yardstick() -> None:
    assert executed_report.excess(rows(nvcc=100, clang=80, opencicc=120)) == 1.5
    assert executed_report.excess({**rows(nvcc=100, opencicc=120), "clang": {"error": "no"}}) == 1.2
    assert executed_report.differences(rows(nvcc=100, clang=80, opencicc=120)) == "clang: fp32 +50.0%"


def test_earlier_results_are_shown_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "kernels.json").write_text(json.dumps({"sgemm_tiled": rows(nvcc=100, clang=80, opencicc=120)}))
    assert executed.main(["--out", str(tmp_path), "--from-json", "--worst", "1.2"]) == 0
    assert "sgemm_tiled" in (shown := capsys.readouterr().out) and "1.500" in shown
    assert executed.main(["--out", str(tmp_path), "--from-json", "--worst", "1.6"]) == 0
    assert "sgemm_tiled" not in capsys.readouterr().out
