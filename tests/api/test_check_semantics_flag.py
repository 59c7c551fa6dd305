"""--check-semantics: a compile that computes something else is refused before anything is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencicc import stages
from opencicc.cli.main import main

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples" / "ir"


def run(tmp_path: Path, example: str, *words: str) -> tuple[int, Path]:
    output = tmp_path / "out.ptx"
    code = main([str(EXAMPLES / example), "-arch=sm_90", "--check-semantics", "-o", str(output), *words])
    return code, output


def test_a_right_compile_is_written_and_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, output = run(tmp_path, "saxpy.ll")
    assert code == 0
    assert ".entry saxpy" in output.read_text()
    assert "saxpy: same results as unoptimised" in capsys.readouterr().err


def test_a_wrong_compile_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = stages.generate

    def subtracts(module, settings, machine, trace):  # type: ignore[no-untyped-def]
        ptx = honest(module, settings, machine, trace)
        return ptx.replace("fma.rn.f32", "fma.rz.f32").replace("add.s64", "sub.s64", 1) if settings.opt_level else ptx

    monkeypatch.setattr(stages, "generate", subtracts)
    code, output = run(tmp_path, "saxpy.ll")
    assert code == 9
    assert not output.exists()
    assert "kernel saxpy computes something else than it does unoptimised" in capsys.readouterr().err


def test_given_arguments_are_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    specs = ["i32=100", "f32=2.5", "f32[128]=random", "f32[128]=random"]
    words = [f"--check-arg={spec}" for spec in specs]
    code, _ = run(tmp_path, "saxpy.ll", *words)
    said = capsys.readouterr().err
    assert code == 0
    assert "saxpy:" in said


def test_without_ptx_there_is_nothing_to_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, output = run(tmp_path, "saxpy.ll", "--emit=ll")
    assert code == 2
    assert not output.exists()
    assert "--check-semantics needs PTX" in capsys.readouterr().err
