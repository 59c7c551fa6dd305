// Register pressure on IR: pressure.cpp
#ifndef OCX_PRESSURE_H
#define OCX_PRESSURE_H

#include "ocx.h"

#include <cstdint>

namespace llvm {
class Function;
class LoopInfo;
class Type;
} // namespace llvm

namespace ocx {

// 32-bit registers that a value of this type takes.
int64_t countRegisters(llvm::Type *T);

// What is alive at one place, and what of it each thread needs for itself.
struct Registers {
  int64_t Alive = 0, Own = 0;
};

// What a function needs, and its loops. Only with `TellsShared` a thread's own registers are fewer than those that are alive, and
// the loops' are its own.
ocx_pressure_count countPressure(llvm::Function &F, const llvm::LoopInfo &Info, bool TellsShared);

} // namespace ocx

#endif
