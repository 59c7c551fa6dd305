"""Print where the threads of a block run together and where they come apart: dump-conv-text, -func and -dot.

    convergence of @kernel: 3 of 7 blocks run parted, 1 of 2 branches part the threads
      entry: together; parts the threads, who meet again in %join
      then: parted
      join: together; %x differs

`dump-conv-func` prints the first line, `dump-conv-text` all of it, `dump-conv-dot` the blocks as a graph for Graphviz,
parted ones grey, parting branches thick. All on the error stream, at the end of the optimizer. By name with no knob set
it prints the text. LLVM's `print<uniformity>` says it of the threads of a warp, this of those of a block.
"""

from __future__ import annotations

import sys

from opencicc.analysis.divergence import Divergence
from opencicc.llvm.ir import Function
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.option import Option
from opencicc.passes.api import PassContext, function_pass
from opencicc.passes.places import Place, at

SOURCE = "cicc v13.0 knob inventory"
DUMP_CONV_DOT = Option("dump-conv-dot", False, "Print convergence as a graph for Graphviz.", source=SOURCE)
DUMP_CONV_FUNC = Option("dump-conv-func", False, "Print one line on convergence for each function.", source=SOURCE)
DUMP_CONV_TEXT = Option("dump-conv-text", False, "Print convergence block by block.", source=SOURCE)


@function_pass(
    "print-convergence",
    "Print where the threads of a block run together.",
    guard="dump-conv-dot|dump-conv-func|dump-conv-text",
    places=at(Place("final-shape", after="default-next", why="the shape that code generation gets")),
    is_read_only=True,
    reads=(DUMP_CONV_DOT, DUMP_CONV_FUNC, DUMP_CONV_TEXT),
    needs=(Divergence, Snapshot),
    preserves=("cfg",),
)
def run(function: Function, ctx: PassContext) -> bool:
    found = ctx.analysis(Divergence, function)
    wants_dot, wants_line = ctx.option(DUMP_CONV_DOT), ctx.option(DUMP_CONV_FUNC)
    wants_text = ctx.option(DUMP_CONV_TEXT) or not (wants_dot or wants_line)
    names = block_names(function)
    lines = [summary(function, found)] if wants_text or wants_line else []
    lines += text_lines(found, names) if wants_text else []
    lines += dot_lines(function, found, names) if wants_dot else []
    print("\n".join(lines), file=sys.stderr)
    return False


def block_names(function: Function) -> list[str]:
    return [block.name or f"block {number}" for number, block in enumerate(function.blocks)]


def summary(function: Function, found: Divergence) -> str:
    blocks, branches = len(found.flow.successors), sum(len(targets) > 1 for targets in found.flow.successors)
    return (
        f"convergence of @{function.name}: {len(found.parted)} of {blocks} blocks run parted, "
        f"{len(found.parting)} of {branches} branches part the threads"
    )


def text_lines(found: Divergence, names: list[str]) -> list[str]:
    flat, lines = found.flat, []
    for block, name in enumerate(names):
        said = ["parted" if block in found.parted else "together"]
        if block in found.parting:
            meet = found.parting[block]
            where = f"meet again in %{names[meet]}" if meet >= 0 else "meet no more"
            said.append(f"parts the threads, who {where}")
        variant = [flat.instruction(number).name for number in flat.block_range(block) if found.is_variant(number)]
        values = [f"%{value}" for value in variant if value]
        if values:
            said.append(f"{', '.join(values)} {'differ' if len(values) > 1 else 'differs'}")
        lines.append(f"  {name}: {'; '.join(said)}")
    return lines


def dot_lines(function: Function, found: Divergence, names: list[str]) -> list[str]:
    lines = [f'digraph "{function.name}" {{']
    for block, name in enumerate(names):
        style = ' [style=filled, fillcolor="grey"]' if block in found.parted else ""
        lines.append(f'  "{name}"{style};')
        weight = " [penwidth=3]" if block in found.parting else ""
        lines += [f'  "{name}" -> "{names[target]}"{weight};' for target in found.flow.successors[block]]
    return [*lines, "}"]
