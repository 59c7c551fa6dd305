"""Watcher: what happens around each step of a watched run: timing, printing, diffs, verifying, limits."""

from __future__ import annotations

import hashlib
import sys

from opencicc.errors import InternalError
from opencicc.llvm import helper
from opencicc.options import driver as options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

    from opencicc.llvm.ir import Module
    from opencicc.options.values import OptionValues
    from opencicc.pipeline.step import Step
    from opencicc.trace import Span, Trace


class Watcher:
    """Decides whether a step may run, and records and shows what it did."""

    def __init__(self, values: OptionValues, trace: Trace, stream: TextIO | None = None) -> None:
        self.trace = trace
        self.stream = stream or sys.stderr
        self.before = values[options.PRINT_BEFORE]
        self.after = values[options.PRINT_AFTER]
        self.after_all = values[options.PRINT_AFTER_ALL]
        self.diffs = values[options.PRINT_CHANGED]
        self.verifies = values[options.VERIFY_EACH]
        self.limit = values[options.PASS_LIMIT]
        self.wants_facts = bool(values[options.TRACE]) or self.diffs
        self.count = 0

    def may_run(self, step: Step) -> bool:
        """--pass-limit=N runs the first N steps that do something, and lists the rest as left out."""
        self.count += 1
        if 0 <= self.limit < self.count:
            self.trace.note(f"{step.text}: left out by --pass-limit={self.limit}")
            return False
        return True

    def idle(self, step: Step, module: Module) -> None:
        """A step that does nothing here: said, never silent. print-module prints when dumps are on."""
        if step.status.value not in ("provided",):
            self.trace.note(f"{step.text}: {step.status.value}, does nothing ({step.where})")

    def skipped(self, step: Step, phase: int) -> None:
        if self.wants_facts:
            self.trace.note(f"{step.text}: not in phase {phase}")

    def watch(self, step: Step, module: Module) -> Watch:
        return Watch(self, step, module)


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
        if self.step.name in watcher.before:
            self._print("before", self.module.text())
        if watcher.diffs:
            self.text = self.module.text()
        elif watcher.wants_facts:
            self.digest = _digest(self.module)
        if watcher.wants_facts:
            self.size = count_instructions(self.module)
        self.span = watcher.trace.span("pass", self.step.text)
        self.span.__enter__()

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self.span.__exit__(kind, None, None)
        if kind is not None:
            return
        watcher = self.watcher
        if watcher.wants_facts:
            self._record_facts()
        if watcher.verifies:
            self._verify()
        if watcher.after_all or self.step.name in watcher.after:
            self._print("after", self.module.text())

    def _record_facts(self) -> None:
        from opencicc.record import replace

        watcher = self.watcher
        after = self.module.text() if watcher.diffs else ""
        changed = after != self.text if watcher.diffs else _digest(self.module) != self.digest
        data: dict[str, object] = {
            "instructions_before": self.size,
            "instructions_after": count_instructions(self.module),
            "where": self.step.where,
        }
        events = watcher.trace.events
        events[-1] = replace(events[-1], changed=changed, data=data)
        if watcher.diffs and changed:
            self._print("changed by", diff_text(self.text, after))

    def _verify(self) -> None:
        broken = self.module.verify()
        if broken:
            raise InternalError(
                f"pass {self.step.text} broke the module",
                at=f"step {self.watcher.count} ({self.step.where})",
                fix=f"--pass-limit={self.watcher.count - 1} stops before it; please report it",
                detail=broken,
            )

    def _print(self, when: str, text: str) -> None:
        print(f"; *** IR {when} {self.step.text} ***\n{text}", file=self.watcher.stream)


def _digest(module: Module) -> bytes:
    return hashlib.blake2b(module.bitcode(), digest_size=16).digest()


def count_instructions(module: Module) -> int:
    native = helper.load()
    if native is not None:
        return native.module_size(module.ref).instructions
    return sum(function.count_instructions() for function in module.definitions)


def diff_text(before: str, after: str) -> str:
    import difflib

    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), "before", "after", lineterm="", n=2)
    return "\n".join(lines)
