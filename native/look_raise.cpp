// A first look for raise-values: could it save as many registers in some block as it has to?
//
// What src/opencicc/passes/raise_values.py moves out of a block needs nothing of that block, and what it saves are values that
// nothing but the moved computations keeps alive until there. Here all of these count: what the moved ones give, loops and how far
// up they could go are left to the pass, which only asks on where this says yes.

#include "ocx.h"
#include "pressure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace {

// Arithmetic, as an instruction or as an intrinsic.
bool isMovable(const Instruction &I) {
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    const Function *Called = Call->getCalledFunction();
    return Called && Called->isIntrinsic() && Called->doesNotAccessMemory();
  }
  return isa<BinaryOperator, UnaryOperator, CastInst, CmpInst, SelectInst, ExtractElementInst, InsertElementInst,
             ExtractValueInst>(I);
}

class Block {
  const BasicBlock &Inside;
  const DominatorTree &Tree;
  SmallPtrSet<const Value *, 32> Moved, Read;

public:
  Block(const BasicBlock &Inside, const DominatorTree &Tree) : Inside(Inside), Tree(Tree) {
    for (const Instruction &I : Inside)
      if (isMovable(I) && all_of(I.operand_values(), [&](const Value *V) { return isAbove(V); }))
        Moved.insert(&I);
  }

  // The registers of what only the moved computations keep alive.
  int64_t countSaved() {
    int64_t Saved = 0;
    for (const Value *Each : Moved)
      for (const Value *V : cast<Instruction>(Each)->operand_values())
        if (isa<Argument, Instruction>(V) && !Moved.contains(V) && Read.insert(V).second && !livesOn(*V))
          Saved += ocx::countRegisters(V->getType());
    return Saved;
  }

private:
  bool isAbove(const Value *V) const {
    const auto *I = dyn_cast<Instruction>(V);
    return !I || I->getParent() != &Inside || Moved.contains(I);
  }

  bool livesOn(const Value &V) const {
    return any_of(V.users(), [&](const User *U) {
      const auto *I = dyn_cast<Instruction>(U);
      return I && !Moved.contains(I) && Tree.isReachableFromEntry(I->getParent()) && Tree.dominates(&Inside, I->getParent());
    });
  }
};

} // namespace

int ocx_may_raise(LLVMValueRef function, int64_t registers) {
  Function &F = *unwrap<Function>(function);
  const DominatorTree Tree(F);
  const PostDominatorTree Ends(F);
  // Loops without an end have no place in the pass's order of ends.
  if (any_of(Ends.roots(), [](const BasicBlock *End) { return End->getTerminator()->getNumSuccessors() > 0; }))
    return true;
  return any_of(F, [&](const BasicBlock &Inside) {
    const auto *Node = Tree.getNode(&Inside);
    // What is next above it must run as often: then it may be that more of what is above does.
    if (!Node || !Node->getIDom() || !Ends.dominates(&Inside, Node->getIDom()->getBlock()))
      return false;
    return Block(Inside, Tree).countSaved() >= registers;
  });
}
