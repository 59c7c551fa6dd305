"""Which memory a generic pointer may point to, as a set of spaces in one int.

    %p = addrspacecast ptr addrspace(3) @s to ptr      SHARED
    %q = phi ptr [ %p, %a ], [ %g, %b ]                what %p and what %g may be
    %r = load ptr, ptr %slot                           what was stored there (objects.py), or what memory holds (leaks.py)

Every question is one of reachability: a pointer is what the ends of all its chains are. So a walk collects ends, loops of
phis need no second round, and the first end that may be anything ends it. A null pointer points nowhere, but says so in a
bit of its own: its cast to a space and back is null again in global memory only.

Rules are what the knobs of memory-space-opt allow to be believed. A walk is true of its snapshot.
"""

from __future__ import annotations

from opencicc.llvm.constants import constant_opcode
from opencicc.llvm.ir import Function, Value
from opencicc.llvm.names import CONSTANT, GENERIC, GLOBAL, LOCAL, PARAM, SHARED, SHARED_CLUSTER
from opencicc.llvm.opcodes import OPCODES, VALUE_KINDS
from opencicc.llvm.types import Type
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from opencicc.analysis.objects import Objects
    from opencicc.llvm.layout import Layout
    from opencicc.llvm.snapshot import Snapshot

IN_GLOBAL, IN_SHARED, IN_CONSTANT, IN_LOCAL, IN_PARAM, IN_CLUSTER, IS_NULL = (1 << bit for bit in range(7))
NOWHERE, ANYWHERE = 0, 127
BIT_OF_SPACE = {
    GLOBAL: IN_GLOBAL, SHARED: IN_SHARED, CONSTANT: IN_CONSTANT, LOCAL: IN_LOCAL, PARAM: IN_PARAM,
    SHARED_CLUSTER: IN_CLUSTER,
}  # fmt: skip
SPACE_OF_BIT = {bit: space for space, bit in BIT_OF_SPACE.items()}
NAMES = {
    IN_GLOBAL: "global", IN_SHARED: "shared", IN_CONSTANT: "constant", IN_LOCAL: "local", IN_PARAM: "param",
    IN_CLUSTER: "cluster", IS_NULL: "null",
}  # fmt: skip
FROM_HOST = IN_GLOBAL | IS_NULL  # what pointers of the host are
CASTABLE = (IN_GLOBAL, IN_SHARED, IN_CONSTANT, IN_LOCAL)  # code generation decides about parameters itself
ADDRESS_BITS = 64
MOST_STEPS = 2000  # values looked at for one question; a chain that is longer may be anything
MOST_MOVED = (
    1 << 20
)  # bytes by which arithmetic on an address as a number may move it; the windows of spaces are larger

_PHI, _SELECT, _GEP, _FREEZE, _CALL, _LOAD = (
    OPCODES[name] for name in ("phi", "select", "getelementptr", "freeze", "call", "load")
)
_BITCAST, _SPACE_CAST, _ALLOCA, _FROM_INTEGER, _TO_INTEGER = (
    OPCODES[name] for name in ("bitcast", "addrspacecast", "alloca", "inttoptr", "ptrtoint")
)
_ARITHMETIC = frozenset(OPCODES[name] for name in ("add", "sub", "and", "or"))
_INSTRUCTION, _ARGUMENT, _NULL, _EXPRESSION, _VARIABLE, _FUNCTION, _UNDEF, _POISON = (
    VALUE_KINDS.index(name)
    for name in (
        "instruction argument constant_pointer_null constant_expr global_variable function undef poison"
    ).split()
)
# Calls that give back what they were given first, and those whose result is known.
_SAME_POINTER = ("llvm.ptrmask.", "llvm.launder.invariant.", "llvm.strip.invariant.", "llvm.ssa.copy.")
_KNOWN_RESULTS = {"malloc": FROM_HOST, "llvm.nvvm.mapa": IN_CLUSTER}  # the device's heap is in global memory


@record
class Rules:
    """What may be believed about pointers (the knobs of memory-space-opt)."""

    params_are_global: bool = True
    allocas_are_local: bool = True
    follows_loads: bool = True
    follows_integers: bool = True


def resolve(mask: int) -> int:
    """The one space that a pointer has, 0 where it has none or several or may be null elsewhere than in global memory."""
    bits = mask & ~IS_NULL
    if bits not in CASTABLE or (mask & IS_NULL and bits != IN_GLOBAL):
        return GENERIC
    return SPACE_OF_BIT[bits]


def describe(mask: int) -> str:
    """`global or shared`, `anywhere`, `nowhere`."""
    if mask == ANYWHERE:
        return "anywhere"
    return " or ".join(name for bit, name in NAMES.items() if mask & bit) or "nowhere"


def may_alias(first: int, second: int) -> bool:
    """May accesses through pointers with these spaces touch the same bytes? Both masks of what they may point to.

    Shared memory of the block lies inside that of its cluster, a kernel's parameters may be read as global memory.
    """
    return bool(_seen_from(first) & _seen_from(second) & ~IS_NULL)


def _seen_from(mask: int) -> int:
    if mask & (IN_SHARED | IN_CLUSTER):
        mask |= IN_SHARED | IN_CLUSTER
    if mask & (IN_GLOBAL | IN_PARAM):
        mask |= IN_GLOBAL | IN_PARAM
    return mask


class SpaceWalk:
    """Asks one function's snapshot; `memory` answers what pointers in memory that nobody tracks may be."""

    def __init__(
        self,
        function: Function,
        flat: Snapshot,
        layout: Layout,
        rules: Rules,
        memory: Callable[[], int],
        arguments: dict[int, int] | None = None,
        result_of: Callable[[Function], int] | None = None,
    ) -> None:
        self.function = function
        self.flat = flat
        self.layout = layout
        self.rules = rules
        self.memory = memory
        self.arguments = arguments or {}  # what all calls say of parameters
        self.result_of = result_of  # and of results of functions with a body
        self.is_kernel = function.is_kernel
        self._objects: Objects | None = None
        self._known: dict[int, int] = {}
        self._spaces: dict[int, int] = {}

    @property
    def objects(self) -> Objects:
        """The stack objects and struct parameters of the function that can be followed."""
        if self._objects is None:
            from opencicc.analysis.objects import Objects

            self._objects = Objects(self.function, self.flat, self.layout)
        return self._objects

    def of(self, value: int) -> int:
        """The mask of a value id of pointer type."""
        found = self._known.get(value)
        if found is None:
            space = self._space_of_type(self.flat.types[value])
            found = self._known[value] = BIT_OF_SPACE.get(space, ANYWHERE) if space else self._walk(value)
        return found

    def _space_of_type(self, ref: int) -> int:
        found = self._spaces.get(ref)
        if found is None:
            found = self._spaces[ref] = Type(ref).address_space
        return found

    def of_all(self, values: list[int]) -> int:
        mask = NOWHERE
        for value in values:
            mask |= self.of(value)
        return mask

    def _walk(self, start: int) -> int:
        mask, seen, waiting = NOWHERE, {start}, [start]
        while waiting and mask != ANYWHERE:
            value = waiting.pop()
            more: list[int] = []
            mask |= self._look(value, more)
            for following in more:
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
            if len(seen) > MOST_STEPS:
                return ANYWHERE
        return mask

    def _look(self, value: int, more: list[int]) -> int:
        """What a value is by itself, and the values it may be instead."""
        flat = self.flat
        if value < flat.arguments:
            return self._argument(value)
        number = value - flat.first_instruction
        if not 0 <= number < flat.instructions:
            return _constant(flat.value(value), flat.kinds[value])
        opcode = flat.opcodes[number]
        operands = flat.operands_of(number)
        if opcode in (_GEP, _BITCAST, _FREEZE):
            more.append(operands[0])
        elif opcode == _PHI:
            more += operands
        elif opcode == _SELECT:
            more += operands[1:]
        elif opcode == _SPACE_CAST:
            return self._cast(operands[0], more)
        elif opcode == _ALLOCA:
            return IN_LOCAL if self.rules.allocas_are_local else ANYWHERE
        elif opcode == _LOAD:
            return self._load(number, more)
        elif opcode == _FROM_INTEGER:
            return self._integer(operands[0], more)
        elif opcode == _TO_INTEGER or opcode in _ARITHMETIC:
            return self._integer(value, more)
        elif opcode == _CALL:
            return self._call(number, operands, more)
        else:
            return ANYWHERE
        return NOWHERE

    def _argument(self, position: int) -> int:
        if position in self.arguments:
            return self.arguments[position]
        type_ = Type(self.flat.types[position])
        space = type_.address_space
        if type_.kind != "pointer":
            return ANYWHERE  # a number: cicc leaves those generic too
        if space != GENERIC:
            return BIT_OF_SPACE.get(space, ANYWHERE)
        is_struct = self.function.byval_type(position) is not None
        if is_struct:
            return IN_PARAM if self.is_kernel else IN_LOCAL
        return FROM_HOST if self.is_kernel and self.rules.params_are_global else ANYWHERE

    def _cast(self, source: int, more: list[int]) -> int:
        space = Type(self.flat.types[source]).address_space
        if space == GENERIC:
            more.append(source)
            return NOWHERE
        return BIT_OF_SPACE.get(space, ANYWHERE)

    def _load(self, number: int, more: list[int]) -> int:
        value = self.flat.first_instruction + number
        if not self.rules.follows_loads or not is_address_wide(self.flat, value):
            return ANYWHERE
        contents = self.objects.loaded(value)
        if contents is None:
            return self.memory()
        more += contents.values
        if contents.has_host_pointers and not self.rules.params_are_global:
            return ANYWHERE
        mask = FROM_HOST if contents.has_host_pointers else NOWHERE
        return mask | contents.mask | (self.memory() if contents.is_from_memory else NOWHERE)

    def _integer(self, value: int, more: list[int]) -> int:
        """A number that becomes an address: an address as a number, moved by little."""
        flat = self.flat
        number = value - flat.first_instruction
        if not self.rules.follows_integers or not 0 <= number < flat.instructions:
            return ANYWHERE
        opcode, operands = flat.opcodes[number], flat.operands_of(number)
        if opcode == _LOAD:
            return self._load(number, more)  # LLVM copies pointers as numbers too
        if opcode == _TO_INTEGER and Type(flat.types[operands[0]]).address_space == GENERIC:
            more.append(operands[0])
            return NOWHERE
        if opcode in _ARITHMETIC and self._is_small_move(opcode, operands[1]):
            more.append(operands[0])
            return NOWHERE
        return ANYWHERE

    def _is_small_move(self, opcode: int, by: int) -> bool:
        constant = self.flat.value(by).integer
        if constant is None:
            return False
        signed = constant - (1 << 64) if constant >> 63 else constant
        if opcode == OPCODES["and"]:
            return -MOST_MOVED <= signed < 0
        return -MOST_MOVED <= signed <= MOST_MOVED

    def _call(self, number: int, operands: Sequence[int], more: list[int]) -> int:
        callee = self.flat.instruction(number).called_function
        if callee is None:
            return ANYWHERE
        name = callee.name
        known = next((mask for known, mask in _KNOWN_RESULTS.items() if name == known), 0)
        if known and callee.is_declaration:
            return known
        if name.startswith(_SAME_POINTER):
            more.append(operands[0])
            return NOWHERE
        for position in range(len(operands) - 1):
            if callee.attribute("returned", position + 1) is not None:
                more.append(operands[position])
                return NOWHERE
        return self.result_of(callee) if self.result_of and not callee.is_declaration else ANYWHERE


def is_address_wide(flat: Snapshot, value: int) -> bool:
    """A pointer, or a number that may be one."""
    type_ = Type(flat.types[value])
    return type_.kind == "pointer" or type_.integer_width == ADDRESS_BITS


def _constant(value: Value, kind: int) -> int:
    """Of a constant; addresses of functions are no addresses of data, so they are nowhere."""
    if kind == _NULL:
        return IS_NULL
    if kind in (_UNDEF, _POISON, _FUNCTION):
        return NOWHERE
    if kind == _VARIABLE:
        return BIT_OF_SPACE.get(value.type.address_space, IN_GLOBAL)
    if kind == _EXPRESSION and constant_opcode(value) in ("addrspacecast", "getelementptr", "bitcast"):
        inside = value.operand(0)
        return _constant(inside, VALUE_KINDS.index(inside.kind))
    return ANYWHERE


def space_of_constant(value: Value) -> int:
    """The mask of any constant of pointer type."""
    return _constant(value, VALUE_KINDS.index(value.kind))
