"""Rates of chemical reactions."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

CELLS: dict[ks.Scale, int] = {"small": 200, "full": 100_000}
SPECIES, REACTIONS = 8, 12
ROW = np.dtype(
    [
        *(("law", "i4"), ("in", "i4", 2), ("out", "i4", 2), ("_", "i4")),
        *((name, "f8") for name in ("log_a", "b", "e", "x0", "x1", "log_k", "h")),
    ]
)


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    cells = CELLS[scale]
    table = np.zeros(REACTIONS, ROW)
    table["law"] = np.arange(REACTIONS) % 4
    for row in table:
        row["in"] = rng.choice(SPECIES, 2, replace=False)
        row["out"] = rng.choice(SPECIES, 2, replace=False)
    table["in"][::5, 1] = -1
    table["out"][2::5, 1] = -1
    table["log_a"], table["b"] = rng.uniform(1, 4, REACTIONS), rng.uniform(-0.5, 0.5, REACTIONS)
    table["e"], table["x0"] = rng.uniform(100, 2000, REACTIONS), rng.uniform(0.5, 2.5, REACTIONS)
    table["x1"] = rng.uniform(0.5, 20, REACTIONS)
    table["log_k"], table["h"] = rng.uniform(-1, 2, REACTIONS), rng.uniform(-500, 500, REACTIONS)
    amounts = rng.uniform(0.01, 1.0, (SPECIES, cells))
    temperatures = rng.uniform(600, 2500, cells)
    raw = np.frombuffer(table.tobytes(), np.uint8).copy()
    return [raw, amounts, temperatures, np.int32(cells), ks.unwritten((SPECIES, cells), np.float64)]


def forward_rate(row: np.void, t: ks.Array, total: ks.Array) -> ks.Array:
    k = np.exp(row["log_a"] + row["b"] * np.log(t) - row["e"] / t)
    if row["law"] == 1:
        k = k * total * row["x0"]
    elif row["law"] == 2:
        reduced = np.exp(row["x0"] - row["x1"] / t) * total / k
        x = np.log10(np.maximum(reduced, 1e-30))
        k = k * reduced / (1 + reduced) * 10 ** (np.log10(0.6) / (1 + x * x))
    elif row["law"] == 3:
        k = k * np.exp(row["x0"] / np.cbrt(t) + row["x1"] * t ** (-2 / 3))
    return np.asarray(k)


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    table = ks.array_arg(args, 0).view(ROW)
    c, t = ks.array_arg(args, 1), ks.array_arg(args, 2)
    rate, total = np.zeros(c.shape), c.sum(axis=0)
    for row in table:
        forward = forward_rate(row, t, total)
        backward = forward * np.exp(-(row["log_k"] - row["h"] / t))
        used, made = ([s for s in row[side] if s >= 0] for side in ("in", "out"))
        net = forward * np.prod(c[used], axis=0) - backward * np.prod(c[made], axis=0)
        rate[used] -= net
        rate[made] += net
    return [rate]


CASE = ks.KernelCase(
    name="reaction_rates",
    styles=("chemistry", "double precision", "switch", "tables in shared memory"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-CELLS[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.Tolerance(rtol=1e-8, atol=1e-8),),
)
