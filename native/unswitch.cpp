// Moving tests that stay the same out of innermost loops, by LLVM's pass, on targets with divergent branches too.

#include "ocx.h"

#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"

using namespace llvm;

namespace {

// The condition of a branch, switch or select that something hangs on; null for other instructions.
const Value *conditionOf(const Instruction &I) {
  if (const auto *Branch = dyn_cast<BranchInst>(&I))
    return Branch->isConditional() ? Branch->getCondition() : nullptr;
  if (const auto *Switch = dyn_cast<SwitchInst>(&I))
    return Switch->getCondition();
  if (const auto *Select = dyn_cast<SelectInst>(&I))
    return Select->getCondition();
  return nullptr;
}

// Is there anything in the function for LLVM's pass? It also takes a part of an `and` or `or` that stays the same.
bool hasSteadyTest(const LoopInfo &Info) {
  for (const Loop *L : Info.getLoopsInPreorder()) {
    if (!L->isInnermost())
      continue;
    for (const BasicBlock *Block : L->blocks())
      for (const Instruction &I : *Block) {
        const Value *Condition = conditionOf(I);
        if (!Condition || isa<Constant>(Condition))
          continue;
        if (L->isLoopInvariant(Condition))
          return true;
        const auto *Joined = dyn_cast<Instruction>(Condition);
        if (Joined && Joined->getType()->isIntegerTy(1) && Joined->getNumOperands() > 1 &&
            (Joined->getOpcode() == Instruction::And || Joined->getOpcode() == Instruction::Or ||
             isa<SelectInst>(Joined)) &&
            any_of(Joined->operands(), [&](const Value *V) { return !isa<Constant>(V) && L->isLoopInvariant(V); }))
          return true;
      }
  }
  return false;
}

// Loops that hold others, and loops of few known trips, which are written out later, stay as they are.
struct UnswitchInnermost : PassInfoMixin<UnswitchInnermost> {
  unsigned FewTrips;

  explicit UnswitchInnermost(unsigned FewTrips) : FewTrips(FewTrips) {}

  PreservedAnalyses run(Loop &L, LoopAnalysisManager &Manager, LoopStandardAnalysisResults &Known, LPMUpdater &Updater) {
    const unsigned Trips = L.isInnermost() ? Known.SE.getSmallConstantTripCount(&L) : 1;
    if (Trips && Trips <= FewTrips)
      return PreservedAnalyses::all();
    return SimpleLoopUnswitchPass(/*NonTrivial=*/true, /*Trivial=*/false).run(L, Manager, Known, Updater);
  }
};

} // namespace

int ocx_unswitch_loops(LLVMValueRef function, int64_t few_trips) {
  Function &F = *unwrap<Function>(function);
  {
    DominatorTree Dominators(F);
    if (!hasSteadyTest(LoopInfo(Dominators)))
      return false;
  }
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder Builder; // without a machine: its targets' divergent branches would forbid all of it
  Builder.registerModuleAnalyses(MAM);
  Builder.registerCGSCCAnalyses(CGAM);
  Builder.registerFunctionAnalyses(FAM);
  Builder.registerLoopAnalyses(LAM);
  Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  FunctionPassManager Passes;
  Passes.addPass(createFunctionToLoopPassAdaptor(UnswitchInnermost(few_trips), /*UseMemorySSA=*/true));
  const size_t Before = F.size();
  Passes.run(F, FAM);
  return F.size() != Before;
}
