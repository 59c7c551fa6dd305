"""Yields of bonds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNT: dict[ks.Scale, int] = {"small": 120, "full": 40_000}
BOND = np.dtype([("price", "f8"), ("coupon", "f8"), ("years", "f8"), ("frequency", "i4"), ("_", "i4")])
LONGEST = 40


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNT[scale]
    bonds = np.zeros(count, BOND)
    bonds["price"], bonds["coupon"] = rng.uniform(60, 130, count), rng.uniform(0.5, 9.0, count)
    bonds["years"], bonds["frequency"] = rng.uniform(0.3, 10, count), rng.choice([1, 2, 4], count)
    outs = [ks.unwritten(count, np.float64) for _ in range(3)]
    return [np.frombuffer(bytearray(bonds.tobytes()), np.uint8), np.int32(count), *outs]


def value(bonds: ks.Array, rate: ks.Array) -> tuple[ks.Array, ks.Array, ks.Array]:
    period = 1 / bonds["frequency"]
    payments = np.ceil(bonds["years"] / period - 1e-9).astype(int)
    first = bonds["years"] - (payments - 1) * period
    payment, growth = bonds["coupon"] * period, 1 + rate * period
    price, slope, bend = -payment * (1 - first / period), 0 * rate, 0 * rate
    for k in range(LONGEST):
        time = first + k * period
        now = (payment + 100 * (k == payments - 1)) * growth ** (-time / period) * (k < payments)
        price = price + now
        slope = slope - time * now / growth
        bend = bend + time * (time + period) * now / growth**2
    return price, slope, bend


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    bonds = ks.array_arg(args, 0).view(BOND)
    low, high = np.full(bonds.size, -0.5), np.full(bonds.size, 2.0)
    for _ in range(58):
        middle = (low + high) / 2
        is_low = value(bonds, middle)[0] > bonds["price"]
        low, high = np.where(is_low, middle, low), np.where(is_low, high, middle)
    price, slope, bend = value(bonds, low)
    return [low, -slope / price, bend / price]


CASE = ks.KernelCase(
    name="bond_yields",
    styles=("finance", "double precision", "structures", "loops with breaks"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-COUNT[scale] // 64), 1, 1), (64, 1, 1))),
    make_args=make_args,
    outputs=(2, 3, 4),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-7, atol=1e-8), ks.Tolerance(rtol=1e-7), ks.Tolerance(rtol=1e-7)),
)
