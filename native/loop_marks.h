// What a loop's metadata says about unrolling.
#ifndef OCX_LOOP_MARKS_H
#define OCX_LOOP_MARKS_H

#include "ocx.h"
#include "llvm/Analysis/LoopInfo.h"

namespace ocx {

// Fills in `marks`, `unroll_count`, `peeled_count` and `number` from the metadata at the only latch; malformed parts say nothing.
void readMarks(const llvm::Loop &L, ocx_loop &Result);
void readMarks(const llvm::MDNode &Id, ocx_loop &Result);

} // namespace ocx
#endif
