// What stands at a call.
#ifndef OCX_CALLS_H
#define OCX_CALLS_H

#include "llvm/IR/Value.h"

namespace ocx {

// Is a pointer a stack object that was filled by one copy, for one call?
bool isCopy(const llvm::Value *Pointer);

} // namespace ocx

#endif
