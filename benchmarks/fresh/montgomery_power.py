"""Modular powers of 256-bit numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNTS: dict[ks.Scale, int] = {"small": 40, "full": 100_000}
MODULUS = 2**256 - 2**32 - 977
R = 2**256


def limbs(number: int) -> list[np.uint32]:
    return [np.uint32(number >> 32 * i & 0xFFFFFFFF) for i in range(8)]


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    bases = rng.integers(0, 2**32, (count, 8), np.uint32)
    bases[:, 7] &= np.uint32(0x7FFFFFFF)
    exponents = rng.integers(0, 2**16, count, np.uint32)
    field = ks.Struct((*limbs(MODULUS), *limbs(R % MODULUS), np.uint32(-pow(MODULUS, -1, 2**32) % 2**32)))
    return [bases, exponents, ks.unwritten((count, 8), np.uint32), np.int32(count), field]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    bases, exponents = ks.array_arg(args, 0), ks.array_arg(args, 1)
    chosen = ks.sample_indices(len(bases), 3000)
    back = pow(R, -1, MODULUS)
    values = []
    for i in chosen:
        plain = int.from_bytes(bases[i].tobytes(), "little") * back % MODULUS
        values += limbs(pow(plain, int(exponents[i]), MODULUS) * R % MODULUS)
    return [ks.Sample((chosen[:, None] * 8 + np.arange(8)).ravel(), np.array(values, np.uint32))]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="montgomery_power",
    styles=("big numbers", "64-bit integers"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
