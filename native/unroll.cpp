// Unrolling one loop by LLVM's engine directly, for what its pass refuses to be told by metadata.

#include "ocx.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"

using namespace llvm;

namespace {
// LLVM's own budget for computing a trip count in front of a loop.
constexpr unsigned CheapExpansion = 4;
} // namespace

int ocx_unroll_convergent_loop(LLVMValueRef function, LLVMTargetMachineRef machine, LLVMBasicBlockRef header,
                               int64_t count, int has_remainder) {
  Function &F = *unwrap<Function>(function);
  DominatorTree Dominators(F);
  LoopInfo Info(Dominators);
  Loop *L = Info.getLoopFor(unwrap(header));
  if (!L || L->getHeader() != unwrap(header))
    return false;
  AssumptionCache Assumptions(F);
  TargetLibraryInfoImpl LibraryImpl(F.getParent()->getTargetTriple());
  TargetLibraryInfo Library(LibraryImpl, &F);
  ScalarEvolution Trips(F, Library, Assumptions, Dominators, Info);
  const TargetTransformInfo Costs = reinterpret_cast<TargetMachine *>(machine)->getTargetTransformInfo(F);
  OptimizationRemarkEmitter Remarks(&F);
  simplifyLoop(L, &Dominators, &Info, &Trips, &Assumptions, nullptr, false);
  formLCSSARecursively(*L, Dominators, &Info, &Trips);

  UnrollLoopOptions Options{};
  Options.Count = count;
  Options.Runtime = has_remainder;
  Options.AllowExpensiveTripCount = true;
  Options.ForgetAllSCEV = true;
  Options.SCEVExpansionBudget = CheapExpansion;
  Loop *Remainder = nullptr;
  const LoopUnrollResult Result = UnrollLoop(L, Options, &Info, &Trips, &Dominators, &Assumptions, &Costs, &Remarks,
                                             /*PreserveLCSSA=*/true, &Remainder);
  if (Result == LoopUnrollResult::Unmodified)
    return false;
  if (Result == LoopUnrollResult::PartiallyUnrolled)
    L->setLoopAlreadyUnrolled();
  if (Remainder)
    Remainder->setLoopAlreadyUnrolled();
  return true;
}

void ocx_force_epilog(int is_forced) {
  auto &Known = cl::getRegisteredOptions();
  const auto Found = Known.find("unroll-runtime-epilog");
  if (Found == Known.end() || (Found->second->getNumOccurrences() != 0) == (is_forced != 0))
    return;
  Found->second->reset();
  if (is_forced)
    Found->second->addOccurrence(0, "unroll-runtime-epilog", "true");
}
