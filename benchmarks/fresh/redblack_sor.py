"""Red-black over-relaxation with holes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (50, 30), "full": (4099, 3000)}
OMEGA, H2, COLOUR = 1.5, 0.01, 1


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    nx, ny = SIZES[scale]
    u, rhs = rng.standard_normal((2, ny, nx)).astype(np.float32)
    mask = (rng.random((ny, nx)) < 0.95).astype(np.uint8)
    numbers = (np.int32(nx), np.int32(ny), np.float32(OMEGA), np.float32(H2), np.int32(COLOUR))
    return [u, rhs, mask, *numbers]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    u, rhs, mask = (ks.array_arg(args, i) for i in range(3))
    wide, out = u.astype(np.float64), u.astype(np.float64)
    around = sum(np.where(np.roll(mask, s, a), np.roll(wide, s, a), wide) for a in (0, 1) for s in (-1, 1))
    fresh = wide + OMEGA * ((around - H2 * rhs) / 4 - wide)
    y, x = np.indices(u.shape)
    is_inner = (x > 0) & (y > 0) & (x < u.shape[1] - 1) & (y < u.shape[0] - 1)
    chosen = is_inner & (mask > 0) & ((x + y + COLOUR) % 2 == 1)
    out[chosen] = fresh[chosen]
    return [out]


def launch(scale: ks.Scale) -> ks.Launch:
    nx, ny = SIZES[scale]
    return ks.Launch((-(-(nx // 2) // 32), -(-ny // 8), 1), (32, 8, 1))


CASE = ks.KernelCase(
    name="redblack_sor",
    styles=("stencils",),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(0,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-5, atol=1e-5),),
)
