"""The fused vector updates of a conjugate-gradient step, in double."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (1500, 2), "full": (2_000_000, 132 * 4)}  # unknowns, blocks


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, _ = SIZES[scale]
    x, r, p, ap = rng.standard_normal((4, count))
    diagonal = rng.uniform(1, 4, count)
    return [x, r, ks.unwritten(count, np.float64), p, ap, diagonal, np.array([3.0, 7.0]), np.zeros(2), np.int32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    x, r, _, p, ap, diagonal, scalars = (ks.array_arg(args, i) for i in range(7))
    alpha = scalars[0] / scalars[1]
    left = r - alpha * ap
    scaled = left / diagonal
    return [x + alpha * p, left, scaled, np.array([left @ scaled, left @ left])]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][1], 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="cg_update",
    styles=("linear solvers", "double precision"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(0, 1, 2, 7),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-12, atol=1e-12),) * 3 + (ks.Tolerance(rtol=1e-9),),
)
