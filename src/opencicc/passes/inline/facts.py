"""The call graph and the call sites of a module, as facts. Only reads IR.

Cheap where there is nothing to inline: functions that nobody refers to are passed over, and bodies
are read only if some call could be inlined at all.
"""

from __future__ import annotations

from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.library import load
from opencicc.llvm.opcodes import OPCODES
from opencicc.passes.inline.body import Reader
from opencicc.passes.inline.decision import Argument, FunctionFacts, Site
from opencicc.passes.inline.eligibility import is_never
from opencicc.passes.inline.order import components
from opencicc.passes.inline.types import VOID, TypeDesc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module

_CALL, _ALLOCA = OPCODES["call"], OPCODES["alloca"]
_FUNCTION_INDEX = 0xFFFFFFFF
_LOCAL = ("internal", "private")
# Attributes that a caller and a callee must agree in: the callee's code would change its meaning otherwise.
_AGREED = ("denormal-fp-math", "denormal-fp-math-f32", "strictfp", "sanitize_address", "sanitize_memory")
_IEEE = "ieee,ieee"
_MAX_COPY_USERS = 8


class ModuleFacts:
    """Functions by name, sites by caller, and the handles that the facts stand for."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.functions: dict[str, FunctionFacts] = {}
        self.sites: dict[str, list[Site]] = {}
        self.refs: dict[str, int] = {}
        self.calls: dict[tuple[str, int], int] = {}  # (caller, number) to the call

    def call(self, site: Site) -> Instruction:
        return Instruction(self.calls[site.caller, site.number])

    def function(self, name: str) -> Function:
        return Function(self.refs[name])

    @property
    def graph(self) -> dict[str, list[str]]:
        return {name: [site.callee.name for site in self.sites.get(name, ())] for name in self.functions}


class Callee:
    """A function that somebody refers to, and where it is called."""

    __slots__ = ("function", "header", "calls", "uses", "agreed")

    def __init__(self, function: Function, header: FunctionFacts) -> None:
        self.function = function
        self.header = header
        self.calls, self.uses = calls_of(function)


def calls_of(function: Function) -> tuple[list[int], int]:
    """The calls that name a function, and how many uses it has in all."""
    lib = load()
    calls, uses = [], 0
    use = lib.LLVMGetFirstUse(function.ref)
    while use:
        uses += 1
        user = lib.LLVMGetUser(use)
        if lib.LLVMIsACallInst(user) and lib.LLVMGetCalledValue(user) == function.ref:
            calls.append(user)
        use = lib.LLVMGetNextUse(use)
    return calls, uses


def used_functions(module: Module, reader: Reader) -> list[Callee]:
    """Functions that are referred to, intrinsics apart."""
    lib = load()
    return [
        Callee(function, reader.header(function))
        for function in module.functions
        if lib.LLVMGetFirstUse(function.ref) and not lib.LLVMGetIntrinsicID(function.ref)
    ]


def collect(module: Module, reader: Reader, used: list[Callee]) -> ModuleFacts | None:
    """Facts for all callers and callees where something may be inlined, or None."""
    lib = load()
    candidates = [callee for callee in used if callee.calls and not is_never(callee.header)]
    callers = {
        lib.LLVMGetBasicBlockParent(lib.LLVMGetInstructionParent(call)) for one in candidates for call in one.calls
    }
    if not callers:
        return None
    by_ref = {callee.function.ref: callee for callee in used}
    wanted = callers | {callee.function.ref for callee in candidates}
    facts = ModuleFacts(reader)
    found: dict[str, list[tuple[int, int]]] = {}
    names: dict[int, str] = {}
    for function in module.functions:
        if function.ref not in wanted:
            continue
        known = by_ref.get(function.ref)
        body, calls = reader.body(function, known.header if known else reader.header(function))
        facts.functions[body.name] = body
        facts.refs[body.name] = function.ref
        names[function.ref] = body.name
        found[body.name] = calls
    for callee in used:
        if callee.function.ref not in names:
            names[callee.function.ref] = callee.header.name
    _add_sites(facts, found, names, by_ref)
    return facts


def _add_sites(
    facts: ModuleFacts, found: dict[str, list[tuple[int, int]]], names: dict[int, str], by_ref: dict[int, Callee]
) -> None:
    graph = {name: [names[callee] for _, callee in calls if callee in names] for name, calls in found.items()}
    component = {name: number for number, members in enumerate(components(graph)) for name in members}
    agreed: dict[str, tuple[str, ...]] = {}
    for caller, calls in found.items():
        sites = facts.sites[caller] = []
        for number, (call, ref) in enumerate(calls):
            callee = by_ref[ref]
            body = facts.functions.get(callee.header.name, callee.header)
            sites.append(_site(facts, caller, number, call, callee, body, component, agreed))
            facts.calls[caller, number] = call


def _site(
    facts: ModuleFacts,
    caller: str,
    number: int,
    call: int,
    callee: Callee,
    body: FunctionFacts,
    component: dict[str, int],
    agreed: dict[str, tuple[str, ...]],
) -> Site:
    is_recursive = component.get(caller) == component.get(body.name)
    is_last = body.linkage in _LOCAL and callee.uses == 1
    if is_never(body):
        return Site(caller, body, number, is_recursive=is_recursive)
    for name in (caller, body.name):
        if name not in agreed:
            agreed[name] = _agreed(facts.function(name))
    differing = [n for n, a, b in zip(_AGREED, agreed[caller], agreed[body.name], strict=True) if a != b]
    return Site(
        caller,
        body,
        number,
        _arguments(facts.reader, call, callee.function),
        _result(facts.reader, callee.function),
        has_call_attribute(call, "alwaysinline"),
        has_call_attribute(call, "noinline"),
        is_recursive,
        is_last,
        ", ".join(differing) or _signature_mismatch(call, callee.function),
    )


def _signature_mismatch(call: int, callee: Function) -> str:
    lib = load()
    same = lib.LLVMGetCalledFunctionType(call) == lib.LLVMGlobalGetValueType(callee.ref)
    same = same and lib.LLVMGetInstructionCallConv(call) == lib.LLVMGetFunctionCallConv(callee.ref)
    return "" if same else "signature"


def _agreed(function: Function) -> tuple[str, ...]:
    found = (function.attribute(name) for name in _AGREED)
    return tuple("" if value in (None, _IEEE) else f"={value}" for value in found)


_kinds: dict[str, int] = {}


def attribute_kind(name: str) -> int:
    if name not in _kinds:
        _kinds[name] = load().LLVMGetEnumAttributeKindForName(name.encode(), len(name))
    return _kinds[name]


def has_call_attribute(call: int, name: str) -> bool:
    return bool(load().LLVMGetCallSiteEnumAttribute(call, _FUNCTION_INDEX, attribute_kind(name)))


def _result(reader: Reader, callee: Function) -> TypeDesc:
    lib = load()
    ref = lib.LLVMGetReturnType(lib.LLVMGlobalGetValueType(callee.ref))
    found = reader.describe(ref)
    return VOID if found.kind == "void" else found


def _arguments(reader: Reader, call: int, callee: Function) -> tuple[Argument, ...]:
    lib = load()
    formals = callee.value_type.params
    byval = attribute_kind("byval")
    found = []
    for index, formal in enumerate(formals):
        if index >= lib.LLVMGetNumArgOperands(call):
            break
        value = lib.LLVMGetArgOperand(call, index)
        described = reader.describe(formal.ref)
        is_byval = described.kind == "pointer" and lib.LLVMGetEnumAttributeAtIndex(callee.ref, index + 1, byval)
        if is_byval:
            passed = reader.describe(lib.LLVMGetTypeAttributeValue(is_byval))
            found.append(Argument(passed, passed, is_copied=True))
            continue
        actual = reader.describe(lib.LLVMTypeOf(value))
        is_copied = described.kind == "pointer" and _is_copy(value)
        found.append(Argument(actual, described, is_copied, bool(lib.LLVMIsAConstant(value))))
    return tuple(found)


def _is_copy(pointer: int) -> bool:
    """Is this a local object that was filled by one copy, for this call?"""
    lib = load()
    if not lib.LLVMIsAInstruction(pointer) or lib.LLVMGetInstructionOpcode(pointer) != _ALLOCA:
        return False
    copies = others = 0
    use = lib.LLVMGetFirstUse(pointer)
    while use and copies + others <= _MAX_COPY_USERS:
        user = lib.LLVMGetUser(use)
        name = Instruction(user).callee_name if lib.LLVMIsAInstruction(user) else ""
        copies += name.startswith("llvm.memcpy") and lib.LLVMGetOperand(user, 0) == pointer
        others += not name.startswith(("llvm.memcpy", "llvm.lifetime"))
        use = lib.LLVMGetNextUse(use)
    return copies == 1 and others == 1
