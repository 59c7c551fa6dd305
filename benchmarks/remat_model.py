"""How well remat's estimate foretells ptxas, and what the pass costs: `remat_model.py calibrate | scaling`

`calibrate` compares what is alive in the final IR of the benchmark kernels (out/ir, by benchmarks/bench.py) with ptxas's
registers, counted in several ways. `scaling` times the pass, forced, on modules of 1,000 to 20,000 instructions.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc
from benchmarks import store
from benchmarks.ir_modules import make_module
from opencicc import tools
from opencicc.analysis.divergence import Divergence
from opencicc.analysis.manager import AnalysisManager
from opencicc.analysis.rpa import RegisterPressure
from opencicc.llvm.ir import Context, Function

ARCH = "sm_90"
SIZES = (1_000, 2_000, 5_000, 10_000, 20_000)
COUNTS = ("alive at a point", "without parameters", "without what is uniform", "alive at the start of a block")
FORCED = {"remat-maxreg-ceiling": 8, "remat-max-live-limit": 0, "passes": "remat"}


def main() -> int:
    if sys.argv[1:] == ["scaling"]:
        return scaling()
    if sys.argv[1:] == ["calibrate"]:
        return calibrate()
    print(__doc__)
    return 2


def calibrate() -> int:
    rows: list[tuple[int, tuple[int, ...]]] = []
    for path in sorted((store.OUT / "ir").glob(f"*.{ARCH}.bc")):
        data, options = path.read_bytes(), {"do-remat": 0}
        ptx = opencicc.compile(data, ARCH, 3, options).ptx
        registers = max(one.registers for one in tools.assemble(ptx, ARCH)[1])
        final = opencicc.compile(data, ARCH, 3, {**options, "stop-after": "opt"})
        with Context() as context:
            kernels = [one for one in context.parse(final.bitcode).definitions if one.is_kernel]
            rows.append((registers, max(estimates(kernel) for kernel in kernels)))
        print(f"{path.name.split('.')[0]:22} {registers:4} {rows[-1][1]}", flush=True)
    for index, name in enumerate(COUNTS):
        correlation = statistics.correlation([one for one, _ in rows], [found[index] for _, found in rows])
        near = sum(abs(found[index] - one) * 4 <= one for one, found in rows)
        print(f"{name}: correlation {correlation:.3f}, within a quarter for {near} of {len(rows)}")
    return 0


def estimates(kernel: Function) -> tuple[int, ...]:
    """Registers by each way of counting."""
    manager = AnalysisManager()
    pressure = manager.get(RegisterPressure, kernel)
    live, flat = pressure.live, pressure.flat
    parameters = (1 << flat.arguments) - 1
    varying = 0
    for value in manager.get(Divergence, kernel).variant:
        varying |= 1 << value
    points = [
        alive for block in range(flat.blocks) for alive in (live.live_out[block], *(a for _, a in live.points(block)))
    ]

    def most(keep: Callable[[int], int], sets: list[int]) -> int:
        return max(pressure.weigh(keep(values)) for values in sets)

    return (
        most(lambda values: values, points),
        most(lambda values: values & ~parameters, points),
        most(lambda values: values & varying, points),
        most(lambda values: values, live.live_in),
    )


def scaling() -> int:
    before = 0.0
    for size in SIZES:
        source = make_module(size)
        prepared = opencicc.compile(source, ARCH, options={"passes": "sroa,early-cse", "stop-after": "opt"})
        started = time.process_time()
        result = opencicc.compile(prepared.bitcode, ARCH, options={**FORCED, "stop-after": "opt"})
        whole = time.process_time() - started
        (spent,) = [
            event.duration_us / 1e6 for event in result.trace.events if event.kind == "pass" and event.name == "remat"
        ]
        print(
            f"{size:6} instructions: {1000 * spent:7.1f} ms in remat, {1e6 * spent / size:5.1f} us each ({whole:.2f} s in all)"
        )
        before = spent
    return 0 if before else 1


if __name__ == "__main__":
    sys.exit(main())
