"""Folder: gives a math call on constants its value, or says why there is none."""

from __future__ import annotations

from opencicc.errors import CompilerError
from opencicc.link import reflect
from opencicc.link.builtins import BuiltinFailure, pull
from opencicc.link.contraction import contract_builtins
from opencicc.link.eligibility import is_exact_intrinsic, library_function
from opencicc.link.evaluate import ieee
from opencicc.link.evaluate.body import Evaluator
from opencicc.link.evaluate.documented import documented_result
from opencicc.link.evaluate.ieee import F32, GiveUp
from opencicc.link.evaluate.mode import Mode
from opencicc.link.evaluate.operations import find_operation
from opencicc.link.libdevice import PREFIX, find_library
from opencicc.llvm import edit, edit_module
from opencicc.llvm.constants import constant_of
from opencicc.llvm.ir import Function, Instruction, Module
from opencicc.record import replace
from opencicc.trace import Remark, Trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.link.settings import LinkSettings
    from opencicc.target import Target

PASS_NAME = "fold-math-calls"


class Folder:
    """Folds calls of one module; loads library functions the module does not have when asked for them."""

    def __init__(self, module: Module, target: Target, settings: LinkSettings) -> None:
        self.module, self.target, self.settings = module, target, settings
        self.ftz = reflect.is_flushing(module, settings)
        mode = Mode(ftz=self.ftz, prec_div=settings.prec_div)
        self.evaluator = Evaluator(mode)
        self.scratch: list[Module] = []
        self.library: dict[str, Function | None] = {}

    def close(self) -> None:
        for module in self.scratch:
            module.dispose()

    def fold(
        self, call: Instruction, name: str, function: Function, arguments: tuple[int, ...], trace: Trace | None
    ) -> bool:
        try:
            bits = self.evaluate(name, function, arguments)
            _refuse_nan(call.type.kind, bits)
        except GiveUp as reason:
            _remark(trace, "missed", call, name, f"not folded: {reason}")
            return False
        _remark(trace, "passed", call, name, "folded to a constant")
        edit.replace_and_erase(call, constant_of(call.type, bits))
        return True

    def evaluate(self, name: str, function: Function, arguments: tuple[int, ...]) -> int:
        if is_exact_intrinsic(name):
            return self._intrinsic(name, function, arguments)
        inside = library_function(name)
        body = function if not function.is_declaration else self._find(inside, function)
        if body is None:
            raise GiveUp(f"libdevice has no {inside}")
        try:
            return self.evaluator.evaluate(body, arguments)
        except GiveUp as reason:
            plain = inside.removeprefix(PREFIX)
            promised = documented_result(plain, arguments)
            return _closest(plain, arguments, reason) if promised is None else promised

    def _intrinsic(self, name: str, function: Function, arguments: tuple[int, ...]) -> int:
        operation = find_operation(name)
        if operation is None or (name == "llvm.sqrt.f32" and not self.settings.prec_sqrt):
            raise GiveUp(f"{name} has no certain value")
        bits = operation(*arguments)
        if not isinstance(bits, int):
            raise GiveUp("the result is a NaN")
        is_plain_float = name.endswith(".f32") and not name.startswith("llvm.nvvm.")
        if self.ftz and is_plain_float and any(ieee.is_subnormal(F32, b) for b in (*arguments, bits)):
            raise GiveUp("a subnormal whose flushing depends on code generation")
        return bits

    def _find(self, name: str, like: Function) -> Function | None:
        """A library function the module lacks, linked into a module of its own."""
        if name not in self.library:
            scratch = self.module.context.new_module(f"{PASS_NAME}.{name}")
            edit_module.set_target_like(scratch, self.module)
            self.scratch.append(scratch)
            edit_module.declare(scratch, name, like.value_type)
            try:
                pull(scratch, find_library(self.settings.library_path), {name: False})
            except (BuiltinFailure, CompilerError) as error:
                raise GiveUp(f"libdevice: {error}") from None
            reflect.resolve(scratch, self.target, replace(self.settings, ftz=self.ftz))
            contract_builtins(scratch, self.settings)
            found = scratch.function(name)
            is_same = found is not None and not found.is_declaration and found.value_type == like.value_type
            self.library[name] = found if is_same else None
        return self.library[name]


def _closest(name: str, arguments: tuple[int, ...], reason: GiveUp) -> int:
    # Imported here: most calls fold by their bodies, and decimal arithmetic takes a millisecond to load.
    from opencicc.link.evaluate.closest import closest_result

    try:
        return closest_result(name, arguments)
    except GiveUp:
        raise reason from None


def _refuse_nan(kind: str, bits: int) -> None:
    if (kind == "float" and ieee.is_nan(ieee.F32, bits)) or (kind == "double" and ieee.is_nan(ieee.F64, bits)):
        raise GiveUp("the result is a NaN")


def _remark(trace: Trace | None, kind: str, call: Instruction, name: str, message: str) -> None:
    if trace is not None:
        where = call.parent.parent.name
        trace.remark(Remark(kind, PASS_NAME, "MathCall", where, f"call of {name} {message}", call.location))
