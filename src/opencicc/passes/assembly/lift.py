"""Which inline assembly is written as IR, and the exchange."""

from __future__ import annotations

from opencicc.llvm import edit, types
from opencicc.llvm.arithmetic import is_flushing
from opencicc.llvm.constants import has_side_effects, is_intel_assembly
from opencicc.llvm.ir import Function, Instruction, Module, Value
from opencicc.llvm.scan import assembly_calls
from opencicc.passes.assembly.operations import REGISTERS, Writer, width_of
from opencicc.passes.assembly.plan import Plan, plan_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.types import Type
    from opencicc.passes.api import PassContext

CLOCKS = (
    "llvm.nvvm.read.ptx.sreg.clock",
    "llvm.nvvm.read.ptx.sreg.globaltimer",
    "llvm.readcyclecounter",
    "llvm.readsteadycounter",
)
CLOCK_WORDS = ("%clock", "%globaltimer")
FIRST_WITH_BFLOAT = 90  # the first architecture that adds and multiplies bfloat


def lift_all(
    found: list[tuple[Instruction, str, str]], function: Function, ctx: PassContext, *, may_fuse: bool
) -> bool:
    """Write those calls, each with its template and constraints, as IR that may be; were there any?"""
    plans = [(call, plan) for call, *text in found if (plan := plan_for(*text)) is not None]
    flushes = is_flushing(function)
    lifted = [(call, plan) for call, plan in plans if may_lift(call, plan, ctx, flushes=flushes)]
    with edit.Builder(ctx.module.context.ref) as builder:
        for call, plan in lifted:
            lift(call, plan, Writer(ctx.module, call, builder, may_fuse=may_fuse))
    return bool(lifted)


def may_lift(call: Instruction, plan: Plan, ctx: PassContext, *, flushes: bool) -> bool:
    if is_intel_assembly(call.callee) or (plan.rounds and flushes):
        return False
    if plan.has_bfloat and ctx.target.sm < FIRST_WITH_BFLOAT:
        return False
    if not has_side_effects(call.callee):
        return True
    return plan.is_load and not ctx.memory(Clocks).are_read(ctx.module)


class Clocks:
    """Whether a program asks for the time, looked for once in a compile."""

    def __init__(self) -> None:
        self._answer: bool | None = None

    def are_read(self, module: Module) -> bool:
        if self._answer is None:
            self._answer = reads_clocks(module)
        return self._answer


def reads_clocks(module: Module) -> bool:
    """Intrinsics are declared where a program asks for the time; assembly is looked through."""
    if any(each.is_declaration and each.name.startswith(CLOCKS) for each in module.functions):
        return True
    templates = (template for function in module.definitions for _, template, _ in assembly_calls(function))
    return any(word in template for template in templates for word in CLOCK_WORDS)


def lift(call: Instruction, plan: Plan, w: Writer) -> None:
    """Write the instructions of a plan in front of a call, and their results in its place."""
    known = {f"${plan.results + n}": value for n, value in enumerate(call.arguments)}
    known |= {f"${n}": value for n, value in zip(plan.shared, call.arguments, strict=True) if n >= 0}
    for step in plan.steps:
        given = [known[word] if word in known else constant(w, word) for word in step.sources]
        results = step.write(w, given)
        if len(results) < len(step.results):
            results = apart(w, results[0], len(step.results))
        known |= dict(zip(step.results, results, strict=True))
    edit.replace_and_erase(call, as_result(w, [known[f"${n}"] for n in range(plan.results)], call.type))


def constant(w: Writer, word: str) -> Value:
    if word in REGISTERS:
        return w.intrinsic(REGISTERS[word], [], [])
    return edit.constant_int(w.integer(64), int(word, 0))


def apart(w: Writer, value: Value, count: int) -> list[Value]:
    """The parts of a register, the lowest first."""
    width = width_of(value.type) // count
    row = w.as_type(value, types.vector(w.integer(width), count))
    return [w.builder.extract_element(row, edit.constant_int(w.integer(32), n)) for n in range(count)]


def as_result(w: Writer, values: list[Value], type_: Type) -> Value:
    if type_.kind != "struct":
        return w.as_type(values[0], type_)
    whole: Value = edit.poison(type_)
    for n, (value, field) in enumerate(zip(values, type_.fields, strict=True)):
        whole = w.builder.insert_value(whole, w.as_type(value, field), n)
    return whole
