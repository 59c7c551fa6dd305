"""--check-semantics: a compile that computes something else is refused before anything is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencicc.cli.main import main
from opencicc.compiler import stages

TESTS = Path(__file__).resolve().parent.parent
EXAMPLES = TESTS.parent / "examples" / "ir"
NUMBA = TESTS / "differential" / "numba"


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

    def subtracts(module, settings, machine, trace):
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
    assert "saxpy: same results as unoptimised" in said
    assert "arguments i32=100 f32=2.5 f32[128] f32[128]" in said


def test_without_ptx_there_is_nothing_to_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, output = run(tmp_path, "saxpy.ll", "--emit=ll")
    assert code == 2
    assert not output.exists()
    assert "--check-semantics needs PTX" in capsys.readouterr().err


def run_files(tmp_path: Path, *words: str) -> tuple[int, Path]:
    output = tmp_path / "out.ptx"
    return main([*words, "-arch=sm_90", "--check-semantics", "-o", str(output)]), output


@pytest.mark.parametrize(
    ("example", "launch"),
    [
        ("tiled_matmul.ll", "grid 2,2, block 16,16, arguments f32["),
        ("dynamic_shared.ll", "49152 bytes of dynamic shared memory, arguments f32["),
    ],
)
def test_tiles_and_dynamic_shared_memory_are_compared(
    example: str, launch: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, output = run(tmp_path, example)
    said = capsys.readouterr().err
    assert (code, output.exists()) == (0, True), said
    assert "same results as unoptimised" in said and launch in said


@pytest.mark.parametrize(
    ("files", "launch"),
    [
        (("saxpy.ll",), "block 64, arguments ptr=null ptr=null i64=128 i64=4 f32["),
        (("dynshared.ll",), "49152 bytes of dynamic shared memory, arguments ptr=null ptr=null i64=64 i64=4 f32["),
        (("matmul_shared.ll",), "grid 2,2, block 16,16, arguments ptr=null ptr=null i64=1024 i64=4 f32["),
        (("complexk.ll", "complexk.1.ll", "complexk.2.ll"), "arguments ptr=null ptr=null i64=128 i64=8 f32["),
    ],
)
def test_numba_kernels_are_compared(
    files: tuple[str, ...], launch: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _ = run_files(tmp_path, *(str(NUMBA / file) for file in files))
    said = capsys.readouterr().err
    assert code == 0, said
    assert ": same results as unoptimised" in said and launch in said


@pytest.mark.parametrize("file", [EXAMPLES / "tiled_matmul.ll", NUMBA / "saxpy.ll"])
def test_a_wrong_compile_is_refused_whatever_the_launch(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    honest = stages.generate

    def saturates(module, settings, machine, trace):
        ptx = honest(module, settings, machine, trace)
        return ptx.replace("fma.rn.f32", "fma.rn.sat.f32") if settings.opt_level else ptx

    monkeypatch.setattr(stages, "generate", saturates)
    code, output = run_files(tmp_path, str(file))
    assert (code, output.exists()) == (9, False), capsys.readouterr().err


KERNEL = """
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %data, i32 %n) {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  BODY
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
"""
NOT_COMPARED = {
    "it never ends": (
        "br label %again\nagain:\n store volatile i32 %x, ptr %data\n br label %again\nend:",
        "did not end",
    ),
    "it writes nothing": ("%seen = load volatile i32, ptr %data", "it runs, but changes nothing in its buffers"),
    "it reads where nothing is": ("%wild = load volatile i32, ptr inttoptr (i64 64 to ptr)", "out of bounds"),
}


@pytest.mark.parametrize("name", NOT_COMPARED)
def test_what_could_not_be_compared_has_its_own_exit_code(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body, why = NOT_COMPARED[name]
    (tmp_path / "k.ll").write_text(KERNEL.replace("BODY", body))
    code, output = run_files(tmp_path, str(tmp_path / "k.ll"))
    said = capsys.readouterr().err
    assert (code, output.exists()) == (77, True), said
    assert "k: not compared" in said and why in said and "--check-arg" in said


def test_nothing_to_compare_is_not_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "f.ll").write_text('target triple = "nvptx64-nvidia-cuda"\ndefine i32 @f() {\n  ret i32 1\n}\n')
    code, _ = run_files(tmp_path, str(tmp_path / "f.ll"))
    assert code == 77
    assert "no kernel here: nothing was compared" in capsys.readouterr().err


def test_threads_that_race_are_no_reference(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All warps write one place: only a launch of one warp says something."""
    (tmp_path / "k.ll").write_text(KERNEL.replace("BODY", "store i32 %x, ptr %data"))
    code, _ = run_files(tmp_path, str(tmp_path / "k.ll"))
    said = capsys.readouterr().err
    assert code == 0
    assert "with grid 1, block 32" in said
    code, _ = run_files(tmp_path, str(tmp_path / "k.ll"), "--check-block=64")
    said = capsys.readouterr().err
    assert code == 77
    assert "its results depend on the order of its warps" in said


def test_given_launches_are_used(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _ = run(tmp_path, "tiled_matmul.ll", "--check-block=16,16,1", "--check-grid=1,1")
    assert code == 0
    assert "with grid 1, block 16,16, arguments" in capsys.readouterr().err
    code, _ = run(tmp_path, "dynamic_shared.ll", "--check-shared=4096")
    assert code == 0
    assert "4096 bytes of dynamic shared memory" in capsys.readouterr().err


@pytest.mark.parametrize("word", ["--check-block=16,", "--check-block=0", "--check-grid=1,2,3,4", "--check-grid=x"])
def test_shapes_that_are_none_are_refused(word: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, output = run(tmp_path, "saxpy.ll", word)
    assert (code, output.exists()) == (2, False)
    assert "error: " in capsys.readouterr().err


def test_results_that_differ_by_rounding_alone_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """a*a - a*a is zero, but contracted what a product lost; unoptimised, a stack slot is in between."""
    source = KERNEL.replace(
        "BODY",
        """%at = getelementptr float, ptr %data, i32 %x
  %a = load float, ptr %at
  %copy = load volatile float, ptr %at
  %square = fmul float %a, %a
  %slot = alloca float
  %other = fmul contract float %copy, %copy
  store float %other, ptr %slot
  %reloaded = load float, ptr %slot
  %lost = fsub contract float %reloaded, %square
  store float %lost, ptr %at""",
    )
    (tmp_path / "k.ll").write_text(source)
    code, _ = run_files(tmp_path, str(tmp_path / "k.ll"))
    said = capsys.readouterr().err
    assert code == 0, said
    assert "k: same results as unoptimised, rounding apart (bit for bit with -fma=0), with" in said
