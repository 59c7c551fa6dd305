"""Runs one pass of ours over a module, and in strict mode checks that its header is true.

Strict mode (the tests, --strict-passes) raises when a pass reads an option or an analysis that its header does not
name, says that it changed something and did not or the other way round, claims to preserve facts that it broke, or changes
a function that its first look would have left out.
"""

from __future__ import annotations

from opencicc.errors import CompilerError, InternalError
from opencicc.llvm.ir import Function
from opencicc.llvm.services import services
from opencicc.passes.api import PassContext
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.analysis.manager import AnalysisManager
    from opencicc.link.settings import LinkSettings
    from opencicc.llvm.ir import Module
    from opencicc.llvm.native import TargetMachine
    from opencicc.options.values import OptionValues
    from opencicc.passes.api import Pass
    from opencicc.target import Target
    from opencicc.trace import Trace


@record
class RunContext:
    """What every pass of one run shares. `values` are the effective options of the level."""

    values: OptionValues
    target: Target
    machine: TargetMachine
    trace: Trace
    link_settings: LinkSettings
    is_strict: bool = False


def run_pass(
    chosen: Pass,
    module: Module,
    definitions: Callable[[], list[Function]],
    around: RunContext,
    analyses: AnalysisManager,
    params: tuple[str, ...] = (),
    changed_functions: list[int] | None = None,
) -> bool:
    """Run a pass of ours over the module or each of its functions; did it change anything?

    `definitions` gives these: most passes over functions get those that a first look finds. A pass over functions adds those that it changed to `changed_functions`.
    """
    is_strict = around.is_strict
    worth = services().worth_a_look(module, chosen.name) if chosen.has_first_look else None
    if worth == [] and not is_strict:
        return False
    context = make_context(chosen, module, around, analyses, params)
    if chosen.level == "module":
        changed = _run_on_module(chosen, module, definitions, context, analyses, is_strict)
        if is_strict and changed and worth == []:
            raise _blind(chosen, module.name)
        return changed
    changed = False
    for function in definitions() if worth is None or is_strict else map(Function, worth):
        context.enter(function)
        if _run_body(chosen, function, module, context, is_strict):
            changed = True
            if is_strict:
                _check_first_look(chosen, function, worth)
                _check_preserved(chosen, function, analyses)
            analyses.keep_only(function, chosen.preserves)
            if changed_functions is not None:
                changed_functions.append(function.ref)
    return changed


def make_context(
    chosen: Pass, module: Module, around: RunContext, analyses: AnalysisManager, params: tuple[str, ...]
) -> PassContext:
    return PassContext(
        chosen,
        module,
        around.values,
        around.target,
        analyses,
        around.trace,
        around.machine,
        around.link_settings,
        params,
        around.is_strict,
    )


def _run_on_module(
    chosen: Pass,
    module: Module,
    definitions: Callable[[], list[Function]],
    context: PassContext,
    analyses: AnalysisManager,
    is_strict: bool,
) -> bool:
    may_keep = chosen.preserves and (chosen.needs or not analyses.is_empty)
    names = {function.ref: function.name for function in definitions()} if may_keep else {}
    if not _run_body(chosen, module, module, context, is_strict):
        return False
    # A new function may have the address of a deleted one, so the name has to be the same too.
    now = module.definitions if names else ()
    remaining = [function for function in now if names.get(function.ref) == function.name]
    for function in remaining if is_strict else ():
        _check_preserved(chosen, function, analyses)
    analyses.keep_only_of(remaining, chosen.preserves)
    return True


def _check_first_look(chosen: Pass, function: Function, worth: list[int] | None) -> None:
    if worth is not None and function.ref not in worth:
        raise _blind(chosen, f"@{function.name}")


def _blind(chosen: Pass, at: str) -> InternalError:
    fix = "let the look in native/first_looks.cpp say yes here"
    return InternalError(f"pass {chosen.name} changed what its first look leaves out", at=at, fix=fix)


def _check_preserved(chosen: Pass, function: Function, analyses: AnalysisManager) -> None:
    try:
        analyses.check_preserved(function, chosen.preserves)
    except InternalError as error:
        raise InternalError(
            f"pass {chosen.name}: {error.what}", at=error.at, fix=f"take it out of preserves=(...) of {chosen.name}"
        ) from None


def _run_body(chosen: Pass, subject: Function | Module, module: Module, context: PassContext, is_strict: bool) -> bool:
    """Run the body; in strict mode its answer must be what happened to the IR."""
    before = module.bitcode() if is_strict else b""
    try:
        changed = bool(chosen.body(subject, context))
    except CompilerError:
        raise
    except Exception as error:
        raise InternalError(
            f"pass {chosen.name} failed: {type(error).__name__}: {error}",
            fix=f"switch it off, or report it: {chosen.name}",
        ) from error
    if is_strict and changed != (module.bitcode() != before):
        did = "changed the IR and says it did not" if not changed else "says it changed the IR and did not"
        raise InternalError(f"pass {chosen.name} {did}", fix="return True exactly when something was changed")
    return changed
