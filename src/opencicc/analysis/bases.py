"""What pointers an access is made from: parameters, stack objects, variables, or pointers loaded through them.

    %q = getelementptr float, ptr %a, i64 %i        the base of %q is the parameter %a
    %f = load ptr, ptr %struct.field                a base of its own: field 8 of the parameter %struct
    %r = select i1 %c, ptr %a, ptr %b               two bases

A base that nobody can name (a call's result, a number) is UNKNOWN: it may be any of the others.
"""

from __future__ import annotations

from opencicc.llvm.opcodes import OPCODES, VALUE_KINDS
from opencicc.llvm.types import Type
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function
    from opencicc.llvm.layout import Layout
    from opencicc.llvm.snapshot import Snapshot

_THROUGH = frozenset(OPCODES[name] for name in ("getelementptr", "bitcast", "addrspacecast", "freeze"))
_PHI, _SELECT, _LOAD, _ALLOCA, _GEP = (OPCODES[name] for name in ("phi", "select", "load", "alloca", "getelementptr"))
_VARIABLE, _EXPRESSION, _NULL, _UNDEF, _POISON = (
    VALUE_KINDS.index(name) for name in ("global_variable", "constant_expr", "constant_pointer_null", "undef", "poison")
)
MOST_STEPS = 200


@record
class Base:
    """Where a pointer comes from: a value id, and for a loaded pointer the base it was loaded through."""

    kind: str  # argument, object (stack or variable), field (of a struct parameter), loaded, unknown
    value: int = -1
    offset: int = 0  # of a field


UNKNOWN = Base("unknown")


class Bases:
    """Asks one function's snapshot."""

    def __init__(self, function: Function, flat: Snapshot, layout: Layout) -> None:
        self.function = function
        self.flat = flat
        self.layout = layout
        self._known: dict[int, frozenset[Base]] = {}

    def of(self, pointer: int) -> frozenset[Base]:
        found = self._known.get(pointer)
        if found is None:
            found = self._known[pointer] = self._walk(pointer)
        return found

    def _walk(self, start: int) -> frozenset[Base]:
        flat, found, seen, waiting = self.flat, set(), {start}, [start]
        while waiting:
            value = waiting.pop()
            number = value - flat.first_instruction
            more: list[int] = []
            if value < flat.arguments:
                found.add(Base("argument", value))
            elif not 0 <= number < flat.instructions:
                found.add(self._constant(value))
            else:
                opcode, operands = flat.opcodes[number], flat.operands_of(number)
                if opcode in _THROUGH:
                    more.append(operands[0])
                elif opcode == _PHI:
                    more += operands
                elif opcode == _SELECT:
                    more += operands[1:]
                elif opcode == _ALLOCA:
                    found.add(Base("object", value))
                elif opcode == _LOAD:
                    found.add(self._loaded(operands[0]))
                else:
                    return frozenset((UNKNOWN,))
            waiting += [each for each in more if each not in seen]
            seen.update(more)
            if UNKNOWN in found or len(seen) > MOST_STEPS:
                return frozenset((UNKNOWN,))
        found.discard(Base("nowhere"))
        return frozenset(found)

    def _constant(self, value: int) -> Base:
        kind = self.flat.kinds[value]
        if kind in (_NULL, _UNDEF, _POISON):
            return Base("nowhere")
        return Base("object", value) if kind in (_VARIABLE, _EXPRESSION) else UNKNOWN

    def _loaded(self, address: int) -> Base:
        """A pointer from memory: a field of a struct parameter by its offset, or whatever lies behind one pointer."""
        bases = self.of(address)
        if len(bases) != 1:
            return UNKNOWN
        (base,) = bases
        if base.kind == "argument" and self.function.byval_type(base.value) is not None:
            offset = self._offset(address)
            return Base("field", base.value, offset) if offset is not None else UNKNOWN
        return Base("loaded", base.value, base.offset) if base.kind in ("argument", "field") else UNKNOWN

    def _offset(self, address: int) -> int | None:
        """Bytes between a struct parameter and a constant place in it."""
        flat, total = self.flat, 0
        while address >= flat.arguments:
            number = address - flat.first_instruction
            if not 0 <= number < flat.instructions:
                return None
            if flat.opcodes[number] == _GEP:
                for size, index in self.layout.address_terms(flat.instruction(number)):
                    if not isinstance(index, int):
                        return None
                    total += size * index
            elif flat.opcodes[number] not in _THROUGH:
                return None
            address = flat.operands_of(number)[0]
        return total


def is_pointer(flat: Snapshot, value: int) -> bool:
    return Type(flat.types[value]).kind == "pointer"
