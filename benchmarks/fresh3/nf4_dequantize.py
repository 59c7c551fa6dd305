"""Weights of four bits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks
from benchmarks.reference import bfloat

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (5003, 2), "full": (30_000_001, 132 * 8)}  # weights, blocks
LOW = (-1.0, -0.69619281, -0.52507305, -0.39491749, -0.28444138, -0.18477343, -0.0910500, 0.0)
HIGH = (0.07958030, 0.16093020, 0.24611230, 0.33791524, 0.44070983, 0.56261700, 0.72295684, 1.0)
BLOCK_SHIFT, GROUP_SHIFT, OFFSET = 6, 3, 0.01


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    weights, _ = SIZES[scale]
    blocks = (weights >> BLOCK_SHIFT) + 1
    packed = rng.integers(0, 2**32, -(-weights // 8), np.uint32)
    codes = rng.integers(0, 256, blocks, np.uint8)
    groups = rng.uniform(1e-4, 1e-3, (blocks >> GROUP_SHIFT) + 1).astype(np.float32)
    scales = ks.Struct((codes, groups, np.float32(OFFSET), np.int32(BLOCK_SHIFT), np.int32(GROUP_SHIFT)))
    return [packed, scales, np.int64(weights), ks.unwritten(weights, np.uint16)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    packed, scales, weights = ks.array_arg(args, 0), args[1], ks.int_arg(args, 2)
    assert isinstance(scales, ks.Struct)
    at = np.arange(weights)
    if weights > 200_000:
        at = np.concatenate([at[:100_000], at[-100_000:]])
    code = packed[at // 8] >> (4 * (at % 8 ^ 1)).astype(np.uint32) & np.uint32(15)
    block = at >> BLOCK_SHIFT
    scale = np.asarray(scales.fields[0])[block].astype(np.float64) * np.asarray(scales.fields[1])[block >> GROUP_SHIFT]
    return [ks.Sample(at, np.array(LOW + HIGH)[code] * (scale + OFFSET))]


def decode(outputs: list[ks.Array]) -> list[ks.Array]:
    return [bfloat.from_bits(outputs[0])]


def bound(scale: ks.Scale) -> ks.Bound:
    weights, _ = SIZES[scale]
    return ks.Bound(weights * 5 // 2, 2 * weights, "bytes")


CASE = ks.KernelCase(
    name="nf4_dequantize",
    styles=("neural networks", "bfloat16", "constant memory", "64-bit sizes", "grid-stride loops"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][1], 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2**-8 * 1.05, atol=1e-6),),
    view=decode,
    bounds=ks.per_scale(bound),
)
