"""Poses from normal equations of six unknowns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNT: dict[ks.Scale, int] = {"small": 200, "full": 400_000}
DAMPING = 0.01


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNT[scale]
    rows = rng.standard_normal((count, 14, 6), np.float32)
    normal = rows.transpose(0, 2, 1) @ rows
    packed = np.stack([normal[:, i, j] for i in range(6) for j in range(i, 6)], axis=1)
    right = rng.standard_normal((count, 6), np.float32) * 3
    systems = np.concatenate([packed, right], axis=1).astype(np.float32)
    systems[::40, :21] = 0.0
    outs = [ks.unwritten((count, 12), np.float32), ks.unwritten(count, np.int32)]
    return [systems, np.int32(count), np.float32(DAMPING), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    systems = ks.array_arg(args, 0).astype(np.float64)
    matrix = np.zeros((len(systems), 6, 6))
    rows, columns = np.triu_indices(6)
    matrix[:, rows, columns] = matrix[:, columns, rows] = systems[:, :21]
    is_good = matrix[:, 0, 0] > 0
    matrix *= 1 + DAMPING * np.eye(6)
    matrix[~is_good] = np.eye(6)
    x = np.linalg.solve(matrix, systems[:, 21:, None])[:, :, 0] * is_good[:, None]
    w, zero = x[:, :3], np.zeros(len(x))
    skew = np.stack([zero, -w[:, 2], w[:, 1], w[:, 2], zero, -w[:, 0], -w[:, 1], w[:, 0], zero], axis=1).reshape(
        -1, 3, 3
    )
    square = skew @ skew
    angle = np.maximum(np.linalg.norm(w, axis=1), 1e-5)[:, None, None]
    a, b, c = np.sin(angle) / angle, (1 - np.cos(angle)) / angle**2, (angle - np.sin(angle)) / angle**3
    rotation = np.eye(3) + a * skew + b * square
    shift = (np.eye(3) + b * skew + c * square) @ x[:, 3:, None]
    return [np.concatenate([rotation, shift], axis=2).reshape(-1, 12), is_good.astype(np.int32)]


CASE = ks.KernelCase(
    name="icp_solve6",
    styles=("robotics", "small matrices", "structures"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-COUNT[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(3, 4),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=1e-3, wrong_fraction=2e-3), ks.EXACT),
)
