"""A matrix times a vector in half precision."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (14, 300), "full": (8000, 4096)}  # rows, columns


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, columns = SIZES[scale]
    lda = columns + 8
    a = rng.standard_normal((rows, lda), np.float32).astype(np.float16)
    x = (rng.standard_normal(columns, np.float32) / 16).astype(np.float16)
    sizes = (np.int32(rows), np.int32(columns), np.int32(lda))
    return [a, x, ks.unwritten(rows, np.float16), *sizes]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    a, x = ks.array_arg(args, 0), ks.array_arg(args, 1).astype(np.float32)
    return [a[:, : x.size].astype(np.float32) @ x]


CASE = ks.KernelCase(
    name="gemv_pairs",
    styles=("linear algebra", "half precision"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][0], 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=2e-3, atol=5e-3),),
)
