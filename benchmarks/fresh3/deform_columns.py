"""Columns of a deformable convolution."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# pictures, channels, height, width, groups
SIZES: dict[ks.Scale, tuple[int, int, int, int, int]] = {"small": (1, 4, 9, 11, 2), "full": (4, 64, 56, 56, 2)}
KERNEL, PAD, STRIDE, DILATION = 3, 1, 1, 1


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    pictures, channels, height, width, groups = SIZES[scale]
    image = rng.standard_normal((pictures, channels, height, width), np.float32)
    offsets = rng.standard_normal((pictures, groups, KERNEL * KERNEL, 2, height, width), np.float32)
    mask = rng.random((pictures, groups, KERNEL * KERNEL, height, width), np.float32)
    values = (channels, height, width, KERNEL, KERNEL, PAD, STRIDE, DILATION, groups, height, width)
    shape = ks.Struct(tuple(np.int32(value) for value in values))
    out = ks.unwritten((pictures, channels, KERNEL * KERNEL, height, width), np.float32)
    return [image, offsets, mask, shape, np.int32(image.size), out]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    image, offsets, mask = (ks.array_arg(args, k).astype(np.float64) for k in range(3))
    pictures, channels, height, width = image.shape
    groups = offsets.shape[1]
    oy, ox = np.mgrid[:height, :width]
    out = np.zeros((pictures, channels, KERNEL * KERNEL, height, width))
    margin = np.pad(image, ((0, 0), (0, 0), (1, 1), (1, 1)))
    for p in range(pictures):
        for group in range(groups):
            mine = slice(group * channels // groups, (group + 1) * channels // groups)
            for tap in range(KERNEL * KERNEL):
                ky, kx = divmod(tap, KERNEL)
                y, x = oy - PAD + ky + offsets[p, group, tap, 0], ox - PAD + kx + offsets[p, group, tap, 1]
                inside = (y > -1) & (y < height) & (x > -1) & (x < width)
                y, x = np.where(inside, y, 0), np.where(inside, x, 0)
                y0, x0 = np.floor(y).astype(int), np.floor(x).astype(int)
                fy, fx = y - y0, x - x0
                m = margin[p, mine]
                v00, v01, v10, v11 = (m[:, y0 + a, x0 + b] for a, b in ((1, 1), (1, 2), (2, 1), (2, 2)))
                value = (1 - fy) * ((1 - fx) * v00 + fx * v01) + fy * ((1 - fx) * v10 + fx * v11)
                out[p, mine, tap] = np.where(inside, value * mask[p, group, tap], 0)
    return [out]


def launch(scale: ks.Scale) -> ks.Launch:
    pictures, channels, height, width, _ = SIZES[scale]
    return ks.Launch((-(-pictures * channels * height * width // 256), 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="deform_columns",
    styles=("neural networks", "integer division", "structures by value", "branches"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(5,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=1e-4, wrong_fraction=1e-4),),
)
