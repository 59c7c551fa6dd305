"""Residual and full weighting of a 3D multigrid cycle, in double."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COARSE: dict[ks.Scale, int] = {"small": 7, "full": 97}
INVERSE_H2 = 4.0


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    coarse = COARSE[scale]
    fine = 2 * coarse - 1
    boxes = [ks.Struct((np.int32(n),) * 3) for n in (fine, coarse)]
    u, f = rng.standard_normal((fine,) * 3), rng.standard_normal((fine,) * 3)
    return [u, f, ks.unwritten((coarse,) * 3, np.float64), *boxes, np.float64(INVERSE_H2)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    u, f, out = (ks.array_arg(args, i) for i in range(3))
    neighbours = sum(np.roll(u, shift, axis) for axis in range(3) for shift in (-1, 1))
    inner = (slice(1, -1),) * 3
    left = np.zeros_like(u)
    left[inner] = (f - (6 * u - neighbours) * INVERSE_H2)[inner]
    coarse = len(out)
    total = np.zeros_like(out)
    for offset in itertools.product((-1, 0, 1), repeat=3):
        weight = np.prod([0.25 if o else 0.5 for o in offset])
        total[inner] += weight * left[tuple(slice(2 + o, 2 * coarse - 3 + o, 2) for o in offset)]
    return [total]


def launch(scale: ks.Scale) -> ks.Launch:
    n = COARSE[scale]
    return ks.Launch((-(-n // 16), -(-n // 4), -(-n // 4)), (16, 4, 4))


CASE = ks.KernelCase(
    name="multigrid_restrict",
    styles=("stencils", "double precision"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-10, atol=1e-10),),
)
