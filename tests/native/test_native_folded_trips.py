"""What folding leaves of a loop's trips, counted natively, against the count in Python: random bodies, and what they are made of."""

from __future__ import annotations

import random

import pytest

from opencicc.analysis.manager import AnalysisManager
from opencicc.llvm.helper import NativeHelper
from opencicc.llvm.ir import Context, Function
from opencicc.passes.unroll.simulate import _Simulation, simulate
from opencicc.passes.unroll.view import FunctionView

# Divisors and shifts among them that have no result, and constants of more than 64 bits.
NUMBERS = (0, 1, 2, 3, 7, 8, 31, 32, 63, 64, 255, -1, -2, -128, 2**31, -(2**31))
BINARY = ("add", "sub", "mul", "and", "or", "xor", "shl", "lshr", "ashr", "udiv", "urem", "sdiv", "srem")
PREDICATES = ("eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge")
WIDTHS = (8, 32, 64, 128)
ENDLESS = 100_000

FRAME = """
@table = internal constant [64 x i32] zeroinitializer
@array = internal global [64 x i32] zeroinitializer
define void @f(ptr %p, i32 %n, i64 %m, i128 %w, i8 %b) {{
entry:
  %near = alloca [64 x i32]
  br label %loop
loop:
  %i = phi i32 [ {start}, %entry ], [ %i.next, %latch ]
  %s32 = phi i32 [ {seed}, %entry ], [ {last}, %latch ]
  %s64 = phi i64 [ %m, %entry ], [ 5, %latch ]
  %s128 = phi i128 [ 12, %entry ], [ 18446744073709551629, %latch ]
{head}
  br i1 {test}, label %yes, label %no
yes:
{left}
  br label %meet
no:
{right}
  switch i32 %i, label %meet [ i32 1, label %meet
                               i32 3, label %rare ]
rare:
  br label %meet
meet:
  %met = phi i32 [ {met}, %yes ], [ %n, %no ], [ %n, %no ], [ 9, %rare ]
{tail}
  br label %latch
latch:
  %i.next = add i32 %i, {step}
  %more = icmp ult i32 %i.next, 4000
  br i1 %more, label %loop, label %end
end:
  ret void
}}
"""


class Body:
    """Random instructions, each of those before it."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.known: dict[str, list[str]] = {
            "i8": ["%b"], "i32": ["%i", "%s32", "%n"], "i64": ["%s64", "%m"], "i128": ["%s128", "%w"], "i1": ["true"],
            "ptr": ["%p", "%near", "@table", "@array"],
        }  # fmt: skip
        self.count = 0

    def lines(self, number: int) -> str:
        kept = {kind: list(values) for kind, values in self.known.items()}
        made = "\n".join(self.line() for _ in range(number))
        self.of_branch, self.known = self.known, kept  # what a branch makes does not dominate what comes behind it
        return made

    def value(self, kind: str) -> str:
        if kind not in ("ptr", "i1") and self.rng.random() < 0.4:
            return str(self.rng.choice(NUMBERS))
        return self.rng.choice(self.known[kind])

    def name(self, kind: str) -> str:
        self.count += 1
        self.known[kind].append(f"%v{self.count}")
        return f"%v{self.count}"

    def line(self) -> str:
        rng, width = self.rng, self.rng.choice(WIDTHS)
        kind = f"i{width}"
        choice = rng.randrange(10)
        if choice < 3:
            said = f"{rng.choice(BINARY)} {kind} {self.value(kind)}, {self.value(kind)}"
            return f"  {self.name(kind)} = {said}"
        if choice == 3:
            said = f"icmp {rng.choice(PREDICATES)} {kind} {self.value(kind)}, {self.value(kind)}"
            return f"  {self.name('i1')} = {said}"
        if choice == 4:
            said = f"select i1 {self.value('i1')}, {kind} {self.value(kind)}, {kind} {self.value(kind)}"
            return f"  {self.name(kind)} = {said}"
        if choice == 5:
            narrow, wide = sorted(rng.sample(WIDTHS, 2))
            if rng.random() < 0.5:
                said = f"trunc i{wide} {self.value(f'i{wide}')} to i{narrow}"
                return f"  {self.name(f'i{narrow}')} = {said}"
            said = f"{rng.choice(('zext', 'sext'))} i{narrow} {self.value(f'i{narrow}')} to i{wide}"
            return f"  {self.name(f'i{wide}')} = {said}"
        if choice == 6:
            said = f"getelementptr i32, ptr {self.value('ptr')}, {kind} {self.value(kind)}"
            return f"  {self.name('ptr')} = {said}"
        if choice == 7:
            said = f"freeze ptr {self.value('ptr')}"
            return f"  {self.name('ptr')} = {said}"
        if choice == 8:
            said = f"load {kind}, ptr {self.value('ptr')}"
            return f"  {self.name(kind)} = {said}"
        return f"  store {kind} {self.value(kind)}, ptr {self.value('ptr')}"


def random_loop(seed: int) -> str:
    rng = random.Random(seed)
    body = Body(rng)
    head = body.lines(8)
    body.known = body.of_branch
    test, left = body.value("i1"), body.lines(4)
    met, right = rng.choice(body.of_branch["i32"]), body.lines(4)
    body.known["i32"].append("%met")
    tail = body.lines(6)
    last = rng.choice(body.of_branch["i32"])
    words = {"start": rng.choice(("0", "5", "%n")), "seed": rng.choice(("3", "%n")), "step": rng.choice((1, 2, 3))}
    return FRAME.format(**words, head=head, test=test, left=left, right=right, met=met, tail=tail, last=last)


def both(context: Context, ir: str, trips: int, threshold: int) -> tuple[object, object]:
    """The native count, and Python's."""
    function = context.parse(ir.encode()).function("f")
    assert isinstance(function, Function)
    blocks = {block.name: block.ref for block in function.blocks}
    view = FunctionView(function, AnalysisManager().get)
    header, latch = blocks["loop"], blocks["latch"]
    return (
        simulate(view, header, latch, trips, threshold),
        _Simulation(view, header, latch).run(trips, threshold),
    )


@pytest.mark.parametrize("start", range(0, 400, 20))
def test_native_trips_cost_what_pythons_do(start: int, native: NativeHelper) -> None:
    found = set()
    for seed in range(start, start + 20):
        with Context() as context:
            theirs, ours = both(context, random_loop(seed), 9, ENDLESS)
            assert theirs == ours
            stopped, ours = both(context, random_loop(seed), 9, 20)
            assert stopped == ours
            found.add(repr(theirs))
    assert len(found) > 10


def test_what_is_too_much_to_run_is_not_told(native: NativeHelper) -> None:
    with Context() as context:
        assert both(context, random_loop(1), 2000, 10**9) == (None, None)
