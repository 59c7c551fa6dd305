"""The bodies of the stages: link, optimize, generate. The driver decides which of them run."""

from __future__ import annotations

from opencicc.errors import InputError, UnsupportedError
from opencicc.files import Input
from opencicc.llvm import arithmetic, native
from opencicc.llvm.ir import Context, Module
from opencicc.llvm.native import TargetMachine
from opencicc.options import driver as options
from opencicc.settings import Settings
from opencicc.target import DATA_LAYOUT, TRIPLE
from opencicc.trace import Remark, Trace

_TRIPLE_PREFIX = "nvptx64-"


def link(context: Context, inputs: list[Input], settings: Settings, trace: Trace) -> Module:
    """LNK: one module from all inputs, for our target, with the arithmetic modes applied."""
    if len(inputs) > 1:
        raise InputError("several modules need the linker", at=inputs[1].name)
    module = context.parse(inputs[0].data, inputs[0].name)
    check_triple(module, inputs[0].name)
    broken = module.verify()
    if broken:
        raise InputError("the module is not valid IR", at=inputs[0].name, fix="correct it", detail=broken)
    module.triple = TRIPLE
    module.data_layout = DATA_LAYOUT
    if settings.start_from == "lnk":
        arithmetic.apply_modes(module, settings.arithmetic)
    return module


def check_triple(module: Module, name: str) -> None:
    if not module.triple.startswith(_TRIPLE_PREFIX):
        raise InputError(
            f"{name}: Module does not contain a triple, should be '{_TRIPLE_PREFIX}'",
            at=f'target triple = "{module.triple}"',
            fix=f'compile for the GPU, or set target triple = "{TRIPLE}"',
        )


def optimize(module: Module, settings: Settings, machine: TargetMachine, trace: Trace) -> None:
    """OPT: the pass pipeline."""
    from opencicc.pipeline import optimize as pipeline

    pipeline.optimize(module, settings, machine, trace)


def generate(module: Module, settings: Settings, machine: TargetMachine, trace: Trace) -> str:
    """LLC: PTX from optimised IR."""
    check_generable(module)
    arithmetic.lower_approximations(module, settings.arithmetic)
    if settings.values[options.LINE_INFO] and not settings.values[options.DEBUG]:
        native.run_passes(module, "strip-nonlinetable-debuginfo", machine)
    with trace.span("pass", "codegen"):
        return native.emit_ptx(module, machine)


def check_generable(module: Module) -> None:
    """What NVPTX code generation is known to die of, refused with a reason before it starts."""
    for variable in module.globals:
        if variable.is_thread_local:
            raise UnsupportedError(
                f"thread-local variable @{variable.name}: PTX has no thread-local storage",
                at=f"@{variable.name}",
                fix="use a local variable, or an array indexed by the thread number",
            )


def collect_diagnostics(context: Context, settings: Settings, trace: Trace) -> None:
    """Bring LLVM's warnings, notes and remarks into the trace."""
    for found in context.remarks:
        trace.remark(
            Remark(
                found.kind, found.pass_name, found.name, found.function, found.message, found.location, found.arguments
            )
        )
    context.remarks = []
    for diagnostic in context.diagnostics:
        trace.diagnostics.append((diagnostic.severity, diagnostic.message))
    context.diagnostics = []
