"""The line accumulator of a Hough transform."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {
    "small": (200, 6, 100),
    "full": (20_000, 720, 2000),
}  # edges, angles, bins
BIN = 1.5


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, angles, bins = SIZES[scale]
    edges = rng.integers(0, bins // 2, (count, 2)).astype(np.int16)
    out = ks.unwritten((angles, bins), np.int32)
    return [edges, np.int32(count), out, np.int32(angles), np.int32(bins), np.float32(BIN)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    edges, out = ks.array_arg(args, 0), ks.array_arg(args, 2)
    angles, bins = out.shape
    x, y = edges.T.astype(np.float32)
    counts = np.zeros((angles, bins), np.int32)
    for angle in range(angles):
        turn = np.float32(3.14159265) * np.float32(angle) / np.float32(angles)
        c, s = np.float32(np.cos(float(turn))), np.float32(np.sin(float(turn)))
        place = np.rint((x * c + y * s) / np.float32(BIN)).astype(int) + bins // 2
        counts[angle] = np.bincount(place[(place >= 0) & (place < bins)], minlength=bins)
    return [counts]


def launch(scale: ks.Scale) -> ks.Launch:
    _, angles, bins = SIZES[scale]
    return ks.Launch((angles, 1, 1), (256, 1, 1), 4 * bins)


CASE = ks.KernelCase(
    name="hough_lines",
    styles=("images", "atomics"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(atol=1, wrong_fraction=1e-2),),
)
