"""Forces between particles of a fluid."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

CELLS: dict[ks.Scale, tuple[int, int, int]] = {"small": (4, 5, 3), "full": (32, 32, 24)}
PER_CELL, RADIUS, MASS, VISCOSITY, STIFFNESS, REST = 6, 0.1, 0.0002, 0.01, 2.0, 0.8


def particle_count(scale: ks.Scale) -> int:
    return int(np.prod(CELLS[scale])) * PER_CELL


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    cells, n = CELLS[scale], particle_count(scale)
    where = (rng.random((n, 3)) * cells * RADIUS).astype(np.float32)
    at = np.clip((where / np.float32(RADIUS)).astype(int), 0, np.array(cells) - 1)
    cell = (at[:, 2] * cells[1] + at[:, 1]) * cells[0] + at[:, 0]
    order = np.argsort(cell, kind="stable")
    start = np.searchsorted(cell[order], np.arange(np.prod(cells) + 1)).astype(np.int32)
    planes = [np.ascontiguousarray(plane) for plane in where[order].T]
    planes += [rng.standard_normal(n, np.float32) for _ in range(3)]
    density = rng.uniform(0.7, 1.3, n).astype(np.float32)
    values = (RADIUS, MASS, VISCOSITY, STIFFNESS, REST)
    fluid = ks.Struct((*(np.float32(v) for v in values), *(np.int32(c) for c in cells)))
    outs = [ks.unwritten(n, np.float32) for _ in range(3)]
    return [*planes, density, start, np.int32(n), fluid, *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    position = np.stack([ks.array_arg(args, k) for k in range(3)], axis=1).astype(np.float64)
    velocity = np.stack([ks.array_arg(args, k) for k in range(3, 6)], axis=1).astype(np.float64)
    density = ks.array_arg(args, 6).astype(np.float64)
    pressure = np.maximum(STIFFNESS * (density - REST), 0)
    spiky = -45 / (np.pi * RADIUS**6)
    chosen = ks.sample_indices(len(position), 400)
    result = np.zeros((chosen.size, 3))
    for row, i in enumerate(chosen):
        apart = position[i] - position
        r = np.sqrt((apart * apart).sum(axis=1))
        near = np.flatnonzero((r < RADIUS) & (r > 1e-6))
        r, apart = r[near], apart[near]
        shared = pressure[i] / density[i] ** 2 + pressure[near] / density[near] ** 2
        push = -MASS * shared * spiky * (RADIUS - r) ** 2 / r
        drag = -VISCOSITY * MASS / (density[i] * density[near]) * spiky * (RADIUS - r)
        result[row] = push @ apart + drag @ (velocity[near] - velocity[i]) - [0, 9.81, 0]
    return [ks.Sample(chosen, result[:, axis]) for axis in range(3)]


CASE = ks.KernelCase(
    name="sph_forces",
    styles=("particles", "structures", "loops with continues"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-particle_count(scale) // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(10, 11, 12),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2e-3, atol=2e-2, wrong_fraction=5e-3),) * 3,
)
