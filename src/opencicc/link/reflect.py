"""Answer `__nvvm_reflect` queries and remove the branches that the answers leave dead.

    %r = call i32 @__nvvm_reflect(ptr @"__CUDA_FTZ")      br label %plain
    %c = icmp ne i32 %r, 0                             =>
    br i1 %c, label %flushing, label %plain

One libdevice serves every architecture and precision mode this way. LLVM has a pass of the same
name, but it answers 0 to the precision queries, which makes every square root approximate; so the
values are ours and LLVM only cleans up. A query whose text is not a constant is left alone: a
later round, after inlining, may see it. The cost is three lookups when nothing asks.
"""

from __future__ import annotations

from opencicc.link.settings import LinkSettings
from opencicc.llvm import edit, edit_module
from opencicc.llvm.constants import text_of
from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.ir import Function, GlobalVariable, Instruction, Module, Value
from opencicc.llvm.metadata import operands_of
from opencicc.llvm.metadata import text_of as text_of_string
from opencicc.llvm.names import LOCAL_LINKAGES
from opencicc.llvm.scan import callers_of, calls_of
from opencicc.target import Target

NAMES = ("__nvvm_reflect", "__nvvm_reflect_ocl", "llvm.nvvm.reflect", "llvm.nvvm.reflect.p0")
FTZ_FLAG = "nvvm-reflect-ftz"
# Folds the compares, makes decided branches unconditional, drops dead edges, trivial phis and empty
# blocks, and leaves everything else as it was written: this runs at -O0 too.
CLEAN_UP = (
    "instsimplify,simplifycfg<no-forward-switch-cond;no-switch-to-lookup;keep-loops;no-hoist-common-insts;"
    "no-sink-common-insts;no-speculate-blocks;no-simplify-cond-branch>"
)
_CASTS = ("bitcast", "addrspacecast")
_TO_GENERIC = "llvm.nvvm.ptr.constant.to.gen"


def resolve(module: Module, target: Target, settings: LinkSettings) -> int:
    """Replace every constant query by its answer; how many there were."""
    if module.function_names.all.isdisjoint(NAMES):
        return 0
    return resolve_with(module, answers(module, target, settings))


def resolve_with(module: Module, known: dict[str, int]) -> int:
    """The same with answers that are known already."""
    found = [reflect for reflect in map(module.function, NAMES) if reflect is not None]
    return sum(_resolve_calls(reflect, known) for reflect in found)


def answers(module: Module, target: Target, settings: LinkSettings) -> dict[str, int]:
    """The value of each query; every other text is answered with 0."""
    return {
        "__CUDA_ARCH": target.cuda_arch,
        "__CUDA_FTZ": int(is_flushing(module, settings)),
        "__CUDA_PREC_DIV": int(settings.prec_div),
        "__CUDA_PREC_SQRT": int(settings.prec_sqrt),
    }


def is_flushing(module: Module, settings: LinkSettings) -> bool:
    return settings.ftz if settings.ftz is not None else is_ftz_flagged(module)


def is_ftz_flagged(module: Module) -> bool:
    """Did the front end compile with -ftz? It says so in a module flag."""
    rows = map(operands_of, module.metadata_rows("llvm.module.flags"))
    return any(len(row) == 3 and text_of_string(row[1]) == FTZ_FLAG and bool(row[2].integer) for row in rows)


def _resolve_calls(reflect: Function, known: dict[str, int]) -> int:
    variables: set[GlobalVariable] = set()
    answers_by_argument: dict[int, Value | None] = {}
    calls, answered = calls_of(reflect)[0], []
    for call, caller in zip(map(Instruction, calls), callers_of(calls), strict=True):
        argument = call.operand(0)
        if argument.ref not in answers_by_argument:
            variable = find_text_variable(argument)
            query = text_of(variable) if variable is not None else None
            constant = edit.constant_int(call.type, known.get(query, 0)) if query is not None else None
            answers_by_argument[argument.ref] = constant
            variables |= {variable} if variable is not None else set()
        answer = answers_by_argument[argument.ref]
        if answer is not None:
            answered.append(caller)
            edit.replace_and_erase(call, answer)
    for caller in dict.fromkeys(answered):
        run_on_function(Function(caller), CLEAN_UP)
    _remove_leftovers(reflect, variables)
    return len(answered)


def find_text_variable(pointer: Value) -> GlobalVariable | None:
    """The global variable behind casts, address computations of offset 0 and old conversion calls."""
    while pointer.kind != "global_variable":
        inner = _look_through(pointer)
        if inner is None:
            return None
        pointer = inner
    return GlobalVariable(pointer.ref)


def _look_through(pointer: Value) -> Value | None:
    kind, operands = pointer.kind, pointer.operands
    if kind == "instruction":
        instruction = Instruction(pointer.ref)
        if instruction.callee_name.startswith(_TO_GENERIC):
            return instruction.arguments[0]
        if instruction.opcode not in (*_CASTS, "getelementptr"):
            return None
    elif kind != "constant_expr":
        return None
    return operands[0] if all(index.integer == 0 for index in operands[1:]) else None


def _remove_leftovers(reflect: Function, variables: set[GlobalVariable]) -> None:
    """Without this the query texts would be variables in the PTX at -O0."""
    if not reflect.has_uses:
        edit_module.delete_function(reflect)
    for variable in variables:
        if variable.linkage in LOCAL_LINKAGES and not _has_live_uses(variable):
            edit.replace_all_uses(variable, edit.null(variable.type))  # by constants that nobody uses
            edit_module.delete_global(variable)


def _has_live_uses(value: Value) -> bool:
    return any(user.kind != "constant_expr" or _has_live_uses(user) for user in value.users)
