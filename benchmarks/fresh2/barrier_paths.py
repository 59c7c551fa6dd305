"""Barrier option paths."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

PATHS: dict[ks.Scale, int] = {"small": 400, "full": 400_000}
SPOT, STRIKE, BARRIER, RATE, VOLATILITY, YEARS, STEPS, SEED = 100.0, 95.0, 130.0, 0.03, 0.25, 1.0, 64, 12345


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    values = (SPOT, STRIKE, BARRIER, RATE, VOLATILITY, YEARS)
    option = ks.Struct((*(np.float32(value) for value in values), np.int32(STEPS)))
    return [option, np.uint32(SEED), np.int32(PATHS[scale]), ks.unwritten(PATHS[scale], np.float32)]


class XorShift:
    """The kernel's generator for many seeds at once."""

    def __init__(self, seed: ks.Array) -> None:
        seed = seed.astype(np.uint32)
        self.x = seed * np.uint32(2654435761) + np.uint32(1)
        self.y = self.x ^ np.uint32(0x9E3779B9)
        self.z = self.y * np.uint32(747796405) + np.uint32(2891336453)
        self.w = self.z ^ (self.z >> np.uint32(16)) ^ seed
        for _ in range(4):
            self.next()

    def next(self) -> ks.Array:
        t = self.x ^ (self.x << np.uint32(11))
        self.x, self.y, self.z = self.y, self.z, self.w
        self.w = self.w ^ (self.w >> np.uint32(19)) ^ t ^ (t >> np.uint32(8))
        return np.asarray(self.w)

    def uniform(self) -> ks.Array:
        return np.asarray(((self.next() >> np.uint32(8)) + 0.5) / 2.0**24)


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    chosen = ks.sample_indices(ks.int_arg(args, 2), 20_000)
    random = XorShift(chosen + SEED)
    dt = YEARS / STEPS
    drift, diffusion = (RATE - VOLATILITY**2 / 2) * dt, VOLATILITY * np.sqrt(dt)
    price, is_out = np.full(chosen.size, np.log(SPOT)), np.zeros(chosen.size, bool)
    for _ in range(0, STEPS, 2):
        radius = np.sqrt(-2 * np.log(random.uniform()))
        angle = 2 * np.pi * random.uniform()
        for part in (np.cos(angle), np.sin(angle)):
            price += drift + diffusion * radius * part
            is_out |= price >= np.log(BARRIER)
    payoff = np.where(is_out, 0, np.maximum(np.exp(price) - STRIKE, 0)) * np.exp(-RATE * YEARS)
    return [ks.Sample(chosen, payoff)]


CASE = ks.KernelCase(
    name="barrier_paths",
    styles=("finance", "random numbers"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-PATHS[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=5e-3, wrong_fraction=2e-3),),
)
