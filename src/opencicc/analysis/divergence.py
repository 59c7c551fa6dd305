"""Which values may differ between the threads of a block, which branches then part them, and which code runs parted.

    %t = tid.x                variant: a source
    %c = icmp ult %t, %n      variant: made of one
    br %c, %then, %join       parts the threads, who come together again at its immediate post-dominator
    %x = phi [1, %then], ...  variant: which way a thread came

It errs towards "variant": what a call of an unknown function or an atomic gives is, what is read from generic or local
memory is, and so is every phi between a parting branch and its end. Arguments of kernels are the same for all threads,
arguments of other functions are not known to be. LLVM's own analysis (`print<uniformity>`) asks about the threads of a
warp; barriers need the answer for a block, where special registers of the warp differ too.
"""

from __future__ import annotations

from opencicc.analysis.flow import UNREACHABLE, Flow, Loops
from opencicc.llvm.code import Function
from opencicc.llvm.names import SPECIAL_REGISTERS
from opencicc.llvm.opcodes import CALLS, OPCODES
from opencicc.llvm.snapshot import Snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.analysis.manager import AnalysisManager

_PHI, _LOAD = OPCODES["phi"], OPCODES["load"]
_ATOMICS = frozenset((OPCODES["atomicrmw"], OPCODES["cmpxchg"]))
_PRIVATE_SPACES = (0, 5)  # generic and local
# Special registers that are the same in all threads of a block.
OF_BLOCK = ("ntid", "ctaid", "nctaid", "warpsize", "gridid", "nwarpid", "smid", "nsmid", "cluster", "envreg")
# Intrinsics that are the same in all threads if their arguments are, though they claim to do more than compute.
COMPUTING = ("llvm.nvvm.shfl.sync.", "llvm.nvvm.vote.", "llvm.nvvm.ldg.", "llvm.nvvm.ldu.")


class Divergence:
    """Facts by value id and block number of a snapshot."""

    name = "divergence"

    def __init__(self, flat: Snapshot, flow: Flow, loops: Loops, *, is_kernel: bool) -> None:
        self.flat, self.flow, self.loops = flat, flow, loops
        self.variant: set[int] = set() if is_kernel else set(range(flat.arguments))
        self.parting: dict[
            int, int
        ] = {}  # block of a branch that parts threads -> where they are together again, or -1
        self.parted: set[int] = set()  # blocks that some threads of a block may run without the others
        self._meets = post_dominators(flow)
        self._parents = [-1] * flat.instructions
        for block in range(flat.blocks):
            for number in flat.block_range(block):
                self._parents[number] = block
        self._waiting = [*self.variant, *self._sources()]
        self.variant.update(self._waiting)
        while self._waiting:
            self._spread(self._waiting.pop())

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> Divergence:
        flat, flow, loops = manager.get(Snapshot, function), manager.get(Flow, function), manager.get(Loops, function)
        return cls(flat, flow, loops, is_kernel=function.is_kernel)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Divergence) and (other.variant, other.parting) == (self.variant, self.parting)

    __hash__ = None  # type: ignore[assignment]

    def is_variant(self, instruction_number: int) -> bool:
        return self.flat.first_instruction + instruction_number in self.variant

    def _sources(self) -> list[int]:
        flat, known = self.flat, dict[int, bool]()
        return [
            flat.first_instruction + number for number in range(flat.instructions) if _is_source(flat, number, known)
        ]

    def _spread(self, value: int) -> None:
        first = self.flat.first_instruction
        for user in self.flat.users_of(value):
            block = self._parents[user - first]
            if user - first == self.flat.block_starts[block + 1] - 1 and len(self.flow.successors[block]) > 1:
                if block not in self.parting:
                    self._part(block)
            else:
                self._add(user)

    def _add(self, value: int) -> None:
        if value not in self.variant:
            self.variant.add(value)
            self._waiting.append(value)

    def _part(self, block: int) -> None:
        """Threads go apart at the end of this block: everything up to where they meet runs parted."""
        meet = self.parting[block] = self._meets[block]
        between = reachable(self.flow, self.flow.successors[block], meet)
        self.parted |= between
        for inside in (*between, *((meet,) if meet >= 0 else ())):
            for number in self.flat.block_range(inside):
                if self.flat.opcodes[number] != _PHI:
                    break
                self._add(self.flat.first_instruction + number)
        for loop in self.loops.found:
            if block in loop.blocks and meet not in loop.blocks:
                self._leave_apart(loop.blocks)

    def _leave_apart(self, blocks: frozenset[int]) -> None:
        """Threads leave a loop in different trips: what it computed differs outside."""
        first = self.flat.first_instruction
        for block in blocks:
            for number in self.flat.block_range(block):
                users = self.flat.users_of(first + number)
                if any(self._parents[user - first] not in blocks for user in users):
                    self._add(first + number)


def are_all_made_of_sources(flat: Snapshot, values: list[int], *, is_kernel: bool) -> bool:
    """Is each of these values variant already because of what it is computed from? A quick look: "yes" is always right.

    It walks from the values to what they read and stops at the first source, where the whole analysis would go through
    the function from all sources.
    """
    known: dict[int, bool] = {}
    return all(_is_made_of_source(flat, value, known, is_kernel=is_kernel) for value in values)


def _is_made_of_source(flat: Snapshot, value: int, known: dict[int, bool], *, is_kernel: bool) -> bool:
    seen, waiting = {value}, [value]
    while waiting:
        number = (now := waiting.pop()) - flat.first_instruction
        if now < flat.arguments and not is_kernel:
            return True
        if not 0 <= number < flat.instructions:
            continue  # a constant, a variable
        if _is_source(flat, number, known):
            return True
        fresh = [read for read in flat.operands_of(number) if read not in seen]
        seen.update(fresh)
        waiting += fresh
    return False


def _is_source(flat: Snapshot, number: int, known: dict[int, bool]) -> bool:
    """May an instruction give different threads different values, whatever it reads? `known` remembers by callee."""
    opcode = flat.opcodes[number]
    if opcode in CALLS:
        callee = flat.operands_of(number)[-1]
        if callee not in known:
            known[callee] = _gives_variant(flat.instruction(number).called_function)
        return known[callee]
    if opcode == _LOAD:
        load = flat.instruction(number)
        return load.operand(0).type.address_space in _PRIVATE_SPACES or load.is_volatile
    return opcode in _ATOMICS


def _gives_variant(callee: Function | None) -> bool:
    """Whether a call may give different threads different results for the same arguments."""
    if callee is None or not callee.is_intrinsic:
        return callee is None or callee.attribute("memory") != ""
    name = callee.name
    if name.startswith(SPECIAL_REGISTERS):
        return not name[len(SPECIAL_REGISTERS) :].startswith(OF_BLOCK)
    return not name.startswith(COMPUTING) and callee.attribute("memory") != ""


def post_dominators(flow: Flow) -> list[int]:
    """The immediate post-dominator of each block; -1 for none but the end of the function."""
    # Number 0 is the end of the function, the others are the blocks: a flow that goes backward starts there.
    exits = [1 + block for block, targets in enumerate(flow.successors) if not targets]
    mirrored = Flow([exits, *[[1 + before for before in blocks] for blocks in flow.predecessors]])
    return [max(above - 1, UNREACHABLE) for above in mirrored.immediate_dominators[1:]]


def reachable(flow: Flow, starts: list[int], stop: int) -> set[int]:
    """The blocks reached from some without passing `stop`, which is not among them."""
    seen: set[int] = set()
    waiting = [block for block in starts if block != stop]
    while waiting:
        block = waiting.pop()
        if block not in seen:
            seen.add(block)
            waiting += [after for after in flow.successors[block] if after != stop]
    return seen
