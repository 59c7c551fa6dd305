"""Successors, registers read and written, live sets against brute force, register pressure."""

from __future__ import annotations

import random

from opencicc.machine import CARRY, Reg, compute_liveness, defs, max_pressure, parse, predecessors, successors, uses
from opencicc.machine.ir import MachineFunction

HEAD = ".version 8.8\n.target sm_90\n.address_size 64\n"
REGS = ".reg .pred %p<9>; .reg .b32 %r<99>; .reg .b64 %rd<9>; .reg .b16 %rs<9>;\n"


def function_of(body: str) -> MachineFunction:
    return parse(f"{HEAD}.func f()\n{{\n{REGS}{body}\n}}\n").functions[0]


def names(registers: tuple[Reg, ...]) -> list[str]:
    return [reg.name for reg in registers]


def test_stores_and_branches_write_no_register() -> None:
    store, reduce, load, shuffle, call, vote = function_of(
        """st.global.b32 [%rd1+4], %r1; @%p1 red.global.add.u32 [%rd1], %r2; ld.global.v2.b32 {%r3, %r4}, [%rd2];
        shfl.sync.down.b32 %r5|%p2, %r6, 1, 31, -1; call (retval0), g, (param0, %r7); bar.red.popc.u32 %r8, 0, %p3;"""
    ).instrs
    assert names(defs(store)) == [] and names(uses(store)) == ["%rd1", "%r1"]
    assert names(defs(reduce)) == [] and names(uses(reduce)) == ["%p1", "%rd1", "%r2"]
    assert names(defs(load)) == ["%r3", "%r4"] and names(uses(load)) == ["%rd2"]
    assert names(defs(shuffle)) == ["%r5", "%p2"] and names(uses(shuffle)) == ["%r6"]
    assert names(defs(call)) == [] and names(uses(call)) == ["%r7"]
    assert names(defs(vote)) == ["%r8"] and names(uses(vote)) == ["%p3"]


def test_carry_chains_go_through_a_register_of_their_own() -> None:
    low, high = function_of("add.cc.u32 %r1, %r2, %r3; addc.u32 %r4, %r5, %r6;").instrs
    assert CARRY in defs(low) and CARRY in uses(high) and CARRY not in defs(high)


def test_successors_follow_labels_tables_and_fall_through() -> None:
    function = function_of(
        """setp.eq.s32 %p1, %r1, 0;
        @%p1 bra $B;
        add.s32 %r1, %r1, 1;
        $A:
        T: .branchtargets $A, $B;
        brx.idx %r1, T;
        $B:
        @%p1 ret;
        { $A: bra $A; }
        """
    )
    assert successors(function)[:4] == [[3, 1], [2], [2, 3], [4]]
    inner = successors(function)[4:]
    assert inner[1] == [5]  # the inner $A branches to itself, not to the outer one
    assert 0 in predecessors(function)[3]


def reachable_uses(function: MachineFunction, start: int) -> set[str]:
    """Brute force: registers read on some path from the start of a block before any write."""
    following = successors(function)
    found: set[str] = set()
    seen: set[tuple[int, frozenset[str]]] = set()
    pending = [(start, frozenset[str]())]
    while pending:
        position, written = pending.pop()
        if (position, written) in seen:
            continue
        seen.add((position, written))
        for instr in function.blocks[position].instrs:
            found |= set(names(uses(instr))) - written
            if instr.guard is None:
                written |= set(names(defs(instr)))
        pending += [(target, written) for target in following[position]]
    return found


def test_live_sets_agree_with_brute_force_on_random_graphs() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        count = rng.randint(2, 6)
        lines = []
        for block in range(count):
            lines.append(f"$L{block}:")
            for _ in range(rng.randint(0, 3)):
                a, b, c = (rng.randint(0, 4) for _ in range(3))
                guard = f"@%p{rng.randint(0, 1)} " if rng.random() < 0.3 else ""
                lines.append(f"{guard}add.s32 %r{a}, %r{b}, %r{c};")
            guard = f"@%p{rng.randint(0, 1)} " if rng.random() < 0.7 else ""
            lines.append(f"{guard}bra $L{rng.randrange(count)};")
        function = function_of("\n".join([*lines, "ret;"]))
        live = compute_liveness(function)
        for position in range(len(function.blocks)):
            expected = reachable_uses(function, position)
            assert set(names(tuple(live.names(live.live_in[position])))) == expected, f"seed {seed}"


def test_pressure_counts_32_bit_units() -> None:
    function = function_of(
        """mov.b64 %rd1, 1; mov.b64 %rd2, 2; mov.b32 %r1, 3; mov.b16 %rs1, 4; setp.eq.s32 %p1, %r1, 0;
        @%p1 add.s64 %rd1, %rd1, %rd2; st.global.b32 [%rd1], %r1; st.global.b16 [%rd2], %rs1; ret;"""
    )
    pressure = max_pressure(function)
    assert (pressure.registers, pressure.predicates) == (2 + 2 + 1 + 1, 1)
