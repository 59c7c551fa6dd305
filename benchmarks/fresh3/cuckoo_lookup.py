"""Lookups in a cuckoo table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks import kernel_set as ks

SIZES: dict[ks.Scale, tuple[int, int, int]] = {"small": (400, 600, 2), "full": (1_000_000, 2_000_000, 132 * 8)}
SLOTS = 4
EMPTY = np.uint64(0)


def hash_one(key: ks.Array) -> ks.Array:
    key = key ^ key >> np.uint64(33)
    key = key * np.uint64(0xFF51AFD7ED558CCD)
    key = key ^ key >> np.uint64(33)
    return np.asarray(key >> np.uint64(16) & np.uint64(0xFFFFFFFF))


def hash_two(key: ks.Array) -> ks.Array:
    key = (key ^ key >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    key = (key ^ key >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return np.asarray((key ^ key >> np.uint64(31)) & np.uint64(0xFFFFFFFF))


def place(bucket: ks.Array, used: ks.Array) -> ks.Array:
    """The slot of each key in its bucket behind those used; beyond the last slot where the bucket is full."""
    order = np.argsort(bucket, kind="stable")
    ordered = bucket[order]
    slot = np.empty(bucket.size, np.int64)
    slot[order] = np.arange(bucket.size) - np.searchsorted(ordered, ordered)
    return np.asarray(slot + used[bucket])


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    count, queries, _ = SIZES[scale]
    keys = np.unique(rng.integers(1, 2**63, count + count // 50, np.uint64))
    keys = rng.permutation(keys)[:count]
    values = rng.integers(0, 2**31, count).astype(np.uint32)
    buckets = count // 2 + 1
    table = np.zeros(buckets, np.dtype([("keys", "u8", SLOTS), ("values", "u4", SLOTS)]))
    left, used = np.arange(count), np.zeros(buckets, np.int64)
    for choose in (hash_one, hash_two):
        bucket = (choose(keys[left]) % np.uint64(buckets)).astype(np.int64)
        slot = place(bucket, used)
        fits = slot < SLOTS
        table["keys"][bucket[fits], slot[fits]] = keys[left[fits]]
        table["values"][bucket[fits], slot[fits]] = values[left[fits]]
        used += np.bincount(bucket[fits], minlength=buckets)
        left = left[~fits]
    left = left[:24]
    raw = np.frombuffer(table.tobytes(), np.uint8).copy()
    stash = (np.append(keys[left], EMPTY), np.append(values[left], np.uint32(0)))
    struct = ks.Struct((raw, *stash, np.uint32(buckets), np.int32(left.size)))
    wanted = np.where(rng.random(queries) < 0.7, rng.choice(keys, queries), rng.integers(1, 2**63, queries, np.uint64))
    return [struct, wanted, np.int32(queries), ks.unwritten(queries, np.uint32), np.zeros(1, np.int32)]


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    struct, wanted = args[0], ks.array_arg(args, 1)
    assert isinstance(struct, ks.Struct)
    table = np.asarray(struct.fields[0]).view(np.dtype([("keys", "u8", SLOTS), ("values", "u4", SLOTS)]))
    keys = np.concatenate([table["keys"].ravel(), np.asarray(struct.fields[1])])
    values = np.concatenate([table["values"].ravel(), np.asarray(struct.fields[2])])
    keys, values = keys[keys != EMPTY], values[keys != EMPTY]
    order = np.argsort(keys)
    at = np.minimum(np.searchsorted(keys[order], wanted), keys.size - 1)
    is_hit = keys[order][at] == wanted
    found = np.where(is_hit, values[order][at], np.uint32(0xFFFFFFFF)).astype(np.uint32)
    return [found, np.array([is_hit.sum()], np.int32)]


CASE = ks.KernelCase(
    name="cuckoo_lookup",
    styles=("hash tables", "64-bit integers", "structures by value", "grid-stride loops"),
    launches=ks.per_scale(lambda scale: ks.Launch((SIZES[scale][2], 1, 1), (256, 1, 1))),
    make_args=make_args,
    outputs=(3, 4),
    reference=reference,
    tolerances=(ks.EXACT, ks.EXACT),
)
