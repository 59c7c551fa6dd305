// What NVPTX's code generation dies of or is corrupted by, found in one walk before it starts.

#include "ocx.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

// Does the type hold a vector whose length only the processor knows, or an opaque type of some processor (NVPTX has
// none)? Most types are answered by their kind.
bool isHopelessType(const Type *T) {
  if (T->isIntegerTy() || T->isPointerTy() || T->isFloatingPointTy() || T->isVoidTy())
    return false;
  if (isa<ScalableVectorType>(T) || T->isTargetExtTy())
    return true;
  return !T->isFunctionTy() && any_of(T->subtypes(), isHopelessType);
}

bool hasHopelessBundle(const CallBase &Call) {
  return Call.getOperandBundle(LLVMContext::OB_deopt) || Call.getOperandBundle(LLVMContext::OB_gc_live);
}

bool isHopeless(const Instruction &I) {
  if (isHopelessType(I.getType()) || any_of(I.operands(), [](const Use &U) { return isHopelessType(U->getType()); }))
    return true;
  if (const auto *Slot = dyn_cast<AllocaInst>(&I))
    return isHopelessType(Slot->getAllocatedType());
  if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
    return isHopelessType(Address->getSourceElementType());
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && Call->hasOperandBundles() && hasHopelessBundle(*Call);
}

} // namespace

LLVMValueRef ocx_find_hopeless(LLVMModuleRef module) {
  for (Function &F : *unwrap(module)) {
    if (F.isDeclaration())
      continue;
    for (Argument &A : F.args())
      if (isHopelessType(A.getType()))
        return wrap(&A);
    for (BasicBlock &Block : F)
      for (Instruction &I : Block)
        if (isHopeless(I))
          return wrap(&I);
  }
  return nullptr;
}
