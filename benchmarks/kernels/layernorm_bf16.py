"""Layer normalisation of bf16 rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks
from benchmarks.reference import bfloat

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (12, 200), "full": (32768, 2048)}  # rows, columns
EPSILON = 1e-5


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, columns = SIZES[scale]
    inputs = [bfloat.to_bits(rng.standard_normal((rows, columns), np.float32)) for _ in range(2)]
    gain, shift = rng.random(columns, np.float32) + 1, rng.standard_normal(columns, np.float32)
    result = ks.unwritten((rows, columns), np.uint16)
    return [*inputs, gain, shift, result, np.int32(rows), np.int32(columns // 2), np.float32(EPSILON)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    first, second, gain, shift = (ks.array_arg(args, i) for i in range(4))
    chosen = ks.sample_indices(len(first), 4000)
    total = bfloat.from_bits(first[chosen]).astype(np.float64) + bfloat.from_bits(second[chosen])
    centred = total - total.mean(axis=1, keepdims=True)
    values = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + EPSILON) * gain + shift
    columns = first.shape[1]
    return [ks.Sample((chosen[:, None] * columns + np.arange(columns)).ravel(), values.ravel())]


def decode(outputs: list[ks.Array]) -> list[ks.Array]:
    return [bfloat.from_bits(outputs[0])]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 8), 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = int(np.prod(SIZES[scale]))
    return ks.Bound(6 * count, 20 * count, "bytes")


CASE = ks.KernelCase(
    name="layernorm_bf16",
    styles=("softmax/layernorm/attention rows",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    # Half a unit in the last place of bf16, and a little for the float arithmetic before it.
    tolerances=(ks.Tolerance(rtol=2**-8 * 1.01, atol=1e-5),),
    bounds=ks.per_scale(bound),
    view=decode,
)
