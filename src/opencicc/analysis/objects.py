"""Stack objects and struct parameters of kernels whose every use is known: what pointers may lie in them, by offset.

    %rows = alloca [4 x ptr]
    store ptr %a, ptr %rows                                  contents at 0
    %slot = getelementptr [4 x ptr], ptr %rows, i64 0, i64 %i
    %row = load ptr, ptr %slot                               any of the four: offset 0 modulo 8

An object is followed from its address through casts and address computations. Where the address goes anywhere else (a
call, memory, a phi) the object is given up, and what is in it counts as being in memory (leaks.py). So does what is copied
out of it, or read from it as something else than a pointer. A struct that a kernel is given holds pointers of the host.
"""

from __future__ import annotations

from math import gcd

from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.types import Type, integer
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencicc.llvm.layout import Layout
    from opencicc.llvm.snapshot import Snapshot

_IS_NULL = 64  # the bit of spaces.IS_NULL: memset with zero
_ANYWHERE = 127
_GEP, _LOAD, _STORE, _CALL, _COMPARE, _ALLOCA = (
    OPCODES[name] for name in ("getelementptr", "load", "store", "call", "icmp", "alloca")
)
_CASTS = frozenset(OPCODES[name] for name in ("bitcast", "addrspacecast"))
_HARMLESS = ("llvm.lifetime.", "llvm.dbg.", "llvm.assume", "llvm.prefetch")
MOST_USES = 512  # of one object's addresses; generated tables have more and are given up
WHOLE = 1  # a modulus: every offset


@record
class Span:
    """Bytes of an object: from `offset`, and from every multiple of `modulus` beyond it; 0 for no other."""

    offset: int
    modulus: int
    size: int

    def overlaps(self, other: Span) -> bool:
        modulus = gcd(self.modulus, other.modulus)
        distance = other.offset - self.offset
        if not modulus:
            return -other.size < distance < self.size
        distance %= modulus
        return distance < self.size or distance + other.size > modulus


@record
class Copy:
    """Bytes that a memcpy brings into an object."""

    target: Span
    source: int  # value id of the source address


@record
class Contents:
    """What a load of a pointer may read: these values, pointers of the host, other memory, or what the mask says."""

    values: tuple[int, ...] = ()
    has_host_pointers: bool = False
    is_from_memory: bool = False
    mask: int = 0

    def __or__(self, other: Contents) -> Contents:
        return Contents(
            (*self.values, *other.values),
            self.has_host_pointers or other.has_host_pointers,
            self.is_from_memory or other.is_from_memory,
            self.mask | other.mask,
        )


class TrackedObject:
    """One object: its stores, loads and copies by offset."""

    def __init__(self, is_parameter: bool) -> None:
        self.is_parameter = is_parameter
        self.is_given_up = False
        self.stores: list[tuple[Span, int, bool]] = []  # value id, and whether it can be a generic pointer
        self.fills: list[tuple[Span, bool]] = []  # memset, and whether with zero
        self.loads: dict[int, tuple[Span, bool]] = {}
        self.copies: list[Copy] = []
        self.read_by: list[Span] = []  # struct arguments of calls
        self.copied_to: list[tuple[Span, int]] = []  # and the value id of the target address
        self.addresses: dict[int, tuple[int, int]] = {}  # value id to offset and modulus


class Objects:
    """All objects of a function that can be followed."""

    def __init__(self, function: Function, flat: Snapshot, layout: Layout) -> None:
        self.flat = flat
        self.layout = layout
        self.pointer_bytes = 8
        self.found: dict[int, TrackedObject] = {}
        self._object_of: dict[int, int] = {}  # address to object, both value ids
        self._reader: dict[int, int] = {}  # load to object
        self._generic, self._number = _generic_pointer(flat), integer(function.context, 64).ref
        for root, is_parameter in _roots(function, flat):
            self._follow(root, is_parameter)

    def loaded(self, load: int) -> Contents | None:
        """What a load of a pointer reads, None where it reads no object of ours."""
        root = self._reader.get(load)
        if root is None or self.found[root].is_given_up:
            return None
        span, _ = self.found[root].loads[load]
        return self._contents(root, span, frozenset())

    def holds_store(self, store: int) -> bool:
        """Does this store (value id) write an object that is tracked?"""
        number = store - self.flat.first_instruction
        root = self._object_of.get(self.flat.operands_of(number)[1])
        return root is not None and not self.found[root].is_given_up

    def outgoing(self) -> Iterator[Contents]:
        """What leaves the objects without being loaded as a pointer."""
        for root, tracked in self.found.items():
            if tracked.is_given_up:
                continue
            spans = [span for span, is_pointer in tracked.loads.values() if not is_pointer]
            spans += [span for span, target in tracked.copied_to if not self.is_tracked(target)]
            for span in (*spans, *tracked.read_by):
                yield self._contents(root, span, frozenset())

    def is_tracked(self, address: int) -> bool:
        root = self._object_of.get(address)
        return root is not None and not self.found[root].is_given_up

    def _contents(self, root: int, span: Span, seen: frozenset[int]) -> Contents:
        tracked = self.found[root]
        result = Contents(has_host_pointers=tracked.is_parameter)
        for target, value, is_pointer in tracked.stores:
            if target.overlaps(span):
                result |= Contents((value,)) if is_pointer else Contents(mask=_ANYWHERE)
        for target, is_zero in tracked.fills:
            if target.overlaps(span):
                result |= Contents(mask=_IS_NULL if is_zero else _ANYWHERE)
        for copy in tracked.copies:
            if copy.target.overlaps(span):
                result |= self._copied(copy, span, seen | {root})
        return result

    def _copied(self, copy: Copy, span: Span, seen: frozenset[int]) -> Contents:
        """What a copy brought to these bytes."""
        root = self._object_of.get(copy.source)
        if root is None or self.found[root].is_given_up:
            return Contents(is_from_memory=True)
        if root in seen:
            return Contents()
        offset, modulus = self.found[root].addresses[copy.source]
        modulus = gcd(modulus, copy.target.modulus, span.modulus)
        moved = Span(offset + span.offset - copy.target.offset, modulus, span.size)
        return self._contents(root, moved, seen)

    def _follow(self, root: int, is_parameter: bool) -> None:
        tracked = self.found[root] = TrackedObject(is_parameter)
        waiting = [(root, 0, 0)]
        uses = 0
        while waiting:
            address, offset, modulus = waiting.pop()
            if address in tracked.addresses:
                continue
            tracked.addresses[address] = offset, modulus
            self._object_of[address] = root
            for user in self.flat.users_of(address):
                uses += 1
                if uses > MOST_USES or not self._use(tracked, root, address, user, waiting):
                    tracked.is_given_up = True
                    return

    def _use(
        self, tracked: TrackedObject, root: int, address: int, user: int, waiting: list[tuple[int, int, int]]
    ) -> bool:
        """Note one use of an address; False where the object can't be followed any more."""
        flat = self.flat
        number = user - flat.first_instruction
        opcode, operands = flat.opcodes[number], flat.operands_of(number)
        offset, modulus = tracked.addresses[address]
        if opcode in _CASTS:
            waiting.append((user, offset, modulus))
        elif opcode == _GEP and operands[0] == address and address not in operands[1:]:
            moved, step = self._step(flat.instruction(number))
            waiting.append((user, offset + moved, gcd(modulus, step)))
        elif opcode == _LOAD:
            is_pointer = flat.types[user] == self._generic
            tracked.loads[user] = Span(offset, modulus, self._size(user)), is_pointer
            self._reader[user] = root
        elif opcode == _STORE and operands[0] != address:
            is_pointer = flat.types[operands[0]] in (self._generic, self._number)
            tracked.stores.append((Span(offset, modulus, self._size(operands[0])), operands[0], is_pointer))
        elif opcode == _CALL:
            return self._call(tracked, address, flat.instruction(number), operands)
        else:
            return opcode == _COMPARE
        return True

    def _call(self, tracked: TrackedObject, address: int, call: Instruction, operands: Sequence[int]) -> bool:
        name = call.callee_name
        if name.startswith(_HARMLESS):
            return True
        offset, modulus = tracked.addresses[address]
        if not name.startswith(("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")):
            places = [position for position, operand in enumerate(operands) if operand == address]
            tracked.read_by.append(Span(offset, WHOLE, 1))
            return all(place < len(operands) - 1 and call.byval_type(place) is not None for place in places)
        length = self.flat.value(operands[2]).integer
        span = Span(offset, modulus, length) if length is not None else Span(offset, WHOLE, 1)
        if name.startswith("llvm.memset."):
            tracked.fills.append((span, self.flat.value(operands[1]).integer == 0))
            return True
        if operands[0] == address:
            tracked.copies.append(Copy(span, operands[1]))
        if operands[1] == address:
            tracked.copied_to.append((span, operands[0]))
        return True

    def _step(self, address: Instruction) -> tuple[int, int]:
        """The constant part of an address computation's offset, and what the rest is a multiple of."""
        constant, modulus = 0, 0
        for size, index in self.layout.address_terms(address):
            if isinstance(index, int):
                constant += size * index
            else:
                modulus = gcd(modulus, size)
        return constant, modulus

    def _size(self, value: int) -> int:
        return self.layout.size_bytes(Type(self.flat.types[value]))


def _roots(function: Function, flat: Snapshot) -> list[tuple[int, bool]]:
    """The addresses that objects begin with: stack objects, and structs that a kernel is given."""
    found = [(flat.first_instruction + n, False) for n, opcode in enumerate(flat.opcodes) if opcode == _ALLOCA]
    if function.is_kernel:
        found += [(n, True) for n in range(flat.arguments) if function.byval_type(n) is not None]
    return found


def _generic_pointer(flat: Snapshot) -> int:
    """The type `ptr`, 0 where no value of the function has it."""
    kinds = {ref: Type(ref) for ref in set(flat.types)}
    return next((ref for ref, type_ in kinds.items() if type_.kind == "pointer" and not type_.address_space), 0)
