"""Smooth escape times in double."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (40, 30), "full": (1280, 720)}
C_RE, C_IM, LIMIT = 0.4, 0.35, 100


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height = SIZES[scale]
    numbers = (0.1, -0.05, 2.4 / height, C_RE, C_IM)
    view = ks.Struct((*(np.float64(n) for n in numbers), np.int32(LIMIT)))
    return [ks.unwritten((height, width), np.float32), np.int32(width), np.int32(height), view]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    image = ks.array_arg(args, 0)
    height, width = image.shape
    total = np.zeros(image.shape)
    for dx, dy in ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)):
        y, x = np.indices(image.shape)
        scale = 2.4 / height
        re, im = 0.1 + (x + dx - width / 2) * scale, -0.05 + (y + dy - height / 2) * scale
        turns, r2 = np.zeros(image.shape, int), re * re + im * im
        for _ in range(LIMIT):
            on = r2 < 64
            a, b = re[on], im[on]
            re[on], im[on] = a * (a * a - 3 * b * b) + C_RE, b * (3 * a * a - b * b) + C_IM
            r2[on] = re[on] ** 2 + im[on] ** 2
            turns[on] += 1
        smooth = turns + 1 - np.log(np.log(np.maximum(r2, 64)) / 2) / np.log(3)
        total += np.where(turns == LIMIT, LIMIT, smooth)
    return [total / 4]


def launch(scale: ks.Scale) -> ks.Launch:
    width, height = SIZES[scale]
    return ks.Launch((-(-width // 16), -(-height // 16), 1), (16, 16, 1))


CASE = ks.KernelCase(
    name="julia_escape",
    styles=("fractals", "double precision"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(0,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-3, wrong_fraction=1e-2),),
)
