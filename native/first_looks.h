// First looks: may a pass of ours find anything in a function? first_looks.cpp has the table of them.
//
// A look walks over the instructions once and may say too often that there is something: the pass looks closer then. Where it
// says no, the pass would change nothing; each is what the pass of its name asks first (src/opencicc/passes/), spelled for a walk.
#ifndef OCX_FIRST_LOOKS_H
#define OCX_FIRST_LOOKS_H

#include "llvm/IR/Function.h"

namespace ocx {

using FirstLook = bool (*)(const llvm::Function &);

// By the name of the pass; null of one that has none.
FirstLook lookOf(llvm::StringRef Pass);

// Calls whose name begins like this are barriers of the threads of a block.
constexpr llvm::StringLiteral BARRIER = "llvm.nvvm.barrier.cta.";

// What is computed (look_values.cpp).
bool hasLikeComparisons(const llvm::Function &F); // one comparison may answer another
bool hasLikeSides(const llvm::Function &F);       // both sides of a select are slow and of one kind
bool hasPeepholes(const llvm::Function &F);       // NVVM knows what an instruction gives
bool hasWideHalves(const llvm::Function &F);      // a value of 16 bits is made wider
bool hasSummedQuotients(const llvm::Function &F); // a sum of what was made from quotients gets shorter (summed_quotients.cpp)
bool hasLateSizes(const llvm::Function &F);       // a block's size is read behind its number and needed twice
bool hasNearSums(const llvm::Function &F);        // sums of two values, made with different constants
bool hasKnownShuffles(const llvm::Function &F);   // a shuffle may give what its lane has already

// Where control goes (look_branches.cpp).
bool hasJoinedConditions(const llvm::Function &F); // one of two ways to a flag knows it, and the other is cheap
bool hasCheapWays(const llvm::Function &F);        // ways of a fork that compute a little and meet among others
bool hasMaskedLoads(const llvm::Function &F);      // such ways compute with what was just loaded
bool hasGuardedLoads(const llvm::Function &F);     // loads are made where a number in a loop is not another
bool mayThreadJumps(const llvm::Function &F);      // nothing forbids LLVM to thread its jumps (thread_jumps.cpp)
bool mayBeUnswitched(const llvm::Function &F);     // a test in a loop stays the same (unswitch.cpp)
bool hasFarDefaults(const llvm::Function &F);      // the default of a switch is elsewhere
bool hasBitLoops(const llvm::Function &F);         // a loop of one block does nothing but arithmetic
bool hasRowCounters(const llvm::Function &F);      // the counter of a loop of one block is multiplied
bool hasOpenLoops(const llvm::Function &F);        // a loop says that ptxas may go on unrolling it
bool hasTurnedLoopEnds(const llvm::Function &F);   // the test at the end of a loop jumps back when it does not hold

// What memory is accessed (look_memory.cpp).
bool hasWholeUnits(const llvm::Function &F);       // loads read parts of one aligned unit, or are noted to
bool hasPrivateVolatile(const llvm::Function &F);  // an access to a stack object is volatile
bool hasLowAlignment(const llvm::Function &F);     // an access is better aligned than it says (alignments.cpp)
bool readsWhatItCompares(const llvm::Function &F); // loads through a restrict pointer whose address is looked at
bool hasIdleLoopBarriers(const llvm::Function &F); // a barrier in a loop may order nothing

// What is called (look_calls.cpp).
bool isPureAndCalled(const llvm::Function &F); // it only computes, and a call of it or a caller does not say so
bool hasAssembly(const llvm::Function &F);           // lift-assembly: with a result
bool hasEarlyConversions(const llvm::Function &F);   // late-conversions: of halves, for other blocks
bool hasConvergentAssembly(const llvm::Function &F); // inline assembly that threads might have to meet at
bool hasChosenCopies(const llvm::Function &F); // a struct is copied from an address that the way there chose
bool isCalledAlike(const llvm::Function &F);   // two calls of it in one place may have equal arguments

} // namespace ocx

#endif
