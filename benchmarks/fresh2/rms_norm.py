"""Root mean square normalisation in half precision."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (14, 200), "full": (16_000, 1024)}  # rows, width
EPSILON = 1e-5


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, width = SIZES[scale]
    first, residual = (rng.standard_normal((rows, width), np.float32).astype(np.float16) for _ in range(2))
    gain = rng.uniform(0.5, 1.5, width).astype(np.float16)
    out = ks.unwritten((rows, width), np.float16)
    return [first, residual, gain, out, np.int32(rows), np.int32(width), np.float32(EPSILON)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    first, residual, gain = (ks.array_arg(args, i).astype(np.float32) for i in range(3))
    total = first + residual
    scale = 1 / np.sqrt((total**2).mean(axis=1, keepdims=True) + EPSILON)
    return [total, total * scale * gain]


CASE = ks.KernelCase(
    name="rms_norm",
    styles=("neural networks", "half precision"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 8), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(1, 3),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=1e-3), ks.Tolerance(rtol=3e-3, atol=2e-3)),
)
