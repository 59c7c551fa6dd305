"""The machine stage: passes over the PTX that code generation wrote.

Most kernels are below their target and need no look: a quick one at the text says so (pipeline/run/crowded.py), and the PTX is
parsed only where something may happen, once for all passes. Watched runs print, diff, verify, count and limit its steps
as those of the IR, and go on with the numbers of the OPT stage.
"""

from __future__ import annotations

from opencicc.marks import PULL_MARK
from opencicc.options import driver as driver_options
from opencicc.pipeline.spec.machine import MACHINE_LEVELS, MACHINE_PASSES, TEXT_PASSES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container

    from opencicc.compiler.settings import Settings
    from opencicc.machine.ir import MachineModule
    from opencicc.options.values import OptionValues
    from opencicc.passes.api import Pass
    from opencicc.pipeline.run.machine_watch import MachineWatcher
    from opencicc.pipeline.run.outline import Outline
    from opencicc.ptx_text import Body
    from opencicc.trace import Trace

BY_HAND = "inline asm"  # the comment in front of assembly that code generation passed on


def run_machine(ptx: str, settings: Settings, trace: Trace, name: str = "<ptx>") -> str:
    """The PTX after the machine passes of these settings."""
    if trace.has_remarks_of("remat"):
        from opencicc.pipeline.run.survival import tell_survivors

        tell_survivors(ptx, trace)
    chosen = machine_passes(settings)
    if not chosen:
        return ptx
    watcher = _watcher(settings.values, trace)
    code = Code(ptx, settings, trace, name)
    for step in chosen:
        if step in TEXT_PASSES:
            if watcher is not None or not code.outline.words.isdisjoint(TEXT_PASSES[step]):
                _run_step(step, code, settings, trace, watcher)
        elif watcher is None and not code.choose_bodies():
            trace.note("machine passes: every kernel is below its register target")
        elif code.module is not None:
            _run_step(step, code, settings, trace, watcher)
    return code.text


class Code:
    """PTX as text and as a module, each made of the other when it is asked for."""

    def __init__(self, ptx: str, settings: Settings, trace: Trace, name: str) -> None:
        self._text: str | None = ptx
        self._module: MachineModule | None = None
        self._outline: Outline | None = None
        self._unread: set[int] = set()
        self._is_readable = True
        self._settings, self._trace, self._name = settings, trace, name

    @property
    def text(self) -> str:
        if self._text is None:
            from opencicc.machine.printer import print_module

            assert self._module is not None
            self._text = print_module(self._module)
        return self._text

    @text.setter
    def text(self, ptx: str) -> None:
        self._text, self._module, self._outline = ptx, None, None

    @property
    def outline(self) -> Outline:
        if self._outline is None:
            from opencicc.pipeline.run.outline import Outline

            self._outline = Outline(self.text)
        return self._outline

    @property
    def module(self) -> MachineModule | None:
        """None where code generation passed on assembly that only ptxas can judge."""
        if self._module is None and self._is_readable:
            self._module = _parse(self.text, self._settings, self._trace, self._name, self._unread)
            self._is_readable = self._module is not None
        return self._module

    def choose_bodies(self) -> bool:
        """Has some function something for passes on the parsed module? Others stay text, so far as they can't be unreadable."""
        wanted, values = _bodies_that_matter(self, self._settings), self._settings.values
        needs_all = values[driver_options.STRICT_PASSES] or values[driver_options.START_FROM] == "mach"
        if wanted and self._module is None and not needs_all and not any(body.is_called for body in wanted):
            unwanted = [body for body in self.outline.bodies if body not in wanted]
            self._unread = {body.opening + 1 for body in unwanted if not body.has(BY_HAND)}
        return bool(wanted)

    def note_change(self) -> None:
        """The module was changed."""
        self._text = self._outline = None


def _parse(ptx: str, settings: Settings, trace: Trace, name: str, unread: Container[int]) -> MachineModule | None:
    """The module; None where code generation passed on assembly that only ptxas can judge."""
    from opencicc.errors import InputError
    from opencicc.machine.parser import parse

    with trace.span("pass", "parse PTX"):
        try:
            return parse(ptx, name, unread)
        except InputError as error:
            if settings.values[driver_options.START_FROM] == "mach":
                raise  # the PTX is what the user asked about
            from opencicc.trace import Remark

            trace.remark(Remark("missed", "mach", "NotRead", "", f"no pass on PTX ran: {error.what}"))
            return None


def machine_passes(settings: Settings) -> tuple[str, ...]:
    """The machine passes to run, by name; a plain level's are known without assembling a pipeline."""
    values = settings.values
    if not values[driver_options.PASSES]:
        has_them = settings.level_name in MACHINE_LEVELS and not values.is_switched_on("bypass-pipeline")
        skipped = values[driver_options.SKIP_PASSES]
        return tuple(name for name in MACHINE_PASSES if name not in skipped) if has_them else ()
    if "machine" not in values[driver_options.PASSES] and not _names_machine_pass(values[driver_options.PASSES]):
        return ()
    from opencicc.passes.info import Kind
    from opencicc.pipeline.run.optimize import pipeline_of
    from opencicc.pipeline.step import linearize

    parts = [part for step in pipeline_of(settings).steps for part in linearize(step)]
    return tuple(part.name for part in parts if part.kind is Kind.MACHINE)


def _names_machine_pass(text: str) -> bool:
    return any(word in text for word in (*MACHINE_PASSES, "nvopt", "default<", "ptx-"))


def _bodies_that_matter(code: Code, settings: Settings) -> list[Body]:
    """The functions with more registers than their target, or with plans of IR passes."""
    from opencicc.options.remat import AIM, DEFAULT_MAX_REG, LEAST_CLIFF
    from opencicc.pipeline.run.crowded import crowded_bodies

    values, outline = settings.values, code.outline
    aim, least, default, bodies = values[AIM], values[LEAST_CLIFF], values[DEFAULT_MAX_REG], outline.bodies
    wanted = crowded_bodies(code.text, aim or least, settings.target, aim or default, bodies, is_step=not aim)
    if PULL_MARK in outline.words:
        wanted += [body for body in bodies if body not in wanted and body.has(PULL_MARK)]
    return wanted


def _watcher(values: OptionValues, trace: Trace) -> MachineWatcher | None:
    from opencicc.pipeline.run.optimize import wants_watching

    if not wants_watching(values):
        return None
    from opencicc.pipeline.run.machine_watch import MachineWatcher

    return MachineWatcher(values, trace)


def _run_step(name: str, code: Code, settings: Settings, trace: Trace, watcher: MachineWatcher | None) -> None:
    if watcher is not None:
        if not watcher.may_run(name):
            return
        if code.module is not None:
            watcher.before(name, code.module)
    with trace.span("pass", name) as span:
        if watcher is not None:
            span.data = {"step": watcher.count, "where": "machine"}
        span.changed = (_change_text if name in TEXT_PASSES else _change_module)(name, code, settings, trace)
    if watcher is not None and code.module is not None:
        watcher.after(name, code.module)


def _change_text(name: str, code: Code, settings: Settings, trace: Trace) -> bool:
    from opencicc.passes.bodies import body_of
    from opencicc.passes.text_api import TextContext

    chosen, is_strict = body_of(name), settings.values[driver_options.STRICT_PASSES]
    context = TextContext(chosen, settings.values, settings.target, trace, is_strict, code.outline.bodies)
    made = str(chosen.body(code.text, context))
    if made == code.text:
        return False
    code.text = made
    return True


def _change_module(name: str, code: Code, settings: Settings, trace: Trace) -> bool:
    from opencicc.passes.bodies import body_of

    assert code.module is not None
    changed = run_pass(body_of(name), code.module, settings, trace)
    if changed:
        code.note_change()
    return changed


def run_pass(chosen: Pass, module: MachineModule, settings: Settings, trace: Trace) -> bool:
    """One machine pass over every function of the module; in strict mode its answer must be what happened."""
    from opencicc.errors import CompilerError, InternalError
    from opencicc.machine.check import check_function
    from opencicc.machine.printer import print_function
    from opencicc.passes.machine_api import MachineContext

    is_strict = settings.values[driver_options.STRICT_PASSES]
    context = MachineContext(chosen, module, settings.values, settings.target, trace, is_strict=is_strict)
    changed = False
    for function in module.functions:
        if function.is_declaration or function.is_unread:
            continue
        before = print_function(function) if is_strict else ""
        try:
            done = bool(chosen.body(function, context))
        except CompilerError:
            raise
        except Exception as error:
            raise InternalError(
                f"pass {chosen.name} failed: {type(error).__name__}: {error}", fix=f"switch it off: {chosen.name}"
            ) from error
        if is_strict and done != (print_function(function) != before):
            did = "says it changed the PTX and did not" if done else "changed the PTX and says it did not"
            raise InternalError(f"pass {chosen.name} {did}", fix="return True exactly when something was changed")
        if done:
            check_function(function)
        changed |= done
    return changed
