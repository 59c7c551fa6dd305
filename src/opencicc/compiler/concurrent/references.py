"""Who refers to what in a module: the facts that cutting it into parts is decided on."""

from __future__ import annotations

from opencicc.link.lto import used_names
from opencicc.llvm.ir import Instruction
from opencicc.llvm.names import LOCAL_LINKAGES
from opencicc.llvm.services import services
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencicc.llvm.ir import Function, GlobalValue, GlobalVariable, Module, Value

SHARED_SPACE = 3  # every launch has its own copy of such a variable, so two parts may have theirs too
_DISCARDABLE = (*LOCAL_LINKAGES, "linkonce", "linkonce_odr", "available_externally")


@record
class Symbol:
    """One definition: a function or a variable."""

    name: str
    is_function: bool
    size: int  # instructions of a function, its bookkeeping of the stack aside; 0 for a variable
    is_root: bool  # must be in the output, whether or not anything refers to it
    is_single: bool  # there may be only one in the program, and it can't be seen from another part
    is_constant: bool
    refers_to: tuple[str, ...]


def read_symbols(module: Module) -> dict[str, Symbol]:
    """Every definition of the module, in the module's order, variables first."""
    used = used_names(module)
    variables = [variable for variable in module.globals if not variable.name.startswith("llvm.")]
    functions = [function for function in module.functions if not function.is_intrinsic]
    references: dict[str, dict[str, None]] = {}
    taken: set[str] = set()
    values: list[GlobalValue] = [*variables, *functions]
    for value in values:
        for user, is_address in _referrers(value):
            references.setdefault(user, {})[value.name] = None
            if is_address:
                taken.add(value.name)
    symbols = {}
    for variable in variables:
        if not variable.is_declaration:
            name = variable.name
            symbols[name] = _variable(variable, tuple(references.get(name, ())), name in used)
    for function in functions:
        if not function.is_declaration:
            name = function.name
            symbols[name] = _function(function, tuple(references.get(name, ())), name in used, name in taken)
    return symbols


def _function(function: Function, refers_to: tuple[str, ...], is_used: bool, is_taken: bool) -> Symbol:
    linkage = function.linkage
    is_local = linkage in LOCAL_LINKAGES
    # A pointer to it may be compared with one from another part; a weak body may not be looked into from elsewhere.
    is_single = (linkage in _DISCARDABLE and is_taken) or linkage in ("weak", "linkonce") or (is_used and is_local)
    is_root = linkage not in _DISCARDABLE or is_used
    return Symbol(function.name, True, services().count_work(function), is_root, is_single, False, refers_to)


def _variable(variable: GlobalVariable, refers_to: tuple[str, ...], is_used: bool) -> Symbol:
    linkage = variable.linkage
    is_constant = variable.is_read_only
    is_copied = is_constant or variable.address_space == SHARED_SPACE
    is_single = (linkage in _DISCARDABLE and not is_copied) or (is_used and linkage in _DISCARDABLE)
    is_root = linkage not in _DISCARDABLE or is_used
    return Symbol(variable.name, False, 0, is_root, is_single, is_constant, refers_to)


def _referrers(value: GlobalValue) -> Iterator[tuple[str, bool]]:
    """The definitions that refer to a value, through constants too, and whether for its address rather than to call it."""
    waiting: list[Value] = [value]
    seen = {value.ref}
    while waiting:
        current = waiting.pop()
        for user in current.each_user():
            kind = user.kind
            if kind == "instruction":
                instruction = Instruction(user.ref)
                is_call = current.ref == value.ref and instruction.opcode == "call" and _only_calls(instruction, value)
                yield instruction.parent.parent.name, not is_call
            elif kind == "global_variable":
                if not user.name.startswith("llvm."):
                    yield user.name, True
            elif user.ref not in seen:
                seen.add(user.ref)
                waiting.append(user)


def _only_calls(call: Instruction, value: GlobalValue) -> bool:
    return call.callee.ref == value.ref and all(argument.ref != value.ref for argument in call.arguments)
