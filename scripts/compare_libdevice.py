"""Every public libdevice function on many inputs: our PTX and our constant folding against libNVVM's PTX.

    python scripts/compare_libdevice.py                       all functions, 1,000 inputs, ftz off and on
    python scripts/compare_libdevice.py --function __nv_sinf --inputs 4000

One kernel calls one function on each thread's own arguments. libNVVM (the nvidia-nvvm wheel) and
opencicc compile the same IR; both results run in the emulator and have to agree bit by bit (two
NaNs agree). Every result that our constant folding claims to know has to be the same, too.
"""

from __future__ import annotations

import argparse
import random
import struct
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from check_libdevice import HEADER, Signature, public_functions

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import opencicc
from benchmarks.libnvvm import DATA_LAYOUT, LibNvvm, find_libnvvm
from opencicc.emulate import launch
from opencicc.link.contraction import contract_builtins
from opencicc.link.evaluate.body import Evaluator
from opencicc.link.evaluate.ieee import GiveUp
from opencicc.link.evaluate.mode import Mode
from opencicc.link.libdevice import link_builtins
from opencicc.link.linker import link_modules
from opencicc.link.reflect import resolve
from opencicc.link.settings import LinkSettings
from opencicc.llvm.ir import Context
from opencicc.target import parse_target
from opencicc.trace import Trace

ARCH = "sm_120"  # the first whose libNVVM dialect takes opaque pointers
THREADS = 128
TYPES = {"float": np.uint32, "double": np.uint64, "i16": np.uint16, "i32": np.uint32, "i64": np.uint64}
READS_MEMORY = ("nan", "nanf", "norm", "normf", "rnorm", "rnormf")  # pointer arguments that are inputs
COUNTS = ("jn", "yn", "norm")  # functions with an integer that says how often something is done
VERSION = "!nvvmir.version = !{!0}\n!0 = !{i32 2, i32 0}\n"


def kernel_text(signature: Signature) -> str:
    """Thread i reads element i of each input, writes element i of the result and of each output."""
    params = ["ptr %result", *(f"ptr %a{i}" for i in range(len(signature.params)))]
    lines = [
        "  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
        "  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()",
        f"  %base = mul i32 %b, {THREADS}",
        "  %i = add i32 %base, %t",
        "  %n = zext i32 %i to i64",
    ]
    arguments = []
    for number, type_ in enumerate(signature.params):
        if type_ == "ptr":
            stride = 0 if reads_memory(signature) else 8
            lines.append(f"  %o{number} = mul i64 %n, {stride}")
            lines.append(f"  %p{number} = getelementptr i8, ptr %a{number}, i64 %o{number}")
            arguments.append(f"ptr %p{number}")
        else:
            lines.append(f"  %p{number} = getelementptr {type_}, ptr %a{number}, i64 %n")
            lines.append(f"  %v{number} = load {type_}, ptr %p{number}")
            arguments.append(f"{type_} %v{number}")
    call = f"call {signature.result} @{signature.name}({', '.join(arguments)})"
    if signature.result == "void":
        lines.append(f"  {call}")
    else:
        lines += [f"  %r = {call}", f"  %q = getelementptr {signature.result}, ptr %result, i64 %n"]
        lines.append(f"  store {signature.result} %r, ptr %q")
    body = "\n".join(lines)
    return (
        f"{HEADER}define ptx_kernel void @k({', '.join(params)}) {{\n{body}\n  ret void\n}}\n{signature.declaration}\n"
        "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()\ndeclare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()\n"
    )


def reads_memory(signature: Signature) -> bool:
    return signature.name.removeprefix("__nv_") in READS_MEMORY


def nvvm_text(text: str) -> bytes:
    """A kernel of ours as libNVVM takes it."""
    return text.replace(HEADER, f'{HEADER}target datalayout = "{DATA_LAYOUT}"\n').encode() + VERSION.encode()


# --- inputs ---


def make_inputs(signature: Signature, count: int, seed: int) -> list[np.ndarray]:
    """An array for each parameter; a pointer's is its memory."""
    source = random.Random(f"{signature.name} {seed}")
    name = signature.name.removeprefix("__nv_").removesuffix("f")
    arrays = []
    for type_ in signature.params:
        if type_ == "ptr":
            arrays.append(_memory(signature, count, source))
        elif type_ == "i32" and name.endswith(COUNTS):
            arrays.append(np.array([source.randrange(0, 8) for _ in range(count)], np.uint32))
        else:
            arrays.append(np.array([_random_bits(type_, source) for _ in range(count)], TYPES[type_]))
    return arrays


def _memory(signature: Signature, count: int, source: random.Random) -> Any:
    if not reads_memory(signature):
        return np.zeros(count, np.uint64)
    if "nan" in signature.name:
        return np.frombuffer(b"0x1f3\0\0\0", np.uint64).copy()
    numbers = np.array([source.uniform(-3, 3) for _ in range(16)])
    return (numbers.astype(np.float32) if signature.result == "float" else numbers).view(np.uint64).copy()


def _random_bits(type_: str, source: random.Random) -> int:
    if type_ in ("float", "double"):
        code = "<f" if type_ == "float" else "<d"
        width = 32 if type_ == "float" else 64
        kind = source.random()
        if kind < 0.2:
            return source.getrandbits(width)
        if kind < 0.3:
            number = source.choice([0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -2.5, 10.0, 100.0, float("inf"), float("-inf")])
        elif kind < 0.6:
            number = source.uniform(-4, 4)
        elif kind < 0.8:
            number = source.uniform(-1e5, 1e5)
        else:
            number = source.choice((-1, 1)) * 2.0 ** source.uniform(-126, 127)
        return int.from_bytes(struct.pack(code, number), "little")
    width = int(type_[1:])
    return source.choice([source.getrandbits(width), source.getrandbits(6), (1 << width) - 1 - source.getrandbits(5)])


# --- running and comparing ---


def run(ptx: str, signature: Signature, inputs: list[np.ndarray], count: int) -> list[np.ndarray]:
    """The result array and the memory behind pointers, after the kernel."""
    result = np.zeros(count, TYPES.get(signature.result, np.uint32))
    copies = [array.copy() for array in inputs]
    launch(ptx, "k", count // THREADS, THREADS, [result, *copies], instruction_limit=500_000_000)
    return [result, *(c for c, type_ in zip(copies, signature.params, strict=True) if type_ == "ptr")]


def is_same(type_: str, ours: np.ndarray, theirs: np.ndarray) -> Any:
    same = ours == theirs
    if type_ in ("float", "double"):
        kind = np.float32 if type_ == "float" else np.float64
        same |= np.isnan(ours.view(kind)) & np.isnan(theirs.view(kind))
    return same


def fold(signature: Signature, text: str, inputs: list[np.ndarray], ftz: bool) -> list[int | None]:
    """What constant folding makes of each input; None where it does not know."""
    if "ptr" in signature.params:
        return []
    settings, target, trace = LinkSettings(ftz=ftz), parse_target(ARCH), Trace()
    with Context() as context:
        module = link_modules(context, [("kernel", text.encode())], settings, trace)
        link_builtins(module, settings, trace)
        resolve(module, target, settings)
        contract_builtins(module, settings)
        function = module.function(signature.name)
        assert function is not None
        evaluator = Evaluator(Mode(ftz=ftz))
        known: list[int | None] = []
        for arguments in zip(*(array.tolist() for array in inputs), strict=True):
            try:
                known.append(evaluator.evaluate(function, arguments))
            except GiveUp:
                known.append(None)
    return known


def compare(signature: Signature, nvvm: LibNvvm, count: int, ftz: bool, seed: int) -> Counter[str]:
    """Figures of one function, with its differences printed."""
    text = kernel_text(signature)
    inputs = make_inputs(signature, count, seed)
    options = [f"-arch={ARCH.replace('sm_', 'compute_')}", f"-ftz={int(ftz)}"]
    theirs = run(nvvm.compile_with(nvvm_text(text), options), signature, inputs, count)
    ours = run(opencicc.compile(text, arch=ARCH, options={"ftz": ftz}).ptx, signature, inputs, count)
    types = [signature.result, *("ptr" for _ in theirs[1:])]
    figures: Counter[str] = Counter(inputs=count)
    for type_, mine, other in zip(types, ours, theirs, strict=True):
        for place in np.flatnonzero(~is_same(type_, mine, other))[:1]:
            shown = [hex(array[place]) for array in inputs if array.size > place]
            print(f"{signature.name} ftz={int(ftz)} {shown}: ours {mine[place]:#x}, libNVVM's {other[place]:#x}")
        figures["different"] += int((~is_same(type_, mine, other)).sum())
    for place, value in enumerate(fold(signature, text, inputs, ftz)):
        if value is None:
            continue
        figures["folded"] += 1
        if not is_same(signature.result, np.array([value], theirs[0].dtype), theirs[0][place : place + 1])[0]:
            figures["folded differently"] += 1
            shown = [hex(array[place]) for array in inputs]
            print(f"{signature.name} ftz={int(ftz)} {shown}: folded {value:#x}, libNVVM's {theirs[0][place]:#x}")
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=1000, help=f"rounded up to a multiple of {THREADS}")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--function", action="append", help="default: all")
    parser.add_argument("--ftz", action="append", type=int, choices=(0, 1))
    arguments = parser.parse_args()
    count = -(-arguments.inputs // THREADS) * THREADS
    nvvm = find_libnvvm()
    if nvvm is None:
        print("libNVVM is not installed: `pip install nvidia-nvvm` brings it", file=sys.stderr)
        return 2
    chosen = [s for s in public_functions() if not arguments.function or s.name in arguments.function]
    total: Counter[str] = Counter()
    clean = 0
    for ftz in arguments.ftz or (0, 1):
        for signature in chosen:
            figures = compare(signature, nvvm, count, bool(ftz), arguments.seed)
            clean += not figures["different"] and not figures["folded differently"]
            total += figures
            total["runs"] += 1
    print(
        f"{total['runs']} runs of {len(chosen)} functions, {total['inputs']} inputs: {clean} runs without a difference, "
        f"{total['different']} results differ; {total['folded']} results folded, "
        f"{total['folded differently']} of them differently"
    )
    return 1 if total["different"] or total["folded differently"] else 0


if __name__ == "__main__":
    sys.exit(main())
