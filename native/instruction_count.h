// How many instructions a function has. LLVM's own count asks a std::function about each whether it is a debug intrinsic, of
// which there are none any more, and takes ten times as long.
#ifndef OCX_INSTRUCTION_COUNT_H
#define OCX_INSTRUCTION_COUNT_H

#include "llvm/IR/Function.h"

namespace ocx {

inline int64_t countInstructions(const llvm::Function &F) {
  int64_t Count = 0;
  for (const llvm::BasicBlock &Block : F)
    Count += int64_t(Block.size());
  return Count;
}

// Whether it has so many; a long function is not counted to its end.
inline bool hasInstructions(const llvm::Function &F, int64_t Least) {
  for (const llvm::BasicBlock &Block : F) {
    if (Least <= 0)
      break;
    Least -= int64_t(Block.size());
  }
  return Least <= 0;
}

} // namespace ocx
#endif
