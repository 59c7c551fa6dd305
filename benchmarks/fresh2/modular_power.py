"""Powers and inverses modulo primes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNT: dict[ks.Scale, int] = {"small": 150, "full": 150_000}
PRIMES = np.array([2147483647, 998244353, 1000000007, 754974721, 469762049, 65537], np.uint32)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNT[scale]
    moduli = rng.choice(PRIMES, count)
    bases = rng.integers(1, 2**31, count).astype(np.uint32)
    exponents = rng.integers(0, 2**32, count).astype(np.uint32)
    return [bases, exponents, moduli, np.int32(count), ks.unwritten(count, np.uint32), ks.unwritten(count, np.int32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    bases, exponents, moduli = (ks.array_arg(args, i) for i in range(3))
    chosen = ks.sample_indices(bases.size, 20_000)
    powers, inverses = [], []
    for i in chosen:
        modulus = int(moduli[i])
        powers.append(pow(int(bases[i]), int(exponents[i]), modulus))
        inverses.append(pow(powers[-1], -1, modulus) if powers[-1] else 0)
    return [ks.Sample(chosen, np.array(powers, np.uint32)), ks.Sample(chosen, np.array(inverses, np.int32))]


CASE = ks.KernelCase(
    name="modular_power",
    styles=("cryptography", "integer division"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-COUNT[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
