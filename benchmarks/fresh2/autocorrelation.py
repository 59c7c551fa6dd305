"""Autocorrelation of many series."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (6, 150, 40), "full": (3000, 1000, 128)}  # series, length, lags


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, length, lags = SIZES[scale]
    series = np.cumsum(rng.standard_normal((count, length), np.float32), axis=1, dtype=np.float32) / 8
    return [series, np.int32(length), np.int32(lags), ks.unwritten((count, lags), np.float32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    series, lags = ks.array_arg(args, 0).astype(np.float64), ks.int_arg(args, 2)
    chosen = ks.sample_indices(len(series), 300)
    off = series[chosen] - series[chosen].mean(axis=1, keepdims=True)
    length = off.shape[1]
    found = [(off[:, : length - lag] * off[:, lag:]).sum(axis=1) / (off**2).sum(axis=1) for lag in range(lags)]
    return [ks.Sample((chosen[:, None] * lags + np.arange(lags)).ravel(), np.stack(found, axis=1).ravel())]


CASE = ks.KernelCase(
    name="autocorrelation",
    styles=("statistics", "shared memory"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][0], 1, 1), (128, 1, 1), 4 * SIZES[scale][1])),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.Tolerance(atol=2e-3),),
)
