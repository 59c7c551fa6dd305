"""A register machine with a large switch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from benchmarks import kernel_set as ks

OPCODES = (
    "halt const move add sub mul mulhigh and or xor not shl shr rotate min max popcount clz reverse select less equal "
    "load store jumpzero jumpback fadd fmul fsub tofloat toint"
).split()
# threads, rounds of the loop, instructions in its body
SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (150, 3, 40), "full": (132 * 2048, 12, 60)}
MASK = 0xFFFFFFFF


def encode(op: str, a: int, b: int = 0, c: int = 0) -> int:
    return OPCODES.index(op) | a << 8 | b << 16 | c << 24


def random_instruction(rng: np.random.Generator) -> list[int]:
    """One or a few instructions on registers 0 to 11; floats stay in 12 and 13, where no NaN arises."""
    kind = rng.integers(0, 12)
    a, b, c = (int(x) for x in rng.integers(0, 12, 3))
    if kind == 0:
        return [encode("load", a, b)]
    if kind == 1:
        return [encode("store", 0, b, c)]
    if kind == 2:
        return [encode("jumpzero", a, 1), encode("not", a, b)]
    if kind == 3:
        floats = [
            encode("tofloat", 12, a),
            encode("tofloat", 13, b),
            encode(str(rng.choice(["fadd", "fsub"])), 12, 12, 13),
        ]
        return [*floats, encode("fmul", 12, 12, 13), encode("toint", c, 12)]
    plain = "move add sub mul mulhigh and or xor not shl shr rotate min max popcount clz reverse select less equal"
    return [encode(str(rng.choice(plain.split())), a, b, c)]


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    threads, rounds, length = SIZES[scale]
    body: list[int] = []
    while len(body) < length:
        body += random_instruction(rng)
        body += [encode("add", int(rng.integers(0, 12)), int(rng.integers(0, 12)), 14)]
    program = [encode("const", 15) | rounds << 16, encode("const", 14) | 40503 << 16, *body]
    program += [encode("jumpback", 15, len(body) + 1), encode("halt", 0)]
    inputs = rng.integers(0, 2**32, threads, np.uint32)
    steps = np.int32(rounds * (len(body) + 2) + 10)
    return [np.array(program, np.uint32), inputs, ks.unwritten(threads, np.uint32), np.int32(threads), steps]


def signed(x: int) -> int:
    return x - (1 << 32) if x >> 31 else x


def as_float(bits: int) -> Any:
    return np.uint32(bits).view(np.float32)


def to_int(x: Any) -> int:
    return int(x) & MASK if -1e9 <= x <= 1e9 else 0


BINARY: dict[str, Callable[[int, int], int]] = {
    "move": lambda x, y: x,
    "add": lambda x, y: x + y,
    "sub": lambda x, y: x - y,
    "mul": lambda x, y: x * y,
    "mulhigh": lambda x, y: x * y >> 32,
    "and": lambda x, y: x & y,
    "or": lambda x, y: x | y,
    "xor": lambda x, y: x ^ y,
    "not": lambda x, y: ~x,
    "shl": lambda x, y: x << (y & 31),
    "shr": lambda x, y: x >> (y & 31),
    "rotate": lambda x, y: x << (y & 31) | x >> (32 - (y & 31)),
    "min": min,
    "max": max,
    "popcount": lambda x, y: bin(x).count("1"),
    "clz": lambda x, y: 32 - x.bit_length(),
    "reverse": lambda x, y: int(f"{x:032b}"[::-1], 2),
    "less": lambda x, y: int(signed(x) < signed(y)),
    "equal": lambda x, y: int(x == y),
    "fadd": lambda x, y: int((as_float(x) + as_float(y)).view(np.uint32)),
    "fsub": lambda x, y: int((as_float(x) - as_float(y)).view(np.uint32)),
    "fmul": lambda x, y: int((as_float(x) * as_float(y)).view(np.uint32)),
    "tofloat": lambda x, y: int(np.float32(signed(x) >> 8).view(np.uint32)),
    "toint": lambda x, y: to_int(as_float(x)),
}


def interpret(program: list[int], start: int, max_steps: int) -> int:
    r = [(start + 0x9E3779B9 * i) & MASK for i in range(16)]
    memory = [i * 0x85EBCA6B & MASK for i in range(32)]
    pc = 0
    for _ in range(max_steps):
        raw = program[pc]
        op, a, b, c = OPCODES[raw & 255], raw >> 8 & 255, raw >> 16 & 255, raw >> 24
        pc += 1
        if op == "halt":
            break
        elif op == "const":
            r[a] = raw >> 16
        elif op == "select":
            r[a] = r[b] if r[a] & 1 else r[c]
        elif op == "load":
            r[a] = memory[r[b] % 32]
        elif op == "store":
            memory[r[b] % 32] = r[c]
        elif op == "jumpzero":
            pc += b if r[a] & 3 == 0 else 0
        elif op == "jumpback":
            r[a] = (r[a] - 1) & MASK
            pc -= b if r[a] else 0
        else:
            r[a] = BINARY[op](r[b % 16], r[c % 16]) & MASK
    digest = 0
    for word in r + memory:
        digest = (digest ^ word) * 0x01000193 & MASK
    return digest


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    program, inputs = ks.array_arg(args, 0).tolist(), ks.array_arg(args, 1)
    chosen = ks.sample_indices(inputs.size, 1000)
    values = [interpret(program, int(start), ks.int_arg(args, 4)) for start in inputs[chosen]]
    return [ks.Sample(chosen, np.array(values, np.uint32))]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    threads, rounds, length = SIZES[scale]
    return ks.Bound(8 * threads, 20 * threads * rounds * length, "operations", "int32")


CASE = ks.KernelCase(
    name="bytecode_interpreter",
    styles=("an interpreter with a large switch", "local arrays"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.EXACT,),
    bounds=ks.per_scale(bound),
)
