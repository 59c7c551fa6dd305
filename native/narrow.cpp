// Which operations on 64 bits need only 32 of them, by the ranges that LLVM's analyses prove.

#include "ocx.h"
#include "loop_analyses.h"
#include "recovery.h"

#include "llvm-c/Core.h"

#include "llvm/Analysis/LazyValueInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Instructions.h"
#include <cstdlib>
#include <vector>

using namespace llvm;

namespace {

constexpr unsigned Wide = 64, Narrow = 32;

int fitsOf(const ConstantRange &Range) {
  int Fits = 0;
  if (Range.getUnsignedMax().getActiveBits() <= Narrow)
    Fits |= OCX_FITS_UNSIGNED;
  if (Range.getSignedMin().isSignedIntN(Narrow) && Range.getSignedMax().isSignedIntN(Narrow))
    Fits |= OCX_FITS_SIGNED;
  return Fits;
}

class Facts {
public:
  Facts(Function &F) : Known(F, nullptr), Values(&Known.Assumptions, &F.getParent()->getDataLayout()) {}

  // Of an operand where it is used: what conditions on the way there say counts too.
  int ofUse(Use &U) {
    Value *V = U.get();
    if (auto *C = dyn_cast<ConstantInt>(V))
      return fitsOf(ConstantRange(C->getValue()));
    if (isa<Constant>(V))
      return 0; // an address; lazy values take it for an argument
    const int Plain = ofBits(V, cast<Instruction>(U.getUser()));
    return Plain == Both ? Both : Plain | fitsOf(Values.getConstantRangeAtUse(U, /*UndefAllowed=*/false)) | ofRecurrence(V);
  }

  int ofResult(Instruction &I) {
    if (const int Plain = ofBits(&I, &I))
      return Plain;
    return fitsOf(Values.getConstantRange(&I, &I, /*UndefAllowed=*/false)) | ofRecurrence(&I);
  }

  bool isReached(const BasicBlock &B) const { return Known.Dominators.isReachableFromEntry(&B); }

private:
  static constexpr int Both = OCX_FITS_UNSIGNED | OCX_FITS_SIGNED;

  // The bits that are the same in every value. Sums and products are left to ranges, which are kept from one question to
  // the next: in a cipher of thousands of them that is half of the time.
  int ofBits(Value *V, const Instruction *Where) {
    if (const auto *Sum = dyn_cast<BinaryOperator>(V))
      if (Sum->getOpcode() == Instruction::Add || Sum->getOpcode() == Instruction::Sub || Sum->getOpcode() == Instruction::Mul)
        return 0;
    const DataLayout &Layout = Known.F.getParent()->getDataLayout();
    const KnownBits Bits = computeKnownBits(V, Layout, &Known.Assumptions, Where, &Known.Dominators);
    const unsigned Zeros = Bits.countMinLeadingZeros();
    if (Zeros > Wide - Narrow)
      return Both;
    const unsigned Signs = ComputeNumSignBits(V, Layout, &Known.Assumptions, Where, &Known.Dominators);
    return (Zeros == Wide - Narrow ? OCX_FITS_UNSIGNED : 0) | (Signs > Wide - Narrow ? OCX_FITS_SIGNED : 0);
  }

  int ofRecurrence(Value *V) {
    const auto *I = dyn_cast<Instruction>(V);
    if (!I || !Known.Info.getLoopFor(I->getParent()))
      return 0;
    const SCEV *Term = Known.Trips.getSCEV(V);
    return fitsOf(Known.Trips.getSignedRange(Term).intersectWith(Known.Trips.getUnsignedRange(Term)));
  }

  ocx::LoopAnalyses Known;
  LazyValueInfo Values;
};

bool isCandidate(const Instruction &I) {
  if (isa<ICmpInst>(I))
    return I.getOperand(0)->getType()->isIntegerTy(Wide);
  return I.getType()->isIntegerTy(Wide) && (I.isBinaryOp() || isa<PHINode, SelectInst>(I));
}

} // namespace

int ocx_safe_narrow(LLVMValueRef function, ocx_fit **rows, int64_t *count) {
  *rows = nullptr;
  *count = 0;
  Function &F = *unwrap<Function>(function);
  LLVMContextRef Context = LLVMGetTypeContext(LLVMTypeOf(function));
  return ocx::runSafely(ocx::Stack::CallersIfRoomy, Context, [&](ocx::Outcome &) {
    std::vector<ocx_fit> Found;
    std::vector<Instruction *> Candidates;
    for (BasicBlock &B : F)
      for (Instruction &I : B)
        if (isCandidate(I))
          Candidates.push_back(&I);
    if (Candidates.empty())
      return;
    Facts Known(F);
    for (Instruction *I : Candidates) {
      if (!Known.isReached(*I->getParent()))
        continue;
      ocx_fit Row{wrap(I), 0, OCX_FITS_SIGNED | OCX_FITS_UNSIGNED};
      if (!isa<ICmpInst>(I) && !(Row.result = Known.ofResult(*I)))
        continue;
      if (isa<PHINode>(I))
        Row.operands = 0; // an operand of a phi is used at the end of another block
      else
        for (Use &U : I->operands())
          if (U->getType()->isIntegerTy(Wide) && Row.operands)
            Row.operands &= Known.ofUse(U);
      if (Row.result || (isa<ICmpInst>(I) && Row.operands))
        Found.push_back(Row);
    }
    auto *Result = static_cast<ocx_fit *>(std::malloc(std::max<size_t>(Found.size(), 1) * sizeof(ocx_fit)));
    if (!Result)
      return;
    std::copy(Found.begin(), Found.end(), Result);
    *rows = Result;
    *count = Found.size();
  });
}
