"""The benchmark program itself, on one small kernel."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import bench, compilers, store
from benchmarks.compilers import CompileFailure, Nvcc, compile_ir_unoptimized
from benchmarks.kernel_set import names
from opencicc.errors import CompilerError
from opencicc.frontend import toolchain
from tests.support import find_ptxas

KERNEL = "chacha20"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "OUT", tmp_path)
    monkeypatch.setattr(bench, "OUT", tmp_path / "bench")
    monkeypatch.setenv("OPENCICC_PTXAS", "")


@pytest.fixture
def front_end() -> None:
    try:
        toolchain.find_clang()
        toolchain.find_headers()
    except CompilerError as error:
        pytest.skip(str(error))


def test_patterns_choose_kernels() -> None:
    assert bench.choose_kernels("*") == names()
    assert bench.choose_kernels("sgemm*,chacha20") == ["chacha20", "sgemm_tiled"]


def test_pattern_without_a_kernel(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["--only", "nothing"]) == 2
    assert "no kernel fits --only nothing" in capsys.readouterr().out


def test_missing_peer_is_left_out_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(compilers.shutil, "which", lambda name: None)
    with pytest.raises(CompileFailure, match="nvcc is not installed: its columns are left out"):
        Nvcc()
    found = bench.find_compilers("nvcc,opencicc", ["ftz=1", "verify-each"], bench.Console())
    assert [compiler.name for compiler in found] == ["opencicc"]
    assert found[0].options == {"ftz": "1", "verify-each": "1"}  # type: ignore[attr-defined]
    assert "nvcc is not installed" in capsys.readouterr().out


def test_unknown_compiler_is_refused() -> None:
    with pytest.raises(SystemExit, match="unknown 'gcc'"):
        bench.find_compilers("gcc", [], bench.Console())


@pytest.mark.usefixtures("front_end")
def test_ir_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    path = compile_ir_unoptimized(KERNEL)
    assert path.read_bytes()[:4] == b"BC\xc0\xde"
    monkeypatch.setattr(compilers.frontend, "compile_cuda", None)
    assert compile_ir_unoptimized(KERNEL) == path


@pytest.mark.usefixtures("front_end")
def test_one_kernel_from_source_to_results(tmp_path: Path) -> None:
    if find_ptxas() is None:
        pytest.skip("ptxas is not installed: `pip install nvidia-cuda-nvcc` brings it")
    target = tmp_path / "results.json"
    words = ["--only", KERNEL, "--compilers", "clang,opencicc", "--runs", "1", "--json", str(target)]
    assert bench.main(words) == 0
    (kernel,) = json.loads(target.read_text())["kernels"]
    assert set(kernel["rows"]) == {"clang", "opencicc"}
    for row in kernel["rows"].values():
        assert row["registers"] > 8 and row["ptx_instructions"] > 100 and row["warps"] > 0
    assert {"opencicc", "llvm"} <= set(kernel["optimizer_seconds"])
    assert kernel["ir_instructions"] > 100
    for compiler in ("clang", "opencicc"):
        assert f".entry {KERNEL}(" in (tmp_path / "ptx" / f"{KERNEL}.{compiler}.ptx").read_text()


@pytest.mark.usefixtures("front_end")
def test_failing_compile_is_recorded(tmp_path: Path) -> None:
    if find_ptxas() is None:
        pytest.skip("ptxas is not installed: `pip install nvidia-cuda-nvcc` brings it")
    target = tmp_path / "results.json"
    words = ["--only", KERNEL, "--compilers", "opencicc", "--option", "no-such=1", "--runs", "0", "--json", str(target)]
    assert bench.main(words) == 1
    (kernel,) = json.loads(target.read_text())["kernels"]
    assert "unknown option 'no-such'" in kernel["rows"]["opencicc"]["error"]
