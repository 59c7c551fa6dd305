"""Documents of JSON looked over."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from benchmarks import kernel_set as ks

DOCUMENTS: dict[ks.Scale, int] = {"small": 250, "full": 60_000}
WORDS = ("name", 'a "quote"', "tab\there", "[not an array]", "back\\slash", "ümlaut", "{}", "")


def value(rng: np.random.Generator, depth: int) -> Any:
    kind = int(rng.integers(0, 6 if depth else 4))
    if kind == 0:
        return WORDS[rng.integers(0, len(WORDS))]
    if kind == 1:
        return int(rng.integers(-(10**6), 10**6))
    if kind == 2:
        return float(rng.standard_normal() * 1e-5)
    if kind == 3:
        return (None, True, False)[rng.integers(0, 3)]
    items = [value(rng, depth - 1) for _ in range(rng.integers(0, 5))]
    return items if kind == 4 else {WORDS[k]: item for k, item in enumerate(items)}


def make_args(rng: np.random.Generator, scale: ks.Scale) -> list[ks.Argument]:
    documents = DOCUMENTS[scale]
    texts = [json.dumps([value(rng, 3), value(rng, 4), value(rng, 2)]).encode() for _ in range(600)]
    texts[::9] = [text[:-1] + b"}" for text in texts[::9]]
    texts[4::9] = [text[: text.rindex(b"]")] for text in texts[4::9]]
    chosen = rng.integers(0, len(texts), documents)
    starts = np.concatenate([[0], np.cumsum([len(texts[k]) for k in chosen])]).astype(np.int64)
    text = np.frombuffer(b"".join(texts[k] for k in chosen), np.uint8).copy()
    return [text, starts, np.int32(documents), ks.unwritten((documents, 4), np.uint16)]


def count(item: Any) -> ks.Array:
    """Strings, numbers, literals, depth."""
    if isinstance(item, str):
        return np.array([1, 0, 0, 0])
    if item is None or isinstance(item, bool):
        return np.array([0, 0, 1, 0])
    if not isinstance(item, (list, dict)):
        return np.array([0, 1, 0, 0])
    inside = [count(each) for each in (item.values() if isinstance(item, dict) else item)]
    total = np.sum(inside, axis=0) if inside else np.zeros(4, int)
    total[0] += len(item) if isinstance(item, dict) else 0
    total[3] = 1 + max((each[3] for each in inside), default=0)
    return np.asarray(total)


def reference(args: Sequence[ks.Argument]) -> list[ks.Expected]:
    text, starts = ks.array_arg(args, 0).tobytes(), ks.array_arg(args, 1)
    chosen = ks.sample_indices(starts.size - 1, 5000)
    values = np.full((chosen.size, 4), 0xFFFF, np.uint16)
    for row, k in enumerate(chosen):
        try:
            values[row] = count(json.loads(text[starts[k] : starts[k + 1]]))
        except ValueError:
            pass
    return [ks.Sample((chosen[:, None] * 4 + np.arange(4)).ravel(), values.ravel())]


CASE = ks.KernelCase(
    name="json_tokens",
    styles=("text", "state machines", "switch", "64-bit sizes"),
    launches=ks.per_scale(lambda scale: ks.Launch((-(-DOCUMENTS[scale] // 64), 1, 1), (64, 1, 1))),
    make_args=make_args,
    outputs=(3,),
    reference=reference,
    tolerances=(ks.EXACT,),
)
