"""Rows of text to numbers."""

from __future__ import annotations

import csv
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

ROWS: dict[ks.Scale, int] = {"small": 400, "full": 400_000}
NAMES = ("bolt", '"nut, large"', '"the ""best"" tape"', "", '""', "washer 3/8")


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    rows, lines = ROWS[scale], []
    for _ in range(3000):
        price = ("12.5", "-3.999", "7", "1204.07", "0.1", "88.")[rng.integers(0, 6)]
        line = f"{rng.integers(0, 10**9)},{NAMES[rng.integers(0, 6)]},{price},{rng.integers(-50, 50)}"
        lines.append(line.encode())
    lines[::17] = [line.replace(b",", b";", 1) for line in lines[::17]]
    lines[5::17] = [line + b"x" for line in lines[5::17]]
    chosen = rng.integers(0, len(lines), rows)
    text = np.frombuffer(b"".join(lines[k] for k in chosen), np.uint8).copy()
    ends = np.cumsum([len(lines[k]) for k in chosen]).astype(np.uint32)
    outs = [ks.unwritten(rows, kind) for kind in (np.int64, np.uint32, np.int64, np.uint8)]
    return [text, ends, np.int32(rows), *outs]


def parse(line: str) -> tuple[int, int, int, int]:
    fields = next(csv.reader([line]))
    if len(fields) != 4 or not fields[0].isdigit() or not fields[3].lstrip("-").isdigit():
        return -1, 0, 0, 0
    whole, _, part = fields[2].lstrip("-").partition(".")
    cents = int(whole + (part + "00")[:2]) * (-1 if fields[2].startswith("-") else 1)
    h = 2166136261
    for byte in fields[1].encode():
        h = (h ^ byte) * 16777619 & 0xFFFFFFFF
    return int(fields[0]), (h + len(fields[1])) & 0xFFFFFFFF, cents * int(fields[3]), 1


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    text, ends = ks.array_arg(args, 0).tobytes().decode(), ks.array_arg(args, 1)
    chosen = ks.sample_indices(ends.size, 10_000)
    rows = [parse(text[ends[k - 1] if k else 0 : ends[k]]) for k in chosen]
    kinds = (np.int64, np.uint32, np.int64, np.uint8)
    return [
        ks.Sample(chosen, np.array(column, kind)) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)
    ]


CASE = ks.KernelCase(
    name="csv_fields",
    styles=("text", "classes", "64-bit integers", "early exits"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-ROWS[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(3, 4, 5, 6),
    reference=reference,
    tolerances=(ks.EXACT,) * 4,
)
