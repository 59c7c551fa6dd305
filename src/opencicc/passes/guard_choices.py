"""Compute a number of 64 bits under a condition instead of computing it always and choosing.

    fma.rn.f64 %rd3, %rd1, %rd2, %rd2;             fma.rn.f64 %rd4, %rd1, %rd1, 0d3FF0000000000000;
    fma.rn.f64 %rd4, %rd1, %rd1, 0d3FF...;         mov.b64 %rd5, %rd4;
    selp.f64 %rd5, %rd3, %rd4, %p1;         =>     @!%p1 bra $L__guarded0;
                                                   fma.rn.f64 %rd5, %rd1, %rd2, %rd2;
                                                 $L__guarded0:

    selp.b64 %rd3, %rd1, 0, %p1;                   mov.b64 %rd4, %rd2;
    or.b64 %rd4, %rd3, %rd2;                =>     @!%p1 bra $L__guarded1;
                                                   or.b64 %rd4, %rd1, %rd2;
                                                 $L__guarded1:

LLVM makes selects of `if (q & 1) r = f(x); if (q & 2) r = 0 - r;`, with which libdevice's sines and cosines end, and of
`if (c) bits |= 1ULL << i;`. The machine chooses between two numbers of 64 bits by two instructions; a branch around one computation
ptxas turns into a predicate, which costs nothing. nvcc leaves the branches there. A predicated instruction in PTX does not do: ptxas
makes selects of those again.

Of 304 modules (our kernels and HeCBench's development list, sm_90, ptxas 13.4) 22 kernels change: 21 get shorter by 1 to 95
instructions of SASS (fft_sincos 2,063 to 1,968, grrt 6,230 to 6,140), feynman-kac longer by one; registers stay, but for grrt (184 to
178). On because executed instructions get fewer and nvcc's code has this form; it was not timed.

Leaves alone: what does not stand right in front of the choice, or is read elsewhere, choices between numbers that are there anyway,
sums of whole numbers (under a condition the carry makes them longer: a unique-by-key sweep 2,907 instructions to 2,981), and
functions that call themselves (a quadrature takes 72 registers for 64 by it).
"""

from __future__ import annotations

from opencicc.options.option import Option
from opencicc.passes.api import text_pass
from opencicc.passes.places import PUBLISHED
from opencicc.passes.text_api import TextContext
from opencicc.ptx_text import Line, count_mentions, name_of, read_line, read_lines, sets, with_lines
from opencicc.record import record

GUARD_CHOICES = Option(
    "guard-choices",
    True,
    "Compute numbers of 64 bits that a condition chooses only where it holds.",
    source="our choice: less SASS in 21 of 22 kernels and no more registers; not timed",
)

NEAR = 2  # instructions: so far from a choice stands what belongs to it
COMPUTED = {
    "\tselp.f64 \t": frozenset(
        f"{name}.f64" for name in ("fma.rn", "add", "sub", "mul", "add.rn", "sub.rn", "mul.rn", "neg")
    ),
    "\tselp.b64 \t": frozenset(("and.b64", "or.b64", "xor.b64")),
}
MERGED = frozenset(("or.b64", "xor.b64"))  # what leaves one operand as it is where the other is zero


@record
class Guarded:
    """A computation that goes where its condition holds."""

    gone: Line  # the line that is left out
    place: Line  # the line that becomes copy, branch and computation
    other: str  # what the result is elsewhere
    leaves: str  # who leaves the computation out
    computed: str


@text_pass(
    "guard-choices",
    "Compute numbers of 64 bits that a condition chooses only where it holds.",
    places=PUBLISHED,
    reads=(GUARD_CHOICES,),
)
def run(ptx: str, ctx: TextContext) -> str:
    if not ctx.option(GUARD_CHOICES):
        return ptx
    parts, end, labels = [], 0, 0
    for body in ctx.bodies:
        start, closing = body.start, body.closing
        text, name = ptx[start:closing], name_of(ptx[start : body.opening])
        if any(choice in text for choice in COMPUTED) and not calls_itself(text, name):
            changed, count = rewrite(text, labels)
            if count:
                said = f"computed {count} numbers under their conditions instead of choosing them"
                ctx.remark(name, said, name="GuardChoices")
                parts += [ptx[end:start], changed]
                end, labels = closing, labels + count
    return "".join([*parts, ptx[end:]])


def calls_itself(text: str, name: str) -> bool:
    return any(f"{before} {name}, (" in text for before in (",", "\tcall.uni", "\tcall"))


def rewrite(text: str, first_label: int) -> tuple[str, int]:
    """The text with what could be guarded, and how many that are."""
    changes: dict[int, tuple[int, str]] = {}  # by where a line starts: its end and what it becomes
    count = 0
    for opening, opcodes in COMPUTED.items():
        for choice in read_lines(text, opening):
            found = of_a_computation(text, choice, opcodes) or of_a_union(text, choice)
            if found is None or found.gone.start in changes or found.place.start in changes:
                continue
            label = f"$L__guarded{first_label + count}"
            changes[found.gone.start] = found.gone.end, ""
            changes[found.place.start] = found.place.end, as_text(found, label)
            count += 1
    return with_lines(text, changes), count


def as_text(found: Guarded, label: str) -> str:
    copied = f"\tmov.b64 \t{found.place.target}, {found.other};\n"
    return f"{copied}\t@{found.leaves} bra \t{label};\n\t{found.computed};\n{label}:\n"


def of_a_computation(text: str, choice: Line, opcodes: frozenset[str]) -> Guarded | None:
    """What only the choice reads and may be computed in its place."""
    sides = choice.operands.split(", ")
    if not all(side.startswith("%") for side in sides):
        return None
    for side, other, leaves in ((sides[0], sides[1], f"!{sides[2]}"), (sides[1], sides[0], sides[2])):
        line = maker_in_front(text, choice, side)
        if line is None or line.opcode not in opcodes or side == other or count_mentions(text, side) != 2:
            continue
        if other == choice.target or choice.target not in line.operands.split(", "):  # which the copy would overwrite
            return Guarded(line, choice, other, leaves, f"{line.opcode} \t{choice.target}, {line.operands}")
    return None


def of_a_union(text: str, choice: Line) -> Guarded | None:
    """What merges a choice between a number and zero into another number, where only it reads the choice."""
    first, second, condition = choice.operands.split(", ")
    if "0" not in (first, second) or count_mentions(text, choice.target) != 2:
        return None
    chosen, leaves = (first, f"!{condition}") if second == "0" else (second, condition)
    line = reader_behind(text, choice, (chosen, condition))
    if line is None or line.opcode not in MERGED or not chosen.startswith("%"):
        return None
    left, right = line.operands.split(", ")
    other = right if left == choice.target else left
    if not other.startswith("%") or line.target == chosen:  # which the copy would overwrite
        return None
    return Guarded(choice, line, other, leaves, f"{line.opcode} \t{line.target}, {other}, {chosen}")


def maker_in_front(text: str, choice: Line, register: str) -> Line | None:
    """What computes a register right in front of a choice, of operands that nothing changes in between."""
    between: list[Line] = []
    at = choice.start
    for _ in range(NEAR):
        at = text.rfind("\n", 0, at - 1) + 1
        line = read_line(text, at)
        if line is None:
            return None
        if sets(line, register):
            operands = line.operands.split(", ")
            return None if any(sets(other, operand) for other in between for operand in operands) else line
        between.append(line)
    return None


def reader_behind(text: str, choice: Line, kept: tuple[str, ...]) -> Line | None:
    """What reads a choice right behind it, unless something in between changes what is to be kept."""
    at = choice.end + 1
    for _ in range(NEAR):
        line = read_line(text, at)
        if line is None:
            return None
        if choice.target in line.operands.split(", "):
            return line
        if any(sets(line, register) for register in kept):
            return None
        at = line.end + 1
    return None
