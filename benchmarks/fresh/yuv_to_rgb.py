"""NV12 to RGB."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {
    "small": (40, 20, 64),
    "full": (7680, 4320, 7680),
}  # width, height, pitch
BT709 = 1


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height, pitch = SIZES[scale]
    luma = rng.integers(0, 256, (height, pitch), np.uint8)
    chroma = rng.integers(0, 256, (height // 2, pitch // 2, 2), np.uint8)
    sizes = (np.int32(width), np.int32(height), np.int32(pitch), np.int32(BT709))
    return [luma, chroma, ks.unwritten((height, width, 3), np.uint8), *sizes]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    width = ks.int_arg(args, 3)
    luma, chroma = ks.array_arg(args, 0), ks.array_arg(args, 1)
    c = luma[:, :width].astype(np.int32) - 16
    d, e = (np.repeat(np.repeat(chroma[..., i], 2, 0), 2, 1)[:, :width].astype(np.int32) - 128 for i in range(2))
    planes = (298 * c + 459 * e, 298 * c - 55 * d - 136 * e, 298 * c + 541 * d)
    return [np.stack([np.clip(p + 128 >> 8, 0, 255).astype(np.uint8) for p in planes], axis=2)]


def launch(scale: ks.Scale) -> ks.Launch:
    width, height, _ = SIZES[scale]
    return ks.Launch((-(-width // 64), -(-height // 16), 1), (32, 8, 1))


CASE = ks.KernelCase(
    name="yuv_to_rgb",
    styles=("images", "switch", "bytes"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
