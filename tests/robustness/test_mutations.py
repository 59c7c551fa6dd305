"""400 damaged inputs and every trap, at -O3 through code generation, in one long-lived process.

Each gives PTX or a CompilerError, the process survives, and good modules compile to the same bytes as before. Without
the native helper a signal inside libLLVM ends the process, so there a reduced number goes through a worker.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from opencicc.llvm import helper

ENDURE = Path(__file__).resolve().parent / "endure.py"
COUNT, REDUCED = 400, 60
ERRORS = {
    "InputError",
    "UnsupportedError",
    "LinkError",
    "InternalError",
    "UsageError",
    "TimeLimitError",
    "VersionMismatchError",
}


def endure(count: int, *words: str, **variables: str) -> dict[str, Any]:
    environment = {**os.environ, **variables}
    done = subprocess.run(
        [sys.executable, str(ENDURE), str(count), *words], capture_output=True, text=True, env=environment
    )
    last = done.stderr.rstrip().rpartition("\n")[2]
    assert done.returncode == 0, f"died with {done.returncode} at {last}"
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def check(result: dict[str, Any], count: int) -> None:
    print(json.dumps(result, indent=2))  # shown by `pytest -s`, for the documentation
    assert result["wrong"] == []
    assert result["is_same_after"]
    assert set(result["outcomes"]) <= ERRORS | {"PTX"}
    assert sum(result["outcomes"].values()) == count + result["traps"]
    assert result["outcomes"]["PTX"] >= count // 10, "hardly any input gets past the reader"


@pytest.mark.slow
def test_one_process_survives_them_all() -> None:
    if helper.load() is None:
        pytest.skip(f"a crash is survived in process only with the native helper ({helper.describe()})")
    result = endure(COUNT)
    check(result, COUNT)
    # Every crash leaves its module behind on purpose; that must stay small beside the traps' own needs.
    assert result["peak_megabytes"] < 2_000


@pytest.mark.slow
def test_without_the_helper_a_worker_takes_the_blows() -> None:
    check(endure(REDUCED, "--isolate", OPENCICC_NATIVE_HELPER="0"), REDUCED)
