"""Points and normals of a B-spline surface."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (8, 9, 300), "full": (60, 80, 2_000_000)}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, columns, count = SIZES[scale]
    y, x = np.indices((rows, columns))
    control = np.stack([x, y, rng.uniform(-0.5, 0.5, (rows, columns))], axis=2).astype(np.float32)
    parameters = rng.random((count, 2), np.float32)
    outputs = [ks.unwritten((count, 3), np.float32) for _ in range(2)]
    return [control, np.int32(rows), np.int32(columns), parameters, *outputs, np.int32(count)]


def basis(t: ks.Array) -> tuple[ks.Array, ks.Array]:
    s = 1 - t
    values = np.stack([s**3, 3 * t**3 - 6 * t**2 + 4, 3 * s**3 - 6 * s**2 + 4, t**3], axis=1) / 6
    slopes = np.stack([-(s**2) / 2, 1.5 * t**2 - 2 * t, -1.5 * s**2 + 2 * s, t**2 / 2], axis=1)
    return values, slopes


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    control, parameters = ks.array_arg(args, 0).astype(np.float64), ks.array_arg(args, 3)
    chosen = ks.sample_indices(len(parameters), 20_000)
    rows, columns, _ = control.shape
    at = parameters[chosen] * np.array([columns - 3, rows - 3], np.float32)
    cell = np.minimum(at.astype(int), (columns - 4, rows - 4))
    u, v = (at - cell).T.astype(np.float64)
    near = control[cell[:, 1, None, None] + np.arange(4)[:, None], cell[:, 0, None, None] + np.arange(4)]
    (bu, du), (bv, dv) = basis(u), basis(v)
    point, along_u, along_v = (np.einsum("nr,nc,nrck->nk", r, c, near) for r, c in ((bv, bu), (bv, du), (dv, bu)))
    normal = np.cross(along_u, along_v)
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    where = (chosen[:, None] * 3 + np.arange(3)).ravel()
    return [ks.Sample(where, point.ravel()), ks.Sample(where, normal.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][2] // 256), 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="bspline_surface",
    styles=("geometry", "small local arrays"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-3), ks.Tolerance(atol=2e-3)),
)
