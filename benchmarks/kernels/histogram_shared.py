"""Byte histogram with shared-memory atomics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (4, 16 * 2048 + 7), "full": (132 * 8, 400_000_009)}  # blocks, bytes


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = SIZES[scale][1]
    data = np.frombuffer(rng.bytes(count), np.uint8).copy()
    data[: count // 2] &= 0x3F  # a skewed half: more threads hit the same bin
    return [data, np.int64(count), np.zeros(256, np.uint32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    data = ks.array_arg(args, 0)
    counts = sum(np.bincount(part, minlength=256) for part in np.array_split(data, 16))
    return [np.asarray(counts).astype(np.uint32)]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][0], 1, 1), (256, 1, 1))


def bound(scale: ks.Scale) -> ks.Bound:
    count = SIZES[scale][1]
    return ks.Bound(count, 2 * count, "operations", "int32")


CASE = ks.KernelCase(
    name="histogram_shared",
    styles=("histogram", "atomics-heavy code"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.EXACT,),
    bounds=ks.per_scale(bound),
)
