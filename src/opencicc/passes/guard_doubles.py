"""Compute a double under a condition instead of computing it always and choosing.

    fma.rn.f64 %rd3, %rd1, %rd2, %rd2;             fma.rn.f64 %rd4, %rd1, %rd1, 0d3FF0000000000000;
    fma.rn.f64 %rd4, %rd1, %rd1, 0d3FF...;         mov.b64 %rd5, %rd4;
    selp.f64 %rd5, %rd3, %rd4, %p1;         =>     @!%p1 bra $L__guarded0;
                                                   fma.rn.f64 %rd5, %rd1, %rd2, %rd2;
                                                 $L__guarded0:

LLVM makes a select of `if (q & 1) r = f(x); if (q & 2) r = 0 - r;`, with which libdevice's sines and cosines end. The machine chooses
between doubles by two `FSEL`; a branch around one instruction ptxas turns into a predicate, which costs nothing. nvcc leaves
the branches there. A predicated instruction in PTX does not do: ptxas makes selects of those again.

Off by default, because no GPU was at hand. Of 304 modules (our kernels and HeCBench's development list, sm_90, ptxas 13.0) 18
kernels change: 17 get shorter by 1 to 95 instructions of SASS (fft_sincos 2,063 to 1,968, grrt 6,217 to 6,127), feynman-kac longer by
one; registers stay, but for grrt (184 to 178) and recursive_quadrature (64 to 72, which is a step of occupancy).

Leaves alone: what does not stand right in front of the choice, or is read elsewhere, and choices between numbers that are there anyway.
"""

from __future__ import annotations

from opencicc.options.option import Option
from opencicc.passes.api import text_pass
from opencicc.passes.places import PUBLISHED
from opencicc.passes.text_api import TextContext
from opencicc.ptx_text import Line, count_mentions, function_bodies, name_of, read_line, read_lines, sets, with_lines

GUARD_DOUBLES = Option(
    "guard-doubles",
    False,
    "Compute doubles that are chosen by a condition only where it holds.",
    source="our choice: less SASS in 17 of 18 kernels, but one needs more registers, and none was timed",
)

CHOICE = "\tselp.f64 \t"
NEAR = 2  # instructions: the two sides of a choice stand there
COMPUTED = frozenset(f"{name}.f64" for name in ("fma.rn", "add", "sub", "mul", "add.rn", "sub.rn", "mul.rn", "neg"))


@text_pass(
    "guard-doubles",
    "Compute doubles that are chosen by a condition only where it holds.",
    places=PUBLISHED,
    reads=(GUARD_DOUBLES,),
)
def run(ptx: str, ctx: TextContext) -> str:
    if not ctx.option(GUARD_DOUBLES) or CHOICE not in ptx:
        return ptx
    parts, end, labels = [], 0, 0
    for start, opening, closing in function_bodies(ptx):
        text = ptx[start:closing]
        if CHOICE in text:
            changed, count = rewrite(text, labels)
            if count:
                said = f"computed {count} doubles under their conditions instead of choosing them"
                ctx.remark(name_of(ptx[start:opening]), said, name="GuardDoubles")
                parts += [ptx[end:start], changed]
                end, labels = closing, labels + count
    return "".join([*parts, ptx[end:]])


def rewrite(text: str, first_label: int) -> tuple[str, int]:
    """The text with what could be guarded, and how many that are."""
    changes: dict[int, tuple[int, str]] = {}  # by where a line starts: its end and what it becomes
    count = 0
    for choice in read_lines(text, CHOICE):
        found = guarded(text, choice, changes)
        if found is None:
            continue
        line, other, leaves = found
        label = f"$L__guarded{first_label + count}"
        computed = f"\t{line.opcode} \t{choice.target}, {line.operands};\n"
        moved = f"\tmov.b64 \t{choice.target}, {other};\n\t@{leaves} bra \t{label};\n{computed}{label}:\n"
        changes[line.start] = line.end, ""
        changes[choice.start] = choice.end, moved
        count += 1
    return with_lines(text, changes), count


def guarded(text: str, choice: Line, changes: dict[int, tuple[int, str]]) -> tuple[Line, str, str] | None:
    """What only the choice reads and may be computed in its place, the other side, and who leaves it out."""
    sides = choice.operands.split(", ")
    if not all(side.startswith("%") for side in sides):
        return None
    for side, other, leaves in ((sides[0], sides[1], f"!{sides[2]}"), (sides[1], sides[0], sides[2])):
        line = maker_in_front(text, choice, side)
        if line is None or line.start in changes or side == other or count_mentions(text, side) != 2:
            continue
        if other == choice.target or choice.target not in line.operands.split(", "):  # which the copy would overwrite
            return line, other, leaves
    return None


def maker_in_front(text: str, choice: Line, register: str) -> Line | None:
    """The computation of a double right in front of a choice, whose operands nothing changes in between."""
    between: list[Line] = []
    at = choice.start
    for _ in range(NEAR):
        at = text.rfind("\n", 0, at - 1) + 1
        line = read_line(text, at)
        if line is None:
            return None
        if sets(line, register):
            operands = line.operands.split(", ")
            is_kept = not any(sets(other, operand) for other in between for operand in operands)
            return line if line.opcode in COMPUTED and is_kept else None
        between.append(line)
    return None
