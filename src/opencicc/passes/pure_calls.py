"""Say of small functions that only compute that they do, so that equal calls become one before they are inlined.

    define internal float @sinf(float %a) convergent {        define internal float @sinf(float %a) memory(none) {
      %r = call float @__nv_sinf(float %a) convergent    =>     %r = call float @__nv_sinf(float %a)
      ret float %r                                              ret float %r

Front ends mark every function and call of device code `convergent`, and nothing is known of its memory until its body was
looked at, which LLVM does after inlining. Then two calls with equal arguments are two copies of a few hundred instructions,
with branches inside, that nothing can merge any more. Here what is known of libdevice's functions is carried up through
the wrappers around them, and `early-cse` does the rest.

Leaves alone: functions that others may replace, that access memory, that call anything else, that are long.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Instruction, Module
from opencicc.llvm.names import LOCAL_LINKAGES
from opencicc.llvm.scan import callers_of, calls_of
from opencicc.llvm.services import services
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.places import Place, at

PURE_CALLS = Option(
    "pure-calls",
    True,
    "Find small functions that only compute, so that equal calls of them are merged before inlining.",
    source="our choice: 47 calls of math functions in one kernel, 31 of them different",
)
PURE_CALLS_MAX_SIZE = Option(
    "pure-calls-max-size",
    64,
    "The most instructions of a function that pure-calls looks at.",
    source="our choice: wrappers have two or three",
    minimum=0,
)
CONVERGENT = "convergent"
IMPURE = frozenset("load store alloca atomicrmw cmpxchg fence invoke callbr unreachable va_arg resume".split())


@module_pass(
    "pure-calls",
    "Let equal calls of functions that only compute be merged.",
    when="calls",
    has_first_look=True,
    places=at(Place("opening", before="early-cse", why="equal math calls are merged by the early-cse behind it")),
    reads=(PURE_CALLS, PURE_CALLS_MAX_SIZE),
    preserves=("cfg",),
)
def run(module: Module, ctx: PassContext) -> bool:
    if not ctx.option(PURE_CALLS):
        return False
    changed, most = False, ctx.option(PURE_CALLS_MAX_SIZE)
    waiting = services().pure_functions(module)
    settled = set(waiting)  # functions that are pure, or can't be marked
    while waiting:
        calls = calls_of(Function(waiting.pop()))[0]
        for call, caller in zip(map(Instruction, calls), callers_of(calls), strict=True):
            if call.has_call_attribute(CONVERGENT):
                edit.remove_call_attribute(call, CONVERGENT)
                changed = True
            if caller in settled:
                continue
            function = Function(caller)
            if not may_be_marked(function):
                settled.add(caller)
            elif only_computes(function, most):
                mark(function)
                ctx.remark(function, "only computes: equal calls of it are merged", name="PureFunction")
                waiting.append(caller)
                settled.add(caller)
                changed = True
    return changed


def may_be_marked(function: Function) -> bool:
    """What a module may replace at link time can't be judged by this body; kernels have no callers."""
    return function.linkage in LOCAL_LINKAGES and not function.is_kernel and not function.has_enum_attribute("optnone")


def only_computes(function: Function, most: int) -> bool:
    for count, instruction in enumerate(function.instructions, 1):
        if count > most or instruction.opcode in IMPURE:
            return False
        if instruction.opcode == "call" and not is_pure_call(instruction):
            return False
    return True


def is_pure_call(call: Instruction) -> bool:
    """An intrinsic may be convergent at one call only; other calls are what their function is."""
    callee = call.called_function
    if callee is None or not callee.is_pure:
        return False
    return not (callee.is_intrinsic and call.has_call_attribute(CONVERGENT))


def mark(function: Function) -> None:
    edit.remove_attribute(function, CONVERGENT)
    edit.add_attribute(function, "memory")
    edit.add_attribute(function, "nounwind")
    if function.has_attribute("mustprogress"):
        edit.add_attribute(function, "willreturn")
