"""Coverage: what random kernels are made of, and which passes found something to do in them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from opencicc.check.differential import Report
from opencicc.llvm.ir import Context

OVERLOAD = re.compile(r"(\.(i\d+|f\d+|p\d+))+$")
PARAMETERS = re.compile(r"<[^<>]*>$")


@dataclass
class Coverage:
    """Counts of kernels: by opcode, by called function, by pass that ran, by pass that changed something."""

    kernels: int = 0
    modes: Counter[str] = field(default_factory=Counter)
    opcodes: Counter[str] = field(default_factory=Counter)
    instructions: Counter[str] = field(default_factory=Counter)
    callees: Counter[str] = field(default_factory=Counter)
    ran: Counter[str] = field(default_factory=Counter)
    changed: Counter[str] = field(default_factory=Counter)

    def add(self, other: Coverage) -> None:
        self.kernels += other.kernels
        for name in ("modes", "opcodes", "instructions", "callees", "ran", "changed"):
            getattr(self, name).update(getattr(other, name))


def measure(report: Report) -> Coverage:
    """The coverage of one case."""
    found = Coverage(kernels=1)
    found.modes[report.case.name.rpartition("-")[0]] = 1
    ir = report.case.ir
    with Context() as context:
        module = context.parse(ir.encode() if isinstance(ir, str) else ir)
        for function in module.definitions:
            for instruction in function.instructions:
                found.instructions[instruction.opcode] += 1
                if instruction.opcode == "call":
                    found.callees[callee_of(instruction.callee_name)] = 1
    found.opcodes.update(dict.fromkeys(found.instructions, 1))
    for run in report.runs:
        for name, has_changed in run.built.passes if run.built else ():
            for leaf in leaves(name):
                found.ran[leaf] = 1
                if has_changed:
                    found.changed[leaf] = 1
    return found


def callee_of(name: str) -> str:
    """An intrinsic without its overloads; device functions under one name."""
    if name.startswith(("llvm.", "__nv_")):
        return OVERLOAD.sub("", name)
    return "a device function" if name else "through a pointer"


def leaves(text: str) -> list[str]:
    """The passes of a step's text. A manager of several passes reports one answer for all: counted under its whole text."""
    inner = re.sub(r"^(?:(?:function|cgscc|loop|loop-mssa|devirt<\d+>)\()+", "", text).rstrip(")")
    return [text] if "," in inner and "(" in text else [PARAMETERS.sub("", inner)]


def tables(coverage: Coverage) -> str:
    """The coverage as Markdown."""
    parts = [f"{coverage.kernels} kernels.", ""]
    parts += table("Mode", {name: (count,) for name, count in coverage.modes.items()}, ("kernels",))
    opcodes = {name: (count, coverage.instructions[name]) for name, count in coverage.opcodes.items()}
    parts += table("Opcode", opcodes, ("kernels with it", "instructions"))
    parts += table(
        "Called function", {name: (count,) for name, count in coverage.callees.items()}, ("kernels with it",)
    )
    passes = {name: (coverage.changed[name], count) for name, count in coverage.ran.items()}
    parts += table("Pass", passes, ("kernels changed", "kernels run on"))
    return "\n".join(parts)


def table(title: str, rows: Mapping[str, tuple[int, ...]], columns: tuple[str, ...]) -> list[str]:
    lines = [f"| {title} | {' | '.join(columns)} |", f"|---|{'---:|' * len(columns)}"]
    for name, counts in sorted(rows.items(), key=lambda row: (*(-count for count in row[1]), row[0])):
        lines.append(f"| `{name}` | {' | '.join(str(count) for count in counts)} |")
    return [*lines, ""]
