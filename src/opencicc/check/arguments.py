"""Made-up launch data for a kernel nobody described: buffers of what its pointers are used for, and small numbers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from opencicc.check.compare import Array
from opencicc.errors import UsageError, suggest
from opencicc.llvm import native
from opencicc.llvm.ir import Context, Instruction, Value
from opencicc.llvm.native import TargetMachine
from opencicc.target import DEFAULT_ARCH, parse_target

DTYPES = {"i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "half": "f2", "float": "f4", "double": "f8"}
ELEMENTS_A_THREAD = 4  # room for kernels that handle a few elements a thread
FOLLOWED = ("getelementptr", "addrspacecast", "phi", "select", "bitcast")
MOST_STEPS = 200


def make_arguments(ir: str | bytes, kernel: str, threads: int, seed: int = 0) -> list[Any]:
    """One argument for each parameter; integers are the number of threads, which is what counts mostly are."""
    rng = np.random.default_rng(seed)
    with Context() as context:
        module = context.parse(ir.encode() if isinstance(ir, str) else ir)
        function = module.function(kernel)
        if function is None or function.is_declaration:
            names = [each.name for each in module.definitions if each.is_kernel]
            raise UsageError(f"no kernel '{kernel}' in this module", fix=f"{suggest(kernel, names)}{', '.join(names)}")
        with TargetMachine(parse_target(DEFAULT_ARCH), 1) as machine:
            native.run_passes(module, "function(sroa)", machine)  # front ends keep parameters in stack slots
        return [argument(param, threads, rng) for param in function.params]


def argument(param: Value, threads: int, rng: np.random.Generator) -> Any:
    text = param.type.text
    if text.startswith("ptr"):
        return buffer(element_type(param), threads * ELEMENTS_A_THREAD, rng)
    if text in ("half", "float", "double"):
        return np.dtype(DTYPES[text]).type(rng.uniform(0.5, 2.0))
    if text in DTYPES:
        return np.dtype(DTYPES[text]).type(min(threads, 127) if text == "i8" else threads)
    raise UsageError(
        f"no data can be made up for a parameter of type {text}",
        at=f"parameter %{param.name}",
        fix="give the arguments",
    )


def buffer(type_: str, count: int, rng: np.random.Generator) -> Array:
    dtype = np.dtype(DTYPES[type_])
    if dtype.kind == "f":
        return rng.uniform(-2.0, 2.0, count).astype(dtype)
    return rng.integers(0, 100, count).astype(dtype)


def element_type(pointer: Value) -> str:
    """What is mostly loaded or stored through a pointer; i32 where nothing is seen."""
    seen: Counter[str] = Counter()
    waiting, known = [pointer], {pointer}
    while waiting and len(known) < MOST_STEPS:
        value = waiting.pop()
        for user in value.users:
            each = Instruction(user.ref)
            if user.kind != "instruction":
                continue
            if each.opcode == "load":
                seen[each.type.text] += 1
            elif each.opcode == "store" and each.operands[0] != value:
                seen[each.operands[0].type.text] += 1
            elif each.opcode in FOLLOWED and each not in known:
                known.add(each)
                waiting.append(each)
    usable = [name for name, _ in seen.most_common() if name in DTYPES]
    return usable[0] if usable else "i32"
