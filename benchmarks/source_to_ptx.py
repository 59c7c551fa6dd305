"""How long the command lines take from CUDA C++ to PTX: opencicc with precompiled headers and no stored result, beside nvcc.

    python benchmarks/source_to_ptx.py [--every N] [--runs N]

CPU time of the whole process with everything it starts, the least of some turns; ratios by kernel, then geometric mean and worst.
Every compile gets a source that nobody has compiled before (a variable more), so that the cache has its headers only.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import kernel_set
from benchmarks.compilers import CompileFailure, Nvcc
from benchmarks.results import geometric_mean

ARCH = "sm_90"
_numbers = count()


def cpu_seconds(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, check=True, capture_output=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def fresh_copy(source: Path, folder: Path) -> Path:
    """The source as a file of its own that was never compiled."""
    path = folder / source.name
    path.write_text(f"{source.read_text()}\n__device__ int compiled_{os.getpid()}_{next(_numbers)};\n")
    return path


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="only every Nth kernel")
    parser.add_argument("--runs", type=int, default=2, help="turns of which the quickest counts")
    options = parser.parse_args()
    try:
        nvcc = Nvcc().path
    except CompileFailure as reason:
        print(reason)
        return 1
    assert nvcc
    ours = str(Path(sys.executable).with_name("opencicc"))
    rows: list[tuple[float, str]] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        out = str(folder / "out.ptx")
        for case in kernel_set.load_all()[:: options.every]:
            times = {"opencicc": float("inf"), "nvcc": float("inf")}
            for turn in range(options.runs + (not rows)):
                source = str(fresh_copy(case.source, folder))
                cached = [ours, source, f"-arch={ARCH}", "--cache-dir", str(folder / "cache"), "-o", out]
                mine, theirs = cpu_seconds(cached), cpu_seconds([nvcc, "-ptx", f"-arch={ARCH}", "-o", out, source])
                if turn or rows:  # the very first makes the precompiled headers
                    times = {"opencicc": min(mine, times["opencicc"]), "nvcc": min(theirs, times["nvcc"])}
            rows.append((times["opencicc"] / times["nvcc"], case.name))
            print(
                f"{case.name:30} " + "  ".join(f"{who} {spent * 1000:7.0f} ms" for who, spent in times.items()),
                flush=True,
            )
    worst = ", ".join(f"{name} {ratio:.2f}" for ratio, name in sorted(rows, reverse=True)[:3])
    print(f"opencicc / nvcc: {geometric_mean(r for r, _ in rows):.3f} over {len(rows)} kernels; most {worst}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
