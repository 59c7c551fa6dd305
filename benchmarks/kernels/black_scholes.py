"""Black-Scholes prices with three greeks."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks
from benchmarks.reference.special import normal_cdf

COUNTS: dict[ks.Scale, int] = {"small": 3000, "full": 12_000_000}
RATE, VOLATILITY = np.float32(0.02), np.float32(0.3)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    spots = rng.random(count, np.float32) * 25 + 5
    strikes = rng.random(count, np.float32) * 99 + 1
    years = rng.random(count, np.float32) * np.float32(9.75) + np.float32(0.25)
    results = [ks.unwritten((count, 2), np.float32)] + [ks.unwritten(count, np.float32) for _ in range(3)]
    return [spots, strikes, years, *results, ks.Struct((RATE, VOLATILITY)), np.int32(count)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    chosen = ks.sample_indices(ks.array_arg(args, 0).size, 50_000)
    spot, strike, years = (ks.array_arg(args, i)[chosen].astype(np.float64) for i in range(3))
    rate, volatility = float(RATE), float(VOLATILITY)
    deviation = volatility * np.sqrt(years)
    d1 = (np.log(spot / strike) + (rate + volatility**2 / 2) * years) / deviation
    d2 = d1 - deviation
    discounted = strike * np.exp(-rate * years)
    density = np.exp(-(d1**2) / 2) / np.sqrt(2 * np.pi)
    call = spot * normal_cdf(d1) - discounted * normal_cdf(d2)
    put = discounted * normal_cdf(-d2) - spot * normal_cdf(-d1)
    prices = ks.Sample((2 * chosen[:, None] + np.arange(2)).ravel(), np.stack([call, put], axis=1).ravel())
    greeks = (normal_cdf(d1), density / (spot * deviation), spot * density * np.sqrt(years))
    return [prices, *(ks.Sample(chosen, values) for values in greeks)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch(({"small": 4, "full": 132 * 16}[scale], 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    return ks.Bound(32 * COUNTS[scale], 180 * COUNTS[scale], "bytes")


CASE = ks.KernelCase(
    name="black_scholes",
    styles=("option pricing", "struct arguments"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3, 4, 5, 6),
    reference=reference,
    tolerances=(
        ks.Tolerance(rtol=1e-4, atol=5e-5),
        ks.Tolerance(rtol=2e-5, atol=1e-6),
        ks.Tolerance(rtol=2e-5, atol=1e-6),
        ks.Tolerance(rtol=2e-5, atol=1e-5),
    ),
    bounds=ks.per_scale(bound),
)
