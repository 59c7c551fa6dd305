// What passes would do to a function: they run on a copy, and live values are counted before and after them.
//
// The copy stands in the function's own module: to copy that as a whole costs more than the counting, and a function without a name
// at the end of the module's list disturbs nothing in it. No pass of a trial looks at other functions; intrinsics that one declares
// go with the copy. Passes and managers of analyses are kept for the thread's next trial; after a crash nobody knows their state.

#include "ocx.h"
#include "pressure.h"
#include "recovery.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <iterator>
#include <memory>
#include <utility>

using namespace llvm;
using ocx::Outcome;

namespace {

// Parsed function passes of one target machine.
class KeptPasses {
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassBuilder Builder;
  StringMap<FunctionPassManager> Parsed;

public:
  TargetMachine *const Machine;

  explicit KeptPasses(TargetMachine *Machine) : Builder(Machine), Machine(Machine) {
    Builder.registerModuleAnalyses(MAM);
    Builder.registerCGSCCAnalyses(CGAM);
    Builder.registerFunctionAnalyses(FAM);
    Builder.registerLoopAnalyses(LAM);
    Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  }

  Error parse(StringRef Text) {
    const auto [Known, IsNew] = Parsed.try_emplace(Text);
    if (!IsNew)
      return Error::success();
    Error Problem = Builder.parsePassPipeline(Known->second, Text);
    if (Problem)
      Parsed.erase(Known);
    return Problem;
  }

  void run(Function &F, StringRef Text) { Parsed.find(Text)->second.run(F, FAM); }

  ocx_pressure_count count(Function &F) {
    return ocx::countPressure(F, FAM.getResult<LoopAnalysis>(F), /*TellsShared=*/true);
  }

  void forget() {
    FAM.clear();
    LAM.clear();
  }
};

// The texts are few and fixed: nothing is ever thrown away but for another machine.
thread_local std::unique_ptr<KeptPasses> Kept;

Function &copyOf(Function &F) {
  Function *Copy = Function::Create(F.getFunctionType(), F.getLinkage(), F.getAddressSpace(), "", F.getParent());
  ValueToValueMapTy Map;
  for (auto [Old, New] : zip_equal(F.args(), Copy->args()))
    Map[&Old] = &New;
  CloneFunctionAttributesInto(Copy, &F, Map, /*ModuleLevelChanges=*/false);
  SmallVector<ReturnInst *, 4> Returns;
  CloneFunctionBodyInto(*Copy, F, Map, RF_NoModuleLevelChanges, Returns);
  return *Copy;
}

// With what its passes have declared: that stands behind it.
void erase(Function &Copy) {
  Module &M = *Copy.getParent();
  Copy.dropAllReferences();
  for (Function *Last = &*std::prev(M.end()); Last != &Copy; Last = &*std::prev(M.end()))
    Last->eraseFromParent();
  Copy.eraseFromParent();
}

} // namespace

int ocx_safe_try_passes(LLVMValueRef function, LLVMTargetMachineRef machine, const char *first, const char *second,
                        ocx_pressure_count *after_first, ocx_pressure_count *after_second) {
  *after_first = *after_second = {};
  LLVMContextRef Context = LLVMGetTypeContext(LLVMTypeOf(function));
  return ocx::runSafely(ocx::Stack::CallersIfRoomy, Context, [&](Outcome &Result) {
    auto *Machine = reinterpret_cast<TargetMachine *>(machine);
    if (Kept && Kept->Machine != Machine)
      Kept.reset();
    KeptPasses *Passes = Kept ? Kept.release() : new KeptPasses(Machine);
    for (const char *Text : {first, second})
      if (Error Problem = Passes->parse(Text)) {
        Result.fail(OCX_FAILED, toString(std::move(Problem)));
        Kept.reset(Passes);
        return;
      }
    Function &Copy = copyOf(*unwrap<Function>(function));
    Passes->run(Copy, first);
    Passes->forget(); // what follows sees loops in the order of the code, as code generation does
    *after_first = Passes->count(Copy);
    Passes->run(Copy, second);
    *after_second = Passes->count(Copy);
    Passes->forget();
    erase(Copy);
    Kept.reset(Passes);
  });
}
