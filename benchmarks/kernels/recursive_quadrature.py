"""Adaptive integration by recursion."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNTS: dict[ks.Scale, int] = {"small": 100, "full": 50_000}
TOLERANCES: dict[ks.Scale, float] = {"small": 1e-6, "full": 1e-8}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    centres = np.sort(rng.random(count))  # neighbours do similar work, as in a sweep over parameters
    sharpness, frequencies = rng.uniform(0.01, 0.3, count), rng.uniform(1, 30, count)
    results, calls = ks.unwritten(count, np.float64), ks.unwritten(count, np.int32)
    return [centres, sharpness, frequencies, results, calls, np.int32(count), np.float64(TOLERANCES[scale])]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    """The antiderivative is known."""
    centres, sharpness, frequencies = (ks.array_arg(args, i) for i in range(3))
    root = np.sqrt(sharpness)
    peak = (np.arctan((1 - centres) / root) - np.arctan(-centres / root)) / root
    return [peak + (1 - np.cos(frequencies)) / frequencies]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    calls = {"small": 40, "full": 400}[scale]
    return ks.Bound(36 * COUNTS[scale], 60 * calls * COUNTS[scale], "operations", "fp64")


CASE = ks.KernelCase(
    name="recursive_quadrature",
    styles=("recursion", "double-precision special functions"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.Tolerance(atol=2e-5, rtol=1e-7),),
    bounds=ks.per_scale(bound),
    stack_bytes=8192,
)
