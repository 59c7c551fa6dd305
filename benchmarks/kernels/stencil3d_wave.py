"""Three-dimensional 25-point stencil, marching through z with a register queue."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (64, 16, 5), "full": (512, 512, 96)}  # nx, ny, nz
WEIGHTS = (-2.84722222, 1.6, -0.2, 0.025396825, -0.001785714)
RADIUS = 4


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    nx, ny, nz = SIZES[scale]
    shape = (nz + 2 * RADIUS, ny + 2 * RADIUS, nx + 2 * RADIUS)
    now, previous = rng.standard_normal(shape, np.float32), rng.standard_normal(shape, np.float32)
    speed2 = rng.random(shape, np.float32) * np.float32(0.2)
    return [now, previous, speed2, np.int32(nx), np.int32(ny), np.int32(nz)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    now, previous, speed2 = (ks.array_arg(args, i) for i in range(3))
    inner = tuple(slice(RADIUS, size - RADIUS) for size in now.shape)
    laplace = 3 * WEIGHTS[0] * now[inner].astype(np.float64)
    for distance in range(1, RADIUS + 1):
        for axis in range(3):
            for sign in (-distance, distance):
                part = list(inner)
                part[axis] = slice(RADIUS + sign, now.shape[axis] - RADIUS + sign)
                laplace += WEIGHTS[distance] * now[tuple(part)]
    result = previous.astype(np.float64)
    result[inner] = 2 * now[inner].astype(np.float64) - result[inner] + speed2[inner] * laplace
    return [result]


def launch(scale: ks.Scale) -> ks.Launch:
    nx, ny, _ = SIZES[scale]
    return ks.Launch((nx // 32, ny // 8, 1), (32, 8, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    cells = int(np.prod(SIZES[scale]))
    return ks.Bound(16 * cells, 36 * cells, "bytes")


CASE = ks.KernelCase(
    name="stencil3d_wave",
    styles=("stencils 2D/3D",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-5, atol=1e-5),),
    bounds=ks.per_scale(bound),
)
