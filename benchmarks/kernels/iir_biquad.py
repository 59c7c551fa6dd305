"""Four biquads in a row on many channels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (400, 24), "full": (400_000, 160)}  # channels, samples
STAGES = 4


def coefficients() -> ks.Array:
    """Resonators (poles inside the unit circle) with zeros at half their angle, gain about one."""
    angle, radius = np.array([0.3, 0.7, 1.1, 1.9]), np.array([0.8, 0.7, 0.75, 0.6])
    a1, a2 = -2 * radius * np.cos(angle), radius**2
    gain = (1 + a1 + a2) / (2 - 2 * np.cos(angle / 2) + 0.5)
    rows = np.stack([gain, -2 * gain * np.cos(angle / 2), gain, a1, a2], axis=1)
    return rows.astype(np.float32)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    channels, samples = SIZES[scale]
    signal = rng.standard_normal((samples, channels), np.float32)
    states = rng.standard_normal((2 * STAGES, channels), np.float32)
    cascade = ks.Struct(tuple(np.float32(c) for c in coefficients().ravel()))
    return [signal, ks.unwritten(signal.shape, np.float32), states, cascade, np.int32(channels), np.int32(samples)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    channels = ks.array_arg(args, 0).shape[1]
    chosen = ks.sample_indices(channels, 20_000)
    signal, states = (ks.array_arg(args, i)[:, chosen].astype(np.float64) for i in (0, 2))
    result = np.empty(signal.shape)
    for t, value in enumerate(signal):
        for i, (b0, b1, b2, a1, a2) in enumerate(coefficients().astype(np.float64)):
            filtered = b0 * value + states[2 * i]
            states[2 * i] = b1 * value - a1 * filtered + states[2 * i + 1]
            states[2 * i + 1] = b2 * value - a2 * filtered
            value = filtered
        result[t] = value

    def sample(values: ks.Array) -> ks.Sample:
        return ks.Sample((np.arange(len(values))[:, None] * channels + chosen).ravel(), values.ravel())

    return [sample(result), sample(states)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    channels, samples = SIZES[scale]
    return ks.Bound(8 * channels * samples, 9 * STAGES * channels * samples, "bytes")


CASE = ks.KernelCase(
    name="iir_biquad",
    styles=("FIR/IIR", "struct arguments"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1, 2),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=2e-5), ks.Tolerance(rtol=1e-4, atol=2e-5)),
    bounds=ks.per_scale(bound),
)
