// What NVPTX's code generation dies of or ptxas refuses, found in one walk before any pass runs.

#include "ocx.h"

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace {

// Address spaces of llvm/names.py.
enum Space : unsigned { Generic = 0, Global = 1, Shared = 3, Constant = 4, Local = 5, Tensor = 6, Cluster = 7, Param = 101 };
constexpr uint64_t MaxBarrier = 15;
constexpr uint64_t MaxStackAlignment = uint64_t(1) << 23;

bool isSpace(unsigned Number) {
  return Number == Generic || Number == Global || (Number >= Shared && Number <= Cluster) || Number == Param;
}

// Does the type hold a vector whose length only the processor knows, an opaque type of some processor (NVPTX has
// none), or a pointer into an unknown memory? Most types are answered by their kind.
bool isHopelessType(const Type *T) {
  if (T->isPointerTy())
    return !isSpace(T->getPointerAddressSpace());
  if (T->isIntegerTy() || T->isFloatingPointTy() || T->isVoidTy())
    return false;
  if (isa<ScalableVectorType>(T) || T->isTargetExtTy())
    return true;
  return !T->isFunctionTy() && any_of(T->subtypes(), isHopelessType);
}

bool hasHopelessBundle(const CallBase &Call) {
  return Call.getOperandBundle(LLVMContext::OB_deopt) || Call.getOperandBundle(LLVMContext::OB_gc_live);
}

// Constant memory is not written, tensor memory not accessed at all, and only shared and global memory updated atomically.
bool isHopelessAccess(const Instruction &I) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->getPointerAddressSpace() == Tensor;
  if (const auto *Store = dyn_cast<StoreInst>(&I))
    return Store->getPointerAddressSpace() == Constant || Store->getPointerAddressSpace() == Tensor;
  const auto IsFixed = [](unsigned Number) { return Number == Constant || Number == Local || Number == Tensor; };
  if (const auto *Update = dyn_cast<AtomicRMWInst>(&I))
    return IsFixed(Update->getPointerAddressSpace());
  if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return IsFixed(Exchange->getPointerAddressSpace());
  const auto *Transfer = dyn_cast<MemIntrinsic>(&I);
  return Transfer && Transfer->getDestAddressSpace() == Constant;
}

bool hasHopelessBarrier(const CallBase &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isIntrinsic() || !Callee->getName().starts_with("llvm.nvvm.barrier.cta."))
    return false;
  const auto *Number = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  return Number && Number->getValue().ugt(MaxBarrier);
}

bool isHopeless(const Instruction &I) {
  if (isHopelessType(I.getType()) || any_of(I.operands(), [](const Use &U) { return isHopelessType(U->getType()); }))
    return true;
  if (const auto *Slot = dyn_cast<AllocaInst>(&I))
    return isHopelessType(Slot->getAllocatedType()) || Slot->getAlign().value() > MaxStackAlignment;
  if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
    return isHopelessType(Address->getSourceElementType());
  if (isHopelessAccess(I))
    return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  return Call && ((Call->hasOperandBundles() && hasHopelessBundle(*Call)) || hasHopelessBarrier(*Call));
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
