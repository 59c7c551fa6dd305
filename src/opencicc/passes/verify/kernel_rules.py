"""What makes a kernel one that no PTX can be written for, or that nobody could launch."""

from __future__ import annotations

from opencicc.llvm.ir import Instruction
from opencicc.llvm.names import LOCAL_LINKAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencicc.llvm.ir import Function
    from opencicc.llvm.layout import Layout

MOST_PARAMETER_BYTES = 32764  # of ptxas from sm_70 and PTX 8.1 on


def faults(kernel: Function, layout: Layout) -> Iterator[tuple[str, str]]:
    """What is wrong with a kernel, and what to do about it."""
    name = kernel.name
    if kernel.value_type.result.kind != "void":
        yield f"kernel @{name} returns a value", "return void, and store the value through a pointer"
    if kernel.linkage in LOCAL_LINKAGES and not kernel.is_declaration:
        yield (
            f"kernel @{name} is {kernel.linkage}: nobody outside of the module could launch it",
            "give it external linkage, or another calling convention if it is a device function",
        )
    if kernel.has_uses:
        for call in (Instruction(user.ref) for user in kernel.users if user.kind == "instruction"):
            if call.called_function == kernel:
                caller = call.parent.parent.name
                at = f" at {call.location}" if call.location else ""
                yield (
                    f"kernel @{name} is called by @{caller}{at}: kernels are launched",
                    "move its code to a device function that both call",
                )
                break
    size = parameter_bytes(kernel, layout)
    if size > MOST_PARAMETER_BYTES:
        yield (
            f"kernel @{name} takes {size} bytes of parameters: there is room for {MOST_PARAMETER_BYTES}",
            "pass a pointer to the data",
        )


def parameter_bytes(kernel: Function, layout: Layout) -> int:
    size = 0
    for position, type_ in enumerate(kernel.value_type.params):
        if type_.kind == "pointer":
            type_ = kernel.byval_type(position) or type_
        alignment = layout.alignment(type_)
        size = -(-size // alignment) * alignment + layout.size_bytes(type_)
    return size
