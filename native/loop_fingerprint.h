// A number for all that is known of a function's loops.
#ifndef OCX_LOOP_FINGERPRINT_H
#define OCX_LOOP_FINGERPRINT_H

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include <cstdint>

namespace ocx {

// Equal numbers mean equal loops with equal trip counts, sizes and convergence, as long as the context lives: it is
// made of the addresses of its constants. Loops that are marked as unrolled do not count. Never 0.
uint64_t fingerprintLoops(const llvm::Function &F, const llvm::LoopInfo &Info, const llvm::DominatorTree &Dominators);

} // namespace ocx
#endif
