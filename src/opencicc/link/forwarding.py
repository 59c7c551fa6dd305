"""Functions that only hand their parameters on: what a front end's headers make of `pow`, before anything is inlined.

    define internal double @_ZL3powdd(double %a, double %b) { ...; %r = call double @__nv_pow(double %a, double %b); ret %r }

A call of such a function on constants is a call of the other one on constants. Parameters may go through stack objects of
their own, as unoptimised code writes them. Leaves alone: what has a second block, computes anything, or can be replaced by
another definition when programs are joined.
"""

from __future__ import annotations

from opencicc.llvm.code import Function, Instruction
from opencicc.llvm.constants import bits_of
from opencicc.llvm.scan import callers_of, calls_of, calls_on_constants, has_instructions
from opencicc.llvm.values import Value

MOST_INSTRUCTIONS = 16
MOST_STEPS = 3  # a function that hands on to one that hands on, ...
_OWN = ("internal", "private")

Sources = tuple[int | tuple[int], ...]  # of each argument: the number of the parameter, or (its bits,)


def forwarders_of(function: Function, steps: int = MOST_STEPS) -> list[tuple[Function, Sources]]:
    """Every function that hands on to this one, however many in between, and where each argument comes from.

    Those that nobody calls with a constant may be missing.
    """
    found: list[tuple[Function, Sources]] = []
    if not steps:
        return found
    for ref in calls_of(function)[0]:
        call = Instruction(ref)
        outer = call.parent.parent
        sources = _sources(outer, call) if _matters(outer) else None
        if sources is not None and outer.ref != function.ref:
            found.append((outer, sources))
            found += [
                (further, tuple(outside[source] if isinstance(source, int) else source for source in sources))
                for further, outside in forwarders_of(outer, steps - 1)
            ]
    return found


def arguments_through(sources: Sources, given: tuple[int, ...]) -> tuple[int, ...]:
    """The bits of the inner call's arguments, from those that the outer function is called with."""
    return tuple(given[source] if isinstance(source, int) else source[0] for source in sources)


def _matters(outer: Function) -> bool:
    """Is it called with a constant, or by what may hand on again? Most are not, and to read one costs more than to ask."""
    if not _may_hand_on(outer):
        return False
    return bool(calls_on_constants(outer)) or any(
        _may_hand_on(Function(caller)) for caller in set(callers_of(calls_of(outer)[0]))
    )


def _may_hand_on(function: Function) -> bool:
    if function.linkage not in _OWN or has_instructions(function, MOST_INSTRUCTIONS):
        return False
    return function.count_blocks() == 1


def _sources(outer: Function, call: Instruction) -> Sources | None:
    numbers = {parameter.ref: number for number, parameter in enumerate(outer.params)}
    kept: dict[int, int] = {}  # stack object: the parameter that was stored there
    loaded: dict[int, int] = {}
    for instruction in outer.instructions:
        if instruction.opcode == "store":
            value, place = instruction.operands
            if place.maker != "alloca" or value.ref not in numbers or place.ref in kept or instruction.is_volatile:
                return None
            kept[place.ref] = numbers[value.ref]
        elif instruction.opcode == "load":
            place = instruction.operand(0)
            if (
                place.ref not in kept
                or instruction.is_volatile
                or instruction.type != outer.params[kept[place.ref]].type
            ):
                return None
            loaded[instruction.ref] = kept[place.ref]
        elif instruction.opcode == "ret":
            if not instruction.operands or instruction.operand(0).ref != call.ref:
                return None
        elif instruction.opcode != "alloca" and instruction.ref != call.ref:
            return None
    return _each(call.arguments, numbers | loaded)


def _each(arguments: list[Value], numbers: dict[int, int]) -> Sources | None:
    sources: list[int | tuple[int]] = []
    for argument in arguments:
        bits = bits_of(argument) if argument.ref not in numbers else None
        if argument.ref in numbers:
            sources.append(numbers[argument.ref])
        elif bits is not None:
            sources.append((bits,))
        else:
            return None
    return tuple(sources)
