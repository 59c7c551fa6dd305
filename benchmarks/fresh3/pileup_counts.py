"""Reads piled up over a genome."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int]] = {"small": (400, 3000), "full": (150_000, 2_000_000)}  # reads, genome
LENGTH, LEAST = 50, 15
MATCH, INSERTION, DELETION, SKIP, CLIP = range(5)
SHAPES = (
    ((50, MATCH),),
    ((6, CLIP), (44, MATCH)),
    ((20, MATCH), (2, INSERTION), (28, MATCH)),
    ((30, MATCH), (3, DELETION), (20, MATCH)),
    ((15, MATCH), (90, SKIP), (30, MATCH), (5, CLIP)),
)
READ = np.dtype([("place", "i4"), ("first", "i4"), ("edits", "i2"), ("mapping", "u1"), ("flags", "u1")])


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, genome = SIZES[scale]
    starts = np.concatenate([[0], np.cumsum([len(shape) for shape in SHAPES])])
    edits = np.array([length << 4 | kind for shape in SHAPES for length, kind in shape], np.uint32)
    shape = rng.integers(0, len(SHAPES), count)
    reads = np.zeros(count, READ)
    reads["place"] = rng.integers(0, genome, count)
    reads["first"], reads["edits"] = starts[shape], np.diff(starts)[shape]
    reads["mapping"], reads["flags"] = rng.integers(5, 60, count), rng.choice([0, 1, 16, 4], count)
    bases, qualities = rng.integers(0, 4, (count, LENGTH), np.uint8), rng.integers(2, 40, (count, LENGTH), np.uint8)
    raw = np.frombuffer(bytearray(reads.tobytes()), np.uint8)
    sizes = (np.int32(LENGTH), np.int32(genome), np.int32(LEAST))
    return [raw, np.int32(count), edits, bases, qualities, *sizes, np.zeros((genome, 6), np.uint32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    reads, edits = ks.array_arg(args, 0).view(READ), ks.array_arg(args, 2)
    bases, qualities, genome = ks.array_arg(args, 3), ks.array_arg(args, 4), ks.int_arg(args, 6)
    is_used = (reads["mapping"] >= 10) & (reads["flags"] & 4 == 0)
    slots = []
    for first, number in sorted({(int(read["first"]), int(read["edits"])) for read in reads[:2000]}):
        rows = np.flatnonzero(is_used & (reads["first"] == first))
        place, at = reads["place"][rows].astype(np.int64), 0
        for edit in edits[first : first + number]:
            length, kind = int(edit >> 4), int(edit & 15)
            span = place[:, None] + np.arange(length)
            if kind == MATCH:
                good = (qualities[rows, at : at + length] >= LEAST) & (span < genome)
                slots.append((span * 6 + bases[rows, at : at + length])[good])
            elif kind == DELETION:
                slots.append((span * 6 + 4)[span < genome])
            elif kind == INSERTION:
                slots.append(((place - 1) * 6 + 5)[(place > 0) & (place <= genome)])
            place = place + length * (kind in (MATCH, DELETION, SKIP))
            at += length * (kind in (MATCH, INSERTION, CLIP))
    counts = np.bincount(np.concatenate(slots), minlength=genome * 6)
    return [counts.astype(np.uint32)]


CASE = ks.KernelCase(
    name="pileup_counts",
    styles=("genomics", "switch", "atomics", "bytes"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-SIZES[scale][0] // 128), 1, 1), (128, 1, 1))),
    make_args=make_args,
    outputs=(8,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
