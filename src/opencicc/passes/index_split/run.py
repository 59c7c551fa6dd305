"""`loop-index-split`: split a loop where its index crosses a bound that the body tests.

    for (i = lo; i < hi; ++i)                    for (; i < m && i < hi; ++i) f(i);
      if (i < m) f(i); else g(i);          =>    for (; i < hi; ++i) g(i);

    for (i = lo; i < hi; ++i)                    for (; i < k && i < hi; ++i) g(i);
      if (i == k) f(i); else g(i);         =>    if (i == k && i < hi) { f(i); ++i; }
                                                 for (; i < hi; ++i) g(i);

The order of the trips stays, so nothing that they read or write has to be known. A copy of the loop in front runs while the
answer is known (the index never wraps in the sense of the comparison: its addition says so), the original does the rest;
equality takes two copies, the second of one trip. Where nothing but the one trip has an effect, the clean-up behind it
deletes the empty loops: three modes in the published description, one edit here.

Leaves alone: loops without a preheader, with several exits or a test at their top, with volatile accesses, calls or
operations of several threads together (barriers, shuffles), and bounds or starts that threads of a warp don't share:
they would part at the seam and run both halves one after the other.

By default nothing is split (loop-index-split-max-size is 0): nvcc 13.0 splits none of seven probe loops, and with a size of
100 none of the 56 benchmark kernels has such a loop, so that there is no evidence that copies pay for their size. In one program of
HeCBench nvcc does split a loop, at `i != j` with the thread's number for `i`: docs/gpu-time.md, "To try with a GPU".

Upstream: loop-bound-split (one shape of the range mode), irce, peeling in the unroller.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow, Loops
from opencicc.analysis.uniformity import Uniformity
from opencicc.llvm import edit
from opencicc.llvm.function_passes import run_on_function
from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, function_pass
from opencicc.passes.index_split import copy, find
from opencicc.passes.places import PUBLISHED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.index_split.find import IndexTest, SplitLoop

MAX_SIZE = Option(
    "loop-index-split-max-size",
    0,
    "The largest loop that is split, in instructions; 0: none.",
    source="our choice: nvcc 13.0 splits none of seven probe loops",
    minimum=0,
)
DIVERGENT = Option(
    "loop-index-split-divergent",
    False,
    "Split also where threads of a warp may cross the bound in different trips.",
    source="our choice: they would run both halves one after the other",
)
CLEAN_UP = "simplifycfg,instcombine<no-verify-fixpoint>,loop-simplify,lcssa,loop(indvars,loop-deletion),simplifycfg"
WORDS = {True: "all but one trip", False: "a range of trips"}


def needs_a_size(_: list[Function], ctx: PassContext) -> dict[int, int] | None:
    return None if ctx.option(MAX_SIZE) else {}


@function_pass(
    "loop-index-split",
    "Split a loop where its index crosses a tested bound.",
    kind="loop",
    ahead=needs_a_size,
    guard="!1160",
    when="loops",
    origin=NVIDIA_REGISTRY,
    places=PUBLISHED,
    reads=(MAX_SIZE, DIVERGENT),
    needs=(Snapshot, Flow, Loops, Uniformity),
)
def run(function: Function, ctx: PassContext) -> bool:
    limit = ctx.option(MAX_SIZE)
    if not limit:
        return False
    flat, flow = ctx.analysis(Snapshot, function), ctx.analysis(Flow, function)
    for natural in reversed(ctx.analysis(Loops, function).found):
        loop = find.find_loop(flat, flow, natural)
        if loop is None or loop.size > limit or find.has_effects_that_forbid(loop):
            continue
        for test in find.find_tests(loop):
            if ctx.option(DIVERGENT) or is_shared_by_threads(loop, test, ctx.analysis(Uniformity, function)):
                split(function, loop, test, ctx)
                run_on_function(function, CLEAN_UP, ctx.machine.ref)
                return True  # one in a run: everything known of the function is stale now
    return False


def is_shared_by_threads(loop: SplitLoop, test: IndexTest, uniformity: Uniformity) -> bool:
    start = copy.first_value(loop.index, loop.preheader)
    return all(value.is_constant or uniformity.is_uniform(value.ref) for value in (start, test.bound))


def split(function: Function, loop: SplitLoop, test: IndexTest, ctx: PassContext) -> None:
    is_equality = test.predicate in ("eq", "ne")
    said = f"split a loop of {loop.size} instructions: {WORDS[is_equality]} has a known answer"
    ctx.remark(loop.latch.terminator, said, name="Split")
    copy.close(loop)
    if not is_equality:
        first_answer = test.predicate[1] == "l"
        copy.split_front(
            function,
            loop,
            test.compare,
            first_answer,
            lambda builder, index: compare(builder, test.predicate, index, test.bound, first_answer),
            "split",
            below=f"{test.predicate[0]}lt",
            bound=test.bound if test.predicate[1:] in ("lt", "ge") else None,
        )
        settle(loop, test, not first_answer)
        return
    word = "s" if loop.following.has_no_signed_wrap else "u"
    unequal = test.predicate == "ne"

    def is_before(builder: edit.Builder, index: Value) -> Value:
        return builder.icmp(f"{word}lt", index, test.bound)

    def is_there(builder: edit.Builder, index: Value) -> Value:
        return builder.icmp("eq", index, test.bound)

    join = copy.split_front(
        function, loop, test.compare, unequal, is_before, "before", below=f"{word}lt", bound=test.bound
    )
    rest = find.SplitLoop(
        loop.blocks, join, loop.header, loop.latch, loop.exit, find_index(loop), loop.following, loop.step, loop.size
    )
    copy.split_front(function, rest, test.compare, not unequal, is_there, "once", is_once=True)
    settle(loop, test, unequal)


def find_index(loop: SplitLoop) -> Instruction:
    """The header's phi of the index, made anew by the first split."""
    return next(phi for phi in loop.header.phis if (Value(loop.following.ref), loop.latch) in phi.incoming)


def compare(builder: edit.Builder, predicate: str, index: Value, bound: Value, answer: bool) -> Value:
    """Is the answer at this index still the one of the first trips?"""
    found = builder.icmp(predicate, index, bound)
    return found if answer else builder.binary("xor", found, edit.constant_int(found.type, 1))


def settle(loop: SplitLoop, test: IndexTest, answer: bool) -> None:
    """What the original knows from now on."""
    truth = edit.constant_int(test.compare.type, int(answer))
    edit.replace_all_uses(test.compare, truth)
