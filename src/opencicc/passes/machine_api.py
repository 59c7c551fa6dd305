"""MachineContext: what a pass on parsed PTX may ask besides what every pass on PTX may."""

from __future__ import annotations

from opencicc.machine.bounds import launch_bounds
from opencicc.machine.callers import kernels_by_function
from opencicc.passes.text_api import TextContext
from opencicc.target import RegisterBounds, register_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.machine.ir import MachineFunction, MachineModule
    from opencicc.options.values import OptionValues
    from opencicc.passes.api import Pass
    from opencicc.target import Target
    from opencicc.trace import Trace


class MachineContext(TextContext):
    def __init__(
        self,
        running: Pass,
        module: MachineModule,
        values: OptionValues,
        target: Target,
        trace: Trace,
        params: tuple[str, ...] = (),
        is_strict: bool = False,
    ) -> None:
        super().__init__(running, values, target, trace, is_strict)
        self.module = module
        self.params = params
        self._kernels: dict[str, set[str]] | None = None  # by function

    def register_bounds(self, function: MachineFunction) -> RegisterBounds:
        """What a kernel's header says about its blocks and registers, and the module about shared memory."""
        stated = launch_bounds(function)
        shared = static_shared_bytes(self.module, function)
        return RegisterBounds(stated.threads, stated.min_blocks, stated.max_registers, shared)

    def register_limit(self, function: MachineFunction) -> int:
        """The most registers of a thread: a kernel's own, and the lowest of its kernels for what they call; 0 for neither."""
        if function.is_kernel:
            return register_limit(self.target, self.register_bounds(function))
        if self._kernels is None:
            self._kernels = kernels_by_function(self.module)
        kernels = self._kernels.get(function.name, set())
        limits = [self.register_limit(one) for one in self.module.functions if one.is_kernel and one.name in kernels]
        return min(limits, default=0)

    def show(self, text: str) -> None:
        """Plain text on the error stream, for dump knobs."""
        import sys

        print(text, file=sys.stderr)


def static_shared_bytes(module: MachineModule, function: MachineFunction) -> int:
    """Shared memory of the module's variables and the function's own; what a launch adds is not known here."""
    own = [v for d in function.directives for v in d.variables]
    return sum(v.size_bytes for v in (*module.variables, *own) if v.space == "shared")
