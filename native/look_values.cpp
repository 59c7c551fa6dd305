// First looks at what a function computes.

#include "first_looks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"
#include <optional>
#include <tuple>

using namespace llvm;

namespace {

// --- comparisons ---------------------------------------------------------------------------------

// What a comparison asks, the same for its opposite: two values, how they are compared, and a number.
using Question = std::tuple<const Value *, const Value *, unsigned, uint64_t>;

enum : unsigned { EQUAL = 100, UNSIGNED_BOUND, SIGNED_BOUND };

// x <= 7, x > 7, x < 8 and x >= 8 are all about the bound 8.
Question ofBound(const ICmpInst &Compare, const APInt &Number) {
  const auto Predicate = Compare.getPredicate();
  if (Compare.isEquality())
    return {Compare.getOperand(0), nullptr, EQUAL, Number.getZExtValue()};
  const bool IsBehind = Predicate == ICmpInst::ICMP_ULE || Predicate == ICmpInst::ICMP_UGT ||
                        Predicate == ICmpInst::ICMP_SLE || Predicate == ICmpInst::ICMP_SGT;
  const unsigned Kind = Compare.isSigned() ? SIGNED_BOUND : UNSIGNED_BOUND;
  const uint64_t Bound = Compare.isSigned() ? uint64_t(Number.getSExtValue()) : Number.getZExtValue();
  return {Compare.getOperand(0), nullptr, Kind, Bound + IsBehind};
}

Question questionOf(const CmpInst &Compare) {
  const Value *Left = Compare.getOperand(0), *Right = Compare.getOperand(1);
  const auto *Number = dyn_cast<ConstantInt>(Right);
  if (Number && Left->getType()->isIntegerTy() && Number->getBitWidth() <= 64)
    return ofBound(cast<ICmpInst>(Compare), Number->getValue());
  auto Predicate = Compare.getPredicate();
  if (std::less<>()(Right, Left)) {
    std::swap(Left, Right);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  const uint64_t Flags = isa<FCmpInst>(Compare) ? Compare.getRawSubclassOptionalData() : 0;
  return {Left, Right, std::min(Predicate, CmpInst::getInversePredicate(Predicate)), Flags};
}

// What is used once only is compared by nothing else.
bool mayBeAskedAgain(const CmpInst &Compare) {
  return none_of(Compare.operand_values(), [](const Value *V) { return !isa<Constant>(V) && V->hasOneUse(); });
}

// --- what NVVM knows -----------------------------------------------------------------------------

// Does a conversion undo the one before it?
bool isUndone(const Instruction &I, unsigned Before) {
  const auto *Inner = dyn_cast<Operator>(I.getOperand(0));
  return Inner && Inner->getOpcode() == Before && Inner->getOperand(0)->getType() == I.getType();
}

bool isTested(const CallInst &Register) {
  return any_of(Register.users(), [](const User *Test) {
    return (isa<ICmpInst>(Test) || cast<Instruction>(Test)->getOpcode() == Instruction::And) &&
           isa<ConstantInt>(Test->getOperand(1));
  });
}

bool isKnownCall(const CallInst &Call) {
  const Function *Called = Call.getCalledFunction();
  if (!Called || !Called->getName().starts_with("llvm.nvvm.") || Call.arg_empty())
    return false;
  const StringRef Name = Called->getName();
  if (Name.starts_with("llvm.nvvm.vote."))
    return isa<Constant>(Call.getArgOperand(Call.arg_size() - 1));
  const StringRef Operation = Name.drop_front(StringRef("llvm.nvvm.").size()).split('.').first;
  return is_contained({"ex2", "lg2", "sin", "cos"}, Operation) && isa<Constant>(Call.getArgOperand(0));
}

bool isFixedRegister(const CallInst &Call) {
  const Function *Called = Call.getCalledFunction();
  if (!Called || !Call.arg_empty())
    return false;
  const StringRef Name = Called->getName();
  return Name == "llvm.nvvm.read.ptx.sreg.laneid" || Name == "llvm.nvvm.read.ptx.sreg.warpsize";
}

bool isBarrier(const CallInst &Call) {
  const Function *Called = Call.getCalledFunction();
  return Called && Called->getName().starts_with(ocx::BARRIER);
}

// --- sums of indices ---------------------------------------------------------------------------

// What an addition, or an `or` of bits that are not set, adds to its first operand; 0 for anything else.
int64_t constantAdded(const Value *V) {
  const auto *Sum = dyn_cast<BinaryOperator>(V);
  const auto *Number = Sum ? dyn_cast<ConstantInt>(Sum->getOperand(1)) : nullptr;
  if (!Number || Number->getBitWidth() > 64)
    return 0;
  const bool IsSum = Sum->getOpcode() == Instruction::Add ||
                     (Sum->getOpcode() == Instruction::Or && cast<PossiblyDisjointInst>(Sum)->isDisjoint());
  return IsSum ? Number->getSExtValue() : 0;
}

class MetSums {
  struct Constants {
    int64_t First;
    bool AreSeveral;
  };
  DenseMap<std::pair<const Value *, const Value *>, Constants> Found; // by the two values of a sum

public:
  // Have sums of these two values been met with several constants, this one included?
  bool meet(const Value *Left, const Value *Right, int64_t Constant) {
    if (std::less<>()(Right, Left))
      std::swap(Left, Right);
    Constants &Known = Found.try_emplace({Left, Right}, Constants{Constant, false}).first->second;
    return Known.AreSeveral |= Known.First != Constant;
  }
};

bool isExtended(const Instruction &I) {
  return any_of(I.users(), [](const User *Extension) { return isa<SExtInst>(Extension) || isa<ZExtInst>(Extension); });
}

// --- both sides of a select ----------------------------------------------------------------------

// What nvvm_predicate_opt_variant.py calls slow.
bool isSlow(const Instruction &I) {
  if (I.isIntDivRem())
    return !isa<Constant>(I.getOperand(1)); // becomes a multiplication
  if (I.getOpcode() == Instruction::FDiv || I.getOpcode() == Instruction::FRem)
    return true;
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Called = Call ? Call->getCalledFunction() : nullptr;
  return Called && Called->isIntrinsic() &&
         (Called->getName().starts_with("llvm.sqrt.") || Called->getName().starts_with("llvm.nvvm."));
}

// Does a select choose between two operations of one kind that nobody else uses, in its own block?
bool hasSidesOfOneKind(const SelectInst &Select) {
  const auto *Then = dyn_cast<Instruction>(Select.getTrueValue());
  const auto *Otherwise = dyn_cast<Instruction>(Select.getFalseValue());
  if (!Then || !Otherwise || Then->getOpcode() != Otherwise->getOpcode() || !isSlow(*Then) || !isSlow(*Otherwise))
    return false;
  const auto *Call = dyn_cast<CallInst>(Then);
  if (Call && Call->getCalledFunction() != cast<CallInst>(Otherwise)->getCalledFunction())
    return false;
  return Then->hasOneUse() && Otherwise->hasOneUse() && Then->getParent() == Select.getParent() &&
         Otherwise->getParent() == Select.getParent();
}

// --- shuffles: nvvm_warp_shuffle.py --------------------------------------------------------------

constexpr unsigned SHUFFLED_VALUE = 1, SHUFFLED_LANE = 2, MOST_STEPS = 64;

// Are two threads of a warp given different values here, whatever the operands?
bool differsByThread(const Value *V, const Function &F) {
  if (isa<Argument>(V))
    return F.getCallingConv() != CallingConv::PTX_Kernel;
  if (isa<AtomicRMWInst, AtomicCmpXchgInst>(V))
    return true;
  const auto *Call = dyn_cast<CallInst>(V);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().starts_with("llvm.nvvm.read.ptx.sreg.tid.");
}

// Is a value made of one that differs, in few steps?
bool isMadeOfDifferent(const Value *Shuffled, const Function &F) {
  SmallPtrSet<const Value *, 16> Seen = {Shuffled};
  SmallVector<const Value *, 16> Waiting = {Shuffled};
  while (!Waiting.empty() && Seen.size() < MOST_STEPS) {
    const Value *Now = Waiting.pop_back_val();
    if (differsByThread(Now, F))
      return true;
    if (const auto *I = dyn_cast<Instruction>(Now))
      for (const Value *Read : I->operand_values())
        if (Seen.insert(Read).second)
          Waiting.push_back(Read);
  }
  return false;
}

bool mayBeKnown(const CallInst &Shuffle) {
  const Value *Shuffled = Shuffle.getArgOperand(SHUFFLED_VALUE), *Lane = Shuffle.getArgOperand(SHUFFLED_LANE);
  const auto *Number = dyn_cast<ConstantInt>(Lane);
  return (Number && Number->isZero()) || isa<CallInst>(Lane) || isa<CallInst>(Shuffled) ||
         !isMadeOfDifferent(Shuffled, *Shuffle.getFunction());
}

} // namespace

namespace ocx {

bool hasLikeComparisons(const Function &F) {
  SmallVector<std::pair<Question, const BasicBlock *>, 32> Asked;
  for (const Instruction &I : instructions(F))
    if (const auto *Compare = dyn_cast<CmpInst>(&I); Compare && mayBeAskedAgain(*Compare))
      Asked.push_back({questionOf(*Compare), I.getParent()});
  llvm::sort(Asked);
  // Copies of a loop ask the same in blocks of which none comes before the other: only then it is worth a tree.
  std::optional<DominatorTree> Tree;
  for (auto First = Asked.begin(); First != Asked.end(); ++First)
    for (auto Second = std::next(First); Second != Asked.end() && Second->first == First->first; ++Second) {
      if (First->second == Second->second)
        return true;
      if (!Tree)
        Tree.emplace(const_cast<Function &>(F));
      if (Tree->dominates(First->second, Second->second) || Tree->dominates(Second->second, First->second))
        return true;
    }
  return false;
}

bool hasWideHalves(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    return isa<ZExtInst>(I) && I.getOperand(0)->getType()->isIntegerTy(16) && !isa<TruncInst>(I.getOperand(0));
  });
}

bool hasLikeSides(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Select = dyn_cast<SelectInst>(&I);
    return Select && hasSidesOfOneKind(*Select);
  });
}

bool hasPeepholes(const Function &F) {
  for (const BasicBlock &Block : F) {
    bool HasBarrier = false;
    for (const Instruction &I : Block) {
      if (isa<AddrSpaceCastInst>(I) && isUndone(I, Instruction::AddrSpaceCast))
        return true;
      if (isa<FPTruncInst>(I) && isUndone(I, Instruction::FPExt))
        return true;
      const auto *Call = dyn_cast<CallInst>(&I);
      if (!Call)
        continue;
      if (isKnownCall(*Call) || (isFixedRegister(*Call) && isTested(*Call)) || (HasBarrier && isBarrier(*Call)))
        return true;
      HasBarrier |= isBarrier(*Call);
    }
  }
  return false;
}

bool hasNearSums(const Function &F) {
  MetSums Met;
  for (const Instruction &I : instructions(F)) {
    if (I.getOpcode() != Instruction::Add)
      continue;
    const Value *Left = I.getOperand(0), *Right = I.getOperand(1);
    if (isa<Constant>(Left) || isa<Constant>(Right))
      continue;
    bool IsNear = Met.meet(Left, Right, 0);
    for (const auto &[Inner, Other] : {std::pair(Left, Right), std::pair(Right, Left)})
      if (const int64_t Constant = constantAdded(Inner))
        IsNear |= Met.meet(cast<Instruction>(Inner)->getOperand(0), Other, Constant);
    if (IsNear && isExtended(I))
      return true;
  }
  return false;
}

bool hasLateSizes(const Function &F) {
  for (const BasicBlock &Block : F) {
    bool HasNumber = false;
    for (const Instruction &I : Block) {
      const auto *Call = dyn_cast<CallInst>(&I);
      const Function *Called = Call ? Call->getCalledFunction() : nullptr;
      if (!Called || !Called->isIntrinsic())
        continue;
      const StringRef Name = Called->getName();
      if (HasNumber && Call->hasNUsesOrMore(2) && Name.starts_with("llvm.nvvm.read.ptx.sreg.ntid."))
        return true;
      HasNumber |= Name.starts_with("llvm.nvvm.read.ptx.sreg.ctaid.");
    }
  }
  return false;
}

bool hasKnownShuffles(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    return Callee && Callee->getName().starts_with("llvm.nvvm.shfl.sync.") && mayBeKnown(*Call);
  });
}

bool hasEarlyConversions(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    if (!isa<FPExtInst>(I) || I.use_empty() || !(I.getOperand(0)->getType()->isHalfTy() || I.getOperand(0)->getType()->isBFloatTy()))
      return false;
    return all_of(I.users(), [&I](const User *U) { return !isa<PHINode>(U) && cast<Instruction>(U)->getParent() != I.getParent(); });
  });
}

} // namespace ocx
