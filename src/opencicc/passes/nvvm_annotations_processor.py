"""Bring what is said of kernels' launches into the attributes that PTX's directives are made of, without contradictions.

    !{ptr @k, !"maxntid", i32 128}                                 =>   "nvvm.maxntid"="128"
    "nvvm.reqntid"="64" "nvvm.maxntid"="128"                       =>   "nvvm.reqntid"="64"
    "nvvm.maxnreg"="0"                                             =>   no limit

NVVM IR says it in two dialects: rows of `nvvm.annotations` (kernel, maxntidx, reqntidx, minctasm, maxnreg, cluster_dim_x,
cluster_max_blocks, grid_constant and their kin) and attributes of functions. libLLVM's reader makes attributes of the rows
that it knows; here are the spellings that it leaves, and what no directive may say: ptxas refuses a required block next to a
largest one, cluster dimensions next to a largest cluster, and zero. The stronger word stays; a block that is required to be
larger than allowed is a warning.

Leaves alone: rows about textures, surfaces and managed variables, which code generation reads, and names that nobody knows.
Upstream: the reader (UpgradeNVVMAnnotations).
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Function, Module, Value
from opencicc.llvm.names import (
    CLUSTER_DIMENSIONS,
    LARGEST_BLOCK,
    LARGEST_CLUSTER,
    MAX_REGISTERS,
    MIN_BLOCKS,
    REQUIRED_BLOCK,
)
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.places import PUBLISHED

ANNOTATIONS = "nvvm.annotations"
# The spellings that the reader leaves: a whole block in one row, and what came after its table was made.
ATTRIBUTES = {
    "maxntid": LARGEST_BLOCK,
    "reqntid": REQUIRED_BLOCK,
    "minctapersm": MIN_BLOCKS,
    "minnctapersm": MIN_BLOCKS,
    "maxnreg": MAX_REGISTERS,
    "cluster_dim": CLUSTER_DIMENSIONS,
    "reqnctapercluster": CLUSTER_DIMENSIONS,
}
CLUSTERS_AS_BLOCKS = "blocksareclusters"
# Which attribute makes another one void.
STRONGER = ((REQUIRED_BLOCK, LARGEST_BLOCK), (CLUSTER_DIMENSIONS, LARGEST_CLUSTER))


@module_pass(
    "nvvm-annotations-processor",
    "Bring annotations of kernels into attributes that do not contradict each other.",
    when="annotations",
    places=PUBLISHED,
    preserves=("cfg",),
)
def run(module: Module, ctx: PassContext) -> bool:
    count = sum(read_row(row) for row in module.metadata_rows(ANNOTATIONS))
    for kernel in [function for function in module.definitions if function.is_kernel]:
        count += drop_zeros(kernel, ctx) + drop_weaker(kernel, ctx)
    return count > 0


def read_row(row: Value) -> int:
    """The attributes that a row of annotations says and its function does not have yet; how many were set."""
    function, *words = row.operands
    if not function.ref or function.kind != "function":
        return 0
    count = 0
    for name, value in zip(words[::2], words[1::2], strict=False):
        text = name.text.strip().removeprefix('!"').removesuffix('"')
        if text == CLUSTERS_AS_BLOCKS and value.integer:
            count += set_once(Function(function.ref), f"nvvm.{CLUSTERS_AS_BLOCKS}", "")
        elif text in ATTRIBUTES and value.integer is not None:
            count += set_once(Function(function.ref), ATTRIBUTES[text], str(value.integer))
    return count


def set_once(function: Function, name: str, value: str) -> int:
    if function.has_attribute(name):
        return 0
    edit.add_attribute(function, name, value)
    return 1


def drop_zeros(kernel: Function, ctx: PassContext) -> int:
    """A bound of zero would mean that nothing can be launched; front ends write it where nothing is said."""
    zeros = [
        name
        for name in (REQUIRED_BLOCK, LARGEST_BLOCK, MAX_REGISTERS, MIN_BLOCKS, LARGEST_CLUSTER)
        if is_zero(kernel.attribute(name))
    ]
    for name in zeros:
        ctx.warn(kernel, f'"{name}" is zero, taken as no bound')
        edit.remove_attribute(kernel, name)
    return len(zeros)


def is_zero(text: str | None) -> bool:
    return text is not None and any(part.strip() == "0" for part in text.split(","))


def drop_weaker(kernel: Function, ctx: PassContext) -> int:
    dropped = 0
    for strong, weak in STRONGER:
        wanted, most = kernel.attribute(strong), kernel.attribute(weak)
        if wanted is None or most is None:
            continue
        if count_of(wanted) > count_of(most):
            ctx.warn(kernel, f'"{strong}"="{wanted}" is beyond "{weak}"="{most}", which is left out')
        edit.remove_attribute(kernel, weak)
        dropped += 1
    return dropped


def count_of(text: str) -> int:
    """Threads of a block or blocks of a cluster."""
    count = 1
    for part in text.split(","):
        count *= int(part) if part.strip().isdigit() else 1
    return count
