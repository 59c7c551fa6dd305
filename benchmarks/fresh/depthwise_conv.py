"""Depthwise convolution with a fused activation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

# batch, side, channels, blocks
SIZES: dict[ks.Scale, tuple[int, int, int, int]] = {"small": (1, 12, 8, 2), "full": (8, 56, 240, 132 * 8)}
K, STRIDE, PAD = 5, 2, 2


def out_side(side: int) -> int:
    return (side + 2 * PAD - K) // STRIDE + 1


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    batch, side, channels, _ = SIZES[scale]
    x = rng.standard_normal((batch, side, side, channels), np.float32)
    taps, bias = rng.standard_normal((K, K, channels), np.float32), rng.standard_normal(channels, np.float32)
    out = ks.unwritten((batch, out_side(side), out_side(side), channels), np.float32)
    numbers = (batch, side, side, channels, out_side(side), out_side(side), STRIDE, PAD)
    return [x, taps, bias, out, ks.Struct(tuple(np.int32(n) for n in numbers))]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    x, taps, bias, out = (ks.array_arg(args, i) for i in range(4))
    padded = np.pad(x.astype(np.float64), ((0, 0), (PAD, PAD), (PAD, PAD), (0, 0)))
    total = np.broadcast_to(bias.astype(np.float64), out.shape).copy()
    reach = STRIDE * out.shape[1]
    for ky in range(K):
        for kx in range(K):
            total += padded[:, ky : ky + reach : STRIDE, kx : kx + reach : STRIDE] * taps[ky, kx]
    return [total * np.clip(total + 3, 0, 6) / 6]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][3], 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="depthwise_conv",
    styles=("neural networks", "templates"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-4, atol=1e-4),),
)
