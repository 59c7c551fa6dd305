"""Let the test at the end of a loop jump back when it holds.

    br i1 %done, label %end, label %loop    =>    %more = xor i1 %done, true
                                                  br i1 %more, label %loop, label %end

Code generation writes the first as `@%p bra end; bra.uni loop;` wherever it puts %end behind the loop later, because it
can't turn a condition round by then. To ptxas that is a loop with its exit in the middle, and it makes no copies of such
a loop: of a sum over an array nvcc's has 29 loads, ours had 5. The negation costs nothing: it becomes another comparison.

Leaves alone: branches that jump back either way, and switches.

In GPU time (H200, ptxas 13.0, time with the pass over time without it) it is 0.984 over 35 kernels of the programs of
HeCBench's development list that it changes: nbody accumulate_energy 0.532, cbsfil toCoef2DX 0.921, particlefilter normalize 0.954, chi2
0.984; the worst are sampling exact_rows 1.025 and expdist reduce_cross_term 1.17, whose time varies by 40 % from run to run.
Over the seven kernels of ours whose machine code it changes it is 1.045: row_interactions 1.36, the six others 0.99 to 1.01. There
ptxas makes sixteen copies of a small loop, and for their sake schedules another loop in fewer registers, two of its four loads
behind the first root, turned or not. No rule that keeps the copies avoids that, and the copies are what the pass is for.
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Block, Function
from opencicc.llvm.scan import edges_of
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

BACK_EDGES_FIRST = Option(
    "back-edges-first",
    True,
    "Let the test at the end of a loop jump back when it holds, as ptxas expects of loops that it may unroll.",
    source="our choice: nvcc does; 167 loops in 103 of 523 kernels of HeCBench were the other way round",
)


@function_pass(
    "back-edges-first",
    "Let the test at the end of a loop jump back when it holds.",
    phase=2,
    when="loops",
    has_first_look=True,
    places=at(
        Place("final-shape", after="limit-registers", why="nothing turns conditions round again before code generation")
    ),
    reads=(BACK_EDGES_FIRST,),
    preserves=("live-registers", "launch", "occupancy"),  # a condition takes no register
)
def run(function: Function, ctx: PassContext) -> bool:
    if not ctx.option(BACK_EDGES_FIRST):
        return False
    ways = edges_of(function)
    back = back_edges(ways)
    blocks = [Block(block) for block, targets in ways.items() if jumps_back_if_not(block, targets, back)]
    turned = [block.terminator for block in blocks if block.terminator.opcode == "br"]
    for branch in turned:
        edit.invert_branch(branch)
    if turned:
        ctx.remark(
            function, f"turned {len(turned)} test{'s'[: len(turned) != 1]} at the end of loops", name="BackEdges"
        )
    return bool(turned)


def jumps_back_if_not(block: int, targets: list[int], back: set[tuple[int, int]]) -> bool:
    return len(targets) == 2 and (block, targets[1]) in back and (block, targets[0]) not in back


def back_edges(ways: dict[int, list[int]]) -> set[tuple[int, int]]:
    """The edges to a block that the way from the entry has come through."""
    entry = next(iter(ways))
    found: set[tuple[int, int]] = set()
    seen, on_way = {entry}, {entry}
    way = [(entry, iter(ways[entry]))]
    while way:
        block, targets = way[-1]
        target = next(targets, None)
        if target is None:
            on_way.discard(block)
            way.pop()
        elif target in on_way:
            found.add((block, target))
        elif target not in seen:
            seen.add(target)
            on_way.add(target)
            way.append((target, iter(ways[target])))
    return found
