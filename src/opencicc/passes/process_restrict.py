"""Turn restrict pointers into alias scopes.

    define ptx_kernel void @k(ptr noalias %a, ptr noalias %b)
      %v = load float, ptr %b                 %v = load float, ptr %b, !alias.scope !{b}, !noalias !{a}
      store float %v, ptr %a           =>     store float %v, ptr %a, !alias.scope !{a}, !noalias !{b}

LLVM's alias analysis reads `noalias` of parameters by itself, and its inliner makes such scopes when a call goes. What a
scope adds: an access through a phi or select of several pointers keeps what all of them promise; and pointers that no
attribute can describe get a promise, each by its own knob, because IR does not say which of them were declared so:
allow-restrict-in-struct (pointer fields of struct parameters of kernels), apply-multi-level-restrict (pointers loaded
through restrict pointers). Of those, in a kernel, what nothing is written through is marked as invariant: code generation makes
ld.global.nc of it, as LLVM itself does for plain parameters.

--kernel-params-are-restrict gives every pointer parameter of a kernel `noalias` first, which alone lets LLVM write
ld.global.nc for all that a kernel only reads.

propagate-only makes no scope: accesses that came since (unrolled, split, lowered) get those of the others through the
same pointer. Scopes of inlined functions are left alone: they end with the inlined body.

Off by default as in the product: for plain parameters LLVM sees what it says, and the other promises are the user's to
make.
"""

from __future__ import annotations

from opencicc.analysis.bases import UNKNOWN, Base, Bases
from opencicc.llvm import edit
from opencicc.llvm.edit_scopes import (
    ALIAS_SCOPE,
    NO_ALIAS,
    domain_name,
    make_domain,
    make_list,
    make_scope,
    mark_invariant,
)
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.opcodes import OPCODES
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.places import Place, at
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Value

_INVENTORY = "cicc v13.0 knob inventory"
PROCESS_RESTRICT = Option("process-restrict", False, "Turn restrict pointers into alias scopes.", source=_INVENTORY)
RESTRICT_IN_STRUCT = Option(
    "allow-restrict-in-struct",
    False,
    "Pointers inside struct parameters of kernels are restrict: none of them points where another does.",
    source=_INVENTORY,
)
MULTI_LEVEL = Option(
    "apply-multi-level-restrict",
    False,
    "Pointers loaded through restrict pointers are restrict towards all others.",
    source=_INVENTORY,
)
DUMP_RESTRICT = Option("dump-process-restrict", False, "Print the scopes made.", source=_INVENTORY)
PARAMS_ARE_RESTRICT = Option(
    "kernel-params-are-restrict",
    False,
    "Every pointer parameter of a kernel is restrict.",
    source="cicc v13.0 command line",
    aliases=("restrict",),
)
DOMAIN = "restrict "
_LOAD, _STORE, _CALL = OPCODES["load"], OPCODES["store"], OPCODES["call"]
_ADDRESS = {_LOAD: 0, _STORE: 1, OPCODES["atomicrmw"]: 0, OPCODES["cmpxchg"]: 0}
_SILENT = (
    "llvm.lifetime.",
    "llvm.dbg.",
    "llvm.assume",
    "llvm.nvvm.read.ptx.",
    "llvm.nvvm.barrier",
    "llvm.experimental.noalias",
)


@record
class Access:
    """A memory access by its instruction number, and the bases of its address."""

    number: int
    bases: frozenset[Base]
    is_write: bool


@function_pass(
    "process-restrict",
    "Turn restrict pointers into alias scopes.",
    params=("propagate-only",),
    guard="process-restrict|kernel-params-are-restrict|allow-restrict-in-struct|apply-multi-level-restrict",
    places=at(Place("opening", before="nvvm-intr-range", why="before inlining loses which pointer was an argument")),
    origin=NVIDIA_REGISTRY,
    reads=(PROCESS_RESTRICT, RESTRICT_IN_STRUCT, MULTI_LEVEL, DUMP_RESTRICT, PARAMS_ARE_RESTRICT),
    needs=(Snapshot,),
    preserves=("cfg", "snapshot"),
)
def run(function: Function, ctx: PassContext) -> bool:
    changed = ctx.option(PARAMS_ARE_RESTRICT) and mark_parameters(function)
    flat = ctx.analysis(Snapshot, function)
    accesses = find_accesses(Bases(function, flat, ctx.module.layout))
    if "propagate-only" in ctx.params:
        return propagate(flat, accesses) or changed
    promised = find_promised(function, accesses, ctx)
    if len(promised) < 1 or any(has_scopes(flat, access, function) for access in accesses):
        return changed
    scopes = make_scopes(function, promised, ctx)
    for access in accesses:
        changed = attach(flat, access, scopes, function) or changed
    if function.is_kernel and not writes_elsewhere(flat, accesses):
        changed = mark_read_only(flat, accesses, promised, function, ctx) or changed
    return changed


def mark_parameters(function: Function) -> bool:
    """Give a kernel's pointer parameters `noalias`."""
    if not function.is_kernel:
        return False
    open_ones = [
        n
        for n, value in enumerate(function.params)
        if value.type.kind == "pointer"
        and function.byval_type(n) is None
        and function.attribute("noalias", n + 1) is None
    ]
    for position in open_ones:
        edit.add_parameter_attribute(function, position, "noalias")
    return bool(open_ones)


def find_accesses(bases: Bases) -> list[Access]:
    flat, found = bases.flat, []
    for number, opcode in enumerate(flat.opcodes):
        index = _ADDRESS.get(opcode, -1)
        if index >= 0:
            found.append(Access(number, bases.of(flat.operands_of(number)[index]), opcode != _LOAD))
    return found


def find_promised(function: Function, accesses: list[Access], ctx: PassContext) -> list[Base]:
    """The bases that promise to be the only way to what they point to, in the order of their first access."""
    found: dict[Base, None] = {}
    for access in accesses:
        found.update(dict.fromkeys(base for base in access.bases if is_promised(function, base, ctx)))
    return list(found)


def is_promised(function: Function, base: Base, ctx: PassContext) -> bool:
    if base.kind == "argument":
        return function.attribute("noalias", base.value + 1) is not None and function.byval_type(base.value) is None
    if base.kind == "field":
        return function.is_kernel and ctx.option(RESTRICT_IN_STRUCT)
    return base.kind == "loaded" and ctx.option(MULTI_LEVEL)


def make_scopes(function: Function, promised: list[Base], ctx: PassContext) -> dict[Base, Value]:
    context = function.context
    domain = make_domain(context, f"{DOMAIN}{function.name}")
    names = [name_base(function, base) for base in promised]
    if ctx.option(DUMP_RESTRICT):
        ctx.show(f"{function.name}: {len(names)} restrict pointers: {', '.join(names)}")
    return {base: make_scope(context, domain, name) for base, name in zip(promised, names, strict=True)}


def name_base(function: Function, base: Base) -> str:
    name = function.params[base.value].name or f"parameter {base.value}"
    if base.kind == "argument":
        return name
    return f"{name}+{base.offset}" if base.kind == "field" else f"*{name}+{base.offset}"


def attach(flat: Snapshot, access: Access, scopes: dict[Base, Value], function: Function) -> bool:
    """Give an access the scopes of its bases, and the promise not to touch any other's."""
    if UNKNOWN in access.bases or any(base.kind == "loaded" and base not in scopes for base in access.bases):
        return False
    own = [scope for base, scope in scopes.items() if base in access.bases]
    others = [scope for base, scope in scopes.items() if base not in access.bases]
    instruction, context = flat.instruction(access.number), function.context
    if own and len(own) == len(access.bases):
        edit.set_metadata(instruction, ALIAS_SCOPE, make_list(context, own))
    if others:
        edit.set_metadata(instruction, NO_ALIAS, make_list(context, others))
    return bool(own or others)


def has_scopes(flat: Snapshot, access: Access, function: Function) -> bool:
    """Did an earlier run give this access its scopes?"""
    return domain_name(flat.instruction(access.number)) == f"{DOMAIN}{function.name}"


def writes_elsewhere(flat: Snapshot, accesses: list[Access]) -> bool:
    """Is there a write, or a call that may write, of which nobody knows where to?"""
    if any(access.is_write and UNKNOWN in access.bases for access in accesses):
        return True
    calls = (flat.instruction(number) for number, opcode in enumerate(flat.opcodes) if opcode == _CALL)
    return any(not is_silent(call) for call in calls)


def is_silent(call: Instruction) -> bool:
    callee = call.called_function
    return callee is not None and (callee.name.startswith(_SILENT) or callee.attribute("memory") == "")


def mark_read_only(
    flat: Snapshot, accesses: list[Access], promised: list[Base], function: Function, ctx: PassContext
) -> bool:
    """Loads through promised pointers that nothing is written through give the same whenever they run."""
    written = {base for access in accesses if access.is_write for base in access.bases}
    read_only = {base for base in promised if base.kind != "argument" and base not in written}
    changed = False
    for access in accesses:
        load = flat.instruction(access.number)
        if not access.is_write and access.bases and access.bases <= read_only and not load.is_volatile:
            mark_invariant(load, function.context)
            ctx.remark(load, "nothing is written through this pointer: a read-only load", name="ReadOnly")
            changed = True
    return changed


def propagate(flat: Snapshot, accesses: list[Access]) -> bool:
    """Give accesses without scopes those that others through the same bases have from an earlier run."""
    known: dict[frozenset[Base], Instruction] = {}
    for access in accesses:
        instruction = flat.instruction(access.number)
        if domain_name(instruction).startswith(DOMAIN):
            known.setdefault(access.bases, instruction)
    changed = False
    for access in accesses:
        instruction = flat.instruction(access.number)
        example = known.get(access.bases)
        if example is None or UNKNOWN in access.bases or edit.metadata(instruction, ALIAS_SCOPE) is not None:
            continue
        for kind in (ALIAS_SCOPE, NO_ALIAS):
            node = edit.metadata(example, kind)
            if node is not None:
                edit.set_metadata(instruction, kind, node)
                changed = True
    return changed
