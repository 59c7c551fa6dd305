// Passes of code generation that functions with a very long block do without.

#pragma once

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"

namespace ocx {

// Set in a module's context while it lives, where some function asks for it; the gate that was there is
// asked too, and comes back.
//
// Straight-line strength reduction and n-ary reassociation look at every pair of a block's sums. In unrolled hash rounds
// they find nothing and take most of all the time, so functions with so long a block go without.
class LongBlockGate : public llvm::OptPassGate {
  llvm::LLVMContext &Context;
  llvm::OptPassGate &Before;
  llvm::StringSet<> Long; // functions with a long block, by the description that passes give of them
  bool IsSet = false;

public:
  explicit LongBlockGate(llvm::Module &M);
  ~LongBlockGate() override;
  LongBlockGate(const LongBlockGate &) = delete;
  LongBlockGate &operator=(const LongBlockGate &) = delete;

  bool isEnabled() const override { return true; }
  bool shouldRunPass(llvm::StringRef Pass, llvm::StringRef Description) const override;
};

} // namespace ocx
