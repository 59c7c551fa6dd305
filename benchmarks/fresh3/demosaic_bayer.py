"""Colours from a Bayer mosaic."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (46, 30), "full": (2048, 1536)}  # width, height
BLACK, GAIN_RED, GAIN_BLUE = 64, 420, 350


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    width, height = SIZES[scale]
    y, x = np.mgrid[:height, :width]
    smooth = 1200 + 800 * np.sin(x / 9.0) * np.cos(y / 7.0) + 500 * ((x // 12 + y // 9) % 2)
    raw = np.clip(smooth + 60 * rng.standard_normal((height, width)), 0, 4095).astype(np.uint16)
    curve = (255 * (np.arange(4096) / 4095) ** (1 / 2.2)).astype(np.uint8)
    values = (width, height, BLACK, GAIN_RED, GAIN_BLUE)
    sensor = ks.Struct(tuple(np.int32(value) for value in values))
    return [raw, sensor, curve, ks.unwritten((height, width, 4), np.uint8)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    raw, curve = ks.array_arg(args, 0).astype(np.int64), ks.array_arg(args, 2)
    height, width = raw.shape
    margin = np.pad(raw, 4, mode="reflect")
    rows, columns = margin.shape
    y, x = np.mgrid[:rows, :columns]

    def moved(plane: ks.Array, dx: int, dy: int) -> ks.Array:
        return np.roll(plane, (-dy, -dx), axis=(0, 1))

    left, right, up, down = (moved(margin, *step) for step in ((-1, 0), (1, 0), (0, -1), (0, 1)))
    bend_x = 2 * margin - moved(margin, -2, 0) - moved(margin, 2, 0)
    bend_y = 2 * margin - moved(margin, 0, -2) - moved(margin, 0, 2)
    change = np.abs(left - right) + np.abs(bend_x) - np.abs(up - down) - np.abs(bend_y)
    along = ((2 * (left + right) + bend_x) >> 2, (2 * (up + down) + bend_y) >> 2)
    either = np.where(change < 0, along[0], np.where(change > 0, along[1], (along[0] + along[1]) >> 1))
    green = np.where((x + y) % 2 == 1, margin, either)
    d = margin - green
    across = green + ((moved(d, -1, -1) + moved(d, 1, -1) + moved(d, -1, 1) + moved(d, 1, 1)) >> 2)
    beside = green + ((moved(d, -1, 0) + moved(d, 1, 0)) >> 1)
    above = green + ((moved(d, 0, -1) + moved(d, 0, 1)) >> 1)
    even = y % 2 == 0
    is_colour = (x + y) % 2 == 0
    red = np.where(is_colour, np.where(even, margin, across), np.where(even, beside, above))
    blue = np.where(is_colour, np.where(even, across, margin), np.where(even, above, beside))
    planes = [curve[np.clip(((plane - BLACK) * gain) >> 8, 0, 4095)] for plane, gain in
              ((red, GAIN_RED), (green, 256), (blue, GAIN_BLUE))]  # fmt: skip
    planes.append(np.full_like(planes[0], 255))
    return [np.stack(planes, axis=2)[4 : 4 + height, 4 : 4 + width]]


def launch(scale: ks.Scale) -> ks.Launch:
    width, height = SIZES[scale]
    return ks.Launch((-(-width // 32), -(-height // 8), 1), (32, 8, 1))


CASE = ks.KernelCase(
    name="demosaic_bayer",
    styles=("images", "classes", "16-bit integers", "integer code"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
