"""The call graph and the call sites of a module, as facts. Only reads IR.

Cheap where there is nothing to inline: functions that nobody refers to are passed over, and bodies
are read only if some call could be inlined at all.
"""

from __future__ import annotations

from opencicc.llvm.calls import ARGUMENT_CONSTANT, ARGUMENT_COPIED, CALL_DIFFERS, CALL_FORBIDDEN, CALL_FORCED
from opencicc.llvm.ir import Function, Instruction
from opencicc.llvm.names import LOCAL_LINKAGES
from opencicc.llvm.services import services
from opencicc.passes.inline.body import AGREED, Reader, traits_of
from opencicc.passes.inline.decision import Argument, FunctionFacts, Site
from opencicc.passes.inline.model_a import count_marshalling
from opencicc.passes.inline.order import components
from opencicc.passes.inline.types import VOID, TypeDesc
from opencicc.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencicc.llvm.calls import CallFacts, FunctionHeader
    from opencicc.llvm.ir import Module

_IEEE = "ieee,ieee"


class ModuleFacts:
    """Functions by name, sites by caller, and the handles that the facts stand for."""

    def __init__(self, reader: Reader, used: list[Callee]) -> None:
        self.reader = reader
        self.functions: dict[str, FunctionFacts] = {}
        self.sites: dict[str, list[Site]] = {}
        self.refs: dict[str, int] = {}
        self.calls: dict[tuple[str, int], int] = {}  # (caller, number) to the call
        self._used = {callee.ref: callee for callee in used}
        self.groups: list[tuple[str, ...]] | None = None  # components of the call graph, until a body changes
        self._component: dict[str, int] = {}
        self._components = 0
        self._mismatches: dict[tuple[int, int], str] = {}  # by the groups of caller and callee

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

    def read_all(self, functions: list[int]) -> None:
        """Read bodies, then the call graph, then the sites, which need both."""
        headers = self.reader.headers
        found = self._read_bodies({ref: traits_of(headers[ref])[0] for ref in functions})
        used = self._used
        graph = {name: [used[callee].name for _, callee in calls] for name, calls in found.items()}
        self.groups = components(graph)
        self.regroup(self.groups)
        facts = iter(services().call_facts([call for calls in found.values() for call, _ in calls]))
        for name, calls in found.items():
            self._read_sites(name, calls, facts)

    def read_again(self, name: str) -> None:
        """A function's body and sites after something was inlined into it."""
        self._read_one(self.refs[name], self.functions[name])

    def _read_late(self, callee: Callee) -> FunctionFacts:
        """A function that was no callee when the call graph was read; it is taken for a recursion of its own."""
        self.regroup([(callee.name,)])
        self._read_one(callee.ref, callee.header)
        return self.functions[callee.name]

    def _read_one(self, ref: int, header: FunctionFacts) -> None:
        self.groups = None
        calls = self._read_bodies({ref: header})[header.name]
        self._read_sites(header.name, calls, iter(services().call_facts([call for call, _ in calls])))

    def _read_bodies(self, headers: dict[int, FunctionFacts]) -> dict[str, list[tuple[int, int]]]:
        """The calls of functions by who makes them: (call, callee)."""
        found = {}
        for ref, (body, calls) in zip(headers, self.reader.bodies(headers), strict=True):
            self.functions[body.name], self.refs[body.name] = body, ref
            found[body.name] = calls
        return found

    def _read_sites(self, caller: str, calls: list[tuple[int, int]], facts: Iterator[CallFacts]) -> None:
        """`facts` gives what stands at the calls, one after the other."""
        sites = self.sites[caller] = []
        if not calls:
            return
        used, functions, component = self._used, self.functions, self._component
        group = self.reader.headers[self.refs[caller]].group
        for number, (call, ref) in enumerate(calls):
            self.calls[caller, number] = call
            callee, what = used[ref], next(facts)
            key = (*what, group)
            like = callee.sites.get(key)
            if like is None or like["callee"] is not functions.get(callee.name):
                site = self._site(caller, number, call, callee, group, *what)
                sites.append(site)
                if not (what[0] & CALL_DIFFERS or site.callee.refusal):
                    callee.sites[key] = like_it(site)
                continue
            site = Site.__new__(Site)  # thousands in a compile, so without naming every field
            described = site.__dict__
            described.update(like)
            described["caller"], described["number"] = caller, number
            if component[caller] == component.get(callee.name, -1):
                described["is_recursive"], described["is_open"] = True, False
            sites.append(site)

    def _site(
        self, caller: str, number: int, call: int, callee: Callee, group: int, at_call: int, kinds: bytes
    ) -> Site:
        body = self.functions.get(callee.name) or callee.header
        if body.refusal:
            return Site(caller, body, number)
        if body.name not in self.functions:  # it was only pointed to until now
            body = self._read_late(callee)
        arguments: tuple[Argument, ...] = ()
        result = VOID
        if not body.is_alwaysinline:  # which is never charged
            arguments, result = callee.arguments(self.reader, call, at_call, kinds), callee.result(self.reader)
            if True in [argument.is_copied for argument in arguments]:
                body = self.functions[body.name] = self.reader.with_accesses(Function(callee.ref), body)
        mismatch = "" if group == callee.group else self._mismatch(caller, group, callee)
        return Site(
            caller,
            body,
            number,
            arguments,
            result,
            at_call & CALL_FORCED != 0,
            at_call & CALL_FORBIDDEN != 0,
            self._component[caller] == self._component.get(body.name, -1),
            callee.uses == 1 and body.linkage in LOCAL_LINKAGES,
            mismatch or ("signature" if at_call & CALL_DIFFERS else ""),
        )

    def _mismatch(self, caller: str, group: int, callee: Callee) -> str:
        """The attributes that must be the same and are not."""
        found = self._mismatches.get((group, callee.group))
        if found is None:
            pairs = zip(AGREED, _agreed(self.function(caller)), _agreed(Function(callee.ref)), strict=True)
            found = ", ".join(name for name, one, other in pairs if one != other)
            self._mismatches[group, callee.group] = found
        return found


def like_it(site: Site) -> dict[str, object]:
    """What another site is made of that differs in caller and number, and outside of recursions."""
    other = replace(site, is_recursive=False)
    if other.is_open:
        count_marshalling(other)  # which is kept there, as the answer above is
    return other.__dict__


class Callee:
    """A function that somebody refers to, and where it is called."""

    __slots__ = ("_arguments", "_formals", "_header", "_result", "callers", "calls", "group", "name", "ref", "refusal",
                 "sites", "traits", "uses")  # fmt: skip

    def __init__(self, ref: int, header: FunctionHeader, name: str) -> None:
        self.ref, self.name = ref, name
        self.traits, self.refusal = traits_of(header)
        self.calls, self.callers, self.uses, self.group = header.calls, header.callers, header.uses, header.group
        self.sites: dict[tuple[int, bytes, int], dict[str, object]] = {}  # what calls of one kind have in common
        self._arguments: dict[bytes, tuple[Argument, ...]] = {}
        self._formals: list[tuple[TypeDesc, TypeDesc | None]] | None = None
        self._result: TypeDesc | None = None
        self._header: FunctionFacts | None = None

    @property
    def header(self) -> FunctionFacts:
        """All that can be said of it without looking into its body."""
        if self._header is None:
            self._header = replace(self.traits, name=self.name)
        return self._header

    def arguments(self, reader: Reader, call: int, at_call: int, kinds: bytes) -> tuple[Argument, ...]:
        """What a call hands over: the same for calls of the function's own type that hand over things of the same kinds."""
        found = self._arguments.get(kinds)
        if found is not None and not at_call & CALL_DIFFERS:
            return found
        formals = self.formals(reader)
        if at_call & CALL_DIFFERS:
            actuals = [reader.describe(value.type.ref) for value in Instruction(call).arguments]
            return _arguments(formals, actuals, kinds)
        found = self._arguments[kinds] = _arguments(formals, [formal for formal, _ in formals], kinds)
        return found

    def formals(self, reader: Reader) -> list[tuple[TypeDesc, TypeDesc | None]]:
        """The types of its parameters, and of those by value what is passed; worked out at the first call that asks."""
        if self._formals is None:
            self._formals = []
            function = Function(self.ref)
            for index, formal in enumerate(function.value_type.params):
                described = reader.describe(formal.ref)
                copied = function.byval_type(index) if described.kind == "pointer" else None
                self._formals.append((described, reader.describe(copied.ref) if copied is not None else None))
        return self._formals

    def result(self, reader: Reader) -> TypeDesc:
        if self._result is None:
            found = reader.describe(Function(self.ref).value_type.result.ref)
            self._result = VOID if found.kind == "void" else found
        return self._result


def _arguments(
    formals: list[tuple[TypeDesc, TypeDesc | None]], actuals: list[TypeDesc], kinds: bytes
) -> tuple[Argument, ...]:
    return tuple(
        [
            Argument(passed, passed, is_copied=True)
            if passed is not None
            else Argument(
                actual, formal, formal.kind == "pointer" and kind & ARGUMENT_COPIED != 0, kind & ARGUMENT_CONSTANT != 0
            )
            for (formal, passed), actual, kind in zip(formals, actuals, kinds, strict=False)
        ]
    )


def used_functions(module: Module, reader: Reader) -> list[Callee]:
    """Functions that are referred to, intrinsics apart."""
    reader.read_headers(module)
    return [Callee(ref, header, reader.name(ref)) for ref, header in reader.headers.items() if header.uses]


def collect(reader: Reader, used: list[Callee]) -> ModuleFacts | None:
    """Facts for all callers and callees where something may be inlined, or None."""
    candidates = [callee for callee in used if callee.calls and not callee.refusal]
    wanted = {caller for callee in candidates for caller in callee.callers}
    if not wanted:
        return None
    wanted.update(callee.ref for callee in candidates)
    facts = ModuleFacts(reader, used)
    facts.read_all([ref for ref in reader.headers if ref in wanted])
    return facts


def _agreed(function: Function) -> tuple[str, ...]:
    found = (function.attribute(name) for name in AGREED)
    return tuple("" if value in (None, _IEEE) else f"={value}" for value in found)
