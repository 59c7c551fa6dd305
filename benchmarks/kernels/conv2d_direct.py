"""Direct 3x3 convolution with bias and ReLU."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# images, channels in, channels out, height, width
SIZES: dict[ks.Scale, tuple[int, int, int, int, int]] = {"small": (1, 3, 6, 30, 45), "full": (16, 32, 32, 112, 112)}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    images, inputs, outputs, height, width = SIZES[scale]
    image = rng.standard_normal((images, inputs, height, width), np.float32)
    filters = rng.standard_normal((outputs, inputs, 3, 3), np.float32) / 3
    bias = rng.standard_normal(outputs, np.float32)
    result = ks.unwritten((images, outputs, height, width), np.float32)
    return [image, filters, bias, result, np.int32(inputs), np.int32(outputs), np.int32(height), np.int32(width)]


def convolve3x3(image: ks.Array, filters: ks.Array) -> ks.Array:
    """Sum over input channels and taps as nine matrix products."""
    images, inputs, height, width = image.shape
    padded = np.pad(image, ((0, 0), (0, 0), (1, 1), (1, 1))).astype(np.float64)
    total = np.zeros((images, filters.shape[0], height * width))
    for tap in range(9):
        window = padded[:, :, tap // 3 : tap // 3 + height, tap % 3 : tap % 3 + width]
        total += filters[:, :, tap // 3, tap % 3].astype(np.float64) @ window.reshape(images, inputs, -1)
    return total.reshape(images, -1, height, width)


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    total = convolve3x3(ks.array_arg(args, 0), ks.array_arg(args, 1))
    return [np.maximum(total + ks.array_arg(args, 2)[:, None, None], 0)]


def launch(scale: ks.Scale) -> ks.Launch:
    images, _, outputs, height, width = SIZES[scale]
    return ks.Launch((-(-width // 32) * -(-height // 16), -(-outputs // 4), images), (16, 8, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    images, inputs, outputs, height, width = SIZES[scale]
    pixels = images * height * width
    return ks.Bound(4 * pixels * (inputs + outputs), 18 * pixels * inputs * outputs, "operations")


CASE = ks.KernelCase(
    name="conv2d_direct",
    styles=("convolutions",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-4),),
    bounds=ks.per_scale(bound),
)
