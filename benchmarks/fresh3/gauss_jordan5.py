"""Blocks of five rows inverted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNT: dict[ks.Scale, int] = {"small": 200, "full": 200_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNT[scale]
    blocks = rng.standard_normal((count, 5, 5))
    shift = rng.uniform(0.0, 1.0, count)
    blocks[::50] = 0.0
    shift[::50] = 0.0
    return [blocks, shift, np.int32(count), np.zeros(1, np.int32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    blocks, shift = ks.array_arg(args, 0), ks.array_arg(args, 1)
    shifted = blocks + shift[:, None, None] * np.eye(5)
    is_singular = ~blocks.any(axis=(1, 2))
    shifted[is_singular] = np.eye(5)
    inverse = np.linalg.inv(shifted)
    inverse[is_singular] = 0.0
    return [inverse, np.array([is_singular.sum()], np.int32)]


CASE = ks.KernelCase(
    name="gauss_jordan5",
    styles=("small matrices", "double precision", "local arrays", "macros"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-COUNT[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(0, 3),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-7, atol=1e-7, wrong_fraction=1e-3), ks.EXACT),
)
