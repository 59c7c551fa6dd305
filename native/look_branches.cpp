// First looks at where control goes in a function.

#include "first_looks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Metadata.h"
#include <optional>

using namespace llvm;

namespace {

// --- forks: what flatten_branches.py calls so ----------------------------------------------------

constexpr unsigned MOST_WAYS = 5;

struct Fork {
  const BasicBlock *Meet;
  SmallVector<const BasicBlock *, 4> Ways;
};

bool isCheap(const Instruction &I) {
  if (I.getType()->isDoubleTy())
    return false;
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
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::ICmp:
  case Instruction::FCmp: // of join-conditions; the others see for themselves
  case Instruction::Select:
  case Instruction::GetElementPtr:
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FNeg:
    return true;
  default:
    return I.isTerminator();
  }
}

bool isWay(const BasicBlock &Block, const Instruction &Branch) {
  return Block.getSingleSuccessor() && all_of(Block.users(), [&](const User *U) { return U == &Branch; }) &&
         all_of(Block, isCheap);
}

// A branch or switch whose ways are cheap and meet in one block.
std::optional<Fork> forkOf(const BasicBlock &Block) {
  const Instruction &Branch = *Block.getTerminator();
  if (Branch.getNumSuccessors() < 2 || !isa<BranchInst, SwitchInst>(Branch))
    return std::nullopt;
  SmallSetVector<const BasicBlock *, 8> Targets(succ_begin(&Block), succ_end(&Block));
  if (Targets.size() < 2 || Targets.size() > MOST_WAYS)
    return std::nullopt;
  Fork Found{nullptr, {}};
  for (const BasicBlock *Target : Targets) {
    const bool IsWay = isWay(*Target, Branch);
    const BasicBlock *Meet = IsWay ? Target->getSingleSuccessor() : Target;
    if (Found.Meet && Found.Meet != Meet)
      return std::nullopt;
    Found.Meet = Meet;
    if (IsWay)
      Found.Ways.push_back(Target);
  }
  return Found.Ways.empty() ? std::nullopt : std::optional(Found);
}

bool hasKnownFlag(const BasicBlock &Meet, const BasicBlock &Source) {
  return any_of(Meet.phis(), [&](const PHINode &Phi) {
    return Phi.getType()->isIntegerTy(1) && isa<ConstantInt>(Phi.getIncomingValueForBlock(&Source));
  });
}

// Is a value, or what it is a part of, loaded in this block?
bool isLoaded(const Value *Source, const BasicBlock &Block) {
  while (isa<ExtractElementInst, ExtractValueInst, BitCastInst, TruncInst, ZExtInst>(Source))
    Source = cast<Instruction>(Source)->getOperand(0);
  const auto *Load = dyn_cast<LoadInst>(Source);
  return Load && Load->getParent() == &Block;
}

// --- loops ---------------------------------------------------------------------------------------

constexpr size_t MOST_OF_BIT_LOOP = 16;
constexpr StringLiteral OPEN = "opencicc.unrolled.open"; // passes/unroll/site.py

bool isBitArithmetic(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::PHI:
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::And:
  case Instruction::Xor:
  case Instruction::LShr:
  case Instruction::Shl:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::ICmp:
    return true;
  default:
    return I.isTerminator();
  }
}

bool isOpen(const MDNode *Loop) {
  return Loop && any_of(Loop->operands(), [](const MDOperand &Operand) {
           const auto *Property = dyn_cast_or_null<MDNode>(Operand.get());
           const auto *Name = Property && Property->getNumOperands()
                                  ? dyn_cast_or_null<MDString>(Property->getOperand(0).get())
                                  : nullptr;
           return Name && Name->getString() == OPEN;
         });
}

} // namespace

namespace ocx {

bool hasJoinedConditions(const Function &F) {
  return any_of(F, [](const BasicBlock &Block) {
    const std::optional<Fork> Found = forkOf(Block);
    return Found && is_contained(successors(&Block), Found->Meet) && hasKnownFlag(*Found->Meet, Block);
  });
}

bool hasCheapWays(const Function &F) {
  return any_of(F, [](const BasicBlock &Block) {
    const std::optional<Fork> Found = forkOf(Block);
    if (!Found)
      return false;
    const auto Phis = Found->Meet->phis();
    // Of a branch LLVM has judged those where only two ways meet.
    return isa<SwitchInst>(Block.getTerminator()) || (!Phis.empty() && Phis.begin()->getNumIncomingValues() > 2);
  });
}

bool hasMaskedLoads(const Function &F) {
  return any_of(F, [](const BasicBlock &Block) {
    if (!isa<BranchInst>(Block.getTerminator()))
      return false;
    const std::optional<Fork> Found = forkOf(Block);
    return Found && any_of(Found->Ways, [&](const BasicBlock *Way) {
             return any_of(*Way, [&](const Instruction &Step) {
               return any_of(Step.operand_values(), [&](const Value *Read) { return isLoaded(Read, Block); });
             });
           });
  });
}

bool hasGuardedLoads(const Function &F) {
  return any_of(F, [](const BasicBlock &Block) {
    const auto *Branch = dyn_cast<BranchInst>(Block.getTerminator());
    const auto *Test = Branch && Branch->isConditional() ? dyn_cast<ICmpInst>(Branch->getCondition()) : nullptr;
    if (!Test || !Test->isEquality() || !Test->getOperand(0)->getType()->isIntegerTy() ||
        none_of(Test->operand_values(), [](const Value *Side) { return isa<PHINode, TruncInst, BinaryOperator>(Side); }))
      return false;
    const BasicBlock *Guarded = Branch->getSuccessor(Test->getPredicate() == ICmpInst::ICMP_EQ);
    return Guarded->getSinglePredecessor() && any_of(*Guarded, [&](const Instruction &I) {
             const auto *Load = dyn_cast<LoadInst>(&I);
             const auto *Address = Load ? dyn_cast<Instruction>(Load->getPointerOperand()) : nullptr;
             return Load && (!Address || Address->getParent() != Guarded);
           });
  });
}

bool hasFarDefaults(const Function &F) {
  return any_of(F, [](const BasicBlock &Block) {
    const auto *Switch = dyn_cast<SwitchInst>(Block.getTerminator());
    return Switch && Block.getNextNode() != Switch->getDefaultDest();
  });
}

bool hasBitLoops(const Function &F) {
  return any_of(F, [](const BasicBlock &Block) {
    return is_contained(successors(&Block), &Block) && Block.size() <= MOST_OF_BIT_LOOP && all_of(Block, isBitArithmetic);
  });
}

bool hasRowCounters(const Function &F) {
  const auto IsRow = [](const User *U) { return cast<Instruction>(U)->getOpcode() == Instruction::Mul; };
  return any_of(F, [&](const BasicBlock &Block) {
    return is_contained(successors(&Block), &Block) && any_of(Block.phis(), [&](const PHINode &Counter) {
             return Counter.getType()->isIntegerTy(32) && any_of(Counter.users(), IsRow);
           });
  });
}

// What back_edges_first.py does, up to the first branch that it would turn.
bool hasTurnedLoopEnds(const Function &F) {
  struct Visit {
    const BasicBlock *Block;
    unsigned Next;
  };
  enum { OnWay = 1, Left = 2 };
  SmallDenseMap<const BasicBlock *, char, 32> Seen;
  SmallVector<Visit, 32> Way{{&F.getEntryBlock(), 0}};
  Seen[&F.getEntryBlock()] = OnWay;
  while (!Way.empty()) {
    Visit &Now = Way.back();
    const Instruction *End = Now.Block->getTerminator();
    if (Now.Next == End->getNumSuccessors()) {
      Seen[Now.Block] = Left;
      Way.pop_back();
      continue;
    }
    const unsigned Number = Now.Next++;
    const BasicBlock *Target = End->getSuccessor(Number);
    char &State = Seen[Target];
    const auto *Branch = dyn_cast<BranchInst>(End);
    // The first target was met before the second: what is on the way now was on it then.
    if (State == OnWay && Number == 1 && Branch && Seen.lookup(End->getSuccessor(0)) != OnWay)
      return true;
    if (State == 0) {
      State = OnWay;
      Way.push_back({Target, 0});
    }
  }
  return false;
}

bool hasOpenLoops(const Function &F) {
  return any_of(F, [](const BasicBlock &Block) {
    return isOpen(Block.getTerminator()->getMetadata(LLVMContext::MD_loop));
  });
}

} // namespace ocx
