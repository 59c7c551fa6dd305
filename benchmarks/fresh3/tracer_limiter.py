"""A tracer advected with a limiter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (20, 9, 6), "full": (192, 160, 96)}  # x, y, z


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    shape = SIZES[scale][::-1]
    z, y, x = np.mgrid[: shape[0], : shape[1], : shape[2]]
    q = np.sin(x / 3.0) * np.cos(y / 4.0) + (z % 5 > 2) + 0.1 * rng.standard_normal(shape)
    winds = [0.25 * rng.uniform(-1, 1, shape) for _ in range(3)]
    return [q, *winds, ks.unwritten(shape, np.float64), *(np.int32(n) for n in SIZES[scale])]


def limited(a: ks.Array, b: ks.Array, c: ks.Array) -> ks.Array:
    left, right = b - a, c - b
    is_smooth = left * right > 0
    return np.asarray(np.where(is_smooth, 2 * left * right / np.where(is_smooth, left + right, 1), 0))


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    q = ks.array_arg(args, 0)
    result = q.copy()
    for axis, wind in ((2, ks.array_arg(args, 1)), (1, ks.array_arg(args, 2)), (0, ks.array_arg(args, 3))):
        q0, q1, q3 = (np.roll(q, k, axis) for k in (2, 1, -1))
        forward = wind * (q1 + 0.5 * (1 - wind) * limited(q0, q1, q))
        backward = wind * (q - 0.5 * (1 + wind) * limited(q1, q, q3))
        flux = np.where(wind >= 0, forward, backward)
        result += flux - np.roll(flux, -1, axis)
    return [result]


def launch(scale: ks.Scale) -> ks.Launch:
    nx, ny, nz = SIZES[scale]
    return ks.Launch((-(-nx // 32), -(-ny // 4), -(-nz // 2)), (32, 4, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    cells = int(np.prod(SIZES[scale]))
    return ks.Bound(5 * 8 * cells, 80 * cells, "bytes", "fp64")


CASE = ks.KernelCase(
    name="tracer_limiter",
    styles=("oceans", "stencils", "double precision", "macros", "3D indexing"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-10, atol=1e-11),),
    bounds=ks.per_scale(bound),
)
