"""3x3 convolution by Winograd's minimal filtering."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# images, channels in, channels out, height, width
SIZES: dict[ks.Scale, tuple[int, int, int, int, int]] = {"small": (1, 3, 8, 16, 20), "full": (16, 32, 32, 112, 112)}
FILTER_TRANSFORM = np.array([[1, 0, 0], [0.5, 0.5, 0.5], [0.5, -0.5, 0.5], [0, 0, 1]])


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    images, inputs, outputs, height, width = SIZES[scale]
    image = rng.standard_normal((images, inputs, height, width), np.float32)
    filters = rng.integers(-8, 9, (outputs, inputs, 3, 3)) / 16  # transformed without rounding
    transformed = (FILTER_TRANSFORM @ filters @ FILTER_TRANSFORM.T).astype(np.float32)
    result = ks.unwritten((images, outputs, height, width), np.float32)
    return [image, transformed, result, np.int32(inputs), np.int32(outputs), np.int32(height), np.int32(width)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    """The plain convolution; the filters are found back from their transform."""
    image, transformed = ks.array_arg(args, 0), ks.array_arg(args, 1).astype(np.float64)
    back = np.linalg.pinv(FILTER_TRANSFORM)
    filters = back @ transformed @ back.T
    images, inputs, height, width = image.shape
    padded = np.pad(image, ((0, 0), (0, 0), (1, 1), (1, 1))).astype(np.float64)
    total = np.zeros((images, len(filters), height * width))
    for tap in range(9):
        window = padded[:, :, tap // 3 : tap // 3 + height, tap % 3 : tap % 3 + width]
        total += filters[:, :, tap // 3, tap % 3] @ window.reshape(images, inputs, -1)
    return [total]


def launch(scale: ks.Scale) -> ks.Launch:
    images, _, outputs, height, width = SIZES[scale]
    return ks.Launch((-(-height * width // 4 // 128), outputs // 4, images), (128, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    images, inputs, outputs, height, width = SIZES[scale]
    pixels = images * height * width
    return ks.Bound(4 * pixels * (inputs + outputs), 8 * pixels * inputs * outputs, "operations")


CASE = ks.KernelCase(
    name="conv_winograd",
    styles=("convolutions", "kernels above 64 registers"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-4),),
    bounds=ks.per_scale(bound),
)
