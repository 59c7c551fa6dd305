"""What a kernel takes: its parameters as scalars and pointers, what the pointers point to, its shared arrays.

Read from a copy of the module optimised by LLVM, where inlined accessors and stack slots no longer hide what is
loaded through a pointer.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from opencicc.errors import UsageError, suggest
from opencicc.llvm import native
from opencicc.llvm.ir import Context, Function, Instruction, Module, Value
from opencicc.llvm.layout import Layout
from opencicc.llvm.names import SHARED
from opencicc.llvm.native import TargetMachine
from opencicc.llvm.types import Type
from opencicc.target import DEFAULT_ARCH, parse_target

SCALARS = {"i1": 1, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "half": 2, "bfloat": 2, "float": 4, "double": 8}
FOLLOWED = ("getelementptr", "addrspacecast", "phi", "select", "bitcast", "ptrtoint", "inttoptr", "freeze")
MOST_STEPS = 400


@dataclass(frozen=True)
class Leaf:
    """One scalar of a parameter, its type "ptr", "shared" (an offset in shared memory) or that of the IR.

    A pointer says what is mostly loaded or stored through it, and how far apart.
    """

    offset: int
    type: str
    element: str = "i32"
    element_bytes: int = 4


@dataclass(frozen=True)
class Parameter:
    """One kernel parameter; a struct has several leaves."""

    name: str
    size_bytes: int
    leaves: tuple[Leaf, ...]
    is_struct: bool = False


@dataclass(frozen=True)
class KernelFacts:
    """`shared_shapes` are the extents of static shared arrays, the outermost first."""

    params: tuple[Parameter, ...]
    shared_shapes: tuple[tuple[int, ...], ...] = ()


def read_kernel(ir: str | bytes, kernel: str) -> KernelFacts:
    with Context() as context:
        module = context.parse(ir.encode() if isinstance(ir, str) else ir)
        function = module.function(kernel)
        if function is None or function.is_declaration:
            names = [each.name for each in module.definitions if each.is_kernel]
            raise UsageError(f"no kernel '{kernel}' in this module", fix=f"{suggest(kernel, names)}{', '.join(names)}")
        shapes = tuple(shared_shapes(module))
        with TargetMachine(parse_target(DEFAULT_ARCH), 1) as machine:
            native.run_passes(module, "default<O1>", machine)
        found = module.function(kernel)
        assert found is not None  # a kernel can be called from outside: no pass removes it
        params = found.params
        return KernelFacts(tuple(parameter(found, position, module) for position in range(len(params))), shapes)


def shared_shapes(module: Module) -> list[tuple[int, ...]]:
    """Extents of shared arrays with a size, in the module's order."""
    found = []
    for variable in module.globals:
        if variable.address_space != SHARED:
            continue
        extents, type_ = [], variable.value_type
        while type_.kind == "array":
            extents.append(type_.length)
            type_ = type_.element
        if extents and all(extents):
            found.append(tuple(extents))
    return found


def parameter(function: Function, position: int, module: Module) -> Parameter:
    value, layout = function.params[position], module.layout
    type_ = function.byval_type(position)
    pointee = Pointee(layout)
    if type_ is None and value.type.kind == "pointer":
        if value.type.address_space == SHARED:
            return Parameter(value.name, 8, (Leaf(0, "shared"),))
        return Parameter(value.name, 8, (pointee.leaf(0, [value]),))
    leaves = []
    for offset, scalar in scalars(layout, type_ or value.type):
        if scalar.kind == "pointer":
            loaded = pointee.loads_of_pointer(value, offset) if type_ is not None else []
            leaves.append(pointee.leaf(offset, loaded))
        else:
            leaves.append(Leaf(offset, scalar.text))
    size = layout.size_bytes(type_ or value.type)
    is_struct = type_ is not None or len(leaves) != 1
    return Parameter(value.name, size, tuple(leaves), is_struct)


def scalars(layout: Layout, type_: Type) -> list[tuple[int, Type]]:
    """The scalars of a type with their offsets; vectors are taken apart."""
    found = []
    for offset, each in layout.scalars(type_):
        if each.kind == "vector":
            size = layout.size_bytes(each.element)
            found += [(offset + index * size, each.element) for index in range(each.length)]
        else:
            found.append((offset, each))
    return found


class Pointee:
    """Follows pointers to the accesses made through them."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def leaf(self, offset: int, pointers: list[Value]) -> Leaf:
        """The scalar accessed most often, and the bytes that belong to one index."""
        seen: Counter[str] = Counter()
        extent = 0
        for start, accessed, is_indexed in self.accesses(pointers):
            element = accessed.element if accessed.kind == "vector" else accessed
            seen[element.text] += 1
            extent = max(extent, start + self.layout.size_bytes(accessed) if is_indexed else 0)
        usable = [name for name, _ in seen.most_common() if name in SCALARS]
        name = usable[0] if usable else "i32"
        size = SCALARS[name]
        return Leaf(offset, "ptr", name, max(-(-extent // size) * size, size))

    def accesses(self, pointers: list[Value]) -> list[tuple[int, Type, bool]]:
        """(constant bytes behind the last variable index, type, whether there was one) of each load and store."""
        found = []
        waiting: list[tuple[Value, int, bool]] = [(pointer, 0, False) for pointer in pointers]
        known = set(pointers)
        while waiting and len(known) < MOST_STEPS:
            value, start, is_indexed = waiting.pop()
            for user in value.users:
                if user.kind != "instruction" or user in known:
                    continue
                each = Instruction(user.ref)
                accessed = self.accessed_type(each, value)
                if accessed is not None:
                    found.append((start, accessed, is_indexed))
                    continue
                for following, more, is_variable in self.following(each, value):
                    if following not in known:
                        known.add(following)
                        waiting.append((following, more if is_variable else start + more, is_indexed or is_variable))
        return found

    @staticmethod
    def accessed_type(each: Instruction, pointer: Value) -> Type | None:
        if each.opcode == "load":
            return each.type
        if each.opcode == "store" and each.operands[0] != pointer:
            return each.operands[0].type
        if each.opcode in ("atomicrmw", "cmpxchg"):
            return each.operands[1].type
        return None

    def following(self, each: Instruction, value: Value) -> list[tuple[Value, int, bool]]:
        """Values that are the same pointer moved: (value, constant bytes, whether an index is variable)."""
        if each.opcode == "call":
            callee = each.called_function
            if callee is None or callee.is_declaration:
                return []
            pairs = zip(each.arguments, callee.params, strict=False)
            return [(param, 0, False) for argument, param in pairs if argument == value]
        if each.opcode == "add":  # address arithmetic on integers
            other = next((operand.integer for operand in each.operands if operand != value), None)
            return [(each, max(other or 0, 0), other is None)]
        if each.opcode not in FOLLOWED:
            return []
        if each.opcode != "getelementptr":
            return [(each, 0, False)]
        terms = list(self.layout.address_terms(each))
        constant = sum(scale * index for scale, index in terms if isinstance(index, int))
        return [(each, max(constant, 0), any(not isinstance(index, int) for _, index in terms))]

    def loads_of_pointer(self, struct: Value, offset: int) -> list[Value]:
        """The pointers loaded from a field of a struct parameter."""
        found: list[Value] = []
        waiting: list[tuple[Value, int]] = [(struct, 0)]
        while waiting and len(found) < MOST_STEPS:
            value, start = waiting.pop()
            for user in value.users:
                if user.kind != "instruction":
                    continue
                each = Instruction(user.ref)
                if each.opcode == "load" and start == offset and each.type.kind == "pointer":
                    found.append(each)
                elif each.opcode in ("getelementptr", "addrspacecast"):
                    waiting += [(next_, start + more) for next_, more, _ in self.following(each, value)]
                elif each.opcode == "call" and each.type.kind == "pointer":
                    waiting.append((each, start))  # an intrinsic that only changes the address space
        return found
