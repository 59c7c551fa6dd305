"""How well remat's estimate foretells ptxas, and what the pass costs: `remat_model.py calibrate [FOLDER] | scaling`

`calibrate` compares what is alive in the final IR, and what the machine holds of it in the PTX (machine/remat/held.py), with
ptxas's registers, kernel by kernel: of the benchmark kernels (out/ir, by benchmarks/bench.py), or of a folder of bitcode
(`benchmarks/corpus linked`). `scaling` takes the processor time of the pass, forced, on modules of 1,000 to 20,000 instructions.
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
from opencicc.machine import parse
from opencicc.machine.remat.knobs import Knobs
from opencicc.machine.remat.survey import Survey

ARCH = "sm_90"
SIZES = (1_000, 2_000, 5_000, 10_000, 20_000)
COUNTS = (
    "alive at a point of the IR",
    "without parameters",
    "without what is uniform",
    "alive at the start of a block",
    "alive at a point of the PTX",
    "held by the machine",
    "the mean of uniform and held",
)
NOTHING: dict[str, int | str] = {"do-remat": 0, "remat-iv": 0, "remat-load": 0}
FORCED: dict[str, int | str] = {"remat-maxreg-ceiling": 8, "remat-max-live-limit": 0, "passes": "remat"}


def main() -> int:
    if sys.argv[1:] == ["scaling"]:
        return scaling()
    if sys.argv[1:2] == ["calibrate"] and len(sys.argv) <= 3:
        folder = Path(sys.argv[2]) if len(sys.argv) == 3 else store.OUT / "ir"
        return calibrate(sorted(folder.glob("*.bc")))
    print(__doc__)
    return 2


def calibrate(files: list[Path]) -> int:
    rows: list[tuple[int, tuple[float, ...]]] = []
    for path in files:
        for name, (registers, found) in figures(path.read_bytes()).items():
            rows.append((registers, found))
            print(f"{path.name.split('.')[0]:28} {name[:28]:28} {registers:4} {found}", flush=True)
    for index, name in enumerate(COUNTS):
        correlation = statistics.correlation([one for one, _ in rows], [found[index] for _, found in rows])
        near = sum(abs(found[index] - one) * 4 <= one for one, found in rows)
        print(f"{name}: correlation {correlation:.3f}, within a quarter for {near} of {len(rows)}")
    return 0


def figures(data: bytes) -> dict[str, tuple[int, tuple[float, ...]]]:
    """By kernel the registers that ptxas takes, and the counts; nothing where something refuses the module."""
    options = {"do-remat": 0, "nv-remat-block": 0}
    try:
        ptx = opencicc.compile(data, ARCH, 3, options).ptx
        registers = {one.name: one.registers for one in tools.measure(ptx, ARCH)}
        final = opencicc.compile(data, ARCH, 3, {**options, "stop-after": "opt"})
        surveys = {one.name: Survey(one, 90, Knobs()) for one in parse(ptx).functions if one.is_kernel and one.blocks}
    except opencicc.CompilerError as error:
        print(error.what, file=sys.stderr)
        return {}
    found = {}
    with Context() as context:
        for kernel in context.parse(final.bitcode).definitions:
            if kernel.is_kernel and kernel.name in registers and kernel.name in surveys:
                survey, counts = surveys[kernel.name], estimates(kernel)
                held = survey.held.most
                found[kernel.name] = (
                    registers[kernel.name],
                    (*counts, survey.max_live, held, (counts[2] + held) / 2),
                )
    return found


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
    for size in SIZES:
        prepared = opencicc.compile(make_module(size), ARCH, options={"passes": "sroa,early-cse", "stop-after": "opt"})
        without, spent = (processor_time(prepared.bitcode, {**FORCED, **more}) for more in (NOTHING, {}))
        took = spent - without
        print(f"{size:6} instructions: {1000 * took:7.1f} ms in remat, {1e6 * took / size:5.1f} us each", flush=True)
    return 0


def processor_time(bitcode: bytes, options: dict[str, int | str]) -> float:
    started = time.process_time()
    opencicc.compile(bitcode, ARCH, options={**options, "stop-after": "opt"})
    return time.process_time() - started


if __name__ == "__main__":
    sys.exit(main())
