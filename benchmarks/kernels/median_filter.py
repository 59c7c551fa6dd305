"""5x5 median filter of a 16-bit image."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (50, 20), "full": (6000, 4000)}  # width, height


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height = SIZES[scale]
    image = rng.integers(0, 65536, (height, width), np.uint16)
    image[::3] //= 9000  # rows with many ties
    return [image, ks.unwritten((height, width), np.uint16), np.int32(width), np.int32(height)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    image = ks.array_arg(args, 0)
    height, width = image.shape
    chosen = ks.sample_indices(height * width, 100_000)
    y, x = np.divmod(chosen, width)
    offset = np.arange(-2, 3)
    rows = np.clip(y[:, None, None] + offset[:, None], 0, height - 1)
    columns = np.clip(x[:, None, None] + offset, 0, width - 1)
    windows = image[rows, columns].reshape(chosen.size, 25)
    return [ks.Sample(chosen, np.partition(windows, 12, axis=1)[:, 12])]


def launch(scale: ks.Scale) -> ks.Launch:
    width, height = SIZES[scale]
    return ks.Launch((-(-width // 32), -(-height // 4), 1), (32, 4, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    pixels = int(np.prod(SIZES[scale]))
    return ks.Bound(4 * pixels, 2 * 180 * pixels, "operations", "int32")


CASE = ks.KernelCase(
    name="median_filter",
    styles=("image filters", "templates and functors", "local arrays"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.EXACT,),
    bounds=ks.per_scale(bound),
)
