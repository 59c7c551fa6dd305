"""Several modules as one program: what nobody outside can ask for becomes internal, what nobody needs goes.

Kernels stay (or the selected ones), and symbols in `llvm.used` or named by --keep-symbols: the host
launches kernels and copies to and from the variables it knows. Everything else is internal to the
program, so that the pipeline may inline, specialise and remove it; dead functions, kernels that were
not selected and dead variables are removed here.
"""

from __future__ import annotations

from opencicc.errors import LinkError, suggest
from opencicc.llvm import edit_module, native
from opencicc.llvm.ir import Function, GlobalValue, GlobalVariable, Module
from opencicc.llvm.names import LOCAL_LINKAGES, USED_LISTS
from opencicc.llvm.native import TargetMachine
from opencicc.trace import Remark, Trace


def internalize(module: Module, keep: tuple[str, ...], machine: TargetMachine, trace: Trace) -> list[str]:
    """Make the program's own symbols internal and remove the dead ones; the names of those removed."""
    functions = {function.name: function for function in module.definitions}
    variables = {variable.name: variable for variable in module.globals if not variable.is_declaration}
    check_kept(keep, [*functions, *variables])
    kept = {*keep, *used_names(module)}
    for function in functions.values():
        if not function.is_kernel and function.name not in kept:
            _make_internal(function)
    for variable in variables.values():
        if variable.name not in kept and not variable.name.startswith("llvm."):
            _make_internal(variable)
    native.run_passes(module, "globaldce", machine)
    left = {function.name for function in module.definitions} | {v.name for v in module.globals}
    removed = [name for name in (*functions, *variables) if name not in left]
    for name in removed:
        trace.remark(Remark("passed", "lto", "DeadSymbol", name, "removed: nothing in the program needs it"))
    return removed


def check_kept(keep: tuple[str, ...], defined: list[str]) -> None:
    for name in keep:
        if name not in defined:
            raise LinkError(
                f"--keep-symbols names '{name}', which the program does not define",
                at="--keep-symbols",
                fix=f"{suggest(name, defined)}leave it out, or link the module that defines it",
            )


def used_names(module: Module) -> set[str]:
    """What llvm.used and llvm.compiler.used list."""
    names: set[str] = set()
    for list_name in USED_LISTS:
        variable = module.global_variable(list_name)
        if variable is not None:
            names.update(element.name for element in variable.initializer_elements)
    return names


def _make_internal(value: Function | GlobalVariable) -> None:
    if value.linkage not in LOCAL_LINKAGES:
        _drop_visibility(value)
        edit_module.set_linkage(value, "internal")


def _drop_visibility(value: GlobalValue) -> None:
    if value.visibility != "default":
        edit_module.set_visibility(value, "default")
