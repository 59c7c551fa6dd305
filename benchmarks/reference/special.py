"""Special functions on arrays, from Python's math module: double precision, without SciPy."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.kernel_set import Array


def elementwise(function: Callable[..., float]) -> Callable[..., Array]:
    def apply(*values: Any) -> Array:
        called = np.frompyfunc(function, len(values), 1)(*values)
        return np.asarray(called, dtype=np.float64)

    return apply


erf = elementwise(math.erf)
erfc = elementwise(math.erfc)
lgamma = elementwise(math.lgamma)
gamma = elementwise(math.gamma)


def normal_cdf(x: Array) -> Array:
    return 0.5 * erfc(-x / math.sqrt(2.0))


def bessel(order: int, x: Array) -> Array:
    """J_order by Bessel's integral: the trapezoid rule converges geometrically on a periodic integrand."""
    points = 64 + 2 * int(np.max(np.abs(x), initial=0.0)) + 2 * order
    theta = 2 * np.pi * np.arange(points) / points
    return np.asarray(np.cos(order * theta - np.multiply.outer(x, np.sin(theta))).mean(axis=-1))
