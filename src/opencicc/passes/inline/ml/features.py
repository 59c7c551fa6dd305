"""A call site as numbers, the same for the training log, for training and for the trained advisor. Imports no LLVM."""

from __future__ import annotations

from opencicc.passes.inline.types import param_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.passes.inline.decision import FunctionFacts, Site
    from opencicc.passes.inline.model_b import InlineCost

NAMES = (
    "callee_instructions", "callee_code", "callee_calls", "callee_blocks", "callee_switch_cases", "callee_local_bytes",
    "callee_has_gpu_operations", "callee_loops", "caller_instructions", "caller_blocks", "caller_is_kernel",
    "arguments", "constant_arguments", "argument_bytes", "is_last_use", "uses", "loop_depth", "cost", "threshold",
)  # fmt: skip


def features(
    site: Site, caller: FunctionFacts, cost: InlineCost, uses: int, loop_depth: int, loops: int
) -> list[float]:
    """The features in the order of NAMES; `loops` are the callee's."""
    callee, types = site.callee, [argument.actual for argument in site.arguments]
    values = (
        callee.instructions, callee.code, callee.calls, callee.blocks, callee.switch_cases, callee.local_bytes,
        callee.has_gpu_operations, loops, caller.instructions, caller.blocks, caller.is_kernel,
        len(types), sum(argument.is_constant for argument in site.arguments), sum(map(param_bytes, types)),
        site.is_last_use, uses, loop_depth, cost.cost, cost.threshold,
    )  # fmt: skip
    return [float(value) for value in values]


def block_depths(edges: list[tuple[int, int]], blocks: int) -> list[int]:
    """Loops around each block, taking every edge backward in block order as one that closes a loop around all between."""
    depths = [0] * blocks
    for start, end in {(to, source) for source, to in edges if to <= source}:
        for block in range(start, end + 1):
            depths[block] += 1
    return depths
