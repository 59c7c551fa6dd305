"""Double-precision special functions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks
from benchmarks.reference import special

COUNTS: dict[ks.Scale, int] = {"small": 300, "full": 4_000_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    xs, shapes = rng.uniform(-3, 3, count), rng.uniform(0.5, 8, count)
    return [xs, shapes, *(ks.unwritten(count, np.float64) for _ in range(4)), np.int32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    chosen = ks.sample_indices(ks.array_arg(args, 0).size, 10_000)
    x, shape = ks.array_arg(args, 0)[chosen], ks.array_arg(args, 1)[chosen]
    half = shape / 2
    density = special.lgamma(half + 0.5) - special.lgamma(half) - np.log(np.pi * shape) / 2
    density -= (half + 0.5) * np.log1p(x**2 / shape)
    width = 0.1 * shape
    profile = np.exp(-(x**2)) * np.cos(2 * x * width) + special.erf(x) * special.erfc(width) + np.tanh(x * width)
    r, order = np.abs(x) * shape, chosen & 1
    oscillation = np.where(order == 0, special.bessel(0, r), special.bessel(1, r))
    radial = oscillation * np.expm1(-0.1 * r) + np.cbrt(r) * np.arctan2(r, 1.0 + order)
    weight = special.gamma(shape) * shape**-shape * np.exp(shape)
    return [ks.Sample(chosen, values) for values in (density, profile, radial, weight)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    return ks.Bound(48 * COUNTS[scale], 900 * COUNTS[scale], "operations", "fp64")


CASE = ks.KernelCase(
    name="special_double",
    styles=("double-precision special functions", "noinline device functions"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2, 3, 4, 5),
    reference=reference,
    tolerances=tuple(ks.Tolerance(rtol=1e-12, atol=1e-13) for _ in range(4)),
    bounds=ks.per_scale(bound),
)
