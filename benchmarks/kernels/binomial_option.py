"""American puts on a binomial tree in shared memory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (4, 20), "full": (16384, 255)}  # options, steps
THREADS: dict[ks.Scale, int] = {"small": 32, "full": 256}
RATE, VOLATILITY = np.float32(0.06), np.float32(0.3)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    options, steps = SIZES[scale]
    spots = (rng.random(options, np.float32) * 20 + 20).astype(np.float32)
    strikes = (rng.random(options, np.float32) * 20 + 20).astype(np.float32)
    years = rng.random(options, np.float32) + np.float32(0.5)
    return [spots, strikes, years, ks.unwritten(options, np.float32), RATE, VOLATILITY, np.int32(steps)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    steps = ks.int_arg(args, 6)
    chosen = ks.sample_indices(ks.array_arg(args, 0).size, 1000)
    spot, strike, years = (ks.array_arg(args, i)[chosen].astype(np.float64)[:, None] for i in range(3))
    dt = years / steps
    log_up = float(VOLATILITY) * np.sqrt(dt)
    growth, up = np.exp(float(RATE) * dt), np.exp(log_up)
    probability = (growth - 1 / up) / (up - 1 / up)

    def exercise(step: int) -> ks.Array:
        return np.asarray(np.maximum(strike - spot * np.exp(log_up * np.arange(-step, step + 1, 2)), 0))

    level = exercise(steps)
    for step in range(steps - 1, -1, -1):
        hold = (probability * level[:, 1:] + (1 - probability) * level[:, :-1]) / growth
        level = np.maximum(hold, exercise(step))
    return [ks.Sample(chosen, level[:, 0])]


def launch(scale: ks.Scale) -> ks.Launch:
    options, steps = SIZES[scale]
    return ks.Launch((options, 1, 1), (THREADS[scale], 1, 1), 4 * (steps + 1))


def bound(scale: ks.Scale) -> ks.Bound:
    options, steps = SIZES[scale]
    return ks.Bound(16 * options, 15 * options * steps * (steps + 1) // 2, "operations")


CASE = ks.KernelCase(
    name="binomial_option",
    styles=("option pricing", "dynamic programming"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    # The probability is a small difference of exponentials, and errors add up over the levels.
    tolerances=(ks.Tolerance(rtol=2e-3, atol=2e-3),),
    bounds=ks.per_scale(bound),
)
