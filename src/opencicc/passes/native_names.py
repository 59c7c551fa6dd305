"""Every pass name that libLLVM 22 accepts for this target, with its level, parameters and one line of help.

Unknown or misplaced names can end the process inside libLLVM, so nothing reaches it that is not in this table.
Columns: level, name, parameters (`;` between, `=` before a value, `*` any one word), help. A help text that begins
with `refused:` marks a name that libLLVM knows and we do not run, with the reason; these need a file of another
tool, or end the process by design. Levels are module, cgscc, function, loop, loop-mssa (a loop pass that needs
MemorySSA) and loopnest. Machine passes are not here: they only work inside code generation.
"""

from __future__ import annotations

NATIVE_PASSES = """
module | always-inline | | Inline calls of functions marked alwaysinline.
module | annotation2metadata | | Turn annotations into metadata.
module | assign-guid | | Give each global a stable identifier.
module | attributor | | Deduce attributes by fixpoint iteration over the module.
module | attributor-light | | Deduce the cheaper attributes over the module.
module | called-value-propagation | | Note the possible targets of indirect calls.
module | canonicalize-aliases | | Bring aliases into one form.
module | check-debugify | | Check the debug info that debugify made.
module | constmerge | | Merge equal constant globals.
module | coro-cleanup | | Lower what is left of coroutine intrinsics.
module | coro-early | | Lower early coroutine intrinsics.
module | cross-dso-cfi | | Emit the cross-library control-flow check.
module | ctx-instr-gen | | Insert contextual profile instrumentation.
module | ctx-prof-flatten | | Flatten a contextual profile.
module | ctx-prof-flatten-prethinlink | | refused: crashes without a contextual profile
module | noinline-nonprevailing | | Mark copies that the linker will drop as noinline.
module | deadargelim | | Remove arguments and results that nobody uses.
module | debugify | | Attach made-up debug info to everything.
module | declare-runtime-libcalls | | Declare the runtime library's functions.
module | dfsan | | refused: the data-flow sanitizer ends the process for this target
module | dot-callgraph | | Write the call graph as a graph file.
module | dxil-upgrade | | Upgrade DirectX modules.
module | elim-avail-extern | | Drop bodies that are available elsewhere.
module | extract-blocks | | Move listed blocks into functions.
module | expand-variadics | | Turn variadic functions into plain ones.
module | forceattrs | | Add attributes given by option.
module | function-import | | refused: needs a summary file, ends the process without one
module | global-merge-func | | Merge functions that differ in constants only.
module | globalopt | | Simplify globals whose address does not escape.
module | globalsplit | | Split globals into their parts.
module | hipstdpar-interpose-alloc | | Redirect allocations for parallel C++ on HIP.
module | hipstdpar-math-fixup | | Replace math intrinsics for parallel C++ on HIP.
module | hipstdpar-select-accelerator-code | | Keep device code for parallel C++ on HIP.
module | hotcoldsplit | | Move cold code into functions of its own.
module | inferattrs | | Add known attributes to library functions.
module | inliner-ml-advisor-release | | refused: needs a built-in model that libLLVM does not carry
module | inliner-wrapper | | LLVM's own inliner over the call graph.
module | inliner-wrapper-no-mandatory-first | | LLVM's own inliner, mandatory calls not first.
module | insert-gcov-profiling | | Insert coverage counters for gcov.
module | instrprof | | Lower profile counters.
module | ctx-instr-lower | | Lower contextual profile instrumentation.
module | print<ctx-prof-analysis> | | Print the contextual profile.
module | iroutliner | | Move repeated code into one function.
module | jmc-instrumenter | | Insert checks for "just my code" debugging.
module | lower-emutls | | Lower thread-local variables to calls.
module | lower-global-dtors | | Turn destructors into registered calls.
module | lower-ifunc | | Replace ifuncs by loads of resolved pointers.
module | simplify-type-tests | | Drop type tests that nothing needs.
module | lowertypetests | | Lower type tests.
module | fatlto-cleanup | | Remove what only link-time optimization needed.
module | pgo-force-function-attrs | | Mark functions by their profile.
module | memprof-context-disambiguation | | Clone functions by allocation context.
module | memprof-remove-attributes | | Drop allocation hints.
module | memprof-module | | Insert the memory profiler's constructor.
module | mergefunc | | Merge equal functions.
module | metarenamer | | Replace all names by neutral ones.
module | module-inline | | LLVM's own inliner, in order of priority over the module.
module | name-anon-globals | | Name nameless globals.
module | no-op-module | | Do nothing.
module | norecurse-lto-inference | | Mark functions that cannot recurse, given the whole program.
module | nsan | | Instrument for numerical stability.
module | openmp-opt | | Optimize OpenMP runtime calls.
module | openmp-opt-postlink | | Optimize OpenMP runtime calls after linking.
module | partial-inliner | | Inline a function's entry, leave its cold part.
module | pgo-icall-prom | | Turn indirect calls into direct ones by profile.
module | pgo-instr-gen | | Insert profile counters.
module | pgo-instr-use | | refused: needs a profile file
module | pre-isel-intrinsic-lowering | | Lower intrinsics that instruction selection does not take.
module | print | | Print the module.
module | print-callgraph | | Print the call graph.
module | print-callgraph-sccs | | Print the call graph's components.
module | print-ir-similarity | | Print regions of similar code.
module | print-lcg | | Print the lazy call graph.
module | print-lcg-dot | | Print the lazy call graph as a graph.
module | print-must-be-executed-contexts | | Print what must run with each instruction.
module | print-profile-summary | | Print the profile's summary.
module | print-stack-safety | | Print which stack objects are safe.
module | print<dxil-metadata> | | Print DirectX metadata.
module | print<dxil-resources> | | Print DirectX resources.
module | print<inline-advisor> | | Print what LLVM's inliner would do.
module | print<ir2vec> | | refused: needs a vocabulary file
module | print<ir2vec-vocab> | | refused: needs a vocabulary file
module | print<module-debuginfo> | | Print the module's debug info.
module | print<reg-usage> | | Print which registers functions use.
module | prof-verify | | Check that profiles are complete.
module | pseudo-probe | | Insert pseudo probes for sampling profiles.
module | pseudo-probe-update | | Update the pseudo probes' factors.
module | recompute-globalsaa | | Compute the alias facts of globals anew.
module | rel-lookup-table-converter | | Make lookup tables relative.
module | rewrite-statepoints-for-gc | | Make garbage-collection points explicit.
module | rewrite-symbols | | Rename symbols by a map.
module | rpo-function-attrs | | Deduce attributes from callers to callees.
module | rtsan | | Instrument for real-time safety.
module | sample-profile | | refused: needs a profile file
module | sancov-module | | Insert coverage callbacks.
module | sanmd-module | | Emit metadata for sanitizers.
module | scc-oz-module-inliner | | LLVM's own inliner with size optimization.
module | shadow-stack-gc-lowering | | Lower the shadow-stack collector.
module | strip | | Drop all symbol names and debug info.
module | strip-dead-debug-info | | Drop debug info that nothing refers to.
module | strip-dead-prototypes | | Drop declarations that nobody uses.
module | strip-debug-declare | | Drop variable declarations of debug info.
module | strip-nondebug | | Drop symbol names, keep debug info.
module | strip-nonlinetable-debuginfo | | Keep only line tables of debug info.
module | strip-dead-cg-profile | | Drop call-graph profile of dead functions.
module | trigger-crash-module | | refused: crashes on purpose
module | trigger-verifier-error | | refused: breaks the module on purpose
module | tsan-module | | Insert the thread sanitizer's constructor.
module | tysan | | Instrument for type safety.
module | verify | | Check that the module is well formed.
module | view-callgraph | | refused: opens a viewer
module | wholeprogramdevirt | | Turn virtual calls into direct ones.
module | alloc-token | mode=* | Give allocations a token of their type.
module | asan | kernel;use-after-scope | Instrument for address safety.
module | cg-profile | in-lto-post-link | Emit call-graph profile metadata.
module | global-merge | group-by-use;ignore-single-use;max-offset=*;merge-const;merge-const-aggressive;merge-external;no-group-by-use;no-ignore-single-use;no-merge-const;no-merge-const-aggressive;no-merge-external | Merge globals into one.
module | embed-bitcode | thinlto;emit-summary | Embed the module's bitcode in itself.
module | globaldce | vfe-linkage-unit-visibility | Remove globals and functions that nobody can reach.
module | hwasan | kernel;recover | Instrument for tagged address safety.
module | internalize | preserve-gv=* | Make symbols internal, apart from those preserved.
module | ipsccp | no-func-spec;func-spec | Propagate constants across calls.
module | loop-extract | single | Move loops into functions of their own.
module | memprof-use | profile-filename=* | refused: needs a profile file
module | msan | recover;kernel;eager-checks;track-origins=* | refused: the memory sanitizer ends the process for this target
module | print<structural-hash> | detailed;call-target-ignored | Print a hash of each function's shape.
module | llvm-default | O0;O1;O2;O3;Os;Oz | LLVM's own default pipeline, to compare with.
module | thinlto-pre-link | O0;O1;O2;O3;Os;Oz | LLVM's pipeline before a thin link.
module | thinlto | O0;O1;O2;O3;Os;Oz | LLVM's pipeline after a thin link.
module | lto-pre-link | O0;O1;O2;O3;Os;Oz | LLVM's pipeline before a full link.
module | lto | O0;O1;O2;O3;Os;Oz | LLVM's pipeline after a full link.
module | fatlto-pre-link | O0;O1;O2;O3;Os;Oz;thinlto;emit-summary | LLVM's pipeline for fat objects.
module | generic-to-nvvm | | Move generic-space globals to global memory.
module | nvptx-lower-ctor-dtor | | Turn constructors and destructors into kernels.
cgscc | argpromotion | | Pass what a pointer argument points to by value.
cgscc | attributor-cgscc | | Deduce attributes per component of the call graph.
cgscc | attributor-light-cgscc | | Deduce the cheaper attributes per component.
cgscc | no-op-cgscc | | Do nothing.
cgscc | openmp-opt-cgscc | | Optimize OpenMP runtime calls per component.
cgscc | coro-annotation-elide | | Avoid coroutine allocations by annotation.
cgscc | coro-split | reuse-storage | Split coroutines into their parts.
cgscc | function-attrs | skip-non-recursive-function-attrs | Deduce attributes from callees to callers.
function | aa-eval | | Print how well alias analysis answers.
function | adce | | Remove everything not needed, control flow included.
function | add-discriminators | | Tell apart code on one source line.
function | aggressive-instcombine | | Combine larger instruction patterns.
function | alignment-from-assumptions | | Use assumed alignments at accesses.
function | annotation-remarks | | Report annotations.
function | assume-builder | | Keep known facts as assumptions.
function | assume-simplify | | Simplify assumptions.
function | atomic-expand | | Expand atomics the target does not have.
function | bdce | | Remove computations of bits that nobody uses.
function | break-crit-edges | | Split edges from many-way exits to shared blocks.
function | callbr-prepare | | Prepare asm goto for code generation.
function | callsite-splitting | | Split calls by the values that reach them.
function | chr | | Merge likely conditions by profile.
function | codegenprepare | | Prepare addresses and types for instruction selection.
function | complex-deinterleaving | | Find complex-number arithmetic.
function | consthoist | | Hoist expensive constants.
function | constraint-elimination | | Remove conditions that others imply.
function | coro-elide | | Avoid coroutine allocations.
function | correlated-propagation | | Use value ranges that conditions imply.
function | count-visits | | Count how often functions are visited.
function | dce | | Remove instructions without use or effect.
function | declare-to-assign | | Convert variable debug info to assignments.
function | dfa-jump-threading | | Thread jumps of state machines.
function | div-rem-pairs | | Make a remainder from its quotient.
function | dot-cfg | | Write the control flow as a graph file.
function | dot-cfg-only | | Write the control flow without instructions.
function | dot-dom | | Write the dominator tree as a graph file.
function | dot-dom-only | | Write the dominator tree without instructions.
function | dot-post-dom | | Write the post-dominator tree as a graph file.
function | dot-post-dom-only | | Write the post-dominator tree without instructions.
function | dse | | Remove stores that are overwritten.
function | dwarf-eh-prepare | | Prepare exception handling.
function | expand-memcmp | | Expand small memory compares.
function | expand-reductions | | Expand vector reductions.
function | extra-vector-passes | | A marker of LLVM's vectorizer.
function | fix-irreducible | | Make loops reducible.
function | flatten-cfg | | Merge nested conditions.
function | float2int | | Do float arithmetic on integers where exact.
function | free-machine-function | | refused: crashes outside code generation
function | func-properties-stats | | Count function properties.
function | gc-lowering | | Lower garbage-collection intrinsics.
function | guard-widening | | Merge guards.
function | gvn-hoist | | Hoist equal computations to a shared block.
function | gvn-sink | | Sink equal computations into a shared block.
function | helloworld | | Print each function's name.
function | indirectbr-expand | | Turn indirect branches into switches.
function | infer-address-spaces | | Replace generic pointers by those of a known space.
function | infer-alignment | | Raise alignments that can be proven.
function | inject-tli-mappings | | Note vector versions of library calls.
function | instcount | | Count instructions.
function | instnamer | | Name nameless values.
function | instsimplify | | Replace instructions by existing values.
function | interleaved-access | | Form interleaved accesses.
function | interleaved-load-combine | | Combine loads into interleaved ones.
function | irce | | Remove range checks by splitting loops.
function | jump-threading | | Thread jumps past known conditions.
function | jump-table-to-switch | | Turn jump tables of functions into switches.
function | kcfi | | Check indirect calls in kernels.
function | kernel-info | | Report facts about GPU kernels.
function | lcssa | | Route values out of loops through phis.
function | libcalls-shrinkwrap | | Skip library calls whose result is known.
function | load-store-vectorizer | | Merge neighbouring accesses into vectors.
function | loop-data-prefetch | | Insert prefetches.
function | loop-distribute | | Split loops by their dependences.
function | loop-fusion | | Join neighbouring loops.
function | loop-load-elim | | Forward stores to loads of later trips.
function | loop-simplify | | Give loops a preheader and one back edge.
function | loop-sink | | Sink preheader code into cold loop blocks.
function | loop-versioning | | Copy loops under alias checks.
function | lower-atomic | | Turn atomics into plain accesses: for one thread only.
function | lower-constant-intrinsics | | Resolve is.constant and objectsize.
function | lower-expect | | Turn expectations into branch weights.
function | lower-guard-intrinsic | | Lower guards to branches.
function | lower-invoke | | Turn invokes into calls.
function | lower-switch | | Turn switches into branches.
function | lower-widenable-condition | | Lower widenable conditions.
function | make-guards-explicit | | Turn guards into branches.
function | mem2reg | | Promote stack variables to values.
function | memcpyopt | | Remove and shorten memory copies.
function | memprof | | Instrument memory accesses for profiles.
function | mergeicmps | | Join compare chains into memory compares.
function | mergereturn | | Give functions one return.
function | move-auto-init | | Move initialisations to their use.
function | nary-reassociate | | Reassociate to reuse existing sums.
function | newgvn | | The newer value numbering.
function | no-op-function | | Do nothing.
function | objc-arc | | Optimize reference counting.
function | objc-arc-contract | | Finish reference counting.
function | objc-arc-expand | | Expand reference counting.
function | pa-eval | | Check pointer alias answers.
function | partially-inline-libcalls | | Inline the fast path of library calls.
function | pgo-memop-opt | | Specialise memory calls by profile.
function | place-safepoints | | Place garbage-collection points.
function | print | | Print each function.
function | print-alias-sets | | Print alias sets.
function | print-cfg-sccs | | Print cycles of the control flow.
function | print-memderefs | | Print dereferenceable pointers.
function | print-mustexecute | | Print what must execute.
function | print-predicateinfo | | Print predicate information.
function | print<assumptions> | | Print assumptions.
function | print<block-freq> | | Print block frequencies.
function | print<branch-prob> | | Print branch probabilities.
function | print<cost-model> | | Print instruction costs.
function | print<cycles> | | Print cycles.
function | print<debug-ata> | | Print assignment tracking.
function | print<delinearization> | | Print array subscripts.
function | print<demanded-bits> | | Print demanded bits.
function | print<domfrontier> | | Print dominance frontiers.
function | print<domtree> | | Print the dominator tree.
function | print<func-properties> | | Print function properties.
function | print<inline-cost> | | Print LLVM's inline costs.
function | print<lazy-value-info> | | Print value ranges.
function | print<loops> | | Print loops.
function | print<memoryssa-walker> | | Print MemorySSA's answers.
function | print<phi-values> | | Print what reaches phis.
function | print<postdomtree> | | Print the post-dominator tree.
function | print<regions> | | Print regions.
function | print<scalar-evolution> | | Print scalar evolution.
function | print<scev-division> | | Print divisions of scalar evolution.
function | print<stack-safety-local> | | Print which local objects are safe.
function | print<uniformity> | | Print which values differ between threads.
function | prof-inject | | Add made-up profiles.
function | reassociate | | Reorder sums and products.
function | redundant-dbg-inst-elim | | Drop repeated debug records.
function | replace-with-veclib | | Use vector library calls.
function | reg2mem | | Demote values to stack variables.
function | safe-stack | | Split the stack by safety.
function | sandbox-vectorizer | | An experimental vectorizer.
function | scalarize-masked-mem-intrin | | Turn masked accesses into branches.
function | sccp | | Propagate constants along taken edges.
function | select-optimize | | Turn selects into branches where cheaper.
function | sink | | Move computations into the block that uses them.
function | sjlj-eh-prepare | | Prepare setjmp exception handling.
function | slp-vectorizer | | Form vectors from straight-line code.
function | slsr | | Strength-reduce straight-line code.
function | stack-protector | | Insert stack guards.
function | strip-gc-relocates | | Drop relocations of pointers.
function | tailcallelim | | Turn tail recursion into loops.
function | transform-warning | | Warn of requested transformations that did not happen.
function | trigger-crash-function | | refused: crashes on purpose
function | tsan | | Instrument for thread safety.
function | typepromotion | | Widen narrow integer arithmetic.
function | unify-loop-exits | | Give loops one exit.
function | unreachableblockelim | | Remove unreachable blocks.
function | vector-combine | | Combine vector operations by cost.
function | verify<cycles> | | Check cycle information.
function | verify<domtree> | | Check the dominator tree.
function | verify<loops> | | Check loop information.
function | verify<memoryssa> | | Check MemorySSA.
function | verify<regions> | | Check regions.
function | verify<safepoint-ir> | | Check garbage-collection points.
function | verify<scalar-evolution> | | Check scalar evolution.
function | view-cfg | | refused: opens a viewer
function | view-cfg-only | | refused: opens a viewer
function | view-dom | | refused: opens a viewer
function | view-dom-only | | refused: opens a viewer
function | view-post-dom | | refused: opens a viewer
function | view-post-dom-only | | refused: opens a viewer
function | wasm-eh-prepare | | Prepare WebAssembly exceptions.
function | cfguard | check;dispatch | Guard indirect calls on Windows.
function | early-cse | memssa | Remove repeated computations and loads.
function | drop-unnecessary-assumes | drop-deref | Drop assumptions that no longer help.
function | ee-instrument | post-inline | Call hooks at entry and exit.
function | function-simplification | O1;O2;O3;Os;Oz | LLVM's own function simplification pipeline.
function | gvn | no-pre;pre;no-load-pre;load-pre;no-split-backedge-load-pre;split-backedge-load-pre;no-memdep;memdep;no-memoryssa;memoryssa | Number values; remove repeats and redundant loads.
function | hardware-loops | force-hardware-loops;force-hardware-loop-phi;force-nested-hardware-loop;force-hardware-loop-guard;hardware-loop-decrement=*;hardware-loop-counter-bitwidth=* | Form hardware loops.
function | instcombine | no-verify-fixpoint;verify-fixpoint;max-iterations=* | Combine instructions into simpler ones.
function | lint | abort-on-error | Report suspicious code.
function | loop-vectorize | no-interleave-forced-only;interleave-forced-only;no-vectorize-forced-only;vectorize-forced-only | Vectorize loops.
function | lower-allow-check | * | Drop checks by their weight.
function | lower-matrix-intrinsics | minimal | Lower matrix intrinsics.
function | normalize | no-preserve-order;preserve-order;no-rename-all;rename-all;no-fold-all;fold-all;no-reorder-operands;reorder-operands | Bring code into a comparable form.
function | mldst-motion | no-split-footer-bb;split-footer-bb | Merge loads and stores of both branches.
function | print<access-info> | allow-partial | Print loop access information.
function | print<da> | normalized-results | Print dependences.
function | print<memoryssa> | no-ensure-optimized-uses | Print MemorySSA.
function | print<stack-lifetime> | may;must | Print lifetimes of stack objects.
function | scalarizer | load-store;no-load-store;variable-insert-extract;no-variable-insert-extract;min-bits=* | Split vector operations.
function | separate-const-offset-from-gep | lower-gep | Take constant offsets out of addresses.
function | simplifycfg | no-speculate-blocks;speculate-blocks;no-simplify-cond-branch;simplify-cond-branch;no-forward-switch-cond;forward-switch-cond;no-switch-range-to-icmp;switch-range-to-icmp;no-switch-to-arithmetic;switch-to-arithmetic;no-switch-to-lookup;switch-to-lookup;no-keep-loops;keep-loops;no-hoist-common-insts;hoist-common-insts;no-hoist-loads-stores-with-cond-faulting;hoist-loads-stores-with-cond-faulting;no-sink-common-insts;sink-common-insts;no-speculate-unpredictables;speculate-unpredictables;bonus-inst-threshold=* | Simplify control flow.
function | speculative-execution | only-if-divergent-target | Hoist cheap code above branches.
function | sroa | preserve-cfg;modify-cfg | Split stack objects and promote them to values.
function | structurizecfg | skip-uniform-regions | Make control flow structured.
function | win-eh-prepare | demote-catchswitch-only | Prepare Windows exceptions.
function | bounds-checking | trap;rt;rt-abort;min-rt;min-rt-abort;merge;guard=* | Check the bounds of accesses.
function | expand-ir-insts | O0;O1;O2;O3 | Expand wide divisions and conversions.
function | nvvm-intr-range | | Note the value ranges of special registers.
function | nvptx-lower-args | | Lower kernel arguments to parameter memory.
function | nvptx-copy-byval-args | | Copy byval arguments that are written.
function | nvptx-tag-invariant-loads | | Mark loads of read-only global memory.
function | nvptx-ir-peephole | | LLVM's own NVPTX peepholes.
loopnest | loop-flatten | | Join a nest of loops into one.
loopnest | loop-interchange | | Swap nested loops.
loopnest | loop-unroll-and-jam | | Unroll an outer loop into its inner one.
loopnest | no-op-loopnest | | Do nothing.
loop | canon-freeze | | Move freezes out of loops.
loop | dot-ddg | | Write the data dependence graph as a graph file.
loop | extra-simple-loop-unswitch-passes | | A marker of LLVM's unswitching.
loop | indvars | | Bring induction variables into one form.
loop | loop-bound-split | | Split loops at a bound test.
loop | loop-deletion | | Remove loops without effect.
loop | loop-idiom | | Turn copy and set loops into memory intrinsics.
loop | loop-idiom-vectorize | | Vectorize loops that search bytes.
loop | loop-instsimplify | | Simplify instructions in loops.
loop | loop-predication | | Hoist range checks out of loops.
loop | loop-reduce | | LLVM's own loop strength reduction.
loop | loop-term-fold | | Test a loop's end by another induction variable.
loop | loop-simplifycfg | | Simplify control flow in loops.
loop | loop-versioning-licm | | Copy loops under alias checks, then hoist.
loop | no-op-loop | | Do nothing.
loop | print<ddg> | | Print the data dependence graph.
loop | print<hash-recognize> | | Print recognised checksum loops.
loop | print<iv-users> | | Print users of induction variables.
loop | print<loop-cache-cost> | | Print cache costs.
loop | print<loopnest> | | Print loop nests.
loop-mssa | licm | allowspeculation;no-allowspeculation | Hoist invariant code out of loops.
loop-mssa | lnicm | allowspeculation;no-allowspeculation | Hoist invariant code out of loop nests.
loop | loop-rotate | no-header-duplication;header-duplication;no-prepare-for-lto;prepare-for-lto | Turn loops so that they test at the end.
loop | simple-loop-unswitch | nontrivial;no-nontrivial;trivial;no-trivial | Move invariant conditions out of loops.
"""

# Analyses that `require<name>` and `invalidate<name>` take, by level.
NATIVE_ANALYSES = {
    "module": (
        "callgraph collector-metadata inline-advisor ir-similarity last-run-tracking lcg libcall-lowering-info "
        "module-summary no-op-module pass-instrumentation profile-summary reg-usage runtime-libcall-info "
        "stack-safety verify globals-aa"
    ).split(),
    "cgscc": "no-op-cgscc fam-proxy".split(),
    "function": (
        "aa access-info assumptions block-freq branch-prob cycles da debug-ata demanded-bits domfrontier domtree "
        "ephemerals func-properties last-run-tracking lazy-value-info loops memdep memoryssa no-op-function "
        "opt-remark-emit phi-values postdomtree regions scalar-evolution should-not-run-function-passes "
        "should-run-extra-vector-passes ssp-layout stack-safety-local target-ir target-lib-info uniformity basic-aa "
        "objc-arc-aa scev-aa scoped-noalias-aa tbaa"
    ).split(),
    "loop": "ddg iv-users no-op-loop should-run-extra-simple-loop-unswitch".split(),
}
