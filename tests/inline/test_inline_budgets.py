"""Budgets bind before the cap on size does: how many copies of a long function a kernel and a function take in."""

from __future__ import annotations

import opencicc

LENGTH, CALLS = 400, 25
# 5 units an instruction, less the call and three groups of parameters and one of the result.
CHARGE = 5 * LENGTH - 25 - 10 * 4
FUNCTION_BUDGET, KERNEL_BUDGET = 20_000, 40_000


def body(instructions: int) -> list[str]:
    """Loads and arithmetic that nothing folds; addresses are constant offsets, which make no code."""
    lines, last = [], "%a"
    for number in range(instructions // 4):
        at, loaded, product, total = (f"%{kind}{number}" for kind in "plms")
        lines += [
            f"{at} = getelementptr float, ptr addrspace(1) %p, i64 {number * 7 % 97}",
            f"{loaded} = load float, ptr addrspace(1) {at}",
            f"{product} = fmul float {last}, {loaded}",
            f"{total} = fadd float {product}, %b",
            f"%t{number} = fmul float {total}, {total}",
        ]
        last = f"%t{number}"
    return [*lines, f"ret float {last}"]


def calls(head: str, end: str) -> list[str]:
    lines = [head, "%x0 = load float, ptr addrspace(1) %in"]
    for number in range(CALLS):
        lines.append(f"%q{number} = getelementptr float, ptr addrspace(1) %in, i64 {100 * number}")
        lines.append(
            f"%x{number + 1} = call float @long(float %x{number}, float {number}.0, ptr addrspace(1) %q{number})"
        )
    return [*lines, f"store float %x{CALLS}, ptr addrspace(1) %out", end, "}"]


MODULE = "\n".join(
    [
        'target triple = "nvptx64-nvidia-cuda"',
        *("define float @long(float %a, float %b, ptr addrspace(1) %p) {", *body(LENGTH), "}"),
        *calls("define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %out) {", "ret void"),
        *calls("define void @function(ptr addrspace(1) %in, ptr addrspace(1) %out) {", "ret void"),
    ]
)


def missed(**options: object) -> dict[str, list[str]]:
    """Why calls stayed, by caller, as the remarks of one step of the inliner say."""
    named = {name.replace("_", "-"): value for name, value in options.items()}
    result = opencicc.compile(MODULE, arch="sm_90", options={"passes": "inline", **named})
    found: dict[str, list[str]] = {"kernel": [], "function": []}
    for remark in result.trace.remarks:
        if " not inlined into '" in remark.message:
            found[remark.message.split("'")[3]].append(remark.message)
    return found


def test_the_kernels_budget_binds() -> None:
    left = missed()
    assert len(left["kernel"]) == CALLS - KERNEL_BUDGET // CHARGE
    assert all("does not fit into the" in why for why in left["kernel"])


def test_a_functions_budget_is_half_of_it() -> None:
    left = missed()
    assert len(left["function"]) == CALLS - FUNCTION_BUDGET // CHARGE
    assert all("does not fit into the" in why for why in left["function"])


def test_a_given_budget_of_kernels_binds() -> None:
    left = missed(inline_adj_budget1=5 * CHARGE + 1)
    assert len(left["kernel"]) == CALLS - 5
    assert len(left["function"]) == CALLS - FUNCTION_BUDGET // CHARGE


def test_a_given_size_is_a_cap_for_kernels_too() -> None:
    left = missed(inline_max_size=6000)
    assert len(left["kernel"]) == CALLS - 14
    assert all("above inline-max-size=6000" in why for why in left["kernel"])
