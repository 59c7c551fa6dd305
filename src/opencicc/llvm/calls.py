"""What functions say of themselves without a look into their bodies, who calls them, and what stands at a call.

For questions about every function and call of a module: both are asked for all at once.
"""

from __future__ import annotations

from opencicc.llvm.code import Function, Instruction
from opencicc.llvm.library import load
from opencicc.llvm.opcodes import LINKAGES, PTX_KERNEL_CALLING_CONVENTION, VISIBILITIES
from opencicc.llvm.scan import callers_of, calls_of
from opencicc.llvm.values import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.llvm.ir import Module

    CallFacts = tuple[int, bytes]  # CALL_* of a call, and a byte of ARGUMENT_* for each of its arguments

# As in native/ocx.h. At the call stands `alwaysinline`, or `noinline`, or its type or convention is not its callee's.
CALL_FORCED, CALL_FORBIDDEN, CALL_DIFFERS = 1, 2, 4
# A constant, and a stack object that was filled by one copy for this call.
ARGUMENT_CONSTANT, ARGUMENT_COPIED = 1, 2
_MOST_COPY_USERS = 8


class FunctionHeader:
    """A function that has a body or that something refers to. Calls are those that name it, uses all that refer to it."""

    __slots__ = ("callers", "calls", "group", "name", "ref", "traits", "uses")

    def __init__(self, name: str, numbers: Sequence[int], calls: list[int], callers: list[int]) -> None:
        self.name, self.calls, self.callers = name, calls, callers
        self.ref = numbers[0]
        # What many functions of many modules share: linkage, visibility, convention, is it a declaration, does it take variable
        # arguments, and a bit for each attribute that was asked for.
        self.traits = (*numbers[1:7],)
        self.group, self.uses = numbers[7:9]  # functions of one group agree in all attributes that were asked for

    @property
    def linkage(self) -> str:
        return LINKAGES[self.traits[0]]

    @property
    def visibility(self) -> str:
        return VISIBILITIES[self.traits[1]]

    @property
    def is_kernel(self) -> bool:
        return self.traits[2] == PTX_KERNEL_CALLING_CONVENTION

    @property
    def is_declaration(self) -> bool:
        return bool(self.traits[3])

    @property
    def is_vararg(self) -> bool:
        return bool(self.traits[4])

    @property
    def attributes(self) -> int:
        return self.traits[5]


def read_headers(module: Module, attributes: str, agreed: str) -> list[FunctionHeader]:
    """The same as `services().function_headers` without the native helper."""
    lib, asked, groups = load(), attributes.split(), dict[tuple[str | None, ...], int]()
    found = []
    for function in module.functions:
        if function.is_intrinsic or (function.is_declaration and not function.has_uses):
            continue
        calls, uses = calls_of(function)
        values = tuple(function.attribute(name) for name in agreed.split())
        has = sum(function.has_enum_attribute(name) << number for number, name in enumerate(asked))
        numbers = (
            function.ref, lib.LLVMGetLinkage(function.ref), lib.LLVMGetVisibility(function.ref), function.calling_convention,
            function.is_declaration, function.value_type.is_vararg, has, groups.setdefault(values, len(groups)), uses,
        )  # fmt: skip
        found.append(FunctionHeader(function.name, numbers, calls, callers_of(calls)))
    return found


def read_call(call: Instruction) -> CallFacts:
    """The same as `services().call_facts` without the native helper."""
    callee = Function(call.callee.ref)
    is_same = call.called_type == callee.value_type and call.calling_convention == callee.calling_convention
    facts = CALL_FORCED * call.has_call_attribute("alwaysinline") | CALL_FORBIDDEN * call.has_call_attribute("noinline")
    return facts | CALL_DIFFERS * (not is_same), bytes(_argument_facts(value) for value in call.arguments)


def _argument_facts(value: Value) -> int:
    is_copied = value.type.kind == "pointer" and _is_copy(value)
    return ARGUMENT_CONSTANT * value.is_constant | ARGUMENT_COPIED * is_copied


def _is_copy(pointer: Value) -> bool:
    """Is this a local object that was filled by one copy, for this call?"""
    if pointer.kind != "instruction" or Instruction(pointer.ref).opcode != "alloca":
        return False
    copies = others = 0
    for user in pointer.each_user():
        if copies + others > _MOST_COPY_USERS:
            break
        name = Instruction(user.ref).callee_name if user.kind == "instruction" else ""
        copies += name.startswith("llvm.memcpy") and user.operand(0) == pointer
        others += not name.startswith(("llvm.memcpy", "llvm.lifetime"))
    return copies == 1 and others == 1
