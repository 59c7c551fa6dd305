"""`opencicc run`: arguments as text, results as text, JSON and npz."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from opencicc.cli.main import main
from opencicc.emulate.argument_text import parse_argument
from opencicc.errors import UsageError

PTX = str(Path(__file__).parent.parent / "machine" / "data" / "nvcc_kernels_sm75.ptx")
SAXPY = ["run", PTX, "--kernel", "saxpy", "--grid", "4", "--block", "128", "--arg", "i32=500", "--arg", "f32=2"]


def test_results_are_summarised(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SAXPY, "--arg", "f32[512]=ones", "--arg", "f32[512]=arange"]) == 0
    out = capsys.readouterr().out
    assert "saxpy: 10132 lane-instructions" in out
    assert "f32[512]: 2 3 4 5 6 7 8 9 ...  [min 2, max 511" in out


def test_json_and_saved_arrays(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "out.npz"
    command = [
        *SAXPY,
        "--arg",
        "f32[512]=random",
        "--arg",
        "f32[512]=zeros",
        "--seed",
        "3",
        "--json",
        "--save",
        str(path),
    ]
    assert main(command) == 0
    document = json.loads(capsys.readouterr().out)
    saved = np.load(path)
    assert document["kernel"] == "saxpy" and document["lane_instructions"] == 10132
    assert (saved["arg3"][:500] == 2 * saved["arg2"][:500]).all() and (saved["arg3"][500:] == 0).all()
    assert np.allclose(document["buffers"][1]["values"], saved["arg3"])


def test_random_fills_depend_on_the_seed_only(capsys: pytest.CaptureFixture[str]) -> None:
    def values(seed: str) -> list[float]:
        main([*SAXPY, "--arg", "f32[512]=random", "--arg", "f32[512]=zeros", "--json", "--seed", seed])
        result: list[float] = json.loads(capsys.readouterr().out)["buffers"][0]["values"]
        return result

    assert values("1") == values("1") != values("2")


def test_errors_name_the_place(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(
        [
            *SAXPY[:-4],
            "--arg",
            "i32=600",
            "--arg",
            "f32=1",
            "--arg",
            "f32[512]=ones",
            "--arg",
            "f32[512]=ones",
            "--grid",
            "5",
        ]
    )
    error = capsys.readouterr().err
    assert code != 0
    assert "out of bounds" in error and "kernel saxpy, line" in error and "block (4, 0, 0), thread (0, 0, 0)" in error


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", PTX], "has 12 kernels"),
        (["run", PTX, "--kernel", "saxp"], "did you mean 'saxpy'"),
        (["run", PTX, "--kernel", "pr", "--grid", "a"], "--grid takes one to three numbers"),
        (["run", PTX, "--kernel", "pr", "--arg", "i33=3"], "unknown type 'i33'"),
        (["run", PTX, "--bogus"], "unrecognized arguments: --bogus"),
        (["run"], "required: file"),
    ],
)
def test_wrong_command_lines(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert message in capsys.readouterr().err


def test_argument_grammar(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    assert parse_argument("u32=-1", rng) == np.uint32(0xFFFFFFFF)
    assert parse_argument("i64=0x10", rng).dtype == np.int64
    assert parse_argument("bf16=1.0", rng) == 0x3F80
    assert parse_argument("ptr=null", rng) is None
    assert parse_argument("bytes=0102", rng) == b"\1\2"
    assert parse_argument("i32[4]=1,2,3,-4", rng).tolist() == [1, 2, 3, -4]
    assert parse_argument("f32[2x3]=full:1.5", rng).shape == (2, 3)
    np.save(tmp_path / "in.npy", np.arange(6.0))
    assert parse_argument(f"f32[6]={tmp_path / 'in.npy'}", rng).tolist() == [0, 1, 2, 3, 4, 5]
    for bad in ("f32", "i32[3]=1,2", "i8=300", "f32=x", "bytes=zz", "f32[4]=sevens"):
        with pytest.raises(UsageError):
            parse_argument(bad, rng)
