"""Molecular forces (Lennard-Jones and Ewald real space) from a neighbour list."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks
from benchmarks.reference.special import erfc

SIDES: dict[ks.Scale, int] = {"small": 8, "full": 72}  # atoms per edge of the cubic box
LISTED = 92
CUTOFF = 2.5
EWALD = 0.9


def nearest_offsets() -> ks.Array:
    cube = np.array([o for o in itertools.product(range(-3, 4), repeat=3) if any(o)])
    return cube[np.argsort((cube**2).sum(axis=1), kind="stable")][:LISTED]


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    side = SIDES[scale]
    count = side**3
    lattice = np.stack(np.unravel_index(np.arange(count), (side,) * 3), axis=1)
    atoms = np.empty((count, 4), np.float32)
    atoms[:, :3] = lattice + rng.uniform(-0.1, 0.1, (count, 3))
    atoms[:, 3] = rng.choice([-0.8, -0.4, 0.4, 0.8], count)
    neighbours = np.empty((LISTED, count), np.int32)
    for row, offset in enumerate(nearest_offsets()):
        neighbours[row] = np.ravel_multi_index(tuple(((lattice + offset) % side).T), (side,) * 3)
    counts = rng.integers(LISTED - 20, LISTED + 1, count, np.int32)
    sigma = rng.uniform(0.85, 0.95, (4, 4))
    table = np.stack([sigma**2, rng.uniform(0.5, 1.5, (4, 4))], axis=-1).astype(np.float32)
    numbers = (side, 1 / side, CUTOFF**2, 1 / CUTOFF**2, EWALD)
    box = ks.Struct(tuple(np.float32(number) for number in numbers))
    types = rng.integers(0, 4, count, np.int32)
    forces = ks.unwritten((count, 4), np.float32)
    return [atoms, types, neighbours, counts, table, forces, np.int32(count), box]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    atoms, types, neighbours, counts, table = (ks.array_arg(args, i) for i in range(5))
    side = round(len(atoms) ** (1 / 3))
    chosen = ks.sample_indices(len(atoms), 3000)
    others = neighbours[:, chosen].T
    delta = (atoms[chosen, None, :3] - atoms[others, :3]).astype(np.float64)
    delta -= side * np.round(delta / side)
    r2 = (delta**2).sum(axis=-1)
    is_near = (r2 < CUTOFF**2) & (np.arange(LISTED) < counts[chosen, None])
    pairs = table[types[chosen, None], types[others]].astype(np.float64)
    s6 = (pairs[..., 0] / r2) ** 3
    r, charges = np.sqrt(r2), atoms[chosen, None, 3].astype(np.float64) * atoms[others, 3]
    electric = charges * erfc(EWALD * r) / r
    gauss = charges * 2 / np.sqrt(np.pi) * EWALD * np.exp(-(EWALD**2) * r2)
    energy = 4 * pairs[..., 1] * s6 * (s6 - 1) + electric
    bare = 24 * pairs[..., 1] * s6 * (2 * s6 - 1) / r2 + (electric + gauss) / r2
    weight = 1 - r2 / CUTOFF**2
    force = np.where(is_near, weight**2 * bare + 4 * weight / CUTOFF**2 * energy, 0)
    values = np.empty((chosen.size, 4))
    values[:, :3] = (force[..., None] * delta).sum(axis=1)
    values[:, 3] = 0.5 * np.where(is_near, weight**2 * energy, 0).sum(axis=1)
    return [ks.Sample((chosen[:, None] * 4 + np.arange(4)).ravel(), values.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-(SIDES[scale] ** 3) // 128), 1, 1), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = SIDES[scale] ** 3
    return ks.Bound(count * (4 * LISTED + 40), 90 * count * (LISTED - 20), "operations")


CASE = ks.KernelCase(
    name="lj_forces",
    styles=("molecular forces", "struct arguments"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(5,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2e-4, atol=1e-3),),
    bounds=ks.per_scale(bound),
)
