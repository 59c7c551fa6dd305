"""Products of decimals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

COUNT: dict[ks.Scale, int] = {"small": 300, "full": 1_000_000}
CUT = 12


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count = COUNT[scale]

    def numbers() -> ks.Array:
        words = rng.integers(0, 2**32, (count, 4), np.uint32)
        words[:, 3] &= 0xFFFFF
        words[rng.random(count) < 0.8, 3] = 0
        words[rng.random(count) < 0.5, 2] = 0
        is_negative = rng.random(count) < 0.5
        words[is_negative] = ~words[is_negative]
        return words

    outs = [ks.unwritten((count, 4), np.uint32), ks.unwritten(count, np.uint8)]
    return [numbers(), numbers(), np.int32(count), np.int32(CUT), *outs]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    left, right = ks.array_arg(args, 0), ks.array_arg(args, 1)
    chosen = ks.sample_indices(len(left), 10_000)
    raw, overflow = b"", np.zeros(chosen.size, np.uint8)
    for row, k in enumerate(chosen):
        a, b = (int.from_bytes(side[k].tobytes(), "little", signed=True) for side in (left, right))
        size = (abs(a * b) + 10**CUT // 2) // 10**CUT
        overflow[row] = size >= 10**38
        signed = 0 if overflow[row] else size if (a < 0) == (b < 0) else -size
        raw += signed.to_bytes(16, "little", signed=True)
    words = np.frombuffer(raw, np.uint32)
    return [ks.Sample((chosen[:, None] * 4 + np.arange(4)).ravel(), words), ks.Sample(chosen, overflow)]


CASE = ks.KernelCase(
    name="decimal_multiply",
    styles=("databases", "big numbers", "64-bit integers", "templates"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-COUNT[scale] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(4, 5),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
