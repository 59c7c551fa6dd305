"""Dominators and loops against brute force on random graphs; pressure point by point; what an edit leaves."""

from __future__ import annotations

import random

from opencicc.machine import Reg, compute_liveness, defs, parse, uses
from opencicc.machine.cfg import successors
from opencicc.machine.dominators import Dominators, reverse_postorder
from opencicc.machine.edits import insert_before, remove, rename_all, rename_uses
from opencicc.machine.ir import Instr, MachineFunction
from opencicc.machine.loops import Loops
from opencicc.machine.pressure import PointPressure, max_pressure, units

HEAD = ".version 8.8\n.target sm_90\n.address_size 64\n"
REGS = ".reg .pred %p<9>; .reg .b32 %r<99>; .reg .b64 %rd<9>;\n"
Graph = list[list[int]]


def random_graph(seed: int) -> Graph:
    rng = random.Random(seed)
    count = rng.randint(1, 9)
    return [rng.sample(range(count), min(count, rng.randint(0, 2))) for _ in range(count)]


def reached(graph: Graph, start: int, without: int = -1) -> set[int]:
    found: set[int] = set()
    pending = [start]
    while pending:
        block = pending.pop()
        if block not in found and block != without:
            found.add(block)
            pending += graph[block]
    return found


def test_a_block_dominates_what_can_not_be_reached_without_it() -> None:
    for seed in range(300):
        graph = random_graph(seed)
        dominators, all_reached = Dominators(graph), reached(graph, 0)
        assert set(reverse_postorder(graph)) == all_reached
        for above in all_reached:
            without = reached(graph, 0, above) if above else set()
            for below in all_reached:
                assert dominators.dominates(above, below) == (below not in without or above == below), (seed, graph)


def test_a_loop_holds_the_blocks_on_the_ways_back_to_its_header() -> None:
    nested = 0
    for seed in range(300):
        graph = random_graph(seed)
        dominators, loops = Dominators(graph), Loops(graph)
        expected: dict[int, set[int]] = {}
        for source in reached(graph, 0):
            for header in graph[source]:
                if dominators.dominates(header, source):
                    back = {b for b in reached(graph, 0) if source in reached(graph, b, header) or b == source}
                    expected.setdefault(header, {header}).update(b for b in back if dominators.dominates(header, b))
        assert {loop.header: set(loop.blocks) for loop in loops.loops} == expected, (seed, graph)
        for block in range(len(graph)):
            assert loops.depth(block) == sum(block in body for body in expected.values())
        nested += any(loop.depth > 1 for loop in loops.loops)
    assert nested > 10


def function_of(body: str) -> MachineFunction:
    return parse(f"{HEAD}.func f()\n{{\n{REGS}{body}\n}}\n").functions[0]


def test_pressure_is_counted_at_every_point() -> None:
    function = function_of(
        """mov.b64 %rd1, 1; mov.b32 %r1, 2; add.s64 %rd2, %rd1, 1; st.global.b32 [%rd2], %r1; st.global.b64 [%rd1], %rd2; ret;"""
    )
    points = PointPressure(compute_liveness(function))
    assert points.at_instr[0] == [2, 3, 5, 4, 0, 0]
    assert points.peak.number == 2 and points.peak_of(0).units == 5
    assert max_pressure(function).classes == (("b32", 1), ("b64", 2))


def test_pressure_agrees_with_a_count_of_live_names() -> None:
    for seed in range(40):
        rng = random.Random(seed)
        lines = []
        for _ in range(30):
            kind = rng.choice(["r", "rd"])
            a, b, c = (f"%{kind}{rng.randint(0, 8)}" for _ in range(3))
            guard = "@%p1 " if rng.random() < 0.2 else ""
            lines.append(f"{guard}add.{'s32' if kind == 'r' else 's64'} {a}, {b}, {c};")
        function = function_of("\n".join([*lines, "ret;"]))
        counts, alive = [], set[Reg]()
        for instr in reversed(list(function.instrs)):
            alive |= set(defs(instr))
            counts.append(sum(units(reg) for reg in alive))
            alive -= set(defs(instr)) if instr.guard is None else set()
            alive |= set(uses(instr))
        assert PointPressure(compute_liveness(function)).at_instr[0] == counts[::-1], f"seed {seed}"


def test_edits_rename_what_they_say_and_nothing_else() -> None:
    function = function_of("@%p1 add.s32 %r1, %r1, %r2; ld.global.b32 %r3, [%rd1+4]; ret;")
    block = function.blocks[0]
    add, load, _ = block.instrs
    r1, r9, p1, p2 = Reg("%r1", "b32"), Reg("%r9", "b32"), Reg("%p1", "pred"), Reg("%p2", "pred")
    assert [str(o) for o in rename_uses(add, {r1: r9, p1: p2}).operands] == ["%r1", "%r9", "%r2"]
    assert str(rename_uses(add, {p1: p2}).guard) == "@%p2"
    assert [str(o) for o in rename_all(add, {r1: r9}).operands] == ["%r9", "%r9", "%r2"]
    other = Reg("%rd2", "b64")
    assert str(rename_uses(load, {Reg("%rd1", "b64"): other}).operands[1]) == "[%rd2+4]"
    insert_before(block, load, [Instr("mov.b32", (r9, r1))])
    remove(block, {id(add)})
    assert [instr.opcode for instr in block.instrs] == ["mov.b32", "ld.global.b32", "ret"]


def test_braces_of_earlier_blocks_are_not_those_of_later_ones() -> None:
    """Inline assembly comes in braces, some of it in two pairs."""
    body = "{ mov.b32 %r1, 1; }\nbra NEXT;\nNEXT:\n{ { mov.b32 %r1, 2; } }\nbra NEXT;"
    function = parse(f"{HEAD}.visible .entry k() {{ {REGS}{body} }}\n").functions[0]
    assert successors(function)[:2] == [[1], [1]]
