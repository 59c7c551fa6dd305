"""From what the rules found to one error, and warnings."""

from __future__ import annotations

from opencicc.errors import InputError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.passes.verify.violation import Violation

SHOWN = 50


def refuse(found: list[Violation], fix: str) -> None:
    """Raise an error that names all that is wrong; nothing where there are only warnings."""
    errors = [violation for violation in found if not violation.is_warning]
    if not errors:
        return
    first, others = errors[0], errors[1:]
    count = "a rule" if not others else f"{len(errors)} rules"
    raise InputError(
        f"the module breaks {count} of NVVM IR: {first.what}",
        at=first.place,
        fix=fix,
        detail="\n".join(part for part in (first.text, *(str(violation) for violation in others[:SHOWN])) if part),
    )


def describe(module: Module) -> str:
    """What the verifier looked at."""
    definitions = module.definitions
    kernels = sum(function.is_kernel for function in definitions)
    instructions = sum(function.count_instructions() for function in definitions)
    variables = sum(1 for _ in module.globals)
    return (
        f"NVVM's rules looked at {len(definitions)} functions ({kernels} kernels), {instructions} instructions and "
        f"{variables} variables"
    )
