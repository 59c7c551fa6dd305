"""Rational resampling of audio."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (200, 2), "full": (900_000, 2)}  # frames, channels
UP, DOWN, TAPS = 160, 147, 32


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    frames, channels = SIZES[scale]
    out_frames = frames * UP // DOWN
    sound = rng.standard_normal((frames, channels), np.float32)
    filters = (rng.standard_normal((UP, TAPS)) / TAPS).astype(np.float32)
    out = ks.unwritten((out_frames, channels), np.float32)
    sizes = (np.int32(out_frames), np.int32(channels), np.int32(UP), np.int32(DOWN))
    return [sound, np.int32(frames), filters, np.int32(TAPS), out, *sizes]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    sound, filters, out = (ks.array_arg(args, i) for i in (0, 2, 4))
    position = np.arange(len(out)) * DOWN
    phase, centre = position % UP, position // UP
    padded = np.pad(sound.astype(np.float64), ((TAPS, TAPS), (0, 0)))
    total = np.zeros(out.shape)
    for t in range(TAPS):
        total += filters[phase, t, None] * padded[centre + t - TAPS // 2 + TAPS]
    return [total]


def launch(scale: ks.Scale) -> ks.Launch:
    frames, channels = SIZES[scale]
    return ks.Launch((-(-frames * UP // DOWN // 256) + 1, channels, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="polyphase_resample",
    styles=("audio",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-5),),
)
