"""Monte Carlo pricing of an Asian option with a counter-based generator."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks
from benchmarks.reference.philox import philox4x32

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (500, 8), "full": (1_500_000, 64)}  # paths, steps
SPOT, STRIKE, RATE, VOLATILITY, YEARS = 100.0, 101.0, 0.03, 0.25, 1.0
KEY = (0x12345678, 0x9ABCDEF0)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    paths, steps = SIZES[scale]
    numbers = tuple(np.float32(number) for number in (SPOT, STRIKE, RATE, VOLATILITY, YEARS))
    contract = ks.Struct((*numbers, np.int32(steps)))
    return [ks.unwritten(paths, np.float32), np.int32(paths), contract, np.uint32(KEY[0]), np.uint32(KEY[1])]


def normals(paths: ks.Array, steps: int) -> ks.Array:
    counter = (paths[:, None], np.arange(0, steps, 4)[None, :], np.zeros((1, 1)), np.zeros((1, 1)))
    words = philox4x32(tuple(np.broadcast_arrays(*counter)), KEY)  # type: ignore[arg-type]
    uniform = [((word >> np.uint64(9)).astype(np.float64) + 0.5) / 2**23 for word in words]
    result = np.empty((paths.size, steps))
    for first in (0, 2):
        radius, angle = np.sqrt(-2 * np.log(uniform[first])), 2 * np.pi * uniform[first + 1]
        result[:, first::4], result[:, first + 1 :: 4] = radius * np.cos(angle), radius * np.sin(angle)
    return result


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    contract = args[2]
    assert isinstance(contract, ks.Struct)
    spot, strike, rate, volatility, years = (float(np.asarray(number)) for number in contract.fields[:5])
    steps = int(np.asarray(contract.fields[5]))
    chosen = ks.sample_indices(ks.int_arg(args, 1), 20_000)
    shocks = volatility * np.sqrt(years / steps) * normals(chosen, steps)
    drift = (rate - volatility**2 / 2) * years / steps
    payoff = np.zeros(chosen.size)
    for sign in (1, -1):
        average = spot * np.exp(np.cumsum(drift + sign * shocks, axis=1)).mean(axis=1)
        payoff += 0.5 * np.exp(-rate * years) * np.maximum(average - strike, 0)
    return [ks.Sample(chosen, payoff)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-SIZES[scale][0] // 256), 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    paths, steps = SIZES[scale]
    return ks.Bound(4 * paths, 80 * paths * steps, "operations")


CASE = ks.KernelCase(
    name="mc_asian",
    styles=("Monte Carlo with counter RNGs", "option pricing", "struct arguments"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(0,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-5, atol=5e-4),),
    bounds=ks.per_scale(bound),
)
