"""Batched 1024-point FFT in shared memory, single precision."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

POINTS = 1024
BATCHES: dict[ks.Scale, int] = {"small": 4, "full": 32768}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    shape = (BATCHES[scale], POINTS, 2)
    return [rng.standard_normal(shape, np.float32), ks.unwritten(shape, np.float32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    signal = ks.array_arg(args, 0)
    chosen = ks.sample_indices(len(signal), 500)
    spectrum = np.fft.fft(signal[chosen, :, 0] + 1j * signal[chosen, :, 1].astype(np.float64), axis=1)
    values = np.stack([spectrum.real, spectrum.imag], axis=-1)
    return [ks.Sample((chosen[:, None] * 2 * POINTS + np.arange(2 * POINTS)).ravel(), values.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((BATCHES[scale], 1, 1), (POINTS // 4, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = BATCHES[scale] * POINTS
    return ks.Bound(16 * count, 50 * count, "bytes")


CASE = ks.KernelCase(
    name="fft_shared",
    styles=("FFT stages",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-5, atol=2e-4),),
    bounds=ks.per_scale(bound),
)
