// Code generation asks a gate of the context before each optional pass (LLVM's own means to bisect). This one says no where
// a function's attribute says so: strength reduction and common subexpressions cost registers, and where those are scarce
// passes of ours decide (src/opencicc/passes/nv_loop_reduce.py, limit_machine_cse.py).
//
// A pass over loops does not say which function and which loop it asks for, so the gate counts. Functions come in the
// module's order, and the pass right behind the reduction (mergeicmps) tells when one is done; loops come inner ones first,
// in the order of LLVM's loop pass manager. Counted wrongly, a loop is reduced or not: either is right code.

#include "codegen_gate.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace ocx {

namespace {

constexpr StringLiteral REDUCTION = "Loop Strength Reduction"; // loop passes say their title, others their name
constexpr StringLiteral AFTER_REDUCTION = "mergeicmps";

bool hasMark(const Loop &L) { return findOptionMDForLoop(&L, LOOP_MARK) != nullptr; }

void queueLoop(Loop &L, std::vector<bool> &Queue) {
  Queue.push_back(hasMark(L));
  for (Loop *Inner : reverse(L))
    queueLoop(*Inner, Queue);
}

} // namespace

CodegenGate::CodegenGate(Module &M) : M(M) {
  if (any_of(M, [](const Function &F) { return F.hasFnAttribute(SKIPPED_ATTRIBUTE); })) {
    Before = &M.getContext().getOptPassGate();
    M.getContext().setOptPassGate(*this);
  }
}

CodegenGate::~CodegenGate() {
  if (Before)
    M.getContext().setOptPassGate(*Before);
}

bool CodegenGate::shouldRunPass(StringRef Pass, StringRef Description) const {
  const bool IsLeftOut = Before->isEnabled() && !Before->shouldRunPass(Pass, Description);
  return mayRun(Pass, Description) && !IsLeftOut; // asked either way: it counts
}

bool CodegenGate::mayRun(StringRef Pass, StringRef Description) const {
  if (!Description.consume_front("function ("))
    return Pass != REDUCTION || mayReduceLoop();
  Function *Asked = M.getFunction(Description.drop_back());
  if (Asked && Pass == AFTER_REDUCTION) {
    Reduced = Asked;
    IsQueueMade = false;
  }
  return !Asked || !isLeftOut(*Asked, Pass);
}

bool isLeftOut(const Function &F, StringRef What) {
  SmallVector<StringRef, 4> Words;
  F.getFnAttribute(SKIPPED_ATTRIBUTE).getValueAsString().split(Words, ',');
  return is_contained(Words, What);
}

// The function whose loops come now.
Function *CodegenGate::current() const {
  for (auto Next = Reduced ? std::next(Reduced->getIterator()) : M.begin(); Next != M.end(); ++Next)
    if (!Next->isDeclaration())
      return &*Next;
  return nullptr;
}

bool CodegenGate::mayReduceLoop() const {
  Function *F = current();
  if (!F)
    return true;
  if (isLeftOut(*F, "loop-reduce"))
    return false;
  if (!isLeftOut(*F, "marked-loop-reduce"))
    return true;
  if (!IsQueueMade) {
    Queue.clear();
    const DominatorTree Dominators(*F);
    const LoopInfo Loops(Dominators);
    for (Loop *L : reverse(Loops))
      queueLoop(*L, Queue);
    IsQueueMade = true;
  }
  if (Queue.empty())
    return true;
  const bool IsMarked = Queue.back();
  Queue.pop_back();
  return !IsMarked;
}

} // namespace ocx
