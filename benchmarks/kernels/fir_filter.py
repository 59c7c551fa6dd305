"""FIR filter of 63 symmetric taps."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

HALF = 31
COUNTS: dict[ks.Scale, int] = {"small": 3500, "full": 64_000_001}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    taps = np.sinc(np.arange(HALF + 1) / 4) / 4 * np.hamming(2 * HALF + 1)[HALF:]
    signal = rng.standard_normal(count, np.float32)
    weights = ks.Struct(tuple(np.float32(tap) for tap in taps))
    return [signal, ks.unwritten(count, np.float32), np.int32(count), weights]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    signal, weights = ks.array_arg(args, 0), args[3]
    assert isinstance(weights, ks.Struct)
    taps = np.array([float(np.asarray(tap)) for tap in weights.fields])
    chosen = ks.sample_indices(signal.size, 200_000)
    padded = np.pad(signal, HALF)
    windows = padded[chosen[:, None] + np.arange(2 * HALF + 1)].astype(np.float64)
    return [ks.Sample(chosen, windows @ np.concatenate([taps[:0:-1], taps]))]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 1024), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = COUNTS[scale]
    return ks.Bound(8 * count, (2 * HALF + 1 + HALF) * count, "operations")


CASE = ks.KernelCase(
    name="fir_filter",
    styles=("FIR/IIR", "struct arguments"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-5, atol=5e-6),),
    bounds=ks.per_scale(bound),
)
