// First looks at what memory a function accesses.

#include "first_looks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include <algorithm>

using namespace llvm;

namespace {

// --- units of memory: whole_loads.py -------------------------------------------------------------

constexpr uint64_t LEAST_UNIT = 8, WIDEST_MEMBER = 8, WIDEST_UNIT = 16;
constexpr StringLiteral WHOLE = "opencicc.whole";
constexpr size_t FEWEST_TO_PART = 3;

// Is a load aligned for more than itself?
bool isBeginOfUnit(const LoadInst &Load) {
  const uint64_t Alignment = Load.getAlign().value();
  return Alignment > WIDEST_MEMBER ||
         (Alignment >= LEAST_UNIT && !Load.getType()->isDoubleTy() && !Load.getType()->isPointerTy());
}

bool isOfUnit(const LoadInst &First, const LoadInst &Other, const DataLayout &Layout) {
  int64_t Begin = 0, Place = 0;
  const Value *Base = GetPointerBaseWithConstantOffset(First.getPointerOperand(), Begin, Layout);
  return Base == GetPointerBaseWithConstantOffset(Other.getPointerOperand(), Place, Layout) && Place > Begin &&
         Place - Begin < int64_t(std::min(First.getAlign().value(), WIDEST_UNIT));
}

bool hasUnit(ArrayRef<const LoadInst *> Together, const DataLayout &Layout) {
  return any_of(Together, [&](const LoadInst *First) {
    return isBeginOfUnit(*First) &&
           any_of(Together, [&](const LoadInst *Other) { return isOfUnit(*First, *Other, Layout); });
  });
}

// Do loads of a block in front of a fork, with nothing between that may write, read parts of one unit?
bool readsUnit(const BasicBlock &Block, const DataLayout &Layout) {
  if (Block.getTerminator()->getNumSuccessors() < 2)
    return false;
  SmallVector<const LoadInst *, 8> Together;
  for (const Instruction &I : Block) {
    const auto *Load = dyn_cast<LoadInst>(&I);
    if (Load && Load->isSimple()) {
      Together.push_back(Load);
    } else if (isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst, FenceInst, CallBase>(I)) {
      if (hasUnit(Together, Layout))
        return true;
      Together.clear();
    }
  }
  return hasUnit(Together, Layout);
}

bool hasNotes(const Function &F) {
  if (!F.getParent()->getNamedMetadata(WHOLE))
    return false;
  const unsigned Kind = F.getContext().getMDKindID(WHOLE);
  return any_of(instructions(F), [&](const Instruction &I) { return isa<LoadInst>(I) && I.getMetadata(Kind); });
}

// --- barriers: analysis/barriers.py --------------------------------------------------------------

enum : unsigned { READS_SHARED = 1, READS_GLOBAL = 2, WRITES = 2 /* places to the left */, EVERYTHING = 15 };

bool isBarrier(const Instruction &I) {
  const auto *Call = dyn_cast<CallInst>(&I);
  const Function *Called = Call ? Call->getCalledFunction() : nullptr;
  return Called && Called->getName().starts_with(ocx::BARRIER);
}

// What an instruction surely accesses that others see; what goes through generic pointers and calls may be nothing.
unsigned accessesOf(const Instruction &I) {
  if (isa<FenceInst>(I))
    return EVERYTHING;
  const Value *Place = getLoadStorePointerOperand(&I);
  if (const auto *Atomic = dyn_cast<AtomicRMWInst>(&I))
    Place = Atomic->getPointerOperand();
  else if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    Place = Exchange->getPointerOperand();
  if (!Place)
    return 0;
  const unsigned Space = Place->getType()->getPointerAddressSpace();
  const unsigned Kind = Space == 3 || Space == 7 ? READS_SHARED : Space == 1 ? READS_GLOBAL : 0;
  return isa<LoadInst>(I) ? Kind : Kind << WRITES;
}

// What reaches each block from above, or from below, without crossing a barrier.
class Reaching {
  DenseMap<const BasicBlock *, unsigned> Leaving;
  bool IsForward;

public:
  Reaching(const Function &F, bool IsForward) : IsForward(IsForward) {
    bool HasChanged = true;
    while (HasChanged) {
      HasChanged = false;
      const auto Visit = [&](const BasicBlock &Block) {
        unsigned &Known = Leaving[&Block];
        const unsigned Now = across(Block, nullptr);
        HasChanged |= Now != Known;
        Leaving[&Block] = Now;
      };
      if (IsForward)
        for_each(F, Visit);
      else
        for (auto Block = F.end(); Block != F.begin();)
          Visit(*--Block);
    }
  }

  // What reaches an instruction of a block; at its other end where there is none.
  unsigned across(const BasicBlock &Block, const Instruction *Stop) const {
    unsigned State = 0;
    if (IsForward)
      for (const BasicBlock *From : predecessors(&Block))
        State |= Leaving.lookup(From);
    else
      for (const BasicBlock *To : successors(&Block))
        State |= Leaving.lookup(To);
    const auto Pass = [&](const Instruction &I) { State = isBarrier(I) ? 0 : State | accessesOf(I); };
    if (IsForward) {
      for (const Instruction &I : Block) {
        if (&I == Stop)
          break;
        Pass(I);
      }
    } else {
      for (const Instruction &I : reverse(Block)) {
        if (&I == Stop)
          break;
        Pass(I);
      }
    }
    return State;
  }
};

bool isNeeded(unsigned Above, unsigned Below) {
  const unsigned ReadAbove = Above & 3, WrittenAbove = Above >> WRITES;
  const unsigned ReadBelow = Below & 3, WrittenBelow = Below >> WRITES;
  return (WrittenAbove & (ReadBelow | WrittenBelow)) || (ReadAbove & WrittenBelow);
}

// Can control come back to a block?
bool isInCycle(const BasicBlock &Block) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallVector<const BasicBlock *, 16> Waiting(successors(&Block));
  while (!Waiting.empty()) {
    const BasicBlock *Next = Waiting.pop_back_val();
    if (Next == &Block)
      return true;
    if (Seen.insert(Next).second)
      Waiting.append(succ_begin(Next), succ_end(Next));
  }
  return false;
}

// --- what is only read: read_only_loads.py ---------------------------------------------------------

bool isPassedOn(const Instruction &I) { return isa<PHINode, SelectInst, FreezeInst>(I); }

bool makesPointer(const Instruction &I) {
  return isPassedOn(I) || isa<GetElementPtrInst, BitCastInst, AddrSpaceCastInst>(I);
}

bool makesNumber(const Instruction &I) {
  if (const auto *Sum = dyn_cast<BinaryOperator>(&I))
    return Sum->getType()->isIntOrIntVectorTy();
  return isPassedOn(I) || isa<TruncInst, ZExtInst, SExtInst>(I);
}

// Is all that is made of a pointer loaded from or compared, and is something loaded?
bool isOnlyRead(const Argument &Pointer) {
  SmallPtrSet<const Value *, 32> Seen;
  SmallVector<std::pair<const Value *, bool>, 32> Waiting = {{&Pointer, false}};
  bool IsLoaded = false;
  while (!Waiting.empty()) {
    const auto [Made, IsNumber] = Waiting.pop_back_val();
    for (const User *Each : Made->users()) {
      const auto *I = dyn_cast<Instruction>(Each);
      if (!I)
        return false;
      if (isa<ICmpInst>(I))
        continue;
      const auto *Load = dyn_cast<LoadInst>(I);
      if (Load && Load->isSimple() && !IsNumber) {
        IsLoaded = true;
        continue;
      }
      const bool BecomesNumber = isa<PtrToIntInst>(I);
      if (!(IsNumber ? makesNumber(*I) : makesPointer(*I) || BecomesNumber))
        return false;
      if (Seen.insert(I).second)
        Waiting.push_back({I, IsNumber || BecomesNumber});
    }
  }
  return IsLoaded;
}

} // namespace

namespace ocx {

bool hasWholeUnits(const Function &F) {
  if (F.size() < FEWEST_TO_PART)
    return false;
  const DataLayout &Layout = F.getParent()->getDataLayout();
  return any_of(F, [&](const BasicBlock &Block) { return readsUnit(Block, Layout); }) || hasNotes(F);
}

bool hasPrivateVolatile(const Function &F) {
  return any_of(instructions(F), [](const Instruction &I) {
    const Value *Place = I.isVolatile() ? getLoadStorePointerOperand(&I) : nullptr;
    return Place && isa<AllocaInst>(getUnderlyingObject(Place, 0));
  });
}

bool readsWhatItCompares(const Function &F) {
  return F.getCallingConv() == CallingConv::PTX_Kernel && any_of(F.args(), [](const Argument &Each) {
           return Each.hasNoAliasAttr() && !Each.hasByValAttr() && !Each.onlyReadsMemory() &&
                  !Each.hasAttribute(Attribute::WriteOnly) && isOnlyRead(Each);
         });
}

bool hasIdleLoopBarriers(const Function &F) {
  if (F.getCallingConv() != CallingConv::PTX_Kernel)
    return false;
  SmallVector<const Instruction *, 8> Barriers;
  for (const BasicBlock &Block : F) {
    const auto Begin = Barriers.size();
    for (const Instruction &I : Block)
      if (isBarrier(I))
        Barriers.push_back(&I);
    if (Barriers.size() > Begin && !isInCycle(Block))
      Barriers.truncate(Begin);
  }
  if (Barriers.empty())
    return false;
  const Reaching FromAbove(F, true), FromBelow(F, false);
  return any_of(Barriers, [&](const Instruction *Barrier) {
    const BasicBlock &Block = *Barrier->getParent();
    return !isNeeded(FromAbove.across(Block, Barrier), FromBelow.across(Block, Barrier));
  });
}

} // namespace ocx
