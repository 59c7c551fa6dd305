// Moving tests that stay the same out of loops, by LLVM's pass, on targets with divergent branches too.

#include "first_looks.h"
#include "ocx.h"
#include "uniformity.h"

#include "llvm/Analysis/LoopAnalysisManager.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/CallingConv.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SimpleLoopUnswitch.h"
#include <algorithm>
#include <chrono>
#include <mutex>

using namespace llvm;

namespace {

constexpr size_t FewestBlocks = 4; // a loop around an `if`, and what stands before and after it

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

// The parts of a loop's tests that stay the same. LLVM's pass also takes a part of an `and` or `or`.
SmallVector<const Value *, 8> steadyTests(const Loop &L) {
  SmallVector<const Value *, 8> Found;
  for (const BasicBlock *Block : L.blocks())
    for (const Instruction &I : *Block) {
      const Value *Condition = conditionOf(I);
      if (!Condition || isa<Constant>(Condition))
        continue;
      if (L.isLoopInvariant(Condition)) {
        Found.push_back(Condition);
        continue;
      }
      const auto *Joined = dyn_cast<Instruction>(Condition);
      if (Joined && Joined->getType()->isIntegerTy(1) && Joined->getNumOperands() > 1 &&
          (Joined->getOpcode() == Instruction::And || Joined->getOpcode() == Instruction::Or ||
           isa<SelectInst>(Joined)))
        for (const Value *Part : Joined->operand_values())
          if (!isa<Constant>(Part) && L.isLoopInvariant(Part))
            Found.push_back(Part);
    }
  return Found;
}

// What the threads of a block see alike: computed, in a few steps, from a kernel's parameters, what they point to, the block's
// number and the grid's measures alone. Only time hangs on it, so nothing is asked about writes.
bool isSharedByBlock(const Value *V, unsigned Steps = 10) {
  if (isa<Constant>(V))
    return true;
  if (const auto *Parameter = dyn_cast<Argument>(V))
    return Parameter->getParent()->getCallingConv() == CallingConv::PTX_Kernel;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !Steps || isa<PHINode, AllocaInst>(I) || (I->mayReadOrWriteMemory() && !isa<LoadInst>(I)))
    return false;
  if (const auto *Call = dyn_cast<CallInst>(I)) {
    const Function *Callee = Call->getCalledFunction();
    if (!Callee || !Callee->isIntrinsic() || Callee->isConvergent())
      return false;
    if (Callee->getName().starts_with("llvm.nvvm.read.ptx.sreg."))
      return Callee->getName().contains(".ntid.") || Callee->getName().contains("ctaid.");
    return all_of(Call->args(), [&](const Value *Operand) { return isSharedByBlock(Operand, Steps - 1); });
  }
  return all_of(I->operand_values(), [&](const Value *Operand) { return isSharedByBlock(Operand, Steps - 1); });
}

// Instructions of all trips of a loop that loop-unroll-full writes out for sure.
constexpr unsigned WRITTEN_OUT = 300;

unsigned sizeOf(const Loop &L) {
  unsigned Size = 0;
  for (const BasicBlock *Block : L.blocks())
    Size += Block->size();
  return Size;
}

// LLVM's budget, an option of the process, at least at `Budget` for a while. Its own places of this pass never ask for it: on
// targets with divergent branches they take trivial tests only. A crash inside the pass leaves the lock behind, hence the time limit.
class BudgetForNow {
  static std::timed_mutex Setting;
  std::unique_lock<std::timed_mutex> Lock{Setting, std::chrono::seconds(10)};
  cl::opt<int> *Option = nullptr;

  static cl::opt<int> *find() {
    auto &Known = cl::getRegisteredOptions();
    const auto Found = Known.find("unswitch-threshold");
    return Found == Known.end() ? nullptr : static_cast<cl::opt<int> *>(Found->second);
  }

  static int usual(cl::opt<int> *Option) {
    static const int Usual = *Option;
    return Usual;
  }

public:
  explicit BudgetForNow(int Budget) : Option(find()) {
    if (Option)
      Option->setValue(std::max(usual(Option), Budget));
  }

  ~BudgetForNow() {
    if (Option)
      Option->setValue(usual(Option));
  }
};

std::timed_mutex BudgetForNow::Setting;

// Loops of few known trips, which are written out later, stay as they are, and so do loops that hold others, unless these are
// written out and all threads agree. Where the threads of a warp may disagree, a loop whose trips can't be counted stays too: it
// looks for something, mostly for a few trips, and what the test costs in them is less than two such loops one after the other.
struct UnswitchInnermost : PassInfoMixin<UnswitchInnermost> {
  const UniformityInfo &OfWarps;
  unsigned FewTrips;
  int SharedBudget;
  bool InSearches;

  UnswitchInnermost(const UniformityInfo &OfWarps, unsigned FewTrips, int SharedBudget, bool InSearches)
      : OfWarps(OfWarps), FewTrips(FewTrips), SharedBudget(SharedBudget), InSearches(InSearches) {}

  PreservedAnalyses run(Loop &L, LoopAnalysisManager &Manager, LoopStandardAnalysisResults &Known, LPMUpdater &Updater) {
    const auto Tests = steadyTests(L); // few loops have any; to count trips costs more than to look for them
    if (Tests.empty() || hasFewTrips(L, Known.SE))
      return PreservedAnalyses::all();
    const bool IsShared = all_of(Tests, [](const Value *Test) { return isSharedByBlock(Test); });
    if (!L.isInnermost() && !(IsShared && all_of(L.getSubLoops(), [&](const Loop *Inner) {
          return Inner->isInnermost() && hasFewTrips(*Inner, Known.SE) &&
                 Known.SE.getSmallConstantTripCount(Inner) * sizeOf(*Inner) <= WRITTEN_OUT;
        })))
      return PreservedAnalyses::all();
    if (!IsShared && !InSearches && isa<SCEVCouldNotCompute>(Known.SE.getBackedgeTakenCount(&L)) &&
        any_of(Tests, [&](const Value *Test) { return !isSharedByBlock(Test) && OfWarps.isDivergent(Test); }))
      return PreservedAnalyses::all();
    const BudgetForNow Budget(IsShared ? SharedBudget : 0);
    return SimpleLoopUnswitchPass(/*NonTrivial=*/true, /*Trivial=*/false).run(L, Manager, Known, Updater);
  }

private:
  bool hasFewTrips(const Loop &L, ScalarEvolution &Trips) const {
    const unsigned Count = Trips.getSmallConstantTripCount(&L);
    return Count && Count <= FewTrips;
  }
};

// What UnswitchInnermost asks of a loop, as far as it can be said before loops are brought into shape: that takes loops with
// several latches apart.
bool mayBeUnswitched(const Loop &L) {
  const auto Tests = steadyTests(L);
  return !Tests.empty() && (L.isInnermost() || !L.getLoopLatch() ||
                            all_of(Tests, [](const Value *Test) { return isSharedByBlock(Test); }));
}

} // namespace

bool ocx::mayBeUnswitched(const Function &F) {
  if (F.size() < FewestBlocks)
    return false;
  DominatorTree Dominators(const_cast<Function &>(F));
  const LoopInfo Info(Dominators);
  return any_of(Info.getLoopsInPreorder(), [](const Loop *L) { return ::mayBeUnswitched(*L); });
}

int ocx_unswitch_loops(LLVMValueRef function, LLVMTargetMachineRef machine, int64_t few_trips, int64_t shared_budget,
                       int in_searches) {
  Function &F = *unwrap<Function>(function);
  if (!ocx::mayBeUnswitched(F))
    return false;
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
  const ocx::Uniformity OfFunction(F, *reinterpret_cast<TargetMachine *>(machine)); // of the loops as they are now
  Passes.addPass(createFunctionToLoopPassAdaptor(
      UnswitchInnermost(OfFunction.Known, few_trips, shared_budget, in_searches), /*UseMemorySSA=*/true));
  const size_t Before = F.size();
  Passes.run(F, FAM);
  return F.size() != Before;
}
