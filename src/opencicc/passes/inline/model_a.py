"""Model A: a call is charged by the callee's size less what passing arguments through memory costs.

    charge = 5 * instructions + 25 * calls - marshalling - GPU bonus + switch penalty, at least 0

A PTX call declares, stores and loads a parameter for each argument and for the result. All of that
goes away with the call, so a small function with many struct arguments is inlined for nothing, and
the sum of charges is held against the caller's budget.
"""

from __future__ import annotations

from opencicc.passes.inline.decision import Argument, Site
from opencicc.passes.inline.types import TypeDesc, byte_size, count_fields, param_bytes
from opencicc.record import record

GROUP_BYTES = 16  # one st.param.v4 and one ld.param.v4
ARGUMENT_GROUP = 4


@record
class Units:
    """What things cost. The names are those of the knobs."""

    instruction: int = 5
    call: int = 25
    gpu_bonus: int = 2000
    switch_control: int = 0
    switch_penalty: int = 0
    max_cases: int = 0


def charge(site: Site, units: Units, size: int, has_gpu_operations: bool = False) -> int:
    """What inlining this call takes from the caller's budget; `size` is the callee's present size in units.

    GPU operations may have come into the callee by inlining, so they are asked for beside the site.
    """
    bonus = units.gpu_bonus if has_gpu_operations or site.callee.has_gpu_operations else 0
    saved = units.call + units.instruction * 2 * count_marshalling(site)  # marshalling_units
    return max(0, size + switch_units(site, units) - saved - bonus)


def size_units(code: int, calls: int, units: Units) -> int:
    return units.instruction * code + units.call * calls


def marshalling_units(site: Site, units: Units) -> int:
    """The call itself, two memory operations per 16 bytes, and two conversions per value that changes width."""
    return units.call + units.instruction * 2 * count_marshalling(site)


def count_marshalling(site: Site) -> int:
    """Pairs of memory operations and of conversions."""
    kept = site.__dict__  # asked for three times on the way to a decision
    found: int | None = kept.get("_marshalling")
    if found is None:
        types = [argument.actual for argument in site.arguments] + [site.result]
        groups = sum([-(-param_bytes(type_) // GROUP_BYTES) for type_ in types])
        found = kept["_marshalling"] = groups + count_conversions(site.arguments)
    return found


def count_conversions(arguments: tuple[Argument, ...]) -> int:
    """Values that change width at the boundary.

    Whole groups of four arguments are compared by size alone, the remaining one to three by type as well.
    """
    whole = len(arguments) - len(arguments) % ARGUMENT_GROUP
    grouped = sum(conversions_of(argument) for argument in arguments[:whole] if is_widened(argument))
    rest = [argument for argument in arguments[whole:] if is_widened(argument) or not is_compatible(argument)]
    return grouped + sum(conversions_of(argument) for argument in rest)


def is_widened(argument: Argument) -> bool:
    """Does the value take more bytes at the boundary than the callee asks for?"""
    return param_bytes(argument.actual) > byte_size(argument.formal)


def is_compatible(argument: Argument) -> bool:
    """Can the value be stored and loaded without a conversion?"""
    return (
        argument.actual is argument.formal
        or argument.actual == argument.formal
        or (
            byte_size(argument.actual) == byte_size(argument.formal)
            and not argument.actual.is_aggregate
            and not argument.formal.is_aggregate
        )
    )


def conversions_of(argument: Argument) -> int:
    """One for a scalar, one per field for a struct or array."""
    return count_fields(_wider(argument.actual, argument.formal))


def _wider(first: TypeDesc, second: TypeDesc) -> TypeDesc:
    return first if count_fields(first) >= count_fields(second) else second


def switch_units(site: Site, units: Units) -> int:
    """Diverging branches: units for each switch and each case, off unless the knobs ask for it."""
    callee = site.callee
    return units.switch_penalty * callee.switches + units.switch_control * callee.switch_cases


def switch_refusal(site: Site, units: Units) -> str:
    if units.max_cases and site.callee.max_cases > units.max_cases:
        return f"a switch of {site.callee.max_cases} cases exceeds inline-maxswitchcases={units.max_cases}"
    return ""
