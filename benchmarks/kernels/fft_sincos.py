"""Batched 512-point FFT with computed twiddles in a register array, double precision."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

POINTS = 512
BATCHES: dict[ks.Scale, int] = {"small": 4, "full": 32768}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    shape = (BATCHES[scale], POINTS, 2)
    return [rng.standard_normal(shape), ks.unwritten(shape, np.float64)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    signal = ks.array_arg(args, 0)
    chosen = ks.sample_indices(len(signal), 1000)
    spectrum = np.fft.fft(signal[chosen, :, 0] + 1j * signal[chosen, :, 1], axis=1)
    values = np.stack([spectrum.real, spectrum.imag], axis=-1)
    return [ks.Sample((chosen[:, None] * 2 * POINTS + np.arange(2 * POINTS)).ravel(), values.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((BATCHES[scale], 1, 1), (POINTS // 8, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = BATCHES[scale] * POINTS
    return ks.Bound(32 * count, 130 * count, "bytes", "fp64")


CASE = ks.KernelCase(
    name="fft_sincos",
    styles=("FFT stages", "local arrays"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-13, atol=1e-12),),
    bounds=ks.per_scale(bound),
)
