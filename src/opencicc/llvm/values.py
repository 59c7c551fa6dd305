"""Value, GlobalValue, GlobalVariable: thin typed handles for reading what a module holds; `code.py` has those for its code.

A handle is a pointer and nothing else: cheap to make, and stale once the thing it names is erased.
"""

from __future__ import annotations

import ctypes

from opencicc.llvm.library import load, take_message
from opencicc.llvm.opcodes import (
    LINKAGES,
    OPCODE_NAMES,
    VALUE_KINDS,
    VISIBILITIES,
)
from opencicc.llvm.services import services
from opencicc.llvm.types import Handle, Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_attribute_numbers: dict[str, int] = {}


class Value(Handle):
    """A handle to anything LLVM calls a value."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text.strip()[:80]}>"

    @property
    def text(self) -> str:
        lib = load()
        context = lib.LLVMGetTypeContext(lib.LLVMTypeOf(self.ref))
        return take_message(services().call(context, "LLVMPrintValueToString", self.ref))  # recurses into constants

    @property
    def name(self) -> str:
        # By its end, not by its length: names hold no NUL, and asked for some thousand times it has to be one call.
        return load().LLVMGetValueName(self.ref).decode(errors="replace")  # type: ignore[no-any-return]

    @property
    def type(self) -> Type:
        return Type(load().LLVMTypeOf(self.ref))

    @property
    def kind(self) -> str:
        return VALUE_KINDS[int(load().LLVMGetValueKind(self.ref))]

    @property
    def users(self) -> list[Value]:
        return list(self.each_user())

    def each_user(self) -> Iterator[Value]:
        """The users one by one, for those who need not see all; the uses must not be changed meanwhile."""
        lib = load()
        use = lib.LLVMGetFirstUse(self.ref)
        while use:
            yield Value(lib.LLVMGetUser(use))
            use = lib.LLVMGetNextUse(use)

    @property
    def has_uses(self) -> bool:
        return bool(load().LLVMGetFirstUse(self.ref))

    @property
    def operands(self) -> list[Value]:
        lib = load()
        return [Value(lib.LLVMGetOperand(self.ref, i) or 0) for i in range(lib.LLVMGetNumOperands(self.ref))]

    @property
    def maker(self) -> str:
        """The opcode of the instruction or the constant expression that a value is; '' of anything else."""
        lib = load()
        if lib.LLVMIsAInstruction(self.ref):
            return OPCODE_NAMES[int(lib.LLVMGetInstructionOpcode(self.ref))]
        return OPCODE_NAMES[int(lib.LLVMGetConstOpcode(self.ref))] if lib.LLVMIsAConstantExpr(self.ref) else ""

    def operand(self, index: int) -> Value:
        return Value(load().LLVMGetOperand(self.ref, index))

    @property
    def is_constant(self) -> bool:
        """A number, an address, anything that is no instruction, argument or block."""
        return bool(load().LLVMIsConstant(self.ref))

    @property
    def integer(self) -> int | None:
        """The value of an integer constant up to 64 bits, zero-extended."""
        lib = load()
        return int(lib.LLVMConstIntGetZExtValue(self.ref)) if lib.LLVMIsAConstantInt(self.ref) else None


class GlobalValue(Value):
    """A function or a global variable: what linkers see."""

    __slots__ = ()

    @property
    def is_declaration(self) -> bool:
        return bool(load().LLVMIsDeclaration(self.ref))

    @property
    def linkage(self) -> str:
        return LINKAGES[int(load().LLVMGetLinkage(self.ref))]

    @property
    def visibility(self) -> str:
        return VISIBILITIES[int(load().LLVMGetVisibility(self.ref))]

    @property
    def value_type(self) -> Type:
        return Type(load().LLVMGlobalGetValueType(self.ref))

    @property
    def alignment(self) -> int:
        """In bytes; 0 where the type's own counts."""
        return int(load().LLVMGetAlignment(self.ref))

    @property
    def section(self) -> str:
        found = load().LLVMGetSection(self.ref)
        return ctypes.string_at(found).decode() if found else ""


class GlobalVariable(GlobalValue):
    __slots__ = ()

    @property
    def address_space(self) -> int:
        return self.type.address_space

    @property
    def initializer_elements(self) -> list[Value]:
        """What an aggregate initialiser lists, casts looked through."""
        lib = load()
        initializer = lib.LLVMGetInitializer(self.ref)
        if not initializer:
            return []
        found = [lib.LLVMGetOperand(initializer, i) for i in range(lib.LLVMGetNumOperands(initializer))]
        return [Value(lib.LLVMGetOperand(ref, 0) if lib.LLVMIsAConstantExpr(ref) else ref) for ref in found]

    @property
    def has_compound_initializer(self) -> bool:
        """Is the initialiser made of other constants, or another variable's address?"""
        lib = load()
        initializer = lib.LLVMGetInitializer(self.ref)
        return bool(initializer) and bool(lib.LLVMGetNumOperands(initializer) or lib.LLVMIsAGlobalVariable(initializer))

    @property
    def is_read_only(self) -> bool:
        """Is it declared `constant`?"""
        return bool(load().LLVMIsGlobalConstant(self.ref))

    @property
    def is_thread_local(self) -> bool:
        return bool(load().LLVMIsThreadLocal(self.ref))


def attribute_number(name: str) -> int:
    """LLVM's number of an enum attribute."""
    found = _attribute_numbers.get(name)
    if found is None:
        found = _attribute_numbers[name] = load().LLVMGetEnumAttributeKindForName(name.encode(), len(name))
    return found


def sized_text(getter: object, ref: int) -> str:
    length = ctypes.c_size_t()
    pointer = getter(ref, ctypes.byref(length))  # type: ignore[operator]
    return ctypes.string_at(pointer, length.value).decode(errors="replace") if pointer else ""


def counted_text(getter: object, ref: int) -> str:
    length = ctypes.c_uint()
    pointer = getter(ref, ctypes.byref(length))  # type: ignore[operator]
    return ctypes.string_at(pointer, length.value).decode(errors="replace") if pointer else ""
