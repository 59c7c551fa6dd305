"""What workers gain: modules of 50 and 400 kernels with one and two of them, the serial shares, the code, the memory.

    python benchmarks/split_compile.py [--kernels 50,400] [--workers 2] [--rounds 3] [--json FILE] [--update-docs]

One run, the variants taking turns; best of the rounds, warm workers. Peers that are not installed are left out.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc
from benchmarks import docs
from benchmarks.ir_modules import make_module
from benchmarks.libnvvm import find_libnvvm
from benchmarks.pass_effects import figures_of
from opencicc.compiler import stages
from opencicc.compiler.worker import idle_workers

ARCH = "sm_90"
INSTRUCTIONS = 120  # a kernel
SERIAL = ("read", "lnk", "cut", "join", "describe")
PAGE = Path(__file__).resolve().parent.parent / "docs" / "concurrency.md"


def best(work: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Seconds, the least of several turns."""
    times = dict.fromkeys(work, float("inf"))
    for _ in range(rounds + 1):  # the first turn warms up; it may be the best all the same
        for name, run in work.items():
            started = time.perf_counter()
            run()
            times[name] = min(times[name], time.perf_counter() - started)
    return times


def compile_whole(ir: str) -> opencicc.CompileResult:
    """In one piece, as a module below the limit is."""
    limit, stages.MOST_UNCUT = stages.MOST_UNCUT, sys.maxsize
    try:
        return opencicc.compile(ir, arch=ARCH)
    finally:
        stages.MOST_UNCUT = limit


def measure(kernels: int, workers: int, rounds: int) -> dict[str, object]:
    ir = make_module(INSTRUCTIONS * kernels, kernels=kernels)
    alone = {"split-compile": 1}
    shared = {"split-compile": workers}
    work: dict[str, Callable[[], object]] = {
        "in one piece": lambda: compile_whole(ir),
        "parts, 1 worker": lambda: opencicc.compile(ir, arch=ARCH, options=alone),
        f"parts, {workers} workers": lambda: opencicc.compile(ir, arch=ARCH, options=shared),
    }
    library = find_libnvvm()
    if library is not None:
        module = library.prepare(ir.encode())
        words = [f"-arch={ARCH.replace('sm_', 'compute_')}", "-nvvm-version=nvvm-latest"]
        work["libNVVM"] = lambda: library.compile_with(module, words)
        work[f"libNVVM, -split-compile={workers}"] = lambda: library.compile_with(
            module, [*words, f"-split-compile={workers}"]
        )
    seconds = best(work, rounds)
    result = opencicc.compile(ir, arch=ARCH, options=shared)
    times = result.timings_us["stage"]
    whole = compile_whole(ir)
    parts, one_piece = figures_of(result.ptx, ARCH), figures_of(whole.ptx, ARCH)
    return {
        "kernels": kernels,
        "parts": sum(event.kind == "part" for event in result.trace.events),
        "seconds": seconds,
        "serial_ms": {name: round(times.get(name, 0.0) / 1000, 2) for name in SERIAL},
        "registers": sum(f["regs"] for f in parts.values()) / sum(f["regs"] for f in one_piece.values()),
        "sass": sum(f["sass"] for f in parts.values()) / sum(f["sass"] for f in one_piece.values()),
        "peak_mb": {count: peak_megabytes(kernels, count) for count in (1, workers)},
    }


def peak_megabytes(kernels: int, workers: int) -> float:
    """The most memory that a compile has at any time, its workers' included, in a process of its own."""
    done = subprocess.run(
        [sys.executable, __file__, "--memory-of", f"{kernels},{workers}"], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def show_memory(kernels: int, workers: int) -> None:
    opencicc.compile(
        make_module(INSTRUCTIONS * kernels, kernels=kernels), arch=ARCH, options={"split-compile": workers}
    )
    processes = ["self", *(str(helper.process.pid) for helper in idle_workers())]
    print(sum(peak_of(Path(f"/proc/{process}/status").read_text()) for process in processes) / 1024)


def peak_of(status: str) -> int:
    """Kilobytes that a process had at its peak."""
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM:"))


def table(rows: list[dict], workers: int) -> str:  # type: ignore[type-arg]
    lines = []
    for row in rows:
        seconds = row["seconds"]
        one = seconds["parts, 1 worker"]
        shared = seconds[f"parts, {workers} workers"]
        serial = sum(row["serial_ms"].values()) / 1000
        lines += [
            f"**{row['kernels']} kernels of {INSTRUCTIONS} instructions, {row['parts']} parts**: {workers} workers are "
            f"{one / shared:.2f} times as fast as one; serial {serial / one:.1%} of one worker's time "
            f"({', '.join(f'{name} {ms:.0f} ms' for name, ms in row['serial_ms'].items())}). Registers of the parts' code "
            f"{row['registers']:.3f} of the whole module's, SASS {row['sass']:.3f}. Memory at the peak, all processes: "
            f"{row['peak_mb'][1]:.0f} MB with one worker, {row['peak_mb'][workers]:.0f} MB with {workers}.",
            "",
            "| way | seconds | against one worker |",
            "|---|---|---|",
            *(f"| {name} | {taken:.2f} | {taken / one:.2f} |" for name, taken in seconds.items()),
            "",
        ]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kernels", default="50,400")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--update-docs", action="store_true")
    parser.add_argument("--memory-of", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.memory_of:
        show_memory(*map(int, options.memory_of.split(",")))
        return 0
    rows = [measure(int(count), options.workers, options.rounds) for count in options.kernels.split(",")]
    text = table(rows, options.workers)
    print(text)
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))
    if options.update_docs:
        docs.update_page("split compile", text, PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
