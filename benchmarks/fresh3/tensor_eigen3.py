"""Eigenvalues of diffusion tensors."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

VOXELS: dict[ks.Scale, int] = {"small": 700, "full": 2_000_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    n = VOXELS[scale]
    root = rng.standard_normal((n, 3, 3)) + np.diag([2.5, 1.0, 0.0])
    full = root @ root.transpose(0, 2, 1) + 0.1 * np.eye(3)
    planes = np.stack([full[:, i, j] for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))])
    mask = (rng.random(n) < 0.8).astype(np.uint8)
    outs = [ks.unwritten(shape, np.float32) for shape in ((3, n), n, (3, n))]
    return [planes.astype(np.float32), mask, np.int32(n), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    planes, mask = ks.array_arg(args, 0).astype(np.float64), ks.array_arg(args, 1) != 0
    voxels = mask.size
    chosen = ks.sample_indices(voxels, 50_000)
    xx, xy, xz, yy, yz, zz = planes[:, chosen]
    matrix = np.stack([xx, xy, xz, xy, yy, yz, xz, yz, zz], axis=1).reshape(-1, 3, 3)
    values, vectors = np.linalg.eigh(matrix)
    values = values[:, ::-1] * mask[chosen, None]
    spread = ((values - values.mean(axis=1, keepdims=True)) ** 2).sum(axis=1)
    fraction = np.sqrt(1.5 * spread / np.maximum((values**2).sum(axis=1), 1e-30))
    colours = np.abs(vectors[:, :, 2]) * fraction[:, None]
    planes_at = (np.arange(3)[:, None] * voxels + chosen).ravel()
    return [
        ks.Sample(planes_at, values.T.ravel()),
        ks.Sample(chosen, fraction),
        ks.Sample(planes_at, colours.T.ravel()),
    ]


CASE = ks.KernelCase(
    name="tensor_eigen3",
    styles=("medical images", "small matrices", "early exits"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-VOXELS[scale] // 256), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(3, 4, 5),
    reference=reference,
    tolerances=(
        ks.Tolerance(rtol=1e-3, atol=2e-3, wrong_fraction=1e-3),
        ks.Tolerance(rtol=1e-3, atol=1e-3, wrong_fraction=1e-3),
        ks.Tolerance(rtol=1e-2, atol=1e-2, wrong_fraction=1e-2),
    ),
)
