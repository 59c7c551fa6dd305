"""Lighting from spherical harmonics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (40, 20), "full": (2560, 1440)}
PROBES, EXPOSURE = 64, 0.8


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height = SIZES[scale]
    normals = rng.standard_normal((height, width, 3), np.float32)
    coefficients = rng.standard_normal((PROBES, 16, 3), np.float32)
    y, x = np.indices((height, width))
    probe = ((y // 16 * 8 + x // 16) % PROBES).astype(np.int32)
    out = ks.unwritten(normals.shape, np.float32)
    return [normals, coefficients, probe, out, np.int32(width), np.int32(height), np.float32(EXPOSURE)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    normals, coefficients, probe = (ks.array_arg(args, i) for i in range(3))
    flat = normals.reshape(-1, 3)
    chosen = ks.sample_indices(len(flat), 50_000)
    n = flat[chosen].astype(np.float64)
    x, y, z = (n / np.linalg.norm(n, axis=1, keepdims=True)).T
    one = np.ones_like(x)
    values = [
        0.282095 * one, 0.488603 * y, 0.488603 * z, 0.488603 * x,
        1.092548 * x * y, 1.092548 * y * z, 0.315392 * (3 * z * z - 1), 1.092548 * x * z, 0.546274 * (x * x - y * y),
        0.590044 * y * (3 * x * x - y * y), 2.890611 * x * y * z, 0.457046 * y * (5 * z * z - 1),
        0.373176 * z * (5 * z * z - 3), 0.457046 * x * (5 * z * z - 1), 1.445306 * z * (x * x - y * y),
        0.590044 * x * (x * x - 3 * y * y),
    ]  # fmt: skip
    light = np.einsum("kn,nkc->nc", np.stack(values), coefficients[probe.ravel()[chosen]].astype(np.float64))
    colours = 1 - np.exp(-EXPOSURE * np.maximum(light, 0))
    return [ks.Sample((chosen[:, None] * 3 + np.arange(3)).ravel(), colours.ravel())]


def launch(scale: ks.Scale) -> ks.Launch:
    width, height = SIZES[scale]
    return ks.Launch((-(-width // 16), -(-height // 16), 1), (16, 16, 1))


CASE = ks.KernelCase(
    name="harmonics_light",
    styles=("graphics", "templates"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=1e-4),),
)
