"""Fold math calls on constants, before libdevice's bodies are inlined.

    %r = call float @__nv_sinf(float 1.0)    =>    float 0x3FEAED5480000000

The value is computed by running libdevice's own body with correctly rounded arithmetic under the
compile's modes, so it has the bits that the GPU would compute. Where these are not certain (an
approximate hardware function, a result that depends on contraction) the functions of NVVM's list get
the value closest to the true one; what is on no list, and what is no ordinary number, stays.
Runs after `__nvvm_reflect` has been answered. Convergent callees are never folded: they stand for
more than their value.
"""

from __future__ import annotations

from opencicc.link.eligibility import BEGINNINGS, NAMED, is_exact_intrinsic, library_function
from opencicc.link.forwarding import arguments_through, forwarders_of
from opencicc.link.libdevice import PREFIX
from opencicc.llvm.constants import bits_of
from opencicc.llvm.ir import Function, Instruction, Module
from opencicc.llvm.scan import calls_on_constants

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.link.folder import Folder
    from opencicc.link.settings import LinkSettings
    from opencicc.target import Target
    from opencicc.trace import Trace

_FOLDABLE_KINDS = ("integer", "float", "double")


def fold_math_calls(module: Module, target: Target, settings: LinkSettings, trace: Trace | None = None) -> int:
    """Replace eligible calls on constants by their values; how many were folded."""
    if not settings.fold_math:
        return 0
    folder: Folder | None = None
    folded = 0
    for name in [name for name in module.function_names.in_order if name in NAMED or name.startswith(BEGINNINGS)]:
        if not (is_exact_intrinsic(name) or library_function(name)):
            continue
        function = module.function(name)
        if function is None or not may_fold(function):
            continue
        for call, arguments in (*constant_calls(function), *handed_on(function)):
            folder = folder or _make_folder(module, target, settings)
            folded += folder.fold(call, name, function, arguments, trace)
    if folder is not None:
        folder.close()
    return folded


def _make_folder(module: Module, target: Target, settings: LinkSettings) -> Folder:
    # Imported here: most compiles have no such call and never need the evaluator.
    from opencicc.link.folder import Folder

    return Folder(module, target, settings)


def may_fold(function: Function) -> bool:
    """Not convergent, and a name of ours unless it is libdevice's: a user's own `sinf` means what it does."""
    if function.has_enum_attribute("convergent") or function.value_type.result.kind not in _FOLDABLE_KINDS:
        return False
    return function.is_declaration or function.name.startswith(PREFIX)


def handed_on(function: Function) -> list[tuple[Instruction, tuple[int, ...]]]:
    """The calls on constants of functions that only call this one, with the arguments that it gets."""
    if not library_function(function.name):
        return []
    return [
        (call, arguments_through(sources, given))
        for outer, sources in forwarders_of(function)
        for call, given in constant_calls(outer)
        if outer.value_type.result == function.value_type.result and not outer.name.startswith(PREFIX)
    ]


def constant_calls(function: Function) -> list[tuple[Instruction, tuple[int, ...]]]:
    """The calls of a function whose arguments are all numbers, made with the function's own type."""
    found = []
    for ref in calls_on_constants(function):
        call = Instruction(ref)
        arguments = [bits_of(argument) for argument in call.arguments]
        if arguments and None not in arguments:
            found.append((call, tuple(bits or 0 for bits in arguments)))
    return found
