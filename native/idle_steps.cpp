// Quick looks that tell when a costly pass can't do anything in a function: one walk over its instructions instead of the
// analyses that the pass asks for before it looks. In real modules these passes find something in one function of forty.
//
// A look may say too often that there is work. Where it says that there is none, all that a pass could act on is missing;
// that passes before it have merged equal addresses is taken for granted, and costs no more than a store that stays.

#include "idle_steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include <algorithm>
#include <vector>

using namespace llvm;

namespace {

// --- dead store elimination ----------------------------------------------------------------------

struct Written {
  const StoreInst *Store;
  const Value *Base, *Object;
  int64_t Begin, End;
};

// Instructions that are looked at behind a store; barriers come sooner, or the pass may look itself. Our choice.
constexpr unsigned MostBehind = 400;

// A barrier, as memory sees it: other threads read there whatever they can.
bool readsAllMemory(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  return Call && Call->isConvergent() && !Call->hasMetadataOtherThanDebugLoc() &&
         isRefSet(Call->getMemoryEffects().getModRef(IRMemLocation::Other));
}

// Does some way lead from a store to a barrier before anything is stored at this address again? The barrier then reads it, if
// the object is known outside of the function.
bool isReadAtBarrier(const Written &Place, const DataLayout &Layout) {
  if (!isa<GlobalVariable>(Place.Object))
    return false;
  unsigned Seen = 0;
  SmallPtrSet<const BasicBlock *, 16> Entered;
  SmallVector<BasicBlock::const_iterator, 8> Ways = {std::next(Place.Store->getIterator())};
  while (!Ways.empty()) {
    auto Next = Ways.pop_back_val();
    const BasicBlock &Block = *Next->getParent();
    for (; Next != Block.end(); ++Next) {
      if (++Seen > MostBehind)
        return false;
      if (readsAllMemory(*Next))
        return true;
      const auto *Other = dyn_cast<StoreInst>(&*Next);
      int64_t Offset = 0;
      if (Other && GetPointerBaseWithConstantOffset(Other->getPointerOperand(), Offset, Layout) == Place.Base)
        break;
    }
    if (Next == Block.end())
      for (const BasicBlock *After : successors(&Block))
        if (Entered.insert(After).second)
          Ways.push_back(After->begin());
  }
  return false;
}

// Is a place written twice, and may one of the stores be in vain: nobody reads it in between, or it stores the same?
bool mayBeInVain(std::vector<Written> &Places, const DataLayout &Layout) {
  llvm::sort(Places, [](const Written &A, const Written &B) {
    return A.Base != B.Base ? std::less<>()(A.Base, B.Base) : A.Begin < B.Begin;
  });
  SmallPtrSet<const StoreInst *, 16> Read;
  const auto IsRead = [&](const Written &Place) {
    return Read.contains(Place.Store) || (isReadAtBarrier(Place, Layout) && Read.insert(Place.Store).second);
  };
  for (auto First = Places.begin(); First != Places.end(); ++First)
    for (auto Second = std::next(First);
         Second != Places.end() && Second->Base == First->Base && Second->Begin < First->End; ++Second)
      if (First->Store->getValueOperand() == Second->Store->getValueOperand() || !IsRead(*First) || !IsRead(*Second))
        return true;
  return false;
}

// Does it write back what it read, or store what a comparison with the place may have shown to be there?
bool mayStoreWhatIsThere(const StoreInst &Store) {
  const Value *Stored = Store.getValueOperand();
  const auto IsFoundEqual = [&](const User *Loaded) {
    return any_of(Loaded->users(), [&](const User *Reader) {
      const auto *Comparison = dyn_cast<ICmpInst>(Reader);
      return Comparison && Comparison->isEquality() && is_contained(Comparison->operand_values(), Stored);
    });
  };
  return any_of(Store.getPointerOperand()->users(), [&](const User *Other) {
    return isa<LoadInst>(Other) && (Other == Stored || IsFoundEqual(Other));
  });
}

// Do calls kill what was stored? They may say that they write all of it, or that nobody reads it any more.
bool mayKillStores(const CallInst &Call) {
  if (isa<AnyMemIntrinsic>(Call) || isa<LifetimeIntrinsic>(Call))
    return true;
  const Function *Called = Call.getCalledFunction();
  if (!Called || Called->isIntrinsic())
    return false;
  if (Called->getName() == "free")
    return true;
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    if (Call.paramHasAttr(I, Attribute::Initializes))
      return true;
  return false;
}

// A store dies that another overwrites, that changes nothing, or whose object dies with the function.
bool hasNoDeadStores(Function &F, FunctionAnalysisManager &) {
  const DataLayout &Layout = F.getParent()->getDataLayout();
  std::vector<Written> Places;
  for (const Instruction &I : instructions(F)) {
    if (const auto *Call = dyn_cast<CallInst>(&I)) {
      if (mayKillStores(*Call))
        return false;
      continue;
    }
    const auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store)
      continue;
    const TypeSize Size = Layout.getTypeStoreSize(Store->getValueOperand()->getType());
    if (Size.isScalable() || mayStoreWhatIsThere(*Store))
      return false;
    int64_t Offset = 0;
    const Value *Base = GetPointerBaseWithConstantOffset(Store->getPointerOperand(), Offset, Layout);
    const Value *Object = getUnderlyingObject(Base);
    const auto *Parameter = dyn_cast<Argument>(Object);
    if (isa<AllocaInst>(Object) || isa<CallBase>(Object) || (Parameter && Parameter->hasPassPointeeByValueCopyAttr()))
      return false;
    Places.push_back({Store, Base, Object, Offset, Offset + int64_t(Size.getFixedValue())});
  }
  return !mayBeInVain(Places, Layout);
}

// --- copies of memory ----------------------------------------------------------------------------

// Copies are transfers, aggregates that are stored, and values that go from a stack object to where a call could have put
// them. (Rows of equal stores become a memset elsewhere: this target has no function of that name.)
bool hasNoCopies(Function &F, FunctionAnalysisManager &) {
  return none_of(instructions(F), [](const Instruction &I) {
    const auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store)
      return isa<AnyMemIntrinsic>(I);
    const auto *Load = dyn_cast<LoadInst>(Store->getValueOperand());
    return Store->getValueOperand()->getType()->isAggregateType() ||
           (Load && isa<AllocaInst>(getUnderlyingObject(Load->getPointerOperand())));
  });
}

// --- vectors of straight code --------------------------------------------------------------------

// A vector grows from two stores, phis or comparisons, or from a sum or a pair of operations, of values of which a register holds
// two.
bool hasNoPairs(Function &F, FunctionAnalysisManager &Manager) {
  const auto &Target = Manager.getResult<TargetIRAnalysis>(F);
  const unsigned Most = Target.getRegisterBitWidth(TargetTransformInfo::RGK_FixedWidthVector).getFixedValue() / 2;
  const auto IsNarrow = [&](const Type *Kind) {
    const unsigned Bits = Kind->getScalarSizeInBits();
    return Bits > 1 && Bits <= Most;
  };
  for (const BasicBlock &Block : F) {
    unsigned Stores = 0, Comparisons = 0, Phis = 0, Operations = 0;
    for (const Instruction &I : Block) {
      if (isa<InsertElementInst>(I))
        return false;
      if (isa<StoreInst>(I))
        Stores += IsNarrow(I.getOperand(0)->getType());
      else if (isa<CmpInst>(I))
        Comparisons += IsNarrow(I.getOperand(0)->getType());
      else if (IsNarrow(I.getType()) && !isa<LoadInst>(I) && !isa<CastInst>(I))
        ++(isa<PHINode>(I) ? Phis : Operations);
    }
    if (std::max({Stores, Comparisons, Phis, Operations}) > 1)
      return false;
  }
  return true;
}

// --- whole numbers in floats ---------------------------------------------------------------------

// Computing starts from conversions to integers and from comparisons.
bool hasNoUseOfWholeFloats(Function &F, FunctionAnalysisManager &) {
  return none_of(instructions(F), [](const Instruction &I) { return isa<FPToUIInst, FPToSIInst, FCmpInst>(I); });
}

// What ipsccp finds in no function of a module, sccp does not find in one of them; instcombine does what instsimplify does.
constexpr ocx::Cover COVERS[] = {
    {"ipsccp", "function(sccp)", true},
    {"function(instcombine<no-verify-fixpoint>)", "function(instsimplify)", false},
};

} // namespace

namespace ocx {

const Cover *coverOf(StringRef Step) {
  const auto *Found = find_if(COVERS, [&](const Cover &Work) { return Work.Step == Step; });
  return Found == std::end(COVERS) ? nullptr : Found;
}

IdleTest idleTestOf(StringRef Pass) {
  if (Pass == "dse")
    return hasNoDeadStores;
  if (Pass == "memcpyopt")
    return hasNoCopies;
  if (Pass == "slp-vectorizer")
    return hasNoPairs;
  if (Pass == "float2int")
    return hasNoUseOfWholeFloats;
  return nullptr;
}

} // namespace ocx
