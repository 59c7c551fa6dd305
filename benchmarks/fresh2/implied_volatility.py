"""Implied volatilities."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks
from benchmarks.reference import special

COUNT: dict[ks.Scale, int] = {"small": 200, "full": 200_000}
TOLERANCE = 1e-10


def call_price(quote: ks.Array, sigma: ks.Array) -> tuple[ks.Array, ks.Array]:
    """Black and Scholes' price, and its derivative by the volatility."""
    spot, strike, rate, years = quote[:, :4].T
    root = np.sqrt(years)
    d1 = (np.log(spot / strike) + (rate + sigma**2 / 2) * years) / (sigma * root)
    price = spot * special.normal_cdf(d1) - strike * np.exp(-rate * years) * special.normal_cdf(d1 - sigma * root)
    return price, spot * root * np.exp(-(d1**2) / 2) / np.sqrt(2 * np.pi)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNT[scale]
    spot, strike = rng.uniform(90, 110, count), rng.uniform(80, 120, count)
    quotes = np.stack([spot, strike, rng.uniform(0, 0.05, count), rng.uniform(0.3, 2, count), spot], axis=1)
    kinds = rng.uniform(0.15, 0.8, count)
    quotes[:, 4] = call_price(quotes, kinds)[0]
    sizes = (np.int32(count), np.float64(TOLERANCE), np.int32(60))
    return [quotes, *sizes, ks.unwritten(count, np.float64), ks.unwritten(count, np.int32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    quotes = ks.array_arg(args, 0)
    chosen = ks.sample_indices(len(quotes), 1000)
    quotes = quotes[chosen]
    low, high = np.full(chosen.size, 1e-4), np.full(chosen.size, 4.0)
    for _ in range(45):
        middle = (low + high) / 2
        is_above = call_price(quotes, middle)[0] > quotes[:, 4]
        low, high = np.where(is_above, low, middle), np.where(is_above, middle, high)
    return [ks.Sample(chosen, (low + high) / 2)]


CASE = ks.KernelCase(
    name="implied_volatility",
    styles=("finance", "double precision", "loops of unknown length"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-COUNT[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-7, atol=1e-9),),
)
