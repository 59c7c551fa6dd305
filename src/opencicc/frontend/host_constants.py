"""Constants of the host that clang copies to the device.

    const int table[200000] = {...};    // with external linkage: declared in a header, say

clang makes this a `.visible .const` of the device as well, used there or not, and ptxas refuses more than 64 KB
of them. nvcc knows no such copies. One that device code reads stays, as this module's own; the others go. A
`__constant__` is the host's to write and stays as it is: `include/opencicc_constants.h` marks each.
"""

from __future__ import annotations

from opencicc.llvm import constants, edit_module
from opencicc.llvm.ir import GlobalVariable, Module
from opencicc.llvm.names import CONSTANT, LOCAL_LINKAGES, USED_LISTS

MARK = "opencicc.constant"
_ANNOTATIONS = "llvm.global.annotations"


def drop(module: Module) -> None:
    marked = take_marked(module)
    copies = [variable for variable in module.globals if is_copy(variable, marked)]
    if not copies:
        return
    names = {variable.name for variable in copies}
    for list_name in USED_LISTS:
        edit_module.filter_list(module, list_name, lambda value: value.name not in names)
    for variable in copies:
        if not variable.has_uses:
            edit_module.delete_global(variable)
            continue
        edit_module.set_linkage(variable, "internal")
        edit_module.set_externally_initialized(variable, False)  # no one else can reach it: it may be folded


def is_copy(variable: GlobalVariable, marked: set[str]) -> bool:
    is_shown_constant = variable.address_space == CONSTANT and variable.linkage not in LOCAL_LINKAGES
    return is_shown_constant and not variable.is_declaration and variable.name not in marked


def take_marked(module: Module) -> set[str]:
    """The variables that the program declares __constant__; the annotations that say so are removed."""
    annotations = module.global_variable(_ANNOTATIONS)
    if annotations is None:
        return set()
    rows = [row.operands for row in annotations.initializer_elements]
    marked = set()
    for variable, text, *_ in rows:
        if constants.text_of(text) == MARK:
            marked.add(constants.without_cast(variable).name)
    edit_module.delete_global(annotations)
    for string in {operand for row in rows for operand in row[1:3]}:
        if not string.has_uses:
            edit_module.delete_global(GlobalVariable(string.ref))
    return marked
