// What thread-jumps asks of a function before it threads its jumps (src/opencicc/passes/thread_jumps.py says why), and LLVM's pass.

#include "first_looks.h"
#include "function_words.h"
#include "ocx.h"
#include "recovery.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/JumpThreading.h"

using namespace llvm;

namespace {

constexpr size_t FewestBlocks = 4; // two ways to a join, the join and one way on

bool isConvergent(const CallInst &Call) {
  const auto *Called = dyn_cast<Function>(Call.getCalledOperand());
  return Call.getAttributes().hasFnAttr(Attribute::Convergent) ||
         (Called && Called->hasFnAttribute(Attribute::Convergent));
}

// A barrier that all threads of a block have to reach, each once for all of them.
bool isBlockBarrier(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->getName() == "llvm.nvvm.barrier.cta.sync.aligned.all";
}

bool isToStack(const StoreInst &Store) {
  const Value *Place = Store.getPointerOperand();
  while (isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst>(Place))
    Place = cast<Instruction>(Place)->getOperand(0);
  return isa<AllocaInst>(Place);
}

bool isKnownSomewhere(const PHINode &Phi) {
  return any_of(Phi.incoming_values(), [](const Value *Incoming) { return isa<Constant>(Incoming); });
}

bool beginsWithFlag(const BasicBlock &Block) {
  return any_of(Block.phis(),
                [](const PHINode &Phi) { return Phi.getType()->isIntegerTy(1) && isKnownSomewhere(Phi); });
}

int harmOf(const Function &F, bool PastBarriers) {
  if (F.size() < FewestBlocks)
    return OCX_THREADING_HARMS;
  const bool MayPass = PastBarriers && F.getCallingConv() == CallingConv::PTX_Kernel;
  bool HasBarriers = false;
  for (const BasicBlock &Block : F) {
    const bool HasFlag = beginsWithFlag(Block);
    bool HasAtomics = false;
    for (const Instruction &I : Block) {
      if (const auto *Call = dyn_cast<CallInst>(&I)) {
        if (MayPass && isBlockBarrier(*Call))
          HasBarriers = true;
        else if (isConvergent(*Call))
          return OCX_THREADING_HARMS;
      } else if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
        if (!I.use_empty())
          return OCX_THREADING_HARMS;
        HasAtomics = true;
      } else if (HasFlag && isa<StoreInst>(I) && !isToStack(cast<StoreInst>(I))) {
        return OCX_THREADING_HARMS;
      }
    }
    if (HasAtomics && any_of(Block.phis(), isKnownSomewhere))
      return OCX_THREADING_HARMS;
  }
  if (HasBarriers)
    return OCX_THREADING_PASSES_BARRIERS; // of such a kernel the attribute only repeats what it calls
  return F.hasFnAttribute(Attribute::Convergent) ? OCX_THREADING_HARMS : OCX_THREADING_IS_HARMLESS;
}

bool hasBarriersInLoops(const Function &F) {
  DominatorTree Dominators(const_cast<Function &>(F));
  const LoopInfo Loops(Dominators);
  return !Loops.empty() && any_of(F, [&](const BasicBlock &Block) {
    return Loops.getLoopFor(&Block) && any_of(Block, [](const Instruction &I) {
             const auto *Call = dyn_cast<CallInst>(&I);
             return Call && isBlockBarrier(*Call);
           });
  });
}

bool threadJumps(Function &F) {
  PassBuilder Builder;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  Builder.registerLoopAnalyses(LAM);
  Builder.registerFunctionAnalyses(FAM);
  Builder.registerCGSCCAnalyses(CGAM);
  Builder.registerModuleAnalyses(MAM);
  Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  const std::vector<uint64_t> Before = ocx::wordsOf(F);
  const PreservedAnalyses Kept = JumpThreadingPass().run(F, FAM);
  return !Kept.areAllPreserved() && ocx::wordsOf(F) != Before;
}

} // namespace

bool ocx::mayThreadJumps(const Function &F) {
  const int Harm = harmOf(F, true);
  return Harm == OCX_THREADING_IS_HARMLESS || (Harm == OCX_THREADING_PASSES_BARRIERS && !hasBarriersInLoops(F));
}

int ocx_may_thread_jumps(LLVMValueRef function, int past_barriers) {
  return harmOf(*unwrap<Function>(function), past_barriers);
}

int ocx_safe_thread_jumps(LLVMValueRef function, int *has_changed) {
  LLVMContextRef Context = LLVMGetTypeContext(LLVMTypeOf(function));
  return ocx::runSafely(ocx::Stack::CallersIfRoomy, Context,
                        [&](ocx::Outcome &) { *has_changed = threadJumps(*unwrap<Function>(function)); });
}
