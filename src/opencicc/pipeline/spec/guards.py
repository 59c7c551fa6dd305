"""Guards: when a step is in the pipeline, in a notation close to the spec's.

    3200 !920          opts[3200] && !opts[920]: slots by byte offset
    !1960|3000         !opts[1960] || opts[3000]
    tier!=1 sm>=80     the tier being assembled, the target's SM
    do-ip-msp          a knob that is not a slot: not 0

A pass has a guard of its own that acts on every step of that name, wherever it stands; a row of a table
adds what its position asks for.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from functools import cache

from opencicc.options import registry
from opencicc.options.slots import BY_OFFSET, is_on
from opencicc.options.values import OptionValues
from opencicc.passes.registry import all_passes, find_pass, has_pass

COMPARE = {"!=": operator.ne, "==": operator.eq, ">=": operator.ge, "<": operator.lt}
LITERAL = re.compile(r"(!?)(?:(\d+)|(tier|sm)(!=|==|>=|<)(\d+)|([a-z][\w-]*))$")


@dataclass(frozen=True)
class Situation:
    """What guards look at."""

    options: OptionValues
    sm: int = 75
    tier: int = 0


@dataclass(frozen=True)
class Literal:
    """One test: a slot, a knob, the tier or the SM."""

    text: str

    def __post_init__(self) -> None:
        match = LITERAL.match(self.text)
        if match is None or (match[2] and int(match[2]) not in BY_OFFSET):
            raise ValueError(f"bad guard '{self.text}'")

    @property
    def offset(self) -> int | None:
        digits = self.text.lstrip("!")
        return int(digits) if digits.isdigit() else None

    def holds(self, now: Situation) -> bool:
        match = LITERAL.match(self.text)
        assert match is not None
        negated, offset, subject, sign, number, knob = match.groups()
        if subject:
            return bool(COMPARE[sign](now.tier if subject == "tier" else now.sm, int(number)))
        value = is_on(now.options, int(offset)) if offset else bool(now.options[registry.find(knob)])
        return value != bool(negated)

    def __str__(self) -> str:
        if self.offset is None:
            return self.text
        return f"{'!' if self.text[0] == '!' else ''}opts[{self.offset}]"


@dataclass(frozen=True)
class Guard:
    """All terms have to hold; a term holds when one of its literals does."""

    terms: tuple[tuple[Literal, ...], ...] = ()

    def holds(self, now: Situation) -> bool:
        return all(any(literal.holds(now) for literal in term) for term in self.terms)

    def __and__(self, other: Guard) -> Guard:
        return Guard((*self.terms, *(term for term in other.terms if term not in self.terms)))

    @property
    def literals(self) -> tuple[Literal, ...]:
        return tuple(literal for term in self.terms for literal in term)

    @property
    def offsets(self) -> tuple[int, ...]:
        """The slots it reads, by byte offset."""
        return tuple(literal.offset for literal in self.literals if literal.offset is not None)

    def __str__(self) -> str:
        texts = [" || ".join(str(literal) for literal in term) for term in self.terms]
        return " && ".join(f"({text})" if "||" in text and len(texts) > 1 else text for text in texts)


ALWAYS = Guard()


@cache
def parse_guard(text: str) -> Guard:
    return Guard(tuple(tuple(Literal(word) for word in term.split("|")) for term in text.split()))


# The guard of every step of an LLVM pass; a pass of ours has its own in its header. Where the spec lists two disable
# slots for one pass, both act.
NATIVE_GUARDS = {
    "adce": "2840 !1840",
    "constmerge": "!1960",
    "correlated-propagation": "3040",
    "dce": "!280",
    "dse": "!760",
    "early-cse": "!1440",
    "function-attrs": "!680",
    "generic-to-nvvm": "!2200",
    "instcombine": "!1000",
    "instsimplify": "!2720",
    "ipsccp": "!920",
    "licm": "2880 !1240",
    "loop-simplify": "!1520",
    "memcpyopt": "!2040",
    "reassociate": "!1280",
    "sccp": "!720",
    "simplifycfg": "!960",
    "sink": "!1040",
    "sroa": "!1400",
    "tailcallelim": "!320",
}


def pass_guards() -> dict[str, str]:
    """The guards of all passes by name: ours from their headers and the table of what is not built."""
    return {**NATIVE_GUARDS, **{info.name: info.guard for info in all_passes() if info.guard}}


def guard_of(pass_name: str) -> Guard:
    if not has_pass(pass_name):
        return ALWAYS  # a manager
    return parse_guard(NATIVE_GUARDS.get(pass_name) or find_pass(pass_name).guard)
