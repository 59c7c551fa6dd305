"""What each barrier of a function orders: the accesses that reach it from above and from below without crossing another.

A barrier makes every thread of a block wait, and what was written before it is seen after it. It is needed if some
access above and some access below touch memory that both may name, and one of the two writes:

    write above, read or write below      read above, write below

Accesses are told apart by the kind of memory: shared, global, or either of them (generic pointers). Local memory,
constants and parameters belong to one thread or never change. Atomics and volatile accesses count as both, and so does
every call that is not known to leave such memory alone: partial barriers, asynchronous copies, clocks, fences.
What stands above a kernel's entry or below its end is nothing; around any other function it may be everything.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow
from opencicc.llvm.names import CONSTANT, GENERIC, GLOBAL, LOCAL, SHARED
from opencicc.llvm.opcodes import CALLS, OPCODES, VALUE_KINDS
from opencicc.llvm.snapshot import Snapshot
from opencicc.llvm.types import Type
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.analysis.manager import AnalysisManager
    from opencicc.llvm.ir import Function, Instruction, Value

PREFIX = "llvm.nvvm.barrier.cta."
# Barriers of all threads of a block that give no result, and those that do: the first argument is the barrier's number.
PLAIN = frozenset(f"{PREFIX}sync.{form}all" for form in ("", "aligned."))
WITH_RESULT = tuple(f"{PREFIX}red.{kind}." for kind in ("popc", "and", "or"))
# Calls that touch nothing that another thread could see, whatever their attributes say.
HARMLESS = (
    "llvm.assume", "llvm.dbg.", "llvm.lifetime.", "llvm.experimental.noalias.scope.decl", "llvm.invariant.",
    "llvm.nvvm.shfl.sync.", "llvm.nvvm.vote.", "llvm.nvvm.match.", "llvm.nvvm.redux.sync.", "llvm.prefetch",
)  # fmt: skip
MOST_STEPS_TO_BASE = 8
_LOAD, _STORE = OPCODES["load"], OPCODES["store"]
_ATOMICS = frozenset((OPCODES["atomicrmw"], OPCODES["cmpxchg"]))
_FENCE = OPCODES["fence"]
_FUNCTION = VALUE_KINDS.index("function")
_ACCESSES = frozenset((_LOAD, _STORE, _FENCE, *_ATOMICS))
_MARKED = _ACCESSES | CALLS
_ADDRESS_STEPS = ("getelementptr", "addrspacecast", "bitcast")
_WRITES_OF_ANY_KIND = 0xAAAAAAAA  # the attribute `memory` has two bits for each kind of memory: 1 reads, 2 writes

# Accesses as bits: reads, and the same kinds shifted for writes.
READ_SHARED, READ_GLOBAL, READ_ANY = 1, 2, 4
READS, WRITE_SHIFT = 7, 3
EVERYTHING = READS | READS << WRITE_SHIFT
KIND_OF_SPACE = {SHARED: READ_SHARED, 7: READ_SHARED, GLOBAL: READ_GLOBAL, CONSTANT: 0, LOCAL: 0, 101: 0}


@record
class Barrier:
    """One barrier: where it is and what it stands between, as bits of accesses."""

    number: int  # of the instruction in the snapshot
    block: int
    above: int
    below: int
    has_result: bool
    is_removable: bool  # its number is a constant and nobody uses what it gives

    @property
    def flags(self) -> tuple[bool, bool, bool, bool]:
        """Read above, write above, read below, write below."""
        return (
            bool(self.above & READS), bool(self.above >> WRITE_SHIFT),
            bool(self.below & READS), bool(self.below >> WRITE_SHIFT),
        )  # fmt: skip

    def is_needed(self, *, by_kind: bool = True) -> bool:
        """Whether something above and something below must not change places."""
        reads_above, writes_above, reads_below, writes_below = self.flags
        if not by_kind:
            return (writes_above and (reads_below or writes_below)) or (reads_above and writes_below)
        above, below = _by_kind(self.above), _by_kind(self.below)
        return bool((above[1] & (below[0] | below[1])) | (above[0] & below[1]))


def _by_kind(accesses: int) -> tuple[int, int]:
    """Kinds read and kinds written, shared and global: what may be either is both."""
    reads, writes = accesses & READS, accesses >> WRITE_SHIFT
    return (3 if reads & READ_ANY else reads), (3 if writes & READ_ANY else writes)


class Barriers:
    """The barriers of one function, in the order of its instructions."""

    name = "barriers"

    def __init__(self, found: list[Barrier]) -> None:
        self.found = found

    @classmethod
    def compute(cls, function: Function, manager: AnalysisManager) -> Barriers:
        return cls(find_barriers(function, manager.get(Snapshot, function), manager.get(Flow, function)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Barriers) and other.found == self.found

    __hash__ = None  # type: ignore[assignment]


def find_barriers(
    function: Function,
    flat: Snapshot,
    flow: Flow,
    effects_of: Callable[[Instruction], int] | None = None,
    *,
    crosses_blocks: bool = True,
    counts_private: bool = False,
    is_quick: bool = False,
) -> list[Barrier]:
    """Every barrier with what surrounds it; `effects_of` says what calls do.

    Unless it `crosses_blocks` everything is taken to reach a block from others; `counts_private` counts local memory too.
    """
    marks = read_marks(flat, effects_of or call_effects, counts_private=counts_private, is_quick=is_quick)
    if not any(number < 0 for row in marks for number, _ in row):
        return []
    outside = 0 if function.is_kernel else EVERYTHING
    if crosses_blocks:
        above = _flow_in(marks, flow.order, flow.predecessors, outside, is_forward=True)
        below = _flow_in(marks, flow.order[::-1], flow.successors, outside, is_forward=False)
    else:
        above = [0 if function.is_kernel and not block else EVERYTHING for block in range(flat.blocks)]
        below = [outside if not flow.successors[block] else EVERYTHING for block in range(flat.blocks)]
    found: list[Barrier] = []
    for block, row in enumerate(marks):
        tops = _passed(row, above[block])
        bottoms = _passed(row[::-1], below[block])[::-1]
        for (number, _), top, bottom in zip(row, tops, bottoms, strict=True):
            if number < 0:
                call = flat.instruction(~number)
                has_result = not call.callee_name.startswith(f"{PREFIX}sync.")
                is_removable = call.arguments[0].integer is not None and not call.has_uses
                found.append(Barrier(~number, block, top, bottom, has_result, is_removable))
    return found


def _passed(row: list[tuple[int, int]], state: int) -> list[int]:
    """What reaches each mark of a block, in the order of the walk."""
    states = []
    for number, accesses in row:
        states.append(state)
        state = 0 if number < 0 else state | accesses
    return states


def _flow_in(
    marks: list[list[tuple[int, int]]],
    order: list[int],
    sources: list[list[int]],
    outside: int,
    *,
    is_forward: bool,
) -> list[int]:
    """What reaches the start of each block (or its end, backward) without crossing a barrier."""
    into = [0] * len(marks)
    for block in range(len(marks)):
        is_border = block == 0 if is_forward else not sources[block]
        into[block] = outside if is_border else 0
    out = [0] * len(marks)
    changed = True
    while changed:
        changed = False
        for block in order:
            state = into[block]
            for source in sources[block]:
                state |= out[source]
            into[block] = state
            for number, accesses in marks[block] if is_forward else reversed(marks[block]):
                state = 0 if number < 0 else state | accesses
            if state != out[block]:
                out[block] = state
                changed = True
    return into


def read_marks(
    flat: Snapshot, effects_of: Callable[[Instruction], int], *, counts_private: bool = False, is_quick: bool = False
) -> list[list[tuple[int, int]]]:
    """By block its accesses and barriers, in order: (number, accesses), a barrier's number as its complement.

    A quick look takes volatile accesses for plain ones and generic pointers for none: what it finds needed is.
    """
    marks: list[list[tuple[int, int]]] = [[] for _ in range(flat.blocks)]
    callees: dict[int, int] = {}  # by value id what a call of it does, -1 for a barrier
    kinds: dict[int, int] = {}  # by type what accesses through a pointer of it touch
    for block in range(flat.blocks):
        row = marks[block]
        for number in flat.block_range(block):
            opcode = flat.opcodes[number]
            if opcode not in _MARKED:
                continue
            if opcode in CALLS:
                callee = flat.operands_of(number)[-1]
                if callee not in callees:
                    call = flat.instruction(number)
                    callees[callee] = -1 if is_barrier(call) else effects_of(call)
                effects = callees[callee]
                if effects:
                    row.append((~number, 0) if effects < 0 else (number, effects))
            elif opcode == _FENCE:
                row.append((number, EVERYTHING))
            elif is_quick:
                if kind := _kind_by_type(flat, number, kinds):
                    row.append((number, kind if opcode == _LOAD else kind << WRITE_SHIFT))
            else:
                accesses = access_effects(flat.instruction(number), opcode, counts_private=counts_private)
                if accesses:
                    row.append((number, accesses))
    return marks


def barrier_numbers(flat: Snapshot) -> list[int]:
    """The numbers of all barriers, in order: by who uses their functions, so that nothing else is looked at."""
    first = flat.first_instruction
    found: list[int] = []
    for value in range(first + flat.instructions, len(flat.kinds)):
        if flat.kinds[value] == _FUNCTION and flat.value(value).name.startswith(PREFIX):
            found += (user - first for user in flat.users_of(value))
    return sorted(found)


def accesses_between(flat: Snapshot, one: int, two: int) -> bool:
    """Does an instruction between these two, of one block, surely touch what others see? Calls are not asked."""
    kinds: dict[int, int] = {}
    return any(
        flat.opcodes[number] in _ACCESSES and (flat.opcodes[number] == _FENCE or _kind_by_type(flat, number, kinds) > 0)
        for number in range(one + 1, two)
    )


def _kind_by_type(flat: Snapshot, number: int, kinds: dict[int, int]) -> int:
    """Which memory that others see an access surely touches, by its pointer's type; `kinds` remembers types."""
    type_ = flat.types[flat.operands_of(number)[1 if flat.opcodes[number] == _STORE else 0]]
    if type_ not in kinds:
        kinds[type_] = KIND_OF_SPACE.get(Type(type_).address_space, 0)
    return kinds[type_]


def is_barrier(call: Instruction) -> bool:
    """A barrier of all threads of a block, with a result or without."""
    name = call.callee_name
    return name.startswith(PREFIX) and (name in PLAIN or (name.startswith(WITH_RESULT) and name.endswith("all")))


def access_effects(access: Instruction, opcode: int, *, counts_private: bool = False) -> int:
    """What a load, a store or an atomic does, as bits."""
    kind = memory_kind(access.operand(1 if opcode == _STORE else 0)) or (READ_ANY if counts_private else 0)
    if opcode in _ATOMICS or access.is_volatile or access.is_atomic:
        return kind | kind << WRITE_SHIFT
    return kind if opcode == _LOAD else kind << WRITE_SHIFT


def memory_kind(pointer: Value) -> int:
    """Which memory that others see a pointer may name."""
    for _ in range(MOST_STEPS_TO_BASE):
        space = pointer.type.address_space
        if space != GENERIC:
            return KIND_OF_SPACE.get(space, READ_ANY)
        maker = pointer.maker
        if maker == "alloca":
            return 0
        if maker not in _ADDRESS_STEPS:
            break
        pointer = pointer.operand(0)
    return READ_ANY


def call_effects(call: Instruction) -> int:
    """What a call may do, by its function's attributes."""
    callee = call.called_function
    if callee is None:
        return EVERYTHING
    memory = callee.attribute("memory")
    if memory == "" or callee.name.startswith(HARMLESS):
        return 0
    if memory is not None and not int(memory) & _WRITES_OF_ANY_KIND:
        return READ_ANY
    return EVERYTHING
