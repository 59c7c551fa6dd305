"""What warps issue: once for each group of a warp's threads, whatever their number, and nothing where nobody asks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from opencicc.cli.main import main
from opencicc.emulate import launch
from opencicc.emulate.counts import WarpCounts, meeting_order

HEAD = ".version 8.0\n.target sm_90\n.address_size 64\n"


def kernel(body: str, registers: str = "") -> str:
    rows = "".join(f"\t{row.strip()}\n" for row in body.strip().splitlines())
    declared = ".reg .pred %p<9>;\n\t.reg .b32 %r<99>;\n\t.reg .b64 %rd<9>;\n\t" + registers
    return f"{HEAD}.visible .entry k(.param .u64 out)\n{{\n\t{declared}\n{rows}}}\n"


def issues(
    text: str, block: int | Sequence[int] = 64, grid: int = 1, **options: Any
) -> tuple[dict[str, int], WarpCounts]:
    """(text of each instruction, without its line's end, to issues; the counts)."""
    counts = WarpCounts()
    launch(text, "k", grid, block, [np.zeros(4096, np.uint32)], counts=counts, **options)
    rows = text.splitlines()
    return {rows[line - 1].strip(): number for line, number in counts.by_line().items()}, counts


DIVERGENT = kernel("""
    mov.u32 %r1, %tid.x;
    setp.lt.u32 %p1, %r1, 40;
    @%p1 bra $low;
    add.u32 %r2, %r1, 1;
    bra.uni $join;
    $low:
    add.u32 %r2, %r1, 2;
    $join:
    add.u32 %r3, %r2, 3;
    ret;
""")


def test_a_warp_that_parts_issues_both_ways_and_once_where_it_meets_again() -> None:
    # Threads 0..39 go low: all of warp 0, 8 of warp 1. 24 of warp 1 go the other way. Two blocks of two warps.
    found, counts = issues(DIVERGENT, 64, 2)
    assert found["mov.u32 %r1, %tid.x;"] == 4
    assert found["add.u32 %r2, %r1, 1;"] == 2
    assert found["add.u32 %r2, %r1, 2;"] == 4
    assert found["add.u32 %r3, %r2, 3;"] == 4
    assert counts.by_class() == {"integer": 4 + 2 + 4 + 4, "move": 4, "branch": 4 + 2 + 4}


def test_threads_that_parted_meet_behind_the_loop_whatever_the_order_of_its_blocks() -> None:
    # Thread t goes round t % 4 + 1 times: each warp 4 times. The text has what follows the loop in front of its body.
    text = kernel("""
        mov.u32 %r1, %tid.x;
        and.b32 %r2, %r1, 3;
        bra.uni $body;
        $after:
        add.u32 %r5, %r2, 7;
        ret;
        $body:
        setp.eq.u32 %p1, %r2, 0;
        sub.u32 %r2, %r2, 1;
        @%p1 bra $after;
        bra.uni $body;
    """)
    found, _ = issues(text, 96)
    assert found["sub.u32 %r2, %r2, 1;"] == 4 * 3
    assert found["add.u32 %r5, %r2, 7;"] == 3


def test_a_warp_that_is_not_full_issues_as_one() -> None:
    found, _ = issues(DIVERGENT, (33, 1), 3)
    assert found["mov.u32 %r1, %tid.x;"] == 2 * 3


def test_an_instruction_under_a_guard_is_issued_also_where_no_thread_wants_it() -> None:
    text = kernel("""
        ld.param.u64 %rd1, [out];
        mov.u32 %r1, %tid.x;
        setp.eq.u32 %p1, %r1, 70;
        setp.eq.u32 %p2, %r1, 5;
        @%p1 st.global.u32 [%rd1], %r1;
        @%p2 st.global.u32 [%rd1], %r1;
        @%p2 add.u32 %r1, %r1, 1;
        ret;
    """)
    found, counts = issues(text, 64)
    assert set(found.values()) == {2}
    assert counts.by_class() == {"integer": 6, "move": 2, "global": 4, "param": 2, "branch": 2}


def test_calls_and_barriers_count_once_a_warp() -> None:
    callee = (
        ".func f(.param .u32 a)\n{\n\t.reg .b32 %c<3>;\n\tld.param.u32 %c1, [a];\n\tadd.u32 %c2, %c1, 1;\n\tret;\n}\n"
    )
    body = """
        mov.u32 %r1, %tid.x;
        {
        .param .u32 p0;
        st.param.u32 [p0], %r1;
        call f, (p0);
        }
        bar.sync 0;
        ret;
    """
    found, counts = issues(kernel(body).replace(HEAD, HEAD + callee), 128)
    assert found["add.u32 %c2, %c1, 1;"] == found["call f, (p0);"] == found["bar.sync 0;"] == 4
    assert counts.by_class()["barrier"] == 4


@pytest.mark.parametrize("lanes_at_once", [32, 8192])
def test_how_many_threads_run_together_does_not_matter(lanes_at_once: int) -> None:
    found, _ = issues(DIVERGENT, 64, 5, lanes_at_once=lanes_at_once)
    assert found["add.u32 %r2, %r1, 2;"] == 10


def test_classes_tell_types_and_spaces_apart() -> None:
    text = kernel(
        """
        ld.param.u64 %rd1, [out];
        ld.global.f32 %f1, [%rd1];
        fma.rn.f32 %f2, %f1, %f1, %f1;
        fma.rn.f64 %d1, %d0, %d0, %d0;
        ex2.approx.f32 %f3, %f2;
        sqrt.rn.f64 %d2, %d0;
        cvt.rzi.s32.f32 %r1, %f3;
        setp.lt.f32 %p1, %f1, %f2;
        shfl.sync.down.b32 %r2, %r1, 1, 31, -1;
        atom.global.add.u32 %r3, [%rd1], %r2;
        st.u32 [%rd1], %r3;
        ret;
        """,
        ".reg .f32 %f<9>;\n\t.reg .f64 %d<9>;",
    )
    assert issues(text, 32)[1].by_class() == {
        "fp32": 2, "fp64": 2, "special": 1, "conversion": 1, "global": 1, "param": 1, "generic": 1, "atomic": 1,
        "exchange": 1, "branch": 1,
    }  # fmt: skip


def test_the_order_of_meeting_keeps_loops_together() -> None:
    # 0 -> 3 (head) -> 2 (body) -> 3; 3 -> 1 (after).
    assert meeting_order([[3], [], [3], [2, 1]]) == [0, 3, 2, 1]


def test_nobody_asks_nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WarpCounts, "note", lambda *_: pytest.fail("counted"))
    launch(DIVERGENT, "k", 1, 64, [np.zeros(4, np.uint32)])


def test_the_command_line_prints_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "k.ptx"
    path.write_text(DIVERGENT)
    command = ["run", str(path), "--block", "64", "--arg", "u32[4]=zeros", "--counts"]
    assert main(command) == 0
    assert "warp instructions: 14 issued: integer 7, move 2, branch 5" in capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["warp_instructions"] == {"integer": 7, "move": 2, "branch": 5}
