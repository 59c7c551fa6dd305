"""Group normalisation and SiLU in bf16."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks
from benchmarks.reference import bfloat

# images, channels, groups, pixels
SIZES: dict[ks.Scale, tuple[int, int, int, int]] = {"small": (1, 6, 2, 50), "full": (32, 320, 32, 900)}
EPSILON = 1e-5


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    images, channels, groups, pixels = SIZES[scale]
    x = bfloat.to_bits(rng.standard_normal((images, channels, pixels), np.float32) + np.float32(0.5))
    factor, shift = rng.uniform(0.5, 1.5, channels).astype(np.float32), rng.standard_normal(channels, np.float32)
    sizes = (np.int32(channels), np.int32(groups), np.int32(pixels), np.float32(EPSILON))
    return [x, factor, shift, ks.unwritten(x.shape, np.uint16), *sizes]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    x = bfloat.from_bits(ks.array_arg(args, 0)).astype(np.float64)
    images = len(x)
    grouped = x.reshape(images, ks.int_arg(args, 5), -1)
    mean, variance = grouped.mean(axis=2, keepdims=True), grouped.var(axis=2, keepdims=True)
    normal = ((grouped - mean) / np.sqrt(variance + EPSILON)).reshape(x.shape)
    v = normal * ks.array_arg(args, 1)[:, None] + ks.array_arg(args, 2)[:, None]
    return [v / (1 + np.exp(-v))]


def launch(scale: ks.Scale) -> ks.Launch:
    images, _, groups, _ = SIZES[scale]
    return ks.Launch((images * groups, 1, 1), (256, 1, 1))


def view(outputs: list[ks.Array]) -> list[ks.Array]:
    return [bfloat.from_bits(outputs[0])]


CASE = ks.KernelCase(
    name="group_norm",
    styles=("neural networks", "bf16"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-2, atol=1e-2),),
    view=view,
)
