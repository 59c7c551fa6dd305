"""Remove barriers that order nothing, with shared and global memory told apart and functions looked into.

    %x = load from shared             %x = load from shared
    barrier 0                 =>
    store %x to global                store %x to global

The product has this engine without a name: its caller's flag is off. The name is ours. It asks what branch-dist asks,
and three things more: an access to shared memory and one to global memory never meet, so the question is asked for each
(a generic pointer counts as both); a call of a function with a body does what its body does; and a barrier that also
counts or votes may go if nobody uses what it says.

Leaves alone what branch-dist leaves alone. What the published description adds is not followed: a filter by the width of
accesses (a misreading of the address-space test) and removal of barriers whose result has one use.

Runs by name: the product's is not active at any level, and the benchmark kernels have no barrier that it could remove.
"""

from __future__ import annotations

from opencicc.analysis.barriers import EVERYTHING, access_effects, call_effects, is_barrier
from opencicc.llvm.ir import Function, Instruction, Module
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.branch_dist import DUMP_BRANCH_DIST, NO_BRANCH_DIST
from opencicc.passes.dead_barriers import Rules, remove_dead_barriers
from opencicc.passes.places import by_name_only

ACCESSES = ("load", "store", "atomicrmw", "cmpxchg")


@module_pass(
    "dead-sync-elimination",
    "Remove dead barriers by dataflow, kinds of memory told apart and callees looked into.",
    when="barriers",
    places=by_name_only("the product's engine of this kind is not active at any level"),
    reads=(DUMP_BRANCH_DIST, NO_BRANCH_DIST),
    needs=(Snapshot, "flow", "loops"),
    preserves=("cfg",),
)
def run(module: Module, ctx: PassContext) -> bool:
    effects = Effects()
    rules = Rules(with_result=True, effects_of=effects.of_call, dumps=ctx.option(DUMP_BRANCH_DIST))
    spared = ctx.option(NO_BRANCH_DIST)
    kernels = [each for each in module.definitions if each.is_kernel and each.name not in spared]
    return sum(remove_dead_barriers(kernel, ctx, rules) for kernel in kernels) > 0


class Effects:
    """What calls do to memory that other threads see; functions with a body are read once."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}

    def of_call(self, call: Instruction) -> int:
        callee = call.called_function
        if callee is None or callee.is_declaration:
            return call_effects(call)
        return self.of_function(callee) if callee.linkage in ("internal", "private", "external") else EVERYTHING

    def of_function(self, function: Function) -> int:
        if function.ref not in self._known:
            self._known[function.ref] = EVERYTHING  # what a recursive call does meanwhile
            self._known[function.ref] = self._read(function)
        return self._known[function.ref]

    def _read(self, function: Function) -> int:
        """A barrier inside makes it everything: what is before it and what is behind are not one access."""
        found = 0
        for instruction in function.instructions:
            opcode = instruction.opcode
            if opcode in ACCESSES:
                found |= access_effects(instruction, OPCODES[opcode])
            elif opcode == "fence" or (opcode == "call" and is_barrier(instruction)):
                return EVERYTHING
            elif opcode == "call":
                found |= self.of_call(instruction)
        return found
