"""Viterbi decoding of a convolutional code."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (3, 40), "full": (3000, 256)}  # frames, bits
POLYNOMIALS = (0x6D, 0x4F)


def parity(values: ks.Array) -> ks.Array:
    return np.array([bin(int(v)).count("1") & 1 for v in np.ravel(values)]).reshape(np.shape(values))


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    frames, length = SIZES[scale]
    sent = rng.integers(0, 2, (frames, length))
    sent[:, -6:] = 0
    table = np.stack([parity(np.arange(128) & p) for p in POLYNOMIALS], axis=1)
    register, coded = np.zeros(frames, int), np.empty((frames, length, 2), int)
    for t in range(length):
        register = (register << 1 | sent[:, t]) & 127
        coded[:, t] = table[register]
    soft = np.clip((2 * coded - 1) * 20 + rng.normal(0, 14, coded.shape).round(), -127, 127).astype(np.int8)
    bits = ks.unwritten((frames, length), np.uint8)
    return [soft, np.zeros((frames, length), np.uint64), bits, np.int32(length)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    soft = ks.array_arg(args, 0).astype(int)
    frames, length, _ = soft.shape
    state = np.arange(64)
    origins = np.stack([state >> 1, (state >> 1) + 32])
    signs = np.stack([2 * parity((origins << 1 | state & 1) & p) - 1 for p in POLYNOMIALS], axis=-1)
    metric = np.full((frames, 64), -1000)
    metric[:, 0] = 0
    choices = np.empty((length, frames, 64), bool)
    for t in range(length):
        branch = np.einsum("osp,fp->ofs", signs, soft[:, t])
        m = metric[:, origins].transpose(1, 0, 2) + branch
        choices[t] = m[1] > m[0]
        metric = m.max(axis=0)
    bits, at = np.empty((frames, length), np.uint8), np.zeros(frames, int)
    for t in range(length - 1, -1, -1):
        bits[:, t] = at & 1
        at = (at >> 1) + 32 * choices[t, np.arange(frames), at]
    return [bits]


def launch(scale: ks.Scale) -> ks.Launch:
    return ks.Launch((SIZES[scale][0], 1, 1), (64, 1, 1))


CASE = ks.KernelCase(
    name="viterbi_decode",
    styles=("decoding", "integer code"),
    launches=ks.per_scale(launch),
    make_args=make_args,
    outputs=(2,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
