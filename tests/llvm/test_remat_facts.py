"""What remat reads of a function: live sets against a search by hand, places of clones, and loads that may be repeated."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from opencicc.analysis.flow import Flow
from opencicc.analysis.liveness import Liveness
from opencicc.analysis.manager import AnalysisManager
from opencicc.analysis.rpa import RegisterPressure
from opencicc.llvm.ir import Context
from opencicc.llvm.snapshot import Snapshot, snapshot
from opencicc.passes.remat.chains import Chains
from opencicc.passes.remat.knobs import Knobs
from opencicc.passes.remat.loads import Loads


@st.composite
def functions(draw: st.DrawFn) -> str:
    """A function of a few blocks in any order of edges: values of the entry read anywhere, own ones read nearby."""
    count, shared = draw(st.integers(2, 6)), draw(st.integers(1, 5))
    edges = [[]] + [draw(st.lists(st.integers(1, count), min_size=0, max_size=2)) for _ in range(count)]
    lines = ["define ptx_kernel void @f(ptr addrspace(1) %p, i1 %c) {", "entry:"]
    lines += [f"  %v{n} = load volatile i32, ptr addrspace(1) %p" for n in range(shared)]
    lines.append("  br label %b1")
    for block in range(1, count + 1):
        lines.append(f"b{block}:")
        for n in range(draw(st.integers(0, 3))):
            left, right = (draw(st.integers(0, shared - 1)) for _ in range(2))
            lines.append(f"  %o{block}x{n} = add i32 %v{left}, %v{right}")
            if draw(st.booleans()):
                lines.append(f"  store volatile i32 %o{block}x{n}, ptr addrspace(1) %p")
        targets = edges[block]
        if not targets:
            lines.append("  ret void")
        elif len(targets) == 1:
            lines.append(f"  br label %b{targets[0]}")
        else:
            lines.append(f"  br i1 %c, label %b{targets[0]}, label %b{targets[1]}")
    return "\n".join([*lines, "}"])


def by_hand(flat: Snapshot, flow: Flow) -> set[tuple[int, int]]:
    """(instruction, value) pairs where a value is alive right before: backward from every reader to the definition."""
    first, alive = flat.first_instruction, set[tuple[int, int]]()
    for reader in range(flat.instructions):
        for value in flat.operands_of(reader):
            if not (value < flat.arguments or first <= value < first + flat.instructions):
                continue
            waiting, seen = [reader], set[int]()
            while waiting:
                number = waiting.pop()
                if number in seen:
                    continue
                seen.add(number)
                alive.add((number, value))
                block = flat.parents[number]
                if number > flat.block_starts[block]:
                    before = [number - 1]
                else:
                    before = [flat.block_starts[each + 1] - 1 for each in flow.predecessors[block]]
                waiting += [each for each in before if first + each != value]
    return alive


@settings(max_examples=60, deadline=None)
@given(functions())
def test_live_sets_are_those_of_a_search_by_hand(text: str) -> None:
    with Context() as context:
        (function,) = context.parse(text.encode()).definitions
        flat = snapshot(function)
        flow = Flow.of(flat)
        live = Liveness(flat, flow)
        expected = by_hand(flat, flow)
        for block in flow.order:
            for number, values in live.points(block):
                found = {value for value in range(len(flat.values)) if values >> value & 1}
                assert found == {value for where, value in expected if where == number}
                assert live.alive_before(block, number) == values
            start = flat.block_starts[block]
            assert live.live_in[block].bit_count() == len({v for where, v in expected if where == start})
        for value in range(len(flat.values)):
            blocks = {block for block, values in enumerate(live.live_in) if values >> value & 1}
            assert live.blocks_with(value) == blocks


@settings(max_examples=30, deadline=None)
@given(functions())
def test_pressure_is_the_most_at_any_point(text: str) -> None:
    with Context() as context:
        (function,) = context.parse(text.encode()).definitions
        pressure = AnalysisManager().get(RegisterPressure, function)
        weights = {"p": 2, "c": 0}
        flat, expected = pressure.flat, by_hand(pressure.flat, pressure.live.flow)
        sums = [
            sum(weights.get(flat.value(value).name, 1) for where, value in expected if where == number)
            for number in range(flat.instructions)
            if pressure.live.flow.position[flat.parents[number]] >= 0
        ]
        assert max(pressure.blocks[block].registers for block in pressure.live.flow.order) == max(sums)


LOADS = """
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @f(ptr addrspace(1) %p, ptr addrspace(1) noalias readonly %in, i1 %c) {
entry:
  %plain = load i32, ptr addrspace(1) %p
  %fixed = load i32, ptr addrspace(1) %in
  br label %loop
loop:
  %here = add i32 %plain, %fixed
  br i1 %c, label %quiet, label %noisy
quiet:
  %there = add i32 %plain, %fixed
  br label %end
noisy:
  store i32 1, ptr addrspace(1) %p
  br i1 %c, label %loop, label %end
end:
  %last = add i32 %plain, %fixed
  ret void
}
"""


def test_a_load_is_repeated_only_where_no_write_can_come_between() -> None:
    with Context() as context:
        (function,) = context.parse(LOADS.encode()).definitions
        flat = snapshot(function)
        loads = Loads(function, flat, Flow.of(flat), with_parameters=False)
        number = {flat.value(flat.first_instruction + n).name: n for n in range(flat.instructions)}
        plain, fixed = number["plain"], number["fixed"]
        answers = {
            name: (
                loads.may_repeat_at(plain, flat.parents[number[name]], number[name]),
                loads.may_repeat_at(fixed, flat.parents[number[name]], number[name]),
            )
            for name in ("here", "there", "last")
        }
    # The loop comes back to %here with the store behind it, and from there goes on to the others.
    assert answers == {"here": (False, True), "there": (False, True), "last": (False, True)}


def test_a_load_is_repeated_in_a_block_that_nothing_written_leads_to() -> None:
    text = LOADS.replace("br i1 %c, label %loop, label %end", "br label %end")
    with Context() as context:
        (function,) = context.parse(text.encode()).definitions
        flat = snapshot(function)
        loads = Loads(function, flat, Flow.of(flat), with_parameters=False)
        number = {flat.value(flat.first_instruction + n).name: n for n in range(flat.instructions)}
        may = [
            loads.may_repeat_at(number["plain"], flat.parents[number[name]], number[name])
            for name in ("here", "there", "last")
        ]
    assert may == [True, True, False]


CALLS = """
declare i32 @llvm.ctpop.i32(i32)
define ptx_kernel void @f(i32 %x) {
  %free = call i32 @llvm.ctpop.i32(i32 %x)
  %bound = call i32 @llvm.ctpop.i32(i32 %free) convergent
  %again = call i32 @llvm.ctpop.i32(i32 %bound)
  ret void
}
"""


def test_a_call_that_needs_its_company_is_not_repeated_though_others_of_the_function_are() -> None:
    with Context() as context:
        (function,) = context.parse(CALLS.encode()).definitions
        flat = snapshot(function)
        chains = Chains(flat, Knobs(), Loads(function, flat, Flow.of(flat), with_parameters=False), 0)
        assert [chains.may_repeat(flat.first_instruction + n) for n in range(3)] == [True, False, True]
