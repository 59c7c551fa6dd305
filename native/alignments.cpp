// propagate-alignment natively: what divides the addresses that a function accesses, and accesses that say less are told so.
//
// The rules are those of src/opencicc/analysis/alignment.py, spelled for LLVM's values instead of the lists of a snapshot, and the
// questions are asked in the same order: which of the two has asked never shows. The first look for the pass asks them too.

#include "first_looks.h"
#include "ocx.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <algorithm>

using namespace llvm;

namespace {

constexpr uint64_t MOST = 1 << 12, WIDEST_ACCESS = 16;
constexpr size_t MAX_VALUES = 1 << 17;

uint64_t lowestBit(uint64_t Number) { return Number ? std::min(Number & -Number, MOST) : MOST; }

enum class Kind { Least, Most, Product, Left, Right };

struct Term {
  uint64_t Factor;
  const Value *Of; // null for nothing: the factor alone
};

// How to compute a value's multiple; without terms it is `Number`.
struct Rule {
  uint64_t Number = 1;
  Kind How = Kind::Least;
  SmallVector<Term, 3> Terms;
};

class Alignments {
  const DataLayout &Layout;
  DenseMap<const Value *, uint64_t> Known;

public:
  bool IsOdd = false; // is there a type whose size nobody knows?

  explicit Alignments(const Function &F) : Layout(F.getParent()->getDataLayout()) {}

  void settle(ArrayRef<const Value *> Asked) {
    SmallVector<const Value *, 64> Pending, Order;
    for (const Value *V : Asked)
      if (!Known.contains(V))
        Pending.push_back(V);
    const SmallVector<const Value *, 64> New = Pending;
    DenseMap<const Value *, std::pair<Rule, uint64_t>> Found;
    while (!Pending.empty()) {
      const Value *V = Pending.pop_back_val();
      if (Known.contains(V) || Found.contains(V))
        continue;
      if (Found.size() == MAX_VALUES) {
        for (const Value *Each : New)
          Known[Each] = 1;
        return;
      }
      auto &[How, Answer] = Found[V];
      How = ruleOf(V);
      Answer = How.Terms.empty() ? lowestBit(How.Number) : MOST;
      if (!How.Terms.empty())
        Order.push_back(V);
      for (const Term &Each : How.Terms)
        if (Each.Of)
          Pending.push_back(Each.Of);
    }
    for (bool HasChanged = true; HasChanged;) {
      HasChanged = false;
      for (const Value *V : reverse(Order)) { // what was met last is nearest to the objects
        auto &[How, Answer] = Found.find(V)->second;
        const uint64_t Now = std::min(MOST, apply(How, [&](const Value *Of) {
          const auto Here = Found.find(Of);
          return Here != Found.end() ? Here->second.second : Known.lookup(Of);
        }));
        HasChanged |= Now != Answer;
        Answer = Now;
      }
    }
    for (const auto &[V, Settled] : Found)
      Known[V] = Settled.second;
  }

  uint64_t of(const Value *V) const { return Known.lookup(V); }

private:
  template <class Lookup> static uint64_t apply(const Rule &How, Lookup AnswerOf) {
    const auto NumberOf = [&](const Term &Each) { return Each.Of ? Each.Factor * AnswerOf(Each.Of) : Each.Factor; };
    uint64_t Found = NumberOf(How.Terms[0]);
    switch (How.How) {
    case Kind::Least:
      for (const Term &Each : ArrayRef(How.Terms).drop_front())
        Found = std::min(Found, NumberOf(Each));
      return Found;
    case Kind::Most:
      return std::max(Found, NumberOf(How.Terms[1]));
    case Kind::Product:
    case Kind::Left:
      return Found * NumberOf(How.Terms[1]);
    case Kind::Right:
      return std::max<uint64_t>(1, Found / NumberOf(How.Terms[1]));
    }
    llvm_unreachable("all kinds");
  }

  Rule ruleOf(const Value *V) {
    Rule Made;
    const auto *I = dyn_cast<Instruction>(V);
    if (!I) {
      Made.Number = ofObject(V);
      return Made;
    }
    const auto Add = [&](unsigned Index) { Made.Terms.push_back({1, I->getOperand(Index)}); };
    switch (I->getOpcode()) {
    case Instruction::AddrSpaceCast:
    case Instruction::BitCast:
    case Instruction::PtrToInt:
    case Instruction::PtrToAddr:
    case Instruction::IntToPtr:
    case Instruction::ZExt:
    case Instruction::SExt:
    case Instruction::Trunc:
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Or:
    case Instruction::Xor:
    case Instruction::PHI:
      for (unsigned Index = 0; Index < I->getNumOperands(); ++Index)
        Add(Index);
      return Made;
    case Instruction::Select:
      Add(1);
      Add(2);
      return Made;
    case Instruction::GetElementPtr:
      addAddress(*cast<GEPOperator>(I), Made);
      return Made;
    case Instruction::Mul:
    case Instruction::And:
      Made.How = I->getOpcode() == Instruction::Mul ? Kind::Product : Kind::Most;
      Add(0);
      Add(1);
      return Made;
    case Instruction::Shl:
    case Instruction::LShr:
    case Instruction::AShr:
      if (const auto *By = dyn_cast<ConstantInt>(I->getOperand(1)); By && By->getValue().ult(64)) {
        Made.How = I->getOpcode() == Instruction::Shl ? Kind::Left : Kind::Right;
        Add(0);
        Made.Terms.push_back({uint64_t(1) << std::min<uint64_t>(By->getZExtValue(), 13), nullptr}); // no answer is larger
      }
      return Made;
    case Instruction::Alloca:
      Made.Number = cast<AllocaInst>(I)->getAlign().value();
      return Made;
    default:
      return Made;
    }
  }

  void addAddress(const GEPOperator &Address, Rule &Made) {
    if (Address.getType()->isVectorTy()) {
      Made.Terms.push_back({1, nullptr});
      return;
    }
    Made.Terms.push_back({1, Address.getPointerOperand()});
    eachStep(Address, [&](uint64_t Size, const Value *Index, uint64_t Number) {
      if (Index)
        Made.Terms.push_back({lowestBit(Size), Index});
      else if (Size * Number)
        Made.Terms.push_back({lowestBit(Size * Number), nullptr});
    });
  }

  // Bytes and the index that they are multiplied by, or its value where it is a constant.
  template <class Visit> void eachStep(const GEPOperator &Address, Visit See) {
    for (auto Step = gep_type_begin(Address), End = gep_type_end(Address); Step != End; ++Step) {
      const auto *Number = dyn_cast<ConstantInt>(Step.getOperand());
      if (StructType *Struct = Step.getStructTypeOrNull()) {
        See(1, nullptr, Layout.getStructLayout(Struct)->getElementOffset(Number ? Number->getZExtValue() : 0));
        continue;
      }
      if (!isFixed(Step.getIndexedType())) {
        IsOdd = true;
        return;
      }
      const uint64_t Size = Layout.getTypeAllocSize(Step.getIndexedType()).getFixedValue();
      if (Number)
        See(Size, nullptr, uint64_t(Number->getSExtValue()));
      else
        See(Size, Step.getOperand(), 0);
    }
  }

  static bool isFixed(Type *T) { return T->isSized() && !T->isScalableTy(); }

  uint64_t ofObject(const Value *V) {
    if (const auto *Parameter = dyn_cast<Argument>(V))
      return Parameter->getParamAlign().valueOrOne().value();
    if (const auto *Number = dyn_cast<ConstantInt>(V))
      return Number->getValue().getRawData()[0] ? Number->getValue().getRawData()[0] : MOST;
    if (isa<ConstantPointerNull, PoisonValue>(V))
      return MOST;
    return isa<GlobalVariable, ConstantExpr>(V) ? ofAddress(V) : 1;
  }

  // Of a variable, or of a constant cast or address computation over one.
  uint64_t ofAddress(const Value *V) {
    if (const auto *Variable = dyn_cast<GlobalVariable>(V))
      return ofVariable(*Variable);
    const auto *Made = dyn_cast<ConstantExpr>(V);
    if (!Made)
      return 1;
    if (Made->getOpcode() == Instruction::AddrSpaceCast || Made->getOpcode() == Instruction::BitCast)
      return ofAddress(Made->getOperand(0));
    if (Made->getOpcode() != Instruction::GetElementPtr)
      return 1;
    uint64_t Found = ofAddress(Made->getOperand(0));
    eachStep(*cast<GEPOperator>(Made), [&](uint64_t Size, const Value *Index, uint64_t Number) {
      Found = lowestBit(Found | (Index ? 1 : Size * Number));
    });
    return Found;
  }

  uint64_t ofVariable(const GlobalVariable &Variable) {
    if (Variable.getAlign())
      return Variable.getAlign()->value();
    if (Variable.isDeclaration())
      return 1;
    if (!isFixed(Variable.getValueType())) {
      IsOdd = true;
      return 1;
    }
    return Layout.getABITypeAlign(Variable.getValueType()).value();
  }
};

// Where a chain of casts and address computations starts.
const Value *rootOf(const Value *Pointer) {
  while (isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst>(Pointer))
    Pointer = cast<Instruction>(Pointer)->getOperand(0);
  return Pointer;
}

bool saysLess(const Instruction &Access, uint64_t Alignment) {
  return getLoadStoreAlignment(&Access).value() < std::min(Alignment, WIDEST_ACCESS);
}

// The loads and stores that say less than their addresses are known to be aligned to.
SmallVector<Instruction *, 64> lowAccesses(Function &F, Alignments &Found) {
  SmallVector<Instruction *, 64> Accesses, Lower;
  SmallVector<const Value *, 64> Asked;
  for (Instruction &I : instructions(F))
    if (const Value *Pointer = getLoadStorePointerOperand(&I)) {
      Accesses.push_back(&I);
      Asked.push_back(rootOf(Pointer));
    }
  Found.settle(Asked);
  Asked.clear();
  for (Instruction *Access : Accesses) { // no address is aligned to more than what it starts from
    const Value *Pointer = getLoadStorePointerOperand(Access);
    if (saysLess(*Access, Found.of(rootOf(Pointer)))) {
      Lower.push_back(Access);
      Asked.push_back(Pointer);
    }
  }
  Found.settle(Asked);
  erase_if(Lower, [&](const Instruction *Access) {
    return !saysLess(*Access, Found.of(getLoadStorePointerOperand(Access)));
  });
  return Lower;
}

} // namespace

bool ocx::hasLowAlignment(const Function &F) {
  Alignments Found(F);
  const bool HasLow = !lowAccesses(const_cast<Function &>(F), Found).empty();
  return HasLow || Found.IsOdd; // Python looks at those
}

int64_t ocx_raise_alignments(LLVMValueRef function) {
  Function &F = *unwrap<Function>(function);
  Alignments Found(F);
  const auto Lower = lowAccesses(F, Found);
  if (Found.IsOdd)
    return -1;
  for (Instruction *Access : Lower) {
    const Align Known(Found.of(getLoadStorePointerOperand(Access)));
    if (auto *Load = dyn_cast<LoadInst>(Access))
      Load->setAlignment(Known);
    else
      cast<StoreInst>(Access)->setAlignment(Known);
  }
  return Lower.size();
}
