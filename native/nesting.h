// Which stack a walk over input fits on: see nesting.cpp.
#ifndef OCX_NESTING_H
#define OCX_NESTING_H

#include "recovery.h"

#include "llvm-c/Types.h"

namespace llvm {
class Module;
} // namespace llvm

namespace ocx {

// For what walks over a whole module: code generation, linking.
Stack stackFor(const llvm::Module &M);

// For reading.
Stack stackFor(LLVMMemoryBufferRef Buffer);

} // namespace ocx
#endif
