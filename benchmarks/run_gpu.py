"""Runs the kernel set on a GPU: checks every compiler's results and compares their speed.

    python3 benchmarks/run_gpu.py out/gpu_ptx --json out/gpu.json

The folder holds `<kernel>.<compiler>.ptx` (or .cubin). Needs python3, NumPy and the CUDA driver, nothing else.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import kernel_set
from benchmarks.gpu import measure, table
from benchmarks.gpu.session import KernelResult, Session

FIRST_COMPILERS = ("nvcc", "clang", "opencicc", "with")  # in this order, others after them by name


def find_images(folder: Path) -> dict[str, dict[str, Path]]:
    """kernel -> compiler -> file, for the kernels of the sets; a cubin goes before PTX."""
    found: dict[str, dict[str, Path]] = {}
    known = {name for which in kernel_set.SETS for name in kernel_set.names(which)}
    for path in sorted(folder.iterdir(), key=lambda path: (path.suffix == ".cubin", path.name)):
        parts = path.name.split(".")
        if len(parts) == 3 and parts[2] in ("ptx", "cubin") and parts[0] in known:
            found.setdefault(parts[0], {})[parts[1]] = path
    return {
        name: dict(sorted(images.items(), key=lambda item: order(item[0]))) for name, images in sorted(found.items())
    }


def order(compiler: str) -> tuple[int, str]:
    place = FIRST_COMPILERS.index(compiler) if compiler in FIRST_COMPILERS else len(FIRST_COMPILERS)
    return place, compiler


def run_child(name: str, compilers: Sequence[str], options: argparse.Namespace) -> None:
    """One kernel: prepare, wait for the GPU, run, check; what happens goes to stdout as lines of JSON."""
    from benchmarks.gpu.driver import CudaDevice

    case = kernel_set.load(name)
    args = case.arguments(options.scale)
    expected = None if options.against_first else case.reference(args)
    files = find_images(options.folder)[name]
    images = {compiler: files[compiler].read_bytes() for compiler in compilers}
    device = CudaDevice()

    def report(event: dict[str, Any]) -> None:
        print(json.dumps(event), flush=True)

    report({"event": "ready"})
    sys.stdin.readline()
    outputs = measure.run_on_device(case, args, images, options.scale, device, report, options.repetitions)
    measure.check_outputs(case, outputs, expected, report)


def to_json(
    results: Sequence[KernelResult], compilers: Sequence[str], options: argparse.Namespace, seconds: float
) -> str:
    document = {
        "date": datetime.date.today().isoformat(),
        "gpu": next((result.gpu for result in results if result.gpu), ""),
        "scale": options.scale,
        "seconds": round(seconds, 1),
        "compilers": list(compilers),
        "baseline": options.baseline,
        "summary": table.summary(results, compilers, options.baseline),
        "kernels": {
            result.name: {
                "bound": bound_of(result.name, options.scale),
                "compilers": result.compilers,
                "again": result.again,
            }
            for result in results
        },
    }
    return json.dumps(document, indent=1, default=float)


def bound_of(name: str, scale: kernel_set.Scale) -> dict[str, Any] | None:
    bound = kernel_set.load(name).bounds.get(scale)
    return vars(bound) if bound else None


def parse_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path, help="holds <kernel>.<compiler>.ptx or .cubin")
    parser.add_argument("--only", action="append", default=[], metavar="KERNEL", help="this kernel; may be repeated")
    parser.add_argument("--json", type=Path, help="write all figures to this file")
    parser.add_argument("--scale", choices=kernel_set.SCALES, default="full")
    parser.add_argument("--repetitions", type=int, default=measure.REPETITIONS, help="timed launches of each compiler")
    parser.add_argument("--baseline", default="nvcc", help="the compiler that ratios refer to")
    parser.add_argument(
        "--against-first", action="store_true", help="compare results with the first compiler's, without the reference"
    )
    parser.add_argument(
        "--jobs", type=int, default=max(1, min(6, (os.cpu_count() or 1) // 2)), help="kernels prepared at a time"
    )
    parser.add_argument("--child", metavar="KERNEL", help=argparse.SUPPRESS)
    parser.add_argument("--compilers", default="", help=argparse.SUPPRESS)
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    options = parse_arguments(argv)
    if options.child:
        run_child(options.child, options.compilers.split(","), options)
        return 0
    begun = time.monotonic()
    images = find_images(options.folder)
    unknown = sorted(set(options.only) - set(images))
    if unknown or not images:
        print(f"error: no code for {', '.join(unknown) or 'any kernel'} in {options.folder}", file=sys.stderr)
        return 2
    work = {name: list(files) for name, files in images.items() if not options.only or name in options.only}
    compilers = sorted({compiler for files in work.values() for compiler in files}, key=order)

    def command(name: str, chosen: Sequence[str]) -> list[str]:
        own = [sys.executable, str(Path(__file__).resolve()), str(options.folder), "--child", name]
        return [
            *own,
            "--compilers",
            ",".join(chosen),
            "--scale",
            options.scale,
            "--repetitions",
            str(options.repetitions),
            *(["--against-first"] if options.against_first else []),
        ]

    # NumPy's threads of several children would fight for the cores.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", str(max(1, (os.cpu_count() or 1) // options.jobs)))
    results = Session(command).run(work, options.jobs, lambda line: print(line, file=sys.stderr, flush=True))
    seconds = time.monotonic() - begun
    if options.json:
        options.json.write_text(to_json(results, compilers, options, seconds))
    print(table.render(results, compilers, options.baseline))
    print(f"{len(results)} kernels in {seconds:.0f} s on {next((r.gpu for r in results if r.gpu), 'no GPU')}")
    is_all_right = all(facts.get("status") == "right" for result in results for facts in result.compilers.values())
    return 0 if is_all_right else 1


if __name__ == "__main__":
    sys.exit(main())
