// What constant folding leaves of a loop's trips, if all of them are written out: passes/unroll/simulate.py says how it is counted.
//
// The plan is made once for all trips: most instructions cost the same in every one, because nothing makes their operands
// constants. The others are looked at trip by trip: arithmetic on counters, addresses of local arrays and constant tables,
// loads from those, branches on any of them.

#include "ocx.h"

#include "llvm-c/Core.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

using namespace llvm;

namespace {

constexpr unsigned MaxTrace = 16;
constexpr int64_t MaxSteps = 20000; // instructions run
constexpr unsigned Widest = 64;

bool isPointerStep(const Value *V) { return isa<BitCastInst, AddrSpaceCastInst, FreezeInst, GetElementPtrInst>(V); }

// What costs nothing: names for values that are there already.
bool isFree(const Instruction &I) { return isa<PHINode>(I) || isPointerStep(&I); }

const Value *trace(const Value *Pointer) {
  for (unsigned Step = 0; Step < MaxTrace && isPointerStep(Pointer); ++Step)
    Pointer = cast<Instruction>(Pointer)->getOperand(0);
  return Pointer;
}

bool isConstantTable(const Value *Base) {
  const auto *Table = dyn_cast<GlobalVariable>(Base);
  return Table && Table->isConstant();
}

bool isArray(const Value *Base) { return isa<AllocaInst>(Base) || isConstantTable(Base); }

bool isFoldable(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::UDiv:
  case Instruction::URem:
  case Instruction::SDiv:
  case Instruction::SRem:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::ICmp:
  case Instruction::Select:
    return true;
  default:
    return false;
  }
}

unsigned widthOf(const Value *V) {
  const auto *Integer = dyn_cast<IntegerType>(V->getType());
  return Integer ? Integer->getBitWidth() : 0;
}

// Does it fold to an integer of at most 64 bits where its operands are known?
bool folds(const Instruction &I) {
  const unsigned Width = widthOf(&I);
  return isFoldable(I) && Width && Width <= Widest;
}

// What is known of a value in a trip: nothing, its number, or that it is some constant: an element of a constant table.
struct Known {
  enum { Nothing, Number, Something } Kind = Nothing;
  uint64_t Value = 0;

  explicit operator bool() const { return Kind != Nothing; }
};

int64_t signedValue(uint64_t Value, unsigned Width) {
  return Width && Width <= Widest ? SignExtend64(Value, Width) : static_cast<int64_t>(Value);
}

bool compares(const ICmpInst &Compare, uint64_t Left, uint64_t Right, unsigned Width) {
  const int64_t SignedLeft = signedValue(Left, Width), SignedRight = signedValue(Right, Width);
  const bool IsNarrow = Width && Width <= Widest; // a wider number is one of 64 bits, never negative
  switch (Compare.getPredicate()) {
  case CmpInst::ICMP_EQ:
    return Left == Right;
  case CmpInst::ICMP_NE:
    return Left != Right;
  case CmpInst::ICMP_UGT:
    return Left > Right;
  case CmpInst::ICMP_UGE:
    return Left >= Right;
  case CmpInst::ICMP_ULT:
    return Left < Right;
  case CmpInst::ICMP_ULE:
    return Left <= Right;
  case CmpInst::ICMP_SGT:
    return IsNarrow ? SignedLeft > SignedRight : Left > Right;
  case CmpInst::ICMP_SGE:
    return IsNarrow ? SignedLeft >= SignedRight : Left >= Right;
  case CmpInst::ICMP_SLT:
    return IsNarrow ? SignedLeft < SignedRight : Left < Right;
  default:
    return IsNarrow ? SignedLeft <= SignedRight : Left <= Right;
  }
}

// The bits of arithmetic on numbers of one width; none where it has no result.
std::optional<uint64_t> arithmetic(unsigned Opcode, uint64_t A, uint64_t B, unsigned Width) {
  const int64_t SignedA = signedValue(A, Width), SignedB = signedValue(B, Width);
  const auto Magnitude = [](int64_t Number) { return Number < 0 ? -static_cast<uint64_t>(Number) : static_cast<uint64_t>(Number); };
  const auto Quotient = [&] {
    const uint64_t Found = Magnitude(SignedA) / Magnitude(SignedB);
    return (SignedA < 0) == (SignedB < 0) ? Found : -Found;
  };
  switch (Opcode) {
  case Instruction::Add:
    return A + B;
  case Instruction::Sub:
    return A - B;
  case Instruction::Mul:
    return A * B;
  case Instruction::And:
    return A & B;
  case Instruction::Or:
    return A | B;
  case Instruction::Xor:
    return A ^ B;
  case Instruction::Shl:
    return B < Width ? std::optional<uint64_t>(A << B) : std::nullopt;
  case Instruction::LShr:
    return B < Width ? std::optional<uint64_t>(A >> B) : std::nullopt;
  case Instruction::AShr:
    return B < Width ? std::optional<uint64_t>(static_cast<uint64_t>(SignedA >> B)) : std::nullopt;
  case Instruction::UDiv:
    return B ? std::optional<uint64_t>(A / B) : std::nullopt;
  case Instruction::URem:
    return B ? std::optional<uint64_t>(A % B) : std::nullopt;
  case Instruction::SDiv:
    return B ? std::optional<uint64_t>(Quotient()) : std::nullopt;
  default: // SRem
    return B ? std::optional<uint64_t>(A - Quotient() * B) : std::nullopt;
  }
}

Known fold(const Instruction &I, ArrayRef<Known> Inputs) {
  if (any_of(Inputs, [](const Known &Input) { return Input.Kind == Known::Something; }))
    return {Known::Something};
  const unsigned Width = widthOf(&I), From = widthOf(I.getOperand(0));
  const uint64_t Mask = maskTrailingOnes<uint64_t>(Width);
  if (const auto *Compare = dyn_cast<ICmpInst>(&I))
    return {Known::Number, compares(*Compare, Inputs[0].Value, Inputs[1].Value, From)};
  switch (I.getOpcode()) {
  case Instruction::Select:
    return {Known::Number, Inputs[0].Value ? Inputs[1].Value : Inputs[2].Value};
  case Instruction::Trunc:
  case Instruction::ZExt:
    return {Known::Number, Inputs[0].Value & Mask};
  case Instruction::SExt:
    return {Known::Number, static_cast<uint64_t>(signedValue(Inputs[0].Value, From)) & Mask};
  default:
    const std::optional<uint64_t> Result = arithmetic(I.getOpcode(), Inputs[0].Value, Inputs[1].Value, Width);
    return Result ? Known{Known::Number, *Result & Mask} : Known{};
  }
}

// The blocks of a loop by the only latch, in reverse postorder of the function.
std::vector<BasicBlock *> blocksOf(Function &F, BasicBlock *Header, BasicBlock *Latch) {
  // Where a block may go: the blocks among its last instruction's operands, in their order.
  const auto Targets = [](BasicBlock *Block) {
    SmallVector<BasicBlock *, 2> Found;
    for (Value *Operand : Block->getTerminator()->operand_values())
      if (auto *Target = dyn_cast<BasicBlock>(Operand))
        Found.push_back(Target);
    return Found;
  };
  std::vector<BasicBlock *> Postorder;
  SmallPtrSet<BasicBlock *, 32> Seen;
  SmallVector<std::pair<SmallVector<BasicBlock *, 2>, unsigned>, 32> Way;
  SmallVector<BasicBlock *, 32> OnWay;
  const auto Enter = [&](BasicBlock *Block) {
    Seen.insert(Block);
    OnWay.push_back(Block);
    Way.push_back({Targets(Block), 0});
  };
  Enter(&F.getEntryBlock());
  while (!Way.empty()) {
    auto &[Next, Index] = Way.back();
    while (Index < Next.size() && Seen.contains(Next[Index]))
      ++Index;
    if (Index < Next.size()) {
      Enter(Next[Index]);
      continue;
    }
    Postorder.push_back(OnWay.pop_back_val());
    Way.pop_back();
  }
  SmallPtrSet<BasicBlock *, 16> Body{Header, Latch};
  SmallVector<BasicBlock *, 16> Waiting;
  if (Latch != Header)
    Waiting.push_back(Latch);
  while (!Waiting.empty())
    for (BasicBlock *Before : predecessors(Waiting.pop_back_val()))
      if (Seen.contains(Before) && Body.insert(Before).second)
        Waiting.push_back(Before);
  std::vector<BasicBlock *> Order;
  for (BasicBlock *Block : reverse(Postorder))
    if (Body.contains(Block))
      Order.push_back(Block);
  return Order;
}

// An operand: the instruction of the loop that makes it, a number, or something of which nothing is ever known.
struct Operand {
  int Maker = -1;
  Known Constant;
};

// An instruction that is looked at in every trip.
struct Changing {
  enum { Pointer, Access, Arithmetic } Kind;
  const Instruction *I;
  int Number;           // of the instruction
  int Base = -1;        // of an address, or what an access goes to
  bool IsSettled;       // a pointer's base is an array itself, an access gives a value, arithmetic folds
  bool IsSelect;        // by a condition that may be known
  SmallVector<Operand, 3> Inputs;
};

struct Phi {
  int Number;
  SmallVector<std::pair<const BasicBlock *, Operand>, 4> Incoming; // the first from each block

  Operand from(const BasicBlock *Origin) const {
    const auto *Found = find_if(Incoming, [&](const auto &Each) { return Each.first == Origin; });
    return Found != Incoming.end() ? Found->second : Operand{};
  }
};

struct Block {
  const BasicBlock *Place;
  int64_t Size = 0, Rolled = 0, Unrolled = 0;
  SmallVector<Phi, 4> Phis;
  std::vector<Changing> Instructions;
  std::optional<Operand> Condition; // of a branch that may be decided
  SmallVector<int, 4> Targets;      // in the loop, -1 for others; of such a branch first where it goes if the condition holds
};

// What the trips of a loop can change for its instructions.
class TripPlan {
  DenseMap<const Value *, int> Numbers; // of the loop's instructions
  DenseMap<const BasicBlock *, int> Places;
  std::vector<bool> MayBeKnown, MayBeFixed; // fixed: at a constant distance from a local array or constant table

public:
  std::vector<Block> Blocks;
  size_t Instructions = 0;

  explicit TripPlan(ArrayRef<BasicBlock *> Order) {
    std::vector<const Instruction *> Waiting;
    for (const BasicBlock *Place : Order) {
      Places.try_emplace(Place, Places.size());
      for (const Instruction &I : *Place) {
        Numbers.try_emplace(&I, Instructions++);
        if (isFree(I) || isa<LoadInst>(I) || isFoldable(I))
          Waiting.push_back(&I);
      }
    }
    MayBeKnown.resize(Instructions);
    MayBeFixed.resize(Instructions);
    // Until nothing is added: a phi of a header may bring in what its latch makes.
    for (bool HasGrown = true; HasGrown;) {
      const size_t Before = Waiting.size();
      Waiting.erase(remove_if(Waiting, [&](const Instruction *I) { return isFound(*I); }), Waiting.end());
      HasGrown = Waiting.size() < Before;
    }
    for (const BasicBlock *Place : Order)
      Blocks.push_back(plan(*Place));
  }

private:
  int numberOf(const Value *V) const {
    const auto Found = Numbers.find(V);
    return Found != Numbers.end() ? Found->second : -1;
  }

  bool mayBeKnown(const Value *V) const {
    const int Number = numberOf(V);
    return Number >= 0 ? MayBeKnown[Number] : isa<ConstantInt>(V);
  }

  bool mayBeFixed(const Value *V) const {
    const int Number = numberOf(V);
    return Number >= 0 && MayBeFixed[Number];
  }

  // Did this instruction turn out to be one that may be known or fixed?
  bool isFound(const Instruction &I) {
    const auto IsKnown = [&](const Value *V) { return mayBeKnown(V); };
    const int Number = numberOf(&I);
    if (isa<PHINode>(I))
      return any_of(I.operand_values(), IsKnown) && (MayBeKnown[Number] = true);
    if (isa<LoadInst>(I))
      return mayBeFixed(I.getOperand(0)) && isConstantTable(trace(I.getOperand(0))) && (MayBeKnown[Number] = true);
    if (isPointerStep(&I))
      return (mayBeFixed(I.getOperand(0)) || isArray(I.getOperand(0))) &&
             all_of(drop_begin(I.operand_values()), IsKnown) && (MayBeFixed[Number] = true);
    return folds(I) && all_of(I.operand_values(), IsKnown) && (MayBeKnown[Number] = true);
  }

  Operand operandOf(const Value *V) const {
    if (const auto *Constant = dyn_cast<ConstantInt>(V))
      return {-1, {Known::Number, Constant->getValue().getRawData()[0]}};
    return {numberOf(V), {}};
  }

  Block plan(const BasicBlock &Place) const {
    Block Plan{&Place};
    for (const Instruction &I : Place) {
      ++Plan.Size;
      Plan.Rolled += !isFree(I);
      if (const auto *Meeting = dyn_cast<PHINode>(&I))
        Plan.Phis.push_back(phi(*Meeting));
      else if (!isa<BranchInst>(I) && !addChanging(I, Plan))
        Plan.Unrolled += !isFree(I);
    }
    const auto *Branch = dyn_cast<BranchInst>(Place.getTerminator());
    if (Branch && Branch->isConditional()) {
      if (mayBeKnown(Branch->getCondition()))
        Plan.Condition = operandOf(Branch->getCondition());
      else
        ++Plan.Unrolled;
    }
    for (const BasicBlock *Target : successors(&Place)) {
      const auto Found = Places.find(Target);
      Plan.Targets.push_back(Found != Places.end() ? Found->second : -1);
    }
    return Plan;
  }

  Phi phi(const PHINode &Meeting) const {
    Phi Plan{numberOf(&Meeting)};
    for (unsigned Index = 0; Index < Meeting.getNumIncomingValues(); ++Index) {
      const BasicBlock *From = Meeting.getIncomingBlock(Index);
      if (none_of(Plan.Incoming, [&](const auto &Each) { return Each.first == From; }))
        Plan.Incoming.push_back({From, operandOf(Meeting.getIncomingValue(Index))});
    }
    return Plan;
  }

  // How an instruction may fold, if it ever does.
  bool addChanging(const Instruction &I, Block &Plan) const {
    const int Number = numberOf(&I);
    if (MayBeFixed[Number]) {
      Changing Next{Changing::Pointer, &I, Number, numberOf(I.getOperand(0)), isArray(I.getOperand(0)), false, {}};
      for (const Value *Index : drop_begin(I.operand_values()))
        Next.Inputs.push_back(operandOf(Index));
      Plan.Instructions.push_back(std::move(Next));
      return true;
    }
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (Pointer) {
      if (!mayBeFixed(Pointer))
        return false;
      const bool GivesValue = isa<LoadInst>(I) && MayBeKnown[Number];
      Plan.Instructions.push_back({Changing::Access, &I, Number, numberOf(Pointer), GivesValue, false, {}});
      return true;
    }
    const bool IsSelect = isa<SelectInst>(I) && mayBeKnown(I.getOperand(0));
    if (!MayBeKnown[Number] && !IsSelect)
      return false;
    Changing Next{Changing::Arithmetic, &I, Number, -1, folds(I), IsSelect, {}};
    for (const Value *Input : I.operand_values())
      Next.Inputs.push_back(operandOf(Input));
    Plan.Instructions.push_back(std::move(Next));
    return true;
  }
};

class Simulation {
  const TripPlan Plan;
  const BasicBlock *Header, *Latch;
  std::vector<Known> Now, Before;
  std::vector<bool> Fixed;
  // Of the blocks: the only one from which this trip came, by its number; NoWay for none yet, ManyWays for several.
  enum { NoWay = -1, ManyWays = -2 };
  std::vector<int> CameFrom;
  int64_t Rolled = 0, Unrolled = 0, Steps = 0;

public:
  Simulation(Function &F, BasicBlock *Header, BasicBlock *Latch)
      : Plan(blocksOf(F, Header, Latch)), Header(Header), Latch(Latch), Now(Plan.Instructions) {}

  bool run(int64_t Trips, int64_t Threshold, int64_t *Cost) {
    int64_t MostInTrip = 0;
    for (const Block &Each : Plan.Blocks)
      MostInTrip += Each.Rolled;
    for (int64_t Trip = 0; Trip < Trips; ++Trip) {
      Before.swap(Now);
      Now.assign(Plan.Instructions, {});
      Fixed.assign(Plan.Instructions, false);
      CameFrom.assign(Plan.Blocks.size(), NoWay);
      for (size_t Number = 0; Number < Plan.Blocks.size(); ++Number)
        if (Number == 0 || CameFrom[Number] != NoWay)
          runBlock(Number, Trip);
      if (Steps > MaxSteps)
        return false;
      const int64_t MostRolled = Rolled + (Trips - 1 - Trip) * MostInTrip;
      if (Unrolled * Unrolled > Threshold * MostRolled) {
        Cost[0] = MostRolled, Cost[1] = Unrolled, Cost[2] = Trip + 1 < Trips;
        return true;
      }
    }
    Cost[0] = Rolled, Cost[1] = Unrolled, Cost[2] = false;
    return true;
  }

private:
  static Known knownIn(const std::vector<Known> &Values, const Operand &Asked) {
    return Asked.Maker >= 0 ? Values[Asked.Maker] : Asked.Constant;
  }

  Known known(const Operand &Asked) const { return knownIn(Now, Asked); }

  void runBlock(int Number, int64_t Trip) {
    const Block &Here = Plan.Blocks[Number];
    Steps += Here.Size;
    Rolled += Here.Rolled;
    Unrolled += Here.Unrolled;
    if (Here.Place == Header)
      for (const Phi &Each : Here.Phis)
        enterTrip(Each, Trip);
    else if (CameFrom[Number] != ManyWays)
      for (const Phi &Each : Here.Phis)
        if (const Known Found = known(Each.from(Plan.Blocks[CameFrom[Number]].Place)))
          Now[Each.Number] = Found;
    for (const Changing &Each : Here.Instructions)
      look(Each);
    leave(Here, Number);
  }

  // A phi of the header: in the first trip what comes from outside, if that is one value, then that of the last trip.
  void enterTrip(const Phi &Each, int64_t Trip) {
    if (Trip) {
      Now[Each.Number] = knownIn(Before, Each.from(Latch));
      return;
    }
    const auto IsOutside = [&](const auto &Way) { return Way.first != Latch; };
    if (count_if(Each.Incoming, IsOutside) == 1)
      Now[Each.Number] = find_if(Each.Incoming, IsOutside)->second.Constant;
  }

  void look(const Changing &Each) {
    if (Each.Kind == Changing::Pointer) {
      if ((Each.IsSettled || (Each.Base >= 0 && Fixed[Each.Base])) &&
          all_of(Each.Inputs, [&](const Operand &Index) { return static_cast<bool>(known(Index)); }))
        Fixed[Each.Number] = true;
    } else if (Each.Kind == Changing::Access) {
      if (!Fixed[Each.Base])
        ++Unrolled;
      else if (Each.IsSettled)
        Now[Each.Number] = {Known::Something};
    } else {
      compute(Each);
    }
  }

  void compute(const Changing &Each) {
    SmallVector<Known, 3> Inputs;
    for (const Operand &Input : Each.Inputs)
      Inputs.push_back(known(Input));
    if (Each.IsSettled && all_of(Inputs, [](const Known &Input) { return static_cast<bool>(Input); }))
      if (const Known Result = fold(*Each.I, Inputs)) {
        Now[Each.Number] = Result;
        return;
      }
    if (Each.IsSelect && Inputs[0].Kind == Known::Number)
      return; // one of its operands stands in for it
    ++Unrolled;
  }

  // A branch costs something where it is not decided.
  void leave(const Block &Here, int Number) {
    if (Here.Condition) {
      const Known Condition = known(*Here.Condition);
      if (Condition.Kind == Known::Number)
        return come(Here.Targets[Condition.Value ? 0 : 1], Number);
      Unrolled += Condition.Kind == Known::Nothing;
    }
    for (const int Target : Here.Targets)
      come(Target, Number);
  }

  void come(int Target, int From) {
    if (Target >= 0)
      CameFrom[Target] = CameFrom[Target] == NoWay || CameFrom[Target] == From ? From : ManyWays;
  }
};

} // namespace

int ocx_fold_trips(LLVMValueRef function, LLVMBasicBlockRef header, LLVMBasicBlockRef latch, int64_t trips,
                   int64_t threshold, int64_t *cost) {
  return Simulation(*unwrap<Function>(function), unwrap(header), unwrap(latch)).run(trips, threshold, cost);
}
