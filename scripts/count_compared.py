"""Count the kernels that `--check-semantics` can compare by itself: `scripts/count_compared.py FILES...`

Each FILE is IR or CUDA C++; modules to be linked together are joined by `+`. One line a kernel: what it was compared
with, or why not.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import time
from pathlib import Path

from opencicc.cli.main import main


def check(files: list[str]) -> tuple[int, str]:
    """The exit code and what was said of one compile with --check-semantics."""
    said = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(said):
        code = main([*files, "-arch=sm_90", "--check-semantics", "--summary=off", "-o", str(Path(folder, "k.ptx"))])
    return code, said.getvalue()


def run(arguments: list[str]) -> int:
    compared = different = left = 0
    for argument in arguments:
        started = time.perf_counter()
        code, said = check(argument.split("+"))
        lines = [line for line in said.splitlines() if ": same results as" in line or ": not compared" in line]
        compared += sum(": same results as" in line for line in lines)
        left += sum(": not compared" in line for line in lines)
        different += code not in (0, 77)
        shown = said.strip() if code else "\n".join(lines)
        print(f"{Path(argument).name} ({time.perf_counter() - started:.1f} s, exit {code})\n{shown}", flush=True)
    print(f"{compared} kernels compared, {left} not compared, {different} files with another error")
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
