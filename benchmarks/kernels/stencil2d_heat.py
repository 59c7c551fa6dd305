"""Two-dimensional five-point stencil with variable coefficients."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (61, 29), "full": (8190, 4095)}  # width, height
RATE = 0.2


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    nx, ny = SIZES[scale]
    heat = rng.random((ny, nx), np.float32)
    conductivity = rng.random((ny, nx), np.float32) + np.float32(0.1)
    return [heat, conductivity, ks.unwritten((ny, nx), np.float32), np.int32(nx), np.int32(ny), np.float32(RATE)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    heat, conductivity = ks.array_arg(args, 0), ks.array_arg(args, 1)
    ny, nx = heat.shape
    chosen = ks.sample_indices(nx * ny, 500_000)
    y, x = np.divmod(chosen, nx)
    here, mine = heat[y, x].astype(np.float64), conductivity[y, x].astype(np.float64)
    flow = np.zeros(chosen.size)
    for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        beside = np.clip(y + dy, 0, ny - 1), np.clip(x + dx, 0, nx - 1)
        other = conductivity[beside].astype(np.float64)
        flow += 2 * mine * other / (mine + other) * (heat[beside] - here)
    return [ks.Sample(chosen, here + float(np.float32(RATE)) * flow)]


def launch(scale: ks.Scale) -> ks.Launch:
    nx, ny = SIZES[scale]
    return ks.Launch((-(-nx // 32), -(-ny // 8), 1), (32, 8, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    nx, ny = SIZES[scale]
    return ks.Bound(12 * nx * ny, 28 * nx * ny, "bytes")


CASE = ks.KernelCase(
    name="stencil2d_heat",
    styles=("stencils 2D/3D",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2e-5, atol=2e-6),),
    bounds=ks.per_scale(bound),
)
