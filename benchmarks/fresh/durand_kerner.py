"""Roots of polynomials with a complex class, in double."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNTS: dict[ks.Scale, int] = {"small": 100, "full": 60_000}
DEGREE, LIMIT, TOLERANCE = 6, 60, 1e-9


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    polynomials = rng.uniform(-3, 3, (count, DEGREE))
    roots, turns = ks.unwritten((count, DEGREE, 2), np.float64), ks.unwritten(count, np.int32)
    return [polynomials, roots, turns, np.int32(count), np.int32(LIMIT), np.float64(TOLERANCE)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    c = ks.array_arg(args, 0)
    chosen = ks.sample_indices(len(c), 5000)
    c = c[chosen]
    z = np.tile((0.4 + 0.9j) ** np.arange(DEGREE), (len(c), 1))
    turns, is_going = np.full(len(c), LIMIT, np.int32), np.ones(len(c), bool)
    for turn in range(LIMIT):
        moved = np.zeros(len(c))
        for i in range(DEGREE):
            value = np.ones(len(c), complex)
            for k in range(DEGREE - 1, -1, -1):
                value = value * z[:, i] + c[:, k]
            step = value / np.prod([z[:, i] - z[:, j] for j in range(DEGREE) if j != i], axis=0)
            z[is_going, i] -= step[is_going]
            moved = np.maximum(moved, abs(step) ** 2)
        is_done = is_going & (moved < TOLERANCE**2)
        turns[is_done] = turn
        is_going &= ~is_done
    at = chosen[:, None] * 2 * DEGREE + np.arange(2 * DEGREE)
    values = np.stack([z.real, z.imag], axis=2).reshape(len(c), -1)
    return [ks.Sample(at.ravel(), values.ravel()), ks.Sample(chosen, turns)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="durand_kerner",
    styles=("root finding", "classes with operators", "double precision"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1, 2),
    reference=reference,
    tolerances=(ks.Tolerance(atol=1e-6, wrong_fraction=1e-3), ks.Tolerance(atol=1, wrong_fraction=1e-3)),
)
