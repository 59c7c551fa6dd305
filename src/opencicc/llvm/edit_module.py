"""Changes of a module and of what it holds: its target, its functions and variables, its lists."""

from __future__ import annotations

from opencicc.llvm.constants import without_cast
from opencicc.llvm.ir import Function, GlobalValue, Module, Value
from opencicc.llvm.library import load, pointer_array
from opencicc.llvm.opcodes import LINKAGE_NUMBERS, VISIBILITIES
from opencicc.llvm.services import services
from opencicc.llvm.types import Type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def set_module_name(module: Module, name: str) -> None:
    data = name.encode()
    load().LLVMSetModuleIdentifier(module.ref, data, len(data))


def set_triple(module: Module, triple: str) -> None:
    load().LLVMSetTarget(module.ref, triple.encode())


def set_data_layout(module: Module, layout: str) -> None:
    load().LLVMSetDataLayout(module.ref, layout.encode())


def set_target_like(module: Module, other: Module) -> None:
    """Triple and data layout of another module."""
    set_triple(module, other.triple)
    set_data_layout(module, other.data_layout)


def intrinsic(module: Module, name: str, overloads: list[Type]) -> Function:
    """The declaration of an LLVM intrinsic, made if it is not there."""
    lib, data = load(), name.encode()
    number = lib.LLVMLookupIntrinsicID(data, len(data))
    if not number:
        raise KeyError(f"libLLVM knows no intrinsic {name}")
    refs = pointer_array([t.ref for t in overloads])
    return Function(lib.LLVMGetIntrinsicDeclaration(module.ref, number, refs, len(overloads)))


def declare(module: Module, name: str, signature: Type) -> Function:
    found = module.function(name)
    return found or Function(load().LLVMAddFunction(module.ref, name.encode(), signature.ref))


def link_text(module: Module, text: str) -> None:
    """Add the functions of a text of ours to a module."""
    library = module.context.parse(text.encode(), "library")
    set_target_like(library, module)
    services().link(module.context.ref, module.ref, library.release())


def set_linkage(value: GlobalValue, linkage: str) -> None:
    load().LLVMSetLinkage(value.ref, LINKAGE_NUMBERS[linkage])


def set_visibility(value: GlobalValue, visibility: str) -> None:
    load().LLVMSetVisibility(value.ref, VISIBILITIES.index(visibility))


def set_externally_initialized(variable: GlobalValue, is_set: bool) -> None:
    load().LLVMSetExternallyInitialized(variable.ref, is_set)


def make_declaration(variable: GlobalValue) -> None:
    """A variable that another module defines: without its initialiser, external."""
    lib = load()
    lib.LLVMSetInitializer(variable.ref, None)
    lib.LLVMSetLinkage(variable.ref, LINKAGE_NUMBERS["external"])


def strip_code_placement(function: Function) -> bool:
    """Take away section, alignment and garbage collector of a function; was there any?"""
    lib, found = load(), bool(function.section or function.alignment or function.garbage_collector)
    if function.section:
        lib.LLVMSetSection(function.ref, b"")
    if function.alignment:
        lib.LLVMSetAlignment(function.ref, 0)
    if function.garbage_collector:
        lib.LLVMSetGC(function.ref, None)
    return found


def remove_personality(function: Function) -> None:
    """The caller owes that nothing in it unwinds."""
    load().LLVMSetPersonalityFn(function.ref, None)


def filter_list(module: Module, name: str, keeps: Callable[[Value], bool]) -> None:
    """Take entries out of llvm.used or llvm.compiler.used; an empty list goes."""
    lib, old = load(), module.global_variable(name)
    if old is None:
        return
    entries = Value(lib.LLVMGetInitializer(old.ref)).operands
    kept = [entry for entry in entries if keeps(without_cast(entry))]
    if len(kept) == len(entries):
        return
    delete_global(old)
    if not kept:
        return
    element, refs = kept[0].type.ref, pointer_array([entry.ref for entry in kept])
    new = lib.LLVMAddGlobalInAddressSpace(module.ref, lib.LLVMArrayType2(element, len(kept)), name.encode(), 0)
    lib.LLVMSetLinkage(new, LINKAGE_NUMBERS["appending"])
    lib.LLVMSetSection(new, b"llvm.metadata")
    lib.LLVMSetInitializer(new, lib.LLVMConstArray2(element, refs, len(kept)))


def strip_debug_info(module: Module) -> None:
    """Take away line numbers, variables and compile units."""
    module.safely("LLVMStripModuleDebugInfo")


def delete_function(function: Function) -> None:
    load().LLVMDeleteFunction(function.ref)


def delete_global(value: GlobalValue) -> None:
    load().LLVMDeleteGlobal(value.ref)
