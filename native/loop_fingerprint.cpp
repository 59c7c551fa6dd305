// Recognizes loops that an earlier invocation of the unroller has seen, without asking scalar evolution again.
//
// Hashed are the instructions of the loops, everything they are computed from, and the conditions they run under.
// Passes between two invocations move and rename things and put phis of one operand at exits: that makes no difference.

#include "loop_fingerprint.h"
#include "loop_marks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <algorithm>

using namespace llvm;

namespace {

// How far operands outside of the loops are followed, and conditions upwards.
constexpr unsigned MaxDepth = 32;
// A loop that was only peeled is not disabled.
constexpr int64_t DoneMarks = OCX_LOOP_DISABLED | OCX_LOOP_DONE;

// Prints are compared within one process only. LLVM's hash_combine takes several times as long for a few words.
uint64_t scattered(uint64_t Word) {
  Word *= 0x9E3779B97F4A7C15;
  return Word ^ (Word >> 32);
}

uint64_t scattered(const void *Address) { return scattered(reinterpret_cast<uintptr_t>(Address)); }

template <typename... Words> uint64_t mixed(uint64_t Sum, Words... Next) {
  ((Sum = scattered(Sum + 1) ^ scattered(Next)), ...);
  return scattered(Sum);
}

class Printer {
  const DominatorTree &Dominators;
  SmallVector<const AssumeInst *, 4> Assumptions;
  DenseMap<const Value *, uint64_t> Known;
  uint64_t Sum = 1;

public:
  Printer(const Function &F, const DominatorTree &Dominators) : Dominators(Dominators) {
    for (const BasicBlock &Block : F)
      for (const Instruction &I : Block)
        if (const auto *Assumption = dyn_cast<AssumeInst>(&I))
          Assumptions.push_back(Assumption);
  }

  // Instructions and blocks of a loop are known by their places in it. False when a loop around it has numbered them.
  bool number(const Loop &L) {
    if (Known.contains(L.getHeader()))
      return false;
    for (const BasicBlock *Block : L.blocks()) {
      Known.try_emplace(Block, Known.size());
      for (const Instruction &I : *Block)
        Known.try_emplace(&I, Known.size());
    }
    return true;
  }

  void addMarks(const Loop &L, const ocx_loop &Marks) {
    Sum = mixed(Sum, Known.lookup(L.getHeader()), L.getNumBlocks(), Marks.marks, Marks.unroll_count);
  }

  void addContents(const Loop &L) {
    for (const BasicBlock *Block : L.blocks())
      for (const Instruction &I : *Block)
        addInstruction(I);
    addConditions(L);
  }

  uint64_t sum() const { return std::max<uint64_t>(Sum, 1); }

private:
  static uint64_t shapeOf(const Instruction &I) {
    uint64_t Shape = mixed(I.getOpcode(), I.getType(), I.getRawSubclassOptionalData());
    if (const auto *Compare = dyn_cast<CmpInst>(&I))
      return mixed(Shape, static_cast<unsigned>(Compare->getPredicate()));
    if (const auto *Call = dyn_cast<CallBase>(&I)) {
      const Function *Callee = Call->getCalledFunction(); // its attributes may be found out meanwhile
      return mixed(Shape, Call->getAttributes().getRawPointer(),
                          Callee ? Callee->getAttributes().getRawPointer() : nullptr);
    }
    if (const auto *Address = dyn_cast<GetElementPtrInst>(&I))
      return mixed(Shape, Address->getSourceElementType());
    return Shape;
  }

  void addInstruction(const Instruction &I) {
    Sum = mixed(Sum, shapeOf(I));
    for (const Value *Operand : I.operands())
      Sum = mixed(Sum, valueOf(Operand, 0));
    if (const auto *Phi = dyn_cast<PHINode>(&I))
      for (const BasicBlock *From : Phi->blocks())
        Sum = mixed(Sum, Known.lookup(From));
  }

  // A value by its address if it is a constant, else by how it is computed.
  uint64_t valueOf(const Value *V, unsigned Depth) {
    if (const auto Found = Known.find(V); Found != Known.end())
      return Found->second;
    if (isa<BasicBlock>(V))
      return 0;
    if (const auto *Given = dyn_cast<Argument>(V))
      return mixed(Given->getArgNo(), Given->getType());
    const auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return scattered(V);
    if (isa<PHINode>(I) && I->getNumOperands() == 1)
      return valueOf(I->getOperand(0), Depth);
    uint64_t Hash = shapeOf(*I);
    if (Depth == MaxDepth)
      return Hash;
    Known[I] = Hash; // for a cycle that comes back here
    for (const Value *Operand : I->operands())
      Hash = mixed(Hash, valueOf(Operand, Depth + 1));
    return Known[I] = Hash;
  }

  // What is known to be true or false when the loop is entered.
  void addConditions(const Loop &L) {
    for (const AssumeInst *Assumption : Assumptions)
      if (Dominators.dominates(Assumption->getParent(), L.getHeader()))
        Sum = mixed(Sum, valueOf(Assumption->getOperand(0), 0));
    const auto *Node = Dominators.getNode(L.getHeader());
    for (unsigned Depth = 0; Node && Node->getIDom() && Depth < MaxDepth; ++Depth) {
      const BasicBlock *Below = Node->getBlock();
      Node = Node->getIDom();
      if (Below->getSinglePredecessor() != Node->getBlock())
        continue; // comes here either way
      const auto *Branch = dyn_cast<BranchInst>(Node->getBlock()->getTerminator());
      if (Branch && Branch->isConditional())
        Sum = mixed(Sum, valueOf(Branch->getCondition(), 0), Branch->getSuccessor(0) == Below);
    }
  }
};

} // namespace

uint64_t ocx::fingerprintLoops(const Function &F, const LoopInfo &Info, const DominatorTree &Dominators) {
  Printer Print(F, Dominators);
  SmallVector<const Loop *, 8> Outermost;
  for (const Loop *L : Info.getLoopsInPreorder()) {
    ocx_loop Marks{};
    readMarks(*L, Marks);
    if ((Marks.marks & DoneMarks) == DoneMarks)
      continue;
    if (Print.number(*L))
      Outermost.push_back(L);
    Print.addMarks(*L, Marks);
  }
  for (const Loop *L : Outermost)
    Print.addContents(*L);
  return Print.sum();
}
