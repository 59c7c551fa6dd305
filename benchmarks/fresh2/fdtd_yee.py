"""Yee's electric half step."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (60, 40), "full": (3000, 2000)}
DT, DX, RIM, STRONGEST = 0.5, 1.25, 12, 0.8


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    nx, ny = SIZES[scale]
    ex, ey, hz = (rng.standard_normal((ny, nx), np.float32) for _ in range(3))
    epsilon = rng.uniform(1, 4, (ny, nx)).astype(np.float32)
    grid = ks.Struct((hz, epsilon, np.int32(nx), np.int32(ny)))
    return [grid, ex, ey, np.float32(DT), np.float32(DX), np.int32(RIM), np.float32(STRONGEST)]


def loss(n: int) -> ks.Array:
    i = np.arange(n)
    depth = np.maximum(np.maximum(RIM - i, i - (n - RIM) + 1), 0)
    return np.asarray(STRONGEST * (depth / RIM) ** 3 * DT / 2)


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    grid = args[0]
    assert isinstance(grid, ks.Struct)
    hz, epsilon = (np.asarray(part, np.float64) for part in grid.fields[:2])
    ex, ey = ks.array_arg(args, 1).astype(np.float64), ks.array_arg(args, 2).astype(np.float64)
    scale = DT / (DX * epsilon)
    sy, sx = loss(len(ex))[1:, None], loss(ex.shape[1])[None, 1:]
    ex[1:] = (ex[1:] * (1 - sy) + scale[1:] * np.diff(hz, axis=0)) / (1 + sy)
    ey[:, 1:] = (ey[:, 1:] * (1 - sx) - scale[:, 1:] * np.diff(hz, axis=1)) / (1 + sx)
    return [ex, ey]


CASE = ks.KernelCase(
    name="fdtd_yee",
    styles=("physics", "stencils"),
    launches=ks.per_scale(
        lambda scale: ks.Launch((-(-SIZES[scale][0] // 32), -(-SIZES[scale][1] // 8), 1), (32, 8, 1))
    ),
    make_args=make_args,
    outputs=(1, 2),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-5), ks.Tolerance(rtol=1e-4, atol=1e-5)),
)
