// Unrolling or peeling one loop by LLVM's engine directly, for what its pass can't be told by metadata.

#include "loop_analyses.h"
#include "ocx.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Utils/LoopPeel.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"
#include <mutex>

using namespace llvm;

namespace {
// What the engine keeps up to date while it works on a loop.
struct Workplace : ocx::LoopAnalyses {
  OptimizationRemarkEmitter Remarks;

  Workplace(LLVMValueRef Function, LLVMTargetMachineRef Machine)
      : LoopAnalyses(*unwrap<llvm::Function>(Function), reinterpret_cast<TargetMachine *>(Machine)), Remarks(&F) {}

  void prepare(Loop &L) {
    simplifyLoop(&L, &Dominators, &Info, &Trips, &Assumptions, nullptr, false);
    formLCSSARecursively(L, Dominators, &Info, &Trips);
  }
};

} // namespace

int ocx_unroll_loop(LLVMValueRef function, LLVMTargetMachineRef machine, LLVMBasicBlockRef header, int64_t count,
                    int remainder) {
  Workplace Here(function, machine);
  Loop *L = Here.Info.getLoopFor(unwrap(header));
  if (!L || L->getHeader() != unwrap(header))
    return false;
  Here.prepare(*L);

  UnrollLoopOptions Options{};
  Options.Count = count;
  Options.Runtime = remainder != OCX_NO_REMAINDER;
  Options.AllowExpensiveTripCount = true;
  Options.UnrollRemainder = remainder == OCX_STRAIGHT_REMAINDER;
  Options.ForgetAllSCEV = true;
  Options.Heart = getLoopConvergenceHeart(L); // of a loop only one copy may keep it
  Options.SCEVExpansionBudget = ocx::CheapExpansion;
  Loop *Remainder = nullptr;
  const LoopUnrollResult Result = UnrollLoop(L, Options, &Here.Info, &Here.Trips, &Here.Dominators, &Here.Assumptions,
                                             &Here.Costs, &Here.Remarks, /*PreserveLCSSA=*/true, &Remainder);
  if (Result == LoopUnrollResult::Unmodified)
    return false;
  if (Result == LoopUnrollResult::PartiallyUnrolled)
    L->setLoopAlreadyUnrolled();
  if (Remainder)
    Remainder->setLoopAlreadyUnrolled();
  return true;
}

int ocx_peel_loop(LLVMValueRef function, LLVMTargetMachineRef machine, LLVMBasicBlockRef latch, int64_t count,
                  int is_last) {
  Workplace Here(function, machine);
  Loop *L = Here.Info.getLoopFor(unwrap(latch));
  if (!L || L->getLoopLatch() != unwrap(latch))
    return false;
  Here.prepare(*L);
  if (!canPeel(L) || (is_last && !canPeelLastIteration(*L, Here.Trips)))
    return false;
  ValueToValueMapTy Copies;
  if (!peelLoop(L, count, is_last, &Here.Info, &Here.Trips, Here.Dominators, &Here.Assumptions,
                /*PreserveLCSSA=*/true, Copies))
    return false;
  simplifyLoopAfterUnroll(L, /*SimplifyIVs=*/true, &Here.Info, &Here.Trips, &Here.Dominators, &Here.Assumptions,
                          &Here.Costs);
  return true;
}

void ocx_promote_up_to(int64_t accesses) {
  static std::mutex Limiting; // compiles in other threads mostly want the same
  static const unsigned Usual = SetLicmMssaNoAccForPromotionCap;
  const std::lock_guard<std::mutex> Lock(Limiting);
  const unsigned Wanted = accesses ? static_cast<unsigned>(accesses) : Usual;
  if (SetLicmMssaNoAccForPromotionCap != Wanted)
    SetLicmMssaNoAccForPromotionCap.setValue(Wanted);
}

void ocx_place_remainders(int is_behind) {
  static std::mutex Placing; // compiles in other threads mostly want the same: they must not see the option reset
  static int Placed = -1;
  const std::lock_guard<std::mutex> Lock(Placing);
  if (Placed == is_behind)
    return;
  Placed = is_behind;
  auto &Known = cl::getRegisteredOptions();
  const auto Found = Known.find("unroll-runtime-epilog");
  if (Found == Known.end())
    return;
  Found->second->reset(); // it may be given once only
  Found->second->addOccurrence(0, "unroll-runtime-epilog", is_behind ? "true" : "false");
}
