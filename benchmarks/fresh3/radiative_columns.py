"""Thermal radiation in columns."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (300, 9), "full": (60_000, 40)}  # columns, layers
ABSORPTION, WEIGHT = (0.02, 0.35, 2.4, 11.0), (0.41, 0.29, 0.19, 0.11)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    columns, layers = SIZES[scale]
    temperature = np.linspace(215, 290, layers)[:, None] + 4 * rng.standard_normal((layers, columns))
    humidity = np.geomspace(0.02, 1.0, layers)[:, None] * rng.uniform(0.5, 1.5, (layers, columns))
    planes = [a.astype(np.float32) for a in (temperature, humidity, rng.uniform(0.3, 0.7, layers))]
    ground = (290 + 8 * rng.standard_normal(columns)).astype(np.float32)
    outs = [ks.unwritten((layers, columns), np.float32), ks.unwritten(columns, np.float32)]
    return [*planes, ground, np.int32(columns), np.int32(layers), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    temperature, humidity, thickness, ground = (ks.array_arg(args, k).astype(np.float64) for k in range(4))
    layers, columns = temperature.shape
    net, escaped = np.zeros((layers + 1, columns)), np.zeros(columns)
    black, floor = 5.670374e-8 * temperature**4, 5.670374e-8 * ground**4
    for absorption, weight in zip(ABSORPTION, WEIGHT, strict=True):
        through = np.exp(-absorption * humidity * thickness[:, None] * 1.66)
        down = np.zeros(columns)
        for layer in range(layers):
            down = down * through[layer] + weight * black[layer] * (1 - through[layer])
            net[layer + 1] -= down
        up = weight * floor * 0.98 + 0.02 * down
        net[layers] += up
        for layer in reversed(range(layers)):
            up = up * through[layer] + weight * black[layer] * (1 - through[layer])
            net[layer] += up
        escaped += up
    return [np.diff(net, axis=0) / thickness[:, None], escaped]


CASE = ks.KernelCase(
    name="radiative_columns",
    styles=("atmosphere", "local arrays", "constant memory"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 64), 1, 1), (64, 1, 1))),
    make_args=make_args,
    outputs=(6, 7),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-3, atol=5e-3), ks.Tolerance(rtol=1e-4)),
)
