"""Base 32 to bytes."""

from __future__ import annotations

import base64
from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

GROUPS: dict[ks.Scale, int] = {"small": 500, "full": 3_000_000}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    groups = GROUPS[scale]
    letters = np.frombuffer(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz234567", np.uint8)
    text = letters[rng.integers(0, letters.size, groups * 8)]
    text[rng.integers(0, text.size, groups // 50)] = ord("1")
    return [text.view(np.int8), np.uint64(groups), ks.unwritten(groups * 5, np.uint8), np.zeros(1, np.uint32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    text = ks.array_arg(args, 0).view(np.uint8).reshape(-1, 8)
    bad = (text == ord("1")).any(axis=1)
    fine = np.where(text == ord("1"), ord("A"), text).astype(np.uint8)
    data = np.frombuffer(base64.b32decode(fine.tobytes(), casefold=True), np.uint8).reshape(-1, 5)
    return [np.where(bad[:, None], 0, data).astype(np.uint8), np.array([np.count_nonzero(bad)], np.uint32)]


CASE = ks.KernelCase(
    name="base32_decode",
    styles=("text", "bytes"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-GROUPS[scale] // 256), 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(2, 3),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
