// Register pressure on IR: pressure.cpp
#ifndef OCX_PRESSURE_H
#define OCX_PRESSURE_H

#include "llvm/IR/Type.h"
#include <cstdint>

namespace ocx {

// 32-bit registers that a value of this type takes.
int64_t countRegisters(llvm::Type *T);

} // namespace ocx

#endif
