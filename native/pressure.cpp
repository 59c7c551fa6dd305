// Register pressure of a function's loops on IR. src/opencicc/analysis/pressure.py says the same without this helper
// and explains the model; tests compare both.

#include "pressure.h"
#include "instruction_count.h"
#include "ocx.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/bit.h"
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
    size_t First = 0, Last = 0; // its steps
    ocx::Registers Most;
  };

  static constexpr int None = -1; // takes no register
  static constexpr unsigned WordBits = 64;
  using Word = uint64_t;

  // Who holds a value: each thread for itself, the threads of a warp together, or constant memory.
  enum Holder : uint8_t { Thread, Warp, Memory, Holders };

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

  // What a number stands for.
  struct Held {
    int64_t Weight;
    Holder By;
    const BasicBlock *Home; // where it is defined
  };

  // Sets of a block, of values that cross from block to block, by their index.
  enum Set { Defined, Used, AtStart, AtEnd, Sets };

  Function &F;
  const SharedValues *Shared; // nothing where what threads share is not told apart
  DenseMap<const Value *, Place> Places;
  std::vector<int> Results; // the number of each instruction's result, in the order of the code
  std::vector<Held> Values; // by number
  std::vector<Step> Steps;
  std::vector<int> Uses;
  std::vector<std::pair<const BasicBlock *, int>> PhiUses; // at the end of a block
  std::vector<int> Indices;  // of a number that crosses from block to block; most do not
  std::vector<int> Crossing; // the number of an index
  size_t Words = 0;          // of a set
  std::vector<Word> AllSets; // those of a block side by side, by the block's number
  std::vector<Block> Blocks; // by the block's number

public:
  Pressure(Function &F, const SharedValues *Shared) : F(F), Shared(Shared), Blocks(F.getMaxBlockNumber()) {
    numberValues();
    Indices.assign(Values.size(), None);
    std::vector<bool> IsDefined(Values.size());
    size_t Next = 0;
    for (const BasicBlock &B : F)
      collect(B, IsDefined, Next);
    Words = (Crossing.size() + WordBits - 1) / WordBits;
    AllSets.assign(Words * Sets * Blocks.size(), 0);
    for (const BasicBlock &B : F)
      scan(B);
    for (const auto &[B, Number] : PhiUses)
      insert(setOf(*B, AtEnd), Indices[Number]);
    if (Words)
      solve();
    std::vector<const Block *> AliveIn(Values.size());
    for (const BasicBlock &B : F)
      of(B).Most = mostIn(B, AliveIn);
  }

  ocx::Registers mostIn(const Loop &L) const {
    ocx::Registers Most;
    for (const BasicBlock *B : L.blocks())
      Most = larger(Most, Blocks[B->getNumber()].Most);
    return Most;
  }

  ocx::Registers mostAnywhere() const {
    ocx::Registers Most;
    for (const Block &Found : Blocks)
      Most = larger(Most, Found.Most);
    return Most;
  }

private:
  static ocx::Registers larger(const ocx::Registers &A, const ocx::Registers &B) {
    return {std::max(A.Alive, B.Alive), std::max(A.Own, B.Own)};
  }

  Block &of(const BasicBlock &B) { return Blocks[B.getNumber()]; }
  Word *setOf(const BasicBlock &B, Set Which) { return &AllSets[(B.getNumber() * Sets + Which) * Words]; }
  static void insert(Word *Where, unsigned Index) { Where[Index / WordBits] |= Word(1) << Index % WordBits; }
  static bool contains(const Word *Where, unsigned Index) { return Where[Index / WordBits] >> Index % WordBits & 1; }

  Holder holderOf(const Value &V) const {
    if (!Shared)
      return Thread;
    return isParameter(V) ? Memory : Shared->contains(V) ? Warp : Thread;
  }

  Place &number(const Value &V, const BasicBlock *Home) {
    Place &Here = Places[&V];
    const int64_t Weight = ocx::countRegisters(V.getType());
    if (Weight && !isa<AllocaInst>(V)) { // a stack object's address is known to everybody
      Here.Own = Here.Kept = static_cast<int>(Values.size());
      Values.push_back({Weight, holderOf(V), Home});
    }
    return Here;
  }

  void numberValues() {
    const int64_t Size = ocx::countInstructions(F);
    Places.reserve(F.arg_size() + Size);
    Results.reserve(Size);
    Values.reserve(F.arg_size() + Size);
    std::vector<const Instruction *> Folded;
    for (const Argument &A : F.args())
      number(A, nullptr);
    for (const BasicBlock &B : F)
      for (const Instruction &I : B) {
        if (I.getType()->isVoidTy()) {
          Results.push_back(None);
        } else if (isFolded(I)) {
          const Value *Source = sourceOf(I.getOperand(0));
          Place &Here = number(I, &B);
          Here.Source = Source;
          Results.push_back(Here.Own);
          Folded.push_back(&I);
        } else {
          Results.push_back(number(I, &B).Own);
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

  int numberOf(const Value *Operand) const {
    return isa<Instruction, Argument>(Operand) ? Places.lookup(Operand).Kept : None;
  }

  static bool usesOperands(const Instruction &I) { return !isa<PHINode>(I) && !isFolded(I); }

  void cross(int Number) {
    if (Indices[Number] != None)
      return;
    Indices[Number] = static_cast<int>(Crossing.size());
    Crossing.push_back(Number);
  }

  // The steps of a block; `IsDefined` has what stands before, in it too, and `Next` is the first result's place.
  void collect(const BasicBlock &B, std::vector<bool> &IsDefined, size_t &Next) {
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
            if (Values[Kept].Home != &B || !IsDefined[Kept])
              cross(Kept);
            Uses.push_back(Kept);
          }
      }
      const int Own = Results[Next++];
      if (Own != None)
        IsDefined[Own] = true;
      if (Own != None || FirstUse < Uses.size())
        Steps.push_back({Own, FirstUse, Uses.size()});
    }
    Here.Last = Steps.size();
  }

  void scan(const BasicBlock &B) {
    Word *IsDefined = setOf(B, Defined), *IsUsed = setOf(B, Used);
    const Block &Here = of(B);
    for (size_t At = Here.First; At < Here.Last; ++At) {
      const Step &Now = Steps[At];
      for (size_t Use = Now.FirstUse; Use < Now.LastUse; ++Use)
        if (const int Index = Indices[Uses[Use]]; Index != None && !contains(IsDefined, Index))
          insert(IsUsed, Index);
      if (Now.Own != None && Indices[Now.Own] != None)
        insert(IsDefined, Indices[Now.Own]);
    }
  }

  void solve() {
    const std::vector<BasicBlock *> Order(po_begin(&F), po_end(&F));
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const BasicBlock *B : Order)
        Changed |= solveOne(*B);
    }
  }

  bool solveOne(const BasicBlock &B) {
    Word *Start = setOf(B, AtStart), *End = setOf(B, AtEnd);
    const Word *IsDefined = setOf(B, Defined), *IsUsed = setOf(B, Used);
    for (const BasicBlock *After : successors(&B)) {
      const Word *Later = setOf(*After, AtStart);
      for (size_t At = 0; At < Words; ++At)
        End[At] |= Later[At];
    }
    Word Changes = 0;
    for (size_t At = 0; At < Words; ++At) {
      const Word Now = (End[At] & ~IsDefined[At]) | IsUsed[At];
      Changes |= Now ^ Start[At];
      Start[At] = Now;
    }
    return Changes;
  }

  // `AliveIn`: the last block in which a number was found alive.
  ocx::Registers mostIn(const BasicBlock &B, std::vector<const Block *> &AliveIn) {
    const Block &Here = of(B);
    int64_t Count[Holders] = {};
    const auto Live = [&](int Number) {
      if (AliveIn[Number] == &Here)
        return;
      AliveIn[Number] = &Here;
      Count[Values[Number].By] += Values[Number].Weight;
    };
    const auto Now = [&]() -> ocx::Registers {
      return {Count[Thread] + Count[Warp] + Count[Memory],
              Count[Thread] + std::max<int64_t>(0, Count[Warp] - UniformRegisters)};
    };
    const Word *Last = setOf(B, AtEnd);
    for (size_t At = 0; At < Words; ++At)
      for (Word Left = Last[At]; Left; Left &= Left - 1)
        Live(Crossing[At * WordBits + countr_zero(Left)]);
    ocx::Registers Most = Now();
    for (size_t At = Here.Last; At-- > Here.First;) {
      const Step &Before = Steps[At];
      if (Before.Own != None && AliveIn[Before.Own] == &Here) {
        AliveIn[Before.Own] = nullptr;
        Count[Values[Before.Own].By] -= Values[Before.Own].Weight;
      }
      for (size_t Use = Before.FirstUse; Use < Before.LastUse; ++Use)
        Live(Uses[Use]);
      Most = larger(Most, Now());
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

ocx_pressure_count ocx::countPressure(Function &F, const LoopInfo &Info, bool TellsShared) {
  std::optional<SharedValues> Found;
  if (TellsShared)
    Found.emplace(F, Info);
  const SharedValues *Shared = Found ? &*Found : nullptr;
  const Pressure Known(F, Shared);
  const auto Loops = Info.getLoopsInPreorder();
  const Registers Most = Known.mostAnywhere();
  ocx_pressure_count Result = {Most.Alive, Most.Own, 0, nullptr};
  Result.loops = static_cast<ocx_loop_pressure *>(std::calloc(Loops.size() + 1, sizeof(ocx_loop_pressure)));
  if (!Result.loops || Loops.empty())
    return Result;
  std::vector<int64_t> Positions(F.getMaxBlockNumber());
  int64_t Position = 0;
  for (const BasicBlock &B : F)
    Positions[B.getNumber()] = Position++;
  for (const Loop *L : Loops) {
    ocx_loop_pressure &Next = Result.loops[Result.count++];
    Next.header = wrap(L->getHeader());
    const Registers InLoop = Known.mostIn(*L);
    Next.most = TellsShared ? InLoop.Own : InLoop.Alive;
    Next.depth = L->getLoopDepth();
    Next.position = Positions[L->getHeader()->getNumber()];
    countInstructionsOf(*L, Shared, Next);
  }
  return Result;
}

ocx_loop_pressure *ocx_pressure(LLVMValueRef function, int counts_shared, int64_t *most, int64_t *count) {
  Function &F = *unwrap<Function>(function);
  const DominatorTree Dominators(F);
  const ocx_pressure_count Found = ocx::countPressure(F, LoopInfo(Dominators), !counts_shared);
  *most = counts_shared ? Found.alive : Found.own;
  *count = Found.count;
  return Found.loops;
}
