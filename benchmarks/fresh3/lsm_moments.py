"""Moments of a regression over paths."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (2000, 2), "full": (4_000_000, 132 * 2)}  # paths, blocks
STEP, STRIKE, LOG_DISCOUNT = 10, 100.0, -0.002


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    paths, _ = SIZES[scale]
    prices = (100 * np.exp(0.25 * rng.standard_normal(paths, np.float32))).astype(np.float32)
    payoffs = np.maximum(100 - prices * rng.uniform(0.8, 1.2, paths).astype(np.float32), 0).astype(np.float32)
    steps = rng.integers(STEP + 1, 50, paths, np.uint8)
    scalars = (np.int32(paths), np.int32(STEP), np.float64(STRIKE), np.float64(LOG_DISCOUNT))
    return [prices, payoffs, steps, *scalars, np.zeros(15)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    prices, payoffs, steps = (ks.array_arg(args, k) for k in range(3))
    chosen = prices < STRIKE
    x = prices[chosen].astype(np.float64) / STRIKE
    later = payoffs[chosen] * np.exp(LOG_DISCOUNT * (steps[chosen].astype(np.float64) - STEP))
    polynomials = (1 + 0 * x, 1 - x, 1 - 2 * x + x**2 / 2, 1 - 3 * x + 1.5 * x**2 - x**3 / 6)
    basis = np.exp(-x / 2) * np.stack(polynomials)
    moments = (basis @ basis.T)[np.triu_indices(4)]
    return [np.concatenate([moments, basis @ later, [x.size]])]


CASE = ks.KernelCase(
    name="lsm_moments",
    styles=("finance", "double precision", "mixed precision", "warp operations", "grid-stride loops"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][1], 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(7,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-8, atol=1e-8),),
)
