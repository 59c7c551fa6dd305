"""Sobol points used at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (4096, 2), "full": (1 << 25, 512)}  # points, blocks of 128
DIMENSIONS = 8


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    points, blocks = SIZES[scale]
    # Any direction numbers do, as long as number k has its highest bit at place 31 - k.
    low = rng.integers(0, 2**32, (DIMENSIONS, 32))
    place = 31 - np.arange(32)
    directions = (1 << place | (low & ~((2 << place) - 1))).astype(np.uint32)
    return [directions, np.uint32(points), ks.unwritten(blocks * 128, np.float32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    directions, threads = ks.array_arg(args, 0), ks.array_arg(args, 2).size
    per_thread = ks.int_arg(args, 1) // threads
    chosen = ks.sample_indices(threads, 300)
    index = (chosen[:, None] * per_thread + np.arange(per_thread)).astype(np.uint32)
    gray = index ^ index >> np.uint32(1)
    product = np.ones(index.shape)
    for numbers in directions:
        state = np.zeros_like(gray)
        for bit, number in enumerate(numbers):
            state ^= np.where(gray >> np.uint32(bit) & np.uint32(1), number, np.uint32(0))
        product *= 1 + 0.3 * (state / 2.0**32 - 0.5)
    return [ks.Sample(chosen, product.sum(axis=1))]


CASE = ks.KernelCase(
    name="sobol_payoffs",
    styles=("random numbers", "bits"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][1], 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4),),
)
