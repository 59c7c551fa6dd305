"""The first value in a module that NVPTX's code generation can't survive.

Scalable vectors, opaque types of other processors, calls with deoptimization state.

One walk over all instructions, by the native helper where there is one. Questions about the size of a scalable type end
the process, so this comes before any.
"""

from __future__ import annotations

import ctypes

from opencicc.llvm.library import load
from opencicc.llvm.opcodes import CALLS
from opencicc.llvm.services import services
from opencicc.llvm.types import Type
from opencicc.llvm.values import Instruction, Value
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module

SCALABLE, FOREIGN_TYPE, BUNDLE = "scalable vector", "foreign type", "bundle"
HOPELESS_TYPES = frozenset(("scalable_vector", "target_extension"))
REFUSED_BUNDLES = frozenset(("deopt", "gc-live"))
_WITH_CONSTANTS = frozenset(("store", "call", "invoke", "ret", "extractelement"))  # ... of types their result has not


@record
class Hopeless:
    """What it is (SCALABLE, FOREIGN_TYPE or BUNDLE), where, and how it reads."""

    kind: str
    place: str
    text: str


def find(module: Module) -> Hopeless | None:
    ref = services().find_hopeless(module)
    if not ref:
        return None
    value = Value(ref)
    text = value.text.strip()
    of_type = SCALABLE if "<vscale x" in text else FOREIGN_TYPE
    if value.kind != "instruction":
        return Hopeless(of_type, "a parameter of a function", text)
    place = f"function {Instruction(ref).parent.parent.name}"
    return Hopeless(BUNDLE if has_refused_bundle(ref) else of_type, place, text)


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
            found = is_hopeless[type_] = Type(type_).holds(HOPELESS_TYPES)
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
            if opcode == "alloca" and instruction.allocated_type.holds(HOPELESS_TYPES):
                return ref
            if opcode == "getelementptr" and Type(source_of(ref)).holds(HOPELESS_TYPES):
                return ref
            if has_refused_bundle(ref):
                return ref
    return 0
