"""Tridiagonal solves, one a thread, in double."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (70, 20), "full": (40_000, 128)}  # lines, length
DT = 0.3


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    lines, length = SIZES[scale]
    kappa, rhs = rng.uniform(0.1, 2.0, (length, lines)), rng.standard_normal((length, lines))
    scratch, out = np.zeros((length, lines)), ks.unwritten((length, lines), np.float64)
    return [kappa, rhs, scratch, out, np.int32(lines), np.int32(length), np.float64(DT)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    kappa, rhs = ks.array_arg(args, 0), ks.array_arg(args, 1)
    length = len(kappa)
    between = -DT * (kappa[1:] + kappa[:-1]) / 2
    zero = np.zeros_like(kappa[:1])
    a, c = np.concatenate([zero, between]), np.concatenate([between, zero])
    upper, value = np.empty_like(kappa), np.empty_like(kappa)
    for i in range(length):
        pivot = 1 - a[i] - c[i] - (a[i] * upper[i - 1] if i else 0)
        upper[i] = c[i] / pivot
        value[i] = (rhs[i] - (a[i] * value[i - 1] if i else 0)) / pivot
    for i in range(length - 2, -1, -1):
        value[i] -= upper[i] * value[i + 1]
    return [value]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))


CASE = ks.KernelCase(
    name="thomas_lines",
    styles=("tridiagonal solves", "double precision"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-10, atol=1e-12),),
)
