"""Compile a linked module by parts: decide, hand out, join.

Whether a module is cut, and where, depends on the module and the options alone and not on the number of workers: one worker
compiles the same parts, so that the output is the same byte for byte.
"""

from __future__ import annotations

import os

from opencicc.compiler.concurrent import jobserver, pool
from opencicc.compiler.concurrent.join import UnknownText, join
from opencicc.compiler.concurrent.part_work import PartJob, has_machine_stage, is_relinked
from opencicc.compiler.concurrent.parts import LEAST_PART, plan_parts
from opencicc.compiler.concurrent.references import read_symbols
from opencicc.errors import InternalError
from opencicc.options import driver as options
from opencicc.record import record, replace
from opencicc.trace import Event

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from opencicc.compiler.concurrent.jobserver import Tokens
    from opencicc.compiler.concurrent.part_work import PartResult
    from opencicc.compiler.settings import Settings
    from opencicc.llvm.ir import Module
    from opencicc.options.option import Option
    from opencicc.options.values import OptionValues
    from opencicc.trace import Trace

_PHASE_NOTE = "Phase "  # each part has its own two
# Whoever prints IR around steps, or stops between two, wants to see the whole module.
_ONE_PIECE: tuple[Option[Any], ...] = (
    options.PRINT_BEFORE,
    options.PRINT_AFTER,
    options.PRINT_BEFORE_ALL,
    options.PRINT_AFTER_ALL,
    options.PRINT_CHANGED,
    options.PASS_LIMIT,
    options.TRACE_ALL,
    options.HTML,
)
THREAD_SLOTS = ("split-compile-extended-threads", "split-compile-threads")
NO_CONCURRENCY_VARIABLE = "LIBNVVM_DISABLE_CONCURRENT_API"


@record
class Made:
    """What the parts became: one PTX text, or optimised modules that wait for code generation."""

    ptx: str
    is_transformed: bool  # the machine passes have seen it
    modules: tuple[bytes, ...] = ()


def may_be_cut(settings: Settings, keeps_files: bool) -> bool:
    """Is the whole way to PTX wanted, and nobody watching steps that would then run once for each part?"""
    values = settings.values
    if keeps_files or "opt" not in settings.wanted_stages or "llc" not in settings.wanted_stages:
        return False
    if values[options.PASSES] or values[options.PLUGINS]:
        return False
    if settings.is_whole_program:
        return False
    return not (any(values[option] != option.default for option in _ONE_PIECE) or _prints_ir(values))


def _prints_ir(values: OptionValues) -> bool:
    return any(name.startswith("dump-") for name in values.settings)


def plan_jobs(module: Module, settings: Settings, origin: str) -> list[PartJob]:
    """A job for each part; fewer than two mean that the module is compiled as it is."""
    is_forced = settings.values.is_switched_on("force-concurrent")
    parts = plan_parts(read_symbols(module), 1 if is_forced else LEAST_PART)
    if len(parts) < 2 or module.has_aliases:  # an alias and what it names may not be parted
        return []
    roots = tuple(name for part in parts for name in part.owned)
    bitcode = module.bitcode()
    return [PartJob(n, bitcode, part.owned, roots, part.size, settings, origin) for n, part in enumerate(parts)]


def compile_jobs(
    jobs: list[PartJob],
    variables: list[str],
    functions: list[str],
    settings: Settings,
    trace: Trace,
    tell: Callable[..., None],
) -> Made:
    """The parts compiled, their symbols in the module's order; `tell` hears of every part that is done."""
    workers = worker_count(settings, len(jobs))
    is_throttled = workers > 1 and wants_jobserver(settings)
    if is_throttled and jobserver.is_alone(os.environ):
        workers, is_throttled = 1, False
    tokens = find_tokens(trace) if is_throttled else None
    label = f"Phase I and Phase II by parts, Concurrent={'Yes' if workers > 1 else 'No'}"
    trace.note(f"{label}: {len(jobs)} parts, {workers} worker{'s' if workers > 1 else ''}")
    try:
        with trace.span("phase", label, parts=len(jobs), workers=workers):
            tell("part", 0, len(jobs))
            results = pool.run_parts(jobs, workers, tokens, lambda done, count: tell("part", done, count))
    finally:
        if tokens is not None:
            tokens.close()
    for job, result in zip(jobs, results, strict=True):
        _record(job, result, trace)
    if is_relinked(settings):
        return Made("", False, tuple(result.bitcode for result in results))
    owner = {name: job.number for job in jobs for name in job.owned}
    with trace.span("stage", "join"):
        try:
            owned = owner.keys() & set(functions)
            ptx = join([result.ptx for result in results], owner, [*variables, *functions], owned)
            return Made(ptx, has_machine_stage(settings))
        except UnknownText as found:
            raise InternalError(
                f"the PTX of a part can't be joined: {found}",
                at=jobs[0].origin,
                fix="--split-compile=1 with -keep compiles it whole; please report it",
            ) from None


def worker_count(settings: Settings, parts: int) -> int:
    """How many may work at a time: -split-compile-extended, else -split-compile; 0 is all cores, -1 nothing asked for."""
    if NO_CONCURRENCY_VARIABLE in os.environ:
        return 1
    values = settings.values
    given = [values[options.SPLIT_COMPILE_EXTENDED], *_slot_values(values), values[options.SPLIT_COMPILE]]
    wanted = next((count for count in given if count >= 0), 1)
    return max(1, min(wanted or os.cpu_count() or 1, parts))


def _slot_values(values: OptionValues) -> list[int]:
    """What the slots for worker threads say, the one of the extended form first."""
    settings = (values.settings.get(name) for name in THREAD_SLOTS)
    return [int(str(setting.value)) for setting in settings if setting is not None]


def wants_jobserver(settings: Settings) -> bool:
    """Was it asked for? The extended form is not throttled."""
    return settings.values.is_switched_on("jobserver") and settings.values[options.SPLIT_COMPILE_EXTENDED] < 0


def find_tokens(trace: Trace) -> Tokens | None:
    """The build's tokens; a warning where it has some that can't be reached."""
    try:
        return jobserver.connect(os.environ)
    except jobserver.NoJobserver as reason:
        trace.diagnostics.append(("warning", f"{jobserver.WARNING}: {reason}"))
        return None


def _record(job: PartJob, result: PartResult, trace: Trace) -> None:
    data: dict[str, object] = {
        "functions": list(job.owned),
        "instructions": job.size,
        "process": result.worker,
        "started_s": result.started_s,
    }
    start_us = (result.started_s - trace.origin) * 1e6
    trace.events.append(Event("part", f"part {job.number + 1}", start_us, result.duration_us, None, data))
    trace.events += [replace(event, start_us=event.start_us + start_us) for event in result.events]
    trace.diagnostics += [row for row in result.diagnostics if row not in trace.diagnostics]
    trace.notes += [note for note in result.notes if not note.startswith(_PHASE_NOTE)]
    for remark in result.remarks:
        trace.remark(remark)
