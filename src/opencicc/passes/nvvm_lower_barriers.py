"""Write NVVM's other forms of barriers as the intrinsics that libLLVM selects.

    call void @llvm.nvvm.cluster.barrier(i32 16)     =>     call void @llvm.nvvm.barrier.cluster.arrive.relaxed()
    call void @llvm.nvvm.membar(i32 2)               =>     call void @llvm.nvvm.membar.sys()

NVVM IR names the operation by bits of a number: of a cluster's barrier bits 0 to 3 say arrive (0) or wait (1), bits 4 to 7
are 1 for a relaxed arrival; a memory barrier is for the device (0), the block (1), the system (2) or the cluster (4).
Level 1 also takes the reduction out of a block barrier whose result nobody reads: the barrier stays.

Leaves alone: numbers that are no constants or have other bits set. Which barriers there are is never changed here; libLLVM's
reader upgrades barrier0 and its kin by itself. Upstream has no pass of this kind.
"""

from __future__ import annotations

from opencicc.llvm import edit, edit_module
from opencicc.llvm.ir import Instruction, Module
from opencicc.llvm.names import BARRIER_FORMS, CLUSTER_BARRIER, PLAIN_BARRIER, REDUCING_BARRIER
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.places import PUBLISHED

CLUSTER_OPERATIONS = {
    0x00: "llvm.nvvm.barrier.cluster.arrive",
    0x01: "llvm.nvvm.barrier.cluster.wait",
    0x10: "llvm.nvvm.barrier.cluster.arrive.relaxed",
    0x11: "llvm.nvvm.barrier.cluster.wait",
}
MEMORY_OPERATIONS = {
    0: "llvm.nvvm.membar.gl",
    1: "llvm.nvvm.membar.cta",
    2: "llvm.nvvm.membar.sys",
    4: "llvm.nvvm.fence.sc.cluster",
}


@module_pass(
    "nvvm-lower-barriers",
    "Rewrite NVVM's other forms of barriers; level 1 also drops reductions that nobody reads.",
    kind="function",
    params=("level=0", "level=1"),
    when="barrier-forms",
    places=PUBLISHED,
    preserves=("cfg",),
)
def run(module: Module, ctx: PassContext) -> bool:
    count = lower_barriers(module, ctx)
    if "level=1" in ctx.params:
        count += drop_reductions(module, ctx)
    return count > 0


def lower_barriers(module: Module, ctx: PassContext) -> int:
    """Rewrite the forms of barriers; how many there were."""
    count = 0
    for name in BARRIER_FORMS:
        form = module.function(name)
        for call in [Instruction(user.ref) for user in form.users] if form is not None else []:
            operation = operation_of(call)
            if operation:
                ctx.remark(call, f"{name} written in libLLVM's form", name="Lowered")
                with edit.Builder(module.context.ref) as builder:
                    builder.before(call).call(edit_module.intrinsic(module, operation, []), [])
                edit.erase(call)
                count += 1
    return count


def operation_of(call: Instruction) -> str:
    """libLLVM's name of what a call of one of the forms does; nothing where the number says nothing."""
    number = call.arguments[0].integer if len(call.arguments) == 1 else None
    if number is None or call.type.kind != "void":
        return ""
    table = CLUSTER_OPERATIONS if call.callee_name == CLUSTER_BARRIER else MEMORY_OPERATIONS
    return table.get(number, "")


def drop_reductions(module: Module, ctx: PassContext) -> int:
    """Plain barriers in the place of reducing ones whose result has no use; how many there were."""
    count = 0
    for function in [f for f in module.functions if f.is_intrinsic and f.name.startswith(REDUCING_BARRIER)]:
        words = function.name.removeprefix(REDUCING_BARRIER)  # such as popc.aligned.all
        plain = PLAIN_BARRIER + words.partition(".")[2]
        for call in [Instruction(user.ref) for user in function.users]:
            if call.has_uses:
                continue
            ctx.remark(call, "nobody reads the reduction: a plain barrier", name="Lowered")
            with edit.Builder(module.context.ref) as builder:
                builder.before(call).call(edit_module.intrinsic(module, plain, []), call.arguments[:-1])
            edit.erase(call)
            count += 1
    return count
