"""Lattice Boltzmann step, D3Q19 with a Smagorinsky eddy viscosity."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (100, 4, 4), "full": (256, 128, 96)}  # nx, ny, nz
DIRECTIONS = np.array(
    [
        [0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0],
        [0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1],
        [0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1],
    ]
)
WEIGHT = np.array([1 / 3] + [1 / 18] * 6 + [1 / 36] * 12)
TAU, CONSTANT = np.float32(0.6), np.float32(0.5)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    nx, ny, nz = SIZES[scale]
    from_ = rng.random((19, nx * ny * nz), np.float32)
    from_ = (WEIGHT[:, None] * (0.9 + 0.2 * from_)).astype(np.float32)
    to = ks.unwritten(from_.shape, np.float32)
    return [from_, to, np.int32(nx), np.int32(ny), np.int32(nz), TAU, CONSTANT]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    from_ = ks.array_arg(args, 0)
    nx, ny, nz = (ks.int_arg(args, i) for i in (2, 3, 4))
    cell = ks.sample_indices(nx * ny * nz, 50_000)
    z, rest = np.divmod(cell, nx * ny)
    y, x = np.divmod(rest, nx)
    f = np.empty((19, cell.size))
    for q, (dx, dy, dz) in enumerate(DIRECTIONS.T):
        f[q] = from_[q, ((z - dz) % nz * ny + (y - dy) % ny) * nx + (x - dx) % nx]
    density = f.sum(axis=0)
    velocity = DIRECTIONS @ f / density
    along = 3 * DIRECTIONS.T @ velocity
    equilibrium = WEIGHT[:, None] * density * (1 + along + along**2 / 2 - 1.5 * (velocity**2).sum(axis=0))
    excess = f - equilibrium
    stress = np.einsum("aq,bq,qc->abc", DIRECTIONS, DIRECTIONS, excess)
    norm = np.sqrt((stress**2).sum(axis=(0, 1)))
    tau = float(TAU)
    time = 0.5 * (tau + np.sqrt(tau**2 + float(CONSTANT) * norm / density))
    values = f - excess / time
    return [ks.Sample((np.arange(19)[:, None] * from_.shape[1] + cell).ravel(), values.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    nx, ny, nz = SIZES[scale]
    return ks.Launch((-(-nx // 128), ny, nz), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    cells = int(np.prod(SIZES[scale]))
    return ks.Bound(152 * cells, 500 * cells, "bytes")


CASE = ks.KernelCase(
    name="lbm_d3q19",
    styles=("lattice Boltzmann",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-5, atol=1e-6),),
    bounds=ks.per_scale(bound),
)
