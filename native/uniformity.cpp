// Which values the threads of a warp may see differently, and at which branches they may part, by LLVM's analysis.

#include "uniformity.h"
#include "ocx.h"
#include "recovery.h"

#include "llvm-c/Core.h"

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/PassInstrumentation.h"
#include <algorithm>
#include <cstdlib>
#include <vector>

using namespace llvm;

ocx::Uniformity::Uniformity(Function &F, TargetMachine &Machine) : Known(compute(F, Machine, Manager)) {}

UniformityInfo &ocx::Uniformity::compute(Function &F, TargetMachine &Machine, FunctionAnalysisManager &Manager) {
  Manager.registerPass([] { return PassInstrumentationAnalysis(); });
  Manager.registerPass([] { return DominatorTreeAnalysis(); });
  Manager.registerPass([] { return CycleAnalysis(); });
  Manager.registerPass([&] { return Machine.getTargetIRAnalysis(); });
  Manager.registerPass([] { return UniformityInfoAnalysis(); });
  return Manager.getResult<UniformityInfoAnalysis>(F);
}

namespace {

std::vector<void *> findDivergent(Function &F, TargetMachine &Machine) {
  ocx::Uniformity OfFunction(F, Machine);
  UniformityInfo &Known = OfFunction.Known;
  std::vector<void *> Found;
  for (Argument &A : F.args())
    if (Known.isDivergent(&A))
      Found.push_back(wrap(&A));
  for (BasicBlock &B : F) {
    if (Known.hasDivergentTerminator(B))
      Found.push_back(wrap(&B));
    for (Instruction &I : B)
      if (Known.isDivergent(&I))
        Found.push_back(wrap(&I));
  }
  return Found;
}

} // namespace

int ocx_safe_divergent(LLVMValueRef function, LLVMTargetMachineRef machine, void ***found, int64_t *count) {
  *found = nullptr;
  *count = 0;
  Function &F = *unwrap<Function>(function);
  if (F.isDeclaration())
    return 0;
  LLVMContextRef Context = LLVMGetTypeContext(LLVMTypeOf(function));
  return ocx::runSafely(ocx::Stack::CallersIfRoomy, Context, [&](ocx::Outcome &) {
    const std::vector<void *> Divergent = findDivergent(F, *reinterpret_cast<TargetMachine *>(machine));
    auto *Result = static_cast<void **>(std::malloc(std::max<size_t>(Divergent.size(), 1) * sizeof(void *)));
    if (!Result)
      return;
    std::copy(Divergent.begin(), Divergent.end(), Result);
    *found = Result;
    *count = Divergent.size();
  });
}
