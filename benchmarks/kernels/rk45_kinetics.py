"""Adaptive Runge-Kutta integration of a small reaction network."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, float]] = {"small": (100, 0.5), "full": (400_000, 5.0)}  # systems, end time
TOLERANCE = 1e-7
LEAK = 0.2
START = np.array([1.0, 0.5, 0.2, 2.0, 0.1, 0.4])


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, end = SIZES[scale]
    productions, ratios = np.sort(rng.uniform(5, 30, count)), rng.uniform(0.5, 3, count)
    results, steps = ks.unwritten((6, count), np.float64), ks.unwritten(count, np.int32)
    return [productions, ratios, results, steps, np.int32(count), np.float64(end), np.float64(TOLERANCE)]


def slope(y: ks.Array, production: ks.Array, ratio: ks.Array) -> ks.Array:
    messenger, protein = y[:3], y[3:]
    made = production / (1 + np.roll(protein, 1, axis=0) ** 2) + LEAK - messenger
    return np.concatenate([made, ratio * (messenger - protein)])


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    """The classical fourth-order method with steps so small that its error does not show."""
    productions, ratios, end = ks.array_arg(args, 0), ks.array_arg(args, 1), float(np.asarray(args[5]))
    chosen = ks.sample_indices(productions.size, 2000)
    own = productions[chosen], ratios[chosen]
    y = np.tile(START[:, None], chosen.size)
    steps = int(400 * end)
    h = end / steps
    for _ in range(steps):
        k1 = slope(y, *own)
        k2 = slope(y + h / 2 * k1, *own)
        k3 = slope(y + h / 2 * k2, *own)
        k4 = slope(y + h * k3, *own)
        y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return [ks.Sample((np.arange(6)[:, None] * productions.size + chosen).ravel(), y.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count, end = SIZES[scale]
    return ks.Bound(68 * count, int(500 * 10 * end) * count, "operations", "fp64")


CASE = ks.KernelCase(
    name="rk45_kinetics",
    styles=("small dense solvers with local arrays", "kernels above 64 registers", "templates and functors"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-5, atol=1e-6),),
    bounds=ks.per_scale(bound),
)
