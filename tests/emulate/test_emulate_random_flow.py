"""Random control flow against a plain interpreter that runs one thread after the other.

The graphs are arbitrary (irreducible ones included); a step counter ends every thread. What is checked
is the emulator's own business: groups that part and meet, registers that move between them, guards.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import pytest

from opencicc.emulate import launch
from tests.emulate.ptx_harness import HEAD

REGISTERS, STEPS, MASK = 5, 30, 0xFFFFFFFF
OPERATIONS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "xor": lambda a, b: a ^ b,
    "mul": lambda a, b: a * b,
}
OPCODES = {"add": "add.u32", "sub": "sub.u32", "xor": "xor.b32", "mul": "mul.lo.u32"}


@dataclass(frozen=True)
class Step:
    operation: str
    target: int
    left: int
    right: int
    guard: int | None  # run only where the lowest bit of this register is set


@dataclass(frozen=True)
class Node:
    steps: tuple[Step, ...]
    tested: int
    bound: int
    taken: int
    other: int


def make_program(rng: random.Random) -> list[Node]:
    count = rng.randint(3, 9)

    def step() -> Step:
        guard = rng.randrange(REGISTERS) if rng.random() < 0.3 else None
        target, left, right = (rng.randrange(REGISTERS) for _ in range(3))
        return Step(rng.choice(list(OPERATIONS)), target, left, right, guard)

    return [
        Node(
            tuple(step() for _ in range(rng.randint(0, 4))),
            rng.randrange(REGISTERS),
            rng.choice([1 << 31, 1 << 30, 3 << 30, 16, 40]),
            rng.randrange(count),
            rng.randrange(count),
        )
        for _ in range(count)
    ]


def interpret(program: list[Node], thread: int) -> list[int]:
    values = [(thread * 2654435761 + n * 40503) & MASK for n in range(REGISTERS)]
    position = 0
    for _ in range(STEPS):
        node = program[position]
        for step in node.steps:
            if step.guard is None or values[step.guard] & 1:
                values[step.target] = OPERATIONS[step.operation](values[step.left], values[step.right]) & MASK
        position = node.taken if values[node.tested] < node.bound else node.other
    return values


def as_ptx(program: list[Node]) -> str:
    lines = [
        f"{HEAD}.visible .entry k(.param .u64 out) {{ .reg .b32 %v<{REGISTERS}>; .reg .b32 %n; .reg .b32 %i; .reg .b32 %t<4>; .reg .pred %p<3>;",
        ".reg .b64 %a; mov.u32 %t0, %ctaid.x; mov.u32 %t1, %ntid.x; mov.u32 %t2, %tid.x; mad.lo.u32 %i, %t0, %t1, %t2; mov.u32 %n, 0;",
        *(f"mad.lo.u32 %v{n}, %i, 2654435761, {n * 40503};" for n in range(REGISTERS)),
    ]
    for number, node in enumerate(program):
        lines.append(f"$B{number}: setp.ge.u32 %p0, %n, {STEPS}; @%p0 bra $end; add.u32 %n, %n, 1;")
        for step in node.steps:
            guard = ""
            if step.guard is not None:
                lines.append(f"and.b32 %t3, %v{step.guard}, 1; setp.ne.u32 %p1, %t3, 0;")
                guard = "@%p1 "
            lines.append(f"{guard}{OPCODES[step.operation]} %v{step.target}, %v{step.left}, %v{step.right};")
        lines.append(f"setp.lt.u32 %p2, %v{node.tested}, {node.bound}; @%p2 bra $B{node.taken}; bra $B{node.other};")
    stores = " ".join(f"st.global.u32 [%a+{4 * n}], %v{n};" for n in range(REGISTERS))
    lines.append(f"$end: ld.param.u64 %a, [out]; mad.wide.u32 %a, %i, {4 * REGISTERS}, %a; {stores} ret; }}")
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(60))
def test_random_graphs(seed: int) -> None:
    program = make_program(random.Random(seed))
    blocks, threads = (1, 70) if seed % 2 else (3, 24)
    out = np.zeros((blocks * threads, REGISTERS), np.uint32)
    launch(as_ptx(program), "k", blocks, threads, [out])
    expected = [interpret(program, thread) for thread in range(blocks * threads)]
    assert out.tolist() == expected
