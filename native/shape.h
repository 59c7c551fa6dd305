// A function's instructions counted by classes that the caller gives, and those that it wants to see.
#ifndef OCX_SHAPE_H
#define OCX_SHAPE_H

#include "ocx.h"

#include "llvm/IR/Function.h"
#include <vector>

namespace ocx {

// Adds four numbers to `Rows` for each instruction to be shown (ocx_function_shapes).
void countShape(llvm::Function &F, const uint8_t *Classes, ocx_shape &Shape, std::vector<int64_t> &Rows);

} // namespace ocx

#endif
