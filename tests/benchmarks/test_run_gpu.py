"""The command line of the GPU runner, as far as it goes without a GPU."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import run_gpu
from benchmarks.gpu.session import KernelResult


def test_images_are_found_by_kernel_and_compiler(tmp_path: Path) -> None:
    for name in (
        "sgemm_tiled.clang.ptx",
        "sgemm_tiled.nvcc.ptx",
        "sgemm_tiled.nvcc.cubin",
        "unknown.nvcc.ptx",
        "x.txt",
    ):
        (tmp_path / name).write_text("")
    found = run_gpu.find_images(tmp_path)
    assert {kernel: list(files) for kernel, files in found.items()} == {"sgemm_tiled": ["nvcc", "clang"]}
    assert found["sgemm_tiled"]["nvcc"].suffix == ".cubin"


def test_an_empty_folder_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_gpu.main([str(tmp_path)]) == 2
    assert "no code for any kernel" in capsys.readouterr().err


def test_a_kernel_without_code_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "sgemm_tiled.nvcc.ptx").write_text("")
    assert run_gpu.main([str(tmp_path), "--only", "dgemm_tiled"]) == 2
    assert "no code for dgemm_tiled" in capsys.readouterr().err


def test_the_json_has_everything_a_table_needs(tmp_path: Path) -> None:
    result = KernelResult("sgemm_tiled", gpu="fake", again={"compiler": "nvcc", "median_us": 10.0})
    result.record("nvcc", status="right", median_us=10.0)
    result.record("clang", status="right", median_us=12.0)
    options = run_gpu.parse_arguments([str(tmp_path)])
    document = json.loads(run_gpu.to_json([result], ["nvcc", "clang"], options, 1.0))
    assert document["summary"]["clang"] == pytest.approx(1.2)
    assert document["kernels"]["sgemm_tiled"]["bound"]["operations"] == 2 * 2048**3
    assert document["gpu"] == "fake"
