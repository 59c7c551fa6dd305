"""The emulator against a real GPU, instruction by instruction.

Each instruction of the tables below becomes a kernel that loads its operands, runs it and stores the result; the same
PTX runs in the emulator and on the GPU, over edge values and random ones. Exact instructions must give the same bits
(any NaN counts as any other NaN); approximate ones are reported with their largest relative error.

    PYTHONPATH=src python3 benchmarks/emulator_on_gpu.py [--json FILE]        # on a machine with a GPU, needs NumPy only
    PYTHONPATH=src python3 benchmarks/emulator_on_gpu.py --list               # what would be compared
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from benchmarks.gpu.driver import CudaDevice, DriverError
from benchmarks.kernel_set import Launch
from opencicc.emulate import launch as emulate
from opencicc.errors import CompilerError

Array = Any
BITS = {"b16": 16, "u16": 16, "s16": 16, "f16": 16, "bf16": 16, "b32": 32, "u32": 32, "s32": 32, "f32": 32, "f16x2": 32,
        "bf16x2": 32, "b64": 64, "u64": 64, "s64": 64, "f64": 64, "pred": 32}  # fmt: skip
UINTS = {16: np.uint16, 32: np.uint32, 64: np.uint64}
FLOATS: dict[str, type] = {"f16": np.float16, "f32": np.float32, "f64": np.float64}
BLOCK = 256
SAMPLES = 2048
RELATIVE_LIMIT = 2.0**-9  # nothing approximate is worse; the table shows the figures
ROUNDINGS = ("rn", "rz", "rm", "rp")


@dataclass(frozen=True)
class Case:
    """An instruction over %o, %a, %b, %c with the types of its result and operands."""

    code: str
    result: str
    operands: tuple[str, ...]
    is_approximate: bool = False
    nonzero: str = ""  # an operand that may not be zero
    declarations: str = ""


def integer_cases() -> Iterator[Case]:
    for t in ("u16", "s16", "u32", "s32", "u64", "s64"):
        for name in ("add", "sub", "mul.lo", "mul.hi", "min", "max"):
            yield Case(f"{name}.{t} %o, %a, %b;", t, (t, t))
        for name in ("div", "rem"):
            yield Case(f"{name}.{t} %o, %a, %b;", t, (t, t), nonzero="b")
        for name in ("mad.lo", "mad.hi"):
            yield Case(f"{name}.{t} %o, %a, %b, %c;", t, (t, t, t))
        yield Case(f"sad.{t} %o, %a, %b, %c;", t, (t, t, t))
    for t, wide in (("u16", "u32"), ("s16", "s32"), ("u32", "u64"), ("s32", "s64")):
        yield Case(f"mul.wide.{t} %o, %a, %b;", wide, (t, t))
        yield Case(f"mad.wide.{t} %o, %a, %b, %c;", wide, (t, t, wide))
    for t in ("s16", "s32", "s64"):
        yield Case(f"abs.{t} %o, %a;", t, (t,))
        yield Case(f"neg.{t} %o, %a;", t, (t,))
    for t in ("u32", "s32"):
        for name in ("mul24.lo", "mul24.hi"):
            yield Case(f"{name}.{t} %o, %a, %b;", t, (t, t))
        for name in ("mad24.lo", "mad24.hi"):
            yield Case(f"{name}.{t} %o, %a, %b, %c;", t, (t, t, t))
    for t in ("add.sat.s32", "sub.sat.s32"):
        yield Case(f"{t} %o, %a, %b;", "s32", ("s32", "s32"))
    for first in ("u32", "s32"):
        for second in ("u32", "s32"):
            yield Case(f"dp4a.{first}.{second} %o, %a, %b, %c;", "s32", ("b32", "b32", "s32"))
            for half in ("lo", "hi"):
                yield Case(f"dp2a.{half}.{first}.{second} %o, %a, %b, %c;", "s32", ("b32", "b32", "s32"))
    for t in ("u32", "u64"):
        code = f"add.cc.{t} %o, %a, %b; addc.{t} %o, %o, %c;"
        yield Case(code, t, (t, t, t))
        yield Case(f"sub.cc.{t} %o, %a, %b; subc.{t} %o, %o, %c;", t, (t, t, t))


def bit_cases() -> Iterator[Case]:
    for t in ("b16", "b32", "b64"):
        for name in ("and", "or", "xor"):
            yield Case(f"{name}.{t} %o, %a, %b;", t, (t, t))
        yield Case(f"not.{t} %o, %a;", t, (t,))
        yield Case(f"cnot.{t} %o, %a;", t, (t,))
        yield Case(f"shl.{t} %o, %a, %b;", t, (t, "u32"))
    for t in ("u16", "s16", "u32", "s32", "u64", "s64"):
        yield Case(f"shr.{t} %o, %a, %b;", t, (t, "u32"))
    for t in ("b32", "b64"):
        yield Case(f"popc.{t} %o, %a;", "u32", (t,))
        yield Case(f"clz.{t} %o, %a;", "u32", (t,))
        yield Case(f"brev.{t} %o, %a;", t, (t,))
        yield Case(f"bfi.{t} %o, %a, %b, %c, 9;", t, (t, t, "u32"))
    for t in ("u32", "s32", "u64", "s64"):
        yield Case(f"bfind.{t} %o, %a;", "u32", (t,))
        yield Case(f"bfind.shiftamt.{t} %o, %a;", "u32", (t,))
        yield Case(f"bfe.{t} %o, %a, %b, %c;", t, (t, "u32", "u32"))
    for table in (0x80, 0xE8, 0x96, 0x1B):
        yield Case(f"lop3.b32 %o, %a, %b, %c, {table};", "b32", ("b32", "b32", "b32"))
    for way in ("l", "r"):
        for kind in ("wrap", "clamp"):
            yield Case(f"shf.{way}.{kind}.b32 %o, %a, %b, %c;", "b32", ("b32", "b32", "u32"))
    for mode in ("", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"):
        yield Case(f"prmt.b32{mode} %o, %a, %b, %c;", "b32", ("b32", "b32", "b32"))
    yield Case("fns.b32 %o, %a, %b, %c;", "b32", ("b32", "u32", "s32"))


def float_cases() -> Iterator[Case]:
    for mode in ROUNDINGS:
        for flags in ("", ".ftz", ".sat", ".ftz.sat"):
            for name in ("add", "sub", "mul"):
                yield Case(f"{name}.{mode}{flags}.f32 %o, %a, %b;", "f32", ("f32", "f32"))
            yield Case(f"fma.{mode}{flags}.f32 %o, %a, %b, %c;", "f32", ("f32", "f32", "f32"))
        for flags in ("", ".ftz"):
            yield Case(f"div.{mode}{flags}.f32 %o, %a, %b;", "f32", ("f32", "f32"))
            yield Case(f"rcp.{mode}{flags}.f32 %o, %a;", "f32", ("f32",))
            yield Case(f"sqrt.{mode}{flags}.f32 %o, %a;", "f32", ("f32",))
        for name in ("add", "sub", "mul", "div"):
            yield Case(f"{name}.{mode}.f64 %o, %a, %b;", "f64", ("f64", "f64"))
        yield Case(f"fma.{mode}.f64 %o, %a, %b, %c;", "f64", ("f64", "f64", "f64"))
        yield Case(f"rcp.{mode}.f64 %o, %a;", "f64", ("f64",))
        yield Case(f"sqrt.{mode}.f64 %o, %a;", "f64", ("f64",))
    for t in ("f32", "ftz.f32", "f64"):
        kind = t.removeprefix("ftz.")
        yield Case(f"abs.{t} %o, %a;", kind, (kind,))
        yield Case(f"neg.{t} %o, %a;", kind, (kind,))
        for name in ("min", "max"):
            yield Case(f"{name}.{t} %o, %a, %b;", kind, (kind, kind))
    for name in ("min", "max"):
        for flags in (".NaN", ".ftz.NaN", ".xorsign.abs", ".NaN.xorsign.abs"):
            yield Case(f"{name}{flags}.f32 %o, %a, %b;", "f32", ("f32", "f32"))
    yield Case("copysign.f32 %o, %a, %b;", "f32", ("f32", "f32"))
    yield Case("copysign.f64 %o, %a, %b;", "f64", ("f64", "f64"))
    for t in ("f32", "f64"):
        for question in ("finite", "infinite", "number", "notanumber", "normal", "subnormal"):
            yield Case(f"testp.{question}.{t} %o, %a;", "pred", (t,))


def half_cases() -> Iterator[Case]:
    for t in ("f16", "f16x2"):
        for flags in ("", ".ftz", ".sat"):
            for name in ("add", "sub", "mul"):
                yield Case(f"{name}{flags}.{t} %o, %a, %b;", t, (t, t))
            yield Case(f"fma.rn{flags}.{t} %o, %a, %b, %c;", t, (t, t, t))
        yield Case(f"fma.rn.relu.{t} %o, %a, %b, %c;", t, (t, t, t))
    for t in ("bf16", "bf16x2"):
        yield Case(f"fma.rn.{t} %o, %a, %b, %c;", t, (t, t, t))
        for name in ("add", "sub", "mul"):
            yield Case(f"{name}.{t} %o, %a, %b;", t, (t, t))
    for t in ("f16", "f16x2", "bf16", "bf16x2"):
        yield Case(f"abs.{t} %o, %a;", t, (t,))
        yield Case(f"neg.{t} %o, %a;", t, (t,))
        for name in ("min", "max"):
            for flags in ("", ".NaN", ".NaN.xorsign.abs"):
                yield Case(f"{name}{flags}.{t} %o, %a, %b;", t, (t, t))


def conversion_cases() -> Iterator[Case]:
    integers = ("u16", "s16", "u32", "s32", "u64", "s64")
    for source in integers:
        for target in integers:
            if source != target:
                yield Case(f"cvt.{target}.{source} %o, %a;", target, (source,))
                if can_saturate(source, target):
                    yield Case(f"cvt.sat.{target}.{source} %o, %a;", target, (source,))
    for source in ("f16", "f32", "f64"):
        for target in integers:
            for mode in ("rni", "rzi", "rmi", "rpi"):
                yield Case(f"cvt.{mode}.{target}.{source} %o, %a;", target, (source,))
        for mode in ("rni", "rzi", "rmi", "rpi"):
            yield Case(f"cvt.{mode}.{source}.{source} %o, %a;", source, (source,))
    for source in integers:
        for target in ("f32", "f64"):
            for mode in ROUNDINGS:
                yield Case(f"cvt.{mode}.{target}.{source} %o, %a;", target, (source,))
        yield Case(f"cvt.rn.f16.{source} %o, %a;", "f16", (source,))
    for mode in ROUNDINGS:
        for flags in ("", ".ftz", ".sat"):
            yield Case(f"cvt.{mode}{flags}.f32.f64 %o, %a;", "f32", ("f64",))
    for mode in ("rn", "rz"):
        yield Case(f"cvt.{mode}.f16.f32 %o, %a;", "f16", ("f32",))
        yield Case(f"cvt.{mode}.bf16.f32 %o, %a;", "bf16", ("f32",))
        yield Case(f"cvt.{mode}.f16x2.f32 %o, %a, %b;", "f16x2", ("f32", "f32"))
        yield Case(f"cvt.{mode}.bf16x2.f32 %o, %a, %b;", "bf16x2", ("f32", "f32"))
    yield Case("cvt.rn.f16.f64 %o, %a;", "f16", ("f64",))
    yield Case("cvt.f32.f16 %o, %a;", "f32", ("f16",))
    yield Case("cvt.f64.f16 %o, %a;", "f64", ("f16",))
    yield Case("cvt.f64.f32 %o, %a;", "f64", ("f32",))
    yield Case("cvt.ftz.f64.f32 %o, %a;", "f64", ("f32",))
    yield Case("cvt.f32.bf16 %o, %a;", "f32", ("bf16",))
    yield Case("cvt.rna.tf32.f32 %o, %a;", "f32", ("f32",))


def can_saturate(source: str, target: str) -> bool:
    """ptxas takes .sat only where the source has values that the target has not."""
    is_wider = BITS[source] > BITS[target]
    return is_wider or (BITS[source] == BITS[target]) or (source[0] == "s" and target[0] == "u")


def comparison_cases() -> Iterator[Case]:
    for t in ("u32", "s32", "u64", "s64", "u16", "s16"):
        for name in ("eq", "ne", "lt", "le", "gt", "ge"):
            yield Case(f"setp.{name}.{t} %o, %a, %b;", "pred", (t, t))
    for t in ("f32", "ftz.f32", "f64"):
        kind = t.removeprefix("ftz.")
        names = "eq ne lt le gt ge equ neu ltu leu gtu geu num nan".split()
        for name in names:
            yield Case(f"setp.{name}.{t} %o, %a, %b;", "pred", (kind, kind))
    yield Case("set.lt.u32.f32 %o, %a, %b;", "u32", ("f32", "f32"))
    yield Case("set.lt.f32.s32 %o, %a, %b;", "f32", ("s32", "s32"))
    yield Case("slct.f32.s32 %o, %a, %b, %c;", "f32", ("f32", "f32", "s32"))
    yield Case("slct.s32.f32 %o, %a, %b, %c;", "s32", ("s32", "s32", "f32"))


def approximate_cases() -> Iterator[Case]:
    for name in ("rcp", "sqrt", "rsqrt", "sin", "cos", "lg2", "ex2"):
        for flags in ("", ".ftz"):
            yield Case(f"{name}.approx{flags}.f32 %o, %a;", "f32", ("f32",), is_approximate=True)
    yield Case("tanh.approx.f32 %o, %a;", "f32", ("f32",), is_approximate=True)
    for name in ("div.approx", "div.full"):
        for flags in ("", ".ftz"):
            yield Case(f"{name}{flags}.f32 %o, %a, %b;", "f32", ("f32", "f32"), is_approximate=True)
    yield Case("rcp.approx.ftz.f64 %o, %a;", "f64", ("f64",), is_approximate=True)
    yield Case("rsqrt.approx.ftz.f64 %o, %a;", "f64", ("f64",), is_approximate=True)
    yield Case("ex2.approx.f16 %o, %a;", "f16", ("f16",), is_approximate=True)
    yield Case("tanh.approx.f16 %o, %a;", "f16", ("f16",), is_approximate=True)


def warp_cases() -> Iterator[Case]:
    for way in ("up", "down", "bfly", "idx"):
        clamp = "0" if way == "up" else "31"
        yield Case(f"and.b32 %b, %b, 31; shfl.sync.{way}.b32 %o, %a, %b, {clamp}, -1;", "b32", ("b32", "u32"))
    flag = ".reg .pred %q;"
    for name in ("all", "any", "uni"):
        code = f"setp.lt.u32 %q, %a, %b; vote.sync.{name}.pred %o, %q, -1;"
        yield Case(code, "pred", ("u32", "u32"), declarations=flag)
    yield Case("setp.lt.u32 %q, %a, %b; vote.sync.ballot.b32 %o, %q, -1;", "b32", ("u32", "u32"), declarations=flag)
    yield Case("and.b32 %a, %a, 3; match.any.sync.b32 %o, %a, -1;", "b32", ("b32",))
    for name in ("add", "min", "max"):
        for t in ("u32", "s32"):
            yield Case(f"redux.sync.{name}.{t} %o, %a, -1;", t, (t,))
    for name in ("and", "or", "xor"):
        yield Case(f"redux.sync.{name}.b32 %o, %a, -1;", "b32", ("b32",))
    yield Case("activemask.b32 %o;", "b32", ("b32",))


FAMILIES = {
    "integer": integer_cases, "bits": bit_cases, "float": float_cases, "half": half_cases,
    "conversion": conversion_cases, "comparison": comparison_cases, "approximate": approximate_cases, "warp": warp_cases,
}  # fmt: skip


def operand_values(kind: str, rng: np.random.Generator, position: int) -> Array:
    """Edge values first, then random bit patterns, then numbers of ordinary size."""
    bits = BITS[kind]
    uint = UINTS[bits]
    edges = [0, 1, 2, 3, (1 << bits) - 1, 1 << (bits - 1), (1 << (bits - 1)) - 1, 31, 32, 33, 63, 64, 255, 0x5555]
    values = rng.integers(0, 1 << bits, SAMPLES, dtype=np.uint64, endpoint=False).astype(uint)
    if kind in FLOATS:
        plain = FLOATS[kind]
        special: Array = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 0.5, 1.5, 2.5, -2.5, 65504.0], plain)
        tiny: Array = np.array([1, 3, 1 << (bits - 1) | 1], uint).view(plain)
        ordinary: Array = (rng.standard_normal(SAMPLES // 2) * 10.0 ** rng.integers(-3, 4, SAMPLES // 2)).astype(plain)
        head = np.concatenate([special, tiny, ordinary]).view(uint)
    else:
        head = np.array([edge % (1 << bits) for edge in edges], np.uint64).astype(uint)
        small = rng.integers(0, 70, SAMPLES // 4, dtype=np.uint64).astype(uint)
        head = np.concatenate([head, small])
    values[: len(head)] = head
    # Every operand is shuffled on its own, so that edges meet edges; the first keeps its order.
    return values if position == 0 else rng.permutation(values)


def kernel_text(case: Case) -> str:
    count = len(case.operands)
    params = ", ".join(f".param .u64 p{n}" for n in range(count + 1))
    lines = [".version 8.6", ".target sm_90", ".address_size 64", f".visible .entry k({params})", "{"]
    lines += [f".reg .b64 %p<{count + 1}>, %w<{count + 1}>; .reg .b32 %i, %x, %y, %z;", case.declarations]
    for name, kind in zip("abc", case.operands, strict=False):
        lines.append(f".reg .b{BITS[kind]} %{name};")
    lines.append(".reg .pred %o; .reg .b32 %s;" if case.result == "pred" else f".reg .b{BITS[case.result]} %o;")
    lines += ["mov.u32 %x, %ctaid.x; mov.u32 %y, %ntid.x; mov.u32 %z, %tid.x; mad.lo.s32 %i, %x, %y, %z;"]
    for n in range(count + 1):
        width = BITS[case.operands[n] if n < count else case.result] // 8
        lines += [f"ld.param.u64 %p{n}, [p{n}]; mad.wide.u32 %w{n}, %i, {width}, %p{n};"]
    for n, (name, kind) in enumerate(zip("abc", case.operands, strict=False)):
        lines.append(f"ld.global.b{BITS[kind]} %{name}, [%w{n}];")
    lines.append(case.code)
    if case.result == "pred":
        lines += ["selp.b32 %s, 1, 0, %o;", f"st.global.b32 [%w{count}], %s;"]
    else:
        lines.append(f"st.global.b{BITS[case.result]} [%w{count}], %o;")
    return "\n".join([*lines, "ret;", "}", ""])


def operands_of(case: Case, seed: int) -> list[Array]:
    rng = np.random.default_rng(seed)
    arrays = [operand_values(kind, rng, n) for n, kind in enumerate(case.operands)]
    if is_periodic(case):
        # Beyond a few periods the hardware's argument has no bits left to be right with, and nothing is promised.
        arrays[0] = rng.uniform(-8 * np.pi, 8 * np.pi, SAMPLES).astype(np.float32).view(np.uint32)
    if case.nonzero:
        which = arrays["abc".index(case.nonzero)]
        which[which == 0] = 7
    return arrays


def run_emulated(case: Case, text: str, arrays: list[Array]) -> Array:
    output = np.zeros(SAMPLES, UINTS[BITS[case.result]])
    emulate(text, "k", SAMPLES // BLOCK, BLOCK, [*(a.copy() for a in arrays), output])
    return output


def run_on_gpu(device: CudaDevice, case: Case, text: str, arrays: list[Array]) -> Array:
    output = np.zeros(SAMPLES, UINTS[BITS[case.result]])
    addresses = []
    for array in (*arrays, output):
        address = device.allocate(array.nbytes)
        device.upload(address, np.ascontiguousarray(array))
        addresses.append(address)
    kernel = device.load(text.encode(), "k", 0)
    shape = Launch(grid=(SAMPLES // BLOCK, 1, 1), block=(BLOCK, 1, 1))
    device.launch(kernel, shape, [address.to_bytes(8, "little") for address in addresses])
    device.synchronize()
    device.download(addresses[-1], output)
    return output


def as_float64(bits: Array, kind: str) -> Array | None:
    """The numbers behind the bits of a float result."""
    if kind in FLOATS:
        with np.errstate(all="ignore"):
            return bits.view(FLOATS[kind]).astype(np.float64)
    if kind == "bf16":
        return (bits.astype(np.uint32) << 16).view(np.float32).astype(np.float64)
    return None


def halves(bits: Array, kind: str) -> tuple[Array, str]:
    """Packed pairs as twice as many numbers."""
    return (bits.view(np.uint16), kind.removesuffix("x2")) if kind.endswith("x2") else (bits, kind)


def compare(case: Case, ours: Array, theirs: Array) -> tuple[int, float]:
    """How many results differ, and the largest relative error of approximate ones."""
    ours, kind = halves(ours, case.result)
    theirs, _ = halves(theirs, case.result)
    mine, real = as_float64(ours, kind), as_float64(theirs, kind)
    if mine is None or real is None:
        return int(np.count_nonzero(ours != theirs)), 0.0
    same = (ours == theirs) | (np.isnan(mine) & np.isnan(real))
    if not case.is_approximate:
        return int(np.count_nonzero(~same)), 0.0
    with np.errstate(all="ignore"):
        floor = 1.0 if is_periodic(case) else float(np.finfo(FLOATS[kind]).tiny)
        error = np.where(same, 0.0, np.abs(mine - real) / np.maximum(np.abs(real), floor))
    error = np.where(np.isnan(error), np.inf, error)
    return int(np.count_nonzero(error > RELATIVE_LIMIT)), float(error.max())


def is_periodic(case: Case) -> bool:
    """sin and cos promise an absolute error, and that for small arguments."""
    return case.code.startswith(("sin", "cos"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    cases = [(family, case) for family, make in FAMILIES.items() for case in make()]
    if arguments.list:
        for family, case in cases:
            print(f"{family:12} {case.code}")
        print(f"{len(cases)} instructions, {SAMPLES} operand sets each")
        return 0
    device = CudaDevice()
    print(device.name())
    rows = []
    for number, (family, case) in enumerate(cases):
        rows.append(check(device, family, case, number))
    summarize(rows)
    if arguments.json:
        arguments.json.write_text(json.dumps({"device": device.name(), "samples": SAMPLES, "rows": rows}, indent=1))
    return 0


def check(device: CudaDevice, family: str, case: Case, seed: int) -> dict[str, object]:
    row: dict[str, object] = {"family": family, "code": case.code, "differ": None, "error": 0.0, "note": ""}
    text, arrays = kernel_text(case), operands_of(case, seed)
    try:
        theirs = run_on_gpu(device, case, text, arrays)
    except DriverError as error:
        row["note"] = f"GPU: {error}".splitlines()[0] + " " + error.log[:160].replace("\n", " ")
        return row
    try:
        ours = run_emulated(case, text, arrays)
    except CompilerError as error:
        row["note"] = f"emulator: {error}".splitlines()[0]
        return row
    row["differ"], row["error"] = compare(case, ours, theirs)
    if row["differ"]:
        at = int(np.flatnonzero(ours != theirs)[0])
        operands = " ".join(hex(int(a[at])) for a in arrays)
        row["note"] = f"first: operands {operands} emulator {hex(int(ours[at]))} GPU {hex(int(theirs[at]))}"
    return row


def summarize(rows: list[dict[str, object]]) -> None:
    for row in rows:
        if row["differ"] or row["note"]:
            print(f"{row['family']:12} {row['code']}: {row['differ']} differ {row['note']}")
    for family in FAMILIES:
        mine = [row for row in rows if row["family"] == family]
        compared = [row for row in mine if row["differ"] is not None]
        equal = [row for row in compared if not row["differ"]]
        worst = max((float(str(row["error"])) for row in compared), default=0.0)
        print(
            f"{family:12} {len(mine):4} instructions, {len(compared):4} compared, {len(equal):4} agree, worst {worst:.2e}"
        )


if __name__ == "__main__":
    sys.exit(main())
