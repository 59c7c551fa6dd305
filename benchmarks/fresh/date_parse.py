"""Timestamps as text to milliseconds."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNTS: dict[ks.Scale, int] = {"small": 200, "full": 1_000_000}
DISTINCT = 5000


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNTS[scale]
    lines = []
    for kind, (y, mo, d), (h, mi, s, ms) in zip(
        rng.integers(0, 10, DISTINCT),
        rng.integers((1950, 1, 1), (2100, 13, 32), (DISTINCT, 3)),
        rng.integers((0, 0, 0, 0), (24, 60, 60, 1000), (DISTINCT, 4)),
        strict=True,
    ):
        zone = "Z" if kind < 6 else f"{'+-'[kind % 2]}{h % 12:02}:{mi // 2:02}" if kind < 9 else "?"
        line = f"{y:04}-{mo:02}-{d:02}{'T' if kind else ' '}{h:02}:{mi:02}:{s:02}.{ms:03}{zone}"
        lines.append(line.encode().ljust(32, b"\0"))
    table = np.frombuffer(b"".join(lines), np.uint8).reshape(DISTINCT, 32)
    text = table[rng.integers(0, DISTINCT, count)]
    return [text, ks.unwritten(count, np.int64), np.int32(count)]


def parse(line: bytes) -> int:
    try:
        moment = datetime.datetime.fromisoformat(line.rstrip(b"\0").decode().replace("Z", "+00:00"))
    except ValueError:
        return -1
    if moment.tzinfo is None:
        return -1
    return round(
        (moment - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)) / datetime.timedelta(milliseconds=1)
    )


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    text = ks.array_arg(args, 0)
    chosen = ks.sample_indices(len(text), 5000)
    return [ks.Sample(chosen, np.array([parse(text[i].tobytes()) for i in chosen], np.int64))]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((-(-COUNTS[scale] // 256), 1, 1), (256, 1, 1))


CASE = ks.KernelCase(
    name="date_parse",
    styles=("text", "switch"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(1,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
