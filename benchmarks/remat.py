"""What remat is worth to ptxas: `remat.py [KERNEL...] [--json FILE]`

Registers and spilled bytes (stores and loads) of the register-heavy kernels as they are and with `.maxnreg` 32, 40, 64 and
96: opencicc with `-do-remat=0` and `=3`, nvcc and stock LLVM. Needs `benchmarks/bench.py` run before, which leaves the
kernels' IR and the other compilers' PTX in out/. A kernel counts when registers or spills are 5 % lower in one setting at
least, and higher in none.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc
from benchmarks import store
from opencicc import tools

ARCH = "sm_90"
LIMITS = (0, 32, 40, 64, 96)
KERNELS = (
    "iir_biquad ray_triangle conv2d_direct bvh_traversal jacobi_eigen batched_lu conv_winograd lbm_d3q19 rk45_kinetics "
    "attention_rows pivot_unrolled cholesky_small radix_sort_block fft_radix8 dgemm_tiled sgemm_tiled "
    "recursive_quadrature special_double"
).split()
LEAST_GAIN = 0.95
Figures = tuple[int, int]  # registers, spilled bytes


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kernels", nargs="*", default=KERNELS)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    rows: dict[str, dict[str, list[Figures | None]]] = {}
    for name in arguments.kernels:
        rows[name] = measure(name)
        print(line(name, rows[name]), flush=True)
        if arguments.json:
            arguments.json.write_text(json.dumps(rows))
    counting = [name for name, row in rows.items() if counts(row["off"], row["on"])]
    worse = [name for name, row in rows.items() if is_worse(row["off"], row["on"])]
    print(
        f"{len(counting)} of {len(rows)} kernels count: {', '.join(counting)}; worse somewhere: {', '.join(worse) or 'none'}"
    )
    return 0


def measure(name: str) -> dict[str, list[Figures | None]]:
    ir = (store.OUT / "ir" / f"{name}.{ARCH}.bc").read_bytes()
    found: dict[str, list[Figures | None]] = {"off": [], "on": [], "nvcc": [], "clang": []}
    for limit in LIMITS:
        bound = {"maxreg": limit} if limit else {}
        for column, level in (("off", 0), ("on", 3)):
            ptx = opencicc.compile(ir, ARCH, 3, {"do-remat": level, **bound}, name=name).ptx
            found[column].append(figures(ptx))
        for other in ("nvcc", "clang"):
            path = store.OUT / "ptx" / f"{name}.{other}.ptx"
            found[other].append(figures(with_limit(path.read_text(), limit)) if path.exists() else None)
    return found


def figures(ptx: str) -> Figures | None:
    """The most registers of a kernel, and all bytes spilled; None where ptxas refuses."""
    try:
        _, used = tools.assemble(ptx, ARCH)  # not relocatable: that takes other registers
    except opencicc.CompilerError:
        return None
    return max(one.registers for one in used), sum(one.spill_store_bytes + one.spill_load_bytes for one in used)


def with_limit(ptx: str, limit: int) -> str:
    """`.maxnreg` for every kernel; the toolkit's own option does nothing for kernels that state their block."""
    if not limit:
        return ptx
    bare = re.sub(r"^\.(maxnreg|minnctapersm)[^\n]*\n", "", ptx, flags=re.M)
    return re.sub(r"(\.entry [^{;]*?\)\s*(?:\.[a-z]+[^\n{]*\n)*)\{", rf"\1.maxnreg {limit}\n{{", bare)


def counts(off: list[Figures | None], on: list[Figures | None]) -> bool:
    pairs = [
        (a, b) for one, other in zip(off, on, strict=True) if one and other for a, b in zip(one, other, strict=True)
    ]
    return any(b < a and b <= a * LEAST_GAIN for a, b in pairs) and not is_worse(off, on)


def is_worse(off: list[Figures | None], on: list[Figures | None]) -> bool:
    pairs = [
        (a, b) for one, other in zip(off, on, strict=True) if one and other for a, b in zip(one, other, strict=True)
    ]
    return any(b > a for a, b in pairs)


def line(name: str, row: dict[str, list[Figures | None]]) -> str:
    """A row of the table in docs/rematerialization.md: off -> on (nvcc, clang), registers/bytes."""
    cells = []
    for off, on, nvcc, clang in zip(row["off"], row["on"], row["nvcc"], row["clang"], strict=True):
        change = shown(off) if off == on else f"{shown(off)} **{shown(on)}**"
        cells.append(f"{change} ({shown(nvcc)}, {shown(clang)})")
    mark = "yes" if counts(row["off"], row["on"]) else ("worse" if is_worse(row["off"], row["on"]) else "same")
    return f"| {name} | {' | '.join(cells)} | {mark} |"


def shown(found: Figures | None) -> str:
    return "-" if found is None else f"{found[0]}/{found[1]}" if found[1] else str(found[0])


if __name__ == "__main__":
    sys.exit(main())
