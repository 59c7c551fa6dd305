"""Calls, registers, stack and instructions with each inlining model, beside nvcc and stock clang.

    python benchmarks/inliner_quality.py [--docs]

Takes benchmarks/inlining/*.cu: many small functions, struct arguments, big functions, function pointers, recursion,
switches, and calls that must stay. A cell is: calls in the PTX / st.param / registers / stack bytes / SASS instructions,
of the whole module, registers and stack of its worst kernel.
"""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import assembled, docs
from benchmarks.compilers import DEFAULT_ARCH, CompileFailure, Compiler, Nvcc, OpenCicc, StockClang
from opencicc import tools

FOLDER = Path(__file__).resolve().parent / "inlining"
PAGE = docs.PAGE.with_name("inlining.md")
_CALL = re.compile(r"^\s*(?:@!?%p\d+\s+)?call(?:\.uni)?\b", re.MULTILINE)
_STORE = re.compile(r"\bst\.param\b")
_SASS = re.compile(r"^\s+/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+ )?(\w[\w.]*)", re.MULTILINE)


@dataclass(frozen=True)
class Source:
    """As much of a benchmark kernel as the compilers ask for."""

    name: str
    source: Path

    @property
    def entry(self) -> str:
        return self.name


@dataclass(frozen=True)
class Figures:
    calls: int
    registers: int
    stack: int
    sass: int
    param_stores: int

    @property
    def cells(self) -> str:
        return f"{self.calls} / {self.param_stores} / {self.registers} / {self.stack} / {self.sass}"


def figures(ptx: str, arch: str) -> Figures:
    cubin, resources = tools.assemble(ptx, arch)
    opcodes = _SASS.findall(tools.disassemble(cubin))
    return Figures(
        len(_CALL.findall(ptx)),
        max(entry.registers for entry in resources),
        max(entry.stack_bytes for entry in resources),
        len(opcodes) - opcodes.count("NOP"),
        len(_STORE.findall(ptx)),
    )


def compilers() -> dict[str, Compiler]:
    found: dict[str, Compiler] = {}
    for make in (Nvcc, StockClang):
        try:
            compiler = make()
            found[compiler.name] = compiler
        except CompileFailure as missing:
            print(missing)
    for model in "ABC":
        found[f"model {model}"] = OpenCicc({"inline-model": model})
    return found


def measure(arch: str) -> list[list[str]]:
    everyone = compilers()
    rows = [["module", *everyone]]
    for source in sorted(FOLDER.glob("*.cu")):
        case = Source(source.stem, source)
        row = [source.stem]
        for compiler in everyone.values():
            row.append(figures(compiler.compile(case, arch).ptx, arch).cells)  # type: ignore[arg-type]
        rows.append(row)
        print("  ".join(f"{cell:24}" for cell in row), flush=True)
    return rows


def markdown(rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "|---" * len(rows[0]) + "|", *lines[1:]])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--arch", default=DEFAULT_ARCH)
    parser.add_argument("--docs", action="store_true", help="put the table into docs/inlining.md")
    arguments = parser.parse_args()
    assembled.use_newest_ptxas()
    rows = measure(arguments.arch)
    if arguments.docs:
        docs.update_page("quality", markdown(rows), PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
