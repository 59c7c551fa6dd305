// What a launch says about a kernel's loops.
#ifndef OCX_LAUNCH_H
#define OCX_LAUNCH_H

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Function.h"
#include <cstdint>

namespace ocx {

// Trips of a loop whose back edge is taken `Count` times, in a block as large as the launch bounds allow: the mean of
// what its first and its last thread run. -1 when they depend on anything but threadIdx and blockDim.
int64_t launchTrips(const llvm::SCEV *Count, llvm::ScalarEvolution &Trips, const llvm::Function &Kernel);

} // namespace ocx
#endif
