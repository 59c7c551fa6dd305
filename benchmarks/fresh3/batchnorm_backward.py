"""The gradient of batch normalisation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# pictures, channels, pixels
SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (3, 5, 49), "full": (16, 396, 784)}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    shape = SIZES[scale]
    x = (2 * rng.standard_normal(shape, np.float32) + 0.5).astype(np.float32)
    gradient = rng.standard_normal(shape, np.float32)
    mean, std = x.mean(axis=(0, 2)), x.std(axis=(0, 2))
    weight = rng.uniform(0.5, 1.5, shape[1]).astype(np.float32)
    outs = [ks.unwritten(size, np.float32) for size in (shape, shape[1], shape[1])]
    return [x, gradient, mean, (1 / std).astype(np.float32), weight, *(np.int32(n) for n in shape), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    x, gradient, mean, inverse, weight = (ks.array_arg(args, k).astype(np.float64) for k in range(5))
    normal = (x - mean[:, None]) * inverse[:, None]
    bias_gradient, weight_gradient = gradient.sum(axis=(0, 2)), (gradient * normal).sum(axis=(0, 2))
    count = x.shape[0] * x.shape[2]
    inner = gradient - bias_gradient[:, None] / count - normal * weight_gradient[:, None] / count
    return [(weight * inverse)[:, None] * inner, weight_gradient, bias_gradient]


def bound(scale: ks.Scale) -> ks.Bound:
    elements = int(np.prod(SIZES[scale]))
    return ks.Bound(12 * elements, 10 * elements, "bytes")


CASE = ks.KernelCase(
    name="batchnorm_backward",
    styles=("neural networks", "reductions", "integer division"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][1], 1, 1), (512, 1, 1))),
    make_args=make_args,
    outputs=(8, 9, 10),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=1e-4), *(ks.Tolerance(rtol=1e-3, atol=5e-3),) * 2),
    bounds=ks.per_scale(bound),
)
