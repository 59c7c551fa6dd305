// A pipeline run step by step, in as few calls as passes of ours between the steps allow: timed, counted, and without
// the steps that cannot do anything.
//
// The same passes stand at many places of our pipeline. A step that left a function as it was will
// leave it so again until something changes that function, or something changed the module around
// it; such a run is skipped. Passes are deterministic, so the result is the one of running them all.
// sroa says of a stack object that it can't take apart, at every visit, that it changed something: it is not believed.
// Analyses and what is known of the steps stay from call to call, until the caller says that the module was changed.
// Function passes stay from module to module.
//
// Among the steps may stand first looks of passes of ours, as `look:NAME`: where one finds a function for its pass, the run ends
// there and the caller runs that pass; else the steps behind it follow as if the pass had run. `look:loops@N` asks for loops that
// are not those that the unroller left alone, by the prints that the caller has given for N.

#include "first_looks.h"
#include "function_words.h"
#include "idle_steps.h"
#include "loop_fingerprint.h"
#include "ocx.h"
#include "recovery.h"

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using ocx::Outcome;
using ocx::runSafely;
using ocx::Stack;

namespace {

// A text, parsed: a function pass (with whatever loop managers it has inside) or a module pass. Steps of equal text
// share one. A function pass keeps nothing between runs: LLVM itself runs it on one function after the other. A module pass
// may: deadargelim remembers arguments by the functions' addresses, internalize names, the inliner gives its passes away. It is
// parsed anew for every run.
struct Parsed {
  bool OnFunctions = false;
  bool MarksTails = false;     // may do no more than mark calls
  bool ClaimsChanges = false;  // and where there was none
  bool DropsVariables = false; // may do no more than that
  std::pair<const ocx::Cover *, unsigned> Covers; // and the number of the covered text
  ocx::IdleTest IsIdle = nullptr;
  ocx::FirstLook Look = nullptr; // no pass at all
  int LoopLook = -1; // no pass either: a look at loops, and the number of the prints to compare with
  FunctionPassManager Functions;
  std::string ModuleText;
  std::optional<ModulePassManager> Unused; // of that text, for its first run
};

// Preserved by a run that left the code as it was, and by no other: no pass knows it, so none preserves it by name.
AnalysisKey AnyCode;

// Did a run leave the code as it was? It may have dropped analyses all the same: correlated-propagation always drops the
// lazy value information, and would look like a change by `areAllPreserved`.
bool leftAsItWas(const PreservedAnalyses &Kept) { return Kept.getChecker(&AnyCode).preserved(); }

constexpr StringLiteral TAIL_CALLS = "tailcallelim";
constexpr StringLiteral SLOT_REPLACEMENT = "sroa";
constexpr StringLiteral CONSTANT_MERGING = "constmerge";

bool isOnStack(const Function &F) {
  const auto IsSlot = [](const Instruction &I) { return isa<AllocaInst>(I); };
  const auto IsCopy = [](const Argument &A) { return A.hasPassPointeeByValueCopyAttr(); };
  return any_of(F.args(), IsCopy) || any_of(instructions(F), IsSlot);
}

// What tailcallelim does here that is news to somebody. It does no more than mark calls `tail` where no call is marked and none
// is of the function itself. Calls are compared with the mark, so calls that may be equal must all have got it. Alias
// analysis asks for it where something is on the stack, but not of a call that accesses no memory.
class TailMarks {
  const Function &F;
  bool MayOnlyMark;

public:
  explicit TailMarks(const Function &F) : F(F), MayOnlyMark(none_of(instructions(F), isMarkedOrRecursive)) {}

  // After the run.
  bool areNews() const { return !MayOnlyMark || (isOnStack(F) && any_of(instructions(F), isMarkedForStack)); }

private:
  static bool isMarked(const CallInst &Call) { return Call.getTailCallKind() != CallInst::TCK_None; }
  static bool isMarkedOrRecursive(const Instruction &I) {
    const auto *Call = dyn_cast<CallInst>(&I);
    return Call && (isMarked(*Call) || Call->getCalledFunction() == I.getFunction());
  }
  static bool isMarkedForStack(const Instruction &I) {
    const auto *Call = dyn_cast<CallInst>(&I);
    return Call && isMarked(*Call) != Call->doesNotAccessMemory();
  }
};

// Has a function stack objects, and none that becomes a register for sure?
bool hasStubbornSlots(const Function &F) {
  bool HasSlots = false;
  for (const Instruction &I : F.getEntryBlock())
    if (const auto *Slot = dyn_cast<AllocaInst>(&I)) {
      if (isAllocaPromotable(Slot))
        return false;
      HasSlots = true;
    }
  return HasSlots;
}

// May a change that a pass claims be none, and can that be seen? Records about variables are not looked at.
bool isDoubtful(const Parsed &Pass, const Function &F) {
  return Pass.ClaimsChanges && !F.getSubprogram() && hasStubbornSlots(F);
}

// How many variables constmerge may just drop: no function knows them.
size_t countUnused(const Module &M) {
  return count_if(M.globals(), [](const GlobalVariable &V) { return V.use_empty() && V.hasLocalLinkage(); });
}

// Texts that one process may hand over: a level has some 120.
constexpr size_t MostTexts = 1000;

class Clock {
  std::chrono::steady_clock::time_point Start = std::chrono::steady_clock::now();

public:
  int64_t nanoseconds() const {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now() - Start).count();
  }
};

} // namespace

struct ocx_pipeline {
  Module *M;
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PassInstrumentationCallbacks Callbacks;
  PassBuilder Builder;
  std::vector<std::unique_ptr<Parsed>> Texts;
  StringMap<unsigned> Numbers; // of the texts
  std::vector<unsigned> Steps; // of this call: the number of each step's text
  ocx_step_report *Reports = nullptr;
  // Every change gets a number. What a step found unchanged stays so until a later change concerns it.
  uint64_t Changes = 0, ModuleChange = 0;
  DenseMap<const Function *, uint64_t> FunctionChange;
  DenseMap<std::pair<unsigned, const Function *>, uint64_t> CleanOnFunction;
  DenseMap<unsigned, uint64_t> CleanOnModule;
  std::vector<DenseMap<const Function *, uint64_t>> SettledLoops; // prints by the number of a look at loops

public:
  ocx_pipeline(Module &M, TargetMachine *Machine)
      : M(&M), Builder(Machine, PipelineTuningOptions(), std::nullopt, &Callbacks) {
    Builder.registerModuleAnalyses(MAM);
    Builder.registerCGSCCAnalyses(CGAM);
    Builder.registerFunctionAnalyses(FAM);
    Builder.registerLoopAnalyses(LAM);
    Builder.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  }

  Error parse(const char *const *StepTexts, int64_t Count) {
    Steps.clear();
    for (int64_t I = 0; I < Count; ++I) {
      Expected<unsigned> Number = numberOf(StepTexts[I]);
      if (!Number) {
        forgetTexts(); // the one that failed among them
        return Number.takeError();
      }
      Steps.push_back(*Number);
    }
    return Error::success();
  }

  void run(ocx_step_report *StepReports, bool IsLast) {
    Reports = StepReports;
    for (size_t First = 0; First < Steps.size();) {
      if (const Parsed &Now = *Texts[Steps[First]]; Now.Look || Now.LoopLook >= 0) {
        if (findsSomething(First++))
          return;
        continue;
      }
      if (!isOnFunctions(First)) {
        runOnModule(First++);
        continue;
      }
      size_t Last = First;
      while (Last < Steps.size() && isOnFunctions(Last))
        ++Last;
      runOnFunctions(First, Last);
      First = Last;
    }
    if (!IsLast)
      return;
    // What analyses hold is the passes' time, its end too: it goes to the last step, which could have used it.
    const Clock Time;
    forgetAnalyses();
    if (!Steps.empty())
      Reports[Steps.size() - 1].nanoseconds += Time.nanoseconds();
  }

  // What the next run's looks at loops of this number compare with.
  void settleLoops(size_t Number, ArrayRef<LLVMValueRef> Functions, const uint64_t *Prints) {
    SettledLoops.resize(std::max(SettledLoops.size(), Number + 1));
    SettledLoops[Number].clear();
    for (size_t I = 0; I < Functions.size(); ++I)
      SettledLoops[Number][unwrap<Function>(Functions[I])] = Prints[I];
  }

  // Another module, or none: passes are parsed and analyses registered once for many.
  void take(Module *Next) {
    M = Next;
    moduleChanged();
    if (Texts.size() > MostTexts)
      forgetTexts();
  }

  // Somebody else changed the module: functions may be gone, and others may be where they were.
  void moduleChanged() {
    forgetAnalyses();
    FunctionChange.clear();
    CleanOnFunction.clear();
    CleanOnModule.clear();
    ModuleChange = ++Changes;
  }

  // Somebody else changed the body of one function.
  void functionChanged(Function &F, bool KeepsBlocks) {
    PreservedAnalyses OfFunction = PreservedAnalyses::none();
    if (KeepsBlocks)
      OfFunction.preserveSet<CFGAnalyses>();
    FAM.invalidate(F, OfFunction);
    PreservedAnalyses OfModule = PreservedAnalyses::none();
    keepFunctionAnalyses(OfModule);
    MAM.invalidate(*M, OfModule);
    FunctionChange[&F] = ++Changes;
  }

private:
  // The number of a text; a new one is parsed.
  Expected<unsigned> numberOf(StringRef Text) {
    const auto [Known, IsNew] = Numbers.try_emplace(Text, Texts.size());
    const unsigned Number = Known->second;
    if (!IsNew)
      return Number;
    Parsed &Next = *Texts.emplace_back(std::make_unique<Parsed>());
    if (Text.consume_front("look:loops@")) {
      Next.LoopLook = 0;
      Text.consumeInteger(10, Next.LoopLook);
      return Number;
    }
    if (Text.consume_front("look:")) {
      Next.Look = ocx::lookOf(Text);
      return Next.Look ? Expected<unsigned>(Number) : createStringError("no pass of ours with a first look: " + Text);
    }
    if (const ocx::Cover *Work = ocx::coverOf(Text)) {
      Expected<unsigned> Covered = numberOf(Work->Covered);
      if (!Covered)
        return Covered.takeError();
      Next.Covers = {Work, *Covered};
    }
    Next.OnFunctions = Text.consume_front("function(");
    if (Next.OnFunctions) {
      Text.consume_back(")");
      Next.IsIdle = ocx::idleTestOf(Text);
      Next.MarksTails = Text == TAIL_CALLS;
      Next.ClaimsChanges = Text.starts_with(SLOT_REPLACEMENT);
    }
    Next.DropsVariables = Text == CONSTANT_MERGING;
    if (Next.OnFunctions) {
      if (Error Problem = Builder.parsePassPipeline(Next.Functions, Text))
        return std::move(Problem);
      return Number;
    }
    Next.ModuleText = Text.str();
    if (Error Problem = Builder.parsePassPipeline(Next.Unused.emplace(), Text))
      return std::move(Problem);
    return Number;
  }

  // Module passes that have not run yet.
  ModulePassManager freshPasses(Parsed &Now) {
    if (Now.Unused)
      return *std::exchange(Now.Unused, std::nullopt);
    ModulePassManager Passes;
    cantFail(Builder.parsePassPipeline(Passes, Now.ModuleText), "it was parsed before");
    return Passes;
  }

  // What is known of the steps goes by the numbers of their texts.
  void forgetTexts() {
    Texts.clear();
    Numbers.clear();
    CleanOnFunction.clear();
    CleanOnModule.clear();
  }

  // What a step has just looked at, or left as it was, the step that it covers need not look at.
  void markCovered(const Parsed &Now, const Function &F, bool HasChanged) {
    const auto [Work, Number] = Now.Covers;
    if (Work && !(HasChanged && Work->IfUnchanged))
      CleanOnFunction[{Number, &F}] = Changes;
  }

  bool isOnFunctions(size_t Index) const { return Texts[Steps[Index]]->OnFunctions; }

  // Each function's analyses were invalidated by themselves: those of the module must not take them along.
  static void keepFunctionAnalyses(PreservedAnalyses &Kept) {
    Kept.preserveSet<AllAnalysesOn<Function>>();
    Kept.preserve<FunctionAnalysisManagerModuleProxy>();
  }

  void forgetAnalyses() {
    MAM.clear(); // outermost first, as their destructors would
    CGAM.clear();
    FAM.clear();
    LAM.clear();
  }

  // A look that finds something counts as a run with a change.
  bool findsSomething(size_t Index) {
    ocx_step_report &Report = Reports[Index];
    const Clock Time;
    const Parsed &Now = *Texts[Steps[Index]];
    const bool Found = any_of(
        *M, [&](Function &F) { return !F.isDeclaration() && (Now.Look ? Now.Look(F) : hasNewLoops(F, Now.LoopLook)); });
    Report.runs = Report.changes = Found;
    Report.skips = !Found;
    Report.nanoseconds += Time.nanoseconds();
    return Found;
  }

  // Are there loops of which the unroller has not decided in this form that they stay as they are? Analyses are taken where they
  // are known and not made for all: some passes ask whether they are.
  bool hasNewLoops(Function &F, unsigned Number) {
    auto &Manager = MAM.getResult<FunctionAnalysisManagerModuleProxy>(*M).getManager();
    std::optional<DominatorTree> OwnTree;
    const DominatorTree *Tree = Manager.getCachedResult<DominatorTreeAnalysis>(F);
    if (!Tree)
      Tree = &OwnTree.emplace(F);
    std::optional<LoopInfo> OwnInfo;
    const LoopInfo *Info = Manager.getCachedResult<LoopAnalysis>(F);
    if (!Info)
      Info = &OwnInfo.emplace(*Tree);
    if (Info->empty())
      return false;
    const uint64_t Settled = Number < SettledLoops.size() ? SettledLoops[Number].lookup(&F) : 0;
    return !Settled || ocx::fingerprintLoops(F, *Info, *Tree) != Settled;
  }

  void runOnModule(size_t Index) {
    Parsed &Now = *Texts[Steps[Index]];
    ocx_step_report &Report = Reports[Index];
    const auto Clean = CleanOnModule.find(Steps[Index]);
    if (Clean != CleanOnModule.end() && Clean->second == Changes) {
      ++Report.skips;
      return;
    }
    const Clock Time;
    const size_t Variables = M->global_size(), Unused = Now.DropsVariables ? countUnused(*M) : 0;
    PreservedAnalyses Kept = freshPasses(Now).run(*M, MAM);
    const bool HasOnlyDropped = Unused && M->global_size() == Variables - Unused;
    if (HasOnlyDropped)
      keepFunctionAnalyses(Kept);
    MAM.invalidate(*M, Kept);
    ++Report.runs;
    if (!leftAsItWas(Kept)) {
      ++Report.changes;
      ++Changes;
      if (!HasOnlyDropped)
        ModuleChange = Changes;
    } else {
      CleanOnModule[Steps[Index]] = Changes;
      if (Now.Covers.first)
        for (const Function &F : *M)
          markCovered(Now, F, false);
    }
    Report.nanoseconds += Time.nanoseconds();
  }

  // What LLVM's adaptor does for `function(a,b,c)`: all of them on one function, then the next.
  void runOnFunctions(size_t First, size_t Last) {
    auto &Manager = MAM.getResult<FunctionAnalysisManagerModuleProxy>(*M).getManager();
    PreservedAnalyses Kept = PreservedAnalyses::all();
    for (Function &F : *M) {
      if (F.isDeclaration())
        continue;
      for (size_t Index = First; Index < Last; ++Index)
        Kept.intersect(runOnFunction(Index, F, Manager));
    }
    keepFunctionAnalyses(Kept);
    const Clock Time;
    MAM.invalidate(*M, Kept);
    Reports[Last - 1].nanoseconds += Time.nanoseconds();
  }

  PreservedAnalyses runOnFunction(size_t Index, Function &F, FunctionAnalysisManager &Manager) {
    Parsed &Now = *Texts[Steps[Index]];
    ocx_step_report &Report = Reports[Index];
    const uint64_t Newest = std::max(ModuleChange, FunctionChange.lookup(&F));
    const auto Clean = CleanOnFunction.find({Steps[Index], &F});
    if (Clean != CleanOnFunction.end() && Clean->second >= Newest) {
      ++Report.skips;
      return PreservedAnalyses::all();
    }
    const Clock Time;
    if (Now.IsIdle && Now.IsIdle(F, Manager)) {
      CleanOnFunction[{Steps[Index], &F}] = Changes;
      ++Report.skips;
      Report.nanoseconds += Time.nanoseconds();
      return PreservedAnalyses::all();
    }
    const std::optional<TailMarks> Marks = Now.MarksTails ? std::optional<TailMarks>(F) : std::nullopt;
    const bool IsDoubtful = isDoubtful(Now, F);
    const std::vector<uint64_t> Before = IsDoubtful ? ocx::wordsOf(F) : std::vector<uint64_t>();
    PreservedAnalyses Kept = Now.Functions.run(F, Manager);
    if ((Marks && !Marks->areNews()) || (IsDoubtful && !leftAsItWas(Kept) && ocx::wordsOf(F) == Before))
      Kept = PreservedAnalyses::all();
    Manager.invalidate(F, Kept);
    ++Report.runs;
    if (!leftAsItWas(Kept)) {
      ++Report.changes;
      FunctionChange[&F] = ++Changes;
    } else {
      CleanOnFunction[{Steps[Index], &F}] = Changes;
    }
    markCovered(Now, F, !leftAsItWas(Kept));
    Report.nanoseconds += Time.nanoseconds();
    return Kept;
  }
};

ocx_pipeline *ocx_pipeline_create(LLVMModuleRef module, LLVMTargetMachineRef machine) {
  return new ocx_pipeline(*unwrap(module), reinterpret_cast<TargetMachine *>(machine));
}

int ocx_safe_pipeline_run(ocx_pipeline *pipeline, const char *const *texts, int64_t count, ocx_step_report *reports,
                          int is_last) {
  LLVMContextRef Context = LLVMGetModuleContext(wrap(pipeline->M));
  return runSafely(Stack::CallersIfRoomy, Context, [&](Outcome &Result) {
    if (Error Problem = pipeline->parse(texts, count))
      Result.fail(OCX_FAILED, toString(std::move(Problem)));
    else
      pipeline->run(reports, is_last);
  });
}

void ocx_pipeline_module_changed(ocx_pipeline *pipeline) { pipeline->moduleChanged(); }

void ocx_pipeline_function_changed(ocx_pipeline *pipeline, LLVMValueRef function, int keeps_blocks) {
  pipeline->functionChanged(*unwrap<Function>(function), keeps_blocks);
}

void ocx_pipeline_settle_loops(ocx_pipeline *pipeline, int64_t number, LLVMValueRef *functions, const uint64_t *prints,
                               int64_t count) {
  pipeline->settleLoops(number, ArrayRef(functions, count), prints);
}

void ocx_pipeline_take(ocx_pipeline *pipeline, LLVMModuleRef module) { pipeline->take(module ? unwrap(module) : nullptr); }

void ocx_pipeline_free(ocx_pipeline *pipeline) { delete pipeline; }
