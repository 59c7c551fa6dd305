// First looks of passes over modules that say what functions do, so that equal calls become one: which functions could it be?

#include "first_looks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <set>
#include <vector>

using namespace llvm;

namespace {

bool isPure(const Function &F) { return F.doesNotAccessMemory() && !F.isConvergent(); }

bool mayBeMarked(const Function &F) {
  return F.hasLocalLinkage() && F.getCallingConv() != CallingConv::PTX_Kernel && !F.hasFnAttribute(Attribute::OptimizeNone);
}

// The calls that name a function.
SmallVector<const CallInst *, 8> callsOf(const Function &F) {
  SmallVector<const CallInst *, 8> Calls;
  for (const User *U : F.users())
    if (const auto *Call = dyn_cast<CallInst>(U); Call && Call->getCalledOperand() == &F)
      Calls.push_back(Call);
  return Calls;
}

template <typename Predicate> bool hasAssemblyThat(const Function &F, Predicate Fits) {
  return any_of(instructions(F), [&](const Instruction &I) {
    const auto *Call = dyn_cast<CallInst>(&I);
    return Call && Call->isInlineAsm() && Fits(*Call);
  });
}

} // namespace

namespace ocx {

bool isPureAndCalled(const Function &F) {
  return isPure(F) && any_of(callsOf(F), [](const CallInst *Call) {
           const Function &Caller = *Call->getFunction();
           return Call->getAttributes().hasFnAttr(Attribute::Convergent) || (mayBeMarked(Caller) && !isPure(Caller));
         });
}

bool hasAssembly(const Function &F) {
  return hasAssemblyThat(F, [](const CallInst &Call) { return !Call.getType()->isVoidTy(); });
}

bool hasConvergentAssembly(const Function &F) {
  return hasAssemblyThat(F, [](const CallInst &Call) { return Call.getAttributes().hasFnAttr(Attribute::Convergent); });
}

bool hasChosenCopies(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Copy = dyn_cast<MemCpyInst>(&I);
    const auto *Choice = Copy ? dyn_cast<PHINode>(Copy->getRawSource()) : nullptr;
    return Choice && Choice->getParent() == Copy->getParent();
  });
}

bool isCalledAlike(const Function &F) {
  if (isPure(F) || !mayBeMarked(F) || F.size() == 1)
    return false;
  const auto Calls = callsOf(F);
  if (Calls.size() < 2)
    return false;
  std::set<std::vector<const Value *>> Kinds;
  for (const CallInst *Call : Calls) {
    std::vector<const Value *> Kind = {Call->getFunction()};
    for (const Value *Argument : Call->args())
      Kind.push_back(Argument->getType()->isPointerTy() ? nullptr : Argument);
    if (!Kinds.insert(std::move(Kind)).second)
      return true;
  }
  return false;
}

} // namespace ocx
