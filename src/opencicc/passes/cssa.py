"""`cssa`: a copy for every phi operand at the end of the block it comes from.

    t:  br label %j                              t:  %pcp = freeze i32 %a
    j:  %x = phi i32 [ %a, %t ], ...       =>        br label %j
                                                 j:  %x = phi i32 [ %pcp, %t ], ...

Phi webs then don't interfere. Nothing here needs it: PTX registers belong to one thread, so a move in a predecessor writes
the copies of the threads that run there, and LLVM's own phi elimination in code generation inserts what is missing and
coalesces the rest. So it runs by name and under `do-cssa` only; the product's copy is an opcode of its own, here it is
a freeze, which code generation keeps as a move or coalesces.

Upstream: none on IR (PHIElimination and the register coalescer, inside code generation).
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Block, Function, Instruction, Value
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import by_name_only

_INVENTORY, _OURS = "cicc v13.0 knob inventory", "our choice: the sources give no default"
DO_CSSA = Option("do-cssa", False, "Insert phi copies before code generation.", source=f"{_OURS}, and LLVM needs none")
COALESCE = Option(
    "cssa-coalesce",
    0,
    "Copies left out: 1 of values that only the phi uses, 2 also of arguments.",
    source=_OURS,
    minimum=0,
)
VERBOSITY = Option(
    "cssa-verbosity", 0, "What cssa prints: 1 copies by function, 2 each of them.", source=_INVENTORY, minimum=0
)
MODE = Option(
    "usedessa",
    2,
    "Phis that get copies: 0 none, 1 those that take another phi of their block, 2 all.",
    source=_INVENTORY,
    minimum=0,
    maximum=2,
)
NAME = "pcp"


@function_pass(
    "cssa",
    "Insert phi copies before code generation.",
    phase=2,
    guard="do-cssa",
    places=by_name_only(
        "code generation inserts the copies that PTX needs; `do-cssa` puts it at the end of the codegen steps"
    ),
    reads=(DO_CSSA, COALESCE, VERBOSITY, MODE),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    mode, coalesce, verbosity = ctx.option(MODE), ctx.option(COALESCE), ctx.option(VERBOSITY)
    count = 0
    for block in function.blocks:
        phis = [instruction for instruction in block.instructions if instruction.opcode == "phi"]
        # Chosen before the first is made anew: the others name it.
        chosen = [p for p in phis if mode == 2 or (mode == 1 and any(value in phis for value, _ in p.incoming))]
        count += sum(copy_operands(phi, coalesce, verbosity > 1, ctx) for phi in chosen)
    if verbosity:
        ctx.show(f"cssa: @{function.name}: {count} copies")
    return count > 0


def copy_operands(phi: Instruction, coalesce: int, is_told: bool, ctx: PassContext) -> int:
    """Give a phi its copies; how many."""
    copies: dict[tuple[Value, Block], Value] = {}
    rows = []
    for value, block in phi.incoming:
        key = (value, block)
        if key not in copies and wants_copy(value, coalesce):
            with edit.Builder(block.parent.context) as builder:
                copies[key] = builder.before(block.terminator).freeze(value, NAME)
            if is_told:
                ctx.show(f"cssa:   {copies[key].text.strip()}")
        rows.append((copies.get(key, value), block))
    if copies:
        edit.rebuild_phi(phi, rows)
    return len(copies)


def wants_copy(value: Value, coalesce: int) -> bool:
    """Constants never do: they are in nobody's way."""
    if value.is_constant or (coalesce and len(value.users) == 1):
        return False
    return coalesce < 2 or value.kind == "instruction"
