"""Results, their ratios and means, the tables made of them, and the page they go to."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks import docs, figures, plots, tables
from benchmarks.gpu_docs import GpuRun
from benchmarks.kernel_set import SETS
from benchmarks.results import KernelResult, Results, Row, geometric_mean


def make_row(registers: int, sass: int, spill: int = 0) -> Row:
    return Row(registers, spill, 0, 1024, 100, sass, 64, 0.5, {"fma.f32": 1})


RESULTS = Results(
    "2025-01-02",
    "sm_90",
    {"nvcc": "nvcc 13", "opencicc": "opencicc 0", "ptxas": "13.4.92"},
    [
        KernelResult(
            "first",
            50,
            {"nvcc": make_row(40, 100), "opencicc": make_row(20, 400, spill=8)},
            {"opencicc": 0.004, "llvm": 0.002},
            ["sqrt.approx.f32: opencicc only"],
        ),
        KernelResult("second", 90, {"nvcc": make_row(10, 100), "opencicc": make_row(20, 100)}, {"opencicc": 0.5}, []),
        KernelResult("third", 70, {"nvcc": make_row(10, 90, spill=64), "opencicc": Row(error="refused")}, {}, []),
    ],
)


def test_geometric_mean() -> None:
    assert geometric_mean([0.5, 2.0, 8.0]) == pytest.approx(2.0)
    assert geometric_mean([]) is None


def test_ratios_leave_failures_out() -> None:
    assert RESULTS.ratios("registers", "opencicc", "nvcc") == {"first": 0.5, "second": 2.0}
    assert RESULTS.optimizer_ratios("opencicc", "llvm") == {"first": 2.0}
    assert RESULTS.common_kernels() == ["first", "second"]


def test_results_survive_json(tmp_path: Path) -> None:
    RESULTS.save(tmp_path / "deep" / "results.json")
    assert Results.load(tmp_path / "deep" / "results.json") == RESULTS


def test_kernel_lines_name_failures_and_differences() -> None:
    header, first, second, third = tables.kernel_grid(RESULTS)
    assert header[0] == "kernel" and len(header) == len(first)
    assert first[1] == "40 20" and first[-1] == "sqrt.approx.f32: opencicc only"
    assert first[-2] == "4 2" and second[-2] == "500 -"
    assert third[1] == "10 -" and third[-1] == "failed: opencicc"


def test_summary_has_means_and_totals_over_common_kernels() -> None:
    lines = {line[0]: line[1] for line in tables.summary_grid(RESULTS)}
    assert lines["registers (geometric mean)"] == "1.000 (2 kernels)"
    assert lines["SASS instructions (geometric mean)"] == "2.000 (2 kernels)"
    assert lines["spill bytes (totals)"] == "8 / 0"


def test_summary_without_us_is_a_header() -> None:
    alone = Results("", "sm_90", {}, [KernelResult("k", 1, {"nvcc": make_row(1, 1)}, {}, [])])
    assert len(tables.summary_grid(alone)) == 1


def test_static_section_says_when_and_with_what() -> None:
    text = tables.static_section(RESULTS)
    assert "2025-01-02, sm_90, 3 kernels; ptxas 13.4.92." in text
    assert "| first | 40 20 | 0 8 |" in text
    assert "opencicc / llvm = 2.000 (1 kernels)" in text


def test_terminal_table_shows_every_kernel() -> None:
    console = Console(file=io.StringIO(), width=200)
    console.print(tables.rich_table(tables.kernel_grid(RESULTS), "title"))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    assert all(name in shown for name in ("first", "second", "third"))


def test_plots_are_written(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (the bench extra brings it)")
    written = plots.plot_all(RESULTS, tmp_path)
    assert [path.name for path in written] == ["registers.png", "sass_instructions.png", "compile_time.png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in written)


def test_section_of_the_page_is_replaced_and_the_rest_stays() -> None:
    page = "# T\n<!-- a: begin -->\nold\n<!-- a: end -->\n<!-- b: begin -->\nkept\n<!-- b: end -->\ntail\n"
    fresh = docs.replace_section(page, "a", "new\n")
    assert fresh == page.replace("\nold\n", "\n\nnew\n\n")
    assert docs.replace_section(fresh, "a", "new") == fresh
    with pytest.raises(ValueError, match="one '<!-- c: begin -->'"):
        docs.replace_section(page, "c", "new")


def test_the_page_has_the_sections() -> None:
    page = docs.PAGE.read_text()
    fresh = [f"{which} table" for which in SETS[1:]]
    for section in ("glance", "hecbench", "static table", "gpu table", *fresh, "baseline"):
        assert docs.replace_section(page, section, "x") != page
    page = figures.COMPILE_TIME_PAGE.read_text()
    for section in ("optimizer", "compile time"):
        assert docs.replace_section(page, section, "x") != page


GPU_RUN = {
    "date": "2025-01-02",
    "gpu": "NVIDIA Test",
    "scale": "full",
    "seconds": 10.0,
    "compilers": ["nvcc", "opencicc"],
    "baseline": "nvcc",
    "summary": {},
    "kernels": {
        "copy": {
            "bound": {"bytes": 8_000_000, "operations": 10, "kind": "bytes", "unit": "fp32"},
            "compilers": {
                "nvcc": {"status": "right", "median_us": 10.0},
                "opencicc": {"status": "right", "median_us": 8.0},
            },
            "again": {"compiler": "nvcc", "median_us": 11.0},
        },
        "broken": {
            "bound": {"bytes": 8, "operations": 4_000_000, "kind": "operations", "unit": "fp64"},
            "compilers": {
                "nvcc": {"status": "right", "median_us": 10.0},
                "opencicc": {"status": "wrong", "median_us": 2.0},
            },
            "again": {"compiler": "nvcc", "median_us": 10.0},
        },
    },
}


def test_gpu_table_gives_no_speed_to_wrong_results() -> None:
    header, copy, broken, mean = GpuRun(GPU_RUN).grid()
    assert copy == ["copy", "10.0", "8.0", "0.800", "1.100", "1000 GB/s", ""]
    assert broken == ["broken", "10.0", "-", "-", "1.000", "-", "opencicc: wrong"]
    assert mean[0] == "geometric mean" and mean[3] == "0.800"
    assert len(header) == len(mean)


def test_gpu_section_counts_agreement() -> None:
    assert "2025-01-02, NVIDIA Test: results of all compilers agree with the reference for 1 of 2 kernels" in (
        GpuRun(GPU_RUN).section()
    )


def three_compilers(**kernels: tuple[float, float, float]) -> GpuRun:
    names = ("nvcc", "clang", "opencicc")
    found = {
        kernel: {
            "bound": None,
            "compilers": {
                name: {"status": "right", "median_us": time, "registers": 10 + place}
                for place, (name, time) in enumerate(zip(names, times, strict=True))
            },
            "again": {},
        }
        for kernel, times in kernels.items()
    }
    return GpuRun({**GPU_RUN, "compilers": list(names), "kernels": found})


def test_every_pair_of_compilers_has_means_of_time_and_registers() -> None:
    _, *lines = three_compilers(a=(10, 20, 20), b=(10, 5, 5)).pairs()
    assert lines == [
        ["opencicc / nvcc", "2", "1.000", "1.200", "1", "1"],
        ["opencicc / clang", "2", "1.000", "1.091", "0", "0"],
        ["clang / nvcc", "2", "1.000", "1.100", "1", "1"],
    ]


def test_the_worst_are_ordered_by_the_better_of_the_others() -> None:
    run = three_compilers(near=(10, 10, 11), behind_clang=(20, 10, 20), behind_nvcc=(10, 20, 15), ahead=(10, 10, 5))
    assert [line[0] for line in run.worst(3)[1:]] == ["behind_clang", "behind_nvcc", "near"]
    assert run.worst(1)[1] == ["behind_clang", "1.000", "2.000", "10 11 12"]


def test_a_large_table_goes_to_a_page_of_its_own(tmp_path: Path) -> None:
    rows = "".join(f"| k{i} | {i} |\n" for i in range(docs.LONGEST + 1))
    page = tmp_path / "page.md"
    page.write_text("# Page\n\n<!-- big one: begin -->\n<!-- big one: end -->\n")
    (tmp_path / "generated").mkdir()
    docs.update_page(
        "big one", f"Said.\n\n| a | b |\n|---|---|\n| s | 1 |\n\n| k | n |\n|---|---|\n{rows}\nMore.\n", page
    )
    assert "[All 21 rows](generated/page-big-one.md)." in page.read_text()
    assert "| s | 1 |" in page.read_text()
    assert "| k7 | 7 |" not in page.read_text()
    assert "| k7 | 7 |" in (tmp_path / "generated" / "page-big-one.md").read_text()


def test_figures_of_a_run_take_the_place_of_the_last_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "figures.json"
    copy.write_text(figures.FIGURES.read_text())
    monkeypatch.setattr(figures, "FIGURES", copy)
    assert "there 1.50 of the time" not in figures.readme()
    figures.keep("optimizer", {**figures.load()["optimizer"], "opencicc / llvm": 1.5})
    assert "there 1.50 of the time" in figures.readme()
    assert "optimizer takes 1.50 of the time" in figures.compile_time_page()
    run = {"p": {v: {"kernels": {"k": {"launches": 1, "sum_ns": t}}} for v, t in VERSIONS.items()}}
    figures.keep_hecbench("validation", run, "ours")
    assert "| validation | 1 | 1.100 | 0.917 | 1.200 | 1 | 0 |" in figures.benchmarks_page()
    assert "| HeCBench, validation list: only read | 1 | 1.100 | 0.917 | 1.200 | " in figures.benchmarks_page()


def test_a_run_gives_means_of_every_pair_and_the_times_of_its_kernels() -> None:
    run = three_compilers(a=(10, 20, 20), b=(10, 20, 5))
    assert run.means() == {
        "clang / nvcc": 2.0,
        "opencicc / nvcc": 1.0,
        "opencicc / clang": 0.5,
        "registers / nvcc": 1.2,
    }
    assert run.times() == {
        "a": {"nvcc": 10, "clang": 20, "opencicc": 20},
        "b": {"nvcc": 10, "clang": 20, "opencicc": 5},
    }
    assert GpuRun(GPU_RUN).times()["broken"] == {"nvcc": 10.0}


def test_times_of_a_set_are_kept_beside_those_of_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "TIMES", tmp_path / "times.json")
    figures.keep_times("fresh", {"k": {"nvcc": 2.0, "opencicc": 1.0}})
    figures.keep_times("kernels", {"own": {"nvcc": 3.0}})
    kept = figures.keep_times("fresh", {"k": {"nvcc": 4.0, "opencicc": 1.0}})
    assert kept == {"fresh": {"k": {"nvcc": 4.0, "opencicc": 1.0}}, "kernels": {"own": {"nvcc": 3.0}}}
    assert json.loads(figures.TIMES.read_text()) == kept


def test_gpu_times_of_the_last_runs_are_plotted(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (the bench extra brings it)")
    times = json.loads(figures.TIMES.read_text())
    assert {"fresh", "fresh2", "kernels"} <= times.keys()
    written = plots.plot_gpu_times(times, tmp_path)
    assert written is not None and written.read_bytes().startswith(b"\x89PNG")


VERSIONS = {"nvcc": 10000, "clang": 12000, "ours": 11000}
