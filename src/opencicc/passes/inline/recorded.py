"""The facts of a module whose calls all fit, as the native helper wrote them down: read when somebody wants the remarks.

Most modules are small: every call is inlined whatever its charge is, because all of them together would fit. Then only sums are
looked at before the calls are gone. What each was charged is worked out later, by the same planner, from what was written down
(native/small_calls.cpp); for a later run of the inliner, or for who reads remarks. Imports no LLVM but its tables.
"""

from __future__ import annotations

from opencicc.llvm.calls import FunctionHeader
from opencicc.llvm.names import LOCAL_LINKAGES
from opencicc.passes.inline.body import classify_assembly, classify_intrinsic, pointer_bits, traits_of
from opencicc.passes.inline.decision import Argument, Decision, FunctionFacts, Site
from opencicc.passes.inline.planner import plan
from opencicc.passes.inline.types import VOID, TypeDesc
from opencicc.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.inline.budget import Ledger
    from opencicc.passes.inline.planner import Policy

_WORD = 8  # bytes of a number
_FRONT = 3  # numbers before those of the callers
_CALLER = 4  # of a caller: its number, is it a kernel, instructions, calls
_FUNCTION = 16
_SCALARS = {"v": "void", "h": "half", "b": "bfloat", "f": "float", "d": "double"}
_LISTS = {"{": False, "<": True}  # structs, and are they packed?


class Recorded:
    """One module before its calls were inlined, under one policy."""

    def __init__(self, block: bytes, policy: Policy) -> None:
        self._block, self._policy = block, policy
        self.decisions: list[Decision] | None = None  # of all calls, once they were planned
        self.never: list[Decision] = []  # about functions that are never inlined

    @property
    def has_calls(self) -> bool:
        """Is anything inlined? Else there are only calls of functions that never are."""
        return self._number(_FRONT) > 0

    def sums(self) -> list[tuple[str, bool, int, int]]:
        """Callers by name: is it a kernel, its instructions, and its calls of functions, with those of all that it calls."""
        start, count = _WORD * (1 + _FRONT), self._number(_FRONT)
        numbers = memoryview(self._block)[start : start + _WORD * _CALLER * count].cast("q").tolist()
        names = self._texts(self._number(1))
        rows = zip(*(numbers[column::_CALLER] for column in range(_CALLER)), strict=True)
        return [(names[which], bool(kernel), instructions, calls) for which, kernel, instructions, calls in rows]

    def settle(self, ledger: Ledger) -> None:
        """Plan what was carried out, and let the ledger know of it."""
        functions, sites = self._read()
        self.decisions = plan(functions, sites, self._policy, ledger)

    def _number(self, place: int) -> int:
        return int.from_bytes(self._block[_WORD * place : _WORD * (place + 1)], "little", signed=True)

    def _texts(self, most: int = -1) -> list[str]:
        start = _WORD * (1 + self._number(0))
        return [
            text.decode(errors="replace")
            for text in self._block[start:].split(b"\0", most)[: most if most > 0 else None]
        ]

    def _read(self) -> tuple[dict[str, FunctionFacts], dict[str, list[Site]]]:
        numbers = memoryview(self._block)[_WORD : _WORD * (1 + self._number(0))].cast("q").tolist()
        count, others, callers = numbers[:_FRONT]
        texts = self._texts()
        names, layout, signatures = texts[:count], texts[count], texts[count + 1 : 2 * count + 1]
        spaces = pointer_bits(layout)
        words = [_word_of(text) for text in texts[2 * count + 1 : 2 * count + 1 + others]]
        functions: dict[str, FunctionFacts] = {}
        headers: list[FunctionFacts] = []
        called: dict[str, list[int]] = {}
        uses, callers_of = [], []
        at = _FRONT + _CALLER * callers
        for name in names:
            row = numbers[at : at + _FUNCTION]
            at += _FUNCTION
            header = FunctionHeader(name, (0, *row[:6], 0, row[6]), [], [])
            uses.append(row[6])
            calls, outside = numbers[at : at + row[14]], numbers[at + row[14] : at + row[14] + row[15]]
            at += row[14] + row[15]
            callers_of.append(outside)
            facts = replace(traits_of(header)[0], name=name)
            if row[7]:
                facts = functions[name] = _completed(facts, row[8:14], calls, words, count)
                called[name] = [callee for callee in calls if callee < count]
            headers.append(facts)
        kinds: dict[int, tuple[tuple[Argument, ...], TypeDesc]] = {}
        sites: dict[str, list[Site]] = {}
        for caller, callees in called.items():
            sites[caller] = []
            for number, which in enumerate(callees):
                callee = headers[which]
                if callee.refusal:
                    sites[caller].append(Site(caller, callee, number))
                    continue
                if which not in kinds:
                    kinds[which] = ((), VOID) if callee.is_alwaysinline else _described(signatures[which], spaces)
                is_last = uses[which] == 1 and callee.linkage in LOCAL_LINKAGES
                sites[caller].append(Site(caller, callee, number, *kinds[which], is_last_use=is_last))
        self.never = [
            Decision(Site(names[caller], callee, number), False, callee.refusal, "A", is_must=True)
            for callee, outside in zip(headers, callers_of, strict=True)
            for number, caller in enumerate(outside)
        ]
        return functions, sites


def _completed(
    header: FunctionFacts, shape: list[int], calls: list[int], words: list[str], count: int
) -> FunctionFacts:
    """As body.Reader completes what is known of a function by its body."""
    blocks, instructions, free, switches, cases, most = shape
    kinds = [words[callee - count] for callee in calls if callee >= count]
    direct = len(calls) - len(kinds)
    return replace(
        header,
        instructions=instructions,
        code=instructions - free - kinds.count("free") - direct,
        calls=direct,
        blocks=blocks,
        switches=switches,
        switch_cases=cases,
        max_cases=most,
        has_gpu_operations="gpu" in kinds,
    )


def _word_of(text: str) -> str:
    if text[0] == '"':
        return classify_assembly(text[1:])
    return classify_intrinsic(text[1:], lambda: text[0] == "+")


def _described(text: str, spaces: dict[int, int]) -> tuple[tuple[Argument, ...], TypeDesc]:
    """Arguments and result of calls of a function, by how native/small_calls.cpp spells its type."""
    types, at = [], 0
    while at < len(text):
        found, at = _type_at(text, at, spaces)
        types.append(found)
    result, *formals = types
    return tuple([Argument(formal, formal) for formal in formals]), VOID if result.kind == "void" else result


def _type_at(text: str, at: int, spaces: dict[int, int]) -> tuple[TypeDesc, int]:
    letter = text[at]
    at += 1
    if letter in _SCALARS:
        return TypeDesc(_SCALARS[letter]), at
    if letter in _LISTS:
        members = []
        while text[at] != "}":
            member, at = _type_at(text, at, spaces)
            members.append(member)
        return TypeDesc("struct", fields=tuple(members), is_packed=_LISTS[letter]), at + 1
    end = text.index(" ", at)
    number, at = int(text[at:end]), end + 1
    if letter == "i":
        return TypeDesc("integer", number), at
    if letter == "p":
        return TypeDesc("pointer", spaces.get(number, 64)), at
    element, at = _type_at(text, at, spaces)
    return TypeDesc("array" if letter == "a" else "vector", 0, number, (element,)), at
