#include "latency.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace {

constexpr unsigned GlobalSpace = 1;
// An instruction of the special function unit, a short sequence around one, and a sequence in double precision.
constexpr int64_t OneStep = 30, Sequence = 80, LongSequence = 200;

int64_t sequenceCycles(const Instruction &I) {
  if (I.getType()->getScalarType()->isDoubleTy())
    return LongSequence;
  const auto *Operation = dyn_cast<FPMathOperator>(&I);
  return Operation && Operation->hasApproxFunc() ? OneStep : Sequence;
}

int64_t callCycles(const CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isIntrinsic())
    return 0;
  const StringRef Name = Callee->getName();
  if (Name.starts_with("llvm.sqrt.") || Name.starts_with("llvm.nvvm.sqrt.r") || Name.starts_with("llvm.nvvm.div.r") ||
      Name.starts_with("llvm.nvvm.rcp.r"))
    return sequenceCycles(Call);
  for (const char *Special : {"llvm.nvvm.sqrt.", "llvm.nvvm.rsqrt.", "llvm.nvvm.div.", "llvm.nvvm.rcp.",
                              "llvm.nvvm.ex2.", "llvm.nvvm.lg2.", "llvm.nvvm.sin.", "llvm.nvvm.cos.",
                              "llvm.nvvm.tanh.", "llvm.sin.", "llvm.cos.", "llvm.exp2.", "llvm.log2."})
    if (Name.starts_with(Special))
      return OneStep;
  return 0;
}

bool isFar(const Value &Pointer) {
  const unsigned Space = Pointer.getType()->getPointerAddressSpace();
  return Space == GlobalSpace || (Space == 0 && !isa<AllocaInst>(getUnderlyingObject(&Pointer)));
}

} // namespace

bool ocx::isFarLoad(const Instruction &I) {
  const auto *Load = dyn_cast<LoadInst>(&I);
  return Load && isFar(*Load->getPointerOperand());
}

bool ocx::isFarStore(const Instruction &I) {
  const auto *Store = dyn_cast<StoreInst>(&I);
  return Store && isFar(*Store->getPointerOperand());
}

bool ocx::isVariableDivision(const Instruction &I) {
  return I.isIntDivRem() && !isa<Constant>(I.getOperand(1));
}

int64_t ocx::slowCycles(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::FDiv:
  case Instruction::FRem:
    return sequenceCycles(I);
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return isVariableDivision(I) ? Sequence : 0;
  case Instruction::Call:
    return callCycles(cast<CallInst>(I));
  default:
    return 0;
  }
}
