"""The first value in a module that NVPTX's code generation can't survive or that ptxas refuses.

Scalable vectors, opaque types of other processors, pointers into unknown memory, calls with deoptimization state, accesses
that their memory does not allow, barriers and alignments that PTX has not.

One walk over all instructions, by the native helper where there is one. Questions about the size of a scalable type end
the process, so this comes before any.
"""

from __future__ import annotations

import ctypes

from opencicc.llvm.code import Instruction
from opencicc.llvm.library import load
from opencicc.llvm.names import CONSTANT, LOCAL, MOST_BARRIER, MOST_STACK_ALIGNMENT, SPACES, TENSOR
from opencicc.llvm.opcodes import CALLS
from opencicc.llvm.services import services
from opencicc.llvm.types import Type
from opencicc.llvm.values import Value
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module

SCALABLE, FOREIGN_TYPE, BUNDLE = "scalable vector", "foreign type", "bundle"
SPACE, CONSTANT_STORE, TENSOR_ACCESS, ATOMIC = "space", "constant store", "tensor access", "atomic"
BARRIER, ALIGNMENT = "barrier", "alignment"
HOPELESS_TYPES = frozenset(("scalable_vector", "target_extension"))
REFUSED_BUNDLES = frozenset(("deopt", "gc-live"))
_TRANSFERS = ("llvm.memcpy.", "llvm.memmove.", "llvm.memset.")
_BARRIERS = "llvm.nvvm.barrier.cta."
_ATOMICS = {"atomicrmw": 0, "cmpxchg": 0}  # the operand that is the pointer
_LOOKED_AT = frozenset(("load", "store", "alloca", "call", "invoke", "callbr", *_ATOMICS))
_WITH_CONSTANTS = frozenset(("store", "call", "invoke", "ret", "extractelement"))  # ... of types their result has not


@record
class Hopeless:
    """What it is (one of the words above), in which function, at which source line if known, and how it reads."""

    kind: str
    place: str
    text: str


def find(module: Module) -> Hopeless | None:
    ref = services().find_hopeless(module)
    if not ref:
        return None
    value = Value(ref)
    text = value.text.strip()
    if value.kind != "instruction":
        return Hopeless(_kind_of_type(text), "a parameter of a function", text)
    instruction = Instruction(ref)
    location = f" at {instruction.location}" if instruction.location else ""
    place = f"function {instruction.parent.parent.name}{location}"
    return Hopeless(_kind_of(instruction) or _kind_of_type(text), place, text)


def _kind_of_type(text: str) -> str:
    if "<vscale x" in text:
        return SCALABLE
    return FOREIGN_TYPE if "target(" in text else SPACE


def _kind_of(instruction: Instruction) -> str:
    """What is wrong with an instruction apart from its types, or nothing."""
    opcode = instruction.opcode
    if opcode == "load":
        return TENSOR_ACCESS if _space(instruction, 0) == TENSOR else ""
    if opcode == "store":
        return {CONSTANT: CONSTANT_STORE, TENSOR: TENSOR_ACCESS}.get(_space(instruction, 1), "")
    if opcode in _ATOMICS:
        return ATOMIC if _space(instruction, _ATOMICS[opcode]) in (CONSTANT, LOCAL, TENSOR) else ""
    if opcode == "alloca":
        return ALIGNMENT if instruction.alignment > MOST_STACK_ALIGNMENT else ""
    return _kind_of_call(instruction) if opcode in ("call", "invoke", "callbr") else ""


def _kind_of_call(call: Instruction) -> str:
    if has_refused_bundle(call.ref):
        return BUNDLE
    name = call.callee_name
    if name.startswith(_TRANSFERS):
        return CONSTANT_STORE if _space(call, 0) == CONSTANT else ""
    if name.startswith(_BARRIERS):
        return BARRIER if (call.operand(0).integer or 0) > MOST_BARRIER else ""
    return ""


def _space(instruction: Instruction, position: int) -> int:
    return instruction.operand(position).type.address_space


def has_refused_bundle(ref: int) -> bool:
    lib = load()
    if lib.LLVMGetInstructionOpcode(ref) not in CALLS:
        return False
    return any(_bundle_tag(ref, index) in REFUSED_BUNDLES for index in range(lib.LLVMGetNumOperandBundles(ref)))


def _bundle_tag(call: int, index: int) -> str:
    lib, length = load(), ctypes.c_size_t()
    bundle = lib.LLVMGetOperandBundleAtIndex(call, index)
    try:
        return ctypes.string_at(lib.LLVMGetOperandBundleTag(bundle, ctypes.byref(length)), length.value).decode()
    finally:
        lib.LLVMDisposeOperandBundle(bundle)


def walk(module: Module) -> int:
    """The helper's walk by single questions."""
    is_hopeless: dict[int, bool] = {}  # by type, of which there are few

    def has_hopeless_type(ref: int) -> bool:
        type_ = type_of(ref)
        found = is_hopeless.get(type_)
        if found is None:
            found = is_hopeless[type_] = _is_hopeless_type(Type(type_))
        return found

    type_of, source_of = load().LLVMTypeOf, load().LLVMGetGEPSourceElementType
    for function in module.definitions:
        for argument in function.params:
            if has_hopeless_type(argument.ref):
                return argument.ref
        for instruction in function.instructions:
            ref, opcode = instruction.ref, instruction.opcode
            if has_hopeless_type(ref):
                return ref
            if opcode in _WITH_CONSTANTS and any(has_hopeless_type(o.ref) for o in instruction.operands):
                return ref
            if opcode == "alloca" and _is_hopeless_type(instruction.allocated_type):
                return ref
            if opcode == "getelementptr" and _is_hopeless_type(Type(source_of(ref))):
                return ref
            if opcode in _LOOKED_AT and _kind_of(instruction):
                return ref
    return 0


def _is_hopeless_type(type_: Type) -> bool:
    return type_.holds(HOPELESS_TYPES) or any(space not in SPACES for space in type_.spaces)
