// The loops of a function with LLVM's own trip counts, and for unrolling also its sizes, convergence and peel counts.

#include "instruction_count.h"
#include "latency.h"
#include "launch.h"
#include "loop_analyses.h"
#include "loop_marks.h"
#include "loop_fingerprint.h"
#include "ocx.h"
#include "recovery.h"
#include "uniformity.h"

#include "llvm-c/Core.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/CodeMetrics.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopPeel.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/UnrollLoop.h"
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <utility>

using namespace llvm;

namespace {

// What LLVM's unroller takes for the compare and branch that a copy does not need.
constexpr unsigned BackedgeInstructions = 2;
constexpr unsigned LocalSpace = 5;
constexpr unsigned MaxTrace = 16;
constexpr int64_t MaxElements = 1 << 20; // more make no difference

int64_t countExits(const Loop &L) {
  SmallVector<Loop::Edge, 8> Edges;
  L.getExitEdges(Edges);
  return Edges.size();
}

// The product of an array's dimensions, of a struct's largest array; 0 for what has none.
int64_t countElements(Type *Allocated) {
  int64_t Elements = isa<ArrayType>(Allocated);
  if (const auto *Struct = dyn_cast<StructType>(Allocated))
    for (Type *Field : Struct->elements())
      Elements = std::max(Elements, countElements(Field));
  for (; isa<ArrayType>(Allocated); Allocated = Allocated->getArrayElementType())
    Elements *= Allocated->getArrayNumElements();
  return Elements;
}

// The value that a pointer was computed from.
const Value *tracePointer(const Value *Pointer) {
  for (unsigned Step = 0; Step < MaxTrace; ++Step) {
    const auto *Source = dyn_cast<Instruction>(Pointer);
    if (!Source || !isa<GetElementPtrInst, AddrSpaceCastInst, BitCastInst, FreezeInst>(Source))
      break;
    Pointer = Source->getOperand(0);
  }
  return Pointer;
}

// Elements of what an alloca makes: of its type, times its count; one that is computed is a length nobody knows.
int64_t countAllocated(const AllocaInst &Made, int64_t AssumedSize) {
  const int64_t Elements = countElements(Made.getAllocatedType());
  if (!Made.isArrayAllocation())
    return Elements;
  const auto *Count = dyn_cast<ConstantInt>(Made.getArraySize());
  const uint64_t Times = Count ? Count->getLimitedValue(MaxElements) : AssumedSize;
  return std::min<uint64_t>(std::max<int64_t>(Elements, 1), MaxElements) * Times;
}

// Elements of the array behind a pointer; local memory reached otherwise is an array of a length nobody knows.
int64_t localArraySize(const Value *Pointer, int64_t AssumedSize) {
  if (const auto *Array = dyn_cast<AllocaInst>(tracePointer(Pointer)))
    return countAllocated(*Array, AssumedSize);
  return Pointer->getType()->getPointerAddressSpace() == LocalSpace ? AssumedSize : 0;
}

// A quotient: the loop's step is not 1, so that its trips are a fraction of the elements.
bool isQuotient(const SCEV *Term) { return isa<SCEVUDivExpr>(Term); }

// What ocx_safe_loops_to_unroll was told, and the print it gives back where it is asked for.
struct Request {
  unsigned PeelThreshold = 0;
  int64_t AssumedSize = 0;
  uint64_t *Fingerprint = nullptr;
};

// The analyses of one function, made once for all its loops.
class Analyses : ocx::LoopAnalyses {
  SmallPtrSet<const Value *, 32> Ephemeral;
  TargetMachine *Machine;
  std::optional<ocx::Uniformity> OfWarps; // made for the first loop that asks

public:
  Analyses(Function &F, DominatorTree &&Tree, LoopInfo &&Loops, TargetMachine *Machine)
      : LoopAnalyses(F, std::move(Tree), std::move(Loops), Machine), Machine(Machine) {}

  SmallVector<Loop *, 4> loops() { return Info.getLoopsInPreorder(); }

  void countTrips(Loop &L, ocx_loop &Result) {
    Result.trip_count = Trips.getSmallConstantTripCount(&L);
    Result.trip_multiple = Trips.getSmallConstantTripMultiple(&L);
    Result.max_trip_count = Trips.getSmallConstantMaxTripCount(&L);
    BasicBlock *Latch = L.getLoopLatch();
    if (Latch && L.isLoopExiting(Latch))
      Result.latch_trip_count = Trips.getSmallConstantTripCount(&L, Latch);
    Result.is_max_or_zero = Trips.isBackedgeTakenCountMaxOrZero(&L);
  }

  void weigh(Loop &L, ocx_loop &Result, const Request &Given) {
    CodeMetrics::collectEphemeralValues(&L, &Assumptions, Ephemeral);
    const UnrollCostEstimator Estimate(&L, Costs, Ephemeral, BackedgeInstructions);
    Result.is_duplicable = Estimate.canUnroll();
    Result.convergence = static_cast<int64_t>(Estimate.Convergence);
    Result.may_have_remainder = Estimate.ConvergenceAllowsRuntime;
    Result.inline_candidates = Estimate.NumInlineCandidates;
    if (!Result.is_duplicable)
      return;
    Result.size = Estimate.getRolledLoopSize();
    countAccesses(L, Result, Given.AssumedSize);
    if (L.isInnermost() && Result.blocks > 1)
      Result.shortest_way = shortestWay(L);
    lookAtExit(L, Result);
    Result.is_uniform = Result.is_countable && !Result.may_have_remainder && isLeftTogether(*L.getLoopLatch());
    if (const std::optional<unsigned> Estimated = getLoopEstimatedTripCount(&L))
      Result.estimated_trip_count = *Estimated;
    lookAtPeeling(L, Result, Given.PeelThreshold);
  }

private:
  // Instructions from the header to the latch where every branch goes the shorter way, if that skips what the others do:
  // where ways meet it brings nothing that it made.
  int64_t shortestWay(Loop &L) {
    BasicBlock *Latch = L.getLoopLatch();
    if (!Latch)
      return 0;
    LoopBlocksRPO Order(&L);
    Order.perform(&Info);
    DenseMap<const BasicBlock *, int64_t> Before{{L.getHeader(), 0}};
    DenseMap<const BasicBlock *, const BasicBlock *> From;
    for (BasicBlock *Block : Order) {
      const int64_t Behind = Before.lookup(Block) + countOf(*Block);
      for (const BasicBlock *Next : successors(Block))
        if (Next != L.getHeader() && L.contains(Next)) {
          const auto [Place, IsNew] = Before.try_emplace(Next, Behind);
          if (IsNew || Behind < Place->second) {
            Place->second = Behind;
            From[Next] = Block;
          }
        }
    }
    for (const BasicBlock *Block = Latch; Block != L.getHeader(); Block = From.lookup(Block))
      for (const PHINode &Phi : Block->phis()) {
        const Value *Brought = Phi.getIncomingValueForBlock(From.lookup(Block));
        if (!isa<PHINode>(Brought) && !L.isLoopInvariant(Brought))
          return 0;
      }
    return Before.lookup(Latch) + countOf(*Latch);
  }

  static int64_t countOf(const BasicBlock &Block) {
    return count_if(Block, [](const Instruction &I) {
      return !isa<PHINode, GetElementPtrInst, BitCastInst, AddrSpaceCastInst, FreezeInst, IntToPtrInst>(I) &&
             !I.isDebugOrPseudoInst();
    });
  }

  void countAccesses(Loop &L, ocx_loop &Result, int64_t AssumedSize) {
    for (BasicBlock *Block : L.blocks())
      for (Instruction &I : *Block) {
        if (const auto *Call = dyn_cast<CallBase>(&I)) {
          const Function *Callee = Call->getCalledFunction();
          Result.calls += !Callee || Costs.isLoweredToCall(Callee);
        }
        Result.far_loads += ocx::isFarLoad(I) && !readsWordAgain(L, I);
        Result.slow_cycles += ocx::slowCycles(I);
        Result.atomics += I.isAtomic() && !isa<LoadInst, StoreInst, FenceInst>(I);
        Result.divisions += ocx::isVariableDivision(I);
        Result.fixed_stores += ocx::isFarStore(I) && L.isLoopInvariant(getLoadStorePointerOperand(&I));
        if (const Value *Pointer = getLoadStorePointerOperand(&I)) {
          Result.local_array_size = std::max(Result.local_array_size, localArraySize(Pointer, AssumedSize));
        }
      }
  }

  // A load at a counter's upper bits, as from a bitmap: the next trips find the same word, near by then.
  bool readsWordAgain(Loop &L, const Instruction &Load) {
    const auto *Address = dyn_cast<GetElementPtrInst>(getLoadStorePointerOperand(&Load));
    const Value *Index = Address ? withoutCasts(*(Address->op_end() - 1)) : nullptr;
    const auto *Shift = dyn_cast_or_null<BinaryOperator>(Index);
    if (!Shift || (Shift->getOpcode() != Instruction::LShr && Shift->getOpcode() != Instruction::AShr))
      return false;
    const auto *Bits = dyn_cast<ConstantInt>(Shift->getOperand(1));
    const auto *Counter = dyn_cast<SCEVAddRecExpr>(Trips.getSCEV(const_cast<Value *>(withoutCasts(Shift->getOperand(0)))));
    if (!Bits || Bits->getValue().uge(32) || !Counter || Counter->getLoop() != &L)
      return false;
    const auto *Step = dyn_cast<SCEVConstant>(Counter->getStepRecurrence(Trips));
    return Step && Step->getAPInt().abs().ult(uint64_t(1) << Bits->getZExtValue());
  }

  static const Value *withoutCasts(const Value *Number) {
    while (isa<ZExtInst, SExtInst, TruncInst>(Number))
      Number = cast<CastInst>(Number)->getOperand(0);
    return Number;
  }

  // A remainder loop needs the trip count before the loop: only a loop that leaves at its latch alone has one that
  // LLVM's unroller uses.
  void lookAtExit(Loop &L, ocx_loop &Result) {
    BasicBlock *Latch = L.getLoopLatch(), *Preheader = L.getLoopPreheader();
    if (!Latch || !Preheader || L.getExitingBlock() != Latch)
      return;
    const SCEV *Count = Trips.getExitCount(&L, Latch);
    if (isa<SCEVCouldNotCompute>(Count) || !Count->getType()->isIntegerTy())
      return;
    Result.is_countable = true;
    if (!Result.trip_count)
      Result.launch_trips = ocx::launchTrips(Count, Trips, F);
    SCEVExpander Expander(Trips, "loop-unroll");
    Result.is_count_expensive =
        Expander.isHighCostExpansion(Count, &L, ocx::CheapExpansion, &Costs, Preheader->getTerminator());
    Result.is_count_divided = Result.is_count_expensive && SCEVExprContains(Count, isQuotient);
  }

  // Do the threads of a warp go on from this block the same way? Asked of countable convergent loops only.
  bool isLeftTogether(const BasicBlock &Latch) {
    if (!Machine)
      return false;
    if (!OfWarps)
      OfWarps.emplace(F, *Machine);
    return !OfWarps->Known.hasDivergentTerminator(Latch);
  }

  void lookAtPeeling(Loop &L, ocx_loop &Result, unsigned Threshold) {
    Result.can_peel = canPeel(&L);
    TargetTransformInfo::PeelingPreferences Wishes =
        gatherPeelingPreferences(&L, Trips, Costs, std::nullopt, std::nullopt, true);
    if (!Wishes.AllowPeeling || !L.isLoopSimplifyForm() || Result.size == 0)
      return;
    computePeelCount(&L, Result.size, Wishes, Result.trip_count, Dominators, Trips, Costs, &Assumptions, Threshold);
    Result.peel_count = Wishes.PeelCount;
    Result.is_peel_by_profile = Wishes.PeelCount && Wishes.PeelProfiledIterations;
    Result.is_peel_of_last = Wishes.PeelCount && Wishes.PeelLast;
  }
};

void describe(const Loop &L, ocx_loop &Result) {
  Result.header = wrap(L.getHeader());
  Result.latch = wrap(L.getLoopLatch());
  Result.preheader = wrap(L.getLoopPreheader());
  Result.depth = L.getLoopDepth();
  Result.blocks = L.getNumBlocks();
  Result.exits = countExits(L);
  Result.is_innermost = L.isInnermost();
  Result.trip_multiple = 1;
  Result.estimated_trip_count = -1;
  Result.launch_trips = -1;
}

void describeMarks(const Loop &L, ocx_loop &Result) {
  ocx::readMarks(L, Result);
  const BasicBlock *Latch = L.getLoopLatch();
  Result.has_location = static_cast<bool>((Latch ? Latch : L.getHeader())->getTerminator()->getDebugLoc());
}

ocx_loop *findLoops(LLVMValueRef function, TargetMachine *Machine, Request *ForUnrolling, int64_t *count) {
  Function &F = *unwrap<Function>(function);
  *count = 0;
  if (F.isDeclaration())
    return nullptr;
  DominatorTree Dominators(F);
  LoopInfo Info(Dominators);
  if (Info.empty()) {
    if (ForUnrolling && ForUnrolling->Fingerprint)
      *ForUnrolling->Fingerprint = 0;
    return nullptr;
  }
  if (ForUnrolling && ForUnrolling->Fingerprint) {
    const uint64_t Before = std::exchange(*ForUnrolling->Fingerprint, ocx::fingerprintLoops(F, Info, Dominators));
    if (*ForUnrolling->Fingerprint && *ForUnrolling->Fingerprint == Before)
      return nullptr;
  }
  Analyses Known(F, std::move(Dominators), std::move(Info), Machine);
  const SmallVector<Loop *, 4> Loops = Known.loops();
  auto *Result = static_cast<ocx_loop *>(std::calloc(Loops.size(), sizeof(ocx_loop)));
  if (!Result)
    return nullptr;
  const int64_t Size = ForUnrolling ? ocx::countInstructions(F) : 0;
  DenseMap<const Loop *, int64_t> Index;
  for (Loop *L : Loops) {
    ocx_loop &Next = Result[*count];
    const Loop *Parent = L->getParentLoop();
    Next.parent = Parent ? Index.lookup(Parent) : -1;
    Next.function_size = Size;
    describe(*L, Next);
    if (ForUnrolling)
      describeMarks(*L, Next);
    if (!ForUnrolling || !(hasUnrollTransformation(L) & TM_Disable)) {
      Known.countTrips(*L, Next);
      if (ForUnrolling)
        Known.weigh(*L, Next, *ForUnrolling);
    }
    Index[L] = (*count)++;
  }
  return Result;
}

} // namespace

ocx_loop *ocx_loops(LLVMValueRef function, int64_t *count) { return findLoops(function, nullptr, nullptr, count); }

int ocx_safe_loops_to_unroll(LLVMValueRef function, LLVMTargetMachineRef machine, int64_t peel_threshold,
                             int64_t assumed_size, uint64_t *print, ocx_loop **loops, int64_t *count) {
  *loops = nullptr;
  *count = 0;
  LLVMContextRef Context = LLVMGetTypeContext(LLVMTypeOf(function));
  Request Given{static_cast<unsigned>(peel_threshold), assumed_size, print};
  return ocx::runSafely(ocx::Stack::CallersIfRoomy, Context, [&](ocx::Outcome &) {
    *loops = findLoops(function, reinterpret_cast<TargetMachine *>(machine), &Given, count);
  });
}

ocx_loop *ocx_marked_loops(LLVMValueRef function, int64_t *count) {
  const DominatorTree Dominators(*unwrap<Function>(function));
  const LoopInfo Info(Dominators);
  const SmallVector<Loop *, 4> Loops = Info.getLoopsInPreorder();
  auto *Result = static_cast<ocx_loop *>(std::calloc(Loops.size() + 1, sizeof(ocx_loop)));
  *count = 0;
  if (!Result)
    return nullptr;
  for (const Loop *L : Loops) {
    ocx_loop &Next = Result[(*count)++];
    Next.parent = -1;
    describe(*L, Next);
    describeMarks(*L, Next);
  }
  return Result;
}

int ocx_stores_locally(LLVMValueRef function) {
  for (const BasicBlock &Block : *unwrap<Function>(function))
    for (const Instruction &I : Block)
      if (const auto *Store = dyn_cast<StoreInst>(&I))
        if (Store->getPointerAddressSpace() == LocalSpace || isa<AllocaInst>(tracePointer(Store->getPointerOperand())))
          return true;
  return false;
}

uint64_t ocx_loop_fingerprint(LLVMValueRef function) {
  Function &F = *unwrap<Function>(function);
  DominatorTree Dominators(F);
  return ocx::fingerprintLoops(F, LoopInfo(Dominators), Dominators);
}
