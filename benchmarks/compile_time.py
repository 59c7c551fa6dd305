"""How long a compile takes: warm in process, cold from the shell, and peak memory; beside libNVVM and LLVM's tools.

Everything is measured in one run and given as ratios too, because the machine's own speed varies. Peers that are not
installed are left out with a sentence.

    python benchmarks/compile_time.py [--instructions N] [--json FILE] [--rounds N] [--update-docs]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc
from benchmarks import docs
from benchmarks.ir_modules import make_module
from benchmarks.libnvvm import find_libnvvm
from opencicc.llvm import helper

ROOT = Path(__file__).resolve().parent.parent
SMALL_KERNEL = ROOT / "examples" / "ir" / "saxpy.ll"
ARCH = "sm_90"
PAGE = docs.PAGE.with_name("compile-time.md")
RUNS_PER_TURN = 5


def median_ms(work: Callable[[], object], rounds: int) -> float:
    """The median of several timings, after one to warm up."""
    work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def interleaved_ms(work: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Medians of timings that take turns, so that a slow minute of the machine slows all of them.

    A turn is several runs of one kind, the first of them not counted: the others find warm caches.
    """
    times: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(max(1, rounds // RUNS_PER_TURN)):
        for name, run in work.items():
            run()
            for _ in range(RUNS_PER_TURN):
                start = time.perf_counter()
                run()
                times[name].append(time.perf_counter() - start)
    return {name: statistics.median(taken) * 1000 for name, taken in times.items()}


def measure_warm(ir: str, rounds: int) -> dict[str, float]:
    """Milliseconds for one module, already loaded processes where there are processes."""
    stock = {"passes": "llvm-default<O3>"}
    work: dict[str, Callable[[], object]] = {
        "opencicc -O3": partial(opencicc.compile, ir, ARCH, 3),
        "opencicc -O0": partial(opencicc.compile, ir, ARCH, 0),
        "opencicc -O1": partial(opencicc.compile, ir, ARCH, 1),
        "opencicc -O2": partial(opencicc.compile, ir, ARCH, 2),
        "LLVM default<O3> in process": lambda: opencicc.compile(ir, arch=ARCH, options=stock),
    }
    library = find_libnvvm()
    if library is None:
        print("libNVVM is not installed (pip install nvidia-nvvm): left out")
    else:
        prepared = library.prepare(ir.encode())
        work["libNVVM -opt=3"] = lambda: library.compile(prepared, ARCH)
    return interleaved_ms(work, rounds)


def measure_tools(ir: str, rounds: int) -> float | None:
    """opt and llc as processes, in and out through files."""
    opt, llc = shutil.which("opt-22"), shutil.which("llc-22")
    if not opt or not llc:
        print("opt-22 and llc-22 are not installed (apt-get install llvm-22): left out")
        return None
    with tempfile.TemporaryDirectory() as folder:
        source, middle, out = (os.path.join(folder, name) for name in ("a.ll", "a.bc", "a.ptx"))
        Path(source).write_text(ir)

        def both() -> None:
            subprocess.run([opt, "-passes=default<O3>", source, "-o", middle], check=True)
            subprocess.run([llc, f"-mcpu={ARCH}", "-O3", middle, "-o", out], check=True)

        return median_ms(both, rounds)


def measure_cold(rounds: int) -> dict[str, float]:
    """From the shell to PTX on disk for one small kernel, interleaved with the yardstick."""
    script = Path(sys.executable).with_name("opencicc")
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "out.ptx")
        commands = {
            "python -c 'import ctypes'": [sys.executable, "-c", "import ctypes"],
            "opencicc saxpy.ll": [str(script), str(SMALL_KERNEL), f"-arch={ARCH}", "-o", output],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(rounds + 1):
            for name, command in commands.items():
                start = time.perf_counter()
                subprocess.run(command, check=True, env=environment)
                times[name].append(time.perf_counter() - start)
    return {name: statistics.median(taken[1:]) * 1000 for name, taken in times.items()}


def stage_and_pass_table(ir: str) -> list[tuple[str, float]]:
    """The stages and the ten longest steps of a warm compile."""
    result = opencicc.compile(ir, arch=ARCH)
    stages = [(f"stage {name}", us / 1000) for name, us in result.timings_us["stage"].items()]
    passes = sorted(result.timings_us["pass"].items(), key=lambda item: -item[1])[:10]
    return stages + [(f"pass {name}", us / 1000) for name, us in passes]


def update_docs(
    warm: dict[str, float], stages: list[tuple[str, float]], cold: dict[str, float], peak_mb: float, ir: str
) -> None:
    """Put the figures between the markers of docs/compile-time.md."""
    ours, (yardstick, command) = warm["opencicc -O3"], cold.values()
    lines = [
        f"{date.today().isoformat()}, {helper.describe()}; a module of {ir.count(chr(10) + '  ')} IR instructions "
        "(benchmarks/ir_modules.py), sm_90, medians.",
        "",
        "| warm, one module | ms | ratio to opencicc -O3 |",
        "|---|--:|--:|",
        *(f"| {name} | {taken:.1f} | {taken / ours:.2f} |" for name, taken in warm.items()),
        "",
        "| where the time goes | ms |",
        "|---|--:|",
        *(f"| {name.replace('|', chr(92) + '|')} | {taken:.2f} |" for name, taken in stages),
        "",
        f'Cold, from the shell to PTX for saxpy.ll: {command:.1f} ms, `python -c "import ctypes"` {yardstick:.1f} ms: '
        f"ratio {command / yardstick:.2f}. Peak memory of the measuring process, libNVVM included: {peak_mb:.0f} MB.",
    ]
    docs.update_page("compile time", "\n".join(lines), PAGE)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--instructions", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--update-docs", action="store_true", help="put the figures into docs/compile-time.md")
    arguments = parser.parse_args()
    ir = make_module(arguments.instructions)
    print(f"{helper.describe()}; module of {ir.count(chr(10) + '  ')} instructions")
    warm = measure_warm(ir, arguments.rounds)
    all_loops = make_module(arguments.instructions, loop_every=1)
    warm["opencicc -O3, every section a loop"] = median_ms(partial(opencicc.compile, all_loops, ARCH), arguments.rounds)
    tools = measure_tools(ir, max(3, arguments.rounds // 3))
    if tools is not None:
        warm["opt-22 + llc-22 (processes)"] = tools
    ours = warm["opencicc -O3"]
    print("\nwarm, one module                     ms   ratio to opencicc -O3")
    for name, milliseconds in warm.items():
        print(f"  {name:<32} {milliseconds:7.1f}   {milliseconds / ours:.2f}")
    print("\nwhere the time goes                  ms")
    stages = stage_and_pass_table(ir)
    for name, milliseconds in stages:
        print(f"  {name[:60]:<60} {milliseconds:7.2f}")
    cold = measure_cold(arguments.rounds)
    yardstick, command = cold.values()
    print("\ncold, one small kernel               ms")
    for name, milliseconds in cold.items():
        print(f"  {name:<32} {milliseconds:7.1f}")
    print(f"  ratio {command / yardstick:.2f}")
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\npeak memory of this process: {peak_mb:.0f} MB")
    if arguments.update_docs:
        update_docs(warm, stages, cold, peak_mb, ir)
    if arguments.json:
        facts = {"warm_ms": warm, "cold_ms": cold, "cold_ratio": command / yardstick, "peak_mb": peak_mb}
        arguments.json.write_text(json.dumps(facts, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
