"""Variable-length integers, zigzag and delta coded."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (40, 12), "full": (60_000, 40)}  # pages, values of a page


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    pages, length = SIZES[scale]
    deltas = (rng.standard_normal((pages, length)) * 10.0 ** rng.uniform(0, 7, (pages, length))).astype(np.int64)
    raw = ((deltas << 1) ^ (deltas >> 63)).astype(np.uint64)
    groups = np.stack([raw >> np.uint64(7 * k) & np.uint64(127) for k in range(10)], axis=2).astype(np.uint8)
    sizes = np.maximum(10 - np.argmax(groups[:, :, ::-1] != 0, axis=2), 1)
    sizes[raw == 0] = 1
    k = np.arange(10)
    coded = groups | np.where(k < sizes[:, :, None] - 1, 128, 0).astype(np.uint8)
    data = coded[k < sizes[:, :, None]]
    offsets = np.concatenate([[0], np.cumsum(sizes.sum(axis=1))])[:-1].astype(np.uint32)
    out = ks.unwritten((length, pages), np.int64)
    return [data, offsets, np.int32(pages), np.int32(length), out]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    data, offsets = ks.array_arg(args, 0), ks.array_arg(args, 1)
    pages, length = ks.int_arg(args, 2), ks.int_arg(args, 3)
    chosen = ks.sample_indices(pages, 500)
    found = np.zeros((length, chosen.size), np.int64)
    for column, page in enumerate(chosen):
        at, last = int(offsets[page]), 0
        for i in range(length):
            value, shift = 0, 0
            while True:
                byte = int(data[at])
                at, value, shift = at + 1, value | (byte & 127) << shift, shift + 7
                if byte < 128:
                    break
            last += (value >> 1) ^ -(value & 1)
            found[i, column] = last
    return [ks.Sample((np.arange(length)[:, None] * pages + chosen).ravel(), found.ravel())]


CASE = ks.KernelCase(
    name="varint_columns",
    styles=("codecs", "bytes", "64-bit integers"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 64), 1, 1), (64, 1, 1))),
    make_args=make_args,
    outputs=(4,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
