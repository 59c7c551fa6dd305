// Register pressure of a function's loops on IR. src/opencicc/analysis/pressure.py says the same without this helper
// and explains the model; tests compare both.

#include "pressure.h"
#include "instruction_count.h"
#include "ocx.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>
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

// ptxas reads a kernel's parameters from constant memory where they are used, and so the fields of those that are structs.
bool isParameter(const Value &V) {
  const Value *Read = &V;
  if (const auto *Load = dyn_cast<LoadInst>(&V)) {
    const DataLayout &Layout = Load->getDataLayout();
    APInt Offset(Layout.getIndexTypeSizeInBits(Load->getPointerOperandType()), 0);
    Read = Load->getPointerOperand()->stripAndAccumulateConstantOffsets(Layout, Offset, /*AllowNonInbounds=*/true);
    if (const auto *Struct = dyn_cast<Argument>(Read); !Struct || !Struct->hasByValAttr() || Load->isVolatile())
      return false;
  }
  const auto *Parameter = dyn_cast<Argument>(Read);
  return Parameter && Parameter->getParent()->getCallingConv() == CallingConv::PTX_Kernel;
}

constexpr int64_t UniformRegisters = 63; // of a warp, from sm_75 on

bool isSameInBlock(const IntrinsicInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_x:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_y:
  case Intrinsic::nvvm_read_ptx_sreg_ntid_z:
    return true;
  default:
    return false;
  }
}

// Can uniform registers compute it, given operands that are in them? They load nothing but constants, divide nothing and
// know no floating-point numbers.
bool isUniformOperation(const Instruction &I) {
  if (!I.getType()->isIntOrPtrTy())
    return false;
  if (isa<CastInst>(I)) // of integers and pointers
    return I.getOperand(0)->getType()->isIntOrPtrTy();
  if (isa<BinaryOperator>(I))
    return !I.isIntDivRem();
  if (isa<MinMaxIntrinsic>(I))
    return true;
  return isa<PHINode, GetElementPtrInst, ICmpInst, SelectInst, FreezeInst>(I);
}

// What ptxas computes once for the threads of a warp, in uniform registers: integers and addresses that come from a kernel's
// parameters and the block alone. LLVM's own analysis takes the number of a block for a thread's, as it does every call.
class SharedValues {
  const LoopInfo &Loops;
  DenseSet<const Value *> Found;

public:
  SharedValues(Function &F, const LoopInfo &Loops) : Loops(Loops) {
    for (const BasicBlock &B : F)
      for (const Instruction &I : B)
        if (isParameter(I) || isSame(I) || (isUniformOperation(I) && (!isa<PHINode>(I) || isCounterOf(Loops, B))))
          Found.insert(&I);
    for (bool Changed = true; Changed;) { // until what is left holds itself up
      Changed = false;
      for (const BasicBlock &B : F)
        for (const Instruction &I : B)
          if (Found.contains(&I) && !isParameter(I) && !isSame(I) && !remains(I))
            Changed |= Found.erase(&I);
    }
  }

  bool contains(const Value &V) const { return isa<Constant>(V) || isParameter(V) || Found.contains(&V); }

private:
  static bool isSame(const Instruction &I) {
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    return Call && isSameInBlock(*Call);
  }

  // Which way threads came tells values apart where ways meet; at the top of a loop all that still run it are in one trip.
  static bool isCounterOf(const LoopInfo &Loops, const BasicBlock &B) {
    const Loop *L = Loops.getLoopFor(&B);
    return L && L->getHeader() == &B && L->getLoopPreheader() && L->getLoopLatch();
  }

  bool remains(const Instruction &I) const {
    const auto IsShared = [&](const Value *V) { return contains(*V); };
    if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
      return all_of(Call->args(), IsShared);
    if (!all_of(I.operands(), IsShared))
      return false;
    return !isa<PHINode>(I) || isLeftTogether(*Loops.getLoopFor(I.getParent()));
  }

  // ptxas counts in uniform registers only in loops that the threads of a warp leave together.
  bool isLeftTogether(const Loop &L) const {
    SmallVector<BasicBlock *> Exits;
    L.getExitingBlocks(Exits);
    return all_of(Exits, [&](const BasicBlock *B) {
      const Instruction *End = B->getTerminator();
      if (const auto *Branch = dyn_cast<BranchInst>(End))
        return Branch->isUnconditional() || contains(*Branch->getCondition());
      const auto *Switch = dyn_cast<SwitchInst>(End);
      return Switch && contains(*Switch->getCondition());
    });
  }
};

// The live values of one function: numbers for those that take registers, and what each block needs at most.
class Pressure {
  struct Block {
    BitVector Defined, Used, AtStart, AtEnd; // of values that cross from block to block, by their index
    size_t First = 0, Last = 0;              // its steps
    int64_t Most = 0;
  };

  static constexpr int None = -1; // takes no register

  // The numbers of a value itself and of what has to be kept for its users: another one where it is folded into them.
  struct Place {
    int Own = None, Kept = None;
    const Value *Source = nullptr; // of a folded value
  };

  // An instruction: the number of its result and of the values that it uses.
  struct Step {
    int Own;
    size_t FirstUse, LastUse;
  };

  Function &F;
  const SharedValues *const Shared; // null where they are counted as others
  DenseMap<const Value *, Place> Places;
  std::vector<int64_t> Weights;
  std::vector<bool> AreShared; // by number
  std::vector<const BasicBlock *> Homes; // where a number is defined
  std::vector<Step> Steps;
  std::vector<int> Uses;
  std::vector<std::pair<const BasicBlock *, int>> PhiUses; // at the end of a block
  std::vector<int> Indices;  // of a number that crosses from block to block; most do not
  std::vector<int> Crossing; // the number of an index
  std::vector<Block> Blocks; // by the block's number

public:
  Pressure(Function &F, const SharedValues *Shared) : F(F), Shared(Shared), Blocks(F.getMaxBlockNumber()) {
    numberValues();
    Indices.assign(Weights.size(), None);
    std::vector<bool> IsDefined(Weights.size());
    for (const BasicBlock &B : F)
      collect(B, IsDefined);
    for (const BasicBlock &B : F)
      scan(of(B));
    for (const auto &[B, Number] : PhiUses)
      of(*B).AtEnd.set(Indices[Number]);
    solve();
    std::vector<const Block *> AliveIn(Weights.size());
    for (const BasicBlock &B : F)
      of(B).Most = mostIn(of(B), AliveIn);
  }

  int64_t mostIn(const Loop &L) const {
    int64_t Most = 0;
    for (const BasicBlock *B : L.blocks())
      Most = std::max(Most, Blocks[B->getNumber()].Most);
    return Most;
  }

  int64_t mostAnywhere() const {
    int64_t Most = 0;
    for (const Block &Found : Blocks)
      Most = std::max(Most, Found.Most);
    return Most;
  }

private:
  Block &of(const BasicBlock &B) { return Blocks[B.getNumber()]; }

  Place &number(const Value &V, const BasicBlock *Home) {
    Place &Here = Places[&V];
    const int64_t Weight = ocx::countRegisters(V.getType());
    const bool IsHeld = !isa<AllocaInst>(V) && !(Shared && isParameter(V));
    if (Weight && IsHeld) { // a stack object's address is known to everybody
      Here.Own = Here.Kept = static_cast<int>(Weights.size());
      Weights.push_back(Weight);
      AreShared.push_back(Shared && Shared->contains(V));
      Homes.push_back(Home);
    }
    return Here;
  }

  void numberValues() {
    Places.reserve(F.arg_size() + ocx::countInstructions(F));
    std::vector<const Instruction *> Folded;
    for (const Argument &A : F.args())
      number(A, nullptr);
    for (const BasicBlock &B : F)
      for (const Instruction &I : B) {
        if (isFolded(I)) {
          const Value *Source = sourceOf(I.getOperand(0));
          number(I, &B).Source = Source;
          Folded.push_back(&I);
        } else if (!I.getType()->isVoidTy()) {
          number(I, &B);
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

  int numberOf(const Value *Operand) const { return isa<Constant>(Operand) ? None : Places.lookup(Operand).Kept; }

  static bool usesOperands(const Instruction &I) { return !isa<PHINode>(I) && !isFolded(I); }

  void cross(int Number) {
    if (Indices[Number] != None)
      return;
    Indices[Number] = static_cast<int>(Crossing.size());
    Crossing.push_back(Number);
  }

  // The steps of a block; `IsDefined` has what stands before, in it too.
  void collect(const BasicBlock &B, std::vector<bool> &IsDefined) {
    Block &Here = of(B);
    Here.First = Steps.size();
    for (const Instruction &I : B) {
      const size_t FirstUse = Uses.size();
      if (const auto *Phi = dyn_cast<PHINode>(&I)) {
        for (unsigned Index = 0; Index < Phi->getNumIncomingValues(); ++Index)
          if (const int Kept = numberOf(Phi->getIncomingValue(Index)); Kept != None) {
            cross(Kept);
            PhiUses.emplace_back(Phi->getIncomingBlock(Index), Kept);
          }
      } else if (usesOperands(I)) {
        for (const Value *Operand : I.operands())
          if (const int Kept = numberOf(Operand); Kept != None) {
            if (Homes[Kept] != &B || !IsDefined[Kept])
              cross(Kept);
            Uses.push_back(Kept);
          }
      }
      const int Own = I.getType()->isVoidTy() ? None : Places.lookup(&I).Own;
      if (Own != None)
        IsDefined[Own] = true;
      if (Own != None || FirstUse < Uses.size())
        Steps.push_back({Own, FirstUse, Uses.size()});
    }
    Here.Last = Steps.size();
  }

  void scan(Block &Here) {
    for (BitVector *Set : {&Here.Defined, &Here.Used, &Here.AtStart, &Here.AtEnd})
      Set->resize(Crossing.size());
    for (size_t At = Here.First; At < Here.Last; ++At) {
      const Step &Now = Steps[At];
      for (size_t Use = Now.FirstUse; Use < Now.LastUse; ++Use)
        if (const int Index = Indices[Uses[Use]]; Index != None && !Here.Defined.test(Index))
          Here.Used.set(Index);
      if (Now.Own != None && Indices[Now.Own] != None)
        Here.Defined.set(Indices[Now.Own]);
    }
  }

  void solve() {
    const std::vector<BasicBlock *> Order(po_begin(&F), po_end(&F));
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const BasicBlock *B : Order) {
        Block &Here = of(*B);
        for (const BasicBlock *After : successors(B))
          Here.AtEnd |= of(*After).AtStart;
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

  // `AliveIn`: the last block in which a number was found alive.
  int64_t mostIn(const Block &Here, std::vector<const Block *> &AliveIn) const {
    int64_t OfThread = 0, OfWarp = 0;
    const auto Count = [&](int Number) -> int64_t & { return AreShared[Number] ? OfWarp : OfThread; };
    const auto Live = [&](int Number) {
      if (AliveIn[Number] == &Here)
        return;
      AliveIn[Number] = &Here;
      Count(Number) += Weights[Number];
    };
    const auto Now = [&] { return OfThread + std::max<int64_t>(0, OfWarp - UniformRegisters); };
    for (const unsigned Index : Here.AtEnd.set_bits())
      Live(Crossing[Index]);
    int64_t Most = Now();
    for (size_t At = Here.Last; At-- > Here.First;) {
      const Step &Last = Steps[At];
      if (Last.Own != None && AliveIn[Last.Own] == &Here) {
        AliveIn[Last.Own] = nullptr;
        Count(Last.Own) -= Weights[Last.Own];
      }
      for (size_t Use = Last.FirstUse; Use < Last.LastUse; ++Use)
        Live(Uses[Use]);
      Most = std::max(Most, Now());
    }
    return Most;
  }
};

void countInstructionsOf(const Loop &L, const SharedValues *Shared, ocx_loop_pressure &Result) {
  for (const PHINode &Phi : L.getHeader()->phis())
    Result.counters += Phi.getType()->isIntOrPtrTy() && !(Shared && Shared->contains(Phi));
  for (const BasicBlock *B : L.blocks())
    for (const Instruction &I : *B) {
      if (isa<LoadInst>(I))
        Result.loaded += ocx::countRegisters(I.getType());
      Result.accesses += isa<LoadInst, StoreInst>(I);
      Result.addresses += isa<GetElementPtrInst>(I);
      Result.extensions += isa<SExtInst, ZExtInst>(I);
    }
}

} // namespace

ocx_loop_pressure *ocx_pressure(LLVMValueRef function, int counts_shared, int64_t *most, int64_t *count) {
  Function &F = *unwrap<Function>(function);
  const DominatorTree Dominators(F);
  const LoopInfo Info(Dominators);
  std::optional<SharedValues> Found;
  if (!counts_shared)
    Found.emplace(F, Info);
  const SharedValues *Shared = Found ? &*Found : nullptr;
  const Pressure Known(F, Shared);
  const auto Loops = Info.getLoopsInPreorder();
  *most = Known.mostAnywhere();
  *count = 0;
  auto *Result = static_cast<ocx_loop_pressure *>(std::calloc(Loops.size() + 1, sizeof(ocx_loop_pressure)));
  if (!Result)
    return nullptr;
  const int64_t Size = Loops.empty() ? 0 : ocx::countInstructions(F);
  DenseMap<const BasicBlock *, int64_t> Positions;
  if (!Loops.empty())
    for (const BasicBlock &B : F)
      Positions.try_emplace(&B, Positions.size());
  for (const Loop *L : Loops) {
    ocx_loop_pressure &Next = Result[(*count)++];
    Next.header = wrap(L->getHeader());
    Next.most = Known.mostIn(*L);
    Next.depth = L->getLoopDepth();
    Next.position = Positions.lookup(L->getHeader());
    Next.function_size = Size;
    countInstructionsOf(*L, Shared, Next);
  }
  return Result;
}
