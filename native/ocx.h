// The optional native helper of opencicc: what it offers to `src/opencicc/llvm/helper.py`.
//
// Everything here is plain C, so that Python loads it with ctypes and a wheel does not depend on
// the Python version. The helper is built against one LLVM minor version (the C++ interface of
// libLLVM changes between them) and shares the libLLVM that Python has already opened. Nothing
// here decides anything. Python does without each function in its own way: with a slower twin (snapshot, pressure,
// sizes, contraction), with one that knows less (loops, inline costs, remarks), or not at all (unrolling convergent
// loops, steps with their analyses kept, surviving a crash).
//
// Memory: a block returned by ocx_snapshot, ocx_function_shapes, ocx_function_headers, ocx_call_facts, ocx_small_calls, ocx_loops,
// ocx_marked_loops, ocx_pressure, ocx_safe_try_passes, ocx_joinable_sums,
// ocx_scaled_indices, ocx_ptx_outline or ocx_function_names is freed with ocx_free;
// everything else belongs to LLVM and follows the rules of LLVM's C API.
#ifndef OCX_H
#define OCX_H

#include "llvm-c/Core.h"
#include "llvm-c/TargetMachine.h"
#include "llvm-c/Transforms/PassBuilder.h"
#include "llvm-c/Types.h"
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define OCX_API __attribute__((visibility("default")))

// Raised by one whenever a signature, a layout or a code below changes.
#define OCX_ABI_VERSION 50

// --- Identity (modules.cpp) ---------------------------------------------------------------------

// The ABI version this library was built with.
OCX_API int ocx_abi_version(void);

// The LLVM version this library was built against, such as "22.1.8".
OCX_API const char *ocx_llvm_version(void);

// The address of LLVMContextCreate as this library sees it. It equals the address Python sees when
// both use the same libLLVM; two copies in one process would corrupt each other.
OCX_API const void *ocx_llvm_identity(void);

// --- Snapshot (snapshot.cpp) --------------------------------------------------------------------

// One function copied into flat arrays of ints.
//
// Value ids count from zero: the arguments, then the basic blocks, then the instructions in block
// order, then everything else that is an operand (constants, globals, functions, metadata, inline
// assembly) in the order of first use. So instruction number i has id
// arguments + blocks + i.
//
// `counts` receives the size of the arrays. The block holds them one after the other, with no
// padding, in this order:
//
//   int64 values          [values]           LLVMValueRef (of a block: LLVMBasicBlockAsValue)
//   int64 types           [values]           LLVMTypeRef, LLVMTypeOf of the value
//   int32 kinds           [values]           LLVMGetValueKind
//   int32 opcodes         [instructions]     LLVMGetInstructionOpcode
//   int32 parents         [instructions]     number of the block, from zero (not its id)
//   int32 block_starts    [blocks + 1]       number of the block's first instruction
//   int32 operand_offsets [instructions + 1] where the instruction's operands begin in `operands`
//   int32 operands        [operands]         ids, in LLVM's order (of a call: the callee is last)
//   int32 incoming        [operands]         of a phi's operand: id of the block it comes from;
//                                            of any other operand: -1
//   int32 user_offsets    [values + 1]       where the value's users begin in `users`
//   int32 users           [operands]         ids of the instructions of this function that use
//                                            it, ascending, once for each use
//
// A phi's incoming blocks are not operands and make no users, as in LLVM.
typedef struct {
  int64_t bytes; // of the whole block
  int64_t arguments;
  int64_t blocks;
  int64_t instructions;
  int64_t values;
  int64_t operands;
} ocx_counts;

// NULL when there is no memory for it.
OCX_API void *ocx_snapshot(LLVMValueRef function, ocx_counts *counts);

// --- Shape (shape.cpp) --------------------------------------------------------------------------

// What a caller's table says of an opcode of LLVM-C's numbering.
enum {
  OCX_SHAPE_PLAIN,   // counted
  OCX_SHAPE_FREE,    // counted as free
  OCX_SHAPE_BRANCH,  // free without a condition
  OCX_SHAPE_ADDRESS, // free where all operands but the first are constant integers
  OCX_SHAPE_SWITCH,  // counted with its cases
  OCX_SHAPE_SHOWN    // given back one by one
};

typedef struct {
  int64_t blocks;
  int64_t instructions;
  int64_t free;
  int64_t switches;
  int64_t cases;      // of all switches, defaults apart
  int64_t most_cases; // of one switch
  int64_t rows;       // instructions that are given back
} ocx_shape;

// The shapes of `count` functions, and four numbers for each instruction to be shown, one function after the other and in
// order: the instruction, its last operand (a call's callee), the opcode and LLVMGetValueKind of the operand. NULL when there
// is no memory for them.
OCX_API int64_t *ocx_function_shapes(const LLVMValueRef *functions, int64_t count, const uint8_t *classes, ocx_shape *shapes);

// --- Calls (calls.cpp) --------------------------------------------------------------------------

// Where a function's header has how many uses it has, and how many of them are calls that name it.
enum { OCX_HEADER_USES = 8, OCX_HEADER_CALLS = 9 };

// Ten numbers for each function that has a body or that something refers to, intrinsics apart: the function, LLVMGetLinkage,
// LLVMGetVisibility, its calling convention, whether it is a declaration, whether it takes variable arguments, which of
// `attributes` it has (a bit each), a number that functions with the same values of `agreed` share, its uses, its calls; then
// two numbers for each of these calls: the call and the function it is in. Behind all `numbers` come `bytes` of names, each
// before a NUL. Both lists of attributes are words between blanks. NULL when there is no memory for it.
OCX_API void *ocx_function_headers(LLVMModuleRef module, const char *attributes, const char *agreed, int64_t *numbers,
                                   int64_t *bytes);

// Of a call: `alwaysinline` or `noinline` stands at it, or its type or convention is not its callee's.
enum { OCX_CALL_FORCED = 1, OCX_CALL_FORBIDDEN = 2, OCX_CALL_DIFFERS = 4 };
// Of an argument: a constant, or a stack object that was filled by one copy for this call.
enum { OCX_ARGUMENT_CONSTANT = 1, OCX_ARGUMENT_COPIED = 2 };

// Calls of functions by name: two numbers for each, OCX_CALL_* and how many arguments it has, and a byte of OCX_ARGUMENT_* for
// each argument of all. NULL when there is no memory for it.
OCX_API char *ocx_call_facts(const LLVMValueRef *calls, int64_t count, int64_t *facts, int64_t *bytes);

// --- Small calls (small_calls.cpp) --------------------------------------------------------------

// All that an inliner asks of a module whose calls of functions with a body have nothing to ask about: none is recursive, marked or of
// another type than its callee's, hands over copies that are accessed often, or is between functions that may not be joined, callees that
// are never inlined apart. NULL elsewhere, and when there is no memory for it. `classes` as in ocx_function_shapes. A count of numbers, the numbers, then texts before a NUL each, in
// `bytes`. Numbers: how many functions (those of ocx_function_headers), how many other callees, how many callers; of each caller
// of a function that may be inlined its number, whether it is a kernel, and its instructions and its calls of functions, with those of all that it calls; of
// each function linkage, visibility, convention, whether it is a declaration, takes variable arguments, attributes (a bit each
// of noinline optnone alwaysinline inlinehint cold optsize minsize returns_twice), uses, whether it calls or is called, and if
// so the numbers of ocx_shape but the last, with stack objects counted as free, how many calls it makes, how many calls there are of it if
// it is never inlined; then the callees' numbers and these calls' callers. Texts: the names of functions, the data layout, of
// functions with a body that call or are called the types of result and parameters, of other callees `+` (convergent) or `-` and an intrinsic's
// name or `"` and inline assembly.
OCX_API char *ocx_small_calls(LLVMModuleRef module, const uint8_t *classes, int64_t *bytes);

// Marks all calls of functions that are not among those that are never inlined `alwaysinline`, or takes that mark off.
OCX_API void ocx_mark_calls(LLVMModuleRef module, int is_on);

// --- Loops (loops.cpp) --------------------------------------------------------------------------

// A natural loop with what LLVM's analyses know of it. Trips count executions of the header.
typedef struct {
  LLVMBasicBlockRef header;
  LLVMBasicBlockRef latch;     // NULL unless there is exactly one
  LLVMBasicBlockRef preheader; // NULL if there is none
  int64_t parent;              // index of the enclosing loop in the same array, -1 for none
  // By ocx_safe_loops_to_unroll only: where the loop is, and what its metadata says.
  int64_t has_location; // does its latch's branch have a source location?
  int64_t number;       // that of the property opencicc.loop, -1 without one
  int64_t marks;        // OCX_LOOP_*
  int64_t unroll_count; // the factor that a pragma asks for, 0 for none
  int64_t peeled_count; // trips that were taken out of it before
  int64_t depth;               // 1 for an outermost loop
  int64_t blocks;              // number of blocks, inner loops included
  int64_t exits;               // number of edges that leave the loop
  int64_t is_innermost;
  int64_t trip_count;     // exact, 0 when unknown or beyond 32 bits
  int64_t trip_multiple;  // the trip count is a multiple of this; at least 1
  int64_t max_trip_count; // upper bound, 0 when unknown or beyond 32 bits
  int64_t latch_trip_count; // trips after which the latch leaves, if no other exit does before; 0 when unknown
  int64_t is_max_or_zero; // the loop runs max_trip_count times or leaves in its first trip
  // What follows is filled in by ocx_safe_loops_to_unroll only, for loops whose metadata does not forbid unrolling.
  int64_t size;            // cost of one trip as LLVM's unroller counts it, 0 when it has no finite cost
  int64_t is_duplicable;   // may its instructions be copied at all?
  int64_t convergence;     // OCX_CONVERGENCE_*
  int64_t may_have_remainder;   // no convergent operation would get a new condition from a remainder loop
  int64_t inline_candidates;    // calls that inlining is still expected to remove
  int64_t calls;                // calls that stay calls
  int64_t local_array_size;     // elements of the largest stack array that is loaded from or stored to, 0 for none
  int64_t far_loads;            // loads that may go to global memory
  int64_t slow_cycles;          // latency of divisions, roots and special functions, one after the other
  int64_t atomics;              // read-modify-writes, wherever their memory is
  int64_t divisions;            // of integers, by what is no constant
  int64_t fixed_stores;         // stores to one address of what may be global memory
  int64_t shortest_way;         // instructions on the shortest way through an innermost loop, if it skips what others do; else 0
  int64_t is_countable;         // its only exit is at the latch and the number of trips is computable before it
  int64_t is_count_expensive;   // ... at more than a few instructions' cost
  int64_t is_count_divided;     // ... and a quotient: the step is not 1
  int64_t is_uniform;           // convergent and countable, and the threads of a warp leave it in the same trip
  int64_t estimated_trip_count; // by profile metadata, -1 when unknown
  int64_t launch_trips;         // mean of a block's first and last thread, -1 when they depend on more than these
  int64_t peel_count;           // trips whose peeling makes the rest simpler or covers what a profile expects, 0 for none
  int64_t is_peel_by_profile;   // ... the latter
  int64_t is_peel_of_last;      // ... the last trips, not the first
  int64_t can_peel;             // can LLVM's engine take trips out of it?
  int64_t function_size;        // instructions of the whole function
} ocx_loop;

enum {
  OCX_LOOP_DISABLED = 1, // unrolling is forbidden
  OCX_LOOP_FULL = 2,
  OCX_LOOP_ENABLED = 4,
  OCX_LOOP_NO_RUNTIME = 8,
  OCX_LOOP_DONE = 16,      // opencicc.unrolled
  OCX_LOOP_JAMMED = 32,    // unroll-and-jam is asked for
  OCX_LOOP_NOT_JAMMED = 64, // ... or forbidden
  OCX_LOOP_ASKED = 128,     // any property of unrolling is there
  OCX_LOOP_OFF = 256,       // llvm.loop.unroll.disable itself
  OCX_LOOP_OPEN = 512       // opencicc.unrolled.open
};
enum { OCX_CONVERGENCE_NONE = 0, OCX_CONVERGENCE_CONTROLLED, OCX_CONVERGENCE_EXTENDED, OCX_CONVERGENCE_UNCONTROLLED };

// The loops of a function, an enclosing loop before those inside it, siblings in program order.
// NULL with *count = 0 for a function without loops.
OCX_API ocx_loop *ocx_loops(LLVMValueRef function, int64_t *count);

// The same with what an unroller asks. Peeling is considered as LLVM does for loops up to `peel_threshold` in size;
// local memory that is no known array counts as `assumed_size` elements. `*print` is that of loops that need not be
// looked at, or 0: if it is still the same there are none in the result. It receives the print as it is now; NULL where
// nobody wants to know.
// Under crash recovery, because LLVM trusts loop metadata blindly: a count that is a word ends it.
OCX_API int ocx_safe_loops_to_unroll(LLVMValueRef function, LLVMTargetMachineRef machine, int64_t peel_threshold,
                                     int64_t assumed_size, uint64_t *print, ocx_loop **loops, int64_t *count);

// What constant folding leaves of so many trips of an innermost loop, if all of them are written out: `cost` receives what they
// cost as they are, what is left, and whether more may be left: the rest is not run once even the most that can be rolled would
// not earn it. False where it is too much to run (folded_trips.cpp).
OCX_API int ocx_fold_trips(LLVMValueRef function, LLVMBasicBlockRef header, LLVMBasicBlockRef latch, int64_t trips,
                           int64_t threshold, int64_t *cost);

// A block's last instruction that carries a loop's id: a latch's, or a copy of one. `number` and `marks` as in ocx_loop.
typedef struct {
  LLVMValueRef branch;
  int64_t number;
  int64_t marks;
} ocx_loop_branch;

// All of a function, in the order of its blocks; NULL when there is no memory for them (loop_ids.cpp).
OCX_API ocx_loop_branch *ocx_loop_branches(LLVMValueRef function, int64_t *count);
// Gives a loop a new id of its own: what the present one has, less the properties whose names begin with one of `dropped`, and
// those `added`, `name` or `name=number`. Both are lists, with line breaks between the words.
OCX_API void ocx_rewrite_loop_id(LLVMValueRef branch, const char *dropped, const char *added);

// The loops of a function with what their ids say, to see what became of them: no trips, no sizes, no parents.
OCX_API ocx_loop *ocx_marked_loops(LLVMValueRef function, int64_t *count);

// Does any store of a function go to the thread's own memory, as far as can be seen?
OCX_API int ocx_stores_locally(LLVMValueRef function);

// A number for the loops of a function that are not marked as unrolled: what they do, what they are computed from and
// when they run. Holds as long as the context lives; 0 where nothing can be said.
OCX_API uint64_t ocx_loop_fingerprint(LLVMValueRef function);

// What the threads of a warp may see or do differently (uniformity.cpp): arguments and instructions whose values may
// differ, and blocks (LLVMBasicBlockRef) at whose end the threads may part.
OCX_API int ocx_safe_divergent(LLVMValueRef function, LLVMTargetMachineRef machine, void ***found, int64_t *count);

// What a loop's blocks keep in registers, estimated from the values that are alive.
typedef struct {
  LLVMBasicBlockRef header;
  int64_t most;          // 32-bit registers where most are alive
  int64_t loaded;        // registers that its loads fill
  int64_t accesses;      // loads and stores
  int64_t addresses;     // getelementptr
  int64_t extensions;    // sext and zext
  int64_t depth;         // 1 for one that is in no other
  int64_t position;      // of the header among the function's blocks
  int64_t counters;      // integers and addresses that it carries from trip to trip
} ocx_loop_pressure;

// The loops of a function in the order of ocx_loops; `most` receives what the whole function needs (pressure.cpp).
// Without `counts_shared` what the threads of a warp share needs nothing: a kernel's parameters, the fields of those that are
// structs, and what uniform registers compute of them and of the block's number, as far as there are such registers.
OCX_API ocx_loop_pressure *ocx_pressure(LLVMValueRef function, int counts_shared, int64_t *most, int64_t *count);

// Both counts of a function, and its loops without what threads share, to be freed with ocx_free.
typedef struct {
  int64_t alive, own;
  int64_t count;
  ocx_loop_pressure *loops;
} ocx_pressure_count;

// Runs two texts of passes on a copy of a function and counts after each (loop_trial.cpp). The copy is gone afterwards, and the
// module is as it was.
OCX_API int ocx_safe_try_passes(LLVMValueRef function, LLVMTargetMachineRef machine, const char *first, const char *second,
                                ocx_pressure_count *after_first, ocx_pressure_count *after_second);

OCX_API void ocx_free(void *block);

// Unrolls a loop by `count`, convergent operations or not. With a remainder loop the caller has to know that the
// threads of a warp run it equally often, where there are such operations; without one `count` has to be its largest
// number of trips. A straight remainder is no loop but `count - 1` copies with a test each. What is left of the loop is
// marked as unrolled. Returns whether it was done.
enum { OCX_NO_REMAINDER = 0, OCX_REMAINDER_LOOP, OCX_STRAIGHT_REMAINDER };
OCX_API int ocx_unroll_loop(LLVMValueRef function, LLVMTargetMachineRef machine, LLVMBasicBlockRef header, int64_t count,
                            int remainder);

// Takes `count` trips out of the loop with this only latch: the first ones, or with `is_last` the last ones. Returns
// whether it was done.
OCX_API int ocx_peel_loop(LLVMValueRef function, LLVMTargetMachineRef machine, LLVMBasicBlockRef latch, int64_t count,
                          int is_last);

// Makes two loops of an innermost one with a test inside that stays the same, unless its trips are known and at most
// `few_trips`. Where all threads of a block agree about such tests the loop may cost `shared_budget`, and hold loops of few
// trips (unswitch.cpp). Returns whether it did anything.
OCX_API int ocx_unswitch_loops(LLVMValueRef function, LLVMTargetMachineRef machine, int64_t few_trips, int64_t shared_budget,
                               int in_searches);

// How many memory accesses a loop may have for LLVM to keep in registers what it updates in every trip, from now on, in the whole
// process (0: LLVM's own limit).
OCX_API void ocx_promote_up_to(int64_t accesses);

// Where LLVM's unroller puts remainder loops from now on, in the whole process: behind the loop or in front of it.
OCX_API void ocx_place_remainders(int is_behind);

// --- Modules and blocks (modules.cpp) -----------------------------------------------------------

// Flags of linking, equal to those of llvm::Linker.
enum { OCX_LINK_OVERRIDE = 1, OCX_LINK_ONLY_NEEDED = 2 };

// Moves all instructions from `instruction` on into a new block that the old one branches to, and
// returns the new block. Phis stay in the old block.
OCX_API LLVMBasicBlockRef ocx_split_block_before(LLVMValueRef instruction);

typedef struct {
  int64_t functions; // with a body
  int64_t blocks;
  int64_t instructions;
} ocx_size;

OCX_API void ocx_module_size(LLVMModuleRef module, ocx_size *size);

// Which of a module's functions: all; those with a body; of these the ones that touch no memory and are not convergent; kernels
// that are not of the usual kind (no result, seen outside and not spoken of, with a few plain parameters) and all with data in
// front of their code; those with a body that say something about their launch.
enum { OCX_ALL = 0, OCX_DEFINED = 1, OCX_PURE = 2, OCX_UNUSUAL = 3, OCX_BOUNDED = 4 };

// The module's functions of a kind, in order; how many there are, of which `room` fit into `out`.
OCX_API int64_t ocx_list_functions(LLVMModuleRef module, int kind, LLVMValueRef *out, int64_t room);

// Those with a body in which a pass of ours may find something by its first look (first_looks.cpp), and how many; -1 for a
// pass that has none.
OCX_API int64_t ocx_worth_a_look(LLVMModuleRef module, const char *pass, LLVMValueRef *out, int64_t room);

// Tells loads and stores how well aligned their addresses are, by the objects that they start from (alignments.cpp): how many said
// less; -1, and nothing is done, where a type has no size.
OCX_API int64_t ocx_raise_alignments(LLVMValueRef function);

// What threading jumps in a function could do to its threads (thread_jumps.cpp).
enum { OCX_THREADING_HARMS, OCX_THREADING_IS_HARMLESS, OCX_THREADING_PASSES_BARRIERS };

// One of these; barriers of the block are no harm where `past_barriers` and they stand outside of loops, which the caller sees to.
OCX_API int ocx_may_thread_jumps(LLVMValueRef function, int past_barriers);

// LLVM's jump threading, as for a target whose branches do not diverge; `has_changed` receives whether it changed anything.
OCX_API int ocx_safe_thread_jumps(LLVMValueRef function, int *has_changed);

// Could so many registers be saved by moving computations of one block up to what they read (look_raise.cpp)?
OCX_API int ocx_may_raise(LLVMValueRef function, int64_t registers);

// The names of functions, each before a NUL and after a mark: '=' where it has a body, else '+' where something refers to it and
// '-' where nothing does; `size` receives the bytes of all. NULL when there is no memory for it.
OCX_API char *ocx_function_names(LLVMModuleRef module, int64_t *size);

// Of ocx_module_facts, about functions with a body and about variables.
enum {
  OCX_HAS_CALLS = 1,      // a function is referred to
  OCX_HAS_BYVAL = 2,      // a parameter is passed by value
  OCX_HAS_ALIGNED = 4,    // a parameter has a known alignment
  OCX_HAS_STACK = 8,      // an entry block has a stack object
  OCX_HAS_LOOPS = 16,     // an edge leads to a block at or before it
  OCX_HAS_LONG = 32,      // a function has `long_count` instructions or more
  OCX_HAS_VARIABLES = 64, // there are variables
  OCX_HAS_SHARED = 128    // one of them is in shared memory
};

OCX_API int64_t ocx_module_facts(LLVMModuleRef module, int64_t long_count);

// The instructions of a function but stack objects and what reads and writes these directly.
OCX_API int64_t ocx_count_work(LLVMValueRef function);

// Whether a function has so many instructions; it stops there.
OCX_API int ocx_has_instructions(LLVMValueRef function, int64_t least);

// Adds `contract` to the function's fadd, fsub, fmul, fdiv and fneg.
OCX_API void ocx_allow_contraction(LLVMValueRef function);

// Writes a call of memcpy or memmove out as loads and stores in front of it: the loads first, the bytes of a piece from an offset on, two
// numbers each, that and its type. The call stays. The same as copy_in_pieces of src/opencicc/llvm/edit_copies.py (modules.cpp).
OCX_API void ocx_copy_in_pieces(LLVMValueRef copy, const int64_t *pieces, int64_t count, int64_t target_alignment,
                                int64_t source_alignment);

// The first value that NVPTX's code generation can't survive or that ptxas refuses, or NULL: an instruction or argument of
// a type that holds a scalable vector, another target's type or a pointer into no memory of ours (or an operand of one), a
// call with a "deopt" or "gc-live" bundle, an access that its memory does not allow, a barrier or an alignment that PTX has not.
OCX_API LLVMValueRef ocx_find_hopeless(LLVMModuleRef module);

// Is there a division or conversion of integers of more than 64 bits, or arithmetic of fp128?
OCX_API int ocx_has_wide_operations(LLVMModuleRef module);

// Does an instruction give a number of 2 to `bits` bits, or a vector of such?
OCX_API int ocx_has_values_up_to(LLVMModuleRef module, int64_t bits);

// Is there a generic pointer that is loaded, made of a number or given back by a call, a copy of memory, a question for a
// pointer's space, a matrix in memory, an atomic operation on the stack, or one or a store on constant memory?
OCX_API int ocx_has_open_pointers(LLVMModuleRef module);

// Does an instruction load or store a whole struct or array?
OCX_API int ocx_has_aggregate_accesses(LLVMModuleRef module);

// --- PTX (overlap.cpp, most_alive.cpp, ptx_outline.cpp) -------------------------------------------

// The most units of registers whose stretches of text overlap at one line of a function's body.
OCX_API int64_t ocx_longest_overlap(const char *body, int64_t size);

// The same by the flow between blocks, which is closer (most_alive.cpp); -1 where its branches are not understood.
OCX_API int64_t ocx_most_alive(const char *body, int64_t size);

// Which of the words stand in a text (a bit each), and of each function with a body where its header, its body and what
// follows start, how many lines end with a semicolon, and how many 32-bit registers are declared.
OCX_API int64_t *ocx_ptx_outline(const char *text, int64_t size, const char *const *words, int64_t word_count,
                                 int64_t *count);

// Lines of a text that are instructions, as scan_kernels of src/opencicc/compiler/kernels.py counts them; -1 where other
// letters may end lines.
OCX_API int64_t ocx_count_ptx_instructions(const char *text, int64_t size);

// Where in a function's text the products start that a sum can compute with, and where that sum does, in turns
// (joinable_sums.cpp).
OCX_API int64_t *ocx_joinable_sums(const char *text, int64_t size, int64_t *count);

// Of the text of a function the products of extended indices that are to be made in one step, three numbers each (scaled_indices.cpp):
// where the extension starts, where the product, and 1 where nobody else reads what is extended.
OCX_API int64_t *ocx_scaled_indices(const char *text, int64_t size, int takes_uniform_bases, int64_t *count);

// Of the text of a function the most comparisons that a loop which nothing is around keeps for what comes behind it, or more
// (kept_comparisons.cpp).
OCX_API int64_t ocx_most_kept_comparisons(const char *text, int64_t size);

// --- Remarks (remarks.cpp) -----------------------------------------------------------------------

// As LLVMContextSetDiagnosticHandler, but remarks that nobody asked for stay inside: some passes make them all the same.
OCX_API void ocx_set_diagnostic_handler(LLVMContextRef context, LLVMDiagnosticHandler handler, void *opaque);

// As LLVMContextSetDiagnosticHandler, and every optimization remark is made and delivered.
OCX_API void ocx_enable_remarks(LLVMContextRef context, LLVMDiagnosticHandler handler, void *opaque);

// A remark's fields, each ended by byte 0x1f: kind (passed, missed, analysis), pass, name, function,
// file:line:column or nothing, message, then key and value of each argument. NULL when the
// diagnostic is no remark. Valid until this thread's next call.
OCX_API const char *ocx_remark_fields(LLVMDiagnosticInfoRef info);

// --- Crash recovery (recovery.cpp, safe_calls.cpp) ----------------------------------------------

// What a safe call returns. From OCX_FATAL on libLLVM was left in the middle of its work: the
// module and its context must not be touched again, not even to free them (they are leaked).
enum {
  OCX_OK = 0,
  OCX_FAILED = 1,        // LLVM said no in an orderly way
  OCX_FATAL = 2,         // LLVM reported a fatal error or asked to exit
  OCX_CRASHED = 3,       // a signal: segmentation fault, abort, illegal instruction, ...
  OCX_STACK_OVERFLOW = 4,
  OCX_OUT_OF_MEMORY = 5,
};

// Installs the signal handlers, once for the process; returns OCX_OK or OCX_FAILED. Outside of
// safe calls signals go on to the handlers that were there before.
OCX_API int ocx_recovery_init(void);

// What the last safe call of this thread had to say, "" when it succeeded. Stays valid until this
// thread's next safe call.
OCX_API const char *ocx_last_message(void);

// Each of these may run in a thread of its own with a large stack (recovery.cpp says when), while
// the calling thread waits: call them without Python's interpreter lock. Errors that LLVM sends to
// the context's diagnostic handler go there; where the context has none they become OCX_FAILED
// with the messages as text.

// Reads text or bitcode. The buffer stays the caller's.
OCX_API int ocx_safe_parse(LLVMContextRef context, LLVMMemoryBufferRef buffer, LLVMModuleRef *module);
OCX_API int ocx_safe_verify(LLVMModuleRef module);
// `machine` may be NULL.
OCX_API int ocx_safe_run_passes(LLVMModuleRef module, const char *passes, LLVMTargetMachineRef machine,
                                LLVMPassBuilderOptionsRef options);
// What one step of ocx_safe_pipeline_run did, summed over the functions it ran on.
typedef struct {
  int64_t nanoseconds;
  int64_t runs;
  int64_t changes; // runs that changed something
  int64_t skips;   // runs left out because nothing changed since one that changed nothing
} ocx_step_report;

// A module on its way through passes: analyses, parsed texts and what is known of the steps, kept between calls.
typedef struct ocx_pipeline ocx_pipeline;

OCX_API ocx_pipeline *ocx_pipeline_create(LLVMModuleRef module, LLVMTargetMachineRef machine);
// Runs pipeline texts one after the other, as one text of them all would; a text in `function(...)` runs function by
// function together with its neighbours of that kind. Writes a report for each. The last call of a pipeline drops
// what is kept, in the time of its last step. A text `look:NAME` is the first look of a pass of ours: the run ends at one that
// finds a function for its pass, whose report then says one change and those behind it nothing.
OCX_API int ocx_safe_pipeline_run(ocx_pipeline *pipeline, const char *const *texts, int64_t count,
                                  ocx_step_report *reports, int is_last);
// For the next run: the prints (ocx_safe_loops_to_unroll) of loops that the unroller left alone, by function; a step
// `look:loops@NUMBER` ends the run where a function has loops and another print, or none of these.
OCX_API void ocx_pipeline_settle_loops(ocx_pipeline *pipeline, int64_t number, LLVMValueRef *functions,
                                       const uint64_t *prints, int64_t count);
// To be called after every change of the module that did not come from the pipeline.
OCX_API void ocx_pipeline_module_changed(ocx_pipeline *pipeline);
// The same where the change is within one function's body: what is known of the others stays. `keeps_blocks` says that its
// blocks and the edges between them are what they were.
OCX_API void ocx_pipeline_function_changed(ocx_pipeline *pipeline, LLVMValueRef function, int keeps_blocks);
// Before the module goes; not after OCX_FATAL and worse.
// Go on with another module of the same machine, or with none: to be called before the module is freed.
OCX_API void ocx_pipeline_take(ocx_pipeline *pipeline, LLVMModuleRef module);
OCX_API void ocx_pipeline_free(ocx_pipeline *pipeline);

// --- Operations of 64 bits that 32 would do for (narrow.cpp) ---

enum { OCX_FITS_UNSIGNED = 1, OCX_FITS_SIGNED = 2 }; // 0 .. 2^32 - 1, and -2^31 .. 2^31 - 1

typedef struct {
  LLVMValueRef instruction;
  int64_t result;   // OCX_FITS_* of its value, 0 of a comparison
  int64_t operands; // OCX_FITS_* that all operands of 64 bits have where they are used
} ocx_fit;

// Arithmetic, phis, selects and comparisons of 64-bit integers of which something is proved to fit 32 bits. Freed with
// ocx_free. Does not change the function.
OCX_API int ocx_safe_narrow(LLVMValueRef function, ocx_fit **rows, int64_t *count);

// --- Inline costs (inline.cpp) ---

// LLVM's knobs of the inline cost, each under its command-line name's meaning.
typedef struct {
  int64_t threshold;
  int64_t hint_threshold;
  int64_t cold_threshold;
  int64_t cold_site_threshold;
  int64_t hot_site_threshold;
  int64_t locally_hot_threshold; // -1: no call site is locally hot, LLVM's choice below O3
  int64_t is_full;
  int64_t deferral;
  int64_t instruction_cost;
  int64_t call_penalty;
  int64_t memory_cost;
  int64_t savings_multiplier;
  int64_t profitable_multiplier;
  int64_t size_allowance;
  int64_t cost_benefit;
} ocx_inline_knobs;

enum { OCX_INLINE_VARIABLE = 0, OCX_INLINE_ALWAYS = 1, OCX_INLINE_NEVER = 2 };

typedef struct {
  int64_t kind; // OCX_INLINE_*; cost and threshold are set for OCX_INLINE_VARIABLE only
  int64_t cost;
  int64_t threshold;
  int64_t bonus_applied;   // part of the last-call bonus that is in the cost already
  int64_t last_call_bonus; // what the last call of a local function is worth on this target
  const char *reason;      // why always or never; lives as long as libLLVM
} ocx_inline_cost;

// LLVM's inline cost of `count` direct calls of functions with a body. Does not change the module.
OCX_API int ocx_safe_inline_costs(LLVMModuleRef module, const LLVMValueRef *calls, int64_t count,
                                  LLVMTargetMachineRef machine, const ocx_inline_knobs *knobs,
                                  ocx_inline_cost *costs);

// The constructor checks the features: a PTX version too old for the processor is fatal there.
OCX_API int ocx_safe_create_machine(LLVMTargetRef target, const char *triple, const char *cpu, const char *features,
                                    LLVMCodeGenOptLevel level, LLVMTargetMachineRef *machine);
// After a fatal error inside (what NVPTX can't select, say) everything is cleaned up: that is OCX_FAILED, and the module
// is empty then. A signal is not: the module and its context must be left alone as ever.
OCX_API int ocx_safe_emit(LLVMTargetMachineRef machine, LLVMModuleRef module, LLVMCodeGenFileType type,
                          LLVMMemoryBufferRef *output);
// Consumes `source`, whatever happens. `flags` are OCX_LINK_*.
OCX_API int ocx_safe_link(LLVMModuleRef destination, LLVMModuleRef source, unsigned flags);
// The text is freed with LLVMDisposeMessage.
OCX_API int ocx_safe_print(LLVMModuleRef module, char **text);
// Any function of one pointer, for example LLVMDisposeModule.
OCX_API int ocx_safe_call(void (*function)(void *), void *argument);
// Any C function of one to five pointers or integers; `is_deep` asks for the large stack. `context` may be NULL.
OCX_API int ocx_safe_invoke(LLVMContextRef context, void *function, const uintptr_t *arguments, int count, int is_deep,
                            uintptr_t *result);

#ifdef __cplusplus
}
#endif
#endif
