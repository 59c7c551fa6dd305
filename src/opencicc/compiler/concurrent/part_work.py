"""Compile one part, to PTX or to optimised IR: what a worker is asked to do, and what it hands back. Both can be pickled."""

from __future__ import annotations

from opencicc.compiler.concurrent.cut import cut_part
from opencicc.llvm import native
from opencicc.llvm.ir import Context
from opencicc.llvm.memory import hold
from opencicc.llvm.native import TargetMachine
from opencicc.options import driver as options
from opencicc.record import record
from opencicc.trace import Event, Remark, Trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.compiler.settings import Settings

DROP_OTHERS = "elim-avail-extern,globaldce"  # the other parts' functions become declarations


@record
class PartJob:
    """One part of a linked module; `roots` are the symbols that all parts together own."""

    number: int
    bitcode: bytes  # of the whole module: only what the part needs is loaded
    owned: tuple[str, ...]
    roots: tuple[str, ...]
    size: int
    settings: Settings
    origin: str  # the input, for messages

    @property
    def title(self) -> str:
        names = ", ".join(self.owned[:3]) + (f" and {len(self.owned) - 3} more" if len(self.owned) > 3 else "")
        return f"{self.origin}, part {self.number + 1} ({names})"


@record
class PartResult:
    """PTX, or bitcode where code generation has to see all parts, and what happened on the way."""

    ptx: str
    bitcode: bytes
    events: list[Event]
    remarks: list[Remark]
    diagnostics: list[tuple[str, str]]
    notes: list[str]
    started_s: float  # by the machine's clock, which all processes share
    duration_us: float
    worker: int  # its process


def compile_part(job: PartJob) -> PartResult:
    import os
    import time

    from opencicc.compiler import compile_scope, stages

    settings, trace = job.settings, Trace()
    started = time.perf_counter()
    with (
        compile_scope.quiet_collector(),
        Context(with_remarks=settings.wants_remarks, with_names=settings.shows_values) as context,
        TargetMachine(settings.target, settings.codegen_level) as machine,
    ):
        module = cut_part(context, hold(job.bitcode, job.title), job.owned, job.roots)
        with trace.span("stage", "opt"):
            stages.optimize(module, settings, machine, trace)
            native.run_passes(module, DROP_OTHERS, machine)
        ptx, bitcode = "", b""
        if is_relinked(settings):
            bitcode = module.bitcode()
        else:
            with trace.span("stage", "llc"):
                ptx = stages.generate(module, settings, machine, trace, elsewhere=frozenset(job.roots))
        stages.collect_diagnostics(context, settings, trace)
    if ptx and has_machine_stage(settings):
        with trace.span("stage", "mach"):
            ptx = stages.transform(ptx, settings, trace, job.title)
    duration = (time.perf_counter() - started) * 1e6
    facts = trace.events, trace.remarks, trace.diagnostics, trace.notes
    return PartResult(ptx, bitcode, *facts, started, duration, os.getpid())


def is_relinked(settings: Settings) -> bool:
    """Debug information: one text has one line table, so code generation sees the module whole."""
    return settings.values[options.DEBUG] or settings.values[options.LINE_INFO]


def has_machine_stage(settings: Settings) -> bool:
    """Does a part go through the machine passes itself? ptxas, where it is asked which PTX is best, has to see all."""
    return "mach" in settings.wanted_stages and not settings.values[options.TRY_PTXAS]
