"""The passes that libLLVM does not have under these names: one row each, in the spec's three groups.

Columns: name, level, status, phase (`-` by position), parameters, help. `built` rows have their body in the module
named in BODIES; `not built` rows are listed and do nothing, visibly.
"""

from __future__ import annotations

from opencicc.passes.info import Kind, PassInfo, Phase, Status

# The product's own registry: 12 module, 20 function and 1 loop pass and 2 analyses by its own count. Only 19 function
# passes are named; the twentieth is taken to be `bounds-checking`, which LLVM has too. The two printers came with them.
NVIDIA = """
check-gep-index            | module   | not built | - | | Check that constant subscripts stay inside their array.
check-kernel-functions     | module   | not built | - | | Check linkage and result type of kernels.
cnp-launch-check           | module   | not built | - | | Check device-side launches.
ipmsp                      | module   | not built | - | | Propagate memory spaces across calls, cloning where callers differ.
nv-early-inliner           | module   | built     | - | | Inline early with the caller's budget.
nv-inline-must             | module   | built     | - | | Inline every call that must be inlined.
nvvm-pretreat              | module   | not built | - | | Bring a module into the form that nvvm-verify expects.
nvvm-verify                | module   | not built | - | | Check the NVVM IR rules: triple, address spaces, intrinsics, kernels.
printf-lowering            | module   | not built | - | | Turn printf into vprintf with a packed buffer.
select-kernels             | module   | built     | - | kernels=* | Keep the listed kernels and what they need.
lower-ops                  | module   | not built | - | enable-optimization | Replace 128-bit float and integer operations by calls.
set-global-array-alignment | module   | built     | - | modify-shared-mem;skip-shared-mem;modify-global-mem;skip-global-mem | Raise the alignment of global arrays.
basic-dbe                  | function | not built | - | | Remove dead barriers inside one block.
branch-dist                | function | not built | 2 | | Remove dead barriers by dataflow over the function.
byval-mem2reg              | function | not built | - | | Promote byval arguments to values.
bypass-slow-division       | function | not built | - | | Divide in 32 bits where both operands fit.
normalize-gep              | function | not built | - | | Bring 64-bit subscripts into one form.
nvvm-reflect-pp            | function | not built | - | | Fold the conditions that nvvm-reflect made constant.
nvvm-peephole-optimizer    | function | not built | - | | Small rewrites that need NVVM knowledge.
old-load-store-vectorizer  | function | not built | - | | Merge neighbouring accesses into vectors.
remat                      | function | not built | 2 | | Recompute values instead of keeping them in registers.
propagate-alignment        | function | built     | - | | Carry alignments along pointer computations.
reuse-local-memory         | function | not built | - | | Let stack objects share memory when not live together.
set-local-array-alignment  | function | built     | - | | Raise the alignment of local arrays.
sinking2                   | function | not built | 2 | fast | Sink computations toward texture fetches.
d2ir-scalarizer            | function | not built | - | | LLVM's scalarizer under another name.
sink<rp-aware>             | function | not built | - | | Sink where it lowers register pressure.
memory-space-opt           | function | not built | - | first-time;second-time;warnings;no-warnings | Turn generic pointers into pointers of one space.
lower-aggr-copies          | function | built     | - | lower-aggr-func-args | Split aggregate copies into loads and stores, or loops.
lower-struct-args          | function | not built | - | opt-byval | Turn byval struct arguments into explicit copies.
process-restrict           | function | not built | - | propagate-only | Turn restrict pointers into alias scopes.
loop-index-split           | loop     | not built | - | | Split a loop where its index crosses a tested bound.
rpa                        | analysis | not built | - | | Register pressure, block by block.
merge-sets                 | analysis | not built | - | | Sets of blocks where definitions merge.
print<rpa>                 | function | not built | - | | Print register pressure.
print<merge-sets>          | function | not built | - | | Print merge sets.
"""

# Passes that only the pipeline's factories name, and the passes beside the registry that have pages of their own.
PIPELINE_ONLY = """
nvvm-reflect                | module   | built     | - | | Resolve __nvvm_reflect to constants of this target and these flags.
nvvm-intrinsic-lowering     | function | not built | - | level=0;level=1 | Rewrite NVVM intrinsics as plain IR; level 1 includes barriers.
nvvm-ir-verification        | function | not built | - | | Check the NVVM IR rules function by function.
nvvm-annotations-processor  | module   | not built | - | | Turn nvvm.annotations into attributes.
nvvm-predicate-opt          | function | not built | - | | Simplify predicates.
nvvm-predicate-opt-variant  | function | not built | - | | Simplify predicates, second form.
nvvm-loop-opt               | function | not built | - | | Loop or barrier optimization: four sources, four labels.
nvvm-barrier-analysis       | function | not built | - | | Find what each barrier orders.
nvvm-lower-barriers         | function | not built | - | level=0;level=1 | Lower barrier intrinsics.
nvvm-lower-barriers-variant | function | not built | - | level=0;level=1 | Lower barrier intrinsics, second form.
nvvm-unreachable-block-elim | function | not built | - | | Remove blocks that cannot be reached.
nvvm-late-opt               | function | not built | - | | Late clean-up of tier 3.
nvvm-generic-addr-opt       | function | not built | - | | Optimize generic address computations.
nvvm-lower-alloca           | function | not built | - | | Give stack objects the local memory space.
nvvm-warp-shuffle           | function | not built | - | level=1 | Form warp shuffles.
nvvm-reduction              | function | not built | - | | Form warp reductions.
nvvm-final-lowering         | function | not built | - | | Last lowering before code generation.
nvvm-final-cleanup          | function | not built | - | level=0 | The one clean-up step of O0.
scev-cgp                    | function | not built | 2 | | Rewrite addresses by their scalar evolution.
common-base-elim            | function | not built | 2 | | Share the base of several addresses at a dominator.
base-address-sr             | function | not built | 2 | | Share loop address bases.
nv-loop-reduce              | loop     | not built | 2 | | Loop strength reduction that minds register pressure.
cssa                        | function | not built | 2 | | Insert phi copies before code generation.
nv-remat-block              | machine  | not built | 2 | | Recompute values on PTX instead of keeping them in registers.
byval-calls                 | function | built     | 2 | | Pass small structs by value in calls through pointers.
byval-to-value              | module   | built     | - | | Pass small structs by value in calls that stay.
inline                      | cgscc    | built     | - | iterations=*;only-mandatory | Inline calls by the caller's budget.
inliner-ml-advisor-release  | module   | built     | - | | Inline over the call graph as the trained model says.
loop-unroll                 | function | built     | - | O0;O1;O2;O3;threshold=*;count=*;partial;no-partial;runtime;no-runtime;upperbound;no-upperbound;profile-peeling;no-profile-peeling;peeling;no-peeling;full-unroll-max=*;late | Unroll loops by the GPU decision engine.
loop-unroll-full            | loop     | built     | - | | Unroll loops of small constant trip count completely.
limit-registers             | function | built     | 2 | | Keep kernels of low occupancy from taking registers that cost warps.
name-blocks                 | module   | built     | 2 | | Name every block F<function>_B<block>.
print-module                | module   | provided  | - | banner | Print the module when a dump is asked for; silent otherwise.
set-features                | module   | provided  | - | * | Tier 3 sets the feature word: the marker of the place.
phase-ii-codegen            | function | unidentified | 2 | | The target's own phase II passes: nothing is known of them.
"""

# Factories of the pipeline that no source identifies, by their address.
UNIDENTIFIED = """
factory-1aac510 | function | unidentified | - | | Factory sub_1AAC510: no source says what it makes.
factory-1922f90 | loop     | unidentified | - | | Factory sub_1922F90: some loop pass.
factory-1c6e560 | function | unidentified | - | | Factory sub_1C6E560: NewGVN or GVNHoist; LLVM runs neither by default.
"""

# Pass name to the module of its body, for `built` rows.
BODIES: dict[str, str] = {
    "byval-calls": "opencicc.passes.byval_calls",
    "byval-to-value": "opencicc.passes.byval_to_value",
    "inline": "opencicc.passes.inline",
    "inliner-ml-advisor-release": "opencicc.passes.inliner_ml_advisor_release",
    "limit-registers": "opencicc.passes.limit_registers",
    "loop-unroll": "opencicc.passes.unroll.run",
    "loop-unroll-full": "opencicc.passes.unroll.full",
    "lower-aggr-copies": "opencicc.passes.lower_aggr_copies",
    "name-blocks": "opencicc.passes.name_blocks",
    "nv-early-inliner": "opencicc.passes.nv_early_inliner",
    "nv-inline-must": "opencicc.passes.nv_inline_must",
    "nvvm-reflect": "opencicc.passes.nvvm_reflect",
    "propagate-alignment": "opencicc.passes.propagate_alignment",
    "select-kernels": "opencicc.passes.select_kernels",
    "set-global-array-alignment": "opencicc.passes.set_global_array_alignment",
    "set-local-array-alignment": "opencicc.passes.set_local_array_alignment",
}
# What a module must have for a pass to do anything (pipeline/conditions.py), so that it costs nothing elsewhere.
WHEN = {
    "byval-calls": "calls",
    "byval-to-value": "calls",
    "inline": "calls",
    "limit-registers": "bounds",
    "loop-unroll": "loops",
    "lower-aggr-copies": "copies",
    "loop-unroll-full": "loops",
    "nv-early-inliner": "calls",
    "nv-inline-must": "calls",
    "nvvm-reflect": "declares:__nvvm_reflect",
    "propagate-alignment": "stack",
    "set-global-array-alignment": "shared",
    "set-local-array-alignment": "stack",
}
ALIASES = {"memory-space-opt": ("memory-space-opt-pass",), "remat": ("nvvmrematerialize",)}
LABELS = {"memory-space-opt": "MemorySpaceOpt"}  # the name in messages, where it is not the pass name
READ_ONLY = ("nvvm-verify", "nvvm-ir-verification", "print-module", "check-gep-index", "check-kernel-functions")


def read_table(table: str, origin: str) -> list[PassInfo]:
    """The rows of one table."""
    return [_row(line, origin) for line in table.strip().splitlines()]


def _row(line: str, origin: str) -> PassInfo:
    name, kind, status, phase, params, help_text = (cell.strip() for cell in line.split("|", 5))
    return PassInfo(
        name,
        Kind(kind),
        help_text,
        Status(status),
        params=tuple(params.split(";")) if params else (),
        module=BODIES.get(name, ""),
        aliases=ALIASES.get(name, ()),
        phase=Phase.BY_POSITION if phase == "-" else Phase(int(phase)),
        label=LABELS.get(name, ""),
        origin=origin,
        is_read_only=name in READ_ONLY,
        when=WHEN.get(name, ""),
    )


def custom_passes() -> list[PassInfo]:
    """Every row, the product's registry first."""
    return [
        *read_table(NVIDIA, "NVIDIA registry"),
        *read_table(PIPELINE_ONLY, "pipeline"),
        *read_table(UNIDENTIFIED, "pipeline"),
    ]
