"""Order and scope of `atomicrmw`, which libLLVM's code generation drops: kept by fences and by scoped intrinsics.

    %old = atomicrmw add ptr %p, i32 %v acq_rel              (of the whole system, where no scope is named)
    =>
    fence release
    %old = call i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p0(ptr %p, i32 %v)
    fence acquire

libLLVM 22 writes `atom.add` for every one: relaxed, and of the device. CUDA C++ means just that by atomicAdd, and clang
spells it as a sequentially consistent operation of the system; NVVM IR is read as libNVVM reads it. In other
languages, Rust and Julia, an order is meant. --atomic-order says which: kept, relaxed, or auto by who wrote the module.

A scope within the device needs nothing: the device's is wider. Of the system's scope there are add, and, or, xor,
exchange, signed minimum and maximum; others stay loops of cmpxchg (nand and the like, where libLLVM keeps both), or
are of the device (unsigned minimum and maximum: no host thread sees these as atomic).
"""

from __future__ import annotations

from opencicc.llvm import edit, edit_module
from opencicc.llvm.ir import Instruction, Module
from opencicc.llvm.names import SHARED

# LLVM's numbers of the orders.
MONOTONIC, ACQUIRE, RELEASE, ACQUIRE_RELEASE, SEQUENTIAL = 2, 4, 5, 6, 7
# Operation of an atomicrmw to the intrinsic's name, for integers and for floats.
_SYSTEM = {"add": "add.gen.i", "and": "and.gen.i", "or": "or.gen.i", "xor": "xor.gen.i", "xchg": "exch.gen.i",
           "max": "max.gen.i", "min": "min.gen.i", "fadd": "add.gen.f"}  # fmt: skip
SYSTEM_SCOPE = 1  # what no scope at all means
_WIDTHS = (32, 64)
_JULIA_NAMES = ("julia_", "gpu_report_exception")
_RUST = '"rustc version'


def keep(module: Module, policy: str) -> int:
    """Give every atomicrmw of the module what libLLVM would drop; how many needed something."""
    if policy == "relaxed" or (policy == "auto" and not means_its_orders(module)):
        return 0
    atomics = [i for f in module.definitions for i in f.instructions if i.opcode == "atomicrmw"]
    return sum(_keep_one(atomic, module) for atomic in atomics)


def means_its_orders(module: Module) -> bool:
    """Was it written by the compiler of a language whose atomics have an order?"""
    if any(_RUST in row.text for row in module.metadata_rows("llvm.ident")):
        return True
    if any("DW_LANG_Julia" in row.text for row in module.metadata_rows("llvm.dbg.cu")):
        return True
    return any(function.name.startswith(_JULIA_NAMES) for function in module.definitions)


def _keep_one(atomic: Instruction, module: Module) -> bool:
    order, scope = atomic.atomic_order, atomic.scope_number
    needs_before, needs_after = (
        order in (RELEASE, ACQUIRE_RELEASE, SEQUENTIAL),
        order in (ACQUIRE, ACQUIRE_RELEASE, SEQUENTIAL),
    )
    with edit.Builder(module.context.ref) as builder:
        if needs_before:
            builder.before(atomic).fence(SEQUENTIAL if order == SEQUENTIAL else RELEASE, scope)
        if needs_after:
            builder.before(atomic.following).fence(ACQUIRE, scope)
    if order != MONOTONIC:
        edit.set_order(atomic, MONOTONIC)
    return _widen(atomic, module, scope) or order != MONOTONIC


def _widen(atomic: Instruction, module: Module, scope: int) -> bool:
    """An operation of the whole system by its intrinsic; shared memory is the block's own."""
    pointer, value = atomic.operands[0], atomic.operands[1]
    name = _SYSTEM.get(atomic.atomic_operation, "")
    type_ = value.type
    is_simple = type_.kind in ("float", "double") or (type_.kind == "integer" and type_.integer_width in _WIDTHS)
    if scope != SYSTEM_SCOPE or not name or not is_simple or pointer.type.address_space == SHARED:
        return False
    intrinsic = edit_module.intrinsic(module, f"llvm.nvvm.atomic.{name}.sys", [type_, pointer.type])
    with edit.Builder(module.context.ref) as builder:
        edit.take_over(atomic, builder.before(atomic).call(intrinsic, [pointer, value]))
    return True
