"""Reads trimmed by quality."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

READS: dict[ks.Scale, int] = {"small": 500, "full": 400_000}
STRIDE, THRESHOLD, WINDOW, AVERAGE, SHORTEST = 100, 20, 5, 22, 30


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    reads = READS[scale]
    lengths = rng.integers(40, STRIDE + 1, reads).astype(np.uint8)
    decay = rng.uniform(0.0, 0.3, (reads, 1)).astype(np.float32) * np.arange(STRIDE, dtype=np.float32)
    noise = rng.integers(-10, 5, (reads, STRIDE), np.int8)
    qualities = np.clip(38 - decay + noise, 2, 41).astype(np.uint8) + np.uint8(33)
    rule = ks.Struct(tuple(np.int32(value) for value in (THRESHOLD, WINDOW, AVERAGE, SHORTEST)))
    outs = [ks.unwritten(reads, np.uint8), ks.unwritten(reads, np.float32)]
    return [qualities, lengths, np.int32(reads), np.int32(STRIDE), rule, *outs]


def trim(q: ks.Array) -> int:
    sums = np.cumsum(THRESHOLD - q[::-1])
    negative = np.flatnonzero(sums < 0)
    sums = sums[: negative[0]] if negative.size else sums
    end = q.size
    if sums.size and sums.max() > 0:
        end = q.size - 1 - int(np.argmax(sums))
    if end >= WINDOW:
        poor = np.flatnonzero(np.convolve(q[:end], np.ones(WINDOW, int), "valid") < AVERAGE * WINDOW)
        end = int(poor[0]) if poor.size else end
    return end if end >= SHORTEST else 0


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    qualities, lengths = ks.array_arg(args, 0).astype(np.int64) - 33, ks.array_arg(args, 1)
    chosen = ks.sample_indices(len(qualities), 5000)
    ends = [trim(qualities[k, : lengths[k]]) for k in chosen]
    errors = [(10 ** (-0.1 * qualities[k, :end])).sum() for k, end in zip(chosen, ends, strict=True)]
    return [ks.Sample(chosen, np.array(ends, np.uint8)), ks.Sample(chosen, np.array(errors))]


CASE = ks.KernelCase(
    name="quality_trim",
    styles=("genomics", "bytes", "loops with breaks"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-READS[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(5, 6),
    reference=reference,
    tolerances=(ks.EXACT, ks.Tolerance(rtol=1e-4, atol=1e-6)),
)
