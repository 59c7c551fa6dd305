"""Functions that the PTX would call and nothing defines: ptxas refuses them, so the compile does.

What ptxas or CUDA's device runtime brings is no one's to define. Relocatable code (--device-c) may call
anything: the linker of the device program sees to it.
"""

from __future__ import annotations

from opencicc.errors import LinkError, suggest
from opencicc.llvm.ir import Instruction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Function, Module, Value

# Tried with ptxas 13.0: these it resolves itself, and whatever begins with the prefix of its own calls.
PTXAS_NAMES = frozenset({
    "__assertfail", "cudaGraphKernelNodeSetEnabled", "cudaGraphKernelNodeSetGridDim", "cudaGraphKernelNodeSetParam",
    "cudaGraphKernelNodeUpdatesApply", "cudaGraphLaunch", "cudaGraphSetConditional", "free", "malloc", "vprintf",
})  # fmt: skip
# The second and third belong to libcudadevrt, which a program that launches kernels from kernels is linked with.
RESOLVED_PREFIXES = ("__cuda_syscall", "__cudaCDP2", "cuda")
LIBRARY_PREFIX = "__nv_"
SHOWN_CALLERS = 3

_FIX = "link the module that defines it, or give --device-c if another link follows"
_OTHER_NAMES = {"printf": "vprintf (a format and a buffer of arguments)", "__assert_fail": "__assertfail"}
_MATH_NAMES = frozenset(
    "acos acosh asin asinh atan atan2 atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 fabs floor fma fmax fmin fmod hypot "
    "ldexp lgamma log log10 log1p log2 nearbyint pow rint round rsqrt sin sinh sqrt tan tanh tgamma trunc".split()
)


def check_functions(module: Module, elsewhere: frozenset[str] = frozenset()) -> None:
    """An error that names every function in need of a definition and who calls it; those defined elsewhere are in none."""
    needy = [f for f in module.functions if needs_definition(f) and f.name not in elsewhere]
    missing = {f.name: callers for f in needy if (callers := find_callers(f))}
    if not missing:
        return
    (first, callers), *others = missing.items()
    raise LinkError(
        f"undefined function{'s' if others else ''}: {', '.join(missing)}",
        at=f"{first}: {describe(callers)}",
        fix=find_fix(first, [f.name for f in module.definitions]),
        detail="\n".join(f"{name}: {describe(callers)}" for name, callers in others),
    )


def needs_definition(function: Function) -> bool:
    if not function.is_declaration or function.is_intrinsic:
        return False
    name = function.name
    is_resolved = name in PTXAS_NAMES or name.startswith(RESOLVED_PREFIXES)
    return not is_resolved and not name.startswith("llvm.") and function.has_uses


def find_callers(function: Function) -> list[str]:
    """Who will name this function in the PTX: 'called by @k at k.cu:3:7', 'stored in @table', each user once."""
    found: dict[str, None] = {}
    waiting: list[Value] = [function]
    while waiting:
        for user in waiting.pop().users:
            if user.kind == "instruction":
                instruction = Instruction(user.ref)
                place = f" at {instruction.location}" if instruction.location else ""
                found[f"called by @{instruction.parent.parent.name}{place}"] = None
            elif user.kind != "global_variable":
                waiting.append(user)
            elif not user.name.startswith("llvm."):  # llvm.used and the like make no code
                found[f"stored in @{user.name}"] = None
    return list(found)


def describe(callers: list[str]) -> str:
    more = len(callers) - SHOWN_CALLERS
    return ", ".join(callers[:SHOWN_CALLERS]) + (f" and {more} more" if more > 0 else "")


def find_fix(name: str, defined: list[str]) -> str:
    if name in _OTHER_NAMES:
        return f"call {_OTHER_NAMES[name]}: device code has no {name}"
    if name in _MATH_NAMES or name.removesuffix("f") in _MATH_NAMES:
        return f"call libdevice's {LIBRARY_PREFIX}{name}, or {_FIX}"
    if name.startswith(LIBRARY_PREFIX):
        return f"libdevice has no function of this name: check its spelling; else {_FIX}"
    return suggest(name, defined) + _FIX
