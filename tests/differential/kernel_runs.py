"""Runs a benchmark kernel's PTX, from whatever compiler, in the emulator and compares with the kernel's reference.

python tests/differential/kernel_runs.py [KERNEL ...]      a table of all compilers
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from benchmarks import compilers, kernel_set
from benchmarks.kernel_set import KernelCase, Verdict
from opencicc.check.pipelines import find_pipeline
from opencicc.emulate import launch
from opencicc.emulate.launch import LaunchResult

ARCH = compilers.DEFAULT_ARCH
LEVELS = ("O0", "O1", "O2", "O3", "Ofcmin", "Ofcmid", "Ofcmax")


def as_emulated(args: Sequence[kernel_set.Argument]) -> list[Any]:
    return [arg.fields if isinstance(arg, kernel_set.Struct) else arg for arg in args]


def run(case: KernelCase, ptx: str) -> tuple[list[Verdict], LaunchResult]:
    """The verdict on every output of the small launch, and how it ran."""
    args = case.arguments("small")
    expected = case.reference(args)
    size = case.launches["small"]
    stack = case.stack_bytes or (16 << 10)
    result = launch(ptx, case.entry, size.grid, size.block, as_emulated(args), size.shared_bytes, stack_bytes=stack)
    outputs = [kernel_set.array_arg(args, position) for position in case.outputs]
    return kernel_set.check(case, outputs, expected), result


def ours(case: KernelCase, level: str) -> str:
    """The PTX of one of our levels, from the front end's IR."""
    ir = compilers.compile_ir_unoptimized(case, ARCH).read_bytes()
    return find_pipeline(level).build(ir, ARCH).ptx


def main(names: list[str]) -> None:
    peers = (compilers.Nvcc(), compilers.StockClang())
    columns = [peer.name for peer in peers] + list(LEVELS)
    print(f"| kernel | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    for name in names or kernel_set.names():
        case = kernel_set.load(name)
        cells = []
        for column in columns:
            started = time.perf_counter()
            peer = next((each for each in peers if each.name == column), None)
            try:
                ptx = peer.compile(case, ARCH).ptx if peer else ours(case, column)
                verdicts, _ = run(case, ptx)
                is_right = all(verdict.agrees for verdict in verdicts)
                said = "ok" if is_right else "; ".join(v.first_wrong for v in verdicts if not v.agrees)
            except Exception as error:
                said = f"{type(error).__name__}: {str(error).splitlines()[0]}"
            cells.append(f"{said} {time.perf_counter() - started:.1f}s")
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
