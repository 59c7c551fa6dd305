"""The table of contents of a compile: read, LNK, OPT, LLC, MACH, write.

    LNK   the user's modules become one, libdevice's functions that it needs are added
    OPT   the pass pipeline
    LLC   code generation to PTX
    MACH  passes on the PTX

Each stage hands on a module that can be written to a file (`-keep`) and started from again
(`--start-from`). Everything a compile does is in its Trace.
"""

from __future__ import annotations

from opencicc.compiler import compile_scope, stages
from opencicc.compiler.files import Input, check_is_ir, read_ptx
from opencicc.compiler.kernels import KernelFacts, scan_kernels
from opencicc.compiler.settings import STAGES, Settings
from opencicc.errors import CancelledError, CompilerError, UsageError
from opencicc.llvm.ir import Context
from opencicc.llvm.native import TargetMachine
from opencicc.options import driver as options
from opencicc.record import once, record
from opencicc.trace import Event, Remark, Trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.llvm.ir import Module

    Keep = Callable[[str, bytes], None]
    Progress = Callable[[str, int, int], object]
    Tell = Callable[..., None]


@record
class CompileResult:
    """What a compile made. `bitcode` is set instead of `ptx` when it was stopped before LLC."""

    ptx: str
    bitcode: bytes
    kernels: tuple[KernelFacts, ...]
    warnings: tuple[str, ...]
    trace: Trace
    settings: Settings
    was_cached: bool = False
    image: bytes = b""  # what opencicc.compile(emit=...) made of the PTX: a cubin, a fatbin, SASS
    errors: tuple[str, ...] = ()  # what went wrong and stopped nothing, such as a builtin that did not link

    @once
    def remarks(self) -> tuple[Remark, ...]:
        """What passes did, could not do or found, ours and LLVM's."""
        return tuple(self.trace.remarks)

    @property
    def timings_us(self) -> dict[str, dict[str, float]]:
        """Microseconds of each stage and of each pass, by name: summed when somebody asks."""
        return {kind: self.trace.times(kind) for kind in ("stage", "pass")}


def compile_inputs(
    inputs: list[Input], settings: Settings, keep: Keep | None = None, progress: Progress | None = None
) -> CompileResult:
    """Run the stages that `settings` asks for; `keep` receives ('lnk.bc', bytes) and the like.

    `progress` is told what begins ('lnk', 'opt', 'llc', or 'part' with how many are done of how many) and ends the compile
    by returning something true.
    """
    if not inputs:
        raise UsageError("Missing input file", fix="name a .ll, .bc or .cu file, or - for standard input")
    trace = Trace()
    if settings.values[options.TIME_PASSES]:
        from opencicc.compiler.import_clock import ImportClock

        with ImportClock() as clock:
            trace.aside = clock.now_us
            return _compile(inputs, settings, trace, keep, progress)
    return _compile(inputs, settings, trace, keep, progress)


def _compile(
    inputs: list[Input], settings: Settings, trace: Trace, keep: Keep | None, progress: Progress | None
) -> CompileResult:
    if settings.start_from == "mach":
        return _transform_ptx(inputs, settings, trace, keep)
    has_names = keep is not None or settings.shows_values
    with (
        compile_scope.quiet_collector(),
        Context(with_remarks=settings.wants_remarks, with_names=has_names) as context,
    ):
        try:
            return _run_stages(context, inputs, settings, trace, keep, asking(progress, inputs[0].name))
        except CompilerError as error:
            error.detail = "\n".join(part for part in (error.detail, context.take_printed()) if part)
            raise
        except (MemoryError, RecursionError) as error:
            raise CompilerError(f"out of memory while compiling: {error!r}", at=inputs[0].name) from error


def _run_stages(
    context: Context, inputs: list[Input], settings: Settings, trace: Trace, keep: Keep | None, tell: Tell
) -> CompileResult:
    wanted = settings.wanted_stages
    tell("lnk")
    if "opt" in wanted:
        stages.check_pipeline(settings)
    with trace.span("stage", "read"):
        for item in inputs:
            if not settings.values[options.LIBNVVM]:  # to libNVVM an empty text is a module without a version
                check_is_ir(item)
    with trace.span("stage", "lnk"):
        module = stages.link(context, inputs, settings, trace, is_kept=keep is not None)
    if keep and "lnk" in wanted:
        keep("lnk.bc", module.bitcode())
    parts = stages.compile_by_parts(module, settings, trace, inputs[0].name, tell, keeps_files=keep is not None)
    if parts and parts.ptx:
        ptx = parts.ptx if parts.is_transformed else _machine(parts.ptx, inputs[0].name, settings, trace, keep)
        return _result(ptx, None, settings, trace, context)
    with TargetMachine(settings.target, settings.codegen_level) as machine:
        if parts:
            from opencicc.compiler.concurrent.relink import relink

            with trace.span("stage", "join"):
                module = relink(context, parts.modules, module, machine)
        elif "opt" in wanted:
            tell("opt")
            with trace.span("stage", "opt"):
                stages.optimize(module, settings, machine, trace)
            if keep:
                keep("opt.bc", module.bitcode())
        if "llc" not in wanted:
            return _result("", module, settings, trace, context)
        tell("llc")
        with trace.span("stage", "llc"):
            ptx = stages.generate(module, settings, machine, trace)
    if keep:
        keep("ptx", ptx.encode())
    return _result(_machine(ptx, inputs[0].name, settings, trace, keep), None, settings, trace, context)


def _machine(ptx: str, name: str, settings: Settings, trace: Trace, keep: Keep | None) -> str:
    if "mach" not in settings.wanted_stages:
        return ptx
    with trace.span("stage", "mach"):
        ptx = stages.transform(ptx, settings, trace, name)
    if keep:
        keep("mach.ptx", ptx.encode())
    return ptx


def _transform_ptx(inputs: list[Input], settings: Settings, trace: Trace, keep: Keep | None) -> CompileResult:
    """From PTX: no libLLVM is needed."""
    if len(inputs) > 1:
        raise UsageError("--start-from=mach takes one PTX file", at=inputs[1].name, fix="name one file")
    with trace.span("stage", "read"):
        text = read_ptx(inputs[0])
    return _finished(_machine(text, inputs[0].name, settings, trace, keep), b"", settings, trace)


def asking(progress: Progress | None, at: str) -> Tell:
    """A function that tells `progress` and raises CancelledError where it wants the end."""

    def tell(what: str, done: int = 0, count: int = 1) -> None:
        if progress is not None and progress(what, done, count):
            raise CancelledError("the compile was cancelled", at=at, fix="the caller's progress function asked for it")

    return tell


def _result(ptx: str, module: Module | None, settings: Settings, trace: Trace, context: Context) -> CompileResult:
    stages.collect_diagnostics(context, settings, trace)
    return _finished(ptx, module.bitcode() if module is not None else b"", settings, trace)


def _finished(ptx: str, bitcode: bytes, settings: Settings, trace: Trace) -> CompileResult:
    warnings = tuple(message for severity, message in trace.diagnostics if severity == "warning")
    errors = tuple(message for severity, message in trace.diagnostics if severity == "error")
    if warnings and settings.warnings_are_errors:
        raise warning_as_error(warnings[0])
    if ptx and settings.values[options.SHOW_SOURCE]:  # last of all: passes on PTX keep no comments
        from opencicc.compiler import source_lines

        ptx = source_lines.with_source(ptx)
    with trace.span("stage", "describe"):
        kernels = tuple(scan_kernels(ptx)) if ptx else ()
    if trace.aside is not None:
        trace.events.append(Event("stage", "imports", 0.0, trace.aside()))
    return CompileResult(ptx, bitcode, kernels, warnings, trace, settings, errors=errors)


def warning_as_error(warning: str) -> CompilerError:
    return CompilerError(f"warning treated as error: {warning}", fix="correct it, or leave out -Werror")


__all__ = ["STAGES", "CompileResult", "compile_inputs", "warning_as_error"]
