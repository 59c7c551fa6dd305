"""Which memory the pointers that functions are given and give back may point to: by all their calls, across the module.

A function is closed when every use of it is a direct call in this module; only then do the calls say all. What pointers
are starts as nothing and grows until no call brings anything new, so recursion needs no special case: a function that
hands on its own parameter adds nothing.
"""

from __future__ import annotations

from opencicc.analysis.leaks import pointers_in_memory
from opencicc.analysis.spaces import ANYWHERE, FROM_HOST, NOWHERE, Rules, SpaceWalk
from opencicc.llvm.ir import Function, Instruction, Module
from opencicc.llvm.names import GENERIC, LOCAL_LINKAGES
from opencicc.llvm.opcodes import OPCODES, VALUE_KINDS
from opencicc.llvm.types import Type
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.llvm.snapshot import Snapshot

_CALL, _RETURN = OPCODES["call"], OPCODES["ret"]
_FUNCTION = VALUE_KINDS.index("function")
_EXACT = ("external", *LOCAL_LINKAGES)  # another module can't bring another body


@record
class Site:
    """A direct call: the caller and the number of the instruction."""

    caller: Function
    number: int


class Callee:
    """A function with a body: its generic pointer parameters, its calls, whether they are all, and what is known."""

    def __init__(self, function: Function, flat: Snapshot) -> None:
        self.function = function
        self.flat = flat
        self.pointers = [n for n in range(flat.arguments) if _is_plain_pointer(function, flat, n)]
        self.gives_pointer = _is_generic(function.value_type.result)
        self.sites: list[Site] = []
        self.is_closed = False
        self.arguments: dict[int, int] = {}
        self.result = NOWHERE


class CallGraph:
    """All functions of a module, and the masks of their parameters and results."""

    def __init__(
        self, module: Module, rules: Rules, snapshot_of: Callable[[Function], Snapshot], searches_memory: bool
    ) -> None:
        self.module = module
        self.rules = rules
        self.layout = module.layout
        self.callees = {f.ref: Callee(f, snapshot_of(f)) for f in module.definitions}
        self._find_sites()
        self._memory = FROM_HOST if searches_memory else ANYWHERE
        self._is_open = self._was_asked = False
        self.settle()
        self._is_open = searches_memory
        if self._is_open and self._was_asked and self.memory_mask() != FROM_HOST:
            self.settle()

    def _find_sites(self) -> None:
        for caller in self.callees.values():
            flat = caller.flat
            for number, opcode in enumerate(flat.opcodes):
                if opcode == _CALL:
                    target = flat.operands_of(number)[-1]
                    if flat.kinds[target] == _FUNCTION and flat.values[target] in self.callees:
                        self.callees[flat.values[target]].sites.append(Site(caller.function, number))
        for callee in self.callees.values():
            callee.is_closed = is_closed(callee)

    def settle(self) -> None:
        """Let parameters and results grow until nothing changes."""
        for callee in self.callees.values():
            start = NOWHERE if callee.is_closed else ANYWHERE
            callee.arguments = {} if callee.function.is_kernel else dict.fromkeys(callee.pointers, start)
            callee.result = NOWHERE if callee.function.linkage in _EXACT else ANYWHERE
        waiting = list(self.callees)
        while waiting:
            ref = waiting.pop()
            for touched in self._update(self.callees[ref]):
                if touched not in waiting:
                    waiting.append(touched)

    def walk_of(self, callee: Callee) -> SpaceWalk:
        """A walk over one function that believes what is known so far."""
        return SpaceWalk(
            callee.function, callee.flat, self.layout, self.rules, self.memory_mask, callee.arguments, self.result_of
        )

    def memory_mask(self) -> int:
        """What pointers in memory may be: looked for when somebody asks, as most graphs hand no such pointer on."""
        self._was_asked = True
        if self._is_open:
            self._is_open = False  # the search believes what it looks for
            if self._leaks():
                self._memory = ANYWHERE
        return self._memory

    def result_of(self, function: Function) -> int:
        callee = self.callees.get(function.ref)
        return ANYWHERE if callee is None else callee.result

    def calls_from(self, callee: Callee) -> list[tuple[Callee, int]]:
        """The functions of the module that one calls, with the number of the call."""
        flat, found = callee.flat, []
        for number, opcode in enumerate(flat.opcodes):
            if opcode == _CALL:
                called = self.callees.get(flat.values[flat.operands_of(number)[-1]])
                if called is not None:
                    found.append((called, number))
        return found

    def _update(self, caller: Callee) -> list[int]:
        """Hand on what one function's pointers may be; the functions that have to be looked at again."""
        walk, touched = self.walk_of(caller), []
        for called, number in self.calls_from(caller):
            operands = caller.flat.operands_of(number)
            for position in called.pointers if called.is_closed else ():
                mask = called.arguments[position] | walk.of(operands[position])
                if mask != called.arguments[position]:
                    called.arguments[position] = mask
                    touched.append(called.function.ref)
        if caller.gives_pointer and caller.result != ANYWHERE:
            mask = caller.result | walk.of_all(_returned(caller.flat))
            if mask != caller.result:
                caller.result = mask
                touched += [site.caller.ref for site in caller.sites]
        return touched

    def _leaks(self) -> bool:
        return pointers_in_memory(self.module, lambda f: self.walk_of(self.callees[f.ref])) != FROM_HOST


def is_closed(callee: Callee) -> bool:
    """Are the calls that we see all there are, and do they take the function to be what it is?"""
    function = callee.function
    if function.is_kernel or function.linkage not in LOCAL_LINKAGES or function.value_type.is_vararg:
        return False
    users = [Instruction(user.ref) for user in function.each_user() if user.kind == "instruction"]
    if len(users) != len(callee.sites) or len(users) != sum(1 for _ in function.each_user()):
        return False
    return all(user.called_type == function.value_type for user in users)


def _returned(flat: Snapshot) -> list[int]:
    found: list[int] = []
    for number, opcode in enumerate(flat.opcodes):
        if opcode == _RETURN:
            found += flat.operands_of(number)
    return found


def _is_plain_pointer(function: Function, flat: Snapshot, position: int) -> bool:
    return _is_generic(Type(flat.types[position])) and function.byval_type(position) is None


def _is_generic(type_: Type) -> bool:
    return type_.kind == "pointer" and type_.address_space == GENERIC
