// Register pressure of a function's loops on IR. src/opencicc/analysis/pressure.py says the same without this helper
// and explains the model; tests compare both.

#include "pressure.h"
#include "ocx.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace llvm;

int64_t ocx::countRegisters(Type *T) {
  switch (T->getTypeID()) {
  case Type::IntegerTyID:
    return T->isIntegerTy(1) ? 0 : (T->getIntegerBitWidth() + 31) / 32;
  case Type::HalfTyID:
  case Type::BFloatTyID:
  case Type::FloatTyID:
    return 1;
  case Type::DoubleTyID:
  case Type::PointerTyID:
    return 2;
  case Type::FixedVectorTyID: {
    Type *Element = T->getScalarType();
    const int64_t Bits = Element->isHalfTy() || Element->isBFloatTy() ? 16
                         : Element->isFloatTy()                      ? 32
                         : Element->isIntegerTy()                    ? Element->getIntegerBitWidth()
                                                                     : 64;
    return (Bits * cast<FixedVectorType>(T)->getNumElements() + 31) / 32;
  }
  case Type::StructTyID: {
    int64_t Sum = 0;
    for (Type *Field : cast<StructType>(T)->elements())
      Sum += ocx::countRegisters(Field);
    return Sum;
  }
  case Type::ArrayTyID:
    return T->getArrayNumElements() * ocx::countRegisters(T->getArrayElementType());
  default:
    return 0;
  }
}

namespace {

// A constant offset of an address folds into the access that uses it, and so do casts.
bool isFolded(const Instruction &I) {
  if (isa<AddrSpaceCastInst, BitCastInst, FreezeInst>(I))
    return true;
  return isa<GetElementPtrInst>(I) && none_of(drop_begin(I.operands()), [](const Value *Index) {
           return isa<Instruction>(Index) || isa<Argument>(Index);
         });
}

// The live values of one function: numbers for those that take registers, and what each block needs at most.
class Pressure {
  struct Block {
    BitVector Defined, Used, OutOfPhis, AtStart, AtEnd;
    int64_t Most = 0;
  };

  Function &F;
  DenseMap<const Value *, const Value *> Sources; // of folded values: what has to be kept for them
  DenseMap<const Value *, unsigned> Numbers;
  std::vector<int64_t> Weights;
  DenseMap<const BasicBlock *, Block> Blocks;

public:
  explicit Pressure(Function &F) : F(F) {
    numberValues();
    for (BasicBlock &B : F) {
      Block &Found = Blocks[&B];
      for (BitVector *Set : {&Found.Defined, &Found.Used, &Found.OutOfPhis, &Found.AtStart, &Found.AtEnd})
        Set->resize(Weights.size());
    }
    for (BasicBlock &B : F)
      scan(B);
    solve();
    for (BasicBlock &B : F)
      Blocks[&B].Most = mostIn(B);
  }

  int64_t mostIn(const Loop &L) const {
    int64_t Most = 0;
    for (const BasicBlock *B : L.blocks())
      Most = std::max(Most, Blocks.find(B)->second.Most);
    return Most;
  }

  int64_t mostAnywhere() const {
    int64_t Most = 0;
    for (const auto &[B, Found] : Blocks)
      Most = std::max(Most, Found.Most);
    return Most;
  }

private:
  void number(const Value &V) {
    const int64_t Weight = ocx::countRegisters(V.getType());
    if (Weight && !isa<AllocaInst>(V)) { // a stack object's address is known to everybody
      Numbers[&V] = Weights.size();
      Weights.push_back(Weight);
    }
  }

  void numberValues() {
    for (const Argument &A : F.args())
      number(A);
    for (const BasicBlock &B : F)
      for (const Instruction &I : B) {
        number(I);
        if (isFolded(I))
          Sources[&I] = sourceOf(I.getOperand(0));
      }
  }

  const Value *sourceOf(const Value *V) const {
    const auto Found = Sources.find(V);
    return Found == Sources.end() ? V : Found->second;
  }

  // The number of what has to be kept for an operand, -1 when that takes no register.
  int numberOf(const Value *Operand) const {
    const auto Found = Numbers.find(sourceOf(Operand));
    return Found == Numbers.end() ? -1 : static_cast<int>(Found->second);
  }

  bool usesOperands(const Instruction &I) const { return !isa<PHINode>(I) && sourceOf(&I) == &I; }

  void scan(const BasicBlock &B) {
    Block &Here = Blocks.find(&B)->second;
    for (const Instruction &I : B) {
      if (const auto *Phi = dyn_cast<PHINode>(&I)) {
        for (unsigned Index = 0; Index < Phi->getNumIncomingValues(); ++Index)
          if (const int Kept = numberOf(Phi->getIncomingValue(Index)); Kept >= 0)
            Blocks.find(Phi->getIncomingBlock(Index))->second.OutOfPhis.set(Kept);
      } else if (usesOperands(I)) {
        for (const Value *Operand : I.operands())
          if (const int Kept = numberOf(Operand); Kept >= 0 && !Here.Defined.test(Kept))
            Here.Used.set(Kept);
      }
      if (const auto Own = Numbers.find(&I); Own != Numbers.end())
        Here.Defined.set(Own->second);
    }
  }

  void solve() {
    for (auto &[B, Found] : Blocks)
      Found.AtEnd = Found.OutOfPhis;
    const std::vector<BasicBlock *> Order(po_begin(&F), po_end(&F));
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const BasicBlock *B : Order) {
        Block &Here = Blocks.find(B)->second;
        for (const BasicBlock *After : successors(B))
          Here.AtEnd |= Blocks.find(After)->second.AtStart;
        BitVector Start = Here.AtEnd;
        Start.reset(Here.Defined);
        Start |= Here.Used;
        if (Start != Here.AtStart) {
          Here.AtStart = std::move(Start);
          Changed = true;
        }
      }
    }
  }

  int64_t mostIn(const BasicBlock &B) const {
    BitVector Alive = Blocks.find(&B)->second.AtEnd;
    int64_t Now = 0;
    for (const unsigned Number : Alive.set_bits())
      Now += Weights[Number];
    int64_t Most = Now;
    for (const Instruction &I : reverse(B)) {
      if (const auto Own = Numbers.find(&I); Own != Numbers.end() && Alive.test(Own->second)) {
        Alive.reset(Own->second);
        Now -= Weights[Own->second];
      }
      if (!usesOperands(I))
        continue;
      for (const Value *Operand : I.operands())
        if (const int Kept = numberOf(Operand); Kept >= 0 && !Alive.test(Kept)) {
          Alive.set(Kept);
          Now += Weights[Kept];
        }
      Most = std::max(Most, Now);
    }
    return Most;
  }
};

void countAccesses(const Loop &L, ocx_loop_pressure &Result) {
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B) {
      if (isa<LoadInst>(I))
        Result.loaded += ocx::countRegisters(I.getType());
      Result.accesses += isa<LoadInst, StoreInst>(I);
    }
}

} // namespace

ocx_loop_pressure *ocx_pressure(LLVMValueRef function, int64_t *most, int64_t *count) {
  Function &F = *unwrap<Function>(function);
  const Pressure Known(F);
  const DominatorTree Dominators(F);
  const LoopInfo Info(Dominators);
  const auto Loops = Info.getLoopsInPreorder();
  *most = Known.mostAnywhere();
  *count = 0;
  auto *Result = static_cast<ocx_loop_pressure *>(std::calloc(Loops.size() + 1, sizeof(ocx_loop_pressure)));
  if (!Result)
    return nullptr;
  for (const Loop *L : Loops) {
    ocx_loop_pressure &Next = Result[(*count)++];
    Next.header = wrap(L->getHeader());
    Next.most = Known.mostIn(*L);
    countAccesses(*L, Next);
  }
  return Result;
}
