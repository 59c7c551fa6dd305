"""Limited HLL fluxes of the Euler equations in double."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (35, 12), "full": (1003, 800)}
GAMMA, SUPERBEE = 1.4, 2


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    nx, ny = SIZES[scale]
    rho, p = rng.uniform(0.5, 2.0, (ny, nx)), rng.uniform(0.5, 3.0, (ny, nx))
    u, v = rng.uniform(-3.0, 3.0, (ny, nx)), rng.uniform(-1.0, 1.0, (ny, nx))
    cells = np.stack([rho, rho * u, rho * v, p / (GAMMA - 1) + rho / 2 * (u * u + v * v)])
    gas = ks.Struct((np.float64(GAMMA), np.int32(SUPERBEE)))
    return [cells, ks.unwritten((4, ny, nx - 3), np.float64), np.int32(nx), np.int32(ny), gas]


def superbee(a: ks.Array, b: ks.Array) -> ks.Array:
    x, y = abs(a), abs(b)
    slope = np.sign(a) * np.maximum(np.minimum(2 * x, y), np.minimum(x, 2 * y))
    return np.where(a * b <= 0, 0.0, slope)


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    rho, mu, mv, energy = ks.array_arg(args, 0)
    u, v = mu / rho, mv / rho
    w = np.stack([rho, u, v, (GAMMA - 1) * (energy - rho / 2 * (u * u + v * v))])
    slope = superbee(w[..., 1:-1] - w[..., :-2], w[..., 2:] - w[..., 1:-1])
    sides = []
    for state in (w[..., 1:-2] + slope[..., :-1] / 2, w[..., 2:-1] - slope[..., 1:] / 2):
        r, su, sv, p = state
        e = p / (GAMMA - 1) + r / 2 * (su * su + sv * sv)
        q = np.stack([r, r * su, r * sv, e])
        f = np.stack([r * su, r * su * su + p, r * su * sv, (e + p) * su])
        sides.append((q, f, su, np.sqrt(GAMMA * p / r)))
    (ql, fl, ul, cl), (qr, fr, ur, cr) = sides
    sl, sr = np.minimum(ul - cl, ur - cr), np.maximum(ul + cl, ur + cr)
    middle = (sr * fl - sl * fr + sl * sr * (qr - ql)) / (sr - sl)
    return [np.where(sl >= 0, fl, np.where(sr <= 0, fr, middle))]


def launch(scale: ks.Scale) -> ks.Launch:
    nx, ny = SIZES[scale]
    return ks.Launch((-(-nx // 32), -(-ny // 4), 1), (32, 4, 1))


CASE = ks.KernelCase(
    name="euler_fluxes",
    styles=("finite volumes", "double precision"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-9, atol=1e-9),),
)
