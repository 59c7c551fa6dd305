"""The call graph and the call sites of a module, as facts. Only reads IR.

Cheap where there is nothing to inline: functions that nobody refers to are passed over, and bodies
are read only if some call could be inlined at all.
"""

from __future__ import annotations

from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.llvm.names import LOCAL_LINKAGES
from opencicc.llvm.scan import callers_of, calls_of
from opencicc.passes.inline.body import Reader
from opencicc.passes.inline.decision import Argument, FunctionFacts, Site
from opencicc.passes.inline.eligibility import is_never
from opencicc.passes.inline.order import components
from opencicc.passes.inline.types import VOID, TypeDesc

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module

# Attributes that a caller and a callee must agree in: the callee's code would change its meaning otherwise.
_AGREED = ("denormal-fp-math", "denormal-fp-math-f32", "strictfp", "sanitize_address", "sanitize_memory")
_IEEE = "ieee,ieee"
_MAX_COPY_USERS = 8


class ModuleFacts:
    """Functions by name, sites by caller, and the handles that the facts stand for."""

    def __init__(self, reader: Reader, used: list[Callee]) -> None:
        self.reader = reader
        self.functions: dict[str, FunctionFacts] = {}
        self.sites: dict[str, list[Site]] = {}
        self.refs: dict[str, int] = {}
        self.calls: dict[tuple[str, int], int] = {}  # (caller, number) to the call
        self._used = {callee.function.ref: callee for callee in used}
        self._component: dict[str, int] = {}
        self._components = 0
        self._agreed: dict[str, tuple[str, ...]] = {}

    def call(self, site: Site) -> Instruction:
        return Instruction(self.calls[site.caller, site.number])

    def function(self, name: str) -> Function:
        return Function(self.refs[name])

    @property
    def graph(self) -> dict[str, list[str]]:
        return {name: [site.callee.name for site in self.sites.get(name, ())] for name in self.functions}

    def graph_of(self, names: list[str]) -> dict[str, list[str]]:
        """The call graph as it is by now, of these functions alone."""
        wanted = set(names)
        called = {name: [site.callee.name for site in self.sites.get(name, ())] for name in names}
        return {name: [callee for callee in callees if callee in wanted] for name, callees in called.items()}

    def is_recursive(self, caller: str, callee: str) -> bool:
        """Can both reach each other?"""
        return caller == callee or self._component.get(caller) == self._component.get(callee, -1)

    def regroup(self, groups: list[tuple[str, ...]]) -> None:
        """What was inlined has split a recursion into these."""
        for number, members in enumerate(groups, self._components):
            self._component.update(dict.fromkeys(members, number))
        self._components += len(groups)

    def read_all(self, functions: list[Function]) -> None:
        """Read bodies, then the call graph, then the sites, which need both."""
        found = {}
        for function in functions:
            known = self._used.get(function.ref)
            body, calls = self.reader.body(function, known.header if known else self.reader.header(function))
            self.functions[body.name], self.refs[body.name] = body, function.ref
            found[body.name] = calls
        graph = {name: [self._used[callee].header.name for _, callee in calls] for name, calls in found.items()}
        self.regroup(components(graph))
        for name, calls in found.items():
            self._read_sites(name, calls)

    def read_again(self, name: str) -> None:
        """A function's body and sites after something was inlined into it."""
        body, calls = self.reader.body(self.function(name), self.functions[name])
        self.functions[name] = body
        self._read_sites(name, calls)

    def _read_late(self, callee: Callee) -> FunctionFacts:
        """A function that was no callee when the call graph was read; it is taken for a recursion of its own."""
        body, calls = self.reader.body(callee.function, callee.header)
        self.functions[body.name], self.refs[body.name] = body, callee.function.ref
        self.regroup([(body.name,)])
        self._read_sites(body.name, calls)
        return body

    def _read_sites(self, caller: str, calls: list[tuple[int, int]]) -> None:
        sites = self.sites[caller] = []
        for number, (call, ref) in enumerate(calls):
            self.calls[caller, number] = call
            sites.append(self._site(caller, number, Instruction(call), self._used[ref]))

    def _site(self, caller: str, number: int, call: Instruction, callee: Callee) -> Site:
        body = self.functions.get(callee.header.name, callee.header)
        if is_never(body):
            return Site(caller, body, number)
        if body.name not in self.functions:  # it was only pointed to until now
            body = self._read_late(callee)
        is_recursive = self.is_recursive(caller, body.name)
        arguments = () if body.is_alwaysinline else _arguments(self.reader, call, callee)
        if any(argument.is_copied for argument in arguments):
            body = self.functions[body.name] = self.reader.with_accesses(callee.function, body)
        return Site(
            caller,
            body,
            number,
            arguments,
            callee.result(self.reader),
            call.has_call_attribute("alwaysinline"),
            call.has_call_attribute("noinline"),
            is_recursive,
            body.linkage in LOCAL_LINKAGES and callee.uses == 1,
            self._mismatch(caller, body.name) or _signature_mismatch(call, callee.function),
        )

    def _mismatch(self, caller: str, callee: str) -> str:
        for name in (caller, callee):
            if name not in self._agreed:
                self._agreed[name] = _agreed(self.function(name))
        pairs = zip(_AGREED, self._agreed[caller], self._agreed[callee], strict=True)
        return ", ".join(name for name, one, other in pairs if one != other)


class Callee:
    """A function that somebody refers to, and where it is called."""

    __slots__ = ("_formals", "_result", "calls", "function", "header", "uses")

    def __init__(self, function: Function, header: FunctionFacts) -> None:
        self.function = function
        self.header = header
        self.calls, self.uses = calls_of(function)
        self._formals: list[tuple[TypeDesc, TypeDesc | None]] | None = None
        self._result: TypeDesc | None = None

    def formals(self, reader: Reader) -> list[tuple[TypeDesc, TypeDesc | None]]:
        """The types of its parameters, and of those by value what is passed; worked out at the first call that asks."""
        if self._formals is None:
            self._formals = []
            for index, formal in enumerate(self.function.value_type.params):
                described = reader.describe(formal.ref)
                copied = self.function.byval_type(index) if described.kind == "pointer" else None
                self._formals.append((described, reader.describe(copied.ref) if copied is not None else None))
        return self._formals

    def result(self, reader: Reader) -> TypeDesc:
        if self._result is None:
            found = reader.describe(self.function.value_type.result.ref)
            self._result = VOID if found.kind == "void" else found
        return self._result


def used_functions(module: Module, reader: Reader) -> list[Callee]:
    """Functions that are referred to, intrinsics apart."""
    return [
        Callee(function, reader.header(function))
        for function in module.functions
        if function.has_uses and not function.is_intrinsic
    ]


def collect(module: Module, reader: Reader, used: list[Callee]) -> ModuleFacts | None:
    """Facts for all callers and callees where something may be inlined, or None."""
    candidates = [callee for callee in used if callee.calls and not is_never(callee.header)]
    callers = callers_of([call for one in candidates for call in one.calls])
    if not callers:
        return None
    wanted = callers | {callee.function.ref for callee in candidates}
    facts = ModuleFacts(reader, used)
    facts.read_all([function for function in module.functions if function.ref in wanted])
    return facts


def _signature_mismatch(call: Instruction, callee: Function) -> str:
    same = call.called_type == callee.value_type and call.calling_convention == callee.calling_convention
    return "" if same else "signature"


def _agreed(function: Function) -> tuple[str, ...]:
    found = (function.attribute(name) for name in _AGREED)
    return tuple("" if value in (None, _IEEE) else f"={value}" for value in found)


def _arguments(reader: Reader, call: Instruction, callee: Callee) -> tuple[Argument, ...]:
    found = []
    for (described, passed), value in zip(callee.formals(reader), call.arguments, strict=False):
        if passed is not None:
            found.append(Argument(passed, passed, is_copied=True))
            continue
        actual = reader.describe(value.type.ref)
        is_copied = described.kind == "pointer" and _is_copy(value)
        found.append(Argument(actual, described, is_copied, value.is_constant))
    return tuple(found)


def _is_copy(pointer: Value) -> bool:
    """Is this a local object that was filled by one copy, for this call?"""
    if pointer.kind != "instruction" or Instruction(pointer.ref).opcode != "alloca":
        return False
    copies = others = 0
    for user in pointer.each_user():
        if copies + others > _MAX_COPY_USERS:
            break
        name = Instruction(user.ref).callee_name if user.kind == "instruction" else ""
        copies += name.startswith("llvm.memcpy") and user.operand(0) == pointer
        others += not name.startswith(("llvm.memcpy", "llvm.lifetime"))
    return copies == 1 and others == 1
