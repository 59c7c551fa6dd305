"""Runs every staged program under the recorder of kernel times, its versions in turn.

Quick programs run several times, in a rotating order; of each kernel the quickest run counts. Results are written after
each program, so that the same command goes on where a budget of seconds ended.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from . import outputs, times

BASES = ("nvcc", "clang")
MOST_OUTPUT_BYTES = 2_000_000


def has_gpu() -> bool:
    try:
        driver, count = ctypes.CDLL("libcuda.so.1"), ctypes.c_int(0)
    except OSError:
        return False
    return driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0 and count.value > 0


def run_once(here: Path, name: str, version: str, arguments: list[str], limit_s: float) -> dict:
    """One run: exit code (or "timeout"), seconds, kernel times, complaints, and the lines with results."""
    executable, libraries = here / "programs" / name / version, here / "lib"
    with tempfile.TemporaryDirectory(prefix="corpus-") as folder, open(Path(folder, "printed"), "w+b") as printed:
        recorded = Path(folder, "kernel-times.json")
        paths = [str(libraries), *filter(None, [os.environ.get("LD_LIBRARY_PATH")])]
        environment = {**os.environ, "LD_LIBRARY_PATH": ":".join(paths), "KERNEL_TIMES": str(recorded)}
        environment["CUDA_INJECTION64_PATH"] = str(libraries / "libkernel_times.so")
        started = time.perf_counter()
        try:
            code = subprocess.run(
                [executable, *arguments],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                timeout=limit_s,
            ).returncode
        except subprocess.TimeoutExpired:
            code = "timeout"
        seconds = time.perf_counter() - started
        printed.seek(0)
        text = printed.read(MOST_OUTPUT_BYTES).decode(errors="replace").replace(str(executable), name)
        kernels = json.loads(recorded.read_text())["kernels"] if code == 0 and recorded.exists() else {}
    lines = text.splitlines()
    return {
        "code": code,
        "seconds": round(seconds, 2),
        "complaints": outputs.complaints(lines)[:3],
        "kernels": kernels,
        "results": outputs.results(lines),
    }


def run_program(here: Path, name: str, arguments: list[str], versions: list[str], options, left) -> dict | None:
    """{version: run}, {"slow": True}, or None when the seconds ran out before every version had its turn."""
    runs: dict[str, dict] = {}
    count = len(versions)
    for turn in range(options.repeat):
        if turn and any(run["code"] != 0 or run["seconds"] > options.quick for run in runs.values()):
            break
        for place in range(count):
            version = versions[(turn + place) % count]
            limit = options.limit * (4 if runs else 1)  # the first run decides; the others get room
            run = run_once(here, name, version, arguments, min(limit, max(left(), 0.1)))
            if left() <= 0:  # this run may have been cut short
                return _finish(runs, versions) if turn else None
            if run["code"] == "timeout" and not runs:
                return {"slow": True}
            runs[version] = _keep_best(runs[version], run) if version in runs else {**run, "unsteady": False}
    return _finish(runs, versions)


def _keep_best(kept: dict, run: dict) -> dict:
    """The quickest of several runs, kernel by kernel, and any failure."""
    kept["code"] = kept["code"] or run["code"]
    kept["unsteady"] |= bool(outputs.difference(kept["results"], run["results"]))
    for kernel, seen in run["kernels"].items():
        best = kept["kernels"].setdefault(kernel, seen)
        if best["launches"] == seen["launches"] and seen["sum_ns"] < best["sum_ns"]:
            kept["kernels"][kernel] = seen
    return kept


def _finish(runs: dict[str, dict], versions: list[str]) -> dict:
    """Outputs are compared with the first version's and then left out of the file."""
    base = runs[versions[0]]
    for version in versions[1:]:
        is_steady = not (runs[version]["unsteady"] or base["unsteady"])
        runs[version]["differs"] = outputs.difference(runs[version]["results"], base["results"]) if is_steady else ""
    for run in runs.values():
        del run["results"]
    return runs


def run_all(here: Path, options) -> dict:
    started = time.perf_counter()
    named = json.loads((here / "arguments.json").read_text()) if (here / "arguments.json").exists() else {}
    found = json.loads(options.out.read_text()) if options.out.exists() else {}
    for record_file in sorted(here.glob("programs/*/record.json")):
        name = record_file.parent.name
        record = json.loads(record_file.read_text())
        arguments = named.get(name, record["arguments"])
        versions = built_versions(record_file.parent, record, options.versions)
        if name in found or not re.search(options.only, name) or arguments is None or not versions:
            continue
        words = arguments.split() if isinstance(arguments, str) else arguments
        result = run_program(
            here, name, words, versions, options, lambda: options.budget - (time.perf_counter() - started)
        )
        if result is None:
            print("the budget is used up; the same command again goes on from here")
            break
        found[name] = result
        partial = options.out.with_suffix(".partial")
        partial.write_text(json.dumps(found))
        partial.replace(options.out)
        said = (
            "too slow"
            if "slow" in result
            else "  ".join(f"{v} {r['code']} {r['seconds']} s" for v, r in result.items())
        )
        print(f"{time.perf_counter() - started:6.1f} s  {name:28} {said}", flush=True)
    return found


def built_versions(folder: Path, record: dict, wanted: str) -> list[str]:
    """The versions with a program to run, the bases first."""
    names = [name for name in record["versions"] if (folder / name).exists()]
    names = [name for name in names if not wanted or name in wanted.split(",")]
    for name in names:
        (folder / name).chmod(0o755)  # a transfer may lose the bit
    return sorted(names, key=lambda name: (BASES.index(name) if name in BASES else len(BASES), name))


def parse_arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py", description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=Path("results.json"), help="results; those there are kept")
    parser.add_argument("--budget", type=float, default=540, help="seconds in all")
    parser.add_argument("--limit", type=float, default=5, help="seconds for the first run of a program")
    parser.add_argument("--repeat", type=int, default=2, help="rounds for quick programs")
    parser.add_argument("--quick", type=float, default=1.5, help="the most seconds that a run of a quick program takes")
    parser.add_argument("--only", default="", metavar="REGEX", help="only programs whose name matches")
    parser.add_argument("--versions", default="", metavar="A,B", help="only these versions")
    parser.add_argument("--table", type=Path, metavar="RESULTS", help="only print the table of earlier results")
    parser.add_argument("--rows", type=int, default=20, help="kernels in the lists of worst and best")
    return parser.parse_args(words)


def main(here: Path, words: list[str]) -> int:
    options = parse_arguments(words)
    if options.table:
        print(times.table(json.loads(options.table.read_text()), options.rows))
        return 0
    if not has_gpu():
        print(
            "error: no GPU here (libcuda.so.1 is missing or finds no device)\n"
            "  fix: copy this folder to a machine with a GPU and run it there",
            file=sys.stderr,
        )
        return 2
    print(times.table(run_all(here, options), options.rows))
    return 0
