"""What --trace-all adds to a trace is what the compile read and made."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from opencicc.pipeline.run import ir_lines
from opencicc.report.occupancy import one_block_more
from opencicc.target import count_resident_warps, parse_target
from tests.shell import opencicc
from tests.support import EXAMPLES, REPOSITORY

MATMUL = str(EXAMPLES / "tiled_matmul.ll")
Rows = list[dict[str, Any]]


def traced(tmp_path: Path, *words: str) -> tuple[Rows, str]:
    trace = tmp_path / "k.trace"
    done = opencicc(*words, "-arch=sm_90", f"--trace={trace}", "--trace-all", "-o", "-")
    assert done.code == 0, done.err
    return [json.loads(line) for line in trace.read_text().splitlines()], done.out


def of_kind(rows: Rows, kind: str) -> Rows:
    return [row for row in rows if row.get("kind") == kind]


def lines_of(rows: Rows, version: dict[str, Any]) -> list[str]:
    texts = [line for row in of_kind(rows, "text") for line in row["lines"]]
    return [texts[first + i].split("\x1f")[0] for first, length in version["runs"] for i in range(length)]


def test_the_last_version_is_what_code_generation_gets(tmp_path: Path) -> None:
    rows, _ = traced(tmp_path, MATMUL)
    text = opencicc(MATMUL, "-arch=sm_90", "--emit=ll", f"--trace={tmp_path / 'opt.trace'}", "-o", "-").out
    expected = [line for line, _ in ir_lines.functions_of(text)["tiled_matmul"]]
    versions = [row for row in of_kind(rows, "ir") if row["function"] == "tiled_matmul" and "language" not in row]
    assert lines_of(rows, versions[-1]) == expected
    assert versions[0]["step"] == 0 and len(versions) > 5


def test_a_step_that_changed_has_its_functions_and_no_other_has(tmp_path: Path) -> None:
    rows, _ = traced(tmp_path, MATMUL)
    changed = {row["data"]["step"] for row in of_kind(rows, "pass") if row.get("changed") and "data" in row}
    recorded = {row["step"] for row in of_kind(rows, "ir") if row["step"]}
    assert recorded <= changed
    assert len(recorded) >= len(changed) - 3  # metadata and attributes may be all that changed


def test_ptx_is_the_output_and_the_peak_is_that_of_report(tmp_path: Path) -> None:
    rows, ptx = traced(tmp_path, MATMUL)
    assert of_kind(rows, "ptx")[0]["text"] == ptx
    (report,) = json.loads(opencicc("report", MATMUL, "-arch=sm_90", "--json").out)
    (row,) = of_kind(rows, "pressure")
    assert row["points"][row["peak"]][1] == report["peak_registers"]
    alive = [v for v in row["values"] if any(a <= row["peak"] <= b for a, b in v["ranges"])]
    assert {v["register"] for v in alive} == {v["register"] for v in report["live"]}


def test_values_alive_add_up_at_every_point(tmp_path: Path) -> None:
    rows, _ = traced(tmp_path, str(EXAMPLES / "loops64.ll"))
    for row in of_kind(rows, "pressure"):
        for point, (line, units) in enumerate(row["points"]):
            alive = [v for v in row["values"] if any(a <= point <= b for a, b in v["ranges"])]
            assert sum(v["units"] for v in alive) == units, f"PTX line {line}"


def test_remarks_name_their_step(tmp_path: Path) -> None:
    rows, _ = traced(tmp_path, MATMUL)
    names = {row["data"]["step"]: row["name"] for row in of_kind(rows, "pass") if "step" in row.get("data", {})}
    unrolled = [row for row in of_kind(rows, "remark") if row["pass"].startswith("loop-unroll")]
    assert unrolled and all(names[row["step"]].startswith("loop-unroll") for row in unrolled)


def test_a_module_that_would_be_cut_is_watched_whole(tmp_path: Path) -> None:
    rows, _ = traced(tmp_path, str(REPOSITORY / "tests" / "concurrent" / "mixed.ll"), "-force-concurrent")
    assert of_kind(rows, "part") == []
    assert any(row["step"] > 0 for row in of_kind(rows, "ir"))


def test_what_is_missing_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENCICC_PTXAS", str(tmp_path / "nothing"))
    rows, _ = traced(tmp_path, MATMUL)
    assert "ptxas could not be started" in of_kind(rows, "sass")[0]["reason"]
    assert "ptxas could not be started" in of_kind(rows, "kernel")[0]["reason"]


def test_a_missing_disassembler_costs_the_sass_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENCICC_NVDISASM", str(tmp_path / "nothing"))
    rows, _ = traced(tmp_path, MATMUL)
    assert "nvdisasm could not be started" in of_kind(rows, "sass")[0]["reason"]


def test_lines_stand_beside_their_source(tmp_path: Path) -> None:
    rows, _ = traced(tmp_path, str(EXAMPLES / "debug_info.ll"), "-lineinfo")
    texts = [line for row in of_kind(rows, "text") for line in row["lines"]]
    placed = [line for line in texts if "\x1f" in line]
    assert placed and all(":" in line.split("\x1f")[1] for line in placed)
    assert not any("!dbg" in line for line in texts)


def test_numbers_that_change_by_themselves_are_left_out() -> None:
    text = (
        "define void @f() #3 !dbg !9 {\nentry:\n  %a = load i32, ptr %p, align 4, !tbaa !12, !dbg !13\n  ret void\n}\n"
    )
    found = ir_lines.functions_of(text)["f"]
    assert [line for line, _ in found] == [
        *("define void @f()  {", "entry:"),
        *("  %a = load i32, ptr %p, align 4, !tbaa", "  ret void", "}"),
    ]
    assert ir_lines.count(found) == (2, 1)


@pytest.mark.parametrize(("registers", "threads", "shared"), [(198, 64, 16384), (40, 256, 60000), (33, 128, 0)])
def test_one_block_more_fits_with_what_is_said(registers: int, threads: int, shared: int) -> None:
    target = parse_target("sm_90")
    more = one_block_more(target, registers, threads, shared)
    warps = -(-threads // 32)
    most, least = int(str(more["registers"])), int(str(more["shared_bytes"]))
    wanted = int(str(more["blocks"])) * warps
    assert count_resident_warps(target, registers, threads, shared) == wanted - warps
    assert count_resident_warps(target, min(registers, most), threads, min(shared, least)) >= wanted
    assert count_resident_warps(target, most + 1, threads, min(shared, least)) < wanted


def test_all_warps_in_use_is_the_end() -> None:
    assert "all are in use" in str(one_block_more(parse_target("sm_90"), 16, 256, 0)["reason"])
