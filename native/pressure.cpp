// Register pressure of a function's loops on IR. src/opencicc/analysis/pressure.py says the same without this helper
// and explains the model; tests compare both.

#include "pressure.h"
#include "instruction_count.h"
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

  static constexpr int None = -1; // takes no register

  // The numbers of a value itself and of what has to be kept for its users: another one where it is folded into them.
  struct Place {
    int Own = None, Kept = None;
    const Value *Source = nullptr; // of a folded value
  };

  Function &F;
  DenseMap<const Value *, Place> Places;
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
  Place &number(const Value &V) {
    Place &Here = Places[&V];
    const int64_t Weight = ocx::countRegisters(V.getType());
    if (Weight && !isa<AllocaInst>(V)) { // a stack object's address is known to everybody
      Here.Own = Here.Kept = static_cast<int>(Weights.size());
      Weights.push_back(Weight);
    }
    return Here;
  }

  void numberValues() {
    Places.reserve(F.arg_size() + ocx::countInstructions(F));
    std::vector<const Instruction *> Folded;
    for (const Argument &A : F.args())
      number(A);
    for (const BasicBlock &B : F)
      for (const Instruction &I : B) {
        if (isFolded(I)) {
          const Value *Source = sourceOf(I.getOperand(0));
          number(I).Source = Source;
          Folded.push_back(&I);
        } else if (!I.getType()->isVoidTy()) {
          number(I);
        }
      }
    for (const Instruction *I : Folded) { // a source may have been numbered later
      Place &Here = Places.find(I)->second;
      Here.Kept = Places.lookup(Here.Source).Own;
    }
  }

  const Value *sourceOf(const Value *V) const {
    const Value *Source = Places.lookup(V).Source;
    return Source ? Source : V;
  }

  int numberOf(const Value *Operand) const { return Places.lookup(Operand).Kept; }

  static bool usesOperands(const Instruction &I) { return !isa<PHINode>(I) && !isFolded(I); }

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
      if (const int Own = Places.lookup(&I).Own; Own != None)
        Here.Defined.set(Own);
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
      if (const int Own = Places.lookup(&I).Own; Own != None && Alive.test(Own)) {
        Alive.reset(Own);
        Now -= Weights[Own];
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
