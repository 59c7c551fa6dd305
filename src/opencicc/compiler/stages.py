"""The bodies of the stages: link, optimize, generate. The driver decides which of them run."""

from __future__ import annotations

from opencicc.compiler import call_numbers, debug_info, jump_tables, refusals, variable_order
from opencicc.compiler.files import BUILTIN, LAZY, USER, Input
from opencicc.compiler.settings import Settings
from opencicc.errors import InputError
from opencicc.link import linker
from opencicc.llvm import arithmetic, edit, edit_module, native
from opencicc.llvm.ir import Context, Module
from opencicc.llvm.names import MAX_REGISTERS, SPECIAL_REGISTERS
from opencicc.llvm.native import TargetMachine
from opencicc.llvm.scan import HAS_CALLS
from opencicc.llvm.services import services
from opencicc.options import driver as options
from opencicc.options.option import NAMES_PASSES
from opencicc.target import TRIPLE
from opencicc.trace import Remark, Trace

MOST_UNCUT = 4000  # instructions below which a module is never cut: two parts that pay for themselves (compiler/concurrent/parts.py)
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.compiler.concurrent.compile_parts import Made

NO_LOOP_REDUCE = "no-loop-reduce"
_OF_LLVM = "llvm."
UNCALLABLE = ("__cxa_pure_virtual", "__cxa_deleted_virtual")  # what a C++ library defines to end the program
_PIPELINE_WORDS = options.options_for(NAMES_PASSES)


def link(context: Context, inputs: list[Input], settings: Settings, trace: Trace, *, is_kept: bool = False) -> Module:
    """LNK: one module from all inputs and the libdevice functions it calls, with the arithmetic modes applied.

    Where nobody keeps it and OPT follows, libdevice may come as OPT would make it.
    """
    link_settings = settings.link_settings
    users = [(item.name, item.data) for item in inputs if item.role == USER]
    module = linker.link_modules(context, users, link_settings, trace)
    broken = module.verify()
    if broken:
        raise InputError("the module is not valid IR", at=inputs[0].name, fix="correct it", detail=broken)
    module.is_verified = True
    refusals.check_variables(module)
    refusals.check_values(module)
    refusals.check_functions(module)
    if settings.values[options.LIBNVVM] and not settings.warnings_are_errors:  # it stays a warning with -Werror
        warn_of_kernels(module, trace)
    if settings.values[options.STRICT_NVVM]:
        from opencicc.compiler import strict

        strict.check(module, settings, trace)
    if not link_settings.skip_builtins:
        if len(users) < len(inputs):
            fill_from_lazy(module, inputs, settings, trace)
        clear_uncallable(module)
        arithmetic.apply_modes(module, settings.arithmetic)
        relax_arithmetic(module, settings)
        if has_library_calls(module):
            from opencicc.link import libdevice, math_intrinsics

            math_intrinsics.call_library(module)
            is_settled = not is_kept and settings.answers_reflect and "opt" in settings.wanted_stages
            target = settings.target if is_settled else None
            libdevice.link_builtins(
                module, link_settings, trace, target
            )  # brings its modes along: libdevice contracts less
        limit_registers(module, settings.values[options.MAX_REGISTERS])
        if settings.values[options.OPTIMIZE_SIZE]:
            prefer_small_code(module)
    edit_module.set_triple(module, TRIPLE)
    return module


def warn_of_kernels(module: Module, trace: Trace) -> None:
    """What libNVVM's clients look for in its log, by these three words: `noinline` means nothing to a kernel."""
    for function in module.definitions:
        if function.is_kernel and function.has_attribute("noinline") and not function.has_attribute("optnone"):
            said = f"kernel {function.name}: overriding noinline attribute: code that calls it may have it inlined"
            trace.diagnostics.append(("warning", said))


def fill_from_lazy(module: Module, inputs: list[Input], settings: Settings, trace: Trace) -> None:
    """What the user's modules lack, from those added for that: libNVVM's lazy modules. The libdevice that we would
    take anyway is left to its own, quicker way. Builtin modules come last, and their definitions win."""
    from opencicc.link import builtins, libdevice
    from opencicc.link.unit import Buffer

    library = settings.values[options.LIBDEVICE]
    lazy = [item for item in inputs if item.role == LAZY and not libdevice.is_known_library(item.data, library)]
    for item in [*lazy, *(item for item in inputs if item.role == BUILTIN)]:
        buffer = Buffer(item.data, item.name)
        builtins.link_buffers(module, [buffer], settings.link_settings, trace, override=item.role == BUILTIN)


def clear_uncallable(module: Module) -> None:
    """Tables of virtual functions hold 0 where a class has none, as with nvcc: device code has no C++ library."""
    for name in UNCALLABLE:
        function = module.function(name)
        if function and function.is_declaration:
            edit.replace_all_uses(function, edit.null(function.type))
            edit_module.delete_function(function)


def relax_arithmetic(module: Module, settings: Settings) -> None:
    zeros, reciprocals = settings.values[options.NO_SIGNED_ZEROS], settings.values[options.RECIPROCAL_DIVISION]
    if zeros or reciprocals:
        arithmetic.relax(module, no_signed_zeros=zeros, reciprocals=reciprocals)


def limit_registers(module: Module, limit: int) -> None:
    """-maxreg=N as .maxnreg of every kernel that states no limit of its own, so that it travels in the PTX."""
    if not limit:
        return
    for function in module.definitions:
        if function.is_kernel and not function.has_attribute(MAX_REGISTERS):
            edit.add_attribute(function, MAX_REGISTERS, str(limit))


def prefer_small_code(module: Module) -> None:
    """-Osize as the attribute that every pass, ours and LLVM's, asks for."""
    for function in module.definitions:
        if not function.has_attribute("optnone"):
            edit.add_attribute(function, "optsize")


def check_pipeline(settings: Settings) -> None:
    """Bad words about passes are refused before anything is done."""
    if any(settings.values.is_set(option) for option in _PIPELINE_WORDS):
        from opencicc.pipeline.run import optimize as pipeline

        pipeline.check_words(settings)


def compile_by_parts(
    module: Module, settings: Settings, trace: Trace, origin: str, tell: Callable[..., None], *, keeps_files: bool
) -> Made | None:
    """OPT and what follows by parts, where the module is large and has several; None where it is compiled as it is."""
    from opencicc.pipeline.run.runner import has_several_definitions

    if not has_several_definitions(module):
        return None
    if "force-concurrent" not in settings.values.settings and not is_large(module):
        return None
    from opencicc.compiler.concurrent import compile_parts

    if not compile_parts.may_be_cut(settings, keeps_files):
        return None
    with trace.span("stage", "cut"):
        jobs = compile_parts.plan_jobs(module, settings, origin)
        variables = [variable.name for variable in module.globals]
        functions = [function.name for function in module.functions]
    return compile_parts.compile_jobs(jobs, variables, functions, settings, trace, tell) if jobs else None


def is_large(module: Module) -> bool:
    """Is there work for two parts? What a front end writes to keep variables on the stack is none."""
    if services().count_instructions(module) < MOST_UNCUT:
        return False
    return sum(services().count_work(function) for function in module.definitions) >= MOST_UNCUT


def optimize(module: Module, settings: Settings, machine: TargetMachine, trace: Trace) -> None:
    """OPT: the pass pipeline."""
    from opencicc.pipeline.run import optimize as pipeline

    refusals.check_thread_locals(module)
    if settings.is_whole_program:
        from opencicc.link import lto

        pipeline.run_one("select-kernels", module, settings, machine, trace)
        lto.internalize(module, settings.values[options.KEEP_SYMBOLS], machine, trace)
    if has_library_calls(module):
        settle_library_calls(module, settings, trace)
    pipeline.optimize(module, settings, machine, trace)
    if settings.wants_remarks and may_inline(settings):
        from opencicc.passes.inline.indirect import report_indirect_calls

        report_indirect_calls(module, trace)


def may_inline(settings: Settings) -> bool:
    """Does the pipeline weigh calls?"""
    text = settings.values[options.PASSES]
    return "inline" in text if text else settings.level_name != "O0"


def has_library_calls(module: Module) -> bool:
    """Does anything call a function, special registers aside?

    Where nothing does, there is nothing to link, answer or fold, and the modules for it need not be imported (3 ms).
    """
    if services().module_facts(module, 0) & HAS_CALLS:
        return True
    return any(not name.startswith(SPECIAL_REGISTERS) for name in module.used_declarations)


def settle_library_calls(module: Module, settings: Settings, trace: Trace) -> None:
    """What is known of libdevice's functions before the pipeline runs: their modes, their values on constants."""
    from opencicc.link import contraction, folding, reflect

    if settings.answers_reflect:
        reflect.resolve(module, settings.target, settings.link_settings)
    contraction.contract_builtins(module, settings.link_settings)
    if not settings.values[options.FP_FOLD_DISABLE]:
        folding.fold_math_calls(module, settings.target, settings.link_settings, trace)


def generate(
    module: Module, settings: Settings, machine: TargetMachine, trace: Trace, elsewhere: frozenset[str] = frozenset()
) -> str:
    """LLC: PTX from optimised IR. `elsewhere` are names that another part of the same program defines."""
    if settings.answers_reflect and has_library_calls(module):
        from opencicc.link import reflect

        reflect.resolve(module, settings.target, settings.link_settings)
    refusals.check_names(module)
    refusals.check_constants(module)
    if not settings.is_relocatable and has_external_calls(module):
        from opencicc.link import undefined

        undefined.check_functions(module, elsewhere)
    arithmetic.lower_approximations(module, settings.arithmetic)
    jump_tables.forbid(module, settings.values, trace)
    if NO_LOOP_REDUCE in settings.values.settings:
        from opencicc.compiler import loop_reduction

        loop_reduction.forbid(module, settings.values, trace)
    keeps_all, keeps_lines = settings.values[options.DEBUG], settings.keeps_lines
    debug_info.reduce_module(module, machine, keeps_all=keeps_all, keeps_lines=keeps_lines)
    has_linked_variables = variable_order.has_linked_variables(module)
    with trace.span("pass", "codegen"):
        ptx = call_numbers.from_zero(native.emit_ptx(module, machine))
    if has_linked_variables:
        ptx = variable_order.settle(ptx, [variable.name for variable in module.globals])
    return debug_info.unite_sections(ptx) if keeps_all else debug_info.keep_lines_only(ptx)


def transform(ptx: str, settings: Settings, trace: Trace, name: str) -> str:
    """MACH: passes on PTX, at the levels that have them."""
    if settings.values[options.TRY_PTXAS]:
        from opencicc.compiler import try_ptxas

        return try_ptxas.best_of(ptx, settings, trace, name)
    from opencicc.pipeline.run import machine

    return machine.run_machine(ptx, settings, trace, name)


def has_external_calls(module: Module) -> bool:
    """Does anything use a function that is neither defined here nor an intrinsic? Unknown intrinsics were refused before."""
    return any(not name.startswith(_OF_LLVM) for name in module.used_declarations)


def collect_diagnostics(context: Context, settings: Settings, trace: Trace) -> None:
    """Bring LLVM's warnings, notes and remarks into the trace."""
    for number, found in enumerate(context.remarks):
        made = Remark(
            found.kind, found.pass_name, found.name, found.function, found.message, found.location, found.arguments
        )
        trace.llvm_remark(made, number)
    context.remarks = []
    for diagnostic in context.diagnostics:
        trace.diagnostics.append((diagnostic.severity, diagnostic.message))
    context.diagnostics = []
    printed = context.take_printed()
    if printed:
        trace.diagnostics.append(("warning", printed.removeprefix("warning: ")))
