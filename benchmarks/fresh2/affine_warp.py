"""A bilinear affine warp of a byte picture."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (50, 40), "full": (3000, 2000)}
BORDER = 0xFF204060
ANGLE, ZOOM = 0.3, 1.1


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height = SIZES[scale]
    pitch = width + 8
    source = rng.integers(0, 256, (height, pitch, 4), np.uint8)
    c, s = ZOOM * np.cos(ANGLE), ZOOM * np.sin(ANGLE)
    matrix = np.array([c, -s, 0.2 * width, s, c, -0.15 * height], np.float32)
    target = ks.unwritten((height, width, 4), np.uint8)
    sizes = (np.int32(width), np.int32(height), np.int32(pitch))
    affine = ks.Struct(tuple(matrix))
    return [source, *sizes, target, np.int32(width), np.int32(height), affine, np.uint32(BORDER)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    source, width, height, affine = ks.array_arg(args, 0), ks.int_arg(args, 1), ks.int_arg(args, 2), args[7]
    assert isinstance(affine, ks.Struct)
    m = [float(value) for value in affine.fields]
    chosen = ks.sample_indices(width * height, 200_000)
    y, x = np.divmod(chosen, width)
    sx, sy = m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5]
    ix, iy = np.floor(sx).astype(int), np.floor(sy).astype(int)
    u, v = (sx - ix)[:, None], (sy - iy)[:, None]
    border = np.array([BORDER], np.uint32).view(np.uint8)

    def at(px: ks.Array, py: ks.Array) -> ks.Array:
        is_in = (px >= 0) & (px < width) & (py >= 0) & (py < height)
        there = source[np.clip(py, 0, height - 1), np.clip(px, 0, width - 1)]
        return np.where(is_in[:, None], there, border).astype(np.float64)

    top, bottom = at(ix, iy) * (1 - u) + at(ix + 1, iy) * u, at(ix, iy + 1) * (1 - u) + at(ix + 1, iy + 1) * u
    values = top * (1 - v) + bottom * v
    return [ks.Sample((chosen[:, None] * 4 + np.arange(4)).ravel(), values.ravel())]


CASE = ks.KernelCase(
    name="affine_warp",
    styles=("images", "bytes"),
    launches=ks.per_scale(
        lambda scale: ks.Launch((-(-SIZES[scale][0] // 32), -(-SIZES[scale][1] // 8), 1), (32, 8, 1))
    ),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.Tolerance(atol=1.2, wrong_fraction=1e-3),),
)
