"""Where an instruction may be moved down to, and whether that keeps what it computes: shared by the passes that sink.

An instruction goes to the nearest block that dominates all its uses; a phi uses its value at the end of the block it
comes from. What computes only may go anywhere on the way. A load goes only where nothing between may write, barriers
and calls included, and never into a loop that it was outside of. Nothing convergent moves: who is there would change.
"""

from __future__ import annotations

from opencicc.analysis.flow import UNREACHABLE, Flow, Loops
from opencicc.llvm.ir import Block, Instruction
from opencicc.llvm.opcodes import CALLS, OPCODES
from opencicc.llvm.snapshot import Snapshot

_PHI, _LOAD = OPCODES["phi"], OPCODES["load"]
# What computes from its operands alone; divisions by zero are no concern of an instruction that moves down.
_COMPUTING = frozenset(
    OPCODES[name]
    for name in (
        "add fadd sub fsub mul fmul udiv sdiv fdiv urem srem frem shl lshr ashr and or xor fneg getelementptr trunc zext "
        "sext fptoui fptosi uitofp sitofp fptrunc fpext ptrtoint inttoptr bitcast addrspacecast icmp fcmp select "
        "extractelement insertelement shufflevector extractvalue insertvalue"
    ).split()
)
_WRITING = frozenset(OPCODES[name] for name in ("store", "fence", "cmpxchg", "atomicrmw"))
MAY_COMPUTE, MAY_LOAD = 1, 2


class Sinking:
    """Questions about one function while nothing in it has moved yet."""

    def __init__(self, flat: Snapshot, flow: Flow, loops: Loops) -> None:
        self.flat, self.flow = flat, flow
        self.parents = [0] * flat.instructions
        self.loop_of = [-1] * flat.blocks  # the innermost loop
        self.headers = {loop.header for loop in loops.found}
        self.loops = loops.found
        for number, loop in enumerate(loops.found):  # enclosing loops come first
            for block in loop.blocks:
                self.loop_of[block] = number
        for block in range(flat.blocks):
            for number in flat.block_range(block):
                self.parents[number] = block
        self._callees: dict[int, int] = {}
        self._writers: set[int] | None = None

    def kind(self, number: int) -> int:
        """MAY_COMPUTE, MAY_LOAD, or 0 for what stays."""
        opcode = self.flat.opcodes[number]
        if opcode in _COMPUTING:
            return MAY_COMPUTE
        if opcode == _LOAD:
            load = self.flat.instruction(number)
            return 0 if load.is_volatile or load.is_atomic else MAY_LOAD
        return self._kind_of_call(number) if opcode in CALLS else 0

    def _kind_of_call(self, number: int) -> int:
        """A call of an intrinsic that only computes."""
        callee = self.flat.operands_of(number)[-1]
        if callee not in self._callees:
            function = self.flat.instruction(number).called_function
            is_pure = function is not None and function.is_intrinsic and function.is_pure
            self._callees[callee] = MAY_COMPUTE if is_pure else 0
        return self._callees[callee]

    def use_blocks(self, number: int) -> list[int]:
        """The blocks where an instruction's value is needed, once for each use."""
        flat, first = self.flat, self.flat.first_instruction
        value, blocks = first + number, []
        for user in flat.users_of(value):
            if flat.opcodes[user - first] != _PHI:
                blocks.append(self.parents[user - first])
                continue
            start = flat.operand_offsets[user - first]
            for index, operand in enumerate(flat.operands_of(user - first)):
                if operand == value:
                    blocks.append(flat.incoming[start + index] - flat.arguments)
        return blocks

    def target(self, number: int) -> int:
        """The block that an instruction's uses would let it go down to: its own where it can't."""
        own, found = self.parents[number], -1
        for block in self.use_blocks(number):
            if self.flow.position[block] == UNREACHABLE:
                return own
            found = block if found < 0 else self.common_dominator(found, block)
        return own if found < 0 or self.flow.position[own] == UNREACHABLE else found

    def common_dominator(self, left: int, right: int) -> int:
        position, above = self.flow.position, self.flow.immediate_dominators
        while left != right:
            if position[left] > position[right]:
                left = above[left]
            else:
                right = above[right]
        return left

    def depth(self, block: int) -> int:
        return self.loops[self.loop_of[block]].depth if self.loop_of[block] >= 0 else 0

    def leaves_loop(self, own: int, target: int) -> bool:
        """Whether a loop around `own` does not hold `target`."""
        return self.loop_of[own] >= 0 and target not in self.loops[self.loop_of[own]].blocks

    def enters_loop(self, own: int, target: int) -> bool:
        """Whether a loop around `target` does not hold `own`."""
        return self.loop_of[target] >= 0 and own not in self.loops[self.loop_of[target]].blocks

    def lives_through(self, source: int, number: int, target: int) -> bool:
        """Whether what `source` defines stays alive in a whole loop, because an instruction inside uses it, now and then."""
        loop = self.loop_of[target]
        inside = self.loops[loop].blocks if loop >= 0 else frozenset[int]()
        return self.parents[number] in inside and source not in inside

    def may_move_load(self, number: int, target: int) -> bool:
        """Nothing writes behind a load in its block, nor between that block and the target."""
        own = self.parents[number]
        if self.loop_of[own] != self.loop_of[target]:
            return False
        writers = self.writers()
        if any(later in writers for later in range(number + 1, self.flat.block_starts[own + 1])):
            return False
        between: set[int] = set()
        waiting = [block for block in self.flow.successors[own] if block != target]
        while waiting:
            block = waiting.pop()
            if block not in between:
                between.add(block)
                waiting += [after for after in self.flow.successors[block] if after != target]
        if own in between:
            return False
        return not any(later in writers for block in between for later in self.flat.block_range(block))

    def writers(self) -> set[int]:
        """The instructions that may write memory or let others write it."""
        if self._writers is None:
            flat = self.flat
            self._writers = {
                number
                for number, opcode in enumerate(flat.opcodes)
                if opcode in _WRITING or (opcode in CALLS and not self._kind_of_call(number))
            }
        return self._writers


def place_in(block: Block) -> Instruction:
    """The first instruction that is no phi."""
    return next(each for each in block.instructions if each.opcode != "phi")
