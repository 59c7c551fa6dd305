"""Cloud-in-cell charge deposition with float and double atomics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# particles, mesh cells along x y z, blocks
SIZES: dict[ks.Scale, tuple[int, tuple[int, int, int], int]] = {
    "small": (1500, (8, 6, 5), 4),
    "full": (4_000_000, (128, 96, 64), 132 * 8),
}
SPACING = 0.5


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, cells, _ = SIZES[scale]
    particles = np.empty((count, 7), np.float32)
    particles[:, :3] = rng.random((count, 3), np.float32) * (np.array(cells, np.float32) * np.float32(SPACING * 0.9999))
    particles[:, 3] = rng.choice(np.array([-1, 1, 2], np.float32), count)
    particles[:, 4:] = rng.standard_normal((count, 3), np.float32)
    mesh = ks.Struct((*(np.int32(n) for n in cells), np.float32(1 / SPACING)))
    density = np.zeros(cells[::-1], np.float32)
    return [particles, np.int32(count), mesh, density, np.zeros(1), np.zeros(1, np.float32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    particles, density = ks.array_arg(args, 0), ks.array_arg(args, 3)
    nz, ny, nx = density.shape
    scaled = particles[:, :3] * np.float32(1 / SPACING)
    base = scaled.astype(np.int64)
    part = (scaled - base).astype(np.float64)
    total = np.zeros(density.size)
    for corner in range(8):
        offset = np.array([corner & 1, corner >> 1 & 1, corner >> 2])
        weight = np.where(offset, part, 1 - part).prod(axis=1)
        x, y, z = ((base + offset) % (nx, ny, nz)).T
        total += np.bincount((z * ny + y) * nx + x, particles[:, 3] * weight, minlength=density.size)
    speed2 = (particles[:, 4:].astype(np.float64) ** 2).sum(axis=1)
    return [total, np.array([speed2.sum() / 2]), np.array([speed2.max()])]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][2], 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = SIZES[scale][0]
    return ks.Bound(count * (28 + 8 * 32), 60 * count, "bytes")


CASE = ks.KernelCase(
    name="particle_deposit",
    styles=("atomics-heavy code", "struct arguments"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3, 4, 5),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-3), ks.Tolerance(rtol=1e-6), ks.Tolerance(rtol=1e-6)),
    bounds=ks.per_scale(bound),
)
