"""A gate in bfloat16."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks
from benchmarks.reference import bfloat

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (6, 200), "full": (4096, 4096)}  # rows, width


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, width = SIZES[scale]
    values = bfloat.to_bits(rng.standard_normal((rows, 2 * width), np.float32))
    return [values, ks.unwritten((rows, width), np.uint16), np.int32(rows), np.int32(width), np.int32(0)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    values, width = bfloat.from_bits(ks.array_arg(args, 0)), ks.int_arg(args, 3)
    a, b = values[:, :width], values[:, width:]
    return [a / (1 + np.exp(-a)) * b]


def decode(outputs: list[ks.Array]) -> list[ks.Array]:
    return [bfloat.from_bits(outputs[0])]


CASE = ks.KernelCase(
    name="swiglu_gate",
    styles=("neural networks", "bfloat16"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][1] // 512), SIZES[scale][0], 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2**-8 * 1.05, atol=1e-5),),
    view=decode,
)
