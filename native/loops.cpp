// The loops of a function with LLVM's own trip counts, from one set of analyses for all of them.

#include "ocx.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include <cstdlib>

using namespace llvm;

namespace {

int64_t countExits(const Loop &L) {
  SmallVector<Loop::Edge, 8> Edges;
  L.getExitEdges(Edges);
  return Edges.size();
}

ocx_loop describe(Loop &L, int64_t Parent, ScalarEvolution &Trips) {
  ocx_loop Result;
  Result.header = wrap(L.getHeader());
  Result.latch = wrap(L.getLoopLatch());
  Result.preheader = wrap(L.getLoopPreheader());
  Result.parent = Parent;
  Result.depth = L.getLoopDepth();
  Result.blocks = L.getNumBlocks();
  Result.exits = countExits(L);
  Result.is_innermost = L.isInnermost();
  Result.trip_count = Trips.getSmallConstantTripCount(&L);
  Result.trip_multiple = Trips.getSmallConstantTripMultiple(&L);
  Result.max_trip_count = Trips.getSmallConstantMaxTripCount(&L);
  return Result;
}

} // namespace

ocx_loop *ocx_loops(LLVMValueRef function, int64_t *count) {
  Function &F = *unwrap<Function>(function);
  *count = 0;
  if (F.isDeclaration())
    return nullptr;
  DominatorTree Dominators(F);
  LoopInfo Info(Dominators);
  if (Info.empty())
    return nullptr;
  AssumptionCache Assumptions(F);
  TargetLibraryInfoImpl Library(F.getParent()->getTargetTriple());
  TargetLibraryInfo FunctionLibrary(Library, &F);
  ScalarEvolution Trips(F, FunctionLibrary, Assumptions, Dominators, Info);

  SmallVector<Loop *, 4> Loops = Info.getLoopsInPreorder();
  auto *Result = static_cast<ocx_loop *>(std::malloc(Loops.size() * sizeof(ocx_loop)));
  if (!Result)
    return nullptr;
  DenseMap<const Loop *, int64_t> Index;
  for (Loop *L : Loops) {
    const Loop *Parent = L->getParentLoop();
    Result[*count] = describe(*L, Parent ? Index.lookup(Parent) : -1, Trips);
    Index[L] = (*count)++;
  }
  return Result;
}
