"""Turn generic pointers into pointers of one memory space wherever that can be proven.

    define ptx_kernel void @k(ptr byval(%rows) %r, i64 %i) {
      %p = load ptr, ptr %r                   %p = load ptr, ptr %r
      store i32 0, ptr %p              =>     %p.global = addrspacecast ptr %p to ptr addrspace(1)
                                              store i32 0, ptr addrspace(1) %p.global

Code generation writes ld.global for ld, and alias analysis keeps apart what lies in different spaces. LLVM's own pass,
infer-address-spaces, does this from casts, stack objects and kernel parameters through address computations, phis and
selects, and it is what carries our findings on; code generation runs it too. What is proven here besides (analysis/spaces.py,
objects.py, leaks.py): pointers loaded from stack objects and from struct parameters, pointers loaded from any other memory where the
module lets no address but global ones out, addresses that were numbers for a while, pointers that an assumption or a
test of the program speaks of, and the pointers of matrix loads and stores. ipmsp does the same across calls.

first-time     leaves llvm.nvvm.isspacep.* alone
second-time    answers those of pointers whose space is known; the tiers' mode unless slot 155 (3120) is 0
warnings       (default) names accesses that can't be right: atomic operations on constant or local memory and the like
no-warnings    says nothing of them
roots-only     leaves the rest of each chain to an infer-address-spaces behind it: how the wrappers run it

Over 149 modules of HeCBench (development list, O3, sm_90) 40 of 22,721 accesses were generic before, none with ipmsp; the 26
that remain are inline assembly (nvcc 13.0 has the same 26). Of the benchmark kernels bvh_traversal had 57 generic accesses
of 125 and has 3, murmur3_strings (whose words are aligned as numbers) one less; registers and spills stay.

Leaves alone: pointers that may have several spaces (cicc would take them for global, which is wrong code), pointers that
may be null unless they are global, numbers given as kernel parameters, and kernel parameters passed by value, whose space
code generation chooses.
"""

from __future__ import annotations

from opencicc.analysis.flow import Flow
from opencicc.analysis.spaces import IN_PARAM, SpaceWalk, describe
from opencicc.llvm.ir import Function, Module
from opencicc.llvm.snapshot import Snapshot
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, module_pass
from opencicc.passes.memspace.apply import carry_on, is_changed, settle, space_name
from opencicc.passes.memspace.assumptions import SPACES, Known, apply_known, find_known
from opencicc.passes.memspace.faults import COPIES, find_faults
from opencicc.passes.memspace.knobs import SHARED_KNOBS, STRONG_GLOBAL
from opencicc.passes.memspace.matrices import PREFIX, MatrixAccess, apply_matrix, find_matrices, functions_named
from opencicc.passes.memspace.questions import hide_questions, show_questions
from opencicc.passes.memspace.remaining import generic_accesses
from opencicc.passes.memspace.roots import Root, find_roots
from opencicc.passes.memspace.walks import Memory, make_walk
from opencicc.passes.places import Place, at
from opencicc.record import record

MEMORY_SPACE_OPT = Option(
    "memory-space-opt",
    True,
    "Run memory-space-opt; fast-compile max forces 0.",
    source="cicc v13.0 standalone option parser",
)
MEM_SPACE_ALG = Option(
    "mem-space-alg",
    2,
    "What is looked at: 0 the chains that LLVM follows, 1 also the memory of one function, 2 also that of the module.",
    source="cicc v13.0 knob inventory; what the numbers mean is our choice",
    minimum=0,
    maximum=2,
)
WMMA_SPACES = Option(
    "wmma-memory-space-opt",
    True,
    "Also rewrite matrix load and store intrinsics.",
    source="cicc v13.0 knob inventory",
)
BUILTIN_ASSUME = Option(
    "process-builtin-assume",
    True,
    "Use assumptions and tests of the program about a pointer's space.",
    source="our choice: the sources give no default",
)
DUMP_WARNINGS = Option(
    "dump-memory-space-warnings",
    False,
    "Print every access that stays generic, with the spaces it may have.",
    source="our choice: the sources give no default",
)
NO_WARNINGS = Option(
    "Wno-memory-space",
    False,
    "Do not warn of accesses to memory that can't be right.",
    source="cicc v13.0 command line",
)
DUMP_ASSUME = Option(
    "dump-process-builtin-assume",
    False,
    "Print the assumptions used.",
    source="our choice: the sources give no default",
)


@record
class Findings:
    """What is known of one function's pointers, on its snapshot."""

    flat: Snapshot
    roots: list[Root]
    matrices: list[MatrixAccess]
    known: list[Known]


@module_pass(
    "memory-space-opt",
    "Turn generic pointers into pointers of one space.",
    kind="function",
    params=("first-time", "second-time", "warnings", "no-warnings", "roots-only"),
    when="spaces",
    guard="memory-space-opt",
    places=at(
        Place(
            "simplify",
            before="infer-address-spaces",
            params="first-time;no-warnings;roots-only",
            why="loaded pointers get their space before alias analysis is asked",
        ),
        is_published=True,
    ),
    origin=NVIDIA_REGISTRY,
    reads=(*SHARED_KNOBS, MEM_SPACE_ALG, WMMA_SPACES, BUILTIN_ASSUME, DUMP_WARNINGS, DUMP_ASSUME, NO_WARNINGS),
    needs=(Snapshot, Flow),
    preserves=("cfg",),
)
def run(module: Module, ctx: PassContext) -> bool:
    memory = Memory(module, ctx, ctx.option(STRONG_GLOBAL) and ctx.option(MEM_SPACE_ALG) == 2)
    walks = [make_walk(function, ctx, memory) for function in module.definitions]
    if "no-warnings" not in ctx.params and not ctx.option(NO_WARNINGS):
        warn_of_faults(walks, ctx)
    matrices = functions_named(module, (PREFIX,)) if ctx.option(WMMA_SPACES) else frozenset()
    # All functions before the first edit: what memory holds depends on all of them.
    findings = [look(walk, matrices, ctx) for walk in walks]
    changed = False
    for walk, found in zip(walks, findings, strict=True):
        changed = improve(walk.function, found, ctx) or changed
    if ctx.option(DUMP_WARNINGS) and "no-warnings" not in ctx.params:
        show_generic(module, ctx)
    return changed


def look(walk: SpaceWalk, matrices: frozenset[int], ctx: PassContext) -> Findings:
    flat = walk.flat
    if not ctx.option(MEM_SPACE_ALG):
        return Findings(flat, [], [], [])
    is_told = ctx.option(BUILTIN_ASSUME) and asks_for_spaces(ctx.module)
    return Findings(
        flat,
        find_roots(walk),
        find_matrices(walk, matrices),
        find_known(flat, ctx.analysis(Flow, walk.function)) if is_told else [],
    )


def improve(function: Function, found: Findings, ctx: PassContext) -> bool:
    """Carry out what was found, and let LLVM's pass go on from there."""
    context, flat = function.context, found.flat
    places = [flat.instruction(root.number + 1) for root in found.roots]
    for known in found.known:
        apply_known(flat, known, context)
        if ctx.option(DUMP_ASSUME):
            pointer = flat.value(known.pointer)
            ctx.show(f"{function.name}: {pointer.text.strip()} is {space_name(known.space)}: {len(known.uses)} uses")
    for root, place in zip(found.roots, places, strict=True):
        value = flat.instruction(root.number)
        ctx.remark(value, f"this pointer points to {space_name(root.space)} memory", name="SpaceProven")
        settle(value, root.space, place, context)
    for matrix in found.matrices:
        apply_matrix(ctx.module, flat.instruction(matrix.number), matrix.space, context)
    changed = bool(found.roots or found.matrices or found.known)
    if "roots-only" in ctx.params and not changed:
        return False
    asks = "second-time" not in ctx.params and asks_for_spaces(ctx.module)
    hidden = hide_questions(function) if asks else []
    carry_on(function, ctx.machine)
    show_questions(hidden)
    ctx.edited(function, ("cfg",))  # values that were made again are others, though nothing reads different
    return changed or is_changed(function, flat)


def asks_for_spaces(module: Module) -> bool:
    return any(module.function(name) is not None for name in SPACES)


def warn_of_faults(walks: list[SpaceWalk], ctx: PassContext) -> None:
    matrices, copies = functions_named(ctx.module, (PREFIX,)), functions_named(ctx.module, COPIES)
    for walk in walks:
        for number, text in find_faults(walk, matrices, copies):
            ctx.warn(walk.flat.instruction(number), text)


def show_generic(module: Module, ctx: PassContext) -> None:
    """What is left, as it is now."""
    memory = Memory(module, ctx, ctx.option(STRONG_GLOBAL) and ctx.option(MEM_SPACE_ALG) == 2, is_fresh=True)
    for function in module.definitions:
        walk = make_walk(function, ctx, memory, is_fresh=True)
        for access in generic_accesses(walk):
            if access.mask == IN_PARAM:
                continue  # code generation's to choose
            at = access.instruction.location or f"function {function.name}"
            ctx.show(f"{at}: Cannot tell what pointer points to: {describe(access.mask)}: {access.text}")
