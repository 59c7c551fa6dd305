// How long an instruction keeps those that need its result waiting, in round numbers of cycles.

#pragma once

#include "llvm/IR/Instruction.h"
#include <cstdint>

namespace ocx {

// A load that may have to go to global memory: not one of shared, constant or local memory.
bool isFarLoad(const llvm::Instruction &I);

// Cycles of a division, a root or a special function; 0 for what takes a few.
int64_t slowCycles(const llvm::Instruction &I);

// A division of integers by what is no constant: some twenty instructions, one after the other.
bool isVariableDivision(const llvm::Instruction &I);

// A store to what may be global memory.
bool isFarStore(const llvm::Instruction &I);

} // namespace ocx
