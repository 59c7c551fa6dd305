// Can a step do anything in a function as it is? idle_steps.cpp
#ifndef OCX_IDLE_STEPS_H
#define OCX_IDLE_STEPS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/PassManager.h"

namespace ocx {

// True where a pass can't do anything in this function.
using IdleTest = bool (*)(llvm::Function &, llvm::FunctionAnalysisManager &);

// The test of a pass; null for one that has none.
IdleTest idleTestOf(llvm::StringRef Pass);

// A step whose work another has done.
struct Cover {
  llvm::StringLiteral Step, Covered;
  bool IfUnchanged; // only where the step itself found nothing
};

// What a step covers; null where that is nothing.
const Cover *coverOf(llvm::StringRef Step);

} // namespace ocx

#endif
