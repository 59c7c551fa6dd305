// LLVM's own inline cost of call sites, with every knob given by the caller instead of the process.

#include "ocx.h"
#include "recovery.h"

#include "llvm-c/Core.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/InlineCost.h"
#include "llvm/Analysis/ProfileSummaryInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"
#include <mutex>
#include <optional>
#include <vector>

using namespace llvm;
using ocx::Outcome;
using ocx::runSafely;
using ocx::Stack;

namespace {

// Some knobs exist only as options of the process. They are set for the time of one call, and
// nobody else may set them meanwhile.
std::mutex ProcessOptions;

class OptionsForNow {
  std::vector<std::pair<cl::opt<int> *, int>> Integers;
  std::vector<std::pair<cl::opt<bool> *, bool>> Toggles;
  std::lock_guard<std::mutex> Lock{ProcessOptions};

  template <typename T>
  static void exchange(StringRef Name, T Value, std::vector<std::pair<cl::opt<T> *, T>> &Before) {
    auto &Known = cl::getRegisteredOptions();
    auto Found = Known.find(Name);
    if (Found == Known.end())
      return;
    auto *Option = static_cast<cl::opt<T> *>(Found->second);
    Before.emplace_back(Option, T(*Option));
    Option->setValue(Value);
  }

public:
  explicit OptionsForNow(const ocx_inline_knobs &Knobs) {
    exchange<int>("inline-instr-cost", Knobs.instruction_cost, Integers);
    exchange<int>("inline-call-penalty", Knobs.call_penalty, Integers);
    exchange<int>("inline-memaccess-cost", Knobs.memory_cost, Integers);
    exchange<int>("inline-savings-multiplier", Knobs.savings_multiplier, Integers);
    exchange<int>("inline-savings-profitable-multiplier", Knobs.profitable_multiplier, Integers);
    exchange<int>("inline-size-allowance", Knobs.size_allowance, Integers);
    exchange<bool>("inline-enable-cost-benefit-analysis", Knobs.cost_benefit, Toggles);
  }

  ~OptionsForNow() {
    for (auto &[Option, Value] : Integers)
      Option->setValue(Value);
    for (auto &[Option, Value] : Toggles)
      Option->setValue(Value);
  }
};

InlineParams paramsFrom(const ocx_inline_knobs &Knobs) {
  InlineParams Params = getInlineParams(static_cast<int>(Knobs.threshold));
  Params.HintThreshold = Knobs.hint_threshold;
  Params.ColdThreshold = Knobs.cold_threshold;
  Params.ColdCallSiteThreshold = Knobs.cold_site_threshold;
  Params.HotCallSiteThreshold = Knobs.hot_site_threshold;
  if (Knobs.locally_hot_threshold >= 0)
    Params.LocallyHotCallSiteThreshold = Knobs.locally_hot_threshold;
  Params.ComputeFullInlineCost = Knobs.is_full != 0;
  Params.EnableDeferral = Knobs.deferral != 0;
  return Params;
}

ocx_inline_cost describe(const InlineCost &Cost, int LastCallBonus) {
  ocx_inline_cost Result = {};
  Result.last_call_bonus = LastCallBonus;
  Result.reason = Cost.getReason();
  Result.kind = Cost.isAlways() ? OCX_INLINE_ALWAYS : Cost.isNever() ? OCX_INLINE_NEVER : OCX_INLINE_VARIABLE;
  if (Cost.isVariable()) {
    Result.cost = Cost.getCost();
    Result.threshold = Cost.getCost() + Cost.getCostDelta();
    Result.bonus_applied = Cost.getStaticBonusApplied();
  }
  return Result;
}

} // namespace

int ocx_safe_inline_costs(LLVMModuleRef module, const LLVMValueRef *calls, int64_t count, LLVMTargetMachineRef machine,
                          const ocx_inline_knobs *knobs, ocx_inline_cost *costs) {
  return runSafely(Stack::CallersIfRoomy, LLVMGetModuleContext(module), [&](Outcome &) {
    LoopAnalysisManager LAM;
    FunctionAnalysisManager FAM;
    CGSCCAnalysisManager CGAM;
    ModuleAnalysisManager MAM;
    PassBuilder Builder(reinterpret_cast<TargetMachine *>(machine));
    Builder.registerModuleAnalyses(MAM);
    Builder.registerCGSCCAnalyses(CGAM);
    Builder.registerFunctionAnalyses(FAM);
    Builder.registerLoopAnalyses(LAM);
    Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
    ProfileSummaryInfo &Profile = MAM.getResult<ProfileSummaryAnalysis>(*unwrap(module));
    auto assumptions = [&](Function &F) -> AssumptionCache & { return FAM.getResult<AssumptionAnalysis>(F); };
    auto library = [&](Function &F) -> const TargetLibraryInfo & { return FAM.getResult<TargetLibraryAnalysis>(F); };
    auto frequencies = [&](Function &F) -> BlockFrequencyInfo & {
      return FAM.getResult<BlockFrequencyAnalysis>(F);
    };
    const OptionsForNow Held(*knobs);
    const InlineParams Params = paramsFrom(*knobs);
    for (int64_t I = 0; I < count; ++I) {
      auto &Call = *cast<CallBase>(unwrap(calls[I]));
      auto &Target = FAM.getResult<TargetIRAnalysis>(*Call.getCalledFunction());
      const InlineCost Cost = getInlineCost(Call, Params, Target, assumptions, library, frequencies, &Profile);
      costs[I] = describe(Cost, Target.getInliningLastCallToStaticBonus());
    }
  });
}
