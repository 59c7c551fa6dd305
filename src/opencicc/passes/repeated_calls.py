"""Say of functions that are called more than once in one place that they only compute, so that equal calls become one.

    define internal float @f(ptr byval(%pair) %a) convergent {        define internal float @f(%pair %a) memory(none) {
      ...                                                        =>     ...
    %x = call float @f(ptr byval(%pair) %p)                           %v = load %pair, ptr %p
    %y = call float @f(ptr byval(%pair) %p)                           %x = call float @f(%pair %v)   ; and early-cse takes it for %y

pure-calls carries up what is known of libdevice; here it is the function's own body that says so: arithmetic, loops, calls of
functions that only compute, and loads from its own struct parameters, which are passed by value from then on. Inlined,
two such calls are two loops that nothing can merge any more, where nvcc has one.

Leaves alone: functions that read or write memory, that others may replace or whose address is taken, structs with padding or of
more than 128 bytes, functions that no caller calls twice, and long ones (`repeated-calls-max-size`).
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.code import Function, Instruction
from opencicc.llvm.scan import calls_of
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.places import Place, at
from opencicc.passes.pure_calls import CONVERGENT, mark, may_be_marked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.llvm.types import Type
    from opencicc.llvm.values import Value

REPEATED_CALLS = Option(
    "repeated-calls",
    True,
    "Find functions that only compute among those that a function calls more than once, so that equal calls are merged.",
    source="our choice: nvcc merges calls of functions with loops that take structs by value",
)
REPEATED_CALLS_MAX_SIZE = Option(
    "repeated-calls-max-size",
    200,
    "The most instructions of a function that repeated-calls looks at.",
    source="our choice: longer ones are seldom called twice with the same arguments",
    minimum=0,
)
IMPURE = frozenset("store alloca atomicrmw cmpxchg fence invoke callbr unreachable va_arg resume indirectbr".split())


@module_pass(
    "repeated-calls",
    "Let equal calls of functions be merged whose bodies only compute.",
    when="calls",
    has_first_look=True,
    places=at(
        Place(
            "opening",
            before="when<changed>(sroa,instcombine,early-cse<memssa>)",
            why="equal arguments are one value by now, and math functions are known to compute",
        )
    ),
    reads=(REPEATED_CALLS, REPEATED_CALLS_MAX_SIZE),
)
def run(module: Module, ctx: PassContext) -> bool:
    if not ctx.option(REPEATED_CALLS):
        return False
    search = Search(module, ctx.option(REPEATED_CALLS_MAX_SIZE))
    names = [function.name for function in module.definitions if is_called_twice(function)]
    made = set[str]()
    for name in names:
        function = module.function(name)  # a function that takes values now is another one
        chain = list[Function]()
        if function is None or name in made or not search.collect(function, chain, ()):
            continue
        for member in chain:
            made.add(member.name)
            ctx.remark(member, "only computes: equal calls of it are merged", name="RepeatedCalls")
            search.make_pure(member)
    return bool(made)


def is_called_twice(function: Function) -> bool:
    """By one function, with arguments that may be the same? Straight code is merged as well after it was inlined."""
    if function.count_blocks() == 1 or not may_be_marked(function) or function.is_pure:  # the cheapest question first
        return False
    calls, _ = calls_of(function)
    keys = [key_of(Instruction(call)) for call in calls] if len(calls) > 1 else []
    return len(set(keys)) < len(keys)


def key_of(call: Instruction) -> tuple[int, ...]:
    """The same for calls of one caller that may be equal; of structs that are copied nothing is known here."""
    arguments = (0 if value.type.kind == "pointer" else value.ref for value in call.arguments)
    return call.parent.parent.ref, *arguments


class Search:
    """Functions of a module that only compute."""

    def __init__(self, module: Module, most: int) -> None:
        self._module, self._most = module, most

    def collect(self, function: Function, chain: list[Function], above: tuple[int, ...]) -> bool:
        """Does a function only compute? Those that it calls, and that have to be marked too, are put in front of it."""
        if function in chain:
            return True
        if function.ref in above or not may_be_marked(function):
            return False
        numbers = [number for number in range(len(function.params)) if function.byval_type(number) is not None]
        if numbers and len(self._values(function)) != len(numbers):
            return False
        structs = {function.params[number].ref for number in numbers}
        for count, instruction in enumerate(function.instructions, 1):
            if count > self._most or not may_stand(instruction, structs):
                return False
            if instruction.opcode == "call" and not self._is_pure(instruction, chain, (*above, function.ref)):
                return False
        chain.append(function)
        return True

    def _is_pure(self, call: Instruction, chain: list[Function], above: tuple[int, ...]) -> bool:
        callee = call.called_function
        if callee is None:
            return False
        if callee.is_pure or callee.is_declaration:
            return callee.is_pure and not (callee.is_intrinsic and call.has_call_attribute(CONVERGENT))
        return self.collect(callee, chain, above)

    def _values(self, function: Function) -> dict[int, tuple[Type, int]]:
        """Its struct parameters that can be values, if all calls can be made anew."""
        from opencicc.passes.byval_mem2reg import passable, rewritable_calls
        from opencicc.passes.inline.body import Reader

        given = passable(function, Reader(self._module))
        return given if given and rewritable_calls(function) else {}

    def make_pure(self, function: Function) -> None:
        given = self._values(function)
        if given:
            from opencicc.llvm.edit_signature import pass_by_value
            from opencicc.passes.byval_mem2reg import rewritable_calls

            name = function.name
            pass_by_value(self._module, function, given, rewritable_calls(function))
            function = self._module.function(name) or function
        mark(function)
        for call in map(Instruction, calls_of(function)[0]):
            if call.has_call_attribute(CONVERGENT):
                edit.remove_call_attribute(call, CONVERGENT)


def may_stand(instruction: Instruction, structs: set[int]) -> bool:
    """Is an instruction no obstacle? Memory is read from the function's own structs only, and addresses are for nothing else."""
    opcode = instruction.opcode
    if opcode == "load":
        return instruction.is_simple and is_inside(instruction.operand(0), structs)
    if opcode == "getelementptr":
        return is_inside(instruction.operand(0), structs)
    operands = instruction.arguments if opcode == "call" else instruction.operands
    return opcode not in IMPURE and all(
        operand.type.kind != "pointer" or (opcode == "call" and is_inside(operand, structs)) for operand in operands
    )


def is_inside(pointer: Value, structs: set[int]) -> bool:
    while pointer.maker == "getelementptr":
        pointer = pointer.operand(0)
    return pointer.ref in structs
