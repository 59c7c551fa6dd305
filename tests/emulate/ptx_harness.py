"""Runs a few PTX instructions on arrays: each lane loads its inputs, runs them, stores its output."""

from __future__ import annotations

from typing import Any

import numpy as np

from opencicc.emulate import LaunchResult, launch

Array = Any
SIZES = {"pred": 32, "u8": 8, "s8": 8, "b16": 16, "u16": 16, "s16": 16, "f16": 16, "bf16": 16, "u32": 32, "s32": 32, "b32": 32,
         "f32": 32, "u64": 64, "s64": 64, "b64": 64, "f64": 64}  # fmt: skip
HEAD = ".version 8.6\n.target sm_90a\n.address_size 64\n"
OUTPUTS = {
    "u16": np.uint16, "s16": np.int16, "f16": np.float16, "u32": np.uint32, "s32": np.int32, "f32": np.float32,
    "u64": np.uint64, "s64": np.int64, "f64": np.float64, "pred": np.uint32,
}  # fmt: skip


def kernel(body: str, params: int, head: str = "", regs: str = "") -> str:
    """A kernel `k` with pointer parameters p0, p1, ... loaded to %p0.., and %i the global thread number."""
    listed = ", ".join(f".param .u64 p{n}" for n in range(params))
    loads = "".join(f"ld.param.u64 %p{n}, [p{n}];\n" for n in range(params))
    return (
        f"{HEAD}{head}.visible .entry k({listed})\n{{\n"
        f".reg .b64 %p<{params + 1}>; .reg .b64 %ad<{params + 1}>; .reg .b32 %i; .reg .b32 %t<3>; {regs}\n"
        f"{loads}mov.u32 %t0, %ctaid.x; mov.u32 %t1, %ntid.x; mov.u32 %t2, %tid.x; mad.lo.s32 %i, %t0, %t1, %t2;\n"
        f"{body}\nret;\n}}\n"
    )


def evaluate(code: str, output: str, *inputs: Array, extra: str = "") -> Array:
    """The values of %o after `code`, with inputs in %a, %b, %c, %d (registers of the inputs' widths)."""
    n = max(len(values) for values in inputs)
    regs, body = [extra], []
    for position, (name, values) in enumerate(zip("abcd", inputs, strict=False)):
        bits = values.dtype.itemsize * 8
        regs.append(f".reg .b{bits} %{name};")
        body.append(f"mad.wide.u32 %ad{position}, %i, {bits // 8}, %p{position};")
        body.append(f"ld.global.b{bits} %{name}, [%ad{position}];")
    bits = SIZES[output]
    last = len(inputs)
    regs.append(".reg .pred %o; .reg .b32 %os;" if output == "pred" else f".reg .b{bits} %o;")
    body.append(code)
    if output == "pred":
        body.append("selp.b32 %os, 1, 0, %o;")
    body.append(f"mad.wide.u32 %ad{last}, %i, {bits // 8}, %p{last};")
    body.append(f"st.global.b{bits} [%ad{last}], {'%os' if output == 'pred' else '%o'};")
    result = np.zeros(n, OUTPUTS[output])
    arrays = [np.broadcast_to(values, (n,)).copy() for values in inputs]
    run("\n".join(body), [*arrays, result], n, regs="\n".join(regs))
    return result.astype(bool) if output == "pred" else result


def run(
    body: str, arrays: list[Array], threads: int = 32, blocks: int = 1, head: str = "", regs: str = "", **options: Any
) -> LaunchResult:
    """Run a body on arrays, `threads` threads in all when it is one block."""
    if threads > 256 and blocks == 1:
        blocks, threads = -(-threads // 256), 256
        padded = blocks * threads
        full = [np.concatenate([a, np.zeros(padded - len(a), a.dtype)]) if len(a) < padded else a for a in arrays]
        result = launch(kernel(body, len(arrays), head, regs), "k", blocks, threads, full, **options)
        for array, values in zip(arrays, full, strict=True):
            array[...] = values[: len(array)]
        return result
    return launch(kernel(body, len(arrays), head, regs), "k", blocks, threads, arrays, **options)


def pairs(values: Array) -> tuple[Array, Array]:
    """Every pair of the values."""
    return np.repeat(values, len(values)), np.tile(values, len(values))


def triples(values: Array) -> tuple[Array, Array, Array]:
    n = len(values)
    return np.repeat(values, n * n), np.tile(np.repeat(values, n), n), np.tile(values, n * n)


def same_floats(got: Array, expected: Array) -> Array:
    """Equal bits, or both NaN."""
    kind = f"u{got.dtype.itemsize}"
    return (got.view(kind) == expected.view(kind)) | (np.isnan(got) & np.isnan(expected))
