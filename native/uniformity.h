// What the threads of a warp may see differently, by LLVM's analysis.
#ifndef OCX_UNIFORMITY_H
#define OCX_UNIFORMITY_H

#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Target/TargetMachine.h"

namespace ocx {

class Uniformity {
  llvm::FunctionAnalysisManager Manager; // the analysis can only be had from one

public:
  llvm::UniformityInfo &Known;

  Uniformity(llvm::Function &F, llvm::TargetMachine &Machine);

private:
  static llvm::UniformityInfo &compute(llvm::Function &F, llvm::TargetMachine &Machine,
                                       llvm::FunctionAnalysisManager &Manager);
};

} // namespace ocx
#endif
