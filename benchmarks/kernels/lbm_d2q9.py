"""Lattice Boltzmann step, D2Q9 with obstacles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (60, 30), "full": (3000, 2000)}  # nx, ny
DX = np.array([0, 1, 0, -1, 0, 1, -1, -1, 1])
DY = np.array([0, 0, 1, 0, -1, 1, 1, -1, -1])
OPPOSITE = np.array([0, 3, 4, 1, 2, 7, 8, 5, 6])
WEIGHT = np.array([4 / 9] + [1 / 9] * 4 + [1 / 36] * 4)
OMEGA, FORCE = np.float32(1.7), np.float32(1e-3)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    nx, ny = SIZES[scale]
    from_ = (WEIGHT[:, None] * rng.uniform(0.9, 1.1, (9, ny * nx))).astype(np.float32)
    is_solid = (rng.random(ny * nx) < 0.05).astype(np.uint8)
    to = ks.unwritten(from_.shape, np.float32)
    return [from_, to, is_solid, np.int32(nx), np.int32(ny), OMEGA, FORCE]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    from_, is_solid = ks.array_arg(args, 0), ks.array_arg(args, 2).astype(bool)
    nx, ny = ks.int_arg(args, 3), ks.int_arg(args, 4)
    cell = ks.sample_indices(nx * ny, 50_000)
    y, x = np.divmod(cell, nx)
    f = np.empty((9, cell.size))
    for q in range(9):
        source = (y - DY[q]) % ny * nx + (x - DX[q]) % nx
        f[q] = np.where(is_solid[source], from_[OPPOSITE[q], cell], from_[q, source])
    density = f.sum(axis=0)
    ux, uy = DX @ f / density + float(FORCE), DY @ f / density
    along = 3 * (DX[:, None] * ux + DY[:, None] * uy)
    rest = WEIGHT[:, None] * density * (1 + along + along**2 / 2 - 1.5 * (ux**2 + uy**2))
    values = np.where(is_solid[cell], WEIGHT[:, None], f + float(OMEGA) * (rest - f))
    return [ks.Sample((np.arange(9)[:, None] * nx * ny + cell).ravel(), values.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    nx, ny = SIZES[scale]
    return ks.Launch((-(-nx // 64), -(-ny // 4), 1), (64, 4, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    cells = int(np.prod(SIZES[scale]))
    return ks.Bound(73 * cells, 130 * cells, "bytes")


CASE = ks.KernelCase(
    name="lbm_d2q9",
    styles=("lattice Boltzmann",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-5, atol=1e-6),),
    bounds=ks.per_scale(bound),
)
