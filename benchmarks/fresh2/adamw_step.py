"""A step of AdamW."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (2500, 4), "full": (6_000_000, 132 * 8)}  # parameters, blocks
RATE, BETA1, BETA2, EPSILON, DECAY, STEPS = 1e-2, 0.9, 0.99, 1e-6, 0.1, 7


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, _ = SIZES[scale]
    parameters, gradients, first = (rng.standard_normal(count, np.float32) for _ in range(3))
    second = rng.random(count, np.float32)
    gradients[11] = np.inf
    numbers = (RATE, BETA1, BETA2, EPSILON, DECAY, 1 - BETA1**STEPS, 1 - BETA2**STEPS)
    settings = ks.Struct((*(np.float32(n) for n in numbers), np.bool_(False)))
    scale_back = np.array([0.5], np.float32)
    flag = np.zeros(1, np.int32)
    return [parameters, gradients, first, second, np.int64(count), settings, scale_back, flag]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    p, g, m, v = (ks.array_arg(args, i).astype(np.float64) for i in range(4))
    g = g / 2
    fine = np.isfinite(g)
    g[~fine] = 0
    new_m, new_v = BETA1 * m + (1 - BETA1) * g, BETA2 * v + (1 - BETA2) * g * g
    step = new_m / (1 - BETA1**STEPS) / (np.sqrt(new_v / (1 - BETA2**STEPS)) + EPSILON)
    new_p = p - RATE * (step + DECAY * p)
    return [*(np.where(fine, a, b) for a, b in ((new_p, p), (new_m, m), (new_v, v))), np.array([1], np.int32)]


CASE = ks.KernelCase(
    name="adamw_step",
    styles=("neural networks", "64-bit sizes"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][1], 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(0, 2, 3, 7),
    reference=reference,
    tolerances=(*(ks.Tolerance(rtol=1e-4, atol=1e-4),) * 3, ks.EXACT),
)
