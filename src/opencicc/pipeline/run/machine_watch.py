"""What happens around a machine pass of a watched run: numbers, limits, printing, diffs."""

from __future__ import annotations

import sys

from opencicc.machine.ir import MachineModule
from opencicc.machine.printer import print_module
from opencicc.options import driver as options
from opencicc.pipeline.run.ir_record import PtxRecord
from opencicc.pipeline.run.watch import diff_text, wants_texts

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
        self.text = ""
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
            self.show(f"before {name}", print_module(module))
        self.text = print_module(module) if self.values[options.PRINT_CHANGED] else ""

    def after(self, name: str, module: MachineModule) -> None:
        self.trace.running_step = 0
        if self.record:
            self.record.look(self.count, module)
        if self.values[options.PRINT_CHANGED]:
            after = print_module(module)
            if after != self.text:
                self.show(f"changed by {name}", diff_text(self.text, after))
        if self.values[options.PRINT_AFTER_ALL] or name in self.values[options.PRINT_AFTER]:
            self.show(f"after {name}", print_module(module))

    def show(self, when: str, text: str) -> None:
        print(f"// *** PTX {when} ***\n{text}", file=sys.stderr)
