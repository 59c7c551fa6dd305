"""Miscompiles made on purpose: each is stock LLVM's O3 with one mistake of the kind that real passes make.

A mistake is a function on text: of the input IR (a wrong fact that the optimizer then believes), of the optimised IR, or
of the PTX. Stock LLVM's pipeline, because it stays as it is while ours grows. The fuzzer has to find every one of them,
and the reducer to make it small.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import opencicc
from opencicc.check.pipelines import BITWISE_OPTIONS, DEFAULT_ARCH, STOCK, Built
from opencicc.errors import CompilerError
from opencicc.llvm.ir import Context

Rewrite = Callable[[str], str]


@dataclass(frozen=True)
class Planted:
    """Stock O3 with a mistake; a compiler like any other to the differential library."""

    name: str
    what: str
    before: Rewrite | None = None
    after: Rewrite | None = None
    ptx: Rewrite | None = None
    options: tuple[tuple[str, object], ...] = ()
    mode: str = ""  # the generator's mode that gives it most to do

    def build(self, ir: str | bytes, arch: str = DEFAULT_ARCH) -> Built:
        options = {**BITWISE_OPTIONS, **dict(self.options)}
        text = ir if isinstance(ir, str) else ir.decode()
        if self.before:
            text = valid(self.before, text)
        optimised = opencicc.compile(text, arch, None, {**options, **STOCK.options, "stop-after": "opt"}).bitcode
        if self.after:
            with Context() as context:
                optimised = valid(self.after, context.parse(optimised).text()).encode()
        ptx = opencicc.compile(optimised, arch, None, {**options, "start-from": "llc"}).ptx
        return Built(self.ptx(ptx) if self.ptx else ptx)


def valid(rewrite: Rewrite, text: str) -> str:
    """The rewritten module, or the old one where a rewrite by text made no valid IR."""
    changed = rewrite(text)
    return changed if is_valid(changed) else text


def is_valid(text: str) -> bool:
    try:
        with Context() as context:
            return not context.parse(text.encode()).verify()
    except CompilerError:
        return False


def substitute(pattern: str, replacement: str | Callable[[re.Match[str]], str]) -> Rewrite:
    return lambda text: re.sub(pattern, replacement, text, flags=re.MULTILINE)


def one_by_one(rewrite_line: Callable[[list[str], int], list[str] | None], most: int = 4) -> Rewrite:
    """Change lines one after the other, keeping the first few changes that leave the module valid."""

    def rewrite(text: str) -> str:
        lines, kept = text.split("\n"), 0
        for index in range(len(lines)):
            changed = rewrite_line(lines, index) if index < len(lines) else None
            if changed is None or not is_valid("\n".join(changed)):
                continue
            lines, kept = changed, kept + 1
            if kept == most:
                break
        return "\n".join(lines)

    return rewrite


def dropped_store(lines: list[str], index: int) -> list[str] | None:
    """A store is taken for overwritten because the next instruction stores too."""
    following = lines[index + 1 : index + 3]
    if lines[index].startswith("  store ") and any(line.startswith("  store ") for line in following):
        return lines[:index] + lines[index + 1 :]
    return None


def load_over_store(lines: list[str], index: int) -> list[str] | None:
    """A load that follows a store is moved in front of it."""
    if index and " = load " in lines[index]:
        for place in range(index - 1, max(index - 4, 0), -1):
            if lines[place].startswith("  store "):
                return [*lines[:place], lines[index], *lines[place:index], *lines[index + 1 :]]
    return None


def wrong_phi(lines: list[str], index: int) -> list[str] | None:
    """The values of a phi's two edges are exchanged, where both are there in time."""
    match = re.match(r"(.* = phi \S+) \[ (\S+), (%\S+) \], \[ (\S+), (%\S+) \]$", lines[index])
    if not match or match[2] == match[4] or ".next" in lines[index]:
        return None
    changed = f"{match[1]} [ {match[4]}, {match[3]} ], [ {match[2]}, {match[5]} ]"
    return [*lines[:index], changed, *lines[index + 1 :]]


def narrowed_counter(match: re.Match[str]) -> str:
    """A limit beyond 255 as an 8-bit counter would see it."""
    return f"{match[1]}{int(match[2]) & 255}"


def fewer_left(match: re.Match[str]) -> str:
    """The remainder loop of an unrolled loop forgets the odd trip."""
    return f"{match[1]}{int(match[2]) - 1}"


def as_shift(match: re.Match[str]) -> str:
    """Signed division by a power of two as a plain shift, which rounds the wrong way below zero."""
    divisor = int(match[3])
    if divisor & (divisor - 1):
        return match[0]
    return f"{match[1]}ashr {match[2]}, {divisor.bit_length() - 1}"


def torn_atomic(match: re.Match[str]) -> str:
    """An atomic addition as load, add and store."""
    name, pointer, type_, value = match.groups()
    return (
        f"  {name} = load {type_}, {pointer}\n"
        f"  {name}.sum = add {type_} {name}, {value}\n"
        f"  store {type_} {name}.sum, {pointer}"
    )


PLANTED = (
    Planted("dropped-store", "a store is lost when another follows", after=one_by_one(dropped_store), mode="memspace"),
    Planted("swapped-predicate", "slt becomes sle", after=substitute(r"icmp slt ", "icmp sle "), mode="unroll"),
    Planted(
        "sext-for-zext", "zext of i8 and i16 becomes sext", after=substitute(r"zext (?:nneg )?(i8|i16) ", r"sext \1 ")
    ),
    Planted(
        "lost-barrier",
        "barriers are removed",
        after=substitute(r"^.*call void @llvm.nvvm.barrier.cta.sync.*\n", ""),
        mode="barrier",
    ),
    Planted(
        "short-remainder",
        "the remainder of an unrolled loop is one trip short",
        after=substitute(r"(%(?:\S*\.)?xtraiter\S* = and i\d+ \S+ )(\d+)", fewer_left),
        mode="unroll",
    ),
    Planted(
        "wrong-alias",
        "pointers that are the same are taken to differ",
        before=substitute(r"(ptr(?: addrspace\(1\))?) %(slots|again)\b(?=[^\n]*\{$)", r"\1 noalias %\2"),
        mode="memspace",
    ),
    Planted("load-over-store", "a load moves in front of a store", after=one_by_one(load_over_store), mode="memspace"),
    Planted("wrong-phi", "a phi's operands are exchanged", after=one_by_one(wrong_phi), mode="sinking"),
    Planted(
        "narrowed-counter",
        "a loop limit is cut to 8 bits",
        after=substitute(
            r"(icmp \w+ (?:samesign )?i(?:32|64) %\S+, )(25[6-9]|2[6-9]\d|[3-9]\d\d|[1-9]\d{3})$", narrowed_counter
        ),
        mode="iv",
    ),
    Planted(
        "ftz",
        "single precision flushes denormals",
        ptx=substitute(r"\b(mul|add)\.rn\.f32", r"\1.rn.ftz.f32"),
        mode="math",
    ),
    Planted("wrong-shift", "lshr becomes ashr", after=substitute(r"= lshr (?:exact )?", "= ashr ")),
    Planted(
        "swapped-operands",
        "the operands of sub change places",
        after=substitute(r"= sub (?:nuw )?(?:nsw )?(\w+) (\S+), (\S+)$", r"= sub \1 \3, \2"),
    ),
    Planted(
        "dropped-call",
        "a call is left out and its result taken for zero",
        after=substitute(
            r"^  (%\S+) = (?:tail )?call (?:fastcc )?(i\d+) @(?:device|recursive)\d+\(.*$", r"  \1 = add \2 0, 0"
        ),
        mode="inline",
    ),
    Planted(
        "narrowed-multiply",
        "a 64-bit multiplication is done in 32 bits",
        after=substitute(
            r"^  (%\S+) = mul (?:nuw )?(?:nsw )?i64 (%\S+), (?!31\b)(\S+)$",
            r"  \1.w = mul i64 \2, \3\n  \1.n = trunc i64 \1.w to i32\n  \1 = sext i32 \1.n to i64",
        ),
    ),
    Planted(
        "sdiv-as-shift",
        "sdiv by a power of two becomes ashr",
        after=substitute(r"(= )sdiv (i\d+ %\S+), (\d+)$", as_shift),
    ),
    Planted(
        "swapped-select",
        "a select's arms are exchanged",
        after=substitute(r"(= select i1 %\S+), (\w+ \S+), (\w+ \S+)$", r"\1, \3, \2"),
    ),
    Planted(
        "unsigned-maximum",
        "smax becomes umax, smin becomes umin",
        after=substitute(r"@llvm\.s(max|min)\.", r"@llvm.u\1."),
    ),
    Planted(
        "torn-atomic",
        "an atomic addition becomes load, add, store",
        after=substitute(
            r"^  (%\S+) = atomicrmw add (ptr addrspace\(\d\) %[^,\s]+), (i\d+) (\S+) monotonic.*$", torn_atomic
        ),
        mode="barrier",
    ),
    Planted(
        "contracted",
        "multiplication and addition are fused where that was forbidden",
        options=(("fma", True),),
        mode="math",
    ),
    Planted(
        "lost-case",
        "a switch case goes to the default",
        after=substitute(r"^    i\d+ \S+, label %\S+\n(?=    i\d+ )", ""),
        mode="sinking",
    ),
)
