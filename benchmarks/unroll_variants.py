"""Every benchmark kernel with unrolling off, ours, LLVM's and aggressive, beside nvcc: registers, spills, loops, size.

Writes out/unroll/KERNEL.VARIANT.ptx for run_gpu.py and prints the static table.

    python benchmarks/unroll_variants.py [KERNEL ...] [--markdown FILE] [--arch sm_90]
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import assembled, ptx_facts, store
from benchmarks.compilers import CompileFailure, Compiler, Nvcc, OpenCicc
from benchmarks.kernel_set import KernelCase, load_all
from opencicc.machine import parse
from opencicc.machine.cfg import successors

AGGRESSIVE = {
    "unroll-threshold": 1620,
    "unroll-partial-threshold": 405,
    "unroll-default-count": 8,
    "runtime-unroll-threshold": 405,
    "unroll-max-upperbound": 16,
}
VARIANTS = {
    "off": {"no-loopunroll": True},
    "ours": {},
    "llvm": {"unroll-decisions": "llvm"},
    "aggressive": AGGRESSIVE,
}
OUTPUT = store.OUT / "unroll"


def count_loops(ptx: str, kernel: str) -> int:
    """Backward edges of a kernel's own body."""
    function = next(f for f in parse(ptx).functions if f.name == kernel and not f.is_declaration)
    return sum(target <= block for block, targets in enumerate(successors(function)) for target in targets)


class Row:
    """One kernel by one variant."""

    def __init__(self, ptx: str, case: KernelCase, arch: str, ptxas: str) -> None:
        used = assembled.assemble(ptx, case.name, arch, ptxas)
        self.registers, self.spilled, self.sass = used.registers, used.spill_bytes, used.sass_instructions or 0
        self.stack = used.stack_bytes
        self.size = len(ptx_facts.instructions(ptx, case.name))
        self.loops = count_loops(ptx, case.name)

    def text(self) -> str:
        spilled = f" ({self.spilled} spilled)" if self.spilled else ""
        return f"{self.loops} / {self.size} / {self.registers}{spilled}"


def measure(case: KernelCase, compilers: dict[str, Compiler], arch: str, ptxas: str) -> dict[str, Row]:
    rows = {}
    for name, compiler in compilers.items():
        try:
            ptx = compiler.compile(case, arch).ptx
        except CompileFailure as reason:
            print(f"{case.name} {name}: {reason}", file=sys.stderr)
            continue
        OUTPUT.mkdir(parents=True, exist_ok=True)
        (OUTPUT / f"{case.name}.{name}.ptx").write_text(ptx)
        rows[name] = Row(ptx, case, arch, ptxas)
    return rows


def markdown(table: dict[str, dict[str, Row]], names: list[str]) -> str:
    lines = [f"| kernel | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    for kernel, rows in table.items():
        lines.append(f"| {kernel} | {' | '.join(rows[n].text() if n in rows else '' for n in names)} |")
    complete = [rows for rows in table.values() if all(n in rows for n in names)]
    for what in ("registers", "size", "sass"):
        means = [_mean([getattr(r[n], what) / max(getattr(r[names[0]], what), 1) for r in complete]) for n in names]
        lines.append(f"| {what}, geometric mean to {names[0]} | {' | '.join(f'{m:.3f}' for m in means)} |")
    for what in ("spilled", "stack", "loops"):
        lines.append(
            f"| {what}, total | {' | '.join(str(sum(getattr(r[n], what) for r in complete)) for n in names)} |"
        )
    return "\n".join(lines) + "\n"


def _mean(ratios: list[float]) -> float:
    return math.exp(sum(math.log(max(r, 1e-9)) for r in ratios) / max(len(ratios), 1))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kernels", nargs="*")
    parser.add_argument("--markdown", type=Path)
    parser.add_argument("--arch", default="sm_90")
    arguments = parser.parse_args()
    compilers: dict[str, Compiler] = {}
    try:
        compilers["nvcc"] = Nvcc()
    except CompileFailure as reason:
        print(reason, file=sys.stderr)
    compilers |= {name: OpenCicc(options) for name, options in VARIANTS.items()}
    ptxas = assembled.use_newest_ptxas()
    cases = [case for case in load_all() if not arguments.kernels or case.name in arguments.kernels]
    table = {case.name: measure(case, compilers, arguments.arch, ptxas) for case in cases}
    text = markdown(table, list(compilers))
    print("loops / PTX instructions / registers\n\n" + text)
    if arguments.markdown:
        arguments.markdown.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
