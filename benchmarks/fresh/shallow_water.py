"""A step of the shallow-water equations; the fields come in structs of pointers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (40, 30), "full": (2000, 1500)}
DT, GRAVITY, FRICTION = 0.02, 9.81, 0.001


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    nx, ny = SIZES[scale]
    now = tuple((base + rng.uniform(-0.2, 0.2, (ny, nx))).astype(np.float32) for base in (1.0, 0.0, 0.1))
    out = tuple(ks.unwritten((ny, nx), np.float32) for _ in range(3))
    grid = ks.Struct((np.int32(nx), np.int32(ny), np.float32(DT), np.float32(GRAVITY), np.float32(FRICTION)))
    return [ks.Struct(now), *out, grid]


def flux(a: list[ks.Array], b: list[ks.Array]) -> list[ks.Array]:
    ua, ub = a[1] / a[0], b[1] / b[0]
    speed = np.maximum(abs(ua) + np.sqrt(GRAVITY * a[0]), abs(ub) + np.sqrt(GRAVITY * b[0]))
    left = [a[1], a[1] * ua + GRAVITY / 2 * a[0] ** 2, a[2] * ua]
    right = [b[1], b[1] * ub + GRAVITY / 2 * b[0] ** 2, b[2] * ub]
    return [(p + q) / 2 - speed / 2 * (y - x) for p, q, x, y in zip(left, right, a, b, strict=True)]


def sweep(cells: list[ks.Array]) -> list[ks.Array]:
    """The differences of the fluxes along the last axis."""
    padded = [np.pad(c, ((0, 0), (1, 1)), mode="edge") for c in cells]
    padded[1][:, [0, -1]] *= -1
    faces = flux([p[:, :-1] for p in padded], [p[:, 1:] for p in padded])
    return [f[:, 1:] - f[:, :-1] for f in faces]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    now = args[0]
    assert isinstance(now, ks.Struct)
    h, hu, hv = (np.asarray(field, np.float64) for field in now.fields)
    along_x = sweep([h, hu, hv])
    along_y = [np.ascontiguousarray(d.T) for d in sweep([h.T, hv.T, hu.T])]
    h = h - DT * (along_x[0] + along_y[0])
    hu = hu - DT * (along_x[1] + along_y[2])
    hv = hv - DT * (along_x[2] + along_y[1])
    drag = 1 / (1 + FRICTION * np.sqrt(hu**2 + hv**2) / h)
    return [h, hu * drag, hv * drag]


def launch(scale: ks.Scale) -> ks.Launch:
    nx, ny = SIZES[scale]
    return ks.Launch((-(-nx // 32), -(-ny // 8), 1), (32, 8, 1))


CASE = ks.KernelCase(
    name="shallow_water",
    styles=("finite volumes",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1, 2, 3),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-5),) * 3,
)
