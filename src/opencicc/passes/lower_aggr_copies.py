"""Write copies of structs, arrays and memory as loads and stores: of single values, of wide elements, in loops.

    call void @llvm.memcpy(ptr align 16 %to, ptr align 16 %from, i64 48)
    =>
    %vld = load <16 x i8>, ptr %from, align 16      store <16 x i8> %vld, ptr %to, align 16         three times

Code generation makes accesses of at most 8 bytes of short copies and loops over single bytes of the others, because it
writes them too late for accesses to be joined. Here memcpy, memmove and memset get the widest element that their alignments
allow, counting what is known of the objects (analysis "known-alignment"): straight code where that is short, a loop of
several elements a trip and a short rest otherwise. A memmove that may overlap is loaded whole before it is stored, or
loops in the direction that its addresses ask for. Loads and stores of whole structs and arrays become those of their
members (copies/aggregates.py).

    lower-aggr-copies<values>                 only small copies, as single values: early, so that sroa sees what is inside a
                                              stack object that is only copied in and out (copies/members.py)
    lower-aggr-copies<lower-aggr-func-args>   also aggregates that calls take or give

Leaves alone: copies by elements that must be atomic. Volatile ones stay volatile. Upstream: code generation's
pre-isel-intrinsic-lowering and nvptx-lower-aggr-copies, which see what is left.

It stays on although the four benchmark kernels whose machine code it changes take 1.02 of their time with it (H200: sgemm_tiled
1.07, the three others 1.00 to 1.01): code generation would loop over bytes, and in sgemm_tiled 16 bytes of local memory
go, after which ptxas schedules the same 128 registers otherwise. Over 15 kernels of the development list PTX is 0.95 as long.
"""

from __future__ import annotations

from opencicc.analysis.alignment import KnownAlignment
from opencicc.llvm.ir import Function, Instruction, Module
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, module_pass
from opencicc.passes.copies.decide import Limits, decide
from opencicc.passes.copies.transfer import COPIES, TRANSFERS, Transfer, describe, find_calls
from opencicc.passes.places import Place, at

VALUES, FUNC_ARGS = "values", "lower-aggr-func-args"
MAX_AGGR_COPY_SIZE = Option(
    "max-aggr-copy-size",
    128,
    "Bytes below which a copy becomes single loads and stores, early or although it may overlap.",
    source="observed: nvcc 13.0 writes 124 bytes out and loops over 128",
    minimum=0,
)
LOWER_AGGR_UNROLLED_STORES_LIMIT = Option(
    "lower-aggr-unrolled-stores-limit",
    32,
    "The most stores written out for one copy; longer ones become loops.",
    source="observed: nvcc 13.0 writes 31 out",
    minimum=0,
)
LARGE_AGGR_STORE_LIMIT = Option(
    "large-aggr-store-limit",
    512,
    "Bytes from which a copy becomes a loop.",
    source="our choice: 32 accesses of 16 bytes",
    minimum=0,
)
SKIP_SAFE_CHECK = Option(
    "skiploweraggcopysafechk",
    False,
    "Leave out the overlap check of memmoves: all of them go forward.",
    source="cicc v13.0 knob inventory",
)


@module_pass(
    "lower-aggr-copies",
    "Split aggregate copies into loads and stores, or loops.",
    kind="function",
    params=(FUNC_ARGS, VALUES),
    when="aggregates",
    places=at(
        Place(
            "simplify", after="ipmsp", params=VALUES, why="a struct that is only copied in and out tells sroa nothing"
        ),
        is_published=True,
    ),
    origin=NVIDIA_REGISTRY,
    reads=(MAX_AGGR_COPY_SIZE, LOWER_AGGR_UNROLLED_STORES_LIMIT, LARGE_AGGR_STORE_LIMIT, SKIP_SAFE_CHECK),
    needs=(KnownAlignment, Snapshot),
)
def run(module: Module, ctx: PassContext) -> bool:
    limits = Limits(
        ctx.option(MAX_AGGR_COPY_SIZE),
        ctx.option(LARGE_AGGR_STORE_LIMIT),
        ctx.option(LOWER_AGGR_UNROLLED_STORES_LIMIT),
        ctx.option(SKIP_SAFE_CHECK),
    )
    if VALUES in ctx.params:
        return write_values(module, limits)
    is_split = split_aggregates(module, limits, FUNC_ARGS in ctx.params)
    return write_transfers(module, limits, ctx, is_fresh=not is_split) or is_split


def write_values(module: Module, limits: Limits) -> bool:
    calls = find_calls(module, COPIES)
    if not calls:
        return False
    from opencicc.passes.copies.members import write_small

    return write_small(calls, module.layout, module.context.ref, limits.small_bytes, limits.stores) > 0


def split_aggregates(module: Module, limits: Limits, func_args: bool) -> bool:
    from opencicc.llvm.services import services

    if not services().has_aggregate_accesses(module):
        return False
    from opencicc.passes.copies.aggregates import Splitter

    splitter = Splitter(module, limits.stores, func_args)
    for function in module.definitions:
        splitter.split(function)
    return splitter.changed > 0


def write_transfers(module: Module, limits: Limits, ctx: PassContext, *, is_fresh: bool) -> bool:
    by_function: dict[Function, list[Instruction]] = {}
    for call in find_calls(module, TRANSFERS):
        by_function.setdefault(call.parent.parent, []).append(call)
    if not by_function:
        return False
    from opencicc.passes.copies.write import write

    for function, calls in by_function.items():
        known = ctx.analysis(KnownAlignment, function) if is_fresh else KnownAlignment.of_function(function)
        for transfer in [describe(call, known) for call in calls]:
            form = decide(transfer.length, transfer.width, transfer.may_overlap, limits)
            ctx.remark(transfer.call, message_of(transfer, form.is_loop), name="WideCopy")
            write(transfer, form, module.context.ref)
    return True


def message_of(transfer: Transfer, is_loop: bool) -> str:
    bytes_ = "unknown length" if transfer.length is None else f"{transfer.length} bytes"
    how = f"{'in a loop ' if is_loop else ''}with accesses of {transfer.width} bytes"
    return f"a {transfer.kind} of {bytes_} is written {how}"
