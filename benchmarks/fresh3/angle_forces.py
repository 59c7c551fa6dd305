"""Forces of harmonic angles."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (200, 300), "full": (300_000, 600_000)}  # atoms, angles
BOX = (8.0, 9.0, 10.0)
KINDS = 12


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    atoms, count = SIZES[scale]
    walk = np.cumsum(rng.standard_normal((atoms, 3)) * 0.6, axis=0) % BOX
    positions = np.concatenate([walk, rng.standard_normal((atoms, 1))], axis=1).astype(np.float32)
    first = rng.integers(0, atoms - 4, count)
    angles = np.stack([first, first + 1, first + rng.integers(2, 4, count), rng.integers(0, KINDS, count)], axis=1)
    parameters = np.stack([rng.uniform(20, 60, KINDS), rng.uniform(1.6, 2.2, KINDS)], axis=1).astype(np.float32)
    box = ks.Struct(tuple(np.float32(side) for side in BOX))
    outs = [np.zeros((atoms, 3), np.float32), np.zeros(1, np.float32)]
    return [positions, angles.astype(np.int32), np.int32(count), parameters, box, *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    positions, angles = ks.array_arg(args, 0).astype(np.float64)[:, :3], ks.array_arg(args, 1)
    strength, rest = ks.array_arg(args, 3)[angles[:, 3]].astype(np.float64).T
    i, j, k = angles[:, 0], angles[:, 1], angles[:, 2]
    r1, r2 = (d - BOX * np.rint(d / BOX) for d in (positions[i] - positions[j], positions[k] - positions[j]))
    n1, n2 = np.linalg.norm(r1, axis=1), np.linalg.norm(r2, axis=1)
    c = np.clip((r1 * r2).sum(axis=1) / n1 / n2, -0.9999, 0.9999)
    difference = np.arccos(c) - rest
    factor = strength * difference / np.sqrt(1 - c * c)
    f1 = (factor / n1 / n2)[:, None] * r2 - (factor * c / n1**2)[:, None] * r1
    f2 = (factor / n1 / n2)[:, None] * r1 - (factor * c / n2**2)[:, None] * r2
    forces = np.zeros(positions.shape)
    for atom, force in ((i, f1), (k, f2), (j, -f1 - f2)):
        for axis in range(3):
            forces[:, axis] += np.bincount(atom, force[:, axis], len(forces))
    return [forces, np.array([0.5 * (strength * difference**2).sum()])]


CASE = ks.KernelCase(
    name="angle_forces",
    styles=("molecular dynamics", "atomics", "warp operations"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][1] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5, 6),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2e-3, atol=2e-2, wrong_fraction=3e-3), ks.Tolerance(rtol=1e-3)),
)
