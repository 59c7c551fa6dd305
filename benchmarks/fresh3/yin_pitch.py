"""Pitches of frames."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# frames, hop, window, lags
SIZES: dict[ks.Scale, tuple[int, int, int, int]] = {"small": (8, 50, 120, 90), "full": (3000, 256, 512, 256)}
RATE, THRESHOLD = 16_000.0, 0.15


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    frames, hop, window, lags = SIZES[scale]
    n = frames * hop + window + lags
    knots = 2 + frames // 80
    speed = np.interp(np.arange(n), np.linspace(0, n, knots), rng.uniform(220, 420, knots))
    phase = np.cumsum(2 * np.pi * speed / RATE)
    voice = np.sin(phase) + 0.5 * np.sin(2 * phase) + 0.05 * rng.standard_normal(n)
    voice += 2 * rng.standard_normal(n) * (np.sin(np.arange(n) / n * 9) > 0.8)
    samples = np.clip(voice * 9000, -32768, 32767).astype(np.int16)
    sizes = [np.int32(value) for value in SIZES[scale]]
    outs = [ks.unwritten(frames, np.float32) for _ in range(2)]
    return [samples, *sizes, np.float32(THRESHOLD), np.float32(RATE), *outs]


def pitch(frame: ks.Array, window: int, lags: int) -> tuple[float, float]:
    views = np.lib.stride_tricks.sliding_window_view(frame, window)[:lags]
    difference = ((frame[:window] - views) ** 2).sum(axis=1)
    lag = np.arange(1, lags)
    ratio = np.concatenate([[1.0], difference[1:] * lag / np.maximum(difference[1:].cumsum(), 1e-30)])
    for k in range(2, lags - 1):
        if ratio[k] < THRESHOLD and ratio[k] <= ratio[k - 1] and ratio[k + 1] > ratio[k]:
            bend = ratio[k - 1] - 2 * ratio[k] + ratio[k + 1]
            return RATE / (k + 0.5 * (ratio[k - 1] - ratio[k + 1]) / bend), 1 - ratio[k]
    return 0.0, 0.0


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    samples = ks.array_arg(args, 0) / 32768.0
    frames, hop, window, lags = (ks.int_arg(args, k) for k in range(1, 5))
    chosen = ks.sample_indices(frames, 300)
    found = np.array([pitch(samples[k * hop : k * hop + window + lags], window, lags) for k in chosen])
    return [ks.Sample(chosen, found[:, 0]), ks.Sample(chosen, found[:, 1])]


def launch(scale: ks.Scale) -> ks.Launch:
    frames, _, window, lags = SIZES[scale]
    return ks.Launch((frames, 1, 1), (128, 1, 1), 4 * (window + 2 * lags))


def bound(scale: ks.Scale) -> ks.Bound:
    frames, hop, window, lags = SIZES[scale]
    return ks.Bound(2 * frames * hop, 3 * frames * window * lags, "operations")


CASE = ks.KernelCase(
    name="yin_pitch",
    styles=("audio", "16-bit integers", "dynamic shared memory", "loops with breaks"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(7, 8),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2e-3, wrong_fraction=1e-2), ks.Tolerance(rtol=1e-3, atol=1e-3, wrong_fraction=1e-2)),
    bounds=ks.per_scale(bound),
)
