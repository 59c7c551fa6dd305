"""Watcher: what happens around each step of a watched run: timing, printing, diffs, verifying, limits."""

from __future__ import annotations

import hashlib
import sys

from opencicc.errors import InternalError
from opencicc.llvm.services import services
from opencicc.options import driver as options
from opencicc.pipeline.run import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from opencicc.llvm.ir import Module
    from opencicc.llvm.native import TargetMachine
    from opencicc.options.values import OptionValues
    from opencicc.pipeline.run.ir_record import IrRecord
    from opencicc.pipeline.step import Step
    from opencicc.trace import Span, Trace


class Watcher:
    """Decides whether a step may run, and records and shows what it did."""

    def __init__(self, values: OptionValues, trace: Trace, machine: TargetMachine | None = None) -> None:
        self.trace = trace
        self.stream: TextIO = sys.stderr
        self.dumps = dumps.wanted_dumps(values)
        self.diffs = values[options.PRINT_CHANGED]
        self.functions = values[options.PRINT_FUNCTIONS]
        self.names = values[options.NAMES]
        self.verifies = values[options.VERIFY_EACH]
        self.limit = values[options.PASS_LIMIT]
        self.wants_facts = bool(values[options.TRACE]) or wants_texts(values) or self.diffs
        self.record = _record(trace, machine) if machine is not None and wants_texts(values) else None
        self.count = 0
        self.digest = b""  # of the module after the last step: nothing changes it between steps

    def may_run(self, step: Step) -> bool:
        """--pass-limit=N runs the first N steps that do something, and lists the rest as left out."""
        self.count += 1
        self.trace.steps = self.count  # the machine stage goes on counting from here
        if 0 <= self.limit < self.count:
            self.trace.note(f"{step.text}: left out by --pass-limit={self.limit}")
            self.trace.add("left-out", step.text, 0.0, changed=False, data={"step": self.count})
            return False
        return True

    def idle(self, step: Step, module: Module) -> None:
        """A step that does nothing here: said, never silent. A print step prints where dumps are asked for."""
        if step.status.value != "provided":
            self.trace.note(f"{step.text}: {step.status.value}, does nothing ({step.where})")
            self._idle_event(step, f"{step.status.value}, does nothing")
        if self.dumps.has_print_steps and step.name == dumps.PRINT_STEP:
            self.show(f"at {step.text} ({step.where})" if step.where else f"at {step.text}", module.text())
        if self.dumps.is_before(step) or self.dumps.is_after(step):
            self.show(f"before and after {step.text}, which does nothing", module.text())

    def unneeded(self, step: Step) -> None:
        """A step inside `when<...>` whose condition does not hold."""
        self.trace.note(f"{step.text}: left out, {step.when} does not hold ({step.where})")
        self._idle_event(step, f"{step.when} does not hold")

    def _idle_event(self, step: Step, reason: str) -> None:
        if self.wants_facts:
            data: dict[str, object] = {"reason": reason, "where": step.where, "phase": step.phase}
            self.trace.add("idle", step.text, 0.0, changed=False, data=data)

    def skipped(self, step: Step, phase: int) -> None:
        if self.wants_facts:
            self.trace.note(f"{step.text}: not in phase {phase}, it belongs to phase {step.phase} ({step.where})")

    def watch(self, step: Step, module: Module) -> Watch:
        return Watch(self, step, module)

    def show(self, when: str, text: str) -> None:
        from opencicc.pipeline.run.changes import only_wanted

        chosen = only_wanted(text, self.functions)
        if chosen:
            print(f"; *** IR {when} ***\n{chosen}", file=self.stream)

    def show_changes(self, name: str, before: str, after: str) -> None:
        """A diff for each function that a step changed, under its number, the function and the sizes."""
        from opencicc.pipeline.run import changes

        for change in changes.changes(before, after):
            if changes.is_wanted(change.name, self.functions):
                heading = changes.heading(change, self.count, self.names)
                changes.show("; ", f"*** IR changed by {name} ***", heading, change.diff, self.stream)


class Watch:
    """Around one step."""

    def __init__(self, watcher: Watcher, step: Step, module: Module) -> None:
        self.watcher = watcher
        self.step = step
        self.module = module
        self.span: Span
        self.text = ""
        self.digest = b""
        self.size = 0

    def __enter__(self) -> None:
        watcher = self.watcher
        if watcher.dumps.is_before(self.step):
            watcher.show(f"before {self.step.text}", self.module.text())
        if watcher.record and not watcher.record.text:
            watcher.record.look(0, self.module)
        if watcher.diffs:
            self.text = self.module.text()
        if watcher.wants_facts:
            self.digest = watcher.digest or _digest(self.module)
            self.size = count_instructions(self.module)
        watcher.trace.running_step = watcher.count
        self.span = watcher.trace.span("pass", self.step.text, step=watcher.count)
        self.span.__enter__()

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self.span.__exit__(kind, None, None)
        watcher = self.watcher
        watcher.trace.end_step(len(self.module.context.remarks))
        if kind is not None:
            return
        if watcher.wants_facts:
            self._record_facts()
        if watcher.verifies:
            self._verify()
        if watcher.dumps.is_after(self.step):
            watcher.show(f"after {self.step.text}", self.module.text())

    def _record_facts(self) -> None:
        from opencicc.record import replace

        watcher = self.watcher
        after = self.module.text() if watcher.diffs else ""
        digest = watcher.digest = _digest(self.module)
        changed = after != self.text if watcher.diffs else digest != self.digest
        if watcher.record and digest != self.digest:
            watcher.record.look(watcher.count, self.module)
        data: dict[str, object] = {
            "step": watcher.count,
            "instructions_before": self.size,
            "instructions_after": count_instructions(self.module),
            "digest_before": self.digest.hex(),
            "digest_after": digest.hex(),
            "where": self.step.where,
            "phase": self.step.phase,
        }
        events = watcher.trace.events
        events[-1] = replace(events[-1], changed=changed, data=data)
        if watcher.diffs and changed:
            watcher.show_changes(self.step.text, self.text, after)

    def _verify(self) -> None:
        broken = self.module.verify()
        if broken:
            where = f" ({self.step.where})" if self.step.where else ""
            raise InternalError(
                f"pass {self.step.text} broke the module",
                at=f"step {self.watcher.count}{where}",
                fix=f"--pass-limit={self.watcher.count - 1} stops before it; please report it",
                detail=broken,
            )


def wants_texts(values: OptionValues) -> bool:
    """Does somebody want to look at the IR after each step?"""
    return bool(values[options.HTML]) or values[options.TRACE_ALL]


def _record(trace: Trace, machine: TargetMachine) -> IrRecord:
    from opencicc.pipeline.run.ir_record import IrRecord

    return IrRecord(trace, machine)


def _digest(module: Module) -> bytes:
    return hashlib.blake2b(module.bitcode(), digest_size=16).digest()


def count_instructions(module: Module) -> int:
    return services().count_instructions(module)
