"""A moving median."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (100, 40), "full": (40_000, 100)}  # series, length
WINDOW = 9


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    series, length = SIZES[scale]
    prices = np.cumsum(rng.standard_normal((length, series), np.float32), axis=0, dtype=np.float32)
    return [prices, ks.unwritten(prices.shape, np.float32), np.int32(series), np.int32(length)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    prices = ks.array_arg(args, 0)
    padded = np.concatenate([np.repeat(prices[:1], WINDOW - 1, axis=0), prices])
    windows = np.lib.stride_tricks.sliding_window_view(padded, WINDOW, axis=0)
    return [np.median(windows, axis=2)]


CASE = ks.KernelCase(
    name="moving_median",
    styles=("statistics", "local arrays"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
