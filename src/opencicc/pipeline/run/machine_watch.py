"""What happens around a machine pass of a watched run: numbers, limits, printing, diffs."""

from __future__ import annotations

import sys

from opencicc import names
from opencicc.machine.ir import MachineFunction, MachineModule
from opencicc.machine.printer import print_function, print_module
from opencicc.options import driver as options
from opencicc.pipeline.run import changes
from opencicc.pipeline.run.ir_record import PtxRecord
from opencicc.pipeline.run.watch import wants_texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.options.values import OptionValues
    from opencicc.trace import Trace


class MachineWatcher:
    """Decides whether a pass may run, and shows the PTX around it."""

    def __init__(self, values: OptionValues, trace: Trace) -> None:
        self.values = values
        self.trace = trace
        self.count = trace.steps  # those of the IR
        self.functions: dict[str, tuple[str, tuple[int, int]]] = {}
        self.record = PtxRecord(trace) if wants_texts(values) else None

    def may_run(self, name: str) -> bool:
        self.count += 1
        limit = self.values[options.PASS_LIMIT]
        if 0 <= limit < self.count:
            self.trace.note(f"{name}: left out by --pass-limit={limit}")
            self.trace.add("left-out", name, 0.0, changed=False, data={"step": self.count})
            return False
        return True

    def before(self, name: str, module: MachineModule) -> None:
        self.trace.running_step = self.count
        if self.record and not self.record.functions:
            self.record.look(0, module)
        if self.values[options.PRINT_BEFORE_ALL] or name in self.values[options.PRINT_BEFORE]:
            self.show(f"before {name}", module)
        self.functions = function_texts(module) if self.values[options.PRINT_CHANGED] else {}

    def after(self, name: str, module: MachineModule) -> None:
        self.trace.running_step = 0
        if self.record:
            self.record.look(self.count, module)
        if self.values[options.PRINT_CHANGED]:
            self.show_changes(name, module)
        if self.values[options.PRINT_AFTER_ALL] or name in self.values[options.PRINT_AFTER]:
            self.show(f"after {name}", module)

    def show_changes(self, name: str, module: MachineModule) -> None:
        for function, (after, sizes) in function_texts(module).items():
            before, old_sizes = self.functions.get(function, ("", None))
            if before == after or not changes.is_wanted(function, self.values[options.PRINT_FUNCTIONS]):
                continue
            shown = names.shown(function, self.values[options.NAMES])
            heading = f"step {self.count}, {shown}: {changes.sizes_text(old_sizes, sizes)}"
            diff = changes.diff_text(before, after)
            changes.show("// ", f"*** PTX changed by {name} ***", heading, diff, sys.stderr)

    def show(self, when: str, module: MachineModule) -> None:
        wanted = self.values[options.PRINT_FUNCTIONS]
        chosen = [f for f in module.functions if changes.is_wanted(f.name, wanted)]
        text = "".join(print_function(f) for f in chosen) if wanted else print_module(module)
        if text:
            print(f"// *** PTX {when} ***\n{text}", file=sys.stderr)


def function_texts(module: MachineModule) -> dict[str, tuple[str, tuple[int, int]]]:
    """Text and (instructions, blocks) of each function with a body."""
    return {f.name: (print_function(f), _sizes(f)) for f in module.functions if not f.is_declaration}


def _sizes(function: MachineFunction) -> tuple[int, int]:
    return sum(1 for _ in function.instrs), len(function.blocks)
