// The first looks of passes of ours, by the name of the pass.

#include "first_looks.h"
#include "ocx.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"

using namespace llvm;

ocx::FirstLook ocx::lookOf(StringRef Pass) {
  return StringSwitch<ocx::FirstLook>(Pass)
      .Case("nvvm-predicate-opt", ocx::hasLikeComparisons)
      .Case("nvvm-predicate-opt-variant", ocx::hasLikeSides)
      .Case("nvvm-late-opt", ocx::hasPeepholes)
      .Case("join-conditions", ocx::hasJoinedConditions)
      .Case("flatten-branches", ocx::hasCheapWays)
      .Case("flatten-masks", ocx::hasMaskedLoads)
      .Case("read-only-loads", ocx::readsWhatItCompares)
      .Case("pair-loads", ocx::hasGuardedLoads)
      .Case("thread-jumps", ocx::mayThreadJumps)
      .Case("unswitch-loops", ocx::mayBeUnswitched)
      .Case("nvvm-warp-shuffle", ocx::hasKnownShuffles)
      .Case("copy-by-case", ocx::hasChosenCopies)
      .Case("default-next", ocx::hasFarDefaults)
      .Case("bit-loops", ocx::hasBitLoops)
      .Case("column-walks", ocx::hasRowCounters)
      .Case("open-loops", ocx::hasOpenLoops)
      .Case("back-edges-first", ocx::hasTurnedLoopEnds)
      .Case("sum-indices", ocx::hasSummedQuotients)
      .Case("join-halves", ocx::hasWideHalves)
      .Case("sizes-first", ocx::hasLateSizes)
      .Case("near-sums", ocx::hasNearSums)
      .Case("whole-loads", ocx::hasWholeUnits)
      .Case("private-volatile", ocx::hasPrivateVolatile)
      .Case("propagate-alignment", ocx::hasLowAlignment)
      .Case("nvvm-loop-opt", ocx::hasIdleLoopBarriers)
      .Case("pure-calls", ocx::isPureAndCalled)
      .Case("lift-assembly", ocx::hasAssembly)
      .Case("late-conversions", ocx::hasEarlyConversions)
      .Case("thread-assembly", ocx::hasConvergentAssembly)
      .Case("repeated-calls", ocx::isCalledAlike)
      .Default(nullptr);
}

int64_t ocx_worth_a_look(LLVMModuleRef module, const char *pass, LLVMValueRef *out, int64_t room) {
  const ocx::FirstLook Look = ocx::lookOf(pass);
  if (!Look)
    return -1;
  int64_t Count = 0;
  for (Function &F : *unwrap(module)) {
    if (F.isDeclaration() || !Look(F))
      continue;
    if (Count < room)
      out[Count] = wrap(&F);
    ++Count;
  }
  return Count;
}
