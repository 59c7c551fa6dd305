"""Densities of smoothed particles from cell lists."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (4, 6), "full": (30, 8)}  # cells along an edge, particles a cell
CELL, H, MASS, REST, STIFFNESS = 0.1, 0.1, 0.02, 100.0, 1.0


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    side, per_cell = SIZES[scale]
    cells = side**3
    counts = rng.poisson(per_cell, cells)
    ends = np.cumsum(counts).astype(np.int32)
    starts = (ends - counts).astype(np.int32)
    cell = np.repeat(np.arange(cells), counts)
    corner = np.stack([cell % side, cell // side % side, cell // side**2], axis=1)
    positions = np.empty((cell.size, 4), np.float32)
    positions[:, :3] = (corner + rng.uniform(0.001, 0.999, (cell.size, 3))) * CELL
    positions[:, 3] = rng.uniform(0.9, 1.1, cell.size)
    numbers = (CELL, H, MASS, REST, STIFFNESS)
    domain = ks.Struct((*(np.int32(side),) * 3, *(np.float32(n) for n in numbers)))
    return [positions, starts, ends, ks.unwritten((cell.size, 2), np.float32), np.int32(cell.size), domain]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    positions = ks.array_arg(args, 0).astype(np.float64)
    chosen = ks.sample_indices(len(positions), 500)
    values = np.empty((chosen.size, 2))
    for row, i in enumerate(chosen):
        r2 = ((positions[:, :3] - positions[i, :3]) ** 2).sum(axis=1)
        weight = np.where(r2 < H * H, (H * H - r2) ** 3, 0) * 315 / (64 * np.pi * H**9)
        rho = MASS * (positions[:, 3] * weight).sum()
        values[row] = rho, max(STIFFNESS * ((rho / REST) ** 7 - 1), 0)
    return [ks.Sample((chosen[:, None] * 2 + np.arange(2)).ravel(), values.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    side, per_cell = SIZES[scale]
    return ks.Launch((-(-(side**3 * per_cell * 5 // 4) // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="sph_density",
    styles=("particles",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2e-3, atol=1e-2),),
)
