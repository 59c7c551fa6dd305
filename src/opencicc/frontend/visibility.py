"""What of a translation unit other modules can see.

Like nvcc, a compile sees a whole program unless told otherwise: kernels and the `__device__`, `__constant__` and
`__managed__` variables that the host can name stay visible, device functions become internal, and those that nothing
calls are dropped. With -rdc (--device-c) every device function that is not `static` stays, for other modules to call.

clang also writes the GPU and its features on each function. They are taken off: -arch says the same for the whole
module, and two modules that are linked must not disagree about it.
"""

from __future__ import annotations

from opencicc.frontend import fast_division, host_constants
from opencicc.llvm import edit, native
from opencicc.llvm.ir import Context, Module
from opencicc.llvm.names import LOCAL_LINKAGES
from opencicc.passes.relax_exchanges import relax_exchanges
from opencicc.target import Target

_TARGET_ATTRIBUTES = ("target-cpu", "target-features")


def settle(bitcode: bytes, name: str, target: Target, is_relocatable: bool, divides_fast: bool = False) -> bytes:
    """The same module with its final visibility, as bitcode; what clang can't be told is put right on the way."""
    with Context() as context:
        module = context.parse(bitcode, name)
        relax_exchanges(module)
        host_constants.drop(module)
        if divides_fast:
            fast_division.approximate_divisions(module)
        for function in module.functions:
            for attribute in _TARGET_ATTRIBUTES:
                edit.remove_attribute(function, attribute)
        if not is_relocatable:
            _close_program(module, target)
        return module.bitcode()


def _close_program(module: Module, target: Target) -> None:
    kept = [function.name for function in module.definitions if function.is_kernel]
    kept += [variable.name for variable in module.globals if variable.linkage not in LOCAL_LINKAGES]
    keep = f"<{';'.join(f'preserve-gv={name}' for name in kept)}>" if kept else ""
    with native.TargetMachine(target, 0) as machine:
        native.run_passes(module, f"internalize{keep},globaldce", machine)
