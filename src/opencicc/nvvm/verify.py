"""nvvmVerifyProgram: the user's modules as one, by LLVM's rules and then by NVVM's. Lazy modules are not looked at."""

from __future__ import annotations

from opencicc.compiler import compile_scope
from opencicc.compiler.files import USER, Input
from opencicc.compiler.settings import resolve
from opencicc.errors import InputError
from opencicc.link import linker
from opencicc.llvm.ir import Context
from opencicc.passes.verify import find_violations
from opencicc.trace import Trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.options.values import OptionValues

MOST_SHOWN = 50


def check(inputs: list[Input], values: OptionValues) -> None:
    """Raise an error that names everything wrong with the program."""
    settings, trace = resolve(values), Trace()
    users = [(item.name, item.data) for item in inputs if item.role == USER]
    with compile_scope.quiet_collector(), Context() as context:
        module = linker.link_modules(context, users, settings.link_settings, trace)
        broken = module.verify()
        if broken:
            raise InputError("the module is not valid IR", at=users[0][0], detail=broken)
        found = [one for one in find_violations(module, settings.target.sm) if not one.is_warning]
        if found:
            raise InputError(f"error: {found[0]}", detail="\n".join(f"error: {one}" for one in found[1:MOST_SHOWN]))
