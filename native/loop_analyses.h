// What LLVM's loop utilities ask for about one function, made together: to look at its loops or to change them.

#pragma once

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace ocx {

// LLVM's own budget for computing a trip count in front of a loop.
constexpr unsigned CheapExpansion = 4;

struct LoopAnalyses {
  llvm::Function &F;
  llvm::DominatorTree Dominators;
  llvm::LoopInfo Info;
  llvm::AssumptionCache Assumptions;
  llvm::TargetLibraryInfoImpl LibraryImpl;
  llvm::TargetLibraryInfo Library;
  llvm::ScalarEvolution Trips;
  const llvm::TargetTransformInfo Costs;

  LoopAnalyses(llvm::Function &F, llvm::DominatorTree &&Tree, llvm::LoopInfo &&Loops, llvm::TargetMachine *Machine)
      : F(F), Dominators(std::move(Tree)), Info(std::move(Loops)), Assumptions(F),
        LibraryImpl(F.getParent()->getTargetTriple()), Library(LibraryImpl, &F),
        Trips(F, Library, Assumptions, Dominators, Info),
        Costs(Machine ? Machine->getTargetTransformInfo(F)
                      : llvm::TargetTransformInfo(F.getParent()->getDataLayout())) {}

  LoopAnalyses(llvm::Function &F, llvm::TargetMachine *Machine)
      : LoopAnalyses(F, llvm::DominatorTree(F), llvm::LoopInfo(), Machine) {
    Info.analyze(Dominators);
  }
};

} // namespace ocx
