"""A filter over a table of structs, packed by ballots."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (2000, 2), "full": (6_000_000, 132 * 8)}  # rows, blocks
LOW, HIGH, LEAST, MASK = 10.0, 60.0, 20, 6
ROW = np.dtype([("key", np.int32), ("price", np.float32), ("quantity", np.int32), ("flags", np.int32)])


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, _ = SIZES[scale]
    rows = np.empty(count, ROW)
    rows["key"] = np.arange(count)
    rows["price"] = rng.integers(0, 800, count) / 8
    rows["quantity"] = rng.integers(0, 100, count)
    rows["flags"] = rng.integers(0, 16, count)
    chosen = ks.Struct((np.float32(LOW), np.float32(HIGH), np.int32(LEAST), np.int32(MASK)))
    outputs = [np.full(count, -1, np.int32), np.full(count, -1, np.float32), np.zeros(1, np.int32)]
    return [rows.view(np.int32), np.int32(count), chosen, *outputs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    rows = ks.array_arg(args, 0).view(ROW)
    keep = (rows["price"] >= LOW) & (rows["price"] < HIGH) & (rows["quantity"] >= LEAST) & (rows["flags"] & MASK != 0)
    keys, totals = np.full(rows.size, -1, np.int32), np.full(rows.size, -1.0)
    found = int(keep.sum())
    keys[rows.size - found :] = rows["key"][keep]
    totals[rows.size - found :] = (rows["price"] * rows["quantity"])[keep]
    return [keys, totals, np.array([found], np.int32)]


def view(outputs: list[ks.Array]) -> list[ks.Array]:
    """In the order of the keys: warps come in any."""
    order = np.argsort(outputs[0], kind="stable")
    return [outputs[0][order], outputs[1][order], outputs[2]]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][1], 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="filter_compact",
    styles=("tables", "ballots"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(3, 4, 5),
    reference=reference,
    tolerances=(ks.EXACT, ks.Tolerance(rtol=1e-6), ks.EXACT),
    view=view,
)
