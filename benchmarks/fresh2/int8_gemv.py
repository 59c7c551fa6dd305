"""Weights of eight bits times a vector."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (12, 256), "full": (16_000, 4096)}  # rows, columns


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, columns = SIZES[scale]
    weights = rng.integers(-128, 128, (rows, columns), np.int8)
    scales = rng.uniform(0.001, 0.01, (rows, columns // 64)).astype(np.float32)
    x, bias = rng.standard_normal(columns, np.float32), rng.standard_normal(rows, np.float32)
    return [weights, scales, x, bias, ks.unwritten(rows, np.float32), np.int32(rows), np.int32(columns)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    weights, scales, x, bias = (ks.array_arg(args, i) for i in range(4))
    chosen = ks.sample_indices(len(weights), 3000)
    exact = weights[chosen].reshape(chosen.size, -1, 64).astype(np.float64) * x.reshape(-1, 64)
    return [ks.Sample(chosen, (exact.sum(axis=2) * scales[chosen]).sum(axis=1) + bias[chosen])]


CASE = ks.KernelCase(
    name="int8_gemv",
    styles=("neural networks", "bytes"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 4), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=2e-3),),
)
