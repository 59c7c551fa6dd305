"""Heat with three kinds of boundary."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (20, 9, 4), "full": (200, 200, 200)}
ALPHA, HOT, COLD, FLUX = 0.11, 4.0, -1.0, 0.02


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    nx, ny, nz = SIZES[scale]
    now = rng.standard_normal((nz, ny, nx))
    sizes = (np.int32(nx), np.int32(ny), np.int32(nz))
    return [now, ks.unwritten(now.shape, np.float64), *sizes, *(np.float64(v) for v in (ALPHA, HOT, COLD, FLUX))]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    now = ks.array_arg(args, 0)
    left, right = 2 * HOT - now[:, :, :1], 2 * COLD - now[:, :, -1:]
    wide = np.concatenate([left, now, right], axis=2)
    deep = np.concatenate([now[:, :1] + FLUX, now, now[:, -1:] - FLUX], axis=1)
    around = wide[:, :, :-2] + wide[:, :, 2:] + deep[:, :-2] + deep[:, 2:] + np.roll(now, 1, 0) + np.roll(now, -1, 0)
    return [now + ALPHA * (around - 6 * now)]


def launch(scale: ks.Scale) -> ks.Launch:
    nx, ny, nz = SIZES[scale]
    return ks.Launch((-(-nx // 32), -(-ny // 8), nz), (32, 8, 1))


CASE = ks.KernelCase(
    name="heat_mixed",
    styles=("physics", "stencils", "double precision"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-12, atol=1e-12),),
)
