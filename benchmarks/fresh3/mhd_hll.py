"""Fluxes of magnetohydrodynamics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (90, 6), "full": (1000, 1000)}
GAMMA = 5 / 3


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    nx, ny = SIZES[scale]
    state = rng.standard_normal((8, ny, nx))
    state[0] = rng.uniform(0.5, 2.0, (ny, nx))
    state[1] *= 2.0
    state[4] = rng.uniform(0.1, 1.5, (ny, nx))
    return [state, ks.unwritten((8, ny, nx - 1), np.float64), np.int32(nx), np.int32(ny), np.float64(GAMMA)]


def flux_of(s: ks.Array) -> tuple[ks.Array, ks.Array, ks.Array]:
    """Conserved values, their flux, and the fast speed."""
    rho, u, v, w, p, bx, by, bz = s
    b2, ub = bx * bx + by * by + bz * bz, u * bx + v * by + w * bz
    energy = p / (GAMMA - 1) + 0.5 * rho * (u * u + v * v + w * w) + 0.5 * b2
    total = p + 0.5 * b2
    kept = np.stack([rho, rho * u, rho * v, rho * w, energy, bx, by, bz])
    momentum = [rho * u * u + total - bx * bx, rho * u * v - bx * by, rho * u * w - bx * bz]
    flux = np.stack([rho * u, *momentum, (energy + total) * u - bx * ub, 0 * u, by * u - bx * v, bz * u - bx * w])
    a2 = GAMMA * p / rho
    both = a2 + b2 / rho
    return kept, flux, np.sqrt(0.5 * (both + np.sqrt(np.maximum(both**2 - 4 * a2 * bx * bx / rho, 0))))


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    state = ks.array_arg(args, 0)
    left, right = state[:, :, :-1].copy(), state[:, :, 1:].copy()
    left[5] = right[5] = 0.5 * (left[5] + right[5])
    (ul, fl, cl), (ur, fr, cr) = flux_of(left), flux_of(right)
    slow, fast = np.minimum(left[1] - cl, right[1] - cr), np.maximum(left[1] + cl, right[1] + cr)
    middle = (fast * fl - slow * fr + fast * slow * (ur - ul)) / (fast - slow)
    return [np.where(slow >= 0, fl, np.where(fast <= 0, fr, middle))]


def bound(scale: ks.Scale) -> ks.Bound:
    nx, ny = SIZES[scale]
    return ks.Bound(2 * 64 * nx * ny, 150 * nx * ny, "bytes", "fp64")


CASE = ks.KernelCase(
    name="mhd_hll",
    styles=("plasma physics", "double precision", "structures by value"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 128), SIZES[scale][1], 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-9, atol=1e-9),),
    bounds=ks.per_scale(bound),
)
