"""Softmax over rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (4, 700), "full": (8192, 5000)}  # rows, columns


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, columns = SIZES[scale]
    return [
        rng.standard_normal((rows, columns), np.float32) * 4,
        ks.unwritten((rows, columns), np.float32),
        np.int32(columns),
    ]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    values = ks.array_arg(args, 0).astype(np.float64)
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    return [powers / powers.sum(axis=1, keepdims=True)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][0], 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = int(np.prod(SIZES[scale]))
    return ks.Bound(8 * count, 30 * count, "bytes")


CASE = ks.KernelCase(
    name="softmax_rows",
    styles=("softmax/layernorm/attention rows",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2e-5, atol=1e-9),),
    bounds=ks.per_scale(bound),
)
