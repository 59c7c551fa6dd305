"""WENO along rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {
    "small": (50, 20, 4),
    "full": (1000, 4000, 132 * 8),
}  # width, rows, blocks
INVERSE_DX = 0.5


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, rows, _ = SIZES[scale]
    x = np.linspace(0, 2 * np.pi, width, endpoint=False)
    u = np.sin(x + rng.uniform(0, 6, (rows, 1))) + 0.1 * rng.standard_normal((rows, width))
    wind = rng.standard_normal((rows, width), np.float32)
    out = ks.unwritten(u.shape, np.float32)
    return [u.astype(np.float32), wind, out, np.int32(width), np.int32(rows), np.float32(INVERSE_DX)]


def weno5(a: ks.Array, b: ks.Array, c: ks.Array, d: ks.Array, e: ks.Array) -> ks.Array:
    p = [(2 * a - 7 * b + 11 * c) / 6, (-b + 5 * c + 2 * d) / 6, (2 * c + 5 * d - e) / 6]
    curved = [a - 2 * b + c, b - 2 * c + d, c - 2 * d + e]
    sloped = [a - 4 * b + 3 * c, b - d, 3 * c - 4 * d + e]
    s = [13 / 12 * x * x + y * y / 4 for x, y in zip(curved, sloped, strict=True)]
    w = [gain / (1e-6 + part) ** 2 for gain, part in zip((0.1, 0.6, 0.3), s, strict=True)]
    return np.asarray((w[0] * p[0] + w[1] * p[1] + w[2] * p[2]) / (w[0] + w[1] + w[2]))


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    u, wind = ks.array_arg(args, 0), ks.array_arg(args, 1)
    rows = ks.sample_indices(len(u), 60)
    v = [np.roll(u[rows].astype(np.float64), -k, axis=1) for k in range(-3, 4)]
    ahead = weno5(v[1], v[2], v[3], v[4], v[5]) - weno5(v[0], v[1], v[2], v[3], v[4])
    behind = weno5(v[6], v[5], v[4], v[3], v[2]) - weno5(v[5], v[4], v[3], v[2], v[1])
    values = -wind[rows] * np.where(wind[rows] > 0, ahead, behind) * INVERSE_DX
    width = u.shape[1]
    return [ks.Sample((rows[:, None] * width + np.arange(width)).ravel(), values.ravel())]


CASE = ks.KernelCase(
    name="weno_rows",
    styles=("physics", "stencils", "divisions"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][2], 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=1e-3),),
)
