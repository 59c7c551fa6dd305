"""Elastic forces of tetrahedra."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIDE: dict[ks.Scale, int] = {"small": 4, "full": 34}  # cubes a side, five tetrahedra each
FIVE = ((0, 1, 3, 5), (0, 3, 2, 6), (0, 5, 4, 6), (3, 5, 6, 7), (0, 3, 6, 5))


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    side = SIDE[scale]
    z, y, x = (axis.ravel() for axis in np.mgrid[: side + 1, : side + 1, : side + 1])
    nodes = np.stack([x, y, z], axis=1) + rng.uniform(-0.1, 0.1, (x.size, 3))
    cz, cy, cx = (axis.ravel() for axis in np.mgrid[:side, :side, :side])
    corner = [((cz + (c >> 2)) * (side + 1) + cy + (c >> 1 & 1)) * (side + 1) + cx + (c & 1) for c in range(8)]
    elements = np.concatenate([np.stack([corner[c] for c in tet], axis=1) for tet in FIVE]).astype(np.int32)
    edges = nodes[elements[:, 1:]] - nodes[elements[:, :1]]
    is_inverted = np.linalg.det(edges) < 0
    elements[is_inverted] = elements[is_inverted][:, [0, 2, 1, 3]]
    elements = elements[rng.permutation(len(elements))]
    materials = rng.uniform(0.5, 2.0, (6, 2))
    kinds = rng.integers(0, 6, len(elements), np.uint8)
    displacement = 0.05 * rng.standard_normal(nodes.shape)
    outs = [np.zeros(nodes.shape), ks.unwritten(len(elements), np.float64)]
    return [nodes, elements, kinds, np.int32(len(elements)), materials, displacement, *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    nodes, elements, kinds, materials, moved = (ks.array_arg(args, k) for k in (0, 1, 2, 4, 5))
    edges = nodes[elements[:, 1:]] - nodes[elements[:, :1]]
    inverse, volume = np.linalg.inv(edges), np.linalg.det(edges) / 6
    shape = np.concatenate([-inverse.sum(axis=2)[:, None], inverse.transpose(0, 2, 1)], axis=1)
    slope = np.einsum("eki,ekj->eij", moved[elements], shape)
    strain = (slope + slope.transpose(0, 2, 1)) / 2
    first, second = materials[kinds].T
    trace = np.trace(strain, axis1=1, axis2=2)
    stress = 2 * second[:, None, None] * strain + (first * trace)[:, None, None] * np.eye(3)
    parts = -np.einsum("eij,ekj->eki", stress, shape) * volume[:, None, None]
    forces = np.zeros(nodes.shape)
    for axis in range(3):
        forces[:, axis] = np.bincount(elements.ravel(), parts[:, :, axis].ravel(), len(nodes))
    return [forces, (stress * strain).sum(axis=(1, 2)) * volume / 2]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-5 * SIDE[scale] ** 3 // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="fem_elastic",
    styles=("finite elements", "double precision", "small matrices", "atomics"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(6, 7),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-9, atol=1e-10), ks.Tolerance(rtol=1e-9, atol=1e-12)),
)
